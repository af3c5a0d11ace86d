"""What is on the board, the events that change it, the data."""
