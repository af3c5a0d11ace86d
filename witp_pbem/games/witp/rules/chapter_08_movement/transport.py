"""Section 8.6: sea transport. Who carries whom, and where the carried go ashore."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.witp.board.events import Landed
from witp_pbem.games.witp.board.map import SHALLOW
from witp_pbem.games.witp.board.options import agreed
from witp_pbem.games.witp.board.state import AIR, ENEMY, NAVAL, Position, Side, Unit
from witp_pbem.table.problem import Problem, illegal


def embark(fleet: Sequence[Unit], cargo: Sequence[Unit]) -> tuple[tuple[str, str], ...] | Problem:
    """Pairs each land unit with a surface fleet, in the order both are named (witp 8.6.a-b, R-49).

    Carriers carry nobody. Reduced surface fleets do.
    """
    ships = [unit for unit in fleet if unit.kind == NAVAL]
    if len(cargo) > len(ships):
        return illegal("too-few-ships", "witp 8.6.b", land=len(cargo), ships=len(ships))
    return tuple((land.id, ship.id) for land, ship in zip(cargo, ships, strict=False))


def target_problem(position: Position, target: str) -> Problem | None:
    """A stack with land units aboard may only go to a shallow hex (witp 8.6.1.c)."""
    if position.data.map[target].terrain != SHALLOW:
        return illegal("transport-needs-shallows", "witp 8.6.1.c", place=target, certain=True)
    return None


def landing(position: Position, side: Side, number: str, cargo: Sequence[str]) -> Landed | None:
    """Disembarking at the target hex (witp 8.6.2.a), None if there is none yet.

    The carried land units go ashore at once unless enemy land units or enemy base air hold the land of the hex;
    then they stay aboard for the combat segment (witp 8.6.2.c, 8.6.2.d; R-50). Enemy units aboard transports do not
    count (witp 8.6.2.e), nor do enemy fleets (witp 8.6.2.b).
    """
    enemy = ENEMY[side]
    lone_air = position.of(enemy, number, AIR) and agreed(position, "lone_air_delays_landing")
    if not cargo or position.ashore(enemy, number) or lone_air:
        return None
    rule = "witp 8.6.2.b" if any(unit.is_fleet for unit in position.of(enemy, number)) else "witp 8.6.2.a"
    return Landed(rule, side, tuple(cargo), number, "unopposed")
