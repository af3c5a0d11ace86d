"""Positions written by hand, whose attacks are tried as cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import here
from tests.games.wif_land.test_handwritten import blocks
from witp_pbem.campaign.folder import case_games, games
from witp_pbem.table import trying
from witp_pbem.table.case_text import Case
from witp_pbem.table.trying import TriedCase

MAP = """\
format: wif-land-map/1
id: crossing
name: A river crossing
source: drawn for a test
grid: {numbering: CCRR, orientation: flat-top, lower_columns: even}
scale: european
hexes:
  "0101": clear
  "0102": clear
  "0103": clear
  "0201": clear
  "0202": clear
hexsides: {river: [0101-0102]}
"""
POSITION = """\
format: wif-land-position/1
map: crossing.map.yaml
turn: {name: Jul/Aug, year: 1941, weather: fair}
options: [41]
phasing: axis
sides: {axis: [Germany], allies: [USSR]}
control: {axis: ["0101"], allies: rest}
action: {type: land, land_moves: 5, land_attacks: 3}
units:
  - {id: g1, kind: ARM, side: axis, power: Germany, combat: 8, movement: 5, at: "0101"}
  - {id: g2, kind: INF, side: axis, power: Germany, combat: 6, movement: 3, at: "0101"}
  - {id: r1, kind: INF, side: allies, power: USSR, combat: 3, movement: 3, at: "0102"}
attacks:
  - name: Across the river
    target: "0102"
    units: [g1, g2]
    table: assault
    dice: [1, 9]
  - {name: With one, target: "0102", units: g2, die: 5}
"""


@pytest.fixture
def crossing(tmp_path: Path) -> Path:
    (tmp_path / "crossing.map.yaml").write_text(MAP, encoding="utf-8")
    (tmp_path / "crossing.yaml").write_text(POSITION, encoding="utf-8")
    return tmp_path / "crossing.yaml"


def cases(file: Path, text: str = "") -> list[Case]:
    return list(games.packaged("wif_land").cases_in(str(file), text.encode() or file.read_bytes()))


def played(case: Case) -> TriedCase:
    tried = trying.try_case(*case_games.prepared(case, ""), "x")
    assert isinstance(tried, TriedCase), tried
    return tried


def test_each_attack_is_a_case(crossing: Path) -> None:
    first, second = cases(crossing)
    assert [line.text for line in first.given] == [
        "data crossing.map.yaml", "data crossing.yaml", "scenario crossing", "step declaration", "until end"]
    assert [(section.of, [tuple(line) for line in section.lines]) for section in first.orders] == [
        ("axis", [(16, "attack 0102 with g1, g2"), (14, "use assault"), (14, "pass")]),
        ("allies", [(14, "use assault"), (14, "pass")])]
    assert [tuple(line) for line in first.dice] == [(18, "1 9")]
    assert (second.name, second.line) == ("With one", 19)


def test_they_play_to_their_end(crossing: Path) -> None:
    """14 halved across the river to 7, against 3: 2:1, and a die of 1 for the third that is left; 9 on the table."""
    tried = played(cases(crossing)[0])
    assert not tried.played.problems and [throw.given for throw in tried.throws] == [1, 1]
    ran = here("try", crossing)
    assert ran.code == 0 and "7 against 3 is 2:1." in ran.out and "Across the river" in ran.out
    assert "all 220 cells of the combat" in ran.out


def test_the_attack_of_the_guide(tmp_path: Path) -> None:
    own = blocks("")
    own["bridge.yaml"] += own.pop("2.yaml")
    for name, text in own.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    ran = here("try", tmp_path / "bridge.yaml")
    assert ran.code == 0 and "17 against 6 is 2:1." in ran.out
    assert ran.out.count("given by the case") == 2 and "Left unused" not in ran.out


def test_what_is_wrong_is_told_with_its_line(crossing: Path) -> None:
    wrong = POSITION.replace("    table: assault\n", "    tabel: assault\n").replace("units: g2,", "")
    first, second = cases(crossing, wrong)
    assert first.faults == (f"{crossing}:14: an attack has no tabel; it has bombardment, dice, die, expect, "
                            "ground_support, hq_support, invasion, name, notes, paradrop, table, target, units",)
    assert second.faults == (f"{crossing}:19: an attack needs a target, and one of paradrop, invasion, units",)
    refused = played(cases(crossing, POSITION.replace("[g1, g2]", "[g1, g9]"))[0])
    assert [problem.span.line for problem in refused.played.problems] == [16]


def test_a_position_without_attacks_shows_what_is_owed(crossing: Path) -> None:
    crossing.write_text(POSITION.partition("attacks:\n")[0], encoding="utf-8")
    (case,) = cases(crossing)
    (due,) = played(case).played.dues
    assert case.name == "crossing.yaml" and (due.demand.side, due.demand.code) == ("axis", "move")


@pytest.mark.parametrize("content", ["", "case: x\n", MAP, "format: wif-land-position/2\n"])
def test_other_files_are_none(content: str, crossing: Path) -> None:
    assert games.packaged("wif_land").cases_in(str(crossing), content.encode()) == ()


def test_a_file_that_is_no_yaml(crossing: Path) -> None:
    (case,) = cases(crossing, POSITION + "  - {name: [\n")
    assert case.faults and case.faults[0].startswith(f"{crossing}:")
    (listless,) = cases(crossing, POSITION.partition("attacks:\n")[0] + "attacks: 5\n")
    assert listless.faults == (f"{crossing}:13: attacks stand in a list",)
