"""Lists in written orders: of places, units and cards, in order of preference or all together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from witp_pbem.games.common.language import say
from witp_pbem.games.common.order_parts import Later, OrderPart, Tongue, Values
from witp_pbem.games.common.order_values import EVERY, At, UnitSpec
from witp_pbem.games.common.units import FILLER
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.language import listing
from witp_pbem.table.problem import invalid

MOST_PLACES, MOST_NAMES = 40, 60  # in one list of an order
UNIT_JOINTS = (",", "and", "then", "+", "・")


class Places(OrderPart):
    """Places in a list.

    Attributes:
        joints: what stands between them; "then", "else" and the like may follow a joint.
        rest: the field that holds whether any other place will do ("Truk, then any"), "" if none can be said.
        others: the field of all but the first place, where that has one to itself.
        shows: the joint a form shows, "" if it shows one place only.
    """

    what = "a place"

    def __init__(self, name: str, *after: str, joints: Sequence[str], rest: str = "", others: str = "",
                 shows: str = "", **how: Any) -> None:
        super().__init__(name, *after, **how)
        self.joints, self.rest, self.others, self.shows = joints, rest, others, shows

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        token = cursor.token
        return token is not None and (bool(token.ids("place")) or bool(self.rest and cursor.sees("any")))

    def take(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        places: list[At] = []
        follows = Later(marks=self.joints, more=later)
        while True:
            if self.expect(cursor, tongue, follows):
                if self.others and not places and cursor.sees("any"):  # any other than none
                    cursor.unexpected(self.thing)
                elif self.rest and cursor.accept("any"):
                    values[self.rest] = True
                    break
                if place := cursor.place():
                    places.append(At(*place))
            if len(places) > MOST_PLACES:
                cursor.note(invalid("too-many-places", places[-1].span, limit=MOST_PLACES))
                cursor.index = len(cursor.tokens)
            cursor.wanted = ""
            if not cursor.accept(*self.joints):
                break
            cursor.skip("then", "else", "and", ",")
            cursor.wanted = self.thing
        values[self.name] = (*values.get(self.name, ()), *places)
        if self.others and places:
            values |= {self.name: places[0], self.others: tuple(places[1:])}

    def write(self, body: Any, tongue: Tongue) -> str:
        places = getattr(body, self.name)
        if self.others:
            places = (places, *getattr(body, self.others))
        named = self.with_word(listing(tongue.name("place", place.id) for place in places), tongue)
        return or_any(named, bool(self.rest and getattr(body, self.rest)), tongue)

    def shown(self, tongue: Tongue) -> str:
        place = say("PLACE")
        joint = tongue.words.spoken(self.shows) if self.shows.isalpha() else ""
        return listing([place, " ".join(filter(None, (joint, place)))]) if self.shows else place

    @property
    def known(self) -> frozenset[str]:
        return super().known | frozenset({*self.joints, "then", "else", "and"}) | ({"any"} if self.rest else set())


class Units(OrderPart):
    """Units in a list.

    Attributes:
        counted: a type without number means one unit of it, not all (as in a list of preferences).
        rest: the field that holds whether any other unit may follow ("naval first", "naval, then any"), "" if none can.
        shows: whether a form shows a list with its end.
    """

    def __init__(self, name: str, *after: str, counted: bool = True, rest: str = "", shows: bool = False,
                 **how: Any) -> None:
        super().__init__(name, *after, **{"wanted": "a unit", **how})
        self.counted, self.rest, self.shows = counted, rest, shows

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        return tongue.units.ahead(cursor) or bool(self.rest and cursor.sees("any"))

    def take(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        specs: list[UnitSpec] = []
        follows = Later(marks=("and", "then", "first"), more=later)
        if self.rest:
            cursor.skip(FILLER)
        if self.expect(cursor, tongue, follows) and not (self.rest and cursor.sees("any")):
            specs += self._list(cursor, tongue, later)
        cursor.wanted = ""
        if self.rest:
            is_first = bool(specs and cursor.accept("first"))
            cursor.skip(",", "then")
            if is_first and tongue.units.ahead(cursor):  # "naval first, then carrier"
                specs += self._list(cursor, tongue, later)
                cursor.skip(",", "then")
            values[self.rest] = bool(cursor.accept("any")) or is_first
        values[self.name] = (*values.get(self.name, ()), *specs)

    def _list(self, cursor: Cursor, tongue: Tongue, later: Later) -> Iterator[UnitSpec]:
        """Names of units up to something else."""
        def goes_on() -> bool:
            return later.starts(cursor, tongue) or bool(self.rest and cursor.sees("any", "first"))

        for count in range(MOST_NAMES + 1):
            spec = tongue.units.read(cursor, self.counted, goes_on, together=True)
            if spec is None:  # in a list that is known to have faults
                cursor.fault(self.wanted)
                cursor.skip_unknown()
            else:
                yield spec
            if spec and count == MOST_NAMES:
                cursor.note(invalid("too-many-names", spec.span, limit=MOST_NAMES))
                cursor.index = len(cursor.tokens)
            here, cursor.wanted = cursor.index, ""
            if not cursor.accept(*UNIT_JOINTS):
                if spec and spec.id and cursor.token and cursor.token.own_ids("unit") and not goes_on():
                    continue  # names of ships in quotation marks, 〈赤城〉〈加賀〉
                return
            cursor.skip("then", "and")
            cursor.wanted = self.thing
            if not tongue.units.ahead(cursor) and (not cursor.is_unknown or goes_on()):
                cursor.index = here
                return

    def write(self, body: Any, tongue: Tongue) -> str:
        specs = getattr(body, self.name)
        rest = bool(self.rest and getattr(body, self.rest))
        if not self.counted and rest and len(specs) == 1 and specs[0].number == EVERY:
            return f"{self._all(specs, tongue)} {tongue.words.spoken('first')}"
        return or_any(self.with_word(self._all(specs, tongue), tongue), rest, tongue)

    def _all(self, specs: Sequence[UnitSpec], tongue: Tongue) -> str:
        """Units in a list; where types mean all of them, that goes without saying."""
        name = partial(tongue.name, "unit")
        if self.counted:
            return tongue.units.write_all(specs, name)
        return listing(tongue.units.write({**spec.value, "number": 0} if spec.number == EVERY and (
            spec.kinds or spec.nation) else spec.value, name) for spec in specs)

    def shown(self, tongue: Tongue) -> str:
        units = say("UNITS")
        then = tongue.words.spoken("then")
        return listing([units, f"{then} {units}", f"{then} {tongue.words.spoken('any')}"]) if self.shows else units

    @property
    def known(self) -> frozenset[str]:
        return super().known | {*UNIT_JOINTS, "first", "any"} - {",", "+"}


class Cards(OrderPart):
    """Cards in a list.

    Attributes:
        rest: the field that holds whether any other card will do ("J04, then any"), "" if none can be said.
    """

    what = "a card"

    def __init__(self, name: str, *after: str, rest: str = "", **how: Any) -> None:
        super().__init__(name, *after, **how)
        self.rest = rest

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        return cursor.token is not None and bool(cursor.token.ids("card") or (self.rest and cursor.sees("any")))

    def take(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        cards: list[str] = []
        while True:
            if self.expect(cursor, tongue, Later(marks=("and",), more=later)):
                if self.rest and cursor.accept("any"):
                    values[self.rest] = True
                    break
                if card := cursor.card():
                    cards.append(card[0])
            cursor.wanted = ""
            if not cursor.accept(",", "and"):
                break
            cursor.skip("and", "then")
            cursor.wanted = self.thing
        values[self.name] = (*values.get(self.name, ()), *cards)

    def write(self, body: Any, tongue: Tongue) -> str:
        named = listing(tongue.name("card", card) for card in getattr(body, self.name))
        rest = bool(self.rest and getattr(body, self.rest))
        return self.with_word(or_any(named, rest, tongue), tongue) if self.is_written else ""

    def shown(self, tongue: Tongue) -> str:
        return say("CARD")

    @property
    def known(self) -> frozenset[str]:
        return super().known | {"and", "then"} | ({"any"} if self.rest else set())


def or_any(text: str, rest: bool, tongue: Tongue) -> str:
    """A list, and that any other may follow."""
    if not rest:
        return text
    spoken = tongue.words.spoken
    return listing((text, f"{spoken('then')} {spoken('any')}")) if text else spoken("any")
