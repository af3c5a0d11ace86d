"""`guide`: the documents that come with the program and its games, on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

import click

from witp_pbem.campaign.folder import games
from witp_pbem.cli import printing
from witp_pbem.cli.parameters import CAMPAIGN, GAME
from witp_pbem.cli.printing import Result
from witp_pbem.cli.reference import meant
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import LANGUAGES, in_a_row, language, listing, say
from witp_pbem.table.spelling import likely

TOPICS = ("exchange", "mails", "keeping", "fairness", "leagues", "archive", "searching", "disputes", "signatures",
          "trying", "case-files", "logbook-format", "upgrades", "templates", "own-data", "installing", "translating",
          "adding-a-game", "json")
ORDERS = "orders"  # of a game, which has it and may have more


@click.command(cls=Spoken)
@click.argument("topic", default=ORDERS, metavar="[NAME]")
@GAME
@CAMPAIGN
def guide(topic: str, game: str, campaign: str) -> Result[Mapping[str, Sequence[str]]] | None:
    """Show one of the documents that come with the program: how the orders of a game are written, if no other is named.

    \b
    orders          of a game: every order            exchange       by mail and by forum; copies
    mails           how few mails a turn takes        signatures     signing what you send
    fairness        who could cheat, and what helps   disputes       protests, going back, explaining
    upgrades        when a newer program comes        keeping        backups, crashes, cloud folders
    logbook-format  how everything is proven          case-files     writing down a disputed rule
    templates       changing the look of reports      translating    other languages
    adding-a-game   what a new game has to give       json           what --json prints
    own-data        with your printed game's values   installing     Windows, pipx, what is optional, Tab
    leagues         several players, the same luck    trying         a battle without a campaign

    A game has guides of its own besides "orders"; `witp-pbem guide games` lists them.

    \b
    Examples:  witp-pbem guide fairness
               witp-pbem guide orders --game NAME
               witp-pbem guide orders --campaign isles
    """
    if topic == GAMES:
        listed = {name: _topics(games.guides(name)) for name in sorted({*games.own(), *games.installed()})}
        return Result(lambda: listed, lambda: printing.line("\n".join(
            f"{name}: {listing(topics) or say('none')}" for name, topics in listed.items())))
    if topic in TOPICS:
        folder = Path(str(files("witp_pbem"))) / games.GUIDES
    else:
        asked = [meant(game, campaign).id] if game or campaign else games.own()
        having = [name for name in asked if topic in _topics(games.guides(name))]
        if len(having) > 1:
            raise games.NoGameNamed(having)
        if not having:
            own = {known for name in asked for known in _topics(games.guides(name))}
            raise click.UsageError(_no_guide(topic, [*sorted(own), *TOPICS, GAMES]))
        folder = games.guides(having[0])
    spoken = folder / f"{topic}.{language()}.md"
    printing.text((spoken if spoken.is_file() else folder / f"{topic}.md").read_text("utf-8"))
    return None


def _no_guide(topic: str, known: Sequence[str]) -> str:
    """Says that there is no such guide, which one was most likely meant, and what there is."""
    near = likely(topic, known)
    return in_a_row(filter(None, (
        say('There is no guide "{topic}".', topic=topic), say("Did you mean {words}?", words=near) if near else "",
        say("The guides are {known}.", known=listing(known)))))


GAMES = "games"


def _topics(folder: Path) -> list[str]:
    """The guides in a folder, each once for all languages."""
    return sorted({path.stem.removesuffix(f".{spoken}") for path in folder.glob("*.md") for spoken in LANGUAGES
                   if path.stem.count(".") == 0 or path.stem.endswith(f".{spoken}")})
