"""What the dice gave against what was to be expected: attacks by their kind, and Japan's orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from witp_pbem.games.common.dice_statistics import Tally, decimal, luck_sections
from witp_pbem.games.common.dice_statistics import lucks as numbers
from witp_pbem.games.nimitz.board import events as e
from witp_pbem.games.nimitz.board.state import DIE, SIDES
from witp_pbem.games.nimitz.telling.nouns import side_name
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.games.nimitz.words.wording import word
from witp_pbem.table.story import Block, Columns, Happening, Luck, Paragraph, Section
from witp_pbem.table.tuples import NamedTuple

STEPS = ("air", "aa", "bombing", "torpedoes", "asw", "gunfire", "ground")  # (nimitz 10.6.b)


class Hits(NamedTuple):
    """The hits of the dice of one step of combat; a die of at most the superior value makes two (nimitz 2.6.4)."""

    step: str

    def tally(self, happenings: Iterable[Happening], side: str) -> Tally:
        """See `dice_statistics.Counted`."""
        attacks = [attack for happening in happenings if isinstance(act := happening.act, e.AttackStepped)
                   and (act.step, act.side) == (self.step, side) for attack in act.attacks]
        once = [Fraction(min(attack["normal"], DIE.faces), DIE.faces) for attack in attacks]
        twice = [Fraction(min(attack.get("superior", 0), DIE.faces), DIE.faces) for attack in attacks]
        means = [one + two for one, two in zip(once, twice, strict=True)]
        squares = [one + 3 * two for one, two in zip(once, twice, strict=True)]
        return Tally(len(attacks), sum(attack["hits"] for attack in attacks), sum(means, Fraction(0)),
                     sum((square - mean * mean for square, mean in zip(squares, means, strict=True)), Fraction(0)))


def luck(happenings: Sequence[Happening]) -> list[Section]:
    """The luck so far: the attacks of each side step by step, and the orders Japan rolled."""
    return luck_sections((say("Attacks in battles"), _attacks(happenings)),
                         (say("Japanese orders"), _orders(happenings)))


def lucks(happenings: Sequence[Happening]) -> list[Luck]:
    """The hits of the attacks in numbers."""
    return numbers({step: Hits(step) for step in STEPS}, happenings, SIDES)


def _attacks(happenings: Sequence[Happening]) -> Iterator[Block]:
    """The dice of each step of combat and side, and the hits they made."""
    tallies = [(step, side, Hits(step).tally(happenings, side)) for step in STEPS for side in SIDES]
    thrown = [(step, side, tally) for step, side, tally in tallies if tally.throws]
    if thrown:
        yield Columns("", say.heads("Attack", "Side", "Dice", "Hits", "Expected", "Deviation"), tuple(
            (word("combat", step), side_name(side), str(tally.throws), str(tally.sum), decimal(tally.expected, 1),
             tally.in_words) for step, side, tally in thrown), (2, 3, 4, 5), tuple(side for _, side, _ in thrown),
            rule="nimitz 10.10.2.a")
        yield Paragraph(say("Deviations are standard deviations: two in three stay within 1, nineteen in twenty within "
                            "2."), tone="quiet")


def _orders(happenings: Sequence[Happening]) -> Iterator[Block]:
    """How often each order was rolled."""
    rolled = [act.order for happening in happenings if isinstance(act := happening.act, e.OrderRolled)]
    if not rolled:
        return
    times, chart = Counter(rolled), happenings[-1].position_after.data.movement_orders
    yield Columns("", say.heads("Order", "Times", "Expected"), tuple(
        (word("chart", order.name), str(times[order.name]),
         decimal(Fraction(len(rolled) * len(order.faces), DIE.faces), 1)) for order in chart), (1, 2),
        rule="nimitz 9.1.a")
