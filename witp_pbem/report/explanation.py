"""What settles a dispute, as text: the chain from the orders to the result, what can be explained, why an order is
refused, and what became of a counter. Lines of 72 columns, as in a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from witp_pbem.campaign.explaining.explain import CancelledOrder, Card, Decided, Explanation, Thrown
from witp_pbem.campaign.explaining.matters import Life, Matter, Sent, Slip
from witp_pbem.campaign.explaining.whynot import Answer, Cited, Objection
from witp_pbem.campaign.record.logbook import PROTEST
from witp_pbem.report.layout import pad, wrap
from witp_pbem.report.plain_text import headed, sections
from witp_pbem.table.game import Game
from witp_pbem.table.language import bracketed, in_a_row, labelled, listing, parts, say
from witp_pbem.table.story import BattleCard, BattleSide, Block, Paragraph, Reckoning, Section
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


def chain(told: Explanation, game: Game) -> Iterator[str]:
    """One matter, link by link."""
    matter = told.matter
    yield from wrap(say("{number}. {title}", number=matter.number, title=matter.title))
    yield from wrap(say("{when}, {step}; {entries}", when=told.when, step=matter.step,
                        entries=_entries(matter.entries)))
    if told.abandoned is not None:
        yield from wrap(say("Abandoned: the rewind of entry {entry} went back behind it, and it counts no more. It is "
                            "explained as it was played.", entry=told.abandoned), first="! ", rest="  ")
    yield from sections(_links(told, game), game.narration.rule_number)


def _entries(numbers: Sequence[int]) -> str:
    told = listing(map(str, numbers))
    return say.plural(len(numbers), "logbook entry {entries}", "logbook entries {entries}", entries=told)


def _links(told: Explanation, game: Game) -> Iterator[Section]:
    """The links of the chain, in order; one that is empty says why."""
    links: list[tuple[str, Iterable[Block], str]] = [
        (say("Orders"), [*_leading(told), *(_decided(each, game) for each in told.orders),
                         *(block for each in told.refused for block in _refused(each, game))],
         say("No side decided anything here.")),
        (say("Rules"), [_cited(rule, game) for rule in told.rules], say("No rule is named in the logbook.")),
        (say("Rulings"), [*_referee(told), *(_cited(ruling, game) for ruling in told.rulings)],
         say("None: neither the referee nor the game’s own rulings have a say in this.")),
        (say("Dice and cards"), [*(_thrown(each, game) for each in told.dice), *(_card(each, game)
                                                                                 for each in told.cards)],
         say("None: nothing was thrown or drawn.")),
        (say("What happened"), [*_unfolded(_inner(told.story)), *told.evidence],
         say("It told of nothing further.") if not told.refused
         else say("The orders above no longer counted; nothing else came of it.")),
        (say("What changed on the board"), told.changes, say("Nothing: all counters stayed as they were.")),
    ]
    for number, (title, blocks, nothing) in enumerate(links, 1):
        yield Section(say("{number}. {title}", number=number, title=title),
                      tuple(blocks) or (Paragraph(nothing, tone="quiet"),))


# -- orders --------------------------------------------------------------------------------------------------------


def _leading(told: Explanation) -> Iterator[Paragraph]:
    for number, title in told.leading:
        yield Paragraph(say("Before it: {title} (explained as number {number}).", title=title, number=number),
                        tone="quiet")


def _decided(told: Decided, game: Game) -> Paragraph:
    side = game.narration.side_name(told.side)
    text, asked = order_words(told.order, game.write), told.demand.replace("-", " ")
    if told.forced:
        return Paragraph(say("{side}: {order}. It was the only legal answer, taken without asking ({demand}).",
                             side=side, order=text, demand=asked), side=told.side)
    if told.slip is None:
        return Paragraph(say("{side} gave no order ({demand}); none is needed there.", side=side,
                             demand=asked), side=told.side)
    sentences = [say("{side}: {slip}.", side=side, slip=_slip(told.slip, game))]
    if told.because:
        sentences.append(say("It had been given ahead, and answered because {reason}.",
                         reason=triggered_sentence(told.because, game.catalogue)))
    if not text:
        sentences.append(say("Understood as silence."))
    elif text.casefold() != _one_line(told.slip.text or "").casefold():
        sentences.append(say("Understood: {order}.", order=text))
    return Paragraph(in_a_row(sentences), side=told.side)


def _slip(slip: Slip, game: Game) -> str:
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


def _refused(told: CancelledOrder, game: Game) -> Iterator[Block]:
    """An order that no longer counted, and why."""
    side = game.narration.side_name(told.side)
    yield Paragraph(say("{side}: {slip}.", side=side, slip=_slip(told.slip, game)), side=told.side)
    yield Paragraph(say("When its moment came it no longer counted: {reason}.",
                        reason=cancelled_sentence(told.because)), side=told.side, tone="strong")
    if told.problem:
        yield Paragraph(say("In full: {sentence}", sentence=problem_sentence(told.problem, game.catalogue)),
                        told.problem.rule, told.side)
        if remedy := remedy_sentence(told.problem, game.catalogue):
            yield Paragraph(say("What would have made it legal: {remedy}", remedy=remedy), side=told.side)
        legal = nearest_legal(told.problem, game)
        if near := [legal] if legal else [game.write(order) for order in told.nearest]:
            yield Paragraph(say("Legal at that moment: {orders}.", orders=parts(near)), side=told.side)
    elif told.slip.text is None:
        yield Paragraph(say("More than this is not recorded in the open: the order stays sealed until the end of the "
                            "game, or shows to its side on the keeper’s copy (--side)."), tone="quiet")


# -- rules, rulings, dice ------------------------------------------------------------------------------------------


def _cited(rule: Cited, game: Game) -> Section:
    """A rule or ruling in our own words."""
    title = rule.texts[0][0].removeprefix(rule.id).strip()
    return Section(f"{game.narration.rule_number(rule.id)} {title}".strip(), tuple(
        Paragraph(text if number == 0 else labelled(heading, text))
        for number, (heading, text) in enumerate(rule.texts)))


def _referee(told: Explanation) -> Iterator[Paragraph]:
    for each in told.referee:
        if each.kind == PROTEST:
            text = say("A protest (entry {entry}): {text}", entry=each.entry, text=_one_line(each.text))
        else:
            text = say("The referee ruled (entry {entry}): {text}", entry=each.entry, text=_one_line(each.text))
        if each.reason:
            text = say("{ruling} Reason: {reason}", ruling=text, reason=_one_line(each.reason))
        yield Paragraph(text, tone="ruling")


def _thrown(told: Thrown, game: Game) -> Paragraph:
    """A throw and its proof."""
    text = labelled(phrase_words(told.label, game.catalogue), " ".join(map(str, told.dice)))
    if told.link is not None:
        number, link = told.link
        text = say("{throw}. Sitting {sitting}, link {number} of the chain ({link}…), die {die} of the sitting.",
                   throw=text, sitting=told.sitting, number=number, link=link[:RECEIPT], die=told.first + 1)
        if told.words:
            text = say("{throw} Luck words: {words}.", throw=text, words=listing(f"“{word}”" for word in told.words))
        proof = say("Reckoned again just now: it fits.") if told.fits else say("Reckoned again just now: IT DOES NOT "
                                                                               "FIT. Run verify.")
        return Paragraph(in_a_row((text, proof)), tone="plain" if told.fits else "strong")
    if told.slips and told.fits:
        typed = listing(say("“{text}” (entry {entry})", text=_one_line(slip.text or ""),
                            entry=slip.entry) for slip in told.slips)
        return Paragraph(say("{throw}. Thrown by hand; the referee typed in: {typed}. They fit; that they were thrown "
                             "so, nobody can prove.", throw=text, typed=typed))
    if told.slips:
        return Paragraph(say("{throw}. THIS IS NOT what the referee typed in. Run verify.", throw=text), tone="strong")
    return Paragraph(say("{throw}. Where they come from is not recorded.", throw=text), tone="strong")


def _card(told: Card, game: Game) -> Paragraph:
    side = game.narration.side_name(told.side)
    if not told.card:
        return Paragraph(say("{side} drew a card from the deck {deck} ({slot}); it has not been turned up.", side=side,
                             deck=told.deck, slot=told.slot), side=told.side)
    name = next((heading for heading, _ in game.reference(told.card)), told.card)
    return Paragraph(say("{side} drew a card from the deck {deck} ({slot}); turned up since: {card}.", side=side,
                         deck=told.deck, slot=told.slot, card=name), side=told.side)


# -- what happened -----------------------------------------------------------------------------------------------


def _inner(blocks: Sequence[Block]) -> Sequence[Block]:
    """What stands below headings that head all of it: the matter is named already."""
    while len(blocks) == 1 and isinstance(blocks[0], Section):
        blocks = blocks[0].blocks
    return blocks


def _unfolded(blocks: Iterable[Block]) -> Iterator[Block]:
    """What a report tells, with every battle's strengths term by term."""
    for block in blocks:
        if isinstance(block, BattleCard):
            yield from map(_strength, block.sides)
            yield from (*block.notes, block.verdict, *block.hits, *block.consequences)
        else:
            yield replace(block, blocks=tuple(_unfolded(block.blocks))) if isinstance(block, Section) else block


def _strength(side: BattleSide) -> Section:
    """How strong a side was in a battle, each term with its rule."""
    lines = [Paragraph(say("Fought: {units}", units=side.units or say("nobody")))]
    lines += [Paragraph(say("Supported: {units}", units=side.support))] if side.support else []
    lines += map(_term, side.lines)
    lines.append(Paragraph(say("Strength: {strength}", strength=side.strength)))
    lines.append(_term(side.die))
    lines.append(Paragraph(say("Total: {strength} + {added} = {total}", strength=side.strength, added=side.die.amount,
                               total=side.total)))
    return Section(headed(side), tuple(lines), side=side.side)


def _term(term: Reckoning) -> Paragraph:
    amount = say("{how} = {amount}", how=term.how, amount=term.amount) if term.how else str(term.amount)
    return Paragraph(labelled(term.what, amount), term.rule)


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


def sent(orders: Sequence[Sent], game: Game) -> Iterator[str]:
    """What became of the orders of a file."""
    for each in orders:
        told = [_slip(each.slip, game)]
        if each.used:
            told.append(say("it answered in entry {entries}", entries=listing(map(str, dict.fromkeys(each.used)))))
        if each.gone:
            told.append(say("it no longer counted in entry {entries}",
                            entries=listing(map(str, dict.fromkeys(each.gone)))))
        if not (each.used or each.gone):
            told.append(say("it has not been used"))
        yield from wrap(parts(told), first="* ", rest="  ")


def life(told: Life, game: Game) -> Iterator[str]:
    """What happened to a counter."""
    yield from wrap(say("Before: {standing}", standing=told.before))
    turn = None
    for each in told.lived:
        if each.turn != turn:
            turn = each.turn
            yield ""
            yield say("Turn {turn}", turn=turn)
        rule = f" [{game.narration.rule_number(each.rule)}]" if each.rule else ""
        place = say("(entry {entry}, act {act}; number {number})", entry=each.entry, act=each.act + 1,
                    number=each.number)
        yield from wrap(f"{each.heading}: {each.text}{rule} {place}", first="* ", rest="  ")
    if not told.lived:
        yield say("Nothing happened to it.")
    yield ""
    yield from wrap(say("After: {standing}", standing=told.after))


# -- why not -----------------------------------------------------------------------------------------------------------


def answer(told: Answer, game: Game) -> Iterator[str]:
    """Why orders can or cannot be given."""
    checked = told.checked
    against = [each for each in told.objections if not each.depends]
    if told.finished:
        yield from wrap(say("The order breaks off. Taken as: {order}.", order=told.finished))
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
    for each in told.objections:
        yield from sections(_objection(each, game), game.narration.rule_number)


def _objection(told: Objection, game: Game) -> Iterator[Section]:
    problem = told.problem
    sentence = Paragraph(problem_sentence(problem, game.catalogue), problem.rule, tone="strong")
    title = say("It may turn out illegal at its moment") if told.depends else say("It is refused")
    yield Section(title, (sentence,))
    if told.rules:
        yield Section(say("Rule"), tuple(_cited(rule, game) for rule in told.rules))
    if told.rulings:
        yield Section(say("Rulings"), tuple(_cited(ruling, game) for ruling in told.rulings))
    change = [Paragraph(told.remedy)] if told.remedy else []
    if legal := nearest_legal(problem, game):
        change.append(Paragraph(say("Nearest legal: {order}.", order=legal)))
    elif told.nearest:
        change += [Paragraph(say("Legal instead: {order}.", order=game.write(order))) for order in told.nearest]
    nothing = Paragraph(say("The check knows of nothing like it that is legal now; `orders` lists what is."),
                        tone="quiet")
    yield Section(say("What would be legal"), tuple(change) or (nothing,))
