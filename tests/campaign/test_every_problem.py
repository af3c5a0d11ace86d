"""Every problem of a file is told in one answer: as many faults as were planted, whatever stands beside them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.campaign.desk import Desk, install_toy
from tests.campaign.test_signatures import public, signed
from tests.each_game import begin, install
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.orders.check import Checked, check
from witp_pbem.campaign.orders.submit import check_all


class Planted(NamedTuple):
    """What is planted into a file of a game.

    Attributes:
        side: whose orders they are.
        head: by the key, the wrong line of the header, and the code of its problem.
        orders: the phase, an order with a fault that no other hides or makes, and the code of its problem.
        turn: of a campaign just begun.
    """

    side: str
    head: Mapping[str, tuple[str, str]]
    orders: tuple[tuple[str, str, str], ...]
    turn: int = 1


HEAD = {"Campaign": ("Campaign: elsewhere", "wrong-campaign"), "Turn": ("Turn: 7", "wrong-turn"),
        "Luck": (f"Luck: {'x' * 300}", "luck-too-long"), "After": ("After: abc", "not-a-hash"),
        "Add": ("Add: perhaps", "add-yes-or-no")}


PLANTED = {
    "witp": Planted("japan", HEAD, (
        ("bases", "build Hainann", "unknown-word"), ("bases", "build Atlantis", "unknown-word"),
        ("bases", "build Leyte", "base-not-controlled"), ("bases", "biuld Port Arthur", "unknown-order"),
        ("operations", "target Manila from Kure: 7 carriers", "too-few-units"),
        ("operations", "target Manila from Kure: 1 naval via 0101", "no-such-hex"),
        ("operations", "target Manila from", "order-breaks-off"),
        ("operations", "target Manila from Nowhere: 1 naval", "unknown-word"),
        ("redeployment", "redeploy 1 naval from Kure to Atlantis", "unknown-word"),
        ("redeployment", "redeploy 99 naval from Kure to Palau", "too-few-units"),
        ("bases", "ruling japan gains 3", "referee-only"))),
    "senshi": Planted("allies", HEAD, (
        ("operations", "move Enterprise from Hawaii", "order-breaks-off"),
        ("operations", "moove Enterprise from Hawaii to Midway", "unknown-order"),
        ("operations", "move Enterprise from Hawaii to Atlantis", "unknown-word"),
        ("operations", "play J99", "unknown-word"), ("operations", "play A99", "unknown-word"),
        ("supply", "return Enterprise from Hawaii", "order-breaks-off"),
        ("supply", "ruling Japan gains 3", "referee-only")), turn=0),
    "nimitz": Planted("us", HEAD, (
        ("turn", "buy Hornett", "unknown-word"), ("turn", "buy Atlantis", "unknown-word"),
        ("turn", "move Enterprise to Japan", "us-barred"), ("turn", "moove Lexington to Midway", "unknown-order"),
        ("turn", "move Enterprise", "order-breaks-off"), ("turn", "scout Atlantis", "unknown-word"),
        ("turn", "prepare J99", "unknown-word"), ("turn", "ruling us gains 3", "referee-only"))),
    "solo": Planted("raiders", HEAD, (
        ("sail", "sail Akagi Mara to Truk lagoon", "unknown-word"), ("sail", "sail Atlantis to Reef", "unknown-word"),
        ("sail", "sail From Here", "order-breaks-off"), ("sail", "sial From Here to Reef", "unknown-order"),
        ("sail", "sail Prince of Wales to Fort Royal", "too-far"),
        ("raid", "play Atlantis", "unknown-word"), ("raid", "lose Atlantis", "unknown-word"),
        ("sail", "ruling raiders gains 3", "referee-only"))),
    "alliance": Planted("north", HEAD, (
        ("sail", "sail Atlantis to Reef", "unknown-word"), ("sail", "sail Akagi Maru to Reef", "not-your-unit"),
        ("sail", "sail Prince of Wales to Fort Royal", "too-far"),
        ("raid", "lose Atlantis", "unknown-word"), ("raid", "play", "order-breaks-off"))),
    "atoll": Planted("blue", HEAD, (
        ("cards", "play Atlantis", "unknown-word"),
        ("movement", "move 9 ships from Haven to Cay", "too-few-units"),
        ("movement", "move 1 sihp from Haven to Cay", "unknown-word"),
        ("movement", "moove 1 ship from Haven to Cay", "unknown-order"),
        ("battle", "lose", "order-breaks-off"), ("battle", "lose 1 sihp", "unknown-word"))),
}
_CAMPAIGNS: dict[str, Campaign] = {}


@pytest.fixture(params=PLANTED)
def campaign(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    """A campaign just begun, once for each game."""
    name = str(request.param)
    if name not in _CAMPAIGNS:
        with pytest.MonkeyPatch.context() as patch:
            install(patch)
            _CAMPAIGNS[name] = begin(tmp_path_factory.mktemp(name) / "isles", name)
    return _CAMPAIGNS[name]


def planted(name: str, keys: frozenset[str], places: frozenset[int]) -> tuple[str, list[tuple[int, str]]]:
    """A file with some faults of a game; the lines of the faults, each with its code."""
    plan, lines, faults = PLANTED[name], list[str](), list[tuple[int, str]]()
    right = {"Campaign": "Campaign: isles", "Turn": f"Turn: {plan.turn}", "Side": f"Side: {plan.side}"}
    for key in dict.fromkeys((*right, *plan.head)):
        if key in keys:
            lines.append(plan.head[key][0])
            faults.append((len(lines), plan.head[key][1]))
        elif key in right:
            lines.append(right[key])
    for phase in dict.fromkeys(phase for phase, _, _ in plan.orders):
        lines.append(f"Phase: {phase}")
        for place, (at, order, code) in enumerate(plan.orders):
            if at == phase and place in places:
                lines.append(order)
                faults.append((len(lines), code))
        lines += ["pass"] if phase not in ("raid", "battle") else []
    return "\n".join(lines) + "\n", faults


def shown(checked: Checked) -> list[tuple[int, str]]:
    return [(problem.span.line, problem.code) for problem in checked.problems]


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_each_of_some_planted_faults_is_told(campaign: Campaign, data: st.DataObject) -> None:
    name = next(name for name, kept in _CAMPAIGNS.items() if kept is campaign)
    plan = PLANTED[name]
    keys = data.draw(st.frozensets(st.sampled_from(sorted(plan.head))))
    places = data.draw(st.frozensets(st.sampled_from(range(len(plan.orders)))))
    text, faults = planted(name, keys, places)
    assert faults == shown(check(campaign, "x", text.encode())), text


@pytest.mark.parametrize(("wrong", "code"), [("Side: nobody", "unknown-side"), ("", "missing-header")])
def test_who_does_not_say_whose_orders_these_are_is_told_what_is_wrong_for_anybody(campaign: Campaign, wrong: str,
                                                                                   code: str) -> None:
    name = next(name for name, kept in _CAMPAIGNS.items() if kept is campaign)
    plan = PLANTED[name]
    text, faults = planted(name, frozenset(), frozenset(range(len(plan.orders))))
    problems = shown(check(campaign, "x", text.replace(f"Side: {plan.side}", wrong).encode()))
    anybodys = {fault for fault in faults if fault[1] not in ("not-your-unit", "base-not-controlled")}
    assert (1 if not wrong else 3, code) in problems and anybodys <= {
        *problems, *(fault for fault in faults if fault[1] in ("too-few-units", "too-far"))}


def test_what_cannot_be_read_hides_nothing_on_other_lines(campaign: Campaign) -> None:
    name = next(name for name, kept in _CAMPAIGNS.items() if kept is campaign)
    text, faults = planted(name, frozenset(), frozenset({0, 1}))
    for spoilt, code in ((b"# caf\xe9\n", "not-utf-8"), (b"# \x07\n", "not-text")):
        problems = shown(check(campaign, "x", text.encode() + spoilt))
        assert sorted(problems) == sorted([*faults, (text.count("\n") + 1, code)])


def test_one_files_problems_do_not_hide_anothers(campaign: Campaign) -> None:
    name = next(name for name, kept in _CAMPAIGNS.items() if kept is campaign)
    files = [planted(name, frozenset(), frozenset({place})) for place in range(3)]
    checked = check_all(campaign, [(str(number), text.encode()) for number, (text, _) in enumerate(files)])
    assert [shown(file) for file in checked] == [faults for _, faults in files]


def test_a_letters_head_hides_nothing_of_its_body(campaign: Campaign) -> None:
    name = next(name for name, kept in _CAMPAIGNS.items() if kept is campaign)
    letter = f"Campaign: elsewhere\nSide: {PLANTED[name].side}\nLetter: protest\nAbout: entry 999\nText: no\n"
    assert shown(check(campaign, "x", letter.encode())) == [(1, "wrong-campaign"), (4, "letter-about")]
    sealed = f"Campaign: elsewhere\nTurn: 7\nSide: {PLANTED[name].side}\nLetter: seal\nSeal: abc\n"
    assert shown(check(campaign, "x", sealed.encode())) == [
        (1, "wrong-campaign"), (2, "wrong-turn"), (5, "not-64-digits")]


def test_a_signature_that_does_not_hold_hides_no_orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_toy(monkeypatch)
    desk = Desk(tmp_path / "isles", signed=True, keys={"red": public("red"), "blue": public("blue")})
    desk.sit()
    text = desk.text("red", "bid 9\nraid Nowhere\nbid").encode()
    checked = check(desk.open(), "x", signed(text, "blue"))
    assert [problem.code for problem in checked.problems] == [
        "bid-too-high", "unknown-word", "order-breaks-off", "signature-of-another"]
    checked = check(desk.open(), "x", signed(text, "red").replace(b"bid 9", b"bid 8"))
    assert [problem.code for problem in checked.problems] == [
        "bid-too-high", "unknown-word", "order-breaks-off", "signature-wrong"]
    assert checked.mended is None
