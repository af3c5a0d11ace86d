"""Every sign of the map, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from witp_pbem.games.wif_land.board.state import KINDS
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.games.wif_land.words.wording import word
from witp_pbem.table.chart import (
    Colour,
    CounterKind,
    Course,
    EdgeKind,
    Ground,
    Mark,
    Nation,
    Overlay,
    Pattern,
    Sign,
    Silhouette,
)
from witp_pbem.table.language import language
from witp_pbem.table.tuples import NamedTuple

SIGNS: Mapping[str, str] = {
    "INF": "IN", "MAR": "MA", "PARA": "PA", "MTN": "MT", "MIL": "MI", "GAR": "GA", "TERR": "TE", "PART": "PT",
    "SKI": "SK", "CAV": "CV", "MOT": "MO", "MECH": "ME", "ARM": "AR", "HQ": "HQ", "HQ-A": "HA", "ART": "AY", "AT": "AT",
    "AA": "AA", "SUPPLY": "SU", "LND": "LB", "FTR": "F", "ATR": "TR", "NAV": "NA", "SCS": "SC", "TRS": "TP"}
SILHOUETTES: Mapping[str, Silhouette] = {
    **dict.fromkeys(("ARM", "MECH", "HQ-A"), "tank"), **dict.fromkeys(("LND", "FTR", "ATR", "NAV"), "plane"),
    **dict.fromkeys(("SCS", "TRS"), "ship")}
GROUNDS: Mapping[str, tuple[str, Colour, Pattern]] = {
    "clear": (" .", "", ""), "desert": ("::", "sand", "dots"), "forest": ("ff", "green", "leaves"),
    "jungle": ("jj", "green", "waves"), "swamp": ("ss", "grey", "lines"), "mountain": ("MM", "brown", "peaks")}
LETTERS: Mapping[str, tuple[str, Colour]] = {  # in the order in which they are shown
    "Germany": ("GE", "grey"), "Italy": ("IT", "green"), "Japan": ("JP", "sand"), "USSR": ("SU", "brown"),
    "Commonwealth": ("CW", "sand"), "USA": ("US", "green"), "France": ("FR", "blue"), "China": ("CH", "violet")}


class Signs(NamedTuple):
    """Every sign of the map, in one language."""

    grounds: Mapping[str, Ground]
    city: Mark
    port: Mark
    factory: Mark
    ruin: Mark
    source: Mark
    target: Mark
    rail: Course
    railway: EdgeKind
    hexsides: Mapping[str, EdgeKind]
    land: EdgeKind
    kinds: Mapping[str, CounterKind]
    nations: Mapping[str, Nation]
    move: Course
    attack: Course
    advance: Course
    retreat: Course
    invade: Course
    fly: Course
    arrive: Course
    zones: Overlay
    supply: Overlay

    def nation(self, power: str) -> Nation:
        """The sign of a power, also of one that has none of its own."""
        known = self.nations.get(power)
        return known or Nation(power, word("side-name", power), "".join(filter(str.isalnum, power))[:2].upper())

    @property
    def key(self) -> tuple[Sign, ...]:
        """All of them, as the legend has them."""
        return (*self.grounds.values(), self.city, self.port, self.factory, self.ruin, self.source, self.target,
                self.railway, *self.hexsides.values(), *self.kinds.values(), *self.nations.values(), self.move,
                self.rail, self.attack, self.advance, self.retreat, self.invade, self.fly, self.arrive, self.zones,
                self.supply)


def signs() -> Signs:
    """The signs of the map in the language spoken."""
    return _signs(language())


@lru_cache
def _signs(spoken: str) -> Signs:
    grounds = {code: Ground(code, word("terrain", code), letters, "land", colour, pattern)
               for code, (letters, colour, pattern) in GROUNDS.items()}
    return Signs(
        {**grounds, "lake": Ground("lake", word("terrain", "lake"), "~~", "water", "blue", "waves"),
         "sea": Ground("sea", word("terrain", "sea"), "  ", "water")},
        Mark("city", say("city"), "city", "o", beside=True), Mark("port", say("port"), "anchor", "p"),
        Mark("factory", say("blue factory"), "factory", "f"), Mark("ruin", say("destroyed factory"), "cross"),
        Mark("source", say("source of supply"), "star", "*"), Mark("target", say("target of an attack"), "triangle"),
        Course("rail", say("rail movement"), "mixed"),
        EdgeKind("railway", say("railway"), "rail"),
        {"river": EdgeKind("river", word("hexside", "river"), "river"),
         "fort": EdgeKind("fort", word("hexside", "fort"), "rampart"),
         "strait": EdgeKind("strait", word("hexside", "strait"), "dashed"),
         "all_sea": EdgeKind("all_sea"),
         "impassable": EdgeKind("impassable", word("hexside", "impassable"), "wall")},
        EdgeKind("land", joins=True),
        {kind: CounterKind(kind, word("kind", kind), SIGNS[kind], SILHOUETTES.get(kind, "infantry")) for kind in KINDS},
        {power: Nation(power, word("power", power), letters, colour) for power, (letters, colour) in LETTERS.items()},
        Course("move", say("movement")), Course("attack", say("attack"), "dashed"),
        Course("advance", say("advance after combat, landing")), Course("retreat", say("retreat"), "dotted"),
        Course("invade", say("invasion"), "dashed"), Course("fly", say("flight"), "dotted"),
        Course("arrive", say("arrival"), "arrival"),
        Overlay("zones", say("Zones of control")), Overlay("supply", say("Lines of supply"), "dots"))
