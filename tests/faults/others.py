"""Further campaigns just before a command that writes: what lies outside a campaign, disputes, players without a
referee, and campaigns of other releases."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

from tests import tamper
from tests.faults.scene import BOOK, NAME, Scene, orders, record, scene
from tests.fixtures.record import HERE, SUFFIX, unpack
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.letters import chainfile, consent
from witp_pbem.campaign.orders.letterbox import record_letter
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import logbook, written_heads
from witp_pbem.campaign.sitting import rewind
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.table.canonical import canonical

CHAIN = chainfile.OwnChain("22" * 32)


def apart(begun: Path) -> Iterator[Scene]:
    """Files a player makes for himself, or hands to others."""
    yield scene("key", begun, ("key", "new", "ann.key"), lambda grown: ("key", "new", "again.key"), fresh=True,
                files=("ann.key", "ann.key.pub"), proof=("key", "sign", "first.txt", "--key", "again.key"))
    sealing = ("letter", "seal", "first.txt", "--campaign", NAME, "-o", "sent")
    yield scene("seal", begun, sealing, lambda grown: (*sealing, "--force"), fresh=True,
                files=("sent.reveal.txt", "sent.seal.txt"),
                proof=("letter", "reveal", "sent.reveal.txt", "--seal", "sent.seal.txt"))
    yield scene("verify --write-verifier", begun, ("verify", "--write-verifier", "check.html", "--force"),
                whatever=True, files=("check.html",))


def disputed(dealt: Path) -> Iterator[Scene]:
    """What a neutral referee does in a dispute."""
    yield scene("protest", dealt, ("letter", "protest", NAME, "--side", "japan", "The dice fell off the table."))
    yield scene("note", dealt, ("letter", "note", NAME, "Ann is away until the 12th."))
    yield scene("bookmark", dealt, ("bookmark", NAME, "before Midway"))
    yield scene("rewind", dealt, ("rewind", NAME, "--to", "entry 3", "--reason", "a mail was overlooked"))
    protested = dealt.with_name("protested")
    shutil.copytree(dealt, protested)
    (made,) = record_letter(protested / NAME, "protest", "japan", {"text": "The dice fell off the table.", "about": ""})
    answering = ("answer", NAME, "referee.txt", "--protest", str(made["n"]), "--reason", "They did.")
    yield scene("answer with a ruling", protested, answering)


def without_referee(place: Path) -> Iterator[Scene]:
    """Ann keeps the campaign and plays; Bob holds a chain and a copy."""
    ann, bob, linked, proposed = (place / name for name in ("ann", "bob", "linked", "proposed"))
    create(ann / NAME, Wishes("witp", scenario="short", options={"last_turn": "6"}, seed="faults", keeper="first",
                              deal="open", players={"first": "Ann", "second": "Bob"}, chains={"second": CHAIN.anchor}))
    adjudicate(ann / NAME)
    for side in ("first", "second"):
        orders(ann, side, "bid 30")
        record(ann, side)
    head = open_campaign(ann / NAME).entries[-1]["hash"]
    bob.mkdir()
    shutil.copytree(ann / NAME, bob / NAME, ignore=shutil.ignore_patterns("private"))
    (bob / "bob.chain").write_bytes(canonical(CHAIN.to_json()) + b"\n")
    giving = ("key", "link", "bob.chain", "--campaign", NAME, "--side", "second", "--head", head, "-o", "link.txt",
              "--force")
    yield scene("key link", bob, giving, files=("bob.chain", "link.txt"))
    (ann / "link.txt").write_text(chainfile.give(bob / "bob.chain", NAME, "second", head).letter)
    yield scene("submit a link", ann, ("submit", NAME, "link.txt"))
    shutil.copytree(ann, linked)
    record(linked, "link")
    yield scene("adjudicate with two chains", linked, ("adjudicate", NAME), whatever=True)
    shutil.copytree(linked, proposed)
    adjudicate(proposed / NAME)
    made = rewind.rewind(proposed / NAME, "entry 2", "a mail was overlooked", keep=False)
    bobs = consent.side_now(open_campaign(proposed / NAME), "second")
    yield scene("consent to a rewind", proposed, ("letter", "consent", NAME, str(made["n"]), "--side", bobs))


def released(place: Path) -> Iterator[Scene]:
    """Campaigns an older release has left."""
    older, other, lost = (place / name for name in ("older release", "other rules", "older release, lost"))
    for folder in (older, other, lost):
        unpack(HERE / f"format-{logbook.FORMAT}" / f"half-way{SUFFIX}", folder)[0].rename(folder / NAME)
        shutil.rmtree(folder / "told")
    yield scene("note of another release", older, ("letter", "note", NAME, "Ann is away until the 12th."))
    *before, last = (lost / BOOK).read_bytes().splitlines(keepends=True)
    (lost / NAME / "private" / written_heads.FILE).write_bytes(written_heads.line([json.loads(last)]))
    (lost / BOOK).write_bytes(b"".join(before))
    yield scene("repair --lost of another release", lost, ("repair", NAME, "--lost"))
    _other_rules(other / NAME)
    for way in ("--finish", "--reopen"):
        yield scene(f"repair {way}", other, ("repair", NAME, way, "--reason", "the dice were seen"),
                    findings=frozenset(finding.sentence for finding in verify(other / NAME).findings))


def _other_rules(folder: Path) -> None:
    """Makes the last sitting of a step half played one of an older release, whose last event names another rule than
    the program would."""
    book, sealed = folder / logbook.FILE, folder / "private" / "sealed.jsonl"
    entries = tamper.read(book.read_bytes())
    sitting = max(number for number, entry in enumerate(entries) if entry["type"] == "sitting")
    [act for act in entries[sitting]["acts"] if "event" in act][-1]["rule"] = "witp 99.9.z"
    release = {"format": logbook.FORMAT, "program": "0.0.1", "rules_version": "0", "data_version": "1"}
    changed, behind = entries[:sitting], sealed.read_bytes()
    for entry in ({"type": "upgrade", **release}, *entries[sitting:]):
        body = {key: value for key, value in entry.items() if key not in ("n", "type", "hash")}
        changed.append(logbook.following(changed[-1], entry["type"], body))
        behind = behind.replace(entry.get("hash", "none").encode(), changed[-1]["hash"].encode())
    book.write_bytes(b"".join(map(logbook.line, changed)))
    sealed.write_bytes(behind)
