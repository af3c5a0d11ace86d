"""A busy turn whose dice can be proved: the test vectors of witp_pbem/docs/logbook-format.md."""

from __future__ import annotations

from tests.report.stories import busy_turn
from witp_pbem.campaign.explaining.story import SittingProof, Story
from witp_pbem.table.dice import Die, Throw

ANCHOR = "fbd3136db367d4cb21dc522f7e8a28ccce1bec79ee01d51fcd31af5d31c08754"
LINK = "27ad82e6eeaf90dedb923c1fa2aa6d5188210e9ad587e6f1583ffb104245bc3e"
DICE = (3, 2, 3, 3, 6, 3, 4, 3, 6, 6, 2, 2)
# A player's own chain, and the dice his link 1 makes with the keeper's.
OWN_ANCHOR = "0ce30ab232ce44f5436a8de18ea89ad0271b8aa9df7e412184afa3d368e9133d"
OWN_LINK = "7c6f113648512364673c3b39a340c443793f4ef44c3911904c6004b0a3e92609"
OWN_DICE = (6, 6, 4, 6, 2, 2, 2, 3, 2, 3, 5, 4)


def proof(dice: tuple[int, ...] = DICE, link: str = LINK, words: tuple[str, ...] = ("fortuna", "運")) -> SittingProof:
    """The sitting of the test vectors, its dice in two throws."""
    label = "fleet battle 0606 japan"
    return SittingProof("0123456789abcdef" * 4, 7, words, link,
                        (Throw(label, 0, dice[:5], Die(6)), Throw(label, 5, dice[5:], Die(6))))


def proven_turn(*proofs: SittingProof, anchor: str = ANCHOR) -> Story:
    """The busy turn with a proof of some dice; the campaign began with it."""
    story = busy_turn()
    return story._replace(dice="chain", anchor=anchor, proofs=proofs or (proof(),), so_far=story.entries,
                   start=story.entries[0].position_before)
