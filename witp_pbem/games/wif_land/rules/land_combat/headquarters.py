"""Support by headquarters, option 39 (wif hq.a-h): one of each side in an attack may shift the odds by a column."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from witp_pbem.games.common.order_values import At
from witp_pbem.games.common.units import fits
from witp_pbem.games.wif_land.board.events import HeadquartersRolled, HeadquartersSupports, OddsShifted, UnitsTurned
from witp_pbem.games.wif_land.board.state import ARTILLERY, DIE, HQS, Attack, Position, Side, Unit
from witp_pbem.games.wif_land.orders.kinds import HEADQUARTERS, ORDERS, AtHex
from witp_pbem.games.wif_land.rules import segments
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import NOWHERE, OrderValue, Problem, illegal
from witp_pbem.table.table import Table

OPTION_39 = "option_39"
SUPPORT = "support"  # why units are turned


# -- assigning ------------------------------------------------------------------------------------------------------


def play(table: Table, side: Side) -> None:
    """A side assigns headquarters to attacks (wif hq.d), or to their defence (wif hq.b)."""
    segments.play(table, HEADQUARTERS, _rule(table.position, side), lambda position: demand(position, side),
                  lambda table, event: table.tell(event))


def _rule(position: Position, side: Side) -> str:
    return "wif hq.d" if side == position.phasing else "wif hq.b"


def demand(position: Position, side: Side) -> Demand:
    """The next headquarters that supports."""
    code = "support" if side == position.phasing else "defensive-support"
    return segments.queue(position, side, code, HEADQUARTERS, _rule(position, side), ("support",),
                          lambda order: judge(position, side, order.body), lambda: choices(position, side),
                          is_meant=lambda order: not names(position, order, (ARTILLERY,)),
                          is_listed=lambda order: names(position, order, HQS))


def judge(position: Position, side: Side, body: AtHex) -> Verdict:
    """Whether a headquarters may support at a hex, where none of its side does yet."""
    attack, rule = position.attack_on(body.hex.id), _rule(position, side)
    if position.option(OPTION_39) != "yes":
        return (illegal("not-agreed", "wif hq.a", body.hex.span, option=OPTION_39),)
    if attack is None or attack.is_resolved:
        return (illegal("no-attack-there", rule, body.hex.span, place=body.hex.id),)
    if already := _assigned(position, attack, side):
        return (illegal("supported-already", "wif hq.b", body.hex.span, place=attack.target, unit=already),)
    units = segments.choose(position, side, body.units, able(position, side, attack), rule,
                            lambda unit: barred(position, unit, attack))
    if isinstance(units, tuple):
        return units
    if len(units) > 1:
        return (illegal("one-headquarters", "wif hq.b", body.units[1].span, place=attack.target),)
    return understood(position, attack, units[0])


def names(position: Position, order: Order, kinds: Collection[str]) -> bool:
    """Whether an order for units at a hex names any of some kinds."""
    return any(unit.kind in kinds and fits(spec, unit) for spec in order.body.units for unit in position.units.values())


def understood(position: Position, attack: Attack, unit: Unit) -> Understood:
    """A headquarters that supports."""
    event = HeadquartersSupports(rule=_rule(position, unit.side), side=unit.side, hex=attack.target, unit=unit.id)
    return Understood(event, ORDERS.value("support", AtHex(At(attack.target, NOWHERE), segments.named([unit]))))


def _assigned(position: Position, attack: Attack, side: Side) -> str:
    return attack.support if side == position.phasing else attack.defensive_support


def able(position: Position, side: Side, attack: Attack) -> list[Unit]:
    """The headquarters of a side that may support at a hex."""
    return [unit for unit in position.units.values() if unit.side == side and not barred(position, unit, attack)]


def barred(position: Position, unit: Unit, attack: Attack) -> Problem | None:
    """Why a unit may not support at a hex: it is no face-up headquarters, supports elsewhere or, of the attacker, does
    not take part in the attack (wif hq.d)."""
    rule = _rule(position, unit.side)
    if not unit.is_headquarters:
        return illegal("no-headquarters", rule, unit=unit.id)
    if not unit.full:
        return illegal("face-down-headquarters", rule, unit=unit.id)
    for other in position.attacks:
        if unit.id == _assigned(position, other, unit.side):
            return illegal("supports-already", rule, unit=unit.id, place=other.target)
    if unit.side == position.phasing:
        return None if unit.id in attack.everybody else illegal(
            "not-taking-part", "wif hq.d", unit=unit.id, place=attack.target)
    return _out_of_reach(position, unit, attack.target)


def _out_of_reach(position: Position, unit: Unit, target: str) -> Problem | None:
    """Why a defender's headquarters may not support: it is neither in the target hex nor beside it, it is beside it
    across an impassable hexside, or its own hex is the target of another attack (wif hq.c; W-16)."""
    if unit.place == target:
        return None
    if target not in position.map.neighbours(unit.place if unit.place in position.map.hexes else target):
        return illegal("headquarters-too-far", "wif hq.c", unit=unit.id, place=target)
    if any(not position.data.hexsides[kind].hq_support for kind in position.map.between(unit.place, target)):
        return illegal("headquarters-cut-off", "wif hq.c", unit=unit.id, place=target)
    if position.attack_on(unit.place):
        return illegal("headquarters-attacked", "wif hq.c", unit=unit.id, place=unit.place)
    return None


def choices(position: Position, side: Side) -> Iterator[OrderValue]:
    """Each headquarters at each attacked hex where it may support."""
    if position.option(OPTION_39) != "yes":
        return
    for attack in position.attacks:
        if not attack.is_resolved and not _assigned(position, attack, side):
            yield from (understood(position, attack, unit).order for unit in able(position, side, attack))


# -- resolving ------------------------------------------------------------------------------------------------------


def resolve(table: Table) -> None:
    """Support by headquarters takes effect, after the ground-support missions (wif hq.e)."""
    for attack in table.position.attacks:
        if attack.support or attack.defensive_support:
            _resolve(table, attack)


def _resolve(table: Table, attack: Attack) -> None:
    """A die for each headquarters: less than its reorganisation value succeeds and shifts the odds a column in favour
    of its side (wif hq.f), so that the shifts of both cancel (wif hq.g). Only who succeeds is turned face-down (wif
    hq.h)."""
    position: Position = table.position
    units = position.named(filter(None, (attack.defensive_support, attack.support)))

    def comes_to(*dice: tuple[int, ...]) -> tuple[bool, ...]:
        return tuple(die < unit.reorganisation for unit, (die,) in zip(units, dice, strict=True))

    labels = [phrase("headquarters", turn=position.turn, hex=attack.target, side=unit.side) for unit in units]
    dice = table.roll_all(*((label, 1, DIE) for label in labels), comes_to=comes_to)
    succeeds = comes_to(*dice)
    for unit, (die,), success in zip(units, dice, succeeds, strict=True):
        table.tell(HeadquartersRolled("wif hq.f", unit.side, attack.target, unit.id, die, unit.reorganisation, success))
    effective = [unit for unit, success in zip(units, succeeds, strict=True) if success]
    columns = position.data.numbers["headquarters"]["shift"]
    shift = sum(columns if unit.side == position.phasing else -columns for unit in effective)
    table.tell(OddsShifted(rule="wif hq.g" if len(effective) > 1 else "wif hq.f", hex=attack.target, shift=shift))
    if effective:
        table.tell(UnitsTurned("wif hq.h", position.in_order(unit.id for unit in effective), SUPPORT))
