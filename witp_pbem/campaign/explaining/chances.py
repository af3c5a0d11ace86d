"""How likely the outcomes were of the battles a story tells of.

Each battle is fought again in memory, from the recorded step and by the game's own rules, over all that its dice can
show; whatever was recorded before them stands. The dice of a battle are those thrown for its place since the last
decision, card, ruling or battle. Only what everybody can read counts, so that every copy of a campaign says the same.
Nothing is said of a battle without dice, or one that not its dice alone decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Protocol

from witp_pbem.campaign.folder.campaign import Campaign, Source
from witp_pbem.campaign.folder.fates import NoFate
from witp_pbem.campaign.folder.recorded_rulings import ReadRuling, read
from witp_pbem.table.acts import Act, Rolled
from witp_pbem.table.chart import Clash
from witp_pbem.table.demand import Demand, Order, SittingEnds
from witp_pbem.table.dice_table import DiceTable, SharedPositions
from witp_pbem.table.event import Event, texts
from witp_pbem.table.game import Game
from witp_pbem.table.odds import Dice, Estimate, odds
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.sitting import CannotRule, GameRules, sit
from witp_pbem.table.story import Happening
from witp_pbem.table.table import Diverged
from witp_pbem.table.tuples import NamedTuple

MOST_PLAYS = 216  # of one battle; where the dice can fall in more ways, plays are sampled
MOST_KEPT = 1000  # battles of a game whose chances are kept in memory

ItemPlace = tuple[int, int]  # the entry of the logbook, and the number of the act in it


class LogbookHappening(Happening, Protocol):
    """An act of the logbook: its entry, and its number there."""

    @property
    def entry(self) -> int: ...

    @property
    def number(self) -> int: ...


class BattleChances(NamedTuple):
    """How likely the outcomes of a battle were before its dice fell.

    Attributes:
        winners: how likely each side was to win, "" for nobody; empty for a battle that nobody can win.
        same: how likely just the outcome was that was recorded.
    """

    winners: Mapping[str, Estimate]
    same: Estimate


class Outcome(NamedTuple):
    """An outcome of a battle: the side that won it, "" for none, and whether all is as it was recorded."""

    winner: str
    is_same: bool


class OtherThanDice(Exception):  # noqa: N818 - what a battle is like, no error
    """Not its dice alone decided a battle."""


class Chances(Mapping[ItemPlace, BattleChances]):
    """Those of the battles of a story, by their places; reckoned when first looked at.

    Args:
        acts: those of the campaign up to the end of the story.
        story: those of the story.
    """

    def __init__(self, campaign: Campaign, acts: Sequence[LogbookHappening],
                 story: Sequence[LogbookHappening]) -> None:
        self.campaign, self.acts = campaign, acts
        self.in_story = frozenset((item.entry, item.number) for item in story)

    @cached_property
    def battles(self) -> Mapping[ItemPlace, BattleChances]:
        """All there are."""
        return dict(self._battles())

    def _battles(self) -> Iterator[tuple[ItemPlace, BattleChances]]:
        game, begin = self.campaign.game, 0
        for number, item in enumerate(self.acts):
            place = item.entry, item.number
            if place in self.in_story and (clashes := game.narration.clashes([item])):
                chances = self._of(self.acts[begin:number + 1], clashes[0])
                yield from [(place, chances)] if chances else []
            if isinstance(item.act, Event) and game.is_step_start(item.act):
                begin = number + 1

    def _of(self, step: Sequence[LogbookHappening], clash: Clash) -> BattleChances | None:
        """Those of a battle; reckoned once for all readers of a report."""
        kept = reckoned(self.campaign.game)
        key = self.campaign.entries[step[-1].entry]["hash"], step[-1].number
        if key not in kept:
            kept[key] = battle_chances(self.campaign.game, step, clash, self.rulings)
            if len(kept) > MOST_KEPT:
                del kept[next(iter(kept))]
        return kept[key]

    @cached_property
    def rulings(self) -> Mapping[Source, Order]:
        """Every ruling that changed the position."""
        rulings = ((source, read(ruling, self.campaign.game, source)) for source, ruling, _ in self.campaign.rulings())
        return {source: ruled.order for source, ruled in rulings if isinstance(ruled, ReadRuling) and not ruled.player}

    def __getitem__(self, place: ItemPlace) -> BattleChances:
        return self.battles[place]

    def __iter__(self) -> Iterator[ItemPlace]:
        return iter(self.battles)

    def __len__(self) -> int:
        return len(self.battles)


@lru_cache(maxsize=8)
def reckoned(game: Game) -> dict[tuple[str, int], BattleChances | None]:
    """The chances of battles that were reckoned, by the hash of the entry, which holds for all before it, too, and the
    number of the act."""
    return {}


class BattleTable(DiceTable):
    """The table of one play, which ends with the first new battle.

    Attributes:
        answers: by the number of the act, the recorded answers as they were understood in an earlier play.
        fought: that battle, and its event.
    """

    def __init__(self, rules: GameRules, *arguments: Any, dice: Dice, answers: dict[int, Any]) -> None:
        super().__init__(rules, *arguments, dice=dice)
        self.clashes, self.answers = rules.game.narration.clashes, answers
        self.fought: tuple[Clash, Event] | None = None

    def tell(self, *events: Event) -> None:
        for event in events:
            is_new, before = not self._replaying(), self.position
            super().tell(event)
            happening = NewEvent(before.step, event, before, self.position)
            if is_new and (clashes := self.clashes([happening])):
                self.fought = clashes[0], event
                raise SittingEnds

    def ask(self, *demands: Demand) -> list[Any]:
        if self._next() is None and any(demand.sole is None for demand in demands):
            raise SittingEnds
        return super().ask(*demands)

    def _replay(self, demand: Demand, recorded: Act) -> Any:
        number = len(self.acts)
        if number not in self.answers:
            self.answers[number] = super()._replay(demand, recorded)
        return self.answers[number]


class NewEvent(NamedTuple):
    """A new event of a play, as narrations want it."""

    step: str
    act: Event
    position_before: Any
    position_after: Any
    sitting: int = 0
    odds: str = ""


def battle_chances(game: Game, step: Sequence[LogbookHappening], clash: Clash,
                   rulings: Mapping[Source, Order]) -> BattleChances | None:
    """The chances of a battle; None where not its dice alone decided it, or the rules now play it otherwise.

    Args:
        step: the acts of its step, the battle the last of them.
        rulings: by source, all that may have been carried out.
    """
    *before, fought = step
    first = _first_dice(game, before, clash)
    if first is None:
        return None
    record, rules, answers = [item.act for item in before[:first]], SharedPositions(game, rulings), dict[int, Any]()
    for item in before:
        if isinstance(item.act, Event):
            rules.keep(item.position_before, item.act, item.position_after)

    def play(dice: Dice) -> Outcome:
        tables: list[BattleTable] = []

        def seat(_: GameRules, *arguments: Any) -> BattleTable:
            tables.append(BattleTable(rules, *arguments, dice=dice, answers=answers))
            return tables[0]

        sit(game, step[0].position_before, record, PendingOrders(), NoFate(), make=seat)
        if tables[0].fought is None:
            raise OtherThanDice
        return Outcome(tables[0].fought[0].winner, tables[0].fought[1] == fought.act)

    try:
        reckoned_odds = odds(play, f"{fought.entry} {fought.number}", MOST_PLAYS)
    except (Diverged, CannotRule, OtherThanDice):
        return None
    winners = {outcome.winner for outcome in reckoned_odds.chances}
    return BattleChances(
        {side: reckoned_odds.mean(lambda outcome, side=side: outcome.winner == side)  # type: ignore[misc]
         for side in (*game.sides, "") if side in winners and winners != {""}},
        reckoned_odds.mean(lambda outcome: outcome.is_same))


def _begins(act: Act, clash: Clash) -> bool:
    return isinstance(act, Event) and act.code() == clash.began and clash.place in texts(act)


def _first_dice(game: Game, before: Sequence[LogbookHappening], clash: Clash) -> int | None:
    """The number of the first dice of a battle among the acts of its step before it; None for a battle without. One
    that has a beginning of its own has those since then, whatever was decided between them."""
    if clash.began:
        begun = next((number for number in range(len(before) - 1, -1, -1) if _begins(before[number].act, clash)), 0)
        return next((number for number in range(begun, len(before)) if isinstance(before[number].act, Rolled)), None)
    first = None
    for number in range(len(before) - 1, -1, -1):
        act = before[number].act
        if isinstance(act, Rolled) and act.label.values.get("place", clash.place) == clash.place:
            first = number
        elif not isinstance(act, Event) or clash.place not in texts(act) or game.narration.clashes([before[number]]):
            break
    return first
