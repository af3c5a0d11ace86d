"""What names in a query mean in each game: places, units, cards, sides, kinds of counters, by any of their names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from witp_pbem.archive import naming
from witp_pbem.archive.store.engine import folded
from witp_pbem.report.phrases import side_name
from witp_pbem.table.chart import CounterKind
from witp_pbem.table.game import Game
from witp_pbem.table.language import LANGUAGES, speaking
from witp_pbem.table.names import key
from witp_pbem.table.sitting import full_lexicon

Meanings = Mapping[str, tuple[str, ...]]  # game -> ids, or name -> codes


def games() -> Meanings:
    """The codes of games by what they are called, in small letters: their code, their title, or the word before the
    number of a rule of theirs."""
    codes: dict[str, tuple[str, ...]] = {}
    for code, game in naming.installed_games().items():
        for language in LANGUAGES:
            with speaking(language):
                for name in (code, game.title, game.cites):
                    codes[folded(name)] = tuple(dict.fromkeys((*codes.get(folded(name), ()), code)))
    return codes


def scenarios() -> Meanings:
    """The codes of scenarios by what they are called, in small letters: their code, or their title."""
    codes: dict[str, tuple[str, ...]] = {}
    for code, game in naming.installed_games().items():
        for offer in game.scenarios():
            for language in LANGUAGES:
                with speaking(language):
                    for name in (offer.name, naming.scenario(code, offer.name)):
                        codes[folded(name)] = tuple(dict.fromkeys((*codes.get(folded(name), ()), offer.name)))
    return codes


def options() -> list[str]:
    """The names of all options with which campaigns can be founded."""
    return [offer.name for game in naming.installed_games().values() for offer in game.options()]


def rules() -> list[str]:
    """The ids of all rules, the game's word before the number: "witp 9.6.3.a"."""
    return [rule.id for game in naming.installed_games().values() for rule in game.rules()]


def places(name: str) -> Meanings:
    """The places of a name, or with an id."""
    return _of_games(lambda game: full_lexicon(game).places.meanings(key(name), name))


def units(name: str) -> Meanings:
    """The units of a name, or with an id."""
    return _of_games(lambda game: full_lexicon(game).units.meanings(key(name), name))


def cards(name: str) -> Meanings:
    """The cards of a name, or with an id."""
    return _of_games(lambda game: full_lexicon(game).cards.meanings(key(name), name))


def sides(name: str) -> Meanings:
    """The side of a name in each game: as in orders, as it is shown, or its code."""
    return _of_games(lambda game: (side,) if (side := _sides(game).get(name.strip().casefold())) else ())


def kinds(name: str) -> Meanings:
    """The codes of kinds of counters by their name, as in the map's legend, their letters, or their code."""
    return _of_games(lambda game: _kinds(game).get(key(name), ()))


def known(kind: str) -> list[str]:
    """Every name of a "place", "unit" or "card", of which the nearest is named to whoever misspelt one: as its game
    writes it, or in small letters where no game does."""
    written: dict[str, str] = {}
    for game in naming.installed_games().values():
        written |= {name: name for name in getattr(full_lexicon(game), f"{kind}s").ids if name not in written}
        for language in LANGUAGES:
            with speaking(language):
                called = {name.removesuffix(f" ({code})") for code, name in game.catalogue.words.get(kind, {}).items()}
                written |= {key(name): name for name in called}
    return sorted(written.values())


def known_sides() -> list[str]:
    """Every name of a side."""
    return sorted({name for game in naming.installed_games().values() for name in _sides(game)})


def known_kinds() -> list[str]:
    """Every name of a kind of counters."""
    return sorted({name for game in naming.installed_games().values() for name in _kinds(game)})


@cache
def _sides(game: Game) -> Mapping[str, str]:
    called = {**game.lexicon.sides, **{side.casefold(): side for side in game.sides}}
    for language in LANGUAGES:
        with speaking(language):
            called |= {side_name(game, side).casefold(): side for side in game.sides}
    return called


@cache
def _kinds(game: Game) -> Mapping[str, tuple[str, ...]]:
    codes: dict[str, tuple[str, ...]] = {}
    for name, code in _named_kinds(game):
        codes[name] = tuple(dict.fromkeys((*codes.get(name, ()), code)))
    return codes


def _named_kinds(game: Game) -> Iterator[tuple[str, str]]:
    for language in LANGUAGES:
        with speaking(language):
            charts = list(naming.openings(game))
            legend = [sign for chart in charts[:1] for sign in chart.sheet.key if isinstance(sign, CounterKind)]
            for kind in dict.fromkeys((*legend, *(stack.kind for chart in charts for stack in chart.stacks))):
                for name in (kind.name, kind.sign, kind.code, kind.name.removesuffix("s"),
                             f"{kind.name}s"):
                    yield key(name), kind.code


def _of_games(look: Callable[[Game], Iterable[str]]) -> Meanings:
    return {code: ids for code, game in naming.installed_games().items() if (ids := tuple(look(game)))}
