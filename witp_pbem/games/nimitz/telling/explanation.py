"""What settles why an event came out so, beyond what its story tells: sums and facts, each with its rule. The tellers
name them.

The figures are those of the events; what they leave open is reckoned from the position the logbook gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from witp_pbem.games.nimitz.board import events as e
from witp_pbem.games.nimitz.board.data import Value
from witp_pbem.games.nimitz.board.state import ISLAND, JAPAN, US, WEST_COAST, Position
from witp_pbem.games.nimitz.rules.chapter_04_victory import objectives
from witp_pbem.games.nimitz.rules.chapter_10_battle import strength
from witp_pbem.games.nimitz.rules.chapter_10_battle.attacks import AA, AIR, ASW, BOMBING, GROUND, GUNFIRE, TORPEDOES
from witp_pbem.games.nimitz.rules.chapter_10_battle.strength import Bonus
from witp_pbem.games.nimitz.telling import reconstructed
from witp_pbem.games.nimitz.telling.nouns import listed, markers, places, step_title, unit_name, value
from witp_pbem.games.nimitz.telling.reference import rules_of_markers
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.games.nimitz.words.wording import word
from witp_pbem.table.story import Block, Columns, Paragraph

BOMBS = {True: "ground", False: "ship"}  # the value of bombs, on the Island and elsewhere (nimitz 10.13.a)
VALUES = {AIR: "air", AA: "aa", TORPEDOES: "torpedo", ASW: "asw", GUNFIRE: "gunnery", GROUND: "ground"}

# -- Japan moves -------------------------------------------------------------------------------------------------


def order(position: Position, event: e.OrderRolled) -> Iterator[Block]:
    """Among which destinations the dice decided, and what the chart says."""
    row = position.data.movement_order(event.order)
    yield Paragraph(say("{die} on the order chart: {order}; at most ships {ships}, infantry {infantry}, LBA {lba}.",
                        die=event.die, order=word("chart", row.name), ships=row.ships, infantry=row.infantry,
                        lba=row.lba), event.rule, JAPAN)
    if len(event.candidates) > 1:
        yield Paragraph(say("The destination was drawn among: {points}.", points=places(position, event.candidates)),
                        "nimitz 9.1.o", JAPAN)


# -- battles -----------------------------------------------------------------------------------------------------


def drawn(position: Position, event: e.MarkersDrawn) -> Iterator[Block]:
    """Each marker Japan drew, with its rule."""
    for marker in dict.fromkeys(event.markers):
        yield Paragraph(say("Drawn: {markers}.", markers=markers(position, [marker])), _rule(marker), JAPAN)


def _rule(marker: str) -> str:
    return f"nimitz {rules_of_markers()[marker]}"


def attacks(position: Position, event: e.AttackStepped) -> Iterator[Block]:
    """Each attack in a row of its own, and by which bonus markers its value is another than the counter shows."""
    if ours := reconstructed.of_units(position, [attack["unit"] for attack in event.attacks]):
        yield Paragraph(ours, tone="quiet")
    rows = [_row(position, event, attack) for attack in event.attacks]
    added = dict.fromkeys(bonus for attack in event.attacks for bonus in _added(position, event, attack["unit"]))
    if len(rows) > 1 or added:
        yield Columns(say("{step}: attack by attack", step=step_title(position, event)),
                      say.heads("Unit", "Value", "Die", "Hits"), tuple(rows), (2, 3), (event.side,) * len(rows),
                      rule=event.rule)
    for bonus in added:
        yield Paragraph(say("{marker} adds {value}.", marker=markers(position, [bonus.marker]),
                            value=value(bonus.value)), _rule(bonus.marker), JAPAN)


def _row(position: Position, event: e.AttackStepped, attack: Mapping[str, Any]) -> tuple[str, ...]:
    """An attack: who, with which value, "4 + 3/2 = 7/2" where markers add to it, die, hits."""
    shown = value(Value(attack["normal"], attack["superior"]))
    if added := _added(position, event, attack["unit"]):
        printed = position.value(position.units[attack["unit"]], _what(event))
        shown = f"{' + '.join(map(value, [printed, *(bonus.value for bonus in added)]))} = {shown}"
    return unit_name(position, attack["unit"]), shown, str(attack["die"]), str(attack["hits"])


def _added(position: Position, event: e.AttackStepped, unit: str) -> list[Bonus]:
    """What markers in force add to the value of an attack."""
    return strength.bonuses(position, position.units[unit], _what(event))


def _what(event: e.AttackStepped) -> str:
    """The attack value a step of combat is fought with."""
    return BOMBS[event.area == ISLAND] if event.step == BOMBING else VALUES[event.step]


# -- after the battles -------------------------------------------------------------------------------------------


def supply(position: Position, event: e.SupplyChecked) -> Iterator[Block]:
    """How far supply reached, and what it means where it did not."""
    if not event.points:
        return
    held = [point for point in position.data.map.points
            if point in objectives.supplied(position) and (point == WEST_COAST or objectives.is_ours(position, point))]
    yield Paragraph(say("Supply was passed on by {points}.", points=places(position, held)), event.rule, US)
    yield Paragraph(say("Ground units and LBA out of supply take 1 hit each: {units}.",
                        units=listed(position, position.in_order((*event.damaged, *event.lost)))), "nimitz 11.4.b", US)
