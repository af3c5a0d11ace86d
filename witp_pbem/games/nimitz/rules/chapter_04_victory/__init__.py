"""Chapter 4: objectives and victory."""
