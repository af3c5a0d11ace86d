"""Random attacks on random maps, settled by the game and reckoned a second time.

`python -m tests.games.wif_land.test_random_attacks 2000` settles so many, and prints what has come up in them.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from tests.games.wif_land import second_reckoning as second
from tests.games.wif_land.audited import Audit
from tests.games.witp.players import SeededFate
from witp_pbem.games.wif_land.board import data
from witp_pbem.games.wif_land.board.turn import unresolved
from witp_pbem.games.wif_land.game import game
from witp_pbem.table.demand import Demand, Understood
from witp_pbem.table.event import Event, all_fields
from witp_pbem.table.pending import Match, PendingOrders
from witp_pbem.table.sitting import GameRules
from witp_pbem.table.table import Table

FEW, MANY = 100, 2000
NAME, SEA = "random", "a_sea"
COLUMNS, ROWS = 5, 5
TERRAIN = {"clear": 9, "forest": 4, "desert": 3, "jungle": 3, "swamp": 3, "mountain": 3, "lake": 1}
KINDS = {"INF": 6, "MAR": 3, "PARA": 3, "MTN": 3, "CAV": 2, "MOT": 3, "MECH": 5, "ARM": 6, "HQ": 4, "HQ-A": 2, "ART": 2,
         "AT": 2, "AA": 1, "SUPPLY": 1}
WEATHER = {"fair": 8, "rain": 2, "snow": 1, "storm": 1, "blizzard": 1}
POWERS = {"axis": ["Germany", "Italy", "Japan"], "allies": ["USSR", "USA", "China"]}
OPTIONS = {"option_33": ["yes"], "option_38": ["yes"], "option_39": ["yes"], "option_40": ["yes"],
           "option_41": ["yes"], "option_42": ["yes"], "asa_2": ["yes"], "asa_3": ["yes"],
           "out_of_supply_defence": ["1"], "notional_sign": ["subtract"], "powers_penalty": ["each"],
           "failed_invasion": ["destroyed"]}
ACTS = {"attack": 0.9, "invade": 0.9, "paradrop": 0.9, "notional": 0.2, "advance": 0.9}  # how often it is not passed
OTHERWISE = 0.7
# What comes up in many attacks, besides the results of both tables that have been read.
COME_UP = (
    "units attack", "invaders attack", "paratroops attack", "notional unit ignored", "strength 0", "no strength at all",
    "odds below 1:2", "two dice",
    "bombardment by attacker", "bombardment by defender", "ground support of attacker", "ground support of defender",
    "headquarters succeeds", "headquarters fails", "option 41 rounds up", "attacked across a hindrance",
    "table blitz by attacker", "table assault by attacker", "table blitz by defender", "table assault by defender",
    "applied R", "applied S", "shattered", "retreat goes on", "advance", "breakthrough", "drop succeeds", "drop fails",
    *(f"retreat by preference {line}" for line in range(1, 5)),
    *(f"destroyed: {reason}" for reason in ("combat", "no-retreat", "drop-failed", "invasion-failed")))


# -- random positions ------------------------------------------------------------------------------------------------


def some(chance: random.Random, weights: Mapping[str, int]) -> str:
    return chance.choices(list(weights), list(weights.values()))[0]


def records_of(seed: int) -> dict[str, Any]:
    """The packaged data with a random map, and a random position on it, in which nearly everybody is beside the
    enemy."""
    chance = random.Random(f"attacks {seed}")
    records = data.read()
    if chance.random() < 0.1:
        records = {**records, "combat_tables": two_dice(records["combat_tables"])}
    war_map = _map(chance)
    position = {
        "map": NAME, "turn": {"name": "Jul/Aug", "year": 1941, "weather": _weather(chance)}, "phasing": "axis",
        "impulses": ["axis"], "sides": POWERS,
        "options": {name: chance.choice(values) for name, values in OPTIONS.items() if chance.random() < 0.4} | (
            {"option_43": "yes"} if records["combat_tables"]["two_dice"] else {}),
        "control": {"axis": [hex for hex in war_map["hexes"] if hex[:2] in ("01", "02")], "allies": "rest"},
        "action": {"type": "combined"}, "units": list(_units(chance, war_map)), **_supply(chance)}
    return {**records, "maps": {**records["maps"], "maps": {NAME: war_map}},
            "positions": {**records["positions"], "positions": {NAME: position}}}


def two_dice(record: Mapping[str, Any]) -> dict[str, Any]:
    """The combat tables with others for the sum of two dice, which are the same, each row for several sums."""
    return {**record, "two_dice": {name: {str(number): rows[str(min(10, (number + 1) // 2))] for number in range(2, 24)}
                                   for name, rows in record["tables"].items()}}


def _map(chance: random.Random) -> dict[str, Any]:
    """Land, with a sea along its first column."""
    hexes: dict[str, dict[str, Any]] = {}
    for column in range(1, COLUMNS + 1):
        for row in range(1, ROWS + 1):
            hex = f"{column:02}{row:02}"  # noqa: A001
            hexes[hex] = ({"terrain": "sea", "sea_area": SEA} if column == 1 else
                          {"terrain": some(chance, TERRAIN)} | ({"city": True} if chance.random() < 0.1 else {}) | (
                              {"zone": "north"} if row < 3 else {}))
    war_map: dict[str, Any] = {
        "source": "a test", "grid": {"numbering": "CCRR", "lower_columns": "even"}, "hexes": hexes,
        "scale": chance.choice(["european", "european", "european", "asian"]), "sheet": "", "sheets": {},
        "sea_areas": {SEA: {"hexes": [hex for hex in hexes if hex < "02"], "bombardment": {
            str(section): {"modifier": chance.randint(0, 3), "starred": chance.random() < 0.5}
            for section in range(5)}}}}
    world = second.World({}, war_map, {}, {}, {}, {})
    pairs = [[hex, beside] for hex in hexes for beside in second.neighbours(world, hex) if hex < beside]
    shores = [pair for pair in pairs if pair[0] < "02" <= pair[1]]
    inland = [pair for pair in pairs if pair[0] >= "02"]
    for _, land in shores:
        hexes[land]["coast"] = [SEA]
    chance.shuffle(inland)
    rivers, straits, walls, forts = inland[:7], inland[7:9], inland[9:10], inland[10:13]
    war_map["hexsides"] = {"all_sea": shores, "river": rivers, "strait": straits, "impassable": walls,
                           "rail": [pair for pair in inland if chance.random() < 0.3],
                           "fort": [{"pair": pair, "owner": chance.choice(["axis", "allies"])} for pair in forts]}
    return war_map


def _weather(chance: random.Random) -> Any:
    usual = some(chance, WEATHER)
    return usual if chance.random() < 0.6 else {"default": usual, "north": some(chance, WEATHER)}


def _supply(chance: random.Random) -> dict[str, Any]:
    """Sources for both sides, or for one; mostly the units say themselves whether they are in supply."""
    if chance.random() < 0.75:
        return {}
    sources = {side: [f"{column:02}{chance.randint(1, ROWS):02}"]
               for side, column in (("axis", 2), ("allies", COLUMNS))}
    return {"supply_lines": {"sources": sources, "reach": chance.randint(1, 4), "rail": chance.random() < 0.5}}


def _units(chance: random.Random, war_map: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Stacks of both sides in hexes by chance, no hex with both; ships and aircraft."""
    land = [hex for hex, printed in war_map["hexes"].items() if printed["terrain"] not in ("sea", "lake")]
    chance.shuffle(land)
    count = 0
    for hex in land[:chance.randint(8, 18)]:  # noqa: A001
        side = chance.choice(["axis", "axis", "allies"]) if hex[:2] != "02" else chance.choice(["axis", "allies"])
        room = 2.0
        while room > 0 and chance.random() < 0.8:
            count += 1
            unit = _ground_unit(chance, f"{side}-{count}", side)
            room -= 0.5 if unit["division"] else 1
            if room >= 0:
                yield {**unit, "at": hex}
                if unit["kind"] == "PARA" and side == "axis":
                    yield {"id": f"atr-{count}", "kind": "ATR", "side": side, "power": "Germany", "at": hex}
        if chance.random() < 0.25:
            yield {"id": f"air-{count}-{hex}", "kind": chance.choice(["LND", "LND", "FTR"]), "side": side,
                   "power": POWERS[side][0], "at": hex, "tactical": chance.randint(1, 8),
                   "tank_buster": chance.random() < 0.4}
    for number in range(chance.randint(0, 3)):
        unit = {**_ground_unit(chance, f"landing-{number}", "axis"), "kind": chance.choice(["INF", "MAR", "MAR"])}
        yield {**unit, "aboard": chance.choice(["TRS", "SCS"]), "sea_area": SEA, "section": chance.randint(1, 4)}
    for side in POWERS:
        for number in range(chance.randint(0, 2)):
            yield {"id": f"ship-{side}-{number}", "kind": "SCS", "side": side, "power": POWERS[side][0],
                   "bombardment": chance.randint(1, 9), "sea_area": SEA, "section": chance.randint(0, 4)}


def _ground_unit(chance: random.Random, identity: str, side: str) -> dict[str, Any]:
    kind = some(chance, KINDS)
    division = chance.random() < 0.2 or kind == "AT"
    combat = chance.randint(0, 3) if division else chance.randint(1, 12 if side == "axis" else 7)
    return {"id": identity, "kind": kind, "side": side, "power": chance.choice(POWERS[side]), "division": division,
            "combat": combat, "movement": chance.randint(1, 6),
            "face": "down" if chance.random() < 0.2 else "up",
            **({"reorganisation": chance.randint(2, 7)} if kind.startswith("HQ") else {}),
            **({"supply": {"declared": False, "start": chance.random() < 0.5}} if chance.random() < 0.1 else {})}


# -- settling them ---------------------------------------------------------------------------------------------------


class Deciding(PendingOrders):
    """Both players: they choose among the legal orders by chance. What is legal is reckoned a second time, too."""

    def __init__(self, played: Any, seed: int, audit: Audit) -> None:
        super().__init__({})
        self.played, self.audit = played, audit
        self.acts: list[Any] = []
        self.chance = random.Random(f"decisions {seed}")

    def find(self, demand: Demand, phase: str, *now: Any) -> Any:
        self.audit.follow(event_records(self.acts))
        self.compare_legality(demand)
        if demand.optional:
            return []
        choices = list(demand.choices())
        acts = [choice for choice in choices if choice["order"] != "pass"]
        goes_on = len(acts) == len(choices) or self.chance.random() < ACTS.get(demand.code, OTHERWISE)
        value = self.chance.choice(acts) if acts and goes_on else next(
            choice for choice in choices if choice["order"] == "pass")
        order = self.played.read_value(value)
        verdict = demand.judge(order)
        assert isinstance(verdict, Understood), (demand.code, value, verdict)
        return Match(order, order, verdict)

    def compare_legality(self, demand: Demand) -> None:
        """Every unit that could be ordered to attack or support somewhere, and every hex to retreat to."""
        legal = {"attack": ("attack", self.audit.may_attack), "support": ("support", self.audit.may_support),
                 "defensive-support": ("support", self.audit.may_support)}
        if demand.code == "retreat":
            hexes = [choice["places"][0] for choice in demand.choices()]
            assert sorted(hexes) == sorted(self.audit.retreats(demand.about["unit"])), demand.about
        if demand.code not in legal:
            return
        keyword, reckoned = legal[demand.code]
        world = self.audit.world
        enemies = {unit.at for unit in world.counters.values() if unit.side != world.phasing and unit.is_ground}
        targets = [hex for hex in world.map["hexes"] if hex in enemies or hex in self.audit.orders]
        for unit in world.counters.values():
            for target in targets if unit.is_ground and unit.side == demand.side else ():
                order = self.played.read_value({"order": keyword, "hex": target, "units": [unit.id]})
                is_legal = demand.matches(order) and isinstance(demand.judge(order), Understood)
                assert is_legal == reckoned(unit.id, target), (keyword, unit, target)

    def take(self, demand: Demand, match: Match) -> None:
        pass

    def undone(self, *now: Any) -> list[Any]:
        return []


def event_records(acts: Sequence[Any]) -> list[dict[str, Any]]:
    """The events among some acts, as records."""
    return [{**all_fields(act), "event": act.code()} for act in acts if isinstance(act, Event)]


def settled(seed: int) -> Audit:
    """The attacks of a random position: fought by the game, and held against the second reckoning."""
    records = records_of(seed)
    played = game(records)
    written = records["positions"]["positions"][NAME]
    audit = Audit(second.opened(records, written, written["options"]))
    deciding = Deciding(played, seed, audit)
    start = played.open(NAME, {}).but(turn=1, step="invasion")
    table = Table(GameRules(played), start, (), deciding, SeededFate(seed))
    deciding.acts = table.acts
    while table.position.step != "end":
        step = played.step(table.position)
        assert step
        table.phase = played.phase(table.position)
        step(table)
    audit.follow(event_records(table.acts))
    audit.compare(table.position.units)
    assert not unresolved(table.position)
    return audit


def settle(count: int) -> Counter[str]:
    """What has come up until so many attacks were fought."""
    seen: Counter[str] = Counter()
    seed = 0
    while seen["attacks"] < count:
        try:
            seen += settled(seed).seen
        except AssertionError as wrong:
            raise AssertionError(f"seed {seed}") from wrong
        seed += 1
    seen["positions"] = seed
    return seen


def test_a_hundred_attacks_are_settled_alike() -> None:
    assert settle(FEW)["attacks"] >= FEW


@pytest.mark.long
def test_many_attacks_are_settled_alike_and_everything_comes_up() -> None:
    seen = settle(MANY)
    assert not [name for name in COME_UP if not seen[name]]


def main(arguments: Sequence[str]) -> None:
    seen = settle(int(arguments[0]) if arguments else MANY)
    for name in sorted({*seen, *COME_UP}):
        print(f"{seen[name]:6} {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
