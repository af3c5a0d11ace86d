"""What is wrong with an order for certain, before the moment at which it will be judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.common.order_values import At, UnitSpec, named
from witp_pbem.games.wif_land.board.state import ARTILLERY, Position
from witp_pbem.games.wif_land.orders.kinds import AtHex
from witp_pbem.games.wif_land.orders.lexicon import place_names
from witp_pbem.games.wif_land.rules.land_combat.ground_support import ASA_3
from witp_pbem.games.wif_land.rules.land_combat.headquarters import OPTION_39
from witp_pbem.table.demand import Order
from witp_pbem.table.names import key
from witp_pbem.table.problem import Problem, Span, illegal

RULES = {  # the rule that an order for something that is not there is against
    "rail": "wif rail.c", "move": "wif move.a", "rebase": "wif enter.a", "escape": "wif enter.b", "invade": "wif inv.a",
    "drop": "wif para.a", "attack": "wif lc.c", "ignore": "wif lc.b", "bombard": "wif shore.a", "support": "wif hq.b",
    "fly": "wif gs.b", "survive": "wif gs.b", "fight": "wif lc.b", "use": "wif tbl.e", "lose": "wif die.c",
    "retreat": "wif retreat.b", "apply": "wif shatter.b", "advance": "wif adv.a"}


def precheck(position: Position, player: str, order: Order) -> Sequence[Problem]:
    """Hexes that are not on the map, units of the enemy, that are not in play or that are gone, and support of a kind
    that has not been agreed on."""
    if order.keyword not in RULES:
        return ()
    return [*_hexes(position, order), *_units(position, player, order), *_options(position, order)]


def _hexes(position: Position, order: Order) -> Iterator[Problem]:
    """Places that are no hexes of this map: other maps of the data have theirs, and so do names."""
    for at in named(order.body):
        if not isinstance(at, At):
            continue
        if at.id not in position.map.hexes:
            yield illegal("off-the-map", RULES[order.keyword], at.span, place=at.id, certain=True)
        elif (written := _written(order, at.span)) and not _means(position, at.id, written):
            yield illegal("other-maps-name", RULES[order.keyword], at.span, name=written, certain=True)


def _written(order: Order, span: Span) -> str:
    """What a place is called in an order, "" in one that was never written."""
    return " ".join(token.text for token in order.statement.tokens if span[:2] <= token.span[:2] < span[2:])


def _means(position: Position, hex: str, written: str) -> bool:
    """Whether a hex is called so on the map in play: by its id, by its name or the beginning of one, or by both."""
    names = [key(name) for name in (hex, *place_names(position.map)[hex])]
    word = key(written)
    return any(name.startswith(word) or word.startswith(name) or word.endswith(key(hex)) for name in names)


def _units(position: Position, player: str, order: Order) -> Iterator[Problem]:
    """Units that are named and cannot be meant."""
    for spec in named(order.body):
        if not isinstance(spec, UnitSpec) or not spec.id:
            continue
        unit = position.units.get(spec.id)
        if unit is None:
            yield illegal("not-in-play", RULES[order.keyword], spec.span, unit=spec.id, certain=True)
        elif unit.side != player:
            yield illegal("not-your-unit", RULES[order.keyword], spec.span, unit=unit.id, certain=True)
        elif unit.fate:
            yield illegal("off-map", RULES[order.keyword], spec.span, unit=unit.id, certain=True)


def _options(position: Position, order: Order) -> Iterator[Problem]:
    """Support by headquarters or artillery that has not been agreed on (wif hq.a, gs.c)."""
    if order.keyword != "support":
        return
    body: AtHex = order.body
    units = [position.units[spec.id] for spec in body.units if spec.id in position.units]
    if any(unit.is_headquarters for unit in units) and position.option(OPTION_39) != "yes":
        yield illegal("not-agreed", "wif hq.a", order.statement.span, option=OPTION_39, certain=True)
    if any(unit.kind == ARTILLERY for unit in units) and position.option(ASA_3) != "yes":
        yield illegal("not-agreed", "wif gs.c", order.statement.span, option=ASA_3, certain=True)
