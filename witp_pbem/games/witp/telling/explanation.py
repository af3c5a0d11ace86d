"""What settles why an event came out so, beyond what its story tells: sums and facts, each with its rule. The tellers
name them.

The figures are those of the events; what they leave open is reckoned from the position the logbook gives.
"""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.games.common.reference import Rule
from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.state import ALLIES, JAPAN, LAND, Position, Unit
from witp_pbem.games.witp.rules.chapter_03_sequence.victory import last_turn, sites_of_japan
from witp_pbem.games.witp.rules.chapter_06_bases.bases import blocked
from witp_pbem.games.witp.rules.chapter_07_supply.supply import in_supply
from witp_pbem.games.witp.rules.chapter_13_scenarios.delayed_entry import traced_sources
from witp_pbem.games.witp.telling.nouns import The_side, place, places, points, units
from witp_pbem.games.witp.telling.reference import BOOK
from witp_pbem.games.witp.words.language import say
from witp_pbem.table.story import Block, Paragraph

# -- points ----------------------------------------------------------------------------------------------------


def total(position: Position, event: e.ResourcesDetermined) -> Iterator[Block]:
    """Why a total is not the sum of what it is made of."""
    added = event.brp + (event.white or 0) - (event.red or 0) + sum(amount for _, amount in event.adjustments)
    if added != event.trp:
        yield Paragraph(say("No total is below 0: {total}.", total=event.trp), event.rule, event.side)


def upkeep(position: Position, event: e.UpkeepPaid) -> Iterator[Block]:
    """How many bases had to be paid for, and what was left."""
    due = event.bases - event.free
    yield Paragraph(say("{side}: {bases} bases − {free} free = {due} points due; {before} − {paid} paid = {after}.",
                        side=The_side(event.side), bases=event.bases, free=event.free, due=due,
                        before=position.rp[event.side], paid=event.paid, after=event.rp), event.rule, event.side)


def impulse(position: Position, event: e.ImpulseMade) -> Iterator[Block]:
    """What an impulse cost, and what was left."""
    if not event.ruled:
        yield Paragraph(say("Activated: {places}; {activation} for activation.",
                            places=places(position, event.origins), activation=points(event.activation)),
                        "witp 8.4.d", event.side)
        yield Paragraph(say("The stacks paid {points} for their ways.", points=points(event.cost - event.activation)),
                        "witp 8.4.e", event.side)
    yield Paragraph(say("All in all {cost}: {before} − {cost_number} = {after} left.", cost=points(event.cost),
                        cost_number=event.cost, before=position.rp[event.side], after=event.rp), "witp 8.4.c",
                    event.side)


def rebuilding(position: Position, event: e.UnitRebuilt) -> Iterator[Block]:
    """What rebuilding a unit cost."""
    if event.reason == "rebuilt":
        side = position.units[event.unit].side
        yield Paragraph(say("{unit}: {before} − {cost} = {after} points left.", unit=event.unit,
                            before=position.rp[side], cost=event.cost, after=position.rp[side] - event.cost),
                        "witp 10.6.b", side)


# -- supply ----------------------------------------------------------------------------------------------------


def supply(position: Position, event: e.SupplyChecked) -> Iterator[Block]:
    """How many units were looked at, and why some are out of supply."""
    yield Paragraph(say.plural(len(event.out), "Looked at: {checked} air and land units; {n} of them is out of supply.",
                               "Looked at: {checked} air and land units; {n} of them are out of supply.",
                               checked=event.checked), event.rule)
    for key in event.out:
        unit = position.units[key]
        yield _unsupplied(position, unit)


def _unsupplied(position: Position, unit: Unit) -> Paragraph:
    """Why a unit is out of supply: how far the next base or source is, and what bars the way."""
    board = position.data.map
    where = {"unit": unit.id, "place": place(position, unit.hex)}
    sources = sorted({*position.bases[unit.side], *traced_sources(position, unit.side)},
                     key=lambda number: (board.distance(unit.hex, number), number))
    if in_supply(position, unit):
        return Paragraph(say("{unit} at {place}: the rules of this release would find it in supply; the logbook "
                             "says otherwise.", **where), "witp 7.0.a", unit.side)
    if not sources:
        return Paragraph(say("{unit} at {place}: its side has neither a logistics base nor a supply source.", **where),
                         "witp 7.1.h", unit.side)
    distance = board.distance(unit.hex, sources[0])
    near = places(position, [number for number in sources if board.distance(unit.hex, number) == distance])
    if distance > 2:  # noqa: PLR2004 - witp 7.1.h
        return Paragraph(say("{unit} at {place}: the nearest base or source, {near}, is {distance} hexes away; more "
                             "than 2 are too far.", near=near, distance=distance, **where), "witp 7.1.h", unit.side)
    barred = blocked(position, unit.side)
    between = sorted(number for number in board.neighbours(unit.hex) if number in barred
                     and any(beyond in sources for beyond in board.neighbours(number)))
    return Paragraph(say("{unit} at {place}: {near} is 2 hexes away, and every hex between is barred: {between}.",
                         near=near, between=places(position, between), **where), "witp 7.1.b", unit.side)


# -- victory ---------------------------------------------------------------------------------------------------


def victory(position: Position, event: e.GameEnded) -> Iterator[Block]:
    """The facts a victory stands on."""
    match event.reason:
        case "last-turn":
            yield Paragraph(say("Turn {turn} is over; the last turn is {last}.", turn=position.turn,
                                last=last_turn(position)), event.rule)
        case "homeland":
            homes = [number for number in position.data.map.side_sources(JAPAN) if position.ashore(ALLIES, number)]
            ashore = [unit.id for number in homes for unit in position.ashore(ALLIES, number)]
            held = [number for number in position.data.map.victory_bases if number in position.bases[ALLIES]]
            yield Paragraph(say("Ashore in the Japanese home islands: {units} ({places}).",
                                units=units(position, ashore), places=places(position, homes)), event.rule, ALLIES)
            yield Paragraph(say("Allied logistics base: {places}.", places=places(position, held)), event.rule, ALLIES)
        case "bid-kept" | "bid-missed":
            yield Paragraph(say("Japan controls {held} ports and airfields; it needed the {bid} that were bid.",
                                held=len(sites_of_japan(position)), bid=position.bid), event.rule, JAPAN)
        case "driven-out":
            left = [unit.id for unit in position.on_map() if unit.side == JAPAN and unit.kind == LAND]
            yield Paragraph(say("Japanese land units left, all of them in bases of China or in the home islands: "
                                "{units}.", units=units(position, left) or say("none")), event.rule, JAPAN)


# -- rules ----------------------------------------------------------------------------------------


def rulings_on(rule: str) -> tuple[str, ...]:
    """The rulings of the game that belong to a rule."""
    return tuple(dict.fromkeys(ruling for entry in BOOK.find(rule) if isinstance(entry, Rule)
                               for ruling in entry.rulings))


def finished(order: str) -> str:
    """An order that breaks off, with what is most likely meant behind it: all units; "" where nobody can say."""
    verb, _, rest = order.partition(" ")
    if verb.casefold() in ("target", "attack", "move") and " from " in rest.casefold() and ":" not in rest:
        return f"{order}: all"
    return ""
