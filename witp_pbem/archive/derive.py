"""What an archive knows of a campaign besides its record: everything here follows from the logbook alone.

Derived once when a campaign is added, and again by `archive rebuild`; whoever changes what is derived raises VERSION in
`store.derived`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from witp_pbem.archive import naming
from witp_pbem.archive.store import full_text
from witp_pbem.archive.store.derived import VERSION, Derived, Fought, Row, Searched
from witp_pbem.archive.store.packing import compressed
from witp_pbem.archive.store.tables import NOTE, ORDERS, PLAYED, PROTEST, STORY
from witp_pbem.campaign.explaining.story import StoryItem, items_of
from witp_pbem.campaign.folder.campaign import Campaign, outcome
from witp_pbem.campaign.letters.protests import protests
from witp_pbem.campaign.record import logbook, upgrades, who_plays
from witp_pbem.campaign.record.logbook import RULING, SITTING, SUBMISSION
from witp_pbem.report.lines_of_text import lines_of
from witp_pbem.table.acts import Rolled
from witp_pbem.table.chart import Chart, Clash
from witp_pbem.table.event import Event
from witp_pbem.table.event import texts as event_texts
from witp_pbem.table.game import Game
from witp_pbem.table.language import LANGUAGES, speaking
from witp_pbem.table.tuples import NamedTuple

POINTS, COUNTERS, PLACES, LOSSES = "points", "counters", "places", "losses"  # what is measured turn by turn

Rows = list[Row]


def derived(campaign: Campaign) -> Derived:
    """All that follows from a campaign.

    Raises:
        Damaged: the record is no campaign.
    """
    items = list(items_of(campaign.game, campaign.line, campaign.state.events))
    ends = list(ends_of_turns(campaign.game, items))
    return Derived(VERSION, facts(campaign), chosen(campaign), seats(campaign), measures(campaign, ends),
                   taken(campaign, items, ends), thrown(items), lucks(campaign.game, items),
                   paces(campaign, items), concerned(campaign.game, items),
                   [_searched(row) for row in words(campaign, items)], list(fought(campaign.game, items)))


def _searched(row: Row) -> Searched:
    """A text as it is kept."""
    return Searched({**row, "words": compressed(row["words"].encode())}, full_text.row_of(row["words"]))


def facts(campaign: Campaign) -> dict[str, Any]:
    """The campaign in a row."""
    founding, end = campaign.founding, outcome(campaign.position)
    released = upgrades.in_force(campaign.entries)
    return {"game": founding["game"], "scenario": founding["scenario"], "rules_version": released.rules,
            "program": released.program, "turn": campaign.turn,
            "sittings": sum(entry["type"] == SITTING for entry in campaign.line),
            "winner": end["winner"] if end else None, "reason": end["reason"] if end else "",
            "league": campaign.league["name"] if campaign.league else "",
            "seeded": founding["dice"]["seeded"], "reconstructed": founding["reconstructed"],
            "own_map": has_own_map(campaign), "manual_dice": not campaign.is_chained}


def has_own_map(campaign: Campaign) -> bool:
    """Whether it is played on a map other than those that come with the game, or on more than a part of one."""
    ground = ground_of(campaign.game.narration.chart(campaign.position, overlaid=False))
    return not any(ground <= printed for printed in _printed(campaign.game.id))


Ground = frozenset[tuple[str, tuple[int, int], str]]  # place, where it lies, what lies there


def ground_of(chart: Chart) -> Ground:
    """What is printed on a map."""
    return frozenset((spot.place, chart.sheet.board.xy(spot.place), spot.ground.code) for spot in chart.sheet.spots)


@cache
def _printed(name: str) -> tuple[Ground, ...]:
    """The maps that come with a game."""
    game = naming.game_of(name)
    return tuple(map(ground_of, naming.openings(game))) if game else ()


def chosen(campaign: Campaign) -> Rows:
    """The options it was founded with."""
    return [{"name": name, "value": str(value)} for name, value in sorted(campaign.founding["options"].items())]


def seats(campaign: Campaign) -> Rows:
    """Who plays which side, without addresses."""
    return [{"player": player, "side": campaign.game.side_of(player), "person": person_of(who)}
            for player, who in campaign.players.items()]


def person_of(who: str) -> str:
    """The name in "Name <address>"; of an address alone what stands before its @."""
    return who_plays.name_or_address(who).strip("<>").partition("@")[0]


def measures(campaign: Campaign, ends: Iterable[TurnEnd]) -> Rows:
    """What each side had at the end of each turn, and what it lost in it.

    Args:
        ends: of the turns that are over (`ends_of_turns`).
    """
    rows: Rows = []
    start = campaign.game.from_json(campaign.founding["opening"])
    for end, chart in ends:
        for measure, values in measured(campaign.game, start, end, chart):
            rows += [{"turn": int(end.turn), "side": side, "measure": measure, "value": float(value)}
                     for side, value in values.items()]
        start = end
    return rows


class TurnEnd(NamedTuple):
    """The last position of a turn, and the map as it stood then."""

    position: Any
    chart: Chart


def ends_of_turns(game: Game, items: Sequence[StoryItem]) -> Iterator[TurnEnd]:
    """The end of each turn that is over: of those before the one that is played, and of that when the game is over."""
    last = {item.position_after.turn: item.position_after for item in items}
    played = items[-1].position_after.turn if items else None
    for turn, position in last.items():
        if turn != played or outcome(position):
            yield TurnEnd(position, game.narration.chart(position, overlaid=False))


def measured(game: Game, start: Any, end: Any, chart: Chart) -> Iterator[tuple[str, Mapping[str, float]]]:
    """What each side has at the end of a turn, by measure, and what it lost since its start."""
    if isinstance(points := getattr(end, POINTS, None), Mapping):
        yield POINTS, {side: value for side, value in points.items() if isinstance(value, int)}
    yield COUNTERS, {side: sum(stack.size for stack in chart.stacks if stack.side == side) for side, _ in chart.sides}
    yield PLACES, {side: sum(spot.control == side for spot in chart.sheet.spots) for side, _ in chart.sides}
    yield LOSSES, {**{side: 0 for side, _ in chart.sides}, **game.narration.losses(start, end)}


def taken(campaign: Campaign, items: Sequence[StoryItem], ends: Iterable[TurnEnd]) -> Rows:
    """The places that are another side's at the end of a turn than at its beginning."""
    rows: Rows = []
    before = _holders(campaign.game.narration.chart(opened_at(campaign, items), overlaid=False))
    for end, chart in ends:
        after = _holders(chart)
        rows += [{"turn": int(end.turn), "place": place, "side": side} for place, side in after.items()
                 if side and before.get(place, side) != side]
        before = after
    return rows


def opened_at(campaign: Campaign, items: Sequence[StoryItem]) -> Any:
    """The position in which the first turn begins: what is set up before it was nobody's act."""
    opening = campaign.game.from_json(campaign.founding["opening"])
    return next((item.position_before for item in items if item.position_after.turn > 0), opening)


def _holders(chart: Chart) -> dict[str, str]:
    """Who controls each place."""
    return {spot.place: spot.control for spot in chart.sheet.spots}


def fought(game: Game, items: Sequence[StoryItem]) -> Iterator[Fought]:
    """The battles with their outcome in English, each with the counters that were there when it began."""
    with speaking("en"):
        for number, item in enumerate(items):
            if isinstance(item.act, Event):
                for clash in game.narration.clashes([item]):
                    chart = game.narration.chart(_beginning(items[:number + 1], clash), overlaid=False)
                    present = Counter[tuple[str, str]]()
                    for stack in chart.stacks:
                        if stack.place == clash.place:
                            present[stack.side, stack.kind.code] += stack.size
                    yield Fought({"turn": int(item.position_after.turn), "place": clash.place,
                                  "winner": clash.winner, "sentence": clash.label},
                                 [{"side": side, "kind": kind, "counters": count}
                                  for (side, kind), count in sorted(present.items())])


def _beginning(before: Sequence[StoryItem], clash: Clash) -> Any:
    """The position before the event with which a battle began."""
    for item in reversed(before) if clash.began else ():
        if isinstance(item.act, Event) and item.act.code() == clash.began and clash.place in event_texts(item.act):
            return item.position_before
    return before[-1].position_before


def concerned(game: Game, items: Sequence[StoryItem]) -> Counter[tuple[int, str, str]]:
    """How often the events of each turn concern a place, a unit, a card or a rule, and play a card: (turn, kind,
    name)."""
    places = frozenset(spot.place for spot in game.narration.chart(items[-1].position_after, overlaid=False).sheet.spots
                       ) if items else frozenset()
    counts: Counter[tuple[int, str, str]] = Counter()
    for item in items:
        if isinstance(item.act, Event):
            turn = int(item.position_after.turn)
            counts[turn, "rule", item.act.rule] += 1
            counts.update((turn, PLAYED, card) for card in game.narration.cards_played(item))
            units = getattr(item.position_before, "units", {})
            for thing in game.narration.about(item):
                if kind := ("place" if thing in places else "unit" if thing in units else
                            "card" if thing in game.cards else ""):
                    counts[turn, kind, thing] += 1
    return counts


def words(campaign: Campaign, items: Sequence[StoryItem]) -> Rows:
    """The texts that can be searched: the story in every language, orders as written, notes and protests."""
    return [*_stories(campaign.game, items), *_written(campaign), *_said(campaign)]


def _stories(game: Game, items: Sequence[StoryItem]) -> Iterator[Row]:
    by_turn: dict[int, list[StoryItem]] = {}
    for item in items:
        by_turn.setdefault(int(item.position_after.turn), []).append(item)
    for language in LANGUAGES:
        with speaking(language):
            for turn, acts in by_turn.items():
                lines = lines_of(game.narration.story(acts), game.narration.rule_number)
                yield {"turn": turn, "kind": STORY, "who": "", "language": language, "words": "\n".join(lines)}


def _written(campaign: Campaign) -> Iterator[Row]:
    """Orders that lie open, as their players wrote them."""
    by_entry: dict[int, list[str]] = {}
    for (entry, _), slip in sorted(campaign.state.opened.items()):
        by_entry.setdefault(entry, []).append(str(slip["text"]))
    for number, lines in by_entry.items():
        sent = campaign.entries[number]
        if sent["type"] == SUBMISSION:
            yield {"turn": sent["turn"], "kind": ORDERS, "who": sent["side"], "language": "",
                   "words": "\n".join(lines)}


def _said(campaign: Campaign) -> Iterator[Row]:
    for entry in campaign.entries:
        if entry["type"] == logbook.NOTE:
            yield {"turn": 0, "kind": NOTE, "who": "", "language": "", "words": entry["text"]}
    for protest in protests(campaign.entries):
        yield {"turn": 0, "kind": PROTEST, "who": protest.entry["side"], "language": "",
               "words": protest.entry["text"]}


def thrown(items: Iterable[StoryItem]) -> Rows:
    """How often each face of each die came up, by what it was thrown for."""
    counts: Counter[tuple[str, int, int]] = Counter()
    for item in items:
        if isinstance(item.act, Rolled):
            counts.update((item.act.label.code, item.act.die.faces, face) for face in item.act.dice)
    return [{"label": label, "sides": sides, "face": face, "times": times}
            for (label, sides, face), times in sorted(counts.items())]


def lucks(game: Game, items: Sequence[StoryItem]) -> Rows:
    """What throws that add up gave each side, against what was to be expected."""
    return [luck._asdict() for luck in game.narration.lucks(items)]


def paces(campaign: Campaign, items: Iterable[StoryItem]) -> Rows:
    """How often each player was waited for in each turn, what they sent, and what deadlines they missed. When that was
    no logbook says."""
    turn_of = {item.entry: int(item.position_after.turn) for item in items}
    waits, sent, missed = Counter[tuple[int, str]](), Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    turn = 0
    for entry in campaign.line:
        if entry["type"] == SITTING:
            turn = turn_of.get(entry["n"], turn)
            waits.update((turn, player) for player in {owed["side"] for owed in entry["owed"]})
        elif entry["type"] == SUBMISSION:
            sent[entry["turn"], entry["side"]] += 1
        elif entry["type"] == RULING:
            missed.update((entry["turn"], str(ruling["player"])) for ruling in entry["orders"]
                          if isinstance(ruling, Mapping) and ruling["ruling"] == "default")
    return [{"turn": turn, "player": player, "waits": waits[turn, player], "submissions": sent[turn, player],
             "missed": missed[turn, player]} for turn, player in sorted({*waits, *sent, *missed})]
