"""The rules, rulings and sources that can be looked up."""

import json
import re

import pytest

from witp_pbem.games.common.data import sources
from witp_pbem.games.common.reference import Entry, Rule, Ruling
from witp_pbem.games.witp.board.data import FOLDER as DATA
from witp_pbem.games.witp.board.data import read
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.telling.reference import BOOK
from witp_pbem.games.witp.words.wording import words

PRINTED = json.loads((DATA / "rules.json").read_text(encoding="utf-8"))
RULES, SECTIONS = PRINTED["rules"], PRINTED["sections"]
RULINGS = json.loads((DATA / "rulings.json").read_text(encoding="utf-8"))["rulings"]

REFERENCE = re.compile(r"\b(?:R|EX|D)-\d")
ABBREVIATION = re.compile(r"\b(?:JP|AL|CN|UK|US|CV|LB|CB|RP|TRP|BRP|AZOC)\b")
MARKDOWN = re.compile(r"[`*→≤≥]|\bwitp \d")
OUTSIDE = re.compile(r"\.(?:md|ya?ml|json|py)\b|\bfacts\b|\bdigest\b")


def ids(entries: list[Entry]) -> list[str]:
    return [entry.id for entry in entries]


# ------------------------------------------------------------------ looking up


@pytest.mark.parametrize("identifier", RULES)
def test_every_rule_resolves_to_itself(identifier: str) -> None:
    (rule,) = BOOK.find(identifier)
    item = RULES[identifier]
    assert rule == Rule(identifier, item["chapter"], SECTIONS[item["chapter"]], item["text"], tuple(item["rulings"]),
                        item["defines"])


@pytest.mark.parametrize("identifier", RULINGS)
def test_every_ruling_resolves_to_itself(identifier: str) -> None:
    (ruling,) = BOOK.find(identifier)
    item = RULINGS[identifier]
    assert isinstance(ruling, Ruling) and bool(ruling.option) == bool(item["knob"])
    assert ruling[:5] == (identifier, item["title"], item["problem"], item["ruling"], item["reason"])


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_gives_its_rules_in_order(section: str) -> None:
    part = section.removesuffix(".0")
    inside = [
        key for key in RULES if RULES[key]["chapter"] == section or re.match(rf"{re.escape(part)}[.\-]", key)
    ]
    assert ids(BOOK.find(section)) == inside
    assert inside


@pytest.mark.parametrize(
    ("asked", "first", "last", "count"),
    [
        ("6.3", "6.3.a", "6.3.f", 6),
        ("6.6", "6.6.1.a", "6.6.2-opt.c", 6),
        ("6.6.2", "6.6.2.a", "6.6.2-opt.c", 5),
        ("6.6.2-opt", "6.6.2-opt.a", "6.6.2-opt.c", 3),
        ("1", "1.0.a", "1.0.f", 6),
        ("12", "12.1.a", "12.4.b", 27),
        ("12.0", "12.1.a", "12.4.b", 27),
        ("sd", "SD.a", "SD.c", 3),
    ],
)
def test_sections_hold_their_subsections_and_no_others(asked: str, first: str, last: str, count: int) -> None:
    identifiers = ids(BOOK.find(asked))
    assert (identifiers[0], identifiers[-1], len(identifiers)) == (first, last, count)


def test_a_chapter_is_its_heading() -> None:
    assert BOOK.find("6") == BOOK.find("6.0") != []


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("witp 6.3.b", "6.3.b"),
        ("WITP 6.3.B", "6.3.b"),
        (" 6.3.b. ", "6.3.b"),
        ("sd.A", "SD.a"),
        ("dn.c", "DN.c"),
        ("6.6.2-OPT.a", "6.6.2-opt.a"),
        ("R-30", "R-30"),
        ("r-30", "R-30"),
        ("r30", "R-30"),
        ("R-7", "R-07"),
    ],
)
def test_identifiers_are_read_leniently(asked: str, expected: str) -> None:
    assert ids(BOOK.find(asked)) == [expected]


@pytest.mark.parametrize(
    "asked", ["", "witp", ".", "99", "6.3.z", "6.33", "0", "R-00", "R-108", "EX-01", "6-3"]
)
def test_unknown_identifiers_give_nothing(asked: str) -> None:
    assert BOOK.find(asked) == []


@pytest.mark.parametrize(
    ("asked", "like"),
    [
        ("6.3.z", "6.3"),
        ("R-300", "R-30"),
        ("6.6.2.opt.a", "6.6.2-opt.a"),
        ("witp 12.2.x", "12.2"),
        ("sd.d", "SD"),
    ],
)
def test_nearest_offers_similar_identifiers_that_exist(asked: str, like: str) -> None:
    offered = BOOK.nearest(asked)
    assert offered[0].startswith(like)
    assert len(offered) <= 5
    assert all(map(BOOK.find, offered))


def test_nearest_offers_nothing_for_nonsense() -> None:
    assert BOOK.nearest("") == []
    assert BOOK.nearest("zzzzzz") == []


def test_options_of_rulings_are_written_out() -> None:
    options = [ruling.option for name in ("R-60", "R-50", "R-01") for ruling in BOOK.find(name)
               if isinstance(ruling, Ruling)]
    assert options == ["winner_hits_basis: absorbed | capped | difference (default absorbed)",
                       "lone_air_delays_landing: true | false (default true)", ""]


def test_what_is_told_of_a_ruling_and_of_a_rule_with_one() -> None:
    (heading, text), = game().reference("R-60")
    assert heading.startswith("R-60 ") and text.startswith("In doubt: ") and " Ruled: " in text and " Option: " in text
    rule = next(rule for rule in BOOK.rules if rule.rulings)
    assert game().reference(f"witp {rule.id}") == [
        (f"witp {rule.id} {rule.title}", f"{rule.text} (Ruling {', '.join(rule.rulings)}.)")]


def test_a_card_is_looked_up_whole_or_by_side() -> None:
    assert [heading for asked in ("card 1942-10", "1942-10") for heading, _ in game().reference(asked)] == [
        "card 1942-10 Doolittle Raid", "1942-10 Doolittle Raid"]
    (heading, text), = game().reference("1942-10 japan")
    assert heading == "card 1942-10 japan Doolittle Raid" and "(Where the text comes from: " in text
    assert game().reference("1942-10 prussia") == game().reference("1942-99") == []


# ------------------------------------------------------------------ the texts


def test_rules_and_rulings_name_each_other() -> None:
    from_rules = {(key, ruling) for key, item in RULES.items() for ruling in item["rulings"]}
    from_rulings = {(key, ruling) for ruling, item in RULINGS.items() for key in item["rules"]}
    assert from_rules == from_rulings


@pytest.mark.parametrize("identifier", RULES)
def test_rule_reads_without_glossary(identifier: str) -> None:
    text = RULES[identifier]["text"]
    assert text.endswith((".", ".)"))
    for unwanted in (REFERENCE, ABBREVIATION, MARKDOWN, OUTSIDE):
        assert unwanted.search(text) is None


@pytest.mark.parametrize("identifier", RULINGS)
def test_ruling_is_complete_and_speaks_of_no_file(identifier: str) -> None:
    item = RULINGS[identifier]
    assert item["title"]
    assert item["problem"]
    assert item["ruling"]
    assert item["severity"] in ("A", "B", "C")
    for text in (item["title"], item["problem"], item["ruling"], item["reason"]):
        assert MARKDOWN.search(text) is None
        assert OUTSIDE.search(text) is None
    if item["knob"]:
        assert item["knob"]["default"] in item["knob"]["values"]


@pytest.mark.parametrize("identifier", RULINGS)
def test_rules_a_ruling_speaks_of_exist(identifier: str) -> None:
    item = RULINGS[identifier]
    text = " ".join((item["title"], item["problem"], item["ruling"], item["reason"]))
    assert [key for key in re.findall(r"\b\d+(?:\.\d+)+\.[a-z]\b", text) if key not in RULES] == []
    assert [key for key in re.findall(r"\bR-\d+", text) if key not in RULINGS] == []


@pytest.mark.parametrize("identifier", RULES)
def test_rules_a_rule_speaks_of_exist(identifier: str) -> None:
    text = RULES[identifier]["text"]
    assert [key for key in re.findall(r"\b\d+(?:\.\d+)+\.[a-z]\b", text) if key not in RULES] == []


def test_identifiers_of_examples_and_decisions_are_well_formed() -> None:
    examples = {name for item in RULES.values() for name in item["examples"]}
    decisions = {name for item in RULES.values() for name in item["decisions"]}
    assert [name for name in examples if not re.fullmatch(r"EX-\d\d", name)] == []
    assert [name for name in decisions if not re.fullmatch(r"D-\d\d", name)] == []


# ------------------------------------------------------------------ sources


def described() -> dict[str, list[int]]:
    """The table of counts in the description of the data."""
    text = (DATA / "ABOUT.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+\.json) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    return {name: [int(count) for count in counts] for name, *counts in rows}


def test_the_description_says_first_that_this_is_a_reconstruction() -> None:
    opening = (DATA / "ABOUT.md").read_text(encoding="utf-8").splitlines()[:3]
    assert "This is a reconstruction" in " ".join(opening)


def test_source_counts_are_those_of_the_description() -> None:
    counted = {f"{name}.json": [sum(source.text.startswith(kind) for source in sources(record))
                                for kind in words["source"]] for name, record in read().items()}
    assert {name: [*counts, sum(counts)] for name, counts in counted.items()} == described()


@pytest.mark.parametrize("name", read())
def test_every_source_begins_with_its_kind(name: str) -> None:
    all_sources = list(sources(read()[name]))
    assert all_sources and all(source.text.startswith(tuple(words["source"])) and source.path for source in all_sources)


@pytest.mark.parametrize(("file", "path", "field", "kind"), [
    ("map", "hexes, 0110 South Africa", "supply_source", "rulebook"),
    ("map", "land_links, 0705-0804", "", "replay"),
    ("units", "units, JP-CV-1", "standard", "deduced"),
    ("track", "turns, turn 4", "brp.japan", "rulebook"),
    ("cards", "cards, 1942-10 Doolittle Raid", "name", "rulebook"),
    ("scenarios", "scenarios, short, bid, tie", "", "reconstructed"),
    ("scenarios", "options, optional_bases", "", "rulebook")])
def test_single_values_have_their_source(file: str, path: str, field: str, kind: str) -> None:
    texts = {(", ".join(source.path), source.field): source.text for source in sources(read()[file])}
    assert texts[path, field].startswith(kind)


def test_what_is_told_of_the_sources() -> None:
    descriptions = dict(game().sources())
    assert list(descriptions) == ["map.json", "units.json", "track.json", "cards.json", "scenarios.json", "names.json",
                                  "Scenario 13.3", "Scenario 13.4"]
    number = described()["map.json"][-1]
    assert (descriptions["map.json"].startswith(f"{number} sourced values: ")
            and "hexes: terrain (" in descriptions["map.json"])


def test_an_owners_source_is_counted_by_its_own_word() -> None:
    records = {**read(), "units": {**read()["units"], "types": {"source": "counter: as printed"}}}
    assert ", 1 counter." in dict(game(records).sources())["units.json"]
