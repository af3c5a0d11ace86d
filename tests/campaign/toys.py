"""Two Islands for other numbers of players: one against the rules, and three on two sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from tests.campaign import toy
from tests.campaign.toy import Position, Toy
from witp_pbem.campaign.folder import games
from witp_pbem.table.event import Event

ARMY, NAVY = "army", "navy"
RED = (ARMY, NAVY)


class Solo(Toy):
    """Red plays, and the rules play Blue: it bids one, passes, and keeps its card."""

    id = "solo"
    players: tuple[str, ...] = ("red",)
    automatic: tuple[str, ...] = ("blue",)

    def seating(self, position: Position) -> Mapping[str, str]:
        return {"red": "red"}

    def side_of(self, player: str) -> str:
        return "red" if player == "red" else ""

    def player_of(self, position: Position, side: str, what: str) -> str:
        return self.side_of(side)


class Left(Event):
    """A player has left the game."""

    player: str


@dataclass(frozen=True)
class Shared(Position):
    """The position of a game with two players on the red side."""

    left: Sequence[str] = field(default_factory=tuple)


class Three(Toy):
    """The army of Red bids and takes its losses, its navy raids, each with a hand of its own, against Blue. One of the
    two can give up without ending the game: the other decides everything from then on."""

    id = "three"
    players: tuple[str, ...] = (ARMY, NAVY, "blue")
    events = {**Toy.events, Left.code(): Left}
    lexicon = replace(Toy.lexicon, sides={**Toy.lexicon.sides, ARMY: ARMY, NAVY: NAVY, "imperial navy": NAVY})

    def open(self, scenario: str, options: Mapping[str, str]) -> Any:
        opened = super().open("standard", options)
        assert isinstance(opened, Position)
        return Shared(step=opened.step, boats=opened.boats, hands={})

    def to_json(self, position: Any) -> dict[str, Any]:
        return {**super().to_json(position), "left": list(position.left)}

    def from_json(self, record: Mapping[str, Any]) -> Any:
        rest = {key: value for key, value in record.items() if key != "left"}
        position = super().from_json(rest)
        return Shared(position.turn, position.step, position.points, position.boats, position.hands, position.outcome,
                      left=tuple(record["left"]))

    def seating(self, position: Any) -> Mapping[str, str]:
        return {player: player for player in self.players if player not in position.left}

    def side_of(self, player: str) -> str:
        return {ARMY: "red", NAVY: "red", "blue": "blue"}.get(player, "")

    def player_of(self, position: Any, side: str, what: str) -> str:
        wanted = (NAVY, ARMY) if what == "raid" else RED
        return "blue" if side == "blue" else next(player for player in wanted if player not in position.left)

    def holders(self) -> tuple[str, ...]:
        return self.players

    def given_up(self, position: Any, player: str) -> list[Event]:
        others = {*RED} - {player, *position.left}
        return [Left("referee", player)] if player in RED and others else super().given_up(position, player)

    def apply(self, position: Any, event: Event) -> Any:
        if isinstance(event, Left):
            return replace(position, left=(*position.left, event.player))
        return super().apply(position, event)


def made(kind: type[Toy], records: Mapping[str, Any] | None = None) -> Toy:
    """A game of one kind, as its entry point makes it."""
    return kind(records or toy.PACKAGED)


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the games findable, as their entry points would."""
    points = {"toy": SimpleNamespace(name="toy", load=lambda: toy.game)} | {
        kind.id: SimpleNamespace(name=kind.id, load=partial(partial, made, kind)) for kind in (Solo, Three)}
    monkeypatch.setattr(games, "installed", lambda: points)
