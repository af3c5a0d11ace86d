"""How large a logbook is, and what in it takes the room: kB by field, for campaigns of either kind; and what a packed
logbook takes.

    python -m tests.benchmarks.logbook_size [FOLDER]
"""

from __future__ import annotations

import json
import lzma
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.benchmarks import recorded
from witp_pbem.campaign.record.logbook import FILE
from witp_pbem.table.canonical import canonical

KINDS_OF = {"acts": ("event", "test", "answer", "forced", "triggered", "cancelled", "roll", "draw", "shuffle", "edit"),
            "opened": ("index", "file", "slot", "deck", "salts")}
SHOWN = 24  # rows


def members(record: dict[str, Any], name: str) -> Iterator[tuple[str, int]]:
    """The fields of a record by name, each with its bytes and those of its name and punctuation."""
    for field, value in record.items():
        yield f"{name} {field}", len(canonical(value)) + len(field) + 4


def sizes(line: bytes) -> Iterator[tuple[str, int]]:
    """What the fields of an entry take; acts and openings by their kinds."""
    entry = json.loads(line)
    for list_, kinds in KINDS_OF.items():
        for item in entry.pop(list_, ()):
            yield from members(item, f"{list_}: {next(kind for kind in kinds if kind in item)},")
    yield from members(entry, entry["type"])


def measure(folder: Path) -> None:
    content = (folder / FILE).read_bytes()
    lines = content.splitlines()
    count: Counter[str] = Counter()
    for line in lines:
        for name, size in sizes(line):
            count[name] += size
    print(f"{folder.name}: {len(content) / 1000:.0f} kB, {len(lines)} entries; zlib "
          f"{len(zlib.compress(content, 9)) / 1000:.0f} kB, xz {len(lzma.compress(content)) / 1000:.0f} kB")
    for name, size in count.most_common(SHOWN):
        print(f"{size / 1000:9.1f} kB {size / len(content):5.1%}  {name}")


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]) if len(sys.argv) > 1 else map(recorded.campaign, recorded.KINDS):
        measure(path)
