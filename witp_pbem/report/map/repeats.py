"""Drawings that have the same in several places: it is drawn once, and used wherever it stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

_PATH = re.compile(r'<path((?: [\w-]+="[^"]*")*) d="([^"]{60,})"/>')
# A group that does nothing but set what is in it somewhere, with no other group in it.
_GROUP = re.compile(r'<g transform="([^"]+)">((?:<(?:path|use|circle) [^>]*/>|<text [^>]*>[^<]*</text>)+)</g>')
_LEAST = 40  # letters of a group below which nothing is gained
_DEEPEST = 4  # groups in groups in groups


def once(drawn: str) -> tuple[str, dict[str, str]]:
    """Drawings that use symbols for what is in them more than once, and these symbols by their ids."""
    symbols: dict[str, str] = {}
    lines = _repeated(_PATH, drawn, 0)
    drawn = _used(_PATH, drawn, lines, lambda looks, name: f'<use{looks} href="#{name}"/>')
    symbols |= {name: f'<path id="{name}" d="{line}"/>' for line, name in lines.items()}
    for _ in range(_DEEPEST):
        groups = _repeated(_GROUP, drawn, len(symbols))
        drawn = _used(_GROUP, drawn, groups, lambda there, name: f'<use href="#{name}" transform="{there}"/>')
        symbols |= {name: f'<g id="{name}">{body}</g>' for body, name in groups.items()}
    return drawn, symbols


def _repeated(kind: re.Pattern[str], drawn: str, first: int) -> dict[str, str]:
    """Ids for what comes more than once, numbered from `first`."""
    count = Counter(match[2] for match in kind.finditer(drawn))
    bodies = (body for body, times in count.items() if times > 1 and len(body) > _LEAST)
    return {body: f"m-again-{number}" for number, body in enumerate(bodies, first)}


def _used(kind: re.Pattern[str], drawn: str, ids: Mapping[str, str], use: Callable[[str, str], str]) -> str:
    return kind.sub(lambda match: use(match[1], ids[match[2]]) if match[2] in ids else match[0], drawn)
