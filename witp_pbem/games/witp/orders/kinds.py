"""The order kinds of War in the Pacific: from statements to records of what was written.

Reading knows words, names and numbers, not the position. Which units "2 naval" means is decided by `pick` when
the order is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from witp_pbem.games.witp.board.state import AIR, CARRIER, FLEET, KINDS, LAND, NAVAL, Position, Side, Unit
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.problem import Problem, Span, ambiguous, illegal, invalid
from witp_pbem.table.text import Block, Statement

NATIONS = {"japanese": "japan", "american": "us", "british": "uk", "chinese": "china"}
TYPES = {"carrier": (CARRIER,), "naval": (NAVAL,), "land": (LAND,), "air": (AIR,), "fleet": FLEET}
EVERY = -1
DRAWN, HELD = "drawn", "held"  # instead of a card's number
ANY = "any"  # `invoke any`, `keep any`: whichever card it is
OR_ANY = frozenset({"rebuild", "disband", "choose", "place"})  # orders about units that may end with "any"
MOST_PLACES, MOST_NAMES = 40, 60  # in one list of an order
IN_BATTLE = frozenset({"lose", "retreat", "withhold", "invoke", "keep", "use", "choose", "displace"})
# What has a meaning inside a condition; PARTICLES have none.
SUBJECTS = frozenset({"japan", "japanese", "allies", "allied", "we", "i", "enemy", "they", "he"})
CONDITION_WORDS = SUBJECTS | frozenset({
    "targets", "targeted", "passes", "passed", "builds", "built", "controls", "control", "holds", "hold", "has", "have",
    "is", "used", "goes", "go", "turn", "continues", "until", "cancelled", "least"})
PARTICLES = frozenset({"が", "は", "を", "の", "する", "した", "したら", "なら", "ならば", "場合", "とき"})
# What has a meaning inside an order besides keywords and synonyms.
WORDS = frozenset({
    "from", "via", "carrying", "leaving", "at", "in", "on", "to", "and", "then", "else", "first", "any", "all", "the",
    "full", "reduced", "unit", "units", "carrier", "naval", "land", "air", "fleet", "japanese", "american", "british",
    "chinese", "battle", "enemy", "base", "bases", "no", "against", "movement", "rebuilding", "redeployment", "china",
    "for", "japan", "allies", "allied", "spend", "gain", "rp", "resource", "point", "points", "as", "a", "an",
    "impulse", "war", "america", "drawn", "held", "card", "resign", "decide", "put", "strike", "reduce", "restore",
    "because", "operations"})


class UnitSpec(NamedTuple):
    """Units as a player names them: "2 naval", "[1 US land]", "all", "JP-N-1".

    `number` is EVERY for "all" and for a type without number in a list of preferences. `full` is False for
    units in brackets, None where nothing is said. `kinds` is empty for units of any type.
    """

    number: int
    kinds: tuple[str, ...]
    nation: str
    full: bool | None
    id: str
    text: str
    span: Span

    @property
    def value(self) -> dict[str, Any]:
        """What is meant, as a JSON value without what is not said."""
        meant = {"number": self.number, "kinds": self.kinds, "nation": self.nation, "full": self.full, "id": self.id}
        return {key: value for key, value in meant.items() if value not in ("", (), None)}


class At(NamedTuple):
    """A place with where it is written."""

    hex: str
    span: Span


class Left(NamedTuple):
    """Units that a stack leaves behind somewhere."""

    units: tuple[UnitSpec, ...]
    place: At


class StackOrder(NamedTuple):
    """The part of a `target` order for one stack: where it starts, who goes, who is carried, the way, and who is
    left behind where (containment, witp 8.5.h)."""

    origin: At
    units: tuple[UnitSpec, ...]
    cargo: tuple[UnitSpec, ...]
    via: tuple[At, ...]
    left: tuple[Left, ...]
    span: Span


class Target(NamedTuple):
    place: At
    stacks: tuple[StackOrder, ...]


class Pass(NamedTuple):
    segment: str


class BaseOrder(NamedTuple):
    """`build` and `remove`: hexes of logistics bases; `resolve`: hexes of combats. `rest` if any other may follow."""

    places: tuple[At, ...]
    rest: bool = False


class CardOrder(NamedTuple):
    """`use`, `invoke`, `keep`: a card and, where given, whom or where it is to strike. DRAWN and HELD are the card just
    drawn and the one from the turn before."""

    card: str
    span: Span
    units: tuple[UnitSpec, ...] = ()
    place: At | None = None


class UnitsOrder(NamedTuple):
    """`rebuild`, `place`, `disband`, `choose`, `withhold`: units at a place; `rest` if any other may follow."""

    units: tuple[UnitSpec, ...]
    place: At | None
    rest: bool = False


class Redeploy(NamedTuple):
    """`otherwise` are the destinations to take where `to` is closed."""

    units: tuple[UnitSpec, ...]
    origin: At
    to: At
    via: tuple[At, ...] = ()
    otherwise: tuple[At, ...] = ()


class Homeward(NamedTuple):
    """`redeploy all fleets to Kure, else Truk`: fleets that lie in no port, wherever they are, one stack a go."""

    kinds: tuple[str, ...]
    to: tuple[At, ...]


class Declare(NamedTuple):
    """`declare war`, on America (witp 13.4.a, reconstructed)."""


class Lose(NamedTuple):
    """Who takes hits, in order of preference; `rest` if any other unit may follow."""

    units: tuple[UnitSpec, ...]
    rest: bool
    place: At | None


class Retreat(NamedTuple):
    """`retreat` and `displace`: destinations in order of preference, from a place if one is named; `rest` if any other
    will do."""

    to: tuple[At, ...]
    origin: At | None
    rest: bool = False


class Ruling(NamedTuple):
    """The referee's ruling: `kind` is spend, gain, impulse, put, strike, reduce, restore, base, nobase, resign or
    decide."""

    kind: str
    side: str
    amount: int
    units: tuple[UnitSpec, ...]
    place: At | None
    decides: str
    reason: str


class Bid(NamedTuple):
    """How many ports and airfields Japan will control at the end of a shortened game (witp 13.2.b)."""

    amount: int
    span: Span


class Battle(NamedTuple):
    """The condition of a `when battle at` block."""

    place: At


Body = (Target | Pass | Declare | BaseOrder | CardOrder | UnitsOrder | Redeploy | Homeward | Lose | Retreat | Ruling
        | Bid)


class Written(NamedTuple):
    """An order as read: what it says and the battle it is limited to."""

    body: Body
    battle: Battle | None = None


def read(statement: Statement) -> Written | tuple[Problem, ...]:
    """Reads one statement; everything not understood comes back as problems."""
    cursor = Cursor(statement)
    if statement.keyword not in _READERS:
        return (invalid("unknown-order", statement.span, word=statement.keyword),)
    cursor.skip(":")
    body = _READERS[statement.keyword](cursor)
    if not cursor.problems:
        cursor.finish()
    battle = None
    problems = list(cursor.problems)
    if not problems and statement.tokens and statement.tokens[-1].value == ",":
        problems.append(invalid("order-breaks-off", statement.tokens[-1].span, wanted="what the comma announces",
                                keyword=statement.keyword))
    for block in filter(is_battle, statement.scope):
        if statement.keyword not in IN_BATTLE:
            problems.append(invalid("not-for-a-battle", statement.span, keyword=statement.keyword))
        else:
            condition = Cursor(statement, block.tokens)
            battle = _battle(condition)
            problems += condition.problems
    if problems or body is None:
        return tuple(problems)
    return Written(body, battle)


def is_battle(block: Block) -> bool:
    """Whether a block limits its orders to one battle: `when battle at`, also "マニラで戦闘"."""
    return block.word in ("when", "if") and any(token.value == "battle" for token in block.tokens) and not any(
        token.value == "continues" for token in block.tokens)


def _battle(cursor: Cursor) -> Battle | None:
    first = cursor.accept("battle")
    cursor.skip("at", "in")
    found = cursor.expect_place()
    if found and not first and not cursor.accept("battle"):  # "マニラで戦闘"
        cursor.unexpected('"battle at" and a place')
        return None
    cursor.finish()
    return Battle(At(*found)) if found else None


# -- parts of orders ----------------------------------------------------------------------------------------


def _at(cursor: Cursor) -> At | None:
    found = cursor.expect_place()
    return At(*found) if found else None


def _places(cursor: Cursor, *separators: str) -> tuple[At, ...]:
    places = []
    while True:
        found = cursor.expect_place()
        if found is None:
            return ()
        places.append(At(*found))
        if len(places) > MOST_PLACES:
            cursor.problems.append(invalid("too-many-places", found[1], limit=MOST_PLACES))
            return ()
        if not cursor.accept(*separators):
            return tuple(places)
        cursor.skip("then", "else", "and", ",")


def _specs(cursor: Cursor, *, counted: bool = True) -> tuple[UnitSpec, ...]:
    """A list of unit names up to a word that is none; at least one."""
    specs: list[UnitSpec] = []
    while True:
        spec = unit_spec(cursor, counted)
        if spec is None:
            if not specs or cursor.problems:
                if not cursor.problems:
                    cursor.unexpected("units, such as 2 naval")
                return ()
            break
        specs.append(spec)
        if len(specs) > MOST_NAMES:
            cursor.problems.append(invalid("too-many-names", spec.span, limit=MOST_NAMES))
            return ()
        mark = cursor.index
        if not cursor.accept(",", "and", "then", "+"):
            break
        cursor.skip("then", "and")
        if _spec_ahead(cursor) is False:
            cursor.index = mark
            break
    return tuple(specs)


def _spec_ahead(cursor: Cursor) -> bool:
    token = cursor.token
    if token is None:
        return False
    return (token.kind == "number" or token.value in TYPES or token.value in NATIONS
            or token.value in ("[", "all", "full", "reduced") or bool(token.units))


def unit_spec(cursor: Cursor, counted: bool = True) -> UnitSpec | None:
    """One name of units, such as "2 naval"; None if none stands at the cursor."""
    start = cursor.index
    token = cursor.token
    if token is None or not _spec_ahead(cursor):
        return None
    bracket = cursor.accept("[")
    count = cursor.number()
    if not bracket:
        bracket = cursor.accept("[")
    if cursor.accept("all"):
        count = EVERY
    full: bool | None = False if bracket else None
    nation, identity = "", ""
    kinds: tuple[str, ...] = ()
    while True:
        if word := cursor.accept(*NATIONS):
            nation = NATIONS[word.value]
        elif cursor.accept("full"):
            full = True
        elif cursor.accept("reduced"):
            full = False
        elif not kinds and (word := cursor.accept(*TYPES)):
            kinds = TYPES[word.value]
        elif not kinds and (found := cursor.named("unit")):
            identity = found.id
            break
        else:
            break
    cursor.skip("unit", "units")
    if count is None and kinds:
        count = cursor.number()  # "水上1": in Japanese the number follows
    if bracket and not cursor.accept("]"):
        cursor.unexpected("a closing bracket ]")
        return None
    if count is None:
        count = 1 if (identity or counted) else EVERY
    words = cursor.tokens[start:cursor.index]
    span = words[0].span.to(words[-1].span)
    if not (kinds or identity or nation or count == EVERY):
        cursor.problems.append(invalid("units-without-type", span, count=count, suggestion=f"{count} naval"))
        return None
    if count == 0:
        cursor.problems.append(invalid("no-units", span))
        return None
    text = " ".join(word.text for word in words).replace("[ ", "[").replace(" ]", "]")
    return UnitSpec(count, kinds, nation, full, identity, text, span)


def _card(cursor: Cursor) -> tuple[str, Span] | None:
    if cursor.statement.keyword == "use":
        cursor.skip("the")
        if word := cursor.accept(DRAWN, HELD):
            cursor.skip("card")
            return word.value, word.span
    elif word := cursor.accept(ANY):
        return ANY, word.span
    found = cursor.card()
    if found is None:
        cursor.unexpected("a card, such as 1942-05")
    return found


# -- one reader an order kind -------------------------------------------------------------------------------


def _target(cursor: Cursor) -> Target | None:
    cursor.skip("to")
    place = _at(cursor)
    stacks: list[StackOrder] = []
    while place and (start := cursor.accept("from")):
        origin = _at(cursor)
        if origin is None:
            return None
        cursor.skip(":", ",")
        units = _specs(cursor)
        cargo: tuple[UnitSpec, ...] = ()
        via: tuple[At, ...] = ()
        left: list[Left] = []
        while not cursor.problems:
            cursor.skip(",")
            if cursor.accept("carrying"):
                cursor.skip(":")
                cargo += _specs(cursor)
            elif cursor.accept("via"):
                cursor.skip(":")
                via += _places(cursor, ",", "-", "and")
            elif cursor.accept("leaving"):
                specs = _specs(cursor)
                cursor.skip("at", "in")
                where = _at(cursor)
                if where:
                    left.append(Left(specs, where))
            else:
                break
        if cursor.problems:
            return None
        words = sorted((start.span, origin.span, cursor.tokens[cursor.index - 1].span),
                       key=lambda span: (span.line, span.column))
        stacks.append(StackOrder(origin, units, cargo, via, tuple(left), words[0].to(words[-1])))
    if place and not stacks and not cursor.problems:
        cursor.unexpected('"from" and the place where units start')
    return Target(place, tuple(stacks)) if place and not cursor.problems else None


def _pass(cursor: Cursor) -> Pass:
    cursor.skip("the")
    word = cursor.accept("fleets", "fleet", "land", "air", "bases", "movement", "rebuilding", "redeployment", "china",
                         "chinese", "war", "operations")
    while cursor.accept("fleet", "land", "air", "and", ",", "redeployment"):
        pass
    segment = word.value if word else ""
    return Pass({"operations": "movement", "chinese": "china"}.get(segment, segment))


def _declare(cursor: Cursor) -> Declare:
    cursor.skip("war", "on", "against", "the", "to", "america", "american")
    return Declare()


def _base(cursor: Cursor) -> BaseOrder:
    cursor.skip("enemy", "base", "bases", "at", "in")
    return BaseOrder(*_places_or_any(cursor, ",", "and", "then"))


def _places_or_any(cursor: Cursor, *separators: str) -> tuple[tuple[At, ...], bool]:
    """Places in order of preference, and whether any other will do ("Truk, then any")."""
    places: list[At] = []
    while not cursor.accept("any"):
        found = cursor.expect_place()
        if found is None:
            return (), False
        places.append(At(*found))
        if len(places) > MOST_PLACES:
            cursor.problems.append(invalid("too-many-places", found[1], limit=MOST_PLACES))
            return (), False
        if not cursor.accept(*separators):
            return tuple(places), False
        cursor.skip("then", "else", "and", ",")
    return tuple(places), True


def _card_order(cursor: Cursor) -> CardOrder | None:
    card = _card(cursor)
    if card is None:
        return None
    units: tuple[UnitSpec, ...] = ()
    place = None
    cursor.skip("on", "against")
    if _spec_ahead(cursor):
        units = _specs(cursor)
    if cursor.accept("at", "in", "on") or (cursor.token and cursor.token.places):
        cursor.skip("battle", "at", "in")
        place = _at(cursor)
    return CardOrder(card[0], card[1], units, place)


def _units_order(cursor: Cursor) -> UnitsOrder:
    units: tuple[UnitSpec, ...] = ()
    if _spec_ahead(cursor):
        units = _specs(cursor)
    rest = False
    if cursor.statement.keyword in OR_ANY:
        rest = bool(units and cursor.accept("first"))
        cursor.skip(",", "then")
        rest = bool(cursor.accept("any")) or rest
    place = None
    if cursor.accept("at", "in", "on", "to") or (cursor and not cursor.problems):
        place = _at(cursor)
    if not units and not rest and not cursor.problems and not (place and cursor.statement.keyword == "choose"):
        cursor.problems.append(invalid("order-breaks-off", cursor.statement.span, wanted="units, such as 2 naval",
                                       keyword=cursor.statement.keyword))
    return UnitsOrder(units, place, rest)


def _is_everybody(spec: UnitSpec) -> bool:
    """Whether a name means all units of its types, and not some of them."""
    return spec.number == EVERY and not (spec.nation or spec.id) and spec.full is None


def _redeploy(cursor: Cursor) -> Redeploy | Homeward | None:
    units = _specs(cursor)
    if cursor.problems:
        return None
    origin = None
    if cursor.accept("from"):
        origin = _at(cursor)
        cursor.skip(":", ",")
    elif not all(_is_everybody(spec) and spec.kinds and set(spec.kinds) <= set(FLEET) for spec in units):
        cursor.unexpected('"from" and a place')  # only all fleets can be sent home from wherever they are
    if not cursor.problems and not cursor.accept("to"):
        cursor.unexpected('"to" and a place')
    goals = _places(cursor, ",", "else") if not cursor.problems else ()
    via: tuple[At, ...] = ()
    if goals and cursor.accept("via"):
        cursor.skip(":")
        via = _places(cursor, ",", "-", "and")
    if not goals or cursor.problems:
        return None
    if origin is None:
        return Homeward(tuple(kind for spec in units for kind in spec.kinds), goals)
    return Redeploy(units, origin, goals[0], via, goals[1:])


def _lose(cursor: Cursor) -> Lose:
    place = None
    if cursor.accept("at", "in"):
        place = _at(cursor)
        cursor.skip(":", ",")
    rest = bool(cursor.accept("any"))
    units = () if rest or cursor.problems else _specs(cursor, counted=False)
    if cursor.accept("first"):
        rest = True
    if cursor.accept(",", "then"):
        cursor.skip("then")
        if rest and _spec_ahead(cursor):  # "naval first, then carrier"
            units += _specs(cursor, counted=False)
            cursor.skip(",", "then")
    if cursor.accept("any"):
        rest = True
    if cursor.accept("at", "in"):
        place = _at(cursor)
    return Lose(units, rest, place)


def _retreat(cursor: Cursor) -> Retreat:
    cursor.skip("air")
    origin = None
    if cursor.accept("from"):
        origin = _at(cursor)
        cursor.skip(",", ":")
    cursor.skip("to")
    to, rest = _places_or_any(cursor, ",", "else") if not cursor.problems else ((), False)
    return Retreat(to, origin, rest)


def _ruling(cursor: Cursor) -> Ruling | None:
    side = ""
    named = cursor.accept("for")
    cursor.skip("the")
    word = cursor.accept("japan", "allies", "japanese", "allied")
    if word:
        side = "japan" if word.value.startswith("japan") else "allies"
        cursor.skip(":", ",")
    elif named:
        cursor.unexpected("Japan or Allies")
        return None
    kind, amount, place, order = "", 0, None, ""
    units: tuple[UnitSpec, ...] = ()
    if word := cursor.accept("spend", "gain"):
        kind = word.value
        number = cursor.number()
        if number is None:
            cursor.unexpected("a number of resource points")
            return None
        amount = number
        cursor.skip("rp", "resource", "points", "point")
        if cursor.accept("as"):
            cursor.skip("an", "a", "movement")
            if not cursor.accept("impulse"):
                cursor.unexpected("impulse")
            kind = "impulse"
        elif cursor.accept("impulse"):
            kind = "impulse"
    elif cursor.accept("decide"):
        kind = "decide"
        token = cursor.token
        if token is None or token.kind != "quoted":
            cursor.unexpected("the order in quotation marks")
            return None
        cursor.index += 1
        order = token.value
    elif cursor.accept("resign"):
        kind = "resign"
    elif cursor.accept("base"):
        kind = "base"
        cursor.skip("at", "in")
        place = _at(cursor)
    elif cursor.accept("no"):
        kind = "nobase"
        cursor.skip("base", "at", "in")
        place = _at(cursor)
    elif word := cursor.accept("put", "strike", "reduce", "restore"):
        kind = word.value
        units = _specs(cursor)
        if cursor.accept("at", "in", "to"):
            place = _at(cursor)
    else:
        cursor.unexpected("spend, gain, decide, resign, base, no base, put, strike, reduce or restore")
        return None
    cursor.skip(",", ":")
    if not cursor.problems and not cursor.accept("because"):
        cursor.unexpected('"because" and the reason in quotation marks')
    token = cursor.token
    if not cursor.problems and (token is None or token.kind != "quoted" or not token.value.strip()):
        cursor.unexpected("the reason in quotation marks")
    if cursor.problems:
        return None
    assert token is not None
    cursor.index += 1
    if kind in ("spend", "gain", "impulse", "decide", "resign", "base", "nobase") and not side:
        cursor.problems.append(invalid("order-breaks-off", cursor.statement.span, wanted='"for" and a side',
                                       keyword="ruling"))
    return Ruling(kind, side, amount, units, place, order, token.value)


def _bid(cursor: Cursor) -> Bid | None:
    span = cursor.token.span if cursor.token else cursor.statement.span
    amount = cursor.number()
    if amount is None:
        cursor.unexpected("a number of ports and airfields, such as 27")
        return None
    cursor.skip("base", "bases")
    return Bid(amount, span)


_READERS: dict[str, Callable[[Cursor], Body | None]] = {
    "target": _target, "pass": _pass, "declare": _declare, "build": _base, "remove": _base, "resolve": _base,
    "use": _card_order, "invoke": _card_order, "keep": _card_order,
    "choose": _units_order, "rebuild": _units_order, "place": _units_order, "disband": _units_order,
    "withhold": _units_order, "redeploy": _redeploy, "lose": _lose, "retreat": _retreat, "displace": _retreat,
    "ruling": _ruling, "bid": _bid,
}
KEYWORDS = frozenset(_READERS)


# -- which units are meant ----------------------------------------------------------------------------------


def pick(position: Position, side: Side, place: At | None, specs: Sequence[UnitSpec],
         candidates: Iterable[Unit] | None = None, rule: str = "witp 8.2.b") -> list[Unit] | tuple[Problem, ...]:
    """The units a list of names means among the candidates (by default all of the side at the place).

    Without brackets full units are meant first and reduced ones fill up; in brackets only reduced ones. Units
    that differ in nothing are interchangeable and the lowest number is taken.

    Args:
        rule: the rule that wants the units to be there.
    Returns:
        The units in the order named, or problems: no such unit, not here, too few, or nation or type left open.
    """
    pool = list(position.of(side, place.hex) if candidates is None and place else candidates or ())
    taken: list[Unit] = []
    problems: list[Problem] = []
    where = place.hex if place else ""
    for spec in specs:
        if spec.id:
            unit = position.units.get(spec.id)
            if unit is None:
                problems.append(invalid("unknown-unit", spec.span, unit=spec.id))
            elif unit.side != side:
                problems.append(illegal("not-your-unit", "witp 2.2.1.a", spec.span, unit=spec.id, certain=True))
            elif unit not in pool:
                there = unit.hex or unit.status
                problems.append(illegal("unit-elsewhere", rule, spec.span, unit=spec.id, place=where,
                                        there=there))
            elif unit in taken:
                problems.append(invalid("unit-named-twice", spec.span, unit=spec.id))
            else:
                taken.append(unit)
            continue
        fitting = [unit for unit in pool if unit not in taken and fits(spec, unit)]
        count = len(fitting) if spec.number == EVERY else spec.number
        if spec.full is None:
            fitting.sort(key=lambda unit: not unit.full)
        if len(fitting) < count or not fitting:
            problems.append(illegal("too-few-units", rule, spec.span, wanted=spec.text, place=where,
                                    found=len(fitting)))
            continue
        chosen, rest = fitting[:count], fitting[count:]
        equal = [other for other in rest if any(other.full == unit.full for unit in chosen)]
        kinds = {unit.kind for unit in (*chosen, *equal)}
        if equal and len(kinds) > 1:
            problems.append(ambiguous("which-type", spec.span, wanted=spec.text, place=where, certain=False,
                                      kinds=[kind for kind in KINDS if kind in kinds]))
            continue
        if any(other.nation != unit.nation and other.full == unit.full for other in equal for unit in chosen):
            nations = sorted({unit.nation for unit in fitting})
            problems.append(ambiguous("which-nation", spec.span, wanted=spec.text, place=where, nations=nations,
                                      certain=False))
            continue
        taken += chosen
    return tuple(problems) if problems else taken


def fits(spec: UnitSpec, unit: Unit) -> bool:
    """Whether a unit can be meant by a name."""
    if spec.id:
        return unit.id == spec.id
    return ((not spec.kinds or unit.kind in spec.kinds) and (not spec.nation or unit.nation == spec.nation)
            and (spec.full is None or unit.full == spec.full))

