"""Letters where there is no server to send them: files that mail programs open ready to be sent, and a page of links.

They lie in the private part, in `private/drafts/` of a campaign and in `.witp-pbem/drafts/` of a folder of campaigns: a
letter to a player may tell what only their side may know.
The page is made anew each time, of the drafts that still lie there; a draft that was sent can be deleted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import quote

from witp_pbem.campaign.folder.creation import short_name
from witp_pbem.campaign.record import disk, json_lines, private
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import outbox
from witp_pbem.exchange.mailbox.arrival import head_of
from witp_pbem.exchange.outbox import DRAFTED, REFUSED, OutboxLetter
from witp_pbem.report import templates
from witp_pbem.report.address import is_plain
from witp_pbem.report.mail import header
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

FOLDER, INDEX = "drafts", "drafts.html"
LONGEST_LINK = 1_900  # characters of a mailto: link that mail programs accept
SHORT = 24  # letters of a side's name in a file's
_UNSENT = re.compile(rb"(?im)^X-Unsent:")


class ShownDraft(NamedTuple):
    """A draft as the page shows it.

    Attributes:
        file: its name.
        to: addresses.
        attached: names of attachments.
        link: a mailto: link.
        is_whole: whether the link holds the whole text.
    """

    file: str
    to: tuple[str, ...]
    subject: str
    language: str
    attached: tuple[str, ...]
    text: str
    link: str
    is_whole: bool


def place(folder: Path) -> Path:
    """Where the drafts of a campaign, or of a folder of campaigns, lie."""
    office = offices.of_root(folder)
    return (office.parent if office.name == offices.CAMPAIGN else office) / FOLDER


def write(office: Path, folder: Path, now: datetime) -> tuple[Path, ...]:
    """Writes the letters that are due as drafts into their folder (`place`), and the page with links to all that lie
    there. Returns the new files. The caller is alone in the office (`office.at_work`).

    Raises:
        NotWritten: the disk took nothing. OSError: the folder cannot be made. Damaged: the journal.
    """
    drafts = place(folder)
    numbered = {key: number for number, key in enumerate(outbox.letters(office), 1)}
    written = []
    for letter in outbox.due(office, now):
        _furnish(drafts)
        try:
            raw = outbox.content(letter)
        except OSError as error:
            outbox.mark(office, now, letter, REFUSED, say("its file cannot be read: {error}", error=error.strerror))
            continue
        path = drafts / _name(letter, numbered[letter.key], raw)
        disk.write(path, _unsent(raw), private.FILE_RIGHTS)
        outbox.mark(office, now, letter, DRAFTED)
        written.append(path)
    shown = [_draft(file, letter, raw) for letter, file, raw in _lying(office, drafts)] if drafts.is_dir() else []
    index = drafts / INDEX
    if shown or index.exists():  # also where a crash came before it was made
        page = templates.render("drafts.html.j2", None, None, {"drafts": shown}).encode()
        if not index.exists() or index.read_bytes() != page:
            disk.write(index, page, private.FILE_RIGHTS)
    return tuple(written)


def _furnish(drafts: Path) -> None:
    """Makes the folder for drafts where it is not there yet; git is told to share nothing of it.

    Raises:
        Damaged: it is a link: a campaign may come from anybody.
    """
    json_lines.refuse_links(drafts.parent, drafts)
    for folder in (drafts.parent, drafts):
        folder.mkdir(private.FOLDER_RIGHTS, exist_ok=True)
    if not (drafts / ".gitignore").is_file():
        disk.write(drafts / ".gitignore", b"*\n", private.FILE_RIGHTS)


def lying(office: Path, folder: Path) -> frozenset[str]:
    """The keys of the letters whose drafts still lie there (`place`): nobody has sent and deleted them."""
    return frozenset(letter.key for letter, _, _ in _lying(office, place(folder)))


def _lying(office: Path, drafts: Path) -> Iterator[tuple[OutboxLetter, str, bytes]]:
    """The letters whose drafts still lie in a folder, with the draft's name and the letter's bytes."""
    for number, letter in enumerate(outbox.letters(office).values(), 1):
        if letter.state == DRAFTED and letter.path.is_file():
            raw = letter.path.read_bytes()
            file = _name(letter, number, raw)
            if (drafts / file).is_file():
                yield letter, file, raw


def _draft(file: str, letter: OutboxLetter, raw: bytes) -> ShownDraft:
    message = message_from_bytes(raw, policy=policy.SMTP)
    assert isinstance(message, EmailMessage)
    body = message.get_body(("plain",))
    text = body.get_content() if body is not None else ""
    to = tuple(address for address in letter.to if is_plain(address))
    subject = header(str(message["Subject"] or ""))
    text = text if isinstance(text, str) else ""
    link, is_whole = mailto(to, subject, text)
    attached = tuple(header(part.get_filename() or say("without a name")) for part in message.iter_attachments())
    return ShownDraft(file, to, subject, str(message["Content-Language"] or ""), attached, text.strip(), link,
                      is_whole)


def mailto(to: tuple[str, ...], subject: str, text: str) -> tuple[str, bool]:
    """A link that opens a mail with these words (RFC 6068), and whether it holds all of them: mail programs take links
    of some length only."""
    start = f"mailto:{','.join(quote(address, safe='@') for address in to)}?subject={quote(subject, safe='')}&body="
    words = "\r\n".join(text.strip().splitlines())
    whole = start + quote(words, safe="", errors="replace")
    if len(whole) <= LONGEST_LINK:
        return whole, True
    ending = quote("\r\n…", safe="")
    room = LONGEST_LINK - len(start) - len(ending)
    kept, length = 0, 0
    for letter in words:
        length += len(quote(letter, safe="", errors="replace"))
        if length > room:
            break
        kept += 1
    return start + quote(words[:kept].rstrip(), safe="", errors="replace") + ending, False


def _name(letter: OutboxLetter, number: int, raw: bytes) -> str:
    """A draft's file: its number in the outbox, for which side, what it is ("007-red-report.eml")."""
    named = message_from_bytes(head_of(raw), policy=policy.compat32)
    parts = str(named["Message-ID"] or "").strip("<> ").split("@")[0].split(".")
    side = short_name(parts[2])[:SHORT].strip("-") if len(parts) > 3 else ""
    kind = short_name(letter.key.partition(":")[0])[:SHORT].strip("-")
    return "-".join(part for part in (f"{number:03}", side, kind) if part) + ".eml"


def _unsent(raw: bytes) -> bytes:
    """A letter that mail programs open to be sent, not as one that came."""
    return raw if _UNSENT.search(head_of(raw)) else b"X-Unsent: 1\n" + raw
