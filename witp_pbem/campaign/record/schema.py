"""The shape of logbook entries, for `verify`: every field that must be there, and none besides.

witp_pbem/docs/logbook-format.md says what the fields mean.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self, Union

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from witp_pbem.campaign.record.logbook import FORMATS
from witp_pbem.table.dice import MOST_FACES

Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Natural = Annotated[int, Field(ge=0)]
Version = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,9}$")]
Pair = Annotated[list[Natural], Field(min_length=2, max_length=2)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Entry(_Strict):
    n: Natural
    previous: Hash
    hash: Hash


class _Letter(_Entry):
    """An entry made of a letter: who wrote it, its words as they came ("" where the keeper recorded it by a command)
    and the signature under them ("" without one)."""

    side: str
    letter: str
    signature: str


class Point(_Strict):
    """A place in the logbook: behind an entry or, with `acts`, behind so many acts of a sitting."""

    entry: Natural
    acts: Natural | None


class Dice(_Strict):
    mode: Literal["chain", "given"]
    seeded: bool
    length: Natural | None = None
    anchor: Hash | None = None
    decks: dict[str, Hash] | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.mode == "chain" and None in (self.length, self.anchor, self.decks):
            raise ValueError("a chain has a length, an anchor and the commitments of its decks")
        return self


class Dice2(Dice):
    """With the chains of other holders: side or seat -> anchor; how cards are dealt; whether all players must have
    sent a founding word before the first die."""

    chains: dict[str, Hash]
    deal: Literal["sealed", "open"]
    words: bool


class Founding(_Entry):
    type: Literal["founding"]
    format: Literal[1]
    program: str
    game: str
    rules_version: Version
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


class Founding2(Founding):
    format: Literal[2]  # type: ignore[assignment]
    data_version: Version
    keeper: str
    keys: dict[str, str]
    signed: bool
    dice: Dice2


class Founding3(Founding2):
    format: Literal[3]  # type: ignore[assignment]


class Submission(_Entry):
    type: Literal["submission"]
    side: str
    turn: Natural
    luck: str
    after: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{12,64}$")] | None
    seals: list[Hash]


class Submission2(Submission):
    raw: Hash
    sealed: Natural | None
    signed: bool


class Ruling(_Entry):
    type: Literal["ruling"]
    turn: Natural
    after: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{12,64}$")] | None
    orders: list[str]


class Ruling2(Ruling):
    answers: Natural | None
    reason: str
    proposal: Natural | None
    letter: str
    signature: str


class Withdrawal(_Entry):
    type: Literal["withdrawal"]
    side: str
    turn: Natural
    submission: Natural


class Withdrawal2(Withdrawal, _Letter):
    pass


class Closed(_Entry):
    type: Literal["closed"]
    sitting: Natural
    submissions: list[Natural]
    words: list[str]
    link: Natural


class Closed2(Closed):
    links: dict[str, Natural]


class Word(_Letter):
    type: Literal["word"]
    word: str


class SealedEntry(_Letter):
    type: Literal["sealed"]
    turn: Natural
    seal: Hash


class Link(_Letter):
    type: Literal["link"]
    number: Natural
    link: Hash
    head: Hash
    orders: Hash | Literal[""]
    proof: Hash


class Protest(_Letter):
    type: Literal["protest"]
    about: Natural | None
    text: str


class Rewinding(_Strict):
    to: Point
    keeps: list[Natural]


class Proposal(_Letter):
    type: Literal["proposal"]
    reason: str
    rewind: Rewinding | None
    rulings: list[str]
    answers: Natural | None
    finish: Natural | None = None


class Consent(_Letter):
    type: Literal["consent"]
    proposal: Natural


class Rewind(_Entry):
    type: Literal["rewind"]
    to: Point
    keeps: list[Natural]
    reason: str
    proposal: Natural | None


class Note(_Letter):
    type: Literal["note"]
    about: Natural | None
    text: str


class Bookmark(_Entry):
    type: Literal["bookmark"]
    name: str
    to: Point


class Upgrade(_Entry):
    type: Literal["upgrade"]
    format: Natural
    program: str
    rules_version: Version
    data_version: Version


class Player(_Letter):
    """Who plays a side from here on, with which key ("" without one); `anchor` is "" where his chain goes on."""

    type: Literal["player"]
    player: Annotated[str, StringConstraints(min_length=1)]
    key: str
    anchor: Hash | Literal[""]
    reason: str


class Finish(_Entry):
    type: Literal["finish"]
    act: Natural
    reason: str
    proposal: Natural | None = None


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
    slot: Annotated[str, StringConstraints(pattern=r"^.+/[0-9]{1,6}$")]
    salt: Hash | Literal[""]  # "" where cards are dealt openly
    card: str


class OpenedDeck(_Strict):
    deck: str
    secret: Hash
    salt: Hash


class Raw(_Strict):
    """A file as it came, and the signature under it."""

    text: str
    signature: str


class OpenedRaw(_Strict):
    raw: Natural
    salt: Hash
    content: Raw


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


class Answer(_Strict):
    answer: str
    side: str
    demand: str
    source: Pair | None = None
    stays: Literal[True] | None = None


class Forced(_Strict):
    forced: str
    side: str
    demand: str


class Fired(_Strict):
    fired: Pair
    side: str
    because: str


class Disarmed(_Strict):
    disarmed: Pair
    side: str
    because: str


class Roll(_Strict):
    roll: str
    dice: list[int]
    faces: Annotated[int, Field(ge=2, le=MOST_FACES)] = 6
    first: int = 1


class Draw(_Strict):
    draw: str
    side: str
    slot: str


class Shuffle(_Strict):
    shuffle: str
    seals: list[Hash]


class Test(_Strict):
    test: str
    question: str
    answer: bool | str


class Edit(_Strict):
    edit: Pair


class Happening(BaseModel):
    """An event; which fields it has, besides, is the game's affair."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)
    event: str
    rule: str


_ACTS = {"event": Happening, "test": Test, "answer": Answer, "forced": Forced, "fired": Fired, "disarmed": Disarmed,
         "roll": Roll, "draw": Draw, "shuffle": Shuffle, "edit": Edit}


def _kind(act: Any) -> str | None:
    """Which kind of act this is: that of the first such key it has."""
    return next((kind for kind in _ACTS if kind in act), None) if isinstance(act, dict) else None


Act: Any = Annotated[Union[tuple(Annotated[model, Tag(kind)] for kind, model in _ACTS.items())],  # noqa: UP007
                     Discriminator(_kind)]


class Sitting(_Entry):
    type: Literal["sitting"]
    number: Natural
    closed: Natural | None
    link: Hash | None
    acts: list[Act]
    opened: list[OpenedOrder | OpenedCard | OpenedDeck | OpenedRaw]
    given: list[GivenUsed]
    owed: list[Owed]
    outcome: Outcome | None
    position: Hash


def _adapter(*kinds: type[_Entry]) -> TypeAdapter[Any]:
    form: Any = Annotated[Union[kinds], Field(discriminator="type")]  # noqa: UP007
    return TypeAdapter(form)


_SECOND: tuple[type[_Entry], ...] = (
    Submission2, Ruling2, Withdrawal2, Closed2, Sitting, SealedEntry, Finish, Word, Link, Protest, Proposal, Consent,
    Rewind, Note, Bookmark, Upgrade)
# By the format in force where an entry stands.
_ENTRIES: dict[int, TypeAdapter[Any]] = {
    1: _adapter(Founding, Submission, Ruling, Withdrawal, Closed, Sitting, Upgrade),
    2: _adapter(Founding2, *_SECOND),
    3: _adapter(Founding3, *_SECOND, Player)}
assert set(_ENTRIES) == set(FORMATS)


def fault(entry: dict[str, Any], form: int) -> str:
    """What is wrong with the shape of an entry in a format, "" if nothing is."""
    try:
        _ENTRIES[form].validate_python(entry)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return f"{where}: {first['msg']}" if where else str(first["msg"])
    return ""
