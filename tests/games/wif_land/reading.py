"""Orders and conditions as they are typed, for the tests of what is read."""

from __future__ import annotations

from tests.order_reading import OrderReading
from witp_pbem.games.wif_land.game import game

READING = OrderReading(game())
GAME, LEXICON = READING.game, READING.lexicon
value, problems, conditions = READING.value, READING.problems, READING.conditions
