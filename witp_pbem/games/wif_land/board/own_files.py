"""Maps and positions as people write them by hand (docs/maps-and-positions.md), as the records they are.

Whatever can be written in two ways is brought into one; nothing is judged here (see `validation`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from witp_pbem.table.game import OwnRecord

MAP, POSITION = "wif-land-map/1", "wif-land-position/1"  # of the field `format`
RECORDS = {MAP: "maps", POSITION: "positions"}
FLAGS = frozenset({"city", "port", "starred", "division", "tank_buster", "motorised", "rail", "start", "now",
                   "declared"})
NUMBERS = frozenset({"at", "blue_factories", "columns", "rows", "modifier", "year", "section", "combat", "movement",
                     "reorganisation", "tactical", "bombardment", "reach", "rail_moves", "land_moves", "land_attacks",
                     "air_missions", "die"})
WORDS = {"true": True, "false": False, "yes": True, "no": False}
MAY_BE_EMPTY = ("hexsides", "sea_areas", "countries", "sheets", "control", "options", "action", "limits")
REST = "rest"
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
_SECTION = re.compile(r"(-?[0-9]{1,3})(\*?)")

Record = dict[str, Any]


def own_data(files: Mapping[str, Any]) -> Mapping[str, OwnRecord]:
    """The maps and positions among some files, see `Game.own_data`."""
    tables = {file: table for file, texts in files.items() if (table := _table_of(texts))}
    ids = {file: _id(file, files[file]) for file in tables}
    maps = {PurePath(file).name: ids[file] for file, table in tables.items() if table == "maps"}
    brought: dict[str, OwnRecord] = {}
    for file, table in tables.items():
        record = _map(files[file]) if table == "maps" else _position(files[file], maps)
        brought[file] = OwnRecord({table: {table: {ids[file]: record}}}, (table, table, ids[file]))
    return brought


def _table_of(texts: Mapping[str, Any]) -> str:
    """Whether a file is of `maps` or of `positions`: as its `format` says, or by what stands in it; "" for neither."""
    said = texts.get("format")
    if isinstance(said, str) and said in RECORDS:
        return RECORDS[said]
    return "maps" if "hexes" in texts else "positions" if "units" in texts else ""


def _id(file: str, texts: Mapping[str, Any]) -> str:
    """What a map or a position is called: as it says itself, or as its file is."""
    return str(texts.get("id") or PurePath(file).name.partition(".")[0])


def typed(value: Any, key: str = "") -> Any:
    """A value with numbers and with yes and no where its key wants them; whatever is none stays the text it is."""
    if isinstance(value, Mapping):
        return {name: typed(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [typed(inner, key) for inner in value]
    if isinstance(value, str) and key in NUMBERS and _NUMBER.fullmatch(value):
        return int(value)
    return WORDS.get(value.casefold(), value) if isinstance(value, str) and key in FLAGS else value


def _table(texts: Mapping[str, Any]) -> Record:
    """What stands in a file, without what has been read already, and without headings below which nothing stands."""
    record: Record = {name: typed(value, name) for name, value in texts.items()
                      if name != "id" and (name != "format" or value not in (MAP, POSITION))}
    return {name: {} if value in ("", None) and name in MAY_BE_EMPTY else value for name, value in record.items()}


# -- maps -----------------------------------------------------------------------------------------------------------


def _map(texts: Mapping[str, Any]) -> Record:
    record = {"grid": {}, "scale": "european", "hexsides": {}, **_table(texts)}
    if isinstance(record.get("hexes"), dict):
        record["hexes"] = {name: _hex(texts["hexes"][name], entry) for name, entry in record["hexes"].items()}
    if isinstance(record["hexsides"], dict):
        record["hexsides"] = {kind: [_side(entry) for entry in entries] if isinstance(entries, list) else entries or []
                              for kind, entries in record["hexsides"].items()}
    if isinstance(record.get("sea_areas"), dict):
        record["sea_areas"] = {name: _area(entry) for name, entry in record["sea_areas"].items()}
    return record


def _hex(written: Any, entry: Any) -> Any:
    """A hex: its terrain alone, or a table; a hex of one coast names it without brackets."""
    if isinstance(written, str):
        return {"terrain": written}
    if isinstance(entry, dict) and isinstance(entry.get("coast"), str):
        return {**entry, "coast": [entry["coast"]]}
    return entry


def _side(entry: Any) -> Any:
    """A side between two hexes, "0302-0303" or ["0302", "0303"], alone or as the `pair` of a table."""
    if isinstance(entry, dict):
        return {**entry, "pair": _side(entry["pair"])} if "pair" in entry else entry
    return entry.replace(" ", "").split("-") if isinstance(entry, str) and "-" in entry else entry


def _area(entry: Any) -> Any:
    """A sea area, the sections of its box in short ("3*") or as tables."""
    if entry in ("", None):
        return {}
    if not isinstance(entry, dict) or not isinstance(entry.get("bombardment"), dict):
        return entry
    return {**entry, "bombardment": {number: _section(value) for number, value in entry["bombardment"].items()}}


def _section(value: Any) -> Any:
    match = _SECTION.fullmatch(str(value)) if isinstance(value, str | int) else None
    return {"modifier": int(match[1]), "starred": bool(match[2])} if match else value


# -- positions ------------------------------------------------------------------------------------------------------


def _position(texts: Mapping[str, Any], maps: Mapping[str, str]) -> Record:
    """A position.

    Args:
        maps: the ids of the maps brought along, by the names of their files.
    """
    record = _table(texts)
    if isinstance(record.get("map"), str):
        record["map"] = maps.get(PurePath(record["map"]).name, record["map"])
    if isinstance(record.get("options"), dict):
        record["options"] = {name: _yes_or_no(value) for name, value in record["options"].items()}
    if isinstance(record.get("control"), dict):
        record["control"] = {side: _hexes(own) for side, own in record["control"].items()}
    if isinstance(record.get("units"), dict | list):
        record["units"] = list(_entries(record["units"]))
    return record


def _yes_or_no(value: Any) -> Any:
    return {True: "yes", False: "no", "true": "yes", "false": "no"}.get(value, value) if isinstance(
        value, bool | str) else value


def _hexes(own: Any) -> Any:
    """Hexes in a list, or in one text with blanks or commas between them; `rest` stays."""
    return own.replace(",", " ").split() if isinstance(own, str) and own != REST else own


def _entries(units: Any) -> Iterator[Any]:
    """The units: tables, and short lines, which YAML takes for tables where they are not in quotation marks."""
    if isinstance(units, dict):
        yield from (_line(place, line) for place, line in units.items())
        return
    for entry in units:
        if isinstance(entry, dict) and len(entry) == 1:
            yield _line(*next(iter(entry.items())))
        else:
            yield entry


def _line(place: str, line: Any) -> Any:
    return f"{place}: {line}" if isinstance(line, str) else {place: line}
