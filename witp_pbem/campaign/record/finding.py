"""What a verification tells of something that does not hold."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """Something that does not hold: the entry it stands in (None for the file), a code, a sentence, and the subject it
    belongs to (`subjects.SUBJECTS`)."""

    entry: int | None
    code: str
    sentence: str
    subject: str = ""
