"""Chapter 5: the sequence of a turn."""
