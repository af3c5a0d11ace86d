"""Every kind of order is read, written and read again in both languages, and so is every condition; what is wrong with
one is told at its place."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.wif_land.reading import GAME, problems, value
from witp_pbem.games.wif_land.orders.lexicon import KEYWORDS, PHASE_KEYWORDS
from witp_pbem.table.language import JAPANESE, speaking
from witp_pbem.table.sitting import read_order

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
    ("attack Smolensk with [2 INF]", "攻撃 Smolensk 裏の歩兵2を使って"), ("attack 0303 g47, g08", "攻撃 0303 g47、g08"),
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


def test_units_go_by_the_names_on_their_counters() -> None:
    assert value("move XLVII, v. Bock, 1 ARM to 0304")["units"] == ["g47", "gbock", {"number": 1, "kinds": ["ARM"]}]


def test_headquarters_of_both_kinds_are_meant_by_one_word() -> None:
    assert value("lose HQ, HQ-A, any")["units"] == [{"number": -1, "kinds": ["HQ", "HQ-A"]},
                                                    {"number": -1, "kinds": ["HQ-A"]}]


def test_units_of_short_lines_go_by_their_numbers() -> None:
    assert value("move ge-arm-1, GE-HQ-A-2 to 0304")["units"] == ["ge-arm-1", "ge-hq-a-2"]
