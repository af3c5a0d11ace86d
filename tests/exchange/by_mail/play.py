"""Turn 4 of the rulebook, Manila, as three people play it who have nothing but their mail programs.

Japan's player writes English, the Allies' player reads and writes Japanese, and the referee throws dice and draws cards
at his own address. The orders are those of `examples/manila-1942`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any, NamedTuple

from tests.exchange.by_mail import clients
from tests.exchange.by_mail.clients import Form, Person
from witp_pbem.campaign.explaining.story import items_of
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.table.canonical import canonical

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "manila-1942"
CAMPAIGN = "manila-1942"
KEN = Person("ken", "japan", "Ken <ken@example.org>", "\nBest regards,\nKen")
AN = Person("ann", "allies", "杏 <ann@example.org>", "\nよろしくお願いします。\n杏")
REFEREE = Person("referee", "referee", "Kay <referee@example.org>", "\n-- \nKay")
PEOPLE = (KEN, AN, REFEREE)
INVITE, REPORT, ANSWER = "invite", "report", "answer"


class Sent(NamedTuple):
    """A mail somebody sends: the file of orders in it, the kind of letter it replies to, the newest of that kind; what
    sort of program wrote it."""

    person: Person
    file: str
    to: str
    form: Form

    def written(self, mailbox: Sequence[EmailMessage], now: datetime) -> EmailMessage:
        """The mail, as a reply to something in its writer's mailbox."""
        letter = next(each for each in reversed(mailbox) if kind(each) == self.to)
        return clients.reply(self.form, self.person, letter, (EXAMPLE / self.file).read_text("utf-8"), now)


# What is written between one round of the desk and the next.
TURN: tuple[tuple[Sent, ...], ...] = (
    (Sent(KEN, "japan-1.txt", REPORT, clients.flowed), Sent(AN, "allies-1.txt", INVITE, clients.japanese),
     Sent(REFEREE, "referee-1.txt", REPORT, clients.plain)),
    (Sent(KEN, "japan-2.txt", REPORT, clients.page),),
    (Sent(AN, "allies-2.txt", REPORT, clients.japanese), Sent(REFEREE, "referee-2.txt", REPORT, clients.plain)),
    (Sent(KEN, "japan-3.txt", REPORT, clients.plain), Sent(AN, "allies-3.txt", ANSWER, clients.attached)),
)


def opening(folder: Path, account: Path, now: datetime) -> list[list[str]]:
    """The commands by which the keeper begins."""
    moment = ["--now", f"{now:%Y-%m-%dT%H:%MZ}"]
    return [
        ["new", str(folder), "--position", str(EXAMPLE / "position.json"), "--dice", "manual",
         "--japan", KEN.player, "--allies", AN.player],
        ["language", str(folder), "allies", "ja"],
        ["deadlines", str(folder), "--every", "3d", "--clock", "21:00", "--zone", "allies=Asia/Tokyo", *moment],
        *(["invite", str(folder), person.side, "--send", "--account", str(account), *moment] for person in (KEN, AN)),
    ]


def a_round(folder: Path, account: Path, now: datetime, *more: str) -> list[str]:
    """The command of a round."""
    return ["serve", str(folder), "--once", "--account", str(account), "--now", f"{now:%Y-%m-%dT%H:%MZ}", *more]


def kind(letter: EmailMessage) -> str:
    """What kind of letter of the desk this is, by its id."""
    return str(letter["Message-ID"]).strip("<").partition(".")[0]


# -- what was played -------------------------------------------------------------------------------------------------


def played(folder: Path) -> list[dict[str, Any]]:
    """What the sittings of a campaign came to, however its logbook counts entries and wherever in a mail the orders
    stood: acts, dice and cards, orders opened, what was owed, how the position stood. (Seals stand in an order of
    chance, and a card typed in is named after one.)"""
    campaign = open_campaign(folder)
    entries: list[Any] = campaign.entries
    given = [entry["n"] for entry in entries if entry["type"] in ("submission", "ruling")]
    positions = {item.entry: campaign.game.to_json(item.position_after)
                 for item in items_of(campaign.game, campaign.line)}

    def alike(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {key: alike(each, key) for key, each in value.items() if key not in (
                "salt", "salts", "nodes", "line", "index")}
        if isinstance(value, list):
            if key == "source" and value:
                return given.index(value[0])
            return [alike(each) for each in value]
        if key == "parts":  # a number stands for an order that was opened, which is compared by itself
            return alike("".join(part for part in value if isinstance(part, str)), "text")
        if key in ("entry", "file"):
            return given.index(value)
        if key == "text":  # programs double line ends, and digits come in two widths
            return [line for line in unicodedata.normalize("NFKC", value).split("\n") if line]
        slot = re.fullmatch(r"(.+/)(\d+)\.\d+", value) if isinstance(value, str) else None
        return f"{slot[1]}{given.index(int(slot[2]))}" if slot else value

    def opened(entry: Any) -> list[Any]:
        return sorted((alike(item) for item in entry["opened"]), key=canonical)

    return [{**{key: alike(entry[key]) for key in ("number", "acts", "manual", "owed", "outcome")},
             "opened": opened(entry), "position": alike(positions[entry["n"]])}
            for entry in entries if entry["type"] == "sitting"]
