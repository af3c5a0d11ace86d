"""Chapter 7: supply."""
