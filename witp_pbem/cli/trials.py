"""What commands share that try orders without recording anything: whose view it is, and the orders, checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.check import Checked
from witp_pbem.cli import problems
from witp_pbem.cli.sides import known_side
from witp_pbem.cli.spoken import speak_to


def opened(folder: str, side: str | None) -> tuple[Campaign, str]:
    """A campaign, and whose view of it counts: that of the player named, else of whoever keeps this copy; their
    language is spoken from now on.

    Raises:
        click.BadParameter: nobody sends orders under that name. NoCampaign, Damaged: see `open_campaign`.
    """
    from witp_pbem.campaign.letters import consent

    campaign = open_campaign(Path(folder))
    chosen = known_side(campaign, side) if side is not None else consent.keeper(campaign)
    speak_to(campaign, chosen)
    return campaign, chosen


def checked(campaign: Campaign, contents: Sequence[tuple[str, bytes]],
            as_named: Callable[[Checked], Checked] = lambda file: file) -> list[Checked]:
    """The orders of files, letters left out; nothing need be signed. Where one has a problem, all are printed, and the
    command ends.

    Args:
        contents: the name and the bytes of each file.
        as_named: how a file is printed.
    """
    from witp_pbem.campaign.orders.submit import check_all

    files = [file._replace(mended=None,  # nothing is recorded here, mended or not
                     problems=tuple(problem for problem in file.problems if problem.code != "signature-missing"))
             for file in check_all(campaign, contents)]
    if any(file.problems for file in files):
        for file in files:
            problems.print_checked(as_named(file), campaign.game)
        click.get_current_context().exit(1)
    return [file for file in files if file.letter is None]
