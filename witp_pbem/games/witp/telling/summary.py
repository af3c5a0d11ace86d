"""The sums of a report: resource points, losses, places that changed hands, forces; and everything on
the table, as `show` tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from witp_pbem.games.common.nouns import grouped, signed, strength
from witp_pbem.games.common.telling import ledger, loss_table
from witp_pbem.games.witp.board.map import OWNER_SIDE
from witp_pbem.games.witp.board.state import (
    ARRIVING,
    BIDS,
    JAPAN,
    KINDS,
    MAP,
    REMOVED,
    RESERVE,
    SIDE_OF,
    SIDES,
    Position,
    Unit,
)
from witp_pbem.games.witp.rules.chapter_02_components.control import controller
from witp_pbem.games.witp.rules.chapter_03_sequence.victory import last_turn, sites_of_japan
from witp_pbem.games.witp.telling.board_changes import changed_hands
from witp_pbem.games.witp.telling.card_effects import effect
from witp_pbem.games.witp.telling.entries import telling
from witp_pbem.games.witp.telling.nouns import KINDS_IN_WORDS, card, forces_at, place, places, side_name
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import word
from witp_pbem.table.event import Event
from witp_pbem.table.language import listing
from witp_pbem.table.story import Block, Columns, Happening, Paragraph, Section


def losses(start: Position, end: Position) -> Mapping[str, int]:
    """The steps each side lost: two with a full unit, one with a reduced one or by a hit."""
    lost: Counter[str] = Counter()
    for unit in start.on_map():
        if (after := end.units[unit.id]) is not unit:
            lost[unit.side] += max(_steps(unit) - _steps(after), 0)
    return lost


def _steps(unit: Unit) -> int:
    return (2 if unit.full else 1) if unit.status == MAP else 0


# -- reckoning ------------------------------------------------------------------------------------------------


def reckoning(happenings: Sequence[Happening], position: Position) -> list[Section]:
    """Resource points, losses, places that changed hands, continuing battles, forces."""
    names = {side: side_name(side) for side in SIDES}
    points = ledger(happenings, position.rp, lambda at: at.rp, names, telling.booked)
    events = [happening for happening in happenings if isinstance(happening.act, Event)]
    start: Position = events[0].position_before if events else position
    lost = loss_table((entry for happening in events for entry in telling.entries(happening)), names,
                      lambda ids: _plain_units([position.units[key] for key in ids]))
    sections = [
        Section(say("Resource points"),
                (points or Paragraph(say("No resource points changed hands."), tone="quiet"),)),
        Section(say("Losses"), (lost,))]
    changed = [(place(position, number), side_name(was), side_name(now))
               for number, (was, now) in changed_hands(start, position).items()]
    if changed:
        head = say.heads("Place", "Was", "Is now")
        table = Columns("", head, tuple(changed))
        sections.append(Section(say("Ports, airfields and supply sources that changed hands"), (table,)))
    if position.continuing:
        rows = tuple((place(position, number), *(forces_at(position, side, number) or "–" for side in SIDES))
                     for number in position.continuing)
        table = Columns("", (say.term("column", "Hex"), *(side_name(side) for side in SIDES)), rows)
        sections.append(Section(say("Continuing battles"), (table,), "witp 9.7.a"))
    sections.append(Section(say("Forces on the map"), tuple(_forces(position))))
    return sections


def _plain_units(units: Iterable[Unit]) -> str:
    """Units by type, without brackets: what they had been is past."""
    return grouped((unit._replace(full=True) for unit in units), KINDS_IN_WORDS)


def _forces(position: Position) -> Iterator[Block]:
    """Units on the map by nation and type, and the logistics bases."""
    yield Columns("", ("", *(word("kind", kind) for kind in KINDS)),
                  tuple(_nation(position, nation) for nation in SIDE_OF), tuple(range(1, len(KINDS) + 1)),
                  sides=tuple(SIDE_OF.values()))
    yield Paragraph(say("Numbers in brackets: how many of them are reduced."), tone="quiet")
    for side in SIDES:
        bases = position.bases[side]
        what = say.plural(len(bases), "{n} logistics base", "{n} logistics bases")
        if bases:
            what = say("{what}: {places}", what=what, places=places(position, bases))
        yield Paragraph(say("{side}: {what}.", side=side_name(side), what=what), side=side)


def _nation(position: Position, nation: str) -> tuple[str, ...]:
    mine = [unit for unit in position.on_map() if unit.nation == nation]
    return (word("country", nation), *(strength([unit for unit in mine if unit.kind == kind]) for kind in KINDS))


# -- the board ------------------------------------------------------------------------------------------------


def board(position: Position) -> list[Section]:
    """Everything on the table: points, cards and effects, forces hex by hex, who is still to come, who is gone."""
    sections = [Section(say("The turn"), tuple(_turn(position)))]
    for side in SIDES:
        sections.append(Section(side_name(side), tuple(_side(position, side)), side=side))
    arriving = tuple(_arriving(position))
    if arriving:
        head = say.heads("Turn", "Side", "Units")
        sections.append(Section(say("Still to arrive"), (Columns("", head, arriving, (0,)),)))
    gone = tuple(_off_map(position))
    if gone:
        head = say.heads("Side", "Where", "Units")
        sections.append(Section(say("Not on the map"), (Columns("", head, gone),)))
    return sections


def _turn(position: Position) -> Iterator[Block]:
    rows: list[tuple[str, ...]] = [
        (say("Resource points"), *(str(position.rp[side]) for side in SIDES)),
        (say("Total of the turn"), *(str(position.trp_start[side]) for side in SIDES)),
        (say("Logistics bases"), *(str(len(position.bases[side])) for side in SIDES)),
        (say("Cards in hand"), *(_hand(position, side) for side in SIDES)),
        (say("Stacks redeployed"), *(str(position.stacks[side]) for side in SIDES)),
        (say("Targets of the turn"), *(places(position, position.targets[side]) or "–" for side in SIDES)),
    ]
    yield Paragraph(say("Now: {step}.", step=word("step", position.step)))
    if position.step == BIDS:
        yield Paragraph(say("The last turn agreed on: {turn}.", turn=last_turn(position)), "witp 13.2.a")
    if position.bid is not None:
        yield Paragraph(say("The bid: Japan needs {bid} ports and airfields at the end of turn {turn}, and controls "
                            "{now} now.", bid=position.bid, turn=last_turn(position),
                            now=len(sites_of_japan(position))), "witp 13.2.c", JAPAN)
    yield Columns("", ("", *(side_name(side) for side in SIDES)), tuple(rows))
    for in_force in position.effects:
        yield Paragraph(say("In force: {effect} (card {card}).", effect=effect(position, in_force),
                            card=card(position, in_force["card"])), side=in_force["side"])
    if position.continuing:
        yield Paragraph(say("Continuing battles: {places}.", places=places(position, position.continuing)),
                        "witp 9.7.a", tone="strong")
    for side, amount in position.pending.items():
        yield Paragraph(say("Next turn: {amount} resource points for {side}.", amount=signed(amount),
                            side=word("side", side)), side=side)
    if position.america:
        yield Paragraph(say("America is {state} (scenario 13.4, reconstructed).",
                            state=word("america", position.america)), "witp 13.4.a", tone="strong")
    if position.china_surrendered:
        yield Paragraph(say("China has surrendered."), "witp 12.2.e", tone="strong")
    if position.discards:
        yield Paragraph(say("Cards used up: {cards}.",
                            cards=listing(card(position, key) for key in position.discards)), tone="quiet")


def _hand(position: Position, side: str) -> str:
    """How many cards; those that lie open by name."""
    open_cards = [card(position, slot) for slot in position.hands[side] if slot in position.data.cards]
    hidden = len(position.hands[side]) - len(open_cards)
    parts = [say("{number} face down", number=hidden)] if hidden else []
    return listing([*parts, *(say("open: {card}", card=name) for name in open_cards)]) or word("list", "")


def _side(position: Position, side: str) -> Iterator[Block]:
    hexes = sorted({*position.bases[side], *(number for number in position.here if position.of(side, number))})
    rows = tuple((_at(position, side, number), forces_at(position, side, number) or say("no units"))
                 for number in hexes)
    yield Columns("", say.heads("Hex", "Units"), rows)
    held = [number for number in position.data.map.hexes if _held(position, side, number)]
    if held:
        yield Paragraph(say("Holds of the other side: {places}.", places=places(position, held)), "witp 2.3.3.c", side)


def _at(position: Position, side: str, number: str) -> str:
    where = place(position, number)
    return say("{place}, logistics base", place=where) if number in position.bases[side] else where


def _held(position: Position, side: str, number: str) -> bool:
    """Whether a side controls an icon of the other one."""
    hexagon = position.data.map[number]
    owner = OWNER_SIDE.get(hexagon.owner or hexagon.source, "")
    return bool(owner) and owner != side and controller(position, number) == side


def _arriving(position: Position) -> Iterator[tuple[str, ...]]:
    due: dict[tuple[int, str], list[Unit]] = {}
    for unit in position.units.values():
        if unit.status == ARRIVING:
            due.setdefault((unit.arrival, unit.side), []).append(unit)
    for (turn, side), units in sorted(due.items(), key=lambda entry: (entry[0][0], entry[0][1] != JAPAN)):
        yield str(turn), side_name(side), grouped(units, KINDS_IN_WORDS)


def _off_map(position: Position) -> Iterator[tuple[str, ...]]:
    for side in SIDES:
        for status in (RESERVE, REMOVED):
            units = [unit for unit in position.units.values() if unit.side == side and unit.status == status]
            if units:
                yield side_name(side), word("status", status), _plain_units(units)
