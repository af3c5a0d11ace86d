"""Files of orders and letters: how they are checked and recorded, and the form to fill in."""
