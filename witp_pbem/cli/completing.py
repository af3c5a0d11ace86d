"""What a shell offers when Tab is pressed (`guide installing`): campaigns, sides, phases, places, rules and guides.

Click asks for it with `_WITP_PBEM_COMPLETE` in the environment. Whatever goes wrong then, nothing is offered: a shell
would show the error in the middle of what is being typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from pathlib import Path
from types import MappingProxyType

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

from witp_pbem.table.game import Game
from witp_pbem.table.language import ENGLISH, language
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.tuples import NamedTuple

_SPECIAL = re.compile(r"([^\w./:,@%+=~-])")


class Offer(NamedTuple):
    """Something that can be typed, and what it is, "" where it says so itself."""

    value: str
    help: str = ""


@add_completion_class
class Bash(BashComplete):
    r"""Bash, which puts what is offered into the line as it is: blanks, as names of places have them, need a \ there.
    Each \ is doubled, as click's script takes one away."""

    def format_completion(self, item: CompletionItem) -> str:
        value = str(item.value)
        kept = _SPECIAL.sub(r"\\\\\1", value) if item.type == "plain" else value
        return f"{item.type},{kept}"


# -- what is offered -------------------------------------------------------------------------------------------------


def _campaigns(ctx: click.Context, typed: str) -> Iterable[Offer]:
    """The folders of campaigns that begin as typed, and folders that hold some."""
    from witp_pbem.campaign.record import logbook

    above, _, name = typed.rpartition("/")
    start = Path(above or ("/" if typed.startswith("/") else ".")).expanduser()
    lead = f"{above}/" if "/" in typed else ""
    for folder in sorted(start.iterdir()):
        if not folder.name.startswith(name) or folder.name.startswith(".") and not name:
            continue
        if (folder / logbook.FILE).is_file():
            yield Offer(f"{lead}{folder.name}")
        elif folder.is_dir():
            yield from (Offer(f"{lead}{folder.name}/{file.parent.name}")
                        for file in sorted(folder.glob(f"*/{logbook.FILE}")))


def _cases(ctx: click.Context, typed: str) -> Iterable[Offer]:
    """Case files that begin as typed; other files, and those in folders, are left to the shell."""
    above, _, name = typed.rpartition("/")
    start = Path(above or ("/" if typed.startswith("/") else ".")).expanduser()
    lead = f"{above}/" if "/" in typed else ""
    return [Offer(f"{lead}{file.name}") for file in sorted(start.glob("*.case")) if file.name.startswith(name)]


def _sides(ctx: click.Context, typed: str) -> Iterable[Offer]:
    from witp_pbem.campaign.folder.opening import open_campaign

    folder = _folder(ctx)
    names = open_campaign(folder).senders if folder else [name for game in _meant(ctx) for name in game.players]
    return [Offer(name) for name in (*names, REFEREE)]


def _phases(ctx: click.Context, typed: str) -> Iterable[Offer]:
    return [Offer(phase) for game in _meant(ctx) for phase in game.phases]


def _places(ctx: click.Context, typed: str) -> Iterable[Offer]:
    """The names of places: with nothing typed those of the language spoken, and ids where there is no name."""
    for game in _meant(ctx):
        for place, names in game.lexicon.places.own.items():
            spoken = [name for name in names if typed or name.isascii() == (language() == ENGLISH)]
            yield from (Offer(name, place) for name in spoken or (place,))
            if typed:
                yield Offer(place, ", ".join(names))


def _games(ctx: click.Context, typed: str) -> Iterable[Offer]:
    """The games that come with the program."""
    from witp_pbem.campaign.folder import games

    return [Offer(name, games.packaged(name).title) for name in games.own()]


def _rules(ctx: click.Context, typed: str) -> Iterable[Offer]:
    """The numbers of the sections, and of their rules once a section is typed; behind the word that rules of a game
    are cited with, those of this game."""
    from witp_pbem.campaign.folder import games

    cited = games.cited(next(iter(ctx.params.get("words") or ()), ""))
    for game in [games.packaged(cited)] if cited else _meant(ctx):
        for rule in game.rules():
            number = rule.id.removeprefix(f"{game.cites} ")
            section = rule.section.partition(" ")[0]
            yield Offer(number if typed.startswith(section) else section, rule.section)


def _guides(ctx: click.Context, typed: str) -> Iterable[Offer]:
    from importlib.resources import files

    from witp_pbem.campaign.folder import games

    folders = *(games.guides(game.id) for game in _meant(ctx)), Path(str(files("witp_pbem"))) / games.GUIDES
    names = (file.name.partition(".")[0] for folder in folders for file in sorted(folder.glob("*.md")))
    return map(Offer, (*names, "games"))


def _commands(ctx: click.Context, typed: str) -> Iterable[Offer]:
    root = ctx.find_root().command
    return map(Offer, root.list_commands(ctx) if isinstance(root, click.Group) else ())


# Name of a parameter, with that of its command where others call something else so -> what is offered for it.
OFFERS: Mapping[str, Callable[[click.Context, str], Iterable[Offer]]] = MappingProxyType({
    "folder": _campaigns, "root": _campaigns, "paths": _campaigns, "place": _campaigns, "campaign": _campaigns,
    "game": _games, "side": _sides, "phase": _phases, "around": _places, "topic": _guides,
    "try files": _cases, "rule words": _rules, "places words": _places, "help words": _commands,
})


# -- for a command's parameters ----------------------------------------------------------------------------------------


def offering(ctx: click.Context, parameter: click.Parameter) -> click.Parameter:
    """A parameter that offers what can be typed for it."""
    name = parameter.name or ""
    offers = OFFERS.get(f"{ctx.info_name} {name}") or OFFERS.get(name)
    if offers is None:
        return parameter

    def complete(ctx: click.Context, typed: str) -> list[CompletionItem]:
        try:
            offered: dict[str, Offer] = {}  # in small letters; of an id and a name alike the first
            for offer in offers(ctx, typed):
                if (word := offer.value.casefold()).startswith(typed.casefold()):
                    offered.setdefault(word, offer)
        except Exception:  # nothing is told while somebody types
            offered = {}
        items = [CompletionItem(offer.value, help=offer.help or None) for offer in offered.values()]
        return items or parameter.type.shell_complete(ctx, parameter, typed) or (
            [CompletionItem(typed, type="file")] if offers in (_campaigns, _cases) else [])

    able = copy(parameter)
    able.shell_complete = complete  # type: ignore[method-assign, assignment]
    return able


def _folder(ctx: click.Context) -> Path | None:
    """The campaign named among what has been typed so far, as far as click has made anything of it."""
    from witp_pbem.campaign.record import logbook

    values = [value for value in (*ctx.params.values(), *ctx.args) if value and isinstance(value, str | Path)]
    return next((Path(value) for value in values if (Path(value) / logbook.FILE).is_file()), None)


def _meant(ctx: click.Context) -> list[Game]:
    """The game of the campaign named, or the one named; else each of those that come with the program."""
    from witp_pbem.campaign.folder import games
    from witp_pbem.campaign.folder.opening import open_campaign

    if folder := _folder(ctx):
        return [open_campaign(folder).game]
    return [games.packaged(name) for name in ([ctx.params["game"]] if ctx.params.get("game") else games.own())]
