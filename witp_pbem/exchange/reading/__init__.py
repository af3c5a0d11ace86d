"""A mail or a forum page, and the texts in it that may be orders. Nothing here knows a campaign."""
