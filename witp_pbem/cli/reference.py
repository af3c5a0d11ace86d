"""`rule`, `sources`, `conformance`: what needs no campaign."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from witp_pbem.campaign import games
from witp_pbem.cli import display
from witp_pbem.table.game import Game

ENDING = ".case"


@click.command()
@click.argument("words", metavar="ID", nargs=-1, required=True)
@click.pass_context
def rule(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Tell a rule in our own words: one rule, or all of a section.

    Problems and reports name rules by such ids. A game's name in front says which game is meant; without one it is
    War in the Pacific (witp).

    \b
    Examples:  witp-pbem rule 6.3.b
               witp-pbem rule witp 6.3
    """
    identifier = " ".join(" ".join(words).split())
    named, _, rest = identifier.partition(" ")
    game = games.find(named if rest and named in games.installed() else games.USUAL)(None)
    found = game.reference(identifier)
    if not found:
        near = ", ".join(game.nearest(identifier))
        click.echo(f'witp-pbem: there is no rule "{identifier}".' + (f" Near it: {near}." if near else ""), err=True)
        ctx.exit(2)
    for number, (name, text) in enumerate(found):
        if number:
            click.echo()
        click.echo(name)
        for paragraph in re.split(r"\n\s*\n", text):
            display.paragraphs(paragraph, first="  ", rest="  ")


@click.command()
@click.option("--game", default=games.USUAL, show_default=True, metavar="GAME", help="Which game.")
def sources(game: str) -> None:
    """Tell where a game's data come from, file by file, and what of it is reconstructed.

    Reconstructed data are not the printed game's. An owner of the game can put in the real values with
    `witp-pbem new --data FILE`.

    \b
    Example:  witp-pbem sources
    """
    for number, (title, text) in enumerate(games.find(game)(None).sources()):
        if number:
            click.echo()
        click.echo(title)
        for paragraph in text.split("\n"):
            display.paragraphs(paragraph, first="  ", rest="  ")


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.pass_context
def conformance(ctx: click.Context, paths: tuple[str, ...], as_json: bool) -> None:
    """Run case files: each says a position, orders, dice, and what must come of them (witp_pbem/docs/case-files.md).

    A PATH is a case file, or a folder all of whose .case files are run. A disputed point becomes a case that
    anybody can read and run.

    \b
    Example:  witp-pbem conformance tests/conformance
    """
    from witp_pbem.table import cases

    game: Game = games.find(games.USUAL)(None)
    results = []
    unreadable = 0
    for path in _files(paths):
        try:
            results += [(path, result) for result in cases.run_file(path, game)]
        except UnicodeDecodeError as error:
            unreadable += 1
            click.echo(f"{path}: this is not plain text (UTF-8): {error.reason} at byte {error.start}.", err=True)
    failed = sum(not result.passed for _, result in results)
    if as_json:
        display.print_json({"passed": len(results) - failed, "failed": failed, "cases": [
            {"file": str(path), "name": result.name, "passed": result.passed, "failures": list(result.failures)}
            for path, result in results]})
    else:
        for path, result in results:
            if not result.passed:
                click.echo(f"{path}: {result.name}: failed")
                for failure in result.failures:
                    display.paragraphs(failure, first="    ", rest="      ")
        click.echo(f"{len(results)} cases, {failed} failed.")
    ctx.exit(1 if failed or unreadable or not results else 0)


def _files(paths: Iterable[str]) -> Iterator[Path]:
    for name in paths:
        path = Path(name)
        if path.is_dir():
            found = sorted(path.rglob(f"*{ENDING}"))
            if not found:
                raise display.Unreadable(f'There are no case files (*{ENDING}) in "{name}".')
            yield from found
        elif path.is_file():
            yield path
        else:
            raise display.Unreadable(f'"{name}" does not exist.')
