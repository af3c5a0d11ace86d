"""The forty cards, each as each side uses it: what it does at once, and what the other chapters then see of it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tests.games.witp import reading
from tests.games.witp.card_desk import DATA, Luck, board, events_of, hands, owed, play_again, start, table, unit
from tests.games.witp.reading import order
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
from witp_pbem.games.witp.board.state import ALLIES, FORM, JAPAN, Position, from_json
from witp_pbem.games.witp.rules.chapter_03_sequence.victory import GameOver
from witp_pbem.games.witp.rules.chapter_04_cards import effects, immediate, targets
from witp_pbem.games.witp.rules.chapter_04_cards.effects import BattleScene
from witp_pbem.games.witp.rules.chapter_05_resources import resources
from witp_pbem.table.acts import Answered
from witp_pbem.table.demand import SittingEnds
from witp_pbem.table.table import Table

SIDES = (JAPAN, ALLIES)
CASES: dict[tuple[str, str], Callable[[], None]] = {}


def card(name: str, *sides: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Registers the test of a card as used by one side, or by each of both (a compulsory card)."""
    def register(test: Callable[..., None]) -> Callable[..., None]:
        for side in sides:
            CASES[name, side] = partial(test, side) if len(sides) > 1 else test
        return test
    return register


@pytest.mark.parametrize(("name", "side"), [(name, side) for name in DATA.cards for side in SIDES])
def test_card(name, side):
    CASES[name, side]()


def used(name: str, side: str, position: Position, japan: str = "", allies: str = "") -> Table:
    """A table at which a side has just carried out a card; the record plays to the same on a copy."""
    def step(at: Table) -> None:
        immediate.carry_out(at, side, name, {})

    at = table(position, japan, allies)
    step(at)
    play_again(step, position, at, Luck(blind=True))
    assert from_json(FORM.to_json(at.position), DATA) == at.position
    return at


def after(name: str, side: str, *counters: Any, **fields: Any) -> Position:
    """The position after a side used a card on a board of these counters."""
    fields.setdefault("turn", DATA.cards[name]["year"] * 4 - 1942 * 4 + 2)
    return used(name, side, board(*counters, **fields)).position


def points(name: str, side: str, position: Position | None = None) -> dict[str, int]:
    """What a card changes in the points on hand of both sides, who have 20 each on a turn without other changes."""
    position = position or board(turn=DATA.cards[name]["year"] * 4 - 1942 * 4 + 2)
    then = replace(used(name, side, position).position, rp={JAPAN: 20, ALLIES: 20})
    at = table(then)
    resources.use_cards(at)
    assert at.position.effects == ()
    return {key: at.position.rp[key] - 20 for key in SIDES}


def fleet(number: str, *units: str) -> BattleScene:
    return scene("fleet", number, "", *units)


def ground(number: str, *units: str) -> BattleScene:
    return scene("ground", number, "", *units)


def assault(number: str, attacker: str, *units: str) -> BattleScene:
    return scene("assault", number, attacker, *units)


def scene(kind: str, number: str, attacker: str, *units: str) -> BattleScene:
    japanese = tuple(name for name in units if name.startswith("JP"))
    return BattleScene(kind, number, attacker, {
        JAPAN: japanese, ALLIES: tuple(name for name in units if name not in japanese)})


def for_one_battle(position: Position, side: str, battle: BattleScene) -> list[str]:
    return [effect["id"] for effect in effects.invocable(position, side, battle)]


def bonus(position: Position, side: str, battle: BattleScene) -> int:
    """A side's bonus with everything invoked that both sides can invoke."""
    every = [name for key in SIDES for name in for_one_battle(position, key, battle)]
    return sum(amount for _, amount in effects.bonuses(position, side, battle, every))


def without_effect(at: Table) -> list[str]:
    return [event.values["why"] for event in events_of(at, Noted) if event.note == "card-without-effect"]


# -- 1942 -----------------------------------------------------------------------------------------------------


@card("1942-01", JAPAN)
def abda_command_japan():
    position = after("1942-01", JAPAN)
    assert effects.extra_stacks(position, ALLIES) == -2
    assert effects.extra_stacks(position, JAPAN) == 0


@card("1942-01", ALLIES)
def abda_command_allies():
    assert effects.extra_stacks(after("1942-01", ALLIES), ALLIES) == 2


@card("1942-02", JAPAN)
def midget_submarines_japan():
    ships = (unit("US-N-1", "1406"), unit("UK-N-4", "0912", full=False), unit("UK-CV-1", "0912"),
             unit("US-N-2", "0307"))
    at = used("1942-02", JAPAN, board(*ships), japan="choose 1 naval at Sydney")
    assert events_of(at, UnitRemoved) == [UnitRemoved("witp 4.3.b", "UK-N-4", "0912", "card")]
    full = used("1942-02", JAPAN, board(*ships), japan="choose US-N-1")
    assert events_of(full, UnitReduced) == [UnitReduced("witp 4.3.b", "US-N-1", "1406", "card")]
    with pytest.raises(SittingEnds):  # a ship at sea is no target
        used("1942-02", JAPAN, board(*ships), japan="choose US-N-2")


@card("1942-02", ALLIES)
def midget_submarines_allies():
    ships = (unit("US-N-1", "1406", full=False), unit("US-N-2", "0912", full=False), unit("UK-N-1", "1406", full=False))
    at = used("1942-02", ALLIES, board(*ships))  # only one stands in a base of its own nation
    assert events_of(at, UnitRebuilt) == [UnitRebuilt("witp 4.3.b", "US-N-1", "1406", 0, "card")]
    assert at.position.units["US-N-1"].full
    assert not at.position.units["US-N-2"].full


@card("1942-03", JAPAN)
def oxygen_torpedoes_japan():
    at = used("1942-03", JAPAN, board(unit("US-N-1", "0607"), unit("US-N-2", "0307"), unit("US-CV-1", "0607")),
              japan="choose 1 naval at Leyte")
    assert events_of(at, UnitRemoved) == [UnitRemoved("witp 4.3.b", "US-N-1", "0607", "card")]


@card("1942-03", ALLIES)
def oxygen_torpedoes_allies():
    position = after("1942-03", ALLIES, unit("US-N-1", "0606"), unit("JP-N-1", "0606"))
    battle = fleet("0606", "US-N-1", "JP-N-1")
    assert for_one_battle(position, ALLIES, battle) == ["1942-03/allies/0"]
    assert effects.bonuses(position, ALLIES, battle, ["1942-03/allies/0"]) == [("1942-03", 1)]
    assert effects.bonuses(position, ALLIES, battle, []) == []
    assert bonus(position, JAPAN, battle) == 0
    assert for_one_battle(position, ALLIES, ground("0606")) == []


@card("1942-04", JAPAN)
def quit_india_japan():
    assert points("1942-04", JAPAN) == {JAPAN: 0, ALLIES: -2}


@card("1942-04", ALLIES)
def quit_india_allies():
    at = used("1942-04", ALLIES, board(unit("UK-L-2", "0205", full=False), unit("US-L-1", "0606", full=False),
                                       unit("UK-L-3", "0606", full=False)))
    assert [event.unit for event in events_of(at, UnitRebuilt)] == ["UK-L-2"]


@card("1942-05", JAPAN)
def untrained_soldiers_japan():
    position = after("1942-05", JAPAN)
    for battle in (ground("0504"), ground("0606"), assault("0606", JAPAN), assault("0606", ALLIES)):
        assert effects.die_mode(position, JAPAN, battle, []) == "roll_two_keep_higher"
        assert effects.die_mode(position, ALLIES, battle, []) == ""
        assert for_one_battle(position, JAPAN, battle) == []
    assert effects.die_mode(position, JAPAN, fleet("0606"), []) == ""


@card("1942-05", ALLIES)
def untrained_soldiers_allies():
    assert effects.extra_stacks(after("1942-05", ALLIES), ALLIES) == 1


@card("1942-06", JAPAN)
def malaria_japan():
    position = board(bases={JAPAN: ("0306",), ALLIES: ("0205", "0407", "0909")})
    at = used("1942-06", JAPAN, position)
    assert events_of(at, BaseRemoved) == [
        BaseRemoved("witp 4.3.b", ALLIES, number, "card") for number in ("0407", "0909")]
    assert at.position.bases == {JAPAN: ("0306",), ALLIES: ("0205",)}


@card("1942-06", ALLIES)
def malaria_allies():
    at = used("1942-06", ALLIES, board(bases={JAPAN: ("0306", "0507"), ALLIES: ("0909",)}))
    assert at.position.bases == {JAPAN: ("0507",), ALLIES: ("0909",)}


@card("1942-07", JAPAN)
def carrier_raids_japan():
    position = after("1942-07", JAPAN)
    with_carrier, without = [unit("JP-CV-1", "0804"), unit("JP-N-1", "0804")], [unit("JP-N-2", "0605")]
    assert effects.free_activations(position, JAPAN, [without, with_carrier, with_carrier]) == ["1942-07/japan/0"]
    assert effects.free_activations(position, JAPAN, [without]) == []
    assert effects.free_activations(position, ALLIES, [with_carrier]) == []


@card("1942-07", ALLIES)
def carrier_raids_allies():
    ships = (unit("US-CV-1", "0606"), unit("US-CV-2", "0507", full=False), unit("US-N-1", "0507"))
    position = after("1942-07", ALLIES, *ships)
    assert effects.free_activations(position, ALLIES, [[ships[0]]]) == ["1942-07/allies/0"]
    assert bonus(position, ALLIES, fleet("0606", "US-CV-1")) == 1
    assert bonus(position, ALLIES, fleet("0507", "US-CV-2", "US-N-1")) == 0  # no full carrier takes part


@card("1942-08", JAPAN, ALLIES)
def untrained_pilots(side):
    position = after("1942-08", side)
    for battle in (fleet("0606"), ground("0606"), assault("0606", JAPAN)):
        assert effects.air_strength(position, ALLIES, battle, []) == 1
        assert effects.air_strength(position, JAPAN, battle, []) == 2


@card("1942-09", JAPAN)
def code_breaking_japan():
    at = used("1942-09", JAPAN, board(hands=hands([], ["1942-05"])))
    assert without_effect(at) == ["no-target"]  # it lies open already
    assert at.position.hands[ALLIES] == ("1942-05",)


@card("1942-09", ALLIES)
def code_breaking_allies():
    position = after("1942-09", ALLIES)
    assert bonus(position, ALLIES, fleet("0606")) == 2
    assert for_one_battle(position, ALLIES, fleet("0606")) == ["1942-09/allies/1"]


@card("1942-10", JAPAN)
def doolittle_japan():
    at = used("1942-10", JAPAN, board(unit("JP-A-1", "0507", full=False), unit("JP-A-2", "0606", full=False),
                                      unit("JP-N-1", "0507", full=False)))
    assert [event.unit for event in events_of(at, UnitRebuilt)] == ["JP-A-1"]


@card("1942-10", ALLIES)
def doolittle_allies():
    assert points("1942-10", ALLIES) == {JAPAN: 0, ALLIES: 2}


# -- 1943 -----------------------------------------------------------------------------------------------------


@card("1943-01", JAPAN)
def cartwheel_japan():
    position = after("1943-01", JAPAN)
    assert effects.bonuses(position, JAPAN, assault("1008", ALLIES), []) == [("1943-01", 1)]
    assert bonus(position, JAPAN, assault("1008", JAPAN)) == 0    # Japan lands
    assert bonus(position, JAPAN, assault("0606", ALLIES)) == 0   # no jungle
    assert bonus(position, JAPAN, ground("1008")) == 0


@card("1943-01", ALLIES)
def cartwheel_allies():
    position = after("1943-01", ALLIES)
    assert effects.bonuses(position, ALLIES, assault("1008", ALLIES), []) == [("1943-01", 1)]
    assert bonus(position, ALLIES, assault("1008", JAPAN)) == 0
    assert bonus(position, ALLIES, assault("0606", ALLIES)) == 0


@card("1943-02", JAPAN)
def bismarck_sea_japan():
    position = after("1943-02", JAPAN)
    assert effects.submarine_range(position, JAPAN) == (0, 0)
    assert effects.submarine_range(position, ALLIES) is None


@card("1943-02", ALLIES)
def bismarck_sea_allies():
    position = after("1943-02", ALLIES)
    assert effects.submarine_range(position, JAPAN) == (2, 6)
    assert effects.submarine_range(position, ALLIES) is None


@card("1943-03", JAPAN)
def operation_ke_japan():
    position = after("1943-03", JAPAN)
    assert (effects.withdrawals(position, JAPAN), effects.withdrawals(position, ALLIES)) == (3, 0)
    at = table(position)
    effects.spend_withdrawals(at, JAPAN, 2)
    assert effects.withdrawals(at.position, JAPAN) == 1
    effects.spend_withdrawals(at, JAPAN, 1)
    assert effects.withdrawals(at.position, JAPAN) == 0


@card("1943-03", ALLIES)
def operation_ke_allies():
    assert points("1943-03", ALLIES) == {JAPAN: 0, ALLIES: 1}


@card("1943-04", JAPAN)
def banzai_japan():
    position = after("1943-04", JAPAN)
    battle = ground("0306")
    every = for_one_battle(position, JAPAN, battle)
    assert every == ["1943-04/japan/0", "1943-04/japan/1"]
    assert effects.bonuses(position, JAPAN, battle, every) == [("1943-04", 2)]
    assert effects.extra_hits(position, JAPAN, battle, every) == 1
    assert effects.extra_hits(position, ALLIES, battle, every) == 0
    assert for_one_battle(position, JAPAN, assault("0306", ALLIES)) == []


@card("1943-04", ALLIES)
def banzai_allies():
    position = after("1943-04", ALLIES)
    battle = ground("0306")
    assert for_one_battle(position, ALLIES, battle) == ["1943-04/allies/0"]
    assert for_one_battle(position, JAPAN, battle) == []  # only its user can name it
    assert effects.extra_hits(position, JAPAN, battle, ["1943-04/allies/0"]) == 1
    assert effects.extra_hits(position, JAPAN, battle, []) == 0


@card("1943-05", JAPAN)
def i_go_japan():
    position = after("1943-05", JAPAN)
    every = for_one_battle(position, JAPAN, fleet("1008"))
    assert effects.air_strength(position, JAPAN, fleet("1008"), every) == 3
    assert effects.air_strength(position, JAPAN, fleet("1008"), []) == 2
    assert effects.air_strength(position, JAPAN, ground("1008"), every) == 2


@card("1943-05", ALLIES)
def i_go_allies():
    hit_one_air_unit("1943-05")


def hit_one_air_unit(name: str) -> None:
    aircraft = (unit("JP-A-1", "0507"), unit("JP-A-2", "0605"), unit("JP-A-3", "0603", full=False))
    at = used(name, ALLIES, board(*aircraft), allies="choose air at Taiwan")
    assert events_of(at, UnitReduced) == [UnitReduced("witp 4.3.b", "JP-A-2", "0605", "card")]
    with pytest.raises(SittingEnds):  # a reduced one is no target
        used(name, ALLIES, board(*aircraft), allies="choose JP-A-3")


@card("1943-06", JAPAN)
def chindits_japan():
    in_one_ground_battle("1943-06", JAPAN, 1, inside="0306", outside="0407")


@card("1943-06", ALLIES)
def chindits_allies():
    in_one_ground_battle("1943-06", ALLIES, 2, inside="0205", outside="0506")


def in_one_ground_battle(name: str, side: str, amount: int, inside: str, outside: str, *counters: Any) -> None:
    position = after(name, side, *counters)
    names = [counter.id for counter in counters]
    assert bonus(position, side, ground(inside, *names)) == amount
    assert bonus(position, side, ground(outside, *names)) == 0
    assert bonus(position, side, assault(inside, JAPAN, *names)) == 0
    assert effects.bonuses(position, side, ground(inside, *names), []) == []


@card("1943-07", JAPAN)
def conference_japan():
    assert points("1943-07", JAPAN) == {JAPAN: 2, ALLIES: 0}


@card("1943-07", ALLIES)
def conference_allies():
    assert points("1943-07", ALLIES) == {JAPAN: 0, ALLIES: 1}


@card("1943-08", JAPAN, ALLIES)
def monsoon(side):
    position = after("1943-08", side)
    for who in SIDES:
        assert [number for number in DATA.map.hexes if effects.forbidden(position, who, "land_movement", number)] == [
            "0205", "0306", "0406"]
        assert effects.forbidden(position, who, "land_movement", "0306") == "1943-08"
        assert effects.forbidden(position, who, "land_movement") == ""
        assert effects.forbidden(position, who, "fleet_movement", "0306") == ""


@card("1943-09", JAPAN, ALLIES)
def vengeance(side):
    position = after("1943-09", side)
    assert effects.forbidden(position, JAPAN, "fleet_movement", "0606") == "1943-09"
    assert effects.forbidden(position, JAPAN, "fleet_movement") == "1943-09"
    assert effects.forbidden(position, ALLIES, "fleet_movement", "0606") == ""
    assert effects.forbidden(position, JAPAN, "land_movement", "0606") == ""


@card("1943-10", JAPAN)
def essex_japan():
    carriers = (unit("JP-CV-1", "0904", full=False), unit("JP-CV-2", "0804", full=False))
    at = used("1943-10", JAPAN, board(*carriers), japan="choose 1 carrier at Kure")
    assert [event.unit for event in events_of(at, UnitRebuilt)] == ["JP-CV-2"]


@card("1943-10", ALLIES)
def essex_allies():
    carriers = [unit(f"US-CV-{number}", place, full=False) for number, place in ((1, "1406"), (2, "1706"), (3, "1806"))]
    at = used("1943-10", ALLIES, board(*carriers), allies="choose US-CV-1, US-CV-3")
    assert [event.unit for event in events_of(at, UnitRebuilt)] == ["US-CV-1", "US-CV-3"]
    both = used("1943-10", ALLIES, board(*carriers[:2]))
    assert len(events_of(both, UnitRebuilt)) == 2
    assert [event.unit for event in events_of(used("1943-10", ALLIES, board(*carriers[:1])), UnitRebuilt)] == [
        "US-CV-1"]


# -- 1944 -----------------------------------------------------------------------------------------------------


@card("1944-01", JAPAN)
def ichi_go_japan():
    in_one_ground_battle("1944-01", JAPAN, 3, "0504", "0603", unit("JP-L-1", "0504"))


@card("1944-01", ALLIES)
def ichi_go_allies():
    in_one_ground_battle("1944-01", ALLIES, 2, "0504", "0603", unit("CN-L-4", "0504"))
    position = after("1944-01", ALLIES, unit("US-L-1", "0505"))
    assert bonus(position, ALLIES, ground("0505", "US-L-1")) == 0  # for Chinese units only


@card("1944-02", JAPAN)
def u_go_japan():
    position = after("1944-02", JAPAN)
    assert effects.free_activations(position, JAPAN, [[unit("JP-N-1", "0407")], [unit("JP-L-1", "0306")]]) == [
        "1944-02/japan/0"]
    assert effects.free_activations(position, JAPAN, [[unit("JP-N-1", "0407")]]) == []
    assert effects.ignores(position, JAPAN, "jungle")
    assert not effects.ignores(position, JAPAN, "azoc")
    assert not effects.ignores(position, ALLIES, "jungle")


@card("1944-02", ALLIES)
def u_go_allies():
    position = after("1944-02", ALLIES)
    assert effects.bonuses(position, ALLIES, ground("0205"), []) == [("1944-02", 2)]
    assert effects.bonuses(position, ALLIES, ground("0306"), []) == []
    assert effects.bonuses(position, ALLIES, assault("0205", JAPAN), []) == []


@card("1944-03", JAPAN)
def turkey_shoot_japan():
    position = after("1944-03", JAPAN)
    every = for_one_battle(position, JAPAN, fleet("0906"))
    assert effects.air_strength(position, JAPAN, fleet("0906"), every) == 3
    assert effects.air_strength(position, ALLIES, fleet("0906"), every) == 2


@card("1944-03", ALLIES)
def turkey_shoot_allies():
    ships = (unit("US-CV-1", "0906"), unit("US-N-1", "0905"))
    position = after("1944-03", ALLIES, *ships)
    assert bonus(position, ALLIES, fleet("0906", "US-CV-1")) == 3
    assert bonus(position, ALLIES, fleet("0905", "US-N-1")) == 0


@card("1944-04", JAPAN)
def kamikaze_japan():
    sacrifices("1944-04", 2)


def sacrifices(name: str, most: int) -> None:
    position = after(name, JAPAN)
    for battle in (fleet("0606"), assault("0606", ALLIES)):
        every = for_one_battle(position, JAPAN, battle)
        sacrifice = effects.sacrifice(position, JAPAN, battle, every)
        assert sacrifice is not None
        assert (sacrifice["max_units"], sacrifice["hits_each"], sacrifice["target_types"]) == (
            most, 2, ("carrier", "naval"))
        assert effects.sacrifice(position, JAPAN, battle, []) is None
        assert effects.sacrifice(position, ALLIES, battle, every) is None
    assert for_one_battle(position, JAPAN, ground("0606")) == []


@card("1944-04", ALLIES)
def kamikaze_allies():
    hit_one_air_unit("1944-04")


@card("1944-05", JAPAN)
def silent_service_japan():
    assert effects.submarine_range(after("1944-05", JAPAN), JAPAN) == (2, 3)


@card("1944-05", ALLIES)
def silent_service_allies():
    at = used("1944-05", ALLIES, board(turn=10))
    assert effects.submarine_range(at.position, JAPAN) == (2, 6)
    assert [effect["amount"] for effect in effects.active(at.position, "gain_rp")] == [-2]
    assert effects.active(at.position, "gain_rp")[0]["for"] == JAPAN


@card("1944-06", JAPAN, ALLIES)
def typhoon_cobra(side):
    position = after("1944-06", side)
    for who in SIDES:
        assert effects.forbidden(position, who, "amphibious_assault", "0606") == "1944-06"
        assert effects.forbidden(position, who, "land_movement", "0606") == ""


@card("1944-07", JAPAN)
def bomber_command_japan():
    aircraft = (unit("US-A-1", "0905"), unit("US-A-2", "0705"), unit("UK-A-1", "0905"), unit("US-A-3", "0606"),
                unit("US-A-4", "0906", full=False),
                *(unit(f"US-L-{number}", place) for number, place in enumerate(("0905", "0705", "0906"), 1)))
    at = used("1944-07", JAPAN, board(*aircraft), japan="choose air at Okinawa")
    assert [event.unit for event in events_of(at, UnitReduced)] == ["US-A-2"]
    for words in ("choose UK-A-1", "choose US-A-3", "choose US-A-4"):
        with pytest.raises(SittingEnds):
            used("1944-07", JAPAN, board(*aircraft), japan=words)


@card("1944-07", ALLIES)
def bomber_command_allies():
    position = start(turn=10)
    at = used("1944-07", ALLIES, position, allies="choose San Francisco")
    assert events_of(at, UnitPlaced) == [UnitPlaced("witp 4.3.b", "US-A-13", "1706", "card")]
    placed = at.position.units["US-A-13"]
    assert (placed.status, placed.hex, placed.full) == ("map", "1706", True)
    assert [reading.words(act.order) for act in at.acts if isinstance(act, Answered)] == ["choose San Francisco (1706)"]
    assert without_effect(used("1944-07", ALLIES, at.position)) == ["no-target"]  # it is no longer in reserve


@card("1944-08", JAPAN)
def deception_japan():
    position = after("1944-08", JAPAN)
    assert bonus(position, JAPAN, assault("0606", ALLIES)) == 1
    assert bonus(position, JAPAN, assault("0606", JAPAN)) == 0


@card("1944-08", ALLIES)
def deception_allies():
    position = after("1944-08", ALLIES)
    assert bonus(position, ALLIES, assault("0606", ALLIES)) == 2
    assert bonus(position, ALLIES, assault("0606", JAPAN)) == 0
    assert effects.bonuses(position, ALLIES, assault("0606", ALLIES), []) == []


@card("1944-09", JAPAN)
def sho_go_japan():
    position = after("1944-09", JAPAN)
    ships, land = [unit("JP-N-1", "0605")], [unit("JP-L-1", "0605")]
    assert effects.free_activations(position, JAPAN, [ships, land, [unit("JP-CV-1", "0804")], ships]) == [
        "1944-09/japan/0"] * 2
    at = table(position)
    effects.spend(at, "1944-09/japan/0")
    assert effects.free_activations(at.position, JAPAN, [ships, ships]) == ["1944-09/japan/0"]
    effects.spend(at, "1944-09/japan/0")
    assert effects.free_activations(at.position, JAPAN, [ships]) == []


@card("1944-09", ALLIES)
def sho_go_allies():
    assert points("1944-09", ALLIES) == {JAPAN: 0, ALLIES: 1}


@card("1944-10", JAPAN)
def service_squadron_japan():
    bases_without_upkeep(JAPAN, 2)


@card("1944-10", ALLIES)
def service_squadron_allies():
    bases_without_upkeep(ALLIES, 4)


def bases_without_upkeep(side: str, count: int) -> None:
    position = after("1944-10", side)
    assert [effects.remaining(position, who, "upkeep_discount") for who in SIDES] == [
        count if who == side else 0 for who in SIDES]
    at = table(position)
    effects.spend_discount(at, side)
    assert effects.remaining(at.position, side, "upkeep_discount") == 0


# -- 1945 -----------------------------------------------------------------------------------------------------


@card("1945-01", JAPAN)
def fire_raids_japan():
    assert points("1945-01", JAPAN) == {JAPAN: 1, ALLIES: 0}


@card("1945-01", ALLIES)
def fire_raids_allies():
    assert points("1945-01", ALLIES, board(unit("US-A-1", "0705"))) == {JAPAN: -3, ALLIES: 0}
    for aircraft in (unit("US-A-1", "0606"), unit("US-A-1", "0705", full=False), unit("UK-A-1", "0705")):
        at = used("1945-01", ALLIES, board(aircraft))
        assert (at.position.effects, without_effect(at)) == ((), ["requirement"])


@card("1945-02", JAPAN)
def starvation_japan():
    assert effects.submarine_range(after("1945-02", JAPAN), JAPAN) == (0, 0)


@card("1945-02", ALLIES)
def starvation_allies():
    position = after("1945-02", ALLIES)
    assert effects.forbidden(position, JAPAN, "land_redeployment_by_sea", "0606") == "1945-02"
    assert effects.forbidden(position, ALLIES, "land_redeployment_by_sea", "0606") == ""
    assert effects.forbidden(position, JAPAN, "air_redeployment", "0606") == ""


@card("1945-03", JAPAN)
def ten_go_japan():
    position = after("1945-03", JAPAN)
    assert effects.free_activations(position, JAPAN, [[unit("JP-N-1", "0804")], [unit("JP-N-2", "0904")]]) == [
        "1945-03/japan/0"]
    assert for_one_battle(position, JAPAN, fleet("0705")) == ["1945-03/japan/1"]
    assert bonus(position, JAPAN, fleet("0705")) == 2


@card("1945-03", ALLIES)
def ten_go_allies():
    ships = (unit("JP-N-1", "0804"), unit("JP-N-2", "0904", full=False), unit("JP-CV-1", "0804"))
    at = used("1945-03", ALLIES, board(*ships), allies="choose JP-N-2")
    assert [event.unit for event in events_of(at, UnitRemoved)] == ["JP-N-2"]
    with pytest.raises(SittingEnds):
        used("1945-03", ALLIES, board(*ships), allies="choose JP-CV-1")


@card("1945-04", JAPAN)
def kikusui_japan():
    sacrifices("1945-04", 3)


@card("1945-04", ALLIES)
def kikusui_allies():
    at = used("1945-04", ALLIES, board(unit("US-CV-1", "1406", full=False), unit("US-N-1", "1406", full=False)))
    assert [event.unit for event in events_of(at, UnitRebuilt)] == ["US-CV-1"]


@card("1945-05", JAPAN)
def ketsu_go_japan():
    position = after("1945-05", JAPAN)
    for number in ("0804", "0903", "0904", "0705"):
        assert effects.bonuses(position, JAPAN, assault(number, ALLIES), []) == [("1945-05", 2)]
        assert effects.bonuses(position, JAPAN, ground(number), []) == []
    assert effects.bonuses(position, JAPAN, assault("0905", ALLIES), []) == []


@card("1945-05", ALLIES)
def ketsu_go_allies():
    position = after("1945-05", ALLIES)
    assert bonus(position, ALLIES, assault("0904", ALLIES)) == 1
    assert bonus(position, ALLIES, assault("0904", JAPAN)) == 0


@card("1945-06", JAPAN)
def british_pacific_fleet_japan():
    assert points("1945-06", JAPAN) == {JAPAN: 1, ALLIES: 0}


@card("1945-06", ALLIES)
def british_pacific_fleet_allies():
    ships = (unit("UK-CV-1", "1111", full=False), unit("UK-N-1", "0912", full=False),
             unit("US-CV-1", "1406", full=False), unit("US-N-1", "1406", full=False))
    at = used("1945-06", ALLIES, board(*ships))  # an American base serves as well
    assert [event.unit for event in events_of(at, UnitRebuilt)] == ["UK-CV-1", "UK-N-1"]
    at = used("1945-06", ALLIES, board(*ships[:1]))
    assert without_effect(at) == ["no-target"]  # the second half of the card


@card("1945-07", JAPAN)
def soviet_entry_japan():
    assert points("1945-07", JAPAN) == {JAPAN: 1, ALLIES: 0}


@card("1945-07", ALLIES)
def soviet_entry_allies():
    land = (unit("JP-L-1", "0603"), unit("JP-L-2", "0604"), unit("JP-L-3", "0704"), unit("JP-L-4", "0505"))
    at = used("1945-07", ALLIES, board(*land, turn=15), allies="choose JP-L-1, JP-L-3")
    assert [event.unit for event in events_of(at, UnitRemoved)] == ["JP-L-1", "JP-L-3"]
    assert [(effect["for"], effect["amount"]) for effect in at.position.effects] == [(JAPAN, -2)]
    early = used("1945-07", ALLIES, board(*land, turn=14))
    assert (without_effect(early), early.position.effects) == (["requirement"] * 2, ())


@card("1945-08", JAPAN, ALLIES)
def roosevelt(side):
    assert points("1945-08", side) == {JAPAN: 0, ALLIES: -2}


@card("1945-09", JAPAN, ALLIES)
def typhoon_viper(side):
    ships = (unit("US-CV-1", "1406"), unit("UK-N-4", "0912"), unit("US-N-1", "1406", full=False),
             unit("JP-N-1", "0804"))
    at = used("1945-09", side, board(*ships), allies="choose UK-N-4")  # the Allies choose, whoever used it
    assert [event.unit for event in events_of(at, UnitReduced)] == ["UK-N-4"]
    with pytest.raises(SittingEnds):
        used("1945-09", side, board(*ships), allies="choose US-N-1")


@card("1945-10", JAPAN)
def atomic_bomb_japan():
    assert without_effect(used("1945-10", JAPAN, board(turn=15))) == ["no-effect"]


@card("1945-10", ALLIES)
def atomic_bomb_allies():
    bases = {JAPAN: (), ALLIES: ("0705",)}
    there = unit("US-A-1", "0705")
    at = table(board(there, turn=15, bases=bases))
    with pytest.raises(GameOver):
        immediate.carry_out(at, ALLIES, "1945-10", {})
    assert at.position.outcome == (ALLIES, "witp 3.2.d", "atomic-bomb")
    for position in (board(there, turn=14, bases=bases), board(there, turn=15),
                     board(unit("US-A-1", "0705", full=False), turn=15, bases=bases),
                     board(unit("UK-A-1", "0705"), turn=15, bases=bases),
                     board(unit("US-A-1", "0906"), turn=15, bases={JAPAN: (), ALLIES: ("0705",)})):
        assert without_effect(used("1945-10", ALLIES, position)) == ["requirement"]


# -- carrying out ---------------------------------------------------------------------------------------------


def test_an_effect_in_force_is_named_after_card_user_and_place():
    (event,) = events_of(used("1944-05", JAPAN, board(turn=10)), EffectBegan)
    assert event.effect == {"op": "submarine_range", "low": 2, "high": 3, "id": "1944-05/japan/0", "card": "1944-05",
                            "side": JAPAN, "for": JAPAN}


def test_equal_units_need_no_choice_and_a_single_target_is_struck_at_once():
    at = used("1942-03", JAPAN, board(unit("US-N-1", "1406"), unit("US-N-2", "1406")))
    assert [event.unit for event in events_of(at, UnitRemoved)] == ["US-N-1"]
    assert not [act for act in at.acts if isinstance(act, Answered)]


def test_ships_that_differ_in_nation_state_place_or_cargo_are_a_choice():
    first = unit("US-N-1", "1406")
    others = [(unit("UK-N-1", "1406"),), (unit("US-N-2", "1406", full=False),), (unit("US-N-2", "0607"),),
              (unit("US-N-2", "1406"), unit("US-L-1", "1406", aboard="US-N-2"))]
    for other in others:
        at = table(board(first, *other))
        due = owed(lambda at: immediate.carry_out(at, JAPAN, "1942-03", {}), at).dues[0]
        assert due.demand.code == "card-target"
        assert len(reading.offered(due.demand.choices())) == 2


def test_every_choice_offered_is_legal_and_reads_back_as_itself():
    carriers = [unit(f"US-CV-{number}", place, full=False)
                for number, place in ((1, "1406"), (2, "1406"), (3, "1706"), (4, "1806"))]
    position = board(*carriers)

    def step(at: Table) -> None:
        immediate.carry_out(at, ALLIES, "1943-10", {})

    offered = reading.offered(owed(step, table(position)).dues[0].demand.choices())
    assert len(offered) == 4
    for words in offered:
        at = used("1943-10", ALLIES, position, allies=words)
        assert [reading.words(act.order) for act in at.acts if isinstance(act, Answered)] == [words]


@pytest.mark.parametrize(("words", "code"), [
    ("choose JP-L-22", "not-a-target"),
    ("choose 2 naval at Pearl Harbor", "wrong-number-of-targets"),
    ("choose 1 naval", "which-target"),
    ("choose US-N-99", "unknown-unit"),
    ("choose 1 naval at Delhi", "no-target-there"),
])
def test_a_choice_that_does_not_stand(words, code):
    position = board(unit("US-N-1", "1406"), unit("US-N-2", "1406", full=False), unit("US-N-3", "0607"))
    aim = targets.aim_of(position, JAPAN, "1942-03", DATA.cards["1942-03"][JAPAN]["effects"][0])
    (problem,) = targets.judge(position, aim, order(DATA, words))
    assert problem.code == code


def test_a_choose_order_for_something_else_is_left_alone():
    position = board(unit("US-N-1", "1406"), unit("US-N-3", "0607"))
    at = table(position, japan="choose 1 land at Shanghai")
    due = owed(lambda at: immediate.carry_out(at, JAPAN, "1942-03", {}), at).dues[0]
    assert due.problems == ()


def test_a_lost_ship_hands_its_cargo_to_an_empty_one_beside_it():
    position = board(unit("US-N-1", "1406"), unit("US-L-1", "1406", aboard="US-N-1"), unit("US-N-2", "1406"))
    at = used("1942-03", JAPAN, position, japan="choose US-N-1")
    assert events_of(at, CargoShifted) == [CargoShifted("witp 9.6.1.i", "US-L-1", "US-N-2")]
    assert at.position.units["US-L-1"].aboard == "US-N-2"


def test_a_lost_ship_takes_its_cargo_along_where_no_other_has_room():
    position = board(unit("US-N-1", "1406"), unit("US-L-1", "1406", aboard="US-N-1"), unit("US-CV-1", "1406"))
    at = used("1942-03", JAPAN, position)
    assert [(event.unit, event.reason) for event in events_of(at, UnitRemoved)] == [
        ("US-N-1", "card"), ("US-L-1", "cargo")]


def test_consequences_follow_at_once():
    """Land units removed by a card: control goes back and the base of the other side is overrun (witp 8.8.b)."""
    position = board(unit("JP-L-1", "0704"), unit("US-L-1", "0704"), turn=15, continuing=("0704",),
                     bases={JAPAN: ("0704",), ALLIES: ()})
    at = used("1945-07", ALLIES, position)
    assert at.position.continuing == ()
    assert events_of(at, BaseRemoved) == [BaseRemoved("witp 8.8.b", JAPAN, "0704", "overrun")]


def test_a_hand_is_laid_open():
    luck = Luck()
    luck.decks["1942"] = ["1942-04", "1942-05"]
    position = board(hands=hands([], ["1942/1", "1942/2"]))

    def step(at: Table) -> None:
        immediate.carry_out(at, JAPAN, "1942-09", {})

    at = table(position, luck=luck)
    step(at)
    assert events_of(at, CardShown) == [CardShown("witp 4.3.b", ALLIES, "1942/1", "1942-04"),
                                        CardShown("witp 4.3.b", ALLIES, "1942/2", "1942-05")]
    assert at.opened == ["1942/1", "1942/2"]
    assert at.position.hands[ALLIES] == ("1942-04", "1942-05")
    play_again(step, position, at, Luck(blind=True))


def changed(name: str, side: str, *records: dict[str, Any]) -> Any:
    """The data with other effects on a card."""
    card = {**DATA.cards[name], side: {"text": "test", "effects": list(records)}}
    return replace(DATA, cards={**DATA.cards, name: card})


def test_cards_of_an_owner_may_choose_bases():
    data = changed("1942-06", JAPAN, {"op": "remove_bases", "owner": "allies", "count": 2, "chooser": "japan"})
    position = replace(board(bases={JAPAN: (), ALLIES: ("0205", "0407", "0606", "0909")}), data=data)
    at = table(position, japan="choose Manila\nchoose Singapore")
    immediate.carry_out(at, JAPAN, "1942-06", {})
    assert at.position.bases[ALLIES] == ("0205", "0909")


def owners(*records: dict[str, Any], counters: tuple[Any, ...] = (), **fields: Any) -> Position:
    """A position in which Japan's side of card 1942-06 has other effects."""
    return replace(board(*counters, **fields), data=changed("1942-06", JAPAN, *records))


def test_a_card_that_strikes_a_unit_and_bases_takes_what_is_named_for_each():
    """A place named with the unit is that of a base; the second base is asked for."""
    position = owners({"op": "lose_unit", "owner": ALLIES, "types": ("naval",), "count": 1, "chooser": JAPAN},
                      {"op": "remove_bases", "owner": ALLIES, "count": 2, "chooser": JAPAN},
                      counters=(unit("US-N-1", "1406"), unit("US-N-3", "0607")),
                      bases={JAPAN: (), ALLIES: ("0606", "0909", "1406")})
    card_order = order(DATA, "use 1942-06 on US-N-1 at Manila")
    named = targets.named_with_card(position, JAPAN, card_order.body.body, card_order.statement.span)
    assert named == {0: ("US-N-1",), 1: ("0606",)}
    at = table(position, japan="choose Port Moresby")
    immediate.carry_out(at, JAPAN, "1942-06", named)
    assert [event.unit for event in events_of(at, UnitRemoved)] == ["US-N-1"]
    assert [event.hex for event in events_of(at, BaseRemoved)] == ["0606", "0909"]


def test_the_last_base_a_card_can_strike_goes_without_asking():
    at = table(owners({"op": "remove_bases", "owner": ALLIES, "count": 2, "chooser": JAPAN},
                      bases={JAPAN: (), ALLIES: ("0606", "0909")}))
    immediate.carry_out(at, JAPAN, "1942-06", {})
    assert at.position.bases[ALLIES] == ()


def test_a_land_unit_aboard_a_ship_struck_with_it_is_lost_once():
    at = table(owners({"op": "lose_unit", "owner": ALLIES, "count": 2, "chooser": JAPAN},
                      counters=(unit("US-N-1", "1406"), unit("US-L-1", "1406", aboard="US-N-1"))))
    immediate.carry_out(at, JAPAN, "1942-06", {})
    assert [(event.unit, event.reason) for event in events_of(at, UnitRemoved)] == [
        ("US-N-1", "card"), ("US-L-1", "cargo")]


def test_a_card_that_wins_the_war_for_japan_names_the_rule_of_cards():
    at = table(owners({"op": "end_game", "winner": JAPAN, "kind": "atomic_bomb"}))
    with pytest.raises(GameOver):
        immediate.carry_out(at, JAPAN, "1942-06", {})
    assert at.position.outcome == (JAPAN, "witp 4.3.b", "atomic-bomb")


def lasting(op: str, card: str, **more: Any) -> dict[str, Any]:
    """An effect of Japan's in force."""
    return effects.in_force({"op": op, "side": JAPAN, **more}, card, JAPAN, 0)


def test_land_units_out_of_a_battle_use_up_one_card_and_then_the_other():
    at = table(board(effects=(lasting("withdraw", "1943-03", count=2), lasting("withdraw", "1943-04", count=3))))
    effects.spend_withdrawals(at, JAPAN, 1)
    assert [effect["left"] for effect in at.position.effects] == [1, 3]
    effects.spend_withdrawals(at, JAPAN, 3)
    assert [(effect["card"], effect["left"]) for effect in at.position.effects] == [("1943-04", 1)]


def test_discounts_of_a_side_end_together():
    at = table(board(effects=(lasting("upkeep_discount", "1942-05", count=3),
                              lasting("upkeep_discount", "1943-05", count=1),
                              {**lasting("upkeep_discount", "1944-05", count=2), "for": ALLIES})))
    effects.spend_discount(at, JAPAN)
    assert [effect["card"] for effect in at.position.effects] == ["1944-05"]


def test_what_concerns_both_sides_concerns_each():
    position = board(effects=({**lasting("extra_redeployments", "1942-01", amount=-1), "for": "both"},))
    assert [effects.extra_stacks(position, side) for side in SIDES] == [-1, -1]


def test_of_two_cards_for_sacrifices_the_first_serves():
    attack = {"battle": ("naval",), "hits_each": 2}
    kikusui, tokko = lasting("sacrifice_air", "1945-04", **attack), lasting("sacrifice_air", "1944-10", **attack)
    position, named = board(effects=(kikusui, tokko)), [kikusui["id"], tokko["id"]]
    assert effects.sacrifice(position, JAPAN, fleet("0606"), named) == kikusui
    assert effects.sacrifice(position, JAPAN, fleet("0606"), named[1:]) == tokko


def test_no_more_than_sixty_ways_to_choose_are_listed():
    ports = ("1406", "1706", "1806", "1908", "0606", "0607", "0909", "1110", "1201", "0205", "0407", "0912")
    ships = tuple(unit(f"US-N-{number}", place) for number, place in enumerate(ports, 1))
    at = table(owners({"op": "lose_unit", "owner": ALLIES, "count": 2, "chooser": JAPAN}, counters=ships))
    due = owed(lambda at: immediate.carry_out(at, JAPAN, "1942-06", {}), at).dues[0]
    assert len(list(due.demand.choices())) == targets.LISTED == 60  # of 66


@pytest.mark.parametrize("words", [
    "choose JP-L-22", "choose 1 naval", "choose 1 naval at Palau"])
def test_a_refused_choice_advises_what_can_be_struck(words):
    at = table(board(unit("US-N-1", "1406"), unit("UK-N-4", "0912")), japan=f"Phase: events\n{words}")
    (problem,) = owed(lambda at: immediate.carry_out(at, JAPAN, "1942-03", {}), at).dues[0].problems
    assert reading.advice(problem) == "choose US-N-1 at Pearl Harbor (1406)"


def test_a_card_without_an_instruction_for_its_user_does_nothing():
    data = replace(DATA, cards={**DATA.cards, "1942-06": {**DATA.cards["1942-06"], JAPAN: None}})
    at = table(replace(board(), data=data))
    immediate.carry_out(at, JAPAN, "1942-06", {})
    assert without_effect(at) == ["no-instruction"]


def test_sudden_death_ends_once():
    data = changed("1942-06", JAPAN, {"op": "cancel_sudden_death"})
    at = table(replace(board(options={"sudden_death": True}), data=data))
    immediate.carry_out(at, JAPAN, "1942-06", {})
    immediate.carry_out(at, JAPAN, "1942-06", {})
    assert events_of(at, SuddenDeathEnded) == [SuddenDeathEnded("witp SD.c")]
    assert without_effect(at) == ["no-target"]


@pytest.mark.parametrize("record", [
    {"op": "volcano"},
    {"op": "lose_unit", "owner": "allies", "count": 1, "chooser": "japan", "where": {"volcano": True}}])
def test_card_data_nobody_understands_are_refused(record):
    data = changed("1942-06", JAPAN, record)
    with pytest.raises(ValueError, match="volcano"):
        immediate.carry_out(table(replace(board(unit("US-N-1", "1406")), data=data)), JAPAN, "1942-06", {})


def test_a_list_of_hexes_nobody_knows_is_refused():
    with pytest.raises(ValueError, match="^unknown list of hexes 'atlantis' in the card data$"):
        effects.is_near(board(), "0606", "atlantis", 2)


# -- contradictions and combinations --------------------------------------------------------------------------


def both(first: tuple[str, str], second: tuple[str, str]) -> Position:
    return used(*second, used(*first, board(turn=10)).position).position


def test_a_compulsory_prohibition_stands_beside_the_other_players_bonus():
    """EX-04: assaults are forbidden to both; the Allied card has no battle left to work in."""
    position = both(("1944-06", JAPAN), ("1944-08", ALLIES))
    assert effects.forbidden(position, ALLIES, "amphibious_assault", "0606") == "1944-06"
    assert effects.forbidden(position, JAPAN, "amphibious_assault", "0606") == "1944-06"


def test_of_two_submarine_cards_the_later_one_holds():
    assert effects.submarine_range(both(("1943-02", JAPAN), ("1944-05", ALLIES)), JAPAN) == (2, 6)
    assert effects.submarine_range(both(("1944-05", ALLIES), ("1943-02", JAPAN)), JAPAN) == (0, 0)


def test_a_compulsory_card_prevails_whoever_is_later():
    data = changed("1944-10", ALLIES, {"op": "air_strength", "side": "allies", "value": 4, "scope": "turn",
                                       "battle": ["naval"]})
    for sequence in ((("1942-08", JAPAN), ("1944-10", ALLIES)), (("1944-10", ALLIES), ("1942-08", JAPAN))):
        at = table(replace(board(turn=10), data=data))
        for name, side in sequence:
            immediate.carry_out(at, side, name, {})
        assert effects.air_strength(at.position, ALLIES, fleet("0606"), []) == 1


def test_bonuses_and_stacks_add_up():
    position = both(("1942-01", ALLIES), ("1942-05", ALLIES))
    assert effects.extra_stacks(position, ALLIES) == 3
    position = both(("1942-03", ALLIES), ("1942-09", ALLIES))
    assert bonus(position, ALLIES, fleet("0606")) == 3


def test_an_effect_for_one_battle_is_spent_by_it():
    at = table(after("1943-05", JAPAN))
    (name,) = for_one_battle(at.position, JAPAN, fleet("1008"))
    effects.spend(at, name)
    assert for_one_battle(at.position, JAPAN, fleet("1008")) == []
    assert at.position.effects == ()


# -- filters --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("where", "inside", "outside"), [
    ({"site": "port"}, "0606", "0610"),
    ({"site": "airfield"}, "0610", "0606"),
    ({"site": "any"}, "0610", "0608"),
    ({"site": "none"}, "0608", "0610"),
    ({"jungle": True}, "0607", "0606"),
    ({"jungle": False}, "0606", "0607"),
    ({"region": "india"}, "0207", "0306"),
    ({"hexes": ["0606"]}, "0606", "0607"),
    ({"within": {"of": ["0606"], "distance": 1}}, "0607", "0609"),
    ({"within": {"of": "japan", "distance": 2}}, "0705", "0606"),
    ({"within": {"of": "resources", "distance": 0}}, "0508", "0507"),
    ({"continuing_battle": True}, "0205", "0606"),
    ({"site": "port", "jungle": True}, "0607", "0606"),
    ({}, "0606", None),
])
def test_filters(where, inside, outside):
    position = board(continuing=("0205",))
    assert effects.lies(position, where, inside)
    assert outside is None or not effects.lies(position, where, outside)


SHOWS_A_HAND = ("1942-09",)  # which may be empty


@pytest.mark.parametrize("position", [start(2), start(9), board()], ids=["turn 2", "turn 9", "bare map"])
def test_of_what_a_card_would_do_nothing_the_check_says_so(position: Position) -> None:
    """Whatever the player is told would have no effect has none, and whatever would do nothing is told."""
    idle = {(name, side): targets.no_effect(position, side, name) for name in DATA.cards for side in SIDES}
    for (name, side), why in idle.items():
        at = table(position)
        try:
            immediate.carry_out(at, side, name, {})
        except (SittingEnds, GameOver):
            assert not why, (name, side)
            continue
        happened = [event for event in events_of(at) if not isinstance(event, Noted)]
        assert not (why and happened), (name, side, why, happened)
        assert why or happened or name in SHOWS_A_HAND, (name, side)
    assert "" in idle.values() and {"no-target", "no-effect", "requirement"} & set(idle.values())
