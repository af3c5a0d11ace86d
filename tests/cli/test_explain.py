"""`explain`: outcomes, refusals and lives, asked about as players at a table ask."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.report import gold
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign, writing
from witp_pbem.campaign.orders.submit import check_all, submit
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.cli import main
from witp_pbem.games.witp.game import game
from witp_pbem.table.columns import WIDTH, width
from witp_pbem.table.problem import Problem
from witp_pbem.table.wording import nearest_legal

HEAD = "Campaign: reef\nTurn: 1\nSide: japan\n"


def ask(folder: Path, *words: str) -> str:
    """What `explain` answers."""
    ran = CliRunner().invoke(main, ["explain", str(folder), *words], catch_exceptions=False)
    assert ran.exit_code == 0, ran.output
    return str(ran.stdout)


def refused(folder: Path, *words: str) -> str:
    ran = CliRunner().invoke(main, ["explain", str(folder), *words], catch_exceptions=False)
    assert ran.exit_code == 2
    return str(ran.stderr)


def flat(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


@pytest.fixture(scope="module")
def reef(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign on turn 1 in which an order of Japan was cancelled at its moment."""
    folder = tmp_path_factory.mktemp("explained") / "reef"
    create(folder, Wishes("witp", seed="reef", campaign="reef"))
    adjudicate(folder)
    assert _send(folder, "japan", "Phase: bases\npass\nPhase: operations\ntarget 0807 from Truk: all\npass\n"
                         "Phase: redeployment\nredeploy 1 land from Marshalls to Kure\npass fleets anyway\n"
                         "pass air and land anyway\n")
    assert _send(folder, "allies", "Phase: bases\npass\nPhase: operations\npass\nPhase: redeployment\n"
                         "pass fleets anyway\npass air and land anyway\n")
    adjudicate(folder)
    return folder


def _send(folder: Path, side: str, orders: str) -> bool:
    file = f"{HEAD.replace('japan', side)}Luck: {side} hopes\n{orders}"
    return submit(folder, [(f"{side}.txt", file.encode())]).stands


# -- outcomes --


def test_the_battle_of_the_manila_example_is_told_from_the_orders_to_the_board(manila: Path) -> None:
    explanation = ask(manila, "battle at Manila")
    gold.check("explain-manila.txt", re.sub(r"(?<=receipt\s)[0-9a-f]{32}", "0123456789abcdef" * 2, explanation))
    assert max(width(line) for line in explanation.splitlines()) <= WIDTH


def test_without_words_everything_is_listed_with_the_number_that_explains_it(manila: Path) -> None:
    listed = ask(manila, "--turn", "4")
    number = next(line.split()[0] for line in listed.splitlines() if "Upkeep" in line)
    explanation = flat(ask(manila, "--turn", "4", number))
    assert "The Allies: 8 bases − 0 free = 8 points due; 19 − 8 paid = 11." in explanation
    assert "-- 6.5.a" in explanation


@pytest.mark.parametrize(("question", "title"), [
    ("0607", "Japan used 1942-03"), ("レイテ", "Japan used 1942-03"), ("1942-10", "The Allies used 1942-10"),
    ("Doolittle Raid", "The Allies used 1942-10"), ("points", "Resource points"), ("supply", "Supply check"),
    ("why did the Allies lose UK-N-4 at Manila?", "Fleet battle at Manila"), ("battle-fought", "Assault landing"),
    ("マニラの戦闘", "Fleet battle at Manila"), ("ruling", "an impulse by ruling"), ("rebuilt", "Japan rebuilt JP-N-2"),
    ("losses of Japan", "End of the turn"),
])
def test_a_question_finds_what_it_is_about(question: str, title: str, manila: Path) -> None:
    assert title in flat(ask(manila, question))


def test_dice_by_hand_name_the_entry_they_were_typed_in_by(manila: Path) -> None:
    explanation = flat(ask(manila, "battle at Manila"))
    assert "Fleet battle at Manila (0606), Allies: 5. Thrown by hand; " \
           "the referee typed in: “dice 4 5” (entry 9)" in explanation


def test_a_ruling_of_the_referee_stands_with_its_reason(manila: Path) -> None:
    explanation = flat(ask(manila, "--turn", "4", "ruling"))
    assert "The referee ruled (entry 3): ruling for Allies: spend 1 RP as impulse" in explanation
    assert "The referee let 1 RP spent stand for an impulse" in explanation


def test_supply_is_reckoned_unit_by_unit(reef: Path) -> None:
    explanation = flat(ask(reef, "--turn", "1", "supply"))
    assert re.search(r"US-L-1 at Manila \(0606\): the nearest base or source, .* is \d hexes away", explanation)


# -- refusals --


def test_why_an_order_cannot_be_given_is_what_check_says(reef: Path) -> None:
    written = "redeploy 1 land from Marshalls to Kure"
    assert "It is refused" in flat(ask(reef, "--side", "japan", "redeploy 2 air from Kure to Manila"))
    explanation = flat(ask(reef, "--side", "japan", written))
    assert "No transport network leads from Marshalls (1107) to Kure (0804)" in explanation
    assert "A chain of your logistics bases and supply sources, each at most 3 hexes from the next" in explanation
    assert "-- 10.3.f" in explanation and "R-76" in explanation
    assert re.search("(Nearest legal|Legal instead): redeploy", explanation)


@pytest.mark.parametrize("orders", [
    "redeploy 1 land from Marshalls to Kure", "redeploy 9 air from Kure to Manila",
    "redeploy JP-L-99 from Kure to Truk",
    "target Manila from Kure: all", "build Manila", "fnord the xyzzy", "rebuild JP-CV-1 at Kure", "use 1946-77",
    "redeploy 1 land from Shanghai to Kure\nredeploy 1 land from Shanghai to Kure", "pass air and land",
    "目標 マニラ から",
])
def test_legality_has_one_source(orders: str, reef: Path) -> None:
    campaign = open_campaign(reef)
    problems = check_all(campaign, [("x", f"{orders}\n{HEAD}".encode())])[0].problems
    judged = json.loads(ask(reef, "--side", "japan", "--json", "-f", str(_file(reef, orders))))
    explained_problems = [each["problem"] for each in judged["objections"] if not each["depends"]]
    assert [_short(each) for each in problems] == [
        (each["code"], each["rule"], each["suggestion"], each["place"]["line"],
         each["place"]["column"]) for each in explained_problems]
    assert judged["checked"]["stands"] == (not problems)
    for each in judged["objections"]:
        assert bool(each["rules"]) == bool(each["problem"]["rule"])


def _file(folder: Path, orders: str) -> Path:
    path = folder.parent / "question.txt"
    path.write_text(orders, "utf-8")
    return path


def _short(problem: Problem) -> tuple[str, str, str, int, int]:
    return problem.code, problem.rule, nearest_legal(problem, game()), problem.span.line, problem.span.column


def test_an_order_that_breaks_off_is_taken_as_it_is_meant(tmp_path: Path) -> None:
    create(tmp_path / "reef", Wishes("witp", seed="reef", campaign="reef"))
    adjudicate(tmp_path / "reef")
    for side in ("japan", "allies"):
        assert _send(tmp_path / "reef", side, "pass")
    adjudicate(tmp_path / "reef")
    explanation = flat(ask(tmp_path / "reef", "--side", "japan", "target 0807 from Truk"))
    assert "The order breaks off. Taken as: target 0807 from Truk: all." in explanation
    assert "Understood: target Hollandia (0807) from Truk (0907)" in explanation and "This is legal now." in explanation
    dear = flat(ask(tmp_path / "reef", "--side", "japan",
                    "target Samoa from Truk: all from Kure: all from Palau: all from Yokosuka: all"))
    cost, have, missing = map(int, re.findall(
        r"costs (\d+) resource points, and you have (\d+).* (\d+) more resource points", dear)[0])
    assert missing == cost - have and "-- 8.4.c" in dear


def test_whose_order_it_is_has_to_be_said(reef: Path) -> None:
    assert "say whose, with --side: japan, allies" in flat(refused(reef, "target 0807 from Truk"))


def test_an_order_cancelled_at_its_moment_is_told_to_its_side_alone(reef: Path, tmp_path: Path) -> None:
    own, public = flat(ask(reef, "--side", "japan", "refused")), flat(ask(reef, "refused"))
    assert "“redeploy 1 land from Marshalls to Kure”" in own and "Legal at that moment: redeploy" in own
    assert "In full: No transport network leads from Marshalls (1107) to Kure (0804)" in own
    for explanation in (public, flat(ask(reef, "--side", "allies", "refused"))):
        assert "still sealed" in explanation and "Marshalls" not in explanation
        assert "no transport network (witp 10.3.f)" in explanation
    copy = tmp_path / "copy"
    shutil.copytree(reef, copy, ignore=shutil.ignore_patterns("private"))
    assert flat(ask(copy, "--side", "japan", "refused")) == public


def test_nothing_explained_shows_a_sealed_order_or_a_hidden_card(reef: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(reef, copy, ignore=shutil.ignore_patterns("private"))
    for number in range(len(open_campaign(reef).entries)):
        assert ask(reef, "--entry", str(number)) == ask(copy, "--entry", str(number)).replace(str(copy), str(reef))


# -- lives --


def test_what_happened_to_a_unit_is_told_with_entry_and_rule(manila: Path) -> None:
    explanation = flat(ask(manila, "JP-N-2"))
    assert explanation.startswith("Before: JP-N-2: at full strength, Kure (0804).")
    for part in ("moved: Kure (0804) – Okinawa (0705) – Taiwan (0605) – Manila (0606). [8.2.c] (entry 7, act 3",
                 "fought at Manila (0606) (Fleet battle): 20 to 9. [9.3.d]",
                 "was reduced at Manila (0606): hit in battle.",
                 "redeployed from Manila (0606) to Kure (0804). [10.2.d]", "[10.6.a] (entry 13, act 19"):
        assert part in explanation
    assert "eliminated at Manila (0606): hit in battle" in flat(ask(manila, "UK-N-1", "--turn", "4"))


# -- entries, abandoned ones too --


def test_the_acts_of_an_entry_and_what_became_of_its_orders(manila: Path) -> None:
    assert "“when battle at Manila: lose 2 naval” (entry 6" in flat(ask(manila, "--entry", "6"))
    assert "Combat to be fought: Manila (0606)" in ask(manila, "--entry", "10")
    assert "has no entry 99" in refused(manila, "--entry", "99")


def test_an_abandoned_entry_is_explained_and_said_to_be_abandoned(manila: Path, tmp_path: Path) -> None:
    folder = tmp_path / "manila"
    shutil.copytree(manila, folder)
    with writing(folder) as campaign:
        body: dict[str, Any] = {"to": {"entry": 9, "acts": None}, "keeps": [], "reason": "a word misread",
                                "proposal": None}
        campaign.add((logbook.REWIND, body))
    rewind = len(open_campaign(folder).entries) - 1
    assert "Nothing about" in refused(folder, "battle at Manila")
    explanation = flat(ask(folder, "--entry", "10", "battle"))
    assert f"Abandoned: the rewind of entry {rewind} went back behind it" in explanation
    assert "Japan won by 20 − 9 = 11" in explanation


# -- the rest --


def test_what_is_not_there_is_said_to_be_so(manila: Path) -> None:
    assert "names nothing that could be explained" in flat(refused(manila, "zebra"))
    assert "Nothing about “submarines” is in the logbook" in flat(refused(manila, "submarines"))
    assert "Turn 4 has no number 99" in flat(refused(manila, "--turn", "4", "99"))
    assert "Nothing has happened in turn 9" in flat(refused(manila, "--turn", "9"))


def test_programs_get_all_of_it(manila: Path) -> None:
    explanations = json.loads(ask(manila, "battle at Manila", "--json"))["explained"]
    assert [each["matter"]["title"] for each in explanations] == ["Fleet battle at Manila (0606)",
                                                         "Assault landing at Manila (0606)"]
    assert [(throw["dice"], throw["fits"]) for throw in explanations[0]["dice"]] == [([4], True), ([5], True)]
    assert {rule["id"] for rule in explanations[0]["rules"]} >= {"witp 9.3.d", "witp 9.6.1.a", "witp 9.6.2.c"}
    assert json.loads(ask(manila, "--json"))["matters"]
    assert json.loads(ask(manila, "JP-N-2", "--json"))["lives"][0]["unit"] == "JP-N-2"
    assert json.loads(ask(manila, "--entry", "6", "--json"))["orders"][0]["used"] == [7]
