"""Recording the texts of mails exactly once: a crash cannot double them, nor an older mail replace newer orders.

Two lines of the campaign's journal stand round every recording: "begun" before it, with the number of the logbook's
last entry, and "handled" when the answer lies in the outbox. A text that was begun and never handled is looked for
among the entries behind that number; only if it is not there it is submitted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.folder.campaign import Campaign, withdrawals
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.folder.settings import speaking_to
from witp_pbem.campaign.letters import sealing, signatures
from witp_pbem.campaign.orders.check import Checked, check
from witp_pbem.campaign.orders.letterbox import REVEAL
from witp_pbem.campaign.orders.submit import Receipt, is_link, submit
from witp_pbem.campaign.record import letter_text
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.letter_text import Letter
from witp_pbem.campaign.record.logbook import PROPOSAL, RULING, SITTING, SUBMISSION
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.exchange import journal, times, verdicts
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.desk import absences, sender
from witp_pbem.exchange.desk.dkim import SignatureCheck
from witp_pbem.exchange.mailbox.account import Account
from witp_pbem.exchange.reading.incoming import Mail, TextBlock, meaning_of
from witp_pbem.exchange.verdicts import TextResult
from witp_pbem.table.canonical import digest
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.problem import Problem
from witp_pbem.table.text import CANCEL
from witp_pbem.table.text import RULING as RULES
from witp_pbem.table.tuples import NamedTuple

BEGUN, HANDLED = "begun", "handled"
EMPTY = frozenset({"nothing-ordered", "empty-file"})  # problems of a draft that was not filled in
GRAVE = frozenset({"resign", "player", "consent", "withdraw"})
EVERY = "*"  # `cancel` without a phase


class Post(NamedTuple):
    """A mail on its way through the desk.

    Attributes:
        mail: the mail, read.
        sha: the SHA-256 of it as it arrived.
        key: what tells it from other mails, however often it is delivered: its Message-ID, or a hash of what it says.
        content: the hash of what it says.
        moment: when it was sent, as far as that can be believed.
        seen: the check of its DKIM signatures.
    """

    mail: Mail
    sha: str
    key: str
    content: str
    moment: datetime
    seen: SignatureCheck = SignatureCheck()


def posted(mail: Mail, now: datetime) -> Post:
    """A mail with what the desk recognises it by."""
    sha = hashlib.sha256(mail.raw).hexdigest()
    content = digest([mail.sender, mail.subject, mail.words, list(mail.references),
                      [[block_hash(block), block.token] for block in mail.blocks]])
    date = mail.date or mail.received
    if mail.date and mail.received and mail.received - mail.date > sender.UNDERWAY:
        date = mail.received  # the sender's clock is wrong
    key = mail.id or digest([content, date.isoformat() if date else sha])
    return Post(mail, sha, key, content, min(date or now, now).replace(microsecond=0))


def block_hash(block: TextBlock) -> str:
    """The hash by which a text is recognised."""
    return hashlib.sha256(block.data).hexdigest()


def receipts_of(line: journal.JournalLine) -> tuple[Receipt, ...]:
    """The receipts in a line "handled"."""
    return tuple(Receipt(*receipt) for receipt in line.values.get("receipts", ()))


def in_turn(blocks: Iterable[TextBlock]) -> list[TextBlock]:
    """The texts of a mail, each once, as they are to be recorded: a link before the orders it seals."""
    return sorted(dict.fromkeys(blocks), key=lambda block: not is_link(block.data))


# -- one text ----------------------------------------------------------------------------------------------------


def looked_at(post: Post, now: datetime, block: TextBlock, campaign: Campaign, side: str, proof: str,
              before: Iterable[TextResult] = ()) -> TextResult:
    """The verdict on a text before it is recorded; HELD where it can be.

    Args:
        before: the results of the texts before it in the same mail.
    """
    if absence := absences.read(block.data):
        return absences.looked_at(block, absence, campaign, side, now, proof)
    checked = _checked(post, block, campaign, side)
    before_of_side = [result for result in before
                      if (result.campaign, result.side) == (campaign.folder, side) and result.checked]
    if any(result.checked and _says(result.checked) == _says(checked) != () for result in before_of_side):
        return TextResult(verdicts.IGNORED, block, campaign.folder, side, checked)  # the same as page, or attached
    held = TextResult(verdicts.HELD, block, campaign.folder, side, checked, proof=proof, dkim=post.seen.as_recorded())
    if EMPTY & {problem.code for problem in checked.problems}:
        return replace(held, verdict=verdicts.NOTHING)
    if same := _recorded(campaign, side, checked):
        return replace(held, verdict=verdicts.REPEATED, receipts=(same,))
    if newer := _newer(post, campaign, side, checked):
        entries = [receipt.entry for receipt in receipts_of(newer)]
        return replace(held, verdict=verdicts.OVERTAKEN,
                       about={"newer": newer.values["moment"], "entry": entries[-1] if entries else None})
    if any(result.verdict in (verdicts.RECORDED, verdicts.HELD) and result.checked
           and _clash(_replaces(result.checked), _replaces(checked)) for result in before_of_side):
        return replace(held, verdict=verdicts.OVERTAKEN, reason=verdicts.SAME_MAIL)
    return replace(held, verdict=verdicts.REFUSED) if checked.problems else held


def record(post: Post, now: datetime, result: TextResult, account: Account | None) -> TextResult:
    """Records a text that stands. It comes back as RECORDED, as REFUSED where it did not stand after all, or as LATER
    where nothing can be recorded now.

    Raises:
        NotWritten: the disk did not take the journal's line. Damaged: the journal.
    """
    assert result.campaign is not None
    office = offices.of_campaign(result.campaign)
    if absence := absences.read(result.block.data):
        try:
            return absences.record(result, absence, now, account)
        except (Refusal, OSError) as error:
            return _later(result, error)
    try:
        head = len(open_campaign(result.campaign).entries) - 1
    except (Refusal, OSError) as error:
        return _later(result, error)
    journal.write(office, now, BEGUN, mail=post.sha, key=post.key, block=block_hash(result.block), side=result.side,
                  proof=result.proof, head=head)
    try:
        submitted = submit(result.campaign, [(_file(post, result.block), result.block.data)])
    except (Refusal, OSError) as error:
        return _later(result, error)
    result = replace(result, notes=submitted.notes)
    if not submitted.stands:
        return replace(result, verdict=verdicts.REFUSED, checked=submitted.checked[0])
    return replace(result, verdict=verdicts.RECORDED, receipts=submitted.receipts[0])


def begun(post: Post, block: TextBlock, campaign: Campaign) -> journal.JournalLine | None:
    """The line that says that recording a text of this mail was begun, the first one."""
    return next((line for line in journal.read(offices.of_campaign(campaign.folder), BEGUN)
                 if (line.values["key"], line.values["block"]) == (post.key, block_hash(block))), None)


def recovered(post: Post, block: TextBlock, campaign: Campaign, line: journal.JournalLine) -> TextResult | None:
    """What a text became that was begun before a crash, None if it was not recorded."""
    side, signed = str(line.values["side"]), signatures.read(block.data)
    checked = _checked(post, block, campaign, side)._replace(problems=(), more=0)
    recorded = next((entry for entry in campaign.entries[int(line.values["head"]) + 1:]
                     if _is_of(campaign, entry, side, signed.raw, checked)), None)
    if recorded is None:
        return None
    return TextResult(verdicts.RECORDED, block, campaign.folder, side, checked, (_receipt(recorded),),
                      proof=str(line.values["proof"]), dkim=post.seen.as_recorded())


def handled_before(post: Post, block: TextBlock, campaign: Campaign) -> journal.JournalLine | None:
    """The line that says what became of a text of this mail before: delivered twice, or fetched again after a crash.
    The same DKIM signature makes it the same mail, whatever its Message-ID says now."""
    wanted = block_hash(block)
    for line in journal.read(offices.of_campaign(campaign.folder), HANDLED):
        known = line.values.get("dkim") or {}
        same = post.seen.id and known.get("id") == post.seen.id and known.get("result") == "pass"
        if line.values["block"] == wanted and (line.values["key"] == post.key or same) and (
                line.values["verdict"] in (verdicts.RECORDED, verdicts.REPEATED)):
            return line
    return None


def handled(post: Post, now: datetime, result: TextResult, campaign: Campaign) -> None:
    """Writes down what became of a text, when its answer lies in the outbox.

    Raises:
        NotWritten: the disk did not take it. Damaged: the journal.
    """
    checked = result.checked
    journal.write(
        offices.of_campaign(campaign.folder), now, HANDLED, mail=post.sha, key=post.key, block=block_hash(result.block),
        sender=post.mail.sender, side=result.side, player=campaign.founded_as(result.side), verdict=result.verdict,
        reason=result.reason, proof=result.proof, moment=times.written(post.moment),
        turn=checked.turn if checked else 0,
        replaces=sorted(map(list, _replaces(checked))) if checked else [],
        letter=_letter_kind(checked) if checked else "", dkim=dict(result.dkim),
        receipts=[list(receipt) for receipt in result.receipts],
        problems=sorted({problem.code for problem in checked.problems}) if checked else [])


def all_handled(post: Post, now: datetime, results: Iterable[TextResult]) -> None:
    """The last lines on the texts of a mail, when all its letters lie in outboxes."""
    for result in results:
        if result.campaign is not None and result.side and result.reason != verdicts.SAME_AGAIN:
            handled(post, now, result, sender.opened(result.campaign))


def _checked(post: Post, block: TextBlock, campaign: Campaign, side: str) -> Checked:
    """A text checked in the language of the side's player, who is told how it was understood."""
    with speaking_to(campaign, side):
        return check(campaign, _file(post, block), block.data, sender=side)


def _later(result: TextResult, error: Exception) -> TextResult:
    why = str(error) if isinstance(error, Refusal) else f"{getattr(error, 'filename', None)}: {error}"
    return replace(result, verdict=verdicts.LATER, reason=verdicts.BUSY, about={"trouble": why})


def _says(checked: Checked) -> tuple[str, ...]:
    """What a text says, however it was packed: its orders, or its letter."""
    if _letter_kind(checked):
        return (" ".join(checked.text.split()),)
    return (*(f"{statement.phase}/{statement.text}" for statement in checked.statements),
            *(line.words for line in checked.talk))


def _file(post: Post, block: TextBlock) -> str:
    """What a text is called in messages about it."""
    if block.where not in ("text", "page", "quoted"):
        return block.where
    return say("mail from {address}", address=post.mail.sender) if post.mail.sender else say("mail")


# -- what was recorded already -----------------------------------------------------------------------------------------


def _receipt(entry: Entry) -> Receipt:
    return Receipt(entry["type"], entry["n"], entry["hash"])


def _recorded(campaign: Campaign, side: str, checked: Checked) -> Receipt | None:
    """What was recorded since the last sitting, if it is just this text and the side has sent nothing since."""
    since: list[Entry] = []
    for entry in reversed(campaign.line):
        if entry["type"] == SITTING:
            break
        since.append(entry)
    gone = withdrawals(campaign.line)
    signed = checked.raw
    if checked.letter or letter_text.is_letter(checked.text):
        entries = [entry for entry in since if _letter_kind(checked) != "withdraw"
                   and _is_of(campaign, entry, side, signed, checked)]
    else:
        sent = [entry for entry in since if entry["type"] == SUBMISSION and entry["side"] == side][:1]
        entries = [entry for entry in sent if entry["n"] not in gone and side != REFEREE
                   and _is_of(campaign, entry, side, signed, checked)]
    return _receipt(entries[0]) if entries else None


def _is_of(campaign: Campaign, entry: Entry, side: str, raw: bytes, checked: Checked) -> bool:
    """Whether an entry is what a text became."""
    text = raw.decode("utf-8", "replace")
    if entry["type"] == SUBMISSION:
        kept = campaign.private.raws.get(entry["hash"]) if campaign.private else None
        return kept is not None and entry["side"] == side and kept.content.get("text") in (text, _laid_open(text))
    if "letter" in entry and entry["letter"]:
        return entry["letter"] == text
    texts = [slips.plain(statement, checked.text) for statement in checked.statements if statement.keyword == RULES]
    rulings = entry["orders"] if entry["type"] == RULING else entry["rulings"] if entry["type"] == PROPOSAL else None
    return bool(texts) and side == REFEREE and rulings == texts


def _laid_open(text: str) -> str | None:
    """The orders in a letter that reveals them."""
    letter = letter_text.read(text) if letter_text.is_letter(text) else ()
    if not isinstance(letter, Letter) or letter.kind != REVEAL:
        return None
    unpacked = sealing.unpacked(letter)
    return None if isinstance(unpacked, Problem) else unpacked[0].decode("utf-8", "replace")


def unproven(office: Path, now: datetime, side: str) -> int:
    """How many mails came within a day for a side of which nothing proved who sent them, and were answered."""
    return len({line.values["mail"] for line in journal.read(office, HANDLED)
                if now - line.at < timedelta(days=1) and line.values["side"] == side and not line.values["proof"]
                and line.values["verdict"] not in (verdicts.STRANGER, verdicts.DROPPED)})


def was_recorded(post: Post, campaign: Campaign, side: str, block: TextBlock) -> bool:
    """Whether a text was recorded out of another mail before, so that quoting it says nothing new. (Lines on this same
    mail are of a round that a crash cut short.)"""
    wanted = block_hash(block)
    return any(line.values["block"] == wanted and line.values["side"] == side and line.values["key"] != post.key
               and line.values["verdict"] in (verdicts.RECORDED, verdicts.REPEATED)
               for line in journal.read(offices.of_campaign(campaign.folder), HANDLED))


def may_be_old(campaign: Campaign, side: str, block: TextBlock) -> bool:
    """Whether a text may only be quoted from an earlier mail: it stands below what may be a head, and orders of the
    side that mean the same are in the logbook."""
    if not block.unclear or campaign.private is None:
        return False
    raws, wanted = campaign.private.raws, meaning_of(block.data)
    return any(entry["type"] == SUBMISSION and entry["side"] == side and entry["hash"] in raws
               and meaning_of(str(raws[entry["hash"]].content.get("text", "")).encode()) == wanted
               for entry in campaign.line)


# -- which mail is newer -----------------------------------------------------------------------------------------------


def _replaces(checked: Checked) -> frozenset[tuple[str, bool]]:
    """The phases a text orders for or cancels the orders of, each with whether standing orders are meant."""
    cancelled = {(statement.phase or EVERY, True) for statement in checked.statements if statement.keyword == CANCEL}
    return checked.phases | cancelled


def _clash(one: Iterable[tuple[str, bool]], other: Iterable[tuple[str, bool]]) -> bool:
    return any(standing == lasts and (phase == name or EVERY in (phase, name))
               for phase, standing in one for name, lasts in other)


def _letter_kind(checked: Checked) -> str:
    """The kind of a letter, "" for orders."""
    letter = letter_text.read(checked.text) if checked.text and letter_text.is_letter(checked.text) else ()
    return letter.kind if isinstance(letter, Letter) else ""


def _newer(post: Post, campaign: Campaign, side: str, checked: Checked) -> journal.JournalLine | None:
    """The newest mail of the side, sent after this one, whose orders this one would replace or take back.

    The referee's rulings, dice and cards add up: none replaces another.
    """
    kind, phases = _letter_kind(checked), _replaces(checked)
    if side == REFEREE or (kind and (kind != "withdraw" or _names_entry(checked))):
        return None
    newer = [line for line in _of_player(campaign, side) if times.read(line.values["moment"]) > post.moment
             and _outdoes(line.values, kind, phases)]
    return max(newer, key=lambda line: str(line.values["moment"]), default=None)


def weighs(result: TextResult) -> bool:
    """Whether a letter has such consequences that its writer is asked first, unless a signature proves them."""
    return result.checked is not None and _letter_kind(result.checked) in GRAVE


def _names_entry(checked: Checked) -> bool:
    """Whether a letter that takes orders back says which."""
    letter = letter_text.read(checked.text)
    return isinstance(letter, Letter) and bool(letter.values.get("entry"))


def _of_player(campaign: Campaign, side: str) -> Iterator[journal.JournalLine]:
    """What became of a player's texts in this turn, of those that certainly were theirs."""
    player = campaign.founded_as(side)
    return (line for line in journal.read(offices.of_campaign(campaign.folder), HANDLED)
            if line.values["player"] == player and line.values["turn"] == campaign.turn and line.values["proof"])


def texts_handled(campaign: Campaign) -> int:
    """How many texts of mails have been handled so far."""
    return len(list(journal.read(offices.of_campaign(campaign.folder), HANDLED)))


def sent_since(campaign: Campaign, side: str, mail: str, since: int) -> bool:
    """Whether a player has certainly sent other orders or letters, whatever became of them.

    Args:
        mail: the SHA-256 of the mail that is not meant.
        since: how many texts had been handled before those that are looked at.
    """
    player = campaign.founded_as(side)
    return any(line.values["player"] == player and line.values["proof"] and line.values["mail"] != mail
               and line.values["verdict"] not in (verdicts.IGNORED, verdicts.NOTHING)
               for line in list(journal.read(offices.of_campaign(campaign.folder), HANDLED))[since:])


def _outdoes(newer: dict[str, Any], kind: str, phases: Iterable[tuple[str, bool]]) -> bool:
    """Whether a newer text means that an older one no longer counts."""
    stood = newer["verdict"] in (verdicts.RECORDED, verdicts.REPEATED)
    if kind == "withdraw":
        return stood and bool(newer["replaces"])
    if newer["letter"] == "withdraw":  # taken back, or tried to, before these orders arrived
        return stood or newer["verdict"] == verdicts.REFUSED
    return stood and _clash(phases, [(str(phase), bool(lasting)) for phase, lasting in newer["replaces"]])

