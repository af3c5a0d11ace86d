"""Campaigns say whether people typed in their dice."""

from alembic import op
from sqlalchemy import Boolean, Column, false

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("campaigns", Column("manual_dice", Boolean, nullable=False, server_default=false()))
