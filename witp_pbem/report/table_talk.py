"""Table talk in reports: what the players say to each other, word for word and never as orders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from witp_pbem.campaign.orders.check import Checked
from witp_pbem.campaign.sitting.table_talk import TableTalk
from witp_pbem.report.layout import plain
from witp_pbem.report.phrases import side_name, visible, with_player
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, say
from witp_pbem.table.quoting import DOT, harmless
from witp_pbem.table.story import Paragraph, Section

if TYPE_CHECKING:
    from witp_pbem.campaign.explaining.story import Story

_LETTER_ID = re.compile(r"#\s*(?=letter\b)", re.IGNORECASE)  # by which the desk knows what a mail answers
MOST, MOST_LINES = 1000, 20  # characters and lines of one side's that a report shows


def sections(story: Story) -> Iterator[Section]:
    """The section of table talk; none where nobody said anything."""
    by_side: dict[str, list[TableTalk]] = {}
    for talk in story.talk:
        by_side.setdefault(talk.side, []).append(talk)
    if by_side:
        yield Section(say("Table talk"), tuple(
            paragraph for talks in by_side.values() for paragraph in _of_side(story.game, talks)))


def sentences(talk: TableTalk, game: Game) -> Iterator[str]:
    """What a file says, a sentence a line, with who says it."""
    speaker = with_player(side_name(game, talk.side), talk.player)
    for line in talk.lines:
        yield say("{speaker}: “{words}”", speaker=speaker, words=shown(line))


def shown(words: str) -> str:
    """Words as reports show them: on one line, every sign of them to be seen, and with nothing in them that the desk
    could take for orders, for a form or for an answer to a letter of its own."""
    return _LETTER_ID.sub("#" + DOT, harmless(" ".join(plain(words).split())))


def checked_sentences(checked: Checked, game: Game) -> Iterator[str]:
    """What a file that was checked says to whom, in sentences; nothing where it says nothing."""
    if not checked.talk:
        return
    words = listing(say("“{words}”", words=harmless(" ".join(visible(line.words).split()))) for line in checked.talk)
    if checked.listeners:
        yield say("With the next report everybody ({sides}) reads from you: {words}.", words=words,
                  sides=listing(side_name(game, side) for side in checked.listeners))
    else:
        yield say("With the next report everybody reads from you: {words}.", words=words)
    left = _left_out([line.words for line in checked.talk])
    if left:
        yield say.plural(left, "The report leaves out the last {n} character: it is too long.",
                         "The report leaves out the last {n} characters: it is too long.")


def _of_side(game: Game, talks: Sequence[TableTalk]) -> Iterator[Paragraph]:
    """What one side says, as far as a report shows it."""
    room, lines = MOST, MOST_LINES
    for talk in talks:
        shown = list(_shown(talk.lines, room, lines))
        room, lines = room - sum(map(len, shown)), lines - len(shown)
        for sentence in sentences(talk._replace(lines=tuple(shown)), game):
            yield Paragraph(sentence, side=talk.side, tone="quoted")
    left = _left_out([line for talk in talks for line in talk.lines])
    if left:
        yield Paragraph(say.plural(left, "{n} more character is left out here; the logbook has it (witp-pbem log).",
                                   "{n} more characters are left out here; the logbook has them (witp-pbem log)."),
                        side=talks[0].side, tone="quiet")


def _shown(lines: Sequence[str], room: int, most: int) -> Iterator[str]:
    """The lines that fit in a report, the last of them cut."""
    for line in lines[:max(0, most)]:
        if room <= 0:
            return
        yield line if len(line) <= room else line[:room - 1] + "…"
        room -= len(line)


def _left_out(lines: Sequence[str]) -> int:
    """How many characters of some lines a report does not show."""
    every = sum(map(len, lines))
    return every - min(MOST, sum(map(len, lines[:MOST_LINES])))
