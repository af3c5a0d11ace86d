"""Orders of the second game are legal if, and only if, a demand lists them (see `tests.legality`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.games.taiheiyo_senshi import players
from tests.legality import Inspector, MakeUp, Plausible
from witp_pbem.games.taiheiyo_senshi.board.state import AIR, Position
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations import operation_cards
from witp_pbem.table.demand import Demand

GAME = players.GAME


def name(position: Position, point: str) -> str:
    return position.data.map[point].name


def to_every_port(*keywords: str) -> MakeUp:
    """Every keyword alone and with every port."""
    def make(demand: Demand, position: Position) -> Iterator[str]:
        for keyword in keywords:
            yield keyword
            yield from (f"{keyword} to {name(position, port)}" for port in position.data.map.ports)
    return make


def every_unit_placed(demand: Demand, position: Position) -> Iterator[str]:
    for unit in demand.about["units"]:  # type: ignore[attr-defined]
        for point in position.data.map.points:
            yield f"place {unit} at {name(position, point)}"


def every_card_paid(demand: Demand, position: Position) -> Iterator[str]:
    yield "pass initiative"
    yield from (f"pay {card}" for card in position.data.cards)


def every_transfer(demand: Demand, position: Position) -> Iterator[str]:
    """Every unit alone, and all ships of a point, to every point."""
    for origin in position.data.map.points:
        units = position.of(demand.side, origin)
        groups = [(unit.id, unit.kind) for unit in units] + [("all ships", "")] * (len(units) > 1)
        for group, kind in groups:
            for goal in position.data.map.points:
                yield (f"{'rebase' if kind == AIR else 'return'} {group} from {name(position, origin)} to "
                       f"{name(position, goal)}")


def every_operation(demand: Demand, position: Position) -> Iterator[str]:
    yield from every_transfer(demand, position)
    for origin in position.data.map.points:
        for unit in position.ships(demand.side, origin):
            for goal in position.data.map.points:
                yield f"move {unit.id} from {name(position, origin)} to {name(position, goal)}"
        for card in position.data.cards:
            yield f"resupply {name(position, origin)} with {card}"
            yield f"train {name(position, origin)} with {card}"
            event = position.data.cards[card][demand.side]
            if event in operation_cards.STRIKES:
                yield from (f"play {card} from {name(position, origin)} on {name(position, goal)}"
                            for goal in position.data.map.points)
    for card in position.data.cards:
        yield f"open routes with {card}"
        yield from (f"play {card}{what}" for what in ("", " for point", " for discard"))


def every_sortie(demand: Demand, position: Position) -> Iterator[str]:
    yield from ("pass reaction", *to_every_port("evacuate")(demand, position))
    for origin in position.data.map.points:
        for unit in position.ships(demand.side, origin):
            yield f"sortie {unit.id} from {name(position, origin)}"


def every_supply(demand: Demand, position: Position) -> Iterator[str]:
    yield "pass supply"
    for point in position.data.map.points:
        yield from (f"resupply {name(position, point)} with {card}" for card in position.data.cards)


def every_way_on(demand: Demand, position: Position) -> Iterator[str]:
    start = str(demand.about["place"])
    yield "stay"
    yield from (f"move all ships from {name(position, start)} to {name(position, goal)}"
                for goal in position.data.map.points)


def wishes(*words: str) -> MakeUp:
    return lambda demand, position: iter(words)


MADE_UP: Mapping[str, MakeUp] = {
    "setup": every_unit_placed, "arrival": every_unit_placed, "initiative": every_card_paid,
    "announcement": wishes("operate", "pass operation"), "operation": every_operation, "reaction": every_sortie,
    "onward": every_way_on, "surface": wishes("engage", "avoid"), "transfer": every_transfer, "supply": every_supply,
    "extension": to_every_port("retreat", "extend"), "relocation": to_every_port("relocate"),
    **dict.fromkeys(("after-air", "after-surface", "extended", "victory"), to_every_port("retreat", "stay")),
    **dict.fromkeys(("retreat", "withdrawal", "other-port"), to_every_port("retreat", "evacuate"))}
# Where the legal answers are not all listed, and what the list is instead.
NOT_LISTED = {
    "capture": "captures for which the cards suffice, not those that are bound to fail",
    "hit": "sets of hits, up to a limit", "lose": "sets of hits, up to a limit",
    **dict.fromkeys(("movement-window", "interruption-window", "battle-window", "air-strike-window", "surface-window",
                     "before-capture-window"), "passes; never a card, which would betray a hand")}
OPEN = {"hit": "hit any", "lose": "lose any", "place": "place any at Australia", "relocate": "relocate to any",
        "retreat": "retreat to any", "evacuate": "evacuate to any"}
PLAUSIBLE = Plausible(GAME, MADE_UP, NOT_LISTED, OPEN, at_times=("place",),
                      # one card is listed for each, any will do
                      loose=dict.fromkeys(("resupply", "train", "open"), ("card",)))


def test_every_demand_is_accounted_for() -> None:
    assert set(NOT_LISTED).isdisjoint(MADE_UP)
    assert set(MADE_UP) | set(NOT_LISTED) == set(GAME.catalogue.demands)


def test_what_is_listed_is_what_is_accepted() -> None:
    """A game of each temper; decisions that only rare cards bring about are met in the cases."""
    inspector = Inspector(PLAUSIBLE, 1, each=12)
    for seed in range(len(players.TEMPERS)):
        players.play(GAME, seed, watch=inspector)
    common = {"setup", "arrival", "initiative", "announcement", "operation", "transfer", "reaction"}
    assert common <= set(inspector.listed) and common <= set(inspector.accepted), inspector.accepted
    rare = {"withdrawal", "onward", "lose", "surface-window", "other-port", "relocation", "extended"}
    assert set(GAME.catalogue.demands) - set(inspector.met) <= rare, inspector.met
