"""What settles a dispute: any outcome, refusal or loss, from the order through rules, rulings and dice to its result.

Everything comes from the logbook, and from the game, which knows what its events mean. Where something was not
recorded, or is still sealed, that is said. Why an order is refused is in `whynot`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from witp_pbem.campaign.checks.chain_links import used
from witp_pbem.campaign.explaining.matters import Matter, NamedMatter, Record, WrittenOrder
from witp_pbem.campaign.explaining.story import StoryItem
from witp_pbem.campaign.explaining.whynot import QuotedRule, nearest, quoted, rulings_on
from witp_pbem.campaign.folder import recorded_rulings, slips
from witp_pbem.campaign.folder.campaign import Source
from witp_pbem.campaign.folder.fates import Closing, NoFate
from witp_pbem.campaign.record import keyed, logbook
from witp_pbem.campaign.record.act_records import source_of, throws
from witp_pbem.campaign.record.entries import Sitting
from witp_pbem.campaign.record.logbook import PROTEST, RULING, SITTING
from witp_pbem.table.acts import Act, Answered, Cancelled, Drawn, Edited, Forced, Rolled, Triggered
from witp_pbem.table.demand import Order, Understood
from witp_pbem.table.dice import proven
from witp_pbem.table.event import Event
from witp_pbem.table.manual_dice import ManualDice
from witp_pbem.table.pending import PendingOrders, judged, named, speaking
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.problem import OrderValue, Problem
from witp_pbem.table.sitting import sit
from witp_pbem.table.story import Block, Section, cited
from witp_pbem.table.table import Diverged
from witp_pbem.table.tuples import NamedTuple


class Decision(NamedTuple):
    """A decision.

    Attributes:
        side, demand: whose, and its code.
        order: as understood, None for silence.
        slip: the order behind it, None for silence and for a forced decision.
        forced: whether the rules left only one answer.
        because: why a conditional order answered.
    """

    side: str
    demand: str
    order: Any
    slip: WrittenOrder | None
    forced: bool
    because: Phrase | None


class CancelledOrder(NamedTuple):
    """A conditional order that no longer counted when its time came.

    Attributes:
        because: as recorded.
        problem: what was wrong with it in full, judged again at the position then; None where the order is sealed, or
            the rules now find nothing wrong with it.
        nearest: the legal orders most like it then.
    """

    side: str
    slip: WrittenOrder
    because: Phrase
    problem: Problem | None
    nearest: tuple[OrderValue, ...]


class ProvenThrow(NamedTuple):
    """A throw and its proof.

    Attributes:
        link: number of the chain's link, and the link, "" while a league has not published it; None for manual dice.
        words: luck words that counted.
        first: how many dice the sitting had thrown before.
        fits: whether the dice computed again are those recorded.
        slips: for manual dice, the statements they were typed in by.
    """

    label: Phrase
    dice: tuple[int, ...]
    sitting: int
    entry: int
    link: tuple[int, str] | None
    words: tuple[str, ...]
    first: int
    fits: bool
    slips: tuple[WrittenOrder, ...]


class DrawnCard(NamedTuple):
    """A card drawn; `card` is its name, "" unless it has been turned up since."""

    side: str
    deck: str
    slot: str
    card: str


class RefereeWord(NamedTuple):
    """A ruling or a protest (`kind`): its entry, its text and the reason given."""

    entry: int
    kind: str
    text: str
    reason: str


@dataclass(frozen=True)
class Explanation:
    """One matter explained, in the order in which it happened.

    Attributes:
        story: what happened, as a report tells it.
        evidence: what it leaves out.
        leading: earlier matters of the turn at the same place, by number and title.
        abandoned: the rewind by which it counts no more, None where it is in force.
    """

    matter: NamedMatter
    when: str
    leading: tuple[tuple[int, str], ...]
    orders: tuple[Decision, ...]
    refused: tuple[CancelledOrder, ...]
    rules: tuple[QuotedRule, ...]
    rulings: tuple[QuotedRule, ...]
    referee: tuple[RefereeWord, ...]
    dice: tuple[ProvenThrow, ...]
    cards: tuple[DrawnCard, ...]
    story: tuple[Section, ...]
    evidence: tuple[Block, ...]
    changes: tuple[Section, ...]
    abandoned: int | None


# -- explaining -------------------------------------------------------------------------------------------------


def explain(record: Record, matter: Matter) -> Explanation:
    """One matter, from the orders to what changed on the board."""
    game, happenings = record.game, matter.happenings
    narration = game.narration
    story = tuple(narration.story(happenings))
    evidence = (*narration.evidence(happenings), *narration.undone(happenings))
    before, after = happenings[0].position_before, happenings[-1].position_after
    changes = tuple(narration.board_changes(before, after)) if not matter.refused else ()
    refused = tuple(_refused(record, happening) for happening in happenings if isinstance(happening.act, Cancelled))
    ids = [happening.act.rule for happening in happenings if isinstance(happening.act, Event)]
    ids += [order.problem.rule for order in refused if order.problem]
    ids += [rule for order in refused if (rule := str(order.because.values.get("rule", "")))]
    ids = sorted({*ids, *cited((*story, *evidence), terms=True)}, key=_in_the_book)
    rules = tuple(text for name in ids if (text := quoted(game, name)))
    return Explanation(
        matter.named, narration.when(after), tuple(_leading(record, matter)), tuple(_orders(record, happenings)),
        refused, rules, rulings_on(game, rules), tuple(_referee(record, matter)),
        tuple(_thrown(record, happening) for happening in happenings if isinstance(happening.act, Rolled)),
        tuple(DrawnCard(act.side, act.deck, act.slot, record.cards.get(act.slot, ""))
              for act in (happening.act for happening in happenings) if isinstance(act, Drawn)),
        story, evidence, changes, record.abandoned)


def _in_the_book(rule: str) -> list[str | int]:
    """Where a rule stands in its rulebook: numbers count by their value."""
    return [int(piece) if place % 2 else piece for place, piece in enumerate(re.split(r"(\d+)", rule))]


def _leading(record: Record, matter: Matter) -> Iterator[tuple[int, str]]:
    """The matters of the turn before this one, somebody's decision, that concern its chief place."""
    if not matter.places:
        return
    chief = matter.places[0]
    for other in record.matters:
        if other.turn == matter.turn and other.number < matter.number and not other.refused and \
                any(isinstance(happening.act, Answered) and happening.act.order for happening in other.happenings) and \
                any(chief in record.game.narration.about(happening) for happening in other.happenings):
            yield other.number, other.title


def _orders(record: Record, happenings: Sequence[StoryItem]) -> Iterator[Decision]:
    because: Phrase | None = None
    for happening in happenings:
        act = happening.act
        if isinstance(act, Triggered):
            because = slips.why(act.because, record.opened.get(act.source or (0, 0)), record.game)
        elif isinstance(act, Answered):
            slip = record.slip(act.source) if act.source else None
            yield Decision(act.side, act.demand, act.order, slip, forced=False, because=because)
            because = None
        elif isinstance(act, Forced):
            yield Decision(act.side, act.demand, act.order, None, forced=True, because=None)


def _referee(record: Record, matter: Matter) -> Iterator[RefereeWord]:
    """Rulings carried out or standing in for a decision, and protests about its entries with their answers."""
    sources = [happening.act.source for happening in matter.happenings if isinstance(happening.act, Answered | Edited)]
    for source in dict.fromkeys(source for source in sources if source):
        entry = record.campaign.entries[source[0]]
        if entry["type"] == RULING:
            text = recorded_rulings.words(entry["orders"][source[1]], record.game)
            yield RefereeWord(entry["n"], RULING, text, entry["reason"])
    protests = [entry for entry in record.campaign.entries
                if entry["type"] == PROTEST and entry["about"] in matter.entries]
    for protest in protests:
        yield RefereeWord(protest["n"], PROTEST, protest["text"], "")
        for entry in record.campaign.entries:
            if entry["type"] == RULING and entry["answers"] == protest["n"]:
                rulings = [recorded_rulings.words(ruling, record.game) for ruling in entry["orders"]]
                yield from (RefereeWord(entry["n"], RULING, text, entry["reason"]) for text in rulings or ("",))


def _thrown(record: Record, happening: StoryItem) -> ProvenThrow:
    """A throw with its proof, the dice computed again."""
    act, entry = happening.act, record.line[happening.entry]
    assert isinstance(act, Rolled) and entry["type"] == SITTING
    *_, throw = throws(entry["acts"][:happening.number + 1])
    index, count = throw.before, len(act.dice)
    if record.campaign.is_chained:
        closed = logbook.closing(record.campaign.entries, entry)
        if record.campaign.league and closed:
            return _thrown_in_league(record, happening, index)
        if closed is None or entry["link"] is None:
            return ProvenThrow(act.label, act.dice, happening.sitting, happening.entry, None, (), index, fits=False,
                               slips=())
        closing = Closing(tuple(closed["words"]), bytes.fromhex(entry["link"]),
                          used(record.campaign.entries, closed))
        right = proven(throw, closing.key, record.line[0]["hash"], happening.sitting, closing.words)
        return ProvenThrow(act.label, act.dice, happening.sitting, happening.entry, (closed["link"], entry["link"]),
                           closing.words, index, right == act.dice, ())
    typed = list(_typed(record, entry))[index:index + count]
    fits = tuple(number for number, _ in typed) == act.dice
    sources = tuple(dict.fromkeys(source for _, source in typed))
    return ProvenThrow(act.label, act.dice, happening.sitting, happening.entry, None, (), index, fits,
                       tuple(record.slip(source) for source in sources))


def _thrown_in_league(record: Record, happening: StoryItem, index: int) -> ProvenThrow:
    """A throw of a league with its proof, once the link of its turn is published."""
    campaign, entry = record.campaign, record.line[happening.entry]
    assert campaign.league and entry["type"] == SITTING and isinstance(happening.act, Rolled)
    thrown = keyed.of_act(record.line[:happening.entry], entry, happening.number)
    link = keyed.link_of(campaign.entries, thrown.turn)
    fits = link is None or thrown.right(campaign.league["name"], link) == thrown.throw.dice
    return ProvenThrow(happening.act.label, thrown.throw.dice, happening.sitting, happening.entry,
                       (thrown.turn, link.hex() if link else ""), (), index, fits, ())


def _typed(record: Record, sitting: Sitting) -> Iterator[tuple[int, Source]]:
    """The dice the referee typed in that a sitting used, each with its statement."""
    before: dict[Source, int] = {}
    for entry in record.line[:sitting["n"] + 1]:
        for item in entry["manual"] if entry["type"] == SITTING else ():
            source = source_of(item["source"])
            content = record.opened.get(source)
            body = slips.typed(content, record.game) if content else None
            if isinstance(body, ManualDice) and entry is sitting:
                yield from ((number, source) for number in body.dice[before.get(source, 0):item["used"]])
            before[source] = item["used"]


# -- orders that no longer counted ---------------------------------------------------------------------------------


def _refused(record: Record, happening: StoryItem) -> CancelledOrder:
    """A notice, and what was wrong with its order, judged again where it was dropped if it may be read."""
    act = happening.act
    assert isinstance(act, Cancelled)
    assert act.source is not None
    slip = record.slip(act.source)
    content = record.opened.get(act.source)
    if content is None and slip.text is not None:
        content = {"phase": slip.phase, "blocks": list(slip.blocks), "text": slip.text}
    order = slips.order(content, record.game, act.source) if content else None
    problem, nearest_ = _where_dropped(record, happening, order) if isinstance(order, Order) else (None, ())
    return CancelledOrder(act.side, slip, act.because, problem, nearest_)


def _where_dropped(record: Record, happening: StoryItem, order: Order) -> tuple[Problem | None, tuple[OrderValue, ...]]:
    """The problem of an order where a notice drops it, and the nearest legal orders then; nothing where the rules
    of this release judge otherwise."""
    assert isinstance(happening.act, Cancelled)
    side = happening.act.side
    opening, record_ = _since_step(record, happening)
    look: Callable[[str], str | None] = record.cards.get
    if side == record.side and record.campaign.private:
        look = partial(record.campaign.look_for, side)
    try:
        sitting = sit(record.game, opening, record_, PendingOrders(), NoFate(look), rulings=_rulings(record))
    except (Diverged, ValueError):
        return None, ()
    phase = record.game.phase(sitting.position)
    for due in sitting.dues:
        if due.demand.side != side:
            continue
        for option in speaking(order, due.demand, phase):
            verdict = judged(due.demand, option, order)
            if not isinstance(verdict, Understood) and named(due.demand, verdict[0]) == happening.act.because:
                return verdict[0], nearest(record.game, due.demand, option.statement)
    return None, ()


def _since_step(record: Record, happening: StoryItem) -> tuple[Any, list[Act]]:
    """The opening position of the step a notice belongs to, and the acts since, the notices with it left out."""
    place = next(number for number, item in enumerate(record.happenings)
                 if (item.entry, item.number) == (happening.entry, happening.number))
    while place and isinstance(record.happenings[place - 1].act, Cancelled):
        place -= 1
    start = next((number for number in range(place - 1, -1, -1)
                  if isinstance(act := record.happenings[number].act, Event) and record.game.is_step_start(act)), None)
    if start is None:
        return record.happenings[0].position_before, [item.act for item in record.happenings[:place]]
    return record.happenings[start].position_after, [item.act for item in record.happenings[start + 1:place]]


def _rulings(record: Record) -> dict[Source, Order]:
    """Every ruling of the line that changes the position."""
    rulings: dict[Source, Order] = {}
    for entry in record.line:
        for index, ruling in enumerate(entry["orders"] if entry["type"] == RULING else ()):
            ruled = recorded_rulings.read(ruling, record.game, (entry["n"], index))
            if isinstance(ruled, recorded_rulings.ReadRuling) and not ruled.player:
                rulings[entry["n"], index] = ruled.order
    return rulings
