"""Alembic's entry: runs the house's migrations on the connection it is given."""

from alembic import context

from ludotheque.house.migrate import MIGRATIONS
from ludotheque.house.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=MIGRATIONS.version_table,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
