"""Campaigns that would be decided otherwise: by changed data, by a program with a changed rule, by any program at all
that answers as the guide `json` says."""

from __future__ import annotations

import json
import shutil
import venv
import zipfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import func, select

import witp_pbem
from tests.stand_ins import instead
from witp_pbem.archive import processes
from witp_pbem.archive.otherwise import data, installing, program
from witp_pbem.archive.otherwise.outcomes import OTHERWISE, SAME, UNHELD, UNPLAYABLE, Replayed, replay_all
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.packing import compressed, restored
from witp_pbem.archive.store.tables import records, verdicts
from witp_pbem.campaign.folder.campaign import DATA
from witp_pbem.campaign.folder.own_data import BadFile
from witp_pbem.campaign.record import logbook
from witp_pbem.table.language import JAPANESE, speaking

PRICES = {"tables": {"prices": {"move": 2}}}
HANDS = {"tables": {"hands": {"japan": {"most": 3}}}}


def with_data(club: str, folder: Path, query: str = "", game: str = "") -> dict[str, Replayed]:
    changes = data.read(folder, game)
    return {one.name: one for one in replay_all(engine.connect(club), query, partial(data.replay, changes),
                                                processes.here, games=changes)}


def with_program(club: str, name: str | Path, limit: float = 60) -> dict[int, Replayed]:
    with installing.program(str(name)) as other:
        return {one.record: one for one in replay_all(engine.connect(club), "", partial(program.replay, other, limit),
                                                      processes.here, batch=program.BATCH)}


def changed(folder: Path, **tables: Mapping[str, object]) -> Path:
    """A folder with a changed data file for each of some games."""
    for game, table in tables.items():
        (folder / game).mkdir(parents=True)
        (folder / game / "mine.json").write_text(json.dumps(table))
    return folder


# -- data -----------------------------------------------------------------------------------------------------------


def test_changed_data_show_the_campaigns_that_used_them(club: str, tmp_path: Path) -> None:
    replayed = with_data(club, changed(tmp_path / "mine", nimitz=PRICES, taiheiyo_senshi=HANDS))
    assert {name: one.outcome for name, one in replayed.items()} == {
        "nimitz-4": OTHERWISE, "nimitz-5": OTHERWISE, "taiheiyo-senshi-4": OTHERWISE}
    first = replayed["nimitz-4"]
    assert (first.record, first.game, first.turn, first.code) == (1, "nimitz", 1, "rules-differ")
    assert first.entry and "supply 1. By the rules it would be: event units-moved" in first.sentence
    assert "supply 2" in first.sentence
    with engine.reading(engine.connect(club)) as connection:
        assert connection.execute(select(func.count()).select_from(verdicts)).scalar() == 0


def test_data_that_nothing_came_of_change_nothing(club: str, tmp_path: Path) -> None:
    table = {"track": {"turns": [{"turn": 9, "redeployments": {"japan": 1}}]}}
    assert {one.outcome for one in with_data(club, changed(tmp_path / "mine", witp=table)).values()} == {SAME}


def test_the_very_same_data_change_nothing(club: str, campaigns: Path, tmp_path: Path) -> None:
    for name, game in (("nimitz-4", "nimitz"), ("taiheiyo-senshi-4", "taiheiyo_senshi"), ("witp-1", "witp")):
        shutil.copytree(campaigns / name / DATA, tmp_path / "same" / game)
    replayed = with_data(club, tmp_path / "same")
    assert len(replayed) == 5 and {one.outcome for one in replayed.values()} == {SAME}
    assert set(with_data(club, tmp_path / "same", "game=witp turn>0")) == {"witp-1", "witp-2"}


def test_the_game_of_data_is_named_or_that_of_the_folder(club: str, tmp_path: Path) -> None:
    folder = changed(tmp_path, nimitz=PRICES) / "nimitz"
    assert set(with_data(club, folder)) == set(with_data(club, folder.rename(tmp_path / "mine"), game="nimitz"))
    with pytest.raises(data.NoData, match="--game"):
        data.read(tmp_path / "mine")


@pytest.mark.parametrize(("files", "refusal", "reason"), [
    ({}, data.NoData, "neither data files"), ({"README.md": "{}"}, data.NoData, "neither data files"),
    ({"x.json": "{"}, BadFile, "is not JSON"), ({"x.json": '{"y": 1}'}, BadFile, "must be among"),
    ({"x.yaml": "tables: {prices: {move: many}}"}, BadFile, "cannot be used")])
def test_unfit_data_are_refused_at_once(tmp_path: Path, files: Mapping[str, str], refusal: type[Exception],
                                        reason: str) -> None:
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    with pytest.raises(refusal, match=reason):
        data.read(tmp_path, "nimitz")


def test_what_does_not_hold_anyway_is_told_apart(club: str, tmp_path: Path) -> None:
    spoil(club, 1)
    replayed = with_data(club, changed(tmp_path / "mine", nimitz=PRICES))
    assert (replayed["nimitz-4"].outcome, replayed["nimitz-5"].outcome) == (UNHELD, OTHERWISE)
    assert replayed["nimitz-4"].sentence


def spoil(club: str, record: int) -> None:
    """Changes an entry of a logbook in the database."""
    with engine.writing(engine.connect(club)) as connection:
        content = restored(connection.execute(select(records.c.content).where(records.c.id == record)).scalar_one())
        connection.execute(records.update().where(records.c.id == record).values(
            content=compressed(content.replace(b'"supply":1', b'"supply":3', 1))))


def test_a_game_that_fails_over_a_campaign_costs_only_that(club: str, tmp_path: Path) -> None:
    failing = data.open_campaign

    def fail(folder: Path) -> object:
        if b"nimitz-4" in (folder / logbook.FILE).read_bytes():
            raise KeyError("a unit nobody knows")
        return failing(folder)

    with instead(data, open_campaign=fail):
        replayed = with_data(club, changed(tmp_path / "mine", nimitz=PRICES))
    assert (replayed["nimitz-4"].outcome, replayed["nimitz-5"].outcome) == (UNPLAYABLE, OTHERWISE)


# -- programs -------------------------------------------------------------------------------------------------------


def test_a_changed_rule_shows_the_campaigns_that_it_decides(club: str, tmp_path: Path) -> None:
    package = tmp_path / "tree" / "witp_pbem"
    shutil.copytree(Path(witp_pbem.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    assert {one.outcome for one in with_program(club, tmp_path / "tree").values()} == {SAME}
    rule = package / "games" / "nimitz" / "rules" / "chapter_08_movement" / "movement.py"
    text = rule.read_text("utf-8")
    assert text.count("len(units) * position.data.prices.move") == 1
    rule.write_text(text.replace("len(units) * position.data.prices.move", "len(units) * 2"), "utf-8")
    with speaking(JAPANESE):
        replayed = with_program(club, tmp_path / "tree")
    assert {one.name: one.outcome for one in replayed.values()} == {
        "nimitz-4": OTHERWISE, "nimitz-5": OTHERWISE, "taiheiyo-senshi-4": SAME, "witp-1": SAME, "witp-2": SAME}
    assert replayed[1].turn == 1 and replayed[1].entry and "記録" in replayed[1].sentence


# A program that knows nothing but how the guide says that `verify --json` answers.
ANSWERING = '''
import json, pathlib, sys, time
if "--version" in sys.argv:
    sys.exit(print("another 9.9"))
names = [word for word in sys.argv[1:] if pathlib.Path(word).is_dir()]
holds = {"findings": [], "differences": [], "parts": [{"subject": "legality"}], "unchecked": []}
problem = {"code": "x", "sentence": "So it is not.", "place": {"entry": 4}}
def answer(name):
    book = (pathlib.Path(name) / "logbook.jsonl").read_bytes()
    return holds
answers = [answer(name) for name in names]
if len(answers) == 1:
    print(json.dumps(answers[0]))
else:
    print(json.dumps({"campaigns": [{"verified": one, "problem": None} if "findings" in one else
                                    {"verified": None, "problem": one["problems"][0]} for one in answers]}))
'''


def answering(folder: Path, line: str = "") -> Path:
    """A source tree of such a program.

    Args:
        line: what it does about the campaign nimitz-4.
    """
    (folder / "witp_pbem").mkdir(parents=True)
    (folder / "witp_pbem" / "__init__.py").write_text("")
    (folder / "witp_pbem" / "__main__.py").write_text(ANSWERING.replace(
        "    return holds", f'    if b"nimitz-4" in book:\n        {line or "pass"}\n    return holds'))
    return folder


@pytest.mark.parametrize(("line", "outcome", "sentence"), [
    ("return {**holds, 'findings': [problem]}", OTHERWISE, "So it is not."),
    ("return {**holds, 'differences': [{**problem, 'entry': 4}]}", OTHERWISE, "So it is not."),
    ("return {**holds, 'findings': [{**problem, 'code': 'data-differ'}]}", SAME, ""),
    ("return {**holds, 'findings': [{**problem, 'place': {'entry': 'four'}}]}", UNPLAYABLE,
     "The other program fails over it: it gives no answer that this one understands"),
    ("return {**holds, 'parts': [], 'unchecked': ['There is no such game.']}", UNPLAYABLE, "There is no such game."),
    ("return {'problems': [problem]}", UNPLAYABLE, "So it is not."),
    ("sys.exit('Something is wrong.')", UNPLAYABLE, "The other program fails over it: Something is wrong."),
    ("sys.exit(print('[]'))", UNPLAYABLE,
     "The other program fails over it: it gives no answer that this one understands"),
    ("time.sleep(60)", UNPLAYABLE, "It took longer than 8 seconds (--limit).")])
def test_what_another_program_says_of_one_concerns_that_alone(club: str, tmp_path: Path, line: str, outcome: str,
                                                               sentence: str) -> None:
    replayed = with_program(club, answering(tmp_path / "tree", line), limit=8 if "sleep" in line else 60)
    assert {number: one.outcome for number, one in replayed.items()} == {
        1: outcome, 2: SAME, 3: SAME, 4: SAME, 5: SAME}
    assert replayed[1].sentence == sentence and (replayed[1].turn == 1) == (outcome == OTHERWISE)


def test_what_does_not_hold_here_either_is_told_apart_from_what_another_program_decides(
        club: str, tmp_path: Path) -> None:
    spoil(club, 1)
    tree = answering(tmp_path / "tree", "return {**holds, 'findings': [problem]}")
    assert with_program(club, tree, limit=60)[1].outcome == UNHELD


def wheel(folder: Path, *hostile: str, name: str = "witp_pbem-9.9.0-py3-none-any.whl") -> Path:
    """A wheel of such a program, with an empty file under each of some names."""
    answering(folder / "tree", "return {**holds, 'findings': [problem]}")
    about = "witp_pbem-9.9.0.dist-info"
    files = {path.relative_to(folder / "tree").as_posix(): path.read_text()
             for path in (folder / "tree").rglob("*.py")} | {
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: witp-pbem\nVersion: 9.9.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}
    files[f"{about}/RECORD"] = "".join(f"{path},,\n" for path in (*files, f"{about}/RECORD"))
    with zipfile.ZipFile(folder / name, "w") as archive:
        for path, content in (files | dict.fromkeys(hostile, "")).items():
            archive.writestr(path, content)
    return folder / name


def test_a_wheel_an_environment_and_a_release(club: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = wheel(tmp_path)
    venv.create(tmp_path / "there", symlinks=True)
    library = next((tmp_path / "there").rglob("site-packages"))
    (library / "other.pth").write_text(str(tmp_path / "tree"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(Path(witp_pbem.__file__).parents[1]))
    for name in (packed, tmp_path / "there", "9.9.0"):
        assert installing.is_program(str(name))
        replayed = with_program(club, name)
        assert [replayed[number].outcome for number in range(1, 6)] == [OTHERWISE, SAME, SAME, SAME, SAME], name
    with pytest.raises(installing.NoProgram, match=r"Release 9\.9\.1 cannot be installed: ERROR: "):
        with_program(club, "9.9.1")


@pytest.mark.parametrize("hostile", ["../outside", "/outside", "a/../../outside", "c:outside", "a\\outside"])
def test_a_hostile_wheel_is_not_unpacked(club: str, tmp_path: Path, hostile: str) -> None:
    packed = wheel(tmp_path, hostile)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(installing.NoProgram, match="leads out of the folder"):
        with_program(club, packed)
    assert sorted(tmp_path.rglob("*")) == before


def test_what_is_no_program_is_refused_before_anything_is_played(club: str, tmp_path: Path) -> None:
    for name, content in (("torn.whl", b"PK\3\4"), ("empty.whl", empty_zip())):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(installing.NoProgram):
            with_program(club, tmp_path / name)
    tree = answering(tmp_path / "tree")
    (tree / "witp_pbem" / "__main__.py").write_text("raise SystemExit('It needs more.')")
    with pytest.raises(installing.NoProgram, match="cannot be run: It needs more"):
        with_program(club, tree)
    (tmp_path / "there" / "bin").mkdir(parents=True)
    (tmp_path / "there" / "bin" / "python").write_text("no program")
    with pytest.raises(installing.NoProgram, match="cannot be run"):
        with_program(club, tmp_path / "there")


def empty_zip() -> bytes:
    return b"PK\x05\x06" + bytes(18)
