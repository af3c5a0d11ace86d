"""Section 3.3 and chapter 13: the position a scenario starts from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from witp_pbem.games.common.options import read_all
from witp_pbem.games.witp.board.data import Data
from witp_pbem.games.witp.board.state import ARRIVING, BIDS, MAP, REMOVED, RESERVE, SIDES, Position, Unit
from witp_pbem.table.problem import Problem, invalid

NATIONS = {"JP": "japan", "US": "us", "UK": "uk", "CN": "china"}
PLAYABLE = ("standard", "short", "s1943", "delayed_us")
LAST_TURN = "last_turn"  # of a shortened game, agreed on by the players


def open_position(data: Data, scenario: str, options: Mapping[str, str]) -> Position | tuple[Problem, ...]:
    """The opening position of the scenario agreed on, or what is wrong with the choice (witp 1.0.c, 3.3.a).

    The standard game and every other of 1941 begin on turn 1 (witp 3.3.h, 13.1.a), the scenario of 1943 on turn 6
    (witp 13.3.a) with the logistics bases of its set-up. In scenario 13.4 America is neutral at first (witp 13.4.a,
    reconstructed).
    """
    problems: list[Problem] = []
    last_turn: int | Problem | None = None
    if scenario not in PLAYABLE:
        code = "scenario-not-playable" if scenario in data.scenarios else "unknown-scenario"
        problems.append(invalid(code, scenario=scenario, scenarios=list(PLAYABLE)))
    elif isinstance(last_turn := agreed_turn(data, scenario, options.get(LAST_TURN)), Problem):
        problems.append(last_turn)
    chosen, wrong = read_all(data.options, {name: text for name, text in options.items() if name != LAST_TURN})
    problems += wrong
    if chosen.get("optional_bases") and data.scenarios.get(scenario, {}).get("first_turn", 1) > 1:
        problems.append(invalid("option-for-turn-1", option="optional_bases", scenario=scenario))
    if problems or isinstance(last_turn, Problem):
        return tuple(problems)
    if last_turn:
        chosen[LAST_TURN] = last_turn
    record = data.scenarios[scenario]
    bases = {side: tuple(sorted(record["setup"]["bases"][side])) for side in SIDES}
    if chosen.get("optional_bases"):
        bases["allies"] = optional_bases(data, scenario)
    step = BIDS if is_agreed(data, scenario) else "setup"
    return Position(data, scenario, record["first_turn"], step, starting_units(data, scenario), bases,
                    options={key: chosen[key] for key in sorted(chosen)},
                    america="neutral" if record.get("special_rules") else "")


def optional_bases(data: Data, scenario: str) -> tuple[str, ...]:
    """The Allied logistics bases set up before turn 1 by the optional rule (witp 6.6.2-opt.a, R-106); only the British
    ones where America is neutral (13.4 allied_bases, reconstructed)."""
    hexes: list[str] = sorted(data.options["optional_bases"]["hexes"])
    neutral = bool(data.scenarios[scenario].get("special_rules"))
    return tuple(number for number in hexes if not neutral or data.map[number].owner == "uk")


def is_agreed(data: Data, scenario: str) -> bool:
    """Whether the players of a scenario agree on its last turn and bid for the sides: the shortened game."""
    return not isinstance(data.scenarios[scenario].get("last_turn"), int)


def agreed_turn(data: Data, scenario: str, text: str | None) -> int | Problem | None:
    """The last turn the players have agreed on, None where there is nothing to agree on, or what is wrong with it."""
    turns = [number for number in data.turns if number >= data.scenarios[scenario]["first_turn"]]
    first, last = min(turns), max(turns)
    if not is_agreed(data, scenario):
        return None if text is None else invalid("last-turn-fixed", scenario=scenario, last=last)
    if text is None:
        return invalid("last-turn-missing", first=first, last=last)
    if not text.isdecimal() or int(text) not in turns:
        return invalid("bad-last-turn", value=text, first=first, last=last)
    return int(text)


def starting_units(data: Data, scenario: str) -> dict[str, Unit]:
    """Every counter where a scenario has it at the start, by its id."""
    record = data.scenarios[scenario]
    if record["setup"]["units"] == "setup":
        return {entry["id"]: set_up(entry) for entry in data.units}
    return {entry["id"]: set_up_later(entry, record["setup"]["units"], record["first_turn"]) for entry in data.units}


def set_up_later(entry: Mapping[str, Any], listed: str, first_turn: int) -> Unit:
    """A counter where a later scenario has it: by the set-up list (witp 3.3.c, reconstructed), else as it is printed if
    it arrives on the first turn or later (witp 3.3.e, 13.3.a); what the list calls eliminated, or arrives earlier, is
    out of the game.

    Args:
        listed: the field of the counter list that holds the set-up, "s1943".
    """
    unit = Unit(entry["id"], NATIONS[entry["id"][:2]], entry["type"], REMOVED, "")
    place = entry.get(listed)
    if place == RESERVE:
        return unit._replace(status=RESERVE)
    if place and place != "eliminated":
        return unit._replace(status=MAP, hex=place, full=entry.get(f"{listed}_state", "full") == "full")
    if not place and entry.get("arrival", 0) >= first_turn:
        return unit._replace(status=ARRIVING, arrival=entry["arrival"])
    return unit


def set_up(entry: Mapping[str, Any]) -> Unit:
    """A counter where it starts in a scenario of 1941: in its printed set-up hex (witp 3.3.b), on the turn track
    (witp 3.3.d), or in reserve (witp 3.3.i)."""
    nation = NATIONS[entry["id"][:2]]
    if entry.get("setup"):
        return Unit(entry["id"], nation, entry["type"], MAP, entry["setup"])
    if entry.get("arrival"):
        return Unit(entry["id"], nation, entry["type"], ARRIVING, "", arrival=entry["arrival"])
    return Unit(entry["id"], nation, entry["type"], RESERVE, "")
