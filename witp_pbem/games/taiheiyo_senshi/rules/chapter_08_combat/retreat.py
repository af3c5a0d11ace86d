"""Section 8.4: who leaves a point, and where to. The same way out is taken in an emergency evacuation (7.6) and by card
J11, and where there is none ships are relocated (9.1)."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.common.preferences import choose_one
from witp_pbem.games.common.units import fits
from witp_pbem.games.taiheiyo_senshi.board.events import ShipsRelocated, UnitsRemoved, UnitsRetreated
from witp_pbem.games.taiheiyo_senshi.board.state import Position, Side, Unit
from witp_pbem.games.taiheiyo_senshi.orders.kinds import Retreat, Withdraw
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import points
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components.strength import aircraft
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat import damage
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import illegal
from witp_pbem.table.table import Table

RETREAT, STAY, RELOCATE = "retreat", "stay", "relocate"
RULE = "senshi 8.4.3-a"
RELOCATION = "senshi 9.1-d"
ANYWHERE = ""  # the answer of a side that retreats and has no port to go to


def demand(position: Position, side: Side, point: str, code: str, rule: str, *, keyword: str = RETREAT,
           staying: str = STAY, stage: int | None = None) -> Demand:
    """Whether a side leaves a point, all its units there together (senshi 8.4.1-a). The answer is the port its ships go
    to, ANYWHERE if they have to be relocated, None if it stays: so answers, too, who leaves at a later moment.

    Args:
        keyword, staying: the keywords of both orders; `staying` "" where it must leave.
        stage: the moment of the battle (`kinds.Retreat.stage`), None where that does not matter.
    """
    ports = destinations(position, position.ships(side, point), point)
    stays = [Understood(None, ordered(staying))] if staying else []
    leaves = [Understood(port, ordered(keyword, to=[port] if port else [])) for port in ports or [ANYWHERE]]

    def judge(order: Order) -> Verdict:
        if order.keyword == staying:
            return stays[0]
        body: Retreat | Withdraw = order.body
        if stays and stage is not None and isinstance(body, Retreat) and stage < body.stage:
            return stays[0]
        named = next((leave for place in body.to for leave in leaves if leave.answer == place.id), None)
        if named is None and (body.rest or not body.to or not ports):
            named = leaves[0]
        if named is None:
            return (illegal("no-way-home", RULE, body.to[0].span, place=body.to[0].id, start=point,
                            instead=leaves[0].order),)
        return named

    return Demand(side, code, rule, frozenset(filter(None, (keyword, staying))), judge,
                  lambda: [answer.order for answer in (*stays, *leaves)], {"place": point, "ports": ports},
                  sole=leaves[0] if not stays and len(leaves) == 1 else None, standing=True)


def destinations(position: Position, ships: Sequence[Unit], point: str) -> list[str]:
    """The ports to which some ships can retreat, the nearest first: those that take all of them, then those that some
    may not enter (C-21)."""
    if not ships:
        return []
    of_each = (port for ship in ships for port in points.homes(position, [ship], point))
    return list(dict.fromkeys([*points.homes(position, ships, point), *of_each]))


def leave(table: Table, side: Side, point: str, port: str, reason: str, keyword: str = RETREAT) -> None:
    """All units of a side leave a point: ships for a port as they lie (senshi 8.1.3-b, 8.4.4-a, FAQ-2), those
    that may not enter it for another (C-21) or, without any, into isolated relocation (senshi 8.1.3-c), land-based air
    for the next turn's reinforcements (senshi 8.4(3)-b)."""
    if planes := aircraft(table.position.of(side, point)):
        damage.to_track(table, [unit.id for unit in planes], point, 1, RETREAT, "senshi 8.4(3)-b")
    while port:
        going = [ship for ship in table.position.ships(side, point)
                 if port in points.homes(table.position, [ship], point)]
        table.tell(UnitsRetreated(RULE, side, tuple(ship.id for ship in going), point, port, reason))
        port = table.ask(demand(table.position, side, point, "other-port", RULE, keyword=keyword, staying=""))[0] if (
            table.position.ships(side, point)) else ANYWHERE
    for ship in table.position.ships(side, point):
        relocate(table, ship)


def relocate(table: Table, ship: Unit) -> None:
    """An isolated ship is put in the nearest own port, face-down, whatever lies between; its owner chooses among ports
    equally near (senshi 9.1-d, 9.1-e), and without any it is lost (C-22)."""
    ports = points.nearest_ports(table.position, ship, ship.point)
    if not ports:
        table.tell(UnitsRemoved(RELOCATION, ship.side, (ship.id,), ship.point, "no-port"))
        return
    port = table.ask(_among(table.position, ship, ports))[0]
    table.tell(ShipsRelocated(RELOCATION, ship.side, (ship.id,), ship.point, port))


def _among(position: Position, ship: Unit, ports: Sequence[str]) -> Demand:
    """The choice among ports equally near: where its nation is supplied free, then the best score, come first."""
    def rank(port: str) -> tuple[bool, int]:
        printed = position.data.map[port]
        return ship.nation not in printed.free_supply, -printed.score

    best_first = sorted(ports, key=rank)
    return choose_one(
        ship.side, "relocation", "senshi 9.1-e", best_first,
        lambda port: ordered(RELOCATE, units=[ship.id], to=[port]),
        matches=lambda order: not order.body.units or any(fits(spec, ship) for spec in order.body.units),
        wishes=lambda order: [place.id for place in order.body.to] + (best_first if order.body.rest else []),
        refusal=lambda order: illegal("not-nearest", "senshi 9.1-d", order.statement.span, unit=ship.id,
                                      ports=best_first),
        about={"unit": ship.id, "place": ship.point, "ports": best_first})
