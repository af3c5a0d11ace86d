"""Campaigns of every released format, with the program of the day; and newer releases, through the installed
program."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests import tamper
from tests.cli.program import contents, here
from tests.fixtures.players import play_on
from tests.fixtures.record import HERE, RECORDED, RELEASE, SUFFIX, unpack
from tests.leaving import resign
from tests.stand_ins import release
from witp_pbem import __version__
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import logbook, upgrades
from witp_pbem.cli import main
from witp_pbem.games.witp.game import WarInThePacific
from witp_pbem.table.language import speaking
from witp_pbem.table.phrase import phrase
from witp_pbem.table.table import Table

FIXTURES = sorted(HERE.glob(f"format-*/*{SUFFIX}"))
FORMAT = logbook.FORMAT
NEWEST = HERE / f"format-{FORMAT}"
LONG = frozenset({"manila-1942", "bids", "closed"})  # given up after a while
ENTRIES = 40


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with speaking("en"):
        yield


def name(path: Path) -> str:
    return f"{path.parent.name}-{path.name.removesuffix(SUFFIX)}"


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def ask(command: str, folder: Path, *options: str) -> str:
    """What a command that must succeed prints, within this process."""
    ran = CliRunner().invoke(main, [command, str(folder), *options], catch_exceptions=False)
    assert ran.exit_code == 0, ran.output
    return ran.stdout


def words(text: str) -> str:
    return " ".join(text.split())


def rewrite(folder: Path, **versions: object) -> None:
    """Makes a newer release the last that kept a campaign."""
    book = folder / logbook.FILE
    last = tamper.read(book.read_bytes())[-1]
    body = {"format": logbook.FORMAT, "program": "9.0.0", "rules_version": "1", "data_version": "1", **versions}
    made: Any = logbook.chained(last, logbook.UPGRADE, body)
    with book.open("ab") as out:
        out.write(logbook.line(made))


def test_every_format_has_every_campaign() -> None:
    assert [path.name for path in HERE.glob("format-*")] == [NEWEST.name]
    assert {path.name.removesuffix(SUFFIX) for path in NEWEST.iterdir()} == {*RECORDED}


@pytest.mark.parametrize("path", FIXTURES, ids=name)
def test_a_campaign_of_an_older_release_is_what_it_was(path: Path, tmp_path: Path) -> None:
    folder, outputs = unpack(path, tmp_path)
    before = contents(folder)
    recorded = read(outputs / "status.json")["status"]
    now = json.loads(ask("status", folder, "--json"))["status"]
    assert {key: value for key, value in now.items() if key in recorded} == recorded
    assert json.loads(ask("show", folder, "--json")) == read(outputs / "show.json")
    assert ask("report", folder) == (outputs / "report.txt").read_text(encoding="utf-8")
    assert ask("log", folder).replace(" ((low) to (high))", "") == (outputs / "log.txt").read_text(encoding="utf-8")
    assert len(ask("report", folder, "--format", "html")) > len(ask("report", folder))
    proved = here("verify", folder)
    assert proved.code == 0, proved.out
    assert read(outputs / "verify.json")["head"] in proved.out
    assert contents(folder) == before


@pytest.mark.parametrize("path", FIXTURES, ids=name)
def test_a_copy_of_it_without_the_secrets_reads_and_proves(path: Path, tmp_path: Path) -> None:
    folder, outputs = unpack(path, tmp_path)
    shutil.rmtree(folder / "private")
    assert json.loads(ask("show", folder, "--json")) == read(outputs / "show.json")
    assert verify(folder).holds


@pytest.mark.parametrize("path", FIXTURES, ids=name)
def test_it_is_played_on_to_its_end(path: Path, tmp_path: Path) -> None:
    folder, outputs = unpack(path, tmp_path)
    begun = len(open_campaign(folder).entries)
    kept_by = upgrades.in_force(open_campaign(folder).entries)
    was_over = open_campaign(folder).position.outcome is not None
    if path.name.removesuffix(SUFFIX) in LONG:
        play_on(folder, "on", lambda campaign: len(campaign.entries) > begun + ENTRIES)
        resign(folder, "japan", "that is enough")
    play_on(folder, "on")
    campaign = open_campaign(folder)
    assert campaign.position.outcome and (len(campaign.entries) == begun) == was_over
    if not was_over and kept_by != upgrades.here(campaign.game):
        assert [entry["type"] for entry in campaign.entries].count("upgrade") == 1
        assert campaign.entries[begun]["type"] == "upgrade"
    done = verify(folder)
    assert done.holds and not done.differences, done.findings


def test_the_keeper_and_the_report_are_told_once(tmp_path: Path) -> None:
    folder, _ = unpack(NEWEST / f"half-way{SUFFIX}", tmp_path)
    assert f"This is witp-pbem {__version__} (format {FORMAT}" in words(here("status", folder).out)
    held = here("adjudicate", folder)
    assert held.code == 0 and words(held.err).count("from now on it is kept by") == 1
    output = words(held.out)
    assert "Rules of this program" in output
    assert f"kept by witp-pbem {RELEASE} (format {FORMAT}, rules 1, data 1), since then by " \
        f"witp-pbem {__version__} (format {FORMAT}, rules 1, data 1). The rules are the same." in output
    assert "Rules of this program" in here("report", folder, "--format", "html").out
    assert f"from here on program {__version__}" in words(here("log", folder).out)
    again = here("adjudicate", folder)
    assert "from now on" not in again.err
    assert "This is witp-pbem" not in words(here("status", folder).out)
    assert here("verify", folder).code == 0


@pytest.mark.parametrize(("versions", "expected"), [
    ({"format": FORMAT + 1}, f"format {FORMAT + 1}, rules 1"), ({"rules_version": "2"}, f"format {FORMAT}, rules 2")])
def test_a_newer_release_is_named_and_asked_for(tmp_path: Path, versions: dict[str, object], expected: str) -> None:
    folder, _ = unpack(NEWEST / f"bids{SUFFIX}", tmp_path)
    rewrite(folder, **versions)
    before = contents(folder)
    for command in ("status", "verify", "adjudicate"):
        ran = here(command, folder)
        assert ran.code == 1 and not ran.out
        assert f"kept by witp-pbem 9.0.0 ({expected}, data 1); this is witp-pbem {__version__} (format {FORMAT}, " \
            "rules 1, data 1). Install witp-pbem 9.0.0 or newer." in words(ran.err)
    assert contents(folder) == before


def test_a_program_newer_only_by_name_is_no_hindrance(tmp_path: Path) -> None:
    folder, _ = unpack(NEWEST / f"bids{SUFFIX}", tmp_path)
    rewrite(folder)
    assert here("status", folder).code == 0 and here("verify", folder).code == 0


def test_nothing_is_resumed_that_plays_on(tmp_path: Path) -> None:
    folder, _ = unpack(NEWEST / f"half-way{SUFFIX}", tmp_path)
    ran = here("repair", folder, "--finish", "--reason", "x")
    assert ran.code == 1 and "There is nothing to resume" in ran.err
    assert here("repair", folder, "--reason", "x").code == 2
    assert here("repair", folder, "--reopen").code == 2


def test_a_step_of_other_rules_is_resumed_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The recorded step, with rules that label its dice otherwise."""
    folder, _ = unpack(NEWEST / f"half-way{SUFFIX}", tmp_path)
    as_ever = Table.roll
    release(monkeypatch, WarInThePacific, rules_version="2", changes={"2": ("Dice are called by another name.",)})
    release(monkeypatch, Table, roll=lambda table, label, count, die, **again: as_ever(
        table, phrase(f"{label.code}-again", **label.values), count, die, **again))

    def call(*arguments: str) -> Any:
        ran = CliRunner().invoke(main, [*arguments[:1], str(folder), *arguments[1:]], catch_exceptions=False)
        return ran.exit_code, words(ran.output)

    code, out = call("adjudicate")
    assert code == 1 and "--reopen" in out and "--finish" in out and "roll" in out
    assert call("status")[0] == call("report")[0] == 0 and call("orders", "--side", "allies")[0] == 1
    code, out = call("repair", "--finish", "--reason", "the dice were seen")
    assert code == 0 and "stands" in out, out
    code, out = call("adjudicate")
    assert code == 0 and "Dice are called by another name." in out and "the dice were seen" in call("log")[1]
    play_on(folder, "on")
    done = verify(folder)
    assert done.holds and {difference.rules for difference in done.differences} == {"1"}, done.findings
