"""Putting problems, orders and debts on a terminal or into JSON."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from witp_pbem.campaign.letters.signatures import SUFFIX, join, split
from witp_pbem.campaign.orders.check import Checked
from witp_pbem.campaign.record import disk
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.report import checked as told
from witp_pbem.report.checked import due_sentence as due_sentence
from witp_pbem.report.checked import phase_name as phase_name
from witp_pbem.report.checked import side_name as side_name
from witp_pbem.report.checked import visible as visible
from witp_pbem.report.layout import WIDTH, width, wrap
from witp_pbem.table.event import thaw
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, say
from witp_pbem.table.problem import Problem
from witp_pbem.table.wording import demand_sentence, problem_sentence

INDENT = "    "
LARGEST = 64 * 1024 * 1024  # bytes of a file named on the command line
STDIN = "-"  # the file that stands for what is piped in, typed or pasted


def program() -> str:
    """How to call this program again from where the user stands."""
    if shutil.which("witp-pbem"):
        return "witp-pbem"
    called = Path(sys.argv[0])
    if called.name != "witp-pbem":
        return "python -m witp_pbem"
    return str(called.relative_to(Path.cwd()) if called.is_relative_to(Path.cwd()) else called)


class Unreadable(Refusal):
    """A file named on the command line cannot be read."""

    exit_code = USAGE


def read_file(name: str) -> bytes:
    """A file's bytes.

    Raises:
        Unreadable: there is none, it is a folder, no common file, or too large, or the user may not.
    """
    path = Path(name)
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise Unreadable(say('"{name}" is no common file.', name=click.format_filename(name)))
        if path.is_file() and path.stat().st_size > LARGEST:
            raise Unreadable(say('"{name}" is larger than {count} MB; nothing of that size is read.',
                                 name=click.format_filename(name), count=LARGEST // 2**20))
        return path.read_bytes()
    except IsADirectoryError as error:
        raise Unreadable(say('"{name}" is a folder, not a file.', name=click.format_filename(name))) from error
    except OSError as error:
        raise Unreadable(say('"{name}" cannot be read: {error}.', name=click.format_filename(name),
                             error=error.strerror)) from error


def read_files(names: Iterable[str]) -> list[tuple[str, bytes]]:
    """Files' names, as they can be printed, and their bytes, with the signature that lies beside a file behind them.

    A signature named itself is passed over where the file it belongs to is named, too.
    """
    names = list(names)
    signed = {name + SUFFIX for name in names}
    return [(click.format_filename(name), _with_signature(name)) for name in names if name not in signed]


def _with_signature(name: str) -> bytes:
    """A file's bytes and, unless a signature stands in it already, that of the file NAME.sig."""
    data, beside = read_file(name), name + SUFFIX
    if split(data)[1] or not Path(beside).is_file():
        return data
    return join(data, read_file(beside))


def write_or_print(text: str | bytes, output: str | None, force: bool) -> None:
    """Writes a text, or bytes as they are, to a file, or prints it where none is named.

    Raises:
        Unreadable: there is such a file already, and `force` does not say to overwrite it; or it is a folder.
        NotWritten: the disk did not take it; an older file of that name is left as it was.
    """
    if output is None:
        click.echo(text, nl=False)
        return
    require_free(output, force)
    disk.write(Path(output), text.encode() if isinstance(text, str) else text, disk.NEW)
    click.echo(say("Written: {name}", name=output))


def require_free(output: str, force: bool) -> None:
    """Makes sure that a file can be written without writing over another.

    Raises:
        Unreadable: there is such a file already, and `force` does not say to overwrite it; or it is a folder.
    """
    path = Path(output)
    if path.is_dir():
        raise Unreadable(say('"{name}" is a folder, not a file.', name=output))
    if path.exists() and not force:
        raise Unreadable(say('"{name}" is there already, and was left alone. Name another file, or add --force.',
                             name=output))


def known_phase(game: Game, phase: str | None) -> str:
    """A phase as typed, in the game's own name; "" for none.

    Raises:
        click.BadParameter: there is none of that name.
    """
    if phase is None:
        return ""
    found = game.lexicon.phases.get(phase.casefold(), phase.casefold())
    if found not in game.phases:
        raise click.BadParameter(say('no phase is called "{phase}"; the phases are {phases}.', phase=phase,
                                     phases=listing(game.phases)), param_hint="--phase")
    return found


def print_commands(lead: str, *commands: str) -> None:
    """Commands of this program to type next, one below the other."""
    for command in commands:
        click.echo(f"{lead} {program()} {command}")
        lead = " " * width(lead)


def print_json(value: Any) -> None:
    """A value as JSON, readable."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def paragraphs(text: str, first: str = "", rest: str = "", err: bool = False) -> None:
    """Prints a text in lines of the usual width."""
    for line in wrap(visible(text), WIDTH, first, rest):
        click.echo(line, err=err)


# -- problems ---------------------------------------------------------------------------------------------------


def problem_lines(problem: Problem, text: str, game: Game) -> Iterator[str]:
    """A problem: place, code, rule and sentence, the words at fault underlined, the nearest legal thing."""
    span = problem.span
    rule = f" [{problem.rule}]" if problem.rule else ""
    yield (f"{problem.file}:{max(span.line, 1)}:{max(span.column, 1)}: {problem.code}{rule} "
           f"{told.sentence(problem, game)}")
    yield from (INDENT + line for line in told.source(problem, text))
    if problem.suggestion:
        yield INDENT + say("nearest legal: {order}", order=told.nearest(problem, game))


def problem_json(problem: Problem, game: Game) -> dict[str, Any]:
    """A problem for programs."""
    span = problem.span
    return {"file": problem.file, "line": span.line, "column": span.column, "end_line": span.end_line,
            "end_column": span.end_column, "code": problem.code, "kind": problem.kind, "rule": problem.rule,
            "sentence": problem_sentence(problem, game.catalogue), "suggestion": problem.suggestion,
            "certain": problem.certain, "values": thaw(dict(problem.values))}


# -- orders as understood -----------------------------------------------------------------------------------------


def print_checked(checked: Checked, game: Game) -> None:
    """What a check found, for people."""
    for problem in checked.problems:
        click.echo("\n".join(problem_lines(problem, checked.text, game)))
    if checked.problems:
        click.echo(told.counted(checked, checked.file))
        return
    if checked.letter and not checked.lines:
        click.echo(say("{file}: a letter of {side}, in order.", file=checked.file, side=side_name(game, checked.side)))
        return
    click.echo(say.plural(len(checked.lines), "{file}: {n} order, {side}, turn {turn}. As understood:",
                          "{file}: {n} orders, {side}, turn {turn}. As understood:", file=checked.file,
                          side=side_name(game, checked.side), turn=checked.turn))
    for line in told.understood(checked):
        paragraphs(line.text, first=f"{line.line:>4}  ", rest=" " * 8)
    for sentence in told.depending(checked, game):
        paragraphs(sentence)
    print_dues(checked, game)


def print_dues(checked: Checked, game: Game) -> None:
    """What is still owed after these orders, as far as that can be said."""
    lead, owed = told.owed_after(checked, game)
    if lead:
        click.echo(lead)
    for due in owed:
        paragraphs(due, first="  * ", rest="    ")


def print_owed(owed: Iterable[Mapping[str, Any]], game: Game) -> None:
    """A list of debts."""
    for due in owed:
        paragraphs(say("{side}: {sentence}", side=side_name(game, due["side"]), sentence=due["sentence"]), first="  * ",
                   rest="    ")


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


def print_notes(notes: Sequence[str]) -> None:
    """What had to be mended or overlooked in the campaign's files."""
    for note in notes:
        click.echo(say("Note: {note}", note=note), err=True)
