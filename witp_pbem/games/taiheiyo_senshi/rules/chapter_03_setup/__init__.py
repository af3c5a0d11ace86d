"""Chapter 3: setting up."""
