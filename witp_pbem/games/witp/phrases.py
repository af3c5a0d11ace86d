"""How the things of the game are named in a sentence: sides, places, units, card effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from witp_pbem.games.witp.state import KINDS, Position, Unit
from witp_pbem.games.witp.wording import ENDINGS, REASONS, word


def the_side(side: str) -> str:
    """A side within a sentence: "the Allies"."""
    return word("side", side)


def The_side(side: str) -> str:  # noqa: N802 - a capital letter is what it makes
    """A side at the beginning of a sentence: "The Allies"."""
    return word("Side", side)


def when(position: Position) -> str:
    """The turn in words: "Turn 4, autumn 1942"."""
    space = position.data.turn(position.turn)
    return f"Turn {position.turn}, {word('season', space['season'])} {space['year']}"


def side_name(side: str) -> str:
    """A side as it stands alone: "Japan", "Allies", "Referee"."""
    return word("side-name", side)


def ending(outcome: Mapping[str, Any]) -> str:
    """How the game ended, in a sentence."""
    why = ENDINGS.get(outcome["reason"], outcome["reason"])
    return f"The game is over. {The_side(outcome['winner'])} won: {why}."


def place(position: Position, number: str) -> str:
    """A hex as people write it: "Manila (0606)"."""
    return position.data.map.name(number)


def places(position: Position, numbers: Iterable[str]) -> str:
    """Hexes in a list."""
    return ", ".join(place(position, number) for number in numbers)


def way(position: Position, numbers: Sequence[str]) -> str:
    """Hexes one after another: "Saigon (0507) – Manila (0606)"."""
    return " – ".join(place(position, number) for number in numbers)


def reason(code: str) -> str:
    """Why a thing happened, in words."""
    return REASONS.get(code, code)


def count(number: int, one: str, more: str = "") -> str:
    """A number of things: "1 base", "2 bases"."""
    return f"{number} {one if number == 1 else more or one + 's'}"


def points(number: int) -> str:
    """Resource points."""
    return f"{number} RP"


def signed(number: int) -> str:
    """A number with its sign, and a true minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


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
            parts.append(f"{len(alike)} {word('kind', kind)} ({', '.join(unit_id(unit) for unit in alike)})")
    return ", ".join(parts)


def strength(chosen: Sequence[Unit]) -> str:
    """How many units, and in brackets how many of them are reduced: "5 [1]"; a dash for none."""
    reduced = sum(not unit.full for unit in chosen)
    if not chosen:
        return "–"
    return f"{len(chosen)} [{reduced}]" if reduced else str(len(chosen))


def forces(chosen: Sequence[Unit]) -> str:
    """The units of a hex by type, reduced ones counted in brackets, with ids: "3 naval [1 reduced]: ..."."""
    parts = []
    for kind in KINDS:
        for aboard in (False, True):
            alike = [unit for unit in chosen if unit.kind == kind and bool(unit.aboard) == aboard]
            if not alike:
                continue
            reduced = sum(not unit.full for unit in alike)
            words = f"{len(alike)} {word('kind', kind)}" + (" aboard" if aboard else "")
            words += f" [{reduced} reduced]" if reduced else ""
            parts.append(f"{words}: {', '.join(_with_ship(unit) for unit in alike)}")
    return "; ".join(parts)


def _with_ship(unit: Unit) -> str:
    return f"{unit_id(unit)} on {unit.aboard}" if unit.aboard else unit_id(unit)


# -- cards ---------------------------------------------------------------------------------------------------


def card(position: Position, key: str) -> str:
    """A card by number and name: "1942-10 Doolittle Raid"."""
    return position.data.card_name(key) if key in position.data.cards else key


def effect(position: Position, record: Mapping[str, Any]) -> str:
    """What a card's effect in force means."""
    teller = _EFFECTS.get(record["op"])
    return teller(position, record) if teller else str(record["op"])


def _whom(record: Mapping[str, Any]) -> str:
    return the_side(record["for"])


def _battles(position: Position, record: Mapping[str, Any]) -> str:
    """ "in every fleet battle this turn", "in one assault landing as attacker at Manila (0606)"."""
    kinds = " or ".join(word("card-battle", kind) for kind in record["battle"])
    every = record.get("scope") == "turn"
    words = f"in {'every' if every else 'one'} {kinds}"
    if record.get("role", "any") != "any":
        words += f" as {record['role']}"
    if record.get("nationality"):
        words += " of " + ", ".join(word("nation", nation) for nation in record["nationality"]) + " units"
    if record.get("requires", {}).get("carrier"):
        words += " with a full carrier"
    words += _where(position, record.get("where", {}))
    return f"{words} this turn" if every else words


def _where(position: Position, where: Mapping[str, Any]) -> str:
    words = ""
    if where.get("jungle"):
        words += " in jungle"
    if "region" in where:
        words += f" in {word('region', where['region'])}"
    if "hexes" in where:
        words += f" at {places(position, where['hexes'])}"
    if "site" in where and where["site"] in ("port", "airfield"):
        words += f" at a {word('site', where['site'])}"
    return words


def _discount(_: Position, record: Mapping[str, Any]) -> str:
    return f"no upkeep for {count(record['left'], 'logistics base')} of {_whom(record)} this turn"


def _forbid(position: Position, record: Mapping[str, Any]) -> str:
    return f"{word('action', record['action'])}{_where(position, record.get('where', {}))} ({_whom(record)}), this turn"


def _die_mode(position: Position, record: Mapping[str, Any]) -> str:
    kept = "lower" if record["mode"] == "roll_two_keep_lower" else "higher"
    return f"two dice for {_whom(record)}, of which the {kept} counts, {_battles(position, record)}"


def _range(_: Position, record: Mapping[str, Any]) -> str:
    if not record["high"]:
        return f"no submarine attacks on stacks of {_whom(record)} this turn"
    return f"submarines hit stacks of {_whom(record)} on {record['low']} to {record['high']} this turn"


def _activation(_: Position, record: Mapping[str, Any]) -> str:
    wanted = record.get("requires", {}).get("stack_has")
    of = f" of a stack with a {word('kind', wanted)} unit" if wanted and wanted != "fleet" else \
        " of a stack with a fleet" if wanted else ""
    return f"{count(record['left'], 'free activation')}{of} for {_whom(record)} this turn"


def _stacks(_: Position, record: Mapping[str, Any]) -> str:
    more = "more" if record["amount"] > 0 else "fewer"
    return f"{count(abs(record['amount']), 'stack')} {more} to redeploy for {_whom(record)} this turn"


_EFFECTS: Mapping[str, Callable[[Position, Mapping[str, Any]], str]] = {
    "gain_rp": lambda _, record: f"{signed(record['amount'])} resource points for {_whom(record)}",
    "upkeep_discount": _discount,
    "forbid": _forbid,
    "die_mode": _die_mode,
    "combat_bonus": lambda position, record: (
        f"{signed(record['amount'])} for {_whom(record)} {_battles(position, record)}"),
    "air_strength": lambda position, record: (
        f"strength {record['value']} for each supporting air unit of {_whom(record)} {_battles(position, record)}"),
    "extra_hits": lambda position, record: (
        f"{count(record['amount'], 'hit')} more on {_whom(record)} {_battles(position, record)}"),
    "sacrifice_air": lambda position, record: (
        f"up to {count(record['max_units'], 'air unit')} of {_whom(record)} may be given up after "
        f"{_battles(position, record)[3:]}, each for {count(record['hits_each'], 'hit')}"),
    "extra_redeployments": _stacks,
    "submarine_range": _range,
    "free_activation": _activation,
    "ignore_cost": lambda _, record: f"{_whom(record)} paid nothing extra for {word('cost', record['cost'])} this turn",
    "withdraw": lambda _, record: (
        f"{count(record['left'], 'land unit')} of {_whom(record)} may redeploy out of continuing battles this turn"),
}
