"""One mail from its arrival to its answer. Taken in once more, after a crash or because it was delivered twice, it does
nothing a second time: texts are recorded once (`recording`), and the outbox takes the letter of a key once.

What is no business of the desk is left alone. Of what is, the office of the campaign keeps the mail as it arrived, and
its journal a line for each text; the office of the folder keeps one line for the whole mail, the last thing written.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from witp_pbem.campaign.campaign import Campaign
from witp_pbem.campaign.refusal import Refusal
from witp_pbem.exchange import journal, outbox
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.desk import answers, confirming, dkim, recording, returned, verdicts, whose
from witp_pbem.exchange.desk.compose import receivers
from witp_pbem.exchange.desk.recording import Post
from witp_pbem.exchange.desk.verdicts import Handled, Taken
from witp_pbem.exchange.desk.whose import Roll
from witp_pbem.exchange.mailbox.account import Account
from witp_pbem.exchange.reading import mail as reading
from witp_pbem.exchange.reading.mail import Block, Mail
from witp_pbem.table.canonical import digest
from witp_pbem.table.given import REFEREE
from witp_pbem.table.table import Diverged

MAIL = "mail"  # line of the journal: what became of a mail
DAY = timedelta(days=1)
MOST_A_DAY = 3  # answers to one stranger, and warnings to one player
MOST_ANSWERS = 50  # to one player, whatever a program of his may send
UNDERWAY = timedelta(days=5)  # the longest that mail servers try to deliver a mail
MOST_UNPROVEN = 10  # mails from a player's address that nothing else proves
ONCE = 1  # answer a day to a player who sends mails without orders
KEPT = 1024 * 1024  # bytes of a mail that cannot be read, or is a stranger's, that are kept
QUOTED = "quoted"
# What the keys of letters begin with.
ANSWER, CONFIRM, CONFIRMED, WARNING = "answer", "confirm", "confirmed", "warn"
CUT = "too-big"
MISHAPS = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
BOMBS = frozenset({CUT, "too-many-parts", "nested-too-deep", "text-too-long", "unreadable"})
ANSWERED = (verdicts.RECORDED, verdicts.REFUSED, verdicts.OVERTAKEN, verdicts.REPEATED, verdicts.DROPPED)


class _Desk(NamedTuple):
    """Where a mail is taken in: the campaigns, the office of the folder, the account, the moment, how keys are asked
    for."""

    folders: tuple[Path, ...]
    office: Path
    account: Account | None
    now: datetime
    dns: dkim.Dns

    def roll(self) -> Roll:
        return whose.roll(self.folders)


def take(campaigns: Sequence[Path], root_office: Path, raw: bytes, now: datetime, account: Account | None = None, *,
         dns: dkim.Dns | None = None, cut: bool = False) -> Taken:
    """Takes in one mail. The caller is alone in the office of the folder and in those of the campaigns.

    Args:
        campaigns: the campaigns kept here. root_office: the office of their folder. raw: the mail as it arrived.
        dns: how DKIM keys are looked up, by default in the file of pinned keys and the network's DNS.
        cut: whether `raw` is only the head of a mail that was too large.
    Returns:
        What became of it. LATER: it is to be taken again; nothing was lost, and nothing will be doubled.
    Raises:
        NotWritten: the disk did not take a line or a letter; take the mail again.
        Damaged: the journal of the folder.
    """
    desk = _Desk(tuple(campaigns), root_office, account, now, dns or _dns(root_office, account))
    mail = reading.read(raw)
    if cut and CUT not in mail.faults:
        mail = replace(mail, faults=(*mail.faults, CUT))
    post = _post(mail, now)
    known = desk.roll()
    before = [line for line in journal.read(root_office, MAIL) if line.values["key"] == post.key]
    if any(line.values["content"] == post.content for line in before):
        return Taken(mail, verdicts.REPEATED, reason=str(before[-1].values["verdict"]))
    try:
        taken = _taken(desk, known, post)
    except (Refusal, Diverged, *MISHAPS) as error:  # of one campaign, or of one mail; the others go on
        told = str(error) if isinstance(error, Refusal) else f"{type(error).__name__}: {error}"
        taken = Taken(mail, verdicts.LATER, reason=verdicts.SPOILT, told=told)
    if taken.verdict not in (verdicts.IGNORED, verdicts.LATER):
        journal.write(root_office, now, MAIL, mail=post.sha, key=post.key, content=post.content, sender=mail.sender,
                      verdict=taken.verdict, reason=taken.reason, letters=list(taken.letters), side=taken.side,
                      campaign=taken.campaign.name if taken.campaign else "")
    return taken


class _Arrives(Protocol):
    """What a mailbox gives: a mail, or the head of one that is too large."""

    @property
    def raw(self) -> bytes: ...

    @property
    def is_cut(self) -> bool: ...


Arriving = TypeVar("Arriving", bound=_Arrives)


def take_all(campaigns: Sequence[Path], root_office: Path, arrivals: Iterable[Arriving], now: datetime,
             account: Account | None = None, *, dns: dkim.Dns | None = None) -> Iterator[tuple[Arriving, Taken]]:
    """Takes in the mails of a mailbox, those that hold orders in the order they were sent. These wait on the disk until
    all have been looked at; what else they were given with (`Arrival.done`) is handed back beside what became of them.

    Raises: see `take`.
    """
    waiting: list[tuple[datetime, int, bool, Arriving]] = []
    with tempfile.TemporaryDirectory() as name:
        for number, arrival in enumerate(arrivals):
            mail = reading.read(arrival.raw)
            if not mail.blocks or mail.automatic:
                yield arrival, take(campaigns, root_office, arrival.raw, now, account, dns=dns, cut=arrival.is_cut)
                continue
            (Path(name) / str(number)).write_bytes(arrival.raw)
            waiting.append((_post(mail, now).moment, number, arrival.is_cut, _light(arrival)))
            del arrival, mail
        for _, number, cut, arrival in sorted(waiting, key=lambda each: each[:2]):
            raw = (Path(name) / str(number)).read_bytes()
            yield arrival, take(campaigns, root_office, raw, now, account, dns=dns, cut=cut)


def _light(arrival: Arriving) -> Arriving:
    """An arrival without the mail itself, which lies on the disk."""
    if isinstance(arrival, tuple) and hasattr(arrival, "_replace"):
        without: Arriving = arrival._replace(raw=b"")
        return without
    return arrival


def _dns(office: Path, account: Account | None) -> dkim.Dns:
    """Pinned keys first: those beside the account's file and those of the office; then the network's DNS."""
    files = [office / dkim.FILE]
    if account is not None and account.file is not None:
        files.insert(0, account.file.parent / dkim.FILE)
    return dkim.with_pinned(dkim.pinned(*files))


def _post(mail: Mail, now: datetime) -> Post:
    """A mail as the desk knows it again."""
    sha = hashlib.sha256(mail.raw).hexdigest()
    content = digest([mail.sender, mail.subject, mail.words, list(mail.references),
                      [[recording.block_hash(block), block.token] for block in mail.blocks]])
    date = mail.date or mail.received
    if mail.date and mail.received and mail.received - mail.date > UNDERWAY:
        date = mail.received  # the sender's clock is wrong
    key = mail.id or digest([content, date.isoformat() if date else sha])
    return Post(mail, sha, key, content, min(date or now, now).replace(microsecond=0))


# -- what kind of mail it is ---------------------------------------------------------------------------------------


def _taken(desk: _Desk, known: Roll, post: Post) -> Taken:
    mail = post.mail
    addressed = whose.addressed(known, mail, desk.account)
    if mail.automatic:
        return _automatic(desk, post, addressed)
    if not mail.blocks and BOMBS.intersection(mail.faults):
        return _unfit(desk, known, post, addressed)
    question = confirming.question(known.campaigns, mail, desk.now)
    if question and all(block.where == QUOTED for block in mail.blocks):
        return _confirmed(desk, post, question)
    handled = tuple(_blocks(desk, post))
    if any(each.verdict == verdicts.LATER for each in handled):
        found = next(each for each in handled if each.verdict == verdicts.LATER)
        return Taken(mail, verdicts.LATER, handled, (), found.campaign, found.side, found.reason,
                     str(found.about["told"]))
    handled = tuple(each for each in handled if each.verdict not in (verdicts.IGNORED, verdicts.NOTHING))
    if not any(_concerns(each, known, mail, addressed) for each in handled):
        return _nothing(desk, known, post, addressed)
    letters = (*_answer(desk, post, handled), *_turn_away(desk, post, handled))
    _write_down(desk, post, handled)
    first = min(handled, key=lambda each: verdicts.ORDER.index(each.verdict))
    return Taken(mail, first.verdict, handled, letters, first.campaign, first.side, first.reason)


def _concerns(handled: Handled, known: Roll, mail: Mail, addressed: bool) -> bool:
    """Whether a text is the desk's business: it names a campaign kept here, or the mail is for the desk anyway."""
    return handled.campaign is not None or addressed or handled.reason == verdicts.AMBIGUOUS or (
        bool(handled.block.campaign) and any(whose.plays(campaign, mail.sender) for campaign in known.campaigns))


def _automatic(desk: _Desk, post: Post, addressed: bool) -> Taken:
    """A mail that no person wrote: looked at and never answered."""
    back = returned.letters(desk.folders, desk.office, post.mail) if post.mail.automatic == "bounce" else []
    for office, letter in back:
        outbox.mark(office, desk.now, letter, outbox.REFUSED, returned.reason(post.mail))
    if not (back or addressed):
        return Taken(post.mail, verdicts.IGNORED, reason=post.mail.automatic)
    return Taken(post.mail, verdicts.AUTOMATIC, reason=post.mail.automatic)


def _unfit(desk: _Desk, known: Roll, post: Post, addressed: bool) -> Taken:
    """A mail that cannot be read; a player is told once."""
    mail, fault = post.mail, next(fault for fault in post.mail.faults if fault in BOMBS)
    meant = whose.meant(known, mail, None, desk.account)
    if not addressed:
        return Taken(mail, verdicts.IGNORED, reason=fault)
    if meant.campaign is None or not meant.side or mail.sender != whose.address_of(meant.campaign, meant.side,
                                                                                   desk.account):
        return Taken(mail, verdicts.UNFIT, reason=fault)
    letters: tuple[str, ...] = ()
    office = offices.of_campaign(meant.campaign.folder)
    if _so_far(desk, mail.sender, verdicts.UNFIT) < MOST_A_DAY:
        offices.keep(office, mail.raw[:KEPT])
        letter = answers.unfit(mail, desk.account, desk.now, meant.campaign, meant.side)
        letters = _put(office, desk.now, f"{ANSWER}:{post.sha}", letter)
    return Taken(mail, verdicts.UNFIT, (), letters, meant.campaign.folder, meant.side, fault)


def _nothing(desk: _Desk, known: Roll, post: Post, addressed: bool) -> Taken:
    """A mail without orders: a player is told what is awaited, once a day; a stranger, that this is no person."""
    mail = post.mail
    meant = whose.meant(known, mail, None, desk.account)
    if not addressed or not mail.sender:
        return Taken(mail, verdicts.IGNORED)
    campaign, side = meant.campaign, meant.side
    if campaign is None or mail.sender not in {whose.address_of(campaign, each, desk.account)
                                               for each in (*campaign.sides, REFEREE)}:
        if any(whose.plays(each, mail.sender) for each in known.campaigns):  # of several campaigns; nobody knows which
            return Taken(mail, verdicts.NOTHING, reason=meant.reason)
        if campaign is not None and whose.proven(campaign, mail):  # a player, from another address of his
            return Taken(mail, verdicts.NOTHING, (), (), campaign.folder, side)
        letters = _to_stranger(desk, post, (), None, verdicts.NO_CAMPAIGN)
        return Taken(mail, verdicts.STRANGER, (), letters, campaign.folder if campaign else None, "",
                     verdicts.NO_CAMPAIGN)
    side = next(iter(whose.sides_of(campaign, mail.sender, desk.account)), side)
    letters = ()
    if _so_far(desk, mail.sender, verdicts.NOTHING) < ONCE:
        letters = _put(offices.of_campaign(campaign.folder), desk.now, f"{ANSWER}:{post.sha}",
                       answers.nothing(campaign, side, mail, desk.account, desk.now))
    return Taken(mail, verdicts.NOTHING, (), letters, campaign.folder, side)


# -- its texts -------------------------------------------------------------------------------------------------------


def _blocks(desk: _Desk, post: Post) -> Iterator[Handled]:
    """What becomes of each text, the best first."""
    done: list[Handled] = []
    written = any(block.where != QUOTED for block in post.mail.blocks)
    asked: list[dkim.Seen] = []  # the DNS is asked once a mail, and only where a campaign is meant
    for block in dict.fromkeys(post.mail.blocks):
        known = desk.roll()  # as it stands after the text before
        meant = whose.meant(known, post.mail, block, desk.account)
        if meant.campaign is not None and not asked:
            asked.append(dkim.look(post.mail.raw, post.mail.sender, desk.dns))
        if asked:
            post = post._replace(seen=asked[0])
        found = _block(desk, post, block, meant, written, done)
        done.append(found)
        yield found


def _block(desk: _Desk, post: Post, block: Block, meant: whose.Meant, written: bool,
           done: Sequence[Handled]) -> Handled:
    """What becomes of one text; it is recorded here if it is to be."""
    campaign, side = meant.campaign, meant.side
    if campaign is None or not side:
        if meant.reason == verdicts.BUSY:
            return Handled(verdicts.LATER, block, reason=verdicts.BUSY, about={"told": meant.told})
        return Handled(verdicts.IGNORED if block.where == QUOTED else verdicts.STRANGER, block,
                       campaign.folder if campaign else None, reason=meant.reason,
                       about={"campaigns": meant.folders} if meant.folders else {})
    own = side in whose.sides_of(campaign, post.mail.sender, desk.account)
    if line := recording.handled_before(post, block, campaign):
        return Handled(verdicts.REPEATED, block, campaign.folder, side, receipts=recording.receipts_of(line),
                       reason=verdicts.SAME_AGAIN)
    begun = recording.begun(post, block, campaign)
    if begun and (found := recording.recovered(post, block, campaign, begun)):
        return found
    proof = str(begun.values["proof"]) if begun else whose.proof(campaign, side, post.mail, block, desk.account,
                                                                 post.seen)
    if block.where == QUOTED and (written or not (own or proof) or recording.was_recorded(campaign, side, block)):
        return Handled(verdicts.IGNORED, block, campaign.folder, side)
    if not proof and not own:
        return Handled(verdicts.STRANGER, block, campaign.folder, side, reason=verdicts.NOT_HIS_SIDE,
                       dkim=post.seen.told())
    if not proof and recording.unproven(offices.of_campaign(campaign.folder), desk.now, side) >= MOST_UNPROVEN:
        return Handled(verdicts.STRANGER, block, campaign.folder, side, reason=verdicts.TOO_MANY)
    found = recording.looked_at(post, block, campaign, side, proof, done)
    if found.verdict != verdicts.HELD or not proof:
        return found
    offices.keep(offices.of_campaign(campaign.folder), post.mail.raw)
    return recording.record(post, desk.now, found)


def _write_down(desk: _Desk, post: Post, handled: Iterable[Handled]) -> None:
    """The last lines on the texts of a mail, when all its letters lie in outboxes."""
    for each in handled:
        if each.campaign is not None and each.side and each.reason != verdicts.SAME_AGAIN:
            recording.handled(post, desk.now, each, whose.opened(each.campaign))


# -- letters -----------------------------------------------------------------------------------------------------------


def _answer(desk: _Desk, post: Post, handled: Sequence[Handled], key: str = ANSWER) -> tuple[str, ...]:
    """Puts the answers to a mail into the outboxes: one for each campaign and side."""
    letters: list[str] = []
    for folder, side in dict.fromkeys((each.campaign, each.side) for each in handled):
        mine = [each for each in handled if (each.campaign, each.side) == (folder, side)
                and each.reason != verdicts.SAME_AGAIN]
        if folder is None or not side:
            continue
        campaign, office = whose.opened(folder), offices.of_campaign(folder)
        answered = [each for each in mine if each.verdict in ANSWERED]
        held = [each for each in mine if each.verdict == verdicts.HELD]
        if answered or held:
            offices.keep(office, post.mail.raw)
        if whose.shown_to_others(campaign, side, post.mail, desk.account):
            tokens.shown(campaign, side, desk.now, post.sha)
        if answered and _written(office, desk.now, ANSWER, side) < MOST_ANSWERS:
            proven = any(each.proof for each in answered)
            letters += _put(office, desk.now, f"{key}:{post.sha}:{side}", answers.acknowledge(
                campaign, post.mail, answered, desk.account, desk.now,
                copy=post.mail.sender if proven and _is_elsewhere(desk, campaign, side, post) else ""))
        if held:
            confirming.hold(post, desk.now, campaign, side, tuple(recording.block_hash(each.block) for each in held))
            letters += _put(office, desk.now, f"{CONFIRM}:{post.sha}:{side}", answers.ask(
                campaign, post.mail, held, desk.account, desk.now, until=desk.now + confirming.LASTS))
    return tuple(letters)


def _is_elsewhere(desk: _Desk, campaign: Campaign, side: str, post: Post) -> bool:
    """Whether a mail came from an address by which its player is not known, and which is no other player's."""
    everybody = {whose.address_of(campaign, each, desk.account) for each in (*campaign.sides, REFEREE)}
    return bool(post.mail.sender) and post.mail.sender not in everybody and bool(
        whose.address_of(campaign, side, desk.account) or post.mail.sender)


def _turn_away(desk: _Desk, post: Post, handled: Sequence[Handled]) -> tuple[str, ...]:
    """Tells the player in whose name somebody else wrote, and that person, neither of them too often."""
    strange = [each for each in handled if each.verdict == verdicts.STRANGER and each.reason != verdicts.TOO_MANY]
    if not strange:
        return ()
    letters: list[str] = []
    quiet = _so_far(desk, post.mail.sender, verdicts.STRANGER) >= MOST_A_DAY
    for folder, side in dict.fromkeys((each.campaign, each.side) for each in strange if each.campaign and each.side):
        assert folder is not None
        campaign, office = whose.opened(folder), offices.of_campaign(folder)
        if not quiet:
            offices.keep(office, post.mail.raw[:KEPT])
        if _written(office, desk.now, WARNING, side) < MOST_A_DAY:
            letters += _put(office, desk.now, f"{WARNING}:{post.sha}:{side}",
                            answers.warn(campaign, side, post.mail, desk.account, desk.now))
    named = next((each.campaign for each in strange if each.campaign), None)
    return (*letters, *_to_stranger(desk, post, strange, whose.opened(named) if named else None))


def _written(office: Path, now: datetime, kind: str, side: str) -> int:
    """How many letters of a kind a side's player was written within a day."""
    return sum(str(line.values["key"]).startswith(f"{kind}:") and str(line.values["key"]).endswith(f":{side}")
               for line in journal.read(office, outbox.QUEUED) if now - line.at < DAY)


def _to_stranger(desk: _Desk, post: Post, handled: Sequence[Handled], campaign: Campaign | None,
                 reason: str = "") -> tuple[str, ...]:
    if not post.mail.sender or _so_far(desk, post.mail.sender, verdicts.STRANGER) >= MOST_A_DAY:
        return ()
    return _put(desk.office, desk.now, f"{ANSWER}:{post.sha}",
                answers.stranger(post.mail, handled, desk.account, desk.now, campaign, reason))


def _so_far(desk: _Desk, sender: str, verdict: str) -> int:
    """How many mails of an address with a verdict were answered within a day."""
    return sum(line.values["sender"] == sender and line.values["verdict"] == verdict and bool(line.values["letters"])
               for line in journal.read(desk.office, MAIL) if desk.now - line.at < DAY)


def _put(office: Path, now: datetime, key: str, letter: EmailMessage) -> tuple[str, ...]:
    """Puts a letter into an outbox, if anybody gets it."""
    to = receivers(letter)
    if not to:
        return ()
    offices.furnish(office)
    outbox.put(office, now, key, to, letter)
    return (key,)


# -- a mail that was held ----------------------------------------------------------------------------------------


def _confirmed(desk: _Desk, post: Post, found: confirming.Question) -> Taken:
    """What becomes of a mail that was held, now that the player has said whether it is from him."""
    campaign, side = found.campaign, found.side
    path = offices.of_campaign(campaign.folder) / offices.MAILS / f"{found.sha}.eml"
    if found.before and found.before != found.answer or not path.is_file():
        return Taken(post.mail, verdicts.REPEATED, (), (), campaign.folder, side, found.before or verdicts.EXPIRED)
    held = _post(reading.read(path.read_bytes()), desk.now)._replace(moment=found.moment)
    mine = [block for block in dict.fromkeys(held.mail.blocks) if recording.block_hash(block) in found.blocks]
    if found.answer != confirming.YES:
        reason = verdicts.DENIED if found.answer == confirming.NO else verdicts.EXPIRED
        handled = tuple(Handled(verdicts.DROPPED, block, campaign.folder, side, reason=reason) for block in mine)
    else:
        handled = tuple(_confirmed_blocks(desk, held, mine, campaign.folder, side))
    if busy := next((each for each in handled if each.verdict == verdicts.LATER), None):
        return Taken(post.mail, verdicts.LATER, handled, (), campaign.folder, side, busy.reason,
                     str(busy.about["told"]))
    letters = _answer(desk, held, handled, CONFIRMED)
    _write_down(desk, held, handled)
    confirming.decided(found, desk.now)
    verdict = verdicts.foremost(handled) if handled else verdicts.NOTHING
    return Taken(post.mail, verdict, handled, letters, campaign.folder, side, found.answer)


def _confirmed_blocks(desk: _Desk, held: Post, blocks: Iterable[Block], folder: Path, side: str) -> Iterator[Handled]:
    """Records the texts of a mail that was held."""
    done: list[Handled] = []
    for block in blocks:
        campaign = whose.opened(folder)
        if line := recording.handled_before(held, block, campaign):
            yield Handled(verdicts.REPEATED, block, folder, side, receipts=recording.receipts_of(line),
                          reason=verdicts.SAME_AGAIN)
            continue
        begun = recording.begun(held, block, campaign)
        found = recording.recovered(held, block, campaign, begun) if begun else None
        if found is None:
            found = recording.looked_at(held, block, campaign, side, verdicts.CONFIRMED, done)
            if found.verdict == verdicts.HELD:
                found = recording.record(held, desk.now, found)
        done.append(found)
        yield found
