"""`try`: plays a case and shows what happens."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from witp_pbem.campaign.folder import case_games, games
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.parameters import FORCE, GAME, TEMPLATES
from witp_pbem.cli.printing import PlainProblem, Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report import try_case as telling
from witp_pbem.report.layout import WIDTH, wrap
from witp_pbem.report.odds import OddsResult
from witp_pbem.report.phrases import visible
from witp_pbem.report.try_case import OwedChoice, TriedDice, TriedEpisode, UnusedOrder
from witp_pbem.table import cases, trying
from witp_pbem.table.cases import Case
from witp_pbem.table.game import Game
from witp_pbem.table.language import bracketed, say
from witp_pbem.table.story import Paragraph, Section
from witp_pbem.table.trying import TriedCase
from witp_pbem.table.tuples import NamedTuple

ENDING = ".case"
SEED_BYTES = 4  # of a seed nobody has named: short enough to be typed


class TriedResult(NamedTuple):
    """What came of a case.

    Attributes:
        case: its name.
        file, line: where it stands.
        game: the id of the game it was played in, "" where that could not be told.
        unreadable: what of it could not be read, in sentences; then it was not played.
        again: the command that plays it with the same dice, "" where the program threw none.
        seed: what the program's dice grow from, "" where it threw none.
        happened: what happened, in order; nothing with --odds.
        dice: as they fell.
        refused: orders that were not understood or are not legal.
        unused: orders nobody asked for.
        owed: what is owed at the end, with the legal orders.
        expected: whether all that the case expects holds, null where it expects nothing or was not played.
        failures: what of it does not hold, in sentences.
        odds: of its battles, null where there are none.
        remarks: what has to be said of the data and the readings it rests on.
        position: the one it ends with, or with --odds the one it begins with; null where it could not be read.
    """

    case: str
    file: str
    line: int
    game: str
    unreadable: list[str]
    again: str
    seed: str
    happened: list[TriedEpisode]
    dice: list[TriedDice]
    refused: list[PlainProblem]
    unused: list[UnusedOrder]
    owed: list[OwedChoice]
    expected: bool | None
    failures: list[str]
    odds: OddsResult | None
    remarks: list[str]
    position: Mapping[str, Any] | None


class Trial(NamedTuple):
    """A case and what came of it: what of it cannot be read, or its play, and the odds of its battles."""

    case: Case
    game: Game
    tried: TriedCase | None
    unreadable: tuple[str, ...]
    odds: OddsResult | None

    @property
    def is_well(self) -> bool:
        return self.tried is not None and self.tried.is_well


@click.command("try", cls=Spoken)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@GAME
@click.option("--seed", metavar="TEXT", default="", help="Throw the same dice each time.")
@click.option("--odds", "only_odds", is_flag=True, help="All throws of the dice in the place of one.")
@click.option("--format", "form", type=click.Choice(("text", "html")), default="text", show_default=True,
              help="A text, or a page with the map; of several cases FILE-1, FILE-2 and so on.")
@click.option("-o", "output", metavar="FILE", help="Write to this file instead of the screen.")
@FORCE
@TEMPLATES
def try_case(files: tuple[str, ...], game: str, seed: str, only_odds: bool, form: str, output: str | None, force: bool,
             templates: Path | None) -> Result[list[TriedResult]] | None:
    """Play a case and show what happens: each step with its rule and arithmetic, the odds, what is owed then.

    A FILE is a case file (`witp-pbem guide trying`): who stands where, what is ordered, and dice if you like; some
    games have files of their own for that. - is what is piped in, typed or pasted. Dice the case does not give are
    thrown by the program, and the command that throws them again is printed. No campaign is needed, and nothing is
    recorded.

    The exit code is 0 where it could be played. It is 1 where a file cannot be read, or an order was not understood or
    is not legal; and for a case that says what it expects, where that does not hold.

    \b
    Examples:  witp-pbem try battle.case
               witp-pbem try battle.case --seed "of my own"
               witp-pbem try battle.case --odds
               witp-pbem try battle.case --format html -o battle.html
    """
    grown = seed or os.urandom(SEED_BYTES).hex()
    trials = [_trial(case, game, grown, only_odds) for file in files for case in _read(file, game)]
    again = f"try {' '.join(map(shlex.quote, files))} --seed {shlex.quote(grown)}"
    is_well = all(trial.is_well for trial in trials)
    if form == "text" and output is None:
        return Result(lambda: [_result(trial, grown, again, only_odds) for trial in trials],
                      lambda: _show(trials, again, only_odds), is_well)
    from witp_pbem.cli.report import put_out

    parts = _pages(trials, again, only_odds, templates) if form == "html" else [_text(trials, again, only_odds)]
    if len(parts) > 1 and output is None:
        raise click.UsageError(say("Several cases make several pages: name a file for them with -o."))
    put_out(parts, output, force)
    if not is_well:
        click.get_current_context().exit(1)
    return None


def _read(name: str, game: str) -> list[Case]:
    """The cases of a file, or of what is piped in.

    Args:
        game: the game named, "" for none.
    Raises:
        Unreadable: there are none, or it is no plain text.
    """
    is_piped = name == named_files.STDIN
    data = named_files.read_stdin() if is_piped else named_files.read_file(name)
    called = say("standard input") if is_piped else click.format_filename(name)
    if not is_piped and Path(name).suffix != ENDING:
        for own in (game,) if game else games.own():
            if of_game := list(games.packaged(own).cases_in(name, data)):
                return of_game
    try:
        brought = list(cases.read(data.decode("utf-8-sig"), called))
    except UnicodeDecodeError as error:
        raise named_files.Unreadable(say("{path}: this is not plain text (UTF-8): {reason} at byte {byte}.",
                                         path=called, reason=error.reason, byte=error.start)) from error
    if not brought:
        raise named_files.Unreadable(say("There is no case in {file}: a case begins with a line “case: NAME” "
                                         "(witp-pbem guide trying).", file=called))
    return brought


def _trial(case: Case, named: str, seed: str, only_odds: bool) -> Trial:
    """Plays a case.

    Args:
        only_odds: its dice count for nothing, and are not thrown.
    """
    case, game = case_games.prepared(case, named)
    tried = trying.try_case(case, game, seed)
    if not isinstance(tried, TriedCase):
        return Trial(case, game, None, tried, None)
    return Trial(case, game, tried, (), _odds(tried))


def _odds(tried: TriedCase) -> OddsResult | None:
    """The odds of its battles, None where none is fought."""
    from witp_pbem.campaign.disputes.odds import of_case
    from witp_pbem.report.odds import result

    reckoned = result(of_case(tried.opening, tried.game), tried.game, tried.case.name)
    return reckoned if reckoned.battles else None


# -- for people --------------------------------------------------------------------------------------------------------


def _show(trials: Sequence[Trial], again: str, only_odds: bool) -> None:
    for line in _lines(trials, only_odds):
        printing.line(line)
    if again := _again(trials, again, only_odds):
        printing.line()
        printing.commands(say("The same dice again:"), again)


def _text(trials: Sequence[Trial], again: str, only_odds: bool) -> str:
    again = _again(trials, again, only_odds)
    last = ["", say("The same dice again: {command}", command=f"witp-pbem {again}")] if again else []
    return "\n".join([*_lines(trials, only_odds), *last, ""])


def _again(trials: Sequence[Trial], again: str, only_odds: bool) -> str:
    """The command that plays all of it again, "" where the program threw nothing."""
    thrown = any(trial.tried and trial.tried.is_by_luck for trial in trials)
    return again if thrown and not only_odds else ""


def _lines(trials: Sequence[Trial], only_odds: bool) -> Iterator[str]:
    from witp_pbem.report import plain_text

    for number, trial in enumerate(trials):
        yield from ("", "") if number else ()
        yield "=" * WIDTH
        yield from wrap(visible(trial.case.name))
        yield from wrap(bracketed(trial.game.title, say("{file}, line {line}", file=trial.case.file,
                                                        line=trial.case.line)))
        yield "=" * WIDTH
        for line in plain_text.sections(_sections(trial, only_odds), trial.game.narration.rule_number):
            yield visible(line)


def _sections(trial: Trial, only_odds: bool) -> list[Section]:
    if trial.tried is None:
        return [Section(say("Not played: this cannot be read"), tuple(
            Paragraph(sentence, tone="strong") for sentence in trial.unreadable))]
    return telling.odds_alone(trial.tried, trial.odds) if only_odds else telling.sections(trial.tried, trial.odds)


def _pages(trials: Sequence[Trial], again: str, only_odds: bool, templates: Path | None) -> list[str]:
    """A page for each case.

    Raises:
        Unreadable: one of them cannot be read.
    """
    from witp_pbem.report import try_page

    if unreadable := [sentence for trial in trials for sentence in trial.unreadable]:
        raise named_files.Unreadable("\n".join(unreadable))
    again = _again(trials, again, only_odds)
    return [try_page.render(trial.tried, _sections(trial, only_odds), again, templates)
            for trial in trials if trial.tried]


# -- for programs ------------------------------------------------------------------------------------------------------


def _result(trial: Trial, seed: str, again: str, only_odds: bool) -> TriedResult:
    case, tried = trial.case, trial.tried
    head = (case.name, case.file, case.line, trial.game.id, list(trial.unreadable))
    if tried is None:
        return TriedResult(*head, "", "", [], [], [], [], [], None, [], None, [], None)
    remarks, game = telling.remarks(tried), trial.game
    if only_odds:
        return TriedResult(*head, "", "", [], [], _refused(tried), [], [], None, [], trial.odds, remarks,
                           game.to_json(tried.played.before))
    return TriedResult(
        *head, again if tried.is_by_luck else "", seed if tried.is_by_luck else "", telling.happened(tried),
        telling.dice(tried), _refused(tried), telling.unused(tried), telling.owed(tried),
        None if tried.failures is None else not tried.failures, list(tried.failures or ()), trial.odds, remarks,
        game.to_json(tried.played.position))


def _refused(tried: TriedCase) -> list[PlainProblem]:
    from witp_pbem.cli.problems import plain_problem

    return [plain_problem(problem._replace(file=tried.case.file), tried.game) for problem in tried.played.problems]
