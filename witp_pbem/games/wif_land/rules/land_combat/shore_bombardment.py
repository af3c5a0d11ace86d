"""Shore bombardment (wif shore.a-f): ships support the attack on a coastal hex and, by option 38, its defence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.common.order_values import At
from witp_pbem.games.wif_land.board.events import ShipsBombard
from witp_pbem.games.wif_land.board.state import SURFACE_SHIP, Attack, Position, Side, Unit
from witp_pbem.games.wif_land.orders.kinds import BOMBARDMENT, ORDERS, AtHex
from witp_pbem.games.wif_land.rules import segments
from witp_pbem.games.wif_land.rules.land_combat import strength
from witp_pbem.table.demand import Demand, Understood, Verdict
from witp_pbem.table.problem import NOWHERE, OrderValue, Problem, illegal
from witp_pbem.table.table import Table

RULE, BY_DEFENDER = "wif shore.a", "wif shore.f"
OPTION_38 = "option_38"


def play(table: Table, side: Side) -> None:
    """A side assigns ships to attacks, or to their defence."""
    segments.play(table, BOMBARDMENT, _rule(table.position, side), lambda position: demand(position, side),
                  lambda table, event: table.tell(event))


def _may(position: Position, side: Side) -> bool:
    """Whether a side may bombard at all: the defender by option 38 alone (wif shore.f)."""
    return side == position.phasing or position.option(OPTION_38) == "yes"


def _rule(position: Position, side: Side) -> str:
    return RULE if side == position.phasing else BY_DEFENDER


def demand(position: Position, side: Side) -> Demand:
    """The next ships that bombard."""
    code = "bombardment" if side == position.phasing else "defensive-bombardment"
    return segments.queue(position, side, code, BOMBARDMENT, _rule(position, side), ("bombard",),
                          lambda order: judge(position, side, order.body), lambda: choices(position, side))


def judge(position: Position, side: Side, body: AtHex) -> Verdict:
    """Whether ships may bombard at a hex."""
    rule = _rule(position, side)
    attack = position.attack_on(body.hex.id)
    if not _may(position, side):
        return (illegal("not-agreed", rule, body.hex.span, option=OPTION_38),)
    if attack is None or attack.is_resolved:
        return (illegal("no-attack-there", rule, body.hex.span, place=body.hex.id),)
    if not position.weather_at(attack.target).bombardment:
        weather = position.weather_at(attack.target).id
        return (illegal("no-bombardment-weather", "wif shore.d", body.hex.span, place=attack.target, weather=weather),)
    units = segments.choose(position, side, body.units, able(position, side, attack.target), rule,
                            lambda unit: barred(position, unit, attack.target))
    return units if isinstance(units, tuple) else understood(position, side, attack, units)


def understood(position: Position, side: Side, attack: Attack, ships: Sequence[Unit]) -> Understood:
    """Ships that bombard, besides those that do already."""
    before = attack.bombardment if side == position.phasing else attack.defensive_bombardment
    event = ShipsBombard(rule=_rule(position, side), side=side, hex=attack.target,
                         units=position.in_order([*before, *(ship.id for ship in ships)]))
    return Understood(event, ORDERS.value("bombard", AtHex(At(attack.target, NOWHERE), segments.named(ships))))


def able(position: Position, side: Side, target: str) -> list[Unit]:
    """The ships of a side that may bombard at a hex."""
    return [unit for unit in position.units.values() if unit.side == side and not barred(position, unit, target)]


def barred(position: Position, unit: Unit, target: str) -> Problem | None:
    """Why a unit may not bombard at a hex: it is no face-up surface combat ship in a sea area that borders it (wif
    shore.a), or bombards already."""
    if unit.kind != SURFACE_SHIP:
        return illegal("no-warship", RULE, unit=unit.id)
    if unit.place not in position.hex(target).coast:
        return illegal("other-sea", RULE, unit=unit.id, place=target, area=unit.place)
    if not unit.full:
        return illegal("face-down-ship", RULE, unit=unit.id)
    for attack in position.attacks:
        if unit.id in (*attack.bombardment, *attack.defensive_bombardment):
            return illegal("bombards-already", RULE, unit=unit.id, place=attack.target)
    return None


def choices(position: Position, side: Side) -> Iterator[OrderValue]:
    """The ships at an attacked hex as far as they count (L-14, L-15), then each alone."""
    for attack in position.attacks if _may(position, side) else ():
        if attack.is_resolved or not position.weather_at(attack.target).bombardment:
            continue
        ships = able(position, side, attack.target)
        enough = _enough(position, side, attack, ships)
        for group in ([enough] if len(enough) > 1 else []) + [[ship] for ship in ships]:
            yield understood(position, side, attack, group).order


def _enough(position: Position, side: Side, attack: Attack, ships: Sequence[Unit]) -> list[Unit]:
    """Ships until they give all that can count (wif shore.e)."""
    is_attacker = side == position.phasing
    ours = (strength.of_attacker if is_attacker else strength.of_defender)(position, attack)
    given = sum(each.strength for each in ours.ships)
    chosen: list[Unit] = []
    for ship, each in zip(ships, strength.ships(position, attack.target, [ship.id for ship in ships]), strict=True):
        if given < ours.ground and each.strength:
            chosen.append(ship)
            given += each.strength
    return chosen
