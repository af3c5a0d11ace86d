"""Reading a mail: who sent it, what it answers, and the texts in it that may be orders or letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32

from witp_pbem.campaign.letters.signatures import SUFFIX, join, split
from witp_pbem.campaign.mails import heads, limits
from witp_pbem.exchange.reading import automatic, blocks, html_text, mail_parts, vocabulary
from witp_pbem.exchange.reading.blocks import TextBlock
from witp_pbem.exchange.reading.lines import Line, of_text, own_words
from witp_pbem.exchange.reading.mail_parts import MailPart
from witp_pbem.exchange.reading.quotations import attributed
from witp_pbem.table.game import Game
from witp_pbem.table.quoting import HEADER, mended
from witp_pbem.table.talk import line_of
from witp_pbem.table.tuples import NamedTuple

__all__ = ["TextBlock", "Mail", "read"]

LETTER = "letter"  # the word before the id of a letter of ours, where its text shows that
MOST_IDS = 20
MOST_PARAGRAPHS = 100  # of the text above orders
_LETTER = re.compile(rf"# {LETTER} ([a-z]{{1,20}}\.[0-9a-f]{{16}}\.[\w-]{{1,80}}\.[a-z2-7]{{20}})(?![\w.])",
                     re.IGNORECASE)


class TextAbove(NamedTuple):
    """What the writer of a mail has written above the first orders, form or quotation.

    Attributes:
        paragraphs: each on one line, without lines of table talk and comments.
        like_order: the first line of it that may be an order, "" for none.
    """

    paragraphs: tuple[str, ...] = ()
    like_order: str = ""


@dataclass(frozen=True)
class Mail:
    """A mail, read.

    Attributes:
        raw: as it arrived.
        id: its Message-ID without angle brackets, "" where it has none that can be used.
        sender, name: the address of From in small letters, "" without one, and the name beside it.
        to: the addresses it went to (To, Cc, Delivered-To, X-Original-To, Envelope-To), in small letters.
        named: those it says itself that it is written to (To, Cc, Bcc and their Resent- lines; RFC 5230, 4.5).
        date: from the line Date, UTC, None where that is missing or senseless.
        received: from the topmost line Received, likewise.
        subject: decoded, on one line.
        references: the ids it refers to (In-Reply-To, then References, the latest first), without angle brackets; then
            those of letters of ours that its text shows (`LETTER`), without what stands behind their @.
        automatic: why it was sent by no person ("auto-replied", "bounce", "list", "bulk", "own" …), "" if a person
            seems to have written it. None of these is answered by itself; those in `automatic.READ` ("list", "bulk",
            "suppressed") may hold a player's orders all the same, the others are not to be read for any.
        words: what the sender wrote, without quotations, signature and footer; 2,000 characters at most.
        above: what the sender wrote above the first orders, form or quotation.
        blocks: what may be orders, best first.
        attached: names of attachments, made harmless.
        unread: those of them that are a word processor's, of which nothing is read.
        faults: codes of what was wrong with the mail: "too-big", "head-too-long", "too-many-parts", "nested-too-deep",
            "text-too-long" (it was read up to there), "no-text", "undecodable", "no-sender", "several-senders"
            (`sender` is the first of them, which may be a trick), "several-ids", "unreadable".
    """

    raw: bytes
    id: str = ""
    sender: str = ""
    name: str = ""
    to: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    date: datetime | None = None
    received: datetime | None = None
    subject: str = ""
    references: tuple[str, ...] = ()
    automatic: str = ""
    words: str = ""
    above: TextAbove = TextAbove()
    blocks: tuple[TextBlock, ...] = ()
    attached: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def read(raw: bytes, games: Iterable[Game] = ()) -> Mail:
    """Reads a mail, whatever its bytes are; its faults say what could not be read. It never raises.

    Args:
        games: those of the campaigns it may be for; orders are recognised by their words.

    The time it takes is proportional to the mail's length, up to what is read at all (`limits`).
    """
    try:
        with vocabulary.of(games):
            return _read(raw)
    except Exception:  # a mail nobody thought of must not keep the others waiting; it is kept, and a person told
        return Mail(raw, faults=("unreadable",))


def _read(raw: bytes) -> Mail:
    kept, cut_short = limits.cut(raw)
    message = BytesParser(policy=compat32).parsebytes(kept)
    people = heads.people(heads.lines(message, "From"))
    name, sender = people[0] if people else ("", "")
    subject = heads.decoded(heads.line(message, "Subject"))
    taken_apart = mail_parts.read(message)
    body = _body(taken_apart.texts, name, sender)
    faults = [*cut_short, *taken_apart.faults, *body.faults, *_faults_of_head(message, people)]
    return Mail(
        raw=raw, id=heads.identity(message), sender=sender, name=name, to=tuple(heads.recipients(message)),
        named=tuple(heads.named(message)), date=heads.moment(heads.line(message, "Date")),
        received=heads.received(message), subject=subject,
        references=tuple(dict.fromkeys((*heads.references(message), *body.ids))),
        automatic=automatic.reason(message, sender, subject), words=body.words, above=body.above, blocks=body.blocks,
        attached=taken_apart.attached, unread=taken_apart.unread, faults=tuple(dict.fromkeys(faults)))


def _faults_of_head(message: Message, people: Sequence[tuple[str, str]]) -> Iterator[str]:
    """What is wrong with who sent a mail."""
    if not people:
        yield "no-sender"
    if people and not heads.is_of_one(heads.lines(message, "From")):
        yield "several-senders"
    if len(heads.lines(message, "Message-ID")) > 1:
        yield "several-ids"


class _Body(NamedTuple):
    """The result of reading the texts of a mail."""

    words: str
    above: TextAbove
    blocks: tuple[TextBlock, ...]
    faults: tuple[str, ...]
    ids: tuple[str, ...]


def _body(texts: Sequence[MailPart], name: str, sender: str) -> _Body:
    """What may be orders in the texts of a mail, the plain texts before the pages that tell the same."""
    name = name.casefold()
    names = {name, *name.split(), "".join(name.split()), sender.partition("@")[0]} - {""}
    faults: list[str] = []
    plain: list[Line] = []
    pages: list[Line] = []
    alone: list[Line] = []  # pages beside which there is no plain text
    for part in texts:
        if part.kind == mail_parts.PLAIN:
            plain += attributed(of_text(part.text, part.depth), names)
        elif part.kind == mail_parts.PAGE:
            shown = html_text.read(part.text)
            lines = attributed([line._replace(depth=line.depth + part.depth) for line in shown.lines], names)
            faults += [] if shown.is_whole else ["text-too-long"]
            pages += lines
            alone += [] if part.beside else lines
    candidates = blocks.find(plain, blocks.TEXT)
    if all(block.is_quoted or block.is_talk for block in candidates):
        candidates += blocks.find(pages, blocks.PAGE)
    elif alone:
        candidates += blocks.find(alone, blocks.PAGE)
    candidates += _attached(texts)
    if not (plain or pages or candidates):
        faults.append("no-text")
    files = [line for part in texts if part.kind == mail_parts.ATTACHED for line in of_text(part.text)]
    tokens = {**blocks.tokens(files), **blocks.tokens(pages), **blocks.tokens(plain)}
    words = own_words(plain, limits.MOST_WORDS) or own_words(pages, limits.MOST_WORDS)
    ids = tuple(dict.fromkeys(letter[1].casefold() for line in (*plain, *pages)
                              if (letter := _LETTER.search(line.text[:200]))))
    return _Body(words, _above(plain if own_words(plain, 1) else pages),
                 tuple(_with_token(block, tokens) for block in _best(candidates)), tuple(faults), ids[:MOST_IDS])


def _above(lines: Sequence[Line]) -> TextAbove:
    """What its writer has put above the first orders, form or quotation of a text."""
    paragraphs: list[list[str]] = [[]]
    like_order = ""
    for line in lines:
        text = line.text[:limits.MOST_WORDS].strip()
        if line.depth or line.stops or blocks.mark(text) or text.startswith("#") or (
                HEADER.match(text) and line_of(text) is None):
            break
        if not text or line_of(text) is not None:
            paragraphs.append([])
            continue
        paragraphs[-1].append(text)
        like_order = like_order or (text if vocabulary.is_ordered(text[:200]) else "")
    written = (" ".join(paragraph) for paragraph in paragraphs)
    return TextAbove(tuple(words for words in written if words)[:MOST_PARAGRAPHS], like_order)


def _attached(texts: Sequence[MailPart]) -> list[TextBlock]:
    """The attached files that may be orders, each with the signature that came beside it."""
    files = [part for part in texts if part.kind == mail_parts.ATTACHED]
    signed = {part.name: part.data for part in files if part.name.endswith(SUFFIX)}
    orders = [part for part in files if part.name not in signed and blocks.is_headed(part.text)]
    attached = []
    for part in orders:
        beside = signed.get(part.name + SUFFIX)
        if beside is None and len(orders) == len(signed) == 1:
            beside = next((data for data in signed.values() if split(data)[1]), None)
        data = part.data if beside is None or split(part.data)[1] else join(part.data, beside)
        if blocks.orders_something(of_text(part.text)):
            where = blocks.QUOTED if part.depth else part.name or mail_parts.ATTACHED
            attached.append(blocks.attached(data, part.text, where))
    return attached


def _best(candidates: Sequence[TextBlock]) -> list[TextBlock]:
    """Each block once, the writer's own before what they quote, and of what they quote only what is for campaigns they
    write no orders for. A text that also is attached with a signature counts as attached. Table talk comes last."""
    talk = [block for block in candidates if block.is_talk]
    candidates = [block for block in candidates if not block.is_talk]
    own = [block for block in candidates if not block.is_quoted]
    own = [block for block in own if block.data or block.campaign]
    signed = [block for block in own if split(block.data)[1]]
    same = {meaning_of(split(block.data)[0]) for block in signed}
    own = [block for block in own if block in signed or meaning_of(block.data) not in same]
    filled = [block for block in own if blocks.orders_something(of_text(block.data.decode("utf-8", "replace")))]
    headed = {block.campaign.casefold() for block in own}
    quoted = [block for block in candidates
              if block.is_quoted and not (filled and block.campaign.casefold() in headed)]
    once: dict[bytes, TextBlock] = {}
    for block in (*filled, *quoted) if filled or quoted else own:
        once.setdefault(meaning_of(block.data), block)
    best = list(once.values())[:limits.MOST_BLOCKS]
    talk = [block if block.campaign else blocks.headed_like(block, best) for block in talk[:1]]
    return [*best, *(block for block in talk if block.campaign or best)]


def meaning_of(data: bytes) -> bytes:
    """A text without comments and what else has no meaning in it, so that the same text is known again."""
    lines = data.decode("utf-8-sig", "replace").splitlines()
    return " ".join(" ".join(mended(line).partition("#")[0] for line in lines).split()).encode()


def _with_token(block: TextBlock, tokens: Mapping[str, str]) -> TextBlock:
    """A block with the token that stands on its mark, or on a mark for its side anywhere in the mail, and with none in
    its text."""
    block = block._replace(data=blocks.without(block.data, tokens.values()))
    return block if block.token else block._replace(
        token=tokens.get(block.side.casefold(), next(iter(tokens.values()), "")))
