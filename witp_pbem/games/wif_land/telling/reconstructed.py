"""What is said wherever a value of ours, not of the printed game, is met."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from witp_pbem.games.common.data import RECONSTRUCTED, sources
from witp_pbem.games.wif_land.board.data import TABLES, Data
from witp_pbem.games.wif_land.board.state import Position
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.games.wif_land.words.wording import word
from witp_pbem.table.language import parts


def remarks(position: Position) -> Iterator[str]:
    """What of the game that is played is ours."""
    if groups := tuple(_groups(position.data)):
        yield say("Reconstructed, not the printed game: {groups}.", groups=parts(groups))
    if position.option("option_43") == "yes":
        yield say("Option 43 is read so: both sides throw a die, and the sum is read on tables for two dice (ruling "
                  "W-36).")
    if position.supply_sources:
        yield say("Lines of supply are traced by a rule of ours (ruling W-10).")


def _groups(data: Data) -> Iterator[str]:
    if cells := cells_of_ours(data):
        total = sum(len(rows) * len(data.combat.columns) for rows in data.combat.cells.values())
        ours = sum(cells.values())
        yield (say("all {total} cells of the combat tables", total=total) if ours == total else
               say("{number} of the {total} cells of the combat tables", number=ours, total=total))
    if entries := entries_of_ours(data):
        yield say.plural(entries, "{n} entry of terrain, hexsides, weather, stacking and zones of control",
                         "{n} entries of terrain, hexsides, weather, stacking and zones of control")


@lru_cache(maxsize=8)
def cells_of_ours(data: Data) -> Mapping[str, int]:
    """How many cells of each combat table are ours, of the tables of which any are."""
    tables: Mapping[str, Any] = data.records["combat_tables"]["tables"]
    counts = {name: sum(_cells(row) for row in tables[name].values()) for name in TABLES}
    return {name: count for name, count in counts.items() if count}


def _cells(row: Mapping[str, Any]) -> int:
    """How many cells of a row are ours: all of them, or those whose own source says so."""
    ours = [source for source in sources(row) if source.text.startswith(RECONSTRUCTED)]
    return len(row) - ("source" in row) if any(not source.field for source in ours) else len(ours)


@lru_cache(maxsize=8)
def entries_of_ours(data: Data) -> int:
    """How many entries of terrain, hexsides, weather and the like are ours."""
    return sum(source.text.startswith(RECONSTRUCTED) for source in sources(data.records["terrain"]))


def of_the_tables(position: Position) -> str:
    """That combat tables are ours, "" where none is."""
    ours = position.data.combat.reconstructed if position.option("option_43") != "yes" else ()
    if len(ours) == len(TABLES):
        return say("both tables reconstructed")
    return say("{table} reconstructed", table=word("table-name", ours[0])) if ours else ""


def of_a_table(table: str) -> str:
    """That a result is read from a table of ours."""
    return say("This result is read from a reconstructed {table}, not the printed game’s.", table=word("table", table))
