"""The words of War in the Pacific: keywords, synonyms in English and Japanese, place names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from witp_pbem.games.common import aliases
from witp_pbem.games.common.hexmap import is_number
from witp_pbem.games.witp.board.data import Data, packaged_names
from witp_pbem.games.witp.orders.kinds import ORDERS
from witp_pbem.games.witp.orders.words import CONDITION_WORDS, PARTICLES, SUBJECTS, is_unit_id
from witp_pbem.table.names import names
from witp_pbem.table.tokens import Lexicon

_CARD_ID = re.compile(r"(194[2-5])-([0-9]{1,2})")

_LISTING = frozenset({"to", "via"})
_SIDES = {"japan": "japan", "japanese": "japan", "jp": "japan", "日本": "japan", "日本軍": "japan",
          "allies": "allies", "allied": "allies", "al": "allies", "us": "allies", "usa": "allies",
          "連合": "allies", "連合軍": "allies",
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
        tuple((number, (h.name, h.name_ja)) for number, h in data.map.hexes.items()),
        tuple((number, h.aliases) for number, h in data.map.hexes.items()),
        tuple(unit["id"] for unit in data.units),
        tuple((key, (card["name"], card.get("name_ja", ""))) for key, card in data.cards.items()))


_Labels = tuple[tuple[str, tuple[str, ...]], ...]


@lru_cache(maxsize=8)
def _lexicon(places: _Labels, own: _Labels, units: tuple[str, ...], cards: _Labels) -> Lexicon:
    return ORDERS.lexicon(CONDITION_WORDS, sides=_SIDES, phases=_PHASES, listing=_LISTING, subjects=SUBJECTS,
                          particles=PARTICLES, places=names(dict(places), _hex, _aliases(dict(places), dict(own))),
                          units=names(dict.fromkeys(units, ()), _unit), cards=names(dict(cards), _card))


def _aliases(places: Mapping[str, tuple[str, ...]], own: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """What places are called besides their names: on their own map, and in the packaged list."""
    return aliases.of_places(packaged_names(), places, own)


def _hex(word: str) -> str:
    return word if is_number(word) else ""


def _unit(word: str) -> str:
    return word.upper() if is_unit_id(word.upper()) else ""


def _card(word: str) -> str:
    """A card by year and number, which may be written without its nought."""
    match = _CARD_ID.fullmatch(word)
    return f"{match[1]}-{int(match[2]):02d}" if match else ""
