"""Chapter 7: initiative, operations, movement, reaction."""
