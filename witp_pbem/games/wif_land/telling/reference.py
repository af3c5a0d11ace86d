"""What can be looked up: rules and rulings, and where the data come from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from witp_pbem.games.common.reference import Entry, Reference, source_paragraphs
from witp_pbem.games.wif_land.board.data import FOLDER
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.table.names import half_width

CITED = "wif"  # before the id of a rule
_RULING = re.compile(r"w-?\s?(\d+)")


class Rulebook(Reference):
    """The rules by their ids, "rail.d"; a chapter, "rail", stands for all its rules, "W5" for a ruling."""

    def find(self, identifier: str) -> list[Entry]:
        name = self._plain(half_width(identifier))
        if ruling := _RULING.fullmatch(name):
            name = f"w-{int(ruling[1]):02d}"
        return super().find(name) or [rule for rule in self.rules if name and rule.id.startswith(f"{name}.")]


BOOK = Rulebook(CITED, FOLDER, say)


def paragraphs(identifier: str) -> list[tuple[str, str]]:
    """What an id stands for, of a rule, a chapter or a ruling: headings with their texts."""
    return BOOK.paragraphs(identifier)


def sources(records: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Where the data come from: a paragraph a data file."""
    return source_paragraphs(records, KINDS)


KINDS = say.vocabularies({"source": {"rulebook": "from the rulebook", "public": "from public pages",
                                     "ours": "ours", "reconstructed": "reconstructed"}})["source"]
