"""A report as posts in a forum: BBCode or Markdown, in the dialects of the forums where these games are played.

`dialects` holds what is known of the forums, `escape` keeps text from becoming markup, `writer` turns a report into
leaves and `splitting` cuts them into posts. The template `post.j2` gives their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from witp_pbem.campaign.explaining.story import Story
from witp_pbem.report import dice_proof, strategic_map
from witp_pbem.report.drafts import marked
from witp_pbem.report.forum.dialects import DIALECTS, FORMS, LEAST, Dialect
from witp_pbem.report.forum.splitting import Leaf, split
from witp_pbem.report.forum.writer import PostWriter
from witp_pbem.report.page import Draft, Page, lay_out
from witp_pbem.report.templates import render as fill
from witp_pbem.table.language import bracketed, labelled, say

TEMPLATE = "post.j2"
_MARK = "\x00"      # round the number of a piece in what the template gives; no text has it
_LABEL = 100        # letters of campaign and turn that head the second part and those after it, at most
_MOST = "(9999/9999)"


def render(story: Story, form: str, dialect: str, max_chars: int | None = None,
           templates: Path | None = None, *, brief: bool = False) -> list[str]:
    """The posts of a story, in order, none longer than the forum takes.

    Args:
        form: "bbcode" or "markdown".
        dialect: one of its dialects (`FORMS`).
        max_chars: what the forum takes, where it is not what the dialect's forum takes otherwise.
        templates: a folder of the user's own templates.
        brief: only the headline and what stands below it.
    Raises:
        ValueError: there is no such form or dialect, or `max_chars` is too small for a post; with a sentence.
    """
    spoken = _dialect(form, dialect)
    limit = spoken.limit if max_chars is None else max_chars
    if limit < LEAST:
        raise ValueError(say("A post has at least {least} characters; {given} are too few.", least=LEAST, given=limit))
    page, writer = lay_out(story), PostWriter(spoken, story.game.narration.rule_number, limit)
    leaves = ([*_title(page, writer), *_brief(page, writer), *writer.sections(page.talk)] if brief else
              _outline(story, page, writer, templates))
    posts = split(leaves, limit, spoken.count)
    if len(posts) == 1:
        return [posts[0] + "\n"]
    label = _label(page, writer)
    room = limit - spoken.count(writer.bold(f"{label} {_MOST}") + "\n\n\n")
    posts = split(leaves, room, spoken.count)
    return [f"{writer.bold(f'{label} ({number}/{len(posts)})' if number > 1 else f'({number}/{len(posts)})')}\n\n"
            f"{post}\n" for number, post in enumerate(posts, 1)]


def _dialect(form: str, name: str) -> Dialect:
    names = {str(known_form): known for known_form, known in FORMS.items()}.get(form)
    if names is None:
        raise ValueError(say('There is no forum form "{form}"; the forms are {forms}.', form=form,
                             forms=" / ".join(FORMS)))
    if name not in names:
        raise ValueError(say('"{dialect}" is not a dialect of {form}; the dialects are {dialects}.',
                             dialect=name, form=form,
                             dialects=" / ".join(names)))
    return DIALECTS[name]


def _label(page: Page, writer: PostWriter) -> str:
    """Campaign and turn, in a fifth of a post at most."""
    whole = labelled(page.campaign, page.when)
    label = whole[:_LABEL]
    while writer.dialect.count(writer.text(label)) > writer.limit // 5:
        label = label[:-1]
    return label if label == whole else f"{label}…"


def _outline(story: Story, page: Page, writer: PostWriter, templates: Path | None) -> list[Leaf]:
    """The leaves of a post in the order of the template, with what the template itself says between them."""
    pieces: list[list[Leaf]] = []

    def piece(leaves: Iterable[Leaf]) -> str:
        pieces.append(list(leaves))
        return f"{_MARK}{len(pieces) - 1}{_MARK}" if pieces[-1] else ""

    values = {name: piece(leaves) for name, leaves in _pieces(page, writer)}
    drafts = [piece(_draft(draft, writer)) for draft in page.drafts] if page.is_now else []
    laid = fill(TEMPLATE, story.folder, templates, {
        **values, "drafts": drafts, "is_now": page.is_now, "dialect": writer.dialect.name,
        "heading": lambda words: piece([writer.heading(str(words), 1)]), "text": lambda words: writer.text(str(words)),
    }, autoescape=False)
    leaves: list[Leaf] = []
    for place, piece_or_text in enumerate(re.split(f"{_MARK}([0-9]+){_MARK}", laid)):
        if place % 2:
            leaves += pieces[int(piece_or_text)]
        elif piece_or_text.strip():
            leaves.append(Leaf(tuple(piece_or_text.strip().split("\n"))))
    return leaves


def _pieces(page: Page, writer: PostWriter) -> Iterator[tuple[str, Iterable[Leaf]]]:
    """The parts of a post under the names by which the template knows them."""
    yield "title", _title(page, writer)
    yield "brief", _brief(page, writer)
    yield "masthead", _masthead(page, writer)
    yield "ending", [writer.line(writer.bold(page.ending))] if page.ending else []
    yield "owed", [_owed(page, writer)]
    yield "counters", writer.sections(page.counters)
    yield "story", writer.sections(page.story) if page.story else [
        writer.line(writer.text(say("Nothing has happened yet.")))]
    yield "reckoning", writer.sections(page.reckoning)
    yield "luck", writer.sections(page.luck)
    yield "map", _map(page, writer)
    evident = [*page.record, *dice_proof.sections(page)]
    yield "record", writer.hidden_sections(say("For the record"), evident) if evident else []
    yield "footer", (replace(writer.small(line), gap=writer.gap if place else "\n\n")
                     for place, line in enumerate(page.footer))


def _title(page: Page, writer: PostWriter) -> Iterator[Leaf]:
    yield writer.heading(labelled(page.campaign, page.when), 0)
    for notice in page.notices:
        yield writer.line("! " + writer.text(notice))


def _brief(page: Page, writer: PostWriter) -> Iterator[Leaf]:
    yield writer.line(writer.bold(page.headline))
    if page.brief:
        yield writer.items(map(writer.text, page.brief))


def _masthead(page: Page, writer: PostWriter) -> Iterator[Leaf]:
    yield writer.line(writer.text(bracketed(page.title, page.publisher)))
    yield writer.items(labelled(writer.bold(label), writer.text(value)) for label, value in page.facts)


def _owed(page: Page, writer: PostWriter) -> Leaf:
    if not page.owed:
        return writer.line(writer.text(say("Nothing is owed.")))
    return writer.items(labelled(writer.bold(owed.name), writer.text(owed.text)) for owed in page.owed)


def _draft(draft: Draft, writer: PostWriter) -> Iterator[Leaf]:
    words = say("{side}: orders to copy or quote, fill in and send", side=draft.name)
    yield replace(writer.line(writer.bold(words)), leads=True, gap="\n\n")
    yield writer.code(marked(draft.side, draft.text))


def _map(page: Page, writer: PostWriter) -> Iterator[Leaf]:
    title, drawn = say("Strategic map"), writer.code(strategic_map.lines(page.chart, writer.dialect.columns))
    if writer.dialect.hiding == "line":
        yield writer.heading(title, 1)
        yield drawn
    else:
        yield from writer.hidden(title, [drawn])
