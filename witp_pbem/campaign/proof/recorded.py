"""Whether every entry was legal where it came: by the same checks by which recording refuses (`checks`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from witp_pbem.campaign.checks import chain_links, consents, legal, letter_matches
from witp_pbem.campaign.checks.context import EntryContext
from witp_pbem.campaign.checks.fault import EntryFault
from witp_pbem.campaign.checks.progress import Progress
from witp_pbem.campaign.letters import chainfile
from witp_pbem.campaign.proof.evidence import Evidence
from witp_pbem.campaign.proof.subjects import Verification
from witp_pbem.campaign.record import branches, who_plays
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.logbook import PLAYER, REWIND, SITTING
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, say

SUBJECT = "bookkeeping"


def references(proof: Verification) -> Iterator[Finding]:
    """What is said about entries, releases that took over, and letters: no game is needed for it."""
    _count_changes(proof)
    course = Progress()
    for entry in proof.entries:
        yield from _findings(proof.game, entry, [
            *course.references(entry), *course.releases(entry),
            *letter_matches.letter(proof.game, course.entries, entry)])
        course.take(entry)


def _count_changes(proof: Verification) -> None:
    """Counts the changes of players; those no signature of the player until then stands under are told as unchecked."""
    changes = list(who_plays.changes(proof.entries))
    if changes:
        proof.count("players", len(changes))
    bare = [change.entry["n"] for change in changes if change.is_another and not change.entry["signature"]]
    if bare:
        proof.unchecked.append(say(
            "Whether players who were replaced agreed to it: they have not signed it; the keeper alone recorded the "
            "new players ({entries}).", entries=listing(say("entry {number}", number=number) for number in bare)))


def check(proof: Verification, game: Game, lines: Sequence[Evidence]) -> Iterator[Finding]:
    """Every entry at its moment, on the line that was in force then. So what a rewind keeps is looked at where it
    came, and nowhere else.

    Args:
        lines: what was in force at each rewind, and is now, with the positions played.
    """
    if any(0 not in line.turns for line in lines):
        return  # the events cannot be applied, which is said already
    entries, following = proof.entries, iter(lines)
    line = next(following)
    state, of_type = (line.turns[0], line.senders[0]), branches.by_type(entries[:1])
    for entry in entries[1:]:
        number = entry["n"]
        moment = EntryContext(game, entries[:number], line.entries[:number], of_type, *state)
        yield from _findings(game, entry, [*legal.faults(moment, entry), *consents.consented(moment, entry)])
        if entry["type"] == REWIND:
            line = next(following)
            last = max(held for held in line.turns if held < number)
            state, of_type = (line.turns[last], line.senders[last]), branches.by_type(line.entries[:number])
        elif entry["type"] == SITTING:
            state = line.turns.get(number, state[0]), line.senders.get(number, state[1])
        of_type.setdefault(entry["type"], []).append(entry)


def _findings(game: Game | None, entry: Entry, faults: Iterable[EntryFault]) -> Iterator[Finding]:
    for fault in faults:
        subject = "players" if entry["type"] == PLAYER else "orders" if fault.code == "letter-differs" else SUBJECT
        yield Finding(entry["n"], fault.code, fault.sentence(game.catalogue if game else None), subject)


def links(proof: Verification, game: Game) -> Iterator[Finding]:
    """Links of the players' own chains: those asked for twice and those whose proof is still to come are told; with the
    file of a chain every one of its links is compared."""
    chain = proof.chain
    mine = [holder for holder, anchor in who_plays.anchors(proof.entries).items() if chain and anchor == chain.anchor]
    if chain is not None:
        if not mine:
            yield Finding(None, "chain-of-another", say("No chain of this campaign begins as this file does."), SUBJECT)
        for holder in mine:
            yield from chainfile.faults(chain, holder, proof.entries)
    for wasted in chain_links.wasted(proof.entries):
        proof.unchecked.append(chain_links.wasted_sentence(wasted, game.catalogue))
    later = [link for link in chain_links.unproved(proof.entries) if link["side"] not in mine]
    if later:
        proof.unchecked.append(say(
            "What these links were given for ({entries}): the next link of the chain proves it (after the end of the "
            "game, one more link); until that is published, only its holder can check it (`verify --chain FILE`).",
            entries=listing(say("entry {number}", number=entry["n"]) for entry in later)))

