"""One sitting: what is at hand for it, its luck, how far it plays, how the campaign stands; and going
back behind one."""
