"""Resolving combats (wif lc.b, line 8), one attack each time the step is played: strengths and odds, the table, the
die, and all that comes of the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.common.order_values import At
from witp_pbem.games.common.preferences import choose_one
from witp_pbem.games.wif_land.board.events import (
    AttackFought,
    AttackResolved,
    DropEnded,
    LandingEnded,
    OddsReckoned,
    UnitsDestroyed,
    UnitsLanded,
)
from witp_pbem.games.wif_land.board.state import Attack, Position
from witp_pbem.games.wif_land.board.turn import unresolved
from witp_pbem.games.wif_land.orders.kinds import ORDERS, RETREAT, Hexes
from witp_pbem.games.wif_land.rules import entering
from witp_pbem.games.wif_land.rules.land_combat import (
    advance,
    declaration,
    die,
    losses,
    odds,
    retreat,
    shattered,
    strength,
    table_choice,
    turning,
)
from witp_pbem.games.wif_land.rules.land_combat.odds import Odds
from witp_pbem.games.wif_land.rules.land_combat.result import BREAKTHROUGH, RETREATS, Result
from witp_pbem.table.demand import Demand, Order
from witp_pbem.table.problem import NOWHERE, illegal
from witp_pbem.table.table import Table

RULE = "wif lc.b"
DROP_FAILED, INVASION_FAILED = "drop-failed", "invasion-failed"  # why units are destroyed
ABOARD = "aboard"  # the value of option failed_invasion


def play(table: Table) -> None:
    """The next attack, if any is left."""
    targets = unresolved(table.position)
    if not targets:
        return
    target: str = table.ask(_next(table.position, targets))[0]
    attack = table.position.attack_on(target)
    assert attack  # it is one of those asked about
    if declaration.is_defended(table.position, attack):
        _fight(table, attack)
    table.tell(AttackResolved(RULE, target))


def _next(position: Position, targets: Sequence[str]) -> Demand:
    """Which attack is resolved next: the attacker chooses (L-19)."""
    def wishes(order: Order) -> Iterator[str]:
        yield from (at.id for at in order.body.places)
        yield from targets if order.body.rest else ()

    return choose_one(
        position.phasing, "next-combat", RULE, targets,
        lambda target: ORDERS.value("fight", Hexes((At(target, NOWHERE),))), wishes=wishes,
        refusal=lambda order: illegal("no-attack-there", RULE, order.statement.span,
                                      place=next((at.id for at in order.body.places), "")),
        about={"turn": position.turn, "targets": list(targets)})


def _fight(table: Table, attack: Attack) -> None:
    """An attack from its strengths to the turning of units."""
    final, modifiers = _reckon(table, attack)
    was_held = bool(strength.defenders(table.position, attack.target))
    result = _roll(table, attack, final, sum(modifiers.values()))
    lost = losses.suffer(table, attack, result)
    retreated = _survivors(table, attack, result)
    is_cleared = not strength.defenders(table.position, attack.target) and (
        was_held or bool(result.defenders or result.effect))  # a notional unit alone holds out else (W-39)
    _drop(table, attack, is_cleared)
    if is_cleared:
        advance.play(table, attack, result.effect == BREAKTHROUGH)
    if not result.keeps_face:
        turning.attackers(table, attack)
    if retreated is not None or lost[1] > lost[0]:
        turning.defenders(table, attack.target, retreated or ())
    _end_invasion(table, attack, is_cleared)


# -- odds and die ---------------------------------------------------------------------------------------------------


def _reckon(table: Table, attack: Attack) -> tuple[Odds, dict[str, int]]:
    """Strengths and odds: the final odds, and the modifiers of the die. Against strength 0 the odds are final as they
    are (wif lc.e)."""
    position: Position = table.position
    ours, theirs = strength.of_attacker(position, attack), strength.of_defender(position, attack)
    table.tell(strength.reckoned(position, position.phasing, attack, ours),
               strength.reckoned(position, position.other, attack, theirs))
    simple = odds.of_strengths(position, ours.total, theirs.total)
    rounded = odds.fractional(table, attack.target, ours.total, theirs.total)
    shifts = odds.shifts(position, attack) if theirs.total else {}
    final = odds.shifted(position, rounded.odds, sum(shifts.values()))
    modifiers = die.modifiers(position, attack, final)
    table.tell(OddsReckoned(
        rule="wif res.c" if theirs.total else "wif lc.e", hex=attack.target, attack=ours.total, defence=theirs.total,
        odds=str(simple), final=str(final), column=odds.column(position, final), percent=rounded.percent,
        die=rounded.die, rounds_up=rounded.rounds_up, shifts=odds.listed(shifts), modifiers=odds.listed(modifiers)))
    return final, modifiers


def _roll(table: Table, attack: Attack, final: Odds, modifier: int) -> Result:
    """The table is chosen, and the die rolled."""
    position: Position = table.position
    column = odds.column(position, final)
    name = table_choice.choose(table, attack, column, modifier)
    dice, number, cell = die.roll(table, attack, name, column, modifier)
    is_ours = name in position.data.combat.reconstructed and position.option(die.OPTION_43) != "yes"
    table.tell(AttackFought("wif die.c", position.phasing, attack.target, name, str(final), dice, number, cell,
                            is_ours))
    return Result.of(cell)


# -- what comes of it -----------------------------------------------------------------------------------------------


def _survivors(table: Table, attack: Attack, result: Result) -> tuple[str, ...] | None:
    """Surviving defenders retreat (wif retreat.a) or are shattered (wif shatter.a); who has retreated and lives on,
    None where nobody had to."""
    if not result.effect or not strength.defenders(table.position, attack.target):
        return None
    if result.effect == RETREATS or shattered.choose(table, attack.target) == RETREAT:
        return retreat.play(table, attack.target)
    shattered.play(table, attack.target)
    return None


def _drop(table: Table, attack: Attack, is_cleared: bool) -> None:
    """A paradrop succeeds if all defenders are gone; otherwise who dropped is destroyed (wif para.f)."""
    position: Position = table.position
    units = tuple(unit.id for unit in position.named(attack.paratroops) if not unit.fate)
    if not units:
        return
    table.tell(DropEnded("wif para.f", units, attack.target, is_cleared))
    if is_cleared:
        table.tell(UnitsLanded("wif para.b", units, attack.target))
        entering.enter(table, position.phasing, attack.target, "wif para.f")
    else:
        table.tell(UnitsDestroyed("wif para.f", units, attack.target, DROP_FAILED))


def _end_invasion(table: Table, attack: Attack, is_cleared: bool) -> None:
    """Invaders that are not ashore are aboard again; by option they are destroyed if their hex was not taken (W-35)."""
    position: Position = table.position
    units = tuple(unit.id for unit in position.named(attack.invaders) if unit.landing)
    if units and (is_cleared or position.option("failed_invasion") == ABOARD):
        table.tell(LandingEnded("wif inv.f", units, attack.target))
    elif units:
        table.tell(UnitsDestroyed("wif inv.a", units, attack.target, INVASION_FAILED))
