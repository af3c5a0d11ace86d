"""Checking orders: every mistake at once, with its place; what depends on others is no mistake."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.campaign import toy
from tests.campaign.desk import Desk, codes
from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.orders.check import check
from witp_pbem.campaign.orders.template import WIDTH, template
from witp_pbem.campaign.record.laid_open import WholeFile
from witp_pbem.table.demand import Order
from witp_pbem.table.text import read


def test_all_mistakes_are_found_at_once(desk: Desk) -> None:
    text = ("Campaign: other\nTurn: 1\nSide: red\n\nbid 9\nbid\nraid Green Island\nraid Red Island\nplai storm\n"
            "ruling red gains 2\n")
    checked = check(desk.open(), "orders.txt", text.encode())
    assert [(problem.span.line, problem.span.column, problem.code) for problem in checked.problems] == [
        (1, 11, "wrong-campaign"), (5, 1, "bid-too-high"), (6, 1, "order-breaks-off"), (7, 6, "unknown-word"),
        (8, 1, "own-island"), (9, 1, "unknown-order"), (10, 1, "referee-only")]
    text = text.replace("other", "isles")
    checked = check(desk.open(), "orders.txt", text.encode())
    assert [(problem.span.line, problem.code) for problem in checked.problems] == [
        (5, "bid-too-high"), (6, "order-breaks-off"), (7, "unknown-word"), (8, "own-island"), (9, "unknown-order"),
        (10, "referee-only")]
    assert all(problem.file == "orders.txt" for problem in checked.problems)


@pytest.mark.parametrize(("header", "problem"), [
    ({"Campaign": ""}, "missing-header"), ({"Turn": ""}, "missing-header"), ({"Side": ""}, "missing-header"),
    ({"Campaign": "elsewhere"}, "wrong-campaign"), ({"Turn": "2"}, "wrong-turn"), ({"Turn": "one"}, "wrong-turn"),
    ({"Side": "green"}, "unknown-side"), ({"After": "0123456789abcdef" * 2}, "stale"), ({"After": "abc"}, "not-a-hash"),
    ({"Phase": "lunch"}, "unknown-phase"),
])
def test_headers(desk: Desk, header: dict[str, str], problem: str) -> None:
    assert codes(desk.check("red", "bid 1", **header).problems) == [problem]


def test_all_header_lines_may_be_missing(desk: Desk) -> None:
    checked = check(desk.open(), "x", b"bid 1\n")
    assert [problem.values["key"] for problem in checked.problems] == ["Campaign", "Turn", "Side"]


@pytest.mark.parametrize("data", [b"", b"\n\n# nothing\n", b"\x00\x01\x02", b"\xff\xfe", b"a" * 300_000, b"\x1b[31m"])
def test_what_is_no_orders_file(desk: Desk, data: bytes) -> None:
    checked = check(desk.open(), "x", data)
    assert len(checked.problems) == 1


def test_a_header_without_orders(desk: Desk) -> None:
    assert codes(desk.check("red", "# bid 1").problems) == ["nothing-ordered"]


def test_stale_orders_are_refused_with_the_reason(desk: Desk) -> None:
    founding, dealt = desk.entries()[0]["hash"], desk.entries()[-1]["hash"]
    assert desk.check("red", "bid 1", After=dealt).problems == ()
    assert desk.check("red", "bid 1", After=dealt[:32]).problems == ()
    assert desk.check("red", "bid 1", After=dealt.upper()).problems == ()
    problem, = desk.check("red", "bid 1", After=founding).problems
    assert problem.code == "stale"
    assert founding[:12] in problem.values["given"] and dealt[:12] in problem.values["last"]
    assert problem.suggestion == f"After: {dealt}"
    assert not desk.submit("red", "bid 1", After=founding).stands


def test_submissions_do_not_make_orders_stale(desk: Desk) -> None:
    dealt = desk.entries()[-1]["hash"]
    desk.order("red", "bid 1", After=dealt)
    desk.order("red", "bid 2", After=dealt)


def test_orders_as_understood(desk: Desk) -> None:
    checked = desk.check("red", "BID   3  # ours\nraid 青島へ\npass")
    assert [(line.written, line.full) for line in checked.lines] == [
        ("BID   3", "bid 3"), ("raid 青島へ", ""), ("pass", "")]
    assert [due.demand.side for due in checked.dues] == ["blue"] and not checked.assumed


def to_raids(desk: Desk) -> None:
    desk.order("red", "bid 1")
    desk.order("blue", "bid 1")
    desk.sit()


def test_the_other_sides_pass_is_assumed(desk: Desk) -> None:
    """Blue speaks second: its orders are judged as though red passed."""
    to_raids(desk)
    card = next(card for card in toy.CARDS if card != desk.open().look("flags/1"))
    checked = desk.check("blue", f"pass\nplay {card}")
    assert checked.assumed and checked.problems == ()
    assert checked.lines[0].full == "pass"
    assert codes(checked.depends) == ["not-your-card"]


def test_an_order_that_hangs_on_an_unlikely_one_says_so(desk: Desk) -> None:
    """An order that turns out illegal ends those behind it for the same decision."""
    to_raids(desk)
    checked = desk.check("blue", "raid Red Island with 9 boats\nraid Red Island\npass")
    assert codes(checked.depends) == ["no-boats"]
    assert ["only if line 5 stands" in line.note for line in checked.lines] == [False, True, True]
    desk.order("blue", "raid Red Island with 9 boats\nraid Red Island\npass")
    desk.order("red", "pass")
    assert [due.demand.side for due in desk.sit().dues] == ["blue"]


def test_what_is_certain_is_a_problem_in_any_case(desk: Desk) -> None:
    to_raids(desk)
    assert codes(desk.check("blue", "raid Blue Island\npass").problems) == ["own-island"]
    assert codes(desk.check("red", "raid Blue Island\nraid Red Island\npass").problems) == ["own-island"]


def test_an_illegal_order_does_not_hide_the_next(desk: Desk) -> None:
    to_raids(desk)
    checked = desk.check("red", "raid Blue Island with 9 boats\nraid Red Island\npass")
    assert codes(checked.problems) == ["no-boats", "own-island"]
    assert checked.problems[0].instead == {"order": "raid", "place": "0202", "boats": 5}


def test_the_other_sides_sealed_orders_are_not_used(desk: Desk) -> None:
    desk.order("blue", "bid 5\npass\npass")
    checked = desk.check("red", "bid 1\nraid Blue Island")
    assert [due.demand.side for due in checked.dues] == ["blue"]
    assert checked.lines[1].full == ""


def test_another_sides_card_is_not_told(desk: Desk) -> None:
    """The trial looks at a side's own cards only."""
    to_raids(desk)
    cards = {desk.open().look("flags/0"): "red", desk.open().look("flags/1"): "blue"}
    for card, owner in cards.items():
        for side in toy.SIDES:
            depends = codes(desk.check(side, f"pass\nplay {card}").depends)
            assert depends == ([] if side == owner else ["not-your-card"])


def test_orders_recorded_before_count_along(desk: Desk) -> None:
    to_raids(desk)
    desk.order("red", "pass", Phase="raids")
    checked = desk.check("red", "pass", Phase="cards")
    assert checked.lines[0].full == "pass"
    assert checked.assumed


def test_files_of_one_go_count_along(desk: Desk) -> None:
    from witp_pbem.campaign.orders.submit import check_all

    to_raids(desk)
    files = [("a", desk.text("red", "pass", Phase="raids").encode()),
             ("b", desk.text("red", "pass", Phase="cards").encode())]
    assert [each.lines[0].full for each in check_all(desk.open(), files)] == ["pass", "pass"]


def test_nothing_can_be_ordered_after_the_end(played: Desk) -> None:
    assert "game-over" in codes(played.check("red", "bid 1").problems)


def test_orders_in_japanese_come_back_from_their_seal(desk: Desk) -> None:
    """A postposition stands behind its place; the sealed text is cut as it was written."""
    to_raids(desk)
    desk.order("red", "襲撃 青島へ 3 舟\nパス")
    desk.order("blue", "パス\nlose 舟")
    desk.sit()
    texts = [item["content"]["text"] for entry in desk.entries() for item in entry.get("opened", ())]
    assert "襲撃 青島へ 3 舟" in texts


@given(text=st.lists(st.sampled_from([
    *sorted(toy.LEXICON.keywords), *toy.CARDS, "Campaign: isles", "Turn: 1", "Side: red", "Side: referee",
    "Phase: raids", "After: 0", "Luck:", "when", "end", "dice", "card", "Blue Island", "青島", "へ", "0101", "3", "99",
    ":", "[", '"', '"bid 1"', "#", "decide", "gains", "red", "\n", "\n", "\t", "\u3000", "\x1b", "é"]),
    max_size=40).map(" ".join))
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_text_makes_a_check_fail(desk: Desk, text: str) -> None:
    """Whatever stands in a file, it is understood or told; what stands is kept and comes back the same."""
    campaign = desk.open()
    checked = check(campaign, "x", text.encode())
    for statement in checked.statements if not checked.problems else ():
        if statement.keyword in ("dice", "card", "ruling"):
            continue
        slip = slips.content(statement, checked.text)
        order = slips.order(slip, campaign.game, (1, 0))
        assert isinstance(order, Order)
        assert order.body == campaign.game.read(statement)


@pytest.mark.parametrize(("words", "kept"), [
    ("raid Blue Island # theirs\n   with 2 boats   # all of them", "raid Blue Island # theirs\n   with 2 boats"),
    ("when storm\nraid 青島へ\nend", "raid 青島へ"), ("raid\n\n\nBlue\nIsland", "raid\n\n\nBlue\nIsland"),
])
def test_a_slip_holds_an_order_as_it_was_written(desk: Desk, words: str, kept: str) -> None:
    game = desk.open().game
    statement, = read(f"Phase: raids\n{words}\n", game.lexicon).statements
    slip = slips.content(statement, f"Phase: raids\n{words}\n")
    assert slip["text"] == kept and slip["phase"] == "raids"
    order = slips.order({**slip, "line": statement.span.line}, game, (3, 1))
    assert isinstance(order, Order) and order.source == (3, 1)
    assert order.statement.span.line == statement.span.line
    assert order.body == game.read(statement)
    assert ([(block.word, [token.value for token in block.tokens]) for block in order.statement.scope]
            == [(block.word, [token.value for token in block.tokens]) for block in statement.scope])


@pytest.mark.parametrize("words", [
    "raid Blue Island with 2 boats # theirs\nelse pass", "when storm\nraid 青島へ\nelse raid Red Island\npass\nend",
    "standing orders until cancelled\nraid Blue\nIsland\nend\nbid 1", "pass anyway",
])
def test_an_order_read_in_its_file_is_the_one_its_slip_holds(desk: Desk, words: str) -> None:
    """A proof reads a file that lies open once, and not its orders again."""
    game = desk.open().game
    file = WholeFile("ab" * 32, {"text": f"Campaign: isles\nTurn: 1\nSide: red\n\nPhase: raids\n{words}\n",
                                 "signature": ""})
    reading = slips.read_file(file, game)
    assert reading.statements.keys() == reading.sealed.slips.keys() and reading.header == {
        "campaign": "isles", "turn": "1", "side": "red", "phase": "raids"}
    for place, statement in reading.statements.items():
        slip = reading.sealed.slips[place]
        alone = slips.order(slip, game, (3, place))
        there = slips.order({**slip, "line": 99}, game, (3, place), statement)
        assert isinstance(there, Order) and isinstance(alone, Order)
        assert (there.source, there.file) == (alone.source, alone.file) == ((3, place), "entry 3")
        for one, other in zip(there.options, alone.options, strict=True):
            assert (one.keyword, one.phase, one.body, one.anyway) == (
                other.keyword, other.phase, other.body, other.anyway)
            assert [term.phrase for term in one.conditions] == [term.phrase for term in other.conditions]
            assert (one.until and one.until.phrase) == (other.until and other.until.phrase)


def test_what_cannot_be_read_has_no_orders_read_there(desk: Desk) -> None:
    """The slips of such a file, which no honest program records, are read one by one."""
    file = WholeFile("ab" * 32, {"text": "Side: red\n\npass\nend\n", "signature": ""})
    reading = slips.read_file(file, desk.open().game)
    assert len(reading.sealed.slips) == 1 and not reading.statements
    assert slips.read_file(file._replace(content={"text": "a\x00b", "signature": ""}), desk.open().game).header is None


# -- the template -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["red", "blue"])
def test_a_template_passes_once_a_line_is_uncommented(desk: Desk, side: str) -> None:
    text = template(desk.open(), side)
    assert codes(check(desk.open(), "x", text.encode()).problems) == ["nothing-ordered"]
    filled = re.sub(r"^# bid 3$", "bid 3", text, flags=re.MULTILINE)
    assert filled != text
    assert check(desk.open(), "x", filled.encode()).problems == ()
    assert all(len(line) <= WIDTH for line in text.splitlines())
    assert f"After: {desk.entries()[-1]['hash']}" in text


def test_a_template_says_when_nothing_is_owed(desk: Desk) -> None:
    to_raids(desk)
    assert "You owe nothing now" in template(desk.open(), "blue")
    assert "raid Blue Island with 1 boats" in template(desk.open(), "red")


def test_a_template_for_the_referee(tmp_path: object, desk: Desk) -> None:
    by_hand = Desk(desk.folder.parent / "given", dice="manual")
    text = template(by_hand.open(), "referee")
    assert "# card red storm" in text
    filled = text.replace("# card red storm", "card red storm")
    assert check(by_hand.open(), "x", filled.encode()).problems == ()
    assert "Nobody owes anything before the next sitting" in template(Desk(desk.folder.parent / "new").open(), "red")


def test_a_template_after_the_end(played: Desk) -> None:
    assert "The game is over" in template(played.open(), "red")
