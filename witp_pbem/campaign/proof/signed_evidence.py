"""Whether the signatures in a logbook hold under the keys of its players at that time, and whether one is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from witp_pbem.campaign.checks.letter_matches import differs
from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.folder.campaign_state import CampaignState
from witp_pbem.campaign.letters import signatures
from witp_pbem.campaign.proof.subjects import Verification
from witp_pbem.campaign.record import branches, letter_text, sshsig, who_plays
from witp_pbem.campaign.record.entries import Entry, Founding, Proposal, RulingEntry
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.campaign.record.letter_text import Letter
from witp_pbem.campaign.record.logbook import NOTE, PLAYER, PROPOSAL, REWIND, RULING, SUBMISSION
from witp_pbem.table import text as orders_text
from witp_pbem.table.game import Game, senders
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import full_lexicon


def check(proof: Verification) -> Iterator[Finding]:
    """Every letter in clear, and every file that lies open or that private/ holds."""
    founding = proof.founding
    yield from _keys(founding)
    founded_names = _FoundedNames(proof)
    keyed = _Keys(proof)
    used: dict[str, int] = {}
    count = reached = 0
    files = {number: file.content for number, file in proof.files.items()}
    for entry in proof.entries[1:]:
        side, fault = _signer(proof.game, entry), partial(Finding, entry["n"])
        is_file = entry["type"] == SUBMISSION
        kept: Mapping[str, Any] | None = files.get(entry["n"]) if is_file else entry
        founded = founded_names.of(entry, side)
        is_signed = entry["signed"] if entry["type"] == SUBMISSION else (
            "signature" in entry and entry["signature"] != "")
        if not is_signed and side and signatures.needs(founding, side) and _is_sent(entry):
            yield fault("signature-missing", say("Everything this side sends must be signed, and this is not."))
        count += is_signed
        if kept is None or founded is None:
            continue
        reached += is_signed
        signature = str(kept.get("signature", ""))
        if is_file and bool(signature) != is_signed:
            yield fault("signature-wrong", say("It is recorded as signed, but what was sent is not, or the other way "
                                               "round."))
        if signature:
            yield from _signature(entry, signature, _bytes(kept), keyed.of(entry, side, founded))
            if signature in used:
                yield fault("signature-used", say("Exactly the text of entry {entry}, with its signature, is recorded "
                                                  "a second time.", entry=used[signature]))
            used.setdefault(signature, entry["n"])
        if entry["type"] in (RULING, PROPOSAL) and proof.game:
            yield from _ruled(proof.game, entry)
    proof.count("signatures", count, reached)
    if count > reached and proof.game:
        proof.unchecked.append(say("{count} signatures under orders cannot be checked before these are opened, at the "
                                   "end of the game.", count=count - reached))


def _keys(founding: Founding) -> Iterator[Finding]:
    """Whether the keys of a founding are keys, of people who take part, and none is missing."""
    keys = founding["keys"]
    try:
        right = all(sshsig.read_public(key) == key for key in keys.values())
    except sshsig.NotSsh:
        right = False
    if not right or len(set(keys.values())) < len(keys) or set(keys) - {*founding["players"], REFEREE}:
        yield Finding(0, "key-wrong", say("A key the campaign was created with cannot be used: it is not a key, two "
                                          "people share it, or its owner takes no part."))
    if founding["signed"] and set(founding["players"]) - set(keys):
        yield Finding(0, "key-missing", say("Everything is to be signed, and a player has no key."))


def _is_sent(entry: Entry) -> bool:
    """Whether an entry is made of something that somebody sends: a ruling by which the referee decides a protest, or
    that all have consented to, is recorded by a command, and so is the program's own note of a repair. Orders that are
    revealed are bound by the signature under their seal."""
    if entry["type"] == RULING:
        return (entry["answers"], entry["proposal"]) == (None, None)
    if entry["type"] == SUBMISSION:
        return entry["sealed"] is None
    if entry["type"] == PLAYER:  # what the keeper recorded alone is told (`players`), and no fault
        return bool(entry["letter"])
    return not (entry["type"] == NOTE and entry["side"] == REFEREE)


def _signer(game: Game | None, entry: Entry) -> str:
    """Who has to sign an entry: its side, for a ruling the referee or the side that gives up; "" for nobody."""
    if entry["type"] != RULING:
        return entry["side"] if entry["type"] == SUBMISSION or "letter" in entry else ""
    letter = letter_text.read(entry["letter"]) if letter_text.is_letter(entry["letter"]) else None
    if isinstance(letter, Letter):
        return game.lexicon.side(letter.side) if game else letter.side.casefold()
    return REFEREE


class _FoundedNames:
    """Under which name the player of a side was founded: as the sides were settled on the line of that moment."""

    def __init__(self, proof: Verification) -> None:
        self.proof = proof
        self.known: dict[int, Mapping[str, str]] = {}  # by the number of the rewind before, 0 without one

    def of(self, entry: Entry, side: str) -> str | None:
        """The name the player of a side was founded under when an entry was made, None where that cannot be told."""
        game, entries = self.proof.game, self.proof.entries
        if side in (*self.proof.founding["players"], REFEREE, ""):
            return side
        if game is None or side not in senders(game):
            return None
        before = max((earlier["n"] for earlier in entries[:entry["n"]] if earlier["type"] == REWIND), default=0)
        if side not in self.known.get(before, {}):
            try:
                opening = game.from_json(self.proof.founding["opening"])
                state = CampaignState(game, opening, branches.line(entries[:entry["n"]]), Path())
            except (Damaged, LookupError, TypeError, ValueError, AttributeError):  # said elsewhere
                return None
            self.known[before] = game.players_at(state.position)
        return self.known[before].get(side, side)


class _Keys:
    """Which key counts for a side: that of the player of that moment, or of the one who sealed what is revealed."""

    def __init__(self, proof: Verification) -> None:
        self.founding = proof.founding
        self.changes = [entry for entry in proof.entries if entry["type"] == PLAYER]

    def of(self, entry: Entry, side: str, founded: str) -> str:
        """The key an entry has to be signed with, "" where there is none."""
        sealed = entry["sealed"] if entry["type"] == SUBMISSION else None
        moment = entry["n"] if sealed is None else sealed
        before = [change for change in self.changes if change["n"] < moment]
        return who_plays.key_of([self.founding, *before], side, founded)


def _bytes(kept: Mapping[str, Any]) -> bytes:
    """What was signed: a letter, or a file as it came."""
    return str(kept.get("letter", kept.get("text", ""))).encode("utf-8", "replace")


def _signature(entry: Entry, signature: str, data: bytes, key: str) -> Iterator[Finding]:
    """Whether a signature is one under just these bytes, with the key it has to be made with."""
    try:
        frame = sshsig.read(signature)
    except sshsig.NotSsh:
        yield Finding(entry["n"], "signature-wrong", say("The signature cannot be read."))
        return
    if not key:
        yield Finding(entry["n"], "signature-of-another", say("This side had no key to sign with."))
    elif sshsig.public_line(frame.key) != key:
        yield Finding(entry["n"], "signature-of-another", say("The signature was not made with the key of this side's "
                                                              "player at that time."))
    elif frame.namespace != sshsig.NAMESPACE.encode() or sshsig.write(frame) != signature:
        yield Finding(entry["n"], "signature-wrong", say("The signature was made for something else."))
    elif not sshsig.fits(frame, data):
        yield Finding(entry["n"], "signature-wrong", say("The signature does not belong to what was sent: one of the "
                                                         "two was changed."))


def _ruled(game: Game, entry: RulingEntry | Proposal) -> Iterator[Finding]:
    """Whether the referee's signed file rules what is recorded."""
    ruled = entry["orders"] if entry["type"] == RULING else entry["rulings"]
    if entry["letter"] and not letter_text.is_letter(entry["letter"]) and ruled != _rulings(game, entry["letter"]):
        yield Finding(entry["n"], "letter-differs", differs().text, "orders")


def _rulings(game: Game, letter: str) -> list[str]:
    """The rulings in a file of the referee."""
    text = orders_text.decode(letter.encode("utf-8", "replace"))
    if isinstance(text, Problem):
        return []
    return [slips.plain(statement, text) for statement in orders_text.read(text, full_lexicon(game)).statements
            if statement.keyword == RULING]
