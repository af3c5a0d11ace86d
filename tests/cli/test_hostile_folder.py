"""A campaign's folder may come from anybody: what is planted in it reaches nothing outside."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import tamper
from tests.cli.program import here, run
from witp_pbem.campaign.record import logbook

PRECIOUS = "export PATH=/usr/bin\n"


@pytest.fixture
def planted(begun: Path, tmp_path: Path) -> Path:
    shutil.copytree(begun, tmp_path / "isles")
    (tmp_path / "precious").write_text(PRECIOUS)
    return tmp_path / "isles"


def _link_logbook(folder: Path) -> None:
    (folder / "logbook.jsonl").rename(folder.parent / "elsewhere.jsonl")
    (folder / "logbook.jsonl").symlink_to(folder.parent / "elsewhere.jsonl")


def _link_data(folder: Path) -> None:
    data = next((folder / "data").iterdir())
    data.unlink()
    data.symlink_to(folder.parent / "precious")


def _link_sealed(folder: Path) -> None:
    """A link to a file that is not there yet would let the program make it."""
    (folder / "private" / "sealed.jsonl").symlink_to(folder.parent / "made")


def _link_private(folder: Path) -> None:
    (folder / "private").rename(folder.parent / "secrets")
    (folder / "private").symlink_to(folder.parent / "secrets")


@pytest.mark.parametrize("plant", [_link_logbook, _link_data, _link_sealed, _link_private])
def test_a_link_is_refused(planted: Path, plant: Callable[[Path], None]) -> None:
    plant(planted)
    for command in (("status",), ("letter", "withdraw", "--side", "japan"), ("adjudicate",)):
        ran = here(*command[:2], planted, *command[2:])
        assert ran.code == 1 and "is a link to another place" in ran.err
    assert (planted.parent / "precious").read_text() == PRECIOUS
    assert not (planted.parent / "made").exists()


def test_a_torn_line_is_not_put_where_a_link_leads(planted: Path, tmp_path: Path) -> None:
    """The writer keeps what it cuts off; a link in its place must not carry a stranger's text into another file."""
    with (planted / "logbook.jsonl").open("ab") as book:
        book.write(b"\nrm -rf ~")
    for suffix in (".torn", ".jsonl.torn"):
        (planted / "logbook").with_suffix(suffix).symlink_to(tmp_path / "precious")
    orders = tmp_path / "japan.txt"
    orders.write_text("Campaign: isles\nTurn: 1\nSide: japan\n\npass\n")
    here("submit", planted, orders)
    here("adjudicate", planted)
    assert (tmp_path / "precious").read_text() == PRECIOUS


@pytest.mark.parametrize("name", ["../../precious", "/etc/passwd", "..\\precious.json", "sub/../x.json", "x.json\n"])
def test_a_name_of_a_data_file_leads_nowhere(planted: Path, name: str) -> None:
    book = planted / "logbook.jsonl"
    founding = json.loads(book.read_bytes().split(b"\n")[0])
    founding["data"][name] = "0" * 64
    founding["hash"] = logbook.entry_hash(founding, logbook.BEGINNING)
    book.write_bytes(logbook.line(founding))
    ran = here("status", planted)
    assert ran.code == 1 and f"data.{name}: it is not in the right form" in ran.err
    assert here("verify", planted).code == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files on this system")
def test_what_is_no_file_is_not_read_for_ever(planted: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("/dev/zero", str(tmp_path / "pipe")):
        ran = run("check", planted, name)
        assert ran.code == 2 and "is not a regular file" in ran.err


def test_a_huge_file_is_not_read(planted: Path, tmp_path: Path) -> None:
    with (tmp_path / "huge.txt").open("wb") as file:
        file.truncate(2**36)  # nothing of it is on the disk
    ran = here("check", planted, tmp_path / "huge.txt")
    assert ran.code == 2 and "larger than 64 MB" in ran.err


def test_a_template_that_is_a_link_is_not_followed(planted: Path) -> None:
    (planted / "templates").mkdir()
    (planted / "templates" / "secret.txt").symlink_to(planted / "private" / "secrets.json")
    (planted / "templates" / "turn.txt.j2").write_text('{% include "secret.txt" %}')
    ran = here("report", planted, "--format", "text")
    assert ran.code == 1 and "secret.txt" in ran.err
    assert json.loads((planted / "private" / "secrets.json").read_bytes())["seed"] not in ran.out + ran.err


def test_a_template_within_the_private_folder_is_not_reached(planted: Path) -> None:
    (planted / "templates").mkdir()
    seed = json.loads((planted / "private" / "secrets.json").read_bytes())["seed"]
    for name in ("../private/secrets.json", "../../isles/private/secrets.json", str(planted / "private/secrets.json")):
        for form, file in (("text", "turn.txt.j2"), ("html", "turn.html.j2")):
            (planted / "templates" / file).write_text("{% include " + json.dumps(name) + " %}")
            ran = here("report", planted, "--format", form)
            assert ran.code != 0 and seed not in ran.out + ran.err
            (planted / "templates" / file).unlink()


def test_what_a_folder_is_called_reaches_no_shell_and_no_terminal(tmp_path: Path) -> None:
    name = "isles\x1b[2J; touch x"
    ran = here("new", "--game", "witp", tmp_path / name, "--seed", "x")
    assert ran.code in (0, 1, 2) and "\x1b" not in ran.err
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(("number", "field"), [
    (0, "campaign"), (0, "dice"), (0, "players"), (1, "sitting"), (2, "number")])
def test_an_entry_that_lacks_a_field_is_named(planted: Path, number: int, field: str) -> None:
    """Its hashes fit: somebody made it by hand."""
    book = planted / "logbook.jsonl"
    entries = tamper.read(book.read_bytes())
    del entries[number][field]
    book.write_bytes(tamper.written(entries))
    (planted / "private" / "heads.jsonl").unlink(missing_ok=True)
    status, proof = here("status", planted), here("verify", planted)
    assert status.code == 1 and f"entry {number}" in status.err
    assert proof.code == 1 and f"entry {number}" in proof.out + proof.err
