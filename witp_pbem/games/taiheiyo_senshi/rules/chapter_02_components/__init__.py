"""Chapter 2: points, zones, and what units are worth."""
