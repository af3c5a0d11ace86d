"""Chapter 12: special rules of later years, and linked campaigns."""
