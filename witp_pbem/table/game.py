"""What a game has to give so that the table, a campaign and the reports can play it.

Games are found through the entry-point group `witp_pbem.games`; an entry point names a function that takes the
data records in force (None for the packaged ones) and returns a `Game`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from witp_pbem.table.tuples import NamedTuple

if TYPE_CHECKING:
    from witp_pbem.table.case_text import Case, CaseData, CaseLine
    from witp_pbem.table.demand import Condition, Order, Verdict
    from witp_pbem.table.dice import Die
    from witp_pbem.table.event import Event
    from witp_pbem.table.phrase import Phrase
    from witp_pbem.table.problem import OrderValue, Problem
    from witp_pbem.table.story import Narration
    from witp_pbem.table.table import Table
    from witp_pbem.table.text import Block, Statement
    from witp_pbem.table.tokens import Lexicon
    from witp_pbem.table.wording import Sentences


class RuleEntry(NamedTuple):
    """A rule in the list of all rules.

    Attributes:
        id: "witp 6.3.b".
        section: its section with number and title.
        defines: it only says what something is; there is nothing that could be done wrong.
    """

    id: str
    section: str
    defines: bool = False


class Offer(NamedTuple):
    """A scenario or an option a campaign can be founded with: its name as typed, and what it means."""

    name: str
    text: str


class Setting(NamedTuple):
    """What a campaign plays.

    Attributes:
        scenario: its name in words.
        options: what was agreed on otherwise than usual, in words.
        remarks: what must be said wherever this is played, such as that the scenario is a reconstruction.
    """

    scenario: str
    options: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class UsualOrder(NamedTuple):
    """An order that a form offers for a phase to come.

    Attributes:
        text: in the language spoken, as the reader of orders reads it; with those that stand in for it.
        closes: it is a wish or a pass, or keeps what a pass would lose: whoever gives all of these is asked nothing
            more in the phase.
        note: what it is, in a few words; "" where that goes without saying.
    """

    text: str
    closes: bool = False
    note: str = ""


class UsualOrders(NamedTuple):
    """A usual order before it is put into words.

    Attributes:
        values: its own, then those of the orders that stand in for it.
        condition: what it waits for.
        closes, note: see `UsualOrder`.
    """

    values: Sequence[OrderValue]
    condition: Phrase | None = None
    closes: bool = False
    note: str = ""


class OwnRecord(NamedTuple):
    """What a file says that has a form of the game's own (see `Game.own_data`).

    Attributes:
        record: what it says, as a data file does that is merged into the records of the game.
        at: the keys that lead in the record to what stands in the file.
    """

    record: Mapping[str, Any]
    at: tuple[str, ...]


class Game(Protocol):
    """One game with its data.

    Attributes:
        id: short name ("witp").
        title, publisher: the printed game, named precisely.
        cites: the word its rules are cited with ("witp 6.3.b"), mostly its id.
        rules_version: a number as text, which goes up whenever a rule is decided otherwise than before.
        changes: by version of the rules, what is decided otherwise since, in whole sentences for the next report.
        data_version: as rules_version, for the packaged data.
        sides: who has counters, in the order always named.
        players: the names people can have in a founding, in the order always named: a side, one of several players of
            a side or, where the sides are settled in the game itself, a name such as "first" until then.
        automatic: the sides that may have no player; the rules then play them, and they send and owe nothing.
        decks: names of the decks whose secrets are committed at the founding.
        cards: every card name there is.
        dice: every kind of die it throws, the usual one first.
        lexicon: the words of its orders.
        events: event kinds by code.
        catalogue: its sentences and vocabularies.
        case_rules: what the game adds to case files (`expectations.CaseRules`).
        standing: keywords of wishes: orders that stay in force after they have answered.
        phases: the phases orders are headed with, in the order of a turn.
        keyed: the scenarios that leagues can play, where luck depends on labels alone: all of it is dice, every label
            has the `turn`, which counts on to the end of the game, and names all that they are thrown for.
        records: the data records in force, by file name.

    A position has at least `turn` (from 1), `step` and `outcome` (None, or winner, rule and reason).
    """

    id: str
    title: str
    cites: str
    rules_version: str
    changes: Mapping[str, tuple[str, ...]]
    data_version: str
    sides: tuple[str, ...]
    players: tuple[str, ...]
    automatic: tuple[str, ...]
    decks: tuple[str, ...]
    cards: tuple[str, ...]
    dice: tuple[Die, ...]
    lexicon: Lexicon
    events: dict[str, type[Event]]
    catalogue: Sentences
    case_rules: Any
    standing: frozenset[str]
    phases: tuple[str, ...]
    keyed: tuple[str, ...]

    def __hash__(self) -> int:
        """By identity: what was read for a game is remembered under it."""
        ...

    @property
    def publisher(self) -> str: ...

    @property
    def records(self) -> Mapping[str, Any]: ...

    @property
    def narration(self) -> Narration:
        """Who tells what happened in this game."""
        ...

    def open(self, scenario: str, options: Mapping[str, str]) -> Any | tuple[Problem, ...]:
        """The position a scenario starts from, or what is wrong with the choice."""
        ...

    def scenarios(self) -> Sequence[Offer]:
        """The scenarios there are."""
        ...

    def options(self) -> Sequence[Offer]:
        """The options there are, with the values they can have."""
        ...

    def setting(self, position: Any) -> Setting:
        """What is played at a position."""
        ...

    def score(self, position: Any) -> str:
        """Who is winning by the scenario's measure, in a sentence; "" where nothing is measured before the end."""
        ...

    def check_position(self, record: Mapping[str, Any]) -> tuple[Problem, ...]:
        """What is wrong with a position that a campaign is to start from."""
        ...

    def check_data(self, records: Mapping[str, Any]) -> tuple[Problem, ...]:
        """What is wrong with data records that a game is to be built of."""
        ...

    def own_data(self, files: Mapping[str, Any]) -> Mapping[str, OwnRecord]:
        """Of the files somebody brings along, by name, those that have a form of the game's own, such as a map written
        by hand, as the records they are. What is wrong with them `check_data` says. Every word of a file in YAML is a
        text."""
        ...

    def case_data(self, lines: Sequence[CaseLine]) -> CaseData:
        """What lines of a case's `given` bring along besides a position, such as a map: it is taken out of them before
        the game that plays the case is made."""
        ...

    def cases_in(self, file: str, content: bytes) -> Sequence[Case]:
        """The cases in a file of the game's own, such as a position with attacks on it, with whatever is wrong in it;
        none where it is no such file.

        Args:
            file: its name, for the faults, and for what lies beside it.
        """
        ...

    def to_json(self, position: Any) -> dict[str, Any]: ...

    def from_json(self, record: Mapping[str, Any]) -> Any: ...

    def players_at(self, position: Any) -> Mapping[str, str]:
        """Who can send orders at a position, each with the name of `players` its player was founded under, in the order
        always named.

        Mostly that is every player with themselves. Where sides are settled in the game itself, it is every player with
        themselves before that, and every side with its player afterwards. A side that has no player is not there, nor
        is a player who has left the game.
        """
        ...

    def side_of(self, player: str) -> str:
        """The side somebody who sends orders plays for, "" for none yet and for any other name."""
        ...

    def step(self, position: Any) -> Callable[[Table], None] | None:
        """The rules of the step the position stands in, None when the game is over."""
        ...

    def is_step_start(self, event: Event) -> bool:
        """Whether a new step begins with this event: a sitting plays again from the last such one."""
        ...

    def phase(self, position: Any) -> str:
        """The phase, as orders are headed with it."""
        ...

    def coming_phase(self, position: Any) -> str:
        """The phase or, where the step has none, the next one of the turn."""
        ...

    def keywords_of(self, phase: str) -> frozenset[str]:
        """The keywords of orders that can answer something in a phase."""
        ...

    def apply(self, position: Any, event: Event) -> Any: ...

    def answer(self, position: Any, question: str, card: str) -> bool | str:
        """The answer to a question the rules ask about a face-down card (`Table.test`); those every game has are
        answered by `questions.answer`."""
        ...

    def read(self, statement: Statement) -> Any | tuple[Problem, ...]:
        """The game's record of a statement, or what is not understood."""
        ...

    def condition(self, block: Block) -> Condition | tuple[Problem, ...] | None:
        """What the head of a block makes its orders wait for, or what is not understood; None where it is no
        condition but belongs to the orders, as the battle they are for."""
        ...

    def read_value(self, value: Mapping[str, Any]) -> Order:
        """The order a recorded value stands for: what a judge has put into `Understood.order`. Judged at the same
        moment it gives the same value.

        Raises:
            AttributeError, KeyError, TypeError, ValueError: it stands for none.
        """
        ...

    def is_conditional(self, order: Order) -> bool:
        """Whether an order may wait for something that need not happen."""
        ...

    def write(self, value: Mapping[str, Any]) -> str:
        """A recorded order in full words in the language spoken, which the reader of orders reads again; it raises
        what `read_value` does."""
        ...

    def in_words(self, order: Order) -> str:
        """An order and those that stand in for it in full words in the language spoken, as they were written: what they
        leave open is not decided. "" where the game cannot say."""
        ...

    def names_in(self, order: Order) -> Sequence[str]:
        """What an order, or one that stands in for it, names by an id of the game's: places, units; in words."""
        ...

    def card_problem(self, position: Any, card: str, held: Collection[str]) -> Problem | None:
        """Why a card typed in by hand cannot have been drawn now, None if it can.

        Args:
            held: the cards in all hands.
        """
        ...

    def usual(self, position: Any, player: str, phase: str, hand: Sequence[str]) -> Iterable[UsualOrder]:
        """The usual orders of a player in a phase of the turn to come, filled with what stands now; those that close
        come last. Only what everybody may know, and the hand, may be seen in them.

        Args:
            hand: the player's cards, as far as they may be named.
        """
        ...

    def precheck(self, position: Any, player: str, order: Order) -> Sequence[Problem]:
        """What is wrong for certain with an order whose moment has not come."""
        ...

    def judge_ruling(self, position: Any, order: Order) -> Verdict:
        """Whether a referee's ruling can be carried out; the answer is the list of events it means."""
        ...

    def ruling_for(self, order: Order) -> tuple[str, Order] | None:
        """The player and the order a ruling decides for them; None for a ruling that edits the position."""
        ...

    def resignation(self, player: str, reason: str) -> Order:
        """The ruling by which a player gives up: it ends the game, or takes the player out of it, as the game has
        it."""
        ...

    def hand(self, position: Any, holder: str) -> tuple[str, ...]:
        """The slots of the cards somebody holds: a side or a player, as the game has it; none for any other name."""
        ...

    def reference(self, identifier: str) -> list[tuple[str, str]]:
        """The rules with an id, or all of a section: (heading, text) pairs; none if there is no such id."""
        ...

    def rules(self) -> Sequence[RuleEntry]:
        """Every rule, in the order of the rulebook."""
        ...

    def nearest(self, identifier: str) -> list[str]:
        """The rule ids most like one that does not exist."""
        ...

    def sources(self) -> list[tuple[str, str]]:
        """Where the data come from: (title, text) pairs."""
        ...


def senders(game: Game) -> tuple[str, ...]:
    """Every name orders can ever be headed with: the sides that somebody sends orders for as such, and the players."""
    return tuple(dict.fromkeys((*(side for side in game.sides if game.side_of(side) == side), *game.players)))


def holders(game: Game) -> tuple[str, ...]:
    """Everybody who can have a hand of cards: the sides and the players."""
    return tuple(dict.fromkeys((*game.sides, *game.players)))


def automatic(game: Game, players: Iterable[str]) -> tuple[str, ...]:
    """The sides the rules play while some players send orders; none as long as nobody has a side yet."""
    played = set(map(game.side_of, players))
    return () if played <= {""} else tuple(side for side in game.automatic if side not in played)
