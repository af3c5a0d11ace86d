"""Whether a keeper who plays could know dice or cards ahead, and whether cards dealt openly are those the links
choose.

Everything here is proved from the logbook alone, branches that a rewind has abandoned included.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.campaign.checks.fair_keeping import keeping_faults
from witp_pbem.campaign.folder.fates import OPEN, open_draw, places_left
from witp_pbem.campaign.record import branches
from witp_pbem.campaign.record.entries import ActRecord, Entry, Founding, Sitting
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.logbook import REWIND, SITTING, founding
from witp_pbem.campaign.sitting import owed_links
from witp_pbem.table.canonical import commitment
from witp_pbem.table.language import say


def drawn(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Every card drawn from an open deck, sitting by sitting."""
    if founding(entries)["dice"]["deal"] != OPEN:
        return
    line: list[Entry] = []
    for entry in entries:
        if entry["type"] == SITTING and any("draw" in act for act in entry["acts"]):
            yield from _draws(entries, line, entry)
        line = branches.line(entries[:entry["n"] + 1]) if entry["type"] == REWIND else [*line, entry]


def arrangement(founding: Founding) -> Iterator[Finding]:
    """Whether keeper and holders of chains play, and no keeper who plays could know dice or cards in advance."""
    faults = keeping_faults(founding["keeper"], list(founding["players"]), founding["dice"])
    if faults.strangers or faults.shared or faults.keepers_chain:
        yield Finding(0, "arrangement-wrong", say("Somebody who does not play keeps the campaign or holds a chain, or "
                                                  "two hold the same chain."))
    if faults.without_chain or faults.knows_cards:
        yield Finding(0, "keeper-knows", say("The keeper plays, and there is a player without a chain, or cards are "
                                             "not dealt openly: the keeper knows dice or cards in advance."))


def _draws(entries: Sequence[Entry], line: Sequence[Entry], entry: Sitting) -> Iterator[Finding]:
    """Whether every card of an open deal is the one the links choose, and lies open."""
    before: list[ActRecord] = [act for earlier in line if earlier["type"] == SITTING for act in earlier["acts"]]
    decks = {act["shuffle"]: act["seals"] for act in before if "shuffle" in act}
    drawn = {act["slot"] for act in before if "draw" in act}
    closing = owed_links.closing(entries, entry)
    opened = {item["slot"]: item for item in entry["opened"] if "slot" in item}
    for act in entry["acts"]:
        if "shuffle" in act:
            decks[act["shuffle"]] = act["seals"]
        if "draw" not in act:
            continue
        deck, slot = act["draw"], act["slot"]
        left = places_left(deck, len(decks.get(deck, ())), drawn)
        number = len(decks.get(deck, ())) - len(left)
        if closing is None or entry["link"] is None or not left:
            yield Finding(entry["n"], "draw-without-link", say("The card {slot} was drawn without a link.", slot=slot))
            continue
        right = open_draw(closing, entries[0]["hash"], entry["number"], deck, left, number)
        if slot != right:
            yield Finding(entry["n"], "draw-differs", say("{slot} was drawn; the links choose {right}.", slot=slot,
                                                          right=right))
        shown = opened.get(slot)
        place = int(right.rpartition("/")[2])
        if shown is None or shown["salt"] or commitment("", shown["card"]) != decks[deck][place]:
            yield Finding(entry["n"], "draw-hidden", say("The card {slot} was dealt openly, but does not lie open.",
                                                         slot=slot))
        drawn.add(slot)
