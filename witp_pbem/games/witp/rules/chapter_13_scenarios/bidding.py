"""Section 13.2: the bids of a shortened game, which say who plays Japan.

Before them nobody has a side: the players sit as "first" and "second".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.witp.board.events import BidsTied, SidesSettled
from witp_pbem.games.witp.board.state import BIDDERS, DIE, FIRST, SECOND, Position
from witp_pbem.games.witp.orders.kinds import Bid
from witp_pbem.games.witp.rules.chapter_03_sequence.victory import last_turn, sites_of_japan
from witp_pbem.games.witp.words.language import say
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import OrderValue, illegal
from witp_pbem.table.table import Table

ROUNDS = 2  # in which both bid, before a die decides
HALF = 3  # faces of that die that give Japan to the first player
LABEL = phrase("who-plays-japan")


def play(table: Table) -> None:
    """Both players bid at once, and the higher bidder plays Japan; after a tie they bid again, after a second one a
    die decides (witp 13.2.b, R-90)."""
    for number in range(1, ROUNDS + 1):
        first, second = table.ask(*(demand_bid(table.position, bidder, number) for bidder in BIDDERS))
        bids = {FIRST: first, SECOND: second}
        if first > second:
            settle(table, FIRST, bids)
            return
        if second > first:
            settle(table, SECOND, bids)
            return
        table.tell(BidsTied("witp 13.2.b", first, number))
    die = table.roll(LABEL, 1, DIE)[0]
    settle(table, FIRST if die <= HALF else SECOND, bids, die)


def settle(table: Table, japan: str, bids: Mapping[str, int], die: int | None = None) -> None:
    """One player gets Japan and is bound by the bid, the other one gets the Allies (witp 13.2.b)."""
    allies = SECOND if japan == FIRST else FIRST
    table.tell(SidesSettled("witp 13.2.b", japan, allies, bids[japan], dict(bids), die))


def demand_bid(position: Position, bidder: str, number: int) -> Demand:
    """The bid one player owes, in the first or the second round."""
    return Demand(
        bidder, "bid", "witp 13.2.b", frozenset({"bid"}),
        lambda order: judge(position, order),
        lambda: choices(position),
        {"limit": limit(position), "turn": last_turn(position), "round": number},
        hint=advice(position))


def limit(position: Position) -> int:
    """The highest bid: every port and airfield of the map, each counted once (R-90)."""
    return len(position.data.map.bases)


def judge(position: Position, order: Order) -> Verdict:
    """Whether so many ports and airfields can be controlled at all: none at least, at most all there are (witp 13.2.b);
    the answer is their number."""
    bid: Bid = order.body.body
    most = limit(position)
    if bid.amount > most:
        return (illegal("bid-too-high", "witp 13.2.b", bid.span, certain=True, bid=bid.amount, limit=most,
                        instead=ordered("bid", amount=most)),)
    return Understood(bid.amount, ordered("bid", amount=bid.amount),
                      say("of {number} ports and airfields", number=most))


def choices(position: Position) -> Iterator[OrderValue]:
    """Every bid: from what Japan controls now upwards, then what is less."""
    now = len(sites_of_japan(position))
    for bid in (*range(now, limit(position) + 1), *range(now)):
        yield ordered("bid", amount=bid)


def advice(position: Position) -> Mapping[str, Any] | None:
    """What the data of the scenario advise to bid, with where that comes from; None where they do not."""
    record = position.data.scenarios[position.scenario].get("bid", {}).get("advice")
    if not record:
        return None
    return {"now": len(sites_of_japan(position)), "source": record["source"],
            "bids": [phrase("bid", bid=bid, turn=turn).json for turn, bid in record["by_last_turn"].items()]}
