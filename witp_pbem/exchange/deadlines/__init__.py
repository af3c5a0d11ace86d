"""Until when who has to decide, and what happens if he does not."""
