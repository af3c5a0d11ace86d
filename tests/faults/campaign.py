"""The faults of a scene: which call, what it is made to do, and the command line that does it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

from tests.faults import injection
from tests.faults.injection import Call, python
from tests.faults.postoffice import serving
from tests.faults.scene import Scene

SHORT = Path(__file__).with_name("short.py")
SHARES = ("0.01", "0.5", "0.999", "half")
SHORTENED = 4  # files of a command whose writes are cut short
MANY, STEP = 80, 11  # calls of a command that are all disturbed; beyond, every eleventh of them is, and the last


class Fault(NamedTuple):
    """One fault of one scene."""

    scene: Scene
    kind: str
    description: str
    command: list[str]


def faults(scene: Scene, place: Path) -> Iterator[Fault]:
    """Every fault of a scene; `place` is a folder to try the command in."""
    shutil.copytree(scene.base, place)
    try:
        with serving(place) if scene.served else nullcontext():
            calls = injection.calls(scene.program, place)
    finally:
        shutil.rmtree(place)
    printing = [call for call in calls if call.is_printing]
    chosen = {call.number for call in (printing[:1] + printing[len(printing) // 2:][:1] + printing[-1:])}
    if len(calls) > MANY:  # a founding writes many files in one way: each kind of call is disturbed in some of them
        calls = [call for number, call in enumerate(calls) if number % STEP == 0 or number >= len(calls) - MANY // 8]
    files = 0
    for call in calls:
        if call.is_printing and call.number not in chosen:
            continue
        for fault in injection.faults(call):
            yield Fault(scene, f"{call.name} {fault}", _description(scene, call, fault),
                        injection.faulty(scene.program, call, fault))
        if call.name == injection.WRITE and not call.is_printing:
            files += 1
            if files > SHORTENED:
                continue
            for share in SHARES:
                yield Fault(scene, f"short write {share}", f"{scene.name}: short write {files}, {share}",
                            python(SHORT, files, share, *scene.command))


def _description(scene: Scene, call: Call, fault: str) -> str:
    return f"{scene.name}: {call.name} {call.number} ({call.arguments[:60]}), {fault}"
