"""Every command that is named to a user is there: in the documents, in messages of both languages and in mails."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tests.cli.program import ROOT
from witp_pbem.cli import main
from witp_pbem.locale import catalogues

PACKAGE = Path(catalogues.PACKAGE)
GROUPS = ("archive", "data", "key", "letter", "mail", "post")
DOCUMENTS = [*(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")), *sorted(PACKAGE.rglob("*.md")),
             *sorted((ROOT / "examples").rglob("*.md"))]
WORD = re.compile(r"[a-z][a-z-]*")
# What is typed behind the program's name in a document: in a line of its own, or between marks of quotation.
TYPED = re.compile(r"(?:^    .*?|[`“「])witp-pbem ([a-z][^`”」\n#|]*)", re.MULTILINE)
# The same in a message, which may name a command behind a colon or a bracket, too; and in a template.
NAMED = re.compile(r"(?:[`“「(（:：] ?|例： *|Examples?: *|\")witp-pbem (?!on )([a-z][^`”」\n)）#|\"{]*)", re.MULTILINE)
# A command without the program's name, where an option shows that it is one.
SHORT = re.compile(r"`(?!witp-pbem|dask|ssh-keygen|npm|pip|python|pytest|uv)"
                   r"([a-z-]+(?: [a-z-]+)?(?: [A-Z]+)* --[^`\n]*)`")
# A command of a group.
GROUPED = re.compile(rf"`((?:{'|'.join(GROUPS)}) [a-z-]+)[ `]")


def fault(typed: str) -> str:
    """What is wrong with a command as it is named, "" for nothing."""
    context, command, words = click.Context(main), main, typed.split()
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        name = WORD.fullmatch(words[0].rstrip(".,;:。、")) and command.get_command(context, words[0].rstrip(".,;:。、"))
        if not name:
            return f"no command {words[0]}"
        command = name
        words.pop(0)
    known = {option for each in command.get_params(context) for option in (*each.opts, *each.secondary_opts)}
    options = {WORD.search(word)[0] for word in words if re.match(r"--[a-z]", word)}  # type: ignore[index]
    if command.name == "new":
        return ""  # which takes an option for each seat
    return ", ".join(sorted(option for option in options if f"--{option}" not in known))


def test_the_groups() -> None:
    context = click.Context(main)
    assert sorted(name for name in main.list_commands(context)
                  if isinstance(main.get_command(context, name), click.Group)) == list(GROUPS)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_documents(path: Path) -> None:
    text = path.read_text("utf-8")
    for typed in TYPED.findall(text):
        assert not fault(typed), (typed, fault(typed))
    for typed in (*SHORT.findall(text), *GROUPED.findall(text)):
        assert not fault(typed), (typed, fault(typed))


def test_messages_and_their_translations() -> None:
    named = 0
    for home in catalogues.homes():
        for message in catalogues.catalogue(home, "ja"):
            for text in (message.id, message.string):
                for form in (text,) if isinstance(text, str) else text:
                    for typed in (*NAMED.findall(form), *SHORT.findall(form), *GROUPED.findall(form)):
                        assert not fault(typed), (typed, fault(typed))
                        named += 1
    assert named > 200


def test_templates() -> None:
    templates = next(path for path in (PACKAGE / "templates", PACKAGE.parent / "templates") if path.is_dir())
    named = [typed for path in templates.rglob("*.j2") for typed in NAMED.findall(path.read_text("utf-8"))]
    assert named and not [typed for typed in named if fault(typed)]


def suggested() -> Iterator[str]:
    """What commands print as the next to type: the beginning of each, up to the first value."""
    for path in (PACKAGE / "cli").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "commands":
                for part in ast.walk(node):
                    first = part.values[0] if isinstance(part, ast.JoinedStr) else None
                    if isinstance(first, ast.Constant) and str(first.value)[:1].isalpha():
                        yield str(first.value)


def test_suggestions() -> None:
    typed = list(suggested())
    assert len(typed) > 15 and not [words for words in typed if fault(words)]


REMARK = re.compile(r"^ {4}(?:witp-pbem|ssh-keygen|python) [^\n]*? # +([^\n]+)$", re.MULTILINE)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_remark_behind_a_command_may_be_typed_along_in_any_shell(path: Path) -> None:
    """zsh and the Command Prompt of Windows take remarks for a part of the command: the program leaves them out, if the
    shell has hidden nothing of them or of what follows."""
    remarks = REMARK.findall(path.read_text("utf-8"))
    assert [remark for remark in remarks if re.search(r"""[;&|<>()$`"'*?!\[\]{}%^\\]""", remark)] == []


def test_the_read_me_is_short_and_typed_alike_on_windows() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    english, japanese = text.split("## 日本語")
    assert len(english.splitlines()) < 150
    commands = re.findall(r"^    (witp-pbem .*)$", text, re.MULTILINE)
    assert len(commands) > 30 and [line for line in commands if re.search(r"'|\\|\$|~", line)] == []
    for part in (english, japanese):
        assert r"    .venv\Scripts\pip install -q ." in part and r"`.venv\Scripts\activate`" in part
