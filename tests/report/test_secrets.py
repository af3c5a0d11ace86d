"""No form of a report tells a side what it may not know: hands, decks, sealed orders and what seals them."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import tamper
from tests.each_game import KINDS, Maker
from tests.report.forms import FORMS, hidden_cards
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.cli.report import DIALECTS
from witp_pbem.table.language import LANGUAGES, speaking


@pytest.fixture
def campaign(game: str, campaign_of: Maker) -> Campaign:
    """A campaign in turn 2: everybody holds cards, and somebody has orders on file nobody has asked for."""
    return open_campaign(campaign_of(game))


def sides(game: str) -> tuple[str, ...]:
    """Everybody, then each player."""
    return ("", *KINDS[game].players)


def private_words(campaign: Campaign) -> set[str]:
    """Every secret of the private folder that is not published: keys, salts, the words of sealed orders."""
    book = (campaign.folder / "logbook.jsonl").read_bytes()
    public = book.decode() + "".join(entry["hash"] for entry in tamper.read(book))
    strings: set[str] = set()
    for path in sorted((campaign.folder / "private").glob("*.json*")):
        for line in path.read_text("utf-8").split("\n") if path.suffix == ".jsonl" else [path.read_text("utf-8")]:
            if not line:
                continue
            strings.update(_strings(json.loads(line)))
    secret = {text for text in strings if re.fullmatch("[0-9a-f]{64}", text) or text.count(" ") > 2}
    return {text for text in secret if text not in public}


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def without_rules(document: str, campaign: Campaign) -> str:
    """What is told without the rules it ends with, which may name every card."""
    for rule in campaign.game.rules():
        for _, text in campaign.game.reference(rule.id):
            document = document.replace(text, "")
    return document


PUBLIC = [form for form in FORMS if form != "orders"]


def test_there_is_something_to_hide(game: str, campaign: Campaign) -> None:
    assert all(bool(hidden_cards(campaign, side)) == KINDS[game].has_cards for side in sides(game))
    assert len(private_words(campaign)) > 8
    assert any(KINDS[game].sealed in text for text in private_words(campaign))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", FORMS)
def test_nothing_hidden_is_told(form: str, language: str, game: str, campaign: Campaign) -> None:
    for side in sides(game):
        with speaking(language):
            document = without_rules(FORMS[form](campaign, side), campaign)
            names = {name for card in hidden_cards(campaign, side) for heading, _ in campaign.game.reference(card)
                     for name in heading.split(" ", 1)[1:]}
            names |= {campaign.game.catalogue.words.get("card", {}).get(card, card)
                      for card in hidden_cards(campaign, side)}
        assert document or form == "orders"
        assert not [card for card in hidden_cards(campaign, side) | names if card in document], side
        assert not [text for text in private_words(campaign) if text in document], side


@pytest.mark.parametrize("form", PUBLIC)
def test_what_everybody_may_see_is_the_same_on_a_copy_without_the_secrets(
        form: str, campaign: Campaign, tmp_path: Path) -> None:
    shutil.copytree(campaign.folder, tmp_path / "isles", ignore=shutil.ignore_patterns("private"))
    assert FORMS[form](open_campaign(tmp_path / "isles"), "") == FORMS[form](campaign, "")


@pytest.mark.parametrize("form", ["text", "html", "eml", *(name for names in DIALECTS.values() for name in names)])
def test_the_own_hand_is_told(form: str, game: str, campaign: Campaign) -> None:
    for side in KINDS[game].players:
        document = FORMS[form](campaign, side)
        hand = [campaign.look_for(side, slot) for slot in campaign.game.hand(campaign.position, side)]
        assert bool(hand) == KINDS[game].has_cards and all(str(card) in document for card in hand)
