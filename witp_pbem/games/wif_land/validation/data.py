"""The shapes of the data files, and what each must say of the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from witp_pbem.games.common import validation
from witp_pbem.games.common.validation import Fault, list_of, one_of, shown, table, table_of, wanted, whole
from witp_pbem.games.wif_land.board.data import SEVERAL, TABLES, read
from witp_pbem.games.wif_land.board.map import SIDES_OF_HEXES, WarMap
from witp_pbem.games.wif_land.board.state import ACTIONS, GROUND
from witp_pbem.games.wif_land.validation.maps import map_faults
from witp_pbem.games.wif_land.validation.positions import position_faults
from witp_pbem.games.wif_land.validation.reader import Reader, nearest
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.table.problem import Problem

SOURCE = "source"
ONE_DIE, TWO_DICE = "tables", "two_dice"  # headings of the combat tables
LEAST_OF_TWO, MOST_OF_TWO = 2, 23  # rows of tables for two dice: 2 to 20, and modifiers
RESULT = re.compile(r"(-|[0-9])/(-|[0-9])([RSB]?)(\*?)")  # X/Y, with R, S or B, and *
FACES = 10
UNFIT = (LookupError, TypeError, ValueError, AttributeError)  # what an unfit map makes its reader raise

_COUNT = whole(0, 99)
_SHIFT = whole(-9, 9)
_POINTS = list_of(whole(0, 99), 2, 2)


def _is_factor(value: Any) -> bool:
    """Whether a value is a whole number or a fraction such as "1/2", neither negative nor above 9."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return False
    try:
        return 0 <= Fraction(value) <= 9  # noqa: PLR2004
    except (ValueError, ZeroDivisionError):
        return False


_FACTOR = wanted(_is_factor, lambda: say('a whole number or a fraction such as "1/2"'))
_FACTOR_OR_NONE = wanted(lambda value: value is False or _is_factor(value),
                         lambda: say('a whole number, a fraction such as "1/2", or false'))
_KIND = one_of(*GROUND, "FACTORY")
_TERRAIN = table({
    "movement": _POINTS | None, "defence": (_FACTOR, 1), "defence_MTN": (_FACTOR, 1), "blitz": (bool, False),
    "overrun": (bool, False), "halves": (list_of(one_of("tactical", "bombardment")), []), "odds_shift": (_SHIFT, 0),
    "shift_unless_all_attackers": (str, ""), "paradrop": (bool, True)})
_HEXSIDE = table({
    "attack": (_FACTOR_OR_NONE, 1), "movement_extra": (_POINTS, [0, 0]), "movement": (bool, True),
    "blitz": (bool, True), "hq_support": (bool, True), "invasion": (bool, False)})
_WEATHER = table({"movement_extra": _COUNT, "odds_shift": _SHIFT, "invasion": bool, "bombardment": bool,
                  "bombardment_star_extra": (_COUNT, 0)})
_BY_DISTANCE = list_of(_COUNT, 4, 4)
_SHAPES = {
    "terrain": table({
        "scales": table_of(whole(1, 99) | str), "terrain": table_of(_TERRAIN | str),
        "hexsides": table(dict.fromkeys(SIDES_OF_HEXES, _HEXSIDE)),
        "weather": table_of(_WEATHER | str),
        "stacking": table({"units_per_hex": _FACTOR, "division": _FACTOR, "extra_hq": _COUNT}),
        "zone_of_control": table({"without": list_of(_KIND), "divisions": bool,
                                  "not_across": list_of(one_of(*SIDES_OF_HEXES)), "stopped_by_forts": bool}),
        "notional_unit": table({"strength": _COUNT})}),
    "unit_kinds": table({
        "kinds": table({kind: table({"name": str, "ja": str, "motorised": bool, "infantry": bool, "invade": bool,
                                     "armour": _FACTOR, "mech": _FACTOR}) for kind in GROUND}),
        "division": table({"count": _FACTOR})}),
    "options": table({"options": list_of(table({"id": str, "default": str, "values": list_of(str, 1), "text": str}))}),
    "tables": table({
        "rail_move_cost": table({"units": _BY_DISTANCE, "factories": _BY_DISTANCE}),
        "rail_by_action": table({action: list_of(one_of("aircraft", "ground", "factory")) for action in ACTIONS}),
        "rail": table({"factories_per_city": _COUNT, "strait_crossings": _COUNT, "idle_turns": _COUNT}),
        "turns": table({"names": list_of(str, 1)}),
        "ships_entered": table({fate: list_of(whole(1, FACES)) for fate in ("captured", "scuttled", "escape")}),
        "overrun": table({"odds": whole(1, 10), "cost": whole(1, 9), "immune": list_of(_KIND)}),
        "invasion": table({"sections": list_of(whole(0, 4)), "full": list_of(_KIND), "others": _FACTOR}),
        "odds": table({"least": list_of(whole(1, 9), 2, 2), "against_nothing": whole(1, 10)}),
        "option_40": table({"attack": _FACTOR, "power": str}), "option_41": table({"step": whole(1, 100)}),
        "headquarters": table({"shift": _COUNT}), "tank_busters": table({"factor": _FACTOR, "against": list_of(_KIND)}),
        "die": table({"face_down": _SHIFT, "below_least_odds": _SHIFT, "power": _SHIFT}),
        "advance": table({"extra": list_of(_KIND), "followers": list_of(_KIND), "cost": _COUNT})})}


def data_problems(records: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Everything that is wrong with data a game is to be built of."""
    shapes = validation.read_files(_SHAPES, records)
    faults = shapes if isinstance(shapes, list) else [*_ships(records["tables"]["ships_entered"])]
    is_sound = not faults
    faults = [*_combat_faults(records["combat_tables"]), *faults]
    if is_sound:
        faults += _maps_and_positions(records)
    return validation.problems(faults)


def _ships(fates: Mapping[str, Any]) -> Iterator[Fault]:
    """Each face of the die says what becomes of ships."""
    for face in range(1, FACES + 1):
        if sum(face in faces for name, faces in fates.items() if name != SOURCE) != 1:
            yield Fault("tables", ("ships_entered",), say("must have the {face} once", face=face))


def _maps_and_positions(records: Mapping[str, Any]) -> Iterator[Fault]:
    """Maps and positions that are not the packaged ones; and positions that are, on maps that are not."""
    packaged = read()
    maps: dict[str, WarMap | None] = {}
    written = {}
    for file in SEVERAL:
        reader = Reader(file)
        written[file] = reader.entries(records[file].get(file), file)
        yield from reader.faults
    for name, record in written["maps"].items():
        faults = [] if record == packaged["maps"]["maps"].get(name) else map_faults(name, record, records["terrain"])
        maps[name] = _readable(name, record, records["terrain"]["terrain"]) if faults else WarMap(name, record)
        yield from faults
    for name, record in written["positions"].items():
        own_map = str(record.get("map")) if isinstance(record, Mapping) else ""
        if record != packaged["positions"]["positions"].get(name) or (
                written["maps"].get(own_map) != packaged["maps"]["maps"].get(own_map)):
            yield from position_faults(name, record, maps, records)


def _readable(name: str, record: Any, terrain: Mapping[str, Any]) -> WarMap | None:
    """A map as far as positions ask for it, though something is wrong with it; None if it cannot be read."""
    try:
        hexes = {hex: _outline(entry, terrain) for hex, entry in record["hexes"].items()}
        areas: dict[str, Any] = {area: {} for area in record.get("sea_areas", {})}
        return WarMap(name, {"scale": "", "grid": record.get("grid", {}), "hexes": hexes, "sea_areas": areas})
    except UNFIT:
        return None


def _outline(entry: Any, terrain: Mapping[str, Any]) -> Mapping[str, Any]:
    """What of a hex can be read: its place, and texts."""
    written = entry if isinstance(entry, Mapping) else {}
    read = {field: written[field] for field in ("terrain", "name", "zone", "sea_area")
            if isinstance(written.get(field), str)}
    known = {} if read.get("terrain") in terrain else {"terrain": next(iter(terrain))}
    return {**read, **known, **({"at": written["at"]} if "at" in written else {})}


# -- combat tables --------------------------------------------------------------------------------------------------


def _combat_faults(record: Any) -> list[Fault]:
    """Each table has a result in every column for each number that can be read."""
    reader = Reader("combat_tables")
    combat = reader.table(record, ("columns", "least", "most", ONE_DIE, TWO_DICE, "format"))
    columns = reader.items(combat.get("columns"), "columns")
    packaged = read()["combat_tables"]["columns"]
    if columns != packaged:
        reader.wrong(("columns",), say("must be {columns}", columns=shown(packaged)))
        return reader.faults
    for field, number in (("least", 1), ("most", FACES)):
        reader.whole(combat.get(field), number, number, field)
    _check_tables(reader, combat.get(ONE_DIE), columns, range(1, FACES + 1), ONE_DIE)
    if combat.get(TWO_DICE):
        _check_tables(reader, combat[TWO_DICE], columns, range(LEAST_OF_TWO, MOST_OF_TWO + 1), TWO_DICE)
    return reader.faults


def _check_tables(reader: Reader, tables: Any, columns: list[str], numbers: range, heading: str) -> None:
    tables = reader.table(tables, TABLES, heading)
    for name in TABLES:
        if name not in tables:
            reader.wrong((heading, name), say("is missing"))
            continue
        rows = reader.entries(tables[name], heading, name)
        for number in rows:
            if number != SOURCE and number not in map(str, numbers):
                reader.wrong((heading, name, number), say("is no number of the table, {least} to {most}",
                                                          least=numbers[0], most=numbers[-1]))
        for number in map(str, numbers):
            _check_row(reader, rows, columns, heading, name, number)


def _check_row(reader: Reader, rows: Mapping[str, Any], columns: list[str], *at: str) -> None:
    number = at[-1]
    if number not in rows:
        reader.wrong(at, say("is missing: a table has a row for each number that can be thrown"))
        return
    row = reader.table(rows[number], columns, *at)
    lacking = [column for column in columns if column not in row] if row else []
    for column in lacking:
        reader.wrong((*at, column), say("is missing: each row has a result for all odds"))
    for column in columns:
        if column in row and not (isinstance(row[column], str) and RESULT.fullmatch(row[column])):
            reader.wrong((*at, column), say(
                'must be a result such as "1/2", "-/1R", "-/2S" or "-/2B*", not {value}', value=shown(row[column])),
                _result_meant(row[column]))


def _result_meant(value: Any) -> str:
    """The result a faulty one was most likely meant for: with its letters where they belong."""
    plain = re.sub(r"[\s–—]", "", str(value).upper().replace("–", "-").replace("—", "-").replace("0", "-"))
    letters = "".join(letter for letter in "RSB*" if letter in plain)
    figures = re.sub(r"(\d)-(\d)", r"\1/\2", re.sub(r"[RSB*]", "", plain))
    if len(figures) == 2:  # noqa: PLR2004 - what is lost on both sides
        figures = "/".join(figures)
    meant = figures + letters
    return meant if RESULT.fullmatch(meant) and meant != value else nearest(meant, RESULTS)


RESULTS = sorted({cell for rows in read()["combat_tables"]["tables"].values() for row in rows.values()
                  for column, cell in row.items() if column != SOURCE})
