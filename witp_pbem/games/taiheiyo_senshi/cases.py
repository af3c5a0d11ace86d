"""What 太平洋戦史 adds to case files: the lines of `given` and its own expectations.

See docs/case-lines.md for the list with examples, and `table.case_lines` for how lines are read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from witp_pbem.games.common import options
from witp_pbem.games.common.cases import take, unmatched
from witp_pbem.games.common.order_values import UnitSpec
from witp_pbem.games.taiheiyo_senshi.board import names, setup
from witp_pbem.games.taiheiyo_senshi.board.data import Data
from witp_pbem.games.taiheiyo_senshi.board.state import (
    ALLIES,
    COMING,
    JAPAN,
    MAP,
    REMOVED,
    SIDES,
    TRACK,
    Position,
    Side,
    Unit,
)
from witp_pbem.games.taiheiyo_senshi.orders.words import UNITS
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components.hands import DECK
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import occupation
from witp_pbem.games.taiheiyo_senshi.rules.chapter_05_turn.sequence import STEPS
from witp_pbem.table.case_lines import CaseLines, Checker, Giver, LineReader, counting, giving, giving_side
from witp_pbem.table.expectations import PlayedCase
from witp_pbem.table.problem import Problem
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import problem_sentence

NOBODY = "nobody"


def case_lines(game: Any) -> CaseLines:
    """The lines of case files about 太平洋戦史."""
    return CaseLines(game, GIVEN, EXPECTED, game.data.map.points, lambda: blank(game.data), tuple(STEPS))


def blank(data: Data) -> Position:
    """An empty board in the operations phase of turn 2, with the port markers of the set-up; nobody has a card, and all
    of them lie in the deck."""
    opening = setup.open_position(data, setup.STANDARD, {})
    assert isinstance(opening, Position)
    units = {unit.id: unit._replace(status=COMING, point="", turn=0) for unit in opening.units.values()}
    return replace(opening, turn=2, step="operations", units=units, decks={DECK: _deck_of(len(data.cards))})


def _deck_of(size: int) -> dict[str, Any]:
    return {"size": size, "drawn": 0, "seals": ()}


def settled(position: Position) -> Position:
    """The position with every point occupied by whom the units there and zones say."""
    held = {point: side for point in position.data.map.points if (side := occupation.occupier(position, point))}
    return replace(position, held=dict(sorted(held.items())))


# -- given --------------------------------------------------------------------------------------------------------


def _scenario(position: Position, line: LineReader) -> Position:
    """`scenario standard`: the position before the set-up; stands before all other lines."""
    opening = setup.open_position(position.data, line.word(), {})
    if not isinstance(opening, Position):
        raise ValueError(problem_sentence(opening[0]))
    return opening


def _turn(position: Position, line: LineReader) -> Position:
    turn = line.count()
    if turn not in position.data.turns:
        raise ValueError(f"there is no turn {turn}")
    return replace(position, turn=turn)


def _step(position: Position, line: LineReader) -> Position:
    step = _rest(line)
    if step not in (known := (*STEPS, "setup", "turn 0")):
        raise ValueError(f"no such step: {step}; there are {', '.join(known)}")
    decks = position.decks if step == "setup" else position.decks or {DECK: _deck_of(len(position.data.cards))}
    is_over = step not in ("setup", "turn 0", "reinforcement", "operations")
    return replace(position, step=step, decks=decks, over=is_over)


def _at(position: Position, line: LineReader) -> Position:
    """`at Midway: Enterprise, [Wasp], 1 allied air`: brackets mean face-down."""
    point = line.one_place()
    return settled(_changed(position, line, status=MAP, point=point, turn=0))


def _returning(position: Position, line: LineReader) -> Position:
    """`returning on turn 3: Akagi`: on the turn track, not for repair."""
    return _on_track(position, line, repair=False)


def _damaged(position: Position, line: LineReader) -> Position:
    """`damaged until turn 3: Akagi`: under repair on the turn track."""
    return _on_track(position, line, repair=True)


def _on_track(position: Position, line: LineReader, *, repair: bool) -> Position:
    line.skip("on", "until", "turn")
    return _changed(position, line, status=TRACK, point="", turn=line.count(), repair=repair)


def _arriving(position: Position, line: LineReader) -> Position:
    """`arriving Yamato, 1 allied air`: new units of this turn."""
    return _changed(position, line, status=COMING, point="", turn=position.turn)


def _removed(position: Position, line: LineReader) -> Position:
    return _changed(position, line, status=REMOVED, point="")


def _changed(position: Position, line: LineReader, **fields: Any) -> Position:
    """The position with the units of a line changed; those described by type come from beside the board."""
    line.skip(":")
    units = dict(position.units)
    for spec in _described(line):
        for unit in take(units, spec, lambda unit: unit.status == COMING and not unit.turn):
            units[unit.id] = unit._replace(**fields, up=spec.full is not False)
    return replace(position, units=units)


def _ports(position: Position, line: LineReader) -> Position:
    """`ports Japan: Singapore`: the port markers there are turned to a side; the others lie as set up."""
    side = line.side()
    return settled(replace(position, ports={**position.ports, **dict.fromkeys(line.places(), side)}))


def _held(position: Position, line: LineReader) -> Position:
    """`held Japan: Singapore, Borneo`, `held nobody: Attu`: who occupies points, where units do not say so."""
    side = "" if line.accept(NOBODY) else line.side()
    held = {**position.held, **dict.fromkeys(line.places(), side)}
    return replace(position, held={point: held[point] for point in sorted(held) if held[point]})


def _train(position: Position, line: LineReader) -> Position:
    """`train at Midway`: the Fleet Train, placed this turn."""
    line.skip("at", "in")
    return settled(replace(position, train=line.one_place(), trains=(*position.trains, position.turn)))


def _score(position: Position, line: LineReader) -> Position:
    return replace(position, score=_points(line))


def _points(line: LineReader) -> int:
    """`Japan 3`, `Allies 2` or `0`: the score marker, as points that Japan leads by."""
    line.skip("points")
    if line.token and line.token.value.isdigit():
        return line.count()
    side = line.side()
    return line.count() if side == JAPAN else -line.count()


def _deck(position: Position, line: LineReader) -> Position:
    """`deck 3`: so many cards are left in the deck, face down."""
    return replace(position, decks={DECK: _deck_of(line.count())})


def _discarded(position: Position, line: LineReader) -> Position:
    return replace(position, discards=(*position.discards, *line.cards()))


def _happened(position: Position, line: LineReader) -> Position:
    """`happened A15, J03`: events that happen once in a game and have."""
    events = _events(position, line)
    return replace(position, spent=(*position.spent, *events))


def _events(position: Position, line: LineReader) -> list[str]:
    events = []
    while line:
        line.skip(":", ",", "and")
        event = line.word().upper()
        if event not in position.data.events:
            raise ValueError(f"no such event: {event}")
        events.append(event)
    return events


def _guarded(position: Position, line: LineReader) -> Position:
    return replace(position, guarded=line.one_place())


def _option(position: Position, line: LineReader) -> Position:
    """`option nearest_port routes`; without a value it is taken as yes."""
    name, *value = line.words()
    option = options.read(position.data.options, name, value[0] if value else "yes")
    if isinstance(option, Problem):
        raise ValueError(problem_sentence(option))
    return replace(position, options={**position.options, name: option})


# -- expectations -------------------------------------------------------------------------------------------------


def _see_at(played: PlayedCase, line: LineReader) -> str | None:
    """`at Midway: Enterprise, [Wasp], 1 allied air`: the units of a point, all of them; `nobody` for an empty one."""
    point = line.one_place()
    described = [] if line.accept(NOBODY) else [Described(spec) for spec in _described(line)]
    missing, besides = unmatched(played.position.at(point), described, lambda unit, description: True)
    if not missing and not besides:
        return None
    place = names.name(played.position.data.map[point])
    return (f"at {place} missing: {', '.join(wanted.spec.text for wanted in missing) or 'none'}; "
            f"besides: {', '.join(_named(played.position, unit) for unit in besides) or 'none'}")


def _named(position: Position, unit: Unit) -> str:
    name = names.name(position.data.units[unit.id])
    return name if unit.up else f"[{name}]"


def _see_unit(played: PlayedCase, line: LineReader) -> str | None:
    """`unit Akagi: face-up, at Truk`, `unit Kaga: removed`, `unit Soryu: back on turn 4`; also `face-down`, `coming`.
    """
    (spec,) = _described(line)
    unit = played.position.units[spec.id]
    where = f"at {names.name(played.position.data.map[unit.point])}" if unit.point else unit.status
    turn = f", turn {unit.turn}" if unit.turn else ""
    name, face = names.name(played.position.data.units[unit.id]), "face-up" if unit.up else "face-down"
    actual = f"{name} is {face}, {where}{turn}"
    while line:
        line.skip(":", ",", "and", "at", "on", "back")
        if line.accept("turn"):
            right = unit.status == TRACK and unit.turn == line.count()
        elif word := line.accept("face-up", "face-down", REMOVED, COMING):
            right = word.value in (face, unit.status)
        else:
            right = unit.point == line.one_place()
        if not right:
            return actual
    return None


def _see_held(played: PlayedCase, line: LineReader) -> str | None:
    """`held Japan: Singapore, Borneo`: some of the points a side occupies; `held nobody: Attu`."""
    side = "" if line.accept(NOBODY) else line.side()
    return _differing(played.position, line.places(), side, played.position.held)


def _see_ports(played: PlayedCase, line: LineReader) -> str | None:
    """`ports Japan: Singapore`: some of those with a side's port marker."""
    side = line.side()
    return _differing(played.position, line.places(), side, played.position.ports)


def _differing(position: Position, places: Sequence[str], side: Side, actual: Mapping[str, Side]) -> str | None:
    wrong = [f"{names.name(position.data.map[place])} {actual.get(place, NOBODY)}" for place in places
             if actual.get(place, "") != side]
    return f"instead: {', '.join(wrong)}" if wrong else None


def _see_score(played: PlayedCase, line: LineReader) -> str | None:
    score = played.position.score
    return None if _points(line) == score else f"score: {ALLIES if score < 0 else JAPAN} {abs(score)}"


def _see_hand(played: PlayedCase, line: LineReader) -> str | None:
    """`hand Japan: J04, J05`, also cards that were drawn face down; `hand Japan: nothing`."""
    side = line.side()
    wanted = () if line.accept("nothing") else line.cards()
    hand = sorted(_card(played, slot) for slot in played.position.hands[side])
    return None if hand == sorted(wanted) else f"hand of {side}: {', '.join(hand) or 'empty'}"


def _card(played: PlayedCase, slot: str) -> str:
    """The card in a slot; one of a deck made anew may lie in a slot of the deck before."""
    while "/" in slot and (card := played.look(slot)):
        slot = card
    return slot


def _see_discarded(played: PlayedCase, line: LineReader) -> str | None:
    """`discarded J04, A13`: all cards of the used pile; `discarded nothing`."""
    wanted = () if line.accept("nothing") else line.cards()
    pile = sorted(played.position.discards)
    return None if pile == sorted(wanted) else f"used pile: {', '.join(pile) or 'empty'}"


def _see_happened(played: PlayedCase, line: LineReader) -> str | None:
    missing = [event for event in _events(played.position, line) if event not in played.position.spent]
    return f"not happened: {', '.join(missing)}" if missing else None


def _see_train(played: PlayedCase, line: LineReader) -> str | None:
    """`train at Midway`, or `train nowhere`."""
    line.skip("at", "in")
    wanted = "" if line.accept("nowhere") else line.one_place()
    return None if wanted == played.position.train else f"train: {played.position.train or 'nowhere'}"


def _see_routes(played: PlayedCase, line: LineReader) -> str | None:
    """`routes open` or `routes closed`."""
    state = "open" if played.position.opened else "closed"
    return None if line.word() == state else f"routes are {state}"


def _see_turn(played: PlayedCase, line: LineReader) -> str | None:
    """`turn 3`, `turn 3, operations`: the turn, and the step that comes next."""
    position = played.position
    turn = line.count()
    line.skip(",")
    step = _rest(line) or position.step
    return None if (turn, step) == (position.turn, position.step) else f"turn {position.turn}, {position.step}"


def _see_winner(played: PlayedCase, line: LineReader) -> str | None:
    """`winner Allies`, or `winner nobody` while the game goes on."""
    wanted = NOBODY if line.accept(NOBODY) else line.side()
    outcome = played.position.outcome
    winner = outcome.winner if outcome else NOBODY
    return None if winner == wanted else f"winner: {winner}"


def _hand_sizes(position: Position) -> Mapping[str, int]:
    return {side: len(position.hands[side]) for side in SIDES}


# -- parts of lines -----------------------------------------------------------------------------------------------


def _rest(line: LineReader) -> str:
    """The rest of a line as it is written, taken as read."""
    rest = line.rest().casefold()
    line.words()
    return rest


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
            raise ValueError(f"units, such as Akagi or 1 allied air, not {line.rest()!r}")
        described.append(spec)
    return described


GIVEN: Mapping[str, Giver] = {
    "scenario": _scenario, "turn": _turn, "step": _step, "at": _at, "returning": _returning, "damaged": _damaged,
    "arriving": _arriving, "removed": _removed, "ports": _ports, "held": _held, "train": _train, "score": _score,
    "hand": giving_side("hands", LineReader.cards), "deck": _deck, "discarded": _discarded, "happened": _happened,
    "guarded": _guarded, "routes": giving("open", opened=True), "option": _option}
EXPECTED: Mapping[str, Checker] = {
    "at": _see_at, "unit": _see_unit, "held": _see_held, "ports": _see_ports, "score": _see_score, "hand": _see_hand,
    "cards": counting("cards in hand", _hand_sizes, "in", "hand"), "discarded": _see_discarded,
    "happened": _see_happened, "train": _see_train, "routes": _see_routes, "turn": _see_turn, "winner": _see_winner}
