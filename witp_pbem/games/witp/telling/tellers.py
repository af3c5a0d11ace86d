"""How the turn, bids, rulings, cards, points and bases are told, kind of event by kind of event.

Sentences are in the past tense, so that one verb serves Japan and the Allies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from witp_pbem.games.common.nouns import signed, thrown
from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.options import agreed
from witp_pbem.games.witp.board.state import ALLIES, FIRST, JAPAN, SIDES, Position
from witp_pbem.games.witp.rules.chapter_03_sequence.victory import last_turn
from witp_pbem.games.witp.rules.chapter_04_cards.effects import active
from witp_pbem.games.witp.rules.chapter_13_scenarios.bidding import HALF, ROUNDS
from witp_pbem.games.witp.telling import explanation
from witp_pbem.games.witp.telling.card_effects import effect
from witp_pbem.games.witp.telling.catalogue import Catalogue
from witp_pbem.games.witp.telling.entries import bases, of_same_side, telling, tells, totals, upkeep
from witp_pbem.games.witp.telling.nouns import (
    The_side,
    card,
    deck,
    ending,
    place,
    places,
    points,
    reason,
    side_name,
    the_side,
    units,
    way,
    when,
)
from witp_pbem.games.witp.telling.signs import signs
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import NOTES, SEGMENTS, word
from witp_pbem.table.chart import Arrow
from witp_pbem.table.language import listing, parts
from witp_pbem.table.story import Happening, Paragraph
from witp_pbem.table.telling import Entries, Row, Run
from witp_pbem.table.wording import fill

# words of a question that mean several kinds of events
CARDS = "card cards カード"
POINTS = "points point rp resources upkeep ポイント 点"
BASES = "base bases 基地 兵站基地"
LOSSES = "lose loses lost loss losses hit hits removed eliminated 損害 損失 失った"

# -- turns, passes --


@tells(e.TurnBegan, title=lambda run: when(run[0].position_after))
def _(before: Position, after: Position, event: e.TurnBegan) -> Entries:
    return say("{turn} began.", turn=when(after))


@tells(e.Passed, tone="quiet")
def _(before: Position, after: Position, event: e.Passed) -> Entries:
    segment = SEGMENTS.get(event.segment, event.segment)
    if event.segment == "bases":
        what = say("nothing to do") if event.forced else say("passed")
        return Row(bases, (side_name(event.side), what, ""), event.side)
    if event.forced:
        return say("{side} had nothing left to do in {segment}.", side=The_side(event.side), segment=segment)
    return say("{side} passed: no more part in {segment}.", side=The_side(event.side), segment=segment)


# -- bids --


@tells(e.BidsTied)
def _(before: Position, after: Position, event: e.BidsTied) -> Entries:
    if event.round < ROUNDS:
        return say("Both players bid {bid}, and neither got Japan. They bid again.", bid=event.bid)
    return say("Both players bid {bid}, and neither got Japan. A die decided.", bid=event.bid)


@tells(e.SidesSettled)
def _(before: Position, after: Position, event: e.SidesSettled) -> Entries:
    japan, allies = event.japan, event.allies
    if event.die is None:
        text = say("{japan} bid {high}, {allies} {low}: {winner} plays Japan, {allies} the Allies.",
                   japan=The_side(japan), winner=the_side(japan), allies=the_side(allies), high=event.bids[japan],
                   low=event.bids[allies])
    else:
        text = say("{japan} got Japan by the die, which showed {die} (1 to {half}: {first}): {winner} plays Japan, "
                   "{allies} the Allies.", japan=The_side(japan), winner=the_side(japan), allies=the_side(allies),
                   die=event.die, half=HALF, first=the_side(FIRST))
    needed = say.plural(event.bid,
                        "Japan wins only if it controls at least {n} port or airfield at the end of turn {turn}.",
                        "Japan wins only if it controls at least {n} ports and airfields at the end of turn {turn}.",
                        turn=last_turn(after))
    return [Paragraph(text, event.rule, tone="strong"), Paragraph(needed, "witp 13.2.c")]


@tells(e.SitesCounted)
def _(before: Position, after: Position, event: e.SitesCounted) -> Entries:
    text = say.plural(len(event.hexes),
                      "At the end of turn {turn} Japan controlled {n} port or airfield; the bid was {bid}.",
                      "At the end of turn {turn} Japan controlled {n} ports and airfields; the bid was {bid}.",
                      turn=after.turn, bid=event.bid)
    these = places(after, event.hexes) or word("list", "")
    return [Paragraph(text, event.rule, JAPAN, "strong"),
            Paragraph(say("These were: {places}.", places=these), side=JAPAN, tone="quiet")]


@tells(e.GameEnded, title="The game is over", asked="victory win wins won winner over ended 勝利 勝敗",
       concerns=lambda event: SIDES, evidence=explanation.victory)
def _(before: Position, after: Position, event: e.GameEnded) -> Entries:
    return Paragraph(ending({"winner": event.winner, "reason": event.reason}), event.rule, event.winner, "strong")


@tells(e.Noted)
def _(before: Position, after: Position, event: e.Noted) -> Entries:
    text = fill(NOTES.get(event.note, event.note), event.values, Catalogue(before.data).words)
    return Paragraph(text, event.rule, str(event.values.get("side", "")))


def _put_by_the_referee(happening: Happening) -> Iterator[Arrow]:
    """Units a ruling put elsewhere."""
    ruling, position = happening.act, happening.position_before
    assert isinstance(ruling, e.Ruled)
    for key, fields in ruling.units.items():
        number = fields.get("hex", "")
        if number and number != position.units[key].hex:
            yield Arrow(position.units[key].side, signs().arrive, (number,), None,
                        say("{units}, put here by the referee", units=units(position, [key])))


@tells(e.Ruled, title="A ruling of the referee", ledger="Referee’s ruling", asked="ruling rulings 裁定",
       arrows=_put_by_the_referee)
def _(before: Position, after: Position, event: e.Ruled) -> Entries:
    if event.resigned:
        text = say("{side} gave up. Reason: {reason}", side=The_side(event.resigned), reason=event.reason)
        return [Paragraph(text, event.rule, event.resigned, "ruling")]
    ruling = event.text.removeprefix("ruling ")
    if event.reason in ruling:
        text = say("The referee ruled: {ruling}.", ruling=ruling)
    else:
        text = say("The referee ruled: {ruling}. Reason: {reason}", ruling=ruling, reason=event.reason)
    entries = [Paragraph(text, event.rule, tone="ruling")]
    for key in event.units:
        entries.append(Paragraph(say("{unit}: was {before}; is now {after}.", unit=key, before=_state(before, key),
                                     after=_state(after, key)), tone="ruling"))
    for side, rp in event.rp.items():
        entries.append(Paragraph(say("Resource points of {side}: were {before}, are now {after}.", side=the_side(side),
                                     before=before.rp[side], after=rp), side=side, tone="ruling"))
    for side, numbers in event.bases.items():
        entries.append(Paragraph(say("Logistics bases of {side} are now: {places}.", side=the_side(side),
                                     places=places(after, numbers) or word("list", "")), side=side, tone="ruling"))
    return entries


def _state(position: Position, key: str) -> str:
    unit = position.units[key]
    where = place(position, unit.hex) if unit.hex else word("status", unit.status)
    return say("full, {where}", where=where) if unit.full else say("reduced, {where}", where=where)


# -- cards --


@tells(e.DeckMade)
def _(before: Position, after: Position, event: e.DeckMade) -> Entries:
    return say.plural(event.size, "The {deck} was shuffled: {n} card.", "The {deck} was shuffled: {n} cards.",
                      deck=deck(event.deck))


@tells(e.DeckDiscarded)
def _(before: Position, after: Position, event: e.DeckDiscarded) -> Entries:
    return say.plural(event.left, "What was left of the {deck}, {n} card, was put away unseen.",
                      "What was left of the {deck}, {n} cards, was put away unseen.", deck=deck(event.deck))


@tells(e.CardsPutBack, tone="quiet")
def _(before: Position, after: Position, event: e.CardsPutBack) -> Entries:
    return say.plural(event.left, "The rest of the {deck}, {n} card, went into the {into}.",
                      "The rest of the {deck}, {n} cards, went into the {into}.", deck=deck(event.deck),
                      into=deck(event.into))


def _goes_on_drawing(happening: Happening, run: Run) -> bool:
    """Decks that are made for it and cards that others draw belong to the same draw."""
    return isinstance(run[-1].act, e.CardDrawn | e.DeckMade | e.CardsPutBack | e.DeckDiscarded)


tells(e.CardDrawn, "{side:Side} drew a card from the {deck:deck}.", title="Cards were drawn", joins=_goes_on_drawing,
      asked=CARDS)


@tells(e.CardUsed, title="{side:Side} used {card:card}", asked=CARDS, tone="strong", plays=lambda event: (event.card,))
def _(before: Position, after: Position, event: e.CardUsed) -> Entries:
    values = {"side": The_side(event.side), "card": card(before, event.card),
              "text": say(before.data.cards[event.card][event.side]["text"])}
    if event.forced:
        return say("{side} used the card {card}. It is compulsory. “{text}”", **values)
    return say("{side} used the card {card}. “{text}”", **values)


tells(e.CardShown, "{side:Side} showed a card in hand: {card:card}.", asked=CARDS)


@tells(e.EffectBegan)
def _(before: Position, after: Position, event: e.EffectBegan) -> Entries:
    return Paragraph(say("In force: {effect}.", effect=effect(before, event.effect)), event.rule,
                     str(event.effect["side"]))


@tells(e.EffectSpent)
def _(before: Position, after: Position, event: e.EffectSpent) -> Entries:
    spent = next((record for record in before.effects if record["id"] == event.id), None)
    if spent is None or spent["op"] in ("gain_rp", "upkeep_discount"):  # seen where the points change
        return None
    values = {"effect": effect(before, spent), "card": card(before, spent["card"])}
    if event.left:
        text = say("Used: {effect} (card {card}; {left} left).", left=event.left, **values)
    else:
        text = say("Used: {effect} (card {card}).", **values)
    return Paragraph(text, event.rule, str(spent["side"]))


tells(e.SuddenDeathEnded, "The sudden-death victory of Japan is no longer possible.", tone="strong")


@tells(e.BaseTaken)
def _(before: Position, after: Position, event: e.BaseTaken) -> Entries:
    limit = event.bases - event.carriers
    carriers = say.plural(event.carriers, "{n} full Allied carrier", "{n} full Allied carriers")
    values = {"place": place(before, event.hex), "bases": event.bases, "carriers": carriers, "limit": limit}
    if agreed(before, "sudden_death_counts") == "ports":
        text = say("Japan took {place}. Sudden death: {bases} Allied ports taken − {carriers} = {limit}", **values)
    else:
        text = say("Japan took {place}. Sudden death: {bases} Allied ports and airfields taken − {carriers} = {limit}",
                   **values)
    if not event.dice:
        return Paragraph(say("{reckoning}; no dice are that low.", reckoning=text), event.rule, JAPAN, "quiet")
    rolled = {"reckoning": text, "dice": thrown(event.dice), "total": sum(event.dice)}
    if sum(event.dice) <= limit:
        text = say("{reckoning}; dice {dice} = {total}: Japan wins.", **rolled)
    else:
        text = say("{reckoning}; dice {dice} = {total}: the war goes on.", **rolled)
    return Paragraph(text, event.rule, JAPAN, "strong")


@tells(e.BaseRegained)
def _(before: Position, after: Position, event: e.BaseRegained) -> Entries:
    return Paragraph(say("Japan no longer controls {place}: it does not count for sudden death.",
                         place=place(before, event.hex)), event.rule, ALLIES, "quiet")


@tells(e.EntryRolled)
def _(before: Position, after: Position, event: e.EntryRolled) -> Entries:
    bases = say.plural(event.bases, "{n} British base", "{n} British bases")
    values = {"dice": thrown(event.dice), "total": sum(event.dice), "turn": event.turn, "bases": bases,
              "limit": event.turn + event.bases}
    if event.entered:
        return say("American entry: dice {dice} = {total}; turn {turn} + {bases} under Japan = {limit}: America enters "
                   "the war (13.4 entry_roll, reconstructed).", **values)
    return say("American entry: dice {dice} = {total}; turn {turn} + {bases} under Japan = {limit}: America stays "
               "neutral (13.4 entry_roll, reconstructed).", **values)


tells(e.AmericaEntered, "America is at war: {reason:entry} (scenario 13.4, reconstructed).", tone="strong",
      title="America is at war")


# -- resource points and logistics bases --


@tells(e.ResourcesDetermined, ledger="Total of the turn", asked=POINTS, evidence=explanation.total)
def _(before: Position, after: Position, event: e.ResourcesDetermined) -> Entries:
    white, red = ("" if event.white is None else f"+{event.white}"), ("" if event.red is None else f"−{event.red}")
    other = " ".join(signed(amount) for _, amount in event.adjustments)
    row = Row(totals, (side_name(event.side), str(event.brp), white, red, other, str(event.trp)), event.side,
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


@tells(e.ResourcesChanged, asked=POINTS,
       ledger=lambda event: say("Cards") if event.card else reason(event.reason).capitalize())
def _(before: Position, after: Position, event: e.ResourcesChanged) -> Entries:
    why = say("card {card}", card=card(before, event.card)) if event.card else reason(event.reason)
    values = {"side": The_side(event.side), "points": points(abs(event.amount)), "why": why, "left": points(event.rp)}
    text = (say("{side} gained {points} ({why}) and then had {left}.", **values) if event.amount > 0
            else say("{side} lost {points} ({why}) and then had {left}.", **values))
    return [Paragraph(text, event.rule, event.side), *(_who_is_first(after) if event.counts else ())]


def _whose(run: Run) -> str:
    return The_side(telling.side(run[0]))


def _where(run: Sequence[Any]) -> str:
    """The hexes of bases, each once."""
    return places(run[0].position_before, dict.fromkeys(happening.act.hex for happening in run))


@tells(e.BaseBuilt, joins=of_same_side, asked=BASES,
       title=lambda run: say("{side} built bases: {places}", side=_whose(run), places=_where(run)))
def _(before: Position, after: Position, event: e.BaseBuilt) -> Entries:
    line = way(before, event.line) if len(event.line) > 1 else ""
    built = say("built {place}", place=place(before, event.hex))
    return Row(bases, (side_name(event.side), built, line), event.side, event.rule)


@tells(e.BaseRemoved, chosen=lambda event: event.reason == "voluntary", joins=of_same_side,
       asked=f"{BASES} {LOSSES}",
       title=lambda run: say("{side} gave up bases: {places}", side=_whose(run), places=_where(run)))
def _(before: Position, after: Position, event: e.BaseRemoved) -> Entries:
    where = place(before, event.hex)
    if event.reason == "voluntary":
        removed = say("removed {place}", place=where)
        return Row(bases, (side_name(event.side), removed, ""), event.side, event.rule)
    return Paragraph(say("{side} lost the logistics base at {place} ({why}).", side=The_side(event.side), place=where,
                         why=reason(event.reason)), event.rule, event.side, "loss")


@tells(e.UpkeepPaid, title="Upkeep of the logistics bases", ledger="Upkeep of logistics bases",
       joins=lambda happening, run: any(isinstance(before.act, e.UpkeepPaid) for before in run),
       asked=f"{BASES} {POINTS}", evidence=explanation.upkeep)
def _(before: Position, after: Position, event: e.UpkeepPaid) -> Entries:
    return Row(upkeep, (side_name(event.side), str(event.bases), str(event.free) if event.free else "",
                        str(event.paid), str(event.short) if event.short else "", str(event.rp)),
               event.side, event.rule)


def _out_of_supply(unit: str, happening: Happening) -> str:
    position = happening.position_before
    return say("was found out of supply at {place}.", place=place(position, position.units[unit].hex))


@tells(e.SupplyChecked, fate=_out_of_supply, asked="supply 補給", evidence=explanation.supply)
def _(before: Position, after: Position, event: e.SupplyChecked) -> Entries:
    if not event.out:
        return Paragraph(say.plural(event.checked, "All of {n} air or land unit were in supply.",
                                    "All of {n} air and land units were in supply."), event.rule)
    text = say.plural(event.checked, "Of {n} air or land unit {out} were out of supply: {units}.",
                      "Of {n} air and land units {out} were out of supply: {units}.", out=len(event.out),
                      units=_at_places(before, event.out))
    return Paragraph(text, event.rule, tone="strong")


def _at_places(position: Position, ids: Iterable[str]) -> str:
    """Units with where they stand."""
    here: dict[str, list[str]] = {}
    for key in ids:
        here.setdefault(position.units[key].hex, []).append(key)
    return parts(say("{units} at {place}", units=listing(keys), place=place(position, number))
                 for number, keys in here.items())
