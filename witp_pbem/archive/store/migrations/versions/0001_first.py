"""The first schema of archives."""

from alembic import op

from witp_pbem.archive.store import full_text
from witp_pbem.archive.store.tables import metadata

revision = "0001"
down_revision = None


def upgrade() -> None:
    metadata.create_all(op.get_bind())
    full_text.create(op.get_bind())
