"""The shape of War in the Pacific's positions, and what each part must say of the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from witp_pbem.games.common import validation
from witp_pbem.games.common.validation import MOST, Fault, cut, hex_id, list_of, one_of, table, table_of, whole
from witp_pbem.games.witp.board import names
from witp_pbem.games.witp.board.data import Data
from witp_pbem.games.witp.board.map import SEA
from witp_pbem.games.witp.board.setup import LAST_TURN, NATIONS, PLAYABLE, is_agreed
from witp_pbem.games.witp.board.state import (
    ARRIVING,
    BIDDERS,
    BIDS,
    FLEET,
    LAND,
    MAP,
    NAVAL,
    REMOVED,
    RESERVE,
    SIDE_OF,
    SIDES,
)
from witp_pbem.games.witp.board.turn import OUTLINE, SETUP
from witp_pbem.games.witp.rules.chapter_02_components.neutral import NEUTRAL, SURPRISED
from witp_pbem.games.witp.rules.chapter_13_scenarios.delayed_entry import is_american
from witp_pbem.games.witp.validation.fields import ANY_SIDE, COUNT, HEX, KIND, NATION, SIDE, TURN, TURNS, both, effects
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import ENDINGS
from witp_pbem.table.language import listing
from witp_pbem.table.problem import Problem, invalid

FORMAT = 1
ONE_EACH = 1  # cards a side holds before it draws (witp 4.2.b)

_HEXES, _CARDS, _COUNTS = both(list_of(HEX)), both(list_of(str)), both(COUNT)
_NONE: Any = both(list)(**dict.fromkeys(SIDES, []))
_UNIT = table({
    "id": str, "nation": NATION, "kind": KIND, "status": (one_of(MAP, ARRIVING, RESERVE, REMOVED), MAP),
    "hex": (hex_id(""), ""), "full": (bool, True), "arrival": (whole(0, TURNS), 0), "aboard": (str, ""),
    "water": (str, ""), "moved": (bool, False)}, is_open=False)
_POSITION = table({  # see docs/state-format.md
    "turn": TURN, "step": one_of(BIDS, SETUP, *OUTLINE), "units": list_of(_UNIT, 1), "format": (one_of(FORMAT), FORMAT),
    "game": (one_of("witp"), "witp"), "about": (Any, None), "scenario": (one_of(*PLAYABLE), PLAYABLE[0]),
    "bases": (_HEXES, _NONE), "targets": (_HEXES, _NONE),
    "rp": (_COUNTS, None), "trp_start": (_COUNTS, None), "stacks": (_COUNTS, None),
    "redeployed": (list_of(str), []), "continuing": (list_of(HEX), []), "taken": (list_of(HEX), []),
    "hands": (_CARDS, _NONE), "decks": (dict[str, Any], {}), "discards": (list_of(str), []),
    "effects": (effects({"id": str, "card": str, "side": SIDE, "for": ANY_SIDE, "left": (COUNT, None)},
                        left_out=("side", "target")), []),
    "pending": (table_of(whole(-MOST), SIDE), {}), "china_fought": (bool, False), "china_duty": (bool, False),
    "china_surrendered": (bool, False), "chungking_air": (str, ""), "sudden_death_void": (bool, False),
    "america": (one_of("", NEUTRAL, SURPRISED), ""), "options": (dict[str, Any], {}),
    "bid": (whole(0, MOST, None), None), "players": (table_of(one_of(*BIDDERS), SIDE), {}),
    "outcome": (table({"winner": SIDE, "rule": str, "reason": one_of(*ENDINGS)}, is_open=False) | None, None),
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
    yield from validation.each_once([unit.id for unit in position.units], printed, "units")
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
        yield from validation.off_map(hexes, data.map.hexes, "", *field)
        for number in validation.twice(hexes):
            yield _fault(say("names {number} twice", number=number), *field)
    for number in {*position.bases.japan} & {*position.bases.allies} & {*data.map.hexes}:
        yield _fault(say("has a logistics base of both sides at {place}", place=names.place(data.map[number])), "bases")
    known = {unit.id: unit for unit in position.units}
    for field_name, ids in (("redeployed", position.redeployed),
                            ("chungking_air", [position.chungking_air] if position.chungking_air else [])):
        for name in validation.missing(known, ids):
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
    """The last turn agreed on, the bid and who plays which side: all of them in a shortened game, none elsewhere."""
    last, bid, players = position.options.get(LAST_TURN), position.bid, position.players
    is_bidding = position.step == BIDS
    if not is_agreed(data, position.scenario):
        for is_there, *field in ((last is not None, "options", LAST_TURN), (bid is not None, "bid"),
                                 (players, "players"), (is_bidding, "step")):
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
    if players and (bid is None or sorted(players.values()) != sorted(BIDDERS)):
        yield _fault(say("must give each player one side, as soon as both have bid"), "players")


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
    """Every card once, and no more in hand than were drawn."""
    hands = {side: getattr(position.hands, side) for side in SIDES}
    yield from validation.card_problems(hands, position.decks, position.discards, data.cards)
    if position.step in ("start", "events"):
        before = [space for number, space in data.turns.items() if number < position.turn]
        limit = ONE_EACH + sum(max(space["draws"] - 1, 0) for space in before)
        for side, hand in hands.items():
            if len(hand) > limit:
                yield invalid("position-hand-drawn", side=side, count=len(hand), limit=limit)
