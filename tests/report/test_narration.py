"""How events become sentences."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from tests.games.witp.players import play
from tests.report.stage import Stage, position
from tests.report.stories import FLEET_ALLIES, FLEET_JAPAN, MANILA, busy_turn, delayed_entry, opening, short_game
from witp_pbem.games.common import options
from witp_pbem.games.witp import game
from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.rules.chapter_04_cards.effects import in_force
from witp_pbem.games.witp.rules.chapter_04_cards.immediate import LASTING
from witp_pbem.games.witp.telling import battle_card, card_effects, narration
from witp_pbem.games.witp.words.wording import words
from witp_pbem.report import html, plain_text
from witp_pbem.table.story import Columns, Paragraph, Section


def sections(stage: Stage) -> list[Section]:
    return game.game().narration.story(stage.items)


def test_every_kind_of_event_is_told() -> None:
    assert set(e.KINDS.values()) == set(narration.telling.tellers) | {e.StepBegan}


def test_every_kind_of_event_happens_in_the_busy_turn() -> None:
    happened = {type(item.act) for story in (busy_turn(), short_game(), delayed_entry())
                for item in story.entries}
    assert set(e.KINDS.values()) <= happened


def test_a_delayed_entry_is_told_and_called_a_reconstruction() -> None:
    # At the head, at the foot, and on the page beside the rule's text.
    for render, times in ((plain_text.render, 2), (html.render, 3)):
        report = " ".join(unescape(re.sub("<[^>]+>", "", render(delayed_entry()))).split())
        assert report.count("Scenario 13.4 is a reconstruction") == times, report
        for sentence in (
                "delayed US entry (13.4, reconstructed)",
                "American entry: dice 4 + 3 = 7; turn 4 + 1 British base under Japan = 5: America stays neutral (13.4 "
                "entry_roll, reconstructed).",
                "The Allied basic points are half of those printed, because America is neutral (13.4 allied_brp, "
                "reconstructed).",
                "America is at war: Japan declared war on it.",
                "Japan no longer controls Singapore (0407): it does not count for sudden death.",
                "Japan took Midway (1205). Sudden death: 1 Allied ports taken − 2 full Allied carriers = -1; no dice "
                "are that low.",
                "Japan took Manila (0606). Sudden death: 5 Allied ports taken − 2 full Allied carriers = 3; dice 1 + 2 "
                "= 3: Japan wins.",
                "the United States agreed to peace"):
            assert sentence in report, sentence


def test_the_bids_of_a_shortened_game_and_what_came_of_them_are_told() -> None:
    report = " ".join(plain_text.render(short_game()).split())
    for sentence in (
            "Both players bid 19, and neither got Japan. They bid again. [13.2.b]",
            "Both players bid 18, and neither got Japan. A die decided. [13.2.b]",
            "The second player got Japan by the die, which showed 4 (1 to 3: the first player): the second player "
            "plays Japan, the first player the Allies. [13.2.b]",
            "Japan wins only if it controls at least 18 ports and airfields at the end of turn 4. [13.2.c]",
            "At the end of turn 4 Japan controlled 2 ports and airfields; the bid was 18. [13.2.c]",
            "The game is over. The Allies won: at the end of the last turn Japan controls fewer ports and airfields "
            "than were bid.", "last turn agreed on: 4"):
        assert sentence in report, sentence
    assert "the bid was 18" in " ".join(html.render(short_game()).split())


def test_the_winner_of_the_bids_is_told() -> None:
    stage = Stage(position({}, step="bids", scenario="short", options={"last_turn": 1}))
    stage.happen(e.SidesSettled("witp 13.2.b", "first", "second", 20, {"first": 20, "second": 19}))
    (section,) = sections(stage)
    first = section.blocks[0]
    assert isinstance(first, Paragraph)
    assert first.text == ("The first player bid 20, the second player 19: the first player plays Japan, the second "
                          "player the Allies.")
    assert "last turn agreed on: 1" in in_words({"last_turn": "1"})


def test_a_report_can_break_off_anywhere() -> None:
    story = busy_turn()
    for end in range(0, len(story.entries), 3):
        part = story.entries[:end]
        broken_off = story._replace(entries=part, position=part[-1].position_after if part else story.position,
                                    outcome=None)
        assert plain_text.render(broken_off)


def test_a_report_can_begin_anywhere() -> None:
    story = busy_turn()
    for start in range(1, len(story.entries), 7):
        assert plain_text.render(story._replace(entries=story.entries[start:]))


@pytest.mark.parametrize("seed", [5, 6])
def test_random_turns_are_told_without_codes(seed: int) -> None:
    last, acts = play(game.game(), seed, 3)
    stage = Stage(game.game().open("standard", {}))
    stage.happen(*acts)
    report = plain_text.render(stage.story(position=last))
    codes = set(re.findall(r"\(([a-z]+(?:-[a-z]+)+)\)", report))
    assert codes == set()
    assert html.render(stage.story(position=last))


def test_a_march_told_in_legs_is_one_row() -> None:
    stage = Stage(position({"0404": "JP-L-1"}, turn=4, step="movement", rp={"japan": 9, "allies": 0}))
    stage.happen(
        e.ImpulseMade("witp 8.2.c", "japan", "0205", ("0404",), 1, 4, 5),
        e.StackMoved("witp 8.2.c", "japan", ("JP-L-1",), "0404", ("0305",)),
        e.BaseRemoved("witp 8.8.b", "allies", "0305", "overrun"),
        e.StackMoved("witp 8.2.c", "japan", ("JP-L-1",), "0305", ("0205",), hexes=2, jungle=1))
    impulse = sections(stage)[0].blocks[0]
    assert isinstance(impulse, Section)
    table = impulse.blocks[0]
    assert isinstance(table, Columns)
    assert [row[1:] for row in table.rows] == [("2 hexes + 1 jungle", "3"), ("1 hex", "1")]
    assert table.rows[0][0].startswith("Chungking (0404) by ")
    assert table.foot == ("Together", "", "4")


def test_ships_left_to_hold_an_enemy_have_a_row() -> None:
    stage = Stage(position({"0804": "JP-N-1 JP-N-2"}, turn=4, step="movement", rp={"japan": 9, "allies": 0}))
    stage.happen(
        e.ImpulseMade("witp 8.2.c", "japan", "0606", ("0804",), 0, 3, 6),
        e.StackMoved("witp 8.5.h", "japan", ("JP-N-2",), "0804", ("0705",)),
        e.StackMoved("witp 8.2.c", "japan", ("JP-N-1",), "0804", ("0705", "0605", "0606"), hexes=3))
    impulse = sections(stage)[0].blocks[0]
    assert isinstance(impulse, Section)
    table = impulse.blocks[0]
    assert isinstance(table, Columns)
    assert table.rows[0] == ("Kure (0804): 1 naval (JP-N-2), left at Okinawa (0705) to hold the enemy there", "", "")
    assert table.rows[2] == ("Activation", "1 hex, 1 of them free by a card", "0")


def test_a_unit_hit_twice_is_told_once() -> None:
    stage = Stage(position(MANILA, turn=4, step="stacking"))
    stage.happen(e.UnitReduced("witp 9.6.1.e", "US-N-1", "0607", "battle"),
                 e.UnitRemoved("witp 9.6.1.e", "US-N-1", "0607", "battle"))
    assert sections(stage)[0].blocks == (
        Paragraph("The Allies, Leyte (0607): US-N-1 eliminated (hit in battle).", "witp 9.6.1.e", "allies", "loss"),)


def test_a_reckoning_that_does_not_come_out_is_not_shown() -> None:
    """Rules of a later release may reckon otherwise; the recorded number stands."""
    fought = e.BattleFought("witp 9.3.d", "fleet", "0606", "japan", 11, FLEET_JAPAN, {**FLEET_ALLIES, "hits": 3})
    there = position({**MANILA, "0606": " ".join((*FLEET_JAPAN["units"], *FLEET_ALLIES["units"]))})  # type: ignore[misc]
    hits = [paragraph.text for paragraph in battle_card.battle_card(there, fought).hits]
    assert hits[0] == "Allies: 3 hits."


def test_hits_by_a_card_are_named() -> None:
    effect = {"op": "extra_hits", "id": "x", "side": "japan", "for": "allies", "card": "1943-04"}
    fought = e.BattleFought("witp 9.3.d", "fleet", "0606", "japan", 2, FLEET_JAPAN, {**FLEET_ALLIES, "hits": 3})
    there = position({**MANILA, "0606": " ".join((*FLEET_JAPAN["units"], *FLEET_ALLIES["units"]))},  # type: ignore[misc]
                     effects=(effect,))
    hits = battle_card.battle_card(there, fought).hits
    assert hits[0].text == "Allies: 3 hits: the difference of 2, and +1 by a card."


def test_every_effect_of_every_card_has_words() -> None:
    there = opening()
    for key, card in packaged().cards.items():
        for side in ("japan", "allies"):
            for place, effect in enumerate(card[side]["effects"]):
                if effect["op"] in LASTING:
                    words = card_effects.effect(there, in_force(effect, key, side, place))
                    assert words != effect["op"]
                    assert "_" not in words


@pytest.mark.parametrize("key, side, words", [
    ("1942-03", "allies", "+1 for the Allies in one fleet battle"),
    ("1942-05", "japan", "two dice for Japan, of which the higher counts, in every ground battle or assault landing "
                         "this turn"),
    ("1943-02", "japan", "no submarine attacks on stacks of Japan this turn"),
    ("1943-06", "allies", "+2 for the Allies in one ground battle at Calcutta (0205), Rangoon (0306), Bangkok (0406)"),
    ("1944-04", "japan", "up to 2 air units of Japan may be given up after one fleet battle or assault landing, each "
                         "for 2 hits"),
    ("1944-06", "allies", "no assault landings (both sides), this turn"),
    ("1944-10", "allies", "no upkeep for 4 logistics bases of the Allies this turn"),
])
def test_card_effects_in_words(key: str, side: str, words: str) -> None:
    effect = packaged().cards[key][side]["effects"][0]
    assert card_effects.effect(opening(), in_force(effect, key, side, 0)) == words


def test_the_ledger_adds_up() -> None:
    story = busy_turn()
    table = narration.reckoning(story.entries, story.position)[0].blocks[0]
    assert isinstance(table, Columns)

    def number(cell: str) -> int:
        return int(cell.replace("−", "-") or 0)

    for column in (1, 2):
        assert sum(number(row[column]) for row in table.rows) == number(table.foot[column])


def test_the_game_can_end_in_every_way_that_is_worded() -> None:
    assert narration.ending({"winner": "allies", "reason": "atomic-bomb"}) == (
        "The game is over. The Allies won: the atomic bomb was dropped.")


def in_words(chosen: dict[str, Any]) -> tuple[str, ...]:
    return options.in_words(packaged().options, chosen, words["option"])


def test_options_are_named() -> None:
    assert in_words({"sudden_death": "yes", "transport_leg_between_nodes": "2"}) == (
        "Japanese sudden-death victory", "hexes between two bases of a transport network: 2")
