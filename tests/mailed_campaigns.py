"""Whole campaigns of random players who do nothing but write mails, with a desk that is killed now and then.

    python -m tests.mailed_campaigns --campaigns N [--seeds FIRST-LAST] [--jobs 2] [--out FILE] [--game lagoon]

Without --game every second one is of the toy game, the others of War in the Pacific; any number of players will do.

Every text travels in a mail of a random kind: as a reply, as a new mail with the token beside the orders, with nothing
that proves anything, from a telephone, with a copy to somebody else. Mails arrive late, in another order, twice, or
never; machines answer, letters come back, strangers and players write in another's name. The desk makes its rounds
with drafts or a mail server, and each player keeps a copy of the campaign from what is attached to the reports.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from tests.exchange import letter_carrier, mail_invariants, travelling
from tests.exchange.letter_carrier import Carried, Carrier
from tests.exchange.post import deliver, maildir
from tests.exchange.reading import kinds
from tests.exchange.travelling import BETWEEN, ODD, Head
from tests.killing import killed_at
from tests.random_campaigns import CORRECTIONS, Plan, answers, head, mended, plan
from tests.random_players import PLAYERS, TOY, WITP
from witp_pbem.campaign.folder import games
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.settings import set_language
from witp_pbem.campaign.mails import heads
from witp_pbem.campaign.orders.check import check
from witp_pbem.campaign.packets import packet as packets
from witp_pbem.campaign.record import letter_text
from witp_pbem.campaign.record.logbook import SUBMISSION
from witp_pbem.campaign.sitting import inputs
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.copies import packet_sources
from witp_pbem.exchange.copies.packet_sources import PossiblePacket
from witp_pbem.exchange.copies.sync import sync
from witp_pbem.exchange.deadlines import agreement, clock
from witp_pbem.exchange.desk import round as rounds
from witp_pbem.exchange.desk import sender
from witp_pbem.exchange.mailbox import sending
from witp_pbem.exchange.mailbox.account import Account, Smtp
from witp_pbem.report import mail

# The beginning of a map as a picture, which takes longer to draw than all the rest of a report.
PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\xe8\0\0\x02\xbc"
START = datetime(2026, 11, 22, 8, tzinfo=UTC)
MOST_STEPS = 6000
STEPS = (60, 180, 480, 900)  # minutes between two rounds
PATIENCE = timedelta(days=2)  # after which a player writes again
EVE = "Eve <eve@example.com>"
# What a keeper is told of these campaigns: letters that do not leave by themselves, and decisions left to him.
EXPECTED = re.compile("^Letter |^localhost|missed the deadline")
TOYS = 2  # one campaign in so many is of the toy game
MOST_WRITES = 40  # of a round, at one of which the desk is killed
# One in so many:
KILLED, FORGED, SPAM, LETTER, DOUBLED, NEVER, LATE, COPIED, PHONE, UNPROVEN, SILENT, FAULTY, BACK, AWAY, GONE = (
    6, 10, 25, 20, 12, 40, 6, 20, 10, 8, 25, 8, 60, 12, 40)


class Underway(NamedTuple):
    """A mail on its way to the desk: when it arrives, and what it is."""

    at: datetime
    raw: bytes


@dataclass
class Player:
    """One player: seat, address, copy of the campaign, and what lies before them."""

    seat: str
    address: str
    copy: Path
    token: str = ""
    letter: str = ""  # the id of the latest letter that came
    reported: set[str] = field(default_factory=set)  # beginnings of the hashes of what was told
    parcels: list[bytes] = field(default_factory=list)  # letters whose attachments are not in the copy yet
    coming: list[tuple[datetime, Carried]] = field(default_factory=list)
    mine: set[str] = field(default_factory=set)  # ids of their own mails
    open: str = ""  # the id of the latest orders, until they are answered
    since: datetime = START  # when they were written, or others may be
    turn: int = 0  # the turn last ordered for
    sat: str = ""  # the sitting after which orders were last written

    @property
    def named(self) -> str:
        return f"Ken Sato <{self.address}>"  # as the letters of `kinds` are signed


@dataclass
class Game:
    """A campaign that is played by mail: its folder, the mailbox of its desk, and all that is underway."""

    folder: Path
    box: Path
    what: Plan
    game: str
    account: Account | None
    chance: random.Random
    carrier: Carrier
    players: tuple[Player, ...]
    now: datetime = START
    underway: list[Underway] = field(default_factory=list)
    sent: dict[str, mail_invariants.Sent] = field(default_factory=dict)  # what players wrote, by the mails' SHA-256
    shown: list[tuple[str, str]] = field(default_factory=list)  # tokens that others have read in a copy, by seat
    figures: Counter[str] = field(default_factory=Counter)
    watch: mail_invariants.Watch = field(default_factory=mail_invariants.Watch)
    count: int = 0

    def odds(self, one_in: int) -> bool:
        return self.chance.randrange(one_in) == 0

    def campaign(self) -> Campaign:
        return sender.opened(self.folder)

    def id(self) -> str:
        self.count += 1
        return f"{self.count}@mail.example.org"


def side_of(campaign: Campaign, seat: str) -> str:
    """The side that the player of a seat plays now."""
    return next(side for side in campaign.senders if campaign.founded_as(side) == seat)


# -- a campaign ----------------------------------------------------------------------------------------------------


def play(place: Path, seed: int, game_id: str = "") -> Counter[str]:
    """Plays a campaign to its end, and looks over what must hold; returns what was seen how often."""
    game_id = game_id or (TOY.game if seed % TOYS == 0 else WITP.game)
    with PLAYERS[game_id].world(), _world(seed) as carrier:
        game = _founded(place, seed, game_id, carrier)
        for _ in range(MOST_STEPS):
            game.now += timedelta(minutes=game.chance.choice(STEPS))
            _arrive(game)
            _round(game)
            campaign = game.campaign()
            if campaign.position.outcome and not game.underway and not any(
                    each.coming for each in game.players) and not letter_carrier.left_open(game.folder.parent):
                break
            for player in game.players:
                _read(game, player)
                _synchronise(game, player)
                if not campaign.position.outcome:
                    _write(game, player)
            if not campaign.position.outcome:
                _strangers(game)
        else:
            raise AssertionError(f"the campaign does not end: turn {campaign.turn}, {campaign.entries[-1]['type']}")
        _finish(game)
    return game.figures


@contextmanager
def _world(seed: int) -> Iterator[Carrier]:
    """No disk that has to be waited for, and a mail server in this process."""
    chance = random.Random(f"world {seed}")
    carrier = Carrier(chance)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        patch.setattr(sending, "connected", carrier.connected)
        patch.setattr(mail, "png", lambda drawn, width: PICTURE)
        yield carrier


def _founded(place: Path, seed: int, game_id: str, carrier: Carrier) -> Game:
    chance, is_toy = random.Random(f"mails {seed}"), game_id == TOY.game
    what = plan(seed, game=WITP.game if is_toy else game_id)
    wishes: dict[str, Any] = {"game": game_id, "keeper": "referee"}
    if is_toy and chance.randrange(3) == 0:
        wishes["scenario"] = "auction"
    if not is_toy:
        options = {**what.options, **({"last_turn": str(chance.randint(1, 2))} if what.scenario == "short" else {})}
        wishes |= {"scenario": what.scenario, "options": options}
        wishes |= {"data": own} if (own := what.players.data(what.scenario, seed)) else {}
    folder = place / "all" / "isles"
    names = _names(game_id, "" if "data" in wishes else wishes.get("scenario", ""), wishes.get("options", {}))
    addresses = [f"{name}@example.org" for name in names]
    create(folder, Wishes(campaign="isles", seed=f"mailed {seed}", players=dict(zip(
        names, map("Ken <{}>".format, addresses), strict=True)), **wishes))
    account = chance.choice((None, Account(address=travelling.DESK, smtp=Smtp(host="localhost")), Account(
        address=travelling.DESK, smtp=Smtp(host="localhost"), dedicated=True)))
    players = tuple(Player(name, address, place / f"copy of {name}")
                    for name, address in zip(names, addresses, strict=True))
    if chance.randrange(3) == 0:
        set_language(folder, names[-1], "ja")
    then = chance.choice((("extend", "standing"), ("extend", "default"), ("standing", "extend"), ("extend",)))
    agreement.keep(folder, agreement.Agreement(
        every=timedelta(days=3), minimum=timedelta(0), grace=timedelta(hours=6), remind=(timedelta(days=1),),
        then=then, default={"": "bid 0\npass\nlose boats" if is_toy else "pass"}))
    if game_id == WITP.game and what.scenario != "short":  # sixteen turns take long
        what = replace(what, resigns=2)
    return Game(folder, maildir(place / "box"), what, game_id, account, chance, carrier, players)


def _names(game_id: str, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """The names that the players of a scenario are founded under."""
    game = games.find(game_id)(None)
    opening = game.open(scenario or game.scenarios()[0].name, options)
    assert not isinstance(opening, tuple) or hasattr(opening, "turn"), opening
    return tuple(game.players_at(opening).values())


def _finish(game: Game) -> None:
    """The last mails are taken into the copies; then all that must hold is looked over."""
    for player in game.players:
        while player.parcels:
            _synchronise(game, player, everything=True)
    mail_invariants.look_over(game.folder, game.sent, game.watch, game.figures)
    for player in game.players:
        if not mail_invariants.is_whole(game.folder, player.copy):  # a report was lost; the keeper sends all of it
            game.figures["copies that took an invitation"] += 1
            sync(player.copy, [PossiblePacket("invitation", packets.packet(game.campaign(), 0))])
        mail_invariants.same_record(game.folder, player.copy)
        game.figures["copies"] += 1
    campaign = game.campaign()
    game.figures["turns"] += campaign.turn - int(campaign.founding["opening"]["turn"]) + 1
    game.figures["entries"] += len(campaign.entries)


# -- the desk ------------------------------------------------------------------------------------------------------


def _arrive(game: Game) -> None:
    """Puts what has come into the desk's mailbox."""
    here = [each for each in game.underway if each.at <= game.now]
    game.underway = [each for each in game.underway if each.at > game.now]
    game.chance.shuffle(here)
    for each in here:
        game.count += 1
        deliver(game.box, each.raw, f"{int(each.at.timestamp())}.{game.count}.host")


def _round(game: Game) -> None:
    """The desk makes a round, and another one where it was killed; then the keeper sends what is to be sent by hand."""
    def go() -> None:
        made = rounds.go(game.folder.parent, game.now, game.account, (game.box,))
        assert not made.busy
        wrong = [each for each in made.needs if not EXPECTED.search(each.sentence)]
        assert not wrong, wrong

    if game.odds(KILLED) and killed_at(game.chance.randrange(MOST_WRITES), go):
        game.figures["kills"] += 1
        sender._opened.cache_clear()
        tokens._counted.cache_clear()
    go()
    carried = [*letter_carrier.by_hand(game.folder), *letter_carrier.by_hand(game.folder.parent), *game.carrier.taken]
    game.watch.taken |= {each.id for each in carried}
    game.carrier.taken.clear()
    for place in (offices.of_campaign(game.folder), offices.of_root(game.folder.parent)):
        game.figures["letters seen to by hand"] += letter_carrier.see_to_it(place, game.now, game.watch.taken)
    mail_invariants.keeps_secrets(game.campaign(), carried, {each.address: each.seat for each in game.players},
                                  game.watch, PLAYERS[game.game].names_cards)
    for letter in carried:
        _carry(game, letter)


def _carry(game: Game, letter: Carried) -> None:
    """A letter goes to its readers: it may come back, get lost, or a machine may answer it."""
    game.figures["mails out"] += 1
    for player in game.players:
        if player.address not in letter.to:
            continue
        at = game.now + timedelta(minutes=game.chance.randrange(200))
        if game.odds(BACK) and letter.id not in game.watch.returned:
            game.watch.returned.add(letter.id)
            game.watch.taken.discard(letter.id)
            _put(game, travelling.returned(letter.raw, player.address, Head("", game.now, game.id())), "returned")
            continue
        if game.odds(GONE) and not game.campaign().position.outcome:
            game.figures["letters lost"] += 1
            continue
        assert (letter.id, player.address) not in game.watch.delivered, f"twice: {letter.id}"
        game.watch.delivered.add((letter.id, player.address))
        player.coming.append((at, letter))
        if game.odds(AWAY):
            mail = Head(player.named, game.now, game.id(), letter.id, more={"Auto-Submitted": "auto-replied"})
            _put(game, travelling.words("I am away until Monday.", mail), "away")


# -- the players ----------------------------------------------------------------------------------------------------


def _read(game: Game, player: Player) -> None:
    """A player reads his mail, and answers what he is asked."""
    here = [letter for at, letter in player.coming if at <= game.now]
    player.coming = [each for each in player.coming if each[0] > game.now]
    for letter in here:
        game.figures[f"mails to players: {letter.id.partition('.')[0]}"] += 1
        message = letter_carrier.head_of(letter.raw)
        kind, about, *_ = letter.id.split(".")
        if match := tokens.PATTERN.search(letter.id):
            player.token, player.letter = match[0], letter.id
        if kind == "report":
            player.reported.add(about)
            player.parcels.append(letter.raw)
        answered = heads.references(message)[:1]
        if player.open and player.open in answered:
            player.open, player.since = "", game.now
        if kind == "ask":
            is_his = not answered or bool(player.mine & set(answered))
            word = game.chance.choice(("yes", "OK", "はい") if is_his else ("no", "いいえ", ""))
            if word:
                reply = Head(player.named, game.now, game.id(), letter.id, "Re: question")
                _put(game, travelling.words(f"{word}\n", reply), f"says {'yes' if is_his else 'no'}", of=player)


def _synchronise(game: Game, player: Player, everything: bool = False) -> None:
    """A player takes some of what was attached to his reports into his copy, in any order."""
    if not player.parcels or not everything and game.odds(2):
        return
    game.chance.shuffle(player.parcels)
    count = len(player.parcels) if everything else game.chance.randint(1, len(player.parcels))
    if not player.copy.exists() and not mail_invariants.begins(player.parcels[:count]):
        player.parcels, count = mail_invariants.founding_first(player.parcels), 1
        if not mail_invariants.begins(player.parcels[:1]):
            return
    taken = [each for number, raw in enumerate(player.parcels[:count])
             for each in packet_sources.opened(str(number), raw)]
    if taken:
        done = sync(player.copy, taken)
        assert not (done.forks or done.refused or done.others), done
        mail_invariants.is_beginning(game.folder, player.copy)
    game.figures["packets synced"] += len(taken)
    del player.parcels[:count]


def _write(game: Game, player: Player) -> None:
    """A player writes, if he is waited for and knows it, or has not ordered for the turn yet."""
    if game.now < player.since or player.open and game.now < player.since + PATIENCE:
        return
    campaign = game.campaign()
    side, sat = side_of(campaign, player.seat), campaign.last_sitting["hash"]
    knows = any(sat.startswith(each) for each in player.reported)
    if not knows and player.token and game.now < player.since + PATIENCE:
        return
    waited = game.watch.waited(campaign)
    ahead = bool(PLAYERS[game.game].ahead) and not game.what.single and campaign.game.phase(campaign.position) != "bids"
    if side not in waited and not (ahead and player.turn != campaign.turn):
        if game.odds(LETTER * 5):
            _say_something(game, player, campaign, side)
        return
    if game.odds(SILENT):
        player.since, player.open = game.now + timedelta(days=game.chance.randint(1, 8)), ""
        return
    if game.what.resigns and campaign.turn >= min(2, game.what.resigns) and campaign.game.phase(
            campaign.position) != "bids" and "one" not in campaign.senders:
        text = letter_text.write("resign", campaign.name, side, {"text": "the dice are against me"})
        _post(game, player, side, text)
        return
    text = _orders(game, player, campaign, side, whole=ahead and player.sat != sat)
    if knows and game.odds(3):
        text = text.replace("\nSide:", f"\nAfter: {sat}\nSide:", 1)
    if game.odds(FAULTY):
        nonsense = game.chance.choice(PLAYERS[game.game].nonsense[:3])
        _post(game, player, side, f"{text}\n{nonsense}\n", is_faulty=True)
    player.open, player.since = _post(game, player, side, text), game.now
    player.turn, player.sat = campaign.turn, sat
    if game.odds(LETTER):
        _say_something(game, player, campaign, side)


def _orders(game: Game, player: Player, campaign: Campaign, side: str, *, whole: bool) -> str:
    """A file of orders: for the whole turn, or just what is owed; mostly looked through beforehand."""
    foreseen = clock.ahead(campaign, inputs.gather(campaign))
    result = SimpleNamespace(dues=foreseen.dues)
    ahead = PLAYERS[game.game].ahead if whole else None
    body = ahead(campaign.position, side, game.chance, game.what.impulses) if ahead else \
        "\n".join(answers(result, campaign, side, game.chance))  # type: ignore[arg-type]
    for attempt in range(CORRECTIONS if whole and game.chance.randrange(3) else 0):
        problems = check(campaign, "orders.txt", f"{head(campaign, side)}{body}\n".encode()).problems
        if not problems:
            break
        body = "\n".join(answers(result, campaign, side, game.chance)) if attempt == CORRECTIONS - 1 else \
            mended(f"{head(campaign, side)}{body}\n", problems)  # type: ignore[arg-type]
    return f"{head(campaign, side)}{body}\n# only for {player.seat}: {game.chance.randrange(10 ** 9)}\n"


def _say_something(game: Game, player: Player, campaign: Campaign, side: str) -> None:
    """A letter besides orders, or a word to nobody in particular."""
    kind = game.chance.choice(("withdraw", "protest", "note", "chat", "word"))
    if kind == "chat":
        mail = Head(player.named, game.now, game.id(), player.letter if game.odds(2) else "", "Well played")
        _put(game, travelling.words("That was a bold move!", mail), "chat")
        return
    own = [entry["n"] for entry in campaign.entries if entry["type"] == SUBMISSION and entry["side"] == side]
    if kind == "withdraw" and not own:
        return
    values = {"withdraw": {"entry": own[-1] if own else 0}, "word": {"word": f"fortune {game.count}"}}.get(
        kind, {"text": f"the stack had no supply ({game.count})"})  # one said before is not read out of a quotation
    _post(game, player, side, letter_text.write(kind, campaign.name, side, values))


def _post(game: Game, player: Player, side: str, text: str, *, is_faulty: bool = False) -> str:
    """A text leaves in a mail of any kind; returns its id, "" where it has none."""
    kind = game.chance.choice([name for name in kinds.KINDS if name not in ODD])
    way = "reply" if player.letter else "unproven"
    sender, more = player.named, {}
    if player.letter and game.odds(UNPROVEN):
        way = "unproven"
    elif player.letter and game.odds(4):
        way, kind = "new, with a token", game.chance.choice(sorted(BETWEEN))
    elif player.letter and game.odds(PHONE):
        way, sender = "reply from elsewhere", f"{player.seat}@phone.example"
    others = [each for each in game.players if each is not player]
    if way == "reply" and others and game.odds(COPIED):
        way, more = "reply with a copy", {"Cc": others[0].named}
        game.shown.append((player.seat, player.token))
    re = player.letter if way.startswith("reply") else ""
    mail = Head(sender, game.now, game.id(), re, f"Re: [{game.campaign().name}]" if re else "my orders", more)
    token = player.token if way != "unproven" else "a" * 20
    raw = travelling.in_a_mail(text, kind, mail, game.chance, campaign="isles", side=side, token=token)
    own = "" if kind == travelling.NO_ID else mail.id
    player.mine.add(mail.id)
    _put(game, raw, way, of=player, text=text, kind=kind, is_faulty=is_faulty)
    return own or "none"


def _strangers(game: Game) -> None:
    """Spam, private mail, and orders in the name of somebody else."""
    if game.odds(SPAM):
        sender = game.chance.choice((EVE, "Aunt <aunt@example.com>"))
        _put(game, travelling.words("Buy these!", Head(sender, game.now, game.id(), subject="news")), "spam")
    if game.odds(FORGED):
        _forge(game)


def _forge(game: Game) -> None:
    """Somebody writes for a side that they do not play: another player, or a stranger."""
    campaign = game.campaign()
    strangers = [Player("eve", "eve@example.com", Path())] if len(game.players) == 1 else []
    victim, opponent = [*game.chance.sample(game.players, min(2, len(game.players))), *strangers]
    side = side_of(campaign, victim.seat)
    body = "bid 0\npass" if game.game == TOY.game else "bid 20\npass"
    text = f"{head(campaign, side)}{body}\n# forged {game.count}\n"
    shown = [token for seat, token in game.shown if seat == victim.seat and token != victim.token]
    sender, re, token = game.chance.choice((
        (EVE, "", ""), (opponent.named, "", ""), (opponent.named, opponent.letter, opponent.token),
        (victim.named, "", "q" * 20), (victim.named, opponent.letter, ""), (EVE, opponent.letter, opponent.token)))
    if shown and game.odds(2) and all(tokens.of(campaign, side) != each for each in shown):
        sender, token = game.chance.choice((EVE, "x@phone.example")), shown[-1]
        re = f"report.{'0' * 16}.{side}.{token}@example.net"
    kind = game.chance.choice([name for name in kinds.KINDS if name not in ODD])
    mail = Head(sender, game.now, game.id(), re)
    _put(game, travelling.in_a_mail(text, kind, mail, game.chance, campaign="isles", side=side,
                                    token=token or "q" * 20), "forged")


def _put(game: Game, raw: bytes, way: str, *, of: Player | None = None, text: str = "", kind: str = "",
         is_faulty: bool = False) -> None:
    """A mail sets out for the desk; some come late, twice or never."""
    game.figures[f"mails in: {way}"] += 1
    if kind:
        game.figures[f"kind: {kind}"] += 1
    delay = timedelta(days=game.chance.randint(1, 4)) if game.odds(LATE) and text else timedelta(
        minutes=game.chance.randrange(120))
    is_lost = bool(text) and game.odds(NEVER)
    mail_invariants.knows(game.watch, raw)
    mail_invariants.note(game.sent, raw, way, of.seat if of else "", text, kind, is_faulty, is_lost)
    if is_lost:
        game.figures["mails lost"] += 1
        return
    game.underway.append(Underway(game.now + delay, raw))
    if game.odds(DOUBLED):
        game.figures["mails doubled"] += 1
        game.underway.append(Underway(game.now + delay + timedelta(minutes=game.chance.randrange(3000)), raw))


# -- many campaigns ------------------------------------------------------------------------------------------------


def one(seed: int, room: str | None = None, game_id: str = "") -> dict[str, Any]:
    """A campaign in a folder of its own: its figures, or its fault."""
    start, place = time.process_time(), Path(tempfile.mkdtemp(prefix="mailed-", dir=room))
    record: dict[str, Any] = {"seed": seed}
    try:
        record["figures"] = dict(play(place, seed, game_id))
        shutil.rmtree(place, ignore_errors=True)
    except Exception:
        record |= {"fault": traceback.format_exc(), "place": str(place)}
    return {**record, "seconds": round(time.process_time() - start, 2)}


def main() -> int:
    """Plays campaigns and prints what was seen."""
    parser = argparse.ArgumentParser(prog="python -m tests.mailed_campaigns", description=main.__doc__)
    parser.add_argument("--campaigns", type=int, help="how many, from the first seed on")
    parser.add_argument("--seeds", default="0-99", help="first-last")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--game", default="", choices=["", *PLAYERS])
    parser.add_argument("--out", type=Path, help="a file for a line of JSON of each campaign")
    given = parser.parse_args()
    first, _, last = given.seeds.partition("-")
    seeds = range(int(first), int(first) + given.campaigns if given.campaigns else int(last or first) + 1)
    total, faults, seconds = Counter[str](), 0, 0.0
    with ProcessPoolExecutor(given.jobs) as pool:
        for done in as_completed([pool.submit(partial(one, game_id=given.game), seed) for seed in seeds]):
            record = done.result()
            seconds += record["seconds"]
            if "fault" in record:
                faults += 1
                print(f"seed {record['seed']} ({record['place']}): {record['fault']}", file=sys.stderr, flush=True)
            else:
                total.update(record["figures"])
                total["campaigns"] += 1
            print(f"seed {record['seed']}: {record['seconds']} s", file=sys.stderr, flush=True)
            if given.out:
                with given.out.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(record, sort_keys=True) + "\n")
    print(summary(total, faults, seconds))
    return 1 if faults else 0


def summary(total: Counter[str], faults: int, seconds: float) -> str:
    """The figures of all campaigns."""
    turns = max(1, total["turns"])
    into = sum(count for name, count in total.items() if name.startswith("mails in: "))
    own = sum(count for name, count in total.items() if name.startswith(("mails in: reply", "mails in: new", "mails "
                                                                         "in: unproven", "mails in: says")))
    read = sum(count for name, count in total.items() if name.startswith("mails to players: "))
    lines = [f"{total['campaigns']} campaigns, {faults} with a fault, {seconds:.0f} s; {total['turns']} turns, "
             f"{total['entries']} entries; {into} mails in, {total['mails out']} out, {total['mails in: forged']} "
             f"forged, {total['kills']} kills survived, {total['copies']} copies the same as the keeper's logbook",
             f"a turn takes {own / turns:.1f} mails of all players to the desk, and {read / turns:.1f} to them"]
    return "\n".join([*lines, *(f"{name:60} {count:>7}" for name, count in sorted(total.items()))])


if __name__ == "__main__":
    sys.exit(main())
