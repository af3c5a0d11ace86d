"""The orders that orders.md and its Japanese edition show are read without a problem, and both say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from itertools import takewhile
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.games.taiheiyo_senshi.game import game
from witp_pbem.games.taiheiyo_senshi.orders.lexicon import PHASES
from witp_pbem.games.taiheiyo_senshi.words import wording
from witp_pbem.table import manual_dice, text
from witp_pbem.table.demand import Condition, Order
from witp_pbem.table.language import JAPANESE, speaking
from witp_pbem.table.problem import Span
from witp_pbem.table.sitting import full_lexicon, problems_of, read_manual, read_statement
from witp_pbem.table.text import OrdersText, Statement

GAME: Any = game()
LEXICON = full_lexicon(GAME)
DOCS = {name: resources.files("witp_pbem.games.taiheiyo_senshi").joinpath("docs", name).read_text(encoding="utf-8")
        for name in ("orders.md", "orders.ja.md")}
# The headings of sections and tables, page by page.
SECTIONS = [{"orders.md": english, "orders.ja.md": japanese} for english, japanese in (
    ("Your first turn", "はじめてのターン"), ("Words", "言葉"), ("The orders", "命令"),
    ("Wishes for battles", "戦闘での希望"),
    ("Orders given ahead", "先に出しておく命令"))]
ORDERS = SECTIONS[2]
HEADS = {"orders.md": ("| phase | order | rule |", "| condition | holds |", "| order | meaning |",
                       "| English | Japanese |"),
         "orders.ja.md": ("| フェイズ | 命令 | ルール |", "| 条件 | 成り立つのは |", "| 命令 | 意味 |",
                          "| 日本語 | 英語 |")}


def section(page: str, title: str) -> str:
    return page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def blocks(page: str) -> list[str]:
    """The indented blocks of a page."""
    known: list[list[str]] = [[]]
    for line in page.splitlines():
        if line.startswith("    "):
            known[-1].append(line)
        elif line.strip() and known[-1]:
            known.append([])
    return [dedent("\n".join(block)) for block in known if block]


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the table that is headed so."""
    lines = (line.strip() for line in page.partition(heading)[2].splitlines()[2:])
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in
            takewhile(lambda line: line.startswith("|"), lines)]


def quoted(cell: str) -> list[str]:
    return re.findall("`([^`]+)`", cell)


def shown(name: str) -> Iterator[tuple[str, str]]:
    """Every order of a page's table with its phase."""
    for phase, cell, *_ in rows(section(DOCS[name], ORDERS[name]), HEADS[name][0]):
        for words in quoted(cell):
            yield phase, words


def bodies(statement: Statement) -> list[Any]:
    """What a statement and those that stand in for it say, without the places where it stands."""
    order = read_statement(GAME, statement)
    assert isinstance(order, Order)
    conditions = [condition.phrase for condition in (*order.conditions, *filter(None, [order.until]))]
    return [unplaced(order.body), *(unplaced(other.body) for other in order.alternatives), *conditions]


def unplaced(value: Any) -> Any:
    """A body of an order without spans and the words it was written in."""
    if isinstance(value, Span):
        return None
    if hasattr(value, "_fields"):
        return [type(value).__name__, *(unplaced(getattr(value, name)) for name in value._fields if name != "text")]
    return [unplaced(item) for item in value] if isinstance(value, tuple | list) else value


def understood(words: str) -> OrdersText:
    read = text.read(words, LEXICON)
    assert not read.problems, (words, read.problems)
    for statement in read.statements:
        assert isinstance(read_statement(GAME, statement), Order), (words, read_statement(GAME, statement))
    return read


@pytest.mark.parametrize("title", SECTIONS, ids=lambda title: title["orders.md"])
def test_both_pages_show_the_same_blocks(title: dict[str, str]) -> None:
    english, japanese = ([[bodies(statement) for statement in understood(words).statements]
                          for words in blocks(section(page, title[name]))] for name, page in DOCS.items())
    assert english == japanese
    assert english or title in SECTIONS[1:3]


@pytest.mark.parametrize("name", DOCS)
def test_the_first_turn_of_the_guide_can_be_played(name: str, tmp_path: Path) -> None:
    """Its blocks, as the players of a new campaign send them: nothing is wrong, both moves are made, and nobody is
    asked anything more in the turn."""
    allies, operations, supply = blocks(section(DOCS[name], SECTIONS[0][name]))[:3]
    folder = tmp_path / "seas"
    create(folder, Wishes(game="taiheiyo_senshi", seed="guide"))
    for turn, side, orders in (
            (0, "allies", allies), (0, "japan", "place any\nhit any"),
            (1, "allies", "place any at West Coast\npass"),
            (1, "japan", f"Phase: operations\n{operations}\nPhase: supply\n{supply}")):
        adjudicate(folder)
        text_of_file = f"Campaign: seas\nTurn: {turn}\nSide: {side}\n{orders}\n"
        recorded = submit(folder, [(f"{side}.txt", text_of_file.encode())])
        assert recorded.stands, [problem for file in recorded.checked for problem in file.problems]
    adjudicate(folder)
    moved = [act["route"][-1] for entry in open_campaign(folder).entries for act in entry.get("acts", ())
             if act.get("event") == "ships-moved"]
    assert moved == ["midway", "philippines"] and open_campaign(folder).turn == 2


def test_the_example_of_an_invitation_means_the_same_in_both_languages() -> None:
    english, japanese = ([bodies(statement) for statement in understood(example).statements]
                         for example in map(_example, ("en", JAPANESE)))
    assert english == japanese and len(english) == 5


def _example(code: str) -> str:
    with speaking(code):
        return str(wording.words["example"]["orders"])


@pytest.mark.parametrize(("phase", "words"), [pair for name in DOCS for pair in shown(name)])
def test_the_table_of_orders(phase: str, words: str) -> None:
    assert phase in PHASES
    for statement in understood(words).statements:
        assert statement.keyword in GAME.keywords_of(phase), (phase, words)


def test_both_tables_of_orders_say_the_same() -> None:
    english, japanese = ([[bodies(statement) for statement in understood(words).statements]
                          for _, words in shown(name)] for name in DOCS)
    for first, second in zip(english, japanese, strict=True):
        assert first == second


@pytest.mark.parametrize("name", DOCS)
@pytest.mark.parametrize("phase", PHASES)
def test_the_table_of_orders_names_every_keyword(name: str, phase: str) -> None:
    """Those of a phase under it; Japan's hits of turn 0, and cards that go with anything, stand under operations."""
    named = {of: {statement.keyword for phase, words in shown(name) if phase == of
                  for statement in understood(words).statements} for of in PHASES}
    assert named[phase] <= GAME.keywords_of(phase)
    assert GAME.keywords_of(phase) <= named[phase] | {"hit"}
    assert set().union(*named.values()) == set().union(*(GAME.keywords_of(phase) for phase in PHASES))


@pytest.mark.parametrize("name", DOCS)
def test_units_named_in_the_text_are_understood(name: str) -> None:
    """What the chapter on words shows as units, points and cards are such."""
    points, units, cards = section(DOCS[name], SECTIONS[1][name]).strip().split("\n\n")
    for point in quoted(points):
        if not point.startswith("witp-pbem"):
            understood(f"retreat to {point}")
    for unit in quoted(units):
        of = " ships" if unit in ("face-down", "裏") else ""
        understood(f"return {unit}{of} from Truk to Japan")
    for card in quoted(cards):
        understood(f"play {card}")


def test_both_tables_of_conditions_say_the_same() -> None:
    english, japanese = ([words for cell, _ in rows(page, HEADS[name][1]) for words in quoted(cell)]
                         for name, page in DOCS.items())
    for first, second in zip(english, japanese, strict=True):
        assert [bodies(statement) for statement in understood(f"if {first}: pass end").statements] == [
            bodies(statement) for statement in understood(f"もし {second}： パス 終わり").statements], second


@pytest.mark.parametrize("words", [words for name, page in DOCS.items() for cell, _ in rows(page, HEADS[name][1])
                                   for words in quoted(cell)])
def test_the_table_of_conditions(words: str) -> None:
    colon = "" if words.isascii() else ":"  # which may be missing in English only
    for head in (f"if {words}:", f"unless {words}{colon}", f"standing until {words}:"):
        (statement,) = understood(f"{head} pass end").statements
        order = read_statement(GAME, statement)
        assert isinstance(order, Order)
        assert isinstance(order.until, Condition) if head.startswith("standing") else len(order.conditions) == 1


@pytest.mark.parametrize("words", [quoted(cell)[0] for name, page in DOCS.items()
                                   for cell, _ in rows(page, HEADS[name][2])])
def test_the_table_of_the_referee(words: str) -> None:
    (statement,) = text.read(words, LEXICON).statements
    if statement.keyword in manual_dice.KEYWORDS:
        assert not problems_of(read_manual(GAME, statement))
    else:
        assert isinstance(read_statement(GAME, statement), Order), words


@pytest.mark.parametrize(("english", "japanese"), [
    (quoted(first)[0], word) for first, second in [
        *rows(DOCS["orders.md"], HEADS["orders.md"][3]),
        *((second, first) for first, second in rows(DOCS["orders.ja.md"], HEADS["orders.ja.md"][3]))]
    for word in re.split("[、,] *", second.strip("`"))])
def test_the_table_of_japanese_words(english: str, japanese: str) -> None:
    first, second = (LEXICON.synonyms.get(word, word) for word in (english, japanese))
    assert first == second


def test_the_table_of_japanese_words_has_every_keyword() -> None:
    listed = {quoted(first)[0] for first, _ in rows(DOCS["orders.md"], HEADS["orders.md"][3])}
    assert set().union(*(GAME.keywords_of(phase) for phase in PHASES)) <= listed
    assert listed == {quoted(second)[0] for _, second in rows(DOCS["orders.ja.md"], HEADS["orders.ja.md"][3])}
