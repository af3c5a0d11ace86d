"""Chapter 4: the deal, the draws, compulsory cards, the order of use, deck renewal."""

from contextlib import suppress
from dataclasses import replace

import pytest

from tests.games.witp import reading
from tests.games.witp.card_desk import DATA, Luck, board, events_of, hands, owed, play_again, start, table, unit
from tests.games.witp.reading import order
from witp_pbem.games.witp.board.data import Data
from witp_pbem.games.witp.board.events import (
    CardDrawn,
    CardsPutBack,
    CardUsed,
    DeckDiscarded,
    DeckMade,
    EffectBegan,
    Noted,
    SuddenDeathEnded,
    UnitRemoved,
)
from witp_pbem.games.witp.board.state import ALLIES, JAPAN, Position
from witp_pbem.games.witp.rules.chapter_03_sequence.victory import GameOver
from witp_pbem.games.witp.rules.chapter_04_cards import cards
from witp_pbem.table.acts import DEPENDS, HIDDEN, Answered, Cancelled, Shuffled, Triggered
from witp_pbem.table.demand import SittingEnds, Understood
from witp_pbem.table.phrase import phrase
from witp_pbem.table.table import Table


def with_opening(scenario: str, **changed: object) -> Data:
    """The data with another opening deal, for a scenario's procedure."""
    opening = {**DATA.opening, scenario: {**DATA.opening[scenario], **changed}}
    return replace(DATA, opening=opening)


def forced(*compulsory: str) -> Data:
    """The data with other cards compulsory as well."""
    return replace(DATA, cards={key: {**card, "forced": card["forced"] or key in compulsory}
                                for key, card in DATA.cards.items()})


def deck(name: str, size: int, drawn: int = 0) -> dict[str, dict[str, object]]:
    return {name: {"size": size, "drawn": drawn, "seals": ()}}


def sealed(position: Position, name: str, order_of: list[str], japan: tuple[int, ...] = (),
           allies: tuple[int, ...] = ()) -> tuple[Position, Luck]:
    """The position with a deck made, its first cards drawn into the hands (numbers in the deck)."""
    luck = Luck()
    luck.decks[name] = order_of
    drawn = len(japan) + len(allies)
    changed = replace(position, decks=deck(name, len(order_of), drawn),
                      hands=hands([f"{name}/{number}" for number in japan], [f"{name}/{number}" for number in allies]))
    return changed, luck


def declared(at: Table) -> list[tuple[str, str]]:
    return [(event.side, event.card) for event in events_of(at, CardUsed)]


# -- the deal -------------------------------------------------------------------------------------------------


def test_the_opening_hands_come_from_the_seven_cards_not_set_aside():
    position = start(turn=1, step="setup")
    luck = Luck(decks={"1942-opening": ["1942-10", "1942-02"]})
    at = table(position, luck=luck)
    cards.deal(at)
    assert [act.deck for act in at.acts if isinstance(act, Shuffled)] == ["1942-opening", "1942"]
    assert sorted(luck.decks["1942-opening"]) == [
        "1942-02", "1942-03", "1942-04", "1942-06", "1942-07", "1942-09", "1942-10"]
    assert at.position.hands == {JAPAN: ("1942-opening/1",), ALLIES: ("1942-opening/2",)}


def test_japan_is_dealt_to_first_and_the_rest_makes_a_deck_of_eight():
    luck = Luck(decks={"1942-opening": ["1942-10", "1942-02"]})
    at = table(start(turn=1, step="setup"), luck=luck)
    cards.deal(at)
    assert [(event.side, event.slot) for event in events_of(at, CardDrawn)] == [
        (JAPAN, "1942-opening/1"), (ALLIES, "1942-opening/2")]
    assert luck.decks["1942"] == [
        "1942-01", "1942-03", "1942-04", "1942-05", "1942-06", "1942-07", "1942-08", "1942-09"]
    assert set(at.position.decks) == {"1942"}
    assert at.position.decks["1942"]["size"] == 8
    assert at.position.decks["1942"]["drawn"] == 0
    assert len(at.position.decks["1942"]["seals"]) == 8


def test_nothing_of_a_hand_is_told_by_the_deal():
    at = table(start(turn=1, step="setup"), luck=Luck())
    cards.deal(at)
    assert not [event for event in events_of(at) if any(card in repr(event) for card in DATA.cards)]


def test_the_deal_is_played_again_on_a_copy_that_may_not_look():
    position = start(turn=1, step="setup")
    at = table(position, luck=Luck())
    cards.deal(at)
    play_again(cards.deal, position, at, Luck(blind=True))


def test_the_1943_scenario_sets_aside_three_cards_of_1943():
    luck = Luck()
    at = table(start(turn=6, step="setup", scenario="s1943"), luck=luck)
    cards.deal(at)
    assert not {"1943-07", "1943-08", "1943-09"} & set(luck.decks["1943-opening"])
    assert at.position.decks["1943"]["size"] == 8
    assert {"1943-07", "1943-08", "1943-09"} <= set(luck.decks["1943"])


def test_a_compulsory_opening_card_is_dealt_anew():
    """R-21 (3), with data in which a card of the seven is compulsory."""
    luck = Luck(decks={"1942-opening": ["1942-03", "1942-04"], "1942-opening-2": ["1942-02", "1942-10"]})
    position = start(turn=1, step="setup", data=forced("1942-03"))
    at = table(position, luck=luck)
    cards.deal(at)
    assert at.position.hands == {JAPAN: ("1942-opening-2/1",), ALLIES: ("1942-opening-2/2",)}
    assert "1942-03" in luck.decks["1942"]
    assert [(event.deck, event.into) for event in events_of(at, CardsPutBack)] == [
        ("1942-opening", "1942-opening-2"), ("1942-opening-2", "1942")]
    play_again(cards.deal, position, at, Luck(blind=True))


def test_the_other_reading_deals_from_the_three_set_aside():
    luck = Luck(decks={"1942-opening": ["1942-08"], "1942-opening-2": ["1942-05", "1942-01"]})
    position = start(turn=1, step="setup", data=with_opening("standard", deal_from="the_three_set_aside"))
    at = table(position, luck=luck)
    cards.deal(at)
    assert sorted(luck.decks["1942-opening-2"]) == ["1942-01", "1942-05", "1942-08"]
    assert len(luck.decks["1942"]) == 8


def test_hands_that_are_given_are_not_dealt_again():
    at = table(start(turn=4, hands=hands(["1942-02"], ["1942-05"])))
    cards.deal(at)
    assert at.acts == []


# -- drawing --------------------------------------------------------------------------------------------------


def test_nobody_draws_or_uses_a_card_on_turn_1():
    at = table(start(turn=1, hands=hands(["1942-02"], ["1942-05"]), decks=deck("1942", 8)))
    cards.play(at)
    assert at.acts == []


def test_both_draw_before_either_uses_a_card_japan_first():
    position, luck = sealed(start(), "1942", ["1942-04", "1942-10", "1942-01", "1942-07"], (1,), (2,))
    at = table(position, "use 1942-04", "use 1942-10", luck)
    cards.play(at)
    kinds = [(type(event), event.side) for event in events_of(at, CardDrawn, CardUsed)]
    assert kinds == [(CardDrawn, JAPAN), (CardDrawn, ALLIES), (CardUsed, ALLIES), (CardUsed, JAPAN)]
    assert at.position.hands == {JAPAN: ("1942/3",), ALLIES: ("1942/4",)}
    assert at.position.discards == ("1942-10", "1942-04")
    assert at.position.decks["1942"]["drawn"] == 4
    assert at.opened == ["1942/2", "1942/1"]


def test_an_empty_deck_is_noted_and_play_goes_on():
    position, luck = sealed(start(turn=5), "1942", ["1942-04", "1942-10", "1942-01"], (1,), (2,))
    at = table(position, "use 1942-04", "", luck)
    cards.play(at)
    assert [event.values["side"] for event in events_of(at, Noted) if event.note == "deck-empty"] == [ALLIES]
    assert declared(at) == [(ALLIES, "1942-10"), (JAPAN, "1942-04")]


def test_a_side_without_any_card_uses_none():
    at = table(start(turn=5, decks=deck("1942", 0)))
    cards.play(at)
    assert [event.note for event in events_of(at, Noted)] == ["deck-empty"] * 2 + ["no-card-to-use"] * 2


def test_drawing_1943_09_ends_the_sudden_death_rule():
    position, luck = sealed(start(turn=7, options={"sudden_death": True}), "1943",
                            ["1943-01", "1943-02", "1943-09", "1943-03"], (1,), (2,))
    at = table(position, "", "use 1943-02", luck)
    cards.play(at)
    acts = events_of(at)
    assert type(acts[acts.index(events_of(at, SuddenDeathEnded)[0]) - 1]) is CardDrawn
    assert at.position.sudden_death_void
    play_again(cards.play, position, at, Luck(blind=True))


def test_sudden_death_ends_though_1943_09_is_kept():
    """R-93, with data in which the card may be kept."""
    changed = {**DATA.cards, "1943-09": {**DATA.cards["1943-09"], "forced": False}}
    position, luck = sealed(start(turn=7, data=replace(DATA, cards=changed), options={"sudden_death": True}), "1943",
                            ["1943-01", "1943-02", "1943-09", "1943-03"], (1,), (2,))
    at = table(position, "use 1943-01", "use 1943-02", luck)
    cards.play(at)
    assert len(events_of(at, SuddenDeathEnded)) == 1
    play_again(cards.play, position, at, Luck(blind=True))


def test_without_the_option_drawing_1943_09_says_nothing():
    position, luck = sealed(start(turn=7), "1943", ["1943-01", "1943-02", "1943-09", "1943-03"], (1,), (2,))
    at = table(position, "", "use 1943-02", luck)
    cards.play(at)
    assert events_of(at, SuddenDeathEnded) == []


# -- who uses what, in which order ----------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "first"), [(2, ALLIES), (8, ALLIES), (9, JAPAN), (16, JAPAN)])
def test_the_allies_declare_first_to_turn_8_then_japan(turn, first):
    position = start(turn=turn, hands=hands(["1942-04"], ["1942-01"]), decks=deck(str(DATA.turn(turn)["deck"]), 0))
    at = table(position)
    cards.play(at)
    assert events_of(at, CardUsed)[0].side == first


def test_the_second_player_owes_his_card_when_the_first_has_used_his():
    position, luck = sealed(start(), "1942", ["1942-04", "1942-10", "1942-01", "1942-07"], (1,), (2,))
    at = table(position, "", "use 1942-10", luck)
    due = owed(cards.play, at).dues[0]
    assert (due.demand.side, due.demand.code) == (JAPAN, "card")
    assert reading.offered(due.demand.choices()) == ["use 1942-04", "use 1942-01"]
    assert declared(at) == [(ALLIES, "1942-10")]
    assert not any(card in repr(due.demand.about) for card in DATA.cards)


def test_a_half_played_phase_goes_on_where_it_stopped():
    position, luck = sealed(start(), "1942", ["1942-04", "1942-10", "1942-01", "1942-07"], (1,), (2,))
    at = table(position, "", "use 1942-10", luck)
    owed(cards.play, at)
    later = table(position, "use 1942-01", "", luck, tuple(at.acts))
    cards.play(later)
    assert declared(later) == [(ALLIES, "1942-10"), (JAPAN, "1942-01")]
    play_again(cards.play, position, later, Luck(blind=True))


def test_a_half_played_phase_stops_at_the_same_place_on_a_copy_that_may_not_look():
    position, luck = sealed(start(), "1942", ["1942-04", "1942-10", "1942-01", "1942-07"], (1,), (2,))
    at = table(position, "", "use 1942-10", luck)
    owed(cards.play, at)
    due = owed(cards.play, table(position, record=tuple(at.acts), luck=Luck(blind=True))).dues[0]
    assert (due.demand.side, due.demand.code) == (JAPAN, "card")
    assert reading.offered(due.demand.choices()) == []


def test_the_turn_4_example():
    """EX-16: the Allies use 1942-10, Japan uses 1942-03 on the ship at Leyte."""
    position = board(unit("US-N-1", "0607"), unit("US-N-2", "1406"), turn=4,
                     hands=hands(["1942-02"], ["1942-05"]), discards=())
    luck = Luck(decks={"1942": ["1942-03", "1942-10"]})
    at = table(position, "use 1942-03 on 1 naval at Leyte", "use 1942-10", luck)
    cards.play(at)
    assert events_of(at, DeckMade)[0].size == 8
    assert declared(at) == [(ALLIES, "1942-10"), (JAPAN, "1942-03")]
    assert [event.effect["op"] for event in events_of(at, EffectBegan)] == ["gain_rp"]
    assert events_of(at, UnitRemoved) == [UnitRemoved("witp 4.3.b", "US-N-1", "0607", "card")]
    assert at.position.hands == {JAPAN: ("1942-02",), ALLIES: ("1942-05",)}
    assert [reading.words(act.order) for act in at.acts if isinstance(act, Answered)] == [
        "use 1942-10", "use 1942-03 on US-N-1 at Leyte (0607)"]
    play_again(cards.play, position, at, Luck(blind=True))


# -- compulsory cards -----------------------------------------------------------------------------------------


def test_a_compulsory_card_is_used_without_asking_and_the_other_is_kept():
    position, luck = sealed(start(), "1942", ["1942-04", "1942-10", "1942-08", "1942-07"], (1,), (2,))
    at = table(position, "use 1942-04", "use 1942-10", luck)
    cards.play(at)
    used = events_of(at, CardUsed)[1]
    assert used == CardUsed("witp 4.5.b", JAPAN, "1942/3", "1942-08", True)
    assert at.position.hands[JAPAN] == ("1942/1",)
    assert [act.side for act in at.acts if isinstance(act, Answered)] == [ALLIES]
    play_again(cards.play, position, at, Luck(blind=True))


@pytest.mark.parametrize(("turn", "order_of_use"), [
    (8, [(ALLIES, "1943-09"), (JAPAN, "1943-08")]), (9, [(JAPAN, "1943-08"), (ALLIES, "1943-09")])])
def test_two_compulsory_cards_follow_the_order_of_use(turn, order_of_use):
    position, luck = sealed(start(turn=turn), "1943", ["1943-01", "1943-02", "1943-08", "1943-09"], (1,), (2,))
    at = table(position, luck=luck)
    cards.play(at)
    assert declared(at) == order_of_use


def test_of_two_compulsory_cards_the_one_drawn_is_used():
    position = start(turn=8, hands=hands(["1942-08"], ["1942-04"]))
    at = table(position, "", "use 1942-04", Luck(decks={"1943": ["1943-08", "1943-01"]}))
    cards.play(at)
    assert declared(at)[1] == (JAPAN, "1943-08")


# -- renewing the deck ----------------------------------------------------------------------------------------


def test_a_new_year_brings_a_new_deck_and_hands_are_kept():
    position, luck = sealed(start(turn=10), "1943", [f"1943-{number:02d}" for number in (1, 2, 3, 4, 5, 6, 7, 10)],
                            (1,), (2,))
    position = replace(position, decks=deck("1943", 10, 8))
    luck.wanted = {"1944": ["1944-01", "1944-02"]}
    at = table(position, "use 1943-01", "use 1944-02", luck)
    cards.play(at)
    assert events_of(at, DeckDiscarded) == [DeckDiscarded("witp 4.4.a", "1943", 2)]
    assert (events_of(at, DeckMade)[0].deck, events_of(at, DeckMade)[0].size) == ("1944", 10)
    assert set(at.position.decks) == {"1944"}
    assert at.position.hands == {JAPAN: ("1944/1",), ALLIES: ("1943/2",)}
    play_again(cards.play, position, at, Luck(blind=True))


def test_in_the_same_year_the_deck_stays():
    position, luck = sealed(start(turn=11), "1944", ["1944-01", "1944-02", "1944-03", "1944-04"], (1,), (2,))
    at = table(position, "use 1944-01", "use 1944-02", luck)
    cards.play(at)
    assert events_of(at, DeckMade, DeckDiscarded) == []


def test_a_campaign_in_the_middle_of_a_year_leaves_out_cards_used_and_cards_lying_open():
    luck = Luck()
    position = start(turn=4, hands=hands(["1942-02"], ["1942-05"]), discards=("1942-01", "1942-07"))
    cards.play(table(position, "use 1942-02 on US-N-1", "use 1942-05", luck))
    assert luck.decks["1942"] == ["1942-03", "1942-04", "1942-06", "1942-08", "1942-09", "1942-10"]


def test_no_card_left_at_all_is_noted():
    every = tuple(f"1942-{number:02d}" for number in range(1, 11))
    at = table(start(turn=5, discards=every))
    cards.play(at)
    assert events_of(at, DeckMade) == []
    assert [event.note for event in events_of(at, Noted)][:2] == ["deck-empty", "deck-empty"]


# -- orders ---------------------------------------------------------------------------------------------------


def verdict(words: str, hand: tuple[str, ...] = ("1942-02", "1942-03"), position: Position | None = None,
            side: str = JAPAN):
    position = position or start(hands=hands(hand))
    return cards.judge(position, side, {slot: slot for slot in hand}, order(DATA, words))


@pytest.mark.parametrize(("words", "code", "certain"), [
    ("use 1942-04", "card-not-in-hand", False),
    ("use 1942-11", "no-such-card", True),
    ("use 1942-02 at Delhi", "no-target-there", False),
    ("use 1942-02 on 1 carrier", "not-a-target", False),
    ("use 1942-02 on JP-N-1", "not-a-target", False),
    ("use 1942-03 on 2 american naval at Pearl Harbor", "wrong-number-of-targets", False),
    ("use 1942-03 on US-N-1, US-N-2", "wrong-number-of-targets", False),
    ("use 1942-03 on 1 naval", "which-target", False),
])
def test_a_use_order_that_does_not_stand(words, code, certain):
    (problem,) = verdict(words)
    assert (problem.code, problem.certain) == (code, certain)


def test_a_discarded_card_and_one_open_in_the_enemys_hand_can_never_be_used():
    position = start(hands=hands(["1942-02"], ["1942-05"]), discards=("1942-04",))
    for words, code in (("use 1942-04", "card-discarded"), ("use 1942-05", "card-is-the-enemys")):
        (problem,) = verdict(words, ("1942-02",), position)
        assert (problem.code, problem.certain) == (code, True)


def test_a_card_that_strikes_nothing_takes_no_target():
    (problem,) = verdict("use 1942-10 at Manila", ("1942-10",), start(hands=hands((), ["1942-10"])), ALLIES)
    assert (problem.code, problem.certain) == ("card-takes-no-target", True)


def test_a_card_is_not_used_in_a_battle_block():
    at = table(start(hands=hands(["1942-02", "1942-03"], ["1942-05"]), decks=deck("1942", 0)),
               "when battle at Manila\n use 1942-02\nend")
    assert [problem.code for problem in owed(cards.play, at).dues[0].problems] == ["card-in-battle-block"]


@pytest.mark.parametrize("words", [
    "use 1942-02", "use 1942-03 on US-N-5 at San Francisco", "use 1942-3 on 1 british naval at Sydney",
    "use 1942-02 at Ceylon", "use 1942-03 on UK-N-4"])
def test_a_legal_order_reads_back_as_itself(words):
    first = verdict(words)
    assert isinstance(first, Understood)
    assert verdict(reading.words(first.order)) == first


def test_equal_ships_in_a_port_need_no_name():
    said = reading.words(verdict("use 1942-03 on 1 naval at Pearl Harbor").order)
    assert said == "use 1942-03 on US-N-1 at Pearl Harbor (1406)"


def test_the_note_says_what_the_card_does_for_its_user():
    assert verdict("use 1942-03").note == "Oxygen torpedoes: Remove one Allied naval unit; Japan chooses."


def test_the_game_may_end_in_the_phase():
    position = start(turn=15, hands=hands(["1944-08"], ["1945-10"]), decks=deck("1945", 0), bases={
        JAPAN: (), ALLIES: ("0705",)})
    position = replace(position, units={**position.units, "US-A-1": unit("US-A-1", "0705")})
    at = table(position)
    with pytest.raises(GameOver):
        cards.play(at)
    assert at.position.outcome.reason == "atomic-bomb"


def test_nobody_learns_from_the_record_why_a_card_could_not_be_used():
    """That a target was wrong would tell that the card is held; so a card that is not held reads the same."""
    seen = []
    for first in ("use 1942-03 on 1 naval", "use 1942-09"):
        at = table(start(hands=hands(["1942-02"])), f"{first} else use held", "use drawn",
                   Luck(decks={"1942": ["1942-10", "1942-03"]}))
        with suppress(SittingEnds):
            cards.play(at)
        seen += [act.because for act in at.acts if isinstance(act, Triggered)]
    assert seen == [phrase("answers", conditions=(), instead=HIDDEN)] * 2


def test_an_illegal_card_order_is_cancelled_without_a_word_why():
    at = table(start(hands=hands(["1942-02"])), "use 1942-09\nuse 1942-07", "use drawn",
               Luck(decks={"1942": ["1942-10", "1942-03"]}))
    owed(cards.play, at)
    assert [act.because for act in at.acts if isinstance(act, Cancelled)] == [HIDDEN, DEPENDS]
