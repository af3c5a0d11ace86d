"""The machinery of mutation testing, tried on a toy. The rules themselves: `python -m tests.mutation`."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mutmut", reason="mutation testing needs the dev dependencies")

from tests.mutation import bench as benches  # noqa: E402
from tests.mutation import report  # noqa: E402
from tests.mutation.bench import Bench, Fate  # noqa: E402
from tests.mutation.mutants import Mutant, mutants  # noqa: E402
from tests.mutation.proofs import Proof, Reach  # noqa: E402
from tests.mutation.report import Result  # noqa: E402
from tests.mutation.rooms import ROOMS, RULEBOOKS, rules  # noqa: E402
from tests.stand_ins import small  # noqa: E402

NAME = "tests.mutation.toy"
PATH = Path(__file__).with_name("toy.py").resolve()
MUTANTS = mutants(NAME, PATH)


def checks(toy: Any) -> dict[str, Callable[[], bool]]:
    """The toy's cases: strict ones for `may_stack`, a lax one for `may_fly`."""
    return {
        "case stack: three": lambda: toy.may_stack(3) is True,
        "case stack: four": lambda: toy.may_stack(4) is False,
        "case fly: one hex": lambda: toy.may_fly(True, 1) is True,
        "case waves: of three": lambda: toy.waves(3) == 2,
        "test_depot": lambda: toy.Depot().is_full is False,
    }


def afresh(proofs: Sequence[Proof], say: Callable[[str], None]) -> str:
    again = checks(importlib.import_module(NAME))
    for proof in proofs:
        say(proof.name)
        if not again[proof.name]():
            return proof.name
    return ""


@pytest.fixture(scope="module")
def bench() -> Bench:
    reach = Reach({NAME: PATH})
    proofs = [Proof(name, frozenset(), run) for name, run in checks(importlib.import_module(NAME)).items()]
    return Bench(reach, reach.measure(proofs), (NAME,), afresh, lambda name: 0)


def mutant(scope: str, after: str) -> Mutant:
    (match,) = [made for made in MUTANTS if made.scope == scope and made.after == (after,)]
    return match


def test_a_border_that_a_case_stands_on_is_noticed(bench: Bench) -> None:
    fate = bench.try_out(mutant("may_stack", "return count < LIMIT"))
    assert fate == Fate("killed", "case stack: three")


def test_a_border_that_no_case_stands_on_is_not(bench: Bench) -> None:
    assert bench.try_out(mutant("may_fly", "return full and hexes < 2")) == Fate("survived")


def test_what_no_case_reaches_is_not_noticed(bench: Bench) -> None:
    assert bench.try_out(mutant("Depot.clear", "pass")) == Fate("unreached")


def test_a_constant_is_changed_for_everybody(bench: Bench) -> None:
    assert bench.try_out(mutant("LIMIT", "LIMIT = 2  # counters to a hex (witp 1.1.a)")).by == "case stack: three"
    assert bench.try_out(mutant("LIMIT", "LIMIT = 4  # counters to a hex (witp 1.1.a)")).by == "case stack: four"


def test_a_property_is_changed(bench: Bench) -> None:
    assert bench.try_out(mutant("Depot.is_full", "return len(self.counters) != 9")).by == "test_depot"


def test_a_mutant_that_never_ends_is_ended(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch, benches, LEAST_SECONDS=0.1)
    assert bench.try_out(mutant("waves", "count += 2")) == Fate("timeout", "case waves: of three")


def test_only_what_the_mutated_lines_reach_runs(bench: Bench) -> None:
    names = [proof.name for proof in bench.reaching(mutant("may_fly", "return full or hexes <= 2"))]
    assert names == ["case fly: one hex"]


def test_nothing_is_changed_for_good(bench: Bench) -> None:
    assert all(proof.run() for proof in bench.proofs)


def test_what_is_mutated() -> None:
    assert {made.after[0] for made in MUTANTS if made.scope == "may_fly"} == {
        "return full or hexes <= 2", "return (not (full)) and hexes <= 2", "return full and hexes < 2",
        "return full and hexes <= 3", "return full and hexes <= 1"}


def test_the_score_leaves_out_what_means_the_same() -> None:
    results = [Result(made, Fate(outcome, "case 1" if outcome == "killed" else ""), reason)
               for made, outcome, reason in zip(MUTANTS, ("killed", "survived", "survived"), ("", "", "the same"),
                                                strict=False)]
    *_, every = report.scores(results)
    assert every.split() == ["all", "2", "1", "0", "1", "1", "50.0%"]
    assert len([line for line in report.survivors(results) if line.startswith("- ")]) == 1


def test_what_is_listed_as_equivalent_has_a_reason(tmp_path: Path) -> None:
    file = tmp_path / "equivalent.txt"
    file.write_text("# remark\n\nmoves cost\n- a < 1\n+ a <= 1\nNo cost is\nexactly 1.\n", encoding="utf-8")
    assert report.equivalents(file) == {("moves", "cost", ("a < 1",), ("a <= 1",)): "No cost is exactly 1."}
    file.write_text("moves cost\n- a < 1\n+ a <= 1\n", encoding="utf-8")
    with pytest.raises(ValueError, match="no reason"):
        report.equivalents(file)


def test_the_list_of_equivalents_can_be_read() -> None:
    report.equivalents()


def test_the_rooms_name_modules_and_tests_that_are_there() -> None:
    rooms = {name: made() for name, made in ROOMS.items()} | {game: rules(game) for game in RULEBOOKS}
    for room in rooms.values():
        assert all(path.is_file() for path in room.modules.values()) and all(Path(each).exists() for each in room.tests)
    assert "witp_pbem.games.witp.rules.chapter_06_bases.bases" in rooms["rules"].modules
    assert "witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat.battles" in rooms["taiheiyo_senshi"].modules
    assert all(list(rooms[game].cases.glob("*.case")) and book.rules for game, book in RULEBOOKS.items())
    assert {"witp_pbem.exchange.desk.intake", "witp_pbem.campaign.record.who_plays"} <= rooms["exchange"].modules.keys()
