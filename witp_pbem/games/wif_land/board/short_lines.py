"""Units in short lines: `2413: GE ARM 8-5, GE INF 5-3 (disorganised)`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from witp_pbem.games.wif_land.board.state import Unit


def units(line: str, sides: Mapping[str, Sequence[str]]) -> Iterator[Unit]:
    """The units of a line, which has been checked."""
    raise NotImplementedError(line)
