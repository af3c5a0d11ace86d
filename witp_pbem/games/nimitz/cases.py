"""What Fleet Commander: Nimitz adds to case files: the lines of `given` and its own expectations.

See docs/case-lines.md for the list with examples, and `table.case_lines` for how lines are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from witp_pbem.games.common import options
from witp_pbem.games.common.cases import take
from witp_pbem.games.common.order_values import EVERY, UnitSpec
from witp_pbem.games.nimitz.board import setup
from witp_pbem.games.nimitz.board.data import YEARS, Data
from witp_pbem.games.nimitz.board.state import (
    AIRFIELD,
    BATTALION,
    BOMBING,
    INVASION,
    JAPAN,
    OUT,
    RAIDING,
    REINFORCEMENTS,
    US,
    Position,
    Unit,
)
from witp_pbem.games.nimitz.board.turn import FIRST, SETUP
from witp_pbem.games.nimitz.case_battles import BATTLES
from witp_pbem.games.nimitz.case_units import NOBODY, compare_units, read_numbers, read_units, shown
from witp_pbem.games.nimitz.rules.chapter_05_sequence.sequence import STEPS
from witp_pbem.table.case_lines import CaseLines, Checker, Giver, LineReader
from witp_pbem.table.expectations import PlayedCase
from witp_pbem.table.problem import Problem
from witp_pbem.table.wording import problem_sentence

BOXES = {"p1": "P1", "p2": "P2", "p3": "P3", "raiding": RAIDING, "bombing": BOMBING, "invasion": INVASION,
         "reinforcements": REINFORCEMENTS, "out": OUT}
STATES: Mapping[str, Callable[[Unit], bool]] = {
    "full": lambda unit: unit.full, "damaged": lambda unit: not unit.full, "moved": lambda unit: unit.moved,
    "fresh": lambda unit: not unit.moved, "landing": lambda unit: unit.landing,
    "ashore": lambda unit: not unit.landing}


def case_lines(game: Any) -> CaseLines:
    """The lines of case files about Fleet Commander: Nimitz."""
    return CaseLines(game, GIVEN, EXPECTED, game.data.map.points, lambda: blank(game.data), tuple(STEPS))


def blank(data: Data) -> Position:
    """An empty map in the supply phase of turn 2 of 1942, without points; every unit of the year is out of the game."""
    opening = setup.open_position(data, str(YEARS[0]), {})
    assert isinstance(opening, Position)
    return _emptied(opening, opening.year)


def _emptied(position: Position, year: int) -> Position:
    """The position in turn 2 of a year with all its units out of the game, and no battalions."""
    position = setup.begin_campaign(position, year)
    units = {unit.id: unit._replace(place=OUT) for unit in position.units.values() if unit.kind != BATTALION}
    return position.but(turn=2, step=FIRST, units=units)


# -- given --------------------------------------------------------------------------------------------------------


def _scenario(position: Position, line: LineReader) -> Position:
    """`scenario 1942`: the position before the set-up; stands before all other lines but `option`."""
    opening = setup.open_position(position.data, line.word(), {})
    if not isinstance(opening, Position):
        raise ValueError(problem_sentence(opening[0]))
    return opening.but(options=position.options)


def _campaign(position: Position, line: LineReader) -> Position:
    """`campaign 1942`: the units stand as set up, in turn 1."""
    year = _known_year(line)
    position = setup.begin_campaign(position.but(scenario=str(year)), year)
    return position.but(turn=1, step=FIRST)


def _year(position: Position, line: LineReader) -> Position:
    """`year 1944`: the empty map of another year; `year 1944 linked` of linked campaigns."""
    year = _known_year(line)
    return _emptied(position.but(scenario=setup.LINKED if line.accept(setup.LINKED) else str(year)), year)


def _known_year(line: LineReader) -> int:
    year = line.count()
    if year not in YEARS:
        raise ValueError(f"there is no campaign {year}")
    return year


def _turn(position: Position, line: LineReader) -> Position:
    turn = line.count()
    if not 0 < turn <= position.campaign.turns:
        raise ValueError(f"there is no turn {turn}")
    return position.but(turn=turn)


def _step(position: Position, line: LineReader) -> Position:
    step = line.word()
    if step not in (known := (*STEPS, SETUP)):
        raise ValueError(f"no such step: {step}; there are {', '.join(known)}")
    return position.but(step=step)


def _option(position: Position, line: LineReader) -> Position:
    """`option drawing piles`; without a value it is taken as yes."""
    name, *value = line.words()
    option = options.read(position.data.options, name, value[0] if value else "yes")
    if isinstance(option, Problem):
        raise ValueError(problem_sentence(option))
    return position.but(options={**position.options, name: option})


def _at(position: Position, line: LineReader) -> Position:
    """`at Midway: Enterprise, [Lexington], 2 American battalions`: brackets mean damaged."""
    return _placed(position, line, place=line.one_place())


def _landing(position: Position, line: LineReader) -> Position:
    """`landing at Midway: 1st Marine`: ground units on transports that have moved there this turn."""
    line.skip("at")
    return _placed(position, line, place=line.one_place(), landing=True)


def _moved(position: Position, line: LineReader) -> Position:
    """`moved at Japan: Akagi`: units with a moved or in-transit marker."""
    line.skip("at")
    return _placed(position, line, place=line.one_place(), moved=True)


def _box(position: Position, line: LineReader) -> Position:
    """`box P1: Lexington`, `box reinforcements: Junyo`; `box reinforcements 2: Hiyo` lies deeper."""
    box = _known_box(line)
    layer = line.count() if line.token and line.token.value.isdigit() else 0
    return _placed(position, line, place=box, layer=layer)


def _known_box(line: LineReader) -> str:
    word = line.word()
    if word not in BOXES:
        raise ValueError(f"no such box: {word}; there are {', '.join(BOXES)}")
    return BOXES[word]


def _placed(position: Position, line: LineReader, **fields: Any) -> Position:
    """The position with the units of a line changed; those described by type are out of the game until then."""
    line.skip(":")
    for spec in read_units(line):
        position = _with_battalions(position, spec)
        for unit in take(position.units, spec, lambda unit: unit.place == OUT):
            position = position.but_units(unit._replace(full=spec.full is not False, **fields))
    return position


def _with_battalions(position: Position, spec: UnitSpec) -> Position:
    """The position with the counters of battalions that a description needs."""
    wanted = [spec.id] if "_battalion_" in spec.id else list(_new_battalions(position, spec))
    return position.with_units(*(Unit(name, JAPAN if name.startswith("jp") else US, BATTALION) for name in wanted
                                 if name not in position.units))


def _new_battalions(position: Position, spec: UnitSpec) -> Iterator[str]:
    if spec.kinds != (BATTALION,) or not spec.nation or spec.number == EVERY:
        return
    prefix = "jp" if spec.nation == JAPAN else "us"
    numbers = (number for number in range(1, 100) if f"{prefix}_battalion_{number}" not in position.units)
    for _ in range(spec.number):
        yield f"{prefix}_battalion_{next(numbers)}"


def _points(position: Position, line: LineReader) -> Position:
    """`points SP 20, RP 7`."""
    points = read_numbers(line, "sp", "rp")
    return position.but(supply=points.get("sp", position.supply),
                        reinforcement=points.get("rp", position.reinforcement))


def _resupply(position: Position, line: LineReader) -> Position:
    return position.but(resupply=line.count())


def _objectives(position: Position, line: LineReader) -> Position:
    """`objectives Midway, Hawaii`: those that were held when they were counted last."""
    return position.but(objectives=line.places())


def _counts(position: Position, line: LineReader) -> Position:
    """`counts 1942 7, 1943 8`: the objectives of earlier campaigns of the linked game."""
    return position.but(counts=read_numbers(line, *map(str, YEARS)))


# -- expectations -------------------------------------------------------------------------------------------------


def _see_at(played: PlayedCase, line: LineReader) -> str | None:
    """`at Midway: Enterprise, [Lexington]`: the units of a point, all of them but carrier aircraft and airfields."""
    place = line.one_place()
    return compare_units(_counters(played.position, place), line, place)


def _counters(position: Position, place: str) -> list[Unit]:
    """The units of a point but those that come and go with a battle."""
    return [unit for unit in position.at(place) if not (unit.is_cba or unit.kind == AIRFIELD)]


def _see_box(played: PlayedCase, line: LineReader) -> str | None:
    """`box P1: Lexington`, `box raiding: nobody`: the units of a box, all of them; `box out: Akagi`: some of those that
    are out of the game."""
    box = _known_box(line)
    if box != OUT:
        return compare_units(played.position.at(box), line, box)
    line.skip(":")
    units = played.position.units
    left = [spec.text for spec in read_units(line) if spec.id not in units or units[spec.id].place != OUT]
    return f"not out of the game: {', '.join(left)}" if left else None


def _see_unit(played: PlayedCase, line: LineReader) -> str | None:
    """`unit Enterprise: damaged, at Midway`, `unit jp_battalion_1: landing`, `unit Kaga: box out`."""
    (spec,) = read_units(line)
    unit = played.position.units.get(spec.id)
    line.skip(":")
    if line.accept("gone"):
        return f"{spec.id} is still in the game" if unit else None
    if unit is None:
        return f"{spec.id} is not in the game"
    while line:
        line.skip(",", "and")
        if word := line.accept(*STATES):
            right = STATES[word.value](unit)
        elif line.accept("box"):
            right = unit.place == _known_box(line)
        elif line.accept("at"):
            right = unit.place == line.one_place()
        else:
            raise ValueError(f"a unit is not described by {line.rest()!r}")
        if not right:
            return (f"{shown(unit)} is at {unit.place or 'no place'}{', moved' if unit.moved else ''}"
                    f"{', landing' if unit.landing else ''}")
    return None


def _see_points(played: PlayedCase, line: LineReader) -> str | None:
    """`points SP 18, RP 0`: those that are left."""
    points = {"sp": played.position.supply, "rp": played.position.reinforcement}
    wanted = read_numbers(line, *points)
    if all(points[name] == number for name, number in wanted.items()):
        return None
    return f"points left: SP {points['sp']}, RP {points['rp']}"


def _see_resupply(played: PlayedCase, line: LineReader) -> str | None:
    """`resupply 3`: the Japanese resupply markers."""
    return None if line.count() == played.position.resupply else f"resupply markers: {played.position.resupply}"


def _see_objectives(played: PlayedCase, line: LineReader) -> str | None:
    """`objectives Midway, Hawaii`: just these were held when they were counted last; `objectives none`."""
    held = played.position.objectives
    return None if set(line.places()) == set(held) else f"objectives held: {', '.join(held) or 'none'}"


def _see_counts(played: PlayedCase, line: LineReader) -> str | None:
    """`counts 1942 7`: the objectives of campaigns of the linked game that are over, all of them."""
    counts = played.position.counts
    wanted = read_numbers(line, *map(str, YEARS))
    return None if wanted == counts else f"counts: {', '.join(f'{year} {held}' for year, held in counts.items())}"


def _see_turn(played: PlayedCase, line: LineReader) -> str | None:
    """`turn 3`, `turn 3, supply`, `turn 1, supply of 1943`: the turn, the step that comes next, and the year."""
    position = played.position
    turn = line.count()
    line.skip(",")
    step = line.word() if line else position.step
    line.skip("of")
    year = line.count() if line else position.year
    if (turn, step, year) == (position.turn, position.step, position.year):
        return None
    return f"turn {position.turn}, {position.step} of {position.year}"


def _see_winner(played: PlayedCase, line: LineReader) -> str | None:
    """`winner us`, or `winner nobody` while the game goes on."""
    wanted = NOBODY if line.accept(NOBODY) else line.side()
    outcome = played.position.outcome
    winner = outcome.winner if outcome else NOBODY
    return None if winner == wanted else f"winner: {winner}"


GIVEN: Mapping[str, Giver] = {
    "scenario": _scenario, "campaign": _campaign, "year": _year, "turn": _turn, "step": _step, "option": _option,
    "at": _at, "landing": _landing, "moved": _moved, "box": _box, "points": _points, "resupply": _resupply,
    "objectives": _objectives, "counts": _counts}
EXPECTED: Mapping[str, Checker] = {
    "at": _see_at, "box": _see_box, "unit": _see_unit, "points": _see_points, "resupply": _see_resupply,
    "objectives": _see_objectives, "counts": _see_counts, "turn": _see_turn, "winner": _see_winner, **BATTLES}
