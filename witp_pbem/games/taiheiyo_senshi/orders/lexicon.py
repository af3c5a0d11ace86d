"""The words of the game: keywords, synonyms in English and Japanese, names of points, ships and cards."""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.taiheiyo_senshi.board import names
from witp_pbem.games.taiheiyo_senshi.board.data import Data, Printed
from witp_pbem.games.taiheiyo_senshi.board.map import Point
from witp_pbem.games.taiheiyo_senshi.orders.kinds import ORDERS
from witp_pbem.table.names import names as called
from witp_pbem.table.tokens import Lexicon

SUBJECTS = frozenset({"japan", "japanese", "allies", "allied", "we", "i", "enemy", "they", "he"})
POSSESSIVES = frozenset({"japan's", "our", "ours", "my", "enemy's", "their", "theirs"})
CONDITION_WORDS = SUBJECTS | POSSESSIVES | frozenset({
    "has", "have", "hold", "holds", "is", "used", "played", "no", "turn", "round", "point", "points", "least", "lost",
    "battle", "attack", "attacks", "air", "strength", "air-strength", "gunnery", "below", "half", "twice", "than",
    "of"})
PARTICLES = frozenset({"が", "は", "を", "の", "する", "した", "したら", "なら", "ならば", "場合", "とき"})
_SIDES = {"japan": "japan", "japanese": "japan", "jp": "japan", "日本": "japan", "日本軍": "japan",
          "allies": "allies", "allied": "allies", "al": "allies", "連合": "allies", "連合軍": "allies",
          "referee": "referee", "umpire": "referee", "審判": "referee"}
PHASES = ("setup", "reinforcement", "operations", "supply")
_PHASES = {phase: phase for phase in PHASES} | {
    "set-up": "setup", "セットアップ": "setup", "初期配置": "setup", "reinforcements": "reinforcement",
    "増援": "reinforcement", "operation": "operations", "作戦": "operations", "補給": "supply"}
# Phase -> what can answer something in it.
PHASE_KEYWORDS: dict[str, frozenset[str]] = {phase: frozenset(words.split()) for phase, words in {
    "setup": "place hit",
    "reinforcement": "place",
    "operations": "pay operate move return rebase resupply train open play pass evacuate sortie hit lose retreat stay "
                  "engage avoid extend relocate",
    "supply": "capture return rebase resupply play pass relocate",
}.items()}


def lexicon(data: Data) -> Lexicon:
    """The lexicon for the names of some data."""
    return ORDERS.lexicon(CONDITION_WORDS, sides=_SIDES, phases=_PHASES, subjects=SUBJECTS, particles=PARTICLES,
                          listing=frozenset({"to", "via", "with"}),
                          places=called(_labels(data.map.points), aliases=names.point_aliases(data)),
                          units=called(_labels(data.units), aliases=names.unit_aliases(data)),
                          cards=called(names.card_names(data)))


def _labels(things: Mapping[str, Point] | Mapping[str, Printed]) -> dict[str, tuple[str, ...]]:
    """What points or units are called, by id."""
    return {identifier: (thing.name, thing.name_ja) for identifier, thing in things.items()}
