"""`post`: a campaign played on a forum, where reports are posted and orders are pasted from."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign, writing
from witp_pbem.campaign.record import private
from witp_pbem.campaign.record.logbook import SITTING
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.parameters import BRIEF, FOLDER, FORCE, MAX_CHARS, MEND, NOW, OUTPUT_OF_POSTS, TEMPLATES
from witp_pbem.cli.report import DIALECTS, put_out, rendered
from witp_pbem.cli.sides import known_side, opened_for
from witp_pbem.cli.spoken import CommandGroup, Spoken
from witp_pbem.report import phrases
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE

if TYPE_CHECKING:
    from witp_pbem.campaign.explaining.story import Story
    from witp_pbem.cli.orders import CheckedFiles
    from witp_pbem.cli.printing import Result
    from witp_pbem.exchange.reading.blocks import TextBlock

PICTURED = "discord"  # where the brief report and a picture are posted, for want of room
FORMS = {dialect: form for form, names in DIALECTS.items() for dialect in names}


class NothingPasted(Refusal):
    """What was pasted contains no orders, none of the side named, or several orders files."""


_SUMMARIES = say.sentences({
    "write": "Write the post that tells a forum what happened.",
    "read": "Check and record orders pasted from a forum.",
})


@click.group(cls=CommandGroup, summaries=_SUMMARIES)
def post() -> None:
    """Play on a forum: write the post that tells what happened, and read the orders in what others posted.

    \b
    Examples:  witp-pbem post write isles --dialect bgg -o post.txt
               witp-pbem post read isles post.txt --side red
    """


@post.command(cls=Spoken)
@FOLDER
@click.option("--dialect", type=click.Choice(list(FORMS)), default="phpbb", show_default=True,
              help="Which forum's BBCode or Markdown.")
@BRIEF
@click.option("--full", is_flag=True, help="The whole report also for Discord, which gets the brief one otherwise.")
@MAX_CHARS
@TEMPLATES
@OUTPUT_OF_POSTS
@FORCE
@NOW
def write(folder: str, dialect: str, max_chars: int | None, templates: Path | None, output: str | None, force: bool,
          now: datetime, brief: bool, full: bool) -> None:
    """Write the post that tells a forum what happened in the last sitting.

    It says who is waited for, until when where deadlines were agreed on, and how to answer, and holds orders to quote
    and fill in. Everybody reads a forum: no side's secrets are in it. Discord takes 2000 letters a post, so it gets the
    brief report and, with -o FILE, the map as FILE.png to attach.

    \b
    Example:  witp-pbem post write isles --dialect bgg -o post.txt
    """
    from witp_pbem.campaign.explaining.story import tell
    from witp_pbem.exchange.deadlines.clock import sentences as running
    from witp_pbem.report.forum.dialects import DIALECTS as BY_NAME

    campaign, _ = opened_for(folder, None)
    last = campaign.last_sitting
    story = tell(campaign, sitting=last["number"] if last["type"] == SITTING else None)
    brief = brief or dialect == PICTURED and not full
    parts = [str(part) for part in rendered(story, FORMS[dialect], dialect, max_chars, templates, brief=brief)]
    if brief and output is not None:
        _write_map(story, output, force)
    elif brief:
        command = f"{printing.program()} map {folder} -o map.png"
        printing.notes([say("the picture to attach: {command}", command=command)])
    if story.now and not story.outcome:
        how_to_answer = say("To answer, quote your orders from this post or write your own, with the lines Campaign, "
                            "Turn and Side above them; a spoiler keeps them from being read by accident, but not from "
                            "being read.")
        heads = [f"Campaign: {campaign.name}\nTurn: {story.turn}\nSide: {side}" for side in
                 dict.fromkeys(due["side"] for due in story.dues) if side in campaign.senders] if brief else []
        below = "\n\n".join([*running(campaign, now), how_to_answer, *heads]) + "\n"
        whole = f"{parts[-1].rstrip()}\n\n{below}"
        forum = BY_NAME[dialect]
        fits = forum.count(whole) <= (max_chars or forum.limit)
        parts = [*parts[:-1], whole] if fits else [*parts, below]
    put_out(parts, output, force)


@post.command(cls=Spoken)
@FOLDER
@click.argument("file", metavar="FILE|-")
@click.option("--side", help="Take the orders of this side alone, and nothing if there are none.")
@click.option("--check", "only_check", is_flag=True, help="Only show what is wrong; record nothing.")
@click.option("-o", "output", metavar="FILE", help="Write the orders, cleaned, to this file to send or submit them.")
@FORCE
@MEND
def read(folder: str, file: str, side: str | None, only_check: bool, output: str | None, force: bool,
         mend: bool) -> Result[CheckedFiles] | None:
    """Check and record orders pasted from a forum.

    FILE holds what was copied from the page or from the post's source: BBCode, HTML or Markdown, with all that stands
    around the orders; - reads what you paste into the terminal (end it with Ctrl-D, on Windows Ctrl-Z and Enter).
    Quotations of other posts, footers and the forum's marks are left out. What remains is checked and recorded like a
    file given to `submit`. On a copy without private/ the cleaned orders are written out to be sent.

    \b
    Examples:  witp-pbem post read isles post.txt --side red
               witp-pbem post read isles - --check
    """
    from witp_pbem.cli.orders import check_contents, record_contents, submitted
    from witp_pbem.exchange.reading import posts

    data = named_files.read_stdin() if file == named_files.STDIN else named_files.read_file(file)
    path, recorded = Path(folder), None
    is_recording = output is None and not only_check and (path / private.FOLDER).is_dir()
    with writing(path) if is_recording else nullcontext(open_campaign(path)) as campaign:
        wanted = known_side(campaign, side, REFEREE) if side is not None else ""
        blocks = _meant(campaign, posts.read_post(data, campaign.game), wanted)
        printing.notes([say("Everybody can read these orders on the forum. What several decide at the same time is "
                            "better sent by mail, or sealed first (witp-pbem letter seal).")])
        name = say("post") if file == named_files.STDIN else click.format_filename(file)
        contents = [(name if len(blocks) == 1 else f"{name} ({number})", block.data)
                    for number, block in enumerate(blocks, 1)]
        if is_recording:
            recorded = record_contents(campaign, contents, mend=mend)
    if recorded:
        return submitted(campaign, recorded)
    if only_check and output is None:
        return check_contents(campaign, contents)
    if len(blocks) > 1:
        raise NothingPasted(say("{count} orders files were found in what was pasted. Paste one of them, or choose "
                                "with --side.", count=len(blocks)))
    named_files.write_or_print(blocks[0].data, output, force)
    return None


def _write_map(story: Story, output: str, force: bool) -> None:
    """Writes the map that goes with a brief post beside it."""
    from witp_pbem.cli.map import WIDTH
    from witp_pbem.report.map import draw, png

    drawn = draw(story.game.narration.chart(story.position, story.entries))
    named_files.write_or_print(png(drawn, WIDTH), str(Path(output).with_suffix(".png")), force)


def _meant(campaign: Campaign, blocks: tuple[TextBlock, ...], side: str) -> list[TextBlock]:
    """The blocks that are meant for the campaign, and for the side if one is wanted: what the writer quotes counts only
    where they wrote nothing else.

    Raises:
        NothingPasted: there are none.
    """
    here = [block for block in blocks if block.campaign.casefold() in ("", campaign.name.casefold())] or list(blocks)
    mine = [block for block in here if not side or campaign.game.lexicon.side(block.side) == side]
    own = [block for block in mine if not block.is_quoted] or mine
    if not here:
        raise NothingPasted(say("No orders were found in what was pasted. Orders begin with lines like these, the "
                                "orders themselves below:\n  Campaign: {campaign}\n  Turn: {turn}\n  Side: {side}",
                                campaign=campaign.name, turn=campaign.turn, side=side or campaign.senders[0]))
    if not own:
        raise NothingPasted(say("No orders of {side} were found in what was pasted.",
                                side=phrases.side_name(campaign.game, side)))
    return own
