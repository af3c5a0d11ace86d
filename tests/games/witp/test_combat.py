"""Sections 9.0 to 9.5: which battles are fought, with what strength and which dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.witp.scripted import Game, answers, board, codes, events_of, owed, play, rolls, written
from witp_pbem.games.witp.board.events import (
    BattleFought,
    CombatBegan,
    ContinuingBattleMarked,
    Landed,
    Noted,
    Retreated,
    UnitReduced,
    UnitRemoved,
)
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.rules.chapter_04_cards.effects import BattleScene, in_force
from witp_pbem.games.witp.rules.chapter_09_combat import combat
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.table import Table

ANY = "lose any "  # hits fall by themselves


def fight(position: Position, dice: Sequence[int] = (), japan: str = ANY, allies: str = ANY) -> Table:
    return play(combat.play, position, japan, allies, dice, phase="operations")


def the_battle(position: Position, dice: Sequence[int], **orders: str) -> BattleFought:
    (battle,) = events_of(fight(position, dice, **orders), BattleFought)
    assert isinstance(battle, BattleFought)
    return battle


def items(battle: BattleFought, side: str) -> dict[str, int]:
    return dict(getattr(battle, side)["items"])


class TestWhichBattles:
    def test_nothing_to_fight(self) -> None:
        table = fight(board("JP-N-1 0606", "JP-L-1 0707", "US-L-1 0606", "US-A-1 0607"))
        assert events_of(table, CombatBegan) == [CombatBegan("witp 9.0.a", (), False)]
        assert not events_of(table, BattleFought)

    def test_a_side_picks_the_order_and_one_hex_is_finished_before_the_next(self) -> None:
        position = board("JP-N-1 0606", "US-N-1 0606", "JP-N-2 0707", "JP-N-3 0707", "US-N-2 0707", "JP-L-1 0508",
                         "UK-L-1 0508")
        table = fight(position, [6, 1, 6, 1, 6, 1], japan="resolve Brunei, Palau lose any",
                      allies="retreat to Leyte, else 0708, else 0706")
        assert [battle.hex for battle in events_of(table, BattleFought)] == ["0508", "0707", "0606"]
        assert answers(table)[0] == "resolve Brunei (0508)"

    def test_the_side_with_more_points_at_the_start_is_asked(self) -> None:
        units = ("JP-N-1 0606", "US-N-1 0606", "JP-N-2 0707", "US-N-2 0707")
        for start, side in (((5, 9), "allies"), ((9, 5), "japan"), ((7, 7), "japan")):
            position = board(*units, trp_start={"japan": start[0], "allies": start[1]})
            (due,) = owed(combat.play, position).dues
            assert (due.demand.side, due.demand.code) == (side, "combat-hex")

    def test_a_hex_without_battle_cannot_be_picked(self) -> None:
        position = board("JP-N-1 0606", "US-N-1 0606", "JP-N-2 0707", "US-N-2 0707")
        assert codes(combat.play, position, japan="resolve Truk") == []  # it speaks of no open battle
        assert owed(combat.play, position, japan="resolve Truk").dues

    def test_fleets_in_the_two_seas_of_a_hex_do_not_fight(self) -> None:
        position = board("JP-N-1 0406", "UK-N-1 0406")
        for key, water in (("JP-N-1", "east"), ("UK-N-1", "west")):
            position.units[key] = position.units[key]._replace(water=water)
        assert not events_of(fight(position), BattleFought)

    def test_in_each_of_the_two_seas_there_is_a_battle(self) -> None:
        position = board("JP-N-1 0406", "JP-N-2 0406", "UK-N-1 0406 reduced", "UK-N-2 0406 reduced")
        for key, water in (("JP-N-1", "east"), ("JP-N-2", "west"), ("UK-N-1", "east"), ("UK-N-2", "west")):
            position.units[key] = position.units[key]._replace(water=water)
        table = fight(position, [2, 1, 2, 1])
        assert [battle.water for battle in events_of(table, BattleFought)] == ["east", "west"]

    def test_reduced_units_fight_too(self) -> None:
        battle = the_battle(board("JP-L-1 0606 reduced", "US-L-1 0606 reduced"), [4, 1])
        assert (battle.japan["total"], battle.allies["total"], battle.winner) == (2, 0, "japan")
        assert (battle.japan["hits"], battle.allies["hits"]) == (0, 0)

    def test_a_chinese_battle_is_noted(self) -> None:
        position = board("JP-L-1 0505", "CN-L-1 0505")
        table = fight(position, [4, 1], allies="retreat to Chungking lose any")
        assert events_of(table, CombatBegan)[0].china
        assert table.position.china_duty
        assert table.position.china_fought


class TestFleetStrength:
    def test_of_the_manila_example(self) -> None:
        japan = ["JP-CV-1 0606", "JP-CV-2 0606", *(f"JP-N-{n} 0606" for n in range(1, 5)), "JP-A-1 0507", "JP-A-2 0707"]
        allies = ["UK-N-1 0606", "UK-N-2 0606", "US-A-1 0606"]
        battle = the_battle(board(*japan, *allies), [4, 5])  # EX-23
        assert items(battle, "japan") == {"carriers": 4, "fleets": 4, "task-force": 4, "air": 4}
        assert items(battle, "allies") == {"fleets": 2, "air": 2}
        assert (battle.japan["total"], battle.allies["total"], battle.difference) == (20, 9, 11)
        assert (battle.allies["inflicted"], battle.allies["hits"], battle.japan["hits"]) == (6, 4, 2)
        assert (battle.japan["extra_air"], battle.allies["extra_air"]) == (1, 0)

    def test_of_pearl_harbor(self) -> None:
        japan = [f"JP-CV-{n} 1406" for n in range(1, 4)] + [f"JP-N-{n} 1406" for n in range(1, 5)]
        allies = ["US-CV-1 1406", *(f"US-N-{n} 1406" for n in range(1, 4)), "US-A-1 1406"]
        table = fight(board(*japan, *allies, turn=1), [3, 3], japan="lose naval",
                      allies="lose naval, then [naval], then carrier retreat 1407")
        (battle,) = events_of(table, BattleFought)  # EX-28
        assert (battle.japan["strength"], battle.allies["strength"], battle.difference) == (16, 9, 7)
        assert (battle.japan["hits"], battle.allies["hits"]) == (3, 7)
        assert [event.unit for event in events_of(table, UnitRemoved)] == ["US-N-1", "US-N-2", "US-N-3"]
        assert not table.position.units["US-CV-1"].full
        assert events_of(table, Retreated)[0].units == ("US-CV-1",)

    @pytest.mark.parametrize(("fleet", "bonus"), [
        (["JP-CV-1 0606", "JP-N-1 0606"], 2), (["JP-CV-1 0606", "JP-CV-2 0606", "JP-N-1 0606"], 2),
        (["JP-CV-1 0606 reduced", "JP-N-1 0606"], 0), (["JP-CV-1 0606", "JP-N-1 0606 reduced"], 0),
        (["JP-CV-1 0606", "JP-CV-2 0606"], 0),
    ])
    def test_task_forces_are_pairs_of_full_units(self, fleet: list[str], bonus: int) -> None:
        battle = the_battle(board(*fleet, "US-N-1 0606 reduced"), [2, 1])
        assert items(battle, "japan").get("task-force", 0) == bonus

    def test_land_units_aboard_do_not_count(self) -> None:
        battle = the_battle(board("JP-N-1 0606", "JP-L-1 0606 aboard JP-N-1", "US-N-1 0606 reduced"), [2, 1])
        assert battle.japan["units"] == ("JP-N-1",)
        assert battle.japan["strength"] == 1


class TestLandStrength:
    def test_half_of_the_die_counts_rounded_down(self) -> None:
        for die, added in ((1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)):
            battle = the_battle(board("JP-L-1 0606", "JP-L-2 0606", "JP-L-3 0606", "US-L-1 0606 reduced"), [die, 1])
            assert (battle.japan["die"], battle.japan["added"], battle.japan["total"]) == (die, added, 3 + added)

    def test_of_the_manila_assault(self) -> None:
        position = board("JP-CV-1 0606", "JP-CV-2 0606", "JP-N-1 0606", "JP-N-2 0606", "JP-L-1 0606 aboard JP-N-1",
                         "JP-L-2 0606 aboard JP-N-2", "JP-A-1 0507", "JP-A-2 0707 reduced", "US-L-1 0606",
                         "UK-L-1 0606", "UK-L-2 0606", "US-A-1 0606")
        table = fight(position, [3, 1])  # EX-24
        (battle,) = events_of(table, BattleFought)
        assert (battle.kind, battle.attacker) == ("assault", "japan")
        assert items(battle, "japan") == {"land": 2, "carriers-assault": 2, "air": 2}
        assert items(battle, "allies") == {"land": 3, "defence": 1, "air": 2}
        assert (battle.japan["total"], battle.allies["total"]) == (7, 6)
        assert (battle.allies["hits"], battle.japan["hits"]) == (1, 0)
        assert [event.hex for event in events_of(table, ContinuingBattleMarked)] == ["0606"]
        assert all(table.position.units[key].ashore for key in ("JP-L-1", "JP-L-2"))

    @pytest.mark.parametrize(("turn", "attacker", "bonus"), [(1, "japan", 0), (2, "japan", 1), (1, "allies", 1)])
    def test_the_defence_bonus(self, turn: int, attacker: str, bonus: int) -> None:
        landing, holding = ("JP", "US") if attacker == "japan" else ("US", "JP")
        position = board(f"{landing}-N-1 0606", f"{landing}-L-1 0606 aboard {landing}-N-1", f"{holding}-L-1 0606",
                         f"{holding}-L-2 0606", f"{holding}-L-3 0606", turn=turn)
        battle = the_battle(position, [1, 1])
        defender = "allies" if attacker == "japan" else "japan"
        assert items(battle, defender).get("defence", 0) == bonus

    def test_no_carriers_and_no_defence_bonus_in_a_ground_battle(self) -> None:
        position = board("JP-L-1 0606", "JP-L-2 0606", "JP-CV-1 0606", "US-L-1 0606 reduced")
        battle = the_battle(position, [1, 1])
        assert battle.kind == "ground"
        assert items(battle, "japan") == {"land": 2}

    def test_overland_and_seaborne_attackers_fight_one_assault(self) -> None:
        """9.5.2."""
        position = board("JP-N-1 0606", "JP-L-1 0606 aboard JP-N-1", "JP-L-2 0606", "US-L-1 0606",
                         "US-L-2 0606 reduced")
        battle = the_battle(position, [4, 1])
        assert (battle.kind, battle.japan["units"], battle.japan["strength"]) == ("assault", ("JP-L-1", "JP-L-2"), 2)


class TestDice:
    def test_equal_totals_are_thrown_again_by_both(self) -> None:
        table = fight(board("JP-N-1 0606", "US-N-1 0606", "JP-A-1 0707", "US-A-1 0606"), [6, 6, 5, 5, 2, 1],
                      allies="lose any retreat Leyte")
        (battle,) = events_of(table, BattleFought)
        assert battle.rerolls == ((6, 6), (5, 5))
        assert (battle.japan["die"], battle.allies["die"]) == (2, 1)
        assert battle.japan["extra_air"] == battle.allies["extra_air"] == 0, "only the deciding pair counts"
        assert len(rolls(table)) == 6

    def test_a_card_gives_two_dice_and_the_better_counts(self) -> None:
        effect = in_force({"op": "die_mode", "mode": "roll_two_keep_higher", "battle": ["naval"], "scope": "turn",
                           "side": "japan"}, "1942-05", "japan", 0)
        position = board("JP-N-1 0606", "US-N-1 0606", effects=(effect,))
        battle = the_battle(position, [2, 5, 3], allies="lose any retreat Leyte")
        assert (battle.japan["dice"], battle.japan["die"], battle.japan["total"]) == ((2, 5), 5, 6)


class TestSupport:
    def test_full_air_units_in_the_hex_and_beside_it(self) -> None:
        position = board("JP-N-1 0606", "US-N-1 0606", "JP-A-1 0507", "JP-A-2 0707", "JP-A-3 0605 reduced",
                         "JP-A-4 0805", "US-A-1 0606")
        battle = the_battle(position, [1, 6], japan="lose any retreat Palau lose air")
        assert battle.japan["support"] == ("JP-A-1", "JP-A-2")
        assert battle.allies["support"] == ("US-A-1",)

    def test_one_air_unit_supports_any_number_of_battles(self) -> None:
        position = board("JP-N-1 0606", "US-N-1 0606 reduced", "JP-L-1 0508", "UK-L-1 0508 reduced", "JP-A-1 0507")
        table = fight(position, [3, 1, 4, 1], japan="resolve Manila lose any")
        assert [battle.japan["support"] for battle in events_of(table, BattleFought)] == [("JP-A-1",), ("JP-A-1",)]

    def test_but_not_after_a_hit(self) -> None:
        """R-104."""
        position = board("JP-N-1 0606", "JP-N-2 0606", "US-N-1 0606", "JP-L-1 0508", "JP-L-2 0508",
                         "UK-L-1 0508 reduced", "JP-A-1 0507")
        table = fight(position, [4, 5, 2, 1], japan="resolve Manila lose any", allies="retreat Leyte lose any")
        assert [battle.japan["support"] for battle in events_of(table, BattleFought)] == [("JP-A-1",), ()]

    BOTH = ("JP-N-1 0606", "US-N-1 0606 reduced", "JP-A-1 0507", "JP-A-2 0707")

    @pytest.mark.parametrize(("order", "support"), [
        ("", ("JP-A-1", "JP-A-2")), ("withhold JP-A-1", ("JP-A-2",)), ("withhold air at Palau", ("JP-A-1",)),
        ("withhold all air", ()), ("withhold JP-A-1, JP-A-4", ("JP-A-2",)), ("withhold JP-A-4", ("JP-A-1", "JP-A-2")),
        ("when battle at Manila withhold 2 air end", ()),
        ("when battle at Leyte withhold 2 air end", ("JP-A-1", "JP-A-2")),
    ])
    def test_it_can_be_withheld(self, order: str, support: tuple[str, ...]) -> None:
        position = board(*self.BOTH, "JP-A-4 0904")
        battle = the_battle(position, [6, 1], japan=f"{order} lose any")
        assert battle.japan["support"] == support
        assert items(battle, "japan").get("air", 0) == 2 * len(support)

    def test_the_order_tells_who_is_withheld(self) -> None:
        position = board(*self.BOTH)
        table = fight(position, [6, 1], japan="withhold all air, JP-A-9")
        assert answers(table) == ["withhold JP-A-1, JP-A-2"]

    @pytest.mark.parametrize(("kind", "units", "rule"), [
        ("fleet", ["JP-N-1 0606", "US-N-1 0606"], "witp 9.3.a"),
        ("ground", ["JP-L-1 0606", "US-L-1 0606"], "witp 9.4.a"),
        ("assault", ["JP-N-1 0606", "JP-L-1 0606 aboard JP-N-1", "US-L-1 0606"], "witp 9.5.a"),
    ])
    def test_the_demand_names_the_rule_of_the_battle(self, kind: str, units: list[str], rule: str) -> None:
        seen = []

        class Listening(Table):
            def ask(self, *demands: Any) -> Any:
                seen.extend((demand.code, demand.rule) for demand in demands)
                return super().ask(*demands)

        game = Game([6, 1])
        orders = [*written("japan", ANY), *written("allies", f"{ANY} retreat to Leyte")]
        combat.play(Listening(game, board(*units, "JP-A-1 0707"), (), PendingOrders(orders), game))
        assert ("withhold", rule) in seen

    def test_the_air_unit_in_chungking_supports_ground_battles_only(self) -> None:
        position = board("JP-L-1 0504", "CN-L-1 0504", "US-A-1 0404", chungking_air="US-A-1")
        scenes = {kind: BattleScene(kind, "0504", "", {}) for kind in ("fleet", "ground", "assault")}
        able = {kind: [unit.id for unit in combat.able_to_support(position, "allies", scene)]
                for kind, scene in scenes.items()}
        assert able == {"fleet": [], "ground": ["US-A-1"], "assault": []}  # 12.2.o, R-86


class TestAssaults:
    LANDING = ("JP-N-1 0606", "JP-N-2 0606", "JP-N-3 0606", "JP-L-1 0606 aboard JP-N-1", "JP-L-2 0606 aboard JP-N-2",
               "JP-L-3 0606 aboard JP-N-3")

    def test_only_after_a_fleet_battle_won(self) -> None:
        table = fight(board(*self.LANDING, "US-N-1 0606 reduced", "US-L-1 0606 reduced"), [6, 1, 2, 1])
        assert [battle.kind for battle in events_of(table, BattleFought)] == ["fleet", "assault"]

    def test_not_after_a_fleet_battle_lost(self) -> None:
        position = board("JP-N-1 0606 reduced", "JP-L-1 0606 aboard JP-N-1", "US-N-1 0606 reduced", "US-L-1 0606")
        table = fight(position, [1, 6], japan="retreat to Palau")
        assert [battle.kind for battle in events_of(table, BattleFought)] == ["fleet"]
        assert table.position.units["JP-L-1"].aboard == "JP-N-1"

    @pytest.mark.parametrize(("die", "goes_on"), [(4, True), (6, False)])
    def test_won_by_two_all_stay_by_three_the_defenders_retreat(self, die: int, goes_on: bool) -> None:
        position = board(*self.LANDING, "US-L-1 0606", "US-L-2 0606", allies=["0606"])
        table = fight(position, [die, 1], allies="retreat to Leyte lose any")
        assert [(event.units, event.reason) for event in events_of(table, Landed)] == [
            (("JP-L-1", "JP-L-2", "JP-L-3"), "assault")]
        assert bool(events_of(table, ContinuingBattleMarked)) is goes_on
        assert [event.hex for event in events_of(table, Retreated)] == ([] if goes_on else ["0607"])
        assert table.position.bases["allies"] == (("0606",) if goes_on else ())

    def test_won_over_everybody_they_hold_the_hex(self) -> None:
        table = fight(board(*self.LANDING, "US-L-1 0606 reduced", allies=["0606"]), [6, 1])
        assert all(table.position.units[key].ashore for key in ("JP-L-1", "JP-L-2", "JP-L-3"))
        assert table.position.bases["allies"] == table.position.continuing == ()

    def test_lost_half_of_the_survivors_are_destroyed_the_rest_reduced_and_aboard(self) -> None:
        """9.6.3.g, R-67."""
        position = board(*self.LANDING, "US-L-1 0606", "US-L-2 0606", "US-A-1 0606")
        table = fight(position, [1, 2], japan="lose any")  # 3 against 6: two hits, of three units at least two live
        assert [event.unit for event in events_of(table, UnitRemoved)] == ["JP-L-1"]
        assert [(unit.id, unit.full, bool(unit.aboard)) for unit in table.position.of("japan", "0606", "land")] == [
            ("JP-L-2", False, True), ("JP-L-3", False, True)]

    def test_lost_by_those_who_came_overland_too(self) -> None:
        """9.5.2.b: by 3 or more they retreat, by less they stay in a continuing battle."""
        position = board("JP-N-1 0407", "JP-L-1 0407 aboard JP-N-1", "JP-L-2 0407", "UK-L-1 0407", "UK-L-2 0407",
                         "UK-A-1 0407")
        table = fight(position, [1, 1], japan="lose JP-L-1, JP-L-2")  # 2 against 5
        assert [(event.units, event.hex) for event in events_of(table, Retreated)] == [(("JP-L-2",), "0406")]
        assert table.position.units["JP-L-1"].aboard == "JP-N-1"
        near = board("JP-N-1 0407", "JP-L-1 0407 aboard JP-N-1", "JP-L-2 0407", "UK-L-1 0407", "UK-L-2 0407")
        table = fight(near, [1, 2], japan="lose JP-L-2, JP-L-1")  # 2 against 4
        assert not events_of(table, Retreated)
        assert [event.hex for event in events_of(table, ContinuingBattleMarked)] == ["0407"]

    def test_a_card_may_forbid_them(self) -> None:
        effect = in_force({"op": "forbid", "action": "amphibious_assault", "side": "both"}, "1944-06", "japan", 0)
        table = fight(board(*self.LANDING, "US-L-1 0606", effects=(effect,)))
        assert [event.note for event in events_of(table, Noted)] == ["assault-forbidden"]
        assert not events_of(table, BattleFought)
        assert table.position.units["JP-L-1"].aboard == "JP-N-1"


class TestTheSingaporeExample:
    def test_fleet_battle_and_assault(self) -> None:
        """EX-14 and EX-15 as ruled (R-60, R-62, R-67)."""
        position = board("JP-N-1 0407", "JP-N-2 0407", "JP-L-1 0407 aboard JP-N-1", "JP-L-2 0407 aboard JP-N-2",
                         "JP-A-1 0507", "UK-N-1 0407", "UK-L-1 0407", "UK-A-1 0407", turn=1)
        table = fight(position, [6, 5, 1, 6], japan="lose naval lose full land lose any")
        first, second = events_of(table, BattleFought)
        assert (first.japan["total"], first.allies["total"]) == (10, 8)
        assert (first.allies["hits"], first.japan["hits"]) == (2, 1)
        assert (first.allies["extra_air"], first.japan["extra_air"]) == (2, 1)
        assert (second.japan["total"], second.allies["total"], second.difference) == (1, 4, 3)
        assert (second.japan["hits"], second.allies["hits"]) == (1, 0)
        units = table.position.units
        assert not any(units[key].hex for key in ("UK-N-1", "UK-A-1"))
        assert units["UK-L-1"].full
        assert not units["JP-A-1"].full
        landed = [unit for unit in (units["JP-L-1"], units["JP-L-2"]) if unit.hex]
        assert [(unit.full, bool(unit.aboard)) for unit in landed] == [(False, True)]
        assert sorted(units[key].full for key in ("JP-N-1", "JP-N-2")) == [False, True]


class TestGroundBattles:
    @pytest.mark.parametrize(("dice", "ends"), [([2, 1], "stay"), ([4, 1], "stay"), ([6, 1], "go")])
    def test_by_two_they_stay_by_three_the_loser_retreats(self, dice: list[int], ends: str) -> None:
        position = board("JP-L-1 0606", "US-L-1 0606", "US-L-2 0607")
        table = fight(position, dice, allies="retreat to Leyte lose any")
        assert bool(events_of(table, ContinuingBattleMarked)) == (ends == "stay")
        assert [event.hex for event in events_of(table, Retreated)] == (["0607"] if ends == "go" else [])

    def test_a_marker_stays_while_the_battle_goes_on(self) -> None:
        table = fight(board("JP-L-1 0606", "US-L-1 0606", continuing=("0606",)), [2, 1])
        assert table.position.continuing == ("0606",)
        assert not events_of(table, ContinuingBattleMarked)

    def test_where_one_side_has_nobody_left_there_is_no_retreat(self) -> None:
        """R-103."""
        position = board("JP-L-1 0606", "JP-L-2 0606", "US-L-1 0606 reduced")
        table = fight(position, [6, 1])
        assert not events_of(table, Retreated)
        assert not events_of(table, ContinuingBattleMarked)
        assert [event.unit for event in events_of(table, UnitRemoved)] == ["US-L-1"]

    def test_hits_reduce_first(self) -> None:
        table = fight(board("JP-L-1 0606", "JP-L-2 0606", "US-L-1 0606"), [1, 1])
        assert [event.unit for event in events_of(table, UnitReduced)] == ["US-L-1"]
