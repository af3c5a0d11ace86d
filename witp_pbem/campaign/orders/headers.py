"""The header of an orders file: for which campaign and turn the orders are, and whose."""

from __future__ import annotations

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.letters import after
from witp_pbem.campaign.record import who_plays
from witp_pbem.campaign.record.entries import WORD_LENGTH
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.problem import NOWHERE, Problem, Span, invalid
from witp_pbem.table.spelling import Spelling
from witp_pbem.table.text import OrdersText
from witp_pbem.table.tokens import NO, YES

START = Span(1, 1, 1, 1)


def problems(campaign: Campaign, orders_file: OrdersText, sender: str) -> list[Problem]:
    """What is wrong with the header: missing lines, another campaign, turn or side, a stale `After:`."""
    header = orders_file.header
    wrong = [invalid("missing-header", START, key=key.capitalize(), suggestion=_right(campaign, key, sender))
             for key in ("campaign", "turn", "side") if key not in header]
    if campaign.position.outcome:
        wrong.append(invalid("game-over", START))
    if "campaign" in header and header["campaign"].value.casefold() != campaign.name.casefold():
        wrong.append(invalid("wrong-campaign", header["campaign"].span, given=header["campaign"].value,
                             campaign=campaign.name, suggestion=_right(campaign, "campaign")))
    if "turn" in header and header["turn"].value != str(campaign.turn):
        wrong.append(invalid("wrong-turn", header["turn"].span, given=header["turn"].value, turn=campaign.turn,
                             suggestion=_right(campaign, "turn")))
    if "side" in header and (problem := side_problem(campaign, header["side"].value, header["side"].span)):
        wrong.append(problem)
    if "after" in header:
        wrong += after.problems(campaign, *header["after"])
    if "luck" in header and len(header["luck"].value) > WORD_LENGTH:
        wrong.append(invalid("luck-too-long", header["luck"].span, length=len(header["luck"].value),
                             limit=WORD_LENGTH))
    if "add" in header and header["add"].value not in (YES, NO):
        wrong.append(invalid("add-yes-or-no", header["add"].span, given=header["add"].value,
                             suggestion="Add: yes"))
    if not (orders_file.statements or orders_file.talk or orders_file.problems):
        wrong.append(invalid("nothing-ordered", START))
    return wrong


def _right(campaign: Campaign, key: str, sender: str = "") -> str:
    """The right line of the header, "" where nobody knows whose orders these are."""
    if key == "side":
        side = sender or (campaign.senders[0] if len(campaign.senders) == 1 else "")
        return side and f"Side: {side}"
    return f"{key.capitalize()}: {campaign.name if key == 'campaign' else campaign.turn}"


def side_problem(campaign: Campaign, name: str, span: Span = NOWHERE) -> Problem | None:
    """What is wrong with a name, if nobody sends orders under it now."""
    names = [*campaign.senders, REFEREE]
    if name in names:
        return None
    players = campaign.game.players_at(campaign.position)
    settled = next((side for side, founded in players.items() if founded == name), "")
    if settled:
        player = who_plays.name_of(campaign.players[settled])
        return invalid("side-settled", span, given=name, side=settled, player=f" ({player})" if player else "",
                       suggestion=f"Side: {settled}")
    is_open = campaign.game.side_of(name) and not any(map(campaign.game.side_of, campaign.senders))
    words = campaign.game.lexicon.sides
    near = {words[word] for word in Spelling(words).nearest(name.casefold())}
    return invalid("side-open" if is_open else "unknown-side", span, given=name, sides=names,
                   suggestion=f"Side: {near.pop()}" if len(near) == 1 and near <= {*names} else "")
