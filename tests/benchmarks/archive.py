"""An archive as it grows: adding, searching, counting, proving, its site; on SQLite and on PostgreSQL.

    python -m tests.generated_campaigns DIR --count 10000 --jobs 2
    python -m tests.benchmarks.archive DIR ARCHIVE [--counts 1000,10000] [--jobs 2] [--measure add,search,stats,verify]

Adds the campaigns of a folder to an archive, which is made or gone on with, and measures at each of the counts: seconds
and bytes a campaign, 200 queries with the indexes and one of each kind without, each of the statistics, the site, and
how many campaigns a second are proved by one process, by two, and by a Dask cluster of two workers. ARCHIVE is a file,
an URL, or "postgresql": then a server with its usual settings is started for as long as it takes. With `--like OTHER`
an archive that is empty gets the rows of another one first, as many campaigns as it has, which takes minutes where
adding them takes hours. What is measured is printed as it is known; the last column says how it has grown since the
first count.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, func, insert, inspect, select, text

from tests.archive import postgresql
from tests.stand_ins import instead
from witp_pbem.archive import intake, opened, processes
from witp_pbem.archive.proving import cluster, jobs
from witp_pbem.archive.proving.one import HOLDS, Verdict
from witp_pbem.archive.query import search
from witp_pbem.archive.received import folders, of_folder
from witp_pbem.archive.site import writing
from witp_pbem.archive.statistics import chosen, presentation
from witp_pbem.archive.store import derived, engine, full_text
from witp_pbem.archive.store.derived import Derived
from witp_pbem.archive.store.packing import restored
from witp_pbem.archive.store.tables import (
    HELD,
    battles,
    campaigns,
    captures,
    forces,
    metadata,
    players,
    records,
    texts,
    things,
)
from witp_pbem.table.garbage import collect_seldom

QUERIES = 200
SAMPLE = 100  # campaigns of which reading and writing are measured alone
SHOWN = 51  # hits that the command asks for, to show 50
MEASURES = ("add", "serial", "search", "stats", "site", "verify")
LONGEST = 60.0  # seconds for queries without indexes

Figures = dict[str, float]  # what was measured -> seconds, bytes or campaigns a second


@contextmanager
def measured(figures: Figures, what: str, of: float = 1) -> Iterator[None]:
    """Writes down how many seconds something takes, divided by how many it does."""
    start = time.perf_counter()
    yield
    figures[what] = (time.perf_counter() - start) / of


# -- adding ---------------------------------------------------------------------------------------------------------


def add(archive: Engine, room: Path, count: int, processes: int, is_proved: bool) -> Figures:
    """Adds campaigns until the archive has so many: seconds for each of them, and bytes in the database for all."""
    figures: Figures = {}
    with engine.reading(archive) as connection:
        held = held_by(connection)
    wanted = list(itertools.islice(folders(room), held, count))
    if wanted:
        how = "" if is_proved else " unproved"
        with measured(figures, f"add{how}, seconds a campaign, {processes} processes", len(wanted)):
            outcomes = [one.outcome for one in intake.add_batches(
                archive, ([of_folder(folder)] for folder in wanted), proved=is_proved, jobs=processes)]
        assert set(outcomes) == {"new"}, set(outcomes)
    with engine.reading(archive) as connection:
        figures["kilobytes a campaign"] = size(connection) / held_by(connection) / 1000
        figures["kilobytes of its logbook"] = float(connection.execute(
            select(func.avg(records.c.size)).where(records.c.state == HELD)).scalar_one()) / 1000
    return figures


def like(other: Engine, archive: Engine) -> None:
    """Fills an empty archive with the rows of another, and makes the index of their words."""
    start = time.perf_counter()
    with engine.reading(other) as source, engine.writing(archive) as connection:
        for each in metadata.sorted_tables:
            for rows in source.execute(select(each).execution_options(yield_per=SAMPLE)).mappings().partitions():
                connection.execute(insert(each), [dict(row) for row in rows])
            if connection.dialect.name == engine.POSTGRESQL and "id" in each.c:  # the next number
                connection.execute(select(func.setval(func.pg_get_serial_sequence(each.name, "id"),
                                                      select(func.max(each.c.id)).scalar_subquery())))
        full_text.fill(connection)
    with engine.writing(archive) as connection:
        connection.execute(text("ANALYZE"))  # what PostgreSQL does by itself after a while
    print(f"  like {other.url.database}: {time.perf_counter() - start:.0f} s", flush=True)


def held_by(connection: Connection) -> int:
    """How many campaigns an archive holds."""
    return int(connection.execute(select(func.count()).select_from(records).where(
        records.c.state == HELD)).scalar_one())


def size(connection: Connection) -> int:
    """Bytes of a database."""
    if connection.dialect.name == engine.POSTGRESQL:
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
    pages, page = (int(connection.exec_driver_sql(f"PRAGMA {what}").scalar_one()) for what in (
        "page_count", "page_size"))
    return pages * page


def serial(archive: Engine) -> Figures:
    """Seconds that the archive takes for each campaign where others do the work: reading it and writing its verdict
    down, and writing all that follows from it. So often can one archive be asked, with however many workers."""
    figures: Figures = {}

    with engine.reading(archive) as connection:
        wanted = jobs.open_jobs(connection, again=True)[:SAMPLE]
    with measured(figures, "reading a campaign and writing its verdict down", len(wanted)):
        for job in jobs.jobs(archive, wanted):
            jobs.keep(archive, Verdict(job.record, job.key, HOLDS, "", 0.0))
    with engine.reading(archive) as connection:
        kept = [intake.Underived(record, opened.kept(connection, record)) for record, _ in wanted]
    follows = [(one.record, intake.derived_of(one)) for one in kept]
    with measured(figures, "writing what follows from a campaign", len(follows)):
        for record, rows in follows:
            assert isinstance(rows, Derived)
            with engine.writing(archive) as connection:
                derived.keep(connection, record, rows)
    return figures


# -- searching ------------------------------------------------------------------------------------------------------


def queries(connection: Connection, count: int) -> list[str]:
    """Queries of every kind for what the archive has, and now and then for what it has not."""
    chance = random.Random("queries")

    def some(column: object, *conditions: object) -> list[str]:
        return sorted({str(value) for value in connection.execute(
            select(column).where(*conditions).distinct()).scalars() if value})  # type: ignore[call-overload]

    people, fought, taken = some(players.c.person), some(battles.c.place), some(captures.c.place)
    cards, units = some(things.c.name, things.c.kind == "card"), some(things.c.name, things.c.kind == "unit")
    rules, kinds = some(things.c.name, things.c.kind == "rule"), some(forces.c.kind)
    sides, scenarios = some(players.c.side), some(campaigns.c.scenario)
    by_language = {language: _words(connection, language, chance) for language in ("en", "ja", "")}
    choose = chance.choice
    kinds_of_query: Sequence[Callable[[], str]] = (
        lambda: f'player="{choose(people)}"',
        lambda: f'player="{choose(people)}" winner={choose(sides)}',
        lambda: f"scenario={choose(scenarios)} turn>={chance.randint(1, 6)} not winner=nobody",
        lambda: f'battles at="{choose(fought)}"',
        lambda: f'battles at="{choose(fought)}" force={choose(sides)}/{choose(kinds)}',
        lambda: f'capture(place="{choose(taken)}" side={choose(sides)} turn<{chance.randint(2, 9)})',
        lambda: f'battle(place="{choose(fought)}" winner={choose(sides)}) game=witp',
        lambda: f'card="{choose(cards)}" winner={choose(sides)}',
        lambda: f'unit="{choose(units)}" or unit="{choose(units)}"',
        lambda: f'rule="{choose(rules)}"',
        lambda: f'protests rule="{choose(rules).rpartition(" ")[2]}"',
        lambda: f'stories "{choose(by_language["en"])}"',
        lambda: f'経過 "{choose(by_language["ja"])}"',
        lambda: f'orders "{choose(by_language[""])}"',
        lambda: f'"{choose(by_language["en"])}" "{choose(by_language["en"])}"',
        lambda: 'notes "night attack"',
    )
    return [one() for one in itertools.islice(itertools.cycle(kinds_of_query), count)]


def _words(connection: Connection, language: str, chance: random.Random) -> list[str]:
    """Two words each that stand beside each other in a text, of texts of the whole archive."""
    numbers = connection.execute(select(texts.c.id).where(texts.c.language == language)).scalars().all()
    pairs = []
    for number in chance.sample(numbers, min(QUERIES, len(numbers))):
        words = restored(connection.execute(select(texts.c.words).where(texts.c.id == number)).scalar_one()).decode()
        parts = [part for part in words.replace('"', " ").replace("\\", " ").split() if part.strip(".,:;|-–()")]
        if len(parts) > 1:
            at = chance.randrange(len(parts) - 1)
            pairs.append(" ".join(parts[at:at + 2]))
    return pairs


def searched(archive: Engine) -> Figures:
    """Seconds of 200 queries, and of one of each kind without the indexes."""
    with engine.reading(archive) as connection:
        asked = queries(connection, QUERIES)
    figures = _asked(archive, asked, "with")
    with _without_indexes(archive) as connection:
        spent, reached = 0.0, []
        for query in asked[:16]:
            start = time.perf_counter()
            search.search(connection, query, SHOWN)
            reached.append(time.perf_counter() - start)
            spent += reached[-1]
            if spent > LONGEST:
                break
        figures[f"search without indexes, median of {len(reached)}"] = statistics.median(reached)
        figures["search without indexes, worst"] = max(reached)
    return figures


def _asked(archive: Engine, asked: Sequence[str], how: str) -> Figures:
    seconds: dict[str, float] = {}
    hits = 0
    for query in asked:
        start = time.perf_counter()
        with engine.reading(archive) as connection:
            hits += bool(search.search(connection, query, SHOWN))
        seconds[query] = time.perf_counter() - start
    worst = max(seconds, key=lambda query: seconds[query])
    print(f"  {hits} of {len(asked)} queries list something; worst: {worst}")
    return {f"search {how} indexes, median": statistics.median(seconds.values()),
            f"search {how} indexes, worst": seconds[worst]}


@contextmanager
def _without_indexes(archive: Engine) -> Iterator[Connection]:
    """The archive in a transaction in which no index helps, and after which all are there again; of SQLite, whose index
    of words cannot be taken away, every text is read instead."""
    with archive.connect() as connection:
        for table in inspect(connection).get_table_names():
            for index in inspect(connection).get_indexes(table):
                if "duplicates_constraint" not in index:
                    connection.execute(text(f'DROP INDEX "{index["name"]}"'))
        if archive.dialect.name == engine.POSTGRESQL:
            yield connection
        else:
            driver: Any = connection.connection.driver_connection
            driver.create_function("stands_in", 2, _stands_in, deterministic=True)
            with instead(full_text, holds=lambda connection, words: func.stands_in(words, texts.c.words)):
                yield connection
        connection.rollback()


def _stands_in(words: str, kept: bytes) -> bool:
    """Whether words stand in a text as the archive keeps it."""
    return full_text.row_of(words) in full_text.row_of(restored(kept).decode())


# -- counting, proving, the site ------------------------------------------------------------------------------------


def counted(archive: Engine) -> Figures:
    """Seconds of each of the statistics."""
    figures: Figures = {}
    with engine.reading(archive) as connection:
        for what in presentation.WHAT:
            with measured(figures, f"stats {what}"):
                presentation.figures(what, connection, chosen.campaigns_of(connection, ""))
    return figures


def proved(archive: Engine, count: int) -> Figures:
    """Campaigns a second of one process, of two, and of a cluster of two workers; the ratios to one."""
    os.environ["DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED"] = "False"  # as the guide starts workers
    from distributed import LocalCluster

    figures: Figures = {}
    collect_seldom()  # as the command does

    def rate(what: str, prover: processes.Prover) -> float:
        start = time.perf_counter()
        verdicts = [verdict.verdict for verdict in jobs.prove_all(archive, prover, again=True)]
        assert len(verdicts) == count and set(verdicts) == {"holds"}, set(verdicts)
        figures[f"verify, campaigns a second, {what}"] = count / (time.perf_counter() - start)
        print(f"  {what}: {figures[f'verify, campaigns a second, {what}']:.2f}", flush=True)
        return figures[f"verify, campaigns a second, {what}"]

    alone = rate("one process", processes.here)
    figures["two processes to one"] = rate("two processes", processes.in_processes(2)) / alone
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as workers:
        figures["two workers of a cluster to one"] = rate(
            "two workers", cluster.on_cluster(workers.scheduler_address)) / alone
    return figures


def site(archive: Engine, count: int, processes: int) -> Figures:
    """Seconds and bytes of the site for each campaign, and seconds to bring it up to date where nothing is new."""
    figures: Figures = {}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "site"
        with measured(figures, f"site, seconds a campaign, {processes} processes", count):
            writing.build(archive, place, jobs=processes)
        with measured(figures, "site again, seconds in all"):
            writing.build(archive, place, jobs=processes)
        pages = [path for path in place.rglob("*") if path.is_file()]
        figures["site, kilobytes a campaign"] = sum(page.stat().st_size for page in pages) / count / 1000
        figures["site, kilobytes of the list that is searched"] = (place / "campaigns.js").stat().st_size / 1000
    return figures


# -- all of it ------------------------------------------------------------------------------------------------------


def measure(archive: Engine, room: Path, counts: Sequence[int], what: Sequence[str], processes: int,
            is_proved: bool) -> None:
    """Measures at each count, and prints it beside the first."""
    first: Figures = {}
    for count in counts:
        print(f"{archive.dialect.name}, {count} campaigns", flush=True)
        for measuring in (name for name in MEASURES if name in what):
            figures = {"add": partial(add, archive, room, count, processes, is_proved),
                       "serial": partial(serial, archive), "search": partial(searched, archive),
                       "stats": partial(counted, archive), "site": partial(site, archive, count, processes),
                       "verify": partial(proved, archive, count)}[measuring]
            for name, value in figures().items():
                first.setdefault(name, value)
                print(f"  {name:<60}{value:>12.4f}{value / first[name]:>9.2f}", flush=True)


def main() -> int:
    """Reads what is to be measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("room", type=Path, metavar="DIR")
    parser.add_argument("archive", metavar="ARCHIVE")
    parser.add_argument("--counts", default="1000,10000")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--measure", default=",".join(MEASURES))
    parser.add_argument("--unproved", action="store_true", help="add campaigns without their proofs")
    parser.add_argument("--like", default="", metavar="OTHER", help="begin with the rows of another archive")
    given = parser.parse_args()
    counts, what = [int(count) for count in given.counts.split(",")], given.measure.split(",")
    with (postgresql.server(is_safe=True) if given.archive == engine.POSTGRESQL else nullcontext("")) as url:
        archive = engine.connect(postgresql.create(url, "club") if url else given.archive, create=True)
        if given.like:
            like(engine.connect(given.like), archive)
        measure(archive, given.room, counts, what, given.jobs, not given.unproved)
    return 0


if __name__ == "__main__":
    sys.exit(main())
