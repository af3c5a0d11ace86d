"""What a verification reports."""

from __future__ import annotations

from witp_pbem.table.tuples import NamedTuple


class Finding(NamedTuple):
    """Something that does not hold.

    Attributes:
        entry: the number of the entry it stands in, None for the whole file.
        code: short stable name.
        sentence: in the language spoken.
        subject: a key of `subjects.SUBJECTS`, "" until it is known.
    """

    entry: int | None
    code: str
    sentence: str
    subject: str = ""
