"""Chapter 8: how the Americans move."""
