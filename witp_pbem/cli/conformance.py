"""`conformance`: runs case files, and shows which rules they prove."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

import click

from witp_pbem.campaign.folder import case_games
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.parameters import GAME
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table import cases
from witp_pbem.table import coverage as proving
from witp_pbem.table.cases import Case, CaseResult
from witp_pbem.table.coverage import RuleCoverage
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

ENDING = ".case"
ID_WIDTH = 13  # least columns of the ids in the list of rules


class CasesRun(NamedTuple):
    """The result of a run.

    Attributes:
        passed, failed: how many cases did.
        cases: the result of each.
        rules: every rule with the cases that prove it; null without --coverage.
    """

    passed: int
    failed: int
    cases: list[CaseResult]
    rules: list[RuleCoverage] | None


@click.command(cls=Spoken)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@GAME
@click.option("--coverage", is_flag=True, help="List every rule of the game with the cases that prove it.")
def conformance(paths: tuple[str, ...], game: str, coverage: bool) -> Result[CasesRun]:
    """Run case files: each gives a position, orders and dice, and the required result (`witp-pbem guide case-files`).

    A PATH is a case file, or a folder all of whose .case files are run. A disputed point becomes a case that
    anybody can read and run. The rules it covers say which game it is about, or it says so itself ("game: witp").

    \b
    Examples:  witp-pbem conformance tests/conformance
               witp-pbem conformance tests/conformance --coverage
    """
    played: dict[str, Game] = {}

    def game_of(case: Case) -> tuple[Case, Game]:
        prepared, made = case_games.prepared(case, game)
        played.setdefault(made.id, made)
        return prepared, made

    results: list[CaseResult] = []
    unreadable = 0
    for path in _files(paths):
        try:
            results += cases.run_file(path, game_of)
        except UnicodeDecodeError as error:
            unreadable += 1
            printing.line(say("{path}: this is not plain text (UTF-8): {reason} at byte {byte}.", path=path,
                              reason=error.reason, byte=error.start), err=True)
    failed = sum(not result.passed for result in results)
    proven = [(title, proving.coverage(results, title)) for title in played.values()] if coverage else []
    proofs = [proof for _, rules in proven for proof in rules]

    def show() -> None:
        for result in results:
            if not result.passed:
                printing.line(say("{file}: {case}: failed", file=result.file, case=result.name))
                for failure in result.failures:
                    printing.paragraph(failure, first="    ", rest="      ")
        for title, rules in proven:
            if len(proven) > 1:
                printing.line(title.title)
                printing.line()
            _print_coverage(rules, title)
        printing.line(say("{count} cases, {failed} failed.", count=len(results), failed=failed))
        if coverage:
            printing.line(_count(proofs))

    bare = any(not proof.cases and not proof.rule.defines for proof in proofs)
    return Result(lambda: CasesRun(len(results) - failed, failed, results, proofs if coverage else None), show,
                  not (failed or unreadable or bare or not results))


def _files(paths: Iterable[str]) -> Iterator[Path]:
    for name in paths:
        path = Path(name)
        if path.is_dir():
            case_files = sorted(path.rglob(f"*{ENDING}"))
            if not case_files:
                raise named_files.Unreadable(say('There are no case files (*{ending}) in "{name}".', ending=ENDING,
                                             name=name))
            yield from case_files
        elif path.is_file():
            yield path
        else:
            raise named_files.Unreadable(say('"{folder}" does not exist.', folder=name))


# -- what is proven --------------------------------------------------------------------------------------------


def _print_coverage(proofs: Sequence[RuleCoverage], game: Game) -> None:
    """Every rule under its section's title: the cases that prove it, or that it needs none, or that it has none."""
    for section, rules in groupby(proofs, key=lambda proof: proof.rule.section):
        printing.line(section)
        named = {rule.id.removeprefix(game.cites).strip(): (rule, proven) for rule, proven in rules}
        width = max(ID_WIDTH, *(len(name) + 2 for name in named))
        for name, (rule, proven) in named.items():
            lines = [say("defines a term")] if rule.defines else [] if proven else [say("NOT COVERED")]
            lines += [f"{Path(case.file).name}: {case.name}" for case in proven]
            lead = f"  {name:<{width}}"
            for line in lines:
                printing.paragraph(line, first=lead, rest=" " * (len(lead) + 2))
                lead = " " * len(lead)
        printing.line()


def _count(proofs: Sequence[RuleCoverage]) -> str:
    defining = sum(proof.rule.defines for proof in proofs)
    proven = sum(bool(proof.cases) and not proof.rule.defines for proof in proofs)
    return say("{count} ids: {proven} proven, {defining} only define a term, {bare} not covered.", count=len(proofs),
               proven=proven, defining=defining, bare=len(proofs) - proven - defining)
