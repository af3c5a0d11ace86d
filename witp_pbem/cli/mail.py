"""`mail`: fetching mails, sending letters or writing them as drafts, the outbox, and the mail account."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from witp_pbem.campaign.record import disk, extras, private
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.held import held
from witp_pbem.cli.offices import account_in, alone, campaigns_in, offices_of
from witp_pbem.cli.parameters import ACCOUNT, FORCE, NOW, ROOT
from witp_pbem.cli.printing import PlainProblem, Result
from witp_pbem.cli.spoken import CommandGroup, Spoken
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import outbox as outboxes
from witp_pbem.exchange import times, verdicts
from witp_pbem.exchange.outbox import OutboxLetter
from witp_pbem.report import phrases
from witp_pbem.table.language import labelled, listing, parts, say

if TYPE_CHECKING:
    from witp_pbem.exchange.mailbox.account import Account
    from witp_pbem.exchange.mailbox.arrival import Arrival
    from witp_pbem.exchange.mailbox.sources import Source
    from witp_pbem.exchange.verdicts import MailResult

# Verdicts of which only the number of mails is shown.
COUNTED = (verdicts.AUTOMATIC, verdicts.IGNORED)
STATES = say.sentences({
    outboxes.QUEUED: "waits", outboxes.SENDING: "uncertain", outboxes.SENT: "sent", outboxes.FAILED: "failed",
    outboxes.REFUSED: "refused", outboxes.DRAFTED: "written as a draft",
})
STEPS = say.sentences({
    "setup": "Write a file for the mail account, or try it.",
    "password": "Put the account's password into the keyring.",
    "fetch": "Take in mails.",
    "send": "Send letters, or write them as drafts.",
    "outbox": "List the letters that wait.",
    "held": "List the mails that wait for a player's answer, and decide.",
})


@click.group(cls=CommandGroup, summaries=STEPS)
def mail() -> None:
    """Fetch orders by mail, and send answers and reports.

    With a mail account the program fetches by IMAP and sends by SMTP. Without one, mails come as files, and letters
    become drafts for your own mail program. `serve` does all of this at once.

    \b
    Examples:  witp-pbem mail setup --address referee@example.org
               witp-pbem mail fetch campaigns
               witp-pbem mail fetch isles orders.eml
               witp-pbem mail send isles
    """


mail.add_command(held)


# -- fetching and sending ----------------------------------------------------------------------------------------


@mail.command(cls=Spoken)
@ROOT
@click.argument("sources", metavar="[SOURCE]...", nargs=-1)
@ACCOUNT
@click.option("--all", "is_afresh", is_flag=True,
              help="Look at every mail of the mailbox once more, also at those that seem to be private.")
@NOW
@click.pass_context
def fetch(ctx: click.Context, root: Path, sources: tuple[str, ...], account_file: Path | None, is_afresh: bool,
          now: datetime) -> None:
    """Take in mails for the campaign DIR, or for all campaigns below the folder ROOT.

    SOURCE is a Maildir, an mbox file, a folder of .eml files, one file with a mail, or - for one mail on standard
    input; without one, mails are fetched from the account by IMAP. Each mail is taken in once; what is not for the
    desk is left as it was, and nothing is ever deleted. The answers go into the outbox (`mail send`).

    \b
    Examples:  witp-pbem mail fetch campaigns
               witp-pbem mail fetch isles ~/Maildir
               witp-pbem mail fetch isles - < orders.eml

    Exit code 1: a mailbox could not be read, or a mail could not be taken in now; whoever delivered it should try
    again. A mail with problems in it is answered, and is no error here.
    """
    from witp_pbem.exchange.mailbox import arrival
    from witp_pbem.exchange.mailbox.arrival import Unreachable

    account = account_in(account_file)
    if not sources and (account is None or account.imap is None):
        raise click.UsageError(say("There is no mail account to fetch from. Name a file or folder with mails, or write "
                                   "an account with `witp-pbem mail setup`."))
    counts: Counter[str] = Counter()
    trouble: list[str] = []
    with alone(root) as folders:
        office = offices.of_root(root)
        if is_afresh:
            arrival.forget(office)
        for source in sources or ("",):
            try:
                for taken in _taken(source, folders, office, account, is_afresh, now):
                    counts[taken.verdict] += 1
                    if taken.verdict == verdicts.LATER:
                        trouble.append(say("A mail could not be taken in now, and waits: {why}",
                                           why=taken.trouble or taken.reason))
                    elif taken.verdict not in COUNTED:
                        printing.line(_outcome_line(taken))
            except Unreachable as refusal:
                trouble.append(str(refusal))
    rest = [labelled(verdicts.WORDS[verdict], str(counts[verdict])) for verdict in COUNTED if counts[verdict]]
    if rest:
        printing.line(say("Other mails: {counts}.", counts=listing(rest)))
    if not counts and not trouble:
        printing.line(say("No new mail."))
    for sentence in trouble:
        printing.problem(PlainProblem("not-fetched", sentence), f"witp-pbem: {sentence}", err=True)
    if trouble:
        ctx.exit(1)


def _taken(source: str, folders: list[Path], office: Path, account: Account | None, is_afresh: bool,
           now: datetime) -> Iterator[MailResult]:
    """What becomes of the mails of one source, "" for the account."""
    from witp_pbem.exchange.desk import intake, sender
    from witp_pbem.exchange.mailbox import fetching

    place: Source = Path(source)
    if not source:
        assert account is not None
        place = account
    elif source == named_files.STDIN:
        place = sys.stdin.buffer
    matters = None if is_afresh else sender.could_matter(folders, account)

    def take_all(arrivals: Iterator[Arrival]) -> Iterator[tuple[Arrival, MailResult]]:
        return intake.take_all(folders, office, arrivals, now, account)

    for _, taken in fetching.fetch_all(place, office, now, take_all, could_matter=matters,
                                       outboxes=offices_of(folders, office)):
        yield taken


def _outcome_line(taken: MailResult) -> str:
    """What became of a mail, in a line: who sent it, for which campaign and side."""
    sender = taken.mail.sender or say("nobody")
    named = [taken.campaign.name if taken.campaign else "", taken.side]
    became = labelled(verdicts.WORDS[taken.verdict], taken.trouble) if taken.trouble else verdicts.WORDS[taken.verdict]
    return labelled(" ".join([sender, *([f"({', '.join(filter(None, named))})"] if any(named) else [])]), became)


@mail.command(cls=Spoken)
@ROOT
@ACCOUNT
@NOW
@click.pass_context
def send(ctx: click.Context, root: Path, account_file: Path | None, now: datetime) -> None:
    """Send the letters that wait, or write them as drafts where the account has no server for it.

    Drafts lie in the folder private/drafts/ of the campaign (in .witp-pbem/drafts/ of ROOT), as files that mail
    programs open ready to be sent, beside a page drafts.html with a link for each. Each letter is sent once. If the
    connection breaks at the decisive moment, nobody knows whether the letter left: it is listed as uncertain, and not
    sent again until you say so (`mail outbox --again`).

    \b
    Example:  witp-pbem mail send isles

    Exit code 1: a letter could not be sent, or was refused.
    """
    account = account_in(account_file)
    failed = False
    with alone(root) as folders:
        for office in offices_of(folders, offices.of_root(root)):
            if account is None or account.smtp is None:
                _write_drafts(office, _folder_of(office, folders, root), now)
            else:
                failed |= _send(office, account, now)
    if failed:
        ctx.exit(1)


def _write_drafts(office: Path, folder: Path, now: datetime) -> None:
    from witp_pbem.exchange.mailbox import mail_drafts

    written = mail_drafts.write(office, folder, now)
    for path in written:
        printing.written(path)
    if written:
        printing.paragraph(say("Open {file} in a browser, or the files with your mail program, and send them.",
                               file=mail_drafts.place(folder) / mail_drafts.INDEX))


def _send(office: Path, account: Account, now: datetime) -> bool:
    """Sends the letters of an outbox and prints the outcome; returns whether something is wrong."""
    from witp_pbem.exchange.mailbox import sending

    sent = sending.send(office, account, now)
    letters = outboxes.letters(office)
    for key in (*sent.sent, *sent.refused, *sent.uncertain, *(sent.failed if not sent.trouble else ())):
        printing.line(_line(letters[key]))
    for letter in letters.values():  # or whoever retries after a failure would see nothing
        if letter.key not in sent.failed and letter.state == outboxes.FAILED:
            printing.line(_line(letter))
    if sent.trouble:
        printing.problem(PlainProblem("not-sent", sent.trouble), f"witp-pbem: {sent.trouble}", err=True)
        if sent.failed:
            printing.line(say.plural(len(sent.failed), "{n} letter is tried again later.",
                                     "{n} letters are tried again later."), err=True)
    return bool(sent.trouble or sent.failed or sent.refused)


@mail.command(cls=Spoken)
@ROOT
@click.option("--again", "again", metavar="KEY|all", multiple=True,
              help="Have a letter that is uncertain, was refused or became a draft sent once more; all: every one that "
                   "is uncertain or was refused.")
@click.option("--every", is_flag=True, help="List the letters that were sent, too.")
@NOW
def outbox(root: Path, again: tuple[str, ...], every: bool, now: datetime) -> Result[list[OutboxLetter]]:
    """List the letters that wait, failed, were refused or are uncertain, and why.

    A letter is uncertain if the connection broke at the decisive moment: the server may have it. Look into the mailbox,
    or ask the player; then have it sent once more with --again.

    \b
    Examples:  witp-pbem mail outbox isles
               witp-pbem mail outbox isles --again all
    """
    if again:
        with alone(root) as folders:
            _try_again(offices_of(folders, offices.of_root(root)), again, now)
    folders = campaigns_in(root)
    shown = [letter for office in offices_of(folders, offices.of_root(root))
             for letter in outboxes.letters(office).values()
             if every or _is_open(letter, office, _folder_of(office, folders, root))]

    def show() -> None:
        for letter in shown:
            printing.line(_line(letter))
        if not shown:
            printing.line(say("Nothing is waiting."))

    return Result(lambda: shown, show)


def _is_open(letter: OutboxLetter, office: Path, folder: Path) -> bool:
    """Whether a letter still needs attention. A draft whose file has been deleted was sent."""
    from witp_pbem.exchange.mailbox import mail_drafts

    if letter.state == outboxes.DRAFTED:
        return letter.key in mail_drafts.lying(office, folder)
    return letter.state != outboxes.SENT


def _try_again(every_office: list[Path], again: tuple[str, ...], now: datetime) -> None:
    """Queues letters to be sent once more.

    Raises:
        click.BadParameter: a key names no letter, or one that needs no decision.
    """
    open_states = (outboxes.SENDING, outboxes.REFUSED)
    letters = {key: (office, letter) for office in every_office for key, letter in outboxes.letters(office).items()}
    in_short = {outboxes.called(key): key for key in letters}
    chosen = dict.fromkeys(in_short.get(key, key) for key in again if key != "all")
    if "all" in again:
        chosen |= dict.fromkeys(key for key, (_, letter) in letters.items() if letter.state in open_states)
    for key in chosen:
        if key not in letters or letters[key][1].state not in (*open_states, outboxes.DRAFTED):
            raise click.BadParameter(say('there is no letter "{key}" that is uncertain, was refused or is a draft.',
                                         key=key), param_hint="--again")
    for key in chosen:
        outboxes.again(letters[key][0], now, letters[key][1])


def _line(letter: OutboxLetter) -> str:
    """A letter in a line: what it is, to whom, what became of it and why."""
    what = f"{outboxes.called(letter.key)} → {listing(letter.to)}"
    details = [labelled(what, STATES[letter.state]), times.in_words(letter.at)]
    if letter.reason:
        details.append(letter.reason)
    if letter.state == outboxes.FAILED and letter.again:
        details.append(say("tried again from {time}", time=times.in_words(letter.again)))
    return phrases.visible(parts(details))


# -- the account -------------------------------------------------------------------------------------------------


@mail.command(cls=Spoken)
@click.option("--address", metavar="ADDRESS", help="The address of the mailbox.")
@click.option("--imap", "imap_host", metavar="HOST", help="The server to fetch from, where your provider is not known.")
@click.option("--smtp", "smtp_host", metavar="HOST", help="The server to send by, where your provider is not known.")
@click.option("--try", "is_trial", is_flag=True, help="Log in to both servers of an account and show what works.")
@FORCE
@ACCOUNT
@click.pass_context
def setup(ctx: click.Context, address: str | None, imap_host: str | None, smtp_host: str | None, is_trial: bool,
          force: bool, account_file: Path | None) -> None:
    """Write a file for the mail account, with remarks, to be filled in.

    It lies where the program looks for it by itself, or where --account says. The password is not written into it: see
    `mail password`. With --try nothing is written: the program logs in to both servers and shows what works.

    \b
    Examples:  witp-pbem mail setup --address referee@example.org
               witp-pbem mail setup --try
    """
    from witp_pbem.exchange.mailbox import account as accounts
    from witp_pbem.exchange.mailbox import providers
    from witp_pbem.exchange.mailbox.providers import Server
    from witp_pbem.report.address import is_plain

    extras.require(extras.MAIL)
    if is_trial:
        _try(ctx, _wanted(account_file))
        return
    if address is None:
        raise click.UsageError(say("Name the address of the mailbox with --address, or log in with --try."))
    if not is_plain(address):
        raise click.BadParameter(say('"{address}" is not a plain mail address.',
                                     address=address), param_hint="--address")
    for host, option in ((imap_host, "--imap"), (smtp_host, "--smtp")):
        if host is not None and not accounts.HOST.fullmatch(host):
            raise click.BadParameter(say('"{host}" is not the name of a server.', host=host), param_hint=option)
    known = providers.of(address)
    domain = address.rpartition("@")[2]
    imap = known.imap if known and not imap_host else Server(imap_host or f"imap.{domain}", 993, providers.TLS)
    smtp = known.smtp if known and not smtp_host else Server(smtp_host or f"smtp.{domain}", 465, providers.TLS)
    path = account_file or accounts.default()
    named_files.require_free(str(path), force)
    path.parent.mkdir(parents=True, exist_ok=True)
    disk.write(path, accounts.template(address, imap, smtp).encode(), private.FILE_RIGHTS)
    printing.written(path)
    printing.paragraph(providers.WORDS[known.words] if known else say(
        "Your provider is not known here: look whether the names of the servers are right. Many providers want an app "
        "password for programs, or have IMAP switched on first."))
    option = f" --account {account_file}" if account_file else ""
    printing.commands(say("Next:"), f"mail password{option}", f"mail setup --try{option}")


@mail.command(cls=Spoken)
@ACCOUNT
def password(account_file: Path | None) -> None:
    """Put the password of the mail account into the system's keyring. It is asked for and not shown.

    \b
    Example:  witp-pbem mail password
    """
    from witp_pbem.exchange.mailbox import account as accounts

    extras.require(extras.MAIL)
    account = _wanted(account_file)
    accounts.keep_password(account, click.prompt(say("Password of {address}", address=account.address),
                                                 hide_input=True, err=not printing.is_read_by_people()))
    printing.line(say("The password of {address} is in the keyring.", address=account.address))


def _try(ctx: click.Context, account: Account) -> None:
    """Logs in to both servers and prints what works."""
    from witp_pbem.exchange.mailbox import imap, sending

    failed = False
    for what, server in (("IMAP", account.imap), ("SMTP", account.smtp)):
        if server is None:
            printing.line(say("{what}: no server is named.", what=what))
            continue
        try:
            outcome = imap.visit(account) if what == "IMAP" else sending.visit(account)
        except Refusal as refusal:
            failed = True
            outcome = str(refusal)
        printing.line(labelled(f"{what} {server.host}:{server.port} ({server.security})", outcome))
    if failed:
        ctx.exit(1)


def _wanted(file: Path | None) -> Account:
    """The account, which must be there.

    Raises:
        BadAccount: it is not, or cannot be used.
    """
    from witp_pbem.exchange.mailbox import account as accounts

    return accounts.find(file) or accounts.read(accounts.default())


# -- the offices -------------------------------------------------------------------------------------------------


def _folder_of(office: Path, folders: list[Path], root: Path) -> Path:
    """The folder an office belongs to: a campaign's, or that of all campaigns."""
    return next((folder for folder in folders if offices.of_campaign(folder) == office), root)
