"""Declaring attacks (wif lc.a, lc.c-h): those of units that land, which are compulsory, and any others; the defender
may ignore notional units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.common.order_values import At
from witp_pbem.games.wif_land.board.events import AttackDeclared, AttackResolved, NotionalIgnored, UnitsLanded
from witp_pbem.games.wif_land.board.state import INVASION, Attack, Position, Unit
from witp_pbem.games.wif_land.orders.kinds import ATTACKS, NOTIONAL, ORDERS, AtHex, Hexes
from witp_pbem.games.wif_land.rules import entering, segments
from witp_pbem.games.wif_land.rules.land_combat import odds, strength, supply_in_combat, terrain
from witp_pbem.table.demand import Demand, Understood, Verdict
from witp_pbem.table.event import Event
from witp_pbem.table.problem import NOWHERE, OrderValue, Problem, illegal
from witp_pbem.table.table import Table

RULE = "wif lc.c"
IGNORING = "wif lc.b"
LIMIT = "land_attacks"


def play(table: Table) -> None:
    """All attacks are declared, then the defender says where he ignores the notional unit (wif lc.b, line 1); where
    nobody defends, units simply land."""
    _compulsory(table)
    segments.play(table, ATTACKS, RULE, demand, _tell)
    segments.play(table, NOTIONAL, IGNORING, notional, _tell_all)
    for attack in table.position.attacks:
        if attack.is_landing and not is_defended(table.position, attack):
            _land(table, attack)


def _tell(table: Table, event: Event) -> None:
    table.tell(event)


def _tell_all(table: Table, events: Sequence[Event]) -> None:
    table.tell(*events)


# -- units that land ------------------------------------------------------------------------------------------------


def _compulsory(table: Table) -> None:
    """Invading and dropped units attack where they land, together (wif lc.a, para.e; W-30), at whatever odds (W-34)."""
    position: Position = table.position
    landing = [unit for unit in position.units.values() if unit.landing]
    for target in dict.fromkeys(unit.target for unit in landing):
        units = [unit for unit in landing if unit.target == target]
        invaders = tuple(unit.id for unit in units if unit.landing == INVASION)
        paratroops = tuple(unit.id for unit in units if unit.id not in invaders)
        table.tell(_declared(table.position, Attack(target, (), invaders, paratroops), "wif lc.a"))


def _declared(position: Position, attack: Attack, rule: str = RULE) -> AttackDeclared:
    """A declaration, with the strengths on the ground and what they come to (wif lc.d)."""
    ours, theirs = reckoned(position, attack)
    return AttackDeclared(rule=rule, side=position.phasing, hex=attack.target, units=attack.units,
                          invaders=attack.invaders, paratroops=attack.paratroops, strength=str(ours),
                          defence=str(theirs), odds=str(odds.of_strengths(position, ours, theirs)))


def reckoned(position: Position, attack: Attack) -> tuple[int, int]:
    """The strengths of both sides on the ground, with those that attack the hex already."""
    known = position.attack_on(attack.target) or Attack(attack.target)
    whole = known._replace(units=(*known.units, *attack.units), invaders=(*known.invaders, *attack.invaders),
                           paratroops=(*known.paratroops, *attack.paratroops))
    return (strength.of_attacker(position, whole).on_the_ground, strength.of_defender(position, whole).on_the_ground)


def is_defended(position: Position, attack: Attack) -> bool:
    """Whether anybody defends: ground units, or the notional unit (wif lc.f; W-29)."""
    return bool(strength.defenders(position, attack.target)) or strength.notional(position, attack) is not None


def _land(table: Table, attack: Attack) -> None:
    """Units land in a hex that nobody defends (W-29)."""
    table.tell(UnitsLanded(rule="wif lc.f", units=(*attack.invaders, *attack.paratroops), hex=attack.target),
               AttackResolved(IGNORING, attack.target))
    entering.enter(table, table.position.phasing, attack.target, "wif lc.f")


# -- attacks of one's own will --------------------------------------------------------------------------------------


def demand(position: Position) -> Demand:
    """The next attack (wif lc.c)."""
    return segments.queue(position, position.phasing, "attack", ATTACKS, RULE, ("attack",),
                          lambda order: judge(position, order.body), lambda: choices(position))


def judge(position: Position, body: AtHex) -> Verdict:
    """Whether units may attack a hex, by themselves or with others that do already."""
    target = body.hex.id
    if problem := no_target(position, target):
        return (problem.at(body.hex.span),)
    units = segments.choose(position, position.phasing, body.units, able(position, target), RULE,
                            lambda unit: barred(position, unit, target))
    if isinstance(units, tuple):
        return units
    event = _declared(position, Attack(target, position.in_order(unit.id for unit in units)))
    known = position.attack_on(target)
    if not (known and known.is_landing) and not odds.is_enough(position, int(event.strength), int(event.defence)):
        return (illegal("odds-too-low", "wif lc.d", body.hex.span, place=target, strength=event.strength,
                        defence=event.defence, odds=event.odds),)
    return Understood(event, ORDERS.value("attack", AtHex(At(target, NOWHERE), segments.named(units))))


def no_target(position: Position, target: str) -> Problem | None:
    """Why a hex cannot be attacked: no enemy ground units are there (wif lc.f), or no more attacks are left (W-21)."""
    if target not in position.map.hexes or not strength.defenders(position, target):
        return illegal("nobody-to-attack", "wif lc.f", place=target)
    if position.left(LIMIT) is not None and (position.left(LIMIT) or 0) < 1 and position.attack_on(target) is None:
        return illegal("no-attacks-left", RULE, place=target, limit=position.limits[LIMIT])
    return None


def able(position: Position, target: str) -> list[Unit]:
    """The units that may attack a hex."""
    return [unit for hex in position.map.neighbours(target) for unit in position.ground(hex, position.phasing)
            if not barred(position, unit, target)]


def barred(position: Position, unit: Unit, target: str) -> Problem | None:
    """Why a unit may not attack a hex: it is not a ground unit beside it (wif lc.a) or the hexside bars it (wif ter.a),
    it lies face-down (wif lc.h), is out of supply (wif sup.a), or attacks something else (W-32)."""
    if not unit.is_ground:
        return illegal("no-ground-unit", "wif lc.a", unit=unit.id)
    if unit.landing or any(unit.id in attack.everybody for attack in position.attacks):
        return illegal("attacks-already", "wif lc.g", unit=unit.id)
    if unit.place not in position.map.hexes or target not in position.map.neighbours(unit.place):
        return illegal("not-adjacent", "wif lc.a", unit=unit.id, place=target)
    if not terrain.can_attack(position, unit, target):
        return illegal("hexside-bars", "wif ter.a", unit=unit.id, place=target,
                       hexsides=list(position.map.between(unit.place, target)))
    if not unit.full:
        return illegal("face-down-attacker", "wif lc.h", unit=unit.id)
    if not supply_in_combat.may_attack(position, unit):
        return illegal("unsupplied-attacker", "wif sup.a", unit=unit.id)
    return None


def choices(position: Position) -> Iterator[OrderValue]:
    """The legal attacks on each hex: of all that can, of all in each hex, of each alone."""
    for target in position.map.hexes:
        if no_target(position, target):
            continue
        units = able(position, target)
        stacks = [[unit for unit in units if unit.place == hex] for hex in dict.fromkeys(unit.place for unit in units)]
        groups = [tuple(group) for group in (units, *stacks, *([unit] for unit in units)) if group]
        for group in dict.fromkeys(groups):
            verdict = judge(position, AtHex(At(target, NOWHERE), segments.named(group)))
            if isinstance(verdict, Understood):
                yield verdict.order


# -- the notional unit ----------------------------------------------------------------------------------------------


def notional(position: Position) -> Demand:
    """Whether the defender ignores notional units (wif lc.b, line 1)."""
    return segments.queue(position, position.other, "notional", NOTIONAL, IGNORING, ("ignore",),
                          lambda order: _judge_notional(position, order.body), lambda: _ignorable(position))


def _judge_notional(position: Position, body: Hexes) -> Verdict:
    """Whether the hexes named have a notional unit; with `rest` all that do."""
    known = [attack.target for attack in position.attacks if strength.notional(position, attack) is not None]
    if strange := next((at for at in body.places if at.id not in known), None):
        return (illegal("no-notional-unit", "wif inv.h", strange.span, place=strange.id),)
    hexes = known if body.rest else [at.id for at in body.places]
    if not hexes:
        return (illegal("no-notional-left", "wif inv.h"),)
    value = ORDERS.value("ignore", Hexes(tuple(At(hex, NOWHERE) for hex in hexes)))
    return Understood(tuple(NotionalIgnored(IGNORING, position.other, hex) for hex in hexes), value)


def _ignorable(position: Position) -> Iterator[OrderValue]:
    """Each notional unit."""
    for attack in position.attacks:
        if strength.notional(position, attack) is not None:
            yield ORDERS.value("ignore", Hexes((At(attack.target, NOWHERE),)))
