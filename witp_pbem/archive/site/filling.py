"""The frame of every page of the site, and how pages lead to each other."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from witp_pbem.report import html
from witp_pbem.report.html import kind
from witp_pbem.report.templates import render
from witp_pbem.table.language import LANGUAGES, language, say
from witp_pbem.table.tuples import NamedTuple

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
        "kind": kind, "number": lambda rule: rule, "anchor": lambda rule: "", "side_class": lambda side: "side-0",
        "whole": html.whole, "linked": html.whole, "fingerprint": html.fingerprint, "battlefield": lambda block: None,
        **values})

