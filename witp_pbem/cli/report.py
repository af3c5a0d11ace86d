"""`report`: what happened, in every form in which people send it to one another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from witp_pbem.campaign.explaining.story import Story, tell
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.parameters import BRIEF, FOLDER, FORCE, MAX_CHARS, OUTPUT_OF_POSTS, TEMPLATES
from witp_pbem.cli.sides import known_phase, opened_for
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say

FORMS = ("text", "html", "eml", "bbcode", "markdown")
DIALECTS = {"bbcode": ("phpbb", "bgg"), "markdown": ("discourse", "discord", "reddit")}


@click.command(cls=Spoken)
@FOLDER
@click.option("--turn", type=int, metavar="N", help="Report this turn instead of what is new.")
@click.option("--phase", metavar="P", help="Report only this phase of the turn.")
@BRIEF
@click.option("--as-of", type=int, metavar="ENTRY", help="Tell how the campaign stood after this entry of the logbook, "
              "also on a branch that was abandoned.")
@click.option("--side", help="Add what this side alone may see: its hand.")
@click.option("--format", "form", type=click.Choice(FORMS), default="text", show_default=True,
              help="Plain text, one HTML file that needs nothing beside it, a mail ready to send, or a forum post.")
@click.option("--dialect", type=click.Choice([name for names in DIALECTS.values() for name in names]),
              help="Which forum's BBCode or Markdown; otherwise phpbb or discourse.")
@MAX_CHARS
@TEMPLATES
@OUTPUT_OF_POSTS
@FORCE
def report(folder: str, turn: int | None, phase: str | None, as_of: int | None, side: str | None, form: str,
           dialect: str | None, max_chars: int | None, templates: Path | None, output: str | None, force: bool,
           brief: bool) -> None:
    """Report what happened: who did what under which rule, every die, every sum, and who owes what next.

    Without --turn it tells of the last sitting that played; with --side, of all that happened since that side last
    sent something.

    \b
    Examples:  witp-pbem report isles
               witp-pbem report isles --side red --brief
               witp-pbem report isles --turn 4 --format html -o turn4.html
               witp-pbem report isles --side red --format eml -o red.eml
               witp-pbem report isles --format bbcode --dialect bgg
    """
    if dialect and dialect not in DIALECTS.get(form, ()):
        wanted = next(name for name, names in DIALECTS.items() if dialect in names)
        raise click.UsageError(say("--dialect {dialect} goes with --format {form}.", dialect=dialect, form=wanted))
    if max_chars and form not in DIALECTS:
        raise click.UsageError(say("--max-chars goes with --format {forms}.", forms=" / ".join(DIALECTS)))
    if brief and form in ("html", "eml"):
        raise click.UsageError(say("--brief goes with --format {forms}.", forms=" / ".join(("text", *DIALECTS))))
    campaign, chosen = opened_for(folder, side)
    story = tell(campaign, turn=turn, phase=known_phase(campaign.game, phase), side=chosen,
                 as_of=as_of, unread=True)
    if side and not story.side:
        printing.notes([say("This copy cannot know the cards in hand: this is the report for everybody.")])
    parts = rendered(story, form, dialect or DIALECTS.get(form, ("",))[0], max_chars, templates, brief=brief)
    put_out(parts, output, force)


def put_out(parts: Sequence[str | bytes], output: str | None, force: bool) -> None:
    """Writes a report, or the posts it takes, to a file or several, or prints them where none is named.

    Raises:
        Unreadable, NotWritten: see `named_files.write_or_print`.
    """
    if len(parts) == 1:
        named_files.write_or_print(parts[0], output, force)
    elif output is not None:
        _write(parts, output, force)
    else:
        for number, part in enumerate(parts, 1):
            printing.line(say("----- post {number} of {count} -----", number=number, count=len(parts)))
            named_files.write_or_print(part, None, force)


def _write(parts: Sequence[str | bytes], output: str, force: bool) -> None:
    """Posts to FILE-1, FILE-2 and so on; none of them where one would be written over."""
    named_files.require_free(output, force=True)
    path = Path(output)
    names = [str(path.with_name(f"{path.stem}-{number}{path.suffix}")) for number in range(1, len(parts) + 1)]
    for name in names:
        named_files.require_free(name, force)
    for name, part in zip(names, parts, strict=True):
        named_files.write_or_print(part, name, force)


def rendered(story: Story, form: str, dialect: str, max_chars: int | None, templates: Path | None, *,
             brief: bool = False) -> list[str | bytes]:
    """The report in a form: one part, or the several posts of a forum. Each form is imported only when wanted.

    Args:
        brief: only the headline and what stands below it, as text or as a post.
    """
    match form:
        case "html":
            from witp_pbem.report import html

            return [html.render(story, templates)]
        case "eml":
            from witp_pbem.report import mail

            return [mail.render(story, templates)]
        case "bbcode" | "markdown":
            from witp_pbem.report import forum

            return list(forum.render(story, form, dialect, max_chars, templates, brief=brief))
    if brief:
        from witp_pbem.report import brief as in_brief

        return [in_brief.render(story)]
    from witp_pbem.report import plain_text

    return [plain_text.render(story, templates)]
