"""Orders as the record keeps them: JSON values, units and places by their ids. The judges make them (`ordered`), a
later sitting reads them into what the reader of orders makes of a player's text (`read_value`), and `translation.write`
puts them into words."""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from witp_pbem.games.common.hexmap import is_number
from witp_pbem.games.witp.orders.kinds import (
    At,
    BaseOrder,
    Bid,
    Body,
    CardOrder,
    Declare,
    Homeward,
    Lose,
    Pass,
    Redeploy,
    Retreat,
    Ruling,
    Target,
    UnitsOrder,
    UnitSpec,
    Written,
)
from witp_pbem.table.demand import Order
from witp_pbem.table.event import thaw
from witp_pbem.table.problem import NOWHERE, Span
from witp_pbem.table.text import Statement

BODIES: Mapping[str, type[Body]] = {
    "target": Target, "pass": Pass, "declare": Declare, "build": BaseOrder, "remove": BaseOrder, "resolve": BaseOrder,
    "use": CardOrder, "invoke": CardOrder, "keep": CardOrder, "choose": UnitsOrder, "rebuild": UnitsOrder,
    "place": UnitsOrder, "disband": UnitsOrder, "withhold": UnitsOrder, "redeploy": Redeploy, "lose": Lose,
    "retreat": Retreat, "displace": Retreat, "ruling": Ruling, "bid": Bid}
_UNIT = re.compile("[A-Z]{2}-(?:CV|N|L|A)-[0-9]{1,2}")


def ordered(keyword: str, **values: Any) -> dict[str, Any]:
    """The value of an order: its keyword and what it says (see `said`)."""
    return {"order": keyword, **said(**values)}


def said(**values: Any) -> dict[str, Any]:
    """What an order or a part of it says, by the names of the fields of its body, without what is empty."""
    return {name: thaw(value) for name, value in values.items()
            if value is not False and value not in ("", (), [], None)}


def order_value(order: Order) -> dict[str, Any]:
    """The value of an order as it was written: units are not looked up, and the battle it is for is left out."""
    return ordered(order.keyword, **_value(order.body.body))


def _value(part: Any) -> Any:
    if isinstance(part, At):
        return part.hex
    if isinstance(part, UnitSpec):
        return spec_value(part)
    if hasattr(part, "_asdict"):
        return said(**{name: _value(value) for name, value in part._asdict().items() if not isinstance(value, Span)})
    return [_value(each) for each in part] if isinstance(part, tuple) else part


def spec_value(spec: UnitSpec) -> Any:
    """Units as the value of an order names them: one by its id, others by what is said of them."""
    return spec.id if spec == _unit(spec.id)._replace(text=spec.text, span=spec.span) else thaw(spec.value)


def read_value(value: Mapping[str, Any]) -> Order:
    """The order a value stands for.

    Raises:
        KeyError, TypeError, ValueError: it stands for none.
    """
    keyword = value["order"]
    kind = Homeward if keyword == "redeploy" and "kinds" in value else BODIES[keyword]
    return Order(Statement(keyword, (), NOWHERE), Written(_read(kind, value)))


@cache
def _fields(kind: type[Any]) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _read(kind: Any, value: Any) -> Any:
    """What a part of a value stands for where a type is wanted; what is left out is empty."""
    if kind is Span:
        return NOWHERE
    if kind is At:
        if not is_number(value):
            raise ValueError(f"no hex: {value}")
        return At(value, NOWHERE)
    if kind is UnitSpec and isinstance(value, str):
        if not _UNIT.fullmatch(value):
            raise ValueError(f"no unit: {value}")
        return _unit(value)
    if get_origin(kind) is tuple:
        return tuple(_read(get_args(kind)[0], each) for each in value or ())
    if get_origin(kind) is types.UnionType:  # something or nothing
        return None if value is None else _read(get_args(kind)[0], value)
    if hasattr(kind, "_fields"):
        return kind(**{name: _read(each, value.get(name)) for name, each in _fields(kind).items()})
    if value is None:
        return kind()
    if type(value) is not kind:
        raise TypeError(f"{value} is no {kind.__name__}")
    return value


def _unit(identity: str) -> UnitSpec:
    return UnitSpec(1, (), "", None, identity, identity, NOWHERE)
