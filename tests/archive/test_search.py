"""Searching: what the query language reads, and what it finds on both databases."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, delete, insert, select, text, update

from tests.archive.test_adding import add, forked
from tests.games.atoll import game as atoll
from tests.games.lagoon import game as lagoon
from tests.stand_ins import findable
from witp_pbem.archive import aliases, catalogue, documents, naming
from witp_pbem.archive.foreign.reading import Document
from witp_pbem.archive.query import meanings, syntax
from witp_pbem.archive.query.search import search
from witp_pbem.archive.received import Unreadable
from witp_pbem.archive.statistics import chosen
from witp_pbem.archive.store import engine, full_text, tables
from witp_pbem.archive.store.packing import compressed
from witp_pbem.archive.store.tables import FORK, battles, captures, mentions, players, records, texts, things


def test_a_query_is_read() -> None:
    query = syntax.read('battles place=Truk (turn<6 or not winner=japan) "night attack"')
    assert query == syntax.Query("battles", syntax.AllOf((
        syntax.Term("place", "=", "Truk", 15),
        syntax.AnyOf((syntax.Term("turn", "<", "6", 26), syntax.Not(syntax.Term("winner", "=", "japan", 42)))),
        syntax.Words("night attack"))))
    both = syntax.AllOf((syntax.Term("place", "=", "Ceylon", 15), syntax.Term("turn", "<", "6", 27)))
    assert syntax.read("capture(place=Ceylon turn<6)") == syntax.Query("campaigns", syntax.Fact("captures", both))
    assert syntax.read("戦闘 場所=Truk").what == "battles"
    assert syntax.read("").condition == syntax.AllOf(())


@pytest.mark.parametrize(("query", "meant"), [
    ("batles at=Truk", "battles at=Truk"), (" Protsts rule=9.6", " protests rule=9.6"), ("battles at=Truk", ""),
    ("plaec=Truk", ""), ("Yamamoto", ""), ('"batles"', ""), ("(batles)", ""), ("", "")])
def test_a_first_word_that_was_meant_for_what_is_listed(query: str, meant: str) -> None:
    assert syntax.likely_meant(query) == meant


@pytest.mark.parametrize(("written", "read"), [
    ("turn≥2", "turn>=2"), ("turn≧2", "turn>=2"), ("turn≤2", "turn<=2"), ("turn≦2", "turn<=2"), ("turn≠2", "turn!=2"),
    ("ターン＞＝2", "turn>=2"), ("勝者＝“Ken Ito”", 'winner="Ken Ito"'), ("（ターン=1）", "(turn=1)"),
    ("turn：2", "turn=2"), ("option=last_turn=4", 'option="last_turn:4"'),
    ("option:last_turn:4", 'option="last_turn:4"'),
    ("命令 「Truk へ」", 'orders "Truk へ"'), ("勝者！＝Ken", "winner!=Ken"),
    ("battles (at=Truk or at=Wake)", "battles ((at=Truk or at=Wake))")])
def test_signs_as_phones_and_japanese_keyboards_write_them(written: str, read: str) -> None:
    first, second = (re.sub(r"column=\d+", "", repr(syntax.read(query))) for query in (written, read))
    assert first == second and "Words" not in first.replace("Words(words='Truk へ')", "")


@pytest.mark.parametrize(("query", "sentence"), [
    ("winner=japn", 'Column 8: neither a side nor a player is called "japn". Did you mean japan?'),
    ("option=sudden_deth", 'Column 8: no option is called "sudden_deth". Did you mean sudden_death?'),
    ("option=last_trun:4", 'Column 8: no option is called "last_trun". Did you mean last_turn?'),
    ("rule=abc", 'Column 6: no game has a rule "abc".'), ("rule=999.1", 'Column 6: no game has a rule "999.1".')])
def test_a_value_that_nothing_is_called_is_asked_about(filled: str, query: str, sentence: str) -> None:
    with engine.reading(engine.connect(filled)) as connection, pytest.raises(syntax.Fault) as fault:
        search(connection, query)
    assert str(fault.value).startswith(sentence)


@pytest.mark.parametrize("query", ["winner=nobody", "winner=引き分け", "winner=連合軍", "option=sudden_death", "rule=9",
                                   'rule="witp 9.6.3"', "rule=lc", "rule=9.6.3.a"])
def test_a_value_that_something_is_called_is_not(filled: str, query: str) -> None:
    with engine.reading(engine.connect(filled)) as connection:
        search(connection, query)


@pytest.mark.parametrize(("query", "said"), [
    ("plaec=Truk", 'Column 1: nothing is called "plaec"'), ('"open', "Column 1: a quotation mark is not closed."),
    ("(turn<3", "Column 1: a bracket is not closed."), ("turn<3)", "Column 7: nothing is open that ) could close."),
    ("game<witp", "Column 5: game has no more and no less; write game=witp."),
    ("turn=soon", "Column 6: a turn is a number of at most 9 digits."),
    ("turn<99999999999999999999", "Column 6: a turn is a number of at most 9 digits."),
    (f"turn<{'9' * 5000}", "Column 6: a turn is a number of at most 9 digits."),
    ("state=forked", 'Column 7: no state is called "forked"; there are held, fork, apart, any. Did you mean fork?'),
    ("place=", "Column 6: a value is missing behind =."),
    ('turn<3 "?!"', 'Column 9: "?!" contains no words.'),
    ("not", "Column 4: a condition is missing here"), ("or", "Column 1: a condition is missing here"),
    ("turn<3 and and turn>1", "Column 12: a condition is missing here"),
    ("capure(place=Truk)", 'Column 1: nothing is called "capure"'),
    ("added>=yesterday", "Column 8: a date is a year, a month or a day: 2026, 2026-01, 2026-01-31."),
    ("added=2026-1", "Column 7: a date is a year, a month or a day"),
    ('added<"2026-01-31T12"', "Column 8: a date is a year, a month or a day"),
    ("added<２０２６", "Column 7: a date is a year, a month or a day"),
    ("added>2026-13-99", "Column 7: no calendar has 2026-13-99."),
    ("added!=2026-02-29", "Column 8: no calendar has 2026-02-29."), ("added=0000", "Column 7: no calendar has 0000."),
    ("(" * 300 + "at=Truk" + ")" * 300, "Column 21: there are at most 20 brackets inside each other."),
    (" or ".join(["at=Truk"] * 400), "Column 1101: a query has at most 100 conditions."),
    ("not " * 3000 + "at=Truk", "Column 401: a query has at most 100 conditions.")])
def test_what_is_wrong_with_a_query_is_said_with_its_place(query: str, said: str) -> None:
    with pytest.raises(syntax.Fault) as fault:
        syntax.read(query)
    assert str(fault.value).startswith(said)


def names(archive: str, query: str) -> list[str]:
    with engine.reading(engine.connect(archive)) as connection:
        return sorted({hit.campaign for hit in search(connection, query)})


def test_campaigns_are_found(filled: str) -> None:
    everything = ["nimitz-4", "nimitz-5", "taiheiyo-senshi-4", "witp-1", "witp-2"]
    assert names(filled, "") == everything
    assert names(filled, "game=nimitz") == ["nimitz-4", "nimitz-5"]
    assert names(filled, "winner=japan") == ["nimitz-4", "nimitz-5"] == names(filled, "winner=日本")
    others = ["taiheiyo-senshi-4", "witp-1", "witp-2"]
    assert names(filled, "not winner=japan") == others == names(filled, "winner!=japan")
    assert names(filled, "turn>=3") == [name for name in everything if name not in names(filled, "turn<3")]
    assert names(filled, "game=witp or game=taiheiyo_senshi") == others
    assert names(filled, "battle(winner=japan) game=nimitz") != []
    assert names(filled, "captures(side=japan turn<1)") == []


def test_the_largest_numbers_are_only_numbers(filled: str) -> None:
    assert names(filled, "turn>=999999999") == []
    with engine.reading(engine.connect(filled)) as connection:
        for number in ("999999999", "99999999999999999999", "9" * 5000):
            with pytest.raises(catalogue.NoSuchRecord, match="^The archive has no campaign"):
                catalogue.find(connection, number)


@pytest.mark.parametrize(("date", "before", "within"), [
    ("2026", ["nimitz-4"], ["nimitz-5", "taiheiyo-senshi-4", "witp-1"]),
    ("2026-01", ["nimitz-4"], ["nimitz-5", "taiheiyo-senshi-4"]),
    ("2026-01-31", ["nimitz-4", "nimitz-5"], ["taiheiyo-senshi-4"]),
    ("2026-06", ["nimitz-4", "nimitz-5", "taiheiyo-senshi-4"], []),
    ("9999-12-31", ["nimitz-4", "nimitz-5", "taiheiyo-senshi-4", "witp-1", "witp-2"], [])])
def test_a_date_is_a_year_a_month_or_a_day(filled: str, date: str, before: list[str], within: list[str]) -> None:
    moments = {"nimitz-4": "2025-12-31T23:59:59", "nimitz-5": "2026-01-01T00:00:00",
               "taiheiyo-senshi-4": "2026-01-31T12:00:00", "witp-1": "2026-12-31T23:59:59",
               "witp-2": "2027-01-01T00:00:00"}
    with engine.writing(engine.connect(filled)) as connection:
        for name, moment in moments.items():
            connection.execute(update(records).where(records.c.name == name).values(added=f"{moment}+00:00"))
    after = [name for name in moments if name not in (*before, *within)]
    assert [names(filled, f"added{sign}{date}") for sign in ("<", "<=", "=", ">=", ">", "!=")] == [
        before, before + within, within, within + after, after, before + after]


def test_what_does_not_hold_is_named_by_its_number(filled: str, campaigns: Path) -> None:
    other = forked(campaigns / "nimitz-5", 6)
    add(filled, Unreadable("torn.zip", b"torn", "it is torn"), other._replace(name="another way"),
        Unreadable("another way", b"cut", "it is cut off"), Unreadable("witp-1", b"more", "it is torn"))
    with engine.reading(engine.connect(filled)) as connection:
        numbers = {(one.name, one.state): one.record for one in catalogue.listed(connection)}
        torn, fork, cut = (numbers[key] for key in (
            ("torn.zip", "apart"), ("another way", "fork"), ("another way", "apart")))
        for name, sentence in (
                ("torn.zip", f'The archive has no campaign "torn.zip" that holds. Name the record by its number: '
                             f'{torn} (kept apart).'),
                ("another way", f'The archive has no campaign "another way" that holds. Name the record by its number: '
                                f'{min(fork, cut)} ({"a fork" if fork < cut else "kept apart"}), '
                                f'{max(fork, cut)} ({"a fork" if fork > cut else "kept apart"}).'),
                ("torn.zp", 'The archive has no campaign "torn.zp". Did you mean torn.zip?')):
            with pytest.raises(catalogue.NoSuchRecord) as refusal:
                catalogue.find(connection, name)
            assert str(refusal.value) == sentence
        assert catalogue.find(connection, str(torn)).name == "torn.zip"
        assert catalogue.find(connection, "witp-1").state == "held"


def test_a_number_that_is_also_a_name_is_asked_about(filled: str) -> None:
    database = engine.connect(filled)
    with engine.writing(database) as connection:
        connection.execute(update(records).where(records.c.id == 1).values(name="2"))
    with engine.reading(database) as connection:
        first, second = catalogue.find(connection, "1"), catalogue.find(connection, "nimitz-5")
        with pytest.raises(catalogue.NoSuchRecord, match=(
                f'"2" is the number of one record and the name of another.*{second.founding[:8]} .nimitz-5., '
                f"{first.founding[:8]} .2.")):
            catalogue.find(connection, "2")
        assert catalogue.find(connection, second.founding[:8]) == second


def test_battles_and_their_forces_are_found(filled: str) -> None:
    with engine.reading(engine.connect(filled)) as connection:
        hits = search(connection, "battles game=nimitz")
        at = hits[0].place
        assert {hit.place for hit in search(connection, f"battles at={at}")} == {at}
        both = search(connection, "battles force=us/destroyers force=japan/destroyers")
        assert 0 < len(both) < len(hits)
        assert {hit.game for hit in both} == {"nimitz"}


def test_every_kind_of_counter_that_fought_has_a_name(filled: str) -> None:
    with engine.reading(engine.connect(filled)) as connection:
        fought = connection.execute(select(tables.campaigns.c.game, tables.forces.c.kind).join(
            tables.campaigns, tables.campaigns.c.record == tables.forces.c.record).distinct()).all()
    assert fought and [row for row in fought if row.kind not in meanings.kinds(row.kind).get(row.game, ())] == []
    assert set(meanings.kinds("carriers")) == set(meanings.kinds("carrier")) == {"witp", "taiheiyo_senshi"}
    assert set(meanings.kinds("空母部隊")) == {"witp"}


def lost(data: object) -> NoReturn:
    """A game whose package lacks something."""
    raise ImportError("No module named lost")


def test_games_that_other_packages_bring_have_names_too(filled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    findable(monkeypatch, lagoon=lagoon.game, atoll=atoll.game, lost=lost)
    assert set(meanings.sides("raiders")) == set(meanings.sides("襲撃側")) == {"lagoon"}
    assert set(meanings.places("Truk")) == {"nimitz", "taiheiyo_senshi", "witp"}
    ship = next(iter(lagoon.game(None).lexicon.units.ids))
    place = next(spot.place for chart in naming.openings(lagoon.game(None)) for spot in chart.sheet.spots)
    for query in ('game="The Lagoon"', "scenario=alliance", "side=raiders", f'unit="{ship}"', f'at="{place}"',
                  "game=lagoon or game=atoll"):
        names(filled, query)  # is no fault
    with engine.writing(engine.connect(filled)) as connection:
        for record, game in ((1, "lagoon"), (2, "lost")):
            connection.execute(update(tables.campaigns).where(tables.campaigns.c.record == record).values(game=game))
            connection.execute(insert(captures).values(record=record, turn=1, place=place, side="raiders"))
    assert names(filled, f'capture(side=raiders at="{place}")') == names(filled, "game=lagoon") == ["nimitz-4"]
    assert names(filled, "game=lost") == ["nimitz-5"]
    with engine.reading(engine.connect(filled)) as connection:
        assert [naming.title(one.game) for one in catalogue.listed(connection)][:2] == ["The Lagoon", "lost"]


def test_words_are_found_in_both_languages(filled: str) -> None:
    with engine.reading(engine.connect(filled)) as connection:
        english = search(connection, 'stories "battle at midway"')
        assert english and all("battle at midway" in hit.text.casefold() for hit in english)
        japanese = search(connection, "stories 駆逐")
        assert japanese and all("駆逐" in hit.text for hit in japanese)
        assert search(connection, "stories zeppelin") == []
        assert all(hit.side for hit in search(connection, "orders move"))
        assert len(search(connection, "orders move", limit=1)) == 1


def test_a_name_that_no_game_knows_is_told_with_the_nearest(filled: str) -> None:
    with engine.reading(engine.connect(filled)) as connection, pytest.raises(syntax.Fault) as fault:
        search(connection, "place=Midwey")
    assert str(fault.value) == 'Column 7: no game knows "Midwey". Did you mean Midway?'


def test_the_longest_query_is_answered(filled: str) -> None:
    deep = "(" * syntax.DEEPEST + "at=Truk" + ")" * syntax.DEEPEST
    one = '(battle(at=Truk) "night attack")'  # four conditions
    assert names(filled, deep) == names(filled, "at=Truk")
    assert names(filled, " or ".join([one] * (syntax.MOST // 4))) == names(filled, one)


@pytest.mark.parametrize(("query", "same"), [
    ("ゲーム=太平洋戦史", "game=taiheiyo_senshi"), ('game="war in the pacific: 1941-1945"', "game=witp"),
    ("game!=senshi", "not game=taiheiyo_senshi"), ('scenario="standard game (13.1)"', "scenario=standard")])
def test_games_and_scenarios_go_by_their_titles_too(filled: str, query: str, same: str) -> None:
    assert names(filled, query) == names(filled, same) != []


@pytest.mark.parametrize(("query", "said"), [
    ("game=wit", 'Column 6: no game is called "wit". Did you mean witp?'),
    ("scenario=stndard", 'Column 10: no scenario is called "stndard". Did you mean standard?'),
    ("player=Ken/jpan", 'Column 8: no side of any game is called "jpan". Did you mean japan?'),
    ("battles force=carriesr", 'Column 15: no kind of counter is called "carriesr". Did you mean carrier?')])
def test_what_nobody_knows_is_said_with_the_nearest(filled: str, query: str, said: str) -> None:
    with engine.reading(engine.connect(filled)) as connection, pytest.raises(syntax.Fault) as fault:
        search(connection, query)
    assert str(fault.value) == said


def test_letters_have_one_small_form_on_both_databases(filled: str) -> None:
    with engine.writing(engine.connect(filled)) as connection:
        one = catalogue.find(connection, "witp-1")
        for side, person in zip(("japan", "allies"), ("Jörg Strauß", "İsmail"), strict=True):
            connection.execute(update(players).where(players.c.record == one.record, players.c.player == side).values(
                person=person))
    for query in ("player=strauß", 'player="JÖRG STRAUß"', "player=İsmail", "player=ismail"):
        assert names(filled, query) == ["witp-1"], query
    assert names(filled, "player=strauss") == []


def test_a_damaged_text_costs_only_itself(filled: str) -> None:
    with engine.writing(engine.connect(filled)) as connection:
        whole = search(connection, "stories attack")
        first = connection.execute(select(texts.c.id).where(texts.c.kind == "story", full_text.holds(
            connection, "attack")).order_by(texts.c.record, texts.c.turn, texts.c.id)).scalars().first()
        connection.execute(update(texts).where(texts.c.id == first).values(words=b"damaged"))
        again = search(connection, "stories attack")
    assert again[1:] == whole[1:] and again[0].text == "(damaged; `archive rebuild --all` makes it again)"


def test_forks_and_what_is_kept_apart_are_listed_where_their_state_is_named(filled: str, campaigns: Path) -> None:
    other = forked(campaigns / "nimitz-5", 6)
    add(filled, other._replace(name="fork"), Unreadable("torn.zip", b"torn", "it is torn"))
    with engine.reading(engine.connect(filled)) as connection:
        fork = catalogue.listed(connection, records.c.state == FORK)[0]
        assert (fork.game, fork.players != ()) == ("nimitz", True)
        assert len(search(connection, "game=nimitz")) == 2
        for query in ("state=fork", "state=枝分かれ game=nimitz", "state!=held game=nimitz"):
            assert [hit.record for hit in search(connection, query)] == [fork.record]
        assert [(hit.campaign, hit.game, hit.turn, hit.text) for hit in search(connection, "state=apart")] == [
            ("torn.zip", "", 0, "it is torn")]
        assert len(search(connection, "state=any")) == 7 and len(search(connection, "state!=any")) == 0
        assert {hit.record for hit in search(connection, 'notes state=fork "another end"')} == {fork.record}
        assert search(connection, 'notes "another end"') == search(connection, '"another end"') == []
        counted = connection.execute(chosen.campaigns_of(connection, "")).scalars().all()
        assert len(counted) == 5 and fork.record not in counted
        for query in ("state=fork", "game=nimitz not (state=apart or turn=1)"):
            with pytest.raises(syntax.Fault, match=rf"^Column {query.index('=', query.index('state')) + 2}: .*never"):
                chosen.campaigns_of(connection, query)


def test_names_on_a_map_of_a_players_own_are_known_from_the_archive(filled: str) -> None:
    with engine.writing(engine.connect(filled)) as connection:
        record = catalogue.find(connection, "witp-1").record
        connection.execute(insert(things), [{"id": 9001, "kind": "place", "name": "E04"},
                                            {"id": 9002, "kind": "unit", "name": "Own-Army"}])
        connection.execute(insert(mentions), [{"record": record, "turn": 1, "thing": thing, "times": 1}
                                              for thing in (9001, 9002)])
        connection.execute(insert(battles).values(record=record, turn=1, place="E04", winner="", sentence="A battle."))
        connection.execute(insert(captures).values(record=record, turn=1, place="F05", side="japan"))
    for query in ("place=e04", "battle(at=E04)", "unit=own-army", "capture(place=f05)"):
        assert names(filled, query) == ["witp-1"]
    assert names(filled, "game=witp place!=E04") == ["witp-2"]
    with engine.reading(engine.connect(filled)) as connection, pytest.raises(syntax.Fault) as fault:
        search(connection, "unit=Own-Armi")
    assert str(fault.value) == 'Column 6: no game knows "Own-Armi". Did you mean Own-Army?'


def test_players_are_found_by_alias_and_by_side(filled: str) -> None:
    with engine.writing(engine.connect(filled)) as connection:
        one = catalogue.find(connection, "witp-1")
        connection.execute(update(players).where(players.c.record == one.record, players.c.side == "japan").values(
            person="Ken Ito"))
        aliases.show_as(connection, "Ken Ito", "Émile Shogun")
    for query in ("player=Ken", "player=émi", "player=ÉMILE", "player=shog/japan", "player=Shogun/日本",
                  'player="ken ito/Japan"'):
        assert names(filled, query) == ["witp-1"]
    assert names(filled, "player=Shogun/allies") == []
    with engine.reading(engine.connect(filled)) as connection, pytest.raises(syntax.Fault) as fault:
        search(connection, "player=Ken/zeppelin")
    assert str(fault.value) == 'Column 8: no side of any game is called "zeppelin".'


def test_a_fact_is_of_the_campaign_in_which_it_happened(filled: str) -> None:
    with engine.writing(engine.connect(filled)) as connection:
        record, side = connection.execute(select(battles.c.record, battles.c.winner).join(
            players, (players.c.record == battles.c.record) & (players.c.side == battles.c.winner)).order_by(
            battles.c.record, battles.c.id)).first() or (0, "")
        connection.execute(update(players).where(
            players.c.record == record, players.c.side == side).values(person="Ann"))
        everywhere = {hit.record for hit in search(connection, f"battle(winner={side})")}
        assert len(everywhere) > 1
        for query in ("battle(winner=Ann)", "battles winner=Ann", "player=Ann"):
            assert {hit.record for hit in search(connection, query)} == {record}, query
        rule = connection.execute(select(things.c.name).join(mentions, mentions.c.thing == things.c.id).join(
            battles, (battles.c.record == mentions.c.record) & (battles.c.turn == mentions.c.turn)).where(
            things.c.kind == "rule", mentions.c.record == record).order_by(things.c.name)).scalars().first()
        connection.execute(delete(mentions).where(mentions.c.record != record))
        assert {hit.record for hit in search(connection, f'battle(rule="{rule}")')} == {record}


def test_words_stand_one_behind_the_other_wherever_they_are_searched_for(filled: str) -> None:
    with engine.reading(engine.connect(filled)) as connection:
        assert search(connection, "at battle") != []  # two conditions of a word each
        for query in ('"battle at midway"', '"Battle at, Midway!"', 'story("battle at midway")', "story(駆逐)", "駆逐"):
            assert search(connection, query) != []
        for query in ('"midway at battle"', 'story("midway at battle")', 'stories ("midway at battle" or zeppelin)'):
            assert search(connection, query) == []
        everything = len(search(connection, "stories"))
        assert len(search(connection, 'stories not "midway at battle"')) == everything
        there = len(search(connection, 'stories "battle at midway"'))
        assert len(search(connection, 'stories not "battle at midway"')) == everything - there
        assert search(connection, "story(rule=99.9.9)") == search(connection, "protest(rule=9.6.3)") == []


@pytest.mark.parametrize("kind", [tables.NOTE, tables.PROTEST, tables.DOCUMENT])
def test_what_belongs_to_no_turn_is_of_its_campaign_as_a_whole(filled: str, kind: str) -> None:
    with engine.writing(engine.connect(filled)) as connection:
        connection.execute(insert(things), {"id": 9001, "kind": "unit", "name": "Own-Army"})
        connection.execute(insert(mentions), {"record": 2, "turn": 2, "thing": 9001, "times": 1})
        connection.execute(delete(texts).where(texts.c.kind == kind))
        for record in (1, 2):
            if kind == tables.DOCUMENT:
                documents.attach(connection, record, Document("a.txt", "text", b"a word", "a word"))
            else:
                put_text(connection, record, 0, "a word", kind)
        connection.execute(update(tables.campaigns).where(tables.campaigns.c.record == 1).values(turn=3))
        connection.execute(update(tables.campaigns).where(tables.campaigns.c.record == 2).values(turn=4))
        for query, numbers in (("unit=own-army", [2]), ("unit!=own-army", [1]), ("turn>=4", [2]), ("turn=0", []),
                               ("turn=3 unit!=Own-Army word", [1]), ("unit=own-army turn<2", [])):
            hits = search(connection, f"{kind}s {query}")
            assert [(hit.record, hit.turn) for hit in hits] == [(number, 0) for number in numbers], query
            assert [hit.record for hit in search(connection, f"{kind}({query}) game=nimitz")] == numbers, query
        assert {(hit.record, hit.turn) for hit in search(connection, "stories unit=own-army")} == {(2, 2)}


TEXT = "The 東京急行 ran at dawn (rule 9.6.3.b); dice 9, 6, 3. 第一航空艦隊は敗れた。 CV-2 Ａｋａｇｉ, ÉMILE_x ½ ﬁne"


STAND = ("東京", "東京急行", "京急", "行", "京", "行 ran", "the 東京", "艦隊", "9.6.3", "9.6", "6.3.b", "9, 6, 3",
         "9 6 3", "RAN at dawn", "cv 2", "CV-2", "akagi", "émile x", "½", "fine", "た", "れた CV")
DO_NOT_STAND = ("東京 ran", "the 京", "京東", "第一艦隊", "9.3", "9 6 3 b", "ran dawn", "ra")


def put_record(connection: Connection) -> int:
    """A record with nothing in it."""
    record: int = connection.execute(insert(records).returning(records.c.id), {
        "key": "k", "founding": "f", "name": "n", "state": "held", "entries": 1, "size": 1, "content": b"",
        "added": ""}).scalar_one()
    return record


def put_text(connection: Connection, record: int, turn: int, words: str, kind: str = tables.NOTE) -> int:
    """A text of a record, with its words in the index."""
    number: int = connection.execute(insert(texts).returning(texts.c.id), {
        "record": record, "turn": turn, "kind": kind, "words": compressed(words.encode())}).scalar_one()
    full_text.put(connection, [(number, full_text.row_of(words))])
    return number


def test_where_words_stand(archive: str) -> None:
    with engine.writing(engine.connect(archive, create=True)) as connection:
        number = put_text(connection, put_record(connection), 1, TEXT)

        def hits(words: str) -> list[int]:
            return list(connection.execute(select(texts.c.id).where(full_text.holds(connection, words))).scalars())

        assert [words for words in (*STAND, *DO_NOT_STAND) if hits(words)] == list(STAND)
        assert [words for words in STAND if not full_text.place_in(words, TEXT)] == ["the 東京"]
        full_text.delete(connection, texts.c.id == number)
        assert not hits("dawn") and list(connection.execute(text(
            f"SELECT rowid FROM {full_text.INDEX} WHERE {full_text.INDEX} MATCH 'dawn'"
            if connection.dialect.name == engine.SQLITE else f"SELECT rowid FROM {full_text.INDEX}"))) == []


def test_words_that_are_each_a_condition(archive: str) -> None:
    with engine.writing(engine.connect(archive, create=True)) as connection:
        record = put_record(connection)
        connection.execute(insert(tables.campaigns), {
            "record": record, "game": "witp", "scenario": "s", "rules_version": "1", "program": "1", "turn": 3,
            "sittings": 1, "reason": "", "league": "", "seeded": False, "reconstructed": False})
        for turn, words in enumerate(("the night is long", "night attack", "an attack"), 1):
            put_text(connection, record, turn, words)
        for query, turns in (("night attack", [2]), ("night or attack", [1, 2, 3]), ("attack not night", [3]),
                             ("night not attack", [1]), ("not (night or long) attack", [3]), ("long night attack", [])):
            assert [hit.turn for hit in search(connection, f"notes {query}")] == turns, query


@pytest.mark.parametrize(("words", "flat", "shown"), [
    ("hit", "hitherto a hit", "hit"), ("at", "an attack at dawn", "at dawn"), ("dawn", "…½ﬁ at dawn", "dawn"),
    ("急行", "第一急行 at", "急行 at"), ("no such", "words", "words"), ("Tone", "重巡Toneが", "Toneが"),
    ("midway", "u\u0308" * 9 + " Midway", "Midway"), ("バ", "ｶﾞｶﾞﾊﾞ", "ﾊﾞ")])
def test_where_an_excerpt_begins(words: str, flat: str, shown: str) -> None:
    assert flat[full_text.place_in(words, flat):].startswith(shown)


@given(st.text(), st.data())
def test_whatever_stands_in_a_text_is_found_in_its_row(written: str, data: st.DataObject) -> None:
    words = full_text.words_of(written)
    assert words == full_text.row_of(written).split() and all(word == "".join(word.split()) for word in words)
    start = data.draw(st.integers(0, len(words)))
    part = words[start:data.draw(st.integers(start, len(words)))]
    assert f" {' '.join(part)} ".strip() in full_text.row_of(written)
