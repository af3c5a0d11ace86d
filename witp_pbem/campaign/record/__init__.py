"""The record on disk: the logbook's lines, their form, its branches, who plays by it, by
which release it is kept, what stays private, and what is mended."""
