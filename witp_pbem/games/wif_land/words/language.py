"""The catalogue of World in Flames, land rules: every sentence and word of the game, in the language spoken."""

from __future__ import annotations

from pathlib import Path

from witp_pbem.table.language import Messages

say = Messages(Path(__file__).parent.parent / "locale", "wif_land")
