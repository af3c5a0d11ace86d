"""Proving one campaign, wherever: a function of bytes that any process of any machine can call."""

from __future__ import annotations

import time

from witp_pbem.archive.opened import Kept, opened, unpacked
from witp_pbem.campaign.proof.subjects import Verified
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.tuples import NamedTuple

HOLDS, DIFFERS, FAILS, UNREADABLE, BROKEN = "holds", "differs", "fails", "unreadable", "broken"
VERDICTS = (HOLDS, DIFFERS, FAILS, UNREADABLE, BROKEN)


class Verdict(NamedTuple):
    """What proving a campaign came to.

    Attributes:
        record, key: its number in the archive, and the hash of its last entry.
        verdict: holds; differs (only these rules decide otherwise than those it was played under); fails; unreadable;
            or broken (the program or its process failed over it, or took too long).
        finding: the first thing that is wrong, a sentence in the language spoken; "" for nothing.
        seconds: how long it took.
    """

    record: int
    key: str
    verdict: str
    finding: str
    seconds: float


def prove(record: int, key: str, kept: Kept) -> Verdict:
    """The verdict on a campaign. Whatever is in it, this comes back with one."""
    start = time.perf_counter()
    try:
        with opened(*unpacked(kept)) as folder:
            verified = verify(folder)
    except Refusal as refusal:
        return Verdict(record, key, UNREADABLE, str(refusal), time.perf_counter() - start)
    except Exception as error:  # whatever a campaign nobody has thought of makes the program do
        return Verdict(record, key, BROKEN, f"{type(error).__name__}: {error}", time.perf_counter() - start)
    return Verdict(record, key, *judged(verified), time.perf_counter() - start)


def judged(verified: Verified) -> tuple[str, str]:
    """The verdict on what was proved, and the finding."""
    wrong = verified.findings or verified.differences
    verdict = FAILS if verified.findings else DIFFERS if verified.differences else HOLDS
    return verdict, wrong[0].sentence if wrong else ""
