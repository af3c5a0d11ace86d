"""Recording orders: all files of a batch or none, the secrets before the entries that seal them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import writing
from witp_pbem.campaign.letters import consent, sealing, signatures
from witp_pbem.campaign.orders.check import Checked, check
from witp_pbem.campaign.orders.mending import with_old_lines
from witp_pbem.campaign.record import letter_text, logbook, order_tree, private
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.letter_text import Letter
from witp_pbem.campaign.record.private import Private, Sealed, SealedOrder
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.campaign.sitting import owed_links
from witp_pbem.table.language import say
from witp_pbem.table.problem import invalid
from witp_pbem.table.text import RULING
from witp_pbem.table.tuples import NamedTuple

ALONE = {logbook.CONSENT: "consent-alone", logbook.PLAYER: "player-alone"}  # letters that come by themselves


class CannotAdd(Refusal):
    """A file cannot be made to add."""


class Receipt(NamedTuple):
    """What a file was recorded as: the type of the entry, its number and its hash."""

    kind: str
    entry: int
    hash: str


class Submitted(NamedTuple):
    """What became of a batch of files.

    Attributes:
        checked: the files as checked.
        receipts: for each file its receipts; empty unless every file is accepted.
        notes: what else the keeper should know, in sentences.
    """

    checked: tuple[Checked, ...]
    receipts: tuple[tuple[Receipt, ...], ...]
    notes: tuple[str, ...] = ()

    @property
    def stands(self) -> bool:
        return not any(checked.problems for checked in self.checked)


def check_all(campaign: Campaign, files: Sequence[tuple[str, bytes]]) -> tuple[Checked, ...]:
    """Checks files in turn, each as though those before it were submitted."""
    by_place: dict[int, Checked] = {}
    for place in sorted(range(len(files)), key=lambda place: not is_link(files[place][1])):  # then what they seal
        by_place[place] = check(campaign, *files[place], [file for file in by_place.values() if not file.problems])
    checked = [by_place[place] for place in range(len(files))]
    if len(checked) > 1:
        checked = [file._replace(problems=(*file.problems, invalid(ALONE[file.letter[0]])._replace(file=file.file)))
                   if file.letter and file.letter[0] in ALONE else file for file in checked]
    return tuple(checked)


def is_link(data: bytes) -> bool:
    """Whether a file is a letter that gives a link away."""
    letter = letter_text.read(signatures.split(data)[0].decode(errors="replace"))
    return isinstance(letter, Letter) and letter.kind == logbook.LINK


def adding(data: bytes) -> bytes:
    """A file of orders that says that it adds; a letter as it is.

    Raises:
        CannotAdd: it is signed, and nobody can write into it.
    """
    text, signature = signatures.split(data)
    if letter_text.is_letter(text.decode(errors="replace")):
        return data
    if signature:
        raise CannotAdd(say('A signed file says for itself whether it adds: write "Add: yes" into it, and sign it '
                            "again."))
    return data.rstrip() + b"\nAdd: yes\n"


def mended(campaign: Campaign, files: Sequence[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """Files in which each problem is mended where all of a file have one plain mending, in the language spoken. A
    signed one stays as it is: its writer signs what they have mended."""
    return [(name, with_old_lines(checked.text, checked.mended.text).encode())
            if checked.mended and not signatures.split(data)[1] else (name, data)
            for (name, data), checked in zip(files, check_all(campaign, files), strict=True)]


def submit(folder: Path, files: Sequence[tuple[str, bytes]]) -> Submitted:
    """Checks files and records them if every one is accepted.

    Raises:
        NoCampaign, Damaged, Busy, LostOrders: see `writing`.
        OSError: the disk did not take it.
    """
    with writing(folder) as campaign:
        return take(campaign, files)


def take(campaign: Campaign, files: Sequence[tuple[str, bytes]]) -> Submitted:
    """Checks files and, if every one is accepted, records them in a campaign open for writing."""
    checked = check_all(campaign, files)
    if any(file.problems for file in checked):
        return Submitted(checked, (), tuple(campaign.notes))
    since = len(campaign.entries)
    receipts = _record(campaign, checked)
    notes = (*campaign.notes, *owed_links.remarks(campaign, since), *sealing.remarks(campaign, since))
    return Submitted(checked, receipts, notes)


def _record(campaign: Campaign, files: Sequence[Checked]) -> tuple[tuple[Receipt, ...], ...]:
    """Makes the entries of all files, keeps what they seal, then appends them in one write."""
    assert campaign.private is not None
    campaign.take_over()
    last = campaign.entries[-1]
    kept: list[tuple[Entry, tuple[SealedOrder, ...], Sealed]] = []
    recorded: dict[int, list[Entry]] = {}
    for place in sorted(range(len(files)), key=lambda place: files[place].sealed == sealing.IN_THIS_BATCH):
        checked = files[place]
        mine = _letter_entries(campaign, checked, last)
        if checked.talk or any(statement.keyword != RULING for statement in checked.statements):
            kept.append(_ordered(campaign.private, checked, (mine or [last])[-1], recorded.values()))
            mine.append(kept[-1][0])
        last = mine[-1]
        recorded[place] = mine
    campaign.require_legal([entry for mine in recorded.values() for entry in mine])  # before anything is kept of them
    for entry, sealed, raw in kept:
        campaign.private.add(entry["n"], entry["hash"], sealed, raw)
    campaign.append([entry for mine in recorded.values() for entry in mine])
    return tuple(tuple(Receipt(entry["type"], entry["n"], entry["hash"]) for entry in mine)
                 for _, mine in sorted(recorded.items()))


def _letter_entries(campaign: Campaign, checked: Checked, last: Entry) -> list[Entry]:
    """The entries behind the last one of what a file says for all to read: its letter with what follows from it, or
    its rulings."""
    if checked.letter:
        kind, body = checked.letter
        recorded = [logbook.following(last, kind, {**body, "letter": checked.raw.decode(),
                                                   "signature": checked.signature})]
        if kind == logbook.CONSENT:
            from witp_pbem.campaign.orders import proposals

            for follows in proposals.follows(campaign, recorded[0]):
                recorded.append(logbook.following(recorded[-1], *follows))
        return recorded
    texts = [slips.plain(statement, checked.text) for statement in checked.statements if statement.keyword == RULING]
    if not texts:
        return []
    letter = checked.raw.decode() if checked.signature else ""
    if not consent.is_needed(campaign):
        return [logbook.following(last, logbook.RULING, logbook.ruling(
            checked.turn, texts, after=checked.after, letter=letter, signature=checked.signature))]
    body = (consent.body(consent.keeper(campaign), "", None, texts, None, None) if checked.signature else
            consent.proposed(campaign, "", "", None, texts, None))
    return [logbook.following(last, logbook.PROPOSAL, {**body, "letter": letter, "signature": checked.signature})]


def _ordered(own: Private, checked: Checked, last: Entry,
             recorded: Iterable[Sequence[Entry]]) -> tuple[Entry, tuple[SealedOrder, ...], Sealed]:
    """The submission of a file behind the last entry, with what its seals and the one of the whole file hold.

    Args:
        recorded: the entries of the same batch before it, the link among them that its orders came with.
    """
    number, content = last["n"] + 1, sealing.content_of(checked.raw, checked.signature)
    secret = checked.salt or private.file_secret(own.secrets.salts, number, content)
    orders = slips.all_of(checked.statements, checked.talk, checked.text)
    tree = order_tree.grow(secret, content, [slip for _, slip in orders])
    sealed = tuple(SealedOrder(place, line, salt, slip)
                   for place, salt, (line, slip) in zip(tree.places, tree.salts, orders, strict=True))
    bound = checked.sealed
    if bound == sealing.IN_THIS_BATCH:
        bound = next(entry["n"] for mine in recorded for entry in mine
                     if entry.get("orders") == tree.hashes[tree.file])
    return logbook.following(last, logbook.SUBMISSION, {
        "side": checked.side, "turn": checked.turn, "luck": checked.luck, "after": checked.after or None,
        "adds": checked.adds, "seal": tree.seal, "sealed": bound,
        "signed": bool(checked.signature)}), sealed, Sealed(secret, content)
