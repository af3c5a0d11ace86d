"""The lines of case files about Fleet Commander: Nimitz that speak of a battle.

See docs/case-lines.md for the list with examples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from witp_pbem.games.nimitz.board.state import ABOARD, AREAS, BEACH, FOXHOLES, SIDES, TRANSPORT, Battle, Position, Unit
from witp_pbem.games.nimitz.case_units import NOTHING, compare_units, read_numbers, read_units
from witp_pbem.games.nimitz.rules.chapter_10_battle.attacks import AA, AIR, ASW, BOMBING, GROUND, GUNFIRE, TORPEDOES
from witp_pbem.table.case_lines import Checker, LineReader, counting
from witp_pbem.table.expectations import PlayedCase

NO_BATTLE = "no battle goes on at the end of the case"
BOXES = (FOXHOLES, BEACH, TRANSPORT, ABOARD)
STEPS = (AIR, AA, BOMBING, TORPEDOES, ASW, GUNFIRE, GROUND)


def _see_sheet(played: PlayedCase, line: LineReader) -> str | None:
    """`sheet Coastal: Chicago/Northampton`, `sheet foxholes: 1st Marine`: ships and ground units in an area or box."""
    area = _area(line)
    return compare_units(_in(played.position, _battle(played).boxes, area), line, area)


def _see_flying(played: PlayedCase, line: LineReader) -> str | None:
    """`flying Coastal: 28th BG`: the aircraft in an area, all of them."""
    area = _area(line)
    return compare_units(_in(played.position, _battle(played).flying, area), line, area)


def _battle(played: PlayedCase) -> Battle:
    """The battle that goes on."""
    battle: Battle = played.position.battle
    return battle


def _area(line: LineReader) -> str:
    """An area of the battle sheet, or a box in one such as `foxholes`."""
    place = line.place() if line.token and line.token.ids("place") else None
    area = place[0] if place else line.word()
    if area not in (*AREAS, *BOXES):
        raise ValueError(f"no area of the battle sheet, and none of {', '.join(BOXES)}: {area}")
    return area


def _in(position: Position, boxes: Mapping[str, str], box: str) -> list[Unit]:
    """The units in an area or box, in the order of the counter list."""
    return [unit for unit in position.units.values() if boxes.get(unit.id) == box]


def _see_held(played: PlayedCase, line: LineReader) -> str | None:
    """`held Furball, Seabees`: the American bonus markers not used yet; `held nothing`."""
    return _differing_markers(line, _battle(played).held)


def _see_drawn(played: PlayedCase, line: LineReader) -> str | None:
    """`drawn Lost contact`: the Japanese bonus markers in force, those that are kept included; `drawn nothing`."""
    battle = _battle(played)
    return _differing_markers(line, (*battle.drawn, *battle.kept))


def _differing_markers(line: LineReader, actual: Sequence[str]) -> str | None:
    """In what some markers differ from those a line names, or from `nothing`."""
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
    if step not in STEPS:
        raise ValueError(f"no such step of combat: {step}; there are {', '.join(STEPS)}")
    (spec,) = read_units(line)
    attacks = [attack for act in played.acts if getattr(act, "step", "") == step
               for attack in getattr(act, "attacks", ()) if attack["unit"] == spec.id]
    line.skip(":")
    if line.accept("none"):
        return f"attacks: {len(attacks)}" if attacks else None
    wanted = read_numbers(line, "die", "normal", "superior", "hits")
    if any(all(attack.get(name, 0) == number for name, number in wanted.items()) for attack in attacks):
        return None
    return "attacks: " + ("; ".join(", ".join(f"{name} {value}" for name, value in attack.items())
                                    for attack in attacks) or NOTHING)


def _capacities(position: Position) -> Mapping[str, int]:
    assert position.battle is not None
    return {side: position.battle.capacity.get(side, 0) for side in SIDES}


def _in_battle(check: Checker) -> Checker:
    """A line that holds only while a battle goes on."""
    return lambda played, line: check(played, line) if played.position.battle else NO_BATTLE


SHEET: Mapping[str, Checker] = {
    "sheet": _see_sheet, "flying": _see_flying, "capacity": counting("capacity", _capacities), "held": _see_held,
    "drawn": _see_drawn, "rounds": _see_rounds, "plans": _see_plans}
BATTLES: Mapping[str, Checker] = {**{word: _in_battle(check) for word, check in SHEET.items()}, "attack": _see_attack}
