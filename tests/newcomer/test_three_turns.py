"""Three turns as somebody plays who has never seen the program: every mistake they make, and the answer it gets.

`three_turns.md` is the protocol, to be read from top to bottom. Blocks that begin with a file's name are written into
that file; in those called `console` each line that begins with `$` is typed into the installed program, and what it
answers stands below (of a long answer its beginning, as `head` shows it). UPDATE_GOLDEN=1 writes the answers anew: read
them aloud before they are kept.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from tests.cli.program import run

PROTOCOL = Path(__file__).with_name("three_turns.md")
BLOCK = re.compile(r"^```(?P<name>\S+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
MISTAKE = re.compile(r"^### (\d+)\. ", re.MULTILINE)
MISTAKES = 40


def masked(answer: str) -> str:
    """An answer without receipts, which another release of the program makes otherwise."""
    return re.sub(r"receipt [0-9a-f]{32}…", "receipt …", re.sub(r"\b[0-9a-f]{16,}\b", "<digits>", answer))


def typed_again(text: str, folder: Path) -> Iterator[str]:
    """A block of the console, each command with the answer it gets now."""
    for line in text.splitlines():
        if line.startswith("$ "):
            command, _, lines = line.partition(" | head -")
            ran = run(*shlex.split(command)[2:], cwd=folder)
            answer = masked(ran.out + ran.err).splitlines()
            yield line
            yield from answer[:int(lines)] if lines else answer
            yield from [f"(exit code {ran.code})"] if ran.code else []


def played(protocol: str, folder: Path) -> str:
    """The protocol as it would be written today."""
    folder.joinpath("home").mkdir()

    def again(block: re.Match[str]) -> str:
        name, text = block["name"], block["text"]
        if name == "console":
            text = "".join(f"{line}\n" for line in typed_again(text, folder))
        else:
            folder.joinpath(name).write_text(text, "utf-8")
        return f"```{name}\n{text}```"

    return BLOCK.sub(again, protocol)


def test_every_mistake_gets_the_answer_that_was_read_aloud(tmp_path: Path) -> None:
    before = PROTOCOL.read_text("utf-8")
    now = played(before, tmp_path)
    if os.environ.get("UPDATE_GOLDEN"):
        PROTOCOL.write_text(now, "utf-8")
    assert now == before, "read it aloud, then run with UPDATE_GOLDEN=1"


def test_the_mistakes_are_numbered_and_there_are_forty_or_more() -> None:
    numbers = [int(number) for number in MISTAKE.findall(PROTOCOL.read_text("utf-8"))]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= MISTAKES
