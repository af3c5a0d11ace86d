"""The language in which an archive is searched: read, looked up, and made a statement of the database."""
