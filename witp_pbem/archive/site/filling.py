"""The frame of every page of the site, and how pages lead to each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from witp_pbem.report import html
from witp_pbem.report.html import kind
from witp_pbem.report.templates import render
from witp_pbem.table.language import LANGUAGES, language, say
from witp_pbem.table.tuples import NamedTuple

LARGEST = 100_000  # bytes of a page
ROOMS = (88_000, 80_000, 70_000, 55_000, 35_000, 20_000, 10_000)  # bytes of what one may hold, tried in turn
FIRST = "en"  # whose tree is the site's own folder; those of the others lie in it


class Link(NamedTuple):
    """Where something is to be had: in words, and as an address."""

    text: str
    to: str


def tree(of: str) -> str:
    """The folder of a language in the site, "" or "ja/"."""
    return "" if of == FIRST else f"{of}/"


def beside(path: str) -> str:
    """The address of a page from another in a folder of the same tree."""
    return f"../{path}"


def above(path: str) -> str:
    """The address of a file of the whole site from a page in a folder of the tree of the language spoken."""
    return f"../{'' if language() == FIRST else '../'}{path}"


def page(template: str, path: str, title: str, values: Mapping[str, Any]) -> str:
    """A page of the site.

    Args:
        path: where it lies in the tree of the language spoken.
    """
    depth = len(PurePosixPath(path).parts) - 1
    root = "../" * depth
    site = root + ("" if language() == FIRST else "../")
    pages = [Link(say("Campaigns"), f"{root}index.html"), Link(say("Players"), f"{root}players.html"),
             Link(say("Statistics"), f"{root}statistics.html")]
    return render(f"archive/{template}", None, None, {
        "title": title, "root": root, "site": site, "pages": pages,
        "languages": [(other, name, f"{site}{tree(other)}{path}") for other, name in LANGUAGES.items()],
        "scrolls": True, "kind": kind, "number": lambda rule: rule, "anchor": lambda rule: "",
        "side_class": lambda side: "side-0", "whole": html.whole, "linked": html.whole,
        "fingerprint": html.fingerprint, "battlefield": lambda block: None, **values})


def pages(template: str, path: str, title: str, values: Mapping[str, Any], name: str, items: Sequence[Any]) -> list[
        tuple[str, str]]:
    """The pages of a list, as many as it takes for each to be small, by where they lie in the tree of the language
    spoken. (Each leads to the first one in the other languages, in which there may be fewer.)

    Args:
        path: of the first.
        name: what the template calls the list.
    """
    def filled(room: int) -> list[tuple[str, str]]:
        parts = _divided(items, room)
        paths = [numbered(path, number) for number in range(1, len(parts) + 1)]
        return [(own, page(template, path, title, {
            **values, name: part, "page_number": number, "addresses": [PurePosixPath(each).name for each in paths]}))
            for number, (own, part) in enumerate(zip(paths, parts, strict=True), 1)]

    return paginated(filled)


def paginated(filled: Callable[[int], list[tuple[str, str]]]) -> list[tuple[str, str]]:
    """Pages by where they lie, none too large if that can be had.

    Args:
        filled: makes them all, each with about so many bytes of what is to be shown; the frame and what goes with it
            come on top.
    """
    written: list[tuple[str, str]] = []
    for room in ROOMS:
        written = filled(room)
        if all(len(text.encode()) < LARGEST for _, text in written):
            break
    return written


def numbered(path: str, number: int) -> str:
    """Where a page lies of something that goes on over several."""
    first = PurePosixPath(path)
    return path if number == 1 else str(first.with_name(f"{first.stem}-{number}{first.suffix}"))


def _divided(items: Sequence[Any], room: int) -> list[list[Any]]:
    """Items in parts of about so many bytes; of none one part."""
    parts: list[list[Any]] = [[]]
    used = 0
    for item in items:
        needed = len(str(item).encode())
        if parts[-1] and used + needed > room:
            parts.append([])
            used = 0
        parts[-1].append(item)
        used += needed
    return parts
