"""What War in the Pacific adds to case files: the lines of `given` and its own expectations.

See docs/case-lines.md for the list with examples. Every line is read to its end: what is not understood is a
ValueError with a sentence, what is missing at the end of a line an IndexError.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from witp_pbem.games.witp import case_lines as lines
from witp_pbem.games.witp.board import setup
from witp_pbem.games.witp.board.data import Data
from witp_pbem.games.witp.board.options import option_value
from witp_pbem.games.witp.board.state import (
    ARRIVING,
    BIDS,
    ENEMY,
    MAP,
    REMOVED,
    RESERVE,
    SEATS,
    SIDES,
    Position,
)
from witp_pbem.games.witp.orders.kinds import EVERY, fits
from witp_pbem.games.witp.orders.lexicon import lexicon
from witp_pbem.games.witp.rules.chapter_02_components import air, control
from witp_pbem.games.witp.rules.chapter_02_components.neutral import NEUTRAL, SURPRISED
from witp_pbem.games.witp.rules.chapter_03_sequence.sequence import SETUP, STEPS
from witp_pbem.games.witp.rules.chapter_04_cards.effects import in_force
from witp_pbem.games.witp.rules.chapter_04_cards.immediate import LASTING, instruction
from witp_pbem.games.witp.rules.chapter_10_redeployment import stacks
from witp_pbem.games.witp.words import wording
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.expectations import PlayedCase
from witp_pbem.table.problem import NOWHERE, Problem
from witp_pbem.table.text import Statement
from witp_pbem.table.tokens import tokens
from witp_pbem.table.wording import problem_sentence


class CaseRules:
    """See `table.expectations.CaseRules`."""

    steps: Collection[str] = tuple(STEPS)

    def __init__(self, data: Data) -> None:
        self.data = data
        self.lexicon = lexicon(data)

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
        return Cursor(Statement("", tuple(tokens(line, self.lexicon)), NOWHERE))

    # -- given -------------------------------------------------------------------------------------------

    def give(self, position: Position, line: str) -> Position:
        giver = _GIVERS.get(lines.head(line))
        if giver is None:
            raise ValueError(f"not understood: {line}; a line of 'given' begins with one of {', '.join(_GIVERS)}")
        cursor = self._cursor(line)
        cursor.index = 1
        position = giver(self, position, cursor)
        lines.finish(cursor)
        return position

    def _scenario(self, position: Position, cursor: Cursor) -> Position:
        """`scenario standard`: its opening position, with options named behind it; stands before all other lines."""
        name, options = lines.word(cursor), lines.words(cursor)
        found = setup.open_position(self.data, name, dict.fromkeys(options, "yes"))
        if not isinstance(found, Position):
            raise ValueError(problem_sentence(found[0]))
        return replace(found, step="movement")

    def _short(self, position: Position, cursor: Cursor) -> Position:
        """`short game: last turn 6, bid 18`: the shortened game; with a bid the first player plays Japan."""
        cursor.skip("game", ":", "last", "turn")
        options = {**position.options, setup.LAST_TURN: lines.number(cursor)}
        cursor.skip(",", "and")
        if not cursor.accept("bid"):
            return replace(position, scenario="short", options=options)
        return replace(position, scenario="short", options=options, bid=lines.number(cursor),
                       seats=dict(zip(SIDES, SEATS, strict=True)))

    def _turn(self, position: Position, cursor: Cursor) -> Position:
        turn = lines.number(cursor)
        if turn not in self.data.turns:
            raise ValueError(f"there is no turn {turn}")
        return replace(position, turn=turn)

    def _step(self, position: Position, cursor: Cursor) -> Position:
        step = " ".join(lines.words(cursor))
        if step not in (known := (*STEPS, BIDS, SETUP)):
            raise ValueError(f"no such step: {step}; there are {', '.join(known)}")
        return replace(position, step=step)

    def _points(self, position: Position, cursor: Cursor) -> Position:
        """`points Japan 14, Allies 17`: total resource points of the turn, all of them on hand."""
        points = lines.per_side(cursor)
        return replace(position, trp_start={**position.trp_start, **points}, rp={**position.rp, **points})

    def _left(self, position: Position, cursor: Cursor) -> Position:
        """`left Japan 3, Allies 0`: resource points still on hand."""
        return replace(position, rp={**position.rp, **lines.per_side(cursor)})

    def _at(self, position: Position, cursor: Cursor) -> Position:
        """`at Manila: 2 Japanese carrier, [1 US land], 1 UK naval carrying 1 UK land, JP-N-3`."""
        number = self._place(cursor)
        units = dict(position.units)
        for spec, loaded in lines.named(cursor):
            for unit in lines.take(units, spec):
                ship = lines.berth(units, unit, number) if loaded else ""
                units[unit.id] = unit._replace(status=MAP, hex=number, full=spec.full is not False, aboard=ship,
                                               water="")
        return replace(position, units=units)

    def _water(self, position: Position, cursor: Cursor) -> Position:
        """`water UK-N-1 west` puts a fleet in one of the two seas of its hex."""
        (unit,) = lines.units(position, cursor)
        sea = lines.word(cursor)
        if sea not in self.data.map[unit.hex].seas.values():
            raise ValueError(f"{self.data.map.name(unit.hex)} has no {sea} sea of its own")
        return lines.changed(position, unit._replace(water=sea))

    def _bases(self, position: Position, cursor: Cursor) -> Position:
        side = lines.side(cursor)
        return replace(position, bases={**position.bases, side: tuple(sorted(self._places(cursor)))})

    def _continuing(self, position: Position, cursor: Cursor) -> Position:
        cursor.skip("goes", "on", "at", "in")
        return replace(position, continuing=tuple(sorted({*position.continuing, *self._places(cursor)})))

    def _hand(self, position: Position, cursor: Cursor) -> Position:
        side = lines.side(cursor)
        return replace(position, hands={**position.hands, side: self._cards(cursor)})

    def _deck(self, position: Position, cursor: Cursor) -> Position:
        """`deck 1942: 2`: so many cards are left in a year's deck, face down."""
        year = str(lines.number(cursor))
        cursor.skip(":")
        deck = {"size": lines.number(cursor), "drawn": 0, "seals": ()}
        return replace(position, decks={**position.decks, year: deck})

    def _discarded(self, position: Position, cursor: Cursor) -> Position:
        return replace(position, discards=(*position.discards, *self._cards(cursor)))

    def _card(self, position: Position, cursor: Cursor) -> Position:
        """`card in force 1944-06 Japan`: the lasting effects of a card, used by that side."""
        cursor.skip("in", "at", "force")
        card, side = self._card_id(cursor), lines.side(cursor)
        effects = [in_force(effect, card, side, place)
                   for place, effect in enumerate(instruction(position, card, side).get("effects", ()))
                   if effect["op"] in LASTING]
        if not effects:
            raise ValueError(f"{self.data.card_name(card)} has no lasting effect when {side} uses it")
        return replace(position, effects=(*position.effects, *effects))

    def _removed(self, position: Position, cursor: Cursor) -> Position:
        return lines.changed(position, *(unit._replace(status=REMOVED, hex="", aboard="")
                                    for unit in lines.units(position, cursor)))

    def _empty(self, position: Position, cursor: Cursor) -> Position:
        """`empty Manila` takes everybody out of a hex."""
        here = position.at(self._place(cursor))
        return lines.changed(position, *(unit._replace(status=RESERVE, hex="", aboard="") for unit in here))

    def _arriving(self, position: Position, cursor: Cursor) -> Position:
        """`arriving JP-N-12, US-L-7` puts units on this turn's space of the turn track."""
        return lines.changed(position, *(unit._replace(status=ARRIVING, hex="", arrival=position.turn)
                                    for unit in lines.units(position, cursor)))

    def _moved(self, position: Position, cursor: Cursor) -> Position:
        """`moved JP-N-1, JP-N-2`: they have moved in this operations phase."""
        return lines.changed(position, *(unit._replace(moved=True) for unit in lines.units(position, cursor)))

    def _redeployed(self, position: Position, cursor: Cursor) -> Position:
        """`redeployed JP-N-1, JP-N-2`: they have redeployed this turn, as one stack."""
        units = lines.units(position, cursor)
        stacks = {**position.stacks, units[0].side: position.stacks[units[0].side] + 1}
        return replace(position, redeployed=(*position.redeployed, *(unit.id for unit in units)), stacks=stacks)

    def _targets(self, position: Position, cursor: Cursor) -> Position:
        side = lines.side(cursor)
        return replace(position, targets={**position.targets, side: self._places(cursor)})

    def _option(self, position: Position, cursor: Cursor) -> Position:
        """`option transport_leg_between_nodes 2`; without a value it is taken as yes."""
        name, *rest = lines.words(cursor)
        value = option_value(self.data, name, rest[0] if rest else "yes")
        if isinstance(value, Problem):
            raise ValueError(problem_sentence(value, wording))
        return replace(position, options={**position.options, name: value})

    def _penalty(self, position: Position, cursor: Cursor) -> Position:
        """`penalty Japan 3`: points it loses this turn for its garrison in China at the end of the last."""
        points = lines.per_side(cursor)
        return replace(position, pending={side: -amount for side, amount in points.items()})

    def _fought(self, position: Position, cursor: Cursor) -> Position:
        """`fought the Chinese`: this turn's compulsory battle has taken place."""
        cursor.skip("the", "chinese")
        return replace(position, china_fought=True, china_duty=True)

    def _duty(self, position: Position, cursor: Cursor) -> Position:
        """`duty to fight the Chinese`: Chinese land units stood when combat began."""
        cursor.skip("to", "from", "at", "fight", "the", "chinese")
        return replace(position, china_duty=True)

    def _taken(self, position: Position, cursor: Cursor) -> Position:
        """`taken by Japan: Singapore, Brunei`: what it has taken of the Allies' before, for sudden death."""
        cursor.skip("by", "japan")
        return replace(position, taken=tuple(sorted(self._places(cursor))))

    def _america(self, position: Position, cursor: Cursor) -> Position:
        """`America neutral`, or `surprised` on the turn Japan declares war; scenario 13.4."""
        cursor.skip("is", ":")
        state = lines.word(cursor)
        if state not in (NEUTRAL, SURPRISED):
            raise ValueError(f"America is {NEUTRAL} or {SURPRISED}, not {state}")
        return replace(position, scenario="delayed_us", america=state)

    def _surrendered(self, position: Position, cursor: Cursor) -> Position:
        """`surrendered China`: China is out of the war."""
        cursor.skip("china", "chinese")
        return replace(position, china_surrendered=True)

    def _sent(self, position: Position, cursor: Cursor) -> Position:
        """`sent to Chungking: UK-A-2`: the Allied air unit that has gone there."""
        cursor.skip("to")
        cursor.place()
        (unit,) = lines.units(position, cursor)
        moved = lines.changed(position, unit._replace(status=MAP, hex=self.data.map.chungking))
        return replace(moved, chungking_air=unit.id)

    # -- expectations --------------------------------------------------------------------------------------

    def expect(self, played: PlayedCase, line: str) -> str | None:
        checker = _CHECKERS.get(lines.head(line))
        if checker is None:
            raise ValueError(f"not understood: {line}; a line of 'expect' begins with one of "
                             f"event, no event, problem, owes, nothing owed, {', '.join(_CHECKERS)}")
        cursor = self._cursor(line)
        cursor.index = 1
        failure = checker(self, played, cursor)
        if failure is None:
            lines.finish(cursor)
        return failure

    def _see_at(self, played: PlayedCase, cursor: Cursor) -> str | None:
        """`at Manila: 2 US land, [1 US air]`: the units of a hex, all of them; `nobody` for an empty one."""
        number = self._place(cursor)
        here = list(played.position.at(number))
        missing: list[str] = []
        named = [] if cursor.accept("nobody") else lines.named(cursor)
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
                    f"besides: {lines.describe(here) or 'none'}")
        return None

    def _see_points(self, played: PlayedCase, cursor: Cursor) -> str | None:
        """`points Japan 3, Allies 0`: resource points on hand at the end."""
        return lines.compare("points left", lines.per_side(cursor), played.position.rp)

    def _see_stacks(self, played: PlayedCase, cursor: Cursor) -> str | None:
        """`stacks left Japan 5, Allies 8`: stacks each side may still redeploy."""
        cursor.skip("left")
        found = {side: stacks.stacks_left(played.position, side) for side in SIDES}
        return lines.compare("stacks left", lines.per_side(cursor), found)

    def _see_bases(self, played: PlayedCase, cursor: Cursor) -> str | None:
        side = lines.side(cursor)
        wanted, found = self._places(cursor), played.position.bases[side]
        return None if found == tuple(sorted(wanted)) else f"bases of {side}: {self._list(found)}"

    def _see_unit(self, played: PlayedCase, cursor: Cursor) -> str | None:
        """`unit US-A-1: reduced, at Manila`: any of full, reduced, removed, arriving, at PLACE, aboard JP-N-1,
        ashore, west, east."""
        (unit,) = lines.units(played.position, cursor)
        state = {"full" if unit.full else "reduced", unit.status, "aboard" if unit.aboard else "ashore", unit.water}
        known = {"full", "reduced", MAP, ARRIVING, RESERVE, REMOVED, "aboard", "ashore", "west", "east"}
        where = f"at {self.data.map.name(unit.hex)}" if unit.hex else "nowhere"
        told = f"{unit.id} is {', '.join(sorted(state - {''}))}, {where}" + (f" ({unit.aboard})" if unit.aboard else "")
        while cursor:
            cursor.skip(":", ",", "and", "at")
            place, ship = cursor.place(), cursor.unit()
            word = "" if place or ship else lines.word(cursor)
            if word and word not in known:
                raise ValueError(f"a unit is not described by {word!r}")
            if place and place[0] != unit.hex or ship and ship.id != unit.aboard or word and word not in state:
                return told
        return None

    def _see_continuing(self, played: PlayedCase, cursor: Cursor) -> str | None:
        """`battle goes on at Manila`: all hexes with a continuing battle; `battle goes on nowhere`."""
        cursor.skip("goes", "on", "at", "in")
        wanted = () if cursor.accept("nowhere") else tuple(sorted(self._places(cursor)))
        found = played.position.continuing
        return None if found == wanted else f"battles go on at: {self._list(found)}"

    def _see_zone(self, played: PlayedCase, cursor: Cursor) -> str | None:
        """`zone Japan: 1007, 0908`: all hexes in Japan's un-nullified air zones of control."""
        side = lines.side(cursor)
        wanted, found = sorted(self._places(cursor)), sorted(air.zone(played.position, ENEMY[side]))
        return None if found == wanted else f"zone of {side}: {self._list(found)}"

    def _see_control(self, played: PlayedCase, cursor: Cursor) -> str | None:
        """`control Allies: Manila, Leyte`: some of the bases a side controls."""
        side = lines.side(cursor)
        wrong = [number for number in self._places(cursor) if control.controller(played.position, number) != side]
        return f"not controlled by {side}: {self._list(wrong)}" if wrong else None

    def _see_hand(self, played: PlayedCase, cursor: Cursor) -> str | None:
        """`hand Japan: 1942-02`, also cards that were drawn face down; `hand Japan: nothing`."""
        side = lines.side(cursor)
        wanted = () if cursor.accept("nothing") else self._cards(cursor)
        found = sorted(played.look(slot) or slot for slot in played.position.hands[side])
        return None if found == sorted(wanted) else f"hand of {side}: {', '.join(found) or 'empty'}"

    def _see_winner(self, played: PlayedCase, cursor: Cursor) -> str | None:
        """`winner Allies`, or `winner nobody` while the game goes on."""
        wanted = "nobody" if cursor.accept("nobody") else lines.side(cursor)
        outcome = played.position.outcome
        found = outcome.winner if outcome else "nobody"
        return None if found == wanted else f"winner: {found}"

    def _see_total(self, played: PlayedCase, cursor: Cursor) -> str | None:
        """`total Japan 16, Allies 17`: the resource points that decide who acts first."""
        return lines.compare("total", lines.per_side(cursor), played.position.trp_start)

    def _see_america(self, played: PlayedCase, cursor: Cursor) -> str | None:
        """`America neutral`, `America surprised` or `America is at war` (scenario 13.4)."""
        cursor.skip("is", "at")
        wanted, found = lines.word(cursor), played.position.america or "war"
        return None if wanted == found else f"America: {found}"

    # -- parts of lines ----------------------------------------------------------------------------------

    def _place(self, cursor: Cursor) -> str:
        """A place that is on the map, with the colon behind it."""
        found = cursor.expect_place()
        lines.complain(cursor)
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
        written = cursor.token.text if cursor.token else ""
        card = cursor.card()
        if card is None or card[0] not in self.data.cards:
            raise ValueError(f"no such card: {written}")
        return card[0]

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
    "scenario": CaseRules._scenario, "short": CaseRules._short,
    "turn": CaseRules._turn, "step": CaseRules._step, "points": CaseRules._points,
    "left": CaseRules._left, "at": CaseRules._at, "water": CaseRules._water, "bases": CaseRules._bases,
    "battle": CaseRules._continuing, "hand": CaseRules._hand, "deck": CaseRules._deck,
    "discarded": CaseRules._discarded,
    "card": CaseRules._card, "removed": CaseRules._removed, "empty": CaseRules._empty,
    "arriving": CaseRules._arriving, "moved": CaseRules._moved, "redeployed": CaseRules._redeployed,
    "targets": CaseRules._targets, "option": CaseRules._option, "penalty": CaseRules._penalty,
    "fought": CaseRules._fought, "duty": CaseRules._duty, "surrendered": CaseRules._surrendered,
    "taken": CaseRules._taken, "america": CaseRules._america, "sent": CaseRules._sent,
}
_Checker = Callable[[CaseRules, PlayedCase, Cursor], str | None]
_CHECKERS: dict[str, _Checker] = {
    "at": CaseRules._see_at, "points": CaseRules._see_points, "stacks": CaseRules._see_stacks,
    "bases": CaseRules._see_bases, "unit": CaseRules._see_unit, "battle": CaseRules._see_continuing,
    "zone": CaseRules._see_zone, "control": CaseRules._see_control, "hand": CaseRules._see_hand,
    "america": CaseRules._see_america, "total": CaseRules._see_total, "winner": CaseRules._see_winner,
}
