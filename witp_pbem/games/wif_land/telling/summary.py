"""The sums of a report, and everything on the table, as `show` tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from witp_pbem.games.wif_land.board import events as e
from witp_pbem.games.wif_land.board.state import SIDES, Position, Unit
from witp_pbem.games.wif_land.telling.nouns import (
    NOTHING,
    as_they_lie,
    at,
    owner,
    place,
    powers,
    side_name,
    stack,
    weather,
    when,
)
from witp_pbem.games.wif_land.telling.reconstructed import remarks
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.games.wif_land.words.wording import word
from witp_pbem.table.event import Event
from witp_pbem.table.language import bracketed, labelled, listing
from witp_pbem.table.story import Block, Columns, Happening, Paragraph, Section


def losses(start: Position, end: Position) -> Mapping[str, int]:
    """The units each side lost, shattered ones among them."""
    return Counter(unit.side for unit in end.units.values()
                   if unit.fate and unit.id in start.units and not start.units[unit.id].fate)


# -- reckoning ------------------------------------------------------------------------------------------------


def reckoning(happenings: Sequence[Happening], position: Position) -> list[Section]:
    """What was lost, what is left of the limits of the action, forces."""
    events = [happening for happening in happenings if isinstance(happening.act, Event)]
    sections = [Section(say("Losses"), (_losses(events),)), Section(say("Forces on the map"), (_forces(position),))]
    if limits := _limits(position):
        sections.append(Section(say("The action"), (limits,)))
    return sections


_LOST = {e.UnitsOverrun: "losses", e.UnitsDestroyed: "units", e.UnitsShattered: "units", e.AirSettled: "lost"}


def _losses(events: Sequence[Happening]) -> Block:
    """Who was lost where."""
    rows = []
    for happening in events:
        act, position = happening.act, happening.position_before
        units = getattr(act, _LOST.get(type(act), ""), ()) if type(act) in _LOST else ()
        if isinstance(act, e.ShipsFate) and not act.port:
            units = (act.unit,)
        if units:
            why = word("fate", "production") if isinstance(act, e.UnitsShattered) else word(
                "destroyed", getattr(act, "reason", "")) or word("fate", getattr(act, "fate", "destroyed"))
            rows.append((owner(position, units), (side_name(owner(position, units)), as_they_lie(position, units),
                                                  place(position, getattr(act, "hex", "")), why)))
    if not rows:
        return Paragraph(say("No unit was lost."), tone="quiet")
    return Columns("", say.heads("Side", "Units", "Where", "Why"), tuple(row for _, row in rows),
                   sides=tuple(side for side, _ in rows))


def _forces(position: Position) -> Block:
    """How many units of each side are on the map, face-down ones in brackets, and their strength."""
    rows = []
    for side in SIDES:
        units = [unit for unit in position.units.values() if unit.side == side and unit.place]
        ground = [unit for unit in units if unit.is_ground]
        rows.append((powers(position, side), _count(ground), str(sum(unit.combat for unit in ground)),
                     _count([unit for unit in units if unit.is_aircraft]),
                     _count([unit for unit in units if unit.is_naval])))
    return Columns(say("In brackets: how many of them lie face-down"),
                   say.heads("Side", "Ground units", "Strength", "Aircraft", "Ships"), tuple(rows), (1, 2, 3, 4), SIDES)


def _count(units: Sequence[Unit]) -> str:
    down = sum(not unit.full for unit in units)
    return NOTHING if not units else f"{len(units)} [{down}]" if down else str(len(units))


def _limits(position: Position) -> Block | None:
    """How much of the limits of the action is used."""
    rows = tuple((word("limit", limit), str(position.spent.get(limit, 0)), str(amount))
                 for limit, amount in position.limits.items())
    return Columns("", say.heads("Limit", "Used", "Of"), rows, (1, 2)) if rows else None


# -- the board ------------------------------------------------------------------------------------------------


def board(position: Position) -> list[Section]:
    """Everything on the table: impulse and weather, units hex by hex, who is at sea or in the air, who is lost."""
    sections = [Section(say("The impulse"), tuple(_impulse(position))),
                Section(say("Hex by hex"), (_by_place(position, [*position.map.hexes]),))]
    if at_sea := [area for area in position.map.areas if position.here.get(area)]:
        sections.append(Section(say("At sea"), (_by_place(position, at_sea),)))
    if off := [unit for unit in position.units.values() if not unit.place]:
        sections.append(Section(say("Off the map"), (_gone(position, off),)))
    return sections


def _impulse(position: Position) -> Iterator[Block]:
    yield Paragraph(say("{turn}: {step}.", turn=when(position), step=word("step", position.step)))
    if position.action:
        yield Paragraph(say("Action: {action}.", action=word("action", position.action)), "wif rail.k")
    yield Paragraph(say("Weather: {weather}.", weather=weather(position)))
    if position.attacks:
        targets = [labelled(place(position, attack.target), as_they_lie(position, attack.everybody))
                   for attack in position.attacks if not attack.is_resolved]
        if targets:
            yield Paragraph(say("Attacks to be fought: {attacks}.", attacks="; ".join(targets)), "wif lc.b")
    if limits := _limits(position):
        yield limits
    for remark in remarks(position):
        yield Paragraph(remark, tone="quiet")


def _by_place(position: Position, places: Sequence[str]) -> Block:
    """Each place that holds units, a row a side."""
    rows, sides = [], []
    for where in places:
        here = [side for side in SIDES if position.at(where, side)]
        for number, side in enumerate(here):
            rows.append(("" if number else _name(position, where), side_name(side),
                         stack(position, position.at(where, side)), _state(position.at(where, side))))
            sides.append(side)
    if not rows:
        return Paragraph(say("No unit is on the map."), tone="quiet")
    return Columns(say("In square brackets: face-down"), say.heads("Hex", "Side", "Units", "Remark"), tuple(rows),
                   sides=tuple(sides))


def _name(position: Position, where: str) -> str:
    """A hex with its terrain, or a sea area."""
    if where not in position.map.hexes:
        return place(position, where)
    return bracketed(place(position, where), word("terrain", position.hex(where).terrain))


def _state(units: Sequence[Unit]) -> str:
    """Who of some units is out of supply, aboard, landing or in which section."""
    remarks = [bracketed(unit.id, say("out of supply")) for unit in units if unit.unsupplied]
    remarks += [bracketed(unit.id, say("section {number}", number=unit.section)) for unit in units if unit.section >= 0]
    remarks += [bracketed(unit.id, say("lands at {place}", place=unit.target)) for unit in units if unit.landing]
    return listing(remarks)


def _gone(position: Position, units: Sequence[Unit]) -> Block:
    """Who is off the map, and why."""
    groups: dict[tuple[str, str], list[str]] = {}
    for unit in units:
        groups.setdefault((unit.side, at(position, unit)), []).append(unit.id)
    return Columns("", say.heads("Side", "Units", "What"),
                   tuple((side_name(side), as_they_lie(position, alike), what)
                         for (side, what), alike in groups.items()),
                   sides=tuple(side for side, _ in groups))
