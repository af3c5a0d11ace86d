"""The shared rooms and the general guides are true of any game: they count no players, know no hexes, no six faces, no
form of an id, and nothing by the name that one game gives it. What stands there all the same is listed with its reason.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

import witp_pbem
from witp_pbem.campaign.folder import games
from witp_pbem.table.game import Game

PACKAGE = Path(witp_pbem.__file__).parent
ROOT = PACKAGE.parent
ROOMS = ("table", "campaign", "exchange", "cli", "report", "docs")
SHORTEST = 3  # letters of a name that is looked for; shorter ones are parts of common words

# What no shared room says, by what is wrong with it.
NEVER = {
    "players are counted": r"\bother sides?\b(?! of the)|\bboth (?:sides|players)\b|\b(?:the|an) opponents?\b"
                           r"|\bthe other player\b|相手プレイヤー|両陣営|両プレイヤー",
    "a player is a man": r"\b(?:he|his|him|himself)\b|_HIS_|-his-",
    "hexes": r"\bhex(?:es|side|sides)?\b(?!\()",
    "a die has six faces": r"\b1 (?:to|-) ?6\b(?! digits)|\b1[-–]6\b|\bsix(?:-sided| faces| sides)\b|range\(1, 7\)",
    "places are four digits": r"\\d\{4\}|\[0-9\]\{4\}|\bfour digits\b",
}
# File, and what it may say: why.
ALLOWED = {
    ("cli/map.py", "hexes"): "help for boards of either shape: how many hexes, or how far by routes",
    ("docs/adding-a-game.md", "a die has six faces"): "the default of a game that declares no dice",
    ("docs/adding-a-game.md", "hexes"): "the boards that are ready to use",
    ("docs/case-files.md", "hexes"): "a problem's code, in an example of War in the Pacific",
    ("docs/fairness.md", "a player is a man"): "Ken is a player by name in its example",
    ("exchange/mailbox/files.py", "places are four digits"): "the year in the first line of a mail in a mailbox",
    ("exchange/reading/quotations.py", "places are four digits"): "the year in the head of a quotation",
    ("report/strategic_map.py", "hexes"): "draws boards of the shape `hexes`, and lists those of points",
    ("table/board.py", "hexes"): "declares the shapes a board can have",
    ("table/chart.py", "hexes"): "what a game declares of a sheet of either shape",
    ("templates/report.js", "hexes"): "a function that writes bytes in hexadecimal digits",
    ("templates/replay.js", "hexes"): "the id of the shape drawn for a place of a board of hexes",
}
DRAWING = "report/map/"  # draws boards of hexes and of points, each shape by its own geometry
# Files that name sides, places, phases or units of a game of this package: why.
OF_A_GAME = {
    "docs/adding-a-game.md": "a ship of the Lagoon is called Akagi Maru",
    "docs/case-files.md": "its examples are cases of War in the Pacific",
    "docs/logbook-format.md": "its test vectors are a campaign of War in the Pacific",
    "docs/archive.md": "its examples are campaigns of War in the Pacific",
    "docs/archive.ja.md": "its examples are campaigns of War in the Pacific",
    "docs/searching.md": "its examples are campaigns of War in the Pacific",
    "docs/searching.ja.md": "its examples are campaigns of War in the Pacific",
    "docs/trying.md": "its example is a case of War in the Pacific",
    "docs/trying.ja.md": "its example is a case of War in the Pacific",
    "docs/mails.md": "measures campaigns of War in the Pacific",
    "exchange/mailbox/providers.py": "Yahoo! Japan is a provider of mail",
    "report/forum/escape.py": "CV-2 is a counter in many games",
    "report/html.py": "CV-2 is a counter in many games",
    "table/chart.py": "the ships of its example are called as cruisers were",
}
# Words that are names in a game and mean nothing of it anywhere else.
COMMON = frozenset({"end", "start", "first", "second", "bid", "bids", "base", "bases", "event", "events", "supply",
                    "setup", "operation", "reinforcement", "turn", "tone", "japanese", "movement", "move", "rail",
                    "axis", "日本", "開始", "入札", "作戦", "補給", "戦闘", "ターン"})


def texts() -> Iterator[tuple[str, str]]:
    """Every file of the shared rooms, and the guides of the program: its path, and what it says."""
    files = [path for room in ROOMS for path in (PACKAGE / room).rglob("*") if path.suffix in (".py", ".md")]
    for path in sorted(files):
        yield str(path.relative_to(PACKAGE)), path.read_text(encoding="utf-8")
    for path in sorted(path for path in (ROOT / "templates").rglob("*") if path.is_file()):
        yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def names_of(game: Game) -> set[str]:
    """What the game calls its sides, phases, places and units, in every language; not the aliases of its places, which
    are names of the world."""
    lexicon = game.lexicon
    sides = [word for word, side in lexicon.sides.items() if side in (*game.sides, *game.players)]
    labels = [*sides, *game.phases, *lexicon.phases, *chain(*lexicon.places.own.values()),
              *lexicon.units.labels.values()]
    return {label for label in labels if label.casefold() not in COMMON
            and (len(label) >= SHORTEST or not label.isascii() and len(label) > 1)
            and not label.isdigit()}


def lines_with(pattern: str, text: str) -> list[str]:
    """The lines in which something is said, in letters of any size."""
    return [line.strip() for line in text.splitlines() if re.search(pattern, line, re.IGNORECASE)]


def lines_naming(names: Collection[str], text: str) -> list[str]:
    """The lines in which one of the names stands as a word of its own."""
    small = text.casefold()
    standing = [name for name in names if name.casefold() in small]
    pattern = "|".join(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])" if name.isascii() else re.escape(name)
                       for name in standing)
    return lines_with(pattern, text) if standing else []


@cache
def lines_of(game: str) -> dict[str, list[str]]:
    """The files that name something of a game, with the lines that do."""
    names = names_of(games.find(game)(None))
    return {path: lines for path, text in texts() if (lines := lines_naming(names, text))}


@pytest.mark.parametrize("fault", NEVER)
def test_shared_rooms_are_true_of_any_game(fault: str) -> None:
    said = {path: lines for path, text in texts() if not path.startswith(DRAWING) or fault != "hexes"
            if (lines := lines_with(NEVER[fault], text))}
    assert {path: lines for path, lines in said.items() if (path, fault) not in ALLOWED} == {}
    assert {path for path, what in ALLOWED if what == fault} <= set(said), "listed, and there no more"


@pytest.mark.parametrize("game", games.own())
def test_shared_rooms_name_nothing_of_a_game(game: str) -> None:
    said = lines_of(game)
    assert {path: lines for path, lines in said.items() if path not in OF_A_GAME} == {}


def test_what_names_something_of_a_game_is_still_there() -> None:
    assert set(OF_A_GAME) <= {path for game in games.own() for path in lines_of(game)}, "listed, and there no more"


def test_names_of_a_game_are_looked_for() -> None:
    names = names_of(games.find("witp")(None))
    assert {"japan", "allies", "operations", "Truk", "Midway", "マニラ", "JP-N-2"} <= names
    assert lines_naming(names, "--side japan\n") == ["--side japan"]
    assert not lines_naming(names, "manilas and japanned wood")
