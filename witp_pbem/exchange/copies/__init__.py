"""The campaign's public entries, travelling with the mail."""
