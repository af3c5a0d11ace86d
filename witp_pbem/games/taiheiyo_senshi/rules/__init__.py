"""The rules, a folder a chapter of the rulebook."""
