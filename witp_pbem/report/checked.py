"""The result of a check in words: problems with the faulty words underlined, orders as understood, what is owed after
them. Terminals and mails each lay them out in their own way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from witp_pbem.report.phrases import Number, due_sentence, phase_name, side_name, visible
from witp_pbem.table.columns import width
from witp_pbem.table.game import Game
from witp_pbem.table.language import in_a_row, listing, say
from witp_pbem.table.problem import Problem
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import meant_sentence, problem_sentence, proposal_sentence

if TYPE_CHECKING:  # a case that is tried loads this module, and checks no file
    from witp_pbem.campaign.orders.check import Checked

SOURCE_WIDTH = 100  # columns of a source line that are shown


class UnderstoodOrder(NamedTuple):
    """An order as understood: its line, and the order in full words with any remark on it."""

    line: int
    text: str


# -- problems ---------------------------------------------------------------------------------------------------


def sentence(problem: Problem, game: Game, number: Number = str) -> str:
    """What is wrong, with the rule, and what a misspelt word was most likely meant for. `number` says how a rule is
    written."""
    rule = f" [{number(problem.rule)}]" if problem.rule else ""
    sentences = (problem_sentence(problem, game.catalogue) + rule, meant_sentence(problem))
    return visible(in_a_row(filter(None, sentences)))


def proposal(problem: Problem, game: Game) -> str:
    """What to write instead, "" where nothing is known."""
    return visible(proposal_sentence(problem, game))


def source(problem: Problem, text: str, total: int = SOURCE_WIDTH) -> tuple[str, ...]:
    """The line at fault and, below it, carets under the words at fault; nothing where there is no such line.

    Args:
        text: of the whole file.
        total: columns the line may take.
    """
    span, lines = problem.span, text.split("\n")
    if not 0 < span.line <= len(lines) or not lines[span.line - 1].strip():
        return ()
    end = span.end_column - 1 if span.end_line == span.line else len(lines[span.line - 1])
    return underlined(lines[span.line - 1], span.column - 1, end, total)


def underlined(line: str, start: int, end: int, total: int = SOURCE_WIDTH) -> tuple[str, str]:
    """A line, and carets under some of its characters; wide characters take two columns."""
    line = line.replace("\t", " ")
    end = min(end, start + total)
    begin = start
    while begin and width(visible(line[begin - 1:end])) <= total:
        begin -= 1
    before, marked = visible(line[begin:start]), visible(line[start:end].rstrip() or line[start:start + 1])
    carets = "^" * max(1, min(width(marked), total - width(before)))
    return _cut(visible(line[begin:begin + total]), total).rstrip(), " " * width(before) + carets


def _cut(line: str, total: int) -> str:
    """The beginning of a line that fits in the columns for source lines."""
    while width(line) > total:
        line = line[:-1]
    return line


def forms(checked: Checked, game: Game) -> Iterator[str]:
    """How lines are written that could not be read and for which nothing better is known, in sentences: one for each
    kind of order, and one for words that are none."""
    known = game.catalogue.words.get("form", {})
    lines = {problem.span.line for problem in checked.problems
             if problem.kind == "invalid" and not (problem.suggestion or problem.instead)}
    for keyword in dict.fromkeys(statement.keyword for statement in checked.statements
                                 if any(statement.span.line <= line <= statement.span.end_line for line in lines)):
        if keyword in known:
            yield say("Such an order is written like this: {form}", form=known[keyword])
    is_company = len(game.players) > 1
    if is_company and any(problem.code == "unknown-order" and not problem.suggestion for problem in checked.problems):
        yield say("What you say to the other players stands on a line of its own behind “Say:”.")


def counted(checked: Checked, name: str) -> str:
    """How many problems a file has, and whether all of them are shown."""
    every = len(checked.problems) + checked.more
    if checked.more:
        return say("{count} problems in {file}. The first {shown} are shown, {more} more are not.", count=every,
                   file=name, shown=len(checked.problems), more=checked.more)
    return say.plural(every, "{n} problem in {file}.", "{n} problems in {file}.", file=name)


# -- orders as understood -----------------------------------------------------------------------------------------


def understood(checked: Checked) -> Iterator[UnderstoodOrder]:
    """The orders of a file as they were understood."""
    for line in checked.lines:
        text = line.full or line.read or " ".join(line.written.split())
        if line.note:
            text = say("{order} ({note})", order=text, note=line.note)
        elif not line.full:
            text = say("{order} – judged when its moment comes", order=text)
        yield UnderstoodOrder(line.span.line, text)


def replaced(checked: Checked, game: Game) -> Iterator[str]:
    """The earlier orders that a file replaces, each in the words of its writer, in sentences: one for each entry and
    phase."""
    groups: dict[tuple[int, str, bool], list[str]] = {}
    for order in checked.replaced:
        groups.setdefault((order.entry, order.phase, order.is_standing), []).append(
            say("“{order}”", order=visible(order.text)))
    for (entry, phase, is_standing), texts in groups.items():
        orders = listing(texts)
        if is_standing and phase:
            yield say("They replace your standing orders of entry {entry} for {phase}: {orders}.", entry=entry,
                      phase=phase_name(game, phase), orders=orders)
        elif is_standing:
            yield say("They replace your standing orders of entry {entry} that name no phase: {orders}.", entry=entry,
                      orders=orders)
        elif phase:
            yield say("They replace your orders of entry {entry} for {phase}: {orders}.", entry=entry,
                      phase=phase_name(game, phase), orders=orders)
        else:
            yield say("They replace your orders of entry {entry} that name no phase: {orders}.", entry=entry,
                      orders=orders)


def depending(checked: Checked, game: Game, number: Number = str) -> Iterator[str]:
    """What comes right only if something happens first, or other problems are mended, in sentences. `number` says how a
    rule is written."""
    for problem in checked.depends:
        sentence = problem_sentence(problem, game.catalogue) + (f" [{number(problem.rule)}]" if problem.rule else "")
        if checked.problems:
            yield say("Line {line} may have a problem, too, as long as the others are not mended: {sentence}",
                      line=problem.span.line, sentence=sentence)
            continue
        yield say("Unlikely – line {line} stands only if something changes before its moment. If the others pass: "
                  "{sentence}",
                  line=problem.span.line, sentence=sentence)


def owed_after(checked: Checked, game: Game, number: Number = str) -> tuple[str, tuple[str, ...]]:
    """What is still owed after these orders, as far as is known: a sentence ("" where nobody owes anything), and what
    the side itself owes."""
    own = [due for due in checked.dues if due.demand.side == checked.side]
    others = [due for due in checked.dues if due.demand.side != checked.side]
    if own:
        lead = (say("Still owed after these orders (if the others pass):") if checked.assumed else
                say("Still owed after these orders:"))
        return lead, tuple(due_sentence(due, game, number) for due in own)
    if not others:
        return "", ()
    waiting = listing(dict.fromkeys(side_name(game, due.demand.side) for due in others))
    return (say("Nothing more is owed for now (if the others pass); the next to decide: {sides}.", sides=waiting)
            if checked.assumed else
            say("Nothing more is owed for now; the next to decide: {sides}.", sides=waiting)), ()
