"""The sums of a report, and everything on the table, as `show` tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from witp_pbem.games.common.telling import ledger
from witp_pbem.games.nimitz.board.state import (
    BOMBING,
    GROUND,
    INVASION,
    JAPAN,
    LBA,
    OUT,
    RAIDING,
    REINFORCEMENTS,
    SHIPS,
    SIDES,
    US,
    Position,
    Unit,
)
from witp_pbem.games.nimitz.telling.battle_tellers import lost_and_damaged
from witp_pbem.games.nimitz.telling.entries import telling
from witp_pbem.games.nimitz.telling.nouns import (
    NOTHING,
    by_kind,
    forces_at,
    grouped_units,
    listed,
    place,
    places,
    side_name,
    turned,
    when,
)
from witp_pbem.games.nimitz.telling.reconstructed import remark
from witp_pbem.games.nimitz.telling.score import score
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.games.nimitz.words.wording import word
from witp_pbem.table.event import Event
from witp_pbem.table.language import bracketed, labelled, listing, parts
from witp_pbem.table.story import Block, Columns, Happening, Paragraph, Section

TYPES = {"ships": SHIPS, "infantry": GROUND, "lba": LBA}  # of stacks (nimitz 3.3.a)
BOXES = ("P1", "P2", "P3", RAIDING, BOMBING, INVASION, REINFORCEMENTS)


def losses(start: Position, end: Position) -> Mapping[str, int]:
    """The steps each side lost: a counter has two, of which damage takes one. Carrier aircraft come again."""
    lost: Counter[str] = Counter()
    for unit in start.units.values():
        if unit.id in end.units and not unit.is_cba:
            lost[unit.side] += max(0, _steps(unit) - _steps(end.units[unit.id]))
    return lost


def _steps(unit: Unit) -> int:
    """The hits that it takes to remove a counter (nimitz 2.5.2.b)."""
    return 0 if unit.place == OUT else 2 if unit.full else 1


# -- reckoning ------------------------------------------------------------------------------------------------


def reckoning(happenings: Sequence[Happening], position: Position) -> list[Section]:
    """Objectives, points, losses and forces."""
    events = [happening for happening in happenings if isinstance(happening.act, Event)]
    return [Section(say("Objectives"), tuple(_objectives(position))),
            Section(say("Points"), tuple(_points(events, position))),
            Section(say("Losses"), (_losses(events, position),)),
            Section(say("Forces on the map"), (_forces(position),))]


def _objectives(position: Position) -> Iterator[Block]:
    """The objective markers, and what they come to."""
    yield Paragraph(score(position), "nimitz 4.1.a", US, "strong")
    if missing := [point for point in position.campaign.objectives if point not in position.objectives]:
        yield Paragraph(say("Not held: {points}.", points=places(position, missing)), "nimitz 2.9.13.a")


def _points(events: Sequence[Happening], position: Position) -> Iterator[Block]:
    """Where points came from and went; what Japan has for its reinforcement roll."""
    for caption, of in ((say("Supply points (SP)"), _supply), (say("Reinforcement points (RP)"), _reinforcement)):
        if table := ledger(events, of(position), of, {US: side_name(US)}, telling.booked):
            yield table._replace(caption=caption)
    yield from _on_hand(position)


def _supply(position: Position) -> Mapping[str, int]:
    return {US: position.supply}


def _reinforcement(position: Position) -> Mapping[str, int]:
    return {US: position.reinforcement}


def _on_hand(position: Position) -> Iterator[Block]:
    yield Paragraph(say("On hand: {supply} SP, {reinforcement} RP.", supply=position.supply,
                        reinforcement=position.reinforcement), "nimitz 6.1.d", US)
    yield Paragraph(say("Japanese resupply markers: {number}.", number=position.resupply), "nimitz 9.2.1.b", JAPAN)


def _losses(events: Sequence[Happening], position: Position) -> Block:
    fates = lost_and_damaged(events)
    rows = [(side, (side_name(side), say("lost") if fate == "lost" else say("damaged"),
                    listed(events[-1].position_after, units)))
            for side in SIDES for fate, units in fates.get(side, {}).items() if units]
    if not rows:
        return Paragraph(say("No unit was lost or damaged."), tone="quiet")
    return Columns("", say.heads("Side", "What", "Units"), tuple(row for _, row in rows),
                   sides=tuple(side for side, _ in rows))


def _forces(position: Position) -> Block:
    """How many units of each type and side are on the map, damaged ones in brackets."""
    def count(side: str, kinds: Sequence[str]) -> str:
        units = [unit for unit in position.units.values()
                 if unit.side == side and unit.kind in kinds and unit.place in position.data.map.points]
        damaged = sum(not unit.full for unit in units)
        return NOTHING if not units else f"{len(units)} [{damaged}]" if damaged else str(len(units))

    return Columns(say("In brackets: how many of them are damaged"), ("", *(word("ashore", kind) for kind in TYPES)),
                   tuple((side_name(side), *(count(side, kinds) for kinds in TYPES.values())) for side in SIDES),
                   tuple(range(1, len(TYPES) + 1)), sides=SIDES)


# -- the board ------------------------------------------------------------------------------------------------


def board(position: Position) -> list[Section]:
    """Everything on the table: objectives and points, units point by point, the boxes, who is out of the game."""
    sections = [Section(say("The turn"), tuple(_turn(position))),
                Section(say("Point by point"), tuple(_by_point(position))),
                Section(say("Boxes beside the map"), tuple(_boxes(position)))]
    if gone := _gone(position):
        sections.append(Section(say("Out of the game"), (gone,)))
    return sections


def _turn(position: Position) -> Iterator[Block]:
    yield Paragraph(say("{turn}: {step}.", turn=when(position), step=word("step", position.step)))
    yield from _objectives(position)
    yield from _on_hand(position)
    if ours := remark(position):
        yield Paragraph(ours, tone="quiet")


def _by_point(position: Position) -> Iterator[Block]:
    """Each point with the units there, a row a side."""
    rows: list[tuple[str, ...]] = []
    for point in position.data.map.points:
        here = [side for side in SIDES if position.of(side, point)] or [""]
        for number, side in enumerate(here):
            forces = labelled(side_name(side), forces_at(position, side, point)) if side else NOTHING
            rows.append(("" if number else _name(position, point), forces))
    yield Columns("", say.heads("Point", "Units"), tuple(rows))
    yield Paragraph(say("In square brackets: damaged. What lies in a Japanese stack is known to everybody, its order "
                        "to nobody: whoever moves is drawn."), "nimitz 3.3.a", tone="quiet")


def _name(position: Position, point: str) -> str:
    """A point, whether it is an objective and held, and the American LBA it holds."""
    printed = position.data.map[point]
    remarks = []
    if point in position.campaign.objectives:
        remarks.append(say("objective, held") if point in position.objectives else say("objective, not held"))
    if printed.capacity:
        remarks.append(say("LBA {number} of {capacity}", number=len(position.of(US, point, *LBA)),
                           capacity=printed.capacity))
    return bracketed(place(position, point), listing(remarks)) if remarks else place(position, point)


def _boxes(position: Position) -> Iterator[Block]:
    """Who is in which box; of Japanese reinforcements layer by layer, the top first."""
    rows = [(place(position, box), labelled(side_name(side), parts(_layers(position, side, box))))
            for box in BOXES for side in SIDES if position.of(side, box)]
    if not rows:
        yield Paragraph(say("All boxes are empty."), tone="quiet")
        return
    yield Columns("", say.heads("Box", "Units"), tuple(rows))
    if position.of(JAPAN, REINFORCEMENTS):
        yield Paragraph(say("Of the Japanese reinforcements those before a semicolon come first, drawn among "
                            "themselves."), "nimitz 11.2.a", tone="quiet")


def _layers(position: Position, side: str, box: str) -> Iterator[str]:
    layers: dict[int, list[Unit]] = {}
    for unit in position.of(side, box):
        layers.setdefault(unit.layer, []).append(unit)
    for layer in sorted(layers):
        yield by_kind(layers[layer], lambda unit: turned(position, unit))


def _gone(position: Position) -> Block | None:
    rows = [(side, grouped_units(position, [unit.id for unit in position.units.values()
                                            if unit.side == side and unit.place == OUT and unit.kind != "battalion"]))
            for side in SIDES]
    if not any(units for _, units in rows):
        return None
    return Columns("", say.heads("Side", "Units"), tuple((side_name(side), units or NOTHING) for side, units in rows),
                   sides=SIDES)
