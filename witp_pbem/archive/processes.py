"""Work on campaigns that need nothing of each other: one after the other in this process, or in several processes, of
which one that ends or hangs costs only the campaign it was at."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial
from itertools import islice
from tempfile import TemporaryDirectory
from typing import Any, Protocol, TypeVar

from pebble import ProcessExpired, ProcessPool

from witp_pbem.table.garbage import collect_seldom
from witp_pbem.table.language import language, say, speak
from witp_pbem.table.tuples import NamedTuple

AHEAD = 4  # items handed out for each process before one comes back

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


def in_processes(count: int, limit: float = 0.0) -> Prover:
    """In so many processes.

    Args:
        limit: seconds after which a process is ended that is still at an item; 0 for never.
    """
    def run(task: Callable[[Item], Value], items: Iterable[Item], /) -> Iterator[tuple[Item, Value | Broken]]:
        left = iter(items)
        running: dict[Future[Value], Item] = {}
        room = TemporaryDirectory(prefix="witp-pbem-archive-")
        pool = ProcessPool(count, initializer=_begin, initargs=[language(), room.name])
        try:
            while True:
                for following in islice(left, count * AHEAD - len(running)):
                    running[pool.schedule(task, [following], timeout=limit or None)] = following
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    item = running.pop(future)
                    yield item, _value(future, limit)
        finally:
            pool.stop()  # type: ignore[no-untyped-call]
            pool.join()
            room.cleanup()

    return run


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


def at_once(count: int) -> Prover:
    """So many items at a time: one after the other in this process, or in several."""
    return here if count == 1 else in_processes(count)


def in_order(prover: Prover, task: Callable[[Item], Value], items: Iterable[Item]) -> Iterator[
        tuple[Item, Value | Broken]]:
    """As a prover does, but in the order of the items."""
    finished: dict[int, tuple[Item, Value | Broken]] = {}
    following = 0
    for (number, item), value in prover(partial(_of_numbered, task), enumerate(items)):
        finished[number] = item, value
        while following in finished:
            yield finished.pop(following)
            following += 1


def _of_numbered(task: Callable[[Item], Value], numbered: tuple[int, Item]) -> Value:
    return task(numbered[1])


def too_long(limit: float) -> str:
    """The sentence about what took longer than it may."""
    return say("It took longer than {limit:g} seconds (--limit).", limit=limit)
