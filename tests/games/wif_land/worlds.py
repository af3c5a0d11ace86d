"""Maps and positions nobody has drawn: each follows from its seed, and has something of all that a map and a position
may have. They are written as their owners would write them, as one data file."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from witp_pbem.campaign.folder import data_files
from witp_pbem.games.common.hexmap import HexMap
from witp_pbem.games.wif_land.board import counters
from witp_pbem.games.wif_land.board.data import read
from witp_pbem.games.wif_land.board.state import AXIS, ENEMY, HQS
from witp_pbem.games.wif_land.game import game
from witp_pbem.table.game import Game

NAME = "random"  # of the map and the position
TERRAIN = {"clear": 12, "forest": 5, "desert": 4, "mountain": 2, "swamp": 2, "jungle": 2, "lake": 1}
LAND = ("clear", "forest", "desert", "mountain", "swamp", "jungle")
SCALES = {"european": 6, "asian": 2, "pacific": 1, "american": 1, "off_map": 1}
WEATHER = {"fair": 8, "rain": 2, "snow": 1, "storm": 1, "blizzard": 1}
AREA = "wide_sea"
SHEETS = ("west", "middle", "east")
# The sides of a position: powers of each, the first the one with most units.
SIDES = (({"axis": ["Germany", "Italy"], "allies": ["USSR"]}), ({"axis": ["Japan"], "allies": ["China", "USA"]}),
         ({"axis": ["Germany"], "allies": ["Commonwealth", "USA", "France"]}))
KINDS = {"INF": 10, "MAR": 1, "PARA": 1, "MTN": 2, "MIL": 2, "GAR": 2, "TERR": 1, "PART": 1, "SKI": 1, "CAV": 2,
         "MOT": 3, "MECH": 4, "ARM": 6, "HQ": 3, "HQ-A": 1, "ART": 3, "AT": 2, "AA": 3, "SUPPLY": 1}
OPTIONS: tuple[Any, ...] = (33, 38, 39, 40, 41, 42, "asa_2", "asa_3", "mif_25")
COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1", "9:1", "10:1")
RESULTS = ("3/-", "2/-", "1/-", "1/1", "1/1R", "-/1R", "-/2R", "-/2S", "-/2B", "-/2S*", "-/2B*")
SUMS = range(2, 24)  # of two dice with modifiers
WEAK, STRONG = (1, 7), (5, 12)  # strengths, from and to
MOST = 20  # counters on the ground of a side


class Ground(NamedTuple):
    """A map being drawn: hexes with what is in them, who lies beside whom, and how columns and rows are numbered."""

    hexes: dict[str, dict[str, Any]]
    board: HexMap
    at: Mapping[tuple[int, int], str]

    @property
    def land(self) -> list[str]:
        return [name for name, entry in self.hexes.items() if entry["terrain"] in LAND]

    def column(self, name: str) -> int:
        return next(column for (column, _), hex in self.at.items() if hex == name)


def game_of(seed: int) -> Game:
    """The game with such a map and position in force."""
    name, content = data_file(seed)
    return game(data_files.merge(read(), name.removesuffix(".json"), json.loads(content))[0])


def data_file(seed: int) -> tuple[str, bytes]:
    """A data file with a map, a position on it and now and then tables for two dice, as `new --data` takes it."""
    chance = random.Random(f"world {seed}")
    ground = _drawn(chance)
    record: dict[str, Any] = {
        "maps": {"maps": {NAME: _map(ground, chance)}},
        "positions": {"positions": {NAME: _position(ground, chance)}}}
    if chance.randrange(6) == 0:
        record["combat_tables"] = {"two_dice": {name: _two_dice(name) for name in ("assault", "blitz")}}
        record["positions"]["positions"][NAME]["options"].append(43)
    return "random.json", json.dumps(record, ensure_ascii=False, indent=1).encode()


def _some(chance: random.Random, weights: Mapping[str, int]) -> str:
    return chance.choices(list(weights), list(weights.values()))[0]


# -- the map ---------------------------------------------------------------------------------------------------------


def _drawn(chance: random.Random) -> Ground:
    """Hexes with their terrain: land, beside the sea or not."""
    columns, rows = chance.randint(6, 9), chance.randint(5, 7)
    free, sea = chance.randrange(3) == 0, chance.randint(0, 2)
    hexes: dict[str, dict[str, Any]] = {}
    cells: dict[str, tuple[int, int]] = {}
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            name = f"{chr(64 + column)}{row:02}" if free else f"{column:02}{row:02}"
            cells[name] = (column, row)
            hexes[name] = {"terrain": "sea" if row <= sea else _some(chance, TERRAIN)} | (
                {"at": [column, row]} if free else {})
    ground = Ground(hexes, HexMap(cells, "odd" if chance.randrange(2) else "even"),
                    {cell: name for name, cell in cells.items()})
    for name in ground.land:
        _furnish(ground, name, chance)
    return ground


def _furnish(ground: Ground, name: str, chance: random.Random) -> None:
    """What there is in a hex of land."""
    entry = ground.hexes[name]
    is_coast = any(ground.hexes[other]["terrain"] == "sea" for other in ground.board.neighbours(name))
    entry |= {"coast": [AREA]} if is_coast else {}
    entry |= {"port": True} if is_coast and chance.randrange(2) else {}
    entry |= {"city": True, "name": f"Town {name}"} if chance.randrange(6) == 0 else {}
    entry |= {"zone": "north" if ground.column(name) % 2 else "south"} if chance.randrange(3) else {}


def _map(ground: Ground, chance: random.Random) -> dict[str, Any]:
    """The map as a record; each side's home country is its half of it."""
    seas = [name for name, entry in ground.hexes.items() if entry["terrain"] == "sea"]
    for name in seas:
        ground.hexes[name]["sea_area"] = AREA
    half = max(column for column, _ in ground.at) // 2
    west = [name for name in ground.land if ground.column(name) <= half]
    for name, entry in ground.hexes.items():  # three sheets, of which the west is not named at each hex
        sheet = 3 * (ground.column(name) - 1) // max(column for column, _ in ground.at)
        entry |= {"sheet": SHEETS[sheet]} if sheet else {}
    east = [name for name in ground.land if name not in west]
    for name in ground.land:
        if ground.hexes[name].get("city") and chance.randrange(2):
            ground.hexes[name]["blue_factories"] = chance.randint(1, 2)
    areas = {AREA: {"hexes": seas, "bombardment": {
        str(section): {"modifier": chance.randrange(4), "starred": chance.randrange(2) == 0} for section in range(5)}}}
    is_free = "at" in next(iter(ground.hexes.values()))
    return {
        "name": {"en": "A land nobody has drawn", "ja": "誰も描かなかった土地"}, "source": "a test",
        "grid": {"numbering": "free" if is_free else "CCRR", "orientation": "flat-top",
                 "lower_columns": ground.board.lower,
                 "columns": [1, max(column for column, _ in ground.at)], "rows": [1, max(row for _, row in ground.at)]},
        "scale": _some(chance, SCALES), "sheet": SHEETS[0],
        "sheets": {SHEETS[0]: [SHEETS[1]], SHEETS[1]: [SHEETS[0], SHEETS[2]], SHEETS[2]: [SHEETS[1]]},
        "countries": {"West": west, "East": east}, "hexes": ground.hexes, "hexsides": _sides(ground, chance),
        **({"sea_areas": areas} if seas else {})}


def _sides(ground: Ground, chance: random.Random) -> dict[str, list[Any]]:
    """What lies along the sides of hexes: railways from town to town, rivers, forts, straits and walls."""
    pairs = [[name, other] for name in ground.hexes for other in ground.board.neighbours(name) if name < other]
    land = [pair for pair in pairs if all(name in ground.land for name in pair)]
    chance.shuffle(land)
    cuts = (0, len(land) // 6, len(land) // 6 + 3, len(land) // 6 + 6, len(land) // 6 + 8)
    river, fort, strait, wall = (land[start:end] for start, end in zip(cuts, cuts[1:], strict=False))
    rails = [pair for pair in land if chance.randrange(2) == 0 and pair not in wall]
    return {"rail": rails, "river": river, "strait": strait, "impassable": wall,
            "fort": [{"pair": pair, "owner": chance.choice(("axis", "allies"))} for pair in fort],
            "all_sea": [pair for pair in pairs if sum(name in ground.land for name in pair) == 1
                        and any(ground.hexes[name]["terrain"] == "sea" for name in pair)]}


# -- the position ----------------------------------------------------------------------------------------------------


def _position(ground: Ground, chance: random.Random) -> dict[str, Any]:
    """Two armies that face each other, with what flies and sails behind them."""
    sides = dict(chance.choice(SIDES))
    half = max(column for column, _ in ground.at) // 2
    west = chance.choice(("axis", "allies"))
    own = {west: [name for name in ground.land if ground.column(name) <= half + chance.choice((0, 0, 1))]}
    own[ENEMY[west]] = [name for name in ground.land if name not in own[west]]
    phasing = chance.choice(("axis", "allies"))
    units: list[Any] = []
    strong = chance.choice((phasing, ""))
    for side in ("axis", "allies"):
        units += _army(ground, side, sides[side], own, half, STRONG if side == strong else WEAK, chance)
    units += _afloat(ground, phasing, sides[phasing], chance)
    return {
        "name": {"en": "Two armies", "ja": "二つの軍"}, "map": NAME,
        "turn": {"name": chance.choice(("Jan/Feb", "May/Jun", "Nov/Dec")), "year": 1943, "weather": _weather(chance)},
        "options": [option for option in OPTIONS if chance.randrange(3) == 0],
        "phasing": phasing, "impulses": [phasing, ENEMY[phasing]][:chance.choice((1, 2, 2))],
        "sides": {**sides, west: [*sides[west], "West"], ENEMY[west]: [*sides[ENEMY[west]], "East"]},
        "control": {AXIS: own[AXIS], "allies": "rest"}, "action": _action(chance), "units": units,
        "source": "a test", **_supply(own, chance)}


def _weather(chance: random.Random) -> Any:
    if chance.randrange(2):
        return _some(chance, WEATHER)
    return {"default": "fair", "north": _some(chance, WEATHER), "south": _some(chance, WEATHER)}


def _action(chance: random.Random) -> dict[str, Any]:
    """What the action allows; nothing is said of some of it, or of the action itself."""
    kind = {"type": chance.choice(("land", "land", "combined", "combined", "air"))} if chance.randrange(3) else {}
    limits = {"rail_moves": 4, "land_moves": 14, "land_attacks": 5, "air_missions": 4}
    return {**kind, **{limit: most for limit, most in limits.items() if chance.randrange(3) == 0}}


def _supply(own: Mapping[str, Sequence[str]], chance: random.Random) -> dict[str, Any]:
    """Lines of supply to the towns of each side, or none."""
    if chance.randrange(3):
        return {}
    return {"supply_lines": {"sources": {side: [chance.choice(hexes) for _ in range(2)] for side, hexes in own.items()},
                             "reach": chance.randint(2, 5), "rail": True}}


def _army(ground: Ground, side: str, powers: Sequence[str], own: Mapping[str, Sequence[str]], half: int,
          strength: tuple[int, int], chance: random.Random) -> Iterator[Any]:
    """A side's units, most of them along the front: no more than a hex holds, and hexes without any in between.

    Args:
        strength: of its larger units, from and to.
    """
    front = [name for name in own[side] if abs(ground.column(name) - half) <= 1]
    places = [*front * 2, *chance.sample(own[side], min(6, len(own[side])))]
    chance.shuffle(places)
    room: dict[str, float] = dict.fromkeys(own[side], 2)
    for number, place in enumerate(places[:MOST]):
        kind, power = _some(chance, KINDS), chance.choice((*powers[:1] * 2, *powers))
        known = [counter for counter in counters.of_kind(power, kind) if counter.power]
        division = bool(known) and chance.randrange(4) == 0
        if room[place] >= (size := 0.5 if division else 1):
            room[place] -= size
            shows = 1 if division else chance.randint(*strength), chance.randint(2, 6)
            yield _ground_unit(f"{side[:2]}{number}", place, power, kind, division, shows, chance)
    open_hexes = [name for name in front if room[name] == 2 and not ground.hexes[name].get("city")]
    for place in open_hexes[:3]:  # hardly anybody in open ground, to be overrun, or armour that overruns
        ground.hexes[place]["terrain"] = "clear"
        room[place] -= 1
        shows = "GAR 1-2 division" if strength == WEAK else "ARM 9-6"
        yield f"{place}: {side[:2]}-open-{place.lower()} = {counters.abbreviation(powers[0])} {shows}"
    for number, kind in enumerate(("LND", "LND", "FTR", "FTR", "ATR", "NAV")):
        if chance.randrange(3):
            yield {"id": f"{side[:2]}-{kind.lower()}-{number}", "kind": kind, "side": side, "power": powers[0],
                   "tactical": chance.randint(1, 7) if kind == "LND" else 0, "at": chance.choice(front or own[side]),
                   "tank_buster": kind == "LND" and chance.randrange(3) == 0,
                   "face": "up" if chance.randrange(5) else "down"}
    for number, place in enumerate(name for name in own[side] if ground.hexes[name].get("port")):
        yield {"id": f"{side[:2]}-ship-{number}", "kind": chance.choice(("SCS", "TRS")), "side": side,
               "power": powers[0], "bombardment": chance.randint(1, 5), "at": place}
    for place in chance.sample(front, min(2, len(front))):
        if room[place] >= 1:
            yield {"id": f"{side[:2]}-para-{place.lower()}", "kind": "PARA", "side": side, "power": powers[0],
                   "combat": 3, "movement": 2, "at": place}
            yield {"id": f"{side[:2]}-lift-{place.lower()}", "kind": "ATR", "side": side, "power": powers[0],
                   "at": place}


def _ground_unit(identifier: str, place: str, power: str, kind: str, division: bool, shows: tuple[int, int],
                 chance: random.Random) -> Any:
    """A unit: in a short line, by its counter, or with all its values; combat and movement are those it shows."""
    known = [counter for counter in counters.of_kind(power, kind) if counter.power and counter.name
             and counter.division == division]
    state = [text for text, one_in in (("disorganised", 6), ("out of supply", 8), ("out of supply now", 12))
             if chance.randrange(one_in) == 0]
    value = f" ({chance.randint(2, 5)})" if kind in HQS else ""
    strength, movement = shows
    if chance.randrange(2):
        size = " division" if division else ""
        return (f"{place}: {identifier} = {counters.abbreviation(power)} {kind} {strength}-{movement}{size}{value}"
                + (f" ({', '.join(state)})" if state else ""))
    face = {"face": "down"} if "disorganised" in state else {}
    supply = {"supply": {"start": False, "declared": False}} if "out of supply" in state else {}
    if known and chance.randrange(2):
        counter = chance.choice(known)
        return {"id": identifier, "counter": [power, kind, counter.name], "division": division, "at": place, **face,
                **supply}
    return {"id": identifier, "kind": kind, "side": _side(identifier), "power": power, "combat": strength,
            "movement": movement, "division": division, "at": place, **face, **supply,
            **({"reorganisation": chance.randint(2, 5)} if kind in HQS else {})}


def _side(identifier: str) -> str:
    return next(side for side in ENEMY if identifier.startswith(side[:2]))


def _afloat(ground: Ground, side: str, powers: Sequence[str], chance: random.Random) -> Iterator[Any]:
    """Who may come ashore and who bombards, where there is a sea, and paratroops off the map."""
    seas = any(entry["terrain"] == "sea" for entry in ground.hexes.values())
    power = counters.abbreviation(powers[0])
    for number in range(4 if seas else 0):
        section = chance.randint(0, 4)
        kind, size, carrier = chance.choice((("MAR", "", "TRS"), ("INF", "", "TRS"), ("INF", " division", "SCS")))
        landing = f"{side[:2]}-sea-{number} = {power} {kind} {chance.randint(2, 7)}-3{size} on {carrier}"
        yield f"{AREA} {section}: {landing}, {side[:2]}-gun-{number} = {power} SCS {chance.randint(1, 6)}"
    if seas:
        enemy = ENEMY[side]
        yield {"id": f"{enemy[:2]}-gun", "kind": "SCS", "side": enemy, "bombardment": 4, "sea_area": AREA, "section": 2}
    if chance.randrange(2):
        yield f"ATR: {side[:2]}-drop = {power} PARA 4-2"


def _two_dice(name: str) -> dict[str, dict[str, str]]:
    """A table for the sum of two dice: from worst to best for the attacker, by the sum and by the odds; a shattered
    defender is broken through by a blitz alone."""
    results = [result for result in RESULTS if name == "blitz" or "B" not in result]
    return {str(number): {column: results[min((number + 2 * place) // 4, len(results) - 1)]
                          for place, column in enumerate(COLUMNS)} | {"source": "a test"} for number in SUMS}
