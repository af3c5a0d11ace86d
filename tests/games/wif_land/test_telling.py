"""How World in Flames tells what seldom happens, its luck, and what counters have been through."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from tests.games.wif_land import played
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.games.wif_land.board import changes, setup
from witp_pbem.games.wif_land.board import events as e
from witp_pbem.games.wif_land.board.data import packaged
from witp_pbem.games.wif_land.board.state import ALLIES, AXIS, Position
from witp_pbem.games.wif_land.telling import chances, narration, nouns, reconstructed
from witp_pbem.games.wif_land.words import wording
from witp_pbem.games.wif_land.words.remedies import REMEDIES
from witp_pbem.table.event import Event
from witp_pbem.table.language import speaking
from witp_pbem.table.story import Columns, Paragraph, Section
from witp_pbem.table.wording import PROBLEMS

SMOLENSK, LUZON = played.ORDERS


def position(scenario: str = SMOLENSK) -> Position:
    """A scenario in its first impulse."""
    opened = setup.open_position(packaged(), scenario, {})
    assert isinstance(opened, Position)
    return opened.but(turn=1, step="movement", control={**opened.control, "0302": ALLIES})


def happening(before: Position, act: Event) -> Any:
    return SimpleNamespace(act=act, position_before=before, position_after=changes.apply(before, act), odds="")


def text_of(act: Event, before: Position, language: str = "en") -> str:
    """What is said of an event, tables and all."""
    with speaking(language):
        return " ".join(map(_text, narration.telling.blocks([happening(before, act)])))


def _text(block: Any) -> str:
    if isinstance(block, Paragraph):
        return block.text
    if isinstance(block, Columns):
        return " ".join((block.caption, *(cell for row in (*block.rows, block.foot) for cell in row)))
    assert isinstance(block, Section)
    return " ".join(map(_text, block.blocks))


SELDOM = [
    (e.ActionChosen("wif rail.k", AXIS, "combined"), SMOLENSK, "The Axis chose a combined action."),
    (e.Recovered("wif flip.a", ("r25",)), SMOLENSK, "Turned face-up at the end of the turn: INF 25."),
    (e.GameEnded("wif flip.a", "", "played"), SMOLENSK, "The land turn is over: all impulses have been played."),
    (e.GameEnded("referee", AXIS, "resigned"), SMOLENSK, "The Axis won: a player has given up."),
    (e.Ruled("referee", "a slip", "ruling restore r25", {"r25": {"full": True}}), SMOLENSK,
     "Now: INF 25 3-3: at Vitebsk (0301), face-up."),
    (e.Ruled("referee", "clouds", "ruling weather rain", {}, {"default": "rain"}), SMOLENSK, "Weather now: rain."),
    (e.Ruled("referee", "enough", resigned=ALLIES), SMOLENSK, "The Allies gave up. Reason: enough"),
    (e.UnitRailed("wif rail.c", "g23", ("0103", "0203", "0303"), 1), SMOLENSK,
     "[MOT XXIII] Minsk (0103) → 0203 → Orsha (0303) 1"),
    (e.FactoryRailed("wif rail.g", ALLIES, ("0704", "0703"), 2, (), "Nov/Dec"), SMOLENSK,
     "A marker of a destroyed factory was put at Tula (0704). The factory works again from Nov/Dec."),
    (e.UnitsMoved("wif move.a", ("g47", "g08"), "0203", "0302", 2, 2, ("terrain 1", "river 1"), True), SMOLENSK,
     "ARM XLVII, MECH VIII Borisov (0203) → 0302 2 river +1, stopped by a zone of control"),
    (e.UnitsTurned("wif move.e", ("g47",), "exhausted"), SMOLENSK, "Turned face-down: ARM XLVII (no movement points"),
    (e.UnitsOverrun("wif overrun.d", ("g47",), "0303", "15/2", "1", "7:1", ("r14",)), SMOLENSK,
     "ARM XLVII overran Orsha (0303): 7½ against 1 is 7:1. Destroyed: INF 14."),
    (e.ControlChanged("wif enter.a", ALLIES, ("0103", "0203")), SMOLENSK,
     "The Allies took control of Minsk (0103), Borisov (0203)."),
    (e.AircraftRebased("wif enter.a", "gju", "0103", "0203"), SMOLENSK, "gju rebased from Minsk (0103) to Borisov"),
    (e.ShipsFate("wif enter.b", "jscs", "0202", 2, "scuttled"), LUZON, "jscs at Vigan (0202): die 2, scuttled."),
    (e.ShipsFate("wif enter.b", "jscs", "0202", 5, "escape", "0304", 0), LUZON,
     "die 5, escaped to Manila (0304), face-down. Intercepted on its way, it would fight as if in section 0."),
    (e.UnitsDrop("wif para.d", ("j1abn",), "0303"), LUZON, "PARA 1 Abn flew to drop on Clark (0303)."),
    (e.MissionsFlown("wif gs.b", AXIS, ("gju",), "0303", "patrol"), SMOLENSK, "Axis combat air patrol gju Orsha"),
    (e.AirSettled("wif gs.b", AXIS, "0303", (), ("gju",)), SMOLENSK,
     "Came through at Orsha (0303): none. Axis, Orsha (0303) – lost in the air: gju."),
    (e.UnitsLanded("wif lc.f", ("jsnlf",), "0203"), LUZON, "MAR SNLF landed at Lingayen (0203)."),
    (e.NotionalIgnored("wif lc.b", ALLIES, "0203"), LUZON, "The Allies did without the notional unit at Lingayen"),
    (e.HeadquartersSupports("wif hq.d", AXIS, "0303", "gbock"), SMOLENSK,
     "HQ v. Bock was to support combat at Orsha (0303)."),
    (e.HeadquartersRolled("wif hq.f", AXIS, "0303", "gbock", 4, 4, False), SMOLENSK,
     "die 4, not below 4: its support failed."),
    (e.OddsShifted("wif hq.f", "0303", -1), SMOLENSK, "Odds at Orsha (0303) shifted by headquarters: −1."),
    (e.OddsShifted("wif hq.g", "0303", 0), SMOLENSK, "The support of both headquarters at Orsha (0303) cancelled out."),
    (e.OddsReckoned("wif res.c", "0303", 3, 8, "1:3", "1:4", "1:2", shifts=("weather -1",), modifiers=(
        "face-down 1", "below -2", "powers -1")), SMOLENSK,
     "3 against 8 is 1:3. Columns shifted: weather −1. Final odds: 1:4. They are read in the column 1:2. To the die: "
     "face-down defenders +1, odds below 1:2 −2. To the die: major powers −1. Chances in % at 1:2, −2 to the die"),
    (e.OddsReckoned("wif lc.e", "0303", 3, 0, "10:1", "10:1", "10:1"), SMOLENSK,
     "Against strength 0 the odds are 10:1."),
    (e.AttackFought("wif die.c", AXIS, "0303", "blitz", "6:1", (9,), 10, "-/2B*"), SMOLENSK,
     "Die 9, read as 10 on the blitz table at 6:1: -/2B*. Destroyed: 0 of the attacker, 2 of the defender. Surviving "
     "defenders are shattered, and the attacker may break through. The attackers stay face-up."),
    (e.ResultApplied("wif shatter.b", AXIS, "0303", "retreat"), SMOLENSK,
     "The Axis let the survivors retreat instead of being shattered."),
    (e.UnitsShattered("wif shatter.a", ("r14",), "0303"), SMOLENSK, "Allies, Orsha (0303) – shattered: INF 14."),
    (e.UnitsRetreated("wif retreat.c", ("r14",), "0303", "0402", 2, True), SMOLENSK,
     "INF 14, overstacked, retreated on to 0402 (preference 2)."),
    (e.UnitsAdvanced("wif adv.d", ("g47",), "0303", "0403", True), SMOLENSK, "ARM XLVII broke through to Smolensk"),
    (e.DropEnded("wif para.f", ("j1abn",), "0303", False), LUZON, "The paradrop on Clark (0303) failed."),
    (e.LandingEnded("wif inv.f", ("jsnlf",), "0203"), LUZON, "Aboard again: MAR SNLF."),
]


@pytest.mark.parametrize(("act", "scenario", "words"), SELDOM,
                         ids=lambda value: value.code() if isinstance(value, Event) else "")
def test_what_seldom_happens(act: Event, scenario: str, words: str) -> None:
    assert words in text_of(act, position(scenario))
    japanese = text_of(act, position(scenario), "ja")
    assert japanese and not any(word in japanese for word in ("{", " the ", "The ", " was "))


def test_the_legs_of_a_move_are_one_row() -> None:
    before = position()
    first = happening(before, e.UnitsMoved("wif move.a", ("g47", "g08"), "0203", "0302", 1, 1))
    second = happening(first.position_after, e.UnitsMoved("wif move.a", ("g47",), "0302", "0402", 1, 2))
    with speaking("en"):
        (table,) = narration.telling.blocks([first, second])
        (arrow,) = narration.chart(before, [first, second]).arrows
    assert isinstance(table, Columns)
    assert table.rows == (("ARM XLVII, MECH VIII", "Borisov (0203) → 0302 → 0402", "2", "MECH VIII left at 0302"),)
    assert (arrow.route, arrow.cost) == (("0203", "0302", "0402"), 2)


def test_both_tables_give_the_chances_of_all_results() -> None:
    for table in ("assault", "blitz"):
        results = chances.of_results(position(), table, "6:1", 1)
        assert sum(results.values()) == 1
    assert chances.of_results(position(), "blitz", "6:1", 1)["-/2B*"] == Fraction(2, 10)  # rolls of 9 and 10


def test_an_owner_s_tables_are_not_called_reconstructed() -> None:
    ours = position()
    data = ours.data
    with speaking("en"):
        assert reconstructed.of_the_tables(ours) == "both tables reconstructed"
        assert reconstructed.cells_of_ours(data) == {"assault": 110, "blitz": 110}
        assert "all 220 cells of the combat tables" in next(iter(reconstructed.remarks(ours)))


def test_numbers_are_read_as_people_write_them() -> None:
    assert [nouns.number(text) for text in ("15/2", "1/2", "8", "0", "11/4")] == ["7½", "½", "8", "0", "2¾"]


def test_units_of_one_name_are_told_apart_by_their_ids() -> None:
    assert nouns.unit_name(position(), "g02d") == "MECH 2 (g02d)"
    assert nouns.unit_name(position(), "gbock") == "HQ v. Bock"


def test_only_what_is_different_at_the_end_is_moved_on_one_s_own_map() -> None:
    campaign = open_campaign(played.campaign(SMOLENSK))
    with speaking("en"):
        opened = setup.open_position(packaged(), SMOLENSK, {})
        assert isinstance(opened, Position)
        sections = narration.board_changes(opened, campaign.position)
    assert [section.title for section in sections] == ["Axis", "Allies", "Markers"]
    rows = [row for section in sections[:2] for block in section.blocks for row in getattr(block, "rows", ())]
    assert all(origin != goal for _, origin, goal in rows)


def test_losses_count_the_shattered_too() -> None:
    before = position()
    after = changes.apply(before, e.UnitsShattered("wif shatter.a", ("r14", "r45at"), "0303"))
    assert narration.losses(before, after) == {ALLIES: 2}


def test_a_question_is_about_what_it_names() -> None:
    query = narration.query("why did ARM XLVII retreat at 0303", position())
    assert query.places == {"0303"}
    assert "units-retreated" in query.events


def test_remedies_are_of_problems_there_are() -> None:
    assert set(REMEDIES) <= {*wording.problems, *PROBLEMS}
