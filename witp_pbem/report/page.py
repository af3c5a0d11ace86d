"""The content of every form of a report, in the order in which it is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from witp_pbem.campaign.explaining.story import SittingProof, Story
from witp_pbem.campaign.record.upgrades import Takeover
from witp_pbem.campaign.record.who_plays import name_of
from witp_pbem.report import chances, phrases, protests_and_notes, table_talk
from witp_pbem.table.acts import Answered, Edited
from witp_pbem.table.chart import Chart
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, parts, say
from witp_pbem.table.story import Paragraph, Section, cited
from witp_pbem.table.tuples import NamedTuple

BRIEF = 5  # lines below the headline
MOST_OWED = 2  # decisions named in it


class OwedDecision(NamedTuple):
    """A decision somebody owes: whose, the side's name, what."""

    side: str
    name: str
    text: str


class Draft(NamedTuple):
    """An orders file ready to fill in and send: whose, the side's name, the text."""

    side: str
    name: str
    text: str


class RuleText(NamedTuple):
    """A rule the report cites: its id, its number as the report writes it, its heading and text."""

    id: str
    number: str
    heading: str
    text: str


class Page(NamedTuple):
    """A report before it is laid out.

    Attributes:
        title: of the game.
        publisher: of the printed game.
        when: the turn in words.
        campaign: its name.
        headline: what happened above all, and what is owed.
        brief: what else a reader in a hurry has to know, `BRIEF` lines at most.
        facts: labels and values of the masthead.
        notices: what must not be missed.
        ending: how the game ended.
        owed: what is owed now.
        is_now: False for a report of the past and after the end of the game, when nothing can be owed.
        drafts: orders files for those who owe something.
        chart: the map at the end, with the movements and battles told of.
        talk: what the players say to each other.
        story: that, and what happened.
        reckoning: the sums.
        board: where everything stands.
        record: the evidence.
        counters: which counters to move on a map of one's own.
        luck: the dice so far in the campaign.
        proofs: what the dice can be checked with.
        anchor: the published end of the hash chain, "" without one.
        chains: the ends of the players' own chains, by holder.
        rules: the rules cited, in the order of their ids' first citation.
        footer: where data come from, what the report does not contain, who made it.
    """

    title: str
    publisher: str
    when: str
    campaign: str
    headline: str
    brief: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    notices: tuple[str, ...]
    ending: str
    owed: tuple[OwedDecision, ...]
    is_now: bool
    drafts: tuple[Draft, ...]
    chart: Chart
    talk: tuple[Section, ...]
    story: tuple[Section, ...]
    reckoning: tuple[Section, ...]
    counters: tuple[Section, ...]
    luck: tuple[Section, ...]
    board: tuple[Section, ...]
    record: tuple[Section, ...]
    proofs: tuple[SittingProof, ...]
    anchor: str
    chains: tuple[tuple[str, str], ...]
    rules: tuple[RuleText, ...]
    footer: tuple[str, ...]


def lay_out(story: Story) -> Page:
    """The page a story makes, in the language spoken."""
    game, narration = story.game, story.game.narration
    owed = tuple(OwedDecision(due["side"], narration.side_name(due["side"]), due["sentence"]) for due in story.dues)
    notices = [say("For the eyes of {side} only: this report names cards in hand.",
                   side=narration.side_name(story.side))] if story.side and game.decks else []
    notices += protests_and_notes.notices(story)
    notices += (*game.setting(story.position).remarks, *story.arrangement)
    when = narration.when(story.position)
    talk = tuple(table_talk.sections(story))
    happened = (*talk, *narration.story(chances.with_chances(story)),
                *narration.undone(story.entries, story.side, story.sealed_undone))
    reckoning = tuple(narration.reckoning(story.entries, story.position))
    board = tuple(narration.board(story.position))
    record = (*protests_and_notes.sections(story), *_releases(story), *_rulings(story),
              *narration.record(story.entries))
    luck = tuple(narration.luck(story.so_far))
    ending = narration.ending(story.outcome) if story.outcome and story.now else ""
    headline, brief = _brief(story, owed if story.now else (), ending)
    chart = narration.chart(story.position, story.entries, story.side)
    return Page(
        title=game.title, publisher=game.publisher, campaign=story.campaign, headline=headline, brief=brief,
        when=f"{when}, {narration.phase_name(story.phase)}" if story.phase else when,
        facts=tuple(_facts(story)), notices=tuple(notices),
        ending=ending,
        owed=owed if story.now else (), is_now=story.now and not story.outcome,
        drafts=tuple(Draft(side, narration.side_name(side), text) for side, text in story.drafts.items()),
        chart=chart, talk=talk, story=happened,
        counters=tuple(narration.board_changes(story.position if story.start is None else story.start,
                                               story.position)),
        reckoning=reckoning, luck=luck, board=board, record=record, proofs=story.proofs, anchor=story.anchor,
        chains=story.chains,
        rules=tuple(rule_texts(game, cited((*happened, *reckoning, *luck, *board, *record)))),
        footer=tuple(_footer(story, chart)))


def _brief(story: Story, owed: Sequence[OwedDecision], ending: str) -> tuple[str, tuple[str, ...]]:
    """The headline, and the lines below it."""
    narration = story.game.narration
    first, *others = narration.highlights(story.entries) or [say("Nothing has happened yet")]
    debt = _debt(story, owed)
    score = () if ending else tuple(filter(None, [story.game.score(story.position)]))
    lines = [say("{clause}.", clause=clause) for clause in ((first, *others) if ending else others)]
    headline = say("{happened}; {owed}.", happened=first, owed=debt) if debt else say("{clause}.", clause=first)
    return ending or headline, (*lines[:BRIEF - len(score)], *score)


def _debt(story: Story, owed: Sequence[OwedDecision]) -> str:
    """What the reader owes, or else who owes what; "" for a report of the past."""
    if not story.now or story.outcome:
        return ""
    own = [debt.text for debt in owed if debt.side == story.side]
    if own:
        return say("you owe: {what}", what=parts(own[:MOST_OWED]))
    if owed:
        return say("owed by {sides}: {what}", sides=listing(dict.fromkeys(debt.name for debt in owed)),
                   what=parts(dict.fromkeys(debt.text for debt in owed[:MOST_OWED])))
    return say("nothing is owed")


def _rulings(story: Story) -> list[Section]:
    """The referee's rulings that decided for a player or changed the position, as written, with their reasons."""
    sources = [item.act.source for item in story.entries if isinstance(item.act, Answered | Edited) and item.act.source]
    rulings = [story.rulings[source] for source in dict.fromkeys(sources) if source in story.rulings]
    if not rulings:
        return []
    return [Section(say("Rulings of the referee"), tuple(Paragraph(text, tone="ruling") for text in rulings))]


def _releases(story: Story) -> Iterator[Section]:
    """The releases that took over, with the rules they decide differently; none where none did."""
    if paragraphs := [paragraph for change in story.announcements.upgrades for paragraph in _release(change)]:
        yield Section(say("Rules of this program"), tuple(paragraphs))


def _release(change: Takeover) -> Iterator[Paragraph]:
    yield Paragraph(say("Entry {entry}: until then the campaign was kept by {before}, since then by {after}.",
                        entry=change.entry, before=change.before, after=change.after))
    if change.before.rules != change.after.rules:
        yield Paragraph(say("What was played before stands as it was played. From there on these things are decided "
                            "differently:"),
                        tone="strong")
        yield from (Paragraph(sentence, tone="ruling") for sentence in change.changes)
    else:
        yield Paragraph(say("The rules are the same."))
    if change.before.data != change.after.data:
        yield Paragraph(say("The program's own data have changed. This campaign keeps those it was created with."))


def _facts(story: Story) -> list[tuple[str, str]]:
    narration = story.game.narration
    played = story.game.setting(story.position)
    facts = [(say("Scenario"), played.scenario)]
    facts += [(say.term("game", "Options"), parts(played.options))] if played.options else []
    facts += [(narration.side_name(side), name_of(player)) for side, player in story.players.items() if player]
    sittings = phrases.sittings(story.sittings)
    facts += [(say("Covers"), sittings)] if sittings else []
    facts.append((say("Dice"), phrases.dice(story.dice, story.seeded, story.anchor)))
    if not story.game.decks:  # nobody ever holds a card
        return facts
    if story.hands:
        facts += [(say("Cards of {side}, open to all", side=narration.side_name(side)),
                   phrases.hand(story.game, hand)) for side, hand in story.hands.items()]
    elif story.side:
        facts.append((say("Cards in hand"), phrases.hand(story.game, story.hand)))
    return facts


def rule_texts(game: Game, ids: Iterable[str]) -> Iterator[RuleText]:
    """The texts of rules by their ids, each once."""
    for identifier in dict.fromkeys(ids):
        for heading, text in game.reference(identifier):
            yield RuleText(identifier, game.narration.rule_number(identifier), heading, text)


def _shows_reduced(story: Story, chart: Chart) -> bool:
    """Whether reduced counters stand on the map at the beginning or, as the chart has it, the end of what is told."""
    charts = [chart]
    if story.start is not None and story.start != story.position:
        charts.append(story.game.narration.chart(story.start, overlaid=False))
    return any(stack.reduced for chart in charts for stack in chart.stacks)


def _footer(story: Story, chart: Chart) -> list[str]:
    lines = [say("A unit or number in square brackets is reduced.")] if _shows_reduced(story, chart) else []
    lines.append(say("The numbers behind sentences are those of the rules; “witp-pbem rule {game} NUMBER” tells a rule "
                     "in words.", game=story.game.id))
    lines += story.game.setting(story.position).remarks
    if story.reconstructed:
        lines.append(say("Some of the data in force are reconstructed, not copied from the printed game; the sources "
                         "command lists them."))
    if story.confirmed:
        lines.append(say.plural(story.confirmed, "{n} value was confirmed by an owner of the printed game.",
                                "{n} values were confirmed by an owner of the printed game."))
    if story.replaced:
        lines.append(say("Data files of the players’ own: {files}.", files=listing(story.replaced)))
    if story.anchor:
        lines.append(say("The anchor of the hash chain: {anchor}", anchor=story.anchor))
    lines.append(say("This report contains neither art nor text of the rulebook. To play you need your own copy of "
                     "{title} ({publisher}).", title=story.game.title, publisher=story.game.publisher))
    lines.append(say("witp-pbem {program}, rules version {version}. Logbook entry {head}",
                     program=story.program, version=story.rules_version, head=story.head))
    return lines
