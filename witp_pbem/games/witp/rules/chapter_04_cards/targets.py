"""Chapter 4: whom or where a card strikes (witp 4.3): what it may strike, what was named with it, who chooses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from witp_pbem.games.common.order_values import EVERY, At, UnitSpec, ordered
from witp_pbem.games.common.units import fits
from witp_pbem.games.witp.board.state import AIR, RESERVE, SIDES, Position, Unit
from witp_pbem.games.witp.orders.kinds import CardOrder, UnitsOrder
from witp_pbem.games.witp.rules.chapter_02_components.control import controller, working_sources
from witp_pbem.games.witp.rules.chapter_02_components.neutral import is_neutral
from witp_pbem.games.witp.rules.chapter_04_cards.effects import Effect, is_near, lies
from witp_pbem.games.witp.rules.chapter_07_supply import supply
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem, Span, ambiguous, illegal, invalid
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

RULE = "witp 4.3.b"
STRIKING = frozenset({"lose_unit", "hit_unit", "rebuild_unit", "remove_bases", "place_unit"})
NATION_SHARES = ("us", "uk")  # whose bases "allied_base" shares
LISTED = 60  # choices listed at most

Targets = Mapping[int, tuple[str, ...]]  # place of the effect on the card -> unit ids, or hexes


def instruction(position: Position, card: str, side: str) -> Mapping[str, Any]:
    """The part of a card for one side: its text and effects, empty if it has none (witp 4.0.a, 4.3.a)."""
    return position.data.cards[card].get(side) or {"text": "", "effects": ()}


def no_effect(position: Position, side: str, card: str) -> str:
    """Why nothing would come of a card if a side used it now, by code (vocabulary "why-nothing"), "" where something
    may."""
    effects = instruction(position, card, side)["effects"]
    reasons = [_why_nothing(position, side, card, effect) for effect in effects]
    return "" if "" in reasons else reasons[0] if reasons else "no-instruction"


def _why_nothing(position: Position, side: str, card: str, effect: Effect) -> str:
    """Why nothing would come of one effect, "" where something may."""
    if effect["op"] == "no_effect":
        return "no-effect"
    if not requirement_holds(position, effect):
        return "requirement"
    aim = aim_of(position, side, card, effect)
    return "no-target" if aim and not aim.candidates else ""


def requirement_holds(position: Position, effect: Effect) -> bool:
    """Whether what an effect needs at the moment of its use is there: the turn, an air unit in place.

    Requirements on a stack or a battle are looked at when the stack moves or the battle is fought.
    """
    requires = effect.get("requires", {})
    if position.turn < requires.get("turn_from", 0):
        return False
    if "air_within" not in requires:
        return True
    return any(_is_that_air(position, requires, unit) for unit in position.on_map())


def _is_that_air(position: Position, requires: Mapping[str, Any], unit: Unit) -> bool:
    wanted = requires["air_within"]
    if unit.kind != AIR or unit.side != wanted["side"] or unit.nation not in wanted.get("nationality", (unit.nation,)):
        return False
    if not _in_state(unit, wanted.get("state", "any")):
        return False
    if not is_near(position, unit.hex, wanted["of"], wanted["distance"]):
        return False
    if requires.get("base_at_air") and unit.hex not in position.bases[unit.side]:
        return False
    return not requires.get("supplied") or supply.in_supply(position, unit)


def _in_state(unit: Unit, state: str) -> bool:
    return state == "any" or unit.full == (state == "full")


# -- what an effect may strike --------------------------------------------------------------------------------


class Aim(NamedTuple):
    """What an effect may strike.

    Attributes:
        card: the card.
        user: the side that uses it.
        chooser: the side that chooses.
        wanted: how many, never more than there are.
        units: the units among which it chooses.
        hexes: the hexes among which it chooses; units, hexes or both are empty.
    """

    card: str
    user: str
    chooser: str
    wanted: int
    units: tuple[Unit, ...] = ()
    hexes: tuple[str, ...] = ()

    @property
    def candidates(self) -> tuple[str, ...]:
        """The ids of the units, or the hexes."""
        return tuple(unit.id for unit in self.units) + self.hexes


def aim_of(position: Position, side: str, card: str, effect: Effect) -> Aim | None:
    """What an effect used by a side may strike now; None for effects that strike nothing on the map."""
    units: tuple[Unit, ...] = ()
    hexes: tuple[str, ...] = ()
    count = effect.get("count", 1)
    match effect["op"]:
        case "lose_unit" | "hit_unit":
            units = tuple(unit for unit in position.on_map() if _is_target(position, effect, unit))
        case "rebuild_unit":
            units = tuple(unit for unit in position.on_map() if not unit.full and _is_target(position, effect, unit)
                          and _may_rebuild(position, effect, unit))
        case "remove_bases":
            hexes = tuple(number for number in position.bases[effect["owner"]]
                          if lies(position, effect.get("where", {}), number))
        case "place_unit":
            hexes, count = _arrival_hexes(position, effect), 1
        case _:
            return None
    there = len(units) + len(hexes)
    return Aim(card, side, chooser_of(effect, side), there if count == "all" else min(count, there), units, hexes)


def chooser_of(effect: Effect, user: str) -> str:
    """The side that chooses whom an effect strikes: the one the card names, else the owner of what it rebuilds, else
    the user."""
    named = effect.get("chooser") or (effect["owner"] if effect["op"] == "rebuild_unit" else user)
    return str(named) if named in SIDES else user


def _is_target(position: Position, effect: Effect, unit: Unit) -> bool:
    """Whether a unit on the map passes the filters of an effect that strikes units."""
    where = effect.get("where", {})
    if is_neutral(position, unit) and effect["op"] != "rebuild_unit":
        return False
    return (unit.side == effect["owner"] and unit.kind in effect.get("types", (unit.kind,))
            and unit.nation in effect.get("nationality", (unit.nation,)) and _in_state(unit, effect.get("state", "any"))
            and (isinstance(where, str) or lies(position, where, unit.hex)))


def _may_rebuild(position: Position, effect: Effect, unit: Unit) -> bool:
    """Whether a unit stands in a base of its nation under its side's control (witp 10.6.a, d-e; R-80), or in any
    American or British one where the card shares them. Chinese units are never rebuilt."""
    hexagon = position.data.map[unit.hex]
    owners = NATION_SHARES if effect["where"] == "allied_base" and unit.nation in NATION_SHARES else (unit.nation,)
    if hexagon.site and hexagon.owner in owners:
        return controller(position, unit.hex) == unit.side
    return hexagon.source in owners and unit.hex in working_sources(position, unit.side)


def _arrival_hexes(position: Position, effect: Effect) -> tuple[str, ...]:
    """Where a reserve unit may come onto the map: supply sources of its nation under its side's control."""
    unit = position.units.get(effect["unit"])
    if unit is None or unit.status != RESERVE:
        return ()
    return tuple(number for number in position.data.map.sources[unit.nation]
                 if number in working_sources(position, unit.side))


def likeness(position: Position, unit: Unit) -> tuple[Any, ...]:
    """What tells one candidate from another: units that differ in nothing of this are one choice."""
    cargo = tuple(sorted((land.nation, land.full) for land in position.cargo(unit.id)))
    return (unit.nation, unit.kind, unit.full, unit.hex, unit.water, bool(unit.aboard), cargo,
            unit.id == position.chungking_air)


def is_choice(position: Position, aim: Aim) -> bool:
    """Whether there is more than one way to strike."""
    if aim.wanted >= len(aim.candidates):
        return False
    return bool(aim.hexes) or len({likeness(position, unit) for unit in aim.units}) > 1


def struck(table: Table, side: str, card: str, effect: Effect, named: Sequence[str]) -> tuple[str, ...]:
    """The unit ids or hexes an effect strikes: what was named with the card if that still stands, the only ones
    there are, or those its chooser answers."""
    aim = aim_of(table.position, side, card, effect)
    if aim is None or not aim.candidates:
        return ()
    known = tuple(named) if aim.chooser == side and set(named) <= set(aim.candidates) else ()
    if len(known) == aim.wanted:
        return known
    if not is_choice(table.position, aim):
        return aim.candidates[:aim.wanted]
    if aim.units:
        return _ask(table, side, effect, aim)
    chosen = known
    while len(chosen) < aim.wanted:
        rest = tuple(number for number in aim.hexes if number not in chosen)
        chosen += _ask(table, side, effect, aim._replace(hexes=rest, wanted=1))
    return chosen


# -- the choice -----------------------------------------------------------------------------------------------


def _ask(table: Table, side: str, effect: Effect, aim: Aim) -> tuple[str, ...]:
    """Asks the chooser of an effect whom or where it strikes."""
    position = table.position
    demand = Demand(
        aim.chooser, "card-target", RULE, frozenset({"choose"}),
        lambda order: judge(position, aim, order),
        lambda: choices(position, aim),
        {"card": aim.card, "user": side, "op": effect["op"],
         "count": aim.wanted},
        matches=lambda order: _speaks_of(aim, order))
    return tuple(table.ask(demand)[0])


def _speaks_of(aim: Aim, order: Order) -> bool:
    """Whether a `choose` order is meant for a card: it is headed with the event phase, or names a candidate."""
    body = order.body.body
    if order.phase == "events" or body.rest:
        return True
    if aim.hexes:
        return not body.units and body.place is not None and body.place.id in aim.hexes
    return any((body.place is None or unit.hex == body.place.id)
               and (not body.units or any(fits(spec, unit) for spec in body.units)) for unit in aim.units)


def judge(position: Position, aim: Aim, order: Order) -> Verdict:
    """Whether a `choose` order names what the effect may strike; the answer is a tuple of unit ids or hexes."""
    body: UnitsOrder = order.body.body
    if body.rest:
        first = aim.candidates[:aim.wanted]
        return Understood(first, ordered("choose", **targeted(position, first)), stays=True)
    chosen = named_targets(position, aim, body.units, body.place, order.statement.span)
    if isinstance(chosen, Problem):
        return (chosen,)
    return Understood(chosen, ordered("choose", **targeted(position, chosen)))


def choices(position: Position, aim: Aim) -> Iterator[OrderValue]:
    """The different ways to strike, as orders."""
    if aim.hexes:
        yield from (ordered("choose", place=number) for number in aim.hexes)
        return
    seen = set()
    listed = 0
    for group in combinations(aim.units, aim.wanted):
        alike = tuple(sorted(likeness(position, unit) for unit in group))
        if alike not in seen:
            seen.add(alike)
            listed += 1
            yield ordered("choose", **targeted(position, [unit.id for unit in group]))
        if listed == LISTED:
            return


def targeted(position: Position, chosen: Sequence[str]) -> dict[str, Any]:
    """Targets as the value of an order has them: units, and the place they share or the hex meant."""
    units = [name for name in chosen if name in position.units]
    hexes = [name for name in chosen if name not in position.units]
    places = hexes or sorted({position.units[name].hex for name in units})
    return {"units": units, "place": places[0] if hexes or len(places) == 1 else ""}


def named_targets(position: Position, aim: Aim, specs: Sequence[UnitSpec], place: At | None,
                  span: Span) -> tuple[str, ...] | Problem:
    """The candidates a player's words mean, as many as the effect strikes; or what is wrong with the words."""
    about = _about(aim.card, aim.user)
    if aim.hexes:
        if specs:
            return illegal("not-a-target", RULE, specs[0].span, target=specs[0].text, **about)
        assert place  # an order names units, a place, or both
        if place.id not in aim.hexes:
            return illegal("not-a-target", RULE, place.span, target=place.id, **about,
                           instead=lambda: _first(position, aim))
        return (place.id,)
    pool = [unit for unit in aim.units if place is None or unit.hex == place.id]
    if place and not pool:
        return illegal("no-target-there", RULE, place.span, place=place.id, **about,
                       instead=lambda: _first(position, aim))
    if not specs:
        assert place
        specs = (UnitSpec(min(aim.wanted, len(pool)), (), "", None, "", place.id, place.span),)
    chosen: list[Unit] = []
    for spec in specs:
        units = _meant(position, aim, pool, chosen, spec)
        if isinstance(units, Problem):
            return units
        chosen += units
    if len(chosen) != aim.wanted:
        return illegal("wrong-number-of-targets", RULE, span, wanted=aim.wanted, found=len(chosen), **about)
    return tuple(unit.id for unit in chosen)


def _about(card: str, user: str) -> dict[str, Any]:
    """What a problem with a card says of it: the card, and its instruction for the side that uses it."""
    return {"card": card, "text": f"{card} {user}"}


def _first(position: Position, aim: Aim) -> OrderValue:
    return next(choices(position, aim))


def _meant(position: Position, aim: Aim, pool: Sequence[Unit], taken: Sequence[Unit],
           spec: UnitSpec) -> list[Unit] | Problem:
    """The candidates one name means: full units first where nothing is said; open only between equals."""
    about = _about(aim.card, aim.user)
    if spec.id and spec.id not in position.units:
        return invalid("unknown-unit", spec.span, unit=spec.id)
    if any(spec.id == unit.id for unit in taken):
        return invalid("unit-named-twice", spec.span, unit=spec.id)
    fitting = sorted((unit for unit in pool if unit not in taken and fits(spec, unit)), key=lambda unit: not unit.full)
    count = len(fitting) if spec.number == EVERY else spec.number
    if not fitting:
        return illegal("not-a-target", RULE, spec.span, target=spec.text, **about,
                       instead=lambda: _first(position, aim))
    if len(fitting) < count:
        return illegal("wrong-number-of-targets", RULE, spec.span, wanted=count, found=len(fitting), **about)
    last = likeness(position, fitting[count - 1])
    if any(unit.full == fitting[count - 1].full and likeness(position, unit) != last for unit in fitting[count:]):
        return ambiguous("which-target", spec.span, target=spec.text, **about, certain=False,
                         instead=ordered("choose", **targeted(position, [unit.id for unit in fitting[:count]])))
    return fitting[:count]


# -- targets named with the card ------------------------------------------------------------------------------


def takes_target(position: Position, side: str, card: str) -> bool:
    """Whether the side, using the card, may have to choose whom or where it strikes. A fact of the card alone."""
    return any(effect["op"] in STRIKING and effect.get("count") != "all" and chooser_of(effect, side) == side
               for effect in instruction(position, card, side)["effects"])


def named_with_card(position: Position, side: str, body: CardOrder, span: Span) -> dict[int, tuple[str, ...]] | Problem:
    """What a `use` order names for each effect of its card; empty if it names nothing."""
    if not body.units and body.place is None:
        return {}
    card, about = body.card, _about(body.card, side)
    if not takes_target(position, side, card):
        return illegal("card-takes-no-target", RULE, span, certain=True, **about)
    aims: dict[int, Aim] = {}
    for number, effect in enumerate(instruction(position, card, side)["effects"]):
        aim = aim_of(position, side, card, effect) if requirement_holds(position, effect) else None
        if aim and aim.chooser == side and aim.candidates:
            aims[number] = aim
    at_hex = [number for number, aim in aims.items() if aim.hexes]
    shares: dict[int, list[UnitSpec]] = {}
    for spec in body.units:
        fitting = [number for number, aim in aims.items() if any(fits(spec, unit) for unit in aim.units)]
        if not fitting:
            return illegal("not-a-target", RULE, spec.span, target=spec.text, **about)
        open_ones = [number for number in fitting
                     if aims[number].wanted > sum(other.number for other in shares.get(number, ()))]
        shares.setdefault((open_ones or fitting)[0], []).append(spec)
    place = None if at_hex else body.place
    wanted = list(shares)
    if at_hex and body.place:
        wanted += at_hex[:1]
    elif not shares and place:
        wanted = [number for number, aim in aims.items() if any(unit.hex == place.id for unit in aim.units)]
    if not wanted and body.place:
        return illegal("no-target-there", RULE, body.place.span, place=body.place.id, **about)
    chosen: dict[int, tuple[str, ...]] = {}
    for number in sorted(wanted):
        where = body.place if number in at_hex else place
        targets = named_targets(position, aims[number], shares.get(number, ()), where, span)
        if isinstance(targets, Problem):
            return _with_card(targets, card)
        chosen[number] = targets
    return chosen


def _with_card(problem: Problem, card: str) -> Problem:
    """A problem with targets that are named with their card; so are those that it advises."""
    return problem.advising(lambda: problem.instead and {**problem.instead, "order": "use", "card": card})
