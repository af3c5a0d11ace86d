"""Section 9.6, hits: how many (9.6.1, 9.6.2), who takes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from witp_pbem.games.common.order_values import EVERY, UnitSpec, ordered, spec_value
from witp_pbem.games.common.preferences import strangers
from witp_pbem.games.common.units import fits
from witp_pbem.games.witp.board.options import agreed
from witp_pbem.games.witp.board.state import AIR, ALLIES, CARRIER, ENEMY, JAPAN, NAVAL, SIDES, Position, Side, Unit
from witp_pbem.games.witp.orders.kinds import Lose, Pass, order_value, pick
from witp_pbem.games.witp.rules import losses
from witp_pbem.games.witp.rules.chapter_04_cards import effects
from witp_pbem.games.witp.rules.chapter_04_cards.effects import BattleScene
from witp_pbem.games.witp.rules.consequences import settle
from witp_pbem.games.witp.rules.meaning import is_about, strangers_named
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, illegal, invalid
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

STEPS_FULL, STEPS_REDUCED = 2, 1  # hits a unit can take (witp 9.6.1.e)
AIR_HIT_ON, TWO_HITS_ON = 5, 6  # unmodified dice (witp 9.6.2.c-d)
MOST_CHOICES = 200


class Toll(NamedTuple):
    """What a battle costs each side: hits inflicted, those its units can absorb, extra hits on supporting air and on
    carriers."""

    winner: Side
    difference: int
    inflicted: Mapping[str, int]
    hits: Mapping[str, int]
    extra_air: Mapping[str, int]
    extra_carrier: Mapping[str, int]
    support: Mapping[str, tuple[str, ...]]
    invoked: Mapping[str, Sequence[str]]


def toll(position: Position, scene: BattleScene, units: Mapping[str, Sequence[Unit]],
         support: Mapping[str, tuple[str, ...]], invoked: Mapping[str, Sequence[str]], dice: Mapping[str, int],
         winner: Side, difference: int) -> Toll:
    """The hits of a battle.

    The loser takes the difference, no more than the winner has full units (witp 9.6.1.a, 9.6.1.c; R-61) nor than
    their own can absorb (witp 9.6.1.j, R-96); the winner half of that, rounded down, no more than the loser had full
    units (witp 9.6.1.b-c, R-60). Cards may add hits.
    """
    loser = ENEMY[winner]
    full = {side: sum(1 for unit in units[side] if unit.full) for side in SIDES}
    inflicted = {loser: min(difference, full[winner])}
    absorbed = min(inflicted[loser], capacity(units[loser]))
    halved = {"absorbed": absorbed, "capped": inflicted[loser], "difference": difference}
    inflicted[winner] = min(halved[agreed(position, "winner_hits_basis")] // 2, full[loser])
    hits = {loser: absorbed, winner: inflicted[winner]}
    every = (*invoked[JAPAN], *invoked[ALLIES])
    for side in SIDES:
        more = effects.extra_hits(position, side, scene, every)
        hits[side] = min(hits[side] + more, capacity(units[side]))
    extra_air, extra_carrier = {}, {}
    for side in SIDES:
        carriers = sum(1 for unit in units[side] if unit.kind == CARRIER)
        extra_air[side], extra_carrier[side] = extra_hits(scene.kind, dice[ENEMY[side]], len(support[side]), carriers,
                                                          agreed(position, "six_hits_cv_without_air"))
    return Toll(winner, difference, inflicted, hits, extra_air, extra_carrier, support, invoked)


def extra_hits(kind: str, die: int, support: int, carriers: int, without_air: bool = False) -> tuple[int, int]:
    """Extra hits on a side's (supporting air, carriers) for the enemy's unmodified die (witp 9.6.2.g).

    None up to 4 or without supporting air (witp 9.6.2.a, R-63), one for a 5, two for a 6 (witp 9.6.2.c-d); a 6 in a
    fleet battle, and only there, strikes a carrier instead of air where the side has one (witp 9.6.2.e, 9.6.2.f).
    """
    if die == TWO_HITS_ON and kind == "fleet" and carriers and (support or without_air):
        return 0, 1
    if not support or die < AIR_HIT_ON:
        return 0, 0
    return (2 if die == TWO_HITS_ON else 1), 0


def capacity(units: Iterable[Unit]) -> int:
    """Hits units can take before all are gone (witp 9.6.1.j)."""
    return sum(steps(unit) for unit in units)


def steps(unit: Unit) -> int:
    """Hits one unit can take: a full one two, a reduced one (witp 9.6.1.e)."""
    return STEPS_FULL if unit.full else STEPS_REDUCED


def suffer(table: Table, scene: BattleScene, toll: Toll, land: Callable[[], None] | None = None) -> None:
    """Hits are taken: the loser's, the winner's (witp 9.6.1.d), then those that cards add after the battle, and the
    extra ones of both sides (witp 9.6.2.b, R-64).

    Args:
        land: what becomes of those who landed once both sides have taken their hits (witp 9.6.3.g-h): who is ashore
            then is not struck with a ship (witp 9.6.1.i).
    """
    for side in (ENEMY[toll.winner], toll.winner):
        take(table, scene, side, scene.units[side], toll.hits[side], "losses")
    if land:
        land()
    sacrifice(table, scene, toll)
    _extra(table, scene, toll)
    settle(table)


def take(table: Table, scene: BattleScene, side: Side, numbers: Sequence[str], count: int, code: str) -> None:
    """A side's units take hits as their owner chooses (witp 9.6.1.e-f)."""
    demand = loss_demand(table.position, scene.hex, side, numbers, count, code) if count else None
    if demand is None:
        return
    apply_hits(table, table.ask(demand)[0], "witp 9.6.1.e")


def apply_hits(table: Table, numbers: Sequence[str], rule: str) -> None:
    """One hit for each time a unit is named, all at once: the cargo of lost ships looks for others afterwards."""
    before = table.position
    struck = [before.units[number] for number in dict.fromkeys(numbers)]
    cargo = {unit.id: [land.id for land in before.cargo(unit.id)] for unit in struck if unit.is_fleet and unit.hex}
    for number in numbers:
        losses.ship_hit(table, table.position.units[number], cargo.get(number, ()), "battle", rule)
    for unit in struck:
        if not table.position.units[unit.id].hex:
            losses.shift_cargo(table, unit, cargo.get(unit.id, ()))


def loss_demand(position: Position, number: str, side: Side, numbers: Sequence[str], count: int,
                code: str) -> Demand | None:
    """The demand for a side's losses (witp 9.6.1.f); None where no hit can be taken.

    `numbers` are the units that fought: no base air, and in a fleet battle no land units aboard
    (witp 9.6.1.g, 9.6.1.h). There is no choice where the hits destroy everything or all choices come to the same.
    """
    units = [position.units[unit] for unit in numbers if position.units[unit].hex]
    count = min(count, capacity(units))
    if not count:
        return None
    kinds = {unit.kind for unit in units}
    sole = _forced(position, units, count)
    return Demand(
        side, code, "witp 9.6.1.f" if code == "losses" else "witp 9.6.2.b", frozenset({"lose"}),
        lambda order: judge_losses(position, order, units, count, number),
        lambda: loss_choices(units, count, number),
        {"place": number, "count": count, "units": [unit.id for unit in units]},
        matches=lambda order: _speaks_of(order, number, units, kinds),
        sole=Understood(sole, ordered("lose", units=sole, place=number)) if sole else None, standing=True,
        wishes=lambda order: [ordered("lose", units=[spec_value(spec)], place=number)
                              for spec in strangers(order.body.body.units, units)])


def _forced(position: Position, units: Sequence[Unit], count: int) -> tuple[str, ...]:
    """The hits where the owner has no real choice, () where he has one (witp 9.6.1.f).

    Land units from the sea are told from those that walked, and those aboard full ships from others: after a lost
    assault their ways part (witp 9.5.2.b).
    """
    if count == capacity(units):
        return tuple(unit.id for unit in units for _ in range(steps(unit)))
    alike = {(unit.kind, unit.nation, unit.full, tuple(land.full for land in _carried(position, unit)), unit.hex,
              position.units[unit.aboard].full if unit.aboard else None) for unit in units}
    if len(alike) == 1 and (count == 1 or not units[0].full):
        return tuple(unit.id for unit in units[:count])
    return ()


def _carried(position: Position, unit: Unit) -> list[Unit]:
    return position.cargo(unit.id) if unit.is_fleet else []


def _speaks_of(order: Order, number: str, units: Sequence[Unit], kinds: set[str]) -> bool:
    """Whether a `lose` order is meant for these losses: this battle, and units of these types.

    The place may be the battle's or, for base air, where the air unit stands.
    """
    body: Lose = order.body.body
    if not is_about(order, number):
        return False
    if body.place is not None and body.place.id != number and (
            AIR not in kinds or body.place.id not in {unit.hex for unit in units}):
        return False
    if not body.units:
        return True
    named = {unit.id for unit in units}
    return any(spec.id in named if spec.id else not spec.kinds or bool(kinds & set(spec.kinds)) for spec in body.units)


def judge_losses(position: Position, order: Order, units: Sequence[Unit], count: int, number: str) -> Verdict:
    """Walks down the list of preferences until every hit is taken (witp 9.6.1.f); among equal ships empty ones come
    first.

    A type without number means one hit for each full unit of it; in brackets, for each reduced one.
    """
    body: Lose = order.body.body
    state = {unit.id: steps(unit) for unit in units}
    taken: list[str] = []
    by_place = [unit for unit in units if body.place is None or unit.kind != AIR
                or body.place.id in (unit.hex, number)]
    for spec in body.units:
        fitting = _fitting(position, spec, by_place, state)
        for unit in fitting[:None if spec.number == EVERY else spec.number]:
            if len(taken) < count:
                taken.append(unit.id)
                state[unit.id] -= 1
    if body.rest:
        taken += list(default_order(position, units, state))[:count - len(taken)]
    if len(taken) < count:
        return strangers_named(order, units, "witp 9.6.1.f", number) or (
            illegal("losses-too-few", "witp 9.6.1.f", order.statement.span, wanted=count, found=len(taken),
                    place=number, instead={**order_value(order), "rest": True}),)
    return Understood(tuple(taken), ordered("lose", units=taken, place=number))


def _fitting(position: Position, spec: UnitSpec, units: Sequence[Unit], state: Mapping[str, int]) -> list[Unit]:
    """The units a preference names, with the hits they have taken so far, empty ships before loaded ones.

    Without brackets full units are meant, and reduced ones where there is no full one or not the number named.
    """
    named = [unit for unit in units if state[unit.id] and fits(spec._replace(full=None), unit)]
    if spec.id:
        return named
    named.sort(key=lambda unit: bool(_carried(position, unit)))
    full = [unit for unit in named if state[unit.id] == STEPS_FULL]
    reduced = [unit for unit in named if state[unit.id] == STEPS_REDUCED]
    if spec.full is None:
        return full or reduced if spec.number == EVERY else full + reduced
    return full if spec.full else reduced


def default_order(position: Position, units: Sequence[Unit], state: Mapping[str, int]) -> Iterator[str]:
    """The order of `lose any`: full units before reduced ones, surface fleets before carriers, empty ships before
    loaded ones (so that as little as possible is eliminated), then by number."""
    left = dict(state)

    def cost(unit: Unit) -> tuple[bool, bool, bool]:
        return left[unit.id] != STEPS_FULL, unit.kind == CARRIER, bool(_carried(position, unit))

    while open_units := [unit for unit in units if left[unit.id]]:
        unit = min(open_units, key=cost)
        left[unit.id] -= 1
        yield unit.id


def loss_choices(units: Sequence[Unit], count: int, number: str) -> Iterator[OrderValue]:
    """The legal distributions of hits; where they are too many, the preferences."""
    yield ordered("lose", place=number, rest=True)
    for kind in (NAVAL, CARRIER):
        if len({unit.kind for unit in units}) > 1:
            yield ordered("lose", units=[{"number": EVERY, "kinds": [kind]}], place=number, rest=True)
    for chosen in islice(_distributions([(unit.id, steps(unit)) for unit in units], count), MOST_CHOICES):
        yield ordered("lose", units=chosen, place=number)


def _distributions(limits: Sequence[tuple[str, int]], count: int) -> Iterator[tuple[str, ...]]:
    """The ways to spread hits over units that can take so many each."""
    if count == 0:
        yield ()
    elif count <= sum(limit for _, limit in limits):
        (first, limit), rest = limits[0], limits[1:]
        for here in range(min(limit, count), -1, -1):
            yield from ((first,) * here + more for more in _distributions(rest, count - here))


# -- extra hits (9.6.2) and air units given up ----------------------------------------------------------------


def _extra(table: Table, scene: BattleScene, toll: Toll) -> None:
    """Extra hits of both sides at once (R-64): on air that supported, or on carriers that fought; their owner
    chooses (witp 9.6.2.b, 9.6.2.e)."""
    position = table.position
    demands: list[Demand | None] = []
    for side in SIDES:
        carriers = [number for number in scene.units[side] if position.units[number].kind == CARRIER]
        demands += [
            loss_demand(position, scene.hex, side, toll.support[side], toll.extra_air[side], "air-losses"),
            loss_demand(position, scene.hex, side, carriers, toll.extra_carrier[side], "carrier-losses")]
    for chosen in table.ask(*(demand for demand in demands if demand is not None)):
        apply_hits(table, chosen, "witp 9.6.2.b")


def sacrifice(table: Table, scene: BattleScene, toll: Toll) -> None:
    """A card lets a side give up air units that supported, each for hits on enemy fleets (witp 4.3.b)."""
    for side in SIDES:
        position = table.position
        effect = effects.sacrifice(position, side, scene, toll.invoked[side])
        planes = [number for number in toll.support[side] if position.units[number].full]
        if effect is None or not planes:
            continue
        chosen = table.ask(_sacrifice_demand(position, side, scene, planes, int(effect["max_units"])))[0]
        for number in chosen:
            losses.remove(table, position.units[number], "sacrificed", "witp 4.3.b")
        ships = [unit.id for unit in table.position.of(ENEMY[side], scene.hex, *effect["target_types"])
                 if scene.kind != "fleet" or unit.id in scene.units[ENEMY[side]]]  # not those in another sea
        take(table, scene, ENEMY[side], ships, len(chosen) * int(effect["hits_each"]), "losses")


def _sacrifice_demand(position: Position, side: Side, scene: BattleScene, planes: Sequence[str],
                      most: int) -> Demand:
    def judge(order: Order) -> Verdict:
        body = order.body.body
        if isinstance(body, Pass):
            return Understood((), ordered("pass"))
        if not body.units:
            return (invalid("order-breaks-off", order.statement.span, wanted="units, such as 1 air", keyword="choose"),)
        pool = [position.units[number] for number in planes]
        units = pick(position, side, body.place, body.units, pool, rule="witp 4.3.b")
        if isinstance(units, tuple):
            return units
        if len(units) > most:
            return (illegal("too-many-units", "witp 4.3.b", order.statement.span, limit=most, found=len(units)),)
        ids = tuple(unit.id for unit in units)
        return Understood(ids, ordered("choose", units=ids))

    def choices() -> list[OrderValue]:
        return [ordered("pass"), *(ordered("choose", units=planes[:count]) for count in
                                   range(1, min(most, len(planes)) + 1))]

    def matches(order: Order) -> bool:
        body = order.body.body
        if not is_about(order, scene.hex):
            return False
        return isinstance(body, Pass) or any(
            fits(spec, position.units[number]) for spec in body.units for number in planes)

    return Demand(side, "sacrifice", "witp 4.3.b", frozenset({"choose", "pass"}), judge, choices,
                  {"place": scene.hex, "limit": most, "units": list(planes)}, matches)
