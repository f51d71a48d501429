"""Runs the migrations on the connection that the caller hands over, or on the URL of alembic.ini.

On a server their statements name no schema: for as long as they run it is the ledger's.
"""

from alembic import context
from sqlalchemy import Connection, create_engine

from projections.read_models import tables


def run(connection: Connection) -> None:
    schemas = connection.get_execution_options().get("schema_translate_map")
    if schemas:
        connection.exec_driver_sql(f'SET LOCAL search_path = "{schemas[None]}", pg_temp')
    context.configure(connection=connection, target_metadata=tables.METADATA, render_as_batch=False)
    with context.begin_transaction():
        context.run_migrations()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with create_engine(context.config.get_main_option("sqlalchemy.url") or "").begin() as own:
        run(own)
