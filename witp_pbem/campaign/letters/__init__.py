"""What players say besides orders: letters of every kind, sealed, signed, proposed, consented to."""
