"""Whether players were changed as they can be, what their letters say, and who may be said to have wanted it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.campaign.folder import seats, sshsig
from witp_pbem.campaign.folder.seats import Change
from witp_pbem.campaign.letters import letters, players
from witp_pbem.campaign.letters.letters import Letter
from witp_pbem.campaign.proof.subjects import Proof, is_over
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.logbook import PLAYER, Entry
from witp_pbem.table.language import listing, say

SUBJECT = "players"


def check(proof: Proof) -> Iterator[Finding]:
    """Every change of a player; those no signature of the player until then stands under are told as unchecked. (Chains
    are the affair of `holders`.)"""
    found = list(seats.changes(proof.entries))
    for change in found:
        before = proof.entries[:change.entry["n"]]
        over = is_over(before)
        for code, sentence in (*_faults(before, change, over), *_letter(change, over)):
            yield Finding(change.entry["n"], code, sentence, SUBJECT)
    if found:
        proof.count(SUBJECT, len(found))
    bare = [change.entry["n"] for change in found if change.is_another and not change.entry["signature"]]
    if bare:
        proof.unchecked.append(say(
            "That players who were replaced wanted it: no signature of theirs proves it, the keeper put the new ones "
            "in by himself ({entries}).", entries=listing(say("entry {number}", number=number) for number in bare)))


def _faults(before: Sequence[Entry], change: Change, is_over: bool) -> Iterator[tuple[str, str]]:
    """What no program would have recorded."""
    entry, founding = change.entry, before[0]
    if entry["side"] not in founding["players"]:
        yield "player-of-nobody", say("Nobody was founded as {side}.", side=entry["side"])
    if not seats.is_player(entry["player"]):
        yield "player-wrong", say("This names no player.")
    if (entry["player"], entry["key"], entry["anchor"]) == (change.player, change.key, ""):
        yield "player-same", say("This changes nothing.")
    if entry["key"] and _key(entry["key"]) != entry["key"]:
        yield "key-wrong", say("What is given as a key is none.")
    elif entry["key"] and entry["key"] in seats.keys_of_others(before, entry["side"]):
        yield "key-wrong", say("Somebody else has, or had, this key.")
    if founding.get("signed") and not entry["key"]:
        yield "key-missing", say("Everything is to be signed, and a player has no key.")
    if is_over and (entry["anchor"] or entry["key"] != change.key):
        yield "after-the-end", say("The game was over already.")


def _letter(change: Change, is_over: bool) -> Iterator[tuple[str, str]]:
    """Whether the letter of a change names the player, the key, the chain and the reason recorded."""
    entry = change.entry
    letter = letters.read(entry["letter"])
    if not isinstance(letter, Letter) or letter.kind != PLAYER:
        return  # said elsewhere, if there is one
    said = players.unwrapped(letter.values)
    kept = change.key if is_over else seats.key_kept(change.player, entry["player"], change.key)
    if (said["player"], _key(said["key"]) or kept, said["anchor"], said["text"]) != (
            entry["player"], entry["key"], entry["anchor"], entry["reason"]):
        yield "letter-differs", say("The letter says something else than this entry.")


def _key(text: str) -> str:
    """A public key in the one way it is written, "" where there is none."""
    try:
        return sshsig.read_public(text)
    except sshsig.Unfit:
        return ""
