"""A site whose writing is stopped, at any moment: the next one leaves nothing behind, least of all a name that is
hidden in the meantime."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, delete, insert

from tests.killing import Killed, killed_at, killed_in_append
from tests.stand_ins import instead
from witp_pbem.archive.site import manifest, writing
from witp_pbem.archive.site.writing import Shown
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.tables import aliases

Files = dict[str, bytes]
NAME, HIDDEN = "Ken Ito", "K. I."


@pytest.fixture
def archive(club: str) -> Iterator[Engine]:
    """An archive of whose campaigns pages are made in no time: more of them, and others, where somebody is hidden."""
    def campaign(names: dict[str, str], with_addresses: bool, one: Shown) -> Files:
        name = names.get(NAME, NAME)
        return {f"campaigns/{one.founding[:8]}-{name}-{page}.html": name.encode() for page in range(1 + len(name) // 6)}

    def shared(connection: object, there: object, names: dict[str, str], left_out: object) -> Iterator[Any]:
        name = names.get(NAME, NAME)
        yield from ((f"{tree}players/{name}.html", name.encode()) for tree in ("", "ja/"))
        yield "index.html", name.encode()

    with instead(writing, _campaign=campaign, _shared=shared):
        yield engine.connect(club)


def hidden(archive: Engine, is_hidden: bool) -> None:
    with engine.writing(archive) as connection:
        connection.execute(delete(aliases))
        if is_hidden:
            connection.execute(insert(aliases).values(person=NAME, shown=HIDDEN))


def files(folder: Path) -> Files:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def killed_in_unlink(number: int, work: Callable[[], object]) -> bool:
    """Does some work, and is killed when it comes to remove a file for the n-th time, counted from 0."""
    numbers, unlink = count(), Path.unlink

    def mortal(path: Path, missing_ok: bool = False) -> None:
        if next(numbers) == number:
            raise Killed
        unlink(path, missing_ok)

    with instead(Path, unlink=mortal):
        try:
            work()
        except Killed:
            return True
    return False


@pytest.mark.parametrize("before", ["nothing", "the same", "another"])
@pytest.mark.parametrize("killed", [
    killed_at, killed_in_unlink, lambda number, work: killed_in_append(number, 0.0, work),
    lambda number, work: killed_in_append(number, 0.5, work), lambda number, work: killed_in_append(number, 1.0, work)])
def test_wherever_it_is_stopped_nothing_is_left(archive: Engine, tmp_path: Path, before: str,
                                                killed: Callable[[int, Callable[[], object]], bool]) -> None:
    hidden(archive, True)
    writing.build(archive, tmp_path / "wanted")
    wanted = files(tmp_path / "wanted")
    for number in count():
        folder = tmp_path / str(number)
        if before != "nothing":
            hidden(archive, before == "another")
            writing.build(archive, folder)
        hidden(archive, False)
        was_killed = killed(number, lambda folder=folder: writing.build(archive, folder))  # type: ignore[misc]
        hidden(archive, True)
        writing.build(archive, folder)
        assert files(folder) == wanted
        if not was_killed:
            break
    assert number > 0


def test_what_was_written_in_part_goes(archive: Engine, tmp_path: Path) -> None:
    """A process that ends in the middle of a file leaves the beginning of it under another name."""
    folder = tmp_path / "public"
    with instead(writing, _remove=lambda *_: (_ for _ in ()).throw(Killed)), pytest.raises(Killed):
        writing.build(archive, folder)
    for name in files(folder).keys() - {manifest.JOURNAL}:
        path = folder / name
        path.with_name(f".{path.name}.0123abcd").write_bytes(NAME.encode())
    (folder / ".mine.html.0123abcd").write_bytes(b"mine")
    hidden(archive, True)
    writing.build(archive, folder)
    left = files(folder)
    assert left.pop(".mine.html.0123abcd") == b"mine"
    writing.build(archive, tmp_path / "wanted")
    assert left == files(tmp_path / "wanted")


def test_stopped_before_anything_is_written_it_begins(archive: Engine, tmp_path: Path) -> None:
    (tmp_path / "public").mkdir()
    (tmp_path / f"public/.{manifest.MANIFEST}.0123abcd").write_bytes(b"{")
    assert writing.build(archive, tmp_path / "public").campaigns == 5


def test_a_journal_that_leads_elsewhere_is_no_sites(archive: Engine, tmp_path: Path) -> None:
    folder = tmp_path / "public"
    writing.build(archive, folder)
    for line in ('{"": {"state": "", "files": ["../away"]}}', "{}x", '{"a": 1}'):
        (folder / manifest.JOURNAL).write_text(line + "\n")
        with pytest.raises(manifest.NoSite):
            writing.build(archive, folder)
