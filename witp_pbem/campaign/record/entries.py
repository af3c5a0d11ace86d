"""The entries of a logbook, typed: every field of every type of entry, and none besides.

Whatever a file, a packet or the program itself offers is checked once, at this border (`checked`); behind it every
entry has all the fields of its type, and `entry["type"] == SITTING` tells which these are. (As they are written, they
leave out what is empty: `written_form`.) Acts leave out a field that has its default value, and must do so.

docs/logbook-format.md of the package says what the fields mean.
"""

# Annotations are evaluated where they stand: as texts they would be compiled one by one, twice, in every command.

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict, cast, final

from witp_pbem.campaign.record.order_tree import MOST, SALT
from witp_pbem.table.dice import MOST_FACES
from witp_pbem.table.shape import MORE, Between, ByField, ByKey, Digits, Length, Matching, fit
from witp_pbem.table.text import MAX_BYTES

NAME_LENGTH, PLAYER_LENGTH, WORD_LENGTH, REASON_LENGTH, TEXT_LENGTH = 80, 200, 200, 2000, 10_000  # characters at most

Hash = Annotated[str, Digits(64)]
Salt = Annotated[str, Digits(SALT)]  # of an order
HashOrNone = Annotated[str, Digits(0, 64)]  # "" where there is none
Natural = Annotated[int, Between(0)]
Version = Annotated[str, Matching(r"[0-9]{1,9}")]
After = Annotated[str, Digits(*range(32, 65))] | None
Name = Annotated[str, Length(1, NAME_LENGTH)]
Player = Annotated[str, Length(0, PLAYER_LENGTH)]
Side = Annotated[str, Length(1, PLAYER_LENGTH)]  # the name somebody sends under
Reason = Annotated[str, Length(0, REASON_LENGTH)]
Words = Annotated[str, Length(0, WORD_LENGTH)]  # of luck
Text = Annotated[str, Length(0, TEXT_LENGTH)]  # of a protest or a note
Sent = Annotated[str, Length(0, MAX_BYTES)]  # as it came: a letter, a ruling, a signature
Pair = Annotated[list[Natural], Length(2, 2)]
DataFiles: TypeAlias = dict[Annotated[str, Matching(r"[A-Za-z0-9_-]+\.json")], Hash]  # name of a file -> SHA-256


class _Entry(TypedDict):
    n: Natural
    hash: Hash


class _Letter(_Entry):
    """An entry made of a letter.

    Attributes:
        side: who wrote it.
        letter: its words as they came, "" where the keeper recorded it by a command.
        signature: the one under them, "" without one.
    """

    side: Side
    letter: Sent
    signature: Sent


# -- what is played ---------------------------------------------------------------------------------------------------


class LeagueTerms(TypedDict):
    """The league a campaign belongs to: other campaigns have the same chain, and the same luck for the same decision.

    Attributes:
        name: of the league, in place of the campaign's own in every die.
        publish: whether links are published when a turn lies behind all members, or on a day.
        closing: that day ("2027-03-31"), "" for none.
    """

    name: Name
    publish: Literal["turn", "closing"]
    closing: Annotated[str, Length(0, 10)]


class DiceTerms(TypedDict):
    """Where a campaign's luck comes from.

    Attributes:
        mode: from a hash chain, or typed in.
        seeded: whether everything secret grows from a text.
        length, anchor: of the chain; 0 and "" where dice are typed in.
        decks: name of a deck -> the commitment of its secret; empty where cards are typed in or dealt openly.
        chains: name a player was founded under -> the anchor of their own chain.
        deal: how cards are dealt.
        words: whether the first die waits for the founding words of all players.
        league: the league whose luck this is, left out where the campaign has its own.
    """

    mode: Literal["chain", "manual"]
    seeded: bool
    length: Natural
    anchor: HashOrNone
    decks: dict[str, Hash]
    chains: dict[str, Hash]
    deal: Literal["sealed", "open"]
    words: bool
    league: NotRequired[LeagueTerms]


@final
class Founding(_Entry):
    type: Literal["founding"]
    format: Literal[4]
    program: str
    game: str
    rules_version: Version
    data_version: Version
    campaign: Name
    scenario: str
    options: dict[str, str]
    players: dict[str, Player]
    keeper: str
    keys: dict[str, str]
    signed: bool
    dice: DiceTerms
    data: DataFiles
    replaced: list[str]
    reconstructed: bool
    position_given: bool
    opening: dict[str, Any]


@final
class Submission(_Entry):
    type: Literal["submission"]
    side: Side
    turn: Natural
    luck: Words
    after: After
    adds: bool
    seal: Hash
    sealed: Natural | None
    signed: bool


@final
class SealedFile(_Letter):
    type: Literal["sealed"]
    turn: Natural
    seal: Hash


class AgreedRuling(TypedDict):
    """What the program rules by itself: that somebody has given up, or what was agreed on for a missed deadline."""

    ruling: Literal["resign", "default"]
    player: str
    text: Sent


AnyRuling: TypeAlias = Sent | AgreedRuling


@final
class RulingEntry(_Entry):
    type: Literal["ruling"]
    turn: Natural
    after: After
    orders: list[AnyRuling]
    answers: Natural | None
    reason: Reason
    proposal: Natural | None
    letter: Sent
    signature: Sent


@final
class Withdrawal(_Letter):
    type: Literal["withdrawal"]
    turn: Natural
    submission: Natural


@final
class Closed(_Entry):
    type: Literal["closed"]
    sitting: Natural
    submissions: list[Natural]
    words: list[str]
    link: Natural
    links: dict[str, Natural]


@final
class Finish(_Entry):
    type: Literal["finish"]
    act: Natural
    reason: Reason
    proposal: Natural | None


# -- a sitting --------------------------------------------------------------------------------------------------------


class Slip(TypedDict):
    """What lies behind the seal of an order."""

    phase: str
    blocks: list[str]
    text: str


class FileContent(TypedDict):
    """A whole file: its text as it came, and the signature under it."""

    text: str
    signature: str


Nodes = dict[Annotated[str, Matching("[1-9][0-9]{0,8}")], Hash]  # place in the tree of a seal -> hash


@final
class OpenedOrder(TypedDict):
    """An order: its entry, its place in the tree of its seal, and what hashes beside it were not known."""

    entry: Natural
    index: Annotated[int, Between(2, MOST - 1)]
    salt: Salt
    content: Slip
    nodes: NotRequired[Nodes]


@final
class OpenedFile(TypedDict):
    """A file of orders: its entry; its text in parts, a number standing for the order opened at that place."""

    file: Natural
    parts: list[str | Natural]
    signature: NotRequired[Sent]
    secret: NotRequired[Hash]
    nodes: NotRequired[Nodes]


@final
class OpenedSalts(TypedDict):
    """What the secrets of all files grow from, but of those the players have sealed themselves."""

    salts: Hash


@final
class OpenedCard(TypedDict):
    slot: Annotated[str, Matching(r".+/[0-9]{1,6}")]
    salt: HashOrNone  # "" where cards are dealt openly
    card: str


@final
class OpenedDeck(TypedDict):
    deck: str
    secret: Hash
    salt: Hash


class ManualUsed(TypedDict):
    source: Pair
    used: Natural


class OwedRecord(TypedDict):
    side: str
    demand: str
    about: dict[str, Any]


class OutcomeRecord(TypedDict):
    winner: str
    rule: str
    reason: str


class Ordered(TypedDict):
    """An order as a value; what it says, besides, is the affair of the game (`Game.read_value`)."""

    order: str


Decision: TypeAlias = Annotated[Ordered, MORE]


class PhraseCode(TypedDict):
    """A phrase (`table.phrase`); which values it has, besides, is the affair of whoever says it."""

    code: str


PhraseRecord: TypeAlias = Annotated[PhraseCode, MORE]


@final
class AnswerRecord(TypedDict):
    answer: Decision | None
    side: str
    demand: str
    source: NotRequired[Pair]
    stays: NotRequired[Literal[True]]
    undone: NotRequired[list[PhraseRecord]]


@final
class ForcedRecord(TypedDict):
    forced: Decision
    side: str
    demand: str
    undone: NotRequired[list[PhraseRecord]]


@final
class TriggeredRecord(TypedDict):
    triggered: Pair
    side: str
    instead: NotRequired[PhraseRecord]


@final
class CancelledRecord(TypedDict):
    cancelled: Pair
    side: str
    because: PhraseRecord


@final
class RollRecord(TypedDict):
    roll: PhraseRecord
    dice: list[int]
    faces: Annotated[int, Between(2, MOST_FACES)]
    first: int


@final
class TestRecord(TypedDict):
    test: str
    question: str
    answer: bool | str


@final
class DrawRecord(TypedDict):
    draw: str
    side: str
    slot: str


@final
class ShuffleRecord(TypedDict):
    shuffle: str
    seals: list[Hash]


@final
class EditRecord(TypedDict):
    edit: Pair


@final
class EventRecord(TypedDict):
    """An event; which fields it has, besides, its game declares (`table.event`)."""

    event: str
    rule: NotRequired[str]


ActRecord: TypeAlias = (
    EventRecord | TestRecord | AnswerRecord | ForcedRecord | TriggeredRecord | CancelledRecord | RollRecord
    | DrawRecord | ShuffleRecord | EditRecord)
Opened: TypeAlias = OpenedOrder | OpenedFile | OpenedCard | OpenedDeck | OpenedSalts
_Act = Annotated[
    Annotated[EventRecord, MORE] | TestRecord | AnswerRecord | ForcedRecord | TriggeredRecord | CancelledRecord
    | RollRecord | DrawRecord | ShuffleRecord | EditRecord,
    ByKey(("event", "test", "answer", "forced", "triggered", "cancelled", "roll", "draw", "shuffle", "edit"))]
_Opened = Annotated[Opened, ByKey(("index", "file", "slot", "deck", "salts"))]


class _Sitting(_Entry):
    type: Literal["sitting"]
    number: Natural
    closed: Natural | None
    link: Hash | None
    acts: list[_Act]
    opened: list[_Opened]
    manual: list[ManualUsed]
    owed: list[OwedRecord]
    outcome: OutcomeRecord | None
    position: HashOrNone


@final
class Sitting(_Sitting):
    """A sitting as it was held."""


# -- what is said about it --------------------------------------------------------------------------------------------


class Point(TypedDict):
    """A place in the logbook: after an entry or, with `acts`, after so many acts of a sitting."""

    entry: Natural
    acts: Natural | None


class Rewinding(TypedDict):
    to: Point
    keeps: list[Natural]


@final
class Word(_Letter):
    type: Literal["word"]
    word: Words


@final
class Link(_Letter):
    type: Literal["link"]
    number: Natural
    link: Hash
    head: Hash
    orders: HashOrNone
    proof: Hash


@final
class Published(_Entry):
    """A link of a league's chain: that of a turn, and with it those of all turns before."""

    type: Literal["published"]
    number: Natural
    link: Hash


@final
class Protest(_Letter):
    type: Literal["protest"]
    about: Natural | None
    text: Text


@final
class Note(_Letter):
    type: Literal["note"]
    about: Natural | None
    text: Text


@final
class Proposal(_Letter):
    type: Literal["proposal"]
    reason: Reason
    rewind: Rewinding | None
    rulings: list[Sent]
    answers: Natural | None
    finish: Natural | None


@final
class Consent(_Letter):
    type: Literal["consent"]
    proposal: Natural


@final
class Rewind(_Entry):
    type: Literal["rewind"]
    to: Point
    keeps: list[Natural]
    reason: Reason
    proposal: Natural | None


@final
class Bookmark(_Entry):
    type: Literal["bookmark"]
    name: Name
    to: Point


@final
class Upgrade(_Entry):
    type: Literal["upgrade"]
    format: Literal[4]
    program: str
    rules_version: Version
    data_version: Version


@final
class PlayerChange(_Letter):
    """Who plays a side from here on, with which key ("" without one); `anchor` is "" where their chain goes on."""

    type: Literal["player"]
    player: Annotated[str, Length(1, PLAYER_LENGTH)]
    key: str
    anchor: HashOrNone
    reason: Reason


# -- what a rewind has left (`branches`) ------------------------------------------------------------------------------


@final
class Abandoned(_Entry):
    """The stub of an entry that counts no more."""

    type: Literal["abandoned"]
    was: Literal["submission", "sealed", "ruling", "withdrawal", "closed", "finish"]


@final
class AbandonedSitting(_Entry):
    """The stub of a sitting, with what stays used; `decks_made` are the names of the decks it made."""

    type: Literal["abandoned"]
    was: Literal["sitting"]
    number: int
    link: str | None
    manual: list[ManualUsed]
    decks_made: list[str]


@final
class CutSitting(_Sitting):
    """A sitting that was cut; `decks_made` are the names of the decks it made after the cut."""

    decks_made: list[str]


Recorded: TypeAlias = (
    Founding | Submission | SealedFile | RulingEntry | Withdrawal | Closed | Finish | Sitting | Word | Link | Published
    | Protest | Note | Proposal | Consent | Rewind | Bookmark | Upgrade | PlayerChange)
Entry: TypeAlias = (  # of a logbook or, with what a rewind has left, of the line in force; mypy narrows no union in one
    Founding | Submission | SealedFile | RulingEntry | Withdrawal | Closed | Finish | Sitting | Word | Link | Published
    | Protest | Note | Proposal | Consent | Rewind | Bookmark | Upgrade | PlayerChange | Abandoned | AbandonedSitting)
Lettered: TypeAlias = (  # what can be made of a letter
    SealedFile | RulingEntry | Withdrawal | Word | Link | Protest | Note | Proposal | Consent | PlayerChange)


def checked(record: Mapping[str, Any]) -> Recorded:
    """A record as the entry it is.

    Raises:
        shape.ShapeError: it is not an entry.
    """
    fit(record, Annotated[Recorded, ByField("type")])
    return cast(Recorded, record)  # that is what `fit` has made sure of
