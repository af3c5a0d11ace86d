"""Section 9.4: ships are turned face-up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.taiheiyo_senshi.board.events import Passed, TrainRemoved
from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, SIDES, Position, Side, Unit
from witp_pbem.games.taiheiyo_senshi.orders.kinds import SUPPLY, Resupply, in_segment
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import hands, points, windows
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components.strength import aircraft
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import occupation
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations import paid_acts
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat import damage
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue
from witp_pbem.table.table import Table

RULE = "senshi 9.4(2)-a"
NO_MORE = Understood(None, ordered("pass", segment=SUPPLY), closes=True)
TRAIN_LEAVES, BEFORE_POINTS = "fleet_train_leaves", "supply_phase"  # the option of C-07 and its other value


def play(table: Table) -> None:
    """Japan, then the Allies: first what is free, then what resources are spent for (senshi 9.4(1)-a, 9.4(2)-a,
    9.4(3)-a, 2.3.2-f)."""
    for side in SIDES:
        _free(table, side)
        while (spent := windows.decide(table, partial(demand, table, side))) is not None:
            point, card = spent
            hands.spend(table, side, card, "supply", RULE)
            paid_acts.turn_up(table, side, point, paid_acts.supplied(table.position, side, point), "supply", RULE)
        table.tell(Passed(RULE, side, SUPPLY))
        occupation.settle(table)
    if table.position.options.get(TRAIN_LEAVES) == BEFORE_POINTS:
        remove_train(table)


def free(position: Position, side: Side, point: str) -> list[Unit]:
    """The ships supplied free in a point: those of the nations that are at home there, while it is their side's port
    (senshi 9.4(1)-a, 2.1.1-e; C-37), the Dutch with the British (senshi 2.2-d)."""
    nations = position.data.map[point].free_supply
    return [ship for ship in position.ships(side, point) if not ship.up and ship.nation in nations
            and points.is_own_port(position, side, point)]


def _free(table: Table, side: Side) -> None:
    for point in table.position.data.map.points:
        if ships := free(table.position, side, point):
            paid_acts.turn_up(table, side, point, ships, "free", "senshi 9.4(1)-a")


def demand(table: Table, side: Side) -> Demand:
    """The next point a side supplies for a card, or no more."""
    position = table.position
    wanting = paid_acts.in_want(position, side)

    def judge(order: Order) -> Verdict:
        if order.keyword == "pass":
            return NO_MORE
        body: Resupply = order.body
        point = body.place.id if body.place else next(iter(wanting), "")
        if point not in wanting:
            return (paid_acts.nothing_there(point, RULE).at((body.place or body).span).advising(
                lambda: next(choices())),)
        card = hands.paid_with(table, side, body.card)
        if not isinstance(card, str):
            return (card.at(body.span),)
        return Understood((point, card), ordered("resupply", place=point, card=card), stays=body.rest)

    def is_meant(order: Order) -> bool:
        """A pass for this; and a resupply, one of any point while there is such a point."""
        return in_segment(SUPPLY)(order) and bool(wanting or not getattr(order.body, "rest", False))

    def choices() -> Iterator[OrderValue]:
        if card := next(hands.payments(table, side), None):
            for point in wanting:
                yield ordered("resupply", place=point, card=card)
        yield NO_MORE.order

    return Demand(side, "supply", RULE, frozenset({"resupply", "pass"}), judge, choices, {}, is_meant,
                  hidden=True, sole=None if wanting and position.hands[side] else NO_MORE)


def remove_train(table: Table) -> None:
    """The Fleet Train leaves the map (senshi 7.3(3)-d; C-07); of land-based air that has no room there any more, all
    but the first become reinforcements."""
    point = table.position.train
    if not point:
        return
    table.tell(TrainRemoved("senshi 7.3(3)-d", point, "turn"))
    if crowded := aircraft(table.position.of(ALLIES, point))[1:]:
        damage.to_track(table, [unit.id for unit in crowded], point, 1, "train", "senshi 2.1.1-b")
    occupation.settle(table)
