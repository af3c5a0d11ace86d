"""Many campaigns kept together: stored whole, searched, counted, proved and shown."""
