"""No byte, entry or die of a recorded campaign can be changed unseen, not even by a keeper who makes the chain fit.

The long run, on a campaign of War in the Pacific, is `python -m tests.tamper`.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests import tamper
from tests.campaign import desk
from tests.campaign.desk import Desk, play_turn
from tests.games.lagoon import desk as lagoon
from witp_pbem.campaign.folder.repair import repair
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record.logbook import FILE
from witp_pbem.campaign.record.refusal import Refusal


@pytest.fixture(scope="module", params=[desk.finished_game, lagoon.finished_game], ids=["two islands", "lagoon"])
def recorded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign played to its end, of either game of the tests."""
    folder: Path = request.param(tmp_path_factory.mktemp("tamper") / "isles").folder
    return folder


@pytest.fixture
def content(recorded: Path) -> bytes:
    return (recorded / FILE).read_bytes()


@pytest.fixture
def copy(recorded: Path, tmp_path: Path) -> Path:
    """The public part of it, for a logbook to be put in."""
    (tmp_path / "copy").mkdir()
    for file in recorded.glob("data/*"):
        (tmp_path / "copy" / "data").mkdir(exist_ok=True)
        (tmp_path / "copy" / "data" / file.name).write_bytes(file.read_bytes())
    return tmp_path / "copy"


def head(content: bytes) -> str:
    return str(tamper.read(content)[-1]["hash"])


def test_the_campaign_holds_as_it_was_played(copy: Path, content: bytes) -> None:
    assert tamper.by_verify(copy, content, head(content)) == []


def test_every_byte_changed_is_found_in_its_entry(content: bytes) -> None:
    figures = tamper.flip_bytes(content, every=997)
    assert figures["places"] == len(content)
    assert figures["bytes changed"] > 2 * len(content)
    assert figures["bytes caught"] == figures["bytes changed"]


def test_bytes_changed_are_found_in_the_whole_logbook(copy: Path, content: bytes) -> None:
    for forged in tamper.flipped(content, random.Random("toy"), 300):
        assert tamper.by_chain(forged.content) in (forged.entry, -1), forged.what
    for forged in tamper.flipped(content, random.Random("verify"), 20):
        assert tamper.by_verify(copy, forged.content), forged.what


def test_every_entry_deleted_doubled_or_moved_is_found(content: bytes) -> None:
    kinds = set()
    for forged in tamper.rearranged(content, random.Random("toy")):
        assert tamper.by_chain(forged.content) == forged.entry, forged.what
        kinds.add(forged.what)
    assert len(kinds) == 4


def test_every_end_cut_off_is_found_by_the_last_head(copy: Path, content: bytes) -> None:
    for forged in tamper.cut_off(content):
        assert "head-missing" in tamper.by_verify(copy, forged.content, head(content))
        assert tamper.by_chain(forged.content) is None


def test_every_die_changed_is_found_though_the_chain_fits(copy: Path, content: bytes) -> None:
    forgeries = list(tamper.loaded_dice(content))
    assert len(forgeries) == sum(len(act["dice"]) for entry in tamper.read(content) for act in entry.get("acts", ())
                                 if "roll" in act) > 6
    for forged in forgeries:
        assert tamper.by_chain(forged.content) is None
        assert "dice-differ" in tamper.by_verify(copy, forged.content)
        assert "head-missing" in tamper.by_verify(copy, forged.content, head(content))


def test_every_lie_is_found_though_the_chain_fits(copy: Path, content: bytes) -> None:
    forgeries = list(tamper.lies(content))
    assert {forged.what for forged in forgeries} == {
        "order as understood changed", "order opened changed", "card changed", "luck word sent changed",
        "luck word counted changed", "link changed", "submissions swapped",
        *(["answer about a card changed"] if b'"test":' in content else [])}
    for forged in forgeries:
        assert tamper.by_chain(forged.content) is None
        assert tamper.by_verify(copy, forged.content), forged.what


def test_the_installed_program_tells_a_changed_byte(copy: Path, content: bytes) -> None:
    """In the slice of a campaign whose game is installed, and with the small verifier, that needs none."""
    forged = next(tamper.flipped(content, random.Random("program"), 1))
    assert tamper.by_program(copy, forged.content) == 1
    assert tamper.by_small(copy, forged.content) == 1
    assert tamper.by_program(copy, content) == 0


# -- other files ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [None, b"", b"\xff\n{}\n"])
def test_without_a_readable_head_it_is_said_that_an_older_logbook_would_not_be_noticed(
        desk: Desk, content: bytes | None) -> None:
    path = desk.folder / "private" / "heads.jsonl"
    assert not desk.open().notes
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    assert [path.name in note for note in desk.open().notes] == [True]


@pytest.mark.parametrize(("name", "old", "new"), [
    ("sealed.jsonl", b'"salt":"', b'"salt":"g'), ("sealed.jsonl", b'"receipt":"', b'"receipt":"x'),
    ("sealed.jsonl", b'"line":', b'"lane":'), ("sealed.jsonl", b'"orders":[', b'"orders":[1,'),
    ("secrets.json", b'"seed":"', b'"seed":"g'), ("secrets.json", b'"decks":', b'"dicks":'),
    ("heads.jsonl", b'"entry":', b'"entry":-'), ("heads.jsonl", b'"hash":"', b'"hash":"g')])
def test_what_a_private_file_holds_is_told_and_breaks_nothing(desk: Desk, name: str, old: bytes, new: bytes) -> None:
    play_turn(desk)
    path = desk.folder / "private" / name
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new))
    findings = verify(desk.folder).findings
    try:
        repair(desk.folder)
    except Refusal as refused:
        assert name in str(refused)
    else:
        assert name == "heads.jsonl" or findings  # without a head all that is recorded counts
