"""How the turn, cards, the initiative, units that come and go and rulings are told, kind of event by kind of event.

Sentences are in the past tense, so that one verb serves Japan and the Allies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from witp_pbem.games.common.nouns import signed
from witp_pbem.games.taiheiyo_senshi.board import events as e
from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, JAPAN, SIDES, Position
from witp_pbem.games.taiheiyo_senshi.board.turn import SETUP
from witp_pbem.games.taiheiyo_senshi.orders.kinds import INITIATIVE, OPERATION
from witp_pbem.games.taiheiyo_senshi.telling.entries import (
    UnitsRow,
    arrived,
    of_same_side,
    points_won,
    tells,
    transferred,
    turned_up,
)
from witp_pbem.games.taiheiyo_senshi.telling.nouns import (
    The_side,
    card,
    ending,
    grouped_units,
    lead,
    listed,
    place,
    places,
    side_name,
    standing,
    the_side,
    unit_name,
    way,
    when,
)
from witp_pbem.games.taiheiyo_senshi.telling.signs import signs
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.games.taiheiyo_senshi.words.wording import word
from witp_pbem.table.chart import Arrow
from witp_pbem.table.language import in_a_row
from witp_pbem.table.story import Block, Happening, Paragraph
from witp_pbem.table.telling import Entries, Journey, Row, Run
from witp_pbem.table.tuples import NamedTuple

# words of a question that mean several kinds of events
CARDS = "card cards カード 札"
MOVES = "move moves moved went sail sailed 移動"
LOSSES = "lose loses lost loss losses sunk damaged removed 損害 撃沈 損傷 失った"
POINTS = "points point score scored 得点 点"

# -- turns, passes, the end --


tells(e.TurnBegan, title=lambda run: when(run[0].position_after))  # the next section is headed with it


@tells(e.Passed, tone="quiet", leads=lambda event: event.segment == INITIATIVE,
       silent=lambda event: event.segment not in (INITIATIVE, OPERATION))
def _(before: Position, after: Position, event: e.Passed) -> Entries:
    return say("{side} {what}.", side=The_side(event.side), what=word("segment", event.segment))


@tells(e.OperationsEnded, tone="strong", title="The operations phase ended", asked="end ended 終了")
def _(before: Position, after: Position, event: e.OperationsEnded) -> Entries:
    if event.reason == "dice":
        return say("Equal dice: the operations phase was over.")
    return say("Both sides passed: the operations phase was over.")


@tells(e.Scored, asked=POINTS, title="The points of the turn", ledger="Points of the turn")
def _(before: Position, after: Position, event: e.Scored) -> Entries:
    rows: list[Any] = [Row(points_won, (side_name(side), str(event.ports[side]), str(event.bases[side])), side,
                           event.rule) for side in SIDES]
    ports, bases = event.ports[JAPAN] - event.ports[ALLIES], event.bases[JAPAN] - event.bases[ALLIES]
    sums = [say("Ports: {japan} − {allies} = {difference}.", japan=event.ports[JAPAN], allies=event.ports[ALLIES],
                difference=signed(ports))]
    if bases:
        sums.append(say("More bases: {side}, 1 point.", side=the_side(JAPAN if bases > 0 else ALLIES)))
    else:
        sums.append(say("Equal numbers of bases: no point."))
    return [*rows, Paragraph(in_a_row(sums), "senshi 4.0-b"),
            Paragraph(_marker(event), event.rule, tone="strong")]


def _marker(event: e.Scored) -> str:
    """How far the score marker moved, and where it stands."""
    if not event.change:
        return say("The score marker stays at {score}.", score=lead(event.score))
    return say("The score marker moved {number} towards {side} and stands at {score}.", number=abs(event.change),
               side=the_side(JAPAN if event.change > 0 else ALLIES), score=lead(event.score))


@tells(e.PointsGained, asked=POINTS, tone="strong", ledger="Cards")
def _(before: Position, after: Position, event: e.PointsGained) -> Entries:
    if not event.amount:
        return say("It was worth no point; the marker stands at {score}.", score=lead(event.score))
    return say("Points of {side}: {points} by {card}; the marker stands at {score}.",
               side=the_side(event.side), points=signed(event.amount), card=card(before, event.card, event.side),
               score=lead(event.score))


@tells(e.GameEnded, title="The game is over", asked="victory win wins won winner over ended 勝利 勝敗",
       concerns=lambda event: SIDES)
def _(before: Position, after: Position, event: e.GameEnded) -> Entries:
    return Paragraph(ending({"winner": event.winner, "reason": event.reason}), event.rule, event.winner, "strong")


def _put_by_the_referee(happening: Happening) -> Iterator[Arrow]:
    """Units a ruling put elsewhere."""
    ruling, position = happening.act, happening.position_before
    assert isinstance(ruling, e.Ruled)
    for key, fields in ruling.units.items():
        point = fields.get("point", "")
        if point and point != position.units[key].point:
            yield Arrow(position.units[key].side, signs().arrive, (point,), None,
                        say("{units}, put here by the referee", units=unit_name(position, key)))


@tells(e.Ruled, title="A ruling of the referee", ledger="Referee’s ruling", asked="ruling rulings 裁定",
       arrows=_put_by_the_referee)
def _(before: Position, after: Position, event: e.Ruled) -> Entries:
    if event.resigned:
        text = say("{side} gave up. Reason: {reason}", side=The_side(event.resigned), reason=event.reason)
        return [Paragraph(text, event.rule, event.resigned, "ruling")]
    text = say("The referee ruled: {ruling}.", ruling=event.text.removeprefix("ruling "))
    entries = [Paragraph(text, event.rule, tone="ruling")]
    entries += [Paragraph(say("Before: {before} Now: {after}", before=standing(key, before),
                              after=standing(key, after)), tone="ruling") for key in event.units]
    if event.score is not None:
        entries.append(Paragraph(say("The score marker stood at {before} and stands at {after}.",
                                     before=lead(before.score), after=lead(event.score)), tone="ruling"))
    return entries


# -- cards --


@tells(e.DeckMade, asked=CARDS)
def _(before: Position, after: Position, event: e.DeckMade) -> Entries:
    if event.anew:
        return say.plural(event.size, "The used pile and the rest of the deck were shuffled: {n} card.",
                          "The used pile and the rest of the deck were shuffled: {n} cards.")
    return say.plural(event.size, "The deck was shuffled: {n} card.", "The deck was shuffled: {n} cards.")


class Drawn(NamedTuple):
    """Cards a side drew one after the other: an entry of a story."""

    side: str
    rule: str

    @property
    def group(self) -> Any:
        return type(self), self.side

    @staticmethod
    def together(run: Sequence[Drawn]) -> list[Block]:
        """One sentence for all of them."""
        first = run[0]
        return [Paragraph(say.plural(len(run), "{side} drew {n} card.", "{side} drew {n} cards.",
                                     side=The_side(first.side)), first.rule, first.side)]


def _goes_on_drawing(happening: Happening, run: Run) -> bool:
    """Decks that are made for it and cards that others draw belong to the same draw."""
    return isinstance(run[-1].act, e.CardDrawn | e.DeckMade)


@tells(e.CardDrawn, title="Cards were drawn", joins=_goes_on_drawing, asked=CARDS)
def _(before: Position, after: Position, event: e.CardDrawn) -> Entries:
    return Drawn(event.side, event.rule)


@tells(e.CardSpent, asked=f"{CARDS} resource 資源", title="{side:Side} spent a card {purpose:purpose}",
       leads=lambda event: True)
def _(before: Position, after: Position, event: e.CardSpent) -> Entries:
    return say("{side} spent a card {purpose}: {card}.", side=The_side(event.side),
               card=card(before, event.card, event.side), purpose=word("purpose", event.purpose))


tells(e.CardPlayed, "{side:Side} played {effect:event}.", title="{side:Side} played {effect:event}", tone="strong",
      asked=CARDS, chosen=lambda event: False, plays=lambda event: (event.card,))
tells(e.CardDiscarded, "{side:Side} lost a card at random: {card:card} ({effect:event}).", tone="strong", asked=CARDS)
tells(e.HandsReturned, "All other cards, those of both hands among them, made a new deck.", asked=CARDS)
tells(e.PortGuarded,
      "Underground fortifications at {point:place}: this turn its capture takes one more ground strength.",
      tone="strong", asked=f"{CARDS} capture 攻略")

# -- the initiative (7.1) --


@tells(e.InitiativeRolled, title="Dice for the initiative", leads=lambda event: True, asked="initiative 主導権")
def _(before: Position, after: Position, event: e.InitiativeRolled) -> Entries:
    dice = {"japan": event.japan, "allies": event.allies}
    if event.japan == event.allies:
        return say("Dice for the initiative: Japan {japan}, Allies {allies}.", **dice)
    first = JAPAN if event.japan > event.allies else ALLIES
    return say("Dice for the initiative: Japan {japan}, Allies {allies}. First to operate: {side}.",
               side=the_side(first), **dice)


tells(e.OperationVoided, "The operation of {side:side} was called off: {effect:event}.", tone="strong",
      asked="operation 作戦")
tells(e.RoutesOpened, "The Allies changed their strategy: the dotted routes are open to both sides from now on.",
      title="The Allies changed their strategy", tone="strong", asked="routes route 航路")
tells(e.TrainPlaced, "The Allies placed a Fleet Train at {point:place}: it is a port of theirs now, without score.",
      title="A Fleet Train at {point:place}", tone="strong", asked="train フリートトレイン FT")


@tells(e.TrainRemoved, asked="train フリートトレイン FT")
def _(before: Position, after: Position, event: e.TrainRemoved) -> Entries:
    if event.reason == "enemy":
        return say("Japanese ships alone were at {place}: the Fleet Train left the map.",
                   place=place(before, event.point))
    return say("The Fleet Train left {place}.", place=place(before, event.point))


# -- units that come and go --


def _arrivals(happening: Happening) -> Iterator[Arrow]:
    """Those who came; that everybody was set up need not be shown."""
    placed: Any = happening.act
    if placed.reason != SETUP:
        yield Arrow(placed.side, signs().arrive, (placed.point,), None,
                    say("{units}: {what}", units=listed(happening.position_before, placed.units),
                        what=word("arrival", placed.reason)))


@tells(e.UnitsPlaced, joins=of_same_side, asked="arrival arrive arrived reinforcement reinforcements 増援 到着",
       silent=lambda event: not event.units, arrows=_arrivals, title="{side:Side} placed units at {point:place}",
       fate="{reason:arrival} at {point:place}.")
def _(before: Position, after: Position, event: e.UnitsPlaced) -> Entries:
    return UnitsRow(arrived, after, event.units, (side_name(event.side), place(after, event.point)), event.side,
                    event.rule)


tells(e.UnitsDelayed, "Could not arrive, as {point:place} was no port of {side:side}: {units:unit}. A turn to wait.",
      tone="strong", asked="arrival reinforcement 増援 到着")
tells(e.UnitsWithdrawn, "Went home and left the game: {units:stack}.", asked="home withdraw 帰国",
      fate="went home and left the game.")
tells(e.RepairsLost, "Under repair at {point:place} and lost with the port: {units:stack}.", tone="loss", asked=LOSSES)


@tells(e.UnitsTurned, joins=of_same_side, asked="supply resupply 補給", title="{side:Side} supplied {point:place}",
       silent=lambda event: not event.up)
def _(before: Position, after: Position, event: e.UnitsTurned) -> Entries:
    return UnitsRow(turned_up, after, event.units,
                    (side_name(event.side), place(after, event.point), word("turned", event.reason)), event.side,
                    event.rule)


def _moved(happening: Happening) -> Iterator[Arrow]:
    move, position = happening.act, happening.position_before
    assert isinstance(move, e.ShipsMoved)
    path = (move.origin, *move.route)
    yield Arrow(move.side, signs().sortie if move.sortie else signs().move, path,
                position.data.map.route_length(path, True), listed(position, move.units))


@tells(e.ShipsMoved, arrows=_moved, asked=MOVES, title=lambda run: _march(run[0]),
       chosen=lambda event: not event.sortie)
def _(before: Position, after: Position, event: e.ShipsMoved) -> Entries:
    values = {"side": The_side(event.side), "units": grouped_units(before, event.units),
              "way": way(before, (event.origin, *event.route))}
    if event.sortie:
        return say("Counter-sortie of {side}: {units}, {way}.", **{**values, "side": the_side(event.side)})
    return say("{side} moved {units}: {way}; movement left: {left}.", left=event.left, **values)


def _march(happening: Happening) -> str:
    move: Any = happening.act
    return say("{side} moved to {place}", side=The_side(move.side),
               place=place(happening.position_before, move.route[-1]))


BACK = Journey(lambda: signs().back, "{units:unit}", ("origin", "point"))


@tells(e.ShipsReturned, joins=of_same_side, arrows=BACK, asked="return returned 帰港",
       title="{side:Side} returned ships to {point:place}")
def _(before: Position, after: Position, event: e.ShipsReturned) -> Entries:
    return _transferred(before, event.side, event.units, event.origin, event.point, event.rule)


@tells(e.AirRebased, joins=of_same_side, arrows=Journey(lambda: signs().back, "{unit:unit}", ("origin", "point")),
       asked="rebase rebased 再配置", title="{side:Side} rebased {unit:unit}")
def _(before: Position, after: Position, event: e.AirRebased) -> Entries:
    return _transferred(before, event.side, (event.unit,), event.origin, event.point, event.rule)


def _transferred(position: Position, side: str, units: tuple[str, ...], origin: str, point: str,
                 rule: str) -> UnitsRow:
    return UnitsRow(transferred, position, units, (side_name(side), place(position, origin), place(position, point)),
                    side, rule)


AWAY = Journey(lambda: signs().retreat, "{units:unit}", ("origin", "point"))

tells(e.UnitsRetreated, "{side:Side} left {origin:place} for {point:place} ({reason:why}): {units:stack}.", arrows=AWAY,
      asked="retreat retreats retreated evacuate evacuation 退却 避難 緊急避難",
      title="{side:Side} left {origin:place}", chosen=lambda event: event.reason == "evacuation",
      fate="left {origin:place} for {point:place} ({reason:why}).")
tells(e.ShipsRelocated, "{side:Side} relocated {units:stack}, isolated at {origin:place}, to {point:place}, face-down.",
      arrows=AWAY, asked="isolation isolated relocated 孤立")
tells(e.SentToTrack, "{side:Side}: {units:stack} left {origin:place}, back on turn {turn} ({reason:why}).",
      tone="loss", asked=LOSSES, fate="left {origin:place}, back on turn {turn} ({reason:why}).")


@tells(e.UnitsRemoved, tone="loss", asked=LOSSES)
def _(before: Position, after: Position, event: e.UnitsRemoved) -> Entries:
    return say("{side}: {units} left the game ({why}).", side=The_side(event.side),
               units=grouped_units(before, event.units), why=_why_removed(event))


def _why_removed(event: e.UnitsRemoved) -> str:
    return say("no port of its own was left") if event.reason == "no-port" else say(
        "it would come back after the last turn")


# -- who occupies what --


@tells(e.OccupationChanged, asked="occupy occupied occupation control 占領")
def _(before: Position, after: Position, event: e.OccupationChanged) -> Entries:
    groups: dict[str, list[str]] = {}
    for point in before.data.map.points:
        if point in event.points:
            groups.setdefault(event.points[point], []).append(point)
    return in_a_row(
        say("{side} occupied {places}.", side=The_side(side), places=places(before, groups[side])) if side else
        say("Nobody occupied {places} any more.", places=places(before, groups[side]))
        for side in (*SIDES, "") if side in groups)


def _ground(event: e.PortCaptured | e.CaptureFailed) -> str:
    """The sum of a capture."""
    return say("strength {strength} makes ground strength {ground}, cards add {added}: {total}, needed {needed}",
               strength=event.strength, ground=event.ground, added=event.added, total=event.ground + event.added,
               needed=event.needed)


@tells(e.PortCaptured, tone="strong", title="{side:Side} captured {point:place}",
       asked="capture captures captured took 攻略")
def _(before: Position, after: Position, event: e.PortCaptured) -> Entries:
    return say("{side} captured {place} ({sum}).", side=The_side(event.side), place=place(before, event.point),
               sum=_ground(event))


@tells(e.CaptureFailed, title="{side:Side} did not capture {point:place}", asked="capture captures captured 攻略")
def _(before: Position, after: Position, event: e.CaptureFailed) -> Entries:
    return say("{side} did not capture {place} ({sum}).", side=The_side(event.side), place=place(before, event.point),
               sum=_ground(event))


