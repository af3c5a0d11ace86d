"""Section 4.2: who occupies each point. It follows from the units there and from zones of land-based air; only an enemy
port that was held as a base remembers that it was."""

from __future__ import annotations

from witp_pbem.games.taiheiyo_senshi.board.events import OccupationChanged, TrainRemoved
from witp_pbem.games.taiheiyo_senshi.board.state import AIR, ALLIES, ENEMY, JAPAN, SIDES, Position, Side
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import points
from witp_pbem.table.table import Table

NOBODY = ""
ZONE_KEEPS_PORT = "zone_keeps_port"  # the option of C-05


def zone(position: Position, side: Side, point: str) -> bool:
    """Whether a side's land-based air casts its zone on a point: it stands at distance 1 (senshi 4.2(2)-b,
    4.2(2)-c)."""
    return any(position.of(side, other, AIR) for other in points.adjacent(position, point))


def occupier(position: Position, point: str) -> Side:
    """Who occupies a point, NOBODY where nobody does."""
    if point == position.train:
        return ALLIES  # a port, which zones do not take (senshi 7.3.2-a)
    if point in position.ports:
        return _of_port(position, point, position.ports[point])
    return _of_base(position, point)


def _of_base(position: Position, point: str) -> Side:
    """A base is whose land-based air is there (senshi 4.2(2)-a, 4.2(2)(c)-a), else whose ships are there outside enemy
    zones (senshi 4.2(1)-a, 4.2(1)-b, 4.2(2)(a)-a), else whose zone alone covers it (senshi 4.2(2)-d, 4.2(2)(b)-a); an
    empty base in no zone is nobody's (C-04)."""
    for side in SIDES:
        if position.of(side, point, AIR):
            return side
    for side in SIDES:
        if position.of(side, point):
            return NOBODY if zone(position, ENEMY[side], point) else side
    covering = [side for side in SIDES if zone(position, side, point)]
    return covering[0] if len(covering) == 1 else NOBODY


def _of_port(position: Position, point: str, owner: Side) -> Side:
    """A port is its owner's but where enemy units are: they hold it as a base with land-based air or outside the
    owner's zones, else nobody occupies it (senshi 4.2(3)-a, 4.2(3)(a)-a, 4.2(3)-c). Left by the last of them it reverts
    at once (senshi 4.2(3)(a)-b, 4.2(3)(c)-a, 4.2(3)-e), unless only their zone covers it then (senshi 4.2(3)-d; C-05)
    and none of its owner's units comes (senshi 4.2(2)(a)-a)."""
    enemy = ENEMY[owner]
    if position.of(enemy, point, AIR):
        return enemy
    if position.of(enemy, point):
        return NOBODY if zone(position, owner, point) else enemy
    was_lost = position.held.get(point) != owner
    if was_lost and not position.of(owner, point) and position.options.get(ZONE_KEEPS_PORT, True) and (
            zone(position, enemy, point) and not zone(position, owner, point)):
        return enemy
    return owner


def settle(table: Table) -> None:
    """Occupation is judged anew: at the end of each operation and of each side's half of a step of the supply phase
    (senshi 4.2-b, FAQ-1; C-01), and wherever a marker changes at once."""
    _lose_train(table)
    position = table.position
    now = {point: occupier(position, point) for point in position.data.map.points}
    if changed := {point: side for point, side in now.items() if side != position.held.get(point, NOBODY)}:
        table.tell(OccupationChanged("senshi 4.2-b", changed))


def revert(table: Table) -> None:
    """Ports that no enemy unit keeps from their owner any longer, which revert at once (senshi 4.2(3)(c)-a, 4.2(3)-e).
    """
    position = table.position
    changed = {point: owner for point, owner in position.ports.items()
               if position.held.get(point) != owner and occupier(position, point) == owner}
    if changed:
        table.tell(OccupationChanged("senshi 4.2(3)(c)-a", changed))


def _lose_train(table: Table) -> None:
    """The Fleet Train goes where Japanese ships are alone with it (senshi 7.3(3)-d, 7.3.2-b)."""
    position = table.position
    if position.train and position.ships(JAPAN, position.train) and not position.of(ALLIES, position.train):
        table.tell(TrainRemoved("senshi 7.3.2-b", position.train, "enemy"))
