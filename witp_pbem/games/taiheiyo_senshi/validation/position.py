"""The shape of the game's positions, and what each part must say of the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from witp_pbem.games.common import validation
from witp_pbem.games.common.validation import MOST, Fault, cut, list_of, one_of, table, table_of, whole
from witp_pbem.games.taiheiyo_senshi.board import names, state
from witp_pbem.games.taiheiyo_senshi.board.data import Data
from witp_pbem.games.taiheiyo_senshi.board.setup import SCENARIOS
from witp_pbem.games.taiheiyo_senshi.board.state import (
    AIR,
    ALLIES,
    COMING,
    JAPAN,
    KINDS,
    MAP,
    REMOVED,
    SIDES,
    TRACK,
    Position,
)
from witp_pbem.games.taiheiyo_senshi.board.turn import OUTLINE, SETUP, TURN_ZERO
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import occupation
from witp_pbem.games.taiheiyo_senshi.validation.data import NATIONS
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.games.taiheiyo_senshi.words.wording import ENDINGS, word
from witp_pbem.table.language import listing
from witp_pbem.table.problem import Problem

FORMAT, GAME = 1, "taiheiyo_senshi"
BEFORE = (SETUP, TURN_ZERO)  # the steps before the first turn

_SIDE, _TURN, _POINTS = one_of(*SIDES), whole(0, 5), whole(-MOST)
_UNIT = table({
    "id": str, "nation": one_of(*NATIONS), "kind": one_of(*KINDS),
    "status": (one_of(MAP, TRACK, COMING, REMOVED), MAP), "point": (str, ""), "up": (bool, True), "turn": (_TURN, 0),
    "repair": (bool, False)}, is_open=False)
_POSITION = table({  # see docs/state-format.md
    "turn": _TURN, "step": one_of(*BEFORE, *OUTLINE), "units": list_of(_UNIT, 1),
    "ports": table_of(_SIDE), "held": table_of(_SIDE), "format": (one_of(FORMAT), FORMAT),
    "about": (Any, None),
    "game": (one_of(GAME), GAME), "scenario": (one_of(*SCENARIOS), SCENARIOS[0]), "train": (str, ""),
    "trains": (list_of(_TURN), []), "opened": (bool, False), "score": (_POINTS, 0),
    "hands": (table(dict.fromkeys(SIDES, list_of(str)), is_open=False), {JAPAN: [], ALLIES: []}),
    "decks": (dict[str, Any], {}), "discards": (list_of(str), []), "spent": (list_of(str), []),
    "guarded": (str, ""), "over": (bool, False), "options": (dict[str, Any], {}),
    "outcome": (table({"winner": one_of(*SIDES), "rule": str, "reason": one_of(*ENDINGS)},
                      is_open=False) | None, None),
    }, is_open=False)


def position_problems(record: Mapping[str, Any], data: Data) -> tuple[Problem, ...]:
    """Everything that is wrong with a position as a campaign's beginning."""
    read = validation.read(_POSITION, dict(record))
    if isinstance(read, list):
        return validation.problems(read)
    faults = [*_units(read, data), *_points(read, data), *_options(read, data), *_events(read, data)]
    if not faults:
        faults = list(_board(state.from_json(record, data)))
    hands = {side: getattr(read.hands, side) for side in SIDES}
    return (*validation.problems(faults), *validation.card_problems(hands, read.decks, read.discards, data.cards))


def _fault(wrong: str, *path: str) -> Fault:
    return Fault("", path, wrong)


def _units(position: Any, data: Data) -> Iterator[Fault]:
    """The counters: each of the counter list once, as it is printed, at a place it can be."""
    yield from validation.each_once([unit.id for unit in position.units], data.units, "units")
    for unit in position.units:
        printed = data.units.get(unit.id)
        if printed and (unit.nation, unit.kind) != (printed.nation, printed.kind):
            yield _fault(say("must have the nation {nation} and the kind {kind}, as the counter is printed",
                             nation=printed.nation, kind=printed.kind), "units", unit.id)
        for wrong in _standing(unit, position.turn, data):
            yield _fault(wrong, "units", unit.id)


def _standing(unit: Any, turn: int, data: Data) -> Iterator[str]:
    """What is wrong with where a counter is said to be."""
    if unit.status == MAP and unit.point not in data.map.points:
        yield say('must stand in a point of the map, not in "{point}"', point=cut(unit.point))
    elif unit.status == MAP and not data.map.may_enter(unit.point, unit.nation):
        yield say("cannot be at {place}, which its nation may not enter", place=names.name(data.map[unit.point]))
    elif unit.status != MAP and unit.point:
        yield say('is not on the map (status "{status}"), so its point must be empty', status=unit.status)
    if unit.status == TRACK and unit.turn < turn:
        yield say("is on the turn track, so it needs the turn of its return, {turn} or later", turn=turn)
    if unit.kind == AIR and not unit.up:
        yield say("is land-based air and has no face-down side")


def _points(position: Any, data: Data) -> Iterator[Fault]:
    """Markers: a port marker in each port, others in points of the map."""
    for point in (*validation.missing(position.ports, data.map.ports), *validation.missing(data.map.ports,
                                                                                           position.ports)):
        yield _fault(say('must name each port of the map once, which "{point}" is or lacks', point=cut(point)), "ports")
    yield from validation.off_map(position.held, data.map.points, "", "held")
    if position.train and (position.train not in data.map.points or data.map[position.train].is_port):
        yield _fault(say('must be a base of the map, not "{point}"', point=cut(position.train)), "train")
    if position.guarded and position.guarded not in data.map.ports:
        yield _fault(say('must be a port of the map, not "{point}"', point=cut(position.guarded)), "guarded")
    if (position.turn == 0) != (position.step in BEFORE):
        yield _fault(say("must be 0 in the steps {steps}, and a turn of the game in all others",
                         steps=listing(word("step", step) for step in BEFORE)), "turn")
    if position.turn > data.last_turn:
        yield _fault(say("must be at most {turn}, the last one", turn=data.last_turn), "turn")


def _options(position: Any, data: Data) -> Iterator[Fault]:
    for name, value in position.options.items():
        if name not in data.options:
            yield _fault(say('has "{name}"; options are {list}', name=cut(name), list=listing(data.options)), "options")
        else:
            values = data.options[name].get("values") or (True, False)
            yield from validation.faults_of(one_of(*values), value, "options", name)


def _events(position: Any, data: Data) -> Iterator[Fault]:
    """Events that happen once (senshi 2.3-g), and hands of at most so many cards (senshi 6.2-c)."""
    once = [event.id for event in data.events.values() if event.once]
    for event in (*validation.missing(once, position.spent), *validation.twice(position.spent)):
        yield _fault(say('names "{event}"; events that happen once, each once: {list}', event=cut(event),
                         list=listing(once)), "spent")
    for side in SIDES:
        if len(getattr(position.hands, side)) > data.hands[side].most:
            yield _fault(say("has more than {most} cards", most=data.hands[side].most), "hands", side)


def _board(position: Position) -> Iterator[Fault]:
    """What stands together: one side in a point (senshi 8.4.2-a), one land-based air unit in a base (senshi 2.1.1-b),
    and markers as the units there and zones say (senshi 4.2-a)."""
    for point, printed in position.data.map.points.items():
        place = names.name(printed)
        if all(position.of(side, point) for side in SIDES):
            yield _fault(say("has units of both sides at {place}, where their battle would be over", place=place),
                         "units")
        for side in SIDES:
            is_port = position.ports.get(point) == side or position.train == point
            if not is_port and len(position.of(side, point, AIR)) > 1:
                yield _fault(say("has several land-based air units at {place}, a base; it holds one", place=place),
                             "units")
        holder = occupation.occupier(position, point)
        if position.step not in BEFORE and position.held.get(point, "") != holder:
            yield _fault(say('has {place} wrong: by its units and zones it is of "{side}"', place=place, side=holder),
                         "held")
