"""Chapter 9: the supply phase."""
