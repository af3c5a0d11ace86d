"""Work on campaigns that need nothing of each other: one after the other in this process, or in several processes, of
which one that ends or hangs costs only the campaign it was at."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from functools import partial
from itertools import islice, takewhile
from tempfile import TemporaryDirectory
from typing import Any, Protocol, TypeVar

from pebble import ProcessExpired, ProcessPool

from witp_pbem.table.garbage import collect_seldom
from witp_pbem.table.language import language, say, speak
from witp_pbem.table.tuples import NamedTuple

AHEAD = 4  # items handed out for each process before one comes back
WAITING = 16  # items for each process that may wait for one before them

Item = TypeVar("Item")
Value = TypeVar("Value")


class Broken(NamedTuple):
    """Why nothing came of an item: the process at it ended by itself, or was ended because it took too long.

    Attributes:
        sentence: the reason.
        seconds: after how long.
    """

    sentence: str
    seconds: float = 0.0


class Prover(Protocol):
    """Does a task for each item, wherever, and gives every item back with what came of it, in any order."""

    def __call__(self, task: Callable[[Item], Value], items: Iterable[Item], /) -> Iterator[
            tuple[Item, Value | Broken]]: ...


def here(task: Callable[[Item], Value], items: Iterable[Item], /) -> Iterator[tuple[Item, Value | Broken]]:
    """In this process, one after the other."""
    for item in items:
        yield item, task(item)


class _Handed(NamedTuple):
    """An item that was handed out.

    Attributes:
        item, future: the item, and what comes of it.
        is_last: no process will be given it again.
    """

    item: Any
    future: Future[Any]
    is_last: bool = False

    @property
    def is_done(self) -> bool:
        return self.future.done() and not self.is_suspect

    @property
    def is_suspect(self) -> bool:
        """Whether a process ended over it, as it may by no fault of the item: for want of memory, or by somebody."""
        return not self.is_last and self.future.done() and isinstance(self.future.exception(), ProcessExpired)


def in_processes(count: int, limit: float = 0.0, *, in_order: bool = False) -> Prover:
    """In so many processes. What a process ended over is tried once more, by itself. Where the items end with an error,
    what was handed out before is given first.

    Args:
        limit: seconds after which a process is ended that is still at an item; 0 for never.
        in_order: give them back in their order; no more than a few wait for one that takes long. A single process is
            handed an item when what came of the one before has been taken, as if it were done here.
    """
    ahead = 1 if in_order and count == 1 else count * AHEAD

    def run(task: Callable[[Item], Value], items: Iterable[Item], /) -> Iterator[tuple[Item, Value | Broken]]:
        left = enumerate(items)
        failure: Exception | None = None
        handed: dict[int, _Handed] = {}
        with _pool(count) as pool:
            schedule = partial(pool.schedule, task, timeout=limit or None)
            while True:
                working = sum(not one.future.done() for one in handed.values())
                suspect = next((number for number, one in handed.items() if one.is_suspect), None)
                if suspect is None and not failure:
                    try:
                        room = min(ahead - working, count * WAITING - len(handed))
                        for number, item in islice(left, max(0, room)):
                            handed[number] = _Handed(item, schedule([item]))
                    except Exception as error:  # of whatever gives the items
                        failure = error
                elif suspect is not None and not working:
                    item = handed[suspect].item
                    handed[suspect] = _Handed(item, schedule([item]), is_last=True)
                if not handed:
                    if failure:
                        raise failure
                    return
                wait([one.future for one in handed.values() if not one.future.done()], return_when=FIRST_COMPLETED)
                done = takewhile(lambda number: handed[number].is_done, handed) if in_order else (
                    number for number, one in handed.items() if one.is_done)
                for number in list(done):
                    one = handed.pop(number)
                    yield one.item, _value(one.future, limit)

    return run


@contextmanager
def _pool(count: int) -> Iterator[ProcessPool]:
    """Processes that are ended at the end, whatever they are at, with the temporary files they made."""
    with TemporaryDirectory(prefix="witp-pbem-archive-") as room:
        pool = ProcessPool(count, initializer=_begin, initargs=[language(), room])
        try:
            yield pool
        finally:
            pool.stop()  # type: ignore[no-untyped-call]
            pool.join()


def _begin(code: str, room: str) -> None:
    """What each process does first: it speaks a language, and lays its temporary files where they are taken away at the
    end, even if it is killed."""
    speak(code)
    collect_seldom()
    tempfile.tempdir = room


def _value(future: Future[Any], limit: float) -> Any:
    """What came of an item."""
    try:
        return future.result()
    except TimeoutError:
        return Broken(too_long(limit), limit)
    except ProcessExpired:
        return Broken(say("The process working on it ended unexpectedly."))


def at_once(count: int, limit: float = 0.0, *, in_order: bool = False) -> Prover:
    """So many items at a time: one after the other in this process, or in several, or in one that can be ended.

    Args:
        limit, in_order: see `in_processes`.
    """
    return here if count == 1 and not limit else in_processes(count, limit, in_order=in_order)


def too_long(limit: float) -> str:
    """The sentence about what took longer than it may."""
    return say("It took longer than {limit:g} seconds (--limit).", limit=limit)
