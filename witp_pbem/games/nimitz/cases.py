"""What Fleet Commander: Nimitz adds to case files: the lines of `given` and its own expectations.

See docs/case-lines.md for the list with examples, and `table.case_lines` for how lines are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.games.common import options
from witp_pbem.games.common.cases import take, unmatched
from witp_pbem.games.common.order_values import EVERY, UnitSpec
from witp_pbem.games.nimitz.board import setup
from witp_pbem.games.nimitz.board.data import Data
from witp_pbem.games.nimitz.board.state import (
    AIRFIELD,
    AREAS,
    BATTALION,
    BOMBING,
    INVASION,
    JAPAN,
    OUT,
    RAIDING,
    REINFORCEMENTS,
    SIDES,
    US,
    Battle,
    Position,
    Unit,
)
from witp_pbem.games.nimitz.board.turn import FIRST, SETUP
from witp_pbem.games.nimitz.orders.words import UNITS
from witp_pbem.games.nimitz.rules.chapter_05_sequence.sequence import STEPS
from witp_pbem.table.case_lines import CaseLines, Checker, Giver, LineReader, counting
from witp_pbem.table.expectations import PlayedCase
from witp_pbem.table.problem import Problem
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import problem_sentence

NOBODY, NOTHING = "nobody", "nothing"
NO_BATTLE = "no battle goes on at the end of the case"
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
    opening = setup.open_position(data, str(setup.YEARS[0]), {})
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
    if year not in setup.YEARS:
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
    for spec in _described(line):
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
    points = _counted(line, "sp", "rp")
    return position.but(supply=points.get("sp", position.supply),
                        reinforcement=points.get("rp", position.reinforcement))


def _counted(line: LineReader, *names: str) -> dict[str, int]:
    """Numbers behind words, `SP 20, RP 7`."""
    numbers = {}
    while line:
        line.skip(":", ",", "and")
        name = line.token.text.casefold() if line.token else ""
        if name not in names:
            raise ValueError(f"one of {', '.join(names)}, not {name!r}")
        line.word()
        numbers[name] = line.count()
    return numbers


def _resupply(position: Position, line: LineReader) -> Position:
    return position.but(resupply=line.count())


def _objectives(position: Position, line: LineReader) -> Position:
    """`objectives Midway, Hawaii`: those that were held when they were counted last."""
    return position.but(objectives=line.places())


def _counts(position: Position, line: LineReader) -> Position:
    """`counts 1942 7, 1943 8`: the objectives of earlier campaigns of the linked game."""
    return position.but(counts=_counted(line, *map(str, setup.YEARS)))


# -- expectations -------------------------------------------------------------------------------------------------


def _see_at(played: PlayedCase, line: LineReader) -> str | None:
    """`at Midway: Enterprise, [Lexington]`: the units of a point, all of them but carrier aircraft and airfields."""
    place = line.one_place()
    return _differing(played.position.at(place), line, place)


def _see_box(played: PlayedCase, line: LineReader) -> str | None:
    """`box P1: Lexington`, `box raiding: nobody`: the units of a box, all of them; `box out: Akagi`: some of those that
    are out of the game."""
    box = _known_box(line)
    if box != OUT:
        return _differing(played.position.at(box), line, box)
    line.skip(":")
    units = played.position.units
    left = [spec.text for spec in _described(line) if spec.id not in units or units[spec.id].place != OUT]
    return f"not out of the game: {', '.join(left)}" if left else None


def _see_sheet(played: PlayedCase, line: LineReader) -> str | None:
    """`sheet Coastal: Chicago/Northampton`, `sheet foxholes: 1st Marine`: ships and ground units in an area or box."""
    area = _area(line)
    return _differing(_in(played.position, _battle(played).boxes, area), line, area, air=True)


def _see_flying(played: PlayedCase, line: LineReader) -> str | None:
    """`flying Coastal: 28th BG`: the aircraft in an area, all of them."""
    area = _area(line)
    return _differing(_in(played.position, _battle(played).flying, area), line, area, air=True)


def _in_battle(check: Checker) -> Checker:
    """A line that holds only while a battle goes on."""
    return lambda played, line: check(played, line) if played.position.battle else NO_BATTLE


def _battle(played: PlayedCase) -> Battle:
    battle: Battle = played.position.battle
    return battle


def _area(line: LineReader) -> str:
    """An area of the battle sheet, or a box in one such as `foxholes`."""
    place = line.place() if line.token and line.token.ids("place") else None
    area = place[0] if place else line.word()
    if place and area not in AREAS:
        raise ValueError(f"no area of the battle sheet: {area}")
    line.skip(":")
    return area


def _in(position: Position, boxes: Mapping[str, str], box: str) -> list[Unit]:
    return [unit for unit in position.units.values() if boxes.get(unit.id) == box]


def _differing(units: Sequence[Unit], line: LineReader, place: str, *, air: bool = False) -> str | None:
    """In what the units of a place differ from those a line names."""
    line.skip(":")
    described = [] if line.accept(NOBODY) else [Described(spec) for spec in _described(line)]
    counted = [unit for unit in units if air or not (unit.is_cba or unit.kind == AIRFIELD)]
    missing, besides = unmatched(counted, described, lambda unit, description: True)
    if not missing and not besides:
        return None
    return (f"{place} lacks: {', '.join(wanted.spec.text for wanted in missing) or NOTHING}; "
            f"besides: {', '.join(map(_named, besides)) or NOTHING}")


def _named(unit: Unit) -> str:
    return unit.id if unit.full else f"[{unit.id}]"


def _see_unit(played: PlayedCase, line: LineReader) -> str | None:
    """`unit Enterprise: damaged, at Midway`, `unit jp_battalion_1: landing`, `unit Kaga: box out`."""
    (spec,) = _described(line)
    unit = played.position.units.get(spec.id)
    if unit is None:
        return None if line.rest().endswith("gone") and line.words() else f"{spec.id} is not in the game"
    while line:
        line.skip(":", ",", "and")
        if word := line.accept(*STATES):
            right = STATES[word.value](unit)
        elif line.accept("box"):
            right = unit.place == _known_box(line)
        elif line.accept("at"):
            right = unit.place == line.one_place()
        else:
            raise ValueError(f"a unit is not described by {line.rest()!r}")
        if not right:
            return (f"{_named(unit)} is at {unit.place or 'no place'}{', moved' if unit.moved else ''}"
                    f"{', landing' if unit.landing else ''}")
    return None


def _see_points(played: PlayedCase, line: LineReader) -> str | None:
    """`points SP 18, RP 0`: those that are left."""
    points = {"sp": played.position.supply, "rp": played.position.reinforcement}
    wanted = _counted(line, *points)
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
    wanted = _counted(line, *map(str, setup.YEARS))
    return None if wanted == counts else f"counts: {', '.join(f'{year} {held}' for year, held in counts.items())}"


def _see_held(played: PlayedCase, line: LineReader) -> str | None:
    """`held Furball, Seabees`: the American bonus markers not used yet; `held nothing`."""
    return _differing_markers(line, _battle(played).held)


def _see_drawn(played: PlayedCase, line: LineReader) -> str | None:
    """`drawn Lost contact`: the Japanese bonus markers in force, those that are kept included; `drawn nothing`."""
    battle = _battle(played)
    return _differing_markers(line, (*battle.drawn, *battle.kept))


def _differing_markers(line: LineReader, actual: Sequence[str]) -> str | None:
    wanted = () if line.accept(NOTHING) else tuple(_markers(line))
    return None if sorted(wanted) == sorted(actual) else f"markers: {', '.join(sorted(actual)) or NOTHING}"


def _markers(line: LineReader) -> Iterator[str]:
    """Bonus markers up to the end of the line."""
    while line:
        line.skip(":", ",", "and")
        written = line.token.text if line.token else ""
        card = line.card()
        if card is None:
            raise ValueError(f"no such bonus marker: {written}")
        yield card[0]


def _see_rounds(played: PlayedCase, line: LineReader) -> str | None:
    """`rounds 2`: how many are left, this one included."""
    rounds = _battle(played).rounds
    return None if line.count() == rounds else f"rounds: {rounds}"


def _see_plans(played: PlayedCase, line: LineReader) -> str | None:
    """`plans 2`: the Japanese plan count."""
    plans = _battle(played).plans
    return None if line.count() == plans else f"plan count: {plans}"


def _see_attack(played: PlayedCase, line: LineReader) -> str | None:
    """`attack aa Enterprise: die 3, normal 4, superior 2, hits 1`: some attack of a unit in a step of combat;
    `attack aa Enterprise: none` if it made none."""
    step = line.word()
    (spec,) = _described(line)
    attacks = [attack for act in played.acts if getattr(act, "step", "") == step
               for attack in getattr(act, "attacks", ()) if attack["unit"] == spec.id]
    if line.rest().endswith("none"):
        line.words()
        return f"attacks: {len(attacks)}" if attacks else None
    wanted = _counted(line, "die", "normal", "superior", "hits")
    if any(all(attack.get(name, 0) == number for name, number in wanted.items()) for attack in attacks):
        return None
    return "attacks: " + ("; ".join(", ".join(f"{name} {value}" for name, value in attack.items())
                                    for attack in attacks) or NOTHING)


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


def _capacities(position: Position) -> Mapping[str, int]:
    assert position.battle is not None
    return {side: position.battle.capacity.get(side, 0) for side in SIDES}


# -- parts of lines -----------------------------------------------------------------------------------------------


class Described(NamedTuple):
    """Units as a case describes them."""

    spec: UnitSpec


def _described(line: LineReader) -> list[UnitSpec]:
    """Descriptions of units in a row."""
    described: list[UnitSpec] = []
    while not described or line.accept(",", "and"):
        spec = UNITS.read(line)
        line.complain()
        if spec is None:
            raise ValueError(f"units, such as Enterprise or 2 American battalions, not {line.rest()!r}")
        described.append(spec)
    return described


GIVEN: Mapping[str, Giver] = {
    "scenario": _scenario, "campaign": _campaign, "year": _year, "turn": _turn, "step": _step, "option": _option,
    "at": _at, "landing": _landing, "moved": _moved, "box": _box, "points": _points, "resupply": _resupply,
    "objectives": _objectives, "counts": _counts}
SHEET: Mapping[str, Checker] = {
    "sheet": _see_sheet, "flying": _see_flying, "capacity": counting("capacity", _capacities), "held": _see_held,
    "drawn": _see_drawn, "rounds": _see_rounds, "plans": _see_plans}
EXPECTED: Mapping[str, Checker] = {
    "at": _see_at, "box": _see_box, "unit": _see_unit, "points": _see_points, "resupply": _see_resupply,
    "objectives": _see_objectives, "counts": _see_counts, "attack": _see_attack, "turn": _see_turn,
    "winner": _see_winner, **{word: _in_battle(check) for word, check in SHEET.items()}}
