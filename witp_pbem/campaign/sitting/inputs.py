"""Which orders, dice, cards and rulings are at hand for a sitting.

Orders of the turn count, and standing orders until their end comes. For each side, orders of a later submission
replace those of earlier ones that are headed with the same phase (or, without a heading, those without); standing
orders replace standing orders, and `cancel` ends them. A submission that adds (`Add: yes`) replaces nothing: its
orders are read behind the earlier ones. What has answered a decision is used up, except wishes,
standing orders, and orders with more to say. The referee's dice and cards add up instead: each is used once, in the
order typed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from witp_pbem.campaign.folder import recorded_rulings, slips
from witp_pbem.campaign.folder.campaign import Campaign, Source, withdrawals
from witp_pbem.campaign.folder.recorded_rulings import ReadRuling
from witp_pbem.campaign.record.entries import Entry, Submission
from witp_pbem.campaign.record.logbook import RULING, SITTING, SUBMISSION
from witp_pbem.table import as_recorded
from witp_pbem.table.acts import UNTIL, Edited
from witp_pbem.table.demand import Order
from witp_pbem.table.game import Game
from witp_pbem.table.manual_dice import REFEREE, ManualCard, ManualDice, ManualItem, spread
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import SittingResult, sit
from witp_pbem.table.table import Fate, Table
from witp_pbem.table.text import CANCEL
from witp_pbem.table.tuples import NamedTuple


@dataclass
class Inputs:
    """What a sitting may use.

    Attributes:
        orders: (side, order) pairs, rulings that decide for a side first.
        dice, cards: typed in by the referee and not used yet.
        rulings: source -> ruling on the position, of all the record or the sitting needs.
        edits: the sources of those not yet carried out.
    """

    orders: list[tuple[str, Order]] = field(default_factory=list)
    dice: list[ManualItem] = field(default_factory=list)
    cards: list[ManualItem] = field(default_factory=list)
    rulings: dict[Source, Order] = field(default_factory=dict)
    edits: list[Source] = field(default_factory=list)

    def pending(self) -> PendingOrders:
        """The orders as the table takes them."""
        return PendingOrders(self.orders)


def play_on(campaign: Campaign, available: Inputs, fate: Fate, make: type[Table] = Table, /, *,
            pending: PendingOrders | None = None, stands: int | None = None,
            stop: Callable[[Table], bool] | None = None, **details: Any) -> SittingResult:
    """Plays the step of a campaign from its record on.

    Args:
        available: the rulings and edits there are, and the orders, unless `pending` gives others.
        make: the kind of table, `details` what it takes besides.
        stands: how many acts of the step stand as recorded, by default those a `finish` entry lets stand.
        stop: ends the sitting between two steps when it says so.
    Raises:
        Diverged: the rules no longer play what the record says.
        CannotRule: a ruling cannot be carried out.
    """
    state = campaign.state
    kind = as_recorded.table(make, state.stands if stands is None else stands)
    return sit(campaign.game, state.opening, state.record, available.pending() if pending is None else pending, fate,
               rulings=available.rulings, edits=available.edits, make=partial(kind, **details), stop=stop)


def gather(campaign: Campaign) -> Inputs:
    """Everything at hand for the next sitting; if it was closed already, only what counts by that entry."""
    closed = campaign.closed
    counted = campaign.submissions()
    if closed:
        counted = [entry for entry in counted if entry["n"] in closed["submissions"]]
    available = public(campaign, closed["n"] if closed else len(campaign.entries))
    before = campaign.line[:closed["n"] if closed else None]
    for side in campaign.senders:
        owes = owes_an_answer(before, side)
        available.orders += [(side, order) for order in pending(campaign, counted, side) if not (owes and order.until)]
    typed = list(_typed(campaign, counted))
    available.dice, available.cards = spread(typed)
    for source, used in campaign.state.manual_used.items():
        _drop(available.dice, source, used)
        _drop(available.cards, source, used)
    return available


def public(campaign: Campaign, before: int) -> Inputs:
    """What everybody can read: the referee's rulings, recorded before an entry."""
    available = Inputs()
    needed = {act.source for act in campaign.state.record if isinstance(act, Edited)}
    for source, ruling, entry in campaign.rulings():
        current = entry["turn"] == campaign.turn and entry["n"] < before
        if not current and source not in needed:
            continue
        ruled = recorded_rulings.read(ruling, campaign.game, source)
        if not isinstance(ruled, ReadRuling):
            continue
        if not ruled.player:
            available.rulings[source] = ruled.order
            if current and source not in campaign.state.edited:
                available.edits.append(source)
        elif current and (source not in campaign.state.used or ruled.order.keyword in campaign.game.standing):
            available.orders.append((ruled.player, ruled.order._replace(file=f"ruling {source[0]}")))
    return available


def pending(campaign: Campaign, submissions: Sequence[Submission], side: str) -> Iterator[Order]:
    """A side's orders that are not used up, in the order they are read: those of the turn, then standing ones.

    Args:
        submissions: those of the turn that count.
    """
    return unused(campaign, in_force(campaign.game, files(campaign, submissions, side),
                                     {entry["n"] for entry in submissions}))


def unused(campaign: Campaign, orders: Iterable[Order]) -> Iterator[Order]:
    """Those of some orders that are neither used up nor cancelled."""
    state = campaign.state
    return (order for order in orders if order.source not in state.cancelled
            and (order.source not in state.used or is_lasting(campaign.game, order)))


def owes_an_answer(entries: Sequence[Entry], side: str) -> bool:
    """Whether the last sitting ended because an order of a side was illegal, and neither the side nor the referee has
    sent anything since. Until then its standing orders do not answer: it had ordered something else."""
    for entry in reversed(entries):
        if (entry["type"] == RULING and entry["orders"]) or (entry["type"] == SUBMISSION and entry["side"] == side):
            return False
        for act in reversed(entry["acts"] if entry["type"] == SITTING else ()):
            if "cancelled" not in act:
                return False
            if act["side"] == side and act["because"] != UNTIL.json:
                return True
    return False


class SentOrders(NamedTuple):
    """A file of orders.

    Attributes:
        number: of its entry.
        adds: whether it replaces nothing.
        slips: index of the seal -> slip, in the order in which they are read.
    """

    number: int
    adds: bool
    slips: Mapping[int, Mapping[str, Any]]


def files(campaign: Campaign, submissions: Sequence[Submission], side: str) -> Iterator[SentOrders]:
    """What a side has sent, as `in_force` takes it: in earlier turns, and those of this turn that count."""
    counted, turn, gone = {entry["n"] for entry in submissions}, campaign.turn, withdrawals(campaign.line)
    for entry in campaign.line:
        if entry["type"] == SUBMISSION and entry["side"] == side and entry["n"] not in gone and (
                entry["turn"] < turn or entry["n"] in counted):
            yield SentOrders(entry["n"], entry["adds"], campaign.contents(entry))


def is_lasting(game: Game, order: Order) -> bool:
    """Whether an order counts again after it has answered: a wish or a standing order."""
    return order.until is not None or order.keyword in game.standing


Reader = Callable[[Mapping[str, Any], Game, Source], Order | tuple[Problem, ...]]


def in_force(game: Game, sent: Iterable[SentOrders], this_turn: Collection[int],
             read: Reader = slips.order) -> list[Order]:
    """The orders of one side that no later file has replaced or cancelled, in the order they are read.

    Args:
        sent: the files, oldest first.
        this_turn: the numbers of those for this turn.
        read: how a slip is read.
    """
    orders = InForce(game, read)
    for file in sent:
        orders.add(file, file.number in this_turn)
    return orders.listed()


class InForce:
    """The orders of one side that no later file has replaced or cancelled, file by file."""

    def __init__(self, game: Game, read: Reader) -> None:
        self._game, self._read = game, read
        self._orders: dict[str, list[Order]] = {}
        self._standing: dict[str, list[Order]] = {}
        self._places: dict[Source, int] = {}
        self._listed: list[Order] | None = None

    def add(self, file: SentOrders, is_for_this_turn: bool) -> None:
        """The next file of the side: its orders replace those before it, by phase, unless it adds to them."""
        self._listed = None
        fresh: dict[str, list[Order]] = {}
        lasting: dict[str, list[Order]] = {}
        for index, slip in file.slips.items():
            source = file.number, index
            self._places[source] = len(self._places)
            if slips.talk(slip) or not (is_for_this_turn or self._may_last(slip)):
                continue
            order = self._read(slip, self._game, source)
            if not isinstance(order, Order):
                continue
            if order.keyword == CANCEL:
                for phase in [phase for phase in self._standing if order.phase in ("", phase)]:
                    del self._standing[phase]
            elif order.until:
                lasting.setdefault(order.phase, []).append(order)
            elif is_for_this_turn:
                fresh.setdefault(order.phase, []).append(order)
        for before, now in ((self._orders, fresh), (self._standing, lasting)):
            for phase, given in now.items():
                before[phase] = [*before.get(phase, ()), *given] if file.adds else given

    def _may_last(self, slip: Mapping[str, Any]) -> bool:
        """Whether a slip of an earlier turn may hold a standing order, or cancels what stands."""
        return slips.may_stand(slip) or bool(self._standing) and slips.may_cancel(slip, self._game)

    def listed(self) -> list[Order]:
        """The orders in the order they are read, standing ones last."""
        if self._listed is None:
            self._listed = [order for phases in (self._orders, self._standing) for order in sorted(
                (order for phase in phases.values() for order in phase),
                key=lambda order: self._places[order.source or (0, 0)])]
        return self._listed


def _typed(campaign: Campaign, submissions: Sequence[Submission]) -> Iterator[tuple[Source, ManualDice | ManualCard]]:
    for entry in submissions:
        if entry["side"] == REFEREE:
            for index, slip in campaign.contents(entry).items():
                body = slips.typed(slip, campaign.game)
                if body is not None:
                    yield (entry["n"], index), body


def _drop(items: list[ManualItem], source: Source, count: int) -> None:
    """Takes the first `count` items typed at a source off a list."""
    for item in [item for item in items if item.source == source][:count]:
        items.remove(item)
