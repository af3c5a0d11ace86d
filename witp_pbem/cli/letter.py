"""`letter`: what a player says besides orders, as a text to be mailed or signed."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.record import letter_text
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.parameters import FORCE, OUTPUT
from witp_pbem.cli.problems import plain_problem
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.columns import wrap
from witp_pbem.table.language import either, listing, say
from witp_pbem.table.problem import Problem


@click.command(cls=Spoken)
@click.argument("kind", metavar="KIND", type=click.Choice(list(letter_text.KINDS)))
@click.argument("values", metavar="[KEY=VALUE]...", nargs=-1)
@click.option("--campaign", "name", metavar="NAME|DIR", required=True, help="The campaign's name, or a copy of its "
              "folder, against which the letter is then checked.")
@click.option("--side", required=True, help="Who writes it.")
@OUTPUT
@FORCE
@click.pass_context
def letter(ctx: click.Context, kind: str, values: tuple[str, ...], name: str, side: str, output: str | None,
           force: bool) -> None:
    """Write a letter: a protest, a consent, a note, a resignation, ready to mail or to sign.

    \b
    The keeper records it with `submit`, like orders. Kinds and their keys:
      protest   text, about     the referee has to answer it
      note      text, about     for all to read
      proposal  text, to, keep, answers, finish   what all players must agree to where one of them
                                keeps the campaign: a rewind, rulings, or a step to stand as recorded;
                                lines of the text that begin with "ruling" are the rulings
      consent   proposal, hash  to such a proposal (the hash is filled in from a copy)
      withdraw  entry           takes orders back
      resign    text            gives up
      player    player, key, anchor, text   gives the side to another player, or tells another address
      word      word            founding word; seal, reveal, link: see `witp-pbem guide`

    \b
    Examples:  witp-pbem letter protest --campaign isles --side red about=34 text="The fleet was in supply."
               witp-pbem letter consent --campaign isles --side red proposal=35 -o consent.txt
    """
    from witp_pbem.campaign.folder.opening import open_campaign
    from witp_pbem.campaign.orders import letterbox
    from witp_pbem.campaign.record.logbook import FILE

    fields = _values(kind, values)
    campaign = open_campaign(Path(name)) if (Path(name) / FILE).is_file() else None
    proposal = fields.get("proposal", "")
    if campaign and kind == "consent" and "hash" not in fields and proposal.isdecimal():
        number = int(proposal[:9])
        fields |= {"hash": campaign.entries[number]["hash"]} if number < len(campaign.entries) else {}
    text = letter_text.write(kind, campaign.name if campaign else name, side, fields)
    read = letter_text.read(text)
    problems = () if isinstance(read, letter_text.Letter) else read
    if campaign and not problems and kind in letterbox.MAKERS:
        entry = letterbox.entry(campaign, text)
        problems = tuple(problem for problem in entry if isinstance(problem, Problem))
    game = campaign.game if campaign else None
    for problem in problems:
        plain = plain_problem(problem, game)
        printing.problem(plain, *wrap(plain.sentence), err=True)
    if problems:
        ctx.exit(1)
    named_files.write_or_print(text, output, force)


def _values(kind: str, values: tuple[str, ...]) -> dict[str, str]:
    """The values typed as KEY=VALUE, by key.

    Raises:
        click.BadParameter: one is not typed so, has a key such a letter does not know, or is missing.
    """
    known = [*letter_text.KINDS[kind][0], *letter_text.KINDS[kind][1], letter_text.AFTER]
    fields: dict[str, str] = {}
    for pair in values:
        key, equals, value = pair.partition("=")
        if not equals or key.casefold() not in known:
            raise click.BadParameter(say('"{given}" is not one of {keys}, each followed by = and its text.',
                                         given=pair, keys=either(known)), param_hint="KEY=VALUE")
        fields[key.casefold()] = value
    missing = [key for key in letter_text.KINDS[kind][0] if key not in fields and key != "hash"]
    if missing:
        raise click.BadParameter(say("A letter of this kind needs {keys}.",
                                     keys=listing(f"{key}=…" for key in missing)), param_hint="KEY=VALUE")
    return fields
