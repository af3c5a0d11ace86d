"""The words of the Lagoon, in English and in Japanese. The catalogue speaks the language spoken when it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.lagoon.orders import ORDERS, VOCABULARY
from witp_pbem.games.common import wording
from witp_pbem.table.language import language

ENGLISH: Mapping[str, Mapping[str, Any]] = {
    "problems": {
        "too-far": "{ship:unit} cannot sail from {start:place} to {place:place}: {length} is more than two.",
        "no-way": "No route leads from {start:place} to {place:place}.",
        "sailed-already": "{ship:unit} has sailed this turn.",
        "ship-is-sunk": "{ship:unit} is sunk.",
        "not-your-card": "You do not hold {card:card}.",
    },
    "demands": {"sail": "sail a ship, or pass", "window": "play a card at {place:place}, or pass",
                "loss": "name the ship that is lost at {place:place}"},
    "phrases": {"raid": "raid on {place:place}", "battery": "battery of {place:place}",
                "raid-at": "raid at {place:place}"},
    "happenings": {
        "step-began": "", "deck-made": "A deck of {size} cards was made.",
        "card-drawn": "{holder:side-name} drew a card.",
        "ship-sailed": "{ship:unit} sailed from {start:place} to {place:place}.",
        "raid-began": "The raid on {place:place} began.",
        "card-played": "{holder:side-name} played {card:card}.",
        "battery-silenced": "The battery of {place:place} was silenced.",
        "battery-stood": "The battery of {place:place} stood.",
        "ship-sunk": "{ship:unit} was sunk at {place:place}.",
        "commander-left": "{player:side-name} gave up; the other commander sails on.", "game-ended": "The game ended.",
    },
    "words": {
        "side-name": {"raiders": "Raiders", "garrison": "Garrison", "north": "Commander North",
                      "south": "Commander South", "referee": "Referee"},
        "phase": {"setup": "Setup", "deal": "Cards", "sail": "Sailing", "raid": "Raids"},
        "reason": {"batteries": "both batteries are silent", "time": "a battery still stands",
                   "resigned": "they gave up"},
        "question": {"helps": "does it help the garrison?"},
        "form": {"window pass": "pass, or: pass all"},
        "scenario": {"solo": "One commander against the system", "alliance": "Two commanders against a garrison"},
        "text": {"turn": "Turn", "home": "a harbour", "battery": "battery", "ship": "ships", "sea": "open sea",
                 "route": "sea lane", "voyage": "voyage", "raid": "raid", "remark": "The map is a reconstruction.",
                 "silenced": "silenced", "stood": "stood",
                 "score": "Batteries still standing: {standing} of {all}; turns left: {turns}."},
        "example": {"orders": "sail Akagi Maru to Truk lagoon\npass\npass all"},
    },
}
JAPANESE: Mapping[str, Mapping[str, Any]] = {
    "problems": {
        "too-far": "{ship:unit}は{start:place}から{place:place}へは行けません。距離は{length}で、上限は2です。",
        "no-way": "{start:place}から{place:place}へは航路がありません。",
        "sailed-already": "{ship:unit}はこのターンすでに航行しました。",
        "ship-is-sunk": "{ship:unit}は沈没しています。",
        "not-your-card": "{card:card}は手札にありません。",
    },
    "demands": {"sail": "艦を航行させるかパスする", "window": "{place:place}でカードを使うかパスする",
                "loss": "{place:place}で失う艦を指定する"},
    "phrases": {"raid": "{place:place}への襲撃", "battery": "{place:place}の砲台", "raid-at": "{place:place}で襲撃"},
    "happenings": {
        "step-began": "", "deck-made": "{size}枚の山札を作りました。",
        "card-drawn": "{holder:side-name}がカードを引きました。",
        "ship-sailed": "{ship:unit}が{start:place}から{place:place}へ航行しました。",
        "raid-began": "{place:place}への襲撃が始まりました。",
        "card-played": "{holder:side-name}が{card:card}を使いました。",
        "battery-silenced": "{place:place}の砲台は沈黙しました。", "battery-stood": "{place:place}の砲台は健在です。",
        "ship-sunk": "{ship:unit}が{place:place}で沈没しました。",
        "commander-left": "{player:side-name}は投了し、もうひとりの指揮官が引き継ぎました。",
        "game-ended": "ゲームが終わりました。",
    },
    "words": {
        "side-name": {"raiders": "襲撃側", "garrison": "守備隊", "north": "北の指揮官", "south": "南の指揮官",
                      "referee": "審判"},
        "phase": {"setup": "準備", "deal": "カード", "sail": "航行", "raid": "襲撃"},
        "reason": {"batteries": "砲台はどちらも沈黙", "time": "砲台が残っている", "resigned": "投了"},
        "question": {"helps": "守備隊を助けるか"},
        "form": {"window pass": "パス、またはパス 全部"},
        "scenario": {"solo": "指揮官ひとりとシステム", "alliance": "指揮官ふたりと守備隊"},
        "text": {"turn": "ターン", "home": "港", "battery": "砲台", "ship": "艦", "sea": "外洋",
                 "route": "航路", "voyage": "航行",
                 "raid": "襲撃", "remark": "地図は再現したものです。", "silenced": "沈黙", "stood": "健在",
                 "score": "健在の砲台：{all}のうち{standing}、残りターン：{turns}。"},
        "example": {"orders": "航行 赤城丸 トラック環礁へ\nパス\nパス 全部"},
    },
}


class Catalogue:
    """The wording of a game with its data, which names places, ships and cards."""

    def __init__(self, names: Mapping[str, Mapping[str, tuple[str, str]]]) -> None:
        self._names = names

    def _spoken(self, part: str) -> Mapping[str, Any]:
        return (JAPANESE if language() == "ja" else ENGLISH)[part]

    @property
    def problems(self) -> Mapping[str, str]:
        return wording.problems(self._spoken("problems"))

    @property
    def demands(self) -> Mapping[str, str]:
        return self._spoken("demands")

    @property
    def happenings(self) -> Mapping[str, str]:
        return self._spoken("happenings")

    @property
    def phrases(self) -> Mapping[str, str]:
        return self._spoken("phrases")

    @property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        second = language() == "ja"
        named = {kind: {key: both[second] for key, both in every.items()} for kind, every in self._names.items()}
        spoken = self._spoken("words")
        return {**spoken, **named, "order": {word: VOCABULARY.spoken(word) for word in ORDERS.keywords},
                "form": {**ORDERS.forms, **spoken["form"]}}

    def text(self, code: str) -> str:
        return self.words["text"][code]
