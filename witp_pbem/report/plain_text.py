"""A report as plain text, 72 columns wide: for terminals, mails and forums that keep line ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from witp_pbem.campaign.explaining.story import Story
from witp_pbem.report import dice_proof, strategic_map
from witp_pbem.report.drafts import marked
from witp_pbem.report.layout import WIDTH, columns, pad, plain, width, wrap
from witp_pbem.report.page import Page, lay_out
from witp_pbem.report.phrases import Number
from witp_pbem.report.templates import render as fill
from witp_pbem.table.language import bracketed, labelled, listing, parts, say
from witp_pbem.table.quoting import harmless
from witp_pbem.table.story import BattleCard, BattleSide, Block, Columns, Paragraph, Reckoning, Section

TEMPLATE = "turn.txt.j2"
NARROW = 60  # columns of somebody else's words: a program that puts its own signs before them need not break them
_TONES = {"strong": "* ", "loss": "x ", "ruling": "! ", "quoted": "| "}


def render(story: Story, templates: Path | None = None, *, page: Page | None = None,
           tokens: Mapping[str, str] = MappingProxyType({}), call: str = "") -> str:
    """The report of a story.

    Args:
        templates: a folder of the user's own templates.
        page: the story's page, where it is made already.
        tokens: by side, what stands beside the orders to fill in in a mail to its player.
        call: what its player has to do above all; with what is owed it comes first then.
    """
    page, number = page or lay_out(story), story.game.narration.rule_number
    return fill(TEMPLATE, story.folder, templates, {
        "part": lambda title: "\n".join(_part(title)), "rule": "=" * WIDTH,
        **{name: "\n".join(map(harmless, lines)) for name, lines in _pieces(page, number)},
        "call": "\n".join(wrap(say("{clause}.", clause=call))) if call else "", "is_now": page.is_now, "drafts": [
            "\n".join(marked(draft.side, draft.text, tokens.get(draft.side, ""))) for draft in page.drafts
        ] if page.is_now else [],
    }, autoescape=False) + "\n"


def _pieces(page: Page, number: Number) -> Iterator[tuple[str, Iterable[str]]]:
    """The parts of a report under the names by which the template knows them, as lines; nothing is one that is not
    there."""
    yield "brief", brief_lines(page)
    yield "masthead", _masthead(page)
    yield "ending", wrap(page.ending, first="* ", rest="  ") if page.ending else ()
    yield "story", sections(page.story, number) if page.story else ("", say("Nothing has happened yet."))
    yield "reckoning", sections(page.reckoning, number)
    yield "map", strategic_map.lines(page.chart)
    yield "counters", sections(page.counters, number)
    yield "luck", sections(page.luck, number)
    yield "record", sections([*page.record, *dice_proof.sections(page)], number)
    yield "owed", _owed(page)
    yield "footer", (line for sentence in page.footer for line in wrap(sentence))


def brief_lines(page: Page) -> Iterator[str]:
    """The headline and what stands below it."""
    yield from wrap(page.headline)
    for line in page.brief:
        yield from wrap(line, first="* ", rest="  ")


def _masthead(page: Page) -> Iterator[str]:
    yield "=" * WIDTH
    yield from wrap(bracketed(page.title, page.publisher))
    yield from wrap(labelled(page.campaign, page.when))
    yield "=" * WIDTH
    wide = max(width(label) for label, _ in page.facts) + 2
    for label, value in page.facts:
        yield from wrap(value, first=pad(plain(label), wide), rest=" " * wide)
    for notice in page.notices:
        yield from wrap(notice, first="! ", rest="  ")


def _part(title: str) -> Iterator[str]:
    yield from ("", "", title.upper(), "=" * width(title))


def _owed(page: Page) -> Iterator[str]:
    if not page.owed:
        yield say("Nothing is owed.")
    for owed in page.owed:
        yield from wrap(labelled(owed.name, owed.text), first="* ", rest="  ")


def sections(sections: Iterable[Section], number: Number, level: int = 0) -> Iterator[str]:
    """Sections one after another, each with its heading and blocks. `number` says how a rule is written."""
    for section in sections:
        heading = with_rule(section.title, section.rule, number)
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


def _paragraph(paragraph: Paragraph, number: Number, lead: str = "") -> list[str]:
    mark = _TONES.get(paragraph.tone, "")
    if paragraph.tone in ("quoted", "ruling"):
        room = NARROW if paragraph.tone == "quoted" else WIDTH
        return wrap(with_rule(paragraph.text, paragraph.rule, number), room, first=lead + mark, rest=lead + mark)
    return wrap(with_rule(paragraph.text, paragraph.rule, number), first=lead + mark, rest=lead + " " * len(mark))


def with_rule(text: str, rule: str, number: Number) -> str:
    """A sentence with the rule that made it so behind it."""
    return f"{text} [{number(rule)}]" if rule else text


def _table(table: Columns, number: Number) -> Iterator[str]:
    if table.caption or table.rule:
        yield from wrap(with_rule(table.caption, table.rule, number).strip())
    yield from columns(table.head, table.rows, table.numeric, table.foot)


# -- battles --------------------------------------------------------------------------------------------------


def _battle(card: BattleCard, number: Number) -> Iterator[str]:
    """The card of a battle, with a line down its left side."""
    yield from wrap(with_rule(card.title, card.rule, number), first="+-- ", rest="|   ")
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
