"""Section 13.4: America enters the war late. A RECONSTRUCTION: of this scenario the rulebook gives the premise only.

Its special rules stand on the player-aid card, which was not available. Those played here are the `special_rules` of
data/scenarios.json, each with the id by which the functions below cite it. The other chapters ask here what a neutral
America changes; `Position.america` is "neutral", then for one turn "surprised" if Japan declares war, else "" (at war).

American units begin in American ports and airfields and arrive there, and do not leave them while they are neutral. So
no enemy ever meets them, and nothing more is needed to make them no enemy units (13.4 neutral_units).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.witp.board.events import AmericaEntered, EntryRolled
from witp_pbem.games.witp.board.map import Map
from witp_pbem.games.witp.board.state import ALLIES, DIE, JAPAN, Position, Side, Unit
from witp_pbem.games.witp.orders.kinds import Declare, Pass
from witp_pbem.games.witp.rules.chapter_02_components.control import controller, working_sources
from witp_pbem.games.witp.rules.chapter_02_components.neutral import NEUTRAL, SURPRISED, US, is_neutral
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import Problem, illegal
from witp_pbem.table.table import Table

RULE = "witp 13.4.a"
UK = "uk"
DECLARE, PEACE = ordered("declare"), ordered("pass", segment="war")


def special(position: Position, name: str) -> Mapping[str, Any]:
    """The record of a special rule of the scenario, with its numbers."""
    rules = position.data.scenarios[position.scenario]["special_rules"]
    record: Mapping[str, Any] = next(rule for rule in rules if rule["id"] == name)
    return record


def is_american(board: Map, number: str) -> bool:
    """Whether a hex holds an American base: a port, airfield or supply source in American colour."""
    return US in (board[number].owner, board[number].source)


# -- while America is neutral --------------------------------------------------------------------------------


def may_not_move(position: Position, unit: Unit) -> bool:
    """Whether a unit may not move, as America is neutral or surprised (witp 13.4.a; 13.4 neutral_units and
    entry_by_japan, reconstructed)."""
    return bool(position.america) and unit.nation == US


def stays_home(position: Position, unit: Unit, number: str) -> bool:
    """Whether a unit may not redeploy to a hex, as neutral units go from one American base to another only
    (witp 13.4.a; 13.4 neutral_units, reconstructed)."""
    return is_neutral(position, unit) and not is_american(position.data.map, number)


def free_to_go(position: Position, units: Sequence[Unit], number: str) -> Sequence[Unit]:
    """Of some units those that America's neutrality does not keep from redeploying to a hex."""
    return [unit for unit in units if not stays_home(position, unit, number)] if position.america else units


def closed_to_japan(position: Position, side: Side, number: str) -> bool:
    """Whether a side may not enter a hex, as it is Japan and the hex neutral (witp 13.4.a; 13.4 neutral_bases,
    reconstructed).

    Such a hex bars Japanese supply lines, as every base in enemy hands does (witp 6.3.d, 7.1.e).
    """
    return side == JAPAN and position.america == NEUTRAL and is_american(position.data.map, number)


def no_base_yet(position: Position, side: Side, number: str) -> bool:
    """Whether the Allies may not build a logistics base in a hex, as it is not British (witp 13.4.a; 13.4
    allied_bases, reconstructed)."""
    return side == ALLIES and position.america == NEUTRAL and position.data.map[number].owner != UK


def traced_sources(position: Position, side: Side) -> tuple[str, ...]:
    """The supply sources supply lines of a side may lead to: while America is neutral, of the Allies' only the British
    one, South Africa (witp 13.4.a; 13.4 allied_bases, reconstructed)."""
    sources = working_sources(position, side)
    if side == ALLIES and position.america == NEUTRAL:
        return tuple(number for number in sources if position.data.map[number].source == UK)
    return sources


def basic_points(position: Position, side: Side) -> int:
    """The basic resource points of a side's turn: the Allies have half of what the track says while America is
    neutral, rounded down (witp 13.4.a; 13.4 allied_brp, reconstructed)."""
    printed: int = position.data.turn(position.turn)["brp"][side]
    if side == ALLIES and position.america == NEUTRAL:
        return printed // int(special(position, "allied_brp")["divisor"])
    return printed


def allowance(position: Position, side: Side) -> int:
    """The stacks a side may redeploy in a turn, half its basic resource points (witp 10.1.c): of halved points half,
    also on the turn Japan declares war, when the points are determined already (13.4 allied_brp, reconstructed). On
    turn 1 the Allied number is fixed (witp 10.1.g)."""
    printed: int = position.data.turn(position.turn)["redeployments"][side]
    if side == ALLIES and position.america and position.turn > 1:
        return printed // int(special(position, "allied_brp")["divisor"])
    return printed


# -- entry ---------------------------------------------------------------------------------------------------


def enter_at_last(table: Table) -> None:
    """America enters at the start of turn 6 at the latest (witp 13.4.a; 13.4 entry_automatic, reconstructed)."""
    position = table.position
    if position.america == NEUTRAL and position.turn >= special(position, "entry_automatic")["turn"]:
        table.tell(AmericaEntered(RULE, "automatic"))


def roll_for_entry(table: Table) -> None:
    """After the event phase, from turn 2, two dice: America enters if they come to no more than the turn number and
    the British bases Japan controls (witp 13.4.a; 13.4 entry_roll, reconstructed)."""
    position = table.position
    if position.america != NEUTRAL:
        return
    rule = special(position, "entry_roll")
    if position.turn < rule["from_turn"]:
        return
    lost = british_bases_lost(position)
    dice = table.roll(phrase("american-entry"), rule["dice"], DIE)
    entered = sum(dice) <= position.turn + lost
    table.tell(EntryRolled(RULE, dice, position.turn, lost, entered))
    if entered:
        table.tell(AmericaEntered(RULE, "roll"))


def british_bases_lost(position: Position) -> int:
    """Ports and airfields in British colour that Japan controls."""
    board = position.data.map
    return sum(board[number].owner == UK and controller(position, number) == JAPAN for number in board.bases)


def offer_war(table: Table) -> None:
    """Before its base phase Japan may declare war on America (witp 13.4.a; 13.4 entry_by_japan, reconstructed)."""
    position = table.position
    if position.america != NEUTRAL:
        return
    demand = Demand(JAPAN, "declare-war", RULE, frozenset({"declare", "pass"}), judge, lambda: (PEACE, DECLARE),
                    {"turn": position.turn}, matches=_speaks_of_war)
    if table.ask(demand)[0]:
        table.tell(AmericaEntered(RULE, "declaration"))


def judge(order: Order) -> Verdict:
    """Both answers are legal: True for war."""
    return Understood(True, DECLARE) if isinstance(order.body.body, Declare) else Understood(
        False, PEACE)


def _speaks_of_war(order: Order) -> bool:
    """Whether an order answers this: a pass must say "pass war", as a plain one ends the building of bases."""
    body = order.body.body
    return not isinstance(body, Pass) or body.segment == "war"


def judge_ahead(position: Position, side: Side, order: Order) -> Verdict:
    """A declaration of war given ahead: only Japan makes one, and only on a neutral America."""
    if side != JAPAN:
        return (illegal("only-japan-declares", RULE, order.statement.span, certain=True),)
    if position.america != NEUTRAL:
        return (illegal("no-war-to-declare", RULE, order.statement.span, certain=True),)
    return judge(order)


# -- the turn of a declaration of war ------------------------------------------------------------------------


def without_zone(position: Position, side: Side) -> str:
    """The nation whose air zones of control do not bar supply lines of a side: the American ones do not bar Japan's
    on the turn it declares war (witp 13.4.a; 13.4 entry_by_japan, reconstructed)."""
    return US if side == JAPAN and position.america == SURPRISED else ""


def is_surprised(position: Position, number: str) -> bool:
    """Whether an assault on a hex meets no defence bonus: on an American base on the turn Japan declares war
    (witp 13.4.a; 13.4 entry_by_japan, reconstructed)."""
    return position.america == SURPRISED and is_american(position.data.map, number)


def move_problem(position: Position, unit: Unit) -> Problem:
    """Why an American unit may not move."""
    code = "neutral-unit-stays" if position.america == NEUTRAL else "surprised-unit-stays"
    return illegal(code, RULE, unit=unit.id)


def redeploy_problem(position: Position, units: Iterable[Unit], number: str) -> Problem | None:
    """Why units may not redeploy to a hex on account of America's neutrality, None if they may."""
    for unit in units:
        if stays_home(position, unit, number):
            return illegal("neutral-redeploys-at-home", RULE, unit=unit.id, place=number)
    return None
