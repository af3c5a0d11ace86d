"""The desk with campaigns of every game: an invitation, mails that are recorded, refused or known again, the reports'
packets in a copy, deadlines."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from tests.each_game import KINDS, Kind, Maker, text
from tests.exchange.post import deliver, maildir, newest, reply
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record.logbook import FILE
from witp_pbem.exchange import invitation, office, outbox
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.copies import packet_sources
from witp_pbem.exchange.copies.sync import sync
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines import clock as clocks
from witp_pbem.exchange.deadlines.agreement import Agreement
from witp_pbem.exchange.desk import round as rounds
from witp_pbem.table.language import LANGUAGES, speaking

NOW = datetime(2026, 11, 22, 8, tzinfo=UTC)
pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def kind(game: str) -> Kind:
    return KINDS[game]


@pytest.fixture
def folder(game: str, begun_of: Maker, tmp_path: Path) -> Path:
    """A campaign just dealt, alone in its office; nothing has gone out yet."""
    return shutil.copytree(begun_of(game), tmp_path / "all" / "isles")


def go(folder: Path, minutes: float = 0, box: Path | None = None) -> rounds.Round:
    return rounds.go(folder.parent, NOW + timedelta(minutes=minutes), None, [box] if box else [])


def address(player: str) -> str:
    return player.partition("<")[2].rstrip(">")


def letters_to(folder: Path, player: str, kind: str) -> list[bytes]:
    """The letters of a kind to a player, oldest first."""
    return [letter.path.read_bytes() for key, letter in outbox.letters(office.of_campaign(folder)).items()
            if key.startswith(kind) and address(player) in letter.to]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_invitation_makes_a_copy_and_tells_nobody_elses_token(folder: Path, kind: Kind, language: str,
                                                                 tmp_path: Path) -> None:
    campaign = open_campaign(folder)
    for player in kind.players:
        with speaking(language):
            mail = invitation.invite(campaign, player, NOW)
        copy = tmp_path / f"copy of {player}"
        assert sync(copy, packet_sources.opened("invitation.eml", mail.as_bytes())).founded
        assert (copy / FILE).read_bytes() == (folder / FILE).read_bytes()
        for other in kind.players:
            assert (tokens.of(campaign, other) in mail.as_string()) == (other == player)


def test_orders_by_mail_are_recorded_refused_and_known_again(folder: Path, kind: Kind, tmp_path: Path) -> None:
    box = maildir(tmp_path / "box")
    assert not go(folder).needs
    player, name = next(iter(kind.players.items()))
    letter = newest(folder, address(name))
    wrong = reply(letter, name, text(folder, player, "\nsail Yamato to Atlantis"), 1)
    right = reply(letter, name, text(folder, player, f"\n{kind.opening}"), 2)
    deliver(box, wrong, "1")
    go(folder, 5, box)
    assert open_campaign(folder).submissions() == []
    for number in (2, 3):  # the same mail by two ways
        deliver(box, right, str(number))
        go(folder, 5 * number, box)
    assert [entry["side"] for entry in open_campaign(folder).entries if entry["type"] == "submission"] == [player]
    assert len(letters_to(folder, name, "answer")) == 2
    verified = verify(folder)
    assert verified.holds, verified.findings


def test_nobody_orders_for_another(folder: Path, kind: Kind, tmp_path: Path) -> None:
    box = maildir(tmp_path / "box")
    go(folder)
    player, *others = kind.players
    for number, other in enumerate(others):
        forged = reply(newest(folder, address(kind.players[other])), kind.players[other],
                       text(folder, player, f"\n{kind.opening}"), number)
        deliver(box, forged, f"{number}")
    deliver(box, reply(newest(folder, address(kind.players[player])), "Eve <eve@example.com>", "Letter: resign"), "eve")
    go(folder, 5, box)
    assert {entry["type"] for entry in open_campaign(folder).entries} <= {"founding", "closed", "sitting"}


def test_a_copy_is_kept_up_from_what_hangs_on_the_reports(folder: Path, kind: Kind, tmp_path: Path) -> None:
    box, copy = maildir(tmp_path / "box"), tmp_path / "copy"
    go(folder)
    (player, name), *others = kind.players.items()
    deliver(box, reply(newest(folder, address(name)), name, text(folder, player, f"\n{kind.opening}")), "1")
    go(folder, 5, box)
    reader = others[-1][1] if others else name
    assert letters_to(folder, reader, "report")
    for number, raw in enumerate(letters_to(folder, reader, "report")):
        sync(copy, packet_sources.opened(f"{number}.eml", raw))
        mail = message_from_bytes(raw, policy=policy.default)
        assert address(reader) in str(mail["To"])
    assert (folder / FILE).read_bytes().startswith((copy / FILE).read_bytes())
    assert verify(copy).holds and open_campaign(copy).position.turn == open_campaign(folder).position.turn


def test_whoever_is_waited_for_has_a_deadline_and_everybody_hears_of_a_miss(folder: Path, kind: Kind) -> None:
    go(folder)
    agreements.keep(folder, Agreement(then=("extend",)))
    go(folder, 5)
    waited = {clock.side for clock in clocks.running(open_campaign(folder), NOW + timedelta(minutes=5))}
    assert waited and waited <= {*kind.players}
    go(folder, 60 * 24 * 8)
    assert all(letters_to(folder, name, "miss") for name in kind.players.values())
