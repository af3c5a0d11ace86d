"""What can be looked up: rules and rulings, bonus markers, and where the data come from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from witp_pbem.games.common.reference import Entry, Reference, source_paragraphs
from witp_pbem.games.nimitz.board import names
from witp_pbem.games.nimitz.board.data import FOLDER, Data, packaged, packaged_names
from witp_pbem.games.nimitz.board.printed import JAPAN, US
from witp_pbem.games.nimitz.telling import reconstructed
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.table.language import in_a_row, listing
from witp_pbem.table.names import half_width, key

CITED = "nimitz"  # before the number of a rule
SECTIONS = {US: "10.5.us", JAPAN: "10.7.jp"}  # of the rules of bonus markers, which are numbered in their order
REMARKS = {  # on rules that speak of what is not known
    "6.1.a": reconstructed.of_the_points, "3.0.b": reconstructed.of_the_counters, "10.5.a": reconstructed.of_the_copies,
    "10.7.a": reconstructed.of_the_copies}
_MARKER, _RULING = re.compile(r"(us|jp)-?\s?(\d+)"), re.compile(r"g-?\s?(\d+)")
_BARE = {"us": SECTIONS[US], "jp": SECTIONS[JAPAN]}


class Rulebook(Reference):
    """The rules by their numbers, "9.1.k".

    A paragraph without a letter, "9.2.1", stands for all its rules, "us3" and "jp10" for those of a bonus marker, "G5"
    for a ruling.
    """

    def find(self, identifier: str) -> list[Entry]:
        name = self._plain(half_width(identifier))
        if (marker := _MARKER.fullmatch(name)):
            name = f"{_BARE[marker[1]]}{int(marker[2])}"
        elif (ruling := _RULING.fullmatch(name)):
            name = f"g-{int(ruling[1]):02d}"
        if name.startswith(tuple(SECTIONS.values())):
            return [rule for rule in self.rules if f"{rule.id}.".startswith(f"{name}.")]
        return super().find(name) or [rule for rule in self.rules if name and rule.id.startswith(f"{name}.")]


BOOK = Rulebook(CITED, FOLDER, say)


def paragraphs(data: Data, identifier: str) -> list[tuple[str, str]]:
    """What an id stands for, of a rule, a section, a ruling or a bonus marker (by its id or name): headings with their
    texts."""
    marker = _markers().get(key(identifier), "")
    if marker in data.markers:
        return [_marker(data, marker)]
    return [(title, in_a_row(filter(None, (text, _remark(data, title)))))
            for title, text in BOOK.paragraphs(identifier)]


def _remark(data: Data, title: str) -> str:
    """What of that which a rule speaks of is our own."""
    number = title.removeprefix(CITED).split()[0]
    return REMARKS[number](data.reconstructed) if number in REMARKS else ""


@cache
def rules_of_markers() -> Mapping[str, str]:
    """The rule of each bonus marker by its id: "10.5.us1"."""
    markers = packaged().markers.values()
    return {marker.id: f"{SECTIONS[side]}{number}" for side in SECTIONS
            for number, marker in enumerate((marker for marker in markers if marker.side == side), 1)}


@cache
def _markers() -> Mapping[str, str]:
    """The bonus markers by their ids and their names in both languages."""
    return {key(name): marker.id for marker in packaged().markers.values()
            for name in (marker.id, marker.name, marker.name_ja)}


def _marker(data: Data, identity: str) -> tuple[str, str]:
    """A bonus marker: what it costs, what it does, and what of that is not known."""
    rule = rules_of_markers()[identity]
    texts = [text for _, text in BOOK.paragraphs(rule)]
    return f"{CITED} {rule} {names.name(data.markers[identity])}", in_a_row([*_costs(data, identity), *texts])


def _costs(data: Data, identity: str) -> Iterator[str]:
    marker = data.markers[identity]
    if marker.side == US:
        yield say.plural(marker.cost, "It costs {n} point.", "It costs {n} points.")
    if marker.years:
        yield say("It has an effect in {years} only.", years=listing(map(str, marker.years)))
    if identity in data.reconstructed.copies:
        yield say.plural(marker.copies, "There is {n}, a number that is reconstructed.",
                         "There are {n}, a number that is reconstructed.")


def sources(records: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Where the data come from: a paragraph a data file."""
    return [*source_paragraphs(records, KINDS), *source_paragraphs({"names": packaged_names()}, KINDS_OF_NAMES)]


_WORDS = say.vocabularies({
    "source": {"rulebook": "from the rulebook", "public": "from public pages and pictures of the English editions",
               "deduced": "deduced", "reconstructed": "reconstructed"},
    "source-of-name": {"other name": "other names"}})
KINDS, KINDS_OF_NAMES = _WORDS["source"], _WORDS["source-of-name"]
