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
from tests.mutation.rooms import ROOMS, RULEBOOKS, Room, Rulebook, rules


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description="Mutation testing.")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="modules to mutate, such as bases; all of them")
    parser.add_argument("--cases-only", action="store_true", help="try the case files alone, no unit tests")
    parser.add_argument("--rules-only", action="store_true", help="find out which rules are proven, nothing else")
    parser.add_argument("--scope", help="only the mutants of this function, method or constant")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every mutant and its fate to this file")
    parser.add_argument("--show-survivors", action="store_true", help="print the mutants that nothing notices")
    parser.add_argument("--again", type=Path, metavar="FILE", help="only what survived in the run that wrote this file")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="only every Nth mutant, for an estimate")
    parser.add_argument("--most", type=int, metavar="N", help="at most so many mutants of a module, evenly spread")
    parser.add_argument("--tests", nargs="+", metavar="FILE", help="try these tests alone, which is quicker")
    parser.add_argument("--patience", type=float, default=15, metavar="SECONDS",
                        help="how long the cases and tests of one mutant may take when all pass (15)")
    parser.add_argument("--workers", type=int, default=1, help="processes at work at a time (1)")
    parser.add_argument("--room", choices=ROOMS, default="rules", help="the part of the program to mutate (rules)")
    parser.add_argument("--game", choices=RULEBOOKS, default="witp", help="whose rules (witp)")
    chosen = parser.parse_args()
    room = rules(chosen.game) if chosen.room == "rules" else ROOMS[chosen.room]()
    known = [name.rpartition(".")[2] for name in room.modules]
    unknown = [name for name in chosen.modules if name not in known]
    if unknown:
        parser.error(f"no such modules: {', '.join(unknown)}; there are {', '.join(known)}")
    settings.register_profile("mutation", derandomize=True, database=None, deadline=None,
                              phases=(Phase.explicit, Phase.generate))
    reach = Reach(room.modules)

    def work(tests: list[Proof]) -> None:
        run(chosen, room, [*_cases(room), *tests], reach)

    if chosen.cases_only:
        work([])
    else:
        with_tests(chosen.tests or room.tests, work, room.left_out, keeps=room.keeps)


def _cases(room: Room) -> list[Proof]:
    return cases(room.cases, room.book.game) if room.book and room.cases else []


def run(chosen: argparse.Namespace, room: Room, proofs: Sequence[Proof], reach: Reach) -> None:
    """Tries the mutants and reports."""
    modules = room.modules
    start = time.monotonic()
    good = reach.measure(proofs)
    for proof in proofs:
        if proof not in good:
            print(f"left out, for it fails without a mutant: {proof.name}", file=sys.stderr)
    wanted = {name: path for name, path in modules.items()
              if not chosen.modules or name.rpartition(".")[2] in chosen.modules}
    bench = Bench(reach, good, room.prefixes, functools.partial(afresh, room),
                  functools.cache(lambda name: uses(modules, reach, name)),
                  _cited(room), chosen.patience, room.clock)
    gc.collect()
    gc.freeze()  # forks share what they do not touch
    print(f"{len(good)} cases and tests, ready after {time.monotonic() - start:.0f} s", file=sys.stderr)
    reasons = report.equivalents()
    every: list[Mutant] = []
    results: list[Result] = []
    for name, path in wanted.items():
        made = _chosen(chosen, room, name, path)
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
    outcome: dict[str, str] = {}
    if room.book and not (chosen.scope or chosen.again) and chosen.sample == 1:
        outcome = proven(modules, room.book, bench, every, results)
        print(*report.unproven(outcome), sep="\n")
    print(f"{time.monotonic() - start:.0f} s", file=sys.stderr)
    _write(chosen.json, results, outcome)


def _cited(room: Room) -> dict[tuple[str, str], frozenset[str]]:
    """The rules each place cites, as cases name them."""
    if room.book is None:
        return {}
    numbers = room.book.numbers
    return {(name, scope): frozenset(f"{numbers.word} {rule}" for rule in cited) for name, path in room.modules.items()
            for scope, cited in citations.places(path, numbers).items()}


def _chosen(chosen: argparse.Namespace, room: Room, name: str, path: Path) -> list[Mutant]:
    """The mutants of a module that are to be tried."""
    candidates = [mutant for mutant in mutants(name, path)
                  if mutant.scope in room.parts.get(path.stem, (mutant.scope,))
                  and chosen.scope in (None, mutant.scope)][::chosen.sample]
    if chosen.most and len(candidates) > chosen.most:
        candidates = [candidates[number * len(candidates) // chosen.most] for number in range(chosen.most)]
    if not chosen.again:
        return candidates
    alive = {(record["module"], record["scope"], *record["before"], *record["after"])
             for record in json.loads(chosen.again.read_bytes())["mutants"]
             if record["outcome"] in ("survived", "unreached")}
    return [mutant for mutant in candidates if (mutant.module, mutant.scope, *mutant.before, *mutant.after) in alive]


def _write(file: Path | None, results: Sequence[Result], rules: Mapping[str, str]) -> None:
    """Writes what is known so far."""
    if file:
        file.write_text(json.dumps({"mutants": [result.record() for result in results], "rules": rules},
                                   ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def afresh(room: Room, proofs: Sequence[Proof], say: Callable[[str], None]) -> str:
    """Runs proofs with all modules imported anew, cases one by one, then the unit tests together."""
    wanted = {proof.name: proof for proof in proofs}
    for case in _cases(room) if any(proof.is_case for proof in proofs) else ():
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


def proven(modules: Mapping[str, Path], book: Rulebook, bench: Bench, every: Sequence[Mutant],
           results: Sequence[Result]) -> dict[str, str]:
    """Rule -> "" if a case that covers it kills a mutant of it, else why not. Only rules the mutants can speak of."""
    carriers = citations.carriers(modules, [rule for rule, entry in book.rules.items() if not entry["defines"]],
                                  book.numbers)
    at_place: dict[tuple[str, str], list[Mutant]] = defaultdict(list)
    for mutant in every:
        at_place[mutant.module, mutant.scope].append(mutant)
    covering: dict[str, list[Proof]] = defaultdict(list)
    for proof in bench.proofs:
        for rule in proof.covers if proof.is_case else ():
            covering[rule.removeprefix(f"{book.numbers.word} ")].append(proof)
    killers = {(result.mutant, result.fate.by) for result in results if result.fate.killed}
    reasons = {}
    mutated = {mutant.module for mutant in every}
    for rule, places in carriers.items():
        if not any(module in mutated for module, _ in places) and (places or mutated != set(modules)):
            continue
        mine = [mutant for place in sorted(places) for mutant in at_place[place]]
        if not covering[rule]:
            reasons[rule] = "no case covers it"
        elif not mine:
            reasons[rule] = "cited where nothing is mutated" if places else "cited nowhere"
        elif any((mutant, proof.name) in killers for mutant in mine for proof in covering[rule]) or any(
                bench.try_out(mutant, covering[rule]).killed for mutant in mine):
            reasons[rule] = ""
        else:
            reasons[rule] = "its cases kill no mutant of " + ", ".join(
                f"{module.rpartition('.')[2]}.{scope}" for module, scope in sorted(places))
    return reasons


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
