"""What tries orders without recording them, tried: the orders read, and that nothing of the campaign is touched."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.campaign.desk import Desk
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.check import Checked
from witp_pbem.campaign.orders.submit import check_all


def state(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    """Every file of a folder: its bytes and when it was written and changed."""
    return {str(path.relative_to(folder)): (path.read_bytes() if path.is_file() else b"", path.stat().st_mtime_ns,
                                            path.stat().st_ctime_ns) for path in sorted(folder.rglob("*"))}


def copied(desk: Desk) -> Path:
    """A player's copy."""
    public = desk.folder.parent / "copy"
    shutil.copytree(desk.folder, public, ignore=shutil.ignore_patterns("private"))
    return public


def with_files(desk: Desk, folder: Path | None, orders: Mapping[str, str]) -> tuple[Campaign, list[Checked]]:
    """The campaign, and orders by sender that have no problem there.

    Args:
        folder: a copy, None for the desk's own.
    """
    campaign = open_campaign(folder or desk.folder)
    files = [(f"{sender}.txt", desk.text(sender, text).encode()) for sender, text in orders.items()]
    checked = check_all(campaign, files)
    assert not any(file.problems for file in checked), checked
    return campaign, checked


def touches_nothing(desk: Desk, ask: Callable[..., object]) -> None:
    """Asks for every side, with and without orders of it, with orders on file.

    Args:
        ask: is given the desk, a side ("" for all), and orders by sender as named arguments.
    """
    orders = desk.turn_orders()
    for side in orders:
        desk.order(side, orders[side])
    before = state(desk.folder)
    for side in ("", *orders):
        ask(desk, side)
        ask(desk, side, **{side or next(iter(orders)): "pass"})
    assert state(desk.folder) == before
