"""Which game a command speaks of: named, told by a case or an id, or the only one there is."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.campaign.desk import install_toy
from tests.cli.program import here
from tests.stand_ins import instead
from witp_pbem.campaign.folder import games
from witp_pbem.cli import demo, main

CASE = "case: nothing\n{game}\ngiven\n  turn 1\n  step resources\nexpect\n  nothing owed\n"


def run(*words: str) -> tuple[int, str]:
    ran = CliRunner().invoke(main, list(words))
    return ran.exit_code, ran.output


def test_where_there_are_several_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    install_toy(monkeypatch)
    assert run("data", "sources", "--game", "witp")[0] == run("rule", "witp 6.3")[0] == run("rule", "6.3")[0] == 0
    with instead(games, own=lambda: ("one", "witp")):
        code, told = run("rule", "6.3")
        assert code == 2 and "--game: one, witp" in told
        assert run("rule", "6.3", "--game", "witp") == run("rule", "witp 6.3")


def test_a_case_says_its_game(tmp_path: Path) -> None:
    file = tmp_path / "some.case"
    for game, options in (("game: nowhere", ()), ("note: x", ("--game", "nowhere"))):
        file.write_text(CASE.format(game=game))
        code, told = run("conformance", str(file), *options)
        assert code == 2 and "nowhere" in told
    file.write_text(CASE.format(game="game: witp"))
    assert "1 cases" in run("conformance", str(file), "--game", "nowhere")[1]


def test_guides_of_a_game_lie_with_it() -> None:
    assert "orders" in run("guide", "games")[1]
    assert run("guide") == run("guide", "orders", "--game", "witp") and run("guide")[0] == 0
    code, told = run("guide", "supper")
    assert code == 2 and "case-lines" in told and "fairness" in told


def test_examples_of_help_name_the_sides_of_the_only_game() -> None:
    told = run("letter", "protest", "--help")[1]
    assert 'letter protest isles "The fleet was in supply." --side japan' in told and "red" not in told.split()
    assert 'isles --player japan="Ken <ken@example.org>" --player allies="Ann' in run("--help")[1]
    with instead(games, own=lambda: ("one", "witp")):
        assert 'letter protest isles "The fleet was in supply." --side red' in run("letter", "protest", "--help")[1]


def test_an_example_is_named_where_there_are_those_of_several_games(tmp_path: Path) -> None:
    for name, game in (("first", "one"), ("second", "two")):
        (tmp_path / name).mkdir()
        (tmp_path / name / demo.SCRIPT).write_text(f"# What it is.\nnew --game {game} --dice manual\n")
    with instead(demo, examples=lambda: tmp_path):
        code, told = run("demo", str(tmp_path / "played"))
        assert code == 2 and "--example: first, second" in " ".join(told.split())
        code, told = run("demo", str(tmp_path / "played"), "--example", "third")
        assert code == 2 and 'no example "third"' in told
        code, told = run("demo", str(tmp_path / "played"), "--example", "second")
        assert code == 2 and '"two"' in told
        (tmp_path / "second" / demo.SCRIPT).write_text("new --game one --dice manual\n")
        assert '"one"' in run("demo", str(tmp_path / "played"))[1]


@pytest.mark.parametrize(("name", "language", "answer"), [
    ("Formosa", "en", "0605: Taiwan / 台湾; also Formosa"), ("台北", "ja", "0605：Taiwan / 台湾；別名：Formosa"),
    ("0605", "en", "0605: Taiwan"), ("guada", "en", "1009: Guadalcanal")])
def test_a_place_is_looked_up_by_any_of_its_names(name: str, language: str, answer: str) -> None:
    looked_up = here("places", name, "--game", "witp", "--lang", language)
    assert looked_up.code == 0 and looked_up.out.startswith(answer)
    assert sum(line[:1].isdigit() for line in looked_up.out.splitlines()) == 1


def test_a_place_that_is_none_gets_the_nearest() -> None:
    looked_up = here("places", "Mannila", "--game", "witp")
    assert looked_up.code == 2 and "Near it: Manila" in looked_up.err
    assert "no place called" in here("places", "Zzyzx", "--game", "witp").err
