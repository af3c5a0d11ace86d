"""Whatever a query asks for, `not` asks for all the rest of what is listed, on both databases."""

from __future__ import annotations

import shutil
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, update

from tests.archive import postgresql
from tests.archive.test_adding import add, forked
from tests.archive.test_search import put_text
from tests.stand_ins import instead
from witp_pbem.archive import documents
from witp_pbem.archive.foreign.reading import Document
from witp_pbem.archive.query.search import search
from witp_pbem.archive.received import Unreadable
from witp_pbem.archive.store import engine, tables
from witp_pbem.archive.store.tables import NOTE, PROTEST, players

WHAT = ("", "battles", "captures", "stories", "orders", "notes", "protests", "documents")
TERMS = (
    "winner=japan", "winner!=japan", "winner=nobody", "winner!=nobody", "winner=Ann", "winner!=日本", "game=nimitz",
    "game!=nimitz", "scenario!=standard", "ending!=surrender", "ending=none", "turn<3", "turn!=3", "turn>=2",
    "side=japan", "side!=allies", "place=Truk", "place!=Midway", "unit=CV-2", "unit!=CV-2", "force=japan/carriers",
    "force!=destroyers", "rule=9.6", "rule!=9", "option!=sudden_death", "player=Ann", "player!=Ann/japan",
    "campaign!=witp-1", "added=2026", "added!=2026", "added>2026", "state=any", "state!=held", "state=apart",
    "battle(winner=japan)", "battle(winner!=nobody turn<3)", "capture(side=japan)", "campaign(winner!=japan)",
    "story(attack)", 'document("night attack")', "documents(not dawn)", "note()", "attack", '"night attack"', "dawn")


def conditions() -> st.SearchStrategy[str]:
    """Conditions of every kind, and what they are made to."""
    return st.recursive(st.sampled_from(TERMS), lambda parts: st.one_of(
        parts.map("not ({})".format), st.lists(parts, min_size=2, max_size=3).map(" ".join).map("({})".format),
        st.lists(parts, min_size=2, max_size=3).map(" or ".join).map("({})".format)), max_leaves=5)


LONG = "A night attack, then dawn.\n" + "Nothing of note.\n" * 3 + "At dawn an attack."


def _fill(archive: str, campaigns: Path, folder: Path) -> Engine:
    """Puts besides campaigns that are over what else an archive has: one in progress, a draw, a fork, what does not
    hold, notes, protests and documents, one of them in several texts."""
    other = forked(campaigns / "nimitz-5", 6)
    add(archive, other._replace(name="fork"), Unreadable("torn.zip", b"torn", "it is torn"))
    database = engine.connect(archive)
    with engine.writing(database) as connection, instead(documents, LONGEST=40):
        connection.execute(update(tables.campaigns).where(tables.campaigns.c.record == 1).values(winner=None))
        connection.execute(update(tables.campaigns).where(tables.campaigns.c.record == 2).values(winner=""))
        connection.execute(update(players).where(players.c.record == 3, players.c.side == "japan").values(person="Ann"))
        for record, kind, words in ((1, NOTE, "dawn"), (2, NOTE, "attack"), (3, PROTEST, "rule 9.6: no attack")):
            put_text(connection, record, 0, words, kind)
        for record, name, words in ((1, "a.txt", LONG), (1, "b.txt", "dawn"), (4, "c.txt", "An attack.")):
            documents.attach(connection, record, Document(name, "text", words.encode(), words))
    return database


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def mixed(request: pytest.FixtureRequest, campaigns: Path,
          tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """An archive with campaigns of every state."""
    folder = tmp_path_factory.mktemp("mixed")
    archive = str(shutil.copy(request.getfixturevalue("_club"), folder / "club.db")) \
        if request.param == "sqlite" else postgresql.create(
            request.getfixturevalue("_postgresql"), f"mixed{uuid.uuid4().hex[:8]}",
            request.getfixturevalue("_club_on_server"))
    database = _fill(archive, campaigns, folder)
    yield database
    database.dispose()


def listed(connection: Connection, query: str) -> Counter[tuple[int, int, str, str]]:
    """What a query lists, but for the excerpts."""
    return Counter(hit[:1] + hit[4:7] for hit in search(connection, query))


@settings(max_examples=150)
@given(what=st.sampled_from(WHAT), condition=conditions())
@example("", "winner!=japan")
@example("", "state=any game!=nimitz")
@example("documents", "night attack")
def test_what_holds_and_what_does_not_are_together_everything(mixed: Engine, what: str, condition: str) -> None:
    with engine.reading(mixed) as connection:
        everything = listed(connection, f"{what} state=any" if "state" in condition else what)
        what += " campaign!=x"  # a word before a bracket would be a fact
        assert everything == (listed(connection, f"{what} ({condition})")
                              + listed(connection, f"{what} not ({condition})"))


@pytest.mark.parametrize(("query", "numbers"), [
    ("winner=nobody", [2]), ("winner!=nobody", [1, 3, 4, 5]), ("winner=japan game=nimitz", []),
    ("winner!=japan game=nimitz", [1, 2]), ("state=any game!=nimitz", [3, 4, 5, 7]),
    ("state=any scenario!=standard game!=nimitz not game=witp", [7]),
    ("state=any ending!=x turn!=99", [*range(1, 8)]),
    ("state=any not turn>=0", [7])])
def test_what_is_not_known_is_not_so(mixed: Engine, query: str, numbers: list[int]) -> None:
    with engine.reading(mixed) as connection:
        assert [hit.record for hit in search(connection, query)] == numbers


@pytest.mark.parametrize(("query", "shown"), [
    ("documents night dawn", {"a.txt": "A night attack"}), ('documents "dawn an attack"', {"a.txt": "At dawn an"}),
    ("documents not night", {"b.txt": "dawn", "c.txt": "An attack."}), ("documents not dawn", {"c.txt": "An attack."}),
    ("documents attack (night or dawn)", {"a.txt": "A night attack"}), ("documents not (attack or dawn)", {})])
def test_a_document_is_one_thing_however_many_texts_it_has(mixed: Engine, query: str, shown: dict[str, str]) -> None:
    with engine.reading(mixed) as connection:
        hits = search(connection, query)
    assert [hit.place for hit in hits] == list(shown)
    assert all(shown[hit.place] in hit.text for hit in hits)
