"""Orders given ahead: a queue of operations, and wishes that answer only while there is something left of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.campaign.desk import Desk
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.games.taiheiyo_senshi import cases
from witp_pbem.games.taiheiyo_senshi.board.state import MAP, Position
from witp_pbem.games.taiheiyo_senshi.game import game
from witp_pbem.table.acts import Answered
from witp_pbem.table.demand import Order
from witp_pbem.table.dice import Die
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.sitting import SittingResult, full_lexicon, read_statement, sit
from witp_pbem.table.text import read

GAME = game()


class Luck:
    """Japan throws higher dice than the Allies; nobody holds a card."""

    def roll(self, label: Phrase, count: int, die: Die) -> tuple[int, ...]:
        return (6 if label.values.get("side") == "japan" else 1,) * count

    def look(self, slot: str) -> str | None:
        return None


def position() -> Position:
    """Two Japanese groups and an American ship, far from each other, in the operations phase of turn 1."""
    places = {"jp_kumano": "japan", "jp_suzuya": "okinawa", "us_houston": "hawaii"}
    blank = cases.blank(GAME.parts.data)
    units = {name: unit._replace(status=MAP, point=places[name], up=True) if name in places else unit
             for name, unit in blank.units.items()}
    return cases.settled(replace(blank, turn=1, step="operations", units=units))


def played(japan: str, allies: str = "pass operation") -> SittingResult:
    """A sitting from the position with the orders of both."""
    pending = []
    for number, (side, orders) in enumerate((("japan", japan), ("allies", allies))):
        for place, statement in enumerate(read(orders, full_lexicon(GAME)).statements):
            order = read_statement(GAME, statement)
            assert isinstance(order, Order), order
            pending.append((side, order._replace(source=(number + 1, place))))
    return sit(GAME, position(), (), PendingOrders(pending), Luck())


def moved(result: SittingResult) -> list[str]:
    """Who moved, in turn."""
    return [unit for act in result.acts if type(act).__name__ == "ShipsMoved" for unit in act.units]


MOVES = "move Kumano from Japan to Okinawa\nmove Suzuya from Okinawa to Truk"


def test_operations_are_carried_out_in_their_order_and_then_the_side_passes() -> None:
    result = played(f"operate as planned\n{MOVES}\npass operation")
    assert moved(result) == ["jp_kumano", "jp_suzuya"]
    announced = [act.order for act in result.acts if isinstance(act, Answered) and act.demand == "announcement"
                 and act.side == "japan"]
    assert announced == [{"order": "operate"}] * 2 + [{"order": "pass", "segment": "operation"}]
    assert result.position.over


def test_what_cannot_be_carried_out_waits_and_bars_nothing_behind_it() -> None:
    result = played(f"operate as planned\nmove Akagi from Japan to Truk\n{MOVES}\npass operation")
    assert moved(result) == ["jp_kumano", "jp_suzuya"]
    turned = played(f"operate as planned\nmove Kumano from Okinawa to Truk\n{MOVES}\npass operation")
    assert moved(turned) == ["jp_kumano", "jp_suzuya"], "a ship that has moved is face-down"


@pytest.mark.parametrize("orders", ["operate as planned", "operate as planned\nmove Akagi from Japan to Truk"])
def test_without_an_operation_nobody_operates_as_planned(orders: str) -> None:
    result = played(orders)
    assert [(due.demand.side, due.demand.code) for due in result.dues] == [("japan", "announcement")]
    assert not moved(result)


def test_who_says_operate_is_asked_how() -> None:
    assert [due.demand.code for due in played("operate\npass operation").dues] == ["operation"]


def test_an_operation_with_a_condition_waits_for_it() -> None:
    result = played("operate as planned\nmove Kumano from Japan to Okinawa if the enemy has 2 cruisers\n"
                    "move Suzuya from Okinawa to Truk\npass operation")
    assert moved(result) == ["jp_suzuya"]


def test_the_record_of_a_plan_is_proved_while_the_rest_of_it_is_sealed(tmp_path: Path) -> None:
    """Nobody can tell from the record that an operation was ordered that is sealed still; nothing is found wrong."""
    desk = Desk(tmp_path / "isles", game="taiheiyo_senshi", scenario="standard", seed="g")
    desk.sit()
    for side in ("allies", "japan"):
        desk.order(side, "place any\nhit any")
        desk.sit()
    desk.order("allies", "Phase: reinforcement\nplace any at West Coast\nPhase: operations\npass initiative\n"
               "pass operation\npass reaction\nhit any\nlose any\nstay\npass cards\nPhase: supply\npass captures")
    desk.order("japan", "pass initiative\noperate as planned\nmove Akagi from Japan to Truk\n"
               "move Kaga from Japan to Marianas\npass operation\nhit any\nlose any\nstay\navoid\nretreat any\n"
               "pass cards")
    desk.sit()
    acts = [act for entry in desk.entries() for act in entry.get("acts", ())]
    assert any(act.get("demand") == "announcement" and act["answer"] == {"order": "operate"} for act in acts)
    assert verify(desk.book).holds
