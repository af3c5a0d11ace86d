"""The number of a record that was removed is given to no other, and captures have an order within a turn.

In PostgreSQL numbers were never given twice.
"""

from alembic import op

revision = "0003"
down_revision = "0002"

RECORDS = """CREATE TABLE new_records (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "key" VARCHAR(64) NOT NULL, founding VARCHAR(64) NOT NULL,
    name TEXT NOT NULL, state VARCHAR(8) NOT NULL, reason TEXT NOT NULL, entries INTEGER NOT NULL,
    size INTEGER NOT NULL, content BLOB NOT NULL, origin TEXT NOT NULL, added VARCHAR(25) NOT NULL,
    derived INTEGER NOT NULL, CONSTRAINT uq_records_key UNIQUE ("key"))"""
CAPTURES = """CREATE TABLE new_captures (
    id INTEGER NOT NULL, record INTEGER NOT NULL, turn INTEGER NOT NULL, place VARCHAR(80) NOT NULL,
    side VARCHAR(40) NOT NULL, CONSTRAINT pk_captures PRIMARY KEY (id),
    CONSTRAINT fk_captures_record FOREIGN KEY(record) REFERENCES records (id) ON DELETE CASCADE)"""


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        op.execute("ALTER TABLE captures ADD COLUMN id SERIAL CONSTRAINT pk_captures PRIMARY KEY")
        return
    _replace("records", RECORDS, 'id, "key", founding, name, state, reason, entries, size, content, origin, added, '
                                 "derived")
    op.execute("CREATE UNIQUE INDEX ix_records_held ON records (founding) WHERE state = 'held'")
    op.execute("CREATE INDEX ix_records_founding ON records (founding)")
    _replace("captures", CAPTURES, "record, turn, place, side")
    op.execute("CREATE INDEX ix_captures_record ON captures (record)")
    op.execute("CREATE INDEX ix_captures_place ON captures (place)")


def _replace(table: str, definition: str, columns: str) -> None:
    """Puts a new table with the rows of the old one in its place; foreign keys are off while migrations run."""
    op.execute(definition)
    op.execute(f"INSERT INTO new_{table} ({columns}) SELECT {columns} FROM {table} ORDER BY rowid")
    op.execute(f"DROP TABLE {table}")
    op.execute(f"ALTER TABLE new_{table} RENAME TO {table}")
