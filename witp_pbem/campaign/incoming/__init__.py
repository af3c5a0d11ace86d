"""Where orders and letters come in: read, checked, sealed, signed, recorded, and at hand for a sitting."""
