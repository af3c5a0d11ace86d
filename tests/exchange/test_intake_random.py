"""Weeks of mail made up by dice: players, their opponents, forgers, machines, copies; the desk is killed now and then.

Whatever comes, nothing is recorded that nothing proves, nothing is recorded twice, every letter goes out once, nobody
reads what he may not, and nobody is written to without end.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.exchange.posting import ANN, EVE, KEN, NOW, PostOffice, install
from tests.killing import killed_at
from witp_pbem.exchange import journal, verdicts
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.desk import recording, replies

WHO = {"red": KEN, "blue": ANN}
OTHER = {"red": "blue", "blue": "red"}


def mails(post: PostOffice, dice: random.Random, now: datetime) -> bytes:
    """Any mail. Orders carry a word that only their player and the desk may read."""
    side = dice.choice(["red", "blue"])
    kind = dice.choice(["own", "own", "own", "unproven", "forged", "others-token", "copied", "chat", "spam", "away",
                        "quoted", "phone", "yes", "wrong"])
    minutes = int((now - NOW).total_seconds() // 60) - dice.choice([0, 0, 1, 5, 60, 600])
    orders, head = f"bid {dice.randrange(6)}", {"Luck": f"only-for-{side}-{dice.randrange(10 ** 6)}"}
    if kind == "own":
        return post.orders(side, orders, WHO[side], header=head, minutes=minutes)
    if kind == "unproven":
        return post.orders(side, orders, WHO[side], header=head, minutes=minutes, re="")
    if kind == "forged":
        return post.orders(side, orders, dice.choice([EVE, WHO[OTHER[side]]]), minutes=minutes, re="")
    if kind == "others-token":
        return post.orders(side, orders, WHO[OTHER[side]], minutes=minutes, re=post.reference(OTHER[side]))
    if kind == "copied":
        return post.orders(side, orders, WHO[side], minutes=minutes, Cc=WHO[OTHER[side]])
    if kind == "phone":
        return post.orders(side, orders, f"{side}@phone.example", header=head, minutes=minutes)
    if kind == "wrong":
        return post.orders(side, "bid 99", WHO[side], header=head, minutes=minutes)
    if kind == "quoted":
        text = "".join(f"> {line}\n" for line in post.desk.text(OTHER[side], orders).splitlines())
        return post.mail(f"I see.\n\n{text}", WHO[side], re=post.reference(side), minutes=minutes)
    if kind == "yes":
        asked = [letter for key, letter in post.letters().items() if key.startswith("confirm:")]
        if asked:
            letter = dice.choice(asked[-5:])
            return post.mail(dice.choice(["yes", "no", "はい"]), str(letter["To"]), minutes=minutes,
                             re=str(letter["Message-ID"]).strip("<>"))
    if kind == "away":
        return post.mail("I am away.", WHO[side], re=post.reference(side), Auto_Submitted="auto-replied",
                         minutes=minutes)
    if kind == "spam":
        return post.mail("Buy!", EVE, minutes=minutes)
    return post.mail(f"Well played! {minutes}", WHO[side], re=post.reference(side), minutes=minutes)


def stream(post: PostOffice, dice: random.Random, number: int) -> Iterator[tuple[bytes, datetime]]:
    """So many mails with the moments they arrive at; some come again."""
    sent: list[bytes] = []
    for count in range(number):
        now = NOW + timedelta(minutes=37 * count)
        raw = dice.choice(sent) if sent and dice.random() < 0.15 else mails(post, dice, now)
        sent.append(raw)
        yield raw, now


def run(post: PostOffice, seed: int, number: int) -> Counter[str]:
    """Puts mails on the desk; every tenth time it is killed at some moment, and does it once more."""
    dice, counts = random.Random(seed), Counter[str]()
    for raw, now in stream(post, dice, number):
        if dice.random() < 0.1:
            killed_at(dice.randrange(12), lambda raw=raw, now=now: post.take(raw, now))  # type: ignore[misc]
        counts[post.take(raw, now).verdict] += 1
    return counts


def look_over(post: PostOffice) -> None:
    """What must hold after any mails."""
    office = offices.of_campaign(post.desk.folder)
    done = [line for line in journal.read(office, recording.HANDLED) if line.values["verdict"] == verdicts.RECORDED]
    entries = [receipt.entry for line in done for receipt in recording.receipts_of(line)]
    assert len(entries) == len(set(entries))
    assert {entry["n"] for entry in post.desk.entries() if entry["type"] == "submission"} == set(entries)
    assert all(line.values["proof"] for line in done)
    sender = {"red": {"ken@example.org", "red@phone.example"}, "blue": {"ann@example.org", "blue@phone.example"}}
    assert all(line.values["sender"] in sender[line.values["side"]] for line in done)
    daily: Counter[tuple[str, str]] = Counter()
    for key, letter in post.letters().items():
        words = letter.as_string()
        receivers = {address for line in (letter["To"], letter["Cc"]) if line for each in [str(line)]
                     for address in [each.rpartition("<")[2].rstrip(">")]}
        for side, allowed in sender.items():
            if f"only-for-{side}" in words or post.token(side) in words:
                assert receivers <= allowed, (key, receivers)
    for place in (office, post.office):
        for line in journal.read(place, "queued"):
            for address in line.values["to"]:
                daily[address, f"{line.at:%j}"] += 1
    assert all(count <= 2 * replies.MOST_A_DAY for (address, _), count in daily.items() if "eve" in address)
    assert all(count <= replies.MOST_ANSWERS + 20 for count in daily.values())


def desk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> PostOffice:
    install(monkeypatch)
    post = PostOffice(folder)
    post.desk.sit()
    return post


def test_a_day_of_any_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    post = desk(tmp_path, monkeypatch)
    counts = run(post, 5, 60)
    assert {verdicts.RECORDED, verdicts.HELD, verdicts.REPEATED, verdicts.OVERTAKEN, verdicts.STRANGER,
            verdicts.NOTHING, verdicts.IGNORED, verdicts.REFUSED} <= set(counts)
    look_over(post)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_weeks_of_any_mail(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    post = desk(tmp_path, monkeypatch)
    counts = run(post, seed, 400)
    print(f"{counts.total()} mails: {dict(counts)}")
    look_over(post)
