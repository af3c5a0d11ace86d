"""Text that was wrapped so that it can be put together again (`format=flowed`, RFC 3676)."""

from __future__ import annotations

from witp_pbem.exchange.reading.lines import SIGNATURE
from witp_pbem.exchange.reading.vocabulary import is_ordered
from witp_pbem.table.columns import width

LEAST = 66  # columns: no mail program wraps lines earlier


def joined(text: str, delete_blank: bool) -> str:
    """A flowed text with its paragraphs in one line each, quotation signs in front.

    A blank at the end of a line says that the next one belongs to it, but some programs leave blanks that say nothing.
    Behind a comment the next line is believed to belong to it only if it would not have fitted and is no order: an
    order must not become part of a comment.

    Args:
        delete_blank: the blank at the end of a line was put there (`DelSp=yes`).
    """
    pieces: list[str] = []
    flows, comments, before, last = False, False, 0, 0  # of the line before: goes on, has a comment, depth, columns
    for line in text.split("\n"):
        content = line.lstrip(">")
        depth = len(line) - len(content)
        content = content.removeprefix(" ")
        ends = content == SIGNATURE
        follows = flows and depth == before and not ends and not (
            comments and (content.startswith("#") or _would_fit(last, content) or is_ordered(content[:200])))
        flows, before, last = content.endswith(" ") and not ends, depth, width(line[:200])
        comments = "#" in content or (comments and follows)
        if not follows:
            pieces.append(("\n" if pieces else "") + ">" * depth + (" " if depth else ""))
        pieces.append(content[:-1] if flows and delete_blank else content)
    return "".join(pieces)


def _would_fit(columns: int, line: str) -> bool:
    """Whether the first word of a line would have had its place on the line before."""
    return columns + 1 + width(line[:40].partition(" ")[0]) <= LEAST
