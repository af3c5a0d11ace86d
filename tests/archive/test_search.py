"""Searching: what the query language reads, and what it finds on both databases."""

from __future__ import annotations

from pathlib import Path

import pytest

from witp_pbem.archive import intake
from witp_pbem.archive.query import syntax
from witp_pbem.archive.query.search import search
from witp_pbem.archive.received import folders, of_folder
from witp_pbem.archive.store import engine


def test_a_query_is_read() -> None:
    query = syntax.read('battles place=Truk (turn<6 or not winner=japan) "night attack"')
    assert query == syntax.Query("battles", syntax.All((
        syntax.Term("place", "=", "Truk", 15),
        syntax.Any((syntax.Term("turn", "<", "6", 26), syntax.Not(syntax.Term("winner", "=", "japan", 42)))),
        syntax.Words("night attack"))))
    assert syntax.read("capture(place=Ceylon turn<6)") == syntax.Query("campaigns", syntax.Fact("captures", syntax.All((
        syntax.Term("place", "=", "Ceylon", 15), syntax.Term("turn", "<", "6", 27)))))
    assert syntax.read("戦闘 場所=Truk").what == "battles"
    assert syntax.read("").condition == syntax.All(())


@pytest.mark.parametrize(("text", "said"), [
    ("plaec=Truk", 'Column 1: nothing is called "plaec"'), ('"open', "Column 1: a quotation mark is not closed."),
    ("(turn<3", "Column 1: a bracket is not closed."), ("turn<3)", "Column 7: nothing is open that ) could close."),
    ("game<witp", "Column 5: game has no more and no less; write game=witp."),
    ("turn=soon", "Column 6: a turn is a number."), ("place=", "Column 6: a value is missing behind =."),
    ("not", "Column 4: a condition is missing here")])
def test_what_is_wrong_with_a_query_is_said_with_its_place(text: str, said: str) -> None:
    with pytest.raises(syntax.Fault) as fault:
        syntax.read(text)
    assert str(fault.value).startswith(said)


@pytest.fixture
def club(archive: str, campaigns: Path) -> str:
    list(intake.add_all(engine.connect(archive, create=True), map(of_folder, folders(campaigns)), proved=False))
    return archive


def names(archive: str, query: str) -> list[str]:
    with engine.reading(engine.connect(archive)) as connection:
        return sorted({hit.campaign for hit in search(connection, query)})


def test_campaigns_are_found(club: str) -> None:
    everything = ["nimitz-4", "nimitz-5", "taiheiyo-senshi-4", "witp-1", "witp-2"]
    assert names(club, "") == everything
    assert names(club, "game=nimitz") == ["nimitz-4", "nimitz-5"]
    assert names(club, "winner=japan") == ["nimitz-4", "nimitz-5"] == names(club, "winner=日本")
    assert names(club, "not winner=japan") == ["taiheiyo-senshi-4", "witp-1", "witp-2"] == names(club, "winner!=japan")
    assert names(club, "turn>=3") == [name for name in everything if name not in names(club, "turn<3")]
    assert names(club, "game=witp or game=taiheiyo_senshi") == ["taiheiyo-senshi-4", "witp-1", "witp-2"]
    assert names(club, "battle(winner=japan) game=nimitz") != []
    assert names(club, "captures(side=japan turn<1)") == []


def test_battles_and_their_forces_are_found(club: str) -> None:
    with engine.reading(engine.connect(club)) as connection:
        hits = search(connection, "battles game=nimitz")
        at = hits[0].place
        assert {hit.place for hit in search(connection, f"battles at={at}")} == {at}
        both = search(connection, "battles force=us/destroyers force=japan/destroyers")
        assert 0 < len(both) < len(hits)
        assert {hit.game for hit in both} == {"nimitz"}


def test_words_are_found_in_both_languages(club: str) -> None:
    with engine.reading(engine.connect(club)) as connection:
        english = search(connection, 'stories "battle at midway"')
        assert english and all("battle at midway" in hit.text.casefold() for hit in english)
        japanese = search(connection, "stories 駆逐")
        assert japanese and all("駆逐" in hit.text for hit in japanese)
        assert search(connection, "stories zeppelin") == []
        assert all(hit.side for hit in search(connection, "orders move"))
        assert len(search(connection, "orders move", limit=1)) == 1


def test_a_name_that_no_game_knows_is_told_with_the_nearest(club: str) -> None:
    with engine.reading(engine.connect(club)) as connection, pytest.raises(syntax.Fault) as fault:
        search(connection, "place=Midwey")
    assert str(fault.value) == 'Column 7: no game knows "Midwey". Did you mean midway?'
