"""Proving on many machines, by Dask distributed: a scheduler's address is given, workers come and go.

Campaigns are small and independent, and none needs another's result: what is wanted is a queue that many machines take
from, that hands a campaign to another worker when one is lost, and that people can start with two commands. Dask does
that without a database or a broker of its own; the archive alone writes down what came of it.
"""

from __future__ import annotations

import faulthandler
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from witp_pbem.archive.processes import Broken, Item, Prover, Value
from witp_pbem.campaign.record import extras
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.garbage import collect_seldom
from witp_pbem.table.language import language, say, speaking

AHEAD = 4  # tasks handed out for each thread of the cluster before one comes back
TOGETHER = 1.0  # seconds of work that make a task: the cluster takes some for each
LEAST = 0.001  # seconds that a campaign takes
PATIENCE = "20s"  # until the scheduler must have answered


class NoCluster(Refusal):
    """The scheduler cannot be reached, or is gone."""


def on_cluster(address: str, limit: float = 0.0, patience: str = PATIENCE) -> Prover:
    """On the workers of a scheduler ("tcp://10.0.0.5:8786"). A worker that is lost costs nothing but time; a campaign
    that ends several workers, one after the other, is broken.

    Args:
        limit: seconds after which a worker is ended that is still at a campaign, 0 for never. (Of workers with several
            threads none may be ended where another thread began or finished meanwhile.)
    Raises:
        extras.NotInstalled: Dask is not.
    """
    extras.require(extras.CLUSTER)

    def run(task: Callable[[Item], Value], items: Iterable[Item], /) -> Iterator[tuple[Item, Value | Broken]]:
        dask: Any = import_module("distributed")
        try:
            client = dask.Client(address, timeout=patience)
        except (OSError, ValueError, TimeoutError) as error:
            raise NoCluster(say('No scheduler answers at "{address}".', address=address)) from error
        with client:
            attended = partial(_attended, task, language(), limit)
            left = iter(items)
            suspects: list[Item] = []  # of tasks in which a worker was lost
            handed: dict[Any, tuple[list[Item], bool]] = {}  # the items of each task, and whether it is at work alone
            seconds_each = TOGETHER

            def hand_out() -> Iterator[Any]:
                """As many tasks as the workers there are now can take, who come and go; a suspect by itself, as what is
                beside it would be blamed for the end of its worker as well."""
                is_alone = bool(suspects)
                try:
                    width = 1 if is_alone else AHEAD * max(1, sum(client.nthreads().values()))
                except (OSError, TimeoutError) as error:
                    raise _gone() from error
                while len(handed) < width:
                    batch = [suspects.pop()] if is_alone else list(islice(left, max(1, int(TOGETHER / seconds_each))))
                    if not batch:
                        return
                    future = client.submit(attended, batch, pure=False)
                    handed[future.key] = batch, is_alone
                    yield future

            coming = dask.as_completed(list(hand_out()))
            half = len(handed) // 2
            for future in coming:
                batch, is_alone = handed.pop(future.key)
                if future.status == "finished":
                    seconds_each, values = _result(future)
                    yield from zip(batch, values, strict=True)
                elif future.status == "cancelled":
                    raise _gone()
                elif is_alone:
                    yield batch[0], Broken(say("The process working on it ended unexpectedly."))
                else:
                    suspects += batch
                if suspects or len(handed) <= half:  # asking after each would cost more than it gains
                    for more in hand_out():
                        coming.add(more)
                    half = len(handed) // 2

    return run


def _result(future: Any) -> Any:
    """What came of a batch.

    Raises:
        NoCluster: the scheduler has gone since it was done.
    """
    try:
        return future.result()
    except OSError as error:
        raise _gone() from error


def _attended(task: Callable[[Item], Value], code: str, limit: float, items: Sequence[Item]) -> tuple[
        float, list[Value]]:
    """Does a task for each item, in the language of whoever asked for it, and says how many seconds one takes on
    average. The process ends where one takes longer than it may, even in the middle of a function that lets nothing
    else run.

    Args:
        code: of the language.
        limit: see `on_cluster`.
    """
    collect_seldom()
    start = time.perf_counter()
    with speaking(code), Path(os.devnull).open("w") as nowhere:  # a traceback is nothing to the user
        values = []
        for item in items:
            if limit:
                faulthandler.dump_traceback_later(limit, exit=True, file=nowhere)
            try:
                values.append(task(item))
            finally:
                faulthandler.cancel_dump_traceback_later()
    return max((time.perf_counter() - start) / len(items), LEAST), values


def _gone() -> NoCluster:
    return NoCluster(say("The scheduler is gone. What was proved is written down; start the command again."))
