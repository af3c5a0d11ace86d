"""`sync` and `invite`: keeping a copy of a campaign up to date by mail, and the mail that invites a player."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.lock import Busy
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.packets.unpacking import ReceivedEntry
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.logbook import KINDS, SITTING
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.offices import account_in
from witp_pbem.cli.parameters import ACCOUNT, FOLDER, FORCE, NOW
from witp_pbem.cli.printing import Result
from witp_pbem.cli.sides import opened_for
from witp_pbem.cli.spoken import Spoken, speak_to_keeper
from witp_pbem.exchange.copies import packet_sources
from witp_pbem.exchange.copies import sync as copies
from witp_pbem.exchange.copies.sync import Synced
from witp_pbem.report import phrases
from witp_pbem.table.language import bracketed, labelled, listing, say
from witp_pbem.table.tuples import NamedTuple

if TYPE_CHECKING:
    from witp_pbem.campaign.proof.subjects import Verified



class CopySynced(NamedTuple):
    """The result of bringing a copy up to date.

    Attributes:
        empty: the sources without a packet.
        verified: what `verify` prints, null without --verify.
    """

    synced: Synced
    empty: list[str]
    verified: Verified | None


@click.command(cls=Spoken)
@FOLDER
@click.argument("sources", metavar="MAIL|FILE|FOLDER...", nargs=-1, required=True)
@click.option("--verify", "is_verified", is_flag=True,
              help="Then replay the whole copy from nothing, as `verify` does.")
def sync(folder: str, sources: tuple[str, ...], is_verified: bool) -> Result[CopySynced]:
    """Bring your own copy of a campaign up to date from the mails you got.

    Every report comes with a packet: the entries of the logbook that are new. Give the mails (.eml), the attached
    packets, a mailbox file, a folder of mails, or - for what is piped in; in any order, and again if you like. Where
    DIR does not exist yet, the mail you were invited with makes it. With a copy you can check orders at home, draw
    maps, read every report, and prove every die.

    Nothing is ever merged silently: entries that cannot both be true are shown, and nothing is appended.

    \b
    Examples:  witp-pbem sync isles invitation.eml
               witp-pbem sync isles report-*.eml --verify
    """
    counted: Counter[str] = Counter()
    synced = copies.sync(Path(folder), chain.from_iterable(_source(name, counted) for name in sources))
    empty = [name for name in dict.fromkeys(sources) if not counted[name]]
    campaign = open_campaign(Path(folder)) if synced.entries else None
    verified = None
    if is_verified and campaign:
        from witp_pbem.campaign.proof.verify import verify

        verified = verify(Path(folder))

    is_well = (verified is None or verified.holds) and not synced.forks and not synced.refused
    return Result(lambda: CopySynced(synced, empty, verified),
                  lambda: _show(folder, synced, campaign, empty, bool(counted), verified),
                  is_well and not (synced.is_keepers and synced.appended) and bool(counted))


def _show(folder: str, synced: Synced, campaign: Campaign | None, empty: Sequence[str], is_any: bool,
          verified: Verified | None) -> None:
    printing.notes(synced.notes)
    for origin, reason in synced.refused:
        printing.paragraph(say("{origin} was not used: {reason}.", origin=origin, reason=reason), rest="    ", err=True)
    if synced.others:
        printing.paragraph(say("Ignored, because it belongs to other campaigns: {names}.",
                               names=listing(synced.others)),
                           rest="    ", err=True)
    if empty:
        printing.paragraph(say("No campaign packet was found in: {names}.",
                               names=listing(empty)), rest="    ", err=True)
    for sentence in chain(_came(synced, campaign, is_any), _forks(synced, campaign), _gaps(synced)):
        printing.paragraph(sentence, rest="    ")
    if campaign:
        printing.line(say("{count} entries, head {head}", count=synced.entries, head=synced.head))
    if synced.appended and campaign and not synced.is_keepers:
        _next(folder, synced)
    if verified:
        from witp_pbem.cli.verify import show

        show(verified)


def _source(name: str, counted: Counter[str]) -> Iterator[packet_sources.PossiblePacket]:
    """What may be packets in a source named on the command line; `counted` counts them by source."""
    for packet in (packet_sources.possible_packets(Path(name)) if name != named_files.STDIN else
                   packet_sources.opened(say("standard input"), sys.stdin.buffer.read(packet_sources.LARGEST))):
        counted[name] += 1
        yield packet


def _came(synced: Synced, campaign: Campaign | None, is_any: bool) -> Iterator[str]:
    """What is new; `is_any` says whether there were packets at all."""
    numbers = _numbers(synced.appended)
    if synced.is_keepers:
        yield say("You keep this campaign yourself (private/ is here): packets are compared with your logbook, and "
                  "nothing is appended.")
        if synced.appended:
            yield say("Your logbook lacks {entries}, which the packets have. Either an older copy of the folder was "
                      "put back here – `witp-pbem guide keeping` tells what to do – or somebody has made them up.",
                      entries=numbers)
        elif not synced.forks and not synced.refused and is_any:
            yield say("They hold nothing that your logbook does not have.")
    elif synced.appended and campaign:
        what = listing(_counted(synced.appended, campaign))
        yield (say("A new copy: {entries} ({what}).", entries=numbers, what=what) if synced.founded else
               say("Appended: {entries} ({what}).", entries=numbers, what=what))
    elif not synced.forks and not synced.missing and not synced.refused and is_any:
        yield say("Nothing new: the copy is up to date.")


def _numbers(entries: Sequence[Entry]) -> str:
    return _span(entries[0]["n"], entries[-1]["n"]) if entries else ""


def _span(first: int, last: int) -> str:
    return say("entry {number}", number=first) if first == last else say("entries {first}–{last}", first=first,
                                                                         last=last)


def _counted(entries: Sequence[Entry], campaign: Campaign) -> Iterator[str]:
    """Entries in words: how many of each kind, then the sittings by number."""
    for kind, count in Counter(entry["type"] for entry in entries if entry["type"] != SITTING).items():
        yield KINDS[kind] if count == 1 else say("{count} × {kind}", count=count, kind=KINDS[kind])
    for entry in entries:
        if entry["type"] == SITTING:
            yield say("sitting {number}", number=entry["number"])
            if entry["outcome"]:
                yield say("the game ends: {side} won",
                          side=phrases.side_name(campaign.game, entry["outcome"]["winner"]))


def _gaps(synced: Synced) -> Iterator[str]:
    """Which entries are missing before those that wait."""
    if not synced.missing:
        return
    gaps = listing(_span(first, last) for first, last in synced.missing)
    waiting = say.plural(len(set(synced.waiting)), "{n} later entry waits for them and will be appended then.",
                         "{n} later entries wait for them and will be appended then.")
    if synced.is_keepers:
        yield say("The packets also have entries behind {gaps}, which neither they nor your logbook have.", gaps=gaps)
    else:
        yield say("Missing: {gaps}. {waiting} They are in an earlier mail; or reply to any report, and the next one "
                  "brings what you lack; or ask the keeper.", gaps=gaps, waiting=waiting)


def _forks(synced: Synced, campaign: Campaign | None) -> Iterator[str]:
    """Entries that cannot both be true, and what to do."""
    if not synced.forks:
        return
    yield say("TWO HISTORIES: these entries cannot all be true, and nothing was appended.")
    for fork in synced.forks:
        yield (say("Both have everything up to entry {entry}. Then:", entry=fork.common) if fork.common is not None else
               say("Where they diverge is not known: the entries before them are not among what was given. But:"))
        if fork.own is not None and campaign and fork.own < len(campaign.entries):
            own = campaign.entries[fork.own]
            yield _entry(ReceivedEntry(fork.own, "", own["hash"], own["type"], str(own.get("side", "")), b"",
                                       say("your copy")), campaign)
        yield _entry(fork.branch[0], campaign)
        if len(fork.branch) > 1:
            yield say("  with {count} more behind it, up to entry {entry}", count=len(fork.branch) - 1,
                      entry=fork.branch[-1].n)
    if synced.evidence:
        yield say("Kept as evidence: {files}.", files=listing(synced.evidence))
    yield say("Either the campaign was recorded twice (an older copy was put back, two computers wrote), or somebody "
              "has made entries up. Ask the keeper and the other players for the hash of their last entry, and what "
              "`witp-pbem verify DIR --head HASH` says to these: {hashes}. If your own copy is the wrong one, make a "
              "new one: `sync` into a new folder, with the mails of the right history only.",
              hashes=listing(fork.branch[0].hash[:phrases.SHORT] for fork in synced.forks))


def _entry(entry: ReceivedEntry, campaign: Campaign | None) -> str:
    """One of two entries that cannot both be true."""
    kind = KINDS[entry.kind] if entry.kind in KINDS else phrases.visible(entry.kind[:phrases.SHORT])
    side = phrases.visible(entry.side[:phrases.SHORT])
    who = bracketed(kind, phrases.side_name(campaign.game, side) if campaign else side) if side else kind
    return labelled("  " + entry.origin, say("entry {number}, {kind}, hash {hash}", number=entry.n, kind=who,
                                             hash=entry.hash))


def _next(folder: str, synced: Synced) -> None:
    """Prints commands for a look at what is new."""
    lead = say("Next:")
    if any(entry["type"] == SITTING for entry in synced.appended):
        printing.commands(lead, f"report {folder}", f"verify {folder} --head {synced.head[:phrases.SHORT]}")
    else:
        printing.commands(lead, f"status {folder}", f"log {folder}")


# -- the invitation ------------------------------------------------------------------------------------------------


@click.command(cls=Spoken)
@FOLDER
@click.argument("side")
@click.option("-o", "output", metavar="FILE", help="Write the mail to this file (.eml), to be opened and sent.")
@click.option("--send", "is_sent", is_flag=True,
              help="Put the mail into the outbox: the next round of `serve` or `mail send` sends it, or writes it as a "
                   "draft.")
@ACCOUNT
@FORCE
@NOW
def invite(folder: str, side: str, output: str | None, is_sent: bool, account_file: Path | None, force: bool,
           now: datetime) -> None:
    """Write the mail that brings a player in.

    It says in the player's language what this is, how a turn goes and whom to trust, and brings the campaign along as a
    packet. A mail program is all it takes. Without -o and --send its text is printed.

    \b
    Examples:  witp-pbem invite isles blue
               witp-pbem invite isles red --lang ja -o ken.eml
               witp-pbem invite isles blue --send
    """
    from witp_pbem.exchange import invitation, outbox
    from witp_pbem.exchange import office as offices
    from witp_pbem.exchange.compose import receivers

    campaign, whose = opened_for(folder, side)
    account = account_in(account_file)
    if output is not None:
        named_files.require_free(output, force)
    message = invitation.invite(campaign, whose, now, account)
    speak_to_keeper()
    to = receivers(message)
    if is_sent and not to:
        raise invitation.NoAddress(say("{side} has no mail address in this campaign. Write the mail to a file with -o "
                                       "and send it yourself.", side=phrases.side_name(campaign.game, whose)))
    if output is not None:
        named_files.write_or_print(message.as_bytes(), output, force)
    if is_sent:
        office = offices.of_campaign(Path(folder))
        with offices.at_work(office) as alone:
            if not alone:
                raise Busy(say("The desk is at work just now. Run the command again when it has finished."))
            put = outbox.put(office, now, invitation.key(campaign, whose), to, message)
        printing.line(say("In the outbox: the invitation for {address}.", address=listing(to)) if put else
                      say("This invitation was put into the outbox before; see witp-pbem mail outbox."))
    if output is None and not is_sent:
        body = message.get_body(("plain",))
        printing.text(body.get_content() if body else "")
