"""Section 8.2, paragraph (4): who takes the hits. Nobody takes a second one before all have taken one, so that only the
remainder is anybody's choice (senshi 8.2(4)-b, 8.2.3-a; C-23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from witp_pbem.games.common.order_values import EVERY, ordered
from witp_pbem.games.common.preferences import preferred
from witp_pbem.games.common.units import fits
from witp_pbem.games.taiheiyo_senshi.board.events import HitsAllocated
from witp_pbem.games.taiheiyo_senshi.board.state import AIR, BATTLESHIP, CARRIER, CRUISER, Position, Side, Unit
from witp_pbem.games.taiheiyo_senshi.orders.kinds import Hits
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

RULE = "senshi 8.2(4)-a"
HIT, LOSE = "hit", "lose"  # what the firing side, and what the side under fire orders
FIRST_HIT = (CARRIER, BATTLESHIP, AIR, CRUISER)  # what a striker hits first if he has no other wish
FIRST_LOST = (CRUISER, BATTLESHIP, CARRIER, AIR)


class Share(NamedTuple):
    """Some hits that one side allocates.

    Attributes:
        side: which.
        hits: how many.
        fires: whether it is the firing side.
    """

    side: Side
    hits: int
    fires: bool


def allocate(table: Table, point: str, targets: Sequence[Unit], *shares: Share,
             aircraft: int = 0) -> Mapping[str, int]:
    """Allocates hits, one share after the other; returns the hits by unit.

    Args:
        targets: the units under fire.
        aircraft: how many hits must go to land-based air among the targets, which takes any others only where its side
            puts them there (senshi CARD-J07); 0 where it is a target like the others.
    """
    taken: Counter[str] = Counter()
    for share in shares:
        given = _give(table, point, targets, share, taken, aircraft)
        taken += given
        if given:
            table.tell(HitsAllocated(RULE, share.side, point, dict(given)))
    return taken


def _give(table: Table, point: str, targets: Sequence[Unit], share: Share, taken: Mapping[str, int],
          aircraft: int) -> Counter[str]:
    """One share: what evenness leaves no choice about (senshi 8.2(4)-b, 8.2.3-a), and what the side chooses."""
    given: Counter[str] = Counter()
    left = share.hits if targets else 0
    if aircraft and left:
        chosen = _choose(table, point, share, [unit for unit in targets if unit.kind == AIR], min(aircraft, 1))
        given.update(chosen)
        left -= len(chosen)
    even = [unit for unit in targets if not aircraft or unit.is_ship]
    while left:
        level = min((taken.get(unit.id, 0) + given[unit.id] for unit in even), default=0)
        open_now = [unit for unit in targets
                    if unit not in even or taken.get(unit.id, 0) + given[unit.id] == level]
        count = 1 if aircraft else min(left, len(open_now))
        chosen = _choose(table, point, share, open_now, count)
        given.update(chosen)
        left -= len(chosen)
    return given


def _choose(table: Table, point: str, share: Share, targets: Sequence[Unit], count: int) -> tuple[str, ...]:
    """So many of some units, one hit each."""
    chosen: tuple[str, ...] = table.ask(_demand(table.position, point, share, targets, count))[0]
    return chosen


def _demand(position: Position, point: str, share: Share, targets: Sequence[Unit], count: int) -> Demand:
    keyword = HIT if share.fires else LOSE

    def understood(units: Sequence[Unit]) -> Understood:
        ids = tuple(unit.id for unit in units)
        return Understood(ids, ordered(keyword, units=list(ids)))

    def judge(order: Order) -> Verdict:
        body: Hits = order.body
        named = preferred(body.units, targets)
        if body.rest:
            named += [unit for unit in usual(position, targets, share.fires) if unit not in named]
        if len(named) < count:
            return (illegal("too-few-named", RULE, order.statement.span, count=count, place=point,
                            units=[unit.id for unit in targets], instead=next(choices())),)
        return understood(named[:count])

    def choices() -> Iterator[OrderValue]:
        for units in combinations(usual(position, targets, share.fires), count):
            yield understood(units).order

    def closed(order: Order) -> list[OrderValue]:
        body: Hits = order.body
        return [ordered(keyword, units=[spec.id]) for spec in body.units
                if spec.id and spec.number != EVERY and not any(fits(spec, unit) for unit in targets)]

    return Demand(share.side, keyword, RULE, frozenset({keyword}), judge, choices,
                  {"place": point, "count": count, "units": [unit.id for unit in targets]},
                  sole=understood(targets) if count == len(targets) else None, standing=True, wishes=closed)


def usual(position: Position, targets: Sequence[Unit], fires: bool) -> list[Unit]:
    """Units in the order in which a side without other wishes hits those of the enemy, or loses its own."""
    kinds = FIRST_HIT if fires else FIRST_LOST

    def rank(unit: Unit) -> tuple[int, int, int]:
        printed = position.data.units[unit.id]
        worth = printed.air + printed.gunnery
        return kinds.index(unit.kind), -worth if fires else worth, printed.defence

    return sorted(targets, key=rank)


