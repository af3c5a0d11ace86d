"""What is said wherever a value of ours, not of the printed game, is met."""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.games.taiheiyo_senshi.board.reconstructed import Reconstructed
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.table.language import parts


def remark(ours: Reconstructed) -> str:
    """What all of it is, "" for nothing."""
    groups = tuple(_groups(ours))
    return say("Reconstructed, not the printed game: {groups}.", groups=parts(groups)) if groups else ""


def _groups(ours: Reconstructed) -> Iterator[str]:
    if ours.cells:
        yield say("{number} of the {total} cells of the combat table", number=len(ours.cells), total=ours.all_cells)
    if ours.routes:
        yield say("{number} of the {total} routes", number=len(ours.routes), total=ours.all_routes)
    if ours.lengths:
        yield say("the lengths of {number} more", number=len(ours.lengths))
    if ours.titles:
        yield say("{number} of the {total} titles of events", number=len(ours.titles), total=ours.all_titles)


def of_the_table(ours: Reconstructed) -> str:
    """How much of the combat table is ours, "" for nothing."""
    return say("Of the combat table in force {number} of {total} cells are reconstructed, not the printed game’s.",
               number=len(ours.cells), total=ours.all_cells) if ours.cells else ""


def of_the_routes(ours: Reconstructed) -> str:
    """How many routes are ours, "" for none."""
    return say("Of the {total} routes in force {number} are reconstructed, and the lengths of {lengths} more.",
               number=len(ours.routes), total=ours.all_routes, lengths=len(ours.lengths)
               ) if ours.routes or ours.lengths else ""


def of_a_cell(ours: Reconstructed, column: str, die: int | None) -> str:
    """Whether a cell of the combat table is ours."""
    return say("This cell of the combat table is reconstructed, not the printed game’s."
               ) if die is not None and (column, die) in ours.cells else ""


def of_a_card(ours: Reconstructed, card: str) -> str:
    """Whether it is ours that two events share a card."""
    return say("That these two events share a card is reconstructed.") if card in ours.pairs else ""
