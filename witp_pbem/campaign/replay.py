"""Playing a whole logbook again: every answer judged, every event derived, every die rolled anew.

The record is played in one pass from the opening position, with nothing at hand but what the logbook has opened.
So a copy without private/ comes to the same result as the keeper's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from witp_pbem.campaign import acts, slips
from witp_pbem.campaign.adjudicate import owed
from witp_pbem.campaign.campaign import Source, given_source, outcome
from witp_pbem.campaign.chain import Finding
from witp_pbem.campaign.checking import Checking, Luck, Made, Place, is_sealed_by, numbers
from witp_pbem.campaign.fairness import Hands
from witp_pbem.campaign.logbook import CLOSED, RULING, SITTING, SUBMISSION, Entry
from witp_pbem.campaign.luck import NoFate
from witp_pbem.campaign.submit import BATCH
from witp_pbem.table.canonical import canonical, digest
from witp_pbem.table.demand import Order
from witp_pbem.table.event import Event
from witp_pbem.table.game import Game
from witp_pbem.table.given import REFEREE, GivenCard, GivenDice
from witp_pbem.table.sitting import Sitting, sit
from witp_pbem.table.table import Act, Answered, Diverged, Hand


class Replay:
    """A logbook being played again.

    Attributes:
        findings: what does not hold. made: the decks made. turns, started: the turn after and before each
            sitting, by its entry. hands: what was at hand for each sitting, if everything lies open.
    """

    def __init__(self, game: Game, entries: Sequence[Entry]) -> None:
        self.game = game
        self.entries = entries
        self.campaign: str = entries[0]["hash"]
        self.is_chained = entries[0]["dice"]["mode"] == "chain"
        self.findings: list[Finding] = []
        self.made: list[Made] = []
        self.orders: dict[Source, Mapping[str, Any]] = {}
        self.cards: dict[str, str] = {}
        self.opened_in: dict[str, int] = {}
        self.rulings: dict[Source, Order] = {}
        self.luck: dict[int, Luck] = {}
        self.record: list[Act] = []
        self.places: list[Place] = []
        self.ends: dict[int, Entry] = {}
        self.turns: dict[int, int] = {}
        self.started: dict[int, int] = {}
        self.table: Checking | None = None
        self.hands: Hands | None = None
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
                        self.fault(entry["n"], "ruling-unreadable", f"Ruling {index + 1} cannot be read.")
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
                self.fault(entry["n"], "act-unreadable", f"Act {number + 1} cannot be read: {error}.")
                self.record.append(Answered("", "", ""))
            self.places.append(Place(entry, number))
        self.ends[len(self.record)] = entry

    def look(self, slot: str) -> str | None:
        """A card, if the logbook opens it anywhere."""
        if self.is_chained:
            return self.cards.get(slot)
        source = given_source(slot)
        slip = self.orders.get(source) if source else None
        body = slips.typed(dict(slip), self.game) if slip else None
        return body.card if isinstance(body, GivenCard) else None

    def play(self) -> None:
        """Everything: positions, bookkeeping, rules, and dice typed in."""
        try:
            self._positions()
        except Exception as error:  # whatever an impossible event makes the game do
            self.fault(0, "events-fail", f"The recorded events cannot be applied: {type(error).__name__} {error}.")
            return
        self._bookkeeping()
        if self.entries[-1].get("outcome") and not self.findings:
            self.hands = Hands(self.game, self.entries, self.orders, self.rulings, self.started)
        self._rules()
        if not self.is_chained:
            self._given_dice()

    # -- positions ----------------------------------------------------------------------------------------------

    def _positions(self) -> None:
        """Applies the recorded events and compares every sitting's position and outcome."""
        position = self.game.from_json(self.entries[0]["opening"])
        if digest(self.game.to_json(position)) != digest(self.entries[0]["opening"]):
            self.fault(0, "opening-differs", "The opening position does not come back the same.")
        self.turns[0] = turn = int(position.turn)
        for count, act in enumerate(self.record, 1):
            if isinstance(act, Event):
                position = self.game.apply(position, act)
            entry = self.ends.get(count)
            if entry is None:
                continue
            self.started[entry["n"]] = turn
            self.turns[entry["n"]] = turn = int(position.turn)
            if digest(self.game.to_json(position)) != entry["position"]:
                self.fault(entry["n"], "position-differs", "The recorded events do not lead to the recorded position.")
            if outcome(position) != entry["outcome"]:
                self.fault(entry["n"], "outcome-differs", "The outcome is not that of the position.")

    # -- bookkeeping --------------------------------------------------------------------------------------------

    def _bookkeeping(self) -> None:
        """Submissions are by sides of the game, for the turn played, after the last sitting; `closed` entries count
        exactly the submissions of the turn, with their words."""
        turn, last = self.turns[0], self.entries[0]["hash"]
        submissions: list[Entry] = []
        for entry in self.entries[1:]:
            kind, number = entry["type"], entry["n"]
            if kind in (SUBMISSION, RULING):
                if entry["turn"] != turn:
                    self.fault(number, "wrong-turn", f"This is turn {turn}, not {entry['turn']}.")
                if entry["after"] and not last.startswith(entry["after"]):
                    self.fault(number, "stale", "These orders were not written after the last sitting.")
            if kind == SUBMISSION:
                submissions.append(entry)
                if entry["side"] not in (*self.game.sides, REFEREE):
                    self.fault(number, "unknown-side", f'There is no side "{entry["side"]}".')
                if not entry["seals"] or len(entry["seals"]) % BATCH:
                    self.fault(number, "seals-miscounted", f"Seals come in multiples of {BATCH}.")
            elif kind == CLOSED:
                counted = [each for each in submissions if each["turn"] == turn]
                if entry["submissions"] != [each["n"] for each in counted]:
                    self.fault(number, "submissions-differ", "It does not count the submissions of the turn.")
                if entry["words"] != [each["luck"] for each in counted if each["luck"]]:
                    self.fault(number, "words-differ", "Its words are not the luck words of the submissions.")
            elif kind == SITTING:
                turn, last = self.turns.get(number, turn), entry["hash"]

    # -- rules --------------------------------------------------------------------------------------------------

    def _rules(self) -> None:
        """Plays the record by the rules; after a difference it goes on with the next step."""
        start, opening = 0, self.game.from_json(self.entries[0]["opening"])
        while start < len(self.record):
            found = self._play(start, opening)
            if found is None:
                return
            self.hands = None
            start, opening = self._next_step(start, opening, start + found)

    def _given_dice(self) -> None:
        """Whether the dice the sittings used are those the referee typed in, in order."""
        before: dict[Source, int] = {}
        for entry in self.entries:
            if entry["type"] != SITTING:
                continue
            typed: list[int] = []
            for item in entry["given"]:
                source: Source = (item["source"][0], item["source"][1])
                slip = self.orders.get(source)
                body = slips.typed(dict(slip), self.game) if slip else None
                if not is_sealed_by(self.entries, source, entry["n"], REFEREE):
                    self.fault(entry["n"], "given-wrong", f"Entry {source[0]} holds no dice or cards of the referee.")
                elif isinstance(body, GivenDice):
                    typed += body.dice[before.get(source, 0):item["used"]]
                before[source] = item["used"]
            dice = self.luck[entry["n"]].dice
            if typed != dice:
                self.fault(entry["n"], "given-differ", f"The dice recorded are {numbers(dice)}; the referee typed "
                                                       f"{numbers(typed)}.")

    def _play(self, start: int, opening: Any) -> int | None:
        """Plays from act `start` on; returns the number of the first act (from there) that differs, or None."""
        self.table = None
        make = partial(Checking, replay=self, start=start)
        record = self.record[start:]
        try:
            sitting = sit(self.game, opening, record, Hand(), NoFate(self.look), rulings=self.rulings, make=make)
        except Diverged as difference:
            self._differs(start + difference.number, difference)
            return difference.number
        except Exception as error:  # whatever an impossible record makes the rules do
            played = len(self.table.acts) if self.table else 0
            place = self.places[min(start + played, len(self.places) - 1)]
            self.fault(place.entry["n"], "rules-fail",
                       f"The rules cannot play act {place.number + 1}: {type(error).__name__} {error}.")
            return played
        if len(sitting.acts) < len(record):
            place = self.places[start + len(sitting.acts)]
            self.fault(place.entry["n"], "rules-stop", f"The rules end before act {place.number + 1}.")
            return len(sitting.acts)
        if len(sitting.acts) > len(record):
            self.fault(self.places[-1].entry["n"] if self.places else 0, "rules-go-on",
                       "The rules play on beyond the last recorded act.")
        self._last_debts(sitting)
        return None

    def _differs(self, number: int, difference: Diverged) -> None:
        place = self.places[min(number, len(self.places) - 1)]
        recorded = "nothing" if difference.recorded is None else words(difference.recorded)
        now = difference.now if isinstance(difference.now, str) else words(difference.now)
        self.fault(place.entry["n"], "rules-differ",
                   f"Act {place.number + 1} is recorded as: {recorded}. By the rules it would be: {now}.")

    def _next_step(self, start: int, opening: Any, broken: int) -> tuple[int, Any]:
        """The first step that begins after act `broken`: where its record starts, and its opening position."""
        position = opening
        for number in range(start, len(self.record)):
            act = self.record[number]
            if isinstance(act, Event):
                position = self.game.apply(position, act)
                if number >= broken and self.game.is_step_start(act):
                    return number + 1, position
        return len(self.record), position

    def _last_debts(self, sitting: Sitting) -> None:
        if not self.places:
            return
        last = self.places[-1].entry
        self.debts(last, [owed(due) for due in sitting.dues], last["owed"] == [] and not last["outcome"])

    def debts(self, entry: Entry, now: Sequence[Mapping[str, Any]], wrong: bool = False) -> None:
        """Compares a sitting's debts with those the rules see: none may be invented."""
        asked = [canonical(due) for due in now]
        for due in entry["owed"]:
            if due["side"] == REFEREE:
                continue  # dice and cards by hand: what is missing depends on what was typed
            if canonical(due) not in asked:
                self.fault(entry["n"], "owed-differs", f"By the rules {due['side']} does not owe {due['demand']} here.")
        if wrong:
            self.fault(entry["n"], "owed-differs", "The sitting ends, and nobody owes anything.")


def words(act: Act) -> str:
    """An act on one line, for a sentence."""
    return ", ".join(f"{key} {value}" for key, value in acts.to_json(act).items())

