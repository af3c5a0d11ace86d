"""The form is the whole turn: whoever only takes away `#` orders it, in every game and language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.campaign import toy
from tests.form_players import CLOSING, LIKED, OWED, Habits, filled_in, offers, play
from tests.games.atoll.game import game as atoll
from tests.games.lagoon.game import game as lagoon
from witp_pbem.games.nimitz.game import game as nimitz
from witp_pbem.games.taiheiyo_senshi.game import game as senshi
from witp_pbem.games.wif_land.game import game as wif
from witp_pbem.games.witp.game import game as witp
from witp_pbem.table import text as orders_text
from witp_pbem.table.demand import Order
from witp_pbem.table.game import Game
from witp_pbem.table.language import LANGUAGES, speaking
from witp_pbem.table.sitting import full_lexicon, read_statement

MOST_MAILS = 4  # a turn, of both players, those refused among them
ALONE = 1.5  # mails and sittings a turn of one player against the rules, the last sitting among them
MOST_SITTINGS = 6  # a turn, of players who plan some operations and are asked again behind them
GAMES = {"witp": witp, "taiheiyo_senshi": senshi, "nimitz": nimitz, "wif_land": wif, "lagoon": lagoon, "atoll": atoll,
         "toy": toy.game}
LATER = {"wif_land": 2}  # a later turn, where the third is none


def positions(game: Game) -> Iterator[Any]:
    """The opening of every scenario, as it stands at each step of a later turn."""
    for offer in game.scenarios():
        opened = game.open(offer.name, {"last_turn": "6"} if offer.name == "short" else {})
        yield opened
        step = opened.step if offer.name == "short" else game.phases[-1]
        yield replace(opened, turn=LATER.get(game.id, 3), step=step)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_usual_order_is_read_as_it_is_written(name: str, language: str) -> None:
    game = GAMES[name]()
    with speaking(language):
        usual = {(phase, order) for position in positions(game) for player in game.players_at(position)
                 for phase in game.phases for order in game.usual(position, player, phase, game.cards[:1])}
        read = {order.text: orders_text.read(order.text, full_lexicon(game)) for _, order in usual}
        for text, written in read.items():
            assert written.statements and not written.problems, text
            for statement in written.statements:
                assert isinstance(read_statement(game, statement), Order), text
    assert {order.closes for _, order in usual} == ({True} if name == "toy" else {True, False})
    assert all({statement.keyword for statement in read[order.text].statements} <= game.keywords_of(phase)
               for phase, order in usual)


FORM = """Phase: bases
# You owe: a base.
# Legal now; remove the # in front of what you want:
# build Truk
#     # 2 RP
# build Palau
# … and 3 more

# If you like:
# redeploy all to Truk,
#     Palau
# To be asked nothing more in this phase:
# pass
"""


def test_what_is_offered_is_told_from_what_explains_it() -> None:
    lines = FORM.splitlines()
    assert [(offered.lead, lines[offered.first:offered.last]) for offered in offers(lines)] == [
        (OWED, ["# build Truk"]), (OWED, ["# build Palau"]),
        (LIKED, ["# redeploy all to Truk,", "#     Palau"]), (CLOSING, ["# pass"])]


@pytest.mark.parametrize("game", ["witp", "taiheiyo_senshi", "nimitz", "wif_land", "lagoon", "toy"])
def test_players_who_only_take_away_the_signs_play_a_game_to_its_end(tmp_path: Path, game: str) -> None:
    figures = play(tmp_path / "c", 1, game)
    assert figures["turns"] > 1 and figures["turns"] <= figures["mails"] <= MOST_MAILS * figures["turns"], figures


def test_a_player_alone_orders_a_turn_with_its_battles_in_one_file(tmp_path: Path) -> None:
    figures: Counter[str] = Counter()
    for seed in range(3):
        figures += play(tmp_path / str(seed), seed, "nimitz")
    assert max(figures["mails"], figures["sittings"]) <= ALONE * figures["turns"], figures


def test_players_who_want_to_be_asked_again_do_so_in_few_mails(tmp_path: Path) -> None:
    """Some operations at a time, with the pass behind them left out."""
    figures = play(tmp_path / "c", 3, "taiheiyo_senshi", Habits(again=("pass operation",)))
    assert figures["turns"] > 1 and figures["sittings"] <= MOST_SITTINGS * figures["turns"], figures
    assert figures["owed announcement"]


def test_a_form_as_it_comes_orders_nothing() -> None:
    class Never:
        def randrange(self, _: int) -> int:
            return 0

        def choice(self, group: list[Any]) -> Any:
            return group[0]

    taken = filled_in(FORM, Never())  # type: ignore[arg-type]
    assert not [line for line in FORM.splitlines()[1:] if line and not line.startswith("#")]
    assert "\n  build Truk\n" in taken and "\n# build Palau\n" in taken and "\n  pass\n" in taken
