"""Section 3.3 and chapter 13: the position a scenario starts from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from witp_pbem.games.witp.data import Data
from witp_pbem.games.witp.state import ARRIVING, MAP, RESERVE, Position, Unit
from witp_pbem.table.problem import Problem, invalid

NATIONS = {"JP": "japan", "US": "us", "UK": "uk", "CN": "china"}
PLAYABLE = ("standard",)
BOOLEANS = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False, "1": True, "0": False}
PLAYABLE_OPTIONS = ("optional_bases", "chinese_no_redeployment_turn_1", "transport_leg_between_nodes")


def open_position(data: Data, scenario: str, options: Mapping[str, str]) -> Position | tuple[Problem, ...]:
    """The opening position of a scenario (witp 3.3.b, 3.3.d, 3.3.i), or what is wrong with the choice."""
    problems: list[Problem] = []
    if scenario not in data.scenarios:
        problems.append(invalid("unknown-scenario", scenario=scenario, scenarios=list(PLAYABLE)))
    elif scenario not in PLAYABLE:
        problems.append(invalid("scenario-not-playable", scenario=scenario, scenarios=list(PLAYABLE)))
    chosen = {}
    for key, text in options.items():
        value = option_value(data, key, text)
        if isinstance(value, Problem):
            problems.append(value)
        else:
            chosen[key] = value
    if problems:
        return tuple(problems)
    bases: dict[str, tuple[str, ...]] = {"japan": (), "allies": ()}
    if chosen.get("optional_bases"):  # witp 6.6.2-opt.a, R-106
        bases["allies"] = tuple(sorted(data.options["optional_bases"]["hexes"]))
    return Position(data, scenario, data.scenarios[scenario]["first_turn"], "setup",
                    {entry["id"]: set_up(entry) for entry in data.units}, bases,
                    options={key: chosen[key] for key in sorted(chosen)})


def set_up(entry: Mapping[str, Any]) -> Unit:
    """A counter where it starts: set up on the map, on the turn track, or in reserve."""
    nation = NATIONS[entry["id"][:2]]
    if entry.get("setup"):
        return Unit(entry["id"], nation, entry["type"], MAP, entry["setup"])
    if entry.get("arrival"):
        return Unit(entry["id"], nation, entry["type"], ARRIVING, "", arrival=entry["arrival"])
    return Unit(entry["id"], nation, entry["type"], RESERVE, "")


def option_value(data: Data, key: str, text: str) -> Any:
    """The value of an option as written, or the problem with it."""
    if key not in data.options:
        return invalid("unknown-option", option=key, options=list(PLAYABLE_OPTIONS))
    if key not in PLAYABLE_OPTIONS:
        return invalid("option-not-playable", option=key, options=list(PLAYABLE_OPTIONS))
    values = data.options[key].get("values")
    if values:
        if text.isdigit() and int(text) in values:
            return int(text)
        return invalid("bad-option-value", option=key, value=text, values=[str(value) for value in values])
    if text.casefold() not in BOOLEANS:
        return invalid("bad-option-value", option=key, value=text, values=["yes", "no"])
    return BOOLEANS[text.casefold()]
