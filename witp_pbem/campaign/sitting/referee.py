"""What the referee types: rulings, tried on the position one after another, and manual dice and cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.sitting import inputs
from witp_pbem.table import manual_dice
from witp_pbem.table.demand import Order, Understood
from witp_pbem.table.game import holders
from witp_pbem.table.manual_dice import ManualCard, ManualDice
from witp_pbem.table.problem import Problem, invalid
from witp_pbem.table.sitting import problems_of, read_manual
from witp_pbem.table.text import RULING, Statement


def tried(campaign: Campaign, statements: Sequence[Statement], problems: list[Problem], *,
          is_now: bool = True) -> Iterator[tuple[Statement, str]]:
    """Dice, cards and rulings with their full words ("" for a ruling that stands in for a decision). A ruling on the
    position is tried on it, after those that wait already; what is wrong is added to the problems.

    Args:
        is_now: whether the game goes on; otherwise they are read, but not tried.
    """
    position = campaign.position
    waiting = inputs.public(campaign, len(campaign.entries))
    for source in waiting.edits if is_now else ():
        position = _ruled(campaign, position, waiting.rulings[source], [])[0]
    held = [campaign.look(slot) or slot for holder in holders(campaign.game)
            for slot in campaign.game.hand(position, holder)]
    for statement in statements:
        if statement.keyword in manual_dice.KEYWORDS:
            typed = read_manual(campaign.game, statement)
            if faults := problems_of(typed):
                problems += [problem.at(statement.span) for problem in faults]
            elif campaign.is_chained:
                problems.append(invalid("dice-not-manual", statement.span))
            elif isinstance(typed, ManualDice):
                yield statement, "dice " + " ".join(str(die) for die in typed.dice)
            elif isinstance(typed, ManualCard):
                wrong = campaign.game.card_problem(position, typed.card, held) if is_now else None
                problems += [wrong.at(statement.span)] if wrong else []
                held.append(typed.card)
                yield statement, f"card {typed.side} {typed.card}"
        elif statement.keyword != RULING:
            problems.append(invalid("not-for-referee", statement.span, keyword=statement.keyword))
        else:
            body = campaign.game.read(statement)
            if faults := problems_of(body):
                problems += [problem.at(statement.span) for problem in faults]
            elif is_now:
                position, full = _ruled(campaign, position, Order(statement, body), problems)
                yield statement, full


def _ruled(campaign: Campaign, position: Any, order: Order, problems: list[Problem]) -> tuple[Any, str]:
    """The position after a ruling, and the ruling in full words ("" if it stands in for a decision)."""
    if campaign.game.ruling_for(order) is not None:
        return position, ""
    verdict = campaign.game.judge_ruling(position, order)
    if not isinstance(verdict, Understood):
        problems += [problem.at(order.statement.span) for problem in verdict]
        return position, ""
    for event in verdict.answer:
        position = campaign.game.apply(position, event)
    return position, order.statement.text

