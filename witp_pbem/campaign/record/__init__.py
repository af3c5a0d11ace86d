"""The record on disk: the logbook, the form of its entries, its branches, who plays, which release keeps it, what stays
private, and what is mended."""
