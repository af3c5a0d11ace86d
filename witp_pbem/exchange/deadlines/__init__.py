"""Until when who has to decide, and what happens if they do not."""
