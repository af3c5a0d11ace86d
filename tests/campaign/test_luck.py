"""Whoever keeps a campaign tries to choose dice, with the links of others in his hands; each test plays the cheat."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.campaign import toy
from tests.campaign.desk import ORDERS, codes
from tests.campaign.test_holders import Table, sealed, sentences
from tests.cli.program import here
from tests.leaving import withdraw
from tests.stand_ins import crooked, release
from witp_pbem.campaign.checks import chain_links
from witp_pbem.campaign.checks.legal import Unlawful
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import writing
from witp_pbem.campaign.letters import chainfile, sealing
from witp_pbem.campaign.letters.chainfile import BadChain
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import letter_text
from witp_pbem.campaign.record.letter_text import Letter
from witp_pbem.campaign.sitting import rewind
from witp_pbem.campaign.sitting.adjudicate import Stopped
from witp_pbem.campaign.sitting.status import status
from witp_pbem.report.log_lines import lines_of
from witp_pbem.report.protests_and_notes import notices

Entries = list[dict[str, Any]]
SALTS = [digit * 64 for digit in "123456"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Red keeps the campaign and plays, blue holds a chain, nothing is signed. The cards are dealt."""
    made = Table(tmp_path, "blue", keeper="red", deal="open")
    made.give("blue")
    made.desk.sit()
    return made


def dice(table: Table) -> list[list[int]]:
    """The dice of the last sitting."""
    return [act["dice"] for act in table.desk.entries()[-1]["acts"] if "roll" in act]


# -- another head ----------------------------------------------------------------------------------------------------


def other_heads(table: Table, letter: str, tries: int) -> list[list[list[int]]]:
    """Red holds blue's letter back, and for each try records another luck word and writes the new head into it."""
    rolls, folder = [], table.desk.folder
    shutil.copytree(folder, before := folder.with_name("before"))
    for number in range(tries):
        shutil.rmtree(folder)
        shutil.copytree(before, folder)
        table.desk.order("red", ORDERS["red"], Luck=f"try {number}")
        old = letter_text.read(letter)
        assert isinstance(old, Letter)
        assert table.send(letter.replace(old.values["head"], table.head)).stands
        table.desk.sit()
        rolls.append(dice(table))
    return rolls


def test_a_keeper_who_writes_another_head_into_a_link_is_found_out_by_the_next_one(table: Table) -> None:
    table.desk.order("red", ORDERS["red"])
    table.desk.order("blue", ORDERS["blue"])
    letter = table.letter("blue")
    assert len({str(each) for each in other_heads(table, letter, 3)}) == 3, "he does choose"
    verified = verify(table.desk.folder)
    assert verified.holds and any("What these links were given for" in each for each in verified.unchecked)
    assert "was not given for what entry" in sentences(table.send(table.letter("blue")))
    with crooked(chain_links, is_proved_by=lambda *anything: True):
        table.give("blue")
    assert codes(verify(table.desk.folder).findings) == ["link-not-proved"]


def test_whoever_gave_the_link_sees_at_once_that_its_head_was_changed(table: Table) -> None:
    table.desk.order("red", ORDERS["red"])
    table.desk.order("blue", ORDERS["blue"])
    own = chainfile.read(table.files["blue"])
    assert verify(table.desk.folder, own=own).holds
    other_heads(table, table.letter("blue"), 1)
    assert codes(verify(table.desk.folder, own=chainfile.read(table.files["blue"])).findings) == ["link-not-given"]
    assert codes(verify(table.desk.folder, own=chainfile.OwnChain("5a" * 32)).findings) == ["chain-of-another"]


@pytest.mark.parametrize("field", ["head", "orders", "proof"])
def test_nothing_of_a_link_can_be_changed_once_the_next_one_is_out(table: Table, field: str) -> None:
    table.desk.order("red", ORDERS["red"])
    assert table.send_all(*table.bound("blue", ORDERS["blue"])).stands
    table.desk.sit()
    table.give("blue")  # after the end, this is how the last proof is opened
    assert verify(table.desk.folder).holds
    head = table.desk.entries()[1]["hash"]

    def change(entries: Entries) -> None:
        [first, second] = [entry for entry in entries if entry["type"] == "link" and entry["number"] in (2, 3)]
        first[field], second["letter"] = head if field == "head" else "5a" * 32, ""

    table.desk.rewrite(change)
    assert "link-not-proved" in codes(verify(table.desk.folder).findings)


def test_the_proof_of_the_last_link_is_opened_by_one_more(table: Table) -> None:
    for _ in range(3):
        table.desk.order("red", ORDERS["red"])
        assert table.send_all(*table.bound("blue", ORDERS["blue"])).stands
        table.desk.sit()
    assert table.desk.open().position.outcome
    assert any("What these links were given for" in each for each in verify(table.desk.folder).unchecked)
    assert not any("What these links were given for" in each
                   for each in verify(table.desk.folder, own=chainfile.read(table.files["blue"])).unchecked)
    table.give("blue")
    verified = verify(table.desk.folder)
    assert verified.holds and not any("What these links were given for" in each for each in verified.unchecked)


# -- a sitting without what came with the link -----------------------------------------------------------------------


def test_what_came_with_a_link_is_recorded_before_any_sitting_is_held(table: Table) -> None:
    table.desk.order("red", ORDERS["red"])
    link, orders = table.bound("blue", ORDERS["blue"])
    assert table.send(link).stands
    with pytest.raises(Stopped, match="waiting to be revealed"):
        table.desk.sit()
    assert table.send(orders).stands
    table.desk.sit()
    assert dice(table)
    table.holds()


def test_a_sitting_held_without_them_is_found_out(table: Table) -> None:
    table.desk.order("red", "bid 3")
    table.desk.order("blue", "bid 2")
    assert table.send(table.bound("blue", "pass\nlose boats\npass")[0]).stands
    with crooked(sealing, unrevealed=lambda campaign: []):
        with pytest.raises(Unlawful, match="did not wait for the orders sealed"):
            table.desk.sit()
        with crooked(Campaign, require_legal=lambda *anything: None):
            table.desk.sit()
    assert "seal-unrevealed" in codes(verify(table.desk.folder).findings)


def test_a_link_and_its_orders_come_in_either_order(table: Table) -> None:
    table.desk.order("red", ORDERS["red"])
    link, orders = table.bound("blue", ORDERS["blue"])
    recorded = table.send_all(orders, link)
    assert recorded.stands, sentences(recorded)
    assert [[receipt.kind for receipt in each] for each in recorded.receipts] == [["submission"], ["link"]]
    assert table.desk.kinds()[-2:] == ["link", "submission"]
    assert table.desk.entries()[-1]["sealed"] == table.desk.entries()[-2]["n"]
    table.desk.sit()
    table.holds()


def test_a_link_is_given_with_one_set_of_orders(table: Table) -> None:
    table.desk.order("red", ORDERS["red"])
    first = table.bound("blue", ORDERS["blue"])
    assert table.bound("blue", ORDERS["blue"]) == first, "mails are lost"
    for orders in ("bid 1", ORDERS["blue"] + "\n# but another file"):
        with pytest.raises(BadChain, match="with other orders or without"):
            table.bound("blue", orders)
    with pytest.raises(BadChain, match="with other orders or without"):
        table.letter("blue")


def test_orders_that_were_not_bound_to_the_link_spend_it(table: Table) -> None:
    """Else the keeper could leave them out, or not."""
    table.desk.order("red", ORDERS["red"])
    table.give("blue")
    table.desk.order("blue", ORDERS["blue"])
    assert status(table.desk.open()).links_owed == ("blue",)


def test_a_sitting_held_while_the_letter_lay_in_the_drawer_spends_the_link(table: Table) -> None:
    """It gives the next sitting another number, and so other dice."""
    table.desk.order("red", "bid 3")
    table.desk.order("blue", "bid 2")
    letter = table.letter("blue")
    table.desk.sit()
    assert not dice(table)
    assert table.send(letter).stands
    assert status(table.desk.open()).links_owed == ("blue",)


def test_who_asks_for_a_second_link_is_told_of_everywhere(table: Table) -> None:
    table.desk.order("red", ORDERS["red"])
    assert table.send_all(*table.bound("blue", ORDERS["blue"])).stands
    withdraw(table.desk.folder, "red")  # with the dice in his head
    table.desk.order("red", ORDERS["red"])
    table.give("blue")
    words = "was never used: entry"
    assert any(words in each for each in verify(table.desk.folder).unchecked)
    assert any(words in each for each in notices(tell(table.desk.open())))
    last = table.desk.entries()[-1]
    assert any(words in each for each in lines_of(table.desk.open(), last))
    table.desk.sit()
    assert any(words in each for each in notices(tell(table.desk.open()))), "and ever after"
    table.holds()


def test_links_given_in_turn_are_told_of_nowhere(table: Table) -> None:
    for _ in range(2):
        table.desk.order("red", "bid 3")
        table.desk.order("blue", "bid 2")
        table.give("blue")
        table.desk.sit()  # no dice
        table.desk.order("red", "raid Blue Island\npass\nlose boats\npass")
        assert table.send_all(*table.bound("blue", "pass\nlose boats\npass", Turn=str(table.desk.open().turn))).stands
        table.desk.sit()
        assert dice(table)
    assert not any("never used" in each for each in verify(table.desk.folder).unchecked)
    table.holds()


# -- the order of words ----------------------------------------------------------------------------------------------


def test_the_place_of_a_submission_among_reveals_is_no_choice(table: Table) -> None:
    """Red seals six files with words, and puts blue's orders at every place among what he lays open."""
    seals = [sealed(table.desk, "red", ORDERS["red"], salt, Luck=f"word {number}") for number, salt in enumerate(SALTS)]
    for first, _ in seals:
        assert table.send(first).stands
    link, orders = table.bound("blue", ORDERS["blue"], Luck="blue hopes")
    assert table.send(link).stands
    folder, before = table.desk.folder, table.desk.folder.with_name("before")
    shutil.copytree(folder, before)
    seen = set()
    for place in range(7):
        shutil.rmtree(folder)
        shutil.copytree(before, folder)
        for text in [*(second for _, second in seals[:place]), orders, *(second for _, second in seals[place:])]:
            assert table.send(text).stands
        table.desk.sit()
        seen.add(str(dice(table)))
    assert len(seen) == 1
    table.holds()


def test_founding_words_enter_in_one_order_however_they_came(tmp_path: Path) -> None:
    seen = []
    for number, sides in enumerate(itertools.permutations(("red", "blue"))):
        (tmp_path / str(number)).mkdir()
        table = Table(tmp_path / str(number), "blue", keeper="red", deal="open")
        for side in sides:
            assert table.send(f"Campaign: isles\nSide: {side}\nLetter: word\nWord: {side} hopes\n").stands
        table.give("blue")
        table.desk.sit()
        seen.append(next(entry["words"] for entry in table.desk.entries() if entry["type"] == "closed"))
    assert seen == [["blue hopes", "red hopes"]] * 2


def test_words_in_another_order_are_found_out(table: Table) -> None:
    for side in ("red", "blue"):
        table.desk.order(side, ORDERS[side], Luck=f"{side} hopes")
    table.give("blue")
    table.desk.sit()
    table.desk.rewrite(lambda entries: next(entry for entry in reversed(entries) if entry["type"] == "closed")[
        "words"].reverse())
    assert "words-differ" in codes(verify(table.desk.folder).findings)


# -- what else could be chosen with the links at hand ----------------------------------------------------------------


def forced(table: Table, choose: Callable[[], object]) -> list[str]:
    """The codes of what is found where a keeper's program lets the links count whatever was recorded behind them."""
    with crooked(chain_links, spending=lambda *anything: []):
        choose()
        table.desk.sit()
    return codes(verify(table.desk.folder).findings)


def test_a_founding_word_held_back_is_no_choice(tmp_path: Path) -> None:
    table = Table(tmp_path, "blue", keeper="red", deal="open")
    table.give("blue")
    word = "Campaign: isles\nSide: blue\nLetter: word\nWord: rain\n"
    assert "link-spent" in forced(table, lambda: table.send(word))


def test_another_release_is_no_choice(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.desk.order("red", ORDERS["red"])
    table.desk.order("blue", ORDERS["blue"])
    table.give("blue")
    release(monkeypatch, toy.Toy, rules_version="2")
    assert "link-spent" in forced(table, lambda: None)


def test_another_release_with_the_same_rules_spends_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.desk.order("red", ORDERS["red"])
    table.desk.order("blue", ORDERS["blue"])
    table.give("blue")
    release(monkeypatch, program="9.0.1")
    table.desk.sit()
    assert dice(table) and "upgrade" in table.desk.kinds()
    table.holds()


def test_the_keeper_and_another_player_together_gain_nothing(tmp_path: Path) -> None:
    """Red and blue hold chains, and a third person keeps the campaign: orders that come with red's link spend blue's,
    for red could have known it."""
    table = Table(tmp_path, "red", "blue")
    table.give("red", "blue")
    table.desk.sit()
    head = table.head
    theirs = table.letter("blue", head)
    assert table.send_all(*table.bound("red", ORDERS["red"], head)).stands
    assert table.send(theirs).stands
    assert status(table.desk.open()).links_owed == ("blue",)


def test_a_dealer_cannot_choose_what_enters_either(tmp_path: Path) -> None:
    table = Table(tmp_path, "red", "blue")
    table.give("red", "blue")
    table.desk.sit()
    for side in ("red", "red", "blue"):
        table.desk.order(side, ORDERS[side], Luck="another")
    table.give("red", "blue")
    assert "link-spent" in forced(table, lambda: withdraw(table.desk.folder, "red"))


def test_bound_orders_may_be_taken_back_and_are_void_where_the_campaign_goes_back(table: Table) -> None:
    table.desk.order("red", ORDERS["red"])
    assert table.send(table.bound("blue", ORDERS["blue"])[0]).stands
    assert here("letter", "withdraw", table.desk.folder, "--side", "blue").code == 0
    assert not status(table.desk.open()).unrevealed and status(table.desk.open()).links_owed == ("blue",)
    assert table.send(table.bound("blue", ORDERS["blue"])[0]).stands
    with writing(table.desk.folder) as campaign:
        proposed = rewind.plan(campaign, "sitting 1", keep=False)
    table.desk.rewrite(lambda entries: entries.append(
        {"type": "rewind", **proposed, "reason": "", "proposal": None}))
    assert not status(table.desk.open()).unrevealed and status(table.desk.open()).links_owed == ("blue",)
