"""Why something came out as it did, and why an order is not legal."""
