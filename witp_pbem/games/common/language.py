"""The catalogue of what games share, in the language spoken."""

from __future__ import annotations

from pathlib import Path

from witp_pbem.table.language import Messages

say = Messages(Path(__file__).parent / "locale", "common")
