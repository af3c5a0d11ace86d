"""What of the data in force is a reconstruction, not the printed game. Values only; an owner who has compared a value
with the printed game, or replaced it, has taken it off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from witp_pbem.games.common.data import RECONSTRUCTED, sources
from witp_pbem.table.tuples import NamedTuple


class Reconstructed(NamedTuple):
    """What is our own invention, and of how many.

    Attributes:
        cells: of the combat table, by column and die. all_cells: how many it has.
        routes: the pairs of points joined by routes that may not be printed so. lengths: those of which only the length
            may be another. all_routes: how many there are.
        titles: events with a title of ours. all_titles: how many events there are.
        pairs: cards of which it is not known that these two events stand on one.
    """

    cells: frozenset[tuple[str, int]]
    all_cells: int
    routes: frozenset[frozenset[str]]
    lengths: frozenset[frozenset[str]]
    all_routes: int
    titles: frozenset[str]
    all_titles: int
    pairs: frozenset[str]


def of(files: Mapping[str, Mapping[str, Any]]) -> Reconstructed:
    """What of some records is a reconstruction."""
    combat, routes = files["tables"]["combat"], files["map"]["routes"]
    cards, events = files["cards"]["cards"], files["cards"]["events"]
    paired = {frozenset(route["pair"]): _fields(route) for route in routes}
    return Reconstructed(
        frozenset((column["id"], int(die)) for column in combat for die in _fields(column["hits"])),
        sum(die != "source" for column in combat for die in column["hits"]),
        frozenset(pair for pair, fields in paired.items() if "pair" in fields),
        frozenset(pair for pair, fields in paired.items() if "length" in fields and "pair" not in fields), len(routes),
        frozenset(event["id"] for event in events if "title" in _fields(event)), len(events),
        frozenset(f"{card['id']}-{card['allies']}" for card in cards if "allies" in _fields(card)))


def _fields(entry: Mapping[str, Any]) -> frozenset[str]:
    """The fields of an entry of which its source says that they are reconstructed."""
    own = {"source": entry.get("source", {})}
    return frozenset(source.field for source in sources(own) if source.text.startswith(RECONSTRUCTED))
