"""The tables of an archive.

What was received stands in `records`, `data_files`, `record_data` and `documents`, byte for byte; what people agreed on
in `aliases`; what was proved in `verdicts`. All else is derived from the records and can be made again.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
)

HELD, FORK, APART = "held", "fork", "apart"  # the states of a record
PLAYED = "played"  # the kind of thing that a card is where it is played
STORY, ORDERS, NOTE, PROTEST, DOCUMENT = "story", "orders", "note", "protest", "document"  # the kinds of texts

DIGITS = 9  # of a number, at most: every database has room for them in its integers

metadata = MetaData(naming_convention={
    "ix": "ix_%(table_name)s_%(column_0_N_name)s", "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s", "pk": "pk_%(table_name)s"})


def _of_record() -> Column[int]:
    """The record a derived row follows from."""
    return Column("record", Integer, ForeignKey("records.id", ondelete="CASCADE"), nullable=False)


# -- what was received ----------------------------------------------------------------------------------------------

records = Table(
    "records", metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(64), nullable=False, unique=True),  # hash of the last entry; of a record apart, of its bytes
    Column("founding", String(64), nullable=False, index=True),  # hash of the first entry, "" where it cannot be read
    Column("name", Text, nullable=False),  # of the campaign
    Column("state", String(8), nullable=False),
    Column("reason", Text, nullable=False, default=""),  # why it is apart, or where the fork leaves the other
    Column("entries", Integer, nullable=False),
    Column("size", Integer, nullable=False),  # bytes of the logbook
    Column("content", LargeBinary, nullable=False),  # the logbook, compressed (xz)
    Column("origin", Text, nullable=False, default=""),  # where it came from, in words
    Column("added", String(25), nullable=False),  # UTC, ISO 8601
    Column("derived", Integer, nullable=False, default=0),  # by which version of the derivation
    sqlite_autoincrement=True)  # the number of a record that was removed is given to no other
Index("ix_records_held", records.c.founding, unique=True, sqlite_where=text("state = 'held'"),
      postgresql_where=text("state = 'held'"))

OF_RECORD = [column for column in records.c if column is not records.c.content]  # a logbook is long

data_files = Table(
    "data_files", metadata,
    Column("hash", String(64), primary_key=True),
    Column("size", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False))  # compressed (xz)

record_data = Table(
    "record_data", metadata, _of_record(),
    Column("name", Text, nullable=False),  # "map.json"
    Column("hash", String(64), ForeignKey("data_files.hash"), nullable=False))
Index("ix_record_data_record", record_data.c.record)

documents = Table(
    "documents", metadata,
    Column("id", Integer, primary_key=True), _of_record(),
    Column("name", Text, nullable=False),
    Column("kind", String(16), nullable=False),  # vassal, acts, text
    Column("hash", String(64), nullable=False),
    Column("size", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False))  # compressed (xz)
Index("ix_documents_once", documents.c.record, documents.c.hash, unique=True)
Index("ix_documents_name", documents.c.record, documents.c.name, unique=True)

aliases = Table(
    "aliases", metadata,
    Column("person", Text, primary_key=True),  # the name, as reports have it
    Column("shown", Text, nullable=False))  # what everybody is shown instead

verdicts = Table(
    "verdicts", metadata,
    Column("id", Integer, primary_key=True), _of_record(),
    Column("key", String(64), nullable=False),  # of the record as it was
    Column("program", String(64), nullable=False),  # that proved it: archive/fingerprint.py
    Column("verdict", String(16), nullable=False),  # holds, differs, fails, unreadable, broken
    Column("finding", Text, nullable=False, default=""),
    Column("seconds", Float, nullable=False))
Index("ix_verdicts_once", verdicts.c.record, verdicts.c.key, verdicts.c.program, unique=True)

# -- what is derived ------------------------------------------------------------------------------------------------

campaigns = Table(
    "campaigns", metadata,
    Column("record", Integer, ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("rules_version", Text, nullable=False),
    Column("program", Text, nullable=False),
    Column("turn", Integer, nullable=False),  # the last
    Column("sittings", Integer, nullable=False),
    Column("winner", Text),  # a side, "" for a draw, None while it goes on
    Column("reason", Text, nullable=False, default=""),
    Column("league", Text, nullable=False, default=""),
    Column("seeded", Boolean, nullable=False),
    Column("reconstructed", Boolean, nullable=False),
    Column("own_map", Boolean, nullable=False, server_default=false()),  # the map is not one that comes with the game
    Column("manual_dice", Boolean, nullable=False, server_default=false()))  # people typed in what they had thrown

options = Table(
    "options", metadata, _of_record(),
    Column("name", Text, nullable=False), Column("value", Text, nullable=False))

players = Table(
    "players", metadata, _of_record(),
    Column("player", Text, nullable=False),  # the game's name for them
    Column("side", Text, nullable=False),
    Column("person", Text, nullable=False))  # the name without the address

turns = Table(
    "turns", metadata, _of_record(),
    Column("turn", Integer, nullable=False),
    Column("side", Text, nullable=False),
    Column("measure", Text, nullable=False),  # points, losses, bases, ...
    Column("value", Float, nullable=False))

battles = Table(
    "battles", metadata,
    Column("id", Integer, primary_key=True), _of_record(),
    Column("turn", Integer, nullable=False),
    Column("place", Text, nullable=False),
    Column("winner", Text, nullable=False, default=""),
    Column("sentence", Text, nullable=False))

forces = Table(  # counters in the place of a battle when it began
    "forces", metadata, _of_record(),
    Column("battle", Integer, ForeignKey("battles.id", ondelete="CASCADE"), nullable=False),
    Column("side", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("counters", Integer, nullable=False))

captures = Table(  # places under another side's control at the end of a turn than at its beginning
    "captures", metadata,
    Column("id", Integer, primary_key=True), _of_record(),
    Column("turn", Integer, nullable=False),
    Column("place", Text, nullable=False),
    Column("side", Text, nullable=False))

things = Table(  # what can be mentioned, each once for all campaigns
    "things", metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # place, unit, card, rule; played: a card by the events that play it
    Column("name", Text, nullable=False))
Index("ix_things_name", things.c.kind, things.c.name, unique=True)

mentions = Table(  # what the events of a turn concern
    "mentions", metadata,
    Column("thing", Integer, ForeignKey("things.id"), primary_key=True),
    Column("record", Integer, ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("times", Integer, nullable=False), sqlite_with_rowid=False)

texts = Table(
    "texts", metadata,
    Column("id", Integer, primary_key=True), _of_record(),
    Column("document", Integer, ForeignKey("documents.id", ondelete="CASCADE")),  # which it is the text of
    Column("turn", Integer, nullable=False),
    Column("kind", String(12), nullable=False),  # story, orders, note, protest, document
    Column("who", Text, nullable=False, default=""),
    Column("language", String(4), nullable=False, default=""),
    Column("words", LargeBinary, nullable=False))  # UTF-8, compressed (xz)

dice = Table(
    "dice", metadata, _of_record(),
    Column("label", Text, nullable=False),  # what they were thrown for
    Column("sides", Integer, nullable=False),
    Column("face", Integer, nullable=False),
    Column("times", Integer, nullable=False))

luck = Table(  # what throws that add up gave a side, against what was to be expected
    "luck", metadata, _of_record(),
    Column("code", Text, nullable=False),  # what they were thrown for
    Column("side", Text, nullable=False),
    Column("throws", Integer, nullable=False),
    Column("sum", Integer, nullable=False),
    Column("expected", Float, nullable=False),
    Column("variance", Float, nullable=False))

pace = Table(  # who was waited for in a turn
    "pace", metadata, _of_record(),
    Column("turn", Integer, nullable=False),
    Column("player", Text, nullable=False),
    Column("waits", Integer, nullable=False),  # sittings that ended with decisions they owed
    Column("submissions", Integer, nullable=False),
    Column("missed", Integer, nullable=False))  # deadlines after which the rules of the agreement decided for them

Index("ix_texts_document", texts.c.document)
for derived in (options, players, turns, battles, forces, captures, mentions, texts, dice, luck, pace):
    Index(f"ix_{derived.name}_record", derived.c.record)
Index("ix_players_person", players.c.person)
Index("ix_battles_place", battles.c.place)
Index("ix_forces_battle", forces.c.battle)
Index("ix_captures_place", captures.c.place)
DERIVED = (campaigns, options, players, turns, forces, battles, captures, mentions, dice, luck, pace)  # besides texts
