"""What the commands of the archive take."""

from __future__ import annotations

import click

from witp_pbem.campaign.proof import several

ARCHIVE = click.argument("archive", metavar="ARCHIVE")
CAMPAIGN = click.argument("campaign", metavar="CAMPAIGN")
JOBS = click.option("--jobs", type=click.IntRange(1, several.MOST_JOBS), default=1, metavar="N",
                    help="Take so many campaigns at the same time.")
CLUSTER = click.option("--cluster", metavar="ADDRESS", default="",
                       help="Let the workers of this Dask scheduler (tcp://HOST:8786) do it instead.")
LIMIT = click.option("--limit", type=click.FloatRange(0), default=600, metavar="SECONDS",
                     help="How long a campaign may take: 600 seconds unless you say otherwise, 0 for as long as it "
                          "likes.")
