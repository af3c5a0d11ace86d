"""Playing a whole logbook again: every answer judged, every event derived, every die rolled anew.

The record is played in one pass from the opening position, with nothing at hand but what the logbook has opened.
So a copy without private/ comes to the same result as the keeper's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from witp_pbem.campaign import acts, slips
from witp_pbem.campaign.adjudicate import owed
from witp_pbem.campaign.campaign import Source, given_source, outcome
from witp_pbem.campaign.chain import Finding
from witp_pbem.campaign.logbook import CLOSED, RULING, SITTING, SUBMISSION, Entry
from witp_pbem.campaign.luck import NoFate, slot_name
from witp_pbem.campaign.submit import BATCH
from witp_pbem.table.canonical import canonical, digest
from witp_pbem.table.demand import Demand, Due, Order, Understood
from witp_pbem.table.dice import die
from witp_pbem.table.event import Event
from witp_pbem.table.game import Game
from witp_pbem.table.given import REFEREE, GivenCard, GivenDice
from witp_pbem.table.sitting import Seat, Sitting, sit
from witp_pbem.table.table import Act, Answered, Diverged, Hand, Table, speaks_of
from witp_pbem.table.wording import problem_sentence


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


class Replay:
    """A logbook being played again.

    Attributes:
        findings: what does not hold. made: the decks made. turns: the turn after each sitting's entry.
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
        self.table: Checking | None = None
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
        self._rules()
        if not self.is_chained:
            self._given_dice()

    # -- positions ----------------------------------------------------------------------------------------------

    def _positions(self) -> None:
        """Applies the recorded events and compares every sitting's position and outcome."""
        position = self.game.from_json(self.entries[0]["opening"])
        if digest(self.game.to_json(position)) != digest(self.entries[0]["opening"]):
            self.fault(0, "opening-differs", "The opening position does not come back the same.")
        self.turns[0] = int(position.turn)
        for count, act in enumerate(self.record, 1):
            if isinstance(act, Event):
                position = self.game.apply(position, act)
            entry = self.ends.get(count)
            if entry is None:
                continue
            self.turns[entry["n"]] = int(position.turn)
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
                if not _is_sealed_by(self.entries, source, entry["n"], REFEREE):
                    self.fault(entry["n"], "given-wrong", f"Entry {source[0]} holds no dice or cards of the referee.")
                elif isinstance(body, GivenDice):
                    typed += body.dice[before.get(source, 0):item["used"]]
                before[source] = item["used"]
            dice = self.luck[entry["n"]].dice
            if typed != dice:
                self.fault(entry["n"], "given-differ", f"The dice recorded are {_list(dice)}; the referee typed "
                                                       f"{_list(typed)}.")

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


class Checking(Table):
    """The table of a replay: it looks at every answer's source, every die and every card."""

    def __init__(self, rules: Seat, position: Any, record: Sequence[Act], hand: Hand, fate: NoFate,
                 edits: Sequence[Source], *, replay: Replay, start: int) -> None:
        super().__init__(rules, position, record, hand, fate, edits)
        self.replay = replay
        self.start = start
        replay.table = self

    def _place(self) -> Place | None:
        number = self.start + len(self.acts)
        return self.replay.places[number] if number < len(self.replay.places) else None

    def ask(self, *demands: Demand) -> list[Any]:
        ended = self.replay.ends.get(self.start + len(self.acts))
        if ended is not None and self.acts and self._replaying():
            self.replay.debts(ended, [owed(Due(demand)) for demand in demands])
        return super().ask(*demands)

    def _replay(self, demand: Demand, recorded: Act) -> Any:
        answer = super()._replay(demand, recorded)
        assert isinstance(recorded, Answered)
        place = self._place()
        if place is not None:
            self._source(place.entry, demand, recorded)
        return answer

    def _source(self, entry: Entry, demand: Demand, recorded: Answered) -> None:
        """Whether the order an answer names as its source gives just this answer."""
        number, source, replay = entry["n"], recorded.source, self.replay
        if source is None:
            if recorded.text or not demand.optional:
                replay.fault(number, "answer-without-source", f'The answer "{recorded.text}" of {demand.side} comes '
                                                              "from no order.")
            return
        order = replay_order(replay, entry, source, demand.side)
        if isinstance(order, str):
            replay.fault(number, "source-wrong", f'The answer "{recorded.text}" of {demand.side}: {order}')
            return
        verdict = demand.judge(order)
        if not isinstance(verdict, Understood):
            why = "; ".join(problem_sentence(problem, replay.game.catalogue) for problem in verdict)
            replay.fault(number, "source-illegal", f"The order of entry {source[0]} that answers for {demand.side} is "
                                                   f"not legal here: {why}")
        elif verdict.text != recorded.text or not speaks_of(order, demand, self.phase):
            replay.fault(number, "source-differs", f'The order of entry {source[0]} does not say "{recorded.text}".')

    def roll(self, label: str, count: int = 1, faces: int = 6) -> tuple[int, ...]:
        place, replayed = self._place(), self._replaying()
        dice = super().roll(label, count, faces)
        if place is None or not replayed:
            return dice
        luck, replay = self.replay.luck[place.entry["n"]], self.replay
        luck.dice += dice
        if not replay.is_chained:
            return dice
        if luck.link is None:
            replay.fault(place.entry["n"], "roll-without-link", f"Dice for {label} were rolled without a link.")
            return dice
        right = tuple(die(luck.link, replay.campaign, place.entry["number"], luck.words, label, index, faces)
                      for index in range(luck.rolled, luck.rolled + count))
        luck.rolled += count
        if dice != right:
            replay.fault(place.entry["n"], "dice-differ", f"{label}: recorded {_list(dice)}, but the link gives "
                                                          f"{_list(right)}.")
        return dice

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        place, replayed = self._place(), self._replaying()
        seals = super().shuffle(deck, cards)
        if place is None or not replayed:
            return seals
        entry = place.entry["n"]
        if self.replay.is_chained and place.entry["closed"] is None:
            self.replay.fault(entry, "shuffle-unclosed", f"The deck {deck} was made before the sitting was closed.")
        if bool(seals) != self.replay.is_chained:
            self.replay.fault(entry, "seals-miscounted", f"The deck {deck} has {len(seals)} seals.")
        self.replay.made.append(Made(deck, list(cards), self.replay.luck[entry].words, entry, seals))
        return seals

    def draw(self, deck: str, number: int, side: str) -> str:
        place, replayed = self._place(), self._replaying()
        slot = super().draw(deck, number, side)
        if place is None or not replayed:
            return slot
        if self.replay.is_chained:
            right = slot == slot_name(deck, number)
        else:
            source = given_source(slot)
            right = bool(source and slot.startswith(f"{deck}/")
                         and _is_sealed_by(self.replay.entries, source, place.entry["n"], REFEREE))
        if not right:
            self.replay.fault(place.entry["n"], "card-out-of-turn", f"{side} drew {slot}, which is not the next card.")
        return slot

    def open(self, slot: str, card: str) -> None:
        place = self._place()
        if place is None or not self._replaying():
            return
        entry, replay = place.entry["n"], self.replay
        if not replay.is_chained:
            known = replay.look(slot)
        else:
            known = replay.cards.get(slot) if replay.opened_in.get(slot, entry + 1) <= entry else None
        if known != card:
            replay.fault(entry, "card-not-opened", f"The card {card} is turned up, but {slot} is not opened as it.")


def replay_order(replay: Replay, entry: Entry, source: Source, side: str) -> Order | str:
    """The order at a source, or why it cannot be one of a side's answers in a sitting."""
    if source in replay.rulings:
        decided = replay.game.ruling_for(replay.rulings[source])
        if decided is None or decided[0] != side or source[0] >= entry["n"]:
            return f"the ruling of entry {source[0]} does not decide this"
        return decided[1]._replace(source=source)
    if not _is_sealed_by(replay.entries, source, entry["n"], side):
        return f"entry {source[0]} holds no such order of this side"
    closed = replay.entries[entry["closed"]] if entry["closed"] is not None else None
    if closed is not None and closed["type"] == CLOSED and source[0] not in closed["submissions"]:
        return f"entry {source[0]} did not count for this sitting"
    slip = replay.orders.get(source)
    if slip is None:
        return f"its order in entry {source[0]} was not opened"
    order = slips.order(dict(slip), replay.game, source)
    return order if isinstance(order, Order) else f"its order in entry {source[0]} cannot be read"


def _is_sealed_by(entries: Sequence[Entry], source: Source, before: int, side: str) -> bool:
    """Whether a source is a seal of one of a side's submissions before an entry."""
    number, index = source
    if not 0 <= number < before:
        return False
    entry = entries[number]
    return bool(entry["type"] == SUBMISSION and entry["side"] == side and 0 <= index < len(entry["seals"]))


def words(act: Act) -> str:
    """An act on one line, for a sentence."""
    return ", ".join(f"{key} {value}" for key, value in acts.to_json(act).items())


def _list(numbers: Sequence[int]) -> str:
    return " ".join(str(number) for number in numbers) or "none"
