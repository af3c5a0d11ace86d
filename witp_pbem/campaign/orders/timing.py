"""Whether the moment of an order can come at all: phases over, phases that never ask, decisions already passed."""

from __future__ import annotations

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.sitting.trial import Findings
from witp_pbem.table.demand import Order
from witp_pbem.table.game import Game
from witp_pbem.table.language import at_once, listing, say
from witp_pbem.table.problem import Problem, illegal
from witp_pbem.table.text import CANCEL
from witp_pbem.table.wording import phrase_words


def misplaced(campaign: Campaign, order: Order) -> Problem | None:
    """An order whose phase is over this turn, or never asks for such an order."""
    game, keyword = campaign.game, order.keyword
    if keyword == CANCEL:
        return None
    fitting = [phase for phase in game.phases if keyword in game.keywords_of(phase)]
    if order.phase and fitting and order.phase not in fitting:
        return illegal("wrong-phase", "", order.statement.span, certain=True, keyword=keyword, phase=order.phase,
                       phases=fitting, suggestion=f"Phase: {fitting[0]}")
    last = last_phase(campaign, order)
    now = game.phases.index(game.coming_phase(campaign.position))
    if last and not order.until and game.phases.index(last) < now:
        return illegal("phase-over", "", order.statement.span, certain=True, keyword=keyword, phase=last,
                       turn=campaign.turn)
    return None


def never_asked(campaign: Campaign, order: Order, findings: Findings) -> Problem | str | None:
    """An order the trial has left over: a problem if its phase ended there, a remark if it only stands behind the
    side's own pass. Preferences and orders for what need not happen may be left over."""
    game, keyword = campaign.game, order.keyword
    last = last_phase(campaign, order)
    waits = order.conditions or order.until or keyword == CANCEL
    if not last or waits or keyword == "pass" or keyword in game.standing or game.is_conditional(order):
        return None
    passed = keyword in findings.passed.get(last, ())
    if has_ended(campaign, last, findings) and (passed or not findings.assumed):
        return illegal("never-asked", "", order.statement.span, certain=True, keyword=keyword, phase=last)
    return say("comes after your own pass: not asked for as things stand") if passed else None


def lasting(game: Game, order: Order) -> str:
    """What an order waits for and how long it lasts, as a remark; "" if neither."""
    remarks = []
    if order.conditions:
        waits = at_once(phrase_words(condition.phrase, game.catalogue) for condition in order.conditions)
        remarks.append(say("waits for: {conditions}", conditions=waits))
    if order.until:
        remarks.append(say("standing until {end}", end=phrase_words(order.until.phrase, game.catalogue)))
    return listing(remarks)


def last_phase(campaign: Campaign, order: Order) -> str:
    """The phase an order is headed with or, without a heading, the last that asks for such an order; "" if none."""
    phases = campaign.game.phases
    if order.phase:
        return order.phase if order.phase in phases else ""
    return next((phase for phase in reversed(phases) if order.keyword in campaign.game.keywords_of(phase)), "")


def has_ended(campaign: Campaign, phase: str, findings: Findings) -> bool:
    """Whether a trial has played to the end of a phase of this turn."""
    phases, end = campaign.game.phases, findings.position
    if end.turn != campaign.turn or end.outcome:
        return True
    return phases.index(campaign.game.coming_phase(end)) > phases.index(phase)
