"""The tables of the database that hold people, how they are known, and what they say of others.

Times are milliseconds since 1970.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Float,
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
    Column("preferences", Text),  # JSON (people/preferences.py); null: never said any
    Index("persons_by_name", "folded"),
    Index("persons_by_creation", "created"),
    Index("persons_by_joining", "joined", "deleted"),
    Index("persons_by_suspension", "suspended"),
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
    Index("sessions_by_visit", "seen"),
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

# What the logs say about results; `books.rebuild` makes these five anew.

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
    Column("ended", BigInteger),  # as the match's: so that somebody's last games are found at once
    Column("rank", Integer),
    Column("score", Integer),
    Column("result", String(8)),  # settlement.Result; null while it lasts
    Column("points", BigInteger, nullable=False, server_default="0"),
    Column("chips", BigInteger, nullable=False, server_default="0"),  # of the pot
    PrimaryKeyConstraint("table_id", "seat"),
    Index("sittings_by_person", "person", "table_id"),
    Index("sittings_by_end", "person", "ended"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("game", String(64), nullable=False),
    Column("person", String(32), nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("sure", Double, nullable=False, server_default="0"),  # mu − 3 sigma (MA-27)
    PrimaryKeyConstraint("game", "person"),
    Index("ratings_by_strength", "game", "sure"),
    Index("ratings_by_person", "person"),
)

totals = Table(  # what somebody's games came to, together (standings.py)
    "totals",
    metadata,
    Column("person", String(32), nullable=False),
    Column("period", String(16), nullable=False),  # "ever", "month:2026-11-01", "week:2026-11-16"
    Column("game", String(64), nullable=False),  # empty: all games
    Column("room", String(32), nullable=False),  # empty: all rooms, friendly tables among them
    Column("points", BigInteger, nullable=False),
    Column("games", Integer, nullable=False),  # those that count, with others or with bots
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("alone", Integer, nullable=False),  # games played alone,
    Column("scores", BigInteger, nullable=False),  # what they came to together,
    Column("best", Integer),  # and the best of them
    PrimaryKeyConstraint("person", "period", "game", "room"),
    Index("totals_by_points", "period", "game", "room", "points"),
)

bests = Table(  # the best game that somebody played alone in a period and let others see
    "bests",
    metadata,
    Column("person", String(32), nullable=False),
    Column("period", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("score", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("table_id", String(32), nullable=False),
    PrimaryKeyConstraint("person", "period", "game"),
    Index("bests_by_score", "period", "game", "score", "ended"),
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

uploads = Table(  # games that people brought as files, to look at for a while
    "uploads",
    metadata,
    Column("id", String(32), primary_key=True),  # made from the file itself
    Column("file", LargeBinary, nullable=False),
    Column("size", Integer, nullable=False),  # in bytes
    Column("created", BigInteger, nullable=False),
)

tickets = Table(  # who waits for a quick match, in a house of several processes
    "tickets",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("process", String(32), nullable=False),  # that has her page
    Column("person", String(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("wish", Text, nullable=False),  # JSON
    Column("since", BigInteger, nullable=False),
    Column("rating", Float, nullable=False),
    Column("address", Text, nullable=False),  # the network of it
    Column("takes_bots", Boolean, nullable=False),
    Column("couple", Text, nullable=False),
    Column("table_id", String(32)),  # where she is expected; null while she waits
    Column("is_apart", Boolean, nullable=False),
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

puzzle_tries = Table(  # somebody's first try at a puzzle, and whether she found it in the end
    "puzzle_tries",
    metadata,
    Column("person", String(32), ForeignKey("persons.id"), nullable=False),
    Column("box", String(64), nullable=False),
    Column("puzzle", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("day", Integer),  # since the year 1, where it was that day's puzzle
    Column("is_first", Boolean, nullable=False),  # found at the first try
    Column("is_found", Boolean, nullable=False),
    Column("rating", Integer, nullable=False),  # hers, after it
    PrimaryKeyConstraint("person", "box", "puzzle"),
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("box", String(64), nullable=False),
    Column("puzzle", String(32), nullable=False),
    Column("rating", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    PrimaryKeyConstraint("box", "puzzle"),
)

# What luck and play made of finished games (docs/luck.md).

untold = Table(  # games that ended and were not told yet
    "untold",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("ended", BigInteger, nullable=False, index=True),
    Column("taken", BigInteger),  # when a process began to tell it
)

fortunes = Table(
    "fortunes",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String(32), ForeignKey("persons.id"), nullable=False),
    Column("box", String(64), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("by_points", Boolean, nullable=False),  # millionths of points; else of the win
    Column("luck", BigInteger, nullable=False),
    Column("play", BigInteger, nullable=False),
    Column("accuracy", Double),  # null: there was nothing to choose, or hints were given
    Column("brain", String(16), nullable=False),  # that judged
    PrimaryKeyConstraint("table_id", "seat"),
    Index("fortunes_by_person", "person", "ended"),
)

luck_totals = Table(  # of the first person's seat of each game
    "luck_totals",
    metadata,
    Column("box", String(64), nullable=False),
    Column("by_points", Boolean, nullable=False),
    Column("games", BigInteger, nullable=False),
    Column("luck", Double, nullable=False),  # the sum, of wins or points
    Column("squares", Double, nullable=False),  # and that of the squares
    PrimaryKeyConstraint("box", "by_points"),
)

face_totals = Table(  # how often each face of the dice fell
    "face_totals",
    metadata,
    Column("sides", Integer, nullable=False),
    Column("face", Integer, nullable=False),
    Column("fell", BigInteger, nullable=False),
    PrimaryKeyConstraint("sides", "face"),
)
