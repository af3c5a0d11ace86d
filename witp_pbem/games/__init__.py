"""The games. Each is found through the entry-point group `witp_pbem.games`."""
