"""What is told of the game."""
