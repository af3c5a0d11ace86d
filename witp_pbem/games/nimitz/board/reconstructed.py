"""What of the data in force is a reconstruction, not the printed game. Values only; an owner who has compared a value
with the printed game, or replaced it, has taken it off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from witp_pbem.games.common.data import RECONSTRUCTED, sources
from witp_pbem.games.nimitz.board.campaigns import Campaign
from witp_pbem.games.nimitz.board.printed import Printed
from witp_pbem.table.tuples import NamedTuple


class Reconstructed(NamedTuple):
    """What is our own invention, and of how many.

    Attributes:
        counters: by year the ids of units, and of carrier aircraft ("us_f6f"), with a value of ours.
        all_counters: by year how many there are.
        points: the years whose supply and reinforcement points are ours.
        copies: the bonus markers of which it is not known how many there are. all_markers: how many kinds there are.
        options: those whose usual value is ours.
    """

    counters: Mapping[int, frozenset[str]]
    all_counters: Mapping[int, int]
    points: frozenset[int]
    copies: frozenset[str]
    all_markers: int
    options: frozenset[str]


def of(files: Mapping[str, Mapping[str, Any]], campaigns: Mapping[int, Campaign]) -> Reconstructed:
    """What of some records, and of the campaigns made of them, is a reconstruction."""
    markers = [entry for group in ("us", "japan") for entry in files["markers"][group]]
    printed = {year: list(_printed(campaign)) for year, campaign in campaigns.items()}
    return Reconstructed(
        {year: frozenset(counter.id for counter in counters if counter.source.startswith(RECONSTRUCTED))
         for year, counters in printed.items()}, {year: len(counters) for year, counters in printed.items()},
        frozenset(year for year in campaigns if _fields(files[f"campaign_{year}"]["campaign"])),
        frozenset(entry["id"] for entry in markers if "copies" in _fields(entry)), len(markers),
        frozenset(entry["id"] for entry in files["options"]["options"] if _fields(entry)))


def _printed(campaign: Campaign) -> Iterable[Printed]:
    return (*campaign.units.values(), *(printed for side in campaign.aircraft.values() for printed in side.values()))


def _fields(entry: Mapping[str, Any]) -> frozenset[str]:
    """The fields of an entry of which its source says that they are reconstructed, "" for all of it."""
    return frozenset(source.field for source in sources({"source": entry.get("source", {})})
                     if source.text.startswith(RECONSTRUCTED))
