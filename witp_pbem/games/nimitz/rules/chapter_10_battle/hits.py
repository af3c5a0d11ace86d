"""Sections 10.10 and 10.18: who takes hits, and what they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.common.preferences import choose_one, preferred
from witp_pbem.games.nimitz.board.events import HitsCancelled, MarkerUsed, UnitsHit
from witp_pbem.games.nimitz.board.state import (
    AIRFIELD,
    AIRFIELDS,
    BATTALION,
    ENEMY,
    JAPAN,
    MARINE,
    TRANSPORT,
    US,
    Position,
    Side,
    Unit,
)
from witp_pbem.games.nimitz.rules.chapter_10_battle import sheet, use
from witp_pbem.games.nimitz.rules.chapter_10_battle.use import Moment
from witp_pbem.table.demand import Demand, Order
from witp_pbem.table.problem import Problem, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

HIT, LOSE = "hit", "lose"
HITS, LOSSES = "hits", "losses"  # the codes of the decisions
RULES = {JAPAN: "nimitz 10.10.2.b", US: "nimitz 10.10.2.c"}
EMERGENCY_REPAIR, ESCORT_FLEET = "jp-emergency-repair", "jp-escort-fleet"


class Fire(NamedTuple):
    """Hits on a side.

    Attributes:
        side: which.
        area: where.
        rule: of the step of combat.
        targets: whoever can be hit, as they were at the start of the step (G-17).
        number: of hits.
        is_in_air: of air combat or AA fire (nimitz 10.5.us5).
        is_free: the cost rule does not hold (G-57).
    """

    side: Side
    area: str
    rule: str
    targets: Sequence[Unit]
    number: int
    is_in_air: bool = False
    is_free: bool = False


def suffer(table: Table, *fires: Fire) -> None:
    """Allocates hits, cancels some by bonus markers, and applies the others; left-over ones are ignored (nimitz
    10.10.2.f)."""
    for fire in fires:
        taken = _cancelled(table, fire, _allocated(table, fire))
        if taken:
            table.tell(_effect(table.position, fire, taken))


def inflict(table: Table, area: str, rule: str, scored: Mapping[Side, int], targets: Mapping[Side, Sequence[Unit]], *,
            is_in_air: bool = False) -> None:
    """What a side has scored in a step the other one suffers (nimitz 10.10.1.a).

    Args:
        targets: of each side, whoever can be hit.
    """
    suffer(table, *(Fire(ENEMY[side], area, rule, targets[ENEMY[side]], number, is_in_air)
                    for side, number in scored.items()))


# -- who takes them ------------------------------------------------------------------------------------------------


def _allocated(table: Table, fire: Fire) -> list[str]:
    """The ids of those that take hits, once for each hit: the lowest cost goes before the next (nimitz 10.10.2.b,
    10.10.2.c; G-11). Nobody is asked where all of that cost take as much as they can."""
    position = table.position
    taken: list[str] = []
    while len(taken) < fire.number and (cheapest := _cheapest(position, fire, taken)):
        room = [unit.id for unit in cheapest for _ in range(_room(position, unit, taken))]
        left = fire.number - len(taken)
        if left >= len(room) and not fire.is_free and not _first_counts(position, fire):
            taken += room
        else:
            taken.append(table.ask(_demand(position, fire, cheapest, left))[0].id)
    return taken


def _room(position: Position, unit: Unit, taken: Sequence[str]) -> int:
    """How many more hits a target can take."""
    return sheet.hits_left(position, [position.units[unit.id]]) - taken.count(unit.id)


def _cheapest(position: Position, fire: Fire, taken: Sequence[str]) -> list[Unit]:
    """The targets of the lowest cost that can take another hit, as they lie after some, in the order in which a player
    without other wishes names them."""
    left = [unit if unit.kind == AIRFIELD else unit._replace(full=_room(position, unit, taken) > 1)
            for unit in fire.targets if _room(position, unit, taken)]
    least = min((cost(position, unit) for unit in left), default=0)
    return sorted((unit for unit in left if fire.is_free or cost(position, unit) == least), key=_usual)


def _usual(unit: Unit) -> tuple[bool, bool, bool, bool]:
    """Airfields before ground units, carrier aircraft before LBA, damaged units before others, carriers before other
    ships."""
    return unit.kind != AIRFIELD, not unit.is_cba, unit.full, not unit.is_carrier


def cost(position: Position, unit: Unit) -> int:
    """What counts for allocating hits: of who is aboard a transport, the transport's cost (nimitz 10.10.2.d,
    10.10.2.e, 10.18.2.a)."""
    is_aboard = sheet.battle(position).boxes.get(unit.id) == TRANSPORT
    return position.data.transport_cost if is_aboard else position.printed(unit).cost


def _open(fire: Fire, cheapest: Sequence[Unit]) -> list[Unit]:
    """Whom the next hit may go to: of Japan to nobody at full strength while another of the cost is damaged (nimitz
    10.10.2.b); among Americans the player is free (G-11)."""
    damaged = [unit for unit in cheapest if not unit.full or unit.kind == AIRFIELD]
    is_bound = fire.side == JAPAN and not fire.is_free and any(not unit.full for unit in damaged)
    return damaged if is_bound else list(cheapest)


def _first_counts(position: Position, fire: Fire) -> bool:
    """Whether a Japanese marker is going to cancel the first of the hits."""
    battle = sheet.battle(position)
    return fire.side == JAPAN and (EMERGENCY_REPAIR in battle.drawn or ESCORT_FLEET in battle.kept)


def _demand(position: Position, fire: Fire, cheapest: Sequence[Unit], count: int) -> Demand:
    """Who takes the next hit. The American player says so of both sides (nimitz 1.3.b)."""
    units = _open(fire, cheapest)
    keyword, code = (HIT, HITS) if fire.side == JAPAN else (LOSE, LOSSES)
    return choose_unit(position, code, keyword, RULES[fire.side], units, {
        **sheet.moment(position), "area": fire.area, "count": count, "units": [unit.id for unit in units]})


def choose_unit(position: Position, code: str, keyword: str, rule: str, units: Sequence[Unit],
                about: Mapping[str, Any]) -> Demand:
    """The American player's choice of one unit, the usual one first; nobody is asked if all are alike."""
    boxes = sheet.battle(position).boxes

    def likeness(unit: Unit) -> tuple[str, ...]:
        alike = (unit.kind, str(unit.full), boxes.get(unit.id, ""), unit.carrier)
        return alike if unit.kind == BATTALION or unit.is_cba else (unit.id,)

    def wishes(order: Order) -> list[Unit]:
        return [*preferred(order.body.units, units), *(units if order.body.rest else ())]

    def refusal(order: Order) -> Problem:
        return illegal("none-of-these", rule, order.statement.span, units=[unit.id for unit in units])

    return choose_one(US, code, rule, units, lambda unit: ordered(keyword, units=[unit.id]), wishes=wishes,
                      refusal=refusal, about=about, alike=len({likeness(unit) for unit in units}) == 1)


# -- markers that cancel hits --------------------------------------------------------------------------------------


def _cancelled(table: Table, fire: Fire, taken: list[str]) -> list[str]:
    """The hits that are left once markers have cancelled some."""
    return _repaired(table, taken) if fire.side == JAPAN else _saved(table, fire, taken)


def _repaired(table: Table, taken: list[str]) -> list[str]:
    """The first hit of the round on Japan is cancelled (nimitz 10.7.jp5), then the first one on a carrier (nimitz
    10.7.jp12; G-37)."""
    battle = sheet.battle(table.position)
    if taken and EMERGENCY_REPAIR in battle.drawn:
        taken = _cancel(table, "nimitz 10.7.jp5", EMERGENCY_REPAIR, taken, taken[0])
    carrier = next((name for name in taken if table.position.units[name].is_carrier), "")
    if carrier and ESCORT_FLEET in battle.kept:
        taken = _cancel(table, "nimitz 10.7.jp12", ESCORT_FLEET, taken, carrier)
    return taken


def _cancel(table: Table, rule: str, marker: str, taken: Sequence[str], unit: str) -> list[str]:
    """Japan cancels a hit on a unit."""
    table.tell(MarkerUsed(rule, JAPAN, marker, unit), HitsCancelled(rule, JAPAN, marker, 1, unit))
    return _without(taken, unit)


def _without(taken: Sequence[str], unit: str) -> list[str]:
    left = list(taken)
    left.remove(unit)
    return left


def _saved(table: Table, fire: Fire, taken: list[str]) -> list[str]:
    """American markers cancel one hit each, when it is taken (G-56)."""
    while taken and (used := use.ask(table, *_chances(table.position, fire, taken))):
        table.tell(HitsCancelled(use.RULES[used.marker], US, used.marker, 1, used.unit))
        taken = _without(taken, used.unit)
    return taken


def _chances(position: Position, fire: Fire, taken: Sequence[str]) -> tuple[Moment, use.Options]:
    """Whom each marker can save, those first that would be lost: aircraft (nimitz 10.5.us5), the airfield (nimitz
    10.5.us15), with marines ashore whatever is on the Island (nimitz 10.5.us13; G-60), anybody (nimitz 10.5.us7).
    Damage control is wanted only where it saves a unit from destruction."""
    lost = _outcome(position, taken)[1]
    hit = sorted((position.units[name] for name in dict.fromkeys(taken)), key=lambda unit: unit.id not in lost)
    on_island = sheet.on_island(position, US)
    marines = any(unit.kind == MARINE for unit in on_island)
    options = {
        "leathernecks": [unit for unit in hit if marines and unit in on_island],
        "seabees": [unit for unit in hit if unit.kind == AIRFIELD],
        "barrel-roll": [unit for unit in hit if fire.is_in_air and unit.is_aircraft],
        "damage-control": hit}
    held = {marker: units for marker, units in options.items() if units and marker in sheet.battle(position).held}
    return Moment("hit", fire.area, is_wanted=bool(lost) or [*held] != ["damage-control"]), held


# -- what they do --------------------------------------------------------------------------------------------------


def _outcome(position: Position, taken: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The units that are damaged, and those that are lost (nimitz 2.5.2.b)."""
    hits = {name: count for name, count in Counter(taken).items() if position.units[name].kind != AIRFIELD}
    lost = tuple(name for name, count in hits.items() if count >= sheet.hits_left(position, [position.units[name]]))
    return tuple(name for name in hits if name not in lost), lost


def _effect(position: Position, fire: Fire, taken: Sequence[str]) -> UnitsHit:
    """What hits do to units, and to the capacity of an airfield (nimitz 10.18.2.a)."""
    airfield = AIRFIELDS[fire.side]
    capacity = sheet.battle(position).capacity[fire.side] - taken.count(airfield) if airfield in taken else None
    return UnitsHit(fire.rule, fire.side, fire.area, *_outcome(position, taken), capacity)
