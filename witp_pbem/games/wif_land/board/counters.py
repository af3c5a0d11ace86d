"""Counters of the published game by power, kind and name: a reading aid for those who write positions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from witp_pbem.games.wif_land.board.data import FOLDER, packaged
from witp_pbem.table.tuples import NamedTuple

PUBLIC = "public"  # how the source of the values of a counter begins that was looked up
PARTISANS = "PART"  # of no power on the list, so of any


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
    record, kinds = _record(), packaged().kinds
    land = [Counter(power, kind, name, division, combat, movement, reorganisation,
                    motorised=kinds[kind].motorised or note in ("mot", "self-prop"))
            for power, kind, name, division, combat, movement, reorganisation, note in record["land"]]
    air = [Counter(power, kind, name, tactical=tactical, tank_buster=tank_buster)
           for power, kind, name, tactical, tank_buster in record["air"]]
    return tuple(sorted(land, key=lambda counter: counter.division)) + tuple(air)


@cache
def _record() -> Mapping[str, Any]:
    record: Mapping[str, Any] = json.loads((FOLDER / "counters.json").read_bytes())
    return record


@cache
def powers() -> Mapping[str, str]:
    """The powers by whatever they are called, in small letters: "ge", "germany", "独"."""
    names = {counter.power: counter.power for counter in counters() if counter.power}
    names |= {other: power for power, others in _record()["powers"].items() for other in others}
    return {name.casefold(): power for name, power in names.items()}


@cache
def abbreviation(power: str) -> str:
    """How a power is called for short: "GE", or by the first two letters of its name."""
    return str(_record()["powers"].get(power, [power[:2].upper()])[0])


def id_stem(power: str, kind: str) -> str:
    """How the ids begin that short lines give to units: "ge-arm-"."""
    return f"{abbreviation(power)}-{kind}-".casefold()


def of_kind(power: str, kind: str) -> list[Counter]:
    """The counters of a power and kind."""
    owner = "" if kind == PARTISANS else power
    return [counter for counter in counters() if counter.power == owner and counter.kind == kind]


def find(power: str, kind: str, name: str, *, division: bool = False) -> Counter | None:
    """The counter of a power, kind and name: a corps before a division, unless a division is wanted."""
    return next((counter for counter in of_kind(power, kind) if counter.name.casefold() == name.casefold()
                 and (counter.division or not division)), None)


def called(name: str, among: Iterable[str]) -> list[Counter]:
    """The counters of a name that some powers have."""
    owners = set(among)
    return [counter for counter in counters() if counter.name.casefold() == name.casefold()
            and counter.power in owners]
