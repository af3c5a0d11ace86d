"""What happened, told in the language spoken: from events and the positions round them to the sections of a report.

Sentences are in the past tense, so that one verb serves Japan and the Allies. Nothing is decided here. `tellers` knows
what each event means; here its pieces are put together, step by step. The module is the game's `Narration`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.state import SIDES, Position
from witp_pbem.games.witp.telling.battle_card import battle_card
from witp_pbem.games.witp.telling.chart import chart
from witp_pbem.games.witp.telling.counters import counters
from witp_pbem.games.witp.telling.episodes import episodes
from witp_pbem.games.witp.telling.explanation import evidence, finished, rulings_on
from witp_pbem.games.witp.telling.luck import luck
from witp_pbem.games.witp.telling.marches import Begun, whole
from witp_pbem.games.witp.telling.phrases import (
    The_side,
    ending,
    forces,
    place,
    places,
    points,
    side_name,
    units,
    when,
)
from witp_pbem.games.witp.telling.pieces import Piece, Row, joined
from witp_pbem.games.witp.telling.query import about, fate, query, standing
from witp_pbem.games.witp.telling.summary import board, reckoning, record
from witp_pbem.games.witp.telling.tellers import REFEREE, pieces_of, plainly
from witp_pbem.games.witp.telling.unit_tellers import submarines
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import word
from witp_pbem.table.event import Event
from witp_pbem.table.story import BattleCard, Block, Columns, Happening, Paragraph, Section

__all__ = ["about", "board", "chart", "counters", "ending", "episodes", "evidence", "fate", "finished", "luck",
           "phase_name", "query", "reckoning", "record", "rule_number", "rulings_on", "side_name", "standing", "story",
           "when"]

NEW_TURN = "turn"  # stands for a step where the turn begins

# what a step says in which nothing happened
NOTHING: Mapping[str, str] = say.sentences({
    "movement": "Nobody moved.",
    "stacking": "No stack was above its limit.",
    "rebuilding": "Nothing was rebuilt.",
    "reinforcement": "No reinforcements were due.",
})


def rule_number(rule: str) -> str:
    """A rule without the name of the game: "8.4.e"."""
    return say("referee’s ruling") if rule == REFEREE else rule.removeprefix("witp ")


def phase_name(phase: str) -> str:
    """A phase, as orders are headed with it, in words."""
    return word("Phase", phase)


# -- the story, step by step ---------------------------------------------------------------------------------


def story(happenings: Sequence[Happening]) -> list[Section]:
    """What happened, in order, a section a step."""
    runs = _steps(happenings)
    sections = []
    for index, (step, rule, run) in enumerate(runs):
        if step == NEW_TURN:
            if index:  # the first turn told of stands in the masthead
                sections.append(Section(when(run[0].position_after), tuple(plainly(run)), rule))
            continue
        blocks = _TELLERS.get(step, plainly)(run)
        if not blocks and step in NOTHING and index + 1 < len(runs):
            blocks = [Paragraph(NOTHING[step], tone="quiet")]
        if blocks:
            sections.append(Section(word("step", step), tuple(blocks), rule))
    return sections


def _steps(happenings: Sequence[Happening]) -> list[tuple[str, str, list[Happening]]]:
    """The happenings of each step, with the step's name and rule."""
    runs: list[tuple[str, str, list[Happening]]] = []
    for happening in happenings:
        act = happening.act
        if isinstance(act, e.StepBegan):
            runs.append((act.step, act.rule, []))
        elif isinstance(act, e.TurnBegan):
            runs.append((NEW_TURN, act.rule, [happening]))
        elif isinstance(act, Event):
            if not runs or runs[-1][0] == NEW_TURN:
                runs.append((happening.position_before.step, "", []))
            runs[-1][2].append(happening)
    return runs


# -- movement (8.0) -------------------------------------------------------------------------------------------


def _movement(run: Iterable[Happening]) -> list[Block]:
    """Impulse by impulse, each with its stacks and their cost."""
    blocks: list[Block] = []
    impulse: list[Happening] = []
    for happening in run:
        if isinstance(happening.act, e.ImpulseMade | e.Passed) and impulse:
            blocks.append(_impulse(impulse))
            impulse = []
        if isinstance(happening.act, e.ImpulseMade) or impulse:
            impulse.append(happening)
        else:
            blocks += plainly([happening])
    return [*blocks, _impulse(impulse)] if impulse else blocks


def _impulse(run: Sequence[Happening]) -> Section:
    made = run[0].act
    assert isinstance(made, e.ImpulseMade)
    position: Position = run[0].position_before
    side = The_side(made.side)
    left = Paragraph(say("{side} then had {points} left.", side=side, points=points(made.rp)), "witp 8.4.c",
                     tone="quiet")
    rest = joined([piece for happening in run[1:] if not isinstance(happening.act, e.StackMoved)
                    for piece in pieces_of(happening)])
    if made.ruled:
        ruling = Paragraph(say("The referee let {points} spent stand for an impulse: {reason}",
                               points=points(made.cost), reason=made.ruled), REFEREE, made.side, "ruling")
        return Section(say("{side}: an impulse by ruling", side=side), (ruling, left, *rest), made.rule, made.side)
    rows = _stacks([happening for happening in run if isinstance(happening.act, e.StackMoved)])
    activated = len(made.origins)
    if len(set(made.origins)) == activated:
        what = say.plural(activated, "{n} hex", "{n} hexes")
    else:
        what = say.plural(activated, "{n} stack", "{n} stacks")
    if made.activation < activated:
        what = say("{activated}, {number} of them free by a card", activated=what, number=activated - made.activation)
    rows.append((say("Activation"), what, str(made.activation)))
    head = (say.term("column", "Stack"), say.term("column", "Cost"), say.term("column", "RP"))
    table = Columns("", head, tuple(rows), (2,), foot=(say("Together"), "", str(made.cost)))
    title = say("{side} moved to {place}", side=side, place=place(position, made.target))
    return Section(title, (table, left, *rest), made.rule, made.side)


def _stacks(run: Sequence[Happening]) -> list[tuple[str, ...]]:
    """One row a stack. The legs of a march that was told in pieces are put together again."""
    rows: list[tuple[str, ...]] = []
    begun: Begun = {}
    for happening in run:
        way = whole(happening, begun)
        if way is None:
            continue
        start, *passed, goal = way.route
        origin = place(way.position, start)
        if not way.event.hexes:
            rows.append((say("{origin}: {units}, left at {place} to hold the enemy there", origin=origin,
                             units=way.who, place=place(way.position, goal)), "", ""))
            continue
        if passed:
            told = say("{origin} by {way}: {units}", origin=origin, way=places(way.position, passed), units=way.who)
        else:
            told = say("{origin}: {units}", origin=origin, units=way.who)
        rows.append((told, _cost(way.event), str(way.cost)))
    return rows


def _cost(moved: e.StackMoved) -> str:
    parts = [say.plural(moved.hexes, "{n} hex", "{n} hexes")]
    if moved.azoc:
        parts.append(say.plural(moved.azoc, "{n} air zone", "{n} air zones"))
    if moved.jungle:
        parts.append(say("{number} jungle", number=moved.jungle))
    return " + ".join(parts)


# -- combat (9.0) ---------------------------------------------------------------------------------------------


class _Battle:
    """A battle with what has been told of it so far."""

    def __init__(self, position: Position, event: e.BattleFought) -> None:
        self.position, self.event = position, event
        self.notes: list[Paragraph] = []
        self.pieces: list[Piece] = []

    def card(self) -> BattleCard:
        consequences = [block for block in joined(self.pieces) if isinstance(block, Paragraph)]
        return battle_card(self.position, self.event, self.notes, consequences)


class _Fought:
    """All that happened in one hex of the combat segment."""

    def __init__(self, number: str) -> None:
        self.hex = number
        self.battles: list[_Battle | Piece] = []
        self.last: Position | None = None

    def section(self) -> Section:
        assert self.last is not None
        blocks: list[Block] = []
        for told in self.battles:
            blocks += [told.card()] if isinstance(told, _Battle) else joined([told])
        name = place(self.last, self.hex)
        return Section(say("Combat at {place}", place=name), (*blocks, _left(self.last, self.hex)))


def _combat(run: Iterable[Happening]) -> list[Block]:
    """Hex by hex, battle by battle; what follows a battle stands on its card."""
    blocks: list[Block] = []
    open_hex: _Fought | None = None
    for happening in run:
        act = happening.act
        number = _hex_of(act, open_hex, happening.position_before)
        if number and (open_hex is None or number != open_hex.hex):
            if open_hex:
                blocks.append(open_hex.section())
            open_hex = _Fought(number)
        if open_hex is None:
            blocks += plainly([happening])
            continue
        open_hex.last = happening.position_after
        battle = open_hex.battles[-1] if open_hex.battles else None
        if isinstance(act, e.BattleFought):
            open_hex.battles.append(_Battle(happening.position_before, act))
        elif not isinstance(battle, _Battle):
            open_hex.battles += pieces_of(happening)
        elif isinstance(act, e.EffectSpent) and not battle.pieces:
            battle.notes += [piece for piece in pieces_of(happening) if isinstance(piece, Paragraph)]
        else:
            battle.pieces += pieces_of(happening)
    return [*blocks, open_hex.section()] if open_hex else blocks


def _hex_of(act: object, open_hex: _Fought | None, position: Position) -> str:
    """The hex an event of the combat segment opens, "" where it belongs to what came before."""
    if isinstance(act, e.BattleFought | e.Landed):
        return act.hex
    place = act.values.get("place", "") if isinstance(act, e.Noted) else ""
    return place if place in position.here and (open_hex is None or place != open_hex.hex) else ""


def _left(position: Position, number: str) -> Columns:
    """Who stands in a hex when its combat is over."""
    rows = tuple((side_name(side), forces(position.of(side, number)) or say("nobody")) for side in SIDES)
    return Columns(say("Left in the hex"), (say.term("column", "Side"), say.term("column", "Units")), rows, sides=SIDES)


# -- resource points and bases (5.0, 6.0) ----------------------------------------------------------------------


def _tables_first(run: Iterable[Happening]) -> list[Block]:
    """Event by event, but the rows of each table stand together, and remarks on them after."""
    pieces = [piece for happening in run for piece in pieces_of(happening)]
    start = next((index for index, piece in enumerate(pieces) if isinstance(piece, Row)), len(pieces))
    rows = [piece for piece in pieces if isinstance(piece, Row)]
    tables = list(dict.fromkeys(row.table for row in rows))
    rows.sort(key=lambda row: tables.index(row.table))
    return joined([*pieces[:start], *rows, *(piece for piece in pieces[start:] if not isinstance(piece, Row))])


# -- redeployment, reinforcements (10.0, 11.0) ----------------------------------------------------------------


def _redeployment(run: Iterable[Happening]) -> list[Block]:
    """Redeployed stacks, with the submarines' attack in the row of the stack it was made on."""
    pieces: list[Piece] = []
    for happening in run:
        last = pieces[-1] if pieces else None
        if isinstance(happening.act, e.SubmarinesAttacked) and isinstance(last, Row) and last.table == "redeployed":
            pieces[-1] = last._replace(cells=(*last.cells[:-1], submarines(happening.act)))
        else:
            pieces += pieces_of(happening)
    return joined(pieces)


def _units_together(run: Iterable[Happening]) -> list[Block]:
    """Event by event, but units that differ in nothing but their id share a row."""
    pieces: list[Piece] = []
    ids: list[str] = []
    for happening in run:
        for piece in pieces_of(happening):
            last = pieces[-1] if pieces else None
            unit = getattr(happening.act, "unit", "")
            if (isinstance(piece, Row) and isinstance(last, Row) and piece.table in ("arrived", "recovered")
                    and (last.table, last.cells[0], last.cells[2:]) == (piece.table, piece.cells[0], piece.cells[2:])):
                ids.append(unit)
                words = units(happening.position_after, ids)
                pieces[-1] = last._replace(cells=(last.cells[0], words, *last.cells[2:]))
            else:
                pieces.append(piece)
                ids = [unit]
    return joined(pieces)


_TELLERS: Mapping[str, Callable[[Iterable[Happening]], list[Block]]] = {
    "resources": _tables_first, "bases": _tables_first, "movement": _movement, "combat": _combat,
    "fleet redeployment": _redeployment, "redeployment": _redeployment, "reinforcement": _units_together,
    "end": _units_together}
