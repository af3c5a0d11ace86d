"""Deadlines: when decisions are due, and what happens if they are missed."""
