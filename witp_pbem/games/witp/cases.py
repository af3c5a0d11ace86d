"""What War in the Pacific adds to case files: the lines of `given` and its own expectations.

See witp_pbem/docs/case-files.md for the list with examples. Every line is read to its end: what is not understood is a
ValueError with a sentence, what is missing at the end of a line an IndexError.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from witp_pbem.games.witp import air, control, redeployment, setup
from witp_pbem.games.witp.data import Data
from witp_pbem.games.witp.effects import in_force
from witp_pbem.games.witp.immediate import LASTING, instruction
from witp_pbem.games.witp.lexicon import lexicon
from witp_pbem.games.witp.orders import CARD_ID, EVERY, UNIT_ID, UnitSpec, fits, unit_spec
from witp_pbem.games.witp.sequence import STEPS
from witp_pbem.games.witp.state import (
    ARRIVING,
    ENEMY,
    LAND,
    MAP,
    NAVAL,
    REMOVED,
    RESERVE,
    SIDE_OF,
    SIDES,
    Position,
    Unit,
)
from witp_pbem.table import text as orders_text
from witp_pbem.table.cases import Played
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.problem import NOWHERE
from witp_pbem.table.text import Statement
from witp_pbem.table.wording import problem_sentence


class Named(NamedTuple):
    """Units as a case names them; `loaded` for land units aboard the ships named before them."""

    spec: UnitSpec
    loaded: bool


class CaseRules:
    """See `table.cases.CaseRules`."""

    steps: Collection[str] = tuple(STEPS)

    def __init__(self, data: Data) -> None:
        self.data = data
        self.lexicon = lexicon(data.map)

    def blank(self) -> Position:
        """An empty board on turn 2, all counters in reserve."""
        units = {entry["id"]: setup.set_up(entry)._replace(status=RESERVE, hex="", arrival=0)
                 for entry in self.data.units}
        return Position(self.data, turn=2, step="movement", units=units)

    def value(self, word: str) -> str:
        """Place names become hex numbers; everything else stays."""
        cursor = self._cursor(word)
        place = cursor.place()
        return place[0] if place and not cursor and not cursor.problems else word

    def _cursor(self, line: str) -> Cursor:
        return Cursor(Statement("", tuple(orders_text.tokens(line, self.lexicon)), NOWHERE))

    # -- given -------------------------------------------------------------------------------------------

    def give(self, position: Position, line: str) -> Position:
        giver = _GIVERS.get(_head(line))
        if giver is None:
            raise ValueError(f"not understood: {line}; a line of 'given' begins with one of {', '.join(_GIVERS)}")
        cursor = self._cursor(line)
        cursor.index = 1
        position = giver(self, position, cursor)
        _finish(cursor)
        return position

    def _scenario(self, position: Position, cursor: Cursor) -> Position:
        """`scenario standard`: its opening position; stands before all other lines."""
        found = setup.open_position(self.data, _word(cursor), {})
        if not isinstance(found, Position):
            raise ValueError(problem_sentence(found[0]))
        return replace(found, step="movement")

    def _turn(self, position: Position, cursor: Cursor) -> Position:
        turn = _number(cursor)
        if turn not in self.data.turns:
            raise ValueError(f"there is no turn {turn}")
        return replace(position, turn=turn)

    def _step(self, position: Position, cursor: Cursor) -> Position:
        step = " ".join(_words(cursor))
        if step not in STEPS:
            raise ValueError(f"no such step: {step}; there are {', '.join(STEPS)}")
        return replace(position, step=step)

    def _points(self, position: Position, cursor: Cursor) -> Position:
        """`points Japan 14, Allies 17`: total resource points of the turn, all of them on hand."""
        points = _per_side(cursor)
        return replace(position, trp_start={**position.trp_start, **points}, rp={**position.rp, **points})

    def _left(self, position: Position, cursor: Cursor) -> Position:
        """`left Japan 3, Allies 0`: resource points still on hand."""
        return replace(position, rp={**position.rp, **_per_side(cursor)})

    def _at(self, position: Position, cursor: Cursor) -> Position:
        """`at Manila: 2 Japanese carrier, [1 US land], 1 UK naval carrying 1 UK land, JP-N-3`."""
        number = self._place(cursor)
        units = dict(position.units)
        for spec, loaded in _named(cursor):
            for unit in _take(units, spec):
                ship = _berth(units, unit, number) if loaded else ""
                units[unit.id] = unit._replace(status=MAP, hex=number, full=spec.full is not False, aboard=ship,
                                               water="")
        return replace(position, units=units)

    def _water(self, position: Position, cursor: Cursor) -> Position:
        """`water UK-N-1 west` puts a fleet in one of the two seas of its hex."""
        (unit,) = _units(position, cursor)
        sea = _word(cursor)
        if sea not in self.data.map[unit.hex].seas.values():
            raise ValueError(f"{self.data.map.name(unit.hex)} has no {sea} sea of its own")
        return _changed(position, unit._replace(water=sea))

    def _bases(self, position: Position, cursor: Cursor) -> Position:
        side = _side(cursor)
        return replace(position, bases={**position.bases, side: tuple(sorted(self._places(cursor)))})

    def _continuing(self, position: Position, cursor: Cursor) -> Position:
        cursor.skip("goes", "on", "at", "in")
        return replace(position, continuing=tuple(sorted({*position.continuing, *self._places(cursor)})))

    def _hand(self, position: Position, cursor: Cursor) -> Position:
        side = _side(cursor)
        return replace(position, hands={**position.hands, side: self._cards(cursor)})

    def _discarded(self, position: Position, cursor: Cursor) -> Position:
        return replace(position, discards=(*position.discards, *self._cards(cursor)))

    def _card(self, position: Position, cursor: Cursor) -> Position:
        """`card in force 1944-06 Japan`: the lasting effects of a card, used by that side."""
        cursor.skip("in", "at", "force")
        card, side = self._card_id(cursor), _side(cursor)
        effects = [in_force(effect, card, side, place)
                   for place, effect in enumerate(instruction(position, card, side).get("effects", ()))
                   if effect["op"] in LASTING]
        if not effects:
            raise ValueError(f"{self.data.card_name(card)} has no lasting effect when {side} uses it")
        return replace(position, effects=(*position.effects, *effects))

    def _removed(self, position: Position, cursor: Cursor) -> Position:
        return _changed(position, *(unit._replace(status=REMOVED, hex="", aboard="")
                                    for unit in _units(position, cursor)))

    def _empty(self, position: Position, cursor: Cursor) -> Position:
        """`empty Manila` takes everybody out of a hex."""
        here = position.at(self._place(cursor))
        return _changed(position, *(unit._replace(status=RESERVE, hex="", aboard="") for unit in here))

    def _arriving(self, position: Position, cursor: Cursor) -> Position:
        """`arriving JP-N-12, US-L-7` puts units on this turn's space of the turn track."""
        return _changed(position, *(unit._replace(status=ARRIVING, hex="", arrival=position.turn)
                                    for unit in _units(position, cursor)))

    def _moved(self, position: Position, cursor: Cursor) -> Position:
        """`moved JP-N-1, JP-N-2`: they have moved in this operations phase."""
        return _changed(position, *(unit._replace(moved=True) for unit in _units(position, cursor)))

    def _redeployed(self, position: Position, cursor: Cursor) -> Position:
        """`redeployed JP-N-1, JP-N-2`: they have redeployed this turn, as one stack."""
        units = _units(position, cursor)
        stacks = {**position.stacks, units[0].side: position.stacks[units[0].side] + 1}
        return replace(position, redeployed=(*position.redeployed, *(unit.id for unit in units)), stacks=stacks)

    def _targets(self, position: Position, cursor: Cursor) -> Position:
        side = _side(cursor)
        return replace(position, targets={**position.targets, side: self._places(cursor)})

    def _option(self, position: Position, cursor: Cursor) -> Position:
        """`option transport_leg_between_nodes 2`; without a value it is taken as yes."""
        name, *rest = _words(cursor)
        value: Any = setup.option_value(self.data, name, rest[0] if rest else "yes")
        if not isinstance(value, bool | int):
            raise ValueError(f"no such option or value: {' '.join((name, *rest))}")
        return replace(position, options={**position.options, name: value})

    def _penalty(self, position: Position, cursor: Cursor) -> Position:
        """`penalty Japan 3`: points it loses this turn for its garrison in China at the end of the last."""
        points = _per_side(cursor)
        return replace(position, pending={side: -amount for side, amount in points.items()})

    def _fought(self, position: Position, cursor: Cursor) -> Position:
        """`fought the Chinese`: this turn's compulsory battle has taken place."""
        cursor.skip("the", "chinese")
        return replace(position, china_fought=True, china_duty=True)

    def _duty(self, position: Position, cursor: Cursor) -> Position:
        """`duty to fight the Chinese`: Chinese land units stood when combat began."""
        cursor.skip("to", "from", "at", "fight", "the", "chinese")
        return replace(position, china_duty=True)

    def _surrendered(self, position: Position, cursor: Cursor) -> Position:
        """`surrendered China`: China is out of the war."""
        cursor.skip("china", "chinese")
        return replace(position, china_surrendered=True)

    def _sent(self, position: Position, cursor: Cursor) -> Position:
        """`sent to Chungking: UK-A-2`: the Allied air unit that has gone there."""
        cursor.skip("to")
        cursor.place()
        (unit,) = _units(position, cursor)
        moved = _changed(position, unit._replace(status=MAP, hex=self.data.map.chungking))
        return replace(moved, chungking_air=unit.id)

    # -- expectations --------------------------------------------------------------------------------------

    def expect(self, played: Played, line: str) -> str | None:
        checker = _CHECKERS.get(_head(line))
        if checker is None:
            raise ValueError(f"not understood: {line}; a line of 'expect' begins with one of "
                             f"event, no event, problem, owes, nothing owed, {', '.join(_CHECKERS)}")
        cursor = self._cursor(line)
        cursor.index = 1
        failure = checker(self, played, cursor)
        if failure is None:
            _finish(cursor)
        return failure

    def _see_at(self, played: Played, cursor: Cursor) -> str | None:
        """`at Manila: 2 US land, [1 US air]`: the units of a hex, all of them; `nobody` for an empty one."""
        number = self._place(cursor)
        here = list(played.position.at(number))
        missing: list[str] = []
        named = [] if cursor.accept("nobody") else _named(cursor)
        # The exact names first, so that "1 land" does not take the unit that "1 UK land" means.
        for spec, loaded in sorted(named, key=lambda name: (not name.spec.id, not name.spec.nation)):
            found = [unit for unit in here if fits(spec._replace(full=None), unit)
                     and unit.full == (spec.full is not False) and bool(unit.aboard) == loaded]
            count = len(found) if spec.number == EVERY else spec.number
            if len(found) < count or not count:
                missing.append(("aboard " if loaded else "") + spec.text)
            for unit in found[:count]:
                here.remove(unit)
        if missing or here:
            return (f"at {played.position.data.map.name(number)} missing: {', '.join(missing) or 'none'}; "
                    f"besides: {_describe(here) or 'none'}")
        return None

    def _see_points(self, played: Played, cursor: Cursor) -> str | None:
        """`points Japan 3, Allies 0`: resource points on hand at the end."""
        return _compare("points left", _per_side(cursor), played.position.rp)

    def _see_stacks(self, played: Played, cursor: Cursor) -> str | None:
        """`stacks left Japan 5, Allies 8`: stacks each side may still redeploy."""
        cursor.skip("left")
        found = {side: redeployment.stacks_left(played.position, side) for side in SIDES}
        return _compare("stacks left", _per_side(cursor), found)

    def _see_bases(self, played: Played, cursor: Cursor) -> str | None:
        side = _side(cursor)
        wanted, found = self._places(cursor), played.position.bases[side]
        return None if found == tuple(sorted(wanted)) else f"bases of {side}: {self._list(found)}"

    def _see_unit(self, played: Played, cursor: Cursor) -> str | None:
        """`unit US-A-1: reduced, at Manila`: any of full, reduced, removed, arriving, at PLACE, aboard JP-N-1,
        ashore, west, east."""
        (unit,) = _units(played.position, cursor)
        state = {"full" if unit.full else "reduced", unit.status, "aboard" if unit.aboard else "ashore", unit.water}
        known = {"full", "reduced", MAP, ARRIVING, RESERVE, REMOVED, "aboard", "ashore", "west", "east"}
        where = f"at {self.data.map.name(unit.hex)}" if unit.hex else "nowhere"
        told = f"{unit.id} is {', '.join(sorted(state - {''}))}, {where}" + (f" ({unit.aboard})" if unit.aboard else "")
        while cursor:
            cursor.skip(":", ",", "and", "at")
            place = cursor.place()
            word = "" if place else _word(cursor)
            if not place and word not in known and not UNIT_ID.fullmatch(word):
                raise ValueError(f"a unit is not described by {word!r}")
            if place and place[0] != unit.hex or word and word not in state and word.upper() != unit.aboard:
                return told
        return None

    def _see_continuing(self, played: Played, cursor: Cursor) -> str | None:
        """`battle goes on at Manila`: all hexes with a continuing battle; `battle goes on nowhere`."""
        cursor.skip("goes", "on", "at", "in")
        wanted = () if cursor.accept("nowhere") else tuple(sorted(self._places(cursor)))
        found = played.position.continuing
        return None if found == wanted else f"battles go on at: {self._list(found)}"

    def _see_zone(self, played: Played, cursor: Cursor) -> str | None:
        """`zone Japan: 1007, 0908`: all hexes in Japan's un-nullified air zones of control."""
        side = _side(cursor)
        wanted, found = sorted(self._places(cursor)), sorted(air.zone(played.position, ENEMY[side]))
        return None if found == wanted else f"zone of {side}: {self._list(found)}"

    def _see_control(self, played: Played, cursor: Cursor) -> str | None:
        """`control Allies: Manila, Leyte`: some of the bases a side controls."""
        side = _side(cursor)
        wrong = [number for number in self._places(cursor) if control.controller(played.position, number) != side]
        return f"not controlled by {side}: {self._list(wrong)}" if wrong else None

    def _see_hand(self, played: Played, cursor: Cursor) -> str | None:
        """`hand Japan: 1942-02`, also cards that were drawn face down; `hand Japan: nothing`."""
        side = _side(cursor)
        wanted = () if cursor.accept("nothing") else self._cards(cursor)
        found = sorted(played.look(slot) or slot for slot in played.position.hands[side])
        return None if found == sorted(wanted) else f"hand of {side}: {', '.join(found) or 'empty'}"

    def _see_winner(self, played: Played, cursor: Cursor) -> str | None:
        """`winner Allies`, or `winner nobody` while the game goes on."""
        wanted = "nobody" if cursor.accept("nobody") else _side(cursor)
        outcome = played.position.outcome
        found = outcome.winner if outcome else "nobody"
        return None if found == wanted else f"winner: {found}"

    # -- parts of lines ----------------------------------------------------------------------------------

    def _place(self, cursor: Cursor) -> str:
        """A place that is on the map, with the colon behind it."""
        found = cursor.expect_place()
        _complain(cursor)
        assert found is not None
        if found[0] not in self.data.map:
            raise ValueError(f"no such hex: {found[0]}")
        cursor.skip(":")
        return found[0]

    def _places(self, cursor: Cursor) -> tuple[str, ...]:
        """Places up to the end of the line, none if it has ended or says `none`."""
        cursor.skip(":")
        if cursor.accept("none"):
            return ()
        places = []
        while cursor:
            places.append(self._place(cursor))
            cursor.skip(",", "and")
        return tuple(dict.fromkeys(places))

    def _card_id(self, cursor: Cursor) -> str:
        token = cursor.token
        match = CARD_ID.fullmatch(token.value) if token else None
        card = f"{match[1]}-{int(match[2]):02d}" if match else ""
        if card not in self.data.cards:
            raise ValueError(f"no such card: {_word(cursor)}")
        cursor.index += 1
        return card

    def _cards(self, cursor: Cursor) -> tuple[str, ...]:
        cards = []
        while cursor:
            cursor.skip(":", ",", "and")
            cards.append(self._card_id(cursor))
        return tuple(cards)

    def _list(self, numbers: Sequence[str]) -> str:
        return ", ".join(self.data.map.name(number) for number in numbers) or "none"


_Giver = Callable[[CaseRules, Position, Cursor], Position]
_GIVERS: dict[str, _Giver] = {
    "scenario": CaseRules._scenario, "turn": CaseRules._turn, "step": CaseRules._step, "points": CaseRules._points,
    "left": CaseRules._left, "at": CaseRules._at, "water": CaseRules._water, "bases": CaseRules._bases,
    "battle": CaseRules._continuing, "hand": CaseRules._hand, "discarded": CaseRules._discarded,
    "card": CaseRules._card, "removed": CaseRules._removed, "empty": CaseRules._empty,
    "arriving": CaseRules._arriving, "moved": CaseRules._moved, "redeployed": CaseRules._redeployed,
    "targets": CaseRules._targets, "option": CaseRules._option, "penalty": CaseRules._penalty,
    "fought": CaseRules._fought, "duty": CaseRules._duty, "surrendered": CaseRules._surrendered,
    "sent": CaseRules._sent,
}
_Checker = Callable[[CaseRules, Played, Cursor], str | None]
_CHECKERS: dict[str, _Checker] = {
    "at": CaseRules._see_at, "points": CaseRules._see_points, "stacks": CaseRules._see_stacks,
    "bases": CaseRules._see_bases, "unit": CaseRules._see_unit, "battle": CaseRules._see_continuing,
    "zone": CaseRules._see_zone, "control": CaseRules._see_control, "hand": CaseRules._see_hand,
    "winner": CaseRules._see_winner,
}
_SIDE_WORDS = {"japan": "japan", "japanese": "japan", "allies": "allies", "allied": "allies"}


def _head(line: str) -> str:
    """The first word of a line, which says what kind of line it is."""
    return line.split()[0].rstrip(":").casefold()


def _complain(cursor: Cursor) -> None:
    """Raises what the cursor did not understand."""
    if cursor.problems:
        raise ValueError(problem_sentence(cursor.problems[0]))


def _finish(cursor: Cursor) -> None:
    """Complains about words left over at the end of a line."""
    _complain(cursor)
    if cursor:
        rest = " ".join(token.text for token in cursor.tokens[cursor.index:])
        raise ValueError(f"not understood: {rest}")


def _word(cursor: Cursor) -> str:
    """One word of any kind; IndexError at the end of the line."""
    token = cursor.tokens[cursor.index]
    cursor.index += 1
    return token.value


def _words(cursor: Cursor) -> list[str]:
    """All words up to the end of the line."""
    words = [token.value for token in cursor.tokens[cursor.index:]]
    cursor.index = len(cursor.tokens)
    return words


def _number(cursor: Cursor) -> int:
    word = _word(cursor)
    if not word.isdigit():
        raise ValueError(f"a number, not {word!r}")
    return int(word)


def _side(cursor: Cursor) -> str:
    word = _word(cursor)
    if word not in _SIDE_WORDS:
        raise ValueError(f"a side, {' or '.join(SIDES)}, not {word!r}")
    cursor.skip(":")
    return _SIDE_WORDS[word]


def _per_side(cursor: Cursor) -> dict[str, int]:
    """`Japan 14, Allies 17`: a number for one side or for both."""
    numbers: dict[str, int] = {}
    while cursor or not numbers:
        side = _side(cursor)
        numbers[side] = _number(cursor)
        cursor.skip(",", "and")
    return numbers


def _units(position: Position, cursor: Cursor) -> list[Unit]:
    """Units by their ids, at least one."""
    units: list[Unit] = []
    cursor.skip(":")
    while not units or cursor.accept(",", "and"):
        word = _word(cursor)
        if word.upper() not in position.units:
            raise ValueError(f"no such unit: {word}")
        units.append(position.units[word.upper()])
    return units


def _named(cursor: Cursor) -> list[Named]:
    """Unit names up to the end of the line. Land units that follow `carrying` are aboard, up to the next unit of
    another type or of the other side."""
    found: list[Named] = []
    loading = False
    while not found or cursor.accept(",", "and") or (cursor.token and cursor.token.value == "carrying"):
        loading = bool(cursor.accept("carrying")) or loading
        spec = unit_spec(cursor)
        _complain(cursor)
        if spec is None:
            rest = " ".join(token.text for token in cursor.tokens[cursor.index:])
            raise ValueError(f"units, such as 2 US naval, not {rest!r}")
        loading = loading and _is_land(spec) and (not found or _side_of(spec) == _side_of(found[-1].spec))
        found.append(Named(spec, loading))
    return found


def _is_land(spec: UnitSpec) -> bool:
    return spec.kinds == (LAND,) or "-L-" in spec.id


def _side_of(spec: UnitSpec) -> str:
    nation = setup.NATIONS.get(spec.id[:2], "") if spec.id else spec.nation
    return SIDE_OF.get(nation, "")


def _take(units: dict[str, Unit], spec: UnitSpec) -> list[Unit]:
    """Counters for a name in a case: by id, or the lowest numbers that are not on the map."""
    if spec.id:
        if spec.id not in units:
            raise ValueError(f"no such unit: {spec.id}")
        return [units[spec.id]]
    if not spec.nation or len(spec.kinds) != 1 or spec.number == EVERY:
        raise ValueError(f"say how many, of which nation and of which type, as in 2 US naval: {spec.text}")
    free = [unit for unit in units.values() if unit.status != MAP and fits(spec._replace(full=None), unit)]
    if len(free) < spec.number:
        raise ValueError(f"there are not so many counters: {spec.text}")
    return free[:spec.number]


def _berth(units: dict[str, Unit], land: Unit, number: str) -> str:
    """The first surface fleet of the land unit's side in the hex that carries nobody yet."""
    taken = {unit.aboard for unit in units.values()}
    for unit in units.values():
        if unit.hex == number and unit.kind == NAVAL and unit.side == land.side and unit.id not in taken:
            return unit.id
    raise ValueError(f"no ship is left to carry {land.id}")


def _changed(position: Position, *changed: Unit) -> Position:
    return replace(position, units={**position.units, **{unit.id: unit for unit in changed}})


def _compare(what: str, wanted: dict[str, int], found: dict[str, int]) -> str | None:
    if all(found[side] == number for side, number in wanted.items()):
        return None
    return f"{what}: " + ", ".join(f"{side} {found[side]}" for side in wanted)


def _describe(units: Sequence[Unit]) -> str:
    names = ((unit.id if unit.full else f"[{unit.id}]") + (" aboard" if unit.aboard else "") for unit in units)
    return ", ".join(names)
