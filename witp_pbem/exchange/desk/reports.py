"""The mails that go out unasked: a report of each sitting, and news in between.

Each player gets the report for their side, in their language, with the campaign's new entries attached, so that they
can keep a copy of their own. Where the account's address is no player's, the referee gets the report for everybody.
What is due follows from the logbook and the keys in the outbox alone: nothing is sent twice, and a crash loses nothing.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path

from witp_pbem.campaign.explaining.story import Story, tell
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.settings import speaking_to
from witp_pbem.campaign.orders.template import template
from witp_pbem.campaign.packets import packet as packets
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.logbook import FOUNDING, NOTE, REWIND, SITTING
from witp_pbem.campaign.sitting.status import owed_now
from witp_pbem.exchange import journal, outbox
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.body import written
from witp_pbem.exchange.compose import Purpose, address, receivers, to_side
from witp_pbem.exchange.deadlines import clock
from witp_pbem.exchange.deadlines.waiting import sentences
from witp_pbem.exchange.desk import news
from witp_pbem.exchange.desk.recording import HANDLED
from witp_pbem.exchange.forms import known
from witp_pbem.exchange.mailbox.account import Account
from witp_pbem.report import mail as reports
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.table import Diverged
from witp_pbem.table.tuples import NamedTuple

REPORT, NEWS = "report", "news"  # kinds of mails, and what their keys begin with
TELLS = "tells"  # line of the journal: a report (its key) covers the campaign up to an entry
MOST = 3  # sittings reported at once, each in a mail of its own
LARGEST = 60_000  # bytes of a packet, two busy sittings: with it the mail on a busy turn stays below 400 kB
HEAD = 64 * 1024  # bytes of a mail in which its head lines are looked for
_HASH = re.compile(r"^\s*(?:after|head|hash)\s*[:：]\s*([0-9a-f]{12,64})\s*$", re.IGNORECASE | re.MULTILINE)
_ANSWERED = re.compile(rf"<{REPORT}\.([0-9a-f]{{{reports.SHORT}}})\.".encode())


class DueMail(NamedTuple):
    """A mail that should be in the outbox.

    Attributes:
        key: what it is for.
        to: addresses.
        tells: the last entry when it was written, where it includes notes recorded after the sitting (line "tells" of
            the journal).
    """

    key: str
    to: tuple[str, ...]
    message: EmailMessage
    tells: int | None = None


class NewEntries(NamedTuple):
    """The numbers of the first and the last entry in the file with the new ones."""

    first: int
    last: int


def due(campaign: Campaign, office: Path, now: datetime, account: Account | None) -> list[DueMail]:
    """What should be in the outbox and is not, as the campaign stands; nothing is put there.

    A campaign that nothing has been told of yet is told of from its last sitting on, or from its opening if none can be
    held before somebody decides.

    Raises:
        BadSettings, Damaged: the agreement, the journal or a data file cannot be read.
    """
    keys = [str(line.values["key"]) for line in journal.read(office, outbox.QUEUED)]
    return [due for side in _readers(campaign, account) for due in _for(campaign, side, keys, office, now, account)]


def put(office: Path, now: datetime, mail: DueMail) -> bool:
    """Puts a mail that is due into the outbox; returns whether it was not there yet.

    Raises:
        NotWritten: the disk did not take it. Damaged: the journal.
    """
    if mail.tells is not None:  # first: behind a report without this line, its notes would be told once more
        journal.write(office, now, TELLS, key=mail.key, entry=mail.tells)
    return outbox.put(office, now, mail.key, mail.to, mail.message)


def seen(campaign: Campaign, side: str, office: Path) -> int:
    """The number of the latest entry a player has shown to know: by a line `After:`, by a link or a consent, or by a
    reply to a report; -1 for none.

    Raises:
        Damaged: the journal.
    """
    names = {side, campaign.founded_as(side)}
    shown = list(_answered(names, office))
    latest = -1
    for entry in campaign.entries:
        if "side" in entry and entry["side"] in names:
            if entry["type"] == logbook.SUBMISSION:
                shown += filter(None, [entry["after"]])
            else:
                shown += _HASH.findall(entry["letter"])
            if entry["type"] == logbook.CONSENT:
                latest = max(latest, entry["proposal"])
    return max([latest, *(entry["n"] for entry in campaign.entries
                          if any(entry["hash"].startswith(digits.lower()) for digits in shown))])


def _answered(names: Container[str], office: Path) -> Iterator[str]:
    """The beginnings of the hashes of entries whose reports a player has answered, by their mails as they arrived."""
    for line in journal.read(office, HANDLED):
        kept = offices.kept(office, str(line.values["mail"]))
        if line.values["side"] in names and line.values["proof"] and kept.is_file():
            with kept.open("rb") as file:
                yield from (digits.decode() for digits in _ANSWERED.findall(file.read(HEAD)))


def _readers(campaign: Campaign, account: Account | None) -> list[str]:
    """The sides whose players get mails, and the referee."""
    players = {address.addr_spec.casefold() for side in campaign.senders for address in known(campaign, side, account)}
    sides = [side for side in campaign.senders if known(campaign, side, account)]
    return [*sides, *([REFEREE] if account and account.to_referee.casefold() not in players else [])]


def _for(campaign: Campaign, side: str, keys: Sequence[str], office: Path, now: datetime,
         account: Account | None) -> Iterator[DueMail]:
    """What is due to one reader."""
    reported = _entries_of(campaign, side, keys, REPORT)
    turns = [entry for entry in campaign.line if entry["type"] in (FOUNDING, SITTING, REWIND)]
    turns = [entry for entry in turns[-MOST:] if entry["n"] > max(reported)] if reported else turns[-1:]
    is_early = not reported and [entry["type"] for entry in turns] == [FOUNDING] and not owed_now(campaign)
    if is_early:  # nothing has happened, and nothing is to be decided: dice or cards come first
        turns = []
    in_reports = max((int(line.values["entry"]) for line in journal.read(office, TELLS)
                      if line.values["key"].rpartition(":")[2] in (side, campaign.founded_as(side))), default=-1)
    for entry in turns:
        report = _report(campaign, side, entry, reported, office, now, account)
        in_reports = max(in_reports, -1 if report.tells is None else report.tells)
        yield report
    last_told = max([*reported, *_entries_of(campaign, side, keys, NEWS), *(entry["n"] for entry in turns)], default=0)
    by_letter = clock.announced_by_letter(campaign, office)
    fresh = [entry for entry in campaign.entries[last_told + 1:] if entry["type"] in news.KINDS
             and entry.get("side") not in (side, campaign.founded_as(side))
             and entry["n"] not in by_letter and not (entry["type"] == NOTE and (is_early or entry["n"] <= in_reports))]
    if fresh:
        yield _news(campaign, side, fresh, account)


def _entries_of(campaign: Campaign, side: str, keys: Sequence[str], kind: str) -> list[int]:
    """The entries that mails of a kind to a side cover, by their keys; also those from before it was a side."""
    names = {side, campaign.founded_as(side)}
    keys_told = {tuple(key.split(":")) for key in keys}
    return [entry["n"] for entry in campaign.entries if any((kind, entry["hash"], name) in keys_told for name in names)]


# -- reports --------------------------------------------------------------------------------------------------------


def _report(campaign: Campaign, side: str, entry: Entry, reported: Sequence[int], office: Path,
            now: datetime, account: Account | None) -> DueMail:
    """The report of a sitting or a rewind to a side, or of the opening."""
    with speaking_to(campaign, side):
        sitting = entry["number"] if entry["type"] == SITTING else None
        story = tell(campaign, sitting=sitting, side=side if side in campaign.game.sides else "")
        story = story._replace(drafts=_draft(campaign, side, story))
        extra = reports.Extra(tokens={side: tokens.of(campaign, side)}, reader=side)
        if story.now:
            how = _sentences(campaign, "report-order", None) if story.drafts else ()
            extra = replace(extra, notices=(*sentences(campaign, now, side), *how),
                            until=clock.in_brief(campaign, now, side))
        if side != REFEREE and entry is campaign.last_sitting:
            since = _since(campaign, side, reported, office)
            if since is not None:
                about = _sentences(campaign, "report-packet", NewEntries(since, len(campaign.entries) - 1))
                extra = replace(extra, packet=reports.PacketFile(
                    packets.file_name(campaign, since), packets.packet(campaign, since), " ".join(about)))
        message = reports.message(story, extra=extra)
        purpose = Purpose(REPORT, entry["hash"])
        address(message, purpose, to=known(campaign, side, account), account=account, campaign=campaign, side=side)
        return DueMail(f"{REPORT}:{entry['hash']}:{side}", receivers(message), message,
                       len(campaign.entries) - 1 if story.now and campaign.entries[-1] is not entry else None)


def _draft(campaign: Campaign, side: str, story: Story) -> Mapping[str, str]:
    """The orders file for the reader to fill in, where they owe something."""
    if not story.now or side not in {due["side"] for due in story.dues}:
        return {}
    try:
        return {side: template(campaign, side)}
    except Diverged:
        return {}


def _sentences(campaign: Campaign, kind: str, content: object) -> list[str]:
    """What a template says beside the report, in the language spoken."""
    return [part for part in written(kind, content, campaign.folder) if isinstance(part, str)]


def _since(campaign: Campaign, side: str, reported: Sequence[int], office: Path) -> int | None:
    """The first entry the player may not have: the founding, until they have shown one; None where there would be too
    much to send. It goes back one sitting further than what they have shown, for they can have read of an entry in
    another mail than the one with its packet: so what one lost mail held comes with the next."""
    shown = seen(campaign, side, office) if reported else -1
    sure = max((entry["n"] for entry in campaign.entries[:max(shown, 0)] if entry["type"] == SITTING), default=-1)
    wanted = dict.fromkeys((sure + 1, max(reported, default=-1) + 1))
    return next((since for since in wanted if len(packets.packet(campaign, since)) <= LARGEST), None)


# -- news -----------------------------------------------------------------------------------------------------------


def _news(campaign: Campaign, side: str, fresh: Sequence[Entry], account: Account | None) -> DueMail:
    """A mail on what was said since the last one."""
    with speaking_to(campaign, side):
        last = campaign.entries[fresh[-1]["n"]]
        message = to_side(campaign, side, Purpose(NEWS, last["hash"]), news.news(campaign, side, fresh), account,
                          known(campaign, side, account))
        return DueMail(f"{NEWS}:{last['hash']}:{side}", receivers(message), message)
