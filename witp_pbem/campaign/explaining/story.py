"""The story a report tells: the acts of one turn or one sitting in order, with the positions between them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from witp_pbem.campaign.checks import chain_links
from witp_pbem.campaign.checks.chain_links import Wasted
from witp_pbem.campaign.explaining.chances import BattleChances, Chances, ItemPlace
from witp_pbem.campaign.explaining.sealed_undone import SealedUndone
from witp_pbem.campaign.folder import arrangement, points, recorded_rulings, slips
from witp_pbem.campaign.folder.campaign import Campaign, outcome, players
from witp_pbem.campaign.folder.data_files import confirmed
from witp_pbem.campaign.letters.protests import ProtestStatus, protests
from witp_pbem.campaign.orders.template import template
from witp_pbem.campaign.record import act_records, logbook, upgrades, who_plays
from witp_pbem.campaign.record.act_records import throws
from witp_pbem.campaign.record.entries import Entry, Note, Rewind
from witp_pbem.campaign.record.logbook import NOTE, REWIND, SITTING, SUBMISSION
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.campaign.record.upgrades import Takeover
from witp_pbem.campaign.record.who_plays import Change
from witp_pbem.campaign.sitting import table_talk
from witp_pbem.campaign.sitting.status import owed_now
from witp_pbem.campaign.sitting.table_talk import TableTalk
from witp_pbem.table.acts import Act, Rolled, Triggered
from witp_pbem.table.dice import Throw
from witp_pbem.table.event import Event
from witp_pbem.table.game import Game, holders
from witp_pbem.table.language import say
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.table import Diverged
from witp_pbem.table.tuples import NamedTuple


class NothingToTell(Refusal):
    """The campaign has not come so far."""

    exit_code = USAGE


class StoryItem(NamedTuple):
    """One act of the story.

    Attributes:
        step: the step of the turn it belongs to, as the game names it.
        phase: the phase orders are headed with.
        act: what happened: an answer, dice, a card drawn, a deck made, a ruling, or an event.
        position_before, position_after: differ for events only.
        sitting: the number of the sitting it happened in, from 1.
        entry, number: its place in the logbook: the sitting's entry, and the act's number in it, from 0.
        odds: of a battle, how likely its outcome was, in a sentence, where a report says so.
    """

    step: str
    phase: str
    act: Act
    position_before: Any
    position_after: Any
    sitting: int
    entry: int
    number: int
    odds: str = ""


class SittingProof(NamedTuple):
    """What a sitting's dice can be checked with (witp_pbem/docs/logbook-format.md).

    Attributes:
        campaign: the founding's hash.
        sitting: its number.
        words: the luck words that counted.
        link: of the keeper's chain (hexadecimal).
        throws: its dice.
        links: those of the players' own chains.
        anchors: from which these counted.
    """

    campaign: str
    sitting: int
    words: tuple[str, ...]
    link: str
    throws: tuple[Throw, ...]
    links: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()


class Announcements(NamedTuple):
    """What was said of the campaign in the time a story tells of.

    Attributes:
        protests: those made or answered, and all that are open.
        total, open: how many protests there are in all, and how many of them are open.
        rewinds: the entries, each with its point in words.
        notes: the entries.
        upgrades: other releases taking over.
        players: sides given to other players, and players whose address or key is another.
        disputable: those of all times until then that every report has to tell of (`who_plays.is_disputable`).
        wasted: the links of all times until then that were asked for twice (`chain_links.wasted`).
    """

    protests: tuple[ProtestStatus, ...] = ()
    total: int = 0
    open: int = 0
    rewinds: tuple[tuple[Rewind, str], ...] = ()
    notes: tuple[Note, ...] = ()
    upgrades: tuple[Takeover, ...] = ()
    players: tuple[Change, ...] = ()
    disputable: tuple[Change, ...] = ()
    wasted: tuple[Wasted, ...] = ()


class HeldCard(NamedTuple):
    """A card in a side's hand: its slot, and its name where this copy of the campaign may know it."""

    slot: str
    card: str | None


class Story(NamedTuple):
    """Everything a report needs.

    Attributes:
        game: the game with the data in force.
        campaign: the campaign's short name.
        scenario, options: as founded.
        players: at the end of the story, name orders are sent under -> "Name <address>".
        dice: "chain" or "manual".
        seeded: whether dice and seals grow from a text (examples and tests only).
        reconstructed: whether some of the data in force are reconstructed.
        confirmed: how many of their values an owner of the printed game has compared with it.
        replaced: data files the players brought along.
        program, rules_version: the release that kept it at the end of the story.
        turn: the turn it is about.
        sittings: the numbers of the sittings it is about.
        phase: the one phase of the turn it is about, as orders are headed with it; "" for all of it.
        entries: the acts, in order.
        so_far: the acts of the whole campaign up to their end.
        start, position: the positions before the first and after the last of them.
        now: whether the last is the position now.
        proofs: what the dice among them can be checked with, sitting by sitting; none for manual dice.
        dues: what is owed now, each as {"side", "demand", "about", "sentence"}.
        outcome: the game's record of how it ended (fields "winner", "rule", "reason"), None while it goes on.
        rulings: source (entry, index) -> text of a ruling, for `Edited` acts.
        head: hash of its last logbook entry, to be quoted in mails.
        founding: hash of the first entry.
        side, hand: in a report for one player, the name orders are sent under and the cards held.
        drafts: who owes something -> an orders file ready to fill in; what a player's cards make legal is in their own
            report only.
        arrangement: what has to be said of who plays and keeps the campaign, in sentences.
        folder: the campaign's folder, where templates of its own may lie; None where there is none.
        anchor: the published end of the hash chain, "" with manual dice.
        chains: (holder, anchor that counted at first) of the players' own chains, in the order of their links.
        hands: where cards are dealt openly, holder -> cards, for everybody who can hold some.
        announcements: protests, rewinds, notes and the like.
        as_of: the entry after which the campaign stood like this, None for now.
        abandoned: the rewind that abandoned that entry, None if it is in force.
        chances: of the battles told of, by the entry and the number of the act.
        sealed_undone: in a report for one player, what lists of theirs that never answered have left undone.
        talk: what the players say to each other, file by file.
    """

    game: Game
    campaign: str
    scenario: str
    options: Mapping[str, str]
    players: Mapping[str, str]
    dice: str
    seeded: bool
    reconstructed: bool
    confirmed: int
    replaced: tuple[str, ...]
    program: str
    rules_version: str
    turn: int
    sittings: tuple[int, ...]
    entries: tuple[StoryItem, ...]
    position: Any
    now: bool
    dues: tuple[Mapping[str, Any], ...]
    outcome: Mapping[str, Any] | None
    rulings: Mapping[tuple[int, int], str]
    head: str
    founding: str
    anchor: str = ""
    chains: tuple[tuple[str, str], ...] = ()
    hands: Mapping[str, tuple[HeldCard, ...]] = MappingProxyType({})
    side: str = ""
    hand: tuple[HeldCard, ...] = ()
    phase: str = ""
    so_far: tuple[StoryItem, ...] = ()
    start: Any = None
    proofs: tuple[SittingProof, ...] = ()
    arrangement: tuple[str, ...] = ()
    drafts: Mapping[str, str] = MappingProxyType({})
    folder: Path | None = None
    announcements: Announcements = Announcements()
    as_of: int | None = None
    abandoned: int | None = None
    chances: Mapping[ItemPlace, BattleChances] = MappingProxyType({})
    sealed_undone: Iterable[Phrase] = ()
    talk: tuple[TableTalk, ...] = ()


def tell(campaign: Campaign, *, turn: int | None = None, sitting: int | None = None, side: str = "",
         phase: str = "", as_of: int | None = None, unread: bool = False) -> Story:
    """The story of a turn or one phase of it, of a sitting, or of the turn now (with neither).

    Args:
        unread: where neither turn, phase nor sitting is named, tells of all that happened since the side last sent
            something, or else in the last sitting that played (see `first_unread`).
        side: adds the cards this side holds; on a copy that does not know them all, nothing is added.
        as_of: tells how the campaign stood after this entry, abandoned since or not.
    Raises:
        NothingToTell: the campaign has not had such a turn, phase or sitting.
        NoSuchPoint: there is no such entry.
    """
    if as_of is not None and as_of != len(campaign.entries) - 1:
        story = tell(points.as_of(campaign, as_of), turn=turn, sitting=sitting, side=side, phase=phase, unread=unread)
        return story._replace(now=False, drafts={}, as_of=as_of, abandoned=points.abandoned(campaign).get(as_of))
    since = first_unread(campaign, side) if unread and turn is None and sitting is None and not phase else None
    turn = campaign.turn if turn is None and sitting is None and since is None else turn
    items: list[StoryItem] = []
    so_far: list[StoryItem] = []
    count = last_entry = 0
    opening = campaign.game.from_json(campaign.founding["opening"])
    end = opening if turn == opening.turn and not phase else None
    for item in items_of(campaign.game, campaign.line, campaign.state.events):
        so_far.append(item)
        inside = (item.entry >= since if since is not None else
                  item.sitting == sitting if turn is None else item.position_after.turn == turn)
        if inside and phase in ("", item.phase):
            items.append(_in_full(campaign, item))
            end, count, last_entry = item.position_after, len(so_far), item.entry
    if end is None:
        raise NothingToTell(
            say("This campaign has had no sitting {sitting}.", sitting=sitting) if turn is None else
            say("This campaign has had no phase {phase} in turn {turn}.", phase=phase, turn=turn) if phase else
            say("This campaign has had no turn {turn}.", turn=turn))
    side = "" if side and campaign.unknown_hand(side, end) else side
    founding, last = campaign.founding, campaign.last_sitting
    now = count == len(so_far)
    until = campaign.entries if now else campaign.entries[:last_entry + 1]
    released = upgrades.in_force(until)
    proofs = tuple(_proofs(campaign, items))
    dues = owed_now(campaign)
    seated = players(until, campaign.game, end)
    return Story(
        game=campaign.game, campaign=campaign.name, scenario=founding["scenario"], options=founding["options"],
        players=seated, dice=founding["dice"]["mode"], seeded=founding["dice"]["seeded"],
        reconstructed=founding["reconstructed"], confirmed=confirmed(campaign.game.records),
        replaced=tuple(founding["replaced"]), program=released.program,
        rules_version=released.rules, turn=int(end.turn),
        sittings=tuple(dict.fromkeys(item.sitting for item in items)), entries=tuple(items), position=end, now=now,
        dues=dues, outcome=outcome(end),
        rulings={source: recorded_rulings.words(ruling, campaign.game) for source, ruling, _ in campaign.rulings()},
        head=campaign.entries[last_entry]["hash"] if items else last["hash"], founding=founding["hash"],
        anchor=founding["dice"]["anchor"], side=side,
        chains=tuple(zip(chain_links.holders(founding), proofs[0].anchors if proofs else anchors_of(until),
                         strict=True)),
        hand=held_by(campaign, side, end) or () if side else (),
        hands=_hands(campaign, end) if campaign.is_open else {},
        phase=phase, so_far=tuple(so_far[:count]), start=items[0].position_before if items else end,
        proofs=proofs, arrangement=tuple(arrangement.sentences(campaign.game, founding, seated)),
        drafts=Drafts(campaign, dict.fromkeys(due["side"] for due in dues if side in ("", due["side"])), side)
        if now else {},
        folder=campaign.folder, announcements=_announcements(campaign, [item.sitting for item in items], now),
        chances=(chances := Chances(campaign, so_far[:count], items)),
        sealed_undone=SealedUndone(campaign, side, so_far[:count], items, chances.rulings) if side else (),
        talk=tuple(_talk(campaign, items)))


def _in_full(campaign: Campaign, item: StoryItem) -> StoryItem:
    """An act as it is told: with what an order that answers has waited for."""
    act = item.act
    if not isinstance(act, Triggered):
        return item
    slip = campaign.state.opened.get(act.source or (0, 0))
    return item._replace(act=act._replace(because=slips.why(act.because, slip, campaign.game)))


def _talk(campaign: Campaign, items: Sequence[StoryItem]) -> Iterator[TableTalk]:
    """The table talk of the sittings that begin among some acts."""
    for item in items:
        if item.number == 0:
            sitting = campaign.line[item.entry]
            assert sitting["type"] == SITTING
            yield from table_talk.of_sitting(campaign, sitting)


def first_unread(campaign: Campaign, side: str = "") -> int | None:
    """The first sitting, by its entry, that played and that a reader has not answered yet: after the last thing the
    side sent; for everybody, and where there is none, the last one that played. None before the first."""
    played = [entry["n"] for entry in campaign.line if entry["type"] == SITTING and entry["acts"]]
    sent = max((entry["n"] for entry in campaign.line if entry["type"] == SUBMISSION and entry["side"] == side),
               default=None)
    unread = [number for number in played if sent is not None and number > sent] or played[-1:]
    return unread[0] if unread else None


def held_by(campaign: Campaign, side: str, position: Any) -> tuple[HeldCard, ...] | None:
    """The cards a side holds at a position; None on a copy of the campaign that cannot know them all."""
    if campaign.unknown_hand(side, position):
        return None
    return tuple(HeldCard(slot, campaign.look_for(side, slot)) for slot in campaign.hand(side, position))


def _hands(campaign: Campaign, position: Any) -> dict[str, tuple[HeldCard, ...]]:
    """The cards of everybody who can hold some at a position: of every side, and of players who hold cards of their
    own."""
    hands = {holder: tuple(HeldCard(slot, campaign.look(slot)) for slot in campaign.game.hand(position, holder))
             for holder in holders(campaign.game)}
    return {holder: cards for holder, cards in hands.items() if cards or holder in campaign.game.sides}


def _announcements(campaign: Campaign, sittings: Sequence[int], now: bool) -> Announcements:
    """What was announced after the sitting before some others, up to the last of them or, if they lead to the present,
    up to now."""
    held = {entry["number"]: entry["n"] for entry in campaign.entries if entry["type"] == SITTING}
    first = max((n for number, n in held.items() if number < min(sittings, default=0)), default=-1)
    last = held[max(sittings)] if sittings and not now else len(campaign.entries)
    entries = campaign.entries[first + 1:last + 1]
    numbers = {entry["n"] for entry in entries}
    all_protests = protests(campaign.entries)
    return Announcements(
        tuple(protest for protest in all_protests if protest.entry["n"] in numbers
              or (protest.answer and protest.answer["n"] in numbers) or (now and not protest.answer)),
        len(all_protests), sum(protest.answer is None for protest in all_protests),
        tuple((entry, points.words(campaign, entry["to"])) for entry in entries if entry["type"] == REWIND),
        tuple(entry for entry in entries if entry["type"] == NOTE),
        tuple(takeover for takeover in upgrades.taken(campaign.entries, campaign.game) if takeover.entry in numbers),
        tuple(change for change in who_plays.changes(campaign.entries) if change.entry["n"] in numbers),
        tuple(change for change in who_plays.changes(campaign.entries[:last + 1])
              if who_plays.is_disputable(campaign.founding, change)),
        tuple(chain_links.wasted(campaign.entries[:last + 1])))


class Drafts(Mapping[str, str]):
    """Orders files ready to fill in, by the side that owes something; made when first looked at, as most readers of a
    story need none."""

    def __init__(self, campaign: Campaign, owing: Collection[str], side: str) -> None:
        self.campaign, self.owing, self.side = campaign, owing, side

    @cached_property
    def files(self) -> Mapping[str, str]:
        """The files; none where the rules no longer play what the record says: a report of it can still be read."""
        try:
            return {side: template(self.campaign, side, public=not self.side) for side in self.owing}
        except Diverged:
            return {}

    def __getitem__(self, side: str) -> str:
        return self.files[side]

    def __iter__(self) -> Iterator[str]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)


def _proofs(campaign: Campaign, items: Sequence[StoryItem]) -> Iterator[SittingProof]:
    """What the dice of some acts can be checked with."""
    sittings = {item.sitting for item in items if isinstance(item.act, Rolled)}
    for entry in campaign.line:
        if entry["type"] == SITTING and entry["link"] and entry["number"] in sittings:
            closed = logbook.closing(campaign.entries, entry)
            yield SittingProof(campaign.founding["hash"], entry["number"], tuple(closed["words"]) if closed else (),
                               entry["link"], tuple(throws(entry["acts"])), chain_links.used(campaign.entries, closed),
                               anchors_of(campaign.entries[:entry["n"]]))


def anchors_of(entries: Sequence[Entry]) -> tuple[str, ...]:
    """The anchors of the players' own chains at the end of some entries, in the order of their links."""
    return tuple(anchor for _, anchor in sorted(who_plays.anchors(entries).items()))


def position_at(campaign: Campaign, turn: int) -> Any:
    """The position at the end of a turn, or now if the turn is still being played.

    Raises:
        NothingToTell: the campaign has not had such a turn.
    """
    return tell(campaign, turn=turn).position


def items_of(game: Game, line: Sequence[Entry],
             events: Iterable[tuple[Event, Any]] | None = None) -> Iterator[StoryItem]:
    """Every act of a line of the logbook with the positions around it.

    Args:
        events: those of the line, each with the position after it, where they have been read (`CampaignState.events`).
    """
    position = game.from_json(logbook.founding(line)["opening"])
    known = None if events is None else iter(events)
    for entry in line:
        if entry["type"] != SITTING:
            continue
        for number, record in enumerate(entry["acts"]):
            act: Act
            if known is not None and "event" in record:
                act, after = next(known)
            else:
                act = act_records.from_json(record, game.events)
                after = game.apply(position, act) if isinstance(act, Event) else position
            yield StoryItem(position.step, game.phase(position), act, position, after, entry["number"], entry["n"],
                            number)
            position = after
