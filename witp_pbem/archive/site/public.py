"""What may be shown of a campaign: people by the names agreed on, and nobody's address."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from witp_pbem.archive.derive import person_of
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.logbook import BOOKMARK, FOUNDING, PLAYER

_SIGN = r"""[^\s<>@,;:"'()]"""
_ADDRESS = re.compile(rf"{_SIGN}+@{_SIGN}+\.{_SIGN}*(?!\.){_SIGN}")
# The fields in which people write what they like, in entries and in what lies in them; and those without such a field.
_WRITTEN = frozenset(("text", "reason", "luck", "word", "words", "letter", "parts", "orders", "rulings"))
_PLAYED = frozenset(("opening", "acts", "owed", "outcome"))

Cleaner = Callable[[str], str]


def public(campaign: Campaign, names: Mapping[str, str]) -> Campaign:
    """The campaign with everybody under the name that is shown.

    Args:
        names: person -> name, of those who are shown under another than their own.
    """
    clean = cleaner(names)
    return Campaign(campaign.folder, campaign.game, [_entry(entry, names, clean) for entry in campaign.entries], None)


def _entry(entry: Entry, names: Mapping[str, str], clean: Cleaner) -> Entry:
    shown: dict[str, Any] = _cleaned({**entry}, clean)
    if entry["type"] == FOUNDING:
        shown["players"] = {side: called(who, names) for side, who in entry["players"].items()}
    if entry["type"] == PLAYER:
        shown["player"] = called(entry["player"], names)
    if entry["type"] == BOOKMARK:
        shown["name"] = clean(entry["name"])
    return shown  # type: ignore[return-value]


def _cleaned(value: Any, clean: Cleaner, is_written: bool = False) -> Any:
    """A value with what people wrote in it cleaned. `is_written` says whether texts in it are of that kind."""
    match value:
        case str():
            return clean(value) if is_written else value
        case list():
            return [_cleaned(part, clean, is_written) for part in value]
        case dict():
            return {field: part if field in _PLAYED else _cleaned(part, clean, field in _WRITTEN)
                    for field, part in value.items()}
    return value


def called(who: str, names: Mapping[str, str]) -> str:
    """The name under which a person is shown."""
    person = person_of(who)
    return names.get(person, person)


def cleaner(names: Mapping[str, str]) -> Cleaner:
    """What makes of a text one in which no address and no name stands that is not to be shown."""
    people = _any_of(names)

    def clean(text: str) -> str:
        text = _ADDRESS.sub(lambda match: match[0].partition("@")[0] + "@…", text)
        return people.sub(lambda match: names[match[0]], text) if people else text

    return clean


def _any_of(names: Collection[str]) -> re.Pattern[str] | None:
    """Any of these names as a word of its own, the longest that fits."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\w)"
                      ) if names else None


def says_who(content: bytes, names: Mapping[str, str]) -> bool:
    """Whether a logbook names an address, or somebody who is shown under another name."""
    text, people = content.decode("utf-8", "replace"), _any_of(names)
    return bool(_ADDRESS.search(text) or people and people.search(text))
