"""`serve` as a process."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.program import ROOT, contents, here, run
from tests.exchange.post import deliver, maildir, newest, reply

NOW, LATER = "2026-11-22T08:00Z", "2026-11-22T08:05Z"


@pytest.fixture(scope="module")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign just founded, to be copied."""
    folder = tmp_path_factory.mktemp("founded") / "isles"
    assert here("new", folder, "--game", "witp", "--japan", "Ken <ken@example.org>", "--allies",
                "Ann <ann@example.org>", "--seed", "isles").code == 0
    return folder


@pytest.fixture
def root(founded: Path, tmp_path: Path) -> Path:
    shutil.copytree(founded, tmp_path / "all" / "isles")
    return tmp_path / "all"


def test_a_round_and_the_next(root: Path) -> None:
    ran = run("serve", root, "--once", "--now", NOW)
    assert (ran.code, ran.err) == (0, "") and "isles: Sitting 1 was held." in ran.out and "drafts" in ran.out
    before = contents(root)
    ran = here("serve", root, "--once", "--now", LATER)
    assert (ran.code, ran.out) == (0, "Nothing was due.\n") and contents(root) == before


def test_orders_by_mail_and_two_rounds_at_once(root: Path, tmp_path: Path) -> None:
    assert here("serve", root, "--once", "--now", NOW).code == 0
    box = maildir(tmp_path / "box")
    text = "Campaign: isles\nTurn: 1\nSide: japan\n\npass\n"
    deliver(box, reply(newest(root / "isles", "ken@example.org"), "ken@example.org", text), "1")
    command = [sys.executable, "-m", "witp_pbem", "serve", str(root), "--once", "--mails", str(box), "--now", LATER]
    both = [subprocess.Popen(command, cwd=ROOT, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for _ in range(2)]
    ended = [(*each.communicate(timeout=60), each.returncode) for each in both]
    assert [(err, code) for _, err, code in ended] == [("", 0)] * 2
    output = "".join(out for out, _, _ in ended)
    assert output.count("ken@example.org: recorded") == 1 and output.count("Sitting 2 was held.") == 1
    kinds = [json.loads(line)["type"] for line in (root / "isles" / "logbook.jsonl").read_text().splitlines()]
    assert kinds.count("submission") == 1
    assert json.loads(here("serve", root, "--once", "--json", "--quiet", "--now", LATER).out) == {
        "busy": False, "remarks": [], "is_new": False, "done": [], "needs": []}


def test_what_only_the_keeper_can_do_is_an_exit_code_and_told_once(root: Path) -> None:
    book = root / "isles" / "logbook.jsonl"
    book.write_bytes(book.read_bytes().replace(b'"type"', b'"tpye"', 1))
    first, again = (here("serve", root, "--once", "--quiet", "--now", NOW) for _ in range(2))
    assert first.code == again.code == 1 and first.out.startswith("isles:") and again.out == ""
    assert here("serve", root / "isles" / "data", "--once").code == 2
    assert here("serve", root, "--once", "--now", "tomorrow").code == 2


def test_habits_are_kept(root: Path) -> None:
    folder = root / "isles"
    ran = here("deadlines", folder, "--by-hand")
    assert (ran.code, ran.out) == (0, "There are no deadlines.\nThe keeper holds each sitting by hand.\n")
    ran = here("serve", root, "--once", "--now", NOW)
    assert ran.code == 1 and "witp-pbem adjudicate" in " ".join(ran.out.split())
    assert "deadline" in here("deadlines", folder, "--auto", "--at-deadline").out
    assert "Sitting 1" in here("serve", root, "--once", "--now", NOW).out


def test_status_tells_how_the_desk_stands(root: Path) -> None:
    folder = root / "isles"
    assert json.loads(here("status", folder, "--json").out)["desk"] is None
    assert here("deadlines", folder, "--every", "3d").code == 0
    assert here("serve", root, "--once", "--now", NOW).code == 0
    desk = json.loads(here("status", folder, "--json", "--now", LATER).out)["desk"]
    assert desk["held"] == 0 and desk["letters"] == {} and "2026-11-25" in desk["deadlines"][0]


@pytest.mark.parametrize("option", [("--json",), ("--quiet",), ("--now", NOW)])
def test_what_needs_one_round_is_refused_without(root: Path, option: tuple[str, ...]) -> None:
    ran = here("serve", root, *option)
    assert ran.code == 2 and f"{option[0]} can only be used with --once." in ran.out + ran.err


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_serve_ends_when_it_is_asked_to(root: Path) -> None:
    command = [sys.executable, "-m", "witp_pbem", "serve", str(root), "--every", "1s", "--mails", str(root / "none")]
    serving = subprocess.Popen(command, cwd=ROOT, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until = time.monotonic() + 60
    while not (root / "isles" / "private" / "drafts" / "drafts.html").exists() and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.3)
    serving.send_signal(signal.SIGTERM)
    out, err = serving.communicate(timeout=60)
    assert serving.returncode == 0 and out.endswith("Ended.\n") and "Sitting 1 was held." in out
    assert err.count("cannot be read") == 1  # the mailbox that is not there, told once
