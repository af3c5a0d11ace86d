"""Battles reckoned a second time, from the counters and the tables alone: what the rules told of a run of operations
and supply phases must be what anybody at the table would find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from witp_pbem.games.taiheiyo_senshi.board import changes
from witp_pbem.games.taiheiyo_senshi.board import events as e
from witp_pbem.games.taiheiyo_senshi.board.state import AIR, ALLIES, CARRIER, ENEMY, JAPAN, SIDES, Position, Unit
from witp_pbem.table.event import Event

LOWEST = (1, 2, 3, 4, 6, 8, 10, 13, 16, 20, 26, 31)  # of each column
STRIKES = ("J01", "J13", "J14", "A01", "A08")
FAR = 10 ** 6


@dataclass
class Reckoning:
    """What has been seen of the run so far.

    Attributes:
        position: before the event that is looked at.
        battle: the last battle, None before the first.
        movement: what the last group had left.
        cards: events played in the battle, or for the operation in which it is fought.
        round: of the battle.
        attack: the attack whose hits are being allocated; allocated: how many so far, by unit.
        hits: allocated and not yet applied, by unit.
        seen: how often each kind of thing was looked at.
    """

    position: Position
    battle: e.BattleBegan | None = None
    movement: int = 0
    cards: list[str] = field(default_factory=list)
    round: int = 0
    attack: e.AttackMade | None = None
    allocated: Counter[str] = field(default_factory=Counter)
    hits: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)

    def watch(self, acts: Iterable[object]) -> None:
        """Looks at everything that happened, in order."""
        for act in acts:
            if isinstance(act, Event):
                self._look(act)
                self.position = changes.apply(self.position, act)

    def _look(self, event: Event) -> None:
        if self.attack and not isinstance(event, e.HitsAllocated):
            self._spread(self.attack)
            self.attack = None
        self.seen[event.code()] += 1
        if isinstance(event, e.OperationBegan):
            self.cards, self.movement = [], 0
            alone(self.position)
        elif isinstance(event, e.CardPlayed):
            self.cards.append(event.effect)
        elif isinstance(event, e.ShipsMoved) and not event.sortie:
            self.movement = event.left
        elif isinstance(event, e.BattleBegan):
            self._began(event)
        elif isinstance(event, e.RoundBegan):
            self.round = event.number
            self.seen["later-round"] += event.number > 1
        elif isinstance(event, e.AttackMade):
            self._attacked(event)
        elif isinstance(event, e.HitsAllocated):
            self.allocated += Counter(event.hits)
        elif isinstance(event, e.ShipDamaged):
            self._damaged(event)
        elif isinstance(event, e.SentToTrack | e.UnitsRemoved) and event.units[0] in self.hits:
            (unit,) = event.units
            back = self.position.turn + self.hits.pop(unit)
            assert event.turn == back if isinstance(event, e.SentToTrack) else back > 5, event
        elif isinstance(event, e.UnitsRetreated):
            self._retreated(event)
        elif isinstance(event, e.ShipsRelocated):
            self._relocated(event)
        elif isinstance(event, e.BattleEnded):
            self._ended(event)
        elif isinstance(event, e.PortCaptured | e.CaptureFailed):
            self._tried(event)

    def _began(self, event: e.BattleBegan) -> None:
        self.battle, self.round = event, 0
        if strikes := [card for card in self.cards if card in STRIKES]:
            assert event.rounds == 1 and event.attacker == (JAPAN if strikes[-1][0] == "J" else ALLIES)
            return
        self.cards = [card for card in self.cards if card in ("J03", "J05")]
        assert event.rounds == (1 if "J05" in self.cards else 1 + max(self.movement, 0)), event
        assert event.units == {side: ids(self.position.of(side, event.point)) for side in SIDES}

    # -- one attack -------------------------------------------------------------------------------------------------

    def _attacked(self, event: e.AttackMade) -> None:
        assert not self.allocated
        self.attack = event
        if event.kind not in ("air", "surface"):
            assert event.used == 3 and not event.shifts
        else:
            units = [self.position.units[unit] for unit in event.units]
            self._strength(event, units)
        index = max((number for number, low in enumerate(LOWEST) if low <= event.used), default=-FAR)
        index = min(index + sum(columns for _, columns in event.shifts), len(LOWEST) - 1)
        if index < 0:
            assert (event.column, event.die, event.hits) == ("", None, 0), event
        else:
            column = self.position.data.columns[index]
            assert event.die is not None
            assert (event.column, event.hits) == (column.label, column.hits[event.die - 1]), event

    def _strength(self, event: e.AttackMade, units: Sequence[Unit]) -> None:
        """Who takes part, and with what: their strength, what halves it, what shifts its column."""
        assert self.battle is not None
        printed = [self.position.data.units[unit.id] for unit in units]
        enemies = self.position.of(ENEMY[event.side], event.point)
        divisor, shifts = 1, 0
        if "A04" in self.cards:
            shifts += 2 if event.side == ALLIES else -2
        if event.kind == "surface":
            assert ids(units) == ids(unit for unit in self.position.ships(event.side, event.point)
                                     if unit.kind != CARRIER)
            assert event.strength == sum(value.gunnery for value in printed)
            shifts += 2 if "A06" in self.cards and event.side == ALLIES else 0
        else:
            assert event.strength == sum(value.air for value in printed)
            shifts -= sum(unit.kind == CARRIER for unit in enemies) > sum(unit.kind == CARRIER for unit in units)
            shifts -= any(unit.kind == AIR for unit in enemies)
            shifts -= "A07" in self.cards and event.side == JAPAN
            shifts += 2 * ("J03" in self.cards and event.side == JAPAN and self.round == 1)
            shifts += 2 * ("J01" in self.cards or "A08" in self.cards) + ("A01" in self.cards)
            divisor = (2 if "A12" in self.cards and event.side == JAPAN else 1) * (2 if "J13" in self.cards else 1)
            if not set(self.cards) & set(STRIKES):
                defends = event.side != self.battle.attacker
                assert set(ids(units)) == set(ids(
                    unit for unit in self.position.of(event.side, event.point)
                    if unit.kind == CARRIER or (unit.kind == AIR and defends)))
        assert event.used == event.strength // divisor, event
        assert sum(columns for _, columns in event.shifts) == (0 if "J14" in self.cards else shifts), event

    def _spread(self, attack: e.AttackMade) -> None:
        """All hits of an attack were allocated, as evenly as can be."""
        if attack.kind in ("air", "surface", "A14"):
            targets = self.position.of(ENEMY[attack.side], attack.point)
            if attack.kind != "air":
                targets = [unit for unit in targets if unit.is_ship]
            if attack.kind != "surface" or "J07" not in self.cards:
                assert self.allocated.total() == (attack.hits if targets else 0), (attack, self.allocated)
                taken = [self.allocated[unit.id] for unit in targets]
                assert not taken or max(taken) - min(taken) <= 1, (attack, self.allocated)
                assert set(self.allocated) <= {unit.id for unit in targets}
        self.hits += self.allocated
        self.allocated = Counter()

    def _damaged(self, event: e.ShipDamaged) -> None:
        printed = self.position.data.units[event.unit]
        assert len(event.dice) == self.hits.pop(event.unit), event
        total = sum(event.dice) - (len(event.dice) if printed.heavy else 0)
        if total > printed.defence or (printed.heavy and 6 in event.dice):
            fate = "sunk"
        elif not total:
            fate = "unharmed"
        else:
            fate = "damaged" if self.position.turn + total <= 5 else "too-late"
        assert (event.total, event.fate) == (total, fate), event
        assert event.turn == (self.position.turn + total if fate == "damaged" else 0), event

    # -- after it ---------------------------------------------------------------------------------------------------

    def _retreated(self, event: e.UnitsRetreated) -> None:
        for unit in event.units:
            assert event.point in homes(self.position, self.position.units[unit], event.origin), event

    def _relocated(self, event: e.ShipsRelocated) -> None:
        for name in event.units:
            unit = self.position.units[name]
            if self.battle:
                assert not homes(self.position, unit, event.origin), event
            far = distances(self.position, event.origin)
            ports = {port: far.get(port, FAR) for port in own_ports(self.position, unit) if port != event.origin}
            assert ports[event.point] == min(ports.values()), event

    def _ended(self, event: e.BattleEnded) -> None:
        assert self.battle is not None
        assert not self.hits and not self.allocated
        left = [side for side in SIDES if self.position.of(side, event.point)]
        if not set(self.cards) & {*STRIKES, "J05"}:
            assert left == ([event.winner] if event.winner else []), event
            assert self.round <= self.battle.rounds

    def _tried(self, event: e.PortCaptured | e.CaptureFailed) -> None:
        units = self.position.of(event.side, event.point)
        printed = [self.position.data.units[unit.id] for unit in units]
        total = sum(value.air + value.gunnery for value in printed)
        guarded = event.side == ALLIES and self.position.guarded == event.point
        assert any(unit.is_ship for unit in units), event
        assert (event.strength, event.ground) == (total, total // 20), event
        assert event.needed == self.position.data.map[event.point].score + guarded, event
        assert isinstance(event, e.PortCaptured) == (event.ground + event.added >= event.needed), event


def ids(units: Iterable[Unit]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)


def alone(position: Position) -> None:
    """Nobody shares a point with the enemy, and air units no base with another."""
    for point in position.data.map.points:
        assert not (position.of(JAPAN, point) and position.of(ALLIES, point)), point
        for side in SIDES:
            assert len(position.of(side, point, AIR)) <= 1 or owns(position, side, point), point


def owns(position: Position, side: str, point: str) -> bool:
    """Whether a point is a side's port."""
    return position.held.get(point) == side and (position.ports.get(point) == side or point == position.train)


def own_ports(position: Position, unit: Unit) -> list[str]:
    """The ports of a unit's side which it may be in."""
    barred = {"west_coast": ("us", "allies"), "madagascar": ("uk", "netherlands", "allies")}
    return [point for point in position.data.map.points if owns(position, unit.side, point)
            and unit.nation in barred.get(point, (unit.nation,))]


def homes(position: Position, unit: Unit, start: str) -> list[str]:
    """The ports to which a ship can retreat: over open routes, past no enemy units and through nothing he occupies."""
    enemy = ENEMY[unit.side]
    shut = {point for point in position.data.map.points
            if position.of(enemy, point) or position.held.get(point) == enemy}
    near = distances(position, start, shut)
    return [port for port in own_ports(position, unit) if port in near and port != start]


def distances(position: Position, start: str, shut: Iterable[str] = ()) -> Mapping[str, int]:
    """How far every point is over open routes, not entering some that are shut."""
    closed, best, queue = set(shut), {start: 0}, [(0, start)]
    while queue:
        length, here = heappop(queue)
        for there in position.data.map.joined(here, position.opened):
            farther = length + position.data.map.length(here, there)
            if there not in closed and farther < best.get(there, FAR):
                best[there] = farther
                heappush(queue, (farther, there))
    return best
