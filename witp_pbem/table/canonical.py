"""Canonical JSON (RFC 8785) and the hashes made over it."""

from __future__ import annotations

import hashlib
from typing import Any

import rfc8785


def canonical(value: Any) -> bytes:
    """The one byte string RFC 8785 gives a JSON value (dict, list, tuple, str, int, bool, None)."""
    return rfc8785.dumps(value)


def digest(value: Any) -> str:
    """SHA-256 over the canonical JSON of a value, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def commitment(salt: str, content: Any) -> str:
    """The seal of a secret: SHA-256 over 32 salt bytes (given in hexadecimal) followed by its canonical JSON."""
    return hashlib.sha256(bytes.fromhex(salt) + canonical(content)).hexdigest()
