"""Chapter 11: what follows the battles of a turn."""
