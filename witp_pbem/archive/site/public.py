"""What may be shown of a campaign: people by the names agreed on, and nobody's address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from witp_pbem.archive.derive import person_of
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.logbook import FOUNDING, PLAYER

_ADDRESS = re.compile(r"""[^\s<>@,;:"'()]+@[^\s<>@,;:"'()]+\.[^\s<>@,;:"'()]+""")
_WRITTEN = ("text", "reason")  # the fields in which people write what they like


def public(campaign: Campaign, names: Mapping[str, str]) -> Campaign:
    """The campaign with everybody under the name that is shown.

    Args:
        names: person -> name, of those who are shown under another than their own.
    """
    return Campaign(campaign.folder, campaign.game, [_entry(entry, names) for entry in campaign.entries], None)


def _entry(entry: Entry, names: Mapping[str, str]) -> Entry:
    shown: dict[str, Any] = {**entry}
    if entry["type"] == FOUNDING:
        shown["players"] = {side: called(who, names) for side, who in entry["players"].items()}
    if entry["type"] == PLAYER:
        shown["player"] = called(entry["player"], names)
    for field in _WRITTEN:
        if isinstance(shown.get(field), str):
            shown[field] = without_addresses(shown[field], names)
    return shown  # type: ignore[return-value]


def called(who: str, names: Mapping[str, str]) -> str:
    """The name under which a person is shown."""
    person = person_of(who)
    return names.get(person, person)


def without_addresses(text: str, names: Mapping[str, str]) -> str:
    """Text in which no address and no name stands that is not to be shown."""
    text = _ADDRESS.sub(lambda match: match[0].partition("@")[0] + "@…", text)
    for person, shown in names.items():
        text = re.sub(rf"(?<!\w){re.escape(person)}(?!\w)", shown.replace("\\", r"\\"), text)
    return text


def says_who(content: bytes, names: Mapping[str, str]) -> bool:
    """Whether a logbook names an address, or somebody who is shown under another name."""
    text = content.decode("utf-8", "replace")
    return bool(_ADDRESS.search(text)) or any(
        re.search(rf"(?<!\w){re.escape(person)}(?!\w)", text) for person in names)
