"""What is in most boxes: maps of hexes and of points. A game takes what it likes of it."""
