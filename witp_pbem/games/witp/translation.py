"""Recorded English texts, told in the language spoken: orders in full words.

The record is written in English, whatever language its players read, so that all copies of a campaign are the same.
What is told here is never recorded. An order told in Japanese is one that can be typed in again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from witp_pbem.games.witp.data import Data, packaged
from witp_pbem.games.witp.map import Map
from witp_pbem.games.witp.names import JAPANESE
from witp_pbem.games.witp.orders import EVERY
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
REMARK = "  # "
SILENT = {"declare": frozenset({"war"})}  # what the keyword says already


def worded(text: str, data: Data | None = None) -> str:
    """An order in full words as players of the language write it: the same text in English, Japanese words and names
    in Japanese, which the reader of orders understands alike.

    Args:
        data: those in force; without any the packaged ones.
    """
    keyword, _, rest = text.partition(" ")
    if keyword not in KEYWORDS or language() != JAPANESE:
        return text
    rest, mark, remark = rest.partition(REMARK)
    names = _names((data or packaged()).map)
    tokens = [(match.lastgroup or "", match.group()) for match in _order_tokens(tuple(names)).finditer(rest)]
    told = [KEYWORDS[keyword]]
    index = 0
    while index < len(tokens):
        kind, token = tokens[index]
        index += 1
        if token in POSTPOSITIONS and index < len(tokens) and tokens[index][0] in _PLACES:
            end = _places_end(tokens, index)
            told.append("".join(_token(*each, names) for each in tokens[index:end]) + POSTPOSITIONS[token])
            index = end
        elif (kind == "mark" and token not in "([") or token == "and":
            told[-1] += _token("mark", token, names)
        elif token not in SILENT.get(keyword, ()):
            told.append(_token(kind, token, names))
    return " ".join(told).replace("、 ", "、").replace("[ ", "[").replace(" ]", "]") + mark + remark


_PLACES = ("place", "hex")


def _places_end(tokens: list[tuple[str, str]], start: int) -> int:
    """Where a list of places ends that begins at a token."""
    end = start + 1
    while end + 1 < len(tokens) and tokens[end][1] == "," and tokens[end + 1][0] in _PLACES:
        end += 2
    return end


def _token(kind: str, token: str, names: Mapping[str, str]) -> str:
    if kind == "place":
        name, bracket, number = token.partition(" (")
        return names.get(name, name) + bracket + number
    if kind == "mark":
        return "、" if token in (",", "and") else token
    return WORDS.get(token.casefold(), token)


def _names(board: Map) -> Mapping[str, str]:
    """The places of a map: their English names with the Japanese ones."""
    return {hexagon.name: hexagon.name_ja or hexagon.name for hexagon in board.hexes.values() if hexagon.name}


@cache
def _order_tokens(names: tuple[str, ...]) -> re.Pattern[str]:
    """The parts of an order as the rules write it: places as "Manila (0606)", hexes, marks and words."""
    known = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.compile(rf"(?P<quoted>\"[^\"]*\")|(?P<place>(?:{known})\b(?: \(\d{{4}}\))?)"
                      r"|(?P<hex>\b\d{4}\b(?!-))|(?P<word>[\w-]+)|(?P<mark>[^\w\s])")


# -- units ----------------------------------------------------------------------------------------------------


def units(spec: Mapping[str, Any]) -> str:
    """Units as a player may name them, "2 naval", so that the reader of orders reads them again (`UnitSpec.value`)."""
    if not spec:
        return "units" if language() != JAPANESE else "ユニット"
    kinds, number = tuple(spec.get("kinds", ())), spec.get("number", 1)
    named = [_NATION.get(spec["nation"], spec["nation"])] if "nation" in spec else []
    named += ["fleet" if len(kinds) > 1 else kinds[0]] if kinds else []
    named += [spec["id"]] if "id" in spec else []
    count = "" if "id" in spec else "all" if number == EVERY else str(number)
    if language() == JAPANESE:
        told = " ".join(WORDS.get(part, part) for part in (("all",) if count == "all" else ()) + tuple(named))
        told += count if count != "all" else ""
    else:
        told = " ".join(filter(None, (count, *named)))
    if "full" not in spec:
        return told
    return f"{WORDS['full'] if language() == JAPANESE else 'full'} {told}" if spec["full"] else f"[{told}]"


_NATION = {"japan": "japanese", "us": "american", "uk": "british", "china": "chinese"}
