"""Mending orders: the words at fault replaced by what they were meant for, where nothing else can have been meant.

A problem has a plain mending where it names one: the nearest legal order in the place of its order, the value of a line
of the header, or the one word or name that fits there and is most like the words at fault. An ambiguous problem has
none, nor has one of orders for an older sitting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from witp_pbem.table import text as orders_text
from witp_pbem.table.demand import Order
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.names import key
from witp_pbem.table.problem import NOWHERE, Problem, Span
from witp_pbem.table.sitting import full_lexicon, read_statement, unreadable
from witp_pbem.table.spelling import Spelling
from witp_pbem.table.text import Statement
from witp_pbem.table.tokens import Lexicon, tokens
from witp_pbem.table.tuples import NamedTuple

HEADER_LINES = frozenset({"wrong-turn", "wrong-campaign", "unknown-side", "side-settled", "add-yes-or-no"})
MISSING = "missing-header"
KEYWORD = "unknown-order"
SPELT = frozenset({"unknown-word", KEYWORD})  # problems of a word that is most like another
MENDED_HEAD = Span(1, 1, 1, 1)  # where missing lines of the header are written
SIGNATURE = "signature-"  # what the codes of problems of signatures begin with


class Edit(NamedTuple):
    """Words in the place of a stretch of a text."""

    span: Span
    words: str


class Mending(NamedTuple):
    """What mending has made of a text.

    Attributes:
        text: with the problems mended that can be.
        edits: in their order.
        is_whole: whether every problem is mended.
        statements: the orders of the text before.
        keywords: the places in it of words mended that begin an order.
    """

    text: str
    edits: tuple[Edit, ...]
    is_whole: bool
    statements: tuple[Statement, ...]
    keywords: frozenset[Span]

    def before(self, span: Span) -> Span:
        """The place in the text before of a place in the mended one; of words that were mended, their whole order."""
        if span == NOWHERE:
            return span
        if touched := self._touched(span):
            edit = touched[0]
            statement = _of(self.statements, edit.span)
            return statement.span if statement else Span(edit.span.line, 1, edit.span.line, 2)
        start, end = (self._back(place) for place in (span[:2], span[2:]))
        return Span(*start, *end)

    def supposes(self, span: Span) -> bool:
        """Whether a place in the mended text is of words that were supposed in it: of the word that begins an order
        alone, not of all that follows it."""
        return any(edit.span not in self.keywords or place[:2] <= span[:2] and span[2:] <= place[2:]
                   for edit, place in self._placed() if edit in self._touched(span))

    def _touched(self, span: Span) -> list[Edit]:
        """The edits whose words stand, at least in part, in a place in the mended text."""
        return [edit for edit, place in self._placed() if span[:2] < place[2:] and place[:2] < span[2:]]

    def _placed(self) -> Iterator[tuple[Edit, Span]]:
        """The edits but that of missing lines, each with its place in the mended text."""
        added, shifts = self._added, dict[int, int]()
        for edit in (edit for edit in self.edits if edit.span != MENDED_HEAD):
            line, column, last, end = edit.span
            column += shifts.get(line, 0)
            new_end = column + len(edit.words) if last == line else 1
            shifts[last] = new_end - end
            yield edit, Span(line + added, column, last + added, new_end)

    def _back(self, place: tuple[int, ...]) -> tuple[int, int]:
        """The line and column in the text before of a place in the mended one that no edit has touched."""
        line, column = place
        behind = [(edit, new) for edit, new in self._placed() if new.end_line == line and new.end_column <= column]
        shift = behind[-1][0].span.end_column - behind[-1][1].end_column if behind else 0
        return max(1, line - self._added), column + shift

    @property
    def _added(self) -> int:
        """How many lines the head was given."""
        return sum(edit.words.count("\n") for edit in self.edits if edit.span == MENDED_HEAD)


def mend(game: Game, text: str, statements: tuple[Statement, ...], problems: Sequence[Problem]) -> Mending:
    """Mends the problems of a text that have a plain mending, in the language spoken.

    Args:
        statements: its orders.
    """
    edits: dict[Span, str] = {}
    missing: list[str] = []
    is_whole = True
    for problem in problems:
        if problem.code.startswith(SIGNATURE):
            continue  # whoever signs signs the mended text
        if problem.code == MISSING and problem.suggestion:
            missing.append(f"{problem.suggestion}\n")
            continue
        edit = _edit(game, text, statements, problem)
        if edit is None or edits.setdefault(edit.span, edit.words) != edit.words:
            is_whole = False
    if any(_overlap(one, other) for one in edits for other in edits if one < other):
        is_whole, edits = False, {}
    order = [Edit(MENDED_HEAD, "".join(missing))] if missing else []
    order += [Edit(span, words) for span, words in sorted(edits.items())]
    keywords = frozenset(problem.span for problem in problems if problem.code == KEYWORD)
    return Mending(_edited(text, order), tuple(order), is_whole, statements, keywords)


def _overlap(one: Span, other: Span) -> bool:
    return (other.line, other.column) < (one.end_line, one.end_column)


def _edited(text: str, edits: Sequence[Edit]) -> str:
    """A text with stretches replaced, each by as many lines as it had."""
    for edit in reversed(edits):
        start, end = _range(text, edit.span)
        text = text[:start] + edit.words + "\n" * (edit.span.end_line - edit.span.line) + text[end:]
    return text


# -- one problem -----------------------------------------------------------------------------------------------------


def _edit(game: Game, text: str, statements: tuple[Statement, ...], problem: Problem) -> Edit | None:
    """The one plain mending of a problem, None for none."""
    if problem.kind == "ambiguous" or problem.span.line < 1:
        return None
    if problem.instead is not None:
        statement = _of(statements, problem.span)
        return statement and Edit(statement.span, " ".join(str(game.write(problem.instead)).split()))
    if not problem.suggestion:
        return None
    if problem.code == "wrong-campaign" and not _is_slip(problem):
        return None
    if problem.code in HEADER_LINES:
        return Edit(problem.span, problem.suggestion.partition(":")[2].strip())
    if problem.code == "unknown-phase":
        near = Spelling(full_lexicon(game).phases).nearest(str(problem.values["word"]).casefold())
        is_only = {full_lexicon(game).phases[name] for name in near} == {
            full_lexicon(game).phases.get(problem.suggestion.casefold())}
    else:
        is_only = problem.code in SPELT and _is_only(game, text, problem)
    return Edit(problem.span, problem.suggestion) if is_only else None


def _is_slip(problem: Problem) -> bool:
    """Whether the wrong name of a campaign is its own, misspelt."""
    name, given = (str(problem.values[key]).casefold() for key in ("campaign", "given"))
    return bool(Spelling([name]).nearest(given))


def _of(statements: tuple[Statement, ...], span: Span) -> Statement | None:
    """The order a problem is one of, or the one among those that stand in for it."""
    return next((option for statement in statements for option in (statement, *statement.alternatives)
                 if option.span[:2] <= span[:2] and span[2:] <= option.span[2:]), None)


def _is_only(game: Game, text: str, problem: Problem) -> bool:
    """Whether what is suggested for words that are not understood is the only thing most like them that fits there."""
    lexicon = full_lexicon(game)
    written = text[slice(*_range(text, problem.span))]
    alike = lexicon.alike(key(written).split())
    meant = _meaning(problem.suggestion, lexicon)
    meanings = {_meaning(name, lexicon): name for name in alike}
    return meant in meanings and not any(
        _fits(game, text, problem, name) for meaning, name in meanings.items() if meaning != meant)


def _range(text: str, span: Span) -> tuple[int, int]:
    """The indexes of a stretch of a text."""
    lines = text.split("\n")
    start, end = (sum(len(line) + 1 for line in lines[:number - 1]) for number in (span.line, span.end_line))
    return start + span.column - 1, end + span.end_column - 1


def _meaning(words: str, lexicon: Lexicon) -> tuple[tuple[object, ...], ...]:
    """What words mean, whichever of its names a thing is called by."""
    return tuple(names if any(names := (token.places, token.units, token.cards)) else (token.value,)
                 for token in tokens(words, lexicon))


def _fits(game: Game, text: str, problem: Problem, words: str) -> bool:
    """Whether other words can be understood in the place of those of a problem."""
    changed = _edited(text, [Edit(problem.span, words)])
    read = orders_text.read(changed, full_lexicon(game))
    problems = unreadable(game, read)
    for statement in read.statements:
        order = read_statement(game, statement)
        problems += () if isinstance(order, Order) else order
    return all(fault.span[:2] != problem.span[:2] for fault in problems)


def with_old_lines(text: str, mended: str) -> str:
    """A mended text with the lines as they were written, as comments at its end, in the language spoken."""
    from difflib import SequenceMatcher

    before, after = text.split("\n"), mended.split("\n")
    old = [say("As written, line {line}: {text}", line=number, text=line.strip())
           for kind, start, end, _, _ in SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
           if kind in ("replace", "delete")
           for number, line in enumerate(before[start:end], start + 1) if line.strip()]
    return mended.rstrip() + "\n" + "".join(f"# {line}\n" for line in old)


def moved(problem: Problem, mendings: Iterable[Mending]) -> Problem | None:
    """A problem of a mended text at its place in the text as written; None where it is one of words that were supposed.

    Args:
        mendings: those that have led from the one to the other, the last first.
    """
    span = problem.span
    for mending in mendings:
        if mending.supposes(span):
            return None
        span = mending.before(span)
    return problem._replace(span=span)
