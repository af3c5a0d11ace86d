"""Canonical JSON (RFC 8785) and the hashes made over it."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

# For texts and whole numbers Python's own encoder writes the canonical form; nothing else is ever hashed here.
_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False,
                           check_circular=False).encode


def canonical(value: Any) -> bytes:
    """The one byte string RFC 8785 gives a JSON value (dict, list, tuple, str, int, bool, None).

    Raises:
        ValueError: a text that is not Unicode.
    """
    return _ENCODE(value).encode()


def parse(data: bytes | str) -> Any:
    """The JSON value of a text of ours, which holds no fractions.

    Raises:
        ValueError: it is no JSON, or holds a fraction or a text that is not Unicode.
    """
    text = data if isinstance(data, str) else data.decode()
    value = _DECODE(text)
    if "\\u" in text:
        canonical(value)
    return value


def digest(value: Any) -> str:
    """SHA-256 over the canonical JSON of a value, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def keyed(key: str, *message: Any) -> str:
    """A hash nobody can make without the key: HMAC-SHA256 over the canonical JSON of a list, all in hexadecimal."""
    return hmac.digest(bytes.fromhex(key), canonical(message), "sha256").hex()


def is_hexadecimal(text: str) -> bool:
    """Whether a text holds nothing but hexadecimal digits in small letters, as hashes are written."""
    return not text.strip("0123456789abcdef")


def commitment(salt: str, content: Any) -> str:
    """The seal of a secret: SHA-256 over salt bytes (given in hexadecimal) followed by its canonical JSON."""
    return hashlib.sha256(bytes.fromhex(salt) + canonical(content)).hexdigest()


def _no_fraction(text: str) -> Any:
    raise ValueError(f"{text} is no whole number")


_DECODE = json.JSONDecoder(parse_float=_no_fraction, parse_constant=_no_fraction).decode
