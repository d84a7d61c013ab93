"""Alembic's entry: runs the tables' migrations on the connection it is given."""

from alembic import context

from ludotheque.table.keeping.database import VERSION_TABLE
from ludotheque.table.keeping.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
