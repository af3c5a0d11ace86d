"""What a result of the combat tables says (wif die.c): "1/1R", "-/2B*"."""

from __future__ import annotations

import re

from witp_pbem.table.tuples import NamedTuple

FORM = re.compile(r"(\d+|-)/(\d+|-)([RSB]?)(\*?)")
RETREATS, SHATTERED, BREAKTHROUGH = "R", "S", "B"


class Result(NamedTuple):
    """A result.

    Attributes:
        attackers, defenders: how many units are destroyed (wif die.c).
        effect: R, S, B or "" (wif retreat.a, shatter.a, adv.d).
        keeps_face: a star: the attackers are not turned face-down (wif flip.a).
    """

    attackers: int
    defenders: int
    effect: str
    keeps_face: bool

    @classmethod
    def of(cls, cell: str) -> Result:
        """What a cell of a table says.

        Raises:
            ValueError: nothing that can be applied.
        """
        if not (read := FORM.fullmatch(cell)):
            raise ValueError(cell)
        attackers, defenders, effect, star = read.groups()
        return cls(int(attackers.replace("-", "0")), int(defenders.replace("-", "0")), effect, bool(star))

    def defenders_lost(self, units: int) -> int:
        """How many of some defending units are lost, those that are shattered with them."""
        return units if self.effect in (SHATTERED, BREAKTHROUGH) else min(units, self.defenders)
