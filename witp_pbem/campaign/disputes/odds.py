"""How likely what may come of a battle is: the coming steps are played in memory over all dice.

Nobody is waited for: where no order at hand answers, a side passes if it may, else it takes the first of its choices;
what was so decided is part of the answer. Nothing is recorded, no luck is spent, and no card is looked at that whoever
asks may not see.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any, Protocol

from witp_pbem.campaign.disputes.preview import ThrowAway, face_down, suppose
from witp_pbem.campaign.folder.campaign import Campaign, Source
from witp_pbem.campaign.orders.check import Checked
from witp_pbem.campaign.sitting.adjudicate import Stopped, TurnTable, divergence
from witp_pbem.table import as_recorded
from witp_pbem.table.acts import Act
from witp_pbem.table.canonical import digest
from witp_pbem.table.cases import CaseOpening
from witp_pbem.table.chart import Clash
from witp_pbem.table.demand import Demand, Due, Order, SittingEnds, Understood
from witp_pbem.table.dice import Die
from witp_pbem.table.dice_table import DiceTable, SharedPositions
from witp_pbem.table.event import Event, texts
from witp_pbem.table.game import Game
from witp_pbem.table.manual_dice import CaseFate
from witp_pbem.table.odds import Dice, LedBack, Odds, odds
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.sitting import GameRules, sit
from witp_pbem.table.table import Diverged, Fate, Table
from witp_pbem.table.tuples import NamedTuple


class BattleResult(NamedTuple):
    """A battle of a play.

    Attributes:
        place: its place.
        kind: in words.
        winner: the side that won it, "" for none.
        losses: what each side lost from its beginning to that of the next one, in the order of `Game.sides`.
    """

    place: str
    kind: str
    winner: str
    losses: tuple[int, ...]


class Aftermath(NamedTuple):
    """What came of a play.

    Attributes:
        battles: those fought, in order.
        losses: what each side lost in all of them together, in the order of `Game.sides`.
    """

    battles: tuple[BattleResult, ...]
    losses: tuple[int, ...]


class Assumption(NamedTuple):
    """A decision that no order answered.

    Attributes:
        side: whose it is.
        demand, about: what was to be decided, as in the first play that came to it.
        order: the value of the order taken instead, None for nothing.
    """

    side: str
    demand: str
    about: Mapping[str, Any]
    order: Mapping[str, Any] | None


class BattleOdds(NamedTuple):
    """What may come of the battles that are due, or that orders lead to.

    Attributes:
        odds: of what comes of them.
        assumed: the decisions no order answered, one of each side and kind.
        stopped: what was owed where a play ended early.
        is_made_up: whether cards were drawn that nobody can know.
    """

    odds: Odds[Aftermath]
    assumed: tuple[Assumption, ...]
    stopped: tuple[Due, ...]
    is_made_up: bool = False

    @property
    def battles(self) -> tuple[tuple[str, str, int], ...]:
        """Place, kind and number, from 0, of each battle that may be fought; several of one kind at one place are
        numbered. In the order of the play that has most of them."""
        plays = sorted((numbered(aftermath) for aftermath in self.odds.chances), key=len, reverse=True)
        return tuple(dict.fromkeys(battle for battles in plays for battle in battles))


def numbered(aftermath: Aftermath) -> dict[tuple[str, str, int], BattleResult]:
    """The battles of a play by place, kind and number, from 0."""
    battles: dict[tuple[str, str, int], BattleResult] = {}
    for battle in aftermath.battles:
        number = sum(key[:2] == battle[:2] for key in battles)
        battles[battle.place, battle.kind, number] = battle
    return battles


class NewEvent(NamedTuple):
    """A new event of a play, as narrations want it."""

    step: str
    act: Event
    position_before: Any
    position_after: Any
    sitting: int = 0
    odds: str = ""


class BattleBegun(NamedTuple):
    """A battle of a play, and the position in which it began."""

    clash: Clash
    position: Any


class PlayFate(Fate, Protocol):
    """A fate from which several plays can go on."""

    def copy(self) -> PlayFate: ...


class Start(NamedTuple):
    """Where plays begin: a position, and what a sitting from there needs besides.

    Attributes:
        record: what is recorded behind the position.
        orders: those pending, by side.
        edits: the rulings not carried out yet.
        fate: where cards come from.
    """

    position: Any
    record: Sequence[Act]
    orders: Mapping[str, Sequence[Order]]
    edits: Sequence[Source]
    fate: PlayFate


class OddsTable(DiceTable, TurnTable):
    """The table of one play of many: its dice are given, and nobody is waited for.

    Attributes:
        battles: those fought so far, in order.
        assumed: by side and code of the demand, the decisions no order answered.
        start: the beginning of the last step before the first new dice.
    """

    def __init__(self, rules: GameRules, position: Any, record: Sequence[Act], pending: PendingOrders, fate: PlayFate,
                 edits: Sequence[tuple[int, int]], *, dice: Dice,
                 assumed: dict[tuple[str, str], Assumption]) -> None:
        super().__init__(rules, position, record, pending, fate, edits, dice=dice)
        self.game, self.assumed, self.play_fate = rules.game, assumed, fate
        self.clashes = rules.game.narration.clashes
        self.battles: list[BattleBegun] = []
        self.events: list[tuple[Event, Any]] = []  # each with the position before it
        self.start: Start | None = None

    def begin(self, phase: str) -> None:
        super().begin(phase)
        if not self._replaying() and not self.dice.throws:
            orders = {side: tuple(orders) for side, orders in self.pending.orders.items()}
            self.start = Start(self.position, (), orders, tuple(self.edits), self.play_fate.copy())

    def roll_all(self, *rolls: tuple[Phrase, int, Die], comes_to: Callable[..., Hashable],
                 again: bool = False) -> tuple[tuple[int, ...], ...]:
        if self._next() is not None:
            return super().roll_all(*rolls, comes_to=comes_to, again=again)
        return self.throw(rolls, comes_to, again)

    def test(self, slot: str, question: str) -> bool | str:
        if self._recorded() is None and self.private(slot) is None:
            raise SittingEnds(face_down(self.game, self.position, slot))
        return super().test(slot, question)

    def tell(self, *events: Event) -> None:
        for event in events:
            is_new, before = not self._replaying(), self.position
            super().tell(event)
            self.events.append((event, before))
            if is_new:
                self.battles += [BattleBegun(clash, self._beginning(clash, before)) for clash in self.clashes(
                    [NewEvent(before.step, event, before, self.position)])]

    def _beginning(self, clash: Clash, before: Any) -> Any:
        """The position in which a battle began: that before its last event, or before the one it began with."""
        return next((position for event, position in reversed(self.events) if clash.began == event.code()
                     and clash.place in texts(event)), before)

    def without_order(self, demand: Demand) -> Understood | None:
        if demand.optional or demand.window:
            return self._assume(demand, Understood(None, None))
        plain = [{"order": "pass"}] if "pass" in demand.keywords else []
        for value in (*plain, *islice(demand.choices(), 1)):
            order = self.game.read_value(value)
            verdict = demand.judge(order) if isinstance(order, Order) else order
            if isinstance(verdict, Understood):
                return self._assume(demand, verdict)
        return None

    def _assume(self, demand: Demand, understood: Understood) -> Understood:
        self.assumed.setdefault((demand.side, demand.code), Assumption(demand.side, demand.code, demand.about,
                                                                       understood.order))
        return understood

    def aftermath(self) -> Aftermath:
        """What came of the play."""
        if not self.battles:
            return Aftermath((), (0,) * len(self.game.sides))
        ends = [*(battle.position for battle in self.battles[1:]), self.position]
        battles = tuple(BattleResult(clash.place, clash.kind, clash.winner, self._losses(start, end))
                        for (clash, start), end in zip(self.battles, ends, strict=False))
        return Aftermath(battles, self._losses(self.battles[0].position, self.position))

    def _losses(self, start: Any, end: Any) -> tuple[int, ...]:
        lost = self.game.narration.losses(start, end)
        return tuple(lost.get(side, 0) for side in self.game.sides)


def of_campaign(campaign: Campaign, files: Sequence[Checked], side: str) -> BattleOdds:
    """The odds of the next battles: of those that are due, or of the first that orders lead to in this turn.

    Args:
        files: checked files that count as though they were submitted.
        side: whose orders on file count and whose cards are known; "" for all, as far as this copy knows them.
    Raises:
        NothingToTry: the game is over.
        Stopped: the rules diverge from the record.
    """
    supposed = suppose(campaign, files, side)
    campaign, available = supposed.campaign, supposed.available
    key = digest(["odds", campaign.entries[-1]["hash"], [checked.text for checked in files]])
    fate = ThrowAway(key, supposed.look, campaign.game.cards, supposed.known, campaign.is_chained)
    start = Start(campaign.state.opening, campaign.state.record, available.pending().orders, available.edits, fate)
    plays = _Plays(campaign.game, start, available.rulings, lambda table: table.position.turn != campaign.turn,
                   campaign.state.stands)
    try:
        return plays.odds(key)
    except Diverged as difference:
        raise Stopped(divergence(campaign, difference)) from difference


def of_case(opening: CaseOpening, game: Game) -> BattleOdds:
    """The odds of the first battles of a case, whatever its dice."""
    orders = PendingOrders(opening.orders.pending).orders
    start = Start(opening.position, (), orders, list(opening.orders.rulings), CaseFate([], opening.cards))
    return _Plays(game, start, opening.orders.rulings, opening.is_over).odds("case")


class _Plays:
    """Plays from one position, each with other dice.

    Attributes:
        is_last: whether a play ends with the step that was just played, even without a battle.
        assumed: by side and code of the demand, the decisions no order answered.
        stopped: by side and code of the demand, what was owed where a play ended early.
        start: where they begin: at the last beginning of a step before the first dice.
        table: that of the last play.
    """

    def __init__(self, game: Game, start: Start, rulings: dict[Source, Order], is_last: Callable[[Table], bool],
                 stands: int = 0) -> None:
        self.game, self.rulings, self.is_last = game, rulings, is_last
        self.rules = SharedPositions(game, rulings)
        self.assumed: dict[tuple[str, str], Assumption] = {}
        self.stopped: dict[tuple[str, str], Due] = {}
        self.kind: Callable[..., Any] = as_recorded.table(OddsTable, stands)
        self.table: OddsTable
        self.start = start
        with suppress(LedBack):
            self.play(Dice())
        self.start = self.table.start or start
        self.kind = OddsTable if self.table.start else self.kind

    def odds(self, key: str) -> BattleOdds:
        """Plays them all."""
        played = odds(self.play, key)
        fate = self.table.play_fate
        is_made_up = isinstance(fate, ThrowAway) and bool(fate.drawn)
        return BattleOdds(played, tuple(self.assumed.values()), tuple(self.stopped.values()), is_made_up)

    def play(self, dice: Dice) -> Aftermath:
        """What comes of one play."""
        pending = PendingOrders([(side, order) for side, orders in self.start.orders.items() for order in orders])
        sitting = sit(self.game, self.start.position, self.start.record, pending, self.start.fate.copy(),
                      rulings=self.rulings, edits=self.start.edits, make=partial(self._seat, dice), stop=self._is_over)
        for due in sitting.dues:
            self.stopped.setdefault((due.demand.side, due.demand.code), due)
        return self.table.aftermath()

    def _seat(self, dice: Dice, rules: GameRules, *arguments: Any) -> Table:
        self.table = self.kind(self.rules, *arguments, dice=dice, assumed=self.assumed)
        return self.table

    def _is_over(self, table: Table) -> bool:
        return self.is_last(table) or bool(self.table.battles)
