"""The body of a mail: the template of its kind, filled in, as parts which the text and the page lay out.

    templates/mails/KIND.j2     the words, in the reader's language; a user's own in its place
    `mail` in it                the value of the kind: names, moments and lines as texts, no object of the program
    heading("…"), listed(…) …   parts; anything else a template writes is a paragraph, or several between blank lines
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from secrets import token_hex

from witp_pbem.report.templates import render as fill
from witp_pbem.table.language import in_a_row, labelled, listing, together
from witp_pbem.table.tuples import NamedTuple

FOLDER = "mails"


class Outcome(NamedTuple):
    """The first words of a mail, which say how something turned out.

    Attributes:
        tone: "good", "bad" or "open".
    """

    text: str
    tone: str = "open"


class Heading(NamedTuple):
    """A heading.

    Attributes:
        level: 1 for a heading above others, else 2.
    """

    text: str
    level: int = 2


class Listed(NamedTuple):
    """A list: marks (a star, or the number of a line) and texts."""

    items: tuple[tuple[str, str], ...]


class Quoted(NamedTuple):
    """Words of somebody else: every line of them is marked, so that whoever quotes them orders nothing."""

    text: str


class Verbatim(NamedTuple):
    """Lines as they are.

    Attributes:
        aligned: there are two lines, the second with carets below words of the first. They are indented, and neither
            is broken.
    """

    lines: tuple[str, ...]
    aligned: bool = False


Part = str | Outcome | Heading | Listed | Quoted | Verbatim


def listed(sentences: Iterable[str], mark: str = "*") -> Listed:
    """Sentences one below the other."""
    return Listed(tuple((mark, sentence) for sentence in sentences))


# What templates make their parts with. A value of a user's template that fits no part fails while it is filled in.
MAKERS: Mapping[str, Callable[..., Part]] = {
    "outcome": lambda text, tone="open": Outcome(str(text), str(tone)),
    "heading": lambda text, level=2: Heading(str(text), 1 if level == 1 else 2),
    "paragraph": str, "quoted": lambda text: Quoted(str(text)),
    "listed": lambda sentences: listed(map(str, sentences)),
    "numbered": lambda items: Listed(tuple((str(mark), str(text)) for mark, text in items)),
    "verbatim": lambda lines: Verbatim(tuple(map(str, lines))),
    "underlined": lambda line, carets: Verbatim((str(line), str(carets)), aligned=True)}


def written(kind: str, content: object, folder: Path | None) -> list[Part]:
    """The body of a mail, in the language spoken.

    Args:
        kind: the name of its template.
        content: the kind's value.
        folder: the campaign's, which may hold templates of the user's own; None for no campaign.
    Raises:
        BadTemplate: a user's template cannot be filled in.
    """
    parts: list[Part] = []
    mark = f"\0{token_hex(8)}:"  # stands for a part, and nobody's words hold it

    def making(maker: Callable[..., Part]) -> Callable[..., str]:
        def make(*values: object, **options: object) -> str:
            parts.append(maker(*values, **options))
            return f"{mark}{len(parts) - 1}\0"
        return make

    words = fill(f"{FOLDER}/{kind}.j2", folder, None, {
        "mail": content, **{name: making(maker) for name, maker in MAKERS.items()},
        "in_a_row": in_a_row, "labelled": labelled, "listing": listing, "together": together}, autoescape=False)
    return list(_parts(words, mark, parts))


def _parts(words: str, mark: str, parts: list[Part]) -> Iterator[Part]:
    for place, text in enumerate(re.split(f"{mark}([0-9]+)\0", words)):
        if place % 2:
            yield parts[int(text)]
        else:
            yield from filter(None, (paragraph.strip() for paragraph in re.split(r"\n\s*\n", text)))
