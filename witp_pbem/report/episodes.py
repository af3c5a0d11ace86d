"""The episodes of a campaign, as the replay shows them one after another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from witp_pbem.campaign.explaining.story import Story
from witp_pbem.table.chart import Chart
from witp_pbem.table.language import parts, say
from witp_pbem.table.story import BattleCard, Block, Episode, Happening, Paragraph, Section, cited
from witp_pbem.table.tuples import NamedTuple

START = "start"


class Frame(NamedTuple):
    """One episode to be shown.

    Attributes:
        id: what a link to it ends with: "t4-movement-3" is the third episode in the movement phase of turn 4.
        turn: its number.
        stretch: the turn and phase it belongs to, as the beginning of its id.
        when: the turn in words.
        heading: the step of the turn in words.
        title: what it is about.
        rule: the rule cited beside the title, "" for none.
        side: whose episode it is, "" for nobody's.
        blocks: its story.
        recap: the state after the turn before, at the beginning of a turn.
        chart: the map after it, with its movements and battles.
        places, units: the places and counters that have a part in it.
    """

    id: str
    turn: int
    stretch: str
    when: str
    heading: str
    title: str
    rule: str
    side: str
    blocks: tuple[Block, ...]
    recap: tuple[Section, ...]
    chart: Chart
    places: tuple[str, ...] = ()
    units: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The episode in one line."""
        if self.title in (self.heading, self.when):
            return say("{when}: {title}", when=self.when, title=self.heading)
        return say("{when}, {step}: {title}", when=self.when, step=self.heading, title=self.title)

    def cited(self) -> Iterator[str]:
        """The ids of the rules it cites, repeated as they are."""
        if self.rule:
            yield self.rule
        yield from cited((*self.blocks, *self.recap))

    def says(self, words: str) -> bool:
        """Whether its story says something in a paragraph of its own."""
        return any(isinstance(block, Paragraph) and block.text == words for block in self.blocks)

    @property
    def is_battle(self) -> bool:
        """Whether it is a battle, whose card has its title."""
        return bool(self.blocks) and isinstance(self.blocks[0], BattleCard)


def frames(story: Story) -> list[Frame]:
    """The start position and every episode after it, up to where the story ends."""
    narration = story.game.narration
    frames = [_start(story)]
    counts: Counter[str] = Counter()
    turn: list[Happening] = []
    for episode in narration.episodes(story.so_far):
        stretch = f"t{episode.turn}-{_code(episode.phase)}"
        counts[stretch] += 1
        recap: Sequence[Section] = ()
        if turn and episode.turn != frames[-1].turn:
            recap, turn = narration.reckoning(turn, turn[-1].position_after), []
        turn += episode.happenings
        frames.append(_frame(story, episode, stretch, counts[stretch], tuple(recap)))
    return frames


def _code(phase: str) -> str:
    """A phase as part of an id."""
    return re.sub(r"\W+", "-", phase.casefold()).strip("-") or "play"


def opening(story: Story) -> Any:
    """The position before anything happened."""
    return story.so_far[0].position_before if story.so_far else story.position


def _start(story: Story) -> Frame:
    narration, position = story.game.narration, opening(story)
    played = story.game.setting(position)
    paragraphs = [Paragraph(say("Scenario: {scenario}", scenario=played.scenario)),
                  *([Paragraph(say("Options: {options}", options=parts(played.options)))] if played.options else []),
                  *(Paragraph(remark, tone="quiet") for remark in played.remarks)]
    return Frame(START, position.turn, START, narration.when(position), say("Before the first move"),
                 say("The opening position"), "", "", tuple(paragraphs), (),
                 narration.chart(position, (), story.side, overlaid=False))


def _frame(story: Story, episode: Episode, stretch: str, number: int, recap: tuple[Section, ...]) -> Frame:
    narration = story.game.narration
    after = episode.happenings[-1].position_after
    unwrapped = _unwrapped(episode, narration.story(episode.happenings))
    return Frame(
        f"{stretch}-{number}", episode.turn, stretch, narration.when(after), *unwrapped, recap,
        narration.chart(after, episode.happenings, story.side, overlaid=False), episode.places, episode.units)


class _Unwrapped(NamedTuple):
    """The story of an episode, with the headings above it."""

    heading: str
    title: str
    rule: str
    side: str
    blocks: tuple[Block, ...]


def _unwrapped(episode: Episode, sections: Sequence[Section]) -> _Unwrapped:
    """The story of an episode without headings that only repeat its own heading or that of its step."""
    heading, rule, side = episode.heading, "", ""
    blocks: tuple[Block, ...] = tuple(sections)
    if len(sections) == 1:
        heading, rule, blocks = sections[0].title, sections[0].rule, sections[0].blocks
    if blocks and isinstance(blocks[0], Section) and (len(blocks) == 1 or blocks[0].title == episode.title):
        first = blocks[0]
        rule, side, blocks = first.rule or rule, first.side or side, (*first.blocks, *blocks[1:])
    if blocks and isinstance(blocks[0], BattleCard):
        return _Unwrapped(heading, blocks[0].title, blocks[0].rule, side, blocks)
    return _Unwrapped(heading, episode.title, rule, side, blocks)
