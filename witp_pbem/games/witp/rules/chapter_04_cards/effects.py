"""Chapter 4: the card effects in force, as the other chapters ask for them. Carrying cards out is `immediate`.

An effect in force is the card's record of it (vocabulary: data/cards.json) with "id" ("1944-03/allies/0": card, user,
place on the card), "side" (who used the card), "for" (the side it concerns: japan, allies or both), "card" and,
where it can be used up, "left".

Contradictions (witp 4.5.c). What a compulsory card forbids is forbidden, so bonuses for it have nothing to add to
(EX-04). Where two effects set the same thing (strength of air support, submarine range, way of rolling), the
compulsory card's prevails, and between two of the same rank the one used later. Everything else adds up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from witp_pbem.games.witp.board.events import EffectSpent
from witp_pbem.games.witp.board.state import CARRIER, FLEET, LAND, Position, Unit
from witp_pbem.table.event import freeze
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

Effect = Mapping[str, Any]

AIR_STRENGTH = 2  # of a full air unit in support (witp 9.3.1.b)
BOTH = "both"
ONE_BATTLE, WHOLE_TURN = "one_battle", "turn"
BATTLE_WORD = {"fleet": "naval", "ground": "ground", "assault": "assault"}  # our kind of battle -> the card data's
STACK_HAS: Mapping[str, tuple[str, ...]] = {"fleet": FLEET, "carrier": (CARRIER,), "naval": ("naval",), "land": (LAND,)}
IN_BATTLE = ("combat_bonus", "air_strength", "die_mode", "extra_hits", "sacrifice_air")


class BattleScene(NamedTuple):
    """A battle about to be fought.

    Attributes:
        kind: fleet, ground or assault.
        hex: where.
        attacker: the landing side of an assault, "" in other battles.
        units: side -> ids of its fighting units (supporting air units are none).
    """

    kind: str
    hex: str
    attacker: str
    units: Mapping[str, tuple[str, ...]]


# -- what is in force -----------------------------------------------------------------------------------------


def in_force(record: Effect, card: str, user: str, place: int) -> dict[str, Any]:
    """A card's record of a lasting effect as it goes into the position."""
    effect = {key: value for key, value in record.items() if key not in ("side", "target")}
    effect["id"] = f"{card}/{user}/{place}"
    effect["card"], effect["side"] = card, user
    effect["for"] = record.get("side") or record["target"]
    if "count" in record:
        effect["left"] = record["count"]
    elif is_for_one_battle(record):
        effect["left"] = 1
    frozen: dict[str, Any] = freeze(effect)
    return frozen


def is_for_one_battle(effect: Effect) -> bool:
    """Whether an effect is for one battle its user names. Sacrifices always are: the card says "after one battle"."""
    return bool(effect["op"] in IN_BATTLE and effect.get("scope", ONE_BATTLE) == ONE_BATTLE)


def active(position: Position, op: str) -> list[Effect]:
    """The effects of one kind that are in force, in the order in which they were used."""
    return [effect for effect in position.effects if effect["op"] == op]


def remaining(position: Position, side: str, op: str) -> int:
    """How often a side may still use effects of a counted kind."""
    return sum(effect["left"] for effect in _concerning(position, side, op))


def spend(table: Table, effect_id: str) -> None:
    """Uses an effect up by one."""
    _spend(table, effect_id, 1)


def spend_discount(table: Table, side: str) -> None:
    """Ends the side's upkeep discounts: they are for this turn's base phase, used or not."""
    for effect in _concerning(table.position, side, "upkeep_discount"):
        _spend(table, effect["id"], effect["left"])


def spend_withdrawals(table: Table, side: str, count: int) -> None:
    """Notes that so many land units of the side have left continuing battles."""
    for effect in _concerning(table.position, side, "withdraw"):
        used = min(count, effect["left"])
        if used:
            _spend(table, effect["id"], used)
        count -= used


def prevailing(position: Position, effects: Sequence[Effect]) -> Effect | None:
    """Of effects that set the same thing the one that holds: compulsory before others (witp 4.5.c), then later
    before earlier."""
    compulsory = [effect for effect in effects if position.data.cards[effect["card"]]["forced"]]
    chosen = compulsory or list(effects)
    return chosen[-1] if chosen else None


def _concerning(position: Position, side: str, op: str) -> list[Effect]:
    return [effect for effect in active(position, op) if effect["for"] in (side, BOTH)]


def _spend(table: Table, effect_id: str, count: int) -> None:
    for effect in table.position.effects:
        if effect["id"] == effect_id:
            table.tell(EffectSpent("witp 4.3.b", effect_id, effect["left"] - count))
            return


# -- movement, redeployment -----------------------------------------------------------------------------------


def forbidden(position: Position, side: str, action: str, number: str = "") -> str:
    """The card that forbids a side an action this turn, in a hex if one is given; "" if none does.

    Actions: fleet_movement, land_movement (walking into the hex), amphibious_assault, land_redeployment_by_sea,
    air_redeployment.
    """
    for effect in _concerning(position, side, "forbid"):
        if effect["action"] == action and ("where" not in effect
                                           or (number and lies(position, effect["where"], number))):
            return str(effect["card"])
    return ""


def free_activations(position: Position, side: str, stacks: Sequence[Sequence[Unit]]) -> list[str]:
    """The effects that pay for activation markers of an impulse, one entry a marker.

    Args:
        stacks: for each hex activated all units that leave it; earlier ones are paid for first.
    """
    offers = _concerning(position, side, "free_activation")
    left = {effect["id"]: effect["left"] for effect in offers}
    used: list[str] = []
    for stack in stacks:
        for effect in offers:
            if left[effect["id"]] and _qualifies(effect, stack):
                left[effect["id"]] -= 1
                used.append(effect["id"])
                break
    return used


def _qualifies(effect: Effect, stack: Sequence[Unit]) -> bool:
    wanted = effect.get("requires", {}).get("stack_has")
    return wanted is None or any(unit.kind in STACK_HAS[wanted] for unit in stack)


def ignores(position: Position, side: str, cost: str) -> bool:
    """Whether the side is free of an extra movement cost this turn: "jungle" or "azoc"."""
    return any(effect["cost"] == cost for effect in _concerning(position, side, "ignore_cost"))


def extra_stacks(position: Position, side: str) -> int:
    """How many stacks more (or, below 0, fewer) the side may redeploy this turn."""
    return sum(effect["amount"] for effect in _concerning(position, side, "extra_redeployments"))


def submarine_range(position: Position, side: str) -> tuple[int, int] | None:
    """The totals on which submarines hit stacks of the side this turn instead of the table's; (0, 0): never.
    None if no card changes the table (witp 10.4.c)."""
    effect = prevailing(position, _concerning(position, side, "submarine_range"))
    return (effect["low"], effect["high"]) if effect else None


def withdrawals(position: Position, side: str) -> int:
    """How many land units of the side may still redeploy out of continuing battles (against witp 9.7.e)."""
    return remaining(position, side, "withdraw")


# -- battles --------------------------------------------------------------------------------------------------


def invocable(position: Position, side: str, scene: BattleScene) -> list[Effect]:
    """The effects for one battle that the side has not used yet and can name for this one.

    A card is invoked as a whole: the effects of the same card go together.
    """
    return [effect for effect in position.effects
            if effect["side"] == side and is_for_one_battle(effect) and effect["left"] > 0
            and any(_applies(position, concerned, scene, effect) for concerned in scene.units)]


def bonuses(position: Position, side: str, scene: BattleScene, invoked: Sequence[str]) -> list[tuple[str, int]]:
    """What cards add to a side's total, as (card, amount); `invoked` are ids of effects for one battle."""
    return [(effect["card"], effect["amount"])
            for effect in _in_battle(position, side, scene, invoked, "combat_bonus")]


def air_strength(position: Position, side: str, scene: BattleScene, invoked: Sequence[str]) -> int:
    """The strength with which each full air unit of the side supports the battle."""
    effect = prevailing(position, _in_battle(position, side, scene, invoked, "air_strength"))
    return int(effect["value"]) if effect else AIR_STRENGTH


def die_mode(position: Position, side: str, scene: BattleScene, invoked: Sequence[str]) -> str:
    """How the side rolls: "roll_two_keep_higher", "roll_two_keep_lower" or "" for one die as usual."""
    effect = prevailing(position, _in_battle(position, side, scene, invoked, "die_mode"))
    return str(effect["mode"]) if effect else ""


def extra_hits(position: Position, side: str, scene: BattleScene, invoked: Sequence[str]) -> int:
    """How many hits more the side suffers."""
    return sum(effect["amount"] for effect in _in_battle(position, side, scene, invoked, "extra_hits"))


def sacrifice(position: Position, side: str, scene: BattleScene, invoked: Sequence[str]) -> Effect | None:
    """The effect by which the side may remove air units that supported, for hits on the enemy; None without one."""
    sacrifices = _in_battle(position, side, scene, invoked, "sacrifice_air")
    return sacrifices[0] if sacrifices else None


def _in_battle(position: Position, side: str, scene: BattleScene, invoked: Sequence[str], op: str) -> list[Effect]:
    """The effects of one kind that work on a side in a battle: those of the whole turn and those invoked."""
    return [effect for effect in active(position, op)
            if (not is_for_one_battle(effect) or effect["id"] in invoked)
            and _applies(position, side, scene, effect)]


def _applies(position: Position, side: str, scene: BattleScene, effect: Effect) -> bool:
    """Whether an effect works on a side in a battle: its kind, the side's part in it, place, units."""
    if effect["for"] not in (side, BOTH) or BATTLE_WORD[scene.kind] not in effect["battle"]:
        return False
    role = effect.get("role", "any")
    if role != "any" and (not scene.attacker or (role == "attacker") != (scene.attacker == side)):
        return False
    if not lies(position, effect.get("where", {}), scene.hex):
        return False
    fighting = [position.units[unit] for unit in scene.units.get(side, ())]
    if "nationality" in effect and not any(unit.nation in effect["nationality"] for unit in fighting):
        return False
    if effect.get("requires", {}).get("carrier"):
        if scene.kind == "assault":  # carriers in the hex take part (witp 9.5.1.c)
            fighting = position.of(side, scene.hex)
        return any(unit.kind == CARRIER and unit.full for unit in fighting)
    return True


# -- filters --------------------------------------------------------------------------------------------------


def lies(position: Position, where: Mapping[str, Any], number: str) -> bool:
    """Whether a hex satisfies every filter of a card's `where`.

    Raises:
        ValueError: the card data hold a filter nobody knows.
    """
    return all(_passes(position, key, value, number) for key, value in where.items())


def _passes(position: Position, key: str, value: Any, number: str) -> bool:
    hexagon = position.data.map[number]
    match key:
        case "site":
            return bool(hexagon.site) if value == "any" else hexagon.site == ("" if value == "none" else value)
        case "jungle":
            return hexagon.jungle is bool(value)
        case "region":
            return value in hexagon.regions
        case "hexes":
            return number in value
        case "within":
            return is_near(position, number, value["of"], value["distance"])
        case "continuing_battle":
            return (number in position.continuing) is bool(value)
        case _:
            raise ValueError(f"unknown filter {key!r} in the card data")


def is_near(position: Position, number: str, of: str | Sequence[str], distance: int) -> bool:
    """Whether a hex lies at most so many hexes from one of a list, or of the hexes a map list names
    ("japan": the Japanese supply sources)."""
    board = position.data.map
    if isinstance(of, str):
        lists = {**board.record["rule_hexes"], **board.record["supply_sources"]}
        if of not in lists:
            raise ValueError(f"unknown list of hexes {of!r} in the card data")
        of = lists[of]["hexes"]
    return any(board.distance(number, end) <= distance for end in of)
