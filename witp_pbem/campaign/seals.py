"""Whether everything that was opened is what had been sealed: orders, cards, decks; and what is sealed still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from witp_pbem.campaign import private
from witp_pbem.campaign.chain import Finding
from witp_pbem.campaign.evidence import Evidence
from witp_pbem.campaign.lines import Damaged
from witp_pbem.campaign.logbook import SITTING, SUBMISSION, Entry
from witp_pbem.campaign.luck import card_seals, deck_key, named
from witp_pbem.table.canonical import commitment
from witp_pbem.table.dice import shuffled
from witp_pbem.table.language import say


def opened(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Whether everything opened fits its seal."""
    seals: dict[str, Sequence[str]] = {}
    before: set[tuple[Any, ...]] = set()
    for entry in entries:
        if entry["type"] != SITTING:
            continue
        seals |= {act["shuffle"]: act["seals"] for act in entry["acts"] if "shuffle" in act}
        for item in entry["opened"]:
            sentence = _seal_fault(entries, entry["n"], item, seals)
            key = tuple(item.get(name) for name in ("entry", "index", "slot", "deck", "raw"))
            if sentence or key in before:
                yield Finding(entry["n"], "seal-differs", sentence or say("Something is opened for the second time."))
            before.add(key)


def _seal_fault(entries: Sequence[Entry], before: int, item: dict[str, Any], seals: dict[str, Sequence[str]]) -> str:
    if "index" in item:
        entry = entries[item["entry"]] if item["entry"] < before else None
        if entry is None or entry["type"] != SUBMISSION or item["index"] >= len(entry["seals"]):
            return say("There is no order {index} in entry {entry} to be opened.", index=item["index"],
                       entry=item["entry"])
        if commitment(item["salt"], item["content"]) != entry["seals"][item["index"]]:
            return say("The order opened of entry {entry} is not the one that was sealed there.",
                       entry=item["entry"])
    elif "raw" in item:
        entry = entries[item["raw"]] if item["raw"] < before else None
        if entry is None or commitment(item["salt"], item["content"]) != entry.get("raw"):
            return say("The file opened of entry {entry} is not the one that was sealed there.", entry=item["raw"])
    elif "slot" in item:
        deck, _, index = item["slot"].rpartition("/")
        known = seals.get(deck, ())
        if not index.isdigit() or int(index) >= len(known):
            return say("There is no card {slot} to be opened.", slot=item["slot"])
        if commitment(item["salt"], item["card"]) != known[int(index)]:
            return say("The card opened as {slot} is not the one that was sealed there.", slot=item["slot"])
    else:
        published = (entries[0]["dice"].get("decks") or {}).get(item["deck"])
        if commitment(item["salt"], item["secret"]) != published:
            return say("The secret of the deck {deck} is not the one committed at the founding.", deck=item["deck"])
    return ""


def decks(evidence: Evidence, unchecked: list[str]) -> Iterator[Finding]:
    """After the end: whether every deck was shuffled as its secret says."""
    secrets = {item["deck"]: item["secret"] for entry in evidence.entries if entry["type"] == SITTING
               for item in entry["opened"] if "deck" in item}
    over = evidence.entries[-1]["type"] == SITTING and evidence.entries[-1]["outcome"] is not None
    if not secrets:
        if over and evidence.is_chained and evidence.game.decks:
            yield Finding(evidence.entries[-1]["n"], "decks-sealed",
                          say("The game is over, and the decks were not opened."))
        elif evidence.made and evidence.is_chained:
            unchecked.append(say("{count} decks stay sealed until the end of the game.", count=len(evidence.made)))
        return
    for made in evidence.made:
        secret = deck_key(secrets, made.deck)
        if secret is None:
            yield Finding(made.entry, "deck-sealed", say("The deck {deck} was not opened at the end.",
                                                         deck=made.deck))
            continue
        try:
            cards = named([str(card) for card in made.cards], evidence.look)
        except ValueError:
            yield Finding(made.entry, "deck-unknown", say("A card that went into the deck {deck} was not opened.",
                                                          deck=made.deck))
            continue
        order = shuffled(bytes.fromhex(secret), evidence.campaign, made.words, made.deck, cards)
        if list(card_seals(secret, made.deck, order)) != list(made.seals):
            yield Finding(made.entry, "deck-differs", say("The deck {deck} was not shuffled as its secret says.",
                                                          deck=made.deck))


def still_sealed(entries: Sequence[Entry]) -> Iterator[str]:
    """What stays sealed in a game that goes on."""
    if any(entry["type"] == SITTING and entry["outcome"] for entry in entries):
        return
    seals = sum(len(entry["seals"]) for entry in entries if entry["type"] == SUBMISSION)
    opened = sum("index" in item for entry in entries if entry["type"] == SITTING for item in entry["opened"])
    if seals > opened:
        yield say("{count} seals of orders, blanks among them, are unopened; orders are opened when they are "
                  "used, or at the end.", count=seals - opened)


def kept(folder: Path, entries: Sequence[Entry]) -> Iterator[Finding]:
    """On the keeper's copy: whether private/ still holds what the seals and the chain need."""
    try:
        own = private.read(folder)
    except (Damaged, OSError) as error:
        yield Finding(None, "private-damaged", say("{reason}.", reason=error))
        return
    if own is None:
        return
    if own.damage:
        yield Finding(None, "private-damaged", say("{reason}.", reason=own.damage))
    if own.lines.torn:
        yield Finding(None, "private-torn", say("The last line of {file} was never finished.",
                                                file=own.sealed_file.name))
    for entry in entries:
        if entry["type"] != SUBMISSION:
            continue
        kept = own.sealed.get(entry["hash"])
        if kept is None:
            yield Finding(entry["n"], "private-missing", say("{file} does not hold what is sealed here.",
                                                             file=own.sealed_file.name))
        elif [commitment(order.salt, order.content) for order in kept] != entry["seals"][:len(kept)]:
            yield Finding(entry["n"], "private-differs", say("What {file} holds does not fit the seals.",
                                                             file=own.sealed_file.name))
