"""Chapter 3: the set-up."""
