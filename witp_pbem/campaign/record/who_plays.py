"""Who plays, with which key, and from which anchor a chain counts: as founded, and as `player` entries have
changed it since.

Everything goes by the names players were founded under. A rewind changes nothing of it: who has left
has left. All functions take the founding and whatever entries behind it are to count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from witp_pbem.campaign.record.entries import PLAYER_LENGTH, Entry, Founding, PlayerChange
from witp_pbem.campaign.record.logbook import PLAYER, founding
from witp_pbem.table.columns import is_seen
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import side_name

_ADDRESS = r"""[^\s<>@,;:"]+@[^\s<>@,;:"]+"""
_FORM = re.compile(rf"[^<>@]*<{_ADDRESS}>|[^<>@]+|{_ADDRESS}")


class Change(NamedTuple):
    """A change of player.

    Attributes:
        entry: the `player` entry.
        player: who played the side until then, "" where nobody was named.
        key: their public key, "" for none.
    """

    entry: PlayerChange
    player: str
    key: str

    @property
    def is_another(self) -> bool:
        """Whether it may be another person who plays from then on: another name, another key, or another chain."""
        entry = self.entry
        return bool(entry["anchor"]) or entry["key"] != self.key or (
            not entry["key"] and self.player != "" and not is_namesake(entry["player"], self.player))


def is_player(text: str) -> bool:
    """Whether a text can name a player: "Name <address>" or a part of it, in one line of signs that can be seen."""
    return is_seen(text) and text == " ".join(text.split()) and 0 < len(text) <= PLAYER_LENGTH and bool(
        _FORM.fullmatch(text))


def name_of(player: str) -> str:
    """The name in "Name <address>"; of an address alone only what stands before its "@", because reports are public."""
    from witp_pbem.table.quoting import harmless  # where no name is written, its patterns need not be compiled

    name, at, _ = name_or_address(player).strip("<>").partition("@")
    return harmless(f"{name}@…" if at else name)


def is_namesake(one: str, other: str) -> bool:
    """Whether two players bear the same name or, without one, have the same address."""
    return name_or_address(one) == name_or_address(other)


def name_or_address(player: str) -> str:
    """The name in "Name <address>", or else the address."""
    return player.partition("<")[0].strip().strip('"') or player


def key_kept(before: str, player: str, key: str) -> str:
    """The key that counts for a player who names none: that of the one before, if they bear the same name or nobody had
    been named; else "" for none."""
    return key if before == "" or is_namesake(before, player) else ""


def current(entries: Sequence[Entry]) -> dict[str, str]:
    """Who plays: name they were founded under -> "Name <address>"."""
    return {**founding(entries)["players"], **{entry["side"]: entry["player"] for entry in _changing(entries)}}


def keys(entries: Sequence[Entry]) -> dict[str, str]:
    """The public keys in force: name the holder was founded under -> key."""
    by_side = {**founding(entries)["keys"], **{entry["side"]: entry["key"] for entry in _changing(entries)}}
    return {side: key for side, key in by_side.items() if key}


def keys_of_others(entries: Sequence[Entry], side: str) -> set[str]:
    """The keys that anybody but a side has, or had: with one of them nobody could tell who signed."""
    held = [*founding(entries)["keys"].items(), *((entry["side"], entry["key"]) for entry in _changing(entries))]
    return {key for other, key in held if other != side and key}


def key_of(entries: Sequence[Entry], side: str, founded: str) -> str:
    """The key in force of a side, or of the player who plays it, "" where there is none. A player who keeps the
    campaign signs as referee with their own."""
    by_side = keys(entries)
    if side == REFEREE:
        side = founded = founding(entries)["keeper"] or REFEREE
    return str(by_side.get(side) or by_side.get(founded, ""))


def anchors(entries: Sequence[Entry]) -> dict[str, str]:
    """The anchors from which the players' own chains count now: name the holder was founded under -> anchor."""
    return {**founding(entries)["dice"]["chains"],
            **{entry["side"]: entry["anchor"] for entry in _changing(entries) if entry["anchor"]}}


def changes(entries: Sequence[Entry]) -> Iterator[Change]:
    """Every change of a player, oldest first."""
    played, held = dict(founding(entries)["players"]), dict(founding(entries)["keys"])
    for entry in _changing(entries):
        side = entry["side"]
        yield Change(entry, str(played.get(side, "")), str(held.get(side, "")))
        played[side], held[side] = entry["player"], entry["key"]


def _changing(entries: Sequence[Entry]) -> Iterator[PlayerChange]:
    """The `player` entries, oldest first."""
    return (entry for entry in entries if entry["type"] == PLAYER)


def is_disputable(founding: Founding, change: Change) -> bool:
    """Whether every report from then on has to say that nothing proves the consent of the player until then: another
    person may play without a signature of theirs, where everything must be signed, or where another player
    keeps the campaign."""
    return change.is_another and not change.entry["signature"] and bool(
        founding["signed"] or founding["keeper"] not in ("", change.entry["side"]))


def side_of(change: Change, game: Game, position: Any) -> str:
    """The name of the side a change is about: the one that whoever was founded under that name plays at a position."""
    founded = change.entry["side"]
    return side_name(next((side for side, player in game.players_at(position).items() if player == founded), founded),
                     game.catalogue)


def sentences(change: Change, game: Game, position: Any, *, address: bool = False) -> Iterator[str]:
    """A change in sentences: who plays, what counts from then on, why, and what proves it.

    Args:
        position: that of the moment it is told at.
        address: also tells addresses, which reports that go round need not.
    """
    entry = change.entry
    side = side_of(change, game, position)
    player, before = ((entry["player"], change.player) if address else
                      (name_of(entry["player"]), name_of(change.player)))
    if is_namesake(entry["player"], change.player):
        yield say("{player}, who plays {side}, has another address.", side=side,
                  player=player) if entry["player"] != change.player else say(
            "{player} still plays {side}.", side=side, player=player)
    elif change.player:
        yield say("From here on {player} plays {side}, in place of {before}.", side=side, player=player, before=before)
    else:
        yield say("From here on {player} plays {side}.", side=side, player=player)
    if entry["key"] != change.key:
        yield say("Their key is {key}", key=entry["key"]) if entry["key"] else say(
            "No key is in force for {side} any longer.", side=side)
    if entry["anchor"]:
        yield say("The chain of {side} begins anew, with the anchor {anchor}", side=side, anchor=entry["anchor"])
    if entry["reason"]:
        yield say("Reason: {reason}", reason=" ".join(entry["reason"].split()))
    if entry["signature"]:
        yield say("The previous player has signed it.")
    elif entry["letter"]:
        yield say("The keeper recorded it as a letter of the previous player; no signature proves it.")
    elif change.is_another:
        yield say("The keeper recorded it alone; nothing proves that the previous player wanted it.")
