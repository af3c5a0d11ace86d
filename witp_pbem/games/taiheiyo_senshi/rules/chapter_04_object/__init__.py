"""Chapter 4: who occupies what, points, victory."""
