"""The small maps beside the battles of a report: each place as it stood before, and who had come from where."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile

from markupsafe import Markup

from witp_pbem.campaign.explaining.story import Story, StoryItem
from witp_pbem.report.cards import arrived
from witp_pbem.report.map import small
from witp_pbem.report.page import Page
from witp_pbem.table.chart import Chart, Clash
from witp_pbem.table.event import Event, texts
from witp_pbem.table.language import say
from witp_pbem.table.story import BattleCard, Block, Paragraph, Section
from witp_pbem.table.tuples import NamedTuple


class Battlefield(NamedTuple):
    """The small map of a battle.

    Attributes:
        drawn: as SVG; it needs the map of the report on the same page.
        title: what it shows, in words.
        arrivals: who came from where, side and sentence, as far as no map before has told it.
    """

    drawn: Markup
    title: str
    arrivals: tuple[tuple[str, str], ...]


def battlefields(story: Story, page: Page) -> Mapping[int, Battlefield]:
    """The small map of each block of a report that tells of a battle, by the identity of the block; none for battles
    in places that are not on the map."""
    fought: defaultdict[str, deque[Battlefield]] = defaultdict(deque)
    shown: set[tuple[str, str, str]] = set()
    for item in story.entries:
        for clash in story.game.narration.clashes([item]):
            if field := _battlefield(story, _beginning(story, item, clash), clash.place, page.chart):
                new = tuple(arrival for arrival in field.arrivals if (clash.place, *arrival) not in shown)
                shown.update((clash.place, *arrival) for arrival in new)
                fought[clash.place].append(field._replace(arrivals=new))
    return {id(block): fought[block.place].popleft() for block in _battles(page.story) if fought[block.place]}


def _beginning(story: Story, battle: StoryItem, clash: Clash) -> StoryItem:
    """With what a battle began: the last such event of its place, or what it is itself."""
    if not clash.began:
        return battle
    return next((item for item in reversed(_earlier(story, battle)) if isinstance(item.act, Event)
                 and item.act.code() == clash.began and clash.place in texts(item.act)), battle)


def _earlier(story: Story, battle: StoryItem) -> list[StoryItem]:
    """What happened before something."""
    return list(takewhile(lambda item: (item.entry, item.number) != (battle.entry, battle.number),
                          story.so_far or story.entries))


def _battles(blocks: Iterable[Block]) -> Iterator[BattleCard | Paragraph]:
    """The blocks that tell of a battle, in order."""
    for block in blocks:
        if isinstance(block, Section):
            yield from _battles(block.blocks)
        elif isinstance(block, BattleCard | Paragraph) and block.place:
            yield block


def _battlefield(story: Story, battle: StoryItem, place: str, whole: Chart) -> Battlefield | None:
    before = _before(story, battle, place)
    called = {spot.place: spot.called for spot in before.sheet.spots}
    title = say("{place} before the battle", place=called.get(place, place))
    untold = before._replace(arrows=tuple(arrow._replace(label="") for arrow in before.arrows))
    drawn = small(whole, untold, place, title)
    arrivals = tuple(dict.fromkeys((arrow.side, arrived(arrow, called)) for arrow in before.arrows))
    return Battlefield(Markup(drawn), title, arrivals) if drawn else None


def _before(story: Story, battle: StoryItem, place: str) -> Chart:
    """The map as a battle found it, with the ways that had led there in its turn, in whatever sitting."""
    position = battle.position_before
    turn = [item for item in _earlier(story, battle) if item.position_after.turn == position.turn]
    chart = story.game.narration.chart(position, turn, story.side, overlaid=False)
    return chart._replace(clashes=(), arrows=tuple(arrow for arrow in chart.arrows if arrow.route[-1] == place))
