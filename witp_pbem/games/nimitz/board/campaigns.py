"""The campaigns: what the set-up sheet of each year says (nimitz 2.3.a)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from witp_pbem.games.nimitz.board import printed
from witp_pbem.games.nimitz.board.printed import JAPAN, US, Printed
from witp_pbem.table.tuples import NamedTuple

YEARS = (1942, 1943, 1944, 1945)
GROUPS = ("ships", "air", "ground")  # of the counter list


class Level(NamedTuple):
    """A level of victory, for so many objectives held: great, good, historical, poor, relieved; dismal in place of the
    last of linked campaigns (nimitz 4.0.a, 12.6.c)."""

    least: int
    most: int
    level: str


@dataclass(frozen=True)
class Campaign:
    """A campaign (nimitz 2.3.a).

    Attributes:
        turns: how many there are. sp, rp: supply and reinforcement points a turn.
        objectives: the points. levels: from the best down.
        units: every counter by its id, in the order of lists: ships, land-based air, ground units.
        start: unit -> point or box. battalions: side -> point or box -> how many (RE: reinforcement box).
        battalion: side -> the counter of a battalion.
        aircraft: side -> kind of carrier aircraft -> its counter. complements: side -> class -> kinds on board.
        boxes: those of the return to port, the entry box first (nimitz 11.3.b).
        extra_infantry: Japanese reinforcements on top (nimitz 12.1.a).
        strategic_bombing, invasion: these rules are in force (nimitz 12.2.a, 12.3.a).
        no_orders: points without movement rolls (nimitz 12.4.a).
    """

    year: int
    turns: int
    sp: int
    rp: int
    objectives: tuple[str, ...]
    levels: tuple[Level, ...]
    units: Mapping[str, Printed]
    start: Mapping[str, str]
    battalions: Mapping[str, Mapping[str, int]]
    battalion: Mapping[str, Printed]
    aircraft: Mapping[str, Mapping[str, Printed]]
    complements: Mapping[str, Mapping[str, tuple[str, ...]]]
    boxes: tuple[str, ...]
    extra_infantry: int
    strategic_bombing: bool
    invasion: bool
    no_orders: tuple[str, ...]

    def complement(self, carrier: Printed) -> tuple[str, ...]:
        """The kinds of aircraft a carrier carries ("f4f", "sbd", "sbd", "tbd"), () of others (nimitz 10.1.3.a)."""
        return self.complements[carrier.side].get(carrier.type, ())

    def level(self, held: int) -> str:
        """The level of victory for so many objectives held."""
        return level(self.levels, held)


def level(levels: Sequence[Level], held: int) -> str:
    """The level of victory for so many objectives held, the best for more than the best needs."""
    return next(entry.level for entry in sorted(levels, reverse=True) if entry.least <= held)


def levels_of(entries: list[Mapping[str, Any]]) -> tuple[Level, ...]:
    """The levels of victory of a table."""
    return tuple(Level(entry["least"], entry["most"], entry["id"]) for entry in entries)


def campaign(year: int, record: Mapping[str, Any], units: Mapping[str, Any]) -> Campaign:
    """The campaign of a year, made of its record and of the counter list."""
    own = record["campaign"]
    groups = {name: {entry["id"]: entry for entry in units[name]} for name in GROUPS}
    entries = [(name, entry) for name in groups for entry in record[name]]
    make = {"ships": printed.ship, "air": printed.air_unit, "ground": printed.ground_unit}
    return Campaign(
        year, own["turns"], own["supply_points"], own["reinforcement_points"], tuple(record["objectives"]["points"]),
        levels_of(record["levels"]),
        {entry["id"]: make[name](entry, groups[name][entry["id"]], record) for name, entry in entries},
        {entry["id"]: entry["place"] for _, entry in entries},
        {side: {place: count for place, count in record["battalions"][side].items() if place != "source"}
         for side in (US, JAPAN)},
        {side: printed.battalion(side, record["battalion"]) for side in (US, JAPAN)},
        {side: {entry["id"].lower(): printed.carrier_aircraft(side, entry) for entry in record["aircraft"][side]
                if entry.get("on_carriers")} for side in (US, JAPAN)},
        {side: {entry["id"]: tuple(record["complements"][side][entry["complement"]])
                for entry in record["classes"][side] if "complement" in entry} for side in (US, JAPAN)},
        tuple(own["boxes"]), own["extra_infantry"], own["strategic_bombing"], own["invasion"],
        tuple(own["no_orders"]))
