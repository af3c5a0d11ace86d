"""Chapter 6: the logistics base construction phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from witp_pbem.games.common import paths
from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.common.position import remembered
from witp_pbem.games.common.sequence import in_turn
from witp_pbem.games.witp.board.events import BaseBuilt, BaseRemoved, Passed, UpkeepPaid
from witp_pbem.games.witp.board.state import ALLIES, ENEMY, JAPAN, SIDES, Position, Side
from witp_pbem.games.witp.orders.kinds import BaseOrder, Pass, Written
from witp_pbem.games.witp.rules.chapter_02_components import air
from witp_pbem.games.witp.rules.chapter_02_components.control import held_by, is_friendly_base
from witp_pbem.games.witp.rules.chapter_03_sequence import victory
from witp_pbem.games.witp.rules.chapter_04_cards.effects import remaining, spend_discount
from witp_pbem.games.witp.rules.chapter_05_resources.initiative import in_order
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem, illegal, invalid
from witp_pbem.table.table import Table

LINE = 3  # hexes of a supply line between bases and sources (witp 6.3.a)
FREE_BASES = 6  # the Allies may build on turn 1 (witp 6.6.2.a)
NO_MORE = Understood(("pass", ""), ordered("pass"), closes=True)


def play(table: Table) -> None:
    """The phase: the sides build and remove in turn until both have passed (witp 6.0.a, 6.0.b, 6.0.c), then each pays
    (witp 6.5.a). In scenario 13.4 Japan may declare war first."""
    delayed_entry.offer_war(table)
    order = in_order(table.position, tie=JAPAN)
    built: dict[Side, list[str]] = {side: [] for side in SIDES}
    removed: dict[Side, list[str]] = {side: [] for side in SIDES}
    in_turn(order, lambda side: _one_go(table, side, built[side], removed[side]))
    for side in order:
        upkeep(table, side)


def _one_go(table: Table, side: Side, built: list[str], removed: list[str]) -> bool:
    """One go of a side: it builds one base, removes one, or passes for good (witp 6.0.a, 6.0.b, 6.1.a, 6.4.a). False if
    it passed. What was built in this phase is kept in mind, for it may not be removed again (witp 6.4.d); what was
    removed, to tell at the pass what of a list was not."""
    position, before = table.position, tuple(built)
    demand = Demand(
        side, "base", "witp 6.0.a", frozenset({"build", "remove", "pass"}),
        lambda order: judge(position, side, order, before),
        lambda: choices(position, side, before),
        {"turn": position.turn, "rp": position.rp[side], "bases": len(position.bases[side])},
        matches=lambda order: _is_for_bases(position, side, order, before),
        sole=NO_MORE if not _can_act(position, side, before) else None,
        items=lambda order: _items(position, side, order, before, removed))
    verb, number = table.ask(demand)[0]
    if verb == "build":
        table.tell(BaseBuilt("witp 6.1.a", side, number, supply_line(table.position, side, number) or ()))
        built.append(number)
        victory.check(table)
    elif verb == "remove":
        table.tell(BaseRemoved("witp 6.4.a", side, number, "voluntary"))
        removed.append(number)
    else:
        table.tell(Passed("witp 6.0.b", side, "bases", demand.sole is not None))
    return str(verb) != "pass"


def _is_for_bases(position: Position, side: Side, order: Order, built: Sequence[str]) -> bool:
    """Whether an order speaks of this phase: no pass in another one, no enemy bases."""
    body = order.body.body
    if isinstance(body, Pass):
        return body.segment in ("", "bases")
    return not _is_shortage(position, side, order) and not _is_done(position, side, order, built)


def _is_shortage(position: Position, side: Side, order: Order) -> bool:
    """Whether a `remove` order speaks of enemy bases (witp 6.5.c) rather than own ones."""
    body = order.body.body
    return (order.keyword == "remove" and isinstance(body, BaseOrder)
            and (body.rest or any(place.id in position.bases[ENEMY[side]] for place in body.places)))


def _is_done(position: Position, side: Side, order: Order, built: Sequence[str]) -> bool:
    """Whether a list of bases to build or to remove has nothing more to say: as much of it is done as can be."""
    places = order.body.body.places
    if len(places) < 2:
        return False
    stand = [place.id in position.bases[side] for place in places]
    done = stand if order.keyword == "build" else [not stands for stands in stand]
    return all(done) or (any(done) and not isinstance(_judge_list(position, side, order, built), Understood))


def _items(position: Position, side: Side, order: Order, built: Sequence[str],
           removed: Sequence[str]) -> Iterator[OrderValue]:
    """The bases of a list that have neither been built nor removed in this phase, nor stand or are gone as a standing
    order would have it."""
    body = order.body.body
    if not isinstance(body, BaseOrder) or _is_shortage(position, side, order):
        return
    is_build = order.keyword == "build"
    for place in body.places:
        is_as_wished = (place.id in position.bases[side]) is is_build
        if place.id not in (built if is_build else removed) and not (order.until and is_as_wished):
            yield ordered(order.keyword, places=[place.id])


def judge(position: Position, side: Side, order: Order, built: Sequence[str]) -> Verdict:
    """Whether a side may build, remove or pass as ordered, one base a go (witp 6.0.a, 6.1.a); the answer is
    (verb, hex)."""
    written: Written = order.body
    if isinstance(written.body, Pass):
        return NO_MORE
    assert isinstance(written.body, BaseOrder)
    if written.body.rest:
        return (invalid("any-base", order.statement.span, verb=order.keyword),)
    return _judge_list(position, side, order, built)


def _judge_list(position: Position, side: Side, order: Order, built: Sequence[str]) -> Verdict:
    """The first base of a list that can be built or removed now; the others wait for the side's next goes."""
    check = build_problem if order.keyword == "build" else remove_problem
    problems: list[Problem] = []
    places = order.body.body.places
    for place in places:
        problem = check(position, side, place.id, built)
        if problem is None:
            return Understood((order.keyword, place.id), ordered(order.keyword, places=[place.id]),
                              stays=len(places) > 1)
        problems.append(problem.at(place.span))
    first, *others = problems
    return (first.advising(lambda: _nearest(position, side, order.keyword, places[0].id, built)), *others)


def _nearest(position: Position, side: Side, verb: str, wanted: str, built: Sequence[str]) -> OrderValue | None:
    """The order to build, or remove, the base nearest to a hex that can be; None if there is none."""
    board = position.data.map
    if wanted not in board:
        return None
    check = build_problem if verb == "build" else remove_problem
    near = sorted(board.bases, key=lambda number: (board.distance(number, wanted), number))
    return next((ordered(verb, places=[number]) for number in near if check(position, side, number, built) is None),
                None)


def build_problem(position: Position, side: Side, number: str, built: Sequence[str]) -> Problem | None:
    """Why a side may not build a base in a hex, None if it may (witp 6.1.a, 6.1.b, 6.1.c).

    There are as many markers as it takes (R-29), those removed a moment ago among them (witp 6.4.c, 8.8.c). On turn 1
    the Allies build six at most (witp 6.6.2.a, 12.1.f), none if theirs were set up (witp 6.6.2-opt.c).
    """
    board = position.data.map
    if number not in board:
        return illegal("no-such-hex", "witp 2.3.b", hex=number, certain=True)
    if position.turn == 1 and side == ALLIES:
        if position.options.get("optional_bases"):
            return illegal("bases-were-set-up", "witp 6.6.2-opt.c", certain=True)
        if len(built) >= FREE_BASES:
            return illegal("six-bases-built", "witp 6.6.2.a", limit=FREE_BASES, certain=True)
    if number in position.bases[side]:
        return illegal("base-stands", "witp 6.1.a", place=number)
    if number in position.bases[ENEMY[side]]:  # left when its side lost control
        return illegal("enemy-base-stands", "witp 6.1.a", place=number)
    if not board[number].site:
        return illegal("no-base-icon", "witp 6.1.b", place=number, certain=True)
    if board[number].chinese and side == ALLIES:
        return illegal("chinese-hex", "witp 12.2.b", place=number, certain=True)
    if not is_friendly_base(position, side, number):
        return illegal("base-not-controlled", "witp 6.1.b", place=number)
    if delayed_entry.no_base_yet(position, side, number):
        return illegal("no-base-while-neutral", delayed_entry.RULE, place=number)
    if not is_linked(position, side, number):
        return illegal("no-supply-network", "witp 6.1.c", place=number, limit=LINE)
    return None


def remove_problem(position: Position, side: Side, number: str, built: Sequence[str]) -> Problem | None:
    """Why a side may not remove a base of its own, None if it may (witp 6.4.a, 6.4.d)."""
    if number not in position.bases[side]:
        return illegal("no-own-base", "witp 6.4.a", place=number)
    if number in built:
        return illegal("built-this-phase", "witp 6.4.d", place=number)
    return None


def choices(position: Position, side: Side, built: Sequence[str]) -> Iterator[OrderValue]:
    """Every legal order of a go: builds, removals, pass."""
    for number in position.data.map.bases:
        if build_problem(position, side, number, built) is None:
            yield ordered("build", places=[number])
    for number in position.bases[side]:
        if remove_problem(position, side, number, built) is None:
            yield ordered("remove", places=[number])
    yield ordered("pass")


def _can_act(position: Position, side: Side, built: Sequence[str]) -> bool:
    """Whether a side has anything to decide: not the Allies on turn 1 with their bases set up (R-34)."""
    if position.turn == 1 and side == ALLIES and position.options.get("optional_bases"):
        return False
    return (any(remove_problem(position, side, number, built) is None for number in position.bases[side])
            or next(choices(position, side, built))["order"] != "pass")


# -- supply networks and lines (6.2, 6.3) --------------------------------------------------------------------


def is_linked(position: Position, side: Side, number: str) -> bool:
    """Whether a supply line leads from a hex to the side's supply network (witp 6.1.c, 6.2.b, 6.2.c)."""
    network = supply_network(position, side)
    return number in network or not network.isdisjoint(_linked_to(position, side, number))


def supply_line(position: Position, side: Side, number: str) -> tuple[str, ...] | None:
    """The hexes of a supply line from a hex to the side's supply network, both ends included; None without one
    (witp 6.1.c, 6.2.b, 6.2.c). A source links to itself.
    """
    return _line(position, side, number, supply_network(position, side))


@remembered("memo")
def supply_network(position: Position, side: Side) -> set[str]:
    """The hexes of the side's sources and of its bases that are linked to one, directly (witp 6.2.b) or by other bases
    (witp 6.2.c), those built a moment ago among them (witp 6.2.d). Americans and British share theirs (witp 6.1.d)."""
    network = set(delayed_entry.traced_sources(position, side))
    to_follow, waiting = list(network), set(position.bases[side]) - network
    while to_follow and waiting:
        linked = waiting & _linked_to(position, side, to_follow.pop())
        waiting -= linked
        network |= linked
        to_follow += linked
    return network


def supply_lines(position: Position, side: Side) -> Iterator[tuple[str, ...]]:
    """For each base that hangs on a source, by as few others as can be, a shortest line to what it hangs on, both ends
    included (witp 6.2.b, 6.2.c). A base in the hex of a source needs none."""
    linked = set(delayed_entry.traced_sources(position, side))
    network = supply_network(position, side) - linked
    waiting = [number for number in position.bases[side] if number in network]
    while waiting:
        lines = {number: line for number in waiting if (line := _line(position, side, number, linked))}
        yield from lines.values()
        linked |= lines.keys()
        waiting = [number for number in waiting if number not in lines]


def _line(position: Position, side: Side, start: str, ends: set[str]) -> tuple[str, ...] | None:
    """The shortest supply line from `start` to one of `ends` (witp 6.2.b)."""
    if start in ends:
        return (start,)
    return next(((start, *line.path) for line in _lines_from(position, side, start) if line.end in ends), None)


@remembered("lines")
def _linked_to(position: Position, side: Side, start: str) -> frozenset[str]:
    """A hex and those to which a supply line leads from it (witp 6.3.a)."""
    return hexes_near(position, side, (start,), LINE)


def hexes_near(position: Position, side: Side, starts: Iterable[str], limit: int) -> frozenset[str]:
    """The hexes at most so many from some, these included, by hexes that no supply line is barred from. They may be
    followed from either end: nothing is asked of both ends (witp 6.3.f, R-30)."""
    return paths.near(starts, position.data.map.neighbours, limit, blocked(position, side))


def _lines_from(position: Position, side: Side, start: str) -> Iterator[paths.Way[str]]:
    """The shortest supply lines from a hex (witp 6.3.a)."""
    barred = blocked(position, side)
    return paths.ways(start, position.data.map.neighbours, limit=LINE, goes_on=lambda number: number not in barred)


@remembered("lines")
def blocked(position: Position, side: Side) -> frozenset[str]:
    """The hexes that may not lie between the ends of a supply line of a side.

    Mountains (witp 6.3.b, 7.1.c), enemy units of any kind (witp 6.3.c, 7.1.d), enemy-controlled ports and airfields
    (witp 6.3.d, 7.1.e), and enemy air zones of control that no own full air unit nullifies (witp 6.3.e, 7.1.f). On turn
    1 Allied zones do not bar Japanese lines (witp 6.6.1.a, 7.1.g, 12.1.b).
    """
    board = position.data.map
    enemies = [number for number, units in position.here.items() if any(unit.side != side for unit in units)]
    bases = [number for number in held_by(position, ENEMY[side]) if board[number].site]
    has_zones = position.turn > 1 or side != JAPAN
    zones = air.zone(position, side, delayed_entry.without_zone(position, side)) if has_zones else ()
    return board.mountains.union(enemies, bases, zones)


# -- upkeep (6.5) --------------------------------------------------------------------------------------------


def upkeep(table: Table, side: Side) -> None:
    """One point a base, new and old alike (witp 6.5.a), none for those removed (witp 6.4.b); bases beyond the points on
    hand go (witp 6.5.b, R-32). On turn 1 Allied bases cost nothing (witp 6.6.2.b, 6.6.2-opt.b, 12.1.f; R-34)."""
    position = table.position
    count = len(position.bases[side])
    if position.turn == 1 and side == ALLIES:
        table.tell(UpkeepPaid("witp 6.6.2.b", side, count, count, 0, 0, position.rp[side]))
        return
    free = min(count, remaining(position, side, "upkeep_discount"))
    due = count - free
    paid = min(due, position.rp[side])
    table.tell(UpkeepPaid("witp 6.5.a", side, count, free, paid, due - paid, position.rp[side] - paid))
    spend_discount(table, side)
    if due > paid:
        for number in _shortage(table, side, due - paid):
            table.tell(BaseRemoved("witp 6.5.b", side, number, "upkeep"))


def _shortage(table: Table, side: Side, count: int) -> tuple[str, ...]:
    """The bases the opponent of a short side takes off the map (witp 6.5.c)."""
    position = table.position
    mine = position.bases[side]
    every = Understood(mine, ordered("remove", places=mine))
    demand = Demand(
        ENEMY[side], "base-shortage", "witp 6.5.c", frozenset({"remove"}),
        lambda order: judge_shortage(position, side, order, count),
        lambda: (ordered("remove", places=chosen) for chosen in combinations(mine, count)),
        {"count": count, "bases": mine, "short": side},
        matches=lambda order: _is_shortage(position, ENEMY[side], order),
        sole=every if count == len(mine) else None,
        wishes=lambda order: [ordered("remove", places=[place.id]) for place in order.body.body.places
                              if place.id not in mine])
    return tuple(table.ask(demand)[0])


def judge_shortage(position: Position, side: Side, order: Order, count: int) -> Verdict:
    """The first bases of the opponent's list, as many as the short side must lose (witp 6.5.b, 6.5.c)."""
    body: BaseOrder = order.body.body
    mine = position.bases[side]
    named = [place.id for place in body.places if place.id in mine]
    chosen = tuple(dict.fromkeys([*named, *(mine if body.rest else ())]))[:count]
    if len(chosen) < count:
        strangers = [illegal("no-enemy-base", "witp 6.5.c", place.span, place=place.id)
                     for place in body.places if place.id not in mine]
        first, *others = strangers or [illegal("wrong-number-of-bases", "witp 6.5.b", order.statement.span,
                                               wanted=count, found=len(chosen))]
        return (first.advising(ordered("remove", places=chosen, rest=True)), *others)
    return Understood(chosen, ordered("remove", places=chosen))
