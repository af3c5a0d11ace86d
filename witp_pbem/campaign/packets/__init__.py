"""Packets: the public entries of a logbook as they travel, and how entries from several copies fit together."""
