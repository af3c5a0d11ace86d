"""The shapes of the data files, and what each must say of the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from witp_pbem.games.common import validation
from witp_pbem.games.common.validation import Fault, cut, list_of, off_map, one_of, points, table, table_of, whole
from witp_pbem.games.taiheiyo_senshi.board.data import packaged, read, setup_code, ship_kind
from witp_pbem.games.taiheiyo_senshi.board.map import BASE, DOTTED, PLAIN, PORT
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.table.language import listing
from witp_pbem.table.problem import Problem

SIDES = ("japan", "allies")
NATIONS = {"japan": "japan", "us": "allies", "uk": "allies", "netherlands": "allies", "australia": "allies",
           "allies": "allies"}
CARDS, TURNS, DICE = 16, range(6), [str(die) for die in range(1, 7)]
CODE = re.compile(r"(?:[A-Z]+(?:-[1-5])?|[1-5](?:-[1-5])?)?")  # of a counter

_SIDE, _NATION, _VALUE, _PLACES = one_of(*SIDES), one_of(*NATIONS), whole(0, 99), list_of(str, 1)
_AIR = {"id": str, "name": str, "name_ja": str, "nation": _NATION, "air": _VALUE, "code": str}
_BY_DIE = table(dict.fromkeys(DICE, whole(0, 99)))
_WINDOWS = one_of(*dict.fromkeys(event["window"] for event in read()["cards"]["events"]))
_FILES = {
    "map": points({"name": str, "name_ja": str, "kind": one_of(PORT, BASE), "score": (whole(0, 99), 0),
                   "owner": (one_of(*SIDES, ""), ""), "free_supply": (list_of(_NATION), []),
                   "may_enter": (list_of(_NATION), [])},
                  {"length": whole(1, 2), "kind": one_of(PLAIN, DOTTED)}),
    "units": table({
        "ships": list_of(table({**_AIR, "gunnery": _VALUE, "defence": _VALUE, "heavy": bool, "movement": _VALUE}), 1),
        "air": list_of(table(_AIR), 1)}),
    "tables": table({
        "combat": list_of(table({"id": str, "low": whole(1, 999), "hits": _BY_DIE}), 1),
        "battle": table({"rounds": whole(1, 9), "more_carriers": whole(-9, 9), "enemy_air": whole(-9, 9),
                         "heavy_die": whole(-9, 9), "heavy_sunk_by": whole(0, 6)}),
        "ground_strength": table({"worth": whole(1, 999), "resource": whole(0, 9)}),
        "movement": table({"without_contact": whole(0, 9), "counter_sortie": whole(0, 9)}),
        "hands": table(dict.fromkeys(SIDES, table({"most": whole(0, CARDS), "setup": whole(0, CARDS),
                                                   "held": table_of(whole(0, CARDS))}))),
        "reshuffle": table({"left": whole(0, CARDS)})}),
    "turns": table({
        "turns": list_of(table({
            "turn": one_of(*TURNS), "label": str, "label_ja": str, "draws": whole(0, CARDS),
            "fleet_trains": whole(0, 9), "victory": (table_of(whole(-999, 999), _SIDE), {}),
            "battles": list_of(table({"name": str, "name_ja": str, "date": str}))})),
        "arrivals": table(dict.fromkeys(NATIONS, table({"new": _PLACES, "repaired": str, "instead": (str, "")})))}),
    "cards": table({
        "cards": list_of(table({"id": str, "allies": str})),
        "events": list_of(table({
            "id": str, "side": _SIDE, "title": str, "title_ja": str, "window": _WINDOWS, "once": bool,
            "numbers": (table_of(whole(-99, 99)), {}),
            "points": (table(dict.fromkeys(DICE, whole(-9, 9))) | None, None),
            "places": (_PLACES, []), "turn": (one_of(*TURNS), 0)}))}),
    "setup": table({
        "codes": table(dict.fromkeys(SIDES, table_of(str))),
        "choices": list_of(table({"id": str, "side": _SIDE, "code": str, "units": one_of("ships", "air"),
                                  "places": _PLACES})),
        "air": table({"places": _PLACES}),
        "turn_0": list_of(table({"id": str, "target": str, "nation": _NATION, "column": str})),
        "after": list_of(table({"id": str, "side": _SIDE, "code": str, "place": str})),
        "default": table_of(list_of(str) | str),
        "options": list_of(table({"id": str, "default": bool | str, "values": (list, []), "text": str}))})}


def data_problems(records: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Everything that is wrong with data a game is to be built of."""
    files = validation.read_files(_FILES, records)
    if isinstance(files, list):
        return validation.problems(files)
    return validation.problems([*_map_connections(files["map"]), *_unit_connections(files),
                                *_combat_connections(files["tables"].combat), *_turn_connections(files),
                                *_card_connections(files), *_setup_connections(files), *_default_connections(files)])


def _once(names: list[str], file: str, *path: str) -> Iterator[Fault]:
    for name in validation.twice(names):
        yield Fault(file, (*path, name), say("stands twice in the list"))


def _known(files: Mapping[str, Any]) -> list[str]:
    return [point.id for point in files["map"].points]


def _map_connections(board: Any) -> Iterator[Fault]:
    """Every point of the game, ports and bases as they have to be; every route between two of them, once."""
    known = [point.id for point in board.points]
    yield from _once(known, "map", "points")
    for place in validation.missing(known, packaged().map.points):
        yield Fault("map", ("points",), say("lack the point {place}, of which rules speak", place=place))
    for point in board.points:
        if point.kind == PORT and not point.owner:
            yield Fault("map", ("points", point.id, "owner"), say("must name a side: it is a port"))
        elif point.kind == BASE and (point.owner or point.score or point.free_supply):
            yield Fault("map", ("points", point.id), say("is a base, so owner, score and free_supply must be left out"))
    joined = [tuple(sorted(route.pair)) for route in board.routes]
    for first, second in joined:
        path = ("routes", f"{first}-{second}")
        yield from off_map((first, second), known, "map", *path)
        if first == second:
            yield Fault("map", path, say("joins a point with itself"))
    yield from _once([f"{first}-{second}" for first, second in joined], "map", "routes")
    for place in validation.missing({place for route in board.routes if route.kind == PLAIN for place in route.pair},
                                    known):
        yield Fault("map", ("points", place), say("has no route that is open from the start"))


def _unit_connections(files: Mapping[str, Any]) -> Iterator[Fault]:
    """The counter list: every counter once, with values that a counter can have, and a code that says where it goes."""
    units, setup = files["units"], files["setup"]
    codes = {side: {*getattr(setup.codes, side), *(entry.code for entry in (*setup.choices, *setup.after)
                                                   if entry.side == side)} - {"source", ""} for side in SIDES}
    yield from _once([unit.id for unit in (*units.ships, *units.air)], "units", "units")
    for ship in units.ships:
        if ship.air and ship.gunnery:
            yield Fault("units", ("ships", ship.id), say("has air strength, so its gunnery must be 0"))
    for group, unit in (*(("ships", ship) for ship in units.ships), *(("air", unit) for unit in units.air)):
        path, own = (group, unit.id, "code"), codes[NATIONS[unit.nation]]
        if not CODE.fullmatch(unit.code):
            yield Fault("units", path, say(
                'must be letters for the set-up, a turn from 1 to 5, or either with the turn on which it leaves '
                '("H", "2", "C-3", "1-5"), or ""'))
        elif (letters := setup_code(unit.code)) and letters not in own:
            yield Fault("units", path, say("is no code of the set-up; there are {codes}", codes=listing(sorted(own))))


def _combat_connections(columns: list[Any]) -> Iterator[Fault]:
    """The combat table: columns from strength 1 on, whose hits never fall with the die or to the right."""
    yield from _once([column.id for column in columns], "tables", "combat")
    lows = [column.low for column in columns]
    if min(lows) != 1 or len(set(lows)) < len(lows):
        yield Fault("tables", ("combat",), say("must begin with strength 1, each column with another strength (low)"))
    rows = {column.id: [getattr(column.hits, die) for die in DICE]
            for column in sorted(columns, key=lambda column: int(column.low))}
    for name, hits in rows.items():
        for die, (fewer, more) in zip(DICE[1:], pairwise(hits), strict=True):
            if more < fewer:
                yield Fault("tables", ("combat", name, die), say("has fewer hits than the die before it"))
    for (_, left), (name, right) in pairwise(rows.items()):
        for die, fewer, more in zip(DICE, left, right, strict=True):
            if more < fewer:
                yield Fault("tables", ("combat", name, die), say("has fewer hits than the column before it"))


def _turn_connections(files: Mapping[str, Any]) -> Iterator[Fault]:
    """The turn track: every turn once, and points where arrivals appear."""
    turns, known = files["turns"], _known(files)
    numbers = Counter(entry.turn for entry in turns.turns)
    if set(numbers) != set(TURNS) or max(numbers.values()) > 1:
        yield Fault("turns", ("turns",), say("must have the turns 0 to {last} once each", last=max(TURNS)))
    for nation in NATIONS:
        entry = getattr(turns.arrivals, nation)
        yield from off_map([*entry.new, *filter(None, (entry.repaired, entry.instead))], known, "turns", "arrivals",
                           nation)
        if not entry.repaired and nation != "allies":
            yield Fault("turns", ("arrivals", nation, "repaired"), say("must be a point, where its ships come back"))
    for side in SIDES:
        yield from off_map(getattr(files["tables"].hands, side).held, known, "tables", "hands", side, "held")


def _card_connections(files: Mapping[str, Any]) -> Iterator[Fault]:
    """Sixteen cards with two events each, and the numbers that the rules need of each event."""
    cards = files["cards"]
    events = {event.id: event for event in cards.events}
    yield from _once([event.id for event in cards.events], "cards", "events")
    for name, event in packaged().events.items():
        if name not in events or events[name].side != event.side:
            yield Fault("cards", ("events", name), say("must be there, an event of {side}", side=event.side))
        elif lacking := validation.missing(events[name].numbers, event.numbers):
            yield Fault("cards", ("events", name, "numbers"), say("lack {numbers}", numbers=listing(lacking)))
        elif event.points and not events[name].points:
            yield Fault("cards", ("events", name, "points"), say("must say what each die gives"))
    for event in cards.events:
        yield from off_map(event.places, _known(files), "cards", "events", event.id, "places")
    if len(cards.cards) != CARDS:
        yield Fault("cards", ("cards",), say("must be {number}, not {count}", number=CARDS, count=len(cards.cards)))
    for side, names in (("japan", [card.id for card in cards.cards]),
                        ("allies", [card.allies for card in cards.cards])):
        own = [name for name, event in events.items() if event.side == side]
        yield from _once(names, "cards", "cards")
        for name in validation.missing(own, names):
            yield Fault("cards", ("cards", name), say("is no event of {side}", side=side))
        for name in validation.missing(names, own):
            yield Fault("cards", ("events", name), say("is on no card"))


def _setup_connections(files: Mapping[str, Any]) -> Iterator[Fault]:
    """Where units are set up, the strikes of turn 0, and the options."""
    setup, known = files["setup"], _known(files)
    for side in SIDES:
        for code, place in getattr(setup.codes, side).items():
            if code != "source":
                yield from off_map([place], known, "setup", "codes", side, code)
    for choice in setup.choices:
        yield from off_map(choice.places, known, "setup", "choices", choice.id)
    yield from off_map(setup.air.places, known, "setup", "air")
    columns = [column.id for column in files["tables"].combat]
    for strike in setup.turn_0:
        yield from off_map([strike.target], known, "setup", "turn_0", strike.id)
        if strike.column not in columns:
            yield Fault("setup", ("turn_0", strike.id, "column"), say(
                "is no column of the combat table; there are {columns}", columns=listing(columns)))
    for entry in setup.after:
        yield from off_map([entry.place], known, "setup", "after", entry.id)
    for group, names in (("choices", [choice.id for choice in packaged().choices]),
                         ("turn_0", [strike.id for strike in packaged().surprises]),
                         ("after", [entry.id for entry in packaged().after]), ("options", list(packaged().options))):
        present = [entry.id for entry in getattr(setup, group)]
        yield from _once(present, "setup", group)
        for name in validation.missing(present, names):
            yield Fault("setup", (group,), say('lack "{entry}"', entry=name))
    for option in setup.options:
        if option.default not in (option.values or (True, False)):
            yield Fault("setup", ("options", option.id, "default"), say("must be one of its values"))


def _default_connections(files: Mapping[str, Any]) -> Iterator[Fault]:
    """The usual set-up: every unit that is set up freely once, where it may be; the Japanese air units, one each."""
    setup, units = files["setup"], files["units"]
    kinds = {point.id: point.kind for point in files["map"].points}
    usual = [(unit, place) for place, group in setup.default.items() if place != "source" for unit in group]
    capital = {ship.id for ship in units.ships if ship_kind(ship.air, ship.gunnery) != "cruiser"}
    allowed: dict[str, list[str]] = {}
    for choice in setup.choices:
        for unit in units.ships if choice.units == "ships" else units.air:
            if NATIONS[unit.nation] == choice.side and unit.code == choice.code:
                allowed[unit.id] = choice.places
    japanese = [unit.id for unit in units.air if unit.nation == "japan" and not unit.code]
    allowed |= dict.fromkeys(japanese, setup.air.places)
    path = ("default",)
    yield from off_map((place for _, place in usual), kinds, "setup", *path)
    yield from _once([unit for unit, _ in usual], "setup", *path)
    for unit in validation.missing([unit for unit, _ in usual], allowed):
        yield Fault("setup", path, say("lacks {unit}, which its side sets up", unit=unit))
    for unit, place in usual:
        if unit not in allowed:
            yield Fault("setup", (*path, place), say("names {unit}, which is no unit that is set up freely",
                                                     unit=cut(unit)))
        elif place not in allowed[unit]:
            yield Fault("setup", (*path, place), say("cannot have {unit}, which goes to {places}", unit=unit,
                                                     places=listing(allowed[unit])))
        elif unit in capital and kinds.get(place) == BASE:
            yield Fault("setup", (*path, place), say("cannot have {unit}, a capital ship, because it is a base",
                                                     unit=unit))
    flown = Counter(place for unit, place in usual if unit not in {ship.id for ship in units.ships})
    for place in (place for place, count in flown.items() if count > 1 and kinds.get(place) == BASE):
        yield Fault("setup", (*path, place), say("is a base and can have one air unit only"))
    if sorted(setup.air.places) != sorted(place for unit, place in usual if unit in japanese):
        yield Fault("setup", path, say("must have one Japanese air unit in each of {places}",
                                       places=listing(setup.air.places)))
