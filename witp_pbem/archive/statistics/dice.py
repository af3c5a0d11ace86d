"""Whether dice are fair: how often each face came up, over all campaigns; those of the program and those that people
typed in apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import erfc, exp, lgamma, log, sqrt

from sqlalchemy import Connection, Select, func, select

from witp_pbem.archive import naming
from witp_pbem.archive.store.tables import campaigns, dice
from witp_pbem.table.tuples import NamedTuple

LEAST = 5  # throws of each face from which on the test says something

Faces = dict[int, int]  # face -> how often it came up


class Fairness(NamedTuple):
    """The throws of a kind of die in a game, or all lots that were drawn in it.

    Attributes:
        manual: whether people typed in what they had thrown, rather than the program throwing.
        sides: of the die; 0 of lots, which are drawn among now so many things, now so many.
        throws: how many.
        faces: of a die: face -> how often.
        deviation: the sum of squared deviations from what is to be expected, each divided by it (chi-square).
        freedom: its degrees of freedom: the deviation that is to be expected.
        chance: how likely fair dice deviate so much or more; None where there are too few throws to say.
    """

    game: str
    manual: bool
    sides: int
    throws: int
    faces: Faces
    deviation: float
    freedom: int
    chance: float | None


def fairness(connection: Connection, chosen: Select[tuple[int]]) -> list[Fairness]:
    """A line a game, who threw, and kind of die; then one for the lots."""
    of_face = campaigns.c.game, campaigns.c.manual_dice, dice.c.sides, dice.c.face
    counts: dict[tuple[str, bool], dict[int, Faces]] = {}
    for game, manual, sides, face, times in connection.execute(
            select(*of_face, func.sum(dice.c.times)).join(campaigns, campaigns.c.record == dice.c.record).where(
                dice.c.record.in_(chosen)).group_by(*of_face).order_by(*of_face)):
        counts.setdefault((game, manual), {}).setdefault(sides, {})[face] = int(times)
    return [one for (game, manual), kinds in counts.items() for one in _of_game(game, manual, kinds)]


def _of_game(game: str, manual: bool, kinds: Mapping[int, Faces]) -> Iterator[Fairness]:
    """Args:
        kinds: sides -> faces; of whatever number of things lots were drawn among, too.
    """
    known = naming.game_of(game)
    dice_of_game = {die.faces for die in known.dice} if known else kinds.keys()
    yield from (_fairness(game, manual, sides, faces, {sides: faces}) for sides, faces in kinds.items()
                if sides in dice_of_game)
    if lots := {sides: faces for sides, faces in kinds.items() if sides not in dice_of_game}:
        yield _fairness(game, manual, 0, {}, lots)


def _fairness(game: str, manual: bool, sides: int, faces: Faces, kinds: Mapping[int, Faces]) -> Fairness:
    """Args:
        kinds: what is tested together, sides -> faces.
    """
    throws = sum(times for kind in kinds.values() for times in kind.values())
    deviation = sum(_deviation(*kind) for kind in kinds.items())
    freedom = sum(kinds) - len(kinds)
    return Fairness(game, manual, sides, throws, faces, round(deviation, 3), freedom,
                    round(chance_of(deviation, freedom), 4) if throws >= LEAST * sum(kinds) else None)


def _deviation(sides: int, faces: Faces) -> float:
    """Chi-square of a kind of die."""
    expected = sum(faces.values()) / sides
    never = sides - len(faces)
    return sum((times - expected) ** 2 / expected for times in faces.values()) + never * expected


def chance_of(deviation: float, freedom: int) -> float:
    """How likely a chi-square variable of so many degrees of freedom is at least so large: the regularised incomplete
    gamma function Q(freedom / 2, deviation / 2), a finite sum for whole degrees (Abramowitz and Stegun 26.4.4 and
    26.4.5)."""
    half = deviation / 2
    if half <= 0:
        return 1.0
    powers = (freedom / 2 - step for step in range(1, freedom // 2 + 1))
    return (erfc(sqrt(half)) if freedom % 2 else 0.0) + sum(
        exp(power * log(half) - half - lgamma(power + 1)) for power in powers)
