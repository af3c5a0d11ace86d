"""The letters that answer incoming mails: answers, questions, warnings; none of them too often."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.exchange import journal, outbox, verdicts
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.compose import receivers
from witp_pbem.exchange.desk import affirming, answers, confirming, dkim, recording, sender
from witp_pbem.exchange.desk.recording import Post
from witp_pbem.exchange.desk.sender import Roll
from witp_pbem.exchange.mailbox.account import Account
from witp_pbem.exchange.verdicts import TextResult
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.tuples import NamedTuple

MAIL = "mail"  # line of the journal: what became of a mail
DAY = timedelta(days=1)
MOST_A_DAY = 3  # answers to one stranger, and warnings to one player
MOST_STRANGERS = 20  # answers to all strangers together: senders are made up easily, and innocent people get them
MOST_ANSWERS = 50  # to one player, whatever a program of theirs may send
KEPT = 1024 * 1024  # bytes of a mail that cannot be read, or is a stranger's, that are kept
# What the keys of letters begin with.
ANSWER, CONFIRM, CONFIRMED, WARNING = "answer", "confirm", "confirmed", "warn"
ANSWERED = (verdicts.RECORDED, verdicts.REFUSED, verdicts.OVERTAKEN, verdicts.REPEATED, verdicts.DROPPED)


class Desk(NamedTuple):
    """What mails are taken in with.

    Attributes:
        folders: of the campaigns.
        office: of their folder.
        account: None where mails become drafts.
        now: the present moment.
        dns: how DKIM keys are looked up.
    """

    folders: tuple[Path, ...]
    office: Path
    account: Account | None
    now: datetime
    dns: dkim.Dns

    def roll(self) -> Roll:
        return sender.roll(self.folders)


def dns_of(office: Path, account: Account | None) -> dkim.Dns:
    """Pinned keys first: those beside the account's file and those of the office; then the network's DNS."""
    files = [office / dkim.FILE]
    if account is not None and account.file is not None:
        files.insert(0, account.file.parent / dkim.FILE)
    return dkim.with_pinned(dkim.pinned(*files))


def answer(desk: Desk, post: Post, handled: Sequence[TextResult], key: str = ANSWER) -> tuple[str, ...]:
    """Puts the answers to a mail into the outboxes: one for each campaign and side."""
    letters: list[str] = []
    for folder, side in dict.fromkeys((result.campaign, result.side) for result in handled):
        of_side = [result for result in handled if (result.campaign, result.side) == (folder, side)
                   and (result.reason != verdicts.SAME_AGAIN or post.mail.unread)]
        if folder is None or not side:
            continue
        campaign, office = sender.opened(folder), offices.of_campaign(folder)
        answered = [result for result in of_side if result.verdict in ANSWERED]
        held = [result for result in of_side if result.verdict == verdicts.HELD]
        if answered or held:
            offices.keep(office, post.mail.raw)
        if sender.shown_to_others(campaign, side, post.mail, desk.account):
            tokens.shown(campaign, side, desk.now, post.sha)
        if answered and written(office, desk.now, ANSWER, side) < MOST_ANSWERS:
            # Who has shown the token learns nothing by a copy. Signed texts can be copied from the logbook by anybody.
            proven = any(result.proof == verdicts.TOKEN for result in answered)
            proposal = affirming.offer(campaign, answered)
            if proposal == answers.BY_YES:
                affirming.propose(post, desk.now, campaign, side, answered)
            letters += put(office, desk.now, f"{key}:{post.sha}:{side}", answers.acknowledge(
                campaign, post.mail, answered, desk.account, desk.now,
                copy=post.mail.sender if proven and _is_elsewhere(desk, campaign, side, post) else "",
                proposal=proposal))
        if held:
            blocks = tuple(recording.block_hash(result.block) for result in held)
            confirming.hold(post, desk.now, campaign, side, blocks)
            letters += put(office, desk.now, f"{CONFIRM}:{post.sha}:{side}", answers.ask(
                campaign, post.mail, held, desk.account, until=desk.now + confirming.LASTS))
    return tuple(letters)


def _is_elsewhere(desk: Desk, campaign: Campaign, side: str, post: Post) -> bool:
    """Whether a mail came from an address by which its player is not known, and which is no other player's; what came
    through a list comes from the list."""
    if post.mail.automatic:
        return False
    everybody = {sender.address_of(campaign, side, desk.account) for side in (*campaign.senders, REFEREE)}
    return bool(post.mail.sender) and post.mail.sender not in everybody


def turn_away(desk: Desk, post: Post, handled: Sequence[TextResult]) -> tuple[str, ...]:
    """Tells the player in whose name somebody else wrote, and that person, neither of them too often."""
    strange = [result for result in handled if result.verdict == verdicts.STRANGER]
    if not strange:
        return ()
    letters: list[str] = []
    quiet = _is_enough(desk, post.mail.sender)
    for folder, side in dict.fromkeys((result.campaign, result.side) for result in strange):
        if folder is None or not side:
            continue
        campaign, office = sender.opened(folder), offices.of_campaign(folder)
        if not quiet:
            offices.keep(office, post.mail.raw[:KEPT])
        if written(office, desk.now, WARNING, side) < MOST_A_DAY:
            letters += put(office, desk.now, f"{WARNING}:{post.sha}:{side}",
                           answers.warn(campaign, side, post.mail, desk.account,
                                        own=side in sender.sides_of(campaign, post.mail.sender, desk.account)))
    strange = [result for result in strange if result.reason != verdicts.TOO_MANY]
    if not strange:
        return tuple(letters)
    named = next((result.campaign for result in strange if result.campaign), None)
    return (*letters, *to_stranger(desk, post, strange, sender.opened(named) if named else None))


def written(office: Path, now: datetime, kind: str, side: str) -> int:
    """How many letters of a kind a side's player was written within a day."""
    return sum(str(line.values["key"]).startswith(f"{kind}:") and str(line.values["key"]).endswith(f":{side}")
               for line in journal.read(office, outbox.QUEUED) if now - line.at < DAY)


def to_stranger(desk: Desk, post: Post, handled: Sequence[TextResult], campaign: Campaign | None,
                reason: str = "") -> tuple[str, ...]:
    if post.mail.automatic or not post.mail.sender or _is_enough(desk, post.mail.sender) or not sender.is_written_to(
            post.mail, desk.account):
        return ()
    return put(desk.office, desk.now, f"{ANSWER}:{post.sha}",
               answers.stranger(post.mail, handled, desk.account, campaign, reason))


def _is_enough(desk: Desk, sender: str) -> bool:
    """Whether a stranger, or all of them together, have been answered as often as anybody is within a day."""
    answered = [str(line.values["sender"]) for line in journal.read(desk.office, MAIL) if desk.now - line.at < DAY
                and line.values["verdict"] == verdicts.STRANGER and line.values["letters"]]
    return len(answered) >= MOST_STRANGERS or answered.count(sender) >= MOST_A_DAY


def so_far(desk: Desk, sender: str, verdict: str) -> int:
    """How many mails of an address with a verdict were answered within a day."""
    return sum(line.values["sender"] == sender and line.values["verdict"] == verdict and bool(line.values["letters"])
               for line in journal.read(desk.office, MAIL) if desk.now - line.at < DAY)


def put(office: Path, now: datetime, key: str, letter: EmailMessage) -> tuple[str, ...]:
    """Puts a letter into an outbox, if anybody gets it."""
    to = receivers(letter)
    if not to:
        return ()
    outbox.put(office, now, key, to, letter)
    return (key,)
