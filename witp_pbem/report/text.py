"""A report as plain text, 72 columns wide: for terminals, mails and forums that keep line ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from witp_pbem.campaign.explaining.story import Story
from witp_pbem.report import evidence, strategic_map
from witp_pbem.report.drafts import marked
from witp_pbem.report.layout import WIDTH, columns, pad, plain, width, wrap
from witp_pbem.report.page import Page, page
from witp_pbem.report.templates import render as fill
from witp_pbem.table.language import bracketed, labelled, listing, parts, say
from witp_pbem.table.quoting import harmless
from witp_pbem.table.story import BattleCard, BattleSide, Block, Columns, Paragraph, Reckoning, Section

TEMPLATE = "turn.txt.j2"
NARROW = 60  # columns of somebody else's words: a program that puts its own signs before them need not break them
_TONES = {"strong": "* ", "loss": "x ", "ruling": "! ", "quoted": "| "}

Number = Callable[[str], str]


def render(story: Story, templates: Path | None = None, *, told: Page | None = None,
           tokens: Mapping[str, str] = MappingProxyType({})) -> str:
    """The report of a story.

    Args:
        templates: a folder of the user's own templates. told: the story's page, where it is made already.
        tokens: by side, what stands beside the orders to fill in in a mail to its player.
    """
    told, number = told or page(story), story.game.narration.rule_number
    return fill(TEMPLATE, story.folder, templates, {
        "part": lambda title: "\n".join(_part(title)), "rule": "=" * WIDTH,
        **{name: "\n".join(map(harmless, lines)) for name, lines in _pieces(told, number)},
        "is_now": told.is_now, "drafts": [
            "\n".join(marked(draft.side, draft.text, tokens.get(draft.side, ""))) for draft in told.drafts
        ] if told.is_now else [],
    }, autoescape=False) + "\n"


def _pieces(told: Page, number: Number) -> Iterator[tuple[str, Iterable[str]]]:
    """The parts of a report under the names by which the template knows them, as lines; nothing is one that is not
    there."""
    yield "masthead", _masthead(told)
    yield "ending", wrap(told.ending, first="* ", rest="  ") if told.ending else ()
    yield "story", sections(told.story, number) if told.story else ("", say("Nothing has happened yet."))
    yield "reckoning", sections(told.reckoning, number)
    yield "map", strategic_map.lines(told.chart)
    yield "counters", sections(told.counters, number)
    yield "luck", sections(told.luck, number)
    yield "record", sections([*told.record, *evidence.sections(told)], number)
    yield "owed", _owed(told)
    yield "footer", (line for each in told.footer for line in wrap(each))


def _masthead(told: Page) -> Iterator[str]:
    yield "=" * WIDTH
    yield from wrap(bracketed(told.title, told.publisher))
    yield from wrap(labelled(told.campaign, told.when))
    yield "=" * WIDTH
    wide = max(width(label) for label, _ in told.facts) + 2
    for label, value in told.facts:
        yield from wrap(value, first=pad(plain(label), wide), rest=" " * wide)
    for notice in told.notices:
        yield from wrap(notice, first="! ", rest="  ")


def _part(title: str) -> Iterator[str]:
    yield from ("", "", title.upper(), "=" * width(title))


def _owed(told: Page) -> Iterator[str]:
    if not told.owed:
        yield say("Nothing is owed.")
    for owed in told.owed:
        yield from wrap(labelled(owed.name, owed.text), first="* ", rest="  ")


def sections(told: Iterable[Section], number: Number, level: int = 0) -> Iterator[str]:
    """Sections one after another, each with its heading and blocks. `number` says how a rule is written."""
    for section in told:
        heading = _with_rule(section.title, section.rule, number)
        yield from ("", *wrap(heading, first="-- " * level))
        if not level:
            yield "-" * min(WIDTH, width(heading))
        yield from _blocks(section.blocks, number, level)


def _blocks(blocks: Iterable[Block], number: Number, level: int) -> Iterator[str]:
    before: Block | None = None
    for block in blocks:
        if before is not None and not (isinstance(before, Paragraph) and isinstance(block, Paragraph)) \
                and not isinstance(block, Section):
            yield ""
        match block:
            case Paragraph():
                yield from _paragraph(block, number)
            case Columns():
                yield from _table(block, number)
            case BattleCard():
                yield from _battle(block, number)
            case Section():
                yield from sections([block], number, level + 1)
        before = block


def _paragraph(told: Paragraph, number: Number, lead: str = "") -> list[str]:
    mark = _TONES.get(told.tone, "")
    if told.tone in ("quoted", "ruling"):
        room = NARROW if told.tone == "quoted" else WIDTH
        return wrap(_with_rule(told.text, told.rule, number), room, first=lead + mark, rest=lead + mark)
    return wrap(_with_rule(told.text, told.rule, number), first=lead + mark, rest=lead + " " * len(mark))


def _with_rule(text: str, rule: str, number: Number) -> str:
    return f"{text} [{number(rule)}]" if rule else text


def _table(told: Columns, number: Number) -> Iterator[str]:
    if told.caption or told.rule:
        yield from wrap(_with_rule(told.caption, told.rule, number).strip())
    yield from columns(told.head, told.rows, told.numeric, told.foot)


# -- battles --------------------------------------------------------------------------------------------------


def _battle(card: BattleCard, number: Number) -> Iterator[str]:
    """The card of a battle, with a line down its left side."""
    yield from wrap(_with_rule(card.title, card.rule, number), first="+-- ", rest="|   ")
    for side in card.sides:
        yield from _battle_side(side)
    yield "|"
    for paragraph in (*card.notes, card.verdict, *card.hits, *card.consequences):
        yield from _paragraph(paragraph, number, "| ")
    yield "+--"


def _battle_side(side: BattleSide) -> Iterator[str]:
    """One side: who fought, who helped, and the sum as it is told at the table."""
    yield "|"
    yield from wrap(labelled(headed(side), side.units or say("nobody")), first="| ", rest="|   ")
    if side.support:
        yield from wrap(labelled(say("support"), side.support), first="|   ", rest="|   ")
    yield from wrap(arithmetic(side), first="|   ", rest="|   ")


def arithmetic(side: BattleSide) -> str:
    """The sum in a line: "carriers 2 × 2 = 4, surface fleets 4: 8; die 4: 12"."""
    terms = listing(_term(line) for line in side.lines) or say("no strength")
    return parts((labelled(terms, str(side.strength)), labelled(_term(side.die), str(side.total))))


def headed(side: BattleSide) -> str:
    """The name of a side and what it does in the battle: "Red (defending)"."""
    return bracketed(side.name, side.role) if side.role else side.name


def _term(line: Reckoning) -> str:
    return f"{line.what} {line.how} = {line.amount}" if line.how else f"{line.what} {line.amount}"
