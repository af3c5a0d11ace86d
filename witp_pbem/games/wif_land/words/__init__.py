"""The wording in both languages."""
