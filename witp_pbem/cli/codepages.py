"""Output to a terminal, file or pipe whose code page lacks a sign, as on Windows: the sign is written another way."""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata

HANDLER = "witp-pbem-plain"  # name of the error handler
PLAIN = str.maketrans({
    "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "…": "...", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'",
    "→": "->", "←": "<-", "×": "x", "·": "-", "•": "*", "✗": "x", "§": "S.", "≥": ">=", "≤": "<=", "±": "+-",
    "\u00a0": " ", "\u202f": " ", "σ": "s"})


def plain(text: str) -> str:
    """A text in ASCII: signs by others like them, letters without their accents, "?" for the rest."""
    parted = unicodedata.normalize("NFKD", text.translate(PLAIN))
    return "".join(letter for letter in parted if not unicodedata.combining(letter)).encode("ascii", "replace").decode()


def _written_otherwise(error: UnicodeError) -> tuple[str | bytes, int]:
    """What stands in the place of signs that cannot be encoded (see `codecs.register_error`)."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start:error.end]), error.end


def write_what_can_be_written() -> None:
    """From now on no sign that standard output or standard error lacks stops the program."""
    codecs.register_error(HANDLER, _written_otherwise)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(errors=HANDLER)


def has_every_sign() -> bool:
    """Whether all of Unicode can be written to standard output."""
    name = getattr(sys.stdout, "encoding", None) or "utf-8"
    return codecs.lookup(name).name.startswith("utf")
