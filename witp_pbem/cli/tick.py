"""`tick`, `serve`, `sittings`: the desk working on its own."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from witp_pbem.cli import printing
from witp_pbem.cli.offices import account_in, campaigns_in
from witp_pbem.cli.parameters import ACCOUNT, NOW, span
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import labelled, say

if TYPE_CHECKING:
    from witp_pbem.exchange.desk.habits import Habits
    from witp_pbem.exchange.desk.round import Remark, Round

LONGEST = timedelta(hours=1)  # between two rounds of `serve` while a server cannot be reached
NAP = 0.5  # seconds until a signal is noticed

ROOT = click.argument("root", metavar="ROOT", type=click.Path(path_type=Path))
MAILS = click.option("--mails", "sources", metavar="PATH", multiple=True, type=click.Path(path_type=Path),
                     help="Take in the mails of a Maildir, an mbox file or a folder of .eml files, too; may be "
                          "repeated.")


@click.command(cls=Spoken)
@ROOT
@ACCOUNT
@MAILS
@NOW
@click.option("--quiet", is_flag=True, help="Print nothing when nothing was done, and what you have to do only once.")
def tick(root: Path, account_file: Path | None, sources: tuple[Path, ...], now: datetime, quiet: bool) -> Result[Round]:
    """Do everything that is due for the campaign ROOT, or for all campaigns below that folder.

    Fetches mails and records the orders in them, holds the sittings for which nobody is waited for, keeps the
    deadlines, and sends what is to be sent, or writes it as drafts where there is no mail account. To be called every
    few minutes by cron or a timer; called twice at once, the second does nothing. After a crash the next call finishes
    what was begun: nothing is recorded or sent twice.

    \b
    Examples:  witp-pbem tick isles
               witp-pbem tick campaigns --account ~/.config/witp-pbem/mail.toml --quiet

    Exit code 1: there is something only you can do; it is named.
    """
    from witp_pbem.exchange.desk import round as rounds

    campaigns_in(root)  # refuses a folder there is nothing to do for
    outcome = rounds.go(root.resolve(), now, account_in(account_file), sources)
    return Result(lambda: outcome, lambda: _print(outcome, quiet), not outcome.needs)


@click.command(cls=Spoken)
@ROOT
@ACCOUNT
@MAILS
@click.option("--every", type=span, metavar="TIME", default="5m", show_default=True,
              help="How long to wait between two rounds.")
def serve(root: Path, account_file: Path | None, sources: tuple[Path, ...], every: timedelta) -> None:
    """Do what `tick` does again and again, until you end it with Ctrl-C.

    It ends once the step it is at is done. While a mail server cannot be reached, it says so once and tries less and
    less often, at least once an hour.

    \b
    Example:  witp-pbem serve campaigns --every 10m
    """
    from witp_pbem.exchange import times
    from witp_pbem.exchange.desk import round as rounds

    campaigns_in(root)
    folder, account, ending = root.resolve(), account_in(account_file), _ended_by_signals()
    printing.line(say("At work for {folder}, every {every}. Ctrl-C ends it.", folder=folder,
                      every=times.lasting(every)))
    failed, printed = 0, frozenset[str]()
    while not ending():
        outcome = _once(lambda: rounds.go(folder, times.now(), account, sources, ending))
        for remark in outcome.done:
            _tell(remark)
        standing = frozenset(_worded(remark) for remark in outcome.needs)
        for sentence in sorted(standing - printed):
            printing.paragraph(sentence, err=True)
        if printed and not standing:
            printing.line(say("All is well again."))
        printed = standing
        failed = failed + 1 if any(remark.kind == rounds.TROUBLE for remark in outcome.remarks) else 0
        _sleep(min(every * 2 ** min(failed, 10), max(every, LONGEST)), ending)
    printing.line(say("Ended."))


def _once(make: Callable[[], Round]) -> Round:
    """A round; what prevents it altogether becomes a remark, like what goes wrong in it."""
    from witp_pbem.campaign.record.refusal import Refusal
    from witp_pbem.exchange.desk import round as rounds

    try:
        return make()
    except (Refusal, OSError) as error:
        return rounds.Round(remarks=(rounds.Remark("", str(error), rounds.TROUBLE),))


def _ended_by_signals() -> Callable[[], bool]:
    """Whether somebody has asked the program to end: Ctrl-C, or the system that started it."""
    received: list[int] = []
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, lambda number, frame: received.append(number))
    return lambda: bool(received)


def _sleep(length: timedelta, ending: Callable[[], bool]) -> None:
    until = time.monotonic() + length.total_seconds()
    while not ending() and (left := until - time.monotonic()) > 0:
        time.sleep(min(NAP, left))


@click.command(cls=Spoken)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--auto/--by-hand", "by_itself", default=None,
              help="Whether `tick` holds a sitting as soon as all orders are in, or you do so with `adjudicate`.")
@click.option("--early/--at-deadline", "early", default=None,
              help="Whether it does so before the deadline, too, or lets everybody change their orders until then.")
@click.option("--words", type=click.IntRange(0, 60), metavar="DAYS", default=None,
              help="How long the first dice wait for founding words, from when the desk first sees the campaign.")
def sittings(folder: Path, by_itself: bool | None, early: bool | None,
             words: int | None) -> Result[Habits]:
    """Show or set when the desk holds the sittings of the campaign DIR by itself.

    \b
    Examples:  witp-pbem sittings isles
               witp-pbem sittings isles --by-hand
               witp-pbem sittings isles --auto --at-deadline
    """
    from witp_pbem.campaign.folder.opening import NoCampaign, open_campaign
    from witp_pbem.exchange.desk import habits

    if open_campaign(folder).private is None:
        raise NoCampaign(say('"{folder}" is a copy without private/: sittings are held by the keeper\'s desk.',
                             folder=folder))
    before = habits.of(folder)
    kept = habits.Habits(before.by_itself if by_itself is None else by_itself,
                         before.early if early is None else early, before.words if words is None else words)
    if kept != before:
        habits.keep(folder, kept)

    def show() -> None:
        for sentence in habits.in_words(kept):
            printing.paragraph(sentence)

    return Result(lambda: kept, show)


# -- what is printed -----------------------------------------------------------------------------------------------


def _print(outcome: Round, quiet: bool) -> None:
    """What was done, and what the keeper has to do."""
    from witp_pbem.exchange.desk.round import WAITS

    if outcome.busy:
        _unless(quiet, say("Another round is in progress. Nothing was done."))
        return
    for remark in outcome.remarks:
        if not quiet or (remark.kind != WAITS and (outcome.is_new or remark in outcome.done)):
            _tell(remark)
    if not outcome.remarks:
        _unless(quiet, say("Nothing was due."))


def _tell(remark: Remark) -> None:
    printing.paragraph(_worded(remark), rest="  ")


def _worded(remark: Remark) -> str:
    return labelled(remark.campaign, remark.sentence) if remark.campaign else remark.sentence


def _unless(quiet: bool, sentence: str) -> None:
    if not quiet:
        printing.line(sentence)
