"""The odds of battles, in sections: who wins, what each side may lose, and what all that supposes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from witp_pbem.campaign.disputes.odds import Aftermath, Assumption, BattleOdds, numbered
from witp_pbem.report import phrases
from witp_pbem.report.phrases import off, percent
from witp_pbem.table.game import Game
from witp_pbem.table.language import bracketed, labelled, say
from witp_pbem.table.odds import Estimate
from witp_pbem.table.story import Block, Columns, Paragraph, Section
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import demand_sentence, fill, order_words

MOST_LOST = 3  # the last column of the table of losses counts these and more
NOBODY, NOT_FOUGHT = "", "-"


class Losses(NamedTuple):
    """What a side may lose: steps where counters have several, else counters.

    Attributes:
        mean: on the average.
        error: what the mean may be off by, either way, in 19 of 20 such samples; 0 where it is exact.
        deviation: the standard deviation.
        chances: how likely each number of losses is.
    """

    mean: float
    error: float
    deviation: float
    chances: dict[int, Estimate]


class Battle(NamedTuple):
    """A battle that may be fought.

    Attributes:
        place: its place.
        kind: in words.
        number: from 1, where several of the kind may be fought there.
        fought: how likely it is that it is fought at all.
        winners: how likely each side wins; "" for a battle nobody wins.
        losses: by side, from its beginning to that of the next battle, none where it is not fought.
    """

    place: str
    kind: str
    number: int
    fought: Estimate
    winners: dict[str, Estimate]
    losses: dict[str, Losses]


class Assumed(NamedTuple):
    """A decision that no order at hand answers: whose, its code, and in a sentence what was supposed."""

    side: str
    demand: str
    sentence: str


class OddsResult(NamedTuple):
    """What may come of the next battles.

    Attributes:
        title: of the case, "" for a campaign.
        exact: whether every throw of the dice was counted.
        plays: how many plays were counted.
        battles: none where none is due.
        losses: by side, in all battles together.
        assumed: what was supposed where no order was at hand.
        stopped: what a play could not go on without.
    """

    title: str
    exact: bool
    plays: int
    battles: list[Battle]
    losses: dict[str, Losses]
    assumed: list[Assumed]
    stopped: list[str]


def result(battle_odds: BattleOdds, game: Game, title: str = "") -> OddsResult:
    """The odds as a program gets them."""
    battles = [_battle(battle_odds, key, game) for key in battle_odds.battles]
    totals = {side: _losses(battle_odds, lambda aftermath, index=index: aftermath.losses[index])  # type: ignore[misc]
              for index, side in enumerate(game.sides)}
    assumed = [Assumed(one.side, one.demand, _assumption(one, game)) for one in battle_odds.assumed]
    if battle_odds.is_made_up:
        assumed.append(Assumed("", "cards", say("Cards that are still to be drawn were made up.")))
    return OddsResult(title, battle_odds.odds.is_exact, battle_odds.odds.plays, battles, totals, assumed,
                      [labelled(phrases.side_name(game, due.demand.side), phrases.due_sentence(due, game))
                       for due in battle_odds.stopped])


def _battle(battle_odds: BattleOdds, key: tuple[str, str, int], game: Game) -> Battle:
    place, kind, number = key
    won = {outcome: _outcome(outcome, key) for outcome in battle_odds.odds.chances}
    sides = [side for side in (*game.sides, NOBODY) if side in won.values()]
    return Battle(
        place, kind, number + 1, _chance(battle_odds, lambda aftermath: won[aftermath] != NOT_FOUGHT),
        {side: _chance(battle_odds, lambda aftermath, side=side: won[aftermath] == side)  # type: ignore[misc]
         for side in sides},
        {side: _losses(battle_odds, _lost(key, index)) for index, side in enumerate(game.sides)})


def _outcome(aftermath: Aftermath, key: tuple[str, str, int]) -> str:
    battle = numbered(aftermath).get(key)
    return battle.winner if battle else NOT_FOUGHT


def _lost(key: tuple[str, str, int], index: int) -> Callable[[Aftermath], int]:
    """What a side, by its index, loses in a battle."""
    def lost(aftermath: Aftermath) -> int:
        battle = numbered(aftermath).get(key)
        return battle.losses[index] if battle else 0

    return lost


def _chance(battle_odds: BattleOdds, holds: Callable[[Aftermath], bool]) -> Estimate:
    return battle_odds.odds.mean(holds)


def _losses(battle_odds: BattleOdds, count: Callable[[Aftermath], int]) -> Losses:
    mean = battle_odds.odds.mean(count)
    counts = {outcome: count(outcome) for outcome in battle_odds.odds.chances}
    return Losses(*mean, battle_odds.odds.deviation(count), {
        lost: _chance(battle_odds, lambda aftermath, lost=lost: counts[aftermath] == lost)  # type: ignore[misc]
        for lost in sorted(set(counts.values()))})


def _assumption(assumption: Assumption, game: Game) -> str:
    decision = demand_sentence(assumption.demand, assumption.about, game.catalogue, assumption.side)
    taken = order_words(assumption.order, game.write) or say("nothing")
    return say("{side}: {decision}. Supposed: {order}.",
               side=phrases.side_name(game, assumption.side), decision=decision, order=taken)


# -- for people -------------------------------------------------------------------------------------------------------


def sections(odds: OddsResult, game: Game) -> Iterator[Section]:
    """The odds to be read."""
    head = (_counted(odds) if odds.battles else say("No play came to a battle: they could not go on before one.")
            if odds.stopped else say("There is no battle: none is due, and these orders lead to none."))
    yield Section(odds.title or say("The odds"), (Paragraph(head), *_unordered(odds)))
    for battle in odds.battles:
        yield Section(_title(battle, game), tuple(_blocks(battle, game)))
    if len(odds.battles) > 1:
        yield Section(say("All battles together"), (_table(odds.losses, game),))
    notes = [Paragraph(say("No order at hand answers these decisions. Of each kind the first is named; others are "
                           "supposed in the same way."))] if odds.assumed and odds.battles else []
    notes += [Paragraph(one.sentence) for one in odds.assumed if odds.battles]
    notes += [Paragraph(say("Some plays could not go on. {owed}", owed=owed), tone="strong") for owed in odds.stopped]
    if notes:
        yield Section(say("What this supposes"), tuple(notes))


def _counted(odds: OddsResult) -> str:
    if odds.exact:
        return say("Exact: all throws of the dice were counted, by the game's own rules.")
    return say("Estimated from {count} plays by the game's own rules: there are too many throws of the dice to count "
               "them all. In 19 of 20 such estimates a number is off by no more than stands behind ±.",
               count=odds.plays)


def _unordered(odds: OddsResult) -> Iterator[Paragraph]:
    """That orders would change the numbers, before anybody reads them."""
    if odds.battles and (number := sum(bool(one.side) for one in odds.assumed)):
        yield Paragraph(say.plural(
            number, "No order at hand answers {n} kind of decision; what is supposed instead stands at the end.",
            "No order at hand answers {n} kinds of decisions; what is supposed instead stands at the end."),
            tone="strong")


def _title(battle: Battle, game: Game) -> str:
    title = say("{battle} at {place}", battle=battle.kind[:1].upper() + battle.kind[1:],
                place=fill("{place:place}", {"place": battle.place}, game.catalogue.words))
    return bracketed(title, say("number {number}", number=battle.number)) if battle.number > 1 else title


def _blocks(battle: Battle, game: Game) -> Iterator[Block]:
    if battle.winners.keys() - {NOBODY}:
        yield Paragraph(say("Chances of winning: {chances}.", chances=phrases.winners(battle.winners, game)),
                        tone="strong")
    if battle.fought.value < 1:
        yield Paragraph(say("The chance that it is not fought is {chance}.", chance=percent(
            1 - battle.fought.value, battle.fought.error)), tone="strong")
    yield _table(battle.losses, game)


def _table(losses: dict[str, Losses], game: Game) -> Columns:
    """A row a side: how likely each number of losses is, and their mean and spread."""
    top = min(max((lost for side in losses.values() for lost in side.chances), default=0), MOST_LOST)
    last = say("{count} or more", count=top) if top == MOST_LOST else str(top)
    head = [*map(str, range(top)), last]
    rows = []
    for side, lost in losses.items():
        shares = [sum(chance.value for number, chance in lost.chances.items() if min(number, top) == column)
                  for column in range(top + 1)]
        rows.append((phrases.side_name(game, side), *(percent(share, 0) for share in shares),
                     off(f"{lost.mean:.1f}", f"{lost.error:.1f}" if lost.error else ""), f"{lost.deviation:.1f}"))
    head = [say("Side"), *head, say("average"), say("spread")]
    return Columns(say("Steps lost (counters, where they have no steps)"), tuple(head), tuple(rows),
                   tuple(range(1, len(head))), tuple(losses))
