"""What is wrong with an owner's data of the Atoll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from witp_pbem.games.common import validation
from witp_pbem.games.common.validation import hex_id, list_of, off_map, one_of, table, table_of, whole
from witp_pbem.table.problem import Problem

FILES = {
    "map": table({"hexes": table_of(table({"name": (str, ""), "value": (whole(0), 0), "home": (str, ""),
                                                "aliases": (list_of(str), [])}), hex_id())}),
    "units": table({"units": list_of(table({"id": str, "side": one_of("blue", "orange"),
                                            "kind": one_of("ship", "troop"), "at": str}), 1)}),
}


def data_problems(records: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Everything that is wrong with data records."""
    files = validation.read_files(FILES, records)
    if isinstance(files, list):
        return validation.problems(files)
    places = [unit.at for unit in files["units"].units if unit.at]
    return validation.problems(off_map(places, list(files["map"].hexes), "units", "units"))
