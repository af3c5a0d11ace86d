"""What becomes of a mail, and what the desk does by itself."""
