"""Letters: what a player says besides orders, as a text that can be mailed, signed and recorded.

    Campaign: isles
    Side: blue
    Letter: protest
    About: 34
    Text: the stack had no supply

Every line is `Key: value` with a key of a closed list; any other line continues the value before it. A letter may carry
a signature behind it, like an orders file (`signatures`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from witp_pbem.table.problem import NOWHERE, Problem, Span, ambiguous, invalid
from witp_pbem.table.tuples import NamedTuple

LETTER, PLAYER = "letter", "player"
HEADER = ("campaign", "side", LETTER)
AFTER = "after"  # any letter may name the last sitting its writer has seen, as orders do
OF_THE_TURN = frozenset({"seal", "reveal", "withdraw", "resign"})  # kinds that mean the turn as it stands
# Kind of letter -> the keys it must have besides those of the header, and those it may have.
KINDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "word": (("word",), ()),
    "seal": (("turn", "seal"), ()),
    "reveal": (("turn", "salt", "content"), ()),
    "link": (("number", "link", "head", "proof"), ("orders",)),
    "protest": (("text",), ("about",)),
    "proposal": (("text",), ("to", "keep", "answers", "finish")),
    "consent": (("proposal", "hash"), ()),
    "note": (("text",), ("about",)),
    "withdraw": ((), ("entry",)),
    "resign": ((), ("text",)),
    PLAYER: ((PLAYER,), ("key", "anchor", "text")),
}
# Keys of one kind alone: in letters of other kinds, which were written before there were such keys, they are text.
OWN: Mapping[str, frozenset[str]] = {PLAYER: frozenset({PLAYER, "key", "anchor"}),
                                     "link": frozenset({"proof", "orders"})}
KEYS = frozenset({*HEADER, AFTER, *(key for must, may in KINDS.values() for key in (*must, *may))}
                 ).difference(*OWN.values())
YES = frozenset({"yes", "orders", "true", "1"})
_RULING = re.compile(r"(ruling|裁定)\b", re.IGNORECASE)
_LINE = re.compile(r"[>\s\ufeff]*([A-Za-z]+)[ \t]*[:\uff1a](.*)")


class Letter(NamedTuple):
    """A letter as read.

    Attributes:
        kind: a key of `KINDS`.
        campaign, side: as it is headed.
        values: key in small letters -> its other values.
        spans: key -> its line in the text.
    """

    kind: str
    campaign: str
    side: str
    values: Mapping[str, str]
    spans: Mapping[str, Span]


def is_letter(text: str) -> bool:
    """Whether a text is a letter rather than orders: it has a line `Letter: ...` before anything that is no header."""
    for line in text.splitlines():
        match = _LINE.match(line)
        if match and match[1].casefold() == LETTER:
            return True
        if line.strip() and not (match and match[1].casefold() in (*KEYS, PLAYER)):
            return False
    return False


def read(text: str) -> Letter | tuple[Problem, ...]:
    """The letter a text holds, or everything that is wrong with it."""
    values: dict[str, str] = {}
    spans: dict[str, Span] = {}
    problems: list[Problem] = []
    key = ""
    written = [(_LINE.match(line), line) for line in text.splitlines()]
    kind = next((match[2].strip().casefold() for match, _ in written if match and match[1].casefold() == LETTER), "")
    known = KEYS | OWN.get(kind, frozenset())
    for number, (match, line) in enumerate(written, 1):
        place = Span(number, 1, number, len(line) + 1)
        name = match[1].casefold() if match else ""
        name = "side" if name == PLAYER and PLAYER not in known else name  # as in the header of orders
        if match and name in known and not (key == "text" and name in values):
            key = name
            if key in values:
                problems.append(ambiguous("header-twice", place, key=key.capitalize()))
            values[key], spans[key] = match[2].strip(), place
        elif key and line.strip():
            values[key] = f"{values[key]}\n{line.strip()}".strip()
        elif line.strip():
            problems.append(invalid("not-a-letter-line", place, line=line.strip()))
    if kind not in KINDS:
        return (*problems, invalid("unknown-letter", spans.get(LETTER, NOWHERE), kind=kind, kinds=list(KINDS)))
    must, may = KINDS[kind]
    problems += [invalid("missing-header", Span(1, 1, 1, 1), key=name.capitalize())
                 for name in ("campaign", "side", *must) if not values.get(name)]
    problems += [invalid("key-not-of-letter", spans[name], key=name.capitalize(), kind=kind)
                 for name in values if name not in (*HEADER, AFTER, *must, *may)]
    if problems:
        return tuple(problems)
    rest = {name: value for name, value in values.items() if name not in HEADER}
    return Letter(kind, values["campaign"], values["side"], rest, spans)


def entry_number(text: str) -> int:
    """The number of an entry as a letter gives it ("34", "entry 34"), -1 for anything else."""
    named = re.fullmatch(r"(?:entry\s*)?(\d{1,9})", text.strip(), re.IGNORECASE)
    return int(named[1]) if named else -1


def parts(text: str) -> tuple[str, str]:
    """The reason and the rulings in the text of a proposal."""
    lines = text.splitlines()
    first = next((number for number, line in enumerate(lines) if _RULING.match(line)), len(lines))
    return "\n".join(lines[:first]), "\n".join(lines[first:])


def write(kind: str, campaign: str, side: str, values: Mapping[str, str | int]) -> str:
    """A letter as text."""
    lines = {"Campaign": campaign, "Side": side, "Letter": kind,
             **{key.capitalize(): value for key, value in values.items() if value != ""}}
    return "".join(f"{key}: {value}\n" for key, value in lines.items())
