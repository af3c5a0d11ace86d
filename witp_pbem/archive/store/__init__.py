"""The database: its tables, and what is written to and read from them."""
