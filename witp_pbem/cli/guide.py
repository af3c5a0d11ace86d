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
from witp_pbem.table.language import LANGUAGES, language, listing, say

TOPICS = ("exchange", "mails", "keeping", "fairness", "disputes", "signatures", "case-files", "logbook-format",
          "upgrades", "templates", "own-data", "installing", "translating", "adding-a-game", "json")
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

    A game has guides of its own besides "orders"; `witp-pbem guide games` lists them.

    \b
    Examples:  witp-pbem guide
               witp-pbem guide fairness
               witp-pbem guide orders --campaign isles
    """
    if topic == GAMES:
        listed = {name: _topics(games.guides(name)) for name in sorted({*games.own(), *games.installed()})}
        return Result(lambda: listed, lambda: printing.line("\n".join(
            f"{name}: {listing(topics) or say('none')}" for name, topics in listed.items())))
    if topic in TOPICS:
        folder = Path(str(files("witp_pbem"))) / games.GUIDES
    else:
        folder = games.guides(meant(game, campaign).id)
        if topic not in _topics(folder):
            known = listing([*_topics(folder), *TOPICS, GAMES])
            raise click.BadParameter(say('there is no guide "{topic}"; the guides are {known}.',
                                         topic=topic, known=known),
                                     param_hint="NAME")
    spoken = folder / f"{topic}.{language()}.md"
    printing.text((spoken if spoken.is_file() else folder / f"{topic}.md").read_text("utf-8"))
    return None


GAMES = "games"


def _topics(folder: Path) -> list[str]:
    """The guides in a folder, each once for all languages."""
    return sorted({path.stem.removesuffix(f".{spoken}") for path in folder.glob("*.md") for spoken in LANGUAGES
                   if path.stem.count(".") == 0 or path.stem.endswith(f".{spoken}")})
