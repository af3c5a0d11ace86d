"""The game speaks through its catalogue: nothing is put before a reader in English that a translator cannot reach."""

from __future__ import annotations

import ast
import copy
import gettext
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.campaigns import play
from tests.games.witp import reading
from tests.report.stories import busy_turn, delayed_entry, short_game
from tests.stand_ins import translations
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.games.common import order_values
from witp_pbem.games.common.advice import advised
from witp_pbem.games.common.order_values import UnitSpec
from witp_pbem.games.common.reference import Ruling
from witp_pbem.games.witp import game
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.events import ImpulseMade, Ruled
from witp_pbem.games.witp.game import game as new_game
from witp_pbem.games.witp.orders import kinds
from witp_pbem.games.witp.rules.conditions import read as read_condition
from witp_pbem.games.witp.telling.reference import BOOK
from witp_pbem.locale.catalogues import homes, messages
from witp_pbem.table import text
from witp_pbem.table.acts import Answered, Forced
from witp_pbem.table.demand import Condition, Order, Understood
from witp_pbem.table.language import speaking
from witp_pbem.table.phrase import Phrase, phrase
from witp_pbem.table.problem import Problem, Span, illegal, invalid
from witp_pbem.table.sitting import read_order
from witp_pbem.table.story import BattleCard, Columns, Paragraph, Reckoning, Section
from witp_pbem.table.wording import fill, nearest_legal, phrase_words

ROOM = Path(game.__file__).parent
GAME: Any = game.game()
PARTS = {"Paragraph": (0,), "Section": (0,), "Columns": (0, 1, 2), "Row": (1,), "Reckoning": (0, 1), "BattleCard": (0,),
         "BattleSide": (1, 2, 3, 4)}  # a block of a report -> which of its values are words
KEYWORDS = ("text", "title", "caption", "role", "foot")  # values that are words, where they are named


def calls(path: Path) -> Iterator[ast.Call]:
    return (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))


def named(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


MESSAGES = {"say": slice(0, 1), "plural": slice(1, 3), "term": slice(0, 2)}  # call -> which of its values are messages
OF_DATA = ("bidding.py", "game.py", "tellers.py", "cards.py", "names.py", "reference.py")  # they tell texts of the data
DATUM = (ast.Name, ast.Attribute, ast.Subscript)


# -- what can be collected ------------------------------------------------------------------------------------


def test_messages_are_written_out_and_can_be_collected() -> None:
    """A message that is put together at run time is in no catalogue. What `say` alone gets otherwise are texts of the
    data files, which data.json lists."""
    wrong, seen = [], 0
    for path in sorted(ROOM.rglob("*.py")):
        for call in calls(path):
            written = call.args[MESSAGES.get(named(call), slice(0))]
            seen += bool(written)
            of_data = named(call) == "say" and path.name in OF_DATA and isinstance(written[0], DATUM)
            if not of_data and not all(map(is_text, written)):
                wrong.append(f"{path.name}:{call.lineno}")
    assert seen > 300
    assert wrong == []


def test_texts_of_the_data_are_in_the_catalogue() -> None:
    listed = {text for message in messages(next(home for home in homes() if home.domain == "witp"))
              if isinstance(text := message.text, str)}
    texts = {text for entry in BOOK.entries.values() for text in (
        entry.title, entry.text, *((entry.problem, entry.reason) if isinstance(entry, Ruling) else ()))}
    texts |= {card[side]["text"] for card in packaged().cards.values() for side in GAME.sides}
    texts |= {rule["text"] for scenario in packaged().scenarios.values() for rule in scenario.get("special_rules", ())}
    texts |= {option["text"] for option in packaged().options.values()}
    assert len(texts) > 700
    assert texts - {""} <= listed


def test_places_of_a_message_and_its_values_are_the_same() -> None:
    wrong = []
    for path in sorted(ROOM.rglob("*.py")):
        for call in calls(path):
            if named(call) not in ("say", "plural") or any(keyword.arg is None for keyword in call.keywords):
                continue
            given = {keyword.arg for keyword in call.keywords} | ({"n"} if named(call) == "plural" else set())
            for message in call.args:
                if is_text(message):
                    places = {name for _, name, _, _ in string.Formatter().parse(message.value) if name}
                    if given != places and not (named(call) == "plural" and given - places <= {"n"}):
                        wrong.append(f"{path.name}:{call.lineno}: {sorted(given ^ places)}")
    assert wrong == []


def words_given(call: ast.Call) -> Iterator[ast.expr]:
    """What a block of a report is given as words, tuples and lists taken apart."""
    waiting = [call.args[place] for place in PARTS[named(call)] if place < len(call.args)]
    waiting += [keyword.value for keyword in call.keywords if keyword.arg in KEYWORDS]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Tuple | ast.List):
            waiting += node.elts
        elif isinstance(node, ast.Starred):
            waiting.append(node.value)
        elif isinstance(node, ast.IfExp):
            waiting += [node.body, node.orelse]
        elif isinstance(node, ast.BoolOp):
            waiting += node.values
        else:
            yield node


def has_letters(node: ast.expr) -> bool:
    """Whether a text written out, or the fixed part of an f-string, has words in it."""
    fixed = node.values if isinstance(node, ast.JoinedStr) else [node]
    return any(isinstance(part, ast.Constant) and isinstance(part.value, str) and re.search("[A-Za-z]", part.value)
               for part in fixed)


def test_blocks_of_a_report_get_no_english() -> None:
    """What stands in a paragraph, a heading, a cell comes out of `say`, the vocabularies or the phrases."""
    wrong, seen = [], 0
    for path in sorted(ROOM.rglob("*.py")):
        for call in calls(path):
            if named(call) in PARTS:
                seen += 1
                wrong += [f"{path.name}:{node.lineno}" for node in words_given(call) if has_letters(node)]
    assert seen > 80
    assert wrong == []


# -- a language without letters -------------------------------------------------------------------------------


def hidden(message: str) -> str:
    """A message with a dot for each letter, and its places as they are."""
    return re.sub(r"\{[^{}]*\}|[A-Za-z]", lambda match: match[0] if match[0].startswith("{") else "·", message)


class Dotted(gettext.NullTranslations):
    """What still has letters has escaped the catalogues."""

    def gettext(self, message: str) -> str:
        return hidden(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return hidden(msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return hidden(message)


@pytest.fixture
def dots(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    translations(monkeypatch, Dotted())
    with speaking("xx"):
        yield


def texts_of(blocks: Any) -> Iterator[str]:
    """Every text of blocks."""
    for block in blocks:
        match block:
            case Section():
                yield block.title
                yield from texts_of(block.blocks)
            case Paragraph():
                yield block.text
            case Columns():
                yield from (block.caption, *block.head, *block.foot)
                for row in block.rows:
                    yield from row
            case BattleCard():
                yield block.title
                yield from texts_of((*block.notes, block.verdict, *block.hits, *block.consequences))
                for side in block.sides:
                    yield from (side.name, side.role, side.units, side.support)
                    yield from _terms((*side.lines, side.die))


def _terms(terms: tuple[Reckoning, ...]) -> Iterator[str]:
    for term in terms:
        yield from (term.what, term.how)


NAMES = re.compile("|".join(re.escape(name) for name in (
    *(hexagon.name for hexagon in packaged().map.hexes.values() if hexagon.name),
    *(card["name"] for card in packaged().cards.values()))))
WORD = re.compile(r"(?<![·\w-])[A-Za-z]?[a-z]{2,}")


def english(words: str) -> bool:
    """Whether a word of English stands in a text, names apart."""
    return bool(WORD.search(NAMES.sub("", words)))


@pytest.mark.parametrize("make", [busy_turn, short_game, delayed_entry])
def test_no_english_escapes_the_catalogues(make: Any, dots: None) -> None:
    story = make()
    narration = story.game.narration
    texts = list(texts_of([*narration.story(story.entries), *narration.reckoning(story.entries, story.position),
                           *narration.board(story.position), *narration.record(story.entries)]))
    players = {reading.words(entry.act.order) for entry in story.entries if isinstance(entry.act, Answered | Forced)}
    players |= {entry.act.reason for entry in story.entries if isinstance(entry.act, Ruled)}
    players |= {entry.act.ruled for entry in story.entries if isinstance(entry.act, ImpulseMade)}
    assert sum("·" in words for words in texts) > 50
    players.discard("")  # silence is an answer
    assert {words for words in texts if english(words) and not any(own in words for own in players)} == set()


def test_reference_and_options_speak_the_language(dots: None) -> None:
    """All but numbers of rules, names of options, and where a text comes from."""
    texts = [text.removeprefix(f"witp {name}") for name in ("6.3.b", "R-56") for pair in GAME.reference(name)
             for text in pair]
    texts += [text.partition(" (")[0] for name in ("1942-03 japan", "13.4 neutral_supply")
              for _, text in GAME.reference(name)]
    texts += [offer.text for offer in GAME.scenarios()]
    texts += [entry.section for entry in GAME.rules()]
    texts += [text.partition(":")[0] for _, text in GAME.sources() if text[0].isdigit()]
    options = "|".join((*packaged().options, "false", "true", "default", "witp", "yes", "no"))
    assert len(texts) > 400
    assert [text for text in texts if english(re.sub(options, "", text))] == []


# -- Japanese -------------------------------------------------------------------------------------------------


@pytest.fixture
def japanese() -> Iterator[None]:
    with speaking("ja"):
        yield


def read_again(words: str) -> Any:
    """What an order says, without where it says it and in which words."""
    orders_text = text.read(words, GAME.lexicon)
    assert not orders_text.problems, (words, orders_text.problems)
    assert len(orders_text.statements) == 1, words
    return bare(kinds.read(orders_text.statements[0], GAME.lexicon))


def bare(value: Any) -> Any:
    if isinstance(value, Span):
        return None
    if isinstance(value, UnitSpec):
        return value._replace(text="", span=None)  # type: ignore[arg-type]
    if isinstance(value, tuple):
        return (type(value).__name__, *(bare(part) for part in value))
    return value


@pytest.mark.parametrize(("english", "japanese"), [
    ("target Manila (0606) from Kure (0804): JP-N-1, JP-CV-2 carrying JP-L-11 via 0706, Taiwan (0605) from Palau "
     "(0707): JP-N-8",
     "目標 マニラ (0606) 呉 (0804)から: JP-N-1、JP-CV-2 輸送 JP-L-11 0706、台湾 (0605)経由 パラオ (0707)から: JP-N-8"),
    ("target 1011 from Attu and Kiska (1102): US-N-1 leaving US-N-2, US-N-3 at Port Moresby (0909)",
     "目標 1011 アッツ・キスカ (1102)から: US-N-1 残置 US-N-2、US-N-3 ポートモレスビー (0909)で"),
    ("pass", "パス"), ("pass china", "パス 中国"), ("pass air and land", "パス 航空、地上"),
    ("pass fleets", "パス 艦隊"),
    ("pass rebuilding", "パス 再建作業"), ("pass war", "パス 戦争"), ("declare war", "宣戦布告"), ("bid 27", "入札 27"),
    ("build Truk (0907)", "建設 トラック (0907)"), ("remove Truk (0907), Saipan (0906), then any",
                                                "撤去 トラック (0907)、サイパン (0906)、次に 任意"),
    ("resolve Iwo Jima (0905)", "解決 硫黄島 (0905)"), ("use 1942-05", "使用 1942-05"),
    ("use 1942-03 on US-N-1 at Leyte (0607)", "使用 1942-03 対象 US-N-1 レイテ (0607)で"),
    ("use 1943-06 at Leyte (0607)", "使用 1943-06 レイテ (0607)で"),
    ("choose JP-N-1, JP-N-2 at Kure (0804)", "選択 JP-N-1、JP-N-2 呉 (0804)で"),
    ("invoke 1942-03 at Manila (0606)", "適用 1942-03 マニラ (0606)で"),
    ("keep 1942-03 at Manila (0606)", "温存 1942-03 マニラ (0606)で"), ("withhold JP-A-1", "支援なし JP-A-1"),
    ("lose JP-A-5, then any at Manila (0606)", "損害 JP-A-5、次に 任意 マニラ (0606)で"),
    ("lose naval first at Manila (0606)", "損害 水上 優先 マニラ (0606)で"), ("lose [1 american land]",
                                                                        "損害 [米 地上1]"),
    ("retreat from Manila (0606) to Leyte (0607)", "退却 マニラ (0606)から レイテ (0607)へ"),
    ("displace air from Manila (0606) to Leyte (0607)", "移送 航空 マニラ (0606)から レイテ (0607)へ"),
    ("redeploy JP-L-1, JP-L-2 from Kure (0804) to Manila (0606) via Taiwan (0605), Okinawa (0705)",
     "再配置 JP-L-1、JP-L-2 呉 (0804)から マニラ (0606)へ 台湾 (0605)、沖縄 (0705)経由"),
    ("redeploy all chinese land from Peiping (0504) to Chungking (0404)",
     "再配置 全て 中国 地上 北平 (0504)から 重慶 (0404)へ"),
    ("rebuild JP-N-2 at Palau (0707)", "再建 JP-N-2 パラオ (0707)で"),
    ("place all at San Francisco (1706)", "配置 全て サンフランシスコ (1706)で"),
    ("disband JP-A-8 at Kure (0804)", "除去 JP-A-8 呉 (0804)で"),
])
def test_an_order_in_full_words_is_told_in_japanese_that_can_be_typed_in(
        english: str, japanese: str, request: pytest.FixtureRequest) -> None:
    order = read_order(GAME, english)
    assert isinstance(order, Order)
    value = kinds.order_value(order)
    assert GAME.write(value) == english
    with speaking("ja"):
        assert GAME.write(value) == japanese
    assert read_again(japanese) == read_again(english)


def test_a_suggestion_is_an_order_in_the_language_spoken_or_words_as_they_are() -> None:
    value = order_values.ordered("build", places=["0907"])
    (legal,) = advised((illegal("x", "x"),), lambda: Understood(None, value, "3 RP"))
    assert isinstance(legal, Problem)
    assert nearest_legal(legal, GAME) == "build Truk (0907)  # 3 RP"
    with speaking("ja"):
        assert nearest_legal(legal, GAME) == "建設 トラック (0907)  # 3 RP"
        assert nearest_legal(legal.advising(value), GAME) == "建設 トラック (0907)"
        assert nearest_legal(invalid("x", suggestion="Truk"), GAME) == "Truk"
        assert nearest_legal(invalid("x"), GAME) == ""


def test_orders_of_a_random_campaign_can_be_typed_in_again(tmp_path: Path, japanese: None) -> None:
    with speaking("en"):
        play(tmp_path / "campaign", 5, last_turn=2)
        campaign = open_campaign(tmp_path / "campaign")
    orders = [entry.act.order for entry in (*tell(campaign, turn=1).entries, *tell(campaign, turn=2).entries)
              if isinstance(entry.act, Answered | Forced) and entry.act.order]
    assert len(orders) > 30
    for value in orders:
        assert read_again(GAME.write(value)) == bare(GAME.read_value(value).body)


def test_places_and_cards_are_named_in_japanese(japanese: None) -> None:
    problem = ("No combat has to be fought at {place:place}. {card:card} {there:whereabouts} {gone:whereabouts} "
               "{list:places} {none:places}")
    assert fill(problem, {"place": "0606", "card": "1942-10", "there": "0804", "gone": "removed",
                          "list": ["0907", "0808"], "none": []}, GAME.catalogue.words) == (
        "No combat has to be fought at マニラ (0606). 1942-10 ドーリットル空襲 呉 (0804) 除去 "
        "トラック (0907)、メラウケ (0808) なし")
    assert fill("{place:place} {card:card}", {"place": "9999", "card": "1942-99"}, GAME.catalogue.words) == (
        "9999 1942-99")


@pytest.mark.parametrize(("label", "expected"), [
    (phrase("sudden-death", place="0407"), "sudden death at Singapore (0407)"),
    (phrase("submarines", units=("JP-N-1", "JP-L-2"), place="0804"),
     "submarines against JP-N-1, JP-L-2 to Kure (0804)"),
    (phrase("battle", kind="fleet", place="0606", side="japan"), "Fleet battle at Manila (0606), Japan"),
    (phrase("resource-points", side="allies"), "resource points Allies: white, red"),
    (phrase("american-entry"), "American entry")])
def test_what_dice_were_for_is_told(label: Phrase, expected: str, request: pytest.FixtureRequest) -> None:
    assert phrase_words(label, GAME.catalogue) == phrase_words(label.json, GAME.catalogue) == expected
    request.getfixturevalue("dots")
    words = phrase_words(label, GAME.catalogue)
    assert words != expected and not english(re.sub("Singapore|Kure|Manila|[A-Z]{2}-[A-Z]-[0-9]+", "", words))


def test_every_label_of_dice_has_its_words(dots: None) -> None:
    labels = []
    for path in sorted(ROOM.rglob("*.py")):
        for call in calls(path):
            if named(call) in ("roll", "roll_all") and isinstance(call.func, ast.Attribute):
                labels.append(f"{path.name}: {ast.unparse(call.args[0])}")
    assert len(labels) == 6, "a new throw of dice needs its words in wording.py"


CONDITIONS = ["1942-05 is used", "turn 8", "the battle continues at Manila", "Japan targets Manila",
              "the Allies build Truk", "we control 0606", "the enemy goes first", "the Allies have passed",
              "we have 12 points", "the enemy has a base at Truk", "Japan has no base at Truk",
              "we have 2 naval at Kure",
              "Japan has no units at Kure", "Japan targets Manila and we control Truk"]


@pytest.mark.parametrize("words", CONDITIONS)
def test_conditions_are_told(words: str, request: pytest.FixtureRequest) -> None:
    block = next(iter(text.read(f"if {words}: pass end", GAME.lexicon).statements)).scope[0]
    condition = read_condition(block, packaged().map, GAME.lexicon)
    assert isinstance(condition, Condition)
    again = phrase_words(condition.phrase, GAME.catalogue)
    block = next(iter(text.read(f"if {again}: pass end", GAME.lexicon).statements)).scope[0]
    read_again = read_condition(block, packaged().map, GAME.lexicon)
    assert isinstance(read_again, Condition) and read_again.phrase == condition.phrase
    request.getfixturevalue("dots")
    sentence = phrase_words(phrase("unless", condition=condition.phrase), GAME.catalogue)
    assert not english(re.sub("units|naval|Manila|Truk|Kure", "", sentence))


@pytest.mark.parametrize(("condition", "expected"), [
    ("the Allies have 2 naval at Manila", "連合軍の水上2がマニラ (0606)にいる"),
    ("the Allies have 2 full naval at Manila", "連合軍の完全 水上2がマニラ (0606)にいる"),
    ("we have no naval units at 0606", "我々の水上1がマニラ (0606)にいない"),
    ("we have [1 us land] at 0606", "我々の[米 地上1]がマニラ (0606)にいる"),
    ("Japan goes first", "日本軍が先攻")])
def test_a_condition_is_told_in_japanese_that_can_be_typed_in(condition: str, expected: str) -> None:
    def read_it(words: str) -> Phrase:
        block = next(iter(text.read(f"{words} pass end", GAME.lexicon).statements)).scope[0]
        parsed = read_condition(block, packaged().map, GAME.lexicon)
        assert isinstance(parsed, Condition), parsed
        return parsed.phrase

    said = read_it(f"if {condition}:")
    with speaking("ja"):
        assert phrase_words(said, GAME.catalogue) == expected
    assert read_it(f"もし {expected}：") == said


def test_an_owners_map_names_its_places_in_every_language() -> None:
    records = copy.deepcopy(dict(GAME.records))
    records["map"]["hexes"]["0606"] |= {"name": "Bay City", "name_ja": "湾の町"}
    own = new_game(records)
    assert phrase_words(phrase("sudden-death", place="0606"), own.catalogue) == "sudden death at Bay City (0606)"
    with speaking("ja"):
        assert fill("{place:place}", {"place": "0606"}, own.catalogue.words) == "湾の町 (0606)"
        assert own.write(order_values.ordered("build", places=["0606"])) == "建設 湾の町 (0606)"
        assert "湾の町" in phrase_words(phrase("sudden-death", place="0606"), own.catalogue)
