"""Sealed orders: first a letter with their seal, and once everybody's are in, a letter that reveals them.

The seal is made by the player, `commitment(salt, {"text", "signature"})` with a salt of 32 random bytes. The
entry `sealed` holds it, or that of a link the orders come with; the submission that reveals it has the same commitment
as its `raw`.
"""

from __future__ import annotations

import base64
import binascii
import re
import sys
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from witp_pbem.campaign.checks import submissions
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.letters import consent
from witp_pbem.campaign.record import letter_text
from witp_pbem.campaign.record.entries import FileContent, Link, SealedFile
from witp_pbem.campaign.record.letter_text import Letter
from witp_pbem.campaign.record.logbook import DIGITS, HASH, SEALED, SITTING, SUBMISSION, Body
from witp_pbem.table.canonical import canonical, commitment, parse
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.problem import Problem, illegal, invalid
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import side_name

IN_THIS_BATCH = sys.maxsize  # the number of an entry that is still to be made, behind all there are
NOTHING: Mapping[str, str] = MappingProxyType({})
COLUMNS = 64  # of the content in a letter: a multiple of four, and short enough for any mail program


class Opened(NamedTuple):
    """What a reveal opens.

    Attributes:
        side: whose it is.
        data: the file as it came.
        signature: the one under it, "" without one.
        salt: of its seal, in hexadecimal.
        sealed: the number of the entry that sealed it.
    """

    side: str
    data: bytes
    signature: str
    salt: str
    sealed: int


class Seal(NamedTuple):
    """An entry that seals orders, and the name its player sends orders under now."""

    entry: SealedFile | Link
    side: str


def pair(campaign: str, side: str, turn: str, content: Mapping[str, Any], salt: str) -> tuple[str, str]:
    """The letter with the seal of a file, and the letter that will reveal it.

    Args:
        content: `{"text", "signature"}` (`content_of`).
        salt: 32 random bytes in hexadecimal.
    """
    packed = base64.b64encode(canonical(content)).decode()
    broken = "\n  ".join(packed[place:place + COLUMNS] for place in range(0, len(packed), COLUMNS))
    return (letter_text.write("seal", campaign, side, {"turn": turn, "seal": commitment(salt, content)}),
            letter_text.write("reveal", campaign, side, {"turn": turn, "content": "\n  " + broken, "salt": salt}))


def content_of(data: bytes, signature: str) -> FileContent:
    """A file as it is kept behind its seal: its text, which is UTF-8 as in all that is taken, and the signature under
    it."""
    return {"text": data.decode(), "signature": signature}


def entry(campaign: Campaign, letter: Letter) -> tuple[str, Body] | tuple[Problem, ...]:
    """The entry of a seal, or what in its letter cannot be read or is for another moment."""
    seal = letter.values["seal"].split()[0].lower()
    problems = _header_problems(campaign, letter)
    if not HASH.fullmatch(seal):
        problems = (*problems, invalid("not-64-digits", letter.spans["seal"], key="Seal"))
    if problems:
        return problems
    return SEALED, {"side": letter.side, "turn": campaign.turn, "seal": seal}


def _header_problems(campaign: Campaign, letter: Letter) -> tuple[Problem, ...]:
    """Whether a seal or a reveal is for this turn, by somebody who can order now."""
    problems = []
    if campaign.position.outcome:
        problems.append(invalid("game-over", letter.spans["turn"]))
    if letter.side not in campaign.senders:
        problems.append(invalid("unknown-side", letter.spans["side"], given=letter.side, sides=list(campaign.senders)))
    if letter.values["turn"].strip() != str(campaign.turn):
        problems.append(invalid("wrong-turn", letter.spans["turn"], given=letter.values["turn"], turn=campaign.turn))
    return tuple(problems)


def opened(campaign: Campaign, letter: Letter, now: Mapping[str, str] = NOTHING) -> Opened | tuple[Problem, ...]:
    """What a reveal opens, or why it reveals nothing: it fits no seal, or not the one that is next.

    Args:
        now: seal made by a link in the same batch -> the name its holder was founded under.
    """
    if problems := _header_problems(campaign, letter):
        return problems
    parts = unpacked(letter)
    if isinstance(parts, Problem):
        return (parts,)
    data, content, salt = parts
    seal = commitment(salt, content)
    mine = submissions.sealed_by(campaign.context, letter.side)
    fitting = next((entry["n"] for entry in mine if submissions.seal_of(entry) == seal), None)
    if fitting is None and now.get(seal) == campaign.founded_as(letter.side):
        fitting = IN_THIS_BATCH
    if fitting is None:
        return (illegal("fits-no-seal", "", letter.spans["content"], side=letter.side, seal=seal[:DIGITS]),)
    if mine and fitting != mine[0]["n"]:
        return (illegal("seal-not-next", "", letter.spans["content"], entry=fitting, first=mine[0]["n"]),)
    return Opened(letter.side, data, str(content["signature"]), salt, fitting)


def remarks(campaign: Campaign, since: int) -> Iterator[str]:
    """What a keeper who plays is told on seeing the orders of others before sending any."""
    names, last = consent.playing(campaign), campaign.last_sitting
    recorded = [later for later in campaign.line[last["n"] + 1:] if later["type"] in (SUBMISSION, SEALED)]
    owes = last["type"] != SITTING or any(due["side"] in names for due in last["owed"])
    if not names or not owes or any(entry["side"] in names for entry in recorded):
        return
    for entry in recorded:
        if entry["n"] >= since and entry["type"] == SUBMISSION and entry["side"] != REFEREE:
            yield say("You play and keep this campaign, and have seen the orders of {side} (entry {entry}) before your "
                      "own were in; the logbook shows it. Submit yours first, and let {side} seal theirs until then.",
                      side=side_name(entry["side"], campaign.game.catalogue), entry=entry["n"])


def unpacked(letter: Letter) -> tuple[bytes, dict[str, Any], str] | Problem:
    """The file in a reveal, the sealed content and the salt. What mail programs add to its lines does no harm."""
    salt = letter.values["salt"].split()[0].lower()
    if not HASH.fullmatch(salt):
        return invalid("not-64-digits", letter.spans["salt"], key="Salt")
    try:
        packed = base64.b64decode(re.sub(r"[^A-Za-z0-9+/=]", "", letter.values["content"]), validate=True)
        content = parse(packed)
        data = content["text"].encode()
        if canonical(content_of(data, str(content["signature"]))) != packed:
            raise ValueError
    except (binascii.Error, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return invalid("reveal-unreadable", letter.spans["content"])
    return data, content, salt


def unrevealed(campaign: Campaign) -> list[Seal]:
    """The entries whose sealed orders still have to be revealed, oldest first, each with the name its player sends
    orders under now."""
    return [Seal(seal, consent.side_now(campaign, seal["side"])) for seal in submissions.open_seals(campaign.context)]
