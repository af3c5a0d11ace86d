"""One event, one piece of the story: a paragraph, a row of a table, or a loss."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from witp_pbem.games.witp import events as e
from witp_pbem.games.witp import wording
from witp_pbem.games.witp.battle_card import verdict
from witp_pbem.games.witp.bidding import HALF, ROUNDS
from witp_pbem.games.witp.effects import active
from witp_pbem.games.witp.options import agreed
from witp_pbem.games.witp.phrases import (
    The_side,
    card,
    count,
    effect,
    ending,
    place,
    places,
    points,
    reason,
    side_name,
    signed,
    the_side,
    units,
    way,
    when,
)
from witp_pbem.games.witp.pieces import Loss, Piece, Row, joined
from witp_pbem.games.witp.state import ALLIES, FIRST, JAPAN, SIDES, Position
from witp_pbem.games.witp.victory import last_turn
from witp_pbem.games.witp.wording import ENTRIES, NOTES, SEGMENTS, word
from witp_pbem.table.event import Event
from witp_pbem.table.story import Block, Happening, Paragraph
from witp_pbem.table.wording import fill

REFEREE = "referee"
SITES = "ports and airfields"


def plainly(run: Iterable[Happening]) -> list[Block]:
    """Event by event."""
    return joined([piece for happening in run for piece in pieces_of(happening)])


def pieces_of(happening: Happening) -> list[Piece]:
    """What is told of one event."""
    act = happening.act
    told = TELLS[type(act)](happening.position_before, happening.position_after, act)
    if told is None:
        return []
    return [told] if isinstance(told, Paragraph | Row | Loss) else list(told)


# -- one event, one piece -------------------------------------------------------------------------------------

E = TypeVar("E", bound=Event)
Told = Piece | Sequence[Piece] | None
TELLS: dict[type[Any], Callable[[Position, Position, Any], Told]] = {}


def _tells(kind: type[E]) -> Callable[[Callable[[Position, Position, E], Told]],
                                      Callable[[Position, Position, E], Told]]:
    def register(function: Callable[[Position, Position, E], Told]) -> Callable[[Position, Position, E], Told]:
        TELLS[kind] = function
        return function
    return register


@_tells(e.TurnBegan)
def _(before: Position, after: Position, event: e.TurnBegan) -> Told:
    return Paragraph(f"{when(after)} began.", event.rule)


@_tells(e.StepBegan)
def _(before: Position, after: Position, event: e.StepBegan) -> Told:
    return None


@_tells(e.Passed)
def _(before: Position, after: Position, event: e.Passed) -> Told:
    segment = SEGMENTS.get(event.segment, event.segment)
    if event.segment == "bases":
        return Row("bases", (side_name(event.side), "nothing to do" if event.forced else "passed", ""), event.side)
    words = "had nothing left to do in" if event.forced else "passed: no more part in"
    return Paragraph(f"{The_side(event.side)} {words} {segment}.", event.rule, event.side, "quiet")


# -- bids --


@_tells(e.BidsTied)
def _(before: Position, after: Position, event: e.BidsTied) -> Told:
    next_ = "They bid again." if event.round < ROUNDS else "A die decided."
    return Paragraph(f"Both players bid {event.bid}, and neither got Japan. {next_}", event.rule)


@_tells(e.SidesSettled)
def _(before: Position, after: Position, event: e.SidesSettled) -> Told:
    japan, allies = The_side(event.japan), the_side(event.allies)
    how = f"bid {event.bids[event.japan]}, {allies} {event.bids[event.allies]}"
    if event.die is not None:
        how = f"got Japan by the die, which showed {event.die} (1 to {HALF}: {the_side(FIRST)})"
    return [Paragraph(f"{japan} {how}: {the_side(event.japan)} plays Japan, {allies} the Allies.", event.rule,
                      tone="strong"),
            Paragraph(f"Japan wins only if it controls at least {count(event.bid, 'port or airfield', SITES)} at the "
                      f"end of turn {last_turn(after)}.", "witp 13.2.c")]


@_tells(e.SitesCounted)
def _(before: Position, after: Position, event: e.SitesCounted) -> Told:
    held = len(event.hexes)
    return [Paragraph(f"At the end of turn {after.turn} Japan controlled {count(held, 'port or airfield', SITES)}; the "
                      f"bid was {event.bid}.", event.rule, JAPAN, "strong"),
            Paragraph(f"These were: {places(after, event.hexes) or 'none'}.", side=JAPAN, tone="quiet")]


@_tells(e.GameEnded)
def _(before: Position, after: Position, event: e.GameEnded) -> Told:
    return Paragraph(ending({"winner": event.winner, "reason": event.reason}), event.rule, event.winner, "strong")


@_tells(e.Noted)
def _(before: Position, after: Position, event: e.Noted) -> Told:
    values = {key: card(before, value) if key == "card" else value for key, value in event.values.items()}
    told = fill(NOTES.get(event.note, event.note), values, wording.words)
    return Paragraph(told, event.rule, str(event.values.get("side", "")))


@_tells(e.Ruled)
def _(before: Position, after: Position, event: e.Ruled) -> Told:
    if not (event.units or event.rp or event.bases):  # a resignation changes nothing but the outcome
        loser = next((side for side in SIDES if event.text.startswith(f"ruling for {side}:")), "")
        who = The_side(loser) if loser else "A side"
        return [Paragraph(f"{who} gave up. Reason: {event.reason}", event.rule, loser, "ruling")]
    words = event.text.removeprefix("ruling ")
    why = "" if event.reason in words else f" Reason: {event.reason}"
    pieces = [Paragraph(f"The referee ruled: {words}.{why}", event.rule, tone="ruling")]
    for key in event.units:
        pieces.append(Paragraph(f"{key}: was {_state(before, key)}; is now {_state(after, key)}.", tone="ruling"))
    for side, rp in event.rp.items():
        pieces.append(Paragraph(f"Resource points of {the_side(side)}: were {before.rp[side]}, are now {rp}.",
                                side=side, tone="ruling"))
    for side, numbers in event.bases.items():
        pieces.append(Paragraph(f"Logistics bases of {the_side(side)} are now: {places(after, numbers) or 'none'}.",
                                side=side, tone="ruling"))
    return pieces


def _state(position: Position, key: str) -> str:
    unit = position.units[key]
    words = "full" if unit.full else "reduced"
    return f"{words}, {place(position, unit.hex) if unit.hex else word('status', unit.status)}"


# -- cards --


@_tells(e.DeckMade)
def _(before: Position, after: Position, event: e.DeckMade) -> Told:
    return Paragraph(f"The {_deck(event.deck)} was shuffled: {count(event.size, 'card')}.", event.rule)


@_tells(e.DeckDiscarded)
def _(before: Position, after: Position, event: e.DeckDiscarded) -> Told:
    return Paragraph(f"What was left of the {_deck(event.deck)}, {count(event.left, 'card')}, was put away unseen.",
                     event.rule)


@_tells(e.CardsPutBack)
def _(before: Position, after: Position, event: e.CardsPutBack) -> Told:
    return Paragraph(f"The rest of the {_deck(event.deck)}, {count(event.left, 'card')}, went into the "
                     f"{_deck(event.into)}.", event.rule, tone="quiet")


def _deck(name: str) -> str:
    """A deck in words: the opening hands are dealt from decks called "1942-opening", "1942-opening-2"."""
    year, opening, again = (*name.split("-"), "", "")[:3]
    if not opening:
        return f"{year} deck"
    return f"pile of opening cards of {year}" + (f" (deal {again})" if again else "")


@_tells(e.CardDrawn)
def _(before: Position, after: Position, event: e.CardDrawn) -> Told:
    return Paragraph(f"{The_side(event.side)} drew a card from the {_deck(event.deck)}.", event.rule, event.side)


@_tells(e.CardUsed)
def _(before: Position, after: Position, event: e.CardUsed) -> Told:
    must = " It is compulsory." if event.forced else ""
    text = before.data.cards[event.card][event.side]["text"]
    return Paragraph(f"{The_side(event.side)} used the card {card(before, event.card)}.{must} “{text}”", event.rule,
                     event.side, "strong")


@_tells(e.CardShown)
def _(before: Position, after: Position, event: e.CardShown) -> Told:
    return Paragraph(f"{The_side(event.side)} showed a card in hand: {card(before, event.card)}.", event.rule,
                     event.side)


@_tells(e.EffectBegan)
def _(before: Position, after: Position, event: e.EffectBegan) -> Told:
    return Paragraph(f"In force: {effect(before, event.effect)}.", event.rule, str(event.effect["side"]))


@_tells(e.EffectSpent)
def _(before: Position, after: Position, event: e.EffectSpent) -> Told:
    found = next((record for record in before.effects if record["id"] == event.id), None)
    if found is None or found["op"] in ("gain_rp", "upkeep_discount"):  # seen where the points change
        return None
    left = f"; {event.left} left" if event.left else ""
    return Paragraph(f"Used: {effect(before, found)} (card {card(before, found['card'])}{left}).", event.rule,
                     str(found["side"]))


@_tells(e.SuddenDeathEnded)
def _(before: Position, after: Position, event: e.SuddenDeathEnded) -> Told:
    return Paragraph("The sudden-death victory of Japan is no longer possible.", event.rule, tone="strong")


@_tells(e.BaseTaken)
def _(before: Position, after: Position, event: e.BaseTaken) -> Told:
    limit = event.bases - event.carriers
    sites = "ports" if agreed(before, "sudden_death_counts") == "ports" else "ports and airfields"
    words = (f"Japan took {place(before, event.hex)}. Sudden death: {event.bases} Allied {sites} taken − "
             f"{count(event.carriers, 'full Allied carrier')} = {limit}")
    if not event.dice:
        return Paragraph(f"{words}; no dice are that low.", event.rule, JAPAN, "quiet")
    thrown = " + ".join(str(die) for die in event.dice)
    end = "Japan wins" if sum(event.dice) <= limit else "the war goes on"
    return Paragraph(f"{words}; dice {thrown} = {sum(event.dice)}: {end}.", event.rule, JAPAN, "strong")


@_tells(e.BaseRegained)
def _(before: Position, after: Position, event: e.BaseRegained) -> Told:
    return Paragraph(f"Japan no longer controls {place(before, event.hex)}: it does not count for sudden death.",
                     event.rule, ALLIES, "quiet")


@_tells(e.EntryRolled)
def _(before: Position, after: Position, event: e.EntryRolled) -> Told:
    thrown = " + ".join(str(die) for die in event.dice)
    limit = event.turn + event.bases
    end = "America enters the war" if event.entered else "America stays neutral"
    return Paragraph(f"American entry: dice {thrown} = {sum(event.dice)}; turn {event.turn} + "
                     f"{count(event.bases, 'British base')} under Japan = {limit}: {end} (13.4 entry_roll, "
                     "reconstructed).", event.rule)


@_tells(e.AmericaEntered)
def _(before: Position, after: Position, event: e.AmericaEntered) -> Told:
    return Paragraph(f"America is at war: {ENTRIES[event.reason]} (scenario 13.4, reconstructed).", event.rule,
                     tone="strong")


# -- resource points and logistics bases --


@_tells(e.ResourcesDetermined)
def _(before: Position, after: Position, event: e.ResourcesDetermined) -> Told:
    white, red = ("" if event.white is None else f"+{event.white}"), ("" if event.red is None else f"−{event.red}")
    other = " ".join(signed(amount) for _, amount in event.adjustments)
    row = Row("points", (side_name(event.side), str(event.brp), white, red, other, str(event.trp)), event.side,
              event.rule)
    why = [Paragraph(f"{The_side(event.side)}: {signed(amount)} ({reason(code)}).", _ADJUSTED.get(code, event.rule),
                     event.side) for code, amount in event.adjustments]
    if event.side == ALLIES and before.america == "neutral":
        why.append(Paragraph("The Allied basic points are half of those printed, because America is neutral (13.4 "
                             "allied_brp, reconstructed).", "witp 13.4.a", ALLIES))
    open_cards = agreed(after, "rp_cards_count_for_initiative") and active(after, "gain_rp")
    return [row, *why, *(_who_is_first(after) if event.side == ALLIES and not open_cards else ())]


_ADJUSTED = {"southern-resources": "witp 12.3.b", "allied-resources": "witp 12.4.a", "china-garrison": "witp 12.2.j"}


def _who_is_first(position: Position) -> list[Paragraph]:
    japan, allies = position.trp_start[JAPAN], position.trp_start[ALLIES]
    if japan == allies:
        return [Paragraph(f"Both sides had {japan}: first to act is Japan, in redeployment and rebuilding the Allies.",
                          "witp 5.2.d")]
    first = JAPAN if japan > allies else ALLIES
    return [Paragraph(f"First to act this turn, with more points: {the_side(first)}.", "witp 5.2.c", first)]


@_tells(e.ResourcesChanged)
def _(before: Position, after: Position, event: e.ResourcesChanged) -> Told:
    why = f"card {card(before, event.card)}" if event.card else reason(event.reason)
    verb = "gained" if event.amount > 0 else "lost"
    told = Paragraph(f"{The_side(event.side)} {verb} {points(abs(event.amount))} ({why}) and then had "
                     f"{points(event.rp)}.", event.rule, event.side)
    return [told, *_who_is_first(after)] if event.counts else told


@_tells(e.BaseBuilt)
def _(before: Position, after: Position, event: e.BaseBuilt) -> Told:
    line = way(before, event.line) if len(event.line) > 1 else ""
    return Row("bases", (side_name(event.side), f"built {place(before, event.hex)}", line), event.side, event.rule)


@_tells(e.BaseRemoved)
def _(before: Position, after: Position, event: e.BaseRemoved) -> Told:
    where = place(before, event.hex)
    if event.reason == "voluntary":
        return Row("bases", (side_name(event.side), f"removed {where}", ""), event.side, event.rule)
    return Paragraph(f"{The_side(event.side)} lost the logistics base at {where} ({reason(event.reason)}).", event.rule,
                     event.side, "loss")


@_tells(e.UpkeepPaid)
def _(before: Position, after: Position, event: e.UpkeepPaid) -> Told:
    return Row("upkeep", (side_name(event.side), str(event.bases), str(event.free) if event.free else "",
                          str(event.paid), str(event.short) if event.short else "", str(event.rp)),
               event.side, event.rule)


@_tells(e.SupplyChecked)
def _(before: Position, after: Position, event: e.SupplyChecked) -> Told:
    looked = count(event.checked, "air or land unit", "air and land units")
    if not event.out:
        return Paragraph(f"All of {looked} were in supply.", event.rule)
    return Paragraph(f"Of {looked} {len(event.out)} were out of supply: {_at_places(before, event.out)}.", event.rule,
                     tone="strong")


def _at_places(position: Position, ids: Iterable[str]) -> str:
    """Units with where they stand."""
    here: dict[str, list[str]] = {}
    for key in ids:
        here.setdefault(position.units[key].hex, []).append(key)
    return "; ".join(f"{', '.join(keys)} at {place(position, number)}" for number, keys in here.items())


# -- units --


def _loss_of(before: Position, event: e.UnitReduced | e.UnitRemoved, gone: bool) -> Loss:
    return Loss(before.units[event.unit].side, event.unit, place(before, event.hex), gone, event.reason, event.rule)


@_tells(e.UnitReduced)
def _(before: Position, after: Position, event: e.UnitReduced) -> Told:
    return _loss_of(before, event, False)


@_tells(e.UnitRemoved)
def _(before: Position, after: Position, event: e.UnitRemoved) -> Told:
    return _loss_of(before, event, True)


@_tells(e.UnitRebuilt)
def _(before: Position, after: Position, event: e.UnitRebuilt) -> Told:
    unit = before.units[event.unit]
    where = place(before, event.hex)
    if event.reason == "rebuilt":
        return Row("rebuilt", (side_name(unit.side), event.unit, where, str(event.cost)), unit.side, event.rule)
    return Row("recovered", (side_name(unit.side), units(after, [event.unit]), where, reason(event.reason)), unit.side,
               event.rule)


@_tells(e.UnitPlaced)
def _(before: Position, after: Position, event: e.UnitPlaced) -> Told:
    side = before.units[event.unit].side
    if event.reason == "reinforcement":
        return Row("arrived", (side_name(side), units(after, [event.unit]), place(before, event.hex)), side, event.rule)
    return Paragraph(f"{event.unit} came onto the map at {place(before, event.hex)} ({reason(event.reason)}).",
                     event.rule, side)


@_tells(e.UnitWaits)
def _(before: Position, after: Position, event: e.UnitWaits) -> Told:
    return Paragraph(f"{event.unit} waits: no supply source of its nation was open to it.", event.rule,
                     before.units[event.unit].side)


# -- movement --


@_tells(e.ImpulseMade)
def _(before: Position, after: Position, event: e.ImpulseMade) -> Told:
    return Paragraph(f"{The_side(event.side)} spent {points(event.cost)} on an impulse.", event.rule, event.side)


@_tells(e.StackMoved)
def _(before: Position, after: Position, event: e.StackMoved) -> Told:
    return Paragraph(f"{units(before, event.units)} moved from {place(before, event.origin)} to "
                     f"{place(before, event.route[-1])}.", event.rule, event.side)


@_tells(e.Landed)
def _(before: Position, after: Position, event: e.Landed) -> Told:
    return Paragraph(f"{The_side(event.side)} landed {units(before, event.units)} at {place(before, event.hex)} "
                     f"({reason(event.reason)}).", event.rule, event.side)


@_tells(e.AirDisplaced)
def _(before: Position, after: Position, event: e.AirDisplaced) -> Told:
    side = before.units[event.unit].side
    return Paragraph(f"{The_side(side)} had to fly {event.unit} from {place(before, event.origin)} to "
                     f"{place(before, event.hex)}.", event.rule, side)


@_tells(e.CargoShifted)
def _(before: Position, after: Position, event: e.CargoShifted) -> Told:
    return Paragraph(f"{event.unit} went aboard {event.ship}, because its own ship was lost.", event.rule,
                     before.units[event.unit].side)


# -- combat --


@_tells(e.CombatBegan)
def _(before: Position, after: Position, event: e.CombatBegan) -> Told:
    if not event.hexes:
        return Paragraph("No combat had to be fought.", event.rule)
    return Paragraph(f"Combat had to be fought at {places(before, event.hexes)}.", event.rule)


@_tells(e.BattleFought)
def _(before: Position, after: Position, event: e.BattleFought) -> Told:
    return verdict(event)


@_tells(e.Retreated)
def _(before: Position, after: Position, event: e.Retreated) -> Told:
    return Paragraph(f"{The_side(event.side)} retreated from {place(before, event.origin)} to "
                     f"{place(before, event.hex)}: {units(before, event.units)}.", event.rule, event.side)


@_tells(e.ContinuingBattleMarked)
def _(before: Position, after: Position, event: e.ContinuingBattleMarked) -> Told:
    return Paragraph(f"Land units of both sides stay at {place(before, event.hex)}: the battle goes on next turn.",
                     event.rule, tone="strong")


@_tells(e.ContinuingBattleEnded)
def _(before: Position, after: Position, event: e.ContinuingBattleEnded) -> Told:
    return Paragraph(f"The continuing battle at {place(before, event.hex)} is over.", event.rule)


# -- redeployment and after --


@_tells(e.StackRedeployed)
def _(before: Position, after: Position, event: e.StackRedeployed) -> Told:
    return Row("redeployed", (side_name(event.side), units(before, event.units), place(before, event.origin),
                              place(before, event.hex), ""), event.side)


@_tells(e.SubmarinesAttacked)
def _(before: Position, after: Position, event: e.SubmarinesAttacked) -> Told:
    return Paragraph(f"Submarines attacked {', '.join(event.units)}: {submarines(event)}.", event.rule, event.side,
                     "loss" if event.hit else "plain")


def submarines(event: e.SubmarinesAttacked) -> str:
    """The dice of an attack and what they came to."""
    thrown = " + ".join(str(die) for die in event.dice)
    return f"{thrown} = {sum(event.dice)}: {'hit' if event.hit else 'safe'} (hit on {event.low} to {event.high})"


@_tells(e.AirSentToChungking)
def _(before: Position, after: Position, event: e.AirSentToChungking) -> Told:
    return Paragraph(f"The Allies sent {event.unit} from {place(before, event.origin)} to "
                     f"{place(before, event.hex)}, where it stays.", event.rule, ALLIES)


@_tells(e.ChinaSurrendered)
def _(before: Position, after: Position, event: e.ChinaSurrendered) -> Told:
    return Paragraph("China surrendered: Japan stands alone in Chungking.", event.rule, JAPAN, "strong")


@_tells(e.GarrisonShort)
def _(before: Position, after: Position, event: e.GarrisonShort) -> Told:
    return Paragraph(f"Japan had only {count(event.count, 'land unit')} in China: next turn it has {event.penalty} "
                     "resource points fewer.", event.rule, JAPAN)
