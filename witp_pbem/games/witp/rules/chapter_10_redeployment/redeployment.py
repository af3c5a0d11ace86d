"""Sections 10.1 to 10.4: redeployment of fleets, then of base air and land units."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from witp_pbem.games.common import paths
from witp_pbem.games.witp.board.events import (
    Landed,
    Passed,
    StackRedeployed,
    SubmarinesAttacked,
    UnitReduced,
    UnitRemoved,
)
from witp_pbem.games.witp.board.map import MOUNTAIN, SEA, SHALLOW
from witp_pbem.games.witp.board.options import agreed
from witp_pbem.games.witp.board.state import (
    AIR,
    ALLIES,
    CARRIER,
    DIE,
    ENEMY,
    FLEET,
    JAPAN,
    LAND,
    NAVAL,
    Position,
    Side,
    Unit,
    remembered,
)
from witp_pbem.games.witp.orders.kinds import EVERY, At, Homeward, Lose, Pass, Redeploy, UnitSpec, Written, fits, pick
from witp_pbem.games.witp.orders.values import ordered
from witp_pbem.games.witp.rules.chapter_02_components import air
from witp_pbem.games.witp.rules.chapter_02_components.control import (
    controller,
    is_friendly_base,
    is_haven,
    working_sources,
)
from witp_pbem.games.witp.rules.chapter_04_cards import effects
from witp_pbem.games.witp.rules.chapter_06_bases.bases import first_player
from witp_pbem.games.witp.rules.chapter_08_movement import house_rule
from witp_pbem.games.witp.rules.chapter_08_movement.consequences import settle
from witp_pbem.games.witp.rules.chapter_12_special_rules import china
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import OrderValue, Problem, ambiguous, illegal, invalid
from witp_pbem.table.table import Table

END_LEG = 2  # hexes from a land unit to its first node and from the last node to its goal (witp 10.3.f)
KIND_OF = {"CV": CARRIER, "N": NAVAL, "L": LAND, "A": AIR}  # the letters in a unit's id
NO_FLEETS = Understood(None, ordered("pass", segment="fleet"))
NO_MORE = Understood(None, ordered("pass", segment="air"))


class Stack(NamedTuple):
    """Who redeploys, from where to where; `path` is a land stack's route, both ends included."""

    units: tuple[str, ...]
    origin: str
    to: str
    path: tuple[str, ...] = ()


def fleets(table: Table) -> None:
    """Segment 6a: fleets go to friendly ports and supply sources; those left elsewhere are lost (witp 10.2.a,
    10.2.f)."""
    _alternate(table, _fleet_go)
    _land_cargo(table)
    _lose_the_homeless(table)


def air_and_land(table: Table) -> None:
    """Segment 6b: base air and land units, with what is left of the allowance (witp 10.3.a)."""
    _alternate(table, _air_or_land_go)


def _alternate(table: Table, go: Callable[[Table, Side], bool]) -> None:
    """One stack a go, the side with more total resource points first, on a tie the Allies (witp 10.0.b, 10.0.c; R-72).
    Who passes is out, the other goes on alone (witp 10.2.e, 10.3.k)."""
    side = first_player(table.position, tie=ALLIES)
    passed: list[Side] = []
    while len(passed) < 2:
        if side not in passed and not go(table, side):
            passed.append(side)
        side = ENEMY[side]


def stacks_left(position: Position, side: Side) -> int:
    """Stacks the side may still redeploy: half its basic resource points (witp 10.1.c, 10.1.g, 12.1.g; R-74), cards,
    less those gone. Resource points buy none (witp 10.1.d)."""
    allowance = delayed_entry.allowance(position, side)
    return max(allowance + effects.extra_stacks(position, side) - position.stacks[side], 0)


# -- fleets (10.2) -------------------------------------------------------------------------------------------


def _fleet_go(table: Table, side: Side) -> bool:
    """One go in segment 6a (witp 10.2.a, 10.2.d, 10.2.e). False if the side passed."""
    position = table.position
    demand = Demand(
        side, "redeploy-fleets", "witp 10.2.a", frozenset({"redeploy", "pass"}),
        lambda order: judge_fleets(position, side, order),
        lambda: fleet_choices(position, side),
        {"turn": position.turn, "left": stacks_left(position, side),
         "outside": sorted({unit.hex for unit in homeless(position, side)}, key=position.data.map.name)},
        matches=lambda order: _speaks_of_fleets(position, side, order),
        sole=None if next(fleet_choices(position, side)) != NO_FLEETS.order else NO_FLEETS)
    stack: Stack | None = table.ask(demand)[0]
    if stack is None:
        table.tell(Passed("witp 10.2.e", side, "fleets", demand.sole is not None))
        return False
    table.tell(StackRedeployed("witp 10.2.d", side, stack.units, stack.origin, stack.to))
    settle(table)
    return True


def judge_fleets(position: Position, side: Side, order: Order) -> Verdict:
    """Whether fleets may redeploy as ordered; the answer is a `Stack`, cargo included, or None for a pass.

    Carriers and surface fleets, full and reduced, from one hex to one other are one stack (witp 10.1.b, 10.1.e,
    10.1.f; R-73). Any distance, without a point (witp 10.2.d).
    """
    written: Written = order.body
    if isinstance(written.body, Pass):
        return NO_FLEETS
    body = written.body
    if isinstance(body, Homeward):
        return _judge_homeward(position, side, body)
    assert isinstance(body, Redeploy)
    return _advised(position, body, lambda: _listed(position, side, fleet_choices),
                    lambda each: _judge_fleet_stack(position, side, each))


def _first_open(body: Redeploy, judge: Callable[[Redeploy], Verdict]) -> Verdict:
    """The verdict on the first of the destinations named that will do, or else on the first of all."""
    verdicts = [judge(body._replace(to=to, otherwise=())) for to in (body.to, *body.otherwise)]
    return next((verdict for verdict in verdicts if isinstance(verdict, Understood)), verdicts[0])


def _advised(position: Position, body: Redeploy, choices: Callable[[], Sequence[OrderValue]],
             judge: Callable[[Redeploy], Verdict]) -> Verdict:
    """The verdict on an order; if it is refused, with the legal one most like it: by another way, to the nearest place
    open to the same units, of the same hex what can go."""
    board = position.data.map
    verdict = _first_open(body, judge)
    if isinstance(verdict, Understood) or not {body.origin.hex, body.to.hex} <= set(board.hexes):
        return verdict
    near = sorted((number for number in board.hexes if board[number].site or board[number].source),
                  key=lambda number: (board.distance(number, body.to.hex), number))
    plain = body._replace(via=(), otherwise=())
    legal = next((found.order for number in dict.fromkeys((body.to.hex, *near))
                  if number != body.origin.hex
                  and isinstance(found := judge(plain._replace(to=At(number, body.to.span))), Understood)), None)
    if legal is None:
        kinds = {kind for spec in body.units for kind in _kinds(spec)}
        legal = min((each for each in choices() if each["order"] == "redeploy"
                     and (each["origin"] == body.origin.hex or each["to"] == body.to.hex)),
                    key=lambda each: (each["origin"] != body.origin.hex, not kinds & _kinds_offered(each),
                                      each["to"] != body.to.hex), default=None)
    return (replace(verdict[0], instead=verdict[0].instead or legal), *verdict[1:])


def _kinds_offered(choice: OrderValue) -> set[str]:
    """The types of units that a choice names by type."""
    return {kind for unit in choice["units"] if not isinstance(unit, str) for kind in unit["kinds"]}


@remembered("memo")
def _listed(position: Position, side: Side,
            choices: Callable[[Position, Side], Iterator[OrderValue]]) -> tuple[OrderValue, ...]:
    """All choices of a side, listed once for all orders refused at a moment."""
    return tuple(choices(position, side))


def _judge_homeward(position: Position, side: Side, body: Homeward) -> Verdict:
    """Fleets outside a port to the first of some ports that is open to them, the lowest hex first (witp 10.2.b)."""
    problems: tuple[Problem, ...] = ()
    for unit in sorted(_homebound(position, side, body), key=lambda unit: unit.hex):
        specs = tuple(UnitSpec(EVERY, (kind,), "", None, "", kind, body.to[0].span) for kind in FLEET
                      if kind in body.kinds and position.of(side, unit.hex, kind))
        origin = At(unit.hex, body.to[0].span)
        verdict = _first_open(Redeploy(specs, origin, body.to[0], (), body.to[1:]),
                              lambda each: _judge_fleet_stack(position, side, each))
        if isinstance(verdict, Understood):
            return verdict._replace(stays=True)
        problems = problems or verdict
    return problems


def _homebound(position: Position, side: Side, body: Homeward) -> list[Unit]:
    """The fleets outside a port that an order speaks of and that have not redeployed yet."""
    return [unit for unit in homeless(position, side)
            if unit.kind in body.kinds and _may_sail(position, side, unit)]


def _judge_fleet_stack(position: Position, side: Side, body: Redeploy) -> Verdict:
    """Whether the fleets named may redeploy from one hex to another."""
    problems = _place_problems(position, body)
    if problems:
        return tuple(problems)
    problem = fleet_goal_problem(position, side, body.to.hex)
    if problem:
        problems.append(problem.at(body.to.span))
    if stacks_left(position, side) < 1:
        problems.append(_no_stacks_left(position, side))
    problems += [illegal("not-a-fleet", "witp 10.2.a", spec.span, certain=True, wanted=spec.text)
                 for spec in body.units if _kinds(spec) == (AIR,)]
    ships = _spec_problems(position, side, body.units) or _ships(position, side, body)
    if problems or isinstance(ships, tuple):
        return (*problems, *(ships if isinstance(ships, tuple) else ()))
    problem = fleet_stack_problem(position, ships, body.origin.hex, body.to.hex)
    if problem:
        return (problem.at(body.units[0].span.to(body.units[-1].span)),)
    cargo = [unit for ship in ships for unit in position.cargo(ship.id)]
    stack = Stack(tuple(unit.id for unit in [*ships, *cargo]), body.origin.hex, body.to.hex)
    return Understood(stack, _value(ships, body))


def fleet_stack_problem(position: Position, ships: Sequence[Unit], origin: str, goal: str) -> Problem | None:
    """Why fleets may not redeploy together: neutral ones do not go there; carriers and surface fleets are two types
    where the players agreed so (R-73); house rule A."""
    if len({ship.kind for ship in ships}) > 1 and not agreed(position, "redeploy_cv_and_n_are_one_type"):
        return illegal("carriers-and-naval-apart", "witp 10.1.b")
    return (delayed_entry.redeploy_problem(position, ships, goal)
            or house_rule.stack_problem(position, origin, ships))


def fleet_goal_problem(position: Position, side: Side, number: str) -> Problem | None:
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


def fleet_choices(position: Position, side: Side) -> Iterator[OrderValue]:
    """Whole fleets from each hex, those outside a port first, to each port, nearest first; then a pass."""
    if stacks_left(position, side):
        board = position.data.map
        is_open = cache(lambda number: fleet_goal_problem(position, side, number) is None)
        origins = sorted({unit.hex for unit in position.on_map() if _may_sail(position, side, unit)},
                         key=lambda number: (is_haven(position, side, number), number))
        for origin in origins:
            for goal in filter(is_open, board.nearest(origin)):
                for who, ships in _fleets_together(position, side, origin):
                    if goal != origin and not fleet_stack_problem(position, ships, origin, goal):
                        yield ordered("redeploy", units=who, origin=origin, to=goal)
    yield NO_FLEETS.order


def _fleets_together(position: Position, side: Side, origin: str) -> Iterator[tuple[list[Any], list[Unit]]]:
    """The fleets of a hex as one stack, as an order names them and one by one; as more where options forbid one."""
    ready = [unit for unit in position.of(side, origin) if _may_sail(position, side, unit)]
    together = agreed(position, "redeploy_cv_and_n_are_one_type")
    limit = house_rule.most_fleets(position, origin) or len(ready)
    for kinds in (FLEET,) if together else ((CARRIER,), (NAVAL,)):
        ships = [unit for unit in ready if unit.kind in kinds]
        if len(ships) > limit:
            yield [unit.id for unit in ships[:limit]], ships[:limit]
        elif ships:
            yield [{"number": EVERY, "kinds": kinds}], ships


def homeless(position: Position, side: Side) -> list[Unit]:
    """Fleets of the side that are in no friendly port or supply source (witp 10.2.b)."""
    return [unit for unit in position.on_map()
            if unit.side == side and unit.is_fleet and not is_haven(position, side, unit.hex)]


def _may_sail(position: Position, side: Side, unit: Unit) -> bool:
    return unit.side == side and unit.is_fleet and unit.id not in _redeployed(position)


@remembered("memo")
def _redeployed(position: Position) -> frozenset[str]:
    return frozenset(position.redeployed)


def _ships(position: Position, side: Side, body: Redeploy) -> list[Unit] | tuple[Problem, ...]:
    """The fleets an order names. Land units can be named only as what these fleets carry (witp 10.2.c)."""
    at_sea = tuple(spec for spec in body.units if _kinds(spec) != (LAND,))
    ashore = tuple(spec for spec in body.units if _kinds(spec) == (LAND,))
    pool = [unit for unit in position.of(side, body.origin.hex) if _may_sail(position, side, unit)]
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
                                place=body.origin.hex, found=len(fitting)),)
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


def _speaks_of_fleets(position: Position, side: Side, order: Order) -> bool:
    """Whether a redeployment order or a pass belongs to segment 6a.

    The types named decide. Where none is ("redeploy all"), the order belongs here if the side has fleets at
    the origin.
    """
    body = order.body.body
    if isinstance(body, Pass):
        return body.segment in ("", "fleet", "fleets", "redeployment")
    if isinstance(body, Homeward):
        return bool(_homebound(position, side, body))
    if not isinstance(body, Redeploy):
        return False
    if side == ALLIES and china.speaks_of_redeployment(position, order):
        return False
    kinds = {kind for spec in body.units for kind in _kinds(spec)}
    if kinds:
        return not kinds.isdisjoint(FLEET)
    return bool(position.of(side, body.origin.hex, *FLEET))


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


# -- base air and land (10.3) --------------------------------------------------------------------------------


def _air_or_land_go(table: Table, side: Side) -> bool:
    """One go in segment 6b (witp 10.3.a, 10.3.k). False if the side passed."""
    position = table.position
    demand = Demand(
        side, "redeploy-air-land", "witp 10.3.a", frozenset({"redeploy", "pass"}),
        lambda order: judge_air_and_land(position, side, order),
        lambda: air_and_land_choices(position, side),
        {"turn": position.turn, "left": stacks_left(position, side)},
        matches=lambda order: _speaks_of_air_and_land(position, side, order),
        sole=None if next(air_and_land_choices(position, side)) != NO_MORE.order else NO_MORE)
    stack: Stack | None = table.ask(demand)[0]
    if stack is None:
        table.tell(Passed("witp 10.3.k", side, "air-land", demand.sole is not None))
        return False
    rule = "witp 10.3.f" if stack.path else "witp 10.3.e"
    table.tell(StackRedeployed(rule, side, stack.units, stack.origin, stack.to, stack.path))
    if stack.path and stack.origin in position.continuing:
        effects.spend_withdrawals(table, side, len(stack.units))
    settle(table)
    if stack.path:
        submarines(table, side, stack)
    return True


def judge_air_and_land(position: Position, side: Side, order: Order) -> Verdict:
    """Whether air or land units may redeploy as ordered; the answer is a `Stack`, None for a pass.

    All of one type from one hex to one other are one stack, reduced ones too (witp 10.1.b, 10.1.e, 10.1.f), air and
    land apart (witp 10.3.b). Air goes any distance (witp 10.3.e), land as far as its network reaches (witp 10.3.f).
    """
    written: Written = order.body
    if isinstance(written.body, Pass):
        return NO_MORE
    assert isinstance(written.body, Redeploy)
    return _advised(position, written.body, lambda: _listed(position, side, air_and_land_choices),
                    lambda each: _judge_last_stack(position, side, each))


def _judge_last_stack(position: Position, side: Side, body: Redeploy) -> Verdict:
    """Whether the air or land units named may redeploy from one hex to another."""
    problems = _place_problems(position, body)
    if problems:
        return tuple(problems)
    goal = goal_problem(position, side, body.to.hex)
    if goal:
        problems.append(goal.at(body.to.span))
    if stacks_left(position, side) < 1:
        problems.append(_no_stacks_left(position, side))
    pool = [unit for unit in position.of(side, body.origin.hex, AIR, LAND) if _may_go(position, side, unit)]
    units = (_spec_problems(position, side, body.units)
             or pick(position, side, body.origin, body.units, pool, rule="witp 10.1.b"))
    if isinstance(units, tuple):
        return (*problems, *units)
    kinds = {unit.kind for unit in units}
    if len(kinds) > 1:
        named = {kind for spec in body.units for kind in _kinds(spec)}
        problems.append(illegal("air-and-land-apart", "witp 10.3.b", body.units[0].span, certain=len(named) > 1))
        return tuple(problems)
    neutral = delayed_entry.redeploy_problem(position, units, body.to.hex)
    if neutral:
        problems.append(neutral.at(body.to.span))
    path: tuple[str, ...] | Problem = ()
    if kinds == {AIR}:
        card = effects.forbidden(position, side, "air_redeployment", body.to.hex)
        if card:
            problems.append(illegal("card-forbids-air", "witp 4.3.b", body.units[0].span,
                                    card=card))
    else:
        problems += _battle_problems(position, side, body.origin, units)
        path = land_route(position, side, body.origin.hex, body.to.hex, body.via) if not goal else ()
        if isinstance(path, Problem):
            problems.append(path.at(body.to.span))
    if problems or isinstance(path, Problem):
        return tuple(problems)
    return Understood(Stack(tuple(unit.id for unit in units), body.origin.hex, body.to.hex, path),
                      _value(units, body, body.via if path else ()))


def goal_problem(position: Position, side: Side, number: str) -> Problem | None:
    """Why air and land units may not redeploy to a hex, None if they may (witp 10.3.d, 12.2.b)."""
    board = position.data.map
    if side == ALLIES and number in board.chinese:
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


def air_and_land_choices(position: Position, side: Side) -> Iterator[OrderValue]:
    """All air and all land units of each hex, to each place open to them, nearest first; then a pass."""
    if stacks_left(position, side):
        board = position.data.map
        is_open = cache(lambda number: goal_problem(position, side, number) is None)
        movers = [unit for unit in position.on_map() if _may_go(position, side, unit)]
        for kind in (AIR, LAND):
            for origin in sorted({unit.hex for unit in movers if unit.kind == kind}):
                units = [unit for unit in movers if unit.kind == kind and unit.hex == origin]
                for goal in filter(is_open, board.nearest(origin)):
                    count = _most_that_can_go(position, side, units, goal)
                    if count and goal != origin:
                        who = {"number": EVERY if count == len(units) else count, "kinds": [kind]}
                        yield ordered("redeploy", units=[who], origin=origin, to=goal)
    yield NO_MORE.order


def _most_that_can_go(position: Position, side: Side, units: Sequence[Unit], goal: str) -> int:
    """How many of some air or land units of one hex can redeploy together to a hex."""
    kind, origin = units[0].kind, units[0].hex
    if delayed_entry.redeploy_problem(position, units, goal):
        return 0
    if kind == AIR:
        return 0 if effects.forbidden(position, side, "air_redeployment", goal) else len(units)
    count = len(units)
    if origin in position.continuing:
        count = min(count, effects.withdrawals(position, side))
    if len({unit.nation for unit in units}) > 1 and count < len(units):
        return 0
    if count and isinstance(land_route(position, side, origin, goal), Problem):
        return 0
    return count


def _may_go(position: Position, side: Side, unit: Unit) -> bool:
    """Whether a unit takes part in segment 6b at all."""
    return (unit.side == side and (unit.kind == AIR or unit.ashore) and unit.id not in _redeployed(position)
            and not china.is_chinese(position, unit))


def _battle_problems(position: Position, side: Side, origin: At, units: Sequence[Unit]) -> list[Problem]:
    """Land units stay in a continuing battle (witp 10.3.c), unless a card lets some of them out."""
    if origin.hex not in position.continuing:
        return []
    allowed = effects.withdrawals(position, side)
    if len(units) <= allowed:
        return []
    if allowed:
        return [illegal("too-many-withdraw", "witp 10.3.c", origin.span, place=origin.hex, limit=allowed,
                        found=len(units))]
    return [illegal("in-continuing-battle", "witp 10.3.c", origin.span, place=origin.hex)]


def _speaks_of_air_and_land(position: Position, side: Side, order: Order) -> bool:
    """Whether a redeployment order or a pass belongs to segment 6b (see `_speaks_of_fleets`)."""
    body = order.body.body
    if isinstance(body, Pass):
        return body.segment in ("", "air", "land", "redeployment")
    if not isinstance(body, Redeploy) or (side == ALLIES and china.speaks_of_redeployment(position, order)):
        return False
    return not _speaks_of_fleets(position, side, order)


def judge_ahead(position: Position, side: Side, order: Order) -> Verdict:
    """A redeployment order judged before its segment has come, by the judge of the one its unit types name."""
    if isinstance(order.body.body, Homeward):
        return Understood(None, None)
    kinds = {kind for spec in order.body.body.units for kind in _kinds(spec)}
    if not kinds:
        return Understood(None, None)
    return (judge_air_and_land if kinds.isdisjoint(FLEET) else judge_fleets)(position, side, order)


# -- the transport network (10.3.f-j) ------------------------------------------------------------------------


def land_route(position: Position, side: Side, origin: str, goal: str,
               via: Sequence[At] = ()) -> tuple[str, ...] | Problem:
    """The hexes of the route a land stack takes, both ends included, or why there is none (witp 10.3.f, R-76).

    Over land alone if that is possible, since submarines cannot strike there (witp 10.4.a, R-78), else the shortest;
    among equals the one with the lowest hex numbers. `via` names nodes it has to touch, in this order.
    """
    nodes = {*position.bases[side], *working_sources(position, side)}
    for place in via:
        if place.hex not in nodes:
            return illegal("via-is-no-node", "witp 10.3.f", place.span, place=place.hex)
    stops = tuple(place.hex for place in via)
    on_land = not _is_wet(position, origin) and not _is_wet(position, goal)
    if on_land and (dry := _network(position, side, origin, stops, dry=True).to(goal)):
        return (origin, *(spot.hex for spot in dry.path))
    wet = _network(position, side, origin, stops, dry=False).to(goal)
    if wet is None:
        return illegal("no-transport-network", "witp 10.3.f", origin=origin, place=goal, limit=END_LEG,
                       leg=_leg(position))
    card = effects.forbidden(position, side, "land_redeployment_by_sea", goal)
    if card:
        return illegal("card-forbids-sea", "witp 4.3.b", card=card, origin=origin,
                       place=goal)
    return (origin, *(spot.hex for spot in wet.path))


class _Spot(NamedTuple):
    """A hex on the way through a network: how many hexes ago the last node was, or the start, whether there has been a
    node yet, and how many of the stops are behind."""

    hex: str
    since: int
    anchored: bool
    passed: int


@remembered("memo")
def _network(position: Position, side: Side, origin: str, stops: tuple[str, ...], *,
             dry: bool) -> paths.Reach[str, _Spot]:
    """The shortest, then lowest-numbered routes from a hex through a side's transport network by way of some nodes
    (witp 10.3.f, R-76); `dry` keeps them off water."""
    board = position.data.map
    nodes = {*position.bases[side], *working_sources(position, side)}

    def most(spot: _Spot) -> int:
        return _leg(position) if spot.anchored else END_LEG

    def beside(spot: _Spot) -> Iterator[_Spot]:
        step = spot.since + 1
        for there in board.beside[spot.hex]:
            if dry and _is_wet(position, there):
                continue
            if there in nodes and step <= most(spot):
                yield _Spot(there, 0, True, spot.passed + (stops[spot.passed:spot.passed + 1] == (there,)))
            elif step < most(spot) or (spot.anchored and step <= END_LEG):
                yield spot._replace(hex=there, since=step)

    def goes_on(spot: _Spot) -> bool:
        return not spot.since or (spot.since < most(spot) and not network_bar(position, side, spot.hex))

    start = _Spot(origin, 0, origin in nodes, int(stops[:1] == (origin,)))
    found = paths.ways(start, beside, goes_on=goes_on)
    return paths.Reach((way for way in found if way.end.anchored and way.end.passed == len(stops)),
                       lambda spot: spot.hex)


def _leg(position: Position) -> int:
    """Hexes between two nodes of a network at most (witp 10.3.f), or as the players agreed."""
    return int(position.options.get("transport_leg_between_nodes", 3))


def network_bar(position: Position, side: Side, number: str) -> str:
    """The rule that keeps a hex out of the legs of a side's transport network, "" if none does (R-77).

    A mountain (witp 10.3.g); a port, airfield or supply source under enemy control (witp 10.3.h); an enemy air zone of
    control that no own full air unit nullifies (witp 10.3.i). Sea and shallows are open (witp 10.3.j), and enemy units
    as such do not bar. The three Chinese hexes are closed to the other Allies (witp 12.2.b).
    """
    if position.data.map[number].terrain == MOUNTAIN:
        return "witp 10.3.g"
    if controller(position, number) == ENEMY[side]:
        return "witp 10.3.h"
    if air.in_zone(position, side, number):
        return "witp 10.3.i"
    if side == ALLIES and number in position.data.map.chinese:
        return "witp 12.2.b"
    return ""


def _is_wet(position: Position, number: str) -> bool:
    """Shallow or sea: submarines may strike there (witp 10.4.a)."""
    return position.data.map[number].terrain in (SHALLOW, SEA)


# -- submarines (10.4) ---------------------------------------------------------------------------------------


def submarines(table: Table, side: Side, stack: Stack) -> None:
    """Two dice against a land stack that has come by sea (witp 10.4.a, 10.4.b); in the range of the table the stack as
    a whole takes one hit (witp 10.4.d, R-78)."""
    position = table.position
    if not any(_is_wet(position, number) for number in stack.path):
        return
    low, high = _range(position, side)
    if not high:
        return
    dice = table.roll(phrase("submarines", units=stack.units, place=stack.to), 2, DIE)
    hit = low <= sum(dice) <= high
    table.tell(SubmarinesAttacked("witp 10.4.b", side, stack.units, dice, low, high, hit))
    units = [unit for key in stack.units if (unit := table.position.units[key]).hex]
    if not hit or not units:
        return
    struck = _who_is_struck(table, side, stack.to, units)
    if struck.full:
        table.tell(UnitReduced("witp 10.4.d", struck.id, struck.hex, "submarine"))
    else:
        table.tell(UnitRemoved("witp 10.4.d", struck.id, struck.hex, "submarine"))
        settle(table)


def _range(position: Position, side: Side) -> tuple[int, int]:
    """The sums that hit, lowest and highest; (0, 0) for none (witp 10.4.c)."""
    by_card = effects.submarine_range(position, side)
    if by_card is not None:
        return by_card
    return position.data.submarines[position.data.turn(position.turn)["submarine_row"]][side]


def _who_is_struck(table: Table, side: Side, number: str, units: list[Unit]) -> Unit:
    """The land unit its owner chooses to take the hit (witp 10.4.d, R-78)."""
    position: Position = table.position
    alike = len({(unit.nation, unit.full) for unit in units}) == 1
    demand = Demand(
        side, "submarine-loss", "witp 10.4.d", frozenset({"lose"}),
        lambda order: judge_submarine_loss(position, units, order),
        lambda: (_struck(unit).order for unit in sorted(units, key=lambda unit: not unit.full)),
        {"place": number, "units": [unit.id for unit in units]},
        matches=lambda order: _speaks_of_loss(units, number, order),
        sole=_struck(units[0]) if alike else None, standing=True)
    chosen: str = table.ask(demand)[0]
    return position.units[chosen]


def judge_submarine_loss(position: Position, units: Sequence[Unit], order: Order) -> Verdict:
    """The first unit of the stack the preferences name; full units before reduced ones where nothing is said
    (witp 10.4.d)."""
    body: Lose = order.body.body
    best = sorted(units, key=lambda unit: not unit.full)
    for spec in body.units:
        for unit in best:
            if fits(spec, unit):
                return _struck(unit)
    if body.rest:
        return _struck(best[0])
    return (illegal("none-of-the-stack", "witp 10.4.d", order.statement.span, units=[unit.id for unit in units]),)


def _struck(unit: Unit) -> Understood:
    return Understood(unit.id, ordered("lose", units=[unit.id], place=unit.hex))


def _speaks_of_loss(units: Sequence[Unit], number: str, order: Order) -> bool:
    written: Written = order.body
    body = written.body
    if not isinstance(body, Lose) or (written.battle and written.battle.place.hex != number):
        return False
    if body.place and body.place.hex != number:
        return False
    return (not body.units and body.rest) or any(fits(spec, unit) for spec in body.units for unit in units)


# -- what both segments ask of an order ----------------------------------------------------------------------


def _kinds(spec: UnitSpec) -> tuple[str, ...]:
    """The kinds a name can mean; empty where it says nothing about kinds."""
    return (KIND_OF[spec.id.split("-")[1]],) if spec.id else spec.kinds


def _place_problems(position: Position, body: Redeploy) -> list[Problem]:
    board = position.data.map
    problems = [illegal("no-such-hex", "witp 2.3.b", place.span, hex=place.hex, certain=True)
                for place in (body.origin, body.to, *body.via) if place.hex not in board]
    if body.origin.hex == body.to.hex:
        problems.append(invalid("same-hex", body.to.span, place=body.to.hex))
    return problems


def _spec_problems(position: Position, side: Side, specs: Sequence[UnitSpec]) -> tuple[Problem, ...]:
    """Units named by id that have redeployed already (witp 10.1.a)."""
    return tuple(illegal("already-redeployed", "witp 10.1.a", spec.span, unit=spec.id)
                 for spec in specs if spec.id in position.redeployed and position.units[spec.id].side == side)


def _no_stacks_left(position: Position, side: Side) -> Problem:
    return illegal("no-stacks-left", "witp 10.1.c", limit=position.stacks[side])


def _value(units: Sequence[Unit], body: Redeploy, via: Sequence[At] = ()) -> dict[str, Any]:
    return ordered("redeploy", units=[unit.id for unit in units], origin=body.origin.hex, to=body.to.hex,
                   via=[place.hex for place in via])
