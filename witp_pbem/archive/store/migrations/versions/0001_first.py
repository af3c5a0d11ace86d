"""The first schema of archives."""

from alembic import op

from witp_pbem.archive.store.tables import metadata

revision = "0001"
down_revision = None


def upgrade() -> None:
    metadata.create_all(op.get_bind())
