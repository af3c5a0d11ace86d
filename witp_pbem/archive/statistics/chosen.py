"""Which campaigns are counted: those a query finds, or all that are held."""

from __future__ import annotations

from sqlalchemy import Connection, Select

from witp_pbem.archive.query import statement, syntax
from witp_pbem.archive.store.tables import HELD, records
from witp_pbem.table.language import say


def campaigns_of(connection: Connection, query: str) -> Select[tuple[int]]:
    """The numbers of the records that count, as a statement to be used in others.

    Raises:
        syntax.Fault: the query cannot be read, or does not ask for campaigns.
    """
    read = syntax.read(query)
    if read.what != syntax.CAMPAIGNS:
        raise syntax.Fault(1, say("here a query chooses campaigns; those with a battle at Truk are {example}",
                                  example="battle(place=Truk)"))
    wanted = statement.statement(read, connection).with_only_columns(records.c.id).order_by(None)
    return wanted.where(records.c.state == HELD)
