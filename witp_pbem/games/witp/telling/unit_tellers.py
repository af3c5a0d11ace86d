"""What is told of units: how they come and go, move, fight, redeploy; one event, one piece (see `tellers`)."""

from __future__ import annotations

from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.state import ALLIES, JAPAN, Position
from witp_pbem.games.witp.telling.battle_card import verdict
from witp_pbem.games.witp.telling.phrases import The_side, place, places, points, reason, side_name, thrown, units
from witp_pbem.games.witp.telling.pieces import Loss, Row, Told, tells
from witp_pbem.games.witp.words.language import say
from witp_pbem.table.language import listing
from witp_pbem.table.story import Paragraph

# -- coming and going --


def _loss_of(before: Position, event: e.UnitReduced | e.UnitRemoved, gone: bool) -> Loss:
    return Loss(before.units[event.unit].side, event.unit, place(before, event.hex), gone, event.reason, event.rule)


@tells(e.UnitReduced)
def _(before: Position, after: Position, event: e.UnitReduced) -> Told:
    return _loss_of(before, event, False)


@tells(e.UnitRemoved)
def _(before: Position, after: Position, event: e.UnitRemoved) -> Told:
    return _loss_of(before, event, True)


@tells(e.UnitRebuilt)
def _(before: Position, after: Position, event: e.UnitRebuilt) -> Told:
    unit = before.units[event.unit]
    where = place(before, event.hex)
    if event.reason == "rebuilt":
        return Row("rebuilt", (side_name(unit.side), event.unit, where, str(event.cost)), unit.side, event.rule)
    return Row("recovered", (side_name(unit.side), units(after, [event.unit]), where, reason(event.reason)), unit.side,
               event.rule)


@tells(e.UnitPlaced)
def _(before: Position, after: Position, event: e.UnitPlaced) -> Told:
    side = before.units[event.unit].side
    if event.reason == "reinforcement":
        return Row("arrived", (side_name(side), units(after, [event.unit]), place(before, event.hex)), side, event.rule)
    return Paragraph(say("{unit} came onto the map at {place} ({why}).", unit=event.unit,
                         place=place(before, event.hex), why=reason(event.reason)), event.rule, side)


@tells(e.UnitWaits)
def _(before: Position, after: Position, event: e.UnitWaits) -> Told:
    return Paragraph(say("{unit} waits: no supply source of its nation was open to it.", unit=event.unit), event.rule,
                     before.units[event.unit].side)


# -- movement --


@tells(e.ImpulseMade)
def _(before: Position, after: Position, event: e.ImpulseMade) -> Told:
    return Paragraph(say("{side} spent {points} on an impulse.", side=The_side(event.side), points=points(event.cost)),
                     event.rule, event.side)


@tells(e.StackMoved)
def _(before: Position, after: Position, event: e.StackMoved) -> Told:
    return Paragraph(say("{units} moved from {origin} to {goal}.", units=units(before, event.units),
                         origin=place(before, event.origin), goal=place(before, event.route[-1])), event.rule,
                     event.side)


@tells(e.Landed)
def _(before: Position, after: Position, event: e.Landed) -> Told:
    return Paragraph(say("{side} landed {units} at {place} ({why}).", side=The_side(event.side),
                         units=units(before, event.units), place=place(before, event.hex), why=reason(event.reason)),
                     event.rule, event.side)


@tells(e.AirDisplaced)
def _(before: Position, after: Position, event: e.AirDisplaced) -> Told:
    side = before.units[event.unit].side
    return Paragraph(say("{side} had to fly {unit} from {origin} to {goal}.", side=The_side(side), unit=event.unit,
                         origin=place(before, event.origin), goal=place(before, event.hex)), event.rule, side)


@tells(e.CargoShifted)
def _(before: Position, after: Position, event: e.CargoShifted) -> Told:
    return Paragraph(say("{unit} went aboard {ship}, because its own ship was lost.", unit=event.unit,
                         ship=event.ship), event.rule, before.units[event.unit].side)


# -- combat --


@tells(e.CombatBegan)
def _(before: Position, after: Position, event: e.CombatBegan) -> Told:
    if not event.hexes:
        return Paragraph(say("No combat had to be fought."), event.rule)
    return Paragraph(say("Combat had to be fought at {places}.", places=places(before, event.hexes)), event.rule)


@tells(e.BattleFought)
def _(before: Position, after: Position, event: e.BattleFought) -> Told:
    return verdict(event)


@tells(e.Retreated)
def _(before: Position, after: Position, event: e.Retreated) -> Told:
    return Paragraph(say("{side} retreated from {origin} to {goal}: {units}.", side=The_side(event.side),
                         origin=place(before, event.origin), goal=place(before, event.hex),
                         units=units(before, event.units)), event.rule, event.side)


@tells(e.ContinuingBattleMarked)
def _(before: Position, after: Position, event: e.ContinuingBattleMarked) -> Told:
    return Paragraph(say("Land units of both sides stay at {place}: the battle goes on next turn.",
                         place=place(before, event.hex)), event.rule, tone="strong")


@tells(e.ContinuingBattleEnded)
def _(before: Position, after: Position, event: e.ContinuingBattleEnded) -> Told:
    return Paragraph(say("The continuing battle at {place} is over.", place=place(before, event.hex)), event.rule)


# -- redeployment and after --


@tells(e.StackRedeployed)
def _(before: Position, after: Position, event: e.StackRedeployed) -> Told:
    return Row("redeployed", (side_name(event.side), units(before, event.units), place(before, event.origin),
                              place(before, event.hex), ""), event.side)


@tells(e.SubmarinesAttacked)
def _(before: Position, after: Position, event: e.SubmarinesAttacked) -> Told:
    return Paragraph(say("Submarines attacked {units}: {outcome}.", units=listing(event.units),
                         outcome=submarines(event)), event.rule, event.side, "loss" if event.hit else "plain")


def submarines(event: e.SubmarinesAttacked) -> str:
    """The dice of an attack and what they came to."""
    values = {"dice": thrown(event.dice), "total": sum(event.dice), "low": event.low, "high": event.high}
    if event.hit:
        return say("{dice} = {total}: hit (hit on {low} to {high})", **values)
    return say("{dice} = {total}: safe (hit on {low} to {high})", **values)


@tells(e.AirSentToChungking)
def _(before: Position, after: Position, event: e.AirSentToChungking) -> Told:
    return Paragraph(say("The Allies sent {unit} from {origin} to {goal}, where it stays.", unit=event.unit,
                         origin=place(before, event.origin), goal=place(before, event.hex)), event.rule, ALLIES)


@tells(e.ChinaSurrendered)
def _(before: Position, after: Position, event: e.ChinaSurrendered) -> Told:
    return Paragraph(say("China surrendered: Japan stands alone in Chungking."), event.rule, JAPAN, "strong")


@tells(e.GarrisonShort)
def _(before: Position, after: Position, event: e.GarrisonShort) -> Told:
    told = say.plural(event.count,
                      "Japan had {n} land unit in China, too few: next turn it has {penalty} resource points fewer.",
                      "Japan had {n} land units in China, too few: next turn it has {penalty} resource points fewer.",
                      penalty=event.penalty)
    return Paragraph(told, event.rule, JAPAN)
