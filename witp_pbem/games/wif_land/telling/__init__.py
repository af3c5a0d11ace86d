"""What is said of a campaign: reports, the map, the reference."""
