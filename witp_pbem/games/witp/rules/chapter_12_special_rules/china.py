"""Section 12.2: China. Who may enter it, the Allied air unit in Chungking, and the end-of-turn steps (R-83)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.common.order_values import EVERY, UnitSpec, ordered
from witp_pbem.games.common.units import fits
from witp_pbem.games.witp.board.events import (
    AirSentToChungking,
    ChinaSurrendered,
    GarrisonShort,
    Passed,
    StackRedeployed,
    UnitRebuilt,
    UnitRemoved,
)
from witp_pbem.games.witp.board.options import agreed
from witp_pbem.games.witp.board.state import AIR, ALLIES, JAPAN, LAND, MAP, Position, Side, Unit
from witp_pbem.games.witp.orders.kinds import Pass, Redeploy, UnitsOrder, pick
from witp_pbem.games.witp.rules.chapter_02_components.control import occupied_alone
from witp_pbem.games.witp.rules.consequences import settle
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem, ambiguous, illegal, invalid
from witp_pbem.table.table import Table

AIR_FROM = 6  # first turn an Allied air unit may go to Chungking (witp 12.2.m)
DUTY_FROM = 2  # first turn Japan must fight the Chinese (witp 12.2.g)
GARRISON_FROM = 3  # first turn the garrison is counted (witp 12.2.i)
GARRISON = 3  # Japanese land units wanted in China (witp 12.2.i)
PENALTY = 3  # resource points Japan lacks next turn (witp 12.2.j)
SEGMENT = "china"  # what a `pass` may call these decisions
PASS = ordered("pass", segment=SEGMENT)


def barred(position: Position, unit: Unit, number: str) -> str:
    """The rule that bars a unit from entering a hex, "" if none of this section does.

    Chinese units keep to their three hexes (witp 12.2.a), the air unit in Chungking to Chungking (witp 12.2.p),
    other Allied units out of the three (witp 12.2.b, R-88).
    """
    board = position.data.map
    if unit.id == position.chungking_air:
        return "" if number == board.chungking else "witp 12.2.p"
    if unit.nation == "china":
        return "" if number in board.chinese else "witp 12.2.a"
    return "witp 12.2.b" if closed_to_allies(position, unit.side, number) else ""


def closed_to_allies(position: Position, side: Side, number: str) -> bool:
    """Whether units of a side other than Chinese ones may not enter a hex, as it is the Allies and one of the three
    Chinese hexes (witp 12.2.b, R-88)."""
    return side == ALLIES and number in position.data.map.chinese


def is_chinese(position: Position, unit: Unit) -> bool:
    """Whether a unit counts as Chinese: Chinese units and the air unit in Chungking (witp 12.2.o, R-86)."""
    return unit.nation == "china" or unit.id == position.chungking_air


# -- the air unit in Chungking (12.2.m-p) --------------------------------------------------------------------


def start_of_turn(table: Table) -> None:
    """Once in the game, from turn 6, the Allies may send an air unit to Chungking (witp 12.2.m-n)."""
    position = table.position
    if not may_send_air(position) or not _air_units(position):
        return
    demand = Demand(
        ALLIES, "chungking-air", "witp 12.2.m", frozenset({"place", "pass"}),
        lambda order: judge_air(position, order),
        lambda: air_choices(position),
        {"turn": position.turn, "place": position.data.map.chungking},
        matches=lambda order: _speaks_of_air(position, order))
    chosen = table.ask(demand)[0]
    if chosen:
        there = position.data.map.chungking
        table.tell(AirSentToChungking("witp 12.2.m", chosen, position.units[chosen].hex, there))
        settle(table)
    else:
        table.tell(Passed("witp 12.2.n", ALLIES, "chungking-air"))


def may_send_air(position: Position) -> bool:
    """Whether the Allies have this decision now.

    Not before turn 6 nor while Japanese land units alone hold Rangoon (witp 12.2.m, R-86); not twice (witp 12.2.n,
    12.2.p); nor after the surrender (witp 12.2.f) or into a Chungking that Japan alone holds.
    """
    board = position.data.map
    return (position.turn >= AIR_FROM and not position.chungking_air and not position.china_surrendered
            and not occupied_alone(position, JAPAN, board.rangoon)
            and not occupied_alone(position, JAPAN, board.chungking))


def judge_air(position: Position, order: Order) -> Verdict:
    """Whether one Allied air unit on the map is named (witp 12.2.m); the answer is its id, "" for a pass."""
    body: Pass | UnitsOrder = order.body.body
    if isinstance(body, Pass):
        return Understood("", PASS)
    pool = _air_units(position)
    problems: list[Problem] = []
    for spec in body.units:
        unit = position.units.get(spec.id)
        if unit and unit.side == ALLIES and unit.kind != AIR:
            problems.append(illegal("not-an-air-unit", "witp 12.2.m", spec.span, certain=True, unit=unit.id))
        elif unit and unit.side == ALLIES and unit.status != MAP:
            problems.append(illegal("not-on-the-map", "witp 12.2.m", spec.span, unit=unit.id))
    if problems:
        return tuple(problems)
    chosen = pick(position, ALLIES, None, body.units, pool, rule="witp 12.2.m")
    if isinstance(chosen, tuple):
        return chosen
    if len(chosen) != 1:
        return (illegal("one-air-unit", "witp 12.2.m", body.units[0].span if body.units else order.statement.span,
                        certain=True, found=len(chosen)),)
    unit = chosen[0]
    alike = [other for other in pool if fits(body.units[0], other)]
    if any((other.nation, other.full, other.hex) != (unit.nation, unit.full, unit.hex) for other in alike):
        return (ambiguous("which-air-unit", body.units[0].span, wanted=body.units[0].text, certain=False,
                          units=[other.id for other in alike]),)
    return Understood(unit.id, ordered("place", units=[unit.id], place=position.data.map.chungking))


def air_choices(position: Position) -> Iterator[OrderValue]:
    """A pass, then every air unit that may go."""
    yield PASS
    for unit in _air_units(position):
        yield ordered("place", units=[unit.id], place=position.data.map.chungking)


def _air_units(position: Position) -> list[Unit]:
    return [unit for unit in position.air if unit.side == ALLIES]


def _speaks_of_air(position: Position, order: Order) -> bool:
    body = order.body.body
    if isinstance(body, Pass):
        return body.segment == SEGMENT or (order.phase == "start" and body.segment in ("", "air"))
    return (isinstance(body, UnitsOrder) and body.place is not None
            and body.place.id == position.data.map.chungking)


# -- the end of the turn (R-83) ------------------------------------------------------------------------------


def end_of_turn(table: Table) -> None:
    """Surrender, compulsory battle, garrison, recovery, Chinese redeployment, in this order (R-83). Once China has
    surrendered nothing of this is left (witp 12.2.f)."""
    if not table.position.china_surrendered:
        surrender(table)
    if table.position.china_surrendered:
        return
    if table.position.turn >= DUTY_FROM:
        neglect(table)
    if table.position.turn >= GARRISON_FROM:
        count_garrison(table)
    recover(table)
    redeploy(table)


def surrender(table: Table) -> None:
    """China surrenders when Japanese units are alone in Chungking (witp 12.2.e, R-83)."""
    position = table.position
    chungking = position.data.map.chungking
    if not position.of(JAPAN, chungking) or position.of(ALLIES, chungking):
        return
    table.tell(ChinaSurrendered("witp 12.2.e"))
    for unit in position.on_map():
        if is_chinese(position, unit):
            table.tell(UnitRemoved("witp 12.2.e", unit.id, unit.hex, "surrender"))
    settle(table)


def garrison(position: Position) -> list[Unit]:
    """Japanese land units ashore in China (witp 12.2.i, R-12, R-85)."""
    return [unit for unit in position.on_map()
            if unit.nation == "japan" and unit.ashore and "china" in position.data.map[unit.hex].regions]


def neglect(table: Table) -> None:
    """Japan fought no Chinese unit though there was one: the Allies remove a Japanese land unit in China
    (witp 12.2.g-h, R-84)."""
    position = table.position
    victims = garrison(position)
    if position.china_fought or not position.china_duty or not victims:
        return
    alike = len({(unit.hex, unit.full) for unit in victims}) == 1
    demand = Demand(
        ALLIES, "china-penalty", "witp 12.2.h", frozenset({"choose"}),
        lambda order: judge_penalty(position, order),
        lambda: (_choice(unit) for unit in victims),
        {"units": [unit.id for unit in victims]},
        matches=lambda order: _speaks_of_penalty(position, order),
        sole=_chosen(victims[0]) if alike else None)
    chosen = position.units[table.ask(demand)[0]]
    table.tell(UnitRemoved("witp 12.2.h", chosen.id, chosen.hex, "china-front"))
    settle(table)


def judge_penalty(position: Position, order: Order) -> Verdict:
    """Whether one Japanese land unit in China is named (witp 12.2.h); the answer is its id."""
    body: UnitsOrder = order.body.body
    victims = garrison(position)
    if body.rest:
        first = min(victims, key=lambda unit: not unit.full)
        return _chosen(first)._replace(stays=True)
    for spec in body.units:
        unit = position.units.get(spec.id)
        if unit and unit not in victims:
            return (illegal("not-japanese-land-in-china", "witp 12.2.h", spec.span, unit=unit.id),)
    pool = [unit for unit in victims if body.place is None or unit.hex == body.place.id]
    if body.place and not pool:
        return (illegal("no-japanese-land-there", "witp 12.2.h", body.place.span, place=body.place.id,
                        instead=_choice(victims[0])),)
    if body.units:
        chosen = pick(position, JAPAN, body.place, body.units, pool, rule="witp 12.2.h")
        if isinstance(chosen, tuple):
            return chosen
    else:
        chosen = sorted(pool, key=lambda unit: not unit.full)[:1]
    span = order.statement.span
    if len(chosen) != 1:
        return (illegal("one-land-unit", "witp 12.2.h", span, found=len(chosen)),)
    unit = chosen[0]
    open_hexes = sorted({other.hex for other in pool if not body.units or fits(body.units[0], other)})
    if len(open_hexes) > 1:
        return (ambiguous("which-place", span, wanted=body.units[0].text if body.units else LAND, certain=False,
                          places=open_hexes,
                          instead=_choice(unit)),)
    return _chosen(unit)


def _chosen(unit: Unit) -> Understood:
    return Understood(unit.id, _choice(unit))


def _choice(unit: Unit) -> OrderValue:
    return ordered("choose", units=[unit.id], place=unit.hex)


def _speaks_of_penalty(position: Position, order: Order) -> bool:
    body: UnitsOrder = order.body.body
    board = position.data.map
    in_china = body.place is not None and body.place.id in board and "china" in board[body.place.id].regions
    return (order.phase == "end" or in_china or body.rest
            or any(spec.id and spec.id in (unit.id for unit in garrison(position)) for spec in body.units))


def count_garrison(table: Table) -> None:
    """Fewer than three Japanese land units in China cost three resource points next turn (witp 12.2.i-j, R-85)."""
    count = len(garrison(table.position))
    if count < GARRISON:
        table.tell(GarrisonShort("witp 12.2.j", count, PENALTY))


def recover(table: Table) -> None:
    """Every reduced Chinese unit on the map is full again (witp 12.2.k, R-86)."""
    position = table.position
    for unit in position.on_map():
        if is_chinese(position, unit) and not unit.full:
            table.tell(UnitRebuilt("witp 12.2.k", unit.id, unit.hex, 0, "recovery"))


# -- Chinese redeployment (12.2.l) ---------------------------------------------------------------------------


def redeploy(table: Table) -> None:
    """The Allies redeploy Chinese units among their three hexes until they pass (witp 12.2.l, R-87)."""
    position = table.position
    if position.turn == 1 and (agreed(position, "chinese_no_redeployment_turn_1")
                               or not agreed(position, "cn_redeploy_on_turn_1")):
        return
    gone: list[str] = []
    while _one_redeployment(table, gone):
        pass


def _one_redeployment(table: Table, gone: list[str]) -> bool:
    """One stack, or a pass (then False). `gone` are the units that have redeployed: each does so once (witp 10.1.a)."""
    position = table.position
    can_move = next(redeployment_choices(position, gone)) != PASS
    demand = Demand(
        ALLIES, "china-redeploy", "witp 12.2.l", frozenset({"redeploy", "pass"}),
        lambda order: judge_redeployment(position, order, gone),
        lambda: redeployment_choices(position, gone),
        {"turn": position.turn},
        matches=lambda order: speaks_of_redeployment(position, order),
        sole=None if can_move else Understood((), PASS))
    answer = table.ask(demand)[0]
    if not answer:
        table.tell(Passed("witp 12.2.l", ALLIES, "china", not can_move))
        return False
    units, origin, there = answer
    table.tell(StackRedeployed("witp 12.2.l", ALLIES, units, origin, there, counted=False))
    gone += units
    settle(table)
    return True


def judge_redeployment(position: Position, order: Order, gone: Sequence[str] = ()) -> Verdict:
    """Whether Chinese units may go as ordered (witp 12.2.l); the answer is (unit ids, from, to), empty for a pass."""
    body: Pass | Redeploy = order.body.body
    if isinstance(body, Pass):
        return Understood((), PASS)
    problems: list[Problem] = []
    for spec in body.units:
        problem = _spec_problem(position, spec, gone)
        if problem:
            problems.append(problem)
    for place in (body.origin, body.to):
        if place.id not in position.data.map.chinese:
            problems.append(illegal("not-a-chinese-hex", "witp 12.2.l", place.span, certain=True,
                                    place=place.id))
    if body.origin.id == body.to.id:
        problems.append(invalid("same-hex", body.to.span, place=body.to.id))
    if problems:
        return tuple(problems)
    if body.origin.id in position.continuing:
        problems.append(illegal("in-continuing-battle", "witp 12.2.l", body.origin.span, place=body.origin.id))
    if not _open_to_chinese(position, body.to.id):
        problems.append(illegal("enemy-holds-hex", "witp 12.2.l", body.to.span, place=body.to.id))
    pool = _chinese_land(position, body.origin.id, gone)
    chosen = pick(position, ALLIES, body.origin, body.units, pool, rule="witp 12.2.l")
    if isinstance(chosen, tuple):
        problems += chosen
    if problems or isinstance(chosen, tuple):
        return tuple(problems)
    ids = tuple(unit.id for unit in chosen)
    return Understood((ids, body.origin.id, body.to.id),
                      ordered("redeploy", units=ids, origin=body.origin.id, to=body.to.id))


def _spec_problem(position: Position, spec: UnitSpec, gone: Sequence[str]) -> Problem | None:
    unit = position.units.get(spec.id)
    if unit and unit.id == position.chungking_air:
        return illegal("air-stays-in-chungking", "witp 12.2.p", spec.span, certain=True, unit=unit.id)
    if (unit and unit.nation != "china") or spec.nation not in ("", "china"):
        return illegal("not-chinese", "witp 12.2.l", spec.span, certain=True, unit=spec.text)
    if spec.id in gone:
        return illegal("already-redeployed", "witp 10.1.a", spec.span, unit=spec.id)
    return None


def _chinese_land(position: Position, number: str, gone: Sequence[str]) -> list[Unit]:
    """The Chinese land units of a hex that have not redeployed yet."""
    return [unit for unit in position.of(ALLIES, number) if unit.nation == "china" and unit.id not in gone]


def _open_to_chinese(position: Position, number: str) -> bool:
    """Whether Chinese units can go there: a continuing battle, or no Japanese land unit ashore (witp 12.2.l)."""
    return number in position.continuing or not position.ashore(JAPAN, number)


def redeployment_choices(position: Position, gone: Sequence[str] = ()) -> Iterator[OrderValue]:
    """Each way for all or for one of the Chinese units of a hex, then a pass."""
    board = position.data.map
    for origin in board.chinese:
        units = _chinese_land(position, origin, gone)
        if not units or origin in position.continuing:
            continue
        for there in board.chinese:
            if there != origin and _open_to_chinese(position, there):
                for number in (EVERY, 1)[:len(units)]:
                    who = {"number": number, "kinds": ["land"], "nation": "china"}
                    yield ordered("redeploy", units=[who], origin=origin, to=there)
    yield PASS


def speaks_of_redeployment(position: Position, order: Order) -> bool:
    """Whether an Allied order is meant for the Chinese redeployment, not for the one of chapter 10."""
    body = order.body.body
    if isinstance(body, Pass):
        return body.segment == SEGMENT or (order.phase == "end" and body.segment in ("", "land", "redeployment"))
    if not isinstance(body, Redeploy):
        return False
    return body.origin.id in position.data.map.chinese or any(
        spec.nation == "china" or spec.id.startswith("CN-") for spec in body.units)
