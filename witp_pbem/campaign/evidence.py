"""What a logbook tells: acts in order with their places, opened orders and cards, rulings, luck; and what of it does
not hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from witp_pbem.campaign import acts, slips
from witp_pbem.campaign.campaign import Source, given_source, withdrawals
from witp_pbem.campaign.chain import Finding
from witp_pbem.campaign.fairness import Hands
from witp_pbem.campaign.logbook import RULING, SITTING, SUBMISSION, Entry
from witp_pbem.table.acts import Act, Answered
from witp_pbem.table.canonical import canonical
from witp_pbem.table.demand import Order
from witp_pbem.table.game import Game
from witp_pbem.table.given import REFEREE, GivenCard
from witp_pbem.table.language import say
from witp_pbem.table.problem import Problem
from witp_pbem.table.table import Table
from witp_pbem.table.wording import demand_sentence, side_name


class Place(NamedTuple):
    """Where an act of the record stands: the sitting's entry and the act's number in it."""

    entry: Entry
    number: int


@dataclass
class Luck:
    """The luck of one sitting as published: its link and words, and the dice rolled so far."""

    link: bytes | None
    words: Sequence[str]
    rolled: int = 0
    dice: list[int] = field(default_factory=list)


class Made(NamedTuple):
    """A deck as the rules made it: its cards in the order given, the luck words, the entry and the seals."""

    deck: str
    cards: Sequence[str | None]
    words: Sequence[str]
    entry: int
    seals: Sequence[str]


class Evidence:
    """A logbook laid open.

    Attributes:
        findings: what does not hold. made: the decks made. turns, started: the turn after and before each
            sitting, by its entry. sides: who could send orders after it, likewise. withdrawn: which entry took a
            submission back. ended: sittings that ended where a decision, dice or a card were wanted. edited: rulings
            carried out. hands: what was at hand for each sitting, if everything lies open.
    """

    def __init__(self, game: Game, entries: Sequence[Entry]) -> None:
        self.game = game
        self.entries = entries
        self.campaign: str = entries[0]["hash"]
        self.is_chained = entries[0]["dice"]["mode"] == "chain"
        self.findings: list[Finding] = []
        self.made: list[Made] = []
        self.orders: dict[Source, Mapping[str, Any]] = {}
        self._read: dict[Source, Order | tuple[Problem, ...]] = {}
        self.cards: dict[str, str] = {}
        self.opened_in: dict[str, int] = {}
        self.withdrawn = withdrawals(entries)
        self.rulings: dict[Source, Order] = {}
        self.luck: dict[int, Luck] = {}
        self.record: list[Act] = []
        self.places: list[Place] = []
        self.ends: dict[int, Entry] = {}
        self.turns: dict[int, int] = {}
        self.started: dict[int, int] = {}
        self.sides: dict[int, tuple[str, ...]] = {}
        self.table: Table | None = None
        self.hands: Hands | None = None
        self.ended: set[int] = set()
        self.edited: set[Source] = set()
        self._gather()

    def fault(self, entry: int, code: str, sentence: str) -> None:
        """Notes something that does not hold."""
        self.findings.append(Finding(entry, code, sentence))

    def _gather(self) -> None:
        """Collects acts, opened orders and cards, rulings and luck from all entries."""
        for entry in self.entries:
            if entry["type"] == RULING:
                for index, text in enumerate(entry["orders"]):
                    order = slips.read_order(text, self.game, (entry["n"], index))
                    if isinstance(order, Order):
                        self.rulings[entry["n"], index] = order
                    else:
                        self.fault(entry["n"], "ruling-unreadable",
                                   say("Ruling {number} cannot be read.", number=index + 1))
            elif entry["type"] == SITTING:
                self._gather_sitting(entry)

    def _gather_sitting(self, entry: Entry) -> None:
        for item in entry["opened"]:
            if "slot" in item:
                self.cards[item["slot"]] = item["card"]
                self.opened_in.setdefault(item["slot"], entry["n"])
            elif "entry" in item:
                self.orders[item["entry"], item["index"]] = item["content"]
        closed = self.entries[entry["closed"]] if entry["closed"] is not None else None
        link = bytes.fromhex(entry["link"]) if entry["link"] else None
        self.luck[entry["n"]] = Luck(link, closed["words"] if closed else ())
        for number, act in enumerate(entry["acts"]):
            try:
                self.record.append(acts.from_json(act, self.game.events))
            except ValueError as error:
                self.fault(entry["n"], "act-unreadable", say("Act {act} cannot be read: {error}.", act=number + 1,
                                                             error=error))
                self.record.append(Answered("", "", ""))
            self.places.append(Place(entry, number))
        self.ends[len(self.record)] = entry

    def read(self, slip: Mapping[str, Any], game: Game, source: Source) -> Order | tuple[Problem, ...]:
        """The order an opened slip holds, read once."""
        if source not in self._read:
            self._read[source] = slips.order(slip, game, source)
        return self._read[source]

    def look(self, slot: str) -> str | None:
        """A card, if the logbook opens it anywhere."""
        if self.is_chained:
            return self.cards.get(slot)
        source = given_source(slot)
        slip = self.orders.get(source) if source else None
        body = slips.typed(dict(slip), self.game) if slip else None
        return body.card if isinstance(body, GivenCard) else None

    def demanded(self, code: str, about: Mapping[str, Any], side: str) -> str:
        """What is owed, as a reader is told."""
        return demand_sentence(code, about, self.game.catalogue, side)

    def debts(self, entry: Entry, now: Sequence[Mapping[str, Any]], wrong: bool = False) -> None:
        """Compares a sitting's debts with those the rules see: none may be invented."""
        asked = [canonical(due) for due in now]
        for due in entry["owed"]:
            if due["side"] == REFEREE:
                continue  # dice and cards by hand: what is missing depends on what was typed
            if canonical(due) not in asked:
                self.fault(entry["n"], "owed-differs", say(
                    "By the rules {side} does not owe this here: {demand}.",
                    side=side_name(due["side"], self.game.catalogue),
                    demand=self.demanded(due["demand"], due["about"], due["side"])))
        if wrong:
            self.fault(entry["n"], "owed-differs", say("The sitting ends, and nobody owes anything."))


def is_sealed_by(entries: Sequence[Entry], source: Source, before: int, side: str) -> bool:
    """Whether a source is a seal of one of a side's submissions before an entry."""
    number, index = source
    if not 0 <= number < before:
        return False
    entry = entries[number]
    return bool(entry["type"] == SUBMISSION and entry["side"] == side and 0 <= index < len(entry["seals"]))
