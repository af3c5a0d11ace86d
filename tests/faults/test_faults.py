"""A slice of `python -m tests.faults`: some faults of some commands, every kind among them."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from tests.faults.campaign import Fault, faults
from tests.faults.judge import disturbed
from tests.faults.scene import Scene
from tests.faults.scenes import scenes

TRIED = {"submit two files": 14, "adjudicate with dice and decks": 8}  # scene -> about how many of its faults


def test_a_campaign_comes_through_faults_of_the_disk(tmp_path: Path) -> None:
    (tmp_path / "scenes").mkdir()
    by_scene: dict[str, list[Fault]] = {}
    for scene in scenes(tmp_path / "scenes"):
        if scene.name in TRIED:
            by_scene[scene.name] = _slice(scene, tmp_path)
        if len(by_scene) == len(TRIED):
            break
    wrong = [(fault.description, each) for fault in (fault for some in by_scene.values() for fault in some)
             for each in disturbed(fault.scene, fault.command, tmp_path / "run")]
    assert not wrong
    assert len({fault.kind for some in by_scene.values() for fault in some}) > 10


def _slice(scene: Scene, place: Path) -> list[Fault]:
    every = list(faults(scene, place / "traced"))
    return list(islice(every, 0, None, max(1, len(every) // TRIED[scene.name])))
