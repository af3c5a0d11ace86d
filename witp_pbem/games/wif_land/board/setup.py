"""The position a campaign starts from: one of the positions people wrote, on the map it names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from witp_pbem.games.common import options
from witp_pbem.games.wif_land.board import counters
from witp_pbem.games.wif_land.board.counters import PUBLIC, Counter
from witp_pbem.games.wif_land.board.data import Data, packaged
from witp_pbem.games.wif_land.board.map import both
from witp_pbem.games.wif_land.board.short_lines import Reader
from witp_pbem.games.wif_land.board.state import AXIS, ENEMY, EVERYWHERE, MOMENTS, OUT, Position, Unit
from witp_pbem.table.language import JAPANESE, language
from witp_pbem.table.problem import Problem, invalid

FAIR = "fair"  # the weather where a position says nothing
NUMBERED = "option_{number}"  # how an option named by its number in a position is called
ADD_ONS = {"2": "asa_2", "3": "asa_3", "25": "mif_25"}  # unless it is one of the add-on games'
TWO_DICE = "option_43"


def open_position(data: Data, scenario: str, chosen: Mapping[str, str]) -> Position | tuple[Problem, ...]:
    """The position before the first impulse, or what is wrong with the scenario or the options chosen."""
    values, problems = options.read_all(data.options, chosen)
    if scenario not in data.positions:
        problems = [invalid("unknown-scenario", scenario=scenario, scenarios=list(data.positions)), *problems]
    if problems:
        return tuple(problems)
    record = data.positions[scenario]
    agreed = {**options_of(record), **values}
    if agreed.get(TWO_DICE) == "yes" and not data.combat.two_dice:
        return (invalid("no-two-dice"),)
    return placed(data, scenario, record).but(options=agreed)


def title(data: Data, scenario: str) -> str:
    """What a position is called in the language spoken; its id where it is none of the data."""
    english, japanese = both(data.positions.get(scenario, {}).get("name", scenario))
    return japanese if language() == JAPANESE else english


def placed(data: Data, scenario: str, record: Mapping[str, Any]) -> Position:
    """The position a record describes (docs/maps-and-positions.md), which has been checked."""
    turn, first = record.get("turn", {}), record.get("phasing", AXIS)
    weather, lines = turn.get("weather", FAIR), record.get("supply_lines", {})
    action, limits = record.get("action", {}), record.get("limits", {})
    war_map = data.maps[record["map"]]
    return Position(
        data=data, scenario=scenario, map_id=record["map"], date=turn.get("name", ""), year=turn.get("year", 0),
        impulses=tuple(record.get("impulses", (first, ENEMY[first]))),
        powers={side: tuple(powers) for side, powers in record["sides"].items()},
        weather={EVERYWHERE: FAIR, **weather} if isinstance(weather, dict) else {EVERYWHERE: weather},
        control=_control(war_map.hexes, record.get("control", {})), action=action.get("type", ""),
        limits={limit: amount for limit, amount in {**action, **limits}.items() if limit != "type"},
        units={unit.id: unit for unit in units_of(data, record)},
        factories={hex: printed.factories for hex, printed in war_map.hexes.items() if printed.factories},
        supply_sources={side: tuple(hexes) for side, hexes in lines.get("sources", {}).items()},
        supply_reach=lines.get("reach", 0), supply_rail=lines.get("rail", False))


def options_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """The options a position names: by their numbers, or by name with a value."""
    chosen = record.get("options", ())
    if isinstance(chosen, Mapping):
        return dict(chosen)
    return {option_name(name): "yes" for name in chosen}


def option_name(name: str | int) -> str:
    """The name of an option that a position names so, or by its number."""
    number = str(name)
    return ADD_ONS.get(number, NUMBERED.format(number=number)) if number.isdigit() else number


def _control(hexes: Sequence[str] | Mapping[str, Any], control: Mapping[str, Any]) -> dict[str, str]:
    """Who controls each hex; the side with `rest` all that are not named."""
    rest = next((side for side, named in control.items() if named == "rest"), "")
    named = {hex: side for side, own in control.items() if own != "rest" for hex in own}
    return {hex: named.get(hex, rest) for hex in hexes if named.get(hex, rest)}


# -- units ----------------------------------------------------------------------------------------------------------


def units_of(data: Data, record: Mapping[str, Any]) -> list[Unit]:
    """The counters a position lists, in its order: each in a table of its own, or several in a short line."""
    entries, sides = record["units"], record["sides"]
    reader = Reader(sides, data.maps[record["map"]], [entry["id"] for entry in entries if not isinstance(entry, str)])
    return [unit for entry in entries
            for unit in (reader.line(entry)[0] if isinstance(entry, str) else [unit_of(entry, sides)])]


def unit_of(entry: Mapping[str, Any], sides: Mapping[str, Sequence[str]]) -> Unit:
    """A unit of a table: its counter, and what is written of it besides."""
    named = entry.get("counter")
    printed = counters.find(*named[:3], division=entry.get("division", False)) if named else None
    shows = printed or Counter(entry.get("power", ""), entry["kind"], entry.get("name", ""))
    side = entry.get("side") or next(side for side, powers in sides.items() if shows.power in powers)
    kinds = packaged().kinds
    values = {field: entry.get(field, getattr(shows, field)) for field in (
        "combat", "movement", "reorganisation", "tactical", "division", "tank_buster")}
    motorised = entry.get("motorised", shows.motorised or shows.kind in kinds and kinds[shows.kind].motorised)
    supply = entry.get("supply", {})
    return Unit(
        entry["id"], side, shows.power, shows.kind, entry.get("at", entry.get("sea_area", OUT)), shows.name, **values,
        bombardment=entry.get("bombardment", 0), motorised=motorised, full=entry.get("face", "up") == "up",
        section=entry.get("section", -1), aboard=entry.get("aboard", ""),
        unsupplied=tuple(moment for moment in MOMENTS if not supply.get(moment, True)),
        source=PUBLIC if printed else "")
