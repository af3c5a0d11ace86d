"""Which game a command speaks of: named, told by a case, an id or a position, or the only one there is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.cli.program import here
from tests.stand_ins import instead
from witp_pbem.campaign.folder import games
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.cli import demo, main

CASES = Path(__file__).parents[1] / "conformance"
CASE = "case: nothing\n{game}\ngiven\n  turn 1\n  step resources\nexpect\n  nothing owed\n"
ONLY = ("witp",)
UNNUMBERED = "wif_land"  # whose rules have words for numbers


def run(*words: str) -> tuple[int, str]:
    ran = CliRunner().invoke(main, list(words))
    return ran.exit_code, ran.output


def test_where_there_are_several_one_is_named() -> None:
    for words in (("data", "sources"), ("places",), ("rule", "supply"), ("rule", "4.1"),
                  ("new", "isles"), ("new", "isles", "--japan", "Ken")):
        code, output = run(*words)
        known = [game for game in games.own() if words != ("rule", "4.1") or game != UNNUMBERED]
        assert code == 2 and f"name one with --game: {', '.join(known)}" in " ".join(output.split()), words
    for game in games.own():
        assert run("data", "sources", "--game", game)[0] == 0
        assert (run("rule", "4.1", "--game", game)[0] == 0) is (game != UNNUMBERED)
    with instead(games, own=lambda: ONLY):
        assert run("rule", "4.2") == run("rule", "4.2", "--game", "witp") == run("rule", "witp 4.2")


def test_an_id_that_only_one_game_has_names_it() -> None:
    assert run("rule", "7.5(3)-b") == run("rule", "senshi", "7.5(3)-b") == run(
        "rule", "taiheiyo_senshi 7.5(3)-b") == run("rule", "7.5(3)-b", "--game", "taiheiyo_senshi")
    assert run("rule", "7.5(3)-b")[0] == run("rule", "6.3.d")[0] == 0
    assert run("rule", "6.3.d") == run("rule", "witp 6.3.d")


def test_a_position_says_its_game(tmp_path: Path) -> None:
    for game in games.own():
        position = tmp_path / f"{game}.json"
        assert run("new", str(tmp_path / game), "--game", game)[0] == 0
        position.write_text(run("show", str(tmp_path / game), "--json")[1], "utf-8")
        player = open_campaign(tmp_path / game).senders[-1]
        code, output = run("new", str(tmp_path / f"{game} again"), "--position", str(position), f"--{player}", "Ken")
        assert code == 0, output
        assert open_campaign(tmp_path / f"{game} again").game.id == game


def test_help_of_new_lists_the_games_and_what_each_offers() -> None:
    page = run("new", "--help")[1]
    assert all(f"{game} " in page and games.packaged(game).title in page for game in games.own())
    assert "s1943" not in page and "s1943" in run("new", "--help", "--game", "witp")[1]


def test_a_case_says_its_game(tmp_path: Path) -> None:
    file = tmp_path / "some.case"
    for game, options in (("game: nowhere", ()), ("note: x", ("--game", "nowhere"))):
        file.write_text(CASE.format(game=game))
        code, output = run("conformance", str(file), *options)
        assert code == 2 and "nowhere" in output
    for game in ("game: witp", "covers: witp 4.1.b", "note: of card 7\ncovers: card 1942-03 japan, witp 4.1.b"):
        file.write_text(CASE.format(game=game))
        assert "1 cases, 0 failed" in run("conformance", str(file), "--game", "nowhere")[1]
    file.write_text(CASE.format(game="note: x"))
    assert run("conformance", str(file))[0] == 2
    (tmp_path / "witp").mkdir()
    file = file.rename(tmp_path / "witp" / file.name)
    assert "1 cases, 0 failed" in run("conformance", str(tmp_path))[1]


def test_cases_of_several_games_are_run_together(tmp_path: Path) -> None:
    for game, source in (("witp", "02-control"), ("taiheiyo_senshi", "02-components")):
        (tmp_path / game).mkdir()
        shutil.copy(CASES / game / f"{source}.case", tmp_path / game)
    code, output = run("conformance", str(tmp_path), "--coverage")
    assert code == 1 and ", 0 failed." in output and "NOT COVERED" in output
    titles = [output.index(f"\n{games.packaged(game).title}\n") for game in ("taiheiyo_senshi", "witp")
              if not output.startswith(games.packaged(game).title)]
    assert output.startswith("太平洋戦史\n\n") and len(titles) == 1
    assert "  2.1-a " in output[:titles[0]] and "  2.1.a " in output[titles[0]:]


def test_guides_of_a_game_lie_with_it() -> None:
    assert "orders" in run("guide", "games")[1]
    with instead(games, own=lambda: ONLY):
        assert run("guide") == run("guide", "orders", "--game", "witp") and run("guide")[0] == 0
    code, output = run("guide", "supper", "--game", "witp")
    assert code == 2 and "case-lines" in output and "fairness" in output


def test_examples_of_help_name_the_sides_of_the_only_game() -> None:
    with instead(games, own=lambda: ONLY):
        page = run("letter", "protest", "--help")[1]
        assert 'letter protest isles "The fleet was in supply." --side japan' in page and "red" not in page.split()
        assert 'isles --game NAME --player japan="Ken <ken@example.org>" --player allies="Ann' in run("--help")[1]
    assert 'letter protest isles "The fleet was in supply." --side red' in run("letter", "protest", "--help")[1]


def test_the_first_example_is_played_where_none_is_named(tmp_path: Path) -> None:
    for name, game in (("first", "one"), ("second", "two")):
        (tmp_path / name).mkdir()
        (tmp_path / name / demo.SCRIPT).write_text(f"# What it is.\nnew --game {game} --dice manual\n")
    with instead(demo, examples=lambda: tmp_path):
        code, output = run("demo", str(tmp_path / "played"), "--example", "third")
        assert code == 2 and 'no example "third"' in output and "Examples: first, second." in output
        for typed, game in (((), "one"), (("--example", "second"), "two")):
            code, output = run("demo", str(tmp_path / "played"), *typed)
            assert code == 2 and f'"{game}"' in output
    output = run("demo", str(tmp_path / "played"))[1]
    assert "witp_pbem demo --example singapore-1941" in output.replace("witp-pbem", "witp_pbem")


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
