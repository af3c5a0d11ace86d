"""The table of a replay: every answer's source, every die and every card is looked at as it passes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from witp_pbem.campaign import slips
from witp_pbem.campaign.adjudicate import owed
from witp_pbem.campaign.campaign import Source, given_source
from witp_pbem.campaign.evidence import Evidence, Made, Place, is_sealed_by
from witp_pbem.campaign.logbook import CLOSED, Entry
from witp_pbem.campaign.luck import NoFate, slot_name
from witp_pbem.table.demand import Demand, Due, Order, Understood
from witp_pbem.table.dice import die
from witp_pbem.table.given import REFEREE
from witp_pbem.table.sitting import Seat
from witp_pbem.table.table import Act, Answered, Hand, Table, speaks_of
from witp_pbem.table.wording import problem_sentence


class Checking(Table):
    """The table of a replay: it looks at every answer's source, every die and every card."""

    def __init__(self, rules: Seat, position: Any, record: Sequence[Act], hand: Hand, fate: NoFate,
                 edits: Sequence[Source], *, evidence: Evidence, start: int) -> None:
        super().__init__(rules, position, record, hand, fate, edits)
        self.evidence = evidence
        self.start = start
        evidence.table = self

    def _place(self) -> Place | None:
        number = self.start + len(self.acts)
        return self.evidence.places[number] if number < len(self.evidence.places) else None

    def ask(self, *demands: Demand) -> list[Any]:
        ended = self.evidence.ends.get(self.start + len(self.acts))
        asked = any(demand.sole is None for demand in demands)
        if ended is not None and asked and self.acts and self._replaying():
            self.evidence.debts(ended, [owed(Due(demand)) for demand in demands])
            self._passed_over(ended, demands)
        return super().ask(*demands)

    def _replay(self, demand: Demand, recorded: Act) -> Any:
        answer = super()._replay(demand, recorded)
        assert isinstance(recorded, Answered)
        entry = self.evidence.places[self.start + len(self.acts)].entry
        self._source(entry, demand, recorded)
        self._in_turn(entry, demand, recorded)
        return answer

    def _source(self, entry: Entry, demand: Demand, recorded: Answered) -> None:
        """Whether the order an answer names as its source gives just this answer."""
        number, source, evidence = entry["n"], recorded.source, self.evidence
        if source is None:
            if recorded.text or not demand.optional:
                evidence.fault(number, "answer-without-source", f'The answer "{recorded.text}" of {demand.side} comes '
                                                              "from no order.")
            return
        order = _order(evidence, entry, source, demand.side)
        if isinstance(order, str):
            evidence.fault(number, "source-wrong", f'The answer "{recorded.text}" of {demand.side}: {order}')
            return
        verdict = demand.judge(order)
        if not isinstance(verdict, Understood):
            why = "; ".join(problem_sentence(problem, evidence.game.catalogue) for problem in verdict)
            evidence.fault(number, "source-illegal", f"The order of entry {source[0]} that answers for {demand.side} "
                                                     f"is not legal here: {why}")
        elif verdict.text != recorded.text or not speaks_of(order, demand, self.phase):
            evidence.fault(number, "source-differs", f'The order of entry {source[0]} does not say "{recorded.text}".')

    def _in_turn(self, entry: Entry, demand: Demand, recorded: Answered) -> None:
        """After the end of the game: whether no other order had to answer."""
        hands = self.evidence.hands
        if hands is None:
            return
        due = hands.due(entry, int(self.position.turn), demand, self.phase)
        source = due.order.source if due.order else None
        if source != recorded.source or (recorded.source is None and due.refused):
            which = f"order {source[1]} of entry {source[0]}" if source else "an order that would not do"
            self.evidence.fault(entry["n"], "order-passed-over", f'{demand.side} answered "{recorded.text}", but '
                                                               f"{which} came first.")
        if recorded.source is not None:
            hands.take(entry, demand, recorded.source)

    def _passed_over(self, ended: Entry, demands: Sequence[Demand]) -> None:
        """After the end of the game: whether a sitting ended although an order was at hand."""
        hands = self.evidence.hands
        if hands is None:
            return
        missing = {(due["side"], due["demand"]) for due in ended["owed"]}
        for demand in demands:
            due = hands.due(ended, int(self.position.turn), demand, self.phase)
            if (demand.side, demand.code) in missing and due.order is not None and due.order.source is not None:
                number, index = due.order.source
                self.evidence.fault(ended["n"], "order-passed-over", f"The sitting ends for want of {demand.code}, but "
                                  f"order {index} of entry {number} answers it.")

    def roll(self, label: str, count: int = 1, faces: int = 6) -> tuple[int, ...]:
        place, replayed = self._place(), self._replaying()
        dice = super().roll(label, count, faces)
        if place is None or not replayed:
            return dice
        luck, evidence = self.evidence.luck[place.entry["n"]], self.evidence
        luck.dice += dice
        if not evidence.is_chained:
            return dice
        if luck.link is None:
            evidence.fault(place.entry["n"], "roll-without-link", f"Dice for {label} were rolled without a link.")
            return dice
        right = tuple(die(luck.link, evidence.campaign, place.entry["number"], luck.words, label, index, faces)
                      for index in range(luck.rolled, luck.rolled + count))
        luck.rolled += count
        if dice != right:
            evidence.fault(place.entry["n"], "dice-differ", f"{label}: recorded {numbers(dice)}, but the link gives "
                                                          f"{numbers(right)}.")
        return dice

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        place, replayed = self._place(), self._replaying()
        seals = super().shuffle(deck, cards)
        if place is None or not replayed:
            return seals
        entry = place.entry["n"]
        if self.evidence.is_chained and place.entry["closed"] is None:
            self.evidence.fault(entry, "shuffle-unclosed", f"The deck {deck} was made before the sitting was closed.")
        if bool(seals) != self.evidence.is_chained:
            self.evidence.fault(entry, "seals-miscounted", f"The deck {deck} has {len(seals)} seals.")
        self.evidence.made.append(Made(deck, list(cards), self.evidence.luck[entry].words, entry, seals))
        return seals

    def draw(self, deck: str, number: int, side: str) -> str:
        place, replayed = self._place(), self._replaying()
        slot = super().draw(deck, number, side)
        if place is None or not replayed:
            return slot
        if self.evidence.is_chained:
            right = slot == slot_name(deck, number)
        else:
            source = given_source(slot)
            right = bool(source and slot.startswith(f"{deck}/")
                         and is_sealed_by(self.evidence.entries, source, place.entry["n"], REFEREE))
        if not right:
            self.evidence.fault(place.entry["n"], "card-out-of-turn",
                                f"{side} drew {slot}, which is not the next card.")
        return slot

    def open(self, slot: str, card: str) -> None:
        place = self._place()
        if place is None or not self._replaying():
            return
        entry, evidence = place.entry["n"], self.evidence
        if not evidence.is_chained:
            known = evidence.look(slot)
        else:
            known = evidence.cards.get(slot) if evidence.opened_in.get(slot, entry + 1) <= entry else None
        if known != card:
            evidence.fault(entry, "card-not-opened", f"The card {card} is turned up, but {slot} is not opened as it.")


def _order(evidence: Evidence, entry: Entry, source: Source, side: str) -> Order | str:
    """The order at a source, or why it cannot be one of a side's answers in a sitting."""
    if source in evidence.rulings:
        decided = evidence.game.ruling_for(evidence.rulings[source])
        if decided is None or decided[0] != side or source[0] >= entry["n"]:
            return f"the ruling of entry {source[0]} does not decide this"
        return decided[1]._replace(source=source)
    if not is_sealed_by(evidence.entries, source, entry["n"], side):
        return f"entry {source[0]} holds no such order of this side"
    closed = evidence.entries[entry["closed"]] if entry["closed"] is not None else None
    if closed is not None and closed["type"] == CLOSED and source[0] not in closed["submissions"]:
        return f"entry {source[0]} did not count for this sitting"
    slip = evidence.orders.get(source)
    if slip is None:
        return f"its order in entry {source[0]} was not opened"
    order = slips.order(dict(slip), evidence.game, source)
    return order if isinstance(order, Order) else f"its order in entry {source[0]} cannot be read"


def numbers(dice: Sequence[int]) -> str:
    """Dice on one line, for a sentence."""
    return " ".join(str(die) for die in dice) or "none"
