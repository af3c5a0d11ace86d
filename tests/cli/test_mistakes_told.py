"""Mistakes as people make them, and the answers in both languages, to be read aloud (UPDATE_GOLDEN=1 writes them)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.program import here

GOLDEN = Path(__file__).parent / "golden"
HEAD = "Campaign: isles\nTurn: 1\nSide: japan\n"
ORDERS = (
    HEAD + "build Mannila", HEAD + "build Trukk, Pearl Harbor", HEAD + "biuld Manila", HEAD + "build Manila",
    HEAD + "biuld Hainan", HEAD + "build Port",
    HEAD + "Phase: lunch\npass", HEAD + "target Singapore from Kure: 7 carriers", HEAD, "",
    "Turn: 1\nSide: japan\nbuild Palau", "Campaign: iles\nTurn: 2\nSide: japon\nbuild Palau",
)
COMMANDS = (
    ("chek", "isles"), ("check", "isles", "jpan.txt"), ("status", "isle"), ("orders", "isles"),
    ("orders", "isles", "--side", "jap"), ("submit", "isles"), ("rule", "suply", "--game", "witp"),
    ("odds", "isles", "build Palau"), ("letter", "withdraw", "isles"),
    ("rule", "8.44", "--game", "witp"), ("explain", "isles", "victory"), ("explain", "isles", "refused"),
    ("explain", "isles", "nonsense"), ("adjudicate", "isles"),
    ("new", "isles", "--game", "witp"), ("new", "reef", "--game", "witp", "--option", "last_turn"),
    ("new", "reef", "--game", "witp", "--scenario", "shrot"), ("new", "reef"), ("rule", "supply"), ("mail", "fetsh"),
)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_mistake_is_answered_as_when_somebody_last_read_it(language: str, tmp_path: Path) -> None:
    system = {"en": "C.UTF-8", "ja": "ja_JP.UTF-8"}[language]
    for typed in (("new", "isles", "--game", "witp", "--seed", "x"), ("adjudicate", "isles")):
        assert here(*typed, cwd=tmp_path).code == 0
    parts = []
    for orders in ORDERS:
        (tmp_path / "japan.txt").write_text(f"{orders}\n", "utf-8")
        parts.append(f"{'-' * 72}\n{orders}\n\n{here('check', 'isles', 'japan.txt', cwd=tmp_path, system=system).out}")
    for typed in COMMANDS:
        ran = here(*typed, cwd=tmp_path, system=system)
        parts.append(f"{'-' * 72}\n$ witp-pbem {' '.join(typed)}\n\n{ran.out}{ran.err}")
    text, path = "\n".join(parts), GOLDEN / f"mistakes-{language}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), f"{path.name} differs; look, then run with UPDATE_GOLDEN=1"
