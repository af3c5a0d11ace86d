"""Chapter 4: what lies in a hand. A slot is an open card ("1942-03") or a sealed one ("1942/3")."""

from __future__ import annotations

from witp_pbem.games.witp.events import CardShown, CardUsed
from witp_pbem.table.acts import Act
from witp_pbem.table.table import Table


def is_open(table: Table, slot: str) -> bool:
    """Whether everybody sees the card in a slot."""
    return slot in table.position.data.cards


def known(table: Table, slot: str) -> str | None:
    """The card in a slot, None where this copy of the campaign may not know it.

    A copy that may not look plays what happened from the record, and there the card is named when it is turned up.
    """
    if is_open(table, slot):
        return slot
    card = table.look(slot)
    if card is not None:
        return card
    for act in table.record[len(table.acts):]:
        if isinstance(act, CardUsed | CardShown) and act.slot == slot:
            return act.card
    return None


def upcoming(table: Table) -> Act | None:
    """The next act of the record, None where nothing is replayed."""
    return table.upcoming()
