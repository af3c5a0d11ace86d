"""Which campaigns of an archive would be decided otherwise: by other data, or by another program."""
