"""Canonical JSON, against the reference implementation of RFC 8785."""

from __future__ import annotations

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from witp_pbem.table.canonical import canonical, parse

TEXTS = st.text(st.characters(codec="utf-8"))
# Keys are names of ours; beyond the basic plane RFC 8785 sorts by surrogates, which never comes up.
KEYS = st.text(st.characters(codec="utf-8", max_codepoint=0xD7FF))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner), max_leaves=20)


@given(VALUES)
def test_texts_and_whole_numbers_are_written_as_rfc_8785_says(value: object) -> None:
    assert canonical(value) == rfc8785.dumps(value)
    assert parse(canonical(value)) == value


@pytest.mark.parametrize("text", ["[0.5]", "[1e3]", "[NaN]", "[Infinity]", "{"])
def test_fractions_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse(text)
