"""Work on campaigns that need nothing of each other: one after the other in this process, or in several processes, of
which one that ends or hangs costs only the campaign it was at."""

from __future__ import annotations

import faulthandler
import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from witp_pbem.table.language import language, say, speaking
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
        watched = partial(attended, task, language(), limit)
        left = iter(items)
        is_done = False
        while not is_done:
            suspects: list[Item] = []
            is_done = yield from _until_broken(count, watched, left, suspects)
            for item in suspects:
                yield item, _alone(watched, item, limit)

    return run


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


def _until_broken(count: int, task: Callable[[Item], Value], left: Iterator[Item],
                  suspects: list[Item]) -> Generator[tuple[Item, Value], None, bool]:
    """Takes what is left, until nothing is or a process ends: then those at hand are suspects, each of which gets a
    process of its own. Returns whether nothing is left."""
    running: dict[Future[Value], Item] = {}
    try:
        with ProcessPoolExecutor(count) as pool:
            while True:
                while len(running) < count * AHEAD and (item := next(left, None)) is not None:
                    suspects.append(item)  # until it has been taken, which a pool that is broken does not
                    future = pool.submit(task, item)
                    running[future] = suspects.pop()
                if not running:
                    return True
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    value = future.result()
                    yield running.pop(future), value
    except BrokenProcessPool:
        suspects += running.values()
        return False


def _alone(task: Callable[[Item], Value], item: Item, limit: float) -> Value | Broken:
    """What comes of an item in a process of its own."""
    start = time.monotonic()
    try:
        with ProcessPoolExecutor(1) as pool:
            return pool.submit(task, item).result()
    except BrokenProcessPool:
        seconds = time.monotonic() - start
        return Broken(too_long(limit) if 0 < limit <= seconds else say("The process that proved it was ended."),
                      seconds)


def too_long(limit: float) -> str:
    """The sentence about what took longer than it may."""
    return say("It took longer than {limit:g} seconds (--limit).", limit=limit)


def attended(task: Callable[[Item], Value], code: str, limit: float, item: Item) -> Value:
    """Does a task in the language of whoever asked for it. The process ends where it takes longer than it may, even in
    the middle of a function that lets nothing else run.

    Args:
        code: of the language.
        limit: see `in_processes`.
    """
    with speaking(code):
        if not limit:
            return task(item)
        with Path(os.devnull).open("w") as nowhere:  # a traceback is nothing to the user
            faulthandler.dump_traceback_later(limit, exit=True, file=nowhere)
            try:
                return task(item)
            finally:
                faulthandler.cancel_dump_traceback_later()
