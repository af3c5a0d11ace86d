"""Proving on many machines, by Dask distributed: a scheduler's address is given, workers come and go.

Campaigns are small and independent, and none needs another's result: what is wanted is a queue that many machines take
from, that hands a campaign to another worker when one is lost, and that people can start with two commands. Dask does
that without a database or a broker of its own; the archive alone writes down what came of it.
"""

from __future__ import annotations

import faulthandler
import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from witp_pbem.archive.processes import Broken, Item, Prover, Value
from witp_pbem.campaign.record import extras
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import language, say, speaking

AHEAD = 4  # campaigns handed out for each thread of the cluster before one comes back
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
            watched = partial(_attended, task, language(), limit)
            left = iter(items)
            handed: dict[Any, Item] = {}

            def hand_out() -> list[Any]:
                """As many as the workers there are now can take, who come and go."""
                futures = []
                try:
                    width = AHEAD * max(1, sum(client.nthreads().values()))
                except (OSError, TimeoutError) as error:
                    raise _gone() from error
                for item in islice(left, max(0, width - len(handed))):
                    future = client.submit(watched, item, pure=False)
                    handed[future.key] = item
                    futures.append(future)
                return futures

            coming = dask.as_completed(hand_out())
            half = len(handed) // 2
            for future in coming:
                yield handed.pop(future.key), _value(future)
                if len(handed) <= half:  # asking after each would cost more than it gains
                    for more in hand_out():
                        coming.add(more)
                    half = len(handed) // 2

    return run


def _attended(task: Callable[[Item], Value], code: str, limit: float, item: Item) -> Value:
    """Does a task in the language of whoever asked for it. The process ends where it takes longer than it may, even in
    the middle of a function that lets nothing else run.

    Args:
        code: of the language.
        limit: see `on_cluster`.
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


def _value(future: Any) -> Any:
    """What came of an item.

    Raises:
        NoCluster: the scheduler is gone; what was proved is written down, and the rest goes on later.
    """
    if future.status == "finished":
        return future.result()
    if future.status == "cancelled":
        raise _gone()
    return Broken(say("The process that proved it was ended."))


def _gone() -> NoCluster:
    return NoCluster(say("The scheduler is gone. What was proved is written down; start the command again."))
