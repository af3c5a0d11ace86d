"""Everything a thief of bytes and a cheating keeper can do to a logbook, and what `verify` says to it.

`python -m tests.tamper [FOLDER]` does all of it to a campaign of War in the Pacific (some minutes), and prints figures;
`python -m tests.tamper --files [COUNT] [SEED]` spoils all files of campaigns of every game (`tests.tamper_files`).
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from witp_pbem.campaign.proof import chain
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.written_form import filled
from witp_pbem.table.canonical import parse

Entries = list[dict[str, Any]]
EVERY = 97  # each so many positions all 255 changes of a byte are tried
SMALL = Path(chain.__file__).parents[2] / "verifiers" / "verify.py"


class Forged(NamedTuple):
    """A changed logbook: what was done to it, the number of the entry that does not hold (None if any), its bytes."""

    what: str
    entry: int | None
    content: bytes


# -- bytes ----------------------------------------------------------------------------------------------------


def other_bytes(content: bytes, place: int, every: int = EVERY) -> Iterator[int]:
    """The values a byte is changed to: its lowest bit and a blank or a line end turned over; of some bytes, all."""
    byte = content[place]
    if place % every == 0:
        yield from (value for value in range(256) if value != byte)
    else:
        yield byte ^ 1
        yield next(value for value in b" \n" if value not in (byte, byte ^ 1))


def flip_bytes(content: bytes, every: int = EVERY, step: int = 1) -> Counter[str]:
    """Changes every byte and looks whether the chain names the entry it stands in.

    Only the line of the byte is read again: those before it are as they were.
    """
    figures: Counter[str] = Counter()
    start, previous = 0, logbook.BEGINNING
    lines = content.split(b"\n")[:-1]
    for number, line in enumerate(lines):
        for offset in range(-start % step, len(line) + 1, step):
            for value in other_bytes(content, start + offset, every):
                figures["bytes changed"] += 1
                figures["bytes caught"] += is_caught(lines, number, offset, value, previous)
            figures["places"] += 1
        start += len(line) + 1
        previous = logbook.line_hash(line, parse(line), previous)
    return figures


def is_caught(lines: list[bytes], number: int, offset: int, value: int, previous: str) -> bool:
    """Whether a byte of a line (or its line end) changed to a value is found, in just this entry."""
    following = lines[number + 1] if number + 1 < len(lines) else b""
    changed = bytearray(lines[number] + b"\n" + following)
    changed[offset] = value
    piece = bytes(changed).split(b"\n")[0]
    fault = chain._link_fault(piece, number, previous)
    return isinstance(fault, chain.Finding) and fault.entry == number


def flipped(content: bytes, chance: random.Random, count: int) -> Iterator[Forged]:
    """Whole logbooks with one byte changed, at random places."""
    for _ in range(count):
        place = chance.randrange(len(content))
        value = chance.choice([each for each in range(256) if each != content[place]])
        yield Forged(f"byte {place} is {value}", content[:place].count(b"\n"),
                     content[:place] + bytes([value]) + content[place + 1:])


# -- entries --------------------------------------------------------------------------------------------------


def rearranged(content: bytes, chance: random.Random, orders: int = 50) -> Iterator[Forged]:
    """Logbooks with an entry deleted, doubled, swapped with the next, or with many in another order."""
    lines = content.splitlines(keepends=True)
    for number, line in enumerate(lines):
        before, behind = lines[:number], lines[number + 1:]
        if behind:
            yield Forged("entry deleted", number, b"".join(before + behind))
            yield Forged("neighbours swapped", number, b"".join([*before, behind[0], line, *behind[1:]]))
        yield Forged("entry doubled", number + 1, b"".join([*before, line, line, *behind]))
    for _ in range(orders):
        order = list(range(len(lines)))
        first, last = sorted(chance.sample(order, 2))
        part = order[first:last + 1]
        while part == order[first:last + 1]:
            chance.shuffle(part)
        order[first:last + 1] = part
        wrong = next(place for place, number in enumerate(order) if place != number)
        yield Forged("entries in another order", wrong, b"".join(lines[number] for number in order))


def cut_off(content: bytes) -> Iterator[Forged]:
    """Logbooks that end too early; only the last head shows it."""
    lines = content.splitlines(keepends=True)
    for count in range(1, len(lines)):
        yield Forged("end cut off", None, b"".join(lines[:count]))


# -- a cheating keeper ----------------------------------------------------------------------------------------


def written(entries: Entries, first: int = 0) -> bytes:
    """Entries as a logbook, with every hash from entry `first` on made to fit."""
    previous = entries[first - 1]["hash"] if first else logbook.BEGINNING
    for number in range(first, len(entries)):
        entries[number]["n"] = number
        entries[number]["hash"] = previous = logbook.entry_hash(entries[number], previous)
    return b"".join(logbook.line(entry) for entry in entries)


def read(content: bytes) -> Entries:
    """The entries of a logbook, with their whole hashes and their empty fields."""
    records = [json.loads(line) for line in content.splitlines()]
    previous = logbook.BEGINNING
    for record, line in zip(records, content.splitlines(), strict=True):
        record["hash"] = previous = logbook.line_hash(line, record, previous)
    return [filled(record) for record in records]


def loaded_dice(content: bytes, faces: Callable[[int], list[int]] = lambda die: [die % 6 + 1]) -> Iterator[Forged]:
    """Every die changed, to each of the faces a function gives."""
    for entry in read(content):
        for number, act in enumerate(entry.get("acts", ())):
            for place in range(len(act["dice"]) if "roll" in act else 0):
                for face in faces(act["dice"][place]):
                    entries = read(content)
                    entries[entry["n"]]["acts"][number]["dice"][place] = face
                    yield Forged("die changed", entry["n"], written(entries, entry["n"]))


def lies(content: bytes) -> Iterator[Forged]:
    """Whatever else a keeper could change: orders, cards and what was said of them, luck words, links, submissions."""
    entries = read(content)
    yield from _first(content, "order as understood", lambda entry: _change(
        entry.get("acts", ()), lambda act: act.get("answer") and act.get("source"), "answer"))
    yield from _first(content, "answer about a card", lambda entry: _change(
        entry.get("acts", ()), lambda act: "test" in act, "answer", lambda answer: not answer))
    yield from _first(content, "order opened", lambda entry: _change(
        entry.get("opened", ()), lambda item: "index" in item, "content", lambda slip: slip | {"text": "pass on"}))
    cards = sorted({item["card"] for entry in entries for item in entry.get("opened", ()) if "card" in item})
    if len(cards) > 1:
        yield from _first(content, "card", lambda entry: _change(
            entry.get("opened", ()), lambda item: "card" in item, "card",
            lambda card: next(other for other in cards if other != card)))
    yield from _first(content, "luck word sent", lambda entry: _change([entry], lambda each: each.get("luck"), "luck"))
    yield from _first(content, "luck word counted", lambda entry: _change(
        [entry], lambda each: each["type"] == "closed" and each["words"], "words", lambda words: ["?", *words[1:]]))
    yield from _first(content, "link", lambda entry: _change(
        [entry], lambda each: each["type"] == "sitting" and each["link"], "link", lambda link: link[::-1]))
    yield from _swapped(content)


def _change(items: Any, fits: Callable[[Any], Any], key: str, change: Callable[[Any], Any] = lambda text: f"{text}!",
            ) -> bool:
    """Changes a value of the first item that fits; whether there was one."""
    for item in items:
        if fits(item):
            item[key] = change(item[key])
            return True
    return False


def _first(content: bytes, what: str, change: Callable[[dict[str, Any]], bool], most: int = 3) -> Iterator[Forged]:
    """The lie told in the first entries where it can be told."""
    count = 0
    for number in range(len(entries := read(content))):
        if change(entries[number]):
            yield Forged(f"{what} changed", number, written(entries, number))
            entries, count = read(content), count + 1
        if count == most:
            return


def _swapped(content: bytes) -> Iterator[Forged]:
    """What is behind the seals of two submissions of different sides exchanged, where an order of one is opened."""
    entries = read(content)
    opened = {item["entry"] for entry in entries for item in entry.get("opened", ()) if "index" in item}
    sent = [entry for entry in entries if entry["type"] == "submission" and entry["n"] in opened]
    for one, other in zip(sent, sent[1:], strict=False):
        if one["side"] != other["side"]:
            one["seal"], other["seal"] = other["seal"], one["seal"]
            yield Forged("submissions swapped", one["n"], written(entries, one["n"]))
            return


# -- the witnesses --------------------------------------------------------------------------------------------


def by_chain(content: bytes) -> int | None:
    """The first entry whose chain does not hold, -1 if the file does not, None if all do."""
    _, findings = chain.read(content)
    if not findings:
        return None
    return -1 if findings[0].entry is None else findings[0].entry


def by_verify(folder: Path, content: bytes, *heads: str) -> list[str]:
    """The codes `verify` finds in a campaign's folder with another logbook."""
    (folder / logbook.FILE).write_bytes(content)
    return [finding.code for finding in verify(folder, *heads).findings]


def by_program(folder: Path, content: bytes, *arguments: str) -> int:
    """The exit code of the installed program."""
    (folder / logbook.FILE).write_bytes(content)
    command = [sys.executable, "-m", "witp_pbem", "verify", str(folder), *arguments]
    return subprocess.run(command, capture_output=True, check=False).returncode


def by_small(folder: Path, content: bytes, *arguments: str) -> int:
    """The exit code of the small verifier that is shipped."""
    (folder / logbook.FILE).write_bytes(content)
    command = [sys.executable, str(SMALL), str(folder / logbook.FILE), *arguments]
    return subprocess.run(command, capture_output=True, check=False).returncode


# -- the long run ---------------------------------------------------------------------------------------------


def tamper(folder: Path) -> Counter[str]:
    """Everything, on a copy of a campaign; how much was tried and how much of it was caught."""
    content = (folder / logbook.FILE).read_bytes()
    head = read(content)[-1]["hash"]
    assert by_verify(folder, content, head) == [], "the campaign does not hold to begin with"
    assert by_small(folder, content, head) == 0
    chance = random.Random("tamper")
    figures = flip_bytes(content)

    def note(what: str, caught: object) -> None:
        figures[f"{what}: tried"] += 1
        figures[f"{what}: caught"] += bool(caught)

    for forged in flipped(content, chance, 40):
        note("byte changed, whole verify", by_verify(folder, forged.content))
    for forged in flipped(content, chance, 10):
        note("byte changed, installed program", by_program(folder, forged.content) == 1)
        note("byte changed, small verifier", by_small(folder, forged.content) == 1)
    for forged in rearranged(content, chance):
        note(forged.what, by_chain(forged.content) == forged.entry)
    for number, forged in enumerate(cut_off(content)):
        hashes = {entry["hash"] for entry in chain.read(forged.content)[0]}
        whole = number % 50 == 0
        note(forged.what, by_verify(folder, forged.content, head) if whole else head not in hashes)
    for forged in loaded_dice(content):
        note("die changed, no head", "dice-differ" in by_verify(folder, forged.content))
        note("die changed, with the head", by_small(folder, forged.content, head) == 1)
    for forged in loaded_dice(content, lambda die: [face for face in range(1, 7) if face != die]):
        note("die changed to every face, small verifier", by_small(folder, forged.content) == 1)
    for forged in lies(content):
        note(forged.what, by_verify(folder, forged.content))
    return figures


def main() -> int:
    if sys.argv[1:2] == ["--files"]:
        from tests import tamper_files

        return tamper_files.main(*map(int, sys.argv[2:4]))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "tampered"
        if sys.argv[1:]:
            shutil.copytree(sys.argv[1], folder)
        else:
            from tests.campaigns import play

            play(folder, 7, last_turn=2)
        print(f"{len(read((folder / logbook.FILE).read_bytes()))} entries, "
              f"{(folder / logbook.FILE).stat().st_size} bytes")
        figures = tamper(folder)
    for what, count in figures.items():
        print(f"{count:9} {what}")
    missed = figures["bytes changed"] - figures["bytes caught"] + sum(
        count - figures[what.replace("tried", "caught")] for what, count in figures.items() if what.endswith("tried"))
    print(f"{missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
