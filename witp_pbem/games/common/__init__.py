"""What is in most boxes. A game takes what it likes of it, and can replace any part (docs/adding-a-game.md)."""
