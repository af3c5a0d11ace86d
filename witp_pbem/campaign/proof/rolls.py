"""Every die of a logbook, proved from what is published and nothing else: no game, no rules, no position.

So no difference of the rules hides a die, and those of sittings a rewind has abandoned are proved as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.campaign.folder import fates as luck
from witp_pbem.campaign.proof.subjects import Verification
from witp_pbem.campaign.record.act_records import throws
from witp_pbem.campaign.record.entries import Sitting
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.sitting import owed_links
from witp_pbem.table.dice import Throw, proven
from witp_pbem.table.language import say
from witp_pbem.table.wording import phrase_words


def check(proof: Verification) -> Iterator[Finding]:
    """Recomputes every die of every sitting from its link, words, label and number."""
    dice = sum(len(throw.dice) for sitting in proof.sittings for throw in throws(sitting["acts"]))
    if proof.founding["dice"]["mode"] != luck.CHAIN:
        proof.count("dice", dice, 0 if proof.game is None else dice)  # compared with what was typed in: see `replaying`
        return
    proof.count("dice", dice)
    for sitting in proof.sittings:
        yield from _sitting(proof, sitting)


def _sitting(proof: Verification, sitting: Sitting) -> Iterator[Finding]:
    entries = proof.entries
    closing = owed_links.closing(entries, sitting)
    if sitting["link"] is None or closing is None:
        for throw in throws(sitting["acts"]):
            yield Finding(sitting["n"], "roll-without-link", say("Dice for {label} were rolled without a link.",
                                                                 label=_label(proof, throw)))
        return
    for throw in throws(sitting["acts"]):
        right = proven(throw, closing.key, entries[0]["hash"], sitting["number"], closing.words)
        if right != throw.dice:
            yield Finding(sitting["n"], "dice-differ", say(
                "{label}: recorded {dice}, but the link gives {right}.", label=_label(proof, throw),
                dice=numbers(throw.dice), right=numbers(right)))


def _label(proof: Verification, throw: Throw) -> str:
    return phrase_words(throw.label, proof.game.catalogue if proof.game else None)


def numbers(dice: Sequence[int]) -> str:
    """Dice on one line, for a sentence."""
    return " ".join(str(die) for die in dice) or say("none")
