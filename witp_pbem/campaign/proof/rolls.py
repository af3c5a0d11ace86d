"""Every die of a logbook, proved from what is published and nothing else: no game, no rules, no position.

So no difference of the rules hides a die, and those of sittings a rewind has abandoned are proved as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.campaign.folder import fates as luck
from witp_pbem.campaign.proof.subjects import Verification
from witp_pbem.campaign.record import branches, keyed, logbook
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
    league = keyed.terms(proof.entries)
    if league is not None:
        yield from _of_league(proof, league["name"], dice)
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
            yield _differs(proof, sitting, throw, right)


def _of_league(proof: Verification, league: str, dice: int) -> Iterator[Finding]:
    """The same by the links of the turns; one that is not published proves its dice on the keeper's copy alone."""
    seed = proof.own.secrets.seed if proof.own else ""
    sealed: dict[int, int] = {}
    for sitting in proof.sittings:
        closed = logbook.closing(proof.entries, sitting)
        for thrown in keyed.of_sitting(branches.line(proof.entries[:sitting["n"]]), sitting):
            throw, turn = thrown.throw, thrown.turn
            link = keyed.link_of(proof.entries, turn, seed)
            if closed is None or closed["link"] != turn:
                yield Finding(sitting["n"], "roll-without-link", say("Dice for {label} were rolled without the link of "
                                                                     "their turn.", label=_label(proof, throw)))
            elif link is None:
                sealed[turn] = sealed.get(turn, 0) + len(throw.dice)
            elif (right := thrown.right(league, link)) != throw.dice:
                yield _differs(proof, sitting, throw, right)
    proof.count("dice", dice, dice - sum(sealed.values()))
    proof.unchecked.extend(say.plural(
        count, "{n} die of turn {turn}: the league has not published the link of this turn yet.",
        "{n} dice of turn {turn}: the league has not published the link of this turn yet.", turn=turn)
        for turn, count in sealed.items())


def _differs(proof: Verification, sitting: Sitting, throw: Throw, right: Sequence[int]) -> Finding:
    return Finding(sitting["n"], "dice-differ", say("{label}: recorded {dice}, but the link gives {right}.",
                                                    label=_label(proof, throw), dice=numbers(throw.dice),
                                                    right=numbers(right)))


def _label(proof: Verification, throw: Throw) -> str:
    return phrase_words(throw.label, proof.game.catalogue if proof.game else None)


def numbers(dice: Sequence[int]) -> str:
    """Dice on one line, for a sentence."""
    return " ".join(str(die) for die in dice) or say("none")
