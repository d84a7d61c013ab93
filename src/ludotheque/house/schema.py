"""The tables of the database that hold people, how they are known, and what they say of others.

Times are milliseconds since 1970.
"""

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
    text,
)

metadata = MetaData()

persons = Table(
    "persons",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),  # empty once the account is deleted
    Column("folded", Text, nullable=False, server_default=""),  # the name without case and accents
    Column("created", BigInteger, nullable=False),
    Column("joined", BigInteger),  # became a member; null: a guest
    Column("password", Text),  # argon2's hash; null: none
    Column("is_host", Boolean, nullable=False, server_default=text("false")),
    Column("suspended", BigInteger),  # since when; null: is not
    Column("suspended_for", Text),  # the host's reason, told to the person
    Column("deleted", BigInteger),
    Index("persons_by_name", "folded"),
)
_is_member = persons.c.joined.is_not(None)
Index(  # two members never share a name, whatever its case and accents; guests may
    "members_by_name",
    persons.c.folded,
    unique=True,
    sqlite_where=_is_member,
    postgresql_where=_is_member,
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of the secret in the browser
    Column("person", String(32), ForeignKey("persons.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, server_default="0"),  # last, to the hour
    Column("expires", BigInteger, nullable=False, server_default="0"),
    Column("proved", BigInteger),  # when a password, passkey or code was last given in it
    Column("device", Text, nullable=False, server_default=""),  # as the browser names itself
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),  # the credential's, in base64url
    Column("person", String(32), ForeignKey("persons.id"), nullable=False, index=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("uses", BigInteger, nullable=False),  # the authenticator's own count
    Column("name", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

challenges = Table(  # what a passkey has to sign, once and soon
    "challenges",
    metadata,
    Column("id", String(64), primary_key=True),  # the challenge, in base64url
    Column("person", String(32)),  # who adds a passkey; null: somebody signs in
    Column("expires", BigInteger, nullable=False),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of the code
    Column("person", String(32), ForeignKey("persons.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

devices = Table(  # browsers that once signed in: strangers' mistakes do not slow these down
    "devices",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of the secret in the browser
    Column("person", String(32), ForeignKey("persons.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
)

company = Table(  # whom a person blocks or mutes
    "company",
    metadata,
    Column("person", String(32), ForeignKey("persons.id"), nullable=False),
    Column("other", String(32), ForeignKey("persons.id"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # block or mute
    Column("created", BigInteger, nullable=False),
    PrimaryKeyConstraint("person", "other", "kind"),
)

reports = Table(  # what the host should look at
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("reporter", String(32), ForeignKey("persons.id")),  # null: the house itself noticed
    Column("person", String(32), ForeignKey("persons.id"), nullable=False, index=True),
    Column("table_id", String(32)),
    Column("reason", String(32), nullable=False),
    Column("words", Text, nullable=False, server_default=""),
    Column("resolved", BigInteger, index=True),  # null: still open
    Column("resolution", Text),
)
