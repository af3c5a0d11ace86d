"""No regular expression of the program can be made to try for ever: each meets long texts made of what it likes."""

from __future__ import annotations

import ast
import itertools
import re
import signal
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import FrameType

import pytest

import witp_pbem

PACKAGE = Path(witp_pbem.__file__).parent
LONG, HANG = 3000, 5  # pieces of a text; seconds for all texts of one expression that are no more than slow
PIECES = ("a", "1", "A", "-", " ", "\n", ".", ":", "\"", "(", "0607", "a-", "a.", "目", "#", ">", "\\", "@", "[", "* ")


def expressions() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Every expression by the module it stands in: compiled at its top, or written in a call."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(("witp_pbem", *path.relative_to(PACKAGE).with_suffix("").parts))
        if path.stem in ("__main__", "build"):
            continue
        for key, value in vars(import_module(name.removesuffix(".__init__"))).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                yield f"{name}.{key}", value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args
                    and isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
                    and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
                    and node.func.attr != "escape"):
                yield f"{name}:{node.lineno}", re.compile(node.args[0].value)


EVERY = list(expressions())


def blows_up(expression: re.Pattern[str], seconds: float = HANG) -> str:
    """The pieces of a text on which an expression goes on for ever, "" if none is found."""
    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    signal.signal(signal.SIGPROF, ring)
    for one, other in itertools.product(PIECES, PIECES):
        text = (one + other) * LONG + "\x01"
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            expression.match(text)
            expression.fullmatch(text)
        except TimeoutError:
            return repr((one, other))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    return ""


def test_all_are_looked_at() -> None:
    assert len(EVERY) > 30
    assert any(name.endswith("names.TOKEN") for name, _ in EVERY)


@pytest.mark.parametrize("expression", [each for _, each in EVERY], ids=[name for name, _ in EVERY])
def test_no_text_makes_it_try_for_ever(expression: re.Pattern[str]) -> None:
    assert blows_up(expression) == ""


def test_one_that_does_is_found() -> None:
    assert blows_up(re.compile("(a+a*)+b"), 0.2)
