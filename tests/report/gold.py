"""Golden files: what a report looked like when somebody last looked. UPDATE_GOLDEN=1 writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

from witp_pbem.campaign.explaining.story import Story

FOLDER = Path(__file__).parent / "golden"


def check(name: str, text: str) -> None:
    """The text is what the golden file holds."""
    path = FOLDER / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), f"{name} differs; look, then run with UPDATE_GOLDEN=1"


def still(story: Story) -> Story:
    """A story of a played campaign without what changes with each release and with the form of its record."""
    return story._replace(program="0.1.0", head="3f" * 32, founding="a1" * 32, anchor="ab" * 32)
