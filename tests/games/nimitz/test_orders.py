"""Every kind of order is read, written and read again in both languages, and so is every condition; what is wrong with
one is told at its place."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.nimitz.reading import GAME, LEXICON, conditions, problems, value
from witp_pbem.games.nimitz.board.events import BattleBegan
from witp_pbem.games.nimitz.board.setup import begin_campaign
from witp_pbem.games.nimitz.board.state import OUT, Battle, Position
from witp_pbem.games.nimitz.orders.lexicon import KEYWORDS
from witp_pbem.games.nimitz.rules.chapter_06_supply import supply
from witp_pbem.games.nimitz.rules.chapter_08_movement import movement
from witp_pbem.table import text
from witp_pbem.table.demand import Condition, Order, Understood
from witp_pbem.table.event import Event
from witp_pbem.table.language import JAPANESE, speaking
from witp_pbem.table.sitting import read_order, read_statement
from witp_pbem.table.wording import phrase_words, problem_sentence

TWINS = (
    ("buy Hornet, 1st Marine", "購入 ホーネット、第1海兵師団"),
    ("buy 2 cruisers", "購入 巡洋艦2隻"), ("buy any", "購入 任意"),
    ("repair all", "修理 全て"), ("repair rest", "修理 残り"), ("repair [Enterprise]", "修理 損傷のエンタープライズ"),
    ("scout Japan 2", "偵察 日本 2"), ("scout Truk", "偵察 トラック"),
    ("move Enterprise, 2 cruisers to Solomons", "移動 エンタープライズ、巡洋艦2隻 ソロモン諸島へ"),
    ("move 2 battalions from West Coast to Midway", "移動 大隊2個 西海岸から ミッドウェイ島へ"),
    ("raid all submarines", "通商破壊 全潜水艦"), ("raid any", "通商破壊 任意"),
    ("bomb all BW", "戦略爆撃 全BW"), ("bomb any", "戦略爆撃 任意"),
    ("invade 1st Marine", "日本侵攻 第1海兵師団"), ("invade any", "日本侵攻 任意"),
    ("roll Philippines, Japan then any", "判定順 フィリピン、日本、次に 任意"),
    ("target ships, infantry, then lba", "爆撃目標 艦船、歩兵、次に 陸上機"),
    ("fight Solomons then any", "戦闘順 ソロモン諸島、次に 任意"),
    ("station cruisers in Coastal", "配置 巡洋艦 沿岸部に"), ("station rest in US Ocean", "配置 残り アメリカ軍海域に"),
    ("prepare Furball, VT fuse, Seabees", "準備 乱戦、VT信管、シービーズ"),
    ("fly SBD, TBD to Coastal", "発進 SBD、TBD 沿岸部へ"), ("fly 18th FG over island", "発進 第18戦闘機隊 島内上空"),
    ("fly rest to US Ocean", "発進 残り アメリカ軍海域へ"),
    ("strike Enterprise at Japanese Ocean", "空襲 エンタープライズ 日本軍海域で"), ("strike any", "空襲 任意"),
    ("hit carriers, rest", "命中 空母、残り"), ("hit Akagi, carriers, then any", "命中 〈赤城〉、空母、次に 任意"),
    ("lose TBD, 28th BG, rest", "損害 TBD、第28爆撃機隊、残り"),
    ("stay 1st Inf, then any", "残留 第1歩兵師団、次に 任意"),
    ("use any", "使用 任意"), ("use damage control on carriers", "使用 ダメージ・コントロール 対象 空母"),
    ("use engaged to lengthen", "使用 戦闘拘束 延長へ"), ("use engaged to shorten", "使用 戦闘拘束 短縮"),
    ("keep sonar", "温存 ソナー"), ("keep any", "温存 任意"),
    ("pass supply", "パス 補給"), ("pass scouting", "パス 偵察フェイズ"), ("pass movement", "パス 移動フェイズ"),
    ("pass markers", "パス マーカー"), ("pass aircraft", "パス 航空機"), ("pass first strike", "パス 先制空襲"),
    ("pass", "パス"),
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
        assert shown[keyword] == {"order", *body._fields} - {"span"}, keyword


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
def test_every_kind_of_order_has_a_form_in_both_languages(keyword: str) -> None:
    forms = GAME.catalogue.words["form"]
    english = forms[keyword]
    with speaking(JAPANESE):
        assert forms[keyword] != english
    assert english.startswith(keyword)


@pytest.mark.parametrize("typed", ["ruling for us: supply 25 because \"slip\"",
                                   "ruling for us: reinforcement 3 because \"slip\"",
                                   "ruling put Enterprise at Midway because \"slip\"",
                                   "ruling remove Akagi because \"slip\"", "ruling reduce Akagi because \"slip\"",
                                   "ruling restore Enterprise because \"slip\""])
def test_a_ruling_is_read_again(typed: str) -> None:
    assert GAME.write(value(typed)) == typed.replace("Midway ", "Midway Island ")


# -- problems ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "words"), [
    ("fly SBD to Midway", ["Midway"]), ("station cruisers in Solomon Islands", ["Solomon Islands"]),
    ("move Enterprise to Coastal", ["Coastal"]), ("fight Midway, US Ocean", ["US Ocean"]),
    ("scout Island 2", ["Island"]), ("move Enterprise Midway", ["Midway"]), ("buy", [None]),
    ("move Enterprise", [None]),
    ("target carriers", ["carriers"]), ("prepare Enterprise", ["Enterprise"]), ("fly SBD", [None]),
    ("buy Hornett, Wazp", ["Hornett", "Wazp"])])
def test_what_is_wrong_is_told_at_its_place(typed: str, words: list[str | None]) -> None:
    known = problems(typed)
    assert [problem.values.get("word") for problem in known] == words
    for problem, word in zip(known, words, strict=True):
        line = typed[problem.span.column - 1:problem.span.end_column - 1]
        assert line == word if word else line == typed
        assert "{" not in problem_sentence(problem, GAME.catalogue)
        with speaking(JAPANESE):
            assert "{" not in problem_sentence(problem, GAME.catalogue)


def position(year: int = 1942) -> Position:
    """The first turn of a campaign."""
    opened: Position = GAME.open(str(year), {})
    return begin_campaign(opened, year).but(turn=1, step="supply")


def codes(typed: str, at: Position) -> list[str]:
    """What is wrong with an order for certain."""
    statement = text.read(typed, LEXICON).statements[0]
    order = read_statement(GAME, statement)
    assert isinstance(order, Order), order
    known = GAME.precheck(at, "us", order)
    for problem in known:
        assert "{" not in problem_sentence(problem, GAME.catalogue)
    return [problem.code for problem in known]


@pytest.mark.parametrize(("typed", "year", "wrong"), [
    ("buy Akagi", 1942, ["not-your-unit"]), ("fly Akagi A6M 1 to Coastal", 1942, []),
    ("hit Enterprise", 1942, ["your-own-unit"]), ("stay 1st Marine", 1942, ["your-own-unit"]),
    ("buy Essex", 1942, ["not-in-campaign"]), ("buy Essex", 1943, []),
    ("move Enterprise to Japan", 1942, ["us-barred"]), ("move RAAF FG to Midway", 1942, ["no-flag"]),
    ("move RAAF FG to Solomons", 1942, []), ("move 11th BG to Wake", 1942, ["no-base"]),
    ("move 11th BG to West Coast", 1942, []), ("standing until turn 3: move 11th BG to Wake end", 1942, []),
    ("raid Enterprise", 1942, ["not-a-submarine"]),
    ("bomb 11th BG", 1942, ["no-strategic-bombing"]), ("bomb 73rd BW", 1944, []),
    ("target ships", 1943, ["no-strategic-bombing"]), ("invade 1st Marine", 1944, ["no-invasion"]),
    ("invade 1st Marine", 1945, []), ("station Enterprise in Coastal", 1942, ["carriers-in-us-ocean"]),
    ("station Chicago in Coastal", 1942, []), ("station Aoba in Japanese Ocean", 1942, []),
    ("prepare Furball, Kamikaze", 1942, ["no-american-marker"]), ("use Kamikaze", 1944, ["no-american-marker"]),
    ("buy Akagi, Essex, Hornet", 1942, ["not-your-unit", "not-in-campaign"]),
    ("standing until turn 3: invade 1st Marine end", 1944, [])])
def test_what_is_wrong_for_certain(typed: str, year: int, wrong: list[str]) -> None:
    assert codes(typed, position(year)) == wrong


def test_who_is_lost_is_told_ahead() -> None:
    at = position()
    lost = at.but_units(at.units["us_enterprise"]._replace(place=OUT))
    assert codes("move Enterprise to Midway", lost) == ["out-of-game"]


# -- conditions ----------------------------------------------------------------------------------------------------

CONDITIONS = (
    ("battle at Solomons", "ソロモン諸島で戦闘"), ("turn 3", "ターン3"), ("round 2", "ラウンド2"),
    ("we hold Midway", "我々がミッドウェイを確保"), ("Japan holds Wake", "日本軍がウェーク島を確保"),
    ("the enemy has 3 carriers", "敵に空母が3隻いる"), ("the enemy has no carriers", "敵に空母がいない"),
    ("we have 2 cruisers at Midway", "我々の巡洋艦2隻がミッドウェイにいる"),
    ("the enemy has ships in Coastal", "敵の艦船が沿岸部にいる"),
    ("the enemy has no units at Wake", "敵のユニットがウェーク島にいない"),
    ("the enemy has units at Wake", "敵のユニットがウェーク島にいる"),
    ("we have lost all carriers", "我々が空母を全て失った"),
    ("we have at least 10 points", "我々に10補給ポイントがある"), ("we have 8 SP", "我々に補給ポイントが8以上ある"),
    ("the Americans have Enterprise", "アメリカ軍にエンタープライズがいる"),
    ("we have damaged carriers", "我々に損傷の空母がいる"),
    ("battle at Solomons and round 2 and the enemy has 2 carriers",
     "ソロモン諸島で戦闘 かつ ラウンド2 かつ 敵に空母が2隻いる"),
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


def holds(typed: str, at: Position, *acts: Event) -> bool:
    """Whether a condition holds for the Americans."""
    statement = text.read(f"if {typed}: pass end", LEXICON).statements[0]
    order = read_statement(GAME, statement)
    assert isinstance(order, Order)
    (condition,) = order.conditions
    assert isinstance(condition, Condition)
    return condition.holds(at, acts, "us")


@pytest.mark.parametrize(("typed", "expected"), [
    ("we hold Midway", True), ("we hold Wake", False), ("Japan holds Wake", True), ("the enemy holds Midway", False),
    ("turn 1", True), ("turn 2", False), ("round 1", False), ("battle at Midway", False),
    ("the enemy has Akagi", True), ("the enemy has 4 carriers at Japan", True), ("we have Akagi", False),
    ("the enemy has no carriers at Midway", True), ("we have ships in Coastal", False), ("we have 1 points", False),
    ("we have no units at Wake", True), ("we have damaged ships", False), ("we have lost all carriers", False)])
def test_conditions_of_the_first_turn(typed: str, expected: bool) -> None:
    assert holds(typed, position()) == expected


def battle() -> Position:
    """A battle at Midway, in which Lexington has been lost."""
    at = position()
    there = {"us_lexington": OUT, "us_enterprise": "MI", "us_chicago_northampton": "MI", "us_25th_inf": "MI",
             "jp_akagi": "MI", "us_11th_bg": "MI"}
    at = at.but_units(*(at.units[name]._replace(place=place) for name, place in there.items()))
    return at.but(battle=Battle("MI", 2, 2, boxes={
        "us_enterprise": "UO", "us_chicago_northampton": "CO", "us_25th_inf": "transport", "jp_akagi": "JO",
        "us_11th_bg": "aboard"}, flying={"us_11th_bg": "JO"}))


@pytest.mark.parametrize(("typed", "expected"), [
    ("battle at Midway", True), ("battle at Wake", False), ("round 2", True), ("round 3", False),
    ("the enemy has carriers", True), ("the enemy has 2 carriers", False), ("we have 2 carriers", False),
    ("the enemy has carriers in Japanese Ocean", True), ("the enemy has ships in Coastal", False),
    ("we have cruisers in Coastal", True), ("we have infantry in Coastal", True), ("we have ships at Midway", True),
    ("we have bombers in Japanese Ocean", True), ("we have bombers in Island", False),
    ("we have lost all carriers", False), ("we have lost Lexington", True), ("we have lost Enterprise", False),
    ("we have lost all destroyers", False)])
def test_conditions_in_a_battle(typed: str, expected: bool) -> None:
    began = BattleBegan("nimitz 10.1.1.a", "MI", {"us": ("us_lexington", "us_enterprise"), "japan": ("jp_akagi",)})
    assert holds(typed, battle(), began) == expected


def test_a_whole_file_in_japanese_is_read_like_its_twin() -> None:
    english = text.read(
        "Campaign: seas\nTurn: 1\nSide: us\nbuy Hornet, 1st Marine\npass supply\n"
        "move Enterprise, 2 cruisers from Hawaii to Midway\nelse move Enterprise to Solomons\npass movement\n"
        "in battle at Midway: fly SBD to Coastal\nwhen battle at Midway:\n  hit carriers, then any\nend\n"
        "standing until turn 3:\n  lose cruisers, then any\nend\nfly rest to US Ocean if we have carriers\n", LEXICON)
    japanese = text.read(
        "キャンペーン：seas\nターン：1\n陣営：アメリカ軍\n購入 ホーネット、第1海兵師団\nパス 補給\n"
        "移動 エンタープライズ、巡洋艦2隻 ハワイから ミッドウェイへ\n"
        "または 移動 エンタープライズ ソロモンへ\nパス 移動フェイズ\n"
        "条件 ミッドウェイで戦闘： 発進 SBD 沿岸部へ 終わり\n"
        "条件 ミッドウェイで戦闘：\n　命中 空母、次に 任意\n終わり\n"
        "継続命令 ターン3まで：\n　損害 巡洋艦、次に 任意\n終わり\n"
        "発進 残り アメリカ軍海域へ もし 我々に空母がいる\n", LEXICON)
    assert not english.problems and not japanese.problems

    def meaning(read: Any) -> list[Any]:
        orders: list[Any] = [read_statement(GAME, statement) for statement in read.statements]
        return [(GAME.orders.value(order.keyword, order.body),
                 [GAME.orders.value(other.keyword, other.body) for other in order.alternatives],
                 [condition.phrase for condition in order.conditions],
                 order.until.phrase if isinstance(order.until, Condition) else order.until) for order in orders]

    assert meaning(english) == meaning(japanese) and len(meaning(english)) == 8
    assert [entry.value for entry in english.header.values()] == [entry.value for entry in japanese.header.values()]


# -- moves ---------------------------------------------------------------------------------------------------------


def moved(typed: str) -> Any:
    """The places the units of a move come from, or the codes of what is wrong with it, on the first turn."""
    at = position().but(step="movement", supply=20)
    verdict = movement.demand(at, movement.bases_of(at)).judge(read_order(GAME, typed))  # type: ignore[arg-type]
    if isinstance(verdict, Understood):
        return [at.units[unit].place for unit in verdict.order["units"]]
    return [problem.code for problem in verdict]


@pytest.mark.parametrize(("typed", "expected"), [
    ("move Enterprise, 2 cruisers to Solomons", ["HI", "HI", "HI"]),  # cruisers are in Australia, too
    ("move 2 cruisers to Solomons", ["which-origin"]), ("move 2 cruisers from Hawaii to Solomons", ["HI", "HI"]),
    ("move Enterprise, 1 battalion to Midway", ["which-origin"]),  # there are none in Hawaii
    ("move Enterprise, 1 battalion from Hawaii to Midway", ["too-few-units"]),
    ("move Enterprise, ABDA, 1 cruiser to Solomons", ["which-origin"])])
def test_where_units_come_from_follows_from_those_that_are_named(typed: str, expected: list[str]) -> None:
    assert moved(typed) == expected


# -- purchases and repairs -----------------------------------------------------------------------------------------


def bought(typed: str, *, supplies: int, reinforcement: int) -> tuple[int, int]:
    """The RP and SP that an order to buy spends on the first turn."""
    at = position().but(supply=supplies, reinforcement=reinforcement)
    verdict = supply.judge(at, read_order(GAME, typed))  # type: ignore[arg-type]
    assert isinstance(verdict, Understood), verdict
    return sum(event.reinforcement for event in verdict.answer), sum(event.supply for event in verdict.answer)


@pytest.mark.parametrize(("typed", "spent"), [
    ("buy Hornet", (5, 0)), ("buy Hornet, Wasp", (7, 3)), ("buy any", (7, 0)), ("buy Hornet, then any", (7, 0)),
    ("buy Hornet, Wasp, then any", (7, 3))])
def test_any_units_are_bought_with_reinforcement_points_alone(typed: str, spent: tuple[int, int]) -> None:
    assert bought(typed, supplies=20, reinforcement=7) == spent


@pytest.mark.parametrize(("typed", "count"), [("repair any", 1), ("repair Enterprise, Lexington, then any", 2),
                                              ("repair all", 3)])
def test_any_units_are_repaired_while_points_are_left_for_moves(typed: str, count: int) -> None:
    at = position().but(supply=10, reinforcement=7)
    at = at.but_units(*(at.units[name]._replace(full=False) for name in ("us_enterprise", "us_lexington", "us_abda")))
    verdict = supply.judge(at, read_order(GAME, typed))  # type: ignore[arg-type]
    assert isinstance(verdict, Understood) and len(verdict.order["units"]) == count
