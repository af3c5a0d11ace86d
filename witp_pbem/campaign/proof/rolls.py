"""Every die of a logbook, proved from what is published and nothing else: no game, no rules, no position.

So no difference of the rules hides a die, and those of sittings a rewind has abandoned are proved as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from witp_pbem.campaign.folder import fates as luck
from witp_pbem.campaign.proof.subjects import Proof
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.logbook import Entry
from witp_pbem.campaign.sitting import links
from witp_pbem.table.dice import die
from witp_pbem.table.language import say


def check(proof: Proof) -> Iterator[Finding]:
    """Recomputes every die of every sitting from its link, words, label and number."""
    dice = sum(len(act["dice"]) for sitting in proof.sittings for act in thrown(sitting))
    if proof.entries[0]["dice"]["mode"] != luck.CHAIN:
        proof.count("dice", dice, 0 if proof.game is None else dice)  # compared with what was typed in: see `replay`
        return
    proof.count("dice", dice)
    for sitting in proof.sittings:
        yield from _sitting(proof, sitting)


def thrown(sitting: Entry) -> Iterator[dict[str, Any]]:
    """The acts of a sitting that throw dice."""
    return (act for act in sitting["acts"] if isinstance(act.get("roll"), str) and isinstance(act.get("dice"), list))


def _sitting(proof: Proof, sitting: Entry) -> Iterator[Finding]:
    entries, first = proof.entries, 0
    closing = links.closing(entries, sitting)
    if sitting["link"] is None or closing is None:
        for act in thrown(sitting):
            yield Finding(sitting["n"], "roll-without-link", say("Dice for {label} were rolled without a link.",
                                                                 label=act["roll"]))
        return
    for act in thrown(sitting):
        right = [die(closing.key, entries[0]["hash"], sitting["number"], closing.words, act["roll"], index)
                 for index in range(first, first + len(act["dice"]))]
        first += len(right)
        if right != act["dice"]:
            yield Finding(sitting["n"], "dice-differ", say(
                "{label}: recorded {dice}, but the link gives {right}.", label=act["roll"],
                dice=numbers(act["dice"]), right=numbers(right)))


def numbers(dice: Sequence[Any]) -> str:
    """Dice on one line, for a sentence."""
    return " ".join(str(die) for die in dice) or say("none")
