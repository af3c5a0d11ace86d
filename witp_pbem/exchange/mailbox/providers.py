"""The servers of well-known providers, and what they require of programs that fetch and send mail."""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

TLS, STARTTLS, NONE = "tls", "starttls", "none"


class Server(NamedTuple):
    """A server: its name, the port, and how the connection is encrypted (one of the three above)."""

    host: str
    port: int
    security: str


class Provider(NamedTuple):
    """A provider: its servers, and a key of `WORDS`."""

    imap: Server
    smtp: Server
    words: str = "app-password"


# What the user has to do at the provider before a program may fetch and send.
WORDS: Mapping[str, str] = say.sentences({
    "app-password": "This provider wants an app password: a password of its own for this program, made in the "
                    "settings of your account (usually after two-step verification is switched on). The password you "
                    "log in with on its pages does not work.",
    "switch-on": "This provider lets programs in only after IMAP access is switched on in the settings of the mailbox. "
                 "Where two-factor login is on, it wants an app password, too.",
    "no-password": "This provider lets programs in by OAuth only, which this program does not speak, unless the "
                   "account still allows app passwords. Where it does not, take a mailbox elsewhere for the desk, or "
                   "have mails forwarded to one.",
    "own": "The password is the one of your mailbox, unless your provider says otherwise.",
})

_GMX = Provider(Server("imap.gmx.com", 993, TLS), Server("mail.gmx.com", 587, STARTTLS), "switch-on")
_GMX_NET = Provider(Server("imap.gmx.net", 993, TLS), Server("mail.gmx.net", 587, STARTTLS), "switch-on")
_GMAIL = Provider(Server("imap.gmail.com", 993, TLS), Server("smtp.gmail.com", 465, TLS))
_ICLOUD = Provider(Server("imap.mail.me.com", 993, TLS), Server("smtp.mail.me.com", 587, STARTTLS))
_OUTLOOK = Provider(Server("outlook.office365.com", 993, TLS),
                    Server("smtp-mail.outlook.com", 587, STARTTLS), "no-password")
_YAHOO_JAPAN = Provider(Server("imap.mail.yahoo.co.jp", 993, TLS),
                        Server("smtp.mail.yahoo.co.jp", 465, TLS), "switch-on")
_FASTMAIL = Provider(Server("imap.fastmail.com", 993, TLS), Server("smtp.fastmail.com", 465, TLS))
_POSTEO = Provider(Server("posteo.de", 993, TLS), Server("posteo.de", 465, TLS), "own")

PROVIDERS: Mapping[str, Provider] = {
    "gmail.com": _GMAIL, "googlemail.com": _GMAIL,
    "outlook.com": _OUTLOOK, "hotmail.com": _OUTLOOK, "live.com": _OUTLOOK, "outlook.jp": _OUTLOOK,
    "yahoo.com": Provider(Server("imap.mail.yahoo.com", 993, TLS), Server("smtp.mail.yahoo.com", 465, TLS)),
    "yahoo.co.jp": _YAHOO_JAPAN, "ymail.ne.jp": _YAHOO_JAPAN,
    "icloud.com": _ICLOUD, "me.com": _ICLOUD, "mac.com": _ICLOUD,
    "gmx.com": _GMX, "gmx.net": _GMX_NET, "gmx.de": _GMX_NET, "gmx.at": _GMX_NET, "gmx.ch": _GMX_NET,
    "web.de": Provider(Server("imap.web.de", 993, TLS), Server("smtp.web.de", 587, STARTTLS), "switch-on"),
    "fastmail.com": _FASTMAIL, "fastmail.fm": _FASTMAIL,
    "posteo.de": _POSTEO, "posteo.net": _POSTEO,
    "mailbox.org": Provider(Server("imap.mailbox.org", 993, TLS), Server("smtp.mailbox.org", 465, TLS), "own"),
    "t-online.de": Provider(Server("secureimap.t-online.de", 993, TLS),
                            Server("securesmtp.t-online.de", 465, TLS), "own"),
    "aol.com": Provider(Server("imap.aol.com", 993, TLS), Server("smtp.aol.com", 465, TLS)),
    "zoho.com": Provider(Server("imap.zoho.com", 993, TLS), Server("smtp.zoho.com", 465, TLS)),
}


def of(address: str) -> Provider | None:
    """The provider of an address, None where it is not one of these."""
    return PROVIDERS.get(address.rpartition("@")[2].casefold())
