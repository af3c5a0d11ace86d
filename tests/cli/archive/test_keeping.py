"""A club's evening with an archive, as it is typed."""

from __future__ import annotations

import errno
import json
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from tests.cli.program import Ran, contents, here
from tests.stand_ins import instead
from witp_pbem.archive import pack
from witp_pbem.archive.proving import jobs
from witp_pbem.archive.proving.one import BROKEN, Verdict
from witp_pbem.archive.received import Unreadable, of_folder
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.tables import records
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record import logbook


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a campaign, the mail that invited to it, the same packed, and an archive of it."""
    room = tmp_path_factory.mktemp("club")
    assert here("new", "isles", "--game", "witp", "--japan", "Ken Ito <ken@example.org>", "--allies", "Ann", "--seed",
                "isles", cwd=room).code == 0
    assert here("adjudicate", "isles", cwd=room).code == 0
    assert here("invite", "isles", "japan", "-o", "ken.eml", cwd=room).code == 0
    assert here("pack", "isles", "-o", "isles.zip", cwd=room).code == 0
    assert here("archive", "add", "club.db", "isles", cwd=room).out == "isles: added as number 1, 3 entries.\n"
    return room


def typed(room: Path, *words: str, code: int = 0) -> Ran:
    ran = here("archive", *words, cwd=room)
    assert ran.code == code, ran
    return ran


@pytest.mark.parametrize("source", ["isles", "isles.zip", "ken.eml", "isles/logbook.jsonl", ".", "club.db"])
def test_what_is_there_already_is_said_so(room: Path, source: str) -> None:
    assert "isles: number 1 has all of it already." in typed(room, "add", "club.db", source).out


@pytest.mark.parametrize("source", ["isles.zip", "ken.eml", "club.db"])
def test_a_campaign_comes_whole_from_a_pack_a_mail_and_another_archive(room: Path, source: str, tmp_path: Path) -> None:
    typed(room, "add", str(tmp_path / "other.db"), source)
    typed(tmp_path, "export", "other.db", "isles", "-o", "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == (room / "isles.zip").read_bytes()
    assert here("unpack", "again.zip", "isles", cwd=tmp_path).code == 0
    assert (tmp_path / "isles" / logbook.FILE).read_bytes() == (room / "isles" / logbook.FILE).read_bytes()
    assert here("verify", "isles", cwd=tmp_path).code == 0


def test_the_list_and_a_campaign(room: Path) -> None:
    assert "isles: War in the Pacific" in typed(room, "list", "club.db").out
    shown = typed(room, "show", "club.db", "isles").out
    assert "Entries: 3" in shown and "ken@example.org" not in shown
    assert json.loads(typed(room, "show", "club.db", "1", "--json").out)["name"] == "isles"
    assert 'no campaign "isle"' in typed(room, "show", "club.db", "isle", code=2).err


def test_a_person_is_shown_under_another_name(room: Path, tmp_path: Path) -> None:
    typed(tmp_path, "add", "club.db", str(room / "isles"))
    assert typed(tmp_path, "alias", "club.db").out == "Everybody is shown under their own name.\n"
    assert typed(tmp_path, "alias", "club.db", "Ken Ito", "<K. I.>").out == "Ken Ito: shown as <K. I.>\n"
    shown = typed(tmp_path, "list", "club.db").out
    assert "<K. I.>" in shown and "Ken" not in shown
    typed(tmp_path, "alias", "club.db", "Ken Ito", "--remove")
    assert "Ken Ito" in typed(tmp_path, "list", "club.db").out
    assert "Nobody in the archive" in typed(tmp_path, "alias", "club.db", "Zoe", "Z.", code=2).err
    for words in (["Ken Ito"], ["", "x"], ["--remove"], ["Ken Ito", ""]):
        assert "--remove" in typed(tmp_path, "alias", "club.db", *words, code=2).err
    for shown, reason in (("  ", "Give the name"), ("two\nlines", "one line"), ("K. <ken@example.org>", "an address")):
        assert reason in typed(tmp_path, "alias", "club.db", "Ken Ito", shown, code=2).err
    assert "Ken Ito" in typed(tmp_path, "list", "club.db").out


def test_names_go_with_campaigns_from_one_archive_to_another(room: Path, tmp_path: Path) -> None:
    typed(tmp_path, "add", "club.db", str(room / "isles"))
    typed(tmp_path, "alias", "club.db", "Ken Ito", "K. I.")
    assert typed(tmp_path, "add", "other.db", "club.db").out == (
        "Shown under other names, as in club.db: K. I.\nisles: added as number 1, 3 entries.\n")
    assert "Ken" not in typed(tmp_path, "list", "other.db").out
    typed(tmp_path, "alias", "other.db", "Ken Ito", "Nobody")
    assert typed(tmp_path, "add", "other.db", "club.db").out == "isles: number 1 has all of it already.\n"
    assert json.loads(typed(tmp_path, "alias", "other.db", "--json").out) == {"Ken Ito": "Nobody"}


def test_links_to_other_places_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("nobody else's business")
    for name, link in (("one", "one/logbook.jsonl"), ("two", "two/data")):
        (tmp_path / name).mkdir()
        (tmp_path / "two" / "logbook.jsonl").write_text("{}") if name == "two" else None
        (tmp_path / link).symlink_to(tmp_path / "secret")
        assert "are links to" in typed(tmp_path, "add", "club.db", name, code=1).out
    typed(tmp_path, "export", "club.db", "1", "-o", "out")
    assert (tmp_path / "out").read_bytes() == b""


def test_a_folder_is_searched_for_folders_packs_and_mails(room: Path, tmp_path: Path) -> None:
    inside = tmp_path / "club" / "2027"
    inside.mkdir(parents=True)
    shutil.copy(room / "isles.zip", inside)
    shutil.copy(room / "ken.eml", tmp_path / "club")
    with zipfile.ZipFile(inside / "photos.zip", "w") as other:
        other.writestr("evening.txt", "no campaign")
    assert typed(tmp_path, "add", "club.db", "club").out == (
        "isles: added as number 1, 3 entries.\nisles: number 1 has all of it already.\n")
    shutil.copytree(room / "isles", inside / "isles")
    assert typed(tmp_path, "add", "club.db", "club").out.count("has all of it already") == 3


def zipped_folders(target: Path, *folders: Path) -> None:
    """Folders in a ZIP archive, as computers make it of them."""
    with zipfile.ZipFile(target, "w") as archive:
        for folder in folders:
            for path in sorted(folder.rglob("*")):
                archive.write(path, path.relative_to(folder.parent))


def test_a_folder_zipped_by_other_means_is_a_pack(room: Path, tmp_path: Path) -> None:
    zipped_folders(tmp_path / "isles.zip", room / "isles")
    assert typed(tmp_path, "add", "club.db", "isles.zip").out == "isles: added as number 1, 3 entries.\n"
    assert here("unpack", "isles.zip", "isles", cwd=tmp_path).code == 0
    assert here("verify", "isles", cwd=tmp_path).code == 0
    shutil.copytree(room / "isles", tmp_path / "reefs")
    zipped_folders(tmp_path / "both.zip", room / "isles", tmp_path / "reefs")
    assert "several campaigns in it" in " ".join(typed(tmp_path, "add", "club.db", "both.zip", code=1).out.split())


def test_a_zip_archive_of_other_things_is_no_campaign(room: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "letter.docx", "w") as other:
        other.writestr("word/document.xml", "<w/>")
    ran = typed(tmp_path, "add", "club.db", "letter.docx", str(room / "isles"), code=1)
    assert ran.out.endswith("letter.docx: there is no campaign in it.\n")
    shown = json.loads(typed(tmp_path, "add", "club.db", "letter.docx", str(room / "isles"), "--json", code=1).out)
    assert shown["empty"] == ["letter.docx"] and [one["outcome"] for one in shown["added"]] == ["same"]
    assert "no campaign in what you named" in typed(tmp_path, "add", "new.db", "letter.docx", code=2).err
    assert not (tmp_path / "new.db").exists()


def test_what_does_not_hold_is_kept_apart_and_comes_out_as_it_came(room: Path, tmp_path: Path) -> None:
    tear(room, tmp_path / "torn.jsonl")
    said = typed(tmp_path, "add", "club.db", "torn.jsonl", str(room / "isles"), code=1).out
    assert "KEPT APART" in said and "isles: added as number" in said
    assert "torn.jsonl" not in typed(tmp_path, "list", "club.db").out
    numbers = [one["record"] for one in json.loads(typed(tmp_path, "list", "club.db", "--all", "--json").out)
               if one["state"] == "apart"]
    assert 'name a file such as "torn.jsonl"' in typed(
        tmp_path, "export", "club.db", str(numbers[0]), "-o", "torn.ZIP", code=2).err
    assert "as it came" in typed(tmp_path, "export", "club.db", str(numbers[0]), "-o", "torn").out
    assert (tmp_path / "torn").read_bytes() == (tmp_path / "torn.jsonl").read_bytes()


@pytest.mark.parametrize("holds", [True, False])
def test_a_fork_that_holds_comes_out_as_a_pack(room: Path, tmp_path: Path, holds: bool) -> None:
    entries = open_campaign(room / "isles").entries
    other = logbook.following(entries[-1], *(
        (logbook.NOTE, {"side": "japan", "about": None, "text": "Another end", "letter": "", "signature": ""}) if holds
        else ("rewind", {"to": {"entry": 99, "acts": None}, "keeps": [], "reason": "", "proposal": None})))
    note = {"side": "allies", "about": None, "text": "The end", "letter": "", "signature": ""}
    longer = logbook.following(entries[-1], logbook.NOTE, note)
    for name, last in (("longer", longer), ("other", other)):
        shutil.copytree(room / "isles", tmp_path / name)
        (tmp_path / name / logbook.FILE).write_bytes(b"".join(map(logbook.line, [*entries, last])))
        typed(tmp_path, "add", "club.db", name, code=name == "other")
    typed(tmp_path, "export", "club.db", "2", "-o", "fork.zip", code=0 if holds else 2)
    if holds:
        assert here("unpack", "fork.zip", "fork", cwd=tmp_path).code == 0
        assert here("verify", "fork", cwd=tmp_path).code == 0
    else:
        typed(tmp_path, "export", "club.db", "2", "-o", "fork.jsonl")
        (tmp_path / "fork").mkdir()
        (tmp_path / "fork.jsonl").rename(tmp_path / "fork" / logbook.FILE)
    assert (tmp_path / "fork" / logbook.FILE).read_bytes() == (tmp_path / "other" / logbook.FILE).read_bytes()


def tear(room: Path, target: Path) -> None:
    """Makes a logbook that was cut off."""
    target.write_bytes((room / "isles" / logbook.FILE).read_bytes()[:-9])


def test_a_source_with_nothing_in_it_is_named(room: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing of a campaign")
    said = typed(tmp_path, "add", "club.db", "notes.txt", str(room / "isles"), code=1).out
    assert "isles: added as number 1" in said and said.endswith("notes.txt: there is no campaign in it.\n")


def test_a_source_that_cannot_be_read_costs_only_itself(room: Path, tmp_path: Path) -> None:
    club = tmp_path / "club"
    for name in ("locked", "open"):
        (club / name).mkdir(parents=True)
    shutil.copy(room / "isles.zip", club / "open")
    listed = Path.iterdir

    def iterdir(folder: Path) -> Iterator[Path]:
        if folder.name == "locked":
            raise PermissionError(errno.EACCES, "Permission denied", str(folder))
        return listed(folder)

    with instead(Path, iterdir=iterdir):
        added = typed(tmp_path, "add", "club.db", "club", code=1).out
    assert added == ("isles: added as number 1, 3 entries.\n"
                     "locked: KEPT APART as number 2: it cannot be read: Permission denied.\n")
    assert of_folder(tmp_path / "nowhere") == Unreadable(
        str(tmp_path / "nowhere"), b"", "it cannot be read: No such file or directory")


def test_what_is_not_listed_is_counted(room: Path, tmp_path: Path) -> None:
    tear(room, tmp_path / "torn.jsonl")
    typed(tmp_path, "add", "club.db", "torn.jsonl", code=1)
    assert typed(tmp_path, "list", "club.db").out == (
        "No campaigns.\n1 more record is a fork or kept apart: --all lists it.\n")


def test_a_record_is_removed(room: Path, tmp_path: Path) -> None:
    tear(room, tmp_path / "torn.jsonl")
    typed(tmp_path, "add", "club.db", "torn.jsonl", str(room / "isles"), code=1)
    assert ": kept apart, " in typed(tmp_path, "remove", "club.db", "2").out
    assert "--force removes it" in typed(tmp_path, "remove", "club.db", "isles", code=2).err
    assert "isles" in typed(tmp_path, "list", "club.db", "--all").out
    typed(tmp_path, "remove", "club.db", "isles", "--force")
    assert typed(tmp_path, "list", "club.db", "--all").out == "No campaigns.\n"
    assert "isles: added as number" in typed(tmp_path, "add", "club.db", str(room / "isles")).out


def test_what_is_proved_is_not_proved_again(room: Path, tmp_path: Path) -> None:
    typed(tmp_path, "add", "club.db", str(room / "isles"))
    assert typed(tmp_path, "verify", "club.db").out.startswith("Nothing is left to prove")
    proved = "1 campaign was proved.\n1 campaign of the archive holds.\n"
    assert typed(tmp_path, "verify", "club.db", "--again").out == proved
    typed(tmp_path, "add", "other.db", str(room / "isles"), "--unproved")
    assert typed(tmp_path, "verify", "other.db").out == proved


def test_what_does_not_hold_is_reported_by_every_run(room: Path, tmp_path: Path) -> None:
    typed(tmp_path, "add", "club.db", str(room / "isles"))
    with sqlite3.connect(tmp_path / "club.db") as connection:
        connection.execute("UPDATE records SET content = x'00'")
    for again, proved in ((["--again"], "1 campaign was proved."), ([], "Nothing is left to prove")):
        shown = typed(tmp_path, "verify", "club.db", *again, code=1).out
        assert "1 unreadable: The archive's copy is damaged" in shown and proved in shown
        assert shown.endswith("\n1 campaign does not hold.\n")
    value = json.loads(typed(tmp_path, "verify", "club.db", "--json", code=1).out)
    assert (value["proved"], value["verdicts"], value["differing"]) == (0, {"unreadable": 1}, [])
    assert [one["record"] for one in value["wrong"]] == [1]


def test_what_could_not_be_proved_is_tried_again(room: Path, tmp_path: Path) -> None:
    typed(tmp_path, "add", "club.db", str(room / "isles"), "--unproved")
    with instead(jobs, prove=lambda record, key, kept: Verdict(record, key, BROKEN, "MemoryError: ", 1.0)):
        shown = typed(tmp_path, "verify", "club.db", code=1).out
    assert shown == ("1 broken: MemoryError:\n"
                    "1 campaign could not be proved; the next run tries it again.\n")
    assert typed(tmp_path, "verify", "club.db").out.endswith("1 campaign of the archive holds.\n")


def test_what_only_these_rules_decide_otherwise_holds(room: Path, tmp_path: Path) -> None:
    typed(tmp_path, "add", "club.db", str(room / "isles"))
    with sqlite3.connect(tmp_path / "club.db") as connection:
        connection.execute("UPDATE verdicts SET verdict = 'differs', finding = 'Truk fell.'")
    shown = typed(tmp_path, "verify", "club.db").out
    assert "1 differs: Truk fell." in shown and "1 campaign holds by the rules it was played under" in shown
    value = json.loads(typed(tmp_path, "verify", "club.db", "--json").out)
    assert value["wrong"] == [] and [one["finding"] for one in value["differing"]] == ["Truk fell."]


def test_numbers_that_are_too_large_are_refused(room: Path) -> None:
    huge = "9" * 20
    assert f'no campaign "{huge}"' in typed(room, "show", "club.db", huge, code=2).err
    assert "a turn is a number of at most 9 digits" in typed(room, "search", "club.db", f"turn<{huge}", code=2).err
    assert "--limit" in typed(room, "search", "club.db", "", "--limit", huge, code=2).err


def test_a_picture_has_the_name_of_a_picture(room: Path) -> None:
    assert "name the file" in typed(room, "stats", "club.db", "results", "-o", "all.png", code=2).err
    assert not (room / "all.png").exists()


def test_a_group_of_commands_by_itself_shows_its_help_once(tmp_path: Path) -> None:
    shown = typed(tmp_path, code=2)
    assert (shown.out + shown.err).count("Usage:") == 1 and "rebuild" in shown.out + shown.err


def test_what_is_wrong_with_a_name_is_said_and_nothing_is_made(room: Path, tmp_path: Path) -> None:
    assert 'There is no "nowhere"' in typed(tmp_path, "add", "club.db", "nowhere", code=2).err
    (tmp_path / "empty").mkdir()
    assert "no campaign" in typed(tmp_path, "add", "club.db", "empty", code=2).err
    assert "`archive add` makes one" in typed(tmp_path, "list", "club.db", code=2).err
    assert "is a folder, not an archive" in typed(tmp_path, "list", "empty", code=2).err
    assert 'There is no folder "' in typed(tmp_path, "add", "away/club.db", str(room / "isles"), code=2).err
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]
    (tmp_path / "notes.txt").write_text("no database")
    assert "is not an archive" in typed(tmp_path, "list", "notes.txt", code=2).err
    assert "cannot be reached" in typed(tmp_path, "list", "postgresql://127.0.0.1:1/x?connect_timeout=2", code=2).err
    assert "no packed campaign" in here("unpack", "notes.txt", "isles", cwd=tmp_path).err
    assert not (tmp_path / "isles").exists()


def zipped(target: Path, room: Path, **others: str) -> None:
    """Makes a pack of what the room's has in it, and of other files."""
    shutil.copy(room / "isles.zip", target)
    with zipfile.ZipFile(target, "a") as archive:
        for name, content in others.items():
            archive.writestr(name, content)


HOSTILE = (".git/hooks/post-checkout", "evil.sh", "desk.toml", "data/evil.sh", "data/more/map.json", "DATA/map.json",
           "Logbook.jsonl", "private/.git/config", "private/.profile", "a", "a/b", "\x1b[31m" + "x" * 300)


@pytest.mark.parametrize("is_whole", [False, True])
def test_of_a_pack_comes_out_what_a_campaign_has_alone(room: Path, tmp_path: Path, is_whole: bool) -> None:
    private = ("private/secrets.json", "private/exchange/mails/a.eml", "private/drafts/.gitignore")
    added = (*HOSTILE, *(private if is_whole else private[1:]))
    zipped(tmp_path / "other.zip", room, **dict.fromkeys(added, "#!/bin/sh"))
    assert here("unpack", "isles.zip", str(tmp_path / "wanted"), cwd=room).out.count("\n") == 1
    shown = here("unpack", "other.zip", "other", cwd=tmp_path)
    assert shown.code == 0 and '"DATA/map.json"' in shown.out and "\x1b" not in shown.out and len(shown.out) < 400
    wanted = contents(tmp_path / "wanted")
    assert set(contents(tmp_path / "other")) == {*wanted, *(private if is_whole else ())}
    assert contents(tmp_path / "other").items() >= wanted.items()


def test_what_git_is_told_of_a_campaign_is_not_the_packs_affair(room: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as archive:
        archive.writestr(logbook.FILE, (room / "isles" / logbook.FILE).read_bytes())
        archive.writestr(".gitignore", "")
        archive.writestr(".gitattributes", "* filter=evil")
    assert "Left out" not in here("unpack", "other.zip", "other", cwd=tmp_path).out
    for name in (".gitignore", ".gitattributes"):
        assert (tmp_path / "other" / name).read_bytes() == (room / "isles" / name).read_bytes()


def test_a_pack_with_everything_goes_on_elsewhere(room: Path, tmp_path: Path) -> None:
    shutil.copytree(room / "isles", tmp_path / "isles")
    for name in ("exchange/mails/a.eml", "drafts/.gitignore"):
        path = tmp_path / "isles/private" / name
        path.parent.mkdir(parents=True)
        path.write_text("kept")
    assert here("deadlines", "isles", "--every", "3d", cwd=tmp_path).code == 0
    assert (tmp_path / "isles/deadlines.json").is_file()
    for number in range(500):
        (tmp_path / f"isles/private/exchange/mails/{number}.eml").write_text("kept")
    assert here("pack", "isles", "--everything", "-o", "isles.zip", cwd=tmp_path).code == 0
    assert here("unpack", "isles.zip", "other", cwd=tmp_path).out == 'Unpacked into "other".\n'
    assert contents(tmp_path / "other") == contents(tmp_path / "isles")
    assert here("adjudicate", "other", cwd=tmp_path).code == here("adjudicate", "isles", cwd=tmp_path).code


def test_a_pack_that_nobody_could_unpack_is_not_made(room: Path, tmp_path: Path) -> None:
    with instead(pack, LARGEST=1000):
        ran = here("pack", str(room / "isles"), "-o", "isles.zip", cwd=tmp_path)
    assert ran.code == 1 and "this would be more" in " ".join(ran.err.split())
    assert not (tmp_path / "isles.zip").exists()


def test_an_archive_speaks_japanese(room: Path) -> None:
    assert "isles：War in the Pacific" in here("archive", "list", "club.db", "--lang", "ja", cwd=room).out


def test_campaigns_are_shown_in_the_words_of_their_game(room: Path) -> None:
    assert " ".join(typed(room, "list", "club.db").out.split()) == (
        "1 isles: War in the Pacific: 1941-1945, standard game (13.1); Ken Ito, Ann; in progress, turn 1")
    shown = typed(room, "show", "club.db", "isles").out
    assert "Japan: Ken Ito" in shown and "Allies: Ann" in shown
    assert "(War in the Pacific: 1941-1945; turn 1): standard game (13.1)" in " ".join(
        typed(room, "search", "club.db", "game=witp").out.split())
    assert json.loads(typed(room, "search", "club.db", "game=witp", "--json").out)[0]["text"] == "standard"


def test_what_another_release_derived_is_said_at_the_end(room: Path, tmp_path: Path) -> None:
    tear(room, tmp_path / "torn.jsonl")
    typed(tmp_path, "add", "club.db", str(room / "isles"), "--unproved")
    typed(tmp_path, "add", "club.db", "torn.jsonl", code=1)
    commands = (("list", "club.db", "--all"), ("search", "club.db", "game=witp"), ("stats", "club.db"))
    before = [typed(tmp_path, *words) for words in commands]
    assert [ran.err for ran in before] == [""] * len(commands)
    with engine.writing(engine.connect(str(tmp_path / "club.db"))) as connection:
        connection.execute(update(records).where(records.c.derived > 0).values(derived=1))
    sentence = ("Note: What is searched and counted of 1 campaign was derived by another release: `archive rebuild` "
                "derives it again.\n")
    for words, ran in zip(commands, before, strict=True):
        assert typed(tmp_path, *words) == ran._replace(err=sentence)
        assert typed(tmp_path, *words, "--json").err == sentence
    assert typed(tmp_path, "rebuild", "club.db").out == "1 campaign was derived again.\n"
    assert typed(tmp_path, "search", "club.db", "game=witp").err == ""


def test_what_people_wrote_is_found_without_hidden_names_and_addresses(room: Path, tmp_path: Path) -> None:
    shutil.copytree(room / "isles", tmp_path / "isles")
    assert here("letter", "note", "isles", "Ken\nIto rings me: ken@example.org", "--side", "japan",
                cwd=tmp_path).code == 0
    typed(tmp_path, "add", "club.db", "isles")
    typed(tmp_path, "alias", "club.db", "Ken Ito", "K. I.")
    for form in ([], ["--json"]):
        shown = typed(tmp_path, "search", "club.db", "notes", *form).out
        assert "K. I. rings me" in shown and "Ito" not in shown and "example.org" not in shown


def test_a_file_in_a_folder_that_is_not_there(room: Path) -> None:
    assert 'There is no folder "nowhere" to write "isles.zip" into.' in " ".join(
        here("archive", "export", "club.db", "isles", "-o", "nowhere/isles.zip", cwd=room).err.split())
