"""`witp-pbem conformance --coverage` as a person types it: which rules are proven by which cases."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.program import here
from witp_pbem.games.witp.game import game

RULES = game().rules()
HOLDS = """\
case: Nobody unloads in an empty hex without being told that this is a case with a rather long name
covers: witp 5.3.a, witp 5.3.a, witp 2.2.c
given
  turn 1
  step resources
  at Iwo Jima: 1 Japanese land
expect
  points Japan 20, Allies 0
"""
FAILS = """\
case: Japan has one point more
covers: witp 12.1.a
given
  turn 1
  step resources
  at Iwo Jima: 1 Japanese land
expect
  points Japan 21
"""


def written(folder: Path, *texts: str) -> Path:
    (folder / "some.case").write_text("\n".join(texts))
    return folder


def lines_of(text: str, rule: str) -> list[str]:
    """What the list says of a rule."""
    match = re.search(rf"^  {re.escape(rule)} +(.*\n(?:    .*\n)*)", text, re.MULTILINE)
    assert match, rule
    return [line.strip() for line in match[1].splitlines()]


def test_every_rule_is_listed_with_its_cases(tmp_path: Path) -> None:
    ran = here("conformance", written(tmp_path, HOLDS, FAILS), "--coverage")
    assert lines_of(ran.out, "5.3.a") == [
        "some.case: Nobody unloads in an empty hex without being",
        "told that this is a case with a rather long name"]
    assert lines_of(ran.out, "2.2.c")[0] == "defines a term" and "some.case" in lines_of(ran.out, "2.2.c")[1]
    assert lines_of(ran.out, "2.1.a") == ["defines a term"]
    assert lines_of(ran.out, "12.1.a") == lines_of(ran.out, "5.1.a") == ["NOT COVERED"]
    names = [rule.id.removeprefix("witp ") for rule in RULES]
    assert re.findall(r"^  (\S.*?)  ", ran.out, re.MULTILINE) == names
    assert "\n\n5.3 Turn 1\n  5.3.a " in ran.out
    listed = ran.out[ran.out.index("1.0 "):].splitlines()
    assert max(map(len, listed)) <= 80


def test_the_last_line_counts(tmp_path: Path) -> None:
    ran = here("conformance", written(tmp_path, HOLDS), "--coverage")
    defining = sum(rule.defines for rule in RULES)
    total = len(RULES)
    assert ran.out.splitlines()[-2:] == [
        "1 cases, 0 failed.",
        f"{total} ids: 1 proven, {defining} only define a term, {total - defining - 1} not covered."]


def test_rules_without_a_case_are_a_failure(tmp_path: Path) -> None:
    folder = written(tmp_path, HOLDS)
    assert here("conformance", folder).code == 0
    assert here("conformance", folder, "--coverage").code == 1


def every_rule_but(left_out: str) -> str:
    wanted = [rule.id for rule in RULES if not rule.defines and rule.id != left_out]
    return HOLDS.replace("witp 5.3.a, witp 5.3.a, witp 2.2.c", ", ".join(wanted))


def test_all_is_well_when_every_rule_has_a_case(tmp_path: Path) -> None:
    ran = here("conformance", written(tmp_path, every_rule_but("")), "--coverage")
    assert ran.code == 0 and ran.out.endswith(" 0 not covered.\n") and "NOT COVERED" not in ran.out
    ran = here("conformance", written(tmp_path, every_rule_but("witp 8.5.h")), "--coverage")
    assert ran.code == 1 and lines_of(ran.out, "8.5.h") == ["NOT COVERED"]
    ran = here("conformance", written(tmp_path, every_rule_but(""), FAILS), "--coverage")
    assert ran.code == 1 and "Japan has one point more: failed" in ran.out


def test_a_rule_there_is_none_of_is_a_failure(tmp_path: Path) -> None:
    ran = here("conformance", written(tmp_path, every_rule_but("").replace("witp 5.3.a", "witp 5.3.a, witp 5.3.z")),
              "--coverage")
    assert ran.code == 1 and "no such rule: witp 5.3.z" in ran.out


def test_the_list_for_programs(tmp_path: Path) -> None:
    folder = written(tmp_path, HOLDS)
    cases_run = json.loads(here("conformance", folder, "--coverage", "--json").out)
    assert cases_run["passed"] == 1
    rules = {entry["rule"]["id"]: entry for entry in cases_run["rules"]}
    assert rules["witp 5.3.a"]["rule"] == {"id": "witp 5.3.a", "section": "5.3 Turn 1", "defines": False}
    assert [(case["file"], case["name"]) for case in rules["witp 5.3.a"]["cases"]] == [
        (str(folder / "some.case"), HOLDS.splitlines()[0].removeprefix("case: "))]
    assert rules["witp 2.1.a"]["rule"]["defines"] and not rules["witp 2.1.a"]["cases"]
    assert json.loads(here("conformance", folder, "--json").out)["rules"] is None
