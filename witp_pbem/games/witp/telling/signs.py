"""Every sign of the map, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from witp_pbem.games.witp.board.map import AIRFIELD, LAND, MOUNTAIN, PORT, SEA, SHALLOW
from witp_pbem.games.witp.board.state import KINDS, SIDE_OF
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import word
from witp_pbem.table.chart import CounterKind, Course, EdgeKind, Ground, Mark, Nation, Overlay, Sign, Silhouette
from witp_pbem.table.language import language
from witp_pbem.table.tuples import NamedTuple

SIGNS: Mapping[str, str] = {"carrier": "CV", "naval": "N", "land": "L", "air": "A"}
SILHOUETTES: Mapping[str, Silhouette] = {"carrier": "carrier", "naval": "ship", "land": "infantry", "air": "plane"}
LETTERS: Mapping[str, str] = {"japan": "JP", "us": "US", "uk": "UK", "china": "CN", "white": "WH"}


class Signs(NamedTuple):
    """Every sign of the map, in one language."""

    grounds: Mapping[str, Ground]
    jungle: Ground
    sites: Mapping[str, Mark]
    source: Mark
    resource: Mark
    victory: Mark
    base: Mark
    land_link: EdgeKind
    closed: EdgeKind
    kinds: Mapping[str, CounterKind]
    nations: Mapping[str, Nation]
    move: Course
    redeploy: Course
    retreat: Course
    displace: Course
    arrive: Course
    zones: Overlay
    supply: Overlay

    @property
    def key(self) -> tuple[Sign, ...]:
        """All of them, as the legend has them."""
        return (*self.grounds.values(), self.jungle, *self.sites.values(), self.source, self.resource, self.victory,
                self.base, self.closed, self.move, self.redeploy, self.retreat, self.displace, self.arrive, self.zones,
                self.supply)


def signs() -> Signs:
    """The signs of the map in the language spoken."""
    return _signs(language())


@lru_cache
def _signs(spoken: str) -> Signs:
    return Signs(
        {SEA: Ground("sea", say("sea"), " .", "water"),
         SHALLOW: Ground("shallows", say("coast and islands"), "~~", "shore"),
         LAND: Ground("land", say("land"), "##"),
         MOUNTAIN: Ground("mountain", say("mountains"), "^^", "land", "brown", "peaks")},
        Ground("jungle", say("jungle"), "##", "shore", "green", "leaves"),
        {PORT: Mark("port", say("port"), "anchor", beside=True),
         AIRFIELD: Mark("airfield", say("airfield"), "plane", beside=True)},
        Mark("source", say("supply source"), "factory"), Mark("resource", say("resource hex"), "drop"),
        Mark("victory", say("counts for victory"), "crown"), Mark("base", say("base"), "base", "="),
        EdgeKind("land", joins=True), EdgeKind("closed", say("closed to fleets"), "wall"),
        {kind: CounterKind(kind, word("kind", kind), SIGNS[kind], SILHOUETTES[kind]) for kind in KINDS},
        {nation: Nation(nation, word("country", nation), LETTERS[nation]) for nation in SIDE_OF},
        Course("move", say("movement")), Course("redeploy", say("redeployment"), "dashed"),
        Course("retreat", say("retreat"), "dotted"), Course("displace", say("displacement"), "mixed"),
        Course("arrive", say("arrival"), "arrival"),
        Overlay("azoc", say("Air zones of control")), Overlay("supply", say("Supply"), "dots"))
