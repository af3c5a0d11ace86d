"""Counters of the published game by power, kind and name: a reading aid for those who write positions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from witp_pbem.games.wif_land.board import short_lines
from witp_pbem.games.wif_land.board.data import FOLDER, packaged
from witp_pbem.games.wif_land.board.state import MOMENTS, OUT, Unit
from witp_pbem.table.tuples import NamedTuple

SOURCE = "public"  # how the source of a counter begins that was looked up


class Counter(NamedTuple):
    """What a counter shows; of aircraft `tactical` and `tank_buster` alone count."""

    power: str
    kind: str
    name: str
    division: bool = False
    combat: int = 0
    movement: int = 0
    reorganisation: int = 0
    tactical: int = 0
    tank_buster: bool = False
    motorised: bool = False


@cache
def counters() -> tuple[Counter, ...]:
    """All counters, corps before divisions of the same name."""
    record = json.loads((FOLDER / "counters.json").read_bytes())
    kinds = packaged().kinds
    land = [Counter(power, kind, name, division, combat, movement, reorganisation,
                    motorised=kinds[kind].motorised or note in ("mot", "self-prop"))
            for power, kind, name, division, combat, movement, reorganisation, note in record["land"]]
    air = [Counter(power, kind, name, tactical=tactical, tank_buster=tank_buster)
           for power, kind, name, tactical, tank_buster in record["air"]]
    return tuple(sorted(land, key=lambda counter: counter.division)) + tuple(air)


def find(power: str, kind: str, name: str, *, division: bool = False) -> Counter | None:
    """The counter of a power, kind and name: a corps before a division, unless a division is wanted."""
    return next((counter for counter in counters() if counter[:3] == (power, kind, name)
                 and (counter.division or not division)), None)


def units_of(entry: str | Mapping[str, Any], sides: Mapping[str, Sequence[str]]) -> Iterator[Unit]:
    """The units that an entry of a position describes, which has been checked: a short line, or a table."""
    if isinstance(entry, str):
        yield from short_lines.units(entry, sides)
        return
    yield _unit(entry, sides)


def _unit(entry: Mapping[str, Any], sides: Mapping[str, Sequence[str]]) -> Unit:
    printed = find(*entry["counter"][:3], division=entry.get("division", False)) if "counter" in entry else None
    shows = printed or Counter(entry.get("power", ""), entry["kind"], entry.get("name", ""))
    side = entry.get("side") or next(side for side, powers in sides.items() if shows.power in powers)
    kinds = packaged().kinds
    values = {field: entry.get(field, getattr(shows, field)) for field in (
        "combat", "movement", "reorganisation", "tactical", "division", "tank_buster")}
    motorised = entry.get("motorised", shows.motorised or shows.kind in kinds and kinds[shows.kind].motorised)
    supply = entry.get("supply", {})
    return Unit(
        entry["id"], side, shows.power, shows.kind, entry.get("at", entry.get("sea_area", OUT)), shows.name, **values,
        bombardment=entry.get("bombardment", 0), motorised=motorised, full=entry.get("face", "up") == "up",
        section=entry.get("section", -1), aboard=entry.get("aboard", ""),
        unsupplied=tuple(moment for moment in MOMENTS if not supply.get(moment, True)),
        source=SOURCE if printed else "")
