"""From bytes to letters, where the character set that is named may be wrong, or none is named.

UTF-8 cannot be taken for anything else, so text that is UTF-8 is read so whatever was named. Then comes what was named,
unless the text has Japanese syllables in one of the Japanese character sets and was said to be Western: many programs
name their own set, not that of the text they were given.
"""

from __future__ import annotations

import codecs
import re

_MEANT = {"shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932", "windows-31j": "cp932",
          "ms_kanji": "cp932", "iso-2022-jp": "jis", "iso-2022-jp-1": "jis", "iso-2022-jp-2": "jis",
          "iso-2022-jp-3": "jis", "iso-2022-jp-ms": "jis", "cp50220": "jis", "cp50221": "jis", "csiso2022jp": "jis",
          "gb2312": "gb18030", "gbk": "gb18030", "ks_c_5601-1987": "cp949", "euc-kr": "cp949",
          "iso-8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252", "us-ascii": "cp1252", "ascii": "cp1252",
          "x-unknown": "", "unknown-8bit": "", "unknown": "", "default": "", "binary": "",
          "iso-8859-8-i": "iso-8859-8", "windows-1252http-equivcontent-type": "cp1252"}
_WESTERN = frozenset({"", "cp1252", "iso8859-15", "iso8859-2", "cp1250", "utf-8", "mac-roman"})
_JAPANESE = ("cp932", "euc_jp")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
_ESCAPE = re.compile(rb"\x1b(\$[@B]|\$\([@BDOPQ]|\([BJI])")
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def text(data: bytes, named: str = "") -> tuple[str, bool]:
    """The letters of some bytes, and whether they could all be read.

    Args:
        named: the character set they are said to be in, "" if nothing was said.
    """
    for mark, name in _MARKS:
        if data.startswith(mark) and (read := strict(data, name)) is not None:
            return read, True
    wanted = _codec(named)
    if wanted == "jis" or _ESCAPE.search(data):
        return _jis(data)
    if data.isascii() and wanted in _WESTERN:
        return data.decode("ascii"), True
    for name in _order(data, wanted):
        if (read := strict(data, name)) is not None:
            return read, True
    name = wanted if wanted not in ("", "jis") else "utf-8"
    return data.decode(name, "replace"), False


def known(data: bytes, named: str) -> str:
    """The letters of some bytes, those that cannot be read in a substitute's place."""
    return text(data, named)[0]


def _order(data: bytes, wanted: str) -> list[str]:
    """The character sets to try."""
    japanese = [name for name in _JAPANESE if (read := strict(data, name)) is not None
                and len(_KANA.findall(read[:20_000])) >= 2]
    if wanted in _WESTERN:
        return ["utf-8", *japanese, *([wanted] if wanted else []), "cp1252"]
    if wanted.startswith(("utf-16", "utf-32", "utf-7")):
        return [wanted, "utf-8", *japanese, "cp1252"]
    return ["utf-8", wanted, *japanese, "cp1252"]


def _codec(named: str) -> str:
    """The codec meant by a name; "" for none that is known."""
    name = named.strip().strip("'\"").casefold()[:60]
    if name in _MEANT:
        return _MEANT[name]
    try:
        codec = codecs.lookup(name).name
        b"".decode(codec)
    except (LookupError, ValueError, AssertionError):
        return ""
    return _MEANT.get(codec, codec) if codec not in ("punycode", "idna", "unicode_escape", "raw_unicode_escape") else ""


def strict(data: bytes, name: str) -> str | None:
    """The letters of some bytes in a character set, None where it cannot be that one."""
    try:
        return data.decode(name)
    except (ValueError, LookupError):
        return None


def _jis(data: bytes) -> tuple[str, bool]:
    """ISO-2022-JP as mail programs write it: with the letters of Windows and narrow syllables."""
    pieces, kind, place, whole = [], b"(B", 0, True
    for escape in _ESCAPE.finditer(data):
        read, well = _of_set(kind, data[place:escape.start()])
        pieces.append(read)
        whole = whole and well
        kind, place = escape[1], escape.end()
    read, well = _of_set(kind, data[place:])
    return "".join([*pieces, read]), whole and well


def _of_set(kind: bytes, piece: bytes) -> tuple[str, bool]:
    """A piece in the set an escape sequence has chosen."""
    if kind == b"(I":
        piece = bytes(byte | 0x80 for byte in piece)
    elif kind in (b"$@", b"$B", b"$(@", b"$(B"):
        piece = b"".join(_shifted(line) for line in re.split(rb"([\r\n]+)", piece))
    elif kind.startswith(b"$"):
        piece = b"\x1b" + kind + piece
        read = strict(piece, "iso2022_jp_ext") or strict(piece, "iso2022_jp_3")
        return (read, True) if read is not None else ("\ufffd", False)
    elif not piece.isascii():
        return text(piece.replace(b"\x1b", b""), "")
    read = strict(piece, "cp932")
    return (read, True) if read is not None else (piece.decode("cp932", "replace"), False)


def _shifted(piece: bytes) -> bytes:
    """Letters of two bytes of JIS X 0208 as Shift_JIS writes them; line ends as they are."""
    if piece[:1] in (b"\r", b"\n") or not piece:
        return piece
    shifted = bytearray()
    for place in range(0, len(piece) - 1, 2):
        first, second = piece[place] & 0x7F, piece[place + 1] & 0x7F
        if not (0x21 <= first <= 0x7E and 0x21 <= second <= 0x7E):
            shifted += b"?"
            continue
        shifted.append((first + 1) // 2 + (0x70 if first < 0x5F else 0xB0))
        shifted.append(second + (0x1F + (second >= 0x60) if first % 2 else 0x7E))
    return bytes(shifted)
