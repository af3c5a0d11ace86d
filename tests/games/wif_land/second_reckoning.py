"""What must come of an attack, reckoned a second time: from the digest of the rules and the data as plain records,
without a line of the game's own code. It knows nothing of demands or events: it is given what the players decided and
what the dice showed, and says what follows."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

HALF = Fraction(1, 2)
MOST = 10  # the most odds there is a column for
GROUND = ("INF", "MAR", "PARA", "MTN", "MIL", "GAR", "TERR", "PART", "SKI", "CAV", "MOT", "MECH", "ARM", "HQ", "HQ-A",
          "ART", "AT", "AA", "SUPPLY")
OTHER = {"axis": "allies", "allies": "axis"}


class Counter(NamedTuple):
    """A unit as it stands: what it shows, where it is (hex, sea area, or "" off the map), and its face."""

    id: str
    kind: str
    side: str
    power: str
    combat: int
    movement: int
    division: bool
    motorised: bool
    tactical: int
    tank_buster: bool
    bombardment: int
    reorganisation: int
    at: str
    section: int
    face_up: bool
    supplied: bool

    @property
    def is_ground(self) -> bool:
        return self.kind in GROUND


class World(NamedTuple):
    """The records everything is read from, and the counters by id as they stand now."""

    records: Mapping[str, Any]
    map: Mapping[str, Any]
    position: Mapping[str, Any]
    options: Mapping[str, str]
    counters: dict[str, Counter]
    control: dict[str, str]

    @property
    def phasing(self) -> str:
        return str(self.position["phasing"])

    def agreed(self, option: str) -> str:
        """What is agreed on, or else what is usual."""
        usual = {entry["id"]: entry["default"] for entry in self.records["options"]["options"]}
        return self.options.get(option, usual[option])

    def terrain(self, hex: str) -> Mapping[str, Any]:  # noqa: A002
        ground: Mapping[str, Any] = self.records["terrain"]["terrain"][self.map["hexes"][hex]["terrain"]]
        return ground

    def weather(self, hex: str) -> Mapping[str, Any]:  # noqa: A002
        named = self.position["turn"]["weather"]
        if not isinstance(named, str):
            zone = self.map["hexes"][hex].get("zone", "")
            named = named.get(hex) or named.get(zone) or named["default"]
        weather: Mapping[str, Any] = self.records["terrain"]["weather"][named]
        return weather

    def kind(self, unit: Counter) -> Mapping[str, Any]:
        kind: Mapping[str, Any] = self.records["unit_kinds"]["kinds"][unit.kind]
        return kind

    def in_hex(self, hex: str, side: str) -> list[Counter]:  # noqa: A002
        """The ground units of a side in a hex."""
        return [unit for unit in self.counters.values() if unit.at == hex and unit.side == side and unit.is_ground]


def opened(records: Mapping[str, Any], position: Mapping[str, Any], options: Mapping[str, str]) -> World:
    """The world of a position whose units are all tables with explicit values."""
    counters = {}
    for entry in position["units"]:
        supply = entry.get("supply", {})
        counters[entry["id"]] = Counter(
            entry["id"], entry["kind"], entry["side"], entry.get("power", ""), entry.get("combat", 0),
            entry.get("movement", 0), entry.get("division", False),
            entry.get("motorised", records["unit_kinds"]["kinds"].get(entry["kind"], {}).get("motorised", False)),
            entry.get("tactical", 0), entry.get("tank_buster", False), entry.get("bombardment", 0),
            entry.get("reorganisation", 0), entry.get("at", entry.get("sea_area", "")), entry.get("section", -1),
            entry.get("face", "up") == "up", supply.get("declared", True))
    war_map = records["maps"]["maps"][position["map"]]
    return World(records, war_map, position, options, counters, _control(war_map, position.get("control", {})))


def _control(war_map: Mapping[str, Any], control: Mapping[str, Any]) -> dict[str, str]:
    """The side that controls each hex."""
    held = {hex: side for side, own in control.items() if own != "rest" for hex in own}
    rest = [side for side, own in control.items() if own == "rest"]
    return {**(dict.fromkeys(war_map["hexes"], rest[0]) if rest else {}), **held}


# -- the map --------------------------------------------------------------------------------------------------------


def neighbours(world: World, hex: str) -> list[str]:  # noqa: A002
    """The hexes beside one, by its number: even columns sit half a hex lower."""
    column, row = int(hex[:2]), int(hex[2:])
    beside = 0 if column % 2 == 0 else -1
    around = [(0, -1), (0, 1), (-1, beside), (1, beside), (-1, beside + 1), (1, beside + 1)]
    numbers = [f"{column + across:02d}{row + down:02d}" for across, down in around]
    return sorted(number for number in numbers if number in world.map["hexes"])


def between(world: World, one: str, other: str) -> list[str]:
    """The kinds of hexside between two hexes."""
    return [kind for kind, pairs in world.map.get("hexsides", {}).items() if kind != "rail" for entry in pairs
            if sorted(entry["pair"] if isinstance(entry, Mapping) else entry) == sorted((one, other))]


def fort_against(world: World, side: str, one: str, other: str) -> bool:
    """Whether a fort of a side's enemy stands between two hexes."""
    enemy = OTHER[side]
    owners = [entry["owner"] for entry in world.map.get("hexsides", {}).get("fort", ())
              if sorted(entry["pair"]) == sorted((one, other))]
    return any(owner == enemy or owner in world.position["sides"][enemy] for owner in owners)


def hindrances(world: World, side: str, start: str, hex: str) -> list[Mapping[str, Any]]:  # noqa: A002
    """What a side's units meet between two hexes: its own forts are none."""
    return [world.records["terrain"]["hexsides"][kind] for kind in between(world, start, hex)
            if kind != "fort" or fort_against(world, side, start, hex)]


def in_zone(world: World, side: str, hex: str) -> bool:  # noqa: A002
    """Whether a hex lies in a zone of control of a side's enemy."""
    zone = world.records["terrain"]["zone_of_control"]
    for beside in neighbours(world, hex):
        barred = any(kind in zone["not_across"] for kind in between(world, beside, hex))
        if barred or (zone["stopped_by_forts"] and fort_against(world, OTHER[side], beside, hex)):
            continue
        if any(not unit.division and unit.kind not in zone["without"] for unit in world.in_hex(beside, OTHER[side])):
            return True
    return False


def is_overstacked(world: World, side: str, hex: str, coming: Iterable[Counter]) -> bool:  # noqa: A002
    stacking = world.records["terrain"]["stacking"]
    units = {unit.id: unit for unit in (*world.in_hex(hex, side), *coming)}.values()
    load = sum(Fraction(stacking["division"]) if unit.division else Fraction(1) for unit in units)
    return load > Fraction(stacking["units_per_hex"])


def movement_cost(world: World, unit: Counter, start: str, hex: str) -> int:  # noqa: A002
    """The points a unit needs to enter a hex from the next."""
    column = 1 if unit.motorised else 0
    scale = world.records["terrain"]["scales"][world.map["scale"]]
    extra = sum(side.get("movement_extra", (0, 0))[column]
                for side in hindrances(world, unit.side, start, hex))
    return int(world.terrain(hex)["movement"][column] * scale + world.weather(hex)["movement_extra"] + extra)


def is_supplied(world: World, unit: Counter) -> bool:
    """Whether a unit is in supply when attacks are declared: as is said of it or, where its side has sources, by a line
    of so many hexes, those along railways for nothing."""
    lines = world.position.get("supply_lines", {})
    sources = lines.get("sources", {}).get(unit.side)
    if sources is None:
        return unit.supplied
    side = unit.side
    wanted = {hex for hex in sources if world.control.get(hex) != OTHER[side] and _is_open(world, side, hex)}
    reached, edge = {unit.at: 0}, [(0, unit.at)]
    while edge:
        used, here = heapq.heappop(edge)
        if here in wanted:
            return True
        for there in neighbours(world, here):
            cost = _line_cost(world, side, here, there)
            if cost is not None and used + cost <= lines.get("reach", 0) and used + cost < reached.get(there, 99):
                reached[there] = used + cost
                heapq.heappush(edge, (used + cost, there))
    return False


def _line_cost(world: World, side: str, here: str, there: str) -> int | None:
    """What a line of supply needs of its reach to go on to a hex; None where it cannot."""
    if not _is_open(world, side, there):
        return None
    rails = [sorted(pair) for pair in world.map.get("hexsides", {}).get("rail", ())]
    if world.position["supply_lines"].get("rail") and sorted((here, there)) in rails:
        return 0
    sides = world.records["terrain"]["hexsides"]
    return 1 if all(sides[kind].get("movement", True) for kind in between(world, here, there)) else None


def _is_open(world: World, side: str, hex: str) -> bool:  # noqa: A002
    if world.terrain(hex)["movement"] is None or world.in_hex(hex, OTHER[side]):
        return False
    return bool(world.in_hex(hex, side)) or not in_zone(world, side, hex)


# -- attacking ------------------------------------------------------------------------------------------------------


def may_attack(world: World, unit: Counter, target: str) -> bool:
    """Whether a unit that attacks nothing yet may attack a hex, whatever the odds."""
    return (unit.is_ground and unit.side == world.phasing and unit.at in world.map["hexes"] and unit.face_up
            and target in neighbours(world, unit.at) and bool(world.in_hex(target, OTHER[unit.side]))
            and all(Fraction(side.get("attack", 1)) for side in hindrances(world, unit.side, unit.at, target))
            and is_supplied(world, unit))


def are_odds_enough(world: World, fight: Fight) -> bool:
    """Whether the ground units alone have 1:2."""
    attack, defence = attackers_total(world, fight), defenders_total(world, fight)
    ours, theirs = (math.floor(total.ground + total.notional + HALF) for total in (attack, defence))
    return theirs == 0 or ours > 0 and 2 * ours >= theirs


def may_support(world: World, unit: Counter, fight: Fight, attacked: Collection[str]) -> bool:
    """Whether a headquarters that supports nothing yet may support an attack, or its defence.

    Args:
        attacked: the targets of all attacks.
    """
    if world.agreed("option_39") != "yes" or not unit.kind.startswith("HQ") or not unit.face_up:
        return False
    if unit.side == world.phasing:
        return unit.id in (*fight.units, *fight.invaders, *fight.paratroops)
    sides = world.records["terrain"]["hexsides"]
    return unit.at == fight.target or (
        fight.target in neighbours(world, unit.at) and unit.at not in attacked
        and all(sides[kind].get("hq_support", True) for kind in between(world, unit.at, fight.target)))


# -- strength -------------------------------------------------------------------------------------------------------


class Fight(NamedTuple):
    """What the players decided about an attack and what the dice showed.

    Attributes:
        target: the hex.
        units, invaders, paratroops: who attacks.
        ignored: the defender does without the notional unit.
        ships, aircraft: side -> those that support it.
        headquarters: side -> its headquarters and the die.
        table: the combat table. percent_die: the die of option 41, 0 for none. dice: of the combat, two with option 43.
    """

    target: str
    units: Sequence[str]
    invaders: Sequence[str] = ()
    paratroops: Sequence[str] = ()
    ignored: bool = False
    ships: Mapping[str, Sequence[str]] = {}
    aircraft: Mapping[str, Sequence[str]] = {}
    headquarters: Mapping[str, tuple[str, int]] = {}
    table: str = "assault"
    percent_die: int = 0
    dice: Sequence[int] = ()


class Total(NamedTuple):
    """The strength of a side: ground units (the notional unit apart), bombardment and aircraft that count, the sum."""

    ground: Fraction
    notional: Fraction
    bombardment: Fraction
    air: Fraction
    total: int


class Reckoned(NamedTuple):
    """What an attack comes to."""

    attack: Total
    defence: Total
    odds: str
    percent: int
    rounds_up: bool
    final: str
    column: str
    is_blitz_possible: bool
    chooser: str
    modifier: int
    number: int
    result: str


def reckoned(world: World, fight: Fight) -> Reckoned:
    """An attack, from the strengths to the result."""
    attack, defence = attackers_total(world, fight), defenders_total(world, fight)
    odds = simplified(attack.total, defence.total)
    percent, better = fraction_of(world, attack.total, defence.total)
    rounds_up = bool(percent) and fight.percent_die * 10 <= percent
    final = better if rounds_up else odds
    if defence.total:  # against nothing the final odds are 10:1, whatever shifts them (wif lc.e)
        final = shifted(final, columns(world, fight))
    possible = is_blitz_possible(world, fight)
    rows = world.records["combat_tables"]["two_dice" if world.agreed("option_43") == "yes" else "tables"][fight.table]
    numbers = sorted(int(row) for row in rows)
    modifier = die_modifier(world, fight, final) if final[0] else -numbers[-1]  # without strength: the lowest (W-44)
    number = min(max(sum(fight.dice) + modifier, numbers[0]), numbers[-1])
    column = named(final if final[0] and final[1] <= 2 else (1, 2))
    cells = rows[str(number)]
    return Reckoned(attack, defence, named(odds), percent, rounds_up, named(final), column, possible,
                    world.phasing if possible else OTHER[world.phasing], modifier, number, cells[column])


def attackers(world: World, fight: Fight) -> list[Counter]:
    return [world.counters[name] for name in (*fight.units, *fight.invaders, *fight.paratroops)]


def attackers_total(world: World, fight: Fight) -> Total:
    ground = Fraction(0)
    for unit in attackers(world, fight):
        strength = Fraction(unit.combat)
        if unit.id in fight.units:
            for side in hindrances(world, world.phasing, unit.at, fight.target):
                strength *= Fraction(side.get("attack", 1))
        if unit.id in fight.invaders and unit.kind != "MAR":
            strength *= HALF
        if world.agreed("option_40") == "yes" and unit.power == "China":
            strength *= HALF
        ground += strength
    return _total(world, fight, world.phasing, ground, Fraction(0))


def defenders_total(world: World, fight: Fight) -> Total:
    ground = sum((Fraction(unit.combat) * _in_terrain(world, unit, fight.target)
                  for unit in world.in_hex(fight.target, OTHER[world.phasing])), Fraction(0))
    return _total(world, fight, OTHER[world.phasing], ground, notional(world, fight))


def _in_terrain(world: World, unit: Counter, hex: str) -> Fraction:  # noqa: A002
    """By what a defender's strength is multiplied."""
    ground = world.terrain(hex)
    factor = Fraction(ground.get("defence_MTN", ground.get("defence", 1)) if unit.kind == "MTN"
                      else ground.get("defence", 1))
    return factor if is_supplied(world, unit) else factor * Fraction(world.agreed("out_of_supply_defence"))


def notional(world: World, fight: Fight) -> Fraction:
    """The notional unit: 1, and the modifiers of the sections invaders came from; none where nobody lands."""
    if fight.ignored or not (fight.invaders or fight.paratroops):
        return Fraction(0)
    modifiers = sum(section_modifier(world, world.counters[name], fight.target) for name in fight.invaders)
    sign = 1 if world.agreed("notional_sign") == "add" else -1
    return Fraction(max(0, 1 + sign * modifiers))


def section_modifier(world: World, unit: Counter, hex: str) -> int:  # noqa: A002
    """The modifier of the section of the sea box a unit is in, in the weather of a hex."""
    section = world.map["sea_areas"][unit.at]["bombardment"][str(unit.section)]
    star = world.weather(hex).get("bombardment_star_extra", 0) if section["starred"] else 0
    return int(section["modifier"] + star)


def _total(world: World, fight: Fight, side: str, ground: Fraction, besides: Fraction) -> Total:
    """The strength of a side with its support, each kind of it up to the strength of the ground units."""
    ground_of_hex = world.terrain(fight.target)
    guns = Fraction(0)
    if world.weather(fight.target)["bombardment"]:
        for name in fight.ships.get(side, ()):
            ship = world.counters[name]
            guns += max(0, ship.bombardment - section_modifier(world, ship, fight.target))
    bombs = Fraction(0)
    enemies = world.in_hex(fight.target, OTHER[side]) if side == world.phasing else attackers(world, fight)
    armoured = any(unit.kind in ("MECH", "ARM", "HQ-A") for unit in enemies)
    for name in fight.aircraft.get(side, ()):
        unit = world.counters[name]
        strength = unit.tactical if unit.kind == "LND" else unit.combat
        doubled = unit.tank_buster and armoured and world.agreed("option_33") == "yes"
        half = HALF if unit.kind == "LND" and "tactical" in ground_of_hex.get("halves", ()) else 1
        bombs += strength * (2 if doubled else 1) * half
    guns *= HALF if "bombardment" in ground_of_hex.get("halves", ()) else 1
    guns, bombs = min(guns, ground), min(bombs, ground)
    return Total(ground, besides, guns, bombs, math.floor(ground + besides + guns + bombs + HALF))


# -- odds -----------------------------------------------------------------------------------------------------------


def simplified(attack: int, defence: int) -> tuple[int, int]:
    """The odds with the fraction dropped in the defender's favour."""
    if not defence:
        return MOST, 1
    if not attack:
        return 0, 1
    return (min(attack // defence, MOST), 1) if attack >= defence else (1, -(-defence // attack))


def fraction_of(world: World, attack: int, defence: int) -> tuple[int, tuple[int, int]]:
    """Option 41: what was dropped, in tens of per cent, and the odds without dropping it."""
    odds = simplified(attack, defence)
    if world.agreed("option_41") != "yes" or not defence or odds[1] != 1 or not 0 < odds[0] < MOST:
        return 0, odds
    return (attack - odds[0] * defence) * 10 // defence * 10, (odds[0] + 1, 1)


def columns(world: World, fight: Fight) -> int:
    """By how many columns the odds shift in the attacker's favour."""
    ground, shift = world.terrain(fight.target), world.weather(fight.target)["odds_shift"]
    spared = ground.get("shift_unless_all_attackers")
    if not (spared and all(unit.power == spared for unit in attackers(world, fight))):
        shift += ground.get("odds_shift", 0)
    succeeds = {side: die < world.counters[name].reorganisation for side, (name, die) in fight.headquarters.items()}
    return int(shift) + succeeds.get(world.phasing, False) - succeeds.get(OTHER[world.phasing], False)


def shifted(odds: tuple[int, int], columns: int) -> tuple[int, int]:
    """Odds some columns further; below 1:2 come 1:3, 1:4 and so on. Without any strength they stay what they are
    (W-44)."""
    if not odds[0]:
        return odds
    place = min((odds[0] if odds[1] == 1 else 2 - odds[1]) + columns, MOST)  # 1:1 is 1, 1:2 is 0, 1:3 is -1
    return (place, 1) if place >= 1 else (1, 2 - place)


def named(odds: tuple[int, int]) -> str:
    return f"{odds[0]}:{odds[1]}"


# -- table and die --------------------------------------------------------------------------------------------------


def is_blitz_possible(world: World, fight: Fight) -> bool:
    """The three conditions of a blitz, the third of them as ruling W-26 has it."""
    here = world.map["hexes"][fight.target]
    if not world.terrain(fight.target).get("blitz") or here.get("city"):
        return False
    if any(not side.get("blitz", True) for name in fight.units
           for side in hindrances(world, world.phasing, world.counters[name].at, fight.target)):
        return False
    mine, theirs = attackers(world, fight), world.in_hex(fight.target, OTHER[world.phasing])
    armour = _count(world, mine, "armour", without=("AT",))
    against = _count(world, theirs, "armour")
    return armour > against or (against == 0 and _count(world, mine, "mech") > _count(world, theirs, "mech"))


def _count(world: World, units: Iterable[Counter], what: str, without: Collection[str] = ()) -> Fraction:
    """How much armour, or how many mechanised units, some units count for; a division is half a unit, an anti-tank
    unit an armoured division already."""
    return sum((Fraction(world.kind(unit)[what]) * (HALF if unit.division and unit.kind != "AT" else 1)
                for unit in units if unit.kind not in without), Fraction(0))


def die_modifier(world: World, fight: Fight, final: tuple[int, int]) -> int:
    """What is added to the die."""
    face_down = sum(not unit.face_up for unit in world.in_hex(fight.target, OTHER[world.phasing]))
    below = max(0, final[1] - 2)
    powers = 0
    if world.agreed("option_42") == "yes":
        powers = len({unit.power for unit in attackers(world, fight)
                      if unit.power in world.position["sides"][world.phasing]})
        powers -= world.agreed("powers_penalty") == "beyond_first" and powers > 0
    return face_down - below - powers


class Result(NamedTuple):
    """A result of the table, taken apart."""

    attackers: int
    defenders: int
    letter: str
    starred: bool


def taken_apart(result: str) -> Result:
    left, right = result.rstrip("*").split("/")
    letters = right.lstrip("0123456789-")
    digits = right[:len(right) - len(letters)]
    return Result(int(left.replace("-", "0")), int(digits.replace("-", "0") or 0), letters, result.endswith("*"))


# -- what becomes of the units --------------------------------------------------------------------------------------


def retreats(world: World, unit: Counter, passed: Collection[str]) -> tuple[int, list[str]]:
    """The line of the order of preference a unit retreats by, 1 to 4, and the hexes of it; 0 and none where it has
    nowhere to go.

    Args:
        passed: hexes it has come through.
    """
    by_line: dict[int, list[str]] = {}
    for hex in neighbours(world, unit.at):  # noqa: A001
        if hex in passed or not _can_enter(world, unit, hex):
            continue
        zone = in_zone(world, unit.side, hex)
        if not zone or world.in_hex(hex, unit.side):
            by_line.setdefault(1 + 2 * zone + is_overstacked(world, unit.side, hex, [unit]), []).append(hex)
    line = min(by_line, default=0)
    return line, by_line.get(line, [])


def _can_enter(world: World, unit: Counter, hex: str) -> bool:  # noqa: A002
    """Whether a unit can go to a hex beside it, or from the sea: land, without the enemy, no hexside that bars it."""
    return world.terrain(hex)["movement"] is not None and not world.in_hex(hex, OTHER[unit.side]) and all(
        side.get("movement", True) for side in hindrances(world, unit.side, unit.at, hex))


def may_advance(world: World, fight: Fight, units: Sequence[Counter]) -> bool:
    """Whether units of an attack may advance together into the hex that was attacked."""
    return all(unit.id in (*fight.units, *fight.invaders) and _can_enter(world, unit, fight.target)
               for unit in units) and not is_overstacked(world, world.phasing, fight.target, units)


def may_break_through(world: World, units: Sequence[Counter], hex: str, paid: Mapping[str, int]) -> bool:  # noqa: A002
    """Whether units in the vacated hex may go on to the next: ARM and MECH that paid one point for it, MOT and CAV with
    one of them that is no division.

    Args:
        paid: the points each unit needed for the vacated hex.
    """
    leaders = [unit for unit in units if unit.kind in ("ARM", "MECH")]
    followers = [unit for unit in units if unit.kind in ("MOT", "CAV")]
    led = not followers or any(not leader.division for leader in leaders)
    return len(leaders) + len(followers) == len(units) and bool(leaders) and led and all(
        paid.get(leader.id) == 1 for leader in leaders) and all(
        _can_enter(world, unit, hex) and hex in neighbours(world, unit.at) for unit in units) and not is_overstacked(
        world, world.phasing, hex, units)
