"""The state of a campaign's desk: unsent letters, mails that are held, deadlines, the sitting that was tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.exchange import journal, outbox
from witp_pbem.exchange import office as offices
from witp_pbem.table.language import listing, say
from witp_pbem.table.tuples import NamedTuple

TRIED = "tried"  # line of the journal: a sitting was tried with some `head`, and why it came to nothing
HELD = "held"  # line of the journal: see `confirming`, which is loaded only where there is one
DEADLINES = "deadlines.json"  # likewise `deadlines.agreement`


class Standing(NamedTuple):
    """The state of a desk.

    Attributes:
        letters: how many there are of each state, but those that were sent or written as drafts.
        held: how many mails wait for a player's confirmation.
        deadlines: who has to decide until when, in sentences.
        stopped: why the sitting tried last came to nothing, "" where something new has been recorded since.
    """

    letters: dict[str, int]
    held: int
    deadlines: tuple[str, ...]
    stopped: str

    def sentences(self, folder: str) -> Iterator[str]:
        """It in sentences."""
        yield from self.deadlines
        if self.stopped:
            yield self.stopped
        if self.held:
            yield say.plural(self.held, "{n} mail waits until the player confirms it.",
                             "{n} mails wait until the players confirm them.")
        if self.letters:
            yield say("Letters in the outbox: {counts}. See witp-pbem mail outbox {folder}", folder=folder,
                      counts=listing(say("{count} {state}", count=count, state=STATES[state])
                                     for state, count in self.letters.items()))


STATES = say.sentences({
    outbox.QUEUED: "to be sent", outbox.FAILED: "to be tried again", outbox.SENDING: "uncertain",
    outbox.REFUSED: "refused",
})


def of(campaign: Campaign, now: datetime) -> Standing | None:
    """The state of a campaign's desk, None where there is none.

    Raises:
        Damaged: the journal. BadSettings: the agreement on deadlines.
    """
    office = offices.of_campaign(campaign.folder)
    if not office.is_dir():
        return None
    counted = Counter(letter.state for letter in outbox.letters(office).values())
    over = campaign.position.outcome is not None
    tried = None if over else last_try(campaign, office)
    return Standing({state: counted[state] for state in STATES if counted[state]},
                    _held(campaign, office, now),
                    () if over else _deadlines(campaign, now),
                    str(tried.values["stopped"]) if tried else "")


def last_try(campaign: Campaign, office: Path) -> journal.JournalLine | None:
    """The line of the sitting that was tried with the logbook as it stands now, None where none was."""
    head = campaign.entries[-1]["hash"]
    return next((line for line in reversed([*journal.read(office, TRIED)]) if line.values["head"] == head), None)


def _deadlines(campaign: Campaign, now: datetime) -> tuple[str, ...]:
    if not (campaign.folder / DEADLINES).is_file():
        return ()
    from witp_pbem.exchange.deadlines import clock

    return tuple(clock.sentences(campaign, now))


def _held(campaign: Campaign, office: Path, now: datetime) -> int:
    """How many mails wait for a player's confirmation and can still get it."""
    if not any(journal.read(office, HELD)):
        return 0
    from witp_pbem.exchange.desk import confirming

    return len(confirming.waiting(campaign, now))
