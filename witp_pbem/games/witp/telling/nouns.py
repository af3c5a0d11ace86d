"""How the things of the game are named in a sentence: sides, places, units, cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from witp_pbem.games.common.nouns import forces, grouped
from witp_pbem.games.witp.board import names
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import ENDINGS, REASONS, word, words
from witp_pbem.table.language import listing

KINDS_IN_WORDS = words["kind"]


def the_side(side: str) -> str:
    """A side within a sentence: "the Allies"."""
    return word("side", side)


def The_side(side: str) -> str:  # noqa: N802 - a capital letter is what it makes
    """A side at the beginning of a sentence: "The Allies"."""
    return word("Side", side)


def when(position: Position) -> str:
    """The turn in words: "Turn 4, autumn 1942"."""
    space = position.data.turn(position.turn)
    return say("Turn {turn}, {season} {year}", turn=position.turn, season=word("season", space["season"]),
               year=space["year"])


def side_name(side: str) -> str:
    """A side as it stands alone: "Japan", "Allies", "Referee"."""
    return word("side-name", side)


def ending(outcome: Mapping[str, Any]) -> str:
    """How the game ended, in a sentence."""
    return say("The game is over. {side} won: {why}.", side=The_side(outcome["winner"]),
               why=ENDINGS.get(outcome["reason"], outcome["reason"]))


def place(position: Position, number: str) -> str:
    """A hex as people write it: "Manila (0606)"."""
    hexagon = position.data.map.hexes.get(number)
    return names.place(hexagon) if hexagon else number


def places(position: Position, numbers: Iterable[str]) -> str:
    """Hexes in a list."""
    return listing(place(position, number) for number in numbers)


def way(position: Position, numbers: Sequence[str]) -> str:
    """Hexes one after another: "Saigon (0507) – Manila (0606)"."""
    return " – ".join(place(position, number) for number in numbers)


def reason(code: str) -> str:
    """Why a thing happened, in words."""
    return REASONS.get(code, code)


def points(number: int) -> str:
    """Resource points."""
    return say("{number} RP", number=number)


def deck(name: str) -> str:
    """A deck in words: the opening hands are dealt from decks called "1942-opening", "1942-opening-2"."""
    year, opening, again = (*name.split("-"), "", "")[:3]
    if not opening:
        return say("{year} deck", year=year)
    if again:
        return say("pile of opening cards of {year} (deal {number})", year=year, number=again)
    return say("pile of opening cards of {year}", year=year)


# -- units ---------------------------------------------------------------------------------------------------


def units(position: Position, ids: Iterable[str]) -> str:
    """Units by type with their ids: "2 carrier (JP-CV-1, [JP-CV-2]), 1 naval (JP-N-1)"."""
    return grouped((position.units[key] for key in ids), KINDS_IN_WORDS)


def forces_at(position: Position, side: str, number: str) -> str:
    """The units of a side in a hex, "" for none."""
    return forces(position.of(side, number), KINDS_IN_WORDS)


def standing(unit: str, position: Position) -> str:
    """Where and how a counter stands."""
    counter = position.units[unit]
    if not counter.hex:
        return say("{unit}: {status}.", unit=unit, status=word("status", counter.status))
    where = place(position, counter.hex)
    if counter.aboard:
        where = say("{place}, aboard {ship}", place=where, ship=counter.aboard)
    if counter.full:
        return say("{unit}: at full strength, {place}.", unit=unit, place=where)
    return say("{unit}: reduced, {place}.", unit=unit, place=where)


# -- cards ---------------------------------------------------------------------------------------------------


def card(position: Position, key: str) -> str:
    """A card by number and name: "1942-10 Doolittle Raid"."""
    return names.card(key, position.data.cards[key]) if key in position.data.cards else key
