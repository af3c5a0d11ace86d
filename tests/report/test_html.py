"""The HTML report: one file that fetches nothing, says the same as the text and lets no name break out."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from tests.report import gold
from tests.report.stories import busy_turn, manila_fought
from witp_pbem.campaign.story import Story
from witp_pbem.games.witp import events as e
from witp_pbem.report import html

VOID = {"meta", "link", "br", "hr", "img", "input"}
EVIL = "<script>alert('x')</script>\"&\u202e"


class Reader(HTMLParser):
    """Notes what is opened and closed, ids, links and what a reader sees."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.seen: list[str] = []
        self.feed(document)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        found = dict(attrs)
        self.ids += [found["id"]] if found.get("id") else []  # type: ignore[list-item]
        self.links += [value for name, value in attrs if name in ("href", "src", "data", "action") and value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.seen.append(data)

    @property
    def words(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.seen))


def test_a_turn_with_every_kind_of_event() -> None:
    gold.check("busy-turn.html", html.render(busy_turn()))


def test_a_turn_in_which_decisions_are_owed() -> None:
    gold.check("manila.html", html.render(manila_fought()))


@pytest.mark.parametrize("story", [busy_turn(), manila_fought()])
def test_the_file_is_sound_and_alone(story: Story) -> None:
    document = html.render(story)
    reader = Reader(document)
    assert reader.open == []
    assert len(set(reader.ids)) == len(reader.ids)
    assert all(link.startswith("#") and link[1:] in reader.ids for link in reader.links)
    assert not reader.tags & {"script", "link", "iframe", "object", "embed", "form", "img"}
    assert "url(" not in document
    assert "@import" not in document
    assert len(document.encode()) < 400_000


def test_the_battle_card_shows_the_arithmetic() -> None:
    words = Reader(html.render(busy_turn())).words
    assert "carriers 2 × 2 4 surface fleets 4 task force 2 × 2 4 base air 2 × 2 4 Strength 16 die 4 Total 20" in words
    assert "Japan won by 20 − 9 = 11." in words
    assert "dice 3 and 2, 3 kept, halved 1 Total 7" in words


def test_sides_differ_by_more_than_colour() -> None:
    document = html.render(busy_turn())
    assert re.search(r'\.side-1 \{[^}]*--sign: "\\25CF"; --rule: solid', document)
    assert re.search(r'\.side-2 \{[^}]*--sign: "\\2605"; --rule: double', document)


def test_names_come_out_as_text() -> None:
    story = manila_fought()
    before = story.entries[0].position_before
    ruled = e.Ruled("referee", EVIL, f"ruling {EVIL}")
    item = story.entries[-1]._replace(act=ruled, position_before=before, position_after=before)
    evil = replace(
        story, campaign=EVIL, players={"japan": f"{EVIL} <a@example.org>", "allies": EVIL}, replaced=(EVIL,), head=EVIL,
        entries=(*story.entries, item), dues=({"side": "japan", "demand": "x", "about": {}, "sentence": EVIL},))
    document = html.render(evil)
    reader = Reader(document)
    assert "script" not in reader.tags
    assert "\u202e" not in document
    assert reader.words.count("<script>alert('x')</script>") >= 6


def test_a_number_stays_with_its_name() -> None:
    assert str(html.whole("lost: JP-N-2, [US-CV-10] at <b>")) == (
        'lost: <span class="whole">JP-N-2</span>, <span class="whole">[US-CV-10]</span> at &lt;b&gt;')


def test_nothing_has_happened_yet() -> None:
    story = replace(manila_fought(), entries=(), sittings=())
    words = Reader(html.render(story)).words
    assert "Nothing has happened yet." in words
