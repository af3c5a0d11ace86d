"""Which campaigns are counted: all that are held, or those of them that a query finds."""

from __future__ import annotations

from sqlalchemy import Connection, Select

from witp_pbem.archive.query import statement, syntax
from witp_pbem.archive.store.tables import records
from witp_pbem.table.language import say


def campaigns_of(connection: Connection, query: str) -> Select[tuple[int]]:
    """The numbers of the records that count, as a statement to be used in others.

    Raises:
        syntax.Fault: the query cannot be read, does not ask for campaigns, or asks for some by the state of their
            record.
    """
    read = syntax.read(query)
    if read.what != syntax.CAMPAIGNS:
        raise syntax.Fault(1, say("here a query chooses campaigns; those with a battle at Truk are {example}",
                                  example="battle(place=Truk)"))
    if state := statement.state_of(read.condition):
        raise syntax.Fault(state.column, say("forks and what is kept apart are never counted: leave the state out"))
    return statement.statement(read, connection).with_only_columns(records.c.id).order_by(None)
