"""What a verification is made of: findings and differences, what was counted by subject, and what it all came to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.folder.campaign import Source
from witp_pbem.campaign.folder.slips import FileReading
from witp_pbem.campaign.letters.chainfile import OwnChain
from witp_pbem.campaign.record import branches, laid_open, logbook
from witp_pbem.campaign.record.entries import Entry, Founding, Sitting, Slip
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.laid_open import WholeFile
from witp_pbem.campaign.record.logbook import FOUNDING, SITTING, UPGRADE
from witp_pbem.campaign.record.private import Private
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

# What is proved, in the order in which it is reported.
SUBJECTS = say.vocabularies({"subject": {
    "chain": "chain of hashes", "form": "form of the entries", "founding": "founding and data",
    "signatures": "signatures", "players": "changes of player", "bookkeeping": "bookkeeping", "dice": "dice",
    "decks": "decks and cards", "tests": "what was said of face-down cards",
    "seals": "seals opened", "orders": "orders as sent", "legality": "decisions by the rules",
    "positions": "positions", "outcome": "outcome", "fairness": "sittings that used all orders due",
    "private": "private copy"}})["subject"]


class Difference(NamedTuple):
    """Something the rules of the running program decide otherwise than the rules it was played under.

    Attributes:
        entry, act: where, the act counted from 1.
        code, sentence: what.
        recorded, now: the act as it stands and as these rules would have it.
        rules, rules_now: the version of the rules then and now.
    """

    entry: int
    act: int
    code: str
    sentence: str
    recorded: str
    now: str
    rules: str
    rules_now: str


class SubjectResult(NamedTuple):
    """What became of one subject.

    Attributes:
        subject: a key of `SUBJECTS`.
        total: how many things there are to prove.
        proven: how many of them were proven.
        open: how many cannot be checked yet.
        findings: how many findings there are.
    """

    subject: str
    total: int
    proven: int
    open: int
    findings: int


class SeenHead(NamedTuple):
    """A hash seen before: the entry that has it, and how many entries came after."""

    hash: str
    entry: int
    after: int


@dataclass(frozen=True)
class Verified:
    """What a verification found.

    Attributes:
        entries: how many entries were read.
        head: hash of the last one.
        heads: the hashes seen before that were found.
        parts: what became of each subject.
        findings: what does not hold, first entry first.
        differences: what the running program's rules would decide otherwise.
        unchecked: what could not be checked, notes: what else there is to know, in sentences.
        strict: whether differences count as though they did not hold.
    """

    entries: int
    head: str
    findings: tuple[Finding, ...]
    unchecked: tuple[str, ...]
    parts: tuple[SubjectResult, ...] = ()
    differences: tuple[Difference, ...] = ()
    heads: tuple[SeenHead, ...] = ()
    notes: tuple[str, ...] = ()
    strict: bool = False

    @property
    def holds(self) -> bool:
        return not self.findings and not (self.strict and self.differences)


Watch = Callable[[int, int], None]  # takes how many steps were done so far (sittings, campaigns), and of how many


def unwatched(done: int, count: int) -> None:
    """Nobody wants to know how far it is."""


@dataclass
class Verification:
    """A verification under way.

    Attributes:
        entries: the logbook as far as its chain and form hold.
        game: the game, None where it cannot be played.
        own: what only the keeper's copy holds, None on a copy.
        watch: called as it gets on.
        counted: subject -> (how many things there are to prove, how many could be checked).
        is_whole: whether chain and form hold to the end.
        chain: that of whoever verifies, None without one.
    """

    entries: Sequence[Entry]
    game: Game | None
    own: Private | None
    watch: Watch
    counted: dict[str, tuple[int, int]] = field(default_factory=dict)
    is_whole: bool = True
    chain: OwnChain | None = None
    unchecked: list[str] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)

    def count(self, subject: str, count: int, reached: int | None = None) -> None:
        """Notes how many things of a subject there are, and how many of them could be looked at (else all)."""
        self.counted[subject] = count, count if reached is None else reached

    @property
    def founding(self) -> Founding:
        return logbook.founding(self.entries)

    @property
    def sittings(self) -> list[Sitting]:
        """All sittings ever held."""
        return [entry for entry in self.entries if entry["type"] == SITTING]

    @cached_property
    def opened_orders(self) -> Mapping[Source, Slip]:
        """The orders that were opened one by one."""
        return laid_open.orders(self.entries)

    @cached_property
    def opened_files(self) -> Mapping[int, WholeFile]:
        """The files that lie open, by entry."""
        return laid_open.files(self.entries)

    @cached_property
    def files(self) -> Mapping[int, WholeFile]:
        """The files that can be read, by entry: as opened at the end of the game, else as the keeper's copy holds
        them."""
        raws = self.own.raws if self.own else {}
        kept = {entry["n"]: WholeFile(*raws[entry["hash"]]) for entry in self.entries if entry["hash"] in raws}
        return {**kept, **self.opened_files}

    @cached_property
    def readings(self) -> Mapping[int, FileReading]:
        """These files as they are read, by entry; none where there is no game."""
        return {number: slips.read_file(file, self.game) for number, file in self.files.items()} if self.game else {}

    @property
    def is_over(self) -> bool:
        """Whether the game is over on the line in force."""
        return is_over(branches.line(self.entries))


def is_over(line: Iterable[Entry]) -> bool:
    """Whether the game is over on a line."""
    return any(entry["type"] == SITTING and entry["outcome"] for entry in line)


def rules_in_force(entries: Iterable[Entry]) -> list[str]:
    """The version of the rules each entry was made under: that of the founding, then of the last upgrade."""
    versions: list[str] = []
    version = ""
    for entry in entries:
        if entry["type"] in (FOUNDING, UPGRADE):
            version = entry["rules_version"]
        versions.append(version)
    return versions


def parts(counted: Mapping[str, tuple[int, int]], findings: Iterable[Finding]) -> tuple[SubjectResult, ...]:
    """What became of each subject that was counted or has findings."""
    wrong: dict[str, int] = {}
    for finding in findings:
        wrong[finding.subject] = wrong.get(finding.subject, 0) + 1
    return tuple(SubjectResult(subject, count, max(0, reached - wrong.get(subject, 0)), count - reached,
                               wrong.get(subject, 0))
                 for subject in SUBJECTS if subject in counted or subject in wrong
                 for count, reached in [counted.get(subject, (0, 0))])
