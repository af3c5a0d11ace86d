"""Protests and answers, consent, rewinds, previews, and steps begun under other rules."""
