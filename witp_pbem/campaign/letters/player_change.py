"""Another player for a side, or the same one with another address or key: by a letter, or by the keeper's command.

    Campaign: isles
    Side: blue
    Letter: player
    Player: Bob <bob@example.org>
    Key: ssh-ed25519 AAAA…
    Text: I move to another town

The letter is written, and signed, by the player who leaves. A key that is not named stays with a player who keeps their
name, and counts no more for another one. A chain goes on, with its file, unless another anchor is named.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from witp_pbem.campaign.checks import fault, legal
from witp_pbem.campaign.checks.new_players import unwrapped
from witp_pbem.campaign.folder import keys
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import writing
from witp_pbem.campaign.letters import signatures
from witp_pbem.campaign.record import who_plays
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.letter_text import Letter
from witp_pbem.campaign.record.logbook import HASH, PLAYER, Body, proposed
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.problem import NOWHERE, Problem, Span, invalid
from witp_pbem.table.wording import problem_sentence


class CannotChange(Refusal):
    """A side cannot be given to this player."""


def change(folder: Path, side: str, player: str, reason: str, key: str = "", anchor: str = "") -> Entry:
    """Records by the keeper's command who plays a side from now on.

    Args:
        side: the side, or the name its player was founded under.
        player: "Name <address>".
        key: their public line, or the content of their .pub file; see above for "".
        anchor: of a chain of their own, "" where they have been given the chain's file.
    Raises:
        CannotChange: it changes nothing, or something in it cannot be used.
        NoCampaign, Damaged, Busy, LostOrders: see `writing`.
        OSError: the disk did not take it.
    """
    with writing(folder) as campaign:
        values = {"player": player, "key": key, "anchor": anchor, "text": reason}
        spans: Mapping[str, Span] = defaultdict(lambda: NOWHERE)
        change_entry = entry(campaign, Letter(PLAYER, campaign.name, side, values, spans))
        if not isinstance(change_entry[0], Problem):
            wrong = legal.faults(campaign.context, proposed(campaign.entries, *change_entry))
            change_entry = fault.problems(wrong, spans) or change_entry
        if isinstance(change_entry[0], Problem):
            raise CannotChange(" ".join(problem_sentence(problem, campaign.game.catalogue) for problem in change_entry
                                        if isinstance(problem, Problem)))
        _, body = change_entry
        (recorded,) = campaign.add((PLAYER, {**body, "letter": "", "signature": ""}))
        return recorded


def by_letter(campaign: Campaign, letter: Letter) -> tuple[str, Body] | tuple[Problem, ...]:
    """The entry of a letter that came by mail, or everything that is wrong with it."""
    return entry(campaign, letter._replace(values={**letter.values, **unwrapped(letter.values)}))


def entry(campaign: Campaign, letter: Letter) -> tuple[str, Body] | tuple[Problem, ...]:
    """The entry of such a letter, or of a command that says the same, or what in it cannot be read."""
    founded = campaign.founded_as(letter.side)
    if founded not in who_plays.current(campaign.entries):
        return (invalid("unknown-side", letter.spans["side"], given=letter.side, sides=list(campaign.senders)),)
    player, key = letter.values["player"], _key(campaign, letter, founded)
    anchor = letter.values.get("anchor", "").strip().lower()
    problems = [key] if isinstance(key, Problem) else []
    if anchor and not HASH.fullmatch(anchor):
        problems.append(invalid("not-64-digits", letter.spans["anchor"], key="Anchor"))
    return tuple(problems) or (PLAYER, {"side": founded, "player": player, "key": key, "anchor": anchor,
                                        "reason": letter.values.get("text", "").strip()})


def signature_problems(campaign: Campaign, side: str) -> tuple[Problem, ...]:
    """Why a letter that bears no signature cannot give a side away: who has a key signs for it."""
    return (invalid("signature-missing", side=side),) if signatures.key_of(campaign, side) else ()


def _key(campaign: Campaign, letter: Letter, founded: str) -> str | Problem:
    """The key that counts from then on, in the one way it is written, "" for none."""
    key, entries = letter.values.get("key", "").strip(), campaign.entries
    held, before = who_plays.keys(entries).get(founded, ""), who_plays.current(entries)[founded]
    if not key:
        return held if campaign.position.outcome else who_plays.key_kept(before, letter.values["player"], held)
    try:
        return keys.public(letter.side, key)
    except keys.BadKey as refused:
        return invalid("player-key", letter.spans["key"], why=str(refused))
