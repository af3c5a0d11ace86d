"""Statistics against numbers worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, update

from tests.games.wif_land import worlds
from witp_pbem.archive import aliases, charts, derive, plots
from witp_pbem.archive.query import syntax
from witp_pbem.archive.statistics import (
    battles,
    cards,
    chosen,
    course,
    dice,
    luck,
    pace,
    presentation,
    ratings,
    results,
    tournament,
)
from witp_pbem.archive.statistics.glicko import Meeting, Rating, rated
from witp_pbem.archive.statistics.ratings import Played
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.tables import HELD, PLAYED, campaigns, mentions, players, records, things, turns
from witp_pbem.archive.store.tables import dice as dice_table
from witp_pbem.archive.store.tables import luck as luck_table
from witp_pbem.archive.store.tables import pace as pace_table
from witp_pbem.campaign.explaining.story import items_of
from witp_pbem.campaign.folder import games as installed
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.games.nimitz.board import events as nimitz
from witp_pbem.games.taiheiyo_senshi.board import events as senshi
from witp_pbem.games.wif_land.board import events as wif_land
from witp_pbem.games.witp.board import events as witp
from witp_pbem.report import plain_text
from witp_pbem.report.map import looks
from witp_pbem.table.event import Event
from witp_pbem.table.language import speaking

# winner of each campaign of Ken (japan) against Ann (allies); None: it goes on
WINNERS = ("japan", "japan", "allies", "", None)


@pytest.fixture
def club(archive: str) -> str:
    """An archive of five campaigns made up for their numbers."""
    with engine.writing(engine.connect(archive, create=True)) as connection:
        connection.execute(insert(things).values(id=1, kind=PLAYED, name="1942-01"))
        connection.execute(insert(things).values(id=2, kind="card", name="1942-02"))
        for number, winner in enumerate(WINNERS, 1):
            _campaign(connection, number, winner)
    return archive


def _campaign(connection: Connection, number: int, winner: str | None) -> None:
    connection.execute(insert(records).values(
        id=number, key=str(number), founding=str(number), name=f"c{number}", state=HELD, reason="", entries=1, size=1,
        content=b"", origin="", added="2026-01-01T00:00:00+00:00", derived=1))
    connection.execute(insert(campaigns).values(
        record=number, game="witp", scenario="short", rules_version="1", program="1", turn=number, sittings=1,
        winner=winner, reason="points" if winner is not None else "", league="", seeded=True, reconstructed=False))
    connection.execute(insert(players), [
        {"record": number, "player": "japan", "side": "japan", "person": "Ken"},
        {"record": number, "player": "allies", "side": "allies", "person": "Ann"}])
    connection.execute(insert(turns).values(record=number, turn=1, side="japan", measure="points", value=2 * number))
    connection.execute(insert(dice_table), [{"record": number, "label": "battle", "sides": 6, "face": face, "times": 10}
                                            for face in range(1, 7)])
    connection.execute(insert(luck_table).values(record=number, code="battle", side="japan", throws=6, sum=20 + number,
                                                 expected=21.0, variance=17.5))
    connection.execute(insert(pace_table).values(record=number, turn=1, player="allies", waits=number, submissions=2,
                                                 missed=int(number == 4)))
    connection.execute(insert(mentions).values(record=number, turn=1, thing=2, times=1))
    if number < 4:
        connection.execute(insert(mentions).values(record=number, turn=1, thing=1, times=3))


def of(club: str, what: str, query: str = "") -> Sequence[object]:
    with engine.reading(engine.connect(club)) as connection:
        return presentation.figures(what, connection, chosen.campaigns_of(connection, query))


def test_a_query_for_anything_but_campaigns_is_answered_with_what_to_write(club: str) -> None:
    with pytest.raises(syntax.Fault, match=r"a query chooses campaigns; .* are battle\(place=Truk\)"):
        of(club, "results", "battles place=Truk")
    assert not of(club, "results", "battle(place=Truk)")


def test_results(club: str) -> None:
    assert of(club, "results") == [results.Results("witp", "short", 5, 1, 1, {"japan": 2, "allies": 1}, {"points": 4},
                                                   2.5)]
    assert of(club, "results", "turn<3") == [results.Results("witp", "short", 2, 0, 0, {"japan": 2}, {"points": 2},
                                                             1.5)]


def test_the_course_of_games_with_its_spread(club: str) -> None:
    assert of(club, "course") == [course.Spread("witp", "points", "japan", 1, 5, 2, 4, 6, 8, 10)]


def test_cards_with_the_interval_of_wilson(club: str) -> None:
    """Of the three campaigns in which a card was played Japan won two: 0.667, by Wilson 0.208 to 0.939. Another one was
    only drawn."""
    assert of(club, "cards") == [cards.Card("witp", "1942-01", 3, {"allies": (0.333, 0.061, 0.792),
                                                                   "japan": (0.667, 0.208, 0.939)})]


DRAWN_AND_USED = [
    ("nimitz", nimitz.MarkersDrawn("r", ("jp-battalion",)), set()),
    ("nimitz", nimitz.MarkersBought("r", ("charge",), 1, 1), set()),
    ("nimitz", nimitz.MarkerUsed("r", "us", "charge"), {"charge"}),
    ("nimitz", nimitz.MarkerUsed("r", "japan", "jp-escort-fleet", stays=True), set()),  # without effect so far
    ("taiheiyo_senshi", senshi.CardSpent("r", "japan", "1/1", "J01", "initiative"), set()),
    ("taiheiyo_senshi", senshi.CardDiscarded("r", "japan", "1/1", "J01", "A01"), set()),
    ("taiheiyo_senshi", senshi.CardPlayed("r", "japan", "1/1", "J01", "J01"), {"J01"}),
    ("witp", witp.CardShown("r", "japan", "1942/1", "1942-01"), set()),
    ("witp", witp.CardUsed("r", "japan", "1942/1", "1942-01"), {"1942-01"}),
    ("wif_land", wif_land.GameEnded("r", "axis", "resigned"), set()),
]


@pytest.mark.parametrize(("game", "event", "played"), DRAWN_AND_USED)
def test_a_card_is_played_where_it_does_something(game: str, event: Event, played: set[str]) -> None:
    happening: Any = SimpleNamespace(act=event, position_before=None, position_after=None)
    assert installed.packaged(game).narration.cards_played(happening) == played


@pytest.mark.parametrize("name", ["nimitz-5", "taiheiyo-senshi-4"])
def test_cards_of_a_campaign_are_those_that_somebody_played(campaigns: Path, name: str) -> None:
    campaign = open_campaign(campaigns / name)
    items = list(items_of(campaign.game, campaign.line, campaign.state.events))
    counts = derive.concerned(campaign.game, items)
    played = {card for _, kind, card in counts if kind == PLAYED}
    assert played < {card for _, kind, card in counts if kind == "card"}
    assert played == {card for item in items if (card := _used(item.act))}


def _used(act: object) -> str:
    """The card an event of any game uses, "" for none."""
    match act:
        case nimitz.MarkerUsed(stays=False, marker=card):
            return card
        case senshi.CardPlayed(card=card) | witp.CardUsed(card=card):
            return card
    return ""


def test_dice(club: str) -> None:
    assert of(club, "dice") == [dice.Fairness("witp", False, 6, 300, dict.fromkeys(range(1, 7), 50), 0.0, 5, 1.0)]


def test_dice_typed_in_by_people_are_apart(club: str) -> None:
    with engine.writing(engine.connect(club)) as connection:
        connection.execute(update(campaigns).where(campaigns.c.record == 2).values(manual_dice=True))
        connection.execute(update(dice_table).where(dice_table.c.record == 2, dice_table.c.face == 6).values(times=70))
    fair, typed = of(club, "dice")
    assert fair == dice.Fairness("witp", False, 6, 240, dict.fromkeys(range(1, 7), 40), 0.0, 5, 1.0)
    # 20 of each are to be expected: five times 100 / 20, and 2500 / 20
    assert typed == dice.Fairness("witp", True, 6, 120, {**dict.fromkeys(range(1, 6), 10), 6: 70}, 150.0, 5,
                                  0.0)
    text = "\n".join(plain_text.sections([presentation.section("dice", [fair, typed])], str))
    assert "the program" in text and "people" in text
    drawn = charts.CHARTS["dice"]([fair, typed])["vconcat"][0]["data"]["values"]
    assert "6 sides, typed in" in {each["die"] for each in drawn}
    # of 240 throws of a fair die 40 show a face, give or take 2 standard deviations of 5.77
    assert (drawn[0]["low"], drawn[0]["high"]) == pytest.approx((1 - 11.547 / 40, 1 + 11.547 / 40), abs=1e-4)


def test_lots_are_tested_together_however_many_things_there_are(club: str) -> None:
    """Of two things the first came 20 times and the second 10 times: 25/15 + 25/15. Of four things each came 5 times.
    The dice of the game have six sides."""
    with engine.writing(engine.connect(club)) as connection:
        connection.execute(insert(dice_table), [
            {"record": 1, "label": "stack", "sides": sides, "face": face, "times": times}
            for sides, faces in ((2, (20, 10)), (4, (5, 5, 5, 5))) for face, times in enumerate(faces, 1)])
    die, lots = of(club, "dice")
    assert die == dice.Fairness("witp", False, 6, 300, dict.fromkeys(range(1, 7), 50), 0.0, 5, 1.0)
    assert lots == dice.Fairness("witp", False, 0, 50, {}, 3.333, 4, 0.5037)
    text = "\n".join(plain_text.sections([presentation.section("dice", [die, lots])], str))
    assert "lots     the program      50       3.33         4                  50.4%" in text
    assert "Lots are drawn where" in text and "sides" not in str(charts.CHARTS["dice"]([lots]))
    with engine.writing(engine.connect(club)) as connection:
        connection.execute(delete(dice_table).where(dice_table.c.label == "stack", dice_table.c.face == 1))
    assert of(club, "dice")[1].chance is None  # 25 of 30 that it would take


@pytest.mark.parametrize(("mode", "manual"), [("chain", False), ("manual", True)])
def test_whether_dice_are_typed_in_follows_from_the_founding(tmp_path: Path, mode: str, manual: bool) -> None:
    create(tmp_path / "war", Wishes(game="nimitz", scenario="1942", dice=mode))
    assert derive.facts(open_campaign(tmp_path / "war"))["manual_dice"] == manual


@pytest.mark.parametrize(("deviation", "freedom", "chance"), [
    (0.0, 5, 1.0), (0.003932140000019522, 1, 0.95), (3.841458820694124, 1, 0.05), (5.991464547107979, 2, 0.05),
    (7.814727903251178, 3, 0.05), (11.070497693516351, 5, 0.05), (15.08627246938899, 5, 0.01),
    (1.1454762260617692, 5, 0.95), (16.918977604620448, 9, 0.05), (66.33864886296882, 49, 0.05), (1e9, 49, 0.0)])
def test_the_chance_of_a_deviation_is_that_of_the_tables(deviation: float, freedom: int, chance: float) -> None:
    assert dice.chance_of(deviation, freedom) == pytest.approx(chance, abs=1e-9)


def test_how_luck_was_spread(club: str) -> None:
    """Sums of 21 to 25, where 21 are to be expected with a deviation of 4.18: 0 to 4, together 10 of 9.35."""
    japan = luck.Luck("witp", "battle", "japan", "", 5, 30, 115, 105.0, 1.07, 0.24, 0.48, 0.72)
    assert of(club, "luck") == [japan, japan._replace(side="", name="Ken")]
    assert of(club, "luck", "turn<2")[0] == luck.Luck("witp", "battle", "japan", "", 1, 6, 21, 21.0, 0, 0, 0, 0)


def test_who_plays_a_side_under_two_names_threw_its_dice_once(club: str) -> None:
    """So it is with two players of one person, and with two names that are shown as one."""
    once = of(club, "luck")
    with engine.writing(engine.connect(club)) as connection:
        for number in range(1, len(WINNERS) + 1):
            connection.execute(insert(players).values(record=number, player="china", side="japan",
                                                      person="Ken" if number % 2 else "K. I."))
        aliases.show_as(connection, "K. I.", "Ken")
    assert of(club, "luck") == once


def test_who_is_two_players_was_waited_for_in_one_turn(club: str) -> None:
    with engine.writing(engine.connect(club)) as connection:
        for number in range(1, len(WINNERS) + 1):
            connection.execute(insert(players).values(record=number, player="china", side="allies",
                                                      person="Ann" if number % 2 else "A. B."))
            connection.execute(insert(pace_table).values(record=number, turn=1, player="china", waits=1, submissions=1,
                                                         missed=0))
        aliases.show_as(connection, "A. B.", "Ann")
    assert of(club, "pace") == [pace.Pace("witp", "Ann", 5, 5, 20, 3, 4, 5, 15, 1)]


def test_pace(club: str) -> None:
    assert of(club, "pace") == [pace.Pace("witp", "Ann", 5, 5, 15, 2, 3, 4, 10, 1)]


def test_who_was_waited_for_is_derived_from_sittings_submissions_and_rulings() -> None:
    line = [{"type": "sitting", "n": 1, "owed": [{"side": "japan"}, {"side": "japan"}, {"side": "allies"}]},
            {"type": "submission", "side": "allies", "turn": 1},
            {"type": "ruling", "turn": 1, "orders": ["build 0606", {"ruling": "default", "player": "japan"}]},
            {"type": "sitting", "n": 4, "owed": [{"side": "allies"}]}]
    items = [SimpleNamespace(entry=1, position_after=SimpleNamespace(turn=1))]
    rows = derive.paces(SimpleNamespace(line=line), items)  # type: ignore[arg-type]
    assert [tuple(row.values()) for row in rows] == [(1, "allies", 2, 1, 0), (1, "japan", 1, 0, 1)]


def test_players_and_ratings(club: str) -> None:
    ken, ann = of(club, "players")
    assert ken[:6] == ("Ken", 5, 2, 1, 1, 1) and ann[:6] == ("Ann", 5, 1, 1, 2, 1)  # type: ignore[index]
    # one campaign of two newcomers, by the formulas of Glicko-2: 1500 ± 350 becomes 1662 and 1338, ± 290
    assert ratings.rate([Played("Ken", "Ann", 1.0)]) == {"Ken": (1662, 290), "Ann": (1338, 290)}


# who plays (player, side, person), who won, and what it is worth to Ken; None: it does not count
SEATINGS = [
    ([("us", "us", "Ken"), ("uk", "us", "Ann")], "us", None),  # allies on one side
    ([("us", "us", "Ken"), ("uk", "us", "Ann")], "japan", None),  # allies against the system, which won
    ([("us", "us", "Ken"), ("uk", "uk", "Ann")], "japan", None),  # on two sides, against the system, which won
    ([("us", "us", "Ken"), ("uk", "uk", "Ann"), ("japan", "japan", "")], "japan", None),  # the third is not named
    ([("us", "us", "Ken"), ("uk", "uk", "Ann"), ("japan", "japan", "")], "us", None),
    ([("us", "us", "Ken"), ("uk", "uk", "Ann"), ("japan", "japan", "Cho")], "us", None),
    ([("us", "us", "Ken"), ("japan", "japan", "Ken"), ("uk", "uk", "Ann")], "japan", 1.0),
    ([("us", "us", "Ken"), ("uk", "us", "Ken"), ("japan", "japan", "Ann")], "japan", 0.0),
    ([("us", "us", "Ken"), ("japan", "japan", "Ken"), ("uk", "us", "Ann")], "us", None),  # somebody on both sides
    ([("us", "us", "Ken"), ("japan", "japan", "Ann")], "", 0.5),
    ([("us", "us", "Ken"), ("japan", "japan", "Ann")], None, None),
    ([("us", "us", "Ken"), ("japan", "japan", "Ken")], "us", None),
]


@pytest.mark.parametrize(("seats", "winner", "score"), SEATINGS)
def test_ratings_and_tables_count_two_named_people_on_opposed_sides(
        club: str, seats: list[tuple[str, str, str]], winner: str | None, score: float | None) -> None:
    with engine.writing(engine.connect(club)) as connection:
        connection.execute(delete(players))
        connection.execute(update(campaigns).values(winner=winner))
        connection.execute(insert(players), [{"record": 1, "player": player, "side": side, "person": person}
                                             for player, side, person in seats])
        games = ratings.played(connection, chosen.campaigns_of(connection, ""))
    assert [game.score if game.first == "Ken" else 1 - game.score for game in games] == (
        [] if score is None else [score])


def test_who_plays_all_sides_neither_wins_nor_loses(club: str) -> None:
    with engine.writing(engine.connect(club)) as connection:
        connection.execute(update(players).values(person="Ken"))
    assert of(club, "players") == [ratings.Rated("Ken", 5, 0, 0, 0, 1, None, None)]


def test_who_plays_alone_against_the_system_wins_and_loses(club: str) -> None:
    with engine.writing(engine.connect(club)) as connection:
        connection.execute(delete(players).where(players.c.side == "allies"))
    assert of(club, "players") == [ratings.Rated("Ken", 5, 2, 1, 1, 1, None, None)]


def test_whom_somebody_beats_counts_in_a_small_archive() -> None:
    """Who has won eight times is worth more than who has lost as often; what comes later changes nothing before it."""
    past = [Played("Strong", "Weak", 1.0)] * 8
    over_strong = ratings.rate([*past, Played("Ken", "Strong", 1.0)])
    over_weak = ratings.rate([*past, Played("Ken", "Weak", 1.0)])
    assert over_strong["Ken"][0] > over_weak["Ken"][0] + 100


def test_a_period_of_ratings_ends_when_somebody_has_played_enough() -> None:
    """In a large tournament everybody is rated at once, whatever the order in the archive is."""
    names = [f"p{number}" for number in range(40)]
    first_round = [Played(one, other, 1.0) for one, other in zip(names[::2], names[1::2], strict=True)]
    assert ratings.rate(first_round) == ratings.rate(first_round[::-1])
    assert set(ratings.rate(first_round).values()) == {(1662, 290), (1338, 290)}


def test_the_example_of_glickmans_paper() -> None:
    meetings = [Meeting(Rating(1400, 30), 1), Meeting(Rating(1550, 100), 0), Meeting(Rating(1700, 300), 0)]
    after = rated(Rating(1500, 200), meetings)
    assert (round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)) == (1464.05, 151.52, 0.06)


def test_tournament_tables() -> None:
    games = [Played("Ann", "Ben", 1.0), Played("Ben", "Cho", 1.0), Played("Cho", "Ann", 1.0), Played("Dee", "Ann", 0.5),
             Played("Dee", "Ben", 0.0), Played("Dee", "Cho", 0.0)]
    table = tournament.table_of(games, swiss=False)
    assert [(one.rank, one.name, one.points) for one in table] == [
        (1, "Ben", 2), (2, "Cho", 2), (3, "Ann", 1.5), (4, "Dee", 0.5)]
    by_name = {one.name: one for one in table}
    # Ben has beaten Cho (2) and Dee (0.5); Cho Ann (1.5) and Dee; Ann Ben (2) and half of Dee
    assert {name: one.beaten for name, one in by_name.items()} == {"Ben": 2.5, "Cho": 2.0, "Ann": 2.25, "Dee": 0.75}
    assert {one.name: one.opponents for one in tournament.table_of(games, swiss=True)} == {
        "Ben": 4.0, "Cho": 4.0, "Ann": 4.5, "Dee": 5.5}


@pytest.mark.parametrize("count", [4, presentation.MOST_ACROSS, presentation.MOST_ACROSS + 1, 40])
def test_a_tournament_table_can_be_read_however_many_play(count: int) -> None:
    names = [f"Member {number:02}" for number in range(count)]
    table = tournament.table_of([Played(first, second, 0.5) for first in names for second in names if first < second],
                                swiss=False)
    lines = list(plain_text.sections([presentation.section("robin", table)], str))
    assert all(any(name in line for line in lines) for name in names), "no name is broken"
    assert ("shown for up to" in " ".join(lines)) == (count > presentation.MOST_ACROSS)


@pytest.mark.parametrize("what", presentation.WHAT)
def test_every_statistic_is_told_and_those_with_pictures_drawn(club: str, what: str) -> None:
    figures = of(club, what)
    assert len(list(plain_text.sections([presentation.section(what, figures)], str))) > 4 or not figures
    try:
        svg = plots.drawn(what, figures)
    except plots.NoPicture:
        return
    assert svg.startswith("<svg") and "http" not in svg.replace("http://www.w3.org/", "")
    assert "prefers-color-scheme:dark" in svg


def test_pictures_have_the_words_of_games_and_the_colours_of_sides(club: str) -> None:
    with speaking("ja"):
        svg = plots.drawn("results", of(club, "results"))
    assert "日本軍" in svg and ">japan<" not in svg and looks.SIDES[1][0] in svg


def test_who_lost_or_has_nothing_is_counted(campaigns: Path) -> None:
    campaign = open_campaign(campaigns / "taiheiyo-senshi-4")
    position = campaign.position
    chart = campaign.game.narration.chart(position, overlaid=False)
    bare = dict(derive.measured(campaign.game, position, position, chart._replace(stacks=())))
    assert bare["losses"] == bare["counters"] == {side: 0 for side, _ in chart.sides}


def test_a_turn_that_goes_on_has_no_end(campaigns: Path) -> None:
    """Cut off in its second turn, a campaign has the first alone to be counted; whole, its last as well."""
    campaign = open_campaign(campaigns / "taiheiyo-senshi-4")
    items = list(items_of(campaign.game, campaign.line, campaign.state.events))
    whole = derive.measures(campaign, derive.ends_of_turns(campaign.game, items))
    assert {row["turn"] for row in whole} == set(range(campaign.turn + 1))
    begun = next(number for number, item in enumerate(items) if item.position_after.turn == 2)
    for count in (begun, begun + 1, begun + 40):
        ends = list(derive.ends_of_turns(campaign.game, items[:count]))
        turns = {row["turn"] for row in derive.measures(campaign, ends)}
        assert turns == ({0, 1} if count > begun else {0})
        assert derive.measures(campaign, ends) == [row for row in whole if row["turn"] in turns]
        taken = derive.taken(campaign, items[:count], ends)
        assert {row["turn"] for row in taken} <= turns


def test_places_on_maps_of_the_players_own_have_no_names_of_the_game() -> None:
    figures = [battles.Place("witp", False, "0606", 9, 4, {}), battles.Place("witp", True, "0606", 7, 1, {})]
    printed, own = presentation.section("battles", figures).blocks
    assert printed.rows[0][0] == "Manila (0606)" and own.rows[0][0] == "0606"  # type: ignore[union-attr]
    picture = str(charts.CHARTS["battles"](figures))
    assert "'Manila (0606)'" in picture and "'0606 (own map)'" in picture


@pytest.mark.parametrize(("who", "person"), [
    ("Ken Ito", "Ken Ito"), ("Ken Ito <ken@example.org>", "Ken Ito"), ("ken@example.org", "ken"),
    ("伊藤 健", "伊藤 健"), ("<ken@example.org>", "ken"), ("Dr. K. I.", "Dr. K. I."),
    ('"Ito, Ken" <ken@example.org>', "Ito, Ken")])
def test_people_have_their_whole_name(who: str, person: str) -> None:
    assert derive.person_of(who) == person


@pytest.mark.parametrize(("scenario", "data", "is_own"), [
    ("smolensk-july-1941", (), False), (worlds.NAME, (worlds.data_file(3),), True)])
def test_whether_a_map_is_the_players_own(tmp_path: Path, scenario: str, data: tuple[tuple[str, bytes], ...],
                                          is_own: bool) -> None:
    create(tmp_path / "war", Wishes(game="wif_land", seed="map", scenario=scenario, data=data))
    assert derive.has_own_map(open_campaign(tmp_path / "war")) == is_own


def test_battles_of_one_game_are_drawn_on_its_map() -> None:
    figures = [battles.Place("witp", False, "0907", 9, 4, {"japan": 5}),
               battles.Place("witp", False, "nowhere", 1, 1, {}), battles.Place("witp", True, "0908", 7, 1, {})]
    [(name, title, svg)] = plots.pictures("battles", figures)
    assert (name, title) == ("battles-witp", "War in the Pacific: 1941-1945: Where battles are fought")
    assert "<title>Truk (0907): battles 9, campaigns 4</title>" in svg
    assert svg.count('class="m-burst"') == 1
