"""The data in force: the package's files, or a campaign's own copies of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from witp_pbem.games.common import data
from witp_pbem.games.taiheiyo_senshi.board import reconstructed
from witp_pbem.games.taiheiyo_senshi.board.map import Map
from witp_pbem.games.taiheiyo_senshi.board.reconstructed import Reconstructed
from witp_pbem.table.tuples import NamedTuple

FILES = ("map", "units", "tables", "turns", "cards", "setup")
FOLDER = Path(__file__).parent.parent / "data"
BATTLESHIP_GUNNERY = 2  # from here on a ship without air strength is a battleship (senshi 2.2.6-a)


class Printed(NamedTuple):
    """A counter as it is printed (senshi 2.2-b).

    Attributes:
        id: "jp_akagi". name, name_ja: "Akagi".
        nation: japan, us, uk, netherlands, australia; allies for the Allied land-based air, which has none.
        kind: carrier, battleship, cruiser (senshi 2.2.6-a) or air.
        air, gunnery, defence, movement: its values; air units have the first alone, movement is that of the front.
        heavy: its defence stands in a box (senshi 2.2.3-a).
        code: the letters by which it is set up (senshi 3.1), "" without.
        enters: its turn of arrival, 0 where it is set up. leaves: the turn on which it goes home, 0 for none
            (senshi 6.1(2)-a).
    """

    id: str
    name: str
    name_ja: str
    nation: str
    kind: str
    air: int = 0
    gunnery: int = 0
    defence: int = 0
    heavy: bool = False
    movement: int = 0
    code: str = ""
    enters: int = 0
    leaves: int = 0

    @property
    def side(self) -> str:
        return "japan" if self.nation == "japan" else "allies"

    @property
    def is_ship(self) -> bool:
        return self.kind != "air"


class Column(NamedTuple):
    """A column of the combat results table.

    Attributes:
        id: its key in the data. label: "4-5".
        low: the least strength in it.
        hits: by the die, from 1 to 6.
    """

    id: str
    label: str
    low: int
    hits: tuple[int, ...]


class HistoricalBattle(NamedTuple):
    """A battle of the chart of page 3 (senshi 1.0-c); date is its first day, "1942-06-05"."""

    name: str
    name_ja: str
    date: str


class Turn(NamedTuple):
    """A space of the turn track.

    Attributes:
        turn: 0 to 5. label, label_ja: "first half of 1942".
        draws: cards the Allies draw (senshi 6.2-b).
        fleet_trains: markers the Allies may place (senshi 7.3(3)-a).
        victory: side -> the lead with which it wins at the end of the turn, below 0 a deficit (senshi 4.1).
    """

    turn: int
    label: str
    label_ja: str
    draws: int
    fleet_trains: int
    victory: Mapping[str, int]
    battles: tuple[HistoricalBattle, ...]


class Arrivals(NamedTuple):
    """Where units of a nation appear (senshi 6.1).

    Attributes:
        new: the points new ones may appear at.
        repaired: where repaired ones do, "" where there are none.
        instead: where they are repaired after an enemy captured that port (senshi 6.1.4), "" for nowhere else.
    """

    new: tuple[str, ...]
    repaired: str
    instead: str


class CardEvent(NamedTuple):
    """An event of a card (senshi CARD); what it does stands in the reference.

    Attributes:
        id: "J01". card: the card it stands on, "J01-A16". side: whose event it is.
        title, title_ja: its title. is_working_title: that is none of the printed card.
        window: when it can be played: operation, movement, interruption, battle, air_strike, surface, before_capture,
            capture or any.
        once: once in the game (senshi 2.3-g).
        numbers: shift, enemy_shift (columns to the right), strength, ground_strength, rounds, points, cards, hits,
            divisor, carriers, air.
        points: what the die gives, from 1 to 6, () without a die.
        places: what the side must hold, any of them. turn: when alone it can be played, 0 for any.
    """

    id: str
    card: str
    side: str
    title: str
    title_ja: str
    is_working_title: bool
    window: str
    once: bool
    numbers: Mapping[str, int]
    points: tuple[int, ...]
    places: tuple[str, ...]
    turn: int


class Battle(NamedTuple):
    """Numbers of combat: rounds at most (senshi 8.1-a), columns an air strike is shifted where the enemy has more
    carriers and where it has land-based air (senshi 8.2(2)-a), what is added to a damage die of a heavy ship and the
    die that sinks it (senshi 8.2(6))."""

    rounds: int
    more_carriers: int
    enemy_air: int
    heavy_die: int
    heavy_sunk_by: int


class Hand(NamedTuple):
    """Cards of a side: how many it holds at most (senshi 6.2-c), draws at set-up (senshi 3.2-d), and draws in a turn
    for points it holds (senshi 6.2-a)."""

    most: int
    setup: int
    held: Mapping[str, int]


class Choice(NamedTuple):
    """A code whose units their side sets up as it likes (senshi 3.1-b, 3.2-b): at any of some points.

    Attributes:
        code: "" for no code. units: ships or air.
    """

    id: str
    side: str
    code: str
    units: str
    places: tuple[str, ...]


class Surprise(NamedTuple):
    """An air strike of turn 0 (senshi 5.1): on the ships of a nation at a point, in a column of the combat table."""

    id: str
    target: str
    nation: str
    column: str


class After(NamedTuple):
    """Where a side's units of a code are put when turn 0 ends (senshi 5.1(3)-a, 5.1(4)-a)."""

    id: str
    side: str
    code: str
    place: str


@dataclass(frozen=True)
class Data:
    """Everything the rules read off map, counters, tables and cards.

    Attributes:
        map: the map.
        units: every counter by its id, ships before land-based air, in the order of the counter list.
        columns: the combat results table, from left to right.
        battle: numbers of combat.
        ground_worth: air strength and gunnery worth a point of ground strength; ground_resource: what a resource adds
            (senshi 9.2).
        free_movement: of a group that meets no enemy unit (senshi 7.5(4)-a); sortie_cost: movement a counter-sortie
            lacks (senshi 7.6(2)-b).
        hands: by side. reshuffle_at: cards left when the deck is made anew (senshi 6.2-d).
        turns: by number. arrivals: by nation.
        cards: "J01-A16" -> side -> its event on the card. events: by id, "J01".
        codes: side -> letter -> point (senshi 3.1, 3.2). choices: codes that are set up freely.
        air_places: where the Japanese land-based air units are set up, one each (senshi 3.2-c).
        surprises: the air strikes of turn 0, in order. after: what is put elsewhere when it ends.
        default: the usual set-up: unit -> point, of those that can be set up freely and the Japanese air units.
        options: id -> record.
        reconstructed: what of all this is our own invention.
    """

    map: Map
    units: Mapping[str, Printed]
    columns: tuple[Column, ...]
    battle: Battle
    ground_worth: int
    ground_resource: int
    free_movement: int
    sortie_cost: int
    hands: Mapping[str, Hand]
    reshuffle_at: int
    turns: Mapping[int, Turn]
    arrivals: Mapping[str, Arrivals]
    cards: Mapping[str, Mapping[str, str]]
    events: Mapping[str, CardEvent]
    codes: Mapping[str, Mapping[str, str]]
    choices: tuple[Choice, ...]
    air_places: tuple[str, ...]
    surprises: tuple[Surprise, ...]
    after: tuple[After, ...]
    default: Mapping[str, str]
    options: Mapping[str, Mapping[str, Any]]
    reconstructed: Reconstructed

    @cached_property
    def last_turn(self) -> int:
        return max(self.turns)

    @cached_property
    def _lows(self) -> tuple[int, ...]:
        return tuple(column.low for column in self.columns)

    def column(self, strength: int) -> int:
        """The number of the column of a strength, from the left and from 0 on; -1 for a strength below all."""
        return bisect_right(self._lows, strength) - 1

    def column_of(self, identifier: str) -> int:
        """The number of a column by its key."""
        return next(number for number, column in enumerate(self.columns) if column.id == identifier)

    def set_up(self, side: str, code: str, units: str = "") -> list[Printed]:
        """The units that are on the map from the start by a code, in the order of the counter list.

        Args:
            code: "" for those without.
            units: "ships" or "air", "" for both.
        """
        return [unit for unit in self.units.values() if (unit.side, unit.code, unit.enters) == (side, code, 0)
                and units in ("", "ships" if unit.is_ship else "air")]

    def entering(self, turn: int) -> list[Printed]:
        """The units that arrive for the first time on a turn, in the order of the counter list (senshi 2.2.5-a)."""
        return [unit for unit in self.units.values() if unit.enters == turn]

    def leaving(self, turn: int) -> list[Printed]:
        """The units that go home on a turn, in the order of the counter list (senshi 6.1(2)-a)."""
        return [unit for unit in self.units.values() if unit.leaves == turn]


def build(files: Mapping[str, Mapping[str, Any]]) -> Data:
    """The data made of the records `FILES` names."""
    units, tables, turns, cards, setup = (files[name] for name in FILES[1:])
    on = {event: f"{card['id']}-{card['allies']}" for card in cards["cards"] for event in (card["id"], card["allies"])}
    battle, ground, movement = tables["battle"], tables["ground_strength"], tables["movement"]
    return Data(
        Map(files["map"]),
        {entry["id"]: _printed(entry) for entry in (*units["ships"], *units["air"])},
        _columns(tables["combat"]),
        Battle(*(battle[name] for name in ("rounds", "more_carriers", "enemy_air", "heavy_die", "heavy_sunk_by"))),
        ground["worth"], ground["resource"], movement["without_contact"], movement["counter_sortie"],
        {side: Hand(entry["most"], entry["setup"], entry["held"]) for side, entry in tables["hands"].items()},
        tables["reshuffle"]["left"],
        {entry["turn"]: _turn(entry) for entry in turns["turns"]},
        {nation: Arrivals(tuple(entry["new"]), entry["repaired"], entry.get("instead", ""))
         for nation, entry in turns["arrivals"].items()},
        {f"{card['id']}-{card['allies']}": {"japan": card["id"], "allies": card["allies"]} for card in cards["cards"]},
        {entry["id"]: _event(entry, on[entry["id"]]) for entry in cards["events"]},
        {side: {code: place for code, place in codes.items() if code != "source"}
         for side, codes in setup["codes"].items()},
        tuple(Choice(entry["id"], entry["side"], entry["code"], entry["units"], tuple(entry["places"]))
              for entry in setup["choices"]),
        tuple(setup["air"]["places"]),
        tuple(Surprise(entry["id"], entry["target"], entry["nation"], entry["column"]) for entry in setup["turn_0"]),
        tuple(After(entry["id"], entry["side"], entry["code"], entry["place"]) for entry in setup["after"]),
        {unit: place for place, group in setup["default"].items() if place != "source" for unit in group},
        {entry["id"]: entry for entry in setup["options"]}, reconstructed.of(files))


def _printed(entry: Mapping[str, Any]) -> Printed:
    enters, leaves = code_turns(entry["code"])
    if "gunnery" not in entry:
        return Printed(entry["id"], entry["name"], entry["name_ja"], entry["nation"], "air", entry["air"],
                       code=setup_code(entry["code"]), enters=enters, leaves=leaves)
    return Printed(entry["id"], entry["name"], entry["name_ja"], entry["nation"],
                   ship_kind(entry["air"], entry["gunnery"]), entry["air"], entry["gunnery"], entry["defence"],
                   entry["heavy"], entry["movement"], setup_code(entry["code"]), enters, leaves)


def ship_kind(air: int, gunnery: int) -> str:
    """What a ship of some values is (senshi 2.2.6-a)."""
    return "carrier" if air else "battleship" if gunnery >= BATTLESHIP_GUNNERY else "cruiser"


def code_turns(code: str) -> tuple[int, int]:
    """The turns on which a unit of a code enters and leaves, 0 for none: (1, 3) for "1-3", (0, 3) for "C-3"."""
    first, _, last = code.partition("-")
    return int(first) if first.isdecimal() else 0, int(last) if last.isdecimal() else 0


def setup_code(code: str) -> str:
    """The letters of a code by which a unit is set up, "" for none: "C" for "C-3"."""
    first = code.partition("-")[0]
    return "" if first.isdecimal() else first


def _columns(entries: list[Mapping[str, Any]]) -> tuple[Column, ...]:
    """The columns from left to right, each called after the strengths in it."""
    entries = sorted(entries, key=lambda entry: int(entry["low"]))
    lows = [entry["low"] for entry in entries]
    labels = [str(low) if after == low + 1 else f"{low}-{after - 1}"
              for low, after in zip(lows, lows[1:], strict=False)] + [f"{lows[-1]}+"]
    return tuple(Column(entry["id"], label, entry["low"], tuple(entry["hits"][str(die)] for die in range(1, 7)))
                 for entry, label in zip(entries, labels, strict=True))


def _turn(entry: Mapping[str, Any]) -> Turn:
    return Turn(entry["turn"], entry["label"], entry["label_ja"], entry["draws"], entry["fleet_trains"],
                entry.get("victory", {}),
                tuple(HistoricalBattle(battle["name"], battle["name_ja"], battle["date"])
                      for battle in entry["battles"]))


def _event(entry: Mapping[str, Any], card: str) -> CardEvent:
    points = entry.get("points", {})
    return CardEvent(
        entry["id"], card, entry["side"], entry["title"], entry["title_ja"],
        str(entry.get("source", {}).get("title", "")).startswith(data.RECONSTRUCTED), entry["window"], entry["once"],
        entry.get("numbers", {}), tuple(points[die] for die in sorted(points)), tuple(entry.get("places", ())),
        entry.get("turn", 0))


def read() -> dict[str, dict[str, Any]]:
    """The records that come with the program."""
    return data.read(FOLDER, FILES)


@cache
def packaged() -> Data:
    """The data that come with the program."""
    return build(read())


@cache
def packaged_names() -> Mapping[str, Any]:
    """What points and units are called besides their names (`aliases`): it decides nothing, and is no record."""
    return data.read(FOLDER, ["names"])["names"]
