"""Data of the players' own, merged into the packaged ones."""

from __future__ import annotations

import json

import pytest

from witp_pbem.campaign.folder.data_files import DataError, confirmed, is_reconstructed, merge, text
from witp_pbem.games.witp.board import data as witp

RECORDS = {
    "map": {"about": ["x"], "hexes": {"0606": {"name": "Manila", "site": "port"}, "0707": {"name": "Palau"}}},
    "units": {"units": [{"id": "JP-N-1", "setup": "0804"}, {"id": "JP-N-2", "setup": "0804"}]},
    "track": {"turns": [{"turn": 1, "brp": 20}], "cards": [{"year": 1942, "number": 1, "name": "A"}]},
}


def test_a_file_called_like_a_record() -> None:
    merged, names = merge(RECORDS, "map", {"hexes": {"0606": {"site": "airfield"}, "0101": {"name": "New"}}})
    assert names == ("map",)
    assert merged["map"]["hexes"] == {"0606": {"name": "Manila", "site": "airfield"}, "0707": {"name": "Palau"},
                                      "0101": {"name": "New"}}
    assert RECORDS["map"]["hexes"]["0606"]["site"] == "port"


def test_a_file_of_several_records() -> None:
    merged, names = merge(RECORDS, "mine", {
        "units": {"units": [{"id": "JP-N-2", "setup": "0707"}, {"id": "JP-N-3", "setup": "0707"}]},
        "track": {"turns": [{"turn": 1, "brp": 21}], "cards": [{"year": 1942, "number": 1, "name": "B"}]}})
    assert names == ("track", "units")
    assert [unit["setup"] for unit in merged["units"]["units"]] == ["0804", "0707", "0707"]
    assert merged["track"] == {"turns": [{"turn": 1, "brp": 21}], "cards": [{"year": 1942, "number": 1, "name": "B"}]}


def test_an_item_is_taken_out_of_a_list() -> None:
    merged, _ = merge(RECORDS, "mine", {"units": {"units": [{"id": "JP-N-1", "removed": True},
                                                            {"id": "JP-N-2", "removed": False}]}})
    assert [unit["id"] for unit in merged["units"]["units"]] == ["JP-N-2"]


def test_what_is_confirmed_is_counted() -> None:
    records = {"a": [{"source": {"x": "confirmed", "y": "confirmed: map"}}, {"source": "rulebook"}], "b": "confirmed"}
    assert confirmed(records) == 2 and not is_reconstructed(records)


def test_a_plain_list_is_replaced() -> None:
    assert merge(RECORDS, "map", {"about": ["y", "z"]})[0]["map"]["about"] == ["y", "z"]


@pytest.mark.parametrize("incoming", [[], "x", {}, {"colours": {}}, {"map": {}, "colours": {}}])
def test_what_fits_nothing(incoming: object) -> None:
    with pytest.raises(DataError):
        merge(RECORDS, "mine", incoming)


def test_records_come_back_from_their_text() -> None:
    for record in witp.read().values():
        assert json.loads(text(record)) == record


def test_reconstructions_are_recognised() -> None:
    assert is_reconstructed({"a": {"b": [{"source": {"x": "rulebook 1", "y": "reconstructed: balance"}}]}})
    assert not is_reconstructed({"a": {"source": "rulebook 1", "text": "reconstructed"}})
