"""Whole campaigns of random players through the public path, with every invariant looked at after every sitting.

Run `python -m tests.random_campaigns --seeds 0-999 --jobs 2 --out FILE [--game lagoon]`; each campaign follows from its
seed alone.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from tests.ahead_players import PLANS
from tests.leaving import resign, withdraw
from tests.random_players import PLAYERS, WITP, Players
from tests.report.forms import FORMS, hidden_cards
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.check import Checked
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import act_records
from witp_pbem.campaign.record.logbook import SITTING
from witp_pbem.campaign.sitting.adjudicate import Adjudicated, adjudicate
from witp_pbem.report import plain_text
from witp_pbem.table.event import Event, to_json
from witp_pbem.table.language import LANGUAGES, speaking
from witp_pbem.table.problem import Problem

SCENARIOS = tuple(WITP.scenarios)
MOST_SITTINGS = 3000
IDLE = 2  # sittings in a row that come to nothing, as a file ordered all but what was owed
CORRECTIONS = 4  # times a player mends a refused file before he answers only what he owes
# One in so many:
SINGLE = 40  # campaigns played with one decision a file
FAULTY = 8  # files preceded by one that must be refused
TAKEN_BACK = 12  # files withdrawn and sent again
LASTING = 6  # files whose wishes are standing orders
RESIGNS = 25  # campaigns that end by resignation
READ = 10  # reports rendered in another form too, for one of the sides or everybody
RENDERED = 4  # reports rendered where every decision has its own sitting

ADDED = "Add: yes\n\n"  # a file that stands beside the orders on file
NONSENSE = WITP.nonsense


@dataclass(frozen=True)
class Plan:
    """What kind of campaign a seed stands for.

    Attributes:
        people: who plays, by the game's name for each player.
        most_sittings: after so many it is left as it stands; 0 to play to the end.
    """

    seed: int
    scenario: str
    options: Mapping[str, str]
    single: bool
    resigns: int = 0
    impulses: int = PLANS
    game: str = WITP.game
    position: Path | None = None
    people: Mapping[str, str] = field(default_factory=dict)
    most_sittings: int = 0

    @property
    def players(self) -> Players:
        """Who plays it."""
        return PLAYERS[self.game]


def plan(seed: int, scenario: str = "", *, single: bool | None = None, agreed: bool = True,
         game: str = WITP.game) -> Plan:
    """The campaign of a seed: scenario, options, how it is played."""
    chance = random.Random(f"plan {seed}")
    players = PLAYERS[game]
    scenario = scenario or chance.choices(list(players.scenarios), list(players.scenarios.values()))[0]
    options = players.options(scenario, chance) if agreed else {}
    if scenario == "short":
        options["last_turn"] = str(chance.randint(1, chance.choice((3, 3, 6, 16))))
    resigns = chance.randint(1, players.patience) if chance.randrange(RESIGNS) == 0 else 0
    return Plan(seed, scenario, options, seed % SINGLE == 0 if single is None else single, resigns,
                chance.choice((1, 2, 3, 6)), game)


# -- a campaign ----------------------------------------------------------------------------------------------


@dataclass
class Play:
    """A campaign being played: where, by which chance, and what it has seen so far."""

    folder: Path
    plan: Plan
    chance: random.Random
    reader: random.Random
    faults: bool = True
    figures: Counter[str] = field(default_factory=Counter)
    written: dict[str, int] = field(default_factory=dict)  # the turn each side last ordered for
    lasting: set[str] = field(default_factory=set)  # sides whose wishes stand until cancelled


def play(folder: Path, what: Plan, *, faults: bool = True, reports: bool = True, proved: bool = True) -> Counter[str]:
    """Plays a campaign to its end and verifies it.

    Args:
        faults: players also send files that must be refused, take files back, and resign.
        reports: every sitting's report is rendered.
        proved: verify it at the end.
    Returns:
        How many events of each kind it saw, sittings and files, and what was spent.
    """
    with what.players.world():
        figures = _play(folder, what, faults, reports)
        if proved:
            done = verify(folder)
            assert done.holds, done.findings
        return figures


def _play(folder: Path, what: Plan, faults: bool, reports: bool) -> Counter[str]:
    create(folder, Wishes(game=what.game, seed=f"campaign {what.seed}", scenario=what.scenario, options=what.options,
                          position=what.position and what.position.read_bytes(), players=what.people,
                          data=what.players.data(what.scenario, what.seed)))
    game_ = Play(folder, what, random.Random(f"players {what.seed}"), random.Random(f"readers {what.seed}"), faults)
    campaign = open_campaign(folder)
    watch, entries = what.players.watch(campaign), 1
    for number in range(MOST_SITTINGS):
        result = adjudicate(folder)
        campaign = open_campaign(folder)
        game_.figures["sittings"] += 1
        assert result.number is not None or result.over or game_.figures["idle"] < IDLE, result.dues
        game_.figures["idle"] = 0 if result.number is not None else game_.figures["idle"] + 1
        for entry in campaign.entries[entries:]:
            _look_at(entry, watch, campaign, game_.figures, what.players)
        entries = len(campaign.entries)
        watch.settle(campaign.position)
        if reports and (not what.single or result.over or game_.chance.randrange(RENDERED) == 0):
            assert plain_text.render(tell(campaign, turn=campaign.turn))
            if game_.chance.randrange(READ) == 0:
                _read(campaign, game_)
        if result.over or number + 1 == what.most_sittings:
            break
        assert result.dues, "nobody owes anything, but the game goes on"
        _answer(game_, campaign, result)
    else:
        raise AssertionError("the campaign does not end")
    game_.figures["turns"] = campaign.turn - campaign.game.from_json(campaign.founding["opening"]).turn + 1
    return game_.figures


def _read(campaign: Campaign, play: Play) -> None:
    """Somebody looks at the campaign in one of the forms and languages; nothing that is hidden from them is in it."""
    form = play.reader.choice(list(FORMS))
    side = play.reader.choice(("", *campaign.senders))
    with speaking(play.reader.choice(list(LANGUAGES))):
        document = FORMS[form](campaign, side)
    if not play.plan.players.names_cards:
        assert not [card for card in hidden_cards(campaign, side) if card in document], (form, side)
    play.figures[f"read as {form}"] += 1


def _look_at(entry: Mapping[str, Any], watch: Any, campaign: Campaign, figures: Counter[str],
             players: Players) -> None:
    """Follows the acts of a sitting, and counts them."""
    if entry["type"] != SITTING:
        return
    acts = [act_records.from_json(act, campaign.game.events) for act in entry["acts"]]
    for event, _ in watch.follow(act for act in acts if isinstance(act, Event)):
        figures[players.kind(to_json(event))] += 1
    figures.update(type(act).__name__.lower() for act in acts if not isinstance(act, Event))


def _answer(play: Play, campaign: Campaign, result: Adjudicated) -> None:
    """The players' next files: from whoever owes and, at the start of a turn, from all."""
    if play.faults and play.plan.resigns and campaign.turn >= play.plan.resigns and not _bidding(campaign):
        resign(play.folder, play.chance.choice(campaign.senders), "the dice are against me")
        play.figures["resigned"] += 1
        return
    owing = {due.demand.side for due in result.dues}
    for side in campaign.senders:
        is_done = play.plan.single or play.plan.players.ahead is None or play.written.get(side) == campaign.turn
        if side not in owing and is_done:
            continue
        ahead = None if play.plan.single or _bidding(campaign) or result.number is None else play.plan.players.ahead
        single = ahead is None
        body = "\n".join(answers(result, campaign, side, play.chance)) if ahead is None else \
            ahead(campaign.position, side, play.chance, play.plan.impulses)
        if single and not play.plan.single and play.plan.players.adds:
            body = f"{ADDED}{body}"
        if not single and play.faults:
            body = _with_lasting_wishes(play, side, body)
        if play.faults and play.chance.randrange(FAULTY) == 0:
            _send_faulty(play, campaign, side, body)
        send(play, campaign, side, body, result)
        if play.faults and not single and play.chance.randrange(TAKEN_BACK) == 0:
            withdraw(play.folder, side)
            play.figures["withdrawn"] += 1
            send(play, campaign, side, body, result)
        play.written[side] = campaign.turn


def _bidding(campaign: Campaign) -> bool:
    return bool(campaign.game.phase(campaign.position) == "bids")


def answers(result: Adjudicated, campaign: Campaign, side: str, chance: random.Random) -> list[str]:
    """An order for each decision a side owes."""
    phase = campaign.game.phase(campaign.position)
    head = [f"Phase: {phase}"] if phase else []
    return head + [PLAYERS[campaign.game.id].decide(campaign, due, chance) for due in result.dues
                   if due.demand.side == side]


def _with_lasting_wishes(play: Play, side: str, body: str) -> str:
    """A file whose wishes, what stands before the first heading, last until cancelled; the side's later ones do
    without, as long as nothing is owed for want of them."""
    wishes, _, rest = body.partition("\n\n")
    if side in play.lasting:
        return rest
    if play.chance.randrange(LASTING):
        return body
    play.lasting.add(side)
    return f"standing until cancelled\n{wishes}\nend\n\n{rest}"


def head(campaign: Campaign, side: str) -> str:
    return f"Campaign: {campaign.name}\nTurn: {campaign.turn}\nSide: {side}\n\n"


def send(play: Play, campaign: Campaign, side: str, body: str, result: Adjudicated) -> None:
    """Sends a file; what is refused is mended as the problems say, at last down to what is owed."""
    for attempt in range(CORRECTIONS + 1):
        written = head(campaign, side) + body + "\n"
        recorded = submit(play.folder, [(f"{side}.txt", written.encode())])
        if recorded.stands:
            play.figures["files"] += 1
            return
        refused(campaign, recorded.checked)
        play.figures["refused"] += 1
        problems = recorded.checked[0].problems
        assert attempt < CORRECTIONS, (written, problems)
        body = "\n".join(answers(result, campaign, side, play.chance)) if attempt == CORRECTIONS - 1 else \
            mended(written, problems)


def mended(written: str, problems: Sequence[Problem]) -> str:
    """A file's orders without those that were refused; what stood in for one comes in its place."""
    lines = written.splitlines()
    wrong = {problem.span.line - 1 for problem in problems}
    kept: list[str] = []
    orphan = False
    for number, line in enumerate(lines[4:], 4):
        stands_in = line.strip().startswith("else ")
        if number in wrong:
            orphan = orphan if stands_in else True
            continue
        if stands_in and orphan:
            line = line.replace("else ", "", 1)
        orphan = False
        if line.strip() == "end" and kept and kept[-1].strip().startswith(("if ", "unless ")):
            kept.pop()
            continue
        if line.strip():
            kept.append(line)
    return "\n".join(kept)


def refused(campaign: Campaign, checked: Sequence[Checked]) -> None:
    """What every refusal has to be: cited, and sayable."""
    for each in checked:
        PLAYERS[campaign.game.id].refused(campaign, (*each.problems, *each.depends))


def _send_faulty(play: Play, campaign: Campaign, side: str, body: str) -> None:
    """Sends a file that must be refused, and sees that nothing has changed by it."""
    before = {path: path.read_bytes() for path in play.folder.rglob("*") if path.is_file()}
    written = _spoilt(head(campaign, side) + body, side, play.chance, play.plan.players.nonsense)
    recorded = submit(play.folder, [("faulty.txt", written)])
    assert not recorded.stands, written.decode(errors="replace")
    refused(campaign, recorded.checked)
    after = {path: path.read_bytes() for path in play.folder.rglob("*") if path.is_file()}
    assert before == after, f"a refused file has changed {[p for p in after if after[p] != before.get(p)]}"
    play.figures["faulty refused"] += 1


def _spoilt(written: str, side: str, chance: random.Random, nonsense: Sequence[str]) -> bytes:
    """A good file made bad: another turn, side or campaign, nonsense among its orders, or bytes that are no text."""
    way = chance.randrange(6)
    if way == 0:
        return written.replace("Turn: ", "Turn: 9").encode()
    if way == 1:
        return written.replace(f"Side: {side}", f"Side: {chance.choice(['nobody', 'ja pan', ''])}").encode()
    if way == 2:
        return written.encode()[:chance.randrange(20)] + b"\xff\xfe\x00" + written.encode()
    lines = written.splitlines()
    place = chance.randrange(4, len(lines) + 1)
    lines.insert(place, chance.choice(nonsense[:3]))
    lines += [chance.choice(nonsense) for _ in range(way - 3)]
    return "\n".join(lines).encode()


# -- many campaigns ------------------------------------------------------------------------------------------


def one(seed: int, scenario: str = "", room: str | None = None, game: str = WITP.game,
        position: Path | None = None) -> dict[str, Any]:
    """A campaign in a folder of its own: its figures, or its fault."""
    what = plan(seed, scenario, game=game)
    if position:
        what = replace(what, position=position, scenario="", options={})
    start = time.process_time()
    folder = Path(tempfile.mkdtemp(prefix="campaign-", dir=room))
    record: dict[str, Any] = {"seed": seed, "scenario": what.scenario, "options": dict(what.options),
                              "single": what.single}
    try:
        record["figures"] = dict(play(folder / "c", what))
    except Exception:
        record["fault"] = traceback.format_exc()
    shutil.rmtree(folder, ignore_errors=True)
    return {**record, "seconds": round(time.process_time() - start, 2)}


def main() -> int:
    """Plays the campaigns of a range of seeds and writes one line of JSON for each."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seeds", default="0-999", help="first-last")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--scenario", default="", help="one of the game's own; by chance if not given")
    parser.add_argument("--game", default=WITP.game, choices=list(PLAYERS))
    parser.add_argument("--room", help="a folder for the campaigns while they are played")
    parser.add_argument("--position", type=Path, help="a position they all begin with (`show --json`)")
    given = parser.parse_args()
    first, _, last = given.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    faults = count = 0
    total: Counter[str] = Counter()
    with ProcessPoolExecutor(given.jobs) as pool:
        work = partial(one, scenario=given.scenario, room=given.room, game=given.game, position=given.position)
        for done in as_completed([pool.submit(work, seed) for seed in seeds]):
            record = done.result()
            count += 1
            if "fault" in record:
                faults += 1
                print(f"seed {record['seed']}: {record['fault']}", file=sys.stderr, flush=True)
            else:
                total.update(record["figures"])
            if given.out:
                with given.out.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(record, sort_keys=True) + "\n")
    print(f"{count} campaigns, {faults} with a fault; {total['turns']} turns, {total['sittings']} sittings, "
          f"{total['files']} files, {total['faulty refused']} faulty files refused, {total['resigned']} resigned.")
    return 1 if faults else 0



if __name__ == "__main__":
    sys.exit(main())
