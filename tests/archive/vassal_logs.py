"""Logs of VASSAL as its releases write them, out of what is said in them."""

from __future__ import annotations

import io
import lzma
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence

ESCAPE = "\x1b"
Tree = tuple[str, Sequence["Tree"]]  # a command, and those that belong to it

MODULE = b"""<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<data version="1"><version>2.1</version><VassalVersion>3.7.5</VassalVersion><dateSaved>1700000000000</dateSaved>
<description>A module</description><name>Carriers at Dawn</name></data>"""
COMMENT = b"<data version='1'><description>The third evening</description></data>"


def encoded(tree: Tree) -> str:
    """Commands as one text."""
    command, below = tree
    return sequence([command, *map(encoded, below)]) if below else command


def sequence(parts: Iterable[str]) -> str:
    """Texts behind each other; those that would be misread in quotation marks."""
    return ESCAPE.join(
        f"'{escaped}'" if part.endswith("\\") or (part.startswith("'") and part.endswith("'")) else escaped
        for part in parts for escaped in [part.replace(ESCAPE, "\\" + ESCAPE)])


def flat(tree: Tree) -> list[str]:
    """Commands in the order in which they are carried out."""
    command, below = tree
    return [command, *(one for part in below for one in flat(part))]


def obfuscated(content: bytes, key: int = 0x6F) -> bytes:
    """As releases until 3.7 hide them."""
    return b"!VCSK" + f"{key:02x}".encode() + bytes(byte ^ key for byte in content).hex().encode()


def said(*lines: str) -> Tree:
    """What is logged of an evening: chat, and between it what happens to counters."""
    logged: list[Tree] = [("LOG\tCHAT" + line, [("LOG\tM/1024/Main Map/10/20", [])]) for line in lines]
    return "begin_save", [("+/1024/piece;;;/Akagi", []), ("end_save", []), *logged]


def log(*lines: str, hide: Callable[[bytes], bytes] = obfuscated, files: Mapping[str, bytes] | None = None) -> bytes:
    """A log in which some lines of chat stand.

    Args:
        hide: how the commands are written. files: others than module and comment that lie in it.
    """
    game = hide(encoded(said(*lines)).encode())
    return zipped({"moduledata": MODULE, "savedata": COMMENT, "savedGame": game} | {**(files or {})})


def zipped(files: Mapping[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return content.getvalue()


HIDINGS: Mapping[str, Callable[[bytes], bytes]] = {"hidden": obfuscated, "compressed": lzma.compress, "plain": bytes}
