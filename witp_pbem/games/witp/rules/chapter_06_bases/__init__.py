"""Chapter 6: logistics bases."""
