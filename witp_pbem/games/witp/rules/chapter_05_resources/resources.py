"""Chapter 5: the resource point determination phase, with southern (witp 12.3) and Allied resources (witp 12.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from witp_pbem.games.witp.board.events import EffectSpent, ResourcesChanged, ResourcesDetermined
from witp_pbem.games.witp.board.options import agreed
from witp_pbem.games.witp.board.state import DIE, JAPAN, POINTS, SIDES, Position, Side
from witp_pbem.games.witp.rules.chapter_02_components.control import occupied_alone
from witp_pbem.games.witp.rules.chapter_04_cards.effects import BOTH, active
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import Problem, Span, illegal
from witp_pbem.table.table import Table

LABEL = {side: phrase("resource-points", side=side) for side in SIDES}
SOUTHERN_GAIN = {2: 1, 3: 2}  # resource areas held -> points (witp 12.3.b)
ALLIED_LOSS = -3  # with a base of Australia or India lost (witp 12.4.a)
ALLIED_REGIONS = ("australia", "india")


def play(table: Table) -> None:
    """The phase: total resource points of both sides, then what cards give and take (R-15). In scenario 13.4 America
    may enter first."""
    delayed_entry.roll_for_entry(table)
    for side in SIDES:
        determine(table, side)
    use_cards(table)


def determine(table: Table, side: Side) -> None:
    """TRP = BRP + white die - red die, then adjusted (witp 5.1.a-c), never below 0 (R-16). It takes the place of what
    is left of the last turn (witp 5.2.b). No dice and no adjustments on turn 1 (witp 5.3.a, 12.1.a, R-89)."""
    position = table.position
    brp = delayed_entry.basic_points(position, side)
    if position.turn == 1:
        table.tell(ResourcesDetermined("witp 5.3.a", side, brp, brp))
        return
    white, red = table.roll(LABEL[side], 2, DIE)
    changes = adjustments(table.position, side)
    trp = POINTS.within(brp + white - red + sum(amount for _, amount in changes))
    table.tell(ResourcesDetermined("witp 5.1.b", side, brp, trp, white, red, changes))


def adjustments(position: Position, side: Side) -> tuple[tuple[str, int], ...]:
    """What changes the total resource points of a side, as (reason, amount) (witp 5.1.c).

    They go by the start of the turn (R-24). The event phase has passed since, but no card of the game lands, moves or
    removes land units in the hexes that count here.
    """
    changes = ([southern_resources(position), china_garrison(position)] if side == JAPAN
               else [allied_resources(position)])
    return tuple((reason, amount) for reason, amount in changes if amount)


def southern_resources(position: Position) -> tuple[str, int]:
    """+1 or +2 for two or all three of Brunei, Palembang, Surabaya occupied by Japan alone (witp 12.3.b, R-89)."""
    held = sum(occupied_alone(position, JAPAN, number) for number in position.data.map.resources)
    return "southern-resources", SOUTHERN_GAIN.get(held, 0)


def allied_resources(position: Position) -> tuple[str, int]:
    """-3 with a port or airfield of Australia or India occupied by Japan alone (witp 12.4.a, R-89), once only
    (witp 12.4.b)."""
    board = position.data.map
    lost = any(occupied_alone(position, JAPAN, number) for number in board.bases
               if any(region in board[number].regions for region in ALLIED_REGIONS))
    return "allied-resources", ALLIED_LOSS if lost else 0


def china_garrison(position: Position) -> tuple[str, int]:
    """What too few land units in China at the end of the last turn cost Japan (witp 12.2.j)."""
    return "china-garrison", position.pending.get(JAPAN, 0)


def too_dear(position: Position, side: Side, cost: int, span: Span, parts: Sequence[Mapping[str, Any]] = (),
             certain: bool = False) -> Problem:
    """That a side lacks the points for what it orders (witp 8.4.c).

    Args:
        parts: what the cost is made up of, as phrases.
        certain: it will lack them whatever happens first.
    """
    left = position.rp[side]
    return illegal("not-enough-points", "witp 8.4.c", span, cost=cost, rp=left, parts=list(parts),
                   missing=POINTS.missing(left, cost), certain=certain)


def use_cards(table: Table) -> None:
    """Resource points from cards go to those on hand, in the order in which the cards were used (witp 5.1.c); they do
    not change who acts first (R-15), unless the players have agreed on it."""
    counts: bool = agreed(table.position, "rp_cards_count_for_initiative")
    for effect in active(table.position, "gain_rp"):
        for side in SIDES if effect["for"] == BOTH else (effect["for"],):
            before = table.position.rp[side]
            after = POINTS.within(before + effect["amount"])
            table.tell(ResourcesChanged("witp 4.3.b", side, after - before, after, "card", effect["card"], counts))
        table.tell(EffectSpent("witp 4.3.b", effect["id"], 0))
