"""What settles why an event came out so, beyond what its story tells: sums and facts, each with its rule. The tellers
name them.

The figures are those of the events; what they leave open is reckoned from the position the logbook gives.
"""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.games.wif_land.board import events as e
from witp_pbem.games.wif_land.board.state import DECLARED, Position
from witp_pbem.games.wif_land.rules import supply
from witp_pbem.games.wif_land.rules.land_combat import retreat
from witp_pbem.games.wif_land.telling.nouns import listed, place, unit_name
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.games.wif_land.words.wording import word
from witp_pbem.table.language import listing
from witp_pbem.table.story import Block, Columns, Paragraph


def move(position: Position, event: e.UnitsMoved) -> Iterator[Block]:
    """What entering the hex cost."""
    terms = listing(f"{word('factor', code)} {points}" for code, points in map(str.split, event.terms))
    yield Paragraph(say("To enter {place} cost {points}: {terms}.", place=place(position, event.hex),
                        points=event.cost, terms=terms), "wif move.d")


def attack(position: Position, event: e.AttackDeclared) -> Iterator[Block]:
    """That the attackers were in supply, and by which lines where these are traced."""
    for hex in dict.fromkeys(position.units[unit].place for unit in event.units):
        units = [unit for unit in event.units if position.units[unit].place == hex]
        line = supply.line(position, event.side, hex) if position.supply_sources.get(event.side) else None
        if line is not None:
            yield Paragraph(say("In supply: {units}, by {way}.", units=listed(position, units),
                                way=" → ".join((hex, *line))), "wif sup.a")
        elif all(supply.in_supply(position, position.units[unit], DECLARED) for unit in units):
            yield Paragraph(say("In supply: {units}.", units=listed(position, units)), "wif sup.a")


def way_back(position: Position, event: e.UnitsRetreated) -> Iterator[Block]:
    """The hexes beside the unit with their lines of the order of preference."""
    unit = position.units[event.units[0]]
    rows = []
    for hex in position.map.neighbours(unit.place):
        line = retreat.preference(position, unit, hex) if retreat.is_open(position, unit, hex) else 0
        rows.append((place(position, hex), str(line) if 0 < line < retreat.NOWHERE_TO_GO else "–"))
    yield Columns(say("Where {unit} could retreat to, by line of preference", unit=unit_name(position, unit.id)),
                  say.heads("Hex", "Line"), tuple(rows), (1,), rule="wif retreat.b")


def taken(position: Position, event: e.AttackFought) -> Iterator[Block]:
    """Who fought in the combat."""
    known = position.attack_on(event.hex)
    if known is not None:
        yield Paragraph(say("Attacking: {units}. Ships: {ships}. In the air: {aircraft}.",
                            units=listed(position, known.everybody),
                            ships=listed(position, (*known.bombardment, *known.defensive_bombardment))
                            or word("list", ""),
                            aircraft=listed(position, (*known.aircraft, *known.defensive_aircraft))
                            or word("list", "")), "wif lc.c")
