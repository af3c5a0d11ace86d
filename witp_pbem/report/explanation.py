"""Explanations as text: the chain from the orders to the result, what can be explained, why an order is refused, and
the history of a counter. Lines have 72 columns, as in a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from witp_pbem.campaign.explaining.explain import CancelledOrder, Decision, DrawnCard, Explanation, ProvenThrow
from witp_pbem.campaign.explaining.matters import Life, Matter, OrderOutcome, WrittenOrder
from witp_pbem.campaign.explaining.whynot import Objection, OrderVerdict, QuotedRule
from witp_pbem.campaign.record.logbook import PROTEST
from witp_pbem.report.layout import pad, wrap
from witp_pbem.report.plain_text import sections
from witp_pbem.report.unfolded import inner, unfolded
from witp_pbem.table.game import Game
from witp_pbem.table.language import bracketed, in_a_row, labelled, listing, parts, say
from witp_pbem.table.story import Block, Paragraph, Section
from witp_pbem.table.wording import (
    cancelled_sentence,
    nearest_legal,
    order_words,
    phrase_words,
    problem_sentence,
    remedy_sentence,
    triggered_sentence,
)

RECEIPT = 32  # digits of a receipt that are shown


def chain(explanation: Explanation, game: Game) -> Iterator[str]:
    """One matter, link by link."""
    matter = explanation.matter
    yield from wrap(say("{number}. {title}", number=matter.number, title=matter.title))
    yield from wrap(say("{when}, {step}; {entries}", when=explanation.when, step=matter.step,
                        entries=_entries(matter.entries)))
    if explanation.abandoned is not None:
        yield from wrap(say("Abandoned: the rewind of entry {entry} went back behind it, and it counts no more. It is "
                            "explained as it was played.", entry=explanation.abandoned), first="! ", rest="  ")
    yield from sections(_links(explanation, game), game.narration.rule_number)


def _entries(numbers: Sequence[int]) -> str:
    return say.plural(len(numbers), "logbook entry {entries}", "logbook entries {entries}",
                      entries=listing(map(str, numbers)))


def _links(explanation: Explanation, game: Game) -> Iterator[Section]:
    """The links of the chain, in order; an empty one says why it is empty."""
    links: list[tuple[str, Iterable[Block], str]] = [
        (say("Orders"), [*_leading(explanation), *(_decided(decision, game) for decision in explanation.orders),
                         *(block for order in explanation.refused for block in _refused(order, game))],
         say("No side decided anything here.")),
        (say("Rules"), [_cited(rule, game) for rule in explanation.rules], say("No rule is named in the logbook.")),
        (say("Rulings"), [*_referee(explanation), *(_cited(ruling, game) for ruling in explanation.rulings)],
         say("None: neither the referee nor the game’s own rulings have a say in this.")),
        (say("Dice and cards"), [*(_thrown(throw, game) for throw in explanation.dice),
                                 *(_card(card, game) for card in explanation.cards)],
         say("None: nothing was thrown or drawn.")),
        (say("What happened"), [*unfolded(inner(explanation.story)), *explanation.evidence],
         say("It told of nothing further.") if not explanation.refused
         else say("The orders above no longer counted; nothing else came of it.")),
        (say("What changed on the board"), explanation.changes, say("Nothing: all counters stayed as they were.")),
    ]
    for number, (title, blocks, nothing) in enumerate(links, 1):
        yield Section(say("{number}. {title}", number=number, title=title),
                      tuple(blocks) or (Paragraph(nothing, tone="quiet"),))


# -- orders --------------------------------------------------------------------------------------------------------


def _leading(explanation: Explanation) -> Iterator[Paragraph]:
    for number, title in explanation.leading:
        yield Paragraph(say("Before it: {title} (explained as number {number}).", title=title, number=number),
                        tone="quiet")


def _decided(decision: Decision, game: Game) -> Paragraph:
    side = game.narration.side_name(decision.side)
    text, asked = order_words(decision.order, game.write), decision.demand.replace("-", " ")
    if decision.forced:
        return Paragraph(say("{side}: {order}. It was the only legal answer, taken without asking ({demand}).",
                             side=side, order=text, demand=asked), side=decision.side)
    if decision.slip is None:
        return Paragraph(say("{side} gave no order ({demand}); none is needed there.", side=side,
                             demand=asked), side=decision.side)
    sentences = [say("{side}: {slip}.", side=side, slip=_slip(decision.slip, game))]
    if decision.because:
        sentences.append(say("It was a conditional order, and answered because {reason}.",
                         reason=triggered_sentence(decision.because, game.catalogue)))
    if not text:
        sentences.append(say("Understood as silence."))
    elif text.casefold() != _one_line(decision.slip.text or "").casefold():
        sentences.append(say("Understood: {order}.", order=text))
    return Paragraph(in_a_row(sentences), side=decision.side)


def _slip(slip: WrittenOrder, game: Game) -> str:
    """An order as written, with its place and receipt."""
    place = {"entry": slip.entry, "receipt": slip.receipt[:RECEIPT]}
    if slip.is_ruling:
        return say("a ruling, “{text}” (entry {entry}, {receipt}…)", text=_one_line(slip.text or ""), **place)
    if slip.text is None:
        return say("an order of entry {entry}, which is still sealed (receipt {receipt}…)", **place)
    text = _one_line(slip.text)
    for block in reversed(slip.blocks):
        text = say("{block}: {text}", block=_one_line(block), text=text)
    if slip.phase:
        phase = game.narration.phase_name(slip.phase)
        return say("“{text}” (entry {entry}, phase {phase}; receipt {receipt}…)", text=text, phase=phase,
                   **place)
    return say("“{text}” (entry {entry}; receipt {receipt}…)", text=text, **place)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _refused(order: CancelledOrder, game: Game) -> Iterator[Block]:
    """An order that no longer counted, and why."""
    side = game.narration.side_name(order.side)
    yield Paragraph(say("{side}: {slip}.", side=side, slip=_slip(order.slip, game)), side=order.side)
    yield Paragraph(say("When its moment came it no longer counted: {reason}.",
                        reason=cancelled_sentence(order.because)), side=order.side, tone="strong")
    if order.problem:
        yield Paragraph(say("In full: {sentence}", sentence=problem_sentence(order.problem, game.catalogue)),
                        order.problem.rule, order.side)
        if remedy := remedy_sentence(order.problem, game.catalogue):
            yield Paragraph(say("What would have made it legal: {remedy}", remedy=remedy), side=order.side)
        legal = nearest_legal(order.problem, game)
        if near := [legal] if legal else [game.write(legal_order) for legal_order in order.nearest]:
            yield Paragraph(say("Legal at that moment: {orders}.", orders=parts(near)), side=order.side)
    elif order.slip.text is None:
        yield Paragraph(say("More than this is not recorded in the open: the order stays sealed until the end of the "
                            "game, or shows to its side on the keeper’s copy (--side)."), tone="quiet")


# -- rules, rulings, dice ------------------------------------------------------------------------------------------


def _cited(rule: QuotedRule, game: Game) -> Section:
    """A rule or ruling in our own words."""
    title = rule.texts[0][0].removeprefix(rule.id).strip()
    return Section(f"{game.narration.rule_number(rule.id)} {title}".strip(), tuple(
        Paragraph(text if number == 0 else labelled(heading, text))
        for number, (heading, text) in enumerate(rule.texts)))


def _referee(explanation: Explanation) -> Iterator[Paragraph]:
    for word in explanation.referee:
        if word.kind == PROTEST:
            text = say("A protest (entry {entry}): {text}", entry=word.entry, text=_one_line(word.text))
        else:
            text = say("The referee ruled (entry {entry}): {text}", entry=word.entry, text=_one_line(word.text))
        if word.reason:
            text = say("{ruling} Reason: {reason}", ruling=text, reason=_one_line(word.reason))
        yield Paragraph(text, tone="ruling")


def _thrown(throw: ProvenThrow, game: Game) -> Paragraph:
    """A throw and its proof."""
    text = labelled(phrase_words(throw.label, game.catalogue), " ".join(map(str, throw.dice)))
    if throw.link is not None:
        number, link = throw.link
        if not link:
            return Paragraph(say("{throw}. Sitting {sitting}; the league has not published the link of turn {turn} "
                                 "yet, which proves it.", throw=text, sitting=throw.sitting, turn=number))
        text = say("{throw}. Sitting {sitting}, link {number} of the chain ({link}…), die {die} of the sitting.",
                   throw=text, sitting=throw.sitting, number=number, link=link[:RECEIPT], die=throw.first + 1)
        if throw.words:
            text = say("{throw} Luck words: {words}.", throw=text, words=listing(f"“{word}”" for word in throw.words))
        proof = say("Reckoned again just now: it fits.") if throw.fits else say("Reckoned again just now: IT DOES NOT "
                                                                                "FIT. Run verify.")
        return Paragraph(in_a_row((text, proof)), tone="plain" if throw.fits else "strong")
    if throw.slips and throw.fits:
        typed = listing(say("“{text}” (entry {entry})", text=_one_line(slip.text or ""),
                            entry=slip.entry) for slip in throw.slips)
        return Paragraph(say("{throw}. Thrown by hand; the referee typed in: {typed}. They fit; that they were thrown "
                             "so, nobody can prove.", throw=text, typed=typed))
    if throw.slips:
        return Paragraph(say("{throw}. THIS IS NOT what the referee typed in. Run verify.", throw=text), tone="strong")
    return Paragraph(say("{throw}. Where they come from is not recorded.", throw=text), tone="strong")


def _card(card: DrawnCard, game: Game) -> Paragraph:
    side = game.narration.side_name(card.side)
    if not card.card:
        return Paragraph(say("{side} drew a card from the deck {deck} ({slot}); it has not been turned up.", side=side,
                             deck=card.deck, slot=card.slot), side=card.side)
    name = next((heading for heading, _ in game.reference(card.card)), card.card)
    return Paragraph(say("{side} drew a card from the deck {deck} ({slot}); turned up since: {card}.", side=side,
                         deck=card.deck, slot=card.slot, card=name), side=card.side)


# -- lists -----------------------------------------------------------------------------------------------------------


def listed(matters: Sequence[Matter]) -> Iterator[str]:
    """Matters by turn and number."""
    turn = None
    for matter in matters:
        if matter.turn != turn:
            turn = matter.turn
            yield ""
            yield say("Turn {turn}", turn=turn)
        entries = listing(map(str, matter.entries))
        yield from wrap(say("{title} (entry {entries})", title=matter.title, entries=entries),
                        first=pad(str(matter.number), 4, right=True) + "  ", rest=" " * 6)


def sent(orders: Sequence[OrderOutcome], game: Game) -> Iterator[str]:
    """The fate of the orders of a file."""
    for outcome in orders:
        sentences = [_slip(outcome.slip, game)]
        if outcome.used:
            sentences.append(say("it answered in entry {entries}",
                                 entries=listing(map(str, dict.fromkeys(outcome.used)))))
        if outcome.gone:
            sentences.append(say("it no longer counted in entry {entries}",
                                 entries=listing(map(str, dict.fromkeys(outcome.gone)))))
        if not (outcome.used or outcome.gone):
            sentences.append(say("it has not been used"))
        yield from wrap(parts(sentences), first="* ", rest="  ")


def life(life: Life, game: Game) -> Iterator[str]:
    """What happened to a counter."""
    yield from wrap(say("Before: {standing}", standing=life.before))
    turn = None
    for event in life.lived:
        if event.turn != turn:
            turn = event.turn
            yield ""
            yield say("Turn {turn}", turn=turn)
        rule = f" [{game.narration.rule_number(event.rule)}]" if event.rule else ""
        place = say("(entry {entry}, act {act}; number {number})", entry=event.entry, act=event.act + 1,
                    number=event.number)
        yield from wrap(f"{event.heading}: {event.text}{rule} {place}", first="* ", rest="  ")
    if not life.lived:
        yield say("Nothing happened to it.")
    yield ""
    yield from wrap(say("After: {standing}", standing=life.after))


# -- why not -----------------------------------------------------------------------------------------------------------


def answer(verdict: OrderVerdict, game: Game) -> Iterator[str]:
    """Why orders can or cannot be given."""
    checked = verdict.checked
    against = [objection for objection in verdict.objections if not objection.depends]
    if verdict.finished:
        yield from wrap(say("The order breaks off. Taken as: {order}.", order=verdict.finished))
    for line in checked.lines:
        yield from wrap(say("Written: {order}", order=_one_line(line.written)), rest="  ")
        if line.full:
            text = bracketed(line.full, line.note) if line.note else line.full
            yield from wrap(say("Understood: {order}.", order=text), rest="  ")
        elif line.note:
            yield from wrap(say("Remark: {remark}.", remark=line.note), rest="  ")
    if not against:
        yield say("This is legal now.") if all(line.full for line in checked.lines) else \
            say("Nothing speaks against it now; it is judged when its moment comes.")
    for objection in verdict.objections:
        yield from sections(_objection(objection, game), game.narration.rule_number)


def _objection(objection: Objection, game: Game) -> Iterator[Section]:
    problem = objection.problem
    sentence = Paragraph(problem_sentence(problem, game.catalogue), problem.rule, tone="strong")
    title = say("It may turn out illegal at its moment") if objection.depends else say("It is refused")
    yield Section(title, (sentence,))
    if objection.rules:
        yield Section(say("Rule"), tuple(_cited(rule, game) for rule in objection.rules))
    if objection.rulings:
        yield Section(say("Rulings"), tuple(_cited(ruling, game) for ruling in objection.rulings))
    change = [Paragraph(objection.remedy)] if objection.remedy else []
    if legal := nearest_legal(problem, game):
        change.append(Paragraph(say("Nearest legal: {order}.", order=legal)))
    elif objection.nearest:
        change += [Paragraph(say("Legal instead: {order}.", order=game.write(order))) for order in objection.nearest]
    nothing = Paragraph(say("The check knows of nothing like it that is legal now; `orders` lists what is."),
                        tone="quiet")
    yield Section(say("What would be legal"), tuple(change) or (nothing,))
