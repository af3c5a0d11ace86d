"""Names, luck words and reasons are text in every form, whatever signs they are made of."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from tests.report.forms import DATA, FORMS
from witp_pbem.campaign.folder.campaign import Campaign, open_campaign
from witp_pbem.campaign.folder.founding import Wishes, found
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.sitting.adjudicate import adjudicate

NAME = "<script>alert('x')</script>\u202e <img src=x onerror=alert(1)> \"q\" [url=http://evil.test]b[/url] [m](http://evil.test)"
REASON = "</script><script>alert('y')</script> \u2067 *bold* @everyone {{ 7 * 7 }} ]]> -->"
MARKUP = ("html", "replay", "map")


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    """A campaign whose players and referee write in the signs of every markup there is."""
    folder = tmp_path_factory.mktemp("hostile") / "isles"
    found(folder, Wishes(seed="hostile", players={"japan": f"{NAME} <ken@example.org>", "allies": NAME}))
    adjudicate(folder)
    head = "Campaign: isles\nTurn: 1\n"
    ruling = f"{head}Side: referee\n\nruling japan gains 3 because \"{REASON}\"\n"
    orders = f"{head}Side: japan\nLuck: {NAME}\n\npass\n"
    recorded = submit(folder, [("referee.txt", ruling.encode()), ("japan.txt", orders.encode())])
    assert recorded.stands, [problem for checked in recorded.checked for problem in checked.problems]
    adjudicate(folder)
    return open_campaign(folder)


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


def read(told: str) -> Reader:
    reader = Reader()
    reader.feed(told)
    return reader


def test_the_reasons_and_names_are_told(campaign: Campaign) -> None:
    assert "alert('y')" in FORMS["text"](campaign, "") and "alert('x')" in FORMS["text"](campaign, "")


@pytest.mark.parametrize("form", [form for form in FORMS if form not in DATA])
def test_no_letter_turns_the_direction_of_others(form: str, campaign: Campaign) -> None:
    told = FORMS[form](campaign, "japan")
    assert "\u202e" not in told and "\u2067" not in told and "49 ]]" not in told


@pytest.mark.parametrize("form", MARKUP)
def test_markup_stays_text(form: str, campaign: Campaign) -> None:
    told = FORMS[form](campaign, "japan")
    made = read(told)
    plain = read(told.replace("alert", "harmless"))
    assert made.tags == plain.tags and not made.handlers
    assert not [target for target in made.targets if "evil" in target or target == "x"]
    assert "<script>alert" not in told


@pytest.mark.parametrize("form", ["html", "replay"])
def test_there_are_no_more_scripts_than_our_own(form: str, campaign: Campaign) -> None:
    told = FORMS[form](campaign, "")
    assert told.count("<script") == sum(tag == "script" for tag in read(told).tags) <= 3
