"""Work in several processes: in the order of the items or in any, with few of them waiting, and whatever ends one."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from witp_pbem.archive.processes import WAITING, Broken, at_once, in_processes


def squared(number: int) -> int:
    """The square of a number; the first takes its time."""
    if number == 0:
        time.sleep(1)
    return number * number


def squared_after(others: Path, number: int) -> int:
    """The square of a number; of the first when there is a file that says that others have come."""
    while number == 0 and not others.exists():
        time.sleep(0.01)
    return number * number


def counted(taken: list[int], count: int) -> Iterator[int]:
    for number in range(count):
        taken.append(number)
        yield number


def test_few_items_wait_for_one_that_takes_long() -> None:
    taken: list[int] = []
    coming = at_once(2, in_order=True)(squared, counted(taken, 1000))
    assert next(coming) == (0, 0) and len(taken) <= 2 * WAITING
    assert list(coming) == [(number, number * number) for number in range(1, 1000)]


def test_in_any_order_nothing_waits(tmp_path: Path) -> None:
    taken: list[int] = []
    coming = in_processes(2)(partial(squared_after, tmp_path / "others"), counted(taken, 100))
    assert next(coming)[0] != 0 and len(taken) < 20
    (tmp_path / "others").touch()
    assert {number for number, _ in coming} | set(range(10)) == set(range(100))


def test_a_single_process_is_handed_one_item_after_the_other() -> None:
    taken: list[int] = []
    for number, _ in at_once(1, limit=60, in_order=True)(squared, counted(taken, 5)):
        assert taken == list(range(number + 1))


def torn(count: int) -> Iterator[int]:
    yield from range(count)
    raise OSError("torn")


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("in_order", [True, False])
def test_what_came_before_an_error_is_given(count: int, in_order: bool) -> None:
    coming = at_once(count, in_order=in_order)(squared, torn(5))
    given = [next(coming) for _ in range(5)]
    assert sorted(given) == [(number, number * number) for number in range(5)]
    with pytest.raises(OSError, match="torn"):
        next(coming)


def deadly(room: Path, times: int, number: int) -> int:
    """A number, after so many of the processes that were given 3 have been killed; others write down that they ran."""
    if number == 3:
        tried = len(list(room.glob("tried-*")))
        (room / f"tried-{tried}").touch()
        before = len(list(room.glob("ran-*")))
        if tried:
            time.sleep(0.3)
            assert len(list(room.glob("ran-*"))) == before, "it runs by itself"
        if tried < times:
            os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.02)
    (room / f"ran-{number}").touch()
    return number


@pytest.mark.parametrize("in_order", [True, False])
@pytest.mark.parametrize("times", [1, 2])
def test_what_a_process_ended_over_is_tried_once_more_by_itself(tmp_path: Path, times: int, in_order: bool) -> None:
    given = list(in_processes(2, in_order=in_order)(partial(deadly, tmp_path, times), range(30)))
    assert (given if in_order else sorted(given, key=lambda pair: pair[0])) == [
        (number, Broken("The process working on it ended unexpectedly.") if (number, times) == (3, 2) else number)
        for number in range(30)]
    assert len(list(tmp_path.glob("tried-*"))) == 2
