"""Alembic's entry: runs migrations on the connection that ludotheque.table.database gives."""

from alembic import context

from ludotheque.table.database import VERSION_TABLE
from ludotheque.table.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
