"""The record on disk: the logbook's lines, their form, what stays private, and what is mended."""
