"""Words stand in the index in their order, and campaigns say whether their map is the players' own."""

from alembic import op
from sqlalchemy import Boolean, Column, false

from witp_pbem.archive.store import full_text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    connection = op.get_bind()
    full_text.drop(connection)
    full_text.create(connection)
    full_text.fill(connection)
    op.add_column("campaigns", Column("own_map", Boolean, nullable=False, server_default=false()))
