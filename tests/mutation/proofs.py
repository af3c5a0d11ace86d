"""What may kill a mutant: cases and unit tests, each with the lines of the rules it reaches."""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

SLOW = ("test_legality.py", "test_replay.py")  # whole campaigns at random: they notice much, but only once in a while


@dataclass
class Proof:
    """A case or a unit test.

    Attributes:
        name: "case FILE: NAME" or the node id of a test.
        covers: of a case, the rules it says it proves.
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
    """Which lines of the mutated modules run, as bits of one number."""

    def __init__(self, modules: Mapping[str, Path]) -> None:
        self._first: dict[str, int] = {}
        self._number: dict[str, int] = {}
        bits = 0
        for name, path in modules.items():
            self._first[name] = self._number[str(path)] = bits
            bits += len(path.read_text(encoding="utf-8").splitlines()) + 1

    def bits(self, module: str, lines: tuple[int, int]) -> int:
        """The lines of a module from first to last."""
        first, last = lines
        return ((1 << (last - first + 1)) - 1) << (self._first[module] + first)

    @contextmanager
    def noted(self) -> Iterator[Callable[[], int]]:
        """Notes what runs inside; the value is a function that says what has run so far."""
        number = self._number
        seen: set[int] = set()

        def enter(frame: FrameType, _event: str, _arg: Any) -> Any:
            start = number.get(frame.f_code.co_filename)
            if start is None:
                return None
            seen.add(start + frame.f_lineno)

            def step(inner: FrameType, _event: str, _arg: Any) -> Any:
                seen.add(start + inner.f_lineno)
                return step

            return step

        def so_far() -> int:
            total = bytearray(max(seen, default=0) // 8 + 1)
            for bit in seen:
                total[bit >> 3] |= 1 << (bit & 7)
            return int.from_bytes(total, "little")

        before = sys.gettrace()
        sys.settrace(enter)
        try:
            yield so_far
        finally:
            sys.settrace(before)


def measure(proofs: Sequence[Proof], reach: Reach) -> list[Proof]:
    """Runs every proof once and notes what it reaches and how long it takes. Returns those that pass."""
    good = []
    for proof in proofs:
        start = time.process_time()
        with reach.noted() as so_far:
            try:
                passes = proof.run()
            except Exception:  # a case on which the program itself breaks fails
                passes = False
        proof.seconds = time.process_time() - start
        proof.reached = so_far()
        if passes:
            good.append(proof)
    return good


def cases(folder: Path, game_module: str) -> list[Proof]:
    """The cases of a folder. Modules are imported here, because they may have to be imported anew."""
    reader: Any = importlib.import_module("witp_pbem.table.cases")
    game: Any = importlib.import_module(game_module).game()

    def proof(case: Any) -> Proof:
        return Proof(f"case {Path(case.file).name}: {case.name}", frozenset(case.covers),
                     lambda: bool(reader.run(case, game).passed))

    return [proof(case) for path in sorted(folder.rglob("*.case")) for case in reader.read_file(path)]


class Collected:
    """A pytest plugin: hands the collected tests to a function instead of running them."""

    def __init__(self, work: Callable[[list[Proof]], None]) -> None:
        self._work = work

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]  # once, not in every fork
        self._work([Proof(item.nodeid, frozenset(), lambda item=item: _passes(item))  # type: ignore[misc]
                    for item in session.items])
        return True


def _passes(item: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


class Chosen:
    """A pytest plugin: runs only these tests, in this order."""

    def __init__(self, names: Sequence[str]) -> None:
        self._place = {name: number for number, name in enumerate(names)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self._place),
                          key=lambda item: self._place[item.nodeid])


OPTIONS = ("-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "--hypothesis-profile=mutation")


def with_tests(folders: Sequence[str], work: Callable[[list[Proof]], None]) -> int:
    """Collects the unit tests and hands them to `work`; returns pytest's exit code."""
    ignored = [f"--ignore-glob=*{name}" for name in SLOW]
    return int(pytest.main([*folders, *OPTIONS, *ignored], plugins=[Collected(work)]))


def tests_pass(names: Sequence[str]) -> bool:
    """Runs some unit tests in a pytest of their own, up to the first that fails."""
    files = dict.fromkeys(name.partition("::")[0] for name in names)
    return pytest.main([*files, *OPTIONS, "-x"], plugins=[Chosen(names)]) == 0
