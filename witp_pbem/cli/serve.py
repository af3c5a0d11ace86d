"""`serve`: the desk working on its own."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from witp_pbem.cli import printing
from witp_pbem.cli.offices import account_in, campaigns_in
from witp_pbem.cli.parameters import ACCOUNT, NOW, span
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import labelled, listing, say

if TYPE_CHECKING:
    from witp_pbem.exchange.desk.round import Remark, Round
    from witp_pbem.exchange.mailbox.account import Account

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
@click.option("--once", is_flag=True, help="Make one round and end: by hand, or from cron or a timer.")
@click.option("--every", type=span, metavar="TIME", default="5m", show_default=True,
              help="How long to wait between two rounds.")
@click.option("--quiet", is_flag=True,
              help="With --once: print nothing when nothing was done, and what you have to do only once.")
@NOW
def serve(root: Path, account_file: Path | None, sources: tuple[Path, ...], once: bool, every: timedelta, quiet: bool,
          now: datetime) -> Result[Round] | None:
    """Do everything that is due for the campaign ROOT, or for all campaigns below that folder, again and again.

    A round fetches mails and records the orders in them, holds the sittings for which nobody is waited for, keeps the
    deadlines, and sends what is to be sent, or writes it as drafts where there is no mail account. After a crash the
    next round finishes what was begun: nothing is recorded or sent twice. Of two rounds at once, the second does
    nothing.

    With --once there is one round; exit code 1 then means that there is something only you can do, and it is named.
    Otherwise Ctrl-C ends it, once the step it is at is done. While a mail server cannot be reached, it says so once and
    tries less and less often, at least once an hour.

    \b
    Examples:  witp-pbem serve isles --once
               witp-pbem serve campaigns --every 10m
               witp-pbem serve campaigns --once --quiet --account ~/.config/witp-pbem/mail.toml
    """
    from witp_pbem.exchange.desk import round as rounds

    campaigns_in(root)  # refuses a folder there is nothing to do for
    folder, account = root.resolve(), account_in(account_file)
    if once:
        outcome = rounds.go(folder, now, account, sources)
        return Result(lambda: outcome, lambda: _print(outcome, quiet), not outcome.needs)
    _require_once(quiet)
    _go_on(folder, account, sources, every)
    return None


def _require_once(quiet: bool) -> None:
    """Makes sure that nothing was typed that needs --once.

    Raises:
        click.UsageError: something was.
    """
    is_set = {"--quiet": quiet, "--json": not printing.is_read_by_people(),
              "--now": click.get_current_context().get_parameter_source("now") is ParameterSource.COMMANDLINE}
    if wrong := [option for option, is_given in is_set.items() if is_given]:
        raise click.UsageError(say("{options} can only be used with --once.", options=listing(wrong)))


def _go_on(folder: Path, account: Account | None, sources: tuple[Path, ...], every: timedelta) -> None:
    """One round after another, until somebody ends it."""
    from witp_pbem.exchange import times
    from witp_pbem.exchange.desk import round as rounds

    ending = _ended_by_signals()
    printing.line(say("At work for {folder}, every {every}. Ctrl-C ends it.", folder=folder,
                      every=times.lasting(every)))
    failed, printed = 0, frozenset[str]()
    while not ending():
        outcome = _attempt(lambda: rounds.go(folder, times.now(), account, sources, ending))
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


def _attempt(make: Callable[[], Round]) -> Round:
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
