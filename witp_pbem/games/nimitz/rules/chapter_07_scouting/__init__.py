"""Chapter 7: scouting."""
