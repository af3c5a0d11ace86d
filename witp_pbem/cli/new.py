"""`new`: founding a campaign."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from witp_pbem.campaign.folder import arrangement, games, settings
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.fates import CHAIN, DEALS, MODES, SEALED
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record import letter_text
from witp_pbem.campaign.record.entries import Founding
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.parameters import FOLDER, GAME
from witp_pbem.cli.recording import receipt_of
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report import phrases
from witp_pbem.table.columns import is_seen
from witp_pbem.table.game import Game
from witp_pbem.table.language import say, together


class New(Spoken):
    """A command with one option for each player of the game to be played, if its name can be one.

    The game is the one named, that of the position to start from, or the only one there is.
    """

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        taken = {option for param in params for option in param.opts}
        names = ctx.meta["game"].players if "game" in ctx.meta else ()
        return [*params[:4], *(
            click.Option([f"--{name}", PLAYER + name.replace("-", "_")], metavar='"NAME <ADDRESS>"',
                         help=_who(ctx, name))
            for name in names if OPTION.fullmatch(name) and f"--{name}" not in taken), *params[4:]]

    def make_context(self, info_name: str | None, args: list[str], parent: click.Context | None = None,
                     **extra: Any) -> click.Context:
        name = _typed(args, "--game") or _game_of(_typed(args, "--position"))
        known = name or len(games.own()) == 1
        with (parent or click.Context(self)).scope(cleanup=False) as outer:
            outer.meta.pop("game", None)
            if known:
                outer.meta.update(game=games.packaged(name or games.usual()))
            try:
                context = super().make_context(info_name, args, outer, **extra)
            except click.NoSuchOption:
                if known:
                    raise
                raise games.NoGameNamed(games.own()) from None  # it may be one of a game's
            context.params.update(game=name)
            return context

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the game's scenarios and its own options with their values; or the games."""
        super().format_options(ctx, formatter)
        game: Game | None = ctx.meta.get("game")
        offered = ((say("Scenarios"), game.scenarios()),
                   (say("Options of the game (--option NAME=VALUE)"), game.options())) if game else (
            (say("Games (--game NAME has options of its own)"), [(name, games.packaged(name).title)
                                                                 for name in games.own()]),)
        for title, offers in offered:
            with formatter.section(title):
                formatter.write_dl(offers)


def _who(ctx: click.Context, player: str) -> str:
    game: Game = ctx.meta["game"]
    if not game.side_of(player):
        return say("A player, where who plays which side is settled in the game.")
    return say("Who plays {side}.", side=phrases.side_name(game, player))


def _typed(args: Sequence[str], option: str) -> str:
    """What is typed for an option among the arguments, "" for nothing."""
    for place, argument in enumerate(args):
        if argument == option and place + 1 < len(args):
            return args[place + 1]
        if argument.startswith(f"{option}="):
            return argument.removeprefix(f"{option}=")
    return ""


def _game_of(position: str) -> str:
    """The game that a file with a position says it is of, "" where it does not, or is no such file."""
    try:
        record = json.loads(Path(position).read_bytes()) if position else {}
    except (OSError, ValueError, RecursionError):
        return ""
    return str(record.get("game", "")) if isinstance(record, dict) else ""


PLAYER = "player_"  # before the name of a player, among what was typed
OPTION = re.compile("[a-z][a-z0-9-]*")  # a name of a player that can be an option


@click.command(cls=New)
@FOLDER
@GAME
@click.option("--scenario", default="", metavar="NAME", help="Which scenario; the first one by default.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An optional rule; may be repeated.")
@click.option("--player", "others", multiple=True, metavar='NAME="..."',
              help="Who plays under a name of the game, whatever it is; may be repeated.")
@click.option("--dice", type=click.Choice(MODES), default=CHAIN, show_default=True,
              help="chain: the program rolls, and everybody can check every die. manual: dice are thrown and cards "
                   "drawn on a table, and the referee types them in.")
@click.option("--seed", default="", metavar="TEXT",
              help="Let all dice and secrets grow from a text. Predictable: for tests and examples only.")
@click.option("--data", multiple=True, metavar="FILE",
              help="Your own data (JSON or YAML), merged into those of the program; may be repeated.")
@click.option("--league", "plan", default="", metavar="FILE",
              help="Create a league instead, as FILE says: a campaign for each of several players, with the same luck.")
@click.option("--position", metavar="FILE", help="Start from this position, as `show --json` prints it.")
@click.option("--key", "keys", multiple=True, metavar="PLAYER=KEY",
              help="The public key a player signs with: its .pub file, or the line in it; may be repeated.")
@click.option("--signed", is_flag=True, help="Accept nothing from the players that is not signed with their keys.")
@click.option("--words", is_flag=True, help="Let the first dice wait for a founding word of every player.")
@click.option("--keeper", default="", metavar="PLAYER",
              help="The player who keeps the campaign, without a referee; the others need chains. Whoever plays alone "
                   "does, unless you name the referee here.")
@click.option("--chain", "chains", multiple=True, metavar="PLAYER=ANCHOR",
              help="The anchor of a player's own chain (`key chain`), without which no die can be known; may be "
                   "repeated.")
@click.option("--talk", type=click.Choice((settings.SAY, settings.ABOVE)), default=settings.SAY, show_default=True,
              help="What counts as table talk, told to all in the next report. say: lines “Say: …” of orders. above: "
                   "also what players write above their orders in a mail.")
@click.option("--deal", type=click.Choice(DEALS), default=SEALED, show_default=True,
              help="sealed: cards are drawn face down, and only the keeper could know them. open: everybody sees every "
                   "hand, and nobody knows a card before it is drawn.")
@click.option("-v", "--verbose", is_flag=True,
              help="Show the hashes and keys by which everybody can check the campaign; `invite` sends them.")
def new(folder: str, plan: str, **typed: Any) -> None:
    """Create a campaign in the folder DIR, which must be new or empty.

    The folder gets the logbook, a copy of the game's data, and a folder private/ with the secrets of the dice and
    the sealed orders. Send everything except private/ to the players; keep private/ safe and to yourself.
    `witp-pbem guide fairness` says who could cheat how, and what helps against it.

    \b
    Examples:  witp-pbem new isles --game NAME --player red="Ken <ken@example.org>" --player blue="Ann"
               witp-pbem new isles --game NAME --scenario short --option last_turn=6 --first "Ken" --second "Ann"
               witp-pbem new isles --game NAME --keeper red --chain blue=3fa1… --deal open --words
               witp-pbem new isles --position then.json
               witp-pbem new spring --league spring.toml
    """
    if plan:
        _new_league(folder, plan)
        return
    is_verbose = typed.pop("verbose") or not printing.is_read_by_people()
    talk = typed.pop("talk")
    founding = create(Path(folder), wishes_of(typed))
    if talk == settings.ABOVE:
        settings.set_talk_above(Path(folder))
    game = open_campaign(Path(folder)).game
    created = say('Created: {campaign} in "{folder}", {scenario} scenario.', campaign=founding["campaign"],
                  folder=folder, scenario=founding["scenario"])
    if is_verbose:
        printing.line(created)
        _print_proofs(founding, game, folder)
    else:
        printing.recorded(receipt_of(founding), created)
    _print_arrangement(founding, game)
    if talk == settings.ABOVE:
        printing.paragraph(say("Table talk: what players write above their orders in a mail is told to all with the "
                               "next report. Tell them so."))
    for remark in game.setting(game.from_json(founding["opening"])).remarks:
        printing.paragraph(remark)
    if founding["reconstructed"]:
        printing.paragraph(say("Some data are reconstructed, not the printed game's: see witp-pbem data sources "
                               "--campaign {folder}.", folder=folder))
    printing.line()
    _print_next(founding, folder)


def _new_league(folder: str, plan: str) -> None:
    """A league, of which the file says everything.

    Raises:
        click.UsageError: more was typed.
    """
    from witp_pbem.cli import league

    context = click.get_current_context()
    more = [parameter.opts[0] for parameter in context.command.params if parameter.name not in ("folder", "plan")
            and context.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE]
    if more:
        raise click.UsageError(say("The file of a league says everything; leave out {options}.",
                                   options=together(more)))
    league.create(folder, plan)


def _print_proofs(founding: Founding, game: Game, folder: str) -> None:
    """The hashes and keys by which everybody can check the campaign, and how founding words are sent."""
    anchor = founding["dice"]["anchor"]
    printing.recorded(receipt_of(founding), say("Founding hash: {hash}", hash=founding["hash"]))
    for side, key in founding["keys"].items():
        printing.line(say("Key of {side}: {key}", side=phrases.side_name(game, side), key=key))
    if not anchor:
        return
    printing.line(say("Dice: hash chain, anchor {anchor}", anchor=anchor))
    printing.paragraph(say("Send both hashes to all players now: they prove later that no die was chosen."))
    first = next(iter(founding["players"]))
    printing.paragraph(say("Ask every player for a founding word, now that the anchor is out: {command} – or a letter "
                           "of four lines, to be recorded with `submit`:",
                           command=f'{printing.program()} letter word {folder} "…" --side {first}'))
    for line in letter_text.write("word", founding["campaign"], "…", {"word": "…"}).splitlines():
        printing.line(f"  {line}")
    if not founding["dice"]["words"]:
        printing.paragraph(say("The first dice do not wait for them; afterwards it is too late."))


def _print_arrangement(founding: Founding, game: Game) -> None:
    """How the campaign is kept, and what of the luck rests on whom."""
    dice = founding["dice"]
    for sentence in arrangement.sentences(game, founding, founding["players"]) if dice["anchor"] else ():
        printing.paragraph(sentence)
    if founding["keeper"] and not arrangement.is_alone(founding):
        printing.paragraph(say("{keeper} keeps the campaign and plays.",
                               keeper=phrases.side_name(game, founding["keeper"])))
    if not dice["anchor"]:
        printing.line(say("Dice: manual, typed in by the referee."))
    if dice["deal"] != SEALED:
        printing.paragraph(say("Cards are dealt openly: everybody sees every hand."))
    for side, anchor in dice["chains"].items():
        printing.paragraph(say("Chain of {side}: anchor {anchor}. Every sitting with dice or cards waits for a link of "
                               "it; `adjudicate` says when, and which hash to send for it.",
                               side=phrases.side_name(game, side), anchor=anchor))
    if founding["signed"]:
        printing.line(say("Signed: nothing is accepted from the players without their signatures."))
    if dice["seeded"]:
        printing.line(say("Seeded: everything can be predicted. For tests and examples only."))


def _print_next(founding: Founding, folder: str) -> None:
    """What to do next, with the commands that do it."""
    is_alone = arrangement.is_alone(founding)
    if founding["players"] and not is_alone:
        printing.paragraph(
            say("Next, bring the players in. The mail this writes tells each of them all there is to know, with the "
                "hashes that prove later that no die was chosen:") if founding["dice"]["anchor"] else
            say("Next, bring the players in. The mail this writes tells each of them all there is to know:"))
        printing.commands(" ", *(f"invite {folder} {player} -o {player}.eml" for player in founding["players"]))
    if founding["dice"]["words"]:
        printing.paragraph(say("The first dice wait for a founding word of every player; the mail asks for it. Record "
                               "the words, or let the players send them:"))
        printing.commands(" ", *(f'letter word {folder} "…" --side {player}' for player in founding["players"]))
    printing.paragraph(say("Then begin, and see what there is to decide:") if is_alone else
                       say("Then begin, and see who owes what:"))
    printing.commands(" ", f"adjudicate {folder}", f"status {folder}")


def wishes_of(typed: dict[str, Any], folder: Path = Path(), campaign: str = "") -> Wishes:
    """The wishes that options of `new` express; files are looked for from a folder.

    Raises:
        click.BadParameter: an option is not KEY=VALUE. Unreadable: a file cannot be read.
    """
    for words in (*typed["options"], *(value for value in typed.values() if isinstance(value, str))):
        if not is_seen(words):
            raise click.BadParameter(say('"{words}" is not plain text.', words=click.format_filename(words)))
    options = _pairs(typed.pop("options"), "--option")
    chains = {side.casefold(): anchor.lower() for side, anchor in _pairs(typed.pop("chains"), "--chain").items()}
    keys = {side: public_key(value, folder) for side, value in _pairs(typed.pop("keys"), "--key").items()}
    data = [(name, named_files.read_file(str(folder / name))) for name in typed.pop("data")]
    position = typed.pop("position")
    players = {name.casefold(): player for name, player in _pairs(typed.pop("others"), "--player").items()}
    players |= {name.removeprefix(PLAYER).replace("_", "-"): player for name, player in typed.items()
                if name.startswith(PLAYER) and player}
    return Wishes(
        game=typed.pop("game") or games.usual(), scenario=typed.pop("scenario"), campaign=campaign, options=options,
        dice=typed.pop("dice"), seed=typed.pop("seed"), data=data, keys=keys,
        signed=typed.pop("signed"), keeper=typed.pop("keeper").casefold(), chains=chains, deal=typed.pop("deal"),
        words=typed.pop("words"), position=named_files.read_file(str(folder / position)) if position else None,
        players=players)


def _pairs(typed: Sequence[str], option: str) -> dict[str, str]:
    """What is typed as KEY=VALUE behind an option that may be repeated.

    Raises:
        click.BadParameter: something is not.
    """
    pairs: dict[str, str] = {}
    for words in typed:
        key, sign, value = words.partition("=")
        if not sign or not key:
            raise click.BadParameter(say('"{option}" is not KEY=VALUE.', option=words), param_hint=option)
        pairs[key.strip()] = value.strip()
    return pairs


def public_key(key: str, folder: Path) -> str:
    """A public key typed as a line, or the content of the file named."""
    if key.partition(" ")[2].lstrip().startswith("AAAA"):
        return key
    return named_files.read_file(str(folder / key)).decode("utf-8", "replace")
