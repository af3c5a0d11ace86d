"""Recorded English texts, told in the language spoken: orders in full words, what dice were thrown for, and what orders
given ahead waited for.

The record is written in English, whatever language its players read, so that all copies of a campaign are the same.
What is told here is never recorded. An order told in Japanese is one that can be typed in again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

from witp_pbem.games.witp.data import packaged
from witp_pbem.games.witp.language import say
from witp_pbem.games.witp.names import JAPANESE
from witp_pbem.games.witp.wording import word, words
from witp_pbem.table.language import ENGLISH, at_once, language, listing

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


def worded(text: str) -> str:
    """An order in full words as players of the language write it: the same text in English, Japanese words and names
    in Japanese, which the reader of orders understands alike. So with a condition, and
    with what dice were thrown for."""
    keyword, _, rest = text.partition(" ")
    if keyword not in KEYWORDS:
        label = dice_label(text)
        return condition(text) if label == text else label
    if language() != JAPANESE:
        return text
    rest, mark, remark = rest.partition(REMARK)
    tokens = [(match.lastgroup or "", match.group()) for match in _order_tokens().finditer(rest)]
    told = [KEYWORDS[keyword]]
    index = 0
    while index < len(tokens):
        kind, token = tokens[index]
        index += 1
        if token in POSTPOSITIONS and index < len(tokens) and tokens[index][0] in _PLACES:
            end = _places_end(tokens, index)
            told.append("".join(_token(*each) for each in tokens[index:end]) + POSTPOSITIONS[token])
            index = end
        elif (kind == "mark" and token not in "([") or token == "and":
            told[-1] += _token("mark", token)
        elif token not in SILENT.get(keyword, ()):
            told.append(_token(kind, token))
    return " ".join(told).replace("、 ", "、").replace("[ ", "[").replace(" ]", "]") + mark + remark


_PLACES = ("place", "hex")


def _places_end(tokens: list[tuple[str, str]], start: int) -> int:
    """Where a list of places ends that begins at a token."""
    end = start + 1
    while end + 1 < len(tokens) and tokens[end][1] == "," and tokens[end + 1][0] in _PLACES:
        end += 2
    return end


def _token(kind: str, token: str) -> str:
    if kind == "place":
        return words[""].get(token, _japanese_names().get(token, token))
    if kind == "mark":
        return "、" if token in (",", "and") else token
    return WORDS.get(token.casefold(), token)


@cache
def _japanese_names() -> Mapping[str, str]:
    return {hexagon.name: hexagon.name_ja for hexagon in packaged().map.hexes.values() if hexagon.name_ja}


@cache
def _order_tokens() -> re.Pattern[str]:
    """The parts of an order as the rules write it: places as "Manila (0606)", hexes, marks and words."""
    names = sorted({re.escape(hexagon.name) for hexagon in packaged().map.hexes.values() if hexagon.name}, key=len,
                   reverse=True)
    return re.compile(rf"(?P<quoted>\"[^\"]*\")|(?P<place>(?:{'|'.join(names)})\b(?: \(\d{{4}}\))?)"
                      r"|(?P<hex>\b\d{4}\b(?!-))|(?P<word>[\w-]+)|(?P<mark>[^\w\s])")


# -- dice -----------------------------------------------------------------------------------------------------


def dice_label(label: str) -> str:
    """What dice were thrown for. In English it stays as it is recorded, since dice typed in are labelled so."""
    return _told(label, _LABELS)


def _place(name: str) -> str:
    """A place as it is recorded, by name or by number alone."""
    if name.isdigit() and (hexagon := packaged().map.hexes.get(name)) and hexagon.name:
        name = packaged().map.name(name)
    return words[""].get(name, name)


_LABELS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    ("who plays Japan", lambda _: say("who plays Japan")),
    ("American entry", lambda _: say("American entry")),
    ("resource points Japan: white, red", lambda _: say("resource points Japan: white, red")),
    ("resource points Allies: white, red", lambda _: say("resource points Allies: white, red")),
    ("sudden death at (.+)", lambda found: say("sudden death at {place}", place=_place(found[1]))),
    ("submarines against (.+) to (.+)",
     lambda found: say("submarines against {units} to {place}",
                       units=listing(found[1].split(", ")), place=_place(found[2]))),
    (r"assault (\d+) (\w+)", lambda found: say(
        "{battle} at {place}, {side}", battle=word("battle", "assault"), place=_place(found[1]),
        side=word("side-name", found[2]))),
    (r"(\w+) battle (\d+) (\w+)", lambda found: say(
        "{battle} at {place}, {side}", battle=word("battle", found[1]), place=_place(found[2]),
        side=word("side-name", found[3]))),
)


def _told(text: str, tellers: tuple[tuple[str, Callable[[re.Match[str]], str]], ...]) -> str:
    """What the first pattern that fits a text makes of it; the text itself in English, and where none fits."""
    if language() != ENGLISH:
        for pattern, teller in tellers:
            if found := re.fullmatch(pattern, text):
                return teller(found)
    return text


# -- conditions -----------------------------------------------------------------------------------------------

UNLESS = "unless "


def conditions(because: str) -> str:
    """What an order given ahead waited for (`Fired.because`), condition by condition, as `table.wording` takes it."""
    waited, instead, problem = because.rpartition("else, ") if "else, " in because else (because, "", "")
    return ", ".join(_unless(part) for part in waited.split(", ")) + instead + problem


def _unless(text: str) -> str:
    plain = text.removeprefix(UNLESS)
    return text[:len(text) - len(plain)] + condition(plain)


def condition(text: str) -> str:
    """A condition of orders given ahead, as `conditions` in this folder writes it."""
    if language() == ENGLISH:
        return text
    return at_once(_told(part, _CONDITIONS) for part in re.split(r" and (?=(?:Japan|the |we |turn |\d))", text))


def _who(name: str) -> str:
    return _WHO[name]


_WHO = say.sentences({"Japan": "Japan", "the Allies": "the Allies", "we": "we", "the enemy": "the enemy"})
_SUBJECT = "(Japan|the Allies|we|the enemy)"
_CONDITIONS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"(\S+) is used", lambda found: say("{card} is used", card=found[1])),
    (r"turn (\d+)", lambda found: say("turn {number}", number=found[1])),
    ("the battle continues at (.+)", lambda found: say("the battle continues at {place}", place=_place(found[1]))),
    (f"{_SUBJECT} targets? (.+)", lambda found: say("{side} targets {place}", side=_who(found[1]),
                                                    place=_place(found[2]))),
    (f"{_SUBJECT} builds? (.+)", lambda found: say("{side} builds {place}", side=_who(found[1]),
                                                   place=_place(found[2]))),
    (f"{_SUBJECT} controls? (.+)", lambda found: say("{side} controls {place}", side=_who(found[1]),
                                                     place=_place(found[2]))),
    (f"{_SUBJECT} go(?:es)? first", lambda found: say("{side} goes first", side=_who(found[1]))),
    (f"{_SUBJECT} (?:has|have) passed", lambda found: say("{side} has passed", side=_who(found[1]))),
    (f"{_SUBJECT} (?:has|have) (\\d+) points", lambda found: say("{side} has {number} points", side=_who(found[1]),
                                                               number=found[2])),
    (f"{_SUBJECT} (?:has|have) no base at (.+)", lambda found: say("{side} has no base at {place}",
                                                                   side=_who(found[1]), place=_place(found[2]))),
    (f"{_SUBJECT} (?:has|have) a base at (.+)", lambda found: say("{side} has a base at {place}", side=_who(found[1]),
                                                                  place=_place(found[2]))),
    (f"{_SUBJECT} (?:has|have) no (.+) at (.+)", lambda found: say("{side} has no {units} at {place}",
                                                                   side=_who(found[1]), units=_units(found[2]),
                                                                   place=_place(found[3]))),
    (f"{_SUBJECT} (?:has|have) (.+) at (.+)", lambda found: say("{side} has {units} at {place}", side=_who(found[1]),
                                                                units=_units(found[2]), place=_place(found[3]))),
)


def _units(text: str) -> str:
    """Units as a player named them."""
    if language() != JAPANESE:
        return text
    parts = text.split()
    count = next((part for part in parts if part.isdigit()), "")  # "2 naval" is 水上2
    named = [_UNITS.get(part, WORDS.get(part, part)) for part in parts if part is not count]
    return " ".join(named) + count


_UNITS = {"unit": "ユニット", "units": "ユニット"}
