"""Lists drop nothing silently: whatever an order names besides what can be done, `check` speaks of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests import each_game
from tests.games.witp.players import decide
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.check import Checked
from witp_pbem.campaign.orders.submit import check_all
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.report import checked as checked_text
from witp_pbem.table.demand import Demand
from witp_pbem.table.wording import offered_words

CHOICES = 2  # of each decision that are lengthened
LISTS = {"places", "to", "units", "stacks", "ship"}  # fields of orders that hold what is lengthened
ENOUGH = 16  # orders of a kind
# How many sittings of a campaign are looked at, and the kinds of orders with lists that have to be met with.
MET = {"witp": (50, {"build", "place", "redeploy", "remove", "target"}),
       "atoll": (30, {"lose", "move"}), "solo": (20, {"sail"})}


def longer(value: Any, kind: str, stranger: str) -> Iterator[Any]:
    """An order, or a part of one, with one thing more in each of its lists of places, or of units; where it names one
    alone, with another one."""
    for name, part in value.items():
        if name == "stacks":
            yield from ({**value, name: [one, *part[1:]]} for one in longer(part[0], kind, stranger))
        elif name in (("places", "to") if kind == "place" else ("units", "cargo")) and not isinstance(part, str):
            yield {**value, name: [*part, stranger]}
        elif name == ("place" if kind == "place" else "ship"):
            yield {**value, name: stranger}
    if kind == "place" and value.get("order") == "redeploy" and isinstance(value.get("to"), str):
        yield {**value, "otherwise": [stranger]}


def answer(campaign: Campaign, side: str, words: str) -> str:
    """What `check` says of an order: what is wrong with the words at fault, or how it is understood."""
    header = f"Campaign: {campaign.name}\nTurn: {campaign.turn}\nSide: {side}\n\n"
    checked = check_all(campaign, [("orders.txt", f"{header}{words}\n".encode())])[0]
    faults = [f"{checked_text.sentence(problem, campaign.game)} {_at_fault(checked, problem)}"
              for problem in (*checked.problems, *checked.depends)]
    return "\n".join([*faults, *(order.text for order in checked_text.understood(checked))])


def _at_fault(checked: Checked, problem: Any) -> str:
    """The words of the file that a problem underlines."""
    source = checked_text.source(problem, checked.text, 1000)
    start = source[1].index("^") if source else 0
    return source[0][start:start + source[1].count("^")] if source else ""


def strangers(campaign: Campaign, chance: Random) -> list[tuple[str, str, str]]:
    """A place and a unit: what they are, their ids, and what they are called."""
    game, position = campaign.game, campaign.position
    place = chance.choice(sorted(game.lexicon.places.own))
    unit = chance.choice(sorted(getattr(position, "units", None) or position.ships))
    return [("place", place, game.name_in_orders("place", place)), ("unit", unit, unit)]


def silences(campaign: Campaign, demand: Demand, chance: Random, met: Counter[str]) -> Iterator[str]:
    """Orders of which a name is passed over in silence."""
    game = campaign.game
    choices = [choice for choice in demand.sample(chance) if choice.keys() & LISTS]
    for choice in choices[:CHOICES]:
        for kind, stranger, name in strangers(campaign, chance):
            for value in longer(choice, kind, stranger):
                words = game.write(value)
                if met[value["order"]] < ENOUGH and name in words and name not in game.write(choice):
                    met[value["order"]] += 1
                    if name.casefold() not in (said := answer(campaign, demand.side, words)).casefold():
                        yield f"{words}\n{said}"


def _legal(campaign: Campaign, demand: Demand, chance: Random) -> str:
    """An order that answers; in the Atoll one that leads to battle, if there is any; few stacks redeploy."""
    if campaign.game.id == "witp":
        return "pass anyway" if demand.code.startswith("redeploy") else decide(demand, chance)
    choices = [offered_words(demand, choice, campaign.game) for choice in demand.sample(chance)]
    return next((words for words in choices if "to Spit" in words), choices[0])


@pytest.mark.parametrize("name", MET)
def test_whatever_an_order_names_is_spoken_of(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    each_game.install(monkeypatch)
    campaign, chance, met = each_game.begin(tmp_path / name, name), Random(name), Counter[str]()
    sittings, kinds = MET[name]
    for _ in range(sittings):
        result = adjudicate(tmp_path / name)
        if result.over:
            break
        campaign = open_campaign(tmp_path / name)
        for due in result.dues:
            assert list(silences(campaign, due.demand, chance, met)) == []
        for due in result.dues:
            each_game.send(tmp_path / name, due.demand.side, _legal(campaign, due.demand, chance), Luck="fair winds")
    assert kinds <= set(met), met


# Orders given ahead of their moment, and how they are read.
AHEAD = {
    "witp": ("allies",
             "Phase: operations\nretreat to Samoa, else Fiji\nlose us carrier then any else lose any",
             ["retreat to Samoa (1309), Fiji (1210)",
              "lose american carrier first else lose any"]),
    "atoll": ("orange", "Phase: movement\nmove 1 ship from anchorage to CAY",
              ["move 1 ship from Anchorage (0403) to Cay (0303)"]),
    "solo": ("raiders", "Phase: raid\nlose akagi maru", ["lose Akagi Maru"])}


@pytest.mark.parametrize("name", AHEAD)
def test_orders_ahead_of_their_moment_are_said_as_they_are_read(name: str, tmp_path: Path,
                                                                monkeypatch: pytest.MonkeyPatch) -> None:
    each_game.install(monkeypatch)
    campaign, (side, orders, read) = each_game.begin(tmp_path / name, name), AHEAD[name]
    said = answer(campaign, side, orders)
    assert [words for words in read if words not in said] == [], said
