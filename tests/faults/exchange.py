"""The desk at work by itself: mails taken in, sittings held, letters drafted and sent."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from tests.exchange.post import deliver, newest, reply
from tests.faults.postoffice import ACCOUNT
from tests.faults.scene import NAME, Scene, orders, record, scene
from witp_pbem.campaign.founding import Wishes, found
from witp_pbem.exchange import office
from witp_pbem.exchange.desk import round as rounds

MOMENT, LATER = "2026-11-22T08:00Z", "2026-11-24T08:00Z"
PLAYERS = {"first": "ken@example.org", "second": "ann@example.org"}
WISHES = Wishes(scenario="short", options={"last_turn": "6"}, seed="faults", players=PLAYERS)
BOX = "box"


def at_the_desk(place: Path) -> Iterator[Scene]:
    """Rounds of the desk, each of them small."""
    begun, mailed, both = (place / name for name in ("desk begun", "desk mailed", "desk both"))
    found(begun / NAME, WISHES)
    with office.at_work(office.of_campaign(begun / NAME)) as alone:
        assert alone
        rounds.write(begun / NAME, datetime(2026, 11, 22, 7, tzinfo=UTC), None)
    tick = ("tick", NAME, "--now", MOMENT)
    yield scene("tick writes drafts", begun, tick, whatever=True)
    sending = (*tick, "--account", ACCOUNT)
    yield scene("tick sends letters", begun, sending, lambda grown: (*sending[:3], LATER, *sending[4:]), served=True)

    shutil.copytree(begun, mailed)
    for number, (side, address) in enumerate(PLAYERS.items(), 27):
        text = f"Campaign: {NAME}\nTurn: 1\nSide: {side}\n\nbid {number}\n"
        deliver(mailed / BOX, reply(newest(mailed / NAME, address), address, text, number), f"{number}.{side}")
    yield scene("mail fetch", mailed, ("mail", "fetch", NAME, BOX, "--now", MOMENT), whatever=True)

    shutil.copytree(begun, both)
    for side in PLAYERS:
        orders(both, side, "bid 30" if side == "first" else "bid 29")
        record(both, side)
    yield scene("tick holds a sitting", both, tick, whatever=True)
