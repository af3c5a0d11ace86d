"""What is said wherever a value of ours, not of the printed game, is met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from witp_pbem.games.nimitz.board import names
from witp_pbem.games.nimitz.board.reconstructed import Reconstructed
from witp_pbem.games.nimitz.board.setup import LINKED
from witp_pbem.games.nimitz.board.state import Position
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.table.language import listing, parts


def remark(position: Position) -> str:
    """What of the campaign that is played is, or of all that are linked; "" for nothing."""
    years = tuple(position.data.campaigns) if position.scenario == LINKED else (position.year,)
    groups = tuple(_groups(position.data.reconstructed, years))
    return say("Reconstructed, not the printed game: {groups}.", groups=parts(groups)) if groups else ""


def _groups(ours: Reconstructed, years: Sequence[int]) -> Iterator[str]:
    for year in (year for year in years if ours.counters.get(year)):
        yield say("values of {number} of the {total} counters of {year}", number=len(ours.counters[year]),
                  total=ours.all_counters[year], year=year)
    if points := [year for year in years if year in ours.points]:
        yield say("the supply and reinforcement points of a turn of {years}", years=listing(map(str, points)))
    if ours.copies:
        yield say("how many there are of each bonus marker ({number} of {total} kinds)", number=len(ours.copies),
                  total=ours.all_markers)


def of_a_scenario(ours: Reconstructed, years: Iterable[int]) -> str:
    """That values of its campaigns are ours, "" if none are."""
    return say("Values of units and points of a turn are partly reconstructed, not the printed game’s."
               ) if any(ours.counters.get(year) or year in ours.points for year in years) else ""


def of_units(position: Position, units: Iterable[str]) -> str:
    """Whose values are ours among some units, "" for nobody's."""
    ours = position.data.reconstructed.counters.get(position.year, frozenset())
    named = dict.fromkeys(names.name(position.printed(unit)) for unit in units
                          if unit in position.units and position.printed(unit).id in ours)
    return say("Reconstructed values, not the printed game’s: {units}.", units=listing(named)) if named else ""


def of_the_points(ours: Reconstructed) -> str:
    """Of which years the points of a turn are ours, "" for none."""
    return say("The points of {years} are reconstructed, not the printed game’s.",
               years=listing(map(str, sorted(ours.points)))) if ours.points else ""


def of_the_copies(ours: Reconstructed) -> str:
    """Whether it is ours how many bonus markers there are, "" if not."""
    return say("How many there are of each is reconstructed, not the printed game’s.") if ours.copies else ""


def of_the_counters(ours: Reconstructed) -> str:
    """How many counters of each year have values of ours, "" for none."""
    years = [say("{number} of the {total} of {year}", number=len(counters), total=ours.all_counters[year], year=year)
             for year, counters in ours.counters.items() if counters]
    return say("Counters with reconstructed values, not the printed game’s: {years}.",
               years=listing(years)) if years else ""
