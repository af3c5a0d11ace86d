"""Sections 10.3 to 10.5 and 10.7: rounds, bonus markers of both sides, and what Japanese ones do when drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.nimitz.board.data import Marker
from witp_pbem.games.nimitz.board.events import (
    BattalionsCalled,
    MarkersBought,
    MarkersDrawn,
    MarkersRemoved,
    MarkerUsed,
    PlansCounted,
    RoundsRolled,
)
from witp_pbem.games.nimitz.board.state import DIE, JAPAN, MARINE, SHIPS, SIDES, US, Position
from witp_pbem.games.nimitz.orders.kinds import MARKERS, Pass, Prepare
from witp_pbem.games.nimitz.rules.chapter_09_japan import stacks
from witp_pbem.games.nimitz.rules.chapter_10_battle import hits, sheet
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.dice import Die
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import OrderValue, illegal
from witp_pbem.table.table import Table

PREPARE, PASS = "prepare", "pass"
BUYING = "nimitz 10.5.a"
FIRST_STRIKE, JAPANESE_FIRST_STRIKE = "first-strike", "jp-first-strike"
CARRIER_ATTACK, KAMIKAZE, LOST_CONTACT, BATTALION = (
    "jp-carrier-attack", "jp-kamikaze", "jp-lost-contact", "jp-battalion")


def roll_rounds(table: Table) -> None:
    """The number of rounds (nimitz 10.3.a), and of Japanese markers in each, by the units Japan has on the sheet,
    carrier aircraft apart (nimitz 10.4.a, 10.4.b)."""
    position = table.position
    place = sheet.battle(position).place
    die = table.roll(phrase("rounds", turn=position.turn, place=place), 1, DIE)[0]
    table.tell(RoundsRolled("nimitz 10.3.a", place, die, position.data.rounds[die]))
    units = sum(not unit.is_cba for unit in sheet.on_sheet(position, JAPAN))
    table.tell(PlansCounted("nimitz 10.4.a", units, position.data.plan_count(units)))


def copies(position: Position, marker: Marker) -> int:
    """How many of a marker there are (G-08)."""
    return marker.copies * int(position.options.get("marker_copies", 1))


# -- buying American markers (10.5) --------------------------------------------------------------------------------


def buy(table: Table) -> None:
    """The player chooses bonus markers for the battle (nimitz 10.5.a, 10.5.d)."""
    bought: tuple[str, ...] = table.ask(_demand(table.position))[0]
    if bought:
        cost, supply = _cost(table.position, bought)
        table.tell(MarkersBought(BUYING, bought, cost, supply))


def _cost(position: Position, bought: Iterable[str]) -> tuple[int, int]:
    """The bonus points that markers cost, and the supply points for those that are not free (nimitz 10.5.b, 10.5.c)."""
    data = position.data
    cost = sum(data.markers[marker].cost for marker in bought)
    return cost, -(-max(0, cost - data.free_bonus_points) // data.bonus_points)


def _demand(position: Position) -> Demand:
    none = Understood((), ordered(PASS, segment=MARKERS))

    def judge(order: Order) -> Verdict:
        return none if isinstance(order.body, Pass) else _judge(position, order)

    def choices() -> Iterator[OrderValue]:
        wanted = _usual(position)
        yield _prepared(wanted).order
        yield none.order
        yield from (_prepared([marker.id]).order for marker in position.data.markers.values()
                    if marker.side == US and [marker.id] != wanted
                    and _cost(position, [marker.id])[1] <= position.supply)

    return Demand(US, "markers", BUYING, frozenset({PREPARE, PASS}), judge, choices, {
        "turn": position.turn, "place": sheet.battle(position).place},
        lambda order: not isinstance(order.body, Pass) or order.body.segment == MARKERS, standing=True)


def _prepared(bought: Sequence[str]) -> Understood:
    return Understood(tuple(bought), ordered(PREPARE, markers=list(bought)))


def _judge(position: Position, order: Order) -> Verdict:
    body: Prepare = order.body
    span, usual = order.statement.span, _prepared(_usual(position)).order
    known = position.data.markers
    for marker, count in Counter(body.markers).items():
        if marker not in known or known[marker].side != US:
            return (illegal("no-american-marker", BUYING, span, marker=marker, instead=usual),)
        if count > copies(position, known[marker]):
            return (illegal("too-few-copies", BUYING, span, marker=marker, count=copies(position, known[marker]),
                            instead=usual),)
    cost, supply = _cost(position, body.markers)
    if supply > position.supply:
        return (illegal("markers-too-dear", "nimitz 10.5.c", span, cost=cost, needed=supply, points=position.supply,
                        instead=usual),)
    return _prepared(body.markers)


def _usual(position: Position) -> list[str]:
    """Markers for the free points that do something in this battle."""
    own, enemy = (sheet.on_sheet(position, side) for side in SIDES)
    wanted = ["leathernecks"] if any(unit.kind == MARINE for unit in own) else []
    faces_aircraft = any(unit.is_aircraft for unit in enemy) and any(unit.kind in SHIPS for unit in own)
    return [*wanted, *(["furball", "air-defence"] if faces_aircraft else ["charge", "envelop"])]


# -- drawing Japanese markers (10.7) -------------------------------------------------------------------------------


def draw(table: Table) -> None:
    """Japan draws its markers of the round, the used ones again once the cup is empty (nimitz 10.7.a, 10.7.b). One that
    it has kept does not count among them (nimitz 10.7.jp12.b)."""
    drawn: list[str] = []
    returned = False
    for _ in range(sheet.battle(table.position).plans):
        cup = _cup(table.position, drawn, returned)
        if not cup and not returned:
            _tell_drawn(table, drawn, returned)
            drawn, returned = [], True
            cup = _cup(table.position, drawn, returned)
        if cup:
            drawn.append(cup[_lot(table, len(cup)) - 1])
    _tell_drawn(table, drawn, returned)
    _take_effect(table)


def _lot(table: Table, count: int) -> int:
    """The number of one of so many markers; of one alone without a die."""
    return table.roll(phrase("marker", **sheet.moment(table.position)), 1, Die(count))[0] if count > 1 else 1


def _tell_drawn(table: Table, drawn: Sequence[str], returned: bool) -> None:
    if drawn:
        table.tell(MarkersDrawn("nimitz 10.7.a", tuple(drawn), returned))


def _cup(position: Position, drawn: Sequence[str], returned: bool) -> list[str]:
    """The markers in the cup, in the order of their list: all of Japan (nimitz 3.2.a) but those in force and, until
    they are returned, those used before."""
    battle = sheet.battle(position)
    out = Counter(drawn) + (Counter(battle.kept) | Counter(battle.drawn if returned else battle.spent))
    printed = Counter({marker.id: copies(position, marker) for marker in position.data.markers.values()
                       if marker.side == JAPAN})
    return [*(printed - out).elements()]


def _take_effect(table: Table) -> None:
    """What markers do when they are drawn: a battalion appears (nimitz 10.7.jp9), both First strikes go (nimitz
    10.5.us11.d; G-35), the escort fleet waits for a hit on a carrier if there is any
    (nimitz 10.7.jp12, 10.7.jp12.b)."""
    battle = sheet.battle(table.position)
    if BATTALION in battle.drawn and (called := stacks.battalions(table.position, 1)):
        table.tell(BattalionsCalled("nimitz 10.7.jp9", called, battle.place, foxholes=True))
    if JAPANESE_FIRST_STRIKE in battle.drawn and FIRST_STRIKE in battle.held:
        table.tell(MarkersRemoved("nimitz 10.5.us11.d", (FIRST_STRIKE,), (JAPANESE_FIRST_STRIKE,)))
    if hits.ESCORT_FLEET in battle.drawn and sheet.carriers(table.position, JAPAN):
        table.tell(MarkerUsed("nimitz 10.7.jp12.b", JAPAN, hits.ESCORT_FLEET, stays=True))


def is_kamikaze(position: Position) -> bool:
    """Whether kamikaze attacks are flown in this round: only in some years (nimitz 10.7.jp10), and at American ships
    (nimitz 10.7.jp10.b)."""
    return (KAMIKAZE in sheet.battle(position).drawn and position.year in position.data.markers[KAMIKAZE].years
            and any(unit.is_ship for unit in sheet.on_sheet(position, US)))
