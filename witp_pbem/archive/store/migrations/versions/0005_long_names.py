"""Names may be of any length; in SQLite they could before."""

from alembic import op

revision = "0005"
down_revision = "0004"

NAMES = {
    "record_data": ("name",),
    "campaigns": ("game", "scenario", "rules_version", "program", "winner", "reason"),
    "options": ("name",),
    "players": ("player", "side"),
    "turns": ("side", "measure"),
    "battles": ("place", "winner"),
    "forces": ("side", "kind"),
    "captures": ("place", "side"),
    "things": ("name",),
    "texts": ("who",),
    "dice": ("label",),
    "luck": ("code", "side"),
    "pace": ("player",)}


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        return
    for table, columns in NAMES.items():
        op.execute(f"ALTER TABLE {table} " + ", ".join(f"ALTER COLUMN {column} TYPE TEXT" for column in columns))
