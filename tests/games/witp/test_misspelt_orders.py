"""Every fault of an order is told at once, each with its place and the word most like it; one slip is one problem."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.games.witp import played
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.orders.kinds import ORDERS, order_value
from witp_pbem.table import text
from witp_pbem.table.demand import Order
from witp_pbem.table.language import speaking
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import full_lexicon, read_order, unreadable
from witp_pbem.table.tokens import Token, tokens
from witp_pbem.table.wording import problem_sentence

GAME: Any = game()
WORDS = full_lexicon(GAME)
OTHERS = [
    "withhold JP-A-1 at Palau (0707)", "keep 1942-03 at Manila (0606)", "invoke any at Leyte (0607)", "declare war",
    "retreat from Manila (0606) to Leyte (0607), Palau (0707), then any", "pass rebuilding", "pass fleets",
    "target Manila (0606) from Kure (0804): 2 naval, 1 carrier carrying 1 land via Taiwan (0605) leaving 1 naval at "
    "Taiwan (0605) from Palau (0707): all fleet", "lose 2 naval, carrier, then any at Manila (0606)",
    "use 1942-03 on 1 american naval at Leyte (0607)", "redeploy all carrier, all naval to Kure (0804), Truk (0907)",
    "choose any", "rebuild all carrier, then any", "resolve Manila (0606), Leyte (0607), then any",
    'ruling for japan: spend 2 RP as impulse because "agreed"', 'ruling put JP-N-1 at Truk (0907) because "a slip"']


def faults(order: str) -> list[Problem]:
    """What is wrong with an order, by place."""
    orders_text = text.read(order, WORDS)
    problems = unreadable(GAME, orders_text)
    for statement in orders_text.statements:
        read = GAME.read(statement)
        problems += read if read and isinstance(read[0], Problem) else ()
    for statement in orders_text.statements[:1]:
        for block in statement.scope:
            condition = GAME.condition(block)
            problems += condition if condition and isinstance(condition[0], Problem) else ()
    return sorted(problems, key=lambda problem: problem.span)


def brief(order: str) -> list[tuple[str, str]]:
    """The words at fault, each with the one most like it; an order that breaks off is an ellipsis."""
    return [(str(problem.values["word"]) if "word" in problem.values else "…", problem.suggestion)
            for problem in faults(order)]


# -- one slip, one problem ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("order", "expected"), [
    ("target Mannila form Taiwan: 1 navel carying 1 land",
     [("Mannila", "Manila"), ("form", "from"), ("navel", "naval"), ("carying", "carrying")]),
    ("targt Mannila from Kure: 1 naval", [("targt", "target"), ("Mannila", "Manila")]),
    ("target Port Morseby from San Fransisco: all fleets",
     [("Port Morseby", "Port Moresby"), ("San Fransisco", "San Francisco")]),
    ("target Manila zzz Kure: 1 naval", [("zzz", "")]), ("target Manila Kure: 1 plane", [("Kure", ""), ("plane", "")]),
    ("target from Kure: 1 naval", [("from", "")]), ("target Manila", [("…", "")]), ("target", [("…", "")]),
    ("target Manila from Kure: tanks", [("tanks", "")]), ("target Atlantis from Kure: 1 naval", [("Atlantis", "")]),
    ("target Manila from Kure: 1 naval carryng 2 lnd via 0705, 06x5 leavin 1 navl at Leytte",
     [("carryng", "carrying"), ("lnd", "land"), ("06x5", "0605"), ("leavin", "leaving"), ("navl", "naval"),
      ("Leytte", "Leyte")]),
    ("build Truk, Atlantis, Palu", [("Atlantis", ""), ("Palu", "Palau")]),
    ("build bake (1106)", [("bake", "Wake")]), ("build basse at Wake", [("basse", "base")]),
    ("build because", [("because", "")]), ("resolve Manila, thn Leyte", [("thn", "then")]),
    ("lose 2 navl, then carier at Manlia", [("navl", "naval"), ("carier", "carrier"), ("Manlia", "Manila")]),
    ("lose zzz, then any", [("zzz", "")]), ("lose 2 naval, zzz, then any", [("zzz", "")]),
    ("lose 2 naval, then anny", [("anny", "any")]), ("lose 1 naval xx Manila", [("xx", "")]),
    ("retreat from Mannila to Leite, esle Palau", [("Mannila", "Manila"), ("Leite", "Leyte"), ("esle", "else")]),
    ("redeploy 1 naval Kure to Truk", [("Kure", "")]), ("redeploy 1 naval frm Kure to", [("…", ""), ("frm", "from")]),
    ("redeploy zzz from Kure to Palu vai Trk", [("zzz", ""), ("Palu", "Palau"), ("vai", "via"), ("Trk", "Truk")]),
    ("use 1942-O3 on 1 US navel at Leytte", [("1942-O3", "1942-03"), ("navel", "naval"), ("Leytte", "Leyte")]),
    ("rebuild 2 [navl] at Kuure", [("navl", "naval"), ("Kuure", "Kure")]), ("choose 1 naval zzz", [("zzz", "")]),
    ("rebuild [1 naval at Kuure", [("at", ""), ("Kuure", "Kure")]),
    ("pass flets", [("flets", "fleets")]), ("pass now or never", [("now", "")]), ("bid many", [("many", "")]),
    ('ruling for Jpan: spend 3 RP as an impulze becuase "x"',
     [("Jpan", "japan"), ("impulze", "impulse"), ("becuase", "because")]),
    ("if Japn targets Mannila and we contrl Trk: pass end",
     [("Japn", "japan"), ("Mannila", "Manila"), ("contrl", "control"), ("Trk", "Truk")]),
    ("if turn now and the moon rises and we have 2 navl at Kure: pass end",
     [("now", ""), ("moon", ""), ("navl", "naval")]),
    ("when battle at Mannila: lose navl end", [("Mannila", "Manila"), ("navl", "naval")]),
    ("目標 マニロ 台弯から: 1 navel", [("マニロ", "マニラ"), ("台弯", "台湾"), ("navel", "naval")]),
    ("目標 マニラ 呉から: 水下1 輸走 地上1", [("水下", "水上"), ("輸走", "輸送")]),
    ("損害 水下、次に 任竟", [("水下", "水上"), ("任竟", "任意")]),
])
def test_every_fault_is_told_at_once(order: str, expected: list[tuple[str, str]]) -> None:
    assert brief(order) == expected
    assert all(problem.kind == "invalid" for problem in faults(order))


def test_before_a_word_that_may_be_left_out_what_follows_it_is_expected() -> None:
    broken, unknown = faults("move CV-2 to Truk")
    assert (broken.values["wanted"], unknown.values["wanted"]) == ('"from" and the place where units start', "a place")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_was_expected_is_told_in_the_language_spoken(language: str) -> None:
    with speaking(language):
        sentences = [problem_sentence(problem, GAME.catalogue) for problem in
                     faults("target Mannila form Taiwan: 1 navel carying 1 land")]
    assert sentences == {"en": [
        'There is no place called "Mannila".',
        '"form" is not understood here; expected: "from" and the place where units start.',
        '"navel" is not understood here; expected: units, such as 2 naval.',
        '"carying" is not understood here; expected: "carrying".',
    ], "ja": [
        "「Mannila」という場所はありません。",
        "ここでは「form」を解釈できません。ここに必要なもの：ユニットの出発地と「から」。",
        "ここでは「navel」を解釈できません。ここに必要なもの：「水上2」のようなユニット。",
        'ここでは「carying」を解釈できません。ここに必要なもの："carrying"。',
    ]}[language]


# -- any order, spoilt ------------------------------------------------------------------------------------------------


@cache
def orders(language: str) -> tuple[str, ...]:
    """Orders as the program writes them, of every kind."""
    others = [read_order(GAME, order) for order in OTHERS]
    values = [*played.values(), *(order_value(order) for order in others if isinstance(order, Order))]
    with speaking(language):
        return tuple(GAME.write(value) for value in values)


def spoil(word: str, data: st.DataObject) -> str:
    """A word with a letter missing, wrong or too many, or with two that have changed places."""
    at = data.draw(st.integers(0, len(word) - 1))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz" if word.isascii() else "州府田中山"))
    return data.draw(st.sampled_from([
        word[:at] + word[at + 1:], word[:at] + letter + word[at + 1:], word[:at] + letter + word[at:],
        word[:max(at - 1, 0)] + word[max(at - 1, 0):at + 1][::-1] + word[at + 1:]]))


def may_be_spoilt(token: Token) -> bool:
    """Whether a word is long enough to be known again."""
    return token.kind in ("word", "name") and token.text.isalpha() and len(token.text) >= 4


@settings(max_examples=200)
@given(st.data())
def test_as_many_problems_as_slips(data: st.DataObject) -> None:
    order = data.draw(st.sampled_from(orders("en")))
    words = [token for token in tokens(order, WORDS) if may_be_spoilt(token)]
    assume(words)
    chosen = data.draw(st.lists(st.sampled_from(words), min_size=1, max_size=4, unique_by=lambda token: token.span))
    slips = 0
    for token in sorted(chosen, key=lambda token: token.span, reverse=True):
        start, end = token.span.column - 1, token.span.end_column - 1
        word = spoil(order[start:end], data)
        assume(word and not WORDS.known(word.casefold()) and not WORDS.index.begun([word]))
        assume(tokens(word, WORDS)[0].kind != "number")  # "then" may become "ten"
        if token.first_on_line:  # of two orders the first is taken
            assume(WORDS.spelling.nearest(word.casefold()) == (token.value,))
        order = order[:start] + word + order[end:]
        slips += 1
    problems = faults(order)
    assert len(problems) == slips, (order, [(problem.code, dict(problem.values)) for problem in problems])
    assert all(problem.suggestion for problem in problems), order


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_written_is_read_again(language: str) -> None:
    for value, order in zip(played.values(), orders(language), strict=False):
        read = read_order(GAME, order)
        assert isinstance(read, Order) and order_value(read) == value, order


def test_forms_are_shown_of_all_orders_of_players() -> None:
    forms = GAME.catalogue.words["form"]
    assert forms["target"] == ("target PLACE from PLACE: UNITS carrying UNITS via PLACE, PLACE (and more stacks: "
                               "from …)")
    assert forms["use"] == "use CARD (on UNITS or PLACE, if it strikes any)" and "ruling" not in forms
    with speaking("ja"):
        assert forms["retreat"] == "退却 場所、または 場所へ"
        assert forms["lose"] == "損害 ユニット、次に ユニット、次に 任意"
    assert set(forms) | {"ruling"} == ORDERS.keywords
