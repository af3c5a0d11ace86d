"""Words stand in the index in their order, and campaigns say whether their map is the players' own."""

from alembic import op
from sqlalchemy import Boolean, Column, false, inspect

from witp_pbem.archive.store import full_text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    connection = op.get_bind()
    full_text.drop(connection)
    full_text.create(connection)
    full_text.fill(connection)
    if "own_map" not in {column["name"] for column in inspect(connection).get_columns("campaigns")}:
        op.add_column("campaigns", Column("own_map", Boolean, nullable=False, server_default=false()))
