"""Orders files on their way in: checked, recorded, and the form they are written in."""
