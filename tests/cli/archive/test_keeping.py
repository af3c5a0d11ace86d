"""A club's evening with an archive, as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import update

from tests.cli.program import Ran, here
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.tables import records
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
    assert typed(tmp_path, "alias", "club.db", "Ken Ito", "<K. I.>").out == "Ken Ito is shown as <K. I.>.\n"
    shown = typed(tmp_path, "list", "club.db").out
    assert "<K. I.>" in shown and "Ken" not in shown
    typed(tmp_path, "alias", "club.db", "Ken Ito", "--remove")
    assert "Ken Ito" in typed(tmp_path, "list", "club.db").out
    assert "Nobody in the archive" in typed(tmp_path, "alias", "club.db", "Zoe", "Z.", code=2).err
    assert "--remove" in typed(tmp_path, "alias", "club.db", "Ken Ito", code=2).err


def test_what_does_not_hold_is_kept_apart_and_comes_out_as_it_came(room: Path, tmp_path: Path) -> None:
    tear(room, tmp_path / "torn.jsonl")
    said = typed(tmp_path, "add", "club.db", "torn.jsonl", str(room / "isles"), code=1).out
    assert "KEPT APART" in said and "isles: added as number" in said
    assert "torn.jsonl" not in typed(tmp_path, "list", "club.db").out
    numbers = [one["record"] for one in json.loads(typed(tmp_path, "list", "club.db", "--all", "--json").out)
               if one["state"] == "apart"]
    typed(tmp_path, "export", "club.db", str(numbers[0]), "-o", "torn")
    assert (tmp_path / "torn").read_bytes() == (tmp_path / "torn.jsonl").read_bytes()


def tear(room: Path, target: Path) -> None:
    """Makes a logbook that was cut off."""
    target.write_bytes((room / "isles" / logbook.FILE).read_bytes()[:-9])


def test_a_source_with_nothing_in_it_is_named(room: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing of a campaign")
    said = typed(tmp_path, "add", "club.db", "notes.txt", str(room / "isles"), code=1).out
    assert "isles: added as number 1" in said and said.endswith("notes.txt: there is no campaign in it.\n")


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
    assert "1 campaign proved: 1 holds" in typed(tmp_path, "verify", "club.db", "--again").out
    typed(tmp_path, "add", "other.db", str(room / "isles"), "--unproved")
    assert "1 campaign proved: 1 holds" in typed(tmp_path, "verify", "other.db").out


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
    commands = (("list", "club.db", "--all"), ("search", "club.db", "game=witp"), ("stats", "club.db"),
                ("stats", "club.db", "course", "-o", "all.svg", "--force"))
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
