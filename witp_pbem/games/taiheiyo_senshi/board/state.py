"""What is on the board: ships and land-based air units, port and base markers, the score, cards.

A position is a value: rules never change one, `events.apply` makes the next. Dictionaries in it are treated as frozen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from witp_pbem.games.common.position import PositionForm, WithCounters
from witp_pbem.games.taiheiyo_senshi.board.data import Data
from witp_pbem.table.dice import Die
from witp_pbem.table.tuples import NamedTuple

Side: TypeAlias = str
JAPAN: Side = "japan"
ALLIES: Side = "allies"
SIDES: tuple[Side, Side] = (JAPAN, ALLIES)  # in the order in which they act wherever both do (senshi 9.0-a)
ENEMY: dict[str, Side] = {JAPAN: ALLIES, ALLIES: JAPAN}
DIE = Die(6)  # all dice of the game (senshi 2.0-a)

CARRIER, BATTLESHIP, CRUISER, AIR = "carrier", "battleship", "cruiser", "air"
KINDS = (CARRIER, BATTLESHIP, CRUISER, AIR)
CAPITAL = (CARRIER, BATTLESHIP)  # (senshi 2.2.6-b)

MAP, TRACK, COMING, REMOVED = "map", "track", "coming", "removed"


class Unit(NamedTuple):
    """A counter.

    Attributes:
        id: "jp_akagi".
        nation: japan, us, uk, netherlands or australia; allies for their land-based air.
        kind: carrier, battleship, cruiser or air (senshi 2.2.6).
        status: on the map, on the turn track, coming (not in play before its turn) or removed.
        point: where it stands, "" when not on the map.
        up: face-up, not yet acted (senshi 2.2-b); land-based air is never face-down.
        turn: of its return, on the turn track, or of its arrival; 0 for none.
        repair: it is on the turn track because it was damaged.
    """

    id: str
    nation: str
    kind: str
    status: str = MAP
    point: str = ""
    up: bool = True
    turn: int = 0
    repair: bool = False

    @property
    def side(self) -> Side:
        return JAPAN if self.nation == JAPAN else ALLIES

    @property
    def is_ship(self) -> bool:
        """A ship, no land-based air unit."""
        return self.kind != AIR

    @property
    def is_capital(self) -> bool:
        """Battleship or carrier (senshi 2.2.6-b)."""
        return self.kind in CAPITAL

    @property
    def full(self) -> bool:
        """Whether it lies face-up; there are no steps to lose."""
        return self.up


class GameOutcome(NamedTuple):
    """How the game ended: the winner, the rule, and the code of the reason."""

    winner: str
    rule: str
    reason: str


@dataclass(frozen=True)
class Position(WithCounters[Unit]):
    """Everything on the table.

    Attributes:
        data: points, routes, counters, tables and cards in force (not part of the saved position).
        step: where in the sequence of the turn (see `sequence.STEPS`).
        ports: whose port marker lies in each port (senshi 3.3-b).
        held: who occupies each point that anybody does (senshi 4.2-a): an enemy port is then held as a base.
        train: the base with the Fleet Train, "" without one (senshi 7.3(3)); trains: turns in which one was placed.
        opened: the dotted routes can be used (senshi 7.3(4)).
        score: the score marker, how many points Japan leads by (senshi 4.0).
        hands: slots of the cards each side holds; a slot "J04-A13" is a card that lies open.
        decks: for each deck made: its cards' seals, how many are drawn and how many it had; the last is in use.
        discards: cards on the used pile.
        spent: events that happen once in a game and have (senshi 2.3-g).
        guarded: the port that costs the Allies one more this turn (senshi CARD-J16), "" for none.
        over: the operations phase has ended (senshi 7.1(4)).
        options: options of the campaign. outcome: None while the game goes on.
    """

    PLACE = "point"

    data: Data = field(compare=False, repr=False)
    scenario: str = "standard"
    turn: int = 0
    step: str = "setup"
    units: dict[str, Unit] = field(default_factory=dict)
    ports: dict[str, Side] = field(default_factory=dict)
    held: dict[str, Side] = field(default_factory=dict)
    train: str = ""
    trains: tuple[int, ...] = ()
    opened: bool = False
    score: int = 0
    hands: dict[str, tuple[str, ...]] = field(default_factory=lambda: {JAPAN: (), ALLIES: ()})
    decks: dict[str, dict[str, Any]] = field(default_factory=dict)
    discards: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    guarded: str = ""
    over: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    outcome: GameOutcome | None = None

    def at(self, point: str) -> list[Unit]:
        """Units in a point, in the order of the counter list."""
        return self.here.get(point, [])

    def of(self, side: Side, point: str, *kinds: str) -> list[Unit]:
        """A side's units of the given kinds (all kinds if none is given) in a point."""
        return [unit for unit in self.here.get(point, ()) if unit.side == side and (not kinds or unit.kind in kinds)]

    def ships(self, side: Side, point: str) -> list[Unit]:
        """A side's ships in a point."""
        return [unit for unit in self.here.get(point, ()) if unit.side == side and unit.kind != AIR]


# The documented form of a position (see docs/state-format.md).
FORM = PositionForm(Position, {"format": 1, "game": "taiheiyo_senshi"}, GameOutcome, Unit,
                    always=("id", "nation", "kind"),
                    optional=("train", "trains", "opened", "spent", "guarded", "over"))


def from_json(record: Mapping[str, Any], data: Data) -> Position:
    """The position a record describes (see `PositionForm.from_json`)."""
    position: Position = FORM.from_json(record, data=data)
    return position
