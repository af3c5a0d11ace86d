"""The legal choices of a decision, as orders with what is to be said of them."""

from __future__ import annotations

from itertools import islice

from witp_pbem.table.demand import Demand, Understood
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.problem import OrderValue
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import offered_words, sacrifice_remark

CHOICES = 30
COUNTED = 100  # of those that are not listed; there can be thousands


class OfferedOrder(NamedTuple):
    """A legal order: in words, what is to be said of it, such as its cost, and the cards it names."""

    words: str
    remark: str
    cards: tuple[str, ...]


class Offered(NamedTuple):
    """The first choices of a decision, and how many more there are, `COUNTED` at most."""

    orders: tuple[OfferedOrder, ...]
    more: int

    @property
    def others(self) -> str:
        """How many more there are, in words; "" for none."""
        if not self.more:
            return ""
        return (say("… and {count} more", count=self.more) if self.more < COUNTED
                else say("… and at least {count} more", count=self.more))


def offered(demand: Demand, game: Game) -> Offered:
    """The legal choices of a decision; a remark that all of them share is left out."""
    choices = iter(demand.choices())
    first = list(islice(choices, CHOICES))
    remarks = [_remark(game, demand, choice) for choice in first]
    is_telling = len(set(remarks)) > 1
    return Offered(tuple(OfferedOrder(offered_words(demand, choice, game), remark if is_telling else "",
                                      tuple(_cards(game, choice)))
                         for choice, remark in zip(first, remarks, strict=True)),
                   sum(1 for _ in islice(choices, COUNTED)))


def _cards(game: Game, choice: OrderValue) -> list[str]:
    return [card for card in choice.values() if isinstance(card, str) and card in game.cards]


def _remark(game: Game, demand: Demand, choice: OrderValue) -> str:
    """What is to be said of a choice, such as its cost; cards are told of by themselves."""
    if _cards(game, choice):
        return ""
    verdict = demand.judge(game.read_value(choice))
    if not isinstance(verdict, Understood):
        return ""
    return sacrifice_remark(verdict.sacrifice, game.catalogue) if verdict.sacrifice else verdict.note
