"""The pages of one campaign: what became of it turn by turn, the report, the replay, the log and the pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.archive import pack
from witp_pbem.archive.derive import ends_of_turns, measured
from witp_pbem.archive.site import filling, report_pages
from witp_pbem.archive.site.filling import Link
from witp_pbem.archive.statistics.presentation import MEASURES
from witp_pbem.campaign.explaining.story import StoryItem, items_of, tell
from witp_pbem.campaign.folder import points
from witp_pbem.campaign.folder.campaign import Campaign, outcome
from witp_pbem.campaign.record import logbook
from witp_pbem.report import replay
from witp_pbem.report.log_lines import lines_of, mark
from witp_pbem.report.phrases import SHORT
from witp_pbem.table.chart import Chart
from witp_pbem.table.game import Game
from witp_pbem.table.language import language, listing, say
from witp_pbem.table.story import Block, Columns, Paragraph, Section
from witp_pbem.table.tuples import NamedTuple

FOLDER, PACKS = "campaigns", "packs"


class LogEntry(NamedTuple):
    """An entry of the logbook as the page has it: its number, kind, hash and lines."""

    number: int
    kind: str
    hash: str
    lines: tuple[str, ...]


def address(founding: str, what: str = "") -> str:
    """Where a campaign's page lies in the tree of a language."""
    return f"{FOLDER}/{founding[:16]}{f'-{what}' if what else ''}.html"


def pack_address(founding: str) -> str:
    """Where the pack lies in the site."""
    return f"{PACKS}/{founding[:16]}.zip"


def pages(campaign: Campaign, has_pack: bool, people: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The pages of a campaign in the language spoken, and what they share with those of others, by where they lie in
    the site.

    Args:
        campaign: as it may be shown.
        has_pack: whether its pack lies in the site.
        people: name -> where the player's page lies.
    """
    founding, before = campaign.founding["hash"], start(campaign)
    story = tell(campaign)._replace(folder=None, drafts={})
    given = report_pages.share(before, before)
    yield from given.files.items()
    yield from report_pages.pages(story, before, address(founding, "report"), filling.beside(address(founding)))
    here = filling.tree(language())
    yield here + address(founding), _summary(campaign, has_pack, people)
    yield here + address(founding, "replay"), replay.render(story, beside=report_pages.beside_replays(given))
    yield from ((here + path, page) for path, page in _log(campaign))


def start(campaign: Campaign) -> Chart:
    """The map before anything happened."""
    opening: Any = campaign.game.from_json(campaign.founding["opening"])
    return campaign.game.narration.chart(opening, overlaid=False)


def packed(campaign: Campaign) -> bytes:
    """The public part of a campaign, as one file."""
    return pack.packed(campaign)


def _summary(campaign: Campaign, has_pack: bool, people: Mapping[str, str]) -> str:
    founding = campaign.founding["hash"]
    links = [Link(say("How it stands: the report"), filling.beside(address(founding, "report"))),
             Link(say("The replay: step through it on the map"), filling.beside(address(founding, "replay"))),
             Link(say("The log: every entry of the record"), filling.beside(address(founding, "log")))]
    if has_pack:
        links.append(Link(say("Download (ZIP)"), filling.above(pack_address(founding))))
    seats = [(campaign.game.narration.side_name(side), who, people.get(who, ""))
             for side, who in campaign.players.items() if who]
    items = list(items_of(campaign.game, campaign.line, campaign.state.events))
    return filling.page("campaign.html.j2", address(founding), campaign.name, {
        "campaign": campaign.name, "game": campaign.game.title, "links": links, "facts": _facts(campaign),
        "seats": [(side, name, filling.beside(page) if page else "") for side, name, page in seats],
        "result": result(campaign), "has_pack": has_pack, "sections": list(_sections(campaign, items))})


def result(campaign: Campaign) -> str:
    """How a campaign stands, in a sentence."""
    end = outcome(campaign.position)
    return campaign.game.narration.ending(end) if end else say("In progress, turn {turn}.", turn=campaign.turn)


def _facts(campaign: Campaign) -> list[tuple[str, str]]:
    played = campaign.game.setting(campaign.position)
    facts = [(say("Game"), campaign.game.title), (say("Scenario"), played.scenario)]
    facts += [(say.term("game", "Options"), listing(played.options))] if played.options else []
    facts.append((say("Sittings"), str(sum(entry["type"] == logbook.SITTING for entry in campaign.line))))
    if campaign.league:
        facts.append((say("League"), campaign.league["name"]))
    return facts


def _sections(campaign: Campaign, items: Sequence[StoryItem]) -> Iterator[Section]:
    narration = campaign.game.narration
    by_turn: dict[int, list[StoryItem]] = {}
    for item in items:
        by_turn.setdefault(int(item.position_after.turn), []).append(item)
    turns: list[Block] = []
    for acts in by_turn.values():
        clauses = [say("{clause}.", clause=clause) for clause in narration.highlights(acts)]
        turns.append(Section(narration.when(acts[-1].position_after), tuple(
            Paragraph(clause) for clause in clauses or [say("Nothing that stands out.")])))
    if turns:
        yield Section(say("Turn by turn"), tuple(turns))
    if rows := list(_battles(campaign.game, items)):
        yield Section(say("Battles"), (Columns("", (say("Turn"), say("Place"), say("What came of it"), say("Won by")),
                                               tuple(rows)),))
    if tables := list(_figures(campaign, items)):
        yield Section(say("In figures"), tuple(tables))


def _battles(game: Game, items: Sequence[StoryItem]) -> Iterator[tuple[str, ...]]:
    if not items:
        return
    called = {spot.place: spot.called for spot in game.narration.chart(
        items[-1].position_after, overlaid=False).sheet.spots}
    for item in items:
        for clash in game.narration.clashes([item]):
            yield (str(int(item.position_after.turn)), called.get(clash.place, clash.place), clash.label,
                   game.narration.side_name(clash.winner) if clash.winner else "–")


def _figures(campaign: Campaign, items: Sequence[StoryItem]) -> Iterator[Columns]:
    """What each side had at the end of each turn."""
    sides: list[str] = [side for side, _ in campaign.game.narration.chart(campaign.position, overlaid=False).sides]
    by_measure: dict[str, list[tuple[int, Mapping[str, float]]]] = {}
    start: Any = campaign.game.from_json(campaign.founding["opening"])
    for end, chart in ends_of_turns(campaign.game, items):
        for measure, values in measured(campaign.game, start, end, chart):
            by_measure.setdefault(measure, []).append((int(end.turn), values))
        start = end
    for measure, rows in by_measure.items():
        shown = [side for side in sides if any(side in values for _, values in rows)]
        if shown:
            yield Columns(MEASURES.get(measure, measure), (say("Turn"), *map(campaign.game.narration.side_name, shown)),
                          tuple((str(turn), *(f"{values[side]:g}" if side in values else "–" for side in shown))
                                for turn, values in rows), tuple(range(1, len(shown) + 1)))


def _log(campaign: Campaign) -> list[tuple[str, str]]:
    abandoned = points.abandoned(campaign)
    entries = [LogEntry(entry["n"], logbook.KINDS[entry["type"]], entry["hash"][:SHORT], (
        *mark(campaign, entry, abandoned.get(entry["n"])), *lines_of(campaign, entry))) for entry in campaign.entries]
    founding = campaign.founding["hash"]
    return filling.pages("log.html.j2", address(founding, "log"), say("{campaign}: the log", campaign=campaign.name), {
        "campaign": campaign.name, "back": filling.beside(address(founding))}, "entries", entries)
