"""What the tellers of the game are declared with: the register of them all, the words their sentences are filled from,
tables and entries that run together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from witp_pbem.games.common.nouns import signed
from witp_pbem.games.wif_land.board import events as e
from witp_pbem.games.wif_land.board.state import Position
from witp_pbem.games.wif_land.telling.catalogue import Catalogue
from witp_pbem.games.wif_land.telling.nouns import as_they_lie, listed, owner, place, places
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.games.wif_land.words.wording import word
from witp_pbem.table.language import bracketed, listing
from witp_pbem.table.story import Block, Happening, Paragraph
from witp_pbem.table.telling import Row, Run, Tellers, Telling
from witp_pbem.table.tuples import NamedTuple

tells = Tellers(say)


def _words(position: Position) -> Mapping[str, Any]:
    """The vocabularies of a position: the game's own; hexes and units by the names they have in it, units also as they
    lie ("stack")."""
    def one_or_more(name: Callable[[Position, Iterable[str]], str]) -> Callable[[Any], str]:
        return lambda value: name(position, [value] if isinstance(value, str) else value)

    return {**Catalogue(position.data).words, "place": one_or_more(places), "unit": one_or_more(listed),
            "stack": one_or_more(as_they_lie)}


def _owner(position: Position, unit: str) -> str:
    return position.units[unit].side if unit in position.units else ""


telling = Telling(tells, say, _words, _owner, lambda event: isinstance(event, e.TurnBegan | e.StepBegan))


def of_same_kind(happening: Happening, run: Run) -> bool:
    """Whether an event goes on with others of its kind without a break."""
    return type(happening.act) is type(run[-1].act)


def terms(entries: Iterable[str]) -> str:
    """What adds to a number: "weather +1, river +1"."""
    return listing(f"{word('factor', code)} {signed(int(amount))}" for code, amount in map(str.split, entries))


# -- tables -----------------------------------------------------------------------------------------------------

marched = tells.table("Moves", "Units", "Way", "Points", "Remark", numeric=(2,))
railed = tells.table("Rail movement", "Who", "Way", "Rail moves", numeric=(2,))
flown = tells.table("Air missions", "Side", "Mission", "Aircraft", "To")


class Leg(NamedTuple):
    """A stack that enters the next hex: an entry of a story. The legs of one move are one row.

    Attributes:
        position: before it.
        event: what happened.
    """

    position: Position
    event: e.UnitsMoved

    @property
    def group(self) -> Any:
        return Leg

    @staticmethod
    def together(run: Sequence[Leg]) -> list[Block]:
        """One table of them all, a row a move."""
        return Row.together([_march(legs) for legs in marches(run)])


def marches(run: Sequence[Leg]) -> list[list[Leg]]:
    """The legs of each move. Some of its units may be left on the way."""
    moves: list[list[Leg]] = []
    for leg in run:
        before = moves[-1][-1].event if moves else None
        if before is None or before.hex != leg.event.start or not {*leg.event.units} <= {*before.units} or (
                leg.event.spent <= before.spent):
            moves.append([])
        moves[-1].append(leg)
    return moves


def _march(legs: Sequence[Leg]) -> Row:
    """The row of a move: who, over which hexes, for how many points, and what is to be said of it."""
    first, last = legs[0], legs[-1]
    start, *way = (first.event.start, *(leg.event.hex for leg in legs))
    remarks = [terms(term for leg in legs for term in leg.event.terms if not term.startswith("terrain "))]
    remarks += [say("{units} left at {place}", units=listed(first.position, left),
                    place=place(first.position, leg.event.start))
                for before, leg in zip(legs, legs[1:], strict=False)
                if (left := [unit for unit in before.event.units if unit not in leg.event.units])]
    if last.event.stops:
        remarks.append(say("stopped by a zone of control"))
    return Row(marched, (as_they_lie(first.position, first.event.units),
                         " → ".join(place(first.position, hex) if hex in (start, way[-1]) else hex
                                    for hex in (start, *way)),
                         str(last.event.spent), listing(filter(None, remarks))),
               owner(first.position, first.event.units), "wif move.a")


class Sentence(NamedTuple):
    """Things of which the same is told one after the other: an entry of a story. `words` makes a sentence of them."""

    words: Callable[[Sequence[str]], str]
    things: tuple[str, ...]
    side: str
    rule: str
    of: str = ""

    @property
    def group(self) -> Any:
        return self.words, self.side, self.rule, self.of

    @staticmethod
    def together(run: Sequence[Sentence]) -> list[Block]:
        """One sentence of them all."""
        first = run[0]
        things = tuple(dict.fromkeys(thing for entry in run for thing in entry.things))
        words = bracketed_stop(first.words(things), first.of) if first.of else first.words(things)
        return [Paragraph(words, first.rule, first.side)]


def bracketed_stop(sentence: str, remark: str) -> str:
    """A sentence with a remark in brackets before its stop."""
    return bracketed(sentence.rstrip(".。"), remark) + sentence[-1]


def sorted_by_kind(entries: Sequence[Any]) -> list[Any]:
    """Entries of moves first, so that they stand in one table, then those that run together, then all others."""
    def rank(entry: Any) -> int:
        return 0 if isinstance(entry, Leg) else 2 if isinstance(entry, Sentence) else 1

    groups = list(dict.fromkeys(entry.group for entry in entries if isinstance(entry, Sentence)))
    return sorted(entries, key=lambda entry: (rank(entry), groups.index(entry.group) if rank(entry) == 2 else 0))
