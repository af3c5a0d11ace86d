"""Whether everything that was opened is what had been sealed: orders, files, cards, decks; and what is sealed still."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from witp_pbem.campaign.checks.submissions import seal_of
from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.folder.fates import card_seals, deck_key, named, shuffling_key
from witp_pbem.campaign.proof.evidence import Evidence, MadeDeck
from witp_pbem.campaign.proof.subjects import Verification
from witp_pbem.campaign.record import branches, laid_open, order_tree, private, written_heads
from witp_pbem.campaign.record.entries import Entry, Opened, OpenedCard, Sitting
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.laid_open import WholeFile
from witp_pbem.campaign.record.logbook import SITTING, SUBMISSION
from witp_pbem.campaign.record.order_tree import Known
from witp_pbem.campaign.sitting import owed_links, table_talk
from witp_pbem.table.canonical import commitment
from witp_pbem.table.dice import shuffled
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE


def opened(proof: Verification) -> Iterator[Finding]:
    """Whether everything opened fits its seal, and nothing is opened twice on a line."""
    yield from _unfit(proof)
    yield from _on_lines(proof)
    yield from _early(proof)
    yield from _withheld(proof)
    files = {entry["n"]: entry for entry in proof.entries if entry["type"] == SUBMISSION}
    orders, whole = proof.opened_orders, proof.opened_files
    proof.count("seals", len(files) + len(orders), len(whole) + len(orders))
    closed = sorted(files.keys() - whole.keys())
    if proof.is_over:
        last = max(sitting["n"] for sitting in proof.sittings if sitting["outcome"])
        for number in closed:
            yield Finding(last, "file-sealed", say("The game is over, and the file of entry {entry} was not opened.",
                                                   entry=number))
    elif closed:
        proof.unchecked.append(say("{count} files of orders are sealed; an order is opened when it is used, the whole "
                                   "file at the end.", count=len(closed)))


def _unfit(proof: Verification) -> Iterator[Finding]:
    """Orders, files and secrets of decks that were opened and are not what was sealed."""
    trees: dict[int, Known] = {}
    for entry in proof.entries:
        if entry["type"] == SUBMISSION:
            trees[entry["n"]] = Known(entry["seal"])
        opened = entry["opened"] if entry["type"] == SITTING else []
        leaves = [laid_open.take(trees, item) for item in opened]
        for item, leaf in zip(opened, leaves, strict=True):
            if sentence := _seal_fault(proof, item, leaf, trees):
                yield Finding(entry["n"], "seal-differs", sentence)


def _on_lines(proof: Verification) -> Iterator[Finding]:
    """On every line, cards that do not fit their deck, and what is opened for the second time."""
    for line in (branches.line(proof.entries[:end]) for end in branches.ends(proof.entries)):
        seals: dict[str, Sequence[str]] = {}
        before: set[tuple[object, ...]] = set()
        for entry in line:
            if entry["type"] != SITTING:
                continue
            seals |= {act["shuffle"]: act["seals"] for act in entry["acts"] if "shuffle" in act}
            for item in entry["opened"]:
                sentence = _card_fault(item, seals) if "slot" in item else ""
                key = tuple(item.get(name) for name in ("entry", "index", "slot", "deck", "file", "salts"))
                if sentence or key in before:
                    yield Finding(entry["n"], "seal-differs", sentence or say("Something is opened for the second "
                                                                              "time."))
                before.add(key)


def _early(proof: Verification) -> Iterator[Finding]:
    """Orders and files that were opened before the end though they answered nothing: that betrays plans. (Dice and
    cards that were typed in are opened as they are used, table talk by the next sitting.)"""
    for sitting in proof.sittings:
        talk = table_talk.opened(sitting) if not sitting["outcome"] else {}
        due = _counted(proof, sitting) if talk else set()
        answers = {tuple(act["source"]) for act in sitting["acts"] if "source" in act}
        for item in sitting["opened"] if not sitting["outcome"] else ():
            if "salts" in item:
                yield Finding(sitting["n"], "opened-early", say("What all seals grow from is opened before the end."))
            if "slot" in item or "deck" in item or "salts" in item:
                continue
            number, source = ((item["entry"], (item["entry"], item["index"])) if "index" in item
                              else (item["file"], None))
            entry = proof.entries[number] if number < sitting["n"] else sitting
            if source in talk and number in due:
                continue
            if entry["type"] == SUBMISSION and entry["side"] != REFEREE and source not in answers:
                yield Finding(sitting["n"], "opened-early", say("Something from entry {entry} is opened that answers "
                                                                "nothing in this sitting.", entry=number))


def _counted(proof: Verification, sitting: Sitting) -> set[int]:
    """The submissions that counted for a sitting."""
    line = branches.line(proof.entries[:sitting["n"]])
    return {entry["n"] for entry in table_talk.counted(line, table_talk.until(sitting))}


def _unheard(proof: Verification) -> set[int]:
    """The submissions whose table talk only the file shows, since that lies open."""
    return {number for number, reading in proof.readings.items() if number in proof.opened_files
            for place, slip in reading.sealed.slips.items()
            if slips.talk(slip) and (number, place) not in proof.opened_orders}


def _withheld(proof: Verification) -> Iterator[Finding]:
    """Table talk that only the end of the game opened, though an earlier sitting had to."""
    sittings = [entry for entry in branches.line(proof.entries) if entry["type"] == SITTING]
    late = {number for sitting in sittings if sitting["outcome"] for number, _ in table_talk.opened(sitting)}
    late |= _unheard(proof)
    for sitting in sittings if late else ():
        due = late & _counted(proof, sitting)
        late -= due
        for number in sorted(due) if not sitting["outcome"] else ():
            yield Finding(sitting["n"], "talk-withheld", say("What entry {entry} says to the other players was not "
                                                             "opened by this sitting.", entry=number))


def _seal_fault(proof: Verification, item: Opened, leaf: str, trees: Mapping[int, Known]) -> str:
    if "index" in item:
        if item["entry"] not in trees or not order_tree.is_order(item["index"]):
            return say("There is no order {index} in entry {entry} to be opened.", index=item["index"],
                       entry=item["entry"])
        if not laid_open.leaf_fits(trees[item["entry"]], item["index"], leaf, item):
            return say("The order opened from entry {entry} is not the one that was sealed there.",
                       entry=item["entry"])
    elif "file" in item:
        number = item["file"]
        file = proof.opened_files[number]
        if number not in trees or not laid_open.fits(trees[number], file, item) or not _is_revealed(
                proof.entries, number, file):
            return say("The file opened from entry {entry} is not the one that was sealed there.", entry=number)
    elif "deck" in item:
        published = proof.founding["dice"]["decks"].get(item["deck"])
        if commitment(item["salt"], item["secret"]) != published:
            return say("The secret of the deck {deck} is not the one committed at the founding.", deck=item["deck"])
    return ""


def _card_fault(item: OpenedCard, seals: Mapping[str, Sequence[str]]) -> str:
    deck, _, index = item["slot"].rpartition("/")
    known = seals.get(deck, ())
    if not index.isdigit() or int(index) >= len(known):
        return say("There is no card {slot} to be opened.", slot=item["slot"])
    if commitment(item["salt"], item["card"]) != known[int(index)]:
        return say("The card opened as {slot} is not the one that was sealed there.", slot=item["slot"])
    return ""


def _is_revealed(entries: Sequence[Entry], number: int, file: WholeFile) -> bool:
    """Whether a file is what its player had sealed, if it was."""
    entry = entries[number]
    sealed = entry["sealed"] if entry["type"] == SUBMISSION else None
    return sealed is None or sealed < number and (
        seal_of(entries[sealed]) == commitment(file.secret, file.content))


def decks(evidence: Evidence) -> Iterator[Finding]:
    """Whether every deck was shuffled as its secret says, once that lies open. (Decks dealt openly have none.)"""
    if not evidence.is_chained or evidence.deals_openly:
        return
    over = next((entry for entry in evidence.entries if entry["type"] == SITTING and entry["outcome"]), None)
    if over and evidence.game.decks and not any("deck" in item for item in over["opened"]):
        yield Finding(over["n"], "decks-sealed", say("The game is over, and the decks were not opened."))
    secrets = deck_secrets(evidence.whole)
    for deck in evidence.decks_made if secrets else ():
        if wrong := _deck_fault(evidence, deck, secrets):
            yield Finding(deck.entry["n"], *wrong)


def deck_secrets(entries: Sequence[Entry]) -> dict[str, str]:
    """The decks' secrets that were opened anywhere."""
    return {item["deck"]: item["secret"] for entry in entries if entry["type"] == SITTING
            for item in entry["opened"] if "deck" in item}


def _deck_fault(evidence: Evidence, deck: MadeDeck, secrets: Mapping[str, str]) -> tuple[str, str] | None:
    """The code and the sentence of what is wrong with a deck."""
    secret = deck_key(secrets, deck.deck, branches.times_made(evidence.whole, deck.deck, deck.entry["n"]))
    if secret is None:
        return "deck-sealed", say("The deck {deck} was not opened at the end.", deck=deck.deck)
    try:
        cards = sorted(named([str(card) for card in deck.cards], evidence.look))
    except ValueError:
        return "deck-unknown", say("A card that went into the deck {deck} was not opened.", deck=deck.deck)
    closing = owed_links.closing(evidence.whole, deck.entry)
    key = shuffling_key(secret, closing.links if closing else ())
    order = shuffled(key, evidence.campaign, deck.words, deck.deck, cards)
    if list(card_seals(secret, deck.deck, order)) != list(deck.seals):
        return "deck-differs", say("The deck {deck} was not shuffled as its secret says.", deck=deck.deck)
    return None


def kept(proof: Verification) -> Iterator[Finding]:
    """On the keeper's copy: whether private/ still holds what the seals, the chain and the decks need."""
    own = proof.own
    if own is None:
        return
    proof.count("private", sum(entry["type"] == SUBMISSION for entry in proof.entries) + 1)
    if own.damage:
        yield Finding(None, "private-damaged", say("{reason}.", reason=own.damage))
    if own.lines.torn:
        yield Finding(None, "private-torn", say("The last line of {file} was never finished.",
                                                file=own.sealed_file.name))
    if proof.is_whole and not written_heads.is_among(own.head, proof.entries):
        yield Finding(None, "private-ahead", say("This computer has written entries that the logbook does not have: it "
                                                 "was cut off, or an older one was put back."))
    if not own.secrets.are_of(proof.founding["dice"]):
        yield Finding(None, "private-differs", say("{reason}.", reason=private.foreign(own.folder)))
    file = own.sealed_file.name
    for entry in proof.entries:
        if entry["type"] != SUBMISSION:
            continue
        if entry["hash"] not in own.sealed:
            yield Finding(entry["n"], "private-missing", say("{file} does not hold what is sealed here.", file=file))
        elif not own.fits(entry["hash"], entry["seal"]) or not _is_revealed(
                proof.entries, entry["n"], WholeFile(*own.raws[entry["hash"]])):
            yield Finding(entry["n"], "private-differs", say("What {file} holds does not fit the seals.", file=file))
