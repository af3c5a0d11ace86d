"""A line of a logbook laid open: acts in order with their places, opened orders and cards, rulings, luck; and what in
it does not hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from witp_pbem.campaign.folder import recorded_rulings, slips
from witp_pbem.campaign.folder.campaign import Source, manual_source, withdrawals
from witp_pbem.campaign.folder.fates import OPEN, Decks
from witp_pbem.campaign.folder.recorded_rulings import ReadRuling
from witp_pbem.campaign.proof.subjects import Difference, Verification, rules_in_force
from witp_pbem.campaign.record import act_records, logbook, order_tree
from witp_pbem.campaign.record.branches import is_cut, times_made
from witp_pbem.campaign.record.entries import Entry, Sitting
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.logbook import FINISH, RULING, SITTING, SUBMISSION
from witp_pbem.campaign.record.private import DeckSecret
from witp_pbem.campaign.sitting.at_hand import PendingAtSittings
from witp_pbem.table.acts import Act, Answered, Shuffled
from witp_pbem.table.canonical import canonical
from witp_pbem.table.demand import Order
from witp_pbem.table.event import Event
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE, ManualCard
from witp_pbem.table.problem import Problem
from witp_pbem.table.table import Table
from witp_pbem.table.text import Statement
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import demand_sentence, side_name

# The subject each code of a replay belongs to (`subjects.SUBJECTS`).
SUBJECT_OF: Mapping[str, str] = {code: subject for subject, codes in {
    "dice": ("manual-wrong", "manual-differ"),
    "decks": ("card-out-of-turn", "card-not-opened", "card-opened-early", "deck-differs", "shuffle-unclosed"),
    "tests": ("test-differs",),
    "legality": ("act-unreadable", "ruling-unreadable", "ruling-out-of-place", "answer-without-source", "source-wrong",
                 "source-differs", "source-illegal", "reason-differs", "triggered-wrongly", "cancelled-wrongly",
                 "rules-differ", "rules-fail", "rules-stop", "rules-go-on", "owed-differs", "undone-differs",
                 "sitting-stops"),
    "positions": ("opening-differs", "events-fail", "position-differs"),
    "outcome": ("outcome-differs",),
    "fairness": ("order-passed-over",),
}.items() for code in codes}


class ActPlace(NamedTuple):
    """Where an act of the record stands: the sitting's entry and the act's number in it, from 0."""

    entry: Sitting
    number: int


class MadeDeck(NamedTuple):
    """A deck as the rules made it: its cards in the order given, the luck words, the entry and the seals."""

    deck: str
    cards: Sequence[str | None]
    words: Sequence[str]
    entry: Sitting
    seals: Sequence[str]


class Evidence:
    """A line of a logbook laid open: what was in force once, or is now.

    Attributes:
        entries: the line (`branches.line`).
        founding: its first entry.
        whole: the logbook.
        rules: the version of the rules each entry was made under.
        is_open: whether all orders sent lie open, so that their use can be judged.
        findings: what does not hold.
        differences: what only the running program's rules decide otherwise.
        orders: source -> slip that lies open; those of one file in the order in which they are read.
        cards: slot -> card, of those opened.
        opened_in: slot -> the entry that opened it.
        decks_made: the decks made.
        record, places: every act, and where each stands.
        ends: how many acts had been recorded -> the sitting that ended with them.
        turns, started: entry of a sitting -> the turn after it, and before it.
        senders: entry of a sitting -> who could send orders after it, each with the name founded under.
        withdrawn: submission -> the entry that took it back.
        ended: sittings that ended where a decision, dice or a card were wanted.
        wanted: in a league, the turn whose dice the rules want behind the record; 0 where they want none.
        edited: rulings carried out.
        pending: what was at hand for each sitting, if everything lies open.
        table: where the rules are played.
        shown: the cards they turned up, each with the sittings that may open it.
        played: from which act to which the rules played what is recorded.
        steps: at how many acts each step begins.
        finishes: how many acts were recorded before each `finish` entry.
    """

    def __init__(self, game: Game, entries: Sequence[Entry], proof: Verification) -> None:
        self.game = game
        self.entries = entries
        self.whole = proof.entries
        self.rules = rules_in_force(self.whole)
        self.founding = logbook.founding(entries)
        self.campaign = self.founding["hash"]
        self.is_chained = self.founding["dice"]["mode"] == "chain"
        self.deals_openly = self.founding["dice"]["deal"] == OPEN
        self.findings: list[Finding] = []
        self.differences: list[Difference] = []
        self.decks_made: list[MadeDeck] = []
        self.orders: dict[Source, Mapping[str, Any]] = {}
        self._statements: dict[Source, Statement] = {}
        self._read: dict[Source, Order | tuple[Problem, ...]] = {}
        self.cards: dict[str, str] = {}
        self.opened_in: dict[str, int] = {}
        self.withdrawn = withdrawals(entries)
        self.rulings: dict[Source, ReadRuling] = {}
        self.record: list[Act] = []
        self.places: list[ActPlace] = []
        self.ends: dict[int, Sitting] = {}
        self.turns: dict[int, int] = {}
        self.started: dict[int, int] = {}
        self.senders: dict[int, Mapping[str, str]] = {}
        self.table: Table | None = None
        self.pending: PendingAtSittings | None = None
        self.ended: set[int] = set()
        self.wanted = 0
        self.edited: set[Source] = set()
        self.shown: set[tuple[int, str]] = set()
        self.played: list[tuple[int, int]] = []
        self.steps: list[int] = [0]
        self.finishes: list[int] = []
        self._decks: Decks | None = None
        sent = [entry["n"] for entry in entries if entry["type"] == SUBMISSION]
        over = [entry["n"] for entry in self.whole if entry["type"] == SITTING and entry["outcome"]]
        self.is_open = bool(over) and max(over) > max(sent, default=0)
        self._gather()
        self._lay_open(proof)

    def fault(self, entry: int, code: str, sentence: str) -> None:
        """Notes something that does not hold, whatever the rules."""
        self.findings.append(Finding(entry, code, sentence, SUBJECT_OF[code]))

    def differs(self, entry: int, code: str, sentence: str, recorded: str = "", now: str = "", act: int = 0) -> None:
        """Notes something the rules of the running program decide otherwise: it does not hold, unless it was played
        under other rules."""
        if self.rules[entry] == self.game.rules_version:
            self.fault(entry, code, sentence)
            return
        self.differences.append(Difference(entry, act, code, sentence, recorded, now, self.rules[entry],
                                           self.game.rules_version))

    def waits_for_turn(self, sitting: Sitting, turn: int) -> bool:
        """Whether a sitting could not go on because the dice of a turn need another link than it was closed with, as in
        a league."""
        closed = logbook.closing(self.whole, sitting)
        return "league" in self.founding["dice"] and closed is not None and closed["link"] != turn

    def standing(self, act: int) -> tuple[int, int | None]:
        """The number of acts at which the step of an act begins, and up to which it stands as recorded by a `finish`
        entry, None if it does not."""
        begin = max(step for step in self.steps if step <= act)
        end = min((step for step in self.steps if step > act), default=len(self.record) + 1)
        return begin, max((count for count in self.finishes if begin <= count < end), default=None)

    def _gather(self) -> None:
        """Collects acts, opened orders and cards, rulings and luck from all entries."""
        for entry in self.entries:
            if entry["type"] == RULING:
                for index, ruling in enumerate(entry["orders"]):
                    ruled = recorded_rulings.read(ruling, self.game, (entry["n"], index))
                    if isinstance(ruled, ReadRuling):
                        self.rulings[entry["n"], index] = ruled
                    else:
                        self.differs(entry["n"], "ruling-unreadable",
                                     say("Ruling {number} cannot be read.", number=index + 1))
            elif entry["type"] == SITTING:
                self._gather_sitting(entry)
            elif entry["type"] == FINISH:
                self.finishes.append(len(self.record))

    def _lay_open(self, proof: Verification) -> None:
        """Collects the orders that were opened, and those of files that lie open in the order in which they are
        read."""
        self.orders = dict(proof.opened_orders)
        for number in proof.opened_files:
            entry, reading = self.whole[number], proof.readings[number]
            if entry["type"] != SUBMISSION or reading.sealed.seal != entry["seal"]:  # another release, or a finding
                self.is_open = False
                continue
            for place, slip in reading.sealed.slips.items():
                content = {name: slip[name] for name in ("phase", "blocks", "text")}
                opened = self.orders.pop((number, place), content)
                self.orders[number, place] = opened
                if opened == content and place in reading.statements:
                    self._statements[number, place] = reading.statements[place]

    def _gather_sitting(self, entry: Sitting) -> None:
        for item in entry["opened"]:
            if "slot" in item:
                self.cards[item["slot"]] = item["card"]
                self.opened_in.setdefault(item["slot"], entry["n"])
        kinds, is_step_start = self.game.events, self.game.is_step_start
        for number, record in enumerate(entry["acts"]):
            try:
                act = act_records.from_json(record, kinds)
            except (ValueError, TypeError) as error:
                self.fault(entry["n"], "act-unreadable", say("Act {act} cannot be read: {error}.", act=number + 1,
                                                             error=error))
                act = Answered("", "", None)
            self.record.append(act)
            self.places.append(ActPlace(entry, number))
            if isinstance(act, Event) and is_step_start(act):
                self.steps.append(len(self.record))
        self.ends[len(self.record)] = entry

    def read(self, slip: Mapping[str, Any], game: Game, source: Source) -> Order | tuple[Problem, ...]:
        """The order an opened slip holds, read once; where its whole file lies open, it was read there."""
        if source not in self._read:
            self._read[source] = slips.order(slip, game, source, self._statements.get(source))
        return self._read[source]

    def is_readable(self, source: Source) -> bool:
        """Whether the order of a source, if it was opened, can be read."""
        slip = self.orders.get(source)
        return slip is None or isinstance(self.read(slip, self.game, source), Order)

    def look(self, slot: str) -> str | None:
        """A card, if the logbook opens it anywhere on this line, or with the secret of its deck."""
        if self.is_chained:
            if self._decks is None:
                self._decks = self._opened_decks()
            return self._decks.look(slot)
        source = manual_source(slot)
        slip = self.orders.get(source) if source else None
        body = slips.typed(dict(slip), self.game) if slip else None
        return body.card if isinstance(body, ManualCard) else None

    def _opened_decks(self) -> Decks:
        """The decks of this line, with the secrets that lie open: a game that ends opens them, for branches abandoned
        before, too."""
        secrets = {item["deck"]: DeckSecret(item["secret"], item["salt"]) for entry in self.whole
                   if entry["type"] == SITTING for item in entry["opened"] if "deck" in item}
        seals = {act.deck: act.seals for act in self.record if isinstance(act, Shuffled)}
        again = {act.deck: times_made(self.whole, act.deck, place.entry["n"])
                 for act, place in zip(self.record, self.places, strict=True) if isinstance(act, Shuffled)}
        return Decks(self.game.cards, secrets, seals, self.cards, again)

    def words_of(self, sitting: Sitting) -> Sequence[str]:
        """The luck words of a sitting."""
        closed = logbook.closing(self.entries, sitting)
        return closed["words"] if closed else ()

    def turn_of(self, source: Source) -> int:
        """The turn that orders or a ruling are for."""
        entry = self.entries[source[0]]
        return entry["turn"] if entry["type"] in (SUBMISSION, RULING) else 0

    def demanded(self, code: str, about: Mapping[str, Any], side: str) -> str:
        """What is owed, as a reader is told."""
        return demand_sentence(code, about, self.game.catalogue, side)

    def debts(self, entry: Sitting, now: Sequence[Mapping[str, Any]], wrong: bool = False) -> None:
        """Compares a sitting's debts with those the rules see: none may be invented."""
        if is_cut(entry):
            return
        owed_now = [canonical(due) for due in now]
        for due in entry["owed"]:
            if due["side"] == REFEREE:
                continue  # dice and cards by hand: what is missing depends on what was typed
            if canonical(due) not in owed_now:
                self.differs(entry["n"], "owed-differs", say(
                    "By the rules {side} does not owe this here: {demand}.",
                    side=side_name(due["side"], self.game.catalogue),
                    demand=self.demanded(due["demand"], due["about"], due["side"])))
        if wrong:
            self.differs(entry["n"], "owed-differs", say("The sitting ends, and nobody owes anything."))


def is_sealed_by(entries: Sequence[Entry], source: Source, before: int, side: str) -> bool:
    """Whether a source is a seal of one of a side's submissions before an entry."""
    number, index = source
    if not 0 <= number < before:
        return False
    entry = entries[number]
    return entry["type"] == SUBMISSION and entry["side"] == side and order_tree.is_order(index)
