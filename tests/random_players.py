"""How random players play each game: what campaigns they found, what they answer, what must hold of each position."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from tests.ahead_players import whole_turn
from tests.campaigns import kind
from tests.exchange import toy_reports
from tests.games.lagoon import desk as lagoon
from tests.games.nimitz import players as nimitz
from tests.games.nimitz.invariants import Watch as NimitzWatch
from tests.games.nimitz.invariants import refusals_cite_rules as nimitz_refusals_cite_rules
from tests.games.taiheiyo_senshi import players as senshi
from tests.games.taiheiyo_senshi.invariants import Watch as SenshiWatch
from tests.games.taiheiyo_senshi.invariants import refusals_cite_rules as senshi_refusals_cite_rules
from tests.games.wif_land import players as wif
from tests.games.wif_land import worlds
from tests.games.wif_land.invariants import Watch as WifWatch
from tests.games.wif_land.invariants import refusals_cite_rules as wif_refusals_cite_rules
from tests.games.witp import players as witp
from tests.invariants import Watch, refusals_cite_rules
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.games.common.options import YES_OR_NO
from witp_pbem.games.nimitz.game import game as nimitz_game
from witp_pbem.games.taiheiyo_senshi.game import game as senshi_game
from witp_pbem.games.wif_land.game import game as wif_game
from witp_pbem.games.witp.game import game as witp_game
from witp_pbem.table.demand import Due
from witp_pbem.table.problem import Problem
from witp_pbem.table.wording import offered_words, problem_sentence

PLAYS_CARD = 0.7  # how often a player at a window plays a card that is held


@dataclass(frozen=True)
class Players:
    """The random players of one game.

    Attributes:
        game: its id.
        scenarios: what they found, each with its weight.
        options: agreed on for a scenario by chance.
        decide: an order that answers what is owed.
        ahead: orders for a whole turn (position, side, chance, impulses), None where they answer only what is owed.
        watch: what follows a campaign from its opening position and looks at every act.
        refused: looks at the problems of a file that was refused.
        nonsense: lines of which each makes a file wrong; the first three wherever they stand.
        world: in which the game is found.
        kind: what an event in the logbook is counted as.
        adds: what answers a decision they did not think of stands beside their orders ahead, and does not replace them.
        patience: the turn after which nobody gives up.
        names_cards: its windows name every card there is, so that a name in a report tells of no hand.
        data: the owner's data files of a scenario and a seed, as `new --data` takes them.
    """

    game: str
    scenarios: dict[str, int]
    options: Callable[[str, random.Random], dict[str, str]]
    decide: Callable[[Campaign, Due, random.Random], str]
    ahead: Callable[[Any, str, random.Random, int], str] | None
    watch: Callable[[Campaign], Any]
    refused: Callable[[Campaign, Sequence[Problem]], None]
    nonsense: tuple[str, ...]
    world: Callable[[], AbstractContextManager[None]]
    kind: Callable[[dict[str, Any]], str] = kind
    adds: bool = False
    patience: int = 12
    names_cards: bool = False
    data: Callable[[str, int], Sequence[tuple[str, bytes]]] = lambda scenario, seed: ()


# -- War in the Pacific ------------------------------------------------------------------------------------------


def _options(scenario: str, chance: random.Random) -> dict[str, str]:
    return {name: value for name in witp_game().data.options
            if chance.randrange(4) == 0 and (value := _value(name, scenario, chance))}


def _value(name: str, scenario: str, chance: random.Random) -> str:
    if name == "optional_bases" and scenario == "s1943":
        return ""
    return str(chance.choice(witp_game().data.options[name].get("values") or list(YES_OR_NO)))


@contextmanager
def _as_it_is() -> Iterator[None]:
    yield


WITP = Players(
    "witp",
    {"standard": 2, "short": 14, "s1943": 2, "delayed_us": 2},  # shortened games are over soonest
    _options,
    lambda campaign, due, chance: witp.decide(due.demand, chance),
    whole_turn,
    lambda campaign: Watch(campaign.game.from_json(campaign.founding["opening"])),
    lambda campaign, problems: refusals_cite_rules(problems),
    ("fnord the xyzzy", "target", "target 9999 from 0804: all fleets", "build 0000", "redeploy 1 land from Manila",
     "lose -3 naval", "target Manila from Manila: all", "use 1946-77", "if we have: pass end", "standing: pass end",
     "choose", "else pass", "end", "rebuild ZZ-N-1 at Kure", "invoke 1942", 'target "Manila', "dice 4 5",
     'ruling for Japan: gain 5 RP because "please"', "目標 マニラ から", "withhold JP-N-1"),
    _as_it_is)


# -- 太平洋戦史 ---------------------------------------------------------------------------------------------------


def _readings(options: Mapping[str, Any], chance: random.Random) -> dict[str, str]:
    """Readings of the rules that are not the usual ones, now and then."""
    return {name: str(chance.choice(option.get("values") or list(YES_OR_NO)))
            for name, option in options.items() if chance.randrange(6) == 0}


def _drawn(campaign: Campaign, tempers: Sequence[Any]) -> Any:
    """A temper that follows from the campaign's dice."""
    return tempers[int(campaign.founding["dice"]["anchor"], 16) % len(tempers)]


def _senshi_order(campaign: Campaign, due: Due, chance: random.Random) -> str:
    """An order of a player whose temper follows from the campaign's dice; who passes wherever a card could be played
    has those he would rather play wait for their time first."""
    slots = campaign.game.hand(campaign.position, due.demand.side)
    held = [card for slot in slots if (card := campaign.look(slot))]
    temper = senshi.TEMPERS[int(campaign.founding["dice"]["anchor"], 16) % len(senshi.TEMPERS)]
    order = senshi.decide(due.demand, campaign.position, held, chance, temper)
    if order != senshi.PASS_CARDS:
        return order
    return "\n".join([*(f"play {card}" for card in held if chance.random() < PLAYS_CARD), order])


SENSHI = Players(
    "taiheiyo_senshi", {"standard": 1}, lambda scenario, chance: _readings(senshi_game().data.options, chance),
    _senshi_order, senshi.whole_turn,
    lambda campaign: SenshiWatch(campaign.game.from_json(campaign.founding["opening"])),
    lambda campaign, problems: senshi_refusals_cite_rules(problems),
    ("fnord the xyzzy", "move", "move Akagi from Japan", "return all ships from Midway", "rebase Akagi", "pay 1942-10",
     "resupply Truk", "hit 3", "open sesame", "capture", "if we have: pass end", "else pass", "end", "dice 4 5",
     "move Musashino from Japan to Truk", "移動 赤城 日本から", "sortie Akagi", "play J99", "pass everything"),
    _as_it_is, senshi.kind, adds=True)


# -- Fleet Commander: Nimitz ---------------------------------------------------------------------------------------


def _nimitz_order(campaign: Campaign, due: Due, chance: random.Random) -> str:
    return nimitz.decide(due.demand, campaign.position, (), chance, _drawn(campaign, nimitz.TEMPERS))


NIMITZ = Players(
    "nimitz", {"1942": 3, "1943": 1, "1944": 1, "1945": 2, "linked": 1},
    lambda scenario, chance: _readings(nimitz_game().data.options, chance), _nimitz_order, nimitz.whole_turn,
    lambda campaign: NimitzWatch(campaign.game.from_json(campaign.founding["opening"])),
    lambda campaign, problems: nimitz_refusals_cite_rules(problems),
    ("fnord the xyzzy", "move", "scout Berlin", "fly", "move Akagi to Truk", "buy Akagi", "move Enterprise to Japan",
     "prepare", "prepare Kamikaze", "hit 3 submarines to Truk", "if we have: pass end", "else pass", "end", "dice 4 5",
     "move RAAF BG 1 to Midway", "移動 エンタープライズ から", "invade Tokyo", "use J99", "pass everything"),
    _as_it_is, nimitz.kind, adds=True, patience=4)


# -- World in Flames -----------------------------------------------------------------------------------------------

NEEDS_TABLES = "option_43"  # an option for owners who bring tables


def _wif_order(campaign: Campaign, due: Due, chance: random.Random) -> str:
    return wif.decide(due.demand, campaign.position, chance, _drawn(campaign, wif.TEMPERS), campaign.game)


def _wif_options(scenario: str, chance: random.Random) -> dict[str, str]:
    return {name: value for name, value in _readings(wif_game().data.options, chance).items() if name != NEEDS_TABLES}


def _wif_data(scenario: str, seed: int) -> Sequence[tuple[str, bytes]]:
    """A map and a position nobody has drawn."""
    return [worlds.data_file(seed)] if scenario == worlds.NAME else ()


WIF = Players(
    "wif_land", {worlds.NAME: 6, "smolensk-july-1941": 1, "luzon-december-1941": 1}, _wif_options, _wif_order,
    wif.whole_turn,
    lambda campaign: WifWatch(campaign.game, campaign.game.from_json(campaign.founding["opening"])),
    lambda campaign, problems: wif_refusals_cite_rules(problems),
    ("fnord the xyzzy", "move", "rail g47", "attack", "attack Berlin with all", "move 9 ARM to nowhere", "invade",
     "lose", "use stratagem", "apply T", "if we have: pass end", "else pass", "end", "dice 4 5", "advance to 0303",
     "移動 戦車 から", "support with HQ", "survive at", "pass everything"),
    _as_it_is, wif.kind, adds=True, patience=2, data=_wif_data)


# -- the Lagoon --------------------------------------------------------------------------------------------------


def _card_or_choice(campaign: Campaign, due: Due, chance: random.Random) -> str:
    """A legal order; at a window sometimes a card that is held."""
    if due.demand.window and chance.random() < PLAYS_CARD:
        held = [campaign.look(slot) for slot in campaign.position.hands[due.demand.side]]
        cards = [card for card in held if card]
        if cards:
            return f"play {cards[0]}"
    return _legal(campaign, due, chance)


def _legal(campaign: Campaign, due: Due, chance: random.Random) -> str:
    return offered_words(due.demand, next(due.demand.sample(chance)), campaign.game)


class Following:
    """Follows a campaign of any game: the events alone lead to each position."""

    def __init__(self, campaign: Campaign) -> None:
        self.game = campaign.game
        self.position = campaign.game.from_json(campaign.founding["opening"])

    def follow(self, acts: Iterable[Any]) -> Iterator[Any]:
        """Applies the events of a sitting; yields each with the position after it."""
        for act in acts:
            self.position = self.game.apply(self.position, act)
            yield act, self.position

    def settle(self, position: Any) -> None:
        """At the end of a sitting the position is the one the events lead to."""
        assert self.position == position, "the recorded events lead to another position"


def _can_be_said(campaign: Campaign, problems: Sequence[Problem]) -> None:
    assert all(problem_sentence(problem, campaign.game.catalogue) for problem in problems)


@contextmanager
def _installed() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        lagoon.install(patch)
        yield


LAGOON = Players(
    "lagoon", {"solo": 1, "alliance": 1}, lambda scenario, chance: {}, _card_or_choice, None, Following, _can_be_said,
    ("fnord the xyzzy", "sail", "play nothing at all", "dice 4 5", "choose", "end", "else pass"), _installed,
    names_cards=True)

# -- the toy game, played by mail --------------------------------------------------------------------------------


@contextmanager
def _toy() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        toy_reports.install(patch)
        yield


TOY = Players("toy", {"standard": 2, "auction": 1}, lambda scenario, chance: {},
              _legal, None, Following,
              _can_be_said, WITP.nonsense, _toy)

PLAYERS = {players.game: players for players in (WITP, SENSHI, NIMITZ, WIF, LAGOON, TOY)}
