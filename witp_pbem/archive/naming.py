"""What games call what an archive keeps as codes: games, scenarios, sides, places, cards; and how a campaign stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from witp_pbem.campaign.folder import games
from witp_pbem.report.phrases import side_name
from witp_pbem.table.chart import Chart
from witp_pbem.table.game import Game
from witp_pbem.table.language import say


def game_of(name: str) -> Game | None:
    """A game with the data that come with it, None where it is not installed here, or cannot be loaded."""
    try:
        return games.packaged(name) if games.is_known(name) else None
    except Exception:  # whatever the package of a game does: it costs only the names of that game
        return None


def installed_games() -> dict[str, Game]:
    """All games that can be named here, by their codes."""
    codes = sorted({*games.own(), *games.installed()})
    return {code: game for code in codes if (game := game_of(code)) is not None}


def openings(game: Game) -> Iterator[Chart]:
    """The maps on which the scenarios of a game begin, but for those that need an option."""
    for offer in game.scenarios():
        opening: Any = game.open(offer.name, {})
        if not isinstance(opening, tuple):
            yield game.narration.chart(opening, overlaid=False)


def title(name: str) -> str:
    """A game's title."""
    game = game_of(name)
    return game.title if game else name


def scenario(name: str, code: str) -> str:
    """What a game calls a scenario."""
    game = game_of(name)
    offered = {offer.name: offer.text.rstrip(".。") for offer in game.scenarios()} if game else {}
    called = word(name, "scenario", code)
    return called if called != code else offered.get(code, code)


def side(name: str, code: str) -> str:
    """What a game calls a side; nobody where there is none."""
    game = game_of(name)
    return side_name(game, code) if game and code else code or say("nobody")


def word(name: str, vocabulary: str, code: str) -> str:
    """What a game calls a place, a card, or another thing of which it has a vocabulary."""
    game = game_of(name)
    return str(game.catalogue.words.get(vocabulary, {}).get(code, code)) if game else code


def place(name: str, code: str, *, own_map: bool) -> str:
    """What a game calls a place; on a map of the players' own, of which it knows nothing, the place's id; nowhere is
    nothing."""
    return code if own_map or not code else word(name, "place", code)


def standing(name: str, winner: str | None, turn: int) -> str:
    """How a campaign stands, in a clause.

    Args:
        name: of the game.
        winner: a side, "" for a draw, None while it goes on.
    """
    if winner is None:
        return say("in progress, turn {turn}", turn=turn)
    if not winner:
        return say("a draw in turn {turn}", turn=turn)
    return say("won by {side} in turn {turn}", side=side(name, winner), turn=turn)


def ending(name: str, winner: str, reason: str) -> str:
    """How a campaign ended and why, in a sentence of the game's; "" where nobody won or the game is not known."""
    game = game_of(name)
    return game.narration.ending({"winner": winner, "reason": reason, "rule": ""}) if game and winner else ""
