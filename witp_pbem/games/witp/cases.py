"""What War in the Pacific adds to case files: the lines of `given` and its own expectations.

See docs/case-lines.md for the list with examples, and `table.case_lines` for how lines are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from witp_pbem.games.common import options
from witp_pbem.games.common.cases import take, units_by_id, unmatched
from witp_pbem.games.common.nouns import unit_id
from witp_pbem.games.common.order_values import UnitSpec
from witp_pbem.games.witp.board import setup
from witp_pbem.games.witp.board.data import Data
from witp_pbem.games.witp.board.state import (
    ARRIVING,
    BIDDERS,
    BIDS,
    ENEMY,
    LAND,
    MAP,
    NAVAL,
    REMOVED,
    RESERVE,
    SIDE_OF,
    SIDES,
    Position,
    Unit,
)
from witp_pbem.games.witp.board.turn import OUTLINE, SETUP
from witp_pbem.games.witp.orders.words import UNITS
from witp_pbem.games.witp.rules.chapter_02_components import air, control
from witp_pbem.games.witp.rules.chapter_02_components.neutral import NEUTRAL, SURPRISED
from witp_pbem.games.witp.rules.chapter_04_cards.effects import in_force
from witp_pbem.games.witp.rules.chapter_04_cards.immediate import LASTING
from witp_pbem.games.witp.rules.chapter_04_cards.targets import instruction
from witp_pbem.games.witp.rules.chapter_10_redeployment import stacks
from witp_pbem.games.witp.words import wording
from witp_pbem.table.case_lines import CaseLines, Checker, Giver, LineReader, counting, giving, giving_side
from witp_pbem.table.expectations import PlayedCase
from witp_pbem.table.problem import Problem
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import problem_sentence


def case_lines(game: Any) -> CaseLines:
    """The lines of case files about a game of War in the Pacific."""
    return CaseLines(game, GIVEN, EXPECTED, game.data.map, lambda: blank(game.data), tuple(OUTLINE))


def blank(data: Data) -> Position:
    """An empty board on turn 2, all counters in reserve."""
    units = {entry["id"]: setup.set_up(entry)._replace(status=RESERVE, hex="", arrival=0) for entry in data.units}
    return Position(data, turn=2, step="movement", units=units)


# -- given --------------------------------------------------------------------------------------------------------


def _scenario(position: Position, line: LineReader) -> Position:
    """`scenario standard`: its opening position, with options named behind it; stands before all other lines."""
    opening = setup.open_position(position.data, line.word(), dict.fromkeys(line.words(), "yes"))
    if not isinstance(opening, Position):
        raise ValueError(problem_sentence(opening[0]))
    return replace(opening, step="movement")


def _short(position: Position, line: LineReader) -> Position:
    """`short game: last turn 6, bid 18`: the shortened game; with a bid the first player plays Japan."""
    line.skip("game", ":", "last", "turn")
    position = replace(position, scenario="short", options={**position.options, setup.LAST_TURN: line.count()})
    line.skip(",", "and")
    if not line.accept("bid"):
        return position
    return replace(position, bid=line.count(), players=dict(zip(SIDES, BIDDERS, strict=True)))


def _turn(position: Position, line: LineReader) -> Position:
    turn = line.count()
    if turn not in position.data.turns:
        raise ValueError(f"there is no turn {turn}")
    return replace(position, turn=turn)


def _step(position: Position, line: LineReader) -> Position:
    step = " ".join(line.words())
    if step not in (known := (*OUTLINE, BIDS, SETUP)):
        raise ValueError(f"no such step: {step}; there are {', '.join(known)}")
    return replace(position, step=step)


def _points(position: Position, line: LineReader) -> Position:
    """`points Japan 14, Allies 17`: total resource points of the turn, all of them on hand."""
    points = line.counts()
    return replace(position, trp_start={**position.trp_start, **points}, rp={**position.rp, **points})


def _left(position: Position, line: LineReader) -> Position:
    """`left Japan 3, Allies 0`: resource points still on hand."""
    return replace(position, rp={**position.rp, **line.counts()})


def _penalty(position: Position, line: LineReader) -> Position:
    """`penalty Japan 3`: points it loses this turn for its garrison in China at the end of the last."""
    return replace(position, pending={side: -amount for side, amount in line.counts().items()})


def _at(position: Position, line: LineReader) -> Position:
    """`at Manila: 2 Japanese carrier, [1 US land], 1 UK naval carrying 1 UK land, JP-N-3`."""
    number = line.one_place()
    units = dict(position.units)
    for spec, is_aboard in _described(line):
        for unit in take(units, spec, lambda unit: unit.status != MAP):
            ship = _free_ship(units, unit, number) if is_aboard else ""
            units[unit.id] = unit._replace(status=MAP, hex=number, full=spec.full is not False, aboard=ship, water="")
    return replace(position, units=units)


def _water(position: Position, line: LineReader) -> Position:
    """`water UK-N-1 west` puts a fleet in one of the two seas of its hex."""
    (unit,) = units_by_id(position.units, line)
    sea = line.word()
    if sea not in position.data.map[unit.hex].seas.values():
        raise ValueError(f"{position.data.map.name(unit.hex)} has no {sea} sea of its own")
    return position.but_units(unit._replace(water=sea))


def _continuing(position: Position, line: LineReader) -> Position:
    line.skip("goes", "on", "at", "in")
    return replace(position, continuing=_sorted_places(line, position.continuing))


def _deck(position: Position, line: LineReader) -> Position:
    """`deck 1942: 2`: so many cards are left in a year's deck, face down."""
    year = str(line.count())
    line.skip(":")
    return replace(position, decks={**position.decks, year: {"size": line.count(), "drawn": 0, "seals": ()}})


def _discarded(position: Position, line: LineReader) -> Position:
    return replace(position, discards=(*position.discards, *line.cards()))


def _card(position: Position, line: LineReader) -> Position:
    """`card in force 1944-06 Japan`: the lasting effects of a card, used by that side."""
    line.skip("in", "at", "force")
    card, side = line.one_card(), line.side()
    effects = [in_force(effect, card, side, place)
               for place, effect in enumerate(instruction(position, card, side).get("effects", ()))
               if effect["op"] in LASTING]
    if not effects:
        raise ValueError(f"{position.data.card_name(card)} has no lasting effect when {side} uses it")
    return replace(position, effects=(*position.effects, *effects))


def _changing(**fields: Any) -> Giver:
    """A line of units that have all changed in the same way: `moved JP-N-1, JP-N-2`."""
    return lambda position, line: position.but_units(
        *(unit._replace(**fields) for unit in units_by_id(position.units, line)))


def _empty(position: Position, line: LineReader) -> Position:
    """`empty Manila` takes everybody out of a hex."""
    here = position.at(line.one_place())
    return position.but_units(*(unit._replace(status=RESERVE, hex="", aboard="") for unit in here))


def _arriving(position: Position, line: LineReader) -> Position:
    """`arriving JP-N-12, US-L-7` puts units on this turn's space of the turn track."""
    return _changing(status=ARRIVING, hex="", arrival=position.turn)(position, line)  # type: ignore[no-any-return]


def _redeployed(position: Position, line: LineReader) -> Position:
    """`redeployed JP-N-1, JP-N-2`: they have redeployed this turn, as one stack."""
    units = units_by_id(position.units, line)
    moved = {**position.stacks, units[0].side: position.stacks[units[0].side] + 1}
    return replace(position, redeployed=(*position.redeployed, *(unit.id for unit in units)), stacks=moved)


def _option(position: Position, line: LineReader) -> Position:
    """`option transport_leg_between_nodes 2`; without a value it is taken as yes."""
    name, *value = line.words()
    option = options.read(position.data.options, name, value[0] if value else "yes")
    if isinstance(option, Problem):
        raise ValueError(problem_sentence(option, wording))
    return replace(position, options={**position.options, name: option})


def _taken(position: Position, line: LineReader) -> Position:
    """`taken by Japan: Singapore, Brunei`: what it has taken of the Allies' before, for sudden death."""
    line.skip("by", "japan")
    return replace(position, taken=_sorted_places(line))


def _america(position: Position, line: LineReader) -> Position:
    """`America neutral`, or `surprised` on the turn Japan declares war; scenario 13.4."""
    line.skip("is", ":")
    state = line.word()
    if state not in (NEUTRAL, SURPRISED):
        raise ValueError(f"America is {NEUTRAL} or {SURPRISED}, not {state}")
    return replace(position, scenario="delayed_us", america=state)


def _sent(position: Position, line: LineReader) -> Position:
    """`sent to Chungking: UK-A-2`: the Allied air unit that has gone there."""
    line.skip("to")
    line.place()
    (unit,) = units_by_id(position.units, line)
    moved = position.but_units(unit._replace(status=MAP, hex=position.data.map.chungking))
    return replace(moved, chungking_air=unit.id)


# -- expectations -------------------------------------------------------------------------------------------------


def _see_at(played: PlayedCase, line: LineReader) -> str | None:
    """`at Manila: 2 US land, [1 US air]`: the units of a hex, all of them; `nobody` for an empty one."""
    number = line.one_place()
    described = [] if line.accept("nobody") else _described(line)
    missing, besides = unmatched(played.position.at(number), described,
                                 lambda unit, description: bool(unit.aboard) == description.is_aboard)
    if not missing and not besides:
        return None
    wanted = ", ".join(("aboard " if is_aboard else "") + spec.text for spec, is_aboard in missing)
    left = ", ".join(unit_id(unit) + (" aboard" if unit.aboard else "") for unit in besides)
    return f"at {played.position.data.map.name(number)} missing: {wanted or 'none'}; besides: {left or 'none'}"


def _see_unit(played: PlayedCase, line: LineReader) -> str | None:
    """`unit US-A-1: reduced, at Manila`: any of full, reduced, removed, arriving, at PLACE, aboard JP-N-1,
    ashore, west, east."""
    (unit,) = units_by_id(played.position.units, line)
    state = {"full" if unit.full else "reduced", unit.status, "aboard" if unit.aboard else "ashore", unit.water}
    known = {"full", "reduced", MAP, ARRIVING, RESERVE, REMOVED, "aboard", "ashore", "west", "east"}
    where = f"at {played.position.data.map.name(unit.hex)}" if unit.hex else "nowhere"
    ship_name = f" ({unit.aboard})" if unit.aboard else ""
    while line:
        line.skip(":", ",", "and", "at")
        token = line.accept(*known)  # before places: a word may begin the name of one
        place, ship = (None, None) if token else (line.place(), line.unit())
        word = token.value if token else "" if place or ship else line.word()
        if word and word not in known:
            raise ValueError(f"a unit is not described by {word!r}")
        if place and place[0] != unit.hex or ship and ship.id != unit.aboard or word and word not in state:
            return f"{unit.id} is {', '.join(sorted(state - {''}))}, {where}{ship_name}"
    return None


def _see_bases(played: PlayedCase, line: LineReader) -> str | None:
    side = line.side()
    return _compared(f"bases of {side}", _sorted_places(line), played.position.bases[side], played)


def _see_continuing(played: PlayedCase, line: LineReader) -> str | None:
    """`battle goes on at Manila`: all hexes with a continuing battle; `battle goes on nowhere`."""
    line.skip("goes", "on", "at", "in")
    wanted = () if line.accept("nowhere") else _sorted_places(line)
    return _compared("battles go on at", wanted, played.position.continuing, played)


def _see_zone(played: PlayedCase, line: LineReader) -> str | None:
    """`zone Japan: 1007, 0908`: all hexes in Japan's un-nullified air zones of control."""
    side = line.side()
    zone = tuple(sorted(air.zone(played.position, ENEMY[side])))
    return _compared(f"zone of {side}", _sorted_places(line), zone, played)


def _see_control(played: PlayedCase, line: LineReader) -> str | None:
    """`control Allies: Manila, Leyte`: some of the bases a side controls."""
    side = line.side()
    wrong = tuple(number for number in line.places() if control.controller(played.position, number) != side)
    return _compared(f"not controlled by {side}", (), wrong, played)


def _see_hand(played: PlayedCase, line: LineReader) -> str | None:
    """`hand Japan: 1942-02`, also cards that were drawn face down; `hand Japan: nothing`."""
    side = line.side()
    wanted = () if line.accept("nothing") else line.cards()
    hand = sorted(played.look(slot) or slot for slot in played.position.hands[side])
    return None if hand == sorted(wanted) else f"hand of {side}: {', '.join(hand) or 'empty'}"


def _see_winner(played: PlayedCase, line: LineReader) -> str | None:
    """`winner Allies`, or `winner nobody` while the game goes on."""
    wanted = "nobody" if line.accept("nobody") else line.side()
    outcome = played.position.outcome
    winner = outcome.winner if outcome else "nobody"
    return None if winner == wanted else f"winner: {winner}"


def _see_america(played: PlayedCase, line: LineReader) -> str | None:
    """`America neutral`, `America surprised` or `America is at war` (scenario 13.4)."""
    line.skip("is", "at")
    state = played.position.america or "war"
    return None if line.word() == state else f"America: {state}"


def _stacks_left(position: Position) -> Mapping[str, int]:
    return {side: stacks.stacks_left(position, side) for side in SIDES}


# -- parts of lines -----------------------------------------------------------------------------------------------


def _sorted_places(line: LineReader, known: Iterable[str] = ()) -> tuple[str, ...]:
    return tuple(sorted({*known, *line.places()}))


def _compared(what: str, wanted: Sequence[str], places: Sequence[str], played: PlayedCase) -> str | None:
    """None if the places are those wanted, else which they are."""
    named = ", ".join(played.position.data.map.name(number) for number in places)
    return None if places == wanted else f"{what}: {named or 'none'}"


class Described(NamedTuple):
    """Units as a case describes them; `is_aboard` for land units aboard the ships named before them."""

    spec: UnitSpec
    is_aboard: bool


def _described(line: LineReader) -> list[Described]:
    """Descriptions of units up to the end of the line. Land units that follow `carrying` are aboard, up to the next
    unit of another type or of the other side."""
    described: list[Described] = []
    is_aboard = False
    while not described or line.accept(",", "and") or (line.token and line.token.value == "carrying"):
        is_aboard = bool(line.accept("carrying")) or is_aboard
        spec = UNITS.read(line)
        line.complain()
        if spec is None:
            raise ValueError(f"units, such as 2 US naval, not {line.rest()!r}")
        is_land = spec.kinds == (LAND,) or "-L-" in spec.id
        is_aboard = is_aboard and is_land and (not described or _side_of(spec) == _side_of(described[-1].spec))
        described.append(Described(spec, is_aboard))
    return described


def _side_of(spec: UnitSpec) -> str:
    return SIDE_OF.get(setup.NATIONS.get(spec.id[:2], "") if spec.id else spec.nation, "")


def _free_ship(units: Mapping[str, Unit], land: Unit, number: str) -> str:
    """The first surface fleet of the land unit's side in the hex that carries nobody yet."""
    taken = {unit.aboard for unit in units.values()}
    for unit in units.values():
        if unit.hex == number and unit.kind == NAVAL and unit.side == land.side and unit.id not in taken:
            return unit.id
    raise ValueError(f"no ship is left to carry {land.id}")


GIVEN: Mapping[str, Callable[[Position, LineReader], Position]] = {
    "scenario": _scenario, "short": _short, "turn": _turn, "step": _step, "points": _points, "left": _left, "at": _at,
    "water": _water, "bases": giving_side("bases", _sorted_places), "battle": _continuing,
    "hand": giving_side("hands", LineReader.cards), "deck": _deck, "discarded": _discarded, "card": _card,
    "removed": _changing(status=REMOVED, hex="", aboard=""), "empty": _empty, "arriving": _arriving,
    "moved": _changing(moved=True), "redeployed": _redeployed, "targets": giving_side("targets", LineReader.places),
    "option": _option, "penalty": _penalty, "taken": _taken, "america": _america, "sent": _sent,
    "fought": giving("the", "chinese", china_fought=True, china_duty=True),
    "duty": giving("to", "from", "at", "fight", "the", "chinese", china_duty=True),
    "surrendered": giving("china", "chinese", china_surrendered=True)}
EXPECTED: Mapping[str, Checker] = {
    "at": _see_at, "points": counting("points left", lambda position: position.rp),
    "stacks": counting("stacks left", _stacks_left, "left"), "bases": _see_bases, "unit": _see_unit,
    "battle": _see_continuing, "zone": _see_zone, "control": _see_control, "hand": _see_hand, "america": _see_america,
    "total": counting("total", lambda position: position.trp_start), "winner": _see_winner}
