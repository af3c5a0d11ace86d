"""Values of data in the cells of a spreadsheet, which takes 0606 for a number, May 5 for a date, and =A1 for a formula.

A text stands in its cell as it is where no spreadsheet can take it for anything else; otherwise in quotation marks, as
JSON has it. So do lists and tables; numbers, true, false and null stand as they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from witp_pbem.table.language import say

_MONTH = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
# no spreadsheet takes it for a number, a date, a formula or a truth value
_PLAIN = re.compile(rf"(?!(?:{_MONTH})[a-z]*[ ./-]*\d)(?!(?:true|false|null|nan|inf)$)[^\W\d_][^\x00-\x1f\x7f]*(?<!\s)",
                    re.IGNORECASE)
_WHOLE = re.compile(r"([+-]?\d{1,15})(?:[.,]0+)?")
_FORMULA = re.compile(r"[=+@\t-]|#(?:REF|NAME|VALUE|N/A|DIV/0|NUM|NULL)", re.IGNORECASE)


class CellError(ValueError):
    """A cell that cannot be used.

    Attributes:
        column: the heading of its column.
        code: a short stable name.
        suggestion: what was meant most likely, or "".
    """

    def __init__(self, column: str, code: str, sentence: str, suggestion: str = "") -> None:
        super().__init__(sentence)
        self.column, self.code, self.suggestion = column, code, suggestion


def cell(value: Any) -> str:
    """A value as it stands in a cell; "" for None, which stands for no value."""
    if value is None:
        return ""
    return value if isinstance(value, str) and _PLAIN.fullmatch(value) else json.dumps(value, ensure_ascii=False)


def read_cell(text: str, examples: Sequence[Any], column: str) -> Any:
    """The value in a cell.

    Args:
        examples: values that stand in such a place; a number there may be one, or a text that looks like one.
        column: the heading of the cell's column.
    Raises:
        CellError: it is a formula, or no JSON.
    """
    kinds = {type(example) for example in examples}
    word = text.casefold()
    if text[:1] in ('"', "[", "{"):
        return _json(text, column)
    if word == "null":
        return None
    if word in ("true", "false") and (bool in kinds or str not in kinds):
        return word == "true"
    whole = _WHOLE.fullmatch(text)
    if whole and (int in kinds or str not in kinds):
        return int(whole[1])
    if not whole and _FORMULA.match(text):
        raise CellError(column, "formula", say("this is a formula, or what a spreadsheet made of one; write the "
                                                 "value itself, a text in quotation marks"))
    return text


def _json(text: str, column: str) -> Any:
    try:
        value = json.loads(text, parse_constant=_no_number)
        json.dumps(value, ensure_ascii=False).encode()
        return value
    except RecursionError as error:
        raise CellError(column, "nested", say("lists and tables are nested too deeply")) from error
    except ValueError as error:
        straight = text.translate({ord("“"): '"', ord("”"): '"', ord("„"): '"'})
        raise CellError(column, "no-json", say(
            "a text in quotation marks, a list or a table is not complete, or its marks are not straight"),
            straight if straight != text else "") from error


def _no_number(word: str) -> float:
    raise ValueError(word)
