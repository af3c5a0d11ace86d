"""Battles of War in the Pacific that are due, as cases begin with them."""

from __future__ import annotations

from witp_pbem.games.witp.game import game
from witp_pbem.table import cases
from witp_pbem.table.cases import CaseOpening

GIVEN = "turn 3", "step combat", "points Japan 10, Allies 5", "at Iwo Jima: 1 Japanese land"
ORDERS = """
orders Japan
  resolve any
  lose any
  retreat to any
orders Allies
  lose any
  retreat to any
expect
  nothing owed
"""


def opening(*units: str, orders: str = ORDERS) -> CaseOpening:
    """What a case begins with in which some units meet, each written "Manila: 2 US naval"."""
    lines = [*GIVEN, *(f"at {where}" for where in units)]
    text = "case: battles\ngiven\n" + "".join(f"  {line}\n" for line in lines) + orders
    failures: list[str] = []
    begun = cases.read_opening(next(iter(cases.read(text))), game(), failures)
    assert not failures and not begun.orders.problems, (failures, begun.orders.problems)
    return begun
