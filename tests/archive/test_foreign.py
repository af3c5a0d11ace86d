"""Records of other programs: what is read of them, whatever somebody made of them."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from functools import reduce
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.archive import vassal_logs
from tests.archive.vassal_logs import HIDINGS, MODULE, encoded, flat, log, obfuscated, zipped
from witp_pbem.archive import pack
from witp_pbem.archive.foreign import pages, reading, vassal
from witp_pbem.archive.foreign.unfit import UnfitDocument

LINES = ("<Ann> - Night attack at Truk, I hope", "* Akagi moves to 1024", "*** 2d6 = 7 *** <Ken>", "夜戦 だ")
PAGE = """<!DOCTYPE html><html><head><title>Journal of Isles</title><style>p {color: red}</style>
<script>alert("no")</script></head><body><h1>ACTS</h1><!-- saved from url=(0030)http://acts.warhorsesim.com/j -->
<table><tr><th>When</th><th>Who</th></tr>
<tr><td>2 May 1943</td><td>Ann draws <b>Tokyo Express</b>
&amp; 1 card</td></tr><tr><td>3 May</td><td>Ken rolls 2d6: 4&nbsp;5<br>&lt;miss&gt;</td></tr></table>
<p onclick="x()">Good <i>luck</i>!</p></body></html>"""


def text_of(content: bytes) -> str:
    return reading.read("a", content).text


@pytest.mark.parametrize("hide", HIDINGS.values(), ids=HIDINGS.keys())
def test_the_chat_of_a_log_is_read_in_its_order(hide: Callable[[bytes], bytes]) -> None:
    read = reading.read("evening.bin", log(*LINES, hide=hide))
    assert read.kind == "vassal"
    assert read.text.splitlines() == ["Carriers at Dawn 2.1", "The third evening", *LINES]


def test_a_saved_game_without_words_has_its_module_alone() -> None:
    assert text_of(zipped({"savedGame": obfuscated(b"begin_save\x1bend_save"), "moduledata": MODULE})) == \
        "Carriers at Dawn 2.1"
    assert text_of(zipped({"savedGame": b"begin_save"})) == ""


WORDS = st.text(st.sampled_from("ab\\'/\t;あ") | st.characters(exclude_characters="\x1b", exclude_categories=["Cs"]),
                max_size=12)
TREES = st.recursive(st.tuples(WORDS, st.just(())), lambda below: st.tuples(WORDS, st.lists(below, min_size=1,
                                                                                         max_size=4)), max_leaves=12)


@given(TREES)
def test_commands_are_read_as_they_were_nested(tree: vassal_logs.Tree) -> None:
    assert list(vassal.commands(encoded(tree))) == flat(tree)


@given(st.binary(max_size=400), st.integers(0, 255))
def test_what_was_obfuscated_is_restored(content: bytes, key: int) -> None:
    hidden = obfuscated(content, key)
    assert vassal.plain_commands(hidden) == content
    assert vassal.plain_commands(hidden[:5] + hidden[5:].upper()) == content


@given(st.lists(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=30), max_size=6),
       st.sampled_from([*HIDINGS.values()]))
def test_whatever_is_said_is_read(lines: list[str], hide: Callable[[bytes], bytes]) -> None:
    wanted = "\n".join(("Carriers at Dawn 2.1", "The third evening", *lines)).strip()
    assert text_of(log(*lines, hide=hide)) == wanted


@given(st.integers(0), st.binary(min_size=1, max_size=6), st.sampled_from([*HIDINGS.values()]))
def test_a_log_that_was_spoilt_is_refused_or_read(place: int, junk: bytes, hide: Callable[[bytes], bytes]) -> None:
    content = log(*LINES, hide=hide)
    at = place % len(content)
    for spoilt in (content[:at], content[:at] + junk + content[at + len(junk):], content[:at] + content[at + 1:]):
        with suppress(UnfitDocument):
            text_of(spoilt)


def test_what_was_obfuscated_takes_no_more_memory_than_a_few_copies() -> None:
    hidden = obfuscated(b"begin_save" + bytes(1_000_000))
    tracemalloc.start()
    try:
        vassal.plain_commands(hidden)
        assert tracemalloc.get_traced_memory()[1] < 3 * len(hidden)
    finally:
        tracemalloc.stop()


@given(st.binary(max_size=300), st.sampled_from([b"", b"PK\x03\x04", b"<html>", b"From: a@b\nDate: x\n", b"!VCSK"]))
def test_whatever_comes_is_refused_or_read(content: bytes, start: bytes) -> None:
    with suppress(UnfitDocument):
        assert "\0" not in text_of(start + content)


DEEP = reduce(lambda below, _: ("x", [below]), range(vassal.DEEPEST + 1), ("x", []))


@pytest.mark.parametrize(("content", "reason"), [
    (b"", "it is empty"), (b" \n\t", "it is empty"),
    (bytes(1000), "it is neither a text nor a log of VASSAL"),
    (bytes(range(256)) * 9, "it is neither a text nor a log of VASSAL"),
    (b"%PDF-1.7 \xe2", "it is a file of a word processor; save it as plain text"),
    (b"<html><script>x</script>", "there is nothing in it to read"),
    (b"a" * (reading.LARGEST + 1), "it is larger than 16 MB"),
    (b"a " * (reading.MOST // 2 + 1), "there are more than 4000000 letters in it"),
    (b"PK\x03\x04 and no more", "it was damaged, or is no ZIP archive"),
    (log(*LINES)[:-30], "it was damaged, or is no ZIP archive"),
    (log(*LINES)[:40] + b"\0" + log(*LINES)[41:], "it was damaged, or is no ZIP archive"),
    (zipped({"": b""}), "it was damaged, or is no ZIP archive"),
    (zipped({"logbook.jsonl": b"{}"}), "it is a ZIP archive, but no log or saved game of VASSAL"),
    (zipped({"savedGame": b"!VCSK"}), "savedGame in it was damaged"),
    (zipped({"savedGame": b"!VCSK6f0"}), "savedGame in it was damaged"),
    (zipped({"savedGame": b"!VCSKmore"}), "savedGame in it was damaged"),
    (zipped({"savedGame": b"\xfd7zXZ\0 damaged"}), "savedGame in it was damaged"),
    (zipped({"savedGame": b"no commands"}), "savedGame in it is no game of VASSAL"),
    (zipped({"savedGame": encoded(("begin_save", [DEEP])).encode()}), "savedGame in it is no game of VASSAL"),
    (zipped({"savedGame": b"begin_save" + b"\x1b" * 600_000}), "there are more than 500000 commands in it"),
    (b"<html>" + b"<p>x" * 600_000, "there are more than 500000 marks in it"),
    (log(*LINES, files={"../savedGame": b""}), 'the name "../savedGame" leads out of the folder'),
    (log(*LINES, files={"images": bytes(pack.LARGEST)}), "it unpacks to more than 64 MB")])
def test_what_is_nothing_to_attach_is_refused_with_the_reason(content: bytes, reason: str) -> None:
    with pytest.raises(UnfitDocument, match=f"^{re.escape(reason)}"):
        reading.read("a", content)


def test_a_module_with_a_hostile_description_is_read_without_it(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("a secret")
    bomb = b"<!DOCTYPE d [<!ENTITY a 'ha'>" + b"".join(
        b"<!ENTITY %c '&%c;&%c;&%c;'>" % (letter + 1, letter, letter, letter) for letter in range(97, 117)) + \
        f"<!ENTITY z SYSTEM 'file://{tmp_path}/secret'>]><d><name>&u;&z;</name></d>".encode()
    text = text_of(log(*LINES, files={"moduledata": bomb, "savedata": b"<d>"}))
    assert text.endswith("\n".join(LINES)) and "secret" not in text and len(text) < 200


def test_a_journal_is_read_as_it_is_seen() -> None:
    read = reading.read("journal.txt", PAGE.encode())
    assert read.kind == "acts"
    assert read.text.splitlines() == [
        "Journal of Isles", "ACTS", "When Who", "2 May 1943 Ann draws Tokyo Express & 1 card",
        "3 May Ken rolls 2d6: 4\xa05", "<miss>", "Good luck!"]


def test_a_page_as_typed_keeps_its_lines() -> None:
    assert pages.text_of("<p>a\nb</p><pre>c\nd  e</pre> f\ng") == "a b\nc\nd  e\nf g"


@pytest.mark.parametrize(("content", "text"), [
    ("Ann: Größe – 5".encode(), "Ann: Größe – 5"), ("Ann: Größe – 5".encode("cp1252"), "Ann: Größe – 5"),
    ("夜戦はトラックで".encode("cp932"), "夜戦はトラックで"), ("夜戦だ".encode("iso-2022-jp"), "夜戦だ"),
    ("a\r\nb\rc\u2028d".encode("utf-16"), "a\nb\nc\nd"), (b"\xef\xbb\xbfx", "x"),
    ('<html><meta charset="koi8-r"><p>флот'.encode("koi8-r"), "флот")])
def test_letters_are_read_in_the_set_they_were_written_in(content: bytes, text: str) -> None:
    assert text_of(content) == text


def test_a_mail_is_read_with_its_head() -> None:
    mail = (b"From: =?utf-8?q?Ann_M=C3=BCller?= <ann@example.org>\nTo: ken@example.org\nDate: Sun, 2 May 2021 12:00:00 "
            b"+0000\nSubject: Journal\nX-Other: unseen\nContent-Type: text/plain; charset=utf-8\n"
            b"Content-Transfer-Encoding: quoted-printable\n\nNight attack=2E\nWarhorse Simulations\n")
    read = reading.read("a.eml", mail)
    assert read.kind == "acts"
    assert read.text.splitlines() == [
        "From: Ann Müller <ann@example.org>", "To: ken@example.org", "Date: Sun, 2 May 2021 12:00:00 +0000",
        "Subject: Journal", "", "Night attack.", "Warhorse Simulations"]
    page = mail.replace(b"text/plain", b"text/html").replace(b"Night", b"<p>Night<script>x</script>")
    assert text_of(page).splitlines()[-2:] == ["", "Night attack. Warhorse Simulations"]
    assert text_of(b"Ann: and what is this?\nKen: a text") == "Ann: and what is this?\nKen: a text"


@pytest.mark.parametrize(("name", "shown"), [
    ("/home/ann/a.txt", "a.txt"), ("C:\\games\\b.vlog", "b.vlog"), ("a\n\x1b[1mb\u202e.txt", "a [1mb.txt"),
    ("<b>.txt", "<b>.txt"), ("x" * 300, "x" * 100), ("\x00", "document"), ("", "document")])
def test_the_name_of_a_document_is_that_of_its_file(name: str, shown: str) -> None:
    assert reading.named(name) == shown
