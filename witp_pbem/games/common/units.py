"""Units as players name them: read from orders, written in the language spoken, and found among counters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from witp_pbem.games.common.order_values import EVERY, UnitSpec
from witp_pbem.games.common.vocabulary import Vocabulary
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.language import ENGLISH, language, listing, speaking
from witp_pbem.table.names import run_together
from witp_pbem.table.problem import Problem, ambiguous, illegal, invalid
from witp_pbem.table.tokens import Token


class Counter(Protocol):
    """What a name of units can mean."""

    @property
    def id(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def nation(self) -> str: ...

    @property
    def full(self) -> bool: ...


Unit = TypeVar("Unit", bound=Counter)

FILLER = "the"  # what means nothing in a name of units; in Japanese the words for it are particles and measures


class UnitWords:
    """The words units are named with: "2 naval", "[1 US land]", "all", or an id of the lexicon.

    Attributes:
        words: the vocabulary they belong to.
        types: a word of a type -> the types it means ("fleet" -> carrier and naval).
        nations: a word of a nation -> the nation.
        wanted: what is expected where units are to stand.
        full, reduced: the words for a counter that shows its front, and its back; one with a hyphen may be written as
            two words.
        plurals: a word of a type -> the one written for several, where that is another.
        runs_on: Japanese is written without blanks between the words of a name ("表の全空母").
        known: every word that has a meaning in a name of units.
    """

    def __init__(self, words: Vocabulary, types: Mapping[str, tuple[str, ...]], nations: Mapping[str, str],
                 wanted: str, *, full: str = "full", reduced: str = "reduced",
                 plurals: Mapping[str, str] = MappingProxyType({}), runs_on: bool = False) -> None:
        self.words, self.types, self.nations, self.wanted = words, types, nations, wanted
        self.full, self.reduced, self.plurals, self.runs_on = full, reduced, plurals, runs_on
        sides = {part for word in (full, reduced) for part in (word, *word.split("-"))}
        self.known = frozenset({*sides, "all", "unit", "units", FILLER, *types, *nations})
        self._beginnings = frozenset({*sides, "[", "all", FILLER, *types, *nations})

    def ahead(self, cursor: Cursor) -> bool:
        """Whether a name of units begins at a cursor."""
        token = cursor.token
        return token is not None and (token.kind == "number" or bool(token.ids("unit"))
                                      or token.fits(self._beginnings) is not None)

    def read(self, cursor: Cursor, counted: bool = True, goes_on: Callable[[], bool] = bool, *,
             together: bool = False) -> UnitSpec | None:
        """One name of units, such as "2 naval"; None if none stands at the cursor.

        Args:
            counted: a type without number means one unit of it, not all.
            goes_on: whether what is behind the units stands at the cursor.
            together: a type in the plural without number means all units of it ("move carriers").
        """
        if not self.ahead(cursor):
            return None
        start, known = cursor.index, len(cursor.problems)
        cursor.skip(FILLER)
        bracket = cursor.accept("[")
        count = cursor.number()
        cursor.skip(FILLER)
        bracket = bracket or cursor.accept("[")
        behind = cursor.index
        nation, kinds, full, identity, every = self._described(cursor, None if bracket is None else False, goes_on)
        if every or (together and count is None and self._is_plural(cursor.tokens[behind:cursor.index])):
            count = EVERY
        cursor.skip("unit", "units")
        if count is None and (kinds or nation):
            count = cursor.number()  # in Japanese the number follows
            cursor.skip(FILLER)
        if bracket and not cursor.accept("]"):
            cursor.fault("a closing bracket ]")
        if count is None:
            count = 1 if identity or counted else EVERY
        words = cursor.tokens[start:cursor.index]
        span = words[0].span.to(words[-1].span)
        if not (kinds or identity or nation or count == EVERY or len(cursor.problems) > known):
            types: dict[tuple[str, ...], str] = {}
            for word, meant in self.types.items():
                if len(meant) == 1:
                    types.setdefault(meant, word)
            with speaking(ENGLISH):  # what is read is remembered, whoever asks next
                suggestion = self.write({"number": count, "kinds": next(iter(types), ())})
            cursor.note(invalid("units-without-type", span, count=count, types=[*types.values()],
                                suggestion=suggestion))
        elif count == 0:
            cursor.note(invalid("no-units", span))
        text = run_together(" ".join(word.text for word in words))
        return UnitSpec(count, kinds, nation, full, identity, text, span)

    def _is_plural(self, words: Sequence[Token]) -> bool:
        return any(word.text.casefold() in self.plurals.values() for word in words)

    def _described(self, cursor: Cursor, full: bool | None,
                   goes_on: Callable[[], bool]) -> tuple[str, tuple[str, ...], bool | None, str, bool]:
        """Nation, types, strength, id and whether all of them are meant, in any order."""
        nation, kinds, every = "", tuple[str, ...](), False
        while True:
            cursor.skip(FILLER)
            if word := cursor.accept(*self.nations):
                nation = self.nations[word.value]
            elif _accepts(cursor, self.full):
                full = True
            elif _accepts(cursor, self.reduced):
                full = False
            elif cursor.accept("all"):
                every = True
            elif not kinds and (word := cursor.accept(*self.types)):
                kinds = self.types[word.value]
            elif kinds and cursor.accept(*(word for word, meant in self.types.items() if {*kinds} < {*meant})):
                pass  # "capital ships"
            elif not kinds and (unit := cursor.named("unit")):
                return nation, kinds, full, unit.id, every
            elif not kinds and cursor.is_unknown and not goes_on():
                cursor.fault(self.wanted)
                cursor.skip_unknown()
                kinds = ("",)
            else:
                return nation, kinds, full, "", every

    def write(self, spec: Mapping[str, Any], name: Callable[[str], str] = str) -> str:
        """Units so that they are read again (`UnitSpec.value`); number 0 stands for no number at all.

        Args:
            name: what the unit with an id is called.
        """
        spoken = self.words.spoken
        if not spec:
            return spoken("units")
        kinds, number = tuple(spec.get("kinds", ())), spec.get("number", 1)
        if self.runs_on and language() != ENGLISH and "id" not in spec:
            return self._run_on(spec, kinds, number)
        terms = [spoken(self.full)] if spec.get("full") else []
        if "nation" in spec:
            terms.append(spoken(next((word for word, nation in self.nations.items() if nation == spec["nation"]),
                                     spec["nation"])))
        if kinds:
            kind = next(word for word, types in self.types.items() if types == kinds)
            terms.append(spoken(self.plurals.get(kind, kind) if number != 1 and language() == ENGLISH else kind))
        words = " ".join([*terms, *([name(spec["id"])] if "id" in spec else [])])
        if "id" not in spec and number:
            words = f"{spoken('all')} {words}".rstrip() if number == EVERY else self.words.counted(number, words)
        return f"[{words}]" if spec.get("full") is False else words

    def _run_on(self, spec: Mapping[str, Any], kinds: tuple[str, ...], number: int) -> str:
        """A description in one word: "表の全空母", "裏の英戦艦2"."""
        spoken = self.words.spoken
        side = "" if "full" not in spec else spoken(self.full if spec["full"] else self.reduced) + spoken(FILLER)
        nation = spoken(next((word for word, nation in self.nations.items() if nation == spec["nation"]),
                             spec["nation"])) if "nation" in spec else ""
        kind = spoken(next((word for word, types in self.types.items() if types == kinds), "units"))
        words = f"{side}{spoken('all') if number == EVERY else ''}{nation}{kind}"
        return self.words.counted(number, words) if number > 0 else words

    def write_all(self, specs: Sequence[UnitSpec], name: Callable[[str], str] = str) -> str:
        """Units in a list, by name or by what is said of them."""
        return listing(name(spec.id) if spec.value == {"number": 1, "id": spec.id} else self.write(spec.value, name)
                       for spec in specs)


def _accepts(cursor: Cursor, word: str) -> bool:
    """Steps over a word, which if it has a hyphen may be written as two ("face up")."""
    if cursor.accept(word):
        return True
    here = cursor.index
    first, _, second = word.partition("-")
    if second and cursor.accept(first) and cursor.accept(second):
        return True
    cursor.index = here
    return False


# -- which units are meant --------------------------------------------------------------------------------------


def pick(specs: Iterable[UnitSpec], pool: Sequence[Unit], *, rule: str, kinds: Sequence[str],
         missing: Callable[[UnitSpec], Problem] | None = None, place: str = "") -> list[Unit] | tuple[Problem, ...]:
    """The units a list of names means among some.

    Without brackets full units are meant first and reduced ones fill up; in brackets only reduced ones. Units that
    differ in nothing are interchangeable, and the first is taken.

    Args:
        rule: the rule that wants the units to be there.
        kinds: all types, in the order they are named in.
        missing: what is wrong with the name of a unit that is not among them; by default, that it is not there.
        place: where they are to be, for sentences.
    Returns:
        The units in the order named, or problems: not among them, too few, or nation or type left open.
    """
    def not_there(spec: UnitSpec) -> Problem:
        return illegal("not-there", rule, spec.span, unit=spec.id, place=place)

    taken: list[Unit] = []
    problems: list[Problem] = []
    for spec in specs:
        chosen = (_named(spec, pool, taken, missing or not_there) if spec.id
                  else _described(spec, [unit for unit in pool if unit not in taken and fits(spec, unit)], rule, kinds,
                                  place))
        if isinstance(chosen, Problem):
            problems.append(chosen)
        else:
            taken += chosen
    return tuple(problems) if problems else taken


def _named(spec: UnitSpec, pool: Sequence[Unit], taken: Sequence[Unit],
           missing: Callable[[UnitSpec], Problem]) -> list[Unit] | Problem:
    """The unit with an id."""
    unit = next((unit for unit in pool if unit.id == spec.id), None)
    if unit is None:
        return missing(spec)
    return invalid("unit-named-twice", spec.span, unit=spec.id) if unit in taken else [unit]


def _described(spec: UnitSpec, fitting: list[Unit], rule: str, kinds: Sequence[str],
               place: str) -> list[Unit] | Problem:
    """As many of the units that fit a description as it wants, unless it leaves open which."""
    count = len(fitting) if spec.number == EVERY else spec.number
    if spec.full is None:
        fitting.sort(key=lambda unit: not unit.full)
    if len(fitting) < count or not fitting:
        return illegal("too-few-units", rule, spec.span, wanted=spec.text, place=place, found=len(fitting))
    chosen, rest = fitting[:count], fitting[count:]
    equal = [other for other in rest if any(other.full == unit.full for unit in chosen)]
    types = {unit.kind for unit in (*chosen, *equal)}
    if equal and len(types) > 1:
        return ambiguous("which-type", spec.span, wanted=spec.text, place=place, certain=False,
                         kinds=[kind for kind in kinds if kind in types])
    if any(other.nation != unit.nation and other.full == unit.full for other in equal for unit in chosen):
        nations = sorted({unit.nation for unit in fitting})
        return ambiguous("which-nation", spec.span, wanted=spec.text, place=place, nations=nations, certain=False)
    return chosen


def fits(spec: UnitSpec, unit: Counter) -> bool:
    """Whether a unit can be meant by a name."""
    if spec.id:
        return unit.id == spec.id
    return ((not spec.kinds or unit.kind in spec.kinds) and (not spec.nation or unit.nation == spec.nation)
            and (spec.full is None or unit.full == spec.full))
