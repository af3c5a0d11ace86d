"""Why an order is refused, and what is legal instead. The judge is `check`, and nobody else."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.orders.check import Checked, check
from witp_pbem.campaign.sitting.status import debts_now
from witp_pbem.table import text as orders_text
from witp_pbem.table.demand import Demand
from witp_pbem.table.event import texts
from witp_pbem.table.game import Game
from witp_pbem.table.problem import OrderValue, Problem, Span
from witp_pbem.table.sitting import full_lexicon
from witp_pbem.table.table import Diverged
from witp_pbem.table.text import Statement
from witp_pbem.table.tokens import tokens
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import remedy_sentence

LOOKED_AT = 400  # legal orders among which the nearest are looked for
NEAREST = 3
BREAKS_OFF, UNSIGNED = "order-breaks-off", "signature-missing"  # codes of problems


class QuotedRule(NamedTuple):
    """A rule or ruling: its id, and its texts with their headings."""

    id: str
    texts: tuple[tuple[str, str], ...]


class Objection(NamedTuple):
    """Something that is wrong with orders.

    Attributes:
        problem: as `check` finds it.
        rules, rulings: those it is based on.
        remedy: what must change, "" where nobody can say.
        nearest: legal orders like it, where the problem names none itself.
        depends: whether it is wrong only if what comes before goes a certain way.
    """

    problem: Problem
    rules: tuple[QuotedRule, ...]
    rulings: tuple[QuotedRule, ...]
    remedy: str
    nearest: tuple[OrderValue, ...]
    depends: bool


@dataclass(frozen=True)
class OrderVerdict:
    """Why orders can or cannot be given.

    Attributes:
        checked: what `check` says.
        objections: what is wrong, with its reasons.
        finished: an order that broke off, as it is most likely meant: that is what was checked; "" for no such order.
    """

    checked: Checked
    objections: tuple[Objection, ...]
    finished: str = ""


def why(campaign: Campaign, side: str, name: str, data: bytes) -> OrderVerdict:
    """Why the orders of a text can or cannot be given now. A text without a header is headed for this campaign."""
    checked, finished = _checked(campaign, side, name, data), ""
    if {problem.code for problem in checked.problems} == {BREAKS_OFF} and len(checked.statements) == 1:
        finished = campaign.game.narration.finished(checked.statements[0].text)
        checked = _checked(campaign, side, name, finished.encode()) if finished else checked
    demands = _owed(campaign, checked.side or side)
    return OrderVerdict(checked, tuple(
        _objection(campaign, problem, checked, demands, depends=problem in checked.depends)
        for problem in (*checked.problems, *checked.depends)), finished)


def _checked(campaign: Campaign, side: str, name: str, data: bytes) -> Checked:
    """What `check` says; a question need not be signed."""
    checked = check(campaign, name, _headed(campaign, side, data))
    return checked._replace(problems=tuple(problem for problem in checked.problems if problem.code != UNSIGNED))


def _headed(campaign: Campaign, side: str, data: bytes) -> bytes:
    """Orders with a header. It is put behind them, where it does as well, so that the orders keep their places."""
    text = orders_text.decode(data)
    if not side or isinstance(text, Problem) or orders_text.read(text, full_lexicon(campaign.game)).header:
        return data
    return f"{text}\nCampaign: {campaign.name}\nTurn: {campaign.turn}\nSide: {side}\n".encode()


def _owed(campaign: Campaign, side: str) -> list[Demand]:
    """The decisions a side owes now; none where the rules no longer play what the record says."""
    try:
        return [due.demand for due in debts_now(campaign, side) if due.demand.side == side]
    except Diverged:
        return []


def _objection(campaign: Campaign, problem: Problem, checked: Checked, demands: Sequence[Demand], *,
               depends: bool) -> Objection:
    game = campaign.game
    rule = quoted(game, problem.rule)
    rules = (rule,) if rule else ()
    near: tuple[OrderValue, ...] = ()
    statement = next((written for first in checked.statements for written in (first, *first.alternatives)
                      if _holds(written.span, problem.span)), None)
    if statement and not (problem.suggestion or problem.instead):
        near = tuple(order for demand in demands if statement.keyword in demand.keywords
                     for order in nearest(game, demand, statement))[:NEAREST]
    return Objection(problem, rules, rulings_on(game, rules), remedy_sentence(problem, game.catalogue), near, depends)


def _holds(outer: Span, inner: Span) -> bool:
    """Whether a stretch of a file lies within another."""
    return outer[:2] <= inner[:2] and inner[2:] <= outer[2:]


def nearest(game: Game, demand: Demand, statement: Statement) -> tuple[OrderValue, ...]:
    """The legal orders of a decision most like one as written, with the same verb, the nearest first."""
    choices = [choice for choice in islice(demand.choices(), LOOKED_AT) if choice["order"] == statement.keyword]
    wanted = _names(game, statement.text)

    def likeness(choice: OrderValue) -> tuple[int, float]:
        written = difflib.SequenceMatcher(None, statement.text, game.write(choice))
        return len(wanted & set(texts(choice))), written.ratio()

    return tuple(sorted(choices, key=likeness, reverse=True)[:NEAREST])


def _names(game: Game, order: str) -> frozenset[str]:
    """The places and other words of an order, to compare it with others."""
    order_tokens = tokens(order, full_lexicon(game))
    return frozenset(name for token in order_tokens
                     for name in (token.places or token.units or token.cards or (token.value,)) if len(name) > 1)


def quoted(game: Game, rule: str) -> QuotedRule | None:
    """A rule with its text, None where there is none of that id (the referee's word is no rule)."""
    passages = tuple(game.reference(rule)) if rule else ()
    return QuotedRule(rule, passages) if passages else None


def rulings_on(game: Game, rules: Iterable[QuotedRule]) -> tuple[QuotedRule, ...]:
    """The game's rulings that belong to some rules."""
    ids = dict.fromkeys(name for rule in rules for name in game.narration.rulings_on(rule.id))
    return tuple(ruling for name in ids if (ruling := quoted(game, name)))
