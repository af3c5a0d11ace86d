"""`--json` of every command: one JSON value, whatever becomes of the command, and the page that tells its shape."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests import each_game
from tests.cli import json_page
from tests.cli.program import Ran, here
from tests.cli.test_no_command_tells_secrets import TYPED, behind
from tests.each_game import KINDS, Maker
from witp_pbem.cli import main
from witp_pbem.cli.printing import Done, PlainProblem

COMMANDS = dict(json_page.commands(main))
DONE, PROBLEM = set(Done.__dataclass_fields__), set(PlainProblem._fields)
# Commands that are typed without a campaign's folder.
ELSEWHERE = {
    "demo": [("OTHER",)], "new": [("OTHER", "--seed", "x", "--game", "GAME")], "guide": [("fairness",), ("games",)],
    "rule": [("GAME", "2"), ("GAME", "2.x")], "league": [("OTHER",)],
    "places": [("--game", "GAME")], "help": [(), ("check",)], "conformance": [("CASE", "--game", "GAME")],
    "try": [("CASE", "--game", "GAME"), ("FILE", "--game", "GAME")],
    "key new": [("OTHER",)], "key sign": [("FILE", "--key", "OTHER")], "key chain": [("OTHER",)],
    "data sources": [("--game", "GAME")], "data check": [("FILE", "--game", "GAME")],
    "data import": [("FILE", "--game", "GAME")], "mail setup": [("--try", "--account", "OTHER")],
    "archive add": [("OTHER", "FILE")], "archive list": [("OTHER",)], "archive show": [("OTHER", "isles")],
    "archive search": [("OTHER", "turn<3")], "archive stats": [("OTHER", "dice")], "archive verify": [("OTHER",)],
    "archive site": [("OTHER", "-o", "OUT")], "archive export": [("OTHER", "isles", "-o", "OUT")],
    "archive attach": [("OTHER", "isles"), ("OTHER", "isles", "FILE")],
    "archive replay-with": [("OTHER", "nowhere")], "archive alias": [("OTHER", "Ken", "K.")],
    "archive rebuild": [("OTHER",)], "archive remove": [("OTHER", "isles")], "unpack": [("FILE", "OTHER")],
    "mail password": [("--account", "OTHER")], "letter reveal": [("FILE",)], "letter seal": [("FILE",)],
}


@pytest.fixture(params=["witp", "senshi", "alliance", "atoll"])
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    each_game.install(monkeypatch)
    return str(request.param)


def test_every_command_has_it() -> None:
    for name, command in COMMANDS.items():
        options = {option for parameter in command.params + command.get_params(command.make_context(
            name, [], resilient_parsing=True)) for option in parameter.opts}
        assert "--json" in options, name
    assert set(COMMANDS) == {*TYPED, *ELSEWHERE}


def test_the_page_tells_the_shape_of_every_command() -> None:
    assert json_page.PAGE.read_text("utf-8") == json_page.page(), "python -m tests.cli.json_page"


def typed(words: tuple[str, ...], command: str, game: str, folder: Path) -> list[str]:
    """What is typed for a command, in a folder of its own."""
    file = folder.parent / "orders.txt"
    file.write_text(f"Campaign: isles\nTurn: 1\nSide: {next(iter(KINDS[game].players))}\n\npass\n")
    (folder.parent / "some.case").write_text("case: None such\ncovers: none\n")
    places = {"FILE": str(file), "OUT": str(folder.parent / "out.html"), "CHAIN": str(folder.parent / "chain"),
              "HOLDER": KINDS[game].ahead[0], "PLAYER": next(iter(KINDS[game].players)), "GAME": KINDS[game].game,
              "OTHER": str(folder.parent / "other"), "CASE": str(folder.parent / "some.case")}
    arguments = [places.get(word, word) for word in words]
    if command in ELSEWHERE:
        return [*command.split(), *arguments]
    return [*command.split(), *behind(command, folder, arguments)]


@pytest.mark.parametrize("command", {**TYPED, **ELSEWHERE})
def test_one_value_with_the_exit_code_it_has_without(command: str, game: str, begun_of: Maker, tmp_path: Path) -> None:
    """The first thing typed in both languages; whatever is refused is told as problems."""
    for number, words in enumerate([*TYPED.get(command, ()), *ELSEWHERE.get(command, ())]):
        ran: list[Ran] = []
        for flags in ([], ["--json"], ["--json", "--lang", "ja"])[:2 if number else 3]:
            folder = tmp_path / f"{number}{len(flags)}" / "isles"
            shutil.copytree(begun_of(game), folder)
            arguments = [word for word in words if word != "--json"]
            ran.append(here(*typed(tuple(arguments), command, game, folder), *flags))
        assert {each.code for each in ran} == {ran[0].code}, ran
        for each in ran[1:]:
            value = json.loads(each.out)
            if each.code and isinstance(value, dict) and "problems" in value:
                assert all(set(problem) == PROBLEM and problem["sentence"] for problem in value["problems"])
            if each.code == 2:
                assert set(value) == DONE and value["problems"] and not each.err


@pytest.mark.parametrize(("words", "code"), [
    (("status", "nowhere"), "no-campaign"), (("status", "--josn", "--json"), "no-such-option"),
    (("submit", "--json"), "missing-parameter"), (("mail", "outbox", "nowhere"), "no-campaign"),
    (("rule", "witp", "99.z"), "no-such-rule"), (("check", "nowhere", "nothing.txt"), "unreadable"),
])
def test_a_refusal_is_a_problem(words: tuple[str, ...], code: str, tmp_path: Path) -> None:
    without = here(*(word for word in words if word != "--json"), cwd=tmp_path)
    ran = here(*words, *(["--json"] if "--json" not in words else []), cwd=tmp_path)
    refusal = json.loads(ran.out)
    assert (ran.code, ran.err) == (without.code, "") and [problem["code"] for problem in refusal["problems"]] == [code]
    assert refusal["problems"][0]["sentence"] in " ".join(without.err.split())


def test_what_is_written_and_recorded_is_named(begun_of: Maker, tmp_path: Path) -> None:
    folder = shutil.copytree(begun_of("witp"), tmp_path / "isles")
    noted = json.loads(here("letter", "note", folder, "Windy.", "--json").out)
    assert [(entry["kind"], len(entry["hash"])) for entry in noted["recorded"]] == [("note", 64)]
    assert noted["sentences"] == noted["problems"] == []
    printed = json.loads(here("report", folder, "--json").out)
    assert printed["texts"] == [here("report", folder).out] and not printed["files"]
    out = str(tmp_path / "report.html")
    assert json.loads(here("report", folder, "--format", "html", "-o", out, "--json").out)["files"] == [out]
    protested = json.loads(here("letter", "protest", folder, "--side", "japan", "No!", "--json").out)
    assert protested["next"][0].startswith("answer ")
