"""Commands in the reader's language: that of --lang, else the player's own setting, else the system's."""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from inspect import cleandoc
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import click
from click.exceptions import Exit

from witp_pbem.cli import printing
from witp_pbem.table.columns import pad, width, wrap
from witp_pbem.table.language import (
    ENGLISH,
    HOUSE,
    LANGUAGES,
    in_a_row,
    language,
    noted,
    of_the_system,
    say,
    speak,
)

if TYPE_CHECKING:  # every command loads this module, --version and --help among them
    from witp_pbem.campaign.folder.campaign import Campaign

EXAMPLES = ("red", "blue")  # the sides of examples, whatever the game calls its own
TYPED = f"{__name__}.typed"  # in the context's meta: the command's values, by the names of its parameters
_WANTED = f"{__name__}.wanted"  # in the context's meta: the language --lang names


class Lines(click.HelpFormatter):
    """Help whose lines are measured in columns, as Japanese letters take two. English keeps click's own lines."""

    def write_text(self, text: str) -> None:
        if language() == ENGLISH:
            super().write_text(text)
            return
        lead = " " * self.current_indent
        for number, paragraph in enumerate(re.split(r"\n\s*\n", text)):
            first, _, others = paragraph.partition("\n")
            kept = others.splitlines() if first.strip() == "\b" else None
            lines = ([lead + line for line in kept] if kept is not None
                     else wrap(_one_line(paragraph), self.width, lead, lead))
            self.write("\n" * bool(number) + "".join(f"{line.rstrip()}\n" for line in lines))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        rows = list(rows)
        if language() == ENGLISH:
            super().write_dl(rows, col_max, col_spacing)
            return
        lead = " " * self.current_indent
        broad = min(max(width(first) for first, _ in rows), col_max) + col_spacing
        for first, second in rows:
            rest = lead + " " * broad
            fits = width(first) <= broad - col_spacing
            if not fits:
                self.write(f"{lead}{first}\n")
            lines = wrap(second, self.width, lead + pad(first, broad) if fits else rest, rest)
            self.write("".join(f"{line}\n" for line in lines))


def _one_line(paragraph: str) -> str:
    """A paragraph without its line ends, which are blanks between words and nothing between wide letters."""
    return re.sub(r"(?<=[^\x00-\xff])\s*\n\s*(?=[^\x00-\xff])", "", paragraph)


class Context(click.Context):
    """A context whose help is written in such lines."""

    formatter_class = Lines


class Spoken(click.Command):
    """A command with --lang, with help in the language spoken, and with --json."""

    context_class = Context

    @property
    def has_json(self) -> bool:
        """Whether it can print JSON."""
        return not isinstance(self, click.Group)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        typed = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.UsageError:  # perhaps before --json was reached
            if self.has_json and "--json" in typed:
                printing.collect(ctx)
            raise

    def invoke(self, ctx: click.Context) -> Any:
        ctx.meta[TYPED] = ctx.params
        if isinstance(self, click.Group):
            return super().invoke(ctx)
        try:
            result = super().invoke(ctx)
        except Exit:
            printing.finish(ctx)
            raise
        return printing.finish(ctx, result)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        *own, helping = super().get_params(ctx)
        own += [JSON] if self.has_json else []
        helping = copy(helping)  # click keeps it in the language of its first use
        cast(click.Option, helping).help = say("Show this message and exit.")
        if ctx.resilient_parsing:  # of a line that is still being typed
            from witp_pbem.cli.completing import offering

            own = [offering(ctx, parameter) for parameter in own]
        return [*map(_translated, (*own, LANG)), helping]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        translated = copy(self)
        translated.help = _with_sides(say(cleandoc(self.help))) if self.help else None
        click.Command.format_help_text(translated, ctx, formatter)


class SpokenGroup(Spoken, click.Group):
    """A group that says which of its commands was most likely meant."""

    def resolve_command(self, ctx: click.Context,
                        args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        require_command(self, ctx, args[0])
        return super().resolve_command(ctx, args)


class CommandGroup(SpokenGroup):
    """A group of commands.

    Attributes:
        summaries: name of each command -> what it does, in the order of the help.
    """

    def __init__(self, *args: Any, summaries: Mapping[str, str], **named: Any) -> None:
        super().__init__(*args, **named)
        self.summaries = summaries

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.summaries)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(say("Commands")):
            formatter.write_dl([(name, self.summaries[name]) for name in self.summaries])


def require_command(group: click.Group, context: click.Context, name: str) -> click.Command | None:
    """The command of that name; None for an option.

    Raises:
        click.UsageError: there is none. The one that was most likely meant is named.
    """
    from witp_pbem.table.spelling import likely

    command = group.get_command(context, name)
    if command is None and not name.startswith("-"):
        sentences = [say('There is no command "{command}".', command=name)]
        if near := _under_a_group(group, context, name) or likely(name, group.list_commands(context)):
            sentences.append(say("Did you mean {words}?", words=f"{context.command_path} {near}"))
        raise click.UsageError(in_a_row(sentences), context)
    return command


def _under_a_group(group: click.Group, context: click.Context, name: str) -> str:
    """The command of that name under one of the groups of a group ("letter protest"), "" where there is none."""
    groups = ((word, command) for word in group.list_commands(context)
              if isinstance(command := group.get_command(context, word), click.Group))
    return next((f"{word} {name}" for word, command in groups if command.get_command(context, name)), "")


def _with_sides(text: str) -> str:
    """A help text whose examples, the lines behind a \\b, name sides of the game, if there is but one."""
    from witp_pbem.campaign.folder import games

    try:
        sides = games.packaged(games.usual()).sides
    except games.NoGameNamed:
        return text
    named = dict(zip(EXAMPLES, sides, strict=False))
    prose, *examples = text.split("\b\n")
    return "\b\n".join([prose, *(re.sub("|".join(rf"\b{name}\b" for name in named), lambda m: named[m.group()], lines)
                                 for lines in examples)])


def _translated(parameter: click.Parameter) -> click.Parameter:
    """An option with its help in the language spoken."""
    if not isinstance(parameter, click.Option) or not parameter.help:
        return parameter
    translated = copy(parameter)
    translated.help = say(parameter.help)
    return translated


def _speak(ctx: click.Context, parameter: click.Parameter, code: Any) -> None:
    """Switches to the language of --lang, here or before the command's name, or to the system's."""
    meta = ctx.find_root().meta
    if code:
        meta[_WANTED] = code
    speak(meta.get(_WANTED) or of_the_system())
    _click_speaks()


def speak_as_typed(ctx: click.Context, typed: Sequence[str]) -> None:
    """Switches to the language of a --lang, wherever it stands: what is typed wrongly before it is told in it."""
    named = [value for word, value in pairwise((*typed, "")) if word == "--lang"]
    named += [word.partition("=")[2] for word in typed if word.startswith("--lang=")]
    _speak(ctx, LANG, next((code for code in named if code in LANGUAGES), None))


def _click_speaks() -> None:
    """Makes click print its own words, which it takes from the text domain of the process, in the language spoken."""
    gettext.bindtextdomain(say.domain, HOUSE)
    gettext.textdomain(say.domain)
    os.environ["LANGUAGE"] = language()


# The words of click itself.
CLICK = noted(
    "Usage:", "Options", "default: {default}", "required", "Error: {message}", "Try '{command} {option}' for help.",
    "Show the version and exit.", "No such option {name!r}.",
    "No such command {name!r}.", "Missing argument", "Missing option", "Missing command.",
    "Choose from:\n\t{choices}", "Invalid value: {message}",
    "Invalid value for {param_hint}: {message}", "{value!r} is not a valid {number_type}.",
    "{value} is not in the range {range}.", "{name} {filename!r} is a file.", "{name} {filename!r} is a directory.",
    "{name} {filename!r} is not readable.", "{name} {filename!r} does not exist.", "file", "directory", "path",
    "Option {name!r} does not take a value.", "Aborted!",
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
)


LANG = click.Option(
    ["--lang"], type=click.Choice(list(LANGUAGES)), is_eager=True, expose_value=False, callback=_speak,
    help="The language to speak; otherwise the player's (see `language`), or the system's.")


JSON = click.Option(
    ["--json"], is_flag=True, is_eager=True, expose_value=False,
    callback=lambda ctx, parameter, is_wanted: printing.collect(ctx) if is_wanted else None,
    help="Print the result as JSON (`witp-pbem guide json`).")


def speak_to(campaign: Campaign, side: str) -> None:
    """Switches to the language a side's player has set, unless --lang names another."""
    from witp_pbem.campaign.folder.settings import language_of

    if not click.get_current_context().find_root().meta.get(_WANTED):
        speak(language_of(campaign, side) or of_the_system())


def speak_to_keeper() -> None:
    """Switches back to the language of --lang or the system after `speak_to`."""
    speak(click.get_current_context().find_root().meta.get(_WANTED) or of_the_system())
