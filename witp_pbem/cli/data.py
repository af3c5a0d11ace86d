"""`data`: where a game's data come from, and comparing what is reconstructed with the printed game on a checklist."""

from __future__ import annotations

from collections.abc import Iterator

import click

from witp_pbem.campaign.folder import checklist, checklist_file, games, own_data
from witp_pbem.campaign.folder.checklist import ChecklistRow, Fault
from witp_pbem.campaign.folder.data_files import text
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.parameters import CAMPAIGN, FORCE, GAME, OUTPUT
from witp_pbem.cli.printing import PlainProblem, ProblemPlace, Result
from witp_pbem.cli.reference import TextPassage, meant, passages
from witp_pbem.cli.spoken import CommandGroup, Spoken
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, say, together
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import problem_sentence

_SUMMARIES = say.sentences({"sources": "Show where the data come from.",
                            "check": "Say what is wrong with data files of your own.",
                            "export": "Write the checklist of everything reconstructed.",
                            "import": "Make a data file of a checklist you filled in."})


@click.group(cls=CommandGroup, summaries=_SUMMARIES)
def data() -> None:
    """Show where the data of a game come from, compare them with your printed copy, and put in what is printed.

    What the program does not know of a printed game is reconstructed. Write a checklist of all of it, open it in a
    spreadsheet, answer "correct?" in as many rows as you like, and make a data file of it for `witp-pbem new --data`.
    What you answered counts as confirmed from then on. `witp-pbem guide own-data` says more.

    \b
    Examples:  witp-pbem data sources --game NAME
               witp-pbem data export --game NAME -o checklist.csv
               witp-pbem data import checklist.csv --game NAME -o mine.json
               witp-pbem new isles --game NAME --data mine.json
               witp-pbem data check mine.json other.yaml --game NAME
    """


class CheckedData(NamedTuple):
    """Whether data files of somebody's own can be used.

    Attributes:
        stands: whether nothing is wrong with them.
        files: their names.
        problems: what is wrong, each with its file, line and column where it has them.
        changed: the data files of the game in which they put something.
        scenarios: those that campaigns can begin with only with these files.
    """

    stands: bool
    files: list[str]
    problems: list[PlainProblem]
    changed: list[str]
    scenarios: list[str]


@data.command(cls=Spoken)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@GAME
def check(files: tuple[str, ...], game: str) -> Result[CheckedData]:
    """Say what is wrong with data files of your own, in JSON or YAML, before a campaign is created with them.

    They are read together and merged into the game's data in their order, as `witp-pbem new --data` does. Everything
    that is wrong is shown with its line and column. Exits with 1 if anything is.

    \b
    Example:  witp-pbem data check my.map.yaml my-position.yaml --game NAME
    """
    chosen = meant(game, "")
    named = [(click.format_filename(name), named_files.read_file(name)) for name in files]
    names, before = [name for name, _ in named], {offer.name for offer in chosen.scenarios()}
    try:
        made, _, changed = own_data.own_game(chosen.id, named)
        fresh = [offer.name for offer in made.scenarios() if offer.name not in before]
        checked = CheckedData(True, names, [], list(changed), fresh)
    except own_data.BadFile as bad:
        checked = CheckedData(False, names, list(_faults(bad, chosen)), [], [])
    return Result(lambda: checked, lambda: _show_checked(checked), checked.stands)


def _faults(bad: own_data.BadFile, game: Game) -> Iterator[PlainProblem]:
    """What is wrong with files, problem by problem; where nothing is known but that they cannot be used, that."""
    if not bad.problems:
        yield PlainProblem("unusable", str(bad), kind="invalid")
    for problem in bad.problems:
        place = ProblemPlace(problem.file, *problem.span) if problem.file else None
        yield PlainProblem(problem.code, problem_sentence(problem, game.catalogue), problem.rule, place,
                           problem.suggestion, problem.kind)


def _show_checked(checked: CheckedData) -> None:
    """What came of it."""
    for problem in checked.problems:
        place = problem.place
        line = f"{place.file}:{place.line}:{place.column}: " if place and place.line else f"{place.file}: " if (
            place) else ""
        printing.problem(problem, f"{line}{problem.sentence}")
    if not checked.stands:
        printing.line(say.plural(len(checked.problems), "{n} problem.", "{n} problems."))
        return
    printing.line(say("{files} can be used. Changed by them: {changed}.", files=together(checked.files),
                      changed=listing(checked.changed)))
    if checked.scenarios:
        printing.line(say("Campaigns can begin with: {scenarios}.", scenarios=listing(checked.scenarios)))


@data.command(cls=Spoken)
@GAME
@CAMPAIGN
def sources(game: str, campaign: str) -> Result[list[TextPassage]]:
    """Show where a game's data come from, file by file, and what is reconstructed.

    Reconstructed data are not the printed game's. An owner of the game can confirm them and put in the real values
    with `witp-pbem data export`.

    \b
    Example:  witp-pbem data sources --game NAME
    """
    return passages(meant(game, campaign).sources(), r"\n")


@data.command(cls=Spoken)
@GAME
@CAMPAIGN
@OUTPUT
@FORCE
def export(game: str, campaign: str, output: str | None, force: bool) -> Result[list[ChecklistRow]] | None:
    """Write the checklist of everything reconstructed, as CSV for any spreadsheet.

    A row is a value with its place and its source. Write "yes" into the column "correct?" where your printed game has
    the same, and otherwise "no", with what it has in the column "correct value". Leave the rest empty.

    \b
    Example:  witp-pbem data export --game NAME -o checklist.csv
    """
    rows = checklist.rows(meant(game, campaign))
    sheet = checklist_file.write(rows)
    if output is None:
        return Result(lambda: rows, lambda: printing.text(sheet))
    named_files.write_or_print(checklist_file.MARK + sheet.encode(), output, force)
    return None


class ImportedChecklist(NamedTuple):
    """What a checklist that was filled in came to.

    Attributes:
        stands: whether nothing is wrong with it; otherwise nothing is written.
        problems: what is wrong, each with its row (as line) and column.
        confirmed: how many values are correct as they are.
        corrected: how many have another value now.
        removed: how many entries are taken out.
        open: how many rows of the checklist are not answered.
        file: the data file that was written, "" for none.
        data: what stands in it.
    """

    stands: bool
    problems: list[PlainProblem]
    confirmed: int
    corrected: int
    removed: int
    open: int
    file: str
    data: dict[str, object]


@data.command("import", cls=Spoken)
@click.argument("file", metavar="FILE")
@GAME
@CAMPAIGN
@OUTPUT
@FORCE
def import_(file: str, game: str, campaign: str, output: str | None, force: bool) -> Result[ImportedChecklist]:
    """Make a data file for `witp-pbem new --data` of a checklist you filled in.

    Columns may stand in any order, parted by commas, semicolons or tabs. Everything that is wrong is shown with its row
    and column; then nothing is written.

    \b
    Example:  witp-pbem data import checklist.csv --game NAME -o mine.json
    """
    chosen = meant(game, campaign)
    answers, faults = checklist_file.read(named_files.read_file(file))
    taken = checklist.take(chosen, games.find(chosen.id), answers)
    faults = sorted((*faults, *taken.faults), key=lambda fault: fault[:2])
    name, stands = click.format_filename(file), not faults
    written = output if stands and taken.changes and output else ""
    if written:
        named_files.write_or_print(text(taken.changes), written, force)
    imported = ImportedChecklist(stands, [_problem(name, fault) for fault in faults], taken.confirmed, taken.corrected,
                                 taken.removed, taken.open, written, taken.changes if stands else {})
    named = f" --game {chosen.id}" if len({*games.own(), *games.installed()}) > 1 else ""
    return Result(lambda: imported, lambda: _show(imported, named), stands)


def _problem(file: str, fault: Fault) -> PlainProblem:
    place = ProblemPlace(file, fault.row, fault.column, fault.row, fault.column + bool(fault.column))
    return PlainProblem(fault.code, fault.sentence, "", place, fault.suggestion, "invalid")


def _show(imported: ImportedChecklist, named: str) -> None:
    """What came of it.

    Args:
        named: the option that names the game, "" where there is one alone.
    """
    for problem in imported.problems:
        printing.problem(problem, *_lines(problem))
    if not imported.stands:
        printing.line(say.plural(len(imported.problems), "{n} problem. Nothing was written.",
                                 "{n} problems. Nothing was written."))
        return
    if imported.data and not imported.file:
        printing.text(text(imported.data))
    counts = say("Confirmed: {confirmed}; corrected: {corrected}; taken out: {removed}; not answered: {open}.",
                 confirmed=imported.confirmed, corrected=imported.corrected, removed=imported.removed,
                 open=imported.open)
    printing.paragraph(counts, err=bool(imported.data and not imported.file))
    if imported.file:
        printing.commands(say("Next:"), f"new DIR{named} --data {imported.file}")


def _lines(problem: PlainProblem) -> Iterator[str]:
    """A problem of a row: where it is, what is wrong, and what was meant most likely."""
    place = problem.place
    assert place is not None
    where = place.file
    if place.line:
        where = (say("{file}: row {row}, column {column}", file=place.file, row=place.line, column=place.column)
                 if place.column else say("{file}: row {row}", file=place.file, row=place.line))
    yield say("{where}: {wrong}.", where=where, wrong=problem.sentence.rstrip(".。"))
    if problem.suggestion:
        yield "    " + say("did you mean: {suggestion}?", suggestion=problem.suggestion)
