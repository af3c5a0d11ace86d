"""Chapter 6: reinforcements and new cards."""
