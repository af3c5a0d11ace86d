"""Verifying a campaign: hashes, data, seals, dice chain, and the whole game played again from nothing.

Everything is checked that a copy allows. What is still sealed cannot be; the result says how much that is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from witp_pbem.campaign import chain, data, games, private, replay, seals
from witp_pbem.campaign.campaign import DATA, logbook_of
from witp_pbem.campaign.chain import Finding
from witp_pbem.campaign.evidence import Evidence
from witp_pbem.campaign.logbook import Entry
from witp_pbem.campaign.refusal import USAGE, Refusal
from witp_pbem.table.canonical import canonical
from witp_pbem.table.game import Game
from witp_pbem.table.language import say

HEAD_DIGITS = 12  # of a hash, at least, to name it
HASH_DIGITS = 64


class NotAHash(Refusal):
    """What was typed for a hash is none."""

    exit_code = USAGE


@dataclass(frozen=True)
class Verified:
    """What a verification found.

    Attributes:
        entries: how many entries were read. head: hash of the last one.
        findings: what does not hold, first entry first. unchecked: what could not be checked, in sentences.
    """

    entries: int
    head: str
    findings: tuple[Finding, ...]
    unchecked: tuple[str, ...]

    @property
    def holds(self) -> bool:
        return not self.findings


def verify(path: Path, head: str | None = None) -> Verified:
    """Verifies a campaign's folder or a logbook file.

    Args:
        head: a hash from a mail or a receipt, or the beginning of one; an entry must have it.
    Raises:
        NoCampaign: there is no logbook. NotAHash: `head` is none. OSError: it cannot be read.
    """
    book = path if path.is_file() else logbook_of(path)
    entries, findings = chain.read(book.read_bytes())
    if head is not None:
        findings += _head(entries, head)
    unchecked: list[str] = []
    if entries:
        findings += chain.form(entries)
        faulty = [finding.entry for finding in findings if finding.entry is not None]
        sound = entries[:min(faulty, default=len(entries))]
        if sound:
            findings += _content(book.parent, sound, unchecked)
        findings += seals.kept(book.parent / private.FOLDER, entries)
    ordered = sorted(dict.fromkeys(findings), key=lambda finding: -1 if finding.entry is None else finding.entry)
    return Verified(len(entries), str(entries[-1]["hash"]) if entries else "", tuple(ordered), tuple(unchecked))


def _hash(head: str) -> str:
    """A hash as typed, in the way the logbook writes it; a mail may have cut it short with dots."""
    wanted = head.strip().rstrip("….").lower()
    if not HEAD_DIGITS <= len(wanted) <= HASH_DIGITS or set(wanted) - set("0123456789abcdef"):
        raise NotAHash(say('"{head}" is no hash: that is {least} to {most} digits from 0 to 9 and a to f.',
                           head=head, least=HEAD_DIGITS, most=HASH_DIGITS))
    return wanted


def _head(entries: Sequence[Entry], head: str) -> Iterator[Finding]:
    """Whether some entry has a hash seen before."""
    wanted = _hash(head)
    if not any(entry["hash"].startswith(wanted) for entry in entries):
        yield Finding(None, "head-missing",
                      say("No entry has the hash {hash}…: the logbook was cut off or rewritten.", hash=wanted[:16]))


def _content(folder: Path, entries: Sequence[Entry], unchecked: list[str]) -> Iterator[Finding]:
    """Everything that needs the game: data, positions, rules, dice, seals."""
    game = _game(folder, entries[0], unchecked)
    if isinstance(game, Finding):
        yield game
    elif game is not None:
        yield from _opening(game, entries[0])
        yield from seals.opened(entries)
        evidence = Evidence(game, entries)
        replay.play(evidence)
        yield from evidence.findings
        yield from seals.decks(evidence, unchecked)
        unchecked += seals.still_sealed(entries)


def _game(folder: Path, founding: Entry, unchecked: list[str]) -> Game | Finding | None:
    """The game with the data in force: those beside the logbook or, if the hashes fit, the packaged ones."""
    try:
        maker = games.find(founding["game"])
        beside = all((folder / DATA / name).is_file() for name in founding["data"])
        if beside:
            found = {name: (folder / DATA / name).read_bytes() for name in founding["data"]}
        else:
            packaged = maker(None)
            found = {f"{name}.json": data.text(record) for name, record in packaged.records.items()}
        for name, wanted in founding["data"].items():
            if hashlib.sha256(found.get(name, b"")).hexdigest() != wanted:
                if not beside:
                    unchecked.append(say("The game was not played again: the campaign's data are not those of "
                                         "this program, and the folder {folder}/ is not beside the logbook.",
                                         folder=DATA))
                    return None
                return Finding(0, "data-differ", say("{folder}/{name} is not the file the campaign was founded "
                                                     "with.", folder=DATA, name=name))
        return maker({Path(name).stem: json.loads(found[name]) for name in founding["data"]} or None)
    except games.NoSuchGame as error:
        unchecked.append(say("The game was not played again: {error}", error=error))
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        return Finding(0, "data-unusable", say("The campaign's data cannot be used: {kind} {error}.",
                                               kind=type(error).__name__, error=error))


def _opening(game: Game, founding: Entry) -> Iterator[Finding]:
    """Whether the opening position is the scenario's (if no other was given, and the rules are the same)."""
    if founding["position_given"] or founding["rules_version"] != game.rules_version:
        return
    try:
        same = canonical(game.to_json(game.open(founding["scenario"], founding["options"]))) == canonical(
            founding["opening"])
    except Exception:  # a scenario or an option the game does not know
        same = False
    if not same:
        yield Finding(0, "not-the-scenario", say("The opening position is not that of the scenario."))
