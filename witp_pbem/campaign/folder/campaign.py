"""A campaign's folder, read: the logbook's entries and the position, decks and debts that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from witp_pbem.campaign.checks.context import EntryContext
from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.folder.campaign_state import CampaignState
from witp_pbem.campaign.folder.fates import CHAIN, OPEN, Decks, OpenDecks
from witp_pbem.campaign.record import (
    branches,
    copied,
    disk,
    json_lines,
    laid_open,
    logbook,
    private,
    upgrades,
    who_plays,
    written_heads,
)
from witp_pbem.campaign.record.entries import (
    AnyRuling,
    Closed,
    Entry,
    Founding,
    LeagueTerms,
    Rewind,
    RulingEntry,
    Sitting,
    Submission,
)
from witp_pbem.campaign.record.json_lines import Damaged, JsonLines
from witp_pbem.campaign.record.laid_open import WholeFile
from witp_pbem.campaign.record.logbook import CLOSED, REWIND, RULING, UPGRADE, WITHDRAWAL, Body
from witp_pbem.campaign.record.private import Private
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.canonical import digest
from witp_pbem.table.dice import chain_link
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, say
from witp_pbem.table.manual_dice import ManualCard
from witp_pbem.table.wording import problem_sentence

DATA = "data"

Source = tuple[int, int]


class LostOrders(Refusal):
    """Orders or secrets that the logbook seals are no longer behind their seals."""


class GoneBack(Refusal):
    """The logbook is older than what this computer has written."""


def opening_of(game: Game, founding: Founding, path: Path, is_foreign: bool = False) -> Any:
    """The position a campaign was created with.

    Args:
        is_foreign: whether another computer made it, so that all of it is checked.
    Raises:
        Damaged: the founding holds no position.
    """
    try:
        if is_foreign and not _is_the_scenarios(game, founding) and (
                problems := game.check_position(founding["opening"])):
            raise ValueError(problem_sentence(problems[0], game.catalogue))
        return game.from_json(founding["opening"])
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise Damaged(path, 0, say("the opening position cannot be read ({error})", error=error)) from error


def _is_the_scenarios(game: Game, founding: Founding) -> bool:
    """Whether a campaign starts as its scenario does, which needs no check."""
    opening = game.open(founding["scenario"], founding["options"])
    return not isinstance(opening, tuple) and game.to_json(opening) == founding["opening"]


class Campaign:
    """One campaign on disk.

    Attributes:
        folder: its folder.
        game: the game with the data in force.
        lines: the lines of the logbook's file.
        entries: the logbook.
        private: the private folder, None on a copy without one.
        notes: what had to be mended or overlooked, in sentences.
    """

    def __init__(self, folder: Path, game: Game, entries: list[Entry], own: Private | None,
                 lines: JsonLines = json_lines.NONE, changed: Sequence[str] = ()) -> None:
        self.folder = folder
        self.game = game
        self.lines = lines
        self.entries = entries
        self.private = own
        self.notes: list[str] = []
        if lines.torn:
            self.notes.append(say("The last line of {file} was never finished; it is ignored.", file=logbook.FILE))
        if own and own.damage:
            self.notes.append(say("{reason}.", reason=own.damage))
        if own and own.head is None:
            self.notes.append(say("{file} is missing or cannot be read: an older logbook put back would not be "
                                  "noticed.", file=written_heads.FILE))
        for name in (*[logbook.FILE] * lines.changed, *(f"{DATA}/{name}" for name in changed)):
            self.notes.append(say("{what}.", what=copied.changed(name)))
        self.notes += copied.second_copies(folder, self.entries)
        if not self.is_all_there:
            self.notes.append(say("{what}.", what=self._missing()))

    @property
    def path(self) -> Path:
        return self.folder / logbook.FILE

    @property
    def founding(self) -> Founding:
        return logbook.founding(self.entries)

    @property
    def name(self) -> str:
        """The short name that heads orders files."""
        return self.founding["campaign"]

    @cached_property
    def line(self) -> list[Entry]:
        """What of the logbook is in force (`branches.line`)."""
        return branches.line(self.entries)

    @cached_property
    def state(self) -> CampaignState:
        opening = opening_of(self.game, self.founding, self.path, is_foreign=self.private is None)
        try:
            return CampaignState(self.game, opening, self.line, self.path)
        except Damaged:  # perhaps because of an opening that nobody has looked at yet
            opening_of(self.game, self.founding, self.path, is_foreign=True)
            raise

    @property
    def position(self) -> Any:
        return self.state.position

    @property
    def turn(self) -> int:
        return int(self.position.turn)

    @property
    def senders(self) -> tuple[str, ...]:
        """Under which names orders can be sent now (`Game.players_at`)."""
        return tuple(self.game.players_at(self.position))

    @property
    def players(self) -> dict[str, str]:
        """Who plays now: name orders are sent under -> "Name <address>", "" where nobody is named."""
        return players(self.entries, self.game, self.position)

    @property
    def is_chained(self) -> bool:
        """Whether dice come from the chain, rather than being typed in."""
        return self.founding["dice"]["mode"] == CHAIN

    @property
    def league(self) -> LeagueTerms | None:
        """The league the campaign belongs to, None where it has its own luck."""
        return self.founding["dice"].get("league")

    @property
    def is_open(self) -> bool:
        """Whether cards are dealt openly: everybody sees every hand."""
        return self.founding["dice"]["deal"] == OPEN

    @property
    def context(self) -> EntryContext:
        """How the campaign stands, for the checks of an entry to come."""
        return EntryContext(self.game, self.entries, self.line, branches.by_type(self.line), self.turn,
                            self.game.players_at(self.position))

    def founded_as(self, sender: str) -> str:
        """The name the player who sends orders under a name was founded under: another one, where the sides were
        settled in the game."""
        return str(self.game.players_at(self.position).get(sender, sender))

    @property
    def last_sitting(self) -> Sitting | Rewind | Founding:
        """The entry orders build on: the last sitting or rewind, or the founding before the first one."""
        return self.context.last_sitting

    @property
    def closed(self) -> Closed | None:
        """The entry that has closed the next sitting already, if a crash came between the two."""
        closings = [entry for entry in self.line if entry["type"] == CLOSED]
        return closings[-1] if closings and closings[-1]["sitting"] == self.state.sittings + 1 else None

    def submissions(self) -> list[Submission]:
        """The submissions for this turn that were not withdrawn, oldest first."""
        return self.context.submissions()

    def rulings(self) -> Iterator[tuple[Source, AnyRuling, RulingEntry]]:
        """Every ruling in force, as (source, ruling, entry)."""
        for entry in self.line:
            if entry["type"] == RULING:
                for index, ruling in enumerate(entry["orders"]):
                    yield (entry["n"], index), ruling, entry

    def contents(self, entry: Entry) -> dict[int, Mapping[str, Any]]:
        """The orders of a submission that this copy may read: place behind its seal -> slip (`folder.slips`). On the
        keeper's copy, and after the end, they stand in the order in which they are read, each with its `line`."""
        sealed = self.private.sealed.get(entry["hash"], ()) if self.private else ()
        known: dict[int, Mapping[str, Any]] = {order.seal: {**order.content, "line": order.line} for order in sealed}
        if not known and entry["n"] in self.open_files:
            known = dict(slips.sealed(self.open_files[entry["n"]], self.game).slips)
        return known | {index: content for index, content in self.state.opened_of.get(entry["n"], {}).items()
                        if index not in known}

    @cached_property
    def open_files(self) -> Mapping[int, WholeFile]:
        """The files that lie open since the end of the game, by entry."""
        return laid_open.files(self.entries)

    def require_sealed(self) -> None:
        """Makes sure that the keeper's copy still holds the secrets of the campaign and this turn's orders.

        Raises:
            LostOrders: it does not; to go on would be to play with others.
        """
        if self.private is None:
            return
        if not self.private.secrets.are_of(self.founding["dice"]):
            raise LostOrders(say("{reason}. Nothing was written. Put the file back from a copy.",
                                 reason=private.foreign(self.private.folder)))
        lost = [entry for entry in self.submissions() if not self._is_kept(entry)]
        if not lost and not self.private.damage:
            return
        reason = self.private.damage or say("{file}: records are missing or changed", file=self.private.sealed_file)
        entries = listing(say("entry {number} ({side})", number=entry["n"], side=entry["side"]) for entry in lost)
        if not lost:
            raise LostOrders(say("{reason}. Nothing was written. Put the file back from a copy.", reason=reason))
        raise LostOrders(say("{reason}. Orders of this turn that the logbook records cannot be read: {entries}. "
                             "Nothing was written. Put the file back from a copy.", reason=reason, entries=entries))

    @property
    def is_all_there(self) -> bool:
        """Whether the logbook holds all that this computer has written."""
        return self.private is None or written_heads.is_among(self.private.head, self.entries)

    def require_all(self) -> None:
        """Makes sure that nobody put an older logbook back.

        Raises:
            GoneBack: somebody did; to go on would be to lose what was recorded.
        """
        if not self.is_all_there:
            raise GoneBack(say("{what}. Nothing was written. Look for the newer file: on another computer, in the "
                               "folder service's older versions, in your backups, with a player. If it is really lost: "
                               "{command}", what=self._missing(), command=f"witp-pbem repair {self.folder} --lost"))

    def _missing(self) -> str:
        """What an older logbook lacks."""
        assert self.private is not None and self.private.head is not None
        head = self.private.head
        return say("{file} is not the newest: this computer has written entry {entry} ({hash}…), which is no longer "
                   "there; an older copy was put back", file=self.path, entry=head.entry,
                   hash=head.hash[:logbook.DIGITS])

    def _is_kept(self, entry: Submission) -> bool:
        assert self.private is not None
        return self.private.fits(entry["hash"], entry["seal"])

    def names_of(self, player: str) -> tuple[str, ...]:
        """The names under which a player can hold cards: the player's own, that of the side, that as founded."""
        return tuple(dict.fromkeys(filter(None, (player, self.game.side_of(player), self.founded_as(player)))))

    def hand(self, player: str, position: Any) -> tuple[str, ...]:
        """The slots of the cards a player holds, alone or with others of the side."""
        return tuple(slot for name in self.names_of(player) for slot in self.game.hand(position, name))

    def unknown_hand(self, player: str, position: Any) -> bool:
        """Whether this is a copy that may not know every card a player holds."""
        return self.private is None and any(slot not in self.game.cards and self.look_for(player, slot) is None
                                            for slot in self.hand(player, position))

    def decks(self) -> Decks:
        """The decks, as far as this copy knows them."""
        if self.is_open:
            return OpenDecks(self.game.cards, self.state.seals, self.state.drawn)
        secrets = self.private.secrets.decks if self.private else {}
        times_made = {**self.state.decks_made, **self.state.again}
        return Decks(self.game.cards, secrets, self.state.seals, self.state.cards, times_made)

    def look(self, slot: str) -> str | None:
        """The card in a slot, None where this copy may not know it."""
        if self.is_chained:
            return self.decks().look(slot)
        return self.manual_card(slot)

    def look_for(self, player: str, slot: str) -> str | None:
        """The card in a slot if it lies open, or the player or the side has drawn it; "" for what lies open alone."""
        if slot in self.state.cards or self.state.drawn.get(slot) in self.names_of(player):
            return self.look(slot)
        source = manual_source(slot)
        return self.look(slot) if source in self.state.opened else None

    def manual_card(self, slot: str) -> str | None:
        """The card in a slot of a campaign whose cards are typed in: the slot names the referee's statement."""
        source = manual_source(slot)
        if source is None or source[0] >= len(self.entries):
            return None
        slip = self.contents(self.entries[source[0]]).get(source[1])
        if slip is None:
            return None
        body = slips.typed(slip, self.game)
        return body.card if isinstance(body, ManualCard) else None

    def link(self, number: int) -> bytes:
        """A link of the chain (keeper's copy only).

        Raises:
            ValueError: the chain has no such link.
        """
        if self.private is None:
            raise ValueError("only the keeper's copy has the chain")
        return chain_link(bytes.fromhex(self.private.secrets.seed), number)

    def add(self, *bodies: tuple[str, Body]) -> list[Entry]:
        """Appends entries, in one write; the caller holds the lock."""
        taking = self._taking_over()
        new = [*taking]
        for kind, body in bodies:
            new.append(logbook.following((new or self.entries)[-1], kind, body))
        self.append(new)
        return new[len(taking):]

    def take_over(self) -> None:
        """Says in the logbook that this release keeps the campaign from now on, if another one did until now; whatever
        is recorded comes behind that. The caller holds the lock."""
        if taking := self._taking_over():
            self.append(taking)

    def _taking_over(self) -> list[Entry]:
        """The entry by which this release takes over, none where it keeps the campaign already."""
        body = upgrades.due(self.entries, self.game)
        if body is None:
            return []
        self.notes.append(say("Until now this campaign was kept by {before}; from now on it is kept by {after}. The "
                              "logbook and the next report say so.", before=upgrades.in_force(self.entries),
                              after=upgrades.here(self.game)))
        return [logbook.following(self.entries[-1], UPGRADE, body)]

    def mend(self) -> tuple[str, ...]:
        """Mends what a crash or a change of line ends did to the files that are appended to; returns what was done, in
        sentences. The caller holds the lock.

        Raises:
            NotWritten: the disk did not take it.
        """
        own = self.private
        assert own is not None
        done = (*json_lines.mend(self.path, self.lines), *own.mend())
        for folder, name in ((own.folder, private.SECRETS), (self.folder, "settings.json")):
            disk.sweep(folder, name)
        if own.head and own.head.batch:  # announced and never written
            written_heads.keep(own.folder, self.entries)
        return done

    def append(self, new: Sequence[Entry]) -> None:
        """Appends a batch of entries, all or none of them, and keeps how far this computer has written; the caller
        holds the lock.

        Raises:
            legal.Unlawful: one of them is illegal.
            NotWritten: the disk did not take them.
        """
        self.require_legal(new)
        own = self.folder / private.FOLDER
        if len(new) > 1 and self.is_all_there:  # else the missing head must stay known until it is reported
            written_heads.announce(own, self.entries, new)
        logbook.append(self.path, new)
        self._follow(new)
        try:
            written_heads.keep(own, self.entries)
        except disk.NotWritten as error:  # what was recorded stands nevertheless
            self.notes.append(say("{file} could not be written: {error}. What was recorded stands.",
                                  file=written_heads.FILE, error=error.strerror))

    def _follow(self, new: Sequence[Entry]) -> None:
        """Goes on with entries behind the last one; a rewind makes another line of them all."""
        self.entries += new
        known = self.__dict__
        known.pop("open_files", None)
        if any(entry["type"] == REWIND for entry in new):
            known.pop("line", None)
            known.pop("state", None)
        if "line" in known:
            known["line"] = [*self.line, *new]
        if "state" in known:
            self.state.take(new, self.path)

    def require_legal(self, new: Sequence[Entry]) -> None:
        """Makes sure that entries are legal behind the last one (`legal.require`). The checks are imported only where
        something is recorded."""
        from witp_pbem.campaign.checks import legal

        legal.require(self.context, new, lambda entries: self.supposed(entries).context)

    def supposed(self, entries: Sequence[Entry]) -> Campaign:
        """The campaign in memory as though its logbook held some entries."""
        return Campaign(self.folder, self.game, list(entries), self.private)


def withdrawals(entries: Iterable[Entry]) -> dict[int, int]:
    """What some entries take back: number of a submission -> number of the first entry that takes it back."""
    withdrawn_by: dict[int, int] = {}
    for entry in entries:
        if entry["type"] == WITHDRAWAL:
            withdrawn_by.setdefault(entry["submission"], entry["n"])
    return withdrawn_by


def manual_source(slot: str) -> Source | None:
    """The statement a slot of a typed-in card is named after ("1942/12.0"), None for other slots."""
    entry, dot, index = slot.rpartition("/")[2].partition(".")
    return (int(entry), int(index)) if dot and entry.isdigit() and index.isdigit() else None


def players(entries: Sequence[Entry], game: Game, position: Any) -> dict[str, str]:
    """Who plays at a position, at the end of some entries that begin with the founding; as `Campaign.players`."""
    named = who_plays.current(entries)
    return {side: named.get(founded, "") for side, founded in game.players_at(position).items()}


def position_hash(game: Game, turn: int, position: Any) -> str:
    """The hash by which a sitting proves what position it came to, "" where neither the turn nor the game has ended.

    Args:
        turn: when the sitting began.
    """
    return digest(game.to_json(position)) if position.turn != turn or position.outcome else ""


def outcome(position: Any) -> dict[str, Any] | None:
    """How the game ended, None while it goes on."""
    ended = position.outcome
    return {key: getattr(ended, key) for key in ("winner", "rule", "reason")} if ended else None
