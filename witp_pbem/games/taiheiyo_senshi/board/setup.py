"""The position a campaign starts from (senshi 3.0): what has a fixed place on the map, everything else beside it."""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.common import options
from witp_pbem.games.taiheiyo_senshi.board.data import Data, Printed
from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, COMING, JAPAN, MAP, Position, Unit
from witp_pbem.table.problem import Problem, invalid

STANDARD = "standard"
SCENARIOS = (STANDARD,)


def open_position(data: Data, scenario: str, chosen: Mapping[str, str]) -> Position | tuple[Problem, ...]:
    """The position before the set-up, or what is wrong with the scenario or the options chosen. The Japanese strike
    force is beside the map until turn 0 ends (C-44)."""
    values, problems = options.read_all(data.options, chosen)
    if scenario not in SCENARIOS:
        problems = [invalid("unknown-scenario", scenario=scenario, scenarios=list(SCENARIOS)), *problems]
    if problems:
        return tuple(problems)
    ports = {point: data.map[point].owner for point in data.map.ports}
    return Position(data=data, scenario=scenario, options=values, ports=ports, held=dict(sorted(ports.items())),
                    units={printed.id: _unit(data, printed) for printed in data.units.values()})


def _unit(data: Data, printed: Printed) -> Unit:
    nation = printed.nation
    if printed.enters:
        return Unit(printed.id, nation, printed.kind, COMING, turn=printed.enters)
    place = data.codes[ALLIES].get(printed.code, "") if printed.side != JAPAN else ""
    return Unit(printed.id, nation, printed.kind, MAP if place else COMING, place)
