"""Campaigns say whether people typed in their dice."""

from alembic import op
from sqlalchemy import Boolean, Column, false, inspect

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    if "manual_dice" not in {column["name"] for column in inspect(op.get_bind()).get_columns("campaigns")}:
        op.add_column("campaigns", Column("manual_dice", Boolean, nullable=False, server_default=false()))
