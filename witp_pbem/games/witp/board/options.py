"""What the players have agreed on; data/scenarios.json says what each option means and how it is recommended."""

from __future__ import annotations

from typing import Any

from witp_pbem.games.witp.board.state import Position


def agreed(position: Position, name: str) -> Any:
    """The value of an option in this campaign; what was not agreed on is as recommended."""
    return position.options.get(name, position.data.options[name]["default"])
