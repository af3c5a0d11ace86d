"""How an outcome came about: the reckoning step by step, each step with its rule, and what came of it.

The figures are those of the events; what they leave open is reckoned from the position the logbook gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.games.common.reference import Rule
from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.state import ALLIES, JAPAN, LAND, Position, Unit
from witp_pbem.games.witp.rules.chapter_03_sequence.victory import last_turn, sites_of_japan
from witp_pbem.games.witp.rules.chapter_06_bases.bases import line_blocked
from witp_pbem.games.witp.rules.chapter_07_supply.supply import in_supply
from witp_pbem.games.witp.rules.chapter_13_scenarios.delayed_entry import traced_sources
from witp_pbem.games.witp.telling.battle_card import battle_card
from witp_pbem.games.witp.telling.marches import whole
from witp_pbem.games.witp.telling.phrases import The_side, card, place, places, points, signed, units
from witp_pbem.games.witp.telling.phrases import reason as why
from witp_pbem.games.witp.telling.pieces import joined
from witp_pbem.games.witp.telling.reference import BOOK
from witp_pbem.games.witp.telling.tellers import pieces_of
from witp_pbem.games.witp.words.language import say
from witp_pbem.table.event import Event
from witp_pbem.table.story import BattleSide, Block, Happening, Paragraph, Reason, Section

# Kind of battle -> the rule each term of its strength stands on ("" for what a card gives), and that of the die.
_TERMS: Mapping[str, Mapping[str, str]] = {
    "fleet": {"carriers": "witp 9.3.1.a", "fleets": "witp 9.3.1.a", "task-force": "witp 9.3.1.c",
              "air": "witp 9.3.1.b", "die": "witp 9.3.c"},
    "ground": {"land": "witp 9.4.2.a", "air": "witp 9.4.2.b", "die": "witp 9.4.c"},
    "assault": {"land": "witp 9.5.1.a", "carriers-assault": "witp 9.5.1.c", "defence": "witp 9.5.1.d",
                "air": "witp 9.5.1.b", "die": "witp 9.5.b"},
}
_BY_CARD = "witp 4.3.b"


def reason(happenings: Sequence[Happening]) -> Reason:
    """How the events of one episode came about, and what came of them."""
    reckoned: list[Block] = []
    told: list[Happening] = []
    begun: dict[tuple[str, ...], Any] = {}
    for happening in happenings:
        act = happening.act
        if isinstance(act, e.StackMoved):
            way = whole(happening, begun)
            reckoned += [_march(way.who, place(way.position, way.route[0]), way.event)] if way else []
        elif isinstance(act, Event) and type(act) in _RECKONED:
            reckoned += _RECKONED[type(act)](happening.position_before, act)
        if isinstance(act, Event) and not isinstance(act, e.StepBegan | e.BattleFought):
            told.append(happening)
    fought = [happening.act for happening in happenings if isinstance(happening.act, e.BattleFought)]
    result = joined([piece for happening in told for piece in pieces_of(happening)])
    if fought:  # who won is told before what came of it
        winner = [block for block in reckoned if isinstance(block, Paragraph) and block.tone == "strong"]
        return Reason(tuple(block for block in reckoned if block not in winner), (*winner, *result))
    return Reason(tuple(reckoned), tuple(result))


# -- battles ---------------------------------------------------------------------------------------------------


def _battle(position: Position, event: e.BattleFought) -> Iterator[Block]:
    """Both strengths term by term, dice, totals, and the hits."""
    told = battle_card(position, event)
    forces = event.forces
    for side in told.sides:
        yield _strength(side, event.kind, [what for what, _ in forces[side.side].items])
    yield from told.notes
    yield told.verdict
    yield from told.hits


def _strength(side: BattleSide, kind: str, codes: Sequence[str]) -> Section:
    rules = _TERMS[kind]
    lines = [Paragraph(say("Fought: {units}", units=side.units or say("nobody")))]
    if side.support:
        lines.append(Paragraph(say("Supported: {units}", units=side.support), rules["air"]))
    for line, code in zip(side.lines, codes, strict=True):
        amount = say("{how} = {amount}", how=line.how, amount=line.amount) if line.how else str(line.amount)
        lines.append(Paragraph(say("{what}: {amount}", what=line.what, amount=amount), rules.get(code, _BY_CARD)))
    lines.append(Paragraph(say("Strength: {strength}", strength=side.strength)))
    how = say("{how} = {amount}", how=side.die.how, amount=side.die.amount) if side.die.how else str(side.die.amount)
    lines.append(Paragraph(say("{what}: {amount}", what=side.die.what, amount=how), rules["die"]))
    lines.append(Paragraph(say("Total: {strength} + {added} = {total}", strength=side.strength, added=side.die.amount,
                               total=side.total)))
    title = say("{side} ({role})", side=side.name, role=side.role) if side.role else side.name
    return Section(title, tuple(lines), side=side.side)


# -- points ----------------------------------------------------------------------------------------------------


def _determined(position: Position, event: e.ResourcesDetermined) -> Iterator[Block]:
    terms = [str(event.brp)]
    if event.white is not None and event.red is not None:
        terms += [f"+ {event.white}", f"− {event.red}"]
    terms += [f"{signed(amount)[0]} {abs(amount)} ({why(code)})" for code, amount in event.adjustments]
    total = event.brp + (event.white or 0) - (event.red or 0) + sum(amount for _, amount in event.adjustments)
    told = say("{side}: basic points, + white die, − red die and what else counts: {terms} = {total}.",
               side=The_side(event.side), terms=" ".join(terms), total=total)
    yield Paragraph(told, event.rule, event.side)
    if total != event.trp:
        yield Paragraph(say("No total is below 0: {total}.", total=event.trp), event.rule, event.side)


def _changed(position: Position, event: e.ResourcesChanged) -> Iterator[Block]:
    cause = card(position, event.card) if event.card else why(event.reason)
    yield Paragraph(say("{side}: {before} {sign} {amount} ({why}) = {after}.", side=The_side(event.side),
                        before=position.rp[event.side], sign=signed(event.amount)[0], amount=abs(event.amount),
                        why=cause, after=event.rp), event.rule, event.side)


def _upkeep(position: Position, event: e.UpkeepPaid) -> Iterator[Block]:
    due = event.bases - event.free
    yield Paragraph(say("{side}: {bases} bases − {free} free = {due} points due; {before} − {paid} paid = {after}.",
                        side=The_side(event.side), bases=event.bases, free=event.free, due=due,
                        before=position.rp[event.side], paid=event.paid, after=event.rp), event.rule, event.side)
    if event.short:
        yield Paragraph(say.plural(event.short, "{n} base could not be paid and left the map.",
                                   "{n} bases could not be paid and left the map."), "witp 6.5.b", event.side)


def _impulse(position: Position, event: e.ImpulseMade) -> Iterator[Block]:
    if event.ruled:
        yield Paragraph(say("The referee’s ruling: {cost} for the impulse ({why}).", cost=points(event.cost),
                            why=event.ruled), event.rule, event.side, "ruling")
    else:
        yield Paragraph(say("Activated: {places}; {activation} for activation.",
                            places=places(position, event.origins), activation=points(event.activation)),
                        "witp 8.4.d", event.side)
    yield Paragraph(say("All in all {cost}: {before} − {cost_number} = {after} left.", cost=points(event.cost),
                        cost_number=event.cost, before=position.rp[event.side], after=event.rp), "witp 8.4.c",
                    event.side)


def _march(who: str, origin: str, event: e.StackMoved) -> Paragraph:
    """What a stack pays for its way."""
    terms = [say.plural(event.hexes, "{n} hex", "{n} hexes")]
    terms += [say.plural(event.azoc, "{n} enemy air zone", "{n} enemy air zones")] if event.azoc else []
    terms += [say.plural(event.jungle, "{n} jungle hex", "{n} jungle hexes")] if event.jungle else []
    return Paragraph(say("From {origin}: {units}: {terms} = {cost}.", origin=origin, units=who, terms=" + ".join(terms),
                         cost=points(event.hexes + event.azoc + event.jungle)), "witp 8.4.e", event.side)


def _rebuilt(position: Position, event: e.UnitRebuilt) -> Iterator[Block]:
    if event.reason == "rebuilt":
        side = position.units[event.unit].side
        yield Paragraph(say("{unit}: {before} − {cost} = {after} points left.", unit=event.unit,
                            before=position.rp[side], cost=event.cost, after=position.rp[side] - event.cost),
                        "witp 10.6.b", side)


# -- supply ----------------------------------------------------------------------------------------------------


def _supply(position: Position, event: e.SupplyChecked) -> Iterator[Block]:
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
    between = sorted(number for number in board.beside[unit.hex] if line_blocked(position, unit.side, number)
                     and any(beyond in sources for beyond in board.beside[number]))
    return Paragraph(say("{unit} at {place}: {near} is 2 hexes away, and every hex between is barred: {between}.",
                         near=near, between=places(position, between), **where), "witp 7.1.b", unit.side)


# -- victory ---------------------------------------------------------------------------------------------------


def _ended(position: Position, event: e.GameEnded) -> Iterator[Block]:
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


_RECKONED: Mapping[type[Any], Callable[[Position, Any], Iterator[Block]]] = {
    e.BattleFought: _battle, e.ResourcesDetermined: _determined, e.ResourcesChanged: _changed, e.UpkeepPaid: _upkeep,
    e.ImpulseMade: _impulse, e.UnitRebuilt: _rebuilt, e.SupplyChecked: _supply, e.GameEnded: _ended}


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
