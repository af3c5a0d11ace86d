"""War in the Pacific, 太平洋戦史, Nimitz, World in Flames, the Atoll, and the Lagoon alone and with three players: the
same scene of each, for tests of the rooms that know no game. A campaign is founded and played once; tests look at it,
or change a copy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests import campaigns
from tests.games.atoll import game as atoll
from tests.games.lagoon import desk as lagoon
from tests.games.lagoon import game as lagoon_game
from tests.games.nimitz.played import WHOLE_TURN
from tests.stand_ins import findable
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.sitting.adjudicate import adjudicate

LUCK = "a word for the dice"


class Kind(NamedTuple):
    """What a scene wants to know of a game.

    Attributes:
        players: who can send orders -> his name, with an address.
        ahead: a player, and orders of his that nobody asks for before the next sitting.
        sealed: a piece of these orders that nothing else says.
        ruling: an order of the referee's that has effect, up to the words of its reason.
        opening: legal orders of the first player.
        has_cards: players hold cards that nobody else sees.
    """

    game: str
    scenario: str
    players: Mapping[str, str]
    ahead: tuple[str, str]
    sealed: str
    ruling: str
    opening: str
    has_cards: bool = True


RAIDS = "Phase: raid\n\nif raid at Fort Royal\nplay squall\nend\npass"
OF_RAIDS = "if raid at Fort Royal"
KINDS = {
    "witp": Kind(
        "witp", "", {"japan": "Ken <ken@example.org>", "allies": "Ann <ann@example.org>"},
        ("allies", "Phase: operations\n\nif japan targets Midway\n withhold air at Midway\nend\nretreat to Samoa, else "
         "Fiji"), "retreat to Samoa, else Fiji", "ruling japan gains 3", "pass"),
    "senshi": Kind(
        "taiheiyo_senshi", "", {"allies": "Ann <ann@example.org>", "japan": "Ken <ken@example.org>"},
        ("japan", "Phase: operations\n\nif the enemy has 1 carrier at Midway\n move Mutsu from Japan to "
                  "Midway\nend\nmove Nagato from Japan to Midway"), "move Nagato from Japan to Midway",
        "ruling for Japan: score 3", "lose any"),
    "nimitz": Kind(
        "nimitz", "1942", {"us": "Ann <ann@example.org>"},
        ("us", "Phase: turn\n\nif the enemy has units at Midway\n move Wasp to Midway\nend\nmove Saratoga to Samoa"),
        "move Saratoga to Samoa", "ruling for US: supply 30", "pass supply", has_cards=False),
    "wif": Kind(
        "wif_land", "smolensk-july-1941", {"axis": "Ann <ann@example.org>", "allies": "Ken <ken@example.org>"},
        ("axis", "Phase: combat\n\nif the enemy has 1 MECH at Orsha\n retreat to Borisov\nend\nretreat to Lepel"),
        "retreat to Lepel", "ruling weather rain", "pass movement", has_cards=False),
    "solo": Kind("lagoon", "solo", {"raiders": "Rae <rae@example.org>"}, ("raiders", RAIDS), OF_RAIDS,
                 'ruling for raiders: decide "sail Akagi Maru to HI"', "sail From Here to Reef"),
    "alliance": Kind(
        "lagoon", "alliance", {"north": "Nora <nora@example.org>", "south": "Sam <sam@example.org>",
                               "garrison": "Gus <gus@example.org>"}, ("garrison", RAIDS), OF_RAIDS,
        'ruling for north: decide "pass"', "sail From Here to Reef"),
    "atoll": Kind(
        "atoll", "", {"blue": "Bea <bea@example.org>", "orange": "Olaf <olaf@example.org>"},
        ("orange", "Phase: movement\n\nmove 1 ship from Anchorage to Cay\npass"), "move 1 ship from Anchorage to Cay",
        'ruling for orange: decide "pass"', "pass"),
}
NAMES = tuple(KINDS)


def install(patch: pytest.MonkeyPatch) -> None:
    """Makes the games of all kinds findable, as their entry points would."""
    findable(patch, lagoon=lagoon_game.game, atoll=atoll.game)


def begin(folder: Path, name: str, **wishes: Any) -> Campaign:
    """A campaign of a kind just founded and dealt: somebody owes a decision."""
    kind = KINDS[name]
    create(folder, Wishes(**{
        "game": kind.game, "scenario": kind.scenario, "seed": f"each {name}", "players": kind.players, **wishes}))
    adjudicate(folder)
    return open_campaign(folder)


def second_turn(folder: Path, name: str) -> Campaign:
    """A campaign of a kind in its second turn: hands are held, and orders nobody has asked for are on file."""
    kind = KINDS[name]
    if kind.game == "witp":
        campaigns.play(folder, 31, last_turn=1, players=kind.players)
        adjudicate(folder)
    elif kind.game == "atoll":
        _meet(folder, name)
    elif kind.game == "taiheiyo_senshi":
        _strike(folder, name)
    elif kind.game == "nimitz":
        _land(folder, name)
    elif kind.game == "wif_land":
        _break_through(folder, name)
    else:
        _raid(lagoon.LagoonDesk(folder, kind.scenario, seed="told", players=kind.players))
    player, orders = kind.ahead
    send(folder, player, orders, Luck=LUCK)
    return open_campaign(folder)


def _raid(desk: lagoon.LagoonDesk) -> None:
    """All ships raid Truk lagoon, and the first player plays the card he holds."""
    desk.sit()
    campaign = desk.open()
    for player, orders in desk.turn_orders().items():
        (slot,) = campaign.position.hands[player]
        card = f"play {campaign.look(slot)}"
        desk.order(player, orders.replace("pass all", card) if player == campaign.senders[0] else orders, Luck=LUCK)
    desk.sit()
    assert desk.open().turn == 2


def _meet(folder: Path, name: str) -> None:
    """Ships of both sides meet at Spit, blue's with a troop, and fire; nobody plays a card."""
    begin(folder, name, seed="told")
    send(folder, "blue", "pass\nPhase: movement\nmove 1 ship, 1 troop from Haven to Spit\npass\n"
                         "Phase: battle\nlose 1 troop", Luck=LUCK)
    send(folder, "orange", "pass\nPhase: movement\nmove 1 ship from Anchorage to Spit\npass\n"
                           "Phase: battle\nlose 1 ship", Luck=LUCK)
    adjudicate(folder)
    assert open_campaign(folder).turn == 2


PASSES = "hit any\nlose any\nrelocate to any\npass cards\npass reaction\npass initiative\npass operation\n\n" \
         "Phase: supply\npass"
SET_UP = {"allies": "place any at Australia",
          "japan": "place any at Japan\nplace any at Indochina\nplace any at Truk\nhit any"}
TURN_1 = {"allies": f"place any at Madagascar\nPhase: operations\nstay\n{PASSES}",
          "japan": "Phase: operations\noperate\nmove all carriers from Japan to Midway\nretreat to any\nengage\n"
                   "hit any\nrelocate to any\npass cards\npass reaction\npass initiative"}


def _strike(folder: Path, name: str) -> None:
    """The surprises of turn 0, then the Japanese carriers strike at Midway and go home; nobody plays a card."""
    begin(folder, name, seed="told")
    for orders in (SET_UP, TURN_1):
        for player, body in orders.items():
            send(folder, player, body, Luck=LUCK)
        adjudicate(folder)
    send(folder, "japan", f"Phase: operations\nreturn all cruisers from Japan to Truk\n{PASSES}", Luck=LUCK)
    adjudicate(folder)
    assert open_campaign(folder).turn == 2


def _land(folder: Path, name: str) -> None:
    """A carrier and marines go to the Gilberts: a whole turn with its battles, in one file."""
    begin(folder, name, seed="told")
    send(folder, "us", f"Phase: turn\n{WHOLE_TURN}", Luck=LUCK)
    adjudicate(folder)
    assert open_campaign(folder).turn == 2


IMPULSE_1 = {
    "axis": "lose any\napply S\nPhase: movement\npass movement\nPhase: combat\n"
            "attack Orsha with g47, g08, v. Bock\nattack Vitebsk with g74, g45\npass attacks\n"
            "support Orsha with v. Bock\nfly Orsha with gju\npass missions\nfight any\nuse blitz\n"
            "advance g47 to Orsha\npass advances",
    "allies": "lose any\nretreat any\nuse assault\nPhase: combat\nsupport Orsha with Timoshenko\n"
              "pass headquarters\npass missions"}


def _break_through(folder: Path, name: str) -> None:
    """The Axis attacks Orsha and Vitebsk: its whole impulse, in one file a side."""
    begin(folder, name, seed="told")
    for player, orders in IMPULSE_1.items():
        send(folder, player, orders, Luck=LUCK)
    adjudicate(folder)
    assert open_campaign(folder).turn == 2


def text(folder: Path, player: str, orders: str, **header: str) -> str:
    """An orders file of a player for the present turn; the orders may begin with further lines of the header."""
    campaign = open_campaign(folder)
    lines = {"Campaign": campaign.name, "Turn": str(campaign.turn), "Side": player, **header}
    return "".join(f"{key}: {value}\n" for key, value in lines.items()) + orders + "\n"


def send(folder: Path, player: str, orders: str, **header: str) -> None:
    """Records orders that must stand."""
    recorded = submit(folder, [(f"{player}.txt", text(folder, player, orders, **header).encode())])
    assert recorded.stands, [problem for checked in recorded.checked for problem in checked.problems]


Maker = Callable[[str], Path]


def maker(make: Callable[[Path, str], Campaign], factory: pytest.TempPathFactory) -> Maker:
    """Makes the campaign of a kind once, whatever game is findable, and gives its folder."""
    made: dict[str, Path] = {}

    def folder(name: str) -> Path:
        if name not in made:
            made[name] = factory.mktemp(name) / "isles"
            with pytest.MonkeyPatch.context() as patch:
                install(patch)
                make(made[name], name)
        return made[name]

    return folder
