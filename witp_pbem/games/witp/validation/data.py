"""The shapes of War in the Pacific's data files, and what each must say of the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from witp_pbem.games.common import validation
from witp_pbem.games.common.validation import MOST, Fault, cut, hex_id, list_of, one_of, table, table_of, whole
from witp_pbem.games.witp.board.data import card_id, packaged
from witp_pbem.games.witp.board.setup import NATIONS, PLAYABLE
from witp_pbem.games.witp.board.state import RESERVE, SIDES
from witp_pbem.games.witp.validation.fields import COUNT, HEX, KIND, NATION, SIDE, TURN, TURNS, YEAR, both, effects
from witp_pbem.games.witp.words.language import say
from witp_pbem.table.language import listing
from witp_pbem.table.problem import Problem

_EFFECTS = effects()
_PAIRS, _HEXES = list_of(table({"pair": list_of(HEX, 2, 2)})), table({"hexes": list_of(HEX, 1)})
_FILES = {
    "map": table({
        "grid": table({"lower_columns": one_of("even", "odd")}),
        "hexes": table_of(table({
            "terrain": one_of("land", "coastal", "sea", "mountain"), "name": (str, ""), "name_ja": (str, ""),
            "jungle": (bool, False), "site": (one_of("port", "airfield", "none"), "none"),
            "owner": (one_of("japan", "us", "uk", "white", None), None),
            "supply_source": (one_of("japan", "us", "uk", None), None), "region": (list_of(str), []),
            "auto_supply": (str | None, None), "port_capacity": (whole(0, MOST, "unlimited"), 5),
            "stacking": (one_of("unlimited"), ""), "split": (table_of(list_of(HEX)), {}),
            "chinese_zone": (bool, False), "resource": (bool, False), "aliases": (list_of(str), [])}), HEX),
        "land_links": _PAIRS, "land_sides": _PAIRS,
        "supply_sources": table(dict.fromkeys(("japan", "us", "uk"), _HEXES)),
        "rule_hexes": table(dict.fromkeys(("victory_bases", "resources", "chungking", "rangoon",
                                           "japan_may_not_enter_fleets", "chinese_zone"), _HEXES))}),
    "units": table({"units": list_of(table({
        "id": str, "side": SIDE, "nationality": NATION, "type": KIND, "setup": (HEX, ""), "arrival": (TURN, 0),
        "reserve": (bool, False), "s1943": (hex_id("eliminated", RESERVE), ""),
        "s1943_state": (one_of("full", "worn"), "full")}), 1)}),
    "track": table({
        "turns": list_of(table({
            "turn": TURN, "year": YEAR, "season": one_of("spring", "summer", "autumn", "winter"),
            "brp": both(COUNT, is_open=True), "redeployments": both(COUNT, is_open=True), "deck": YEAR,
            "draws": whole(0, 9), "first_card": one_of(*SIDES, "none"), "submarine_row": str})),
        "submarine_table": table_of(both(list_of(whole(0, 12), 2, 2), is_open=True)),
        "opening_cards": table_of(table({"deck": YEAR, "set_aside": list_of(whole(1, 99)), "deal_from": str}))}),
    "cards": table({"cards": list_of(table({
        "year": YEAR, "number": whole(1, 99), "name": str, "forced": bool,
        **dict.fromkeys(SIDES, table({"text": str, "effects": _EFFECTS})), "name_ja": (str, ""),
        "red_number": (bool, False), "on_draw": (table({"effects": _EFFECTS}), None)}), 1)}),
    "scenarios": table({
        "scenarios": list_of(table({
            "id": str, "number": str, "first_turn": TURN, "opening_cards": str,
            "setup": table({"units": one_of("setup", "s1943"), "bases": both(list_of(HEX))}),
            "last_turn": (Any, None), "special_rules": (list_of(table({
                "id": str, "text": str, "turn": (TURN, 0), "from_turn": (TURN, 0), "dice": (whole(1, 9), 0),
                "divisor": (whole(1, 9), 0)})), [])}), 1),
        "options": list_of(table({"id": str, "text": str, "default": bool | int | str, "values": (list, []),
                                  "hexes": (list_of(HEX), [])}))})}


def data_problems(records: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Everything that is wrong with data a game is to be built of."""
    files = validation.read_files(_FILES, records)
    if isinstance(files, list):
        return validation.problems(files)
    return validation.problems([*_map_connections(files["map"]), *_unit_connections(files),
                                *_track_connections(files["track"]), *_card_connections(files),
                                *_scenario_connections(files)])


def _map_connections(board: Any) -> Iterator[Fault]:
    for group, pairs in (("land_links", board.land_links), ("land_sides", board.land_sides)):
        for entry in pairs:
            yield from validation.off_map(entry.pair, board.hexes, "map", group)
    for group, named in (("supply_sources", board.supply_sources), ("rule_hexes", board.rule_hexes)):
        for name, hexes in named:
            yield from validation.off_map(hexes.hexes, board.hexes, "map", group, name)


def _unit_connections(files: Mapping[str, Any]) -> Iterator[Fault]:
    """The counter list: every counter once, called after its nation, in hexes of the map."""
    units = files["units"].units
    for unit in units:
        nation = NATIONS.get(unit.id[:2])
        if not re.fullmatch(r"(JP|US|UK|CN)-(CV|N|L|A)-[1-9]\d*", unit.id) or unit.nationality != nation:
            yield Fault("units", ("units", unit.id), say(
                'must be called after its nation (JP, US, UK, CN), type (CV, N, L, A) and number, such as "JP-CV-1"'))
        for field, place in (("setup", unit.setup), ("s1943", unit.s1943)):
            if place not in ("", "eliminated", RESERVE):
                yield from validation.off_map([place], files["map"].hexes, "units", "units", unit.id, field)
    for name in validation.twice(unit.id for unit in units):
        yield Fault("units", ("units", name), say("stands twice in the list"))


def _track_connections(track: Any) -> Iterator[Fault]:
    turns = [space.turn for space in track.turns]
    if lacking := [str(turn) for turn in range(1, TURNS + 1) if turn not in turns]:
        yield Fault("track", ("turns",), say("must have the turns 1 to {last} once each; it lacks {turns}", last=TURNS,
                                             turns=listing(lacking)))
    elif len(turns) > TURNS:
        yield Fault("track", ("turns",), say("must have the turns 1 to {last} once each; it has one twice",
                                             last=TURNS))
    for space in track.turns:
        path = ("turns", say("turn {number}", number=space.turn))
        if space.submarine_row not in track.submarine_table:
            yield Fault("track", (*path, "submarine_row"), say('"{submarine_row}" is no row of the submarine table',
                                                               submarine_row=cut(space.submarine_row)))
        if space.draws and space.first_card == "none":
            yield Fault("track", (*path, "first_card"), say("must name a side where cards are drawn"))


def _card_connections(files: Mapping[str, Any]) -> Iterator[Fault]:
    counters = {unit.id: unit for unit in files["units"].units}
    for card in files["cards"].cards:
        for side in SIDES:
            for effect in getattr(card, side).effects:
                if effect.op == "place_unit" and effect.unit not in counters:
                    yield Fault("cards", ("cards", card_id(card.year, card.number), side), say(
                        "places {unit}, which is not in the counter list", unit=cut(effect.unit)))


# the numbers that the special rules of scenario 13.4 need (13.4, reconstructed)
_NUMBERS = (("allied_brp", "divisor"), ("entry_roll", "from_turn"), ("entry_roll", "dice"), ("entry_automatic", "turn"))


def _scenario_connections(files: Mapping[str, Any]) -> Iterator[Fault]:
    """The scenarios that can be played, their options, and the cards they open with."""
    options = {option.id: option for option in files["scenarios"].options}
    for option in validation.missing(options, packaged().options):
        yield Fault("scenarios", ("options",), say("lack the option {option}", option=option))
    optional = options["optional_bases"].hexes if "optional_bases" in options else []
    hexes = files["map"].hexes
    yield from validation.off_map(optional or ["(nothing)"], hexes, "scenarios", "options", "optional_bases", "hexes")
    scenarios = {scenario.id: scenario for scenario in files["scenarios"].scenarios}
    for name in PLAYABLE:
        scenario, path = scenarios.get(name), ("scenarios", name)
        if scenario is None or not (name == "short" or isinstance(scenario.last_turn, int)):
            yield Fault("scenarios", path, say("must be there, with its first and last turn"))
            continue
        bases = scenario.setup.bases
        yield from validation.off_map((*bases.japan, *bases.allies), hexes, "scenarios", *path, "setup")
        rules = {rule.id: rule for rule in scenario.special_rules}
        for rule, field in _NUMBERS if rules else ():
            if not getattr(rules.get(rule), field, 0):
                yield Fault("scenarios", (*path, "special_rules"), say('lack the rule "{rule}" with its "{field}"',
                                                                       rule=rule, field=field))
        yield from _opening_connections(files, scenario, (*path, "opening_cards"))


def _opening_connections(files: Mapping[str, Any], scenario: Any, path: tuple[str, ...]) -> Iterator[Fault]:
    """The cards a scenario opens with: one at least for each side."""
    opening = files["track"].opening_cards.get(scenario.opening_cards)
    if opening is None:
        yield Fault("scenarios", path, say('"{opening_cards}" is not among the opening cards of track.json',
                                           opening_cards=cut(scenario.opening_cards)))
        return
    numbers = {card.number for card in files["cards"].cards if card.year == opening.deck}
    aside = set(opening.set_aside)
    dealt = numbers - aside if opening.deal_from == "the_other_seven" else numbers & aside
    if len(dealt) < len(SIDES):
        yield Fault("track", ("opening_cards", scenario.opening_cards), say("leaves too few cards to deal"))
