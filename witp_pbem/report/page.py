"""What every form of a report holds, in the order in which it is read."""

from __future__ import annotations

from dataclasses import dataclass
from email.utils import parseaddr
from typing import NamedTuple

from witp_pbem.campaign.story import Story
from witp_pbem.report import wording
from witp_pbem.table.acts import Answered, Edited
from witp_pbem.table.story import Paragraph, Section


class Owed(NamedTuple):
    """A decision somebody owes: whose, the side's name, what."""

    side: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """A report before it gets its looks.

    Attributes:
        title: of the game. publisher: of the printed game. when: the turn in words. campaign: its name.
        facts: labels and values of the masthead. notices: what must not be missed. ending: how the game ended.
        owed: what is owed now; `is_now` is False for a report of the past and after the end, where nothing can be.
        story, reckoning, board, record: what happened, the sums, everybody's place, the evidence.
        footer: where data come from, what the report does not contain, who made it.
    """

    title: str
    publisher: str
    when: str
    campaign: str
    facts: tuple[tuple[str, str], ...]
    notices: tuple[str, ...]
    ending: str
    owed: tuple[Owed, ...]
    is_now: bool
    story: tuple[Section, ...]
    reckoning: tuple[Section, ...]
    board: tuple[Section, ...]
    record: tuple[Section, ...]
    footer: tuple[str, ...]


def page(story: Story) -> Page:
    """The page a story makes."""
    game, narration = story.game, story.game.narration
    owed = tuple(Owed(due["side"], narration.side_name(due["side"]), due["sentence"]) for due in story.dues)
    notices = [wording.FOR_SIDE.format(side=narration.side_name(story.side))] if story.side else []
    notices += game.setting(story.position).remarks
    return Page(
        title=game.title, publisher=game.publisher, when=narration.when(story.position), campaign=story.campaign,
        facts=tuple(_facts(story)), notices=tuple(notices),
        ending=narration.ending(story.outcome) if story.outcome and story.now else "",
        owed=owed if story.now else (), is_now=story.now and not story.outcome,
        story=tuple(narration.story(story.entries)),
        reckoning=tuple(narration.reckoning(story.entries, story.position)),
        board=tuple(narration.board(story.position)),
        record=(*_rulings(story), *narration.record(story.entries)),
        footer=tuple(_footer(story)))


def _rulings(story: Story) -> list[Section]:
    """The referee's rulings that decided for a side or changed the position, in his words with his reason."""
    sources = [item.act.source for item in story.entries if isinstance(item.act, Answered | Edited) and item.act.source]
    told = [story.rulings[source] for source in dict.fromkeys(sources) if source in story.rulings]
    return [Section(wording.RULINGS, tuple(Paragraph(text, tone="ruling") for text in told))] if told else []


def _facts(story: Story) -> list[tuple[str, str]]:
    narration = story.game.narration
    played = story.game.setting(story.position)
    facts = [(wording.SCENARIO, played.scenario)]
    facts += [(wording.OPTIONS, "; ".join(played.options))] if played.options else []
    facts += [(narration.side_name(side), player_name(player)) for side, player in story.players.items() if player]
    told = wording.sittings(story.sittings)
    facts += [(wording.COVERS, told)] if told else []
    facts.append((wording.DICE, wording.dice(story.dice, story.seeded, story.anchor)))
    if story.side:
        held = [card.card or wording.UNKNOWN_CARD for card in story.hand]
        facts.append((wording.HAND, ", ".join(held) or "–"))
    return facts


def player_name(player: str) -> str:
    """The name of a player given as "Name <address>": reports go round, addresses need not."""
    return parseaddr(player)[0] or player.partition("<")[0].strip() or player


def _footer(story: Story) -> list[str]:
    lines = [wording.LEGEND]
    lines += story.game.setting(story.position).remarks
    if story.reconstructed:
        lines.append(wording.RECONSTRUCTED)
    if story.replaced:
        lines.append(wording.REPLACED.format(files=", ".join(story.replaced)))
    if story.anchor:
        lines.append(wording.ANCHOR.format(anchor=story.anchor))
    lines.append(wording.NO_ART.format(title=story.game.title, publisher=story.game.publisher))
    lines.append(wording.MADE_BY.format(program=story.program, version=story.rules_version, head=story.head))
    return lines
