"""What may kill a mutant: cases and unit tests, each with the lines of the rules it reaches."""

from __future__ import annotations

import importlib
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage


@dataclass
class Proof:
    """A case or a unit test.

    Attributes:
        name: "case FILE: NAME" or the node id of a test.
        covers: of a case, the rules it says it proves; of a test that looks at a case as well.
        run: runs it; True if it passes.
        reached: what it reaches, a bit for each line (see `Reach`); 0 until measured.
        seconds: how long it took when it was measured.
    """

    name: str
    covers: frozenset[str]
    run: Callable[[], bool]
    reached: int = 0
    seconds: float = 0.0

    @property
    def is_case(self) -> bool:
        return self.name.startswith("case ")

    @cached_property
    def breadth(self) -> int:
        """How many lines it reaches."""
        return self.reached.bit_count()


class Reach:
    """Which lines of the mutated modules run, as bits of one number; noted from its making until `measure` is done."""

    def __init__(self, modules: Mapping[str, Path]) -> None:
        self._first: dict[str, int] = {}
        self._files: dict[str, int] = {}
        bits = 0
        for name, path in modules.items():
            self._first[name] = self._files[str(path)] = bits
            bits += len(path.read_text(encoding="utf-8").splitlines()) + 1
        self.loading = 0  # the lines that run before `measure`
        self._coverage = Coverage(data_file=None, include=list(self._files), config_file=False)
        self._coverage.start()
        self._coverage.switch_context("loading")

    def bits(self, module: str, lines: tuple[int, int]) -> int:
        """The lines of a module from first to last."""
        first, last = lines
        return ((1 << (last - first + 1)) - 1) << (self._first[module] + first)

    def measure(self, proofs: Sequence[Proof]) -> list[Proof]:
        """Runs every proof once and notes what it reaches and how long it takes. Returns those that pass."""
        good = []
        for number, proof in enumerate(proofs):
            self._coverage.switch_context(str(number))
            start = time.process_time()
            try:
                if proof.run():
                    good.append(proof)
            except Exception:  # a case on which the program itself breaks fails
                pass
            proof.seconds = time.process_time() - start
        self._coverage.stop()
        reached: dict[str, int] = defaultdict(int)
        data = self._coverage.get_data()
        for file, first in self._files.items():
            for line, contexts in data.contexts_by_lineno(file).items():
                for context in contexts:
                    reached[context] |= 1 << (first + line)
        for number, proof in enumerate(proofs):
            proof.reached = reached[str(number)]
        self.loading = reached["loading"]
        return good


def cases(folder: Path, game: str) -> list[Proof]:
    """The cases of a folder about a game. Modules are imported here, because they may have to be imported anew."""
    reader: Any = importlib.import_module("witp_pbem.table.cases")
    prepared: Any = importlib.import_module("witp_pbem.campaign.folder.case_games").prepared

    def proof(case: Any) -> Proof:
        return Proof(f"case {Path(case.file).name}: {case.name}", frozenset(case.covers),
                     lambda: bool(reader.run(*prepared(case, game)).passed))

    return [proof(case) for path in sorted(folder.rglob("*.case")) for case in reader.read_file(path)]


class Collected:
    """A pytest plugin: hands the collected tests to a function instead of running them."""

    def __init__(self, work: Callable[[list[Proof]], None], keeps: bool) -> None:
        self._work, self._keeps = work, keeps

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]  # once, not in every fork
        self._work([Proof(item.nodeid, _covers(item), lambda item=item: _passes(item, self._keeps))  # type: ignore[misc]
                    for item in session.items])
        return True


def _covers(item: pytest.Item) -> frozenset[str]:
    """The rules of the case a test is about, if it is about one."""
    parameters = getattr(item, "callspec", None)
    return frozenset(getattr(parameters.params.get("case"), "covers", ())) if parameters else frozenset()


def _passes(item: pytest.Item, keeps: bool) -> bool:
    """Runs a test. Where `keeps`, what belongs to the whole session is not torn down behind it."""
    following: Any = item.session if keeps else None
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


class Chosen:
    """A pytest plugin: runs only these tests, in this order."""

    def __init__(self, names: Sequence[str]) -> None:
        self._place = {name: number for number, name in enumerate(names)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self._place),
                          key=lambda item: self._place[item.nodeid])


OPTIONS = ("-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "--hypothesis-profile=mutation")


def with_tests(folders: Sequence[str], work: Callable[[list[Proof]], None], left_out: Sequence[str] = (), *,
               keeps: bool = False) -> int:
    """Collects the unit tests and hands them to `work`; returns pytest's exit code."""
    ignored = [f"--ignore-glob=*{name}" for name in left_out]
    return int(pytest.main([*folders, *OPTIONS, *ignored], plugins=[Collected(work, keeps)]))


def tests_pass(names: Sequence[str]) -> bool:
    """Runs some unit tests in a pytest of their own, up to the first that fails."""
    files = dict.fromkeys(name.partition("::")[0] for name in names)
    return pytest.main([*files, *OPTIONS, "-x"], plugins=[Chosen(names)]) == 0
