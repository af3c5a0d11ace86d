"""Chapter 8: battles."""
