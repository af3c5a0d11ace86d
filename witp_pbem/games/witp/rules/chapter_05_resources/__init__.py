"""Chapter 5: resource points, with southern (12.3) and Allied resources (12.4)."""
