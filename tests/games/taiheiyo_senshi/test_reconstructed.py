"""Who meets a value that is ours, not the printed game's, is told so; who has replaced it, is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from witp_pbem.games.taiheiyo_senshi.board.data import build, packaged, read
from witp_pbem.games.taiheiyo_senshi.game import game
from witp_pbem.games.taiheiyo_senshi.telling import reconstructed
from witp_pbem.games.taiheiyo_senshi.telling.reference import paragraphs
from witp_pbem.table.language import JAPANESE, speaking


@pytest.fixture(scope="module")
def compared() -> Any:
    """The data of an owner who has compared everything with the printed game."""
    return build(json.loads(json.dumps(dict(read())).replace('"reconstructed', '"confirmed')))


def test_what_is_reconstructed() -> None:
    ours = packaged().reconstructed
    assert (len(ours.cells), ours.all_cells) == (64, 72)
    assert (len(ours.routes), len(ours.lengths), ours.all_routes) == (13, 3, 35)
    assert (len(ours.titles), ours.all_titles, len(ours.pairs)) == (10, 32, 14)


def test_every_campaign_says_what_is_reconstructed() -> None:
    whole = game()
    position = whole.open("standard", {})
    (remark,) = whole.setting(position).remarks
    assert "64 of the 72 cells of the combat table" in remark and "13 of the 35 routes" in remark
    with speaking(JAPANESE):
        (remark,) = whole.setting(position).remarks
        assert "72マスのうち64マス" in remark and "35本のうち13本" in remark


@pytest.mark.parametrize(("rule", "words"), [
    ("8.2(3)-a", "64 of 72 cells"), ("8.2(1)", "64 of 72 cells"), ("2.1-b", "13 are reconstructed"),
    ("J03-A14", "share a card is reconstructed"), ("J05", "(working title)")])
def test_rules_and_cards_say_so(rule: str, words: str, compared: Any) -> None:
    text = " ".join(word for paragraph in paragraphs(packaged(), rule) for word in paragraph)
    assert words in text
    ((title, text),) = paragraphs(compared, rule)
    assert words == "(working title)" or words not in title + text


def test_no_other_rule_says_so() -> None:
    text = " ".join(word for paragraph in paragraphs(packaged(), "7.5") for word in paragraph)
    assert "reconstructed" not in text and "reconstructed" not in str(paragraphs(packaged(), "J01-A16")[0][1])


def test_a_cell_of_the_table(compared: Any) -> None:
    ours = packaged().reconstructed
    assert reconstructed.of_a_cell(ours, "1", 1) and not reconstructed.of_a_cell(ours, "1", 5)
    assert not reconstructed.of_a_cell(ours, "1", None)
    assert reconstructed.remark(compared.reconstructed) == ""
    assert not reconstructed.of_a_cell(compared.reconstructed, "1", 1)
