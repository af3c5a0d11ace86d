"""The shape of the game's positions, and what each part must say of the others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from witp_pbem.games.common import validation
from witp_pbem.games.common.validation import MOST, Fault, cut, list_of, one_of, table, table_of, whole
from witp_pbem.games.wif_land.board.data import Data
from witp_pbem.games.wif_land.board.map import WarMap
from witp_pbem.games.wif_land.board.state import (
    ACTIONS,
    EVERYWHERE,
    FATES,
    GROUND,
    INVASION,
    KINDS,
    MOMENTS,
    NAVAL,
    NAVAL_AIR,
    OUT,
    PARADROP,
    SIDES,
)
from witp_pbem.games.wif_land.board.turn import OUTLINE, SETUP
from witp_pbem.games.wif_land.orders.kinds import WEATHERS
from witp_pbem.games.wif_land.validation.positions import LIMITS
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.games.wif_land.words.wording import ENDINGS
from witp_pbem.table.language import listing
from witp_pbem.table.names import Names, key
from witp_pbem.table.problem import Problem
from witp_pbem.table.spelling import alike

FORMAT, GAME = 1, "wif_land"
ABOARD = ("TRS", "SCS", "ATR")
SECTIONS = 4  # the last section of a sea box

_COUNT = whole(0)
_SIDE = one_of(*SIDES)
_UNIT = table({
    "id": str, "side": _SIDE, "nation": str, "kind": one_of(*KINDS), "place": (str, OUT), "name": (str, ""),
    **dict.fromkeys(("combat", "movement", "reorganisation", "tactical", "bombardment"), (_COUNT, 0)),
    **dict.fromkeys(("division", "motorised", "tank_buster", "moved", "invaded"), (bool, False)), "full": (bool, True),
    "section": (whole(-1, SECTIONS), -1), "aboard": (one_of("", *ABOARD), ""),
    "unsupplied": (list_of(one_of(*MOMENTS)), []), "landing": (one_of("", INVASION, PARADROP), ""),
    "target": (str, ""), "fate": (one_of("", *FATES), ""), "source": (str, "")}, is_open=False)
_GROUPS = ("units", "invaders", "paratroops", "bombardment", "defensive_bombardment", "aircraft", "defensive_aircraft")
_LEADERS = ("support", "defensive_support")
_ATTACK = table({
    "target": str, **dict.fromkeys(_GROUPS, (list_of(str), [])), **dict.fromkeys(_LEADERS, (str, "")),
    "ignores_notional": (bool, False), "shift": (whole(-MOST), 0), "is_resolved": (bool, False)}, is_open=False)
_COUNTS: Any = (table_of(whole(1)), {})
_BY_LIMIT: Any = (table_of(_COUNT, one_of(*LIMITS)), {})
_POSITION = table({  # see docs/state-format.md
    "map_id": str, "turn": _COUNT, "step": one_of(SETUP, *OUTLINE), "units": list_of(_UNIT),
    "powers": table_of(list_of(str, 1), _SIDE), "impulses": (list_of(_SIDE, 1), list(SIDES)),
    "format": (one_of(FORMAT), FORMAT), "game": (one_of(GAME), GAME), "about": (Any, None), "scenario": (str, ""),
    "date": (str, ""), "year": (_COUNT, 0), "weather": (table_of(one_of(*WEATHERS)), {EVERYWHERE: "fair"}),
    "control": (table_of(_SIDE), {}), "action": (one_of("", *ACTIONS), ""), "limits": _BY_LIMIT, "spent": _BY_LIMIT,
    "factories": _COUNTS, "ruined": _COUNTS, "idle": _COUNTS, "crossed": (list_of(str), []),
    "supply_sources": (table_of(list_of(str), _SIDE), {}), "supply_reach": (_COUNT, 0), "supply_rail": (bool, False),
    "attacks": (list_of(_ATTACK), []), "options": (dict[str, Any], {}),
    "outcome": (table({"winner": one_of("", *SIDES), "rule": str, "reason": one_of(*ENDINGS)}, is_open=False) | None,
                None)}, is_open=False)


def position_problems(record: Mapping[str, Any], data: Data, units: Names) -> tuple[Problem, ...]:
    """Everything that is wrong with a position as a campaign's beginning.

    Args:
        units: the names of units in orders.
    """
    read = validation.read(_POSITION, dict(record))
    if isinstance(read, list):
        return validation.problems(read)
    if read.map_id not in data.maps:
        return validation.problems([_fault(say('names "{name}", which is no map of the data; there are {list}',
                                               name=cut(read.map_id), list=listing(data.maps)), "map_id",
                                           suggestion=_nearest(read.map_id, data.maps))])
    war_map = data.maps[read.map_id]
    return validation.problems([*_turn(read), *_places(read, war_map), *_units(read, war_map, data, units),
                                *_attacks(read, war_map), *_options(read, data)])


def _fault(wrong: str, *path: str, suggestion: str = "") -> Fault:
    return Fault("", path, wrong, suggestion)


def _nearest(word: str, words: Collection[str]) -> str:
    """The word most like one that is not known, "" if none is."""
    return next(iter(alike(word, words)), "")


def _turn(position: Any) -> Iterator[Fault]:
    """Impulse and step, the weather everywhere, and powers that are on one side."""
    if (position.turn == 0) != (position.step == SETUP):
        yield _fault(say("must be 0 in the set-up, and the number of an impulse in all other steps"), "turn")
    if position.turn > len(position.impulses):
        yield _fault(say("must be at most {turn}, the last impulse", turn=len(position.impulses)), "turn")
    if EVERYWHERE not in position.weather:
        yield _fault(say('lacks "{name}", the weather everywhere else', name=EVERYWHERE), "weather")
    if not position.powers.keys() >= set(SIDES):
        yield _fault(say("must name the powers of both sides, {list}", list=listing(SIDES)), "powers")
    for power in validation.twice(power for powers in position.powers.values() for power in powers):
        yield _fault(say('has "{power}" twice: a power is on one side', power=cut(power)), "powers")


def _places(position: Any, war_map: WarMap) -> Iterator[Fault]:
    """Hexes that are named besides those of units."""
    hexes = war_map.hexes
    for field in ("control", "factories", "ruined", "idle"):
        yield from _off_map(getattr(position, field), hexes, field)
    for side, sources in position.supply_sources.items():
        yield from _off_map(sources, hexes, "supply_sources", side)
    zones = {printed.zone for printed in hexes.values()}
    yield from _off_map(position.weather, {EVERYWHERE, *zones, *hexes}, "weather")
    for strait in position.crossed:
        pair = strait.partition(" ")[0].split("-")
        if len(pair) != 2 or not {*pair} <= hexes.keys():
            yield _fault(say('has "{strait}", which must be two hexes of the map, such as "0101-0102"',
                             strait=cut(strait)), "crossed")


def _off_map(places: Collection[str], known: Collection[str], *path: str) -> Iterator[Fault]:
    return validation.off_map(places, known, "", *path)


# -- units ----------------------------------------------------------------------------------------------------------


def _units(position: Any, war_map: WarMap, data: Data, names: Names) -> Iterator[Fault]:
    """The counters: each once, by an id that orders can name, of a power of its side, in a place it can be. Nobody
    stands on the ground where the enemy does."""
    for name in validation.twice([unit.id for unit in position.units]):
        yield _fault(say("stands twice in the list"), "units", name)
    holders: dict[str, Any] = {}
    for unit in position.units:
        for wrong, suggestion in (*_identity(unit, position, data, names), *_standing(unit, war_map)):
            yield _fault(wrong, "units", unit.id, suggestion=suggestion)
        if unit.kind in GROUND and unit.place in war_map.hexes and not unit.landing:
            holder = holders.setdefault(unit.place, unit)
            if holder.side != unit.side:
                yield _fault(say('is in {place} with "{other}" of the enemy', place=unit.place, other=cut(holder.id)),
                             "units", unit.id)


def _identity(unit: Any, position: Any, data: Data, names: Names) -> Iterator[tuple[str, str]]:
    """What is wrong with the id and the power of a unit, and what was meant."""
    if not names.meanings(key(unit.id), unit.id):
        yield say('needs an id that orders can name: that of a unit of the data, or letters and a number joined as in '
                  '"ge-arm-1"'), _nearest(unit.id, names.own)
    powers = position.powers.get(unit.side, [])
    if unit.nation and unit.nation not in powers:
        yield say("must have one of its side’s powers for its nation ({list}), not {nation}", list=listing(powers),
                  nation=cut(unit.nation)), _nearest(unit.nation, powers)


def _standing(unit: Any, war_map: WarMap) -> Iterator[tuple[str, str]]:
    """What is wrong with where a unit is said to be, and what was meant."""
    if unit.place not in (OUT, *war_map.hexes, *war_map.areas):
        yield (say('must be in a hex or a sea area of the map, not "{place}"', place=cut(unit.place)),
               _nearest(unit.place, (*war_map.hexes, *war_map.areas)))
    if unit.place in war_map.areas and unit.section < 0:
        yield say("must have the section of the sea box it is in, from 0 to {last}", last=SECTIONS), ""
    if unit.place in war_map.areas and unit.kind not in (*NAVAL, NAVAL_AIR) and not unit.aboard:
        yield say("is at sea and must be aboard something: {list}", list=listing(ABOARD[:2])), ""
    if unit.place in war_map.hexes and unit.section >= 0:
        yield say("is in a hex and must have no section of a sea box"), ""
    if unit.place in war_map.hexes and unit.kind in GROUND and war_map.is_sea(unit.place):
        yield say("cannot be in {place}, which is all sea", place=unit.place), ""
    if unit.fate and unit.place != OUT:
        yield say("is off the map ({fate}) and must have no place", fate=unit.fate), ""
    if bool(unit.landing) != bool(unit.target) and (unit.landing or unit.kind in GROUND):
        yield say("must have both a way of landing and a target, or neither"), ""
    if unit.target and unit.target not in war_map.hexes:
        yield say('must land in a hex of the map, not in "{place}"', place=cut(unit.target)), ""


# -- attacks and options --------------------------------------------------------------------------------------------


def _attacks(position: Any, war_map: WarMap) -> Iterator[Fault]:
    """Attacks on hexes of the map, by units that there are."""
    known = {unit.id: unit for unit in position.units}
    for attack in position.attacks:
        yield from _off_map([attack.target], war_map.hexes, "attacks")
        units = [name for field in _GROUPS for name in getattr(attack, field)]
        leaders = [name for field in _LEADERS if (name := getattr(attack, field))]
        for name in validation.missing(known, (*units, *leaders)):
            yield _fault(say('names "{name}", which is none of the units', name=cut(name)), "attacks", attack.target,
                         suggestion=_nearest(name, known))
    for target in validation.twice([attack.target for attack in position.attacks]):
        yield _fault(say("stands twice in the list"), "attacks", target)


def _options(position: Any, data: Data) -> Iterator[Fault]:
    for name, value in position.options.items():
        if name not in data.options:
            yield _fault(say('has "{name}"; options are {list}', name=cut(name), list=listing(data.options)), "options",
                         suggestion=_nearest(name, data.options))
        else:
            yield from validation.faults_of(one_of(*data.options[name]["values"]), value, "options", name)
