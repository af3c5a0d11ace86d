"""What lies on the board: data, map, counters and their position, the events that change it, the set-up."""
