"""What the record, the templates and what is owed tell of hands: nothing before a card is played."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.campaign.desk import codes
from tests.games.lagoon import game as lagoon
from tests.games.lagoon.desk import LagoonDesk
from tests.stand_ins import crooked, instead
from witp_pbem.campaign.disputes.preview import preview
from witp_pbem.campaign.folder import fates
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import check_all
from witp_pbem.campaign.orders.template import template
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.table import acts
from witp_pbem.table.acts import Answered
from witp_pbem.table.demand import Order
from witp_pbem.table.dice import Die
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.sitting import SittingResult, full_lexicon, read_statement, sit
from witp_pbem.table.text import read

SAILING = "Phase: sail\nsail Akagi Maru to Truk lagoon\npass\nPhase: raid\n"


class Luck:
    """A deck in a known order, of which a copy may know nothing; every die shows the same."""

    def __init__(self, deck: Sequence[str], *, blind: bool = False) -> None:
        self.deck = deck
        self.blind = blind

    def roll(self, label: Phrase, count: int, die: Die) -> tuple[int, ...]:
        return (5,) * count

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        return ("seal",) * len(cards)

    def draw(self, deck: str, number: int, side: str) -> str:
        return f"{deck}/{number}"

    def look(self, slot: str) -> str | None:
        return None if self.blind else self.deck[int(slot.rpartition("/")[2])]


def played(orders: str, deck: str = "squall decoy signal fog mines", record: Sequence[Any] = (), *,
           blind: bool = False) -> SittingResult:
    """A sitting from the start with the raiders' orders; their first card is the first of the deck."""
    game: Any = lagoon.game()
    hand = []
    for number, statement in enumerate(read(orders, full_lexicon(game)).statements):
        order = read_statement(game, statement)
        assert isinstance(order, Order), order
        hand.append(("raiders", order._replace(source=(1, number))))
    return sit(game, game.open("solo", {}), record, PendingOrders(hand), Luck(deck.split(), blind=blind))


@pytest.mark.parametrize("answer", [
    "", "pass", "pass all", "if raid at Fort Royal\nplay squall\nend\npass", "pass\nelse play squall",
    "play squall\nelse pass"])
def test_a_window_is_the_same_whether_or_not_a_card_is_held(answer: str) -> None:
    """What was done, what is owed and what may be answered. (An order that plays the card is another matter: that is
    what the last shows where it is held.)"""
    held, empty = played(SAILING + answer), played(SAILING + answer, deck="decoy squall signal fog mines")
    if answer.startswith("play"):
        assert any(isinstance(act, acts.Tested) for act in held.acts) and not any(
            isinstance(act, Answered) and act.demand == "window" for act in empty.acts)
        held = played(SAILING)  # an order that will not do is as good as none
    assert held.acts == empty.acts
    assert [(due.demand.side, due.demand.code, list(due.demand.choices())) for due in held.dues] == [
        (due.demand.side, due.demand.code, list(due.demand.choices())) for due in empty.dues]


def _recorded(folder: Path, deck: str, *answers: str) -> list[str]:
    """The public record of a turn with the deck in an order, hashes and receipts masked."""
    desk = LagoonDesk(folder, "alliance", seed="twice the same")
    with instead(fates, shuffled=lambda key, campaign, words, name, cards: deck.split()):
        desk.sit()
        for side, orders in zip(("north", "south", "garrison"), answers, strict=True):
            desk.order(side, orders)
        desk.sit()
    return re.sub('"hash":"[0-9a-f]{32}"|[0-9a-f]{64}', "…", desk.book.read_text("utf-8")).splitlines()


def test_the_public_records_of_campaigns_with_and_without_the_card_are_the_same(tmp_path: Path) -> None:
    """The garrison holds fog and keeps it, or holds nothing of use; north answers ahead, with a card for a raid that
    does not come."""
    answers = ("Phase: sail\npass\nPhase: raid\nif raid at Fort Royal\nplay squall\nend\npass all",
               "Phase: sail\nsail Akagi Maru to Truk lagoon\npass\nPhase: raid\npass", "pass")
    one = _recorded(tmp_path / "one", "squall signal fog mines decoy", *answers)
    other = _recorded(tmp_path / "other", "decoy signal mines fog squall", *answers)
    assert one == other and any('"roll"' in line for line in one)


def test_a_card_kept_for_a_raid_is_played_at_it_and_no_reason_is_told() -> None:
    acts = played(SAILING + "if raid at Truk lagoon\nplay squall\nend\npass all").acts
    card = next(act for act in acts if isinstance(act, lagoon.CardPlayed))
    assert (card.holder, card.card) == ("raiders", "squall")
    assert not [act for act in acts if type(act).__name__ == "Triggered"]


def test_pass_all_answers_every_window_of_the_turn() -> None:
    both = "Phase: sail\nsail Akagi Maru to Truk lagoon\nsail From Here to Truk lagoon\npass\nPhase: raid\n"
    answers = [act for act in played(both + "pass all").acts if isinstance(act, Answered) and act.demand == "window"]
    assert answers and all(act.stays for act in answers)


def test_a_copy_that_may_not_look_plays_the_same_from_the_record() -> None:
    seen = played(SAILING + "play squall")
    blind = played("", record=seen.acts, blind=True)
    assert (blind.acts, blind.position) == (seen.acts, seen.position)


def test_the_templates_are_the_same_whatever_is_held(tmp_path: Path) -> None:
    """The raiders' own template at a window names no card either: they know what they hold."""
    templates = set()
    for seed in range(6):
        desk = LagoonDesk(tmp_path / f"{seed}", seed=f"{seed}")
        desk.sit()
        desk.order("raiders", SAILING.rstrip())
        desk.sit()
        text = template(desk.open(), "raiders")
        templates.add("\n".join(line for line in text.splitlines() if not line.startswith(("After:", "# ["))))
    assert len(templates) == 1 and "pass all" in templates.pop()


def _dealt(folder: Path, seed: int) -> LagoonDesk | None:
    """A campaign whose garrison holds a card that helps it."""
    desk = LagoonDesk(folder, seed=f"{seed}")
    desk.sit()
    card = desk.open().look(desk.open().position.hands["garrison"][0])
    return desk if card in ("fog", "mines") else None


def test_what_is_said_of_the_garrisons_cards_is_proved_at_the_end(tmp_path: Path) -> None:
    desk = next(dealt for seed in range(20) if (dealt := _dealt(tmp_path / f"{seed}", seed)))
    with crooked(lagoon.Lagoon, answer=lambda self, position, question, card: False):
        for turn in range(3):
            desk.order("raiders", f"{SAILING}pass all" if not turn else "Phase: sail\npass\nPhase: raid\npass all")
            if desk.sit().over:
                break
            assert codes(verify(desk.book).findings) == []
    proof = verify(desk.book)
    assert set(codes(proof.findings)) == {"test-differs"}


def test_a_trial_on_a_copy_stops_where_nobody_may_look(tmp_path: Path) -> None:
    desk = LagoonDesk(tmp_path / "lagoon", seed="a copy")
    desk.sit()
    copy = shutil.copytree(desk.folder, tmp_path / "copy", ignore=shutil.ignore_patterns("private"))
    files = open_campaign(copy)
    checked = check_all(files, [("raiders.txt", desk.text("raiders", SAILING + "pass all").encode())])
    assert not checked[0].problems
    tried = preview(files, checked, "raiders")
    assert tried.silent == ("garrison",) and [due.demand.code for due in tried.sitting.dues] == ["face-down"]
