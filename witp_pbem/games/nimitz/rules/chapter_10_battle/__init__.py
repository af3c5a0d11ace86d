"""Chapter 10: battles."""
