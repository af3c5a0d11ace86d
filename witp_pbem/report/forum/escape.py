"""Text that stays text: nothing in a name, a reason or a luck word becomes markup.

Where a dialect can escape a letter, it is escaped. Where it cannot, the letter is replaced by its full-width twin,
which is visible and means nothing to any forum: ［ for [, ＠ for @, ： for : and so on. Invisible letters would do too,
but nobody could see them, so they are removed instead (`layout.plain`).
"""

from __future__ import annotations

import re

from witp_pbem.report.forum.dialects import Dialect
from witp_pbem.report.layout import plain

_FULL = {ord(letter): ord(letter) + 0xFEE0 for letter in "@:;.#[]</)&"}  # ASCII to full-width forms
_COUNTER = r"\[[A-Z]+(?:-[A-Z]+)*-\d+\]|\[\d+\]"                           # [CV-2], [1]: no forum has such tags

# What forums make of plain text, whatever is escaped: smilies and :emoji:, addresses, mentions.
_ROUSED = re.compile(
    r"(?P<smiley>(?<=8-)\)|(?<![0-9]):(?=\S)|:(?=[^\s0-9])|;(?=[^\s\w]))"
    r"|(?P<mention>@)"
    r"|(?P<host>(?<=www)\.)"
    r"|(?P<category>(?<![^\s(])\#(?=\w))"
    r"|(?P<user>(?<=\b[uUrR])/(?=\w))", re.IGNORECASE)
_TAG = re.compile(rf"({_COUNTER})|[\[\]]")
_HTML = re.compile(r"<|&(?=[#\w])")  # BoardGameGeek cuts a post off at a tag
_MARKS = re.compile(r"[\\`*_{}\[\]<>~|$^#!&]|(?<=[A-Za-z])\.(?=[A-Za-z]{2})")
_LEADING = re.compile(r"^(?:[-+=](?![0-9A-Za-z])|\d+(?=[.)](?:\s|$)))")  # lists, rules, underlined headings


def text(words: str, dialect: Dialect) -> str:
    """Text for a paragraph, a heading or a cell of a table."""
    return _escaped(" ".join(plain(words).split()), dialect)


def _escaped(words: str, dialect: Dialect) -> str:
    words = _ROUSED.sub(lambda match: match[0].translate(_FULL), words)
    if dialect.form == "bbcode":
        words = _TAG.sub(lambda match: match[1] or match[0].translate(_FULL), words)
        return _HTML.sub(lambda match: match[0].translate(_FULL), words) if dialect.name == "bgg" else words
    words = _MARKS.sub(r"\\\g<0>", words)
    return _LEADING.sub(lambda match: match[0] + "\\" if match[0].isdigit() else "\\" + match[0], words)


def code(line: str, dialect: Dialect) -> str:
    """A line of a monospace block, whose blanks count."""
    line = plain(line)
    match dialect.name:
        case "phpbb":
            return re.sub(r"\[(?=/?code)", "［", line, flags=re.IGNORECASE)
        case "bgg":  # whether tags work in it is not said; nothing of ours needs any
            return _escaped(line, dialect)
        case "discord":  # the marks of what is hidden work in it, and so may mentions
            return line.replace("```", "｀｀｀").replace("||", "｜｜").replace("@", "＠")
        case "discourse":
            return line.replace("```", "｀｀｀")
    return line
