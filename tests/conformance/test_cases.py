"""The rulebooks' examples, played. One test a case of every game that has any; the files are described in
witp_pbem/docs/case-files.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from witp_pbem.campaign.folder import case_games, games
from witp_pbem.games.common.order_values import ordered
from witp_pbem.table import case_text, cases
from witp_pbem.table.cases import Case, CaseResult
from witp_pbem.table.coverage import coverage
from witp_pbem.table.demand import Demand, Due
from witp_pbem.table.expectations import PlayedCase, expect
from witp_pbem.table.game import Game
from witp_pbem.table.problem import invalid

PACKAGE = Path(__file__).parents[2] / "witp_pbem"
FOLDERS = sorted({path.parent for path in Path(__file__).parent.glob("*/*.case")})
GAMES: dict[str, Game] = {folder.name: games.packaged(folder.name) for folder in FOLDERS}
GAME: Any = GAMES["witp"]  # that of the cases in the documents
CASES = {folder.name: [case for path in sorted(folder.glob("*.case")) for case in cases.read_file(path)]
         for folder in FOLDERS}
# EX-30 is about the optional sudden-death victory.
EXAMPLES = {"witp": [f"EX-{number:02d}" for number in range(1, 30)],
            "taiheiyo_senshi": [f"E-{number:02d}" for number in range(1, 53)],
            "nimitz": [f"NX-{number:02d}" for number in range(1, 101)],
            "wif_land": [*(f"W-EX-{number}" for number in range(1, 6)),
                         *(f"W-D-{number:02d}" for number in range(1, 26))]}


def parameters() -> Iterator[Any]:
    """The cases, each with its game."""
    for name, of_game in CASES.items():
        for case in of_game:
            yield pytest.param(GAMES[name], case, id=f"{name}: {Path(case.file).stem}: {case.name}")


@pytest.mark.parametrize(("game", "case"), list(parameters()))
def test_the_case_holds(game: Game, case: Case) -> None:
    result = cases.run(*case_games.prepared(case, game.id))
    assert result.passed, "\n" + "\n".join(result.failures)


@pytest.mark.parametrize("name", GAMES)
def test_every_header_says_what_it_has_to(name: str) -> None:
    """A source, rules that exist, and the number of the ruling where one is followed."""
    wrong = [f"{case.file}:{case.line}: {fault}" for case in CASES[name] for fault in faults(GAMES[name], case)]
    assert not wrong, "\n" + "\n".join(wrong)


def faults(game: Game, case: Case) -> Iterator[str]:
    """What is wrong with a case's header."""
    if not case.header.get("source"):
        yield "source: is missing"
    if not case.covers:
        yield "covers: is missing"
    rules = {rule.id for rule in game.rules()}  # and "card 1942-03 japan" for every side of a card
    yield from (f"no such rule: {rule}" for rule in case.covers if rule not in rules)
    if "ruling" in case.header:
        named = re.findall(r"\b[A-Z]-[0-9]+", case.header["ruling"])
        if not named:
            yield "the ruling has no number"
        yield from (f"no such ruling: {ruling}" for ruling in named if not game.reference(ruling))


@pytest.mark.parametrize("name", GAMES)
def test_no_two_cases_have_the_same_name(name: str) -> None:
    names = [case.name for case in CASES[name]]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_proven_by_a_case(name: str) -> None:
    claims = [CaseResult(case.name, case.file, case.covers, (), name) for case in CASES[name]]  # each holds, see above
    missing = [proof.rule.id for proof in coverage(claims, GAMES[name]) if not proof.cases and not proof.rule.defines]
    assert not missing, f"no case covers {', '.join(missing)}"


@pytest.mark.parametrize("name", GAMES)
def test_every_example_of_the_rulebook_is_a_case(name: str) -> None:
    sources = " ".join(case.header["source"] for case in CASES[name])
    missing = [example for example in EXAMPLES[name] if not re.search(rf"\b{example}\b", sources)]
    assert not missing, f"no case is {', '.join(missing)}"


# -- a wrong case fails, where it is wrong ---------------------------------------------------------------------

WRONG = """\
case: Manila, one point too cheap
covers: witp 8.4.e

given
  points Japan 5, Allies 0
  at Palembang: 1 Japanese naval, 1 Japanese land

orders Japan
  target Brunei from Palembang: 1 naval carrying 1 land
  pass

expect
  event impulse-made: target Brunei, cost 1
  points Japan 3
  at Brunei: 1 Japanese naval, [1 Japanese land]
"""


def failures(text: str) -> tuple[str, ...]:
    (case,) = cases.read(text, "wrong.case")
    return cases.run(case, GAME).failures


def test_a_wrong_case_fails_with_file_and_line() -> None:
    assert failures(WRONG) == (
        "wrong.case:13: no such impulse-made; the nearest has cost 2",
        "wrong.case:15: at Brunei (0508) missing: [1 Japanese land]; besides: JP-L-1")


def test_cards_that_are_missing_are_asked_of_the_referee_in_the_tables_words() -> None:
    """"card" is a demand of the game's too."""
    text = "case: Cards\ncovers: witp 4.2.a\n\ngiven\n  turn 3\n  step events\n  at Guam: 1 Japanese land\n"
    text += "\nexpect\n  points Japan 0\n"
    assert failures(text) == ("wrong.case:1: draw a card from the deck 1942 for Japan",)


@pytest.mark.parametrize(("line", "words"), [
    ("ships at Manila",
     "not understood: ships at Manila; a line of 'given' begins with one of until, data, scenario, short"),
    ("turn", "something is missing in: turn"),
    ("turn many", "a number, not 'many'"),
    ("turn 17", "there is no turn 17"),
    ("step breakfast", "no such step: breakfast; there are start, events"),
    ("scenario s1850", 's1850'),
    ("points China 3", "a side, japan or allies, not 'china'"),
    ("points Japan", "something is missing in: points Japan"),
    ("at Manilla: 1 US land", 'There is no place called "Manilla".'),
    ("at 9999: 1 US land", "no such place: 9999"),
    ("at Manila: 1 land", "say how many, of which nation and of which type, as in 2 US naval: 1 land"),
    ("at Manila: 99 US land", "there are not so many counters: 99 US land"),
    ("at Manila: US-L-99", "no such unit: US-L-99"),
    ("at Manila: 1 US lande", "say how many, of which nation and of which type, as in 2 US naval: 1 US"),
    ("at Manila: lande", "units, such as 2 US naval, not 'lande'"),
    ("at Manila: 1 US carrier carrying 1 US land", "no ship is left to carry US-L-1"),
    ("at Manila: 1 US land twice", "not understood: twice"),
    ("bases Japan: Truk, Atlantis", 'There is no place called "Atlantis".'),
    ("water UK-N-1 west", "no west sea"),
    ("hand Japan: 1941-01", "no such card: 1941-01"),
    ("card in force 1942-03 Japan", "has no lasting effect when japan uses it"),
    ("option free_beer yes", 'There is no option "free_beer".'),
])
def test_a_line_of_given_that_is_not_understood_fails(line: str, words: str) -> None:
    text = WRONG.replace("at Palembang: 1 Japanese naval, 1 Japanese land",
                         f"at Palembang: 1 Japanese land, 1 UK naval\n  {line}")
    (failure,) = failures(text)
    assert failure.startswith("wrong.case:7: ")
    assert words in failure


@pytest.mark.parametrize(("line", "words"), [
    ("ships at Manila", "not understood: ships at Manila; a line of 'expect' begins with one of event, no event"),
    ("unit JP-L-1: tired", "a unit is not described by 'tired'"),
    ("unit JP-L-99: full", "no such unit: jp-l-99"),
    ("zone Japan: Atlantis", 'There is no place called "Atlantis".'),
    ("points Japan 3, Allies", "something is missing in: points Japan 3, Allies"),
    ("at Manila: nobody else", "not understood: else"),
    ("winner Prussia", "a side, japan or allies, not 'prussia'"),
    ("winner Allies", "winner: nobody"),
    ("bases Japan: Truk", "bases of japan: none"),
    ("control Allies: Brunei, Manila", "not controlled by allies: Brunei (0508)"),
    ("battle goes on at Manila", "battles go on at: none"),
    ("hand Japan: 1942-01", "hand of japan: empty"),
    ("unit JP-L-1: full, at Manila", "JP-L-1 is ashore, full, map, at Brunei (0508)"),
    ("stacks left Japan 3", "stacks left: japan 9"),
    ("zone Japan: Manila", "zone of japan: none"),
])
def test_a_line_of_expect_that_fails_says_why(line: str, words: str) -> None:
    text = WRONG[:WRONG.index("expect\n")] + f"expect\n  {line}\n"
    (failure,) = failures(text)
    assert failure.startswith("wrong.case:13: ")
    assert words in failure


def test_an_order_that_is_offered_though_illegal_is_found_in_any_words() -> None:
    game = GAMES["taiheiyo_senshi"]
    blank = game.case_rules.blank()
    move = ordered("move", units=["jp_kumano"], origin="truk", to="samoa", via=["rabaul", "solomons"])
    demand = Demand("japan", "operation", "", frozenset({"move"}), lambda order: (invalid("no"),), lambda: [move])
    played = PlayedCase(blank, blank, (), (), (Due(demand),), lambda slot: None)
    order = "move Kumano from Truk via Rabaul, Solomons to Samoa"
    assert expect(game, played, f"choice Japan: {order}") is None
    assert expect(game, played, f"no choice Japan: {order}") == f"offered although it should not be: {order}"
    assert expect(game, played, "no choice Japan: move Kumano from Truk to Samoa") is None


# -- the documents ---------------------------------------------------------------------------------------------


def section(title: str, game: str = "witp") -> str:
    """What stands below a heading, in the document of all games, then in that of one."""
    texts = ("\n" + path.read_text(encoding="utf-8") for path in documents(game))
    return "\n".join(text.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0] for text in texts
                     if f"\n## {title}\n" in text)


def documents(game: str) -> tuple[Path, ...]:
    return PACKAGE / "docs" / "case-files.md", PACKAGE / "games" / game / "docs" / "case-lines.md"


def documented(title: str, game: str = "witp") -> list[str]:
    """The lines the first column of a section's tables shows, one for each pair of backticks."""
    rows = [row.split("|")[1] for row in section(title, game).splitlines() if row.startswith("| `")]
    return [line for row in rows for line in re.findall(r"`([^`]+)`", row)]


def lines(title: str) -> list[tuple[str, str]]:
    """The same with each game."""
    return [(game, line) for game in GAMES for line in documented(title, game)]


def shown_case() -> str:
    """The case the document begins with."""
    block = [line[4:] for line in section("A whole case").splitlines() if line.startswith("    ") or not line]
    return "\n".join(block).strip("\n")


def test_the_documented_case_holds() -> None:
    (case,) = cases.read(shown_case(), "brunei.case")
    result = cases.run(case, GAME)
    assert result.passed, result.failures


@pytest.mark.parametrize("game", GAMES)
def test_the_cases_shown_with_a_games_own_lines_hold(game: str) -> None:
    text = documents(game)[1].read_text(encoding="utf-8")
    shown = "\n".join(line[4:] for line in text.splitlines() if line.startswith("    ") or not line)
    for case in cases.read(shown, "shown.case") if shown.strip() else ():
        result = cases.run(*case_games.prepared(case, game))
        assert result.passed, result.failures


def test_the_documented_failure_is_the_one_that_is_printed() -> None:
    (case,) = cases.read(shown_case().replace("points Japan 3", "points Japan 4"), "brunei.case")
    (failure,) = cases.run(case, GAME).failures
    assert f"        {failure}\n" in section("Running it")


def test_every_heading_is_documented() -> None:
    shown = documented("The form of the file")
    for heading in case_text.HEADERS:
        assert f"{heading}:" in shown
    assert {line.split()[0] for line in shown if not line.endswith(":")} == set(case_text.SECTIONS)


@pytest.mark.parametrize(("game", "line"), [(game, line) for game, line in lines("The lines of `given`")
                                            if not line.startswith("until")])
def test_every_documented_line_of_given_is_understood(game: str, line: str) -> None:
    rules = GAMES[game].case_rules
    position = rules.blank()
    if game == "witp":
        position = rules.give(position, "at Bangkok: UK-N-1, JP-N-1")
    rules.give(position, line)


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_line_is_documented(game: str) -> None:
    rules = GAMES[game].case_rules
    given = {line.split()[0].casefold() for line in documented("The lines of `given`", game)}
    assert given == {*rules.given, "until"}
    expected = {line.split()[0].casefold()
                for title in ("The lines of `expect`", "The lines of `given` and `expect`")
                for line in documented(title, game)}
    assert expected >= {*rules.expected, "event", "no", "problem", "owes", "nothing"}


@pytest.mark.parametrize(("game", "line"), [(game, line) for game, line in lines("The lines of `expect`")
                                            if line.split()[0] in GAMES[game].case_rules.expected])
def test_every_documented_line_of_expect_is_understood(game: str, line: str) -> None:
    rules = GAMES[game].case_rules
    blank = rules.blank()
    rules.expect(PlayedCase(blank, blank, (), (), (), lambda slot: None), line)


@pytest.mark.parametrize("game", GAMES)
def test_the_documented_steps_are_those_of_the_game(game: str) -> None:
    listed = section("The lines of `given`", game).split("The steps: ", 1)[1].split(".", 1)[0]
    assert tuple(re.findall(r"`([^`]+)`", listed)) == GAMES[game].case_rules.steps


@pytest.mark.parametrize("game", GAMES)
def test_the_documented_events_have_those_values(game: str) -> None:
    table = section("The lines of `expect`", game).split("| event | values |", 1)[1]
    for row in table.splitlines():
        if not row.startswith("| `"):
            continue
        _, names, values, _ = row.split("|")
        fit = [name for code in re.findall(r"`([^`]+)`", names) for name in GAMES[game].events[code].names]
        for value in re.findall(r"`([^`]+)`", values):
            assert value.split(".")[0] in fit, row
