"""Orders as players write them: ships, groups and points by name, in English, in Japanese and mixed."""

from __future__ import annotations

from typing import Any

import pytest

from witp_pbem.games.taiheiyo_senshi.game import game
from witp_pbem.games.taiheiyo_senshi.orders.lexicon import PHASES
from witp_pbem.table import text
from witp_pbem.table.demand import Condition, Order
from witp_pbem.table.language import JAPANESE, speaking
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import full_lexicon, read_order, read_statement
from witp_pbem.table.wording import phrase_words

GAME: Any = game()
LEXICON = full_lexicon(GAME)
SHIPS = ["carrier", "battleship", "cruiser"]


def value(words: str) -> dict[str, Any]:
    """The value of an order as typed."""
    order = read_order(GAME, words)
    assert isinstance(order, Order), (words, order)
    return GAME.orders.value(order.keyword, order.body)  # type: ignore[no-any-return]


def every(**more: Any) -> dict[str, Any]:
    return {"number": -1, "kinds": SHIPS, **more}


# -- units ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "units"), [
    ("Akagi", ["jp_akagi"]), ("赤城", ["jp_akagi"]), ("jp_akagi", ["jp_akagi"]), ("the Akagi", ["jp_akagi"]),
    ("Akagi, Kaga", ["jp_akagi", "jp_kaga"]), ("Akagi and Kaga", ["jp_akagi", "jp_kaga"]),
    ("赤城、加賀", ["jp_akagi", "jp_kaga"]), ("赤城と加賀", ["jp_akagi", "jp_kaga"]),
    ("赤城・加賀", ["jp_akagi", "jp_kaga"]),
    ("〈赤城〉〈加賀〉", ["jp_akagi", "jp_kaga"]), ("「赤城」、『加賀』", ["jp_akagi", "jp_kaga"]),
    ("Shoukaku", ["jp_shokaku"]), ("Shōkaku", ["jp_shokaku"]),
    ("Prince of Wales", ["uk_prince_of_wales"]), ('"Prince of Wales"', ["uk_prince_of_wales"]),
    ("PoW", ["uk_prince_of_wales"]), ("プリンス・オブ・ウェールズ", ["uk_prince_of_wales"]),
    ("プリンスオブウェールズ", ["uk_prince_of_wales"]), ("Big E", ["us_enterprise"]), ("Sara", ["us_saratoga"]),
    ("ウェストバージニア", ["us_west_virginia"]), ("W. Virginia", ["us_west_virginia"]),
    ("Japanese LBA 1", ["jp_lba_1"]), ("日本軍陸上機1", ["jp_lba_1"]),
    ("[Akagi]", [{"number": 1, "full": False, "id": "jp_akagi"}]),
    ("face-down Akagi", [{"number": 1, "full": False, "id": "jp_akagi"}]),
    ("裏の赤城", [{"number": 1, "full": False, "id": "jp_akagi"}]),
    ("all ships", [every()]), ("全艦", [every()]), ("全艦艇", [every()]), ("全ての艦", [every()]),
    ("all face-up ships", [every(full=True)]), ("all face up ships", [every(full=True)]),
    ("all faceup ships", [every(full=True)]), ("表の全艦", [every(full=True)]),
    ("全ての表面の艦艇", [every(full=True)]),
    ("未行動の全艦", [every(full=True)]), ("全ての裏の艦", [every(full=False)]),
    ("all face down ships", [every(full=False)]),
    ("行動済みの全艦", [every(full=False)]),
    ("3 carriers", [{"number": 3, "kinds": ["carrier"]}]), ("空母3", [{"number": 3, "kinds": ["carrier"]}]),
    ("空母3隻", [{"number": 3, "kinds": ["carrier"]}]), ("3隻の空母", [{"number": 3, "kinds": ["carrier"]}]),
    ("2 face-up cruisers", [{"number": 2, "kinds": ["cruiser"], "full": True}]),
    ("表の巡洋艦2隻", [{"number": 2, "kinds": ["cruiser"], "full": True}]),
    ("all British battleships", [{"number": -1, "kinds": ["battleship"], "nation": "uk"}]),
    ("全ての英戦艦", [{"number": -1, "kinds": ["battleship"], "nation": "uk"}]),
    ("all capital ships", [{"number": -1, "kinds": ["carrier", "battleship"]}]),
    ("全主力艦", [{"number": -1, "kinds": ["carrier", "battleship"]}]),
    ("all non-capital ships", [{"number": -1, "kinds": ["cruiser"]}]),
    ("1 land-based air unit", [{"number": 1, "kinds": ["air"]}]),
    ("1 LBA", [{"number": 1, "kinds": ["air"]}]), ("陸上機1個", [{"number": 1, "kinds": ["air"]}]),
    ("赤城、戦艦2隻", ["jp_akagi", {"number": 2, "kinds": ["battleship"]}]),
    ("2 battleships, Akagi", [{"number": 2, "kinds": ["battleship"]}, "jp_akagi"]),
])
def test_units(typed: str, units: list[Any] | None) -> None:
    assert value(f"return {typed} from Truk to Japan")["units"] == units


@pytest.mark.parametrize(("units", "english", "japanese"), [
    (every(full=True), "all face-up ships", "表の全艦艇"), (every(), "all ships", "全艦艇"),
    ({"number": 2, "kinds": ["cruiser"], "full": True}, "2 face-up cruisers", "表の巡洋艦2"),
    ({"number": 2, "kinds": ["cruiser"], "full": False}, "[2 cruisers]", "裏の巡洋艦2"),
    ({"number": 1, "kinds": ["carrier"]}, "1 carrier", "空母1"),
    ({"number": -1, "kinds": ["battleship"], "nation": "uk"}, "all british battleships", "全英戦艦"),
    ({"number": -1, "kinds": ["carrier", "battleship"]}, "all capital ships", "全主力艦"),
    ({"number": -1}, "all", "全ユニット"), ({"number": 2, "nation": "uk"}, "2 british", "英ユニット2")])
def test_units_as_they_are_written(units: dict[str, Any], english: str, japanese: str) -> None:
    order = {"order": "return", "units": [units], "origin": "truk", "to": "japan"}
    assert GAME.write(order) == f"return {english} from Truk to Japan"
    with speaking(JAPANESE):
        assert GAME.write(order) == f"帰港 {japanese} トラック島から 日本へ"
    for name in (english, japanese):
        assert value(f"return {name} from Truk to Japan")["units"] == [units]


@pytest.mark.parametrize("unit", GAME.data.units.values(), ids=lambda unit: unit.id)
def test_every_unit_by_both_its_names(unit: Any) -> None:
    for name in (unit.name, unit.name_ja):
        assert value(f"return {name} from Truk to Japan")["units"] == [unit.id]


# -- points and cards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("point", GAME.data.map.points.values(), ids=lambda point: point.id)
def test_every_point_by_both_its_names(point: Any) -> None:
    for name in (point.name, point.name_ja):
        assert value(f"retreat to {name}")["to"] == [point.id] == value(f"退却 {name}へ")["to"]


@pytest.mark.parametrize(("typed", "point"), [
    ("Hawaii", "hawaii"), ("Pearl Harbor", "hawaii"), ("Pearl Harbour", "hawaii"), ("真珠湾", "hawaii"),
    ("ハワイ", "hawaii"), ("トラック", "truk"), ("Truk Lagoon", "truk"), ("Guadalcanal", "solomons"),
    ("ガ島", "solomons"),
    ("ソロモン", "solomons"),
    ("Marianas", "marianas"), ("サイパン", "marianas"), ("Marshalls", "kwajalein"), ("マーシャル", "kwajalein"),
    ("クエゼリン", "kwajalein"), ("ミッドウェー", "midway"), ("比島", "philippines"), ("Leyte", "philippines"),
    ("仏印", "indochina"), ("昭南", "singapore"), ("P. Moresby", "port_moresby"), ("the Philippines", "philippines"),
    ("米西海岸", "west_coast"), ("豪州", "australia"), ("本土", "japan"), ("Singap", "singapore"),
    ("マダガ", "madagascar")])
def test_other_names_of_points(typed: str, point: str) -> None:
    assert value(f"retreat to {typed}")["to"] == [point] == value(f"退却 {typed}へ")["to"]


@pytest.mark.parametrize("card", list(GAME.data.cards))
def test_every_card_by_its_numbers_and_titles(card: str) -> None:
    for event in map(GAME.data.events.__getitem__, GAME.data.cards[card].values()):
        for name in (card, event.id, event.title, event.title_ja):
            assert value(f"pay {name}")["cards"] == [card] == value(f"支払 {name}")["cards"]


# -- one meaning in two languages ----------------------------------------------------------------------------------

TWINS = (
    ("place Akagi, Kaga at Japan", "配置 赤城、加賀 日本に"),
    ("place the rest at Truk", "配置 残り トラック島に"),
    ("pay J04", "支払 J04"),
    ("operate", "作戦実施"),
    ("move all face-up ships from Japan via Okinawa, Philippines to Singapore",
     "移動 表の全艦 日本から 沖縄、フィリピン経由 シンガポールへ"),
    ("return Akagi, 2 cruisers from Truk to Japan", "帰港 赤城、巡洋艦2隻 トラック島から 日本へ"),
    ("rebase 1 LBA from Indochina to Philippines", "再配置 陸上機1個 インドシナから フィリピンへ"),
    ("resupply at Truk with J04", "再補給 トラック島で J04を使って"),
    ("train at Marianas with A01", "フリート・トレイン マリアナ諸島で A01使って"),
    ("open the dotted routes with A01", "開放 点線の航路 A01使って"),
    ("play J01 from Indochina on Philippines", "使用 J01 インドシナから 対象 フィリピン"),
    ("play J03 with Akagi, Kaga from Japan via Okinawa to Philippines",
     "使用 J03 赤城、加賀使って 日本から 沖縄経由 フィリピンへ"),
    ("play J04 for point", "使用 J04 得点として"),
    ("play J04 for discard", "使用 J04 捨て札として"),
    ("play J16 at Truk", "使用 J16 トラック島で"),
    ("pass", "パス"),
    ("pass initiative", "パス 主導権"), ("pass operation", "パス 作戦"), ("pass cards", "パス カード"),
    ("pass reaction", "パス 対応移動"), ("pass captures", "パス 攻略終了"), ("pass transfer", "パス 再配置と帰港"),
    ("pass supply", "パス 艦艇補給"),
    ("evacuate to Truk, else any", "緊急避難 トラック島へ または 任意"),
    ("sortie all face-up ships from Hawaii", "機動反撃 表の全艦 ハワイ諸島から"),
    ("hit carriers, battleships, then any", "命中 空母、戦艦、次に 任意"),
    ("lose cruisers first", "損害 巡洋艦 優先"),
    ("lose any", "損害 任意"),
    ("retreat to Truk, Japan", "退却 トラック島、日本へ"),
    ("retreat any after round 1", "退却 任意 ラウンド1後"),
    ("retreat to Truk before round 2", "退却 トラック島へ ラウンド2前"),
    ("retreat any in round 2", "退却 任意 ラウンド2途中"), ("place any", "配置 任意"),
    ("pay J04, then any as planned", "支払 J04、次に 任意 計画通り"), ("operate as planned", "作戦実施 計画通り"),
    ("resupply any with any", "補給 任意 任意使って"), ("return any", "帰港 任意"),
    ("capture any with any", "攻略 任意 任意使って"), ("open routes with any", "開放 航路 任意使って"),
    ("retreat", "退却"), ("retreat to Truk, else any", "退却 トラック島へ または 任意"),
    ("stay", "残留"), ("engage", "水上戦"), ("avoid", "回避"), ("extend", "延長"),
    ("relocate to Japan, else any", "移送 日本へ または 任意"), ("relocate Tone to Truk", "移送 利根 トラック島へ"),
    ("capture Singapore with J02, J04", "攻略 シンガポール J02、J04使って"),
)


@pytest.mark.parametrize(("english", "japanese"), TWINS)
def test_an_order_and_its_twin(english: str, japanese: str) -> None:
    """Both mean the same, and what the program writes for it in either language does so, too."""
    meant = value(english)
    assert value(japanese) == meant
    with speaking(JAPANESE):
        assert value(GAME.write(meant)) == meant, GAME.write(meant)
    assert value(GAME.write(meant)) == meant, GAME.write(meant)


def test_every_kind_of_order_has_a_twin() -> None:
    named = {value(english)["order"] for english, _ in TWINS}
    assert named == set().union(*(GAME.keywords_of(phase) for phase in PHASES))


def test_every_field_of_an_order_has_a_twin() -> None:
    shown: dict[str, set[str]] = {}
    for english, _ in TWINS:
        shown.setdefault(value(english)["order"], set()).update(value(english))
    orders: list[Any] = [read_order(GAME, english) for english, _ in TWINS]
    bodies = {order.keyword: type(order.body) for order in orders}
    for keyword, body in bodies.items():
        assert shown[keyword] == {"order", *body._fields} - {"span"}, keyword


CONDITIONS = (
    ("battle at Truk", "トラック島で戦闘"),
    ("turn 3", "ターン3"),
    ("round 2", "ラウンド2"),
    ("J05 is used", "J05を使用"),
    ("we hold Midway", "我々がミッドウェイ島を占領"),
    ("Japan holds Truk", "日本軍がトラックを占領"),
    ("the Allies have Akagi", "連合軍に赤城がいる"),
    ("the enemy has 3 carriers", "敵に空母が3隻いる"),
    ("the enemy has no carriers", "敵に空母がいない"),
    ("we have 2 face-up cruisers at Truk", "我々の表の巡洋艦2隻がトラックにいる"),
    ("the enemy has units at Midway", "敵のユニットがミッドウェイ島にいる"),
    ("the enemy has no land-based air at Midway", "敵の陸上機がミッドウェイ島にいない"),
    ("we have 5 points", "我々に5点がある"),
    ("we have at least 3 cards", "我々にカードが3以上ある"),
    ("the enemy has no cards", "敵にカードがない"),
    ("the enemy attacks", "敵が攻撃"),
    ("we have lost all carriers", "我々が空母を全て失った"),
    ("our air strength is below half the enemy's", "我々の航空戦力が敵の半分未満"),
    ("our gunnery is at least the enemy's", "自軍の砲戦力が敵以上"),
    ("the enemy's strength is at least twice ours", "敵の戦力が我々の2倍以上"),
    ("Japan's air strength is below the Allies'", "日本軍の航空戦力が連合軍未満"),
    ("the Allies' gunnery is at least 10", "連合軍の砲戦力が10以上"),
    ("battle at Truk and round 2 and the enemy has 2 carriers",
     "トラックで戦闘 かつ ラウンド2 かつ 敵に空母が2隻いる"),
)


def conditions(words: str) -> list[Any]:
    orders_text = text.read(words, LEXICON)
    assert not orders_text.problems, (words, orders_text.problems)
    (statement,) = orders_text.statements
    order = read_statement(GAME, statement)
    assert isinstance(order, Order), (words, order)
    return [*(condition.phrase for condition in order.conditions),
            order.until.phrase if isinstance(order.until, Condition) else order.until]


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


def test_a_whole_file_in_japanese_is_read_like_its_twin() -> None:
    english = text.read(
        "Campaign: seas\nTurn: 1\nSide: japan\nPhase: operations\n\npay J04\n"
        "move all face-up ships from Japan to Midway\nelse move Akagi, Kaga from Japan to Midway\n"
        "when battle at Midway:\n  hit carriers, then any\n  retreat to Japan, else any\nend\n"
        "standing until turn 3:\n  lose cruisers, then any\nend\nPhase: supply\ncapture Singapore with J02\n", LEXICON)
    japanese = text.read(
        "キャンペーン：seas\nターン：1\n陣営：日本\nフェイズ：作戦\n\n支払 J04\n"
        "移動 表の全艦 日本から ミッドウェイ島へ\nまたは 移動 赤城、加賀 日本から ミッドウェイ島へ\n"
        "条件 ミッドウェイ島で戦闘：\n　命中 空母、次に 任意\n　退却 日本へ または 任意\n終わり\n"
        "継続命令 ターン3まで：\n　損害 巡洋艦、次に 任意\n終わり\nフェイズ：補給\n"
        "攻略 シンガポール J02使って\n", LEXICON)
    assert not english.problems and not japanese.problems

    def meaning(orders_text: Any) -> list[Any]:
        orders = [read_statement(GAME, statement) for statement in orders_text.statements]
        return [(statement.phase, GAME.orders.value(order.keyword, order.body),
                 [GAME.orders.value(other.keyword, other.body) for other in order.alternatives],
                 [condition.phrase for condition in order.conditions],
                 order.until.phrase if isinstance(order.until, Condition) else order.until)
                for statement, order in zip(orders_text.statements, orders, strict=True)]

    assert meaning(english) == meaning(japanese) and len(meaning(english)) == 6
    assert [entry.value for entry in english.header.values()] == [entry.value for entry in japanese.header.values()]


# -- what is misspelt ----------------------------------------------------------------------------------------------


def test_an_order_in_japanese_ends_behind_its_last_particle() -> None:
    words = "移動 赤城 日本から 沖縄経由 フィリピンへ"
    (order, _) = text.read(f"{words}\nパス", LEXICON).statements
    assert order.span.end_column == len(words) + 1


@pytest.mark.parametrize(("typed", "wrong"), [
    ("移動 赤城 日本から ミッドエーへ", ["ミッドエー"]), ("移動 赤木 日本から ミッドエーへ", ["赤木", "ミッドエー"]),
    ("return Akagii from Truk to Japn", ["Akagii", "Japn"])])
def test_each_misspelt_name_is_one_problem(typed: str, wrong: list[str]) -> None:
    problems = read_order(GAME, typed)
    assert isinstance(problems, tuple)
    assert [problem.values["word"] for problem in problems if isinstance(problem, Problem)] == wrong


def test_a_number_of_nothing_suggests_what_can_be_written() -> None:
    with speaking(JAPANESE):
        (problem,) = read_order(GAME, "return 2 from Truk to Japan")  # type: ignore[misc]
    assert (problem.code, problem.suggestion) == ("units-without-type", "2 carriers")
