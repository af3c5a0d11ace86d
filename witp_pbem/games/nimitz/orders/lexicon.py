"""The words of the game: keywords, synonyms in English and Japanese, names of points, areas, units and markers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from witp_pbem.games.nimitz.board import names
from witp_pbem.games.nimitz.board.data import Data
from witp_pbem.games.nimitz.board.printed import PREFIX
from witp_pbem.games.nimitz.board.state import AIRFIELDS, BATTALION, SIDES
from witp_pbem.games.nimitz.board.turn import PHASE
from witp_pbem.games.nimitz.orders.kinds import ORDERS
from witp_pbem.table.language import ENGLISH, JAPANESE, speaking
from witp_pbem.table.names import names as called
from witp_pbem.table.text import RULING
from witp_pbem.table.tokens import Lexicon

SUBJECTS = frozenset({"american", "japan", "japanese", "we", "i", "enemy", "they", "he"})
CONDITION_WORDS = SUBJECTS | {"our", "has", "have", "hold", "holds", "is", "no", "turn", "round", "points", "least",
                              "lost", "battle", "than", "of"}
PARTICLES = frozenset({"が", "は", "を", "の", "する", "した", "したら", "なら", "ならば", "場合", "とき"})
_SIDES = {"us": "us", "american": "us", "americans": "us", "usa": "us", "nimitz": "us", "アメリカ": "us",
          "アメリカ軍": "us", "米軍": "us", "ニミッツ": "us", "japan": "japan", "日本": "japan", "日本軍": "japan",
          "referee": "referee", "umpire": "referee", "審判": "referee"}
PHASES = (PHASE,)
_PHASES = {PHASE: PHASE, "ターン": PHASE}
KEYWORDS = ORDERS.keywords - {RULING}
NAMED_BATTALIONS = 99  # of each side have names in orders; others are named by their ids
_COMES_AND_GOES = re.compile(r"(?:us|jp)_battalion_\d+|(?:us|jp)_[a-z0-9_]+_[a-z0-9]+_\d")


def lexicon(data: Data) -> Lexicon:
    """The lexicon for the names of some data."""
    places = {**{point.id: (point.name, point.name_ja) for point in data.map.points.values()}, **names.AREAS}
    markers = {marker.id: (marker.name, marker.name_ja) for marker in data.markers.values()}
    return ORDERS.lexicon(CONDITION_WORDS, sides=_SIDES, phases=_PHASES, subjects=SUBJECTS, particles=PARTICLES,
                          listing=frozenset({"to", "with"}),
                          places=called(places, aliases=names.place_aliases(data)),
                          units=called(_unit_names(data), form=_unit_form, aliases=names.unit_aliases(data)),
                          cards=called(markers, aliases=names.marker_aliases(data)))


def _unit_names(data: Data) -> Mapping[str, tuple[str, ...]]:
    """What units are called, by id, in both languages, battalions and the counters of a battle among them."""
    called: dict[str, tuple[str, ...]] = {}
    for code in (ENGLISH, JAPANESE):
        with speaking(code):
            for identity in [*data.counters, *_others(data)]:
                called[identity] = (*called.get(identity, ()), names.unit(data, identity))
    return called


def _others(data: Data) -> Iterator[str]:
    """The ids of the airfields, of battalions, and of the aircraft on every carrier."""
    yield from AIRFIELDS.values()
    for side in SIDES:
        yield from (f"{PREFIX[side]}_{BATTALION}_{number}" for number in range(1, NAMED_BATTALIONS + 1))
    for campaign in data.campaigns.values():
        for printed in campaign.units.values():
            kinds = campaign.complement(printed)
            for place, kind in enumerate(kinds):
                yield f"{printed.id}_{kind}_{kinds[:place + 1].count(kind)}"


def _unit_form(word: str) -> str:
    """The id that a word has the form of, "" for none: any battalion, any carrier aircraft."""
    word = word.casefold()
    return word if _COMES_AND_GOES.fullmatch(word) else ""
