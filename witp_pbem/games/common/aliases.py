"""What places are called besides their names on the map: a list in the game's data, `names.json`.

    {"spellings": {"Harbor": ["Harbour"]},
     "places": {"Taiwan": {"aliases": ["Formosa", "台湾島"], "source": "other name: until 1945"}}}

A place stands in it under one of its names, in any language, so that the list serves an owner's own map as well. What
is an alias of several places is answered with all of them. "spellings" are other ways to write a word of names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from witp_pbem.table.names import key


def of_places(record: Mapping[str, Any], labels: Mapping[str, Iterable[str]],
              own: Mapping[str, Iterable[str]] | None = None) -> dict[str, tuple[str, ...]]:
    """What places are called besides their names.

    Args:
        record: the list, as the file has it; {} for none.
        labels: id -> the names of the place.
        own: id -> the aliases the map itself has.
    Returns:
        id -> the aliases of the place, those of the map first.
    """
    listed = {key(name): tuple(entry["aliases"]) for name, entry in record.get("places", {}).items()}
    spellings = record.get("spellings", {})
    aliases: dict[str, tuple[str, ...]] = {}
    for place, called in labels.items():
        named = list(called)
        further = [*(own or {}).get(place, ()),
                   *(alias for name in (place, *named) for alias in listed.get(key(name), ()))]
        respelt = [other for name in (*named, *further) for other in _respelt(name, spellings)]
        aliases[place] = tuple(dict.fromkeys((*further, *respelt)))
    return aliases


def _respelt(name: str, spellings: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """A name with each of its words as it is also written."""
    for word, others in spellings.items():
        for other in others if word in name else ():
            if (written := re.sub(rf"\b{re.escape(word)}\b", other, name)) != name:
                yield written
