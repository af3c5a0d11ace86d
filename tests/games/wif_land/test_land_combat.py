"""Land combat: the two positions come out as they were reckoned by hand, whatever is listed is legal, and odds,
retreats and advances at their edges."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.games.wif_land.steps import LUZON, SMOLENSK, begun, by_code, opening, play, read, with_units
from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.wif_land.board.events import (
    AttackFought,
    DropEnded,
    HeadquartersRolled,
    OddsReckoned,
    OddsShifted,
    StrengthReckoned,
    TableChosen,
    UnitsAdvanced,
    UnitsDestroyed,
    UnitsRetreated,
    UnitsTurned,
)
from witp_pbem.games.wif_land.board.state import ALLIES, AXIS, GROUND, Attack, Position, Unit
from witp_pbem.games.wif_land.rules.land_combat import odds, retreat, table_choice
from witp_pbem.games.wif_land.rules.land_combat.odds import Odds
from witp_pbem.games.wif_land.rules.land_combat.result import Result
from witp_pbem.table.demand import Demand, Understood
from witp_pbem.table.problem import OrderValue


def units(order: str, hex: str, *names: str) -> OrderValue:  # noqa: A002
    return ordered(order, hex=hex, units=list(names))


def agreed(position: Position, *yes: str, **options: str) -> Position:
    """The position with options in force."""
    return position.but(options={**dict.fromkeys(yes, "yes"), **options})


# -- the two positions ----------------------------------------------------------------------------------------------


def test_the_road_to_moscow() -> None:
    sitting = play(agreed(opening(SMOLENSK, "declaration"), "option_39", "option_41"), by_code(
        attack=[units("attack", "0303", "g47", "g08", "g41"), units("attack", "0301", "g74", "g45")],
        missions=[units("fly", "0303", "gju")],
        table=[ordered("use", table="blitz"), ordered("use", table="assault")]), [4, 6, 9, 3])
    assert [(event.attack, event.defence, event.odds, event.percent, event.die, event.rounds_up, event.final,
             event.column, event.modifiers) for event in sitting.events_of(OddsReckoned)] == [
        (28, 5, "5:1", 60, 4, True, "6:1", "6:1", ("face-down 1",)),
        (11, 7, "1:1", 50, 9, False, "1:1", "1:1", ("face-down 1",))]
    assert [(event.side, event.table, event.barred) for event in sitting.events_of(TableChosen)] == [
        (AXIS, "blitz", ""), (ALLIES, "assault", "city")]
    assert [(event.number, event.result, event.is_reconstructed) for event in sitting.events_of(AttackFought)] == [
        (7, "-/1B", True), (4, "1/-", True)]


def test_the_landing_at_lingayen() -> None:
    sitting = play(agreed(opening(LUZON, "invasion"), "option_38", "option_39"), by_code(
        invade=[units("invade", "0203", "jsnlf", "j18")], paradrop=[units("drop", "0303", "j1abn")],
        attack=[units("attack", "0302", "j02")], bombardment=[units("bombard", "0203", "jscs")],
        table=[ordered("use", table="assault")] * 3), [5, 8, 8])
    mine, theirs = sitting.events_of(StrengthReckoned)[:2]
    assert (mine.ground, mine.bombardment, mine.total, theirs.notional, theirs.total) == ("6", "2", 8, "6", 8)
    assert mine.units == (("jsnlf", "4", "4"), ("j18", "4", "invasion 1/2", "2"))
    assert mine.support == (("jscs", "bombardment", "4", "section -2", "2"),)
    assert [(event.attack, event.defence, event.final, event.modifiers)
            for event in sitting.events_of(OddsReckoned)] == [
        (8, 8, "1:1", ()), (4, 2, "2:1", ("face-down 1",)), (5, 8, "1:2", ())]
    assert [event.result for event in sitting.events_of(AttackFought)] == ["1/-", "-/1R", "1/1"]
    assert [event.succeeds for event in sitting.events_of(DropEnded)] == [True]


# -- what is listed -------------------------------------------------------------------------------------------------


def test_what_is_listed_is_legal_in_every_step() -> None:
    """Over random positions: each choice is legal, means the same read again, and is told but once."""
    chance = Random(19)
    codes: set[str] = set()

    def answer(demand: Demand) -> OrderValue:
        codes.add(demand.code)
        listed = list(demand.choices())
        assert listed and len({str(value) for value in listed}) == len(listed)
        for value in listed:
            order = read(value)
            verdict = demand.judge(order)
            assert demand.matches(order) and isinstance(verdict, Understood) and verdict.order == value
        return chance.choice(listed)

    for _ in range(250):
        play(scattered(chance), answer, [chance.randint(1, 10) for _ in range(99)])
    assert codes >= {"attack", "notional", "bombardment", "defensive-bombardment", "support", "defensive-support",
                     "missions", "next-combat", "table", "losses", "retreat", "advance"}


def scattered(chance: Random) -> Position:
    """Units anywhere on one of the maps, with any options, before invasions."""
    position = opening(chance.choice((SMOLENSK, LUZON)), "invasion")
    land = [hex for hex in position.map.hexes if position.terrain(hex).movement]
    held: dict[str, str] = {hex: chance.choice((AXIS, ALLIES)) for hex in land}
    placed = [_any_unit(chance, position, f"u{number}", held) for number in range(chance.randint(4, 20))]
    options = {name: chance.choice(option["values"]) for name, option in position.data.options.items()
               if name != "option_43"}
    weather = {"default": chance.choice(["fair", "fair", "rain", "snow", "storm"])}
    return with_units(position, placed).but(options=options, weather=weather, limits={}, control=held)


def _any_unit(chance: Random, position: Position, name: str, held: dict[str, str]) -> Unit:
    place = chance.choice([*held, *position.map.areas, *position.map.areas])
    if place in position.map.areas:
        kind, aboard = chance.choice([("SCS", ""), ("MAR", "TRS"), ("INF", "TRS")])
        side = chance.choice((AXIS, ALLIES)) if kind == "SCS" else AXIS
    else:
        kind, aboard, side = chance.choice((*GROUND, "ARM", "LND", "FTR")), "", held[place]
    section = chance.randint(1, 4) if place in position.map.areas else -1
    return Unit(name, side, chance.choice(position.powers[side]), kind, place, combat=chance.randint(0, 9),
                movement=chance.randint(1, 6), reorganisation=4, tactical=chance.randint(1, 6), bombardment=5,
                division=chance.random() < .3, motorised=kind in ("ARM", "MECH"), tank_buster=chance.random() < .3,
                full=chance.random() < .8, section=section, aboard=aboard)


# -- odds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("attack", "defence", "expected"), [
    (19, 5, "3:1"), (8, 3, "2:1"), (5, 0, "10:1"), (4, 9, "1:3"), (4, 8, "1:2"), (99, 5, "10:1"), (0, 4, "0:1"),
    (7, 7, "1:1")])
def test_odds(attack: int, defence: int, expected: str) -> None:
    assert str(odds.of_strengths(opening(SMOLENSK, "combat"), attack, defence)) == expected


@pytest.mark.parametrize(("attack", "defence", "percent"), [
    (19, 5, 80), (28, 5, 60), (11, 7, 50), (10, 5, 0), (4, 9, 0), (51, 5, 0), (5, 0, 0), (109, 11, 90)])
def test_what_the_odds_drop(attack: int, defence: int, percent: int) -> None:
    assert odds.dropped(opening(SMOLENSK, "combat"), attack, defence) == percent


@pytest.mark.parametrize(("before", "columns", "after", "column", "below"), [
    (Odds(4, 1), -1, "3:1", "3:1", 0), (Odds(1, 1), -1, "1:2", "1:2", 0), (Odds(1, 2), -2, "1:4", "1:2", 2),
    (Odds(1, 3), 2, "1:1", "1:1", 0), (Odds(10, 1), 1, "10:1", "10:1", 0), (Odds(0, 1), 1, "0:1", "1:2", 0)])
def test_shifts_go_on_below_the_least_column(before: Odds, columns: int, after: str, column: str, below: int) -> None:
    position = opening(SMOLENSK, "combat")
    shifted = odds.shifted(position, before, columns)
    assert (str(shifted), odds.column(position, shifted), odds.steps_below(position, shifted)) == (after, column, below)


@pytest.mark.parametrize(("cell", "expected"), [
    ("1/1R", Result(1, 1, "R", False)), ("-/2B*", Result(0, 2, "B", True)), ("3/-", Result(3, 0, "", False))])
def test_results(cell: str, expected: Result) -> None:
    assert Result.of(cell) == expected


# -- headquarters ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "shift", "turned"), [
    ((1, 1), 0, ("gbock", "rtimo")), ((9, 1), 1, ("gbock",)), ((1, 9), -1, ("rtimo",)), ((9, 9), 0, ())])
def test_headquarters_shift_the_odds(dice: tuple[int, int], shift: int, turned: tuple[str, ...]) -> None:
    """A German headquarters with armour against Smolensk, where the Soviet one is; dice of the defender first."""
    before = opening(SMOLENSK, "declaration")
    beside = before.but_units(*(before.units[name]._replace(place="0303") for name in ("gbock", "g47")),
                              *(before.units[name]._replace(place="0601") for name in ("r14", "r45at")))
    sitting = play(agreed(beside, "option_39"), by_code(
        attack=[units("attack", "0403", "gbock", "g47")], support=[units("support", "0403", "gbock")],
        defensive_support=[units("support", "0403", "rtimo")]), dice, until="combat")
    assert [event.shift for event in sitting.events_of(OddsShifted)] == [shift]
    assert [event.succeeds for event in sitting.events_of(HeadquartersRolled)] == [die == 1 for die in dice]
    assert [event.units for event in sitting.events_of(UnitsTurned)] == ([turned] if turned else [])


# -- retreat and advance --------------------------------------------------------------------------------------------


def german(name: str, hex: str, kind: str = "INF", combat: int = 9, **fields: Any) -> Unit:  # noqa: A002
    return Unit(name, AXIS, "Germany", kind, hex, combat=combat, movement=fields.pop("movement", 5), **fields)


def soviet(name: str, hex: str, kind: str = "INF", combat: int = 1, **fields: Any) -> Unit:  # noqa: A002
    return Unit(name, ALLIES, "USSR", kind, hex, combat=combat, movement=3, **fields)


def board(*placed: Unit, step: str = "combat", attack: Attack | None = None) -> Position:
    """The map of Smolensk with other units, and an attack declared."""
    position = with_units(opening(SMOLENSK, step), placed).but(options={}, attacks=(attack,) if attack else ())
    return begun(position, step).but(attacks=position.attacks)


def test_the_order_of_preference_of_retreats() -> None:
    """Out of zones of control first, with room and without; then in one, with friends."""
    runner = soviet("r", "0303")
    free = board(german("g", "0203"), runner)
    assert retreat.destinations(free, runner, ("0303",))[0] == 1
    full = board(german("g", "0203"), runner, *(soviet(f"r{number}{hex}", hex) for hex in
                                                free.map.neighbours("0303") if hex != "0203" for number in "ab"))
    line, hexes = retreat.destinations(full, runner, ("0303",))
    assert line == 2 and "0203" not in hexes
    ringed = board(*(german(f"g{hex}", hex) for hex in ("0203", "0503", "0401", "0405", "0205", "0201")),
                   runner, soviet("friend", "0403"))
    assert retreat.destinations(ringed, runner, ("0303",)) == (3, ["0403"])


def test_overstacked_units_go_on_until_they_find_room_or_are_lost() -> None:
    attack = Attack("0303", ("g1", "g2", "g3", "g4"))
    attackers = [german(f"g{number}", hex) for number, hex in ((1, "0203"), (2, "0203"), (3, "0302"), (4, "0302"))]
    crowd = [soviet(f"r{hex}{number}", hex) for hex in ("0304", "0403", "0402", "0204") for number in (1, 2)]
    sitting = play(board(*attackers, soviet("r", "0303"), soviet("s", "0303"), *crowd, attack=attack), by_code(), [1])
    went = sitting.events_of(UnitsRetreated)
    assert went[0].preference in (2, 4) and went[1].again


def test_nowhere_to_go() -> None:
    """A ring of German units, and no friends."""
    ring = [german(f"g{hex}", hex) for hex in ("0201", "0203", "0302", "0304", "0402", "0403", "0404", "0204", "0202")]
    attack = Attack("0303", tuple(unit.id for unit in ring if unit.id in ("g0203", "g0302", "g0304")))
    sitting = play(board(*ring, soviet("r", "0303"), soviet("s", "0303"), attack=attack), by_code(), [1])
    assert "wif retreat.d" in [event.rule for event in sitting.events_of(UnitsDestroyed)]


def test_a_breakthrough_takes_motorised_units_along() -> None:
    attack = Attack("0303", ("arm", "mot", "inf"))
    attackers = [german("arm", "0203", "ARM", motorised=True), german("mot", "0203", "MOT", motorised=True),
                 german("inf", "0202")]
    sitting = play(board(*attackers, soviet("r", "0303"), attack=attack), by_code(
        advance=[ordered("advance", units=["arm", "mot"], to="0303"),
                 ordered("advance", units=["mot", "arm"], to="0304")]), [10])
    assert [(event.units, event.hex, event.breakthrough) for event in sitting.events_of(UnitsAdvanced)] == [
        (("arm", "mot"), "0303", False), (("arm", "mot"), "0304", True)]


def test_nobody_follows_an_armoured_division() -> None:
    attack = Attack("0303", ("arm", "mot"))
    attackers = [german("arm", "0203", "ARM", motorised=True, division=True),
                 german("mot", "0203", "MOT", motorised=True)]
    sitting = play(board(*attackers, soviet("r", "0303"), attack=attack), by_code(
        advance=[ordered("advance", units=["arm", "mot"], to="0303"),
                 ordered("advance", units=["mot", "arm"], to="0402")]), [10])
    last = sitting.events_of(UnitsAdvanced)[-1]
    assert (last.units, last.hex) == (("arm",), "0402")
    assert [event.units for event in sitting.events_of(UnitsTurned) if event.rule == "wif adv.f"] == [("arm",)]


# -- the combat table -----------------------------------------------------------------------------------------------


def test_the_defender_takes_the_table_with_the_lower_loss_first() -> None:
    position = board(german("g", "0203"), soviet("r", "0303"), soviet("s", "0303"), attack=Attack("0303", ("g",)))
    for column in position.data.combat.columns:
        first, second = table_choice.by_expected_loss(position, position.attacks[0], column, 0)
        assert {first, second} == {"assault", "blitz"}
    assert table_choice.by_expected_loss(position, position.attacks[0], "10:1", 0)[0] == "assault"


def test_option_43_reads_the_sum_of_two_dice() -> None:
    """With an owner's tables for two dice, rows 2 to 23."""
    rows = {number: dict.fromkeys(opening(SMOLENSK, "combat").data.combat.columns, "-/1" if number == 13 else "1/-")
            for number in range(2, 24)}
    position = board(german("g", "0203"), soviet("r", "0303"), attack=Attack("0303", ("g",)))
    combat = position.data.combat._replace(two_dice={"assault": rows, "blitz": rows})
    owned = replace(position.data, combat=combat)
    sitting = play(position.but(data=owned, options={"option_43": "yes"}), by_code(), [6, 7])
    fought = sitting.events_of(AttackFought)[0]
    assert (fought.dice, fought.number, fought.result, fought.is_reconstructed) == ((6, 7), 13, "-/1", False)
