"""How units are told of, kind of event by kind of event: how they come and go, move, fight, redeploy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from witp_pbem.games.common.nouns import thrown
from witp_pbem.games.common.telling import UnitRow
from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.state import ENEMY, JAPAN, Position
from witp_pbem.games.witp.telling import explanation
from witp_pbem.games.witp.telling.battle_card import verdict
from witp_pbem.games.witp.telling.entries import (
    arrived,
    loss,
    of_same_side,
    rebuilt,
    recovered,
    redeployed,
    telling,
    tells,
)
from witp_pbem.games.witp.telling.nouns import The_side, place, places, reason, side_name, units, way
from witp_pbem.games.witp.telling.signs import signs
from witp_pbem.games.witp.telling.tellers import LOSSES
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import word
from witp_pbem.table.chart import Arrow, Clash
from witp_pbem.table.language import listing
from witp_pbem.table.story import Happening, Paragraph
from witp_pbem.table.telling import Entries, Journey, Row, Run

# words of a question that mean several kinds of events
MOVES = "move moved movement impulse impulses 移動"
REINFORCEMENTS = "reinforcement reinforcements 増援"

FROM_TO = ("origin", "hex")  # the fields of an event that name where somebody came from, and where to

# -- coming and going --


@tells(e.UnitReduced, fate="was reduced at {hex:place}: {reason:reason}.", asked=LOSSES)
def _(before: Position, after: Position, event: e.UnitReduced) -> Entries:
    return loss(before, event)


@tells(e.UnitRemoved, fate="was eliminated at {hex:place}: {reason:reason}.", asked=LOSSES)
def _(before: Position, after: Position, event: e.UnitRemoved) -> Entries:
    return loss(before, event)


@tells(e.UnitRebuilt, chosen=lambda event: event.reason == "rebuilt", joins=of_same_side,
       title=lambda run: say("{side} rebuilt {units}", side=The_side(telling.side(run[0])),
                             units=listing(happening.act.unit for happening in run)),
       fate="was brought to full strength at {hex:place}: {reason:reason}.", ledger="Rebuilding",
       evidence=explanation.rebuilding,
       asked="rebuild rebuilt rebuilding 再建")
def _(before: Position, after: Position, event: e.UnitRebuilt) -> Entries:
    unit = before.units[event.unit]
    where = place(before, event.hex)
    if event.reason == "rebuilt":
        return Row(rebuilt, (side_name(unit.side), event.unit, where, str(event.cost)), unit.side, event.rule)
    row = Row(recovered, (side_name(unit.side), "", where, reason(event.reason)), unit.side, event.rule)
    return UnitRow(row, event.unit, lambda ids: units(after, ids))


@tells(e.UnitPlaced, fate="came onto the map at {hex:place}: {reason:reason}.", asked=REINFORCEMENTS)
def _(before: Position, after: Position, event: e.UnitPlaced) -> Entries:
    side = before.units[event.unit].side
    if event.reason == "reinforcement":
        row = Row(arrived, (side_name(side), "", place(before, event.hex)), side, event.rule)
        return UnitRow(row, event.unit, lambda ids: units(after, ids))
    return say("{unit} came onto the map at {place} ({why}).", unit=event.unit, place=place(before, event.hex),
               why=reason(event.reason))


tells(e.UnitWaits, "{unit} waits: no supply source of its nation was open to it.", asked=REINFORCEMENTS)


# -- movement --


def impulse(run: Run) -> str:
    """Whose impulse it is, and where it goes."""
    order: Any = run[0].act
    if order.ruled:
        return say("{side}: an impulse by ruling", side=The_side(order.side))
    return say("{side} moved to {place}", side=The_side(order.side),
               place=place(run[0].position_before, order.target))


tells(e.ImpulseMade, "{side:Side} spent {cost:rp} on an impulse.", title=impulse, ledger="Movement impulses",
      asked=MOVES, concerns=lambda event: [e.Ruled.code()] if event.ruled else [], evidence=explanation.impulse)


def _gone(unit: str, happening: Happening) -> str:
    move: Any = happening.act
    route = way(happening.position_before, (move.origin, *move.route))
    ship = dict(move.aboard).get(unit)
    if ship:
        return say("moved by sea, aboard {ship}: {way}.", ship=ship, way=route)
    return say("moved: {way}.", way=route)


@tells(e.StackMoved, fate=_gone, asked=MOVES)
def _(before: Position, after: Position, event: e.StackMoved) -> Entries:
    return say("{units} moved from {origin} to {goal}.", units=units(before, event.units),
               origin=place(before, event.origin), goal=place(before, event.route[-1]))


tells(e.Landed, "{side:Side} landed {units:stack} at {hex:place} ({reason:reason}).",
      fate="went ashore at {hex:place}: {reason:reason}.", asked="landing landings landed assault 上陸")
tells(e.AirDisplaced, "{side:Side} had to fly {unit} from {origin:place} to {hex:place}.",
      arrows=Journey(lambda: signs().displace, "{unit:stack}, driven from its base", FROM_TO))
tells(e.CargoShifted, "{unit} went aboard {ship}, because its own ship was lost.")


# -- combat --


def _combat(run: Run) -> str:
    began: Any = run[0].act
    if not began.hexes:
        return say("No combat")
    return say("Combat to be fought: {places}", places=places(run[0].position_before, began.hexes))


@tells(e.CombatBegan, title=_combat)
def _(before: Position, after: Position, event: e.CombatBegan) -> Entries:
    if not event.hexes:
        return say("No combat had to be fought.")
    return say("Combat had to be fought at {places}.", places=places(before, event.hexes))


def _fought(unit: str, happening: Happening) -> str:
    """A counter's part in a battle."""
    battle: Any = happening.act
    side = happening.position_before.units[unit].side
    force, enemy = battle.forces[side], battle.forces[ENEMY[side]]
    values = {"battle": word("battle", battle.kind), "place": place(happening.position_before, battle.hex),
              "own": force.total, "enemy": enemy.total}
    if unit in force.support:
        return say("supported the battle at {place} ({battle}): {own} to {enemy}.", **values)
    return say("fought at {place} ({battle}): {own} to {enemy}.", **values)


def _clash(happening: Happening) -> Clash:
    battle: Any = happening.act
    label = say("{battle}: {side} won by {high} − {low} = {difference}", battle=word("battle", battle.kind),
                side=The_side(battle.winner), high=battle.forces[battle.winner].total,
                low=battle.forces[ENEMY[battle.winner]].total, difference=battle.difference)
    return Clash(battle.hex, word("battle", battle.kind), label, battle.winner)


@tells(e.BattleFought, title="{kind:battle} at {hex:place}", fate=_fought, clash=_clash,
       asked="battle battles combat fight 戦闘", concerns=lambda event: [f"{event.kind} battle"])
def _(before: Position, after: Position, event: e.BattleFought) -> Entries:
    return verdict(event)


tells(e.Retreated, "{side:Side} retreated from {origin:place} to {hex:place}: {units:stack}.",
      fate="retreated from {origin:place} to {hex:place}.", asked="retreat retreats retreated 退却",
      arrows=Journey(lambda: signs().retreat, "{units:stack}, retreating", FROM_TO))
tells(e.ContinuingBattleMarked, "Land units of both sides stay at {hex:place}: the battle goes on next turn.",
      tone="strong")
tells(e.ContinuingBattleEnded, "The continuing battle at {hex:place} is over.")


# -- redeployment and after --


def _redeployed(happening: Happening) -> Iterator[Arrow]:
    """A stack with the whole way over which it was redeployed."""
    stack: Any = happening.act
    yield Arrow(stack.side, signs().redeploy, stack.path or (stack.origin, stack.hex), None,
                say("{units}, redeployed", units=units(happening.position_before, stack.units)))


@tells(e.StackRedeployed, title="{side:Side} redeployed from {origin:place} to {hex:place}",
       fate="redeployed from {origin:place} to {hex:place}.", arrows=_redeployed,
       asked="redeploy redeployed redeployment 再配置")
def _(before: Position, after: Position, event: e.StackRedeployed) -> Entries:
    return Row(redeployed, (side_name(event.side), units(before, event.units), place(before, event.origin),
                            place(before, event.hex), ""), event.side)


def _attacked(unit: str, happening: Happening) -> str:
    attack: Any = happening.act
    return say("its stack was attacked by submarines: dice {dice} = {total}, hit on {low} to {high}.",
               dice=thrown(attack.dice), total=sum(attack.dice), low=attack.low, high=attack.high)


@tells(e.SubmarinesAttacked, fate=_attacked, asked="submarine submarines 潜水艦")
def _(before: Position, after: Position, event: e.SubmarinesAttacked) -> Entries:
    return Paragraph(say("Submarines attacked {units}: {outcome}.", units=listing(event.units),
                         outcome=submarines(event)), event.rule, event.side, "loss" if event.hit else "plain")


def submarines(event: e.SubmarinesAttacked) -> str:
    """The dice of an attack and what they came to."""
    values = {"dice": thrown(event.dice), "total": sum(event.dice), "low": event.low, "high": event.high}
    if event.hit:
        return say("{dice} = {total}: hit (hit on {low} to {high})", **values)
    return say("{dice} = {total}: safe (hit on {low} to {high})", **values)


tells(e.AirSentToChungking, "The Allies sent {unit} from {origin:place} to {hex:place}, where it stays.",
      title="An Allied air unit went to Chungking",
      arrows=Journey(lambda: signs().redeploy, "{unit:stack}, sent to Chungking", FROM_TO))


@tells(e.ChinaSurrendered, title="China surrendered")
def _(before: Position, after: Position, event: e.ChinaSurrendered) -> Entries:
    return Paragraph(say("China surrendered: Japan stands alone in Chungking."), event.rule, JAPAN, "strong")


@tells(e.GarrisonShort)
def _(before: Position, after: Position, event: e.GarrisonShort) -> Entries:
    text = say.plural(event.count,
                      "Japan had {n} land unit in China, too few: next turn it has {penalty} resource points fewer.",
                      "Japan had {n} land units in China, too few: next turn it has {penalty} resource points fewer.",
                      penalty=event.penalty)
    return Paragraph(text, event.rule, JAPAN)
