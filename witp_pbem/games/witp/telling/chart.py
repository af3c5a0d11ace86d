"""The map at one moment, as the report room draws it: hexes, counters, movements, battles, and overlays.

Only what lies open on the table goes into it: no hand, no deck. Whether a line is open and who is in supply is asked
of the rules (`bases`, `supply`, `air`), never reckoned here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from witp_pbem.games.common.chart import stacks
from witp_pbem.games.common.data import sources
from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board import names
from witp_pbem.games.witp.board.map import LAND, MOUNTAIN, OWNER_SIDE, PORT, SEA, SHALLOW, Hex, Map
from witp_pbem.games.witp.board.state import ENEMY, MAP, SIDES, Position, Side, Unit
from witp_pbem.games.witp.board.state import LAND as ARMY
from witp_pbem.games.witp.rules.chapter_02_components import air
from witp_pbem.games.witp.rules.chapter_02_components.control import controller
from witp_pbem.games.witp.rules.chapter_06_bases import bases
from witp_pbem.games.witp.rules.chapter_07_supply import supply
from witp_pbem.games.witp.rules.chapter_08_movement.routes import JUNGLE_COST, TURN_1_CLOSED
from witp_pbem.games.witp.telling.entries import telling
from witp_pbem.games.witp.telling.marches import HOLDING, Begun, March, whole
from witp_pbem.games.witp.telling.nouns import place, side_name, the_side, units, when
from witp_pbem.games.witp.telling.signs import signs
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import word
from witp_pbem.table.chart import (
    Area,
    Arrow,
    Chart,
    Edge,
    Marker,
    Network,
    Sheet,
    Spot,
    Stack,
)
from witp_pbem.table.language import language, listing
from witp_pbem.table.story import Happening

# Kept at hand: a campaign changes little of who controls what, and of who stands where, from step to step.
SHEETS = 64
SPOTS = 2000  # each hex with each side that may control it, in two languages
HEXES = 4000  # hexes with what stands in them


def chart(position: Position, happenings: Sequence[Happening] = (), side: str = "", *,
          overlaid: bool = True) -> Chart:
    """The map at a position, with the movements and battles of some happenings.

    Args:
        side: the reader's; it changes nothing, as everything on the map lies open.
        overlaid: with air zones of control and supply.
    """
    return Chart(
        title=when(position), sheet=sheet(position), sides=tuple((side, side_name(side)) for side in SIDES),
        stacks=tuple(_stacks(position)), markers=tuple(_markers(position)), arrows=tuple(_arrows(happenings)),
        clashes=telling.clashes(happenings), areas=tuple(_areas(position)) if overlaid else (),
        networks=tuple(_networks(position)) if overlaid else (),
        continuing=tuple(position.continuing))


# -- the map itself ---------------------------------------------------------------------------------------------


def sheet(position: Position) -> Sheet:
    """The map with who controls its ports, airfields and supply sources."""
    board = position.data.map
    return _sheet(board, language(), tuple(controller(position, number) for number in board.homes))


@lru_cache(maxsize=SHEETS)
def _sheet(board: Map, spoken: str, held: tuple[str, ...]) -> Sheet:
    """The map in a language, with the controllers of its bases."""
    control = dict(zip(board.homes, held, strict=True))
    return Sheet(
        board, tuple(_spot(board, spoken, number, control.get(number, "")) for number in board.places),
        _edges(board, spoken), signs().key,
        remark=say("This map is a reconstruction, not the printed one.") if _is_reconstructed(board.record["hexes"])
        else "")


@lru_cache(maxsize=8)
def _edges(board: Map, spoken: str) -> tuple[Edge, ...]:
    """Where land is one, mountains and all, and where no fleet may pass, in the language spoken."""
    rocks = {frozenset((number, other)) for number, hexagon in board.hexes.items() if hexagon.terrain == MOUNTAIN
             for other in board.neighbours(number) if board[other].terrain != SEA}
    links = sorted(map(sorted, board.land_links | rocks))
    return (*(Edge(first, second, signs().land_link) for first, second in links),
            *(Edge(first, second, signs().closed) for first, second in sorted(map(sorted, board.land_sides))))


def _is_reconstructed(hexes: Mapping[str, Any]) -> bool:
    """Whether anything in some hexes is our own invention; players may have put the printed game's data in its
    place."""
    return any(source.text.startswith("reconstructed") for source in sources(hexes))


@lru_cache(maxsize=SPOTS)
def _spot(board: Map, spoken: str, number: str, control: str) -> Spot:
    """A hex in the language spoken, with the side that controls its base."""
    hexagon, drawn = board[number], signs()
    marks = ((hexagon.site, drawn.sites.get(hexagon.site)), (hexagon.source, drawn.source),
             (hexagon.number in board.resources, drawn.resource),
             (hexagon.number in board.victory_bases, drawn.victory))
    return Spot(
        hexagon.number, names.place_alone(hexagon), drawn.grounds[hexagon.terrain],
        drawn.jungle if hexagon.jungle else None, tuple(mark for there, mark in marks if there and mark),
        OWNER_SIDE.get(hexagon.owner, ""), control, tuple(_seas(hexagon).values()),
        tuple(_facts(board, hexagon, control)))


def _called(board: Map, number: str) -> str:
    """A hex by its name, or by its number where it has none or is off the map."""
    return (names.place_alone(board[number]) if number in board else "") or number


def _seas(hexagon: Hex) -> dict[str, tuple[str, ...]]:
    """In a hex with two seas, the neighbours each of them touches."""
    touched: dict[str, tuple[str, ...]] = {}
    for neighbour, sea in hexagon.seas.items():
        touched[sea] = (*touched.get(sea, ()), neighbour)
    return touched


GROUND = say.sentences({  # what the terrain of a hex lets in
    MOUNTAIN: "Mountains: neither land units nor fleets enter, and no supply line leads through.",
    LAND: "Land: no fleets enter.", SHALLOW: "Shallows: land units and fleets enter.", SEA: "Open sea."})


def _facts(board: Map, hexagon: Hex, control: str) -> Iterator[str]:
    """What is printed in a hex, and who controls it where that is not the printed owner."""
    yield from _installations(hexagon, control)
    yield GROUND[hexagon.terrain]
    if hexagon.jungle:
        yield say("Jungle: land units on foot pay {points} RP more.", points=JUNGLE_COST)
    for sea, neighbours in _seas(hexagon).items():
        yield say("Its {sea} touches only {places}.", sea=word("water", sea),
                  places=listing(_called(board, number) for number in neighbours))
    remarks = (
        (hexagon.number in board.closed_to_japan, say("Japanese fleets may not enter.")),
        (hexagon.number in board.resources, say("Southern resource area.")),
        (hexagon.number in board.victory_bases, say("An Allied logistics base here counts for victory.")),
        (hexagon.chinese, say("One of the hexes of the Chinese units.")),
        (hexagon.auto_supply in supply.HOME_AREAS, say("Home area: Allied units here are always in supply.")),
        (hexagon.auto_supply in TURN_1_CLOSED, say("Japan may not enter on turn 1.")))
    yield from (remark for holds, remark in remarks if holds)


def _installations(hexagon: Hex, control: str) -> Iterator[str]:
    """The base and the supply source printed in a hex."""
    if hexagon.site:
        nation, site = word("nation", hexagon.owner), word("site", hexagon.site)
        if control == OWNER_SIDE[hexagon.owner]:
            yield say("{nation} {site}.", nation=nation, site=site)
        else:
            yield say("{nation} {site}, controlled by {side}.", nation=nation, site=site, side=the_side(control))
    if hexagon.site == PORT:
        yield (say.plural(hexagon.capacity, "Holds at most {n} fleet.", "Holds at most {n} fleets.")
               if hexagon.capacity is not None else say("Holds any number of fleets."))
    if hexagon.source:
        nation = word("nation", hexagon.source)
        if control == OWNER_SIDE[hexagon.source]:
            yield say("{nation} supply source.", nation=nation)
        else:
            yield say("{nation} supply source, cut off: controlled by {side}.", nation=nation, side=the_side(control))
    if hexagon.unlimited:
        yield say("No stacking limit.")


# -- what stands on it ------------------------------------------------------------------------------------------


def _stacks(position: Position) -> Iterator[Stack]:
    for number in sorted(position.here):
        yield from _standing(language(), tuple(position.here[number]))


@lru_cache(maxsize=HEXES)
def _standing(spoken: str, units: tuple[Unit, ...]) -> tuple[Stack, ...]:
    """Units in one hex, in the language spoken."""
    return tuple(stacks(units, lambda unit: unit.hex, SIDES, signs().nations, signs().kinds, _aboard))


def _aboard(units: Sequence[Unit]) -> str:
    """How many of some units are on ships, "" for none."""
    aboard = sum(bool(unit.aboard) for unit in units)
    return say.plural(aboard, "{n} on a ship", "{n} on ships") if aboard else ""


def _markers(position: Position) -> Iterator[Marker]:
    for side in SIDES:
        name = say("Logistics base of {side}", side=the_side(side))
        yield from (Marker(number, side, signs().base, name) for number in position.bases[side])


# -- what happened ----------------------------------------------------------------------------------------------


def _arrows(happenings: Sequence[Happening]) -> list[Arrow]:
    """Everybody who went somewhere, in order. The legs of a march are one way; those who arrive in one hex in the same
    turn share an arrow."""
    arrows: dict[Any, Arrow] = {}
    begun: Begun = {}
    arrived: dict[tuple[str, str, str, int], list[str]] = {}
    for number, happening in enumerate(happenings):
        act, before = happening.act, happening.position_before
        if isinstance(act, e.StackMoved):
            if march := whole(happening, begun):
                arrows[number] = _moved(march)
        elif isinstance(act, e.UnitPlaced):
            key = (before.units[act.unit].side, act.hex, act.reason, before.turn)
            ids = arrived.setdefault(key, [])
            ids.append(act.unit)
            arrows[key] = Arrow(key[0], signs().arrive, (act.hex,), None,
                                _arriving(happening.position_after, ids, act))
        else:
            arrows |= {(number, index): arrow for index, arrow in enumerate(telling.arrows(happening))}
    return [*arrows.values(), *map(_moved, begun.values())]  # the game ended in the middle of a march


def _moved(march: March) -> Arrow:
    """A movement with the cost of the stack itself, as the impulse's table has it."""
    who = march.who
    if march.event.rule == HOLDING:
        who = say("{units}, left at {place} to hold the enemy there", units=who,
                  place=place(march.position, march.route[-1]))
    return Arrow(march.event.side, signs().move, march.route, march.cost or None, who)


def _arriving(position: Position, ids: Sequence[str], event: e.UnitPlaced) -> str:
    """Units that come onto the map, and why."""
    who = units(position, ids)
    return (say("{units}, arriving as reinforcements", units=who) if event.reason == "reinforcement"
            else say("{units}, brought by a card", units=who))


# -- overlays ---------------------------------------------------------------------------------------------------


def _areas(position: Position) -> Iterator[Area]:
    """Air zones of control, and where the units of a side would be in supply."""
    for side in SIDES:
        yield Area(signs().zones, side, say("Air zones of control of {side}", side=the_side(side)),
                   tuple(sorted(air.zone(position, ENEMY[side]))))
    for side in SIDES:
        yield Area(signs().supply, side, say("Where units of {side} are in supply", side=the_side(side)),
                   supplied(position, side))


ANYBODY = {"japan": Unit("any", "japan", ARMY, MAP, ""), "allies": Unit("any", "uk", ARMY, MAP, "")}


def supplied(position: Position, side: Side) -> tuple[str, ...]:
    """The hexes in which an air or land unit of a side would be in supply, ascending, without mountains, where nobody
    can be. Units that need none (Chinese ones, the air unit in Chungking, those of a neutral America) are as well off
    elsewhere."""
    unit = ANYBODY[side]
    return tuple(sorted(number for number, hexagon in position.data.map.hexes.items()
                        if hexagon.terrain != MOUNTAIN and supply.in_supply(position, unit._replace(hex=number))))


def _networks(position: Position) -> Iterator[Network]:
    """The lines by which the logistics bases hang on their sources."""
    for side in SIDES:
        lines = tuple(bases.supply_lines(position, side))
        if lines:
            yield Network(signs().supply, side, say("Supply lines of {side}", side=the_side(side)), lines)
