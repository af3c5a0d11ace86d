"""The desk at work by itself: mails taken in, sittings held, letters sent, deadlines looked at; and players' copies."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.exchange.post import deliver, newest, reply
from tests.faults.postoffice import ACCOUNT
from tests.faults.scene import NAME, Scene, orders, record, scene
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.packets import packet
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.exchange import office
from witp_pbem.exchange.copies.packet_sources import PossiblePacket
from witp_pbem.exchange.copies.sync import sync
from witp_pbem.exchange.deadlines import agreement
from witp_pbem.exchange.desk import round as rounds

MOMENT, LATER = "2026-11-22T08:00Z", "2026-11-24T08:00Z"
PLAYERS = {"first": "ken@example.org", "second": "ann@example.org"}
WISHES = Wishes("witp", scenario="short", options={"last_turn": "6"}, seed="faults", players=PLAYERS)
BOX = "box"


def at_the_desk(place: Path) -> Iterator[Scene]:
    """Rounds of the desk, each of them small."""
    begun, mailed, both = (place / name for name in ("desk begun", "desk mailed", "desk both"))
    create(begun / NAME, WISHES)
    with office.at_work(office.of_campaign(begun / NAME)) as alone:
        assert alone
        rounds.write(begun / NAME, datetime(2026, 11, 22, 7, tzinfo=UTC), None)
    a_round = ("serve", NAME, "--once", "--now", MOMENT)
    yield scene("serve --once writes drafts", begun, a_round, whatever=True)
    sending = (*a_round, "--account", ACCOUNT)
    yield scene("serve --once sends letters", begun, sending, lambda grown: (*sending[:4], LATER, *sending[5:]),
                served=True)

    shutil.copytree(begun, mailed)
    # One with orders and one without: two with orders change places where the disk does not take the first one now.
    texts = (f"Campaign: {NAME}\nTurn: 1\nSide: first\n\nbid 27\n", "May I have until Sunday?\n")
    for number, (address, text) in enumerate(zip(PLAYERS.values(), texts, strict=True), 27):
        deliver(mailed / BOX, reply(newest(mailed / NAME, address), address, text, number), f"{number}.mail")
    yield scene("mail fetch", mailed, ("mail", "fetch", NAME, BOX, "--now", MOMENT), whatever=True)

    shutil.copytree(begun, both)
    for side in PLAYERS:
        orders(both, side, "bid 30" if side == "first" else "bid 29")
        record(both, side)
    yield scene("serve --once holds a sitting", both, a_round, whatever=True)
    yield from _deadlines(begun)
    yield from _copies(place)


def _deadlines(begun: Path) -> Iterator[Scene]:
    """What was agreed on about time, somebody who has missed it, and somebody else who plays on."""
    agreed, missed = (begun.with_name(f"desk {name}") for name in ("agreed", "missed"))
    yield scene("player", begun, ("letter", "player", NAME, "Bob <bob@example.org>", "--side", "second", "--reason",
                                  "Ann has moved"))
    shutil.copytree(begun, agreed)
    yield scene("deadlines", agreed, ("deadlines", NAME, "--every", "3d", "--then", "extend", "--now", MOMENT),
                whatever=True)
    shutil.copytree(begun, missed)
    day = timedelta(days=1)
    agreement.keep(missed / NAME, agreement.Agreement(every=day, minimum=day, then=("extend",)))
    rounds.go(missed / NAME, datetime(2026, 11, 22, 7, tzinfo=UTC), None)
    yield scene("serve --once after a missed deadline", missed, ("serve", NAME, "--once", "--now", LATER),
                whatever=True)


def _copies(place: Path) -> Iterator[Scene]:
    """A player's copy of a campaign is made, and brought up to date."""
    kept, copy, nothing = (place / name for name in ("kept", "copy", "no copy"))
    create(kept / NAME, WISHES)
    for folder in (copy, nothing):
        folder.mkdir()
    sync(copy / NAME, [PossiblePacket("invitation", packet.packet(open_campaign(kept / NAME), 0))])
    for side in PLAYERS:
        orders(kept, side, "bid 30" if side == "first" else "bid 29")
        record(kept, side)
    adjudicate(kept / NAME)
    campaign = open_campaign(kept / NAME)
    for folder, since in ((copy, 1), (nothing, 0)):
        (folder / "packet.jsonl.gz").write_bytes(packet.packet(campaign, since))
        name = "sync makes a copy" if since == 0 else "sync"
        yield scene(name, folder, ("sync", NAME, "packet.jsonl.gz"), whatever=True)
