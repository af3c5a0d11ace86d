"""A query as a statement of the database.

Each thing that can be listed has a table of its own, and keys that are columns of it or lead to another table of the
same campaign. What a key means in a thing that has no such column, it means in its campaign.

What is not known is not so: of a campaign in progress nobody won, and what is kept apart is of no game. So whatever a
condition does not hold for, `not` lists.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    exists,
    false,
    func,
    not_,
    or_,
    select,
    true,
)

from witp_pbem.archive.query import meanings, names, syntax
from witp_pbem.archive.query.meanings import Meanings
from witp_pbem.archive.query.syntax import (
    BATTLES,
    CAMPAIGNS,
    CAPTURES,
    DOCUMENTS,
    KINDS,
    NOBODY,
    NOTES,
    PROTESTS,
    Condition,
    Fact,
    Fault,
    Query,
    Term,
    Thing,
)
from witp_pbem.archive.store import full_text, tables
from witp_pbem.archive.store.engine import folded
from witp_pbem.archive.store.tables import (
    aliases,
    battles,
    campaigns,
    captures,
    documents,
    forces,
    mentions,
    options,
    players,
    records,
    texts,
    things,
)
from witp_pbem.table.language import say
from witp_pbem.table.spelling import likely

TABLES: Mapping[str, Table] = {CAMPAIGNS: campaigns, BATTLES: battles, CAPTURES: captures,
                               **dict.fromkeys(KINDS, texts)}
TURNLESS = (CAMPAIGNS, NOTES, PROTESTS, DOCUMENTS)  # what belongs to no turn, and has 0 in its table or none
COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}

On = ColumnElement[bool]


def statement(query: Query, connection: Connection) -> Select[Any]:
    """What a query lists: the rows of its table, joined with their campaign and record, in the order of the archive.

    Raises:
        Fault: it names something that neither a game nor the archive knows.
    """
    query = names.looked_up(query, connection)
    table = TABLES[query.what]
    of_campaign = records.join(campaigns, isouter=table is campaigns)  # what is kept apart has nothing but a record
    wanted = select(*tables.OF_RECORD, campaigns).select_from(of_campaign)
    if table is not campaigns:
        wanted = wanted.add_columns(*(column for column in table.c if column is not texts.c.words)).join(
            table, table.c.record == records.c.id)  # the words are long, and there are many to be put in order
        if query.what in KINDS:
            wanted = wanted.where(texts.c.kind == KINDS[query.what])
        if query.what == DOCUMENTS:
            wanted = wanted.add_columns(documents.c.name).join(documents, documents.c.id == texts.c.document)
    if not state_of(query.condition):
        wanted = wanted.where(records.c.state == tables.HELD)
    return wanted.where(_condition(query.condition, query.what, connection)).order_by(
        records.c.id, *_order(query, connection))


def _order(query: Query, connection: Connection) -> Iterator[ColumnElement[Any]]:
    """The order of what is listed of a campaign; of a document the text with the words that are shown comes first."""
    table = TABLES[query.what]
    if query.what == DOCUMENTS:
        yield texts.c.document
        if words := next(required_words(query.condition), ""):
            yield full_text.holds(connection, words).desc()
    for name in ("turn", "id") if table is not campaigns else ():
        if (column := table.c.get(name)) is not None:
            yield column


def required_words(condition: Condition) -> Iterator[str]:
    """The words that everything listed has."""
    match condition:
        case syntax.Words():
            yield condition.words
        case Term(key="rule", sign="="):
            yield condition.value
        case syntax.AllOf():
            for part in condition.conditions:
                yield from required_words(part)


def state_of(condition: Condition) -> Term | None:
    """Where a query says which states of records it means, if it does."""
    match condition:
        case Term(key="state"):
            return condition
        case syntax.Not() | Fact():
            return state_of(condition.condition)
        case syntax.AllOf() | syntax.AnyOf():
            return next(filter(None, map(state_of, condition.conditions)), None)
    return None


def _condition(condition: Condition, what: str, connection: Connection) -> On:
    match condition:
        case syntax.Term():
            return _term(condition, what)
        case syntax.Words():
            return _words(condition.words, what, connection)
        case syntax.Not():
            return _not(_condition(condition.condition, what, connection))
        case syntax.AllOf():
            return and_(true(), *(_condition(part, what, connection) for part in condition.conditions))
        case syntax.AnyOf():
            return or_(false(), *(_condition(part, what, connection) for part in condition.conditions))
        case Fact():
            return _fact(condition, connection)
        case syntax.Thing():
            return _thing(condition, what)


def _fact(fact: Fact, connection: Connection) -> On:
    """That the campaign has such a thing."""
    table = TABLES[fact.what]
    if table is campaigns:
        return _condition(fact.condition, CAMPAIGNS, connection)
    held = _condition(fact.condition, fact.what, connection)
    if fact.what not in KINDS:
        return _some(table, held)
    of_campaign = texts.join(records, records.c.id == texts.c.record).outerjoin(
        campaigns, campaigns.c.record == records.c.id)
    return records.c.id.in_(  # asked for once: the index has the texts of all campaigns, and none of a single one
        select(texts.c.record).select_from(of_campaign).where(texts.c.kind == KINDS[fact.what], held).correlate(None))


def _words(words: str, what: str, connection: Connection) -> On:
    """That what is listed, or else its campaign, says some words; a document has them in any of its texts."""
    held = full_text.holds(connection, words)
    if what == DOCUMENTS:
        return texts.c.document.in_(select(texts.c.document).where(
            texts.c.document.is_not(None), held).correlate(None))
    return held if what in KINDS else records.c.id.in_(select(texts.c.record).where(held))


# -- terms ----------------------------------------------------------------------------------------------------------


def _term(term: Term, what: str) -> On:
    return _OF_KEY[term.key](term, what)


def _compared(column: Any, term: Term, value: Any = None) -> On:
    """A column against the value of a term; texts without regard to case."""
    value = term.value if value is None else value
    if isinstance(value, str):
        column, value = _small(column), folded(value)
    return _is(term, COMPARE[term.sign.removeprefix("!")](column, value))


def _small(column: Any) -> Any:
    return func.lower(column)


def _some(table: Table, *conditions: On) -> On:
    """That the campaign has a row in a table for which conditions hold."""
    return exists().where(table.c.record == records.c.id, *conditions).correlate_except(table)


def _is(term: Term | Thing, on: On) -> On:
    """A condition, or where the sign says not, that it does not hold."""
    return _not(on) if term.sign == "!=" else on


def _not(on: On) -> On:
    """That a condition does not hold, be it that nobody knows."""
    return not_(func.coalesce(on, false()))


def _campaign(term: Term, what: str) -> On:
    return _compared(records.c.name, term)


def _turn(term: Term, what: str) -> On:
    """The turn of what is listed; the last one of a campaign, and of the campaign of what belongs to no turn."""
    return _compared((campaigns if what in TURNLESS else TABLES[what]).c.turn, term, int(term.value))


def _option(term: Term, what: str) -> On:
    name, _, value = term.value.partition(":")
    held = [_small(options.c.name) == folded(name), *([options.c.value == value] if value else [])]
    return _is(term, _some(options, *held))


def _player(term: Term, what: str) -> On:
    """Somebody plays, or plays a side ("Ken/japan"); a part of the name, or of what is shown instead, will do."""
    person, _, side = term.value.partition("/")
    part = f"%{_escaped(folded(person))}%"
    named = _called(lambda column: _small(column).like(part, escape="\\"))
    played = [_in_game(_sides(side, term), players.c.side)] if side else []
    return _is(term, _some(players, named, *played))


def _called(is_name: Callable[[Any], On]) -> On:
    """That a player has a name, or is shown by it."""
    return is_name(players.c.person) | players.c.person.in_(select(aliases.c.person).where(is_name(aliases.c.shown)))


def _sides(name: str, term: Term) -> Meanings:
    """The sides of a name.

    Raises:
        Fault: there is none in any game.
    """
    if not (sides := meanings.sides(name)):
        raise Fault(term.column, say('no side of any game is called "{name}"', name=name),
                    likely(name, meanings.known_sides()))
    return sides


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _winner(term: Term, what: str) -> On:
    """Who won: of the battle, or of the campaign; "nobody" for a draw."""
    column = battles.c.winner if what == BATTLES else campaigns.c.winner
    if term.value.casefold() in NOBODY:
        return _is(term, column == "")
    person = _some(players, players.c.side == column, _called(
        lambda name: _small(name) == folded(term.value)))
    return _is(term, _in_game(meanings.sides(term.value), column) | person)


def _side(term: Term, what: str) -> On:
    sides = _sides(term.value, term)
    if what == CAPTURES:
        return _is(term, _in_game(sides, captures.c.side))
    if what in KINDS:
        return _is(term, _in_game(sides, texts.c.who))
    return _is(term, _some(players, _in_game(sides, players.c.side)))


def _added(term: Term, what: str) -> On:
    """When it came last: before, in or after a year, a month or a day, with which the moment then begins."""
    within = records.c.added.startswith(term.value)
    before, after = records.c.added < term.value, (records.c.added > term.value) & ~within
    return {"=": within, "!=": ~within, "<": before, "<=": before | within, ">": after, ">=": after | within}[term.sign]


def _state(term: Term, what: str) -> On:
    return _is(term, true() if term.value == syntax.ANY_STATE else records.c.state == term.value)


def _thing(thing: Thing, what: str) -> On:
    """A place where it happened; a place, a unit or a card that is mentioned in the turn of what is listed, or in its
    campaign."""
    if thing.kind == "place" and what in (BATTLES, CAPTURES):
        return _is(thing, _in_game(thing.ids, TABLES[what].c.place) | TABLES[what].c.place.in_(thing.spelled))
    return _is(thing, or_(_mentioned(thing.kind, thing.spelled, what), *(
        and_(campaigns.c.game == game, _mentioned(thing.kind, ids, what)) for game, ids in thing.ids.items())))


def _rule(term: Term, what: str) -> On:
    """A rule by its id, with or without the game's word before it ("9.6.3", "witp 9.6.3"), or a section of rules."""
    number = _escaped(folded(term.value))
    held = or_(*(_small(things.c.name).like(form, escape="\\") for form in (
        number, f"% {number}", f"{number}.%", f"% {number}.%")))
    return _is(term, _some(mentions, mentions.c.thing.in_(
        select(things.c.id).where(things.c.kind == "rule", held)), *_same_turn(what)))


def _force(term: Term, what: str) -> On:
    """Counters of a kind, or of a kind of one side ("japan/carriers"), where a battle was fought."""
    side, _, kind = term.value.rpartition("/")
    kinds = meanings.kinds(kind)
    if not kinds:
        raise Fault(term.column, say('no kind of counter is called "{name}"', name=kind),
                    likely(kind, meanings.known_kinds()))
    held = [_in_game(kinds, forces.c.kind), *([_in_game(_sides(side, term), forces.c.side)] if side else [])]
    if what == BATTLES:
        return _is(term, exists().where(forces.c.battle == battles.c.id, *held).correlate_except(forces))
    return _is(term, _some(forces, *held))


def _mentioned(kind: str, ids: Sequence[str], what: str) -> On:
    """That something is mentioned in the turn of what is listed, or else in its campaign."""
    if not ids:
        return false()
    return _some(mentions, mentions.c.thing.in_(
        select(things.c.id).where(things.c.kind == kind, things.c.name.in_(ids))), *_same_turn(what))


def _same_turn(what: str) -> Sequence[On]:
    """That something is mentioned in the turn of what is listed, where that has one."""
    return [] if what in TURNLESS else [mentions.c.turn == TABLES[what].c.turn]


def _in_game(ids_by_game: Meanings, column: Any) -> On:
    """That a column holds one of the ids something has in the campaign's game."""
    return or_(false(), *(and_(campaigns.c.game == game, column.in_(ids)) for game, ids in ids_by_game.items()))


_OF_KEY: Mapping[str, Callable[[Term, str], On]] = {
    "campaign": _campaign, "turn": _turn, "option": _option, "player": _player, "winner": _winner, "side": _side,
    "rule": _rule, "force": _force, "state": _state,
    "game": lambda term, what: _compared(campaigns.c.game, term),
    "scenario": lambda term, what: _compared(campaigns.c.scenario, term),
    "ending": lambda term, what: _compared(campaigns.c.reason, term),
    "added": _added,
}
