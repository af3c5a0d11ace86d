"""The table of a replay: every answer's source and every card is looked at as it passes. (Dice are proved by `rolls`,
whatever the rules.)"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from witp_pbem.campaign.folder.campaign import Source, manual_source
from witp_pbem.campaign.folder.fates import NoFate, lying_open, open_seals, slot_name
from witp_pbem.campaign.folder.fates import named as named_cards
from witp_pbem.campaign.proof.evidence import ActPlace, Evidence, MadeDeck, is_sealed_by
from witp_pbem.campaign.record.branches import is_cut
from witp_pbem.campaign.record.entries import Sitting
from witp_pbem.campaign.record.keyed import turn_of
from witp_pbem.campaign.record.logbook import closing
from witp_pbem.campaign.sitting.adjudicate import owed
from witp_pbem.table.acts import (
    DEPENDS,
    UNTIL,
    Act,
    Answered,
    Cancelled,
    Edited,
    Forced,
    Notice,
    Shuffled,
    Tested,
    Triggered,
)
from witp_pbem.table.demand import Demand, Due, Order, Understood
from witp_pbem.table.dice import Die
from witp_pbem.table.language import parts, say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.pending import Failed, Match, PendingOrders, judged, named, speaking, with_conditions
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import GameRules
from witp_pbem.table.table import Table
from witp_pbem.table.wording import order_words, plain, problem_sentence, side_name, triggered_sentence

WRONGLY_GONE = say.sentences({
    "not-ended": "Order {order} of entry {entry} has not ended yet.",
    "not-illegal": "Order {order} of entry {entry} is not illegal here, or not for that reason.",
    "no-order": "Order {order} of entry {entry} is no such order: {why}.",
    "had-to-stay": "Order {order} of entry {entry} should have stayed.",
    "had-to-go": "Order {order} of entry {entry} should have been taken away.",
})


class Checking(Table):
    """The table of a replay: it looks at every answer's source and every card."""

    def __init__(self, rules: GameRules, position: Any, record: Sequence[Act], pending: PendingOrders, fate: NoFate,
                 edits: Sequence[Source], *, evidence: Evidence, start: int,
                 tick: Callable[[int], None]) -> None:
        super().__init__(rules, position, record, pending, fate, edits)
        self.evidence = evidence
        self.start = start
        self.tick = tick  # told at each step how many acts have been played
        self.gone: list[tuple[Sitting, Cancelled]] = []  # orders taken away since the last decision, as recorded
        self.due_gone: list[Cancelled] = []  # those that had to be, as far as everything lies open
        evidence.table = self

    def begin(self, phase: str) -> None:
        super().begin(phase)
        self.tick(self.start + len(self.acts))

    def _name(self, side: str) -> str:
        return side_name(side, self.evidence.game.catalogue)

    def _place(self) -> ActPlace | None:
        self._recorded()  # notices come before the place of the next act
        number = self.start + len(self.acts)
        return self.evidence.places[number] if number < len(self.evidence.places) else None

    def ask(self, *demands: Demand) -> list[Any]:
        unforced = [demand for demand in demands if demand.sole is None]
        following = self._recorded()
        if following is not None and unforced:
            self._sittings_ended(unforced, following)
            self._rightly_gone(unforced)
        return super().ask(*demands)

    def _sittings_ended(self, demands: Sequence[Demand], following: Act) -> None:
        """Where sittings ended before these decisions, with or without a notice: whether just these were owed."""
        for ended in self._ended_here():
            self.evidence.debts(ended, [owed(Due(demand)) for demand in demands], not ended["owed"])
            self._passed_over(ended, demands)
        pending, entry = self.evidence.pending, self.evidence.places[self.start + len(self.acts)].entry
        if pending is not None:
            self.due_gone += pending.end(entry, self)
            if isinstance(following, Edited):  # a ruling that ends the game here, because something is owed
                self.due_gone += pending.cancel_illegal(entry, demands, self)

    def rule(self) -> None:
        """A ruling that ends the game does so where the sitting before it ended, right behind an event, too: what was
        owed there is then never asked for again."""
        if not isinstance(self._recorded(), Edited):
            super().rule()
            return
        ended = set(self.evidence.ended)
        self._ended_here()
        super().rule()  # goes no further where the game ends
        self.evidence.ended = ended

    def _ended_here(self) -> list[Sitting]:
        """The sittings that ended at this place, those that recorded nothing but notices included."""
        first = last = len(self.acts)
        while first and isinstance(self.acts[first - 1], Triggered | Cancelled):
            first -= 1
        ended = [self.evidence.ends.get(self.start + number) for number in range(max(first, 1), last + 1)]
        self.evidence.ended |= {entry["n"] for entry in ended if entry}
        return [entry for entry in ended if entry]

    def notice(self, notice: Notice) -> None:
        """Whether an order fires for an answer (why it does is looked at with that), and whether a standing order has
        ended, as far as it lies open. The other orders taken away are looked at when the decision is asked for."""
        number = self.start + len(self.acts)
        entry = self.evidence.places[number].entry
        if isinstance(notice, Cancelled):
            self.gone.append((entry, notice))
            if notice.because == UNTIL:
                order = _order(self.evidence, entry, notice.source or (0, 0), notice.side)
                if isinstance(order, Order) and not (order.until and order.until.holds(
                        self.position, self.happened, notice.side)):
                    self._wrongly_gone(entry, notice, "not-ended")
            return
        answer = self.evidence.record[number + 1] if number + 1 < len(self.evidence.record) else None
        if not isinstance(answer, Answered) or (answer.side, answer.source) != (notice.side, notice.source):
            self.evidence.fault(entry["n"], "triggered-wrongly",
                                say("An order of {side} is recorded as answering, but it does not.",
                                    side=self._name(notice.side)))

    def _end_standing(self) -> None:
        super()._end_standing()
        number = self.start + len(self.acts) - 1
        if self.evidence.pending is not None and 0 <= number < len(self.evidence.places):
            self.due_gone += self.evidence.pending.end(self.evidence.places[number].entry, self)

    def _rightly_gone(self, demands: Sequence[Demand]) -> None:
        """Whether the orders taken away since the last decision had to be, and no others."""
        for entry, notice in self.gone:
            order = _order(self.evidence, entry, notice.source or (0, 0), notice.side)
            if isinstance(order, Order) and notice.because not in (UNTIL, DEPENDS):
                problems = [self._illegal(order, demand) for demand in demands if demand.side == notice.side]
                if notice.because not in problems:
                    self._wrongly_gone(entry, notice, "not-illegal")
            elif isinstance(order, str) and not is_sealed_by(
                    self.evidence.entries, notice.source or (0, 0), entry["n"], notice.side):
                self._wrongly_gone(entry, notice, "no-order", order)
        gone = [notice for _, notice in self.gone]
        if self.evidence.pending is not None and gone != self.due_gone:
            entry = self.evidence.places[self.start + len(self.acts) - 1].entry
            for notice in gone:
                if notice not in self.due_gone:
                    self._wrongly_gone(entry, notice, "had-to-stay")
            for notice in self.due_gone:
                if notice not in gone:
                    self._wrongly_gone(entry, notice, "had-to-go")
        self.gone, self.due_gone = [], []

    def _illegal(self, order: Order, demand: Demand) -> Phrase | None:
        """What makes an order illegal for a decision, as a notice names it; None if nothing does."""
        problems: list[Problem] = []
        for option in speaking(order, demand, self.phase):
            verdict = judged(demand, option, order)
            if isinstance(verdict, Understood):
                return None
            problems += verdict
        return named(demand, problems[0]) if problems else None

    def _wrongly_gone(self, entry: Sitting, notice: Cancelled, fault: str, why: str = "") -> None:
        number, index = notice.source or (0, 0)
        note = self.evidence.fault if fault == "no-order" else self.evidence.differs
        note(entry["n"], "cancelled-wrongly", WRONGLY_GONE[fault].format(order=index, entry=number, why=why))

    def _edit(self, source: Source) -> None:
        """Whether a ruling stood in the logbook before its sitting was closed, and is carried out once."""
        entry = self.evidence.places[self.start + len(self.acts) - 1].entry
        before = entry["n"] if entry["closed"] is None else entry["closed"]
        if source[0] >= before or source in self.evidence.edited:
            self.evidence.fault(entry["n"], "ruling-out-of-place",
                                say("The ruling of entry {entry} cannot be carried out here.", entry=source[0]))
        self.evidence.edited.add(source)
        super()._edit(source)

    def _replay(self, demand: Demand, recorded: Act) -> Any:
        answered = self._fitting(demand, recorded)
        entry, pending = self.evidence.places[self.start + len(self.acts)].entry, self.evidence.pending
        due = pending.due(entry, demand, self) if pending else None
        source = self._source_verdict(entry, demand, answered, due)
        if isinstance(source, Match) and source.understood.order == answered.order:
            answer = source.understood.answer  # the order itself, judged just now: no need to read the record's words
        else:
            answer = self._reread(demand, answered)
        self._source(entry, demand, answered, source)
        if due is not None:
            self._in_turn(entry, demand, answered, due)
            self._rightly_undone(entry, demand, answered, isinstance(due, Match) and due.understood.closes)
        return answer

    def _force(self, demand: Demand, sole: Understood, recorded: Act | None) -> list[Act]:
        if isinstance(recorded, Forced):
            entry = self.evidence.places[self.start + len(self.acts)].entry
            self._rightly_undone(entry, demand, recorded, sole.closes)
        return super()._force(demand, sole, recorded)

    def _rightly_undone(self, entry: Sitting, demand: Demand, recorded: Answered | Forced, is_closed: bool) -> None:
        """After the end of the game: whether just what the lists at hand left undone is recorded so."""
        pending = self.evidence.pending
        if pending is None:
            return
        if recorded.undone != (pending.undone(entry, demand, self) if is_closed else ()):
            self.evidence.differs(entry["n"], "undone-differs",
                                  say('What the orders of {side} left undone is not what "{answer}" says of it.',
                                      side=self._name(demand.side), answer=self._words(recorded)))

    def _source_verdict(self, entry: Sitting, demand: Demand, recorded: Answered,
                        due: Match | list[Failed] | None) -> Match | list[Failed] | str | None:
        """What the order an answer names as its source says to a demand, or why it cannot be its source; None where
        none is named."""
        if recorded.source is None:
            return None
        order = _order(self.evidence, entry, recorded.source, demand.side)
        if isinstance(order, str):
            return order
        turn = self.evidence.turn_of(recorded.source)
        if not order.until and turn != self.position.turn:
            return say("entry {entry} was for turn {turn}", entry=recorded.source[0], turn=turn)
        if isinstance(due, Match) and due.order.source == recorded.source:
            return due
        alone = PendingOrders([(demand.side, order)], are_all=False)
        return alone.find(demand, self.phase, self.position, self.happened)

    def _source(self, entry: Sitting, demand: Demand, recorded: Answered,
                match: Match | list[Failed] | str | None) -> None:
        """Whether the order an answer names as its source gives just this answer."""
        number, source, evidence = entry["n"], recorded.source, self.evidence
        if source is None:
            note = evidence.fault if recorded.order else evidence.differs  # silence the rules do not allow
            if recorded.order or not demand.optional:
                note(number, "answer-without-source", say('The answer "{answer}" of {side} comes from no order.',
                                                          answer=self._words(recorded), side=self._name(demand.side)))
            return
        if isinstance(match, str):
            note = evidence.fault if evidence.is_readable(source) else evidence.differs
            note(number, "source-wrong", say('The answer "{answer}" of {side}: {why}',
                                             answer=self._words(recorded), side=self._name(demand.side), why=match))
            return
        last = self.acts[-1] if self.acts else None
        because = last.because if isinstance(last, Triggered) and last.source == source else None
        if isinstance(match, Match):
            because = with_conditions(because, match.order) if because else None
            if (match.understood.order, match.understood.stays) != (recorded.order, recorded.stays):
                evidence.differs(number, "source-differs",
                                 say('The order of entry {entry} does not say "{answer}".', entry=source[0],
                                     answer=self._words(recorded)))
            elif match.because != because:
                evidence.differs(number, "reason-differs",
                                 say('The order of entry {entry} answers because of "{reason}", not because of '
                                     '"{recorded}".',
                                     entry=source[0], reason=self._why(match.because), recorded=self._why(because)))
        elif match:
            why = parts(problem_sentence(problem, evidence.game.catalogue)
                        for failed in match for problem in failed.problems)
            evidence.differs(number, "source-illegal", say("The order of entry {entry} that answers for {side} "
                                                           "is not legal here: {why}", entry=source[0],
                                                           side=self._name(demand.side), why=why))
        else:
            evidence.differs(number, "source-differs", say('The order of entry {entry} does not say "{answer}".',
                                                           entry=source[0], answer=self._words(recorded)))

    def _words(self, recorded: Answered | Forced) -> str:
        return order_words(recorded.order, self.evidence.game.write)

    def _why(self, because: Phrase | None) -> str:
        return triggered_sentence(because, self.evidence.game.catalogue) if because else ""

    def _in_turn(self, entry: Sitting, demand: Demand, recorded: Answered, due: Match | list[Failed]) -> None:
        """After the end of the game: whether no other order had to answer."""
        source = due.order.source if isinstance(due, Match) else None
        if source != recorded.source or (recorded.source is None and due):
            if source:
                fault = say('{side} answered "{answer}", but order {order} of entry {entry} came first.',
                            side=self._name(demand.side), answer=self._words(recorded), order=source[1],
                            entry=source[0])
            else:
                fault = say('{side} answered "{answer}", but an order that was illegal came first.',
                            side=self._name(demand.side), answer=self._words(recorded))
            self.evidence.differs(entry["n"], "order-passed-over", fault)
        if recorded.source is not None and self.evidence.pending is not None:
            self.evidence.pending.take(entry, demand, recorded, self)

    def _passed_over(self, ended: Sitting, demands: Sequence[Demand]) -> None:
        """After the end of the game: whether a sitting ended although an order was at hand, and which it took away."""
        pending = self.evidence.pending
        if pending is None or is_cut(ended):
            return
        self.due_gone += pending.end(ended, self)
        missing = {(due["side"], due["demand"]) for due in ended["owed"]}
        for demand in demands:
            due = pending.due(ended, demand, self)
            if not isinstance(due, Match):
                if (due or not demand.optional) and (demand.side, demand.code) not in missing:
                    self.evidence.differs(ended["n"], "owed-differs",
                                          say("The sitting does not say that {side} owes this: {demand}.",
                                              side=self._name(demand.side),
                                              demand=self.evidence.demanded(demand.code, demand.about, demand.side)))
            elif (demand.side, demand.code) in missing and due.order.source is not None:
                number, index = due.order.source
                self.evidence.differs(ended["n"], "order-passed-over",
                                      say('The sitting ends because this is owed: "{demand}", but order {order} of '
                                          "entry {entry} answers it.", order=index, entry=number,
                                          demand=self.evidence.demanded(demand.code, demand.about, demand.side)))
        self.due_gone += pending.cancel_illegal(ended, demands, self)

    def roll(self, label: Phrase, count: int, die: Die, *, again: bool = False) -> tuple[int, ...]:
        turn = turn_of(label.json)
        if self._place() is None:
            self.evidence.wanted = turn
        self._ended_for_luck(turn)
        return super().roll(label, count, die, again=again)

    def _ended_for_luck(self, turn: int = 0) -> None:
        """Where sittings ended before dice or a card: only for want of what the referee types in, or of the link of
        another turn in a league, may they do so."""
        for ended in self._ended_here():
            if is_cut(ended) or turn and self.evidence.waits_for_turn(ended, turn):
                continue
            if self.evidence.is_chained or {due["side"] for due in ended["owed"]} != {REFEREE}:
                self.evidence.differs(ended["n"], "sitting-stops",
                                      say("The sitting ends where dice or a card were due."))

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        place, replayed = self._place(), self._replaying()
        seals = super().shuffle(deck, cards)
        if place is None or not replayed:
            return seals
        entry = place.entry["n"]
        if self.evidence.is_chained and place.entry["closed"] is None:
            self.evidence.fault(entry, "shuffle-unclosed", say("The deck {deck} was made before the sitting "
                                                               "was closed.", deck=deck))
        if bool(seals) != self.evidence.is_chained:
            self.evidence.fault(entry, "deck-differs", say("The deck {deck} has {count} seals.", deck=deck,
                                                           count=len(seals)))
        if self.evidence.deals_openly and list(seals) != list(open_seals(self._lying_open(cards))):
            self.evidence.fault(entry, "deck-differs", say("The deck {deck} was not made of the cards it must hold.",
                                                           deck=deck))
        words = self.evidence.words_of(place.entry)
        self.evidence.decks_made.append(MadeDeck(deck, list(cards), words, place.entry, seals))
        return seals

    def _lying_open(self, cards: Sequence[str]) -> list[str]:
        """Cards by their names, some of which are given as slots of a deck dealt openly."""
        seals = {act.deck: act.seals for act in self.evidence.record if isinstance(act, Shuffled)}
        return named_cards([str(card) for card in cards], partial(lying_open, self.evidence.game.cards, seals))

    def draw(self, deck: str, number: int, side: str) -> str:
        place, replayed = self._place(), self._replaying()
        self._ended_for_luck()
        slot = super().draw(deck, number, side)
        if place is None or not replayed:
            return slot
        if self.evidence.deals_openly:
            right = slot.startswith(f"{deck}/")  # that it is the one the links choose is proved by `holders`
        elif self.evidence.is_chained:
            right = slot == slot_name(deck, number)
        else:
            source = manual_source(slot)
            right = bool(source and slot.startswith(f"{deck}/")
                         and is_sealed_by(self.evidence.entries, source, place.entry["n"], REFEREE))
        if not right:
            self.evidence.fault(place.entry["n"], "card-out-of-turn",
                                say("{side} drew {slot}, which is not the next card.", side=self._name(side),
                                    slot=slot))
        return slot

    def contradict(self, recorded: Tested, right: Tested) -> None:
        entry = self.evidence.places[self.start + len(self.acts)].entry["n"]
        self.evidence.differs(entry, "test-differs", say(
            'The answer to "{question}" about the card {slot} is recorded as {recorded}; it is {right}.',
            question=recorded.question, slot=recorded.slot, recorded=plain(recorded.answer),
            right=plain(right.answer)))

    def open(self, slot: str, card: str) -> None:
        place = self._place()
        if place is None or not self._replaying():
            return
        entry, evidence = place.entry["n"], self.evidence
        before = evidence.places[max(0, self.start + len(self.acts) - 1)].entry["n"]  # whose last deed it may be
        evidence.shown |= {(entry, slot), (before, slot)}
        if not evidence.is_chained:
            known = evidence.look(slot)
        else:
            known = evidence.cards.get(slot) if evidence.opened_in.get(slot, entry + 1) <= entry else None
        if known != card:
            evidence.differs(entry, "card-not-opened", say("The card {card} is turned up, but {slot} is not opened as "
                                                           "that card.", card=card, slot=slot))


def _order(evidence: Evidence, entry: Sitting, source: Source, side: str) -> Order | str:
    """The order at a source, or why it cannot be one of a side's answers in a sitting."""
    before = entry["n"] if entry["closed"] is None else entry["closed"]
    if source in evidence.rulings:
        ruling = evidence.rulings[source]
        if ruling.player != side or source[0] >= before:
            return say("the ruling of entry {entry} does not decide this", entry=source[0])
        return ruling.order
    if not is_sealed_by(evidence.entries, source, entry["n"], side):
        return say("entry {entry} holds no such order of this side", entry=source[0])
    if evidence.withdrawn.get(source[0], entry["n"]) < entry["n"]:
        return say("entry {entry} had been withdrawn", entry=source[0])
    closed = closing(evidence.entries, entry)
    earlier = evidence.turn_of(source) < evidence.started.get(entry["n"], 0)
    if closed is not None and source[0] not in closed["submissions"] and not earlier:
        return say("entry {entry} did not count for this sitting", entry=source[0])
    slip = evidence.orders.get(source)
    if slip is None:
        return say("its order in entry {entry} was not opened", entry=source[0])
    order = evidence.read(slip, evidence.game, source)
    if not isinstance(order, Order):
        return say("its order in entry {entry} cannot be read", entry=source[0])
    if earlier and not order.until:
        return say("its order in entry {entry} was for an earlier turn", entry=source[0])
    return order
