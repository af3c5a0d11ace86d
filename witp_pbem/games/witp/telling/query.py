"""What players ask about, and what became of a counter: the words of a question, the things an event concerns."""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.names import card_title
from witp_pbem.games.witp.board.state import ALLIES, ENEMY, JAPAN, Position
from witp_pbem.games.witp.orders.lexicon import lexicon
from witp_pbem.games.witp.telling.phrases import place, reason, thrown, units, way
from witp_pbem.games.witp.telling.tellers import pieces_of
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import word
from witp_pbem.table.event import Event, texts
from witp_pbem.table.language import in_a_row
from witp_pbem.table.story import Happening, Paragraph, Query
from witp_pbem.table.tokens import Token, tokens

_LOSSES = "unit-reduced unit-removed base-removed"
_POINTS = "resources-determined resources-changed upkeep-paid"
# A word of a question -> the events it asks about.
_ASKED: Mapping[str, str] = {
    **dict.fromkeys(("battle", "battles", "combat", "fight", "戦闘"), "battle-fought"),
    **dict.fromkeys(("lose", "loses", "lost", "loss", "losses", "hit", "hits", "removed", "eliminated", "損害", "損失",
                     "失った"), _LOSSES),
    **dict.fromkeys(("points", "point", "rp", "resources", "upkeep", "ポイント", "点"), _POINTS),
    **dict.fromkeys(("supply", "補給"), "supply-checked"),
    **dict.fromkeys(("landing", "landings", "landed", "assault", "上陸"), "landed assault"),
    **dict.fromkeys(("retreat", "retreats", "retreated", "退却"), "retreated"),
    **dict.fromkeys(("submarine", "submarines", "潜水艦"), "submarines-attacked"),
    **dict.fromkeys(("move", "moved", "movement", "impulse", "impulses", "移動"), "impulse-made stack-moved"),
    **dict.fromkeys(("redeploy", "redeployed", "redeployment", "再配置"), "stack-redeployed"),
    **dict.fromkeys(("rebuild", "rebuilt", "rebuilding", "再建"), "unit-rebuilt"),
    **dict.fromkeys(("reinforcement", "reinforcements", "増援"), "unit-placed unit-waits"),
    **dict.fromkeys(("base", "bases", "基地", "兵站基地"), "base-built base-removed upkeep-paid"),
    **dict.fromkeys(("card", "cards", "カード"), "card-used card-shown card-drawn"),
    **dict.fromkeys(("victory", "win", "wins", "won", "winner", "over", "ended", "勝利", "勝敗"), "game-ended"),
    **dict.fromkeys(("ruling", "rulings", "裁定"), "ruled"),
}
# A word beside "battle" -> the kind of battle it asks about.
_KINDS = {"fleet": "fleet battle", "naval": "fleet battle", "艦隊": "fleet battle", "ground": "ground battle",
          "地上": "ground battle"}
_LOST = frozenset({"lose", "loses", "lost"})


def query(words: str, position: Position) -> Query:
    """What the words of a question name: places, counters, cards, sides, and kinds of events."""
    said = tokens(words, lexicon(position.data))
    known = {unit.casefold(): unit for unit in position.units}
    spoken = [token.text.casefold().strip("?!.,") for token in said]
    places = {number for token in said for number in token.places if number in position.data.map}
    named = tuple(dict.fromkeys(known[name] for name in spoken if name in known))
    cards = {name for name in spoken if name in position.data.cards}
    cards |= {key for key, record in position.data.cards.items()
              if any(title and title.casefold() in words.casefold() for title in (record["name"], card_title(record)))}
    sides = {side for token in said if (side := _side(token)) in (JAPAN, ALLIES)}
    codes = {code for name in spoken for code in _ASKED.get(name, "").split()}
    codes |= {name for name in spoken if name in _CODES}
    if "battle-fought" in codes and (kinds := {_KINDS[name] for name in spoken if name in _KINDS}):
        codes = codes - {"battle-fought"} | kinds
    if _LOST & set(spoken) and position.outcome and not (places or named or cards):
        codes = {"game-ended"}  # who asks why a side lost means the game
    return Query(frozenset(places), named, frozenset(cards), frozenset(sides), frozenset(codes))


def _side(token: Token) -> str:
    """The side a word names; American and British things are nobody's whole side."""
    return {"japan": JAPAN, "japanese": JAPAN, "japan's": JAPAN, "japan’s": JAPAN, "日本": JAPAN, "日本軍": JAPAN,
            "allies": ALLIES, "allied": ALLIES, "連合": ALLIES, "連合軍": ALLIES}.get(token.text.casefold(), "")


_CODES = frozenset(kind.code() for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, Event)
                   and kind is not Event)


def about(happening: Happening) -> frozenset[str]:
    """Everything an event concerns: every text in its fields, the side of the counter it is told of, its code."""
    act = happening.act
    if not isinstance(act, Event):
        return frozenset()
    unit = happening.position_before.units.get(getattr(act, "unit", ""))
    found = {act.code(), *texts(act)}
    if unit:
        found.add(unit.side)
    if isinstance(act, e.ImpulseMade) and act.ruled:
        found.add(e.Ruled.code())
    if isinstance(act, e.BattleFought):
        found.add(f"{act.kind} battle")
    if isinstance(act, e.GameEnded):
        found |= {JAPAN, ALLIES}  # it is everybody's end
    return frozenset(found)


# -- a counter's life -----------------------------------------------------------------------------------------


def standing(unit: str, position: Position) -> str:
    """Where and how a counter stands."""
    found = position.units[unit]
    if not found.hex:
        return say("{unit}: {status}.", unit=unit, status=word("status", found.status))
    where = place(position, found.hex)
    if found.aboard:
        where = say("{place}, aboard {ship}", place=where, ship=found.aboard)
    if found.full:
        return say("{unit}: at full strength, {place}.", unit=unit, place=where)
    return say("{unit}: reduced, {place}.", unit=unit, place=where)


def fate(unit: str, happening: Happening) -> str:
    """What an event meant for one counter, in a sentence; "" for nothing."""
    act, before = happening.act, happening.position_before
    if not isinstance(act, Event) or unit not in about(happening):
        return ""
    where = place(before, getattr(act, "hex", ""))
    match act:
        case e.BattleFought():
            return _fought(unit, act, before)
        case e.UnitReduced():
            return say("was reduced at {place}: {why}.", place=where, why=reason(act.reason))
        case e.UnitRemoved():
            return say("was eliminated at {place}: {why}.", place=where, why=reason(act.reason))
        case e.UnitRebuilt():
            return say("was brought to full strength at {place}: {why}.", place=where, why=reason(act.reason))
        case e.UnitPlaced():
            return say("came onto the map at {place}: {why}.", place=where, why=reason(act.reason))
        case e.StackMoved():
            route = way(before, (act.origin, *act.route))
            ship = dict(act.aboard).get(unit)
            if ship:
                return say("moved by sea, aboard {ship}: {way}.", ship=ship, way=route)
            return say("moved: {way}.", way=route)
        case e.Landed():
            return say("went ashore at {place}: {why}.", place=where, why=reason(act.reason))
        case e.Retreated():
            return say("retreated from {origin} to {place}.", origin=place(before, act.origin), place=where)
        case e.StackRedeployed():
            return say("redeployed from {origin} to {place}.", origin=place(before, act.origin), place=where)
        case e.SupplyChecked():
            return say("was found out of supply at {place}.", place=place(before, before.units[unit].hex))
        case e.SubmarinesAttacked():
            return say("its stack was attacked by submarines: dice {dice} = {total}, hit on {low} to {high}.",
                       dice=thrown(act.dice), total=sum(act.dice), low=act.low, high=act.high)
    told = [piece.text for piece in pieces_of(happening) if isinstance(piece, Paragraph)]
    return in_a_row(told) if told else say("{what}.", what=units(happening.position_after, [unit]))


def _fought(unit: str, event: e.BattleFought, position: Position) -> str:
    """A counter's part in a battle."""
    side = position.units[unit].side
    force, enemy = event.forces[side], event.forces[ENEMY[side]]
    values = {"battle": word("battle", event.kind), "place": place(position, event.hex), "own": force.total,
              "enemy": enemy.total}
    if unit in force.support:
        return say("supported the battle at {place} ({battle}): {own} to {enemy}.", **values)
    return say("fought at {place} ({battle}): {own} to {enemy}.", **values)
