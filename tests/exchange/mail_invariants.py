"""What must hold of a campaign played by mail, whatever mails came."""

from __future__ import annotations

import gzip
import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email import message_from_bytes
from pathlib import Path
from typing import Any, NamedTuple

from tests.exchange.letter_carrier import Carried
from tests.report.forms import hidden_cards
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.packets import unpacking
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.logbook import SUBMISSION
from witp_pbem.exchange import journal, outbox, verdicts
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.copies import packet_sources
from witp_pbem.exchange.deadlines import clock
from witp_pbem.exchange.desk import recording, replies
from witp_pbem.exchange.reading import automatic
from witp_pbem.exchange.reading import incoming as reading
from witp_pbem.table import text as orders_text
from witp_pbem.table.sitting import full_lexicon

_UNSEEN = re.compile("[\u200b-\u200f\u2060\u00ad\ufeff\u202a]")  # signs without width
ORDERS_OF = re.compile(r"# only for (\w+):")


class Sent(NamedTuple):
    """A mail as it set out: in what way, who really wrote it ("" for forgers, machines, strangers), the text in it, the
    kind of mail, whether the text was spoilt on purpose, and whether it got lost."""

    way: str
    seat: str
    text: str
    kind: str
    is_faulty: bool
    is_lost: bool
    id: str
    is_automatic: bool


@dataclass
class Watch:
    """What is remembered from round to round: letters that were sent, delivered or came back; all tokens of a seat;
    the tokens that stand in mails of an address, which its owner knows or has made up."""

    taken: set[str] = field(default_factory=set)
    returned: set[str] = field(default_factory=set)
    delivered: set[tuple[str, str]] = field(default_factory=set)
    tokens: dict[str, set[str]] = field(default_factory=dict)
    known: dict[str, set[str]] = field(default_factory=dict)
    waits: tuple[str, tuple[str, ...]] = ("", ())

    def waited(self, campaign: Campaign) -> tuple[str, ...]:
        """The sides that are waited for, reckoned once for each state of the logbook."""
        head = str(campaign.entries[-1]["hash"])
        if self.waits[0] != head:
            self.waits = head, clock.waited_for(campaign)
        return self.waits[1]


def note(sent: dict[str, Sent], raw: bytes, way: str, seat: str, text: str, kind: str, is_faulty: bool,
         is_lost: bool) -> None:
    """Remembers a mail that sets out."""
    mail = reading.read(raw)
    sent[hashlib.sha256(raw).hexdigest()] = Sent(way, seat, text, kind, is_faulty, is_lost, mail.id,
                                                 mail.automatic not in automatic.READ)


# -- letters -------------------------------------------------------------------------------------------------------


def keeps_secrets(campaign: Campaign, carried: Sequence[Carried], seats: Mapping[str, str], watch: Watch,
                  names_cards: bool = False) -> None:
    """No letter of a round tells anybody another player's token or orders, or cards that player holds; of cards only
    where their names stand in no report anyhow."""
    sides = {campaign.founded_as(side): side for side in campaign.senders}
    for seat, side in sides.items():
        watch.tokens.setdefault(seat, set()).add(tokens.of(campaign, side))
    sat = str(campaign.last_sitting["hash"])
    for letter in carried:
        text = everything_in(letter.raw)
        readers = {seats.get(address) or (address.partition("@")[0] if address.endswith("@phone.example") else "")
                   for address in letter.to}
        for seat, side in sides.items():
            if readers == {seat}:
                if not names_cards and side in campaign.game.sides and letter.id.startswith(f"report.{sat[:16]}"):
                    assert not [card for card in hidden_cards(campaign, side)  # as a word: base 64 spells anything
                                if re.search(rf"(?<![\w+/]){re.escape(card)}(?![\w+/])", text)], letter.id
                continue
            known = set[str]().union(*(watch.known.get(address, set()) for address in letter.to))
            assert not [token for token in watch.tokens[seat] - known if token in text], (letter.id, letter.to)
            assert campaign.position.outcome or seat not in ORDERS_OF.findall(text), (letter.id, letter.to)


def knows(watch: Watch, raw: bytes) -> None:
    """Remembers which tokens stand in a mail: an answer to it may show them to who sent it."""
    watch.known.setdefault(reading.read(raw).sender, set()).update(tokens.PATTERN.findall(everything_in(raw)))


def everything_in(raw: bytes) -> str:
    """A mail with all its parts, decoded, and what is packed in them."""
    texts = [raw.decode("utf-8", "replace")]
    for part in message_from_bytes(raw).walk():
        content = part.get_payload(decode=True)
        if isinstance(content, bytes):
            content = gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
            texts.append(content.decode("utf-8", "replace"))
    return "\n".join(texts)


# -- copies --------------------------------------------------------------------------------------------------------


def begins(raws: Sequence[bytes]) -> bool:
    """Whether one of some letters has the founding with it."""
    return any(unpacking.read(each.origin, each.content).files
               for raw in raws for each in packet_sources.opened("", raw))


def founding_first(raws: Sequence[bytes]) -> list[bytes]:
    """Letters, those that have the founding with them first."""
    return sorted(raws, key=lambda raw: not begins([raw]))


def is_beginning(folder: Path, copy: Path) -> None:
    """A copy is the keeper's logbook, or its beginning, byte for byte."""
    kept, copied = ((place / logbook.FILE).read_bytes() for place in (folder, copy))
    assert kept.startswith(copied) and copied.endswith(b"\n")
    assert not (copy / "private").exists()


def is_whole(folder: Path, copy: Path) -> bool:
    """Whether a copy holds everything up to the last sitting."""
    there = len((copy / logbook.FILE).read_bytes().splitlines()) if copy.exists() else 0
    return there > int(open_campaign(folder).last_sitting["n"])


def same_record(folder: Path, copy: Path) -> None:
    """A copy holds everything up to the last sitting, and proves it."""
    is_beginning(folder, copy)
    assert is_whole(folder, copy)
    done = verify(copy)
    assert done.holds, done.findings


# -- the record ----------------------------------------------------------------------------------------------------


def look_over(folder: Path, sent: Mapping[str, Sent], watch: Watch, figures: Counter[str]) -> None:
    """What came of all mails of a campaign.

    Every text recorded was written by the player whose side it is, says what he wrote, and stands in the logbook once;
    every mail of a person that was for the desk was answered; the campaign holds.
    """
    campaign, office = open_campaign(folder), offices.of_campaign(folder)
    done = verify(folder)
    assert done.holds, done.findings
    handled = list(journal.read(office, recording.HANDLED))
    recorded = [line for line in handled if line.values["verdict"] == verdicts.RECORDED]
    entries: list[int] = []
    for line in recorded:
        mail = sent[line.values["mail"]]
        assert mail.seat == line.values["player"] and mail.way != "forged", (mail, line)
        receipts = recording.receipts_of(line)
        entries += [receipt.entry for receipt in receipts]
        for receipt in receipts:
            _says_the_same(campaign, campaign.entries[receipt.entry], mail, figures)
    assert len(entries) == len(set(entries)), "recorded twice"
    by_mail = {entry["n"] for entry in campaign.entries if entry["type"] == SUBMISSION or entry.get("letter")}
    assert by_mail <= set(entries), f"nobody sent {by_mail - set(entries)}"
    for line in journal.read(offices.of_root(folder.parent), replies.MAIL):
        figures[f"verdict: {line.values['verdict']}"] += 1
    for line in handled:
        mail = sent[line.values["mail"]]
        if line.values["verdict"] == verdicts.REFUSED and mail.seat and not mail.is_faulty:
            figures[f"refused: {', '.join(line.values['problems'])}"] += 1
    _all_answered(folder, sent, figures)


def _says_the_same(campaign: Campaign, entry: Mapping[str, Any], mail: Sent, figures: Counter[str]) -> None:
    """An entry holds the orders or the letter that its player wrote; a letter's last line takes up a name below it."""
    if entry["type"] == SUBMISSION:
        assert campaign.private is not None
        text = str(campaign.private.raws[entry["hash"]].content["text"])
        words = full_lexicon(campaign.game)
        wrote, stands = (orders_text.read(each, words) for each in (mail.text, text))
        assert _meaning(wrote) == _meaning(stands), f"{mail.kind}: {mail.text}\n---\n{text}"
    elif entry.get("letter"):
        words = mail.text.split()
        recorded = "".join(_UNSEEN.split(unicodedata.normalize("NFKC", entry["letter"]))).split()
        assert recorded[:len(words)] == words, (mail.kind, entry["letter"], mail.text)
        figures["letters with a name below"] += len(recorded) > len(words)


def _meaning(orders: orders_text.OrdersText | Any) -> list[Any]:
    return [(each.keyword, each.phase, [token.value for token in each.tokens]) for each in orders.statements]


def _all_answered(folder: Path, sent: Mapping[str, Sent], figures: Counter[str]) -> None:
    """Every mail with orders or a letter that arrived was answered, but for what no machine may answer, and for words
    that were recorded before and come once more, as a quotation."""
    root = offices.of_root(folder.parent)
    keys = [line.values["key"] for office in (offices.of_campaign(folder), root)
            for line in journal.read(office, outbox.QUEUED)]
    answered = {part for key in keys for part in key.split(":")}
    became = {line.values["mail"]: line.values for line in journal.read(root, replies.MAIL)}
    texts = Counter(mail.text for mail in sent.values())
    for sha, mail in sent.items():
        is_there = sha in answered
        if texts[mail.text] > 1 and "quotation" in mail.kind:
            continue
        if mail.is_automatic or mail.is_lost:
            assert not is_there, mail
        elif mail.seat and mail.text and not is_there:
            line = became.get(sha, {})
            why = line.get("reason") or line.get("verdict", "no line")
            figures[f"not answered: {why}"] += 1  # more of a kind than are answered in a day
            assert why in (verdicts.TOO_MANY, verdicts.NOTHING), (mail, line)
