"""What a kind of event may look like."""

from __future__ import annotations

import pytest

from witp_pbem.table.event import Event


def test_no_field_takes_the_place_of_the_code() -> None:
    """A record has the code of its kind under "event": a field of that name would be read as another kind."""
    with pytest.raises(TypeError, match="CardPlayed cannot have a field 'event'"):
        type("CardPlayed", (Event,), {"__annotations__": {"event": "str"}})
