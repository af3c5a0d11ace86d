"""What players send besides orders: letters, seals, signatures, consents."""
