"""Making a whole game of the parts it has to give: everything else is derived from these.

What a game gives is any object (a module, an instance of a class of its own) with these members:

* `id`, `title`, `publisher`: what it is called, and whose the printed game is;
* `sides`: who has counters;
* `lexicon`: the words of its orders, with the names of places, units and cards;
* `events`: the kinds of events by code, and `apply(position, event)`: what one changes;
* `open(scenario, options)`: the position a scenario starts from, a frozen dataclass with `turn`, `step` and `outcome`;
* `steps`: the sequence of play, with `step(position)`, `phases`, `phase(position)` and `coming_phase(position)`; or
  `step` alone, the rules of the step a position stands in;
* `orders`: what orders say, with `read(statement, lexicon)`, `read_value(value)` and `write(value, name)` and, so that
  `check` can word orders ahead of their moment, `keywords`, `words`, `order_value(order)` and `names(value, name)`; or
  `read(statement)` alone, and the others where their defaults will not do;
* `catalogue`: the wording: `problems`, `demands`, `phrases` (what dice are thrown for and orders wait for), `words`,
  and by code a sentence for each kind of event, `happenings`;
* `chart(position)`: the map, unless its `narration` gives one;
* `records`: its data, each with its sources;
* `rulebook`: the rules by id, as (section, text), or what finds them, with `paragraphs(id)`, `listed()` and
  `nearest(id)`; or `reference`, `rules` and `nearest`.

It may also give `usual_orders(position, player, phase, hand)`: orders that are usual in a phase to come, filled with
what stands (`game.UsualOrders`), each as a value with those of the orders that stand in for it, what it waits for, and
what it is; forms offer them. And `form`: positions as JSON, with `to_json(position)` and `from_json(record)`. What
games share has each of these: `Steps`, `Orders`, `Reference`, `PositionForm`.

`complete` makes a game of it. Any other member of `Game` or `Narration` the object has takes the place of the one
derived here (those of the narration stand in an object `narration`, if there is one); `case_rules` may be a function
that takes the whole game.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, cast

from witp_pbem.table import questions, rulings
from witp_pbem.table.demand import Order, Understood, Verdict
from witp_pbem.table.dice import Die
from witp_pbem.table.event import STEP_BEGAN, Event, freeze, thaw
from witp_pbem.table.game import Game, Offer, RuleEntry, Setting, UsualOrder, UsualOrders
from witp_pbem.table.language import listing, say
from witp_pbem.table.problem import NOWHERE, Problem, illegal, invalid
from witp_pbem.table.rulings import PlayerRuling
from witp_pbem.table.spelling import alike
from witp_pbem.table.text import RULING, Block, Statement
from witp_pbem.table.tokens import BLOCK_END, ELSE, IF
from witp_pbem.table.wording import phrase_words, side_name

if TYPE_CHECKING:
    from witp_pbem.table.case_text import CaseData, CaseLine


def complete(parts: Any) -> Game:
    """A whole game.

    Raises:
        TypeError: the parts lack something that cannot be derived.
    """
    own = dir(parts)
    missing = [name for name in REQUIRED if name not in own and INSTEAD.get(name) not in own]
    if missing:
        raise TypeError(f"a game must give {', '.join(missing)}")
    return cast(Game, _Whole(parts))


REQUIRED = ("id", "title", "publisher", "sides", "lexicon", "events", "apply", "open", "step", "read", "catalogue",
            "chart", "records", "rulebook")
INSTEAD = {"step": "steps", "read": "orders",
           "chart": "narration", "rulebook": "reference"}  # who tells its stories, or its rules, all by itself
# Members of a game that one of its parts has: the part, and what they are called there.
OF_A_PART = {"step": ("steps", "step"), "phases": ("steps", "phases"), "phase": ("steps", "phase"),
             "coming_phase": ("steps", "coming_phase"), "read_value": ("orders", "read_value"),
             "to_json": ("form", "to_json"), "from_json": ("form", "from_json"),
             "reference": ("rulebook", "paragraphs"), "rules": ("rulebook", "listed"),
             "nearest": ("rulebook", "nearest")}


class _Whole:
    """The parts, and what is derived from them."""

    def __init__(self, parts: Any) -> None:
        self.parts = parts

    def __getattr__(self, name: str) -> Any:
        """A member: the game's own or one that is derived. A function that is derived is found once."""
        if name not in READERS:  # orders of the referee and questions every game has come before the game's own
            try:
                own = getattr(self.parts, name)
            except AttributeError:
                if hasattr(type(self.parts), name):  # a property of the game's own that failed
                    raise
            else:
                return own(self) if name == "case_rules" and callable(own) else own
        part, member = OF_A_PART.get(name, ("", ""))
        if part and hasattr(giver := getattr(self.parts, part, None), member):
            derived = getattr(giver, member)
        elif name in VALUES:
            return VALUES[name](self)
        elif name in DERIVED:
            derived = partial(DERIVED[name], self)
        else:
            raise AttributeError(name)
        self.__dict__[name] = derived
        return derived

    @cached_property
    def narration(self) -> Any:
        from witp_pbem.table.narration import PlainNarration

        return PlainNarration(cast(Game, self), getattr(self.parts, "narration", None))

    @cached_property
    def kind(self) -> type[Any]:
        """The class of positions."""
        opened = self.open(self.scenarios()[0].name, {})
        return type(opened)


# -- positions ----------------------------------------------------------------------------------------------------


def _scenarios(game: Any) -> list[Offer]:
    return [Offer("standard", say("the only one"))]


def _setting(game: Any, position: Any) -> Setting:
    name = getattr(position, "scenario", game.scenarios()[0].name)
    return Setting(next((offer.text for offer in game.scenarios() if offer.name == name), name))


def _score(game: Any, position: Any) -> str:
    """By the points of the sides, where positions have any (`points`, by side)."""
    points = getattr(position, "points", None)
    if not isinstance(points, Mapping) or not points or not all(isinstance(held, int) for held in points.values()):
        return ""
    counts = listing(say("{side} {points}", side=side_name(side, game.catalogue), points=held)
                     for side, held in points.items())
    leaders = [side for side, held in points.items() if held == max(points.values())]
    if len(leaders) > 1:
        return say("Nobody leads: {counts}.", counts=counts)
    return say("{side} leads: {counts}.", side=side_name(leaders[0], game.catalogue), counts=counts)


def _to_json(game: Any, position: Any) -> dict[str, Any]:
    """The fields of the position; named tuples as objects."""
    record = {field.name: getattr(position, field.name) for field in dataclasses.fields(position)}
    return {name: thaw(value._asdict() if hasattr(value, "_asdict") else value) for name, value in record.items()}


def _from_json(game: Any, record: Mapping[str, Any]) -> Any:
    values = {name: freeze(value) for name, value in record.items()}
    if values.get("outcome"):
        values["outcome"] = game.outcome(**values["outcome"])
    return game.kind(**values)


def _check_position(game: Any, record: Mapping[str, Any]) -> tuple[Problem, ...]:
    try:
        game.from_json(record)
    except (TypeError, ValueError, KeyError) as error:
        return (invalid("position-field", field=type(error).__name__, wrong=str(error)),)
    return ()


def _is_step_start(game: Any, event: Event) -> bool:
    return event.code() == STEP_BEGAN


def _coming_phase(game: Any, position: Any) -> str:
    return str(position.step) if position.step in game.phases else str(game.phases[0])


def _hand(game: Any, position: Any, holder: str) -> tuple[str, ...]:
    return tuple(getattr(position, "hands", {}).get(holder, ()))


# -- orders -------------------------------------------------------------------------------------------------------


def _read(game: Any, statement: Statement) -> Any:
    """What the game itself reads, or a ruling every game knows. A game that has rulings of its own (`judge_ruling`)
    reads those, and with a `ruling_for` of its own all of them."""
    if statement.keyword != RULING:
        return _read_own(game, statement)
    if hasattr(game.parts, "judge_ruling") and (
            hasattr(game.parts, "ruling_for") or not rulings.is_about_player(statement)):
        return _read_own(game, statement)
    return rulings.read(statement, game.lexicon, game.players)


def _read_own(game: Any, statement: Statement) -> Any:
    """What the game itself reads."""
    if hasattr(game.parts, "read"):
        return game.parts.read(statement)
    return game.parts.orders.read(statement, game.lexicon)


def _answer(game: Any, position: Any, question: str, card: str) -> bool | str:
    if question == questions.CARD or question.startswith(f"{questions.IS} "):
        return questions.answer(question, card)
    answer: Callable[..., bool | str] = game.parts.answer
    return answer(position, question, card)


def _condition(game: Any, block: Block) -> tuple[Problem, ...]:
    return (invalid("no-conditions", block.span, word=block.word),)


def _read_value(game: Any, value: Mapping[str, Any]) -> Order:
    """An order whose keyword has something in `bodies` is made by it of what else the value says; any other order says
    one thing at most, and that is its body."""
    keyword, values = value["order"], {name: freeze(item) for name, item in value.items() if name != "order"}
    if keyword not in game.bodies and len(values) > 1:
        raise ValueError(f"{keyword} says one thing at most, not {', '.join(values)}")
    body = game.bodies[keyword](**values) if keyword in game.bodies else next(iter(values.values()), None)
    return Order(Statement(keyword, (), NOWHERE), body)


def _write(game: Any, value: Mapping[str, Any]) -> str:
    """As the game's `orders` write it; without them the keyword, then what else the value says, each thing as it is, in
    the order of the names."""
    if hasattr(game.parts, "orders"):
        return str(game.parts.orders.write(value, game.name_in_orders))
    return " ".join([value["order"], *(str(item) for name, item in sorted(value.items()) if name != "order")])


def _in_words(game: Any, order: Order) -> str:
    """As the game's `orders` write them."""
    values = _order_values(game, order)
    otherwise = f" {game.parts.orders.words.spoken(ELSE)} " if values else ""
    return otherwise.join(map(game.write, values))


def _names_in(game: Any, order: Order) -> list[str]:
    """What the game's `orders` find in the values."""
    names = [game.parts.orders.names(value, game.name_in_orders) for value in _order_values(game, order)]
    return list(dict.fromkeys(name for named in names for name in named))


def _order_values(game: Any, order: Order) -> list[Mapping[str, Any]]:
    """The values of an order and of those that stand in for it, as they were written; none where the game's `orders`
    know none, or one of them is not the game's own."""
    orders: Any = getattr(game.parts, "orders", None)
    if not hasattr(orders, "order_value") or any(option.keyword not in orders.keywords for option in order.options):
        return []
    return [orders.order_value(option) for option in order.options]


def _name_in_orders(game: Any, kind: str, identity: str) -> str:
    """What a place, unit or card is called in orders: its name in words, and where it has none its id."""
    return str(game.catalogue.words.get(kind, {}).get(identity, identity))


def _judge_ruling(game: Any, position: Any, order: Order) -> Verdict:
    ruling = order.body
    if not isinstance(ruling, PlayerRuling):
        own: Verdict = game.parts.judge_ruling(position, order)
        return own
    if ruling.decides is not None:  # a decision that can be read never comes here
        return rulings.faults_of_decision(ruling.decides, game.lexicon, game.read, order.statement.span)
    if not hasattr(game.parts, "resigned"):
        return (invalid("no-such-ruling", order.statement.span),)
    value = {"order": RULING, **ruling._asdict(), "decides": ""}
    return Understood(game.parts.resigned(position, ruling.player), value)


def _ruling_for(game: Any, order: Order) -> tuple[str, Order] | None:
    from witp_pbem.table.sitting import read_order

    decides = order.body.decides if isinstance(order.body, PlayerRuling) else None
    decided = read_order(game, decides) if decides is not None else None
    return (order.body.player, decided._replace(source=order.source)) if isinstance(decided, Order) else None


def _resignation(game: Any, player: str, reason: str) -> Order:
    return Order(Statement(RULING, (), NOWHERE), PlayerRuling(player, None, reason))


def _usual(game: Any, position: Any, player: str, phase: str, hand: Sequence[str]) -> list[UsualOrder]:
    """What the game fills in, then the wishes and passes that its kinds of orders declare; of a game without such kinds
    the pass."""
    if not hasattr(game.parts, "orders"):
        return [UsualOrder("pass", closes=True)] if "pass" in game.keywords_of(phase) else []
    fill = getattr(game.parts, "usual_orders", None)
    return [*(_in_a_form(game, usual) for usual in (fill(position, player, phase, hand) if fill else ())),
            *(UsualOrder(game.write(value), closes=True) for value in game.parts.orders.usual(phase))]


def _in_a_form(game: Any, usual: UsualOrders) -> UsualOrder:
    """A usual order in words, with those that stand in for it and what it waits for."""
    spoken = game.parts.orders.words.spoken
    text = f" {spoken(ELSE)} ".join(map(game.write, usual.values))
    if usual.condition:
        words = f"{spoken(IF)} {phrase_words(usual.condition, game.catalogue)}"
        text = f"{text} {words}" if len(usual.values) == 1 else f"{words}: {text} {spoken(BLOCK_END)}"
    return UsualOrder(text, usual.closes, usual.note)


def _card_problem(game: Any, position: Any, card: str, held: Collection[str]) -> Problem | None:
    return illegal("card-in-hand", game.rules()[0].id, card=card, certain=True) if card in held else None


# -- the reference ------------------------------------------------------------------------------------------------


def _reference(game: Any, identifier: str) -> list[tuple[str, str]]:
    """A rule, all of a section, or a card by its name."""
    wanted = identifier.strip().casefold().removeprefix(f"{game.cites} ")
    return [(f"{rule} {_title(rule, section)}", text) for rule, (section, text) in game.rulebook.items()
            if (own := rule.casefold().removeprefix(f"{game.cites} ")) == wanted or own.startswith(f"{wanted}.")]


def _title(rule: str, section: str) -> str:
    """The title of a section, without its number where the rule's says it."""
    number, _, title = section.partition(" ")
    return title if title and f" {number}." in f" {rule}." else section


def _rules(game: Any) -> list[RuleEntry]:
    return [RuleEntry(rule, section) for rule, (section, _) in game.rulebook.items()]


def _nearest(game: Any, identifier: str) -> list[str]:
    name = identifier if identifier.startswith(f"{game.cites} ") else f"{game.cites} {identifier}"
    return alike(name, game.rulebook, 3)


def _sources(game: Any) -> list[tuple[str, str]]:
    """What the data name as their sources, file by file, each source once with the number of things it stands for."""
    sources = []
    for name, record in game.records.items():
        counts = Counter(_named_sources(record))
        sources.append((name, listing(say("{source} ({count})", source=source, count=count)
                                      for source, count in counts.items())))
    return sources


def _named_sources(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        if isinstance(value.get("source"), str):
            yield value["source"]
        for item in value.values():
            yield from _named_sources(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _named_sources(item)


def _case_rules(game: Any) -> Any:
    from witp_pbem.table.case_lines import CaseLines

    return CaseLines(game)


def _case_data(game: Any, lines: Sequence[CaseLine]) -> CaseData:
    from witp_pbem.table.case_text import CaseData

    return CaseData(tuple(lines))


# Members that are the game's own or, if it has none, derived so.
VALUES: Mapping[str, Callable[[Any], Any]] = {
    "cites": lambda game: game.id,
    "rules_version": lambda game: "1",
    "changes": lambda game: {},
    "data_version": lambda game: "1",
    "players": lambda game: game.sides,
    "automatic": lambda game: (),
    "decks": lambda game: (),
    "cards": lambda game: (),
    "bodies": lambda game: {},
    "dice": lambda game: (Die(6),),
    "standing": lambda game: frozenset(),
    "phases": lambda game: tuple(dict.fromkeys(game.lexicon.phases.values())),
    "case_rules": _case_rules,
    "keyed": lambda game: (),
}
FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "scenarios": _scenarios, "options": lambda game: [], "setting": _setting, "score": _score, "to_json": _to_json,
    "from_json": _from_json, "check_position": _check_position, "check_data": lambda game, records: (),
    "own_data": lambda game, files: {},
    "case_data": _case_data, "cases_in": lambda game, file, content: (),
    "players_at": lambda game, position: {player: player for player in game.players},
    "side_of": lambda game, player: player if player in game.sides else "",
    "is_step_start": _is_step_start, "phase": lambda game, position: str(position.step), "coming_phase": _coming_phase,
    "keywords_of": lambda game, phase: game.lexicon.keywords - {RULING}, "hand": _hand, "condition": _condition,
    "is_conditional": lambda game, order: False, "read_value": _read_value, "write": _write, "usual": _usual,
    "name_in_orders": _name_in_orders, "in_words": _in_words, "names_in": _names_in,
    "card_problem": _card_problem, "precheck": lambda game, position, player, order: (), "ruling_for": _ruling_for,
    "resignation": _resignation,
    "reference": _reference, "rules": _rules, "nearest": _nearest, "sources": _sources,
}
READERS: Mapping[str, Callable[..., Any]] = {"read": _read, "answer": _answer, "judge_ruling": _judge_ruling}
DERIVED: Mapping[str, Callable[..., Any]] = {**FUNCTIONS, **READERS}
