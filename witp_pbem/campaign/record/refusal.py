"""Refusals: sentences the user gets instead of a result."""

from __future__ import annotations

from typing import ClassVar

FILES, USAGE = 1, 2


class Refusal(Exception):  # noqa: N818 - a fact about files or wishes, not an error of the program
    """A sentence for the user. `exit_code` says whether files are at fault (1) or what was typed (2)."""

    exit_code: ClassVar[int] = FILES
