"""How the things of the game are named in a sentence: sides, places, units, card effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from witp_pbem.games.common.telling import signed
from witp_pbem.games.witp.board import names
from witp_pbem.games.witp.board.state import KINDS, Position, Unit
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import ENDINGS, REASONS, word
from witp_pbem.table.language import either, listing, parts


def the_side(side: str) -> str:
    """A side within a sentence: "the Allies"."""
    return word("side", side)


def The_side(side: str) -> str:  # noqa: N802 - a capital letter is what it makes
    """A side at the beginning of a sentence: "The Allies"."""
    return word("Side", side)


def when(position: Position) -> str:
    """The turn in words: "Turn 4, autumn 1942"."""
    space = position.data.turn(position.turn)
    return say("Turn {turn}, {season} {year}", turn=position.turn, season=word("season", space["season"]),
               year=space["year"])


def side_name(side: str) -> str:
    """A side as it stands alone: "Japan", "Allies", "Referee"."""
    return word("side-name", side)


def ending(outcome: Mapping[str, Any]) -> str:
    """How the game ended, in a sentence."""
    return say("The game is over. {side} won: {why}.", side=The_side(outcome["winner"]),
               why=ENDINGS.get(outcome["reason"], outcome["reason"]))


def place(position: Position, number: str) -> str:
    """A hex as people write it: "Manila (0606)"."""
    hexagon = position.data.map.hexes.get(number)
    return names.place(hexagon) if hexagon else number


def places(position: Position, numbers: Iterable[str]) -> str:
    """Hexes in a list."""
    return listing(place(position, number) for number in numbers)


def way(position: Position, numbers: Sequence[str]) -> str:
    """Hexes one after another: "Saigon (0507) – Manila (0606)"."""
    return " – ".join(place(position, number) for number in numbers)


def reason(code: str) -> str:
    """Why a thing happened, in words."""
    return REASONS.get(code, code)


def points(number: int) -> str:
    """Resource points."""
    return say("{number} RP", number=number)


def deck(name: str) -> str:
    """A deck in words: the opening hands are dealt from decks called "1942-opening", "1942-opening-2"."""
    year, opening, again = (*name.split("-"), "", "")[:3]
    if not opening:
        return say("{year} deck", year=year)
    if again:
        return say("pile of opening cards of {year} (deal {number})", year=year, number=again)
    return say("pile of opening cards of {year}", year=year)


def thrown(dice: Iterable[int]) -> str:
    """Dice that are added up: "3 + 4"."""
    return " + ".join(str(die) for die in dice)


# -- units ---------------------------------------------------------------------------------------------------


def unit_id(unit: Unit) -> str:
    """A unit by its id, in brackets when reduced, as wargamers write it."""
    return unit.id if unit.full else f"[{unit.id}]"


def units(position: Position, ids: Iterable[str]) -> str:
    """Units by type with their ids: "2 carrier (JP-CV-1, [JP-CV-2]), 1 naval (JP-N-1)"."""
    chosen = [position.units[key] for key in ids]
    return grouped(chosen)


def grouped(chosen: Iterable[Unit]) -> str:
    """As `units`, of units at hand."""
    pool = list(chosen)
    parts = []
    for kind in KINDS:
        alike = [unit for unit in pool if unit.kind == kind]
        if alike:
            parts.append(say("{number} {kind} ({units})", number=len(alike), kind=word("kind", kind),
                             units=listing(unit_id(unit) for unit in alike)))
    return listing(parts)


def strength(chosen: Sequence[Unit]) -> str:
    """How many units, and in brackets how many of them are reduced: "5 [1]"; a dash for none."""
    reduced = sum(not unit.full for unit in chosen)
    if not chosen:
        return "–"
    return f"{len(chosen)} [{reduced}]" if reduced else str(len(chosen))


def forces(chosen: Sequence[Unit]) -> str:
    """The units of a hex by type, reduced ones counted in brackets, with ids: "3 naval [1 reduced]: ..."."""
    told = []
    for kind in KINDS:
        for aboard in (False, True):
            alike = [unit for unit in chosen if unit.kind == kind and bool(unit.aboard) == aboard]
            if not alike:
                continue
            reduced = sum(not unit.full for unit in alike)
            what = say("{number} {kind}", number=len(alike), kind=word("kind", kind))
            if aboard:
                what = say("{units} aboard", units=what)
            if reduced:
                what = say("{units} [{number} reduced]", units=what, number=reduced)
            told.append(say("{what}: {units}", what=what, units=listing(_with_ship(unit) for unit in alike)))
    return parts(told)


def _with_ship(unit: Unit) -> str:
    return say("{unit} on {ship}", unit=unit_id(unit), ship=unit.aboard) if unit.aboard else unit_id(unit)


def standing(unit: str, position: Position) -> str:
    """Where and how a counter stands."""
    counter = position.units[unit]
    if not counter.hex:
        return say("{unit}: {status}.", unit=unit, status=word("status", counter.status))
    where = place(position, counter.hex)
    if counter.aboard:
        where = say("{place}, aboard {ship}", place=where, ship=counter.aboard)
    if counter.full:
        return say("{unit}: at full strength, {place}.", unit=unit, place=where)
    return say("{unit}: reduced, {place}.", unit=unit, place=where)


# -- cards ---------------------------------------------------------------------------------------------------


def card(position: Position, key: str) -> str:
    """A card by number and name: "1942-10 Doolittle Raid"."""
    return names.card(key, position.data.cards[key]) if key in position.data.cards else key


def effect(position: Position, record: Mapping[str, Any]) -> str:
    """What a card's effect in force means."""
    teller = _EFFECTS.get(record["op"])
    return teller(position, record) if teller else str(record["op"])


def _whom(record: Mapping[str, Any]) -> str:
    return the_side(record["for"])


def _battles(position: Position, record: Mapping[str, Any]) -> str:
    """ "every fleet battle this turn", "one assault landing as attacker at Manila (0606)"."""
    told = either(word("card-battle", kind) for kind in record["battle"])
    every = record.get("scope") == "turn"
    told = say("every {battle}", battle=told) if every else say("one {battle}", battle=told)
    match record.get("role", "any"):
        case "attacker":
            told = say("{battle} as attacker", battle=told)
        case "defender":
            told = say("{battle} as defender", battle=told)
    if record.get("nationality"):
        told = say("{battle} of {nations} units", battle=told,
                   nations=listing(word("nation", nation) for nation in record["nationality"]))
    if record.get("requires", {}).get("carrier"):
        told = say("{battle} with a full carrier", battle=told)
    told = _where(position, record.get("where", {}), told)
    return say("{battle} this turn", battle=told) if every else told


def _where(position: Position, where: Mapping[str, Any], what: str) -> str:
    """What happens, limited to some hexes."""
    if where.get("jungle"):
        what = say("{what} in jungle", what=what)
    if "region" in where:
        what = say("{what} in {region}", what=what, region=word("region", where["region"]))
    if "hexes" in where:
        what = say("{what} at {places}", what=what, places=places(position, where["hexes"]))
    if "site" in where and where["site"] in ("port", "airfield"):
        what = say("{what} at a {site}", what=what, site=word("site", where["site"]))
    return what


def _gain(_: Position, record: Mapping[str, Any]) -> str:
    return say("{amount} resource points for {side}", amount=signed(record["amount"]), side=_whom(record))


def _discount(_: Position, record: Mapping[str, Any]) -> str:
    return say.plural(record["left"], "no upkeep for {n} logistics base of {side} this turn",
                      "no upkeep for {n} logistics bases of {side} this turn", side=_whom(record))


def _forbid(position: Position, record: Mapping[str, Any]) -> str:
    return say("{forbidden} ({side}), this turn", side=_whom(record),
               forbidden=_where(position, record.get("where", {}), word("action", record["action"])))


def _die_mode(position: Position, record: Mapping[str, Any]) -> str:
    values = {"side": _whom(record), "battles": _battles(position, record)}
    if record["mode"] == "roll_two_keep_lower":
        return say("two dice for {side}, of which the lower counts, in {battles}", **values)
    return say("two dice for {side}, of which the higher counts, in {battles}", **values)


def _bonus(position: Position, record: Mapping[str, Any]) -> str:
    return say("{amount} for {side} in {battles}", amount=signed(record["amount"]), side=_whom(record),
               battles=_battles(position, record))


def _air_strength(position: Position, record: Mapping[str, Any]) -> str:
    return say("strength {strength} for each supporting air unit of {side} in {battles}", strength=record["value"],
               side=_whom(record), battles=_battles(position, record))


def _extra_hits(position: Position, record: Mapping[str, Any]) -> str:
    return say.plural(record["amount"], "{n} hit more on {side} in {battles}", "{n} hits more on {side} in {battles}",
                      side=_whom(record), battles=_battles(position, record))


def _sacrifice(position: Position, record: Mapping[str, Any]) -> str:
    each = say.plural(record["hits_each"], "each for {n} hit", "each for {n} hits")
    return say.plural(record["max_units"], "up to {n} air unit of {side} may be given up after {battles}, {each}",
                      "up to {n} air units of {side} may be given up after {battles}, {each}", side=_whom(record),
                      battles=_battles(position, record), each=each)


def _range(_: Position, record: Mapping[str, Any]) -> str:
    if not record["high"]:
        return say("no submarine attacks on stacks of {side} this turn", side=_whom(record))
    return say("submarines hit stacks of {side} on {low} to {high} this turn", side=_whom(record), low=record["low"],
               high=record["high"])


def _activation(_: Position, record: Mapping[str, Any]) -> str:
    wanted, left, side = record.get("requires", {}).get("stack_has"), record["left"], _whom(record)
    if not wanted:
        return say.plural(left, "{n} free activation for {side} this turn", "{n} free activations for {side} this turn",
                          side=side)
    if wanted == "fleet":
        return say.plural(left, "{n} free activation of a stack with a fleet for {side} this turn",
                          "{n} free activations of a stack with a fleet for {side} this turn", side=side)
    return say.plural(left, "{n} free activation of a stack with a {kind} unit for {side} this turn",
                      "{n} free activations of a stack with a {kind} unit for {side} this turn", side=side,
                      kind=word("kind", wanted))


def _stacks(_: Position, record: Mapping[str, Any]) -> str:
    amount, side = record["amount"], _whom(record)
    if amount > 0:
        return say.plural(amount, "{n} stack more to redeploy for {side} this turn",
                          "{n} stacks more to redeploy for {side} this turn", side=side)
    return say.plural(-amount, "{n} stack fewer to redeploy for {side} this turn",
                      "{n} stacks fewer to redeploy for {side} this turn", side=side)


def _ignore_cost(_: Position, record: Mapping[str, Any]) -> str:
    return say("{side} paid nothing extra for {cost} this turn", side=_whom(record), cost=word("cost", record["cost"]))


def _withdraw(_: Position, record: Mapping[str, Any]) -> str:
    return say.plural(record["left"], "{n} land unit of {side} may redeploy out of continuing battles this turn",
                      "{n} land units of {side} may redeploy out of continuing battles this turn", side=_whom(record))


_EFFECTS: Mapping[str, Callable[[Position, Mapping[str, Any]], str]] = {
    "gain_rp": _gain, "upkeep_discount": _discount, "forbid": _forbid, "die_mode": _die_mode, "combat_bonus": _bonus,
    "air_strength": _air_strength, "extra_hits": _extra_hits, "sacrifice_air": _sacrifice,
    "extra_redeployments": _stacks, "submarine_range": _range, "free_activation": _activation,
    "ignore_cost": _ignore_cost, "withdraw": _withdraw}
