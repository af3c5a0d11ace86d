"""The words the game is told in, and its catalogue."""
