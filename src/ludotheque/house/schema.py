"""The tables of the database that hold people and their sessions."""

from sqlalchemy import BigInteger, Column, ForeignKey, MetaData, String, Table

metadata = MetaData()

persons = Table(
    "persons",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),  # milliseconds since 1970
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of the secret in the browser
    Column("person", String(32), ForeignKey("persons.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
)
