"""`verify` of several campaigns at once: a line a campaign in the order named, a sum, the exit code of the worst."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from tests import each_game
from tests.cli.program import Ran, here, run
from tests.each_game import Maker
from tests.stand_ins import crooked, instead
from witp_pbem.campaign.proof import several
from witp_pbem.campaign.record import private

NAMED = ("manila", "atoll", "changed", "nowhere", "solo", "torn", "witp")
FATES = ("holds", "holds", "DOES NOT HOLD", "CANNOT BE VERIFIED", "holds", "DOES NOT HOLD", "holds")


@pytest.fixture
def shelf(manila: Path, begun_of: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with campaigns of three games: four that hold, one in which a byte was changed, two with other data."""
    each_game.install(monkeypatch)
    for name in ("atoll", "solo", "witp"):
        shutil.copytree(begun_of(name), tmp_path / "shelf" / name, ignore=shutil.ignore_patterns(private.FOLDER))
    for name in ("manila", "changed", "torn"):
        shutil.copytree(manila, tmp_path / "shelf" / name, ignore=shutil.ignore_patterns(private.FOLDER))
    book = tmp_path / "shelf" / "changed" / "logbook.jsonl"
    lines = book.read_bytes().splitlines(keepends=True)
    lines[4] = lines[4].replace(b'"n":4', b'"n":5')
    book.write_bytes(b"".join(lines))
    for name in ("changed", "torn"):
        (tmp_path / "shelf" / name / "data" / "map.json").write_bytes(b"{}")
    return tmp_path / "shelf"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with the two games of the tests, as an installed package."""
    about = tmp_path / "site" / "games-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: games\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[witp_pbem.games]\nlagoon = tests.games.lagoon.game:game\n"
                                            "atoll = tests.games.atoll.game:game\n")
    return tmp_path / "site"


def fates(ran: Ran) -> list[tuple[str, str]]:
    """The campaigns with what became of each, as printed."""
    lines = [line.split(": ") for line in ran.out.splitlines()[:-1]]
    return [(name, fate.partition(",")[0]) for name, fate, *_ in lines]


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_installed_program_goes_on_past_a_broken_campaign(shelf: Path, site: Path, jobs: int) -> None:
    ran = run("verify", *NAMED, "--jobs", str(jobs), cwd=shelf, path=site)
    assert fates(ran) == list(zip(NAMED, FATES, strict=True))
    assert (ran.code, ran.err) == (2, "")  # "nowhere" is typed wrongly
    assert "changed: DOES NOT HOLD, 2 findings, of which the first is: entry 0: data-differ: " in ran.out
    assert "torn: DOES NOT HOLD: entry 0: data-differ: " in ran.out
    assert ran.out.splitlines()[-1] == "Of 7 campaigns hold: 4; do not hold: 2; cannot be verified: 1."


def test_a_line_tells_what_the_whole_result_tells(shelf: Path) -> None:
    lines = here("verify", "manila", "atoll", cwd=shelf).out.splitlines()
    for line, name in zip(lines, ("manila", "atoll"), strict=False):
        assert here("verify", name, cwd=shelf).out.splitlines()[-2].startswith(line.partition("holds, ")[2][:-1])
    assert lines[2:] == ["All 2 campaigns hold."]


def test_the_exit_code_is_that_of_the_worst(shelf: Path) -> None:
    def code(*names: str) -> int:
        return here("verify", *names, cwd=shelf).code

    assert (code("manila", "solo"), code("solo", "changed"), code("nowhere", "changed")) == (0, 1, 2)
    assert code("changed", "nowhere", "solo") == 2


def test_a_program_gets_each_with_its_result_or_a_problem(shelf: Path) -> None:
    ran = here("verify", *NAMED, "--json", "--jobs", "2", cwd=shelf)
    verified = json.loads(ran.out)
    assert ran.code == 2 and [each["path"] for each in verified["campaigns"]] == list(NAMED)
    assert (verified["hold"], verified["fail"], verified["unverified"]) == (4, 2, 1)
    by_name = {each["path"]: each for each in verified["campaigns"]}
    assert by_name["solo"]["verified"] == json.loads(here("verify", "solo", "--json", cwd=shelf).out)
    assert by_name["changed"]["verified"]["findings"][1]["place"]["entry"] == 4
    assert by_name["nowhere"]["verified"] is None and by_name["nowhere"]["problem"]["code"] == "no-campaign"
    assert all(each["problem"] is None for name, each in by_name.items() if name != "nowhere")


def test_other_processes_speak_the_same_language(shelf: Path) -> None:
    one, two = (here("verify", "nowhere", "changed", "manila", "--lang", "ja", "--jobs", jobs, cwd=shelf)
                for jobs in ("1", "2"))
    assert one == two and "manila：誤りはありません" in one.out and "キャンペーン3件" in one.out


def test_a_logbook_alone_is_named_like_a_folder(shelf: Path) -> None:
    assert here("verify", "manila/logbook.jsonl", "solo", cwd=shelf).code == 0


@pytest.mark.parametrize(("error", "sentence"), [
    (PermissionError(13, "Permission denied", "witp/logbook.jsonl"),
     '"witp/logbook.jsonl" cannot be read: Permission denied.'),
    (LookupError("not as anybody thought"), "The program fails over it: LookupError not as anybody thought.")])
def test_whatever_the_program_fails_over(shelf: Path, error: Exception, sentence: str) -> None:
    """What nobody has thought of ends no night's work."""
    real = several.verify

    def failing(path: Path, **wishes: bool) -> several.Verified:
        if path.name == "witp":
            raise error
        return real(path, **wishes)

    with crooked(several, verify=failing):
        ran = here("verify", "witp", "solo", cwd=shelf)
    assert ran.code == 1 and fates(ran) == [("witp", "CANNOT BE VERIFIED"), ("solo", "holds")]
    assert sentence in ran.out


def test_a_process_that_is_killed_is_told(shelf: Path) -> None:
    """The system ends processes where memory runs out."""
    with instead(several, verify=lambda path, **wishes: os._exit(9)):
        ran = here("verify", "witp", "solo", "--jobs", "2", cwd=shelf)
    assert ran.code == 1 and "fewer --jobs" in ran.err and not ran.out


@pytest.mark.parametrize("option", [("--head", "ab" * 16), ("--chain", "own.chain")])
def test_what_belongs_to_one_campaign(shelf: Path, option: tuple[str, ...]) -> None:
    ran = here("verify", "manila", "solo", *option, cwd=shelf)
    assert ran.code == 2 and "name no other beside it" in ran.err


def test_no_job_at_all(shelf: Path) -> None:
    assert here("verify", "manila", "--jobs", "0", cwd=shelf).code == 2
