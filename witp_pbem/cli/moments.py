"""Moments and durations as they are typed, and the option --now."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeVar

import click

from witp_pbem.exchange import times
from witp_pbem.table.language import say

Command = TypeVar("Command", bound=Callable[..., Any])


def moment(text: str | datetime) -> datetime:
    """A moment as typed, with its zone.

    Raises:
        click.BadParameter: it is none.
    """
    time = times.moment(text) if isinstance(text, str) else text
    if time is None:
        raise click.BadParameter(no_moment(str(text)))
    return time


def span(text: str | timedelta) -> timedelta:
    """How long something takes, as typed.

    Raises:
        click.BadParameter: it takes no time.
    """
    length = times.duration(text) if isinstance(text, str) else text
    if not length:
        raise click.BadParameter(no_span(str(text)))
    return length


def no_moment(text: str) -> str:
    """The sentence about a text that is no point in time."""
    return say('"{text}" is not a point in time; write one like 2026-11-30T20:00Z.', text=text)


def no_span(text: str) -> str:
    """The sentence about a text that is no length of time."""
    return say('"{text}" is not a length of time; write one like 5m, 2h or 3d.', text=text)


def acting_at(command: Command) -> Command:
    """Gives a command the option --now, and hands it that moment, or the present one, as `now`."""
    return click.option("--now", type=moment, metavar="TIME", default=times.now,
                        help="Act as if it were this time (such as 2026-11-30T20:00Z).")(command)
