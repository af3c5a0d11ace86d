"""What is wrong with a position or with data that people wrote by hand, before a campaign is founded on them.

Shapes come first; what needs the map and the counter list is asked only of a record that has the right shape.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from witp_pbem.games.witp.board import names
from witp_pbem.games.witp.board.data import FILES, Data, card_id, read
from witp_pbem.games.witp.board.map import SEA
from witp_pbem.games.witp.board.options import DEFAULTS
from witp_pbem.games.witp.board.setup import LAST_TURN, NATIONS, PLAYABLE, is_agreed
from witp_pbem.games.witp.board.state import (
    ARRIVING,
    BIDS,
    KINDS,
    LAND,
    MAP,
    NAVAL,
    REMOVED,
    RESERVE,
    SEATS,
    SIDE_OF,
    SIDES,
)
from witp_pbem.games.witp.rules.chapter_03_sequence.sequence import SETUP, STEPS
from witp_pbem.games.witp.rules.chapter_04_cards.effects import STACK_HAS
from witp_pbem.games.witp.rules.chapter_13_scenarios.delayed_entry import NEUTRAL, SURPRISED, is_american
from witp_pbem.games.witp.shapes import (
    MOST,
    Fault,
    Shape,
    anything,
    each,
    either,
    hex_number,
    list_of,
    one_of,
    shown,
    table,
    text,
    whole,
    yes_no,
)
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import ENDINGS
from witp_pbem.table.language import listing
from witp_pbem.table.problem import Problem, invalid

Unit: TypeAlias = Mapping[str, Any]

FORMAT = 1
TERRAINS = ("land", "coastal", "sea", "mountain")
TURNS = 16
FIRST_YEAR, LAST_YEAR = 1941, 1945
ONE_EACH = 1  # cards a side holds before it draws (witp 4.2.b)


def _both(shape: Shape) -> Shape:
    return table(dict.fromkeys(SIDES, shape), {})


# -- card effects ---------------------------------------------------------------------------------------------

_SIDE = one_of(*SIDES)
_NATIONS = list_of(one_of(*SIDE_OF), 1)
_TYPES = list_of(one_of(*KINDS), 1)
_OF = either(list_of(hex_number, 1), "japan", "us", "uk", "chinese_zone", "chungking", "resources", "rangoon",
             "victory_bases", "japan_may_not_enter_fleets")
_FILTERS = table({}, {
    "site": one_of("port", "airfield", "any", "none"), "jungle": yes_no, "region": text,
    "hexes": list_of(hex_number), "within": table({"of": _OF, "distance": whole(0, 99)}, {}),
    "continuing_battle": yes_no})
_REQUIREMENTS = table({}, {
    "turn_from": whole(1, TURNS), "carrier": yes_no, "stack_has": one_of(*STACK_HAS),
    "air_within": table({"side": _SIDE, "of": _OF, "distance": whole(0, 99)},
                        {"nationality": _NATIONS, "state": one_of("any", "full", "worn")}),
    "base_at_air": yes_no, "supplied": yes_no})
_PARAMETERS: Mapping[str, Shape] = {
    "side": one_of(*SIDES, "both"), "target": _SIDE, "owner": _SIDE, "winner": _SIDE,
    "amount": whole(-99, 99), "count": whole(1, 99), "value": whole(0, 99), "max_units": whole(1, 99),
    "hits_each": whole(0, 99), "low": whole(0, 12), "high": whole(0, 12),
    "nationality": _NATIONS, "types": _TYPES, "target_types": _TYPES, "state": one_of("any", "full", "worn"),
    "where": _FILTERS, "requires": _REQUIREMENTS, "chooser": _SIDE, "unit": text, "kind": one_of("atomic_bomb"),
    "action": one_of("fleet_movement", "land_movement", "amphibious_assault", "land_redeployment_by_sea",
                     "air_redeployment"),
    "battle": list_of(one_of("naval", "ground", "assault"), 1), "role": one_of("attacker", "defender", "any"),
    "scope": one_of("turn", "one_battle"), "mode": one_of("roll_two_keep_higher", "roll_two_keep_lower"),
    "cost": one_of("jungle", "azoc")}
_OF_ONE_OP: Mapping[tuple[str, str], Shape] = {
    ("gain_rp", "side"): _SIDE, ("reveal_hand", "side"): _SIDE,
    ("rebuild_unit", "where"): one_of("own_base", "allied_base"), ("place_unit", "where"): one_of("supply_source"),
    ("remove_bases", "count"): either(whole(1, 99), "all"), ("remove_bases", "chooser"): one_of(*SIDES, "none")}
_MAY_LACK = ("requires", "where", "nationality", "role", "scope")


def _effect(value: Any, place: str) -> Iterator[Fault]:
    """An effect of a card, as the vocabulary of the packaged cards has it."""
    yield from _effect_with({}, ())(value, place)


def _effect_with(more: Mapping[str, Shape], absent: Sequence[str]) -> Shape:
    """An effect with further fields, lacking some of the card's."""
    vocabulary = read()["cards"]["vocabulary"]

    def check(value: Any, place: str) -> Iterator[Fault]:
        if not isinstance(value, dict) or "op" not in value:
            yield place, say('must be a table with the field "op"')
            return
        yield from one_of(*vocabulary)(value["op"], f"{place}, op")
        if not isinstance(value["op"], str) or value["op"] not in vocabulary:
            return
        op = value["op"]
        shapes = {name: _OF_ONE_OP.get((op, name), _PARAMETERS[name]) for name in vocabulary[op]["params"]
                  if name not in absent}
        free = {name for name in shapes if name in _MAY_LACK and (op, name) not in _OF_ONE_OP}
        yield from table({"op": text, **{name: shape for name, shape in shapes.items() if name not in free}, **more},
                         {"left": whole(0), **{name: shapes[name] for name in free}} if more
                         else {name: shapes[name] for name in free})(value, place)
    return check


# -- positions ------------------------------------------------------------------------------------------------

_UNIT = table(
    {"id": text, "nation": one_of(*dict.fromkeys(SIDE_OF)), "kind": one_of(*KINDS)},
    {"status": one_of(MAP, ARRIVING, RESERVE, REMOVED), "hex": either(hex_number, ""), "full": yes_no,
     "arrival": whole(0, TURNS), "aboard": text, "water": text, "moved": yes_no})


def position_problems(record: Mapping[str, Any], data: Data) -> tuple[Problem, ...]:
    """Everything that is wrong with a position as a campaign's beginning."""
    faults = [*_position_shape(data)(dict(record), "")]
    faults = faults or [*_units(record, data), *_places(record, data), *_options(record, data),
                        *_short_game(record, data), *_neutrality(record, data), *_effects(record, data)]
    problems = [invalid("position-field", field=_first_field(place), wrong=wrong) for place, wrong in faults]
    hands, decks = record.get("hands"), record.get("decks")
    if not problems or all(problem.values["field"].split(",")[0] not in ("hands", "decks") for problem in problems):
        problems += _cards(record, hands or {}, decks or {}, data)
    return tuple(problems)


def _first_field(place: str) -> str:
    return place or say("the position")


def _position_shape(data: Data) -> Shape:
    last = max(data.turns)
    hexes = _both(list_of(hex_number))
    return table(
        {"turn": whole(1, last), "step": one_of(BIDS, SETUP, *STEPS), "units": list_of(_UNIT, 1)},
        {"format": one_of(FORMAT), "game": one_of("witp"), "about": anything, "scenario": one_of(*PLAYABLE),
         "bases": hexes, "rp": _both(whole(0)), "trp_start": _both(whole(0)), "targets": hexes,
         "redeployed": list_of(text), "stacks": _both(whole(0)), "continuing": list_of(hex_number),
         "hands": _both(list_of(text)), "decks": each(anything), "discards": list_of(text),
         "effects": list_of(_effect_with({"id": text, "card": text, "side": _SIDE, "for": one_of(*SIDES, "both")},
                                         ("side", "target"))),
         "pending": table({}, {side: whole(-MOST) for side in SIDES}), "china_fought": yes_no, "china_duty": yes_no,
         "china_surrendered": yes_no, "chungking_air": text, "sudden_death_void": yes_no,
         "america": one_of("", NEUTRAL, SURPRISED), "taken": list_of(hex_number),
         "options": each(anything), "bid": either(whole(0, len(data.map.bases)), None),
         "seats": either(table({side: one_of(*SEATS) for side in SIDES}, {}), {}),
         "outcome": either(table({"winner": _SIDE, "rule": text, "reason": one_of(*ENDINGS)}, {}), None)})


def _units(record: Mapping[str, Any], data: Data) -> Iterator[Fault]:
    """The counters: each of the counter list once, as it is printed, at a place it can be."""
    printed = {entry["id"]: entry for entry in data.units}
    units: dict[str, Unit] = {}
    for unit in record["units"]:
        name = unit["id"]
        place = f"units, {name}"
        if name in units:
            yield place, say("stands twice in the list")
            continue
        units[name] = unit
        if name not in printed:
            yield place, say("is not in the counter list")
            continue
        nation, kind = NATIONS[name[:2]], printed[name]["type"]
        if (unit["nation"], unit["kind"]) != (nation, kind):
            yield place, say("must have the nation {nation} and the kind {kind}, as the counter is printed",
                             nation=nation, kind=kind)
    missing = [name for name in printed if name not in units]
    if missing:
        named = listing(missing[:5])
        if len(missing) > 5:
            named = say("{units} and {number} more", units=named, number=len(missing) - 5)
        yield ("units",
               say('lacks counters of the counter list: {units} (write what is out of play with status "removed")',
                   units=named))
    passengers: dict[str, str] = {}
    for name, unit in units.items():
        yield from _unit_place(unit, units, passengers, data)
        if unit.get("aboard"):
            passengers.setdefault(unit["aboard"], name)


def _unit_place(unit: Unit, units: Mapping[str, Unit], passengers: Mapping[str, str], data: Data) -> Iterator[Fault]:
    """Whether a counter can be where it is said to be."""
    place, number, status = f"units, {unit['id']}", unit.get("hex", ""), unit.get("status", MAP)
    aboard, water = unit.get("aboard", ""), unit.get("water", "")
    if status == ARRIVING and not unit.get("arrival"):
        yield place, say("is to arrive, so it needs its turn of arrival")
    if status != MAP:
        if number or aboard or water:
            yield place, say('is not on the map (status "{status}"), so hex, aboard and water must be empty',
                             status=status)
        return
    if number not in data.map:
        yield place, say('must stand in a hex of the map, not in "{number}"', number=number)
        return
    hexagon, where = data.map[number], names.place(data.map[number])
    if unit["kind"] in (NAVAL, "carrier") and not data.map.fleet_can_enter(number):
        yield place, say("is a fleet and cannot be at {place}, where there is no water", place=where)
    if unit["kind"] == LAND and not aboard and hexagon.terrain == SEA and not hexagon.site:
        yield place, say("is a land unit and cannot stand on the open sea at {place}", place=where)
    if water and water not in hexagon.seas.values():
        yield place, say('cannot be in a sea called "{water}" at {place}', water=shown(water, bare=True), place=where)
    if not aboard:
        return
    ship = units.get(aboard)
    if unit["kind"] != LAND:
        yield place, say("is no land unit, so nothing can carry it aboard")
    elif (ship is None or ship["kind"] != NAVAL or ship.get("status", MAP) != MAP or ship.get("hex") != number
          or SIDE_OF[ship["nation"]] != SIDE_OF[unit["nation"]]):
        yield place, say('is aboard "{aboard}", which is no surface fleet of its side at {place}',
                         aboard=shown(aboard, bare=True), place=where)
    elif aboard in passengers:
        yield place, say("is aboard {aboard}, which carries {unit} already; a fleet carries one land unit",
                         aboard=aboard, unit=passengers[aboard])


def _places(record: Mapping[str, Any], data: Data) -> Iterator[Fault]:
    """Bases, targets and markers on the map; names of units that are there."""
    bases, targets = record.get("bases", {}), record.get("targets", {})
    for field, hexes in (*((f"bases, {side}", bases[side]) for side in bases),
                         *((f"targets, {side}", targets[side]) for side in targets),
                         ("continuing", record.get("continuing", []))):
        for number in dict.fromkeys(hexes):
            if number not in data.map:
                yield field, say("names {number}, which is not on the map", number=number)
            if hexes.count(number) > 1:
                yield field, say("names {number} twice", number=number)
    for number in bases.get(SIDES[0], []):
        if number in bases[SIDES[1]]:
            yield "bases", say("has a logistics base of both sides at {place}", place=names.place(data.map[number]))
    known = {unit["id"] for unit in record["units"]}
    for name in record.get("redeployed", []):
        if name not in known:
            yield "redeployed", say('names "{name}", which is no unit of the position', name=shown(name, bare=True))
    if (air := record.get("chungking_air")) and air not in known:
        yield "chungking_air", say('names "{air}", which is no unit of the position', air=shown(air, bare=True))


def _options(record: Mapping[str, Any], data: Data) -> Iterator[Fault]:
    for name, value in record.get("options", {}).items():
        if name == LAST_TURN:
            continue  # see `_short_game`
        if name not in DEFAULTS or name not in data.options:
            yield "options", say('has "{name}"; options are {list}',
                                 name=shown(name, bare=True), list=listing(DEFAULTS))
        else:
            values = data.options[name].get("values")
            yield from (one_of(*values) if values else yes_no)(value, f"options, {name}")


def _neutrality(record: Mapping[str, Any], data: Data) -> Iterator[Fault]:
    """A neutral America: in scenario 13.4 only, with its units in its own bases."""
    america = record.get("america", "")
    if america and not data.scenarios[record.get("scenario", "standard")].get("special_rules"):
        yield "america", say("cannot be {america} in this scenario, where it is at war from the start",
                             america=shown(america))
    for unit in record["units"] if america == NEUTRAL else ():
        number = unit.get("hex", "")
        if unit["nation"] == "us" and number in data.map and not is_american(data.map, number):
            yield f"units, {unit['id']}", say("is neutral and must be in an American base, not at {place}",
                                              place=names.place(data.map[number]))


def _short_game(record: Mapping[str, Any], data: Data) -> Iterator[Fault]:
    """The last turn agreed on, the bid and the players' seats: all of them in a shortened game, none elsewhere."""
    last, bid, seats = record.get("options", {}).get(LAST_TURN), record.get("bid"), record.get("seats")
    if not is_agreed(data, record.get("scenario", PLAYABLE[0])):
        for field, found in ((f"options, {LAST_TURN}", last is not None), ("bid", bid is not None), ("seats", seats),
                             ("step", record["step"] == BIDS)):
            if found:
                yield field, say('belongs to the shortened game only ("scenario": "short")')
        return
    for _, wrong in whole(record["turn"], max(data.turns))(last, ""):
        yield f"options, {LAST_TURN}", say("{wrong}; the players of a shortened game agree on it", wrong=wrong)
    if (record["step"] == BIDS) != (bid is None):
        yield "bid", say("must be there as soon as the players have bid, and not before")
    if seats and (bid is None or seats[SIDES[0]] == seats[SIDES[1]]):
        yield "seats", say("must give each player one side, as soon as both have bid")


def _effects(record: Mapping[str, Any], data: Data) -> Iterator[Fault]:
    for effect in record.get("effects", []):
        place = f"effects, {shown(effect['id'], bare=True)}"
        if effect["card"] not in data.cards:
            yield place, say('is of a card "{card}", which there is not', card=shown(effect["card"], bare=True))
        if "left" not in effect and ("count" in effect or effect.get("scope") == "one_battle"):
            yield place, say('lacks the field "left"')
    if record.get("effects") and record["step"] in (SETUP, "start", "events"):
        yield "effects", say("must be empty before the event phase of a turn has been played; to begin after it, "
                             'write the step "resources"')


def _cards(record: Mapping[str, Any], hands: Mapping[str, Any], decks: Mapping[str, Any],
           data: Data) -> list[Problem]:
    """Every card once, all of them open: what is sealed in one campaign means nothing in another."""
    problems = []
    sealed = [f"{side} {slot}" for side in SIDES for slot in hands.get(side, ())
              if re.fullmatch(r"\d{4}[^/]*/[\d.]+", slot)]
    if sealed or decks:
        problems.append(invalid("position-sealed-cards", sealed=sealed, decks=sorted(map(str, decks))))
    discards = record.get("discards", [])
    cards = [card for card in [*(slot for side in SIDES for slot in hands.get(side, ())), *(
        discards if isinstance(discards, list) else [])] if isinstance(card, str) and "/" not in card]
    for card in dict.fromkeys(cards):
        if card not in data.cards:
            problems.append(invalid("position-unknown-card", card=shown(card, bare=True)))
        elif cards.count(card) > 1:
            problems.append(invalid("position-card-twice", card=card))
    turn = record.get("turn")
    if record.get("step") in ("start", "events") and isinstance(turn, int) and turn in data.turns:
        limit = ONE_EACH + sum(max(space["draws"] - 1, 0) for number, space in data.turns.items() if number < turn)
        for side in SIDES:
            if len(hands.get(side, ())) > limit:
                problems.append(invalid("position-hand-drawn", side=side, count=len(hands[side]), limit=limit))
    return problems


# -- data -----------------------------------------------------------------------------------------------------

_PAIRS = list_of(table({"pair": list_of(hex_number, 2, 2)}, {}, closed=False))
_HEXES = table({"hexes": list_of(hex_number, 1)}, {}, closed=False)
_HEX = table({"terrain": one_of(*TERRAINS)}, {
    "name": text, "name_ja": text, "jungle": yes_no, "site": one_of("port", "airfield", "none"),
    "owner": either(one_of("japan", "us", "uk", "white"), None), "supply_source": either(
        one_of("japan", "us", "uk"), None),
    "region": list_of(text), "auto_supply": either(text, None), "port_capacity": either(whole(0), "unlimited"),
    "stacking": one_of("unlimited"), "split": each(list_of(hex_number)), "chinese_zone": yes_no, "resource": yes_no,
    "aliases": list_of(text)}, closed=False)
_RULE_HEXES = ("victory_bases", "resources", "chungking", "rangoon", "japan_may_not_enter_fleets", "chinese_zone")
_CARD_SIDE = table({"text": text, "effects": list_of(_effect)}, {}, closed=False)
_ROW = table({side: list_of(whole(0, 12), 2, 2) for side in SIDES}, {}, closed=False)
_RECORDS: Mapping[str, Shape] = {
    "map": table({
        "grid": table({"lower_columns": one_of("even", "odd")}, {}, closed=False),
        "hexes": each(_HEX, hex_number), "land_links": _PAIRS, "land_sides": _PAIRS,
        "supply_sources": table(dict.fromkeys(("japan", "us", "uk"), _HEXES), {}, closed=False),
        "rule_hexes": table(dict.fromkeys(_RULE_HEXES, _HEXES), {}, closed=False)}, {}, closed=False),
    "units": table({"units": list_of(table(
        {"id": text, "side": _SIDE, "nationality": one_of(*dict.fromkeys(SIDE_OF)), "type": one_of(*KINDS)},
        {"setup": hex_number, "arrival": whole(1, TURNS), "reserve": yes_no,
         "s1943": either(hex_number, "eliminated", "reserve"), "s1943_state": one_of("full", "worn")},
        closed=False), 1)}, {}, closed=False),
    "track": table({
        "turns": list_of(table({
            "turn": whole(1, TURNS), "year": whole(FIRST_YEAR, LAST_YEAR),
            "season": one_of("spring", "summer", "autumn", "winter"), "brp": table(
                {side: whole(0) for side in SIDES}, {}, closed=False),
            "redeployments": table({side: whole(0) for side in SIDES}, {}, closed=False),
            "deck": whole(FIRST_YEAR, LAST_YEAR), "draws": whole(0, 9), "first_card": one_of(*SIDES, "none"),
            "submarine_row": text}, {}, closed=False)),
        "submarine_table": each(_ROW),
        "opening_cards": each(table({"deck": whole(FIRST_YEAR, LAST_YEAR), "set_aside": list_of(whole(1, 99)),
                                     "deal_from": text}, {}, closed=False))},
        {}, closed=False),
    "cards": table({"cards": list_of(table(
        {"year": whole(FIRST_YEAR, LAST_YEAR), "number": whole(1, 99), "name": text, "forced": yes_no,
         "japan": _CARD_SIDE, "allies": _CARD_SIDE},
        {"name_ja": text, "red_number": yes_no, "on_draw": table({"effects": list_of(_effect)}, {}, closed=False)},
        closed=False), 1)}, {}, closed=False),
    "scenarios": table({
        "scenarios": list_of(table({
            "id": text, "number": text, "first_turn": whole(1, TURNS), "opening_cards": text, "setup": table(
                {"units": one_of("setup", "s1943"), "bases": _both(list_of(hex_number))}, {}, closed=False)}, {
            "last_turn": anything, "special_rules": list_of(table({"id": text, "text": text}, {
                "turn": whole(1, TURNS), "from_turn": whole(1, TURNS), "dice": whole(1, 9), "divisor": whole(1, 9)},
                closed=False))}, closed=False), 1),
        "options": list_of(table({"id": text}, {"values": list_of(anything), "hexes": list_of(hex_number)},
                                 closed=False))}, {}, closed=False)}


def data_problems(records: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Everything that is wrong with data a game is to be built of."""
    faults = [(name, place, wrong) for name in FILES for place, wrong in _RECORDS[name](records[name], "")]
    faults = faults or list(_connections(records))
    return tuple(invalid("data-entry", file=f"{name}.json", entry=place or say("the file"), wrong=wrong)
                 for name, place, wrong in faults)


def _connections(records: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """What the records say of each other."""
    board, track, cards = records["map"], records["track"], records["cards"]["cards"]
    for place, number in _hexes_named(board):
        if number not in board["hexes"]:
            yield "map", place, say("names {number}, which is not among the hexes", number=number)
    seen: set[str] = set()
    for unit in records["units"]["units"]:
        place, nation = f"units, {shown(unit['id'], bare=True)}", NATIONS.get(unit["id"][:2])
        if not re.fullmatch(r"(JP|US|UK|CN)-(CV|N|L|A)-[1-9]\d*", unit["id"]) or unit["nationality"] != nation:
            yield "units", place, say("must be called after its nation (JP, US, UK, CN), type (CV, N, L, A) and "
                                      'number, such as "JP-CV-1"')
        if unit["id"] in seen:
            yield "units", place, say("stands twice in the list")
        seen.add(unit["id"])
        for field in ("setup", "s1943"):
            if unit.get(field, "reserve") not in (*board["hexes"], "eliminated", "reserve"):
                yield "units", f"{place}, {field}", say("names {number}, which is not on the map", number=unit[field])
    turns = sorted(space["turn"] for space in track["turns"])
    if turns != list(range(1, TURNS + 1)):
        missing = [str(number) for number in range(1, TURNS + 1) if number not in turns]
        if missing:
            wrong = say("must have the turns 1 to {last} once each; it lacks {turns}", last=TURNS,
                        turns=listing(missing))
        else:
            wrong = say("must have the turns 1 to {last} once each; it has one twice", last=TURNS)
        yield "track", "turns", wrong
    for space in track["turns"]:
        place = f"turns, turn {space['turn']}"
        if space["submarine_row"] not in track["submarine_table"]:
            yield "track", f"{place}, submarine_row", say('"{submarine_row}" is no row of the submarine table',
                                                          submarine_row=space["submarine_row"])
        if space["draws"] and space["first_card"] == "none":
            yield "track", f"{place}, first_card", say("must name a side where cards are drawn")
    for card in cards:
        for side in SIDES:
            for effect in card[side]["effects"]:
                if effect["op"] == "place_unit" and effect["unit"] not in seen:
                    yield ("cards", f"cards, {card_id(card['year'], card['number'])}, {side}",
                           say("places {unit}, which is not in the counter list",
                               unit=shown(effect["unit"], bare=True)))
    yield from _standard(records)


def _hexes_named(board: Mapping[str, Any]) -> Iterator[Fault]:
    for group in ("land_links", "land_sides"):
        for entry in board[group]:
            yield from ((group, number) for number in entry["pair"])
    for group in ("supply_sources", "rule_hexes"):
        for name, entry in board[group].items():
            yield from ((f"{group}, {name}", number) for number in entry.get("hexes", ()))


# the numbers that the special rules of scenario 13.4 need (13.4, reconstructed)
_NUMBERS = (("allied_brp", "divisor"), ("entry_roll", "from_turn"), ("entry_roll", "dice"), ("entry_automatic", "turn"))


def _standard(records: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The scenario everybody plays, its options, and the cards it opens with."""
    options = {entry["id"]: entry for entry in records["scenarios"]["options"]}
    for number in options.get("optional_bases", {"hexes": []}).get("hexes", ["(nothing)"]):
        if number not in records["map"]["hexes"]:
            yield "scenarios", "options, optional_bases, hexes", say("names {number}, which is not on the map",
                                                                     number=number)
    scenarios = {entry["id"]: entry for entry in records["scenarios"]["scenarios"]}
    for name in PLAYABLE:
        scenario = scenarios.get(name)
        if scenario is None or not (name == "short" or isinstance(scenario.get("last_turn"), int)):
            yield "scenarios", f"scenarios, {name}", say("must be there, with its first and last turn")
            continue
        for number in (number for side in SIDES for number in scenario["setup"]["bases"][side]):
            if number not in records["map"]["hexes"]:
                yield "scenarios", f"scenarios, {name}, setup", say("names {number}, which is not on the map",
                                                                    number=number)
        rules = {rule["id"]: rule for rule in scenario.get("special_rules", ())}
        for rule, field in _NUMBERS if rules else ():
            if field not in rules.get(rule, {}):
                yield "scenarios", f"scenarios, {name}, special_rules", say('lack the rule "{rule}" with its "{field}"',
                                                                            rule=rule, field=field)
        opening = records["track"]["opening_cards"].get(scenario["opening_cards"])
        if opening is None:
            yield ("scenarios", f"scenarios, {name}, opening_cards",
                   say('"{opening_cards}" is not among the opening cards of track.json',
                       opening_cards=shown(scenario["opening_cards"], bare=True)))
            continue
        numbers = {card["number"] for card in records["cards"]["cards"] if card["year"] == opening["deck"]}
        dealt = numbers - set(opening["set_aside"]) if opening["deal_from"] == "the_other_seven" else (
            numbers & set(opening["set_aside"]))
        if len(dealt) < len(SIDES):
            yield "track", f"opening_cards, {scenario['opening_cards']}", say("leaves too few cards to deal")
