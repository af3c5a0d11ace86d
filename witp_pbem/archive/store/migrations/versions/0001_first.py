"""The first schema of archives. It stands here for itself: what the tables become later is said by later migrations."""

from alembic import op
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
    text,
)

from witp_pbem.archive.store import full_text

revision = "0001"
down_revision = None

metadata = MetaData(naming_convention={
    "ix": "ix_%(table_name)s_%(column_0_N_name)s", "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s", "pk": "pk_%(table_name)s"})


def of_record() -> Column[int]:
    return Column("record", Integer, ForeignKey("records.id", ondelete="CASCADE"), nullable=False)


records = Table(
    "records", metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(64), nullable=False, unique=True),
    Column("founding", String(64), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("state", String(8), nullable=False),
    Column("reason", Text, nullable=False, default=""),
    Column("entries", Integer, nullable=False),
    Column("size", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("origin", Text, nullable=False, default=""),
    Column("added", String(25), nullable=False),
    Column("derived", Integer, nullable=False, default=0))
Index("ix_records_held", records.c.founding, unique=True, sqlite_where=text("state = 'held'"),
      postgresql_where=text("state = 'held'"))

data_files = Table(
    "data_files", metadata,
    Column("hash", String(64), primary_key=True),
    Column("size", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False))

record_data = Table(
    "record_data", metadata, of_record(),
    Column("name", String(80), nullable=False),
    Column("hash", String(64), ForeignKey("data_files.hash"), nullable=False))
Index("ix_record_data_record", record_data.c.record)

documents = Table(
    "documents", metadata,
    Column("id", Integer, primary_key=True), of_record(),
    Column("name", Text, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("size", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False))
Index("ix_documents_once", documents.c.record, documents.c.hash, unique=True)
Index("ix_documents_name", documents.c.record, documents.c.name, unique=True)

aliases = Table(
    "aliases", metadata,
    Column("person", Text, primary_key=True),
    Column("shown", Text, nullable=False))

verdicts = Table(
    "verdicts", metadata,
    Column("id", Integer, primary_key=True), of_record(),
    Column("key", String(64), nullable=False),
    Column("program", String(64), nullable=False),
    Column("verdict", String(16), nullable=False),
    Column("finding", Text, nullable=False, default=""),
    Column("seconds", Float, nullable=False))
Index("ix_verdicts_once", verdicts.c.record, verdicts.c.key, verdicts.c.program, unique=True)

campaigns = Table(
    "campaigns", metadata,
    Column("record", Integer, ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("rules_version", String(40), nullable=False),
    Column("program", String(40), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("sittings", Integer, nullable=False),
    Column("winner", String(40)),
    Column("reason", String(40), nullable=False, default=""),
    Column("league", Text, nullable=False, default=""),
    Column("seeded", Boolean, nullable=False),
    Column("reconstructed", Boolean, nullable=False))

options = Table(
    "options", metadata, of_record(),
    Column("name", String(80), nullable=False), Column("value", Text, nullable=False))

players = Table(
    "players", metadata, of_record(),
    Column("player", String(40), nullable=False),
    Column("side", String(40), nullable=False),
    Column("person", Text, nullable=False))

turns = Table(
    "turns", metadata, of_record(),
    Column("turn", Integer, nullable=False),
    Column("side", String(40), nullable=False),
    Column("measure", String(40), nullable=False),
    Column("value", Float, nullable=False))

battles = Table(
    "battles", metadata,
    Column("id", Integer, primary_key=True), of_record(),
    Column("turn", Integer, nullable=False),
    Column("place", String(80), nullable=False),
    Column("winner", String(40), nullable=False, default=""),
    Column("sentence", Text, nullable=False))

forces = Table(
    "forces", metadata, of_record(),
    Column("battle", Integer, ForeignKey("battles.id", ondelete="CASCADE"), nullable=False),
    Column("side", String(40), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("counters", Integer, nullable=False))

captures = Table(
    "captures", metadata, of_record(),
    Column("turn", Integer, nullable=False),
    Column("place", String(80), nullable=False),
    Column("side", String(40), nullable=False))

things = Table(
    "things", metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", String(80), nullable=False))
Index("ix_things_name", things.c.kind, things.c.name, unique=True)

mentions = Table(
    "mentions", metadata,
    Column("thing", Integer, ForeignKey("things.id"), primary_key=True),
    Column("record", Integer, ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("times", Integer, nullable=False), sqlite_with_rowid=False)

texts = Table(
    "texts", metadata,
    Column("id", Integer, primary_key=True), of_record(),
    Column("document", Integer, ForeignKey("documents.id", ondelete="CASCADE")),
    Column("turn", Integer, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("who", String(40), nullable=False, default=""),
    Column("language", String(4), nullable=False, default=""),
    Column("words", LargeBinary, nullable=False))

dice = Table(
    "dice", metadata, of_record(),
    Column("label", String(80), nullable=False),
    Column("sides", Integer, nullable=False),
    Column("face", Integer, nullable=False),
    Column("times", Integer, nullable=False))

luck = Table(
    "luck", metadata, of_record(),
    Column("code", String(80), nullable=False),
    Column("side", String(40), nullable=False),
    Column("throws", Integer, nullable=False),
    Column("sum", Integer, nullable=False),
    Column("expected", Float, nullable=False),
    Column("variance", Float, nullable=False))

pace = Table(
    "pace", metadata, of_record(),
    Column("turn", Integer, nullable=False),
    Column("player", String(40), nullable=False),
    Column("waits", Integer, nullable=False),
    Column("submissions", Integer, nullable=False),
    Column("missed", Integer, nullable=False))

Index("ix_texts_document", texts.c.document)
for derived in (options, players, turns, battles, forces, captures, mentions, texts, dice, luck, pace):
    Index(f"ix_{derived.name}_record", derived.c.record)
Index("ix_players_person", players.c.person)
Index("ix_battles_place", battles.c.place)
Index("ix_forces_battle", forces.c.battle)
Index("ix_captures_place", captures.c.place)


def upgrade() -> None:
    metadata.create_all(op.get_bind())
    full_text.create(op.get_bind())
