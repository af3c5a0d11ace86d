"""What is said of a campaign: story, map, tables, explanations, reference texts."""
