"""Commands on a campaign of every game: disputes, going back, giving up, previews, explanations."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.cli.program import contents, here
from tests.each_game import KINDS, Kind, Maker, text
from witp_pbem.campaign.explaining.explain import explain
from witp_pbem.campaign.explaining.matters import Record
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.table.language import speaking
from witp_pbem.table.story import BattleCard, Block, Columns, Paragraph, Section


@pytest.fixture
def kind(game: str) -> Kind:
    return KINDS[game]


@pytest.fixture
def folder(game: str, begun_of: Maker, tmp_path: Path) -> Path:
    """A campaign just dealt."""
    return shutil.copytree(begun_of(game), tmp_path / "isles")


@pytest.fixture
def later(game: str, campaign_of: Maker) -> Path:
    """A campaign in its second turn, only to be looked at."""
    return campaign_of(game)


@pytest.fixture(params=["en", "ja"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def done(language: str, *words: str | Path, code: int = 0) -> str:
    ran = here(*words, "--lang", language)
    assert ran.code == code, (words, ran)
    return ran.out


def flat(string: str) -> str:
    """What is told without blanks and the marks of its lines: Japanese lines break anywhere."""
    return "".join(re.sub("^ *[!|*] ", "", string, flags=re.MULTILINE).split())


def test_protests_answers_and_going_back(folder: Path, kind: Kind, language: str) -> None:
    player, holder = next(iter(kind.players)), kind.ahead[0]
    done(language, "bookmark", folder, "the start")
    done(language, "letter", "protest", folder, "--side", player, "--about", "2", "The deck was not shuffled.")
    done(language, "letter", "protest", folder, "--side", holder, "The map is upside down.")
    done(language, "answer", folder, "--protest", "4", "--reason", "It was.")
    opened = json.loads(done(language, "status", folder, "--json"))["status"]["open_protests"]
    assert [protest["side"] for protest in opened] == [holder]
    with speaking(language):
        names = [flat(open_campaign(folder).game.narration.side_name(side)) for side in (player, holder)]
    for command in ("log", "report"):
        output = flat(done(language, command, folder))
        assert all(words in output for words in ("Themapisupsidedown.", "notshuffled", "Itwas.", *names))
    (folder.parent / "orders.txt").write_text(text(folder, player, f"\n{kind.opening}"), "utf-8")
    done(language, "submit", folder, folder.parent / "orders.txt")
    done(language, "adjudicate", folder)
    done(language, "rewind", folder, "--to", "the start", "--reason", "A file was overlooked.")
    assert "Afilewasoverlooked." in flat(done(language, "log", folder))
    assert not open_campaign(folder).submissions()
    done(language, "verify", folder)


def test_orders_are_taken_back_and_a_player_gives_up(folder: Path, kind: Kind, language: str) -> None:
    player = kind.ahead[0]
    (folder.parent / "orders.txt").write_text(text(folder, *kind.ahead), "utf-8")
    done(language, "submit", folder, folder.parent / "orders.txt")
    done(language, "letter", "withdraw", folder, "--side", player)
    done(language, "letter", "withdraw", folder, "--side", player, code=1)
    before = contents(folder)
    here("letter", "resign", folder, "--side", player)
    assert contents(folder) == before, "nobody gives up by mistake"
    done(language, "letter", "resign", folder, "--side", player, "--reason", "the fleet is gone", "--yes")
    assert open_campaign(folder).position.outcome
    assert "thefleetisgone" in flat(done(language, "report", folder))
    done(language, "letter", "resign", folder, "--side", player, "--yes", code=1)
    done(language, "verify", folder)


def test_looking_changes_nothing_and_tells_nothing_sealed(later: Path, kind: Kind, language: str) -> None:
    """Every entry, the luck of the whole game and a preview for everybody but the holder of the sealed orders."""
    before = contents(later)
    for number in range(len(open_campaign(later).entries)):
        assert kind.sealed not in done(language, "explain", later, "--entry", str(number))
    for side in kind.players:
        if side != kind.ahead[0]:
            assert kind.sealed not in done(language, "preview", later, "--side", side)
            assert kind.sealed not in done(language, "explain", later, "--side", side, "--json", "--turn", "1")
    done(language, "explain", later, "--turn", "1", "1")
    assert contents(later) == before


def test_who_is_winning_is_told_before_the_game_is_over(game: str, later: Path, language: str) -> None:
    with speaking(language):
        campaign = open_campaign(later)
        score = campaign.game.score(campaign.position)
    explanation = done(language, "explain", later, "victory")
    assert flat(score) in flat(explanation) and (score or "not over" in explanation or "終わっておらず" in explanation)
    assert ("witp-pbem rule " in explanation) is (game != "wif")  # the rules of a land turn know no victory


def test_what_was_refused_is_told_or_that_nothing_was(later: Path, kind: Kind, language: str) -> None:
    explanation = done(language, "explain", later, "refused")
    asked = re.search(r"explain \S+ --side (\S+)", explanation)
    assert asked and asked[1] in kind.players


def test_an_explanation_tells_what_the_report_tells(later: Path) -> None:
    """Every sentence and every row of every matter's story stands in that of the campaign, whose tables may have more
    columns."""
    record = Record(open_campaign(later))
    report = list(_rows(record.game.narration.story(record.happenings)))
    explanations = [explain(record, matter) for matter in record.matters]
    assert sum(bool(list(_rows(explanation.story))) for explanation in explanations) > len(explanations) / 2
    for explanation in explanations:
        for row in _rows(explanation.story):
            assert any(row <= other for other in report), (explanation.matter, row)


def _rows(blocks: Iterable[Block]) -> Iterator[set[str]]:
    for block in blocks:
        match block:
            case Paragraph():
                yield {block.text}
            case Columns():
                yield from map(set, block.rows)
            case Section():
                yield from _rows(block.blocks)
            case BattleCard():
                yield from _rows((*block.notes, block.verdict, *block.hits, *block.consequences))


def test_a_sitting_just_held_offers_what_is_owed_now(game: str, kind: Kind, tmp_path: Path) -> None:
    """What `adjudicate` prints is the report that everybody reads afterwards, with the same form to fill in."""
    create(tmp_path / "isles", Wishes(game=kind.game, scenario=kind.scenario, seed="offers", players=kind.players))
    held = here("adjudicate", tmp_path / "isles")
    assert held.code == 0 and "begin orders" in held.out
    assert here("report", tmp_path / "isles").out in held.out
