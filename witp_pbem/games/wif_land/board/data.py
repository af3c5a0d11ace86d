"""The data in force: the package's files, or a campaign's own copies of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from witp_pbem.games.common import data
from witp_pbem.games.wif_land.board.map import Hex, SeaArea, Section, WarMap
from witp_pbem.table.tuples import NamedTuple

FILES = ("combat_tables", "terrain", "unit_kinds", "maps", "positions", "options", "tables")
FOLDER = Path(__file__).parent.parent / "data"
TABLES = ("assault", "blitz")
SEVERAL = ("maps", "positions")  # files that hold several of what they are called after, by id

__all__ = ["Hex", "SeaArea", "Section", "WarMap"]


class Terrain(NamedTuple):
    """A kind of terrain.

    Attributes:
        movement: points to enter, not motorised and motorised; None where no land unit may.
        defence: by what defenders are multiplied. mountain_troops: and MTN units (wif ter.c, ter.d).
        blitz, overrun: whether it allows them (wif tbl.b, overrun.d).
        halves: what it halves of tactical and bombardment strength (wif ter.f).
        odds_shift: columns in favour of the attacker. shift_unless_all: not if all attackers are of this power (wif
            ter.e).
        paradrop: whether paratroops may land in it (wif para.b).
    """

    id: str
    movement: tuple[int, int] | None
    defence: Fraction = Fraction(1)
    mountain_troops: Fraction = Fraction(1)
    blitz: bool = False
    overrun: bool = False
    halves: tuple[str, ...] = ()
    odds_shift: int = 0
    shift_unless_all: str = ""
    paradrop: bool = True


class Hexside(NamedTuple):
    """What lies between two hexes.

    Attributes:
        attack: by what attackers across it are multiplied, 0 where nobody may attack.
        movement_extra: points to cross it, not motorised and motorised. movement: whether units may cross it.
        blitz: whether it allows one (wif tbl.c). hq_support: whether a headquarters may support across it (wif hq.c).
        invasion: whether invaders come across it (wif inv.d).
    """

    id: str
    attack: Fraction = Fraction(1)
    movement_extra: tuple[int, int] = (0, 0)
    movement: bool = True
    blitz: bool = True
    hq_support: bool = True
    invasion: bool = False


class Weather(NamedTuple):
    """A kind of weather: points it adds to each hex, columns it shifts the odds, whether it allows invasion and shore
    bombardment, and by how much it makes starred modifiers worse (wif inv.c, shore.c, shore.d, res.f)."""

    id: str
    movement_extra: int
    odds_shift: int
    invasion: bool
    bombardment: bool
    star_extra: int


class Kind(NamedTuple):
    """A kind of land unit: the column it moves by, whether it is infantry and may invade, and what it counts as armour
    and as mechanised unit (wif tbl.d)."""

    id: str
    name: str
    name_ja: str
    motorised: bool
    infantry: bool
    invade: bool
    armour: Fraction
    mech: Fraction


class Stacking(NamedTuple):
    """How many units a hex holds, what a division counts, and how many headquarters it holds besides."""

    limit: Fraction
    division: Fraction
    extra_headquarters: int


class ZoneOfControl(NamedTuple):
    """Which units have none, whether divisions have one, and what it does not reach across."""

    without: tuple[str, ...]
    divisions: bool
    not_across: tuple[str, ...]
    stopped_by_forts: bool


class CombatTables(NamedTuple):
    """The combat tables.

    Attributes:
        columns: the odds, "1:2" to "10:1".
        cells: table -> number rolled -> column -> result, by one die.
        two_dice: the same by the sum of two dice (option 43), empty where nobody has brought any.
        reconstructed: the tables of which a row is not the printed game's.
    """

    columns: tuple[str, ...]
    cells: Mapping[str, Mapping[int, Mapping[str, str]]]
    two_dice: Mapping[str, Mapping[int, Mapping[str, str]]]
    reconstructed: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Data:
    """All data in force.

    Attributes:
        records: as read, by file name.
        numbers: the numbers of the rulebook (`tables`).
        division: what a division counts among armour and mechanised units (wif tbl.f).
    """

    records: Mapping[str, Any]
    numbers: Mapping[str, Any]
    scales: Mapping[str, int]
    terrain: Mapping[str, Terrain]
    hexsides: Mapping[str, Hexside]
    weather: Mapping[str, Weather]
    kinds: Mapping[str, Kind]
    division: Fraction
    stacking: Stacking
    zoc: ZoneOfControl
    notional: int
    combat: CombatTables
    positions: Mapping[str, Mapping[str, Any]]
    options: Mapping[str, Mapping[str, Any]]

    @cached_property
    def maps(self) -> Mapping[str, WarMap]:
        """The maps by id (drawn when one of them is wanted)."""
        return {identifier: WarMap(identifier, record)
                for identifier, record in self.records["maps"]["maps"].items()}

    def own(self, file: str) -> list[str]:
        """The maps or positions (as SEVERAL calls them) that are not packaged ones."""
        packaged, known = read()[file][file], self.records[file][file]
        return [name for name in known if known[name] != packaged.get(name)]

    @cached_property
    def played(self) -> tuple[list[str], list[str]]:
        """The maps and positions whose names count: where somebody has brought some of their own, those in the packaged
        examples mean nothing."""
        positions = self.own("positions") or [*self.positions]
        drawn = {*self.own("maps"), *(self.positions[name]["map"] for name in positions)}
        return [name for name in self.maps if name in drawn], positions

    def scale(self, war_map: WarMap) -> int:
        """By what the scale of a map multiplies the points to enter a hex (wif move.d)."""
        return self.scales[war_map.scale]


def read() -> dict[str, dict[str, Any]]:
    """The packaged records by file name."""
    return data.read(FOLDER, FILES)


@cache
def packaged() -> Data:
    """The packaged data."""
    return build(read())


def build(records: Mapping[str, Mapping[str, Any]]) -> Data:
    """The data of some records.

    Raises:
        KeyError, TypeError, ValueError: they have another shape.
    """
    ground, combat = records["terrain"], records["combat_tables"]
    kinds = records["unit_kinds"]
    stacking, zoc = ground["stacking"], ground["zone_of_control"]
    return Data(
        records, records["tables"], {name: value for name, value in ground["scales"].items() if name != "source"},
        {name: _terrain(name, entry) for name, entry in ground["terrain"].items()},
        {name: _hexside(name, entry) for name, entry in ground["hexsides"].items()},
        {name: Weather(name, entry["movement_extra"], entry["odds_shift"], entry["invasion"], entry["bombardment"],
                       entry.get("bombardment_star_extra", 0)) for name, entry in ground["weather"].items()},
        {name: _kind(name, entry) for name, entry in kinds["kinds"].items()},
        Fraction(kinds["division"]["count"]),
        Stacking(Fraction(stacking["units_per_hex"]), Fraction(stacking["division"]), stacking["extra_hq"]),
        ZoneOfControl(tuple(zoc["without"]), zoc["divisions"], tuple(zoc["not_across"]), zoc["stopped_by_forts"]),
        ground["notional_unit"]["strength"],
        CombatTables(tuple(combat["columns"]), _cells(combat["tables"]), _cells(combat["two_dice"]),
                     tuple(name for name, rows in combat["tables"].items() if _is_reconstructed(rows))),
        records["positions"]["positions"], {option["id"]: option for option in records["options"]["options"]})


def _terrain(name: str, entry: Mapping[str, Any]) -> Terrain:
    defence = Fraction(entry.get("defence", 1))
    movement = entry["movement"]
    return Terrain(name, None if movement is None else (movement[0], movement[1]), defence,
                   Fraction(entry.get("defence_MTN", defence)), entry.get("blitz", False), entry.get("overrun", False),
                   tuple(entry.get("halves", ())), entry.get("odds_shift", 0),
                   entry.get("shift_unless_all_attackers", ""), entry.get("paradrop", True))


def _hexside(name: str, entry: Mapping[str, Any]) -> Hexside:
    attack, extra = entry.get("attack", 1), entry.get("movement_extra", (0, 0))
    return Hexside(name, Fraction(0) if attack is False else Fraction(attack), (extra[0], extra[1]),
                   entry.get("movement", True), entry.get("blitz", True), entry.get("hq_support", True),
                   entry.get("invasion", False))


def _kind(name: str, entry: Mapping[str, Any]) -> Kind:
    return Kind(name, entry["name"], entry["ja"], entry["motorised"], entry["infantry"], entry["invade"],
                Fraction(entry["armour"]), Fraction(entry["mech"]))


def _cells(tables: Mapping[str, Any]) -> dict[str, dict[int, dict[str, str]]]:
    return {name: {int(number): {column: result for column, result in row.items() if column != "source"}
                   for number, row in rows.items()} for name, rows in tables.items()}


def _is_reconstructed(rows: Mapping[str, Any]) -> bool:
    """Whether the source of a row, or of a cell of one, says that it is not the printed game's."""
    return any(source.text.startswith(data.RECONSTRUCTED) for source in data.sources(rows))
