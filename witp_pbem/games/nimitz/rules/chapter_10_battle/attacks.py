"""Section 10.10: attacks with their dice."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from witp_pbem.games.nimitz.board.events import AttackStepped
from witp_pbem.games.nimitz.board.printed import Value
from witp_pbem.games.nimitz.board.state import DIE, US, Side, Unit
from witp_pbem.games.nimitz.rules.chapter_10_battle import sheet, strength, use
from witp_pbem.games.nimitz.rules.chapter_10_battle.use import Moment
from witp_pbem.table.phrase import Phrase, phrase
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

AIR, AA, BOMBING, TORPEDOES, ASW, GUNFIRE, GROUND = (
    "air", "aa", "bombing", "torpedoes", "asw", "gunfire", "ground")  # the steps of combat (nimitz 10.6.b)
REROLLS = {TORPEDOES: "sonar", ASW: "sonar", GROUND: "envelop"}


class Step(NamedTuple):
    """A step of combat in an area.

    Attributes:
        name: of the step.
        rule: by which it is fought.
        area: where.
        marker: by which somebody attacks who attacks in the same step without it, too.
    """

    name: str
    rule: str
    area: str
    marker: str = ""


class Volley(NamedTuple):
    """The attacks of a side in a step: units, each with its value.

    Attributes:
        room: how many hits the enemy can take.
        row: of the AA fire.
    """

    side: Side
    attackers: Sequence[tuple[Unit, Value]]
    room: int
    row: str = ""


def hits_of(value: Value, die: int) -> int:
    """The hits of a die: two up to the superior value, one up to the normal one (nimitz 2.6.4.a, 2.6.4.b, 2.7.4.b,
    10.10.2.a)."""
    return 2 if die <= value.superior else 1 if die <= value.normal else 0


def fire(table: Table, step: Step, *volleys: Volley) -> dict[Side, int]:
    """Rolls the attacks of a step in an area, all with the values at its start (G-17); the hits by side. Who has no
    enemy to hit does not attack."""
    volleys = tuple(volley for volley in volleys if volley.attackers and volley.room)
    values = [value for volley in volleys for _, value in volley.attackers]
    rerolled = REROLLS.get(step.name) in sheet.battle(table.position).held

    def comes_to(*dice: tuple[int, ...]) -> Hashable:
        hits = [hits_of(value, die) for value, (die,) in zip(values, dice, strict=True)]
        own = len(volleys[0].attackers)
        return tuple(hits) if rerolled else (sum(hits[:own]), sum(hits[own:]))

    rolls = [(_label(table, step, unit), 1, DIE) for volley in volleys for unit, _ in volley.attackers]
    dice = [die for (die,) in table.roll_all(*rolls, comes_to=comes_to)] if rolls else []
    total: dict[Side, int] = {}
    for volley in volleys:
        shown, dice = dice[:len(volley.attackers)], dice[len(volley.attackers):]
        total[volley.side] = _tell(table, step, volley, shown)
        if volley.side == US and step.name in REROLLS:
            total[US] += _reroll(table, step, volley, shown, total[US])
    return total


def _label(table: Table, step: Step, unit: Unit) -> Phrase:
    """What a die is rolled for."""
    by = {"marker": step.marker} if step.marker else {}
    return phrase("attack", **sheet.moment(table.position), step=step.name, unit=unit.id, **by)


def _tell(table: Table, step: Step, volley: Volley, dice: Sequence[int]) -> int:
    """Tells what attacks came to; the hits."""
    attacks = tuple({"unit": unit.id, "normal": value.normal, "superior": value.superior, "die": die,
                     "hits": hits_of(value, die)} for (unit, value), die in zip(volley.attackers, dice, strict=True))
    table.tell(AttackStepped(step.rule, volley.side, step.name, step.area, attacks, volley.row))
    return sum(hits_of(value, die) for (_, value), die in zip(volley.attackers, dice, strict=True))


def _reroll(table: Table, step: Step, volley: Volley, dice: Sequence[int], hits: int) -> int:
    """Further hits by an American die rolled again: of ASW and torpedoes (nimitz 10.5.us16), of ground units (nimitz
    10.5.us10). Nobody wants that of a die that has hit."""
    missed = [unit for (unit, value), die in zip(volley.attackers, dice, strict=True) if not hits_of(value, die)]
    if hits >= volley.room or not missed:
        return 0
    used = use.ask(table, Moment("missed", step.area), {REROLLS[step.name]: missed})
    again = [(unit, value) for unit, value in volley.attackers if used and unit.id == used.unit]
    if not used or not again:
        return 0
    return fire(table, step._replace(marker=used.marker), volley._replace(attackers=again[:1]))[US]


def more(table: Table, step: Step, marker: str, hits: int, room: int) -> int:
    """Whether an American marker adds a hit to those of a step, if there are any and the enemy can take more."""
    if not 0 < hits < room or not use.ask(table, Moment(f"{step.name}-hit", step.area), {marker: ()}):
        return hits
    extra(table, step, US, marker, use.RULES[marker])
    return hits + 1


def extra(table: Table, step: Step, side: Side, marker: str, rule: str, hits: int = 1) -> None:
    """Tells of hits that need no die."""
    table.tell(AttackStepped(rule, side, step.name, step.area, (), extra={marker: hits}))


def volley(table: Table, side: Side, units: Sequence[Unit], what: str, targets: Sequence[Unit]) -> Volley:
    """The attacks of some units on some others."""
    position = table.position
    return Volley(side, strength.able(position, units, what), sheet.hits_left(position, targets))
