"""The gaming table: ask, roll, draw, tell, orders text, problems, boards, charts. It knows no game."""
