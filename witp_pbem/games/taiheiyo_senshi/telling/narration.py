"""What happened, told in the language spoken: from events and the positions round them to the sections of a report.

Nothing is decided here. The tellers know what each event means; here what they say is put together, step by step. The
module is the game's `Narration`; what it does not have derives from the tellers (`table.narration`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from witp_pbem.games.taiheiyo_senshi.board import events as e
from witp_pbem.games.taiheiyo_senshi.board.state import Position
from witp_pbem.games.taiheiyo_senshi.board.turn import OUTLINE
from witp_pbem.games.taiheiyo_senshi.telling import battle_tellers, tellers
from witp_pbem.games.taiheiyo_senshi.telling.board_changes import board_changes
from witp_pbem.games.taiheiyo_senshi.telling.chart import chart
from witp_pbem.games.taiheiyo_senshi.telling.entries import telling
from witp_pbem.games.taiheiyo_senshi.telling.headline import highlights
from witp_pbem.games.taiheiyo_senshi.telling.nouns import ending, side_name, standing, when
from witp_pbem.games.taiheiyo_senshi.telling.query import query
from witp_pbem.games.taiheiyo_senshi.telling.summary import board, losses, reckoning
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.games.taiheiyo_senshi.words.wording import word
from witp_pbem.table.narration import Arrange
from witp_pbem.table.story import Happening, Luck, Section

__all__ = ["all_places", "all_units", "arranged", "battle_tellers", "board", "board_changes", "chart", "ending",
           "heading", "highlights", "losses", "luck", "lucks", "nothing_happened", "phase_name", "query", "reckoning",
           "rule_number", "side_name", "standing", "step_name", "tellers", "telling", "when"]

REFEREE = "referee"

nothing_happened: Mapping[str, str] = say.sentences({
    "isolation": "No unit was isolated.",
    "capture": "No port was captured.",
    "transfer": "No unit was rebased or returned.",
    "supply": "No ship was turned face-up.",
})
arranged: Mapping[str, Arrange] = {"turn 0": battle_tellers.surprises, "operations": battle_tellers.operations}


def rule_number(rule: str) -> str:
    """A rule without the name of the game: "7.5(3)-b"."""
    return say("referee’s ruling") if rule == REFEREE else rule.removeprefix("senshi ")


def phase_name(phase: str) -> str:
    """A phase, as orders are headed with it, in words."""
    return word("Phase", phase)


def step_name(step: str) -> str:
    """A step of the turn in words."""
    return word("step", step)


def heading(happening: Happening) -> tuple[str, str]:
    """The phase and the step in words an event belongs to; the turn begins with its first step."""
    step = "reinforcement" if isinstance(happening.act, e.TurnBegan) else happening.position_after.step
    return OUTLINE[step].phase or step, step_name(step)


def luck(happenings: Sequence[Happening]) -> list[Section]:
    """The luck of each side so far; what reckons it is imported only then."""
    from witp_pbem.games.taiheiyo_senshi.telling import luck as reckoned

    return reckoned.luck(happenings)


def lucks(happenings: Sequence[Happening]) -> list[Luck]:
    """The same in numbers, for statistics over campaigns."""
    from witp_pbem.games.taiheiyo_senshi.telling import luck as reckoned

    return reckoned.lucks(happenings)


def all_places(position: Position) -> Iterable[str]:
    """The points of the map."""
    return position.data.map.points


def all_units(position: Position) -> Iterable[str]:
    """The units of the game."""
    return position.units
