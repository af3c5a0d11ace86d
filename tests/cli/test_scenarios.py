"""Reconstructed scenarios and options: what a player is told of them, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import here
from witp_pbem.games.witp.board.data import packaged

REMARK = {"s1943": "Scenario 13.3 is a reconstruction", "delayed_us": "Scenario 13.4 is a reconstruction"}


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("scenario", ["s1943", "delayed_us"])
def test_a_reconstructed_scenario_says_so_wherever_it_is_met(tmp_path: Path, scenario: str) -> None:
    folder = tmp_path / "war"
    founded = here("new", "--game", "witp", folder, "--scenario", scenario)
    assert founded.code == 0 and REMARK[scenario] in words(founded.out), founded.err
    assert here("adjudicate", folder).code == 0
    assert REMARK[scenario] in words(here("status", folder).out)
    assert REMARK[scenario] in words(here("log", folder).out)
    assert REMARK[scenario].split(" is ")[0] in words(here("show", folder).out)
    report = words(here("report", folder).out)
    assert report.count(REMARK[scenario]) == 2  # at the head and at the foot
    assert report.index(REMARK[scenario]) < report.index("WHAT HAPPENED") < report.rindex(REMARK[scenario])
    assert words(here("report", folder, "--format", "html").out).count(REMARK[scenario]) >= 2


def test_the_standard_game_is_no_reconstruction_of_this_kind(tmp_path: Path) -> None:
    assert "is a reconstruction" not in here("new", "--game", "witp", tmp_path / "war").out
    assert "is a reconstruction" not in here("status", tmp_path / "war").out


def test_a_campaign_that_starts_from_such_a_position_says_so_too(tmp_path: Path) -> None:
    here("new", "--game", "witp", tmp_path / "war", "--scenario", "delayed_us")
    (tmp_path / "position.json").write_text(here("show", tmp_path / "war", "--json").out, encoding="utf-8")
    founded = here("new", tmp_path / "again", "--position", tmp_path / "position.json")
    assert founded.code == 0 and REMARK["delayed_us"] in words(founded.out), founded.err


def test_options_are_in_force_with_a_given_position_too(tmp_path: Path) -> None:
    here("new", "--game", "witp", tmp_path / "war", "--option", "house_rule_a=yes")
    (tmp_path / "position.json").write_text(here("show", tmp_path / "war", "--json").out, encoding="utf-8")
    here("new", tmp_path / "again", "--position", tmp_path / "position.json", "--option", "support_optional=no")
    status = words(here("status", tmp_path / "again").out)
    assert "at most five fleets" in status and "kept out of battles (R-56): no" in status


def test_rules_and_sources_name_the_reconstructions() -> None:
    rules = words(here("rule", "13.4").out)
    assert REMARK["delayed_us"] in rules and "13.4 entry_roll (reconstructed)" in rules and "13.4.a" in rules
    assert REMARK["s1943"] in words(here("rule", "13.3").out)
    one = here("rule", "13.4", "neutral_bases")
    assert one.code == 0 and one.out.count("(reconstructed)") == 1
    sources = words(here("data", "sources", "--game", "witp").out)
    assert all(remark in sources for remark in REMARK.values())


def test_help_lists_scenarios_and_options_with_their_values() -> None:
    page = words(here("new", "--game", "witp", "--help").out)
    assert all(name in page for name in (*packaged().options, "last_turn", "standard", "short", "s1943", "delayed_us"))
    assert all(remark in page for remark in REMARK.values())
    assert "absorbed (usual) or capped, difference." in page


def test_status_and_report_tell_options_that_are_not_as_usual(tmp_path: Path) -> None:
    folder = tmp_path / "war"
    here("new", "--game", "witp", folder, "--option", "support_optional=no", "--option", "sudden_death=no", "--option",
        "winner_hits_basis=difference")
    options = ("Options base air may be kept out of battles (R-56): no; what the winner takes half of as hits (R-60): "
               "difference")
    assert words(here("status", folder).out).count(options.replace("Options", "Options:")) == 1
    here("adjudicate", folder)
    assert options in words(here("report", folder).out)
    assert "sudden-death" not in here("status", folder).out


@pytest.mark.parametrize(("typed", "words_of_it"), [
    (("--option", "winner_hits_basis=half"), "it can be: absorbed, capped, difference"),
    (("--option", "weather=yes"), "support_optional"),
    (("--scenario", "s1943", "--option", "optional_bases=yes"), 'about turn 1, and the scenario "s1943" begins later'),
])
def test_what_cannot_be_founded(tmp_path: Path, typed: tuple[str, ...], words_of_it: str) -> None:
    ran = here("new", "--game", "witp", tmp_path / "war", *typed)
    assert ran.code == 2 and words_of_it in words(ran.err) and not (tmp_path / "war").exists()
