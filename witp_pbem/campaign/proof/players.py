"""What letters say by which players were changed, and who may be said to have wanted it."""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.campaign.checks import players
from witp_pbem.campaign.letters import letters
from witp_pbem.campaign.letters.letters import Letter
from witp_pbem.campaign.letters.players import unwrapped
from witp_pbem.campaign.proof.subjects import Proof, is_over
from witp_pbem.campaign.record import seats
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.logbook import PLAYER
from witp_pbem.campaign.record.seats import Change
from witp_pbem.table.language import listing, say

SUBJECT = "players"


def check(proof: Proof) -> Iterator[Finding]:
    """What the letters of changes say; those no signature of the player until then stands under are told as
    unchecked."""
    found = list(seats.changes(proof.entries))
    for change in found:
        over = is_over(proof.entries[:change.entry["n"]])
        for code, sentence in _letter(change, over):
            yield Finding(change.entry["n"], code, sentence, SUBJECT)
    if found:
        proof.count(SUBJECT, len(found))
    bare = [change.entry["n"] for change in found if change.is_another and not change.entry["signature"]]
    if bare:
        proof.unchecked.append(say(
            "That players who were replaced wanted it: no signature of theirs proves it, the keeper put the new ones "
            "in alone ({entries}).", entries=listing(say("entry {number}", number=number) for number in bare)))


def _letter(change: Change, is_over: bool) -> Iterator[tuple[str, str]]:
    """Whether the letter of a change names the player, the key, the chain and the reason recorded."""
    entry = change.entry
    letter = letters.read(entry["letter"])
    if not isinstance(letter, Letter) or letter.kind != PLAYER:
        return  # said elsewhere, if there is one
    said = unwrapped(letter.values)
    kept = change.key if is_over else seats.key_kept(change.player, entry["player"], change.key)
    if (said["player"], players.public(said["key"]) or kept, said["anchor"], said["text"]) != (
            entry["player"], entry["key"], entry["anchor"], entry["reason"]):
        yield "letter-differs", say("The letter says something else than this entry.")

