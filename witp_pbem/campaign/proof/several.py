"""Verifying several campaigns, each on its own: what is wrong with one stops no other."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from witp_pbem.campaign.proof.subjects import Verified
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record.refusal import FILES, Refusal
from witp_pbem.table.language import language, say, speak
from witp_pbem.table.tuples import NamedTuple

MOST_JOBS = 60  # processes at a time; Windows takes no more


class Unverified(NamedTuple):
    """Why a campaign cannot be verified: the kind of error, a sentence, and the exit code it is worth."""

    kind: str
    sentence: str
    exit_code: int = FILES


class CampaignVerified(NamedTuple):
    """What verifying one of several campaigns came to.

    Attributes:
        path: its folder or its logbook, as named.
        verified: what was found, or why it cannot be verified.
    """

    path: Path
    verified: Verified | Unverified

    @property
    def exit_code(self) -> int:
        """0 where it holds."""
        if isinstance(self.verified, Unverified):
            return self.verified.exit_code
        return 0 if self.verified.holds else FILES


class JobEnded(Refusal):
    """The system, or somebody, ended a process that was verifying."""


def nothing() -> None:
    """A process needs no preparation."""


def verify_each(paths: Sequence[Path], *, strict: bool = False, jobs: int = 1,
                prepare: Callable[[], None] = nothing) -> Iterator[CampaignVerified]:
    """Verifies campaigns, and gives what became of each as soon as it and all before it are done.

    Args:
        paths: folders or logbook files.
        strict: see `verify.verify`.
        jobs: in how many processes.
        prepare: what each further process does first; a function of a module.
    Raises:
        JobEnded: a process was ended before it was done.
    """
    one = partial(_one, strict=strict)
    if min(jobs, len(paths)) < 2:
        yield from map(one, paths)
        return
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor  # takes a while

    with ProcessPoolExecutor(min(jobs, len(paths)), initializer=_begin, initargs=(language(), prepare)) as pool:
        try:
            yield from pool.map(one, paths)
        except BrokenProcessPool as error:
            raise JobEnded(say("A process that was verifying was ended, perhaps for want of memory. Try again with "
                               "fewer --jobs.")) from error


def _begin(code: str, prepare: Callable[[], None]) -> None:
    """What each process does first: it speaks the same language, and ends at once where the user stops everything."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    speak(code)
    prepare()


def _one(path: Path, *, strict: bool) -> CampaignVerified:
    try:
        return CampaignVerified(path, verify(path, strict=strict))
    except Refusal as refusal:
        unverified = Unverified(type(refusal).__name__, str(refusal), refusal.exit_code)
    except OSError as error:
        unverified = Unverified(type(error).__name__, say('"{name}" cannot be read: {error}.',
                                                          name=error.filename or path, error=error.strerror))
    except Exception as error:  # whatever a campaign nobody has thought of makes the program do
        unverified = Unverified(type(error).__name__, say("The program fails over it: {kind} {error}.",
                                                          kind=type(error).__name__, error=error))
    return CampaignVerified(path, unverified)
