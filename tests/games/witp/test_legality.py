"""Legality has one source: what a demand lists is what its judge accepts, and the other way round.

Random games are played, and every demand met on the way is tried from both ends: each listed choice has to be accepted
and to mean the same when read again, and of many plausible orders those accepted have to be among the listed ones.
Legal orders are spoiled, and what the refusals then suggest has to be accepted.
Orders thrown together at random are understood in full words or refused in words; none makes a judge stumble.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from tests.games.witp import players
from witp_pbem.games.witp.board.state import AIR, LAND, NAVAL, Position, Unit
from witp_pbem.games.witp.game import game
from witp_pbem.table.demand import Demand, Order, Understood
from witp_pbem.table.language import speaking
from witp_pbem.table.problem import OrderValue
from witp_pbem.table.sitting import read_order
from witp_pbem.table.wording import PROBLEMS

GAME = game()
READ = 25  # listed choices tried at a demand
TRIED = 60  # orders made up at a demand
NONSENSE = 4  # orders thrown together at a demand
SPOILED = 4  # legal orders made illegal at a demand
IMPULSES_IN = 8  # one in so many movement impulses is looked at, for each has hundreds of choices, all judged


def types_going(answer: Any) -> frozenset[tuple[str, str, str]]:
    """The types of units that redeploy from one hex to another: all of a type, or as many as may, are listed as one."""
    return frozenset((answer.origin, answer.to, unit.split("-")[1]) for unit in answer.units) if answer else frozenset()


# What of an answer has to be among the listed choices. Lists hold one order for each of these.
COMPLETE: dict[str, Callable[[Any], Any]] = {
    "base": lambda answer: answer,
    "bid": lambda answer: answer,
    "card": lambda answer: answer.card,
    "china-penalty": lambda answer: answer,
    "chungking-air": lambda answer: answer,
    "combat-hex": lambda answer: answer,
    "declare-war": lambda answer: answer,
    "displace": lambda answer: answer,
    "impulse": lambda answer: answer,
    "invoke": lambda answer: answer,
    "retreat": lambda answer: answer,
    "submarine-loss": lambda answer: answer,
    "thrown-back": frozenset,
    # Lists name as many units of a hex together as may go.
    "china-redeploy": lambda answer: answer and answer[1:],
    "redeploy-air-land": types_going,
    "redeploy-fleets": types_going,
    # One unit at a time; several may be rebuilt, withheld or placed by one order.
    "rebuild": lambda answer: answer,
    "withhold": lambda answer: answer,
    "reinforcement": lambda answer: answer,
}
# Where one order may do what the list does one by one.
SEVERAL = {"rebuild", "reinforcement", "thrown-back", "withhold"}
# Where the list may name more units together than an order.
TOGETHER = {"redeploy-air-land", "redeploy-fleets"}
# A place and a unit as the program writes them.
PLACE, UNIT = r"[A-Z][A-Za-z ]+ \(\d{4}\)|\b\d{4}\b(?!\))", r"\b[A-Z]{2}-[A-Z]{1,2}-\d+\b"
# Orders that leave the choice open: they answer whatever they are asked.
OPEN = {"choose": "choose any", "disband": "disband any", "displace": "displace air to any", "lose": "lose any",
        "place": "place any", "rebuild": "rebuild any", "remove": "remove any", "resolve": "resolve any",
        "retreat": "retreat to any"}
# Where the legal answers are too many to list, and what the list is instead.
NOT_LISTED = {
    "air-losses": "orders of the same hits",
    "base-shortage": "neighbours on the map, not every set of bases",
    "carrier-losses": "orders of the same hits",
    "card-target": "units that differ in nothing stand for each other",
    "losses": "sets of hits, up to a limit",
    "sacrifice": "the first so many air units",
    "stacking": "neighbours in the order of what is lost least",
}


def look_at_value(demand: Demand, value: OrderValue, verdict: Understood) -> None:
    """The value of an order, as it is recorded or offered, is understood as the same again: as it stands there, and in
    words of each language."""
    order = GAME.read_value(json.loads(json.dumps(value)))
    assert order.keyword in demand.keywords, (demand.code, value)
    assert demand.judge(order)[:2] == verdict[:2], (demand.code, value)
    for spoken in ("en", "ja"):
        with speaking(spoken):
            words = GAME.write(value)
        again = judged(demand, words)[1]
        assert isinstance(again, Understood), (demand.code, words, again)
        assert again[:2] == verdict[:2], (demand.code, words)


def answer(demand: Demand, choice: OrderValue) -> Any:
    verdict = demand.judge(GAME.read_value(choice))
    assert isinstance(verdict, Understood), (demand.code, choice, verdict)
    return verdict.answer


def judged(demand: Demand, words: str) -> Any:
    order = read_order(GAME, words)
    assert isinstance(order, Order), (demand.code, words, order)
    assert order.keyword in demand.keywords, (demand.code, words)
    return order, demand.judge(order)


class Inspector:
    """Looks at demands from both ends and counts what it has seen."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(f"inspector {seed}")
        self.met: Counter[str] = Counter()
        self.listed: Counter[str] = Counter()
        self.accepted: Counter[str] = Counter()
        self.left_open: Counter[str] = Counter()
        self.suggested: Counter[str] = Counter()

    def __call__(self, demand: Demand, position: Position) -> None:
        assert demand.code in COMPLETE or demand.code in NOT_LISTED, demand.code
        self.met[demand.code] += 1
        if demand.code == "impulse" and self.met["impulse"] % IMPULSES_IN != 1:
            return
        choices = list(demand.choices())
        assert choices, demand.code
        for choice in choices if len(choices) <= READ else self.chance.sample(choices, READ):
            self.look_at_listed(demand, choice)
        if demand.code in COMPLETE:
            self.look_for_unlisted(demand, position, choices)
        self.look_at_open_orders(demand, choices)
        for _ in range(SPOILED):
            self.look_at_suggestions(demand, spoiled(GAME.write(self.chance.choice(choices)), position, self.chance))
        for _ in range(NONSENSE):
            self.look_at_nonsense(demand, position)

    def look_at_listed(self, demand: Demand, choice: OrderValue) -> None:
        order = GAME.read_value(choice)
        verdict = demand.judge(order)
        assert isinstance(verdict, Understood), (demand.code, choice, verdict)
        assert demand.matches(order), (demand.code, choice)
        look_at_value(demand, choice, verdict)
        look_at_value(demand, verdict.order, verdict)
        self.listed[demand.code] += 1

    def look_for_unlisted(self, demand: Demand, position: Position, choices: list[OrderValue]) -> None:
        essence = COMPLETE[demand.code]
        made = list(MADE_UP[demand.code](demand, position))
        passing: dict[Any, str] = {}
        for words in made if len(made) <= TRIED else self.chance.sample(made, TRIED):
            verdict = judged(demand, words)[1]
            if isinstance(verdict, Understood):
                passing[essence(verdict.answer)] = words
                self.accepted[demand.code] += 1
        if passing:
            known = {essence(answer(demand, choice)) for choice in choices}
            for wanted, words in passing.items():
                is_listed = wanted in known or (demand.code in TOGETHER and any(wanted <= other for other in known))
                assert is_listed, (demand.code, words, "is accepted but not listed")

    def look_at_open_orders(self, demand: Demand, choices: list[OrderValue]) -> None:
        essence = COMPLETE.get(demand.code)
        for words in (OPEN[keyword] for keyword in sorted(demand.keywords & OPEN.keys())):
            order, verdict = judged(demand, words)
            if not demand.matches(order):  # it speaks of something else
                continue
            assert isinstance(verdict, Understood), (demand.code, words, verdict)
            self.look_at_listed(demand, verdict.order)
            self.left_open[demand.code] += 1
            if essence and demand.code not in SEVERAL:
                assert essence(verdict.answer) in {essence(answer(demand, choice)) for choice in choices}

    def look_at_suggestions(self, demand: Demand, words: str) -> None:
        order = read_order(GAME, words)
        verdict = demand.judge(order) if isinstance(order, Order) else ()
        for problem in () if isinstance(verdict, Understood) else verdict:
            if problem.instead and problem.instead["order"] in demand.keywords:
                legal = GAME.read_value(problem.instead)
                legal_verdict = demand.judge(legal)
                assert isinstance(legal_verdict, Understood), (
                    demand.code, words, problem.code, problem.instead, legal_verdict)
                assert demand.matches(legal) or not demand.matches(order), (demand.code, words, problem.instead)
                look_at_value(demand, problem.instead, legal_verdict)
                self.suggested[demand.code] += 1

    def look_at_nonsense(self, demand: Demand, position: Position) -> None:
        words = nonsense(self.chance.choice(sorted(demand.keywords)), position, self.chance)
        order = read_order(GAME, words)
        if not isinstance(order, Order):
            assert order, words
            return
        demand.matches(order)
        verdict = demand.judge(order)
        if isinstance(verdict, Understood):
            look_at_value(demand, verdict.order, verdict)
        else:
            assert verdict, (demand.code, words)
            assert {problem.code for problem in verdict} <= set(GAME.catalogue.problems) | set(PROBLEMS), words
        for problem in GAME.precheck(position, demand.side, order):
            assert problem.certain, (words, problem)


# -- plausible orders --------------------------------------------------------------------------------------------


def name(position: Position, number: str) -> str:
    return position.data.map.name(number)


def at_every_base(*verbs: str) -> Callable[[Demand, Position], Iterator[str]]:
    def make(demand: Demand, position: Position) -> Iterator[str]:
        yield from ("pass",) if "pass" in demand.keywords else ()
        for verb in verbs:
            yield from (f"{verb} {name(position, number)}" for number in position.data.map.bases)
    return make


def hexes_near(verb: str, reach: int) -> Callable[[Demand, Position], Iterator[str]]:
    """Every hex round the one the demand is about."""
    def make(demand: Demand, position: Position) -> Iterator[str]:
        origin = demand.about["place"]
        for number in position.data.map.within(origin, reach):
            yield f"{verb} from {name(position, origin)} to {name(position, number)}"
    return make


def every_unit(verb: str, side: str = "", place: str = "") -> Callable[[Demand, Position], Iterator[str]]:
    """Every unit of a side, at its hex or at some other place; with a pass where the demand takes one."""
    def make(demand: Demand, position: Position) -> Iterator[str]:
        for unit in position.on_map():
            if unit.side == (side or demand.side):
                yield f"{verb} {unit.id} at {place or name(position, unit.hex)}"
        if "pass" in demand.keywords:
            yield "pass"
    return make


def every_card(demand: Demand, position: Position) -> Iterator[str]:
    for card in position.data.cards:
        for verb in sorted(demand.keywords):
            yield f"{verb} {card}" if verb == "use" else f"{verb} {card} at {name(position, demand.about['place'])}"


def every_group(*kinds: tuple[str, ...]) -> Callable[[Demand, Position], Iterator[str]]:
    """Every unit and all units of the kinds in each hex, to every base and every hex of a continuing battle."""
    def make(demand: Demand, position: Position) -> Iterator[str]:
        goals = sorted({*position.data.map.bases, *position.data.map.side_sources(demand.side), *position.continuing})
        for origin in position.here:
            for wanted in kinds:
                units = [unit.id for unit in position.of(demand.side, origin, *wanted)]
                for group in [[unit] for unit in units] + [units] * (len(units) > 1):
                    for goal in goals:
                        yield f"redeploy {', '.join(group)} from {name(position, origin)} to {name(position, goal)}"
    return make


def spoiled(words: str, position: Position, chance: random.Random) -> str:
    """A legal order with one of its places or units put in place of another, or with a way of chance."""
    def anywhere(_: re.Match[str]) -> str:
        return name(position, chance.choice(list(position.data.map.hexes)))

    def somebody(_: re.Match[str]) -> str:
        return chance.choice(list(position.units))

    many = r"\b(all|[1-9])\b"
    spots = [(pattern, change, each) for pattern, change in (
        (PLACE, anywhere), (UNIT, somebody), (many, lambda _: str(chance.randint(1, 9)))
    ) for each in re.finditer(pattern, words)]
    ways = [f"{words} via {name(position, chance.choice(list(position.data.map.hexes)))}"
            for _ in range(3) if words.startswith("target")]
    if not spots or (ways and not chance.randrange(3)):
        return chance.choice(ways or [f"{words}, {words.partition(' ')[2]}"])
    _, change, spot = chance.choice(spots)
    return words[:spot.start()] + change(spot) + words[spot.end():]


def nonsense(keyword: str, position: Position, chance: random.Random) -> str:
    """An order of some kind about anybody anywhere, off the map too."""
    def place() -> str:
        number = chance.choice([*position.data.map.hexes, "9999"])
        return chance.choice([number, name(position, number)])

    def occupied() -> str:
        return chance.choice([*position.here, "0001"])

    def units() -> str:
        count = chance.randint(0, 4)
        kind = chance.choice(["naval", "carrier", "land", "air", "fleet", "US land", "UK"])
        return ", ".join(chance.choice([f"{count} {kind}", f"[{kind}]", "all", f"all {kind}", "JP-N-77",
                                        chance.choice(list(position.units))]) for _ in range(chance.randint(1, 3)))

    match keyword:
        case "target":
            extra = ["", f" carrying {units()}", f" via {place()}, {place()}",
                     f" via {occupied()} leaving {units()} at {occupied()}"]
            return f"target {place()} from {occupied()}: {units()}{chance.choice(extra)} from {occupied()}: {units()}"
        case "build" | "remove" | "resolve":
            return f"{keyword} {place()}{chance.choice(['', f', {occupied()}'])}"
        case "use" | "invoke" | "keep":
            card = chance.choice(GAME.cards)
            return f"{keyword} {card}{chance.choice(['', f' on {units()}', f' at {occupied()}'])}"
        case "redeploy":
            return f"redeploy {units()} from {occupied()} to {place()}{chance.choice(['', f' via {place()}'])}"
        case "retreat" | "displace":
            return f"{keyword} from {occupied()} to {place()}, {place()}"
        case "ruling":
            side, points = chance.choice(["Japan", "Allies"]), chance.randint(0, 9)
            return f'ruling for {side}: spend {points} RP as impulse because "so"'
        case "pass":
            return f"pass {chance.choice(['', 'fleets', 'bases', 'china'])}"
        case _:
            return f"{keyword} {units()}{chance.choice(['', f' at {occupied()}', f' at {place()}'])}"


def arrivals(demand: Demand, position: Position) -> Iterator[str]:
    for unit in position.units.values():
        if unit.status == "arriving" and unit.side == demand.side:
            for number in position.data.map.bases:
                yield f"place {unit.id} at {name(position, number)}"


def single_stacks(demand: Demand, position: Position) -> Iterator[str]:
    """The plain groups of every hex, to every hex of the map."""
    for origin in position.here:
        for group in plain_groups([unit for unit in position.of(demand.side, origin) if not unit.aboard]):
            for target in position.data.map.hexes:
                if target != origin:
                    yield f"target {name(position, target)} from {name(position, origin)}: {group}"


def plain_groups(units: list[Unit]) -> Iterator[str]:
    land = [unit.id for unit in units if unit.kind == LAND]
    for water in dict.fromkeys(unit.water for unit in units if unit.is_fleet):
        fleets = [unit.id for unit in units if unit.is_fleet and unit.water == water]
        ships = [unit.id for unit in units if unit.kind == NAVAL and unit.water == water]
        yield ", ".join(fleets)
        yield fleets[0]
        if ships and land:
            yield f"{', '.join(fleets)} carrying {', '.join(land[:len(ships)])}"
            yield f"{ships[0]} carrying {land[0]}"
    if land:
        yield ", ".join(land)
        yield land[0]


MADE_UP: dict[str, Callable[[Demand, Position], Iterator[str]]] = {
    "bid": lambda demand, position: (f"bid {amount}" for amount in range(len(position.data.map.bases) + 2)),
    "base": at_every_base("build", "remove"),
    "card": every_card,
    "china-penalty": every_unit("choose", "japan"),
    "china-redeploy": every_group((LAND,)),
    "chungking-air": every_unit("place", place="Chungking"),
    "combat-hex": at_every_base("resolve"),
    "declare-war": lambda demand, position: iter(("declare war", "pass war")),
    "displace": hexes_near("displace air", 3),
    "impulse": single_stacks,
    "invoke": every_card,
    "rebuild": every_unit("rebuild"),
    "redeploy-air-land": every_group((AIR,), (LAND,)),
    "redeploy-fleets": every_group((NAVAL, "carrier")),
    "reinforcement": arrivals,
    "retreat": hexes_near("retreat", 2),
    "submarine-loss": every_unit("lose"),
    "thrown-back": every_unit("lose"),
    "withhold": every_unit("withhold"),
}


def test_every_demand_is_accounted_for() -> None:
    assert set(MADE_UP) == set(COMPLETE)
    assert set(NOT_LISTED).isdisjoint(COMPLETE)
    assert set(COMPLETE) | set(NOT_LISTED) == set(GAME.catalogue.demands)


@pytest.mark.parametrize("seed", range(2))
def test_what_is_listed_is_what_is_accepted(seed: int) -> None:
    inspector = Inspector(seed)
    players.play(GAME, seed, last_turn=6, watch=inspector)
    common = {"base", "impulse", "redeploy-fleets", "redeploy-air-land", "card", "reinforcement"}
    assert common <= set(inspector.listed)
    assert common - {"card"} <= set(inspector.accepted)
    assert {"base", "impulse", "redeploy-fleets", "redeploy-air-land"} <= set(inspector.suggested)
    assert {"rebuild", "reinforcement"} <= set(inspector.left_open)


def test_what_is_listed_is_what_is_accepted_with_a_neutral_america() -> None:
    inspector = Inspector(1)
    players.play(GAME, 1, last_turn=3, watch=inspector, scenario="delayed_us")
    assert {"declare-war", "base", "redeploy-fleets"} <= set(inspector.listed) & set(inspector.accepted)


def test_what_is_listed_is_what_is_accepted_in_a_shortened_game() -> None:
    inspector = Inspector(1)
    players.play(GAME, 1, last_turn=2, watch=inspector, scenario="short", options={"last_turn": "5"})
    assert {"bid", "base", "impulse"} <= set(inspector.listed) & set(inspector.accepted)


def test_what_is_listed_is_what_is_accepted_with_other_readings() -> None:
    players.play(GAME, 1, last_turn=8, watch=Inspector(1), scenario="s1943", options={
        "redeploy_cv_and_n_are_one_type": "no", "house_rule_a": "yes", "lone_air_delays_landing": "no"})


@pytest.mark.parametrize("seed", range(2))
def test_what_a_refused_impulse_suggests_is_legal(seed: int) -> None:
    """Ways, targets, origins and units put in place of others: nearly always something legal comes near, and whatever
    is suggested is accepted."""
    inspector = Inspector(seed)
    refused: list[bool] = []

    def watch(demand: Demand, position: Position) -> None:
        if demand.code == "impulse":
            for choice in islice(demand.sample(inspector.chance), SPOILED):
                inspector.look_at_listed(demand, choice)
                bad = spoiled(GAME.write(choice), position, inspector.chance)
                inspector.look_at_suggestions(demand, bad)
                verdict = judged(demand, bad)[1]
                if not isinstance(verdict, Understood):
                    refused.append(any(problem.instead for problem in verdict))

    players.play(GAME, seed, last_turn=4, watch=watch)
    assert refused.count(True) > 20 * refused.count(False) and inspector.suggested["impulse"] > 20


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 24))
def test_what_is_listed_is_what_is_accepted_in_whole_games(seed: int) -> None:
    players.play(GAME, seed, watch=Inspector(seed))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("scenario", "options"), [
    ("delayed_us", {"house_rule_a": "yes", "redeploy_cv_and_n_are_one_type": "no"}),
    ("s1943", {"house_rule_a": "yes"}), ("standard", {"sudden_death": "yes"}), ("short", {"last_turn": "5"})])
def test_what_is_listed_is_what_is_accepted_in_whole_games_of_other_kinds(
        seed: int, scenario: str, options: dict[str, str]) -> None:
    players.play(GAME, seed, watch=Inspector(seed), scenario=scenario, options=options)
