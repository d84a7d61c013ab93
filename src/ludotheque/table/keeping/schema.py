"""The tables of the database that a house's tables are kept in, for SQLite and PostgreSQL."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),  # milliseconds since 1970
    Column("seed", String(64), nullable=False),  # secret until the log's last event tells it
    Column("public", Boolean, nullable=False),
    Column("began", BigInteger),  # as created; null while people sit down,
    Column("ended", BigInteger),  # and null while it lasts
    Index("tables_by_end", "ended", "created"),
    Index("tables_by_creation", "created", "game"),
)

events = Table(
    "events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("person", Text),
    Column("command", Text),
    Column("event", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),  # the referee between two writers
    sqlite_with_rowid=False,
)

kept_states = Table(  # where a table stood some time ago; a cache, at most one a table
    "kept_states",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),  # of the last event in it
    Column("rules", String(64), nullable=False),  # the fingerprint of the sources that made it
    Column("state", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id"),
)

processes = Table(  # the programs that serve this database; a sign of life now and then
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("host", Text, nullable=False),  # the machine's name,
    Column("pid", Integer, nullable=False),  # and the number of the process there
    Column("together", Boolean, nullable=False),  # whether it hears of others
    Column("started", BigInteger, nullable=False),  # by the database's clock, as is the next
    Column("seen", BigInteger, nullable=False),
)

leases = Table(  # which of them moves a table's bots and clocks, for as long as it lives
    "leases",
    metadata,
    Column("table_id", String(32), primary_key=True),  # written before the table itself
    Column("process", String(32), nullable=False),
    Index("leases_by_process", "process"),
)

archives = Table(  # the logs of tables that are long over, packed (logs.py)
    "archives",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("events", Integer, nullable=False),  # how many: those from then on lie in the log
    Column("digest", String(64), nullable=False),  # SHA-256 of what was packed
    Column("packed", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id"),
)

attendance = Table(  # who ever sat where, so that people find their tables again
    "attendance",
    metadata,
    Column("person", Text, nullable=False),
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    PrimaryKeyConstraint("person", "table_id"),
    sqlite_with_rowid=False,
)
