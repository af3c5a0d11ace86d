"""Documents attached to campaigns: kept byte for byte, found again, and never half attached."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from sqlalchemy import event, func, select, text, update

from tests.archive.misfortunes import let_fail_in_the_middle
from tests.archive.test_adding import add, cut
from tests.archive.vassal_logs import log
from tests.stand_ins import instead
from witp_pbem.archive import another, catalogue, documents, intake
from witp_pbem.archive.documents import Attached, NoSuchDocument
from witp_pbem.archive.foreign import reading
from witp_pbem.archive.foreign.reading import Document
from witp_pbem.archive.foreign.unfit import UnfitDocument
from witp_pbem.archive.query.search import Hit, search
from witp_pbem.archive.received import of_folder
from witp_pbem.archive.store import engine, tables
from witp_pbem.archive.store.full_text import INDEX
from witp_pbem.archive.store.tables import DOCUMENT, texts

LOG = log("<Ann> - A night attack, then", "*** 2d6 = 7 *** <Ken>", "夜戦だ")


@pytest.fixture
def club(archive: str, campaigns: Path) -> str:
    add(archive, *(cut(campaigns / name, 3) for name in ("nimitz-5", "witp-1")))
    return archive


def attach(archive: str, campaign: str, *read: Document) -> list[Attached]:
    with engine.writing(engine.connect(archive)) as connection:
        return [documents.attach(connection, catalogue.find(connection, campaign).record, one) for one in read]


def hits(archive: str, query: str) -> list[Hit]:
    with engine.reading(engine.connect(archive)) as connection:
        return search(connection, query)


def where(archive: str, query: str) -> list[tuple[str, str]]:
    return [(hit.campaign, hit.place) for hit in hits(archive, query)]


def names(archive: str, campaign: str) -> list[str]:
    with engine.reading(engine.connect(archive)) as connection:
        listed = catalogue.find(connection, campaign)
        assert list(listed.documents) == [one.name for one in documents.listed(connection, listed.record)]
        return list(listed.documents)


def indexed(archive: str) -> tuple[int, int]:
    """How many texts of documents there are, and how many entries the index has besides those of other texts."""
    with engine.reading(engine.connect(archive)) as connection:
        of_documents = connection.execute(select(func.count()).where(texts.c.kind == DOCUMENT)).scalar_one()
        others = connection.execute(select(func.count()).where(texts.c.kind != DOCUMENT)).scalar_one()
        table = f"{INDEX}_docsize" if connection.dialect.name == "sqlite" else INDEX
        return of_documents, connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one() - others


def test_a_document_is_kept_byte_for_byte_and_found(club: str) -> None:
    page = reading.read("journal.html", b"<p>Ann plays Tokyo Express<p>see acts.warhorsesim.com")
    attached = attach(club, "nimitz-5", reading.read("evening.vlog", LOG), page)
    assert attached == [Attached("evening.vlog", "vassal", len(LOG), True), Attached(
        "journal.html", "text", len(page.content), True)._replace(kind="acts")]
    with engine.reading(engine.connect(club)) as connection:
        assert documents.content(connection, 1, "evening.vlog") == LOG
    assert where(club, 'documents "night attack"') == [("nimitz-5", "evening.vlog")]
    assert where(club, "文書 夜戦") == [("nimitz-5", "evening.vlog")]
    assert where(club, 'documents "tokyo express"') == [("nimitz-5", "journal.html")]
    assert where(club, 'documents "attack night"') == [] == where(club, 'documents "night attack" campaign=witp-1')
    assert "A night attack, then *** 2d6 = 7" in hits(club, 'documents "night attack"')[0].text
    assert where(club, 'document("night attack")') == [("nimitz-5", "")] == where(club, '"tokyo express"')
    assert where(club, "documents game=nimitz") == [("nimitz-5", "evening.vlog"), ("nimitz-5", "journal.html")]


def test_it_is_kept_once_however_often_it_comes(club: str) -> None:
    first = attach(club, "nimitz-5", reading.read("a.vlog", LOG), reading.read("b.vlog", LOG))
    again = attach(club, "nimitz-5", reading.read("c.vlog", LOG))
    assert [(one.name, one.is_new) for one in (*first, *again)] == [
        ("a.vlog", True), ("a.vlog", False), ("a.vlog", False)]
    assert [one.name for one in attach(club, "witp-1", reading.read("c.vlog", LOG))] == ["c.vlog"]
    assert indexed(club) == (2, 2)


def test_another_of_the_same_name_gets_a_number(club: str) -> None:
    attach(club, "witp-1", *(reading.read("a.txt", f"part {number}".encode()) for number in range(3)))
    assert names(club, "witp-1") == ["a.txt", "a.txt (2)", "a.txt (3)"]
    assert names(club, "nimitz-5") == []


def test_it_can_be_taken_away(club: str) -> None:
    attach(club, "witp-1", reading.read("a.vlog", LOG), reading.read("b.txt", b"a night attack"))
    with engine.writing(engine.connect(club)) as connection:
        documents.remove(connection, 2, "a.vlog")
        for act in (documents.remove, documents.content):
            with pytest.raises(NoSuchDocument, match='no document "c.txt". Did you mean b.txt?'):
                act(connection, 2, "c.txt")
        with pytest.raises(NoSuchDocument):
            documents.remove(connection, 1, "b.txt")
    assert where(club, 'documents "night attack"') == [("witp-1", "b.txt")]
    assert names(club, "witp-1") == ["b.txt"] and indexed(club) == (1, 1)


def test_documents_stay_when_the_campaign_grows_and_when_all_is_derived_again(archive: str, campaigns: Path) -> None:
    add(archive, cut(campaigns / "nimitz-5", 6))
    attach(archive, "nimitz-5", reading.read("a.vlog", LOG))
    [added] = add(archive, of_folder(campaigns / "nimitz-5"))
    assert added.outcome == "longer"
    for _ in range(2):
        assert where(archive, 'documents "night attack"') == [("nimitz-5", "a.vlog")]
        assert names(archive, "nimitz-5") == ["a.vlog"] and indexed(archive) == (1, 1)
        list(intake.rebuild(engine.connect(archive), everything=True))


def test_texts_are_made_again_from_the_bytes(club: str) -> None:
    attach(club, "nimitz-5", reading.read("a.vlog", LOG)._replace(text="as an older release read it"))
    attach(club, "nimitz-5", reading.read("b.txt", b"what no release reads any more"))
    database = engine.connect(club)

    def newer(name: str, content: bytes) -> Document:
        if content != LOG:
            raise UnfitDocument("not any more")
        return read(name, content)

    read = reading.read
    with instead(reading, read=newer):
        list(intake.rebuild(database, everything=True))
    assert where(club, 'documents "night attack"') == [("nimitz-5", "a.vlog")]
    assert where(club, "documents older") == [] == where(club, "documents release")
    assert names(club, "nimitz-5") == ["a.vlog", "b.txt"]


def test_another_archive_brings_its_documents_along(club: str, tmp_path: Path) -> None:
    attach(club, "nimitz-5", reading.read("a.vlog", LOG), reading.read("b.txt", b"one"))
    other = str(tmp_path / "other.db")
    for _ in range(2):
        assert {one.outcome for part in another.of_archive(club) for one in add(other, part)} <= {"new", "same"}
        assert names(other, "nimitz-5") == ["a.vlog", "b.txt"] and names(other, "witp-1") == []
    assert where(other, 'documents "night attack"') == [("nimitz-5", "a.vlog")]
    with engine.reading(engine.connect(other)) as connection:
        assert documents.content(connection, 1, "a.vlog") == LOG


def test_what_was_damaged_in_another_archive_is_kept_apart(club: str, tmp_path: Path) -> None:
    attach(club, "nimitz-5", reading.read("a.vlog", LOG))
    with engine.writing(engine.connect(club)) as connection:
        connection.execute(update(tables.documents).values(content=b"damaged"))
    outcomes = [one.outcome for part in another.of_archive(club) for one in add(str(tmp_path / "other.db"), part)]
    assert outcomes == ["apart", "new"]


def test_a_damaged_document_costs_only_itself(club: str) -> None:
    attach(club, "nimitz-5", reading.read("a.vlog", LOG), reading.read("b.txt", b"one quiet night"))
    archive = engine.connect(club)
    with engine.writing(archive) as connection:
        connection.execute(update(tables.documents).where(tables.documents.c.name == "a.vlog").values(content=b"gone"))
        connection.execute(update(tables.records).values(derived=1))
    damaged = 'the archive\'s copy of its document "a.vlog" is damaged: remove it, and attach it again'
    assert {one.reason for one in intake.rebuild(archive)} == {"", damaged}
    assert list(intake.rebuild(archive)) == []
    assert where(club, 'documents "quiet night"') == [("nimitz-5", "b.txt")]
    assert where(club, 'documents "night attack"') == [("nimitz-5", "a.vlog")]


def test_a_long_text_is_searched_to_its_end(club: str) -> None:
    long = "\n".join(f"line {number}: {number * 7919:x} {'夜' * (number % 9)}{number}" for number in range(20_000))
    attach(club, "witp-1", reading.read("long.txt", f"{long}\n{'x' * 300_000} the very end {'あ' * 9000}".encode()))
    assert where(club, 'documents "line 19999:"') == where(club, 'documents "the very end"') == [("witp-1", "long.txt")]
    assert where(club, f'documents {"x" * 3000}') == [("witp-1", "long.txt")]
    assert where(club, f'documents {"x" * 400_000}') == []


def test_words_and_names_of_others_are_only_words(club: str) -> None:
    odd = Document("<b>\udc80\0'; DROP TABLE documents;--", "text", b"\0\xff", "half \udc80 a letter\0 <script>")
    [attached] = attach(club, "witp-1", odd)
    with engine.reading(engine.connect(club)) as connection:
        assert documents.content(connection, 2, attached.name) == odd.content
    assert where(club, 'documents "a letter"') == [("witp-1", attached.name)]


def test_killed_in_the_middle_nothing_is_attached(club: str) -> None:
    read, pid = [reading.read("a.txt", b"first"), reading.read("b.vlog", LOG)], os.fork()
    if pid == 0:
        database = engine.connect(club)
        event.listen(database, "commit", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
        with engine.writing(database) as connection:
            for one in read:
                documents.attach(connection, 1, one)
        os._exit(0)
    assert os.WTERMSIG(os.waitpid(pid, 0)[1]) == signal.SIGKILL
    assert names(club, "nimitz-5") == [] and indexed(club) == (0, 0)


def test_a_database_that_goes_away_or_fills_up_keeps_no_half(club: str) -> None:
    database = engine.connect(club)
    let_fail_in_the_middle(database, pages_left=0)
    big = reading.read("big.txt", os.urandom(200_000).hex().encode())
    with pytest.raises(engine.Gone), engine.writing(database) as connection:
        documents.attach(connection, 1, reading.read("a.txt", b"first"))
        documents.attach(connection, 1, big)
    assert names(club, "nimitz-5") == [] and indexed(club) == (0, 0)
