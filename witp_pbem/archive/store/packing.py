"""Texts as they are kept: compressed with xz, which every system can unpack, or as every database takes them."""

from __future__ import annotations

import lzma
from functools import lru_cache

from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import say

LARGEST = 64 * 1024 * 1024  # bytes of anything kept
PRESET = 6
SMALLEST_WINDOW, LARGEST_WINDOW = 4096, 8 * 1024 * 1024  # bytes the compressor looks back, of what xz takes


class DamagedRow(Refusal):
    """Bytes in the database are not as they were written."""


def compressed(content: bytes) -> bytes:
    """The same bytes always give the same result. The compressor looks back no further than they reach: room for more
    would take it longer than most texts of an archive."""
    window = min(max(SMALLEST_WINDOW, len(content)), LARGEST_WINDOW)
    return lzma.compress(content, filters=[{"id": lzma.FILTER_LZMA2, "preset": PRESET, "dict_size": window}])


def restored(kept: bytes) -> bytes:
    """What was compressed, from the database.

    Raises:
        DamagedRow: it was not, or is larger than anything kept.
    """
    try:
        return decompressed(kept)
    except ValueError as error:
        raise DamagedRow(say("The archive's copy is damaged: {error}.", error=error)) from error


@lru_cache(maxsize=64)
def restored_file(kept: bytes) -> bytes:
    """A data file, which many campaigns have in common.

    Raises:
        DamagedRow: see `restored`.
    """
    return restored(kept)


def decompressed(content: bytes) -> bytes:
    """What was compressed with xz.

    Raises:
        ValueError: it was not, or is larger than anything kept.
    """
    reader = lzma.LZMADecompressor()
    try:
        whole = reader.decompress(content, LARGEST)
    except lzma.LZMAError as error:
        raise ValueError(str(error)) from error
    if not reader.eof:
        raise ValueError(say("the data are incomplete"))
    return whole


def storable(words: str) -> str:
    """Words of others as every database takes them: without NUL and halves of letters."""
    return words.replace("\0", "\ufffd").encode(errors="replace").decode()
