"""`sync` and `invite` as a player and a keeper type them."""

from __future__ import annotations

import json
import shutil
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from tests.cli.program import contents, here, run
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.packets import packet
from witp_pbem.campaign.record import logbook


def piece(folder: Path, first: int, last: int) -> bytes:
    """The packet that was sent when the logbook ended with an entry."""
    campaign = open_campaign(folder)
    del campaign.entries[last + 1:]
    return packet.packet(campaign, first)


@pytest.fixture(scope="module")
def invited(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The invitation of the Japanese player, as a file."""
    mail = tmp_path_factory.mktemp("invited") / "ken.eml"
    ran = run("invite", begun, "japan", "-o", mail)
    assert ran.code == 0 and ran.err == ""
    return mail


@pytest.fixture(scope="module")
def copied(invited: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy he makes of it, only to be looked at."""
    folder = tmp_path_factory.mktemp("copied") / "isles"
    ran = run("sync", folder, invited, "--verify")
    assert ran.code == 0, ran.err
    assert "A new copy: entries 0–2 (founding, closed, sitting 1)." in ran.out and "The logbook holds." in ran.out
    assert "verify" in ran.out.splitlines()[3] or "report" in ran.out
    return folder


def test_the_invitation_says_what_a_player_must_know(begun: Path, invited: Path) -> None:
    mail = message_from_bytes(invited.read_bytes(), policy=policy.default)
    assert mail["To"] == "Ken <ken@example.org>" and mail["Subject"].startswith("[isles] ")
    assert mail["X-Unsent"] == "1" and mail["Date"] is None and mail["From"] is None
    text = mail.get_body(("plain",)).get_content()
    founding = json.loads((begun / "logbook.jsonl").read_bytes().splitlines()[0])
    for words in ("You play Japan", "Reply", "begin with # -----", founding["hash"], founding["dice"]["anchor"],
                  "witp-pbem sync isles", "own copy", "No deadlines are agreed on", "begin orders: japan, token "):
        assert words in text, words
    assert "http" not in text and all(len(line) <= 78 for line in text.splitlines())
    names = [part.get_filename() for part in mail.iter_attachments()]
    assert names == ["isles-entries-0-2.jsonl.gz"]
    assert len(invited.read_bytes()) < 100_000


def test_an_invitation_in_japanese_and_on_the_screen(begun: Path) -> None:
    ran = here("invite", begun, "japan", "--lang", "ja")
    assert ran.code == 0 and "返信" in ran.out and "目標 マニラ" in ran.out and "Reply" not in ran.out


def test_an_invitation_goes_into_the_outbox_once(begun: Path, tmp_path: Path) -> None:
    folder = tmp_path / "isles"
    shutil.copytree(begun, folder)
    now = ("--now", "2026-11-22T09:00Z")
    assert "In the outbox: the invitation for ken@example.org." in here("invite", folder, "japan", "--send", *now).out
    assert "before" in here("invite", folder, "japan", "--send", *now).out
    assert len(list((folder / "private/exchange/outbox").iterdir())) == 1
    ran = here("invite", folder, "allies", "--send", *now)
    assert ran.code == 1 and "Allies has no mail address" in ran.err


def test_a_copy_can_invite_nobody(copied: Path) -> None:
    ran = here("invite", copied, "japan")
    assert ran.code == 2 and "only the keeper" in ran.err


@pytest.mark.parametrize("typed", [
    ["status"], ["show"], ["report"], ["report", "--side", "japan"], ["map"], ["log"], ["verify"],
    ["orders", "--side", "japan"]], ids=" ".join)
def test_the_commands_of_a_player_work_on_a_copy(copied: Path, typed: list[str]) -> None:
    before = contents(copied)
    ran = here(typed[0], copied, *typed[1:], "--lang", "en")
    assert ran.code == 0 and ran.out
    assert ("cannot know the cards" in ran.err) == ("--side" in typed)
    assert contents(copied) == before


def test_orders_are_checked_at_home_and_sent(copied: Path, begun: Path, tmp_path: Path) -> None:
    orders = tmp_path / "japan.txt"
    orders.write_text("Campaign: isles\nTurn: 1\nSide: japan\n\nbuild Truk\n")
    checked = here("check", copied, orders)
    assert checked.code == 0 and "1 order, Japan, turn 1" in checked.out
    assert "what is ordered with them is judged by the keeper" in " ".join(checked.err.split())
    orders.write_text("Campaign: isles\nTurn: 1\nSide: japan\n\nbuild Manila\n")
    assert here("check", copied, orders).code == 1
    refused = here("submit", copied, orders)
    assert refused.code == 2 and "only the keeper's copy records" in refused.err


def test_mails_bring_a_copy_up_to_date(manila: Path, tmp_path: Path) -> None:
    entries = (manila / "logbook.jsonl").read_bytes().splitlines()
    last = len(entries) - 1
    for name, content in (("0.jsonl.gz", piece(manila, 0, 4)), ("8.jsonl", piece(manila, 8, last)),
                          ("5.jsonl", piece(manila, 5, 7))):
        (tmp_path / name).write_bytes(content)
    copy = tmp_path / "manila"
    assert here("sync", "manila", "0.jsonl.gz", cwd=tmp_path).code == 0
    gap = here("sync", "manila", "8.jsonl", cwd=tmp_path)
    assert gap.code == 0 and "Missing: entries 5–7." in gap.out and "later entries wait for them" in gap.out
    done = here("sync", copy, "-", given=piece(manila, 5, 7))
    assert done.code == 0 and f"Appended: entries 5–{last}" in done.out
    assert (copy / "logbook.jsonl").read_bytes() == (manila / "logbook.jsonl").read_bytes()
    again = here("sync", "manila", ".", cwd=tmp_path)
    assert again.code == 0 and "Nothing new: the copy is up to date." in again.out
    (tmp_path / "hello.txt").write_text("Hello")
    nothing = here("sync", "manila", "hello.txt", cwd=tmp_path)
    assert nothing.code == 1 and "No campaign packet was found in: hello.txt." in nothing.err
    assert here("sync", "manila", "nothing.eml", cwd=tmp_path).code == 2
    assert here("sync", "new", "5.jsonl", cwd=tmp_path).code == 2


def test_two_histories_are_shown_with_what_to_do(copied: Path, begun: Path, tmp_path: Path) -> None:
    copy, entries = tmp_path / "isles", open_campaign(begun).entries
    shutil.copytree(copied, copy)
    note = {"side": "referee", "about": None, "letter": "", "signature": ""}
    for name, text in (("ours", "as it was"), ("theirs", "made up")):
        made = logbook.following(entries[-1], logbook.NOTE, {**note, "text": text})
        (tmp_path / f"{name}.jsonl").write_bytes(
            packet.packet(open_campaign(begun), len(entries)) + packet.after(entries[-1]["hash"]) + logbook.line(made))
    ours, theirs = (json.loads((tmp_path / f"{name}.jsonl").read_bytes().splitlines()[-1])
                    for name in ("ours", "theirs"))
    assert here("sync", copy, tmp_path / "ours.jsonl").code == 0
    before = (copy / "logbook.jsonl").read_bytes()
    ran = here("sync", copy, tmp_path / "theirs.jsonl")
    assert ran.code == 1 and (copy / "logbook.jsonl").read_bytes() == before
    output = " ".join(ran.out.split())
    for words in ("TWO HISTORIES", "everything up to entry 2", "--head HASH",
                  f"your copy: entry 3, note (Referee), hash {ours['hash']}",
                  f"theirs.jsonl: entry 3, note (Referee), hash {theirs['hash']}",
                  f"fork-{theirs['hash'][:16]}.jsonl"):
        assert words in output, words
    compared = here("sync", begun, tmp_path / "theirs.jsonl")
    assert compared.code == 1 and "Your logbook lacks entry 3" in " ".join(compared.out.split())
    assert not (begun / "later.jsonl").exists()
