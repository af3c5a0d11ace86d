"""One event, one piece of the story: a paragraph, a row of a table, or a loss."""

from __future__ import annotations

from collections.abc import Iterable

from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.options import agreed
from witp_pbem.games.witp.board.state import ALLIES, FIRST, JAPAN, Position
from witp_pbem.games.witp.rules.chapter_03_sequence.victory import last_turn
from witp_pbem.games.witp.rules.chapter_04_cards.effects import active
from witp_pbem.games.witp.rules.chapter_13_scenarios.bidding import HALF, ROUNDS
from witp_pbem.games.witp.telling import unit_tellers  # noqa: F401 - so that what it tells is known here
from witp_pbem.games.witp.telling.catalogue import Catalogue
from witp_pbem.games.witp.telling.phrases import (
    The_side,
    card,
    deck,
    effect,
    ending,
    place,
    places,
    points,
    reason,
    side_name,
    signed,
    the_side,
    thrown,
    way,
    when,
)
from witp_pbem.games.witp.telling.pieces import TELLS, Loss, Piece, Row, Told, joined, tells
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import ENTRIES, NOTES, SEGMENTS, word
from witp_pbem.table.language import listing, parts
from witp_pbem.table.story import Block, Happening, Paragraph
from witp_pbem.table.wording import fill

REFEREE = "referee"


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


# -- turns, passes --


@tells(e.TurnBegan)
def _(before: Position, after: Position, event: e.TurnBegan) -> Told:
    return Paragraph(say("{turn} began.", turn=when(after)), event.rule)


@tells(e.StepBegan)
def _(before: Position, after: Position, event: e.StepBegan) -> Told:
    return None


@tells(e.Passed)
def _(before: Position, after: Position, event: e.Passed) -> Told:
    segment = SEGMENTS.get(event.segment, event.segment)
    if event.segment == "bases":
        what = say("nothing to do") if event.forced else say("passed")
        return Row("bases", (side_name(event.side), what, ""), event.side)
    side = The_side(event.side)
    if event.forced:
        told = say("{side} had nothing left to do in {segment}.", side=side, segment=segment)
    else:
        told = say("{side} passed: no more part in {segment}.", side=side, segment=segment)
    return Paragraph(told, event.rule, event.side, "quiet")


# -- bids --


@tells(e.BidsTied)
def _(before: Position, after: Position, event: e.BidsTied) -> Told:
    if event.round < ROUNDS:
        told = say("Both players bid {bid}, and neither got Japan. They bid again.", bid=event.bid)
    else:
        told = say("Both players bid {bid}, and neither got Japan. A die decided.", bid=event.bid)
    return Paragraph(told, event.rule)


@tells(e.SidesSettled)
def _(before: Position, after: Position, event: e.SidesSettled) -> Told:
    japan, allies = event.japan, event.allies
    if event.die is None:
        told = say("{japan} bid {high}, {allies} {low}: {winner} plays Japan, {allies} the Allies.",
                   japan=The_side(japan), winner=the_side(japan), allies=the_side(allies), high=event.bids[japan],
                   low=event.bids[allies])
    else:
        told = say("{japan} got Japan by the die, which showed {die} (1 to {half}: {first}): {winner} plays Japan, "
                   "{allies} the Allies.", japan=The_side(japan), winner=the_side(japan), allies=the_side(allies),
                   die=event.die, half=HALF, first=the_side(FIRST))
    needed = say.plural(event.bid,
                        "Japan wins only if it controls at least {n} port or airfield at the end of turn {turn}.",
                        "Japan wins only if it controls at least {n} ports and airfields at the end of turn {turn}.",
                        turn=last_turn(after))
    return [Paragraph(told, event.rule, tone="strong"), Paragraph(needed, "witp 13.2.c")]


@tells(e.SitesCounted)
def _(before: Position, after: Position, event: e.SitesCounted) -> Told:
    told = say.plural(len(event.hexes),
                      "At the end of turn {turn} Japan controlled {n} port or airfield; the bid was {bid}.",
                      "At the end of turn {turn} Japan controlled {n} ports and airfields; the bid was {bid}.",
                      turn=after.turn, bid=event.bid)
    these = places(after, event.hexes) or word("list", "")
    return [Paragraph(told, event.rule, JAPAN, "strong"),
            Paragraph(say("These were: {places}.", places=these), side=JAPAN, tone="quiet")]


@tells(e.GameEnded)
def _(before: Position, after: Position, event: e.GameEnded) -> Told:
    return Paragraph(ending({"winner": event.winner, "reason": event.reason}), event.rule, event.winner, "strong")


@tells(e.Noted)
def _(before: Position, after: Position, event: e.Noted) -> Told:
    told = fill(NOTES.get(event.note, event.note), event.values, Catalogue(before.data).words)
    return Paragraph(told, event.rule, str(event.values.get("side", "")))


@tells(e.Ruled)
def _(before: Position, after: Position, event: e.Ruled) -> Told:
    if event.resigned:
        told = say("{side} gave up. Reason: {reason}", side=The_side(event.resigned), reason=event.reason)
        return [Paragraph(told, event.rule, event.resigned, "ruling")]
    ruling = event.text.removeprefix("ruling ")
    if event.reason in ruling:
        told = say("The referee ruled: {ruling}.", ruling=ruling)
    else:
        told = say("The referee ruled: {ruling}. Reason: {reason}", ruling=ruling, reason=event.reason)
    pieces = [Paragraph(told, event.rule, tone="ruling")]
    for key in event.units:
        pieces.append(Paragraph(say("{unit}: was {before}; is now {after}.", unit=key, before=_state(before, key),
                                    after=_state(after, key)), tone="ruling"))
    for side, rp in event.rp.items():
        pieces.append(Paragraph(say("Resource points of {side}: were {before}, are now {after}.", side=the_side(side),
                                    before=before.rp[side], after=rp), side=side, tone="ruling"))
    for side, numbers in event.bases.items():
        pieces.append(Paragraph(say("Logistics bases of {side} are now: {places}.", side=the_side(side),
                                    places=places(after, numbers) or word("list", "")), side=side, tone="ruling"))
    return pieces


def _state(position: Position, key: str) -> str:
    unit = position.units[key]
    where = place(position, unit.hex) if unit.hex else word("status", unit.status)
    return say("full, {where}", where=where) if unit.full else say("reduced, {where}", where=where)


# -- cards --


@tells(e.DeckMade)
def _(before: Position, after: Position, event: e.DeckMade) -> Told:
    return Paragraph(say.plural(event.size, "The {deck} was shuffled: {n} card.", "The {deck} was shuffled: {n} cards.",
                                deck=deck(event.deck)), event.rule)


@tells(e.DeckDiscarded)
def _(before: Position, after: Position, event: e.DeckDiscarded) -> Told:
    told = say.plural(event.left, "What was left of the {deck}, {n} card, was put away unseen.",
                      "What was left of the {deck}, {n} cards, was put away unseen.", deck=deck(event.deck))
    return Paragraph(told, event.rule)


@tells(e.CardsPutBack)
def _(before: Position, after: Position, event: e.CardsPutBack) -> Told:
    told = say.plural(event.left, "The rest of the {deck}, {n} card, went into the {into}.",
                      "The rest of the {deck}, {n} cards, went into the {into}.", deck=deck(event.deck),
                      into=deck(event.into))
    return Paragraph(told, event.rule, tone="quiet")


@tells(e.CardDrawn)
def _(before: Position, after: Position, event: e.CardDrawn) -> Told:
    return Paragraph(say("{side} drew a card from the {deck}.", side=The_side(event.side), deck=deck(event.deck)),
                     event.rule, event.side)


@tells(e.CardUsed)
def _(before: Position, after: Position, event: e.CardUsed) -> Told:
    values = {"side": The_side(event.side), "card": card(before, event.card),
              "text": say(before.data.cards[event.card][event.side]["text"])}
    if event.forced:
        told = say("{side} used the card {card}. It is compulsory. “{text}”", **values)
    else:
        told = say("{side} used the card {card}. “{text}”", **values)
    return Paragraph(told, event.rule, event.side, "strong")


@tells(e.CardShown)
def _(before: Position, after: Position, event: e.CardShown) -> Told:
    return Paragraph(say("{side} showed a card in hand: {card}.", side=The_side(event.side),
                         card=card(before, event.card)), event.rule, event.side)


@tells(e.EffectBegan)
def _(before: Position, after: Position, event: e.EffectBegan) -> Told:
    return Paragraph(say("In force: {effect}.", effect=effect(before, event.effect)), event.rule,
                     str(event.effect["side"]))


@tells(e.EffectSpent)
def _(before: Position, after: Position, event: e.EffectSpent) -> Told:
    found = next((record for record in before.effects if record["id"] == event.id), None)
    if found is None or found["op"] in ("gain_rp", "upkeep_discount"):  # seen where the points change
        return None
    values = {"effect": effect(before, found), "card": card(before, found["card"])}
    if event.left:
        told = say("Used: {effect} (card {card}; {left} left).", left=event.left, **values)
    else:
        told = say("Used: {effect} (card {card}).", **values)
    return Paragraph(told, event.rule, str(found["side"]))


@tells(e.SuddenDeathEnded)
def _(before: Position, after: Position, event: e.SuddenDeathEnded) -> Told:
    return Paragraph(say("The sudden-death victory of Japan is no longer possible."), event.rule, tone="strong")


@tells(e.BaseTaken)
def _(before: Position, after: Position, event: e.BaseTaken) -> Told:
    limit = event.bases - event.carriers
    carriers = say.plural(event.carriers, "{n} full Allied carrier", "{n} full Allied carriers")
    values = {"place": place(before, event.hex), "bases": event.bases, "carriers": carriers, "limit": limit}
    if agreed(before, "sudden_death_counts") == "ports":
        told = say("Japan took {place}. Sudden death: {bases} Allied ports taken − {carriers} = {limit}", **values)
    else:
        told = say("Japan took {place}. Sudden death: {bases} Allied ports and airfields taken − {carriers} = {limit}",
                   **values)
    if not event.dice:
        return Paragraph(say("{reckoning}; no dice are that low.", reckoning=told), event.rule, JAPAN, "quiet")
    rolled = {"reckoning": told, "dice": thrown(event.dice), "total": sum(event.dice)}
    if sum(event.dice) <= limit:
        told = say("{reckoning}; dice {dice} = {total}: Japan wins.", **rolled)
    else:
        told = say("{reckoning}; dice {dice} = {total}: the war goes on.", **rolled)
    return Paragraph(told, event.rule, JAPAN, "strong")


@tells(e.BaseRegained)
def _(before: Position, after: Position, event: e.BaseRegained) -> Told:
    return Paragraph(say("Japan no longer controls {place}: it does not count for sudden death.",
                         place=place(before, event.hex)), event.rule, ALLIES, "quiet")


@tells(e.EntryRolled)
def _(before: Position, after: Position, event: e.EntryRolled) -> Told:
    bases = say.plural(event.bases, "{n} British base", "{n} British bases")
    values = {"dice": thrown(event.dice), "total": sum(event.dice), "turn": event.turn, "bases": bases,
              "limit": event.turn + event.bases}
    if event.entered:
        told = say("American entry: dice {dice} = {total}; turn {turn} + {bases} under Japan = {limit}: America enters "
                   "the war (13.4 entry_roll, reconstructed).", **values)
    else:
        told = say("American entry: dice {dice} = {total}; turn {turn} + {bases} under Japan = {limit}: America stays "
                   "neutral (13.4 entry_roll, reconstructed).", **values)
    return Paragraph(told, event.rule)


@tells(e.AmericaEntered)
def _(before: Position, after: Position, event: e.AmericaEntered) -> Told:
    return Paragraph(say("America is at war: {how} (scenario 13.4, reconstructed).", how=ENTRIES[event.reason]),
                     event.rule, tone="strong")


# -- resource points and logistics bases --


@tells(e.ResourcesDetermined)
def _(before: Position, after: Position, event: e.ResourcesDetermined) -> Told:
    white, red = ("" if event.white is None else f"+{event.white}"), ("" if event.red is None else f"−{event.red}")
    other = " ".join(signed(amount) for _, amount in event.adjustments)
    row = Row("points", (side_name(event.side), str(event.brp), white, red, other, str(event.trp)), event.side,
              event.rule)
    why = [Paragraph(say("{side}: {amount} ({why}).", side=The_side(event.side), amount=signed(amount),
                         why=reason(code)), _ADJUSTED.get(code, event.rule), event.side)
           for code, amount in event.adjustments]
    if event.side == ALLIES and before.america == "neutral":
        why.append(Paragraph(say("The Allied basic points are half of those printed, because America is neutral (13.4 "
                                 "allied_brp, reconstructed)."), "witp 13.4.a", ALLIES))
    open_cards = agreed(after, "rp_cards_count_for_initiative") and active(after, "gain_rp")
    return [row, *why, *(_who_is_first(after) if event.side == ALLIES and not open_cards else ())]


_ADJUSTED = {"southern-resources": "witp 12.3.b", "allied-resources": "witp 12.4.a", "china-garrison": "witp 12.2.j"}


def _who_is_first(position: Position) -> list[Paragraph]:
    japan, allies = position.trp_start[JAPAN], position.trp_start[ALLIES]
    if japan == allies:
        return [Paragraph(say("Both sides had {points}: first to act is Japan, in redeployment and rebuilding the "
                              "Allies.", points=japan), "witp 5.2.d")]
    first = JAPAN if japan > allies else ALLIES
    return [Paragraph(say("First to act this turn, with more points: {side}.", side=the_side(first)), "witp 5.2.c",
                      first)]


@tells(e.ResourcesChanged)
def _(before: Position, after: Position, event: e.ResourcesChanged) -> Told:
    why = say("card {card}", card=card(before, event.card)) if event.card else reason(event.reason)
    values = {"side": The_side(event.side), "points": points(abs(event.amount)), "why": why, "left": points(event.rp)}
    if event.amount > 0:
        text = say("{side} gained {points} ({why}) and then had {left}.", **values)
    else:
        text = say("{side} lost {points} ({why}) and then had {left}.", **values)
    told = Paragraph(text, event.rule, event.side)
    return [told, *_who_is_first(after)] if event.counts else told


@tells(e.BaseBuilt)
def _(before: Position, after: Position, event: e.BaseBuilt) -> Told:
    line = way(before, event.line) if len(event.line) > 1 else ""
    built = say("built {place}", place=place(before, event.hex))
    return Row("bases", (side_name(event.side), built, line), event.side, event.rule)


@tells(e.BaseRemoved)
def _(before: Position, after: Position, event: e.BaseRemoved) -> Told:
    where = place(before, event.hex)
    if event.reason == "voluntary":
        removed = say("removed {place}", place=where)
        return Row("bases", (side_name(event.side), removed, ""), event.side, event.rule)
    return Paragraph(say("{side} lost the logistics base at {place} ({why}).", side=The_side(event.side), place=where,
                         why=reason(event.reason)), event.rule, event.side, "loss")


@tells(e.UpkeepPaid)
def _(before: Position, after: Position, event: e.UpkeepPaid) -> Told:
    return Row("upkeep", (side_name(event.side), str(event.bases), str(event.free) if event.free else "",
                          str(event.paid), str(event.short) if event.short else "", str(event.rp)),
               event.side, event.rule)


@tells(e.SupplyChecked)
def _(before: Position, after: Position, event: e.SupplyChecked) -> Told:
    if not event.out:
        return Paragraph(say.plural(event.checked, "All of {n} air or land unit were in supply.",
                                    "All of {n} air and land units were in supply."), event.rule)
    told = say.plural(event.checked, "Of {n} air or land unit {out} were out of supply: {units}.",
                      "Of {n} air and land units {out} were out of supply: {units}.", out=len(event.out),
                      units=_at_places(before, event.out))
    return Paragraph(told, event.rule, tone="strong")


def _at_places(position: Position, ids: Iterable[str]) -> str:
    """Units with where they stand."""
    here: dict[str, list[str]] = {}
    for key in ids:
        here.setdefault(position.units[key].hex, []).append(key)
    return parts(say("{units} at {place}", units=listing(keys), place=place(position, number))
                 for number, keys in here.items())
