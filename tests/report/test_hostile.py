"""Names, luck words and reasons are text in every form, whatever signs they are made of."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.each_game import KINDS, Maker, begin, maker, send
from tests.report.forms import DATA, FORMS
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.sitting.adjudicate import adjudicate

NAME = "<script>alert('x')</script>\u202e <img src=x onerror=alert(1)> \"q\" [url=http://evil.test]b[/url] [m](http://evil.test)"
REASON = "</script><script>alert('y')</script> \u2067 *bold* @everyone {{ 7 * 7 }} ]]> -->"
MARKUP = ("html", "replay", "map")


def _hostile(folder: Path, name: str) -> Campaign:
    """A campaign whose players and referee write in the signs of every markup there is."""
    kind = KINDS[name]
    first, *others = kind.players
    begin(folder, name, players={first: f"{NAME} <ken@example.org>", **dict.fromkeys(others, NAME)})
    send(folder, "referee", f'\n{kind.ruling} because "{REASON}"')
    send(folder, first, f"\n{kind.opening}", Luck=NAME)
    adjudicate(folder)
    return open_campaign(folder)


@pytest.fixture(scope="module")
def hostile_of(tmp_path_factory: pytest.TempPathFactory) -> Maker:
    return maker(_hostile, tmp_path_factory)


@pytest.fixture
def campaign(game: str, hostile_of: Maker) -> Campaign:
    return open_campaign(hostile_of(game))


@pytest.fixture
def player(game: str) -> str:
    """Whose name it is."""
    return next(iter(KINDS[game].players))


class Reader(HTMLParser):
    """What a browser would make of a page: its tags, and the attributes that run something."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.handlers: list[str] = []
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on")]
        self.targets += [value or "" for name, value in attrs if name in ("href", "src")]


def read(document: str) -> Reader:
    reader = Reader()
    reader.feed(document)
    return reader


def test_the_reasons_and_names_are_told(campaign: Campaign) -> None:
    assert "alert('y')" in FORMS["text"](campaign, "") and "alert('x')" in FORMS["text"](campaign, "")


@pytest.mark.parametrize("form", [form for form in FORMS if form not in DATA])
def test_no_letter_turns_the_direction_of_others(form: str, player: str, campaign: Campaign) -> None:
    document = FORMS[form](campaign, player)
    assert "\u202e" not in document and "\u2067" not in document and "49 ]]" not in document


@pytest.mark.parametrize("form", MARKUP)
def test_markup_stays_text(form: str, player: str, campaign: Campaign) -> None:
    document = FORMS[form](campaign, player)
    made = read(document)
    plain = read(document.replace("alert", "harmless"))
    assert made.tags == plain.tags and not made.handlers
    assert not [target for target in made.targets if "evil" in target or target == "x"]
    assert "<script>alert" not in document


@pytest.mark.parametrize("form", ["html", "replay"])
def test_there_are_no_more_scripts_than_our_own(form: str, campaign: Campaign) -> None:
    document = FORMS[form](campaign, "")
    assert document.count("<script") == sum(tag == "script" for tag in read(document).tags) <= 3
