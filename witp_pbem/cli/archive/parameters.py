"""What the commands of the archive take."""

from __future__ import annotations

import click

ARCHIVE = click.argument("archive", metavar="ARCHIVE")
CAMPAIGN = click.argument("campaign", metavar="CAMPAIGN")
