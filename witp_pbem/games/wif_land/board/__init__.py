"""What is on the board: the map, counters, positions, and the events that change them."""
