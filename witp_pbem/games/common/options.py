"""What is agreed on before play: optional rules, and readings of the rules that can be had either way.

A game's data list them by name: {"default": the usual value, "values": all it can have, "text": what it means}. An
option without "values" is yes or no.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from witp_pbem.games.common.language import say
from witp_pbem.table.game import Offer
from witp_pbem.table.language import labelled, listing
from witp_pbem.table.problem import Problem, invalid

Value: TypeAlias = bool | int | str
Options: TypeAlias = Mapping[str, Mapping[str, Any]]

YES_OR_NO = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False, "1": True, "0": False}


def read(options: Options, name: str, text: str) -> Value | Problem:
    """The value of an option as people write it, or what is wrong with it."""
    if name not in options:
        return invalid("unknown-option", option=name, options=list(options))
    values: Mapping[str, Value] = {_written(value).casefold(): value for value in _values(options[name])}
    if isinstance(options[name]["default"], bool):
        values = YES_OR_NO
    value = values.get(text.casefold())
    if value is None:
        return invalid("bad-option-value", option=name, value=text, values=list(map(_written, _values(options[name]))))
    return value


def read_all(options: Options, chosen: Mapping[str, str]) -> tuple[dict[str, Value], list[Problem]]:
    """The values of what somebody has chosen, by name, and everything that is wrong with the choice."""
    values: dict[str, Value] = {}
    problems: list[Problem] = []
    for name, text in chosen.items():
        value = read(options, name, text)
        if isinstance(value, Problem):
            problems.append(value)
        else:
            values[name] = value
    return values, problems


def offers(options: Options, translate: Callable[[str], str]) -> list[Offer]:
    """The options with the values they can have, the usual one first, and what they mean.

    Args:
        translate: puts their texts into the language spoken.
    """
    return [Offer(name, say("{usual} (usual) or {others}. {text}", usual=_written(option["default"]), others=listing(
        _written(value) for value in _values(option) if value != option["default"]), text=translate(option["text"])))
        for name, option in options.items()]


def differing(options: Options, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """What of a campaign's choices, as it was created with or as in its position, is not as usual."""
    values: dict[str, Any] = {}
    for name, value in chosen.items():
        usual = options.get(name, {}).get("default")
        if isinstance(usual, bool):
            value = YES_OR_NO.get(str(value).casefold(), value)
        if str(value).casefold() != str(usual).casefold():
            values[name] = value
    return values


def in_words(options: Options, chosen: Mapping[str, Any], words: Mapping[str, str]) -> tuple[str, ...]:
    """The choices that are not as usual, in words: an option's name, with its value unless that is a plain yes.

    Args:
        words: what the options are called.
    """
    return tuple(words.get(name, name) if value is True or value == "yes" else
                 labelled(words.get(name, name), say("no") if value is False or value == "no" else str(value))
                 for name, value in differing(options, chosen).items())


def _values(option: Mapping[str, Any]) -> list[Value]:
    return option.get("values") or [True, False]


def _written(value: Value) -> str:
    """A value as it is typed."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
