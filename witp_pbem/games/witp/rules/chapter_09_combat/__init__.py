"""Chapter 9: the combat segment of the operations phase."""
