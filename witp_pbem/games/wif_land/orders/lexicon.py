"""The words of the game: keywords, synonyms in English and Japanese, names of hexes, sea areas and units.

Maps and positions are their owners', so names are those of the data in force. Where somebody has brought maps or
positions of their own, the names in the packaged examples mean nothing; their hexes and units still go by their ids.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from witp_pbem.games.wif_land.board import names as board_names
from witp_pbem.games.wif_land.board.data import Data
from witp_pbem.games.wif_land.board.map import Hex, SeaArea, WarMap
from witp_pbem.games.wif_land.board.setup import units_of
from witp_pbem.games.wif_land.orders.kinds import ORDERS
from witp_pbem.games.wif_land.orders.words import VOCABULARY
from witp_pbem.table.names import Names, names
from witp_pbem.table.text import RULING
from witp_pbem.table.tokens import Lexicon

SUBJECTS = frozenset({"axis", "allies", "we", "i", "enemy", "they"})
CONDITION_WORDS = SUBJECTS | {"has", "have", "hold", "no", "turn", "least"}
PARTICLES = frozenset({"が", "は", "を", "の", "する", "なら", "ならば", "場合", "とき"})
_SIDES = {"axis": "axis", "枢軸": "axis", "枢軸軍": "axis", "枢軸国": "axis", "allies": "allies", "allied": "allies",
          "連合": "allies", "連合軍": "allies", "連合国": "allies", "referee": "referee", "umpire": "referee",
          "審判": "referee"}
_PHASES = {"rail": "rail", "鉄道": "rail", "鉄道フェイズ": "rail", "movement": "movement", "move": "movement",
           "combat": "combat", "戦闘": "combat"}
_LANDINGS = "rebase escape survive pass"
PHASE_KEYWORDS: Mapping[str, frozenset[str]] = {phase: frozenset(words.split()) for phase, words in {
    "rail": "action rail pass",
    "movement": f"move invade drop fly {_LANDINGS}",
    "combat": f"attack ignore bombard support fly fight use lose retreat apply advance {_LANDINGS}"}.items()}
KEYWORDS = ORDERS.keywords - {RULING}
COUNTED = 2  # a hex or unit with as many digits for an id, or fewer, is no name for itself: it may be a count
_NUMBERED_UNIT = re.compile(r"[a-z]+(?:-[a-z0-9]+)*-[0-9]+")  # ids that short lines give, such as ge-arm-1


def lexicon(data: Data) -> Lexicon:
    """The lexicon for the names of some data."""
    return ORDERS.lexicon(CONDITION_WORDS, sides=_SIDES, phases=_PHASES, subjects=SUBJECTS, particles=PARTICLES,
                          listing=frozenset({"to", "at", "with", "by"}), places=_places(data), units=_units(data))


# -- places ---------------------------------------------------------------------------------------------------------


def _places(data: Data) -> Names:
    """Hexes by number and name, sea areas by name."""
    labels: dict[str, tuple[str, ...]] = {}
    for war_map in data.maps.values():
        labels |= {place: () for place in (*war_map.hexes, *war_map.areas) if place not in labels}
    for name in data.played[0]:
        for place, called in place_names(data.maps[name]).items():
            labels[place] = tuple(dict.fromkeys((*labels[place], *called)))

    return names(labels, lambda word: word if len(word) > COUNTED and word in labels else "")


def place_names(war_map: WarMap) -> Mapping[str, tuple[str, ...]]:
    """What the hexes and sea areas of a map are called besides their ids, in both languages."""
    places: list[Hex | SeaArea] = [*war_map.hexes.values(), *war_map.areas.values()]
    return {place.id: tuple(filter(None, (place.name, place.name_ja))) for place in places}


# -- units ----------------------------------------------------------------------------------------------------------


def _units(data: Data) -> Names:
    """Units by id, and by what stands on the counter ("XLVII", "ARM XLVII"), which may stand on several."""
    units = {name: units_of(data, position) for name, position in data.positions.items()}
    aliases = {unit.id: [name for name in (unit.name, board_names.unit(unit)) if _is_name(name)]
               for position in data.played[1] for unit in units[position]}
    return names({unit.id: () for listed in units.values() for unit in listed}, _unit_form, aliases)


def _is_name(name: str) -> bool:
    """Whether what a counter bears can be told from counts and from words of orders."""
    word = name.casefold()
    return any(map(str.isalpha, word)) and word not in VOCABULARY.synonyms and word not in VOCABULARY.written


def _unit_form(word: str) -> str:
    """The id that a word has the form of, "" for none: of units that short lines number."""
    word = word.casefold()
    return word if _NUMBERED_UNIT.fullmatch(word) else ""
