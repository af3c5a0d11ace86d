"""The rules, one module or folder a chapter."""
