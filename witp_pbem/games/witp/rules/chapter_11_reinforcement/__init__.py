"""Chapter 11: reinforcement."""
