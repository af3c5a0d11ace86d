"""The Atoll's orders: what they say, and how they are written in English and Japanese."""

from __future__ import annotations

from typing import NamedTuple

from witp_pbem.games.common.order_lists import Units
from witp_pbem.games.common.order_parts import Card, Choice, Place
from witp_pbem.games.common.order_values import At, UnitSpec, unit_named
from witp_pbem.games.common.orders import OrderKind, Orders
from witp_pbem.games.common.rulings import edits, ruling_kind
from witp_pbem.games.common.units import UnitWords
from witp_pbem.games.common.vocabulary import Vocabulary
from witp_pbem.table.problem import NOWHERE

SIDES = ("blue", "orange")
KINDS = ("ship", "troop")


class Move(NamedTuple):
    """Counters go from a hex to another one."""

    units: tuple[UnitSpec, ...]
    origin: At
    to: At


class Play(NamedTuple):
    """A card is played."""

    card: str


class Lose(NamedTuple):
    """Counters are lost for hits."""

    units: tuple[UnitSpec, ...]


class Pass(NamedTuple):
    """Nothing more."""

    how: str = ""


VOCABULARY = Vocabulary("""
move 移動 sail
play 使用
lose 損失
pass パス
all 全部 すべて 全 全ての
and と
from から
to へ
ship 艦船 ships
troop 部隊 troops
blue 青
orange 橙
unit units
full 完全
reduced 損傷
""", {"から": "from", "へ": "to"})
UNITS = UnitWords(VOCABULARY, {kind: (kind,) for kind in KINDS}, {side: side for side in SIDES}, "ships or troops")
ORDERS = Orders(VOCABULARY, [
    OrderKind("move", Move, Units("units", must=True), Place("origin", "from", needs_word=True, must=True),
              Place("to", "to", needs_word=True, must=True)),
    OrderKind("play", Play, Card("card")),
    OrderKind("lose", Lose, Units("units", must=True)),
    OrderKind("pass", Pass, Choice("how", choices={"all": "all"}, in_form=False),
              usual={"cards": [Pass("all")], "movement": [Pass()]}),
    ruling_kind({"blue": "blue", "orange": "orange"}, edits("put", "strike", wanted="ships or troops"),
                wanted_side="Blue or Orange", wanted="put, strike, resign or decide", unit="BS1"),
], units=UNITS)


def move_value(units: list[str], origin: str, to: str) -> dict[str, object]:
    """The value of a move."""
    body = Move(tuple(map(unit_named, units)), At(origin, NOWHERE), At(to, NOWHERE))
    return ORDERS.value("move", body)


def lose_value(units: list[str]) -> dict[str, object]:
    """The value of losses."""
    return ORDERS.value("lose", Lose(tuple(map(unit_named, units))))
