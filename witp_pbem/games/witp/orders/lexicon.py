"""The words of War in the Pacific: keywords, synonyms in English and Japanese, place names."""

from __future__ import annotations

import re
from functools import lru_cache

from witp_pbem.games.common.hexmap import is_number
from witp_pbem.games.witp.board.data import Data
from witp_pbem.games.witp.orders.kinds import CONDITION_WORDS, KEYWORDS, PARTICLES, SUBJECTS, WORDS
from witp_pbem.table.names import names
from witp_pbem.table.tokens import Lexicon

_UNIT_ID = re.compile(r"(?:JP|US|UK|CN)-(?:CV|N|L|A)-[0-9]{1,2}", re.IGNORECASE)
_CARD_ID = re.compile(r"(194[2-5])-([0-9]{1,2})")

_SYNONYMS = {
    # orders
    "attack": "target", "move": "target", "dismantle": "remove", "目標": "target", "パス": "pass", "建設": "build",
    "撤去": "remove", "解決": "resolve", "使用": "use", "選択": "choose", "損害": "lose", "退却": "retreat",
    "移送": "displace", "支援なし": "withhold", "適用": "invoke", "温存": "keep", "再配置": "redeploy",
    "除去": "disband", "入札": "bid", "宣戦": "declare", "宣戦布告": "declare", "対米宣戦": "declare",
    "再建": "rebuild", "回復": "rebuild", "配置": "place", "裁定": "ruling",
    "かつ": "and",
    "条件": "when", "もし": "if", "限り": "unless", "継続命令": "standing", "まで": "until", "取消": "cancel",
    "終わり": "end", "終了": "end",
    # conditions
    "我々": "we", "我が軍": "we", "自軍": "we", "味方": "we", "敵": "enemy", "敵軍": "enemy", "連合": "allies",
    "連合軍": "allies", "日本軍": "japanese", "支配": "control", "先攻": "first", "ある": "have", "いる": "have",
    "持つ": "have", "ない": "no", "いない": "no", "継続": "continues", "ターン": "turn", "点": "points", "基地": "base",
    "兵站基地": "base", "ユニット": "units",
    # parts of orders
    "から": "from", "へ": "to", "に": "to", "で": "at", "経由": "via", "輸送": "carrying", "carry": "carrying",
    "carries": "carrying", "with": "carrying", "または": "else", "or": "else", "次に": "then", "全て": "all",
    "すべて": "all", "every": "all", "戦闘": "battle", "leave": "leaving", "残置": "leaving", "due": "because",
    "のため": "because", "decides": "decide", "spends": "spend", "gains": "gain", "対象": "on", "任意": "any",
    "優先": "first", "再建作業": "rebuilding",
    "戦争": "war", "アメリカ": "america", "移動": "movement", "作戦": "operations", "兵站": "bases",
    "部隊再建": "rebuilding", "引いたカード": "drawn", "手札": "held",
    # dice, cards and rulings
    "ダイス": "dice", "カード": "card", "配備": "put", "消費": "spend", "獲得": "gain", "投了": "resign",
    "決定": "decide", "インパルス": "impulse",
    # units
    "cv": "carrier", "carriers": "carrier", "空母": "carrier", "空母部隊": "carrier", "機動部隊": "carrier",
    "n": "naval", "surface": "naval", "水上": "naval", "水上部隊": "naval", "l": "land", "army": "land",
    "地上": "land", "地上部隊": "land", "a": "air", "航空": "air", "航空隊": "air", "基地航空隊": "air",
    "fleets": "fleet", "ships": "fleet", "艦隊": "fleet", "完全": "full", "worn": "reduced", "損耗": "reduced",
    "jp": "japanese", "日本": "japanese", "us": "american", "usa": "american", "米": "american", "米軍": "american",
    "uk": "british", "commonwealth": "british", "英": "british", "英軍": "british", "cn": "chinese",
    "中国": "chinese", "中国軍": "chinese",
}
_POSTPOSITIONS = {"から": "from", "へ": "to", "に": "to", "で": "at", "経由": "via"}
_LISTING = frozenset({"to", "via"})
_SIDES = {"japan": "japan", "japanese": "japan", "jp": "japan", "日本": "japan", "日本軍": "japan",
          "allies": "allies", "allied": "allies", "al": "allies", "連合": "allies", "連合軍": "allies",
          "first": "first", "先手": "first", "second": "second", "後手": "second",
          "referee": "referee", "umpire": "referee", "審判": "referee"}
PHASES = ("bids", "start", "events", "bases", "operations", "redeployment", "reinforcement", "end")
# Phase -> what can answer something in it.
PHASE_KEYWORDS: dict[str, frozenset[str]] = {phase: frozenset(words.split()) for phase, words in {
    "bids": "bid",
    "start": "place pass",
    "events": "use choose displace",
    "bases": "declare build remove pass displace",
    "operations": "target pass resolve withhold invoke keep lose retreat displace choose",
    "redeployment": "redeploy pass lose disband rebuild displace choose",
    "reinforcement": "place",
    "end": "choose redeploy pass displace",
}.items()}
_PHASES = {phase: phase for phase in PHASES} | {
    "bid": "bids", "入札": "bids",
    "開始": "start", "event": "events", "イベント": "events", "base": "bases", "logistics": "bases", "兵站": "bases",
    "operation": "operations", "作戦": "operations", "再配置": "redeployment", "reinforcements": "reinforcement",
    "増援": "reinforcement", "ターンの終わり": "end", "ターン終了": "end"}


def lexicon(data: Data) -> Lexicon:
    """The lexicon for the names of some data."""
    return _lexicon(
        tuple((number, (h.name, h.name_ja, *h.aliases)) for number, h in data.map.hexes.items()),
        tuple(unit["id"] for unit in data.units),
        tuple((key, (card["name"], card.get("name_ja", ""))) for key, card in data.cards.items()))


_Labels = tuple[tuple[str, tuple[str, ...]], ...]


@lru_cache(maxsize=8)
def _lexicon(places: _Labels, units: tuple[str, ...], cards: _Labels) -> Lexicon:
    return Lexicon(KEYWORDS, _SYNONYMS, _POSTPOSITIONS, _SIDES, _PHASES, WORDS | CONDITION_WORDS, _LISTING, SUBJECTS,
                   PARTICLES, names(dict(places), _hex), names(dict.fromkeys(units, ()), _unit),
                   names(dict(cards), _card))


def _hex(word: str) -> str:
    return word if is_number(word) else ""


def _unit(word: str) -> str:
    return word.upper() if _UNIT_ID.fullmatch(word) else ""


def _card(word: str) -> str:
    """A card by year and number, which may be written without its nought."""
    found = _CARD_ID.fullmatch(word)
    return f"{found[1]}-{int(found[2]):02d}" if found else ""
