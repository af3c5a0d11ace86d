"""What players hold against a keeper: chains of their own, sealed orders, cards dealt openly, founding words.

Everything here is proved from the logbook alone, branches that a rewind has abandoned included.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.campaign.folder import branches
from witp_pbem.campaign.folder.fates import CHAIN, OPEN, open_draw, places_left
from witp_pbem.campaign.letters import sealing
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.logbook import CLOSED, LINK, PLAYER, REWIND, SEALED, SITTING, SUBMISSION, Entry
from witp_pbem.campaign.sitting import links
from witp_pbem.campaign.sitting.words import founding_words
from witp_pbem.table.canonical import commitment
from witp_pbem.table.language import listing, say

SUBJECT = "bookkeeping"


def check(entries: Sequence[Entry], seating: Mapping[str, str]) -> Iterator[Finding]:
    """Everything, entry by entry.

    Args:
        seating: who plays which side, by the names players were founded under, as far as it is settled.
    """
    founding = entries[0]
    names = links.names_of(founding.get("keeper", ""), seating)
    is_sealing = any(entry["type"] == SEALED for entry in entries)
    line: list[Entry] = []
    for entry in entries:
        before = entries[:entry["n"]]
        if entry["type"] == LINK:
            yield from _link(founding, before, line, entry, names)
        elif entry["type"] == PLAYER and entry["anchor"]:
            yield from _anchor(founding, before, entry, names)
        elif entry["type"] == CLOSED:
            yield from _closed(before, line, entry, names)
        elif entry["type"] == SUBMISSION and entry.get("sealed") is not None:
            yield from _reveal(line, entry)
        elif entry["type"] == SITTING:
            yield from _sitting(entries, line, entry)
        goes_on = entry["type"] == CLOSED or (
            entry["type"] == SITTING and entry["closed"] is None and entry["outcome"] is None)
        if is_sealing and goes_on:
            yield from _unrevealed(entry, line)
        line = branches.line([*before, entry]) if entry["type"] == REWIND else [*line, entry]


def arrangement(founding: Entry) -> Iterator[Finding]:
    """Whether keeper and holders of chains play, and no keeper who plays could know dice or cards ahead."""
    dice, keeper, players = founding["dice"], founding.get("keeper", ""), set(founding["players"])
    chains = dice.get("chains", {})
    if {keeper, *chains} - {""} - players or len(set(chains.values())) < len(chains) or keeper in chains:
        yield Finding(0, "arrangement-wrong", say("Somebody keeps the campaign or holds a chain who does not play, or "
                                                  "one holds another's."))
    if keeper and dice["mode"] == CHAIN and (players - {keeper, *chains} or (dice["decks"] and dice["deal"] != OPEN)):
        yield Finding(0, "keeper-knows", say("The keeper plays, and there is a player without a chain, or cards are "
                                             "not dealt openly: he knows dice or cards ahead."))


def _fault(entry: Entry, code: str, sentence: str) -> Finding:
    return Finding(entry["n"], code, sentence, SUBJECT)


# -- links --------------------------------------------------------------------------------------------------------


def _link(founding: Entry, before: Sequence[Entry], line: Sequence[Entry], entry: Entry,
          names: frozenset[str]) -> Iterator[Finding]:
    """Whether a link is the next of its holder's chain, was given for an entry, and while no other one waited."""
    holder = entry["side"]
    if holder not in links.holders(founding):
        yield _fault(entry, "link-of-nobody", say("{side} was founded with no chain.", side=holder))
        return
    given = links.of_holder(before, holder)
    if entry["number"] != len(given) + 1 or not links.leads(entry["link"], links.end_of(before, holder)):
        yield _fault(entry, "link-not-next", say("This is not link {number} of the chain of {side}: its hash is not "
                                                 "the link before.", number=len(given) + 1, side=holder))
    if links.head_of(before, entry["head"]) is None:
        yield _fault(entry, "head-unknown", say("No entry before has the hash this link was given for."))
    waiting = links.fresh(before).get(holder)
    if waiting and not links.disturbing(line, before, waiting, names):
        yield _fault(entry, "link-twice", say("A second link of {side} for one sitting: the dice of the first were "
                                              "known.", side=holder))


def _anchor(founding: Entry, before: Sequence[Entry], entry: Entry, names: frozenset[str]) -> Iterator[Finding]:
    """Whether another chain is of somebody who holds one, begins with a hash nobody has seen, and does not take back a
    link that was given."""
    holder = entry["side"]
    if holder not in links.holders(founding):
        yield _fault(entry, "link-of-nobody", say("{side} was founded with no chain.", side=holder))
    if entry["anchor"] in links.published(before):
        yield _fault(entry, "anchor-published", say("Another chain begins with a hash that stood in the logbook "
                                                    "already: its dice could be known."))
    if holder in links.fresh(before) and not names:
        yield _fault(entry, "anchor-early", say("Another chain of {side} begins while a link waits for its sitting: "
                                                "the dice of that link were known.", side=holder))


def _closed(before: Sequence[Entry], line: Sequence[Entry], entry: Entry, names: frozenset[str]) -> Iterator[Finding]:
    """Whether a closing names the last link of everybody who holds a chain, given since the last sitting; that a keeper
    who plays has chosen nothing behind it; and that the founding words are there where the first die waits for them."""
    founding, fresh = before[0], links.fresh(before)
    due = {holder: fresh[holder]["n"] if holder in fresh else None for holder in links.holders(founding)}
    if entry.get("links", {}) != due:
        yield _fault(entry, "links-differ", say("It does not name the links given for this sitting."))
    for holder, number in due.items():
        for chosen in links.disturbing(line, before, fresh[holder], names) if number is not None else ():
            yield _fault(entry, "keeper-chose", say(
                "The keeper plays, and entry {chosen} was recorded behind the entry that {side} gave link {number} "
                "for: he could know the dice.", chosen=chosen["n"], side=holder, number=fresh[holder]["number"]))
    if founding["dice"].get("words") and not any(each["type"] == CLOSED for each in before):
        sent = founding_words(before)
        if missing := [side for side in founding["players"] if side not in sent]:
            yield _fault(entry, "words-missing", say("The first die had to wait for the founding words of {sides}.",
                                                     sides=listing(missing)))


# -- seals --------------------------------------------------------------------------------------------------------


def _reveal(line: Sequence[Entry], entry: Entry) -> Iterator[Finding]:
    """Whether a submission reveals the oldest of its side's seals that wait to be revealed."""
    mine = [each for each in sealing.open_seals(line) if each["side"] == entry["side"]]
    if not mine or mine[0]["n"] != entry["sealed"] or mine[0]["seal"] != entry["raw"]:
        yield _fault(entry, "reveal-wrong", say("It reveals no seal of its side, or not the one that was next."))


def _unrevealed(entry: Entry, line: Sequence[Entry]) -> Iterator[Finding]:
    """Whether seals were still to be revealed, though the sitting went on."""
    waiting = sealing.open_seals(line)
    if waiting:
        yield _fault(entry, "seal-unrevealed", say("It did not wait for the orders sealed by entry {entry}.",
                                                   entry=waiting[0]["n"]))


def _sitting(entries: Sequence[Entry], line: Sequence[Entry], entry: Entry) -> Iterator[Finding]:
    if entries[0]["dice"].get("deal") == OPEN and any("draw" in act for act in entry["acts"]):
        yield from _draws(entries, line, entry)


# -- open cards ---------------------------------------------------------------------------------------------------


def _draws(entries: Sequence[Entry], line: Sequence[Entry], entry: Entry) -> Iterator[Finding]:
    """Whether every card of an open deal is the one the links choose, and lies open."""
    before: list[dict[str, Any]] = [act for each in line if each["type"] == SITTING for act in each["acts"]]
    decks = {act["shuffle"]: act["seals"] for act in before if "shuffle" in act}
    drawn = {act["slot"] for act in before if "draw" in act}
    closing = links.closing(entries, entry)
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
            yield _fault(entry, "draw-without-link", say("The card {slot} was drawn without a link.", slot=slot))
            continue
        right = open_draw(closing, entries[0]["hash"], entry["number"], deck, left, number)
        if slot != right:
            yield _fault(entry, "draw-differs", say("{slot} was drawn; the links choose {right}.", slot=slot,
                                                    right=right))
        shown = opened.get(slot)
        place = int(right.rpartition("/")[2])
        if shown is None or shown["salt"] or commitment("", shown["card"]) != decks[deck][place]:
            yield _fault(entry, "draw-hidden", say("The card {slot} was drawn openly, and is not laid open.",
                                                   slot=slot))
        drawn.add(slot)
