"""Mails in files: each is given once, private ones are left alone, and nothing is ever lost or changed."""

from __future__ import annotations

import io
import mailbox as standard
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.cli.program import contents
from tests.stand_ins import instead, small
from witp_pbem.exchange.mailbox import arrival, files
from witp_pbem.exchange.mailbox.arrival import Unreachable
from witp_pbem.exchange.mailbox.sources import Source, arrivals
from witp_pbem.exchange.verdicts import IGNORED, LATER, RECORDED

OURS, PRIVATE = b"Subject: [isles] orders\r\n", b"Subject: dinner\r\n"


def is_ours(head: bytes) -> bool:
    return b"[isles]" in head


def mail(number: int, subject: bytes = OURS, body: bytes = b"pass") -> bytes:
    return (subject + b"From: ken@example.org\nMessage-ID: <%d@example.org>\n\n%s\n" % (number, body)).replace(
        b"\r\n", b"\n")


@pytest.fixture
def office(tmp_path: Path) -> Path:
    return tmp_path / "office"


def looked(source: Source, office: Path, verdict: str = RECORDED, *, filtered: bool = False,
           most: int | None = None) -> list[bytes]:
    """The mails a source gives, each dealt with as it comes; `most`: no more than so many are asked for."""
    mails = []
    with arrivals(source, office, is_ours if filtered else None) as given:
        for each in given:
            mails.append(each.raw)
            each.done(verdict)
            if len(mails) == most:
                break
    return mails


def maildir(folder: Path, mails: list[bytes]) -> standard.Maildir:
    made = standard.Maildir(folder, create=True)
    for number, raw in enumerate(mails):
        (folder / "new" / f"{1700000000 + number}.M{number}.host").write_bytes(raw)
    return made


def mbox(path: Path, mails: list[bytes]) -> None:
    """Adds mails as Python's own mbox does."""
    made = standard.mbox(path)
    for raw in mails:
        made.add(raw)
    made.close()


def eml(folder: Path, mails: list[bytes]) -> None:
    folder.mkdir(exist_ok=True)
    for raw in mails:
        (folder / f"{len(list(folder.iterdir())):04}.eml").write_bytes(raw)


def fill(kind: str, path: Path, mails: list[bytes]) -> None:
    """Puts mails into a mailbox of a kind."""
    if kind == "maildir":
        count = len(list(path.rglob("*host*"))) if path.exists() else 0
        standard.Maildir(path, create=True)
        for number, raw in enumerate(mails, count):
            (path / "new" / f"{1700000000 + number}.M{number}.host").write_bytes(raw)
    else:
        {"mbox": mbox, "eml": eml}[kind](path, mails)


KINDS = ("maildir", "mbox", "eml")


@pytest.mark.parametrize("kind", KINDS)
def test_each_mail_is_given_once_and_new_ones_later(kind: str, tmp_path: Path, office: Path) -> None:
    box, mails = tmp_path / "box", [mail(number) for number in range(5)]
    fill(kind, box, mails[:3])
    assert looked(box, office) == mails[:3]
    assert looked(box, office) == []
    fill(kind, box, mails[3:])
    assert looked(box, office) == mails[3:]
    assert looked(box, office) == []
    arrival.forget(office)
    assert sorted(looked(box, office)) == mails


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_not_done_with_is_given_again(kind: str, tmp_path: Path, office: Path) -> None:
    box, mails = tmp_path / "box", [mail(number) for number in range(5)]
    fill(kind, box, mails)
    with arrivals(box, office) as given, pytest.raises(KeyboardInterrupt):
        for number, each in enumerate(given):
            if number == 2:
                raise KeyboardInterrupt
            each.done(RECORDED)
    assert looked(box, office, LATER) == mails[2:]
    assert looked(box, office) == mails[2:]
    assert looked(box, office) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_mail_may_be_done_with_after_all_have_been_given(kind: str, tmp_path: Path, office: Path) -> None:
    box, mails = tmp_path / "box", [mail(number) for number in range(4)]
    fill(kind, box, mails)
    with arrivals(box, office) as given:
        every = list(given)
        for each in reversed(every):
            if each.raw != mails[1]:
                each.done(RECORDED)
    left = looked(box, office)
    assert mails[1] in left and mails[0] not in left
    assert left == ([mails[1]] if kind != "mbox" else mails[1:])  # of a file it is known how far it was read


@pytest.mark.parametrize("kind", ["maildir", "mbox"])
def test_private_mails_are_not_read_and_stay_as_they_are(kind: str, tmp_path: Path, office: Path) -> None:
    box = tmp_path / "box"
    fill(kind, box, [mail(number, PRIVATE, b"x" * 50_000) for number in range(30)])
    before = contents(tmp_path)
    assert looked(box, office, filtered=True) == []
    assert {name: data for name, data in contents(tmp_path).items() if not name.startswith("office")} == before
    fill(kind, box, [mail(31)])
    assert looked(box, office, IGNORED, filtered=True) == [mail(31)]
    after = contents(tmp_path)
    if kind == "maildir":
        assert len([name for name in after if "box/new" in name]) == 31  # ignored: not even marked as seen
    assert looked(box, office, filtered=True) == []


def test_in_a_maildir_a_mail_is_marked_as_seen_once_it_was_dealt_with(tmp_path: Path, office: Path) -> None:
    box = tmp_path / "box"
    fill("maildir", box, [mail(0), mail(1)])
    (box / "new" / "1700000001.M1.host").rename(box / "cur" / "1700000001.M1.host:2,F")
    assert looked(box, office) == [mail(0), mail(1)]
    assert sorted(path.name for path in (box / "cur").iterdir()) == [
        "1700000000.M0.host:2,S", "1700000001.M1.host:2,FS"]
    assert list((box / "new").iterdir()) == []
    (box / "cur" / "1700000000.M0.host:2,S").rename(box / "cur" / "1700000000.M0.host:2,RS")
    assert looked(box, office) == []


def test_a_mail_that_a_mail_program_moves_meanwhile_is_not_lost(tmp_path: Path, office: Path) -> None:
    box = tmp_path / "box"
    fill("maildir", box, [mail(0), mail(1)])
    with arrivals(box, office) as given:
        next(given).done(RECORDED)
        (box / "new" / "1700000001.M1.host").rename(box / "cur" / "1700000001.M1.host:2,S")
        assert list(given) == []
    assert looked(box, office) == [mail(1)]


def test_an_mbox_file_is_only_read(tmp_path: Path, office: Path) -> None:
    path = tmp_path / "mail.mbox"
    mbox(path, [mail(0), mail(1)])
    path.chmod(0o400)
    before = path.read_bytes(), path.stat().st_mtime_ns
    assert looked(path, office) == [mail(0), mail(1)]
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["mail.mbox", "office"]


def test_a_last_mail_that_was_not_all_there_is_given_again_whole(tmp_path: Path, office: Path) -> None:
    path = tmp_path / "mail.mbox"
    mbox(path, [mail(0), mail(1, body=b"target Manila\n  from Singapore: 1 naval\npass")])
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    assert looked(path, office)[0] == mail(0)
    path.write_bytes(whole)
    assert looked(path, office) == [mail(1, body=b"target Manila\n  from Singapore: 1 naval\npass")]
    assert looked(path, office) == []


def test_an_mbox_file_that_was_packed_is_read_from_the_beginning(tmp_path: Path, office: Path) -> None:
    path = tmp_path / "mail.mbox"
    mbox(path, [mail(0), mail(1), mail(2)])
    assert len(looked(path, office)) == 3
    path.unlink()
    mbox(path, [mail(0), mail(2), mail(3), mail(4)])
    assert looked(path, office) == [mail(0), mail(2), mail(3), mail(4)]


@settings(max_examples=25)
@given(bodies=some.lists(some.lists(some.sampled_from(
    [b"", b"From here to eternity", b">From Singapore: 1 naval", b"from Manila", b"pass", b"From a 10:00 1942 b"]),
    max_size=6), max_size=5))
def test_an_mbox_file_gives_what_was_put_into_it(bodies: list[list[bytes]],
                                                 tmp_path_factory: pytest.TempPathFactory) -> None:
    """As other programs read it: lines From are quoted by > in front, and the quoting is undone."""
    folder = tmp_path_factory.mktemp("mbox")
    mails = [mail(number, body=b"\n".join(lines)) for number, lines in enumerate(bodies)]
    path = folder / "mail.mbox"
    path.touch()
    mbox(path, [b"\n".join(b">" + line if line.startswith(b">From ") else line for line in raw.split(b"\n"))
                for raw in mails])
    read_back = looked(path, folder / "office") if mails else []
    assert read_back == mails


def test_what_is_too_large_is_not_read(tmp_path: Path, office: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch, arrival, LARGEST=10_000)
    large = mail(1, body=b"x\n" * 50_000)
    for kind in KINDS:
        box = tmp_path / kind
        fill(kind, box, [mail(0), large, mail(2)])
        with arrivals(box, office) as given:
            mails = [(each.raw, each.is_cut) for each in given]
        assert mails == [(mail(0), False), (large[:large.index(b"\n\n") + 2], True), (mail(2), False)]
    stream = io.BytesIO(large)
    with arrivals(stream, office) as given:
        (only,) = given
    assert only.is_cut and only.raw == large[:large.index(b"\n\n") + 2] and stream.read() == b""


def test_memory_does_not_grow_with_the_mailbox(tmp_path: Path, office: Path) -> None:
    import tracemalloc

    path = tmp_path / "mail.mbox"
    with path.open("wb") as file:
        for number in range(300):
            file.write(b"From x Thu Jan  1 00:00:00 1942\n" + mail(number, PRIVATE, (b"z" * 999 + b"\n") * 105)
                       + b"\n")
    assert path.stat().st_size > 30_000_000
    tracemalloc.start()
    assert looked(path, office, filtered=True) == []
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3_000_000


def test_one_mail_by_a_pipe_or_a_file(tmp_path: Path, office: Path) -> None:
    path = tmp_path / "orders.eml"
    path.write_bytes(mail(0))
    assert looked(path, office) == looked(path, office) == [mail(0)]
    assert looked(io.BytesIO(mail(1)), office) == [mail(1)]
    assert looked(io.BytesIO(b"From ken@example.org Thu Jan  1 00:00:00 1942\n" + mail(1)), office) == [mail(1)]
    assert looked(io.BytesIO(b""), office) == []


def test_what_cannot_be_read_is_told_and_the_rest_is_given(tmp_path: Path, office: Path) -> None:
    with pytest.raises(Unreachable, match="nowhere"), arrivals(tmp_path / "nowhere", office):
        pass
    box = tmp_path / "box"
    fill("eml", box, [mail(0), mail(1), mail(2)])
    real = Path.open

    def refusing(self: Path, *arguments: str, **more: str) -> object:
        if self.name == "0001.eml":
            raise PermissionError(13, os.strerror(13), str(self))
        return real(self, *arguments, **more)

    mails = []
    with pytest.raises(Unreachable, match="0001.eml"), arrivals(box, office) as given, instead(Path, open=refusing):
        for each in given:
            mails.append(each.raw)
            each.done(RECORDED)
    assert mails == [mail(0), mail(2)]
    assert looked(box, office) == [mail(1)]


@pytest.fixture(params=[b"", b"{", b"[]", b'{"mailbox":"x"}', b'{"names":3}'])
def spoilt(request: pytest.FixtureRequest) -> Iterator[bytes]:
    yield request.param


def test_a_spoilt_memory_only_costs_time(spoilt: bytes, tmp_path: Path, office: Path) -> None:
    for kind in KINDS:
        box = tmp_path / kind
        fill(kind, box, [mail(0)])
        assert looked(box, office) == [mail(0)]
        for path in (office / arrival.FOLDER).iterdir():
            path.write_bytes(spoilt)
        assert looked(box, office) == [mail(0)]


def test_what_is_remembered_is_written_while_a_mailbox_is_read(tmp_path: Path, office: Path,
                                                              monkeypatch: pytest.MonkeyPatch) -> None:
    """A process killed in the middle begins again near where it was."""
    small(monkeypatch, arrival, EVERY=2)
    for kind in ("maildir", "mbox"):
        box = tmp_path / kind
        fill(kind, box, [mail(number) for number in range(7)])
        written: list[int] = []
        with instead(files, remember=lambda *_, seen=written, **values: seen.append(
                len(values["names"]) if "names" in values else values["offset"])):
            looked(box, office)
        assert written == sorted(written) and len(written) >= 3
