"""Legality has one source: what a demand lists is what its judge accepts, and the other way round.

Random games are played, and every demand met on the way is tried from both ends: each listed choice has to be accepted
and to mean the same when read again, in words of each language, and of plausible orders those accepted have to be among
the listed ones. Legal orders are spoiled, and what the refusals then suggest has to be accepted.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from witp_pbem.table.demand import Demand, Order, Understood
from witp_pbem.table.language import speaking
from witp_pbem.table.problem import OrderValue
from witp_pbem.table.sitting import read_order

READ = 12  # listed choices tried at a demand
TRIED = 40  # orders made up at a demand
SPOILED = 3  # legal orders made illegal at a demand
MakeUp = Callable[[Demand, Any], Iterator[str]]


class Plausible(NamedTuple):
    """What may be ordered in a game.

    Attributes:
        game: the game.
        made_up: plausible orders of a demand, by its code.
        not_listed: codes of demands of which not all legal answers are listed, and what the list is instead.
        left_open: keyword -> an order that leaves open what it means. at_times: those of them that may be illegal.
        loose: keyword -> the fields of which one value is listed for all.
    """

    game: Any
    made_up: Mapping[str, MakeUp]
    not_listed: Mapping[str, str]
    left_open: Mapping[str, str]
    at_times: Collection[str] = ()
    loose: Mapping[str, Collection[str]] = {}

    def essence(self, value: OrderValue) -> str:
        """What of an order has to be among the listed choices."""
        left_out = self.loose.get(value["order"], ())
        return json.dumps({key: sorted(part) if key == "units" else part for key, part in value.items()
                           if key not in left_out}, sort_keys=True)

    def judged(self, demand: Demand, words: str) -> Any:
        """What the judge says of an order as typed."""
        order = read_order(self.game, words)
        assert isinstance(order, Order), (demand.code, words, order)
        return demand.judge(order)

    def spoiled(self, words: str, chance: random.Random) -> str:
        """A legal order with one of its points in place of another."""
        points = list(self.game.data.map.points.values())
        spots = list(re.finditer("|".join(re.escape(point.name) for point in points), words))
        if not spots:
            return words
        spot, other = chance.choice(spots), chance.choice(points)
        return f"{words[:spot.start()]}{other.name}{words[spot.end():]}"


class Inspector:
    """Looks at demands from both ends and counts what it has seen."""

    def __init__(self, plausible: Plausible, seed: int, each: int = 1) -> None:
        self.plausible, self.game = plausible, plausible.game
        self.chance, self.each = random.Random(f"inspector {seed}"), each
        self.met: Counter[str] = Counter()
        self.listed: Counter[str] = Counter()
        self.accepted: Counter[str] = Counter()
        self.suggested: Counter[str] = Counter()

    def __call__(self, demand: Demand, position: Any) -> None:
        assert demand.code in self.plausible.made_up or demand.code in self.plausible.not_listed, demand.code
        self.met[demand.code] += 1
        if self.met[demand.code] > self.each and self.met[demand.code] % self.each:
            return
        choices = list(demand.choices())
        assert choices, demand.code
        assert len(set(map(self.plausible.essence, choices))) == len(choices), (demand.code, "is listed twice")
        for choice in choices if len(choices) <= READ else self.chance.sample(choices, READ):
            self.look_at_listed(demand, choice)
        if demand.code in self.plausible.made_up:
            self.look_for_unlisted(demand, position, choices)
        self.look_at_open_orders(demand)
        for _ in range(SPOILED):
            words = self.game.write(self.chance.choice(choices))
            self.look_at_suggestions(demand, self.plausible.spoiled(words, self.chance))

    def look_at_listed(self, demand: Demand, choice: OrderValue) -> None:
        order = self.game.read_value(json.loads(json.dumps(choice)))
        verdict = demand.judge(order)
        assert isinstance(verdict, Understood), (demand.code, choice, verdict)
        assert demand.matches(order) and order.keyword in demand.keywords, (demand.code, choice)
        for language in ("en", "ja"):
            with speaking(language):
                words = self.game.write(choice)
            again = self.plausible.judged(demand, words)
            assert isinstance(again, Understood) and again.order == verdict.order, (demand.code, words, again)
        self.listed[demand.code] += 1

    def look_for_unlisted(self, demand: Demand, position: Any, choices: list[OrderValue]) -> None:
        made = list(self.plausible.made_up[demand.code](demand, position))
        known = set(map(self.plausible.essence, choices))
        for words in made if len(made) <= TRIED else self.chance.sample(made, TRIED):
            order = read_order(self.game, words)
            if not isinstance(order, Order) or order.keyword not in demand.keywords or not demand.matches(order):
                continue
            verdict = demand.judge(order)
            if isinstance(verdict, Understood):
                assert self.plausible.essence(verdict.order) in known, (demand.code, words, verdict.order,
                                                                        "is not listed")
                self.accepted[demand.code] += 1
            else:
                self.look_at_suggestions(demand, words)

    def look_at_open_orders(self, demand: Demand) -> None:
        for keyword in sorted(demand.keywords & self.plausible.left_open.keys()):
            words = self.plausible.left_open[keyword]
            verdict = self.plausible.judged(demand, words)
            if isinstance(verdict, Understood):
                self.look_at_listed(demand, verdict.order)
            else:
                assert keyword in self.plausible.at_times, (demand.code, words, verdict)

    def look_at_suggestions(self, demand: Demand, words: str) -> None:
        order = read_order(self.game, words)
        verdict = demand.judge(order) if isinstance(order, Order) else ()
        for problem in () if isinstance(verdict, Understood) else verdict:
            if problem.instead and problem.instead["order"] in demand.keywords:
                better = demand.judge(self.game.read_value(problem.instead))
                assert isinstance(better, Understood), (demand.code, words, problem.code, problem.instead, better)
                self.suggested[demand.code] += 1
