"""The shapes of the Lagoon's data, and what they must say of each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from witp_pbem.games.common import validation
from witp_pbem.games.common.validation import list_of, off_map, one_of, points, table, whole
from witp_pbem.table.problem import Problem

FILES = {
    "map": points({"name": str, "ja": str, "battery": whole(0)}),
    "ships": table({"ships": list_of(table({"id": str, "ja": str, "of": one_of("north", "south"), "at": str}), 1)}),
    "cards": table({"cards": list_of(table({"id": str, "ja": str, "for": one_of("raiders", "garrison", ""),
                                            "raid": whole(-9, 9)}), 1)})}


def data_problems(records: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Everything that is wrong with data a game is to be built of."""
    files = validation.read_files(FILES, records)
    if isinstance(files, list):
        return validation.problems(files)
    known = [point.id for point in files["map"].points]
    routes = [place for route in files["map"].routes for place in route.pair]
    return validation.problems([
        *off_map(routes, known, "map", "routes"),
        *(fault for ship in files["ships"].ships for fault in off_map([ship.at], known, "ships", "ships", ship.id))])
