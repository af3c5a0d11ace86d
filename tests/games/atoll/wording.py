"""The Atoll in words, English and Japanese: its catalogue, its tellers and its map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.games.atoll.board import BattleFought, Position, UnitArrived, UnitsMoved
from tests.games.atoll.orders import KINDS, ORDERS, SIDES
from tests.games.atoll.rules import Rules
from witp_pbem.games.common import wording
from witp_pbem.games.common.chart import stacks
from witp_pbem.table.chart import Chart, Clash, CounterKind, Course, Ground, Nation, Sheet, Silhouette, Spot
from witp_pbem.table.language import language
from witp_pbem.table.telling import Journey, Tellers

SILHOUETTES: Mapping[str, Silhouette] = {"ship": "ship", "troop": "infantry"}
JAPANESE = {
    "{card:card} is not in this hand.": "{card:card}は手札にありません。",
    "{ships} ships do not carry so many troops: one ship, one troop.": "艦船{ships}隻ではその部隊を運べません。",
    "Troops cannot stay at {place:place}: it is no island.": "{place:place}は島ではないので部隊は留まれません。",
    "No ship gets from {start:place} to {place:place} this turn.": "艦船は{start:place}から{place:place}へ行けません。",
    "Exactly {count} counters are lost, no more and no fewer.": "失うユニットはちょうど{count}個です。",
    "play a card, or pass": "カードの使用、またはパス",
    "move counters, or pass": "ユニットの移動、またはパス",
    "choose {count} counters to lose at {place:place}": "{place:place}で失うユニット{count}個の選択",
    "the ship of {side:side} to arrive": "{side:side}の艦船の到着",
    "the fire of {side:side} at {place:place}": "{place:place}での{side:side}の射撃",
    "The referee ruled: {text}": "審判の裁定：{text}",
    "{side:side} drew a card.": "{side:side}がカードを引いた。",
    "{side:side} played {card:card}.": "{side:side}が{card:card}を使用した。",
    "{unit} arrived at {place:place}.": "{unit}が{place:place}に到着した。",
    "{units} went from {start:place} to {place:place}.":
        "{units}が{start:place}から{place:place}へ移動した。",
    "Battle at {place:place}: Blue lost {blue}, Orange {orange}.":
        "{place:place}の戦闘：被命中は青{blue}、橙{orange}。",
    "{side:side} lost {units} at {place:place}.": "{side:side}は{place:place}で{units}を失った。",
    "{side:side} scored {points}.": "{side:side}は{points}点を得た。",
    "The game is over.": "ゲーム終了。",
    "the other side gave up": "相手が投了した",
    "Nobody": "勝者なし",
    "Blue": "青", "Orange": "橙", "cards": "カード", "movement": "移動", "battle": "戦闘", "scoring": "得点",
    "reinforcement": "増援", "points": "得点", "ships": "艦船", "troops": "部隊", "ship": "艦船", "troop": "部隊",
    "sea": "海", "island": "島",
    "Nobody moved.": "だれも移動しなかった。", "No battle was fought.": "戦闘はなかった。",
    "Battle dice": "戦闘のダイス", "Arrivals": "到着", "A ship arrives by a hit": "艦船は命中で到着する",
    "length of the game": "ゲームの長さ", "calm": "凪", "The Atoll": "環礁", "Turn {turn}": "第{turn}ターン",
}


def say(text: str) -> str:
    """A text in the language spoken."""
    return JAPANESE.get(text, text) if language() == "ja" else text


class Said(Mapping[str, str]):
    """Texts by code, put into the language spoken when one is looked up."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def __getitem__(self, code: str) -> str:
        return say(self.texts[code])

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __len__(self) -> int:
        return len(self.texts)


class Named(Said):
    """The names of entries of the data, by id."""

    def __init__(self, entries: Mapping[str, Any], *, with_id: bool = False) -> None:
        super().__init__(dict.fromkeys(entries, ""))
        self.entries, self.with_id = entries, with_id

    def __getitem__(self, code: str) -> str:
        entry = self.entries[code]
        name = str(entry.get("ja" if language() == "ja" else "name", ""))
        return f"{name} ({code})" if name and self.with_id else name or code


class Catalogue:
    """The wording."""

    problems = wording.problems(Said({
        "not-held": "{card:card} is not in this hand.",
        "not-carried": "{ships} ships do not carry so many troops: one ship, one troop.",
        "no-island": "Troops cannot stay at {place:place}: it is no island.",
        "too-far": "No ship gets from {start:place} to {place:place} this turn.",
        "wrong-number": "Exactly {count} counters are lost, no more and no fewer.",
    }))
    demands = Said({"card": "play a card, or pass", "move": "move counters, or pass",
                    "losses": "choose {count} counters to lose at {place:place}"})
    phrases = Said({"arrival": "the ship of {side:side} to arrive",
                    "battle": "the fire of {side:side} at {place:place}"})
    happenings = Said({
        "card-drawn": "{side:side} drew a card.",
        "card-played": "{side:side} played {card:card}.",
        "unit-arrived": "{unit} arrived at {place:place}.",
        "units-moved": "{units} went from {start:place} to {place:place}.",
        "battle-fought": "Battle at {place:place}: Blue lost {blue}, Orange {orange}.",
        "units-lost": "{side:side} lost {units} at {place:place}.",
        "ruled": "The referee ruled: {text}",
        "points-scored": "{side:side} scored {points}.",
        "game-ended": "The game is over.",
    })

    def __init__(self, records: Mapping[str, Any]) -> None:
        sides = Said({"blue": "Blue", "orange": "Orange", "": "Nobody"})
        steps = ("cards", "reinforcement", "movement", "battle", "scoring")
        self.words = {
            "side": sides, "side-name": sides, "place": Named(records["map"]["hexes"], with_id=True),
            "card": Named(records["cards"]), "phase": Said({step: step for step in steps}),
            "reason": Said({"points": "points", "resigned": "the other side gave up"}), "form": ORDERS.forms,
            "option": Said({"turns": "length of the game", "calm": "calm"}),
            "kind": Said({kind: kind for kind in KINDS}),
        }


# -- the map ------------------------------------------------------------------------------------------------------

def movement() -> Course:
    return Course("movement", say("movement"))


tells = Tellers(say)
tells(UnitsMoved, arrows=Journey(movement, "{units} went from {start:place} to {place:place}.", ("start", "place")))
tells(UnitArrived, asked="arrival reinforcement")
tells(BattleFought, asked="battle fight", clash=lambda happening: Clash(
    happening.act.place, say("battle"), say("battle"), ""))


def chart(rules: Rules, position: Position) -> Chart:
    """The map as it stands."""
    sea, island = Ground("sea", say("sea"), " .", "water"), Ground("island", say("island"), "##", "shore", "sand")
    names = Named(rules.hexes)
    spots = tuple(Spot(place, names[place] if "name" in entry else "", island if "name" in entry else sea,
                       owner=entry.get("home", "")) for place, entry in rules.hexes.items())
    nations = {side: Nation(side, say(side.capitalize()), side[0].upper()) for side in SIDES}
    kinds = {kind: CounterKind(kind, say(f"{kind}s"), kind[0].upper(), SILHOUETTES[kind]) for kind in KINDS}
    key = (sea, island, *nations.values(), *kinds.values(), movement())
    sheet = Sheet(rules.board, spots, (), key)
    on_map = [unit for unit in position.units.values() if unit.place]
    return Chart(say("Turn {turn}").format(turn=position.turn), sheet,
                 tuple((side, say(side.capitalize())) for side in SIDES),
                 tuple(stacks(on_map, lambda unit: unit.place, SIDES, nations, kinds, lambda alike: "")))
