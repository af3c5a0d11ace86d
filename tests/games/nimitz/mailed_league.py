"""A league of four over a campaign of Fleet Commander: Nimitz, played by mail alone.

    python -m tests.games.nimitz.mailed_league [--turns 6] [--seed TEXT] [--keep DIR]

Each member writes a file for the whole turn as a reply to the desk's newest letter, and answers what is owed then; the
desk makes its rounds over the folder of the league. At the end every logbook is proved on a copy without the keeper's
secrets, and dice that two members threw for the same must be the same.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path
from typing import Any, NamedTuple

from tests.exchange.post import deliver, newest, reply
from tests.games.nimitz.players import GAME
from tests.games.nimitz.players import moves as moves_at_random
from tests.games.nimitz.sensible_player import decide as sensible
from tests.games.witp.players import SeededFate
from witp_pbem.campaign.folder import leagues
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.sitting.adjudicate import Stopped, adjudicate
from witp_pbem.exchange.desk import round as rounds
from witp_pbem.games.nimitz.board.state import US, Position
from witp_pbem.table.demand import Demand
from witp_pbem.table.language import ENGLISH, speaking
from witp_pbem.table.pending import Match, PendingOrders
from witp_pbem.table.sitting import GameRules, read_order
from witp_pbem.table.table import Table

MEMBERS = {"ann": "Ann Smith <ann@example.org>", "ben": "Ben Jones <ben@example.org>",
           "cho": "Cho Tanaka <cho@example.org>", "dee": "Dee Adams <dee@example.org>"}
SENSIBLE = ("ann", "cho")  # who play to win; the others move at random
PLANS = 3  # moves of theirs in a turn
AHEAD = ("supply", "scouting", "movement")  # the steps that are ordered act by act
WISHES = """fight any
roll any
station submarines at Japanese Ocean
station any at US Ocean if we have carriers
station any at Coastal
fly fighters to US Ocean if we have carriers
fly bombers to Coastal
fly bombers to Island
pass aircraft
pass strikes
hit any
lose any
use any
stay any"""
START, ROUND = datetime(2026, 11, 22, 8, tzinfo=UTC), timedelta(hours=6)
MOST_ROUNDS = 60
PLAN = """name = "spring"
game = "nimitz"
scenario = "{scenario}"
publish = "turn"
seed = "{seed}"

[members]
{members}
"""


class Played(NamedTuple):
    """What a league came to.

    Attributes:
        folder: of the league.
        mails: how many each member wrote. turns: the turn each came to.
        scores: the result of each.
        alike: dice that two members threw for the same.
    """

    folder: Path
    mails: Mapping[str, int]
    turns: Mapping[str, int]
    scores: Mapping[str, str]
    alike: int


def play(place: Path, turns: int = 6, seed: str = "spring", scenario: str = "1942") -> Played:
    """Plays a league in a folder until all campaigns are over, or so many turns have been played.

    Raises:
        AssertionError: a mail was refused, a logbook does not hold, or two members met other dice for the same.
    """
    folder, box, plan = place / "spring", place / "box", place / "spring.toml"
    plan.write_text(PLAN.format(scenario=scenario, seed=seed, members="\n".join(
        f'{name} = "{address}"' for name, address in MEMBERS.items())), "utf-8")
    leagues.create_league(folder, plan)
    mails: Counter[str] = Counter()
    chance, now = random.Random(f"league {seed}"), START
    rounds.go(folder, now, None, [])
    for _ in range(MOST_ROUNDS):
        writing = [name for name in MEMBERS if _goes_on(open_campaign(folder / name), turns)]
        if not writing:
            break
        for name in writing:
            if text := _orders(folder / name, name, chance):
                mails[name] += 1
                number = sum(mails.values())
                deliver(box, _mail(folder / name, MEMBERS[name], text, number), f"{number}")
        now += ROUND
        rounds.go(folder, now, None, [box])
    else:
        raise AssertionError("the league does not end")
    return Played(folder, mails, {name: open_campaign(folder / name).turn for name in MEMBERS},
                  {name: _score(open_campaign(folder / name)) for name in MEMBERS}, _proved(folder, place))


def _goes_on(campaign: Campaign, turns: int) -> bool:
    return campaign.position.outcome is None and campaign.turn <= turns


def _mail(campaign: Path, address: str, text: str, number: int) -> bytes:
    letter: EmailMessage = newest(campaign, parseaddr(address)[1])
    return reply(letter, address, text, number)


def _orders(folder: Path, name: str, chance: random.Random) -> str:
    """A file for the whole turn when it begins, later answers to what is owed; "" where nothing is, or where the
    luck of the turn waits for other members."""
    try:
        held = adjudicate(folder)
    except Stopped:
        return ""
    campaign = open_campaign(folder)
    dues = [due.demand for due in held.dues if due.demand.side == US]
    if not dues:
        return ""
    head = f"Campaign: {campaign.name}\nTurn: {campaign.turn}\nSide: {US}\n"
    with speaking(ENGLISH):
        if dues[0].code == "supply":
            bought = GAME.write(next(iter(dues[0].choices())))
            return f"{head}Phase: turn\n\n{_whole_turn(campaign.position, name, chance, bought)}\n"
        answers = "\n".join(sensible(demand, campaign.position, chance) for demand in dues)
        return f"{head}Add: yes\nPhase: turn\n\n{answers}\n"


def _whole_turn(position: Position, name: str, chance: random.Random, bought: str) -> str:
    """What a member orders for a turn: to win, or what is usually bought and moves at random; wishes for the rest."""
    acts = _sensible(position, chance) if name in SENSIBLE else [
        bought, "pass supply", "pass scouting", *moves_at_random(position, chance, PLANS)[:-1], "pass movement"]
    return "\n".join([*acts, WISHES])


def _sensible(position: Position, chance: random.Random) -> list[str]:
    """What the sensible player does up to the end of the movement, thought through at a table of their own, where the
    points of the turn are received once more."""
    position = position.but(supply=position.supply - position.campaign.sp,
                            reinforcement=position.reinforcement - position.campaign.rp)
    acts: list[str] = []

    class Player(PendingOrders):
        def find(self, demand: Demand, phase: str, *now: Any) -> Any:
            text = sensible(demand, table.position, chance)
            order = read_order(GAME, text)
            acts.append(text)
            return Match(order, order, demand.judge(order))

        def take(self, demand: Demand, match: Match) -> None:
            pass

        def undone(self, *now: Any) -> list[Any]:
            return []

    table = Table(GameRules(GAME), position, (), Player(), SeededFate(0))
    while table.position.step in AHEAD and (step := GAME.step(table.position)):
        table.phase = GAME.phase(table.position)
        step(table)
    return acts


def _score(campaign: Campaign) -> str:
    with speaking(ENGLISH):
        return GAME.score(campaign.position)


def _proved(folder: Path, place: Path) -> int:
    """Proves a copy of each logbook, without secrets; counts the dice that two members threw for the same."""
    thrown: dict[str, object] = {}
    alike = 0
    for name in MEMBERS:
        copy = place / f"copy of {name}"
        shutil.copytree(folder / name, copy, ignore=shutil.ignore_patterns("private"))
        verified = verify(copy)
        assert verified.holds, verified.findings
        own: Counter[str] = Counter()
        for entry in open_campaign(folder / name).entries:
            for act in entry.get("acts", ()):
                if "roll" in act:
                    label = str(sorted(act["roll"].items()))
                    own[label] += 1
                    key = f"{label} {own[label]} of {act.get('faces')}"
                    alike += key in thrown
                    assert thrown.setdefault(key, act["dice"]) == act["dice"], key
    return alike


def main() -> int:
    """Plays one and says what it came to."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--seed", default="spring")
    parser.add_argument("--keep", type=Path, help="a folder for the league, which is kept")
    given = parser.parse_args()
    place = given.keep or Path(tempfile.mkdtemp(prefix="league-"))
    place.mkdir(parents=True, exist_ok=True)
    played = play(place, given.turns, given.seed)
    for name in MEMBERS:
        print(f"{name}: {played.mails[name]} mails, turn {played.turns[name]}: {played.scores[name]}")
    print(f"all logbooks hold; {played.alike} dice were thrown for the same by two members, and showed the same")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
