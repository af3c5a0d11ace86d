"""YAML (and with it JSON) as people write it by hand: what a file says, and the line and column of each thing in it.

A part of YAML is enough to write down facts, and the rest is refused where it would make a file mean something its
writer does not see: keys that stand twice, aliases, tags, several documents in one file. Everything of that kind is
told at once; only where a file is no YAML any more nothing behind can be read.

Plain words are read as JSON has them: true, false, null, numbers; but 0101 with its zero is a text. `texts` has every
word as it is written, for a reader who knows which of them are numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeAlias

from witp_pbem.table.problem import NOWHERE, Problem, Span, invalid
from witp_pbem.table.tuples import NamedTuple

LARGEST = 4 * 1024 * 1024  # bytes of a file
DEEPEST = 30  # lists and tables in one another
MOST = 200_000  # entries
LONGEST = 18  # digits of a number
ENDINGS = (".yaml", ".yml")

Key: TypeAlias = str | int
Path: TypeAlias = tuple[Key, ...]  # the keys of tables and the numbers in lists, from 0, that lead to a value

_WORDS: Mapping[str, Any] = {"": None, "null": None, "~": None, "true": True, "false": False}
_WHOLE, _DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)"), re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+")


class YamlFile(NamedTuple):
    """What a file says.

    Attributes:
        value: tables, lists, texts, numbers, true, false and None.
        texts: the same with every word as a text.
        spans: where each value stands; of a text without its quotation marks.
        keys: where the key of each value in a table stands.
        problems: what its writer may take for something else than it is; of keys that stand twice the last counts.
    """

    value: Any
    texts: Any
    spans: Mapping[Path, Span]
    keys: Mapping[Path, Span]
    problems: tuple[Problem, ...] = ()

    def at(self, path: Path) -> Span:
        """Where an entry stands: its key, or the entry of a list itself; of what is missing, the table it is missing
        from."""
        while path and path not in self.keys and path not in self.spans:
            path = path[:-1]
        return self.keys.get(path) or self.spans.get(path, NOWHERE)


@dataclass
class _Open:
    """A list or table that is being read, with the key that waits for its value, and where it stands."""

    value: Any
    texts: Any
    path: Path
    start: Span
    key: str | None = None
    key_span: Span = NOWHERE
    seen: dict[str, Span] = field(default_factory=dict)


def read(content: bytes, file: str) -> YamlFile | tuple[Problem, ...]:
    """What a file says; everything that is wrong with its form where it cannot be read to its end.

    Args:
        file: its name, for the problems.
    """
    if len(content) > LARGEST:
        return (invalid("yaml-large", size=len(content), limit=LARGEST)._replace(file=file),)
    try:
        reader = _Reader(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return (invalid("not-utf-8", _sign(content, error.start, b"\n"))._replace(file=file),)
    problems = tuple(problem._replace(file=file) for problem in reader.problems)
    if reader.is_broken:
        return problems
    return YamlFile(reader.value, reader.texts, reader.spans, reader.keys, problems)


def _sign(text: Any, index: int, line_end: Any) -> Span:
    """Where a sign of a text stands."""
    line, column = text.count(line_end, 0, index) + 1, index - text.rfind(line_end, 0, index)
    return Span(line, column, line, column + 1)


def _events(text: str) -> Iterator[Any]:
    """The events of a text, by the faster loader as far as it goes: newer releases of libyaml look ahead, and refuse
    depths that we refuse long before."""
    import yaml

    taken = 0
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            taken += 1
            yield event
    except yaml.MarkedYAMLError as error:
        if "nesting depth" not in str(error.problem):
            raise
        yield from islice(yaml.parse(text, Loader=yaml.SafeLoader), taken, None)


class _Reader:
    """Reads a text event by event, so that no depth of it is too much."""

    def __init__(self, text: str) -> None:
        self.value: Any = None
        self.texts: Any = None
        self.spans: dict[Path, Span] = {}
        self.keys: dict[Path, Span] = {}
        self.problems: list[Problem] = []
        self.open: list[_Open] = []
        self.is_broken = False
        self.documents = 0
        self._lines: Sequence[str] = text.splitlines()
        self._read(text)
        if not self.is_broken and not self.documents:
            self._break(invalid("yaml-empty"))

    def _break(self, problem: Problem) -> None:
        """Reads no more: nothing behind could be understood."""
        self.is_broken = True
        self.problems.append(problem)

    def _read(self, text: str) -> None:
        import yaml  # not loaded by commands that read none

        try:
            for event in _events(text):
                self._take(event)
                if self.is_broken:
                    return
        except yaml.MarkedYAMLError as error:
            self._break(self._unreadable(str(error.problem), error.problem_mark or error.context_mark))
        except yaml.reader.ReaderError as error:
            self._break(invalid("not-text", _sign(text, error.position, "\n")))

    def _unreadable(self, said: str, mark: Any) -> Problem:
        """What is wrong with a text that is no YAML from somewhere on."""
        line = mark.line + 1 if mark else 1
        column = mark.column + 1 if mark else 1
        span = Span(line, column, line, column + 1)
        if line <= len(self._lines) and "\t" in self._lines[line - 1][:column]:
            return invalid("yaml-tab", span)
        if "mapping values are not allowed" in said:
            return invalid("yaml-colon", span)
        if "expected ',' or" in said or "end of stream" in said or "while scanning a quoted" in said:
            return invalid("yaml-open", span, error=said)
        return invalid("yaml-syntax", span, error=said)

    def _take(self, event: Any) -> None:
        kind = type(event).__name__
        span = Span(event.start_mark.line + 1, event.start_mark.column + 1, event.end_mark.line + 1,
                    event.end_mark.column + 1)
        if kind == "DocumentStartEvent":
            self.documents += 1
            if self.documents > 1:
                self._break(invalid("yaml-documents", span))
        elif kind == "AliasEvent":
            self.problems.append(invalid("yaml-alias", span, name=event.anchor))
            self._value(None, "", span)
        elif kind in ("ScalarEvent", "SequenceStartEvent", "MappingStartEvent"):
            self._refuse_signs(event, span)
            if kind == "ScalarEvent":
                self._scalar(event, span)
            else:
                self._begin(kind == "MappingStartEvent", span)
        elif kind in ("SequenceEndEvent", "MappingEndEvent"):
            self.open.pop()

    def _refuse_signs(self, event: Any, span: Span) -> None:
        if event.anchor:
            self.problems.append(invalid("yaml-anchor", span, name=event.anchor))
        if event.tag:
            self.problems.append(invalid("yaml-tag", span, name=event.tag))

    def _scalar(self, event: Any, span: Span) -> None:
        if event.style in ("'", '"') and span.line == span.end_line:
            span = Span(span.line, span.column + 1, span.end_line, span.end_column - 1)
        inner = self.open[-1] if self.open else None
        if inner and isinstance(inner.value, dict) and inner.key is None:
            self._key(inner, event.value, span)
        else:
            self._value(event.value if event.style else self._plain(event.value, span), event.value, span)

    def _plain(self, word: str, span: Span) -> Any:
        """What a plain word means."""
        if word in _WORDS:
            return _WORDS[word]
        if len(word) > LONGEST and (_WHOLE.fullmatch(word) or _DECIMAL.fullmatch(word)):
            self.problems.append(invalid("yaml-number", span))
            return word
        return int(word) if _WHOLE.fullmatch(word) else float(word) if _DECIMAL.fullmatch(word) else word

    def _key(self, inner: _Open, key: str, span: Span) -> None:
        if key in inner.seen:
            self.problems.append(invalid("yaml-key-twice", span, key=key, line=inner.seen[key].line))
        inner.key, inner.key_span = key, span
        inner.seen.setdefault(key, span)

    def _begin(self, is_table: bool, span: Span) -> None:
        inner = self.open[-1] if self.open else None
        if inner and isinstance(inner.value, dict) and inner.key is None:
            self._break(invalid("yaml-key", span))
        elif len(self.open) == DEEPEST:
            self._break(invalid("yaml-deep", span, limit=DEEPEST))
        elif len(self.spans) > MOST:
            self._break(invalid("yaml-many", span, limit=MOST))
        else:
            value: Any = {} if is_table else []
            texts: Any = {} if is_table else []
            path = self._value(value, texts, Span(span.line, span.column, span.line, span.column + 1))
            self.open.append(_Open(value, texts, path, span))

    def _value(self, value: Any, texts: Any, span: Span) -> Path:
        """Puts a value where it belongs; its path."""
        path: Path = ()
        if not self.open:
            self.value, self.texts = value, texts
        elif isinstance((inner := self.open[-1]).value, list):
            path = (*inner.path, len(inner.value))
            inner.value.append(value)
            inner.texts.append(texts)
        else:
            key, inner.key = inner.key or "", None
            path = (*inner.path, key)
            inner.value[key], inner.texts[key] = value, texts
            self.keys[path] = inner.key_span
        self.spans[path] = span
        return path
