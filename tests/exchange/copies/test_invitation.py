"""The mail that brings a player in."""

from __future__ import annotations

from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.campaign.desk import Desk, install_toy
from witp_pbem.campaign.letters.player_change import change
from witp_pbem.campaign.orders.check import check
from witp_pbem.exchange import invitation
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.copies import packet_sources
from witp_pbem.exchange.copies.sync import sync
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.reading.incoming import read
from witp_pbem.table.language import speaking

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)
KEN = {"red": "Ken <ken@example.org>"}


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install_toy(monkeypatch)


def invited(desk: Desk, side: str = "red") -> tuple[EmailMessage, str]:
    """The invitation and its text."""
    mail = invitation.invite(desk.open(), side, NOW)
    body = mail.get_body(("plain",))
    assert body is not None
    return mail, "\n".join(body.get_content().splitlines())


def answered(mail: EmailMessage, text: str) -> bytes:
    """A reply that quotes some text."""
    reply = EmailMessage()
    reply["From"], reply["Subject"], reply["In-Reply-To"] = "ken@example.org", "Re: it", mail["Message-ID"]
    reply.set_content("Great, I am in!\n\nKay wrote:\n" + "".join(f"> {line}\n" for line in text.splitlines()))
    return reply.as_bytes()


def test_an_invitation_makes_a_copy(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", players=KEN)
    desk.sit()
    mail, text = invited(desk)
    synced = sync(tmp_path / "copy", packet_sources.opened("invitation.eml", mail.as_bytes()))
    assert synced.founded and synced.head == desk.entries()[-1]["hash"] and synced.head
    assert tokens.of(desk.open(), "red") in text and tokens.of(desk.open(), "red") in str(mail["Message-ID"])
    assert tokens.of(desk.open(), "blue") not in mail.as_string()
    assert invited(desk)[0].as_bytes() == mail.as_bytes(), "the same again"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("dealt", [False, True], ids=["founded", "dealt"])
def test_who_only_says_yes_has_ordered_nothing(language: str, dealt: bool, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", players=KEN)
    if dealt:
        desk.sit()
    with speaking(language):
        mail, text = invited(desk)
    assert "Letter: word" in text or dealt
    assert read(answered(mail, text)).blocks == ()


def test_a_founding_word_is_written_into_the_reply(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", players=KEN)
    mail, text = invited(desk)
    lines = "# Campaign: isles\n# Side: red\n# Letter: word\n# Word:"
    assert text.count(lines) == 1
    written = text.replace(lines, lines.replace("# ", "") + " rain on hot stones")
    (block,) = read(answered(mail, written)).blocks
    assert block.token == tokens.of(desk.open(), "red")
    checked = check(desk.open(), "mail", block.data)
    assert not checked.problems and checked.letter[0] == "word"
    assert checked.letter[1]["word"] == "rain on hot stones"


def test_what_was_agreed_and_what_is_owed_stands_in_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", players=KEN)
    assert "No deadlines are agreed on" in invited(desk)[1]
    agreements.keep(desk.folder, agreements.Agreement())
    desk.sit()
    _, text = invited(desk)
    assert "Each decision may take 3 days" in text
    assert "You can begin now" in text and "# ----- begin orders: red, token " in text


@pytest.mark.parametrize(("wishes", "words"), [
    ({"dice": "manual", "seed": ""}, "rolled and drawn by people and typed in"),
    ({"keeper": "blue", "chains": {"red": "ab" * 32}, "deal": "open"}, "Blue keeps the campaign and plays"),
    ({"scenario": "auction", "players": {"one": "Ken <ken@example.org>"}}, "settled in the game itself"),
    ({"players": {}}, "nobody yet")])
def test_every_arrangement_is_told(wishes: dict[str, object], words: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", **{"players": KEN, **wishes})
    side = desk.open().senders[0]
    mail, text = invited(desk, side)
    assert words.casefold() in " ".join(text.split()).casefold()
    assert (mail["To"] is None) == (not desk.open().players[side])


def test_another_player_is_another_letter(tmp_path: Path) -> None:
    keys = {invitation.key(Desk(tmp_path / name, players={"red": name}).open(), "red") for name in ("Ken", "Bob")}
    assert len(keys) == 2 and all(key.startswith("invite:red:") for key in keys)


def test_an_invitation_says_in_its_id_which_player_it_is_for(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", players=KEN)
    ken = str(invited(desk)[0]["Message-ID"]).split(".")
    change(desk.folder, "red", "Bob <bob@example.org>", "Ken has moved")
    bob = str(invited(desk)[0]["Message-ID"]).split(".")
    assert ken[0] == bob[0] == "<invite" and ken[2] == bob[2] == "red"
    assert ken[1] != bob[1] and ken[3] != bob[3]
