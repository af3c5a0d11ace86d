"""A campaign's folder, read: the logbook's entries and the position, decks and debts that follow from them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from witp_pbem.campaign import acts, branches, games, lines, logbook, private, slips
from witp_pbem.campaign.lines import Damaged, Lines
from witp_pbem.campaign.logbook import CLOSED, FOUNDING, REWIND, RULING, SITTING, SUBMISSION, WITHDRAWAL, Entry
from witp_pbem.campaign.luck import CHAIN, Decks
from witp_pbem.campaign.private import Private
from witp_pbem.campaign.refusal import USAGE, Refusal
from witp_pbem.table import event
from witp_pbem.table.acts import Act
from witp_pbem.table.canonical import commitment
from witp_pbem.table.dice import chain_link
from witp_pbem.table.event import Event
from witp_pbem.table.game import Game
from witp_pbem.table.given import GivenCard
from witp_pbem.table.language import listing, say

DATA = "data"
LOCK_WAIT = 5  # seconds for another command to finish

Source = tuple[int, int]


class NoCampaign(Refusal):
    """There is no campaign where the user said."""

    exit_code = USAGE


class LostOrders(Refusal):
    """Orders that the logbook records are no longer behind their seals."""


class Busy(Refusal):
    """Another command is writing to the campaign."""


class Past:
    """What the recorded sittings have come to.

    Attributes:
        position: the position now. opening: the opening position of the step being played.
        record: the acts since that opening position.
        sittings: how many sittings there were, abandoned ones included. links: how many links of the chain they
            published.
        used: sources of orders and rulings that are used up. disarmed: sources of orders that no longer count.
        edited: rulings that changed the position.
        drawn: whose each drawn card is, by slot. seals: the seals of each deck made.
        opened: contents of opened orders by source. cards: cards turned up by slot.
        given: how many dice (or cards) of a referee's statement were used, by source.
    """

    def __init__(self, game: Game, entries: list[Entry], path: Path) -> None:
        self.position = opening_of(game, entries[0], path)
        self.game = game
        self.opening = self.position
        self.sittings = self.links = 0
        self.used: set[Source] = set()
        self.disarmed: set[Source] = set()
        self.edited: set[Source] = set()
        self.drawn: dict[str, str] = {}
        self.seals: dict[str, list[str]] = {}
        self.opened: dict[Source, dict[str, Any]] = {}
        self.cards: dict[str, str] = {}
        self.given: dict[Source, int] = {}
        self._record: list[dict[str, Any]] = []
        for entry in entries:
            if branches.is_sitting(entry):
                self.sittings += 1
                self.links += entry["link"] is not None
            if entry["type"] == SITTING:
                try:
                    self._take(entry)
                except Exception as error:  # whatever a spoilt entry makes the game's code do
                    raise Damaged(path, entry["n"], say("its acts cannot be played ({error})", error=error)) from error

    @cached_property
    def opened_of(self) -> dict[int, dict[int, dict[str, Any]]]:
        """The contents of opened orders by entry and index."""
        found: dict[int, dict[int, dict[str, Any]]] = {}
        for (number, index), content in self.opened.items():
            found.setdefault(number, {})[index] = content
        return found

    @cached_property
    def record(self) -> list[Act]:
        return [acts.from_json(act, self.game.events) for act in self._record]

    def _take(self, entry: Entry) -> None:
        for act in entry["acts"]:
            self._record.append(act)
            if "event" in act:
                self._tell(event.from_json(act, self.game.events))
            elif "answer" in act and act.get("source") and not act.get("stays"):
                self.used.add((act["source"][0], act["source"][1]))
            elif "disarmed" in act:
                self.disarmed.add((act["disarmed"][0], act["disarmed"][1]))
            elif "edit" in act:
                self.edited.add((act["edit"][0], act["edit"][1]))
            elif "draw" in act:
                self.drawn[act["slot"]] = act["side"]
            elif "shuffle" in act:
                self.seals[act["shuffle"]] = act["seals"]
        for item in entry["opened"]:
            if "slot" in item:
                self.cards[item["slot"]] = item["card"]
            elif "entry" in item:
                self.opened[item["entry"], item["index"]] = item["content"]
        for item in entry["given"]:
            self.given[item["source"][0], item["source"][1]] = item["used"]

    def _tell(self, told: Event) -> None:
        self.position = self.game.apply(self.position, told)
        if self.game.is_step_start(told):
            self.opening = self.position
            self._record = []


def opening_of(game: Game, founding: Entry, path: Path) -> Any:
    """The position a campaign was founded with.

    Raises:
        Damaged: it is none.
    """
    try:
        return game.from_json(founding["opening"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Damaged(path, 0, say("the opening position cannot be read ({error})", error=error)) from error


class Campaign:
    """One campaign on disk.

    Attributes:
        folder: its folder. entries: the logbook. line: what of it is in force, by the same numbers.
        founding: its first entry. game: the game with the data in force.
        private: the private folder, None on a copy without one. notes: what had to be mended or overlooked.
    """

    def __init__(self, folder: Path, game: Game, found: Lines, own: Private | None) -> None:
        self.folder = folder
        self.game = game
        self.lines = found
        self.entries: list[Entry] = found.records
        self.private = own
        self.notes: list[str] = []
        if found.torn:
            self.notes.append(say("The last line of {file} was never finished; it is ignored.", file=logbook.FILE))
        if own and own.damage:
            self.notes.append(say("{reason}.", reason=own.damage))

    @property
    def path(self) -> Path:
        return self.folder / logbook.FILE

    @property
    def founding(self) -> Entry:
        return self.entries[0]

    @property
    def name(self) -> str:
        """The short name that heads orders files."""
        return str(self.founding["campaign"])

    @cached_property
    def line(self) -> list[Entry]:
        """What of the logbook is in force (`branches.line`)."""
        return branches.line(self.entries)

    @cached_property
    def past(self) -> Past:
        return Past(self.game, self.line, self.path)

    @property
    def position(self) -> Any:
        return self.past.position

    @property
    def turn(self) -> int:
        return int(self.position.turn)

    @property
    def sides(self) -> tuple[str, ...]:
        """Who can send orders now: the sides or, before these are settled, the seats."""
        return tuple(self.game.seating(self.position))

    @property
    def players(self) -> dict[str, str]:
        """Who plays each side now, as founded ("Name <address>", "" where nobody is named)."""
        return players(self.founding, self.game, self.position)

    @property
    def is_chained(self) -> bool:
        """Whether dice come from the chain, rather than being typed in."""
        return bool(self.founding["dice"]["mode"] == CHAIN)

    @property
    def last_sitting(self) -> Entry:
        """The entry orders build on: the last sitting or rewind, or the founding before the first one."""
        return next(entry for entry in reversed(self.line) if entry["type"] in (SITTING, REWIND, FOUNDING))

    @property
    def closed(self) -> Entry | None:
        """The entry that has closed the next sitting already, if a crash came between the two."""
        found = [entry for entry in self.line if entry["type"] == CLOSED]
        return found[-1] if found and found[-1]["sitting"] == self.past.sittings + 1 else None

    def submissions(self) -> list[Entry]:
        """The submissions for this turn that were not withdrawn, oldest first."""
        turn, gone = self.turn, withdrawn(self.line)
        return [entry for entry in self.line if entry["type"] == SUBMISSION and entry["turn"] == turn
                and entry["n"] not in gone]

    def rulings(self) -> Iterator[tuple[Source, str, Entry]]:
        """The text of every ruling in force with its source and entry."""
        for entry in self.line:
            if entry["type"] == RULING:
                for index, text in enumerate(entry["orders"]):
                    yield (entry["n"], index), text, entry

    def contents(self, entry: Entry) -> dict[int, dict[str, Any]]:
        """The orders of a submission by index, as far as this copy may read them."""
        sealed = self.private.sealed.get(entry["hash"], ()) if self.private else ()
        known = {index: order.content for index, order in enumerate(sealed)}
        return known | self.past.opened_of.get(entry["n"], {})

    def require_sealed(self) -> None:
        """Makes sure that the keeper's copy still holds this turn's orders.

        Raises:
            LostOrders: it does not; to go on would be to play without them.
        """
        if self.private is None:
            return
        lost = [entry for entry in self.submissions() if not self._is_kept(entry)]
        if not lost and not self.private.damage:
            return
        reason = self.private.damage or say("{file}: records are missing or changed", file=self.private.sealed_file)
        entries = listing(say("entry {number} ({side})", number=entry["n"], side=entry["side"]) for entry in lost)
        if not lost:
            raise LostOrders(say("{reason}. Nothing was written. Put the file back from a copy.", reason=reason))
        raise LostOrders(say("{reason}. Orders of this turn that the logbook records cannot be read: {entries}. "
                             "Nothing was written. Put the file back from a copy.", reason=reason, entries=entries))

    def _is_kept(self, entry: Entry) -> bool:
        assert self.private is not None
        kept = self.private.sealed.get(entry["hash"])
        return kept is not None and [commitment(order.salt, order.content)
                                     for order in kept] == entry["seals"][:len(kept)]

    def unknown_hand(self, side: str, position: Any) -> bool:
        """Whether this is a copy that may not know every card a side holds."""
        return self.private is None and any(slot not in self.game.cards and self.look_for(side, slot) is None
                                            for slot in self.game.hand(position, side))

    def decks(self) -> Decks:
        """The committed decks, as far as this copy knows them."""
        secrets = self.private.secrets.decks if self.private else {}
        return Decks(self.game.cards, secrets, self.past.seals, self.past.cards)

    def look(self, slot: str) -> str | None:
        """The card in a slot, None where this copy may not know it."""
        if self.is_chained:
            return self.decks().look(slot)
        return self.given_card(slot)

    def look_for(self, side: str, slot: str) -> str | None:
        """The card in a slot if it lies open or the side has drawn it."""
        if slot in self.past.cards or self.past.drawn.get(slot) == side:
            return self.look(slot)
        source = given_source(slot)
        return self.look(slot) if source in self.past.opened else None

    def given_card(self, slot: str) -> str | None:
        """The card in a slot of a campaign whose cards are typed in: the slot names the referee's statement."""
        source = given_source(slot)
        if source is None or source[0] >= len(self.entries):
            return None
        slip = self.contents(self.entries[source[0]]).get(source[1])
        if slip is None:
            return None
        body = slips.typed(slip, self.game)
        return body.card if isinstance(body, GivenCard) else None

    def link(self, number: int) -> bytes:
        """A link of the chain (keeper's copy only).

        Raises:
            ValueError: the chain has no such link.
        """
        if self.private is None:
            raise ValueError("only the keeper's copy has the chain")
        return chain_link(bytes.fromhex(self.private.secrets.seed), number)

    def add(self, *bodies: tuple[str, Entry]) -> list[Entry]:
        """Appends entries, in one write; the caller holds the lock."""
        made: list[Entry] = []
        for kind, body in bodies:
            made.append(logbook.following((made or self.entries)[-1], kind, body))
        logbook.append(self.path, made)
        self.entries += made
        self.__dict__.pop("line", None)
        return made


def withdrawn(entries: Iterable[Entry]) -> set[int]:
    """The numbers of the submissions that some entries take back."""
    return set(withdrawals(entries))


def withdrawals(entries: Iterable[Entry]) -> dict[int, int]:
    """For each submission some entries take back, the number of the first entry that does."""
    found: dict[int, int] = {}
    for entry in entries:
        if entry["type"] == WITHDRAWAL:
            found.setdefault(entry["submission"], entry["n"])
    return found


def given_source(slot: str) -> Source | None:
    """The statement a slot of a typed-in card is named after ("1942/12.0"), None for other slots."""
    entry, dot, index = slot.rpartition("/")[2].partition(".")
    return (int(entry), int(index)) if dot and entry.isdigit() and index.isdigit() else None


def players(founding: Mapping[str, Any], game: Game, position: Any) -> dict[str, str]:
    """Who plays each side at a position, as founded."""
    return {side: str(founding["players"].get(seat, "")) for side, seat in game.seating(position).items()}


def outcome(position: Any) -> dict[str, Any] | None:
    """How the game ended, None while it goes on."""
    ended = position.outcome
    return {key: getattr(ended, key) for key in ("winner", "rule", "reason")} if ended else None


def open_campaign(folder: Path) -> Campaign:
    """Reads a campaign's folder.

    Raises:
        NoCampaign: it is none. Damaged: a file of it is not what the program wrote.
        games.NoSuchGame: its game is not installed.
    """
    path = logbook_of(folder)
    try:
        found = logbook.read(path)
        own = private.read(folder / private.FOLDER)
        if not found.records or found.records[0]["type"] != FOUNDING:
            raise Damaged(path, 0, say("the logbook does not begin with a founding"))
        founding = found.records[0]
        if founding.get("format") not in logbook.FORMATS:
            raise Damaged(path, 0, say("this logbook has format {found}; this program reads format {known} (it "
                                       "was written by {program})", found=founding.get("format"),
                                       known=logbook.FORMAT, program=founding.get("program")))
        return Campaign(folder, game_of(founding, folder / DATA), found, own)
    except OSError as error:
        raise NoCampaign(say('"{name}" cannot be read: {error}.', name=error.filename or folder,
                             error=error.strerror)) from error


def logbook_of(folder: Path) -> Path:
    """The logbook of a campaign's folder.

    Raises:
        NoCampaign: there is none.
    """
    if not folder.is_dir():
        raise NoCampaign(say('"{folder}" is a file, not a campaign\'s folder.', folder=folder) if folder.exists()
                         else say('"{folder}" does not exist.', folder=folder))
    path = folder / logbook.FILE
    if not path.is_file():
        raise NoCampaign(say('"{folder}" is no campaign: it has no {file}.', folder=folder, file=logbook.FILE))
    return path


def game_of(founding: Mapping[str, Any], folder: Path) -> Game:
    """The founding's game with the data in its folder.

    Raises:
        Damaged: a data file is missing or not the one the campaign was founded with.
        games.NoSuchGame: the game is not installed.
    """
    maker = games.find(str(founding.get("game")))
    files: dict[str, bytes] = {}
    for name, wanted in founding.get("data", {}).items():
        path = folder / name
        if not path.is_file():
            raise Damaged(path, None, say("this data file of the campaign is missing"))
        data = path.read_bytes()
        if hashlib.sha256(data).hexdigest() != wanted:
            raise Damaged(path, None, say("this is not the data file the campaign was founded with"))
        files[Path(name).stem] = data
    try:
        return _made(maker, tuple(files.items()))
    except (ValueError, KeyError, TypeError) as error:
        raise Damaged(folder, None, say("these data do not make a game ({error})", error=error)) from error


@lru_cache(maxsize=4)
def _made(maker: Callable[..., Game], files: tuple[tuple[str, bytes], ...]) -> Game:
    """A game made of its data files; the same files make the same game, which remembers what it has read."""
    return maker({name: json.loads(data) for name, data in files} or None)


@contextmanager
def writing(folder: Path) -> Iterator[Campaign]:
    """A campaign to be appended to: locked, read, and mended where a crash tore a line.

    Raises:
        NoCampaign: it is none, or a copy without private/. Busy: another command is writing.
        Damaged: its last entry does not hold. LostOrders: see `Campaign.require_sealed`.
    """
    from filelock import FileLock, Timeout

    logbook_of(folder)
    own = folder / private.FOLDER
    if not own.is_dir():
        raise NoCampaign(say("\"{folder}\" is a copy without {private}/: only the keeper's copy records anything.",
                             folder=folder, private=private.FOLDER))
    try:
        with FileLock(own / private.LOCK, timeout=LOCK_WAIT):
            campaign = open_campaign(folder)
            campaign.require_sealed()
            campaign.notes = [note for note in (lines.mend(campaign.path, campaign.lines),
                                                campaign.private.mend() if campaign.private else "") if note]
            if not logbook.is_whole(campaign.entries[-1]):
                raise Damaged(campaign.path, campaign.entries[-1]["n"],
                              say("this entry was changed: its hash does not fit"))
            yield campaign
    except Timeout as error:
        raise Busy(say('Another command is writing to "{folder}". Try again when it has finished.',
                       folder=folder)) from error

