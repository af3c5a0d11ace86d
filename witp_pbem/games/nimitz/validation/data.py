"""The shapes of the data files, and what each must say of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from witp_pbem.games.common import validation
from witp_pbem.games.common.validation import Fault, cut, list_of, off_map, one_of, points, table, table_of, whole
from witp_pbem.games.nimitz.board.data import YEARS, packaged
from witp_pbem.games.nimitz.board.printed import JAPAN, PREFIX, US, VALUES, side_of
from witp_pbem.games.nimitz.board.state import AREAS, CARRIERS, CBA, INFANTRY, MARINE, REINFORCEMENTS, SHIPS
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.table.language import listing
from witp_pbem.table.problem import Problem

SIDES, NATIONS = (US, JAPAN), (US, "australia", JAPAN)
FACES = [str(face) for face in range(1, 11)]
BOXES = ("P1", "P2", "P3")
LEVELS = ("great", "good", "historical", "poor", "relieved")
LINKED_LEVELS = (*LEVELS[:-1], "dismal")
HIGHEST = 10  # an attack value that always hits
GROUPS = {"ships": "class", "air": "type", "ground": ""}  # of counters, with the field of what a year makes of them

_COUNT, _PAIR = whole(0, 99), list_of(whole(0, HIGHEST), 2, 2)
_ATTACKS: dict[str, Any] = {name: (_PAIR | None, None) for value in VALUES for name in (value, f"{value}_superior")}
_VALUES = {"cost": _COUNT, "price": (_COUNT | None, None), **_ATTACKS}
_OWN_VALUES = {**_VALUES, "cost": (_COUNT | None, None)}  # of a counter that is unlike its class or type
_COUNTER = {"id": str, "name": str, "name_ja": str, "nation": one_of(*NATIONS)}
_BY_FACE, _STEP = dict.fromkeys(FACES, whole(1, 9)), {"id": str, "least": whole(-99, 999)}
_LEVEL = {"least": _COUNT, "most": _COUNT}
_MARKER = {"id": str, "name": str, "name_ja": str, "cost": (_COUNT, 0), "copies": whole(1, 99),
           "years": (list_of(one_of(*YEARS)), [])}


def _by_side(form: Any) -> Any:
    return table(dict.fromkeys(SIDES, form))


_CAMPAIGN = table({
    "campaign": table({
        "turns": whole(1, 6), "supply_points": _COUNT, "reinforcement_points": _COUNT,
        "boxes": list_of(one_of(*BOXES), 1), "extra_infantry": _COUNT, "strategic_bombing": bool, "invasion": bool,
        "no_orders": list_of(str)}),
    "objectives": table({"points": list_of(str, 1)}),
    "levels": list_of(table({"id": one_of(*LEVELS), **_LEVEL})),
    "complements": _by_side(table_of(list_of(str, 1) | str)),
    "classes": _by_side(list_of(table({"id": str, "complement": (str, ""), **_VALUES}), 1)),
    "aircraft": _by_side(list_of(table({"id": str, "name": (str, ""), "on_carriers": (bool, False), **_VALUES}), 1)),
    "ships": list_of(table({"id": str, "class": str, "place": str, **_OWN_VALUES}), 1),
    "air": list_of(table({"id": str, "type": str, "place": str, **_OWN_VALUES}), 1),
    "ground": list_of(table({"id": str, "place": str, "cost": _COUNT, "ground": _PAIR}), 1),
    "battalion": table({"cost": _COUNT, "ground": _PAIR}),
    "battalions": _by_side(table_of(_COUNT | str))})
_FILES = {
    "map": points({"name": str, "name_ja": str, "capacity": _COUNT | None, "flag": bool, US: bool, JAPAN: bool}),
    "units": table({"ships": list_of(table({**_COUNTER, "kind": one_of(*SHIPS)}), 1),
                    "air": list_of(table({**_COUNTER, "bomber_wing": (bool, False)}), 1),
                    "ground": list_of(table({**_COUNTER, "kind": one_of(INFANTRY, MARINE)}), 1)}),
    "tables": table({
        "turns": list_of(table({"turn": whole(0, 6), "label": str, "label_ja": str})),
        "orders": list_of(table({"id": str, "faces": list_of(whole(1, 10), 1), "ships": _COUNT, "infantry": _COUNT,
                                 "lba": _COUNT, "lba_rule": one_of("fixed", "conditional", "none")})),
        "reinforcements": list_of(table({**_STEP, "ships": _COUNT, "infantry": _COUNT, "lba": _COUNT}), 1),
        "modifiers": table({"resupply": whole(-9, 9), "damaged": whole(-9, 9), "raiding": whole(-9, 9),
                            "battalions": _COUNT}),
        "rounds": table(_BY_FACE), "track": table({"boxes": whole(1, 9)}),
        "plans": list_of(table({**_STEP, "plans": _COUNT}), 1),
        "areas": table(dict.fromkeys(FACES, one_of(*AREAS))), "area_order": table({"areas": list_of(one_of(*AREAS))}),
        "prices": table(dict.fromkeys(("move", "raid", "scout", "bomb", "invade"), _COUNT)),
        "repair": table({"divisor": whole(1, 9), "least": _COUNT}),
        "bonus_points": table({"free": _COUNT, "per_supply_point": _COUNT}),
        "costs": table({"airfield": _COUNT, "transport": _COUNT}),
        "invasion": list_of(table({**_STEP, "objectives": _COUNT}), 1),
        "invasion_limit": table({"units": _COUNT}),
        "linked": list_of(table({"id": one_of(*LINKED_LEVELS), **_LEVEL}))}),
    "markers": _by_side(list_of(table(_MARKER), 1)),
    "options": table({"options": list_of(table({"id": str, "default": bool | int | str, "values": (list, []),
                                                "text": str}))}),
    **{f"campaign_{year}": _CAMPAIGN for year in YEARS}}


def data_problems(records: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Everything that is wrong with data a game is to be built of."""
    files = validation.read_files(_FILES, records)
    if isinstance(files, list):
        return validation.problems(files)
    return validation.problems([
        *_map_connections(files["map"]), *_counter_connections(files["units"]), *_table_connections(files["tables"]),
        *_marker_connections(files["markers"]), *_option_connections(files["options"]),
        *(fault for year in YEARS for fault in _campaign_connections(files, f"campaign_{year}"))])


def _once(names: Iterable[str], file: str, *path: str) -> Iterator[Fault]:
    for name in validation.twice(names):
        yield Fault(file, (*path, name), say("stands twice in the list"))


def _known(names: Iterable[str], known: Iterable[str], file: str, *path: str) -> Iterator[Fault]:
    """Every name of some that are known stands in a list, once, and no other."""
    present, wanted = list(names), list(known)
    yield from _once(present, file, *path)
    for name in validation.missing(present, wanted):
        yield Fault(file, path, say('lack "{entry}"', entry=name))
    for name in validation.missing(wanted, present):
        yield Fault(file, (*path, name), say("is nothing the rules know of; there are {entries}",
                                             entries=listing(wanted)))


def _map_connections(board: Any) -> Iterator[Fault]:
    """The points of the game; every route between two of them, once."""
    known = [point.id for point in board.points]
    yield from _once(known, "map", "points")
    for place in validation.missing(known, packaged().map.points):
        yield Fault("map", ("points",), say("lack the point {place}, of which rules speak", place=place))
    joined = [tuple(sorted(route.pair)) for route in board.routes]
    for first, second in joined:
        path = ("routes", f"{first}-{second}")
        yield from off_map((first, second), known, "map", *path)
        if first == second:
            yield Fault("map", path, say("joins a point with itself"))
    yield from _once([f"{first}-{second}" for first, second in joined], "map", "routes")
    for place in validation.missing({place for route in board.routes for place in route.pair}, known):
        yield Fault("map", ("points", place), say("has no route"))


def _counter_connections(units: Any) -> Iterator[Fault]:
    """The counter list: every counter once, with an id that says whose it is."""
    every = [(group, unit) for group in GROUPS for unit in getattr(units, group)]
    yield from _once([unit.id for _, unit in every], "units", "units")
    for group, unit in every:
        prefix = f"{PREFIX[side_of(unit.nation)]}_"
        if not unit.id.startswith(prefix):
            yield Fault("units", (group, unit.id, "id"), say('must begin with "{prefix}", as its nation is {nation}',
                                                             prefix=prefix, nation=unit.nation))


def _table_connections(tables: Any) -> Iterator[Fault]:
    """Every face of the die has its order; steps begin with different numbers; levels leave no gap."""
    data = packaged()
    yield from _known([order.id for order in tables.orders], [order.name for order in data.movement_orders], "tables",
                      "orders")
    faces = Counter(face for order in tables.orders for face in order.faces)
    if faces != Counter(range(1, 11)):
        yield Fault("tables", ("orders",), say("must have each face of the die, from 1 to 10, once"))
    for name in ("reinforcements", "plans", "invasion"):
        yield from _once([str(row.least) for row in getattr(tables, name)], "tables", name)
    if sorted(tables.area_order.areas) != sorted(AREAS):
        yield Fault("tables", ("area_order", "areas"), say("must have {areas} once each", areas=listing(AREAS)))
    if sorted(box.turn for box in tables.turns) != [box.turn for box in data.turns]:
        yield Fault("tables", ("turns",), say("must have the turns 0 to {last} once each", last=len(data.turns) - 1))
    yield from _level_connections(tables.linked, LINKED_LEVELS, "tables", "linked")


def _level_connections(levels: list[Any], known: Iterable[str], file: str, name: str) -> Iterator[Fault]:
    """Levels of victory: each once, from 0 on, one beginning where another ends."""
    yield from _known([level.id for level in levels], known, file, name)
    rows = sorted(levels, key=lambda level: int(level.least))
    if rows and rows[0].least:
        yield Fault(file, (name,), say("must begin with 0 objectives"))
    for low, high in pairwise(rows):
        if low.most + 1 != high.least:
            yield Fault(file, (name, high.id, "least"), say("must be one more than what {level} ends with",
                                                            level=low.id))
    for level in levels:
        if level.least > level.most:
            yield Fault(file, (name, level.id), say("begins above its end"))


def _marker_connections(markers: Any) -> Iterator[Fault]:
    """The bonus markers the rules know, and no others."""
    for side in SIDES:
        yield from _known([marker.id for marker in getattr(markers, side)],
                          [marker.id for marker in packaged().markers.values() if marker.side == side], "markers",
                          side)


def _option_connections(record: Any) -> Iterator[Fault]:
    """The options the rules know, with values they know."""
    known = packaged().options
    yield from _known([option.id for option in record.options], known, "options", "options")
    for option in record.options:
        if option.default not in (option.values or (True, False)):
            yield Fault("options", ("options", option.id, "default"), say("must be one of its values"))
        words = [value for value in known.get(option.id, {}).get("values", ()) if isinstance(value, str)]
        for value in option.values if option.id in known else ():
            if isinstance(value, str) and value not in words:
                yield Fault("options", ("options", option.id, "values"), say(
                    'has "{value}", which the rules do not know', value=cut(value)))


# -- campaigns -----------------------------------------------------------------------------------------------------


def _campaign_connections(files: Mapping[str, Any], file: str) -> Iterator[Fault]:
    """What the sheet of a year says of the map and of the counter list."""
    record, board = files[file], files["map"]
    known = [point.id for point in board.points]
    yield from off_map(record.objectives.points, known, file, "objectives", "points")
    yield from _once(record.objectives.points, file, "objectives", "points")
    yield from off_map(record.campaign.no_orders, known, file, "campaign", "no_orders")
    yield from _once(record.campaign.boxes, file, "campaign", "boxes")
    yield from _level_connections(record.levels, LEVELS, file, "levels")
    yield from _complement_faults(record, file)
    for group, entry, path in _valued(record):
        yield from _value_faults(entry, file, *path, needs_value=group in ("classes", "aircraft"))
    units = {unit.id: unit for group in GROUPS for unit in getattr(files["units"], group)}
    for group, field in GROUPS.items():
        listed = [unit.id for unit in getattr(files["units"], group)]
        yield from _once([entry.id for entry in getattr(record, group)], file, group)
        for entry in getattr(record, group):
            if entry.id not in listed:
                yield Fault(file, (group, entry.id), say("is not in the counter list (units.json)"))
            else:
                yield from _entry_faults(record, file, (group, entry.id), entry, field, units[entry.id])
    yield from _place_faults(record, board, units, file)


def _valued(record: Any) -> Iterator[tuple[str, Any, tuple[str, ...]]]:
    """Everything in a campaign that has attack values: its group, itself, and where it stands."""
    for group in ("classes", "aircraft"):
        for side in SIDES:
            for entry in getattr(getattr(record, group), side):
                yield group, entry, (group, side, entry.id)
    for group in ("ships", "air"):
        for entry in getattr(record, group):
            yield group, entry, (group, entry.id)


def _value_faults(entry: Any, file: str, *path: str, needs_value: bool) -> Iterator[Fault]:
    """The damaged side is no better than the front; a superior value stands beside a normal one, and is no higher."""
    for name in VALUES:
        normal, superior = getattr(entry, name), getattr(entry, f"{name}_superior")
        for field, pair in ((name, normal), (f"{name}_superior", superior)):
            if pair and pair[0] < pair[1]:
                yield Fault(file, (*path, field), say("is higher on the damaged side"))
        if superior and not normal:
            yield Fault(file, (*path, name), say("is missing beside its superior value"))
        elif superior and any(high > low for low, high in zip(normal, superior, strict=True)):
            yield Fault(file, (*path, f"{name}_superior"), say("is higher than the normal value"))
    if needs_value and not any(getattr(entry, name) for name in VALUES):
        yield Fault(file, path, say("has no attack value"))


def _complement_faults(record: Any, file: str) -> Iterator[Fault]:
    """The aircraft on carriers are types of their side that have counters of carrier aircraft."""
    for side in SIDES:
        types = [entry.id.lower() for entry in getattr(record.aircraft, side) if entry.on_carriers]
        yield from _once([entry.id for entry in getattr(record.classes, side)], file, "classes", side)
        yield from _once([entry.id for entry in getattr(record.aircraft, side)], file, "aircraft", side)
        for kind in validation.missing(CBA, types):
            yield Fault(file, ("aircraft", side, kind.upper()), say(
                "is no carrier aircraft the rules know of; there are {entries}", entries=listing(CBA)))
        complements = getattr(record.complements, side)
        for name, kinds in complements.items():
            for kind in validation.missing(types, kinds) if name != "source" else ():
                yield Fault(file, ("complements", side, name), say(
                    "has {type}, which is no type of aircraft with on_carriers; there are {entries}", type=cut(kind),
                    entries=listing(types)))
        for entry in getattr(record.classes, side):
            if entry.complement and entry.complement not in complements:
                yield Fault(file, ("classes", side, entry.id, "complement"), say(
                    "is no key of complements; there are {entries}",
                    entries=listing(name for name in complements if name != "source")))


def _entry_faults(record: Any, file: str, path: tuple[str, ...], entry: Any, field: str, unit: Any) -> Iterator[Fault]:
    """A counter is of a class or type of its side: carriers of one with aircraft, other ships of one without."""
    if not field:
        return
    side = side_of(unit.nation)
    group = getattr(record.classes if field == "class" else record.aircraft, side)
    kinds = {kind.id: kind for kind in group}
    kind = kinds.get(getattr(entry, field))
    if not kind:
        yield Fault(file, (*path, field), say("must be one of {list}", list=listing(kinds)))
    elif field == "class" and bool(kind.complement) != (unit.kind in CARRIERS):
        yield Fault(file, (*path, field), say("must be a class of carriers") if unit.kind in CARRIERS else
                    say("must not be a class of carriers"))


def _place_faults(record: Any, board: Any, units: Mapping[str, Any], file: str) -> Iterator[Fault]:
    """Everything starts where its side may be, and no more American aircraft at a point than it holds."""
    points_of = {point.id: point for point in board.points}
    boxes = {US: (*record.campaign.boxes, REINFORCEMENTS), JAPAN: (REINFORCEMENTS,)}
    placed = [(side_of(units[entry.id].nation), entry.place, (group, entry.id, "place"))
              for group in GROUPS for entry in getattr(record, group) if entry.id in units]
    placed += [(side, place, ("battalions", side, place)) for side in SIDES
               for place in getattr(record.battalions, side) if place != "source"]
    for side, place, path in placed:
        if place not in boxes[side] and (place not in points_of or not getattr(points_of[place], side)):
            yield Fault(file, path, say("must be a point the side may enter, or one of {boxes}",
                                        boxes=listing(boxes[side])))
    flown = Counter(entry.place for entry in record.air
                    if entry.id in units and side_of(units[entry.id].nation) == US)
    for place, count in flown.items():
        capacity = points_of[place].capacity if place in points_of else None
        if capacity is not None and count > capacity:
            yield Fault(file, ("air",), say("has {count} American air units at {place}, which holds {capacity}",
                                            count=count, place=place, capacity=capacity))
