"""How battles are told: as a battle sheet, round by round, each attack with value, die and hits, and what was lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from witp_pbem.games.common.nouns import signed
from witp_pbem.games.common.telling import parts_of
from witp_pbem.games.nimitz.board import events as e
from witp_pbem.games.nimitz.board.data import Value
from witp_pbem.games.nimitz.board.state import (
    ABOARD,
    AREAS,
    BATTALION,
    BEACH,
    COASTAL,
    FOXHOLES,
    ISLAND,
    JAPAN,
    SIDES,
    TRANSPORT,
    US,
    Position,
    Unit,
)
from witp_pbem.games.nimitz.telling import explanation, reconstructed
from witp_pbem.games.nimitz.telling.entries import AttackRow, flew, telling, tells
from witp_pbem.games.nimitz.telling.nouns import (
    NOTHING,
    The_side,
    aircraft,
    by_kind,
    by_type,
    forces_at,
    listed,
    markers,
    place,
    side_name,
    step_title,
    the_side,
    turned,
    unit_name,
    value,
    values_explained,
    with_values,
)
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.games.nimitz.words.wording import word
from witp_pbem.table.chart import Clash
from witp_pbem.table.language import bracketed, in_a_row, labelled, listing, parts
from witp_pbem.table.story import Block, Columns, Happening, Paragraph, Section
from witp_pbem.table.telling import Entries, Row

BATTLES = "battle battles fight fought attack attacked combat 戦闘 攻撃"
HITS = f"{BATTLES} hit hits lose loses lost loss losses sunk damaged damage destroyed 損害 撃沈 損傷 命中"
MARKERS = "marker markers bonus マーカー ボーナス"
AIR = "aircraft air fly flew flies plane planes 航空機 飛行"


def battle_title(position: Position, point: str) -> str:
    """A battle as a heading."""
    return say("Battle at {place}", place=place(position, point))


# -- the start ----------------------------------------------------------------------------------------------------


@tells(e.BattleBegan, title=lambda run: battle_title(run[0].position_before, run[0].act.place), asked=BATTLES,
       fate="was in the battle at {place:place}.")
def _(before: Position, after: Position, event: e.BattleBegan) -> Entries:
    sides = listing(say("{side} {number}", side=side_name(side), number=len(event.units.get(side, ())))
                    for side in SIDES)
    return Paragraph(say("Units there: {sides}.", sides=sides), event.rule, place=event.place)


def _stationed(unit: str, happening: Happening) -> str:
    """Where a unit was put on the battle sheet."""
    event: Any = happening.act
    box = event.boxes[unit]
    where = place(happening.position_before, box) if box in AREAS else word("sheet-box", box)
    return say("was put on the battle sheet: {box}.", box=where)


tells(e.UnitsStationed, asked=BATTLES, fate=_stationed)


@tells(e.RoundsRolled, asked=BATTLES)
def _(before: Position, after: Position, event: e.RoundsRolled) -> Entries:
    return Paragraph(say.plural(event.rounds, "Die {die}: the battle can have {n} round.",
                                "Die {die}: the battle can have {n} rounds.", die=event.die), event.rule)


@tells(e.PlansCounted, asked=f"{BATTLES} {MARKERS}")
def _(before: Position, after: Position, event: e.PlansCounted) -> Entries:
    return Paragraph(say("Japan has {units} and draws {markers} a round.",
                         units=say.plural(event.units, "{n} unit", "{n} units"),
                         markers=say.plural(event.plans, "{n} bonus marker", "{n} bonus markers")), event.rule)


@tells(e.MarkersBought, asked=MARKERS, ledger="Bonus markers")
def _(before: Position, after: Position, event: e.MarkersBought) -> Entries:
    if not event.markers:
        return Paragraph(say("The Americans bought no bonus marker."), event.rule, US, "quiet")
    return Paragraph(say("American bonus markers for {cost} points ({supply} SP): {markers}.", cost=event.cost,
                         supply=event.supply, markers=markers(before, event.markers)), event.rule, US)


# -- rounds -------------------------------------------------------------------------------------------------------



@tells(e.MarkersDrawn, asked=MARKERS, evidence=explanation.drawn)
def _(before: Position, after: Position, event: e.MarkersDrawn) -> Entries:
    drawn = say("Japan drew: {markers}.", markers=markers(before, event.markers) or word("list", ""))
    text = in_a_row([say("The used markers went back into the cup."), drawn]) if event.returned else drawn
    return Paragraph(text, event.rule, JAPAN)


@tells(e.MarkersRemoved, asked=MARKERS)
def _(before: Position, after: Position, event: e.MarkersRemoved) -> Entries:
    return say("Without effect, because both sides had one: {markers}.",
               markers=markers(before, (*event.us, *event.japan)))


@tells(e.MarkerUsed, asked=MARKERS, plays=lambda event: () if event.stays else (event.marker,))
def _(before: Position, after: Position, event: e.MarkerUsed) -> Entries:
    what = markers(before, [event.marker])
    if event.effect:
        what = bracketed(what, word("use-effect", event.effect))
    if event.stays:
        return Paragraph(say("{side}: {marker} had no effect yet and stays.",
                             side=side_name(event.side), marker=what), event.rule, event.side)
    if event.unit:
        return Paragraph(say("{side} used {marker} for {unit}.", side=The_side(event.side), marker=what,
                             unit=unit_name(before, event.unit)), event.rule, event.side)
    return Paragraph(say("{side} used {marker}.", side=The_side(event.side), marker=what), event.rule, event.side)


def _flight(unit: str, happening: Happening) -> str:
    """What a flight meant for one of the aircraft, or for the carrier from which they flew."""
    event: Any = happening.act
    position = happening.position_before
    area = place(position, event.area)
    if unit == event.group:
        return say("sent {aircraft} to the area {area}.", aircraft=listed(position, event.units), area=area)
    return say("flew to the area {area}.", area=area)


@tells(e.AircraftFlew, asked=AIR, fate=_flight)
def _(before: Position, after: Position, event: e.AircraftFlew) -> Entries:
    die = "" if event.die is None else str(event.die)
    if event.rolled and event.rolled != event.area:
        die = bracketed(die, place(before, event.rolled))
    return Row(flew, (side_name(event.side), aircraft(before, event.units), die, place(before, event.area)),
               event.side, event.rule)


def _kept(unit: str, happening: Happening) -> str:
    """The same of aircraft that did not fly."""
    event: Any = happening.act
    if unit == event.group:
        return say("kept {aircraft} at base.", aircraft=listed(happening.position_before, event.units))
    return say("stayed at its base.")


@tells(e.AircraftHeld, asked=AIR, fate=_kept)
def _(before: Position, after: Position, event: e.AircraftHeld) -> Entries:
    return Row(flew, (side_name(JAPAN), aircraft(before, event.units), "" if event.die is None else str(event.die),
                      say("at base")), JAPAN, event.rule)


def _by_value(attacks: Iterable[Mapping[str, Any]]) -> dict[Value, list[Mapping[str, Any]]]:
    """The attacks of a step by their value, the best first."""
    groups: dict[Value, list[Mapping[str, Any]]] = {}
    for attack in attacks:
        groups.setdefault(Value(attack["normal"], attack.get("superior", 0)), []).append(attack)
    return {strength: groups[strength] for strength in sorted(groups, reverse=True)}


@tells(e.AttackStepped, asked=BATTLES, evidence=explanation.attacks)
def _(before: Position, after: Position, event: e.AttackStepped) -> Entries:
    rows = [(_attackers(before, [attack["unit"] for attack in shots]), value(strength),
             " ".join(str(attack["die"]) for attack in shots), str(sum(attack["hits"] for attack in shots)))
            for strength, shots in _by_value(event.attacks).items()]
    rows += [(markers(before, [marker]), "", "", signed(hits)) for marker, hits in event.extra.items()]
    return [AttackRow((side_name(event.side), step_title(before, event), *row), event.side, event.rule) for row in rows]


def _attackers(position: Position, units: Sequence[str]) -> str:
    """Those who attack with one value, in the order of their dice: carrier aircraft behind their carrier, battalions by
    number."""
    groups = [(flown, list(group)) for flown, group in groupby(units, lambda unit: position.units[unit].is_cba)]
    return listing(aircraft(position, group) if flown else listed(position, group) for flown, group in groups)


@tells(e.HitsCancelled, asked=f"{HITS} {MARKERS}")
def _(before: Position, after: Position, event: e.HitsCancelled) -> Entries:
    text = say.plural(event.hits, "{n} hit on {side} was cancelled ({marker}).",
                      "{n} hits on {side} were cancelled ({marker}).", side=the_side(event.side),
                      marker=markers(before, [event.marker]))
    return Paragraph(text, event.rule, event.side)


def _hit(unit: str, happening: Happening) -> str:
    """What hits meant for one unit."""
    event: Any = happening.act
    where = place(happening.position_before, event.area)
    return say("was lost ({area}).", area=where) if unit in event.lost else say("was damaged ({area}).", area=where)


@tells(e.UnitsHit, asked=HITS, fate=_hit)
def _(before: Position, after: Position, event: e.UnitsHit) -> Entries:
    fates = []
    if event.damaged:
        fates.append(say("damaged: {units}", units=listed(before, event.damaged)))
    if event.lost:
        fates.append(say("lost: {units}", units=listed(before, event.lost)))
    if event.capacity is not None:
        fates.append(say("airfield capacity {capacity}", capacity=event.capacity))
    if not fates:
        return None
    return Paragraph(say("{side}, {area} – {fates}.", side=side_name(event.side), area=place(before, event.area),
                         fates=parts(fates)), event.rule, event.side, "loss")


@tells(e.UnitsAdvanced, asked=BATTLES, fate="advanced on the Island.")
def _(before: Position, after: Position, event: e.UnitsAdvanced) -> Entries:
    boxes: dict[str, list[str]] = {}
    for unit, box in event.boxes.items():
        boxes.setdefault(box, []).append(unit)
    return Paragraph(say("{side} advanced to {boxes}.", side=The_side(event.side), boxes=parts(
        labelled(word("sheet-box", box), listed(before, units)) for box, units in boxes.items())), event.rule,
        event.side)


@tells(e.AircraftReturned, silent=lambda event: not event.struck, asked=AIR)
def _(before: Position, after: Position, event: e.AircraftReturned) -> Entries:
    return say("Back from the first strike: {units}.", units=aircraft(before, event.units))


@tells(e.AircraftRemoved, tone="loss", asked=f"{HITS} {AIR}", fate="left the battle ({reason:removal}).")
def _(before: Position, after: Position, event: e.AircraftRemoved) -> Entries:
    return say("{side}: {units} left the battle ({why}).", side=side_name(event.side),
               units=aircraft(before, event.units), why=word("removal", event.reason))


@tells(e.RoundEnded, tone="quiet", asked=BATTLES)
def _(before: Position, after: Position, event: e.RoundEnded) -> Entries:
    left = say.plural(event.rounds, "{n} round is left", "{n} rounds are left")
    return say("{left} ({change} by bonus markers).", left=left, change=signed(event.change)) if event.change else say(
        "{left}.", left=left)


def _clash(happening: Happening) -> Clash:
    event = happening.act
    assert isinstance(event, e.BattleEnded)
    return Clash(event.place, say("battle"), _verdict(event), event.winner, e.BattleBegan.code())


def _verdict(event: e.BattleEnded) -> str:
    if event.winner:
        return say("{side} won: the enemy has no unit left there.", side=The_side(event.winner))
    return say("The battle was over, and both sides are still there.")


@tells(e.BattleEnded, asked=BATTLES, clash=_clash)
def _(before: Position, after: Position, event: e.BattleEnded) -> Entries:
    return Paragraph(_verdict(event), event.rule, event.winner, "strong")


# -- battle by battle ---------------------------------------------------------------------------------------------


def blocks(run: Sequence[Happening]) -> list[Block]:
    """What happened in the battles of a turn, each in a section of its own."""
    passages: list[Block] = []
    for part in parts_of(run, lambda happening: isinstance(happening.act, e.BattleBegan)):
        passages += _battle(part) if isinstance(part[0].act, e.BattleBegan) else telling.blocks(part)
    fought = {unit: None for happening in run if isinstance(act := happening.act, e.BattleBegan)
              for side in SIDES for unit in act.units.get(side, ())}
    remarks = [values_explained(), reconstructed.of_units(run[0].position_before, fought)] if fought else []
    return [*passages, *(Paragraph(remark, tone="quiet") for remark in remarks if remark)]


def _battle(part: Sequence[Happening]) -> list[Block]:
    """A battle: the sheet, then round by round, then who is left; and what followed it before the next one."""
    began = part[0].act
    assert isinstance(began, e.BattleBegan)
    end = next((number for number, happening in enumerate(part) if isinstance(happening.act, e.BattleEnded)), None)
    fought, rest = (part, []) if end is None else (part[:end + 1], part[end + 1:])
    start, *rounds = parts_of(fought, lambda happening: isinstance(happening.act, e.RoundBegan | e.BattleEnded))
    passages: list[Block] = [*telling.blocks(start), *_sheet(start[-1].position_after)]
    for run in rounds:
        passages += telling.blocks(run) if isinstance(run[0].act, e.BattleEnded) else [_round(run)]
    if end is not None:
        passages.append(_left(fought[-1].position_after, began.place))
    return [Section(battle_title(part[0].position_before, began.place), tuple(passages), began.rule),
            *telling.blocks(rest)]


def _round(run: Sequence[Happening]) -> Section:
    """A round as a section of its battle."""
    began: Any = run[0].act
    return Section(say("Round {number}", number=began.number), tuple(telling.blocks(run[1:])), began.rule)


def _left(position: Position, point: str) -> Columns:
    """Who is left at the point."""
    return Columns(say("Left at the point"), say.heads("Side", "Units"),
                   tuple((side_name(side), forces_at(position, side, point) or say("nobody")) for side in SIDES),
                   sides=SIDES)


def _sheet(position: Position) -> list[Block]:
    """The battle sheet as it lies, area by area, with what counters show."""
    if position.battle is None or not position.battle.boxes:
        return []
    rows = tuple((name, *(_in(position, units[side]) for side in (JAPAN, US)))
                 for name, units in _areas(position) if units[JAPAN] or units[US])
    return [Columns(say("The battle sheet"), ("", side_name(JAPAN), side_name(US)), rows, rule="nimitz 10.1.1.b")]


def _in(position: Position, units: Sequence[Unit]) -> str:
    """The units in an area, carrier aircraft behind their carrier."""
    texts = []
    for unit in (unit for unit in units if not unit.is_cba and unit.kind != BATTALION):
        aboard = [other for other in units if other.carrier == unit.id]
        text = with_values(position, unit)
        texts.append(bracketed(text, by_type(aboard)) if aboard else text)
    battalions = by_kind([unit for unit in units if unit.kind == BATTALION], lambda unit: turned(position, unit))
    return listing(filter(None, [*texts, battalions])) or NOTHING


def _areas(position: Position) -> Iterator[tuple[str, dict[str, list[Unit]]]]:
    """The areas of the sheet with the boxes of the Island, and who is in each."""
    battle = position.battle
    assert battle is not None
    by_box: dict[str, dict[str, list[Unit]]] = {}
    for unit in position.at(battle.place):
        if box := _box(position, unit):
            by_box.setdefault(box, {JAPAN: [], US: []})[unit.side].append(unit)
    nobody: dict[str, list[Unit]] = {JAPAN: [], US: []}
    for area in AREAS:
        if area != ISLAND:
            yield place(position, area), by_box.get(area, nobody)
        for box in _BOXES.get(area, ()):
            yield say("{area}: {box}", area=place(position, area), box=word("sheet-box", box)), by_box.get(box, nobody)


_BOXES = {ISLAND: (FOXHOLES, BEACH, "airfield"), COASTAL: (TRANSPORT,)}


def _box(position: Position, unit: Unit) -> str:
    """Where a unit lies: an area, a box of the Island, the transports; aircraft with their carrier."""
    assert position.battle is not None
    box = position.battle.boxes.get(unit.id, "")
    if unit.is_cba:
        return position.battle.boxes.get(unit.carrier, "")
    return "airfield" if box == ABOARD else box


def lost_and_damaged(happenings: Iterable[Happening]) -> dict[str, dict[str, list[str]]]:
    """By side the units that were lost and damaged, in order, without carrier aircraft, which come again."""
    fates: dict[str, dict[str, list[str]]] = {}
    for happening in happenings:
        act = happening.act
        if isinstance(act, e.UnitsHit | e.SupplyChecked | e.AircraftRemoved):
            units = happening.position_before.units
            for fate, names in (("lost", getattr(act, "lost", getattr(act, "units", ()))),
                                ("damaged", getattr(act, "damaged", ()))):
                for name in (name for name in names if name in units and not units[name].is_cba):
                    fates.setdefault(units[name].side, {}).setdefault(fate, []).append(name)
    return {side: {"lost": by_fate.get("lost", []),
                   "damaged": [name for name in dict.fromkeys(by_fate.get("damaged", []))
                               if name not in by_fate.get("lost", [])]} for side, by_fate in fates.items()}


