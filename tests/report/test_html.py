"""The HTML report: one file that fetches nothing, says the same as the text and lets no name break out.

What needs a browser is in test_browser.py, what the checkers say in test_checkers.py.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.report import gold
from tests.report.proven import proof, proven_turn
from tests.report.stories import busy_turn, manila_fought
from witp_pbem.campaign.explaining.story import Story
from witp_pbem.games.witp.board import events as e
from witp_pbem.report import html
from witp_pbem.report.page import RuleText
from witp_pbem.table.language import LANGUAGES, speaking

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
        self.scripts: list[str] = []
        self.policy = ""
        self.handlers: list[str] = []
        self.feed(document)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        attributes = dict(attrs)
        self.handlers += [name for name in attributes if name.startswith("on")]
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"] or ""
        self.ids += [attributes["id"]] if attributes.get("id") else []  # type: ignore[list-item]
        self.links += [value for name, value in attrs if name in ("href", "src", "data", "action") and value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        if "script" in self.open:
            self.scripts.append(data)
        elif "style" not in self.open:
            self.seen.append(data)

    @property
    def words(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.seen))


def abridged(story: Story) -> str:
    """A report without what has tests of its own: the map, the places' cards, the looks and the script."""
    document = re.sub("<svg .*?</svg>", "<svg …</svg>", html.render(story), flags=re.DOTALL)
    for start, end in (('<div class="cards"', "</section>"), ("<style>", "</style>"),
                       ("<script>", "</script>"), ("'sha256-", "'")):
        before, _, rest = document.partition(start)
        document = f"{before}{start}…{end}{rest.partition(end)[2]}"
    return document


def test_a_turn_with_every_kind_of_event() -> None:
    gold.check("busy-turn.html", abridged(proven_turn()))


def test_a_turn_in_which_decisions_are_owed() -> None:
    gold.check("manila.html", abridged(manila_fought()))


@pytest.mark.parametrize("story", [manila_fought(), proven_turn()])
def test_the_file_of_a_few_hexes_is_sound_and_alone(story: Story) -> None:
    sound_and_alone(html.render(story))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_file_is_sound_and_alone(told_story: Story, present_story: Story, language: str) -> None:
    with speaking(language):
        for document in map(html.render, (told_story, present_story)):
            sound_and_alone(document)
            assert not re.search(r"<h2[^>]*>[^<]*</h2>\s*</section>", document)


def sound_and_alone(document: str) -> None:
    """Everything that is opened is closed, and whatever the file needs is in it."""
    reader = Reader(document)
    assert reader.open == []
    assert len(set(reader.ids)) == len(reader.ids)
    assert all(link.startswith("#") and link[1:] in reader.ids for link in reader.links)
    assert not reader.tags & {"link", "iframe", "object", "embed", "form", "img", "image", "foreignobject"}
    assert not re.search(r"url\((?!#)", document)
    assert "@import" not in document
    assert len(document.encode()) < 400_000


def test_only_the_one_script_is_let_in(told_story: Story) -> None:
    reader = Reader(html.render(told_story))
    script, = reader.scripts
    hashed = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{hashed}'" in reader.policy
    assert "default-src 'none'" in reader.policy
    assert reader.handlers == []


def test_a_script_of_ones_own_is_let_in_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "report.js").write_text("document.title = 'ours';")
    reader = Reader(html.render(manila_fought(), tmp_path))
    assert reader.scripts == ["document.title = 'ours';"]
    assert html.fingerprint("document.title = 'ours';") in reader.policy


def test_the_same_story_gives_the_same_bytes(told_story: Story) -> None:
    assert html.render(told_story) == html.render(told_story)


def test_the_parts_come_in_the_order_in_which_they_are_wanted() -> None:
    document = html.render(proven_turn()._replace(outcome=None, dues=manila_fought().dues))
    wanted = ["next", "map", "story", "reckoning", "counters", "luck", "board", "record", "rules"]
    assert re.findall(r'<section id="(\w+)"[^>]* aria-labelledby', document) == wanted
    assert re.findall(r'<li[^>]*><a href="#(\w+)">', document) == wanted


def test_headings_skip_no_level(told_story: Story) -> None:
    levels = [int(level) for level in re.findall(r"<h([1-6])", html.render(told_story))]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:], strict=False))


def test_a_rule_leads_to_its_text() -> None:
    document = html.render(busy_turn())
    assert '<cite class="rule"><a href="#rule-8-4-c">8.4.c</a></cite>' in document
    card = re.search(r'<div class="card" id="rule-8-4-c">(.*?)</div>', document, re.DOTALL)
    assert card and "Movement costs" in card[1] and "paid from the remaining resource points" in card[1]


def test_rules_of_one_number_have_places_of_their_own() -> None:
    cited = html.cited_rules([RuleText("one 1.2", "1.2", "one 1.2 First", "a"),
                              RuleText("one 1.2", "1.2", "Second", "b"),
                              RuleText("two 1.2", "1.2", "two 1.2 Third", "c")])
    assert cited["one 1.2"] == ("rule-1-2", "1.2", (("First", "a"), ("Second", "b")))
    assert cited["two 1.2"].anchor == "rule-1-2-also"


def test_rules_stand_in_the_order_of_the_rulebook() -> None:
    numbers = re.findall(r'id="rule-(\d+)-(\d+)', html.render(busy_turn()))
    assert len(numbers) > 20
    assert [(int(chapter), int(section)) for chapter, section in numbers] == sorted(
        (int(chapter), int(section)) for chapter, section in numbers)


def test_what_is_owed_has_an_orders_file_that_can_be_copied() -> None:
    draft = "Campaign: manila-1942\nTurn: 4\nSide: allies\n\n# <b>what</b> you owe\npass\n"
    document = html.render(manila_fought()._replace(drafts={"allies": draft}))
    held = re.search(r'<pre tabindex="0" role="group" id="(.*?)".*?>(.*?)</pre>', document, re.DOTALL)
    assert held
    assert held[2] == "Campaign: manila-1942\nTurn: 4\nSide: allies\n\n# &lt;b&gt;what&lt;/b&gt; you owe\npass"
    assert f'class="copy" hidden data-copies="{held[1]}"' in document


def test_every_hex_has_a_card_with_what_is_in_it() -> None:
    story = manila_fought()
    document = html.render(story)
    chart = story.game.narration.chart(story.position)
    cards = dict(re.findall(r'<div class="card" id="place-(\d{4})">(.*?)</div>', document, re.DOTALL))
    assert list(cards) == [spot.place for spot in chart.sheet.spots]
    for stack in chart.stacks:
        assert all(f'<span class="whole">{unit}</span>' in cards[stack.place] for unit in stack.units)
    assert "Manila" in cards["0606"]


def test_a_hex_in_a_sentence_opens_its_card_and_other_numbers_do_not() -> None:
    markup = html.whole("from Manila (0606) and マニラ（0606） in 1942 (1942)", frozenset({"0606"}))
    assert markup.count('<a class="at" href="#place-0606">0606</a>') == 2
    assert "1942 (1942)" in markup


def test_dice_carry_what_they_can_be_checked_with() -> None:
    document = html.render(proven_turn())
    words = Reader(document).words
    assert "Proof of the dice" in words
    assert proven_turn().proofs[0].link in words
    assert "fortuna · 運" in words
    assert "data-proof=" not in html.render(busy_turn())


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
    story = manila_fought()._replace(anchor="0" * 64, proofs=(proof(words=(EVIL,)),))
    before = story.entries[0].position_before
    ruled = e.Ruled("referee", EVIL, f"ruling {EVIL}")
    item = story.entries[-1]._replace(act=ruled, position_before=before, position_after=before)
    evil = story._replace(
        campaign=EVIL, players={"japan": f"{EVIL} <a@example.org>", "allies": EVIL}, replaced=(EVIL,), head=EVIL,
        entries=(*story.entries, item), dues=({"side": "japan", "demand": "x", "about": {}, "sentence": EVIL},),
        drafts={"japan": f"Side: japan\n\n# {EVIL}\n"})
    document = html.render(evil)
    reader = Reader(document)
    assert len(reader.scripts) == 1
    assert "alert" not in reader.scripts[0]
    assert reader.open == []
    assert "\u202e" not in document
    assert reader.handlers == []
    assert reader.words.count("<script>alert('x')</script>") >= 8


def test_a_number_stays_with_its_name() -> None:
    assert str(html.whole("lost: JP-N-2, [US-CV-10] at <b>")) == (
        'lost: <span class="whole">JP-N-2</span>, <span class="whole">[US-CV-10]</span> at &lt;b&gt;')


def test_nothing_has_happened_yet() -> None:
    story = manila_fought()._replace(entries=(), sittings=())
    words = Reader(html.render(story)).words
    assert "Nothing has happened yet." in words
