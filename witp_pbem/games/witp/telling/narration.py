"""What happened, told in the language spoken: from events and the positions round them to the sections of a report.

Nothing is decided here. The tellers know what each event means; here what they say is put together, step by step. The
module is the game's `Narration`; what it does not have derives from the tellers (`table.narration`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from witp_pbem.games.common.battles import Battles
from witp_pbem.games.common.telling import parts_of
from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.state import SIDES, Position
from witp_pbem.games.witp.board.turn import OUTLINE
from witp_pbem.games.witp.telling import tellers, unit_tellers
from witp_pbem.games.witp.telling.battle_card import battle_card
from witp_pbem.games.witp.telling.board_changes import board_changes
from witp_pbem.games.witp.telling.chart import chart
from witp_pbem.games.witp.telling.entries import redeployed, telling
from witp_pbem.games.witp.telling.explanation import finished, rulings_on
from witp_pbem.games.witp.telling.headline import highlights
from witp_pbem.games.witp.telling.marches import Begun, whole
from witp_pbem.games.witp.telling.nouns import (
    The_side,
    ending,
    forces_at,
    place,
    places,
    points,
    side_name,
    standing,
    when,
)
from witp_pbem.games.witp.telling.query import query
from witp_pbem.games.witp.telling.summary import board, losses, reckoning
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import word
from witp_pbem.table.narration import Arrange
from witp_pbem.table.story import BattleCard, Block, Columns, Happening, Luck, Paragraph, Section
from witp_pbem.table.telling import Entry, Row, joined, tables_first

__all__ = ["all_places", "all_units", "arranged", "board", "board_changes", "chart", "ending", "finished",
           "heading", "highlights", "losses", "luck", "lucks", "nothing_happened", "phase_name", "query", "reckoning",
           "rule_number", "rulings_on", "side_name", "standing", "step_name", "tellers", "telling",
           "unit_tellers", "when"]

REFEREE = "referee"

nothing_happened: Mapping[str, str] = say.sentences({
    "movement": "Nobody moved.",
    "stacking": "No stack was above its limit.",
    "rebuilding": "Nothing was rebuilt.",
    "reinforcement": "No reinforcements were due.",
})


def rule_number(rule: str) -> str:
    """A rule without the name of the game: "8.4.e"."""
    return say("referee’s ruling") if rule == REFEREE else rule.removeprefix("witp ")


def phase_name(phase: str) -> str:
    """A phase, as orders are headed with it, in words."""
    return word("Phase", phase)


def step_name(step: str) -> str:
    """A step of the turn in words."""
    return word("step", step)


def heading(happening: Happening) -> tuple[str, str]:
    """The phase and the step in words an event belongs to; the turn begins with its first step."""
    step = "start" if isinstance(happening.act, e.TurnBegan) else happening.position_after.step
    return OUTLINE[step].phase or step, step_name(step)


def luck(happenings: Sequence[Happening]) -> list[Section]:
    """The luck of each side so far. What reckons it is imported only then: a score needs no fractions."""
    from witp_pbem.games.witp.telling import luck as reckoned

    return reckoned.luck(happenings)


def lucks(happenings: Sequence[Happening]) -> list[Luck]:
    """The same in numbers, for statistics over campaigns."""
    from witp_pbem.games.witp.telling import luck as reckoned

    return reckoned.lucks(happenings)


def all_places(position: Position) -> Iterable[str]:
    """The hexes of the map."""
    return position.data.map.hexes


def all_units(position: Position) -> Iterable[str]:
    """The units of the game."""
    return position.units


# -- movement (8.0) -------------------------------------------------------------------------------------------


def _movement(run: Iterable[Happening]) -> list[Block]:
    """Impulse by impulse, each with its stacks and their cost."""
    blocks: list[Block] = []
    for part in parts_of(run, lambda happening: isinstance(happening.act, e.ImpulseMade | e.Passed)):
        blocks += [_impulse(part)] if isinstance(part[0].act, e.ImpulseMade) else telling.blocks(part)
    return blocks


def _impulse(run: Sequence[Happening]) -> Section:
    impulse = run[0].act
    assert isinstance(impulse, e.ImpulseMade)
    if impulse.ruled:
        cost: Block = Paragraph(say("The referee let {points} spent stand for an impulse: {reason}",
                                    points=points(impulse.cost), reason=impulse.ruled), REFEREE, impulse.side, "ruling")
    else:
        cost = _costs(impulse, [happening for happening in run if isinstance(happening.act, e.StackMoved)])
    left = Paragraph(say("{side} then had {points} left.", side=The_side(impulse.side), points=points(impulse.rp)),
                     "witp 8.4.c", tone="quiet")
    rest = telling.blocks(happening for happening in run[1:] if not isinstance(happening.act, e.StackMoved))
    return Section(unit_tellers.impulse(run), (cost, left, *rest), impulse.rule, impulse.side)


def _costs(impulse: e.ImpulseMade, moves: Sequence[Happening]) -> Columns:
    """What the stacks of an impulse and their activation cost."""
    activated = len(impulse.origins)
    if len(set(impulse.origins)) == activated:
        what = say.plural(activated, "{n} hex", "{n} hexes")
    else:
        what = say.plural(activated, "{n} stack", "{n} stacks")
    if impulse.activation < activated:
        what = say("{activated}, {number} of them free by a card", activated=what,
                   number=activated - impulse.activation)
    rows = (*_stacks(moves), (say("Activation"), what, str(impulse.activation)))
    return Columns("", say.heads("Stack", "Cost", "RP"), rows, (2,), foot=(say("Together"), "", str(impulse.cost)))


def _stacks(run: Sequence[Happening]) -> list[tuple[str, ...]]:
    """One row a stack. The legs of a march that was told in pieces are put together again."""
    begun: Begun = {}
    rows: list[tuple[str, ...]] = []
    for happening in run:
        march = whole(happening, begun)
        if march is None:
            continue
        start, *passed, goal = march.route
        origin = place(march.position, start)
        if not march.event.hexes:
            rows.append((say("{origin}: {units}, left at {place} to hold the enemy there", origin=origin,
                             units=march.who, place=place(march.position, goal)), "", ""))
            continue
        if passed:
            stack = say("{origin} by {way}: {units}", origin=origin, way=places(march.position, passed),
                        units=march.who)
        else:
            stack = say("{origin}: {units}", origin=origin, units=march.who)
        rows.append((stack, _cost(march.event), str(march.cost)))
    return rows


def _cost(moved: e.StackMoved) -> str:
    parts = [say.plural(moved.hexes, "{n} hex", "{n} hexes")]
    if moved.azoc:
        parts.append(say.plural(moved.azoc, "{n} air zone", "{n} air zones"))
    if moved.jungle:
        parts.append(say("{number} jungle", number=moved.jungle))
    return " + ".join(parts)


# -- combat (9.0) ---------------------------------------------------------------------------------------------


def _opens(happening: Happening) -> str:
    """The hex of an event with which the combat there can begin, "" for others."""
    act = happening.act
    if isinstance(act, e.BattleFought | e.Landed):
        return act.hex
    number = str(act.values.get("place", "")) if isinstance(act, e.Noted) else ""
    return number if number in happening.position_before.here else ""


def _card(happening: Happening, notes: Sequence[Paragraph], consequences: Sequence[Paragraph]) -> BattleCard:
    assert isinstance(happening.act, e.BattleFought)
    return battle_card(happening.position_before, happening.act, notes, consequences)


def _in_hex(number: str, blocks: Sequence[Block], last: Position) -> Section:
    """The combat in a hex, and who stands there when it is over."""
    rows = tuple((side_name(side), forces_at(last, side, number) or say("nobody")) for side in SIDES)
    left = Columns(say("Left in the hex"), say.heads("Side", "Units"), rows, sides=SIDES)
    return Section(say("Combat at {place}", place=place(last, number)), (*blocks, left))


_BATTLES = Battles(telling, e.BattleFought, opens=_opens, card=_card, section=_in_hex,
                   is_note=lambda happening: isinstance(happening.act, e.EffectSpent))


# -- redeployment (10.0) --------------------------------------------------------------------------------------


def _redeployment(run: Iterable[Happening]) -> list[Block]:
    """Redeployed stacks, with the submarines' attack in the row of the stack it was made on."""
    entries: list[Entry] = []
    for happening in run:
        last = entries[-1] if entries else None
        if isinstance(happening.act, e.SubmarinesAttacked) and isinstance(last, Row) and last.frame is redeployed:
            entries[-1] = last._replace(cells=(*last.cells[:-1], unit_tellers.submarines(happening.act)))
        else:
            entries += telling.entries(happening)
    return joined(entries)


arranged: Mapping[str, Arrange] = {
    "resources": partial(telling.blocks, arrange=tables_first), "bases": partial(telling.blocks, arrange=tables_first),
    "movement": _movement, "combat": _BATTLES.blocks,
    "fleet redeployment": _redeployment, "redeployment": _redeployment}
