"""The shape of the game's positions, and what each part must say of the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from witp_pbem.games.common import validation
from witp_pbem.games.common.validation import MOST, Fault, cut, list_of, one_of, table, whole
from witp_pbem.games.nimitz.board import names
from witp_pbem.games.nimitz.board.data import YEARS, Data
from witp_pbem.games.nimitz.board.printed import PREFIX, side_of
from witp_pbem.games.nimitz.board.setup import LINKED, SCENARIOS
from witp_pbem.games.nimitz.board.state import (
    AUSTRALIA,
    BATTALION,
    BOMBING,
    BW,
    INVASION,
    JAPAN,
    KINDS,
    OUT,
    RAIDING,
    REINFORCEMENTS,
    SIDES,
    SUBMARINE,
    US,
)
from witp_pbem.games.nimitz.board.turn import OUTLINE, SETUP
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.games.nimitz.words.wording import ENDINGS
from witp_pbem.table.language import listing
from witp_pbem.table.problem import Problem

FORMAT, GAME = 1, "nimitz"

_COUNT = whole(0)
_UNIT = table({
    "id": str, "nation": one_of(US, AUSTRALIA, JAPAN), "kind": one_of(*KINDS), "place": (str, OUT),
    "full": (bool, True), "moved": (bool, False), "landing": (bool, False), "layer": (_COUNT, 0)}, is_open=False)
_POSITION = table({  # see docs/state-format.md
    "scenario": one_of(*SCENARIOS), "year": one_of(*YEARS), "turn": whole(0, 6),
    "step": one_of(SETUP, *OUTLINE), "units": list_of(_UNIT), "format": (one_of(FORMAT), FORMAT), "about": (Any, None),
    "game": (one_of(GAME), GAME), "supply": (whole(0, MOST), 0), "reinforcement": (whole(0, MOST), 0),
    "resupply": (_COUNT, 0), "scouts": (dict[str, Any], {}), "lone": (list_of(str), []),
    "objectives": (list_of(str), []), "counts": (dict[str, Any], {}), "fought": (list_of(str), []),
    "battle": (Any, None), "options": (dict[str, Any], {}),
    "outcome": (table({"winner": one_of(*SIDES), "rule": str, "reason": one_of(*ENDINGS)},
                      is_open=False) | None, None),
    }, is_open=False)


def position_problems(record: Mapping[str, Any], data: Data) -> tuple[Problem, ...]:
    """Everything that is wrong with a position as a campaign's beginning."""
    read = validation.read(_POSITION, dict(record))
    faults = read if isinstance(read, list) else [*_turn(read, data), *_units(read, data), *_points(read, data),
                                                  *_options(read, data)]
    return validation.problems(faults)


def _fault(wrong: str, *path: str) -> Fault:
    return Fault("", path, wrong)


def _turn(position: Any, data: Data) -> Iterator[Fault]:
    """Scenario, year, turn and step, and that no battle is being fought."""
    if position.scenario not in (LINKED, str(position.year)):
        yield _fault(say("must be {year}, the year of the scenario", year=position.scenario), "year")
    if (position.turn == 0) != (position.step == SETUP):
        yield _fault(say("must be 0 in the set-up, and a turn of the campaign in all other steps"), "turn")
    turns = data.campaigns[position.year].turns
    if position.turn > turns:
        yield _fault(say("must be at most {turn}, the last one", turn=turns), "turn")
    if position.battle is not None:
        yield _fault(say("must be left out: no campaign begins in the middle of a battle"), "battle")


def _units(position: Any, data: Data) -> Iterator[Fault]:
    """The counters: of the year, each once, as it is printed, in a place it can be. Who is in no place may be left
    out."""
    campaign = data.campaigns[position.year]
    for name in validation.twice([unit.id for unit in position.units]):
        yield _fault(say("stands twice in the list"), "units", name)
    for unit in position.units:
        printed = campaign.units.get(unit.id)
        is_battalion = unit.kind == BATTALION and unit.id.startswith(f"{PREFIX[side_of(unit.nation)]}_{BATTALION}_")
        if not printed and not is_battalion:
            yield _fault(say("is no counter of {year}", year=position.year), "units", unit.id)
        elif printed and (unit.nation, unit.kind) != (printed.nation, printed.kind):
            yield _fault(say("must have the nation {nation} and the kind {kind}, as the counter is printed",
                             nation=printed.nation, kind=printed.kind), "units", unit.id)
        for wrong in _standing(unit, position.year, data):
            yield _fault(wrong, "units", unit.id)


def _standing(unit: Any, year: int, data: Data) -> Iterator[str]:
    """What is wrong with where a counter is said to be."""
    point = data.map.points.get(unit.place)
    side = side_of(unit.nation)
    if point is None and unit.place not in _boxes(unit, year, data):
        yield say('must be at a point of the map or in a box it can be in ({boxes}), not "{place}"',
                  boxes=listing(filter(None, _boxes(unit, year, data))), place=cut(unit.place))
    elif point and not (point.us if side == US else point.japan):
        yield say("cannot be at {place}, which its side may not enter", place=names.name(point))
    elif point and unit.nation == AUSTRALIA and not point.flag:
        yield say("is Australian and cannot be at {place}, which has no Australian flag", place=names.name(point))


def _boxes(unit: Any, year: int, data: Data) -> list[str]:
    """The boxes in which a counter can be."""
    if unit.nation == JAPAN:
        return [OUT, REINFORCEMENTS]
    campaign = data.campaigns[year]
    return [OUT, REINFORCEMENTS, *campaign.boxes, *([RAIDING] if unit.kind == SUBMARINE else ()),
            *([BOMBING] if unit.kind == BW else ()), *([INVASION] if campaign.invasion else ())]


def _points(position: Any, data: Data) -> Iterator[Fault]:
    """Lists of points, and the scouting markers there."""
    for field in ("objectives", "fought", "scouts"):
        yield from validation.off_map(getattr(position, field), data.map.points, "", field)
    for place, count in position.scouts.items():
        yield from validation.faults_of(whole(1), count, "scouts", place)
    for year, count in position.counts.items():
        if year not in map(str, YEARS):
            yield _fault(say('names "{year}", which is no campaign', year=cut(year)), "counts")
        yield from validation.faults_of(whole(0), count, "counts", year)


def _options(position: Any, data: Data) -> Iterator[Fault]:
    for name, value in position.options.items():
        if name not in data.options:
            yield _fault(say('has "{name}"; options are {list}', name=cut(name), list=listing(data.options)), "options")
        else:
            values = data.options[name].get("values") or (True, False)
            yield from validation.faults_of(one_of(*values), value, "options", name)
