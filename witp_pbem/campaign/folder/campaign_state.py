"""What the sittings of a logbook have come to: the position, and everything used up, drawn or opened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from witp_pbem.campaign.record import act_records, branches
from witp_pbem.campaign.record.entries import ActRecord as Record
from witp_pbem.campaign.record.entries import Entry, Sitting, Slip
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.campaign.record.logbook import FINISH, SITTING
from witp_pbem.table import event
from witp_pbem.table.acts import Act
from witp_pbem.table.event import Event
from witp_pbem.table.game import Game
from witp_pbem.table.language import say


class CampaignState:
    """What the recorded sittings have come to.

    Attributes:
        position: the position now.
        opening: the opening position of the step being played.
        record: the acts since that opening position.
        stands: how many of them stand as recorded, whatever the rules play now (by a `finish` entry).
        sittings: how many sittings there were, abandoned ones included.
        links: how many links of the chain they published.
        used: sources of orders and rulings that are used up.
        cancelled: sources of orders that no longer count.
        edited: sources of rulings that changed the position.
        drawn: slot -> the side or player that drew its card.
        seals: deck -> the seals of its cards, first card first.
        opened: source -> the slip of an opened order.
        cards: slot -> card, of those turned up.
        manual_used: source of a referee's statement -> how many of its dice (or cards) are used, even if abandoned.
        decks_made: deck -> how often it was made, also by abandoned sittings.
        again: deck in force -> how often it had been made before (`fates.deck_key`).
        events: all of the line, each with the position after it.
    """

    def __init__(self, game: Game, opening: Any, entries: list[Entry], path: Path) -> None:
        self.position = self.opening = opening
        self.game = game
        self._apply, self._is_step_start = game.apply, game.is_step_start
        self.sittings = self.links = 0
        self.used: set[tuple[int, int]] = set()
        self.cancelled: set[tuple[int, int]] = set()
        self.edited: set[tuple[int, int]] = set()
        self.drawn: dict[str, str] = {}
        self.seals: dict[str, list[str]] = {}
        self.opened: dict[tuple[int, int], Slip] = {}
        self.cards: dict[str, str] = {}
        self.manual_used: dict[tuple[int, int], int] = {}
        self.decks_made: Counter[str] = Counter()
        self.again: dict[str, int] = {}
        self.events: list[tuple[Event, Any]] = []
        self.stands = 0
        self._record: list[Record] = []
        self.take(entries, path)

    def take(self, entries: Sequence[Entry], path: Path) -> None:
        """Goes on with entries that follow in the line.

        Raises:
            Damaged: one of them cannot be played.
        """
        for derived in ("opened_of", "record"):
            self.__dict__.pop(derived, None)
        for entry in entries:
            try:
                self._take(entry)
            except Exception as error:  # whatever a spoilt entry makes the game's code do
                raise Damaged(path, entry["n"], say("its acts cannot be played ({error})", error=error)) from error

    @cached_property
    def opened_of(self) -> dict[int, dict[int, Slip]]:
        """The slips of opened orders: number of the entry -> (place behind the seal -> slip)."""
        by_entry: dict[int, dict[int, Slip]] = {}
        for (number, index), content in self.opened.items():
            by_entry.setdefault(number, {})[index] = content
        return by_entry

    @cached_property
    def record(self) -> list[Act]:
        return [act_records.from_json(act, self.game.events) for act in self._record]

    def _take(self, entry: Entry) -> None:
        if branches.is_sitting(entry):
            self.sittings += 1
            self.links += entry["link"] is not None
            for item in entry["manual"]:
                source = act_records.source_of(item["source"])
                self.manual_used[source] = max(item["used"], self.manual_used.get(source, 0))
        if entry["type"] == SITTING:
            self._play(entry)
        elif entry["type"] == FINISH:
            self.stands = len(self._record)
        self.decks_made.update(branches.lost(entry))

    def _play(self, entry: Sitting) -> None:
        for act in entry["acts"]:
            self._record.append(act)
            if "event" in act:
                self._tell(event.from_json(act, self.game.events))
            elif "answer" in act and "source" in act and "stays" not in act:
                self.used.add(act_records.source_of(act["source"]))
            elif "cancelled" in act:
                self.cancelled.add(act_records.source_of(act["cancelled"]))
            elif "edit" in act:
                self.edited.add(act_records.source_of(act["edit"]))
            elif "draw" in act:
                self.drawn[act["slot"]] = act["side"]
            elif "shuffle" in act:
                self.seals[act["shuffle"]] = act["seals"]
                self.again[act["shuffle"]] = self.decks_made[act["shuffle"]]
                self.decks_made[act["shuffle"]] += 1
        for item in entry["opened"]:
            if "slot" in item:
                self.cards[item["slot"]] = item["card"]
            elif "index" in item:
                self.opened[item["entry"], item["index"]] = item["content"]

    def _tell(self, event_: Event) -> None:
        self.position = self._apply(self.position, event_)
        self.events.append((event_, self.position))
        if self._is_step_start(event_):
            self.opening = self.position
            self.stands = 0
            self._record = []
