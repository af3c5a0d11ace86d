"""Trying mutants, each in a forked process of its own."""

from __future__ import annotations

import gc
import importlib
import importlib.abc
import importlib.machinery
import itertools
import math
import os
import resource
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from tests.mutation.mutants import Mutant
from tests.mutation.proofs import Proof, Reach

MOST_MEMORY = 3 << 30  # bytes; a mutant may run wild
LEAST_SECONDS, TIMES = 3.0, 30  # of processor time a proof gets: at least, and as many times what it needs
MOST_SECONDS = 600  # of the clock, for all that runs on one mutant in a newly loaded program


class Fate(NamedTuple):
    """What became of a mutant, and by which proof: killed, timeout (killed as well), survived, or unreached."""

    outcome: str
    by: str = ""

    @property
    def killed(self) -> bool:
        return self.outcome in ("killed", "timeout")


@dataclass
class Bench:
    """Everything mutants are tried with.

    Attributes:
        reach: the numbering of lines, and the lines that ran while the program was loaded and warmed up.
        proofs: the cases and unit tests that pass, measured.
        prefixes: packages to be imported again for a mutant that needs the program loaded anew.
        afresh: runs proofs in a newly loaded program; calls the function with the name of what it runs next, and
            returns the name of the one that failed, "" if none did.
        uses: the lines that use a constant or a class.
        cited: (module, scope) -> the rules it cites, as cases name them.
        patience: seconds of proofs that are tried on one mutant; whatever it survives until then it survives.
        clock: seconds of the clock that all that runs on one mutant may take.
    """

    reach: Reach
    proofs: Sequence[Proof]
    prefixes: tuple[str, ...]
    afresh: Callable[[Sequence[Proof], Callable[[str], None]], str]
    uses: Callable[[str], int]
    cited: Mapping[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    patience: float = math.inf
    clock: float = MOST_SECONDS

    def __post_init__(self) -> None:
        self._kills: Counter[tuple[str, str, str]] = Counter()
        self._functions = functions_by_line()

    def lines(self, mutant: Mutant) -> int:
        """The lines a proof has to reach to notice the mutant."""
        return self.reach.bits(mutant.module, mutant.lines) if mutant.in_function else self.uses(mutant.scope)

    def reaching(self, mutant: Mutant) -> list[Proof]:
        """The proofs that may notice the mutant: first what has killed mutants of the same function, then the cases of
        its rules and the tests of its module, then the rest; what is about little goes before what is about much.

        What happens while the program is loaded any of them may notice. When patience is over, no more are tried.
        """
        lines = self.lines(mutant)
        proofs = [proof for proof in self.proofs if proof.reached & lines]
        if self.reach.loading & lines or not mutant.in_function:
            tests = [proof for proof in proofs if not proof.is_case]
            every = [proof for proof in self.proofs if proof.is_case or not tests]
            proofs = every + tests
        rules = self.cited.get((mutant.module, mutant.scope), frozenset())
        subject = "test_" + mutant.module.rpartition(".")[2]
        proofs.sort(key=lambda proof: (-self._kills[mutant.module, mutant.scope, proof.name],
                                       not proof.reached & lines, rules.isdisjoint(proof.covers),
                                       subject not in proof.name, not proof.is_case, proof.breadth))
        proofs = [proof for proof in proofs if proof.seconds * 2 <= self.patience] or proofs[:1]
        spent = itertools.accumulate(proof.seconds for proof in proofs[:-1])
        return [proof for proof, seconds in zip(proofs, (0.0, *spent), strict=False) if seconds <= self.patience]

    def try_out(self, mutant: Mutant, proofs: Sequence[Proof] | None = None) -> Fate:
        """Runs these proofs (or all that may notice the mutant) up to the first that fails."""
        candidates = self.reaching(mutant) if proofs is None else proofs
        if not candidates:
            return Fate("unreached")
        lines = self.lines(mutant)
        fate = Fate("survived")
        if mutant.in_function and (running := [proof for proof in candidates if proof.reached & lines]):
            fate = _in_fork(lambda say: _run_patched(mutant, self._functions, running, say), self.clock)
        if fate.outcome == "survived" and (not mutant.in_function or self.reach.loading & lines):
            fate = _in_fork(lambda say: self._run_anew(mutant, candidates, say), MOST_SECONDS)
        if fate.killed:
            self._kills[mutant.module, mutant.scope, fate.by] += 1
        return fate

    def _run_anew(self, mutant: Mutant, proofs: Sequence[Proof], say: Callable[[str], None]) -> str:
        """In the forked process: loads the program with the mutant in it, and runs the proofs."""
        source = mutant.source
        compile(source, mutant.module, "exec")
        for name in [name for name in sys.modules if name.startswith(self.prefixes)]:
            del sys.modules[name]
        sys.meta_path.insert(0, _Finder(mutant.module, source))
        allow(MOST_SECONDS)
        say("loading")
        importlib.import_module(mutant.module)
        return self.afresh(proofs, say)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a text."""

    def __init__(self, module: str, source: str) -> None:
        self._module, self._source = module, source

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != self._module:
            return None
        real = importlib.machinery.PathFinder.find_spec(name, path)
        return importlib.machinery.ModuleSpec(name, self, origin=real.origin if real else None)

    def exec_module(self, module: ModuleType) -> None:
        assert module.__spec__
        module.__file__ = module.__spec__.origin
        exec(compile(self._source, str(module.__file__), "exec"), module.__dict__)


# -- in the forked process -------------------------------------------------------------------------------------


def _run_patched(mutant: Mutant, functions: Mapping[tuple[str, int], FunctionType], proofs: Sequence[Proof],
                 say: Callable[[str], None]) -> str:
    """Puts the mutated function in the place of the right one and runs the proofs; the one that fails."""
    patch(mutant, functions)
    for proof in proofs:
        say(proof.name)
        allow(proof.seconds)
        if not proof.run():
            return proof.name
    return ""


def allow(seconds: float) -> None:
    """Limits the processor time from now on; the process ends when it is over."""
    signal.setitimer(signal.ITIMER_VIRTUAL, max(LEAST_SECONDS, TIMES * seconds))


def patch(mutant: Mutant, functions: Mapping[tuple[str, int], FunctionType]) -> None:
    """Changes the code of the function itself, so that it makes no difference who has imported it under which name."""
    file = str(sys.modules[mutant.module].__file__)
    old = functions[file, mutant.span[0]]
    names = dict(old.__globals__)
    exec(compile(mutant.function, file, "exec", annotations.compiler_flag, True), names)
    holder, _, _ = mutant.scope.rpartition(".")
    new: FunctionType = vars(names[holder])[old.__name__] if holder else names[old.__name__]
    old.__code__, old.__defaults__, old.__kwdefaults__ = new.__code__, new.__defaults__, new.__kwdefaults__


def functions_by_line() -> dict[tuple[str, int], FunctionType]:
    """Every function there is, by its file and first line: several may have one name, and some have decorators."""
    return {(function.__code__.co_filename, function.__code__.co_firstlineno): function
            for function in gc.get_objects() if isinstance(function, FunctionType)}


def _in_fork(work: Callable[[Callable[[str], None]], str], seconds: float) -> Fate:
    """Runs `work` in a forked process. It is given a function to call with the name of what it runs next, and returns
    the name of what failed; what raises has failed, what takes too long has failed."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        _be_child(work, reading, writing)
    os.close(writing)
    said = b""
    end = time.monotonic() + seconds
    late = False
    while True:
        ready, _, _ = select.select([reading], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            late = True
            os.kill(process, signal.SIGKILL)
            break
        part = os.read(reading, 65536)
        if not part:
            break
        said += part
    os.close(reading)
    _, status = os.waitpid(process, 0)
    lines = said.decode().splitlines()
    last = lines[-1] if lines else ""
    if last.startswith("failed "):
        return Fate("killed", last.removeprefix("failed "))
    if last == "all passed":
        return Fate("survived")
    if not last.startswith("running "):
        raise RuntimeError(f"the mutant was not tried: {said.decode()}")
    running = last.removeprefix("running ")
    return Fate("timeout" if late or os.WIFSIGNALED(status) else "killed", running)


def _be_child(work: Callable[[Callable[[str], None]], str], reading: int, writing: int) -> None:
    os.close(reading)
    gc.disable()
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))

    def say(words: str) -> None:
        os.write(writing, (words.replace("\n", " ") + "\n").encode())

    try:
        failed = work(lambda name: say(f"running {name}"))
        say(f"failed {failed}" if failed else "all passed")
    except BaseException:  # whatever a mutant raises while something runs has killed it
        os._exit(1)
    os._exit(0)
