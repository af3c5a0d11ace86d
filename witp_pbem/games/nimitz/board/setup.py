"""The position a campaign starts from (nimitz 3.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from witp_pbem.games.common import options
from witp_pbem.games.nimitz.board.data import YEARS, Data
from witp_pbem.games.nimitz.board.state import BATTALION, JAPAN, OUT, REINFORCEMENTS, SIDES, Position, Unit
from witp_pbem.table.problem import Problem, invalid

LINKED = "linked"
SCENARIOS = (*map(str, YEARS), LINKED)


def years_of(scenario: str) -> tuple[int, ...]:
    """The campaigns of a scenario."""
    return YEARS if scenario == LINKED else (int(scenario),)


def open_position(data: Data, scenario: str, chosen: Mapping[str, str]) -> Position | tuple[Problem, ...]:
    """The position before the set-up, or what is wrong with the scenario or the options chosen."""
    values, problems = options.read_all(data.options, chosen)
    if scenario not in SCENARIOS:
        problems = [invalid("unknown-scenario", scenario=scenario, scenarios=list(SCENARIOS)), *problems]
    if problems:
        return tuple(problems)
    return Position(data=data, scenario=scenario, year=years_of(scenario)[0], options=values)


def begin_campaign(position: Position, year: int) -> Position:
    """The position with the units of a year where its sheet puts them, all at full strength (nimitz 2.5.2.a, 3.0.a);
    nothing of the year before is left."""
    return position.but(year=year, turn=0, units={unit.id: unit for unit in _units(position.data, year)}, supply=0,
                        reinforcement=0, resupply=0, scouts={}, lone=(), objectives=(), fought=(), battle=None)


def _units(data: Data, year: int) -> Iterator[Unit]:
    campaign = data.campaigns[year]
    for printed in campaign.units.values():
        yield Unit(printed.id, printed.nation, printed.kind, campaign.start[printed.id])
    for side in SIDES:
        yield from _battalions(side, campaign.battalions.get(side, {}))


def _battalions(side: str, places: Mapping[str, int]) -> Iterator[Unit]:
    """The battalions of the sheet; Japanese ones that are not placed go to the battalion box (nimitz 2.8.4.a,
    3.3.b)."""
    number = 0
    for place, count in places.items():
        for _ in range(count):
            number += 1
            at = OUT if side == JAPAN and place == REINFORCEMENTS else place
            yield Unit(f"{'jp' if side == JAPAN else 'us'}_battalion_{number}", side, BATTALION, at)
