"""One campaign's folder, read: what is in force, the position, players, decks and data."""
