"""Colours on a terminal. Pipes and files get none: click takes them out where nobody looks at a terminal."""

from __future__ import annotations

import os

import click


def wanted() -> bool | None:
    """Whether the environment asks for colours (FORCE_COLOR, CLICOLOR_FORCE) or for none (NO_COLOR, which goes first;
    a terminal without them); None where it leaves that to the terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return False if os.environ.get("TERM") == "dumb" or os.environ.get("CLICOLOR") == "0" else None


def title(text: str) -> str:
    """What a line is about."""
    return click.style(text, bold=True)


def alarm(text: str) -> str:
    """What is wrong."""
    return click.style(text, fg="red", bold=True)


def quiet(text: str) -> str:
    """What most readers pass over."""
    return click.style(text, dim=True)
