"""One mail from its arrival to its answer. Taken in once more, after a crash or because it was delivered twice, it does
nothing a second time: texts are recorded once (`recording`), and the outbox takes the letter of a key once.

Mails that are not for the desk are left alone. The others are kept in the office of the campaign, as they arrived, and
its journal has a line for each text; the office of the folder keeps one line for the whole mail, written last.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.exchange import journal, outbox, verdicts
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.desk import (
    affirming,
    answered,
    answers,
    bounces,
    confirming,
    decisions,
    dkim,
    recording,
    replies,
    sender,
    table_talk,
)
from witp_pbem.exchange.desk.recording import Post
from witp_pbem.exchange.desk.replies import Desk
from witp_pbem.exchange.desk.sender import Roll
from witp_pbem.exchange.mailbox.account import Account
from witp_pbem.exchange.mailbox.arrival import Arrival
from witp_pbem.exchange.reading import automatic
from witp_pbem.exchange.reading import incoming as reading
from witp_pbem.exchange.reading.incoming import Mail, TextBlock
from witp_pbem.exchange.verdicts import MailResult, TextResult
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.table import Diverged

MOST_UNPROVEN = 10  # mails from a player's address that nothing else proves
ONCE = 1  # answer a day to a player who sends mails without orders
QUOTED = "quoted"
CUT = "too-big"
BOMBS = frozenset({CUT, "too-many-parts", "nested-too-deep", "text-too-long", "unreadable"})


def take(campaigns: Sequence[Path], root_office: Path, raw: bytes, now: datetime, account: Account | None = None, *,
         dns: dkim.Dns | None = None, cut: bool = False) -> MailResult:
    """Takes in one mail. The caller is alone in the office of the folder and in those of the campaigns.

    Args:
        campaigns: the campaigns kept here.
        root_office: the office of their folder.
        raw: the mail as it arrived.
        dns: how DKIM keys are looked up, by default in the file of pinned keys and the network's DNS.
        cut: whether `raw` is only the head of a mail that was too large.
    Returns:
        What became of it. LATER: it is to be taken again; nothing was lost, and nothing will be doubled.
    Raises:
        NotWritten: the disk did not take a line or a letter; take the mail again.
        Damaged: the journal of the folder.
    """
    desk = Desk(tuple(campaigns), root_office, account, now, dns or replies.dns_of(root_office, account))
    known = desk.roll()
    mail = reading.read(raw, [campaign.game for campaign in known.campaigns])
    if cut and CUT not in mail.faults:
        mail = replace(mail, faults=(*mail.faults, CUT))
    post = recording.posted(mail, now)
    before = [line for line in journal.read(root_office, replies.MAIL) if line.values["key"] == post.key]
    if any(line.values["content"] == post.content for line in before):
        return MailResult(mail, verdicts.REPEATED, reason=str(before[-1].values["verdict"]))
    try:
        taken = _taken(desk, known, post)
    except (Refusal, Diverged, *verdicts.MISHAPS) as error:  # of one campaign, or of one mail; the others go on
        why = str(error) if isinstance(error, Refusal) else f"{type(error).__name__}: {error}"
        taken = MailResult(mail, verdicts.LATER, reason=verdicts.SPOILT, trouble=why)
    if taken.verdict not in (verdicts.IGNORED, verdicts.LATER):
        _renew_tokens(known, post, account, now)
        journal.write(root_office, now, replies.MAIL, mail=post.sha, key=post.key, content=post.content,
                      sender=mail.sender, verdict=taken.verdict, reason=taken.reason, letters=list(taken.letters),
                      side=taken.side, campaign=taken.campaign.name if taken.campaign else "")
    return taken


def _renew_tokens(known: Roll, post: Post, account: Account | None, now: datetime) -> None:
    """Gives new tokens to those whose tokens a mail has shown to others, whatever else it was."""
    for campaign in known.campaigns:
        for side in (*campaign.senders, REFEREE):
            if sender.shown_to_others(campaign, side, post.mail, account):
                tokens.shown(campaign, side, now, post.sha)


def take_all(campaigns: Sequence[Path], root_office: Path, arrivals: Iterable[Arrival], now: datetime,
             account: Account | None = None, *, dns: dkim.Dns | None = None) -> Iterator[tuple[Arrival, MailResult]]:
    """Takes in the mails of a mailbox, those that hold orders or affirm some in the order they were sent. These wait
    on the disk until all have been looked at; what else they were given with (`Arrival.done`) is handed back beside
    what became of them.

    Raises: see `take`.
    """
    waiting: list[tuple[datetime, int, int, Arrival]] = []
    games = [campaign.game for campaign in sender.roll(campaigns).campaigns]
    # A file without a name, not a folder: where no folder can be opened, none could be cleared away again.
    with tempfile.TemporaryFile() as kept:
        for arrival in arrivals:
            mail = reading.read(arrival.raw, games)
            if not (mail.blocks or affirming.replies_to_answer(mail)) or mail.automatic not in automatic.READ:
                yield arrival, take(campaigns, root_office, arrival.raw, now, account, dns=dns, cut=arrival.is_cut)
                continue
            waiting.append((recording.posted(mail, now).moment, kept.tell(), len(arrival.raw),
                            arrival._replace(raw=b"")))
            kept.write(arrival.raw)
            del arrival, mail
        for _, place, length, arrival in sorted(waiting, key=lambda item: item[:2]):
            kept.seek(place)
            yield arrival, take(campaigns, root_office, kept.read(length), now, account, dns=dns,
                                cut=arrival.size > length)


# -- the kind of mail --------------------------------------------------------------------------------------------


def _taken(desk: Desk, known: Roll, post: Post) -> MailResult:
    mail = post.mail
    addressed = sender.addressed(known, mail, desk.account)
    if mail.automatic not in automatic.READ:
        return _automatic(desk, post, addressed)
    if not mail.blocks and BOMBS.intersection(mail.faults):
        return _automatic(desk, post, addressed) if mail.automatic else _unfit(desk, known, post, addressed)
    question = confirming.question(known.campaigns, mail, desk.now)
    if question and all(block.where == QUOTED and not block.marked for block in mail.blocks):
        return decisions.confirmed(desk, post, question)
    proposal = affirming.answered(known.campaigns, mail)
    if proposal and affirming.is_like_yes(mail.words) and all(
            block.where == QUOTED and not block.marked for block in mail.blocks):
        return decisions.affirmed(desk, post, proposal)
    handled = tuple(_blocks(desk, post))
    if any(result.verdict == verdicts.LATER for result in handled):
        busy = next(result for result in handled if result.verdict == verdicts.LATER)
        return MailResult(mail, verdicts.LATER, handled, (), busy.campaign, busy.side, busy.reason,
                          str(busy.about["trouble"]))
    handled = tuple(result for result in handled if result.verdict not in (verdicts.IGNORED, verdicts.NOTHING))
    if not any(_concerns(result, known, mail, addressed) for result in handled):
        return _automatic(desk, post, addressed) if mail.automatic else _nothing(desk, known, post, addressed)
    letters = (*replies.answer(desk, post, handled), *replies.turn_away(desk, post, handled))
    recording.all_handled(post, desk.now, handled)
    first = min(handled, key=lambda result: verdicts.ORDER.index(result.verdict))
    return MailResult(mail, first.verdict, handled, letters, first.campaign, first.side, first.reason)


def _concerns(handled: TextResult, known: Roll, mail: Mail, addressed: bool) -> bool:
    """Whether a text is for the desk: it names a campaign kept here, or its mail is for the desk anyway."""
    return handled.campaign is not None or addressed or handled.reason == verdicts.AMBIGUOUS or (
        bool(handled.block.campaign) and any(sender.plays(campaign, mail.sender) for campaign in known.campaigns))


def _automatic(desk: Desk, post: Post, addressed: bool) -> MailResult:
    """A mail that no person wrote, or one sent to many that holds no orders: looked at and never answered."""
    back = bounces.letters(desk.folders, desk.office, post.mail) if post.mail.automatic == "bounce" else []
    for office, letter in back:
        outbox.mark(office, desk.now, letter, outbox.REFUSED, bounces.reason(post.mail))
    if not (back or addressed):
        return MailResult(post.mail, verdicts.IGNORED, reason=post.mail.automatic)
    return MailResult(post.mail, verdicts.AUTOMATIC, reason=post.mail.automatic)


def _unfit(desk: Desk, known: Roll, post: Post, addressed: bool) -> MailResult:
    """A mail that cannot be read; a player is told once."""
    mail, fault = post.mail, next(fault for fault in post.mail.faults if fault in BOMBS)
    if not addressed:
        return MailResult(mail, verdicts.IGNORED, reason=fault)
    meant = sender.meant(known, mail, None, desk.account)
    if meant.campaign is None or not meant.side or mail.sender != sender.address_of(meant.campaign, meant.side,
                                                                                    desk.account):
        return MailResult(mail, verdicts.UNFIT, reason=fault)
    letters: tuple[str, ...] = ()
    office = offices.of_campaign(meant.campaign.folder)
    if replies.so_far(desk, mail.sender, verdicts.UNFIT) < replies.MOST_A_DAY:
        offices.keep(office, mail.raw[:replies.KEPT])
        letter = answers.unfit(mail, desk.account, desk.now, meant.campaign, meant.side)
        letters = replies.put(office, desk.now, f"{replies.ANSWER}:{post.sha}", letter)
    return MailResult(mail, verdicts.UNFIT, (), letters, meant.campaign.folder, meant.side, fault)


def _nothing(desk: Desk, known: Roll, post: Post, addressed: bool) -> MailResult:
    """A mail without orders: a player is told what is awaited, once a day, and each time what of it was not read;
    a stranger, that this is no person."""
    mail = post.mail
    if not addressed or not mail.sender:
        return MailResult(mail, verdicts.IGNORED)
    meant = sender.meant(known, mail, None, desk.account)
    campaign, side = meant.campaign, meant.side
    if campaign is None or not sender.sides_of(campaign, mail.sender, desk.account):
        if any(sender.plays(kept_here, mail.sender) for kept_here in known.campaigns):  # nobody knows in which
            return MailResult(mail, verdicts.NOTHING, reason=meant.reason)
        if campaign is not None and sender.proven(campaign, mail):  # a player, from another address of theirs
            return MailResult(mail, verdicts.NOTHING, (), (), campaign.folder, side)
        letters = replies.to_stranger(desk, post, (), None, verdicts.NOTHING)
        return MailResult(mail, verdicts.STRANGER, (), letters, campaign.folder if campaign else None, "",
                          verdicts.NOTHING)
    side = next(iter(sender.sides_of(campaign, mail.sender, desk.account)), side)
    letters = ()
    if replies.so_far(desk, mail.sender, verdicts.NOTHING) < (replies.MOST_A_DAY if mail.unread else ONCE):
        letters = replies.put(offices.of_campaign(campaign.folder), desk.now, f"{replies.ANSWER}:{post.sha}",
                              answers.nothing(campaign, side, mail, desk.account, desk.now))
    return MailResult(mail, verdicts.NOTHING, (), letters, campaign.folder, side)


# -- its texts -------------------------------------------------------------------------------------------------------


def _blocks(desk: Desk, post: Post) -> Iterator[TextResult]:
    """Handles each text, the best first."""
    done: list[TextResult] = []
    written = any(block.where != QUOTED and not block.is_talk for block in post.mail.blocks)
    is_above_taken = False  # what stands above the orders
    asked: list[dkim.SignatureCheck] = []  # the DNS is asked once a mail, and only where a campaign is meant
    for block in recording.in_turn(post.mail.blocks):
        known = desk.roll()  # as it stands after the text before
        meant = sender.meant(known, post.mail, block, desk.account)
        if meant.campaign is not None and not asked and sender.plays(meant.campaign, post.mail.sender):
            asked.append(dkim.look(post.mail.raw, post.mail.sender, dkim.of_domain(post.mail.sender, desk.dns)))
        if asked:
            post = post._replace(seen=asked[0])
        result = table_talk.with_unsaid(_block(desk, post, block, meant, written, done), post.mail)
        done.append(result)
        yield result
        if not is_above_taken and (above := table_talk.above(result, post.mail)):
            is_above_taken = True
            yield _block(desk, post, above, sender.meant(desk.roll(), post.mail, above, desk.account), written, done)


def _block(desk: Desk, post: Post, block: TextBlock, meant: sender.Addressee, written: bool,
           done: Sequence[TextResult]) -> TextResult:
    """Handles one text, and records it if it is to be."""
    campaign, side = meant.campaign, meant.side
    if campaign is None or not side:
        if meant.reason == verdicts.BUSY:
            return TextResult(verdicts.LATER, block, reason=verdicts.BUSY, about={"trouble": meant.trouble})
        return TextResult(verdicts.IGNORED if block.where == QUOTED else verdicts.STRANGER, block,
                          campaign.folder if campaign else None, reason=meant.reason,
                          about={"campaigns": meant.folders} if meant.folders else {})
    own = side in sender.sides_of(campaign, post.mail.sender, desk.account)
    if line := recording.handled_before(post, block, campaign):
        return TextResult(verdicts.REPEATED, block, campaign.folder, side, receipts=recording.receipts_of(line),
                          reason=verdicts.SAME_AGAIN)
    begun = recording.begun(post, block, campaign)
    if begun and (result := recording.recovered(post, block, campaign, begun)):
        return result
    proof = str(begun.values["proof"]) if begun else sender.proof(campaign, side, post.mail, block, desk.account,
                                                                  post.seen, desk.now)
    if block.where == QUOTED and (written or not (own or proof) or recording.was_recorded(post, campaign, side, block)
                                  or (not proof and sender.is_merely_quoted(post.mail, block))):
        return TextResult(verdicts.IGNORED, block, campaign.folder, side)
    office, known = offices.of_campaign(campaign.folder), sender.address_of(campaign, side, desk.account)
    is_form = block.marked and tokens.is_of(campaign, side, block.token)
    if not begun and not is_form and proof != verdicts.KEY and answered.is_repeated(office, post.mail, block, known):
        return TextResult(verdicts.IGNORED, block, campaign.folder, side)
    if not proof and not own:
        return TextResult(verdicts.STRANGER, block, campaign.folder, side, reason=verdicts.NOT_THEIR_SIDE,
                          dkim=post.seen.as_recorded())
    if not proof and recording.unproven(office, desk.now, side) >= MOST_UNPROVEN:
        return TextResult(verdicts.STRANGER, block, campaign.folder, side, reason=verdicts.TOO_MANY)
    result = recording.looked_at(post, desk.now, block, campaign, side, proof, done)
    if result.verdict != verdicts.HELD or not proof:
        return result
    if proof != verdicts.KEY and not begun:
        if recording.weighs(result):
            return replace(result, reason=verdicts.GRAVE)
        if not is_form and answered.repeats(office, post.mail, block, known):
            return replace(result, reason=verdicts.OUR_WORDS)
        if recording.may_be_old(campaign, side, block):
            return replace(result, reason=verdicts.RECORDED_BEFORE)
    offices.keep(office, post.mail.raw)
    return recording.record(post, desk.now, result, desk.account)


