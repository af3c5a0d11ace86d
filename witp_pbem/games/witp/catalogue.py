"""The wording of one game with its data: places are called what the map in force calls them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from witp_pbem.games.witp import names, translation, wording
from witp_pbem.games.witp.data import Data


class Catalogue:
    """See `table.wording.Sentences`."""

    problems, demands, phrases = wording.problems, wording.demands, wording.phrases

    def __init__(self, data: Data) -> None:
        in_force = {name: names.Named(words.words, data) for name, words in wording.words.items()
                    if isinstance(words, names.Named)}
        self.words: Mapping[str, Any] = {**wording.words, **in_force, "place": names.Places(data.map),
                                         "units": translation.units}
