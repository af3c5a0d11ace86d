"""Chapter 13: scenarios. The bids of the shortened game (13.2), the late American entry (13.4)."""
