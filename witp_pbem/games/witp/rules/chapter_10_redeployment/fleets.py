"""Section 10.2: redeployment of fleets, segment 6a."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import starmap
from operator import attrgetter
from random import Random

from witp_pbem.games.common.order_values import EVERY, At, UnitSpec, ordered, unit_named
from witp_pbem.games.common.position import remembered, remembered_everywhere, remembered_there
from witp_pbem.games.common.random_order import in_random_order
from witp_pbem.games.common.sequence import forced, in_turn
from witp_pbem.games.common.units import fits
from witp_pbem.games.witp.board.events import Landed, StackRedeployed, UnitRemoved
from witp_pbem.games.witp.board.options import agreed
from witp_pbem.games.witp.board.state import AIR, ALLIES, CARRIER, FLEET, JAPAN, LAND, NAVAL, Position, Side, Unit
from witp_pbem.games.witp.orders.kinds import Homeward, Pass, Redeploy, Rescue, Written, pick
from witp_pbem.games.witp.rules.chapter_02_components.control import is_haven
from witp_pbem.games.witp.rules.chapter_05_resources.initiative import in_order
from witp_pbem.games.witp.rules.chapter_08_movement import house_rule
from witp_pbem.games.witp.rules.chapter_10_redeployment import danger, stacking, stacks
from witp_pbem.games.witp.rules.chapter_10_redeployment.stacking import Excess
from witp_pbem.games.witp.rules.chapter_12_special_rules import china
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry
from witp_pbem.games.witp.rules.consequences import settle
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem, ambiguous, illegal
from witp_pbem.table.table import Table

NO_MORE = Understood(None, ordered("pass", segment="fleet"))


def play(table: Table) -> None:
    """The segment: fleets go to friendly ports and supply sources, one stack a go (witp 10.0.b, 10.0.c; R-72); those
    left elsewhere are lost (witp 10.2.a, 10.2.e, 10.2.f)."""
    in_turn(in_order(table.position, tie=ALLIES), partial(_one_go, table))
    _land_cargo(table)
    _lose_the_homeless(table)


def _one_go(table: Table, side: Side) -> bool:
    """One go (witp 10.2.a, 10.2.d, 10.2.e). False if the side passed."""
    position = table.position
    stack = stacks.ask(table, Demand(
        side, "redeploy-fleets", "witp 10.2.a", frozenset({"redeploy", "pass"}),
        partial(judge, position, side), partial(choices, position, side),
        {"turn": position.turn, "left": stacks.stacks_left(position, side),
         "outside": sorted({excess.hex for excess in _in_danger(position, side)}, key=position.data.map.name)},
        matches=partial(speaks_of, position, side), sole=forced(choices(position, side), NO_MORE),
        wishes=stacks.destinations, shuffled=partial(sample, position, side)),
        "witp 10.2.e", "fleets")
    if stack is None:
        return False
    table.tell(StackRedeployed("witp 10.2.d", side, stack.units, stack.origin, stack.to))
    settle(table)
    return True


def judge(position: Position, side: Side, order: Order) -> Verdict:
    """Whether fleets may redeploy as ordered; the answer is a `RedeployingStack`, cargo included, or None for a pass.

    Carriers and surface fleets, full and reduced, from one hex to one other are one stack (witp 10.1.b, 10.1.e,
    10.1.f; R-73). Any distance, without a point (witp 10.2.d).
    """
    written: Written = order.body
    if isinstance(written.body, Pass):
        return NO_MORE._replace(sacrifice=danger.of_pass(position, side, SEGMENT))
    body = written.body
    if isinstance(body, Homeward):
        return _judge_homeward(position, side, body)
    if isinstance(body, Rescue):
        return danger.of_rescue(position, side, SEGMENT, partial(_judge_stack, position, side))
    assert isinstance(body, Redeploy)
    return stacks.judged(position, side, body, choices, partial(_judge_stack, position, side))


def _judge_homeward(position: Position, side: Side, body: Homeward) -> Verdict:
    """Fleets outside a port to the first of some ports that is open to them and has room, the lowest hex first
    (witp 10.2.b); to a full one only where none has."""
    verdicts: list[Verdict] = []
    for verdict in _ways_home(position, side, body):
        if isinstance(verdict, Understood) and verdict.sacrifice is None:
            return verdict._replace(stays=True)
        verdicts.append(verdict)
    costly = next((verdict for verdict in verdicts if isinstance(verdict, Understood)), None)
    return costly._replace(stays=True) if costly else verdicts[0]


def _ways_home(position: Position, side: Side, body: Homeward) -> Iterator[Verdict]:
    """The verdicts on the ways home of fleets outside a port, hex by hex, ports that have room before others."""
    ships = _homebound(position, side, body)
    for number in sorted({ship.hex for ship in ships}):
        together = [ship for ship in ships if ship.hex == number]
        for goal in sorted(stacks.goals(position, body.to, body.rest, number),
                           key=lambda goal: not _has_room(position, side, goal)):
            yield _judge_way_home(position, side, together, goal)


def _judge_way_home(position: Position, side: Side, ships: Sequence[Unit], goal: At) -> Verdict:
    """Fleets of one hex to a port: as many as make one stack and find room, those that carry land units first; where
    there is no room at all, everybody."""
    kinds = next(kinds for kinds in SEGMENT.types(position) if ships[0].kind in kinds)
    together = sorted((ship for ship in ships if ship.kind in kinds), key=lambda ship: not position.cargo(ship.id))
    together = together[:house_rule.most_fleets(position, ships[0].hex)]
    if goal.id in position.data.map:
        together = together[:stacking.room(position, side, goal.id, kinds) or None]
    units = tuple(unit_named(ship.id, goal.span) for ship in together)
    verdict = _judge_stack(position, side, Redeploy(units, At(ships[0].hex, goal.span), goal))
    if isinstance(verdict, Understood) and verdict.sacrifice:
        return verdict._replace(sacrifice=verdict.sacrifice._replace(named=False))
    return verdict


def _has_room(position: Position, side: Side, goal: At) -> bool:
    """Whether one more fleet can stay in a port (witp 10.5.a)."""
    return goal.id in position.data.map and stacking.room(position, side, goal.id, FLEET) > 0


def _homebound(position: Position, side: Side, body: Homeward) -> list[Unit]:
    """The fleets outside a port that an order speaks of and that have not redeployed yet."""
    return [unit for unit in homeless(position, side)
            if unit.kind in body.kinds and _may_sail(position, side, unit)]


def _judge_stack(position: Position, side: Side, body: Redeploy) -> Verdict:
    """Whether the fleets named may redeploy from one hex to another, and what that costs."""
    return danger.of_stack(position, side, SEGMENT, body, _legal_stack(position, side, body))


def _legal_stack(position: Position, side: Side, body: Redeploy) -> Verdict:
    """Whether the fleets named may redeploy from one hex to another."""
    problems = stacks.place_problems(position, body)
    if problems:
        return tuple(problems)
    problem = goal_problem(position, side, body.to.id)
    if problem:
        problems.append(problem.at(body.to.span))
    problems += stacks.number_problems(position, side)
    problems += [illegal("not-a-fleet", "witp 10.2.a", spec.span, certain=True, wanted=spec.text)
                 for spec in body.units if stacks.kinds(spec) == (AIR,)]
    ships = stacks.repeated(position, side, body.units) or _ships(position, side, body)
    if problems or isinstance(ships, tuple):
        return (*problems, *(ships if isinstance(ships, tuple) else ()))
    problem = stack_problem(position, ships, body.origin.id, body.to.id)
    if problem:
        return (problem.at(body.units[0].span.to(body.units[-1].span)),)
    cargo = [unit for ship in ships for unit in position.cargo(ship.id)]
    stack = stacks.RedeployingStack(tuple(unit.id for unit in [*ships, *cargo]), body.origin.id, body.to.id)
    return Understood(stack, stacks.value(ships, body))


def stack_problem(position: Position, ships: Sequence[Unit], origin: str, goal: str) -> Problem | None:
    """Why fleets may not redeploy together: neutral ones do not go there; carriers and surface fleets are two types
    where the players agreed so (R-73); house rule A."""
    if len({ship.kind for ship in ships}) > 1 and not agreed(position, "redeploy_cv_and_n_are_one_type"):
        return illegal("carriers-and-naval-apart", "witp 10.1.b")
    return (delayed_entry.redeploy_problem(position, ships, goal)
            or house_rule.stack_problem(position, origin, ships))


@remembered_there("local")
def goal_problem(position: Position, side: Side, number: str) -> Problem | None:
    """Why fleets may not redeploy to a hex, None if they may (witp 10.2.b, 10.2.d, 8.5.k; R-75)."""
    board = position.data.map
    if side == JAPAN and number in board.closed_to_japan:
        return illegal("closed-to-japan", "witp 8.5.k", certain=True, place=number)
    if board[number].site != "port" and not board[number].source:
        return illegal("no-port-there", "witp 10.2.b", certain=True, place=number)
    if not is_haven(position, side, number):
        return illegal("port-not-controlled", "witp 10.2.b", place=number)
    if number in position.continuing:
        return illegal("fleets-into-continuing-battle", "witp 9.7.d", place=number)
    return None


def choices(position: Position, side: Side) -> Iterator[OrderValue]:
    """Whole fleets from each hex, those outside a port first, to each port, nearest first; then a pass."""
    yield from filter(None, starmap(partial(_choice, position), _candidates(position, side)))
    yield NO_MORE.order


def sample(position: Position, side: Side, chance: Random) -> Iterator[OrderValue]:
    """What `choices` lists in random order, the pass last."""
    yield from filter(None, starmap(partial(_choice, position), in_random_order(_candidates(position, side), chance)))
    yield NO_MORE.order


def _candidates(position: Position, side: Side) -> Iterator[tuple[Sequence[Unit], str]]:
    """All fleets of one type of each hex, with each port open to anybody."""
    if not stacks.stacks_left(position, side):
        return
    goals = set(stacks.open_goals(position, side, goal_problem))
    ready = [unit for unit in position.fleets if _may_sail(position, side, unit)]
    for origin in sorted({unit.hex for unit in ready}, key=lambda number: (is_haven(position, side, number), number)):
        here = [unit for unit in ready if unit.hex == origin]
        together = [[unit for unit in here if unit.kind in kinds] for kinds in _types(position)]
        for goal in position.data.map.nearest(origin):
            if goal in goals and goal != origin:
                yield from ((ships, goal) for ships in together if ships)


def _choice(position: Position, ships: Sequence[Unit], goal: str) -> OrderValue | None:
    """The order by which as many as can of the fleets of one type of a hex redeploy to a port; None where nobody
    can."""
    going = delayed_entry.free_to_go(position, ships, goal)[:house_rule.most_fleets(position, ships[0].hex)]
    kinds = next(kinds for kinds in _types(position) if ships[0].kind in kinds)
    return stacks.offer(going, ships, goal, kinds) if going else None


def homeless(position: Position, side: Side) -> list[Unit]:
    """Fleets of the side that are in no friendly port or supply source (witp 10.2.b)."""
    return position.in_order(*_homeless_in(position, side).values())


@remembered_everywhere("everywhere", attrgetter("here"))
def _homeless_in(position: Position, side: Side, number: str) -> list[Unit]:
    """The fleets of a side in a hex that is no friendly port or supply source."""
    return [] if is_haven(position, side, number) else position.of(side, number, *FLEET)


def _may_sail(position: Position, side: Side, unit: Unit) -> bool:
    return unit.side == side and unit.is_fleet and unit.id not in stacks.redeployed(position)


def _ships(position: Position, side: Side, body: Redeploy) -> list[Unit] | tuple[Problem, ...]:
    """The fleets an order names. Land units can be named only as what these fleets carry (witp 10.2.c)."""
    at_sea = tuple(spec for spec in body.units if stacks.kinds(spec) != (LAND,))
    ashore = tuple(spec for spec in body.units if stacks.kinds(spec) == (LAND,))
    pool = [unit for unit in position.of(side, body.origin.id) if _may_sail(position, side, unit)]
    if ashore:
        pool.sort(key=lambda ship: not position.cargo(ship.id))
    ships = pick(position, side, body.origin, at_sea, pool, rule="witp 10.1.b")
    if isinstance(ships, tuple):
        return ships
    if ashore:
        aboard = [unit for ship in ships for unit in position.cargo(ship.id)]
        for spec in ashore:
            fitting = [unit for unit in aboard if fits(spec, unit)]
            if not fitting or len(fitting) < spec.number:
                return (illegal("land-not-aboard", "witp 10.2.c", spec.span, wanted=spec.text,
                                place=body.origin.id, found=len(fitting)),)
        return ships
    return _which_ships(position, at_sea, ships, pool) or ships


def _which_ships(position: Position, specs: Sequence[UnitSpec], ships: Sequence[Unit],
                 pool: Sequence[Unit]) -> tuple[Problem, ...]:
    """The problem of naming ships by number alone where some carry land units and some do not."""
    for spec in specs:
        if spec.id or spec.number == EVERY:
            continue
        for ship in (unit for unit in ships if fits(spec, unit)):
            alike = [unit for unit in pool if unit not in ships and (unit.nation, unit.kind, unit.full)
                     == (ship.nation, ship.kind, ship.full)]
            loaded = bool(position.cargo(ship.id))
            if any(bool(position.cargo(unit.id)) != loaded for unit in alike):
                return (ambiguous("which-ships", spec.span, wanted=spec.text, certain=False,
                                  loaded=[unit.id for unit in pool if position.cargo(unit.id)]),)
    return ()


def speaks_of(position: Position, side: Side, order: Order) -> bool:
    """Whether a redeployment order or a pass belongs to segment 6a.

    The types named decide. Where none is ("redeploy all"), the order belongs here if the side has fleets at
    the origin.
    """
    body = order.body.body
    if isinstance(body, Pass):
        return body.segment in ("", "fleet", "fleets", "redeployment")
    if isinstance(body, Homeward):
        return bool(_homebound(position, side, body))
    if isinstance(body, Rescue):
        return danger.is_needed(position, side, SEGMENT)
    if not isinstance(body, Redeploy):
        return False
    if side == ALLIES and china.speaks_of_redeployment(position, order):
        return False
    kinds = stacks.kinds_named(body.units)
    if kinds:
        return not kinds.isdisjoint(FLEET)
    return bool(position.of(side, body.origin.id, *FLEET))


@remembered("memo")
def _in_danger(position: Position, side: Side) -> tuple[Excess, ...]:
    """Fleets outside a port (witp 10.2.f), and those above the limit of theirs (witp 10.5.a)."""
    outside = homeless(position, side)
    lost = [tuple(ship for ship in outside if ship.hex == number) for number in sorted({ship.hex for ship in outside})]
    crowded = [excess for excess in stacking.excesses(position)
               if excess.side == side and excess.group == "fleet" and is_haven(position, side, excess.hex)]
    return (*(Excess(side, ships[0].hex, "fleet", "witp 10.2.f", 0, len(ships), ships) for ships in lost), *crowded)


def _types(position: Position) -> Sequence[Sequence[str]]:
    """The kinds of fleets that are one type (R-73)."""
    return (FLEET,) if agreed(position, "redeploy_cv_and_n_are_one_type") else ((CARRIER,), (NAVAL,))


SEGMENT = danger.Segment(_in_danger, lambda position, side: (), _types, _may_sail, goal_problem, _legal_stack)


def _land_cargo(table: Table) -> None:
    """Land units still aboard fleets that lie in a friendly port go ashore there (R-52)."""
    for unit in table.position.on_map():
        if unit.aboard and is_haven(table.position, unit.side, unit.hex):
            table.tell(Landed("witp 10.2.c", unit.side, (unit.id,), unit.hex, "port"))
            settle(table)


def _lose_the_homeless(table: Table) -> None:
    """Fleets outside friendly ports and supply sources leave the game with what they carry (witp 10.2.f, R-74)."""
    position = table.position
    lost = [unit for side in (JAPAN, ALLIES) for unit in homeless(position, side)]
    for ship in lost:
        for unit in (ship, *position.cargo(ship.id)):
            table.tell(UnitRemoved("witp 10.2.f", unit.id, unit.hex, "no-port"))
    if lost:
        settle(table)
