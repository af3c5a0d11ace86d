"""Orders as they were decided in the campaigns recorded among the fixtures."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

FIXTURES = Path(__file__).parents[2] / "fixtures" / "format-4"


@cache
def values() -> tuple[dict[str, Any], ...]:
    """Every order that somebody gave, as the record keeps it, each once."""
    once: dict[str, dict[str, Any]] = {}
    for path in sorted(FIXTURES.glob("*.tar.xz")):
        with tarfile.open(path) as archive:
            for member in archive:
                if member.name.endswith("logbook.jsonl") and (file := archive.extractfile(member)):
                    for line in file:
                        once |= {json.dumps(order, sort_keys=True): order for order in _orders(json.loads(line))}
    return tuple(once[key] for key in sorted(once))


def _orders(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if isinstance(value.get("order"), str):
            yield value
        for item in value.values():
            yield from _orders(item)
    elif isinstance(value, list):
        for item in value:
            yield from _orders(item)
