"""The shape of logbook entries, for `verify`: every field that must be there, and none besides.

witp_pbem/docs/logbook-format.md says what the fields mean.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from witp_pbem.campaign.logbook import FORMAT

Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Natural = Annotated[int, Field(ge=0)]
Pair = Annotated[list[Natural], Field(min_length=2, max_length=2)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Entry(_Strict):
    n: Natural
    previous: Hash
    hash: Hash


class Dice(_Strict):
    mode: Literal["chain", "given"]
    seeded: bool
    length: Natural | None = None
    anchor: Hash | None = None
    decks: dict[str, Hash] | None = None


class Founding(_Entry):
    type: Literal["founding"]
    format: Literal[1]
    program: str
    game: str
    rules_version: str
    campaign: str
    scenario: str
    options: dict[str, str]
    players: dict[str, str]
    dice: Dice
    data: dict[Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]+\.json$")], Hash]
    replaced: list[str]
    reconstructed: bool
    position_given: bool
    opening: dict[str, Any]


class Submission(_Entry):
    type: Literal["submission"]
    side: str
    turn: Natural
    luck: str
    after: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{12,64}$")] | None
    seals: list[Hash]


class Ruling(_Entry):
    type: Literal["ruling"]
    turn: Natural
    after: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{12,64}$")] | None
    orders: list[str]


class Withdrawal(_Entry):
    type: Literal["withdrawal"]
    side: str
    turn: Natural
    submission: Natural


class Closed(_Entry):
    type: Literal["closed"]
    sitting: Natural
    submissions: list[Natural]
    words: list[str]
    link: Natural


class Slip(_Strict):
    phase: str
    blocks: list[str]
    text: str
    line: Natural


class OpenedOrder(_Strict):
    entry: Natural
    index: Natural
    salt: Hash
    content: Slip


class OpenedCard(_Strict):
    slot: str
    salt: Hash
    card: str


class OpenedDeck(_Strict):
    deck: str
    secret: Hash
    salt: Hash


class GivenUsed(_Strict):
    source: Pair
    used: Natural


class Owed(_Strict):
    side: str
    demand: str
    about: dict[str, Any]


class Outcome(_Strict):
    winner: str
    rule: str
    reason: str


class Sitting(_Entry):
    type: Literal["sitting"]
    number: Natural
    closed: Natural | None
    link: Hash | None
    acts: list[dict[str, Any]]
    opened: list[OpenedOrder | OpenedCard | OpenedDeck]
    given: list[GivenUsed]
    owed: list[Owed]
    outcome: Outcome | None
    position: Hash


_ENTRY: TypeAdapter[Any] = TypeAdapter(
    Annotated[Founding | Submission | Ruling | Withdrawal | Closed | Sitting, Field(discriminator="type")])
assert FORMAT == 1  # the format these models describe


def fault(entry: dict[str, Any]) -> str:
    """What is wrong with the shape of an entry, "" if nothing is."""
    try:
        _ENTRY.validate_python(entry)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return f"{where}: {first['msg']}" if where else str(first["msg"])
    return ""
