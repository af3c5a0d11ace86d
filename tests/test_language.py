"""What a reader sees is said in his language: the mechanism, the code that uses it, the catalogues, the outputs."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from click.testing import CliRunner

import witp_pbem
from tests import campaigns
from tests.campaign import desk
from tests.stand_ins import translations
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import check_all, submit
from witp_pbem.campaign.orders.template import template
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.cli import main
from witp_pbem.locale import catalogues
from witp_pbem.locale.catalogues import Home
from witp_pbem.table import columns, wording
from witp_pbem.table.language import (
    ENGLISH,
    LANGUAGES,
    Messages,
    at_once,
    bracketed,
    either,
    labelled,
    language,
    listing,
    of_the_system,
    parts,
    speak,
    speaking,
    together,
)
from witp_pbem.table.phrase import phrase

PACKAGE = Path(witp_pbem.__file__).parent
ROOMS = ("table", "campaign", "report", "exchange", "cli")
JAPANESE = "ja"


# -- the mechanism ---------------------------------------------------------------------------------------------


@pytest.fixture
def say(tmp_path: Path) -> Messages:
    """A small catalogue."""
    catalogue = Catalog(JAPANESE)
    catalogue.add("{side} built {place}.", "{place}に{side}が建設した。")
    catalogue.add(("{n} hit on {place}", "{n} hits on {place}"), ("{place}に{n}ヒット",))
    catalogue.add("port", "港湾", context="site")
    catalogue.add("port", "左舷", context="ship")
    catalogue.add("Set {braces} here.", "ここに{braces}を置く。")
    file = tmp_path / JAPANESE / "LC_MESSAGES" / "small.mo"
    file.parent.mkdir(parents=True)
    with file.open("wb") as stream:
        write_mo(stream, catalogue)
    return Messages(tmp_path, "small")


def test_a_message_is_told_in_the_language_spoken(say: Messages) -> None:
    assert say("{side} built {place}.", side="Japan", place="Truk") == "Japan built Truk."
    with speaking(JAPANESE):
        assert say("{side} built {place}.", side="日本", place="トラック") == "トラックに日本が建設した。"
        assert say("never translated {place}", place="Truk") == "never translated Truk"
        assert say("") == ""


def test_a_message_without_values_keeps_its_braces(say: Messages) -> None:
    assert say("Set {braces} here.") == "Set {braces} here."
    with speaking(JAPANESE):
        assert say("Set {braces} here.") == "ここに{braces}を置く。"


def test_numbers_choose_the_form(say: Messages) -> None:
    forms = ("{n} hit on {place}", "{n} hits on {place}")
    assert [say.plural(n, *forms, place="A") for n in (0, 1, 2)] == ["0 hits on A", "1 hit on A", "2 hits on A"]
    with speaking(JAPANESE):
        assert [say.plural(n, *forms, place="A") for n in (1, 2)] == ["Aに1ヒット", "Aに2ヒット"]


def test_a_word_means_what_its_vocabulary_says(say: Messages) -> None:
    assert say.term("site", "port") == "port"
    with speaking(JAPANESE):
        assert [say.term(name, "port") for name in ("site", "ship", "wine")] == ["港湾", "左舷", "port"]


def test_mappings_are_translated_when_looked_up(say: Messages) -> None:
    sentences = say.sentences({"built": "{side} built {place}."})
    words = say.vocabularies({"site": {"p": "port"}})
    assert (sentences["built"], words["site"]["p"]) == ("{side} built {place}.", "port")
    with speaking(JAPANESE):
        assert (sentences["built"], words["site"]["p"]) == ("{place}に{side}が建設した。", "港湾")
        assert dict(sentences) == {"built": "{place}に{side}が建設した。"} and len(words["site"]) == 1
        assert sentences.get("lost") is None


def test_the_language_spoken_ends_with_its_block() -> None:
    assert language() == ENGLISH
    with speaking(JAPANESE):
        assert language() == JAPANESE
        with pytest.raises(ZeroDivisionError), speaking(ENGLISH):
            raise ZeroDivisionError
        assert language() == JAPANESE
        speak(ENGLISH)
        assert language() == ENGLISH
    assert language() == ENGLISH


@pytest.mark.parametrize(("system", "code"), [
    ({"LANG": "ja_JP.UTF-8"}, "ja"), ({"LANG": "ja"}, "ja"), ({"LANG": "JA_jp"}, "ja"), ({"LANG": "de_DE"}, "en"),
    ({}, "en"), ({"LANG": "C"}, "en"), ({"LC_ALL": "C.UTF-8", "LANG": "ja_JP"}, "en"),
    ({"LC_ALL": "", "LC_MESSAGES": "ja_JP.eucJP", "LANG": "en_GB"}, "ja")])
def test_the_language_of_the_system(system: dict[str, str], code: str) -> None:
    assert of_the_system(system) == code


def test_lists_are_joined_as_the_language_does() -> None:
    assert (listing(["a", "b"]), together(["a", "b", "c"]), either(["a", "b"]), either(["a"])) == (
        "a, b", "a and b and c", "a or b", "a")
    assert (at_once(["a", "b"]), parts(["a, b", "c"]), labelled("a", "b"), bracketed("a", "b")) == (
        "a and b", "a, b; c", "a: b", "a (b)")
    with speaking(JAPANESE):
        assert listing(iter(["甲", "乙"])) == "甲、乙"
        assert (together(["甲", "乙"]), at_once(["甲した", "乙した"]), either(["甲", "乙"])) == (
            "甲と乙", "甲した、かつ乙した", "甲または乙")
        assert (parts(["甲、乙", "丙"]), labelled("甲", "乙"), bracketed("甲", "乙")) == (
            "甲、乙；丙", "甲：乙", "甲（乙）")


def test_an_illegal_order_is_named_by_its_rule_where_english_codes_are_not_read() -> None:
    because = phrase("illegal", problem="too-few-units", rule="witp 8.2.a")
    assert wording.cancelled_sentence(because) == "it is illegal: too few units (witp 8.2.a)"
    with speaking(JAPANESE):
        assert wording.cancelled_sentence(because) == "違反である（witp 8.2.a）"
        assert wording.cancelled_sentence(phrase("illegal", problem="too-few-units", rule="")) == "違反である"


def test_japanese_lines_keep_to_the_width_and_to_their_marks() -> None:
    text = "「日本軍は、マニラを目標にした。」" * 12
    lines = columns.wrap(text, 72, "# ", "#   ")
    assert "".join(line.removeprefix("#").strip() for line in lines) == text
    assert len(lines) > 5
    for line in lines:
        assert columns.width(line) <= 74
        assert line.lstrip("# ")[0] not in "、。」" and line[-1] != "「"


# -- the code --------------------------------------------------------------------------------------------------

SAYING = {"say", "plural", "term", "sentences", "vocabularies"}
SHOWN = {"echo": 0, "paragraphs": 0, "confirm": 0, "BadParameter": 0, "UsageError": 0, "ClickException": 0,
         "DataError": 0, "_comment": 0, "Damaged": 2, "Finding": 2, "fault": 2, "_refuse": 0}  # call -> which argument
TECHNICAL = {"witp-pbem: ", "> witp-pbem ", "dice 3 5", "card "}  # no words of a reader's language: names and orders
ENGLISH_ONLY = {"cases.py", "expectations.py", "case_lines.py"}  # what case files, written in English, come to
HANDED_ON = {"cli/spoken.py", "cli/usage.py", "cli/guide.py", "report/templates.py"}  # say what others collect


def code() -> Iterator[tuple[str, ast.Call, str]]:
    """Every call in the house's rooms: module, call, name called."""
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                    yield path.relative_to(PACKAGE).as_posix(), node, name


def is_literal(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_told_literally(call: ast.Call, name: str) -> bool:
    """Whether the collector finds the messages of a call."""
    match name:
        case "say":
            return is_literal(call.args[0])
        case "plural":
            return is_literal(call.args[1]) and is_literal(call.args[2])
        case "term":
            return all(map(is_literal, call.args))
        case _:
            return isinstance(call.args[0], ast.Dict)


def is_saying(call: ast.Call, name: str) -> bool:
    """Whether a call asks a catalogue for a message: `say(...)`, `say.plural(...)`."""
    spoken = call.func.value if isinstance(call.func, ast.Attribute) else call.func
    return name in SAYING and isinstance(spoken, ast.Name) and spoken.id == "say"


def test_messages_are_literals() -> None:
    wrong = [f"{module}:{call.lineno}" for module, call, name in code()
             if is_saying(call, name) and module not in HANDED_ON and module != "table/language.py"
             and not is_told_literally(call, name)]
    assert wrong == []


def refusals() -> set[str]:
    """The names of all that the user is told instead of a result."""
    for room in ("campaign", "report", "exchange", "cli"):
        for path in (PACKAGE / room).rglob("*.py"):
            import_module(".".join(("witp_pbem", *path.relative_to(PACKAGE).with_suffix("").parts)))
    known, new = set(), {Refusal}
    while new:
        known |= new
        new = {kind for parent in new for kind in parent.__subclasses__()}
    return {kind.__name__ for kind in known}


def texts(node: ast.expr) -> Iterator[str]:
    """The literal words an expression puts before a reader, without those that are messages."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            for part in parts:
                yield from texts(part.value if isinstance(part, ast.FormattedValue) else part)
        case ast.IfExp(body=first, orelse=second) | ast.BinOp(left=first, right=second):
            yield from texts(first)
            yield from texts(second)
        case ast.BoolOp(values=parts):
            for part in parts:
                yield from texts(part)
        case ast.Call(func=ast.Attribute(value=between, attr="join"), args=[joined]):
            yield from texts(between)
            yield from texts(joined.elt if isinstance(joined, ast.GeneratorExp | ast.ListComp) else joined)


def test_readers_are_told_nothing_but_messages() -> None:
    shown = SHOWN | dict.fromkeys(refusals() - {"Damaged"}, 0)
    wrong = [f"{module}:{call.lineno}: {text}" for module, call, name in code()
             if name in shown and len(call.args) > shown[name]
             for text in texts(call.args[shown[name]]) if re.search("[A-Za-z]{2}", text) and text not in TECHNICAL]
    assert wrong == []


def test_no_function_hands_on_raw_sentences() -> None:
    """What functions return or yield is no sentence; those of the case files, which are English, are apart."""
    wrong = []
    for room in ("campaign", "exchange", "cli", "table"):
        for path in sorted((PACKAGE / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Return | ast.Yield) and node.value and path.name not in ENGLISH_ONLY:
                    wrong += [f"{room}/{path.name}:{node.lineno}: {text}" for text in texts(node.value)
                              if re.search("[A-Za-z]{2,} [A-Za-z]{2,}", text)]
    assert wrong == []


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("sentences", [wording.PROBLEMS, wording.DEMANDS, wording.WANTED, logbook.KINDS])
def test_the_houses_sentences_are_messages(sentences: Mapping[str, str]) -> None:
    assert [text for text in sentences.values() if "⟦" not in text] == []


# -- the catalogues --------------------------------------------------------------------------------------------

EVERY = [(home, code) for home in catalogues.homes() for code in LANGUAGES if code != ENGLISH]


def test_every_language_has_its_catalogues() -> None:
    assert set(catalogues.LANGUAGES) | {ENGLISH} == set(LANGUAGES)


def names(text: str | tuple[str, ...] | list[str]) -> list[set[str]]:
    """The places of a message, or of each of its forms."""
    return [set(re.findall(r"\{(\w+)", each)) for each in ([text] if isinstance(text, str) else text)]


@pytest.mark.parametrize(("home", "code"), EVERY, ids=[f"{home.domain} {code}" for home, code in EVERY])
def test_every_message_has_its_translation(home: Home, code: str) -> None:
    catalogue = catalogues.catalogue(home, code)
    wanted = {(message.text if isinstance(message.text, str) else message.text[0], message.context): message.text
              for message in catalogues.messages(home)}
    missing = [text for (text, context) in wanted
               if (entry := catalogue.get(text, context)) is None or not catalogues.translated(entry.string)]
    assert missing == [], f"{len(missing)} messages lack their translation"
    known = {(message.id if isinstance(message.id, str) else message.id[0], message.context)
             for message in catalogue if message.id}
    assert sorted(map(str, known - wanted.keys())) == [] and not catalogue.obsolete
    assert [message.id for message in catalogue if message.fuzzy and message.id] == []


@pytest.mark.parametrize(("home", "code"), EVERY, ids=[f"{home.domain} {code}" for home, code in EVERY])
def test_translations_have_the_places_of_their_messages(home: Home, code: str) -> None:
    wrong = []
    for message in catalogues.catalogue(home, code):
        if message.id and message.string and catalogues.translated(message.string):
            (*_, wanted), forms = names(message.id), names(message.string)
            wrong += [(message.id, message.string) for form in forms if form != wanted]
    assert wrong == []


@pytest.mark.parametrize(("home", "code"), EVERY, ids=[f"{home.domain} {code}" for home, code in EVERY])
def test_examples_in_help_texts_keep_their_lines(home: Home, code: str) -> None:
    """A help text marks with \\b what is not to be wrapped."""
    assert [message.id for message in catalogues.catalogue(home, code)
            if message.string and str(message.id).count("\b") != str(message.string).count("\b")] == []


# -- what is told ----------------------------------------------------------------------------------------------


class Marked(gettext.NullTranslations):
    """A language in which the words of every message stand in brackets, and its values do not."""

    def gettext(self, message: str) -> str:
        parts = re.split(r"(\{[^{}]*\})", message)  # words and, at odd numbers, places
        return "".join(part if number % 2 or not part else f"⟦{part}⟧" for number, part in enumerate(parts))

    def ngettext(self, one: str, more: str, number: int) -> str:
        return self.gettext(more)

    def pgettext(self, vocabulary: str, word: str) -> str:
        return self.gettext(word)


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Japanese, with every message in brackets instead of translated."""
    translations(monkeypatch, Marked())
    with speaking(JAPANESE):
        yield


def outside(text: str) -> str:
    """What of a text stands in no brackets; | where they are."""
    kept, depth = "", 0
    for letter in text:
        depth += {"⟦": 1, "⟧": -1}.get(letter, 0)
        kept += letter if not depth and letter != "⟧" else "|" if letter == "⟦" else ""
    assert depth == 0
    return kept


def start(folder: Path) -> Path:
    create(folder, Wishes("witp", seed="language"))
    adjudicate(folder)
    return folder


def output(*arguments: str | Path) -> str:
    """What a command tells, on both outputs."""
    return CliRunner().invoke(main, [*map(str, arguments), "--lang", JAPANESE], catch_exceptions=False).output


ORDERS = """Campaign: isles
Turn: 1
Side: japan
Phase: bases

build Atlantis
frobnicate
build Kure
pass fish
if Japan targets Manila:
target Manila from Hainan: 1 naval
end
"""
STANDING = """Campaign: isles
Turn: 1
Side: japan

build Kure
target Manila from Hainan: 1 naval
if Japan targets Manila:
pass operations
end
unless we control Manila:
pass fleets
end
standing until turn 3:
lose naval first
end
"""
RUNS = re.compile(r"[A-Za-z][a-z]+(?: [A-Za-z][a-z]+){2,}")
TITLE = "War in the Pacific: 1941-1945"


def runs(text: str) -> list[str]:
    """The lines with three English words and more outside brackets, but for orders as they were written."""
    plain = outside(text)
    for known in (TITLE, *filter(None, (ORDERS + STANDING).splitlines())):
        plain = plain.replace(known, "")
    return [line for line in plain.splitlines() if RUNS.search(line)]


@pytest.mark.parametrize("command", ["status", "log", "orders", "check", "submit", "verify", "adjudicate"])
def test_a_command_tells_only_messages(command: str, tmp_path: Path, marked: None) -> None:
    folder = start(tmp_path / "isles")
    (tmp_path / "japan.txt").write_text(ORDERS, encoding="utf-8")
    (tmp_path / "sound.txt").write_text(STANDING, encoding="utf-8")
    more: dict[str, list[str | Path]] = {"orders": ["--side", "japan"], "check": [tmp_path / "japan.txt"],
                                        "submit": [tmp_path / "sound.txt"]}
    shown = output(command, folder, *more.get(command, []))
    assert shown.count("⟦") > 3 or command == "verify"
    assert runs(shown) == []


# -- what is recorded ------------------------------------------------------------------------------------------


def recorded(play: Callable[[Path], Any], folder: Path) -> dict[str, bytes]:
    """What a campaign played in some language leaves in its logbook and behind its seals."""
    folder.parent.mkdir()
    play(folder)
    return {name: (folder / name).read_bytes() for name in (logbook.FILE, "private/sealed.jsonl")}


def play_islands(folder: Path) -> None:
    island = desk.Desk(folder)
    desk.play(island)


def play_the_pacific(folder: Path) -> None:
    campaigns.play(folder, 7, last_turn=1)


@pytest.mark.parametrize("play", [play_islands, play_the_pacific])
def test_a_campaign_played_in_another_language_has_the_same_record(
        play: Callable[[Path], Any], tmp_path: Path, request: pytest.FixtureRequest,
        monkeypatch: pytest.MonkeyPatch) -> None:
    desk.install_toy(monkeypatch)
    english = recorded(play, tmp_path / "west" / "isles")
    with speaking(JAPANESE):
        assert recorded(play, tmp_path / "east" / "isles") == english
    request.getfixturevalue("marked")
    assert recorded(play, tmp_path / "nowhere" / "isles") == english


def test_a_template_in_another_language_is_an_orders_file(tmp_path: Path) -> None:
    """What stands in comments stays one; a choice set free is an order."""
    folder = start(tmp_path / "isles")
    with speaking(JAPANESE):
        text = template(open_campaign(folder), "japan")
        assert check_all(open_campaign(folder), [("japan.txt", text.encode())])[0].problems[0].code == "nothing-ordered"
        choice = next(line for line in text.splitlines() if line.startswith("# 建設 "))
        ordered = text.replace(choice, choice.removeprefix("# "), 1)
        assert submit(folder, [("japan.txt", ordered.encode())]).stands
    adjudicate(folder)
    sitting = open_campaign(folder).last_sitting
    assert [act["answer"] for act in sitting["acts"] if "answer" in act] == [
        {"order": "build", "places": ["0506"]}]


def test_no_word_of_one_language_stays_for_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered within a process is not what was said."""
    folder = start(tmp_path / "isles")
    commands = (["status", folder], ["log", folder], ["orders", folder, "--side", "japan"], ["report", folder],
                ["report", folder, "--format", "html"], ["show", folder], ["rule", "6.3"],
                ["data", "sources", "--game", "witp"], ["new", "--help", "--game", "witp"])

    def every(code: str) -> list[str]:
        with speaking(code):
            return [CliRunner().invoke(main, [*map(str, command), "--lang", code], catch_exceptions=False).output
                    for command in commands]

    with monkeypatch.context() as patch:
        translations(patch, Marked())
        first = every(JAPANESE)
    english = every(ENGLISH)
    assert not [text for text in english if "⟦" in text]
    translations(monkeypatch, Marked())
    assert every(JAPANESE) == first
    assert all("⟦" in text for text in first)
