"""How a campaign stands: the turn, who owes what, whose orders have come in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from witp_pbem.campaign.checks import luck_words
from witp_pbem.campaign.folder.campaign import Campaign, outcome
from witp_pbem.campaign.folder.fates import NoFate
from witp_pbem.campaign.letters import consent, sealing
from witp_pbem.campaign.letters.protests import ProtestStatus, protests
from witp_pbem.campaign.record import entries, upgrades
from witp_pbem.campaign.record.entries import Proposal, RulingEntry, Submission
from witp_pbem.campaign.record.logbook import FOUNDING, RULING, SITTING, SUBMISSION
from witp_pbem.campaign.record.upgrades import Versions
from witp_pbem.campaign.sitting import inputs, owed_links
from witp_pbem.campaign.sitting.adjudicate import owed
from witp_pbem.table.demand import Due
from witp_pbem.table.manual_dice import REFEREE, ManualFate
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.table import Fate
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import demand_sentence


class Status(NamedTuple):
    """How a campaign stands.

    Attributes:
        players: name orders are sent under -> "Name <address>", "" where nobody is named.
        turn, step, phase: where the position stands.
        sitting: the number of the last sitting, 0 before the first.
        owed: what is owed, each as {"side", "demand", "about", "sentence"}.
        received: submissions not taken back and rulings since the last sitting, oldest first.
        on_file: on the keeper's copy, side -> the phases it has unused orders for, "" for those without a phase.
        standing: on the keeper's copy, side -> how many standing orders it has.
        score: who is winning by the scenario's measure, in a sentence; "" where none is taken or the game is over.
        outcome: how the game ended, None while it goes on.
        last: hash of the entry orders build on.
        protests: all of them with their answers.
        proposals: those that wait for consent, each with the players who have not consented.
        words_missing: who has sent no founding word, as long as one is accepted.
        unrevealed: seals that have to be revealed.
        links_owed: who owes a link of their own chain before the next dice.
        head: hash of the last entry.
        kept_by: the release that recorded it.
    """

    campaign: str
    title: str
    players: Mapping[str, str]
    turn: int
    step: str
    phase: str
    sitting: int
    dice: str
    owed: tuple[Mapping[str, Any], ...]
    received: tuple[Submission | RulingEntry, ...]
    on_file: Mapping[str, tuple[str, ...]]
    standing: Mapping[str, int]
    score: str
    outcome: Mapping[str, Any] | None
    last: str
    is_closed: bool
    protests: tuple[ProtestStatus, ...]
    proposals: tuple[tuple[Proposal, tuple[str, ...]], ...]
    words_missing: tuple[str, ...]
    unrevealed: tuple[sealing.Seal, ...]
    links_owed: tuple[str, ...]
    head: str
    kept_by: Versions

    @property
    def open_protests(self) -> tuple[entries.Protest, ...]:
        """The protests nobody has answered."""
        return tuple(protest.entry for protest in self.protests if protest.answer is None)

    @property
    def waits_for(self) -> tuple[str, ...]:
        """Who has to send something before another sitting can get further; nobody if one can be held."""
        owing = tuple(dict.fromkeys(due["side"] for due in self.owed))
        sent = {sender(entry) for entry in self.received}
        ruled = any(entry["type"] == RULING and entry["orders"] for entry in self.received)
        return () if self.is_closed or ruled else tuple(side for side in owing if side not in sent)


def sender(entry: Submission | RulingEntry) -> str:
    """Who has sent orders or a ruling."""
    return entry["side"] if entry["type"] == SUBMISSION else REFEREE


def status(campaign: Campaign) -> Status:
    """How the campaign stands now; what is owed is what the last sitting recorded."""
    last, position, received = campaign.last_sitting, campaign.position, campaign.submissions()
    pending = {side: list(inputs.pending(campaign, received, side)) for side in campaign.senders if campaign.private}
    on_file = {side: dict.fromkeys(order.phase for order in orders if not order.until)
               for side, orders in pending.items()}
    standing = {side: sum(order.until is not None for order in orders) for side, orders in pending.items()}
    counted = {entry["n"] for entry in received}
    held = next(entry["n"] for entry in reversed(campaign.line) if entry["type"] in (SITTING, FOUNDING))
    return Status(
        campaign=campaign.name, title=campaign.game.title, players=campaign.players, turn=campaign.turn,
        step=position.step, phase=campaign.game.phase(position), sitting=campaign.state.sittings,
        dice=campaign.founding["dice"]["mode"],
        owed=owed_now(campaign),
        received=tuple(entry for entry in campaign.line[held + 1:] if entry["type"] == RULING
                       or entry["type"] == SUBMISSION and entry["n"] in counted),
        on_file={side: tuple(phases) for side, phases in on_file.items() if phases},
        standing={side: count for side, count in standing.items() if count},
        score="" if outcome(position) else campaign.game.score(position),
        outcome=outcome(position), last=last["hash"], is_closed=campaign.closed is not None,
        protests=protests(campaign.entries),
        proposals=tuple((entry, tuple(consent.missing(campaign, entry)))
                        for entry in consent.open_proposals(campaign.entries)),
        words_missing=luck_words.missing(campaign.entries) if campaign.is_chained else (),
        unrevealed=tuple(sealing.unrevealed(campaign)), links_owed=owed_links.owing(campaign),
        head=campaign.entries[-1]["hash"], kept_by=upgrades.in_force(campaign.entries))


def owed_now(campaign: Campaign) -> tuple[Mapping[str, Any], ...]:
    """What is owed, as the last sitting recorded it, in the form of `Status.owed`."""
    last = campaign.last_sitting
    debts = last["owed"] if last["type"] == SITTING else [owed(due) for due in debts_now(campaign)]
    return tuple({**due, "sentence": demand_sentence(due["demand"], due["about"], campaign.game.catalogue,
                                                     due["side"])} for due in debts)


def debts_now(campaign: Campaign, side: str = "", stands: int | None = None) -> tuple[Due, ...]:
    """The demands that end a sitting held now with nothing at hand; none where the program would roll or deal first.

    Args:
        side: whose cards the demands may know.
        stands: how many acts of the step stand as recorded, by default those a `finish` entry lets stand.
    Raises:
        Diverged: the rules no longer play what the record says.
    """
    public = inputs.public(campaign, len(campaign.entries))
    look = partial(campaign.look_for, side)
    fate: Fate = NoFate(look)
    if not campaign.is_chained:
        fate = ManualFate([], [], {slot: card for slot in campaign.state.drawn if (card := look(slot))})
    return inputs.play_on(campaign, public, fate, pending=PendingOrders(), stands=stands).dues
