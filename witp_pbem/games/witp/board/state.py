"""What is on the board: units, logistics bases, resource points, cards.

A position is a value: rules never change one, `events.apply` makes the next. Dictionaries in it are
treated as frozen. What has been worked out about a position is kept with it, and goes on to the next one as far as it
still holds there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar

from witp_pbem.games.witp.board.data import Data
from witp_pbem.table.canonical import canonical
from witp_pbem.table.dice import Die
from witp_pbem.table.event import freeze, thaw

Side: TypeAlias = str
JAPAN: Side = "japan"
ALLIES: Side = "allies"
SIDES: tuple[Side, Side] = (JAPAN, ALLIES)
DIE = Die(6)  # all dice of the game
FIRST, SECOND = "first", "second"
SEATS: tuple[str, str] = (FIRST, SECOND)  # the players of a shortened game before one of them has won Japan
BIDS = "bids"  # the step in which they bid (witp 13.2.b)
ENEMY: dict[str, Side] = {JAPAN: ALLIES, ALLIES: JAPAN}
SIDE_OF: dict[str, Side] = {"japan": JAPAN, "us": ALLIES, "uk": ALLIES, "china": ALLIES}

CARRIER, NAVAL, LAND, AIR = "carrier", "naval", "land", "air"
KINDS = (CARRIER, NAVAL, LAND, AIR)
FLEET = (CARRIER, NAVAL)

MAP, ARRIVING, RESERVE, REMOVED = "map", "arriving", "reserve", "removed"


class Unit(NamedTuple):
    """A counter.

    Attributes:
        id: "JP-CV-1": nation, type and a running number.
        nation: japan, us, uk or china.
        kind: carrier, naval, land or air.
        status: on the map, arriving (turn track), reserve (witp 3.3.i) or removed.
        hex: where it stands, "" when not on the map.
        full: full strength or reduced (witp 2.2.2).
        arrival: turn of arrival, 0 for a unit set up on the map.
        aboard: id of the surface fleet that carries it, "" ashore (land units only).
        water: which sea of a hex with two seas a fleet is in (witp 8.7.h), else "".
        moved: has moved in this operations phase (witp 8.5.a).
    """

    id: str
    nation: str
    kind: str
    status: str
    hex: str
    full: bool = True
    arrival: int = 0
    aboard: str = ""
    water: str = ""
    moved: bool = False

    @property
    def side(self) -> Side:
        return SIDE_OF[self.nation]

    @property
    def is_fleet(self) -> bool:
        """Carrier or surface fleet (witp 2.2.c)."""
        return self.kind in FLEET

    @property
    def ashore(self) -> bool:
        """A land unit on the land part of its hex, not aboard a transport."""
        return self.kind == LAND and not self.aboard


class Outcome(NamedTuple):
    """How the game ended: the winner, the rule, and the code of the reason."""

    winner: str
    rule: str
    reason: str


@dataclass(frozen=True)
class Position:
    """Everything on the table.

    Attributes:
        data: map, counters, track, cards and scenarios in force (not part of the saved position).
        step: where in the sequence of the turn (see `sequence.STEPS`).
        bases: hexes of each side's logistics bases, ascending.
        rp: resource points each side has left this turn.
        trp_start: total resource points at the start of the turn, which decide who acts first (R-14).
        targets: hexes each side has chosen as targets this turn (witp 8.5.b).
        redeployed: units that have redeployed this turn; stacks: stacks each side has redeployed.
        continuing: hexes with a continuing battle marker.
        hands: slots of the cards each side holds; a slot "1942-03" is a card that lies open.
        decks: for each deck made: its cards' seals, how many are drawn and how many it had.
        discards: cards used up. effects: card effects still in force.
        pending: turn effects carried to the next turn, e.g. {"japan": -3} resource points (witp 12.2.j).
        china_fought: a Chinese unit was fought this turn (witp 12.2.g).
        china_duty: a Chinese land unit stood when this turn's combat began (R-84).
        options: options of the campaign. outcome: None while the game goes on.
        america: "neutral" or, on the turn Japan declares war on it, "surprised" (witp 13.4.a); "" where it is at war.
        taken: ports and airfields of the Allies that Japan has taken, where the sudden-death rule is used (witp SD.a).
        bid: ports and airfields Japan has to control at the end of a shortened game, None where nothing was bid.
        seats: which player of a shortened game plays each side, empty where the sides were not bid for.
    """

    data: Data = field(compare=False, repr=False)
    scenario: str = "standard"
    turn: int = 1
    step: str = "start"
    units: dict[str, Unit] = field(default_factory=dict)
    bases: dict[str, tuple[str, ...]] = field(default_factory=lambda: {JAPAN: (), ALLIES: ()})
    rp: dict[str, int] = field(default_factory=lambda: {JAPAN: 0, ALLIES: 0})
    trp_start: dict[str, int] = field(default_factory=lambda: {JAPAN: 0, ALLIES: 0})
    targets: dict[str, tuple[str, ...]] = field(default_factory=lambda: {JAPAN: (), ALLIES: ()})
    redeployed: tuple[str, ...] = ()
    stacks: dict[str, int] = field(default_factory=lambda: {JAPAN: 0, ALLIES: 0})
    continuing: tuple[str, ...] = ()
    hands: dict[str, tuple[str, ...]] = field(default_factory=lambda: {JAPAN: (), ALLIES: ()})
    decks: dict[str, dict[str, Any]] = field(default_factory=dict)
    discards: tuple[str, ...] = ()
    effects: tuple[dict[str, Any], ...] = ()
    pending: dict[str, int] = field(default_factory=dict)
    china_fought: bool = False
    china_duty: bool = False
    china_surrendered: bool = False
    chungking_air: str = ""
    sudden_death_void: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    outcome: Outcome | None = None
    america: str = ""
    taken: tuple[str, ...] = ()
    bid: int | None = None
    seats: dict[str, str] = field(default_factory=dict)

    def on_map(self) -> Iterator[Unit]:
        """Units on the map, by id."""
        return iter(self._on_map)

    @cached_property
    def _on_map(self) -> tuple[Unit, ...]:
        return tuple([unit for unit in self.units.values() if unit.status == MAP])

    @cached_property
    def here(self) -> dict[str, list[Unit]]:
        """The units in each hex that holds any, in the order of the counter list; the hexes in no order."""
        here: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            if unit.hex:
                here.setdefault(unit.hex, []).append(unit)
        return here

    @cached_property
    def ranks(self) -> dict[str, int]:
        """The place of each unit in the counter list."""
        return {identifier: rank for rank, identifier in enumerate(self.units)}

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What rules have worked out about this position and may want again."""
        return {}

    @cached_property
    def controlled(self) -> dict[Any, Any]:
        """Who controls a hex, as far as `control` was asked; it goes on for hexes in which no unit comes or goes."""
        return {}

    @cached_property
    def zones(self) -> dict[Any, Any]:
        """Air zones of control as far as `air` was asked; they go on until an air unit or America changes."""
        return {}

    def but(self, **changed: Any) -> Position:
        """The position with other values in some fields, as `dataclasses.replace` makes it, but several times as
        fast."""
        values = {**self.__dict__, **changed}
        values.pop("memo", None)
        if "units" in changed:
            for name in ("_on_map", "here", "ranks", "controlled", "zones"):
                values.pop(name, None)
        if changed.get("america", self.america) != self.america:
            values.pop("zones", None)
        made = object.__new__(Position)
        made.__dict__.update(values)
        return made

    def but_units(self, *changed: Unit) -> Position:
        """The position with some units changed."""
        units = dict(self.units)
        here, controlled, new = dict(self.here), dict(self.controlled), {unit.id: unit for unit in changed}
        touched = dict.fromkeys(number for unit in changed for number in (self.units[unit.id].hex, unit.hex) if number)
        units.update(new)
        for number in touched:
            found = [unit for unit in here.get(number, ()) if unit.id not in new]
            found += [unit for unit in new.values() if unit.hex == number]
            found.sort(key=lambda unit: self.ranks[unit.id])
            here[number] = found
            if not found:
                del here[number]
            controlled.pop(("controller", number), None)
        made = self.but(units=units)
        made.__dict__.update(here=here, ranks=self.ranks, controlled=controlled)
        if all(unit.kind != AIR for unit in changed):
            made.__dict__["zones"] = self.zones
        return made

    def at(self, number: str) -> list[Unit]:
        """Units in a hex, in the order of the counter list."""
        return self.here.get(number, [])

    def of(self, side: str, number: str, *kinds: str) -> list[Unit]:
        """A side's units of the given kinds (all kinds if none is given) in a hex."""
        return [unit for unit in self.at(number) if unit.side == side and (not kinds or unit.kind in kinds)]

    def ashore(self, side: str, number: str) -> list[Unit]:
        """A side's land units on the land of a hex."""
        return [unit for unit in self.here.get(number, ()) if unit.kind == LAND and not unit.aboard
                and SIDE_OF[unit.nation] == side]

    def cargo(self, ship: str) -> list[Unit]:
        """The land units a surface fleet carries (one at most, witp 8.6.b)."""
        return [unit for unit in self.at(self.units[ship].hex) if unit.aboard == ship]

    def year(self) -> int:
        """The calendar year of the turn (R-23)."""
        return int(self.data.turn(self.turn)["year"])


Values = ParamSpec("Values")
Found = TypeVar("Found")


def remembered(store: str) -> Callable[[Callable[Concatenate[Position, Values], Found]],
                                       Callable[Concatenate[Position, Values], Found]]:
    """Makes a function of a position and some values keep what it finds with the position.

    Args:
        store: where, which says how long it holds: "memo", "controlled" or "zones".
    """
    def keeping(function: Callable[Concatenate[Position, Values], Found],
                ) -> Callable[Concatenate[Position, Values], Found]:
        name = function.__name__

        @wraps(function)
        def asked(position: Position, /, *values: Values.args, **named: Values.kwargs) -> Found:
            kept: dict[Any, Found] = getattr(position, store)
            key = (name, *values, *named.items())
            if key not in kept:
                kept[key] = function(position, *values, **named)
            return kept[key]

        return asked

    return keeping


_PLAIN = ("scenario", "turn", "step", "bases", "rp", "trp_start", "targets", "redeployed", "stacks", "continuing",
          "hands", "decks", "discards", "effects", "pending", "china_fought", "china_duty", "china_surrendered",
          "chungking_air", "sudden_death_void", "options")
_SHORT: dict[str, Any] = {"bid": None, "seats": {}, "america": "", "taken": ()}  # fields left out at their usual value
_DEFAULTS = Unit("", "", "", "", "")._asdict()


def unit_to_json(unit: Unit) -> dict[str, Any]:
    """A unit as JSON; fields at their usual value are left out."""
    record = unit._asdict()
    return {key: value for key, value in record.items() if key in ("id", "nation", "kind", "status")
            or value != _DEFAULTS[key]}


def to_json(position: Position) -> dict[str, Any]:
    """The documented form of a position (see docs/state-format.md), ready for canonical JSON."""
    record: dict[str, Any] = {"format": 1, "game": "witp"}
    for name in _PLAIN:
        record[name] = thaw(getattr(position, name))
    for name, usual in _SHORT.items():
        if getattr(position, name) != usual:
            record[name] = thaw(getattr(position, name))
    record["units"] = [unit_to_json(unit) for unit in position.units.values()]
    record["outcome"] = position.outcome._asdict() if position.outcome else None
    return record


class Writer:
    """Writes positions that follow one another, each as the canonical JSON of `to_json`. What is the same as in the one
    before is not written again."""

    def __init__(self) -> None:
        self._fields: dict[str, tuple[Any, str]] = {}
        self._units: dict[str, tuple[Unit, str]] = {}

    def __call__(self, position: Position) -> bytes:
        texts = {"format": "1", "game": '"witp"', "units": self._unit_list(position),
                 "outcome": _text(position.outcome._asdict() if position.outcome else None)}
        for name in (*_PLAIN, *_SHORT):
            value = getattr(position, name)
            if name in _SHORT and value == _SHORT[name]:
                continue
            known = self._fields.get(name)
            if known is None or known[0] is not value:
                known = self._fields[name] = (value, _text(value))
            texts[name] = known[1]
        members = ",".join(f'"{name}":{texts[name]}' for name in sorted(texts))
        return f"{{{members}}}".encode()

    def _unit_list(self, position: Position) -> str:
        texts = []
        for unit in position.units.values():
            known = self._units.get(unit.id)
            if known is None or known[0] is not unit:
                known = self._units[unit.id] = (unit, _text(unit_to_json(unit)))
            texts.append(known[1])
        return f"[{','.join(texts)}]"


def _text(value: Any) -> str:
    return canonical(value).decode()


def from_json(record: dict[str, Any], data: Data) -> Position:
    """The position a JSON record describes; fields left out keep their usual value.

    Raises:
        ValueError: an unknown field, or a unit without identity.
    """
    values = {key: freeze(value) for key, value in record.items()}
    values.pop("format", None)
    values.pop("game", None)
    values.pop("about", None)
    units = {}
    for entry in values.pop("units", ()):
        try:
            unit = Unit(**{"hex": "", "status": MAP, **entry})
        except TypeError as error:
            name = entry.get("id", "?") if isinstance(entry, Mapping) else entry
            raise ValueError(f"unit {name}: {error}") from error
        units[unit.id] = unit
    outcome = values.pop("outcome", None)
    unknown = sorted(set(values) - {*_PLAIN, *_SHORT})
    if unknown:
        raise ValueError(f"unknown fields: {', '.join(unknown)}")
    position = Position(data=data, units=units, **values)
    return position.but(outcome=Outcome(**outcome)) if outcome else position

