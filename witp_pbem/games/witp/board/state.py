"""What is on the board: units, logistics bases, resource points, cards.

A position is a value: rules never change one, `events.apply` makes the next. Dictionaries in it are
treated as frozen. What has been worked out about a position is kept with it, and goes on to the next one as far as it
still holds there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, TypeAlias

from witp_pbem.games.common.position import (
    Overview,
    PositionForm,
    Remembering,
    by_place,
    by_place_after,
    elsewhere,
    overviews,
)
from witp_pbem.games.common.tracks import Track
from witp_pbem.games.witp.board.data import Data
from witp_pbem.table.dice import Die
from witp_pbem.table.tuples import NamedTuple

Side: TypeAlias = str
JAPAN: Side = "japan"
ALLIES: Side = "allies"
SIDES: tuple[Side, Side] = (JAPAN, ALLIES)
DIE = Die(6)  # all dice of the game
POINTS = Track()  # the resource point record track (witp 2.3.a)
FIRST, SECOND = "first", "second"
BIDDERS: tuple[str, str] = (FIRST, SECOND)  # the players of a shortened game before one of them has won Japan
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
    status: str = MAP
    hex: str = ""
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


class GameOutcome(NamedTuple):
    """How the game ended: the winner, the rule, and the code of the reason."""

    winner: str
    rule: str
    reason: str


@dataclass(frozen=True)
class Position(Remembering):
    """Everything on the table.

    Attributes:
        data: map, counters, track, cards and scenarios in force (not part of the saved position).
        step: where in the sequence of the turn (see `turn.OUTLINE`).
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
        players: which player of a shortened game plays each side, empty where the sides were not bid for.
    """

    PARTS = {"units": KINDS}
    LASTING = {"_on_map": ("units",), "air": (AIR,), "fleets": FLEET,
               "here": ("units",), "shared": ("units",), "ranks": ("units",),
               "local": ("units", "continuing", "chungking_air"),
               "everywhere": ("units", "continuing", "chungking_air"), "zones": (AIR, "america"),
               "lines": ("units", "turn", "america"),
               "lanes": ("turn", "continuing", "effects", "america")}

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
    outcome: GameOutcome | None = None
    america: str = ""
    taken: tuple[str, ...] = ()
    bid: int | None = None
    players: dict[str, str] = field(default_factory=dict)

    def on_map(self) -> Iterator[Unit]:
        """Units on the map, by id."""
        return iter(self._on_map)

    @cached_property
    def _on_map(self) -> tuple[Unit, ...]:
        return tuple([unit for unit in self.units.values() if unit.status == MAP])

    @cached_property
    def air(self) -> tuple[Unit, ...]:
        """Air units on the map, by id."""
        return tuple([unit for unit in self.units.values() if unit.status == MAP and unit.kind == AIR])

    @cached_property
    def fleets(self) -> tuple[Unit, ...]:
        """Fleets on the map, by id."""
        return tuple([unit for unit in self.units.values() if unit.status == MAP and unit.kind in FLEET])

    @cached_property
    def here(self) -> dict[str, list[Unit]]:
        """The units in each hex that holds any, in the order of the counter list; the hexes in no order."""
        return by_place(self.units.values(), _hex)

    @cached_property
    def shared(self) -> frozenset[str]:
        """The hexes with units of both sides."""
        return frozenset(number for number, units in self.here.items()
                         if len(units) > 1 and len({SIDE_OF[unit.nation] for unit in units}) > 1)

    @cached_property
    def ranks(self) -> dict[str, int]:
        """The place of each unit in the counter list."""
        return {identifier: rank for rank, identifier in enumerate(self.units)}

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What rules have worked out about this position and may want again."""
        return {}

    @cached_property
    def local(self) -> dict[str, dict[Any, Any]]:
        """What follows from who stands in a hex, as far as rules have asked: who controls it, who is too many there. It
        goes on for hexes in which no unit comes, goes or changes and no battle goes on, until Chungking has its air."""
        return {}

    @cached_property
    def everywhere(self) -> dict[Any, Overview]:
        """What follows from who stands in each hex, of all hexes together: where units are too many, where some may not
        stay, where some may go. It goes on as `local` does."""
        return {}

    @cached_property
    def lines(self) -> dict[Any, Any]:
        """Ways that supply can take, as far as rules have asked; they go on until a unit, the turn or America
        changes."""
        return {}

    @cached_property
    def zones(self) -> dict[Any, Any]:
        """Air zones of control as far as `air` was asked; they go on until an air unit or America changes."""
        return {}

    @cached_property
    def lanes(self) -> dict[Any, Any]:
        """Where stacks may go from one hex to the next, as far as `routes` was asked; whoever stands there bars
        nobody from entering, so this goes on until a turn, a continuing battle, a card or America changes."""
        return {}

    def but_units(self, *changed: Unit) -> Position:
        """The position with some units changed."""
        pairs = {unit.id: (self.units[unit.id], unit) for unit in changed}
        here = by_place_after(self.here, pairs, _hex, lambda unit: self.ranks[unit.id])
        position = self.with_parts({unit.kind for unit in changed},
                                   units={**self.units, **{name: after for name, (_, after) in pairs.items()}})
        position.__dict__.update(here=here, ranks=self.ranks)
        return self._elsewhere(position, frozenset(unit.hex for pair in pairs.values() for unit in pair if unit.hex))

    def but_continuing(self, *hexes: str) -> Position:
        """The position with other continuing battles."""
        return self._elsewhere(self.but(continuing=hexes), frozenset(hexes).symmetric_difference(self.continuing))

    def _elsewhere(self, after: Position, touched: frozenset[str]) -> Position:
        """The position after a change in some hexes; what follows from each hex goes on in all others."""
        after.__dict__.update(local=elsewhere(self.local, touched), everywhere=overviews(self.everywhere, touched))
        return after

    def in_order(self, *groups: Iterable[Unit]) -> list[Unit]:
        """All units of some groups, in the order of the counter list."""
        return sorted(chain(*groups), key=lambda unit: self.ranks[unit.id])

    def at(self, number: str) -> list[Unit]:
        """Units in a hex, in the order of the counter list."""
        return self.here.get(number, [])

    def of(self, side: str, number: str, *kinds: str) -> list[Unit]:
        """A side's units of the given kinds (all kinds if none is given) in a hex."""
        return [unit for unit in self.here.get(number, ())
                if SIDE_OF[unit.nation] == side and (not kinds or unit.kind in kinds)]

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


def _hex(unit: Unit) -> str:
    return unit.hex


# The documented form of a position (see docs/state-format.md).
FORM = PositionForm(Position, {"format": 1, "game": "witp"}, GameOutcome, Unit,
                    always=("id", "nation", "kind", "status"),
                    optional=("bid", "players", "america", "taken"))


def from_json(record: Mapping[str, Any], data: Data) -> Position:
    """The position a record describes (see `PositionForm.from_json`)."""
    position: Position = FORM.from_json(record, data=data)
    return position
