"""The rules, rulings, bonus markers and sources that can be looked up."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from witp_pbem.games.common.reference import Entry, Rule, Ruling
from witp_pbem.games.nimitz.board.data import FILES, FOLDER, build, packaged, read
from witp_pbem.games.nimitz.telling.reference import BOOK, paragraphs, rules_of_markers, sources
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.table.language import JAPANESE, speaking

PRINTED = json.loads((FOLDER / "rules.json").read_text(encoding="utf-8"))
RULES, SECTIONS = PRINTED["rules"], PRINTED["sections"]
RULINGS = json.loads((FOLDER / "rulings.json").read_text(encoding="utf-8"))["rulings"]
DATA = packaged()

RULE_ID = re.compile(r"\d+(?:\.\d+)+\.[a-p]|10\.(?:5\.us|7\.jp)\d+(?:\.[bcd])?|(?:ex|log)\.a")
MARKDOWN = re.compile(r"[`*→≤≥=]|\bnimitz \d|\.(?:md|ya?ml|json|py)\b")
NUMBER = re.compile(r"G-\d\d|\d+(?:\.\d+)+")


@pytest.fixture(scope="module")
def compared() -> Any:
    """The data of an owner who has compared everything with the printed game."""
    return build(json.loads(json.dumps(dict(read())).replace('"reconstructed', '"confirmed')))


def ids(entries: list[Entry]) -> list[str]:
    return [entry.id for entry in entries]


# -- looking up -------------------------------------------------------------------------------------------------------


def test_all_of_the_rulebook_is_there() -> None:
    assert len(RULES) == 327
    assert list(RULINGS) == [f"G-{number:02d}" for number in range(1, len(RULINGS) + 1)]
    assert [name for name in RULES if not RULE_ID.fullmatch(name)] == []
    assert set(rules_of_markers().values()) <= set(RULES) and set(rules_of_markers()) == set(DATA.markers)


@pytest.mark.parametrize(("marker", "rule"), [
    ("vt-fuse", "10.5.us1"), ("engaged", "10.5.us9"), ("sonar", "10.5.us16"), ("jp-air-superiority", "10.7.jp1"),
    ("jp-kamikaze", "10.7.jp10"), ("jp-submarine-warfare", "10.7.jp14")])
def test_rules_of_bonus_markers(marker: str, rule: str) -> None:
    assert rules_of_markers()[marker] == rule
    name = DATA.markers[marker].name.removeprefix("Japanese ").casefold()
    assert RULES[rule]["text"].casefold().startswith(f"{name}:")


@pytest.mark.parametrize("identifier", [name for name in RULES if not re.search(r"(?:us|jp)\d+$", name)])
def test_every_rule_resolves_to_itself(identifier: str) -> None:
    entry = RULES[identifier]
    rule = Rule(identifier, entry["chapter"], SECTIONS[entry["chapter"]], entry["text"], tuple(entry["rulings"]),
                entry["defines"])
    assert BOOK.find(identifier) == BOOK.find(f"nimitz {identifier}") == [rule]


@pytest.mark.parametrize("identifier", RULINGS)
def test_every_ruling_resolves_to_itself(identifier: str) -> None:
    (ruling,) = BOOK.find(identifier)
    entry = RULINGS[identifier]
    assert isinstance(ruling, Ruling) and bool(ruling.option) == bool(entry["knob"])
    assert ruling[:5] == (identifier, entry["title"], entry["problem"], entry["ruling"], entry["reason"])


@pytest.mark.parametrize(("asked", "first", "last", "count"), [
    ("9.1", "9.1.a", "9.1.2.a", 18), ("9.2.1", "9.2.1.a", "9.2.1.b", 2), ("9.2.1.a", "9.2.1.a", "9.2.1.a", 1),
    ("10.5", "10.5.a", "10.5.us16", 23), ("10.5.us1", "10.5.us1", "10.5.us1", 1),
    ("10.5.us11", "10.5.us11", "10.5.us11.d", 4), ("us11", "10.5.us11", "10.5.us11.d", 4),
    ("JP 10", "10.7.jp10", "10.7.jp10.c", 3), ("12", "12.1.a", "12.6.c", 13), ("12.0", "12.1.a", "12.6.c", 13),
    ("10.1", "10.1.1.a", "10.1.3.c", 12), ("log", "log.a", "log.a", 1)])
def test_sections_and_paragraphs_give_their_rules_and_no_others(asked: str, first: str, last: str, count: int) -> None:
    entries = ids(BOOK.find(asked))
    assert (entries[0], entries[-1], len(entries)) == (first, last, count)


@pytest.mark.parametrize(("asked", "answer"), [
    ("nimitz 9.1.k", "9.1.k"), (" NIMITZ 9.1.K. ", "9.1.k"), ("９．１．ｋ", "9.1.k"), ("g5", "G-05"), ("G-5", "G-05"),
    ("nimitz G-05", "G-05")])
def test_identifiers_are_read_leniently(asked: str, answer: str) -> None:
    assert ids(BOOK.find(asked)) == [answer]


@pytest.mark.parametrize("asked", ["", "nimitz", ".", "99", "9.9", "9.1.z", "G-99", "G-0", "us17", "R-1"])
def test_unknown_identifiers_give_nothing(asked: str) -> None:
    assert BOOK.find(asked) == [] and paragraphs(DATA, asked) == []


def test_nearest_offers_similar_identifiers_that_exist() -> None:
    assert "9.1.k" in BOOK.nearest("9.1.kk")
    assert all(map(BOOK.find, BOOK.nearest("nimitz G-98")))


def test_what_is_told_of_a_rule_and_a_ruling() -> None:
    assert paragraphs(DATA, "7.1.c") == [("nimitz 7.1.c Scouting markers", (
        "The number of markers that can be bought is limited by the number in the game. (Ruling G-12.)"))]
    (heading, text), = paragraphs(DATA, "G-03")
    assert heading == "G-03 Infantry of ENGAGE and SORTIE" and text.endswith(
        " Option: engage_infantry: 1 | 2 (default 1).")


@pytest.mark.parametrize("asked", ["vt-fuse", "VT fuse", "VT信管"])
def test_a_bonus_marker_is_looked_up_by_its_name(asked: str) -> None:
    (heading, text), = paragraphs(DATA, asked)
    assert heading == "nimitz 10.5.us1 VT fuse"
    assert text.startswith("It costs 2 points. There is 1, a number that is reconstructed. VT fuse: use when ")


@pytest.mark.parametrize(("asked", "words"), [
    ("6.1.a", "The points of 1943, 1944, 1945 are reconstructed"), ("3.0.b", "77 of the 170 of 1943"),
    ("10.7.a", "How many there are of each is reconstructed"), ("furball", "a number that is reconstructed")])
def test_rules_say_what_is_reconstructed(asked: str, words: str, compared: Any) -> None:
    assert words in paragraphs(DATA, asked)[0][1]
    assert "reconstructed" not in paragraphs(compared, asked)[0][1]


def test_the_list_of_all_rules_says_which_define_only() -> None:
    listed = {rule.id: rule.defines for rule in BOOK.listed()}
    assert len(listed) == 327 and listed["nimitz 2.9.4.a"] and not listed["nimitz 9.1.k"]


def test_what_is_told_of_the_sources() -> None:
    descriptions = dict(sources(read()))
    assert list(descriptions) == [f"{name}.json" for name in (*FILES, "names")]
    assert "points: xy (20)." in descriptions["map.json"] and "Reconstructed" not in descriptions["campaign_1942.json"]
    assert "campaign: supply points (1)" in descriptions["campaign_1944.json"]


# -- the texts --------------------------------------------------------------------------------------------------------


def test_rules_and_rulings_name_each_other() -> None:
    from_rules = {(name, ruling) for name, entry in RULES.items() for ruling in entry["rulings"]}
    assert from_rules == {(name, ruling) for ruling, entry in RULINGS.items() for name in entry["rules"]}


def test_options_of_rulings_are_those_of_the_game() -> None:
    knobs = {entry["knob"]["name"]: entry["knob"]["default"] for entry in RULINGS.values() if entry["knob"]}
    assert knobs | {"drawing": "stack"} == {name: option["default"] for name, option in DATA.options.items()}
    for ruling, entry in RULINGS.items():
        if entry["knob"]:
            option = DATA.options[entry["knob"]["name"]]
            assert entry["knob"]["values"] == option["values"] and f"ruling {ruling}" in option["text"]


@pytest.mark.parametrize("identifier", RULES)
def test_a_rule_is_a_sentence(identifier: str) -> None:
    text = RULES[identifier]["text"]
    assert text.endswith((".", ".)")) and MARKDOWN.search(text) is None


@pytest.mark.parametrize("identifier", RULINGS)
def test_a_ruling_is_complete(identifier: str) -> None:
    entry = RULINGS[identifier]
    assert entry["title"] and entry["problem"] and entry["ruling"] and entry["rules"]
    for text in (entry["title"], entry["problem"], entry["ruling"], entry["reason"]):
        assert MARKDOWN.search(text) is None


def test_rules_and_rulings_a_text_speaks_of_exist() -> None:
    texts = [*(entry["text"] for entry in RULES.values()),
             *(entry[field] for entry in RULINGS.values() for field in ("problem", "ruling", "reason"))]
    for name in (name for text in texts for name in NUMBER.findall(text)):
        assert BOOK.find(name), name


TEXTS = [*SECTIONS.values(), *(entry["text"] for entry in RULES.values()),
         *(entry[field] for entry in RULINGS.values() for field in ("title", "problem", "ruling", "reason")),
         *(option["text"] for option in DATA.options.values())]


def test_every_text_is_there_in_japanese() -> None:
    with speaking(JAPANESE):
        assert [text for text in TEXTS if text and not re.search("[ぁ-んァ-ヶ一-龠]", say(text))] == []


@pytest.mark.parametrize("identifier", RULES)
def test_the_japanese_text_of_a_rule_names_the_same_rules(identifier: str) -> None:
    text = RULES[identifier]["text"]
    with speaking(JAPANESE):
        spoken = say(text)
    assert sorted(set(NUMBER.findall(text))) == sorted(set(NUMBER.findall(spoken)))


def test_headings_are_told_in_japanese() -> None:
    with speaking(JAPANESE):
        (heading, text), = paragraphs(DATA, "7.1.c")
        assert heading == "nimitz 7.1.c 偵察マーカー" and text.endswith("（裁定 G-12。）")
        assert paragraphs(DATA, "furball")[0][0] == "nimitz 10.5.us12 乱戦"
