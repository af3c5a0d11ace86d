"""What is wrong with an entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from witp_pbem.table.problem import NOWHERE, Problem, Span, illegal
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import Sentences, problem_sentence


class EntryFault(NamedTuple):
    """Something that makes an entry illegal.

    Attributes:
        code: short stable name; without a `text` also the key of the sentence among those of problems.
        text: the sentence, in the language spoken.
        key: the line of a letter that is at fault, "" for all of it.
        values: placeholder of the sentence of a problem -> what it names.
    """

    code: str
    text: str = ""
    key: str = ""
    values: Mapping[str, Any] = MappingProxyType({})

    def sentence(self, catalogue: Sentences | None) -> str:
        """The fault in the language spoken."""
        return self.text or problem_sentence(illegal(self.code, "", **self.values), catalogue)


def problems(faults: Iterable[EntryFault], spans: Mapping[str, Span], otherwise: str = "letter") -> tuple[Problem, ...]:
    """Faults as problems of a letter.

    Args:
        spans: key of a line -> its place.
        otherwise: the line to name where the one at fault is not there.
    """
    return tuple(_problem(fault, spans, otherwise) for fault in faults)


def _problem(fault: EntryFault, spans: Mapping[str, Span], otherwise: str) -> Problem:
    place = next((spans[key] for key in (fault.key, otherwise) if key in spans), NOWHERE)
    return illegal(fault.code, "", place, **fault.values)
