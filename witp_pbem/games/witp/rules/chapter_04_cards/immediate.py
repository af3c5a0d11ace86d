"""Chapter 4: carrying out a card (witp 4.3). What lasts becomes an effect in force, all else happens at once.

Only the instruction for the user's side counts (witp 4.3.a). An effect whose requirement does not hold, or that
finds nothing to strike, does nothing, and the report says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from witp_pbem.games.common import decks
from witp_pbem.games.witp.board.events import (
    BaseRemoved,
    CardShown,
    CargoShifted,
    EffectBegan,
    Noted,
    SuddenDeathEnded,
    UnitPlaced,
    UnitRebuilt,
    UnitReduced,
    UnitRemoved,
)
from witp_pbem.games.witp.board.state import ALLIES, NAVAL, Position
from witp_pbem.games.witp.rules.chapter_03_sequence import victory
from witp_pbem.games.witp.rules.chapter_04_cards.effects import Effect, in_force
from witp_pbem.games.witp.rules.chapter_04_cards.targets import (
    RULE,
    STRIKING,
    Targets,
    instruction,
    requirement_holds,
    struck,
)
from witp_pbem.games.witp.rules.consequences import settle
from witp_pbem.table.table import Table

LASTING = frozenset({
    "gain_rp", "upkeep_discount", "forbid", "die_mode", "combat_bonus", "air_strength", "extra_hits", "sacrifice_air",
    "extra_redeployments", "submarine_range", "free_activation", "ignore_cost", "withdraw"})


def carry_out(table: Table, side: str, card: str, targets: Targets) -> None:
    """Carries out the instruction of a card for the side that used it, effect by effect as printed.

    Args:
        targets: what the user named when declaring the card.
    Raises:
        GameOver: the card, or what follows from it, ends the game.
    """
    effects = instruction(table.position, card, side)["effects"]
    if not effects:
        _without_effect(table, side, card, "no-instruction")
    for place, effect in enumerate(effects):
        why = _carry_out_one(table, side, card, place, effect, targets.get(place, ()))
        if why:
            _without_effect(table, side, card, why)


def _without_effect(table: Table, side: str, card: str, why: str) -> None:
    table.tell(Noted(RULE, "card-without-effect", {"card": card, "side": side, "why": why}))


def _carry_out_one(table: Table, side: str, card: str, place: int, effect: Effect, named: tuple[str, ...]) -> str:
    """Carries out one effect. Returns why it did nothing, "" if it did something."""
    position = table.position
    if not requirement_holds(position, effect):
        return "requirement"
    if effect["op"] in LASTING:
        table.tell(EffectBegan(RULE, in_force(effect, card, side, place)))
        return ""
    if effect["op"] in STRIKING:
        return _strike(table, effect, struck(table, side, card, effect, named))
    if effect["op"] not in _AT_ONCE:
        raise ValueError(f"unknown effect {effect['op']!r} on card {card}")
    return _AT_ONCE[effect["op"]](table, effect)


# -- effects at once ------------------------------------------------------------------------------------------


def _strike(table: Table, effect: Effect, chosen: Sequence[str]) -> str:
    """Strikes units or hexes one after the other; then follows what follows from units and bases that came or went."""
    for name in chosen:
        match effect["op"]:
            case "lose_unit":
                lose(table, name)
            case "hit_unit":
                _hit(table, name)
            case "rebuild_unit":
                table.tell(UnitRebuilt(RULE, name, table.position.units[name].hex, 0, "card"))
            case "remove_bases":
                table.tell(BaseRemoved(RULE, effect["owner"], name, "card"))
            case "place_unit":
                table.tell(UnitPlaced(RULE, effect["unit"], name, "card"))
    if not chosen:
        return "no-target"
    settle(table)
    return ""


def _hit(table: Table, name: str) -> None:
    """One hit: a full unit is reduced, a reduced one lost. Its cargo is not hit: R-62 speaks of hits in battle."""
    unit = table.position.units[name]
    if unit.full:
        table.tell(UnitReduced(RULE, name, unit.hex, "card"))
    else:
        lose(table, name)


def lose(table: Table, name: str) -> None:
    """Removes a unit. What a ship carries shifts to an empty surface fleet of its side beside it, or is lost too
    (R-62)."""
    position = table.position
    ship = position.units[name]
    if not ship.hex:  # lost with its ship already
        return
    cargo = position.cargo(name)
    for land in cargo:
        berth = next((other for other in position.of(ship.side, ship.hex, NAVAL)
                      if other.id != name and other.water == ship.water and not position.cargo(other.id)), None)
        if berth:
            table.tell(CargoShifted("witp 9.6.1.i", land.id, berth.id))
            position = table.position
    table.tell(UnitRemoved(RULE, name, ship.hex, "card"))
    for land in cargo:
        if table.position.units[land.id].aboard == name:
            table.tell(UnitRemoved(RULE, land.id, ship.hex, "cargo"))


def _reveal_hand(table: Table, effect: Effect) -> str:
    """All cards the side holds at this moment are laid open. If it has not used its card yet it shows two, one of
    which it is about to use."""
    shown = False
    for slot in table.position.hands[effect["side"]]:
        if not decks.is_open(slot):
            held = decks.card_in(table, slot)
            decks.show(table, slot, held)
            table.tell(CardShown(RULE, effect["side"], slot, held))
            shown = True
    return "" if shown else "no-target"


def has_sudden_death(position: Position) -> bool:
    """Whether the optional sudden-death rule is in use and has not ended yet."""
    return bool(position.options.get("sudden_death")) and not position.sudden_death_void


def end_sudden_death(table: Table) -> bool:
    """Ends the optional sudden-death rule (witp SD.c). False if it is not in use or has ended before."""
    if not has_sudden_death(table.position):
        return False
    table.tell(SuddenDeathEnded("witp SD.c"))
    return True


def _cancel_sudden_death(table: Table, effect: Effect) -> str:
    return "" if end_sudden_death(table) else "no-target"


def _end_game(table: Table, effect: Effect) -> str:
    rule = "witp 3.2.d" if effect["winner"] == ALLIES else RULE
    victory.end(table, effect["winner"], rule, effect["kind"].replace("_", "-"))
    return ""


def _no_effect(table: Table, effect: Effect) -> str:
    return "no-effect"


_AT_ONCE: dict[str, Callable[[Table, Effect], str]] = {
    "reveal_hand": _reveal_hand, "cancel_sudden_death": _cancel_sudden_death, "end_game": _end_game,
    "no_effect": _no_effect}
