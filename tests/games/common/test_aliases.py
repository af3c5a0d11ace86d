"""What places are called besides their names: lists, spellings, beginnings, and several places called the same."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.atoll.game import game as atoll
from tests.games.lagoon.game import game as lagoon
from witp_pbem.games.common import aliases
from witp_pbem.games.witp.board.data import packaged_names
from witp_pbem.games.witp.game import game as witp
from witp_pbem.table.demand import Order
from witp_pbem.table.game import Game
from witp_pbem.table.language import speaking
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import read_order
from witp_pbem.table.wording import problem_sentence


def owned() -> Game:
    """The Atoll with an owner's map that brings aliases of its own."""
    records = dict(atoll().records)
    hexes = records["map"]["hexes"]
    anchorage = {**hexes["0403"], "aliases": ["Roads", "錨地"]}
    own = {**records, "map": {**records["map"], "hexes": {**hexes, "0403": anchorage}}}
    assert atoll().check_data(own) == ()
    return atoll(own)


GAMES: dict[str, Any] = {"witp": witp(), "lagoon": lagoon(), "atoll": owned()}


def written(game: str, order: str) -> str:
    """An order as the game writes it again."""
    read = read_order(GAMES[game], order)
    assert isinstance(read, Order), read
    chosen = GAMES[game]
    orders = getattr(chosen.orders, "ORDERS", chosen.orders)
    return str(chosen.write(orders.value(read.keyword, getattr(read.body, "body", read.body))))


def problem(game: str, order: str) -> Problem:
    """The one thing that is wrong with an order."""
    problems = read_order(GAMES[game], order)
    assert not isinstance(problems, Order)
    (only,) = problems
    return only


@pytest.mark.parametrize(("game", "order", "full"), [
    ("witp", "build Formosa, Tokyo, Burma", "build Taiwan (0605), Yokosuka (0904), Rangoon (0306)"),
    ("witp", "build Honolulu and Oahu and pearl harbour", "build " + ", ".join(["Pearl Harbor (1406)"] * 3)),
    ("witp", "build Iwo, Sumatra, Borneo", "build Iwo Jima (0905), Palembang (0408), Brunei (0508)"),
    ("witp", "build Luzon, Tarawa, Kwajalein", "build Manila (0606), Gilberts (1207), Marshalls (1107)"),
    ("witp", "build Wake Island, Marshall Islands, Truk Lagoon", "build Wake (1106), Marshalls (1107), Truk (0907)"),
    ("witp", "build 海南、P. Moresby", "build Hainan (0506), Port Moresby (0909)"),
    ("witp", "build Guadal, San Fran, S. Fran, Port M, ガダル", "build Guadalcanal (1009), San Francisco (1706), "
     "San Francisco (1706), Port Moresby (0909), Guadalcanal (1009)"),
    ("witp", "建設 海南とサイパン", "build Hainan (0506), Saipan (0906)"),
    ("witp", "攻撃 マニラ 呉から：全艦隊", "target Manila (0606) from Kure (0804): all fleet"),
    ("witp", "攻撃 マニラ 呉から：全ての空母と水上1", "target Manila (0606) from Kure (0804): all carrier, 1 naval"),
    ("witp", "use Doolittle raid", "use 1942-10"), ("witp", "use doolit", "use 1942-10"),
    ("lagoon", "sail Akagi Maru to Chuuk", "sail Akagi Maru to Truk Lagoon"),
    ("lagoon", "sail Akagi to Fort", "sail Akagi Maru to Fort Royal"),
    ("lagoon", "sail Akagi Maru to Home Isle", "sail Akagi Maru to Home Island"),
    ("atoll", "move all from Roads to Have", "move all from Anchorage (0403) to Haven (0101)"),
    ("atoll", "移動 全ての艦船と部隊1 錨地から 港島へ", "move all ship, 1 troop from Anchorage (0403) to Haven (0101)"),
])
def test_a_place_by_another_name(game: str, order: str, full: str) -> None:
    assert written(game, order) == full


@pytest.mark.parametrize(("game", "order", "english", "japanese"), [
    ("witp", "build Marianas", "Marianas can mean Guam (0806), Saipan (0906);", "グアム (0806)"),
    ("witp", "build Pal", "Pal can mean Palembang (0408), Palau (0707), Palmyra (1407);", "パラオ (0707)"),
    ("lagoon", "sail Akagi Maru to South Sea", "South Sea can mean The Reef, Truk Lagoon;", "トラック環礁"),
])
def test_what_several_places_are_called_is_answered_with_all_of_them(game: str, order: str, english: str,
                                                                     japanese: str) -> None:
    catalogue = GAMES[game].catalogue
    assert problem_sentence(problem(game, order), catalogue).startswith(english)
    with speaking("ja"):
        assert japanese in problem_sentence(problem(game, order), catalogue)


@pytest.mark.parametrize(("game", "order"), [
    ("witp", "build Atlantis"), ("witp", "build Wa"), ("witp", "build W"), ("witp", "build 06"),
    ("lagoon", "sail Akagi Maru to the"), ("atoll", "move all from Haven to Re")])
def test_what_is_too_short_or_begins_no_name_is_not_understood(game: str, order: str) -> None:
    assert problem(game, order).code in ("unknown-word", "unexpected-word")


def test_a_name_on_the_map_goes_before_an_alias() -> None:
    labels = {"A": ("Canton",), "B": ("Hainan",)}
    assert aliases.of_places({"places": {"Hainan": {"aliases": ["Canton", "Hong Kong"], "source": "x"}}}, labels) == {
        "A": (), "B": ("Canton", "Hong Kong")}
    lexicon = GAMES["witp"].lexicon
    assert lexicon.places.ids["canton island"] == ("1308",) and lexicon.places.ids["canton"] == ("0506",)


def test_an_owners_map_brings_its_own_aliases() -> None:
    records = dict(GAMES["witp"].records)
    hexes = dict(records["map"]["hexes"])
    hexes["0606"] = {**hexes["0606"], "name": "Cavite", "aliases": ["Taiwan", "Sangley / サングレー"]}
    own: Game = witp({**records, "map": {**records["map"], "hexes": hexes}})
    ids = own.lexicon.places.ids
    assert ids["sangley"] == ids["サングレー"] == ids["cavite"] == ("0606",)
    assert ids["taiwan"] == ("0605",)  # another place's name
    assert "luzon" not in ids  # what Manila is called besides; there is no Manila on this map


@pytest.mark.parametrize("game", GAMES)
def test_every_alias_is_of_a_place_and_no_name_of_another(game: str) -> None:
    places = GAMES[game].lexicon.places
    for place, called in places.aliases.items():
        assert all(place in places.ids[alias.casefold().replace("’", "'")] for alias in called
                   if alias.isascii() and alias.isalpha())
        assert not set(called) & {label for labels in places.own.values() for label in labels}


def test_every_entry_of_the_list_is_a_place_of_the_map_and_has_a_source() -> None:
    named = {hexagon["name"] for hexagon in GAMES["witp"].records["map"]["hexes"].values() if "name" in hexagon}
    entries = packaged_names()["places"]
    assert set(entries) <= named
    assert all(entry["source"].startswith(("geography: ", "other name: ")) and entry["aliases"]
               for entry in entries.values())
