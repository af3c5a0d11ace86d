"""What happened, told in English: from events and the positions round them to the sections of a report.

Sentences are in the past tense, so that one verb serves Japan and the Allies. Nothing is decided here. An event
becomes a piece: a paragraph, a row of a table, or a loss; pieces of one kind that follow one another are joined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from witp_pbem.games.witp import events as e
from witp_pbem.games.witp import wording
from witp_pbem.games.witp.battle_card import battle_card, verdict
from witp_pbem.games.witp.phrases import (
    The_side,
    card,
    count,
    effect,
    forces,
    place,
    places,
    points,
    reason,
    signed,
    the_side,
    units,
    way,
)
from witp_pbem.games.witp.state import ALLIES, JAPAN, SIDES, Position
from witp_pbem.games.witp.summary import board, reckoning, record
from witp_pbem.games.witp.wording import ENDINGS, NOTES, SEGMENTS, word
from witp_pbem.table.event import Event
from witp_pbem.table.story import BattleCard, Block, Columns, Happening, Paragraph, Section
from witp_pbem.table.wording import fill

__all__ = ["board", "ending", "reckoning", "record", "rule_number", "setting", "side_name", "story", "when"]

REFEREE = "referee"
NEW_TURN = "turn"  # stands for a step where the turn begins


class Row(NamedTuple):
    """A row of one of the `TABLES`."""

    table: str
    cells: tuple[str, ...]
    side: str = ""
    rule: str = ""


class Loss(NamedTuple):
    """A unit reduced or removed."""

    side: str
    unit: str
    hex: str
    gone: bool
    reason: str
    rule: str


Piece = Paragraph | Row | Loss

# caption, headings, columns of numbers
TABLES: Mapping[str, tuple[str, tuple[str, ...], tuple[int, ...]]] = {
    "points": ("Total resource points", ("", "Basic", "White", "Red", "Other", "Total"), (1, 2, 3, 4, 5)),
    "bases": ("Building and removing, in order", ("Side", "What", "Supply line"), ()),
    "upkeep": ("Upkeep of logistics bases", ("Side", "Bases", "Free", "Paid", "Short", "RP left"), (1, 2, 3, 4, 5)),
    "redeployed": ("Redeployed, in order", ("Side", "Units", "From", "To", "Submarines"), ()),
    "rebuilt": ("Rebuilt, in order", ("Side", "Unit", "At", "RP"), (3,)),
    "arrived": ("Arrived", ("Side", "Units", "At"), ()),
    "recovered": ("At full strength again", ("Side", "Units", "At", "Why"), ()),
}

# what a step says in which nothing happened
NOTHING: Mapping[str, str] = {
    "movement": "Nobody moved.",
    "stacking": "No stack was above its limit.",
    "rebuilding": "Nothing was rebuilt.",
    "reinforcement": "No reinforcements were due.",
}


def when(position: Position) -> str:
    """The turn in words: "Turn 4, autumn 1942"."""
    space = position.data.turn(position.turn)
    return f"Turn {position.turn}, {word('season', space['season'])} {space['year']}"


def side_name(side: str) -> str:
    """A side as it stands alone: "Japan", "Allies", "Referee"."""
    return word("side-name", side)


def rule_number(rule: str) -> str:
    """A rule without the name of the game: "8.4.e"."""
    return "referee’s ruling" if rule == REFEREE else rule.removeprefix("witp ")


def setting(scenario: str, options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is being played: the scenario, and the options chosen."""
    chosen = [word("option", key) + ("" if value is True else f": {_chosen(value)}") for key, value in options.items()]
    return [("Scenario", word("scenario", scenario)), *([("Options", "; ".join(chosen))] if chosen else [])]


def _chosen(value: Any) -> str:
    return "no" if value is False else str(value)


def ending(outcome: Mapping[str, Any]) -> str:
    """How the game ended, in a sentence."""
    why = ENDINGS.get(outcome["reason"], outcome["reason"])
    return f"The game is over. {The_side(outcome['winner'])} won: {why}."


# -- the story, step by step ---------------------------------------------------------------------------------


def story(happenings: Sequence[Happening]) -> list[Section]:
    """What happened, in order, a section a step."""
    runs = _steps(happenings)
    sections = []
    for index, (step, rule, run) in enumerate(runs):
        if step == NEW_TURN:
            if index:  # the first turn told of stands in the masthead
                sections.append(Section(when(run[0].position_after), tuple(_plainly(run)), rule))
            continue
        blocks = _TELLERS.get(step, _plainly)(run)
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


def _plainly(run: Iterable[Happening]) -> list[Block]:
    """Event by event."""
    return _joined([piece for happening in run for piece in _pieces(happening)])


def _pieces(happening: Happening) -> list[Piece]:
    """What is told of one event."""
    act = happening.act
    told = _TELLS[type(act)](happening.position_before, happening.position_after, act)
    if told is None:
        return []
    return [told] if isinstance(told, Paragraph | Row | Loss) else list(told)


def _joined(pieces: Sequence[Piece]) -> list[Block]:
    """Rows of one table that follow one another as a table, losses that follow one another as sentences."""
    blocks: list[Block] = []
    index = 0
    while index < len(pieces):
        first = pieces[index]
        end = index + 1
        while end < len(pieces) and _belong_together(first, pieces[end]):
            end += 1
        run = pieces[index:end]
        if isinstance(first, Row):
            blocks.append(_table(first.table, [piece for piece in run if isinstance(piece, Row)]))
        elif isinstance(first, Loss):
            blocks += _losses([piece for piece in run if isinstance(piece, Loss)])
        else:
            blocks.append(first)
        index = end
    return blocks


def _belong_together(first: Piece, other: Piece) -> bool:
    if isinstance(first, Row):
        return isinstance(other, Row) and other.table == first.table
    return isinstance(first, Loss) and isinstance(other, Loss)


def _table(name: str, rows: Sequence[Row]) -> Columns:
    """Rows under their headings; columns in which no row says anything are left out."""
    caption, head, numeric = TABLES[name]
    kept = [index for index in range(len(head)) if any(row.cells[index] for row in rows)]
    rules = {row.rule for row in rows}
    return Columns(caption, tuple(head[index] for index in kept),
                   tuple(tuple(row.cells[index] for index in kept) for row in rows),
                   tuple(place for place, index in enumerate(kept) if index in numeric),
                   tuple(row.side for row in rows), rule=rules.pop() if len(rules) == 1 else "")


def _losses(run: Sequence[Loss]) -> list[Paragraph]:
    """Losses as sentences, one a side, place, reason and rule; of a unit hit twice only the end is told."""
    groups: dict[tuple[str, str, str, str], dict[str, bool]] = {}
    gone = {loss.unit: loss.rule for loss in run if loss.gone}
    for loss in run:
        rule = gone.get(loss.unit, loss.rule) if loss.reason == "battle" else loss.rule
        if loss.gone or loss.unit not in gone or loss.reason != "battle":
            groups.setdefault((loss.side, loss.hex, loss.reason, rule), {})[loss.unit] = loss.gone
    return [_loss(key, outcome) for key, outcome in groups.items()]


def _loss(key: tuple[str, str, str, str], outcome: Mapping[str, bool]) -> Paragraph:
    side, where, why, rule = key
    parts = []
    for is_gone, done in ((True, "eliminated"), (False, "reduced")):
        ids = [unit for unit, gone in outcome.items() if gone == is_gone]
        if ids:
            parts.append(f"{', '.join(ids)} {done}")
    return Paragraph(f"{The_side(side)}, {where}: {'; '.join(parts)} ({reason(why)}).", rule, side, "loss")


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
            blocks += _plainly([happening])
    return [*blocks, _impulse(impulse)] if impulse else blocks


def _impulse(run: Sequence[Happening]) -> Section:
    made = run[0].act
    assert isinstance(made, e.ImpulseMade)
    position: Position = run[0].position_before
    side = The_side(made.side)
    left = Paragraph(f"{side} then had {points(made.rp)} left.", "witp 8.4.c", tone="quiet")
    rest = _joined([piece for happening in run[1:] if not isinstance(happening.act, e.StackMoved)
                    for piece in _pieces(happening)])
    if made.ruled:
        ruling = Paragraph(f"The referee let {points(made.cost)} spent stand for an impulse: {made.ruled}",
                           REFEREE, made.side, "ruling")
        return Section(f"{side}: an impulse by ruling", (ruling, left, *rest), made.rule, made.side)
    rows = _stacks([happening for happening in run if isinstance(happening.act, e.StackMoved)])
    activated = len(made.origins)
    words = count(activated, "hex", "hexes")
    if made.activation < activated:
        words += f", {activated - made.activation} of them free by a card"
    rows.append(("Activation", words, str(made.activation)))
    table = Columns("", ("Stack", "Cost", "RP"), tuple(rows), (2,), foot=("Together", "", str(made.cost)))
    return Section(f"{side} moved to {place(position, made.target)}", (table, left, *rest), made.rule, made.side)


def _stacks(run: Sequence[Happening]) -> list[tuple[str, ...]]:
    """One row a stack. The legs of a march that was told in pieces are put together again."""
    rows: list[tuple[str, ...]] = []
    begun: dict[tuple[str, ...], tuple[str, tuple[str, ...]]] = {}
    for happening in run:
        moved = happening.act
        assert isinstance(moved, e.StackMoved)
        position: Position = happening.position_before
        origin, route = begun.pop(moved.units, (moved.origin, ()))
        route += moved.route
        if not moved.hexes and moved.rule != "witp 8.5.h":
            begun[moved.units] = (origin, route)
            continue
        cargo = [land for land, _ in moved.aboard]
        who = units(position, [key for key in moved.units if key not in cargo])
        if cargo:
            who += f" carrying {units(position, cargo)}"
        if moved.hexes:
            by = f" by {places(position, route[:-1])}" if len(route) > 1 else ""
            cost = moved.hexes + moved.azoc + moved.jungle
            rows.append((f"{place(position, origin)}{by}: {who}", _cost(moved), str(cost)))
        else:
            rows.append((f"{place(position, origin)}: {who}, left at {place(position, route[-1])} to hold the enemy "
                         "there", "", ""))
    return rows


def _cost(moved: e.StackMoved) -> str:
    words = count(moved.hexes, "hex", "hexes")
    words += f" + {count(moved.azoc, 'air zone')}" if moved.azoc else ""
    return words + (f" + {moved.jungle} jungle" if moved.jungle else "")


# -- combat (9.0) ---------------------------------------------------------------------------------------------


class _Battle:
    """A battle with what has been told of it so far."""

    def __init__(self, position: Position, event: e.BattleFought) -> None:
        self.position, self.event = position, event
        self.notes: list[Paragraph] = []
        self.pieces: list[Piece] = []

    def card(self) -> BattleCard:
        consequences = [block for block in _joined(self.pieces) if isinstance(block, Paragraph)]
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
            blocks += [told.card()] if isinstance(told, _Battle) else _joined([told])
        name = place(self.last, self.hex)
        return Section(f"Combat at {name}", (*blocks, _left(self.last, self.hex)))


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
            blocks += _plainly([happening])
            continue
        open_hex.last = happening.position_after
        battle = open_hex.battles[-1] if open_hex.battles else None
        if isinstance(act, e.BattleFought):
            open_hex.battles.append(_Battle(happening.position_before, act))
        elif not isinstance(battle, _Battle):
            open_hex.battles += _pieces(happening)
        elif isinstance(act, e.EffectSpent) and not battle.pieces:
            battle.notes += [piece for piece in _pieces(happening) if isinstance(piece, Paragraph)]
        else:
            battle.pieces += _pieces(happening)
    return [*blocks, open_hex.section()] if open_hex else blocks


def _hex_of(act: object, open_hex: _Fought | None, position: Position) -> str:
    """The hex an event of the combat segment opens, "" where it belongs to what came before."""
    if isinstance(act, e.BattleFought | e.Landed):
        return act.hex
    if isinstance(act, e.Noted) and (open_hex is None or act.values.get("place") != place(position, open_hex.hex)):
        return next((number for number in position.here if place(position, number) == act.values.get("place")), "")
    return ""


def _left(position: Position, number: str) -> Columns:
    """Who stands in a hex when its combat is over."""
    rows = tuple((side_name(side), forces(position.of(side, number)) or "nobody") for side in SIDES)
    return Columns("Left in the hex", ("Side", "Units"), rows, sides=SIDES)


# -- resource points and bases (5.0, 6.0) ----------------------------------------------------------------------


def _tables_first(run: Iterable[Happening]) -> list[Block]:
    """Event by event, but the rows of each table stand together, and remarks on them after."""
    pieces = [piece for happening in run for piece in _pieces(happening)]
    start = next((index for index, piece in enumerate(pieces) if isinstance(piece, Row)), len(pieces))
    rows = [piece for piece in pieces if isinstance(piece, Row)]
    tables = list(dict.fromkeys(row.table for row in rows))
    rows.sort(key=lambda row: tables.index(row.table))
    return _joined([*pieces[:start], *rows, *(piece for piece in pieces[start:] if not isinstance(piece, Row))])


# -- redeployment, reinforcements (10.0, 11.0) ----------------------------------------------------------------


def _redeployment(run: Iterable[Happening]) -> list[Block]:
    """Redeployed stacks, with the submarines' attack in the row of the stack it was made on."""
    pieces: list[Piece] = []
    for happening in run:
        last = pieces[-1] if pieces else None
        if isinstance(happening.act, e.SubmarinesAttacked) and isinstance(last, Row) and last.table == "redeployed":
            pieces[-1] = last._replace(cells=(*last.cells[:-1], _submarines(happening.act)))
        else:
            pieces += _pieces(happening)
    return _joined(pieces)


def _units_together(run: Iterable[Happening]) -> list[Block]:
    """Event by event, but units that differ in nothing but their id share a row."""
    pieces: list[Piece] = []
    ids: list[str] = []
    for happening in run:
        for piece in _pieces(happening):
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
    return _joined(pieces)


_TELLERS: Mapping[str, Callable[[Iterable[Happening]], list[Block]]] = {
    "resources": _tables_first, "bases": _tables_first, "movement": _movement, "combat": _combat,
    "fleet redeployment": _redeployment, "redeployment": _redeployment, "reinforcement": _units_together,
    "end": _units_together}


# -- one event, one piece -------------------------------------------------------------------------------------

E = TypeVar("E", bound=Event)
Told = Piece | Sequence[Piece] | None
_TELLS: dict[type[Any], Callable[[Position, Position, Any], Told]] = {}


def _tells(kind: type[E]) -> Callable[[Callable[[Position, Position, E], Told]],
                                      Callable[[Position, Position, E], Told]]:
    def register(function: Callable[[Position, Position, E], Told]) -> Callable[[Position, Position, E], Told]:
        _TELLS[kind] = function
        return function
    return register


@_tells(e.TurnBegan)
def _(before: Position, after: Position, event: e.TurnBegan) -> Told:
    return Paragraph(f"{when(after)} began.", event.rule)


@_tells(e.StepBegan)
def _(before: Position, after: Position, event: e.StepBegan) -> Told:
    return None


@_tells(e.Passed)
def _(before: Position, after: Position, event: e.Passed) -> Told:
    segment = SEGMENTS.get(event.segment, event.segment)
    if event.segment == "bases":
        return Row("bases", (side_name(event.side), "nothing to do" if event.forced else "passed", ""), event.side)
    words = "had nothing left to do in" if event.forced else "passed: no more part in"
    return Paragraph(f"{The_side(event.side)} {words} {segment}.", event.rule, event.side, "quiet")


@_tells(e.GameEnded)
def _(before: Position, after: Position, event: e.GameEnded) -> Told:
    return Paragraph(ending({"winner": event.winner, "reason": event.reason}), event.rule, event.winner, "strong")


@_tells(e.Noted)
def _(before: Position, after: Position, event: e.Noted) -> Told:
    values = {key: card(before, value) if key == "card" else value for key, value in event.values.items()}
    told = fill(NOTES.get(event.note, event.note), values, wording.words)
    return Paragraph(told, event.rule, str(event.values.get("side", "")))


@_tells(e.Ruled)
def _(before: Position, after: Position, event: e.Ruled) -> Told:
    words = event.text.removeprefix("ruling ")
    why = "" if event.reason in words else f" Reason: {event.reason}"
    pieces = [Paragraph(f"The referee ruled: {words}.{why}", event.rule, tone="ruling")]
    for key in event.units:
        pieces.append(Paragraph(f"{key}: was {_state(before, key)}; is now {_state(after, key)}.", tone="ruling"))
    for side, rp in event.rp.items():
        pieces.append(Paragraph(f"Resource points of {the_side(side)}: were {before.rp[side]}, are now {rp}.",
                                side=side, tone="ruling"))
    for side, numbers in event.bases.items():
        pieces.append(Paragraph(f"Logistics bases of {the_side(side)} are now: {places(after, numbers) or 'none'}.",
                                side=side, tone="ruling"))
    return pieces


def _state(position: Position, key: str) -> str:
    unit = position.units[key]
    words = "full" if unit.full else "reduced"
    return f"{words}, {place(position, unit.hex) if unit.hex else word('status', unit.status)}"


# -- cards --


@_tells(e.DeckMade)
def _(before: Position, after: Position, event: e.DeckMade) -> Told:
    return Paragraph(f"The {_deck(event.deck)} was shuffled: {count(event.size, 'card')}.", event.rule)


@_tells(e.DeckDiscarded)
def _(before: Position, after: Position, event: e.DeckDiscarded) -> Told:
    return Paragraph(f"What was left of the {_deck(event.deck)}, {count(event.left, 'card')}, was put away unseen.",
                     event.rule)


@_tells(e.CardsPutBack)
def _(before: Position, after: Position, event: e.CardsPutBack) -> Told:
    return Paragraph(f"The rest of the {_deck(event.deck)}, {count(event.left, 'card')}, went into the "
                     f"{_deck(event.into)}.", event.rule, tone="quiet")


def _deck(name: str) -> str:
    """A deck in words: the opening hands are dealt from decks called "1942-opening", "1942-opening-2"."""
    year, opening, again = (*name.split("-"), "", "")[:3]
    if not opening:
        return f"{year} deck"
    return f"pile of opening cards of {year}" + (f" (deal {again})" if again else "")


@_tells(e.CardDrawn)
def _(before: Position, after: Position, event: e.CardDrawn) -> Told:
    return Paragraph(f"{The_side(event.side)} drew a card from the {_deck(event.deck)}.", event.rule, event.side)


@_tells(e.CardUsed)
def _(before: Position, after: Position, event: e.CardUsed) -> Told:
    must = " It is compulsory." if event.forced else ""
    text = before.data.cards[event.card][event.side]["text"]
    return Paragraph(f"{The_side(event.side)} used the card {card(before, event.card)}.{must} “{text}”", event.rule,
                     event.side, "strong")


@_tells(e.CardShown)
def _(before: Position, after: Position, event: e.CardShown) -> Told:
    return Paragraph(f"{The_side(event.side)} showed a card in hand: {card(before, event.card)}.", event.rule,
                     event.side)


@_tells(e.EffectBegan)
def _(before: Position, after: Position, event: e.EffectBegan) -> Told:
    return Paragraph(f"In force: {effect(before, event.effect)}.", event.rule, str(event.effect["side"]))


@_tells(e.EffectSpent)
def _(before: Position, after: Position, event: e.EffectSpent) -> Told:
    found = next((record for record in before.effects if record["id"] == event.id), None)
    if found is None or found["op"] in ("gain_rp", "upkeep_discount"):  # seen where the points change
        return None
    left = f"; {event.left} left" if event.left else ""
    return Paragraph(f"Used: {effect(before, found)} (card {card(before, found['card'])}{left}).", event.rule,
                     str(found["side"]))


@_tells(e.SuddenDeathEnded)
def _(before: Position, after: Position, event: e.SuddenDeathEnded) -> Told:
    return Paragraph("The sudden-death victory of Japan is no longer possible.", event.rule, tone="strong")


# -- resource points and logistics bases --


@_tells(e.ResourcesDetermined)
def _(before: Position, after: Position, event: e.ResourcesDetermined) -> Told:
    white, red = ("" if event.white is None else f"+{event.white}"), ("" if event.red is None else f"−{event.red}")
    other = " ".join(signed(amount) for _, amount in event.adjustments)
    row = Row("points", (side_name(event.side), str(event.brp), white, red, other, str(event.trp)), event.side,
              event.rule)
    why = [Paragraph(f"{The_side(event.side)}: {signed(amount)} ({reason(code)}).", _ADJUSTED.get(code, event.rule),
                     event.side) for code, amount in event.adjustments]
    return [row, *why, *(_who_is_first(after) if event.side == ALLIES else ())]


_ADJUSTED = {"southern-resources": "witp 12.3.b", "allied-resources": "witp 12.4.a", "china-garrison": "witp 12.2.j"}


def _who_is_first(position: Position) -> list[Paragraph]:
    japan, allies = position.trp_start[JAPAN], position.trp_start[ALLIES]
    if japan == allies:
        return [Paragraph(f"Both sides had {japan}: first to act is Japan, in redeployment and rebuilding the Allies.",
                          "witp 5.2.d")]
    first = JAPAN if japan > allies else ALLIES
    return [Paragraph(f"First to act this turn, with more points: {the_side(first)}.", "witp 5.2.c", first)]


@_tells(e.ResourcesChanged)
def _(before: Position, after: Position, event: e.ResourcesChanged) -> Told:
    why = f"card {card(before, event.card)}" if event.card else reason(event.reason)
    verb = "gained" if event.amount > 0 else "lost"
    return Paragraph(f"{The_side(event.side)} {verb} {points(abs(event.amount))} ({why}) and then had "
                     f"{points(event.rp)}.", event.rule, event.side)


@_tells(e.BaseBuilt)
def _(before: Position, after: Position, event: e.BaseBuilt) -> Told:
    line = way(before, event.line) if len(event.line) > 1 else ""
    return Row("bases", (side_name(event.side), f"built {place(before, event.hex)}", line), event.side, event.rule)


@_tells(e.BaseRemoved)
def _(before: Position, after: Position, event: e.BaseRemoved) -> Told:
    where = place(before, event.hex)
    if event.reason == "voluntary":
        return Row("bases", (side_name(event.side), f"removed {where}", ""), event.side, event.rule)
    return Paragraph(f"{The_side(event.side)} lost the logistics base at {where} ({reason(event.reason)}).", event.rule,
                     event.side, "loss")


@_tells(e.UpkeepPaid)
def _(before: Position, after: Position, event: e.UpkeepPaid) -> Told:
    return Row("upkeep", (side_name(event.side), str(event.bases), str(event.free) if event.free else "",
                          str(event.paid), str(event.short) if event.short else "", str(event.rp)),
               event.side, event.rule)


@_tells(e.SupplyChecked)
def _(before: Position, after: Position, event: e.SupplyChecked) -> Told:
    looked = count(event.checked, "air or land unit", "air and land units")
    if not event.out:
        return Paragraph(f"All of {looked} were in supply.", event.rule)
    return Paragraph(f"Of {looked} {len(event.out)} were out of supply: {_at_places(before, event.out)}.", event.rule,
                     tone="strong")


def _at_places(position: Position, ids: Iterable[str]) -> str:
    """Units with where they stand."""
    here: dict[str, list[str]] = {}
    for key in ids:
        here.setdefault(position.units[key].hex, []).append(key)
    return "; ".join(f"{', '.join(keys)} at {place(position, number)}" for number, keys in here.items())


# -- units --


def _loss_of(before: Position, event: e.UnitReduced | e.UnitRemoved, gone: bool) -> Loss:
    return Loss(before.units[event.unit].side, event.unit, place(before, event.hex), gone, event.reason, event.rule)


@_tells(e.UnitReduced)
def _(before: Position, after: Position, event: e.UnitReduced) -> Told:
    return _loss_of(before, event, False)


@_tells(e.UnitRemoved)
def _(before: Position, after: Position, event: e.UnitRemoved) -> Told:
    return _loss_of(before, event, True)


@_tells(e.UnitRebuilt)
def _(before: Position, after: Position, event: e.UnitRebuilt) -> Told:
    unit = before.units[event.unit]
    where = place(before, event.hex)
    if event.reason == "rebuilt":
        return Row("rebuilt", (side_name(unit.side), event.unit, where, str(event.cost)), unit.side, event.rule)
    return Row("recovered", (side_name(unit.side), units(after, [event.unit]), where, reason(event.reason)), unit.side,
               event.rule)


@_tells(e.UnitPlaced)
def _(before: Position, after: Position, event: e.UnitPlaced) -> Told:
    side = before.units[event.unit].side
    if event.reason == "reinforcement":
        return Row("arrived", (side_name(side), units(after, [event.unit]), place(before, event.hex)), side, event.rule)
    return Paragraph(f"{event.unit} came onto the map at {place(before, event.hex)} ({reason(event.reason)}).",
                     event.rule, side)


@_tells(e.UnitWaits)
def _(before: Position, after: Position, event: e.UnitWaits) -> Told:
    return Paragraph(f"{event.unit} waits: no supply source of its nation was open to it.", event.rule,
                     before.units[event.unit].side)


# -- movement --


@_tells(e.ImpulseMade)
def _(before: Position, after: Position, event: e.ImpulseMade) -> Told:
    return Paragraph(f"{The_side(event.side)} spent {points(event.cost)} on an impulse.", event.rule, event.side)


@_tells(e.StackMoved)
def _(before: Position, after: Position, event: e.StackMoved) -> Told:
    return Paragraph(f"{units(before, event.units)} moved from {place(before, event.origin)} to "
                     f"{place(before, event.route[-1])}.", event.rule, event.side)


@_tells(e.Landed)
def _(before: Position, after: Position, event: e.Landed) -> Told:
    return Paragraph(f"{The_side(event.side)} landed {units(before, event.units)} at {place(before, event.hex)} "
                     f"({reason(event.reason)}).", event.rule, event.side)


@_tells(e.AirDisplaced)
def _(before: Position, after: Position, event: e.AirDisplaced) -> Told:
    side = before.units[event.unit].side
    return Paragraph(f"{The_side(side)} had to fly {event.unit} from {place(before, event.origin)} to "
                     f"{place(before, event.hex)}.", event.rule, side)


@_tells(e.CargoShifted)
def _(before: Position, after: Position, event: e.CargoShifted) -> Told:
    return Paragraph(f"{event.unit} went aboard {event.ship}, because its own ship was lost.", event.rule,
                     before.units[event.unit].side)


# -- combat --


@_tells(e.CombatBegan)
def _(before: Position, after: Position, event: e.CombatBegan) -> Told:
    if not event.hexes:
        return Paragraph("No combat had to be fought.", event.rule)
    return Paragraph(f"Combat had to be fought at {places(before, event.hexes)}.", event.rule)


@_tells(e.BattleFought)
def _(before: Position, after: Position, event: e.BattleFought) -> Told:
    return verdict(event)


@_tells(e.Retreated)
def _(before: Position, after: Position, event: e.Retreated) -> Told:
    return Paragraph(f"{The_side(event.side)} retreated from {place(before, event.origin)} to "
                     f"{place(before, event.hex)}: {units(before, event.units)}.", event.rule, event.side)


@_tells(e.ContinuingBattleMarked)
def _(before: Position, after: Position, event: e.ContinuingBattleMarked) -> Told:
    return Paragraph(f"Land units of both sides stay at {place(before, event.hex)}: the battle goes on next turn.",
                     event.rule, tone="strong")


@_tells(e.ContinuingBattleEnded)
def _(before: Position, after: Position, event: e.ContinuingBattleEnded) -> Told:
    return Paragraph(f"The continuing battle at {place(before, event.hex)} is over.", event.rule)


# -- redeployment and after --


@_tells(e.StackRedeployed)
def _(before: Position, after: Position, event: e.StackRedeployed) -> Told:
    return Row("redeployed", (side_name(event.side), units(before, event.units), place(before, event.origin),
                              place(before, event.hex), ""), event.side)


@_tells(e.SubmarinesAttacked)
def _(before: Position, after: Position, event: e.SubmarinesAttacked) -> Told:
    return Paragraph(f"Submarines attacked {', '.join(event.units)}: {_submarines(event)}.", event.rule, event.side,
                     "loss" if event.hit else "plain")


def _submarines(event: e.SubmarinesAttacked) -> str:
    """The dice of an attack and what they came to."""
    thrown = " + ".join(str(die) for die in event.dice)
    return f"{thrown} = {sum(event.dice)}: {'hit' if event.hit else 'safe'} (hit on {event.low} to {event.high})"


@_tells(e.AirSentToChungking)
def _(before: Position, after: Position, event: e.AirSentToChungking) -> Told:
    return Paragraph(f"The Allies sent {event.unit} from {place(before, event.origin)} to "
                     f"{place(before, event.hex)}, where it stays.", event.rule, ALLIES)


@_tells(e.ChinaSurrendered)
def _(before: Position, after: Position, event: e.ChinaSurrendered) -> Told:
    return Paragraph("China surrendered: Japan stands alone in Chungking.", event.rule, JAPAN, "strong")


@_tells(e.GarrisonShort)
def _(before: Position, after: Position, event: e.GarrisonShort) -> Told:
    return Paragraph(f"Japan had only {count(event.count, 'land unit')} in China: next turn it has {event.penalty} "
                     "resource points fewer.", event.rule, JAPAN)
