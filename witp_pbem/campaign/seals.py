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
            key = tuple(item.get(name) for name in ("entry", "index", "slot", "deck"))
            if sentence or key in before:
                yield Finding(entry["n"], "seal-differs", sentence or "Something is opened for the second time.")
            before.add(key)


def _seal_fault(entries: Sequence[Entry], before: int, item: dict[str, Any], seals: dict[str, Sequence[str]]) -> str:
    if "content" in item:
        entry = entries[item["entry"]] if item["entry"] < before else None
        if entry is None or entry["type"] != SUBMISSION or item["index"] >= len(entry["seals"]):
            return f"There is no order {item['index']} in entry {item['entry']} to be opened."
        if commitment(item["salt"], item["content"]) != entry["seals"][item["index"]]:
            return f"The order opened of entry {item['entry']} is not the one that was sealed there."
    elif "slot" in item:
        deck, _, index = item["slot"].rpartition("/")
        known = seals.get(deck, ())
        if not index.isdigit() or int(index) >= len(known):
            return f"There is no card {item['slot']} to be opened."
        if commitment(item["salt"], item["card"]) != known[int(index)]:
            return f"The card opened as {item['slot']} is not the one that was sealed there."
    else:
        published = (entries[0]["dice"].get("decks") or {}).get(item["deck"])
        if commitment(item["salt"], item["secret"]) != published:
            return f"The secret of the deck {item['deck']} is not the one committed at the founding."
    return ""


def decks(evidence: Evidence, unchecked: list[str]) -> Iterator[Finding]:
    """After the end: whether every deck was shuffled as its secret says."""
    secrets = {item["deck"]: item["secret"] for entry in evidence.entries if entry["type"] == SITTING
               for item in entry["opened"] if "deck" in item}
    over = evidence.entries[-1]["type"] == SITTING and evidence.entries[-1]["outcome"] is not None
    if not secrets:
        if over and evidence.is_chained and evidence.game.decks:
            yield Finding(evidence.entries[-1]["n"], "decks-sealed", "The game is over, and the decks were not opened.")
        elif evidence.made and evidence.is_chained:
            unchecked.append(f"{len(evidence.made)} decks stay sealed until the end of the game.")
        return
    for made in evidence.made:
        secret = deck_key(secrets, made.deck)
        if secret is None:
            yield Finding(made.entry, "deck-sealed", f"The deck {made.deck} was not opened at the end.")
            continue
        try:
            cards = named([str(card) for card in made.cards], evidence.look)
        except ValueError:
            yield Finding(made.entry, "deck-unknown", f"A card that went into the deck {made.deck} was not opened.")
            continue
        order = shuffled(bytes.fromhex(secret), evidence.campaign, made.words, made.deck, cards)
        if list(card_seals(secret, made.deck, order)) != list(made.seals):
            yield Finding(made.entry, "deck-differs", f"The deck {made.deck} was not shuffled as its secret says.")


def still_sealed(entries: Sequence[Entry]) -> Iterator[str]:
    """What stays sealed in a game that goes on."""
    if any(entry["type"] == SITTING and entry["outcome"] for entry in entries):
        return
    seals = sum(len(entry["seals"]) for entry in entries if entry["type"] == SUBMISSION)
    opened = sum("content" in item for entry in entries if entry["type"] == SITTING for item in entry["opened"])
    if seals > opened:
        yield (f"{seals - opened} seals of orders, blanks among them, are unopened; orders are opened when they are "
               "used, or at the end.")


def kept(folder: Path, entries: Sequence[Entry]) -> Iterator[Finding]:
    """On the keeper's copy: whether private/ still holds what the seals and the chain need."""
    try:
        own = private.read(folder)
    except (Damaged, OSError) as error:
        yield Finding(None, "private-damaged", f"{error}.")
        return
    if own is None:
        return
    if own.damage:
        yield Finding(None, "private-damaged", f"{own.damage}.")
    if own.lines.torn:
        yield Finding(None, "private-torn", f"The last line of {own.sealed_file.name} was never finished.")
    for entry in entries:
        if entry["type"] != SUBMISSION:
            continue
        kept = own.sealed.get(entry["hash"])
        if kept is None:
            yield Finding(entry["n"], "private-missing", f"{own.sealed_file.name} does not hold what is sealed here.")
        elif [commitment(order.salt, order.content) for order in kept] != entry["seals"][:len(kept)]:
            yield Finding(entry["n"], "private-differs", f"What {own.sealed_file.name} holds does not fit the seals.")
