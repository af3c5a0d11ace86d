"""What is said where a command counts or shows what another release derived."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from witp_pbem.cli import printing
from witp_pbem.cli.printing import Result
from witp_pbem.table.language import say

if TYPE_CHECKING:
    from sqlalchemy import Connection

Value = TypeVar("Value")


def note(connection: Connection) -> list[str]:
    """A sentence on how many campaigns another release derived what follows of; none where there is none."""
    from witp_pbem.archive.store import derived

    count = derived.outdated(connection)
    return [say.plural(
        count, "What is searched and counted of {n} campaign was derived by another release: `archive rebuild` derives "
               "it again.", "What is searched and counted of {n} campaigns was derived by another release: `archive "
                            "rebuild` derives it again.")] if count else []


def ending_with(notes: list[str], result: Result[Value]) -> Result[Value]:
    """A result behind which notes are printed on the error output, for people and for programs."""
    def value() -> Value:
        printing.notes(notes)
        return result.value()

    def show() -> None:
        result.show()
        printing.notes(notes)

    return Result(value, show, result.is_well, result.exit_code)
