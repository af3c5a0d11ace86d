"""Work in several processes, with results in the order in which it was begun."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from witp_pbem.campaign.proof.several import job_ended
from witp_pbem.table.language import language, speak

AHEAD = 4  # pieces of work begun for each process before the first is waited for

T = TypeVar("T")
Begin = Callable[..., Callable[[], Any]]  # begins a function with its arguments; calling what comes back waits for it


@contextmanager
def processes(count: int) -> Iterator[Begin]:
    """How work is begun in so many processes; where it is one, in this process, and when it is waited for.

    Raises:
        JobEnded: one of several was ended.
    """
    if count == 1:
        yield partial
        return
    with ProcessPoolExecutor(count, initializer=speak, initargs=(language(),)) as pool:
        try:
            yield lambda function, *arguments: pool.submit(function, *arguments).result
        except BrokenProcessPool as error:
            raise job_ended() from error


def in_order(begun: Iterable[Callable[[], T]], count: int) -> Iterator[T]:
    """What work comes to that is begun as it is taken from an iterator, for so many processes."""
    ahead = 0 if count == 1 else count * AHEAD
    waiting: deque[Callable[[], T]] = deque()
    for wait in begun:
        waiting.append(wait)
        if len(waiting) > ahead:
            yield waiting.popleft()()
    while waiting:
        yield waiting.popleft()()
