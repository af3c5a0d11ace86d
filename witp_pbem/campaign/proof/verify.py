"""Verifying a campaign: everything of it that a copy allows to be proved, subject by subject.

What is still sealed cannot be checked; the result says what that is, and why. Every line that was ever in force is
played again, so that a branch a rewind has abandoned must hold, too.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from witp_pbem.campaign.folder import arrangement, data_files, games, newer
from witp_pbem.campaign.folder.campaign import DATA, opening_of
from witp_pbem.campaign.folder.opening import logbook_of
from witp_pbem.campaign.letters.chainfile import OwnChain
from witp_pbem.campaign.proof import chain, open_cards, recorded, replaying, rolls, seals, signed_evidence, understood
from witp_pbem.campaign.proof.evidence import Evidence
from witp_pbem.campaign.proof.subjects import Difference, SeenHead, Verification, Verified, Watch, parts, unwatched
from witp_pbem.campaign.record import branches, copied, private
from witp_pbem.campaign.record.entries import Founding
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.campaign.record.logbook import CONSENT, DIGITS, FILE, RULING, WITHDRAWAL
from witp_pbem.campaign.record.private import Private
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table.acts import Tested
from witp_pbem.table.canonical import canonical, is_hexadecimal
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, say

HASH_DIGITS = 64

# What is proved besides chain, form and founding, by subject. A check yields what does not hold, and counts what it has
# proved (`Verification.count`).
CHECKS: Sequence[tuple[str, Callable[[Verification], Iterator[Finding]]]] = (
    ("dice", rolls.check),
    ("seals", seals.opened),
    ("orders", understood.check),
    ("signatures", signed_evidence.check),
    ("bookkeeping", recorded.references),
    ("bookkeeping", lambda proof: open_cards.drawn(proof.entries)),
    ("founding", lambda proof: open_cards.arrangement(proof.founding)),
    ("private", seals.kept),
)


class NotAHash(Refusal):
    """What was typed for a hash is none."""

    exit_code = USAGE


def verify(path: Path, *heads: str, strict: bool = False, watch: Watch = unwatched,
           own: OwnChain | None = None) -> Verified:
    """Verifies a campaign's folder or a logbook file.

    Args:
        heads: hashes from mails or receipts, or the beginnings of such; some entry must have each.
        strict: whether it counts as a fault what only the running program's rules decide otherwise.
        watch: see `subjects.Watch`.
        own: the chain of whoever verifies, to be compared with what is recorded of it.
    Raises:
        NoCampaign: there is no logbook.
        NotAHash: one of `heads` is none.
        newer.Newer: a newer release wrote it.
        OSError: it cannot be read.
    """
    book = path if path.is_file() else logbook_of(path)
    wanted = [_hash(head) for head in heads]
    content = book.read_bytes()
    records, findings = chain.read(content)
    newer.refuse_others(book, records)
    seen = [head for hash_ in wanted for head in _seen(records, hash_)]
    findings += [_missing(hash_) for hash_ in wanted if not any(head.hash.startswith(hash_) for head in seen)]
    all_findings = _of("chain", findings)
    counted: dict[str, tuple[int, int]] = {"chain": (max(content.count(b"\n"), len(records)), len(records))}
    proof = None
    if records:
        entries, wrong = chain.form(records)
        all_findings += _of("form", wrong)
        faulty = [finding.entry for finding in all_findings if finding.entry is not None]
        sound = entries[:min(faulty, default=len(entries))]
        counted["form"] = len(records), len(sound)
        if sound:
            proof = Verification(sound, None, None, watch, counted, not faulty, own)
            all_findings += _content(book.parent, proof)
    ordered = sorted(dict.fromkeys(all_findings), key=lambda finding: -1 if finding.entry is None else finding.entry)
    notes = tuple(say("{reason}.", reason=copied.changed(path.name)) for path in (book, *_data(book, records))
                  if copied.restored(file := path.read_bytes()) != file)
    return Verified(len(records), records[-1]["hash"] if records else "", tuple(ordered),
                    tuple(proof.unchecked) if proof else (), parts(counted, ordered),
                    tuple(dict.fromkeys(proof.differences)) if proof else (), tuple(seen), notes, strict)


def _of(subject: str, findings: Sequence[Finding] | Iterator[Finding]) -> list[Finding]:
    """Findings with the subject they belong to."""
    return [finding if finding.subject else finding._replace(subject=subject) for finding in findings]


# -- hashes seen before -------------------------------------------------------------------------------------------


def _hash(head: str) -> str:
    """A hash as typed, in the way the logbook writes it; a mail may have cut it short with dots."""
    wanted = head.strip().rstrip("….").lower()
    if not DIGITS <= len(wanted) <= HASH_DIGITS or not is_hexadecimal(wanted):
        raise NotAHash(say('"{head}" is not a hash: a hash has {least} to {most} digits, 0 to 9 and a to f.',
                           head=head, least=DIGITS, most=HASH_DIGITS))
    return wanted


def _seen(entries: Sequence[Mapping[str, Any]], wanted: str) -> list[SeenHead]:
    """The entry that has a hash seen before, if there is one."""
    return [SeenHead(entry["hash"], entry["n"], len(entries) - 1 - entry["n"]) for entry in entries
            if entry["hash"].startswith(wanted)][:1]


def _missing(wanted: str) -> Finding:
    return Finding(None, "head-missing", say("No entry has the hash {hash}…: this copy is older than "
                                             "that hash, or the logbook was cut off or rewritten. Ask for the "
                                             "newest logbook and look again.",
                                             hash=wanted[:DIGITS]))


# -- content ------------------------------------------------------------------------------------------------------


def _content(folder: Path, proof: Verification) -> list[Finding]:
    """Everything that can be proved of entries whose chain and form hold."""
    own = _private(folder / private.FOLDER)
    game = _game(folder, proof.founding, proof.unchecked)
    findings: list[Finding] = []
    if isinstance(own, Finding):
        findings += _of("private", [own])
    else:
        proof.own = own
    if isinstance(game, Finding):
        findings += _of("founding", [game])
    else:
        proof.game = game
    proof.count("founding", len(proof.founding["data"]) + 1, None if proof.game else 0)
    for subject, check in CHECKS:
        findings += _of(subject, check(proof))
    if proof.game:
        findings += _of("founding", [*_packaged(proof, proof.game)])
        findings += replayed(proof, proof.game)
    _say_what_is_open(proof)
    return findings


def _private(folder: Path) -> Private | Finding | None:
    """What only the keeper's copy holds, None on a copy."""
    try:
        return private.read(folder)
    except (Damaged, OSError) as error:
        return Finding(None, "private-damaged", say("{reason}.", reason=error))


def _data(book: Path, entries: Sequence[Mapping[str, Any]]) -> list[Path]:
    """The campaign's data files beside a logbook."""
    named = entries[0].get("data") if entries else None
    return [path for name in named if (path := book.parent / DATA / name).is_file()] if isinstance(named, dict) else []


def _game(folder: Path, founding: Founding, unchecked: list[str]) -> Game | Finding | None:
    """The game with the data in force: those beside the logbook or, if the hashes fit, the packaged ones."""
    try:
        packaged = data_files.packaged(games.packaged(founding["game"]))
        beside = all((folder / DATA / name).is_file() for name in founding["data"])
        if beside:
            files = {name: copied.restored((folder / DATA / name).read_bytes()) for name in founding["data"]}
        else:
            files = {name: file.content for name, file in packaged.items()}
        for name, wanted in founding["data"].items():
            if hashlib.sha256(files.get(name, b"")).hexdigest() != wanted:
                if not beside:
                    unchecked.append(say("The game was not played again: the campaign's data are not those of "
                                         "this program, and the folder {folder}/ is not beside the logbook.",
                                         folder=DATA))
                    return None
                return Finding(0, "data-differ", say("{folder}/{name} is not the file the campaign was created "
                                                     "with.", folder=DATA, name=name))
        game = games.made_of(founding["game"], {Path(name).stem: files[name] for name in founding["data"]})
        opening_of(game, founding, folder / FILE, is_foreign=True)
        return game
    except Damaged as error:
        return Finding(0, "opening-unusable", say("{reason}.", reason=error.reason))
    except games.NoSuchGame as error:
        unchecked.append(say("The game was not played again: {error}", error=error))
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        return Finding(0, "data-unusable", say("The campaign's data cannot be used: {kind} {error}.",
                                               kind=type(error).__name__, error=error))


def _packaged(proof: Verification, game: Game) -> Iterator[Finding]:
    """Whether the data that nobody is said to have changed are those of the program."""
    founding, packaged = proof.founding, games.packaged(game.id)
    version = founding["data_version"]
    if version != packaged.data_version:
        proof.unchecked.append(say("Whether the campaign's data are the packaged ones of version {version}: this "
                                   "program has version {now}.", version=version, now=packaged.data_version))
        return
    for file, content in data_files.packaged(packaged).items():
        name = Path(file).stem
        if name not in founding["replaced"] and founding["data"].get(file) != content.hash:
            yield Finding(0, "data-differ", say("{folder}/{name}.json is not the program's own file, and the founding "
                                                "does not say that players' data were merged into it.", folder=DATA,
                                                name=name))


def _opening(proof: Verification, game: Game) -> Iterator[Finding]:
    """Whether the opening position is the scenario's, if no other was given."""
    founding = proof.founding
    if founding["position_given"]:
        return
    try:
        same = canonical(game.to_json(game.open(founding["scenario"], founding["options"]))) == canonical(
            founding["opening"])
    except Exception:  # a scenario or an option the game does not know
        same = False
    if same:
        return
    sentence = say("The opening position is not that of the scenario.")
    if founding["rules_version"] == game.rules_version:
        yield Finding(0, "not-the-scenario", sentence)
    else:
        proof.differences.append(Difference(0, 0, "not-the-scenario", sentence, "", "", founding["rules_version"],
                                            game.rules_version))


# -- every line played again --------------------------------------------------------------------------------------


def replayed(proof: Verification, game: Game) -> list[Finding]:
    """What a game, which need not be the one it was played with, finds wrong with the opening and with what was played;
    what only its rules decide otherwise is noted in `proof.differences`."""
    return [*_of("founding", _opening(proof, game)), *_played(proof, game)]


def _played(proof: Verification, game: Game) -> list[Finding]:
    """Every line that was ever in force, the one in force last: positions, bookkeeping, rules, decks."""
    ends = branches.ends(proof.entries)
    lines = [Evidence(game, branches.line(proof.entries[:end]), proof) for end in ends]
    findings: list[Finding] = []
    count, done = sum(len(line.ends) for line in lines), 0
    for line in lines:
        marks = sorted(line.ends)

        def tick(acts: int, marks: Sequence[int] = marks, done: int = done) -> None:
            proof.watch(done + bisect_right(marks, acts), count)

        replaying.play(line, tick)
        done += len(marks)
        findings += [*line.findings, *_of("decks", seals.decks(line))]
        proof.differences += line.differences
    proof.watch(count, count)
    findings += recorded.check(proof, game, lines)
    findings += recorded.links(proof, game)
    _count(proof, lines)
    return findings


def _count(proof: Verification, lines: Sequence[Evidence]) -> None:
    """Counts what was proved on all lines, each thing once."""
    all_decided = {(entry["n"], number) for entry in proof.sittings for number, act in enumerate(entry["acts"])
                   if "demand" in act}
    played = {(line.places[number].entry["n"], line.places[number].number) for line in lines
              for start, end in line.played for number in range(start, end)}
    proof.count("legality", len(all_decided), len(all_decided & played))
    sittings = [entry["n"] for entry in proof.sittings]
    proof.count("positions", len(sittings), len({n for line in lines for n in line.turns} & set(sittings)))
    if any(entry["outcome"] for entry in proof.sittings):
        proof.count("outcome", sum(entry["outcome"] is not None for entry in proof.sittings))
    decks_made = {(deck.entry["n"], deck.deck) for line in lines for deck in line.decks_made}
    shuffles = sum("shuffle" in act for entry in proof.sittings for act in entry["acts"])
    are_open = bool(seals.deck_secrets(proof.entries)) or lines[-1].deals_openly or not lines[-1].is_chained
    _count_tests(proof, lines)
    proof.count("decks", shuffles, len(decks_made) if are_open else 0)
    judged = {entry["n"] for line in lines if line.pending is not None for entry in line.ends.values()}
    proof.count("fairness", len(sittings), len(judged))
    proof.count("bookkeeping", sum(entry["type"] in branches.PLAYED for entry in proof.entries))


def _count_tests(proof: Verification, lines: Sequence[Evidence]) -> None:
    """Counts what was said of face-down cards, and says of which nobody can tell yet whether it is true."""
    every: set[tuple[tuple[int, int], str]] = set()
    proven: set[tuple[tuple[int, int], str]] = set()
    for line in lines:
        played = [number for start, end in line.played for number in range(start, end)]
        tests = {(place.entry["n"], place.number): act.slot
                 for act, place in zip(line.record, line.places, strict=True) if isinstance(act, Tested)}
        every |= tests.items()
        proven |= {(key, slot) for number in played for place in [line.places[number]]
                   for key in [(place.entry["n"], place.number)] if (slot := tests.get(key)) and line.look(slot)}
    if every:
        proof.count("tests", len(every), len(proven))
    if waiting := sorted({slot for _, slot in every - proven}):
        proof.unchecked.append(say("What was said of these cards is proved when they are turned up: {slots}.",
                                   slots=listing(waiting)))


def _say_what_is_open(proof: Verification) -> None:
    """Says what cannot be checked yet, and what never can."""
    later = []
    counted = proof.counted
    for subject, words in (("decks", say("how decks were shuffled")), ("orders", say("whole files of orders")),
                           ("fairness", say("whether each sitting used all the orders it had to use"))):
        count, reached = counted.get(subject, (0, 0))
        if reached < count and not proof.is_over:
            later.append(words)
    if later:
        proof.unchecked.append(say("Only after the end of the game, when everything lies open: {subjects}.",
                                   subjects=listing(later)))
    count, reached = counted.get("fairness", (0, 0))
    if proof.is_over and proof.is_whole and proof.game and reached < count:
        proof.unchecked.append(say("Whether {count} sittings used all the orders they had to use was not judged: that "
                                   "is possible only for a line that the rules of this program play as it is "
                                   "recorded, and after whose end nothing was sent.", count=count - reached))
    versions = sorted({difference.rules for difference in proof.differences})
    if versions and proof.game:
        proof.unchecked.append(say(
            "What was played under rules {versions} is compared with the rules of this program, {now}. To prove it by "
            "the rules it was played under, verify it with the release that has them.",
            versions=listing(versions), now=proof.game.rules_version))
    bare = [entry["n"] for entry in proof.entries if entry["type"] in (WITHDRAWAL, CONSENT, RULING)
            and not entry["signature"] and (entry["letter"] or entry["type"] != RULING)]
    if bare:
        proof.unchecked.append(say(
            "Withdrawals, consents and resignations without a signature prove only that the keeper recorded them, not "
            "that the player wanted them: {entries}.",
            entries=listing(say("entry {number}", number=number) for number in bare)))
    if proof.game:
        proof.unchecked += arrangement.alone(proof.founding)
    if proof.founding["dice"]["mode"] != "chain":
        proof.unchecked.append(say("Manual dice and cards prove only that they were typed in before they were "
                                   "used."))
