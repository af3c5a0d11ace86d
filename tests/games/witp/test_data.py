"""The data of War in the Pacific, held against what the rulebook and the published replays say.

The little model of the game below (distances, control, air zones of control, supply lines, movement) is the
test's own: it shares no code with the program, so that the data are checked, not the program.
"""

import heapq
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pytest

DATA = Path(__file__).parents[3] / "witp_pbem" / "games" / "witp" / "data"
FILES = ("map", "units", "track", "cards", "scenarios")


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    double = [key for key, count in Counter(key for key, _ in pairs).items() if count > 1]
    if double:
        raise ValueError(f"keys given twice: {double}")
    return dict(pairs)


def _load(name: str) -> dict[str, Any]:
    text = (DATA / f"{name}.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text, object_pairs_hook=_unique_keys)
    return content


MAP, UNITS, TRACK, CARDS, SCENARIOS = (_load(name) for name in FILES)
HEXES: dict[str, dict[str, Any]] = MAP["hexes"]
TYPES = UNITS["types"]
TURNS = {turn["turn"]: turn for turn in TRACK["turns"]}
CARD = {(card["year"], card["number"]): card for card in CARDS["cards"]}
SCENARIO = {scenario["id"]: scenario for scenario in SCENARIOS["scenarios"]}
OPTION = {option["id"]: option for option in SCENARIOS["options"]}
VARIANTS = MAP["variants"]

SIDES = ("japan", "allies")
ENEMY = {"japan": "allies", "allies": "japan"}
SIDE_OF = {"japan": "japan", "us": "allies", "uk": "allies", "white": "allies"}
NAMED = {entry["name"]: number for number, entry in HEXES.items() if entry.get("name")}


# ------------------------------------------------------------------ geometry


def around(number: str) -> list[str]:
    """The six numbers round a hex, on the map or not. Even columns lie half a hex lower."""
    column, row = int(number[:2]), int(number[2:])
    diagonal = 1 if column % 2 == 0 else -1
    steps = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, diagonal), (1, diagonal)]
    return [f"{column + across:02d}{row + down:02d}" for across, down in steps]


def distance(a: str, b: str) -> int:
    across = abs(int(a[:2]) - int(b[:2]))
    rows = [int(number[2:]) + (int(number[:2]) % 2 == 0) / 2 for number in (a, b)]
    return int(across + max(0, abs(rows[0] - rows[1]) - across / 2))


def pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


def pairs(records: Iterable[dict[str, Any]]) -> set[tuple[str, str]]:
    return {pair(*record["pair"]) for record in records}


LINKS, NO_LINKS, LAND_SIDES = (pairs(MAP[name]) for name in ("land_links", "no_land_link", "land_sides"))


# ------------------------------------------------------------------ the map and its variants


class Node(NamedTuple):
    """Where a fleet is: the hex, and which of its seas where it has two."""

    hex: str
    sea: str = ""


class Route(NamedTuple):
    """A way of a fleet: what it costs without activation, and the hexes it touches."""

    cost: int
    path: list[str]
    zones: list[str]

    @property
    def hexes(self) -> int:
        return len(self.path) - 1


@dataclass(frozen=True)
class Board:
    """The hexes by number, and the supply sources of both sides."""

    hexes: dict[str, dict[str, Any]]
    sources: dict[str, list[str]]

    def neighbours(self, number: str) -> list[str]:
        return [other for other in around(number) if other in self.hexes]

    def takes_land_units(self, number: str) -> bool:
        return self.hexes[number]["terrain"] in ("land", "coastal")

    def takes_fleets(self, number: str) -> bool:
        return self.hexes[number]["terrain"] in ("sea", "coastal")

    def is_base(self, number: str) -> bool:
        return bool(self.hexes[number]["site"] != "none")

    def is_port(self, number: str) -> bool:
        return bool(self.hexes[number]["site"] == "port")

    def region(self, tag: str) -> set[str]:
        return {number for number, entry in self.hexes.items() if tag in entry.get("region", ())}

    def fleet_nodes(self, number: str) -> list[Node]:
        seas = self.hexes[number].get("split", {})
        return [Node(number, sea) for sea in seas] if seas else [Node(number)]

    def fleet_steps(self, node: Node) -> Iterator[Node]:
        for other in self.neighbours(node.hex):
            if not self.takes_fleets(other) or pair(node.hex, other) in LAND_SIDES:
                continue
            if node.sea and other not in self.hexes[node.hex]["split"][node.sea]:
                continue
            seas = self.hexes[other].get("split")
            if not seas:
                yield Node(other)
            else:
                yield from (Node(other, sea) for sea, behind in seas.items() if node.hex in behind)

    def fleet_way(self, path: Iterable[str]) -> bool:
        """Whether a fleet can go through these hexes in order."""
        first, *rest = path
        nodes = set(self.fleet_nodes(first))
        for number in rest:
            nodes = {step for node in nodes for step in self.fleet_steps(node) if step.hex == number}
        return bool(nodes)

    def fleet_route(self, start: str, goal: str, zones: Iterable[str] = ()) -> Route | None:
        """The cheapest way of a fleet; each hex of `zones` costs 1 more to enter."""
        dear = set(zones)
        queue: list[tuple[int, Node, tuple[Node, ...]]] = [(0, n, (n,)) for n in self.fleet_nodes(start)]
        done: set[Node] = set()
        while queue:
            cost, node, path = heapq.heappop(queue)
            if node in done:
                continue
            done.add(node)
            if node.hex == goal:
                numbers = [step.hex for step in path]
                return Route(cost, numbers, [number for number in numbers[1:] if number in dear])
            for step in self.fleet_steps(node):
                heapq.heappush(queue, (cost + 1 + (step.hex in dear), step, (*path, step)))
        return None

    def last_zones(self, start: str, goal: str, zones: set[str], length: int) -> set[str]:
        """The zone hex of each fleet way of exactly `length` hexes with just one hex of `zones` on it."""
        layer: set[tuple[Node, str]] = {(node, "") for node in self.fleet_nodes(start)}
        for left in range(length - 1, -1, -1):
            layer = {
                (step, step.hex if step.hex in zones else seen)
                for node, seen in layer
                for step in self.fleet_steps(node)
                if distance(step.hex, goal) <= left and not (seen and step.hex in zones)
            }
        return {seen for _, seen in layer if seen}

    def walk(self, start: str, goal: str, avoid: Iterable[str] = ()) -> int | None:
        """The number of hexes of the shortest way over land, `None` if there is none."""
        steps, edge = {start: 0}, [start]
        barred = set(avoid)
        while edge:
            here = edge.pop(0)
            if here == goal:
                return steps[here]
            for other in self.neighbours(here):
                if other not in steps and other not in barred and pair(here, other) in LINKS:
                    steps[other] = steps[here] + 1
                    edge.append(other)
        return None

    def with_variants(self, *names: str) -> "Variant":
        """This board with the hexes of the named variants exchanged."""
        there = dict(VARIANTS[name]["swap_hexes"] for name in names)
        swap = there | {b: a for a, b in there.items()}
        hexes = {number: self.hexes[swap.get(number, number)] for number in self.hexes}
        sources = {side: [swap.get(number, number) for number in own] for side, own in self.sources.items()}
        return Variant(Board(hexes, sources), swap)


@dataclass(frozen=True)
class Variant:
    board: Board
    swap: dict[str, str]

    def number(self, number: str) -> str:
        """The number a hex of the chosen map has here."""
        return self.swap.get(number, number)

    def position(self, **keywords: Any) -> "Position":
        """The standard set-up on this map."""
        return Position([replace(p, hex=self.number(p.hex)) for p in STANDARD], board=self.board, **keywords)


BOARD = Board(
    HEXES,
    {
        "japan": MAP["supply_sources"]["japan"]["hexes"],
        "allies": MAP["supply_sources"]["us"]["hexes"] + MAP["supply_sources"]["uk"]["hexes"],
    },
)


# ------------------------------------------------------------------ pieces and positions


@dataclass(frozen=True)
class Piece:
    side: str
    type: str
    hex: str
    full: bool = True
    id: str = ""
    nationality: str = ""


def japan(type_: str, number: str) -> Piece:
    return Piece("japan", type_, number)


def allies(type_: str, number: str, *, full: bool = True) -> Piece:
    return Piece("allies", type_, number, full)


def set_up(field: str) -> list[Piece]:
    """The counters as `setup` or `s1943` places them."""
    return [
        Piece(unit["side"], unit["type"], unit[field], True, unit["id"], unit["nationality"])
        for unit in UNITS["units"]
        if unit.get(field) in HEXES
    ]


STANDARD, YEAR_1943 = set_up("setup"), set_up("s1943")


class Position:
    """Pieces and logistics bases on a board, and what follows from them."""

    def __init__(
        self,
        pieces: Iterable[Piece] = (),
        *,
        japan: Iterable[str] = (),
        allies: Iterable[str] = (),
        surprise: bool = False,
        board: Board = BOARD,
    ) -> None:
        self.board = board
        self.bases = {"japan": set(japan), "allies": set(allies)}
        self.surprise = surprise
        self.here: dict[str, list[Piece]] = defaultdict(list)
        for piece in pieces:
            self.here[piece.hex].append(piece)

    def at(self, number: str, side: str, type_: str = "") -> list[Piece]:
        return [p for p in self.here.get(number, ()) if p.side == side and type_ in ("", p.type)]

    def control(self, number: str) -> str:
        entry = self.board.hexes[number]
        if entry["site"] == "none":
            return ""
        owner = SIDE_OF[entry["owner"]]
        taken = self.at(number, ENEMY[owner], "land") and not self.at(number, owner, "land")
        return ENEMY[owner] if taken else owner

    def has_full_air(self, number: str, side: str) -> bool:
        return any(piece.full for piece in self.at(number, side, "air"))

    @cached_property
    def zones(self) -> dict[str, set[str]]:
        """The hexes in each side's air zones of control (2.2.3)."""
        return {
            side: {
                other
                for number in self.here
                if self.has_full_air(number, side)
                for other in self.board.neighbours(number)
                if not self.has_full_air(other, ENEMY[side]) and not (side == "allies" and self.surprise)
            }
            for side in SIDES
        }

    def bars(self, number: str, side: str) -> bool:
        """Whether a hex in between stops a supply line of `side` (6.3, 7.1)."""
        enemy = ENEMY[side]
        return (
            self.board.hexes[number]["terrain"] == "mountain"
            or bool(self.at(number, enemy))
            or self.control(number) == enemy
            or number in self.zones[enemy]
        )

    def line(self, a: str, b: str, side: str, reach: int) -> bool:
        seen, edge = {a}, [a]
        for _ in range(reach):
            beside = {other for number in edge for other in self.board.neighbours(number)}
            if b in beside:
                return True
            edge = [other for other in beside - seen if not self.bars(other, side)]
            seen |= beside
        return a == b

    def network(self, side: str) -> set[str]:
        """Sources, and the bases joined to them by links of at most 3 hexes (6.2)."""
        joined, rest = set(self.board.sources[side]), set(self.bases[side])
        while new := {base for base in rest if any(self.line(node, base, side, 3) for node in joined)}:
            joined |= new
            rest -= new
        return joined

    def can_build(self, number: str, side: str) -> bool:
        network = self.network(side)
        return self.control(number) == side and any(self.line(node, number, side, 3) for node in network)

    def supplied(self, number: str, side: str, nationality: str = "") -> bool:
        hatched = self.board.hexes[number].get("auto_supply")
        if side == "allies" and hatched and (hatched != "china" or nationality == "china"):
            return True
        givers = [*self.board.sources[side], *self.bases[side]]
        return any(self.line(giver, number, side, 2) for giver in givers)

    def can_build_all(self, wanted: Iterable[str]) -> bool:
        """Whether the Allies can build these bases one after the other."""
        built, rest = set(self.bases["allies"]), set(wanted)
        pieces = [piece for here in self.here.values() for piece in here]
        while rest:
            position = Position(pieces, allies=built, surprise=self.surprise, board=self.board)
            new = {number for number in rest if position.can_build(number, "allies")}
            if not new:
                return False
            built |= new
            rest -= new
        return True

    def land_redeployment(self, start: str, side: str, leg: int) -> set[str]:
        """Where land units may redeploy to (10.3, ruling R-76), with legs of `leg` hexes between nodes."""
        option = OPTION["transport_leg_between_nodes"]
        nodes = set(self.board.sources[side]) | self.bases[side]
        reached = self._within(start, option["first_leg"], side) & nodes
        todo = list(reached)
        while todo:
            new = (self._within(todo.pop(), leg, side) & nodes) - reached
            reached |= new
            todo += new
        ends = {number for node in reached for number in self._within(node, option["last_leg"], side)}
        return {number for number in ends if self.control(number) == side}

    def _within(self, start: str, reach: int, side: str) -> set[str]:
        seen, edge = {start}, {start}
        for _ in range(reach):
            edge = {other for number in edge for other in self.board.neighbours(number)} - seen
            seen |= edge
            edge = {number for number in edge if not self._bars_transport(number, side)}
        return seen

    def _bars_transport(self, number: str, side: str) -> bool:
        enemy = ENEMY[side]
        mountain = self.board.hexes[number]["terrain"] == "mountain"
        return mountain or self.control(number) == enemy or number in self.zones[enemy]


def count_at(number: str, nationality: str, *types: str) -> list[int]:
    """How many counters of each type stand in a hex in the standard set-up."""
    here = Counter(p.type for p in STANDARD if p.hex == number and p.nationality == nationality)
    return [here[type_] for type_ in types]


def naval_strength(carriers: int, surface: int, air: int = 0) -> int:
    strength = {type_: int(values["strength"]) for type_, values in TYPES.items()}
    bonus = min(carriers, surface) * int(TYPES["carrier"]["tf_bonus"])
    return carriers * strength["carrier"] + surface * strength["naval"] + air * strength["air"] + bonus


# ------------------------------------------------------------------ form of the files

SOURCE = re.compile(r"^(rulebook|replays?|deduced:|reconstructed:) ?\S")


def source_texts(node: Any) -> Iterator[Any]:
    if isinstance(node, dict):
        source = node.get("source", {})
        yield from source.values() if isinstance(source, dict) else [source]
        for key, child in node.items():
            if key != "source":
                yield from source_texts(child)
    elif isinstance(node, list):
        for child in node:
            yield from source_texts(child)


@pytest.mark.parametrize("name", FILES)
def test_file_says_what_it_is_and_carries_sources(name: str) -> None:
    content = _load(name)
    texts = list(source_texts(content))
    assert content["about"]
    assert all(isinstance(line, str) and line for line in content["about"])
    assert len(texts) > 10
    assert [text for text in texts if not (isinstance(text, str) and SOURCE.match(text))] == []


@pytest.mark.parametrize(
    "records",
    [
        pytest.param(MAP["land_links"], id="land link"),
        pytest.param(MAP["no_land_link"], id="pair without link"),
        pytest.param(MAP["land_sides"], id="land side"),
        pytest.param(MAP["off_map"], id="off-map entry"),
        pytest.param(list(HEXES.values()), id="hex"),
        pytest.param(list(MAP["rule_hexes"].values()), id="rule hex list"),
        pytest.param(list(MAP["supply_sources"].values()), id="supply source list"),
        pytest.param(UNITS["units"], id="unit"),
        pytest.param(list(TYPES.values()), id="unit type"),
        pytest.param(TRACK["turns"], id="turn"),
        pytest.param(CARDS["cards"], id="card"),
        pytest.param([fact for card in CARDS["cards"] for fact in card["known"]], id="known card fact"),
        pytest.param(SCENARIOS["scenarios"], id="scenario"),
        pytest.param(SCENARIO["delayed_us"]["special_rules"], id="special rule"),
        pytest.param(SCENARIOS["options"], id="option"),
    ],
)
def test_every_record_carries_a_source(records: list[dict[str, Any]]) -> None:
    assert records
    assert [record for record in records if not record.get("source")] == []


@pytest.mark.parametrize(
    ("field", "allowed"),
    [
        ("terrain", {"land", "coastal", "sea", "mountain"}),
        ("site", {"port", "airfield", "none"}),
        ("owner", {None, "japan", "us", "uk", "white"}),
    ],
)
def test_hex_fields_hold_known_words(field: str, allowed: set[str | None]) -> None:
    assert {entry.get(field) for entry in HEXES.values()} <= allowed


def test_hex_numbers_have_four_digits() -> None:
    assert [number for number in HEXES if not re.fullmatch(r"\d{4}", number)] == []


def test_just_the_bases_have_owners() -> None:
    assert [n for n, entry in HEXES.items() if (entry.get("owner") is not None) != BOARD.is_base(n)] == []


def test_jungle_is_only_on_land() -> None:
    assert [n for n, entry in HEXES.items() if entry.get("jungle") and not BOARD.takes_land_units(n)] == []


def test_hexes_are_named_in_both_languages_or_in_none() -> None:
    assert [n for n, entry in HEXES.items() if bool(entry.get("name")) != bool(entry.get("name_ja"))] == []


def test_every_base_is_named() -> None:
    assert [n for n, entry in HEXES.items() if BOARD.is_base(n) and not entry.get("name")] == []


def test_names_are_unique() -> None:
    aliases = [alias.split(" / ")[0] for entry in HEXES.values() for alias in entry.get("aliases", ())]
    english = [entry["name"] for entry in HEXES.values() if entry.get("name")] + aliases
    japanese = [entry["name_ja"] for entry in HEXES.values() if entry.get("name_ja")]
    for names in (english, japanese):
        assert [name for name, count in Counter(names).items() if count > 1] == []


def test_every_hex_of_the_grid_is_in_play_or_off_the_map() -> None:
    off = [number for entry in MAP["off_map"] for number in entry["hexes"]]
    (west, east), (north, south) = MAP["grid"]["columns"], MAP["grid"]["rows"]
    grid = {
        f"{column:02d}{row:02d}"
        for column in range(west, east + 1)
        for row in range(north, south + 1)
        if column % 2 or row < south
    }
    assert len(off) == len(set(off))
    assert set(off).isdisjoint(HEXES)
    assert set(HEXES) | set(off) == grid


# ------------------------------------------------------------------ geometry


def test_neighbours_are_mutual_and_one_hex_away() -> None:
    beside = [(number, other) for number in HEXES for other in BOARD.neighbours(number)]
    assert [(a, b) for a, b in beside if a not in BOARD.neighbours(b) or distance(a, b) != 1] == []


@pytest.mark.parametrize(
    "sides",
    [
        "0306-0307", "0307-0407", "0407-0507", "0507-0506", "0306-0406", "0406-0407", "0406-0507",
        "0407-0408", "0408-0508", "0807-0908", "0908-0909", "0909-1008", "0908-1008", "1008-1009",
        "1008-1109", "1109-1208", "1110-1009", "1110-1209", "1209-1208", "1209-1309", "0707-0606",
        "0707-0607", "0606-0607", "0605-0606", "0907-0906", "0506-0605", "1405-1406", "0909-1009",
        "0404-0504", "0404-0505", "0504-0505",
    ],
)  # fmt: skip
def test_hexes_the_rulebook_and_replays_call_neighbours(sides: str) -> None:
    assert distance(*sides.split("-")) == 1


@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [
        pytest.param("0804", "0606", 3, id="Kure-Manila, play example"),
        pytest.param("0407", "0606", 2, id="Singapore-Manila"),
        pytest.param("0909", "0606", 4, id="Port Moresby-Manila"),
        pytest.param("0907", "0707", 2, id="Truk-Palau"),
        pytest.param("0907", "1107", 2, id="Truk-Marshalls"),
        pytest.param("0605", "0507", 2, id="Taiwan-Saigon"),
        pytest.param("0605", "0707", 2, id="Taiwan-Palau"),
        pytest.param("1110", "1207", 3, id="New Hebrides-Gilberts"),
        pytest.param("1110", "1208", 2, id="New Hebrides-Ellice"),
        pytest.param("1110", "1309", 2, id="New Hebrides-Samoa"),
        pytest.param("1110", "0909", 2, id="New Hebrides-Port Moresby"),
        pytest.param("0909", "0807", 2, id="Port Moresby-Hollandia"),
        pytest.param("0306", "0506", 2, id="Rangoon-Hainan"),
    ],
)
def test_distances_of_the_examples(a: str, b: str, hexes: int) -> None:
    assert distance(a, b) == hexes


@pytest.mark.parametrize(
    ("a", "b"),
    [
        pytest.param("0110", "0207", id="South Africa-Ceylon"),
        pytest.param("1706", "1406", id="west coast-Pearl Harbor"),
        pytest.param("1406", "1205", id="Pearl Harbor-Midway"),
        pytest.param("1406", "1208", id="Pearl Harbor-Ellice"),
    ],
)
def test_links_of_at_most_three_hexes(a: str, b: str) -> None:
    assert distance(a, b) <= 3


@pytest.mark.parametrize(
    ("name", "number"),
    {
        "Kure": "0804", "Yokosuka": "0904", "Okinawa": "0705", "Taiwan": "0605", "Saipan": "0906",
        "Guam": "0806", "Wake": "1106", "Midway": "1205", "Pearl Harbor": "1406", "South Africa": "0110",
        "Chungking": "0404", "Peiping": "0504", "Wuhan": "0505", "Ceylon": "0207", "Rangoon": "0306",
        "Bangkok": "0406", "Singapore": "0407", "Palembang": "0408", "Hainan": "0506", "Saigon": "0507",
        "Brunei": "0508", "Surabaya": "0509", "Manila": "0606", "Leyte": "0607", "Palau": "0707",
        "Darwin": "0710", "Hollandia": "0807", "Truk": "0907", "Port Moresby": "0909", "Rabaul": "1008",
        "Guadalcanal": "1009", "Marshalls": "1107", "New Hebrides": "1110", "Gilberts": "1207",
        "Ellice": "1208", "Samoa": "1309", "Palmyra": "1407", "Dutch Harbor": "1201",
    }.items(),
)  # fmt: skip
def test_places_stand_where_the_rulebook_and_the_deductions_put_them(name: str, number: str) -> None:
    assert NAMED.get(name) == number


@pytest.mark.parametrize(
    "name",
    [
        "Timor", "Broome", "Noumea", "Fiji", "Iwo Jima", "Attu and Kiska", "Paramushiro", "Shanghai",
        "Port Arthur", "Calcutta", "Madras", "Johnston", "Brisbane", "Sydney", "Perth", "Auckland", "Panama",
        "South Africa", "San Francisco", "Ominato",
    ],
)  # fmt: skip
def test_places_that_are_somewhere_on_the_map(name: str) -> None:
    assert name in NAMED


def test_iwo_jima_lies_between_japan_and_the_marianas() -> None:
    assert NAMED["Iwo Jima"] in ("0805", "0905")


# ------------------------------------------------------------------ hexsides


def test_land_links_join_neighbouring_hexes_for_land_units() -> None:
    wrong = [(a, b) for a, b in LINKS if distance(a, b) != 1 or not all(map(BOARD.takes_land_units, (a, b)))]
    assert wrong == []


def test_land_sides_separate_neighbouring_hexes_for_fleets() -> None:
    wrong = [(a, b) for a, b in LAND_SIDES if distance(a, b) != 1 or not all(map(BOARD.takes_fleets, (a, b)))]
    assert wrong == []


def test_every_pair_of_hexes_for_land_units_is_decided_once() -> None:
    usable = [number for number in HEXES if BOARD.takes_land_units(number)]
    beside = {pair(a, b) for a in usable for b in BOARD.neighbours(a) if b in usable}
    assert LINKS.isdisjoint(NO_LINKS)
    assert beside == LINKS | NO_LINKS
    assert len(MAP["land_links"]) + len(MAP["no_land_link"]) == len(beside)


def test_contiguous_shallows_of_2_3_2() -> None:
    assert pair("0909", "1008") in LINKS
    assert pair("0908", "1008") not in LINKS


def test_new_guinea_can_be_walked_but_not_sailed_through() -> None:
    assert pair("0908", "0909") in LAND_SIDES & LINKS
    assert pair("0807", "0908") in LINKS
    assert not BOARD.fleet_way(["0909", "0908"])
    assert not BOARD.fleet_way(["0909", "0808", "0807"])
    assert not BOARD.fleet_way(["0909", "0908", "0807"])


def test_port_moresby_walks_to_hollandia_in_two_hexes_as_in_replay_jungle() -> None:
    assert BOARD.walk("0909", "0807") == 2


def test_land_movement_example_of_8_9() -> None:
    assert BOARD.walk("0407", "0507") == 2
    assert pair("0407", "0507") not in LINKS
    assert pair("0408", "0508") not in LINKS
    assert BOARD.walk("0408", "0508") is None


def test_sea_transport_example_of_8_9() -> None:
    assert BOARD.fleet_way(["0408", "0508"])
    assert BOARD.fleet_way(["0408", "0407"])


def test_okinawa_is_joined_to_kure_by_land_as_in_replay_hoka() -> None:
    assert pair("0705", "0804") in LINKS


def test_jungle_example_of_8_4_pays_in_both_directions() -> None:
    assert HEXES["0306"]["jungle"]
    assert HEXES["0406"]["jungle"]


def test_burma_and_china_meet_only_by_way_of_hainan() -> None:
    assert BOARD.walk("0306", "0404") is not None
    assert BOARD.walk("0306", "0404", avoid=["0506"]) is None


def test_chungking_is_entered_only_from_the_chinese_zone() -> None:
    assert sorted(filter(BOARD.takes_land_units, BOARD.neighbours("0404"))) == ["0504", "0505"]


def test_port_arthur_can_join_an_attack_on_the_south_as_in_replay_chipana() -> None:
    assert BOARD.walk("0603", "0505", avoid=["0504"]) == 2


@pytest.mark.parametrize("number", ["0603", "0604", "0704", "0506"])
def test_four_japanese_bases_on_the_continent_hold_the_twelve_land_units_of_the_replays(number: str) -> None:
    assert HEXES[number]["owner"] == "japan"
    assert BOARD.walk(number, "0404")


@pytest.mark.parametrize("number", [n for n, entry in HEXES.items() if entry["site"] == "port"])
def test_port_lies_on_a_sea_that_fleets_reach_from_kure(number: str) -> None:
    assert HEXES[number]["terrain"] == "coastal"
    assert any(step for node in BOARD.fleet_nodes(number) for step in BOARD.fleet_steps(node))
    assert BOARD.fleet_route("0804", number) is not None


def test_every_sea_can_be_reached_by_fleets() -> None:
    reached = {Node("0804")}
    edge = [Node("0804")]
    while edge:
        new = {step for node in edge for step in BOARD.fleet_steps(node)} - reached
        reached |= new
        edge = list(new)
    seas = {node for number in HEXES if BOARD.takes_fleets(number) for node in BOARD.fleet_nodes(number)}
    assert seas - reached == set()


def test_only_0406_has_two_seas_and_no_port_that_would_have_to_choose() -> None:
    assert [number for number, entry in HEXES.items() if entry.get("split")] == ["0406"]
    assert HEXES["0406"]["site"] != "port"


def test_fleet_route_example_of_8_7() -> None:
    assert BOARD.fleet_way(["0306", "0307", "0407", "0507", "0506"])
    route = BOARD.fleet_route("0306", "0506")
    assert route is not None
    assert (route.cost, route.hexes) == (4, 4)


@pytest.mark.parametrize("way", [["0306", "0406"], ["0507", "0406", "0407"]])
def test_each_sea_of_0406_can_be_entered_and_the_eastern_one_crossed(way: list[str]) -> None:
    assert BOARD.fleet_way(way)


@pytest.mark.parametrize(
    "way",
    [
        ["0306", "0406", "0407"],
        ["0306", "0406", "0507"],
        ["0407", "0406", "0306"],
        ["0406", "0506"],
        ["0306", "0406", "0506"],
    ],
)
def test_no_fleet_passes_from_one_sea_of_0406_to_the_other_or_to_0506(way: list[str]) -> None:
    assert not BOARD.fleet_way(way)


# ------------------------------------------------------------------ air zones of control


def test_air_zone_example_of_2_2_3() -> None:
    zones = Position([japan("air", "1008"), allies("air", "0909", full=False), allies("air", "1009")]).zones
    assert zones["japan"] == {"1007", "0908", "0909", "1108", "1109"}
    assert zones["allies"] == {"0909", "0910", "1010", "1109", "1110"}


@pytest.mark.parametrize("number", ["0707", "0507", "0606", "1205", "1406"])
def test_air_units_of_the_examples_have_all_six_neighbours_in_play(number: str) -> None:
    assert set(around(number)) <= set(HEXES)


# ------------------------------------------------------------------ supply examples

SOUTH_PACIFIC = [
    allies("air", "1009"),
    allies("land", "1309"),
    allies("land", "1208"),
    allies("air", "1207"),
    allies("land", "0909"),
    japan("air", "1008"),
]


def test_first_supply_example_leaves_only_the_gilberts_out_of_supply() -> None:
    position = Position(SOUTH_PACIFIC, allies=["1110"])
    supplied = {piece.hex: position.supplied(piece.hex, "allies") for piece in SOUTH_PACIFIC[:5]}
    assert supplied == {"1009": True, "1309": True, "1208": True, "1207": False, "0909": True}


def test_first_supply_example_bars_one_of_two_ways_to_ellice() -> None:
    position = Position(SOUTH_PACIFIC, allies=["1110"])
    assert "1109" in position.zones["japan"]
    assert {number: position.bars(number, "allies") for number in ("1109", "1209", "1009")} == {
        "1109": True,
        "1209": False,
        "1009": False,
    }


def test_first_supply_example_without_full_air_at_guadalcanal_cuts_port_moresby() -> None:
    position = Position([allies("air", "1009", full=False), *SOUTH_PACIFIC[1:]], allies=["1110"])
    assert not position.supplied("0909", "allies")


@pytest.mark.parametrize(
    ("bases", "surprise", "unsupplied"),
    [
        pytest.param(["0907"], True, {"0507", "0506", "0707"}, id="turn 1, base at Truk"),
        pytest.param(["0605"], True, {"1107"}, id="turn 1, base at Taiwan"),
        pytest.param(["0605"], False, {"1107", "0707", "0507"}, id="turn 2, base at Taiwan"),
        pytest.param(["0605", "0907"], True, set(), id="turn 1, bases at Taiwan and Truk"),
    ],
)
def test_second_supply_example(bases: list[str], surprise: bool, unsupplied: set[str]) -> None:
    position = Position(STANDARD, japan=bases, surprise=surprise)
    checked = {piece.hex for piece in STANDARD if piece.side == "japan" and piece.type in ("land", "air")}
    assert {number for number in checked if not position.supplied(number, "japan")} == unsupplied


@pytest.mark.parametrize("number", ["0907", "0605"])
def test_truk_and_taiwan_can_be_built_at_once_on_turn_1(number: str) -> None:
    assert Position(STANDARD, surprise=True).can_build(number, "japan")


# The example after 6.6.2: Japan holds Hollandia and Rangoon besides its set-up.
HELD = [*STANDARD, japan("land", "0807"), japan("land", "0306")]
HELD_WITHOUT_AIR = [piece for piece in HELD if piece.type != "air"]
HELD_WITHOUT_SINGAPORE_AIR = [p for p in HELD if (p.side, p.type, p.hex) != ("allies", "air", "0407")]


def test_base_example_of_6_6_hainan_links_to_kure() -> None:
    position = Position(HELD, japan=["0506"], surprise=True)
    assert position.can_build("0506", "japan")
    assert "0506" in position.network("japan")


def test_base_example_of_6_6_guam_bars_hollandia() -> None:
    assert not Position(HELD, japan=["0506"], surprise=True).can_build("0807", "japan")
    with_guam = [*HELD, japan("land", "0806")]
    assert Position(with_guam, japan=["0506"], surprise=True).can_build("0807", "japan")


@pytest.mark.parametrize("built", ["0705", "0906"], ids=["Okinawa", "Saipan"])
def test_base_example_of_6_6_another_base_opens_hollandia(built: str) -> None:
    assert Position(HELD, japan=["0506", built], surprise=True).can_build("0807", "japan")


@pytest.mark.parametrize("bases", [["0506"], ["0506", "0507"]])
def test_base_example_of_6_6_holds_without_any_air(bases: list[str]) -> None:
    assert not Position(HELD_WITHOUT_AIR, japan=bases).can_build("0807", "japan")
    for built in ("0705", "0906"):
        assert Position(HELD_WITHOUT_AIR, japan=[*bases, built]).can_build("0807", "japan")


def test_base_example_of_6_6_british_air_covers_rangoon_but_not_0406() -> None:
    zones = Position(HELD_WITHOUT_SINGAPORE_AIR, japan=["0506"]).zones["allies"]
    assert "0306" in zones
    assert "0406" not in zones


@pytest.mark.parametrize("bases", [["0506"], ["0506", "0507"]], ids=["Hainan", "Hainan and Saigon"])
def test_base_example_of_6_6_rangoon_can_be_built_but_not_under_singapore_air(bases: list[str]) -> None:
    under_air = [*HELD_WITHOUT_SINGAPORE_AIR, allies("air", "0407")]
    assert Position(HELD_WITHOUT_SINGAPORE_AIR, japan=bases).can_build("0306", "japan")
    assert not Position(under_air, japan=bases).can_build("0306", "japan")


def test_base_example_of_6_6_japanese_air_at_0406_reopens_the_line() -> None:
    pieces = [*HELD_WITHOUT_SINGAPORE_AIR, allies("air", "0407"), japan("air", "0406")]
    assert Position(pieces, japan=["0506"]).can_build("0306", "japan")


def test_base_example_of_6_6_0406_is_the_only_hex_between_hainan_and_rangoon() -> None:
    assert HEXES["0405"]["terrain"] == "mountain"


def test_japanese_air_at_truk_cuts_the_marshalls_from_saipan_as_in_replay_nocv() -> None:
    open_line = Position([allies("land", "0906"), allies("land", "1107")], allies=["1107"])
    cut_line = Position([allies("land", "0906"), japan("air", "0907")], allies=["1107"])
    assert open_line.supplied("0906", "allies")
    assert not cut_line.supplied("0906", "allies")


def test_saigon_is_the_hinge_between_singapore_and_manila_as_in_replay_ara() -> None:
    assert not Position(allies=["0407"]).supplied("0606", "allies")
    assert Position([allies("land", "0507")], allies=["0407"]).supplied("0606", "allies")


# ------------------------------------------------------------------ Allied bases of turn 1, variants of map

OPTIONAL = OPTION["optional_bases"]["hexes"]
JUNGLE = ["1406", "1208", "0909", "0607", "0509", "0407"]
RULECH = ["1406", "1208", "0909", "0610", "0607", "0207"]

MAPS = {
    "chosen map": BOARD.with_variants(),
    "south_africa_0310": BOARD.with_variants("south_africa_0310"),
    "pearl_harbor_1506": BOARD.with_variants("pearl_harbor_1506"),
    "both variants": BOARD.with_variants("pearl_harbor_1506", "south_africa_0310"),
}
on_every_map = pytest.mark.parametrize("variant", MAPS.values(), ids=MAPS)
wherever_pearl_harbor_lies = pytest.mark.parametrize(
    "variant", [MAPS["chosen map"], MAPS["pearl_harbor_1506"]], ids=["1406", "1506"]
)


def test_optional_bases_of_6_6_2() -> None:
    assert OPTIONAL == ["0207", "0509", "0607", "0710", "1205", "1407"]
    assert {SIDE_OF[HEXES[number]["owner"]] for number in OPTIONAL if BOARD.is_base(number)} == {"allies"}
    assert all(map(BOARD.is_base, OPTIONAL))


@pytest.mark.parametrize("bases", [OPTIONAL, JUNGLE, RULECH], ids=["optional", "JUNGLE", "RULECH"])
def test_base_sets_can_be_built_on_turn_1(bases: list[str]) -> None:
    assert Position(STANDARD).can_build_all(bases)


def test_variants_of_the_map() -> None:
    assert {name: variant["swap_hexes"] for name, variant in VARIANTS.items()} == {
        "pearl_harbor_1506": ["1406", "1506"],
        "south_africa_0310": ["0110", "0310"],
    }


@pytest.mark.parametrize("name", VARIANTS)
def test_variant_moves_a_place_into_open_sea_and_says_why(name: str) -> None:
    variant = VARIANTS[name]
    place, sea = variant["swap_hexes"]
    assert HEXES[place]["terrain"] == "coastal"
    assert HEXES[sea]["terrain"] == "sea"
    assert variant["evidence"]
    assert variant["source"]


@pytest.mark.parametrize(
    ("name", "buildable"),
    [
        ("chosen map", [True, True, True]),
        ("south_africa_0310", [True, True, True]),
        ("both variants", [True, True, True]),
        ("pearl_harbor_1506", [True, False, False]),
    ],
)
def test_base_sets_optional_jungle_and_rulech_on_each_map(name: str, buildable: list[bool]) -> None:
    variant = MAPS[name]
    sets = ([variant.number(number) for number in bases] for bases in (OPTIONAL, JUNGLE, RULECH))
    assert [variant.position().can_build_all(bases) for bases in sets] == buildable


@on_every_map
def test_south_africa_is_a_link_from_ceylon_that_fleets_can_leave(variant: Variant) -> None:
    south_africa = variant.number("0110")
    assert variant.board.hexes[south_africa]["name"] == "South Africa"
    assert distance(south_africa, "0207") == 3
    for goal in ("0207", variant.number("1406")):
        assert variant.board.fleet_route(south_africa, goal) is not None


@on_every_map
def test_pearl_harbor_has_sea_all_round(variant: Variant) -> None:
    beside = around(variant.number("1406"))
    assert all(number in HEXES and variant.board.takes_fleets(number) for number in beside)


def test_optional_bases_supply_every_allied_unit_of_the_set_up() -> None:
    position = Position(STANDARD, allies=OPTIONAL)
    checked = [piece for piece in STANDARD if piece.side == "allies" and piece.type in ("land", "air")]
    assert [p for p in checked if not position.supplied(p.hex, "allies", p.nationality)] == []


def test_wake_is_supplied_from_midway_but_not_from_the_bases_of_replay_jungle() -> None:
    assert not Position(STANDARD, allies=JUNGLE).supplied("1106", "allies")
    assert Position(STANDARD, allies=[*JUNGLE, "1205"]).supplied("1106", "allies")


def test_singapore_needs_a_base_near_but_cannot_be_cut_from_its_own() -> None:
    surrounded = [*STANDARD, japan("air", "0408"), japan("air", "0406")]
    assert not Position(STANDARD).supplied("0407", "allies")
    assert Position(surrounded, allies=["0407"]).supplied("0407", "allies")


# ------------------------------------------------------------------ supply sources, regions and special hexes


@pytest.mark.parametrize(("side", "number"), [(side, n) for side in SIDES for n in BOARD.sources[side]])
def test_supply_source_is_a_port_linked_to_a_base_hex(side: str, number: str) -> None:
    position = Position(STANDARD)
    own = [n for n in HEXES if n != number and BOARD.is_base(n) and SIDE_OF[HEXES[n]["owner"]] == side]
    assert HEXES[number]["site"] == "port"
    assert any(position.line(number, base, side, 3) for base in own)


def test_supply_sources_are_flagged_on_the_map() -> None:
    flagged = sorted(number for number, entry in HEXES.items() if entry.get("supply_source"))
    assert flagged == sorted(BOARD.sources["japan"] + BOARD.sources["allies"])


def test_japan_has_three_supply_sources() -> None:
    assert len(BOARD.sources["japan"]) == 3


@pytest.mark.parametrize(
    ("area", "number"),
    [("usa", "1706"), ("australia", "0710"), ("india", "0207"), ("new_zealand", "1212"), ("china", "0404")],
)
def test_hatched_areas_of_7_3(area: str, number: str) -> None:
    assert HEXES[number]["auto_supply"] == area


@pytest.mark.parametrize(
    ("field", "value", "numbers"),
    [
        pytest.param("chinese_zone", True, ["0404", "0504", "0505"], id="Chinese zone (12.2)"),
        pytest.param("auto_supply", "china", ["0404", "0504", "0505"], id="hatched China"),
        pytest.param("resource", True, ["0408", "0508", "0509"], id="resources (12.3)"),
        pytest.param("port_capacity", 1, ["1201"], id="Dutch Harbor holds one fleet (8.3)"),
        pytest.param("port_capacity", "unlimited", ["0110", "1908"], id="Panama and South Africa (8.3)"),
    ],
)
def test_special_hexes(field: str, value: object, numbers: list[str]) -> None:
    assert sorted(n for n, entry in HEXES.items() if field in entry and entry[field] == value) == numbers


def test_resource_hexes_start_allied_and_without_garrison() -> None:
    position = Position(STANDARD)
    for number in ("0408", "0508", "0509"):
        assert HEXES[number]["owner"] == "uk"
        assert position.at(number, "allies", "land") == []


@pytest.mark.parametrize("region", ["china", "australia", "india", "new_zealand", "us_mainland"])
def test_regions_the_rules_speak_of_are_on_the_map(region: str) -> None:
    assert BOARD.region(region)


def test_japan_has_bases_in_china() -> None:
    assert any(HEXES[number].get("owner") == "japan" for number in BOARD.region("china"))


def test_chungking_has_a_white_airfield() -> None:
    assert (HEXES["0404"]["site"], HEXES["0404"]["owner"]) == ("airfield", "white")


def test_victory_bases_are_iwo_jima_and_okinawa() -> None:
    assert set(MAP["rule_hexes"]["victory_bases"]["hexes"]) == {NAMED["Iwo Jima"], NAMED["Okinawa"]}


# ------------------------------------------------------------------ movement of the examples

MANILA = Position(
    [
        allies("air", "0606"),
        allies("land", "0606"),
        japan("air", "0707"),
        japan("air", "0507"),
        allies("air", "0407"),
    ]
)


@pytest.mark.parametrize(
    ("start", "points", "hexes", "zones"),
    [
        pytest.param("0804", 5, 3, 1, id="Kure"),
        pytest.param("0707", 2, 1, 0, id="Palau"),
        pytest.param("0605", 2, 1, 0, id="Taiwan"),
    ],
)
def test_japanese_ways_to_manila_in_the_play_example(start: str, points: int, hexes: int, zones: int) -> None:
    route = BOARD.fleet_route(start, "0606", MANILA.zones["allies"])
    assert route is not None
    assert (1 + route.cost, route.hexes, len(route.zones)) == (points, hexes, zones)


def test_singapore_to_manila_is_not_hindered_by_saigon_air() -> None:
    route = BOARD.fleet_route("0407", "0606", MANILA.zones["japan"])
    assert route is not None
    assert (1 + route.cost, route.hexes, route.zones) == (3, 2, [])


def test_port_moresby_to_manila_costs_seven_by_the_printed_way() -> None:
    way = ["0909", "0808", "0708", "0607", "0606"]
    entered = [number for number in way[1:] if number in MANILA.zones["japan"]]
    assert BOARD.fleet_way(way)
    assert entered == ["0708", "0607"]
    assert 1 + len(way) - 1 + len(entered) == 7


def test_palau_air_has_no_zone_in_manila_while_american_air_is_there() -> None:
    assert "0606" in BOARD.neighbours("0707")
    assert "0606" not in MANILA.zones["japan"]


@wherever_pearl_harbor_lies
@pytest.mark.parametrize(
    ("start", "hexes", "points"), [("0804", 8, 10), ("0904", 7, 9)], ids=["Kure", "Yokosuka"]
)
def test_designers_way_to_pearl_harbor(variant: Variant, start: str, hexes: int, points: int) -> None:
    """8 and 7 hexes round Midway with one entry of an air zone of control, at 1405; 10 and 9 points."""
    board, home = variant.board, variant.number("1406")
    zones = variant.position().zones["allies"]
    cheapest = board.fleet_route(start, home, zones)
    islands = [allies("air", "1205"), allies("air", "1106")]
    before = board.fleet_route(start, "1405", Position(islands, board=board).zones["allies"])
    assert cheapest is not None
    assert before is not None
    assert (1 + cheapest.cost, before.hexes + 1, before.zones) == (points, hexes, [])
    assert set(before.path).isdisjoint(board.neighbours("1205"))
    assert "1405" in zones
    assert home in board.neighbours("1405")
    assert "1405" in board.last_zones(start, home, zones, hexes)
    assert board.last_zones(start, home, zones, hexes - 1) == set()


@pytest.mark.parametrize(("name", "hexes"), [("chosen map", 3), ("pearl_harbor_1506", 4)])
def test_pearl_harbor_links_to_ellice_only_on_the_chosen_map(name: str, hexes: int) -> None:
    assert distance(MAPS[name].number("1406"), "1208") == hexes


@pytest.mark.parametrize(
    ("name", "entered"), [("chosen map", {"1405"}), ("pearl_harbor_1506", {"1405", "1505"})]
)
def test_zone_hexes_of_the_way_from_yokosuka_to_pearl_harbor(name: str, entered: set[str]) -> None:
    variant = MAPS[name]
    zones = variant.position().zones["allies"]
    assert variant.board.last_zones("0904", variant.number("1406"), zones, 7) == entered


@wherever_pearl_harbor_lies
def test_straight_way_to_pearl_harbor_is_shorter(variant: Variant) -> None:
    assert distance("0904", variant.number("1406")) < 7


@wherever_pearl_harbor_lies
def test_pearl_harbor_is_supplied_at_the_latest_by_palmyra(variant: Variant) -> None:
    home = variant.number("1406")
    optional = [variant.number(number) for number in OPTIONAL]
    positions = (variant.position(), variant.position(allies=optional))
    assert any(position.supplied(home, "allies") for position in positions)


@wherever_pearl_harbor_lies
def test_pearl_harbor_links_the_west_coast_and_midway(variant: Variant) -> None:
    home = variant.number("1406")
    assert distance("1706", home) <= 3
    assert distance(home, "1205") <= 3


@pytest.mark.parametrize(
    "way",
    [
        ["0506", "0507", "0508"],
        ["0506", "0507", "0508", "0408"],
        ["0707", "0708", "0608", "0509"],
        ["0605", "0606"],
    ],
)
def test_ways_of_turn_1_are_free_of_allied_fleets(way: list[str]) -> None:
    position = Position(STANDARD)
    fleets = [p for n in way[1:-1] for p in position.at(n, "allies") if p.type in ("carrier", "naval")]
    assert BOARD.fleet_way(way)
    assert fleets == []


def test_what_the_replays_take_on_turn_1_fits_into_twenty_points() -> None:
    """Three resource hexes, Manila, and two bases."""
    zones = Position(STANDARD).zones["allies"]
    ways = [["0507", "0508"], ["0507", "0508", "0408"], ["0708", "0608", "0509"], ["0606"]]
    cost = sum(1 + len(entered) + sum(number in zones for number in entered) for entered in ways)
    assert cost + 2 <= 20


# ------------------------------------------------------------------ land redeployment (10.3, ruling R-76)


def from_san_francisco(bases: list[str], leg: int = 3) -> set[str]:
    return Position(STANDARD, allies=bases).land_redeployment("1706", "allies", leg)


def from_south_africa(bases: list[str], leg: int = 3) -> set[str]:
    return Position(STANDARD, allies=bases).land_redeployment("0110", "allies", leg)


def test_legs_of_the_transport_network() -> None:
    option = OPTION["transport_leg_between_nodes"]
    assert (option["default"], option["values"]) == (3, [2, 3])
    assert (option["first_leg"], option["last_leg"]) == (2, 2)


def test_bases_of_rulech_carry_american_land_units_across_the_pacific() -> None:
    assert {"1406", "1208", "0909", "0610", "0607", "0710", "0911"} <= from_san_francisco(RULECH)


def test_with_legs_of_two_no_land_unit_leaves_the_american_coast_or_south_africa() -> None:
    assert from_san_francisco(RULECH, leg=2) <= BOARD.region("us_mainland")
    assert from_south_africa(RULECH, leg=2) == {"0110"}


def test_a_base_at_ceylon_carries_land_units_from_south_africa_to_india() -> None:
    assert {"0106", "0107", "0205", "0206", "0207"} <= from_south_africa(RULECH)


def test_american_land_units_reach_ceylon_from_rulech_only_with_a_base_at_surabaya() -> None:
    assert "0207" not in from_san_francisco(RULECH)
    assert "0207" in from_san_francisco([*RULECH, "0509"])
    assert "0207" in from_san_francisco(JUNGLE)


def test_with_south_africa_at_0310_the_bases_of_rulech_reach_ceylon() -> None:
    position = MAPS["south_africa_0310"].position(allies=RULECH)
    assert "0207" in position.land_redeployment("1706", "allies", 3)


# ------------------------------------------------------------------ strengths and battles of the examples


def test_strengths_of_the_sample_counters() -> None:
    assert {type_: values["strength"] for type_, values in TYPES.items()} == {
        "carrier": 2,
        "naval": 1,
        "land": 1,
        "air": 2,
    }


def test_kure_and_yokosuka_together_are_worth_sixteen() -> None:
    counts = [count_at(number, "japan", "carrier", "naval") for number in ("0804", "0904")]
    assert [sum(column) for column in zip(*counts, strict=True)] == [3, 4]
    assert naval_strength(3, 4) == 16


@pytest.mark.parametrize(
    ("number", "nationality", "counts"),
    [
        pytest.param("1406", "us", {"carrier": 1, "naval": 3, "air": 1}, id="Pearl Harbor"),
        pytest.param("0506", "japan", {"naval": 2, "land": 2, "air": 0}, id="Hainan"),
        pytest.param("0507", "japan", {"naval": 0, "land": 0, "air": 1}, id="Saigon"),
        pytest.param("1107", "japan", {"naval": 1, "land": 1, "air": 0}, id="Marshalls"),
        pytest.param("0407", "uk", {"naval": 1, "land": 1, "air": 1}, id="Singapore"),
        pytest.param("0606", "us", {"air": 1, "land": 1}, id="Manila"),
        pytest.param("1106", "us", {"air": 1}, id="Wake"),
        pytest.param("1205", "us", {"air": 1}, id="Midway"),
        pytest.param("1201", "us", {"land": 1}, id="Dutch Harbor, sample counter"),
        pytest.param("0404", "china", {"land": 3}, id="Chungking"),
        pytest.param("0504", "china", {"land": 3}, id="Peiping"),
        pytest.param("0505", "china", {"land": 3}, id="Wuhan"),
    ],
)
def test_garrisons_of_the_set_up(number: str, nationality: str, counts: dict[str, int]) -> None:
    assert dict(zip(counts, count_at(number, nationality, *counts), strict=True)) == counts


@pytest.mark.parametrize(
    ("number", "types"),
    [
        pytest.param("0904", ["carrier"], id="sample carrier"),
        pytest.param("0904", ["land"], id="land units at Yokosuka"),
        pytest.param("0804", ["land"], id="land units at Kure"),
        pytest.param("0707", ["land", "air"], id="Palau holds something to supply"),
    ],
)
def test_japanese_counters_the_examples_need(number: str, types: list[str]) -> None:
    assert sum(count_at(number, "japan", *types)) >= 1


def test_pearl_harbor_battle_with_equal_dice() -> None:
    defence = naval_strength(*count_at("1406", "us", "carrier", "naval", "air"))
    hits = min(16 - defence, 7)
    assert defence == 9
    assert (hits, hits - 6, min(hits // 2, 4)) == (7, 1, 3)


@pytest.mark.parametrize(
    ("attack", "defence", "strengths"),
    [
        pytest.param((0, 2, 1), (0, 1, 1), (4, 3), id="Singapore, example of 9.7"),
        pytest.param((2, 4, 2), (0, 2, 1), (16, 4), id="Manila, play example"),
        pytest.param((6, 9), (5, 10), (33, 30), id="replay HOKA without air"),
        pytest.param((6, 9, 1), (5, 10, 3), (35, 36), id="replay HOKA with air"),
    ],
)
def test_fleet_strengths(attack: tuple[int, ...], defence: tuple[int, ...], strengths: object) -> None:
    assert (naval_strength(*attack), naval_strength(*defence)) == strengths


def test_assault_strengths() -> None:
    land, air = TYPES["land"]["strength"], TYPES["air"]["strength"]
    carrier = TYPES["carrier"]["assault_bonus"]
    assert (2 * land + 2 * carrier + air, 3 * land + 1 + air) == (6, 6)  # Manila, play example
    assert (2 * land + 4 * carrier, land + 1 + 3 * air) == (6, 8)  # replay TEA


def test_three_air_units_can_support_ceylon_as_in_replay_tea() -> None:
    assert sum(map(BOARD.is_base, ["0207", *BOARD.neighbours("0207")])) >= 3


@pytest.mark.parametrize("number", ["0804", "0904", "0906"])
def test_air_units_support_a_battle_off_iwo_jima_as_in_replay_hoka(number: str) -> None:
    assert distance("0905", number) == 1


def test_sudden_death_example_gives_two() -> None:
    taken = ["0407", "0508", "1008", "1207", "1205"]
    ports = [number for number in taken if HEXES[number]["site"] == "port"]
    assert {HEXES[number]["owner"] for number in taken} <= {"us", "uk"}
    assert len(ports) - (3 - 1) == 2


@pytest.mark.parametrize("number", ["0606", "0607", "0707", "0506", "0909", "0605", "0804"])
def test_places_where_fleets_of_the_examples_start_are_ports(number: str) -> None:
    assert HEXES[number]["site"] == "port"


# ------------------------------------------------------------------ counters


def in_play(before: int, nationality: str, type_: str) -> int:
    """How many counters are set up or arrive before a turn."""
    kind = [unit for unit in UNITS["units"] if (unit["nationality"], unit["type"]) == (nationality, type_)]
    return sum("setup" in unit or unit.get("arrival", 99) < before for unit in kind)


def test_counter_sheets_hold_234_counters() -> None:
    counts = UNITS["counts"]
    markers = [n for n in UNITS["markers"].values() if isinstance(n, int) and not isinstance(n, bool)]
    assert counts["units"] == len(UNITS["units"])
    assert counts["markers"] == sum(markers)
    assert counts["units"] + counts["markers"] == counts["all"] == 234
    assert 120 <= counts["units"] <= 150


def test_unit_ids_are_unique_and_name_the_nation() -> None:
    ids = [unit["id"] for unit in UNITS["units"]]
    prefix = {"japan": "JP", "us": "US", "uk": "UK", "china": "CN"}
    assert len(ids) == len(set(ids))
    assert [u["id"] for u in UNITS["units"] if not u["id"].startswith(prefix[u["nationality"]])] == []
    assert {unit["type"] for unit in UNITS["units"]} <= set(TYPES)


def test_every_unit_is_set_up_or_arrives_or_is_in_reserve() -> None:
    ways = ("setup", "arrival", "reserve")
    assert [unit["id"] for unit in UNITS["units"] if sum(way in unit for way in ways) != 1] == []
    assert {unit["arrival"] for unit in UNITS["units"] if "arrival" in unit} <= set(range(1, 17))


def test_just_the_units_of_turn_5_and_before_have_a_place_in_1943() -> None:
    early = [unit for unit in UNITS["units"] if unit.get("arrival", 0) <= 5]
    assert [unit for unit in UNITS["units"] if "s1943" in unit] == early


def test_one_american_air_unit_is_spare() -> None:
    reserve = [(unit["nationality"], unit["type"]) for unit in UNITS["units"] if unit.get("reserve")]
    assert reserve == [("us", "air")]


def test_china_has_nine_land_units() -> None:
    assert [unit["type"] for unit in UNITS["units"] if unit["nationality"] == "china"] == ["land"] * 9


def test_six_japanese_land_units_start_in_china() -> None:
    china = BOARD.region("china")
    assert len([p for p in STANDARD if p.side == "japan" and p.type == "land" and p.hex in china]) == 6


@pytest.mark.parametrize(
    ("turn", "nationality", "type_", "least", "most"),
    [
        pytest.param(6, "japan", "carrier", 5, 99, id="Japan turn 6: five carriers"),
        pytest.param(6, "japan", "naval", 12, 99, id="Japan turn 6: twelve naval"),
        pytest.param(8, "japan", "carrier", 5, 5, id="Japan turn 8: five carriers (replay HOKA)"),
        pytest.param(8, "us", "carrier", 6, 7, id="United States turn 8: six carriers, not many more"),
        pytest.param(8, "us", "naval", 9, 99, id="United States turn 8: nine naval"),
        pytest.param(2, "japan", "carrier", 4, 99, id="Japan turn 2: four carriers (replay TEA)"),
        pytest.param(2, "us", "carrier", 2, 99, id="United States turn 2: two carriers (replay TEA)"),
    ],
)
def test_fleets_in_play(turn: int, nationality: str, type_: str, least: int, most: int) -> None:
    assert least <= in_play(turn, nationality, type_) <= most


@pytest.mark.parametrize(("type_", "turn"), [("naval", 11), ("air", 13)])
def test_arrivals_of_the_sample_counters(type_: str, turn: int) -> None:
    assert any((unit["type"], unit.get("arrival")) == (type_, turn) for unit in UNITS["units"])


@pytest.mark.parametrize("number", ["0306", "0607", "0807"], ids=["Rangoon", "Leyte", "Hollandia"])
def test_places_without_garrison(number: str) -> None:
    assert Position(STANDARD).at(number, "allies", "land") == []


@pytest.mark.parametrize("pieces", [STANDARD, YEAR_1943], ids=["1941", "1943"])
class TestSetUp:
    def test_units_stand_where_their_type_may(self, pieces: list[Piece]) -> None:
        allowed = {
            "land": BOARD.takes_land_units,
            "air": BOARD.is_base,
            "carrier": BOARD.is_port,
            "naval": BOARD.is_port,
        }
        assert [piece for piece in pieces if not allowed[piece.type](piece.hex)] == []

    def test_chinese_stand_in_the_chinese_zone(self, pieces: list[Piece]) -> None:
        chinese = [piece for piece in pieces if piece.nationality == "china"]
        assert [piece for piece in chinese if not HEXES[piece.hex].get("chinese_zone")] == []

    def test_no_hex_holds_both_sides(self, pieces: list[Piece]) -> None:
        sides = defaultdict(set)
        for piece in pieces:
            sides[piece.hex].add(piece.side)
        assert [number for number, both in sides.items() if len(both) > 1] == []

    def test_bases_are_controlled_by_those_who_stand_there(self, pieces: list[Piece]) -> None:
        position = Position(pieces)
        outsiders = [
            piece
            for piece in pieces
            if piece.nationality != "china"
            and HEXES[piece.hex].get("stacking") != "unlimited"
            and BOARD.is_base(piece.hex)
            and position.control(piece.hex) != piece.side
        ]
        assert outsiders == []

    def test_stacking_limits_are_kept(self, pieces: list[Piece]) -> None:
        kind = {"carrier": "fleet", "naval": "fleet", "land": "land", "air": "air"}
        stacks: dict[str, Counter[str]] = defaultdict(Counter)
        for piece in pieces:
            if piece.nationality != "china" and HEXES[piece.hex].get("stacking") != "unlimited":
                stacks[piece.hex][kind[piece.type]] += 1
        for number, stack in stacks.items():
            if BOARD.is_base(number):
                assert stack["land"] <= 3, number
                assert stack["air"] <= 1, number
                assert stack["fleet"] <= HEXES[number].get("port_capacity", 5), number
            else:
                assert stack["fleet"] == 0, number
                assert stack["land"] + stack["air"] <= 1, number


# ------------------------------------------------------------------ the 1943 set-up

BASES_1943 = SCENARIO["s1943"]["setup"]["bases"]
POSITION_1943 = Position(YEAR_1943, **BASES_1943)


@pytest.mark.parametrize("side", SIDES)
def test_1943_bases_are_linked_and_stand_at_controlled_sites(side: str) -> None:
    assert set(BASES_1943[side]) <= POSITION_1943.network(side)
    assert {POSITION_1943.control(number) for number in BASES_1943[side]} == {side}


def test_1943_units_are_supplied() -> None:
    checked = [piece for piece in YEAR_1943 if piece.type in ("land", "air")]
    assert [p for p in checked if not POSITION_1943.supplied(p.hex, p.side, p.nationality)] == []


def test_1943_japan_has_three_land_units_in_china_and_holds_the_resources() -> None:
    land = [piece.hex for piece in YEAR_1943 if piece.side == "japan" and piece.type == "land"]
    assert sum(number in BOARD.region("china") for number in land) >= 3
    assert {"0408", "0508", "0509"} <= set(land)


# ------------------------------------------------------------------ turn track


def test_sixteen_turns() -> None:
    assert sorted(TURNS) == list(range(1, 17))


@pytest.mark.parametrize(
    ("turn", "year", "season"),
    [
        (1, 1941, "winter"),
        (2, 1942, "spring"),
        (4, 1942, "autumn"),
        (5, 1942, "winter"),
        (6, 1943, "spring"),
        (8, 1943, "autumn"),
        (14, 1945, "spring"),
        (16, 1945, "autumn"),
    ],
)
def test_calendar(turn: int, year: int, season: str) -> None:
    assert (TURNS[turn]["year"], TURNS[turn]["season"]) == (year, season)


def test_known_basic_resource_points() -> None:
    assert TURNS[1]["brp"] == {"japan": 20, "allies": 0}
    assert TURNS[4]["brp"] == {"japan": 15, "allies": 16}
    assert TURNS[5]["brp"]["japan"] == 13


@pytest.mark.parametrize("turn", range(1, 16))
def test_japan_never_gains_and_the_allies_never_lose_basic_points(turn: int) -> None:
    now, then = TURNS[turn]["brp"], TURNS[turn + 1]["brp"]
    assert now["japan"] >= then["japan"]
    assert now["allies"] <= then["allies"]
    if turn >= 2:
        assert max(abs(now[side] - then[side]) for side in SIDES) <= 2


def test_allied_lead_is_modest_on_turn_8() -> None:
    assert 0 < TURNS[8]["brp"]["allies"] - TURNS[8]["brp"]["japan"] <= 5


@pytest.mark.parametrize("turn", TURNS)
class TestTurn:
    def test_redeployments_are_half_the_basic_points(self, turn: int) -> None:
        points = TURNS[turn]["brp"]
        allied = 5 if turn == 1 else points["allies"] // 2
        assert TURNS[turn]["redeployments"] == {"japan": points["japan"] // 2, "allies": allied}

    def test_deck_and_who_declares_first(self, turn: int) -> None:
        first = "none" if turn == 1 else "allies" if turn <= 8 else "japan"
        assert TURNS[turn]["deck"] == (1942 if turn <= 5 else TURNS[turn]["year"])
        assert TURNS[turn]["first_card"] == first

    @pytest.mark.parametrize("side", SIDES)
    def test_reinforcements_are_the_arrivals_of_the_counters(self, turn: int, side: str) -> None:
        arrivals = [unit for unit in UNITS["units"] if unit.get("arrival") == turn and unit["side"] == side]
        assert sorted(TURNS[turn]["reinforcements"][side]) == sorted(unit["id"] for unit in arrivals)

    def test_reinforcement_totals_add_up(self, turn: int) -> None:
        totals = Counter(
            unit.rsplit("-", 1)[0] for side in SIDES for unit in TURNS[turn]["reinforcements"][side]
        )
        assert TURNS[turn]["reinforcement_totals"] == totals

    def test_submarine_row_exists(self, turn: int) -> None:
        assert TURNS[turn]["submarine_row"] in TRACK["submarine_table"]


def test_submarine_table_of_10_4() -> None:
    table = {row: (entry["japan"], entry["allies"]) for row, entry in TRACK["submarine_table"].items()}
    assert table == {"1941-1943": ([2, 3], [2, 3]), "1944-1945": ([2, 5], [2, 3])}


@pytest.mark.parametrize("nationality", ["japan", "us", "uk"])
def test_every_arriving_nation_has_a_supply_source(nationality: str) -> None:
    assert any(unit.get("arrival") for unit in UNITS["units"] if unit["nationality"] == nationality)
    assert any(entry.get("supply_source") == nationality for entry in HEXES.values())


# ------------------------------------------------------------------ cards


def effects(year: int, number: int, side: str) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = CARD[year, number][side]["effects"]
    return listed


def test_four_decks_of_ten() -> None:
    numbers = [(year, number) for year in (1942, 1943, 1944, 1945) for number in range(1, 11)]
    assert sorted((card["year"], card["number"]) for card in CARDS["cards"]) == numbers


def test_red_numbers_of_4_1() -> None:
    assert [key for key, card in CARD.items() if card["red_number"]] == [(1942, 1), (1942, 5), (1942, 8)]


@pytest.mark.parametrize(
    ("opening", "deck", "set_aside"), [("standard", 1942, [1, 5, 8]), ("s1943", 1943, [7, 8, 9])]
)
def test_opening_hands_are_dealt_without_the_cards_set_aside_and_never_forced(
    opening: str, deck: int, set_aside: list[int]
) -> None:
    entry = TRACK["opening_cards"][opening]
    assert (entry["deck"], entry["set_aside"]) == (deck, set_aside)
    dealt = set(range(1, 11)) - set(set_aside)
    assert [number for number in dealt if CARD[deck, number]["forced"]] == []


@pytest.mark.parametrize("number", [2, 5])
def test_cards_held_in_hand_in_the_play_example_are_not_forced(number: int) -> None:
    assert not CARD[1942, number]["forced"]


@pytest.mark.parametrize(
    ("year", "number", "name"),
    [
        (1942, 2, "特殊潜航艇シドニー港攻撃"),
        (1942, 3, "酸素魚雷"),
        (1942, 5, "連合軍兵士の練度不足"),
        (1942, 10, "ドーリットル空襲"),
        (1943, 9, "ヴェンジェンス作戦(海軍甲事件)"),
        (1944, 6, "コブラ台風"),
        (1944, 8, "連合軍による欺瞞作戦"),
    ],
)
def test_known_card_names(year: int, number: int, name: str) -> None:
    assert CARD[year, number]["name_ja"] == name


def test_typhoon_cobra_is_forced_and_forbids_assaults() -> None:
    assert CARD[1944, 6]["forced"]
    assert {"op": "forbid", "side": "both", "action": "amphibious_assault"} in effects(1944, 6, "japan")


def test_doolittle_gives_two_points() -> None:
    assert {"op": "gain_rp", "side": "allies", "amount": 2} in effects(1942, 10, "allies")


@pytest.mark.parametrize("side", SIDES)
def test_vengeance_stops_japanese_fleets(side: str) -> None:
    assert {"op": "forbid", "side": "japan", "action": "fleet_movement"} in effects(1943, 9, side)


def test_drawing_vengeance_ends_sudden_death() -> None:
    assert CARD[1943, 9]["on_draw"]["effects"] == [{"op": "cancel_sudden_death"}]


def test_oxygen_torpedoes_sink_one_allied_naval_unit() -> None:
    sunk = [effect for effect in effects(1942, 3, "japan") if effect["op"] == "lose_unit"]
    assert any(effect["types"] == ["naval"] and effect["owner"] == "allies" for effect in sunk)


def test_poorly_trained_soldiers_let_japan_roll_twice() -> None:
    modes = [effect for effect in effects(1942, 5, "japan") if effect["op"] == "die_mode"]
    assert any("ground" in mode["battle"] and mode["mode"] == "roll_two_keep_higher" for mode in modes)


def test_allied_deception_works_in_assaults() -> None:
    bonuses = [effect for effect in effects(1944, 8, "allies") if effect["op"] == "combat_bonus"]
    assert any(bonus["battle"] == ["assault"] for bonus in bonuses)


def test_malaria_takes_bases_in_the_jungle() -> None:
    (malaria,) = (card for card in CARDS["cards"] if card["name"] == "Malaria")
    taken = [effect for effect in malaria["japan"]["effects"] if effect["op"] == "remove_bases"]
    assert any(effect["where"].get("jungle") for effect in taken)


def test_a_card_of_1945_can_end_the_game() -> None:
    late = [card for card in CARDS["cards"] if card["year"] == 1945]
    assert any(effect["op"] == "end_game" for card in late for effect in card["allies"]["effects"])


def test_there_are_forced_cards_and_they_read_alike_for_both_sides() -> None:
    forced = [card for card in CARDS["cards"] if card["forced"]]
    assert forced
    assert [card["name"] for card in forced if card["japan"] != card["allies"]] == []


def test_known_facts_come_from_the_rulebook_or_a_replay() -> None:
    facts = [fact for card in CARDS["cards"] for fact in card["known"]]
    assert [fact for fact in facts if not fact["source"].startswith(("rulebook", "replay"))] == []
    assert sum(bool(card["known"]) for card in CARDS["cards"]) >= 10


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("key", CARD, ids=lambda key: f"{key[0]}-{key[1]:02d}")
def test_card_uses_the_declared_notation(key: tuple[int, int], side: str) -> None:
    assert CARD[key][side]["text"]
    assert effects(*key, side)
    for effect in effects(*key, side):
        where = effect.get("where") or {}
        assert effect.keys() - {"op"} <= set(CARDS["vocabulary"][effect["op"]]["params"])
        assert set(effect.get("requires") or {}) <= set(CARDS["requirements"])
        if isinstance(where, dict):
            assert set(where) <= set(CARDS["filters"])
            assert set(where.get("hexes", ())) <= set(HEXES)
        if "unit" in effect:
            assert [u["id"] for u in UNITS["units"] if u.get("reserve")] == [effect["unit"]]


# ------------------------------------------------------------------ scenarios and options


def test_four_scenarios() -> None:
    scenarios = [(scenario["number"], scenario["first_turn"]) for scenario in SCENARIOS["scenarios"]]
    assert scenarios == [("13.1", 1), ("13.2", 1), ("13.3", 6), ("13.4", 1)]
    assert {scenario["opening_cards"] for scenario in SCENARIOS["scenarios"]} <= set(TRACK["opening_cards"])


def test_options() -> None:
    assert sorted(OPTION) == [
        "chinese_no_redeployment_turn_1",
        "cn_redeploy_on_turn_1",
        "house_rule_a",
        "lone_air_delays_landing",
        "optional_bases",
        "redeploy_cv_and_n_are_one_type",
        "rp_cards_count_for_initiative",
        "six_hits_cv_without_air",
        "sudden_death",
        "sudden_death_counts",
        "support_optional",
        "transport_leg_between_nodes",
        "winner_hits_basis",
    ]


def test_house_rule_a_names_the_unlimited_hexes() -> None:
    unlimited = {number for number, entry in HEXES.items() if entry.get("stacking") == "unlimited"}
    assert set(OPTION["house_rule_a"]["hexes"]) == unlimited


def test_bases_japan_controls_at_the_start() -> None:
    red = [number for number, entry in HEXES.items() if entry.get("owner") == "japan"]
    assert SCENARIO["short"]["bid"]["japan_controls_at_start"]["value"] == len(red)


def test_areas_closed_to_japan_on_turn_1_are_on_the_map() -> None:
    closed = set(SCENARIOS["turn_1"]["japan_may_not_enter"]["value"])
    assert closed <= {entry.get("auto_supply") for entry in HEXES.values()}
