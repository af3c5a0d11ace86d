"""One sitting: what is at hand for it, its luck, how far it plays, and how the campaign stands."""
