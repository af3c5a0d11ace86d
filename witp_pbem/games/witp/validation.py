"""The shapes of War in the Pacific's data and positions, and what they must say of each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.games.common import validation
from witp_pbem.games.common.validation import (
    MOST,
    Fault,
    cut,
    each_once,
    hex_id,
    list_of,
    missing,
    off_map,
    one_of,
    table,
    table_of,
    tagged,
    twice,
    whole,
)
from witp_pbem.games.witp.board import names
from witp_pbem.games.witp.board.data import Data, card_id, packaged, read
from witp_pbem.games.witp.board.map import SEA
from witp_pbem.games.witp.board.setup import LAST_TURN, NATIONS, PLAYABLE, is_agreed
from witp_pbem.games.witp.board.state import (
    ARRIVING,
    BIDS,
    FLEET,
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
from witp_pbem.games.witp.rules.chapter_02_components.neutral import NEUTRAL, SURPRISED
from witp_pbem.games.witp.rules.chapter_03_sequence.sequence import SETUP, STEPS
from witp_pbem.games.witp.rules.chapter_04_cards.effects import STACK_HAS
from witp_pbem.games.witp.rules.chapter_13_scenarios.delayed_entry import is_american
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import ENDINGS
from witp_pbem.table.language import listing
from witp_pbem.table.problem import Problem, invalid

FORMAT = 1
TURNS = 16
ONE_EACH = 1  # cards a side holds before it draws (witp 4.2.b)

_HEX, _SIDE, _ANY_SIDE, _COUNT = hex_id(), one_of(*SIDES), one_of(*SIDES, "both"), whole(0)
_TURN, _YEAR, _NATION, _KIND = whole(1, TURNS), whole(1941, 1945), one_of(*dict.fromkeys(SIDE_OF)), one_of(*KINDS)


def _both(form: Any, *, is_open: bool = False) -> Any:
    """Something each side has."""
    return table(dict.fromkeys(SIDES, form), is_open=is_open)


# -- effects of cards ---------------------------------------------------------------------------------------------

_STATE, _DISTANCE = one_of("any", "full", "worn"), whole(0, 99)
_NATIONS, _KINDS = list_of(_NATION, 1), list_of(_KIND, 1)
_OF = list_of(_HEX, 1) | one_of("japan", "us", "uk", "chinese_zone", "chungking", "resources", "rangoon",
                                "victory_bases", "japan_may_not_enter_fleets")
_WHERE = table({
    "site": (one_of("port", "airfield", "any", "none"), None), "jungle": (bool, None), "region": (str, None),
    "hexes": (list_of(_HEX), None), "within": (table({"of": _OF, "distance": _DISTANCE}, is_open=False), None),
    "continuing_battle": (bool, None)}, is_open=False)
_REQUIREMENTS = table({
    "turn_from": (_TURN, None), "carrier": (bool, None), "stack_has": (one_of(*STACK_HAS), None),
    "air_within": (table({"side": _SIDE, "of": _OF, "distance": _DISTANCE, "nationality": (_NATIONS, None),
                          "state": (_STATE, None)}, is_open=False), None),
    "base_at_air": (bool, None), "supplied": (bool, None)}, is_open=False)
_PARAMETERS: Mapping[str, Any] = {
    "side": _ANY_SIDE, "target": _SIDE, "owner": _SIDE, "winner": _SIDE, "chooser": _SIDE,
    "amount": whole(-99, 99), "count": whole(1, 99), "value": whole(0, 99), "max_units": whole(1, 99),
    "hits_each": whole(0, 99), "low": whole(0, 12), "high": whole(0, 12), "nationality": _NATIONS, "types": _KINDS,
    "target_types": _KINDS, "state": _STATE, "where": _WHERE, "requires": _REQUIREMENTS, "unit": str,
    "kind": one_of("atomic_bomb"), "battle": list_of(one_of("naval", "ground", "assault"), 1),
    "action": one_of("fleet_movement", "land_movement", "amphibious_assault", "land_redeployment_by_sea",
                     "air_redeployment"),
    "role": one_of("attacker", "defender", "any"), "scope": one_of("turn", "one_battle"),
    "mode": one_of("roll_two_keep_higher", "roll_two_keep_lower"), "cost": one_of("jungle", "azoc")}
_OF_ONE_OP: Mapping[tuple[str, str], Any] = {
    ("gain_rp", "side"): _SIDE, ("reveal_hand", "side"): _SIDE,
    ("rebuild_unit", "where"): one_of("own_base", "allied_base"), ("place_unit", "where"): one_of("supply_source"),
    ("remove_bases", "count"): whole(1, 99, "all"), ("remove_bases", "chooser"): one_of(*SIDES, "none")}
_MAY_LACK = ("requires", "where", "nationality", "role", "scope")


def _effects(more: Mapping[str, Any] = {}, left_out: Sequence[str] = ()) -> Any:
    """A list of effects in the vocabulary of the packaged cards.

    Args:
        more: the fields an effect has besides. left_out: those of the card that it lacks.
    """
    def fields(op: str, names: Sequence[str]) -> Iterator[tuple[str, Any]]:
        for name in names:
            if name not in left_out:
                form = _OF_ONE_OP.get((op, name), _PARAMETERS[name])
                yield name, (form, None) if name in _MAY_LACK and (op, name) not in _OF_ONE_OP else form

    vocabulary = read()["cards"]["vocabulary"]
    return list_of(tagged("op", {op: {**dict(fields(op, entry["params"])), **more}
                                 for op, entry in vocabulary.items()}))


# -- positions ----------------------------------------------------------------------------------------------------

_NONE: Any = _both(list)(**dict.fromkeys(SIDES, []))
_UNIT = table({
    "id": str, "nation": _NATION, "kind": _KIND, "status": (one_of(MAP, ARRIVING, RESERVE, REMOVED), MAP),
    "hex": (hex_id(""), ""), "full": (bool, True), "arrival": (whole(0, TURNS), 0), "aboard": (str, ""),
    "water": (str, ""), "moved": (bool, False)}, is_open=False)
_POSITION = table({  # see docs/state-format.md
    "turn": _TURN, "step": one_of(BIDS, SETUP, *STEPS), "units": list_of(_UNIT, 1), "format": (one_of(FORMAT), FORMAT),
    "game": (one_of("witp"), "witp"), "about": (Any, None), "scenario": (one_of(*PLAYABLE), PLAYABLE[0]),
    "bases": (_both(list_of(_HEX)), _NONE), "targets": (_both(list_of(_HEX)), _NONE),
    "rp": (_both(_COUNT), None), "trp_start": (_both(_COUNT), None), "stacks": (_both(_COUNT), None),
    "redeployed": (list_of(str), []), "continuing": (list_of(_HEX), []), "taken": (list_of(_HEX), []),
    "hands": (_both(list_of(str)), _NONE), "decks": (dict[str, Any], {}), "discards": (list_of(str), []),
    "effects": (_effects({"id": str, "card": str, "side": _SIDE, "for": _ANY_SIDE, "left": (_COUNT, None)},
                         left_out=("side", "target")), []),
    "pending": (table_of(whole(-MOST), _SIDE), {}), "china_fought": (bool, False), "china_duty": (bool, False),
    "china_surrendered": (bool, False), "chungking_air": (str, ""), "sudden_death_void": (bool, False),
    "america": (one_of("", NEUTRAL, SURPRISED), ""), "options": (dict[str, Any], {}),
    "bid": (whole(0, MOST, None), None), "seats": (table_of(one_of(*SEATS), _SIDE), {}),
    "outcome": (table({"winner": _SIDE, "rule": str, "reason": one_of(*ENDINGS)}, is_open=False) | None, None),
    }, is_open=False)


def position_problems(record: Mapping[str, Any], data: Data) -> tuple[Problem, ...]:
    """Everything that is wrong with a position as a campaign's beginning."""
    position = validation.read(_POSITION, dict(record))
    if isinstance(position, list):
        return validation.problems(position)
    faults = [*_units(position, data), *_places(position, data), *_options(position, data),
              *_short_game(position, data), *_neutrality(position, data), *_effects_in_force(position, data)]
    return (*validation.problems(faults), *_cards(position, data))


def _fault(wrong: str, *path: str) -> Fault:
    return Fault("", path, wrong)


def _units(position: Any, data: Data) -> Iterator[Fault]:
    """The counters: each of the counter list once, as it is printed, at a place it can be."""
    printed = {entry["id"]: entry for entry in data.units}
    yield from each_once([unit.id for unit in position.units], printed, "units")
    units = {unit.id: unit for unit in position.units}
    for name, unit in units.items():
        if name in printed and (unit.nation, unit.kind) != (
                nation := NATIONS[name[:2]], kind := printed[name]["type"]):
            yield _fault(say("must have the nation {nation} and the kind {kind}, as the counter is printed",
                             nation=nation, kind=kind), "units", name)
    passengers: dict[str, str] = {}
    for name, unit in units.items():
        for wrong in (*_standing(unit, data), *_aboard(unit, units, passengers, data)):
            yield _fault(wrong, "units", name)
        if unit.aboard:
            passengers.setdefault(unit.aboard, name)


def _standing(unit: Any, data: Data) -> Iterator[str]:
    """What is wrong with where a counter is said to be."""
    if unit.status == ARRIVING and not unit.arrival:
        yield say("is to arrive, so it needs its turn of arrival")
    if unit.status != MAP:
        if unit.hex or unit.aboard or unit.water:
            yield say('is not on the map (status "{status}"), so hex, aboard and water must be empty',
                      status=unit.status)
        return
    if unit.hex not in data.map:
        yield say('must stand in a hex of the map, not in "{number}"', number=unit.hex)
        return
    hexagon, place = data.map[unit.hex], names.place(data.map[unit.hex])
    if unit.kind in FLEET and not data.map.fleet_can_enter(unit.hex):
        yield say("is a fleet and cannot be at {place}, where there is no water", place=place)
    if unit.kind == LAND and not unit.aboard and hexagon.terrain == SEA and not hexagon.site:
        yield say("is a land unit and cannot stand on the open sea at {place}", place=place)
    if unit.water and unit.water not in hexagon.seas.values():
        yield say('cannot be in a sea called "{water}" at {place}', water=cut(unit.water), place=place)


def _aboard(unit: Any, units: Mapping[str, Any], passengers: Mapping[str, str], data: Data) -> Iterator[str]:
    """What is wrong with the ship a counter is said to be aboard; `passengers` are those looked at before, by ship."""
    if not unit.aboard or unit.status != MAP or unit.hex not in data.map:
        return
    ship = units.get(unit.aboard)
    if unit.kind != LAND:
        yield say("is no land unit, so nothing can carry it aboard")
    elif (ship is None or (ship.kind, ship.status, ship.hex) != (NAVAL, MAP, unit.hex)
          or SIDE_OF[ship.nation] != SIDE_OF[unit.nation]):
        yield say('is aboard "{aboard}", which is no surface fleet of its side at {place}', aboard=cut(unit.aboard),
                  place=names.place(data.map[unit.hex]))
    elif unit.aboard in passengers:
        yield say("is aboard {aboard}, which carries {unit} already; a fleet carries one land unit",
                  aboard=unit.aboard, unit=passengers[unit.aboard])


def _places(position: Any, data: Data) -> Iterator[Fault]:
    """Bases, targets and markers on the map; names of units that are there."""
    for field, hexes in (*((("bases", side), getattr(position.bases, side)) for side in SIDES),
                         *((("targets", side), getattr(position.targets, side)) for side in SIDES),
                         (("continuing",), position.continuing), (("taken",), position.taken)):
        yield from off_map(hexes, data.map.hexes, "", *field)
        for number in twice(hexes):
            yield _fault(say("names {number} twice", number=number), *field)
    for number in {*position.bases.japan} & {*position.bases.allies} & {*data.map.hexes}:
        yield _fault(say("has a logistics base of both sides at {place}", place=names.place(data.map[number])), "bases")
    known = {unit.id: unit for unit in position.units}
    for field_name, ids in (("redeployed", position.redeployed),
                            ("chungking_air", [position.chungking_air] if position.chungking_air else [])):
        for name in missing(known, ids):
            yield _fault(say('names "{name}", which is no unit of the position', name=cut(name)), field_name)


def _options(position: Any, data: Data) -> Iterator[Fault]:
    for name, value in position.options.items():
        if name == LAST_TURN:
            continue  # see `_short_game`
        if name not in data.options:
            yield _fault(say('has "{name}"; options are {list}', name=cut(name), list=listing(data.options)),
                         "options")
        else:
            values = data.options[name].get("values") or (True, False)
            yield from validation.faults_of(one_of(*values), value, "options", name)


def _neutrality(position: Any, data: Data) -> Iterator[Fault]:
    """A neutral America: in scenario 13.4 only, with its units in its own bases."""
    if position.america and not data.scenarios[position.scenario].get("special_rules"):
        yield _fault(say("cannot be {america} in this scenario, where it is at war from the start",
                         america=validation.shown(position.america)), "america")
    for unit in position.units if position.america == NEUTRAL else ():
        if unit.nation == "us" and unit.hex in data.map and not is_american(data.map, unit.hex):
            yield _fault(say("is neutral and must be in an American base, not at {place}",
                             place=names.place(data.map[unit.hex])), "units", unit.id)


def _short_game(position: Any, data: Data) -> Iterator[Fault]:
    """The last turn agreed on, the bid and the players' seats: all of them in a shortened game, none elsewhere."""
    last, bid, seats = position.options.get(LAST_TURN), position.bid, position.seats
    is_bidding = position.step == BIDS
    if not is_agreed(data, position.scenario):
        for is_there, *field in ((last is not None, "options", LAST_TURN), (bid is not None, "bid"),
                                 (seats, "seats"), (is_bidding, "step")):
            if is_there:
                yield _fault(say('belongs to the shortened game only ("scenario": "short")'), *field)
        return
    if type(last) is not int or not position.turn <= last <= TURNS:
        yield _fault(say("must be a whole number from {low} to {high}; the players of a shortened game agree on it",
                         low=position.turn, high=TURNS), "options", LAST_TURN)
    if is_bidding != (bid is None):
        yield _fault(say("must be there as soon as the players have bid, and not before"), "bid")
    if bid is not None and bid > len(data.map.bases):
        yield _fault(say("cannot be more than the {number} ports and airfields of the map",
                         number=len(data.map.bases)), "bid")
    if seats and (bid is None or sorted(seats.values()) != sorted(SEATS)):
        yield _fault(say("must give each player one side, as soon as both have bid"), "seats")


def _effects_in_force(position: Any, data: Data) -> Iterator[Fault]:
    for effect in position.effects:
        if effect.card not in data.cards:
            yield _fault(say('is of a card "{card}", which there is not', card=cut(effect.card)), "effects", effect.id)
        if effect.left is None and (hasattr(effect, "count") or getattr(effect, "scope", "") == "one_battle"):
            yield _fault(say('lacks the field "left"'), "effects", effect.id)
    if position.effects and position.step in (SETUP, "start", "events"):
        yield _fault(say("must be empty before the event phase of a turn has been played; to begin after it, "
                         'write the step "resources"'), "effects")


def _cards(position: Any, data: Data) -> Iterator[Problem]:
    """Every card once, all of them open: what is sealed in one campaign means nothing in another."""
    hands = {side: getattr(position.hands, side) for side in SIDES}
    sealed = [f"{side} {slot}" for side in SIDES for slot in hands[side]
              if re.fullmatch(r"\d{4}[^/]*/[\d.]+", slot)]
    if sealed or position.decks:
        yield invalid("position-sealed-cards", sealed=sealed, decks=sorted(position.decks))
    cards = [card for pile in (*hands.values(), position.discards) for card in pile if "/" not in card]
    for card in missing(data.cards, cards):
        yield invalid("position-unknown-card", card=cut(card))
    for card in twice(card for card in cards if card in data.cards):
        yield invalid("position-card-twice", card=card)
    if position.step in ("start", "events"):
        before = [space for number, space in data.turns.items() if number < position.turn]
        limit = ONE_EACH + sum(max(space["draws"] - 1, 0) for space in before)
        for side, hand in hands.items():
            if len(hand) > limit:
                yield invalid("position-hand-drawn", side=side, count=len(hand), limit=limit)


# -- data ---------------------------------------------------------------------------------------------------------


_PAIRS, _HEXES = list_of(table({"pair": list_of(_HEX, 2, 2)})), table({"hexes": list_of(_HEX, 1)})
_FILES = {
    "map": table({
        "grid": table({"lower_columns": one_of("even", "odd")}),
        "hexes": table_of(table({
            "terrain": one_of("land", "coastal", "sea", "mountain"), "name": (str, ""), "name_ja": (str, ""),
            "jungle": (bool, False), "site": (one_of("port", "airfield", "none"), "none"),
            "owner": (one_of("japan", "us", "uk", "white", None), None),
            "supply_source": (one_of("japan", "us", "uk", None), None), "region": (list_of(str), []),
            "auto_supply": (str | None, None), "port_capacity": (whole(0, MOST, "unlimited"), 5),
            "stacking": (one_of("unlimited"), ""), "split": (table_of(list_of(_HEX)), {}),
            "chinese_zone": (bool, False), "resource": (bool, False), "aliases": (list_of(str), [])}), _HEX),
        "land_links": _PAIRS, "land_sides": _PAIRS,
        "supply_sources": table(dict.fromkeys(("japan", "us", "uk"), _HEXES)),
        "rule_hexes": table(dict.fromkeys(("victory_bases", "resources", "chungking", "rangoon",
                                           "japan_may_not_enter_fleets", "chinese_zone"), _HEXES))}),
    "units": table({"units": list_of(table({
        "id": str, "side": _SIDE, "nationality": _NATION, "type": _KIND, "setup": (_HEX, ""), "arrival": (_TURN, 0),
        "reserve": (bool, False), "s1943": (hex_id("eliminated", RESERVE), ""),
        "s1943_state": (one_of("full", "worn"), "full")}), 1)}),
    "track": table({
        "turns": list_of(table({
            "turn": _TURN, "year": _YEAR, "season": one_of("spring", "summer", "autumn", "winter"),
            "brp": _both(_COUNT, is_open=True), "redeployments": _both(_COUNT, is_open=True), "deck": _YEAR,
            "draws": whole(0, 9), "first_card": one_of(*SIDES, "none"), "submarine_row": str})),
        "submarine_table": table_of(_both(list_of(whole(0, 12), 2, 2), is_open=True)),
        "opening_cards": table_of(table({"deck": _YEAR, "set_aside": list_of(whole(1, 99)), "deal_from": str}))}),
    "cards": table({"cards": list_of(table({
        "year": _YEAR, "number": whole(1, 99), "name": str, "forced": bool,
        **dict.fromkeys(SIDES, table({"text": str, "effects": _effects()})), "name_ja": (str, ""),
        "red_number": (bool, False), "on_draw": (table({"effects": _effects()}), None)}), 1)}),
    "scenarios": table({
        "scenarios": list_of(table({
            "id": str, "number": str, "first_turn": _TURN, "opening_cards": str,
            "setup": table({"units": one_of("setup", "s1943"), "bases": _both(list_of(_HEX))}),
            "last_turn": (Any, None), "special_rules": (list_of(table({
                "id": str, "text": str, "turn": (_TURN, 0), "from_turn": (_TURN, 0), "dice": (whole(1, 9), 0),
                "divisor": (whole(1, 9), 0)})), [])}), 1),
        "options": list_of(table({"id": str, "text": str, "default": bool | int | str, "values": (list, []),
                                  "hexes": (list_of(_HEX), [])}))})}


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
            yield from off_map(entry.pair, board.hexes, "map", group)
    for group, named in (("supply_sources", board.supply_sources), ("rule_hexes", board.rule_hexes)):
        for name, hexes in named:
            yield from off_map(hexes.hexes, board.hexes, "map", group, name)


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
                yield from off_map([place], files["map"].hexes, "units", "units", unit.id, field)
    for name in twice(unit.id for unit in units):
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
    for option in missing(options, packaged().options):
        yield Fault("scenarios", ("options",), say("lack the option {option}", option=option))
    optional = options["optional_bases"].hexes if "optional_bases" in options else []
    hexes = files["map"].hexes
    yield from off_map(optional or ["(nothing)"], hexes, "scenarios", "options", "optional_bases", "hexes")
    scenarios = {scenario.id: scenario for scenario in files["scenarios"].scenarios}
    for name in PLAYABLE:
        scenario, path = scenarios.get(name), ("scenarios", name)
        if scenario is None or not (name == "short" or isinstance(scenario.last_turn, int)):
            yield Fault("scenarios", path, say("must be there, with its first and last turn"))
            continue
        bases = scenario.setup.bases
        yield from off_map((*bases.japan, *bases.allies), hexes, "scenarios", *path, "setup")
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
