"""Which orders, dice, cards and rulings are at hand for a sitting.

Orders of the turn count. For each side, orders of a later submission replace those of earlier ones that are
headed with the same phase (or, without a heading, those without). What has answered a decision is used up,
except standing preferences. The referee's dice and cards add up instead: each is used once, in the order typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from witp_pbem.campaign import slips
from witp_pbem.campaign.campaign import Campaign, Source
from witp_pbem.campaign.logbook import Entry
from witp_pbem.table.demand import Order
from witp_pbem.table.given import REFEREE, Given, GivenCard, GivenDice, spread
from witp_pbem.table.table import Edited, Hand


@dataclass
class AtHand:
    """What a sitting may use.

    Attributes:
        orders: (side, order), rulings that stand in for a side's decision first.
        dice, cards: typed in by the referee and not used yet.
        rulings: every ruling the record or the sitting needs. edits: those not yet carried out.
        submissions: entries that were considered. words: their luck words.
    """

    orders: list[tuple[str, Order]] = field(default_factory=list)
    dice: list[Given] = field(default_factory=list)
    cards: list[Given] = field(default_factory=list)
    rulings: dict[Source, Order] = field(default_factory=dict)
    edits: list[Source] = field(default_factory=list)
    submissions: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def hand(self) -> Hand:
        """The orders as the table takes them."""
        return Hand(self.orders)


def at_hand(campaign: Campaign) -> AtHand:
    """Everything at hand for the next sitting; if it was closed already, only what counts by that entry."""
    closed = campaign.closed
    counted = campaign.submissions()
    if closed:
        counted = [entry for entry in counted if entry["n"] in closed["submissions"]]
    found = public(campaign, closed["n"] if closed else len(campaign.entries))
    found.submissions = [entry["n"] for entry in counted]
    found.words = [entry["luck"] for entry in counted if entry["luck"]]
    for side in campaign.game.sides:
        found.orders += [(side, order) for order in pending(campaign, counted, side)]
    typed = list(_typed(campaign, counted))
    found.dice, found.cards = spread(typed)
    for source, used in campaign.past.given.items():
        _drop(found.dice, source, used)
        _drop(found.cards, source, used)
    return found


def public(campaign: Campaign, before: int) -> AtHand:
    """What everybody can read: the referee's rulings, recorded before an entry."""
    found = AtHand()
    needed = {act.source for act in campaign.past.record if isinstance(act, Edited)}
    for source, text, entry in campaign.rulings():
        current = entry["turn"] == campaign.turn and entry["n"] < before
        if not current and source not in needed:
            continue
        order = slips.read_order(text, campaign.game, source)
        if not isinstance(order, Order):
            continue
        instead = campaign.game.ruling_for(order)
        if instead is None:
            found.rulings[source] = order
            if current and source not in campaign.past.edited:
                found.edits.append(source)
        elif current and (source not in campaign.past.used or instead[1].keyword in campaign.game.standing):
            found.orders.append((instead[0], instead[1]._replace(source=source, file=f"ruling {source[0]}")))
    return found


def pending(campaign: Campaign, submissions: list[Entry], side: str,
            replaced: frozenset[str] = frozenset()) -> Iterator[Order]:
    """A side's orders that are not used up, in the order they are read; phases in `replaced` are left out."""
    mine = [(entry["n"], campaign.contents(entry)) for entry in submissions if entry["side"] == side]
    for source, slip in latest(mine):
        order = slips.order(slip, campaign.game, source)
        if (isinstance(order, Order) and order.phase not in replaced
                and (source not in campaign.past.used or order.keyword in campaign.game.standing)):
            yield order


def latest(submissions: Iterable[tuple[int, Mapping[int, dict[str, Any]]]]) -> list[tuple[Source, dict[str, Any]]]:
    """The slips of one side that no later submission has replaced, in the order they are read.

    Args:
        submissions: entry number and slips by index, oldest first.
    """
    by_phase: dict[str, list[tuple[Source, dict[str, Any]]]] = {}
    for number, contents in submissions:
        fresh: dict[str, list[tuple[Source, dict[str, Any]]]] = {}
        for index, slip in sorted(contents.items()):
            fresh.setdefault(slip["phase"], []).append(((number, index), slip))
        by_phase |= fresh
    return sorted((item for phase in by_phase.values() for item in phase), key=lambda item: item[0])


def _typed(campaign: Campaign, submissions: list[Entry]) -> Iterator[tuple[Source, GivenDice | GivenCard]]:
    for entry in submissions:
        if entry["side"] == REFEREE:
            for index, slip in sorted(campaign.contents(entry).items()):
                body = slips.typed(slip, campaign.game)
                if body is not None:
                    yield (entry["n"], index), body


def _drop(given: list[Given], source: Source, count: int) -> None:
    """Takes the first `count` items typed at a source off a list."""
    for item in [item for item in given if item.source == source][:count]:
        given.remove(item)
