"""Attacks as the game's rules settled them, held against the second reckoning: what is recorded of them is read like a
game log, what the players decided and what the dice showed is believed, and all the rest is reckoned again."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.games.wif_land import second_reckoning as second
from tests.games.wif_land.second_reckoning import OTHER, Counter, Fight, Reckoned, Result, World

Record = Mapping[str, Any]


@dataclass
class Combat:
    """A combat that is being fought.

    Attributes:
        fight: what was decided of it. reckoned: what it comes to. result: of the table.
        before: the counters when it began.
        lost: side -> units destroyed by the result.
        applied: R or S, as the attacker chose.
        went: the hexes each unit has retreated from. homeless: units that had nowhere to retreat to.
        paid: what each unit that advanced paid for the vacated hex.
        weary: units that are face-down because they advanced.
    """

    fight: Fight
    reckoned: Reckoned
    result: Result
    before: dict[str, Counter]
    lost: dict[str, tuple[str, ...]] = field(default_factory=lambda: {"axis": (), "allies": ()})
    applied: str = ""
    went: dict[str, list[str]] = field(default_factory=dict)
    homeless: set[str] = field(default_factory=set)
    paid: dict[str, int] = field(default_factory=dict)
    weary: set[str] = field(default_factory=set)


class Audit:
    """Follows the events of an impulse.

    Attributes:
        world: as it is by what was decided and reckoned.
        orders: target -> what has been decided of its attack.
        combat: the one that is being fought.
        supporting: side and target -> the headquarters that supports there.
        followed: how many events have been taken.
        seen: what has come up, by name.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.orders: dict[str, dict[str, Any]] = {}
        self.combat: Combat | None = None
        self.supporting: dict[tuple[str, str], str] = {}
        self.followed = 0
        self.seen: Tally[str] = Tally()

    def follow(self, records: Sequence[Record]) -> None:
        """Takes the events that have come since the last time, in their order."""
        new, self.followed = records[self.followed:], len(records)
        for record in new:
            take = getattr(self, "on_" + record["event"].replace("-", "_"), None)
            if take:
                take(record)

    @property
    def fought(self) -> Combat:
        assert self.combat
        return self.combat

    def _but(self, names: Iterable[str], **fields: Any) -> None:
        for name in names:
            self.world.counters[name] = self.world.counters[name]._replace(**fields)

    def _units(self, names: Iterable[str]) -> list[Counter]:
        return [self.world.counters[name] for name in names]

    # -- what is legal -----------------------------------------------------------------------------------------------

    def fight_at(self, target: str) -> Fight:
        """The attack on a hex as far as it is declared."""
        orders = self.orders.get(target, {})
        return Fight(target, orders.get("units", ()), orders.get("invaders", ()), orders.get("paratroops", ()))

    def may_attack(self, name: str, target: str) -> bool:
        """Whether a unit may attack a hex, by itself or with those that do already."""
        fight, unit = self.fight_at(target), self.world.counters[name]
        busy = {other for orders in self.orders.values() for other in (*orders["units"], *orders["paratroops"])}
        return name not in busy and second.may_attack(self.world, unit, target) and (
            bool(fight.invaders or fight.paratroops)
            or second.are_odds_enough(self.world, fight._replace(units=(*fight.units, name))))

    def may_support(self, name: str, target: str) -> bool:
        """Whether a headquarters may support at a hex."""
        unit = self.world.counters[name]
        is_free = (unit.side, target) not in self.supporting and name not in self.supporting.values()
        return target in self.orders and is_free and second.may_support(
            self.world, unit, self.fight_at(target), self.orders)

    def retreats(self, name: str) -> list[str]:
        """The hexes a unit may retreat to."""
        unit = self.world.counters[name]
        return second.retreats(self.world, unit, [*self.fought.went.get(name, ()), unit.at])[1]

    # -- declarations and support ------------------------------------------------------------------------------------

    def on_attack_declared(self, record: Record) -> None:
        orders = self.orders.setdefault(record["hex"], {"units": (), "invaders": (), "paratroops": (), "ships": {},
                                                        "aircraft": {}, "headquarters": {}})
        for name in record["units"]:
            assert second.may_attack(self.world, self.world.counters[name], record["hex"]), name
        for group in ("units", "invaders", "paratroops"):
            orders[group] = (*orders[group], *record[group])
            self.seen[f"{group} attack"] += bool(record[group])
        fight = self.fight_at(record["hex"])
        assert fight.invaders or fight.paratroops or second.are_odds_enough(self.world, fight), record

    def on_notional_ignored(self, record: Record) -> None:
        self.orders[record["hex"]]["ignored"] = True
        self.seen["notional unit ignored"] += 1

    def on_ships_bombard(self, record: Record) -> None:
        self.orders[record["hex"]]["ships"][record["side"]] = record["units"]
        self.seen[f"bombardment by {self._role(record)}"] += 1

    def on_aircraft_support(self, record: Record) -> None:
        self.orders[record["hex"]]["aircraft"][record["side"]] = record["units"]
        self.seen[f"ground support of {self._role(record)}"] += 1

    def on_headquarters_supports(self, record: Record) -> None:
        self.supporting[record["side"], record["hex"]] = record["unit"]

    def on_headquarters_rolled(self, record: Record) -> None:
        self.orders[record["hex"]]["headquarters"][record["side"]] = (record["unit"], record["die"])
        assert record["succeeds"] == (record["die"] < self.world.counters[record["unit"]].reorganisation)
        self.seen[f"headquarters {'succeeds' if record['succeeds'] else 'fails'}"] += 1

    def on_aircraft_returned(self, record: Record) -> None:
        self._but(record["units"], face_up=False)

    def on_air_settled(self, record: Record) -> None:
        self._but(record["lost"], at="")

    def on_units_drop(self, record: Record) -> None:
        self._but(record["units"], at="")  # until they have landed

    def on_units_landed(self, record: Record) -> None:
        self._but(record["units"], at=record["hex"], section=-1)
        combat = self.combat
        assert combat is None or set(record["units"]) <= set(combat.fight.paratroops)

    def on_control_changed(self, record: Record) -> None:
        self.world.control.update(dict.fromkeys(record["hexes"], record["side"]))

    def on_aircraft_rebased(self, record: Record) -> None:
        self._but([record["unit"]], at=record["hex"], face_up=False)

    def on_ships_fate(self, record: Record) -> None:
        self._but([record["unit"]], at=record["port"], face_up=False)

    def _role(self, record: Record) -> str:
        return "attacker" if record["side"] == self.world.phasing else "defender"

    # -- a combat ----------------------------------------------------------------------------------------------------

    def on_strength_reckoned(self, record: Record) -> None:
        orders = self.orders[record["hex"]]
        orders.setdefault("strength", {})[record["side"]] = record

    def on_odds_reckoned(self, record: Record) -> None:
        orders = self.orders[record["hex"]]
        orders["odds"], orders["percent_die"] = record, record["die"]

    def on_table_chosen(self, record: Record) -> None:
        self.orders[record["hex"]]["table"] = record

    def on_attack_fought(self, record: Record) -> None:
        """All that leads to the result is compared."""
        orders = self.orders[record["hex"]]
        fight = Fight(record["hex"], orders["units"], orders["invaders"], orders["paratroops"],
                      orders.get("ignored", False), orders["ships"], orders["aircraft"], orders["headquarters"],
                      orders["table"]["table"], orders["percent_die"], record["dice"])
        reckoned = second.reckoned(self.world, fight)
        for side, total in ((self.world.phasing, reckoned.attack), (OTHER[self.world.phasing], reckoned.defence)):
            strength = orders["strength"][side]
            assert tuple(strength[name] for name in ("ground", "notional", "bombardment", "air", "total")) == (
                *map(str, total[:4]), total.total), (strength, total)
        odds, table = orders["odds"], orders["table"]
        assert (odds["attack"], odds["defence"]) == (reckoned.attack.total, reckoned.defence.total)
        assert tuple(odds[name] for name in ("odds", "percent", "rounds_up", "final", "column")) == (
            reckoned.odds, reckoned.percent, reckoned.rounds_up, reckoned.final, reckoned.column), (odds, reckoned)
        assert sum(int(entry.split()[1]) for entry in odds["modifiers"]) == reckoned.modifier, (odds, reckoned)
        assert (table["is_blitz_possible"], table["side"]) == (reckoned.is_blitz_possible, reckoned.chooser), table
        assert (record["number"], record["result"]) == (reckoned.number, reckoned.result), (record, reckoned)
        self.combat = Combat(fight, reckoned, second.taken_apart(reckoned.result), dict(self.world.counters))
        self._count(reckoned, fight)

    def _count(self, reckoned: Reckoned, fight: Fight) -> None:
        self.seen["attacks"] += 1
        self.seen[f"result {reckoned.result}"] += 1
        self.seen[f"table {fight.table} by {'attacker' if reckoned.is_blitz_possible else 'defender'}"] += 1
        self.seen["option 41 rounds up"] += reckoned.rounds_up
        self.seen["odds below 1:2"] += reckoned.final not in self.world.records["combat_tables"]["columns"]
        self.seen["two dice"] += len(fight.dice) == 2
        self.seen["no strength at all"] += not reckoned.attack.total
        self.seen["strength 0"] += not reckoned.defence.total
        self.seen["attacked across a hindrance"] += any(second.hindrances(
            self.world, self.world.phasing, self.world.counters[name].at, fight.target) for name in fight.units)

    def on_units_destroyed(self, record: Record) -> None:
        units, reason = self._units(record["units"]), record["reason"]
        if reason == "combat":
            self.fought.lost[units[0].side] = tuple(record["units"])
            assert len({unit.side for unit in units}) == 1
        elif reason == "no-retreat":
            for unit in units:
                assert second.retreats(self.world, unit, [*self.fought.went.get(unit.id, ()), unit.at])[0] == 0, unit
                self.fought.homeless.add(unit.id)
        elif reason == "drop-failed":
            assert set(record["units"]) <= set(self.fought.fight.paratroops)
        elif reason == "invasion-failed":
            assert self.world.agreed("failed_invasion") == "destroyed"
        self.seen[f"destroyed: {reason}"] += 1
        self._but(record["units"], at="")

    def on_result_applied(self, record: Record) -> None:
        assert self.fought.result.letter in ("S", "B")
        self.fought.applied = "R" if record["applied"] == "retreat" else "S"
        self.seen[f"applied {self.fought.applied}"] += 1

    def on_units_shattered(self, record: Record) -> None:
        assert self.fought.applied == "S"
        defenders = self.world.in_hex(record["hex"], OTHER[self.world.phasing])
        assert [unit.id for unit in defenders] == list(record["units"])
        self.seen["shattered"] += len(record["units"])
        self._but(record["units"], at="")

    def on_units_retreated(self, record: Record) -> None:
        (unit,) = self._units(record["units"])
        went = self.fought.went.setdefault(unit.id, [])
        assert bool(went) == record["again"]
        assert not went or second.is_overstacked(self.world, unit.side, unit.at, [])
        line, hexes = second.retreats(self.world, unit, [*went, unit.at])
        assert record["preference"] == line and record["hex"] in hexes, (record, line, hexes)
        went.append(unit.at)
        self._but([unit.id], at=record["hex"])
        self.seen[f"retreat by preference {line}"] += 1
        self.seen["retreat goes on"] += record["again"]

    def on_drop_ended(self, record: Record) -> None:
        assert record["succeeds"] == self._is_cleared(), record
        self.seen[f"drop {'succeeds' if record['succeeds'] else 'fails'}"] += 1

    def _is_cleared(self) -> bool:
        """Whether the defence is gone: its units, and a notional unit with them or, if it was alone, by a result that
        does something to the defender."""
        combat, side = self.fought, OTHER[self.world.phasing]
        was_held = any(unit.at == combat.fight.target and unit.side == side and unit.is_ground
                       for unit in combat.before.values())
        harmed = bool(combat.result.defenders or combat.result.letter)
        return not self.world.in_hex(combat.fight.target, side) and (was_held or harmed)

    def on_units_advanced(self, record: Record) -> None:
        units = self._units(record["units"])
        combat = self.fought
        if record["breakthrough"]:
            assert "B" in combat.result.letter
            assert second.may_break_through(self.world, units, record["hex"], combat.paid), record
        else:
            assert self._is_cleared() and second.may_advance(self.world, combat.fight, units), record
        for unit in units:
            cost = second.movement_cost(self.world, unit, unit.at, record["hex"])
            if record["breakthrough"] and cost != 1 or not record["breakthrough"] and cost > unit.movement:
                combat.weary.add(unit.id)
            combat.paid.setdefault(unit.id, cost)
        self._but(record["units"], at=record["hex"], section=-1)
        self.seen["breakthrough" if record["breakthrough"] else "advance"] += 1

    def on_units_turned(self, record: Record) -> None:
        self._but(record["units"], face_up=False)

    def on_attack_resolved(self, record: Record) -> None:
        """What has to have happened has happened."""
        combat, self.combat = self.combat, None
        if combat is None:  # nobody defended
            del self.orders[record["hex"]]
            return
        side, result, target = self.world.phasing, combat.result, combat.fight.target
        mine = [combat.before[name] for name in (*combat.fight.units, *combat.fight.invaders, *combat.fight.paratroops)]
        theirs = [unit for unit in combat.before.values()
                  if unit.at == target and unit.side == OTHER[side] and unit.is_ground]
        assert len(combat.lost[side]) == min(result.attackers, len(mine)), record
        assert len(combat.lost[OTHER[side]]) == min(result.defenders, len(theirs)), record
        assert {*combat.lost[side]} <= {unit.id for unit in mine}
        assert {*combat.lost[OTHER[side]]} <= {unit.id for unit in theirs}
        survivors = [unit for unit in theirs if unit.id not in combat.lost[OTHER[side]]]
        retreats = survivors if "R" in (result.letter, combat.applied) else []
        assert {unit.id for unit in retreats} == {*combat.went, *combat.homeless}
        assert all((unit.id in combat.homeless) == (not self.world.counters[unit.id].at) for unit in retreats)
        if result.letter in ("S", "B") and survivors:
            assert combat.applied
        if not result.letter:
            assert [unit.id for unit in self.world.in_hex(target, OTHER[side])] == [unit.id for unit in survivors]
        self._compare_faces(combat, mine, theirs, bool(combat.went))

    def _compare_faces(self, combat: Combat, mine: Iterable[Counter], theirs: Iterable[Counter],
                       have_retreated: bool) -> None:
        """Attackers are face-down unless the result has a star, defenders if they retreated or lost more."""
        lost = {side: len(units) for side, units in combat.lost.items()}
        beaten = have_retreated or lost[OTHER[self.world.phasing]] > lost[self.world.phasing]
        for units, turns in ((mine, not combat.result.starred), (theirs, beaten)):
            for unit in units:
                now = self.world.counters[unit.id]
                assert not now.at or now.face_up == (unit.face_up and not turns and unit.id not in combat.weary), now

    # -- the end -----------------------------------------------------------------------------------------------------

    def compare(self, units: Mapping[str, Any]) -> None:
        """The units of the game stand where they stand here."""
        for name, counter in self.world.counters.items():
            unit = units[name]
            assert (unit.place, unit.full or not counter.at) == (counter.at, counter.face_up or not counter.at), unit
