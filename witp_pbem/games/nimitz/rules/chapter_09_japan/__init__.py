"""Chapter 9: how the Japanese move."""
