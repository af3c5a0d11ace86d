"""The gaming table: ask, roll, draw, tell, orders text, problems, hex grid. It knows no game."""
