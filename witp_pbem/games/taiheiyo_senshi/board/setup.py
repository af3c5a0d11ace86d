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
    """The position before the set-up, with the markers in December 1941 and on 0 and in the ports (senshi 3.3-a,
    3.3-b), or what is wrong with the scenario or the options chosen."""
    values, problems = options.read_all(data.options, chosen)
    if scenario not in SCENARIOS:
        problems = [invalid("unknown-scenario", scenario=scenario, scenarios=list(SCENARIOS)), *problems]
    if problems:
        return tuple(problems)
    ports = {point: data.map[point].owner for point in data.map.ports}
    return Position(data=data, scenario=scenario, options=values, ports=ports, held=dict(sorted(ports.items())),
                    units={printed.id: _unit(data, printed) for printed in data.units.values()})


def _unit(data: Data, printed: Printed) -> Unit:
    """A unit at the start: on the map where its letter says (senshi 2.2.5-a, 3.1-a); beside it if it comes later
    (senshi 3.2-e), and the Japanese strike force until turn 0 ends (senshi 3.2-a; C-44)."""
    nation = printed.nation
    if printed.enters:
        return Unit(printed.id, nation, printed.kind, COMING, turn=printed.enters)
    place = data.codes[ALLIES].get(printed.code, "") if printed.side != JAPAN else ""
    return Unit(printed.id, nation, printed.kind, MAP if place else COMING, place)
