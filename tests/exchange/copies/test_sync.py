"""Copies kept in step by packets: whatever order they come in, one history or none."""

from __future__ import annotations

import gzip
import json
import os
import shutil
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.campaign.desk import Desk, finished_game, install_toy
from tests.stand_ins import full_disk, instead, no_waiting, small
from witp_pbem.campaign.folder.creation import CannotCreate
from witp_pbem.campaign.folder.lock import Busy
from witp_pbem.campaign.folder.opening import NoCampaign, open_campaign
from witp_pbem.campaign.packets import packet
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.disk import NotWritten
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.exchange.copies import packet_sources
from witp_pbem.exchange.copies.packet_sources import PossiblePacket
from witp_pbem.exchange.copies.sync import LATER, LOCK, MOST_FORKS, Synced, Unsound, sync
from witp_pbem.table.canonical import canonical


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install_toy(monkeypatch)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A campaign played to its end, only to be looked at."""
    return finished_game(tmp_path_factory.mktemp("played") / "isles")


NOTE = {"side": "referee", "about": None, "letter": "", "signature": "", "text": "and on"}


def book(folder: Path) -> bytes:
    return (folder / logbook.FILE).read_bytes()


def piece(desk: Desk, first: int, last: int) -> bytes:
    """The packet that was sent when the logbook ended with an entry."""
    campaign = desk.open()
    del campaign.entries[last + 1:]
    return packet.packet(campaign, first)


def heading(desk: Desk) -> bytes:
    """The line that says which campaign a packet is of."""
    founding = desk.entries()[0]
    return packet.heading(founding["campaign"], founding["hash"])


def line_behind(before: Any, entry: Any) -> bytes:
    """An entry as it stands in a packet behind one that is not in it."""
    return packet.after(before["hash"]) + logbook.line(entry)


def take(folder: Path, *contents: bytes) -> Synced:
    return sync(folder, [PossiblePacket(f"mail {number}", content) for number, content in enumerate(contents)])


def copy_of(desk: Desk, folder: Path, count: int) -> Path:
    """A copy that holds the first entries."""
    take(folder, piece(desk, 0, count - 1))
    return folder


def rewritten(desk: Desk, start: int, folder: Path) -> Desk:
    """The campaign as somebody might have made it up, from an entry on, in a folder of its own."""
    shutil.copytree(desk.folder, folder)
    other = Desk.__new__(Desk)
    other.folder = folder

    def change(entries: list[dict[str, Any]]) -> None:
        entries[start:] = [{"type": "note", **NOTE, "text": "made up"}]

    other.rewrite(change)
    (folder / "private" / "heads.jsonl").unlink()
    return other


def test_a_packet_is_the_logbooks_lines_and_the_data(played: Desk) -> None:
    whole = gzip.decompress(piece(played, 0, len(played.entries()) - 1)).splitlines(keepends=True)
    heading, file, *lines = whole
    assert json.loads(heading) == {"packet": {"campaign": "isles", "founding": played.entries()[0]["hash"]}}
    assert json.loads(file)["file"] == "data/limits.json"
    assert b"".join(lines) == book(played.folder)
    _, after, *lines_ = piece(played, 3, 5).splitlines()
    assert json.loads(after) == {"after": played.entries()[2]["hash"]}
    assert lines_ == book(played.folder).splitlines()[3:6]
    assert packet.file_name(played.open(), 0) == f"isles-entries-0-{len(lines) - 1}.jsonl.gz"
    assert packet.file_name(played.open(), 7) == f"isles-entries-7-{len(lines) - 1}.jsonl"


def test_a_new_copy_is_founded_from_the_founding_packet(played: Desk, tmp_path: Path) -> None:
    synced = take(tmp_path / "copy", piece(played, 0, len(played.entries()) - 1))
    assert synced.founded and not synced.refused and not synced.missing
    assert book(tmp_path / "copy") == book(played.folder)
    assert (tmp_path / "copy/data/limits.json").read_bytes() == (played.folder / "data/limits.json").read_bytes()
    assert not (tmp_path / "copy" / "private").exists()
    assert open_campaign(tmp_path / "copy").private is None and verify(tmp_path / "copy").holds
    assert not list(tmp_path.glob(".copy*"))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_packets_in_any_order_give_the_same_copy(played: Desk, tmp_path_factory: pytest.TempPathFactory,
                                                     data: st.DataObject) -> None:
    count = len(played.entries())
    folder = tmp_path_factory.mktemp("any") / "copy"
    take(folder, piece(played, 0, data.draw(st.integers(0, count - 1), "founding packet")))
    cuts = sorted(data.draw(st.sets(st.integers(1, count - 1)), "cuts"))
    parts = [(first, data.draw(st.integers(last, count - 1), "overlap")) for first, last in
             zip([1, *cuts], [*(cut - 1 for cut in cuts), count - 1], strict=True) if first <= last]
    mails = data.draw(st.permutations([*parts, *data.draw(st.lists(st.sampled_from(parts)), "again")]), "order")
    while mails:
        together = data.draw(st.integers(1, len(mails)), "at once")
        synced = take(folder, *(piece(played, *each) for each in mails[:together]))
        assert not synced.forks and not synced.refused
        assert book(played.folder).startswith(book(folder))
        del mails[:together]
    assert book(folder) == book(played.folder) and not synced.missing
    assert not (folder / LATER).exists()


def test_entries_behind_a_gap_wait_and_are_told(played: Desk, tmp_path: Path) -> None:
    folder = copy_of(played, tmp_path / "copy", 4)
    before = book(folder)
    synced = take(folder, piece(played, 7, 9))
    assert (synced.missing, synced.waiting, synced.appended) == (((4, 6),), (7, 8, 9), ())
    assert book(folder) == before and (folder / LATER).is_file()
    assert take(folder, piece(played, 5, 6)).missing == ((4, 4),)
    filled = take(folder, piece(played, 4, 4))
    assert [entry["n"] for entry in filled.appended] == [4, 5, 6, 7, 8, 9] and not filled.missing
    assert filled.head == played.entries()[9]["hash"] and not (folder / LATER).exists()


@pytest.mark.parametrize("start", range(1, 12))
def test_another_history_is_shown_and_never_merged(played: Desk, tmp_path: Path, start: int) -> None:
    other = rewritten(played, start, tmp_path / "other")
    assert other.kinds()[start] == "note" and len(other.entries()) == start + 1
    folder = copy_of(played, tmp_path / "copy", 12)
    before = book(folder)
    synced = take(folder, piece(other, 1, start), piece(played, 12, 13))
    (fork,) = synced.forks
    assert (fork.common, fork.own) == (start - 1, start)
    assert [(each.n, each.kind, each.origin) for each in fork.branch] == [(start, "note", "mail 0")]
    assert book(folder) == before and synced.appended == ()
    (name,) = synced.evidence
    assert fork.branch[0].line in (folder / name).read_bytes().splitlines()


def test_two_that_go_on_behind_the_copys_end_are_both_shown(played: Desk, tmp_path: Path) -> None:
    other = rewritten(played, 6, tmp_path / "other")
    folder = copy_of(played, tmp_path / "copy", 6)
    synced = take(folder, piece(played, 6, 8), piece(other, 6, 6))
    assert {(fork.common, fork.own, len(fork.branch)) for fork in synced.forks} == {(5, None, 3), (5, None, 1)}
    assert len(book(folder).splitlines()) == 6 and len(synced.evidence) == 2
    assert len(take(folder, piece(played, 6, 8)).appended) == 3, "with the mail that is trusted it goes on"


def test_a_heap_of_histories_does_not_fill_the_folder(played: Desk, tmp_path: Path) -> None:
    folder = copy_of(played, tmp_path / "copy", 6)
    made = [logbook.following(played.entries()[2], "note", {**NOTE, "text": str(number)}) for number in range(300)]
    synced = take(folder, b"".join(line_behind(played.entries()[2], entry) for entry in made))
    assert len(synced.forks) == len(synced.evidence) == len(list(folder.glob("fork-*"))) == MOST_FORKS


def test_a_fork_whose_beginning_did_not_come_is_known_as_one(played: Desk, tmp_path: Path) -> None:
    other = rewritten(played, 4, tmp_path / "other")
    last = other.entries()[-1]
    more = logbook.following(last, "note", NOTE)
    folder = copy_of(played, tmp_path / "copy", 9)
    synced = take(folder, heading(played) + line_behind(last, more))
    assert [(fork.common, fork.own, fork.branch[0].n) for fork in synced.forks] == [(None, 5, 5)]


def test_what_waited_for_another_history_does_not_wait_for_ever(played: Desk, tmp_path: Path) -> None:
    other = rewritten(played, 6, tmp_path / "other")
    last = other.entries()[-1]
    more = logbook.following(last, "note", NOTE)
    folder = copy_of(played, tmp_path / "copy", 4)
    assert take(folder, heading(played) + line_behind(last, more)).waiting == (7,)
    assert take(folder, piece(played, 4, 9)).forks
    assert len(take(folder, piece(played, 4, 9)).appended) == 6 and not (folder / LATER).exists()


def test_the_keepers_folder_is_only_compared(played: Desk, tmp_path: Path) -> None:
    shutil.copytree(played.folder, tmp_path / "isles")
    before = book(tmp_path / "isles")
    synced = take(tmp_path / "isles", piece(played, 0, 5))
    assert synced.is_keepers and not synced.appended and not synced.forks
    other = rewritten(played, 4, tmp_path / "other")
    assert take(tmp_path / "isles", piece(other, 1, 4)).forks
    half = tmp_path / "half"
    shutil.copytree(played.folder, half)
    (half / logbook.FILE).write_bytes(b"".join(before.splitlines(keepends=True)[:6]))
    lacking = take(half, piece(played, 0, 9))
    assert [entry["n"] for entry in lacking.appended] == [6, 7, 8, 9]
    assert book(half).count(b"\n") == 6 and book(tmp_path / "isles") == before


def test_packets_of_other_campaigns_are_passed_over(played: Desk, tmp_path: Path) -> None:
    other = Desk(tmp_path / "other", campaign="reefs", seed="other")
    folder = copy_of(played, tmp_path / "copy", 4)
    synced = take(folder, piece(other, 0, 0), piece(played, 4, 4))
    assert synced.others == ("reefs",) and len(synced.appended) == 1 and not synced.refused
    unknown: Any = {"n": 7, "hash": "a" * 64}
    nameless = line_behind(unknown, logbook.chained(unknown, "note", {}))
    assert "does not say which campaign" in take(folder, nameless).refused[0].reason
    both = [piece(other, 0, 0), piece(played, 0, 3)]
    with pytest.raises(CannotCreate, match="several campaigns: isles, reefs"):
        take(tmp_path / "which", *both)
    made = take(tmp_path / "reefs", *both, both[1])
    assert (made.campaign, made.others) == ("reefs", ("isles",))


def test_a_copy_that_was_changed_is_told_and_left_as_it_is(played: Desk, tmp_path: Path) -> None:
    folder = copy_of(played, tmp_path / "copy", 4)
    spoilt = book(folder).replace(played.entries()[2]["hash"][:32].encode(), b"0" * 32, 1)
    (folder / logbook.FILE).write_bytes(spoilt)
    with pytest.raises(Damaged, match="Make a new copy"):
        take(folder, piece(played, 4, 6))
    assert book(folder) == spoilt


def test_a_plain_logbook_and_line_ends_of_mail_programs_are_read(played: Desk, tmp_path: Path) -> None:
    assert take(tmp_path / "copy", piece(played, 0, 3)).founded
    assert len(take(tmp_path / "copy", book(played.folder)).appended) == len(played.entries()) - 4
    assert take(copy_of(played, tmp_path / "other", 4), piece(played, 4, 6).replace(b"\n", b"\r\n")).entries == 7


def test_a_copy_without_its_founding_mail_is_not_made(played: Desk, tmp_path: Path) -> None:
    with pytest.raises(NoCampaign, match="begin"):
        take(tmp_path / "copy", piece(played, 1, 5))
    with pytest.raises(CannotCreate, match="not empty"):
        (tmp_path / "full").mkdir()
        (tmp_path / "full" / "letter.txt").write_text("mine")
        take(tmp_path / "full", piece(played, 0, 5))
    assert not (tmp_path / "copy").exists()


# -- what is spoilt or hostile -------------------------------------------------------------------------------------


def test_no_changed_byte_is_let_in(played: Desk, tmp_path: Path) -> None:
    folder = copy_of(played, tmp_path / "copy", 4)
    sound, before = piece(played, 4, 5), book(folder)
    for place in range(0, len(sound), 7):
        for flip in (1, 0x20):
            spoilt = bytearray(sound)
            spoilt[place] ^= flip
            synced = take(folder, bytes(spoilt))
            assert book(folder) == before, place
            assert synced.refused or synced.others, place
    assert len(take(folder, sound).appended) == 2


def test_no_changed_byte_of_a_founding_packet_makes_another_copy(played: Desk, tmp_path: Path) -> None:
    sound = piece(played, 0, 1)
    good = take(tmp_path / "good", sound)
    for place in range(0, len(sound), 31):
        spoilt = bytearray(sound)
        spoilt[place] ^= 4
        folder = tmp_path / f"copy-{place}"
        try:
            take(folder, bytes(spoilt))
        except (NoCampaign, CannotCreate):
            assert not folder.exists()
            continue
        assert book(folder) == book(tmp_path / "good") and good.head == open_campaign(folder).entries[-1]["hash"]


@pytest.mark.parametrize("line", [
    b'{"file":"data/../../evil.json","text":"{}"}', b'{"file":"../evil.json","text":"{}"}',
    b'{"file":"/tmp/evil.json","text":"{}"}', b'{"file":"data/limits.json","text":7}',
    b'{"hash":5,"n":4,"type":"note"}', b'{"after":"x"}', b'{"after":7}',
    b'{"n":true}', b"[]", b"null", b'"text"', b"4", b"", b"{" * 9,
    b'{"a":' * 200_000 + b"1" + b"}" * 200_000, b'{"a":"' + b"x" * 5_000_000 + b'"}', b'{"n":' + b"9" * 5000 + b"}",
    b'{"n":1e9}', b'{"a":"\\ud800"}', b'{"packet":{}}', b'{"packet":{"campaign":"isles","founding":"0"}}', b"\xff\xfe"])
def test_hostile_lines_are_refused(played: Desk, tmp_path: Path, line: bytes) -> None:
    folder = copy_of(played, tmp_path / "copy", 4)
    before = sorted(path.name for path in tmp_path.rglob("*"))
    synced = take(folder, heading(played) + line + b"\n")
    assert len(synced.refused) == 1 and not synced.appended
    assert sorted({path.name for path in tmp_path.rglob("*")} - {".sync.lock"}) == sorted({*before} - {".sync.lock"})


def test_other_data_than_the_foundings_are_refused(played: Desk, tmp_path: Path) -> None:
    folder = copy_of(played, tmp_path / "copy", 4)
    heading, *entries = piece(played, 4, 4).splitlines(keepends=True)
    for name in ("limits", "other"):
        synced = take(folder, b"".join([heading, canonical({"file": f"data/{name}.json", "text": "{}"}) + b"\n",
                                        *entries]))
        assert f"{name}.json" in synced.refused[0].reason and not synced.appended


def test_entries_with_right_hashes_and_a_wrong_form_are_refused(played: Desk, tmp_path: Path) -> None:
    folder = copy_of(played, tmp_path / "copy", 4)
    before = book(folder)
    for kind, body in (("note", {"text": "no side"}), ("founding", {}), ("nonsense", {}),
                       ("rewind", {"to": {"entry": 99, "acts": None}, "keeps": [], "reason": "", "proposal": None})):
        with pytest.raises(Unsound, match="Entry 4"):
            take(folder, line_behind(played.entries()[3], logbook.chained(played.entries()[3], kind, body)))
        assert book(folder) == before


def test_a_bomb_is_not_unpacked(played: Desk, tmp_path: Path) -> None:
    folder = copy_of(played, tmp_path / "copy", 4)
    bomb = gzip.compress(b'{"packet":' + b" " * (40 * 2**20))
    assert len(bomb) < 2**17
    assert "larger than any packet" in take(folder, bomb).refused[0].reason
    assert "cut off" in take(folder, piece(played, 0, 5)[:-9]).refused[0].reason
    assert "added to it" in take(folder, piece(played, 0, 5) + b"x").refused[0].reason


def test_a_link_in_a_copy_leads_nothing_out_of_it(played: Desk, tmp_path: Path) -> None:
    folder, mine = copy_of(played, tmp_path / "copy", 4), tmp_path / "mine.txt"
    mine.write_text("mine")
    (folder / LATER).symlink_to(mine)
    with pytest.raises(Exception, match="link to another place"):
        take(folder, piece(played, 7, 8))
    assert mine.read_text() == "mine"


def test_a_crash_leaves_whole_entries(played: Desk, tmp_path: Path) -> None:
    folder = copy_of(played, tmp_path / "copy", 4)
    with (folder / logbook.FILE).open("ab") as file:
        file.write(book(played.folder).splitlines()[4][:40])
    synced = take(folder, piece(played, 4, 6))
    assert synced.entries == 7 and "never finished" in synced.notes[0]
    assert book(played.folder).startswith(book(folder))


def test_whatever_of_a_go_was_written_the_next_one_finishes_it(played: Desk, tmp_path: Path) -> None:
    folder = copy_of(played, tmp_path / "copy", 4)
    before, whole = len(book(folder)), piece(played, 4, 6)
    take(folder, whole)
    after = book(folder)
    for end in range(before, len(after), 211):
        (folder / logbook.FILE).write_bytes(after[:end])
        assert take(folder, whole).entries == 7 and book(folder) == after, end


def test_two_at_once_wait_for_each_other(played: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = copy_of(played, tmp_path / "copy", 4)
    no_waiting(monkeypatch, 0.1)
    before = book(folder)
    with FileLock(folder / LOCK), pytest.raises(Busy, match="Another command is writing"):
        take(folder, piece(played, 4, 6))
    assert book(folder) == before and len(take(folder, piece(played, 4, 6)).appended) == 3


def test_a_full_disk_leaves_the_copy_as_it_was(played: Desk, tmp_path: Path) -> None:
    folder = copy_of(played, tmp_path / "copy", 4)
    before = book(folder)

    with instead(os, **full_disk(50)):
        with pytest.raises(NotWritten):
            take(folder, piece(played, 4, 6))
        with pytest.raises(NotWritten):
            take(tmp_path / "new", piece(played, 0, 6))
    assert book(folder) == before and not list(tmp_path.glob("*new*"))


# -- what packets come in ------------------------------------------------------------------------------------------


def mail(subject: str, name: str, content: bytes) -> bytes:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = subject, "desk@example.org", "ken@example.org"
    message.set_content("Turn 1 is over.\n")
    message.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="rules.pdf")
    message.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def test_mails_mailboxes_and_folders_are_opened(played: Desk, tmp_path: Path) -> None:
    mails = [mail("[isles] Turn 1", "isles-entries-0-3.jsonl.gz", piece(played, 0, 3)),
             mail("[isles] Turn 2", "isles-entries-4-6.jsonl", piece(played, 4, 6)),
             b"Subject: hello\n\nNo packet here: {\"packet\"\n"]
    box = tmp_path / "inbox.mbox"
    box.write_bytes(b"".join(b"From x@example.org Sun Nov 22 08:00:00 2026\n" + each + b"\n\n" for each in mails))
    (tmp_path / "mails").mkdir()
    for folder in ("cur", "new", "tmp"):
        (tmp_path / "Maildir" / folder).mkdir(parents=True)
    for number, each in enumerate(mails):
        (tmp_path / "mails" / f"{number}.eml").write_bytes(each)
        (tmp_path / "Maildir" / ("cur" if number % 2 else "new") / f"{number}.host:2,S").write_bytes(each)
    (tmp_path / "mails" / "photo.jpg").write_bytes(b"\xff\xd8")
    for source in ("inbox.mbox", "mails", "Maildir"):
        synced = sync(tmp_path / f"copy-{source}", packet_sources.possible_packets(tmp_path / source))
        assert synced.entries == 7 and not synced.refused, source
    origins = [possible.origin for possible in packet_sources.possible_packets(box)]
    assert origins == ["inbox.mbox, mail 1 ([isles] Turn 1)", "inbox.mbox, mail 2 ([isles] Turn 2)"]
    with pytest.raises(packet_sources.NotThere):
        list(packet_sources.possible_packets(tmp_path / "nothing"))


def test_a_mail_forwarded_as_an_attachment_is_opened(played: Desk, tmp_path: Path) -> None:
    outer = EmailMessage()
    outer["Subject"] = "Fwd"
    outer.set_content("see below")
    inner = EmailMessage()
    inner["Subject"] = "inner"
    inner.set_content("x")
    inner.add_attachment(piece(played, 0, 3), maintype="application", subtype="gzip", filename="renamed.bin")
    outer.add_attachment(inner)
    packets = packet_sources.opened("fwd", outer.as_bytes())
    assert take(tmp_path / "copy", *(packet.content for packet in packets)).entries == 4


def test_what_only_looks_like_a_packet_is_no_part_of_one(played: Desk) -> None:
    names = [("isles-entries-0-3.jsonl.gz", piece(played, 0, 3)), ("settings.json", b'{"n": 1}'),
             ("notes.jsonl", b"hello"), ("later.jsonl", b'{"n": 4}')]
    contents = [[each.content for each in packet_sources.opened("mail", mail("x", *given_))] for given_ in names]
    assert contents == [[names[0][1]], [], [], [names[3][1]]]
    assert [each.content for each in packet_sources.opened("logbook", book(played.folder))] == [book(played.folder)]


def test_what_is_too_large_is_told_and_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch, packet_sources, LARGEST=2 * 2**20)
    for size, count in ((2 * 2**20, 0), (2 * 2**20 + 1, 1)):
        (tmp_path / "huge.jsonl").write_bytes(b"\0" * size)
        packets = list(packet_sources.possible_packets(tmp_path / "huge.jsonl"))
        assert [(each.content, "larger than 2 MB" in each.fault) for each in packets] == [(b"", True)] * count


def test_of_a_long_name_a_file_bears_the_beginning(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "long", campaign=f"{'x' * 39} and {'y' * 36}")
    assert packet.file_name(desk.open(), 3) == f"{'x' * 39}-entries-3-0.jsonl"


@pytest.mark.parametrize("raw", [
    b"Content-Type: multipart/mixed; boundary=a\n\n" + b"--a\n" * 5000,
    b"Subject: x\n\n" + b"\n" * 500_000,
    b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (number, number) for number in range(900)),
    b"Content-Type: \xff\xfe; boundary=\x00\nContent-Transfer-Encoding: base64\n\n{\"packet\":{",
    b"Subject: \x00\x1b[31m\nContent-Transfer-Encoding: uuencode\nContent-Type: a/b; name*0*=x'y'%zz\n\nbegin 6"])
def test_hostile_mails_are_passed_over(raw: bytes) -> None:
    assert not any(each.content for each in packet_sources.opened("mail", raw))
