"""Every kind of order is read, written and read again in both languages, and so is every condition; what is wrong with
one is told at its place."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.wif_land.reading import GAME, LEXICON, conditions, problems, value
from witp_pbem.games.wif_land.board.state import Position
from witp_pbem.games.wif_land.game import game
from witp_pbem.games.wif_land.orders.lexicon import KEYWORDS, PHASE_KEYWORDS
from witp_pbem.table import text
from witp_pbem.table.demand import Condition, Order
from witp_pbem.table.language import JAPANESE, speaking
from witp_pbem.table.sitting import read_order, read_statement
from witp_pbem.table.wording import phrase_words, problem_sentence

TWINS = (
    ("action land", "アクション 陸上"), ("action combined", "アクション 混合"), ("action air", "アクション 航空"),
    ("rail g47 to 0303", "鉄道 g47 0303へ"),
    ("rail g47 from 0201 to 0303 by 0202, 0203", "鉄道 g47 0201から 0303へ 0202、0203経由"),
    ("rail factory from 0303 to 0403", "鉄道 工場 0303から 0403へ"),
    ("move g47, 2 MECH to 0304", "移動 g47、機械化歩兵2 0304へ"),
    ("move g47 to 0304 by 0303", "移動 g47 0304へ 0303経由"),
    ("move g47, g08 to 0304 by 0303 leaving g08 at 0303 exhausted overrunning",
     "移動 g47、g08 0304へ 0303経由 残置 g08 0303で 裏返し 蹂躙"),
    ("move g47, g08 to 0304, leave g08 at 0303", "移動 g47、g08 0304へ g08を残して 0303で"),
    ("move all ground to 0304", "移動 全地上部隊 0304へ"),
    ("rebase gju to 0103", "基地変更 gju 0103へ"), ("escape jscs to 0202", "脱出 jscs 0202へ"),
    ("invade 0203 with jsnlf, j18", "上陸 0203 jsnlf、j18を使って"),
    ("drop 0303 with j1abn", "降下 0303 j1abnを使って"),
    ("attack 0303 with g47, German MECH", "攻撃 0303 使用部隊 g47、ドイツ機械化歩兵"),
    ("attack Smolensk with [2 INF]", "攻撃 スモレンスク 裏の歩兵2を使って"),
    ("attack 0303 g47, g08", "攻撃 0303 g47、g08"),
    ("bombard 0203 with jscs", "砲撃 0203 jscsを使って"), ("bombard 0203 with ships", "砲撃 0203 全艦船"),
    ("support 0303 with v. Bock", "支援 0303 v. Bockを使って"), ("fly 0303 with gju", "出撃 0303 gjuを使って"),
    ("survive 0303 with gju", "生還 0303 gjuを使って"), ("survive 0303", "生還 0303"),
    ("ignore 0203, 0303", "無視 0203、0303"), ("ignore any", "無視 任意"),
    ("fight 0303, 0301 then any", "戦闘順 0303、0301、次に 任意"),
    ("use blitz", "使用 電撃戦"), ("use assault at 0303", "使用 突撃 0303で"),
    ("lose INF, r45at, then any", "損害 歩兵、r45at、次に 任意"), ("lose any", "損害 任意"),
    ("lose face-down ground, 1 AT-guns", "損害 裏の地上部隊、対戦車砲1"),
    ("retreat to 0403, 0402 then any", "後退 0403、0402へ、次に 任意"), ("retreat any", "後退 任意"),
    ("apply R at 0303", "適用 R 0303で"), ("apply shatter", "適用 S"),
    ("advance g47, g08 to 0303", "前進 g47、g08 0303へ"),
    ("pass railways", "パス 鉄道段階"), ("pass movement", "パス 移動フェイズ"), ("pass invasions", "パス 上陸侵攻段階"),
    ("pass paradrops", "パス 空挺降下段階"), ("pass attacks", "パス 攻撃宣言"), ("pass notional", "パス 概念ユニット"),
    ("pass bombardment", "パス 艦砲支援"), ("pass headquarters", "パス 司令部支援"), ("pass missions", "パス 航空任務"),
    ("pass advances", "パス 戦闘後前進"), ("pass", "パス"),
)


@pytest.mark.parametrize(("english", "japanese"), TWINS)
def test_an_order_and_its_twin(english: str, japanese: str) -> None:
    """Both mean the same, and what the program writes for it in either language does so, too."""
    meant = value(english)
    assert value(japanese) == meant
    assert value(GAME.write(meant)) == meant, GAME.write(meant)
    with speaking(JAPANESE):
        assert value(GAME.write(meant)) == meant, GAME.write(meant)


def test_every_kind_of_order_and_every_field_has_a_twin() -> None:
    shown: dict[str, set[str]] = {}
    for english, _ in TWINS:
        shown.setdefault(value(english)["order"], set()).update(value(english))
    assert shown.keys() == KEYWORDS
    orders: list[Any] = [read_order(GAME, english) for english, _ in TWINS]
    for keyword, body in {order.keyword: type(order.body) for order in orders}.items():
        assert shown[keyword] == {"order", *body._fields}, keyword


def test_every_order_belongs_to_a_phase() -> None:
    assert frozenset().union(*PHASE_KEYWORDS.values()) == KEYWORDS
    assert PHASE_KEYWORDS.keys() == set(GAME.phases)


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
def test_every_kind_of_order_has_a_form_in_both_languages(keyword: str) -> None:
    english = GAME.orders.form(keyword)
    with speaking(JAPANESE):
        assert GAME.orders.form(keyword) != english
    assert english.startswith(keyword) and "  " not in english


@pytest.mark.parametrize("typed", ["weather rain", "weather storm at 0303", "put g47 at 0304", "strike r14",
                                   "reduce g47", "restore r45at", "for Allies: restore 1 INF at 0301"])
def test_a_ruling_is_read_again(typed: str) -> None:
    meant = value(f'ruling {typed} because "slip"')
    assert value(GAME.write(meant)) == meant


# -- problems ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "words"), [
    ("move g47 0304", ["0304"]), ("move g47", [None]), ("attack with g47", ["with"]), ("attack 0303", [None]),
    ("rail to 0303", [None]), ("rail factory to 0303", [None]), ("use panzer", ["panzer"]), ("apply X", ["X"]),
    ("action sea", ["sea"]), ("attack 0303 with g47, g8", ["g8"]), ("advance g47 to 9999", ["9999"]),
    ("attack Smolenks with g47", ["Smolenks"]), ("pass supports", ["supports"])])
def test_what_is_wrong_is_told_at_its_place(typed: str, words: list[str | None]) -> None:
    known = problems(typed)
    assert [problem.values.get("word") for problem in known] == words
    for problem, word in zip(known, words, strict=True):
        line = typed[problem.span.column - 1:problem.span.end_column - 1]
        assert line == word if word else line == typed
        assert "{" not in problem_sentence(problem, GAME.catalogue)


def test_units_go_by_the_names_on_their_counters() -> None:
    assert value("move XLVII, v. Bock, 1 ARM to 0304")["units"] == ["g47", "gbock", {"number": 1, "kinds": ["ARM"]}]


def test_headquarters_of_both_kinds_are_meant_by_one_word() -> None:
    assert value("lose HQ, HQ-A, any")["units"] == [{"number": -1, "kinds": ["HQ", "HQ-A"]},
                                                    {"number": -1, "kinds": ["HQ-A"]}]


def test_units_of_short_lines_go_by_their_numbers() -> None:
    assert value("move ge-arm-1, GE-HQ-A-2 to 0304")["units"] == ["ge-arm-1", "ge-hq-a-2"]


def test_units_go_by_kind_and_name_as_reports_call_them() -> None:
    assert value("move MECH VIII, HQ v. Bock, 1 MECH to 0304")["units"] == [
        "g08", "gbock", {"number": 1, "kinds": ["MECH"]}]
    (problem,) = problems("lose INF 14, MECH 2, any")
    assert problem.code == "two-units" and problem.values["units"] == ["g02d", "r02m"]


# -- what is wrong for certain -------------------------------------------------------------------------------------


def position(scenario: str = "smolensk-july-1941", **changes: Any) -> Position:
    """The first impulse of a scenario."""
    opened: Position = GAME.open(scenario, {})
    return opened.but(turn=1, step="rail", **changes)


def codes(typed: str, at: Position, side: str = "axis") -> list[str]:
    """What is wrong with an order for certain."""
    order = read_order(GAME, typed)
    assert isinstance(order, Order), order
    return [problem.code for problem in GAME.precheck(at, side, order)]


@pytest.mark.parametrize(("typed", "wrong"), [
    ("move g47 to 0302", []), ("move g47 to south_china_sea", ["off-the-map"]),
    ("attack Smolensk with g47", []), ("attack Smol with g47", []), ("attack Clark with g47", ["other-maps-name"]),
    ("attack Smolensk (0403) with g47", []), ("move jsnlf to 0302", ["not-in-play"]),
    ("move r14 to 0302", ["not-your-unit"]), ("move r14, g47 to south_china_sea", ["off-the-map", "not-your-unit"]),
    ("move 3 ARM to 0302", []), ("lose any", []), ("support 0303 with gbock", []),
    ("fight 0303, south_china_sea then any", ["off-the-map"]), ("pass", [])])
def test_what_is_wrong_for_certain(typed: str, wrong: list[str]) -> None:
    assert codes(typed, position()) == wrong


def test_support_that_has_not_been_agreed_on_is_told_ahead() -> None:
    assert codes("support 0303 with gbock", position(options={})) == ["not-agreed"]


def test_who_is_lost_is_told_ahead() -> None:
    at = position()
    lost = at.but_units(at.units["g47"]._replace(place="", fate="destroyed"))
    assert codes("move g47 to 0302", lost) == ["off-map"]


# -- conditions ----------------------------------------------------------------------------------------------------

CONDITIONS = (
    ("turn 2", "ターン2"), ("impulse 2", "インパルス2"), ("we hold 0303", "我々が0303を支配"),
    ("the Axis holds Smolensk", "枢軸軍がスモレンスクを支配"), ("the enemy holds 0403", "敵が0403を支配"),
    ("the enemy has 2 ARM at 0303", "敵の機甲2が0303にいる"),
    ("the enemy has no units at 0303", "敵のユニットが0303にいない"),
    ("the enemy has units at 0303", "敵のユニットが0303にいる"), ("we have XLVII at 0302", "我々のXLVIIが0302にいる"),
    ("we have at least 2 INF at 0302", "我々の歩兵2以上が0302にいる"),
    ("the Allies have no face-down ground at 0301", "連合軍の裏の地上部隊が0301にいない"),
    ("we have ships at south_china_sea", "我々の艦船がsouth_china_seaにいる"),
    ("impulse 2 and we hold 0303 and the enemy has no units at 0302",
     "ターン2 かつ 我々が0303を支配 かつ 敵のユニットが0302にいない"),
)


@pytest.mark.parametrize(("english", "japanese"), CONDITIONS)
def test_a_condition_and_its_twin(english: str, japanese: str) -> None:
    """In every block; and as the program writes it in either language it is read again."""
    for head, twin in (("if", "もし"), ("when", "条件"), ("unless", "限り"), ("standing until", "継続命令")):
        meant = conditions(f"{head} {english}: pass end")
        assert conditions(f"{twin} {japanese}{'まで' * (twin == '継続命令')}： パス 終わり") == meant
    (meant, _) = conditions(f"if {english}: pass end")
    assert conditions(f"if {phrase_words(meant, GAME.catalogue)}: pass end")[0] == meant
    with speaking(JAPANESE):
        written = phrase_words(meant, GAME.catalogue)
    assert conditions(f"もし {written}： パス 終わり")[0] == meant, written


def holds(typed: str, at: Position, side: str = "axis") -> bool:
    """Whether a condition holds for a side."""
    statement = text.read(f"if {typed}: pass end", LEXICON).statements[0]
    order = read_statement(GAME, statement)
    assert isinstance(order, Order)
    (condition,) = order.conditions
    assert isinstance(condition, Condition)
    return condition.holds(at, (), side)


@pytest.mark.parametrize(("typed", "expected"), [
    ("turn 1", True), ("impulse 2", False), ("we hold 0203", True), ("we hold 0303", False),
    ("the enemy holds 0303", True), ("the Allies hold 0203", False), ("we have XLVII at 0203", True),
    ("we have 2 ARM at 0203", False), ("the enemy has 2 INF at 0301", True), ("the enemy has units at 0303", True),
    ("the enemy has no ARM at 0303", True), ("the enemy has face-down AT-guns at 0303", True),
    ("we have units at 0303", False)])
def test_conditions_of_the_first_impulse(typed: str, expected: bool) -> None:
    assert holds(typed, position()) == expected


def test_a_whole_file_in_japanese_is_read_like_its_twin() -> None:
    english = text.read(
        "Campaign: seas\nTurn: 1\nSide: axis\nPhase: rail\naction land\nrail g47 to 0303\npass railways\n"
        "Phase: movement\nmove g47, g08 to 0302\nelse move g47 to 0302\npass movement\nPhase: combat\n"
        "attack Smolensk with g47, g08 if the enemy has no ARM at 0403\npass attacks\n"
        "standing until impulse 2:\n  use blitz\nend\nlose INF, then any\n", LEXICON)
    japanese = text.read(
        "キャンペーン：seas\nターン：1\n陣営：枢軸軍\nフェイズ：鉄道\nアクション 陸上\n鉄道 g47 0303へ\nパス 鉄道段階\n"
        "フェイズ：移動\n移動 g47、g08 0302へ\nまたは 移動 g47 0302へ\nパス 移動フェイズ\nフェイズ：戦闘\n"
        "攻撃 スモレンスク g47、g08を使って もし 敵の機甲が0403にいない\nパス 攻撃宣言\n"
        "継続命令 インパルス2まで：\n　使用 電撃戦\n終わり\n損害 歩兵、次に 任意\n", LEXICON)
    assert not english.problems and not japanese.problems

    def meaning(read: Any) -> list[Any]:
        orders: list[Any] = [read_statement(GAME, statement) for statement in read.statements]
        return [(order.phase, GAME.orders.value(order.keyword, order.body),
                 [GAME.orders.value(other.keyword, other.body) for other in order.alternatives],
                 [condition.phrase for condition in order.conditions],
                 order.until.phrase if isinstance(order.until, Condition) else order.until) for order in orders]

    assert meaning(english) == meaning(japanese) and len(meaning(english)) == 9
    assert [entry.value for entry in english.header.values()] == [entry.value for entry in japanese.header.values()]


# -- maps and positions of one's own -------------------------------------------------------------------------------


def test_the_names_of_packaged_maps_mean_nothing_beside_a_map_of_ones_own() -> None:
    """Their hexes and units still go by their ids."""
    records = {**GAME.records}
    grid = {"numbering": "free", "lower_columns": "even"}
    own = {"name": "Our hill", "source": "ours", "grid": grid, "scale": "european", "sheet": "a", "sheets": {},
           "hexes": {"A1": {"terrain": "clear", "name": "Smolensk", "at": [1, 1]},
                     "12": {"terrain": "clear", "at": [1, 2]}}}
    unit = {"id": "g1", "side": "axis", "power": "Germany", "kind": "ARM", "name": "XLVII", "combat": 8, "movement": 5,
            "at": "A1"}
    records["maps"] = {**records["maps"], "maps": {**records["maps"]["maps"], "hill": own}}
    records["positions"] = {**records["positions"], "positions": {
        **records["positions"]["positions"], "ours": {
            "map": "hill", "turn": {"name": "Jul/Aug", "year": 1941}, "phasing": "axis", "units": [unit],
            "sides": {"axis": ["Germany"], "allies": ["USSR"]}}}}
    mine: Any = game(records)
    order = read_order(mine, "move XLVII, 2 INF, g47 to Smolensk by 12, 0303")
    assert isinstance(order, Order), order
    assert order.body.units[0].id == "g1" and order.body.units[2].id == "g47"
    assert order.body.to.id == "A1" and [at.id for at in order.body.by] == ["12", "0303"]
    assert mine.scenarios()[0].name == "ours"
