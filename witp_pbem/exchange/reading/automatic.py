"""Mails that no person wrote, recognised by their heads (RFC 3834, RFC 5230, and what programs do instead).

    own             this program's, or another copy's of it
    bounce          a mail of ours could not be delivered, or something came from nobody (`Return-Path: <>`)
    auto-replied    somebody is away, or a program has answered
    auto-generated  a program wrote it unasked, such as the digest of a mailing list
    list            it came through a mailing list; a person may have written it
    bulk            it was sent to many
    suppressed      it asks only not to be answered automatically

None of these is answered automatically. Those of `READ` are still read for a player's orders, as players may write
through a list; the others are not.
"""

from __future__ import annotations

import re
from email.message import Message

from witp_pbem.campaign.mails import heads

OWN, BOUNCE, REPLIED, GENERATED = "own", "bounce", "auto-replied", "auto-generated"
LIST, BULK, SUPPRESSED = "list", "bulk", "suppressed"
READ = frozenset({"", LIST, BULK, SUPPRESSED})
OURS = "X-Witp-Pbem"
_SERVERS = re.compile(r"(?:mailer-daemon|postmaster|mail-daemon|mailerdaemon)(?:[+.\-].*)?")
_NOBODY = re.compile(
    r"(?:no-?_?reply|do-?_?not-?_?reply|bounces?|auto-?reply|root|cron|www-data)(?:[+.\-].*)?|"
    r".*-(?:request|bounces|owner|admin)|owner-.*|listserv|majordomo|mailman|listproc|sympa")  # RFC 5230, 4.6
_OF_LISTS = ("List-Id", "List-Post", "List-Help", "List-Subscribe", "List-Owner", "List-Archive", "Mailing-List",
             "X-Mailing-List", "X-BeenThere", "X-Loop")
_AWAY = re.compile(
    r"\W{0,3}(?:out of (?:the )?office|automatic reply|auto(?:matic)?[ -]?(?:reply|response|answer)|autoreply|"
    r"away from|vacation|on vacation|abwesen|automatische antwort|réponse automatique|"
    r"absence du bureau|absent du bureau|"
    r"respuesta automática|risposta automatica|自動応答|自動返信|自動送信|不在通知|不在連絡|"
    r"不在の(?:お知らせ|ご?連絡|ため)|不在です|(?:ただいま|現在)不在|休暇中)", re.IGNORECASE)
_UNDELIVERED = re.compile(
    r"\W{0,3}(?:undeliver|delivery status notification|mail delivery (?:failed|subsystem)|returned mail|"
    r"delivery failure|failure notice|unzustellbar|配信不能|配達不能|配信できません|配信されません|送信できません|"
    r"エラーメール|宛先不明)", re.IGNORECASE)


def reason(message: Message, sender: str, subject: str) -> str:
    """Why a mail was written by no person, or not for one; "" if a person seems to have written it to us."""
    account = sender.partition("@")[0]
    submitted = _word(message, "Auto-Submitted")
    precedence = _word(message, "Precedence")
    kind = _word(message, "Content-Type")
    if heads.lines(message, OURS):
        return OWN
    if kind in ("multipart/report", "message/delivery-status") or heads.lines(message, "X-Failed-Recipients") or (
            _SERVERS.fullmatch(account) or _UNDELIVERED.match(subject)):
        return BOUNCE
    if any(value.strip() == "<>" for value in heads.lines(message, "Return-Path")):
        return REPLIED if submitted.startswith("auto-rep") or _AWAY.match(subject) else BOUNCE
    if submitted.startswith("auto-rep") or precedence in ("auto_reply", "auto-reply") or _AWAY.match(subject) or any(
            heads.lines(message, name) for name in ("X-Autoreply", "X-Autorespond", "X-Autoresponder",
                                                    "X-Auto-Reply-From", "X-Mail-Autoreply")):
        return REPLIED
    if (submitted and submitted != "no") or _NOBODY.fullmatch(account) or kind == "multipart/digest":
        return GENERATED
    if precedence == "list" or any(heads.lines(message, name) for name in _OF_LISTS):
        return LIST
    if precedence in ("bulk", "junk") or heads.lines(message, "List-Unsubscribe"):
        return BULK
    suppressed = _word(message, "X-Auto-Response-Suppress")
    return SUPPRESSED if suppressed and suppressed != "none" else ""


def _word(message: Message, name: str) -> str:
    """The first word of a head line in small letters, without what is said behind it."""
    return heads.line(message, name).partition(";")[0].partition("(")[0].strip().casefold()
