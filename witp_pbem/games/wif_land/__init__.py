"""World in Flames, the land rules: one attack, or the land actions of a turn, on a map of the players' own."""
