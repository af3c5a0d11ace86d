"""Phrases: something to be said in the reader's language, kept as a code and values.

The record holds phrases, never sentences: what dice were thrown for, what an order given ahead waited for, why it
answered or no longer counts. The words stand in catalogues (`wording.phrase_words`). Places, units, cards and sides
stand in the values by their ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from witp_pbem.table.event import freeze, thaw
from witp_pbem.table.tuples import NamedTuple


class Phrase(NamedTuple):
    """Something to be said; make it with `phrase`.

    Attributes:
        code: the key of its words in a catalogue.
        values: what the words name, as JSON values with tuples for lists; a phrase within a phrase stands there as its
            JSON value.
    """

    code: str
    values: Mapping[str, Any]

    @property
    def json(self) -> dict[str, Any]:
        """The flat JSON value: {"code": ..., **values}."""
        return {"code": self.code, **thaw(dict(self.values))}


def phrase(code: str, **values: Any) -> Phrase:
    """A phrase of a code with its values, among which may be phrases and tuples of them."""
    return Phrase(code, {key: _plain(value) for key, value in values.items()})


def read(value: Phrase | Mapping[str, Any]) -> Phrase:
    """The phrase a JSON value stands for; a phrase itself stays what it is.

    Raises:
        KeyError: the value has no code.
    """
    if isinstance(value, Phrase):
        return value
    return Phrase(value["code"], freeze({key: item for key, item in value.items() if key != "code"}))


def _plain(value: Any) -> Any:
    if isinstance(value, Phrase):
        return freeze(value.json)
    if isinstance(value, tuple | list):
        return tuple(_plain(item) for item in value)
    return value
