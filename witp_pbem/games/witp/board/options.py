"""What is agreed on before play: the optional rules, and readings of the rules that can be had either way.

`DEFAULTS` is how the rulings recommend to play; data/scenarios.json says what each option means.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from witp_pbem.games.witp.board.data import Data
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import word
from witp_pbem.table.language import listing
from witp_pbem.table.problem import Problem, invalid

Value = bool | int | str

DEFAULTS: Mapping[str, Value] = {
    "optional_bases": False,
    "sudden_death": False,
    "house_rule_a": False,
    "chinese_no_redeployment_turn_1": False,
    "transport_leg_between_nodes": 3,
    "rp_cards_count_for_initiative": False,
    "lone_air_delays_landing": True,
    "support_optional": True,
    "winner_hits_basis": "absorbed",
    "six_hits_cv_without_air": False,
    "redeploy_cv_and_n_are_one_type": True,
    "cn_redeploy_on_turn_1": True,
    "sudden_death_counts": "ports",
}
BOOLEANS = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False, "1": True, "0": False}


def agreed(position: Position, name: str) -> Any:
    """The value of an option in this campaign; what was not agreed on is as recommended."""
    return position.options.get(name, DEFAULTS[name])


def option_value(data: Data, name: str, text: str) -> Value | Problem:
    """The value of an option as written, or the problem with it."""
    if name not in DEFAULTS or name not in data.options:
        return invalid("unknown-option", option=name, options=list(DEFAULTS))
    values: list[Value] = data.options[name].get("values", [])
    if not values:
        if text.casefold() in BOOLEANS:
            return BOOLEANS[text.casefold()]
        return invalid("bad-option-value", option=name, value=text, values=["yes", "no"])
    for value in values:
        if text.casefold() == str(value):
            return value
    return invalid("bad-option-value", option=name, value=text, values=[str(value) for value in values])


def listed(data: Data) -> list[tuple[str, str]]:
    """The options with the values they can have, the usual one first."""
    found = []
    for name, default in DEFAULTS.items():
        if name in data.options:
            values = [str(value) for value in data.options[name].get("values", [])] or ["yes", "no"]
            usual = ("yes" if default else "no") if isinstance(default, bool) else str(default)
            others = [value for value in values if value != usual]
            found.append((name, say("{usual} (usual) or {others}.", usual=usual, others=listing(others))))
    return found


def differing(options: Mapping[str, Any]) -> dict[str, Value]:
    """The options of a campaign, as founded or as in its position, that are not as recommended."""
    found = {}
    for name, value in options.items():
        default = DEFAULTS.get(name)
        read = BOOLEANS.get(str(value).casefold(), value) if isinstance(default, bool) else value
        if str(read).casefold() != str(default).casefold():
            found[name] = read
    return found


def in_words(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The options that are not as recommended, in words."""
    return tuple(_option(key, value) for key, value in differing(options).items())


def _option(key: str, value: Any) -> str:
    """An option by its name, with its value unless that is a plain yes."""
    if value is True:
        return word("option", key)
    return say("{option}: {value}", option=word("option", key), value=say("no") if value is False else value)
