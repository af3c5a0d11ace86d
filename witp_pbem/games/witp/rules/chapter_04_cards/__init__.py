"""Chapter 4: the event phase, hands, cards and what they bring about."""
