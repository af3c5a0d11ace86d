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
    if record["op"] not in _EFFECTS:
        return str(record["op"])
    values = {**record, "side": the_side(record["for"]), "battles": "", "signed": signed(record.get("amount", 0))}
    if "battle" in record:
        values["battles"] = _battles(position, record)
    if "action" in record:
        values["forbidden"] = _where(position, record.get("where", {}), word("action", record["action"]))
    return _EFFECTS[record["op"]](values)


def _battles(position: Position, record: Mapping[str, Any]) -> str:
    """ "every fleet battle this turn", "one assault landing as attacker at Manila (0606)"."""
    what = either(word("card-battle", kind) for kind in record["battle"])
    every = record.get("scope") == "turn"
    what = say("every {battle}", battle=what) if every else say("one {battle}", battle=what)
    match record.get("role", "any"):
        case "attacker":
            what = say("{battle} as attacker", battle=what)
        case "defender":
            what = say("{battle} as defender", battle=what)
    if record.get("nationality"):
        what = say("{battle} of {nations} units", battle=what,
                   nations=listing(word("nation", nation) for nation in record["nationality"]))
    if record.get("requires", {}).get("carrier"):
        what = say("{battle} with a full carrier", battle=what)
    what = _where(position, record.get("where", {}), what)
    return say("{battle} this turn", battle=what) if every else what


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


def _die_mode(effect: Mapping[str, Any]) -> str:
    if effect["mode"] == "roll_two_keep_lower":
        return say("two dice for {side}, of which the lower counts, in {battles}", **effect)
    return say("two dice for {side}, of which the higher counts, in {battles}", **effect)


def _sacrifice(effect: Mapping[str, Any]) -> str:
    rate = say.plural(effect["hits_each"], "each for {n} hit", "each for {n} hits")
    return say.plural(effect["max_units"], "up to {n} air unit of {side} may be given up after {battles}, {each}",
                      "up to {n} air units of {side} may be given up after {battles}, {each}", each=rate, **effect)


def _range(effect: Mapping[str, Any]) -> str:
    if not effect["high"]:
        return say("no submarine attacks on stacks of {side} this turn", **effect)
    return say("submarines hit stacks of {side} on {low} to {high} this turn", **effect)


def _activation(effect: Mapping[str, Any]) -> str:
    wanted, left = effect.get("requires", {}).get("stack_has"), effect["left"]
    if not wanted:
        return say.plural(left, "{n} free activation for {side} this turn", "{n} free activations for {side} this turn",
                          **effect)
    if wanted == "fleet":
        return say.plural(left, "{n} free activation of a stack with a fleet for {side} this turn",
                          "{n} free activations of a stack with a fleet for {side} this turn", **effect)
    return say.plural(left, "{n} free activation of a stack with a {kind} unit for {side} this turn",
                      "{n} free activations of a stack with a {kind} unit for {side} this turn",
                      kind=word("kind", wanted), **effect)


def _stacks(effect: Mapping[str, Any]) -> str:
    if effect["amount"] > 0:
        return say.plural(effect["amount"], "{n} stack more to redeploy for {side} this turn",
                          "{n} stacks more to redeploy for {side} this turn", **effect)
    return say.plural(-effect["amount"], "{n} stack fewer to redeploy for {side} this turn",
                      "{n} stacks fewer to redeploy for {side} this turn", **effect)


# By the effect's name; what it has is its record, with the side, the battles and the amount in words.
_EFFECTS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "gain_rp": lambda effect: say("{signed} resource points for {side}", **effect),
    "upkeep_discount": lambda effect: say.plural(
        effect["left"], "no upkeep for {n} logistics base of {side} this turn",
        "no upkeep for {n} logistics bases of {side} this turn", **effect),
    "forbid": lambda effect: say("{forbidden} ({side}), this turn", **effect),
    "die_mode": _die_mode,
    "combat_bonus": lambda effect: say("{signed} for {side} in {battles}", **effect),
    "air_strength": lambda effect: say(
        "strength {value} for each supporting air unit of {side} in {battles}", **effect),
    "extra_hits": lambda effect: say.plural(
        effect["amount"], "{n} hit more on {side} in {battles}", "{n} hits more on {side} in {battles}", **effect),
    "sacrifice_air": _sacrifice,
    "extra_redeployments": _stacks,
    "submarine_range": _range,
    "free_activation": _activation,
    "ignore_cost": lambda effect: say("{side} paid nothing extra for {what} this turn",
                                      what=word("cost", effect["cost"]), **effect),
    "withdraw": lambda effect: say.plural(
        effect["left"], "{n} land unit of {side} may redeploy out of continuing battles this turn",
        "{n} land units of {side} may redeploy out of continuing battles this turn", **effect),
}
