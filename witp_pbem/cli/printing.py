"""The one printer. Here commands print for people; with --json a program gets one JSON value instead: the `Result` a
command ends with, or else everything it printed, sorted (`Done`)."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import click

from witp_pbem.campaign.record.finding import Finding
from witp_pbem.cli import codepages, colours
from witp_pbem.table.columns import WIDTH, width, wrap
from witp_pbem.table.language import say

if TYPE_CHECKING:
    from witp_pbem.campaign.orders.submit import Receipt

Value = TypeVar("Value")

_DONE = f"{__name__}.done"  # in the context's meta: what the command has printed so far, with --json


class ProblemPlace(NamedTuple):
    """What a problem is about.

    Attributes:
        file: as the user named it, "" where it is in none.
        line, column, end_line, end_column: of the file, counted from 1, the end being the column after the last; 0
            where the whole file is meant.
        entry: of the logbook, null where no entry is meant.
    """

    file: str = ""
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0
    entry: int | None = None


class PlainProblem(NamedTuple):
    """Something that is wrong.

    Attributes:
        code: a short stable name.
        sentence: what is wrong, in the language spoken.
        rule: id of the rule it breaks, "" where it breaks none.
        place: what it is about, null for the command as a whole.
        suggestion: the nearest legal thing, or what was meant most likely; "" where none is known.
        kind: invalid (not understood), illegal (against a rule), ambiguous (understood in two ways), refused (the
            program cannot do it), or, of a finding of `verify`, its subject.
        certain: whether it stands whatever others do and the dice show.
        values: what the sentence names.
    """

    code: str
    sentence: str
    rule: str = ""
    place: ProblemPlace | None = None
    suggestion: str = ""
    kind: str = "refused"
    certain: bool = True
    values: Mapping[str, Any] = MappingProxyType({})


@dataclass
class Done:
    """What a command printed that did something, or that was refused.

    Attributes:
        problems: what was wrong.
        recorded: the new entries of the logbook.
        files: the files written.
        texts: documents that would have been printed, such as a report or a letter.
        sentences: everything else, in the language spoken.
        next: commands of this program to type next.
    """

    problems: list[PlainProblem] = field(default_factory=list)
    recorded: list[Receipt] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    next: list[str] = field(default_factory=list)


class Result(NamedTuple, Generic[Value]):
    """What a command ends with that shows something.

    Attributes:
        value: makes what a program gets: named tuples, dataclasses, mappings and lists of plain values.
        show: prints it for people.
        is_well: whether the exit code is 0.
        exit_code: what it is otherwise.
    """

    value: Callable[[], Value]
    show: Callable[[], object]
    is_well: bool = True
    exit_code: int = 1


# -- commands print ----------------------------------------------------------------------------------------------


def line(text: str = "", *, err: bool = False) -> None:
    """Prints a line as it is."""
    done = _done()
    if done is None or err:
        click.echo(text, err=err)
    elif text.strip():
        done.sentences.append(text.strip())


def paragraph(text: str, first: str = "", rest: str = "", *, err: bool = False) -> None:
    """Prints a text in lines of the usual width."""
    from witp_pbem.report.phrases import visible

    if _done() is not None and not err:
        line(visible(text))
        return
    for wrapped in wrap(visible(text), WIDTH, first, rest):
        click.echo(wrapped, err=err)


def items(sentences: Iterable[str]) -> None:
    """Prints sentences as a list, each behind a star."""
    for sentence in sentences:
        paragraph(sentence, first="  * ", rest="    ")


def text(document: str | bytes) -> None:
    """Prints a document, such as a report or a letter, as it is."""
    done = _done()
    if done is None:
        click.echo(document, nl=False)
    else:
        done.texts.append(document if isinstance(document, str) else document.decode(errors="replace"))


def written(name: str | Path, sentence: str = "", *, err: bool = False) -> None:
    """Reports a file that was written."""
    done = _done()
    if done is None:
        click.echo(sentence or say("Written: {name}", name=name), err=err)
    else:
        done.files.append(str(name))


def recorded(receipt: Receipt, sentence: str) -> None:
    """Reports an entry that was recorded."""
    done = _done()
    if done is None:
        click.echo(sentence)
    else:
        done.recorded.append(receipt)


def problem(value: PlainProblem, *lines: str, err: bool = False) -> None:
    """Reports a problem; people read the lines."""
    done = _done()
    if done is not None:
        done.problems.append(value)
    for text in lines if done is None else ():
        click.echo(text, err=err)


def commands(lead: str, *typed: str) -> None:
    """Prints commands of this program to type next, one below the other."""
    done = _done()
    if done is not None:
        done.next += typed
        return
    for command in typed:
        click.echo(f"{lead} {program()} {command}")
        lead = " " * width(lead)


def notes(sentences: Sequence[str]) -> None:
    """Prints what had to be mended or overlooked in the campaign's files, on the error output."""
    for sentence in sentences:
        click.echo(say("Note: {note}", note=sentence), err=True)


def program() -> str:
    """How to call this program again from where the user stands."""
    called = Path(sys.argv[0])
    if called.name == "witp-pbem" and str(called.parent) in os.get_exec_path():
        return "witp-pbem"
    import shutil

    if shutil.which("witp-pbem"):
        return "witp-pbem"
    if called.name != "witp-pbem":
        return "python -m witp_pbem"
    return str(called.relative_to(Path.cwd()) if called.is_relative_to(Path.cwd()) else called)


# -- the program prints -------------------------------------------------------------------------------------------


def collect(context: click.Context) -> None:
    """From now on output is collected for a program."""
    context.meta.setdefault(_DONE, Done())


def is_read_by_people() -> bool:
    """Whether --json is not given."""
    return _done() is None


def finish(context: click.Context, result: object = None) -> None:
    """Prints what a command ends with, and ends it with another exit code than 0 where not all is well."""
    done = _done()
    if isinstance(result, Result):
        if done is None:
            result.show()
        else:
            _print_json(result.value())
        if not result.is_well:
            context.exit(result.exit_code)
    elif done is not None:
        _print_json(done)


def refuse(error: Exception, sentence: str) -> None:
    """Prints why a command failed."""
    done = _done()
    if done is None:
        click.echo(f"{colours.alarm('witp-pbem:')} {sentence}", err=True)
        return
    done.problems.append(refusal(type(error).__name__, sentence))
    _print_json(done)


def refusal(kind: str, sentence: str) -> PlainProblem:
    """What a program gets for an error: of some kind, with a sentence."""
    return PlainProblem(re.sub("(?<=[a-z])(?=[A-Z])", "-", kind).lower(), sentence)


def plain(value: Any) -> Any:
    """A value as JSON: named tuples and dataclasses as objects with their properties, findings of `verify` as
    problems, moments and lengths of time as typed."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Finding):
        place = None if value.entry is None else ProblemPlace(entry=value.entry)
        value = PlainProblem(value.code, value.sentence, place=place, kind=value.subject)
    if hasattr(value, "_fields") or is_dataclass(value):
        return {name: plain(getattr(value, name)) for name in members(type(value))}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, datetime | timedelta):
        from witp_pbem.exchange import times

        return times.written(value) if isinstance(value, datetime) else times.in_short(value)
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    return [plain(item) for item in value] if isinstance(value, Iterable) else str(value)


def members(kind: type[Any]) -> list[str]:
    """The names of the fields and properties of a named tuple or a dataclass."""
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else list(kind._fields)
    return names + [name for base in kind.__mro__ for name, member in vars(base).items()
                    if isinstance(member, property)]


def _print_json(value: object) -> None:
    import json

    click.echo(json.dumps(plain(value), ensure_ascii=not codepages.has_every_sign(), indent=1))


def _done() -> Done | None:
    """What the command has printed so far, None where people read it."""
    context = click.get_current_context(silent=True)
    return context.meta.get(_DONE) if context else None
