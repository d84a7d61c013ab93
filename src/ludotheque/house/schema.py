"""The tables of the database that hold people, how they are known, and what they say of others.

Times are milliseconds since 1970.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
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
    Column("person", String(32)),  # the one who adds a passkey; null: somebody signs in
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

asks = Table(  # who asks whom to sit down at her table
    "asks",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("person", String(32), ForeignKey("persons.id"), nullable=False),  # who opened it
    Column("other", String(32), ForeignKey("persons.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("declined", BigInteger),  # null: may still come
    PrimaryKeyConstraint("table_id", "other"),
)

talk = Table(  # what is said at private tables that have a chat; never in their logs
    "talk",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", String(32), nullable=False, index=True),
    Column("person", String(32), ForeignKey("persons.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("words", Text, nullable=False),
)

# The chips (docs/chips.md): rows are only ever added to these two.

transfers = Table(
    "transfers",
    metadata,
    Column("key", String(96), primary_key=True),  # what it is for: happens once
    Column("at", BigInteger, nullable=False),
    Column("why", String(16), nullable=False),  # arrival, gift, stake, settlement, farewell
    Column("table_id", String(32), index=True),
)

ledger = Table(
    "ledger",
    metadata,
    Column("account", String(64), nullable=False),  # house, person:…, table:…
    Column("number", Integer, nullable=False),  # the account's lines count from 1
    Column("transfer", String(96), ForeignKey("transfers.key"), nullable=False, index=True),
    Column("chips", BigInteger, nullable=False),  # below zero: taken
    Column("balance", BigInteger, nullable=False),  # after this line
    PrimaryKeyConstraint("account", "number"),  # the referee between two writers
)

stakes = Table(  # what was agreed when a staked game began
    "stakes",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("room", String(32), nullable=False),
    Column("stake", BigInteger, nullable=False),  # chips a seat
    Column("multiple", BigInteger, nullable=False),  # how many times the points of MA-6 count
    Column("shares", String(32), nullable=False),  # the stakes that each place wins: "3 1 0 0"
)

invitations = Table(  # who may sit down at a table that is not open to everybody
    "invitations",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("person", String(32), nullable=False, index=True),
    Column("seat", Integer),  # that is kept for her; null: any
    PrimaryKeyConstraint("table_id", "person"),
)

# What the logs say about results; `rankings.rebuild` makes these three anew.

matches = Table(
    "matches",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),  # the box that it was taken from
    Column("room", String(32), nullable=False),  # empty: a friendly table
    Column("sides", String(32), nullable=False),  # of each seat: "0 1 0 1" are couples
    Column("is_contest", Boolean, nullable=False),
    Column("is_shown", Boolean, nullable=False),  # whether people without a seat may look
    Column("opened", BigInteger, nullable=False),
    Column("began", BigInteger),
    Column("ended", BigInteger),
    Column("reason", String(16)),
    Index("matches_by_game", "game", "ended"),
    Index("matches_by_end", "ended"),
)

sittings = Table(
    "sittings",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String(32)),  # null: a bot
    Column("left", BigInteger),  # when the seat left the game
    Column("rank", Integer),
    Column("score", Integer),
    Column("result", String(8)),  # settlement.Result; null while it lasts
    Column("points", BigInteger, nullable=False, server_default="0"),
    Column("chips", BigInteger, nullable=False, server_default="0"),  # of the pot
    PrimaryKeyConstraint("table_id", "seat"),
    Index("sittings_by_person", "person", "table_id"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("game", String(64), nullable=False),
    Column("person", String(32), nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("game", "person"),
)

# The day's game: the same dice for everybody, one try.

days = Table(
    "days",
    metadata,
    Column("day", String(10), nullable=False),  # 2026-11-15, UTC
    Column("game", String(64), nullable=False),
    Column("seed", String(64), nullable=False),  # secret until the day is over
    Column("created", BigInteger, nullable=False),
    PrimaryKeyConstraint("day", "game"),
)

tries = Table(
    "tries",
    metadata,
    Column("day", String(10), nullable=False),
    Column("game", String(64), nullable=False),
    Column("person", String(32), nullable=False),
    Column("table_id", String(32), nullable=False, unique=True),
    PrimaryKeyConstraint("day", "game", "person"),
)

documents = Table(  # editions, sheets: what the host has put in the house to play with
    "documents",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("option", String(64), nullable=False),  # of the game, which takes it as its value
    Column("title", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Web Push: the house's key, and the browsers that asked to be called.

house_keys = Table(
    "house_keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("secret", Text, nullable=False),  # in base64url
    Column("created", BigInteger, nullable=False),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column(
        "session",  # where it was asked for: one ends with the other
        String(64),
        ForeignKey("sessions.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("person", String(32), ForeignKey("persons.id"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),  # at the browser's push service
    Column("public_key", LargeBinary, nullable=False),  # of the browser,
    Column("auth", LargeBinary, nullable=False),  # with the secret that goes with it
    Column("language", String(8), nullable=False),
    Column("contact", Text, nullable=False),  # the house's address, as that browser knows it
    Column("failures", Integer, nullable=False, server_default="0"),  # in a row
    Column("created", BigInteger, nullable=False),
)
