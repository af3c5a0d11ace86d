"""What must change for an order to become legal, by the code of the problem it has (vocabulary "remedy")."""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.taiheiyo_senshi.words.language import say

REMEDIES: Mapping[str, str] = say.sentences({
    "phase-over": "It can be ordered for this phase of the next turn.",
    "face-down": "Return the ships to a port of yours, or turn them face-up first, by a resupply or in the supply "
                 "phase.",
    "too-far": "A point at most {movement} away, or a group without the slowest ships.",
    "route-closed": "The dotted routes open when the Allies change their strategy.",
    "enemy-on-the-way": "Go to {place:place} itself, or by another way.",
    "base-full": "Rebase the unit that is there first.",
    "one-rebase": "One unit; in the supply phase as many as you like.",
    "card-not-in-hand": "The card must be in your hand.",
    "resources-only": "Play it from the supply phase of turn 1 on.",
    "happened-once": "Spend the card as a resource.",
    "no-operation-card": "Play it {window:window}.",
    "not-now": "Play it {window:window}.",
    "event-of-turn": "Wait for turn {turn}.",
    "routes-open": "Nothing: both sides can use the dotted routes.",
    "no-train": "The Allies place one on turn 4 and one on turn 5.",
    "nothing-to-resupply": "Return capital ships to a port of yours first.",
    "no-port-to-capture": "Move ships there, and hold it to the supply phase.",
})
