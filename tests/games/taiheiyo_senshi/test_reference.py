"""The rules, rulings, cards and sources that can be looked up."""

from __future__ import annotations

import json
import re

import pytest

from witp_pbem.games.common.reference import Entry, Rule, Ruling
from witp_pbem.games.taiheiyo_senshi.board.data import FILES, FOLDER, packaged, read
from witp_pbem.games.taiheiyo_senshi.telling.reference import BOOK, paragraphs, sources
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.table.language import speaking

PRINTED = json.loads((FOLDER / "rules.json").read_text(encoding="utf-8"))
RULES, SECTIONS = PRINTED["rules"], PRINTED["sections"]
RULINGS = json.loads((FOLDER / "rulings.json").read_text(encoding="utf-8"))["rulings"]
DATA = packaged()

RULE_ID = re.compile(r"(?:\d+(?:\.\d+)*(?:\(\d\))?(?:\([a-c]\))?-[a-g]|CARD-(?:[JA]\d\d|0-[ab])|(?:DN|FAQ)-\d+)")
ABBREVIATION = re.compile(r"\b(?:JP|AL|FT|UK|US|CV|BB|CA|MP)\b")
MARKDOWN = re.compile(r"[`*→≤≥]|\bsenshi \d|\.(?:md|ya?ml|json|py)\b")


def ids(entries: list[Entry]) -> list[str]:
    return [entry.id for entry in entries]


# -- looking up -------------------------------------------------------------------------------------------------------


def test_all_of_the_rulebook_is_there() -> None:
    assert (len(RULES), len(RULINGS)) == (302, 48)
    assert list(RULINGS) == [f"C-{number:02d}" for number in range(1, 49)]
    assert [name for name in RULES if not RULE_ID.fullmatch(name)] == []
    assert {name for name in RULES if re.fullmatch(r"CARD-[JA]\d\d", name)} == {
        f"CARD-{event}" for event in DATA.events}


@pytest.mark.parametrize("identifier", RULES)
def test_every_rule_resolves_to_itself(identifier: str) -> None:
    entry = RULES[identifier]
    rule = Rule(identifier, entry["chapter"], SECTIONS[entry["chapter"]], entry["text"], tuple(entry["rulings"]),
                entry["defines"])
    assert BOOK.find(identifier) == BOOK.find(f"senshi {identifier}") == [rule]


@pytest.mark.parametrize("identifier", RULES)
def test_every_rule_can_be_typed_without_brackets(identifier: str) -> None:
    """Shells keep brackets for themselves."""
    bare = re.sub(r"[()-]+", " ", identifier)
    assert ids(BOOK.find(bare)) == [identifier]


@pytest.mark.parametrize("identifier", RULINGS)
def test_every_ruling_resolves_to_itself(identifier: str) -> None:
    (ruling,) = BOOK.find(identifier)
    entry = RULINGS[identifier]
    assert isinstance(ruling, Ruling) and bool(ruling.option) == bool(entry["knob"])
    assert ruling[:5] == (identifier, entry["title"], entry["problem"], entry["ruling"], entry["reason"])


@pytest.mark.parametrize(("asked", "first", "last", "count"), [
    ("7.5", "7.5(1)-a", "7.5(5)-a", 9), ("7.5(3)", "7.5(3)-a", "7.5(3)-c", 3), ("7.5 3", "7.5(3)-a", "7.5(3)-c", 3),
    ("8.2", "8.2(1)-a", "8.2.4-a", 17), ("8.2.3", "8.2.3-a", "8.2.3-a", 1), ("8.2(3)", "8.2(3)-a", "8.2(3)-a", 1),
    ("4.2(2)(a)", "4.2(2)(a)-a", "4.2(2)(a)-a", 1), ("4.2(2)-a", "4.2(2)-a", "4.2(2)-a", 1),
    ("4.2(3)(a)", "4.2(3)(a)-a", "4.2(3)(a)-b", 2), ("7", "7.1-a", "7.6(2)-b", 52), ("7.0", "7.1-a", "7.6(2)-b", 52),
    ("card", "CARD-J01", "CARD-0-b", 34), ("DN", "DN-1", "DN-17", 17), ("faq", "FAQ-1", "FAQ-6", 6),
    ("0", "0-a", "0-e", 5)])
def test_sections_and_paragraphs_give_their_rules_and_no_others(asked: str, first: str, last: str, count: int) -> None:
    entries = ids(BOOK.find(asked))
    assert (entries[0], entries[-1], len(entries)) == (first, last, count)


@pytest.mark.parametrize(("asked", "answer"), [
    ("senshi 7.5(3)-b", "7.5(3)-b"), (" SENSHI 7.5(3)-B. ", "7.5(3)-b"), ("7.5/3-b", "7.5(3)-b"),
    ("７．５（３）－ｂ", "7.5(3)-b"), ("card j05", "CARD-J05"), ("J5", "CARD-J05"), ("a12", "CARD-A12"), ("c5", "C-05"),
    ("C-5", "C-05"), ("senshi C-05", "C-05"), ("dn 4", "DN-4"), ("FAQ-3", "FAQ-3")])
def test_identifiers_are_read_leniently(asked: str, answer: str) -> None:
    assert ids(BOOK.find(asked)) == [answer]


@pytest.mark.parametrize("asked", [
    "", "senshi", ".", "()", "99", "7.5(9)", "7.5(3)-z", "C-49", "C-0", "J17", "J00", "R-1"])
def test_unknown_identifiers_give_nothing(asked: str) -> None:
    assert BOOK.find(asked) == [] and paragraphs(DATA, asked) == []


def test_nearest_offers_similar_identifiers_that_exist() -> None:
    assert BOOK.nearest("7.5(9)-b")[0] == "7.5(3)-b"
    assert all(map(BOOK.find, BOOK.nearest("senshi C-60")))


def test_what_is_told_of_a_rule_a_ruling_and_an_event() -> None:
    assert paragraphs(DATA, "7.5(1)-a") == [("senshi 7.5(1)-a Moving ships", (
        "All ships of a move go to the same point; the group may not split. (Ruling C-10.)"))]
    (heading, text), = paragraphs(DATA, "C-06")
    assert heading == "C-06 Drawing cards" and text.endswith(" Option: first_to_draw: leader | japan (default japan).")
    assert [heading for heading, _ in (*paragraphs(DATA, "J05"), *paragraphs(DATA, "A12"))] == [
        "senshi CARD-J05 Surface raid (working title)", "senshi CARD-A12 Marianas turkey shoot"]


def test_a_card_is_looked_up_with_both_events() -> None:
    (heading, text), = paragraphs(DATA, "card J05-A12")
    assert heading == "J05-A12 Surface raid (working title) / Marianas turkey shoot"
    assert text.startswith("J05 Surface raid: Operation. ") and " A12 Marianas turkey shoot: When a battle" in text
    assert paragraphs(DATA, "j05-a12")[0][0] == heading


def test_the_list_of_all_rules_says_which_define_only() -> None:
    listed = {rule.id: rule.defines for rule in BOOK.listed()}
    assert len(listed) == 302 and listed["senshi 2.2-c"] and not listed["senshi 7.5(3)-b"]


def test_what_is_told_of_the_sources() -> None:
    descriptions = dict(sources(read()))
    assert list(descriptions) == [f"{name}.json" for name in (*FILES, "names")]
    assert "points: xy (22); routes: length (16); routes: pair (13)." in descriptions["map.json"]
    assert "events: title (10)." in descriptions["cards.json"]


# -- the texts --------------------------------------------------------------------------------------------------------


def test_rules_and_rulings_name_each_other() -> None:
    from_rules = {(name, ruling) for name, entry in RULES.items() for ruling in entry["rulings"]}
    assert from_rules == {(name, ruling) for ruling, entry in RULINGS.items() for name in entry["rules"]}


def test_options_of_rulings_are_those_of_the_game() -> None:
    knobs = {entry["knob"]["name"]: entry["knob"]["default"] for entry in RULINGS.values() if entry["knob"]}
    assert knobs == {name: option["default"] for name, option in DATA.options.items()}
    for entry in filter(None, (entry["knob"] for entry in RULINGS.values())):
        assert set(entry["values"]) == set(DATA.options[entry["name"]].get("values", [True, False]))


@pytest.mark.parametrize("identifier", RULES)
def test_a_rule_reads_without_glossary(identifier: str) -> None:
    text = RULES[identifier]["text"]
    assert text.endswith((".", ".)", ":", ";"))
    assert ABBREVIATION.search(text) is None and MARKDOWN.search(text) is None


@pytest.mark.parametrize("identifier", RULINGS)
def test_a_ruling_is_complete(identifier: str) -> None:
    entry = RULINGS[identifier]
    assert entry["title"] and entry["problem"] and entry["ruling"] and entry["rules"]
    for text in (entry["title"], entry["problem"], entry["ruling"], entry["reason"]):
        assert ABBREVIATION.search(text) is None and MARKDOWN.search(text) is None


def test_rules_and_rulings_a_text_speaks_of_exist() -> None:
    texts = [*(entry["text"] for entry in RULES.values()),
             *(entry[field] for entry in RULINGS.values() for field in ("problem", "ruling", "reason"))]
    for text in texts:
        for name in re.findall(r"\bC-\d\d\b", text):
            assert name in RULINGS
        for name in re.findall(r"\b\d+\.\d+(?:\.\d+)?(?:\(\d\))?", text):
            assert BOOK.find(name) or name == "9.4.1", name  # which the rulebook leaves out
        for name in re.findall(r"\b[JA]\d\d\b", text):
            assert name in DATA.events


TEXTS = [*SECTIONS.values(), *(entry["text"] for entry in RULES.values()),
         *(entry[field] for entry in RULINGS.values() for field in ("title", "problem", "ruling", "reason")),
         *(option["text"] for option in DATA.options.values())]


def test_every_text_is_there_in_japanese() -> None:
    with speaking("ja"):
        assert {text for text in TEXTS if text and not re.search("[ぁ-んァ-ヶ一-龠]", say(text))} == {"J09", "J10"}


NUMBER = re.compile(r"[JA]\d\d|C-\d\d|\d+(?:\.\d+)+(?:\(\d\))?")


@pytest.mark.parametrize("identifier", RULES)
def test_the_japanese_text_of_a_rule_names_the_same_rules_and_cards(identifier: str) -> None:
    text = RULES[identifier]["text"]
    with speaking("ja"):
        spoken = say(text)
    assert sorted(set(NUMBER.findall(text))) == sorted(set(NUMBER.findall(spoken)))


def test_headings_are_told_in_japanese() -> None:
    with speaking("ja"):
        (heading, text), = paragraphs(DATA, "7.5(1)-a")
        assert heading == "senshi 7.5(1)-a 艦艇の移動" and text.endswith("（裁定 C-10。）")
        assert paragraphs(DATA, "J05")[0][0] == "senshi CARD-J05 水上部隊の殴り込み（仮題）"
