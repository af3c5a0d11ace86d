"""Another player for a side, or the same one with another address or key: by a letter, or by the keeper's command.

    Campaign: manila
    Side: allies
    Letter: player
    Player: Bob <bob@example.org>
    Key: ssh-ed25519 AAAA…
    Text: I move to another town

The letter is written, and signed, by the player who leaves. A key that is not named stays with a player who keeps his
name, and counts no more for another one. A chain goes on, with its file, unless another anchor is named.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from witp_pbem.campaign.folder import keys, seats
from witp_pbem.campaign.folder.campaign import Campaign, writing
from witp_pbem.campaign.letters import signatures
from witp_pbem.campaign.letters.letters import Letter
from witp_pbem.campaign.record.logbook import HASH, PLAYER, Entry
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.campaign.sitting import links
from witp_pbem.table.problem import NOWHERE, Problem, illegal, invalid
from witp_pbem.table.wording import problem_sentence

LONGEST = 200  # characters of the reason


class CannotChange(Refusal):
    """A side cannot be given to this player."""


def change(folder: Path, side: str, player: str, reason: str, key: str = "", anchor: str = "") -> Entry:
    """Records by the keeper's command who plays a side from now on.

    Args:
        side: or the seat he was founded under. player: "Name <address>". key: his public line, or the content of his
            .pub file; see above for "". anchor: of a chain of his own, "" where he has got the chain's file.
    Raises:
        CannotChange: it changes nothing, or something of it cannot be.
        NoCampaign, Damaged, Busy, LostOrders: see `writing`. OSError: the disk did not take it.
    """
    with writing(folder) as campaign:
        values = {"player": player, "key": key, "anchor": anchor, "text": reason}
        made = entry(campaign, Letter(PLAYER, campaign.name, side, values, defaultdict(lambda: NOWHERE)))
        if isinstance(made[0], Problem):
            raise CannotChange(" ".join(problem_sentence(problem, campaign.game.catalogue) for problem in made
                                        if isinstance(problem, Problem)))
        _, body = made
        (recorded,) = campaign.add((PLAYER, {**body, "letter": "", "signature": ""}))
        return recorded


def by_letter(campaign: Campaign, letter: Letter) -> tuple[str, Entry] | tuple[Problem, ...]:
    """The entry of a letter that came by mail, or everything that is wrong with it."""
    return entry(campaign, letter._replace(values={**letter.values, **unwrapped(letter.values)}))


def unwrapped(values: Mapping[str, str]) -> dict[str, str]:
    """The values of a letter as they were before a mail program broke their lines; "" for those it has not."""
    player, key, anchor, text = (values.get(name, "") for name in ("player", "key", "anchor", "text"))
    kind, *rest = key.split() or [""]
    return {"player": " ".join(player.split()), "key": f"{kind} {''.join(rest)}" if "\n" in key else key,
            "anchor": "".join(anchor.split()).lower(), "text": text.strip()}


def entry(campaign: Campaign, letter: Letter) -> tuple[str, Entry] | tuple[Problem, ...]:
    """The entry of such a letter, or of a command that says the same, or everything that is wrong with it."""
    seat, entries = campaign.founded_as(letter.side), campaign.entries
    before = seats.players(entries)
    if seat not in before:
        return (invalid("unknown-side", letter.spans["side"], given=letter.side, sides=list(campaign.senders)),)
    player = letter.values["player"]
    reason = letter.values.get("text", "").strip()
    key = _key(campaign, letter, seat, player)
    anchor = letter.values.get("anchor", "").strip().lower()
    problems = [*_anchor(campaign, letter, seat, anchor), *([key] if isinstance(key, Problem) else [])]
    held = seats.keys(entries).get(seat, "")
    if not seats.is_player(player):
        problems.append(invalid("player-unfit", letter.spans["player"], given=player[:60], limit=seats.LONGEST))
    elif not problems and (player, key, anchor) == (before[seat], held, ""):
        problems.append(invalid("player-same", letter.spans["player"], side=letter.side, player=player))
    elif campaign.position.outcome and (anchor or key != held):
        problems.append(invalid("player-over", letter.spans["player"]))
    if len(reason) > LONGEST:
        problems.append(invalid("reason-too-long", letter.spans["text"], length=len(reason), limit=LONGEST))
    if problems:
        return tuple(problems)
    return PLAYER, {"side": seat, "player": player, "key": key, "anchor": anchor, "reason": reason}


def signature_problems(campaign: Campaign, side: str) -> tuple[Problem, ...]:
    """Why a letter that bears no signature cannot give a side away: who has a key signs that he does."""
    return (invalid("signature-missing", side=side),) if signatures.key_of(campaign, side) else ()


def _key(campaign: Campaign, letter: Letter, seat: str, player: str) -> str | Problem:
    """The key that counts from then on, in the one way it is written, "" for none."""
    given, entries = letter.values.get("key", "").strip(), campaign.entries
    held, before = seats.keys(entries).get(seat, ""), seats.players(entries)[seat]
    if not given:
        key = held if campaign.position.outcome else seats.key_kept(before, player, held)
        return key if key or not campaign.founding.get("signed") else invalid(
            "player-without-key", letter.spans["player"], side=letter.side)
    try:
        key = keys.public(letter.side, given)
    except keys.BadKey as refused:
        return invalid("player-key", letter.spans["key"], why=str(refused))
    if key in seats.keys_of_others(entries, seat):
        return invalid("player-key-taken", letter.spans["key"], side=letter.side)
    return key


def _anchor(campaign: Campaign, letter: Letter, seat: str, anchor: str) -> list[Problem]:
    """What is wrong with the anchor of a chain that is to count from then on."""
    if not anchor:
        return []
    place, entries = letter.spans["anchor"], campaign.entries
    if seat not in links.holders(campaign.founding):
        return [illegal("no-chain", "", place, side=letter.side)]
    if not HASH.fullmatch(anchor):
        return [invalid("not-64-digits", place, key="Anchor")]
    if anchor in links.published(entries):
        return [illegal("anchor-published", "", place)]
    waiting = links.fresh(entries).get(seat)
    if waiting and not links.playing(campaign):  # where a player keeps the campaign, the change itself spends it
        return [illegal("anchor-waits", "", place, number=waiting["number"], entry=waiting["n"], side=letter.side)]
    return []
