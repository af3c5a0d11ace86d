"""Changes of players: of a side that is played, to somebody who can be named, with a key of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from witp_pbem.campaign.checks.context import EntryContext
from witp_pbem.campaign.checks.fault import EntryFault
from witp_pbem.campaign.checks.letter_matches import differs
from witp_pbem.campaign.record import letter_text, sshsig, who_plays
from witp_pbem.campaign.record.entries import PLAYER_LENGTH, PlayerChange
from witp_pbem.campaign.record.letter_text import Letter
from witp_pbem.table.language import say

LONGEST = 200  # characters of the reason


def change(context: EntryContext, entry: PlayerChange) -> Iterator[EntryFault]:
    """What no `player` entry may be. (Of chains see `chain_links.anchor`.)"""
    side, player, key, entries = entry["side"], entry["player"], entry["key"], context.entries
    before = who_plays.current(entries)
    if side not in before:
        yield EntryFault("unknown-side", key="side", values={"given": side, "sides": list(before)})
        return
    held = who_plays.keys(entries).get(side, "")
    if not who_plays.is_player(player):
        yield EntryFault("player-unfit", key="player", values={"given": player[:60], "limit": PLAYER_LENGTH})
    elif (player, key, entry["anchor"]) == (before[side], held, ""):
        yield EntryFault("player-same", key="player", values={"side": side, "player": player})
    if context.is_over and (entry["anchor"] or key != held):
        yield EntryFault("player-over", key="player")
    if key and public(key) != key:
        yield EntryFault("key-wrong", say("What is given as a key is not one."), "key")
    elif key in who_plays.keys_of_others(entries, side):
        yield EntryFault("player-key-taken", key="key", values={"side": side})
    if context.founding["signed"] and not key:
        yield EntryFault("player-without-key", key="player", values={"side": side})
    if len(entry["reason"]) > LONGEST:
        yield EntryFault("reason-too-long", key="text", values={"length": len(entry["reason"]), "limit": LONGEST})
    letter = letter_text.read(entry["letter"])
    if isinstance(letter, Letter):
        wording = unwrapped(letter.values)
        kept = held if context.is_over else who_plays.key_kept(before[side], player, held)
        if (wording["player"], public(wording["key"]) or kept, wording["anchor"], wording["text"]) != (
                player, key, entry["anchor"], entry["reason"]):
            yield differs()


def unwrapped(values: Mapping[str, str]) -> dict[str, str]:
    """The values of a letter as they were before a mail program broke their lines; "" for those it has not."""
    player, key, anchor, text = (values.get(name, "") for name in ("player", "key", "anchor", "text"))
    kind, *rest = key.split() or [""]
    return {"player": " ".join(player.split()), "key": f"{kind} {''.join(rest)}" if "\n" in key else key,
            "anchor": "".join(anchor.split()).lower(), "text": text.strip()}


def public(text: str) -> str:
    """A public key in the one way it is written, "" where there is none."""
    try:
        return sshsig.read_public(text)
    except sshsig.NotSsh:
        return ""
