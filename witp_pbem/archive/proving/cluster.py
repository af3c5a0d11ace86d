"""Proving on many machines, by Dask distributed: a scheduler's address is given, workers come and go.

Campaigns are small and independent, and none needs another's result: what is wanted is a queue that many machines take
from, that hands a campaign to another worker when one is lost, and that people can start with two commands. Dask does
that without a database or a broker of its own; the archive alone writes down what came of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import islice
from typing import Any

from witp_pbem.archive.proving.jobs import Job, Prover
from witp_pbem.archive.proving.one import BROKEN, Verdict, prove
from witp_pbem.campaign.record import extras
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import say

AHEAD = 4  # campaigns handed out for each thread of the cluster before one comes back
PATIENCE = "20s"  # until the scheduler must have answered


class NoCluster(Refusal):
    """The scheduler cannot be reached, or is gone."""


def on_cluster(address: str, patience: str = PATIENCE) -> Prover:
    """On the workers of a scheduler ("tcp://10.0.0.5:8786"). A worker that is lost costs nothing but time; a campaign
    that ends several workers, one after the other, is broken.

    Raises:
        extras.NotInstalled: Dask is not.
    """
    extras.require(extras.CLUSTER)

    def run(jobs: Iterable[Job]) -> Iterator[Verdict]:
        dask: Any = import_module("distributed")
        try:
            client = dask.Client(address, timeout=patience)
        except (OSError, ValueError, TimeoutError) as error:
            raise NoCluster(say('No scheduler answers at "{address}".', address=address)) from error
        with client:
            left = iter(jobs)
            width = AHEAD * max(1, sum(client.nthreads().values()))
            handed: dict[Any, Job] = {}

            def hand_out(count: int) -> list[Any]:
                futures = []
                for job in islice(left, count):
                    future = client.submit(prove, *job, pure=False)
                    handed[future.key] = job
                    futures.append(future)
                return futures

            coming = dask.as_completed(hand_out(width))
            for future in coming:
                job = handed.pop(future.key)
                yield _verdict(future, job)
                for more in hand_out(1):
                    coming.add(more)

    return run


def _verdict(future: Any, job: Job) -> Verdict:
    """What came of a campaign.

    Raises:
        NoCluster: the scheduler is gone; what was proved is written down, and the rest goes on later.
    """
    if future.status == "finished":
        verdict: Verdict = future.result()
        return verdict
    if future.status == "cancelled":
        raise NoCluster(say("The scheduler is gone. What was proved is written down; start the command again."))
    return Verdict(job.record, job.key, BROKEN, say("The process that proved it was ended."), 0.0)
