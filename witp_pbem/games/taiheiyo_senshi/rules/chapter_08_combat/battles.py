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
    gunners,
    gunnery,
)
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components.windows import Judge
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import occupation
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat import allocation, attacks, damage, retreat
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat.allocation import Share
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat.attacks import AIR_STRIKE, SURFACE, Attack, Shifts
from witp_pbem.table.demand import Demand, Understood
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

ENGAGE, AVOID, EXTEND = "engage", "avoid", "extend"
NOBODY = ""


class Fight(NamedTuple):
    """What of a battle its cards and its rounds say, at one moment of it.

    Attributes:
        point: where. attacker: the side that entered (senshi 8.0-a).
        rounds: how many there can be.
        event: the event by which the attacker moved, None for an ordinary move.
        played: the events in force for the whole battle (senshi CARD-A04, CARD-A06, CARD-A07, CARD-A12), and those that
            have had their effect.
        number: of the round, from 1.
        winner: None while it goes on, NOBODY where no unit is left.
        rule: by which it is won.
    """

    point: str
    attacker: Side
    rounds: int
    event: CardEvent | None = None
    played: tuple[CardEvent, ...] = ()
    number: int = 0
    winner: Side | None = None
    rule: str = ""

    @property
    def defender(self) -> Side:
        return ENEMY[self.attacker]

    @property
    def about(self) -> dict[str, object]:
        """What decisions in it are about."""
        return {"place": self.point, "round": self.number}

    @property
    def goes_on(self) -> bool:
        """Whether nobody has won yet."""
        return self.winner is None

    def moved_by(self, event: str) -> bool:
        """Whether the attacker came by an event."""
        return self.event is not None and self.event.id == event

    def with_event(self, event: CardEvent) -> Fight:
        """The battle with an event played for it."""
        return self._replace(played=(*self.played, event))

    def next_round(self) -> Fight:
        """The battle as its next round begins."""
        return self._replace(number=self.number + 1)

    def won_by(self, winner: Side | None, rule: str = "senshi 8.4(1)-a") -> Fight:
        """The battle with a winner, if anybody is, as no unit of the other side is left."""
        return self._replace(winner=winner, rule=rule)

    def left_by(self, side: Side) -> Fight:
        """The battle as a side has retreated from it: the other one has won (senshi 8.4(2)-a, 8.4(3)-c)."""
        return self.won_by(ENEMY[side], "senshi 8.4(2)-a" if side == self.attacker else "senshi 8.4(3)-c")


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
    units = {side: tuple(unit.id for unit in position.of(side, point)) for side in SIDES}
    table.tell(BattleBegan("senshi 8.0-a", point, attacker, units, rounds))
    battle = _fought(table, Fight(point, attacker, rounds, event))
    winner = battle.winner
    table.tell(BattleEnded(battle.rule, point, winner or NOBODY))
    if winner == JAPAN and battle.moved_by("J05"):
        _must_withdraw(table, battle)
    elif winner and table.position.of(winner, point):
        _withdraws(table, battle, winner, "victory", "senshi 8.4(1)-a", 0)
    occupation.revert(table)


def _fought(table: Table, battle: Fight) -> Fight:
    """The battle at its end, with its winner."""
    battle = cards_at_the_start(table, battle)
    while battle.goes_on and battle.number < battle.rounds:
        battle = battle.next_round()
        table.tell(RoundBegan("senshi 8.1-a", battle.point, battle.number))
        for part in (_air_strikes, _surface_combat, _extension):
            if battle.goes_on:
                battle = part(table, battle)
    if battle.goes_on:
        _must_withdraw(table, battle)
        return battle.left_by(battle.attacker)
    return battle


def _decided(position: Position, battle: Fight) -> Side | None:
    """The winner if a side has no units left (senshi 8.4(1)-a); None while both have some."""
    left = [side for side in SIDES if position.of(side, battle.point)]
    return None if len(left) == len(SIDES) else left[0] if left else NOBODY


# -- cards ---------------------------------------------------------------------------------------------------------


def cards_at_the_start(table: Table, battle: Fight, judged: Judge = windows.never_wrong) -> Fight:
    """The battle with what is played at its start (senshi 8.0-c); the Allies have won it if Japan withdraws by a card
    (senshi CARD-J11) or has no unit left.

    Args:
        judged: why an order for a card of this time cannot be played now.
    """
    for played in windows.alternately(table, (windows.BATTLE,), "senshi 8.0-c", battle.about, judged):
        battle = battle.with_event(played.event)
        if played.event.id == "J11":
            port = table.ask(retreat.demand(table.position, JAPAN, battle.point, "withdrawal", "senshi CARD-J11",
                                            staying=""))[0]
            retreat.leave(table, JAPAN, battle.point, port, "card")
            return battle.won_by(ALLIES, "senshi CARD-J11")
        if played.event.id == "A14":
            _torpedoes(table, battle, played.event)
            if not table.position.of(JAPAN, battle.point):
                return battle.won_by(ALLIES)
    return battle


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


def _air_strikes(table: Table, battle: Fight) -> Fight:
    """The attacker strikes if he has a carrier, the defender if he has a carrier or land-based air; damage is
    simultaneous (senshi 8.1(1)-a, 8.3-a). Then both may retreat (senshi 8.1(1)-b). Where nobody can strike, the step is
    left out (senshi 8.1.2-a), and always after a move by J05."""
    forces = {side: table.position.of(side, battle.point) for side in SIDES}
    strikers = [side for side in (battle.attacker, battle.defender)
                if carriers(forces[side]) or (side == battle.defender and aircraft(forces[side]))]
    if not strikers or battle.moved_by("J05"):
        return battle
    hits: dict[str, int] = {}
    for side in strikers:
        hits |= air_strike(table, battle.point, side, _strikers(forces[side]), forces[ENEMY[side]],
                           shifts(battle, side, AIR_STRIKE), divisor(battle, side), dict(battle.about))
    damage.suffer(table, battle.point, hits)
    return _after(table, battle, "after-air", "senshi 8.1(1)-b", 3 * battle.number - 2)


def _strikers(units: Sequence[Unit]) -> list[Unit]:
    return [*carriers(units), *aircraft(units)]


def divisor(battle: Fight, side: Side) -> int:
    """Japan's air strength is halved (senshi CARD-A12)."""
    return next((event.numbers["divisor"] for event in battle.played if event.id == "A12" and side == JAPAN), 1)


def air_strike(table: Table, point: str, side: Side, strikers: Sequence[Unit], targets: Sequence[Unit], cards: Shifts,
               divisor: int, about: dict[str, object], *, shifted: bool = True,
               allocator: Side = "") -> dict[str, int]:
    """One air strike up to the hits by unit; the striker allocates them (senshi 8.2(4)-a), or the Allies half of them,
    rounded up, where they say so before Japan's die (senshi CARD-A03, FAQ-4; C-23).

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


def _surface_combat(table: Table, battle: Fight) -> Fight:
    """Surface combat if the attacker wants it (senshi 8.1(2)-a); then both may retreat (senshi 8.1(2)-b), but not from
    a battle that J05 has brought about."""
    if _wants_surface_combat(table, battle):
        battle = _exchange_fire(table, battle)
    if battle.moved_by("J05"):
        return battle.won_by(_decided(table.position, battle))
    return _after(table, battle, "after-surface", "senshi 8.1(2)-b", 3 * battle.number - 1)


def _exchange_fire(table: Table, battle: Fight) -> Fight:
    """Both attack once, the attacker first; damage is simultaneous (senshi 8.1(2)-a, 8.3-a) unless Japan's counts
    before the Allies fire (senshi CARD-J08). No hit is for land-based air (senshi 8.2.2-a) unless J07 says so. A06
    stays in force."""
    now = [played.event for played in windows.alternately(table, (windows.SURFACE,), "senshi 8.0-c", battle.about)]
    names = {event.id for event in now}
    battle = battle._replace(played=(*battle.played, *(event for event in now if event.id == "A06")))
    japan_first = "J08" in names
    hits: dict[str, int] = {}
    for side in SIDES if japan_first else (battle.attacker, battle.defender):
        hits |= _gunfire(table, battle, side, on_air="J07" in names and side == JAPAN)
        if japan_first:
            damage.suffer(table, battle.point, hits)
            hits = {}
    damage.suffer(table, battle.point, hits)
    return battle


def _gunfire(table: Table, battle: Fight, side: Side, *, on_air: bool) -> dict[str, int]:
    """The surface attack of a side; the side under fire allocates (senshi 8.2(4)-a)."""
    position = table.position
    own, under_fire = gunners(position.of(side, battle.point)), position.ships(ENEMY[side], battle.point)
    planes = aircraft(position.of(ENEMY[side], battle.point)) if on_air else []
    if not own or not (under_fire or planes):
        return {}
    hits = attacks.roll(table, Attack(SURFACE, side, battle.point, own, gunnery(position, own),
                                      shifts(battle, side, SURFACE)))
    return dict(allocation.allocate(table, battle.point, [*under_fire, *planes], Share(ENEMY[side], hits, False),
                                    aircraft=1 if planes else 0))


# -- after the strikes (8.4) -----------------------------------------------------------------------------------------


def _after(table: Table, battle: Fight, code: str, rule: str, stage: int) -> Fight:
    """After an exchange: nobody is left on a side, or attacker, then defender, decide whether to retreat
    (senshi 8.1(1)-b, 8.1(2)-b); the other one wins then (senshi 8.4(3)-c).

    Args:
        stage: the moment of the battle (`kinds.Retreat.stage`).
    """
    if (winner := _decided(table.position, battle)) is not None:
        return battle.won_by(winner)
    for side in (battle.attacker, battle.defender):
        if _withdraws(table, battle, side, code, rule, stage):
            return battle.left_by(side)
    return battle


def _extension(table: Table, battle: Fight) -> Fight:
    """If there can be another round, the attacker goes on or retreats (senshi 8.1(3)-a, 8.4(2)-a); if he goes on, the
    defender may retreat once more (senshi 8.4(3)-a; C-20)."""
    if battle.number == battle.rounds:
        return battle
    port = table.ask(retreat.demand(table.position, battle.attacker, battle.point, "extension", "senshi 8.1(3)-a",
                                    staying=EXTEND, stage=3 * battle.number))[0]
    if port is not None:
        retreat.leave(table, battle.attacker, battle.point, port, "battle")
        return battle.left_by(battle.attacker)
    return battle.left_by(battle.defender) if _withdraws(table, battle, battle.defender, "extended",
                                                         "senshi 8.4(3)-a", 3 * battle.number) else battle


def _withdraws(table: Table, battle: Fight, side: Side, code: str, rule: str, stage: int) -> bool:
    """Whether a side retreats, and with it all its units (senshi 8.4.1-a). Once it has won, nobody leaves for what was
    to come later: stage 0."""
    port = table.ask(retreat.demand(table.position, side, battle.point, code, rule, stage=stage))[0]
    if port is None:
        return False
    retreat.leave(table, side, battle.point, port, "battle")
    return True


def _must_withdraw(table: Table, battle: Fight) -> None:
    """After the last round the attacker retreats (senshi 8.4.2-a)."""
    port = table.ask(retreat.demand(table.position, battle.attacker, battle.point, "retreat", "senshi 8.4.2-a",
                                    staying=""))[0]
    retreat.leave(table, battle.attacker, battle.point, port, "battle")
