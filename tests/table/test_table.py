"""The table: asking, rolling, drawing and telling, and doing the same again from the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.table.words import LEXICON, statement
from witp_pbem.table import acts, questions
from witp_pbem.table.acts import (
    DEPENDS,
    UNTIL,
    Act,
    Answered,
    Cancelled,
    Drawn,
    Edited,
    Forced,
    Rolled,
    Shuffled,
    Triggered,
)
from witp_pbem.table.demand import Condition, Demand, Order, Sacrifice, SittingEnds, Understood, Verdict
from witp_pbem.table.dice import Die
from witp_pbem.table.event import Event
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.phrase import Phrase, phrase
from witp_pbem.table.problem import Problem, illegal
from witp_pbem.table.table import Diverged, Table
from witp_pbem.table.text import read

D6 = Die(6)


class Said(Event):
    """The position is the list of what was said."""

    word: str


class Rules:
    def __init__(self) -> None:
        self.edited: list[tuple[int, int]] = []

    def apply(self, position: tuple[str, ...], event: Event) -> tuple[str, ...]:
        assert isinstance(event, Said)
        return (*position, event.word)

    def answer(self, position: tuple[str, ...], question: str, card: str) -> bool | str:
        return questions.answer(question, card)

    def edit(self, table: Table, source: tuple[int, int]) -> None:
        table.tell(Said("referee", f"ruled {source[0]}"))

    def reread(self, text: str) -> Order | tuple[Problem, ...]:
        return Order(statement(text), None)


class Luck:
    """Dice from a list; the cards of a deck are its letters."""

    def __init__(self, *dice: int) -> None:
        self.dice = list(dice)

    def roll(self, label: Phrase, count: int, die: Die) -> tuple[int, ...]:
        return tuple(self.dice.pop(0) for _ in range(count))

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        return tuple(f"seal {card}" for card in cards)

    def draw(self, deck: str, number: int, side: str) -> str:
        return f"{deck}/{number}"

    def look(self, slot: str) -> str | None:
        deck, _, number = slot.partition("/")
        return deck[int(number)]


def hand(**orders: str) -> PendingOrders:
    """The orders at hand: hand(japan="target Manila pass")."""
    made = []
    for side, words in orders.items():
        for index, written in enumerate(read(words, LEXICON).statements):
            instead = tuple(Order(each, None) for each in written.alternatives)
            made.append((side, Order(written, None, (1, index), alternatives=instead)))
    return PendingOrders(made)


def sit(*, orders: PendingOrders | None = None, dice: Sequence[int] = (), record: Sequence[Act] = (),
        edits: Sequence[tuple[int, int]] = ()) -> Table:
    return Table(Rules(), (), record, orders or PendingOrders(), Luck(*dice), edits)


def ask_for(side: str, *, legal: Callable[[str], bool] = lambda text: True, keywords: Sequence[str] = ("target",),
            stays: bool = False, **fields: Any) -> Demand:
    """A demand for a target; the answer is the order's text in capitals."""
    def judge(order: Order) -> Verdict:
        text = order.statement.text
        if legal(text):
            return Understood(text.upper(), text, stays=stays)
        return (illegal("not-there", "toy 1", text=text),)

    return Demand(side, "aim", "toy 1", frozenset(keywords), judge, **fields)


class TestAsking:
    def test_the_first_order_that_speaks_of_it_answers_and_is_used_up(self) -> None:
        table = sit(orders=hand(japan="pass target Manila target Leyte"))
        assert table.ask(ask_for("japan")) == ["TARGET MANILA"]
        assert table.ask(ask_for("japan")) == ["TARGET LEYTE"]
        assert table.acts == [Answered("japan", "aim", "target Manila", (1, 1)),
                              Answered("japan", "aim", "target Leyte", (1, 2))]
        with pytest.raises(SittingEnds):
            table.ask(ask_for("japan"))

    def test_orders_of_the_other_side_are_not_looked_at(self) -> None:
        with pytest.raises(SittingEnds, match="allies: aim"):
            sit(orders=hand(japan="target Manila")).ask(ask_for("allies"))

    def test_an_illegal_order_bars_those_behind_it_and_is_placed(self) -> None:
        table = sit(orders=hand(japan="target Manila\ntarget Leyte"))
        with pytest.raises(SittingEnds) as owed:
            table.ask(ask_for("japan", legal=lambda text: "Leyte" in text))
        (due,) = owed.value.dues
        assert [(problem.code, problem.span.line) for problem in due.problems] == [("not-there", 1)]
        assert [act.because.values.get("problem", act.because) for act in table.acts if isinstance(act, Cancelled)] == [
            "not-there", DEPENDS]
        assert not table.pending.orders["japan"]

    def test_what_stands_in_for_an_illegal_order_answers_and_says_why(self) -> None:
        table = sit(orders=hand(japan="target Manila else target Leyte target Truk"))
        assert table.ask(ask_for("japan", legal=lambda text: "Manila" not in text)) == ["TARGET LEYTE"]
        triggered, answered = table.acts
        assert isinstance(triggered, Triggered) and triggered.because.values["instead"]["problem"] == "not-there"
        assert isinstance(answered, Answered)
        assert table.ask(ask_for("japan")) == ["TARGET TRUK"]

    def test_an_illegal_preference_lets_those_behind_it_speak(self) -> None:
        table = sit(orders=hand(japan="target Manila target Leyte"))
        for _ in range(2):  # and it stays in force
            assert table.ask(ask_for("japan", legal=lambda text: "Leyte" in text, standing=True)) == ["TARGET LEYTE"]

    def test_an_order_headed_with_another_phase_does_not_answer(self) -> None:
        table = sit(orders=hand(japan="Phase: end target Manila Phase: operations target Leyte"))
        table.phase = "operations"
        assert table.ask(ask_for("japan")) == ["TARGET LEYTE"]

    def test_an_order_about_something_else_does_not_answer(self) -> None:
        table = sit(orders=hand(japan="target Manila target Leyte"))
        demand = ask_for("japan", matches=lambda order: "Leyte" in order.statement.text)
        assert table.ask(demand) == ["TARGET LEYTE"]

    def test_where_only_one_answer_is_possible_nobody_is_asked(self) -> None:
        table = sit(orders=hand(japan="target Manila"))
        assert table.ask(ask_for("japan", sole=Understood("THE ONE", "the one"))) == ["THE ONE"]
        assert [act.order for act in table.acts if isinstance(act, Forced)] == ["the one"]
        assert table.ask(ask_for("japan")) == ["TARGET MANILA"]

    def test_silence_can_be_an_answer(self) -> None:
        table = sit()
        assert table.ask(ask_for("japan", optional=True)) == [None]
        assert table.acts == [Answered("japan", "aim", None)]

    def test_but_not_an_illegal_order(self) -> None:
        with pytest.raises(SittingEnds):
            sit(orders=hand(japan="target Manila")).ask(ask_for("japan", legal=lambda _: False, optional=True))


class TestAskingTogether:
    def test_no_answer_counts_before_all_are_in(self) -> None:
        table = sit(orders=hand(japan="target Manila"))
        with pytest.raises(SittingEnds) as owed:
            table.ask(ask_for("japan"), ask_for("allies"))
        assert [due.demand.side for due in owed.value.dues] == ["allies"]
        assert table.acts == []

    def test_all_debts_are_named_at_once(self) -> None:
        with pytest.raises(SittingEnds, match="japan: aim, allies: aim"):
            sit().ask(ask_for("japan"), ask_for("allies"))

    def test_answers_come_in_the_order_of_the_demands(self) -> None:
        table = sit(orders=hand(japan="target Manila", allies="target Leyte"))
        assert table.ask(ask_for("allies"), ask_for("japan", sole=Understood("ONE", "")), ask_for("japan")) == [
            "TARGET LEYTE", "ONE", "TARGET MANILA"]


def everything(table: Table) -> tuple[Any, ...]:
    """A step that does all a table offers."""
    first = table.ask(ask_for("japan"))
    seals = table.shuffle("xyz", ["a", "b"])
    slot = table.draw("xyz", 1, "japan")
    table.tell(Said("toy 2", f"drew {table.private(slot)}"))
    both = table.ask(ask_for("japan", optional=True), ask_for("allies"))
    return (*first, seals, *both, table.roll(phrase("hits"), 2, D6), table.position)


class Blind(Luck):
    """A copy that may not look at any card."""

    def look(self, slot: str) -> str | None:
        return None


class TestFaceDownCards:
    """The card in "xyz/1" is y."""

    def test_an_answer_is_recorded_and_a_copy_that_may_not_look_goes_by_it(self) -> None:
        table = sit()
        assert table.test("xyz/1", "card") == "y" and table.test("xyz/1", "is y") and not table.test("xyz/1", "is x")
        blind = Table(Rules(), (), table.acts, PendingOrders(), Blind())
        assert [blind.test("xyz/1", question) for question in ("card", "is y", "is x")] == ["y", True, False]
        assert blind.acts == table.acts

    def test_whoever_may_not_look_ends_the_sitting_without_an_answer(self) -> None:
        with pytest.raises(SittingEnds) as owed:
            Table(Rules(), (), (), PendingOrders(), Blind()).test("xyz/1", "card")
        assert owed.value.dues == ()

    @pytest.mark.parametrize("recorded", [
        acts.Tested("xyz/1", "is y", False), acts.Tested("xyz/2", "is y", True), acts.Tested("xyz/1", "is x", True),
        Drawn("xyz", "japan", "xyz/1")])
    def test_another_answer_than_the_right_one_is_noticed(self, recorded: Act) -> None:
        with pytest.raises(Diverged):
            sit(record=(recorded,)).test("xyz/1", "is y")

    def test_a_lie_about_a_card_passes_on_a_copy_that_may_not_look(self) -> None:
        """It is found when the slot opens."""
        assert Table(Rules(), (), (acts.Tested("xyz/1", "is x", True),), PendingOrders(), Blind()).test("xyz/1", "is x")

    def test_a_question_nobody_knows_is_no_question(self) -> None:
        with pytest.raises(ValueError, match="no question"):
            sit().test("xyz/1", "nice")


class TestWindows:
    """May somebody play a card now? Neither asking nor silence tells whether he could."""

    def ask(self, *orders: str, holds: bool) -> Table:
        table = sit(orders=hand(japan=" ".join(orders)))
        table.ask(ask_for("japan", legal=lambda text: holds or text == "pass", keywords=("target", "pass"),
                          window=True))
        return table

    def test_it_is_never_forced(self) -> None:
        with pytest.raises(ValueError, match="never forced"):
            ask_for("japan", sole=Understood(None, "pass"), window=True)

    def test_an_order_that_will_not_do_is_no_answer_and_leaves_no_trace(self) -> None:
        table = sit(orders=hand(japan="target Manila"))
        with pytest.raises(SittingEnds):
            table.ask(ask_for("japan", legal=lambda text: False, window=True))
        assert table.acts == [] and len(table.pending.orders["japan"]) == 1

    def test_what_stands_in_for_an_order_does_not_tell_that_it_was_illegal(self) -> None:
        (order,) = hand(japan="target Manila").orders["japan"]
        instead = Order(statement("pass"), None)
        table = sit(orders=PendingOrders([("japan", order._replace(alternatives=(instead,)))]))
        with pytest.raises(SittingEnds):
            table.ask(ask_for("japan", legal=lambda text: text == "pass", keywords=("target", "pass"), window=True))
        assert table.acts == []

    def test_a_condition_is_not_told(self) -> None:
        (order,) = hand(japan="target Manila").orders["japan"]
        waiting = order._replace(conditions=(Condition(phrase("a storm"), lambda position, acts, side: True),))
        table = sit(orders=PendingOrders([("japan", waiting)]))
        table.ask(ask_for("japan", window=True))
        assert [type(act) for act in table.acts] == [Answered]

    def test_a_pass_is_the_same_act_whether_or_not_anything_else_was_possible(self) -> None:
        assert self.ask("pass", holds=True).acts == self.ask("pass", holds=False).acts != []


class TestReplaying:
    def test_the_record_plays_the_same_without_orders_and_dice(self) -> None:
        table = sit(orders=hand(japan="target Manila", allies="target Leyte"), dice=[3, 4])
        came_to = everything(table)
        assert came_to == ("TARGET MANILA", ("seal a", "seal b"), None, "TARGET LEYTE", (3, 4), ("drew y",))
        again = sit(record=tuple(table.acts))
        assert everything(again) == came_to
        assert again.acts == table.acts

    def test_after_its_end_play_goes_on(self) -> None:
        table = sit(orders=hand(japan="target Manila"))
        with pytest.raises(SittingEnds):
            everything(table)
        on = sit(record=tuple(table.acts), orders=hand(allies="target Leyte"), dice=[1, 2])
        assert everything(on)[-2:] == ((1, 2), ("drew y",))
        assert on.acts[:len(table.acts)] == table.acts

    @pytest.mark.parametrize(("number", "instead"), [
        (0, Rolled(phrase("hits"), (1, 2), D6)), (0, Answered("allies", "aim", "target Manila")),
        (0, Answered("japan", "shoot", "target Manila")), (1, Shuffled("other", ())),
        (2, Drawn("xyz", "allies", "xyz/1")), (3, Said("toy 2", "drew x")), (3, Said("toy 3", "drew y")),
        (5, Said("toy 2", "x")), (6, Rolled(phrase("misses"), (3, 4), D6)), (6, Rolled(phrase("hits"), (3,), D6)),
    ])
    def test_rules_that_play_otherwise_are_told_apart(self, number: int, instead: Act) -> None:
        table = sit(orders=hand(japan="target Manila", allies="target Leyte"), dice=[3, 4])
        everything(table)
        with pytest.raises(Diverged) as diverged:
            everything(sit(record=[*table.acts[:number], instead, *table.acts[number + 1:]]))
        assert (diverged.value.number, diverged.value.recorded) == (number, instead)

    def test_an_answer_that_is_no_longer_legal_or_reads_otherwise(self) -> None:
        record = [Answered("japan", "aim", "target Manila")]
        with pytest.raises(Diverged):
            sit(record=record).ask(ask_for("japan", legal=lambda _: False))
        with pytest.raises(Diverged):
            sit(record=[Answered("japan", "aim", "attack Manila")]).ask(ask_for("japan"))

    def test_cards_turned_up_are_opened_once(self) -> None:
        def turn_up(table: Table) -> None:
            table.open("xyz/0", "x")
            table.tell(Said("toy 2", "x"))

        table = sit()
        turn_up(table)
        again = sit(record=tuple(table.acts))
        turn_up(again)
        assert (table.opened, again.opened) == (["xyz/0"], [])


class TestRulings:
    def test_they_are_carried_out_after_the_next_event(self) -> None:
        table = sit(edits=[(5, 0), (6, 0)])
        table.tell(Said("toy 2", "a"))
        table.tell(Said("toy 2", "b"))
        assert table.position == ("a", "ruled 5", "ruled 6", "b")
        assert [act.source for act in table.acts if isinstance(act, Edited)] == [(5, 0), (6, 0)]

    def test_they_keep_their_place_in_the_record(self) -> None:
        table = sit()
        table.tell(Said("toy 2", "a"))
        table = sit(record=tuple(table.acts), edits=[(5, 0)])
        table.tell(Said("toy 2", "a"))
        table.tell(Said("toy 2", "b"))
        again = sit(record=tuple(table.acts))
        again.tell(Said("toy 2", "a"))
        again.tell(Said("toy 2", "b"))
        assert again.position == table.position == ("a", "ruled 5", "b")
        assert again.acts == table.acts


def has_said(word: str) -> Condition:
    """A condition of these tests: somebody has said a word."""
    return Condition(phrase("said", word=word), lambda position, acts, side: word in position)


class TestOrdersAhead:
    """Orders that wait, and standing ones."""

    def only(self, **terms: Any) -> PendingOrders:
        order = Order(statement("target Manila"), None, (1, 0))._replace(**terms)
        return PendingOrders([("japan", order)])

    def test_an_order_waits_for_its_condition_and_says_why_it_answers(self) -> None:
        table = sit(orders=self.only(conditions=(has_said("boo"),)))
        with pytest.raises(SittingEnds) as owed:
            table.ask(ask_for("japan"))
        assert owed.value.dues[0].problems == () and table.acts == []
        table.tell(Said("t", "boo"))
        assert table.ask(ask_for("japan")) == ["TARGET MANILA"]
        assert table.acts[-2] == Triggered("japan", (1, 0), phrase("answers", conditions=(phrase("said", word="boo"),)))

    def test_a_standing_order_answers_until_its_end_and_bars_nobody(self) -> None:
        table = sit(orders=self.only(until=has_said("stop")))
        for _ in range(2):
            assert table.ask(ask_for("japan")) == ["TARGET MANILA"]
        with pytest.raises(SittingEnds):
            table.ask(ask_for("japan", legal=lambda text: False))
        assert not any(isinstance(act, Cancelled) for act in table.acts)
        table.pending.end_turn()
        table.tell(Said("t", "stop"))
        assert table.acts[-1] == Cancelled("japan", (1, 0), UNTIL)
        with pytest.raises(SittingEnds):
            table.ask(ask_for("japan"))

    def test_what_was_noticed_is_passed_over_in_a_replay(self) -> None:
        first = sit(orders=hand(japan="target Manila else target Leyte"))
        first.ask(ask_for("japan", legal=lambda text: "Leyte" in text))
        first.tell(Said("t", "boo"))
        again = sit(record=[Cancelled("japan", (0, 0), UNTIL), *first.acts, Cancelled("japan", (0, 1), DEPENDS)])
        assert again.ask(ask_for("japan")) == ["TARGET LEYTE"]
        again.tell(Said("t", "boo"))
        with pytest.raises(SittingEnds):
            again.ask(ask_for("japan"))
        assert len(again.acts) == 5

    def test_an_order_with_more_to_say_stays(self) -> None:
        table = sit(orders=self.only())
        demand = ask_for("japan", stays=True)
        assert table.ask(demand) == table.ask(demand) == ["TARGET MANILA"]
        assert [act.stays for act in table.acts if isinstance(act, Answered)] == [True, True]

    def test_a_forced_answer_must_be_the_recorded_one(self) -> None:
        sole = Understood("THE ONE", "the one")
        forced = Forced("japan", "aim", "the one")
        assert sit(record=[forced]).ask(ask_for("japan", sole=sole)) == ["THE ONE"]
        with pytest.raises(Diverged):
            sit(record=[forced._replace(order="another")]).ask(ask_for("japan", sole=sole))


class TestListsDropNothingSilently:
    """What a list leaves undone is recorded with its reason where nothing more is asked of its side."""

    def demand(self, **fields: Any) -> Demand:
        """Targets one a go, by a list such as "target Manila Leyte"; nobody gets to Leyte."""
        def judge(order: Order) -> Verdict:
            if order.keyword == "pass":
                return Understood(None, "pass", closes=True)
            text = order.statement.text
            places = [place for place in places_of(order) if place not in self.reached]
            if place := next((place for place in places if place != "Leyte"), ""):
                return Understood(place, f"target {place}", stays=True)
            return (illegal("not-there", "toy 1", text=text),)

        def places_of(order: Order) -> list[str]:
            return order.statement.text.split()[1:] if order.keyword == "target" else []

        self.reached: list[str] = []
        return Demand("japan", "aim", "toy 1", frozenset({"target", "pass"}), judge, **{
            "matches": lambda order: order.keyword == "pass" or isinstance(judge(order), Understood),
            "items": lambda order: [f"target {place}" for place in places_of(order) if place not in self.reached],
            **fields})

    def closed(self, **fields: Any) -> Table:
        table = sit(orders=hand(japan="target Manila Leyte pass target Hainan"))
        demand = self.demand(**fields)
        self.reached += table.ask(demand)
        table.ask(demand)
        return table

    left = phrase("undone", order="target Leyte", problem="not-there", rule="toy 1", values={"text": "target Leyte"})

    def test_a_pass_says_what_the_lists_that_lie_open_have_left_undone_and_why(self) -> None:
        assert self.closed().acts == [
            Answered("japan", "aim", "target Manila", (1, 0), stays=True),
            Answered("japan", "aim", "pass", (1, 1), undone=(self.left,))]

    def test_so_does_a_forced_pass(self) -> None:
        def closed(**how: Any) -> Table:
            table, demand = sit(**how), self.demand()
            closing = self.demand(sole=Understood(None, "pass", closes=True))
            self.reached += table.ask(demand)
            table.ask(closing)
            return table

        acts = closed(orders=hand(japan="target Manila Leyte")).acts
        assert acts[1:] == [Forced("japan", "aim", "pass", (self.left,))]
        assert closed(record=acts).acts == acts

    def test_of_what_is_sealed_its_owner_alone_learns(self) -> None:
        table = sit(orders=hand(japan="target Leyte"))
        closing = self.demand(sole=Understood(None, "pass", closes=True))
        table.ask(closing)
        assert table.acts == [Forced("japan", "aim", "pass")]
        assert [left.phrase for left in table.undone(closing)] == [self.left]

    def test_what_stands_in_for_an_order_is_left_undone_with_it_only(self) -> None:
        def undone(text: str) -> list[Any]:
            first, second = (Order(statement(words), None, (1, 0)) for words in text.split(" else "))
            demand = self.demand()
            self.reached.append("Manila")
            return [left.item for left in sit(orders=PendingOrders([
                ("japan", first._replace(alternatives=(second,)))])).undone(demand)]

        assert undone("target Manila else target Leyte") == []
        assert undone("target Leyte else target Manila") == ["target Leyte"]
        assert undone("target Leyte else target Hainan") == ["target Leyte", "target Hainan"]

    def test_hidden_decisions_say_nothing(self) -> None:
        assert not self.closed(hidden=True).acts[-1].undone  # type: ignore[union-attr]

    def test_conditions_that_do_not_hold_leave_nothing_undone(self) -> None:
        never = Condition(phrase("never"), lambda *_: False)
        waiting = Order(statement("target Leyte"), None, (1, 0), conditions=(never,))
        table = sit(orders=PendingOrders([("japan", waiting), ("japan", Order(statement("pass"), None, (1, 1)))]))
        table.ask(self.demand())
        assert table.acts == [Answered("japan", "aim", "pass", (1, 1))]

    def test_where_more_is_owed_its_problems_are_told(self) -> None:
        table = sit(orders=hand(japan="target Manila Leyte"))
        demand = self.demand()
        self.reached += table.ask(demand)
        with pytest.raises(SittingEnds) as owed:
            table.ask(demand)
        (due,) = owed.value.dues
        assert [(problem.code, problem.span.line) for problem in due.problems] == [("not-there", 1)]

    @pytest.mark.parametrize("forged", [
        phrase("undone", order="target Manila", problem="not-there", rule="toy 1", values={"text": "target Manila"}),
        phrase("undone", order="target Leyte"), left._replace(code="done")])
    def test_a_replay_judges_again_what_is_recorded_so(self, forged: Phrase) -> None:
        record = self.closed().acts
        again = sit(record=record)
        demand = self.demand()
        self.reached += again.ask(demand)
        again.ask(demand)
        assert again.acts == record
        wrong = sit(record=[record[0], record[1]._replace(undone=(forged,))])  # type: ignore[union-attr]
        demand = self.demand()
        self.reached += wrong.ask(demand) if forged.values["order"] != "target Manila" else []
        with pytest.raises(Diverged):
            wrong.ask(demand), wrong.ask(demand)


class TestNothingLostUnasked:
    """An answer that costs its owner what another legal answer keeps is given to nobody who has not asked for it."""

    def demand(self, *, named: bool = False, **fields: Any) -> Demand:
        """Any target will do, but Manila costs a unit."""
        def judge(order: Order) -> Verdict:
            text = order.statement.text
            costs = Sacrifice(("JP-N-1",), "toy 3", {"order": "target Leyte"}, named) if "Manila" in text else None
            return Understood(text.upper(), text, sacrifice=costs)

        return Demand("japan", "aim", "toy 1", frozenset({"target"}), judge, **fields)

    def given(self, words: str, **terms: Any) -> PendingOrders:
        return PendingOrders([("japan", Order(statement(words), None, (1, 0))._replace(**terms))])

    def owed(self, demand: Demand, orders: PendingOrders) -> tuple[Problem, ...]:
        table = sit(orders=orders)
        with pytest.raises(SittingEnds) as owed:
            table.ask(demand)
        return owed.value.dues[0].problems

    def test_the_decision_is_owed_and_says_what_would_be_lost(self) -> None:
        (problem,) = self.owed(self.demand(), self.given("target Manila"))
        assert (problem.code, problem.rule, problem.values["units"]) == ("loses-units", "toy 3", ("JP-N-1",))
        assert problem.instead == {"order": "target Leyte"} and problem.span.line == 1

    def test_what_costs_nothing_stands_in_for_what_does(self) -> None:
        table = sit(orders=hand(japan="target Manila else target Leyte"))
        assert table.ask(self.demand()) == ["TARGET LEYTE"]
        assert isinstance(table.acts[0], Triggered)

    @pytest.mark.parametrize("terms", [{"conditions": (Condition(phrase("now"), lambda *now: True),)},
                                       {"until": has_said("stop")}])
    def test_to_name_the_units_asks_for_it_but_not_ahead(self, terms: dict[str, Any]) -> None:
        assert sit(orders=self.given("target Manila")).ask(self.demand(named=True)) == ["TARGET MANILA"]
        assert self.owed(self.demand(named=True), self.given("target Manila", **terms))

    def test_nor_in_place_of_another_order(self) -> None:
        assert self.owed(self.demand(named=True, matches=lambda order: "Leyte" not in order.statement.text),
                         hand(japan="target Leyte else target Manila"))

    @pytest.mark.parametrize("terms", [{}, {"until": has_said("stop")}])
    def test_anyway_accepts_it(self, terms: dict[str, Any]) -> None:
        table = sit(orders=self.given("target Manila", anyway=True, **terms))
        assert table.ask(self.demand()) == ["TARGET MANILA"]

    def test_what_is_recorded_is_legal_whatever_it_costs(self) -> None:
        table = sit(record=[Answered("japan", "aim", "target Manila", (1, 0))])
        assert table.ask(self.demand()) == ["TARGET MANILA"]
