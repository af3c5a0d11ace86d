"""Land movement (wif move.a-h): the units of a stack go from hex to hex, stop in enemy zones of control, overrun the
enemy on their way, and are turned face-down where they are exhausted or out of supply."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from witp_pbem.games.common.order_values import At
from witp_pbem.games.common.paths import Way, ways
from witp_pbem.games.common.units import pick
from witp_pbem.games.wif_land.board.changes import apply
from witp_pbem.games.wif_land.board.events import MoveEnded, UnitsMoved, UnitsTurned
from witp_pbem.games.wif_land.board.state import ENEMY, KINDS, START, Position, Unit
from witp_pbem.games.wif_land.orders.kinds import EXHAUSTED, MOVEMENT, ORDERS, OVERRUNNING, Leaving, Move
from witp_pbem.games.wif_land.rules import entering, overrun, segments, supply, zones
from witp_pbem.table.demand import Demand, Understood, Verdict
from witp_pbem.table.event import Event
from witp_pbem.table.problem import NOWHERE, OrderValue, Problem, ambiguous, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

RULE = "wif move.a"
LIMIT = "land_moves"
NO_PATH: tuple[str, ...] = ()


def play(table: Table) -> None:
    """The phasing side moves its land units, one unit or stack after the other (wif move.a, move.b)."""
    segments.play(table, MOVEMENT, RULE, demand, carry_out)


def demand(position: Position) -> Demand:
    """The next move."""
    return segments.queue(position, position.phasing, "move", MOVEMENT, RULE, ("move",),
                          lambda order: judge(position, order.body), lambda: choices(position))


Plan = tuple[tuple[str, tuple[Event, ...]], ...]  # of a move: what happens at each hex entered, and at its end ("")


def carry_out(table: Table, plan: Plan) -> None:
    """A move, hex by hex; what is in the way of it leaves each hex before the next is entered."""
    for hex, events in plan:
        table.tell(*events)
        if hex:
            entering.enter(table, table.position.phasing, hex)


def judge(position: Position, body: Move) -> Verdict:
    """Whether units can move as ordered; the answer is the plan of the move."""
    units = stack(position, body)
    if isinstance(units, tuple):
        return units
    if problem := _too_many(position, units):
        return (problem.at(body.units[0].span),)
    plan = march(position, units, body)
    if isinstance(plan, Problem):
        return (plan.at(body.to.span),)
    left = tuple(Leaving(segments.named(_left_at(units, leaving)), leaving.at) for leaving in body.leaving)
    return Understood(plan, ORDERS.value("move", body._replace(units=segments.named(units), leaving=left)))


# -- the stack ------------------------------------------------------------------------------------------------------


def movable(position: Position) -> list[Unit]:
    """The units of the phasing side that may still move."""
    return [unit for unit in position.units.values() if unit.side == position.phasing and not barred(position, unit)]


def barred(position: Position, unit: Unit) -> Problem | None:
    """Why a unit may not move: it is no land unit on the map, has moved (wif move.a), has no movement points or lies
    face-down, unless it is agreed that such units move (W-37)."""
    if not unit.is_ground or unit.place not in position.map.hexes:
        return illegal("no-land-unit", RULE, unit=unit.id)
    if unit.moved:
        return illegal("moved-already", RULE, unit=unit.id)
    if not unit.movement:
        return illegal("immobile", "wif move.d", unit=unit.id)
    if not unit.full and position.option("face_down_movement") == "no":
        return illegal("face-down-move", RULE, unit=unit.id)
    return None


def stack(position: Position, body: Move) -> list[Unit] | tuple[Problem, ...]:
    """The units an order names: of one hex, for a stack picks nobody up on its way (wif move.c)."""
    pool = movable(position)
    by_hex = {hex: [unit for unit in pool if unit.place == hex] for hex in dict.fromkeys(unit.place for unit in pool)}
    able = [units for units in (pick(body.units, there, rule=RULE, kinds=KINDS) for there in by_hex.values())
            if isinstance(units, list)]
    if len(able) == 1:
        return able[0]
    if able:
        places = [units[0].place for units in able]
        return (ambiguous("which-origin", body.units[0].span, places=places, certain=False),)
    chosen = segments.choose(position, position.phasing, body.units, pool, RULE, lambda unit: barred(position, unit))
    if isinstance(chosen, tuple):
        return chosen
    places = list(dict.fromkeys(unit.place for unit in chosen))
    return (illegal("no-stack", "wif move.c", body.units[0].span, places=places),)


def _too_many(position: Position, units: Sequence[Unit]) -> Problem | None:
    """That a move needs more land moves than the side has left, one for each unit (wif move.a, W-21)."""
    left = position.left(LIMIT)
    if left is None or len(units) <= left:
        return None
    return illegal("too-few-land-moves", RULE, count=len(units), left=left)


def _left_at(units: Sequence[Unit], leaving: Leaving) -> list[Unit]:
    """The units of a stack that are left in a hex."""
    chosen = pick(leaving.units, units, rule="wif move.c", kinds=KINDS)
    return chosen if isinstance(chosen, list) else []


# -- what a hex costs -----------------------------------------------------------------------------------------------


class Cost(NamedTuple):
    """The points it takes to enter a hex.

    Attributes:
        points: all of them.
        terms: what they consist of, entries "code points": terrain, weather, the hexside.
    """

    points: int
    terms: tuple[str, ...]


def cost(position: Position, motorised: bool, start: str, hex: str) -> Cost | None:
    """The points to enter a hex, by the kind of map, the terrain, the weather and whether the unit is motorised
    (wif move.d); None where no land unit may enter."""
    terrain, sides = position.terrain(hex), position.map.between(start, hex)
    if terrain.movement is None or any(not position.data.hexsides[side].movement for side in sides):
        return None
    column = int(motorised)
    parts = {"terrain": terrain.movement[column] * position.map.scale,
             "weather": position.weather_at(hex).movement_extra,
             **{side: position.data.hexsides[side].movement_extra[column] for side in sides}}
    return Cost(sum(parts.values()), tuple(f"{code} {points}" for code, points in parts.items() if points))


def dearest(position: Position, units: Sequence[Unit], start: str, hex: str) -> Cost | None:
    """The most points that any of some units needs to enter a hex."""
    costs = [cost(position, motorised, start, hex) for motorised in {unit.motorised for unit in units}]
    return max((price for price in costs if price), default=None)


# -- the march ------------------------------------------------------------------------------------------------------


class March(NamedTuple):
    """A stack on its way.

    Attributes:
        before: the position when the move began. now: that of this moment, as far as the move changes it.
        units: those still in the stack. left: the points each of them has left.
        body: the order. plan: what has happened.
        spent: points used by the unit that needs most.
        exhausted: units that have gone farther than their points reach, and so no farther.
        is_stopped: they are in an enemy zone of control they have entered.
    """

    before: Position
    now: Position
    units: tuple[str, ...]
    left: Mapping[str, int]
    body: Move
    plan: Plan = ()
    spent: int = 0
    exhausted: tuple[str, ...] = ()
    is_stopped: bool = False

    @property
    def hex(self) -> str:
        """Where the stack is."""
        return self.now.units[self.units[0]].place

    def telling(self, hex: str, *events: Event) -> March:
        """The march after something has happened."""
        now = self.now
        for event in events:
            now = apply(now, event)
        return self._replace(now=now, plan=(*self.plan, (hex, events)))


def march(position: Position, units: Sequence[Unit], body: Move) -> Plan | Problem:
    """The plan of a move over the hexes an order names, or what is wrong with it."""
    going: March | Problem = March(position, position, tuple(unit.id for unit in units),
                                   {unit.id: unit.movement for unit in units}, body)
    start = units[0].place
    passed: list[str] = []
    for at in (*body.by, body.to):
        assert isinstance(going, March)
        if at.id not in position.map.hexes:
            return illegal("off-the-map", RULE, at.span, place=at.id)
        for hex in path(going, at.id):
            going = enter(going, hex)
            if isinstance(going, Problem):
                return going.at(at.span)
            going = leave_behind(going, units)
            if isinstance(going, Problem):
                return going
            passed.append(hex)
    if going.hex == start:
        return illegal("no-move", RULE, body.to.span, place=start)
    if astray := next((leaving for leaving in body.leaving if leaving.at.id not in passed[:-1]), None):
        return illegal("not-on-the-way", "wif move.c", astray.at.span, place=astray.at.id)
    going = halt(going, going.units)
    return going if isinstance(going, Problem) else going.plan


def enter(going: March, hex: str) -> March | Problem:
    """The stack enters the next hex, overruns who is there, and must stop in an enemy zone of control (wif move.g);
    who has not the points enough is turned face-down (wif move.e)."""
    now = going.now
    units = now.named(going.units)
    if problem := cannot_go_on(going, hex):
        return problem
    events: list[Event] = []
    multiple = 1
    if now.ground(hex, ENEMY[units[0].side]):
        fought = _overruns(going, hex)
        if isinstance(fought, Problem):
            return fought
        events, multiple = [fought], now.data.tables.overrun_cost
    prices = {unit.id: cost(now, unit.motorised, going.hex, hex) for unit in units}
    points = {name: price.points * multiple for name, price in prices.items() if price}
    weary = tuple(unit.id for unit in units if points[unit.id] > going.left[unit.id])
    if weary and not going.body.exhausted:
        name = weary[0]
        return illegal("too-few-points", "wif move.e", unit=name, place=hex, cost=points[name], left=going.left[name])
    return _entered(going, hex, events, points, weary)


def cannot_go_on(going: March, hex: str) -> Problem | None:
    """Why a stack may not enter the next hex: it must stop where it is (wif move.g), units in it are exhausted
    (wif move.e), or no land unit can go there (wif move.d)."""
    if going.is_stopped:
        return illegal("must-stop", "wif move.g", place=going.hex, hex=hex)
    if going.exhausted:
        return illegal("exhausted", "wif move.e", place=going.hex, units=list(going.exhausted))
    if dearest(going.now, going.now.named(going.units), going.hex, hex) is None:
        return illegal("no-entry", "wif move.d", start=going.hex, place=hex)
    return None


def _overruns(going: March, hex: str) -> Event | Problem:
    """The overrun of the enemy in a hex, which the order has to want."""
    if not going.body.overrunning:
        return illegal("enemy-there", "wif overrun.a", place=hex)
    return overrun.judge(going.before, going.now, going.units, hex)


def _entered(going: March, hex: str, events: Sequence[Event], points: Mapping[str, int],
             weary: tuple[str, ...]) -> March:
    """The march after a hex has been entered. Who began in a zone of control may enter another, and stops there
    (wif move.h)."""
    side = going.now.units[going.units[0]].side
    price = dearest(going.now, going.now.named(going.units), going.hex, hex)
    most = max(points.values())
    after = going.now
    for event in events:
        after = apply(after, event)
    stops = zones.in_zone(after, side, hex)
    rule = ("wif move.h" if zones.in_zone(after, side, going.hex) else "wif move.g") if stops else "wif move.d"
    moved = UnitsMoved(rule=rule, units=going.units, start=going.hex, hex=hex, cost=most, spent=going.spent + most,
                       terms=price.terms if price else (), stops=stops)
    turned = [UnitsTurned("wif move.e", weary, EXHAUSTED)] if weary else []
    left = {name: going.left[name] - spent for name, spent in points.items()}
    return going.telling(hex, *events, moved, *turned)._replace(
        left=left, spent=going.spent + most, exhausted=weary, is_stopped=stops)


def leave_behind(going: March, units: Sequence[Unit]) -> March | Problem:
    """The stack leaves units behind in the hex it has entered, if its order says so (wif move.c)."""
    leaving = next((leaving for leaving in going.body.leaving if leaving.at.id == going.hex), None)
    if leaving is None or going.hex == going.body.to.id:
        return going
    names = tuple(unit.id for unit in _left_at(units, leaving) if unit.id in going.units)
    staying = tuple(name for name in going.units if name not in names)
    if not names or not staying:
        return illegal("leaves-nobody" if not names else "leaves-all", "wif move.c", leaving.at.span, place=going.hex)
    halted = halt(going, names)
    if isinstance(halted, Problem):
        return halted.at(leaving.at.span)
    return halted._replace(units=staying, exhausted=tuple(name for name in going.exhausted if name not in names))


def halt(going: March, names: Sequence[str]) -> March | Problem:
    """Units end their move: not more in a hex than it holds (W-09); those out of supply are turned face-down
    (wif move.f)."""
    hex, side = going.hex, going.now.units[names[0]].side
    if len(names) == len(going.units) and zones.is_overstacked(going.now, side, hex):
        return illegal("overstacked", "wif retreat.b", place=hex)
    unsupplied = tuple(name for name in names if going.now.units[name].full
                       and not supply.in_supply(going.before, going.before.units[name], START))
    turned = [UnitsTurned("wif move.f", unsupplied, "unsupplied")] if unsupplied else []
    return going.telling("", *turned, MoveEnded(units=tuple(names), land_moves=len(names)))


# -- the way --------------------------------------------------------------------------------------------------------


def path(going: March, to: str) -> tuple[str, ...]:
    """The hexes over which a stack goes to one: a way on which nobody is exhausted, if there is one, else one on which
    they are in the last hex only; else the cheapest regardless of points and zones, so that it can be said what is
    wrong with it."""
    units = going.now.named(going.units)
    found = _fresh(going, units, to) or (_weary(going, units, to) if going.body.exhausted else NO_PATH)
    return found or next((way.path for way in _ways(going.now, units, to, None, gated=False) if way.end == to), (to,))


def _fresh(going: March, units: Sequence[Unit], to: str) -> tuple[str, ...]:
    """The cheapest way on which nobody runs out of points; NO_PATH if there is none."""
    for reckoned in _columns(units):
        least = min(going.left[unit.id] for unit in reckoned)
        for way in _ways(going.now, reckoned, to, least):
            if way.end == to and all(_lasts(going, unit, way.path) for unit in units):
                return way.path
    return NO_PATH


def _columns(units: Sequence[Unit]) -> Iterator[Sequence[Unit]]:
    """A stack as a whole, then its motorised units and the others, each of which may have another cheapest way."""
    yield units
    by_column = [[unit for unit in units if unit.motorised == motorised] for motorised in (True, False)]
    if all(by_column):
        yield from by_column


def _lasts(going: March, unit: Unit, hexes: Sequence[str]) -> bool:
    """Whether a unit has the points for a way; into an enemy's hex they are twice as many (wif overrun.f)."""
    total, here = 0, going.hex
    for hex in hexes:
        total, here = total + price(going.now, (unit,), here, hex), hex
    return total <= going.left[unit.id]


def _weary(going: March, units: Sequence[Unit], to: str) -> tuple[str, ...]:
    """The cheapest way to a hex beside one for which nobody runs out of points, and on into it."""
    ahead = [NO_PATH, *(_fresh(going, units, beside) for beside in going.now.map.neighbours(to) if beside != going.hex)]
    ends = [(*way, to) for way in ahead if (way or to in going.now.map.neighbours(going.hex))
            and (not way or not zones.in_zone(going.now, units[0].side, way[-1]))]
    return min(ends, key=lambda way: (len(way), way), default=NO_PATH)


def _ways(position: Position, units: Sequence[Unit], to: str, limit: int | None,
          gated: bool = True) -> Iterator[Way[str]]:
    """Ways of a stack through hexes without enemies, which end at the first zone of control they enter (wif move.g)."""
    side = units[0].side

    def step(here: str, there: str) -> int | None:
        if dearest(position, units, here, there) is None or (there != to and position.ground(there, ENEMY[side])):
            return None
        return price(position, units, here, there)

    gate: Callable[[str], bool] = lambda hex: not (gated and zones.in_zone(position, side, hex))  # noqa: E731
    return ways(units[0].place, position.map.neighbours, step, gate, limit)


def price(position: Position, units: Sequence[Unit], here: str, there: str) -> int:
    """The points it takes some units to enter a hex; twice as many to overrun an enemy there (wif overrun.f)."""
    dear = dearest(position, units, here, there)
    enemies = position.ground(there, ENEMY[units[0].side])
    return dear.points * (position.data.tables.overrun_cost if enemies else 1) if dear else 0


# -- choices --------------------------------------------------------------------------------------------------------


def choices(position: Position) -> Iterator[OrderValue]:
    """Legal moves: of each unit without exhausting it, overruns of units and whole stacks, then of each unit to where
    it is exhausted."""
    if position.left(LIMIT) == 0:
        return
    units = movable(position)
    stacks = [[unit for unit in units if unit.place == hex] for hex in dict.fromkeys(unit.place for unit in units)]
    for unit in units:
        yield from _legal(position, [unit], [way.end for way in _ways(position, [unit], "", unit.movement)])
    for group in (*([unit] for unit in units), *(stack for stack in stacks if len(stack) > 1)):
        yield from _legal(position, group, _enemies_near(position, group), overrunning=OVERRUNNING)
    for unit in units:
        yield from _legal(position, [unit], _beyond(position, unit), exhausted=EXHAUSTED)


def _legal(position: Position, units: Sequence[Unit], hexes: Sequence[str], exhausted: str = "",
           overrunning: str = "") -> Iterator[OrderValue]:
    """The orders for some units to go to one of some hexes, as far as they are legal."""
    for hex in hexes:
        verdict = judge(position, Move(segments.named(units), At(hex, NOWHERE), exhausted=exhausted,
                                       overrunning=overrunning))
        if isinstance(verdict, Understood):
            yield verdict.order


def _enemies_near(position: Position, units: Sequence[Unit]) -> list[str]:
    """The hexes with enemy ground units that some units may reach."""
    side = units[0].side
    reach = min(unit.movement for unit in units)
    starts = {units[0].place, *(way.end for way in _ways(position, units, "", reach))}
    near = {hex for start in starts for hex in position.map.neighbours(start)}
    return sorted(hex for hex in near if position.ground(hex, ENEMY[side]))


def _beyond(position: Position, unit: Unit) -> list[str]:
    """The hexes a unit can enter with its last points and more."""
    reached = {unit.place, *(way.end for way in _ways(position, [unit], "", unit.movement))}
    edge = {hex for start in reached for hex in position.map.neighbours(start)} - reached
    return sorted(hex for hex in edge if not position.ground(hex, ENEMY[unit.side]))
