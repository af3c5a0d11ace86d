"""The mail programs of the people at the Manila turn: replies to what the desk sent, as such programs write them."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Callable
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime
from typing import NamedTuple


class Person(NamedTuple):
    """Somebody who writes to the desk: his mailbox, the side he plays, how he is known, and how he signs."""

    box: str
    side: str
    player: str
    closing: str


Form = Callable[[EmailMessage, Person, EmailMessage, str], None]
DESK = "desk@example.org"


def reply(form: Form, person: Person, letter: EmailMessage, text: str, now: datetime) -> EmailMessage:
    """A person's reply to a letter, sent by a program of some kind."""
    mail = EmailMessage(policy.SMTP)
    mail["From"], mail["To"] = person.player, letter["From"].addresses[0].addr_spec if letter["From"] else DESK
    subject = str(letter["Subject"])
    mail["Subject"] = subject if subject.startswith("Re: ") else f"Re: {subject}"
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = f"<{now:%Y%m%d%H%M}.{person.box}@mail.example.org>"
    mail["In-Reply-To"] = letter["Message-ID"]
    mail["References"] = f"{letter['References'] or ''} {letter['Message-ID']}".strip()
    form(mail, person, letter, text)
    return mail


def _words(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def _quoted(letter: EmailMessage) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in _words(letter).splitlines())


# -- kinds of programs -----------------------------------------------------------------------------------------------


def plain(mail: EmailMessage, person: Person, letter: EmailMessage, text: str) -> None:
    """The orders above what is quoted."""
    mail.set_content(f"{text}\n{person.closing}\n\nOn the same day the desk wrote:\n{_quoted(letter)}", cte="8bit")


def flowed(mail: EmailMessage, person: Person, letter: EmailMessage, text: str) -> None:
    """Lines broken with a blank at their end, to be put together again (RFC 3676), as Thunderbird writes them."""
    lines = [each for line in f"My orders.\n\n{text}\n{person.closing}".split("\n") for each in _soft(line)]
    own_text = "\n".join([*lines, "", "On 22/11/2026, the desk wrote:"])
    mail.set_content(f"{own_text}\n{_quoted(letter)}", cte="8bit")
    mail.set_param("format", "flowed")


def _soft(line: str) -> list[str]:
    """A line as it travels: those that begin with a blank have another one in front, and only soft ends have one."""
    pieces = textwrap.wrap(f" {line}" if line.startswith((" ", ">")) else line, 72, drop_whitespace=False)
    return [*pieces[:-1], pieces[-1].rstrip()] if pieces else [""]


def page(mail: EmailMessage, person: Person, letter: EmailMessage, text: str) -> None:
    """A page and no plain text, as Outlook writes it on a telephone; the letter stands below it as it came."""
    shown = letter.get_body(("html",))
    assert shown is not None
    lines = "".join(f'<p class="MsoNormal">{_indented(line)}</p>\n'
                    for line in f"Hello,\n\n{text}\n{person.closing}".split("\n"))
    below = str(shown.get_content()).partition("<body")[2].partition(">")[2].partition("</body>")[0]
    mail.set_content(f"<html><body lang=EN>{lines}<hr><p><b>From:</b> The desk<br><b>Sent:</b> today<br><b>To:</b> "
                     f"{html.escape(person.player)}<br><b>Subject:</b> {html.escape(str(letter['Subject']))}</p>\n"
                     f"{below}</body></html>\n", subtype="html", cte="quoted-printable")


def _indented(line: str) -> str:
    rest = line.lstrip(" ")
    return "&nbsp;" * (len(line) - len(rest)) + (html.escape(rest) or "<o:p>&nbsp;</o:p>")


def japanese(mail: EmailMessage, person: Person, letter: EmailMessage, text: str) -> None:
    """ISO-2022-JP, as older programs in Japan write it; what it has no signs for becomes question marks."""
    words = (f"お世話になっております。命令をお送りします。\n\n{text}\n{person.closing}\n\n"
             f"2026年11月22日 The desk <{DESK}>:\n{_quoted(letter)}")
    mail.set_content(words.encode("iso2022_jp", "replace").decode("iso2022_jp"), charset="iso-2022-jp", cte="7bit")


def attached(mail: EmailMessage, person: Person, letter: EmailMessage, text: str) -> None:
    """A few words, and the orders in a file."""
    mail.set_content(f"ファイルを添付します。\n{person.closing}\n\n> {_words(letter).splitlines()[0]}\n", cte="base64")
    mail.add_attachment(text.encode(), "text", "plain", filename="命令.txt")
