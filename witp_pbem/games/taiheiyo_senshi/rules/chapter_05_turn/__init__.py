"""Chapter 5: the sequence of a turn, and turn 0."""
