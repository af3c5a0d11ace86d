"""The round: everything that is due for all campaigns at or below a folder, once.

    1  mails are fetched, and each is taken in (`intake`)
    2  each campaign's sitting is held where nobody is waited for (`automatic_sittings`)
    3  each campaign's deadlines are looked at (`deadlines.review`); what they bring about is played at once
    4  reports and news go into the outboxes (`reports`)
    5  what lies there is sent, or written as drafts

Every step finds out from the record what is to be done, so that a round cut short anywhere is finished by the next one.
What goes wrong in one campaign is reported, and does not stop the others. Whoever makes the round is alone in the
office of the folder and in those of all its campaigns; what is typed by hand meanwhile waits for the campaign's lock.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from witp_pbem.campaign.folder.lock import Busy
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.exchange import journal, outbox, verdicts
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.desk import automatic_sittings
from witp_pbem.exchange.mailbox.arrival import Unreachable
from witp_pbem.exchange.reading.automatic import OWN
from witp_pbem.table.canonical import digest
from witp_pbem.table.language import labelled, listing, say
from witp_pbem.table.tuples import NamedTuple

if TYPE_CHECKING:
    from witp_pbem.exchange.mailbox.account import Account
    from witp_pbem.exchange.mailbox.arrival import Arrival
    from witp_pbem.exchange.verdicts import MailResult

DONE, WAITS, KEEPER, TROUBLE = "done", "waits", "keeper", "trouble"
NEEDS = "needs"  # line of the journal: what the keeper was told last
MOST_SITTINGS = 50  # of one campaign in one round


class Remark(NamedTuple):
    """A remark of a round.

    Attributes:
        campaign: its folder, "" for all.
        kind: `DONE` something was done; `WAITS` why a sitting is not held yet; `KEEPER` something only the keeper can
            do; `TROUBLE` something failed now and may work next time.
    """

    campaign: str
    sentence: str
    kind: str = DONE


class Round(NamedTuple):
    """The result of a round.

    Attributes:
        busy: whether another round is in progress, so that nothing was done.
        remarks: what was done, and what the keeper has to do.
        is_new: whether the keeper has something else to do than after the last round.
    """

    busy: bool = False
    remarks: tuple[Remark, ...] = ()
    is_new: bool = False

    @property
    def done(self) -> list[Remark]:
        return [remark for remark in self.remarks if remark.kind == DONE]

    @property
    def needs(self) -> list[Remark]:
        """What only the keeper can do, and what did not work."""
        return [remark for remark in self.remarks if remark.kind in (KEEPER, TROUBLE)]


def go(root: Path, now: datetime, account: Account | None, sources: Sequence[Path] = (),
       stopped: Callable[[], bool] = lambda: False) -> Round:
    """Makes one round.

    Args:
        root: a folder of campaigns, or one campaign.
        account: None where there are no servers: mails become drafts.
        sources: files and folders with mails, besides the account.
        stopped: whether to end after the present step.
    Raises:
        OSError: the office of the folder takes nothing. Damaged: its journal.
    """
    office = offices.of_root(root)
    with offices.at_work(office) as alone:
        if not alone:
            return Round(busy=True)
        remarks = []
        with closing(_steps(root, office, now, account, sources)) as steps:
            for remark in steps:
                remarks += [remark._replace(campaign=_called(root, remark.campaign))] if remark else []
                if stopped():
                    break
        return Round(remarks=tuple(remarks), is_new=_is_new(office, now, remarks))


def _called(root: Path, folder: str) -> str:
    """A campaign's folder as the keeper knows it."""
    return folder if not folder else root.name if Path(folder) == root else str(Path(folder).relative_to(root))


def _is_new(office: Path, now: datetime, remarks: Iterable[Remark]) -> bool:
    """Whether the keeper has something else to do than after the last round; it is written down if so."""
    needs = digest(sorted([remark.campaign, remark.sentence] for remark in remarks
                          if remark.kind in (KEEPER, TROUBLE)))
    before = [line.values["digest"] for line in journal.read(office, NEEDS)]
    if needs == (before[-1] if before else digest([])):
        return False
    journal.write(office, now, NEEDS, digest=needs)
    return True


def _steps(root: Path, office: Path, now: datetime, account: Account | None,
           sources: Sequence[Path]) -> Generator[Remark | None]:
    """The round, step by step; None stands between two steps that have nothing to tell."""
    with ExitStack() as stack:
        campaigns = offices.campaigns(root)
        away = {folder: why for folder in campaigns if folder != root and (why := _kept_out(stack, folder))}
        yield from (Remark(str(folder), why, KEEPER) for folder, why in away.items())
        for source in (*([account] if account and account.imap else ()), *sources) if not away else ():
            yield from _safely("", _fetch(source, campaigns, office, now, account))
        there = [folder for folder in campaigns if folder not in away]
        for folder in there:
            yield from _safely(str(folder), _play(folder, now, account))
        for folder in there:
            yield from _safely(str(folder), _send(offices.of_campaign(folder), folder, now, account))
        if office != offices.of_campaign(root):
            yield from _safely("", _send(office, root, now, account))


def _kept_out(stack: ExitStack, folder: Path) -> str:
    """Enters a campaign's office; why that is not possible, "" if it was."""
    try:
        if stack.enter_context(offices.at_work(offices.of_campaign(folder))):
            return ""
        return say("Somebody else is at work in the office of this campaign. Nothing was done for it.")
    except Refusal as error:
        return str(error)
    except OSError as error:
        return say("The office of this campaign cannot be opened: {error}. Nothing was done for it.",
                   error=error.strerror or error)


def _safely(campaign: str, steps: Iterator[Remark | None]) -> Iterator[Remark | None]:
    """Steps whose failure does not stop the others."""
    try:
        yield from steps
    except (Unreachable, Busy) as error:
        yield Remark(campaign, str(error), TROUBLE)
    except Refusal as error:
        yield Remark(campaign, str(error), KEEPER)
    except OSError as error:
        why = error.strerror or str(error)
        yield Remark(campaign, labelled(str(error.filename), why) if error.filename else why, KEEPER)
    except verdicts.MISHAPS as error:
        yield Remark(campaign, say("Something went wrong here: {error}. Check the files of the campaign with "
                                   "`witp-pbem verify`.", error=f"{type(error).__name__} {error}"), KEEPER)


# -- steps ---------------------------------------------------------------------------------------------------------


def _fetch(source: Account | Path, campaigns: Sequence[Path], office: Path, now: datetime,
           account: Account | None) -> Iterator[Remark | None]:
    """Takes in the mails that have arrived. One that a damaged campaign keeps from being taken in waits, and does not
    keep others from it."""
    from witp_pbem.exchange.desk import intake, sender
    from witp_pbem.exchange.mailbox import fetching

    def take_all(arrivals: Iterator[Arrival]) -> Iterator[tuple[Arrival, MailResult]]:
        return intake.take_all(campaigns, office, arrivals, now, account)

    taken_in = fetching.fetch_all(source, office, now, take_all, could_matter=sender.could_matter(campaigns, account),
                                  outboxes=dict.fromkeys((office, *map(offices.of_campaign, campaigns))))
    yield from (_of_mail(taken) for _, taken in taken_in)


def _of_mail(taken: MailResult) -> Remark | None:
    """What there is to tell of a mail; nothing of one that was not for the desk, or is the desk's own."""
    if taken.verdict == verdicts.IGNORED or taken.mail.automatic == OWN:
        return None
    campaign = str(taken.campaign) if taken.campaign else ""
    if taken.verdict == verdicts.LATER:
        why = taken.trouble or taken.reason
        return Remark(campaign, say("A mail could not be taken in now, and waits: {why}", why=why), TROUBLE)
    return Remark(campaign, say("Mail from {sender}: {what}.", sender=taken.mail.sender or say("nobody"),
                                what=verdicts.WORDS[taken.verdict]))


def _play(folder: Path, now: datetime, account: Account | None) -> Iterator[Remark | None]:
    """Holds the sitting, looks at the deadlines, plays what these bring about, and writes the reports."""
    from witp_pbem.exchange.deadlines import review

    for _ in range(MOST_SITTINGS):
        held = automatic_sittings.hold(folder, now, account)
        if held.number is not None:
            yield Remark(str(folder), say("Sitting {number} was held.", number=held.number))
        size = _size(folder)
        reviewed = review.Reviewed() if held.over else review.review(folder, now, account)
        yield from (Remark(str(folder), sentence) for sentence in reviewed.remarks)
        if _size(folder) == size:
            break
    yield from (Remark(str(folder), sentence, KEEPER) for sentence in reviewed.needs)
    if held.over:
        yield Remark(str(folder), say("The game is over."), WAITS)
    elif why := held.stopped or held.waits:
        yield Remark(str(folder), why, KEEPER if held.keeper else WAITS)
    write(folder, now, account)
    yield None


def write(folder: Path, now: datetime, account: Account | None) -> list[str]:
    """Puts the reports and news that are due into a campaign's outbox; returns their keys."""
    from witp_pbem.exchange.desk import reports

    office = offices.of_campaign(folder)
    return [due.key for due in reports.due(open_campaign(folder), office, now, account)
            if reports.put(office, now, due)]


def _size(folder: Path) -> int:
    """How long the logbook is; it only ever grows."""
    return (folder / logbook.FILE).stat().st_size


def _send(office: Path, folder: Path, now: datetime, account: Account | None) -> Iterator[Remark | None]:
    """Sends what lies in an outbox, or writes it as drafts; tells of letters only the keeper can help on their way."""
    campaign = str(folder) if office == offices.of_campaign(folder) else ""
    if account is None or account.smtp is None:
        from witp_pbem.exchange.mailbox import mail_drafts

        written = mail_drafts.write(office, folder, now)
        if written:
            yield Remark(campaign, say.plural(len(written), "{n} draft is waiting to be sent. Open {page} in a "
                                                            "browser.",
                                              "{n} drafts are waiting to be sent. Open {page} in a browser.",
                                              page=written[0].parent / mail_drafts.INDEX))
    elif outbox.due(office, now):
        from witp_pbem.exchange.mailbox import sending

        sent = sending.send(office, account, now)
        if sent.sent:
            yield Remark(campaign, say.plural(len(sent.sent), "{n} letter was sent.", "{n} letters were sent."))
        if sent.trouble:
            yield Remark(campaign, sent.trouble, TROUBLE)
    yield from (Remark(campaign, sentence, KEEPER) for sentence in stuck(office))


def stuck(office: Path) -> Iterator[str]:
    """What is to be told of letters that do not leave by themselves."""
    for letter in outbox.letters(office).values():
        if letter.state == outbox.SENDING:
            yield say("Letter {key} to {to}: nobody knows whether the server has it. Ask, or look into the folder of "
                      "sent mails; then: witp-pbem mail outbox", key=outbox.called(letter.key), to=listing(letter.to))
        elif letter.state == outbox.REFUSED:
            yield say("Letter {key} to {to} was refused: {reason}", key=outbox.called(letter.key),
                      to=listing(letter.to), reason=letter.reason)
