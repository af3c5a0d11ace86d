"""Files on their way in, orders and letters: checked, recorded, and the form they are written in."""
