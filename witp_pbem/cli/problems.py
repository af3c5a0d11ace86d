"""What a check found, on a terminal or as JSON: problems, orders as understood, and what is owed after them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from witp_pbem.campaign.orders.check import Checked
from witp_pbem.cli import display
from witp_pbem.report import checked as told
from witp_pbem.table.event import thaw
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.problem import Problem
from witp_pbem.table.wording import demand_sentence, nearest_legal, problem_sentence

INDENT = "    "


def problem_lines(problem: Problem, text: str, game: Game) -> Iterator[str]:
    """A problem: place, code, rule and sentence, the words at fault underlined, the nearest legal thing."""
    span = problem.span
    rule = f" [{problem.rule}]" if problem.rule else ""
    yield (f"{problem.file}:{max(span.line, 1)}:{max(span.column, 1)}: {problem.code}{rule} "
           f"{told.sentence(problem, game)}")
    yield from (INDENT + line for line in told.source(problem, text))
    if legal := told.nearest(problem, game):
        yield INDENT + say("nearest legal: {order}", order=legal)


def problem_json(problem: Problem, game: Game) -> dict[str, Any]:
    """A problem for programs."""
    span = problem.span
    return {"file": problem.file, "line": span.line, "column": span.column, "end_line": span.end_line,
            "end_column": span.end_column, "code": problem.code, "kind": problem.kind, "rule": problem.rule,
            "sentence": problem_sentence(problem, game.catalogue), "suggestion": nearest_legal(problem, game),
            "certain": problem.certain, "values": thaw(dict(problem.values))}


def print_checked(checked: Checked, game: Game) -> None:
    """What a check found, for people."""
    for problem in checked.problems:
        click.echo("\n".join(problem_lines(problem, checked.text, game)))
    if checked.problems:
        click.echo(told.counted(checked, checked.file))
        return
    if checked.letter and not checked.lines:
        click.echo(say("{file}: a letter of {side}, in order.", file=checked.file,
                       side=display.side_name(game, checked.side)))
        return
    click.echo(say.plural(len(checked.lines), "{file}: {n} order, {side}, turn {turn}. As understood:",
                          "{file}: {n} orders, {side}, turn {turn}. As understood:", file=checked.file,
                          side=display.side_name(game, checked.side), turn=checked.turn))
    for line in told.understood(checked):
        display.paragraphs(line.text, first=f"{line.line:>4}  ", rest=" " * 8)
    for sentence in told.depending(checked, game):
        display.paragraphs(sentence)
    print_dues(checked, game)


def print_dues(checked: Checked, game: Game) -> None:
    """What is still owed after these orders, as far as that can be said."""
    lead, owed = told.owed_after(checked, game)
    if lead:
        click.echo(lead)
    for due in owed:
        display.paragraphs(due, first="  * ", rest="    ")


def checked_json(checked: Checked, game: Game) -> dict[str, Any]:
    """What a check found, for programs."""
    return {
        "file": checked.file, "side": checked.side, "turn": checked.turn, "stands": not checked.problems,
        "problems": [problem_json(problem, game) for problem in checked.problems], "more_problems": checked.more,
        "depends": [problem_json(problem, game) for problem in checked.depends],
        "orders": [{"line": line.span.line, "written": line.written, "understood": line.full or None,
                    "note": line.note} for line in checked.lines],
        "owed": [{"side": due.demand.side, "demand": due.demand.code, "rule": due.demand.rule,
                  "sentence": demand_sentence(due.demand.code, due.demand.about, game.catalogue, due.demand.side)}
                 for due in checked.dues],
        "assumed": checked.assumed,
    }
