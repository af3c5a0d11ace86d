"""Whatever a file of a campaign holds, a command says what is wrong (long run: `python -m tests.tamper --files`)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import tamper_files
from tests.cli.program import here
from tests.each_game import Maker
from tests.tamper import read, written
from witp_pbem.campaign.record import logbook, written_heads


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    with tamper_files.quickly():
        yield


@pytest.fixture
def whole(game: str, campaign_of: Maker, tmp_path: Path) -> Path:
    """A campaign of a kind in its second turn, with everything in it, a copy, and what lies beside them."""
    shutil.copytree(campaign_of(game), tmp_path / "place" / tamper_files.NAME)
    return tamper_files.furnish(tmp_path / "place", game)


def test_whatever_a_file_holds_no_command_comes_to_grief(whole: Path, game: str) -> None:
    every = tamper_files.files(whole)
    assert {path.name for path in every} >= {
        "logbook.jsonl", "secrets.json", "sealed.jsonl", "heads.jsonl", "journal.jsonl", "settings.json",
        "sittings.json", "deadlines.json", "own.chain"}
    assert {path.parent.name for path in every} >= {"outbox", "mails", "looked", "drafts", "data", tamper_files.COPY}
    made = tamper_files.run(whole, whole.with_name("place"), game, len(every), commands=2)
    assert made.wrong == []
    assert made.figures["exit code 1"] > len(every) // 4 and made.figures["commands"] == 2 * len(every)


SPOILT = [
    ("settings.json", b'{"languages":{"x":"la"}}', "languages.x", ("report", "--side")),
    ("sittings.json", b'{"adjudicate":"auto","early":1,"words":2}', "early", ("deadlines",)),
    ("deadlines.json", b'{"every":"soon"}', "every", ("deadlines",)),
    ("private/secrets.json", b'{"decks":{},"salts":"' + b"0" * 64 + b'","seed":"0","text":""}', "seed", ("status",)),
    ("private/secrets.json", b'{"decks":{},"seed":"","text":"\\ud800"}', "secrets.json", ("status",)),
    ("private/exchange/journal.jsonl", b'{"at":"2026-11-22T08:00:00Z","key":5,"what":"queued"}\n', "key",
     ("mail", "outbox")),
]


@pytest.mark.parametrize(("file", "content", "place", "words"), SPOILT, ids=[each[0] + each[2] for each in SPOILT])
def test_the_file_and_the_place_in_it_are_named(begun: Path, tmp_path: Path, file: str, content: bytes, place: str,
                                                words: tuple[str, ...]) -> None:
    folder = shutil.copytree(begun, tmp_path / "isles")
    (folder / file).parent.mkdir(exist_ok=True)
    (folder / file).write_bytes(content)
    command = [*words, folder] if words[-1] != "--side" else [words[0], folder, "--side", "japan"]
    ran = here(*command)
    assert ran.code == 1 and str(folder / file) in ran.err and place in ran.err, ran


def by_hand(folder: Path, entries: list[dict[str, Any]]) -> None:
    """Makes a logbook with hashes that fit, and forgets how far this computer has written."""
    (folder / logbook.FILE).write_bytes(written(entries))
    (folder / "private" / written_heads.FILE).unlink()


@pytest.mark.parametrize(("language", "named"), [("en", "entry 2"), ("ja", "項目2")])
def test_an_act_made_by_hand_is_named_by_every_command(begun: Path, tmp_path: Path, language: str, named: str) -> None:
    """It has the form of an act; only the game knows that it is none of its own."""
    folder = shutil.copytree(begun, tmp_path / "isles")
    entries = read((folder / logbook.FILE).read_bytes())
    next(act for act in entries[2]["acts"] if "event" in act)["event"] = "the-sky-falls"
    by_hand(folder, entries)
    for words in (("status",), ("show", "--turn", "1"), ("report",), ("verify",), ("orders", "--side", "japan")):
        ran = here(words[0], folder, *words[1:], "--lang", language)
        assert ran.code == 1 and named in ran.out + ran.err, ran


def test_an_opening_made_by_hand_is_named_though_the_keeper_trusts_it(begun: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(begun, tmp_path / "isles")
    keys = [key for key, value in read((folder / logbook.FILE).read_bytes())[0]["opening"].items() if value]
    assert len(keys) > 5
    for key in keys:
        shutil.rmtree(folder)
        shutil.copytree(begun, folder)
        entries = read((folder / logbook.FILE).read_bytes())
        entries[0]["opening"][key] = {"nobody": ["knows"]}
        by_hand(folder, entries)
        for command in ("verify", "status", "report"):
            ran = here(command, folder)
            output = ran.out + ran.err
            assert (ran.code == 0 and command != "verify") or (ran.code == 1 and "entry 0" in output), (key, ran)


@pytest.mark.parametrize("what", ["seed", "text", "decks"])
def test_nothing_is_played_with_secrets_that_were_not_those_of_the_founding(game: str, campaign_of: Maker,
                                                                           tmp_path: Path, what: str) -> None:
    """One digit is another: dice and cards that nobody could prove would be recorded for good."""
    folder = shutil.copytree(campaign_of(game), tmp_path / "isles")
    secrets = folder / "private" / "secrets.json"
    record = json.loads(secrets.read_bytes())
    for holder, key in [(record, what)] if what != "decks" else [
            (deck, number) for deck in record["decks"].values() for number in (0, 1)]:
        before, holder[key] = holder[key], ("0" if holder[key][0] != "0" else "1") + holder[key][1:]
        secrets.write_text(json.dumps(record))
        for command, more in (("adjudicate", ()), ("serve", ("--once",)), ("check", (folder / "logbook.jsonl",)),
                              ("verify", ()), ("repair", ())):
            ran = here(command, folder, *more)
            assert ran.code == 1 and "private/secrets.jsondoesnotholdthesecretswhose" in "".join(
                (ran.out + ran.err).split()), (key, ran)
        holder[key] = before
    secrets.write_text(json.dumps(record))
    assert here("repair", folder).code == 0


def test_a_letter_that_was_changed_in_the_outbox_is_not_sent(begun: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(begun, tmp_path / "isles")
    office, drafts = folder / "private" / "exchange", folder / "private" / "drafts"
    here("serve", folder, "--once")
    assert list(drafts.glob("*.eml"))
    journal = (office / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (office / "journal.jsonl").write_bytes(b"".join(line for line in journal if b'"what":"drafted"' not in line))
    shutil.rmtree(drafts)
    for letter in (office / "outbox").iterdir():
        letter.write_bytes(letter.read_bytes()[:-100])
    here("serve", folder, "--once")
    assert not list(drafts.glob("*.eml"))
    assert "it is not what the program wrote" in " ".join(here("mail", "outbox", folder).out.split())
