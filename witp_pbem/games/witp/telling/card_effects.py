"""What a card's effect in force means, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from witp_pbem.games.common.nouns import signed
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.telling.nouns import places, the_side
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import word
from witp_pbem.table.language import either, listing


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
