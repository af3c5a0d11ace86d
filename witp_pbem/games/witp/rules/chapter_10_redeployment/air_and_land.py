"""Section 10.3: redeployment of base air and land units, segment 6b."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import starmap
from random import Random

from witp_pbem.games.common.order_values import At, ordered
from witp_pbem.games.common.position import remembered, remembered_there
from witp_pbem.games.common.random_order import in_random_order
from witp_pbem.games.common.sequence import forced, in_turn
from witp_pbem.games.witp.board.events import StackRedeployed
from witp_pbem.games.witp.board.map import MOUNTAIN, SEA
from witp_pbem.games.witp.board.state import AIR, ALLIES, LAND, Position, Side, Unit
from witp_pbem.games.witp.orders.kinds import Pass, Redeploy, Rescue, Written, pick
from witp_pbem.games.witp.rules.chapter_02_components.control import is_friendly_base, working_sources
from witp_pbem.games.witp.rules.chapter_04_cards import effects
from witp_pbem.games.witp.rules.chapter_05_resources.initiative import in_order
from witp_pbem.games.witp.rules.chapter_10_redeployment import danger, fleets, stacking, stacks
from witp_pbem.games.witp.rules.chapter_10_redeployment.network import land_route
from witp_pbem.games.witp.rules.chapter_10_redeployment.stacking import Excess
from witp_pbem.games.witp.rules.chapter_10_redeployment.submarines import submarines
from witp_pbem.games.witp.rules.chapter_12_special_rules import china
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry
from witp_pbem.games.witp.rules.consequences import flying, havens, settle
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem, illegal
from witp_pbem.table.table import Table

NO_MORE = Understood(None, ordered("pass", segment="air"))


def play(table: Table) -> None:
    """The segment: base air and land units, one stack a go, with what is left of the allowance (witp 10.3.a, 10.3.k,
    10.0.b, 10.0.c; R-72)."""
    in_turn(in_order(table.position, tie=ALLIES), partial(_one_go, table))


def _one_go(table: Table, side: Side) -> bool:
    """One go (witp 10.3.a, 10.3.k). False if the side passed."""
    position = table.position
    stack = stacks.ask(table, Demand(
        side, "redeploy-air-land", "witp 10.3.a", frozenset({"redeploy", "pass"}),
        partial(judge, position, side), partial(choices, position, side),
        {"turn": position.turn, "left": stacks.stacks_left(position, side)},
        matches=partial(speaks_of, position, side), sole=forced(choices(position, side), NO_MORE),
        wishes=stacks.destinations, shuffled=partial(sample, position, side)),
        "witp 10.3.k", "air-land")
    if stack is None:
        return False
    rule = "witp 10.3.f" if stack.path else "witp 10.3.e"
    table.tell(StackRedeployed(rule, side, stack.units, stack.origin, stack.to, stack.path))
    if stack.path and stack.origin in position.continuing:
        effects.spend_withdrawals(table, side, len(stack.units))
    settle(table)
    if stack.path:
        submarines(table, side, stack)
    return True


def judge(position: Position, side: Side, order: Order) -> Verdict:
    """Whether air or land units may redeploy as ordered; the answer is a `RedeployingStack`, None for a pass.

    All of one type from one hex to one other are one stack, reduced ones too (witp 10.1.b, 10.1.e, 10.1.f), air and
    land apart (witp 10.3.b). Air goes any distance (witp 10.3.e), land as far as its network reaches (witp 10.3.f).
    """
    written: Written = order.body
    if isinstance(written.body, Pass):
        return NO_MORE._replace(sacrifice=danger.of_pass(position, side, SEGMENT))
    if isinstance(written.body, Rescue):
        return danger.of_rescue(position, side, SEGMENT, partial(_judge_stack, position, side))
    assert isinstance(written.body, Redeploy)
    return stacks.judged(position, side, written.body, choices, partial(_judge_stack, position, side))


def _judge_stack(position: Position, side: Side, body: Redeploy) -> Verdict:
    """Whether the air or land units named may redeploy from one hex to another, and what that costs."""
    return danger.of_stack(position, side, SEGMENT, body, _legal_stack(position, side, body))


def _legal_stack(position: Position, side: Side, body: Redeploy) -> Verdict:
    """Whether the air or land units named may redeploy from one hex to another."""
    problems = stacks.place_problems(position, body)
    if problems:
        return tuple(problems)
    goal = goal_problem(position, side, body.to.id)
    if goal:
        problems.append(goal.at(body.to.span))
    problems += stacks.number_problems(position, side)
    pool = [unit for unit in position.of(side, body.origin.id, AIR, LAND) if _may_go(position, side, unit)]
    units = (stacks.repeated(position, side, body.units)
             or pick(position, side, body.origin, body.units, pool, rule="witp 10.1.b"))
    if isinstance(units, tuple):
        return (*problems, *units)
    kinds = {unit.kind for unit in units}
    if len(kinds) > 1:
        problems.append(illegal("air-and-land-apart", "witp 10.3.b", body.units[0].span,
                                certain=len(stacks.kinds_named(body.units)) > 1))
        return tuple(problems)
    neutral = delayed_entry.redeploy_problem(position, units, body.to.id)
    if neutral:
        problems.append(neutral.at(body.to.span))
    path: tuple[str, ...] | Problem = ()
    if kinds == {AIR}:
        card = effects.forbidden(position, side, "air_redeployment", body.to.id)
        if card:
            problems.append(illegal("card-forbids-air", "witp 4.3.b", body.units[0].span,
                                    card=card))
    else:
        problems += _battle_problems(position, side, body.origin, units)
        path = land_route(position, side, body.origin.id, body.to.id, body.via) if not goal else ()
        if isinstance(path, Problem):
            problems.append(path.at(body.to.span))
    if problems or isinstance(path, Problem):
        return tuple(problems)
    return Understood(stacks.RedeployingStack(tuple(unit.id for unit in units), body.origin.id, body.to.id, path),
                      stacks.value(units, body, body.via if path else ()))


@remembered_there("local")
def goal_problem(position: Position, side: Side, number: str) -> Problem | None:
    """Why air and land units may not redeploy to a hex, None if they may (witp 10.3.d, 12.2.b)."""
    board = position.data.map
    if china.closed_to_allies(position, side, number):
        return illegal("chinese-hex", "witp 12.2.b", certain=True, place=number)
    if number in position.continuing or is_friendly_base(position, side, number):
        return None
    if number in working_sources(position, side):
        return None
    hexagon = board[number]
    if not hexagon.site and not hexagon.source:
        return illegal("no-base-there", "witp 10.3.d", place=number,
                       certain=hexagon.terrain in (SEA, MOUNTAIN))
    return illegal("base-not-friendly", "witp 10.3.d", place=number)


def choices(position: Position, side: Side) -> Iterator[OrderValue]:
    """All air and all land units of each hex, to each place open to them, nearest first; then a pass."""
    yield from filter(None, starmap(partial(_choice, position, side), _candidates(position, side)))
    yield NO_MORE.order


def sample(position: Position, side: Side, chance: Random) -> Iterator[OrderValue]:
    """What `choices` lists in random order, the pass last."""
    candidates = in_random_order(_candidates(position, side), chance)
    yield from filter(None, starmap(partial(_choice, position, side), candidates))
    yield NO_MORE.order


def _candidates(position: Position, side: Side) -> Iterator[tuple[Sequence[Unit], str]]:
    """All air and all land units of each hex, with each place open to anybody."""
    if not stacks.stacks_left(position, side):
        return
    goals = set(stacks.open_goals(position, side, goal_problem))
    for kind in (AIR, LAND):
        for origin, there in sorted(position.here.items()):
            units = [unit for unit in there if unit.kind == kind and _may_go(position, side, unit)]
            yield from ((units, goal) for goal in position.data.map.nearest(origin)
                        if units and goal in goals and goal != origin)


def _choice(position: Position, side: Side, units: Sequence[Unit], goal: str) -> OrderValue | None:
    """The order by which as many as can of some units of one hex redeploy to another; None where nobody can."""
    going = _most_that_can_go(position, side, units, goal)
    return stacks.offer(going, units, goal, (units[0].kind,)) if going else None


def _most_that_can_go(position: Position, side: Side, units: Sequence[Unit], goal: str) -> Sequence[Unit]:
    """Of some air or land units of one hex as many as can redeploy together to another, full ones before reduced."""
    kind, origin = units[0].kind, units[0].hex
    free = delayed_entry.free_to_go(position, units, goal)
    if kind == AIR:
        return () if effects.forbidden(position, side, "air_redeployment", goal) else free
    if origin in position.continuing:
        free = sorted(free, key=lambda unit: not unit.full)[:effects.withdrawals(position, side)]
    return () if free and isinstance(land_route(position, side, origin, goal), Problem) else free


def _may_go(position: Position, side: Side, unit: Unit) -> bool:
    """Whether a unit takes part in segment 6b at all."""
    return (unit.side == side and (unit.kind == AIR or unit.ashore) and unit.id not in stacks.redeployed(position)
            and not china.is_chinese(position, unit))


def _battle_problems(position: Position, side: Side, origin: At, units: Sequence[Unit]) -> list[Problem]:
    """Land units stay in a continuing battle (witp 10.3.c), unless a card lets some of them out."""
    if origin.id not in position.continuing:
        return []
    allowed = effects.withdrawals(position, side)
    if len(units) <= allowed:
        return []
    if allowed:
        return [illegal("too-many-withdraw", "witp 10.3.c", origin.span, place=origin.id, limit=allowed,
                        found=len(units))]
    return [illegal("in-continuing-battle", "witp 10.3.c", origin.span, place=origin.id)]


@remembered("memo")
def _in_danger(position: Position, side: Side) -> tuple[Excess, ...]:
    """Air and land units above a limit (witp 10.5.a)."""
    return tuple(excess for excess in stacking.excesses(position) if excess.side == side and excess.group != "fleet")


def _stranded(position: Position, side: Side) -> list[Unit]:
    """Air units that have to leave a hex and are lost by it (witp 8.7.c, 8.7.d)."""
    return [unit for unit in flying(position) if unit.side == side and not (unit.full and havens(position, unit))]


SEGMENT = danger.Segment(_in_danger, _stranded, lambda position: ((AIR,), (LAND,)), _may_go, goal_problem, _legal_stack)


def speaks_of(position: Position, side: Side, order: Order) -> bool:
    """Whether a redeployment order or a pass belongs to segment 6b (see `fleets.speaks_of`)."""
    body = order.body.body
    if isinstance(body, Pass):
        return body.segment in ("", "air", "land", "redeployment")
    if isinstance(body, Rescue):
        return danger.is_needed(position, side, SEGMENT)
    if not isinstance(body, Redeploy) or (side == ALLIES and china.speaks_of_redeployment(position, order)):
        return False
    return not fleets.speaks_of(position, side, order)
