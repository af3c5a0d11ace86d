"""What a run has found: the score of each module, the survivors, the rules that are not proven."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.mutation.bench import Fate
from tests.mutation.mutants import Mutant

EQUIVALENT = Path(__file__).with_name("equivalent.txt")


@dataclass
class Result:
    """A mutant and what became of it; `reason` if it is listed as equivalent."""

    mutant: Mutant
    fate: Fate
    reason: str = ""

    def record(self) -> dict[str, Any]:
        """The result as JSON takes it."""
        mutant = self.mutant
        return {"module": mutant.module, "scope": mutant.scope, "line": mutant.lines[0], "before": mutant.before,
                "after": mutant.after, "outcome": "equivalent" if self.is_equivalent else self.fate.outcome,
                "by": self.fate.by, "reason": self.reason}

    @property
    def is_equivalent(self) -> bool:
        return bool(self.reason) and not self.fate.killed


def equivalents(path: Path = EQUIVALENT) -> dict[tuple[str, str, tuple[str, ...], tuple[str, ...]], str]:
    """The mutants that mean the same, by `Mutant.key`, with the reason.

    An entry is a block of lines: "module scope", the lines before ("- ..."), the lines after ("+ ..."), the reason.
    Blocks are separated by empty lines; lines that begin with # are remarks.
    """
    reasons = {}
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if line.strip() and not line.startswith("#")]
        if not lines:
            continue
        module, _, scope = lines[0].partition(" ")
        before = tuple(line[2:] for line in lines if line.startswith("- "))
        after = tuple(line[2:] for line in lines if line.startswith("+ "))
        reason = " ".join(line.strip() for line in lines[1:] if not line.startswith(("- ", "+ ")))
        if not reason:
            raise ValueError(f"{path}: no reason is given for {lines[0]}")
        reasons[(module, scope, before, after)] = reason
    return reasons


def scores(results: Iterable[Result]) -> Iterator[str]:
    """A line a module: mutants, killed by cases, killed by unit tests, survivors, score."""
    by_module: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        by_module[result.mutant.module.rpartition(".")[2]].append(result)
    yield f"{'module':<16}{'mutants':>8}{'cases':>8}{'tests':>8}{'alive':>8}{'equal':>8}{'score':>8}"
    every: list[Result] = []
    for module, module_results in sorted(by_module.items()):
        yield _line(module, module_results)
        every += module_results
    yield _line("all", every)


def _line(name: str, results: Sequence[Result]) -> str:
    equal = sum(result.is_equivalent for result in results)
    cases = sum(result.fate.killed and result.fate.by.startswith("case ") for result in results)
    killed = sum(result.fate.killed for result in results)
    counted = len(results) - equal
    score = f"{killed / counted:.1%}" if counted else "-"
    return f"{name:<16}{counted:>8}{cases:>8}{killed - cases:>8}{counted - killed:>8}{equal:>8}{score:>8}"


def survivors(results: Iterable[Result]) -> Iterator[str]:
    """The mutants that nothing noticed, as differences."""
    for result in results:
        if not result.fate.killed and not result.is_equivalent:
            mutant = result.mutant
            module = mutant.module.rpartition(".")[2]
            yield f"\n{module} {mutant.scope}  (line {mutant.lines[0]}, {result.fate.outcome})"
            yield from (f"- {line}" for line in mutant.before)
            yield from (f"+ {line}" for line in mutant.after)


def unproven(rules: Mapping[str, str]) -> Iterator[str]:
    """The rules without a kill by a case of their own, with why."""
    missing = {rule: why for rule, why in rules.items() if why}
    yield f"{len(rules) - len(missing)} of {len(rules)} rules are proven."
    yield from (f"{rule}: {why}" for rule, why in missing.items())
