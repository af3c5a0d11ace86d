"""The sentences for problems that games share, in the language spoken: of units, places, scenarios and options."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping

from witp_pbem.games.common.language import say

PROBLEMS: Mapping[str, str] = say.sentences({
    # what a campaign is to begin with
    "unknown-scenario": 'There is no scenario "{scenario}". Scenarios that can be played: {scenarios}.',
    "unknown-option": 'There is no option "{option}". Options that can be chosen: {options}.',
    "bad-option-value": 'The option "{option}" cannot be "{value}"; it can be: {values}.',
    "position-sealed-cards": "In the position, cards lie face down (hands: {sealed:list}; decks: {decks:list}), and "
                             "what was sealed in one campaign cannot be opened in another. Write the names of the "
                             'cards in hand, such as "{example}", into "hands", and write "decks": {{}}. The deck is '
                             "then made anew of the cards that are neither used up nor in a hand.",
    "position-unknown-card": 'In the position, "{card}" is no card.',
    "position-card-twice": "In the position, the card {card} lies in two places.",
    # how much an order may name
    "too-many-places": "One order names more than {limit} places.",
    "too-many-names": "One order names more than {limit} groups of units.",
    # units
    "units-without-type": "{count} of what? Name the type of unit: {types:kind}.",
    "no-units": "Nought units is no order; name at least one.",
    "unknown-unit": "There is no unit {unit} in this game.",
    "not-your-unit": "{unit:unit} is not one of your units.",
    "not-there": "{unit:unit} is not at {place:place}, or not free.",
    "unit-named-twice": "{unit:unit} is named twice in this order.",
    "too-few-units": 'Only {found} such units can be had at {place:place}: "{wanted:kind}".',
    "too-few-units 1": 'Only {found} such unit can be had at {place:place}: "{wanted:kind}".',
    "too-few-units 0": 'No such unit can be had at {place:place}: "{wanted:kind}".',
    "name-units-by-id": "Here units have to be named one by one, or with a side and a place.",
    "which-nation": '"{wanted}" at {place:place} can mean units of different nations ({nations:nation}); name the '
                    "nation.",
    "which-type": '"{wanted}" at {place:place} can mean units of different types ({kinds:kind}); name the type.',
})


def problems(own: Mapping[str, str]) -> Mapping[str, str]:
    """The sentences of a game's catalogue: its own, which go first, and those that games share."""
    return ChainMap(own, PROBLEMS)  # type: ignore[arg-type]  # only read
