"""Disputes at the command line: protests, answers, letters, rewinds, previews, and the logbook that tells of them."""

from __future__ import annotations

import json
import re
import shutil
from email import message_from_bytes, policy
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from tests.cli.program import contents, here, run
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.entries import Recorded


@pytest.fixture(scope="module")
def disputed(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign with two protests, one of them answered, a note, and a rewind behind a bookmark."""
    folder = tmp_path_factory.mktemp("disputed") / "isles"
    shutil.copytree(begun, folder)
    for words in (["bookmark", folder, "the start"],
                  ["letter", "protest", folder, "--side", "japan", "--about", "2", "The deck was not shuffled."],
                  ["letter", "note", folder, "Ken is on holiday."],
                  ["letter", "protest", folder, "--side", "allies", "The map is upside down."],
                  ["answer", folder, "--protest", "4", "--reason", "It was; see entry 2."],
                  ["rewind", folder, "--to", "entry 0", "--reason", "to please Ken"]):
        done = here(*words)
        assert done.code == 0, done
    return folder


def test_protests_stand_in_status_log_and_reports(disputed: Path) -> None:
    out = here("status", disputed).out
    assert "2 protests so far, 1 open." in out and "The map is upside down." in out and "not shuffled" not in out
    assert json.loads(here("status", disputed, "--json").out)["status"]["open_protests"][0]["side"] == "allies"
    listed = here("log", disputed).out
    for words in ("[abandoned by the rewind of entry 8]", '"the start": the end of sitting 1', "answered in entry 7",
                  "not answered yet", "back to entry 0: to please Ken", "Ken is on holiday.",
                  "answers the protest of entry 4: It was; see entry 2."):
        assert words in listed, words


def test_the_report_tells_who_protested_and_what_was_answered(disputed: Path) -> None:
    assert here("adjudicate", disputed).code == 0
    report = here("report", disputed).out
    assert "1 protest waits for its answer." in report
    section = report[report.index("Protests and rulings"):]
    for words in ("2 protests so far, 1 open.", "Protest of entry 4, Japan, about entry 2: The deck was not",
                  "It was; see entry 2.", "It changed nothing.", "No answer yet.", "to please Ken",
                  "Ken is on holiday."):
        assert words in " ".join(section.split()), words
    assert here("verify", disputed).code == 0


@pytest.fixture(scope="module")
def talkative(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign behind whose last sitting 300 notes and 300 protests were recorded, of some 100 letters each."""
    folder = tmp_path_factory.mktemp("talkative") / "isles"
    shutil.copytree(begun, folder)
    campaign = open_campaign(folder)
    common = {"about": None, "letter": "", "signature": ""}
    campaign.add(*((kind, {**common, "side": side, "text": f"number {number}: {'once more, ' * 9}"})
                   for number in range(300) for kind, side in (("note", "referee"), ("protest", "japan"))))
    return folder


@pytest.mark.parametrize(("language", "left_out"), [
    ("en", ("older notes are left out here", "older protests are left out here")),
    ("ja", ("古い覚え書き250件は", "古い異議250件は"))])
@pytest.mark.parametrize("form", ["text", "html", "eml", "bbcode", "markdown"])
def test_of_much_that_is_said_reports_show_the_newest_and_where_the_rest_is(
        talkative: Path, form: str, language: str, left_out: tuple[str, str]) -> None:
    spoken = ("--lang", language)
    bare = shown(here(*spoken, "report", talkative, "--as-of", "2", "--format", form).out, form)
    report = shown(here(*spoken, "report", talkative, "--format", form).out, form)
    assert len(report) - len(bare) < 45_000
    flat = "".join(report.replace("| ", "").split())
    for words in left_out:
        assert "".join(words.split()) in flat, words
    assert "logDIR--kindnote" in flat and "logDIR--kindprotest" in flat
    numbers = {int(number) for number in re.findall(r"number(\d+):", flat)}
    assert numbers == set(range(250, 300))


def shown(made: str, form: str) -> str:
    """A report as it is read: of a mail its text."""
    if form != "eml":
        return made
    body = message_from_bytes(made.encode(), policy=policy.default).get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def test_a_mail_of_much_that_is_said_is_no_larger_than_its_report(talkative: Path) -> None:
    quiet = here("report", talkative, "--as-of", "2", "--format", "eml").out
    assert len(here("report", talkative, "--format", "eml").out) - len(quiet) < 60_000


def test_status_shows_the_newest_protests_and_where_the_rest_is(talkative: Path) -> None:
    status = here("status", talkative).out
    assert "300 protests so far, 300 open." in status and "number 299:" in status and "number 249:" not in status
    assert "250 older protests are left out here" in " ".join(status.split())


def test_the_log_of_a_kind_shows_all_of_it_and_nothing_else(talkative: Path) -> None:
    notes = here("log", talkative, "--kind", "note").out
    assert all(f"number {number}:" in notes for number in range(300)) and "not answered yet" not in notes
    both = json.loads(here("log", talkative, "--json", "--kind", "note", "--kind", "protest").out)
    assert [entry["type"] for entry in both] == ["note", "protest"] * 300
    assert here("log", talkative, "--kind", "gossip").code == 2
    assert run("log", talkative, "--kind", "note").out == notes


def test_an_abandoned_branch_is_told_of(disputed: Path) -> None:
    report = " ".join(here("report", disputed, "--as-of", "2").out.split())
    assert "This branch was abandoned by the rewind of entry 8." in report and "What is owed next" not in report
    shown = json.loads(here("show", disputed, "--as-of", "0", "--json").out)
    assert shown != json.loads(here("show", disputed, "--as-of", "2", "--json").out)
    refused = here("report", disputed, "--as-of", "999")
    assert refused.code == 2 and "The logbook has no entry 999" in refused.err


def test_every_type_of_entry_has_its_words() -> None:
    types = {kind for form in get_args(Recorded) for kind in get_args(get_type_hints(form)["type"])}
    assert types == set(logbook.KINDS)  # that `log` tells of each is seen by mypy


def test_a_letter_is_written_for_those_without_the_folder(begun: Path, tmp_path: Path) -> None:
    folder = tmp_path / "isles"
    shutil.copytree(begun, folder)
    file = tmp_path / "protest.txt"
    assert here("letter", "protest", "isles", "No: shuffle again", "--side", "japan", "--about", "2", "-o",
                file).code == 0
    assert file.read_text() == ("Campaign: isles\nSide: japan\nLetter: protest\nAbout: 2\n"
                                "Text: No: shuffle again\n")
    done = here("submit", folder, file)
    assert done.code == 0 and "(protest)" in done.out
    assert here("letter", "note", folder, "hello", "--side", "nobody", "-o", tmp_path / "note.txt").code == 2
    wrong = here("letter", "protest", folder, "No!", "--side", "japan", "--about", "entry 99", "-o", file, "--force")
    assert wrong.code == 1 and "99" in wrong.err and "shuffle" in file.read_text()


def test_a_copy_writes_the_letter_that_the_keepers_folder_records(begun: Path, tmp_path: Path) -> None:
    folder, copy = shutil.copytree(begun, tmp_path / "isles"), tmp_path / "copy"
    shutil.copytree(begun, copy, ignore=shutil.ignore_patterns("private"))
    for kind, words in (("word", ["rain"]), ("note", ["Calm."]), ("protest", ["No!"]), ("withdraw", []),
                        ("resign", [])):
        before = contents(copy)
        written = here("letter", kind, copy, *words, "--side", "japan")
        if kind in ("word", "withdraw"):  # the dice have rolled, and nothing was ordered yet
            assert written.code == 1 and not written.out, written
            continue
        assert written.code == 0 and f"Letter: {kind}\n" in written.out and contents(copy) == before, written
        (tmp_path / "letter.txt").write_text(written.out)
        assert here("check", folder, tmp_path / "letter.txt").code == 0, written.out
    assert here("letter", "consent", "isles", "3", "--side", "japan").code == 2  # nowhere to look the hash up
    assert "Hash: abc\n" in here("letter", "consent", "isles", "3", "--side", "japan", "--hash", "abc").out
    proposed = here("letter", "proposal", "isles", "by mistake", "--side", "japan", "--to", "turn 1", "--keep-orders")
    assert proposed.out == "Campaign: isles\nSide: japan\nLetter: proposal\nTo: turn 1\nKeep: yes\nText: by mistake\n"


def test_where_a_player_keeps_the_campaign_the_program_shows_the_letter_to_send(tmp_path: Path) -> None:
    folder = tmp_path / "isles"
    assert here("new", folder, "--game", "witp", "--japan", "Ken", "--allies", "Ann", "--keeper", "japan", "--dice",
                "manual").code == 0
    rulings = tmp_path / "rulings.txt"
    rulings.write_text('Campaign: isles\nTurn: 1\nSide: referee\n\nruling for Japan: gain 2 RP because "agreed"\n')
    done = here("submit", folder, rulings)
    assert done.code == 0 and "(proposal)" in done.out, done
    start = done.out.index("Campaign: isles")
    letter = tmp_path / "consent.txt"
    letter.write_text(done.out[start:done.out.index("\n\n", start)])
    assert "waiting for the consent of Allies" in " ".join(here("status", folder).out.split())
    assert here("submit", folder, letter).code == 0
    assert [entry["type"] for entry in json.loads(here("log", folder, "--json").out)][-2:] == ["consent", "ruling"]
    assert "by consent to the proposal" in here("log", folder).out


def test_a_preview_is_marked_on_every_screen_and_touches_nothing(begun: Path, tmp_path: Path) -> None:
    before = contents(begun)
    copy = tmp_path / "copy"
    shutil.copytree(begun, copy, ignore=shutil.ignore_patterns("private"))
    preview = here("preview", begun, "--side", "japan").out
    assert "Here the preview stops" in preview or "Owed then:" in preview
    lines = here("preview", copy).out.splitlines()
    marks = [number for number, line in enumerate(lines) if "PREVIEW" in line]
    assert marks[0] == 0 and marks[-1] == len(lines) - 1
    assert all(after - at <= 21 for at, after in zip(marks, marks[1:], strict=False))
    assert json.loads(here("preview", begun, "--json", "--seed", "x").out)["entry"]["type"] == "sitting"
    assert contents(begun) == before


@pytest.mark.parametrize(("words", "sentence"), [
    (["rewind", "--to", "tomorrow", "--reason", "x"], "not a point of the campaign"),
    (["answer", "--protest", "0", "--reason", "x"], "is not a protest"),
    (["letter", "consent", "0", "--side", "japan"], "is not a proposal")])
def test_what_cannot_be_is_refused_in_a_sentence(begun: Path, words: list[str], sentence: str) -> None:
    before = contents(begun)
    named = 2 if words[0] == "letter" else 1
    done = here(*words[:named], begun, *words[named:])
    assert done.code in (1, 2) and sentence in done.err
    assert contents(begun) == before
