"""What is fuzzed: readers of files that come from outside. Each takes bytes and may find problems, never raise."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.exchange.reading import orders_written
from witp_pbem.campaign.folder import games, slips
from witp_pbem.campaign.mails import limits
from witp_pbem.campaign.packets import merge, unpacking
from witp_pbem.campaign.proof import chain
from witp_pbem.campaign.record import json_lines, letter_text, logbook
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.exchange.copies import packet_sources
from witp_pbem.exchange.reading.blocks import TextBlock
from witp_pbem.report import table_talk
from witp_pbem.table import cases, sitting
from witp_pbem.table import text as orders_text
from witp_pbem.table.canonical import canonical
from witp_pbem.table.demand import Order
from witp_pbem.table.game import Game
from witp_pbem.table.problem import Problem
from witp_pbem.table.quoting import HEADER, mended
from witp_pbem.table.talk import TalkLine
from witp_pbem.table.wording import problem_sentence


@cache
def game() -> Game:
    return games.find("witp")(None)


@cache
def _scratch() -> Path:
    """A folder in memory where there is one: the reader of logbooks wants a file."""
    memory = Path("/dev/shm")
    return Path(tempfile.mkdtemp(prefix="fuzz-", dir=memory if memory.is_dir() else None))


def orders(data: bytes) -> None:
    """The orders parser: whatever is understood reads the same from its slip; every problem has a sentence."""
    text = orders_text.decode(data)
    if isinstance(text, Problem):
        assert problem_sentence(text, game().catalogue)
        return
    if letter_text.is_letter(text):
        letter(data)
        return
    parsed = orders_text.read(text, sitting.full_lexicon(game()))
    _talk(parsed.talk)
    problems = [*parsed.problems]
    for statement in parsed.statements:
        read = sitting.read_statement(game(), statement)
        if isinstance(read, tuple) and isinstance(read[0], Problem):
            problems += read  # type: ignore[arg-type]
            continue
        if parsed.problems:
            continue  # the file is refused as a whole
        again = slips.order(slips.content(statement, text), game(), (1, 0))
        assert isinstance(read, Order) and isinstance(again, Order), again
        assert _meaning(again) == _meaning(read), (text, again, read)
    for problem in problems:
        assert problem_sentence(problem, game().catalogue)


def _talk(talk: Sequence[TalkLine]) -> None:
    """What is said reads the same from its slip, and as it is shown no line of it can be taken for a header."""
    if talk:
        said = slips.talk(slips.of_talk(talk))
        assert said == tuple(line.words for line in talk)
        again = orders_text.read(slips.text(slips.of_talk(talk)), sitting.full_lexicon(game()))
        assert not again.statements and tuple(line.words for line in again.talk) == said
    for line in talk:
        shown = table_talk.shown(line.words)
        assert shown.isprintable()
        assert not any(HEADER.match(mended(shown[place.start():])) for place in re.finditer(r"(?<!\S)\S", shown))


def _meaning(order: Order) -> str:
    """What an order says, without the places its words stand at, which a slip moves."""
    return re.sub(r"Span\([^)]*\)", "Span", repr([
        (option.keyword, option.phase, option.body, [condition.phrase for condition in option.conditions],
         option.until and option.until.phrase, option.anyway) for option in order.options]))


def letter(data: bytes) -> None:
    """The reader of letters."""
    text = orders_text.decode(data)
    if isinstance(text, str):
        parsed = letter_text.read(text)
        if not isinstance(parsed, letter_text.Letter):
            assert all(problem_sentence(problem, game().catalogue) for problem in parsed)


def book(data: bytes) -> None:
    """The logbook reader, the strict one of `verify` and the forgiving one of every other command."""
    entries, findings = chain.read(data)
    assert entries or findings
    if entries:
        assert all(finding.sentence for finding in chain.form(entries)[1])
    path = _scratch() / "logbook.jsonl"
    path.write_bytes(data)
    try:
        lines = logbook.read(path)
    except Damaged as damaged:
        assert str(damaged)
        return
    if lines.records and json_lines.mend(path, lines):
        assert logbook.read(path).records == lines.records


def state(data: bytes) -> None:
    """The reader of positions: one without problems comes back the same."""
    try:
        record: Any = json.loads(data)
    except (ValueError, RecursionError):
        return
    if not isinstance(record, dict):
        return
    problems = game().check_position(record)
    if problems:
        assert all(problem_sentence(problem, game().catalogue) for problem in problems)
        return
    position = game().from_json(record)
    written = game().to_json(position)
    assert canonical(game().to_json(game().from_json(written))) == canonical(written)


def case(data: bytes) -> None:
    """The reader of case files, and setting up what they say; a case without faults is played."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return
    for each in cases.read(text, "fuzz.case"):
        cases.run(each, game())


def packets(data: bytes) -> None:
    """Whatever may be a packet, in a mail or by itself: what is read are entries with their own right hashes, each
    fits somewhere or nowhere, and those that follow one another can be looked at."""
    for candidate in packet_sources.opened("fuzz", data):
        try:
            packet = unpacking.read(candidate.origin, candidate.content)
        except unpacking.UnfitPacket as unfit:
            assert str(unfit)
            continue
        read = [(json.loads(piece.line), piece) for piece in packet.received]
        assert all(logbook.entry_hash(entry, piece.previous) == piece.hash and canonical(entry) == piece.line
                   for entry, piece in read)
        for own in ((), [piece.hash for piece in packet.received[:2]]):
            fitted = merge.merge(own, packet.received)
            assert [piece.n for piece in fitted.following] == list(
                range(len(own), len(own) + len(fitted.following)))
            assert all(first <= last for first, last in fitted.missing(len(own) + len(fitted.following)))
        if fitted := merge.merge((), packet.received).following:
            assert all(finding.sentence for finding in chain.form([json.loads(piece.line) for piece in fitted])[1])


def mail(data: bytes) -> None:
    """The reader of mails: whatever it reads is fit to be told, answered and checked."""
    received = orders_written.read(data)
    assert "unreadable" not in received.faults
    words = (received.id, received.sender, received.name, received.subject, *received.to, *received.references,
             *received.attached)
    assert all(word.isprintable() for word in words), words
    assert not re.search(r"\s", received.id + received.sender + "".join(received.references))
    assert len(received.words) <= limits.MOST_WORDS
    _fit(received.blocks)


def post(data: bytes) -> None:
    """The reader of what is pasted from a forum."""
    _fit(orders_written.read_post(data))


def _fit(blocks: Sequence[TextBlock]) -> None:
    """That blocks can be checked: what is wrong in them is for the reader of orders to say."""
    assert len(blocks) <= limits.MOST_BLOCKS
    for block in blocks:
        text = orders_text.decode(block.data)
        assert block.where and (isinstance(text, str) or text.code in ("file-too-large", "too-many-lines", "not-text"))


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "orders": orders, "letter": letter, "logbook": book, "state": state, "case": case, "packets": packets,
    "mails": mail, "posts": post}
