"""Every sign of the map, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from witp_pbem.games.taiheiyo_senshi.board.state import AIR, BATTLESHIP, CARRIER, CRUISER, KINDS
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.games.taiheiyo_senshi.words.wording import word
from witp_pbem.table.chart import Colour, CounterKind, Course, EdgeKind, Ground, Mark, Nation, Overlay, Sign, Silhouette
from witp_pbem.table.language import language
from witp_pbem.table.tuples import NamedTuple

SIGNS: Mapping[str, str] = {CARRIER: "CV", BATTLESHIP: "BB", CRUISER: "CA", AIR: "A"}
SILHOUETTES: Mapping[str, Silhouette] = {CARRIER: "carrier", BATTLESHIP: "ship", CRUISER: "ship", AIR: "plane"}
# In the order in which they are shown; land-based air of the Allies is of no nation.
LETTERS: Mapping[str, str] = {"japan": "JP", "us": "US", "uk": "UK", "netherlands": "NL", "australia": "AU",
                              "allies": "AL"}
COLOURS: Mapping[str, Colour] = {"us": "blue", "uk": "green", "netherlands": "violet", "australia": "white",
                                 "allies": "sand"}  # (senshi 2.2-c), of those that light and dark have
MOST = 5  # the highest score of a port that is drawn as a number


class Signs(NamedTuple):
    """Every sign of the map, in one language.

    Attributes:
        scores: the mark of a port's score, by the score.
        measured: a route whose length is our own invention.
        assumed: one that is so altogether.
    """

    port: Ground
    base: Ground
    scores: Mapping[int, Mark]
    train: Mark
    guarded: Mark
    as_base: Mark
    route: EdgeKind
    measured: EdgeKind
    assumed: EdgeKind
    closed: EdgeKind
    kinds: Mapping[str, CounterKind]
    nations: Mapping[str, Nation]
    move: Course
    sortie: Course
    back: Course
    retreat: Course
    arrive: Course
    strike: Course
    zones: Overlay

    @property
    def key(self) -> tuple[Sign, ...]:
        """All of them, as the legend has them."""
        return (self.port, self.base, *self.scores.values(), self.train, self.guarded, self.as_base, self.route,
                self.measured, self.assumed, self.closed, *self.kinds.values(), *self.nations.values(), self.move,
                self.sortie, self.back, self.retreat, self.arrive, self.strike, self.zones)


def signs() -> Signs:
    """The signs of the map in the language spoken."""
    return _signs(language())


@lru_cache
def _signs(spoken: str) -> Signs:
    return Signs(
        Ground("port", say("port"), "()", "water", outline="circle"),
        Ground("base", say("base"), "[]", "water", outline="box"),
        {score: Mark(f"score-{score}", say.plural(score, "a port worth {n} point", "a port worth {n} points"),
                     str(score), str(score), beside=True) for score in range(1, MOST + 1)},
        Mark("train", say("Fleet Train"), "FT", "T"),
        Mark("guarded", say("underground fortifications: one more ground strength"), "fort"),
        Mark("held", say("an enemy port held as a base"), "base"),
        EdgeKind("route", say("route"), "route"),
        EdgeKind("measured", say("length reconstructed"), "route", letter="~", hollow=True),
        EdgeKind("assumed", say("reconstructed route"), "dashed", letter="?", hollow=True),
        EdgeKind("closed", say("closed until the change of strategy"), "dotted", letter="x"),
        {kind: CounterKind(kind, word("kinds", kind), SIGNS[kind], SILHOUETTES[kind]) for kind in KINDS},
        {nation: Nation(nation, word("country", nation), letters, COLOURS.get(nation, ""))
         for nation, letters in LETTERS.items()},
        Course("move", say("move")), Course("sortie", say("counter-sortie"), "mixed"),
        Course("return", say("return or rebasing"), "dashed"),
        Course("retreat", say("retreat or relocation"), "dotted"),
        Course("arrive", say("arrival"), "arrival"), Course("strike", say("air strike"), "dashed"),
        Overlay("zones", say("Zones of land-based air")))
