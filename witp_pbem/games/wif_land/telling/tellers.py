"""How the impulse, rail and land movement, invasions, paradrops and air missions are told, kind of event by kind of
event. Sentences are in the past tense, so that one verb serves the Axis and the Allies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.games.wif_land.board import events as e
from witp_pbem.games.wif_land.board.state import SIDES, Position
from witp_pbem.games.wif_land.telling import explanation
from witp_pbem.games.wif_land.telling.entries import (
    Leg,
    Sentence,
    flown,
    of_same_kind,
    railed,
    tells,
)
from witp_pbem.games.wif_land.telling.nouns import (
    The_side,
    as_they_lie,
    ending,
    listed,
    number,
    owner,
    place,
    side_name,
    standing,
    unit_name,
    weather,
    when,
)
from witp_pbem.games.wif_land.telling.signs import signs
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.games.wif_land.words.wording import word
from witp_pbem.table.chart import Arrow, Course
from witp_pbem.table.language import listing
from witp_pbem.table.story import Happening, Paragraph
from witp_pbem.table.telling import Entries, Row, Run

# words of a question that mean several kinds of events
MOVES = "move moves moved march 移動"
RAIL = "rail railway train 鉄道"
LOSSES = "lose loses lost loss losses destroyed 損害 破壊"
AIR = "aircraft air fly flew plane planes bomber 航空機 航空 爆撃機"
FACES = "face-down turned disorganised 裏 裏返し"

# -- the impulse --

tells(e.TurnBegan, title=lambda run: when(run[0].position_after))  # the next section is headed with it


@tells(e.ActionChosen, asked="action アクション", title="{side:Side} chose the action")
def _(before: Position, after: Position, event: e.ActionChosen) -> Entries:
    return say("{side} chose a {action} action.", side=The_side(event.side), action=word("action", event.action))


tells(e.Recovered, "Turned face-up at the end of the turn: {units:unit}.", title="Units recovered", asked=FACES,
      fate="was turned face-up.")


@tells(e.GameEnded, title="The land turn is over", asked="over ended winner 終了", tone="strong",
       concerns=lambda event: SIDES)
def _(before: Position, after: Position, event: e.GameEnded) -> Entries:
    return Paragraph(ending({"winner": event.winner, "reason": event.reason}), event.rule, event.winner, "strong")


def _put_by_the_referee(happening: Happening) -> Iterator[Arrow]:
    """Units a ruling put elsewhere."""
    ruling, position = happening.act, happening.position_before
    assert isinstance(ruling, e.Ruled)
    for key, fields in ruling.units.items():
        hex = fields.get("place", "")  # noqa: A001
        if hex in position.map.hexes and hex != position.units[key].place:
            yield Arrow(position.units[key].side, signs().arrive, (hex,), None,
                        say("{units}, put here by the referee", units=unit_name(position, key)))


@tells(e.Ruled, title="A ruling of the referee", asked="ruling rulings 裁定", arrows=_put_by_the_referee)
def _(before: Position, after: Position, event: e.Ruled) -> Entries:
    if event.resigned:
        return [Paragraph(say("{side} gave up. Reason: {reason}", side=The_side(event.resigned), reason=event.reason),
                          event.rule, event.resigned, "ruling")]
    text = say("The referee ruled: {ruling}.", ruling=event.text.removeprefix("ruling "))
    entries = [Paragraph(text, event.rule, tone="ruling")]
    entries += [Paragraph(say("Before: {before} Now: {after}", before=standing(key, before),
                              after=standing(key, after)), tone="ruling") for key in event.units]
    if event.weather:
        entries.append(Paragraph(say("Weather now: {weather}.", weather=weather(after)), tone="ruling"))
    return entries


# -- rail movement --


def _by_rail(happening: Happening) -> Iterator[Arrow]:
    act: Any = happening.act
    who = unit_name(happening.position_before, act.unit) if isinstance(act, e.UnitRailed) else say("a blue factory")
    side = happening.position_before.phasing
    yield Arrow(side, signs().rail, act.path, act.cost, say("{units}, by rail", units=who))


def _way(position: Position, path: Sequence[str]) -> str:
    """A way from its first hex to its last, with those between by number."""
    return " → ".join((place(position, path[0]), *path[1:-1], place(position, path[-1])))


def _title(run: Run) -> str:
    """Who of a run went where, as a title."""
    act, position = run[0].act, run[0].position_before
    assert isinstance(act, e.UnitsMoved)
    return say("{units} moved to {place}", units=listed(position, act.units),
               place=place(position, getattr(run[-1].act, "hex", "")))


@tells(e.UnitRailed, joins=of_same_kind, asked=f"{RAIL} {MOVES}", title="{unit:unit} moved by rail", arrows=_by_rail)
def _(before: Position, after: Position, event: e.UnitRailed) -> Entries:
    return Row(railed, (as_they_lie(after, [event.unit]), _way(before, event.path), str(event.cost)),
               before.units[event.unit].side, "wif rail.c")


@tells(e.FactoryRailed, joins=of_same_kind, asked=f"{RAIL} factory factories 工場", title="A factory moved by rail",
       arrows=_by_rail)
def _(before: Position, after: Position, event: e.FactoryRailed) -> Entries:
    row = Row(railed, (say("a blue factory"), _way(before, event.path), str(event.cost)), event.side, "wif rail.c")
    at = place(before, event.path[0])
    left = say("A marker of a destroyed factory was put at {place}.", place=at)
    if not event.works_from:
        return [row, Paragraph(left, "wif rail.i", event.side)]
    works = say("The factory works again from {turn}.", turn=event.works_from)
    return [row, Paragraph(left, "wif rail.i", event.side), Paragraph(works, "wif rail.j", event.side)]


# -- land movement --


def _goes_on(happening: Happening, run: Run) -> bool:
    """Whether a leg belongs to the move so far."""
    last = next((before.act for before in reversed(run) if isinstance(before.act, e.UnitsMoved)), None)
    act = happening.act
    return isinstance(act, e.UnitsMoved) and last is not None and act.start == last.hex and (
        {*act.units} <= {*last.units} and act.spent > last.spent)


def _leg(happening: Happening) -> Iterator[Arrow]:
    act = happening.act
    assert isinstance(act, e.UnitsMoved)
    position = happening.position_before
    yield Arrow(owner(position, act.units), signs().move, (act.start, act.hex), act.cost,
                as_they_lie(position, act.units))


@tells(e.UnitsMoved, joins=_goes_on, asked=MOVES, title=_title, arrows=_leg, evidence=explanation.move,
       fate="moved from {start:place} to {hex:place}.")
def _(before: Position, after: Position, event: e.UnitsMoved) -> Entries:
    return [Leg(before, event)]


def _turned(units: Sequence[str]) -> str:
    return say("Turned face-down: {units}.", units=listing(units))


@tells(e.UnitsTurned, asked=FACES, fate="was turned face-down ({reason:turned}).")
def _(before: Position, after: Position, event: e.UnitsTurned) -> Entries:
    return [Sentence(_turned, tuple(unit_name(before, unit) for unit in event.units), owner(before, event.units),
                     event.rule, word("turned", event.reason))]


@tells(e.UnitsOverrun, asked=f"overrun overran 蹂躙 {LOSSES}", title="Overrun at {hex:place}")
def _(before: Position, after: Position, event: e.UnitsOverrun) -> Entries:
    text = say("{units} overran {place}: {strength} against {defence} is {odds}. Destroyed: {losses}.",
               units=listed(before, event.units), place=place(before, event.hex), strength=number(event.strength),
               defence=number(event.defence), odds=event.odds, losses=listed(before, event.losses))
    return Paragraph(text, event.rule, owner(before, event.units), "loss")


_TAKEN: Mapping[str, Callable[[Sequence[str]], str]] = {
    "axis": lambda hexes: say("The Axis took control of {places}.", places=listing(hexes)),
    "allies": lambda hexes: say("The Allies took control of {places}.", places=listing(hexes)),
}


@tells(e.ControlChanged, asked="control took taken captured 支配 占領")
def _(before: Position, after: Position, event: e.ControlChanged) -> Entries:
    return [Sentence(_TAKEN[event.side], tuple(place(before, hex) for hex in event.hexes), event.side, event.rule)]


@tells(e.UnitsDestroyed, asked=LOSSES, fate="was destroyed at {hex:place} ({reason:destroyed}).")
def _(before: Position, after: Position, event: e.UnitsDestroyed) -> Entries:
    side = owner(before, event.units)
    text = say("{side}, {place} – destroyed: {units} ({why}).", side=side_name(side), place=place(before, event.hex),
               units=as_they_lie(before, event.units), why=word("destroyed", event.reason))
    return Paragraph(text, event.rule, side, "loss")


def journey(course: str) -> Callable[[Happening], Iterator[Arrow]]:
    """An arrow for units that go from a hex to another."""
    def arrows(happening: Happening) -> Iterator[Arrow]:
        act: Any = happening.act
        names = getattr(act, "units", ()) or (act.unit,)
        position = happening.position_before
        drawn: Course = getattr(signs(), course)
        goal = getattr(act, "port", "") or act.hex
        for start in dict.fromkeys(spot(position, position.units[name].place) for name in names):
            going = [name for name in names if spot(position, position.units[name].place) == start]
            route = (start, goal) if start and start != goal else (goal,)
            yield Arrow(owner(position, going), drawn if len(route) > 1 else signs().arrive, route, None,
                        as_they_lie(position, going))

    return arrows


def spot(position: Position, where: str) -> str:
    """The hex in which units at a place are drawn: those at sea in the first hex of their area that the map has, "" for
    none."""
    if where in position.map.areas:
        return next((hex for hex in position.map.areas[where].hexes if hex in position.map.hexes), "")
    return where if where in position.map.hexes else ""


tells(e.AircraftRebased, "{unit:unit} rebased from {start:place} to {hex:place}, and lies face-down.",
      asked=f"{AIR} {FACES}", arrows=journey("fly"))


def _fled(happening: Happening) -> Iterator[Arrow]:
    act = happening.act
    assert isinstance(act, e.ShipsFate)
    if act.port:
        yield Arrow(happening.position_before.units[act.unit].side, signs().retreat, (act.hex, act.port), None,
                    unit_name(happening.position_before, act.unit))


@tells(e.ShipsFate, asked=f"ship ships 艦船 {LOSSES}", arrows=_fled)
def _(before: Position, after: Position, event: e.ShipsFate) -> Entries:
    side, unit = before.units[event.unit].side, unit_name(before, event.unit)
    if not event.port:
        return Paragraph(say("{unit} at {place}: die {die}, {fate}.", unit=unit, place=place(before, event.hex),
                             die=event.die, fate=word("fate", event.fate)), event.rule, side, "loss")
    escaped = Paragraph(say("{unit} at {place}: die {die}, escaped to {port}, face-down.", unit=unit,
                            place=place(before, event.hex), die=event.die, port=place(before, event.port)),
                        event.rule, side)
    if event.section < 0:
        return escaped
    return [escaped, Paragraph(say("Intercepted on its way, it would fight as if in section {number}.",
                                   number=event.section), "wif enter.c", side, "quiet")]


# -- invasions, paradrops, air missions --

tells(e.UnitsInvade, "{units:stack} were set up to invade {hex:place}.", asked="invade invades invasion 上陸 侵攻",
      title="{units:unit} went to invade {hex:place}", arrows=journey("invade"), joins=of_same_kind,
      fate="was set up to invade {hex:place}.")


@tells(e.UnitsDrop, asked=f"drop drops paradrop 空挺 降下 {AIR}", title="{units:unit} went to drop on {hex:place}",
       arrows=journey("fly"), joins=of_same_kind, fate="flew to drop on {hex:place}.")
def _(before: Position, after: Position, event: e.UnitsDrop) -> Entries:
    who, where = as_they_lie(before, event.units), place(before, event.hex)
    return say("{units} flew to drop on {place}, carried by {aircraft}.", units=who, place=where,
               aircraft=listed(before, event.aircraft)) if event.aircraft else say(
        "{units} flew to drop on {place}.", units=who, place=where)


@tells(e.MissionsFlown, asked=AIR, title="Air missions to {hex:place}", arrows=journey("fly"), joins=of_same_kind,
       fate="flew to {hex:place} ({mission:mission}).")
def _(before: Position, after: Position, event: e.MissionsFlown) -> Entries:
    return Row(flown, (side_name(event.side), word("mission", event.mission), listed(before, event.units),
                       place(before, event.hex)), event.side, event.rule)


@tells(e.AirSettled, asked=f"{AIR} {LOSSES}")
def _(before: Position, after: Position, event: e.AirSettled) -> Entries:
    through = say("Came through at {place}: {units}.", place=place(before, event.hex),
                  units=listed(before, event.units) or word("list", ""))
    entries = [Paragraph(say("{side}: {text}", side=side_name(event.side), text=through), event.rule, event.side)]
    if event.lost:
        entries.append(Paragraph(say("{side}, {place} – lost in the air: {units}.", side=side_name(event.side),
                                     place=place(before, event.hex), units=listed(before, event.lost)),
                                 event.rule, event.side, "loss"))
    return entries


tells(e.AircraftReturned, "Back at base, face-down: {units:unit}.", asked=f"{AIR} {FACES}",
      fate="came back to base and was turned face-down.")
tells(e.UnitsLanded, "{units:unit} landed at {hex:place}.", asked="land landed landing 上陸 降下", tone="strong",
      title="{units:unit} landed at {hex:place}", arrows=journey("advance"), fate="landed at {hex:place}.")
