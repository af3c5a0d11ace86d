"""Every sign of the map, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from witp_pbem.games.nimitz.board.state import (
    BATTALION,
    BOMBER,
    BW,
    CARRIERS,
    ESCORTS,
    FIGHTER,
    INFANTRY,
    MARINE,
    SUBMARINE,
)
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.games.nimitz.words.wording import word
from witp_pbem.table.chart import Colour, CounterKind, Course, EdgeKind, Ground, Mark, Nation, Sign, Silhouette
from witp_pbem.table.language import language
from witp_pbem.table.tuples import NamedTuple

SIGNS: Mapping[str, str] = {"cv": "CV", "cvl": "CL", "cve": "CE", "bb": "BB", "cru": "CA", "dd": "DD", SUBMARINE: "SS",
                            INFANTRY: "IN", MARINE: "M", BATTALION: "II", FIGHTER: "F", BOMBER: "B", BW: "BW"}
SILHOUETTES: Mapping[str, Silhouette] = {
    **dict.fromkeys(CARRIERS, "carrier"), **dict.fromkeys(ESCORTS, "ship"), SUBMARINE: "submarine",
    **dict.fromkeys((INFANTRY, MARINE, BATTALION), "infantry"), **dict.fromkeys((FIGHTER, BOMBER, BW), "plane")}
LETTERS: Mapping[str, str] = {"us": "US", "australia": "AU", "japan": "JP"}  # in the order in which they are shown
COLOURS: Mapping[str, Colour] = {"us": "blue", "australia": "sand"}  # (nimitz 2.5.1.a)


class Signs(NamedTuple):
    """Every sign of the map, in one language."""

    point: Ground
    objective: Ground
    star: Mark
    held: Mark
    flag: Mark
    scouted: Mark
    battle: Mark
    route: EdgeKind
    kinds: Mapping[str, CounterKind]
    nations: Mapping[str, Nation]
    move: Course
    japanese: Course
    arrive: Course
    back: Course

    @property
    def key(self) -> tuple[Sign, ...]:
        """All of them, as the legend has them."""
        return (self.objective, self.point, self.star, self.held, self.flag, self.scouted, self.battle, self.route,
                *self.kinds.values(), *self.nations.values(), self.move, self.japanese, self.arrive, self.back)


def signs() -> Signs:
    """The signs of the map in the language spoken."""
    return _signs(language())


@lru_cache
def _signs(spoken: str) -> Signs:
    return Signs(
        Ground("point", say("point"), "[]", "water", outline="box"),
        Ground("objective", say("objective"), "()", "water", outline="circle"),
        Mark("objective", say("objective of the campaign"), "star", "o", beside=True),
        Mark("held", say("objective held by the Americans"), "diamond", "+"),
        Mark("flag", say("Australian flag: open to Australian units"), "AU"),
        Mark("scouted", say("scouting marker"), "ring"),
        Mark("battle", say("battle-location marker"), "cross"),
        EdgeKind("route", say("route"), "route"),
        {kind: CounterKind(kind, word("kinds", kind), SIGNS[kind], SILHOUETTES[kind]) for kind in SIGNS},
        {nation: Nation(nation, word("country", nation), letters, COLOURS.get(nation, ""))
         for nation, letters in LETTERS.items()},
        Course("move", say("move")), Course("japanese", say("move")),
        Course("arrive", say("arrival"), "arrival"), Course("back", say("return to port"), "dashed"))
