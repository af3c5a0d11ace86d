"""What comes of a case that is tried: what stands, what happens with its rules and its arithmetic, the dice, the odds,
what is owed with the legal orders, what was refused, and what all of it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from witp_pbem.campaign.folder.data_files import is_reconstructed
from witp_pbem.campaign.orders.choices import offered
from witp_pbem.report import checked, odds, phrases
from witp_pbem.report.odds import OddsResult
from witp_pbem.report.unfolded import inner, unfolded
from witp_pbem.table.acts import Act, Answered, Cancelled, Forced, Triggered
from witp_pbem.table.cases import Case
from witp_pbem.table.chart import Stack
from witp_pbem.table.demand import Due
from witp_pbem.table.game import Game
from witp_pbem.table.language import bracketed, labelled, listing, say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.problem import Problem
from witp_pbem.table.story import Block, Columns, Episode, Paragraph, Section
from witp_pbem.table.trying import TriedCase
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import (
    cancelled_sentence,
    demand_sentence,
    hint_sentence,
    order_words,
    phrase_words,
    triggered_sentence,
)

MOST = 40  # lines of what stands that are shown: a case may set up a whole campaign


class LegalOrder(NamedTuple):
    """An order that would answer a decision, as it is written, and a remark on it, such as its cost."""

    order: str
    remark: str


class OwedChoice(NamedTuple):
    """A decision that is owed at the end.

    Attributes:
        side, demand: whose, and its code.
        rule: the rule that asks for it.
        sentence: what is to be decided.
        hint: advice on it, "" for none.
        orders: the legal ones or, of very many, the first.
        more: how many more there are, as far as they were counted.
        others: that number in words, "" for none.
    """

    side: str
    demand: str
    rule: str
    sentence: str
    hint: str
    orders: list[LegalOrder]
    more: int
    others: str


class UnusedOrder(NamedTuple):
    """An order nobody asked for: its line in the file, and its words."""

    line: int
    order: str


class TriedDice(NamedTuple):
    """Dice thrown together: what for, what they show, and how many of them the case gave."""

    thrown_for: str
    dice: tuple[int, ...]
    given: int


class CitedSentence(NamedTuple):
    """A sentence, or a row of a table, and the rule it stands on, "" for none."""

    text: str
    rule: str


class TriedEpisode(NamedTuple):
    """Something that happened: its title, and the sentences about it."""

    title: str
    sentences: list[CitedSentence]


# -- what came of it -------------------------------------------------------------------------------------------------


def owed(tried: TriedCase) -> list[OwedChoice]:
    """What is owed at the end, with the legal orders."""
    return [_owed(due, tried.game) for due in tried.played.dues]


def _owed(due: Due, game: Game) -> OwedChoice:
    demand, legal = due.demand, offered(due.demand, game)
    sentence = demand_sentence(demand.code, demand.about, game.catalogue, demand.side)
    hint = hint_sentence(demand, game.catalogue) if demand.side != REFEREE else ""
    return OwedChoice(demand.side, demand.code, demand.rule, sentence, hint, [
        LegalOrder(order.words, order.remark) for order in legal.orders], legal.more, legal.others)


def unused(tried: TriedCase) -> list[UnusedOrder]:
    """The orders nobody asked for."""
    return [UnusedOrder(order.statement.span.line, " ".join(order.statement.text.split()))
            for order in tried.played.unused]


def dice(tried: TriedCase) -> list[TriedDice]:
    """The dice, in order."""
    return [TriedDice(phrase_words(throw.label, tried.game.catalogue), throw.dice, throw.given)
            for throw in tried.throws]


def happened(tried: TriedCase) -> list[TriedEpisode]:
    """What happened, in sentences."""
    return [TriedEpisode(section.title, list(_sentences(section.blocks))) for section in _happened(tried)]


def _sentences(blocks: Iterable[Block]) -> Iterator[CitedSentence]:
    for block in blocks:
        match block:
            case Paragraph():
                yield CitedSentence(block.text, block.rule)
            case Columns():
                yield from (CitedSentence(block.caption, block.rule) for _ in [0] if block.caption)
                yield from (CitedSentence(listing(filter(None, row)), block.rule) for row in block.rows)
            case Section():
                yield CitedSentence(block.title, block.rule)
                yield from _sentences(block.blocks)


def remarks(tried: TriedCase) -> list[str]:
    """What has to be said of the data and the readings of rules it rests on."""
    game, played = tried.game, tried.played
    sentences = [remark for position in (played.before, played.position) for remark in game.setting(position).remarks]
    if is_reconstructed(game.records):
        sentences.append(say("Some of the data in force are reconstructed, not copied from the printed game; the "
                             "sources command lists them."))
    return list(dict.fromkeys(sentences))


def line_of(case: Case, number: int) -> str:
    """A line of a case's orders as it is written, "" for any other line."""
    return next((line.text.strip() for section in case.orders for line in section.lines if line.number == number), "")


# -- for people --------------------------------------------------------------------------------------------------------


def sections(tried: TriedCase, reckoned: OddsResult | None) -> list[Section]:
    """All of it, in the order in which it is read.

    Args:
        reckoned: the odds of its battles, None where they are not wanted.
    """
    parts: list[tuple[str, Sequence[Block]]] = [
        (say("What stands"), stands(tried)),
        (say("What happened"), _happened(tried) or [Paragraph(say("Nothing has happened yet."), tone="quiet")]),
        (say("Refused"), [block for problem in tried.played.problems for block in _refused(problem, tried)]),
        (say("Left unused"), list(_unused(tried))),
        (say("Owed now"), list(_debts(tried)) or [Paragraph(_nothing_owed(tried))]),
        (say("Dice and cards"), list(_luck(tried))),
        (say("What was expected"), list(_expected(tried))),
    ]
    every = [Section(title, tuple(blocks)) for title, blocks in parts if blocks]
    return [*every, *chances(tried.game, reckoned), *rests_on(tried)]


def odds_alone(tried: TriedCase, reckoned: OddsResult | None) -> list[Section]:
    """What stands, what was refused, and the odds of the battles over all throws of the dice."""
    blocks = [block for problem in tried.played.problems for block in _refused(problem, tried)]
    refused = [Section(say("Refused"), tuple(blocks))] if blocks else []
    every = list(chances(tried.game, reckoned)) or [Section(say("The odds"), (
        Paragraph(say("There is no battle: none is due, and these orders lead to none.")),))]
    return [Section(say("What stands"), tuple(stands(tried))), *refused, *every, *rests_on(tried)]


def stands(tried: TriedCase) -> list[Block]:
    """What the case begins with: when it is, and who stands where."""
    narration, position = tried.game.narration, tried.played.before
    chart = narration.chart(position, overlaid=False)
    called = {spot.place: spot.called for spot in chart.sheet.spots}
    step = narration.phase_name(tried.game.phase(position) or tried.game.coming_phase(position))
    lines = [Paragraph(labelled(called.get(place, place), _force(side, tried.game, stacks)), side=side)
             for (place, side), stacks in groupby(chart.stacks, lambda stack: (stack.place, stack.side))]
    lines += [Paragraph(labelled(called.get(marker.place, marker.place), marker.label), side=marker.side)
              for marker in chart.markers]
    more = len(lines) - MOST
    return [Paragraph(say("{when}, {step}", when=narration.when(position), step=step)), *lines[:MOST],
            *([Paragraph(say("… and {count} more", count=more), tone="quiet")] if more > 0 else [])]


def _force(side: str, game: Game, stacks: Iterable[Stack]) -> str:
    """The counters of a side in a place."""
    units = listing(bracketed(listing(stack.labels), stack.remark) if stack.remark else listing(stack.labels)
                    for stack in stacks)
    return labelled(phrases.side_name(game, side), units)


def _happened(tried: TriedCase) -> list[Section]:
    return [Section(episode.title, tuple(_episode(episode, tried)))
            for episode in tried.game.narration.episodes(tried.items)]


def _episode(episode: Episode, tried: TriedCase) -> Iterator[Block]:
    """What happened in an episode: the decisions, each once (a pass comes often), the story with every sum, and the
    evidence `explain` has for it."""
    game = tried.game
    yield from dict.fromkeys(decision for item in episode.happenings for decision in _decision(item.act, game))
    yield from unfolded(inner(tuple(game.narration.story(episode.happenings))))
    yield from game.narration.evidence(episode.happenings)
    yield from inner(tuple(game.narration.undone(episode.happenings)))


def _decision(act: Act, game: Game) -> Iterator[Paragraph]:
    """An order that answered, or why one given ahead did or did not."""
    match act:
        case Answered(side=side, order=order) if order is not None:
            text = order_words(order, game.write)
        case Forced(side=side, order=order) if order is not None:
            text = bracketed(order_words(order, game.write), say("the only legal answer, taken without asking"))
        case Triggered(side=side, because=because):
            text = say("A conditional order answers, because {why}:", why=triggered_sentence(because, game.catalogue))
        case Cancelled(side=side, because=because):
            text = say("A conditional order no longer counts; {why}.", why=cancelled_sentence(because))
        case _:
            return
    yield Paragraph(labelled(phrases.side_name(game, side), text), side=side, tone="quiet")


def _refused(problem: Problem, tried: TriedCase) -> Iterator[Paragraph]:
    """An order that was not understood or is not legal: where, why, and what would be."""
    line = problem.span.line
    sentence = checked.sentence(problem._replace(rule=""), tried.game)
    yield Paragraph(say("Line {line}: {sentence}", line=line, sentence=sentence) if line else sentence, problem.rule,
                    tone="strong")
    if written := line_of(tried.case, line):
        yield Paragraph(written, tone="quoted")
    if proposal := checked.proposal(problem, tried.game):
        yield Paragraph(proposal)


def _unused(tried: TriedCase) -> Iterator[Paragraph]:
    left = unused(tried)
    if left:
        yield Paragraph(say("Nobody asked for these orders before the game came to wait for a decision.")
                        if tried.played.dues else say("Nobody asked for these orders."), tone="quiet")
    for order in left:
        yield Paragraph(say("Line {line}: {sentence}", line=order.line, sentence=order.order))


def _debts(tried: TriedCase) -> Iterator[Paragraph]:
    """What is owed, each decision followed by the legal orders."""
    for choice in owed(tried):
        name = phrases.side_name(tried.game, choice.side)
        yield Paragraph(labelled(name, choice.sentence), choice.rule, choice.side, "strong")
        if choice.hint:
            yield Paragraph(choice.hint)
        for order in choice.orders:
            words = bracketed(order.order, order.remark) if order.remark else order.order
            yield Paragraph(words, side=choice.side, tone="quoted")
        if choice.others:
            yield Paragraph(choice.others, tone="quiet")


def _nothing_owed(tried: TriedCase) -> str:
    outcome = tried.played.position.outcome
    if outcome:
        return tried.game.narration.ending({name: getattr(outcome, name) for name in ("winner", "rule", "reason")})
    return say("Nothing is owed: the step is over.")


def _luck(tried: TriedCase) -> Iterator[Block]:
    """Dice as they fell, with what they were thrown for, and where they come from; cards drawn; dice left over."""
    rows = [(throw.thrown_for, " ".join(map(str, throw.dice)), _source(throw.given, len(throw.dice)))
            for throw in dice(tried)]
    if rows:
        yield Columns("", (say("Thrown for"), say("Dice"), say("Where from")), tuple(rows))
    for draw in tried.draws:
        name = next((heading for heading, _ in tried.game.reference(draw.card)), draw.card)
        side = phrases.side_name(tried.game, draw.side)
        yield Paragraph(say("{side} drew {card}, which the case gives.", side=side, card=name) if draw.given else
                        say("{side} drew {card}, dealt by the program.", side=side, card=name), side=draw.side)
    if tried.played.dice_left:
        yield Paragraph(say.plural(tried.played.dice_left, "{n} die of the case was not needed.",
                                   "{n} dice of the case were not needed."))
    if tried.played.cards_left:
        yield Paragraph(say.plural(tried.played.cards_left, "{n} card of the case was not drawn.",
                                   "{n} cards of the case were not drawn."))


def _source(given: int, thrown: int) -> str:
    if given == thrown:
        return say("given by the case")
    return say("thrown by the program") if not given else say("the first {n} given by the case, then thrown by the "
                                                              "program", n=given)


def _expected(tried: TriedCase) -> Iterator[Paragraph]:
    if tried.failures is None:
        return
    if not tried.failures:
        yield Paragraph(say("All that the case expects holds."))
    else:
        yield Paragraph(say("Not all that the case expects holds:"), tone="strong")
    yield from (Paragraph(failure, tone="quoted") for failure in tried.failures)


def chances(game: Game, reckoned: OddsResult | None) -> Iterator[Section]:
    """The odds of the battles; nothing where none is fought."""
    if reckoned and reckoned.battles:
        first, *others = odds.sections(reckoned._replace(title=""), game)
        yield first._replace(blocks=(*first.blocks, *others))


def rests_on(tried: TriedCase) -> Iterator[Section]:
    """The remarks, under a heading."""
    if sentences := remarks(tried):
        yield Section(say("What this rests on"), tuple(Paragraph(sentence, tone="strong") for sentence in sentences))
