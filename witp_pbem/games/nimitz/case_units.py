"""Units and numbers in the lines of case files about Fleet Commander: Nimitz."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.common.cases import unmatched
from witp_pbem.games.common.order_values import UnitSpec
from witp_pbem.games.nimitz.board.state import Unit
from witp_pbem.games.nimitz.orders.words import UNITS
from witp_pbem.table.case_lines import LineReader
from witp_pbem.table.tuples import NamedTuple

NOBODY, NOTHING = "nobody", "nothing"


class Described(NamedTuple):
    """Units as a case describes them."""

    spec: UnitSpec


def read_units(line: LineReader) -> list[UnitSpec]:
    """Descriptions of units in a row."""
    specs: list[UnitSpec] = []
    while not specs or line.accept(",", "and"):
        spec = UNITS.read(line)
        line.complain()
        if spec is None:
            raise ValueError(f"units, such as Enterprise or 2 American battalions, not {line.rest()!r}")
        specs.append(spec)
    return specs


def read_numbers(line: LineReader, *names: str) -> dict[str, int]:
    """Numbers behind words, `SP 20, RP 7`."""
    numbers = {}
    while line:
        line.skip(":", ",", "and")
        name = line.token.text.casefold() if line.token else ""
        if name not in names:
            raise ValueError(f"one of {', '.join(names)}, not {name!r}")
        line.word()
        numbers[name] = line.count()
    return numbers


def compare_units(units: Sequence[Unit], line: LineReader, place: str) -> str | None:
    """In what the units of a place differ from those a line names, or from `nobody`."""
    line.skip(":")
    wanted = [] if line.accept(NOBODY) else [Described(spec) for spec in read_units(line)]
    missing, besides = unmatched(units, wanted, lambda unit, description: True)
    if not missing and not besides:
        return None
    return (f"{place} lacks: {', '.join(description.spec.text for description in missing) or NOTHING}; "
            f"besides: {', '.join(map(shown, besides)) or NOTHING}")


def shown(unit: Unit) -> str:
    """A unit as a case names it: by its id, in brackets if it is damaged."""
    return unit.id if unit.full else f"[{unit.id}]"
