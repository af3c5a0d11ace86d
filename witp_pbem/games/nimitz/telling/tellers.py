"""How the turn, the American phases, the Japanese movement and what follows the battles are told, kind of event by kind
of event. Sentences are in the past tense, so that one verb serves Japan and the Americans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from witp_pbem.games.common.nouns import signed
from witp_pbem.games.nimitz.board import events as e
from witp_pbem.games.nimitz.board.state import HOME, JAPAN, SIDES, US, Position
from witp_pbem.games.nimitz.telling import explanation
from witp_pbem.games.nimitz.telling.entries import (
    OrderRow,
    Sentence,
    UnitsRow,
    bought,
    moved,
    of_same_kind,
    repaired,
    returned,
    tells,
)
from witp_pbem.games.nimitz.telling.nouns import (
    as_they_lie,
    counted,
    ending,
    in_map_order,
    listed,
    place,
    places,
    standing,
    unit_name,
    when,
)
from witp_pbem.games.nimitz.telling.score import objectives_sentence
from witp_pbem.games.nimitz.telling.signs import signs
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.games.nimitz.words.wording import word
from witp_pbem.table.chart import Arrow
from witp_pbem.table.language import bracketed, in_a_row, labelled, listing
from witp_pbem.table.story import Happening, Paragraph
from witp_pbem.table.telling import Entries, Run

# words of a question that mean several kinds of events
MOVES = "move moves moved went sail sailed 移動"
ORDERS = "order orders ordered roll rolled 命令"
LOSSES = "lose loses lost loss losses sunk damaged destroyed removed 損害 撃沈 損傷 失った"
POINTS = "points point supply SP RP 補給ポイント 増援ポイント"
ARRIVALS = "reinforcement reinforcements arrive arrived 増援 到着"
ROLLED_IN = ("scouting", "japan")  # the steps in which Japan rolls for its orders

# -- turns, objectives, the end --

tells(e.TurnBegan, title=lambda run: when(run[0].position_after))  # the next section is headed with it


@tells(e.CampaignBegan, title="The campaign of {year} was set up", asked="campaign setup 準備")
def _(before: Position, after: Position, event: e.CampaignBegan) -> Entries:
    on_map = [sum(unit.side == side and unit.place in after.data.map.points for unit in after.units.values())
              for side in SIDES]
    return say("The campaign of {year} was set up: {us} American and {japan} Japanese counters on the map.",
               year=event.year, us=on_map[0], japan=on_map[1])


@tells(e.ObjectivesCounted, title="The objectives were counted", asked="objective objectives held 目標 確保")
def _(before: Position, after: Position, event: e.ObjectivesCounted) -> Entries:
    texts = [objectives_sentence(after)]
    if gained := [point for point in event.objectives if point not in before.objectives and before.turn]:
        texts.append(say("Won since they were counted last: {points}.", points=places(after, gained)))
    if lost := in_map_order(after, set(before.objectives) - set(event.objectives)):
        texts.append(say("Lost since then: {points}.", points=places(after, lost)))
    return Paragraph(in_a_row(texts), event.rule, US, "strong")


@tells(e.CampaignEnded, title="The campaign of {year} was over", asked="victory level over ended 勝利 終了")
def _(before: Position, after: Position, event: e.CampaignEnded) -> Entries:
    text = say("The campaign of {year} ended with {count} objectives: {level}. So far there are {sum} in all.",
               year=event.year, count=event.count, level=word("level", event.level), sum=sum(after.counts.values()))
    return Paragraph(text, event.rule, US, "strong")


@tells(e.GameEnded, title="The game is over", asked="victory win wins won winner over ended 勝利 勝敗",
       concerns=lambda event: SIDES)
def _(before: Position, after: Position, event: e.GameEnded) -> Entries:
    texts = [ending({"winner": event.winner, "reason": event.reason})]
    if event.count is not None:
        texts.append(say("Objectives that counted: {count}.", count=event.count) if not event.extra else
                     say("Objectives that counted: {count}, of these {extra} for the invasion of Japan.",
                         count=event.count, extra=event.extra))
    return Paragraph(in_a_row(texts), event.rule, event.winner, "strong")


def _put_by_the_referee(happening: Happening) -> Iterator[Arrow]:
    """Units a ruling put elsewhere."""
    ruling, position = happening.act, happening.position_before
    assert isinstance(ruling, e.Ruled)
    for key, fields in ruling.units.items():
        point = fields.get("place", "")
        if point in position.data.map.points and point != position.units[key].place:
            yield Arrow(position.units[key].side, signs().arrive, (point,), None,
                        say("{units}, put here by the referee", units=unit_name(position, key)))


@tells(e.Ruled, title="A ruling of the referee", ledger="Referee’s ruling", asked="ruling rulings 裁定",
       arrows=_put_by_the_referee)
def _(before: Position, after: Position, event: e.Ruled) -> Entries:
    if event.resigned:
        return [Paragraph(say("The player gave up. Reason: {reason}", reason=event.reason), event.rule, US, "ruling")]
    text = say("The referee ruled: {ruling}.", ruling=event.text.removeprefix("ruling "))
    entries = [Paragraph(text, event.rule, tone="ruling")]
    entries += [Paragraph(say("Before: {before} Now: {after}", before=standing(key, before),
                              after=standing(key, after)), tone="ruling") for key in event.units]
    if event.supply is not None or event.reinforcement is not None:
        entries.append(Paragraph(say("Points now: {supply} SP, {reinforcement} RP.", supply=after.supply,
                                     reinforcement=after.reinforcement), tone="ruling"))
    return entries


# -- supply (6), scouting (7), movement (8) --


@tells(e.PointsReceived, asked=POINTS, title="Points of the turn", ledger="Points of the turn")
def _(before: Position, after: Position, event: e.PointsReceived) -> Entries:
    received = say("Received: {supply} SP and {reinforcement} RP.", supply=event.supply,
                   reinforcement=event.reinforcement)
    return in_a_row([received, say("On hand: {supply} SP, {reinforcement} RP.", supply=after.supply,
                                   reinforcement=after.reinforcement)])


def _bought(happening: Happening) -> Iterator[Arrow]:
    act: Any = happening.act
    yield Arrow(US, signs().arrive, (act.place,), None,
                say("{units}, bought", units=listed(happening.position_before, act.units)))


@tells(e.UnitsBought, joins=of_same_kind, asked=f"buy buys bought purchase {ARRIVALS} 購入", ledger="Bought",
       title="Units were bought", arrows=_bought, fate="was bought and came to {place:place}.")
def _(before: Position, after: Position, event: e.UnitsBought) -> Entries:
    return UnitsRow(bought, after, event.units, (place(after, event.place),), (event.reinforcement, event.supply),
                    event.rule)


@tells(e.UnitsRepaired, joins=of_same_kind, asked="repair repairs repaired 修理", ledger="Repaired",
       title="Units were repaired", fate="was repaired.")
def _(before: Position, after: Position, event: e.UnitsRepaired) -> Entries:
    return UnitsRow(repaired, after, event.units, (), (event.supply,), event.rule)


@tells(e.PointsScouted, joins=of_same_kind, asked="scout scouts scouted scouting 偵察 索敵", ledger="Scouting markers",
       title="Points were scouted")
def _(before: Position, after: Position, event: e.PointsScouted) -> Entries:
    laid = listing(say("{place} ({number})", place=place(after, point), number=event.points[point])
                   for point in in_map_order(after, event.points))
    return say("Scouting markers for {supply} SP: {points}.", supply=event.supply, points=laid)


def _moves(happening: Happening) -> Iterator[Arrow]:
    """Who went where, an arrow for each origin."""
    act: Any = happening.act
    position = happening.position_before
    for origin, units in _by_origin(position, act.units).items():
        course = signs().move if position.units[units[0]].side == US else signs().japanese
        yield Arrow(position.units[units[0]].side, course, (origin, act.place), None, listed(position, units))


def _by_origin(position: Position, units: Iterable[str]) -> dict[str, list[str]]:
    """Units by the place they are at."""
    origins: dict[str, list[str]] = {}
    for unit in units:
        origins.setdefault(position.units[unit].place, []).append(unit)
    return origins


@tells(e.UnitsMoved, joins=of_same_kind, arrows=_moves, asked=MOVES, ledger="Moves",
       title=lambda run: _march(run), fate="moved to {place:place}.")
def _(before: Position, after: Position, event: e.UnitsMoved) -> Entries:
    return _rows_of_moves(before, after, event, event.place)


def _rows_of_moves(before: Position, after: Position, event: e.UnitsMoved | e.UnitsToBox, goal: str) -> list[Any]:
    """A row for each origin; the cost of a move is the same for every unit."""
    cost = event.supply // len(event.units)
    return [UnitsRow(moved, after, tuple(units), (place(before, origin), place(before, goal)), (cost * len(units),),
                     event.rule) for origin, units in _by_origin(before, event.units).items()]


def _march(run: Run) -> str:
    """Where units went, the goals in order."""
    goals = dict.fromkeys(place(happening.position_before, getattr(happening.act, "place", "")) for happening in run)
    return say("The Americans moved to {places}", places=listing(goals))


@tells(e.UnitsToBox, joins=of_same_kind, asked=f"{MOVES} raid raids raiding bombing bomb invasion 通商破壊 爆撃 侵攻",
       ledger="Raids, strategic bombing, invasion", title="Units went to the {box:box}",
       fate="went to the {box:box}.")
def _(before: Position, after: Position, event: e.UnitsToBox) -> Entries:
    return _rows_of_moves(before, after, event, event.box)


# -- the Japanese movement (9) --


@tells(e.Bombed, joins=of_same_kind, asked="bombing bombed bomb 爆撃", title="Strategic bombing of Japan",
       fate="was bombed in Japan and went back to the reinforcements.")
def _(before: Position, after: Position, event: e.Bombed) -> Entries:
    return Sentence(_bombed, (listed(before, event.units),), JAPAN, event.rule)


def _bombed(units: Sequence[str]) -> str:
    return say("Strategic bombing sent back to the reinforcements: {units}.", units=listing(units))


@tells(e.UnitsPinned, asked=ORDERS, fate="stayed at {place:place}; it was not rolled for.")
def _(before: Position, after: Position, event: e.UnitsPinned) -> Entries:
    where = bracketed(place(after, event.place), as_they_lie(after, event.units))
    return Sentence(_lone if event.lone else _pinned, (where,), JAPAN, event.rule)


def _lone(points: Sequence[str]) -> str:
    return say("Not rolled for, the last ones at their points: {points}.", points=listing(points))


def _pinned(points: Sequence[str]) -> str:
    return say("Not rolled for, ground units where Americans are: {points}.", points=listing(points))


def _orders_title(run: Run) -> str:
    act: Any = run[0].act
    return say("Orders for {place}", place=place(run[0].position_before, act.place))


def _same_point(happening: Happening, run: Run) -> bool:
    """A point is finished before the next one (nimitz 9.0.f)."""
    last = next((before.act for before in reversed(run) if isinstance(before.act, e.OrderRolled)), None)
    act: Any = happening.act
    return last is not None and last.place == act.place


@tells(e.OrderRolled, asked=ORDERS, title=_orders_title, joins=_same_point, evidence=explanation.order)
def _(before: Position, after: Position, event: e.OrderRolled) -> Entries:
    order, point = carried_out(event), place(before, event.place)
    return OrderRow((bracketed(point, say("scouted")) if event.scouted else point, str(event.die),
                     labelled(order, place(before, event.destination)) if event.destination else order))


def carried_out(event: e.OrderRolled) -> str:
    """The order rolled, and that it became a HOLD and why."""
    order = word("chart", event.order)
    if event.carried_out == event.order:
        return order
    became = say("{order} → {other}", order=order, other=word("chart", event.carried_out))
    return bracketed(became, word("hold-reason", event.reason)) if event.reason else became


@tells(e.UnitsHeld, asked=ORDERS, fate="held at {place:place}.")
def _(before: Position, after: Position, event: e.UnitsHeld) -> Entries:
    who = as_they_lie(after, event.units) or say("nobody")
    return OrderRow((), say("held: {units}", units=who))


@tells(e.JapaneseMoved, arrows=_moves, asked=MOVES, fate="moved from {origin:place} to {place:place}.")
def _(before: Position, after: Position, event: e.JapaneseMoved) -> Entries:
    return OrderRow((), as_they_lie(after, event.units))


@tells(e.BattalionsCalled, asked=f"battalion battalions {ARRIVALS} 大隊", fate="came from the battalion box to "
       "{place:place}.")
def _(before: Position, after: Position, event: e.BattalionsCalled) -> Entries:
    count = counted("battalion", len(event.units))
    if after.step in ROLLED_IN:
        return OrderRow((), say("{battalions} from the box", battalions=count))
    return Paragraph(say("{battalions} from the battalion box came to {place}.", battalions=count,
                         place=place(after, event.place)), event.rule, JAPAN)


# -- after the battles (11) --


@tells(e.ReinforcementRolled, title="Japanese reinforcements", asked=ARRIVALS)
def _(before: Position, after: Position, event: e.ReinforcementRolled) -> Entries:
    terms = [bracketed(signed(amount), word("modifier", code)) for code, amount in event.modifiers.items() if amount]
    die = say("Die {die}", die=event.die)
    total = say("{sum} = {result}", sum=" ".join([die, *terms]), result=event.result) if terms else die
    brings = say("{sum}: ships {ships}, infantry {infantry}, LBA {lba}.", sum=total, ships=event.ships,
                 infantry=event.infantry, lba=event.lba)
    return in_a_row([brings, say("Of the infantry {number} are extra this year.", number=event.extra)]
                    ) if event.extra else brings


def _arrivals(happening: Happening) -> Iterator[Arrow]:
    act: Any = happening.act
    yield Arrow(JAPAN, signs().arrive, (HOME,), None,
                say("{units}, reinforcements", units=listed(happening.position_before, act.units)))


@tells(e.UnitsArrived, arrows=_arrivals, asked=ARRIVALS, fate="arrived in Japan as a reinforcement.",
       silent=lambda event: not event.units, joins=of_same_kind)
def _(before: Position, after: Position, event: e.UnitsArrived) -> Entries:
    return [Sentence(_arrived, tuple(unit_name(after, unit) for unit in event.units), JAPAN, event.rule)]


def _arrived(units: Sequence[str]) -> str:
    return say("Arrived in Japan: {units}.", units=listing(units))


tells(e.UnitsWithdrawn, "Damaged, and put at the bottom of the reinforcement stacks at full strength: {units:stack}.",
      asked="repair repairs repaired withdrawn 修理", title="Japan repaired units",
      fate="was damaged and went to the bottom of its reinforcement stack.", silent=lambda event: not event.units)
tells(e.BombersReturned, "Back in the Mariana Islands from strategic bombing: {units:stack}.",
      asked="bombing bomb 爆撃", fate="came back to the Mariana Islands.", silent=lambda event: not event.units)


@tells(e.ShipsReturned, asked="return returned port 帰港", title="Ships returned to port",
       silent=lambda event: not event.boxes)
def _(before: Position, after: Position, event: e.ShipsReturned) -> Entries:
    ways: dict[tuple[str, str], list[str]] = {}
    for unit, box in event.boxes.items():
        ways.setdefault((before.units[unit].place, box), []).append(unit)
    return [UnitsRow(returned, after, tuple(units), (place(before, origin), place(after, goal)), (), event.rule)
            for (origin, goal), units in ways.items()]


def _cut_off(unit: str, happening: Happening) -> str:
    """What being out of supply meant for one unit."""
    event: Any = happening.act
    return say("was out of supply and lost.") if unit in event.lost else say("was out of supply and damaged.")


@tells(e.SupplyChecked, title="Units were out of supply", asked=f"supply supplied {LOSSES} 補給",
       silent=lambda event: not event.points, fate=_cut_off, evidence=explanation.supply)
def _(before: Position, after: Position, event: e.SupplyChecked) -> Entries:
    texts = [say("Out of supply: {points}.", points=places(before, event.points))]
    if event.damaged:
        texts.append(say("Damaged: {units}.", units=listed(before, event.damaged)))
    if event.lost:
        texts.append(say("Lost: {units}.", units=listed(before, event.lost)))
    return Paragraph(in_a_row(texts), event.rule, US, "loss")


