"""Journals of ACTS, the service that holds cards, throws dice and keeps a log for players who are far from each other.

A journal is a page or a mail of the service that somebody saved: entries with who drew, played, rolled or wrote what,
and when. Nothing is fixed about how it looks, so that it is read like any page or text; it is known by the service's
name.
"""

from __future__ import annotations

import re

_NAME = re.compile(r"\bacts\.warhorsesim\.com|\bwarhorse ?sim(?:ulations)?\b|\bautomated card tracking system\b", re.I)


def is_journal(source: str) -> bool:
    """Whether a text, or a page with its marks, names the service."""
    return _NAME.search(source) is not None
