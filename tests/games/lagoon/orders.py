"""The orders of the Lagoon, kind by kind."""

from __future__ import annotations

from typing import NamedTuple

from witp_pbem.games.common.order_parts import Card, Choice, Place, UnitName
from witp_pbem.games.common.order_values import At, UnitSpec
from witp_pbem.games.common.orders import OrderKind, Orders
from witp_pbem.games.common.vocabulary import Vocabulary

VOCABULARY = Vocabulary("""
sail  航行
pass  パス
play  使用
lose  喪失
all   全部
raid  襲撃
to    へ
at    で
""", {"へ": "to", "で": "at"})


class Sail(NamedTuple):
    ship: UnitSpec
    place: At


class Pass(NamedTuple):
    how: str  # "all" for every window of the turn


class Play(NamedTuple):
    card: str


class Lose(NamedTuple):
    ship: UnitSpec


ORDERS = Orders(VOCABULARY, [
    OrderKind("sail", Sail, UnitName("ship", must=True), Place("place", "to", must=True)),
    OrderKind("pass", Pass, Choice("how", choices={"all": "all"}, in_form=False),
              usual={"sail": [Pass("")], "raid": [Pass("all")]}),
    OrderKind("play", Play, Card("card")),
    OrderKind("lose", Lose, UnitName("ship", must=True)),
])
