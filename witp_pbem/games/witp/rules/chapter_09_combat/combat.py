"""Chapter 9, sections 9.0 to 9.5: the combat segment, hex by hex, battle by battle."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial

from witp_pbem.games.common.order_values import At, ordered, spec_value
from witp_pbem.games.common.position import remembered
from witp_pbem.games.common.preferences import choose_one, preferred
from witp_pbem.games.witp.board.events import BattleFought, CombatBegan, ContinuingBattleMarked, Force, Landed, Noted
from witp_pbem.games.witp.board.options import agreed
from witp_pbem.games.witp.board.state import (
    ALLIES,
    CARRIER,
    DIE,
    ENEMY,
    JAPAN,
    LAND,
    NAVAL,
    SIDES,
    Position,
    Side,
    Unit,
)
from witp_pbem.games.witp.orders.kinds import ANY, CardOrder, UnitsOrder, order_value
from witp_pbem.games.witp.rules.chapter_02_components import air
from witp_pbem.games.witp.rules.chapter_04_cards import effects
from witp_pbem.games.witp.rules.chapter_04_cards.effects import BattleScene
from witp_pbem.games.witp.rules.chapter_05_resources.initiative import first_player, in_order
from witp_pbem.games.witp.rules.chapter_09_combat import hits, retreat
from witp_pbem.games.witp.rules.chapter_09_combat.hits import Toll
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry
from witp_pbem.games.witp.rules.consequences import settle
from witp_pbem.games.witp.rules.meaning import hexes_wished, is_about
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import OrderValue, Problem, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

STRENGTH = {CARRIER: 2, NAVAL: 1, LAND: 1}  # witp 9.3.1.a, 9.4.2.a; reduced units 0
TASK_FORCE = 2  # a pair of carrier and surface fleet (witp 9.3.1.c)
CARRIER_ASSAULT = 1  # witp 9.5.1.c
DEFENCE = 1  # witp 9.5.1.d
STAND = 2  # a land battle lost by no more than this goes on (witp 9.6.3.e, 9.6.3.h)
FLEET, GROUND, ASSAULT = "fleet", "ground", "assault"
SUPPORT_RULE = {FLEET: "witp 9.3.a", GROUND: "witp 9.4.a", ASSAULT: "witp 9.5.a"}
TOTAL_RULE = {FLEET: "witp 9.3.d", GROUND: "witp 9.4.d", ASSAULT: "witp 9.5.b"}


def play(table: Table) -> None:
    """The combat segment: every hex where both sides meet, one at a time, in the order the first player likes; nobody
    can decline (witp 9.0.a-b, 9.0.d)."""
    position = table.position
    landers = {unit.id: unit.hex for unit in position.on_map() if unit.aboard}
    chinese = any(unit.nation == "china" and unit.kind == LAND for unit in position.on_map())
    table.tell(CombatBegan("witp 9.0.a", tuple(contested(position, landers)), chinese))
    fought: set[str] = set()
    while open_hexes := [number for number in contested(table.position, landers) if number not in fought]:
        number = _next_hex(table, open_hexes)
        fought.add(number)
        resolve(table, number, landers)


def contested(position: Position, landers: Mapping[str, str]) -> list[str]:
    """Hexes where a battle or a delayed landing has to be resolved, ascending (witp 9.0.a, R-51).

    Base air fights nobody (witp 9.1.d), and fleets and land units do not fight each other (witp 9.1.e). `landers` are
    the land units that were aboard when the segment began, with their target hex.
    """
    return [number for number in sorted(position.shared.union(landers.values()))
            if seas_in_dispute(position, number) or land_in_dispute(position, number)
            or any(landing_party(position, side, number, landers) for side in SIDES)]


@remembered("memo")
def seas_in_dispute(position: Position, number: str) -> list[str]:
    """The waters of a hex in which both sides have fleets (witp 9.1.a, R-06)."""
    waters = {side: {unit.water for unit in position.of(side, number, CARRIER, NAVAL)} for side in SIDES}
    return sorted(waters[JAPAN] & waters[ALLIES])


def land_in_dispute(position: Position, number: str) -> bool:
    """Whether both sides have land units ashore (witp 9.1.b)."""
    return all(position.ashore(side, number) for side in SIDES)


def landing_party(position: Position, side: Side, number: str, landers: Mapping[str, str]) -> list[Unit]:
    """A side's land units still aboard in the hex they were to land in (witp 9.1.c, 8.6.2.c-d)."""
    return [unit for unit in position.of(side, number, LAND) if unit.aboard and landers.get(unit.id) == number]


def _next_hex(table: Table, open_hexes: Sequence[str]) -> str:
    """The hex to resolve next, chosen by the first player (witp 9.0.c)."""
    chosen: str = table.ask(choose_one(
        first_player(table.position, tie=JAPAN), "combat-hex", "witp 9.0.c", open_hexes,
        lambda number: ordered("resolve", places=[number]),
        wishes=lambda order: hexes_wished(order.body.body.places, order.body.body.rest, open_hexes),
        refusal=lambda order: _no_combat(order.body.body.places[0]),
        about={"hexes": list(open_hexes)},
        matches=lambda order: order.body.body.rest or any(place.id in open_hexes
                                                          for place in order.body.body.places)))[0]
    return chosen


def _no_combat(place: At) -> Problem:
    return illegal("no-combat-there", "witp 9.0.a", place.span, place=place.id)


def resolve(table: Table, number: str, landers: dict[str, str]) -> None:
    """One hex to its end: fleet battles first, then one land combat (witp 8.6.2.d, 9.0.b, 9.1.c; R-55)."""
    for water in seas_in_dispute(table.position, number):
        fleet_battle(table, number, water)
    for side in in_order(table.position, tie=JAPAN):
        party = [unit.id for unit in landing_party(table.position, side, number, landers)]
        if party and _land(table, side, number, party):
            return
    if land_in_dispute(table.position, number):
        ground_battle(table, number)


def _land(table: Table, side: Side, number: str, party: Sequence[str]) -> bool:
    """The landing of those still aboard, which must be made (witp 9.1.c): unopposed, also where base air is alone
    (witp 9.2.a, R-50), forbidden by a card, or an assault. True after an assault."""
    position = table.position
    if not position.ashore(ENEMY[side], number):
        table.tell(Landed("witp 8.6.2.c", side, tuple(party), number, "unopposed"))
        settle(table)
        return False
    card = effects.forbidden(position, side, "amphibious_assault", number)
    if card:
        values = {"side": side, "place": number, "card": card}
        table.tell(Noted("witp 4.3.b", "assault-forbidden", values))
        return False
    assault(table, side, number, party)
    return True


# -- fleet battle (9.3) --------------------------------------------------------------------------------------


def fleet_battle(table: Table, number: str, water: str) -> None:
    """Fleets of both sides in one water fight (witp 9.3.a); after the hits of both the loser's survivors retreat
    (witp 9.6.3.a-b), so that the battle never goes on (witp 9.7.b)."""
    position = table.position
    units = {side: [unit for unit in position.of(side, number, CARRIER, NAVAL) if unit.water == water]
             for side in SIDES}
    scene = _scene(FLEET, number, "", units)
    toll = fight(table, scene, units, water)
    _suffer(table, scene, toll)
    loser = ENEMY[toll.winner]
    survivors = [unit for unit in table.position.of(loser, number, CARRIER, NAVAL) if unit.water == water]
    if survivors:
        retreat.fleets(table, loser, number, survivors)


def fleet_items(position: Position, side: Side, units: Sequence[Unit]) -> list[tuple[str, int]]:
    """Fleet strength without air support: full units, and pairs of full carriers and full surface fleets
    (witp 9.3.b, 9.3.1.a, 9.3.1.c, 9.1.f; R-57)."""
    carriers = sum(1 for unit in units if unit.kind == CARRIER and unit.full)
    surface = sum(1 for unit in units if unit.kind == NAVAL and unit.full)
    return [("carriers", STRENGTH[CARRIER] * carriers), ("fleets", STRENGTH[NAVAL] * surface),
            ("task-force", TASK_FORCE * min(carriers, surface))]


# -- ground battle and assault landing (9.4, 9.5) -------------------------------------------------------------


def ground_battle(table: Table, number: str) -> None:
    """Land units ashore of both sides fight (witp 9.4.a); lost by 3 or more, the loser retreats (witp 9.6.3.a,
    9.6.3.e-f, R-66)."""
    units = {side: table.position.ashore(side, number) for side in SIDES}
    scene = _scene(GROUND, number, "", units)
    toll = fight(table, scene, units)
    _suffer(table, scene, toll)
    if toll.difference > STAND:
        retreat.land(table, ENEMY[toll.winner], number)
    close_battle(table, number)


def assault(table: Table, side: Side, number: str, party: Sequence[str]) -> None:
    """An assault landing (witp 9.5.a), in one with the attack of own land units that came overland (witp 9.5.2.a).

    Lost, those who landed are thrown back (witp 9.6.3.g), and those who walked have lost a ground battle
    (witp 9.5.2.b); won, the landing party is ashore (witp 9.6.3.h), and by 3 or more drives the defender out
    (witp 9.6.3.i).
    """
    position = table.position
    units = {side: [*(position.units[land] for land in party), *position.ashore(side, number)],
             ENEMY[side]: position.ashore(ENEMY[side], number)}
    scene = _scene(ASSAULT, number, side, units)
    toll = fight(table, scene, units)
    _suffer(table, scene, toll, partial(_landed, table, side, number, party, toll.winner == side))
    if toll.difference > STAND:
        retreat.land(table, ENEMY[toll.winner], number)
    close_battle(table, number)


def _landed(table: Table, side: Side, number: str, party: Sequence[str], won: bool) -> None:
    """What becomes of a landing party that has taken its hits: ashore (witp 9.6.3.h), or thrown back
    (witp 9.6.3.g)."""
    survivors = tuple(land for land in party if table.position.units[land].hex)
    if survivors and won:
        table.tell(Landed("witp 9.6.3.h", side, survivors, number, "assault"))
    elif survivors:
        retreat.re_embark(table, side, number, survivors)


def close_battle(table: Table, number: str) -> None:
    """Where land units of both sides stay, the battle goes on next turn (witp 9.7.a, 9.6.3.e, 9.6.3.h)."""
    position = table.position
    if land_in_dispute(position, number) and number not in position.continuing:
        table.tell(ContinuingBattleMarked("witp 9.7.a", number))
    settle(table)


def land_items(position: Position, side: Side, units: Sequence[Unit], scene: BattleScene) -> list[tuple[str, int]]:
    """Ground strength without air support (witp 9.4.b, 9.4.2.a, 9.1.f); in an assault with the bonuses for carriers
    and for the defence (witp 9.5.1.a, 9.5.1.c-d; R-71), which there is none of on turn 1 (witp 12.1.e, R-94)."""
    items = [("land", sum(STRENGTH[LAND] for unit in units if unit.full))]
    if scene.kind == ASSAULT:
        carriers = sum(1 for unit in position.of(side, scene.hex, CARRIER) if unit.full)
        items.append(("carriers-assault", CARRIER_ASSAULT * carriers))
        surprise = scene.attacker == JAPAN and (position.turn == 1 or delayed_entry.is_surprised(position, scene.hex))
        items.append(("defence", DEFENCE if side != scene.attacker and not surprise else 0))
    return items


# -- strengths and dice --------------------------------------------------------------------------------------


class Throw(NamedTuple):
    """What a side threw in a battle.

    Attributes:
        die: the one that counts.
        thrown: all it threw, where a card lets it keep one of two.
        added: what the die adds to its strength.
        total: strength and die.
    """

    die: int
    thrown: tuple[int, ...]
    added: int
    total: int


def fight(table: Table, scene: BattleScene, units: Mapping[str, Sequence[Unit]], water: str = "") -> Toll:
    """Steps 1 to 3 of a battle: strengths, dice, totals; tells the battle and returns what it costs whom."""
    support = {side: tuple(unit.id for unit in supporters)
               for side, supporters in zip(SIDES, _supporters(table, scene), strict=True)}
    invoked = {side: _invoked(table, side, scene) for side in SIDES}
    position = table.position
    items = {side: strength_items(position, side, scene, units[side], len(support[side]), invoked[side])
             for side in SIDES}
    strength = {side: sum(amount for _, amount in items[side]) for side in SIDES}

    def cost(throws: Mapping[str, Throw]) -> Toll:
        winner = JAPAN if throws[JAPAN].total > throws[ALLIES].total else ALLIES
        return hits.toll(position, scene, units, support, invoked, {side: throws[side].die for side in SIDES}, winner,
                         throws[winner].total - throws[ENEMY[winner]].total)

    throws, rerolls = _throw(table, scene, strength, invoked, cost)
    toll = cost(throws)
    forces = {side: Force(tuple(unit.id for unit in units[side]), support[side], items[side], strength[side],
                          *throws[side], toll.inflicted[side], toll.hits[side], toll.extra_air[side],
                          toll.extra_carrier[side])._asdict() for side in SIDES}
    china = scene.kind == GROUND and any(unit.nation == "china" for unit in units[ALLIES])
    table.tell(BattleFought(TOTAL_RULE[scene.kind], scene.kind, scene.hex, toll.winner, toll.difference, forces[JAPAN],
                            forces[ALLIES], scene.attacker, water, china, rerolls))
    return toll


def strength_items(position: Position, side: Side, scene: BattleScene, units: Sequence[Unit], support: int,
                   invoked: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """What a side's strength is made of: its units, supporting base air (witp 9.3.1.b, 9.4.2.b, 9.5.1.b), and cards."""
    own = (fleet_items(position, side, units) if scene.kind == FLEET else land_items(position, side, units, scene))
    cards = [(f"card:{card}", amount) for card, amount in effects.bonuses(position, side, scene, invoked)]
    aircraft = ("air", effects.air_strength(position, side, scene, invoked) * support)
    return tuple((what, amount) for what, amount in (*own, aircraft, *cards) if amount)


def _throw(table: Table, scene: BattleScene, strength: Mapping[str, int], invoked: Mapping[str, Sequence[str]],
           cost: Callable[[Mapping[str, Throw]], Toll]) -> tuple[dict[str, Throw], tuple[tuple[int, int], ...]]:
    """The dice of both sides, and before them those that were thrown again: the larger total wins (witp 9.6.a-b)."""
    modes = {side: effects.die_mode(table.position, side, scene, invoked[side]) for side in SIDES}
    rolls = [(phrase("battle", kind=scene.kind, place=scene.hex, side=side), 2 if modes[side] else 1, DIE)
             for side in SIDES]

    def thrown(*dice: tuple[int, ...]) -> dict[str, Throw]:
        return {side: _read(scene, modes[side], strength[side], shown) for side, shown in zip(SIDES, dice, strict=True)}

    def comes_to(*dice: tuple[int, ...]) -> Hashable:
        throws = thrown(*dice)
        return None if _is_tie(throws) else _consequences(cost(throws))

    equal: list[tuple[int, int]] = []
    while _is_tie(throws := thrown(*table.roll_all(*rolls, comes_to=comes_to, again=bool(equal)))):
        equal.append((throws[JAPAN].die, throws[ALLIES].die))
    return throws, tuple(equal)


def _is_tie(throws: Mapping[str, Throw]) -> bool:
    return throws[JAPAN].total == throws[ALLIES].total


def _consequences(toll: Toll) -> Hashable:
    """All of a toll that what follows depends on: of the difference only whether a battle on land goes on."""
    hits = [count[side] for count in (toll.hits, toll.extra_air, toll.extra_carrier) for side in SIDES]
    return toll.winner, toll.difference > STAND, *hits


def _suffer(table: Table, scene: BattleScene, toll: Toll, land: Callable[[], None] | None = None) -> None:
    """Hits are taken, and `land` says where the landing party is then; what a card gave for this battle is then used
    up (witp 4.3.b)."""
    hits.suffer(table, scene, toll, land)
    for side in SIDES:
        for effect in toll.invoked[side]:
            effects.spend(table, effect)


def _scene(kind: str, number: str, attacker: str, units: Mapping[str, Sequence[Unit]]) -> BattleScene:
    return BattleScene(kind, number, attacker, {side: tuple(unit.id for unit in units[side]) for side in SIDES})


def _read(scene: BattleScene, mode: str, strength: int, thrown: tuple[int, ...]) -> Throw:
    """A side's die (witp 9.3.c, 9.4.c), of which in a fleet battle the whole is added (witp 9.3.b-d), on land half,
    rounded down (witp 9.4.b-d, 9.5.b)."""
    die = min(thrown) if mode == "roll_two_keep_lower" else max(thrown)
    added = die if scene.kind == FLEET else die // 2
    return Throw(die, thrown, added, strength + added)


def _supporters(table: Table, scene: BattleScene) -> list[list[Unit]]:
    """The base air that supports each side: all in range, in as many battles as there are, but for units a side
    withholds (witp 9.2.b, 9.2.c, 9.2.d, 9.3.a, 9.4.a, 9.5.a; R-56)."""
    position = table.position
    in_range = {side: able_to_support(position, side, scene) for side in SIDES}
    if not agreed(position, "support_optional"):
        return [in_range[side] for side in SIDES]
    asked: list[Side] = [side for side in SIDES if in_range[side]]
    demands = [_withhold_demand(position, side, scene, in_range[side]) for side in asked]
    withheld = dict(zip(asked, table.ask(*demands), strict=True))
    return [[unit for unit in in_range[side] if unit.id not in (withheld.get(side) or ())] for side in SIDES]


def able_to_support(position: Position, side: Side, scene: BattleScene) -> list[Unit]:
    """A side's base air in range (witp 9.2.b); the air unit in Chungking supports ground battles only
    (witp 12.2.o)."""
    return [unit for unit in air.supporters(position, side, scene.hex)
            if scene.kind == GROUND or unit.id != position.chungking_air]


def _withhold_demand(position: Position, side: Side, scene: BattleScene, in_range: Sequence[Unit]) -> Demand:
    return Demand(
        side, "withhold", SUPPORT_RULE[scene.kind], frozenset({"withhold"}),
        lambda order: judge_withhold(position, order, scene, in_range),
        lambda: [ordered("withhold", units=[unit.id]) for unit in in_range],
        {"place": scene.hex},
        matches=lambda order: is_about(order, scene.hex) and isinstance(
            judge_withhold(position, order, scene, in_range), Understood),
        standing=True, optional=True,
        wishes=lambda order: [{**order_value(order), "units": [spec_value(spec)]} for spec in order.body.body.units])


def judge_withhold(position: Position, order: Order, scene: BattleScene, in_range: Sequence[Unit]) -> Verdict:
    """Which supporting air units a side keeps out of a battle: those named that are in range."""
    body: UnitsOrder = order.body.body
    pool = [unit for unit in in_range if body.place is None or unit.hex == body.place.id]
    kept = [unit.id for unit in preferred(body.units, pool)]
    if not kept:
        return (illegal("no-such-support", SUPPORT_RULE[scene.kind], order.statement.span,
                        place=scene.hex, units=[unit.id for unit in in_range]),)
    return Understood(tuple(kept), ordered("withhold", units=kept))


def _invoked(table: Table, side: Side, scene: BattleScene) -> list[str]:
    """The effects a side uses up in this battle of those its card gives for one battle (witp 4.3.b, R-22); a card is
    used as a whole."""
    chosen: list[str] = []
    offered: dict[str, list[str]] = {}
    for effect in effects.invocable(table.position, side, scene):
        offered.setdefault(str(effect["card"]), []).append(str(effect["id"]))
    for card, ids in offered.items():
        if table.ask(_invoke_demand(table.position, side, scene, card))[0]:
            chosen += ids
    return chosen


def _invoke_demand(position: Position, side: Side, scene: BattleScene, card: str) -> Demand:

    def matches(order: Order) -> bool:
        body: CardOrder = order.body.body
        return (is_about(order, scene.hex) and body.card in (card, ANY)
                and (body.place is None or body.place.id == scene.hex))

    def choice(keyword: str) -> OrderValue:
        return ordered(keyword, card=card, place=scene.hex)

    return Demand(
        side, "invoke", "witp 4.3.b", frozenset({"invoke", "keep"}),
        lambda order: Understood(order.keyword == "invoke", choice(order.keyword)),
        lambda: [choice("invoke"), choice("keep")],
        {"card": card, "place": scene.hex, "battle": scene.kind}, matches, standing=True)
