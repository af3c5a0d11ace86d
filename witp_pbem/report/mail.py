"""A report as a mail: what happened as plain text and as a page for mail programs, with the map as a picture, the full
report and the orders files attached. It is a draft: whoever sends it is its sender, and sending dates it.

The parts are nested as most programs show them best (RFC 2046, RFC 2387): those that show plain text alone meet no
picture, those that show the page find its map beside it, and what is attached hangs on the whole.

    multipart/mixed
        multipart/alternative
            text/plain                 the text report
            multipart/related
                text/html              a digest, below the size at which Gmail cuts mails off
                image/png              the map
        text/html                      the full report, attached
        text/plain …                   orders files ready to fill in, attached

Programs thread by `References`; Gmail wants equal subjects besides and holds no more than 100 mails in a thread. So all
mails of a turn have one subject, whoever they are for, and refer to two messages that never were sent: the campaign's,
named by the hash of its founding, and the turn's. Who is to act are the first words of the mail itself, which lists of
mails show beside the subject. There is neither `From` nor `Date`, for the program reads no clock and has no address.
"""

from __future__ import annotations

import hashlib
import re
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import parseaddr
from pathlib import Path

from witp_pbem.campaign.founding import short_name
from witp_pbem.campaign.story import Story
from witp_pbem.report import html, text
from witp_pbem.report.digest import digest
from witp_pbem.report.layout import plain
from witp_pbem.report.map import draw, png
from witp_pbem.report.page import Page, page, player_name
from witp_pbem.table.language import language

POLICY = SMTP.clone(cte_type="7bit")  # no server on the way has anything to change
DOMAIN = "witp-pbem.invalid"  # nobody's (RFC 2606); hashes tell messages apart, and no line has to be folded
MAP_WIDTH = 1000  # points; it is shown at 608, or full size when touched
LONGEST = 40  # letters of a name that become part of a file's name or a message's
SHORT = 16  # digits of a hash that tell messages apart
_ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+", re.ASCII | re.IGNORECASE)
_SPECIAL = re.compile(r'[()<>\[\]:;@\\,"]')  # what RFC 5322 lets stand in a name between quotation marks only


def render(story: Story, templates: Path | None = None) -> bytes:
    """The mail that tells a story, in the language spoken, as a file to be opened or sent (.eml).

    It goes to the player whose side the report is for, or to all of them where it is for everybody, as far as their
    addresses are known. `templates` is a folder of the user's own templates.
    """
    told = page(story)
    drawn = draw(told.chart)
    picture = png(drawn, width=MAP_WIDTH)
    picture_id = f"map.{_name(story.head)[:SHORT]}@{DOMAIN}"
    files = _files(story, told, templates)
    shown = digest(story, told, templates, subject=_subject(story), picture_id=picture_id, picture=picture,
                   files=list(files))
    message = EmailMessage(POLICY)
    words = text.render(story, templates)
    message.set_content(words, cte=_coding(words))
    message.add_alternative(shown, subtype="html", cte=_coding(shown))
    shown_part = message.get_body(("html",))
    assert shown_part is not None
    shown_part.add_related(picture, "image", "png", cid=f"<{picture_id}>", filename="map.png", disposition="inline")
    shown_part.set_param("type", "text/html")
    for name, content in files.items():
        message.add_attachment(content, subtype="html" if name.endswith(".html") else "plain", filename=name,
                               cte="base64")
    # Not hashed is the picture: how a machine draws letters makes no other mail of it.
    _head(message, story, _hash(words, shown, drawn, *files, *files.values()))
    return message.as_bytes()


def _files(story: Story, told: Page, templates: Path | None) -> dict[str, str]:
    """The attached files by name."""
    pieces = [story.campaign, f"turn-{story.turn}", *(piece for piece in (story.phase, story.side) if piece)]
    report = f"{'-'.join(map(_name, pieces))}.html"
    return {report: html.render(story, templates),
            **{f"orders-{_name(draft.side)}.txt": draft.text for draft in told.drafts}}


def _coding(words: str) -> str:
    """How words travel: readable as they are where few of them are not ASCII, else in the shorter form."""
    return "quoted-printable" if len(words.encode()) < 1.1 * len(words) else "base64"


def _head(message: EmailMessage, story: Story, content: str) -> None:
    """Head lines and boundaries; all of them follow from what the mail tells, `content` being a hash of that."""
    founding, last = (_name(entry)[:SHORT] for entry in (story.founding, story.head))
    turn = f"<{founding}.turn-{story.turn}@{DOMAIN}>"
    for number, part in enumerate(part for part in message.walk() if part.is_multipart()):
        part.set_boundary(f"=_{content}.{number}")  # "=_" cannot stand in quoted-printable or base64
    message["Subject"] = _subject(story)
    if to := _addresses(story):
        message["To"] = to
    message["Message-ID"] = f"<{last}.{_name(story.side or 'all')}.{content}@{DOMAIN}>"
    message["In-Reply-To"] = turn
    message["References"] = f"<{founding}@{DOMAIN}> {turn}"
    message["Content-Language"] = language()
    message["X-Unsent"] = "1"  # Outlook opens the file as a mail to be sent, not as one received


def _hash(*content: str) -> str:
    return hashlib.sha256("\0".join(content).encode()).hexdigest()[:SHORT]


def _subject(story: Story) -> str:
    """The same for all mails of a turn; brackets let mail programs filter by campaign."""
    return header(f"[{story.campaign}] {story.game.narration.when(story.position)}")


def _addresses(story: Story) -> tuple[Address, ...]:
    """The players the mail goes to. An address that needs more than ASCII is left for the sender to fill in."""
    players = [player for side, player in story.players.items() if story.side in ("", side)]
    found: dict[str, Address] = {}
    for player in players:
        address = parseaddr(player)[1]
        if _ADDRESS.fullmatch(address):
            found.setdefault(address, Address(header(_SPECIAL.sub(" ", player_name(player))), addr_spec=address))
    return tuple(found.values())


def header(words: str) -> str:
    """Words that can stand in a head line: no line ends, marks that cannot be seen, or encoded words (RFC 2047)."""
    return " ".join(plain(words).replace("=?", "= ?").split())[:200]


def _name(words: str) -> str:
    """Words as part of a file's or a message's name: lower case, digits and hyphens."""
    return short_name(words)[:LONGEST].strip("-")
