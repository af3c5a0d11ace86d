"""Sections 8.0, 8.1, 8.3 and 8.4: a battle, round by round."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.taiheiyo_senshi.board.data import CardEvent
from witp_pbem.games.taiheiyo_senshi.board.events import BattleBegan, BattleEnded, RoundBegan
from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, ENEMY, JAPAN, SIDES, Position, Side, Unit
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import windows
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components.strength import (
    air_strength,
    aircraft,
    carriers,
    gunnery,
)
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import occupation
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat import allocation, attacks, damage, retreat
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat.allocation import Share
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat.attacks import AIR_STRIKE, SURFACE, Attack, Shifts
from witp_pbem.table.demand import Demand, Understood
from witp_pbem.table.table import Table

ENGAGE, AVOID, EXTEND = "engage", "avoid", "extend"
NOBODY = ""


class Fight:
    """What of a battle its cards and its rounds say, as it goes on.

    Attributes:
        point: where. attacker: the side that entered (senshi 8.0-a).
        rounds: how many there can be.
        event: the event by which the attacker moved, None for an ordinary move.
        played: the events in force for the whole battle (senshi CARD-A04, CARD-A06, CARD-A07, CARD-A12).
        number: of the round, from 1.
    """

    def __init__(self, point: str, attacker: Side, rounds: int, event: CardEvent | None) -> None:
        self.point, self.attacker, self.defender = point, attacker, ENEMY[attacker]
        self.rounds, self.event = rounds, event
        self.played: list[CardEvent] = []
        self.number = 0

    @property
    def about(self) -> dict[str, object]:
        """What decisions in it are about."""
        return {"place": self.point, "round": self.number}

    def has(self, event: str) -> bool:
        """Whether an event is in force."""
        return any(played.id == event for played in self.played)

    def moved_by(self, event: str) -> bool:
        """Whether the attacker came by an event."""
        return self.event is not None and self.event.id == event


def rounds_possible(position: Position, left: int) -> int:
    """One round, and one more for each movement the attacker had left on entering (senshi 8.1-a)."""
    return min(1 + left, position.data.battle.rounds)


def fight(table: Table, point: str, attacker: Side, left: int, event: CardEvent | None = None) -> None:
    """A battle to its end. All units in the point take part, either side up (senshi 8.0-b).

    Args:
        left: the movement the attacker had left on entering.
        event: the event by which he moved.
    """
    position = table.position
    rounds = rounds_possible(position, left)
    if event and event.id == "J05":
        rounds = event.numbers["rounds"]
    battle = Fight(point, attacker, rounds, event)
    units = {side: tuple(unit.id for unit in position.of(side, point)) for side in SIDES}
    table.tell(BattleBegan("senshi 8.0-a", point, attacker, units, rounds))
    winner = _fought(table, battle)
    table.tell(BattleEnded("senshi 8.4(1)-a", point, winner))
    if winner == JAPAN and battle.moved_by("J05"):
        _must_withdraw(table, battle)
    elif winner and table.position.ships(winner, point):
        _withdraw(table, battle, winner, "victory", "senshi 8.4(1)-a")
    occupation.revert(table)


def _fought(table: Table, battle: Fight) -> Side:
    """The winner, NOBODY where no unit is left."""
    if cards_at_the_start(table, battle):
        return ALLIES
    if (winner := _decided(table.position, battle)) is not None:
        return winner
    for battle.number in range(1, battle.rounds + 1):
        table.tell(RoundBegan("senshi 8.1-a", battle.point, battle.number))
        if (winner := _round(table, battle)) is not None:
            return winner
    _must_withdraw(table, battle)
    return battle.defender


def _round(table: Table, battle: Fight) -> Side | None:
    """Air strikes, surface combat, and who goes then (senshi 8.1(1) to 8.1(3)); None if the battle goes on."""
    if not battle.moved_by("J05") and _air_strikes(table, battle):
        if (winner := _decided(table.position, battle)) is not None:
            return winner
        if winner := _one_withdraws(table, battle, "after-air", "senshi 8.1(1)-b"):
            return winner
    if _wants_surface_combat(table, battle):
        _surface_combat(table, battle)
        if (winner := _decided(table.position, battle)) is not None:
            return winner
    if battle.moved_by("J05"):
        return None
    if winner := _one_withdraws(table, battle, "after-surface", "senshi 8.1(2)-b"):
        return winner
    if battle.number == battle.rounds:
        return None
    if not _extends(table, battle):
        return battle.defender
    return battle.attacker if _withdraw(table, battle, battle.defender, "extended", "senshi 8.4(3)-a") else None


def _decided(position: Position, battle: Fight) -> Side | None:
    """The winner if a side has no units left (senshi 8.4(1)-a); None while both have some."""
    left = [side for side in SIDES if position.of(side, battle.point)]
    return None if len(left) == len(SIDES) else left[0] if left else NOBODY


# -- cards ---------------------------------------------------------------------------------------------------------


def cards_at_the_start(table: Table, battle: Fight) -> bool:
    """What is played at the start of the battle (senshi 8.0-c); True if Japan withdraws by it (senshi CARD-J11)."""
    for played in windows.alternately(table, (windows.BATTLE,), "senshi 8.0-c", battle.about):
        if played.event.id == "J11":
            port = table.ask(retreat.demand(table.position, JAPAN, battle.point, "withdrawal", "senshi CARD-J11",
                                            staying=""))[0]
            retreat.leave(table, JAPAN, battle.point, port, "card")
            return True
        if played.event.id == "A14":
            _torpedoes(table, battle, played.event)
        battle.played.append(played.event)
        if _decided(table.position, battle) is not None:
            break
    return False


def _torpedoes(table: Table, battle: Fight, event: CardEvent) -> None:
    """A surface attack at once, whose hits Japan allocates (senshi CARD-A14)."""
    ships = table.position.ships(JAPAN, battle.point)
    hits = attacks.roll(table, Attack(event.id, ALLIES, battle.point, (), event.numbers["strength"]))
    damage.suffer(table, battle.point, allocation.allocate(table, battle.point, ships, Share(JAPAN, hits, False)))


def shifts(battle: Fight, side: Side, kind: str) -> Shifts:
    """The shifts of cards for an attack of a side (senshi CARD-A04, CARD-A06, CARD-A07, CARD-J03)."""
    shifts = []
    for event in battle.played:
        own = event.side == side
        columns = event.numbers.get("shift" if own else "enemy_shift", 0)
        counts = event.id == "A04" or kind == {"A06": SURFACE, "A07": AIR_STRIKE}.get(event.id)
        if columns and counts:
            shifts.append((f"card:{event.id}", columns))
    event_ = battle.event
    if event_ and event_.id == "J03" and side == JAPAN and kind == AIR_STRIKE and (
            battle.number <= event_.numbers["rounds"]):
        shifts.append((f"card:{event_.id}", event_.numbers["shift"]))
    return tuple(shifts)


# -- air strikes (8.1(1)) --------------------------------------------------------------------------------------------


def _air_strikes(table: Table, battle: Fight) -> bool:
    """The attacker strikes if he has a carrier, the defender if he has a carrier or land-based air; damage is
    simultaneous (senshi 8.1(1)-a, 8.3-a). False where nobody can (senshi 8.1.2-a)."""
    forces = {side: table.position.of(side, battle.point) for side in SIDES}
    strikers = [side for side in (battle.attacker, battle.defender)
                if carriers(forces[side]) or (side == battle.defender and aircraft(forces[side]))]
    hits: dict[str, int] = {}
    for side in strikers:
        hits |= air_strike(table, battle.point, side, _strikers(forces[side]), forces[ENEMY[side]],
                           shifts(battle, side, AIR_STRIKE), divisor(battle, side), dict(battle.about))
    damage.suffer(table, battle.point, hits)
    return bool(strikers)


def _strikers(units: Sequence[Unit]) -> list[Unit]:
    return [*carriers(units), *aircraft(units)]


def divisor(battle: Fight, side: Side) -> int:
    """Japan's air strength is halved (senshi CARD-A12)."""
    return next((event.numbers["divisor"] for event in battle.played if event.id == "A12" and side == JAPAN), 1)


def air_strike(table: Table, point: str, side: Side, strikers: Sequence[Unit], targets: Sequence[Unit], cards: Shifts,
               divisor: int, about: dict[str, object], *, shifted: bool = True,
               allocator: Side = "") -> dict[str, int]:
    """One air strike up to the hits by unit; the striker allocates them (senshi 8.2(4)-a), or the Allies half of them,
    rounded up, where they say so before Japan's die (senshi CARD-A03; R C-23).

    Args:
        shifted: whether there are shifts at all (senshi CARD-J14).
        allocator: who allocates instead of the striker.
    """
    shared = side == JAPAN and windows.ask(table, ALLIES, (windows.AIR_STRIKE,), "senshi CARD-A03", about)
    shifts = attacks.air_shifts(table.position, strikers, targets, cards) if shifted else ()
    hits = attacks.roll(table, Attack(AIR_STRIKE, side, point, strikers, air_strength(table.position, strikers), shifts,
                                      divisor))
    own = hits // 2 if shared else hits
    shares = [Share(allocator or side, own, not allocator or allocator == side)]
    if shared:
        shares.append(Share(ALLIES, hits - own, fires=False))
    return dict(allocation.allocate(table, point, targets, *(share for share in shares if share.hits)))


# -- surface combat (8.1(2)) -----------------------------------------------------------------------------------------


def _wants_surface_combat(table: Table, battle: Fight) -> bool:
    """The attacker decides (senshi 8.1(2)-a, 8.1.1-a); by J05 it is what he came for (senshi CARD-J05)."""
    if battle.moved_by("J05"):
        return True
    answers = {keyword: Understood(keyword == ENGAGE, ordered(keyword)) for keyword in (ENGAGE, AVOID)}
    wanted: bool = table.ask(Demand(
        battle.attacker, "surface", "senshi 8.1(2)-a", frozenset(answers), lambda order: answers[order.keyword],
        lambda: [answer.order for answer in answers.values()], battle.about, standing=True))[0]
    return wanted


def _surface_combat(table: Table, battle: Fight) -> None:
    """Both attack once, the attacker first; damage is simultaneous (senshi 8.1(2)-a, 8.3-a) unless Japan's counts before
    the Allies fire (senshi CARD-J08). No hit is for land-based air (senshi 8.2.2-a) unless J07 says so."""
    now: set[str] = set()
    for played in windows.alternately(table, (windows.SURFACE,), "senshi 8.0-c", battle.about):
        now.add(played.event.id)
        if played.event.id == "A06":
            battle.played.append(played.event)
    japan_first = "J08" in now
    order = (JAPAN, ALLIES) if japan_first else (battle.attacker, battle.defender)
    hits: dict[str, int] = {}
    for side in order:
        hits |= _gunfire(table, battle, side, on_air="J07" in now and side == JAPAN)
        if japan_first and side == JAPAN:
            damage.suffer(table, battle.point, hits)
            hits = {}
    damage.suffer(table, battle.point, hits)


def _gunfire(table: Table, battle: Fight, side: Side, *, on_air: bool) -> dict[str, int]:
    """The surface attack of a side; the side under fire allocates (senshi 8.2(4)-a)."""
    position = table.position
    own, under_fire = position.ships(side, battle.point), position.ships(ENEMY[side], battle.point)
    planes = aircraft(position.of(ENEMY[side], battle.point)) if on_air else []
    if not own or not (under_fire or planes):
        return {}
    hits = attacks.roll(table, Attack(SURFACE, side, battle.point, own, gunnery(position, own),
                                      shifts(battle, side, SURFACE)))
    return dict(allocation.allocate(table, battle.point, [*under_fire, *planes], Share(ENEMY[side], hits, False),
                                    aircraft=1 if planes else 0))


# -- after the strikes (8.4) -----------------------------------------------------------------------------------------


def _one_withdraws(table: Table, battle: Fight, code: str, rule: str) -> Side | None:
    """Attacker, then defender, decide whether to retreat (senshi 8.1(1)-b, 8.1(2)-b); the other one wins then
    (senshi 8.4(3)-c)."""
    for side in (battle.attacker, battle.defender):
        if _withdraw(table, battle, side, code, rule):
            return ENEMY[side]
    return None


def _withdraw(table: Table, battle: Fight, side: Side, code: str, rule: str) -> bool:
    """Whether a side retreats, and with it all its units (senshi 8.4.1-a)."""
    port = table.ask(retreat.demand(table.position, side, battle.point, code, rule))[0]
    if port is None:
        return False
    retreat.leave(table, side, battle.point, port, "battle")
    return True


def _extends(table: Table, battle: Fight) -> bool:
    """The attacker goes on for another round, or retreats (senshi 8.1(3)-a, 8.4(2)-a)."""
    port = table.ask(retreat.demand(table.position, battle.attacker, battle.point, "extension", "senshi 8.1(3)-a",
                                    staying=EXTEND))[0]
    if port is None:
        return True
    retreat.leave(table, battle.attacker, battle.point, port, "battle")
    return False


def _must_withdraw(table: Table, battle: Fight) -> None:
    """After the last round the attacker retreats (senshi 8.4.2-a)."""
    port = table.ask(retreat.demand(table.position, battle.attacker, battle.point, "retreat", "senshi 8.4.2-a",
                                    staying=""))[0]
    retreat.leave(table, battle.attacker, battle.point, port, "battle")
