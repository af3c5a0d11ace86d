"""What is known of the forums: one table of facts, each with its source.

The sources were read in November 2026:

    phpBB       limit: the setting "maximum characters per post" of a fresh phpBB 3.3 (max_post_chars, 60,000), counted
                in characters. The BBCodes b, size, quote, list and code come with it; `spoiler` is one that most
                boards add, and where it was not added the block stands open with its tags visible. There is no table
                and no way to escape a tag: smilies, addresses and mentions are made of plain text.
    bgg         BoardGameGeek, boardgamegeek.com/wiki/page/Forum_formatting and …/Forum_Editor: tags b, size (pixels),
                q for quotes, o for what is hidden, c for monospace; no table, and a "<" before anything but a blank
                swallows the rest of the post. No limit is published: 60,000 bytes stay below the 65,535 of the usual
                column of a database, in Japanese too.
    discourse   limit: the site setting max_post_length, 32,000 ("Body is limited to 32000 characters",
                canonical/snapcraft.io#2234). CommonMark with tables; [details] hides; mentions, emoji and addresses
                are made of plain text after Markdown is done, so that a backslash does not help against them.
    discord     limit 2,000, with Nitro 4,000 (MessageLimits of sapphirejs.dev). The API counts code points
                (discord/discord-api-docs#1315), the program's own box UTF-16 units. Headings of three levels, "-# "
                for small print, quotes, ``` blocks and ||hidden||; no tables. @everyone and <@…> ring even behind a
                backslash.
    reddit      limit 10,000 for comments ("this is too long (max: 10000)", Elucidation/schmeckle_bot#4), 40,000 for
                posts (praw-dev/prawtools#32). Tables; code is indented by four blanks; >!hidden!< reaches from one
                place in a line to another, not over blocks.

Lengths are counted in UTF-16 units, or in bytes, never in less than the site counts in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from witp_pbem.table.tuples import NamedTuple

Form = Literal["bbcode", "markdown"]
Hiding = Literal["block", "marks", "line"]  # a block of its own; marks round anything; inside a line only


class Dialect(NamedTuple):
    """How one kind of forum is written.

    Attributes:
        name, form: of it.
        limit: the longest post.
        count: how long a text is, as it is counted there at worst.
        columns: of a monospace block; less where people read on narrow screens.
        headings: what stands before and after headings of three levels.
        bold: the same for what is strong.
        quote: before and after a quotation, "" where every line is led by `lead`.
        lead: of a line of a quotation.
        code: before and after a monospace block, "" where every line is led by `indent`.
        small: before and after a line of small print.
        item: what leads an entry of a list.
        hidden: before (with a place for the title) and after what is hidden until asked for.
        hiding: how far it goes.
        tables: whether there are any.
        loose: whether blank lines have to stand between paragraphs.
    """

    name: str
    form: Form
    limit: int
    count: Callable[[str], int]
    columns: int
    headings: tuple[tuple[str, str], ...]
    bold: tuple[str, str]
    small: tuple[str, str]
    quote: tuple[str, str]
    lead: str
    code: tuple[str, str]
    indent: str
    item: str
    hidden: tuple[str, str]
    hiding: Hiding
    tables: bool
    loose: bool


def units(text: str) -> int:
    """The length in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def octets(text: str) -> int:
    """The length in bytes."""
    return len(text.encode("utf-8"))


_HASHES = (("# ", ""), ("## ", ""), ("### ", ""))

DIALECTS: Mapping[str, Dialect] = {dialect.name: dialect for dialect in (
    Dialect("phpbb", "bbcode", 60_000, units, 72,
            (("[size=150][b]", "[/b][/size]"), ("[size=125][b]", "[/b][/size]"), ("[b]", "[/b]")), ("[b]", "[/b]"),
            ("[size=85]", "[/size]"), ("[quote]\n", "\n[/quote]"), "", ("[code]\n", "\n[/code]"), "", "• ",
            ("[b]{title}[/b]\n[spoiler]\n", "\n[/spoiler]"), "block", False, False),
    Dialect("bgg", "bbcode", 60_000, octets, 72,
            (("[size=18][b]", "[/b][/size]"), ("[size=14][b]", "[/b][/size]"), ("[b]", "[/b]")), ("[b]", "[/b]"),
            ("[size=10]", "[/size]"), ("[q]", "[/q]"), "", ("[c]\n", "\n[/c]"), "", "• ",
            ("[b]{title}[/b]\n[o]", "[/o]"), "block", False, False),
    Dialect("discourse", "markdown", 32_000, units, 72,
            (("## ", ""), ("### ", ""), ("#### ", "")), ("**", "**"),
            ("<small>", "</small>"), ("", ""), "> ", ("```text\n", "\n```"), "", "- ",
            ('[details="{title}"]\n\n', "\n\n[/details]"), "block", True, True),
    Dialect("discord", "markdown", 2_000, units, 60,
            _HASHES, ("**", "**"), ("-# ", ""), ("", ""), "> ", ("```\n", "\n```"), "", "- ",
            ("**{title}**\n||", "||"), "marks", False, False),
    Dialect("reddit", "markdown", 10_000, units, 72,
            _HASHES, ("**", "**"), ("", ""), ("", ""), "> ", ("", ""), "    ", "* ",
            (">!", "!<"), "line", True, True),
)}
FORMS: Mapping[Form, tuple[str, ...]] = {
    "bbcode": tuple(name for name, dialect in DIALECTS.items() if dialect.form == "bbcode"),
    "markdown": tuple(name for name, dialect in DIALECTS.items() if dialect.form == "markdown"),
}
LEAST = 500  # characters of a post; below that not even a heading with a few lines would be in it
