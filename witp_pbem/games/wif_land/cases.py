"""What the land rules of World in Flames add to case files: the lines of `given` about what stands in play, and their
own expectations. `case_data` has the lines that draw a map and place units.

See docs/case-lines.md for the list with examples, and `table.case_lines` for how lines are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.games.common import options
from witp_pbem.games.common.cases import unmatched
from witp_pbem.games.common.order_values import UnitSpec
from witp_pbem.games.wif_land.board import setup
from witp_pbem.games.wif_land.board.data import Data
from witp_pbem.games.wif_land.board.events import AttackFought, OddsReckoned, StrengthReckoned, TableChosen
from witp_pbem.games.wif_land.board.state import FATES, INVASION, OUT, PARADROP, SIDES, Attack, Position, Unit
from witp_pbem.games.wif_land.board.turn import FIRST, SETUP
from witp_pbem.games.wif_land.case_data import CASE
from witp_pbem.games.wif_land.orders.words import UNITS
from witp_pbem.games.wif_land.rules.sequence import STEPS
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.table.case_lines import CaseLines, Checker, Giver, LineReader
from witp_pbem.table.event import Event
from witp_pbem.table.expectations import PlayedCase
from witp_pbem.table.language import listing
from witp_pbem.table.problem import Problem, invalid
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import problem_sentence

NOBODY, NOTHING = "nobody", "nothing"
GROUPS = {"with": "units", "invaders": "invaders", "paratroops": "paratroops"}  # of the units of an attack
STATES: Mapping[str, Callable[[Unit], bool]] = {
    "face-up": lambda unit: unit.full, "face-down": lambda unit: not unit.full,
    "moved": lambda unit: unit.moved, "fresh": lambda unit: not unit.moved,
    "landing": lambda unit: bool(unit.landing), "aboard": lambda unit: bool(unit.aboard),
    "ashore": lambda unit: not unit.aboard and not unit.landing,
    **{fate: lambda unit, fate=fate: unit.fate == fate for fate in FATES}}  # type: ignore[misc]


def case_lines(game: Any) -> CaseLines:
    """The lines of case files about the land rules of World in Flames."""
    return CaseLines(game, GIVEN, EXPECTED, None, lambda: blank(game.data), tuple(STEPS))


def blank(data: Data) -> Position:
    """The position that a case brings along, without one a map whose units are off it: before the first impulse. Each
    side controls the hexes its units stand in, as far as the case does not say who does."""
    if CASE not in data.positions:
        opening = setup.open_position(data, next(iter(data.positions)), {})
        assert isinstance(opening, Position)
        units = (unit._replace(place=OUT) for unit in opening.units.values())
        return opening.but_units(*units).but(turn=1, step=FIRST, limits={}, options={}, control={})
    position = setup.open_position(data, CASE, {})
    assert isinstance(position, Position)
    held = {unit.place: unit.side for unit in position.units.values()
            if unit.is_ground and unit.place in position.map.hexes}
    return position.but(turn=1, step=FIRST, control={**held, **position.control})


# -- given ----------------------------------------------------------------------------------------------------------


def _scenario(position: Position, line: LineReader) -> Position:
    """`scenario smolensk-july-1941`: one of the positions of the game, or of a data file; stands before all others."""
    name = line.rest()
    line.words()
    opening = setup.open_position(position.data, name, {})
    if not isinstance(opening, Position):
        raise ValueError(problem_sentence(opening[0]))
    return opening.but(turn=1, step=FIRST)


def _option(position: Position, line: LineReader) -> Position:
    """`option notional_sign subtract`; without a value it is taken as yes."""
    name, *value = line.words()
    option: Any = options.read(position.data.options, name, value[0] if value else "yes")
    if (name, option) == (setup.TWO_DICE, "yes") and not position.data.combat.two_dice:
        option = invalid("no-two-dice")
    if isinstance(option, Problem):
        raise ValueError(problem_sentence(option, line.game.catalogue))
    return position.but(options={**position.options, name: option})


def _turn(position: Position, line: LineReader) -> Position:
    """`turn 2`: the impulse."""
    turn = line.count()
    if not 0 < turn <= len(position.impulses):
        raise ValueError(say("there is no impulse {turn}", turn=turn))
    return position.but(turn=turn)


def _step(position: Position, line: LineReader) -> Position:
    """`step combat`; all but the set-up lie within an impulse."""
    step = line.word()
    if step not in (known := (*STEPS, SETUP)):
        raise ValueError(say("no such step: {step}; there are {known}", step=step, known=listing(known)))
    return position.but(step=step, turn=0 if step == SETUP else position.turn)


def _moved(position: Position, line: LineReader) -> Position:
    """`moved ge-arm-1, ge-arm-2`: they have moved in this impulse."""
    return position.but_units(*(unit._replace(moved=True) for unit in _units(position, line)))


def _landing(position: Position, line: LineReader) -> Position:
    """`landing 0203: jp-mar-1`: units set up to invade, or to drop, on a hex."""
    hex = line.one_place()  # noqa: A001
    return position.but_units(*(
        unit._replace(landing=INVASION if unit.place in position.map.areas else PARADROP, target=hex, moved=True,
                      invaded=unit.place in position.map.areas)
        for unit in _units(position, line)))


def _spent(position: Position, line: LineReader) -> Position:
    """`spent rail_moves 3`: of the limits of the action."""
    return position.but(spent={**position.spent, line.word(): line.count()})


def _crossed(position: Position, line: LineReader) -> Position:
    """`crossed 0101 0102`: a strait that a unit has crossed by rail this turn."""
    return position.but(crossed=(*position.crossed, "-".join(sorted(line.places()))))


def _counting(field: str) -> Giver:
    """`factories 0703 2`, `ruined 0703 1`, `idle 0704 1`: how many are in a hex."""
    def give(position: Position, line: LineReader) -> Position:
        return position.but(**{field: {**getattr(position, field), line.one_place(): line.count()}})
    return give


def _attack(position: Position, line: LineReader) -> Position:
    """`attack 0303 with ge-arm-1, ge-arm-2`, `attack 0203 invaders jp-mar-1 paratroops jp-para-1`: a declared one."""
    target, groups = line.one_place(), dict[str, Any]()
    while word := line.accept(*GROUPS):
        groups[GROUPS[word.value]] = tuple(unit.id for unit in _units(position, line))
    return position.but(attacks=(*position.attacks, Attack(target, **groups)))


def _units(position: Position, line: LineReader) -> Iterator[Unit]:
    """Units of the position by their ids or names."""
    for spec in _named(line):
        if spec.id not in position.units:
            raise ValueError(say("no such unit: {unit}", unit=spec.text))
        yield position.units[spec.id]


def _named(line: LineReader) -> list[UnitSpec]:
    """Descriptions of units in a row."""
    line.skip(":")
    specs: list[UnitSpec] = []
    while not specs or line.accept(",", "and"):
        spec = UNITS.read(line)
        line.complain()
        if spec is None:
            raise ValueError(say("units, such as ge-arm-1 or 2 German ARM, not {words}", words=line.rest()))
        specs.append(spec)
    return specs


# -- expectations ---------------------------------------------------------------------------------------------------


class Described(NamedTuple):
    """Units as a case describes them."""

    spec: UnitSpec


def _see_at(played: PlayedCase, line: LineReader) -> str | None:
    """`at 0303: ge-arm-1, [ge-inf-1]`, `at 0303: nobody`: the units of a hex, all of them; brackets: face-down."""
    place = line.one_place()
    wanted = [] if line.accept(NOBODY) else [Described(spec) for spec in _named(line)]
    missing, besides = unmatched(played.position.at(place), wanted, lambda unit, described: True)
    if not missing and not besides:
        return None
    return (f"{place} lacks: {', '.join(described.spec.text for described in missing) or NOTHING}; "
            f"besides: {', '.join(map(_shown, besides)) or NOTHING}")


def _shown(unit: Unit) -> str:
    """A unit as a case names it: by its id, in brackets if it is face-down."""
    return unit.id if unit.full else f"[{unit.id}]"


def _see_unit(played: PlayedCase, line: LineReader) -> str | None:
    """`unit ge-arm-1: face-down, at 0303`, `unit us-inf-1: destroyed`, `unit us-inf-1: production`."""
    (unit,) = _units(played.position, line)
    line.skip(":")
    while line:
        line.skip(",", "and")
        if word := line.accept(*STATES):
            right = STATES[word.value](unit)
        elif line.accept("at"):
            right = unit.place == line.one_place()
        else:
            raise ValueError(say("a unit is not described by {words}", words=line.rest()))
        if not right:
            return (f"{_shown(unit)} is at {unit.place or 'no place'}{', moved' if unit.moved else ''}"
                    f"{f', {unit.fate}' if unit.fate else ''}{f', {unit.landing}' if unit.landing else ''}")
    return None


def _see_control(played: PlayedCase, line: LineReader) -> str | None:
    """`control axis: 0303, 0304`: the side controls these hexes at least."""
    side = line.side()
    others = [place for place in line.places() if played.position.control.get(place) != side]
    return f"not controlled by {side}: {', '.join(others)}" if others else None


def _see_count(field: str) -> Checker:
    """`factories 0703 2`: how many are in a hex."""
    def check(played: PlayedCase, line: LineReader) -> str | None:
        place = line.one_place()
        count = getattr(played.position, field).get(place, 0)
        return None if line.count() == count else f"{field} in {place}: {count}"
    return check


def _see_weather(played: PlayedCase, line: LineReader) -> str | None:
    """`weather 0303 snow`."""
    weather = played.position.weather_at(line.one_place()).id
    return None if line.word() == weather else f"weather: {weather}"


def _see_spent(played: PlayedCase, line: LineReader) -> str | None:
    """`spent rail_moves 3`: of the limits of the action."""
    spent = played.position.spent.get(line.word(), 0)
    return None if line.count() == spent else f"spent: {spent}"


def _see_turn(played: PlayedCase, line: LineReader) -> str | None:
    """`turn 2, movement`: the impulse, and the step that comes next."""
    position = played.position
    turn = line.count()
    line.skip(",")
    step = line.word() if line else position.step
    return None if (turn, step) == (position.turn, position.step) else f"turn {position.turn}, {position.step}"


def _see_over(played: PlayedCase, line: LineReader) -> str | None:
    """`over played`, `over resigned`, `over no`: whether the game is over, and why."""
    outcome = played.position.outcome
    reason = outcome.reason if outcome else "no"
    return None if line.word() == reason else f"over: {reason}"


# How `combat` names what an attack comes to: by the event it is from and the field; sides have their totals besides.
REASONED: Mapping[str, tuple[type[Event], str]] = {
    "odds": (OddsReckoned, "odds"), "percent": (OddsReckoned, "percent"), "final": (OddsReckoned, "final"),
    "column": (OddsReckoned, "column"), "modifiers": (OddsReckoned, "modifiers"), "shifts": (OddsReckoned, "shifts"),
    "table": (TableChosen, "table"), "chooser": (TableChosen, "side"), "blitz": (TableChosen, "is_blitz_possible"),
    "barred": (TableChosen, "barred"), "number": (AttackFought, "number"), "result": (AttackFought, "result")}
TOTALS = ("ground", "notional", "bombardment", "air", "total")


def _see_combat(played: PlayedCase, line: LineReader) -> str | None:
    """`combat 0303: axis total 28, allies total 5, odds 5:1, final 6:1, table blitz, result -/1B`: what the attack on a
    hex comes to."""
    place = line.one_place()
    acts = [act for act in played.acts if isinstance(act, Event) and getattr(act, "hex", "") == place]
    while line:
        side = line.side() if line.sees(*SIDES) else ""
        name = line.word()
        actual = _reasoned(acts, side, name)
        if actual is None:
            return f"no {name} was reckoned at {place}"
        if _value(line) != actual.casefold().replace(" ", ""):
            return f"{side} {name} at {place}: {actual}".strip()
    return None


def _reasoned(acts: Sequence[Event], side: str, name: str) -> str | None:
    """A value of an attack, the last that was reckoned, as a case writes it; None where there is none."""
    if not (side and name in TOTALS or not side and name in REASONED):
        raise ValueError(f"an attack has no {side} {name}; it has {', '.join(REASONED)} and of each side "
                         f"{', '.join(TOTALS)}")
    kind, field = (StrengthReckoned, name) if side else REASONED[name]
    values = [getattr(act, field) for act in acts if isinstance(act, kind) and side in ("", getattr(act, "side", ""))]
    return _written(values[-1]) if values else None


def _written(value: Any) -> str:
    """A value of an event as a case writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(value) or NOTHING
    return str(value) or NOTHING


def _value(line: LineReader) -> str:
    """What stands up to the next comma, without blanks."""
    written = ""
    while line.token and not line.accept(","):
        written += line.token.text.casefold()
        line.index += 1
    return written


GIVEN: Mapping[str, Giver] = {
    "scenario": _scenario, "option": _option, "turn": _turn, "step": _step, "moved": _moved, "landing": _landing,
    "spent": _spent, "crossed": _crossed, "factories": _counting("factories"), "ruined": _counting("ruined"),
    "idle": _counting("idle"), "attack": _attack}
EXPECTED: Mapping[str, Checker] = {
    "at": _see_at, "unit": _see_unit, "control": _see_control, "factories": _see_count("factories"),
    "ruined": _see_count("ruined"), "idle": _see_count("idle"), "weather": _see_weather, "spent": _see_spent,
    "turn": _see_turn, "over": _see_over, "combat": _see_combat}
