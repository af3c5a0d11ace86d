"""What a query names, looked up in the games and in the archive before it becomes a statement."""

from __future__ import annotations

from sqlalchemy import Connection, func, or_, select

from witp_pbem.archive.query import meanings
from witp_pbem.archive.query.syntax import (
    KINDS,
    NOBODY,
    AllOf,
    AnyOf,
    Condition,
    Fact,
    Fault,
    Not,
    Query,
    Term,
    Thing,
    Words,
)
from witp_pbem.archive.store.engine import folded
from witp_pbem.archive.store.tables import aliases, battles, campaigns, captures, options, players, things
from witp_pbem.table.language import say
from witp_pbem.table.spelling import likely

_MEANINGS = {"place": meanings.places, "unit": meanings.units, "card": meanings.cards}


def looked_up(query: Query, connection: Connection) -> Query:
    """A query with the things it means in the place of their names.

    Raises:
        Fault: neither a game nor the archive knows one of them.
    """
    return query._replace(condition=_condition(query.condition, query.what, connection))


def _condition(condition: Condition, what: str, connection: Connection) -> Condition:
    """A condition of something that is listed."""
    match condition:
        case Term(key="place" | "unit" | "card"):
            return _thing(condition, connection)
        case Term(key="game" | "scenario"):
            return _played(condition, connection)
        case Term(key="rule") if what in KINDS:  # is named in the words
            return Words(condition.value) if condition.sign == "=" else Not(Words(condition.value))
        case Term(key="winner" | "option" | "rule"):
            _REQUIRE[condition.key](condition, connection)
        case Not():
            return Not(_condition(condition.condition, what, connection))
        case AllOf():
            return AllOf(tuple(_condition(part, what, connection) for part in condition.conditions))
        case AnyOf():
            return AnyOf(tuple(_condition(part, what, connection) for part in condition.conditions))
        case Fact():
            return condition._replace(condition=_condition(condition.condition, condition.what, connection))
    return condition


def _played(term: Term, connection: Connection) -> Condition:
    """The games or scenarios of a name: their code, or as they are shown.

    Raises:
        Fault: neither a game nor the archive has one.
    """
    known = {**(meanings.games() if term.key == "game" else meanings.scenarios())}
    column = campaigns.c.game if term.key == "game" else campaigns.c.scenario
    for code in connection.execute(select(column).distinct()).scalars():
        known.setdefault(folded(code), (code,))
    codes = known.get(folded(term.value))
    if not codes:
        raise Fault(term.column, say('no game is called "{name}"', name=term.value) if term.key == "game" else
                    say('no scenario is called "{name}"', name=term.value), likely(term.value, known))
    condition = AnyOf(tuple(term._replace(sign="=", value=code) for code in codes))
    return Not(condition) if term.sign == "!=" else condition


def _require_winner(term: Term, connection: Connection) -> None:
    """Makes sure that a side or a player has a name.

    Raises:
        Fault: nobody has.
    """
    people = {name for column in (players.c.person, aliases.c.shown)
              for name in connection.execute(select(column).distinct()).scalars()}
    name = folded(term.value)
    if not (name in NOBODY or meanings.sides(term.value) or name in map(folded, people)):
        raise Fault(term.column, say('neither a side nor a player is called "{name}"', name=term.value),
                    likely(term.value, [*meanings.known_sides(), *people]))


def _require_option(term: Term, connection: Connection) -> None:
    """Makes sure that there is an option of a name.

    Raises:
        Fault: neither a game nor the archive has one.
    """
    known = {*meanings.options(), *connection.execute(select(options.c.name).distinct()).scalars()}
    name = term.value.partition(":")[0]
    if folded(name) not in map(folded, known):
        raise Fault(term.column, say('no option is called "{name}"', name=name), likely(name, known))


def _require_rule(term: Term, connection: Connection) -> None:
    """Makes sure that a game has rules of a number.

    Raises:
        Fault: neither a game nor the archive has one.
    """
    known = {*meanings.rules(), *connection.execute(select(things.c.name).where(things.c.kind == "rule")).scalars()}
    name = folded(term.value)
    if not any(number == name or number.startswith(f"{name}.") for rule in known
               for number in (folded(rule), folded(rule).rpartition(" ")[2])):
        raise Fault(term.column, say('no game has a rule "{name}"', name=term.value), likely(term.value, known))


_REQUIRE = {"winner": _require_winner, "option": _require_option, "rule": _require_rule}


def _thing(term: Term, connection: Connection) -> Thing:
    """What a name of a place, a unit or a card means.

    Raises:
        Fault: nothing, neither in a game nor in the archive.
    """
    thing = Thing(term.key, term.sign, _MEANINGS[term.key](term.value), _spelled(connection, term.key, term.value))
    if not thing.ids and not thing.spelled:
        raise Fault(term.column, say('no game knows "{name}"', name=term.value), likely(term.value, [
            *meanings.known(term.key),
            *connection.execute(select(things.c.name).where(things.c.kind == term.key)).scalars()]))
    return thing


def _spelled(connection: Connection, kind: str, name: str) -> tuple[str, ...]:
    """The ids of things of a kind that are a name, as records of the archive have them: maps of players' own have
    places that no game knows."""
    of_kinds = select(things.c.name).where(things.c.kind == kind)
    columns = [(of_kinds, things.c.name), *([(select(table.c.place).distinct(), table.c.place)
                                             for table in (battles, captures)] if kind == "place" else [])]
    for wanted, column in columns:
        spelled = connection.execute(wanted.where(or_(column == name, func.lower(column) == folded(name)))).scalars()
        if names := tuple(spelled):
            return names
    return ()
