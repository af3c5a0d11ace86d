"""Where dice and cards come from: the keeper's chain, the players' own, founding words, dice typed in."""
