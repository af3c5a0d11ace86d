"""What an order should say where it says something else, or nothing: the ends of "… was expected"."""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.witp.words.language import say

_TEXTS = say.vocabularies({"wanted": (
    'a condition, such as "Japan targets Manila", "the enemy has passed" or "we control Truk",',
    '"used"',
    '"first"',
    'what this side does: "targets", "controls", "builds", "has" or "passes"',
    "the number of a turn",
    'units, such as "2 naval"',
    "units, such as 1 air",
    '"battle at" and a place',
    "a closing bracket ]",
    "a card, such as 1942-05",
    '"from" and the place where units start',
    '"to" and a place',
    '"because" and the reason in quotation marks',
    "the reason in quotation marks",
    "a number of ports and airfields, such as 27",
    "what the comma announces",
    "units, such as 2 naval",
    '"from" and a place',
    "Japan or Allies",
    "a number of resource points",
    '"for" and a side',
    "impulse",
    "the order in quotation marks",
    "spend, gain, decide, resign, base, no base, put, strike, reduce or restore",
    "a place",
    "at and a place",
)})
WANTED: Mapping[str, str] = _TEXTS["wanted"]
