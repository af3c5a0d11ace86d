"""What is typed wrongly on the command line is told in a sentence, with what was most likely meant; help; colours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.program import Ran, here
from tests.each_game import begin, install
from witp_pbem.cli import colours


@pytest.mark.parametrize(("typed", "first"), [
    (["chek", "x"], 'There is no command "chek". Did you mean witp-pbem check?'),
    (["adj", "x"], 'There is no command "adj". Did you mean witp-pbem adjudicate?'),
    (["xyzzy"], 'There is no command "xyzzy".'),
    (["mail", "fetsh"], 'There is no command "fetsh". Did you mean witp-pbem mail fetch?'),
    (["help", "repport"], 'There is no command "repport". Did you mean witp-pbem report?'),
    (["help", "report", "x"], '"witp-pbem report" has no commands of its own.'),
    (["guide", "order"], 'There is no guide "order". Did you mean orders? The guides are case-lines, '
                         "maps-and-positions, orders, scenarios, state-format, exchange, mails, keeping, fairness, "
                         "leagues, archive, searching, disputes, signatures, trying, case-files, logbook-format, "
                         "upgrades, templates, own-data, installing, translating, adding-a-game, json, games."),
    (["--versoin"], "No such option '--versoin'. Did you mean '--version'?"),
    (["orders", "x"], "Missing option '--side'. Whose orders: a side of the game, or referee."),
])
def test_a_mistyped_command_is_answered_with_the_sentence_first(typed: list[str], first: str) -> None:
    done = here(*typed)
    sentence, usage, *_ = done.err.splitlines()
    assert done.code == 2 and sentence == f"witp-pbem: {first}" and usage.startswith("Usage: witp-pbem")


@pytest.mark.parametrize("typed", [["orders", "isles"], ["letter", "withdraw", "isles"], ["odds", "isles", "sail x"]])
@pytest.mark.parametrize(("game", "options"), [
    ("witp", ("--side japan", "--side allies")),
    ("alliance", ("--side north", "--side south", "--side garrison"))])
def test_who_does_not_say_whose_orders_is_told_the_sides(typed: list[str], game: str, options: tuple[str, ...],
                                                         tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    begin(tmp_path / "isles", game)
    for system, word in (("C.UTF-8", " or "), ("ja_JP.UTF-8", "または")):
        done = here(*typed, cwd=tmp_path, system=system)
        assert done.code == 2 and word.join(options) in done.err.splitlines()[0]


def test_a_mistyped_option_is_answered_with_those_like_it() -> None:
    assert re.match(r"witp-pbem: No such option '?--jsn'?\. \(?Did you mean .*--json", here("show", "x", "--jsn").err)


def test_a_mistyped_command_is_answered_in_japanese() -> None:
    done = here("chek", "x", system="ja_JP.UTF-8")
    assert "「chek」というコマンドはありません。もしかして：witp-pbem check" in done.err


@pytest.mark.parametrize("typed", [["chek", "x"], ["show", "x", "--jsn"], ["--foo"], ["guide", "order"]])
@pytest.mark.parametrize("named", [["--lang", "ja"], ["--lang=ja"]])
def test_what_is_mistyped_before_the_language_is_answered_in_it(typed: list[str], named: list[str]) -> None:
    done = here(*typed, *named)
    assert done.code == 2 and "使い方" in done.err and "There is no" not in done.err and "No such" not in done.err


@pytest.mark.parametrize("words", [[], ["check"], ["mail", "fetch"], ["new"]])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_help_shows_what_the_option_help_shows(words: list[str], language: str) -> None:
    asked = here("help", *words, "--lang", language)
    assert asked.code == 0 and asked.out == here("--lang", language, *words, "--help").out


SEEN = re.compile("\x1b\\[[0-9;]*m")


@pytest.mark.parametrize(("environment", "coloured"), [
    ({}, False), ({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "0"}, False), ({"CLICOLOR_FORCE": "1"}, True),
    ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False), ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
])
def test_a_pipe_is_coloured_only_where_the_environment_forces_it(
        environment: dict[str, str], coloured: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR"):
        monkeypatch.delenv(name, raising=False)
    plain = checked(tmp_path)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    done = checked(tmp_path)
    assert bool(SEEN.search(done.out)) == coloured and SEEN.sub("", done.out) == plain.out
    assert bool(SEEN.search(here("chek").err)) == coloured


def checked(place: Path) -> Ran:
    """A check that finds something."""
    folder = place / "isles"
    if not folder.exists():
        begin(folder, "witp")
    (place / "japan.txt").write_text("Campaign: isles\nTurn: 1\nSide: japon\npass\n", "utf-8")
    done = here("check", folder, place / "japan.txt")
    assert done.code == 1
    return done


@pytest.mark.parametrize(("environment", "wanted"), [
    ({}, None), ({"TERM": "dumb"}, False), ({"CLICOLOR": "0"}, False), ({"TERM": "dumb", "FORCE_COLOR": "1"}, True),
])
def test_a_terminal_is_coloured_unless_it_cannot_be(environment: dict[str, str], wanted: bool | None,
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert colours.wanted() is wanted


def test_json_has_no_colours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked(tmp_path)
    monkeypatch.setenv("FORCE_COLOR", "1")
    done = here("check", tmp_path / "isles", tmp_path / "japan.txt", "--json")
    assert '"unknown-side"' in done.out and not SEEN.search(done.out)
