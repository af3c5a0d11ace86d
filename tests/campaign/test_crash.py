"""A process killed at any moment leaves a campaign that the next command opens without loss."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tests.campaign.both import both_games
from tests.campaign.desk import ORDERS, Desk, play_turn, words
from tests.killing import killed_in_append
from tests.stand_ins import full_disk, instead, killed_at_call, no_waiting, release
from witp_pbem.campaign.folder import repair
from witp_pbem.campaign.folder.campaign import GoneBack
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import disk, written_heads
from witp_pbem.campaign.record.json_lines import Damaged


@pytest.mark.parametrize("share", [0.0, 0.5, 0.999, 1.0])
@pytest.mark.parametrize("write", range(10))
def test_a_killed_turn_comes_out_the_same(tmp_path: Path, write: int, share: float) -> None:
    """Two submissions and a sitting with dice write ten times; each is interrupted."""
    undisturbed = Desk(tmp_path / "undisturbed")
    undisturbed.sit()
    play_turn(undisturbed)
    desk = Desk(tmp_path / "killed")
    desk.sit()
    assert killed_in_append(write, share, lambda: play_turn(desk))
    desk.open()
    recorded = [entry["side"] for entry in desk.open().entries if entry["type"] == "submission"]
    for side, orders in ORDERS.items():
        if side not in recorded:
            desk.order(side, orders, Luck=f"{side} hopes")
    desk.sit()
    assert desk.open().position == undisturbed.open().position
    assert desk.book.read_bytes() == undisturbed.book.read_bytes()
    assert verify(desk.folder).holds


def test_a_torn_line_is_ignored_cut_off_and_kept(desk: Desk) -> None:
    sound = desk.book.read_bytes()
    desk.book.write_bytes(sound + b'{"acts":[{"answ')
    assert desk.open().notes == ["The last line of logbook.jsonl was never finished; it is ignored."]
    assert [finding.entry for finding in verify(desk.folder).findings] == [len(desk.open().entries)]
    recorded = desk.submit("red", "bid 1")
    assert "cut off" in recorded.notes[0]
    assert desk.book.read_bytes().startswith(sound + b'{"hash"')
    assert (desk.folder / "logbook.torn").read_bytes() == b'{"acts":[{"answ'
    assert verify(desk.folder).holds


def test_a_last_line_without_end_is_not_lost(desk: Desk) -> None:
    whole = desk.book.read_bytes()
    desk.book.write_bytes(whole.rstrip(b"\n"))
    assert len(desk.open().entries) == 3
    desk.order("red", "bid 1")
    assert desk.book.read_bytes().startswith(whole)
    assert verify(desk.folder).holds


def test_a_torn_sealed_line_is_cut_off(desk: Desk) -> None:
    desk.order("red", "bid 1")
    sealed = desk.folder / "private" / "sealed.jsonl"
    sound = sealed.read_bytes()
    sealed.write_bytes(sound + b'{"entry":4,"ord')
    assert [finding.code for finding in verify(desk.folder).findings] == ["private-torn"]
    desk.order("blue", "bid 1")
    assert sealed.read_bytes().startswith(sound + b'{"entry":4,"orders"')
    assert verify(desk.folder).holds


def test_secrets_without_their_entry_mean_nothing(desk: Desk) -> None:
    assert killed_in_append(1, 0, lambda: desk.submit("red", "bid 5"))
    assert desk.kinds()[-1] == "sitting"
    desk.order("red", "bid 0")
    desk.order("blue", "bid 1\npass")
    desk.sit()
    assert desk.open().position.points == {"red": 0, "blue": 1}


def test_a_closed_sitting_is_held_with_what_was_closed(desk: Desk) -> None:
    """Between `closed` and `sitting` later orders come in: they do not count for that sitting."""
    desk.order("red", "bid 4\nraid Blue Island\npass\npass\nlose boats", Luck="first")
    desk.order("blue", "bid 0\npass\nlose boats\npass")
    assert killed_in_append(2, 0, lambda: desk.sit())
    assert desk.kinds()[-1] == "closed"
    assert verify(desk.folder).holds
    desk.order("red", "bid 1\npass", Luck="second")
    desk.sit()
    closed, sitting = desk.entries()[-3], desk.entries()[-1]
    assert closed["words"] == ["first"] and closed["n"] == sitting["closed"]
    assert {act["source"][0] for act in sitting["acts"] if act.get("source")} <= set(closed["submissions"])
    assert words(sitting["acts"][0]["answer"]) == "bid 4"
    assert verify(desk.folder).holds


def test_a_killed_founding_leaves_nothing_half_made(tmp_path: Path) -> None:
    with killed_at_call(disk, "sync_folder"):
        create(tmp_path / "isles", Wishes(game="toy"))
    assert list(tmp_path.iterdir()) == []
    assert Desk(tmp_path / "isles").open().turn == 1


@both_games
def test_a_damaged_last_entry_is_not_built_upon(desk: Desk) -> None:
    text = desk.book.read_bytes()
    desk.book.write_bytes(text.replace(b'"outcome":null', b'"outcome": null'))
    assert not verify(desk.folder).holds
    desk.book.write_bytes(text[:-80] + text[-80:].replace(b'"type"', b'"typo"'))
    with pytest.raises(Damaged):
        desk.submit("red", "bid 1")


def test_a_full_disk_changes_nothing(desk: Desk) -> None:
    with instead(os, **full_disk()), pytest.raises(OSError):
        desk.submit("red", "bid 1")
    assert "submission" not in desk.kinds()
    assert verify(desk.folder).holds


@both_games
def test_two_writers_do_not_meet(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from witp_pbem.campaign.folder import lock, opening

    no_waiting(monkeypatch)
    with opening.writing(desk.folder), pytest.raises(lock.Busy, match="Another command"):
        desk.submit("red", "bid 1")


def test_a_go_of_several_files_is_recorded_whole_or_not_at_all(desk: Desk) -> None:
    before = desk.book.read_bytes()
    files = [(f"{side}.txt", desk.text(side, "bid 1").encode()) for side in ("red", "blue")]
    # Two lines of sealed orders, the announcement, then both entries.
    assert killed_in_append(3, 0.7, lambda: submit(desk.folder, files))
    assert desk.book.read_bytes().count(b"\n") == before.count(b"\n") + 1
    assert "submission" not in [entry["type"] for entry in desk.open().entries]
    recorded = submit(desk.folder, files)
    assert recorded.stands and "cut off" in recorded.notes[0]
    assert desk.kinds().count("submission") == 2 and verify(desk.folder).holds


@both_games
def test_an_announced_go_that_failed_says_nothing_about_the_next(desk: Desk) -> None:
    """The first of two letters that could not be recorded is recorded alone: it is not taken for half of the two."""
    letters = [(f"{side}.txt", f"Campaign: isles\nSide: {side}\nLetter: word\nWord: {side} luck\n".encode())
               for side in ("red", "blue")]
    fresh = Desk(desk.folder.parent / "fresh")
    assert killed_in_append(1, 0, lambda: submit(fresh.folder, letters))
    assert submit(fresh.folder, letters[:1]).stands
    (fresh.folder / "private" / written_heads.FILE).write_bytes(
        (fresh.folder / "private" / written_heads.FILE).read_bytes().rstrip(b"\n").rpartition(b"\n")[0] + b"\n")
    assert [entry["type"] for entry in fresh.open().entries] == ["founding", "word"]


def test_what_was_written_in_part_is_cut_off_again_at_once(desk: Desk) -> None:
    before, real = desk.book.read_bytes(), os.write

    def full(handle: int, data: bytes) -> int:
        if bytes(data).startswith(b'{"hash"'):
            real(handle, data[:100])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(handle, data)

    with instead(os, write=full), pytest.raises(disk.NotWritten) as refusal:
        desk.submit("red", "bid 1")
    assert refusal.value.filename == str(desk.book) and desk.book.read_bytes() == before
    desk.order("red", "bid 1")
    assert verify(desk.folder).holds


def test_what_could_not_be_synced_is_not_accepted(desk: Desk) -> None:
    before = desk.book.read_bytes()

    def failing(handle: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with instead(os, fsync=failing), pytest.raises(disk.NotWritten):
        desk.submit("red", "bid 1")
    assert desk.book.read_bytes() == before


def test_what_is_recorded_stands_though_its_head_could_not_be_kept(desk: Desk) -> None:
    def failing(folder: Path, last: object) -> None:
        raise disk.NotWritten(errno.ENOSPC, os.strerror(errno.ENOSPC), "heads.jsonl")

    with instead(written_heads, keep=failing):
        recorded = desk.submit("red", "bid 1")
    assert recorded.stands and recorded.receipts and "What was recorded stands" in recorded.notes[-1]
    desk.order("blue", "bid 1")


def test_what_can_neither_be_synced_nor_cut_off_is_whole(desk: Desk) -> None:
    """The disk fails after the entry was written, and again when it is to be taken back."""
    def failing(handle: int, length: int = 0) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    real = os.fsync

    def syncing(handle: int) -> None:
        (failing if "submission" in desk.kinds() else real)(handle)

    with instead(os, ftruncate=failing, fsync=syncing), pytest.raises(disk.NotWritten):
        desk.submit("red", "bid 1")
    assert desk.kinds()[-1] == "submission" and verify(desk.folder).holds
    desk.order("blue", "bid 1")
    assert verify(desk.folder).holds


def test_a_system_that_takes_a_byte_at_a_time_changes_nothing(tmp_path: Path) -> None:
    undisturbed, slow = Desk(tmp_path / "undisturbed"), Desk(tmp_path / "slow")
    real, count = os.write, [0]

    def short(handle: int, data: bytes) -> int:
        count[0] += 1
        return real(handle, bytes(data)[:1 if count[0] % 2 else 7])

    for desk in (undisturbed, slow):
        with instead(os, write=short if desk is slow else real):
            desk.sit()
            desk.order("red", "bid 1")
    assert count[0] > 100 and slow.book.read_bytes() == undisturbed.book.read_bytes()


def test_going_on_without_what_is_lost_tells_which_dice_are_known(desk: Desk) -> None:
    play_turn(desk)
    older = desk.book.read_bytes()
    links = desk.open().state.links
    play_turn(desk)
    lost = desk.open().state.links - links
    last = desk.entries()[-1]
    assert lost
    desk.book.write_bytes(older)
    with pytest.raises(GoneBack):
        desk.sit()
    gone = repair.go_on_without(desk.folder)
    (note,) = desk.entries()[gone.note:]
    assert gone == (last["n"], lost, note["n"])
    assert last["hash"] in note["text"] and "published in what is lost" in note["text"]
    assert verify(desk.folder).holds
    with pytest.raises(repair.NothingLost):
        repair.go_on_without(desk.folder)


def test_what_is_lost_stays_known_until_it_is_told_of(desk: Desk) -> None:
    """Another release goes on without it, and dies while it says that it takes over."""
    older = desk.book.read_bytes()
    desk.order("red", "bid 1")
    desk.book.write_bytes(older)
    with pytest.MonkeyPatch.context() as patch:
        release(patch, program="9.0.0")
        for share in (0.3, 0.6, 0.9):  # within the entry that takes over, and within the note
            assert killed_in_append(0, share, lambda: repair.go_on_without(desk.folder))
            with pytest.raises(GoneBack):
                desk.sit()
        gone = repair.go_on_without(desk.folder)
        assert desk.entries()[gone.note]["about"] == older.count(b"\n") - 1
        assert desk.kinds().count("upgrade") == 1 and desk.kinds()[-1] == "note"
        assert verify(desk.folder).holds


@pytest.mark.parametrize("torn", [b'{"ent', b"\0\0\0\0", b'\n{"entry":9', b"\n\n"])
def test_a_torn_head_means_the_head_before_it(desk: Desk, torn: bytes) -> None:
    file = desk.folder / "private" / written_heads.FILE
    file.write_bytes(file.read_bytes() + torn)
    desk.order("red", "bid 1")
    head = written_heads.read(desk.folder / "private")
    assert head and head.entry == len(desk.entries()) - 1


def test_a_changed_last_line_is_not_cut_off_as_torn(desk: Desk) -> None:
    """It was recorded: this computer knows."""
    desk.order("red", "bid 1")
    desk.book.write_bytes(desk.book.read_bytes()[:-2] + b"\n")
    before = desk.book.read_bytes()
    with pytest.raises(GoneBack, match="entry 3"):
        desk.sit()
    assert desk.book.read_bytes() == before


def test_new_files_of_killed_processes_are_swept_away(desk: Desk) -> None:
    left = [desk.folder / ".settings.json.0123abcd", desk.folder / "private" / ".secrets.json.0123abcd"]
    kept = desk.folder / ".settings.json.mine"
    for path in (*left, kept):
        path.write_text("{")
    desk.order("red", "bid 1")
    assert not any(path.exists() for path in left) and kept.exists()


def test_a_file_is_replaced_whole_or_stays(tmp_path: Path) -> None:
    file, link = tmp_path / "report.html", tmp_path / "link.html"
    file.write_text("old")
    link.symlink_to(file)

    def failing(handle: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with instead(os, write=failing), pytest.raises(disk.NotWritten):
        disk.write(file, b"new")
    assert file.read_text() == "old" and sorted(tmp_path.iterdir()) == [link, file]
    disk.write(link, b"new")
    assert file.read_text() == "new" and link.is_symlink()
