"""Chapter 6: what the Americans buy and repair."""
