"""How likely the outcomes of fought battles were, in each game, against tables made by hand."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.record import unpack
from tests.games.atoll import game as atoll
from tests.games.atoll.test_campaigns import played
from tests.games.lagoon import desk as lagoon
from tests.games.lagoon.desk import LagoonDesk
from tests.stand_ins import findable
from witp_pbem.campaign.explaining import chances as room
from witp_pbem.campaign.explaining.chances import battle_chances
from witp_pbem.campaign.explaining.story import Story, StoryItem, items_of, tell
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.report import brief, plain_text
from witp_pbem.table.language import speaking

PACKED = Path(__file__).parents[1] / "fixtures" / "format-4" / "manila-1942.tar.xz"


def fought(story: Story) -> Iterator[StoryItem]:
    """The battles of a story."""
    return (item for item in story.entries if story.game.narration.clashes([item]))


@pytest.fixture(scope="module")
def manila(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example of turn 4: a landing at Manila."""
    return unpack(PACKED, tmp_path_factory.mktemp("chances"))[0]


def won_by_japan(strengths: tuple[int, int], *, halved: bool) -> Fraction:
    """A die each is added, on land half of it; both throw again as long as the totals are equal."""
    totals = [(strengths[0] + one // (1 + halved), strengths[1] + other // (1 + halved))
              for one, other in product(range(1, 7), repeat=2)]
    return Fraction(sum(one > other for one, other in totals), sum(one != other for one, other in totals))


def test_battles_of_war_in_the_pacific(manila: Path) -> None:
    story = tell(open_campaign(manila), turn=4)
    battles = list(fought(story))
    assert battles and len(story.chances) == len(battles)
    for battle in battles:
        event: Any = battle.act
        chances = story.chances[battle.entry, battle.number]
        strengths = event.forces["japan"].strength, event.forces["allies"].strength
        right = won_by_japan(strengths, halved=event.kind != "fleet")
        assert (chances.winners["japan"].value if "japan" in chances.winners else 0) == pytest.approx(float(right))
        assert sum(chance.value for chance in chances.winners.values()) == pytest.approx(1)
        assert 0 < chances.same.value < chances.winners[event.winner].value


def test_a_report_says_so_in_both_languages_and_on_every_copy(manila: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(manila, tmp_path / "manila-1942", ignore=shutil.ignore_patterns("private"))
    story = tell(open_campaign(manila), turn=4)
    of_all = dict(story.chances)
    room.reckoned.cache_clear()
    assert dict(tell(open_campaign(copy), turn=4).chances) == of_all
    report = " ".join(plain_text.render(story).replace("|", " ").split())
    sentences = re.findall("Chances of winning before the dice fell: |The winner was certain before", report)
    assert len(sentences) == len(story.chances)
    assert "before the dice fell" not in brief.render(story)
    with speaking("ja"):
        sentences = re.findall("ダイスを振る前の勝率：|どの目が出ても日本軍の勝ちだった。", plain_text.render(story))
    assert len(sentences) == len(story.chances)


def test_a_battle_is_reckoned_once_for_all_readers(manila: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room.reckoned.cache_clear()
    reckoned: list[str] = []

    def counted(game: Any, step: Any, clash: Any, rulings: Any) -> Any:
        reckoned.append(clash.place)
        return battle_chances(game, step, clash, rulings)

    monkeypatch.setattr(room, "battle_chances", counted)
    stories = [tell(open_campaign(manila), turn=4, side=side) for side in ("", "japan", "allies")]
    assert len({repr(dict(story.chances)) for story in stories}) == 1
    assert reckoned == [stories[0].game.narration.clashes([battle])[0].place for battle in fought(stories[0])]


def test_raids_of_the_lagoon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All ships sail to one battery; nobody plays a card."""
    lagoon.install(monkeypatch)
    desk = LagoonDesk(tmp_path / "lagoon")
    desk.sit()
    for side, orders in desk.turn_orders().items():
        desk.order(side, orders)
    desk.sit()
    story = tell(desk.open(), turn=1)
    (raid,) = fought(story)
    position = raid.position_before
    ships, level = len(position.ships), position.batteries["Truk lagoon"]
    chances = story.chances[raid.entry, raid.number]
    right = sum(die + ships >= 6 + level for die in range(10)) / 10
    assert 0 < right < 1
    assert chances.winners == {"raiders": (right, 0), "garrison": (pytest.approx(1 - right), 0)}
    assert f"Raiders {100 * right:.0f} %, Garrison" in " ".join(plain_text.render(story).split())


def test_battles_that_nobody_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every counter of the Atoll throws a die: exact for few, an estimate for many."""
    findable(monkeypatch, atoll=atoll.game)
    campaign = played(tmp_path / "sea", 2, options={"turns": "4"}).open()
    stories = [tell(campaign, turn=turn) for turn in range(1, 5)]
    battles = [(story, battle) for story in stories for battle in fought(story)]
    for story, battle in battles:
        event: Any = battle.act
        before = battle.position_before
        right = Fraction(1)
        for side, other, hits in (("blue", "orange", event.blue), ("orange", "blue", event.orange)):
            count, cards = len(before.at(event.place, other)), before.played
            needed = 6 if cards.get(side) == "mist" else 4 if cards.get(other) == "salvo" else 5
            hit = Fraction(7 - needed, 6)
            right *= comb(count, hits) * hit ** hits * (1 - hit) ** (count - hits)
        chances = story.chances[battle.entry, battle.number]
        assert chances.winners == {}
        assert abs(chances.same.value - float(right)) <= 2 * chances.same.error + 1e-9
        assert "the chance of exactly this outcome was" in " ".join(plain_text.render(story).split())
    assert battles


def test_where_the_rules_play_otherwise_now_nothing_is_said(manila: Path) -> None:
    campaign = open_campaign(manila)
    items = list(items_of(campaign.game, campaign.line))
    number, battle = next((number, item) for number, item in enumerate(items)
                          if campaign.game.narration.clashes([item]))
    begin = max(place for place, item in enumerate(items[:number]) if getattr(item.act, "step", "")) + 1
    step, clash = items[begin:number + 1], campaign.game.narration.clashes([battle])[0]
    assert battle_chances(campaign.game, step, clash, {})
    assert battle_chances(campaign.game, step[1:], clash, {}) is None
    assert battle_chances(campaign.game, [battle], clash, {}) is None
