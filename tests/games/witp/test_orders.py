"""Orders as players write them: two languages, any line breaks; and which units a name means."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.witp import reading
from tests.games.witp.scripted import board
from witp_pbem.games.common.order_values import EVERY, At, UnitSpec
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.orders import kinds
from witp_pbem.games.witp.orders.kinds import ORDERS, Target, Written, order_value, pick
from witp_pbem.games.witp.orders.lexicon import lexicon
from witp_pbem.table import text
from witp_pbem.table.demand import Order
from witp_pbem.table.language import speaking
from witp_pbem.table.problem import NOWHERE, Problem, Span
from witp_pbem.table.sitting import read_order, read_statement
from witp_pbem.table.text import Statement
from witp_pbem.table.tokens import tokens

WORDS = lexicon(packaged())
PLACE = At("0606", NOWHERE)


def statements(words: str) -> tuple[Statement, ...]:
    orders_text = text.read(words, WORDS)
    assert not orders_text.problems, orders_text.problems
    return orders_text.statements


def written(words: str) -> Written:
    (statement,) = statements(words)
    order = kinds.read(statement, WORDS)
    assert isinstance(order, Written), order
    return order


def body(words: str) -> Any:
    return written(words).body


def problems(words: str) -> tuple[Problem, ...]:
    (statement,) = statements(words)
    faults = kinds.read(statement, WORDS)
    assert not isinstance(faults, Written), faults
    return faults


def bare(value: Any) -> Any:
    """What an order says, without the places in the text and the words of names."""
    if isinstance(value, Span):
        return None
    if isinstance(value, UnitSpec):
        return (value.number, value.kinds, value.nation, value.full, value.id)
    if isinstance(value, tuple):
        return (type(value).__name__, *map(bare, value))
    return value


def same(first: str, second: str) -> bool:
    return bool(bare(body(first)) == bare(body(second)))


def spec(words: str) -> UnitSpec:
    (unit_spec,) = body(f"rebuild {words} at Kure").units
    assert isinstance(unit_spec, UnitSpec)
    return unit_spec


class TestUnitNames:
    @pytest.mark.parametrize(("words", "number", "kinds", "nation", "full"), [
        ("2 naval", 2, ("naval",), "", None), ("naval", 1, ("naval",), "", None), ("CV", 1, ("carrier",), "", None),
        ("3 US land units", 3, ("land",), "us", None), ("British air", 1, ("air",), "uk", None),
        ("[1 land]", 1, ("land",), "", False), ("2 [N]", 2, ("naval",), "", False),
        ("all reduced fleets", EVERY, ("carrier", "naval"), "", False), ("1 full carrier", 1, ("carrier",), "", True),
        ("all", EVERY, (), "", None), ("水上2", 2, ("naval",), "", None), ("[地上1]", 1, ("land",), "", False),
        ("米 航空 1", 1, ("air",), "us", None), ("全て 艦隊", EVERY, ("carrier", "naval"), "", None),
    ])
    def test_counts_types_nations_and_brackets(self, words: str, number: int, kinds: tuple[str, ...], nation: str,
                                               full: bool | None) -> None:
        unit_spec = spec(words)
        assert (unit_spec.number, unit_spec.kinds, unit_spec.nation, unit_spec.full) == (number, kinds, nation, full)

    def test_ids(self) -> None:
        assert spec("jp-n-1").id == "JP-N-1"
        assert spec("ＪＰ－ＣＶ－２").id == "JP-CV-2"
        assert spec("[US-L-3]").full is False

    @pytest.mark.parametrize(("words", "code"), [
        ("rebuild 5 at Kure", "units-without-type"), ("rebuild 0 naval at Kure", "no-units"),
        ("rebuild [1 naval at Kure", "unknown-word"), ("rebuild at Kure", "order-breaks-off"),
        ("lose 2", "units-without-type"), ("target Manila from Kure: tanks", "unknown-word"),
        ("redeploy 1 naval Kure to Truk", "unexpected-word"), ("target Manila", "order-breaks-off"),
        ("use the first card", "unknown-word"), ("choose", "order-breaks-off"), ("pass now", "unknown-word"),
        ("build Atlantis", "unknown-word"), ("retreat to", "order-breaks-off"),
    ])
    def test_what_is_not_understood(self, words: str, code: str) -> None:
        assert [problem.code for problem in problems(words)] == [code]

    def test_the_words_at_fault_are_marked(self) -> None:
        (problem,) = problems("rebuild 5 at Kure")
        assert (problem.span, reading.advice(problem)) == (Span(1, 9, 1, 10), "5 naval")


class TestTargets:
    def test_everything_a_stack_can_say(self) -> None:
        order = body("target Manila (0606) from Kure: 1 carrier, 2 naval carrying 1 land via 0705-0605 "
                     "leaving 1 naval at 0605 from Palau 2 N")
        assert isinstance(order, Target)
        first, second = order.stacks
        assert (order.place.id, first.origin.id, second.origin.id) == ("0606", "0804", "0707")
        assert [(unit.number, unit.kinds) for unit in first.units] == [(1, ("carrier",)), (2, ("naval",))]
        assert [unit.kinds for unit in first.cargo] == [("land",)]
        assert [place.id for place in first.via] == ["0705", "0605"]
        assert [(len(units), place.id) for units, place in first.left] == [(1, "0605")]

    @pytest.mark.parametrize("words", [
        "attack マニラ from クレ: 2 naval", "move to Manila from 0804, 2 n", "目標 マニラ 呉から 水上2",
        "目標：マニラ（０６０６）　呉（０８０４）から　水上２", "TARGET manila FROM kure 0804: 2 Surface"])
    def test_other_words_for_the_same(self, words: str) -> None:
        kure = packaged().map["0804"].name_ja
        assert same(words.replace("クレ", kure).replace("呉", kure), "target Manila from Kure: 2 naval")

    def test_a_japanese_way_with_cargo(self) -> None:
        assert same("目標 マニラ シンガポールから 水上1 輸送 地上1 0507、0506経由",
                    "target Manila from Singapore: 1 naval carrying 1 land via 0507, 0506")

    def test_the_place_of_a_japanese_stack_begins_with_its_origin(self) -> None:
        assert body("目標 マニラ シンガポールから 水上1").stacks[0].span == Span(1, 8, 1, 20)


class TestOtherOrders:
    @pytest.mark.parametrize(("words", "units", "rest", "place"), [
        ("lose 2 naval, then carrier at Manila", 2, False, "0606"), ("lose naval first", 1, True, ""),
        ("lose any", 0, True, ""), ("lose at Manila: JP-N-1, JP-N-1", 2, False, "0606"),
        ("lose naval first, then [naval], then carrier", 3, True, ""),
        ("lose naval, then any at Manila", 1, True, "0606"),
        ("損害 水上、地上", 2, False, ""),
    ])
    def test_preferences_for_losses(self, words: str, units: int, rest: bool, place: str) -> None:
        order = body(words)
        assert (len(order.units), order.rest, order.place.id if order.place else "") == (units, rest, place)

    def test_a_type_without_number_is_every_unit_in_losses_and_one_elsewhere(self) -> None:
        assert [unit.number for unit in body("lose naval, 2 carrier").units] == [EVERY, 2]
        assert spec("naval").number == 1

    @pytest.mark.parametrize(("words", "places", "origin"), [
        ("retreat to Leyte, else Palau", ["0607", "0707"], ""), ("retreat Leyte else Palau", ["0607", "0707"], ""),
        ("retreat from Manila to Leyte", ["0607"], "0606"),
        ("displace air from Manila: Leyte or Palau", ["0607", "0707"], "0606"),
        ("退却 マニラから レイテ、パラオへ", ["0607", "0707"], "0606"),
    ])
    def test_where_to_go(self, words: str, places: list[str], origin: str) -> None:
        order = body(words)
        assert [place.id for place in order.to] == places
        assert (order.origin.id if order.origin else "") == origin

    def test_redeployment(self) -> None:
        order = body("redeploy 1 US land, UK-L-1 from Sydney to Samoa via Fiji")
        assert (order.origin.id, order.to.id, len(order.units), len(order.via)) == ("0912", "1309", 2, 1)

    @pytest.mark.parametrize(("words", "segment"), [
        ("pass", ""), ("pass fleets", "fleet"), ("pass the air and land", "air"), ("pass rebuilding", "rebuilding"),
        ("pass bases", "bases"), ("pass china", "china"), ("パス", "")])
    def test_passes(self, words: str, segment: str) -> None:
        assert body(words).segment == segment

    def test_cards(self) -> None:
        assert bare(body("use 1942-3"))[1] == "1942-03"
        order = body("use 1942-03 on 1 US naval at Leyte")
        assert (order.units[0].nation, order.place.id) == ("us", "0607")
        assert body("invoke 1944-08 at battle at Manila").place.id == "0606"

    def test_rulings(self) -> None:
        order = body('ruling for the Allies: spend 3 RP as an impulse because "agreed by mail"')
        assert (order.kind, order.side, order.amount, order.reason) == ("impulse", "allies", 3, "agreed by mail")
        order = body('ruling for Japan: decide "retreat to Leyte" because "he is ill"')
        assert (order.kind, order.decides) == ("decide", "retreat to Leyte")
        assert body('ruling put JP-N-1 at Truk because "x"').units[0].id == "JP-N-1"
        assert [problem.values["wanted"] for problem in problems('ruling spend 3 because "x"')] == ['"for" and a side']
        assert [problem.values["wanted"] for problem in problems('ruling put JP-N-1 because "x"')] == ["at and a place"]

    @pytest.mark.parametrize("words", ["reduce 1 naval at Manila", "for Japan: strike 2 naval", "restore all"])
    def test_a_ruling_names_units_one_by_one_where_side_or_place_are_open(self, words: str) -> None:
        (problem,) = problems(f'ruling {words} because "x"')
        assert (problem.code, problem.suggestion) == ("name-units-by-id", "JP-N-1")

    def test_a_word_that_is_no_order_of_this_game(self) -> None:
        (problem,) = kinds.read(Statement("dice", (), NOWHERE), WORDS)
        assert isinstance(problem, Problem)
        assert problem.code == "unknown-order"


class TestBlocks:
    @pytest.mark.parametrize("condition", ["battle at Manila", "battle in 0606", "マニラで戦闘"])
    def test_an_order_for_one_battle(self, condition: str) -> None:
        order = written(f"when {condition} lose naval end")
        assert order.battle is not None
        assert order.battle.place.id == "0606"

    @pytest.mark.parametrize("words", ["target Manila from Kure: 1 naval", "redeploy all from Manila to Palau", "pass",
                                       "build Truk", "resolve Manila", "disband 1 land"])
    def test_what_belongs_to_no_battle(self, words: str) -> None:
        (problem,) = problems(f"when battle at Manila {words} end")
        assert (problem.code, problem.span.column) == ("not-for-a-battle", 23)

    @pytest.mark.parametrize("condition", ["battle", "Manila", "the moon rises"])
    def test_conditions_that_are_not_understood(self, condition: str) -> None:
        (statement,) = statements(f"when {condition} lose naval end")
        assert not isinstance(read_statement(game(), statement), Order)


# -- line breaks mean nothing -------------------------------------------------------------------------------------

FILES = [
    "Campaign: manila-1942 Turn: 4 Side: allies Phase: operations target Manila from Singapore: 1 naval carrying 1 "
    "land via 0507 from Port Moresby: 1 naval via 0808, 0708, 0607 pass when battle at Manila lose naval first, then "
    "any retreat to Leyte, else Palau end",
    "Phase: bases build Truk ( 0907 ) remove enemy bases Leyte , Samoa pass Phase: events use 1942-03 on 1 US naval at "
    "Leyte invoke 1944-08 at Manila keep 1944-08",
    "Phase: redeployment redeploy 2 naval, [1 carrier] from Manila to Palau redeploy 1 US land from San Francisco to "
    "Pearl Harbor via Midway pass air and land rebuild 2 naval at Kure disband [1 land] at Truk pass rebuilding",
    "displace air from Manila to Leyte, else Palau withhold air at Palau resolve Manila then Leyte choose 1 land at "
    "Shanghai place all at Yokosuka lose any",
    'ruling for Japan: spend 2 RP as an impulse because "he said so" ruling put JP-N-1 at Truk because "a slip" '
    'ruling for the Allies: decide "pass rebuilding" because "no mail"',
    "陣営: 日本 フェイズ: 作戦 目標 マニラ シンガポールから 水上1 輸送 地上1 0507、0506経由 "
    "退却 マニラから レイテ または パラオ へ",
]
spaces = st.text(" \t\n\r\u3000\xa0", min_size=1, max_size=4)


def meaning(words: str) -> Any:
    decoded = text.decode(words.encode())
    assert isinstance(decoded, str)
    orders_text = text.read(decoded, WORDS)
    assert not orders_text.problems, orders_text.problems
    header = {key: value.value for key, value in orders_text.header.items()}
    return header, [(order.keyword, order.phase, bare(kinds.read(order, WORDS))) for order in orders_text.statements]


@pytest.mark.parametrize("words", FILES)
def test_the_files_of_this_test_are_good(words: str) -> None:
    _, read = meaning(words)
    assert all(said[0] == "Written" for _, _, said in read), read


@given(st.data())
def test_any_white_space_may_become_any_other(data: st.DataObject) -> None:
    words = data.draw(st.sampled_from(FILES))
    parts = words.split(" ")
    mixed = parts[0] + "".join(data.draw(spaces) + part for part in parts[1:])
    assert meaning(mixed) == meaning(words)


@given(st.data())
def test_comments_at_line_ends_change_nothing(data: st.DataObject) -> None:
    words = data.draw(st.sampled_from(FILES[:4]))
    gaps = st.sampled_from([" ", "\n", "  # target Kure\n", "\n# pass # end\n"])
    parts = words.split(" ")
    mixed = parts[0] + "".join(data.draw(gaps) + part for part in parts[1:])
    assert meaning(mixed) == meaning(words)


def test_every_word_of_the_declarations_is_known() -> None:
    """A known word at the start of a line is never taken for a misspelt order."""
    assert len(ORDERS.known) > 60
    assert {word for word in ORDERS.known if word.isalpha() and not WORDS.known(word)} == set()


# -- place names ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [number for number, hexagon in packaged().map.hexes.items() if hexagon.name])
def test_every_place_is_understood_by_its_names(number: str) -> None:
    board = packaged().map
    for name in (board.name(number), number, f"{board[number].name} {number}"):
        assert body(f"build {name}").places[0].id == number
    for name in (board[number].name, board[number].name_ja):
        name_tokens = tokens(name, WORDS)
        assert [token.kind for token in name_tokens] == ["name"]
        assert number in name_tokens[0].places


# -- which units are meant --------------------------------------------------------------------------------------------


def picked(position: Position, words: str, side: str = "japan") -> list[str] | list[tuple[str, dict[str, Any]]]:
    outcome = pick(position, side, PLACE, body(f"rebuild {words} at Manila").units)
    if isinstance(outcome, list):
        return [unit.id for unit in outcome]
    return [(problem.code, dict(problem.values)) for problem in outcome]


class TestPicking:
    AT_MANILA = board("JP-CV-1 0606", "JP-N-1 0606 reduced", "JP-N-2 0606", "JP-N-3 0606", "JP-L-1 0606", "US-N-1 0606",
                      "US-L-1 0606", "UK-L-1 0606", "UK-L-2 0606 reduced", "JP-N-9 0707")

    @pytest.mark.parametrize(("words", "ids"), [
        ("1 naval", ["JP-N-2"]), ("3 naval", ["JP-N-2", "JP-N-3", "JP-N-1"]), ("[1 naval]", ["JP-N-1"]),
        ("all naval", ["JP-N-2", "JP-N-3", "JP-N-1"]), ("2 full naval", ["JP-N-2", "JP-N-3"]),
        ("JP-N-3, 1 naval", ["JP-N-3", "JP-N-2"]), ("1 carrier, 1 land", ["JP-CV-1", "JP-L-1"]),
        ("all", ["JP-CV-1", "JP-N-2", "JP-N-3", "JP-L-1", "JP-N-1"]),
    ])
    def test_full_units_first_then_by_number(self, words: str, ids: list[str]) -> None:
        assert picked(self.AT_MANILA, words) == ids

    @pytest.mark.parametrize(("words", "code"), [
        ("4 naval", "too-few-units"), ("[2 naval]", "too-few-units"), ("1 air", "too-few-units"),
        ("JP-N-9", "unit-elsewhere"), ("US-N-1", "not-your-unit"), ("JP-N-77", "unknown-unit"),
        ("JP-N-1, JP-N-1", "unit-named-twice"), ("1 fleet", "which-type"), ("2 fleet", "which-type"),
    ])
    def test_what_cannot_be_meant(self, words: str, code: str) -> None:
        ((actual, _),) = picked(self.AT_MANILA, words)
        assert actual == code

    def test_the_rule_cited_is_the_one_that_asks(self) -> None:
        specs = body("rebuild 9 naval, JP-N-9 at Manila").units
        faults = pick(self.AT_MANILA, "japan", PLACE, specs, rule="witp 10.6.a")
        assert isinstance(faults, tuple)
        assert [problem.rule for problem in faults] == ["witp 10.6.a", "witp 10.6.a"]

    def test_a_type_or_nation_left_open_is_asked_for(self) -> None:
        assert picked(self.AT_MANILA, "1 land", "allies") == [
            ("which-nation", {"wanted": "1 land", "place": "0606", "nations": ["uk", "us"]})]
        ((_, values),) = picked(self.AT_MANILA, "1 fleet")
        assert values["kinds"] == ["carrier", "naval"]

    def test_but_not_where_nothing_is_left_open(self) -> None:
        assert picked(self.AT_MANILA, "2 land", "allies") == ["US-L-1", "UK-L-1"]
        assert picked(self.AT_MANILA, "[1 land]", "allies") == ["UK-L-2"]
        assert picked(self.AT_MANILA, "1 british land", "allies") == ["UK-L-1"]
        assert picked(self.AT_MANILA, "all fleet") == ["JP-CV-1", "JP-N-2", "JP-N-3", "JP-N-1"]

    def test_a_choice_of_nations_among_several_is_seen(self) -> None:
        position = board("US-L-1 0606", "UK-L-1 0606", "UK-L-2 0606")
        ((code, _),) = picked(position, "2 land", "allies")  # one American and one British, or two British
        assert code == "which-nation"


@pytest.mark.parametrize(("word", "phase"), [
    ("再配置", "redeployment"), ("作戦", "operations"), ("兵站", "bases"), ("イベント", "events"),
    ("増援", "reinforcement"), ("終了", "end"), ("Base", "bases"), ("operation", "operations"), ("end", "end"),
])
def test_phases_in_two_languages(word: str, phase: str) -> None:
    """Some of them are also the name of an order, or of the end of a block."""
    (statement,) = statements(f"Phase: {word} pass")
    assert statement.phase == phase


@pytest.mark.parametrize("order", ["redeploy 1 naval from Kure to Truk, else Palau, else any",
                                   "redeploy all fleets to Kure, else any", "再配置 全艦隊 呉へ、または 任意"])
def test_fleets_go_to_any_port_behind_those_named(order: str) -> None:
    value = order_value(read_order(game(), order))
    assert value["rest"] is True and value["to"]
    for language in ("en", "ja"):
        with speaking(language):
            assert order_value(read_order(game(), game().write(value))) == value


@pytest.mark.parametrize("order", ["redeploy endangered", "redeploy endangered units", "再配置 失われる部隊",
                                   "再配置 失われるユニット"])
def test_whoever_would_be_lost_is_sent_where_they_are_kept(order: str) -> None:
    value = order_value(read_order(game(), order))
    assert value == {"order": "redeploy", "who": "endangered"}
    for language, words in (("en", "redeploy endangered"), ("ja", "再配置 失われる部隊")):
        with speaking(language):
            assert game().write(value) == words


@pytest.mark.parametrize(("order", "wrong"), [
    ("redeploy endangered from Manila to Kure", "from"), ("redeploy endangered, 2 naval", ","),
    ("redeploy 2 naval endangered from Manila to Kure", "endangered")])
def test_nothing_else_is_said_of_them(order: str, wrong: str) -> None:
    (problem,) = read_order(game(), order)
    assert problem.values["word"] == wrong


def test_any_is_no_first_destination() -> None:
    (problem,) = read_order(game(), "redeploy all fleets to any")
    assert (problem.code, problem.values["wanted"]) == ("unknown-word", "a place")
