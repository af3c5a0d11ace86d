"""The rules, rulings and sources that can be looked up."""

import json
import re
from pathlib import Path

import pytest

from witp_pbem.games.witp.telling import reference
from witp_pbem.games.witp.telling.reference import RuleText, nearest, rule, section_title, sources, sources_of

DATA = Path(reference.__file__).parent.parent / "data"
BOOK = json.loads((DATA / "rules.json").read_text(encoding="utf-8"))
RULES, SECTIONS = BOOK["rules"], BOOK["sections"]
RULINGS = json.loads((DATA / "rulings.json").read_text(encoding="utf-8"))["rulings"]

REFERENCE = re.compile(r"\b(?:R|EX|D)-\d")
ABBREVIATION = re.compile(r"\b(?:JP|AL|CN|UK|US|CV|LB|CB|RP|TRP|BRP|AZOC)\b")
MARKDOWN = re.compile(r"[`*→≤≥]|\bwitp \d")
OUTSIDE = re.compile(r"\.(?:md|ya?ml|json|py)\b|\bfacts\b|\bdigest\b")


def identifiers(entries: list[RuleText]) -> list[str]:
    return [entry.identifier for entry in entries]


# ------------------------------------------------------------------ looking up


@pytest.mark.parametrize("identifier", RULES)
def test_every_rule_resolves_to_itself(identifier: str) -> None:
    (entry,) = rule(identifier)
    item = RULES[identifier]
    assert (entry.identifier, entry.kind, entry.text) == (identifier, "rule", item["text"])
    assert (entry.chapter, entry.title) == (item["chapter"], SECTIONS[item["chapter"]])
    assert entry.rulings == tuple(item["rulings"])
    assert entry.examples == tuple(item["examples"])
    assert entry.decisions == tuple(item["decisions"])
    assert entry.defines == item["defines"]


@pytest.mark.parametrize("identifier", RULINGS)
def test_every_ruling_resolves_to_itself(identifier: str) -> None:
    (entry,) = rule(identifier)
    item = RULINGS[identifier]
    assert (entry.identifier, entry.kind, entry.text) == (identifier, "ruling", item["ruling"])
    assert (entry.title, entry.severity) == (item["title"], item["severity"])
    assert (entry.problem, entry.reason) == (item["problem"], item["reason"])
    assert entry.rules == tuple(item["rules"])
    assert bool(entry.knob) == bool(item["knob"])


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_gives_its_rules_in_order(section: str) -> None:
    part = section.removesuffix(".0")
    inside = [
        key for key in RULES if RULES[key]["chapter"] == section or re.match(rf"{re.escape(part)}[.\-]", key)
    ]
    assert identifiers(rule(section)) == inside
    assert inside
    assert section_title(section) == SECTIONS[section]


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
    found = identifiers(rule(asked))
    assert (found[0], found[-1], len(found)) == (first, last, count)


def test_a_chapter_is_its_heading() -> None:
    assert rule("6") == rule("6.0")
    assert section_title("6") == section_title("6.0") == "Logistics base construction phase"


@pytest.mark.parametrize(
    ("asked", "found"),
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
def test_identifiers_are_read_leniently(asked: str, found: str) -> None:
    assert identifiers(rule(asked)) == [found]


@pytest.mark.parametrize(
    "asked", ["", "witp", ".", "99", "6.3.z", "6.33", "0", "R-00", "R-107", "EX-01", "6-3"]
)
def test_unknown_identifiers_give_nothing(asked: str) -> None:
    assert rule(asked) == []
    assert section_title(asked) is None


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
    offered = nearest(asked)
    assert offered[0].startswith(like)
    assert len(offered) <= 5
    assert all(map(rule, offered))


def test_nearest_offers_nothing_for_nonsense() -> None:
    assert nearest("") == []
    assert nearest("zzzzzz") == []


def test_answers_can_be_changed_without_harm() -> None:
    rule("6.3").clear()
    sources().clear()
    sources_of("map").clear()
    assert rule("6.3")
    assert sources()
    assert sources_of("map")


def test_knobs_are_written_out() -> None:
    (ruling,) = rule("R-60")
    assert ruling.knob == "winner_hits_basis: absorbed | capped | difference (default absorbed)"
    assert rule("R-50")[0].knob == "lone_air_delays_landing: true | false (default true)"
    assert rule("R-01")[0].knob == ""


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
    counted = {summary.file: [*summary.counts.values(), summary.total] for summary in sources()}
    assert counted == described()
    assert list(counted) == list(reference.DATA_FILES)
    assert all(tuple(summary.counts) == reference.SOURCE_KINDS for summary in sources())


@pytest.mark.parametrize("file", reference.DATA_FILES)
def test_source_rows_match_the_summary(file: str) -> None:
    (summary,) = (entry for entry in sources() if entry.file == file)
    rows = sources_of(file)
    assert len(rows) == summary.total
    assert {row.file for row in rows} == {file}
    assert all(row.source.startswith(row.kind) and row.what and row.group for row in rows)
    listed = sum(len(group.things) for group in summary.reconstructed)
    assert listed == summary.counts["reconstructed"]


@pytest.mark.parametrize("file", ["map", "map.json", " MAP "])
def test_source_rows_are_found_by_the_name_of_the_file(file: str) -> None:
    assert sources_of(file) == sources_of("map.json") != []


@pytest.mark.parametrize("file", ["", "rules", "../map", "map.yaml"])
def test_other_files_have_no_source_rows(file: str) -> None:
    assert sources_of(file) == []


@pytest.mark.parametrize(
    ("file", "group", "what", "field", "kind"),
    [
        ("map", "hexes", "0110 South Africa", "supply_source", "rulebook"),
        ("map", "land_links", "0705-0804", "", "replay"),
        ("map", "supply_sources", "japan", "0903", "reconstructed"),
        ("units", "units", "JP-CV-1", "standard", "deduced"),
        ("track", "turns", "turn 4", "brp.japan", "rulebook"),
        ("cards", "cards", "1942-10 Doolittle Raid", "name", "rulebook"),
        ("scenarios", "scenarios", "short bid tie", "", "reconstructed"),
        ("scenarios", "options", "optional_bases", "", "rulebook"),
    ],
)
def test_single_values_have_their_source(file: str, group: str, what: str, field: str, kind: str) -> None:
    rows = {(row.group, row.what, row.field): row.kind for row in sources_of(file)}
    assert rows[group, what, field] == kind


def test_reconstructed_things_are_listed_by_kind() -> None:
    groups = {group.kind: group.things for summary in sources() for group in summary.reconstructed}
    assert "0104 Karakoram" in groups["hexes: terrain"]
    assert "turn 2" in groups["turns: brp.japan"]
    assert "US-N-12" in groups["units: nationality"]
