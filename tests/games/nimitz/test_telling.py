"""How Fleet Commander: Nimitz tells what seldom happens, its map, its luck, and what counters have been through."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.games.nimitz import played
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.games.nimitz.board import changes, setup
from witp_pbem.games.nimitz.board import events as e
from witp_pbem.games.nimitz.board.data import packaged
from witp_pbem.games.nimitz.board.state import JAPAN, US, Position
from witp_pbem.games.nimitz.telling import narration
from witp_pbem.games.nimitz.telling.luck import Hits
from witp_pbem.games.nimitz.words import wording
from witp_pbem.games.nimitz.words.remedies import REMEDIES
from witp_pbem.report.strategic_map import lines
from witp_pbem.table.event import Event
from witp_pbem.table.language import speaking
from witp_pbem.table.story import Columns, Paragraph, Section
from witp_pbem.table.wording import PROBLEMS


def position(scenario: str = "1944") -> Position:
    """The set-up of a campaign, in its first turn."""
    opened = setup.open_position(packaged(), scenario, {})
    assert isinstance(opened, Position)
    return setup.begin_campaign(opened, opened.year).but(turn=1, step="supply")


def happening(before: Position, act: Event) -> Any:
    return SimpleNamespace(act=act, position_before=before, position_after=changes.apply(before, act), odds="")


def text_of(act: Event, before: Position | None = None, language: str = "en") -> str:
    """What is said of an event, tables and all."""
    with speaking(language):
        return " ".join(map(_text, narration.telling.blocks([happening(before or position(), act)])))


def _text(block: Any) -> str:
    if isinstance(block, Paragraph):
        return block.text
    if isinstance(block, Columns):
        return " ".join(cell for row in block.rows for cell in row)
    assert isinstance(block, Section)
    return " ".join(map(_text, block.blocks))


SELDOM = [
    (e.CampaignEnded("nimitz 12.6.a", 1942, 6, "historical"), "ended with 6 objectives: as in history"),
    (e.GameEnded("nimitz 12.6.c", JAPAN, "dismal", 20), "Japan won: a dismal defeat. Objectives that counted: 20."),
    (e.GameEnded("nimitz 12.3.b", US, "historical", 16, 2), "of these 2 for the invasion of Japan"),
    (e.Bombed("nimitz 12.2.c", ("jp_hiyo",)), "sent back to the reinforcements: Hiyo."),
    (e.BombersReturned("nimitz 12.2.d", ("us_73rd_bw",)), "from strategic bombing: 73rd BW."),
    (e.SupplyChecked("nimitz 11.4.a", ("GI",), ("us_11th_bg",), ("us_35th_fg",)),
     "Out of supply: Gilbert Islands. Damaged: 11th BG. Lost: 35th FG."),
    (e.UnitsWithdrawn("nimitz 11.2.a", ("jp_hiyo",)), "at the bottom of the reinforcement stacks"),
    (e.Ruled("referee", "a slip", "ruling supply 3", {}, 3), "Points now: 3 SP"),
    (e.Ruled("referee", "enough", resigned=US), "The player gave up. Reason: enough"),
    (e.UnitsRepaired("nimitz 6.3.a", ("us_enterprise",), 2), "Enterprise 2"),
    (e.OrderRolled("nimitz 9.1.a", "CI", 1, 5, "east", "hold", "no-point", (), "", False),
     "Caroline Islands 5 EAST → HOLD (there is no such point)"),
    (e.ReinforcementRolled("nimitz 11.1.a", 4, {"resupply": 2, "raiding": -4}, 2, 1, 3, 0, 2),
     "Die 4 +2 (resupply markers) −4 (raiding submarines) = 2: ships 1, infantry 3, LBA 0. Of the infantry 2 are"),
]


@pytest.mark.parametrize(("act", "words"), SELDOM, ids=lambda value: value.code() if isinstance(value, Event) else "")
def test_what_seldom_happens(act: Event, words: str) -> None:
    assert words in text_of(act)
    japanese = text_of(act, language="ja")
    assert japanese and not any(word in japanese for word in ("(", "{", " the ", "won"))


def test_orders_of_a_point_and_what_was_done_stand_in_one_row() -> None:
    before = position().but(step="japan")
    rolled = happening(before, e.OrderRolled("nimitz 9.1.a", "CI", 1, 3, "refit", "refit", "", (), "JA"))
    went = happening(rolled.position_after, e.JapaneseMoved("nimitz 9.2.2.a", ("jp_hiyo",), "CI", "JA"))
    called = happening(went.position_after, e.BattalionsCalled("nimitz 9.1.k", ("jp_battalion_99",), "JA"))
    with speaking("en"):
        (table,) = narration.telling.blocks([rolled, went, called])
    assert isinstance(table, Columns)
    assert table.rows == (("Caroline Islands", "3", "REFIT: Japan", "Hiyo; 1 battalion from the box"),)


def test_superior_values_count_twice_in_the_luck() -> None:
    attack = {"unit": "us_enterprise", "normal": 4, "superior": 2, "die": 1, "hits": 2}
    act = e.AttackStepped("nimitz 10.12.a", US, "aa", "UO", (attack,))
    tally = Hits("aa").tally([happening(position(), act)], US)
    assert (tally.throws, tally.sum, float(tally.expected)) == (1, 2, 0.6)
    assert Hits("air").tally([happening(position(), act)], US).throws == 0


def test_a_counter_lost_is_two_steps_and_one_damaged_one() -> None:
    before = position()
    after = before.but_units(before.units["us_enterprise"]._replace(full=False),
                             before.units["jp_hiyo"]._replace(place=""))
    assert narration.losses(before, after) == {US: 1, JAPAN: 2}


def test_the_map_names_every_point_and_fits_a_mail() -> None:
    with speaking("en"):
        chart = narration.chart(position())
        drawn = lines(chart)
    assert all(len(line) <= 72 for line in drawn)
    assert [name for name, _ in chart.sides] == [JAPAN, US]  # red and blue, as their counters are
    assert {spot.place for spot in chart.sheet.spots} == set(packaged().map.points)
    assert {stack.nation.code for stack in chart.stacks} == {"us", "australia", "japan"}


def test_only_what_is_different_at_the_end_is_moved_on_one_s_own_map() -> None:
    campaign = open_campaign(played.first_turn_campaign())
    with speaking("en"):
        start = position("1942").but(turn=0)
        sections = narration.board_changes(start, campaign.position)
    assert [section.title for section in sections] == ["US", "Japan", "Markers"]
    rows = [row for section in sections[:2] for block in section.blocks for row in getattr(block, "rows", ())]
    assert all(origin != goal for _, origin, goal in rows)


def test_remedies_are_of_problems_there_are() -> None:
    assert set(REMEDIES) <= {*wording.problems, *PROBLEMS}
