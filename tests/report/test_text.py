"""The text report: numbers of the rulebook's Manila turn, 72 columns, who owes what."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import each_game
from tests.each_game import Maker
from tests.report import gold
from tests.report.stories import busy_turn, manila_fought
from witp_pbem.campaign.explaining.story import HeldCard, SittingProof, Story, tell
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.report import plain_text
from witp_pbem.report.layout import WIDTH, width
from witp_pbem.table.language import LANGUAGES, speaking

PROOF = SittingProof("a1" * 32, 5, ("monsoon", "台風"), "b2" * 32, (("fleet battle", 0, (4,)),))


def full(story: Story) -> Story:
    """A story with what it takes to tell of luck and of counters to move, orders and proofs."""
    return story._replace(so_far=story.entries, start=story.entries[0].position_before, proofs=(PROOF,),
                   drafts={"allies": "Campaign: manila-1942\nTurn: 4\nSide: allies\n\n# You owe: redeploy.\n"})


def one_line(report: str) -> str:
    """A report without line ends and the marks at the side, so that sentences can be looked for."""
    return re.sub(r"\s+", " ", re.sub(r"^\|? *", "", report, flags=re.MULTILINE))


def test_a_turn_with_every_kind_of_event() -> None:
    gold.check("busy-turn.txt", plain_text.render(full(busy_turn())))


def test_a_turn_in_which_decisions_are_owed() -> None:
    gold.check("manila.txt", plain_text.render(full(manila_fought())))


def test_a_turn_in_japanese() -> None:
    with speaking("ja"):
        gold.check("manila-ja.txt", plain_text.render(full(manila_fought())))


@pytest.mark.parametrize(("scenario", "language"), [("solo", "en"), ("alliance", "en"), ("alliance", "ja")])
def test_a_turn_of_the_lagoon(scenario: str, language: str, campaign_of: Maker,
                              monkeypatch: pytest.MonkeyPatch) -> None:
    each_game.install(monkeypatch)
    with speaking(language):
        story = gold.still(tell(open_campaign(campaign_of(scenario)), turn=1))
        gold.check(f"lagoon-{scenario}{'' if language == 'en' else '-ja'}.txt", plain_text.render(story))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_too_wide_and_no_part_empty(told_story: Story, present_story: Story, language: str) -> None:
    with speaking(language):
        for story in (told_story, present_story):
            report = plain_text.render(story)
            assert max(width(line) for line in report.splitlines()) <= WIDTH
            assert not re.search(r"\n=+\s*\n[^\n]+\n=+\n", report[report.index("\n\n"):])


def test_no_line_of_a_full_story_is_too_wide() -> None:
    assert max(width(line) for line in plain_text.render(full(manila_fought())).splitlines()) <= WIDTH


def test_the_fleet_battle_of_manila_is_spelled_out() -> None:
    text = one_line(plain_text.render(busy_turn()))
    for words in (
        "carriers 2 × 2 = 4, surface fleets 4, task force 2 × 2 = 4, base air 2 × 2 = 4: 16; die 4: 20",
        "surface fleets 2, base air 1 × 2 = 2: 4; die 5: 9",
        "Japan won by 20 − 9 = 11. [9.6.a]",
        "Allies: 4 hits: the difference of 11, but no more than the 6 full enemy units, and these units can take only "
        "4. [9.6.1.a]",
        "Japan: 2 hits: half of the 4 hits the loser took. [9.6.1.b]",
        "Japan: 1 extra hit on supporting base air, because the enemy die showed 5. [9.6.2.c]",
        "The Allies, Manila (0606): UK-N-1, UK-N-4 eliminated (hit in battle). [9.6.1.e]",
    ):
        assert words in text


def test_the_assault_of_manila_is_spelled_out() -> None:
    text = one_line(plain_text.render(busy_turn()))
    for words in (
        "land units 2, carriers offshore 2, base air 1 × 2 = 2: 6; dice 3 and 2, 3 kept, halved = 1: 7",
        "land units 3, defence bonus 1, base air 1 × 2 = 2: 6; die 1, halved = 0: 6",
        "Japan: no hits: half of the 1 hit the loser took, rounded down.",
        "Land units of both sides stay at Manila (0606): the battle goes on next turn. [9.7.a]",
        "Allies 3 land [1 reduced]: US-L-1, UK-L-1, [UK-L-4]; 1 air: US-A-2",
    ):
        assert words in text


def test_who_owes_what_stands_at_the_end() -> None:
    report = plain_text.render(manila_fought())
    owed = report[report.index("WHAT IS OWED NEXT"):]
    assert "* Allies: redeploy a stack of fleets" in owed
    assert "* Referee: throw 2 more dice" in owed


def test_an_old_turn_owes_nothing_and_has_not_ended() -> None:
    ended = {"winner": "japan", "rule": "witp 3.2.e", "reason": "last-turn"}
    report = plain_text.render(manila_fought()._replace(now=False, outcome=ended))
    assert "WHAT IS OWED NEXT" not in report
    assert "The game is over" not in report


def test_the_masthead_names_the_dice() -> None:
    story = manila_fought()
    assert "manual: typed in by the referee\n" in plain_text.render(story)
    chain = one_line(plain_text.render(story._replace(dice="chain", anchor="ab" * 32)))
    assert f"Dice hash chain, so that every roll can be checked; anchor {'ab' * 8}…" in chain
    assert f"The anchor of the hash chain: {'ab' * 32}" in chain
    seeded = one_line(plain_text.render(story._replace(dice="chain", seeded=True, anchor="ab" * 32)))
    assert "seeded: predictable, for tests and examples only" in seeded


def test_the_footer_says_what_is_reconstructed_and_what_is_not_here() -> None:
    text = one_line(plain_text.render(manila_fought()))
    assert "Some of the data in force are reconstructed" in text
    assert "neither art nor text of the rulebook" in text
    assert "White Dog Games" in text


def test_addresses_stay_at_home() -> None:
    report = plain_text.render(manila_fought())
    assert "Yamada Taro" in report
    assert "example.org" not in report


def test_a_report_for_one_side_says_so() -> None:
    hand = (HeldCard("1942/4", "1942-02"), HeldCard("1942/9", None))
    text = one_line(plain_text.render(manila_fought()._replace(side="japan", hand=hand)))
    assert "For the eyes of Japan only" in text
    assert "1942-02" in text


def test_the_parts_stand_in_an_order_in_which_the_end_is_what_matters_next() -> None:
    parts = re.findall(r"^([A-Z ]+)\n=+$", plain_text.render(full(manila_fought())), re.MULTILINE)
    assert parts == ["WHAT HAPPENED", "WHERE IT LEAVES US", "STRATEGIC MAP", "MOVE THESE COUNTERS", "LUCK SO FAR",
                     "FOR THE RECORD", "WHAT IS OWED NEXT"]


def test_orders_stand_between_lines_that_a_reply_can_quote() -> None:
    report = plain_text.render(manila_fought()._replace(drafts={"allies": "Campaign: x\nSide: allies\n\n# You owe.\n"}))
    assert ("\n# ----- begin orders: allies -----\nCampaign: x\nSide: allies\n\n# You owe.\n"
            "# ----- end orders: allies -----\n") in report
    past = plain_text.render(manila_fought()._replace(drafts={"allies": "Campaign: x\n"}, now=False))
    assert "begin orders" not in past


def test_dice_can_be_checked() -> None:
    report = plain_text.render(manila_fought()._replace(proofs=(PROOF, PROOF._replace(sitting=6, words=()))))
    assert f"\n5: {'b2' * 32}\n6: {'b2' * 32}\n" in report
    assert "Luck words of sitting 5: “monsoon”, “台風”" in report
    assert "Luck words of sitting 6" not in report
    assert f"first logbook entry:\n{'a1' * 32}\n" in report
    assert "Proof of the dice" not in plain_text.render(manila_fought())
    own = manila_fought()._replace(chains=(("allies", "d4" * 32),), proofs=(PROOF._replace(links=("c3" * 32,)),))
    text = plain_text.render(own)
    assert f"\n5: {'c3' * 32}\n" in text and f"The chain of allies, anchor {'d4' * 32}" in " ".join(text.split())
    later = own.proofs[0]._replace(sitting=6, links=("e5" * 32,), anchors=("f6" * 32,))
    text = plain_text.render(own._replace(proofs=(own.proofs[0]._replace(anchors=("d4" * 32,)), later)))
    assert f"Another chain of allies from here on, anchor {'f6' * 32}: 6: {'e5' * 32}" in " ".join(text.split())
    assert text.count("Another chain") == 1


def test_counters_to_move_and_luck_are_told() -> None:
    report = plain_text.render(full(manila_fought()))
    assert "MOVE THESE COUNTERS" in report
    assert "Standard deviations" in report
    assert "MOVE THESE COUNTERS" not in plain_text.render(manila_fought()._replace(entries=()))


def test_a_template_of_ones_own_orders_the_parts(tmp_path: Path) -> None:
    (tmp_path / "turn.txt.j2").write_text("{{ footer }}\n{{ map }}\n", "utf-8")
    report = plain_text.render(manila_fought(), tmp_path)
    assert report.startswith("A unit or number in square brackets")
    assert "WHAT HAPPENED" not in report
    assert "   01 02 03" in report


def test_names_cannot_move_the_cursor() -> None:
    players = {"japan": "evil\u202eeman\x07", "allies": "a\nb"}
    report = plain_text.render(manila_fought()._replace(campaign="x\x1b[2Jy", players=players))
    assert not set(report) & {"\x1b", "\u202e", "\x07"}
    assert "a b" in report


def test_japanese_names_keep_the_columns() -> None:
    players = {"japan": "山本五十六" * 12, "allies": "Ann"}
    report = plain_text.render(manila_fought()._replace(campaign="真珠湾からマニラまで", players=players))
    assert max(width(line) for line in report.splitlines()) <= WIDTH
