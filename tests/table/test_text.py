"""Reading orders text: header, statements, words in two languages, places of what is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.table.words import LEXICON, statement
from witp_pbem.table.problem import Problem, Span
from witp_pbem.table.text import MAX_BYTES, MAX_STATEMENTS, OrdersText, Statement, decode, read
from witp_pbem.table.tokens import tokens
from witp_pbem.table.wording import problem_sentence


def values(words: str) -> list[str]:
    return [token.value for token in tokens(words, LEXICON)]


def codes(words: str) -> list[str]:
    return [problem.code for problem in read(words, LEXICON).problems]


def the_problem(words: str) -> Problem:
    (only,) = read(words, LEXICON).problems
    return only


def keywords(orders: OrdersText) -> list[str]:
    return [order.keyword for order in orders.statements]


class TestDecoding:
    def test_a_mark_at_the_start_and_line_ends_of_all_kinds(self) -> None:
        assert decode("\ufeffpass\r\npass\rpass".encode()) == "pass\npass\npass"

    def test_bytes_that_are_no_text(self) -> None:
        problem = decode(b"pass\npa\xffss")
        assert isinstance(problem, Problem)
        assert (problem.code, problem.span.line) == ("not-utf-8", 2)

    def test_control_characters(self) -> None:
        problem = decode(b"pass\nab\x00")
        assert isinstance(problem, Problem)
        assert (problem.code, problem.span) == ("not-text", Span(2, 3, 2, 4))

    @pytest.mark.parametrize(("data", "ending"), [
        (rb"{\rtf1\ansi attack HI}", ".rtf"), (b"PK\x03\x04\x14\x00word/document.xml", ".docx"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(MAX_BYTES), ".doc"), (b"%PDF-1.7", ".pdf")])
    def test_a_file_of_a_word_processor(self, data: bytes, ending: str) -> None:
        problem = decode(data)
        assert isinstance(problem, Problem) and problem.code == "not-plain-text"
        assert ending in problem_sentence(problem) and "(.txt)" in problem_sentence(problem)

    def test_too_large(self) -> None:
        problem = decode(b"#" * (MAX_BYTES + 1))
        assert isinstance(problem, Problem)
        assert (problem.code, problem.values["limit"]) == ("file-too-large", MAX_BYTES)


class TestTokens:
    def test_kinds(self) -> None:
        token_list = tokens('target Manila: 2 JP-N-1 0606 [x] "Two  words" 12345', LEXICON)
        assert [(token.kind, token.value) for token in token_list] == [
            ("word", "target"), ("name", "manila"), ("mark", ":"), ("number", "2"), ("word", "jp-n-1"),
            ("name", "0606"), ("mark", "["), ("word", "x"), ("mark", "]"), ("quoted", "Two words"), ("number", "12345")]

    def test_names_of_several_words_win_over_shorter_ones(self) -> None:
        token_list = tokens("Port Moresby port  moresby Port", LEXICON)
        assert [token.places for token in token_list] == [("0909",), ("0909",), ("0101",)]

    def test_full_width_letters_digits_and_marks(self) -> None:
        wide = tokens("ｔａｒｇｅｔ　Ｍａｎｉｌａ：　２，［０６０６］", LEXICON)
        plain = tokens("target Manila: 2,[0606]", LEXICON)
        assert [(token.kind, token.value) for token in wide] == [(token.kind, token.value) for token in plain]

    def test_comments_reach_to_the_end_of_the_line(self) -> None:
        assert values("pass # target Manila\npass ＃ x") == ["pass", "pass"]

    def test_a_hash_in_quotation_marks_is_no_comment(self) -> None:
        assert values('lose "number #1"') == ["lose", "number #1"]

    def test_quotation_marks_of_all_kinds_may_run_over_a_line_end(self) -> None:
        token_list = tokens('“one\n  two” 「三」 pass', LEXICON)
        assert [token.value for token in token_list] == ["one two", "三", "pass"]
        assert token_list[0].span == Span(1, 1, 2, 7)
        assert token_list[1].span == Span(2, 8, 2, 11)
        assert [token.first_on_line for token in token_list] == [True, False, False]

    def test_a_way_without_spaces(self) -> None:
        token_list = tokens("via 0808-0708/0607", LEXICON)
        assert [(token.kind, token.value) for token in token_list[1:]] == [
            ("name", "0808"), ("mark", "-"), ("name", "0708"), ("mark", "-"), ("name", "0607")]
        assert [token.span.column for token in token_list[1:]] == [5, 9, 10, 14, 15]

    def test_places_in_the_text(self) -> None:
        token_list = tokens("\n  target  Port\n Moresby", LEXICON)
        assert [token.span for token in token_list] == [Span(2, 3, 2, 9), Span(2, 11, 3, 9)]


class TestJapanese:
    def test_runs_are_cut_into_known_words(self) -> None:
        assert values("目標マニラ") == ["target", "マニラ"]
        assert values("水上2目標") == ["naval", "2", "target"]

    def test_what_is_unknown_stays_together(self) -> None:
        assert values("謎の語マニラ") == ["謎の語", "マニラ"]

    @pytest.mark.parametrize("place", ["マニラ", "0606", "マニラ(0606)", "マニラ 0606", "マニラ（０６０６）"])
    def test_a_postposition_goes_before_its_place(self, place: str) -> None:
        token_values = values(f"目標 レイテ {place}から 水上1")
        assert token_values[:3] == ["target", "レイテ", "from"]
        assert token_values[-2:] == ["naval", "1"]

    def test_a_number_that_is_not_the_names_is_a_place_of_its_own(self) -> None:
        assert values("目標 マニラ 0507から") == ["target", "マニラ", "from", "0507"]

    @pytest.mark.parametrize("places", ["0507、0506", "0507-0506", "0507 - 0506"])
    def test_some_postpositions_belong_to_a_list_of_places(self, places: str) -> None:
        assert values(f"水上1、{places}経由")[:4] == ["naval", "1", ",", "via"]

    def test_others_belong_to_one_place(self) -> None:
        assert values("マニラ、レイテから") == ["マニラ", ",", "from", "レイテ"]

    def test_a_postposition_written_in_front_stays_there(self) -> None:
        assert values("水上1 経由 0507") == ["naval", "1", "via", "0507"]


class TestHeader:
    def test_keys_and_values(self) -> None:
        orders = read("Campaign: manila-1942\nTurn: 4 Side: Allied\nAfter: 0123abcd\n", LEXICON)
        assert {key: value.value for key, value in orders.header.items()} == {
            "campaign": "manila-1942", "turn": "4", "side": "allies", "after": "0123abcd"}

    def test_japanese_keys(self) -> None:
        orders = read("キャンペーン：テスト　ターン：４　陣営：日本　フェイズ：作戦　パス", LEXICON)
        assert {key: value.value for key, value in orders.header.items()} == {
            "campaign": "テスト", "turn": "4", "side": "japan", "phase": "operations"}
        assert keywords(orders) == ["pass"]

    def test_a_japanese_name_or_luck_word_stays_together(self) -> None:
        header = read("キャンペーン：目標から陣営　ターン：４　運：目標の女神\nパス", LEXICON).header
        assert (header["campaign"].value, header["luck"].value) == ("目標から陣営", "目標の女神")

    def test_a_name_that_looks_like_a_way_or_a_place(self) -> None:
        assert read("Campaign: 1941-1945 Turn: 1", LEXICON).header["campaign"].value == "1941-1945"
        assert read("Campaign: Manila Turn: 1", LEXICON).header["campaign"].value == "Manila"

    def test_a_phase_may_have_the_name_of_an_order(self) -> None:
        orders = read("フェイズ: 目標 目標 マニラ", LEXICON)
        assert [(order.keyword, order.phase) for order in orders.statements] == [("target", "operations")]

    def test_the_luck_line_keeps_its_words(self) -> None:
        assert read("Luck: Ships of Manila, 3 times\nTurn: 2", LEXICON).header["luck"].value == (
            "Ships of Manila , 3 times")
        assert read('Luck: "Banzai!" Turn: 2 pass', LEXICON).header["luck"].value == "Banzai!"
        assert read("Luck:\nTurn: 2", LEXICON).header["luck"].value == ""

    def test_orders_are_headed_with_the_phase_before_them(self) -> None:
        orders = read("pass Phase: operations pass Phase: end pass", LEXICON)
        assert [order.phase for order in orders.statements] == ["", "operations", "end"]

    def test_what_can_be_wrong_with_it(self) -> None:
        problem = the_problem("Phase: supper")
        assert (problem.code, problem.values["word"], problem.span) == ("unknown-phase", "supper", Span(1, 8, 1, 14))
        assert codes("Turn: 1 Turn: 2") == ["header-twice"]
        assert codes("Turn: 1 Turn: 1") == []


class TestStatements:
    def test_an_order_ends_where_the_next_begins(self) -> None:
        orders = read("target Manila from\nLeyte\npass attack Leyte", LEXICON)
        assert [(order.keyword, [token.value for token in order.tokens]) for order in orders.statements] == [
            ("target", ["manila", "from", "leyte"]), ("pass", []), ("target", ["leyte"])]
        assert orders.statements[0].span == Span(1, 1, 2, 6)

    def test_a_line_may_begin_with_any_word_of_an_order(self) -> None:
        orders = read("retreat Manila,\nelse Leyte", LEXICON)  # "else" looks like "lose"
        assert keywords(orders) == ["retreat"]
        assert not orders.problems

    def test_a_misspelt_keyword_does_not_swallow_its_order(self) -> None:
        orders = read("pass\ntarget Leyte\nretreet Manila\npass", LEXICON)
        assert keywords(orders) == ["pass", "target", "pass"]
        (problem,) = orders.problems
        assert (problem.code, problem.suggestion, problem.span.line) == ("unknown-order", "retreat", 3)

    def test_words_in_front_of_all_orders(self) -> None:
        problem = the_problem("hello Manila pass")
        assert (problem.code, problem.span) == ("unknown-order", Span(1, 1, 1, 6))

    def test_the_text_of_an_order_is_in_its_writers_words(self) -> None:
        assert statement("attack  Manila ( 0606 ), 2 [ Ships ]").text == "target Manila (0606), 2 [Ships]"
        japanese = statement("目標 レイテ マニラから 水上1")
        assert japanese.text == "target レイテ マニラ から 水上 1"
        again = statement(japanese.text)
        assert [token.value for token in again.tokens] == [token.value for token in japanese.tokens]

    def test_the_text_of_an_order_is_one_line(self) -> None:
        assert statement('lose "one\n  two"').text == 'lose "one two"'

    def test_an_empty_file(self) -> None:
        assert codes("") == ["empty-file"]
        assert codes("# nothing\n\n") == ["empty-file"]

    def test_too_many_orders(self) -> None:
        orders = read("pass " * (MAX_STATEMENTS + 1), LEXICON)
        assert [problem.code for problem in orders.problems] == ["too-many-orders"]
        assert orders.statements == ()


class TestBlocks:
    def test_orders_in_a_block_know_its_condition(self) -> None:
        orders = read("when battle at Manila\n lose 1\nend\npass", LEXICON)
        assert [heads(order) for order in orders.statements] == [["when battle at Manila"], []]

    def test_blocks_stand_in_blocks(self) -> None:
        orders = read("standing until turn 8: if x: lose 1 end pass end unless y lose 2 end", LEXICON)
        assert not orders.problems
        assert [heads(order) for order in orders.statements] == [
            ["standing until turn 8", "if x"], ["standing until turn 8"], ["unless y"]]

    def test_what_can_be_wrong_with_blocks(self) -> None:
        assert codes("when x lose 1") == ["when-without-end"]
        assert codes("pass\nend") == ["end-without-when"]
        assert codes("when x lose 1 when y lose 2 end") == ["when-without-end"]
        assert codes("when x end") == ["empty-block"]
        assert codes("when x when y end end") == ["empty-block", "empty-block"]
        assert codes("if a if a if a if a if a pass end end end end end") == ["blocks-too-deep"]

    @pytest.mark.parametrize("words", [
        "lose 1 if x\nlose 2", "lose 1\n\nlose 2", "lose 1 if x unless y\nlose 2",
        "if z: lose 1 if x end\nlose 2", "lose 1 if x # a remark\n\nlose 2", "lose 1 if x"])
    def test_a_condition_behind_an_order_is_for_that_order_alone(self, words: str) -> None:
        orders = read(words, LEXICON)
        behind = [f"{word} {name}" for word, name in (("if", "x"), ("unless", "y")) if f"{word} {name}" in words]
        assert not orders.problems
        assert heads(orders.statements[0]) == (["if z"] if "if z" in words else []) + behind
        assert all(heads(order) == [] for order in orders.statements[1:])

    @pytest.mark.parametrize("words", [
        "lose 1 if x: lose 2 end", "lose 1\nif x\nlose 2\nend", "lose 1 if x lose 2 end"])
    def test_a_block_begins_behind_an_order_all_the_same(self, words: str) -> None:
        assert [heads(order) for order in read(words, LEXICON).statements] == [[], ["if x"]]

    def test_the_phase_called_end_closes_nothing_behind_a_condition(self) -> None:
        orders = read("lose 1 if x\npass end", LEXICON)
        assert not orders.problems
        assert [(order.phase, heads(order)) for order in orders.statements] == [
            ("", ["if x"]), ("end", [])]

    def test_where_there_are_ends_conditions_open_blocks_wherever_the_lines_break(self) -> None:
        words = "pass when x lose 1 end lose 2 if y lose 3 end"
        for broken in (words, words.replace(" ", "\n"), words.replace(" lose", "\nlose")):
            orders = read(broken, LEXICON).statements
            assert [heads(order) for order in orders] == [[], ["when x"], [], ["if y"]], broken

    def test_what_stands_in_for_an_order_does_not_follow_its_condition(self) -> None:
        assert codes("lose 1 if x\nelse lose 2") == ["when-without-end"]
        assert codes("lose 1 else lose 2 if x") == ["when-without-end"]

    def test_a_line_that_begins_with_in_is_a_block_of_its_own(self) -> None:
        orders = read("pass\nin battle at Manila: lose 1 if x\npass\nin battle at Manila:\n lose 1\n pass\nend",
                      LEXICON)
        assert not orders.problems
        assert [heads(order) for order in orders.statements] == [
            [], ["when battle at Manila", "if x"], [], ["when battle at Manila"], ["when battle at Manila"]]
        assert codes("in battle at Manila: lose 1\nend") == []
        assert codes("in battle at Manila:\n lose 1") == ["when-without-end"]

    def test_in_within_an_order_opens_no_block(self) -> None:
        orders = read("lose 1\nin Manila\npass", LEXICON).statements
        assert [order.text for order in orders] == ["lose 1 in Manila", "pass"]

    def test_the_place_of_an_open_block(self) -> None:
        assert the_problem("pass\nwhen x lose 1").span == Span(2, 1, 2, 5)




class TestAlternatives:
    def test_an_order_behind_else_stands_in_for_the_one_before(self) -> None:
        first, second = read("lose 1 at Manila, else lose 2\nelse pass\nlose 3", LEXICON).statements
        assert [each.keyword for each in first.alternatives] == ["lose", "pass"]
        assert [token.value for token in first.tokens] == ["1", "at", "manila"]
        assert not second.alternatives

    def test_else_needs_an_order_before_it(self) -> None:
        assert codes("else lose 1") == ["else-without-first"]
        assert codes("when x lose 1 end else lose 2") == ["else-without-first"]

    def test_cancel_may_name_standing_orders(self) -> None:
        lexicon = replace(LEXICON, keywords=LEXICON.keywords | {"cancel"})
        assert [order.text for order in read("cancel standing orders\nlose 1", lexicon).statements] == [
            "cancel standing orders", "lose 1"]
        for block in ("standing until turn 8: lose 1 end", "standing orders until turn 8: lose 1 end"):
            cancel, order = read(f"cancel\n{block}", lexicon).statements
            assert (cancel.text, order.scope[0].word) == ("cancel", "standing")

    def test_else_needs_an_order(self) -> None:
        assert codes("lose 1 else") == ["else-without-order"]
        assert codes("when x lose 1 else end") == ["else-without-order"]
        assert codes("lose 1 else Side: japan") == ["else-without-order"]


def heads(order: Statement) -> list[str]:
    return [" ".join([block.word, *(token.text for token in block.tokens)]) for block in order.scope]


# -- the phase called "end" ------------------------------------------------------------------------------------------
ENDLESS = replace(LEXICON, phases={})


@pytest.mark.parametrize(("words", "orders"), [
    ("pass end", [("pass", "end", 0)]), ("pass end\npass", [("pass", "end", 0), ("pass", "", 0)]),
    ("when Hawaii: pass end", [("pass", "", 1)]), ("when Hawaii: pass end\npass end",
                                                  [("pass", "", 1), ("pass", "end", 0)])])
def test_an_order_for_the_phase_called_end(words: str, orders: list[tuple[str, str, int]]) -> None:
    """Within a block `end` is the end of the block."""
    text = read(words, LEXICON)
    assert [(order.keyword, order.phase, len(order.scope)) for order in text.statements] == orders
    assert text.problems == ()


@pytest.mark.parametrize("words", ["pass\nend", "end", "attack HI end"])
def test_an_end_of_nothing_is_a_problem_still(words: str) -> None:
    assert "end-without-when" in [problem.code for problem in read(words, LEXICON).problems]


def test_where_no_phase_is_called_end_it_closes_a_block_alone() -> None:
    assert [problem.code for problem in read("pass end", ENDLESS).problems] == ["end-without-when"]


class TestLists:
    @pytest.mark.parametrize("mark", ["-", "- ", "* ", "• ", "1. ", "12) ", "(3) ", "  – ", "・", "１．", "- 1. "])
    def test_what_stands_before_the_lines_of_a_list_means_nothing(self, mark: str) -> None:
        orders = read(f"{mark}Side: japan\n{mark}target Leyte\n{mark}if we have 2 points:\n"
                      f"{mark}pass\n{mark}end", LEXICON)
        assert not orders.problems and orders.header["side"].value == "japan"
        assert [order.text for order in orders.statements] == ["target Leyte", "pass"]

    def test_the_places_of_words_stay_what_they_are(self) -> None:
        (order,) = read("pass\n 2) target Leyte", LEXICON).statements[1:]
        assert order.span == Span(2, 5, 2, 17)

    @pytest.mark.parametrize("words", ["lose\n3 pass", "retreat Hanoi\n- Leyte\npass", "lose\n2. naval"])
    def test_numbers_and_strokes_within_an_order_stay(self, words: str) -> None:
        written = " ".join(order.text for order in read(words, LEXICON).statements)
        assert set("3-2") & set(written)

    def test_numbers_in_words(self) -> None:
        assert values("two naval, Twelve land") == ["2", "naval", ",", "12", "land"]
