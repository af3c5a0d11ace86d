"""Logs and saved games of VASSAL (.vlog, .vsav): what the players wrote to each other, and what was reported to them.

Such a file is a ZIP archive. In `savedGame` stand the commands that set up a position and, of a log, those of what was
done since; `moduledata` and `savedata` name the module and the comment of whoever saved it. Rolls, draws and moves are
told in the chat, between the words of the players, and the chat is what is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from lxml import etree

from witp_pbem.archive import pack
from witp_pbem.archive.foreign.unfit import UnfitDocument
from witp_pbem.archive.store.packing import decompressed
from witp_pbem.campaign.mails import charsets
from witp_pbem.table.language import say

GAME, MODULE, COMMENT = "savedGame", "moduledata", "savedata"  # files in it
OBFUSCATED = b"!VCSK"  # how commands begin that were hidden from curious eyes, until release 3.7
COMPRESSED = b"\xfd7zXZ\0"  # how they begin since release 3.8
ESCAPE = "\x1b"  # between commands
BEGIN, LOG, CHAT = "begin_save", "LOG\t", "CHAT"  # how commands begin: the first, one that was logged, words
MOST = 500_000  # commands; a long evening has some thousands
DEEPEST = 30  # commands that belong to commands
_SEPARATOR = re.compile(rf"{ESCAPE}(?<!\\{ESCAPE})")  # looking behind last, it is quick over long texts


def words_of(content: bytes) -> str:
    """The module, the comment and the chat of a log or a saved game.

    Raises:
        UnfitDocument: it is none, or was damaged.
    """
    try:
        files = pack.unzipped(content)
    except pack.UnfitPack as error:
        raise UnfitDocument(str(error)) from error
    if GAME not in files:
        raise UnfitDocument(say("it is a ZIP archive, but no log or saved game of VASSAL; unpack it, and attach what "
                                "lies in it"))
    game = plain_commands(files[GAME])
    text = charsets.strict(game, "utf-8") or charsets.known(game, "")
    if text.count(ESCAPE) > MOST:
        raise UnfitDocument(say("there are more than {count} commands in it", count=MOST))
    if not text.startswith((BEGIN, f"'{BEGIN}")):
        raise UnfitDocument(say("{file} in it is no game of VASSAL", file=GAME))
    return "\n".join([*_heading(files), *chat(text)])


def plain_commands(content: bytes) -> bytes:
    """The commands as VASSAL read them: unpacked, or each byte out of two hexadecimal digits and a key.

    Raises:
        UnfitDocument: they were damaged.
    """
    try:
        if content.startswith(COMPRESSED):
            return decompressed(content)
        if not content.startswith(OBFUSCATED):
            return content
        hidden = bytes.fromhex(content.removeprefix(OBFUSCATED).decode("ascii"))
        key = hidden[0]
    except (ValueError, IndexError) as error:
        raise UnfitDocument(say("{file} in it was damaged", file=GAME)) from error
    return hidden[1:].translate(bytes(byte ^ key for byte in range(256)))


def commands(text: str) -> Iterator[str]:
    """The commands, each before those that belong to it.

    A command and those that belong to it stand in a row with an ESC between them; one in whose text there is an ESC has
    a backslash before it, and one that would be misread so stands in quotation marks.

    Raises:
        UnfitDocument: they are nested deeper than any program does it.
    """
    waiting = [(text, 0)]
    while waiting:
        command, level = waiting.pop()
        if ESCAPE not in command:
            yield command
            continue
        if level == DEEPEST:
            raise UnfitDocument(say("{file} in it is no game of VASSAL", file=GAME))
        waiting += [(_restored(part), level + 1) for part in reversed(_SEPARATOR.split(command))]


def _restored(part: str) -> str:
    """A command without the backslash before each ESC in it, and the quotation marks around it."""
    *before, last = part.split(ESCAPE)
    command = ESCAPE.join([*(piece[:-1] for piece in before), last])
    return command[1:-1] if len(command) > 1 and command[0] == command[-1] == "'" else command


def chat(text: str) -> Iterator[str]:
    """The lines of the chat, in their order."""
    for command in commands(text):
        said = command.removeprefix(LOG)
        if said.startswith(CHAT):
            yield said.removeprefix(CHAT)


def _heading(files: Mapping[str, bytes]) -> Iterator[str]:
    """The module with its version, and the comment, as far as they are there."""
    module, comment = (_fields(files.get(name, b"")) for name in (MODULE, COMMENT))
    yield from filter(None, (" ".join(filter(None, (module.get("name"), module.get("version")))),
                             comment.get("description")))


def _fields(content: bytes) -> dict[str, str]:
    """What stands in the elements of a small XML file, each on a line; nothing of one that cannot be read."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
    try:
        root = etree.fromstring(content, parser)
    except (etree.LxmlError, ValueError):
        return {}
    return {str(child.tag): " ".join("".join(child.itertext()).split()) for child in (() if root is None else root)}
