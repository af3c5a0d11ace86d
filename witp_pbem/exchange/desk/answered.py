"""What the desk itself has written to a player: a reply that only repeats it contains no orders.

Most mail programs mark what they quote, and then it is not taken for orders anyway (`sender.proof`). Some mark nothing.
The desk's letters also contain words of others. These are marked and harmless (`table/quoting.py`); besides, letters
are recognised whatever a program has done to their blanks, signs, lines, widths and cases. Orders to fill in do not
count: they are there to be sent back.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import lru_cache
from itertools import islice
from pathlib import Path

from witp_pbem.exchange import outbox
from witp_pbem.exchange.reading import blocks, html_text
from witp_pbem.exchange.reading.incoming import Mail, TextBlock
from witp_pbem.exchange.reading.lines import Line, of_text
from witp_pbem.table.quoting import mended

MOST = 300  # latest letters to a player that are compared, besides those a mail refers to
RUN, LONG = 3, 40  # lines and letters that nobody shares with one of our letters by chance
_MEANINGLESS = re.compile(r"[\W_]+")
_AS_READ = re.compile(r"\s*\d+ \| ")  # a line of their own, shown to them with its number


def is_repeated(office: Path, mail: Mail, block: TextBlock, to: str) -> bool:
    """Whether the opening of a text, up to its first order, stands in a letter of the desk to an address."""
    opening = []
    for line in of_text(block.data.decode("utf-8", "replace")):
        opening.append(line.text)
        if blocks.orders_something([line]):
            break
    bare = _bare(opening)
    return bool(bare) and any(bare in letter for letter in _letters(office, mail, to))


def repeats(office: Path, mail: Mail, block: TextBlock, to: str) -> bool:
    """Whether some lines of a text stand together in a letter of the desk to an address."""
    lines = [bare for line in block.data.decode("utf-8", "replace").splitlines() if (bare := _bare([line]))]
    runs = {run for place in range(len(lines) - RUN + 1) if len(run := "".join(lines[place:place + RUN])) >= LONG}
    return bool(runs) and any(run in letter for letter in _letters(office, mail, to) for run in runs)


def _letters(office: Path, mail: Mail, to: str) -> Iterator[str]:
    """The letters to an address and to the sender of a mail, the latest first, then others the mail refers to."""
    ids, people = frozenset(map(_id, mail.references)), {to, mail.sender} - {""}
    latest = list(outbox.letters(office).values())[::-1]
    theirs = [letter for letter in latest if people.intersection(map(str.casefold, letter.to))]
    known = dict.fromkeys(letter.path for letter in islice(theirs, MOST))
    referred = (letter.path for letter in latest if letter.path not in known
                and ids and _id(outbox.id_of(letter)) in ids)
    yield from (_written(path) for path in (*known, *referred))


def _id(text: str) -> str:
    """A Message-ID in the one form in which ids are compared: what a draft shows of it has no domain."""
    return text.strip("<>").partition("@")[0].casefold()


def _bare(lines: Iterable[str]) -> str:
    """Letters and digits alone, in one width and case."""
    return _MEANINGLESS.sub("", unicodedata.normalize("NFKC", mended("\n".join(lines))).casefold())


@lru_cache(maxsize=2 * MOST)
def _written(path: Path) -> str:
    """A letter's text and its page, without orders to fill in and what was shown with numbers of lines."""
    message = message_from_bytes(path.read_bytes(), policy=policy.default) if path.is_file() else EmailMessage()
    assert isinstance(message, EmailMessage)
    texts = []
    for kind in ("plain", "html"):
        body = message.get_body((kind,))
        if body is not None:
            text = str(body.get_content())
            texts.append(_bare(_unformed(html_text.read(text).lines if kind == "html" else of_text(text))))
    return "\n".join(texts)


def _unformed(lines: Sequence[Line]) -> Iterator[str]:
    inside = False
    for line in lines:
        if (mark := blocks.mark(line.text)) is not None:
            inside = mark == "begin"
        elif not inside and not _AS_READ.match(line.text):
            yield line.text
