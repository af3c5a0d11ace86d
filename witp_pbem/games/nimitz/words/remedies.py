"""What must change for an order to become legal, by the code of the problem it has (vocabulary "remedy")."""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.nimitz.words.language import say

REMEDIES: Mapping[str, str] = say.sentences({
    "phase-over": "It can be ordered in the next turn.",
    "too-few-points": "Fewer or cheaper units, or points of the next turn.",
    "not-for-sale": "Only units of the reinforcement box are bought.",
    "too-few-markers": "Fewer markers; each scouts a point once.",
    "nobody-to-scout": "A point with a Japanese unit.",
    "us-barred": "Any other point.",
    "moved-already": "Each unit moves once a turn; next turn it can move again.",
    "not-bought": "Buy it first; it can move in the same turn.",
    "in-a-box": "It has to be at a point; ships in port advance a box each turn.",
    "no-flag": "A point with the Australian flag, or American units.",
    "no-base": "Move a ground unit there first; LBA can follow next turn.",
    "pinned": "The Japanese there have to be gone first.",
    "no-room": "Fewer LBA, or move others away.",
    "bombs-from-marianas": "A BW that is in the Mariana Islands when the phase begins.",
    "too-many-units": "At most {most} of them.",
    "contact-lost": "Another area, or wait a round.",
    "marker-of-no-use": "Use it when what it helps happens.",
    "markers-too-dear": "Fewer or cheaper markers; 3 points are free.",
    "no-ships-there": "An area with Japanese ships.",
})
