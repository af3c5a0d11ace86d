"""A report as a mail: what happened as plain text and as a page for mail programs, with the map as a picture, the full
report and the orders files attached. It is a draft: whoever sends it is its sender, and sending dates it.

The parts are nested as most programs show them best (RFC 2046, RFC 2387): those that show plain text alone meet no
picture, those that show the page find its map beside it, and what is attached hangs on the whole.

    multipart/mixed
        multipart/alternative
            text/plain                 the text report
            multipart/related
                text/html              a digest, below the size at which Gmail cuts mails off
                image/png              the map, or of a large one the part where most happened
        application/zip                the full report, attached
        text/plain …                   orders files ready to fill in, attached
        application/octet-stream       the campaign's new entries, where the desk sends the mail

Where nothing was fought or moved since the last report, map and full report are left out: a short mail is enough.

Programs thread by `References`: all mails of a turn refer to two messages that never were sent, the campaign's, named
by the hash of its founding, and the turn's. The subject says whether the reader has to act, on what and until when, for
it is what a list of mails shows; the text begins with the same. There is neither `From` nor `Date`, for the program
reads no clock and has no address.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import parseaddr
from io import BytesIO
from pathlib import Path

from witp_pbem.campaign.explaining.story import Story
from witp_pbem.campaign.folder.creation import short_name
from witp_pbem.campaign.record.who_plays import name_of
from witp_pbem.report import html, plain_text
from witp_pbem.report.address import is_plain
from witp_pbem.report.digest import SHOWN, digest
from witp_pbem.report.drafts import marked
from witp_pbem.report.layout import plain, wrap
from witp_pbem.report.map import draw, eventful, png, width
from witp_pbem.report.page import Page, lay_out
from witp_pbem.report.phrases import phase_name
from witp_pbem.table.chart import Chart
from witp_pbem.table.language import labelled, language, listing, say
from witp_pbem.table.quoting import harmless, outside
from witp_pbem.table.tuples import NamedTuple

POLICY = SMTP.clone(cte_type="7bit")  # no server on the way has anything to change
DOMAIN = "witp-pbem.invalid"  # nobody's (RFC 2606); short, so that no line has to be folded
READABLE = SHOWN // 2  # points of a part of the map: shown, it has no letters below 15 pixels, or 9 on a phone
WHOLE = 1000  # pixels: how wide a picture of the whole map is; it is seen in full size when touched
PARTS = (4, 3, 2, 1)  # how far the part of a map that is shown may go from its middle
LONGEST = 40  # letters of a name that become part of a file's name or a message's
LONGEST_CALLED = 60  # letters of a name before an address
SHORT = 16  # digits of a hash that tell messages apart
SPECIAL = re.compile(r'[()<>\[\]:;@\\,"]')  # what RFC 5322 lets stand in a name between quotation marks only


class PacketFile(NamedTuple):
    """The file with the campaign's new entries: its name, what is in it, and a sentence on it."""

    name: str
    content: bytes
    about: str


@dataclass(frozen=True)
class Extra:
    """What a mail of the desk contains besides the report.

    Attributes:
        notices: sentences that must not be missed.
        tokens: by side, what stands beside the orders to fill in.
        reader: the name under which its reader sends orders, "" for the side the report is for.
        until: until when the reader has to decide, as `times.in_brief` says it; "" for no deadline.
        packet: the file that brings the reader's own copy of the campaign up to date.
    """

    notices: tuple[str, ...] = ()
    tokens: Mapping[str, str] = field(default_factory=dict)
    packet: PacketFile | None = None
    reader: str = ""
    until: str = ""


NOTHING = Extra()


def render(story: Story, templates: Path | None = None) -> bytes:
    """The mail with the report of a story, in the language spoken, as a file to be opened or sent (.eml).

    It goes to the player whose side the report is for, or to all of them where it is for everybody, as far as their
    addresses are known. `templates` is a folder of the user's own templates.
    """
    letter = message(story, templates)
    if to := addresses(player for side, player in story.players.items() if story.side in ("", side)):
        letter["To"] = to
    content = str(letter.get_boundary()).removeprefix("=_").partition(".")[0]
    letter["Message-ID"] = f"<{name(story.head)[:SHORT]}.{name(story.side or 'all')}.{content}@{DOMAIN}>"
    letter["X-Unsent"] = "1"  # Outlook opens the file as a mail to be sent, not as one received
    return letter.as_bytes()


def message(story: Story, templates: Path | None = None, extra: Extra = NOTHING) -> EmailMessage:
    """The mail with the report of a story, still without sender, receiver and id."""
    public = lay_out(story)
    page = public._replace(notices=(*extra.notices, *public.notices))
    is_short = _is_short(story, page.chart)
    drawn, wide = ("", 0) if is_short else _readable(page.chart)
    picture = png(drawn, wide) if drawn else b""
    picture_id = f"map.{name(story.head)[:SHORT]}@{DOMAIN}"
    files, packet = _files(page, extra), extra.packet
    report = "" if is_short else f"{_report_name(story)}.zip"
    full = "" if is_short else html.render(story, templates, page=public)
    attached = [*filter(None, [report]), *files]
    title, call = _subject(story, extra), whose_move(story, extra)
    form = "\n".join(line for draft in page.drafts if extra.tokens.get(draft.side)
                     for line in marked(draft.side, draft.text, extra.tokens[draft.side]))
    shown = digest(story, page, templates, subject=title, picture_id=picture_id, picture=picture,
                   report=report, orders=list(files), packet=packet.name if packet else "",
                   about=packet.about if packet else "", form=form, call=call)
    shown = outside(shown, extra.tokens.values())
    letter = EmailMessage(POLICY)
    words = plain_text.render(story, templates, page=page, tokens=extra.tokens, call=call)
    if packet:
        words += "\n".join(("", *wrap(say("Attached: {files}.", files=listing((*attached, packet.name)))),
                            *wrap(labelled(packet.name, packet.about)), ""))
    letter.set_content(words, cte=coding(words))
    letter.add_alternative(shown, subtype="html", cte=coding(shown))
    shown_part = letter.get_body(("html",))
    assert shown_part is not None
    if picture:
        shown_part.add_related(picture, "image", "png", cid=f"<{picture_id}>", filename="map.png",
                               disposition="inline")
        shown_part.set_param("type", "text/html")
    if report:
        packed = _zipped(f"{_report_name(story)}.html", full)
        letter.add_attachment(packed, "application", "zip", filename=report, cte="base64")
    for file, content in files.items():
        letter.add_attachment(content, filename=file, cte="base64")
    if packet:
        letter.add_attachment(packet.content, "application", "octet-stream", filename=packet.name, cte="base64")
    # Not hashed are picture and zip: how a machine draws letters, or packs, makes no other mail of it.
    divide(letter, _hash(words, shown, drawn, full, *files, *files.values(), packet.content.hex() if packet else ""))
    letter["Subject"] = title
    *_, turn = ids = [f"<{id}>" for id in roots(story.founding, story.turn)]
    letter["In-Reply-To"] = turn
    letter["References"] = " ".join(ids)
    letter["Content-Language"] = language()
    return letter


def _report_name(story: Story) -> str:
    """The name of the file with the full report, without its ending."""
    words = [story.campaign, f"turn-{story.turn}", *(word for word in (story.phase, story.side) if word)]
    return "-".join(map(name, words))


def _files(page: Page, extra: Extra) -> dict[str, str]:
    """The orders files by name."""
    return {f"orders-{name(draft.side)}.txt": draft.text if not extra.tokens.get(draft.side) else
            "\n".join((*marked(draft.side, draft.text, extra.tokens[draft.side]), "")) for draft in page.drafts}


def _zipped(file: str, content: str) -> bytes:
    """A file in a zip: a sixth of the room, and what every system opens. It has no date, as the program reads no
    clock."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(file), content.encode(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _is_short(story: Story, chart: Chart) -> bool:
    """Whether something happened, but nothing was fought or moved, so that few words tell it all."""
    return bool(story.entries and not story.outcome) and not (chart.clashes or chart.arrows)


def coding(words: str) -> str:
    """The transfer encoding of a text: readable where few of its characters are not ASCII, else the shorter one."""
    return "quoted-printable" if len(words.encode()) < 1.1 * len(words) else "base64"


def divide(letter: EmailMessage, content: str) -> None:
    """Gives the parts of a mail boundaries that follow from its content, of which `content` is a hash."""
    for number, part in enumerate(part for part in letter.walk() if part.is_multipart()):
        part.set_boundary(f"=_{content}.{number}")  # "=_" cannot stand in quoted-printable or base64


def _readable(chart: Chart) -> tuple[str, int]:
    """The part of the map where most happened, which can be read as it is shown, or the whole map where nothing did;
    and how wide its picture is, in pixels."""
    around = eventful(chart)
    if not around:
        return draw(chart), WHOLE
    radius = next((radius for radius in PARTS if width(chart, around, radius, READABLE) <= READABLE), PARTS[-1])
    return draw(chart, around=around, radius=radius, wide=READABLE, explained=False), SHOWN


def roots(founding: str, turn: int) -> tuple[str, str]:
    """The ids of the messages, never sent, that all mails of a campaign and of a turn refer to."""
    first = name(founding)[:SHORT]
    return f"{first}@{DOMAIN}", f"{first}.turn-{turn}@{DOMAIN}"


def _hash(*content: str) -> str:
    return hashlib.sha256("\0".join(content).encode()).hexdigest()[:SHORT]


def _subject(story: Story, extra: Extra) -> str:
    """The subject: the reader's move, or the turn and that they owe none; the turn alone in a mail to all, on the past
    and after the end."""
    when = story.game.narration.when(story.position)
    if not (extra.reader or story.side) or not story.now or story.outcome:
        return subject(story.campaign, when)
    return subject(story.campaign, whose_move(story, extra) or say("{when}: no move owed", when=when))


def whose_move(story: Story, extra: Extra) -> str:
    """What the reader of a mail has to do above all, "" for nothing."""
    reader = extra.reader or story.side
    if not story.now or story.outcome or reader not in {due["side"] for due in story.dues}:
        return ""
    phase = phase_name(story.game, story.game.phase(story.position))
    what = phase or story.game.narration.when(story.position)
    return say("YOUR MOVE: {what}, until {time}", what=what, time=extra.until) if extra.until else \
        say("YOUR MOVE: {what}", what=what)


def subject(campaign: str, words: str) -> str:
    """The subject of a mail on a campaign; brackets let mail programs filter by it."""
    return header(f"[{campaign}] {words}")


def addresses(players: Iterable[str]) -> tuple[Address, ...]:
    """The addresses of players ("Name <address>"), each once. One that needs more than ASCII is left for the sender
    to fill in."""
    addresses: dict[str, Address] = {}
    for player in players:
        address = parseaddr(player)[1]
        if is_plain(address):
            called = before_address(name_of(player)) if address != player.strip() else ""
            addresses.setdefault(address, Address(called, addr_spec=address))
    return tuple(addresses.values())


def header(words: str) -> str:
    """Words that can stand in a head line: no line ends, marks that cannot be seen, encoded words (RFC 2047), and no
    headers of orders, for programs put such lines before what they quote."""
    return harmless(" ".join(plain(words).replace("=?", "= ?").split())[:200])


def before_address(words: str) -> str:
    """A name that can stand before an address in a head line, whole in one line: where one is broken, older releases
    of Python spoil the address."""
    return header(SPECIAL.sub(" ", words))[:LONGEST_CALLED].strip()


def name(words: str) -> str:
    """Words as part of a file's or a message's name: lower case, digits and hyphens."""
    return short_name(words)[:LONGEST].strip("-")
