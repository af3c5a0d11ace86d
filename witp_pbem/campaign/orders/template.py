"""An orders file ready to fill in: the header, and what is owed with its legal choices, as comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from witp_pbem.campaign.folder import settings
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.orders.check import check
from witp_pbem.campaign.orders.choices import Offered, offered
from witp_pbem.campaign.sitting.status import debts_now
from witp_pbem.table.columns import WIDTH, plain, width, wrap
from witp_pbem.table.demand import Due
from witp_pbem.table.game import UsualOrder, holders
from witp_pbem.table.language import labelled, say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.wording import demand_sentence, hint_sentence, side_name

Sections = list[tuple[str, list[UsualOrder]]]  # the usual orders of each phase

HANGING = ("carrying", "via", "from", "to", "at", "on", "leaving", "then", "else", "if",
           "または", "輸送", "次に")  # no order ends with these


def template(campaign: Campaign, side: str, *, public: bool = False) -> str:
    """The orders file for a side, or for the referee.

    Args:
        public: for everybody's eyes, so without the player's address and without what hangs on the side's cards.
    Raises:
        Diverged: the rules no longer play what the record says.
    """
    return "\n".join([*_header(campaign, side, public), "", *_body(campaign, side, public)]) + "\n"


def _header(campaign: Campaign, side: str, public: bool) -> Iterator[str]:
    yield f"Campaign: {campaign.name}"
    yield f"Turn: {campaign.turn}"
    phase = campaign.game.phase(campaign.position)
    if phase and side != REFEREE:
        yield f"Phase: {phase}"
    yield f"Side: {side}"
    if not public and (player := campaign.players.get(side)):
        yield f"# {say('Sent by {player}', player=plain(player))}"
    yield f"After: {campaign.last_sitting['hash']}"
    if campaign.is_chained and not campaign.league and side != REFEREE:
        yield from _comment(say("Luck: a word of your own here enters the dice, if you like."))
    if side != REFEREE:
        yield from _comment(say("Say: what you write here is told to all with the next report."))
        if settings.is_talk_above(campaign.folder):
            yield from _comment(say("What you write above this form in a mail is told to all, too."))


def _body(campaign: Campaign, side: str, public: bool) -> Iterator[str]:
    if campaign.position.outcome:
        yield from _comment(say("The game is over."))
        return
    dues = debts_now(campaign, "" if public else side)
    mine = [due for due in dues if due.demand.side == side]
    above: list[str] = []
    for due in mine:
        yield from _due(campaign, due, public, above)
        yield ""
    if not dues:
        yield from _comment(say("Nobody owes anything before the next sitting: dice or cards come first "
                                "(witp-pbem adjudicate)."))
    elif not mine:
        yield from _comment(say("You owe nothing now. Owed by others:"))
        for due in dues:
            name = side_name(due.demand.side, campaign.game.catalogue)
            yield from _comment(say("{side}: {sentence}", side=name, sentence=_sentence(campaign, due)), "  ")
    if side == REFEREE:
        yield from _comment(say("A ruling changes the position or decides for a side; it gives its reason."))
    else:
        yield from _rest_of_turn(campaign, side, public, above)


def _rest_of_turn(campaign: Campaign, side: str, public: bool, above: Sequence[str]) -> Iterator[str]:
    """The usual orders of every phase of the turn to come, the present one first.

    Args:
        above: the orders that stand above already.
    """
    phases = list(campaign.game.phases)
    now = campaign.game.coming_phase(campaign.position)
    hand = () if public else tuple(card for slot in campaign.game.hand(campaign.position, side)
                                   if (card := campaign.look_for(side, slot)))
    sections = [(phase, list(campaign.game.usual(campaign.position, side, phase, hand)))
                for phase in phases[phases.index(now):]]
    if not public:
        sections = _accepted(campaign, side, sections)
    if any(orders for _, orders in sections):
        yield from _comment(say("The rest of the turn, phase by phase. Whoever takes away the # here saves mails: each "
                                "order waits until it is asked for."))
    for phase, orders in sections:
        if orders:
            yield ""
            if phase != campaign.game.phase(campaign.position):
                yield f"Phase: {phase}"
            yield from _usual([order for order in orders if not order.closes and order.text not in above],
                              say("If you like:"))
            yield from _usual([order for order in orders if order.closes],
                              say("To be asked nothing more in this phase:"))


def _accepted(campaign: Campaign, side: str, sections: Sections) -> Sections:
    """Usual orders by phase, without the closing ones that a check of all of these would refuse."""
    while True:
        lines, places = list(_header(campaign, side, public=True)), {}
        for phase, orders in sections:
            lines.append(f"Phase: {phase}")
            for order in orders:
                if order.closes:
                    lines.append(order.text)
                    places[len(lines)] = (phase, order)
        checked = check(campaign, "", "\n".join(lines).encode())
        refused = {places[problem.span.line] for problem in checked.problems if problem.span.line in places}
        if not refused:
            return sections
        sections = [(phase, [order for order in orders if (phase, order) not in refused])
                    for phase, orders in sections]


def _usual(orders: Sequence[UsualOrder], lead: str) -> Iterator[str]:
    if orders:
        yield from _comment(lead)
    for order in orders:
        yield from _choice(order.text, order.note)


def _due(campaign: Campaign, due: Due, public: bool, above: list[str]) -> Iterator[str]:
    """A decision that is owed. The orders offered are added to those that stand above."""
    demand = due.demand
    yield from _comment(say("You owe: {owed}.", owed=_sentence(campaign, due)))
    if demand.rule:
        yield from _comment(say("Rule: {rule}.", rule=demand.rule))
    if demand.side == REFEREE:
        yield from _sample(demand.code, campaign)
        return
    if hint := hint_sentence(demand, campaign.game.catalogue):
        yield from _comment(hint)
    forms = campaign.game.catalogue.words.get("form", {})
    known = [form for keyword in sorted(demand.keywords)
             if (form := forms.get(f"{demand.code} {keyword}", forms.get(keyword)))]
    if known:
        yield from _comment(say("An answer is written like this:"))
    for form in known:
        yield from _comment(form, "  ", "      ")
    legal = Offered((), 0) if public and demand.hidden and not demand.window else offered(demand, campaign.game)
    if legal.orders:
        yield from _comment(say("Legal now; remove the # in front of what you want:") if len(legal.orders) > 1
                            else say("Legal now; remove the # in front:"))
    for order in legal.orders:
        above.append(order.words)
        yield from _choice(order.words, order.remark)
        yield from _cards(campaign, order.cards)
    if legal.others:
        yield from _comment(legal.others)


def _sample(code: str, campaign: Campaign) -> Iterator[str]:
    """How dice and cards by hand are typed in."""
    yield from _comment(say("For example (put in what was actually rolled or drawn):"))
    yield from _comment("dice 3 5" if code == "dice" else f"card {holders(campaign.game)[0]} {campaign.game.cards[0]}")


def _sentence(campaign: Campaign, due: Due) -> str:
    return demand_sentence(due.demand.code, due.demand.about, campaign.game.catalogue, due.demand.side)


def _cards(campaign: Campaign, cards: Iterable[str]) -> Iterator[str]:
    """What the cards named in a choice say."""
    for card in cards:
        for heading, text in campaign.game.reference(card):
            yield from _comment(labelled(heading, text), "    ", "    ")


def _choice(order: str, remark: str = "") -> Iterator[str]:
    """An order as a comment, with a remark that stays one. A long order is broken only behind a word that wants
    another, so that whoever takes away the first # and not the second is told, rather than taken at half a word."""
    line, words = "# ", order.replace("、", "、 ").replace("：", "： ").split()
    while words:
        fitting = 1
        while fitting < len(words) and width(line) + width(_joined(words[:fitting + 1])) <= WIDTH:
            fitting += 1
        if fitting < len(words):
            ends = [end for end in range(fitting, 0, -1) if words[end - 1].endswith((",", ":", "、", "："))
                    or words[end - 1] in HANGING]
            fitting = ends[0] if ends else len(words)
        line, words = line + _joined(words[:fitting]), words[fitting:]
        if remark and not words and width(f"{line}  # {remark}") <= WIDTH:
            line, remark = f"{line}  # {remark}", ""
        yield line
        line = "#     "
    if remark:
        yield from wrap(remark, first=f"{line}# ", rest=f"{line}# ")


def _joined(words: Sequence[str]) -> str:
    """Words with blanks between them, except behind the Japanese comma and colon."""
    return " ".join(words).replace("、 ", "、").replace("： ", "：")


def _comment(text: str, first: str = "", rest: str = "") -> Iterator[str]:
    """A comment in lines that mail programs do not break."""
    yield from wrap(text, first=f"# {first}", rest=f"# {rest or first}")
