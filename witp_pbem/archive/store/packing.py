"""Texts as they are kept: compressed with xz, which every system can unpack."""

from __future__ import annotations

import lzma

LARGEST = 64 * 1024 * 1024  # bytes of anything kept


def compressed(content: bytes) -> bytes:
    """The same bytes always give the same result."""
    return lzma.compress(content, preset=6)


def restored(kept: bytes) -> bytes:
    """What was compressed.

    Raises:
        ValueError: it was not, or is larger than anything kept.
    """
    reader = lzma.LZMADecompressor()
    try:
        content = reader.decompress(kept, LARGEST)
    except lzma.LZMAError as error:
        raise ValueError(str(error)) from error
    if not reader.eof:
        raise ValueError("not whole")
    return content
