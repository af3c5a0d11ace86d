"""Everything a campaign has told can be explained: every event, its rule, every die, every counter's life."""

from __future__ import annotations

import re
import shutil
from itertools import cycle
from pathlib import Path

import pytest

from tests import tamper
from tests.invariants import CITATIONS
from tests.random_campaigns import SCENARIOS, Plan, play
from witp_pbem.campaign.explaining.explain import explain
from witp_pbem.campaign.explaining.matters import Record, find, life, query
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record import logbook
from witp_pbem.games.witp.board.state import JAPAN
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.words.remedies import REMEDIES
from witp_pbem.games.witp.words.wording import problems
from witp_pbem.report import explanation
from witp_pbem.table.acts import Rolled
from witp_pbem.table.columns import WIDTH, width
from witp_pbem.table.event import Event
from witp_pbem.table.language import LANGUAGES, speaking
from witp_pbem.table.problem import illegal
from witp_pbem.table.wording import PROBLEMS, remedy_sentence

REFEREE = "referee"
GAME = game()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random campaign played to its end."""
    folder = tmp_path_factory.mktemp("whole") / "campaign"
    play(folder, Plan(3, "short", {"last_turn": "2"}, single=False))
    return folder


def everything_can_be_explained(folder: Path) -> int:
    """Explains all of a campaign, in one language after the other; returns how many dice were proved."""
    campaign = open_campaign(folder)
    record = Record(campaign)
    explained = sorted((item.entry, item.number) for matter in record.matters for item in matter.happenings)
    assert explained == [(item.entry, item.number) for item in record.happenings]
    dice = 0
    for matter, language in zip(record.matters, cycle(LANGUAGES), strict=False):
        with speaking(language):
            explained_matter = explain(record, matter)
            assert max(map(width, explanation.chain(explained_matter, record.game))) <= WIDTH
        cited = {rule.id for rule in explained_matter.rules}
        for item in matter.happenings:
            if isinstance(item.act, Event):
                assert item.act.rule in cited or item.act.rule == REFEREE, (matter.title, item.act)
        assert all(name in CITATIONS.rules for name in cited), cited - CITATIONS.rules
        assert all(throw.fits for throw in explained_matter.dice)
        dice += sum(len(throw.dice) for throw in explained_matter.dice)
    for unit in record.position.units:
        lived = life(record, unit).lived
        assert [each.entry for each in lived] == sorted(each.entry for each in lived)
        assert max(map(width, explanation.life(life(record, unit), record.game))) <= WIDTH
    return dice


def test_every_event_of_a_random_campaign_is_explained_by_a_rule_that_exists(whole: Path) -> None:
    assert everything_can_be_explained(whole) > 0


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_event_of_whole_campaigns_is_explained(scenario: str, tmp_path: Path) -> None:
    play(tmp_path / "campaign", Plan(7, scenario, {"last_turn": "6"} if scenario == "short" else {}, single=False))
    assert everything_can_be_explained(tmp_path / "campaign") > 0


def test_a_die_that_was_changed_does_not_fit(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "campaign"
    shutil.copytree(whole, folder)
    book = folder / logbook.FILE
    entries = tamper.read(book.read_bytes())
    roll = next(act for entry in entries for act in entry.get("acts", ()) if len(act.get("dice", ())) == 2)
    roll["dice"][0] = roll["dice"][0] % 6 + 1
    book.write_bytes(tamper.written(entries))
    record = Record(open_campaign(folder))
    thrown = [matter for matter in record.matters if any(isinstance(item.act, Rolled) for item in matter.happenings)]
    wrong = [throw for matter in thrown for throw in explain(record, matter).dice if not throw.fits]
    assert len(wrong) == 1


def test_who_lost_the_game_and_why(whole: Path) -> None:
    record = Record(open_campaign(whole))
    (matter,) = find(record, query(record, "why did Japan lose?"))
    text = "\n".join(explanation.chain(explain(record, matter), record.game))
    assert "ports and airfields; it needed the" in " ".join(text.split()) and "13.2.c" in text


def test_a_question_about_one_side_leaves_out_the_losses_of_the_other(whole: Path) -> None:
    record = Record(open_campaign(whole))
    for matter in find(record, query(record, "losses of Japan")):
        losses = [item for item in matter.happenings if isinstance(item.act, Event)
                  and item.act.code() in ("unit-reduced", "unit-removed", "base-removed")]
        assert any(JAPAN in record.game.narration.about(item) for item in losses)


def test_a_remedy_is_for_a_problem_there_is_and_fills_its_places() -> None:
    assert REMEDIES.keys() <= {*problems, *PROBLEMS}
    for code, sentence in REMEDIES.items():
        places = set(re.findall(r"{(\w+)", sentence)) - {"missing"}
        known = set(re.findall(r"{(\w+)", {**PROBLEMS, **problems}[code]))
        assert places <= known, (code, places - known)
    dear = illegal("not-enough-points", "witp 8.4.c", cost=20, rp=19, missing=1)
    assert remedy_sentence(dear, GAME.catalogue).startswith("1 more resource points")
    assert remedy_sentence(illegal("no-war-to-declare", "witp 13.4.a"), GAME.catalogue) == ""
