"""The tutorial of README.md, typed as it stands there, with two folders in the place of the players' mail programs."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.program import ROOT, Ran, here, run

MARKED = "# "  # what the players take away in front of an order


class Tutorial(NamedTuple):
    """A tutorial: where it begins and ends in README.md, the orders Ken chooses, as his report lists them, and the
    first word of the answer he gets."""

    begin: str
    end: str
    orders: tuple[str, ...]
    answer: str


TUTORIALS = {
    "en": Tutorial("## A campaign by mail, in five minutes", "\n`rule 6.3.b` shows a rule",
                   ("build Truk (0907)", "pass"), "Recorded."),
    "ja": Tutorial("メールでの対戦を5分で", "\n命令は日本語でも英語でも書けます。",
                   ("建設 トラック (0907)", "パス"), "記録しました。"),
}


def commands(tutorial: Tutorial) -> list[list[str]]:
    """What is to be typed, word by word."""
    text = (ROOT / "README.md").read_text("utf-8")
    part = text[text.index(tutorial.begin):text.index(tutorial.end)]
    return [shlex.split(line, comments=True)[1:] for line in re.findall(r"^    (witp-pbem .*)$", part, re.MULTILINE)]


def post(place: Path) -> None:
    """Sends every draft there is, as the keeper does with his mail program."""
    for draft in [*place.glob("*.eml"), *sorted((place / "manila/private/drafts").glob("*.eml"))]:
        mail = message_from_bytes(draft.read_bytes(), policy=policy.default)
        name = mail["To"].addresses[0].username
        (place / name / "mails").mkdir(parents=True, exist_ok=True)
        shutil.copy(draft, place / name / "mails" / draft.name)


def reply(place: Path, sender: str, orders: tuple[str, ...]) -> None:
    """Answers the report, all of which is quoted, having taken away what stands before some orders."""
    report = message_from_bytes(max((place / "ken/mails").glob("*-report.eml")).read_bytes(), policy=policy.default)
    text = "\n".join(report.get_body(("plain",)).get_content().splitlines())
    for order in orders:
        assert text.count(f"\n{MARKED}{order}\n") == 1, order
        text = text.replace(f"\n{MARKED}{order}\n", f"\n{order}\n")
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, "kay@example.org", f"Re: {report['Subject']}"
    mail["Message-ID"], mail["In-Reply-To"] = "<reply@example.org>", report["Message-ID"]
    mail.set_content("Here I go!\n\nKay wrote:\n" + "".join(f"> {line}\n" for line in text.splitlines()))
    (place / "inbox").mkdir()
    (place / "inbox/reply.eml").write_bytes(mail.as_bytes())


def test_the_tutorials_are_found() -> None:
    english, japanese = (commands(each) for each in TUTORIALS.values())
    assert len(english) == 16
    command = ["language", "manila", "japan", "ja"]
    assert [[word for word in typed if word not in ("--lang", "ja")]
            for typed in japanese if typed != command] == english
    assert command in japanese


@pytest.mark.parametrize(("language", "typing"), [("en", run), ("ja", here)], ids=TUTORIALS)
def test_the_first_turn_is_exchanged_by_mail(language: str, typing: Callable[..., Ran],
                                             tmp_path: Path) -> None:
    tutorial, said = TUTORIALS[language], []
    for typed in commands(tutorial):
        if "inbox" in typed:
            reply(tmp_path, "Ken <ken@example.org>", tutorial.orders)
        if typed[0] == "check":
            drafted = (tmp_path / "allies.txt").read_text("utf-8")
            (tmp_path / "allies.txt").write_text(drafted.replace(f"\n{MARKED}pass\n", "\npass\n"), "utf-8")
        ran = typing(*typed, cwd=tmp_path)
        assert ran.code == 0, (typed, ran)
        said.append(ran.out)
        post(tmp_path)
    output = "".join(said)
    assert "Mail from ken@example.org: recorded." in output and "Sitting 2 was held." in output
    assert "The logbook holds." in output and "1 order, Allies, turn 1" in output
    copy = (tmp_path / "ann/manila/logbook.jsonl").read_bytes()
    assert (tmp_path / "manila/logbook.jsonl").read_bytes().startswith(copy) and copy.count(b"\n") >= 6
    answer = message_from_bytes((tmp_path / "ken/mails/003-japan-answer.eml").read_bytes(), policy=policy.default)
    assert answer.get_body(("plain",)).get_content().startswith(tutorial.answer)
