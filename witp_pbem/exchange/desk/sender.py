"""The sender of a mail: the campaign and side of each text in it, and what proves that the sender plays that side.

A text's own lines `Campaign:` and `Side:` come first. Where they are missing, or several campaigns here have one short
name, tokens and other ids the mail refers to decide, then the subject's brackets, the address it went to
(`desk+isles@…`), and in the end who plays where.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from email import policy
from email.parser import BytesParser
from email.utils import getaddresses
from functools import lru_cache
from pathlib import Path

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.letters import signatures
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.exchange import journal, verdicts
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.desk.dkim import SignatureCheck
from witp_pbem.exchange.mailbox.account import Account
from witp_pbem.exchange.reading import automatic
from witp_pbem.exchange.reading.blocks import QUOTED
from witp_pbem.exchange.reading.incoming import Mail, TextBlock
from witp_pbem.report.mail import addresses
from witp_pbem.table.canonical import parse
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.tuples import NamedTuple

UNDERWAY = timedelta(days=5)  # the longest that mail servers try to deliver a mail
FRESH, AHEAD = timedelta(days=2), timedelta(hours=1)  # how old a mail vouched for may be, and how wrong a clock
SHORT = 16  # digits of a founding's hash in the ids that all mails of a campaign refer to
OPEN_AT_ONCE = 32  # campaigns
_AFTER = re.compile(rf"^[>\s\ufeff]*(?:after|直前)[ \t]*[:\uff1a][ \t]*([0-9a-f]{{{logbook.DIGITS},64}})\b",
                    re.IGNORECASE | re.MULTILINE)
_BRACKETS = re.compile(r"\[([^\[\]]{1,100})\]")
_RETURNED = "multipart/report"  # by a mail server
_MACHINES = ("mailer-daemon@", "postmaster@")

Test = Callable[[Campaign], bool]


class Roll(NamedTuple):
    """The campaigns of a desk: those that can be read, and why the others cannot, by the names these have."""

    campaigns: tuple[Campaign, ...]
    unread: dict[str, str]


class Addressee(NamedTuple):
    """The campaign and side a text is for.

    Attributes:
        campaign: None if unknown.
        side: "" if unknown.
        reason: why they are unknown, a code of `verdicts`.
        folders: those that may be meant, where several may.
        trouble: why a campaign cannot be read, a sentence.
    """

    campaign: Campaign | None = None
    side: str = ""
    reason: str = ""
    folders: tuple[str, ...] = ()
    trouble: str = ""


def roll(folders: Iterable[Path]) -> Roll:
    """The campaigns in some folders, as they stand now."""
    campaigns: list[Campaign] = []
    unread: dict[str, str] = {}
    for folder in folders:
        try:
            campaigns.append(opened(folder))
        except (Refusal, OSError) as error:
            unread[_name(folder).casefold()] = str(error)
    return Roll(tuple(campaigns), unread)


def opened(folder: Path) -> Campaign:
    """A campaign as it stands now, only to be looked at.

    Raises:
        Refusal, OSError: it cannot be read.
    """
    state = (folder / logbook.FILE).stat()
    return _opened(folder, state.st_size, state.st_mtime_ns)


@lru_cache(maxsize=OPEN_AT_ONCE)
def _opened(folder: Path, size: int, changed: int) -> Campaign:
    """A campaign as its logbook stands; the two numbers tell whether that has changed."""
    return open_campaign(folder)


def _name(folder: Path) -> str:
    """The name of a campaign that cannot be read, "" if not even that can be."""
    try:
        with (folder / logbook.FILE).open("rb") as file:
            return str(parse(file.readline())["campaign"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ""


# -- who plays ---------------------------------------------------------------------------------------------------


def address_of(campaign: Campaign, side: str, account: Account | None = None) -> str:
    """The known address of a side's player, or the one the account names for the referee, in small letters; "" where
    none is known."""
    if side == REFEREE:
        return account.to_referee.casefold() if account else ""
    return next((address.addr_spec.casefold() for address in addresses([campaign.players.get(side, "")])), "")


def sides_of(campaign: Campaign, address: str, account: Account | None = None) -> tuple[str, ...]:
    """The sides whose known address this is, the referee's last."""
    return tuple(side for side in (*campaign.senders, REFEREE)
                 if address and address_of(campaign, side, account) == address.casefold())


def plays(campaign: Campaign, address: str) -> bool:
    """Whether a player of a campaign is known by an address."""
    return bool(sides_of(campaign, address))


# -- what is meant -----------------------------------------------------------------------------------------------


def meant(known: Roll, mail: Mail, block: TextBlock | None, account: Account | None = None) -> Addressee:
    """The campaign and the side that a text is for; without a text, those the mail itself is about."""
    of_campaign = _campaign(known, mail, block, account)
    if of_campaign.campaign is None:
        return of_campaign
    side = _side(of_campaign.campaign, mail, block, account)
    return of_campaign._replace(side=side, reason="" if side or block is None else verdicts.NO_SIDE)


def addressed(known: Roll, mail: Mail, account: Account | None = None) -> bool:
    """Whether a mail is for the desk, whatever it holds: it came to a mailbox that is only the desk's or to an address
    with a campaign's name, answers a mail of ours, or has a campaign in its subject."""
    return (account is not None and account.dedicated) or any(
        test(campaign) for test in _signs(mail, None, account) for campaign in known.campaigns)


def _campaign(known: Roll, mail: Mail, block: TextBlock | None, account: Account | None) -> Addressee:
    candidates, certain = list(known.campaigns), False
    tests: list[Test] = [*_signs(mail, block, account), lambda campaign: bool(sides_of(campaign, mail.sender))]
    if block is not None and block.campaign:
        name = block.campaign.strip().casefold()
        candidates, certain = [campaign for campaign in candidates if campaign.name.casefold() == name], True
        if not candidates and name in known.unread:
            return Addressee(reason=verdicts.BUSY, trouble=known.unread[name])
        shown = _AFTER.findall(block.data.decode("utf-8", "replace"))
        tests = [lambda campaign: any(
            entry["hash"].startswith(digits.casefold()) for entry in campaign.entries for digits in shown), *tests]
    for test in tests if len(candidates) > 1 or not certain else ():
        if fitting := [campaign for campaign in candidates if test(campaign)]:
            candidates, certain = fitting, True
            if len(candidates) == 1:
                break
    if not certain or not candidates:
        return Addressee(reason=verdicts.NO_CAMPAIGN)
    if len(candidates) > 1:
        own = [campaign for campaign in candidates if plays(campaign, mail.sender)]  # nobody else learns of any
        return Addressee(reason=verdicts.AMBIGUOUS, folders=tuple(campaign.folder.name for campaign in own))
    return Addressee(candidates[0])


def _signs(mail: Mail, block: TextBlock | None, account: Account | None) -> list[Test]:
    """What shows which campaign a mail is about, the surest first."""
    subject = {name.strip().casefold() for name in _BRACKETS.findall(mail.subject)}
    beyond = set(_plus(mail.to, account))
    return [lambda campaign: bool(proven(campaign, mail, block)),
            lambda campaign: _refers(campaign, mail.references),
            lambda campaign: campaign.name.casefold() in subject,
            lambda campaign: campaign.name.casefold() in beyond]


def _plus(to: Iterable[str], account: Account | None) -> Iterator[str]:
    """What stands behind the plus sign in addresses that are otherwise the desk's."""
    local, _, domain = account.address.casefold().rpartition("@") if account else ("", "", "")
    for address in to if account else ():
        before, plus, beyond = address.casefold().rpartition("@")[0].partition("+")
        if plus and before == local and address.casefold().endswith(f"@{domain}"):
            yield beyond


def _refers(campaign: Campaign, references: Iterable[str]) -> bool:
    """Whether some ids name the campaign's founding, as the mails of all its turns do."""
    founding = str(campaign.founding["hash"])[:SHORT]
    return any(founding in re.split(r"[.@]", id.casefold()) for id in references)


def _side(campaign: Campaign, mail: Mail, block: TextBlock | None, account: Account | None) -> str:
    """Whose text this is: as it is headed, else whose token it carries, else the only side its sender plays."""
    side = campaign.game.lexicon.side(block.side) if block else ""
    if side in (*campaign.senders, REFEREE):
        return side
    settled = [now for now, before in campaign.game.players_at(campaign.position).items() if side and before == side]
    own = sides_of(campaign, mail.sender, account)
    for sides in (settled, proven(campaign, mail, block), own):
        if len(sides) == 1:
            return sides[0]
    return own[0] if own and block is None else ""


# -- what proves it ------------------------------------------------------------------------------------------------


def proven(campaign: Campaign, mail: Mail, block: TextBlock | None = None) -> tuple[str, ...]:
    """The sides whose tokens a mail refers to, or a text in it carries; the text's own come first."""
    for text in (block.token if block else "", " ".join(mail.references)):
        if sides := tuple(side for side in (*campaign.senders, REFEREE) if tokens.is_of(campaign, side, text)):
            return sides
    return ()


def proof(campaign: Campaign, side: str, mail: Mail, block: TextBlock, account: Account | None, seen: SignatureCheck,
          now: datetime) -> str:
    """What proves that the player of a side sent a text: `verdicts.KEY`, `TOKEN`, `DKIM` or "".

    A token proves nothing in a mail from another player's address: they may have been shown it in a copy. Nor does it,
    or DKIM, for what is merely quoted: words of other players stand in every report. Only what lay between lines with
    the token is the player's own for certain. Nobody is the referee by mail where the desk has no account.
    """
    if side == REFEREE and account is None:
        return ""
    key = signatures.key_of(campaign, side)
    if key and signatures.read(block.data).key == key:
        return verdicts.KEY
    own = address_of(campaign, side, account)
    others = {address_of(campaign, side, account) for side in (*campaign.senders, REFEREE)} - {own, ""}
    quoted = block.where == QUOTED
    carried = block.token * block.marked if quoted else f"{block.token} {' '.join(mail.references)}"
    if mail.sender and mail.sender not in others and (side != REFEREE or mail.sender == own) and (
            tokens.is_of(campaign, side, carried)):
        return verdicts.TOKEN
    vouched = seen.proves and "several-senders" not in mail.faults and not quoted and (
        _is_to_desk(seen, account) and _is_fresh(seen, campaign, now))
    return verdicts.DKIM if vouched and side != REFEREE and own and mail.sender == own else ""


def is_another_players(campaign: Campaign, side: str, mail: Mail) -> bool:
    """Whether a reply to what a side was sent comes from the address of another player, who may have been sent a copy
    of it."""
    return mail.sender != address_of(campaign, side) and plays(campaign, mail.sender)


def is_merely_quoted(mail: Mail, block: TextBlock) -> bool:
    """Whether a text is quoted out of a mail of ours, and did not lie between the lines that such mails put around
    orders to fill in: whatever it says, its reader has not written it."""
    return block.where == QUOTED and not block.marked and bool(
        tokens.PATTERN.search(f"{block.token} {' '.join(mail.references)}"))


def _is_to_desk(seen: SignatureCheck, account: Account | None) -> bool:
    """Whether what a sender's domain vouches for was sent to the desk, rather than to somebody who sends it on."""
    return account is not None and _is_desks(seen.to, account)


def is_written_to(mail: Mail, account: Account | None) -> bool:
    """Whether a mail names the desk as one it is written to: only such mails of strangers are answered (RFC 5230, 4.5).
    Without an account a person decides what is sent."""
    return account is None or _is_desks(mail.named, account)


def _is_desks(addresses: Iterable[str], account: Account) -> bool:
    return any(address == account.address.casefold() or any(_plus([address], account)) for address in addresses)


def _is_fresh(seen: SignatureCheck, campaign: Campaign, now: datetime) -> bool:
    """Whether it was sent a short while ago, and not before the desk first had to do with the campaign."""
    if seen.date is None or not now - FRESH <= seen.date <= now + AHEAD:
        return False
    first = next((line.at for line in journal.read(offices.of_campaign(campaign.folder))), now)
    return first == now or seen.date >= first


def shown_to_others(campaign: Campaign, side: str, mail: Mail, account: Account | None = None) -> bool:
    """Whether a mail carries a side's token and went to another player, too, or through a list, where others can read
    it."""
    own = address_of(campaign, side, account)
    others = {address_of(campaign, side) for side in campaign.senders} - {own, ""}
    carried = " ".join((*(block.token for block in mail.blocks), *mail.references))
    public = mail.automatic in (automatic.LIST, automatic.BULK) or bool(others.intersection(mail.to))
    return public and tokens.is_of(campaign, side, carried)


# -- what a mailbox has to fetch -----------------------------------------------------------------------------------


def could_matter(folders: Sequence[Path], account: Account | None = None) -> Callable[[bytes], bool]:
    """Whether a mail could be for the desk, by its head alone: in a private mailbox all others are left alone. It may
    be when it comes from a player, from us or from a mail server, or when it is addressed to the desk."""
    known = roll(folders)
    players = {address_of(campaign, side) for campaign in known.campaigns for side in campaign.senders}
    players = {*players, *((account.address.casefold(), account.to_referee.casefold()) if account else ())} - {""}

    def matters(head: bytes) -> bool:
        if account is not None and account.dedicated:
            return True
        try:
            parsed = BytesParser(policy=policy.compat32).parsebytes(head, headersonly=True)
            lines = {key.lower(): " ".join(map(str, parsed.get_all(key, []))) for key in parsed}
        except (ValueError, LookupError, TypeError):
            return True  # what cannot be read is looked at as a whole
        senders = {address.casefold() for _, address in getaddresses([lines.get("from", "")])}
        is_returned = lines.get("content-type", "").casefold().startswith(_RETURNED)
        if automatic.OURS.lower() in lines or senders & players or not any(senders) or is_returned or any(
                sender.startswith(_MACHINES) for sender in senders):
            return True
        to = " ".join(lines.get(key, "") for key in ("to", "cc", "delivered-to", "x-original-to", "envelope-to"))
        mail = Mail(b"", subject=_decoded(lines.get("subject", "")),
                    to=tuple(address.casefold() for _, address in getaddresses([to])),
                    references=tuple(re.findall(r"<([^<>\s]+)>", " ".join(
                        lines.get(key, "") for key in ("in-reply-to", "references")))))
        return addressed(known, mail, account)

    return matters


def _decoded(subject: str) -> str:
    from email.header import decode_header, make_header

    try:
        return str(make_header(decode_header(subject)))
    except (ValueError, LookupError):
        return subject
