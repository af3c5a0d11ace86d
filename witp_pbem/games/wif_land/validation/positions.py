"""What is wrong with a position that somebody wrote: powers, control, weather, options, and the units with their
places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from witp_pbem.games.common.validation import Fault, cut, shown
from witp_pbem.games.wif_land.board import counters
from witp_pbem.games.wif_land.board.map import WarMap
from witp_pbem.games.wif_land.board.own_files import POSITION, REST
from witp_pbem.games.wif_land.board.setup import option_name, unit_of
from witp_pbem.games.wif_land.board.short_lines import CARRIERS, HIGHEST
from witp_pbem.games.wif_land.board.short_lines import Reader as LineReader
from witp_pbem.games.wif_land.board.state import (
    ACTIONS,
    AIRCRAFT,
    EVERYWHERE,
    GROUND,
    KINDS,
    MOMENTS,
    SIDES,
    Unit,
)
from witp_pbem.games.wif_land.validation.reader import Reader, nearest, off_map
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.table.language import listing
from witp_pbem.table.spelling import alike
from witp_pbem.table.tuples import NamedTuple

FIELDS = ("format", "name", "map", "turn", "options", "phasing", "impulses", "sides", "control", "action", "limits",
          "supply_lines", "units", "attacks", "illegal", "rail_examples")
LIMITS = ("rail_moves", "land_moves", "land_attacks", "air_missions")
UNIT = ("id", "counter", "kind", "side", "power", "name", "at", "aboard", "sea_area", "section", "face", "supply",
        "combat", "movement", "reorganisation", "tactical", "bombardment", "division", "motorised", "tank_buster")
VALUES = ("combat", "movement", "reorganisation", "tactical", "bombardment")
UP, DOWN = "up", "down"
FACES = (UP, DOWN)
MOST = 999  # of a limit, of hexes in a line
YEARS = (1936, 1948)
MOST_UNITS = 5000
LIKELY = 0.75  # a power that is as like one on the list is a misspelt one
ENDINGS = (".yaml", ".yml", ".json")


class Written(NamedTuple):
    """A position as far as it can be read.

    Attributes:
        reader: collects what is wrong.
        record: as written.
        map: what it is on, None where that cannot be read.
        sides: the powers of each side.
        data: the records in force.
    """

    reader: Reader
    record: Mapping[str, Any]
    map: WarMap | None
    sides: Mapping[str, Sequence[str]]
    data: Mapping[str, Any]

    @property
    def hexes(self) -> Iterable[str]:
        return self.map.hexes if self.map else ()


def position_faults(name: str, record: Any, maps: Mapping[str, WarMap | None], data: Mapping[str, Any]) -> list[Fault]:
    """Everything that is wrong with a position.

    Args:
        maps: by id; None for those that cannot be read.
        data: the records in force.
    """
    reader = Reader("positions", "positions", name)
    table = reader.table(record, FIELDS)
    if not table:
        return reader.faults
    if "format" in table:
        reader.wrong(("format",), say("must be {format}", format=POSITION))
    if "name" in table:
        reader.name(table["name"], "name")
    written = Written(reader, table, _map(reader, table, maps), _sides(reader, table), data)
    for check in (_check_turn, _check_options, _check_impulses, _check_control, _check_limits, _check_supply,
                  _check_units):
        check(written)
    return reader.faults


def _map(reader: Reader, record: Mapping[str, Any], maps: Mapping[str, WarMap | None]) -> WarMap | None:
    """The map a position is on."""
    name = record.get("map")
    if isinstance(name, str) and name not in maps and name.endswith(ENDINGS):
        reader.wrong(("map",), say("names the file {file}, which was not given: give it, too (--data {file})",
                                   file=cut(name)))
    elif name is None:
        reader.wrong((), say("names no map: write map: and its id or its file"))
    elif reader.known(name, maps, lambda word: say("names {map}, which is no map; there are {maps}", map=word,
                                                   maps=listing(maps)), "map"):
        return maps[name]
    return None


def _sides(reader: Reader, record: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    """The powers of the sides, each on one side."""
    written = reader.table(record.get("sides", {}), SIDES, "sides")
    sides: dict[str, Sequence[str]] = {}
    owners: dict[str, str] = {}
    for side in SIDES:
        powers = reader.items(written[side], "sides", side) if side in written else []
        if not powers:
            reader.wrong(("sides", side), say("has no power: write which powers are on this side, such as [Germany]"))
        for number, power in enumerate(powers):
            _check_power(reader, power, side, owners, "sides", side, number)
        sides[side] = [power for power in powers if isinstance(power, str)]
    return sides


def _check_power(reader: Reader, power: Any, side: str, owners: dict[str, str], *at: str | int) -> None:
    """A power is a name, is spelt as on its counters if it has any, and is on one side."""
    if not isinstance(power, str) or not power:
        reader.wrong(at, say("must be the name of a power, not {value}", value=shown(power)))
        return
    known = dict.fromkeys(counters.powers().values())
    meant = counters.powers().get(power.casefold()) or next(iter(alike(power, known, cutoff=LIKELY)), "")
    if meant and meant != power:
        reader.wrong(at, say("names {power}, which is no power of the counter list", power=cut(power)), meant)
    if power in owners:
        reader.wrong(at, say("names {power}, which stands there already ({side})", power=cut(power),
                             side=owners[power]))
    owners.setdefault(power, side)


# -- the turn -------------------------------------------------------------------------------------------------------


def _check_turn(written: Written) -> None:
    reader = written.reader
    turn = reader.table(written.record.get("turn", {}), ("name", "year", "weather"), "turn")
    if "name" in turn and not isinstance(turn["name"], str):
        reader.wrong(("turn", "name"), say("must be a text, not {value}", value=shown(turn["name"])))
    if "year" in turn:
        reader.whole(turn["year"], *YEARS, "turn", "year")
    weather, known = turn.get("weather"), [word for word in written.data["terrain"]["weather"] if word != "source"]
    if isinstance(weather, Mapping):
        zones = {hex.zone for hex in written.map.hexes.values() if hex.zone} if written.map else set()
        places = {EVERYWHERE, *zones, *written.hexes}
        for place, word in weather.items():
            reader.one_of(word, known, "turn", "weather", place)
            if written.map:
                reader.known(place, places, lambda name: say(
                    "names {place}, which is neither a hex nor a zone of the map, nor default", place=name),
                    "turn", "weather", place)
    elif weather is not None:
        reader.one_of(weather, known, "turn", "weather")


def _check_options(written: Written) -> None:
    reader, chosen = written.reader, written.record.get("options", [])
    known = {option["id"]: option for option in written.data["options"]["options"]}
    if isinstance(chosen, Mapping):
        for name, value in chosen.items():
            if reader.one_of(name, known, "options", name):
                reader.one_of(value, known[name]["values"], "options", name)
        return
    for number, name in enumerate(reader.items(chosen, "options")):
        if not isinstance(name, str | int) or option_name(name) not in known:
            reader.wrong(("options", number), say("is no option: {value}; there are {options}", value=shown(name),
                                                  options=listing(known)), nearest(str(name), known))
        elif "yes" not in known[option_name(name)]["values"]:
            reader.wrong(("options", number), say(
                "has values of its own, {values}: write the options as a table, {name}: {value}", name=name,
                values=listing(known[option_name(name)]["values"]), value=known[option_name(name)]["values"][0]))


def _check_impulses(written: Written) -> None:
    reader, record = written.reader, written.record
    if "phasing" in record:
        reader.one_of(record["phasing"], SIDES, "phasing")
    if "impulses" in record:
        impulses = reader.items(record["impulses"], "impulses")
        if not impulses and isinstance(record["impulses"], list):
            reader.wrong(("impulses",), say("must be the sides whose impulses follow each other, such as "
                                            "[axis, allies]"))
        for number, side in enumerate(impulses):
            reader.one_of(side, SIDES, "impulses", number)


def _check_control(written: Written) -> None:
    reader, owners = written.reader, dict[str, str]()
    control = reader.table(written.record.get("control", {}), SIDES, "control")
    rest = [side for side, own in control.items() if own == REST]
    if len(rest) > 1:
        reader.wrong(("control", rest[1]), say("cannot have the rest, too: {side} has it", side=rest[0]))
    for side, own in control.items():
        for number, hex in enumerate(reader.items(own, "control", side) if own != REST else ()):
            at = ("control", side, number)
            if written.map and not reader.known(hex, written.map.hexes, off_map, *at):
                continue
            if hex in owners:
                reader.wrong(at, say("names {hex}, which {side} controls already", hex=hex, side=owners[hex]))
            owners[str(hex)] = side


def _check_limits(written: Written) -> None:
    reader = written.reader
    for heading, fields in (("action", ("type", *LIMITS)), ("limits", LIMITS)):
        table = reader.table(written.record.get(heading, {}), fields, heading)
        for field, value in table.items():
            if field == "type":
                reader.one_of(value, ACTIONS, heading, field)
            elif field in LIMITS:
                reader.whole(value, 0, MOST, heading, field)


def _check_supply(written: Written) -> None:
    reader = written.reader
    lines = reader.table(written.record.get("supply_lines", {}), ("sources", "reach", "rail"), "supply_lines")
    sources = reader.table(lines.get("sources", {}), SIDES, "supply_lines", "sources")
    for side, hexes in sources.items():
        for number, hex in enumerate(reader.items(hexes, "supply_lines", "sources", side)):
            if written.map:
                reader.known(hex, written.map.hexes, off_map, "supply_lines", "sources", side, number)
    if "reach" in lines:
        reader.whole(lines["reach"], 0, MOST, "supply_lines", "reach")
    reader.flags(lines, ("rail",), "supply_lines")


# -- units ----------------------------------------------------------------------------------------------------------


def _check_units(written: Written) -> None:
    reader = written.reader
    if "units" not in written.record:
        reader.wrong((), say("has no units"))
        return
    entries = reader.items(written.record["units"], "units")
    if len(entries) > MOST_UNITS:
        reader.wrong(("units",), say("has {count} entries; at most {limit} are read", count=len(entries),
                                     limit=MOST_UNITS))
        return
    ids = [entry["id"] for entry in entries if isinstance(entry, Mapping) and isinstance(entry.get("id"), str)]
    lines, seen, placed = LineReader(written.sides, written.map, ids), set[str](), list[tuple[Unit, str | int]]()
    for number, entry in enumerate(entries):
        if isinstance(entry, str):
            units, slips = lines.line(entry)
            for slip in slips:
                reader.wrong(("units", number), slip.wrong, slip.suggestion, (slip.start, slip.end))
            placed += [(unit, number) for unit in units]
        elif _stands(written, entry, number, seen):
            placed.append((unit_of(entry, written.sides), entry["id"]))
    for unit, key in placed:
        _check_place(written, unit, "units", key)
    _check_together(written, placed)


def _stands(written: Written, entry: Any, number: int, seen: set[str]) -> bool:
    """Whether a unit in a table of its own can be read; says what is wrong with it."""
    reader, before = written.reader, len(written.reader.faults)
    identity = entry.get("id") if isinstance(entry, Mapping) else None
    key = identity if isinstance(identity, str) and identity and identity not in seen else number
    at = ("units", key)
    entry = reader.table(entry, UNIT, *at)
    if not isinstance(identity, str) or not identity:
        reader.wrong(at, say("has no id"))
    elif identity in seen:
        reader.wrong((*at, "id"), say("is the id of another unit, too: {unit}", unit=identity))
    seen.add(str(identity))
    _check_kind(written, entry, at)
    for field in VALUES:
        if field in entry:
            reader.whole(entry[field], 0, HIGHEST, *at, field)
    reader.flags(entry, ("division", "motorised", "tank_buster"), *at)
    if "face" in entry:
        reader.one_of(entry["face"], FACES, *at, "face")
    if "supply" in entry:
        reader.flags(reader.table(entry["supply"], MOMENTS, *at, "supply"), MOMENTS, *at, "supply")
    _check_where(written, entry, at)
    return len(reader.faults) == before


def _check_kind(written: Written, entry: Mapping[str, Any], at: tuple[str | int, ...]) -> None:
    """A unit is a counter of the list, or says its kind and its side."""
    reader, powers = written.reader, [power for own in written.sides.values() for power in own]
    power = entry.get("power")
    if "counter" in entry:
        named = entry["counter"]
        if not isinstance(named, list) or len(named) != 3 or not all(isinstance(word, str) for word in named):
            reader.wrong((*at, "counter"), say(
                "must be power, kind and name, such as [Germany, ARM, XLVII], not {value}", value=shown(named)))
            return
        power = named[0]
        _check_counter(reader, named, entry.get("division") is True, at)
    elif "kind" not in entry:
        reader.wrong(at, say("has no kind; there are {kinds}", kinds=listing(KINDS)))
    else:
        reader.one_of(entry["kind"], KINDS, *at, "kind")
    if "side" in entry:
        reader.one_of(entry["side"], SIDES, *at, "side")
    elif power is None:
        reader.wrong(at, say("has no side: write side: axis or allies, or its power"))
    elif power not in powers:
        reader.wrong((*at, "counter" if "counter" in entry else "power"), say(
            "is of {power}, which is on neither side", power=cut(str(power))), nearest(power, powers))


def _check_counter(reader: Reader, named: Sequence[str], division: bool, at: tuple[str | int, ...]) -> None:
    """A counter is on the list; else says which is nearest to it."""
    power, kind, name = named
    if counters.find(power, kind, name, division=division):
        return
    at = (*at, "counter")
    known = counters.of_kind(power, kind)
    others = [counter for counter in counters.called(name, [power]) if counter.division or not division]
    if kind not in KINDS:
        reader.wrong((*at, 1), say("must be one of {words}, not {value}", words=listing(KINDS), value=shown(kind)),
                     nearest(kind, KINDS))
    elif not known:
        owners = dict.fromkeys(counters.powers().values())
        reader.wrong(at, say("names {power}, which has no {kind} on the counter list", power=cut(power), kind=kind),
                     nearest(power, owners) if power not in owners else "")
    else:
        near = others[0] if others else next((counter for word in alike(name, [one.name for one in known])
                                              for counter in known if counter.name == word), None)
        reader.wrong((*at, 2), say("names {name}, which is no {kind} of {power} on the counter list", name=cut(name),
                                   kind=kind, power=power), f"{near.kind} {near.name}" if near else "")


def _check_where(written: Written, entry: Mapping[str, Any], at: tuple[str | int, ...]) -> None:
    """A unit is in a hex, or in a section of a sea area, or aboard aircraft off the map."""
    reader = written.reader
    if "at" in entry and written.map:
        reader.known(entry["at"], written.map.hexes, off_map, *at, "at")
    if "aboard" in entry:
        reader.one_of(entry["aboard"], CARRIERS, *at, "aboard")
    if "sea_area" in entry:
        if written.map:
            reader.known(entry["sea_area"], written.map.areas, lambda name: say(
                "names {area}, which is no sea area of the map", area=name), *at, "sea_area")
        reader.whole(entry.get("section"), 0, 4, *at, "section")
    if "at" in entry and "sea_area" in entry:
        reader.wrong((*at, "sea_area"), say("cannot be there and in a hex as well"))
    if not {"at", "aboard", "sea_area"} & set(entry):
        reader.wrong(at, say("is nowhere: write at: and its hex, or sea_area: and section:"))


def _check_place(written: Written, unit: Unit, *at: str | int) -> None:
    """Ground units are on land, or aboard ships; nothing but ships and what they carry is at sea."""
    if not written.map or not unit.place:
        return
    reader, at_sea = written.reader, unit.section >= 0
    if unit.kind in AIRCRAFT and at_sea or unit.kind in GROUND and at_sea and not unit.aboard:
        reader.wrong(at, say("puts {unit} into a sea area: ground units are there on TRS or SCS alone", unit=unit.id))
    elif unit.kind in (*GROUND, *AIRCRAFT) and not at_sea and not unit.aboard:
        terrain = written.data["terrain"]["terrain"][written.map.hexes[unit.place].terrain]
        if terrain["movement"] is None:
            reader.wrong(at, say("puts {unit} into {hex}, where no land unit can be ({terrain})", unit=unit.id,
                                 hex=unit.place, terrain=written.map.hexes[unit.place].terrain))


def _check_together(written: Written, placed: Iterable[tuple[Unit, str | int]]) -> None:
    """Ground units of both sides do not share a hex."""
    holders: dict[str, Unit] = {}
    for unit, key in placed:
        if unit.kind in GROUND and unit.place and unit.section < 0 and not unit.aboard:
            other = holders.setdefault(unit.place, unit)
            if other.side != unit.side:
                written.reader.wrong(("units", key), say(
                    "puts {unit} into {hex}, where {other} of the other side stands", unit=unit.id, hex=unit.place,
                    other=other.id))
