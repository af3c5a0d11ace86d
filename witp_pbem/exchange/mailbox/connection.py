"""What IMAP and SMTP have in common: the certificates of servers, and the sentences when one refuses."""

from __future__ import annotations

import re
import ssl

from witp_pbem.exchange.mailbox.account import Imap, Smtp, at_home
from witp_pbem.exchange.mailbox.arrival import Unreachable
from witp_pbem.table.language import say

LONGEST = 200  # characters of a server's message that are shown
_BYTES = re.compile(r"^b(['\"])(.*)\1$", re.DOTALL)  # as Python writes bytes, which libraries pass on


def safe(server: Imap | Smtp) -> ssl.SSLContext:
    """How a server's certificate is checked: against the system's, or one that the account names."""
    return ssl.create_default_context(cafile=str(at_home(server.certificate)) if server.certificate else None)


def words(error: BaseException | bytes | str) -> str:
    """The message of a server or the system, on one line and not too long."""
    message = error.strerror if isinstance(error, OSError) and error.strerror else error
    text = message.decode("utf-8", "replace") if isinstance(message, bytes) else str(message)
    text = _BYTES.sub(r"\2", text)
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:LONGEST].rstrip(".")


def not_let_in(server: Imap | Smtp, error: BaseException | bytes | str) -> Unreachable:
    """The refusal where the password is wrong."""
    return Unreachable(say("{host} refuses the {what} login: {error}. Is the password the one for programs (an app "
                           "password)?", host=server.host, what=_protocol(server), error=words(error)))


def broken_off(server: Imap | Smtp, error: BaseException) -> Unreachable:
    """The refusal where a server cannot be reached or misbehaves."""
    return Unreachable(say("{host} cannot be reached or closed the connection ({what}, port {port}): {error}.",
                           host=server.host,
                           what=_protocol(server), port=server.port, error=words(error)))


def unsayable(server: Imap | Smtp) -> Unreachable:
    """The refusal where a password or a name cannot be written in ASCII."""
    return Unreachable(say("No login to {host} was tried: the user name or the password has characters other than "
                           "ASCII, which these servers cannot take. Choose another password for this program.",
                           host=server.host))


def _protocol(server: Imap | Smtp) -> str:
    return "IMAP" if isinstance(server, Imap) else "SMTP"
