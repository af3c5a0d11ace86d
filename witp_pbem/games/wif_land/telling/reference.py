"""What can be looked up: rules and rulings, and where the data come from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from witp_pbem.games.common import data
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
    """Where the data come from: a paragraph a data file; the cells of the combat tables are counted by table."""
    combat = {table: {f"{number} {column}": {data.SOURCE: source}
                      for number, row in rows.items() for column, source in _by_column(row).items()}
              for table, rows in records["combat_tables"]["tables"].items()}
    return source_paragraphs({**records, "combat_tables": combat}, KINDS)


def _by_column(row: Mapping[str, Any]) -> Mapping[str, str]:
    """The sources of the cells of a row by column, also where an owner gave one to all of them."""
    source = row.get(data.SOURCE, {})
    return source if isinstance(source, Mapping) else dict.fromkeys(row.keys() - {data.SOURCE}, source)


KINDS = say.vocabularies({"source": {"rulebook": "from the rulebook", "public": "from public pages",
                                     "ours": "ours", "reconstructed": "reconstructed"}})["source"]
