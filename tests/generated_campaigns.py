"""An archive's worth of campaigns of all games there are, as clubs would have them, for measuring.

Run `python -m tests.generated_campaigns DIR --count 10000 --jobs 2`; each campaign follows from its number alone, and
those that are there already are left as they are. People of a club play each other; most campaigns are over, some go
on, some were given up; players write notes and protests. Data files are the same for many campaigns, of which each is
on the disk once.

With `--begun 50` so many in a hundred have only been begun, and there are many campaigns sooner.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import shutil
import sys
import tempfile
import time
import traceback
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from tests.random_campaigns import Plan, plan, play
from tests.random_players import WITP
from witp_pbem.campaign.folder import games
from witp_pbem.campaign.folder.campaign import DATA
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.letterbox import record_letter
from witp_pbem.campaign.record import private
from witp_pbem.campaign.record.logbook import NOTE, PROTEST
from witp_pbem.table.event import Event

GAMES = {"witp": 10, "wif_land": 6, "nimitz": 3, "taiheiyo_senshi": 1}  # weights; what takes longest comes least often
LONG = 12  # of War in the Pacific one in so many may be long; the others are shortened games of few turns
SHORT, FEW = "short", 3
CAMPAIGNS_PER_MEMBER = 25
GOES_ON = 4  # one in so many is not over yet
LONGEST_OPEN = 12  # sittings at most of those
LONGEST_BEGUN = 3  # and of those that have only been begun
SPEAKS = 5  # in one of so many somebody writes a note, and somebody protests
NOTES = ("We met at the club on Saturday and finished the turn there.", "土曜日に例会で続けます。",
         "The night attack came as a surprise; well played.")
PROTESTS = ("The supply line was cut before the attack; see rule {rule}.", "ルール {rule} によれば後退できません。")
IN_A_FOLDER = 1000  # campaigns
SHARED = ".data"  # where data files are kept once


def planned(number: int, count: int, begun: int = 0) -> Plan:
    """The campaign of a number among so many.

    Args:
        begun: how many in a hundred have only been begun.
    """
    chance = random.Random(f"archive {number}")
    game_id = chance.choices(list(GAMES), list(GAMES.values()))[0]
    what = plan(number, game=game_id, single=False)
    if game_id == WITP.game and chance.randrange(LONG):
        what = plan(number, SHORT, game=game_id, single=False)
        what = replace(what, options={**what.options, "last_turn": str(chance.randint(1, FEW))})
    members = max(2, count // CAMPAIGNS_PER_MEMBER)
    seats = _seats(what)
    people = {seat: f"Member {member:04}" for seat, member in
              zip(seats, chance.sample(range(1, members + 1), min(members, len(seats))), strict=False)}
    stops = chance.randint(1, LONGEST_OPEN) if chance.randrange(GOES_ON) == 0 else 0
    if chance.randrange(100) < begun:
        stops = chance.randint(1, LONGEST_BEGUN)
    return replace(what, people=people, most_sittings=stops)


def _seats(what: Plan) -> list[str]:
    """Whom the players of a campaign are founded as."""
    game = games.packaged(what.game)
    if what.scenario not in {offer.name for offer in game.scenarios()}:
        return list(game.sides)  # the map and the position are the players' own
    return list(dict.fromkeys(game.players_at(game.open(what.scenario, what.options)).values()))


def generate(room: Path, count: int, begun: int, number: int) -> str:
    """Plays a campaign, and puts its public part into a folder; returns why it could not, "" where it could."""
    name = f"club-{number:05}"
    place = room / f"{number // IN_A_FOLDER:03}" / name
    if place.exists():
        return ""
    with tempfile.TemporaryDirectory(prefix="campaign-", dir=room) as folder:
        played = Path(folder) / name
        try:
            play(played, planned(number, count, begun), faults=False, reports=False, proved=False)
            _speak(played, random.Random(f"letters {number}"))
        except Exception:
            return f"{number}: {traceback.format_exc()}"
        shutil.rmtree(played / private.FOLDER, ignore_errors=True)
        for file in (played / DATA).iterdir():
            _once(file, room / SHARED)
        place.parent.mkdir(exist_ok=True)
        played.rename(place)
    return ""


def _speak(folder: Path, chance: random.Random) -> None:
    """In some campaigns somebody writes a note, and somebody protests against a decision."""
    if chance.randrange(SPEAKS):
        return
    campaign = open_campaign(folder)
    rules = [act.rule for act in campaign.state.events if isinstance(act, Event)]
    for kind, sentences in ((NOTE, NOTES), (PROTEST, PROTESTS)):
        text = chance.choice(sentences).format(rule=chance.choice(rules or ["1"]))
        record_letter(folder, kind, chance.choice(campaign.senders), {"text": text})


def _once(file: Path, shared: Path) -> None:
    """Keeps a file's content on the disk once, however many campaigns have it."""
    shared.mkdir(exist_ok=True)
    kept = shared / hashlib.sha256(file.read_bytes()).hexdigest()
    with suppress(FileExistsError):
        os.link(file, kept)
    file.unlink()
    os.link(kept, file)


def main() -> int:
    """Plays what is not there yet, and says how far it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("room", type=Path, metavar="DIR")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--begun", type=int, default=0, metavar="PERCENT")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    given.room.mkdir(parents=True, exist_ok=True)
    start, faults = time.perf_counter(), 0
    with ProcessPoolExecutor(given.jobs) as pool:
        work = partial(generate, given.room, given.count, given.begun)
        for number, fault in enumerate(pool.map(work, range(given.count), chunksize=10), 1):
            if fault:
                faults += 1
                print(fault, file=sys.stderr, flush=True)
            if number % 500 == 0:
                print(f"{number} campaigns after {time.perf_counter() - start:.0f} s", flush=True)
    print(f"{given.count} campaigns, {faults} with a fault, in {given.room}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
