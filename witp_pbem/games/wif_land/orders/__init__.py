"""What players write: the words, and the kinds of orders."""
