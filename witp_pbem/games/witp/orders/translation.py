"""Orders in words, in the language spoken, so that the reader of orders reads them again.

The record keeps values; what is told here is never recorded, whatever language it is in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.games.witp.board.map import Map
from witp_pbem.games.witp.board.names import JAPANESE, place_alone
from witp_pbem.games.witp.orders import values
from witp_pbem.games.witp.orders.kinds import (
    EVERY,
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
)
from witp_pbem.table.language import language

# -- orders ---------------------------------------------------------------------------------------------------

# The words of orders in Japanese, as `lexicon` reads them. What stands behind a place is in POSTPOSITIONS.
KEYWORDS: Mapping[str, str] = {
    "target": "目標", "pass": "パス", "build": "建設", "remove": "撤去", "declare": "宣戦布告", "resolve": "解決",
    "use": "使用", "choose": "選択", "lose": "損害", "retreat": "退却", "displace": "移送", "withhold": "支援なし",
    "invoke": "適用", "keep": "温存", "redeploy": "再配置", "disband": "除去", "rebuild": "再建", "place": "配置",
    "bid": "入札"}
WORDS: Mapping[str, str] = {
    "carrying": "輸送", "leaving": "残置", "on": "対象", "then": "次に", "else": "または", "any": "任意", "all": "全て",
    "first": "優先", "china": "中国", "chinese": "中国", "japanese": "日本", "american": "米", "british": "英",
    "us": "米", "uk": "英",
    "fleets": "艦隊", "fleet": "艦隊", "carrier": "空母", "naval": "水上", "land": "地上", "air": "航空",
    "full": "完全", "reduced": "損耗", "rebuilding": "再建作業", "bases": "基地", "base": "基地", "enemy": "敵",
    "war": "戦争"}
POSTPOSITIONS: Mapping[str, str] = {"from": "から", "to": "へ", "at": "で", "via": "経由"}


def write(value: Mapping[str, Any], board: Map) -> str:
    """An order in full words (see `values`): keyword, units and places as they are typed in, in the language spoken.

    Raises:
        KeyError, TypeError, ValueError: the value stands for no order.
    """
    order = values.read_value(value)
    body = order.body.body
    keyword = KEYWORDS.get(order.keyword, order.keyword) if _is_japanese() else order.keyword
    return " ".join(filter(None, (keyword, *_PARTS[type(body)](body, Words(board, order.keyword)))))


def _is_japanese() -> bool:
    return language() == JAPANESE


def _word(word: str) -> str:
    return WORDS.get(word, word) if _is_japanese() else word


def _listed(parts: Iterable[str]) -> str:
    return ("、" if _is_japanese() else ", ").join(parts)


class Words:
    """The parts of an order of some keyword in words."""

    def __init__(self, board: Map, keyword: str) -> None:
        self.board, self.keyword = board, keyword

    def places(self, places: Sequence[At], preposition: str = "", rest: bool = False) -> str:
        """Places with the word that says what they are; `rest` if any other may follow them."""
        named = _listed(self.place(place) for place in places)
        if preposition and named:
            named = f"{named}{POSTPOSITIONS[preposition]}" if _is_japanese() else f"{preposition} {named}"
        return _or_any(named, rest)

    def place(self, place: At) -> str:
        hexagon = self.board.hexes.get(place.hex)
        name = place_alone(hexagon) if hexagon else ""
        return f"{name} ({place.hex})" if name else place.hex

    def units(self, specs: Sequence[UnitSpec], rest: bool = False) -> str:
        """Units by id or by type; `rest` if any other may follow them."""
        return _or_any(_listed(spec.id if spec.value == {"number": 1, "id": spec.id} else units(spec.value)
                               for spec in specs), rest)


def _or_any(listed: str, rest: bool) -> str:
    if not rest:
        return listed
    return _listed((listed, f"{_word('then')} {_word('any')}")) if listed else _word("any")


def _target(body: Target, words: Words) -> Iterator[str]:
    yield words.places([body.place])
    for stack in body.stacks:
        yield f"{words.places([stack.origin], 'from')}:"
        yield words.units(stack.units)
        if stack.cargo:
            yield f"{_word('carrying')} {words.units(stack.cargo)}"
        yield words.places(stack.via, "via")
        for left in stack.left:
            yield f"{_word('leaving')} {words.units(left.units)} {words.places([left.place], 'at')}"


def _pass(body: Pass, words: Words) -> Iterator[str]:
    if body.segment == "air":  # one segment for both
        yield _listed((_word("air"), _word("land"))) if _is_japanese() else "air and land"
    else:
        yield _word("fleets" if body.segment == "fleet" else body.segment)


def _declare(body: Declare, words: Words) -> Iterator[str]:
    yield "" if _is_japanese() else "war"  # the Japanese keyword says it already


def _base(body: BaseOrder, words: Words) -> Iterator[str]:
    yield words.places(body.places, rest=body.rest)


def _card(body: CardOrder, words: Words) -> Iterator[str]:
    yield _word(body.card)
    if body.units:
        yield f"{_word('on')} {words.units(body.units)}"
    yield words.places([body.place] if body.place else [], "at")


def _units_order(body: UnitsOrder, words: Words) -> Iterator[str]:
    yield words.units(body.units, body.rest)
    yield words.places([body.place] if body.place else [], "at" if body.units or body.rest else "")


def _redeploy(body: Redeploy, words: Words) -> Iterator[str]:
    yield words.units(body.units)
    yield words.places([body.origin], "from")
    yield words.places([body.to, *body.otherwise], "to")
    yield words.places(body.via, "via")


def _homeward(body: Homeward, words: Words) -> Iterator[str]:
    yield _listed(units({"number": EVERY, "kinds": (kind,)}) for kind in body.kinds)
    yield words.places(body.to, "to")


def _lose(body: Lose, words: Words) -> Iterator[str]:
    if body.rest and len(body.units) == 1 and body.units[0].number == EVERY:
        yield f"{_preference(body.units[0])} {_word('first')}"
    else:
        yield _or_any(_listed(map(_preference, body.units)), body.rest)
    yield words.places([body.place] if body.place else [], "at")


def _preference(spec: UnitSpec) -> str:
    """Units that are to take hits: all of a type go without saying."""
    return units({**spec.value, "number": 0} if spec.number == EVERY and (spec.kinds or spec.nation) else spec.value)


def _retreat(body: Retreat, words: Words) -> Iterator[str]:
    yield _word("air") if words.keyword == "displace" else ""
    yield words.places([body.origin] if body.origin else [], "from")
    yield words.places(body.to, "to", body.rest)


def _ruling(body: Ruling, words: Words) -> Iterator[str]:
    """A ruling in the words of the referee's file."""
    whom = f"for {body.side}: " if body.side else ""
    named, where = words.units(body.units), words.places([body.place] if body.place else [], "at")
    named = " ".join(filter(None, (body.kind, named, where)))
    said = {"spend": f"spend {body.amount} RP", "gain": f"gain {body.amount} RP", "resign": "resign",
            "impulse": f"spend {body.amount} RP as impulse", "decide": f'decide "{body.decides}"',
            "base": f"base {where}", "nobase": f"no base {where}"}.get(body.kind, named)
    yield f'{whom}{said} because "{body.reason}"'


def _bid(body: Bid, words: Words) -> Iterator[str]:
    yield str(body.amount)


_PARTS: Mapping[type[Body], Callable[[Any, Words], Iterator[str]]] = {
    Target: _target, Pass: _pass, Declare: _declare, BaseOrder: _base, CardOrder: _card, UnitsOrder: _units_order,
    Redeploy: _redeploy, Homeward: _homeward, Lose: _lose, Retreat: _retreat, Ruling: _ruling, Bid: _bid}


# -- units ----------------------------------------------------------------------------------------------------


def units(spec: Mapping[str, Any]) -> str:
    """Units as a player may name them, "2 naval", so that the reader of orders reads them again (`UnitSpec.value`);
    number 0 stands for no number at all."""
    if not spec:
        return "units" if language() != JAPANESE else "ユニット"
    kinds, number = tuple(spec.get("kinds", ())), spec.get("number", 1)
    named = [_NATION.get(spec["nation"], spec["nation"])] if "nation" in spec else []
    named += ["fleet" if len(kinds) > 1 else kinds[0]] if kinds else []
    named += [spec["id"]] if "id" in spec else []
    count = "" if "id" in spec or not number else "all" if number == EVERY else str(number)
    if language() == JAPANESE:
        told = " ".join(WORDS.get(part, part) for part in (("all",) if count == "all" else ()) + tuple(named))
        told += count if count != "all" else ""
    else:
        told = " ".join(filter(None, (count, *named)))
    if "full" not in spec:
        return told
    return f"{WORDS['full'] if language() == JAPANESE else 'full'} {told}" if spec["full"] else f"[{told}]"


_NATION = {"japan": "japanese", "us": "american", "uk": "british", "china": "chinese"}
