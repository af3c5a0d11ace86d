"""A whole game of the parts it has to give: what is missing is named, and what the game gives itself comes first."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from witp_pbem.table.complete import REQUIRED, complete
from witp_pbem.table.demand import Understood
from witp_pbem.table.dice import Die
from witp_pbem.table.event import Event
from witp_pbem.table.game import Game
from witp_pbem.table.names import names
from witp_pbem.table.rulings import PlayerRuling
from witp_pbem.table.sitting import full_lexicon, read_order
from witp_pbem.table.text import read
from witp_pbem.table.tokens import Lexicon


class Outcome(NamedTuple):
    winner: str
    rule: str
    reason: str


@dataclass(frozen=True)
class Position:
    turn: int = 1
    step: str = "play"
    score: tuple[int, ...] = ()
    outcome: Outcome | None = None


class Ended(Event):
    winner: str


def parts(**more: Any) -> SimpleNamespace:
    """Coins: as little as can be given."""
    given = {
        "id": "coins", "title": "Coins", "publisher": "nobody", "sides": ("heads", "tails"), "outcome": Outcome,
        "lexicon": Lexicon(keywords=frozenset({"toss", "ruling"}), sides={"heads": "heads", "tails": "tails"},
                           words=frozenset({"for", "resign", "because", "decide"}), phases={"play": "play"},
                           places=names({"table": ("Table",)})),
        "events": {"ended": Ended}, "apply": lambda position, event: position, "open": lambda name, options: Position(),
        "step": lambda position: None, "read": lambda statement: "tossed",
        "chart": lambda position, happenings=(): None,
        "catalogue": SimpleNamespace(problems={}, demands={}, words={}, happenings={"ended": "{winner} won."}),
        "records": {"coins": {"source": "a purse"}}, "rulebook": {"coins 1.a": ("1 Tossing", "Toss it.")}}
    return SimpleNamespace(**{**given, **more})


@pytest.fixture
def game() -> Game:
    return complete(parts())


@pytest.mark.parametrize("name", REQUIRED)
def test_what_is_missing_is_named(name: str) -> None:
    given = parts()
    delattr(given, name)
    with pytest.raises(TypeError, match=f"must give {name}$"):
        complete(given)


def test_a_part_gives_all_its_members() -> None:
    steps = SimpleNamespace(step=lambda position: "rules", phases=("throw",), phase=lambda position: "throw",
                            coming_phase=lambda position: "throw")
    orders = SimpleNamespace(read=lambda statement, lexicon: (statement.keyword, sorted(lexicon.phases)),
                             read_value=lambda value: value["order"],
                             write=lambda value, name: f"{value['order']} {name('place', 'table')} {name('x', 'y')}")
    form = SimpleNamespace(to_json=lambda position: {"turn": position.turn}, from_json=lambda record: Position(9))
    book = SimpleNamespace(paragraphs=lambda rule: [(rule, "Toss it.")], listed=lambda: ["1.a"],
                           nearest=lambda rule: [])
    catalogue = SimpleNamespace(words={"place": {"table": "Table"}})
    given = parts(steps=steps, orders=orders, form=form, rulebook=book, catalogue=catalogue)
    del given.step, given.read
    own: Any = complete(given)
    position, statement = Position(), read("toss", full_lexicon(own)).statements[0]
    assert (own.step(position), own.phases, own.phase(position), own.coming_phase(position)) == (
        "rules", ("throw",), "throw", "throw")
    assert own.read(statement) == ("toss", ["play"]) and own.read_value({"order": "toss"}) == "toss"
    assert own.write({"order": "toss"}) == "toss Table y"
    assert (own.to_json(position), own.from_json({})) == ({"turn": 1}, Position(9))
    assert (own.reference("1"), own.rules(), own.nearest("2")) == ([("1", "Toss it.")], ["1.a"], [])


def test_what_the_game_gives_comes_first(game: Game) -> None:
    assert (game.dice, game.players, game.automatic, game.phases) == ((Die(6),), ("heads", "tails"), (), ("play",))
    own = complete(parts(dice=(Die(2, 0),), players=("heads",), narration=SimpleNamespace(when=lambda position: "Now")))
    assert own.dice == (Die(2, 0),) and own.players == ("heads",) and own.narration.when(Position()) == "Now"
    other = complete(parts(steps=SimpleNamespace(phases=("throw",), phase=lambda position: "throw"), phases=("toss",)))
    assert (other.phases, other.phase(Position())) == (("toss",), "throw")
    assert game.narration.when(Position(turn=3)) == "Turn 3" and own.narration.phase_name("play") == "Play"


@pytest.mark.parametrize("position", [Position(), Position(2, "end", (1, 2), Outcome("heads", "coins 1.a", "luck"))])
def test_positions_come_back_the_same(game: Game, position: Position) -> None:
    assert game.from_json(game.to_json(position)) == position
    assert game.check_position(game.to_json(position)) == () != game.check_position({"money": 3})


def test_the_referee_has_the_rulings_every_game_knows(game: Game) -> None:
    resigns, decides = 'ruling for heads: resign because "tired"', 'ruling for tails: decide "toss" because "away"'
    for text, ruling in ((resigns, PlayerRuling("heads", None, "tired")),
                         (decides, PlayerRuling("tails", "toss", "away"))):
        statement = read(text, full_lexicon(game)).statements[0]
        assert game.read(statement) == ruling
    decided, resigned = read_order(game, decides), game.resignation("heads", "tired")
    assert game.ruling_for(decided)[0] == "tails" and game.ruling_for(decided)[1].body == "tossed"  # type: ignore
    assert game.ruling_for(resigned) is None and resigned.body == PlayerRuling("heads", None, "tired")
    assert [problem.code for problem in game.judge_ruling(Position(), resigned)] == ["no-such-ruling"]  # type: ignore
    own = complete(parts(resigned=lambda position, player: [Ended("coins 1.a", "tails")]))
    verdict = own.judge_ruling(Position(), resigned)
    assert isinstance(verdict, Understood) and verdict.order["order"] == "ruling"
    wrong = game.read(read("ruling for nobody: resign", full_lexicon(game)).statements[0])
    assert [problem.code for problem in wrong] == ["unknown-word"]


@pytest.mark.parametrize(("decides", "codes"), [("tsos", ["unknown-order"]), ("", ["empty-file"]),
                                                ("toss toss", ["one-order-a-ruling"])])
def test_nobody_gives_up_because_an_order_decided_for_them_cannot_be_read(decides: str, codes: list[str]) -> None:
    own = complete(parts(resigned=lambda position, player: [Ended("coins 1.a", "tails")]))
    order: Any = read_order(own, f'ruling for tails: decide "{decides}" because "away"')
    assert own.ruling_for(order) is None
    problems: Any = own.judge_ruling(Position(), order)
    assert [(problem.code, problem.span) for problem in problems] == [(code, order.statement.span) for code in codes]


def test_rules_and_sources_are_told_from_the_data(game: Game) -> None:
    assert game.reference("1.a") == game.reference("coins 1") == [("coins 1.a Tossing", "Toss it.")]
    assert game.nearest("1.b") == ["coins 1.a"] and game.sources() == [("coins", "a purse (1)")]


def test_cases_say_fields_of_the_position(game: Game) -> None:
    rules = game.case_rules
    assert rules.give(rules.blank(), "score [4, 5]") == Position(score=(4, 5))
    played = SimpleNamespace(position=Position(score=(4,)))
    assert rules.expect(played, "score is [4]") is None and rules.expect(played, "step is end") == 'step is "play"'
    for wrong in (lambda: rules.give(rules.blank(), "money 3"), lambda: rules.expect(played, "money is 3")):
        with pytest.raises(ValueError, match="not understood: money .* begins with one of "):
            wrong()
