"""The command line: `python -m tests.mutation --help`."""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import json
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hypothesis import Phase, settings

from tests.mutation import citations, report
from tests.mutation.bench import Bench, Fate, allow
from tests.mutation.mutants import Mutant, mutants
from tests.mutation.proofs import Proof, Reach, cases, tests_pass, with_tests
from tests.mutation.report import Result

PACKAGE = "witp_pbem.games.witp"
FOLDER = Path("witp_pbem/games/witp").resolve()
# They word, tell, read, advise or plug in; no rule of the game is in them.
LEFT_OUT = ("__init__", "battle_card", "case_lines", "cases", "chart", "conditions", "counters", "game", "impulses",
            "language", "lexicon", "luck", "marches", "moments", "names", "narration", "phrases", "pieces", "reading",
            "reference", "shapes", "summary", "telling", "telling_units", "translation", "validation", "wanted",
            "wording")
# Of a module that reads, the functions that judge.
PARTS = {"orders": ("fits", "pick")}
CASES = Path("tests/conformance/witp").resolve()
TESTS = ("tests/games", "tests/report/test_narration.py")
PREFIXES = ("witp_pbem", "tests.games", "tests.conformance", "tests.report", "tests.campaign")


def rule_modules() -> dict[str, Path]:
    """The modules that carry rules, by dotted name."""
    return {f"{PACKAGE}.{path.stem}": path for path in sorted(FOLDER.glob("*.py")) if path.stem not in LEFT_OUT}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description="Mutation testing of the rules.")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="modules to mutate, such as bases; all of them")
    parser.add_argument("--cases-only", action="store_true", help="try the case files alone, no unit tests")
    parser.add_argument("--rules-only", action="store_true", help="find out which rules are proven, nothing else")
    parser.add_argument("--scope", help="only the mutants of this function, method or constant")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every mutant and its fate to this file")
    parser.add_argument("--show-survivors", action="store_true", help="print the mutants that nothing notices")
    parser.add_argument("--again", type=Path, metavar="FILE", help="only what survived in the run that wrote this file")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="only every Nth mutant, for an estimate")
    parser.add_argument("--patience", type=float, default=15, metavar="SECONDS",
                        help="how long the cases and tests of one mutant may take when all pass (15)")
    parser.add_argument("--workers", type=int, default=1, help="processes at work at a time (1)")
    chosen = parser.parse_args()
    modules = rule_modules()
    unknown = [name for name in chosen.modules if f"{PACKAGE}.{name}" not in modules]
    if unknown:
        parser.error(f"no such rule modules: {', '.join(unknown)}; there are "
                     + ", ".join(name.rpartition(".")[2] for name in modules))
    settings.register_profile("mutation", derandomize=True, database=None, deadline=None,
                              phases=(Phase.explicit, Phase.generate))
    reach = Reach(modules)

    def work(tests: list[Proof]) -> None:
        run(chosen, modules, [*cases(CASES, f"{PACKAGE}.game"), *tests], reach)

    if chosen.cases_only:
        work([])
    else:
        with_tests(TESTS, work)


def run(chosen: argparse.Namespace, modules: Mapping[str, Path], proofs: Sequence[Proof], reach: Reach
        ) -> None:
    """Tries the mutants and reports."""
    start = time.monotonic()
    good = reach.measure(proofs)
    for proof in proofs:
        if proof not in good:
            print(f"left out, for it fails without a mutant: {proof.name}", file=sys.stderr)
    wanted = {name: path for name, path in modules.items()
              if not chosen.modules or name.rpartition(".")[2] in chosen.modules}
    bench = Bench(reach, good, PREFIXES, afresh, functools.cache(lambda name: uses(modules, reach, name)),
                  {(name, scope): frozenset(f"witp {rule}" for rule in cited) for name, path in modules.items()
                   for scope, cited in citations.places(path).items()}, chosen.patience)
    gc.collect()
    gc.freeze()  # forks share what they do not touch
    print(f"{len(good)} cases and tests, ready after {time.monotonic() - start:.0f} s", file=sys.stderr)
    reasons = report.equivalents()
    every: list[Mutant] = []
    results: list[Result] = []
    for name, path in wanted.items():
        made = _chosen(chosen, name, path)
        every += made
        if chosen.rules_only:
            continue
        fates = _in_workers(chosen.workers, [lambda mutant=mutant: bench.try_out(mutant)  # type: ignore[misc]
                                             for mutant in made])
        results += [Result(mutant, fate, reasons.get(mutant.key, ""))
                    for mutant, fate in zip(made, fates, strict=True)]
        print(list(report.scores(results[-len(made):] if made else []))[-1].replace("all", path.stem, 1),
              file=sys.stderr, flush=True)
        _write(chosen.json, results, {})
    if chosen.show_survivors:
        print(*report.survivors(results), sep="\n")
    print(*report.scores(results), sep="\n")
    rules = proven(modules, bench, every, results) if not (chosen.scope or chosen.again) and chosen.sample == 1 else {}
    print(*report.unproven(rules), sep="\n")
    print(f"{time.monotonic() - start:.0f} s", file=sys.stderr)
    _write(chosen.json, results, rules)


def _chosen(chosen: argparse.Namespace, name: str, path: Path) -> list[Mutant]:
    """The mutants of a module that are to be tried."""
    found = [mutant for mutant in mutants(name, path)
             if mutant.scope in PARTS.get(path.stem, (mutant.scope,))
             and chosen.scope in (None, mutant.scope)][::chosen.sample]
    if not chosen.again:
        return found
    alive = {(record["module"], record["scope"], *record["before"], *record["after"])
             for record in json.loads(chosen.again.read_bytes())["mutants"]
             if record["outcome"] in ("survived", "unreached")}
    return [mutant for mutant in found if (mutant.module, mutant.scope, *mutant.before, *mutant.after) in alive]


def _write(file: Path | None, results: Sequence[Result], rules: Mapping[str, str]) -> None:
    """Writes what is known so far."""
    if file:
        file.write_text(json.dumps({"mutants": [result.record() for result in results], "rules": rules},
                                   ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def afresh(proofs: Sequence[Proof], say: Callable[[str], None]) -> str:
    """Runs proofs with all modules imported anew, cases one by one, then the unit tests together."""
    wanted = {proof.name: proof for proof in proofs}
    for case in cases(CASES, f"{PACKAGE}.game") if any(proof.is_case for proof in proofs) else ():
        if case.name in wanted:
            say(case.name)
            allow(wanted[case.name].seconds)
            if not case.run():
                return case.name
    tests = [proof for proof in proofs if not proof.is_case]
    if tests:
        say("unit tests")
        allow(sum(proof.seconds for proof in tests))
        return "" if tests_pass([proof.name for proof in tests]) else "unit tests"
    return ""


def uses(modules: Mapping[str, Path], reach: Reach, name: str) -> int:
    """The lines of functions that name a constant or class, or a constant made of it."""
    names, lines = {name}, 0
    again = True
    while again:
        again = False
        for module, path in modules.items():
            for statement in _parsed(path).body:
                hits = [node for node in ast.walk(statement)
                        if isinstance(node, ast.Name) and node.id in names
                        or isinstance(node, ast.Attribute) and node.attr in names]
                if not hits:
                    continue
                if isinstance(statement, ast.Assign | ast.AnnAssign):
                    target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
                    if isinstance(target, ast.Name) and target.id not in names:
                        names.add(target.id)
                        again = True
                for hit in hits:
                    lines |= reach.bits(module, (hit.lineno, hit.lineno))
    return lines


@functools.cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def proven(modules: Mapping[str, Path], bench: Bench, every: Sequence[Mutant], results: Sequence[Result]
           ) -> dict[str, str]:
    """Rule -> "" if a case that covers it kills a mutant of it, else why not. Only rules the mutants can speak of."""
    book = json.loads((FOLDER / "data" / "rules.json").read_bytes())["rules"]
    carriers = citations.carriers(modules, [rule for rule, entry in book.items() if not entry["defines"]])
    at_place: dict[tuple[str, str], list[Mutant]] = defaultdict(list)
    for mutant in every:
        at_place[mutant.module, mutant.scope].append(mutant)
    covering: dict[str, list[Proof]] = defaultdict(list)
    for proof in bench.proofs:
        for rule in proof.covers if proof.is_case else ():
            covering[rule.removeprefix("witp ")].append(proof)
    killers = {(result.mutant, result.fate.by) for result in results if result.fate.killed}
    found = {}
    mutated = {mutant.module for mutant in every}
    for rule, places in carriers.items():
        if not any(module in mutated for module, _ in places) and (places or mutated != set(modules)):
            continue
        mine = [mutant for place in sorted(places) for mutant in at_place[place]]
        if not covering[rule]:
            found[rule] = "no case covers it"
        elif not mine:
            found[rule] = "cited where nothing is mutated" if places else "cited nowhere"
        elif any((mutant, proof.name) in killers for mutant in mine for proof in covering[rule]) or any(
                bench.try_out(mutant, covering[rule]).killed for mutant in mine):
            found[rule] = ""
        else:
            found[rule] = "its cases kill no mutant of " + ", ".join(
                f"{module.rpartition('.')[2]}.{scope}" for module, scope in sorted(places))
    return found


def _in_workers(count: int, tasks: Sequence[Callable[[], Fate]]) -> list[Fate]:
    """Does all tasks, in several processes if more than one is allowed."""
    if count == 1:
        return [task() for task in tasks]
    with tempfile.TemporaryDirectory() as folder:
        workers = []
        for worker in range(count):
            process = os.fork()
            if process == 0:
                fates = [task() for task in tasks[worker::count]]
                (Path(folder) / str(worker)).write_text(json.dumps(fates), encoding="utf-8")
                os._exit(0)
            workers.append(process)
        for process in workers:
            os.waitpid(process, 0)
        done: list[Any] = [None] * len(tasks)
        for worker in range(count):
            done[worker::count] = json.loads((Path(folder) / str(worker)).read_bytes())
    return [Fate(*fate) for fate in done]


if __name__ == "__main__":
    main()
