"""`archive`: many campaigns kept together, found again, counted and proved."""

from __future__ import annotations

from importlib import import_module

import click

from witp_pbem.cli.spoken import CommandGroup
from witp_pbem.table.language import say

_SUMMARIES = say.sentences({
    "add": "Add campaigns, or bring those that are there up to date.",
    "list": "List the campaigns.",
    "show": "Show one of them.",
    "search": "Search them.",
    "stats": "Count what they have in common.",
    "site": "Make a site of them.",
    "verify": "Prove every campaign.",
    "replay-with": "Say which would be decided otherwise by other rules or data.",
    "export": "Take a campaign out, as one file.",
    "remove": "Take one of them out of the archive.",
    "attach": "Attach records of other programs to a campaign.",
    "alias": "Show somebody under another name.",
    "rebuild": "Make all that is derived from the records again.",
})
_MODULES = {**{name: name.replace("-", "_") for name in _SUMMARIES}, "list": "listing"}


class Archive(CommandGroup):
    """The group, whose commands are imported when they are called: what they need takes a while to load."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _MODULES:
            return None
        module = import_module(f"{__name__}.{_MODULES[cmd_name]}")
        command: click.Command = getattr(module, "listed" if cmd_name == "list" else _MODULES[cmd_name])
        return command


@click.group(cls=Archive, summaries=_SUMMARIES)
def archive() -> None:
    """Keep many campaigns together: find them again, count, compare and prove them.

    An archive is a file (SQLite), or a database of PostgreSQL named by its URL. Public logbooks are kept whole; all
    else follows from them and can be made again.

    \b
    Examples:  witp-pbem archive add club.db isles reefs
               witp-pbem archive list club.db
               witp-pbem archive show club.db isles
    """
