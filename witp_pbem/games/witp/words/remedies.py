"""What must change for an order to become legal, by the code of the problem it has (vocabulary "remedy")."""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.witp.words.language import say

REMEDIES: Mapping[str, str] = say.sentences({
    "phase-over": "It can be ordered for this phase of the next turn.",
    "not-enough-points": "{missing} more resource points, or an order that costs at most {rp}: fewer stacks, or "
                         "shorter ways.",
    "rebuilding-too-dear": "{missing} more resource points, or fewer units.",
    "target-twice": "Nothing this turn: a hex can be your target again next turn.",
    "already-there": "Leave this stack out of the order: it is at the target.",
    "moved-already": "Nothing this turn: the unit moves again next turn.",
    "already-redeployed": "Nothing this turn: the unit redeploys again next turn.",
    "no-stacks-left": "Nothing this turn: all {limit} stacks have redeployed.",
    "air-never-moves": "Wait for the redeployment phase: air units move then.",
    "held-by-land": "The enemy land units ashore there must be gone, or your land units must be aboard before.",
    "held-by-fleet": "Leave fleets there whose strength is at least {strength}, or go another way.",
    "too-few-ships": "A surface fleet for each land unit: {land} are needed, and the stack has {ships}.",
    "no-supply-network": "An open supply line of at most {limit} hexes to a supply source, or to a base linked to one; "
                         "a base on the way would do.",
    "no-base-icon": "A hex with a port or an airfield.",
    "base-not-controlled": "Control of the port or airfield at {place:place}.",
    "port-not-controlled": "Control of the port at {place:place}.",
    "base-not-friendly": "Control of the base at {place:place}.",
    "enemy-base-stands": "A land unit of yours ashore at {place:place}, which removes the enemy base.",
    "fleet-into-battle": "The continuing battle at {place:place} must be over.",
    "fleets-into-continuing-battle": "The continuing battle at {place:place} must be over.",
    "in-continuing-battle": "The continuing battle at {place:place} must be over, or a card must allow it.",
    "no-flight-there": "A port or airfield under your control at most {limit} hexes away.",
    "enemy-in-the-way": "End the way at {place:place}, or go round it.",
    "card-not-in-hand": "The card must be in your hand.",
    "stack-too-large": "At most {limit} fleets in a stack; send more stacks.",
    "no-transport-network": "A chain of your logistics bases and supply sources, each at most {leg} hexes from the "
                            "next, with a first and a last stretch of at most {limit}.",
})
