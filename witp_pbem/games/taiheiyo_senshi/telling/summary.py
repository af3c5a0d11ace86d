"""The sums of a report, and everything on the table, as `show` tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from witp_pbem.games.taiheiyo_senshi.board.map import Point
from witp_pbem.games.taiheiyo_senshi.board.state import (
    ALLIES,
    COMING,
    JAPAN,
    KINDS,
    MAP,
    REMOVED,
    SIDES,
    TRACK,
    Position,
    Unit,
)
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import points
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import scoring
from witp_pbem.games.taiheiyo_senshi.telling.battle_tellers import sunk_and_damaged
from witp_pbem.games.taiheiyo_senshi.telling.nouns import (
    by_kind,
    card,
    event_name,
    forces_at,
    grouped_units,
    lead,
    place,
    side_name,
    turn_name,
    unit_name,
    when,
)
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.games.taiheiyo_senshi.words.wording import word
from witp_pbem.table.event import Event
from witp_pbem.table.language import labelled, listing
from witp_pbem.table.story import Block, Columns, Happening, Paragraph, Section

LEAST_TRACK = 10  # spaces of the score track to either side, at least


def losses(start: Position, end: Position) -> Mapping[str, int]:
    """The units of each side that are on the map no more."""
    return Counter(unit.side for unit in start.units.values()
                   if unit.status == MAP and end.units[unit.id].status != MAP)


# -- reckoning ------------------------------------------------------------------------------------------------


def reckoning(happenings: Sequence[Happening], position: Position) -> list[Section]:
    """Points as they would be counted now, losses, forces on the map, cards, who comes and goes when."""
    events = [happening for happening in happenings if isinstance(happening.act, Event)]
    sections = [Section(say("Points"), tuple(_points(position))),
                Section(say("Losses"), (_losses(events, position),)),
                Section(say("Forces on the map"), (_forces(position),)),
                Section(say("Cards"), tuple(_cards(position)))]
    track = _track(position, position.turn + 1)
    return [*sections, Section(say("Turn track"), (track,))] if track else sections


def _points(position: Position) -> Iterator[Block]:
    """The score marker, and what ports and bases would count."""
    ports, bases = scoring.port_scores(position), scoring.base_counts(position)
    yield Paragraph(say("The score marker stands at {score}.", score=lead(position.score)), "senshi 4.0-a",
                    tone="strong")
    yield Paragraph(_score_track(position.score), tone="quiet")
    yield Columns("", say.heads("", "Ports, in points", "Bases, in number"),
                  tuple((side_name(side), str(ports[side]), str(bases[side])) for side in SIDES), (1, 2), sides=SIDES)


def _score_track(score: int) -> str:
    """The score track with its marker: "Allies 3 2 [1] 0 1 2 3 Japan"."""
    end = max(LEAST_TRACK, abs(score) + 1)
    spaces = (f"[{abs(lead)}]" if lead == score else str(abs(lead)) for lead in range(-end, end + 1))
    return f"{side_name(ALLIES)} {' '.join(spaces)} {side_name(JAPAN)}"


def _losses(events: Sequence[Happening], position: Position) -> Block:
    fates = sunk_and_damaged(events)
    rows = [(side, word("fate", fate), grouped_units(position, units))
            for side in SIDES for fate, units in fates.get(side, {}).items()]
    if not rows:
        return Paragraph(say("No ship was sunk or damaged."), tone="quiet")
    return Columns("", say.heads("Side", "What", "Ships"), tuple((side_name(side), *rest) for side, *rest in rows),
                   sides=tuple(side for side, *_ in rows))


def _forces(position: Position) -> Block:
    """How many units of each type and side are on the map, those face-down in brackets."""
    def count(side: str, kind: str) -> str:
        units = [unit for unit in position.units.values()
                 if unit.status == MAP and (unit.side, unit.kind) == (side, kind)]
        down = sum(not unit.up for unit in units)
        return "–" if not units else f"{len(units)} [{down}]" if down else str(len(units))

    return Columns(say("In brackets: how many of them are face-down"), ("", *(word("kinds", kind) for kind in KINDS)),
                   tuple((side_name(side), *(count(side, kind) for kind in KINDS)) for side in SIDES),
                   tuple(range(1, len(KINDS) + 1)), sides=SIDES)


# -- the board ------------------------------------------------------------------------------------------------


def board(position: Position) -> list[Section]:
    """Everything on the table: points and cards, units point by point, the turn track, who is out of the game."""
    sections = [Section(say("The turn"), tuple(_turn(position))),
                Section(say("Point by point"), tuple(_by_point(position)))]
    if track := _track(position, position.data.last_turn):
        sections.append(Section(say("Turn track"), (track,)))
    if gone := _gone(position):
        sections.append(Section(say("Out of the game"), (gone,)))
    return sections


def _turn(position: Position) -> Iterator[Block]:
    yield Paragraph(say("{turn}: {step}.", turn=when(position), step=word("step", position.step)))
    yield from _points(position)
    yield from _cards(position)
    yield Paragraph(say("The dotted routes are open.") if position.opened else
                    say("The dotted routes are closed until the Allies change their strategy."), "senshi 7.5(5)-a",
                    tone="quiet")
    if position.train:
        yield Paragraph(say("A Fleet Train is at {place}.", place=place(position, position.train)), "senshi 7.3(3)-c")
    if position.guarded:
        yield Paragraph(say("{place} is fortified this turn.", place=place(position, position.guarded)),
                        "senshi CARD-J16")


def _cards(position: Position) -> Iterator[Block]:
    """Hands as everybody may see them, deck and used pile, events that happen once."""
    data, deck = position.data, next(iter(position.decks.values()), None)
    yield Columns("", say.heads("", "In hand", "At most"),
                  tuple((side_name(side), _hand(position, side), str(data.hands[side].most)) for side in SIDES), (2,),
                  sides=SIDES)
    if deck:
        left = deck["size"] - deck["drawn"]
        yield Paragraph(say.plural(left, "The deck has {n} card, the used pile {used}.",
                                   "The deck has {n} cards, the used pile {used}.", used=len(position.discards)))
    if position.discards:
        yield Paragraph(say("Used pile, the last card behind: {cards}.",
                            cards=listing(card(position, key) for key in position.discards)), tone="quiet")
    if position.spent:
        yield Paragraph(say("Happened, once in the game: {events}.",
                            events=listing(event_name(position, key) for key in position.spent)), "senshi 2.3-g")


def _hand(position: Position, side: str) -> str:
    """How many cards; those that lie open by name."""
    open_cards = [card(position, slot, side) for slot in position.hands[side] if slot in position.data.cards]
    hidden = len(position.hands[side]) - len(open_cards)
    what = [say("{number} face down", number=hidden)] if hidden else []
    return listing([*what, *(say("open: {card}", card=name) for name in open_cards)]) or word("list", "")


def _by_point(position: Position) -> Iterator[Block]:
    """Each point with who occupies it and the units there, a row a side."""
    rows: list[tuple[str, tuple[str, ...]]] = []
    for point in position.data.map.points.values():
        here = [side for side in SIDES if position.of(side, point.id)]
        rows += [(side, (_name(position, point), occupied(position, point.id),
                         labelled(side_name(side), forces_at(position, side, point.id)))) for side in here]
        if not here:
            rows.append(("", (_name(position, point), occupied(position, point.id), "–")))
    yield Columns("", say.heads("Point", "Occupied by", "Units"), tuple(row for _, row in rows),
                  sides=tuple(side for side, _ in rows))
    yield Paragraph(say("Behind a ship: air strength of a carrier or gunnery, defence (in parentheses that of a heavy "
                        "ship), movement; behind land-based air its air strength. In square brackets: face-down."),
                    "senshi 2.2-b", tone="quiet")


def _name(position: Position, point: Point) -> str:
    where = place(position, point.id)
    if not point.is_port:
        return say("{place} (base)", place=where)
    return say("{place} (port, {score})", place=where, score=point.score)


def occupied(position: Position, point: str) -> str:
    """Who occupies a point, and as what where that is not as it is printed."""
    holder = position.held.get(point, "")
    if not holder:
        return say("nobody")
    if position.data.map[point].is_port and not points.is_own_port(position, holder, point):
        return say("{side}, as a base", side=side_name(holder))
    if point == position.train:
        return say("{side}, with a Fleet Train", side=side_name(holder))
    return side_name(holder)


def _track(position: Position, last: int) -> Block | None:
    """What comes back when, and what comes and goes home up to a turn."""
    due: dict[tuple[int, str, str], list[Unit]] = {}
    for unit in position.units.values():
        turn = position.data.units[unit.id].leaves if unit.status == MAP else unit.turn
        if unit.status != REMOVED and turn and (turn <= last or unit.status == TRACK):
            due.setdefault((turn, unit.side, unit.status), []).append(unit)
    words = {TRACK: say("comes back"), COMING: say("arrives"), MAP: say("goes home")}
    rows = [(side, (turn_name(position.data, turn), labelled(side_name(side), words[status]),
                    by_kind(units, lambda unit: _due(position, unit))))
            for (turn, side, status), units in sorted(due.items(), key=lambda entry: (
                entry[0][0], SIDES.index(entry[0][1]), entry[0][2]))]
    if not rows:
        return None
    return Columns("", say.heads("Turn", "What", "Units"), tuple(row for _, row in rows),
                   sides=tuple(side for side, _ in rows))


def _due(position: Position, unit: Unit) -> str:
    """A unit that is to come, and the turn on which it goes home again."""
    name, leaves = unit_name(position, unit.id), position.data.units[unit.id].leaves
    return say("{unit} (until turn {turn})", unit=name, turn=leaves) if leaves and unit.status != MAP else name


def _gone(position: Position) -> Block | None:
    rows = [(side, grouped_units(position, [unit.id for unit in position.units.values()
                                            if unit.side == side and unit.status == REMOVED])) for side in SIDES]
    if not any(units for _, units in rows):
        return None
    return Columns("", say.heads("Side", "Units"), tuple((side_name(side), units or "–") for side, units in rows),
                   sides=SIDES)


