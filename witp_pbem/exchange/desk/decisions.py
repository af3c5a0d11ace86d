"""Mails that were held, once the player has answered or the keeper has decided whether they are from the player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from witp_pbem.exchange import office as offices
from witp_pbem.exchange import verdicts
from witp_pbem.exchange.desk import affirming, answers, confirming, recording, replies, sender, table_talk
from witp_pbem.exchange.desk.recording import Post
from witp_pbem.exchange.desk.replies import Desk
from witp_pbem.exchange.mailbox.account import Account
from witp_pbem.exchange.reading import incoming as reading
from witp_pbem.exchange.reading.blocks import TEXT
from witp_pbem.exchange.reading.incoming import TextBlock
from witp_pbem.exchange.verdicts import MailResult, TextResult


def confirmed(desk: Desk, post: Post, question: confirming.Question) -> MailResult:
    """Records or drops a mail that was held, as the player has answered."""
    campaign, side = question.campaign, question.side
    path = offices.kept(offices.of_campaign(campaign.folder), question.sha)
    if question.before and question.before != question.answer or not path.is_file():
        letters = _too_late(desk, post, question)
        reason = question.before or verdicts.EXPIRED
        return MailResult(post.mail, verdicts.REPEATED, (), letters, campaign.folder, side, reason)
    return replace(_decided(desk, question, path, verdicts.CONFIRMED), mail=post.mail)


def decide(campaigns: Sequence[Path], root_office: Path, held: confirming.WaitingMail, takes: bool, now: datetime,
           account: Account | None = None) -> MailResult:
    """Records a mail that is held, or drops it, as the keeper has decided. The caller is alone in the office of the
    folder and in those of the campaigns.

    Returns:
        What became of the mail. LATER: the campaign cannot be written to now.
    Raises:
        NotWritten: the disk did not take it. Damaged: a journal. OSError: the mail is not there any more.
    """
    desk = Desk(tuple(campaigns), root_office, account, now, replies.dns_of(root_office, account))
    question = held.question._replace(answer=confirming.YES if takes else confirming.NO)
    return _decided(desk, question, held.path, verdicts.VOUCHED)


def affirmed(desk: Desk, post: Post, proposal: affirming.Proposal) -> MailResult:
    """Records the mended orders of a proposal, as the player has affirmed them, or tells them why not."""
    campaign, side = proposal.campaign, proposal.side
    if why := affirming.refusal(proposal, post):
        letters: tuple[str, ...] = ()
        if replies.written(offices.of_campaign(campaign.folder), desk.now, replies.ANSWER, side) < replies.MOST_ANSWERS:
            letters = replies.put(
                offices.of_campaign(campaign.folder), desk.now, f"{replies.ANSWER}:{post.sha}:{side}",
                answers.not_affirmed(campaign, side, post.mail, desk.account, desk.now, why))
        return MailResult(post.mail, verdicts.NOTHING, (), letters, campaign.folder, side, why)
    offices.keep(offices.of_campaign(campaign.folder), post.mail.raw)
    blocks = [TextBlock(text, TEXT, campaign.name, side) for text in affirming.texts(proposal, post)]
    handled = tuple(_confirmed_blocks(desk, post, blocks, campaign.folder, side, verdicts.TOKEN))
    if busy := next((result for result in handled if result.verdict == verdicts.LATER), None):
        return MailResult(post.mail, verdicts.LATER, handled, (), campaign.folder, side, busy.reason,
                          str(busy.about["trouble"]))
    letters = replies.answer(desk, post, handled)
    recording.all_handled(post, desk.now, handled)
    affirming.affirmed(proposal, desk.now)
    return MailResult(post.mail, verdicts.foremost(handled), handled, letters, campaign.folder, side)


def _decided(desk: Desk, question: confirming.Question, path: Path, proof: str) -> MailResult:
    """Records or drops a mail that was held.

    Args:
        path: of the mail.
        proof: `verdicts.CONFIRMED` by the player, or `verdicts.VOUCHED` for by the keeper.
    """
    campaign, side = question.campaign, question.side
    held = recording.posted(reading.read(path.read_bytes(), [campaign.game]), desk.now)._replace(moment=question.moment)
    blocks = [block for block in recording.in_turn(held.mail.blocks) if recording.block_hash(block) in question.blocks]
    if question.answer != confirming.YES:
        denied = verdicts.BY_KEEPER if proof == verdicts.VOUCHED else verdicts.DENIED
        reason = denied if question.answer == confirming.NO else verdicts.EXPIRED
        handled = tuple(TextResult(verdicts.DROPPED, block, campaign.folder, side, reason=reason) for block in blocks)
    else:
        handled = tuple(_confirmed_blocks(desk, held, blocks, campaign.folder, side, proof))
    if busy := next((result for result in handled if result.verdict == verdicts.LATER), None):
        return MailResult(held.mail, verdicts.LATER, handled, (), campaign.folder, side, busy.reason,
                          str(busy.about["trouble"]))
    letters = replies.answer(desk, held, handled, replies.CONFIRMED)
    recording.all_handled(held, desk.now, handled)
    confirming.decided(question, desk.now)
    verdict = verdicts.foremost(handled) if handled else verdicts.NOTHING
    return MailResult(held.mail, verdict, handled, letters, campaign.folder, side, question.answer)


def _too_late(desk: Desk, post: Post, question: confirming.Question) -> tuple[str, ...]:
    """Tells a player who says yes after no, or the other way round, that this does nothing any more."""
    office = offices.of_campaign(question.campaign.folder)
    if post.mail.automatic or replies.written(office, desk.now, replies.ANSWER, question.side) >= replies.MOST_ANSWERS:
        return ()
    return replies.put(office, desk.now, f"{replies.ANSWER}:{post.sha}:{question.side}", answers.too_late(
        question.campaign, question.side, post.mail, desk.account, recorded=question.before == confirming.YES))


def _confirmed_blocks(desk: Desk, held: Post, blocks: Iterable[TextBlock], folder: Path, side: str,
                      proof: str) -> Iterator[TextResult]:
    """Records the texts of a mail that was held."""
    done: list[TextResult] = []
    waiting = [*blocks]
    is_above_taken = False  # what stands above the orders
    for block in waiting:
        campaign = sender.opened(folder)
        if line := recording.handled_before(held, block, campaign):
            yield TextResult(verdicts.REPEATED, block, folder, side, receipts=recording.receipts_of(line),
                             reason=verdicts.SAME_AGAIN)
            continue
        begun = recording.begun(held, block, campaign)
        result = recording.recovered(held, block, campaign, begun) if begun else None
        if result is None:
            result = recording.looked_at(held, desk.now, block, campaign, side, proof, done)
            if result.verdict == verdicts.HELD:
                result = recording.record(held, desk.now, result, desk.account)
        result = table_talk.with_unsaid(result, held.mail)
        if not is_above_taken and (above := table_talk.above(result, held.mail)):
            is_above_taken = True
            waiting.append(above)
        done.append(result)
        yield result
