"""The fields that data and positions share: places, sides, counters, and the effects of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.games.common.validation import hex_id, list_of, one_of, table, tagged, whole
from witp_pbem.games.witp.board.data import read
from witp_pbem.games.witp.board.state import KINDS, SIDE_OF, SIDES
from witp_pbem.games.witp.rules.chapter_04_cards.effects import STACK_HAS

TURNS = 16

HEX, SIDE, ANY_SIDE, COUNT = hex_id(), one_of(*SIDES), one_of(*SIDES, "both"), whole(0)
TURN, YEAR, NATION, KIND = whole(1, TURNS), whole(1941, 1945), one_of(*dict.fromkeys(SIDE_OF)), one_of(*KINDS)


def both(form: Any, *, is_open: bool = False) -> Any:
    """Something each side has."""
    return table(dict.fromkeys(SIDES, form), is_open=is_open)


# -- effects of cards ---------------------------------------------------------------------------------------------

_STATE, _DISTANCE = one_of("any", "full", "worn"), whole(0, 99)
_NATIONS, _KINDS = list_of(NATION, 1), list_of(KIND, 1)
_OF = list_of(HEX, 1) | one_of("japan", "us", "uk", "chinese_zone", "chungking", "resources", "rangoon",
                               "victory_bases", "japan_may_not_enter_fleets")
_WHERE = table({
    "site": (one_of("port", "airfield", "any", "none"), None), "jungle": (bool, None), "region": (str, None),
    "hexes": (list_of(HEX), None), "within": (table({"of": _OF, "distance": _DISTANCE}, is_open=False), None),
    "continuing_battle": (bool, None)}, is_open=False)
_REQUIREMENTS = table({
    "turn_from": (TURN, None), "carrier": (bool, None), "stack_has": (one_of(*STACK_HAS), None),
    "air_within": (table({"side": SIDE, "of": _OF, "distance": _DISTANCE, "nationality": (_NATIONS, None),
                          "state": (_STATE, None)}, is_open=False), None),
    "base_at_air": (bool, None), "supplied": (bool, None)}, is_open=False)
_PARAMETERS: Mapping[str, Any] = {
    "side": ANY_SIDE, "target": SIDE, "owner": SIDE, "winner": SIDE, "chooser": SIDE,
    "amount": whole(-99, 99), "count": whole(1, 99), "value": whole(0, 99), "max_units": whole(1, 99),
    "hits_each": whole(0, 99), "low": whole(0, 12), "high": whole(0, 12), "nationality": _NATIONS, "types": _KINDS,
    "target_types": _KINDS, "state": _STATE, "where": _WHERE, "requires": _REQUIREMENTS, "unit": str,
    "kind": one_of("atomic_bomb"), "battle": list_of(one_of("naval", "ground", "assault"), 1),
    "action": one_of("fleet_movement", "land_movement", "amphibious_assault", "land_redeployment_by_sea",
                     "air_redeployment"),
    "role": one_of("attacker", "defender", "any"), "scope": one_of("turn", "one_battle"),
    "mode": one_of("roll_two_keep_higher", "roll_two_keep_lower"), "cost": one_of("jungle", "azoc")}
_OF_ONE_OP: Mapping[tuple[str, str], Any] = {
    ("gain_rp", "side"): SIDE, ("reveal_hand", "side"): SIDE,
    ("rebuild_unit", "where"): one_of("own_base", "allied_base"), ("place_unit", "where"): one_of("supply_source"),
    ("remove_bases", "count"): whole(1, 99, "all"), ("remove_bases", "chooser"): one_of(*SIDES, "none")}
_MAY_LACK = ("requires", "where", "nationality", "role", "scope")


def effects(more: Mapping[str, Any] = {}, left_out: Sequence[str] = ()) -> Any:
    """A list of effects in the vocabulary of the packaged cards.

    Args:
        more: the fields an effect has besides. left_out: those of the card that it lacks.
    """
    def fields(op: str, names: Sequence[str]) -> Iterator[tuple[str, Any]]:
        for name in names:
            if name not in left_out:
                form = _OF_ONE_OP.get((op, name), _PARAMETERS[name])
                yield name, (form, None) if name in _MAY_LACK and (op, name) not in _OF_ONE_OP else form

    vocabulary = read()["cards"]["vocabulary"]
    return list_of(tagged("op", {op: {**dict(fields(op, entry["params"])), **more}
                                 for op, entry in vocabulary.items()}))
