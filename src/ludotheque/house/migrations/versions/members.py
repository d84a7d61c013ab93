"""Members: passwords, passkeys, recovery codes, devices; company and reports; hosts."""

import sqlalchemy as sa
from alembic import op

from ludotheque.house.people.names import fold

revision = "members"
down_revision = "first_people"
oldest = "members"

_YEAR = 365 * 86_400_000


def upgrade() -> None:
    """Make them; whoever came before keeps her name and her session."""
    _widen_persons()
    _widen_sessions()
    _make_credentials()
    _make_company()


def _widen_persons() -> None:
    for column in (
        sa.Column("folded", sa.Text, nullable=False, server_default=""),
        sa.Column("joined", sa.BigInteger),
        sa.Column("password", sa.Text),
        sa.Column("is_host", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("suspended", sa.BigInteger),
        sa.Column("suspended_for", sa.Text),
        sa.Column("deleted", sa.BigInteger),
    ):
        op.add_column("persons", column)
    connection = op.get_bind()
    people = connection.execute(sa.text("SELECT id, name FROM persons")).all()
    for id, name in people:
        connection.execute(
            sa.text("UPDATE persons SET folded = :folded WHERE id = :id"),
            {"id": id, "folded": fold(name)},
        )
    op.create_index("persons_by_name", "persons", ["folded"])
    is_member = sa.text("joined IS NOT NULL")
    op.create_index(
        "members_by_name",
        "persons",
        ["folded"],
        unique=True,
        sqlite_where=is_member,
        postgresql_where=is_member,
    )


def _widen_sessions() -> None:
    for column in (
        sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("expires", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("proved", sa.BigInteger),
        sa.Column("device", sa.Text, nullable=False, server_default=""),
    ):
        op.add_column("sessions", column)
    op.execute(f"UPDATE sessions SET seen = created, expires = created + {_YEAR}")


def _make_credentials() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        _person(),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32)),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("id", sa.String(64), primary_key=True),
        _person(),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.String(64), primary_key=True),
        _person(),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    for table in ("passkeys", "recovery_codes", "devices"):
        op.create_index(f"ix_{table}_person", table, ["person"])


def _make_company() -> None:
    op.create_table(
        "company",
        _person(),
        _person("other"),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "other", "kind"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String(32), sa.ForeignKey("persons.id")),
        _person(),
        sa.Column("table_id", sa.String(32)),
        sa.Column("reason", sa.String(32), nullable=False),
        sa.Column("words", sa.Text, nullable=False, server_default=""),
        sa.Column("resolved", sa.BigInteger),
        sa.Column("resolution", sa.Text),
    )
    op.create_index("ix_company_other", "company", ["other"])
    op.create_index("ix_reports_person", "reports", ["person"])
    op.create_index("ix_reports_resolved", "reports", ["resolved"])


def _person(name: str = "person") -> sa.Column[str]:
    return sa.Column(name, sa.String(32), sa.ForeignKey("persons.id"), nullable=False)


def downgrade() -> None:
    """Drop them: members become guests again."""
    for name in ("reports", "company", "devices", "recovery_codes", "challenges", "passkeys"):
        op.drop_table(name)
    op.drop_index("members_by_name", "persons")
    op.drop_index("persons_by_name", "persons")
    for name in ("seen", "expires", "proved", "device"):
        op.drop_column("sessions", name)
    for name in (
        "folded", "joined", "password", "is_host", "suspended", "suspended_for", "deleted",
    ):  # fmt: skip
        op.drop_column("persons", name)
