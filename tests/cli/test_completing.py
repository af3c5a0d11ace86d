"""What Tab offers: the program is asked as a shell asks it."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from contextvars import copy_context
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests import each_game
from witp_pbem.cli import COMPLETING, guide, main

SHELLS = ("bash", "zsh", "fish")


def environment(shell: str, line: str, system: str) -> dict[str, str]:
    """In which a shell asks about the last word of a line."""
    words = line.split(" ")
    return {COMPLETING: f"{shell}_complete", "COMP_WORDS": line, "LC_ALL": system, "PYTHONIOENCODING": "utf-8",
            "COMP_CWORD": words[-1] if shell == "fish" else str(len(words) - 1)}


def offered_in(shell: str, answer: str) -> list[str]:
    """What is offered by an answer to a shell."""
    if shell == "zsh":
        return answer.splitlines()[1::3]
    return [line.partition(",")[2].partition("\t")[0] for line in answer.split("\n") if line]


def offered(line: str, cwd: Path, shell: str = "fish", system: str = "C.UTF-8") -> list[str]:
    """What is offered for the last word of a line, in this process."""
    with contextlib.chdir(cwd):
        done = copy_context().run(CliRunner(env=environment(shell, line, system)).invoke, main, [],
                                  prog_name="witp-pbem", catch_exceptions=False)
    assert done.stderr == ""
    return offered_in(shell, done.stdout)


@pytest.fixture(scope="module")
def home(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a campaign, another one level below, and what is none."""
    folder = tmp_path_factory.mktemp("home")
    shutil.copytree(begun, folder / "isles")
    shutil.copytree(begun, folder / "more" / "reefs")
    (folder / "island.txt").touch()
    (folder / "islands").mkdir()
    for name in ("raid.case", "reef.case", "more/rock.case"):
        (folder / name).touch()
    return folder


@pytest.mark.parametrize(("line", "wanted"), [
    ("witp-pbem adj", ["adjudicate"]),
    ("witp-pbem mail fe", ["fetch"]),
    ("witp-pbem tr", ["try"]),
    ("witp-pbem try re", ["reef.case"]),
    ("witp-pbem try more/", ["more/rock.case"]),
    ("witp-pbem try raid.case --se", ["--seed"]),
    ("witp-pbem report --br", ["--brief"]),
    ("witp-pbem report ", ["isles", "more/reefs"]),
    ("witp-pbem serve more/", ["more/reefs"]),
    ("witp-pbem verify isl", ["isles"]),
    ("witp-pbem orders isles --side ", ["japan", "allies", "referee"]),
    ("witp-pbem invite isles al", ["allies"]),
    ("witp-pbem report isles --phase ba", ["bases"]),
    ("witp-pbem report isles --format m", ["markdown"]),
    ("witp-pbem map isles --around pearl", ["Pearl Harbor"]),
    ("witp-pbem map isles --around 0707", ["0707"]),
    ("witp-pbem map isles --around マニ", ["マニラ"]),
    ("witp-pbem rule 13.", ["13.1", "13.2", "13.3", "13.4"]),
    ("witp-pbem rule witp 5.", ["5.0", "5.1", "5.2", "5.3"]),
    ("witp-pbem rule senshi 6.", ["6.1", "6.2"]),
    ("witp-pbem rule 6.1-", ["6.1-a", "6.1-b", "6.1-c"]),
    ("witp-pbem new isles --game ", ["nimitz", "taiheiyo_senshi", "wif_land", "witp"]),
    ("witp-pbem rule nimitz 12.", ["12.1", "12.2", "12.3", "12.4", "12.5", "12.6"]),
    ("witp-pbem data export --game w", ["wif_land", "witp"]),
    ("witp-pbem rule 6.3.a", ["6.3.a"]),
    ("witp-pbem places sing", ["Singapore"]),
    ("witp-pbem help ver", ["verify"]),
    ("witp-pbem letter protest m", ["more/reefs"]),
    ("witp-pbem guide sig", ["signatures"]),
    ("witp-pbem report nowhere --side jap", ["japan"]),
])
def test_what_is_offered(home: Path, line: str, wanted: list[str]) -> None:
    assert offered(line, home) == offered(line, home, "zsh") == wanted
    assert offered(line, home, "bash") == [value.replace(" ", r"\\ ") for value in wanted]


def test_every_place_and_guide_is_offered(home: Path) -> None:
    places = offered("witp-pbem map isles --around ", home)
    assert {"Manila", "Pearl Harbor", "マニラ"} & set(places) == {"Manila", "Pearl Harbor"}
    japanese = offered("witp-pbem map isles --around ", home, system="ja_JP.UTF-8")
    assert {"Manila", "マニラ"} & set(japanese) == {"マニラ"}
    assert {*guide.TOPICS, guide.ORDERS, guide.GAMES} <= set(offered("witp-pbem guide ", home))


@pytest.mark.parametrize("shell", SHELLS)
def test_the_program_answers_a_shell(home: Path, shell: str) -> None:
    done = subprocess.run([sys.executable, "-m", "witp_pbem"], capture_output=True, encoding="utf-8", cwd=home,
                          check=True, timeout=60,
                          env={**os.environ, **environment(shell, "witp-pbem status i", "C.UTF-8")})
    assert (offered_in(shell, done.stdout), done.stderr) == (["isles"], "")


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
@pytest.mark.parametrize(("words", "wanted"), [
    (("map", "isles", "--around", "Pea"), r"Pearl\ Harbor"),
    (("map", "isles", "--around", r"Pearl\ H"), r"Pearl\ Harbor"), (("adj",), "adjudicate")])
def test_bash_itself_takes_it(home: Path, words: tuple[str, ...], wanted: str) -> None:
    script = r"""
        PATH=$1:$PATH
        eval "$(_WITP_PBEM_COMPLETE=bash_source witp-pbem)"
        shift
        COMP_WORDS=(witp-pbem "$@")
        COMP_CWORD=$#
        _witp_pbem_completion witp-pbem
        printf '%s\n' "${COMPREPLY[@]}"
    """
    done = subprocess.run(["bash", "-c", script, "bash", str(Path(sys.executable).parent), *words], cwd=home,
                          capture_output=True, encoding="utf-8", check=True, timeout=60)
    assert done.stdout == f"{wanted}\n", done.stderr


def test_nothing_is_told_while_somebody_types(home: Path, tmp_path: Path) -> None:
    shutil.copytree(home / "isles", tmp_path / "spoilt")
    (tmp_path / "spoilt" / "logbook.jsonl").write_text("{}\n", encoding="utf-8")
    assert offered("witp-pbem report spoilt --side ", tmp_path) == []
    assert offered("witp-pbem rule --game none 6", tmp_path) == []
    assert offered("witp-pbem report none/of/these/", tmp_path, "zsh") == ["none/of/these/"], "files are left to it"


def test_sides_phases_and_places_are_those_of_the_campaigns_game(game: str, begun_of: each_game.Maker) -> None:
    folder = begun_of(game)
    assert offered(f"witp-pbem orders {folder.name} --side ", folder.parent)[-1] == "referee"
    assert offered(f"witp-pbem report {folder.name} --phase ", folder.parent)
    assert len(offered(f"witp-pbem map {folder.name} --around ", folder.parent)) > 3
