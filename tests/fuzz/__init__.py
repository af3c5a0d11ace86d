"""Fuzzing of everything that reads files from outside: `python -m tests.fuzz --help`."""
