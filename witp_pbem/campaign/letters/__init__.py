"""What players say besides orders: what their letters say, sealed, signed, consented to."""
