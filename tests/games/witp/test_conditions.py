"""What orders given ahead may wait for."""

from __future__ import annotations

import pytest

from tests.games.witp.scripted import board, written
from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.folder.fates import NoFate
from witp_pbem.games.witp.board.events import Passed
from witp_pbem.games.witp.game import game
from witp_pbem.table.demand import Condition, Order
from witp_pbem.table.language import speaking
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.sitting import GameRules, full_lexicon, read_statement
from witp_pbem.table.table import Table
from witp_pbem.table.text import read
from witp_pbem.table.wording import phrase_words

UNITS = ("JP-N-1 0606", "JP-N-2 0606 reduced", "JP-L-1 0606", "US-A-1 1406")


def holds(words: str, side: str = "japan", block: str = "if") -> bool:
    """Whether a condition holds on a board of turn 4: Japan in Manila, bases at Truk and Pearl Harbor."""
    position = board(*UNITS, japan=["0907"], allies=["1406"], targets={"japan": ("0606",), "allies": ()},
                     rp={"japan": 3, "allies": 8}, discards=("1942-05",), continuing=("0507",))
    ((_, order),) = written(side, f"{block} {words}: pass end")
    acts = [Passed("witp 8.1.b", "allies", "movement")]
    return all(condition.holds(position, acts, side) for condition in order.conditions)


def words_of(condition: Condition) -> str:
    return phrase_words(condition.phrase, game().catalogue)


@pytest.mark.parametrize(("words", "expected"), [
    ("Japan targets Manila", True), ("we target Manila", True), ("the Allies target Manila", False),
    ("the enemy targets Manila", False), ("Japan targets Leyte", False),
    ("the enemy has passed", True), ("the Allies have passed", True), ("the Allies pass", True),
    ("Japan passes", False),
    ("we control Manila", True), ("the enemy controls Manila", False), ("the Allies hold Pearl Harbor", True),
    ("we have a base at Truk", True), ("Japan builds Truk", True), ("the enemy has a base at Truk", False),
    ("we have no base at Truk", False), ("we have no base at Palau", True),
    ("we have units at Manila", True), ("the enemy has units at Manila", False), ("Japan has 2 naval at Manila", True),
    ("we have 3 naval at Manila", False), ("we have 1 full naval at Manila", True),
    ("we have 2 full naval at Manila", False), ("we have no naval at Manila", False),
    ("we have no air at Manila", True),
    ("we have [1 naval] at Manila", True), ("we have JP-N-1 at Manila", True), ("we have JP-N-1 at Truk", False),
    ("we have 3 points", True), ("we have 4 points", False), ("the enemy has 8 RP", True),
    ("we go first", True), ("the enemy goes first", False), ("1942-05 is used", True), ("1942-5 used", True),
    ("1942-06 is used", False), ("the battle continues at Saigon", True), ("battle continues at Manila", False),
    ("turn 4", True), ("turn 5", False), ("turn 3", True),
])
def test_what_holds(words: str, expected: bool) -> None:
    assert holds(words) is expected
    assert holds(words, block="unless") is not expected


@pytest.mark.parametrize("words", ["we control Manila", "we have 8 points", "the enemy targets Manila"])
def test_we_and_the_enemy_are_seen_from_the_side_that_orders(words: str) -> None:
    assert holds(words, "japan") is not holds(words, "allies")


def test_blocks_in_blocks_all_have_to_hold() -> None:
    (order,) = [order for _, order in written("japan", "if we go first: unless turn 5: pass end end")]
    assert [words_of(condition) for condition in order.conditions] == ["we go first", "it is not the case that turn 5"]


@pytest.mark.parametrize(("words", "text"), [
    ("Japan targets マニラ", "Japan targets Manila (0606)"),
    ("the allies target 0606", "the Allies target Manila (0606)"),
    ("enemy has 2 naval at Manila", "the enemy has 2 naval at Manila (0606)"),
    ("they have passed", "the enemy has passed"),
])
def test_a_condition_in_plain_words(words: str, text: str) -> None:
    ((_, order),) = written("japan", f"if {words}: pass end")
    assert words_of(order.conditions[0]) == text


@pytest.mark.parametrize(("words", "text"), [
    ("もし 日本 目標 マニラ ：", "Japan targets Manila (0606)"),
    ("もし日本がマニラを目標にしたら：", "Japan targets Manila (0606)"),
    ("もし 連合軍がマニラを目標：", "the Allies target Manila (0606)"), ("もし 敵がパス：", "the enemy has passed"),
    ("もし 敵がパスした場合", "the enemy has passed"), ("もし 我々がマニラを支配：", "we control Manila (0606)"),
    ("もし 我が軍 支配 マニラ：", "we control Manila (0606)"),
    ("限り 味方がマニラを支配：", "it is not the case that we control Manila (0606)"),
    ("もし 敵の水上2がマニラにいる：", "the enemy has 2 naval at Manila (0606)"),
    ("もし マニラに敵のユニットがいない：", "the enemy has no units at Manila (0606)"),
    ("もし 敵の基地がトラックにない：", "the enemy has no base at Truk (0907)"), ("もし 我々が先攻：", "we go first"),
    ("もし 1944-06を使用：", "1944-06 is used"), ("もし 我々が5点ある：", "we have 5 points"),
    ("もし ターン8：", "turn 8"),
    ("もし マニラの戦闘が継続：", "the battle continues at Manila (0606)"),
    ("if the enemy has passed and we control Manila:", "the enemy has passed and we control Manila (0606)"),
    ("when Japan has targeted Manila", "Japan targets Manila (0606)"), ("if we pass", "we have passed"),
    ("if the enemy\ntargets\nManila\n", "the enemy targets Manila (0606)"),
])
def test_conditions_as_people_write_them(words: str, text: str) -> None:
    """With and without colon, wrapped by a mail program, in Japanese with its particles and its verb at the end; read
    from the seal again they mean the same."""
    (statement,) = read(f"{words} パス 終わり", game().lexicon).statements
    order = read_statement(game(), statement)
    assert isinstance(order, Order), order
    assert [words_of(condition) for condition in order.conditions] == [text]
    again = slips.order(slips.content(statement, f"{words} パス 終わり"), game(), (1, 0))
    assert isinstance(again, Order) and [words_of(condition) for condition in again.conditions] == [text]


@pytest.mark.parametrize(("words", "text"), [
    ("継続命令 取消まで：", "cancelled"), ("継続命令 ターン8まで", "turn 8"), ("継続命令 まで ターン8", "turn 8"),
    ("継続命令 日本がマニラを目標にするまで：", "Japan targets Manila (0606)"),
    ("standing orders until turn 8", "turn 8"),
    ("standing until cancelled", "cancelled"), ("standing until 1944-06 is used", "1944-06 is used"),
])
def test_how_long_standing_orders_last(words: str, text: str) -> None:
    (statement,) = read(f"{words} パス 終わり", full_lexicon(game())).statements
    order = read_statement(game(), statement)
    assert isinstance(order, Order) and order.until, order
    assert words_of(order.until) == text


def test_what_happened_in_an_earlier_step_is_over() -> None:
    """Whether earlier steps lie in the same sitting makes no difference: `has passed` speaks of this segment."""
    table = Table(GameRules(game()), None, [Passed("witp 6.0.b", "allies", "bases")], PendingOrders(), NoFate())
    assert not table.happened
    table.acts.append(table.record[0])
    assert table.happened
    table.begin("operations")
    assert not table.happened


@pytest.mark.parametrize(("words", "code"), [
    ("", "order-breaks-off"), ("we control Manila and", "order-breaks-off"),
    ("we control Manila and 9999", "unexpected-word"), ("the moon rises", "unknown-word"),
    ("Japan sleeps", "unknown-word"),
    ("we control", "order-breaks-off"), ("we control 9999", "no-such-hex"), ("turn now", "unknown-word"),
    ("we have 2 at Manila", "units-without-type"), ("we control Manila today", "unknown-word"),
    ("1942-05 lies", "unknown-word"), ("Manila", "unexpected-word"),
])
def test_what_is_no_condition(words: str, code: str) -> None:
    (statement,) = read(f"if {words}: pass end", game().lexicon).statements
    problems = read_statement(game(), statement)
    assert not isinstance(problems, Order)
    assert [problem.code for problem in problems] == [code]


@pytest.mark.parametrize("words", [
    "Japan targets Manila and the enemy has passed",
    "turn 4 and 1942-05 is used and the battle continues at Saigon",
    "we have 2 naval at Manila and the enemy has no base at Truk",
    "Japan goes first and Japan has 3 points and the Allies build Samoa",
    "we control Truk and we have no units at Saigon", "the enemy has 1 japanese naval at Manila",
    "Japan has no 2 full carrier at Truk"])
@pytest.mark.parametrize("block", ["もし {condition}:", "継続命令 {condition}まで:"])
def test_conditions_told_in_japanese_can_be_typed_in(words: str, block: str) -> None:
    """Joined ones, too, whose verbs are words that begin orders elsewhere."""
    with speaking("ja"):
        sentence = phrase_words(said := condition_of(f"if {words}:"), game().catalogue)
        again = condition_of(block.format(condition=sentence))
    assert again == said and "and" not in sentence


def condition_of(head: str) -> Phrase:
    """What an order under a head waits for, as it is recorded."""
    (statement,) = read(f"{head} pass end", full_lexicon(game())).statements
    order = read_statement(game(), statement)
    assert isinstance(order, Order)
    return (order.until or order.conditions[0]).phrase
