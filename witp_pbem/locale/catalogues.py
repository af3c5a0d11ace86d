"""Collects the messages of the code into the catalogues, and compiles them.

    python -m witp_pbem.locale.catalogues update     after a message was added or changed
    python -m witp_pbem.locale.catalogues compile    after a translation was added or changed

There is one catalogue for the house and one for each game, in the game's own folder. Messages come from the calls
`table.language` describes, from the templates, from the help of the commands, and from the data fields that a
game lists in locale/data.json ("rules.json": ["rules.*.text"]). Installing the program compiles the catalogues too.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parent.parent
LANGUAGES = ("ja",)
KEYWORDS = {"say": None, "plural": (2, 3), "term": ((1, "c"), 2)}
WIDTH = 110
OF_TELLERS = ("title", "fate", "ledger")  # messages of a teller besides its sentence (`table.telling`)


class Message(NamedTuple):
    """A message of the code: where it stands, its text (a pair for singular and plural), its context."""

    place: str
    text: str | tuple[str, str]
    context: str | None = None


class Home(NamedTuple):
    """Where a catalogue lives, and the folders its messages are collected from."""

    domain: str
    folder: Path
    rooms: tuple[Path, ...]

    def po(self, language: str) -> Path:
        return self.folder / language / "LC_MESSAGES" / f"{self.domain}.po"


def homes() -> list[Home]:
    """The house's catalogue and those of the games, each of which has its folder `locale`."""
    games = [path for path in sorted((PACKAGE / "games").iterdir()) if (path / "locale").is_dir()]
    rooms = [path for path in sorted(PACKAGE.iterdir()) if (path / "__init__.py").is_file() and path.name != "games"]
    templates = next(path for path in (PACKAGE / "templates", PACKAGE.parent / "templates") if path.is_dir())
    return [Home("witp_pbem", PACKAGE / "locale", (*rooms, templates)),
            *(Home(game.name, game / "locale", (game,)) for game in games)]


# -- collecting ------------------------------------------------------------------------------------------------


def messages(home: Home) -> Iterator[Message]:
    """Every message of a catalogue's rooms."""
    for room in home.rooms:
        for path in sorted(room.rglob("*.py")):
            yield from _of_code(path)
        for path in sorted(room.rglob("*.j2")):
            yield from _of_template(path)
    fields = home.folder / "data.json"
    if fields.is_file():
        for file, patterns in json.loads(fields.read_text("utf-8")).items():
            data = json.loads((home.folder.parent / "data" / file).read_text("utf-8"))
            for pattern in patterns:
                yield from (Message(file, text) for text in _field(data, pattern.split(".")))


def _of_code(path: Path) -> Iterator[Message]:
    place = path.relative_to(PACKAGE).as_posix()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            yield from _of_call(node, place)
            yield from (Message(place, text, "wanted") for text in _wanted(node))
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "attr", "") == "wanted" and _text(node.value):
            yield Message(place, _text(node.value), "wanted")
        elif isinstance(node, ast.FunctionDef) and "cli" in path.relative_to(PACKAGE).parts and _is_command(node):
            yield Message(place, ast.get_docstring(node) or "")


def _of_call(node: ast.Call, place: str) -> Iterator[Message]:
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    texts = [_text(argument) for argument in node.args]
    match name:
        case "say" if texts and texts[0]:
            yield Message(place, texts[0])
        case "plural" if len(texts) >= 3 and texts[1] and texts[2]:
            yield Message(place, (texts[1], texts[2]))
        case "term" if len(texts) == 2 and texts[0] and texts[1]:
            yield Message(place, texts[1], texts[0])
        case "heads":
            yield from (Message(place, text, "column") for text in texts if text)
        case "tells" | "Journey":
            sentences = [*texts, *(_text(keyword.value) for keyword in node.keywords if keyword.arg in OF_TELLERS)]
            yield from (Message(place, text) for text in sentences if text)
        case "table" if texts and texts[0]:  # of `tells`
            yield Message(place, texts[0])
            yield from (Message(place, text, "column") for text in texts[1:] if text)
        case "sentences" if node.args:
            yield from (Message(place, text) for _, text in _entries(node.args[0]))
        case "vocabularies" if node.args and isinstance(node.args[0], ast.Dict):
            for key, words in zip(node.args[0].keys, node.args[0].values, strict=True):
                yield from (Message(place, text, _text(key)) for _, text in _entries(words))
        case "noted":
            for message in node.args:
                several = tuple(map(_text, message.elts)) if isinstance(message, ast.Tuple) else ()
                yield Message(place, (several[0], several[1]) if several else _text(message))
        case "option" | "argument" | "Option" | "version_option":
            for keyword in node.keywords:
                if keyword.arg == "help" and (text := _text(keyword.value)):
                    yield Message(place, text)


def _wanted(node: ast.Call) -> Iterator[str]:
    """What a call says is expected in an order (the ends of "expected: …")."""
    named = [keyword.value for keyword in node.keywords if keyword.arg in ("wanted", "wanted_side", "thing")]
    wanted = node.args[:1] if getattr(node.func, "attr", "") in ("fault", "unexpected") else []
    yield from filter(None, map(_text, (*wanted, *named)))


def _entries(node: ast.AST) -> Iterator[tuple[str, str]]:
    """The texts of a mapping written out, except empty ones, or of a tuple of texts that are their own keys."""
    if isinstance(node, ast.Tuple):
        yield from ((text, text) for text in map(_text, node.elts) if text)
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if text := _text(value):
                yield _text(key), text


def _text(node: ast.AST | None) -> str:
    """The text of a literal, "" for anything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _is_command(node: ast.FunctionDef) -> bool:
    return any(word in ast.unparse(decorator) for decorator in node.decorator_list for word in ("command", "group"))


def _of_template(path: Path) -> Iterator[Message]:
    place = f"templates/{path.as_posix().rpartition('templates/')[2]}"
    with path.open("rb") as file:
        for _, text, _, context in extract("jinja2.ext:babel_extract", file, KEYWORDS, (), {"encoding": "utf-8"}):
            yield Message(place, text if isinstance(text, str) else (text[0], text[1]), context)


def _field(data: Any, keys: list[str]) -> Iterator[str]:
    """The texts at a path into data; * goes through all of a mapping or list."""
    if not keys:
        if isinstance(data, str) and data:
            yield data
        return
    inside = list(data.values()) if isinstance(data, dict) else data if isinstance(data, list) else []
    if keys[0] == "*":
        for item in inside:
            yield from _field(item, keys[1:])
    elif isinstance(data, dict) and keys[0] in data:
        yield from _field(data[keys[0]], keys[1:])


# -- writing ---------------------------------------------------------------------------------------------------


def catalogue(home: Home, language: str) -> Catalog:
    """A language's catalogue as it stands in its file, empty where there is none."""
    path = home.po(language)
    if not path.is_file():
        return Catalog(language, home.domain, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, language, home.domain)


def update(home: Home, language: str) -> Catalog:
    """Brings a language's file up to date with the code: what is new stands untranslated, what is gone goes."""
    old = catalogue(home, language)
    new = Catalog(language, home.domain, project="witp-pbem", version="", copyright_holder="", fuzzy=False,
                  creation_date=old.creation_date, revision_date=old.revision_date)
    new.header_comment = f"# {home.domain} in {language}"
    for place, text, context in messages(home):
        message = old.get(text if isinstance(text, str) else text[0], context)
        new.add(text, message.string if message else None, [(place, 0)], context=context)
    path = home.po(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(path, partial(write_po, catalog=new, width=WIDTH, sort_output=False, omit_header=False,
                         include_lineno=False))
    return new


def _write(path: Path, content: Callable[[IO[bytes]], None]) -> None:
    """Writes a file in one step: nobody reads half of it, or writes half of a catalogue back."""
    beside = path.with_suffix(f".{os.getpid()}")
    with beside.open("wb") as file:
        content(file)
    beside.replace(path)


def compile_all() -> list[Path]:
    """Compiles every catalogue; returns the compiled files."""
    written = []
    for home in homes():
        for language in LANGUAGES:
            path = home.po(language)
            if path.is_file():
                written.append(path.with_suffix(".mo"))
                _write(written[-1], partial(write_mo, catalog=catalogue(home, language)))
    return written


def main() -> None:
    """What the command line asks for."""
    if sys.argv[1:] == ["update"]:
        for home in homes():
            for language in LANGUAGES:
                new = update(home, language)
                missing = sum(1 for message in new if message.id and not translated(message.string))
                print(f"{home.po(language).relative_to(PACKAGE)}: {len(new)} messages, {missing} not translated")
    elif sys.argv[1:] != ["compile"]:
        sys.exit(__doc__)
    compile_all()


def translated(string: str | tuple[str, ...] | list[str] | None) -> bool:
    """Whether a message has its translation, all forms of it."""
    return bool(string) if isinstance(string, str) or string is None else bool(string) and all(string)


if __name__ == "__main__":
    main()
