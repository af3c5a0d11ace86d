"""Whether a campaign came through a fault."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from click.testing import CliRunner

from tests.faults.injection import Ran, execute
from tests.faults.postoffice import ACCOUNT, left_once, serving
from tests.faults.scene import BOOK, NAME, Scene, contents, hashes
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.cli import main

JOURNAL = f"{NAME}/private/exchange/journal.jsonl"
SEALED = f"{NAME}/private/sealed.jsonl"
# What a fault may leave beside the campaign's files: it means nothing to any command.
LEFT = re.compile(r"(?:.*/)?\.[\w.-]+\.[0-9a-f]{8}(?:/.*)?|.*\.(?:torn|changed)|.*/exchange/looked/.*")
WHOLE = frozenset({"submit two files", "submit orders and a ruling", "consent to a rewind"})  # all entries or none
RECEIPT = re.compile(r"Receipt: ([0-9a-f]{64})")


def disturbed(scene: Scene, command: list[str], place: Path) -> list[str]:
    """Runs a scene's command with a fault in a fresh copy, then goes on; returns all that is wrong, nothing if it came
    through."""
    shutil.copytree(scene.base, place)
    try:
        with serving(place) if scene.served else nullcontext([]) as taken:
            ran = execute(command, place)
            wrong = [*_ending(ran), *_standing(scene, ran, place), *_going_on(scene, place)]
            return [*wrong, *(left_once(place / NAME, taken) if scene.served else ())]
    finally:
        shutil.rmtree(place)


def _ending(ran: Ran) -> list[str]:
    """Whether it ended by itself in an orderly way, or was killed."""
    if ran.code < 0 or ran.code == 137:
        return []
    wrong = [f"{word}: {ran.err}" for word in ("Traceback", "Exception ignored") if word in ran.err]
    count = ran.err.count("witp-pbem: ")
    if ran.code not in (0, 1) or ran.code == 1 and count != 1 and ran.err or ran.code == 0 and count:
        wrong.append(f"exit code {ran.code}, told: {ran.err!r}")
    return wrong


def _standing(scene: Scene, ran: Ran, place: Path) -> list[str]:
    """Whether what stands there now is whole: nothing lost, nothing half done."""
    wrong: list[str] = []
    now, before = contents(place), contents(scene.base)
    wrong += _files(scene, before, now)
    strange = [name for name in now if name not in scene.after and name not in before and not LEFT.fullmatch(name)]
    if strange:
        wrong.append(f"left behind: {strange}")
    if not (place / NAME).exists():
        return [*wrong, *(["it said it had founded"] if ran.code == 0 else [])]
    try:
        campaign = open_campaign(place / NAME)
    except Exception as error:
        if "repair" in scene.command:
            return wrong  # it did not open before, either; it does at the end
        return [*wrong, f"it does not open: {error!r}"]
    there = [entry["hash"] for entry in campaign.entries]
    first, last = hashes(before.get(BOOK, b"")), hashes(scene.after[BOOK])
    if not (last[:len(there)] == there and there[:len(first)] == first):
        wrong.append(f"entries: {len(there)} that are not the {len(first)} before or the {len(last)} after")
    if scene.name in WHOLE and len(there) not in (len(first), len(last)):
        wrong.append("a go was recorded by half")
    if ran.code == 0 and there != last:
        wrong.append("it said all was well")
    wrong += [f"the receipt {receipt} is lost" for receipt in RECEIPT.findall(ran.out) if receipt not in there]
    if campaign.private and (lost := _lost(campaign)):
        wrong.append(lost)
    return wrong


def _files(scene: Scene, before: dict[str, bytes], now: dict[str, bytes]) -> Iterator[str]:
    """What is wrong with the files the command writes besides the campaign."""
    missing = ""
    for file in scene.files:
        for name in (name for name in scene.after if name == file or "." not in file and name.startswith(file)):
            content, right = now.get(name), scene.after[name]
            is_new = content == right or scene.fresh and content is not None and len(content) == len(right)
            if not is_new and content != before.get(name):
                yield f"{name} is half written"
            if is_new and missing:
                yield f"{name} stands without {missing}"
            missing = missing or ("" if is_new else name)


def _lost(campaign: Campaign) -> str:
    try:
        campaign.require_sealed()
    except Exception as error:
        return f"sealed orders are lost: {error}"
    return ""


def _going_on(scene: Scene, place: Path) -> list[str]:
    """Whether the referee can go on, and comes where he would have come without the fault."""
    words = scene.resume(_grown(scene, place))
    ran = _next(words, place)
    if ran.code and not (scene.served and ran.code == 1 and re.search(r"nobody\s+knows", ran.out)):
        return [f"going on with {words[0]}: {ran}"]
    wrong: list[str] = []
    if scene.proof and (proved := _next(scene.proof, place)).code:
        wrong.append(f"it cannot be used: {proved}")
    now = contents(place)
    for name, content in scene.after.items():
        if scene.fresh and name in scene.files or scene.served and name in (ACCOUNT, JOURNAL):
            continue
        if name == JOURNAL:
            right, there = _lines(content), _lines(now.get(name, b""))
            if right != there:
                wrong.append(f"the journal lacks {right - there}, and has {there - right}")
            continue
        if name == SEALED:
            if not set(content.splitlines()) <= set(now.get(name, b"").splitlines()):
                wrong.append("sealed orders are missing in the end")
        elif name == BOOK and now.get(name, b"") + b"\n" == content:
            continue  # the next writer adds the line end
        elif name != f"{NAME}/private/heads.jsonl" and now.get(name) != content and not LEFT.fullmatch(name):
            wrong.append(f"{name} is not what it would have been")
    if now.get(BOOK, b"").endswith(b"\n"):
        wrong += _verified(now[BOOK], place / NAME) - scene.findings
    return wrong


def _lines(journal: bytes) -> Counter[bytes]:
    """How often each line stands in the desk's journal, but for those that only say what was begun, or what the keeper
    was told of a fault."""
    return Counter(line for line in journal.splitlines() if not re.search(b'"what":"(?:needs|begun)"', line))


def _next(words: tuple[str, ...], place: Path) -> Ran:
    """The next command, in this process, which has loaded the program already."""
    before = Path.cwd()
    os.chdir(place)
    try:
        done = CliRunner().invoke(main, list(words))
    finally:
        os.chdir(before)
    return Ran(done.exit_code, done.stdout, f"{done.stderr}{done.exception or ''}")


def _grown(scene: Scene, place: Path) -> int:
    """By how many entries the logbook has grown, as readers see it."""
    try:
        return len(open_campaign(place / NAME).entries) - len(hashes(contents(scene.base).get(BOOK, b"")))
    except Refusal:  # not founded yet, or not repaired yet
        return 0


_proved: dict[bytes, frozenset[str]] = {}


def _verified(book: bytes, folder: Path) -> frozenset[str]:
    """What does not hold; each logbook is replayed once."""
    if book not in _proved:
        _proved[book] = frozenset(finding.sentence for finding in verify(folder).findings)
    return _proved[book]
