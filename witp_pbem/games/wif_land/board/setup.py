"""The position a campaign starts from: one of the positions people wrote, on the map it names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.games.common import options
from witp_pbem.games.wif_land.board import counters
from witp_pbem.games.wif_land.board.data import Data
from witp_pbem.games.wif_land.board.map import both
from witp_pbem.games.wif_land.board.state import ENEMY, EVERYWHERE, Position, Unit
from witp_pbem.table.language import JAPANESE, language
from witp_pbem.table.problem import Problem, invalid

NUMBERED = "option_{number}"  # how an option named by its number in a position is called


def open_position(data: Data, scenario: str, chosen: Mapping[str, str]) -> Position | tuple[Problem, ...]:
    """The position before the first impulse, or what is wrong with the scenario or the options chosen."""
    values, problems = options.read_all(data.options, chosen)
    if scenario not in data.positions:
        problems = [invalid("unknown-scenario", scenario=scenario, scenarios=list(data.positions)), *problems]
    if problems:
        return tuple(problems)
    record = data.positions[scenario]
    return placed(data, scenario, record).but(options={**_options(record), **values})


def title(data: Data, scenario: str) -> str:
    """What a position is called in the language spoken; its id where it is none of the data."""
    english, japanese = both(data.positions.get(scenario, {}).get("name", scenario))
    return japanese if language() == JAPANESE else english


def placed(data: Data, scenario: str, record: Mapping[str, Any]) -> Position:
    """The position a record describes (docs/maps-and-positions.md), which has been checked."""
    turn, phasing = record["turn"], record["phasing"]
    weather, lines = turn.get("weather", "fair"), record.get("supply_lines", {})
    action = record.get("action", {})
    war_map = data.maps[record["map"]]
    return Position(
        data=data, scenario=scenario, map_id=record["map"], date=turn.get("name", ""), year=turn.get("year", 0),
        impulses=tuple(record.get("impulses", (phasing, ENEMY[phasing]))),
        powers={side: tuple(powers) for side, powers in record["sides"].items()},
        weather=dict(weather) if isinstance(weather, dict) else {EVERYWHERE: weather},
        control=_control(war_map.hexes, record.get("control", {})), action=action.get("type", ""),
        limits={limit: amount for limit, amount in action.items() if limit != "type"},
        units={unit.id: unit for unit in _units(record["units"], record["sides"])},
        factories={hex: printed.factories for hex, printed in war_map.hexes.items() if printed.factories},
        supply_sources={side: tuple(hexes) for side, hexes in lines.get("sources", {}).items()},
        supply_reach=lines.get("reach", 0), supply_rail=lines.get("rail", False))


def _options(record: Mapping[str, Any]) -> dict[str, Any]:
    """The options a position names: by their numbers, or by name with a value."""
    chosen = record.get("options", ())
    if isinstance(chosen, Mapping):
        return dict(chosen)
    return {NUMBERED.format(number=name) if isinstance(name, int) or str(name).isdigit() else str(name): "yes"
            for name in chosen}


def _control(hexes: Sequence[str] | Mapping[str, Any], control: Mapping[str, Any]) -> dict[str, str]:
    """Who controls each hex; the side with `rest` all that are not named."""
    rest = next((side for side, named in control.items() if named == "rest"), "")
    named = {hex: side for side, own in control.items() if own != "rest" for hex in own}
    return {hex: named.get(hex, rest) for hex in hexes if named.get(hex, rest)}


def _units(entries: Sequence[Any], sides: Mapping[str, Sequence[str]]) -> Iterator[Unit]:
    """The counters a position lists, in its order."""
    for entry in entries:
        yield from counters.units_of(entry, sides)
